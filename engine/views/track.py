"""The grayscale: 48 places in three shades, tolerances as flags, blows as carets, wounds as discs."""

from engine.answer import Blow, Flag, Track
from engine.views.markup import Html, tag, text
from engine.views.place import Place

SHADES = (("B", "Black"), ("G", "Gray"), ("W", "White"))
PLACES = 16


def name(place: int) -> str:
    """A place from 1 to 48 as shade and number: 18 is G2."""
    shade, number = divmod(place - 1, PLACES)
    return f"{SHADES[shade][0]}{number + 1}"


def _cell(index: int, flags: tuple[Flag, ...], block: Track) -> Html:
    level = sum(flag.place <= index for flag in flags)
    flag = next((flag for flag in flags if flag.place == index), None)
    blows = [blow for blow in block.blows if blow.place == index]
    wounds = [str(number) for number, wound in enumerate(block.wounds, 1) if wound.place == index]
    return tag(
        "span",
        tag("b", flag.letters if flag else "", class_="fl-place__flag"),
        tag("i", (index - 1) % PLACES + 1, class_="fl-place__number"),
        tag("span", " ".join(wounds), class_="fl-place__wounds") if wounds else None,
        [tag("span", "▲" + blow.label, class_="fl-place__blow", data_landed=blow.landed) for blow in blows],
        class_="fl-place",
        data_level=level,
    )


def _strip(shade: int, flags: tuple[Flag, ...], block: Track) -> Html:
    first = shade * PLACES + 1
    places = range(first, first + PLACES)
    here = [mark.place for mark in (*flags, *block.blows, *block.wounds) if mark.place in places]
    letter, words = SHADES[shade]
    if not here:
        return tag("p", f"{words}: nothing here", class_=f"fl-shade fl-shade--{letter} fl-shade--empty")
    cells = [_cell(index, flags, block) for index in places]
    return tag(
        "div",
        tag("span", words, class_="fl-shade__name"),
        tag("div", cells, class_="fl-strip"),
        class_=f"fl-shade fl-shade--{letter}",
    )


def _row(kind: str, mark: Flag | Blow) -> Html:
    return tag("tr", tag("th", name(mark.place), scope="row"), tag("td", f"{kind}: {mark.words}"))


def track(block: Track, place: Place) -> Html:
    """The strip as one picture with its sentence, and everything on it as a table."""
    flags = tuple(sorted(block.flags, key=lambda flag: flag.place))
    strips = [_strip(shade, flags, block) for shade in range(len(SHADES))]
    marks = [
        *(("Tolerance", flag) for flag in flags),
        *(("Blow", blow) for blow in block.blows),
        *((f"Wound {number}", wound) for number, wound in enumerate(block.wounds, 1)),
    ]
    rows = [_row(kind, mark) for kind, mark in sorted(marks, key=lambda pair: pair[1].place)]
    behind = tag(
        "details",
        tag("summary", "The strip as a table"),
        tag("table", tag("tbody", rows), class_="fl-table"),
        class_="fl-fold",
    )
    picture = tag("div", strips, role="img", aria_label=block.sentence, class_="fl-track")
    return tag("figure", picture, tag("figcaption", text(block.sentence)), behind, class_="fl-picture")

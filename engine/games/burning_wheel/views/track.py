"""The grayscale: 48 places in three shades, tolerances as flags, blows as carets, wounds as numbered discs."""

from engine.games.burning_wheel.views.blocks import Blow, Flag, Track
from engine.views.markup import Html, tag, text
from engine.views.place import Place

SHADES = (("B", "Black"), ("G", "Gray"), ("W", "White"))
PLACES = 16
LANDED, MISSED = "▲", "△"


def name(place: int) -> str:
    """A place from 1 to 48 as shade and number: 18 is G2."""
    shade, number = divmod(place - 1, PLACES)
    return f"{SHADES[shade][0]}{number + 1}"


def _caret(blow: Blow) -> Html:
    sign = LANDED if blow.landed else MISSED
    return tag("span", sign, tag("b", blow.label) if blow.label else None, class_="fl-caret", data_landed=blow.landed)


def _cell(place: int, flags: tuple[Flag, ...], block: Track) -> Html:
    """One place from top to bottom: its flag, its number in its shade, the hatch of its wound, discs, carets."""
    level = sum(flag.place <= place for flag in flags)
    flag = next((flag.letters for flag in flags if flag.place == place), "")
    wounds = [number for number, wound in enumerate(block.wounds, 1) if wound.place == place]
    return tag(
        "span",
        tag("b", flag, class_="fl-flag"),
        tag("span", (place - 1) % PLACES + 1, class_="fl-number"),
        tag("span", class_="fl-hatched"),
        [tag("b", number, class_="fl-disc") for number in wounds],
        [_caret(blow) for blow in block.blows if blow.place == place],
        class_="fl-place",
        data_level=level,
    )


def _strip(shade: int, flags: tuple[Flag, ...], block: Track) -> Html:
    """One shade: a strip of sixteen cells, or one line where nothing lies in it."""
    first = shade * PLACES + 1
    places = range(first, first + PLACES)
    letter, words = SHADES[shade]
    marks: tuple[Flag | Blow, ...] = (*flags, *block.blows, *block.wounds)
    if not any(mark.place in places for mark in marks):
        return tag("p", f"{words}: nothing here", class_="fl-shade fl-shade--empty")
    cells = [_cell(place, flags, block) for place in places]
    return tag(
        "div",
        tag("p", words, class_="fl-shade__name"),
        tag("div", cells, class_="fl-strip"),
        class_=f"fl-shade fl-shade--{letter.lower()}",
    )


def _row(kind: str, mark: Flag | Blow) -> Html:
    return tag("tr", tag("th", name(mark.place), scope="row"), tag("td", kind), tag("td", mark.words))


def _behind(flags: tuple[Flag, ...], block: Track) -> Html:
    """Everything on the strip as a table, from left to right."""
    marks: list[tuple[str, Flag | Blow]] = [
        *(("Tolerance", flag) for flag in flags),
        *(("Landed" if blow.landed else "Not reached", blow) for blow in block.blows),
        *((f"Wound {number}", wound) for number, wound in enumerate(block.wounds, 1)),
    ]
    head = tag("tr", [tag("th", column, scope="col") for column in ("Place", "What", "Which")])
    rows = [_row(kind, mark) for kind, mark in sorted(marks, key=lambda pair: pair[1].place)]
    whole = tag("table", tag("thead", head), tag("tbody", rows), class_="fl-table")
    return tag("details", tag("summary", "The strip as a table"), whole, class_="fl-fold")


def track(block: Track, place: Place) -> Html:
    """The strip as one picture with its sentence, and the table behind it."""
    flags = tuple(sorted(block.flags, key=lambda flag: flag.place))
    strips = [_strip(shade, flags, block) for shade in range(len(SHADES))]
    picture = tag("div", strips, role="img", aria_label=block.sentence, class_="fl-track")
    caption = tag("figcaption", text(block.sentence))
    return tag(
        "figure", tag("div", picture, class_="fl-track-box"), caption, _behind(flags, block), class_="fl-picture"
    )

"""The grayscale: 48 places in three shades, tolerances as flags, blows as carets, wounds as discs, chances as bars."""

from engine import wording
from engine.games.burning_wheel.views.blocks import Bar, Blow, ChanceTrack, Flag, Track
from engine.views.markup import Html, tag, text
from engine.views.place import Place

SHADES = (("B", "Black"), ("G", "Gray"), ("W", "White"))
PLACES = 16
BAR = 100
"""The height of a whole bar, in the units of its picture."""
LANDED, MISSED = "▲", "△"


def name(place: int) -> str:
    """A place from 1 to 48 as shade and number: 18 is G2."""
    shade, number = divmod(place - 1, PLACES)
    return f"{SHADES[shade][0]}{number + 1}"


def _caret(blow: Blow) -> Html:
    sign = LANDED if blow.landed else MISSED
    return tag("span", sign, tag("b", blow.label) if blow.label else None, class_="fl-caret", data_landed=blow.landed)


def _bars(block: Track) -> tuple[Bar, ...]:
    """The bars over a strip, where it has some."""
    return block.bars if isinstance(block, ChanceTrack) else ()


def _bar(place: int, bars: tuple[Bar, ...]) -> Html | None:
    """What of the bars stands over one place: its height, and the figure where the bar begins."""
    if not bars:
        return None
    bar = next((bar for bar in bars if bar.first <= place <= bar.last), None)
    most = max(bar.chance for bar in bars)
    high = max(1, round(BAR * bar.chance / most)) if bar and bar.chance else 0
    picture = tag(
        "svg",
        tag("rect", x=0, y=BAR - high, width=1, height=high),
        viewBox=f"0 0 1 {BAR}",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
    figure = wording.percent(bar.chance) if bar and bar.first == place and bar.chance else ""
    return tag("span", tag("b", figure, class_="fl-over__figure"), picture, class_="fl-over")


def _cell(place: int, flags: tuple[Flag, ...], block: Track) -> Html:
    """One place from top to bottom: its flag, its number in its shade, the hatch of its wound, discs, carets."""
    level = sum(flag.place <= place for flag in flags)
    flag = next((flag.letters for flag in flags if flag.place == place), "")
    wounds = [number for number, wound in enumerate(block.wounds, 1) if wound.place == place]
    return tag(
        "span",
        _bar(place, _bars(block)),
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
    for bar in _bars(block):
        said = f"{bar.words} {wording.percent(bar.chance)}"
        rows.append(tag("tr", tag("th", name(bar.first), scope="row"), tag("td", "Chance"), tag("td", said)))
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

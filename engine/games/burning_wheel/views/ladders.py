"""Two upright ladders with a bar that ties them: where a pair stands, and in outline where it may come to stand."""

from engine.games.burning_wheel.views.blocks import Ladder, Ladders
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place

WIDTH = 360
STEP = 46
"""From one rung to the next."""
TOP = 24
HALF = 13
"""Half of a rung."""
AT = (104, WIDTH - 104)
"""The middle of each ladder."""
DISC, RING = 9, 7
AWAY = 7
"""From the end of a rung to its name."""
ROOM = 15
"""Letters that a word between the ladders has room for; a longer one is set smaller."""


def _down(rung: int) -> int:
    return TOP + rung * STEP


def _ladder(ladder: Ladder, side: int) -> Html:
    """Rails, rungs, and the rungs' names on the outside."""
    middle = AT[side]
    last = _down(len(ladder.rungs) - 1) + TOP // 2
    rails = [
        tag("line", x1=x, y1=TOP // 2, x2=x, y2=last, class_="fl-ladder__rail") for x in (middle - HALF, middle + HALF)
    ]
    name_at = middle + (HALF + AWAY) * (2 * side - 1)
    rungs = []
    for number, name in enumerate(ladder.rungs):
        y = _down(number)
        here = " fl-ladder__name--now" if number == ladder.at else ""
        rungs += [
            tag("line", x1=middle - HALF, y1=y, x2=middle + HALF, y2=y, class_="fl-ladder__rung"),
            tag("text", name, x=name_at, y=y + 5, text_anchor=("end", "start")[side], class_=f"fl-ladder__name{here}"),
        ]
    return join([*rails, *rungs])


def _bar(rungs: tuple[int, int], kind: str, words: str) -> Html:
    """A bar from ladder to ladder, with a word on it where it is one of a future."""
    ends = [_down(rung) for rung in rungs]
    line = tag("line", x1=AT[0] + HALF, y1=ends[0], x2=AT[1] - HALF, y2=ends[1], class_=f"fl-ladder__{kind}")
    marks = [
        tag("circle", cx=x, cy=y, r=DISC if kind == "bar" else RING, class_=f"fl-ladder__{kind}-end fl-side-{side}")
        for side, (x, y) in enumerate(zip(AT, ends, strict=True))
    ]
    if not words:
        return join([line, *marks])
    size = " fl-ladder__word--long" if len(words) > ROOM else ""
    # Over a level bar, on a slanting one.
    y = sum(ends) / 2 - (6 if ends[0] == ends[1] else 0)
    said = tag("text", words, x=WIDTH // 2, y=y, text_anchor="middle", class_=f"fl-ladder__word{size}")
    return join([line, *marks, said])


def outcomes(block: Ladders) -> dict[tuple[int, int], str]:
    """The ghosts by where they stand, those that meet in one place named together: "tie, lose"."""
    found: dict[tuple[int, int], list[str]] = {}
    for ghost in block.ghosts:
        found.setdefault(ghost.rungs, []).append(ghost.words)
    return {rungs: ", ".join(words) for rungs, words in found.items()}


def _picture(block: Ladders) -> Html:
    now = (block.ladders[0].at, block.ladders[1].at)
    found = outcomes(block)
    here = found.pop(now, "")
    deep = max(len(ladder.rungs) for ladder in block.ladders)
    drawn = join(
        [
            *(_ladder(ladder, side) for side, ladder in enumerate(block.ladders)),
            *(_bar(rungs, "ghost", words) for rungs, words in found.items()),
            _bar(now, "bar", here and f"now; {here}"),
        ]
    )
    return tag("svg", drawn, viewBox=f"0 0 {WIDTH} {_down(deep - 1) + TOP}", aria_hidden="true", focusable="false")


def _heads(block: Ladders) -> Html:
    return tag(
        "div",
        [
            tag("p", tag("b", ladder.name), " ", tag("small", text(ladder.words)), class_=f"fl-side-{side}")
            for side, ladder in enumerate(block.ladders)
        ],
        class_="fl-ladders__sides",
    )


def _feet(block: Ladders) -> Html | None:
    if not any(ladder.may for ladder in block.ladders):
        return None
    return tag("div", [tag("p", text(ladder.may)) for ladder in block.ladders], class_="fl-ladders__sides")


def _behind(block: Ladders) -> Html:
    """Now and every outcome as a table."""
    names = [ladder.name for ladder in block.ladders]
    head = tag("tr", [tag("th", text(column), scope="col") for column in ("", *names)])
    now = (block.ladders[0].at, block.ladders[1].at)
    rows = [("Now", now), *((ghost.words[:1].upper() + ghost.words[1:], ghost.rungs) for ghost in block.ghosts)]
    body = [
        tag(
            "tr",
            tag("th", text(words), scope="row"),
            [tag("td", text(ladder.rungs[at])) for ladder, at in zip(block.ladders, rungs, strict=True)],
        )
        for words, rungs in rows
    ]
    whole = tag("table", tag("thead", head), tag("tbody", body), class_="fl-table")
    return tag("details", tag("summary", "The ladders as a table"), whole, class_="fl-fold")


def ladders(block: Ladders, place: Place) -> Html:
    """The ladders as one picture with its sentence, what each side may do there, and the table behind it."""
    picture = tag("div", _heads(block), _picture(block), _feet(block), class_="fl-ladders")
    caption = tag("figcaption", text(block.sentence))
    return tag("figure", picture, caption, _behind(block), class_="fl-picture")

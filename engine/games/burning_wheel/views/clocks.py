"""Clocks as lines of cells: what has run is filled, what is to come is open, what is held is hatched."""

from engine.games.burning_wheel.views.blocks import Beat, BeatLine, Beats, ClockLine, Clocks, Run
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def _cell(index: int, run: Run) -> Html:
    kind = "gone" if index < run.gone else "held" if run.held else None
    return tag("span", class_="fl-clock__cell", data_is=kind)


def _run(run: Run) -> Html:
    cells = tag("span", [_cell(index, run) for index in range(run.cells)], class_="fl-clock__cells")
    return tag(
        "span", tag("b", text(run.words)), cells, tag("small", f"{run.cells} × {run.each}"), class_="fl-clock__run"
    )


def _beats(run: Beats) -> Html:
    kinds = [None if beat is Beat.FREE else beat.value for beat in run.beats]
    cells = tag(
        "span", [tag("span", class_="fl-clock__cell", data_is=kind) for kind in kinds], class_="fl-clock__cells"
    )
    below = tag("small", text(run.below)) if run.below else None
    return tag("span", tag("b", text(run.words)), cells, below, class_="fl-clock__run")


def _line(line: ClockLine | BeatLine) -> Html:
    if isinstance(line, BeatLine):
        end, drawn = None, [_beats(run) for run in line.runs]
    else:
        end, drawn = tag("b", text(line.end), class_="fl-clock__end"), [_run(run) for run in line.runs]
    runs = tag("div", drawn, end, class_="fl-clock__runs")
    return tag("div", tag("p", text(line.words), class_="fl-clock__name"), runs, class_="fl-clock")


def clocks(block: Clocks, place: Place) -> Html:
    """The lines as one picture with its sentence, and the table behind it."""
    picture = tag("div", [_line(line) for line in block.lines], role="img", aria_label=block.sentence)
    head = tag("tr", [tag("th", text(column), scope="col") for column in block.columns])
    rows = [
        tag("tr", tag("th", text(row[0]), scope="row"), [tag("td", text(cell)) for cell in row[1:]])
        for row in block.rows
    ]
    whole = tag("table", tag("thead", head), tag("tbody", rows), class_="fl-table")
    behind = tag("details", tag("summary", text(block.behind)), whole, class_="fl-fold")
    return tag("figure", picture, tag("figcaption", text(block.legend)), behind, class_="fl-picture fl-clocks")

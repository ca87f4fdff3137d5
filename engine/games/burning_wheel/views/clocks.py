"""Clocks as lines of cells: what has run is filled, what is to come is open, what is held is hatched."""

from engine.games.burning_wheel.views.blocks import ClockLine, Clocks, Run
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


def _line(line: ClockLine) -> Html:
    end = tag("b", text(line.end), class_="fl-clock__end")
    runs = tag("div", [_run(run) for run in line.runs], end, class_="fl-clock__runs")
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
    behind = tag("details", tag("summary", "The clocks as a table"), whole, class_="fl-fold")
    return tag("figure", picture, tag("figcaption", text(block.legend)), behind, class_="fl-picture fl-clocks")

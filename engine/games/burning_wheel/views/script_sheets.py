"""Script sheets for paper: volleys side by side, lines to write on and words to ring, two sheets a page."""

from engine.games.burning_wheel.views.blocks import Choose, ScriptSheets
from engine.views.markup import Html, tag, text
from engine.views.place import Place


def _line(line: Choose) -> Html:
    """A line to write on, or the words of which one is ringed."""
    return tag("p", tag("b", text(line.name)), text(f" {' · '.join(line.words)}") if line.words else None)


def _sheet(block: ScriptSheets, number: int) -> Html:
    """One sheet; a reader who listens hears the first alone."""
    volleys = [tag("li", tag("b", text(name)), [_line(one) for one in lines]) for name, lines in block.volleys]
    return tag(
        "div",
        tag("p", tag("b", text(block.title))),
        tag("ol", [tag("li", text(head)) for head in block.heads]),
        tag("ol", volleys),
        [_line(one) for one in block.below],
        [tag("p") for _ in range(block.notes)],
        class_="fl-script",
        aria_hidden="true" if number else None,
    )


def script_sheets(block: ScriptSheets, place: Place) -> Html:
    """All copies, one page of paper."""
    return tag("div", [_sheet(block, number) for number in range(block.copies)], class_="fl-scripts")

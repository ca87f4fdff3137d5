"""What happened, step by step, each line with a link to the rule that made it so."""

import itertools

from engine.answer import Story, Told
from engine.views.markup import Html, tag, text
from engine.views.place import Place

NEWEST = 3


def story(block: Story, place: Place) -> Html:
    """The newest steps first and open, because they are looked for; the older ones in order under them, folded."""
    if not block.lines:
        return tag("p", "Nothing has happened yet.", class_="fl-note")
    steps = [list(lines) for _, lines in itertools.groupby(block.lines, key=lambda line: line.step)]
    drawn = [tag("li", [_line(line, place) for line in lines], value=lines[0].step) for lines in steps]
    before, last = drawn[:-NEWEST], drawn[: -NEWEST - 1 : -1]
    older = tag("details", tag("summary", f"Before that ({len(before)})"), tag("ol", before), class_="fl-fold")
    return tag(
        "div",
        tag("p", block.words, class_="fl-story__title"),
        tag("ol", last),
        older if before else None,
        class_="fl-story",
    )


def _line(line: Told, place: Place) -> Html:
    said = place.rule(line.rule, text(line.text)) if line.rule else text(line.text)
    return tag("p", tag("strong", f"{line.side}: ") if line.side else None, said)

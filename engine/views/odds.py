"""Odds as bars: what falls short hatched, what reaches the obstacle solid behind a gate; and their dice to roll."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest

from engine import wording
from engine.answer import Odds, Roll, plain
from engine.views import marks
from engine.views.dice import keyboard
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place

WIDTH, HEIGHT, HEAD, FOOT = 312, 76, 46, 20
WIDEST, NARROWEST, MARGIN, HATCH = 64, 13, 6, 6
LABELLED = 42
"""A slot as wide as this has room for its percentage."""
LETTER = 6.5
MOST_BARS = WIDTH // NARROWEST
SEEN, GHOST_SEEN = Fraction(1, 1000), Fraction(1, 100)


@dataclass(frozen=True)
class _Chart:
    """What is drawn of odds: the numbers of successes worth a place, up to the obstacle even where the dice end."""

    block: Odds

    @cached_property
    def shown(self) -> range:
        """Those whose chance one can see, and the obstacle's, up to `MOST_BARS`."""
        block = self.block
        both = zip_longest(block.chances, block.ghost, fillvalue=Fraction(0))
        seen = [
            block.first + index for index, chances in enumerate(both) if chances[0] >= SEEN or chances[1] >= GHOST_SEEN
        ] or [block.first]
        low, high = min(seen[0], block.obstacle), max(seen[-1], block.obstacle)
        low = max(low, high - MOST_BARS + 1) if block.obstacle > seen[-1] else low
        return range(low, min(high, low + MOST_BARS - 1) + 1)

    @cached_property
    def slot(self) -> float:
        """The width of a bar with the gap beside it."""
        return min(WIDEST, WIDTH / len(self.shown))

    @property
    def width(self) -> float:
        return self.slot * len(self.shown)

    @cached_property
    def highest(self) -> Fraction:
        return max([*self.block.chances, *self.block.ghost, Fraction(0)])

    def left(self, number: int) -> float:
        return (number - self.shown.start) * self.slot

    def top(self, chance: Fraction) -> float:
        """Where a bar of this chance ends."""
        return HEAD + HEIGHT - (float(chance / self.highest) * HEIGHT if self.highest else 0)

    def chance(self, chances: Sequence[Fraction], number: int) -> Fraction:
        index = number - self.block.first
        return chances[index] if 0 <= index < len(chances) else Fraction(0)


def odds(block: Odds, place: Place) -> Html:
    """The bars with a gate at the obstacle, the sentence that says them, and their dice; `exact` are the numbers."""
    chart = _Chart(block)
    drawing = tag(
        "svg",
        [_bar(chart, number) for number in chart.shown],
        _ghost(chart),
        [_labels(chart, number) for number in chart.shown],
        tag("path", d=f"M0 {HEAD + HEIGHT}H{chart.width:g}", class_="fl-axis"),
        _gate(chart),
        viewBox=f"0 0 {WIDTH} {HEAD + HEIGHT + FOOT}",
        role="img",
        aria_labelledby=place.id("odds"),
        aria_details=place.id("exact"),
        class_="fl-odds",
    )
    caption = tag("figcaption", text(block.sentence), id=place.id("odds"), class_="fl-hidden")
    picture = tag("figure", drawing, caption, class_="fl-picture")
    return join([picture, _roll(block, block.roll, place)]) if block.roll else picture


def _bar(chart: _Chart, number: int) -> list[Html]:
    """What falls short outlined and hatched, what reaches the obstacle solid."""
    chance = chart.chance(chart.block.chances, number)
    if not chance:
        return []
    top, gap = chart.top(chance), min(MARGIN, chart.slot / 5)
    left, width, height = chart.left(number) + gap / 2, chart.slot - gap, HEAD + HEIGHT - top
    box = {"x": f"{left:g}", "y": f"{top:.1f}", "width": f"{width:g}", "height": f"{height:.1f}"}
    if number >= chart.block.obstacle:
        return [tag("rect", class_="fl-bar fl-bar--pass", **box)]
    return [tag("rect", class_="fl-bar", **box), tag("path", d=_hatch(left, top, width, height), class_="fl-hatch")]


def _hatch(left: float, top: float, width: float, height: float) -> str:
    """Slanting lines that fill a box. An SVG pattern would do, but browsers print it as a photograph of itself."""
    lines = []
    for far in range(HATCH, math.ceil(width + height), HATCH):  # from the top left corner, over the edges
        across, down = min(far, width), min(far, height)
        length = across + down - far
        lines.append(f"M{left + across - length:.4g} {top + down:.4g}l{length:.3g}-{length:.3g}")
    return "".join(lines)


def _labels(chart: _Chart, number: int) -> list[Html]:
    """The chance above a bar and its number below, as far as there is room."""
    block, at = chart.block, {"x": f"{chart.left(number) + chart.slot / 2:g}", "text_anchor": "middle"}
    chance = chart.chance(block.chances, number)
    drawn = []
    if chance and chart.slot >= LABELLED:
        y = f"{chart.top(chance) - 4:.1f}"
        drawn.append(tag("text", wording.percent(chance), y=y, class_="fl-odds__quiet", **at))
    if chart.slot >= LABELLED / 2.5 or number % 2 == 0:
        more = "+" if block.open_end and number == block.first + len(block.chances) - 1 else ""
        drawn.append(tag("text", f"{wording.number(number)}{more}", y=HEAD + HEIGHT + FOOT - 5, **at))
    return drawn


def _ghost(chart: _Chart) -> list[Html]:
    """The chances if something else held, as one stepped line."""
    if not chart.block.ghost:
        return []
    steps = "".join(
        f"{'M0 ' if number == chart.shown.start else 'V'}{chart.top(chart.chance(chart.block.ghost, number)):.1f}"
        f"H{chart.left(number) + chart.slot:g}"
        for number in chart.shown
    )
    return [tag("path", d=steps, class_="fl-ghost fl-ghost--halo"), tag("path", d=steps, class_="fl-ghost")]


def _gate(chart: _Chart) -> list[Html]:
    """A post where the obstacle begins, with the chance to come through."""
    block, x = chart.block, chart.left(chart.block.obstacle)
    if not block.first < block.obstacle <= chart.shown[-1]:
        return []
    before = x > WIDTH / 2
    at = {"x": f"{x - 5 if before else x + 5:g}", "text_anchor": "end" if before else "start"}
    words = f"{wording.percent(_reaching(block, block.chances))} for {wording.number(block.obstacle)} or more"
    other = f"{block.ghost_words} {wording.percent(_reaching(block, block.ghost))}" if block.ghost else ""
    other = other if len(other) * LETTER < max(x, WIDTH - x) else ""  # the sentence and the table say it too
    return [
        tag("path", d=f"M{x:g} 2V{HEAD + HEIGHT}", class_="fl-gate"),
        tag("text", words, y=12, class_="fl-odds__gate", **at),
        tag("text", other, y=27, class_="fl-odds__quiet", **at) if other else Html(""),
    ]


def _reaching(block: Odds, chances: Sequence[Fraction]) -> Fraction:
    return sum(chances[max(0, block.obstacle - block.first) :], Fraction(0))


def _roll(block: Odds, roll: Roll, place: Place) -> Html:
    """The dice can be thrown right here, by the page or at the table."""
    button = tag("button", roll.words, class_="fl-button")
    box = tag(
        "input",
        name="faces",
        placeholder=roll.sample,
        inputmode=keyboard(roll.sample),
        autocomplete="off",
        class_="fl-text",
    )
    label = tag("label", "or your own dice ", box)
    onward = json.dumps(plain(block.onward), ensure_ascii=False) if block.onward else None
    return tag(
        "form",
        button,
        label,
        class_="fl-roll",
        id=place.id("roll"),
        data_roller=roll.calculator,
        data_pool=roll.pool,
        data_obstacle=block.obstacle,
        data_onward=onward,
    )


def exact(block: Odds, place: Place) -> Html:
    """Every chance of the odds as a table, folded: it stands with what the answer comes from."""
    columns = ["Successes", "Exactly", "At least", *([block.ghost_words] if block.ghost else [])]
    rows = []
    at_least = sum(block.chances, Fraction(0))
    last = max(len(block.chances), len(block.ghost)) - 1
    for index, (chance, ghost) in enumerate(zip_longest(block.chances, block.ghost, fillvalue=Fraction(0))):
        number = wording.number(block.first + index)
        ends = index == last and (block.open_end or len(block.ghost) > len(block.chances))
        cells = [wording.percent(one) for one in ((chance, at_least, ghost) if block.ghost else (chance, at_least))]
        name = f"{number} or more" if ends else number
        rows.append(tag("tr", tag("th", name, scope="row"), [tag("td", cell) for cell in cells]))
        at_least -= chance
    head = tag("thead", tag("tr", [tag("th", column, scope="col") for column in columns]))
    whole = tag("table", head, tag("tbody", rows), class_="fl-table")
    folded = tag("details", tag("summary", "The chances as a table"), whole, class_="fl-fold")
    return tag("div", folded, marks.mark(block.mark, place), id=place.id("exact"), class_="fl-marked")

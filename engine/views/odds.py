"""Odds as bars: what falls short plain, what reaches the obstacle hatched and in the accent; and their dice to roll."""

import json
from fractions import Fraction

from engine import wording
from engine.answer import Odds, Roll, plain
from engine.views import marks
from engine.views.dice import keyboard
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place

BAR, GAP, HEIGHT, FOOT = 34, 6, 96, 20
MOST_BARS = 24
SEEN = Fraction(1, 1000)


def _window(block: Odds) -> range:
    """The bars worth drawing: those one can see, and the obstacle's, up to `MOST_BARS`."""
    seen = [index for index, chance in enumerate(block.chances) if chance >= SEEN] or [0]
    asked = min(max(block.obstacle - block.first, 0), len(block.chances) - 1)
    low, high = min(seen[0], asked), max(seen[-1], asked)
    return range(low, min(high, low + MOST_BARS - 1) + 1)


def _height(chance: Fraction, highest: Fraction) -> int:
    return int(chance * HEIGHT / highest) if highest else 0


def odds(block: Odds, place: Place) -> Html:
    """The bars with their sentence, and every chance as a table behind them."""
    shown = _window(block)
    highest = max([block.chances[index] for index in shown] + list(block.ghost) + [Fraction(0)])
    width = len(shown) * (BAR + GAP)
    bars: list[Html] = []
    for slot, index in enumerate(shown):
        left = slot * (BAR + GAP) + GAP // 2
        tall = _height(block.chances[index], highest)
        number = block.first + index
        passes = number >= block.obstacle
        bars.append(
            tag("rect", x=left, y=HEIGHT - tall, width=BAR, height=tall, class_="fl-bar--pass" if passes else "fl-bar")
        )
        if passes:
            fill = f"url(#{place.id('hatch')})"
            bars.append(tag("rect", x=left, y=HEIGHT - tall, width=BAR, height=tall, fill=fill))
        if index < len(block.ghost):
            ghost = _height(block.ghost[index], highest)
            bars.append(tag("rect", x=left, y=HEIGHT - ghost, width=BAR, height=ghost, class_="fl-bar--ghost"))
        more = block.open_end and index == len(block.chances) - 1
        middle = left + BAR // 2
        label = f"{wording.number(number)}{'+' if more else ''}"
        bars.append(tag("text", label, x=middle, y=HEIGHT + FOOT - 5, text_anchor="middle"))
    hatch = tag(
        "pattern",
        tag("path", d="M-1 7l8-8M-1 13l14-14", class_="fl-hatch"),
        id=place.id("hatch"),
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
    )
    drawing = tag(
        "svg",
        tag("title", "Chances of each number of successes", id=place.id("odds")),
        tag("defs", hatch),
        bars,
        viewBox=f"0 0 {width} {HEIGHT + FOOT}",
        role="img",
        aria_labelledby=place.id("odds"),
        class_="fl-odds",
        style=f"max-width:{max(width, 160)}px",
    )
    caption = tag("figcaption", text(block.sentence), " ", marks.mark(block.mark, place))
    picture = tag("figure", drawing, caption, _table(block), class_="fl-picture")
    return join([picture, _roll(block, block.roll, place)]) if block.roll else picture


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


def _table(block: Odds) -> Html:
    with_ghost = bool(block.ghost)
    columns = ["Successes", "Exactly", "At least", *([block.ghost_words] if with_ghost else [])]
    rows = []
    at_least = sum(block.chances, Fraction(0))
    for index, chance in enumerate(block.chances):
        last = index == len(block.chances) - 1
        number = wording.number(block.first + index)
        name = f"{number} or more" if last and block.open_end else number
        ghost = block.ghost[index] if index < len(block.ghost) else Fraction(0)
        cells = [wording.percent(chance), wording.percent(at_least), *([wording.percent(ghost)] if with_ghost else [])]
        rows.append(tag("tr", tag("th", name, scope="row"), [tag("td", cell) for cell in cells]))
        at_least -= chance
    head = tag("thead", tag("tr", [tag("th", column, scope="col") for column in columns]))
    whole = tag("table", head, tag("tbody", rows), class_="fl-table")
    return tag("details", tag("summary", "The chances as a table"), whole, class_="fl-fold")

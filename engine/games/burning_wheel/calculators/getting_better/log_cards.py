"""Logs of abilities as cards for paper (HUB-37 to HUB-41)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, row, sheet
from engine.games.burning_wheel.calculators.getting_better.advancement import why_none
from engine.games.burning_wheel.forms.learning import EXPONENT
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.rules.advancement import Kind, Marks, as_values
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.views.blocks import Deck, ManeuverCard
from engine.rulings import Rulings

LINE = "Name " + "_" * 12
"""Where a name is written."""
MOST_CARDS = 45
PER_PAGE = 9


@row("log")
class LogRow:
    """Logs of one kind and exponent, as a row of the form."""

    name: Annotated[str, Longest(30), Asked("Name", "Empty: a line to write on.")] = ""
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    kind: Annotated[Kind, Asked("Kind of ability", more=True)] = Kind.SKILL
    copies: Annotated[int, Between(1, PER_PAGE), Asked("How many like this", more=True, quick=(1, 3, 9))] = 1


@calculator("log-cards", rules="HUB-37 HUB-38 HUB-39 HUB-40 HUB-41")
def log_cards(
    logs: Annotated[tuple[LogRow, ...], Asked("Logs"), sheet("skill")] = (
        LogRow(exponent=2, copies=3),
        LogRow(exponent=3, copies=3),
        LogRow(exponent=4, copies=3),
    ),
    *,
    ask: Rulings,
) -> Answer:
    """Test logs of which abilities?"""
    cards: list[ManeuverCard] = []
    circles: list[str] = []
    routes: list[list[dict[str, int]]] = []
    for place, log in enumerate(logs):
        needed = routes_of(log.kind, log.exponent, ask)
        if not needed:
            why, _ = why_none(log.kind, log.exponent)
            raise Unusable(f"logs.{place}.{'kind' if log.kind.parents else 'exponent'}", f"{_name(log)} {why}.")
        routes.append([as_values(route) for route in needed])
        lines = _lines(needed)
        circles.append(", ".join(f"{name} {row}" for name, row in lines))
        cards += [_card(log, lines)] * log.copies
    if not cards:
        raise Unusable("logs", "At least one log is wanted; there is none.")
    if len(cards) > MOST_CARDS:
        raise Unusable("logs", f"At most {MOST_CARDS} logs are printed at once; these are {len(cards)}.")
    pages = -(-len(cards) // PER_PAGE)
    count, paper = wording.count(len(cards), "test log"), wording.count(pages, "page")
    sentence = f"{count} on {paper}, with a circle for each test that is needed."
    verdict = Verdict(wording.count(len(cards), "log"), (Fact(paper),), sentence)
    values = {"count": len(cards), "pages": pages, "circles": circles, "needed": routes}
    return Answer(values, (verdict, Deck(sentence, tuple(cards))))


def _name(log: LogRow) -> str:
    """What stands on a log, or what it is of, at the beginning of a sentence."""
    return log.name or log.kind.words[:1].upper() + log.kind.words[1:]


def _lines(needed: tuple[Marks, ...]) -> tuple[tuple[str, str], ...]:
    """A row of circles for each class that a route asks for; "or" before one that another of them may stand for."""
    most = {one: max(route.of(one) for route in needed) for one in TestClass}
    wanted = [one for one in TestClass if most[one]]
    optional = [one for one in wanted if not all(route.of(one) for route in needed)]
    return tuple((f"or {one.value}" if one in optional[1:] else one.value, " ".join("○" * most[one])) for one in wanted)


def _card(log: LogRow, lines: tuple[tuple[str, str], ...]) -> ManeuverCard:
    """A log as a card: its name, the circles of each class, and what is marked."""
    only = "Mark only tests that you passed." if log.kind.success_only else ""
    return ManeuverCard(log.name or LINE, f"{log.kind.words}, exponent {log.exponent}", lines, only, "")

"""Practice, as the table reads the rules."""

from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.rules import practice as rules
from engine.games.burning_wheel.rules.advancement import CAP, ROWS, Kind
from engine.games.burning_wheel.rules.practice import Times
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.rulings import Rulings
from engine.working import Worked


def cycle_of(times: Times, ask: Rulings) -> int:
    """The days of a cycle, under the table's month."""
    return rules.cycle(times.months, by_year=ask["learning.month"] == "year")


def limit_of(will: int, ask: Rulings, imposed: bool = False) -> Worked:
    """The most hours of practice in a day; whether Will binds the willing is asked for where it would."""
    binds = rules.daily_limit(will).total < rules.MOST_HOURS
    return rules.daily_limit(will, bound=imposed or not binds or ask["learning.daily-limit"] == "all")


def sure(kind: Kind, ask: Rulings) -> bool:
    """Whether practice earns the mark without a roll."""
    return not kind.success_only or ask["learning.practice-success"] == "yes"


def no_use(kind: Kind, test_class: TestClass, exponent: int | None, ask: Rulings) -> str:
    """Why a mark of this class would be worth nothing, as the end of a sentence; empty where it is worth something."""
    if exponent is not None:
        needed = routes_of(kind, exponent, ask)
        if needed and not any(route.of(test_class) for route in needed):
            return f"no {test_class.value} test counts at exponent {exponent}"
        return f"no test leads on from exponent {CAP}" if exponent >= CAP else ""
    by_table = kind.table()
    if by_table and test_class is TestClass.ROUTINE and not any(row.routine for row in ROWS[by_table]):
        return "no Routine test ever advances a stat"
    return ""

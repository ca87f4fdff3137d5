"""The log of an ability as a block, and what artha rescues as rows."""

from collections.abc import Mapping

from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.games.burning_wheel.rules.spending import USES
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.views.blocks import Bubbles, ExperienceLog
from engine.games.burning_wheel.words import LETTERS, REASONS, count_words


def rescue_rows(failing: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The table of what 1 Persona does after a failure, or why it does nothing."""
    return tuple((USES[use].name, REASONS[code] if code else USES[use].effect) for use, code in failing.items())


def log_block(kind: Kind, exponent: int, marks: Marks, needed: tuple[Marks, ...], full: str = "") -> ExperienceLog:
    """The experience log as on paper: what is needed by either route, and what is marked."""
    rows = []
    either = exponent > 0 and len(needed) > 1
    for one in TestClass:
        need = max((route.of(one) for route in needed), default=0)
        joined = "or" if one in (TestClass.DIFFICULT, TestClass.CHALLENGING) and either else ""
        rows.append(Bubbles(one.value, LETTERS[one], marks.of(one), need, joined))
    return ExperienceLog(tuple(rows), f"Marked: {count_words(marks)}.", either, kind.success_only, full)

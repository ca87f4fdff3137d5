"""The tests that an ability needs to advance, as the table reads the rules."""

from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules.advancement import Kind, Marks
from engine.rulings import Rulings

LABELS, AS_PRINTED = "later.tables", "printed"


LAST_EITHER = max(row.exponent for row in rules.ROWS[rules.Table.SKILL] if row.either)


def routes_of(kind: Kind, exponent: int, ask: Rulings) -> tuple[Marks, ...]:
    """The routes to the next exponent under the table's rulings, each asked for only where it decides something."""
    later = ask["edition"] == "later" if kind.emotional else False
    printed = _as_printed(kind, exponent, ask)
    by_table = kind.table(later=later, printed=printed)
    row = rules.row_of(by_table, exponent) if by_table else None
    joined = kind is Kind.STEEL and row is not None and row.either and row.difficult > 1
    alike = joined and ask["steel.interchange"] == "each"
    disputed = by_table is rules.Table.SKILL and row is not None and row.worded != row.challenging and not alike
    return rules.routes(
        kind,
        exponent,
        worded=disputed and ask["advancement.challenging"] == "sentence",
        later=later,
        printed=printed,
        lift_from_0=by_table is not None
        and exponent == 0
        and kind is not Kind.RESOURCES
        and ask["advancement.from-0"] == "one",
        alike=alike,
    )


def _as_printed(kind: Kind, exponent: int, ask: Rulings) -> bool:
    """Whether the labels of the later edition's tables hold.

    By default the editions ask for the same tests, so only players who chose the other reading are asked for theirs.
    """
    if ask.chosen.get(LABELS) != AS_PRINTED or not _labels_matter(kind, exponent):
        return False
    return ask["edition"] == "later" and ask[LABELS] == AS_PRINTED


def _labels_matter(kind: Kind, exponent: int) -> bool:
    """The two tables differ up to exponent 4; from 5 on they ask for the same. Source: HUB-102."""
    return not kind.parents and exponent <= LAST_EITHER

"""Open and graduated tests, with the facts that a GM keeps ready (HUB-14, HUB-92)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.dice import Distribution
from engine.forms import Asked, Between, Longest, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.rolled import Ahead, OpenRolled
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules import open_tests as rules
from engine.games.burning_wheel.rules.open_tests import Fact
from engine.games.burning_wheel.rules.test_class import OF_OPEN_TEST
from engine.rulings import Rulings
from engine.working import Mark


@dataclass(frozen=True, slots=True)
class FactRow:
    """Something there is to learn, as a row of the form."""

    successes: Annotated[int, Between(1, rules.MOST_TOLD), Asked("Successes it takes", gm=True, quick=(1, 2, 3, 5))] = 1
    words: Annotated[str, Longest(80), Asked("You learn")] = ""

    singular: ClassVar[str] = "fact"


@calculator("open-test", rules="HUB-14 HUB-92")
def open_test(
    pool: Annotated[Pool, Asked("Your dice", "Mixed shades too: B4+G2", quick=QUICK_POOLS), sheet("ability")] = (
        Pool.of(4)
    ),
    facts: Annotated[tuple[FactRow, ...], Asked("What there is to learn", gm=True)] = (),
    roll: Annotated[Ahead | OpenRolled, Asked("The dice")] = Ahead(),
    beginner: Annotated[bool, Asked("Beginner’s Luck: these are stat dice", more=True)] = False,
    open_ended: Annotated[bool, Asked("Open-ended: every 6 brings another die", more=True)] = False,
    wounds: Wounded = UNHURT,
    tested: WhatIsTested = Tested.SKILL,
    *,
    ask: Rulings,
) -> Answer:
    """How much do I learn?"""
    hurt = feels(wounds, pool, ask, tested.told, beginner=beginner)
    if hurt.gone:
        return no_test(hurt.gone)
    left = hurt.leaves(pool)
    rolled = left.opened() if open_ended or tested.opens(ask, beginner=beginner) else left
    later = ask["edition"] == "later"
    doubled = beginner and not later and ask["open.beginner"] == "two"
    least = rules.least(later=later, beginner=beginner, doubled=doubled)
    needed = least + hurt.added
    fewer = hurt.added if hurt.added and ask["open.wounded"] == "fewer" else 0
    law = law_of(rolled, ask)
    known = tuple(Fact(row.successes + fewer, row.words or f"fact {number}") for number, row in enumerate(facts, 1))
    counted = roll.successes if isinstance(roll, OpenRolled) else _even(law)
    learned = rules.told(known, counted, needed)
    passes = counted >= needed
    values = {
        "successes": counted,
        "label": ladder.label(counted - fewer, later=later) if passes else "",
        "learned": [fact.words for fact in learned],
        "needed": needed,
        "passes": passes,
        "probability": law.at_least(needed),
        "percentage": wording.percent(law.at_least(needed)),
        "chances": [law.at_least(max(fact.successes, needed)) for fact in known],
        "class": OF_OPEN_TEST[0].value,
    }
    word = f"“{values['label']}” on the ladder" if passes else _nothing(later)
    share = f" · {len(learned)} of {wording.count(len(known), 'fact')}" if known else ""
    table = _table(known, law, needed, counted if isinstance(roll, OpenRolled) else None, later, fewer)
    borne = ledger(hurt, pool.dice, least, against="Successes to learn anything")
    if isinstance(roll, OpenRolled):
        figure = wording.count(counted, "success", "successes")
        leaves = marks_of("pool", OF_OPEN_TEST, tested.kind, passed=passes, beginner=beginner)
        nothing_marked = () if leaves else (Note(f"{tested.kind.words} marks only tests that succeed.", rule="HUB-39"),)
        told = f" You learn: {wording.listed(fact.words for fact in learned)}." if learned else ""
        return Answer(
            values=values,
            blocks=(
                Verdict(figure, f"{word}{share}", f"{figure}: {word}.{told}"),
                table,
                *borne,
                *_notes(later, beginner, least),
                *nothing_marked,
            ),
            effects=leaves,
        )
    something, nothing = law.at_least(needed), law.below(needed)
    if passes:
        verdict = Verdict(
            f"{counted} or more",
            f"at even odds: {word}{share} · nothing {wording.percent(nothing)}",
            f"At even odds or better you roll {wording.count(counted, 'success', 'successes')} or more: {word}. "
            f"The chance to learn nothing: {wording.percent(nothing)}.",
            Mark.DERIVED,
        )
    else:
        verdict = Verdict(
            "Nothing",
            f"more often than not · something {wording.percent(something)}",
            f"More often than not you learn nothing. The chance to learn something: {wording.percent(something)}.",
            Mark.DERIVED,
        )
    blocks: list[Block] = [
        verdict,
        table,
        replace(
            odds_of(rolled, needed, ask),
            sentence=f"{wording.count(rolled.dice, 'die', 'dice')}, to learn something: {wording.percent(something)}.",
        ),
        *borne,
        *_notes(later, beginner, least),
    ]
    return Answer(values=values, blocks=tuple(blocks))


def _even(law: Distribution) -> int:
    """The most successes that come at even odds or better."""
    return max(number for number, _ in law if law.at_least(number) >= Fraction(1, 2))


def _nothing(later: bool) -> str:
    return "the test fails" if later else "nothing learned"


def _table(
    known: tuple[Fact, ...], law: Distribution, needed: int, counted: int | None, later: bool, fewer: int
) -> Table:
    """What comes from how many successes on: the GM's facts, or else the ladder; wounds make `fewer` of them count."""
    rungs = [Fact(rung.obstacle + fewer, "") for rung in ladder.LADDER]
    steps = rules.told(known, rules.MOST_TOLD + fewer, needed) or rungs
    rows = []
    for step in steps:
        row = (str(step.successes), ladder.label(step.successes - fewer, later=later))
        chance = wording.percent(law.at_least(max(step.successes, needed)))
        rows.append((*row, step.words, chance) if known else (*row, chance))
    columns = ("From", "On the ladder", *(("You learn",) if known else ()), "Chance")
    passed = counted is not None and counted >= needed
    reached = [place for place, step in enumerate(steps) if passed and step.successes <= (counted or 0)]
    return Table("How much you learn", columns, tuple(rows), reached[-1] if reached else None, Mark.DERIVED)


def _notes(later: bool, beginner: bool, least: int) -> list[Note]:
    notes = []
    if later:
        notes.append(Note("Failing, you get what the GM said would happen.", rule="HUB-92"))
    if beginner:
        more = "Beginner’s Luck asks for two." if least > 1 else "Nothing is doubled under Beginner’s Luck."
        notes.append(Note(more, rule="HUB-93" if later else "HUB-14"))
    return notes

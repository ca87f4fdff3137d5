"""Open and graduated tests, with the facts that a GM keeps ready (HUB-14, HUB-92)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, row
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.rolling_dice.fields import B4, YourPool
from engine.games.burning_wheel.forms.rolled import Ahead, OpenRolled
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules import open_tests as rules
from engine.games.burning_wheel.rules.test_class import OF_OPEN_TEST
from engine.rulings import Rulings
from engine.working import Mark


@row("fact")
class FactRow(rules.Fact):
    """Something there is to learn, as a row of the form."""

    successes: Annotated[int, Between(1, rules.MOST_TOLD), Asked("Successes it takes", gm=True, quick=(1, 2, 3, 5))] = 1
    words: Annotated[str, Longest(80), Asked("You learn")] = ""


@calculator("open-test", rules="HUB-14 HUB-92")
def open_test(
    pool: YourPool = B4,
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
    fewer = hurt.added if hurt.added and ask["open.wounded"] == "fewer" else 0
    known = tuple(
        rules.Fact(one.successes + fewer, one.words or f"fact {number}") for number, one in enumerate(facts, 1)
    )
    counted = roll.successes if isinstance(roll, OpenRolled) else None
    found = Learning(Test(rolled, least + hurt.added, ask), known, later, fewer, counted)
    borne = ledger(hurt, pool.dice, least, against="Successes to learn anything")
    notes = _notes(later, beginner, least)
    if counted is None:
        return Answer(found.values, (_likely(found), _table(found), _odds(found), *borne, *notes))
    marks = marks_of("pool", OF_OPEN_TEST, tested.kind, passed=found.passes, beginner=beginner)
    if not marks:
        notes.append(Note(f"{tested.kind.words} marks only tests that succeed.", rule="HUB-39"))
    return Answer(found.values, (_learned(found), _table(found), *borne, *notes), marks)


@dataclass(frozen=True, slots=True)
class Learning:
    """An open test against the successes without which nothing is learned, and the facts that there are to learn.

    Wounds make `fewer` successes count on the ladder. `rolled` are the successes, None before the roll.
    """

    test: Test
    known: tuple[rules.Fact, ...]
    later: bool
    fewer: int
    rolled: int | None

    @property
    def counted(self) -> int:
        """The successes rolled, or the most that come at even odds or better."""
        if self.rolled is not None:
            return self.rolled
        law = self.test.law
        return max(number for number, _ in law if law.at_least(number) >= Fraction(1, 2))

    @property
    def passes(self) -> bool:
        return self.counted >= self.test.obstacle

    @property
    def learned(self) -> tuple[rules.Fact, ...]:
        return rules.told(self.known, self.counted, self.test.obstacle)

    def chance(self, fact: rules.Fact) -> Fraction:
        """The chance to learn it."""
        return self.test.law.at_least(max(fact.successes, self.test.obstacle))

    def label(self, successes: int) -> str:
        return ladder.label(successes - self.fewer, later=self.later)

    @property
    def word(self) -> str:
        """What the successes come to."""
        if self.passes:
            return f"“{self.label(self.counted)}” on the ladder"
        return "the test fails" if self.later else "nothing learned"

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The same, and how many of the facts that is."""
        share = (Fact(f"{len(self.learned)} of {len(self.known)}", "learned"),) if self.known else ()
        ladder = Fact(f"“{self.label(self.counted)}”", "on the ladder") if self.passes else Fact(self.word)
        return ladder, *share

    @property
    def values(self) -> dict[str, Any]:
        return {
            "successes": self.counted,
            "label": self.label(self.counted) if self.passes else "",
            "learned": [fact.words for fact in self.learned],
            "needed": self.test.obstacle,
            "passes": self.passes,
            "probability": self.test.chance,
            "percentage": wording.percent(self.test.chance),
            "chances": [self.chance(fact) for fact in self.known],
            "class": OF_OPEN_TEST[0].value,
        }


def _learned(found: Learning) -> Verdict:
    """What a roll has brought."""
    figure = wording.count(found.counted, "success", "successes")
    told = f" You learn: {wording.listed(fact.words for fact in found.learned)}." if found.learned else ""
    return Verdict(figure, found.facts, f"{figure}: {found.word}.{told}")


def _likely(found: Learning) -> Verdict:
    """What a roll is likely to bring."""
    something, nothing = (wording.percent(chance) for chance in (found.test.chance, 1 - found.test.chance))
    if not found.passes:
        sentence = f"More often than not you learn nothing. The chance to learn something: {something}."
        return Verdict(
            "Nothing", (Fact("more often than not"), Fact(found.test.chance, "something")), sentence, Mark.DERIVED
        )
    likely = f"you roll {wording.count(found.counted, 'success', 'successes')} or more: {found.word}"
    return Verdict(
        f"{found.counted} or more",
        (Fact("at even odds"), *found.facts, Fact(1 - found.test.chance, "nothing")),
        f"At even odds or better {likely}. The chance to learn nothing: {nothing}.",
        Mark.DERIVED,
    )


def _odds(found: Learning) -> Block:
    dice = wording.count(found.test.dice, "die", "dice")
    sentence = f"{dice}, to learn something: {wording.percent(found.test.chance)}."
    return replace(found.test.odds(), sentence=sentence)


def _table(found: Learning) -> Table:
    """What comes from how many successes on: the GM's facts, or else the ladder."""
    known, needed = found.known, found.test.obstacle
    rungs = [rules.Fact(rung.obstacle + found.fewer, "") for rung in ladder.LADDER]
    steps = rules.told(known, rules.MOST_TOLD + found.fewer, needed) or rungs
    rows = tuple(
        (step.successes, found.label(step.successes), *((step.words,) if known else ()), found.chance(step))
        for step in steps
    )
    columns = ("From", "On the ladder", *(("You learn",) if known else ()), "Chance")
    reached = None
    if found.rolled is not None and found.passes:
        reached = max((at for at, step in enumerate(steps) if step.successes <= found.counted), default=None)
    return Table("How much you learn", columns, rows, reached, Mark.DERIVED)


def _notes(later: bool, beginner: bool, least: int) -> list[Note]:
    notes = []
    if later:
        notes.append(Note("Failing, you get what the GM said would happen.", rule="HUB-92"))
    if beginner:
        more = "Beginner’s Luck asks for two." if least > 1 else "Nothing is doubled under Beginner’s Luck."
        notes.append(Note(more, rule="HUB-93" if later else "HUB-14"))
    return notes

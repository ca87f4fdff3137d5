"""Treating a wound: how hard it is for these hands, how long it takes, and what it gives Health (INJ-24 to INJ-26)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.healing import B4, Healer, HealersDice, Rolled, Skilled, Tended
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.healing import hands_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.times import working
from engine.games.burning_wheel.rules import recovery, times
from engine.games.burning_wheel.rules import treatment as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.recovery import HOURS, Care, End
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.rules.treatment import SKILLS, TREATED, Column, Extra, Medic
from engine.games.burning_wheel.rules.wounds import Felt, Level
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

SHOWN_EXTRA = 5
"""Rows of extra successes that are listed."""


@calculator("treatment", rules="INJ-24 INJ-25 INJ-26")
def treatment(
    wound: Annotated[Tended, Asked("The wound")] = Tended.LIGHT,
    healer: Annotated[Healer, Asked("Someone treats it")] = Skilled(),
    helping: HealersDice = 0,
    careful: Annotated[bool, Asked("They work carefully: said before the roll")] = False,
    health: Annotated[Ability, Asked("Health of the wounded", quick=("B3", "B4", "B5")), sheet("health")] = B4,
    successes: Rolled = None,
    speed: Annotated[int, Between(0, 20), Asked("Extra successes for speed", quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is it to treat this wound, and what does it bring?"""
    level = wound.level
    trained = isinstance(healer, Skilled)
    medic = healer.medic if isinstance(healer, Skilled) else None
    own = healer.skill if isinstance(healer, Skilled) else hands_of(healer.perception, healer.agility, ask)
    try:
        asked = rules.asked(level, medic)
    except Refused as error:
        return _beyond(str(error))
    hurt = feels(wounds, own, ask, ELEMENTS["skill"] if trained else None)
    if hurt.gone:
        return no_test(hurt.gone)
    worked = _dice(own, SKILLS[medic].words, helping, careful, hurt)
    test = Test.of(own.shade, worked.total, asked + hurt.added, ask, at="helping")
    case = Case(level, medic, test, worked, hurt, health, careful, 0 if successes is None else speed)
    if successes is None:
        verdict, *blocks = _ahead(case)
    else:
        verdict, *blocks = _done(case, successes)
    marks = test.marks("healer.skill", Kind.SKILL) if trained else ()
    return Answer(
        {**test.values, "possible": True, "minutes": case.minutes, **case.rolled(successes)},
        (
            verdict,
            *blocks,
            Working(case.against.lines, case.against.total, "Obstacle"),
            Working(worked.lines, worked.total, "Dice that count", "D"),
            Working(case.pace.lines, case.pace.total, f"Of {case.stated}", f"{wording.NO_BREAK}%"),
            *_remarks(case),
        ),
        marks,
    )


@dataclass(frozen=True, slots=True)
class Case:
    """A treatment: the wound, the skill or none, the test with its dice, and what the extra successes are meant for."""

    level: Level
    medic: Medic | None
    test: Test
    worked: Worked
    hurt: Felt
    health: Ability
    careful: bool
    speed: int

    @property
    def against(self) -> Worked:
        """The obstacle, line by line."""
        words = f"A {self.level.wound} with {SKILLS[self.medic].words}"
        return Worked((Line(self.test.obstacle - self.hurt.added, words, "INJ-24"), self.hurt.obstacle))

    @property
    def pace(self) -> Worked:
        """The time in percent of what the skill takes."""
        return working(self.careful, self.speed, self.test.ask)

    @property
    def stated(self) -> str:
        """What the skill takes for such a wound."""
        return times.in_words(rules.seconds(self.level, self.medic), Unit.HOURS)

    @property
    def takes(self) -> str:
        """What this treatment takes."""
        return times.in_words(self.seconds, Unit.HOURS)

    @property
    def seconds(self) -> int:
        """The same in seconds."""
        return rules.seconds(self.level, self.medic, self.pace.total)

    @property
    def minutes(self) -> Fraction:
        """The same in minutes."""
        return Fraction(self.seconds, Unit.MINUTES.seconds)

    def extra(self, successes: int) -> Extra:
        """How the extra successes are shared. Raises `Unusable` where more are put into speed than there are."""
        try:
            return rules.shared(successes, self.test.obstacle, self.speed)
        except Refused as error:
            raise Unusable("speed", str(error)) from None

    def healing(self, more: int) -> Test:
        """The Health test with so many dice from the treatment."""
        asked = recovery.obstacle(self.level)
        return Test.of(self.health.shade, self.health.exponent + more, asked, self.test.ask, at="health")

    @property
    def whole(self) -> Fraction:
        """How likely the wound heals without a die lost for good, over the treatment and the Health test."""
        most = max(0, self.test.dice - self.test.obstacle)
        law = law_of(self.test.pool, self.test.ask, self.test.obstacle + most)
        ways = recovery.cared(law, self.test.obstacle, most)
        ends = recovery.chances(
            self.level,
            ways,
            lambda more: law_of(Pool.of(self.health.exponent + more, self.health.shade), self.test.ask),
        )
        good = (End.AT_ONCE,) if self.level in HOURS else (End.MENDING, End.NEXT_STAGE)
        return sum((ends.get(end, Fraction(0)) for end in good), Fraction(0))

    def rolled(self, successes: int | None) -> dict[str, Any]:
        """What the roll brought, for programs."""
        if successes is None:
            return {"care": None, "health_dice": 0, "for_speed": 0, "whole": self.whole}
        extra = self.extra(successes)
        passed = successes >= self.test.obstacle
        return {
            "care": (Care.PASSED if passed else Care.FAILED).value,
            "health_dice": extra.health,
            "for_speed": extra.speed,
            "whole": None,
        }


def _dice(own: Ability, words: str, helping: int, careful: bool, hurt: Felt) -> Worked:
    lines = [Line(own.exponent, f"{words} {own}", "INJ-24"), hurt.dice]
    lines += [Line(helping, "Help, tools, FoRKs", "HUB-30"), Line(int(careful), "Working carefully", "HUB-19")]
    return Worked(tuple(lines))


def _beyond(why: str) -> Answer:
    """The answer where these hands cannot treat the wound."""
    staunch = "It may still stop the bleeding until better help comes."
    return Answer(
        {"possible": False, "obstacle": None},
        (Verdict("No test", (Fact("beyond this skill"),), why), Note(staunch, rule="INJ-31")),
    )


def _ahead(case: Case) -> tuple[Block, ...]:
    test = case.test
    # What a test without a skill counts toward, the book does not say.
    facts = (*(test.facts if case.medic else test.facts[:2]), Fact(case.takes))
    rows = []
    for extra in range(min(SHOWN_EXTRA, max(0, test.dice - test.obstacle)) + 1):
        healing = case.healing(extra)
        rows.append((test.obstacle + extra, DiceCount(extra), DiceCount(healing.dice), healing.chance))
    columns = ("Rolled", "Dice for Health", "Health rolls", f"Chance at {ob(recovery.obstacle(case.level))}")
    healed = "the pain is gone at once" if case.level in HOURS else "nothing is lost for good"
    return (
        Verdict(Obstacle(test.obstacle).words, facts, f"{test.sentence} It takes {case.takes}."),
        test.odds(careful=case.careful),
        Table("What more successes bring", columns, tuple(rows), mark=Mark.DERIVED),
        Note(
            f"With the treatment and Health, {healed}: {often(case.whole)}.",
            Mark.DERIVED,
            "INJ-21",
        ),
    )


def _done(case: Case, successes: int) -> tuple[Block, ...]:
    test = case.test
    if sentence := too_many(successes, test.dice):
        raise Unusable("successes", sentence)
    extra, short = case.extra(successes), test.obstacle - successes
    notes = by_artha(successes, test.dice)
    if short > 0:
        then = FAILED.get(case.level, FAILED[Level.SEVERE])
        return (
            Verdict("Failed", (Fact(short, "short"), Fact(case.takes)), f"The treatment fails by {short}. {then}"),
            *notes,
        )
    healing = case.healing(extra.health)
    brings = f"{extra.health}D more for Health" if extra.health else "no extra dice"
    asks = f"Now test Health, {wording.count(healing.dice, 'die', 'dice')} against {ob(healing.obstacle)}"
    facts = (Fact(f"+{extra.health}D", "for Health"), Fact(case.takes), Fact(healing.chance, "Health passes"))
    sentence = f"Treated in {case.takes}, {brings}. {asks}: {wording.percent(healing.chance)}."
    return (Verdict("Treated", facts, sentence), *notes)


SMALL = "Test Health as usual, without extra dice."
FAILED = {
    Level.SUPERFICIAL: SMALL,
    Level.LIGHT: SMALL,
    Level.MIDI: "One die is lost for good; the other can come back.",
    Level.SEVERE: "It still bleeds: find better help.",
    Level.MORTAL: "A failed treatment of a Mortal wound is death.",
}
"""What a failed treatment leaves. Source: INJ-27."""


def _remarks(case: Case) -> list[Block]:
    found: list[Block] = []
    if case.medic is None:
        found.append(Note("This is twice Field Dressing already: nothing doubles it again.", rule="INJ-24"))
    if not SKILLS[case.medic].printed:
        found.append(Note("The book names no time for this one; it takes that of its column.", Mark.RULING, "INJ-26"))
    if case.level is Level.MORTAL:
        text = "The dying must have the will to live, paid with a Persona, and the treatment must begin in time."
        found.append(Note(text, rule="INJ-17"))
    return found


@table("treatment-obstacles")
def treatment_obstacles() -> Table:
    """How hard each wound is to treat (INJ-24)."""
    rows = tuple((level.words, *(rules.OBSTACLES[level][column] for column in Column)) for level in TREATED)
    return Table("Treatment: the obstacle", ("Wound", *(column.words for column in Column)), rows)

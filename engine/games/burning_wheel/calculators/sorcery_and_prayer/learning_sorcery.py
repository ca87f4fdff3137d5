"""Learning sorcery: the readings, the Practicals, the skill itself, and what Will learns of it (SOR-50 to SOR-55)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.learning import MARKS, QUICK, ROOT, WILL, FurtherRoots, YourWill
from engine.games.burning_wheel.forms.learning_sorcery import (
    ArthaDice,
    MoreDice,
    ReadCarefully,
    TestedRow,
    YourPerception,
)
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.spells import (
    KINDNESS,
    Forte,
    Held,
    Normally,
    SaidOb,
    Sorcery,
    TheSpell,
    Way,
    Will,
    able,
    obstacle_of,
)
from engine.games.burning_wheel.readings import learning_sorcery as read
from engine.games.burning_wheel.readings import sustaining
from engine.games.burning_wheel.readings.aptitude import new_skill_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.practice import cycle_of, limit_of
from engine.games.burning_wheel.readings.sorcery import FORTE, MAGIC, hastened
from engine.games.burning_wheel.readings.sorcery import WILL as MIND
from engine.games.burning_wheel.rules import casting, instruction
from engine.games.burning_wheel.rules import learning_sorcery as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.failed_casting import Failure, failures
from engine.games.burning_wheel.rules.learning_sorcery import Reader, Reading, WillTest
from engine.games.burning_wheel.rules.sustaining import most
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.rules.times import DAY, Unit, in_words
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest
from engine.games.burning_wheel.words import logged
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
Rolled = Annotated[
    Annotated[int, COUNTED] | None, Asked("Successes", hint="Empty: not rolled yet", quick=QUICK_SUCCESSES)
]


@calculator("spell-reading", rules="SOR-51 SOR-53 SOR-54")
def spell_reading(
    reading: Annotated[Reading, Asked("You make the")] = Reading.FIRST,
    spell: TheSpell = KINDNESS,
    stat: SaidOb = None,
    sorcery: Sorcery = B5,
    careful: ReadCarefully = False,
    other: MoreDice = 0,
    successes: Rolled = None,
    quick: Annotated[
        Annotated[int, Between(0, 60)] | None, Asked("Extra successes for speed", "Empty: all of them.", more=True)
    ] = None,
    artha: ArthaDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I understand the spell, and how long do I read?"""
    base = obstacle_of(spell, stat)
    hurt = feels(wounds, sorcery, ask, MAGIC)
    if hurt.gone:
        return no_test(hurt.gone)
    reader = Reader(sorcery, careful, other, artha, hurt.lost)
    if read.narrow(reader, base, ask):
        return unread(reader, base)
    against = base + hurt.added
    checked(reader.pool.dice, against, "other")
    read_by = Sitting(reading, reader, base, Test(reader.pool, against, ask, reader.counted), ask)
    if successes is None:
        return read_by.ahead(ledger(hurt, 0, base), quick)
    if sentence := too_many(successes, reader.pool.dice):
        raise Unusable("successes", sentence)
    margin = successes - against
    if quick is not None and quick > max(0, margin):
        raise Unusable("quick", f"There are {max(0, margin)} over the obstacle; this puts {quick} into speed.")
    saved = max(0, margin) if quick is None else quick
    return read_by.after(margin, saved, (*by_artha(successes, reader.pool.dice), *ledger(hurt, 0, base)))


def unread(reader: Reader, obstacle: int) -> Answer:
    """The answer where the table wants care or artha, and there is neither. Source: SOR-54."""
    said = f"{ob(obstacle)} is above Sorcery {reader.sorcery}: work carefully, or spend artha."
    values = {"possible": False, "probability": Fraction(0), "class": "none"}
    return Answer(values, (Verdict("Not like this", (Fact(ob(obstacle)),), said),))


@dataclass(frozen=True, slots=True)
class Sitting:
    """A reading as it is shown: who reads what, and the test of it."""

    reading: Reading
    reader: Reader
    base: int
    test: Test
    ask: Rulings

    @property
    def classes(self) -> Classes:
        """What it is for the log."""
        return read.classes(self.reader, self.base, self.test.obstacle, self.ask)

    def takes(self, quick: int) -> int:
        """The seconds with so many extra successes for speed."""
        house = read.study_house(quick, self.ask, careful=self.reader.careful)
        floor, stated = house.floor, house.of_stated
        careful = self.reader.careful
        return rules.takes(self.reading, self.base, careful=careful, quick=quick, floor=floor, of_stated=stated)

    def said(self, quick: int) -> str:
        """The same in words."""
        return in_words(self.takes(quick), Unit.MONTHS)

    def values(self, quick: int, margin: int | None) -> dict[str, Any]:
        """The reading for programs: its time in days."""
        return {
            **self.test.values,
            "possible": True,
            "class": self.classes.value,
            "days": days_of(self.takes(quick)),
            "margin": margin,
        }

    def ahead(self, more: Sequence[Block], quick: int | None) -> Answer:
        """Before the roll."""
        test = self.test
        wanted = test.against(test.obstacle + (quick or 0))
        facts = (Fact(DiceCount(test.dice), "dice"), Fact(ob(test.obstacle)), Fact(self.said(0)), logged(self.classes))
        need = wording.count(test.obstacle, "success", "successes")
        sentence = f"You need {need} on {wording.count(test.dice, 'die', 'dice')}; it takes {self.said(0)}."
        rows: list[tuple[Entry, ...]] = [("It fails", 1 - test.chance, self.said(0))]
        for over in range(max(0, test.dice - test.obstacle) + 1):
            chance = test.law.at_least(test.obstacle + over)
            rows.append((f"{over} over, or more" if over else "It passes", chance, self.said(over)))
        blocks: tuple[Block, ...] = (
            Verdict(wording.percent(wanted.chance), facts, sentence),
            test.odds(careful=self.reader.careful),
            Table("How long it takes", ("", "Chance", "Time"), tuple(rows), mark=Mark.DERIVED),
            Working(self.reader.dice.lines, self.reader.dice.total, "Dice, none open-ended", "D"),
            *more,
            *self._notes(),
        )
        return Answer(self.values(quick or 0, None), blocks, marks_of("sorcery", self.classes))

    def after(self, margin: int, quick: int, more: Sequence[Block]) -> Answer:
        """After the roll."""
        passed = margin >= 0
        took = self.said(quick if passed else 0)
        figure, then = outcome(self.reading, passed=passed)
        over = Fact(abs(margin), "over" if passed else "short")
        verdict = Verdict(figure, (over, Fact(took), logged(self.classes)), f"{then} It took {took}.")
        lines = self.reader.dice.lines
        blocks = (verdict, Working(lines, self.reader.dice.total, "Dice, none open-ended", "D"), *more)
        marks = marks_of("sorcery", self.classes, passed=passed)
        return Answer(self.values(quick if passed else 0, margin), blocks, marks)

    def _notes(self) -> Iterator[Note]:
        if self.reader.above(self.base) and self.test.dice < self.test.obstacle:
            yield Note("With fewer dice than its obstacle nobody reads it: add care, help or artha.", rule="SOR-54")
        again = outcome(self.reading, passed=False)[1]
        yield Note(f"If it fails: {again[:1].lower()}{again[1:]}", rule=self.rule)

    @property
    def rule(self) -> str:
        """The rule that the reading follows."""
        return "SOR-51" if self.reading is Reading.FIRST else "SOR-53"


def days_of(seconds: Fraction | int | None) -> Fraction | int | str:
    """A time in days for programs, whole ones as such; "never" for None."""
    if seconds is None:
        return "never"
    days = Fraction(seconds) / DAY
    return days.numerator if days.denominator == 1 else days


def outcome(reading: Reading, *, passed: bool) -> tuple[str, str]:
    """What becomes of a reading: a word or two, and what comes next. Source: SOR-51, SOR-53."""
    if reading is Reading.FIRST:
        if passed:
            return "You grasp it", "The Practicals are next."
        return "Not yet", "You may not cast it. You may read it again."
    if passed:
        return "Mastered", "From now on you cast it at its own obstacle."
    return "Not yet", "A whole set of Practicals comes before the next Second Reading."


@calculator("practicals", rules="SOR-52")
def practicals(
    spell: TheSpell = KINDNESS,
    stat: SaidOb = None,
    sorcery: Sorcery = B5,
    will: Will = B5,
    perception: YourPerception = B4,
    made: Annotated[int, MARKS, Asked("Practicals cast already", quick=(0, 1, 2, 3))] = 0,
    way: Way = Normally(),
    area: Annotated[int, Between(0, 20), Asked("Area you add, in increments", more=True)] = 0,
    held: Held = 0,
    forte: Annotated[Forte, Asked("Forte, untaxed", more=True)] = B5,
    persona: Annotated[int, Between(0, 3), Asked("Dice from Persona", more=True, quick=(0, 1, 2, 3))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How many Practicals are left, and how do they go?"""
    base = obstacle_of(spell, stat)
    found = casting_for(sorcery, will, held, wounds, ask, persona=persona)
    body = feels(wounds, forte, ask, FORTE)
    if gone := found.gone or body.gone:
        return no_test(gone)
    able(forte, body.lost, "wounds")
    cast, actions = hastened(way.cast, ask), spell.spell.time(base)
    try:
        casting.check(cast, obstacle=base, sorcery=sorcery.exponent, forte=forte.exponent, actions=actions)
    except Refused as error:
        raise Unusable("way", str(error)) from None
    against = casting.obstacle(base, area=area, cast=cast, wounds=found.felt.added, doubled=read.doubled(cast, ask))
    taxed = casting.tax_obstacle(base, cast=cast, wounds=found.felt.added, doubled=read.taxed_twice(ask))
    dice, pool = found.caster.dice(cast.careful), found.caster.pool(cast.careful)
    checked(pool.dice, against.total, "area")
    needed = read.practicals_of(perception, ask)
    shown = Practised(
        needed,
        max(0, needed.total - made),
        Test(pool, against.total, ask, max(0, pool.dice - found.caster.artha)),
        Test.of(forte.shade, forte.exponent - body.lost + cast.patient, taxed.total, ask, at="forte"),
    )
    ledgers = (
        Working(dice.lines, dice.total, "Dice, all open-ended", "D"),
        Working(against.lines, against.total, "Obstacle"),
        Working(taxed.lines, taxed.total, "Tax"),
    )
    return Answer(shown.values, (*shown.blocks, *ledgers), shown.test.marks(read.casting_log(ask)))


@dataclass(frozen=True, slots=True)
class Practised:
    """A set of Practicals as it is shown: how many there are and are left, the casting and the Tax of each."""

    needed: Worked
    left: int
    test: Test
    tax: Test

    @property
    def mishap(self) -> Fraction:
        """The chance that one is garbled or calls something."""
        fails = failures(1 - self.test.chance)
        return fails[Failure.SUMMONING] + fails[Failure.GARBLED]

    @property
    def some_mishap(self) -> Fraction:
        """The chance that this happens in what is left of the set."""
        return 1 - (1 - self.mishap) ** self.left

    @property
    def values(self) -> dict[str, Any]:
        """The Practicals for programs."""
        return {
            **self.test.values,
            "needed": max(0, self.needed.total),
            "left": self.left,
            "tax": self.tax.obstacle,
            "free": self.tax.chance,
            "mishap": self.mishap,
            "some_mishap": self.some_mishap,
        }

    @property
    def blocks(self) -> tuple[Block, ...]:
        """How many are left, and how each goes."""
        test = self.test
        figure = f"{self.left} to go" if self.left else "Second Reading"
        facts = (Fact(ob(test.obstacle)), Fact(test.chance, "comes off"), Fact(ob(self.tax.obstacle), "Tax"))
        sentence = "Passed or failed, each counts." if self.left else "The set is full: the Second Reading is next."
        rows: tuple[tuple[Entry, ...], ...] = (
            ("It comes off", test.chance, test.chance**self.left),
            ("Its Tax costs nothing", self.tax.chance, self.tax.chance**self.left),
            ("It is garbled, or calls something", self.mishap, None),
            ("Not one of them is", 1 - self.mishap, 1 - self.some_mishap),
        )
        lines = self.needed.lines
        return (
            Verdict(figure, (*facts, logged(test.classes)), sentence),
            test.odds(),
            Table("Each, and all that are left", ("", "Each", "All"), rows, mark=Mark.DERIVED),
            Working(lines, max(0, self.needed.total), "Practicals, by Perception"),
            Note("Only castings that matter in the story count. Not one of them is for the exercise.", rule="SOR-52"),
        )


@calculator("learn-sorcery", rules="SOR-55")
def learn_sorcery(
    root: Annotated[Ability, Asked("Its root", quick=QUICK), sheet("root")] = ROOT,
    others: FurtherRoots = (),
    earned: Annotated[int, MARKS, Asked("Tests from lessons or practice", quick=(0, 1, 2, 3, 4, 5))] = 0,
    played: Annotated[int, MARKS, Asked("Tests in play", quick=(0, 1, 2))] = 0,
    teacher: Annotated[int, Between(0, 20), Asked("Your teacher’s Sorcery", "0: no teacher.", quick=(0, 3, 5))] = 5,
    mind: Annotated[int, WILL, Asked("Your teacher’s Will", quick=(3, 4, 5))] = 4,
    will: YourWill = 4,
    written: Annotated[bool, Asked("You have instructions written for it")] = True,
    *,
    ask: Rulings,
) -> Answer:
    """How do I learn the Sorcery skill?"""
    skill = new_skill_of(root, others, ask)
    left = skill.left(earned)
    subject = rules.own_practice()
    bears = limit_of(will, ask).total >= subject.routine
    practiced = cycle_of(subject, ask) * left if written and bears else None
    taught = instruction.lesson_days(mind, will, 1).total * left if teacher else None
    ways = [days for days in (practiced, taught) if days is not None]
    fastest = min(ways, default=None)
    rows: tuple[tuple[Entry, ...], ...] = (
        ("Lessons", "tests of Ob 1, if Instruction passes" if teacher else "no teacher", _days(taught)),
        ("Practice", _practiced(subject.routine, written=written, bears=bears), _days(practiced)),
        ("Beginner’s Luck", "counts for nothing", None),
    )
    aptitude = Fact(skill.aptitude.total, "aptitude")
    if not left:
        verdict = Verdict("Yours", (aptitude, Fact(str(skill.opens), "opens at")), f"It opens at {skill.opens}.")
    elif fastest is None:
        verdict = Verdict("Not like this", (aptitude,), "It takes a sorcerer, or instructions written for it.")
    else:
        missing = wording.count(left, "test")
        facts = (aptitude, Fact(_days(fastest), "at best"), Fact(str(skill.opens), "opens at"))
        said = f"{missing} missing: {_days(fastest)} at best. It opens at {skill.opens}."
        verdict = Verdict(f"{missing} to go", facts, said, Mark.DERIVED)
    notes = [Note("You need not be Gifted to learn it. You must be to cast, Practicals too.", rule="SOR-01")]
    if played:
        said = f"{wording.count(played, 'test')} in play: none counts, for Sorcery has no Beginner’s Luck."
        notes.insert(0, Note(said, rule="SOR-55"))
    values = {
        "aptitude": skill.aptitude.total,
        "left": left,
        "opens": str(skill.opens),
        "hours": subject.routine,
        "lesson_days": "never" if taught is None else taught,
        "practice_days": "never" if practiced is None else practiced,
        "possible": not left or fastest is not None,
    }
    working = Working(skill.aptitude.lines, skill.aptitude.total, "Aptitude")
    blocks: tuple[Block, ...] = (verdict, Table("Ways to its tests", ("From", "How", "Days"), rows), working, *notes)
    return Answer(values, blocks, (LogTest("", APTITUDE),) if left and ways else ())


def _days(days: int | None) -> str:
    return wording.NOTHING if days is None else wording.count(days, "day")


def _practiced(hours: int, *, written: bool, bears: bool) -> str:
    if not written:
        return "no instructions"
    return f"{hours} hours a day, a year for each test" if bears else f"your day does not bear {hours} hours"


@calculator("will-tests", rules="SOR-50")
def will_tests(
    will: Will = B5,
    spells: Annotated[tuple[TestedRow, ...], Asked("Spells you tested for, in that order")] = (
        TestedRow("Ward", 4),
        TestedRow("Second sight", 4),
        TestedRow("Guise", 4),
    ),
    more: Annotated[
        int, Between(0, 9), Asked("Spells you sustain besides", "Not tested for now.", more=True, quick=(0, 1, 2))
    ] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which of these tests is marked for Will?"""
    held = len(spells) + more
    if not spells:
        raise Unusable("spells", "At least one spell was tested for; there is none here.")
    hurt = feels(wounds, will, ask, MIND)
    if hurt.gone:
        return no_test(hurt.gone)
    if held > most(will.exponent):
        said = f"Will {will} sustains {wording.count(most(will.exponent), 'spell')} at most; this has {held}."
        raise Unusable("spells", said)
    frozen = sustaining.frozen(sum(row.dropped for row in spells[:-1]) + 1, ask)
    tests: list[WillTest] = []
    for row in spells:
        dice, against = max(0, will.exponent - held - hurt.lost), row.obstacle + hurt.added
        tests.append(WillTest(dice, against, classes_of(dice, against, ask)))
        held -= row.dropped and not frozen
    at = rules.hardest(tests)
    kept = tests[at]
    names = [row.name or f"Spell {place}" for place, row in enumerate(spells, 1)]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (name, DiceCount(one.dice), Obstacle(one.obstacle), one.classes.short)
        for name, one in zip(names, tests, strict=True)
    )
    facts = (Fact(DiceCount(kept.dice)), Fact(ob(kept.obstacle)), Fact(names[at]))
    several = f"One mark for {wording.count(len(tests), 'test')}" if len(tests) > 1 else "One mark"
    verdict = Verdict(kept.classes.short, facts, f"{several}, passed or failed: {kept.classes.article}.")
    values = {
        "class": kept.classes.value,
        "classes": [one.classes.value for one in tests],
        "dice": [one.dice for one in tests],
        "marked": at + 1,
    }
    lines = (
        Line(will.exponent, f"Will {will}", "SOR-50"),
        Line(-min(hurt.lost, will.exponent), "Wounds", "HUB-18"),
        Line(-(len(spells) + more), "Set aside for spells", "SOR-26"),
    )
    blocks: list[Block] = [verdict, Table("Each test by the dice rolled", ("Spell", "Dice", "Ob", "Class"), rows, at)]
    blocks.append(Working(lines, sum(line.amount for line in lines), "Dice of the first test", "D"))
    blocks += ledger(hurt, 0, spells[0].obstacle)
    if TestClass.ROUTINE in kept.classes:
        blocks.append(Note("Will is a stat: a Routine test never helps it to rise.", rule="HUB-38"))
    return Answer(values, tuple(blocks), marks_of("will", kept.classes, Kind.STAT))

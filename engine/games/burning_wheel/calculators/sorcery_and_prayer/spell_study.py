"""From a page to a spell: how long it takes, and the same played stage by stage (SOR-51 to SOR-54)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Told, Verdict, Working
from engine.calculators import calculator
from engine.effects import AddRow, Effect
from engine.forms import LONGEST_TEXT, Asked, Between, Longest, Unusable, branch, kind_of, sheet
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.sorcery_and_prayer.cast_a_spell import (
    DOES,
    Area,
    Health,
    brought,
    consequences,
    effects_of,
    says_of,
    verdict_of,
)
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.calculators.sorcery_and_prayer.learning_sorcery import days_of, outcome, unread
from engine.games.burning_wheel.dice import DiceCount, ob
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.forms.learning_sorcery import (
    ArthaDice,
    DaysBetween,
    MoreDice,
    ReadCarefully,
    YourPerception,
)
from engine.games.burning_wheel.forms.spells import (
    KINDNESS,
    Forte,
    Normally,
    SaidOb,
    Sorcery,
    SpellRow,
    TheSpell,
    Way,
    Will,
    able,
    obstacle_of,
)
from engine.games.burning_wheel.readings import learning_sorcery as read
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT
from engine.games.burning_wheel.readings.sorcery import hastened
from engine.games.burning_wheel.rules import casting
from engine.games.burning_wheel.rules import spell_study as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting_procedure import Plan, Who
from engine.games.burning_wheel.rules.failed_casting import Failure, failures
from engine.games.burning_wheel.rules.learning_sorcery import Reader, Reading
from engine.games.burning_wheel.rules.spell_study import Course, Stage, Study
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.rules.times import DAY, Unit, in_words
from engine.games.burning_wheel.words import Mean
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session
from engine.working import Mark

YOU = "you"
B4, B5 = Ability.parse("B4"), Ability.parse("B5")
POINTS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(99, 100))


class Standing(Option):
    """How far a reader is with the spell."""

    FIRST = "first", "the First Reading"
    PRACTICALS = "practicals", "the Practicals"
    SECOND = "second", "the Second Reading"

    @property
    def stage(self) -> Stage:
        """The same in the rules."""
        return Stage.of(self.value)


StandsAt = Annotated[Standing, Asked("You stand before", more=True)]
Made = Annotated[int, MARKS, Asked("Practicals cast already", more=True, quick=(0, 1, 2, 3))]
Gifted = Annotated[bool, Asked("You are Gifted", more=True), sheet("gifted")]


def _within(seconds: int | None) -> str:
    """A point of time in words; None is beyond what is looked for."""
    return "over fifty years" if seconds is None else _lasts(seconds)


def _lasts(seconds: Fraction | int | None) -> str:
    """A time in words, "never" for None."""
    return "never" if seconds is None else in_words(round(seconds), Unit.YEARS)


def _missing(stage: Stage, made: int, needed: int) -> None:
    """Raises `Unusable` where more Practicals were cast than a set has."""
    if stage is Stage.PRACTICALS and made >= needed:
        have = wording.count(needed, "Practical")
        raise Unusable("made", f"A set has {have}; with {made} cast you stand before the Second Reading.")


@calculator("spell-study", rules="SOR-51 SOR-52 SOR-53")
def spell_study(
    spell: TheSpell = KINDNESS,
    stat: SaidOb = None,
    sorcery: Sorcery = B5,
    perception: YourPerception = B4,
    careful: ReadCarefully = False,
    other: MoreDice = 0,
    days: DaysBetween = 0,
    will: Will = B5,
    gifted: Gifted = True,
    standing: StandsAt = Standing.FIRST,
    made: Made = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How long does it take to learn a spell?"""
    base, stage = obstacle_of(spell, stat), standing.stage
    reader = Reader(sorcery, careful, other)
    if read.narrow(reader, base, ask):
        return unread(reader, base)
    checked(reader.pool.dice, base, "other")
    needed = max(0, read.practicals_of(perception, ask).total)
    made = made if stage is Stage.PRACTICALS else 0
    _missing(stage, made, needed)
    test = Test(reader.pool, base, ask, reader.counted)
    house = read.study_house(max(0, reader.pool.dice - base), ask, careful=careful)
    course = Course(base, base, dict(test.law), needed, careful, days * DAY, stage, made, house)
    found = casting_for(sorcery, will, 0, UNHURT, ask)
    practical = Test(found.caster.pool(), casting.obstacle(base, doubled=True).total, ask)
    fails = failures(1 - practical.chance)
    mishap = rules.any_of(fails[Failure.SUMMONING] + fails[Failure.GARBLED], course)
    shown = Planned(course, test, practical, mishap, read.classes(reader, base, base, ask))
    if not gifted and stage is not Stage.SECOND:
        return shown.ungifted()
    return shown.answer


def _points(course: Course) -> Mapping[Fraction, int | None]:
    return {share: course.point(share) for share in POINTS}


@dataclass(frozen=True, slots=True)
class Planned:
    """The whole way as it is shown: the chain, its tests, and the chance that some Practical goes badly wrong."""

    course: Course
    test: Test
    practical: Test
    mishap: Fraction | None
    classes: Classes

    @property
    def points(self) -> Mapping[Fraction, int | None]:
        """By when it is mastered, at each of the chances."""
        return _points(self.course) if self.course.chance else dict.fromkeys(POINTS)

    @property
    def answer(self) -> Answer:
        """All of it."""
        points = self.points
        return Answer(self.values(points), self.blocks(points))

    def values(self, points: Mapping[Fraction, int | None]) -> dict[str, Any]:
        """The way for programs, in days."""
        course = self.course
        return {
            **self._reading,
            "castings": "never" if course.castings is None else course.castings,
            "attempts": "never" if course.sets is None else course.sets,
            "mean": days_of(course.mean),
            "half": days_of(points[Fraction(1, 2)]),
            "most": days_of(points[Fraction(9, 10)]),
            "mishap": "never" if self.mishap is None else self.mishap,
            "possible": bool(course.chance),
        }

    @property
    def _reading(self) -> dict[str, Any]:
        """What does not hang on how long it all takes."""
        return {
            "chance": self.course.chance,
            "class": self.classes.value,
            "obstacle": self.test.obstacle,
            "needed": self.course.needed,
            "practical": self.practical.chance,
            "practical_obstacle": self.practical.obstacle,
        }

    @property
    def _never(self) -> Verdict:
        dice = wording.count(self.test.dice, "die", "dice")
        said = f"{dice} never reach {ob(self.test.obstacle)}: work carefully, find help, or learn more Sorcery."
        return Verdict("Never", (Fact(ob(self.test.obstacle)), Fact(DiceCount(self.test.dice), "dice")), said)

    def blocks(self, points: Mapping[Fraction, int | None]) -> tuple[Block, ...]:
        """How long, stage by stage, and by when."""
        course = self.course
        if not course.chance:
            return (self._never, self._stages)
        half, most = (_within(points[share]) for share in (Fraction(1, 2), Fraction(9, 10)))
        facts = (Fact(course.chance, "each reading"), Fact(Mean(course.castings or Fraction(0)).words, "Practicals"))
        average = _lasts(course.mean)
        sentence = f"Half the time it is yours after {half}, nine times in ten after {most}."
        if points[Fraction(9, 10)] is None:
            sentence = f"It takes {average} on average."
        rows: tuple[tuple[Entry, ...], ...] = tuple(
            (wording.percent(share), _within(at)) for share, at in points.items()
        )
        return (
            Verdict(average, (*facts, Fact(most, "nine in ten")), sentence, Mark.DERIVED),
            self._stages,
            Table("By when it is yours", ("Chance", "After"), rows, mark=Mark.DERIVED),
            *self._notes,
        )

    @property
    def _stages(self) -> Table:
        """Each stage with its test, its chance and its times."""
        course = self.course
        rows: list[tuple[Entry, ...]] = []
        for reading, stages in ((Reading.FIRST, (Stage.FIRST,)), (Reading.SECOND, tuple(Stage)[:3])):
            if course.stage not in stages:
                continue
            passing = course.passes_in(reading)
            average = sum((took * chance for took, chance in passing.items()), Fraction(0)) / (course.chance or 1)
            rows.append(
                (
                    reading.words,
                    ob(self.test.obstacle),
                    course.chance,
                    _lasts(average) if passing else None,
                    _lasts(course.fails_in(reading)),
                    None if course.sets is None else Mean(course.sets).words,
                )
            )
        if course.stage is not Stage.SECOND:
            castings = None if course.castings is None else Mean(course.castings).words
            gap = _lasts(course.gap) if course.gap else None
            against = ob(self.practical.obstacle)
            rows.insert(-1, ("Each Practical", against, self.practical.chance, gap, gap, castings))
        columns = ("Stage", "Ob", "Passes", "Takes, if passed", "If failed", "Times, on average")
        return Table("Stage by stage", columns, tuple(rows), mark=Mark.DERIVED)

    @property
    def _notes(self) -> Iterator[Note]:
        if not self.course.gap:
            yield Note("Only the readings are counted: your GM says how long the Practicals take.", rule="SOR-52")
        if self.mishap:
            went = wording.percent(self.mishap)
            yield Note(f"Some Practical is garbled, or calls something: {went}.", Mark.DERIVED, "SOR-30")
        yield Note("Your Sorcery may rise on the way. This counts with what it is now.", Mark.DERIVED)

    def ungifted(self) -> Answer:
        """The way of someone who reads and cannot cast. Source: SOR-01."""
        said = "You may read it. You cannot cast its Practicals, so you never master it."
        never = dict.fromkeys(("castings", "attempts", "mean", "half", "most", "mishap"), "never")
        facts = (Fact(self.course.chance, "First Reading"), Fact("not Gifted"))
        return Answer({**self._reading, **never, "possible": False}, (Verdict("Never", facts, said), self._stages))


# The session


@branch("Read it")
class ReadIt:
    """The reading that is due."""

    rolls: ClassVar[bool] = True

    careful: ReadCarefully = False
    other: MoreDice = 0
    artha: ArthaDice = 0
    quick: Annotated[bool, Asked("What is over makes it faster", more=True)] = True


@branch("Cast a Practical")
class CastPractical:
    """A Practical, cast here, by someone rested."""

    way: Way = Normally()
    area: Area = 0
    days: DaysBetween = 0


@branch("Count castings")
class CountCast:
    """Practicals that were cast in play."""

    castings: Annotated[int, Between(1, 20), Asked("How many", quick=(1, 2, 3))] = 1
    days: Annotated[int, Between(0, 3650), Asked("Days that passed", gm=True, quick=(0, 7, 30))] = 0


@branch("Roll")
class RollNext:
    """The next dice of the Practical."""

    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Kept:
    """A spell that is being learned, on a page: its name, the table's word on logs, and what the last step brought."""

    study: Study
    row: SpellRow
    ask: Rulings
    log: str
    told: tuple[Told, ...] = ()

    @property
    def test(self) -> Test:
        """The reading that is due, with Sorcery alone."""
        reader = self.study.reader
        return Test(reader.pool, self.study.obstacle, self.ask, reader.counted)


def start(
    spell: TheSpell = KINDNESS,
    stat: SaidOb = None,
    name: Annotated[str, Longest(LONGEST_TEXT), Asked("What you call it", more=True)] = "",
    sorcery: Sorcery = B5,
    will: Will = B5,
    perception: YourPerception = B4,
    forte: Forte = B5,
    health: Health = B4,
    standing: StandsAt = Standing.FIRST,
    made: Made = 0,
    *,
    ask: Rulings,
) -> Kept:
    """You study a spell. When is it yours?"""
    base, stage = obstacle_of(spell, stat), standing.stage
    caster = casting_for(sorcery, will, 0, UNHURT, ask).caster
    needed = max(0, read.practicals_of(perception, ask).total)
    _missing(stage, made, needed)
    able(forte, 0)
    floor = read.study_house(sorcery.exponent + 21 - base, ask, careful=True)
    house = rules.House(
        floor.floor,
        floor.of_stated,
        base > sorcery.exponent and ask["sorcery.reading-dice"] == "careful",
        read.casting_house(caster, ask, practical=True),
    )
    plan = Plan(spell.spell, base, practical=True)
    first = made if stage is Stage.PRACTICALS else 0
    study = Study(Reader(sorcery), plan, Who(caster, forte, health), needed, house, stage=stage, made=first)
    return Kept(study, SpellRow(name or spell.words, spell), ask, read.casting_log(ask))


def moves(state: Kept) -> dict[str, Sequence[Any]]:
    """What is next. Source: SOR-51 to SOR-53."""
    study = state.study
    if study.casting is not None:
        return {YOU: (Offer(RollNext(), DOES[study.casting.step], says=says_of(study.casting)),)}
    if study.stage is Stage.MASTERED:
        return {}
    if study.stage is Stage.PRACTICALS:
        left = f"{study.left} of {study.needed} are missing."
        counted = Offer(CountCast(), "Count what you cast in play", says="Passed or failed.", aside=True)
        return {YOU: (Offer(CastPractical(), "Cast a Practical", says=left), counted)}
    careful = study.house.narrow
    return {YOU: (Offer(ReadIt(careful), f"Make {study.stage.words}", says=f"Sorcery against {ob(study.obstacle)}."),)}


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The study after one step."""
    study = state.study
    match move:
        case ReadIt():
            return _read(state, move, dice)
        case CastPractical(way, area, days):
            try:
                after = study.practice(hastened(way.cast, state.ask), area=area, days=days)
            except Refused as error:
                raise Unusable("way", str(error)) from None
            assert after.casting is not None
            checked(after.casting.pool.dice, after.casting.against.total, "way")
            said = f"Practical {study.made + 1} of {study.needed}: {ob(after.casting.against.total)}."
            return _kept(state, after, (Told(0, said, "SOR-52", YOU),))
        case CountCast(castings, days):
            try:
                after = study.count(castings, days=days)
            except Refused as error:
                raise Unusable("castings", str(error)) from None
            said = f"{wording.count(castings, 'Practical')} cast in play."
            return _kept(state, after, (Told(0, said, "SOR-52", YOU), *_full(after)))
        case RollNext() if study.casting is not None:
            before = study.casting
            words = before.step.words[:1].upper() + before.step.words[1:]
            after = study.roll(lambda pool: fall(dice, words, pool, before.house.chain))
            now = after.casting or after.ended
            assert now is not None
            return _kept(state, after, (*brought(before, now), *_full(after)))
    return state


def _kept(state: Kept, after: Study, told: tuple[Told, ...]) -> Kept:
    return replace(state, study=after, told=told)


def _full(after: Study) -> Iterator[Told]:
    """That a set of Practicals is whole."""
    if after.stage is Stage.SECOND:
        yield Told(0, f"All {after.needed} are cast: the Second Reading is next.", "SOR-52", YOU)


def _read(state: Kept, move: ReadIt, dice: Dice) -> Kept:
    """A reading falls."""
    study = state.study
    reader = replace(study.reader, careful=move.careful, other=move.other, artha=move.artha)
    checked(reader.pool.dice, study.obstacle, "other")
    words = study.stage.words.removeprefix("the ")
    try:
        after = study.read(
            lambda pool: fall(dice, words, pool),
            careful=move.careful,
            other=move.other,
            artha=move.artha,
            quick=move.quick,
        )
    except Refused as error:
        raise Unusable("careful", str(error)) from None
    last = after.last
    assert last is not None
    good = wording.count(last.rolled.count.successes, "success", "successes")
    rule = "SOR-51" if last.reading is Reading.FIRST else "SOR-53"
    then = outcome(last.reading, passed=last.margin >= 0)[1]
    told = Told(0, f"{good} against {ob(last.obstacle)}, in {_lasts(last.took)}. {then}", rule, YOU)
    return _kept(state, after, (told,))


def show(state: Kept) -> Answer:
    """How far the study is."""
    study = state.study
    blocks: list[Block] = []
    if study.casting is not None:
        blocks.append(verdict_of(study.casting))
        against = study.casting.against
        blocks.append(Working(against.lines, against.total, "Obstacle of the Practical"))
    else:
        blocks.append(_verdict(state))
    if study.ended is not None:
        blocks += consequences(study.ended)
    fell = study.last.rolled if study.last else study.ended.log[-1].rolled if study.ended and study.ended.log else None
    if study.casting is not None and study.casting.log:
        fell = study.casting.log[-1].rolled
    if fell is not None:
        blocks.append(drawn(fell, len(fell.dice)))
    blocks.append(_so_far(study))
    return Answer(_values(study), tuple(blocks), tuple(_effects(state)))


def _verdict(state: Kept) -> Verdict:
    """What is due, or that nothing is."""
    study, name = state.study, state.row.called
    took = Fact(_lasts(study.took), "so far") if study.took else Fact("begun")
    match study.stage:
        case Stage.PRACTICALS:
            facts = (Fact(ob(2 * study.plan.base)), took)
            said = f"{study.left} of {study.needed} Practicals of {name} are missing. Passed or failed, each counts."
            return Verdict(f"{study.left} to go", facts, said)
        case Stage.MASTERED:
            cast = wording.count(study.cast, "Practical")
            said = f"{name} is yours. You cast it at {ob(study.plan.base)} from now on."
            return Verdict("Mastered", (Fact(_lasts(study.took)), Fact(cast)), said)
    test = state.test
    due = (Fact(ob(test.obstacle)), Fact(DiceCount(test.dice), "dice"), Fact(test.chance, "passes"), took)
    words = study.stage.words.removeprefix("the ")
    return Verdict(words, due, f"Roll Sorcery for {study.stage.words} of {name}, with care and help if you have any.")


def _so_far(study: Study) -> Table:
    """What was done, and the time."""
    rows: tuple[tuple[Entry, ...], ...] = (
        ("First Readings", study.firsts),
        ("Practicals", study.cast),
        ("Second Readings", study.seconds),
        ("Time", _lasts(study.took) if study.took else None),
    )
    return Table("So far", ("", ""), rows)


def _values(study: Study) -> dict[str, Any]:
    casting, ended = study.casting, study.ended
    return {
        "stage": study.stage.value,
        "obstacle": casting.against.total if casting else study.obstacle,
        "tax": casting.tax.total if casting else None,
        "step": casting.step.value if casting else "",
        "needed": study.needed,
        "made": study.made,
        "firsts": study.firsts,
        "cast": study.cast,
        "seconds": study.seconds,
        "days": days_of(study.took),
        "margin": study.last.margin if study.last else None,
        "comes_off": ended.comes_off if ended else None,
    }


def _effects(state: Kept) -> Iterator[Effect]:
    """What the last step leaves on the sheet: tests, lost Forte, and in the end the spell."""
    study, last = state.study, state.study.last
    if last is not None:
        found = read.classes(last.reader, study.plan.base, last.obstacle, state.ask)
        yield from marks_of("sorcery", found, passed=last.margin >= 0)
    if study.ended is not None:
        yield from effects_of(study.ended, state.log, state.ask)
    if study.stage is Stage.MASTERED:
        yield AddRow("spells", kind_of(SpellRow).write(state.row))


session("learning-a-spell", rules="SOR-51 SOR-52 SOR-53", start=start, moves=moves, step=step, show=show)

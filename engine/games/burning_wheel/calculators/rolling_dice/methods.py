"""Working carefully, patiently, quickly, and what it costs in time, failing too (HUB-19 to HUB-22, HUB-28)."""

from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.rolling_dice.fields import GivenOb, Stated
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, Shade
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS, YourAbility
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.times import may_stop, most_for_speed, working
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.times import Miss, Span
from engine.games.burning_wheel.sheet.effects import Spend
from engine.rulings import Rulings
from engine.working import Mark, Worked

EXTRA = Between(0, MOST_OBSTACLE)
Rolled = Annotated[int | None, EXTRA, Asked("Successes rolled", "Empty: not rolled yet", quick=QUICK_SUCCESSES)]
ForSpeed = Annotated[int, EXTRA, Asked("Extra successes for speed", quick=(0, 1, 2, 3))]
ForQuality = Annotated[int, EXTRA, Asked("Extra successes for quality", quick=(0, 1, 2, 3))]
ByHowMuch = Annotated[Miss, Asked("Failed: by how much?", "The book gives no number.", more=True, gm=True)]


@calculator("working-methods", rules="HUB-19 HUB-20 HUB-21 HUB-22 HUB-28")
def working_methods(
    time: Annotated[Stated, Asked("The test takes", gm=True)] = Stated(),
    careful: Annotated[bool, Asked("You work carefully: said before the roll")] = False,
    ability: YourAbility = Ability(Shade.BLACK, 4),
    obstacle: GivenOb = Obstacle(2),
    successes: Rolled = None,
    quick: ForSpeed = 0,
    patient: ForQuality = 0,
    miss: ByHowMuch = Miss.UNSAID,
    focus: Annotated[bool, Asked("A careful test failed: Focus, for 1 Persona", more=True)] = False,
    bonus: Annotated[int, BONUS, Asked("Other dice that count", more=True)] = 0,
    open_ended: Annotated[bool, Asked("Open-ended dice", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How long do you work, how well, and is it worth being careful?"""
    hurt = feels(wounds, ability, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    against = obstacle + hurt.added
    margin = None if successes is None else successes - against
    plain = Test(ability.pool(bonus - hurt.lost, open_ended), against, ask)
    job = Job(time, plain, margin, careful, quick, patient, focus, miss)
    _shared_out(job)
    if focus and not (careful and job.failed):
        raise Unusable("focus", "Focus wards off trouble about time once a careful test has failed; this is none.")
    verdict, *notes = _ahead(job) if margin is None else _done(job, margin)
    return Answer(
        _values(job),
        (
            verdict,
            _worth(job),
            *notes,
            *ledger(hurt, job.test.dice + hurt.lost, obstacle),
            Working(job.worked.lines, job.worked.total, "Of the stated time", wording.NO_BREAK + "%"),
            *_remarks(job),
        ),
        _effects(job),
    )


@dataclass(frozen=True, slots=True)
class Job:
    """Work at a test: the `time` stated for it, the `plain` test without care, and how it is gone about.

    `margin` are the successes rolled over the obstacle, below 0 where it failed, None before the roll.
    """

    time: Span
    plain: Test
    margin: int | None
    careful: bool
    quick: int
    patient: int
    focus: bool
    miss: Miss

    @property
    def tests(self) -> tuple[Test, Test]:
        """The test as it is, and with the die of care."""
        return self.plain, self.plain.with_dice(1)

    @property
    def test(self) -> Test:
        """The test as it is made."""
        return self.tests[self.careful]

    @property
    def wanted(self) -> Test:
        """The same with the extra successes for speed and quality in its obstacle."""
        return self.test.against(self.test.obstacle + self.quick + self.patient)

    @property
    def failed(self) -> bool:
        return self.margin is not None and self.margin < 0

    @property
    def worked(self) -> Worked:
        """The time that it takes, in percent of what was stated."""
        return working(self.careful, self.quick, self.plain.ask, focus=self.focus)

    @property
    def takes(self) -> str:
        return self.time.part(self.worked.total)

    @property
    def stops(self) -> bool:
        """Whether the miss is seen at once."""
        return self.failed and may_stop(self.miss, self.plain.ask)

    @property
    def shared(self) -> str:
        """What extra successes go into, in words; nothing where none do."""
        parts = [f"{count} for {what}" for count, what in ((self.quick, "speed"), (self.patient, "quality")) if count]
        return wording.listed(parts) if parts else ""


def _values(job: Job) -> dict[str, Any]:
    plain, careful = job.tests
    left = 0 if job.margin is None or job.failed else job.margin - job.quick - job.patient
    return {
        "seconds": times.part_of(job.time.seconds, job.worked.total),
        "time": job.takes,
        "percent": job.worked.total,
        "dice": job.test.dice,
        "probability": job.wanted.chance,
        "class": job.test.classes.value,
        "classes": job.test.classes.names,
        "careful_gain": careful.chance - plain.chance,
        "careful_costs": job.time.part(times.CAREFUL),
        "passes": None if job.margin is None else not job.failed,
        "margin": job.margin,
        "quality": job.patient,
        "unassigned": left,
        "may_stop": job.stops,
        "time_complication": job.careful and job.failed and not job.focus,
    }


def _effects(job: Job) -> tuple[Effect, ...]:
    rolled = job.test.marks("ability") if job.margin is not None else ()
    return (*rolled, *((Spend("persona", 1, "ability"),) if job.focus else ()))


def _shared_out(job: Job) -> None:
    """Refuse to share out more successes than there are. Source: HUB-22, HUB-28."""
    spent = job.quick + job.patient
    if job.margin is None or spent <= max(0, job.margin):
        return
    field = "quick" if job.quick else "patient"
    if job.failed:
        raise Unusable(field, "A failed test has no extra successes: nothing goes into speed or quality.")
    extra = wording.count(job.margin, "success", "successes") if job.margin else "no success"
    raise Unusable(field, f"You have {extra} over the obstacle; this shares out {spent}. Each counts once.")


def _ahead(job: Job) -> tuple[Block, ...]:
    """What a way of working takes, before the roll: the verdict, what care and speed are worth, and the odds."""
    wanted = job.wanted
    needs = wording.count(wanted.obstacle, "success", "successes") + (f", {job.shared}" if job.shared else "")
    likely = wording.percent(wanted.chance)
    sentence = (
        f"With {wording.count(wanted.dice, 'die', 'dice')} you need {needs}: {likely}. Then it takes {job.takes}."
    )
    plain, careful = (wording.percent(test.chance) for test in job.tests)
    care = f"Care is a die more: {plain} becomes {careful}, for {job.time.part(times.CAREFUL)} more."
    return (
        Verdict(
            job.takes,
            (
                Fact(wanted.chance, CHANCE),
                Fact(DiceCount(wanted.dice), "dice"),
                Fact.count(wanted.obstacle, "success needed", "successes needed"),
                *_shared(job),
            ),
            sentence,
            Mark.DERIVED,
        ),
        Note(care, Mark.DERIVED, "HUB-19"),
        wanted.odds(careful=job.careful),
        _faster(job),
    )


def _done(job: Job, margin: int) -> tuple[Verdict]:
    """What a roll made of it."""
    takes = job.takes
    if job.stops:
        sentence = f"A miss like that shows at once, and you may stop. Carry on, and it takes {takes} anyway."
        return (Verdict("You may stop", (Fact(-margin, "short"), Fact(takes, "if you carry on")), sentence),)
    if job.failed:
        sentence = f"You fail by {-margin}, and it takes {takes} anyway."
        return (Verdict(takes, (Fact(-margin, "short"),), sentence),)
    left = margin - job.quick - job.patient
    over = f"passes with {margin} over" if margin else "just passes"
    rest = f" {wording.count(left, 'extra success is', 'extra successes are')} still to be shared out." if left else ""
    sentence = f"The test {over}{': ' + job.shared if job.shared else ''}. It takes {takes}.{rest}"
    return (Verdict(takes, (Fact(margin, "over") if margin else Fact("just passes"), *_shared(job)), sentence),)


def _shared(job: Job) -> tuple[Fact, ...]:
    return (Fact(job.shared),) if job.shared else ()


def _worth(job: Job) -> Table:
    """The test with care and without."""
    rows = tuple(
        (
            "Carefully" if more else "Normally",
            DiceCount(test.dice),
            test.chance,
            test.classes,
            job.time.part(times.working(bool(more), 0).total),
        )
        for more, test in enumerate(job.tests)
    )
    columns = ("Way", "Dice", "Chance", "Class", "Takes")
    return Table("Is care worth it?", columns, rows, int(job.careful), Mark.DERIVED)


def _faster(job: Job) -> Table:
    """A row for each extra success that could go into speed: what it takes, and how likely that many are."""
    test = job.test
    most = min(times.MOST_STEPS, max(test.dice - test.obstacle, 1))
    rows = tuple(
        (
            steps,
            job.time.part(working(job.careful, steps, test.ask).total),
            test.against(test.obstacle + steps).chance,
        )
        for steps in range(most + 1)
    )
    current = job.quick if job.quick <= most else None
    return Table("What speed takes", ("Extra for speed", "Done in", "Chance"), rows, current, Mark.DERIVED)


def _remarks(job: Job) -> list[Block]:
    """What is wasted on speed, what quality means, and what care costs where the test fails."""
    remarks: list[Block] = []
    most = most_for_speed(job.quick, job.plain.ask)
    if job.quick > most:
        wasted = wording.count(job.quick - most, "success wins", "successes win")
        remarks.append(Note(f"{wasted} no more time: better put them into quality.", rule="HUB-21"))
    if job.patient and not job.failed:
        text = "You say what quality means, unless the skill has its own use for it."
        remarks.append(Note(text, rule="HUB-20"))
    if job.focus:
        remarks.append(Note("Focus wards off the trouble about time. The test stays failed.", rule="HUB-77"))
    elif job.careful and (job.failed or job.margin is None):
        remarks.append(Steps(TROUBLE, "The price of care"))
    return remarks


TROUBLE = (
    "If the test fails, the GM may say that time has run out, and mean it.",
    "Focus, for a point of Persona, wards such trouble off.",
)

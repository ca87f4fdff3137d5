"""Recovery: the Health test, when dice come back, what is lost for good, and the way back from a Mortal wound."""

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Pool, ob
from engine.games.burning_wheel.forms.healing import B4, Rolled, Tended
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.healing import house_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.burning_wheel.rules import recovery as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.recovery import (
    CAPPED_AT,
    HOURS,
    LONG,
    MOST_EXTRA,
    RECOVERIES,
    SCARS,
    STAGES,
    Care,
    End,
    Loss,
    Outcome,
    Stage,
)
from engine.games.burning_wheel.rules.times import DAY, Span, in_words
from engine.games.burning_wheel.rules.wounds import Level
from engine.games.burning_wheel.sheet.effects import SetAbility
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

MOST_TIME = 24
Health = Annotated[Ability, Asked("Health", quick=("B3", "B4", "B5", "B6")), sheet("health")]
Forte = Annotated[Ability, Asked("Forte", quick=("B3", "B4", "B5", "B6")), sheet("forte")]
FromTreatment = Annotated[int, Between(0, 20), Asked("Dice from the treatment", quick=(0, 1, 2, 3))]
SetTime = Annotated[
    int | None,
    Between(1, MOST_TIME),
    Asked("Time to heal, in weeks or months", "Midi: weeks. Severe to Mortal: months. Empty: an average one.", gm=True),
]


@calculator("recovery", rules="INJ-21 INJ-22 INJ-27 INJ-28 INJ-29 INJ-30")
def recovery(
    wound: Annotated[Tended, Asked("The wound")] = Tended.LIGHT,
    care: Annotated[Care, Asked("It was")] = Care.PASSED,
    health: Health = B4,
    bonus: FromTreatment = 0,
    forte: Forte = B4,
    time: SetTime = None,
    successes: Rolled = None,
    stat: Annotated[
        Ability | None,
        Asked("The stat that would bear a loss for good", more=True, quick=("B3", "B4")),
        sheet("ability"),
    ] = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """When are you well again, and what stays?"""
    level = wound.level
    try:
        span = rules.natural(level, forte.exponent, time if level in LONG else None)
    except Refused as error:
        raise Unusable("time", str(error)) from None
    if bonus and care is not Care.PASSED:
        raise Unusable("bonus", "Only a treatment that passed gives dice to Health; this one did not.")
    blocked = rules.outcome(level, care, True, 0)
    if not blocked.end.tested or blocked.end is End.DEAD:
        return _no_test(level, blocked)
    hurt = feels(wounds, health, ask, ELEMENTS["health"])
    lines = (Line(health.exponent, f"Health {health}", "INJ-21"), Line(bonus, "From the treatment", "INJ-25"))
    worked = Worked(lines)
    test = Test.of(health.shade, worked.total, rules.obstacle(level) + hurt.added, ask, at="bonus")
    plan = Plan(level, care, test, span, level in HOURS or time is not None, successes, stat)
    verdict, *blocks = _ahead(plan) if successes is None else _rolled(plan)
    return Answer(
        {**test.values, "full_days": Fraction(span.seconds, DAY), **_values(plan)},
        (verdict, *blocks, Working(worked.lines, worked.total, "Dice that count", "D"), *_notes(plan)),
        (*test.marks("health", Kind.HEALTH), *_effects(plan)),
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """A wound that heals: what became of the treatment, the Health test, its full time, and what was rolled.

    `told` says that the time is known, and not the average of those that the book allows.
    """

    level: Level
    care: Care
    test: Test
    span: Span
    told: bool
    successes: int | None
    stat: Ability | None

    def outcome(self, successes: int) -> Outcome:
        """What becomes of it with so many successes, as the table reads the rules."""
        passed = successes >= self.test.obstacle
        house = rules.PRINTED if passed else house_of(self.level, self.care, self.test.ask)
        extra = successes - self.test.obstacle
        return rules.outcome(self.level, self.care, passed, self.span.seconds, extra, house)

    @property
    def came(self) -> Outcome | None:
        """What became of it; None before the roll."""
        return None if self.successes is None else self.outcome(self.successes)

    @property
    def takes(self) -> str:
        """The full time in words; where nobody has said it, what the book gives."""
        return str(self.span) if self.told else LONG[self.level].words

    def words(self, seconds: int) -> str:
        """A time of its healing, in no larger unit than the book's."""
        return in_words(seconds, self.span.unit) if seconds else "at once"

    @property
    def left(self) -> Ability | None:
        """The stat that was named, after what it bears for good; None where none was, or nothing was rolled."""
        found = self.came
        if found is None or self.stat is None:
            return None
        return rules.capped(self.stat) if found.end is End.SCARRED else Loss(self.stat, found.lost).after

    def loss(self, lost: int) -> Loss | None:
        """What so many lost dice leave of the stat that was named."""
        return Loss(self.stat, lost) if self.stat and lost else None


def _values(plan: Plan) -> dict[str, Any]:
    found = plan.came
    if found is None:
        return {"end": None, "days": None, "back": None, "first": None, "lost": None, "stat": None, "comatose": None}
    back = [Fraction(one, DAY) for one in found.back]
    loss = plan.loss(found.lost)
    return {
        "end": found.end.value,
        "days": Fraction(found.seconds, DAY),
        "back": back,
        "first": back[0] if back else None,
        "lost": found.lost,
        "stat": str(plan.left) if loss or (plan.left and found.end is End.SCARRED) else None,
        "comatose": loss.comatose if loss else None,
    }


def _no_test(level: Level, blocked: Outcome) -> Answer:
    """The answer where there is no Health test: nobody treated it, or the treatment failed."""
    figure, fact, sentence = {
        End.WAITING: ("No test", "treatment first", f"A {level.wound} does not begin to heal before it is treated."),
        End.BLEEDING: (
            "Still bleeding",
            "better help, or death",
            f"The treatment of a {level.wound} failed: it bleeds on, and only better help saves you.",
        ),
        End.DEAD: ("Death", "no treatment that passed", "A Mortal wound without a treatment that passes is death."),
    }[blocked.end]
    return Answer({"end": blocked.end.value, "lost": 0}, (Verdict(figure, (Fact(fact),), sentence),))


def _ahead(plan: Plan) -> tuple[Block, ...]:
    """Before the roll: the test, and what each way of it brings."""
    test, fails, passes = plan.test, plan.outcome(0), plan.outcome(plan.test.obstacle)
    rows = [("Passes", test.chance, passes.end, _back(plan, passes))]
    rows.append(("Fails", 1 - test.chance, fails.end, _back(plan, fails)))
    columns = ("Health", "Chance", "What comes of it", "Dice back")
    return (
        test.verdict(Fact(plan.takes, "to heal"))
        if plan.level in LONG
        else test.verdict(Fact(plan.takes, "if it fails")),
        test.odds(),
        Table("What the test decides", columns, tuple(rows), mark=Mark.DERIVED),
        *_shorter(plan),
    )


def _shorter(plan: Plan) -> tuple[Table, ...]:
    """What each extra success takes off the time. Source: INJ-22."""
    if plan.level in HOURS:
        return ()
    test = plan.test
    most = min(MOST_EXTRA, max(0, test.dice - test.obstacle))
    rows = tuple(
        (extra, plan.words(rules.shortened(plan.span.seconds, extra)), test.against(test.obstacle + extra).chance)
        for extra in range(most + 1)
    )
    return (Table("Sooner well", ("Extra successes", "Heals in", "Chance"), rows, mark=Mark.DERIVED),)


def _back(plan: Plan, found: Outcome) -> str | None:
    """When dice come back, in a line."""
    if not found.back:
        return None
    return wording.listed(plan.words(one) for one in found.back)


FIGURES = {
    End.AT_ONCE: "Gone",
    End.FULL_TIME: "Full time",
    End.MENDING: "On the mend",
    End.HALF: "Half back",
    End.ONE_LOST: "One die lost",
    End.BOTH_LOST: "Two dice lost",
    End.NEXT_STAGE: "You live",
    End.SCARRED: "Scarred",
    End.DEAD: "Death",
}


def _rolled(plan: Plan) -> tuple[Block, ...]:
    """After the roll."""
    assert plan.successes is not None
    test, found = plan.test, plan.outcome(plan.successes)
    if sentence := too_many(plan.successes, test.dice):
        raise Unusable("successes", sentence)
    if found.seconds and not plan.told:
        long = LONG[plan.level]
        raise Unusable("time", f"Say how long it takes to heal: {long.words}, or roll {long.rolled}.")
    margin = plan.successes - test.obstacle
    by = "Health passes" if margin == 0 else f"Health passes with {margin} over" if margin > 0 else "Health fails"
    facts = [] if found.end in (End.AT_ONCE, End.DEAD) else [Fact(plan.words(found.seconds), "to heal")]
    if found.back and found.end is not End.AT_ONCE:
        facts.append(Fact(wording.count(len(found.back), "die back", "dice back")))
    if found.lost:
        facts.append(Fact(f"{found.lost}D", "lost for good"))
    if margin > 0 and found.seconds:
        facts.append(Fact(f"{wording.MINUS}{min(margin, MOST_EXTRA) * 10}{wording.NO_BREAK}%", "of the time"))
    verdict = Verdict(FIGURES[found.end], tuple(facts or [Fact(by)]), f"{by}: {found.end.words}.")
    rows = [(f"Die {number}", plan.words(one)) for number, one in enumerate(found.back, 1)]
    back = (Table("When dice come back", ("Which", "After"), tuple(rows)),) if found.back else ()
    return (verdict, *back, *_loss(plan, found), *by_artha(plan.successes, test.dice))


def _loss(plan: Plan, found: Outcome) -> tuple[Note, ...]:
    """What a loss for good takes from which stat. Source: INJ-29, INJ-30."""
    if found.end is End.SCARRED:
        traits = wording.listed(SCARS, "or")
        cap = f"One fitting stat never passes {CAPPED_AT} again."
        if plan.left is not None and plan.left != plan.stat:
            cap = f"The stat falls from {plan.stat} to {plan.left}, and never passes {CAPPED_AT} again."
        return (Note(f"Take one of these traits: {traits}. {cap}", rule="INJ-30"),)
    if not found.lost:
        return ()
    if (loss := plan.loss(found.lost)) is None:
        count = wording.count(found.lost, "die", "dice")
        return (Note(f"Take {count} off a stat that fits the wound, for good. A stat at 0 is a coma.", rule="INJ-29"),)
    if loss.comatose:
        return (Note(f"{loss.before} goes to 0: you never wake again.", rule="INJ-29"),)
    return (Note(f"The stat falls from {loss.before} to {loss.after}, for good.", rule="INJ-29"),)


def _notes(plan: Plan) -> tuple[Note, ...]:
    """Where the time comes from."""
    if plan.level in HOURS:
        return ()
    found = LONG[plan.level]
    said = f"A {plan.level.wound} takes {found.words}: the GM says how long, or roll {found.rolled}."
    return (Note(said, Mark.DERIVED, "INJ-21"),)


def _effects(plan: Plan) -> tuple[Effect, ...]:
    left = plan.left
    return (SetAbility("stat", {"ability": str(left)}),) if left is not None and left != plan.stat else ()


@table("recovery-times")
def recovery_times() -> Table:
    """How long wounds take to heal (INJ-21)."""
    back = {
        Level.MIDI: "at the treatment, at the end",
        Level.SEVERE: "at the treatment, halfway, at the end",
        Level.TRAUMATIC: "at the treatment, after a third, after two thirds, at the end",
        Level.MORTAL: "stage by stage",
    }
    rows = [
        (
            level.words,
            ob(one.obstacle),
            f"{one.less_forte} hours less Forte" if level in HOURS else one.words,  # type: ignore[union-attr]
            back.get(level, "at once if Health passes"),
        )
        for level, one in RECOVERIES.items()
    ]
    return Table("Recovery", ("Wound", "Health", "Full time", "Dice come back"), tuple(rows))


@table("wound-outcomes")
def wound_outcomes() -> Table:
    """What becomes of each wound (INJ-27)."""
    rows = (
        ("Superficial, Light", "gone at once", "full time, then a scar", "Health as usual, no extra dice"),
        ("Midi", "every die comes back", "one die back, one lost for good", "one die lost for good, the other returns"),
        ("Severe", "every die comes back", "one die back, two lost for good", "bleeds on"),
        ("Traumatic", "every die comes back", "two dice back, two lost for good", "bleeds on"),
        ("Mortal", "the next stage", "death, or a scar and a cap", "death"),
    )
    columns = ("Wound", "Treated, Health passes", "Treated, Health fails", "Treatment fails")
    return Table("What becomes of the wound", columns, rows)


MONTHS = Between(1, MOST_TIME)


@calculator("mortal-recovery", rules="INJ-23")
def mortal_recovery(
    health: Health = B4,
    bonus: FromTreatment = 2,
    forte: Forte = B4,
    mortal: Annotated[int, Between(4, 24), Asked("Mortal stage: months", gm=True, quick=(8, 12, 16))] = 12,
    traumatic: Annotated[int, Between(2, 6), Asked("Traumatic stage: months", gm=True)] = 3,
    severe: Annotated[int, Between(1, 3), Asked("Severe stage: months", gm=True)] = 2,
    midi: Annotated[int, Between(2, 12), Asked("Midi stage: weeks", gm=True)] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """How long is the way back from a Mortal wound?"""
    amounts = {Level.MORTAL: mortal, Level.TRAUMATIC: traumatic, Level.SEVERE: severe, Level.MIDI: midi}
    spans = {level: rules.natural(level, forte.exponent, amounts.get(level)).seconds for level in STAGES}
    each = ask["healing.each-stage"] == "each"
    treated = [level for level in STAGES if level in LONG] if each else [Level.MORTAL]
    house = house_of(Level.MORTAL, Care.PASSED, ask)

    def law(more: int) -> Any:
        return law_of(Pool.of(health.exponent + more, health.shade), ask)

    found = rules.stages(spans, law, health.exponent, dict.fromkeys(treated, bonus))
    lives = Fraction(1) if house.soft else found[0].chance
    whole = prod((stage.chance for stage in found[:4]), start=Fraction(1))
    longest = sum(spans.values())
    values = {
        "survives": lives,
        "whole": whole,
        "obstacles": [stage.obstacle for stage in found],
        "dice": [stage.dice for stage in found],
        "chances": [stage.chance for stage in found],
        "days": Fraction(longest, DAY),
        "treatments": len(treated),
        **{f"{stage.level.value}_days": Fraction(stage.seconds, DAY) for stage in found},
    }
    return Answer(values, (_long_way(longest, lives, whole, len(found)), _stages(found), *STAGED))


def _long_way(longest: int, lives: Fraction, whole: Fraction, tests: int) -> Verdict:
    time = rules.in_words(longest)
    return Verdict(
        time,
        (Fact(lives, "lives through it"), Fact(whole, "loses nothing"), Fact.count(tests, "Health test")),
        f"At full length it takes {time}. You live through it {often(lives)}, and without a loss {often(whole)}.",
        Mark.DERIVED,
    )


STAGED = (
    Note("The Mortal stage is spent unconscious. After it, each stage has the penalty of its own wound."),
    Note(
        "A failed test after the Mortal stage takes the full time, and half the dice of that stage stay lost.",
        rule="INJ-27",
    ),
)


def _stages(found: tuple[Stage, ...]) -> Table:
    rows = tuple(
        (
            stage.level.words,
            ob(stage.obstacle),
            DiceCount(stage.dice),
            stage.chance,
            rules.in_words(stage.seconds),
            rules.in_words(int(stage.mean)),
        )
        for stage in found
    )
    columns = ("Stage", "Health", "Dice", "Chance", "Full time", "On average")
    return Table("Stage by stage", columns, rows, mark=Mark.DERIVED)

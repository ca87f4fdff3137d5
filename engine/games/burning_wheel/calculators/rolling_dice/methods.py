"""Working carefully, patiently, quickly, and what it costs in time, failing too (HUB-19 to HUB-22, HUB-28)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Obstacle, Shade
from engine.games.burning_wheel.forms.test import BONUS, YourAbility
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.times import Miss, Span, Unit
from engine.games.burning_wheel.sheet.effects import Spend
from engine.rulings import Rulings
from engine.working import Mark

EXTRA = Between(0, MOST_OBSTACLE)


@dataclass(frozen=True, slots=True)
class Stated:
    """A time that someone says, a group of fields."""

    amount: Annotated[int, Between(1, 999), Asked("How many", quick=(1, 2, 3, 10))] = 10
    unit: Annotated[Unit, Asked("Unit")] = Unit.DAYS

    @property
    def span(self) -> Span:
        return Span(self.amount, self.unit)


@calculator("working-methods", rules="HUB-19 HUB-20 HUB-21 HUB-22 HUB-28")
def working_methods(
    time: Annotated[Stated, Asked("The test takes", gm=True)] = Stated(),
    careful: Annotated[bool, Asked("You work carefully: said before the roll")] = False,
    ability: YourAbility = Ability(Shade.BLACK, 4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2),
    successes: Annotated[
        int | None, EXTRA, Asked("Successes rolled", "Empty: not rolled yet", quick=(0, 1, 2, 3, 4, 5))
    ] = None,
    quick: Annotated[int, EXTRA, Asked("Extra successes for speed", quick=(0, 1, 2, 3))] = 0,
    patient: Annotated[int, EXTRA, Asked("Extra successes for quality", quick=(0, 1, 2, 3))] = 0,
    miss: Annotated[Miss, Asked("Failed: by how much?", "The book gives no number.", more=True, gm=True)] = Miss.UNSAID,
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
    left = ability.exponent + bonus - hurt.lost
    failed = successes is not None and successes < against
    margin = None if successes is None else successes - against
    _shared_out(margin, quick, patient)
    if focus and not (careful and failed):
        raise Unusable("focus", "Focus wards off trouble about time once a careful test has failed; this is none.")
    dice = left + int(careful)
    floor = quick <= times.MOST_STEPS or ask["times.quick-floor"] == "tenth"
    of_stated = careful and quick > 0 and ask["times.careful-quick"] == "stated"
    half_more = careful and not (focus and ask["artha.focus-time"] == "saved")
    worked = times.working(half_more, quick, floor=floor, of_stated=of_stated)
    stated, unit = time.span.seconds, time.unit
    seconds = times.part_of(stated, worked.total)
    takes = times.in_words(seconds, unit)
    stops = failed and miss is not Miss.UNSAID and times.may_stop(miss, near=ask["times.fail-quit-early"] == "near")
    need = against + quick + patient
    reach = max(need, against + times.MOST_STEPS)
    laws = [law_of(ability.pool(bonus + more - hurt.lost, open_ended), ask, reach) for more in (0, 1)]
    chance = laws[careful].at_least(need)
    gain = laws[1].at_least(against) - laws[0].at_least(against)
    later = times.part_of(stated, times.CAREFUL)
    classes = classes_of(dice, against, ask)
    ways = tuple(
        (
            words,
            f"{left + more}D",
            wording.percent(laws[more].at_least(against)),
            classes_of(left + more, against, ask).words,
            times.in_words(times.part_of(stated, times.working(bool(more), 0).total), unit),
        )
        for more, words in enumerate(("Normally", "Carefully"))
    )
    care = times.in_words(later, unit)
    likely = [wording.percent(law.at_least(against)) for law in laws]
    if successes is None:
        verdict = _plan(takes, chance, dice, need, quick, patient)
    else:
        verdict = _done(takes, successes - against, quick, patient, stops)
    blocks: list[Block] = [
        verdict,
        Table("Is care worth it?", ("Way", "Dice", "Chance", "Class", "Takes"), ways, int(careful), Mark.DERIVED),
    ]
    if successes is None:
        blocks.append(
            Note(f"Care is a die more: {likely[0]} becomes {likely[1]}, for {care} more.", Mark.DERIVED, "HUB-19")
        )
        pool = ability.pool(bonus + int(careful) - hurt.lost, open_ended)
        blocks.append(odds_of(pool, need, ask, after={"careful": careful}))
        blocks.append(_faster(careful, dice, against, quick, stated, unit, laws[careful], ask))
    blocks += ledger(hurt, dice + hurt.lost, obstacle)
    blocks.append(Working(worked.lines, worked.total, "Of the stated time", wording.NO_BREAK + "%"))
    most = times.MOST_STEPS + int(not floor)
    if quick > most:
        wasted = wording.count(quick - most, "success wins", "successes win")
        blocks.append(Note(f"{wasted} no more time: better put them into quality.", rule="HUB-21"))
    if patient and not failed:
        blocks.append(
            Note("What quality means is yours to tell, unless the skill has a use for it of its own.", rule="HUB-20")
        )
    if focus:
        blocks.append(Note("Focus wards off the trouble about time. The test stays failed.", rule="HUB-77"))
    elif careful and (failed or successes is None):
        blocks.append(Steps(TROUBLE, "The price of care"))
    return Answer(
        values={
            "seconds": seconds,
            "time": takes,
            "percent": worked.total,
            "dice": dice,
            "probability": chance,
            "class": classes.value,
            "classes": classes.names,
            "careful_gain": gain,
            "careful_costs": care,
            "passes": None if margin is None else margin >= 0,
            "margin": margin,
            "quality": patient,
            "unassigned": 0 if margin is None or margin < 0 else margin - quick - patient,
            "may_stop": stops,
            "time_complication": careful and failed and not focus,
        },
        blocks=tuple(blocks),
        effects=(
            *(marks_of("ability", classes) if margin is not None else ()),
            *((Spend("persona", 1, "ability"),) if focus else ()),
        ),
    )


TROUBLE = (
    "If the test fails, the GM may say that time has run out, and mean it.",
    "Focus, for a point of Persona, wards such trouble off.",
)


def _shared_out(margin: int | None, quick: int, patient: int) -> None:
    """Refuse to share out more successes than there are. Source: HUB-22, HUB-28."""
    spent = quick + patient
    if margin is None or spent <= max(0, margin):
        return
    field = "quick" if quick else "patient"
    if margin < 0:
        raise Unusable(field, "A failed test has no extra successes: nothing goes into speed or quality.")
    extra = wording.count(margin, "success", "successes") if margin else "no success"
    raise Unusable(field, f"You have {extra} over the obstacle; this shares out {spent}. Each counts once.")


def _shares(quick: int, patient: int) -> str:
    """What extra successes go into, in words; nothing where none do."""
    parts = [f"{count} for {what}" for count, what in ((quick, "speed"), (patient, "quality")) if count]
    return wording.listed(parts) if parts else ""


def _plan(takes: str, chance: Fraction, dice: int, need: int, quick: int, patient: int) -> Verdict:
    """What a way of working takes, before the roll."""
    shared = _shares(quick, patient)
    needs = f"{wording.count(need, 'success', 'successes')}{', ' + shared if shared else ''}"
    likely = wording.percent(chance)
    sentence = f"With {wording.count(dice, 'die', 'dice')} you need {needs}: {likely}. Then it takes {takes}."
    return Verdict(takes, f"{likely} · {dice}D · {needs}", sentence, Mark.DERIVED)


def _done(takes: str, margin: int, quick: int, patient: int, stops: bool) -> Verdict:
    """What a roll made of it."""
    if stops:
        sentence = f"A miss like that shows at once, and you may stop. Carry on, and it takes {takes} all the same."
        return Verdict("You may stop", f"fails by {-margin} · else {takes}", sentence)
    if margin < 0:
        return Verdict(takes, f"fails by {-margin}", f"You fail by {-margin}, and it takes {takes} all the same.")
    left = margin - quick - patient
    over = f"passes with {margin} over" if margin else "just passes"
    shared = _shares(quick, patient)
    rest = f" {wording.count(left, 'extra success is', 'extra successes are')} still to be shared out." if left else ""
    sentence = f"The test {over}{': ' + shared if shared else ''}. It takes {takes}.{rest}"
    return Verdict(takes, f"{over}{' · ' + shared if shared else ''}", sentence)


def _faster(
    careful: bool, dice: int, obstacle: int, quick: int, stated: int, unit: Unit, law: Distribution, ask: Rulings
) -> Table:
    """A row for each extra success that could go into speed: what it takes, and how likely that many are."""
    of_stated = careful and ask["times.careful-quick"] == "stated"
    most = min(times.MOST_STEPS, max(dice - obstacle, 1))
    rows = tuple(
        (
            str(steps),
            times.in_words(times.part_of(stated, times.working(careful, steps, of_stated=of_stated).total), unit),
            wording.percent(law.at_least(obstacle + steps)),
        )
        for steps in range(most + 1)
    )
    current = quick if quick <= most else None
    return Table("What speed takes", ("Extra for speed", "Done in", "Chance"), rows, current, Mark.DERIVED)

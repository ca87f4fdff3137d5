"""What can still be done about dice that lie on the table, as the table reads the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.readings.artha import wounds_count
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules.rescue import Against, Held, Lying, Manner, Rolled, Step, Used
from engine.games.burning_wheel.rules.spending import LIMIT, Limits, counted
from engine.rulings import Rulings


def rolled_as(rolled: Rolled, ask: Rulings, *, linked: bool) -> Manner:
    """How dice open that were rolled for this; `linked` says that it was in a linked test. Source: HUB-07, HUB-98."""
    differs = rolled in (Rolled.PERCEPTION, Rolled.ASTROLOGY)
    natural = rolled.open_ended(later=differs and ask["edition"] == "later")
    return Manner(natural=natural, ones=natural and rolled is Rolled.ASTROLOGY and not linked)


def lying_as(manner: Manner, faces: Sequence[int], opens: bool, ask: Rulings) -> Manner:
    """The same with the readings of the extra dice among these faces."""
    if opens and (SIDES in faces or manner.ones):
        manner = replace(manner, chain=chain(ask))
    return replace(manner, ones_cost=ask["rolls.astrology-ones"] == "cost") if manner.ones else manner


def open_to(lying: Lying, held: Held, ask: Rulings) -> dict[Step, str]:
    """Whether each may be spent on these dice: nothing, or a key of `REASONS`. Source: HUB-62, 72, 73, 81."""
    return {
        Step.LUCK: _no_luck(lying, held, ask),
        Step.GRACE: _no_grace(lying, held),
        Step.CALL_ON: _no_call_on(lying, call_ons(held, ask), ask),
    }


def _no_luck(lying: Lying, held: Held, ask: Rulings) -> str:
    spent = {one.value: 1 for one in held.used} | {"boon": held.boons}
    wounds = Used.SHRUG in held.used and wounds_count(ask)
    if not held.fate:
        return "no-fate"
    if counted(spent, Limits(wounds=wounds)).fate >= LIMIT.fate:
        return "used" if Used.LUCK in held.used else "fate-limit"
    return "no-traitor" if lying.manner.natural and not lying.failed else ""


def _no_grace(lying: Lying, held: Held) -> str:
    if not held.deeds:
        return "no-deeds"
    if Used.GRACE in held.used:
        return "used"
    return "" if lying.failed else "no-traitor"


def _no_call_on(lying: Lying, usable: int, ask: Rulings) -> str:
    if not usable:
        return "no-call-on"
    if lying.passed and lying.over and ask["rolls.call-on-passed"] == "failed":
        return "passed"
    return "no-traitor" if lying.short and not lying.failed and not lying.tied else ""


def call_ons(held: Held, ask: Rulings) -> int:
    """How many call-ons can be used: one for each trait, or one a session for the character. Source: HUB-62."""
    return 1 if held.call_ons > 1 and ask["rolls.call-on-session"] == "character" else held.call_ons


def breaks_ties(against: Against, ask: Rulings) -> bool:
    """Whether a call-on may win a tie. Source: HUB-13, HUB-62."""
    return against is Against.BOTH or (against is Against.ACT and ask["versus.call-on"] == "any")


def rerolled_as(lying: Lying, left: Mapping[Step, int], ask: Rulings) -> Manner:
    """How the dice will behave in what is `left` to do, each reading asked for only where it can change a chance."""
    manner = lying.manner
    rerolls = left[Step.CALL_ON] + left[Step.GRACE]
    opening = lying.opens or left[Step.LUCK]
    several = opening and (lying.short > 1 or manner.ones)
    lucky = manner.natural and left[Step.LUCK]
    if several:
        manner = replace(manner, chain=chain(ask))
        if rerolls:
            manner = replace(manner, rerolls_open=ask["rolls.reroll-opens"] == "yes")
        if lucky and ask["edition"] == "later":
            manner = replace(manner, luck_closed=ask["rolls.luck-later"] == "closed")
    if (opening and rerolls) or (lucky and lying.failed_extras):
        manner = replace(manner, extras=ask["rolls.extra-traitors"] == "yes")
    return manner

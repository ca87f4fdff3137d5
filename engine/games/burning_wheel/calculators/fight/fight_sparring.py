"""A sparring partner in a fight: it scripts, halts and divides for a side, and says what the other one gave away."""

from engine.answer import Told
from engine.games.burning_wheel.blocks.afterwords import afterword
from engine.games.burning_wheel.calculators.fight.fight_stage import name_of
from engine.games.burning_wheel.forms.partner import Partner, PartnerPlays
from engine.games.burning_wheel.forms.sealing import SIDES
from engine.games.burning_wheel.rules import fight_sparring as rules
from engine.games.burning_wheel.rules.fight_distance import Places
from engine.games.burning_wheel.rules.fight_outlook import dice
from engine.games.burning_wheel.rules.fight_procedure import Fight, Phase
from engine.games.burning_wheel.rules.fight_script import Script
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.session import Offer


def turn(fight: Fight, divided: tuple[int | None, int | None], partner: Partner | None) -> dict[str, tuple[Offer, ...]]:
    """What the partner does now, before anyone else; nothing where it has nothing to choose."""
    if partner is None:
        return {}
    place, does = partner.place, ""
    if fight.phase is Phase.SCRIPT and fight.sides[place].state.plan is None:
        does = "scripts"
    elif fight.phase is Phase.HALT and (fight.won or 0) == place:
        does = "says where the move ends"
    elif fight.phase is Phase.ACT and fight.to_divide(place) and divided[place] is None:
        does = "divides the Counterstrike"
    said = f"{name_of(fight, place)} {does}"
    return {SIDES[place]: (Offer(PartnerPlays, said, said),)} if does else {}


def script(fight: Fight, partner: Partner) -> Script:
    """The script of the partner."""
    return rules.script(fight, partner.place, partner.strength, partner.luck(fight.exchange))


def halt(fight: Fight, partner: Partner) -> Places:
    """Where the partner ends its move."""
    luck = partner.luck(fight.exchange, fight.volley)
    return rules.halt(fight, partner.place, partner.strength, luck)


def division(fight: Fight, partner: Partner) -> int:
    """The dice of the partner’s Counterstrike that defend against what lies open."""
    luck = partner.luck(fight.exchange, fight.volley, fight.slot)
    theirs = fight.doing(1 - partner.place)
    assert theirs, "a Counterstrike is divided against an attack"
    return rules.division(fight, partner.place, theirs.act, partner.strength, luck)


def said(before: Fight, partner: Partner | None) -> tuple[Told, ...]:
    """What the partner says once actions were rolled: what the reader’s gave away. Source: FGT-72."""
    if partner is None:
        return ()
    place = 1 - partner.place
    deed = before.doing(place)
    if deed is None or deed.using is not With.MAIN:
        return ()
    found = rules.afterword(before, place, deed.act)
    if found is None:
        return ()
    best = found.best.words(dice(rules.fighter(before, place)))
    return (afterword(found, deed.act.words, best, name_of(before, place), "FGT-72"),)

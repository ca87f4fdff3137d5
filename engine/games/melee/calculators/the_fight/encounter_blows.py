"""What attacks do in a melee on a page: defense, dice, damage (MEL-12, MEL-16 to MEL-30)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.forms import Unusable
from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.melee.calculators.the_fight.encounter_kept import Kept, again, fallen, hits
from engine.games.melee.forms import encounter as moves
from engine.games.melee.forms.encounter import NOBODY, Meets, Spends
from engine.games.melee.readings import turn
from engine.games.melee.rules import damage, dodging, shields, special
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.combatant import Trained
from engine.games.melee.rules.damage import Means, Route
from engine.games.melee.rules.encounter import Attack, Encounter, Strike
from engine.games.melee.rules.hitting import Defense
from engine.games.melee.rules.special import Maneuver
from engine.session import Dice


def check(state: Kept, move: moves.Attack | moves.Special, by: int) -> None:
    """Raises `Unusable` for an attack that cannot be made as it is said. Source: MEL-11, MEL-12, MEL-21."""
    fight, target = state.fight, int(move.target)
    if isinstance(move, moves.Attack) and not move.bare and not fight.ones[by].wields:
        raise Unusable(
            "move.bare", f"{fight.ones[by].name} has no weapon in hand: fetch or draw one, or use the hands."
        )
    if isinstance(move, moves.Attack) and move.bare and fight.ones[by].unarmed is None:
        name = fight.ones[by].name
        raise Unusable("move.bare", f"Bare hands take Martial Arts or Brawling; {name} has neither.")
    if move.help and move.helper == NOBODY:
        raise Unusable("move.helper", f"{move.help}D of help come from someone; say who.")
    if move.meets is Meets.DODGE and fight.ones[target].dodge is None and not fight.may_dodge(target):
        name = fight.ones[target].name
        raise Unusable("move.meets", f"{name} dodges at the first attack of the round, before acting; that is over.")
    if isinstance(move, moves.Special):
        if barred := fight.barred(move.what, Attack(by, target)):
            raise Unusable("move.what", barred)
        throws = move.what is Maneuver.THROW and move.spends is Spends.BODY
        if move.spends is not Spends.NOTHING and not throws and not _may_spend(fight, move.what, by):
            raise Unusable("move.spends", _why_not(move.what))


def helped(state: Kept, move: moves.Attack | moves.Special) -> Encounter:
    """The fight once whoever helps has given up their turn for it. Source: MEL-11."""
    return state.fight.acts(int(move.helper), early=True) if move.help else state.fight


def speed(state: Kept, at: int, dice: Dice, more: int = 0) -> int:
    """A dodge: the successes of Speed, less what armor and the ground take. Source: MEL-12, MEL-15."""
    one = state.fight.ones[at]
    ability = one.fighter.stats[Stat.SPEED]
    count = max(0, one.dice(ability, state.fight.pressure(at)) + more)
    found = fallen(dice, f"{one.name}: Speed, to dodge", count, ability.shade)
    prone = one.prone and state.ask["dodge.prone"] == "counts"
    return dodging.dodged(found, one.fighter.clumsy, prone=prone).total


def meets(state: Kept, attack: Attack, how: Meets, dice: Dice, *, special: bool = False) -> tuple[Kept, Attack, bool]:
    """The target says first what it does, and rolls for it; a dodge that came too late is none.

    The third is whether they wait: some tables let them dodge once the attack has hit. Source: MEL-11, MEL-12.
    """
    fight, other = state.fight, state.fight.ones[attack.at]
    waits = False
    if other.dodge is not None:
        defense = Defense.DODGE
    elif how is Meets.DODGE and fight.may_dodge(attack.at):
        waits = not turn.dodges_first(state.ask)
        defense = Defense.NONE if waits else Defense.DODGE
        fight = fight if waits else fight.dodges(attack.at, speed(state, attack.at, dice))
    elif how is Meets.BLOCK:
        defense = Defense.BLOCK
    elif how is Meets.BEST and not special:
        defense = _better(fight, attack)
    else:
        defense = Defense.NONE
    covered = defense is not Defense.DODGE and not waits
    if covered and state.ask["block.choice"] == "always" and max(other.cover, attack.cover):
        defense = Defense.BLOCK
    return replace(state, fight=fight.attacked(attack.at)), replace(attack, defense=defense), waits


def _dodges_late(state: Kept, attack: Attack, dice: Dice) -> tuple[Kept, Attack]:
    """A dodge after the attacker’s dice: what those brought stands, the obstacle rises. Source: MEL-12."""
    after = state.fight.dodges(attack.at, speed(state, attack.at, dice))
    return replace(state, fight=after), replace(attack, defense=Defense.DODGE)


def _better(fight: Encounter, attack: Attack) -> Defense:
    """Blocking, or nothing: whichever costs less disposition on average. Source: MEL-49."""
    if not max(fight.ones[attack.at].cover, attack.cover):
        return Defense.NONE
    costs = {how: _mean(fight, replace(attack, defense=how)) for how in (Defense.NONE, Defense.BLOCK)}
    return min(costs, key=lambda how: costs[how])


def _mean(fight: Encounter, attack: Attack) -> float:
    shade = fight.arms(attack)[1].shade
    law = successes(Pool.of(max(0, min(fight.dice(attack).total, 60)), shade))
    return float(damage.mean(means(fight, attack), law, max(0, fight.obstacle(attack).total)))


def means(fight: Encounter, attack: Attack) -> Means:
    """What an attack is made with, as far as damage goes; bare hands are worth what their skill is. Source: MEL-18."""
    return fight.arms(attack)[0].means


def attack(state: Kept, attack: Attack, how: Meets, dice: Dice, *, fate: bool = False) -> Kept:
    """A normal attack, from the defense to what is stored. Source: MEL-16 to MEL-19, MEL-49."""
    state, attack, waits = meets(state, attack, how, dice)
    fight = state.fight
    one, other = fight.ones[attack.by], fight.ones[attack.at]
    obstacle, count = fight.obstacle(attack).total, max(0, fight.dice(attack).total)
    gear, skill = fight.arms(attack)
    shade = skill.shade
    chain = state.ask["dice.chain"] == "chain" if fate else True
    blocked = fight.target(attack).defense is Defense.BLOCK
    va = min(gear.va, count) if blocked else 0
    faces: Sequence[int] = dice.roll(f"{one.name} at {other.name}: VA", va) if va else ()
    opened = again(dice, sum(face == SIDES for face in faces), shade, chain=chain) if fate else 0
    rest = fallen(dice, f"{one.name} at {other.name}", count - va, shade, opens=fate, chain=chain)
    found = hits(faces, shade) + opened + rest
    if waits and found >= obstacle:
        state, attack = _dodges_late(state, attack, dice)
        fight = state.fight
        obstacle = fight.obstacle(attack).total
    margin, loss = found - obstacle, 0
    kind = means(fight, attack)
    start = other.disposition if fight.house.immediate else other.at_start
    if margin >= 0 and damage.route(start) is Route.DISPOSITION:
        fell = tuple(dice.roll(f"{one.name}: Die of Fate", kind.dice)) if kind.dice else ()
        loss = damage.dealt(kind, margin, fell, alone=fight.house.alone)
    after = fight.struck(attack, found, loss, faces, opened)
    result = after.pending[-1]
    end = f"{loss} off disposition" if loss else "a wound, if armor lets it" if result.strike else "nothing more"
    said = f"{_met(attack, blocked)}{found} against Ob {obstacle}: {result.says}"
    return state.then(after, f"{said}; {end}." if result.hit else f"{said}.", "MEL-16")


def _met(attack: Attack, blocked: bool) -> str:
    if blocked:
        return "Blocked, "
    return "Dodged, " if attack.defense is Defense.DODGE else ""


def special_attack(state: Kept, what: Maneuver, attack: Attack, move: moves.Special, dice: Dice) -> Kept:
    """A special attack, from the dodge to what is stored. Source: MEL-21 to MEL-29."""
    state, attack, waits = meets(state, attack, move.meets, dice, special=True)
    fight = state.fight
    one = fight.ones[attack.by]
    ability = one.fighter.ability(what)
    assert ability is not None
    found = fallen(dice, f"{one.name}: {what.words}", fight.force(what, attack), ability.shade)
    if waits and found >= fight.against(what, attack).total:
        state, attack = _dodges_late(state, attack, dice)
        fight = state.fight
    margin = found - fight.against(what, attack).total
    strike = _strike(state, what, attack, move, margin) if margin >= 0 and move.spends is Spends.BODY else None
    loss = margin if margin > 0 and move.spends is Spends.DISPOSITION else 0
    after = fight.tried(what, attack, found, strike, loss)
    said = after.pending[-1].says
    return state.then(after, f"{found} against Ob {found - margin}: {said}.", special.ROWS[what].against)


def _may_spend(fight: Encounter, what: Maneuver, by: int) -> bool:
    """Whether margin may hurt: with a shield that one is trained in, or with teeth. Source: MEL-25, MEL-27."""
    one = fight.ones[by]
    if what is Maneuver.PUSH:
        return one.strapped and Trained.SHIELD in one.fighter.trained
    return what is Maneuver.LOCK and one.fighter.carries is Carries.CLAWS


def _why_not(what: Maneuver) -> str:
    if what is Maneuver.PUSH:
        return "The margin of a Push goes into damage with Shield Training and a shield."
    if what is Maneuver.LOCK:
        return "The margin of a Lock goes into damage with jaws to bite with."
    return f"The margin of {what.words} cannot go into that."


def _strike(state: Kept, what: Maneuver, attack: Attack, move: moves.Special, margin: int) -> Strike:
    """The wound that the margin is spent on, past disposition. Source: MEL-24, MEL-25, MEL-27."""
    fight = state.fight
    one = fight.ones[attack.by]
    power = one.fighter.stats[Stat.POWER]
    own, shade = power.exponent, power.shade
    stage = special.struck(margin, direct=fight.house.direct)
    if what is Maneuver.THROW:
        place = special.thrown(own, move.surface, shade).at(stage)
        return Strike(margin, place.place, special.va(own), bypass=True)
    gear = one.fighter.gear
    if what is Maneuver.PUSH:
        weapon = shields.WEAPONS[one.fighter.shield]
        return Strike(margin, weapon.damage(own, shade).at(stage).place, special.va(own, weapon.va), bypass=True)
    return Strike(margin, special.bitten(own, gear.power, shade).at(stage).place, special.va(own, gear.va), bypass=True)

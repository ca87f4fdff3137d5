"""What a Fight! begins with: two combatants, in the open or from an ambush (FGT-62, FGT-67)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine.answer import Block
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.calculators.fight.script_fields import FEW
from engine.games.burning_wheel.forms.fighting import QUICK_DICE
from engine.games.burning_wheel.forms.ranged import NO_SHOT, NoShot, Shooting, Shoots, as_club, ranged_of
from engine.games.burning_wheel.forms.ranged import WORDS as SHOT
from engine.games.burning_wheel.forms.saddle import ON_FOOT, Mounting, mount_lost, riding_borne, riding_of
from engine.games.burning_wheel.forms.sealing import SIDES
from engine.games.burning_wheel.forms.shields import MOST_LOST, KeptShield
from engine.games.burning_wheel.forms.spells_in_conflict import NO_MAGIC, Magic, Shielded, charm_of
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, wielded
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.fight_hesitation import twice
from engine.games.burning_wheel.readings.fight_play import guard_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.saddle import in_melee, needs_set
from engine.games.burning_wheel.readings.spells_in_conflict import fails_too
from engine.games.burning_wheel.rules import fight_procedure as rules
from engine.games.burning_wheel.rules import lance
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.ambush import Lurk, Sneaks, Watch
from engine.games.burning_wheel.rules.charms import Charm
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_distance import LENGTHS
from engine.games.burning_wheel.rules.fight_missiles import Ready
from engine.games.burning_wheel.rules.fight_procedure import Fighter, Standing
from engine.games.burning_wheel.rules.fight_state import Guard
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.riders import Beast, Rider
from engine.games.burning_wheel.rules.shields import Kind
from engine.games.burning_wheel.rules.steel import hesitation
from engine.games.burning_wheel.rules.weapons import Grade
from engine.games.burning_wheel.rules.wounds import Level, suggestion
from engine.option import Option
from engine.rulings import Rulings

B3, B4 = Ability.parse("B3"), Ability.parse("B4")
SWORD = Weapon.of(arms.WEAPONS["sword"])
EMPTY = Weapon.of(arms.WEAPONS["bare-fist"])
NAMES = ("Side A", "Side B")
FIELDS = ("a", "b")


@dataclass(frozen=True, slots=True)
class Combatant:
    """One side of the fight, a group of fields."""

    name: Annotated[str, Asked("Who"), sheet("name")] = ""
    weapon: Annotated[Among[Weapon], Asked("Weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = SWORD
    skill: Annotated[Ability, Asked("Skill with it", quick=QUICK_DICE), sheet("skill")] = B4
    speed: Annotated[Ability, Asked("Speed", quick=QUICK_DICE), sheet("speed")] = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK_DICE), sheet("power")] = B4
    reflexes: Annotated[int, Between(1, 10), Asked("Reflexes", quick=(3, 4, 5))] = 4
    worn: Annotated[Worn, Asked("Armor, head to foot")] = Worn.NONE
    shield: Annotated[KeptShield, Asked("Shield", more=True), sheet("shield")] = KeptShield.NONE
    shield_lost: Annotated[int, MOST_LOST, Asked("Dice it has lost", more=True), sheet("shield_lost")] = 0
    trained: Annotated[bool, Asked("Has Shield Training", more=True), sheet("shield-training")] = True
    off: Annotated[
        Among[Weapon], Asked("In the other hand", quick=QUICK_WEAPONS, more=True), sheet("weapons", at_once=False)
    ] = EMPTY
    spare: Annotated[
        Among[Weapon], Asked("Weapon to draw", quick=QUICK_WEAPONS, more=True), sheet("weapons", at_once=False)
    ] = EMPTY
    hands: Annotated[Ability, Asked("Brawling or Boxing", quick=QUICK_DICE, more=True)] = B3
    agility: Annotated[Ability, Asked("Agility", quick=QUICK_DICE, more=True), sheet("agility")] = B4
    forte: Annotated[Ability, Asked("Forte", quick=QUICK_DICE, more=True), sheet("forte")] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_DICE, more=True), sheet("steel")] = B4
    will: Annotated[Ability, Asked("Will", quick=QUICK_DICE, more=True), sheet("will")] = B4
    stride: Annotated[Multiplier, Asked("Speed multiplier", more=True)] = Multiplier.USUAL
    traits: Annotated[int, FEW, Asked("Traits, FoRKs: dice for position", more=True, quick=(0, 1, 2))] = 0
    magic: Magic = NO_MAGIC
    eldritch: Shielded = 0
    ranged: Shoots = NO_SHOT
    rides: Mounting = ON_FOOT
    wounds: Wounded = UNHURT


@branch("in the open")
class Openly:
    """Both see it coming."""


class Lurker(Option):
    """Who lies in wait. Source: FGT-62."""

    A = SIDES[0], "side A"
    B = SIDES[1], "side B"


@branch("from an ambush")
class Ambushed:
    """One lies in wait, and the other may notice."""

    by: Annotated[Lurker, Asked("In wait lies")] = Lurker.A
    sneak: Annotated[Ability, Asked("Their Stealthy or Inconspicuous", quick=QUICK_DICE), sheet("ability")] = B4
    look: Annotated[Ability, Asked("The other keeps watch with", quick=QUICK_DICE)] = B4
    watch: Annotated[Watch, Asked("which is")] = Watch.OBSERVATION
    how: Annotated[Sneaks, Asked("The ambusher is")] = Sneaks.STEALTHY
    dice: Annotated[int, FEW, Asked("The ambusher’s other dice", quick=(0, 1, 2))] = 0
    harder: Annotated[int, Between(0, 20), Asked("Worse than surprise: obstacle of Steel", gm=True)] = 0


SPARE = {
    True: "With a bow in hand the weapon above is the one to draw; leave this one out.",
    False: "“Draw a weapon” takes the next one to throw in hand; leave this one out.",
}
"""Why there is no second weapon beside what is shot or thrown."""
STATS = ("speed", "power", "agility", "forte")


def _held(weapon: Weapon, at: str, ask: Rulings) -> arms.Weapon:
    """A weapon as the rules take it, with the table's readings. Raises `Unusable` for one without a length."""
    found = wielded(weapon, ask)
    form = found.weapon
    if form.length not in LENGTHS:
        raise Unusable(at, "This is as long as its weapon: choose one with a length of its own.")
    if found.row:
        row = replace(found.row, power=form.power, add=found.add, length=form.length, great_strike=form.great_strike)
        # The Close that rides a lance home may have Set it.
        return row if row.key != lance.KEY or needs_set(ask) else replace(row, speed=arms.Speed.SLOW)
    return arms.Weapon(
        "own",
        form.name or "own weapon",
        Grade.RUN,
        form.power,
        found.add,
        form.speed,
        form.va,
        form.length,
        form.two_handed,
        form.great_strike,
        None,
        "",
    )


def armed_with(fighter: Fighter) -> str:
    """What a side fights with, and how well: "Sword B4", with a bow in hand the bow."""
    ranged, held = fighter.ranged, f"{fighter.weapon.name} {fighter.skill}"
    if ranged is None:
        return held
    return f"{ranged.shot.name} {ranged.skill}" + ("" if ranged.kind else f", {held}")


def _second(weapon: Weapon, at: str, ask: Rulings) -> arms.Weapon | None:
    """A weapon besides the first; a bare fist is none."""
    return None if weapon == EMPTY else _held(weapon, at, ask)


def _guard(setup: Combatant, at: str, ask: Rulings) -> Guard | None:
    """The shield of a side. Raises `Unusable` for one beside a second weapon: both take the other hand."""
    if setup.shield is KeptShield.NONE:
        return None
    if setup.off != EMPTY:
        raise Unusable(f"{at}.off", "The shield takes that hand: leave out one of the two.")
    return guard_of(Kind.of(setup.shield.value), setup.shield_lost, setup.trained, ask, f"{at}.shield_lost")


def side_of(setup: Combatant, place: int, ask: Rulings) -> tuple[rules.Side, list[Block]]:
    """A side as the rules take it, and what wounds take from its dice."""
    name, at, bow = setup.name or NAMES[place], FIELDS[place], isinstance(setup.ranged, Shooting)
    if setup.spare != EMPTY and setup.ranged != NO_SHOT:
        raise Unusable(f"{at}.spare", SPARE[bow])
    borne: list[Block] = []
    for id in ("skill", "hands", "speed", "power", "agility", "forte", "steel"):
        ability: Ability = getattr(setup, id)
        if id in STATS and not ability.exponent:
            raise Unusable(f"{at}.{id}", f"Nobody fights with {ELEMENTS[id].name} 0: whoever has it is down.")
        element = ELEMENTS["skill" if id == "hands" else id]
        hurt = feels(setup.wounds, ability, ask, element)
        if hurt.gone and id != "hands":
            raise Unusable(f"{at}.{id}", hurt.gone)
        words = f"{name}, {'hands' if id == 'hands' else element.name}"
        borne += ledger(hurt, ability.exponent, 0, words=f"{words}: dice", against=f"{words}: own +Ob")
    if not isinstance(setup.ranged, NoShot):
        hurt = feels(setup.wounds, setup.ranged.skill, ask)
        if hurt.gone:
            raise Unusable(f"{at}.ranged.skill", hurt.gone)
        words = f"{name}, {SHOT['ranged.skill']}"
        borne += ledger(hurt, setup.ranged.skill.exponent, 0, words=f"{words}: dice", against=f"{words}: own +Ob")
    borne += riding_borne(setup.rides, setup.wounds, f"{at}.rides.riding", name, ask)
    main = _held(setup.weapon, f"{at}.weapon", ask)
    ranged = ranged_of(setup.ranged, setup.power, f"{at}.ranged", ask)
    fighter = Fighter(
        name,
        skill=setup.skill,
        hands=setup.hands,
        speed=setup.speed,
        power=setup.power,
        steel=setup.steel,
        hesitation=hesitation(setup.will).total,
        will=setup.will.exponent,
        reflexes=setup.reflexes,
        multiplier=setup.stride.times,
        weapon=as_club(setup.ranged) if isinstance(setup.ranged, Shooting) else main,
        traits=setup.traits,
        tolerances=suggestion(setup.power, setup.forte),
        suit=setup.worn.suit,
        agility=setup.agility,
        forte=setup.forte,
        spare=main if bow else _second(setup.spare, f"{at}.spare", ask),
        off=_second(setup.off, f"{at}.off", ask),
        guard=_guard(setup, at, ask),
        charm=_charm(setup, at, ask),
        rider=_rider(setup, main, ask),
        ranged=ranged,
    )
    before = (Level.LIGHT,) * setup.wounds.dice + (Level.SUPERFICIAL,) * setup.wounds.superficial
    shot = ranged.begins if ranged else Ready()
    beast = Beast((Level.LIGHT,) * mount_lost(setup.rides))
    return rules.Side(fighter, Standing(levels=before, shot=shot, shield=setup.eldritch, beast=beast)), borne


def _rider(setup: Combatant, weapon: arms.Weapon, ask: Rulings) -> Rider | None:
    """How a side rides, and what of it a blow asks for."""
    rider = riding_of(setup.rides, ask)
    return in_melee(rider, ask, lance=weapon.key == lance.KEY) if rider else None


def _charm(setup: Combatant, at: str, ask: Rulings) -> Charm | None:
    """The spell or prayer in hand, with what comes of a spell that is held back and broken off."""
    charm = charm_of(setup.magic, setup.will, setup.forte, f"{at}.magic", ask)
    return charm if charm is None or charm.prayer else replace(charm, held_fails=fails_too(True, ask))


def lurk_of(surprise: Openly | Ambushed, ask: Rulings) -> Lurk | None:
    """The ambush that a fight begins with, as the table reads it. Source: FGT-62."""
    if isinstance(surprise, Openly):
        return None
    opens = surprise.watch is Watch.PERCEPTION and open_ended(ELEMENTS["perception"], ask)
    return Lurk(
        SIDES.index(surprise.by.value),
        surprise.sneak,
        surprise.look,
        surprise.dice,
        surprise.watch,
        opens,
        twice(surprise.watch, surprise.how is Sneaks.STEALTHY, ask),
        surprise.harder,
    )


def lurking_takes(
    surprise: Openly | Ambushed, sides: tuple[Combatant, Combatant], names: Sequence[str], ask: Rulings
) -> list[Block]:
    """What wounds take from lying in wait. Raises `Unusable` where they take every die. Source: INJ-09."""
    if isinstance(surprise, Openly):
        return []
    place = SIDES.index(surprise.by.value)
    hurt = feels(sides[place].wounds, surprise.sneak, ask)
    if hurt.gone:
        raise Unusable("surprise.sneak", hurt.gone)
    words = f"{names[place]}, {surprise.how.words}"
    return [*ledger(hurt, surprise.sneak.exponent, 0, words=f"{words}: dice", against=f"{words}: own +Ob")]

"""A Fight! of two played out: first distance, hidden scripts, action by action, to its end (FGT-67)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Lead, Table, Told
from engine.effects import AddRow, Effect
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.calculators.fight import fight_sparring
from engine.games.burning_wheel.calculators.fight.fight_stage import (
    BEFORE,
    Past,
    blocks_of,
    choosing,
    name_of,
    part_words,
)
from engine.games.burning_wheel.calculators.fight.script_fields import (
    FEW,
    VOLLEY,
    ChangedAction,
    ChangedVolley,
    Into,
    LostAction,
    LostVolley,
    Volleys,
    change_of,
)
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms import handoff, partner, sealing
from engine.games.burning_wheel.forms.fighting import QUICK_DICE
from engine.games.burning_wheel.forms.partner import Partner, PartnerPlays, Spar
from engine.games.burning_wheel.forms.ranged import IN_LOG as SHOT_LOG
from engine.games.burning_wheel.forms.ranged import NO_SHOT, NoShot, Shooting, Shoots, as_club, ranged_of
from engine.games.burning_wheel.forms.ranged import WORDS as SHOT
from engine.games.burning_wheel.forms.saddle import ON_FOOT, Mounting, mount_lost, riding_borne, riding_of
from engine.games.burning_wheel.forms.sealing import SIDES, OpenSealed, SealCame, Seals
from engine.games.burning_wheel.forms.shields import MOST_LOST, KeptShield
from engine.games.burning_wheel.forms.spells_in_conflict import IN_LOG, NO_MAGIC, Magic, Shielded, charm_of
from engine.games.burning_wheel.forms.spells_in_conflict import TESTED as SPELLED
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, wielded
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.fight_hesitation import twice
from engine.games.burning_wheel.readings.fight_play import guard_of, house_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.saddle import in_melee, needs_set
from engine.games.burning_wheel.readings.spells_in_conflict import fails_too
from engine.games.burning_wheel.rules import fight_procedure as rules
from engine.games.burning_wheel.rules import lance, saddle
from engine.games.burning_wheel.rules import weapons as arms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import kind_of
from engine.games.burning_wheel.rules.ambush import Lurk, Sneaks, Watch
from engine.games.burning_wheel.rules.charms import Charm
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_beast import RIDING
from engine.games.burning_wheel.rules.fight_distance import LENGTHS, Distance
from engine.games.burning_wheel.rules.fight_missiles import Ready
from engine.games.burning_wheel.rules.fight_moment import PLAYED
from engine.games.burning_wheel.rules.fight_procedure import Cast, Fight, Fighter, Part, Phase, Standing, usual_script
from engine.games.burning_wheel.rules.fight_state import Choice, Guard
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.plan_changes import Spot
from engine.games.burning_wheel.rules.riders import Beast, Rider
from engine.games.burning_wheel.rules.sealed import Where
from engine.games.burning_wheel.rules.shields import Kind
from engine.games.burning_wheel.rules.steel import Reaction, hesitation
from engine.games.burning_wheel.rules.weapons import Grade
from engine.games.burning_wheel.rules.wounds import Level, suggestion
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, Parts, session

B3, B4 = Ability.parse("B3"), Ability.parse("B4")
SWORD = Weapon.of(arms.WEAPONS["sword"])
EMPTY = Weapon.of(arms.WEAPONS["bare-fist"])
NAMES = ("Side A", "Side B")
TABLE = "table"
FIELDS = ("a", "b")


class Begins(Option):
    """Where the winner of the first test may begin. Source: FGT-18."""

    OUT = "out", "out of reach"
    LUNGING = "lunging", "lunging"
    OPTIMAL = "optimal", "optimal"


class Pushed(Option):
    """What a Push is spent on, as far as it goes. Source: FGT-46."""

    DOWN = "down", "knock them down"
    BACK = "back", "force them back"


class Hesitates(Option):
    """How someone hesitates. Source: FGT-61."""

    DROOL = "drool", "Stand and Drool"
    PRONE = "prone", "Fall Prone"
    SWOON = "swoon", "Swoon"
    RUN = "run", "Run Screaming"


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
OTHER = Asked("Other dice of side A", more=True, quick=(0, 1, 2))
OTHERS = Asked("Other dice of side B", more=True, quick=(0, 1, 2))


@branch("Spring the ambush")
class Spring:
    """Both roll, and whoever is surprised tests Steel."""

    rolls: ClassVar[bool] = True


@branch("Roll for the first distance")
class RollStart:
    """Both roll for position."""

    a: Annotated[int, FEW, OTHER] = 0
    b: Annotated[int, FEW, OTHERS] = 0

    rolls: ClassVar[bool] = True


@branch("The GM sets the distance")
class SetDistance:
    """The situation says where both stand."""

    at: Annotated[Begins, Asked("Side A stands at", gm=True)] = Begins.LUNGING


@branch("Pick the first distance")
class Pick:
    """The winner picks for the own weapon."""

    at: Annotated[Begins, Asked("Distance of your weapon")] = Begins.OPTIMAL


def where_of(fight: Fight, place: int) -> Where:
    """Where the codes of what a side scripts now belong. Names and dice tell one fight from another."""
    fighters = [side.fighter for side in fight.sides]
    called = ", ".join(f"{one.name} {one.skill} {one.speed} {one.power}" for one in fighters)
    return Where(f"fight: {called}", fight.exchange, fighters[place].name, 0, "fight")


def _handed(move: "Write", then: "Played", now: "Played", side: str) -> tuple[object, ...]:
    """The moves that make a script on another device, until dice for position have fallen after it."""
    place = SIDES.index(side)
    if now.rolled != then.rolled:
        return ()
    both = now.fight.sides[1 - place].state.plan is not None or bool(now.seals.codes[1 - place])
    return sealing.handed(move, where_of(then.fight, place), both=both)


@branch("Script the exchange")
class Write(Volleys):
    """Three volleys, unseen until each is announced."""

    handed = _handed


@branch("Bid to go first")
class Bid:
    """Throw in actions of the exchange; whoever has thrown in the most acts first."""

    actions: Annotated[int, Between(1, 9), Asked("Actions, besides those bid already", quick=(1, 2, 3))] = 1


@branch("Strike out what you bid")
class StrikeOut:
    """One of the actions that were bid leaves the script."""

    volley: Annotated[int, VOLLEY, Asked("Volley")] = 3
    action: Annotated[int, FEW, Asked("its action")] = 1


@branch("Wait until position is tested")
class Wait:
    """The first action comes after the positioning tests."""


@branch("Announce the volley")
class Announce:
    """Both say what they do; from here on nothing of it changes."""


@branch("Give up an action to change another")
class Trade:
    """One action is lost, another is written anew."""

    lost_volley: LostVolley = 2
    lost: LostAction = 1
    volley: ChangedVolley = 3
    action: ChangedAction = 1
    into: Into = "Maintain, Avoid"


@branch("Drop an action")
class Drool:
    """Hesitate of your own will."""

    volley: Annotated[int, VOLLEY, Asked("Volley")] = 2
    action: Annotated[int, FEW, Asked("Action")] = 1


class Saves(Option):
    """What an announced action may still become. Source: FGT-57."""

    AVOID = Act.AVOID.value, Act.AVOID.words
    BLOCK = Act.BLOCK.value, Act.BLOCK.words


@branch("Change what is announced")
class Emergency:
    """The optional rule: an action of a later volley pays for an Avoid or a Block now."""

    action: Annotated[int, FEW, Asked("Action of this volley")] = 1
    into: Annotated[Saves, Asked("Into")] = Saves.BLOCK
    lost_volley: LostVolley = 3
    lost: LostAction = 1


@branch("Roll for position")
class RollPosition:
    """Both roll for position."""

    a: Annotated[int, FEW, OTHER] = 0
    b: Annotated[int, FEW, OTHERS] = 0

    rolls: ClassVar[bool] = True


@branch("Say where the move ends")
class Halt:
    """The winner may halt on the way."""

    own: Annotated[Distance, Asked("Your distance")] = Distance.OPTIMAL
    other: Annotated[Distance, Asked("Theirs")] = Distance.OPTIMAL


class Wants(Option):
    """What someone wants to hit. Source: WPN-06."""

    OFFERED = "offered", "what they offer"
    HEAD = Target.HEAD.value, Target.HEAD.words
    TORSO = Target.TORSO.value, Target.TORSO.words
    ARMS = Target.ARMS.value, Target.ARMS.words
    LEGS = Target.LEGS.value, Target.LEGS.words


class Gains(Option):
    """What a Great Strike gains. Source: FGT-43."""

    POWER = "power", "+1 Power"
    VA = "va", "+1 VA"


@branch("Say where blows go")
class Aims:
    """What you offer, and what you want to hit, from here on."""

    offers: Annotated[Target, Asked("You offer")] = Target.TORSO
    wants: Annotated[Wants, Asked("You want to hit")] = Wants.OFFERED
    gains: Annotated[Gains, Asked("A Great Strike gains")] = Gains.POWER


@branch("Say which of the two you offer")
class OfferMount:
    """Rider and beast are one target: which of them is open, from here on."""

    part: Annotated[saddle.Spot, Asked("You offer")] = saddle.Spot.BODY


@branch("Say which of the two you want to hit")
class AimAtMount:
    """A blow may be moved from the rider to the beast, or back."""

    part: Annotated[saddle.Spot, Asked("You want to hit")] = saddle.Spot.BODY


ON_RIDER: Mapping[saddle.Spot, Target] = {saddle.Spot.RIDER: Target.TORSO, saddle.Spot.HEAD: Target.HEAD}
"""What of rider and beast is a part of the rider."""


@branch("Divide a Counterstrike")
class Divide:
    """Some dice defend, the others strike back."""

    defense: Annotated[int, Between(0, 30), Asked("Dice that defend")] = 2
    riposte: Annotated[int, Between(0, 30), Asked("Dice that strike back")] = 2


@branch("Roll the actions")
class RollActions:
    """What meets is rolled and done together."""

    rolls: ClassVar[bool] = True


@branch("Roll the actions, a Push among them")
class RollPush:
    """The same, and what the Push is spent on."""

    a: Annotated[Pushed, Asked("Side A’s Push")] = Pushed.DOWN
    b: Annotated[Pushed, Asked("Side B’s Push")] = Pushed.DOWN

    rolls: ClassVar[bool] = True


@branch("Lose actions to a fright")
class Fright:
    """Surprise, a spell or the like: so many actions are lost."""

    actions: Annotated[int, Between(1, 10), Asked("Actions lost", gm=True, quick=(1, 2, 3))] = 1


@branch("Say how you hesitate")
class React:
    """Stand and Drool, Fall Prone, Swoon or Run Screaming."""

    how: Annotated[Hesitates, Asked("You")] = Hesitates.PRONE


@branch("Say what the frightened mount does")
class Spook:
    """It bolts, shies, rears or rolls; one that rears or rolls may throw its rider."""

    how: Annotated[saddle.Fright, Asked("It", gm=True)] = saddle.Fright.BOLT

    rolls: ClassVar[bool] = True


@branch("Take the mount in hand")
class Rein:
    """The action of this slot becomes a Riding test; if it holds, the mount does what you say."""

    how: Annotated[saddle.Fright, Asked("It is to")] = saddle.Fright.SHY


@branch("Your condition is met")
class Sprung:
    """What you have readied is done now."""


@branch("Hold the last syllable back")
class Withhold:
    """Coup de Magie: the spell waits for the next action that incants."""


@branch("Give up")
class GiveUp:
    """The other side has its way."""

    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Played:
    """A fight on a page: both sides as they were set up, what was rolled in this volley, what wounds take, the setup in
    a line, Counterstrikes that are divided, what the last step brought, the seals that have come from other devices,
    and how many positioning tests were rolled in all; `named` says which sides have a name of their own, `partner` who
    plays one of them."""

    fight: Fight
    both: tuple[Combatant, Combatant]
    borne: tuple[Block, ...]
    setup: str
    ask: Rulings
    past: tuple[Past, ...] = ()
    divided: tuple[int | None, int | None] = (None, None)
    told: tuple[Told, ...] = ()
    seals: Seals = Seals()
    rolled: int = 0
    named: tuple[bool, bool] = (True, True)
    partner: Partner | None = None

    def sealed(self, place: int, seal: str) -> "Played":
        """The same with the seal of a side's script. Raises `Refused` where it belongs elsewhere."""
        where = where_of(self.fight, place)
        said = Told(0, f"has sealed a script for exchange {where.exchange}.", "FGT-07", where.side)
        return replace(self, seals=self.seals.with_seal(place, seal, where), told=(said,))

    def sparring(self, place: int, move: Spar) -> "Played":
        """The same with a partner who plays a side from now on."""
        said = partner.joins(move, name_of(self.fight, place), "FGT-67")
        return replace(self, partner=Partner(place, move.strength, move.seed), told=(said,))


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


def _arms(fighter: Fighter) -> str:
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


def _fighter(setup: Combatant, place: int, ask: Rulings) -> tuple[rules.Side, list[Block]]:
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


def start(
    a: Annotated[Combatant, Asked("Side A")] = Combatant(),
    b: Annotated[Combatant, Asked("Side B")] = Combatant(),
    surprise: Annotated[Openly | Ambushed, Asked("It begins", more=True)] = Openly(),
    *,
    ask: Rulings,
) -> Played:
    """How does this fight go?"""
    (first, borne), (second, others) = _fighter(a, 0, ask), _fighter(b, 1, ask)
    names = [side.fighter.name for side in (first, second)]
    if names[0].casefold() == names[1].casefold():
        raise Unusable("b.name", f"Both sides are called {wording.quoted(names[1])}; give them two names.")
    setup = " · ".join(
        f"{one.name}: {_arms(one)}, Speed {one.speed}, Power {one.power}"
        + (f", on {one.rider.mount.words}" if one.rider else "")
        for one in (first.fighter, second.fighter)
    )
    fight = Fight((first, second), house_of(ask)).lurking(_lurk(surprise, ask))
    borne += _lurking(surprise, (a, b), names, ask)
    return Played(fight, (a, b), (*borne, *others), setup, ask, named=(bool(a.name), bool(b.name)))


def _lurk(surprise: Openly | Ambushed, ask: Rulings) -> Lurk | None:
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


def _lurking(
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


def moves(played: Played) -> dict[str, tuple[object, ...]]:
    """What each side, or the table, may do now."""
    fight = played.fight
    offered: dict[str, tuple[object, ...]] = {**fight_sparring.turn(fight, played.divided, played.partner)}
    if offered:
        return offered
    for side, offer in (*_open(played), *_replanning(fight), *_always(fight)):
        offered[side] = (*offered.get(side, ()), offer)
    return offered


def _always(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """What may come at any time: frights, how one hesitates, and giving up."""
    if fight.phase is Phase.OVER:
        return
    for place, side in enumerate(SIDES):
        name = name_of(fight, place)
        if fight.phase not in BEFORE:
            yield side, Offer(_aims(fight, place), f"{name} aims", aside=True)
            if fight.sides[place].rider:
                yield side, Offer(OfferMount, f"{name} offers that", aside=True)
            if fight.sides[1 - place].rider:
                yield side, Offer(AimAtMount, f"{name} means that", aside=True)
        if found := fight.may_save(place):
            plan = fight.sides[place].state.plan
            assert plan
            pays = plan.may_pay[-1]
            made = Emergency(found[0].action, Saves.BLOCK, pays.volley, pays.action)
            yield side, Offer(made, f"{name} changes what is announced", aside=True)
        yield side, Offer(Fright, f"{name} loses actions", aside=True)
        if fight.sides[place].state.lost:
            yield side, Offer(React, f"{name} hesitates like that", aside=True)
        if fight.sides[place].rider and fight.sides[place].state.beast.lost:
            yield side, Offer(Spook, f"{name}’s mount does that", aside=True)
        yield side, Offer(GiveUp, f"{name} gives up", aside=True)


def _aims(fight: Fight, place: int) -> Aims:
    """What a side has said of blows, for its form."""
    choice = fight.sides[place].state.choice
    offers = choice.offers if isinstance(choice.offers, Target) else Target.TORSO
    wants = Wants.of(choice.wants.value) if isinstance(choice.wants, Target) else Wants.OFFERED
    return Aims(offers, wants, Gains.VA if choice.piercing else Gains.POWER)


def _open(played: Played) -> Iterator[tuple[str, Offer]]:
    """The moves that carry the fight on."""
    fight = played.fight
    match fight.phase:
        case Phase.AMBUSH:
            yield TABLE, Offer(Spring, "Spring the ambush", "Ambush")
        case Phase.START:
            yield TABLE, Offer(RollStart, "Roll for the first distance", "First distance")
            yield TABLE, Offer(SetDistance, "Start there", "The GM sets the distance", aside=True)
        case Phase.PICK:
            yield SIDES[fight.picks or 0], Offer(Pick, "Start there", "The first distance", "For your own weapon.")
        case Phase.SCRIPT:
            for turn, place in enumerate(played.seals.last(choosing(fight))):
                main, names = _scripting(fight, place), (name_of(fight, place), name_of(fight, 1 - place))
                ways = (main,) if played.partner else sealing.offers(main, names, played.seals.codes[place])
                for offer in sealing.behind(ways, turn=turn):
                    yield SIDES[place], offer
                if played.partner is None and not any(played.seals.codes):
                    yield SIDES[place], partner.offer(name_of(fight, place), "action")
        case Phase.ANNOUNCE:
            yield from _bidding(fight)
            if not any(fight.bids.owes(place) for place in (0, 1)):
                yield TABLE, Offer(Announce, f"Announce volley {fight.volley}", f"Volley {fight.volley}")
        case Phase.FIRST:
            yield from _first(fight)
        case Phase.POSITION:
            yield TABLE, Offer(RollPosition, "Roll for position", "Position")
        case Phase.HALT:
            place = fight.won or 0
            found = [(one[place], one[1 - place]) for one in fight.options]
            says = wording.listed((f"{own.words} (theirs: {other.words})" for own, other in found), "or")
            yield SIDES[place], Offer(Halt(*found[0]), "Stop there", "Where the move ends", f"{says}.")
        case Phase.ACT:
            yield from _acting(played)


def _scripting(fight: Fight, place: int) -> Offer:
    """A side's script, unseen."""
    says = f"{wording.count(fight.sides[place].actions, 'action')}. {name_of(fight, 1 - place)}, look away."
    words = f"{name_of(fight, place)} scripts exchange {fight.exchange}"
    return Offer(Write.of(usual_script(fight.sides[place].asks)), f"Seal {name_of(fight, place)}’s script", words, says)


def _replanning(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """Before a volley after the first, and while volley 2 is played, plans of what is not announced may change."""
    if fight.phase is not Phase.ANNOUNCE and fight.phase not in PLAYED:
        return
    for place, side in enumerate(fight.sides):
        plan = side.state.plan
        if plan is None or fight.volley == 1:
            continue
        now = replace(plan, clock=fight.clock)
        name = name_of(fight, place)
        if now.may_lose:
            lost, changed = now.may_lose[-1], now.may_lose[0]
            made = Trade(lost.volley, lost.action, changed.volley, changed.action)
            yield SIDES[place], Offer(made, f"{name} changes plans", aside=True)
        if now.may_drop:
            spot = now.may_drop[-1]
            yield SIDES[place], Offer(Drool(spot.volley, spot.action), f"{name} drops an action", aside=True)


def _bidding(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """What was bid is struck out, and more may be bid. Source: FGT-58, FGT-59."""
    for place, side in enumerate(SIDES):
        name = name_of(fight, place)
        if found := fight.may_strike(place):
            left = wording.count(fight.bids.owes(place), "action")
            words = f"{name} strikes out {left}"
            says = f"{wording.listed([one.words for one in found], 'or')}, as your script has them."
            yield side, Offer(StrikeOut(found[-1].volley, found[-1].action), "Strike it out", words, says)
        if fight.may_bid(place):
            yield side, Offer(Bid, f"{name} bids", aside=True)


def _first(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """An action before all others, before positioning or after it. Source: FGT-58, FGT-60."""
    place = fight.bids.first or 0
    deed, name = fight.doing(place), name_of(fight, place)
    move = RollPush if deed and deed.act is Act.PUSH else RollActions
    yield SIDES[place], Offer(move, "Act first", f"{name} acts first")
    if not fight.bids.late:
        yield SIDES[place], Offer(Wait, f"{name} waits for position")
    yield from _holding(fight)


def _acting(played: Played) -> Iterator[tuple[str, Offer]]:
    """Counterstrikes are divided, then the actions meet."""
    fight = played.fight
    waits = False
    for place, side in enumerate(SIDES):
        dice = fight.to_divide(place)
        if dice and played.divided[place] is None:
            waits = True
            half = (dice + 1) // 2
            words = f"{name_of(fight, place)} divides {dice}D"
            parts = Parts("defense", "riposte", dice)
            yield side, Offer(Divide(half, dice - half), "Divide them like that", words, parts=parts)
    if waits:
        return
    for place, side in enumerate(SIDES):
        if fight.may_spring(place):
            name = name_of(fight, place)
            yield side, Offer(Sprung, f"{name}’s condition is met", f"{name} stays ready")
        if fight.may_rein(place):
            yield side, Offer(Rein, f"{name_of(fight, place)} takes the mount in hand", aside=True)
    deeds = (fight.doing(0), fight.doing(1))
    move = RollPush if any(deed and deed.act is Act.PUSH for deed in deeds) else RollActions
    yield TABLE, Offer(move, f"Play action {fight.slot}", f"Action {fight.slot}")
    yield from _holding(fight)


def _holding(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """A spell that this action would let go may be held back. Source: SOR-38."""
    for place, side in enumerate(SIDES):
        if fight.may_hold(place):
            name, says = name_of(fight, place), "The next Incant lets it go, or holds it on."
            yield side, Offer(Withhold, f"{name} holds it back", f"{name}’s spell is done", says)


def step(played: Played, side: str, move: object, dice: Dice) -> Played:
    """The fight after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    place = SIDES.index(side) if side in SIDES else 0
    before = played.fight
    thrown: list[tuple[Cast, Fallen]] = []

    def throw(cast: Cast) -> int:
        pool = cast.pool
        if cast.part in (Part.STEEL, Part.FRIGHT):
            pool = pool.opened() if open_ended(ELEMENTS["steel"], played.ask) else pool.closed()
        fell = fall(dice, f"{name_of(before, cast.side)}: {cast.part.words}", pool, chain(played.ask))
        thrown.append((cast, fell))
        return fell.faces[0] if cast.part is Part.FATE else fell.count.successes

    if isinstance(move, SealCame):
        return played.sealed(place, move.seal)
    if isinstance(move, Spar):
        return played.sparring(place, move)
    if isinstance(move, PartnerPlays) and played.partner:
        move = _chosen(before, played.partner)
    if isinstance(move, OpenSealed):
        move = sealing.opened(move, where_of(before, place), played.seals.codes[place], Write)
    if isinstance(move, Divide):
        return _divided(played, place, move)
    after, said = _moved(played, place, move, throw)
    lines = [Told(0, f"{one.words}.", one.rule, name_of(after, one.side)) for one in after.came if not said]
    lines += [Told(0, said, "FGT-67", name_of(after, place))] if said else []
    past = played.past
    if isinstance(move, RollPosition | RollActions | RollPush):
        led = before.volley == 1 and before.bids.done
        past = (*(past if led or before.phase is not Phase.POSITION else ()), _past(before, after, tuple(thrown)))
    if after.phase in (Phase.SCRIPT, Phase.START):
        past = ()
    seals = played.seals.settled(kept=after.phase is before.phase)
    rolled, told = played.rolled + isinstance(move, RollPosition), tuple(dict.fromkeys(lines))
    if isinstance(move, RollActions | RollPush):
        told += fight_sparring.said(before, played.partner)
    return replace(played, fight=after, past=past, divided=(None, None), told=told, seals=seals, rolled=rolled)


def _chosen(fight: Fight, partner: Partner) -> Write | Halt | Divide:
    """What the partner does, as if it had filled in the form."""
    if fight.phase is Phase.SCRIPT:
        return Write.of(fight_sparring.script(fight, partner))
    if fight.phase is Phase.HALT:
        places = fight_sparring.halt(fight, partner)
        return Halt(places[partner.place], places[1 - partner.place])
    defense = fight_sparring.division(fight, partner)
    return Divide(defense, fight.to_divide(partner.place) - defense)


def _divided(played: Played, place: int, move: Divide) -> Played:
    """A Counterstrike divided. Raises `Refused` where the halves do not make up the whole."""
    dice = played.fight.to_divide(place)
    if not (move.defense and move.riposte and move.defense + move.riposte == dice):
        raise Refused(f"Divide {dice}D so that both halves have a die.")
    halves = (move.defense, played.divided[1]) if place == 0 else (played.divided[0], move.defense)
    said = f"defends with {move.defense}D and strikes back with {move.riposte}D."
    return replace(played, divided=halves, told=(Told(0, said, "FGT-39", name_of(played.fight, place)),))


def _past(before: Fight, after: Fight, thrown: tuple[tuple[Cast, Fallen], ...]) -> Past:
    """What was rolled, for the stage."""
    if before.phase is Phase.POSITION:
        one, two = (side.volley(before.volley).positioning.words for side in before.sides)
        return Past(f"Volley {before.volley}: position", (one, two), thrown, after.came)
    deeds = [before.doing(place) for place in (0, 1)]
    one, two = (deed.words if deed else "no action" for deed in deeds)
    acts = "first of all" if before.phase is Phase.FIRST else f"action {before.slot}"
    return Past(f"Volley {before.volley}, {acts}", (one, two), thrown, after.came)


def _moved(played: Played, place: int, move: object, throw: rules.Throw) -> tuple[Fight, str]:
    """What a form says, as a step of the rules, and what is told of it beside what came of it."""
    fight = played.fight
    match move:
        case Spring():
            return fight.surprise(throw), ""
        case RollStart(a, b):
            return fight.start(throw, more=(a, b)), ""
        case SetDistance(at):
            return fight.set_at(fight.track.started(Distance.of(at.value))), ""
        case Pick(at):
            return fight.picked(Distance.of(at.value)), ""
        case Write():
            sealing.readable(move.nonce)
            return fight.write(place, move.script), f"has scripted exchange {fight.exchange}."
        case Bid(actions):
            return fight.bid(place, actions), ""
        case StrikeOut(volley, action):
            return fight.strike_out(place, Spot(volley, action)), "has struck out an action."
        case Wait():
            return fight.wait(), "acts first, once position is tested."
        case Announce():
            return fight.announce(), ""
        case Trade():
            given, changed = Spot(move.lost_volley, move.lost), Spot(move.volley, move.action)
            return fight.trade(place, given, changed, change_of(move.into)), "has changed plans."
        case Drool(volley, action):
            return fight.drool(place, Spot(volley, action)), "has dropped an action."
        case Emergency(action, saves, volley, gives):
            now, pays = Spot(fight.volley, action), Spot(volley, gives)
            return fight.save(place, now, pays, Act.of(saves.value)), ""
        case RollPosition(a, b):
            return fight.position(throw, more=(a, b), halts=True), ""
        case Halt(own, other):
            return fight.halt((own, other) if place == 0 else (other, own)), ""
        case RollActions():
            return fight.act(throw, defending=played.divided), ""
        case RollPush(a, b):
            ways = (int(a is Pushed.BACK), int(b is Pushed.BACK))
            return fight.act(throw, defending=played.divided, pushing=ways), ""
        case Aims(offers, wants, gains):
            wanted = None if wants is Wants.OFFERED else Target.of(wants.value)
            return _chosen_blows(fight, place, Choice(offers, wanted, gains is Gains.VA))
        case OfferMount(part):
            said = fight.sides[place].state.choice
            return _chosen_blows(fight, place, replace(said, offers=ON_RIDER.get(part, part)))
        case AimAtMount(part):
            said = fight.sides[place].state.choice
            return _chosen_blows(fight, place, replace(said, wants=ON_RIDER.get(part, part)))
        case Fright(actions):
            lost = wording.count(actions, "action", "actions")
            return fight.hesitate(place, actions), f"loses {lost} to a fright."
        case React(how):
            return fight.react(place, Reaction.of(how.value)), ""
        case Spook(how):
            return fight.spook(place, how, throw), ""
        case Rein(how):
            return fight.rein(place, how), ""
        case Sprung():
            return fight.spring(place), ""
        case Withhold():
            return fight.hold(place), ""
        case GiveUp():
            return fight.give_up(place), ""
    return fight, ""


def _chosen_blows(fight: Fight, place: int, choice: Choice) -> tuple[Fight, str]:
    return fight.choose(place, choice), _aimed(choice)


def _aimed(choice: Choice) -> str:
    """What a side has said of blows."""
    great = f"; a Great Strike gains {Gains.VA.words}" if choice.piercing else ""
    wants = part_words(choice.wants) if choice.wants else Wants.OFFERED.words
    return f"offers {part_words(choice.offers)} and wants to hit {wants}{great}."


def show(played: Played) -> Answer:
    """Where the fight stands; what is scripted stays unseen until it is announced."""
    fight = played.fight
    blocks: list[Block] = blocks_of(fight, played.past, played.setup, played.seals)
    if fight.phase in (Phase.AMBUSH, Phase.START, Phase.SCRIPT):
        blocks += played.borne
    if fight.phase is Phase.OVER:
        blocks += [*_wounds(fight), *_tests(played), *_onward(played)]
    sides = fight.sides
    values = {
        "phase": fight.phase.value,
        "exchange": fight.exchange,
        "volley": fight.volley,
        "slot": fight.slot,
        "places": [at.value for at in fight.places],
        "wounds": [[str(hit) for hit in side.state.hits] for side in sides],
        "lost": [side.state.lost for side in sides],
        "lock": [side.state.lock for side in sides],
        "stance": [side.state.stance.value for side in sides],
        "posture": [side.state.posture.value for side in sides],
        "armed": [side.armed for side in sides],
        "actions": [side.actions for side in sides],
        "successes": [fell for _, fell in fight.thrown],
        "scripted": [side.state.plan is not None for side in sides],
        "waits": [side.state.waits for side in sides],
        "bids": list(fight.bids.auction.totals) if fight.bids.auction else [0, 0],
        "first": fight.bids.first,
        "incanting": [side.state.incanted for side in sides],
        "ready": [_ready(side.state) for side in sides],
        "drained": [side.state.drained for side in sides],
        "shields": [side.state.shield for side in sides],
        "mounts": [_mount(side) for side in sides],
        "prevails": fight.prevails,
    }
    over = fight.phase is Phase.OVER
    effects: tuple[Effect, ...] = (*_kept(played), *_marks(played)) if over else ()
    return Answer({**values, "tests": _fields(fight) if over else []}, tuple(blocks), effects)


def _mount(side: rules.Side) -> str:
    """How what a side rides stands; nothing on foot."""
    if side.rider is None:
        return ""
    beast = side.state.beast
    fright = f"{beast.fright.value} {beast.lost}" if beast.lost and beast.fright else ""
    order = beast.order.value if beast.order else ""
    loose = "loose" if beast.loose else ""
    return ", ".join(one for one in (order, fright, loose, *(str(hit) for hit in beast.hits)) if one) or "calm"


def _onward(played: Played) -> Iterator[Block]:
    """Out of reach of each other they may go on with missiles. Source: FGT-16."""
    fight = played.fight
    apart = fight.prevails is None and not any(side.state.out or side.state.lost for side in fight.sides)
    if apart and (pairs := handoff.to_range([_coming(played, place) for place in (0, 1)])):
        yield Lead("The same two, as they stand:", "go on in Range and Cover", "range-play", "RNC-41", pairs)


def _coming(played: Played, place: int) -> handoff.Coming:
    side = played.fight.sides[place]
    state, guard = side.state, side.fighter.guard
    shield = guard.carried.dice if guard else 0
    return handoff.Coming(
        played.both[place],
        state.taken,
        state.hurts,
        state.drained,
        shield,
        eldritch=state.shield,
        afoot=state.afoot,
        beast=state.beast.taken,
    )


def _ready(state: Standing) -> str:
    """How far what a side shoots or throws is: "acquired, +1D"."""
    shot = state.shot
    if not shot.acquired:
        return "loaded" if shot.loaded else ""
    return f"acquired, +{shot.aimed}D" if shot.aimed else "acquired"


def _fields(fight: Fight) -> list[str]:
    """The inputs that hold what was tested, in order."""
    return [
        BEFOREHAND.get(one.field, f"{FIELDS[one.side]}.{STANDS_IN.get(one.field, one.field)}") for one in fight.tests
    ]


BEFOREHAND = {"sneak": "surprise.sneak", "look": "surprise.look"}
"""What stands with the ambush, not with a side."""
STANDS_IN = {"holding": "will"}
"""Inputs of a side that are called otherwise than what was tested."""
WORDS = {
    "sneak": "Stealthy or Inconspicuous",
    "look": "Observation or Perception",
    "skill": "the weapon’s skill",
    "hands": "Brawling or Boxing",
    "speed": "Speed",
    "power": "Power",
    "holding": "Will, to hold a spell",
    RIDING: "Riding",
    **SPELLED,
    **SHOT,
}
TESTED = {"hands": "skill", "sneak": "skill", "look": "skill", RIDING: "skill", **STANDS_IN, **IN_LOG, **SHOT_LOG}
"""What a field holds, where it is not called by it."""


def _tests(played: Played) -> list[Block]:
    """The tests that were made, with their class."""
    rows = []
    for one in played.fight.tests:
        classes = classes_of(one.dice, one.obstacle, played.ask)
        row = (name_of(played.fight, one.side), WORDS[one.field], f"{one.dice}D", ob(one.obstacle), classes.short)
        rows.append(row)
    columns = ("Who", "Tested", "Dice", "Against", "In the log")
    return [Table("Tests that were made", columns, tuple(rows))] if rows else []


def _marks(played: Played) -> tuple[LogTest, ...]:
    """What the tests leave on a sheet, each mark once."""
    found: list[LogTest] = []
    for one, field in zip(played.fight.tests, _fields(played.fight), strict=True):
        watched = one.field == "look" and played.fight.lurk and played.fight.lurk.watch is Watch.PERCEPTION
        held = Watch.PERCEPTION.value if watched else TESTED.get(one.field, one.field)
        kind = kind_of(ELEMENTS[held])
        found += marks_of(field, classes_of(one.dice, one.obstacle, played.ask), kind, passed=one.passed)
    return tuple(dict.fromkeys(found))


def _kept(played: Played) -> tuple[AddRow, ...]:
    """Each wound of the fight joins the sheet of whoever has it; a side without a name has none."""
    sides = zip(played.fight.sides, played.named, strict=True)
    return tuple(
        AddRow("wounds", {"hit": str(hit)}, side.fighter.name)
        for side, named in sides
        if named
        for hit in side.state.hits
    )


def _wounds(fight: Fight) -> list[Block]:
    """The wounds of the fight, where there are any."""
    rows = []
    for side in fight.sides:
        levels = side.state.levels[len(side.state.levels) - len(side.state.hits) :]
        for hit, level in zip(side.state.hits, levels, strict=True):
            rows.append((side.fighter.name, str(hit), level.words))
        beast = side.state.beast
        for hit, level in zip(beast.hits, beast.levels[len(beast.levels) - len(beast.hits) :], strict=True):
            rows.append((f"{side.fighter.name}’s mount", str(hit), level.words))
    return [Table("Wounds of the fight", ("Who", "Hit at", "Wound"), tuple(rows))] if rows else []


session("fight-play", rules="FGT-67", start=start, moves=moves, step=step, show=show)

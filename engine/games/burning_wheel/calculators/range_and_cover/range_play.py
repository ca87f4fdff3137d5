"""Range and Cover played out: starting range, hidden scripts, volley by volley, to its end (RNC-41, RNC-42)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Lead, Note, Steps, Table, Told, Working
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.calculators.range_and_cover import range_sparring
from engine.games.burning_wheel.calculators.range_and_cover.range_stage import THEN, Past, blocks_of, choosing, name_of
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.dice import Shade, ob
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms import handoff, partner, sealing
from engine.games.burning_wheel.forms.partner import Partner, PartnerPlays, Spar
from engine.games.burning_wheel.forms.ranges import BOW, QUICK, RangeWeapon
from engine.games.burning_wheel.forms.saddle import ON_FOOT, Shooting, mount_lost, riding_borne, riding_of
from engine.games.burning_wheel.forms.sealing import SIDES, Nonce, OpenSealed, SealCame, Seals
from engine.games.burning_wheel.forms.spells_in_conflict import IN_LOG as SPELL_LOG
from engine.games.burning_wheel.forms.spells_in_conflict import NO_MAGIC, Magic, Shielded, charm_of
from engine.games.burning_wheel.forms.spells_in_conflict import TESTED as SPELLED
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.maneuvers import element_of
from engine.games.burning_wheel.readings.range_play import house_of
from engine.games.burning_wheel.readings.ranges import weapon_of
from engine.games.burning_wheel.rules import range_procedure as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, kind_of
from engine.games.burning_wheel.rules.charms import Works
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_beast import RIDING
from engine.games.burning_wheel.rules.maneuvers import CARDS, VOLLEYS, Maneuver, Means, able
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.range_charms import Spelled
from engine.games.burning_wheel.rules.range_dice import Category, Ending
from engine.games.burning_wheel.rules.range_endings import HANDOFF
from engine.games.burning_wheel.rules.range_procedure import Act, Cast, Conflict, Fighter, Harm, Phase, Shots, Won
from engine.games.burning_wheel.rules.range_track import Stop, starts, state_of
from engine.games.burning_wheel.rules.sealed import Where
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Able, Dice, Offer, session
from engine.working import Line

B4 = Ability(Shade.BLACK, 4)
QUICK_DICE = ("B3", "B4", "B5", "B6")
NAMES = ("Side A", "Side B")
TABLE = "table"
FIELDS = ("a", "b")
FEW = Between(0, 10)
TESTED = {**SPELLED, RIDING: "Riding"}
IN_LOG = {**SPELL_LOG, RIDING: "skill"}


class Begins(Option):
    """What the starting range is tested with. Source: RNC-07."""

    SPEED = "speed", "Speed"
    PERCEPTION = "perception", "Perception"

    @property
    def means(self) -> Means:
        """The same, as maneuvers know it."""
        return Means.of(self.value)


class Pick(Option):
    """Where the winner of the starting test may begin, for the own weapon. Source: RNC-07."""

    OUT = "out", "out of range"
    EXTREME = "extreme", "extreme range"
    OPTIMAL = "optimal", "optimal range"


class Deed(Option):
    """What a side does after the positioning test. Source: RNC-11, RNC-16."""

    NOTHING = "nothing", "no shot"
    SHOOT = "shoot", "shoot"
    DUCK = "duck", "duck"
    CAST = "cast", "cast, or end the prayer"


@dataclass(frozen=True, slots=True)
class Shooter:
    """One side of the conflict, a group of fields."""

    name: Annotated[str, Asked("Who"), sheet("name")] = ""
    weapon: Annotated[Among[RangeWeapon], Asked("Weapon", quick=QUICK), sheet("weapons", at_once=True)] = BOW
    skill: Annotated[Ability, Asked("Skill with it", quick=QUICK_DICE), sheet("skill")] = B4
    speed: Annotated[Ability, Asked("Speed", quick=QUICK_DICE), sheet("speed")] = B4
    perception: Annotated[Ability, Asked("Perception", quick=QUICK_DICE), sheet("perception")] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_DICE, more=True), sheet("steel")] = B4
    will: Annotated[Ability, Asked("Will", quick=QUICK_DICE, more=True), sheet("will")] = B4
    stealthy: Annotated[Ability | None, Asked("Stealthy", "Empty: lacking", quick=QUICK_DICE, more=True)] = None
    observation: Annotated[Ability | None, Asked("Observation", "Empty: lacking", quick=QUICK_DICE, more=True)] = None
    reflexes: Annotated[int, FEW, Asked("Reflexes", more=True, quick=(3, 4, 5))] = 4
    stride: Annotated[Multiplier, Asked("Speed multiplier", more=True)] = Multiplier.USUAL
    cover: Annotated[Cover, Asked("Around them", more=True, gm=True)] = Cover.OPEN
    shield: Annotated[
        int, Between(0, 5), Asked("Dice of a shield", more=True, quick=(0, 2, 3)), sheet("shield-dice")
    ] = 0
    fort: Annotated[int, FEW, Asked("Prepared defenses: 0, or 3 to 10 dice", more=True, gm=True, quick=(0, 3, 5))] = 0
    other: Annotated[int, FEW, Asked("FoRKs, traits: dice for position", more=True, quick=(0, 1, 2))] = 0
    aiming: Annotated[int, FEW, Asked("FoRKs, balance: dice for shots", more=True, quick=(0, 1, 2))] = 0
    unarmed: Annotated[bool, Asked("Nothing to shoot with", more=True)] = False
    magic: Magic = NO_MAGIC
    eldritch: Shielded = 0
    rides: Shooting = ON_FOOT
    forte: Annotated[Ability, Asked("Forte, for the Tax", quick=QUICK_DICE, more=True), sheet("forte")] = B4
    wounds: Wounded = UNHURT


@branch("Roll for the starting range")
class RollStart:
    """Both test Speed or Perception."""

    a: Annotated[Begins, Asked("Side A tests")] = Begins.SPEED
    b: Annotated[Begins, Asked("Side B tests")] = Begins.SPEED

    rolls: ClassVar[bool] = True


@branch("The GM sets the range")
class SetRange:
    """The situation says where both stand."""

    stop: Annotated[Stop, Asked("They stand", gm=True)] = Stop.NEAR


@branch("Pick the starting range")
class PickRange:
    """The winner picks for the own weapon."""

    own: Annotated[Pick, Asked("Range of your weapon")] = Pick.OPTIMAL
    apart: Annotated[bool, Asked("Farther off, where it can mean two places")] = False


def where_of(state: Conflict, place: int) -> Where:
    """Where the codes of what a side scripts or declares now belong. Names and dice tell one hunt from another."""
    fighters = [side.fighter for side in state.sides]
    called = ", ".join(f"{one.name} {one.skill} {one.speed} {one.perception}" for one in fighters)
    volley = state.volley if state.phase is Phase.ACT else 0
    return Where(f"hunt: {called}", state.exchange, fighters[place].name, volley, "hunt")


def _handed(move: "Script | Declare", then: "Played", now: "Played", side: str) -> tuple[object, ...]:
    """The moves that make a script or an act on another device, until dice for position have fallen after it."""
    place = SIDES.index(side)
    before, state = then.conflict, now.conflict
    acts = before.phase is Phase.ACT
    if now.rolled != then.rolled or (acts and not _both_act(before)):
        return ()
    other = state.sides[1 - place]
    done = other.script if not acts else other.act or state.phase not in (Phase.ACT, Phase.OVER)
    return sealing.handed(move, where_of(before, place), both=bool(done or now.seals.codes[1 - place]))


@branch("Script the exchange")
class Script:
    """Three maneuvers, unseen until both sides have written theirs."""

    first: Annotated[Maneuver, Asked("Volley 1")] = Maneuver.SPEED_MAINTAIN
    second: Annotated[Maneuver, Asked("Volley 2")] = Maneuver.SPEED_MAINTAIN
    third: Annotated[Maneuver, Asked("Volley 3")] = Maneuver.SPEED_MAINTAIN
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("first", "second", "third", "nonce")
    handed = _handed


@branch("Give up volley 3 for another volley 2")
class Forfeit:
    """Another second volley, for the third."""

    second: Annotated[Maneuver, Asked("Volley 2 instead")] = Maneuver.PERCEPTION_MAINTAIN


@branch("Reveal the volley")
class Reveal:
    """Turn over both maneuvers."""

    follows: ClassVar[bool] = True


@branch("Watch with Observation")
class Observe:
    """They sneak: Observation in place of Perception."""


@branch("Roll for position")
class RollDice:
    """Both roll for position."""

    rolls: ClassVar[bool] = True


@branch("Say where the move ends")
class Place:
    """The winner may halt on the way."""

    stop: Annotated[Stop, Asked("It ends with")] = Stop.NEAR


@branch("Declare")
class Declare:
    """Shoot, duck or spend the margin, in secret until both have said."""

    deed: Annotated[Deed, Asked("You")] = Deed.NOTHING
    aim: Annotated[int, FEW, Asked("Aim: dice bought", quick=(0, 1, 2, 3))] = 0
    cover: Annotated[int, FEW, Asked("Cover: dice bought", quick=(0, 1, 2))] = 0
    other: Annotated[int, FEW, Asked("Other acts bought", more=True, quick=(0, 1))] = 0
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("deed", "aim", "cover", "other", "nonce")
    thing: ClassVar[str] = "act"
    handed = _handed


@branch("Roll the shots")
class Shoot:
    """All shots of the volley."""

    rolls: ClassVar[bool] = True


@branch("Say what the hit did")
class TellHarm:
    """The wound, as the chapter on weapons has it."""

    lost: Annotated[int, Between(0, 5), Asked("Dice that the wound takes", quick=(0, 1, 2, 3))] = 1
    superficial: Annotated[bool, Asked("It is Superficial: +1 Ob")] = False
    down: Annotated[bool, Asked("It takes them out")] = False
    volleys: Annotated[int, FEW, Asked("Steel failed: volleys lost", quick=(0, 1, 2))] = 0
    mount: Annotated[bool, Asked("It hit the mount")] = False


@branch("Choose how to hesitate")
class React:
    """Stand and Drool, Fall Prone, Swoon or Run Screaming."""

    reaction: Annotated[Reaction, Asked("You")] = Reaction.PRONE
    steel: Annotated[bool, Asked("Running: with Steel instead of Speed", more=True)] = False

    rolls: ClassVar[bool] = True


@branch("Look for the swooner")
class Look:
    """Perception or Observation against the successes of Stealthy."""

    perception: Annotated[bool, Asked("With Perception, not Observation")] = False

    rolls: ClassVar[bool] = True


@branch("Give up")
class GiveUp:
    """The other side has its way."""

    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Tested:
    """A test that someone made: whose, of what, with how many dice, against what, and whether it passed.

    `spelled` is the input that holds what a spell or a prayer tests, or a rider; empty for all others.
    """

    side: int
    means: Means | None
    dice: int
    obstacle: int
    passed: bool
    spelled: str = ""

    @property
    def words(self) -> str:
        """What was tested; None stands for the skill with the weapon."""
        if self.spelled:
            return TESTED[self.spelled]
        return self.means.words if self.means else "the weapon’s skill"

    @property
    def field(self) -> str:
        """The input that holds it."""
        return f"{FIELDS[self.side]}.{self.spelled or (self.means.value if self.means else 'skill')}"

    @property
    def kind(self) -> Kind:
        """How it advances. Source: HUB-37 to HUB-41."""
        if self.spelled:
            return kind_of(ELEMENTS[IN_LOG.get(self.spelled, self.spelled)])
        return kind_of(element_of(self.means)) if self.means else Kind.SKILL


@dataclass(frozen=True, slots=True)
class Played:
    """A conflict on a page: both sides as they were set up, the volleys of this exchange that were rolled, what wounds
    take, the setup in a line, the tests that were made, the seals that have come from other devices, how many volleys
    were rolled in all, the partner that plays a side, and what it says."""

    conflict: Conflict
    both: tuple[Shooter, Shooter]
    borne: tuple[Block, ...]
    setup: str
    ask: Rulings
    past: tuple[Past, ...] = ()
    side: int | None = None
    tests: tuple[Tested, ...] = ()
    seals: Seals = Seals()
    rolled: int = 0
    partner: Partner | None = None
    said: tuple[Told, ...] = ()
    joined: bool = False

    def sealed(self, place: int, seal: str) -> "Played":
        """The same with the seal of what a side scripts or declares. Raises `Refused` where it belongs elsewhere."""
        seals = self.seals.with_seal(place, seal, where_of(self.conflict, place))
        return replace(self, seals=seals, side=place, past=() if self.conflict.phase is Phase.SCRIPT else self.past)

    def after(self, state: Conflict, place: int | None) -> "Played":
        """The same, one step later."""
        past, tests, rolled = self.past, (*self.tests, *_tested(self.conflict, state)), self.rolled
        match state.came:
            case Won() as won if state.came is not self.conflict.came:
                pair = self.conflict.maneuver(0), self.conflict.maneuver(1)
                past, rolled = (*past, Past(pair, won, state.thrown, state.stop)), rolled + 1
            case Shots(shots, spelled) if past and state.came is not self.conflict.came:
                past = (*past[:-1], replace(past[-1], shots=shots, spelled=spelled))
            case rules.Scripted(_, forfeits) if not forfeits:
                past = ()
        seals = self.seals.settled(kept=state.phase is self.conflict.phase)
        said = range_sparring.said(self.conflict, state, self.partner, self.ask)
        return replace(
            self,
            conflict=state,
            past=past,
            side=place,
            tests=tests,
            seals=seals,
            rolled=rolled,
            said=said,
            joined=False,
        )

    def sparring(self, place: int, move: Spar) -> "Played":
        """The same with a partner who plays a side from now on."""
        said = partner.joins(move, name_of(self.conflict, place), "RNC-41")
        return replace(self, partner=Partner(place, move.strength, move.seed), said=(said,), joined=True)

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        if self.seals.came is not None:
            where = where_of(self.conflict, self.seals.came)
            when = f"volley {where.volley}" if where.volley else f"exchange {where.exchange}"
            said = f"has sealed {'an act' if where.volley else 'a script'} for {when}."
            return (Told(0, said, "RNC-11" if where.volley else "RNC-17", where.side),)
        if self.joined:
            return self.said
        found = [Told(0, text, rule, name) for name, text, rule in _brought(self.conflict)]
        found += self.said
        if self.conflict.phase is Phase.OVER and self.conflict.ending:
            found.append(Told(0, THEN[self.conflict.ending], "RNC-40"))
        return tuple(found)


def _tested(then: Conflict, now: Conflict) -> Iterator[Tested]:
    """The tests of a step: positions, shots and what spells test. What is certain is no test. Source: HUB-46."""
    if now.came is then.came:
        return
    match now.came:
        case Won() as won:
            for cast, fell in now.thrown:
                if cast.what == "riding":
                    against = then.reins(cast.side)[1]
                    yield Tested(cast.side, None, cast.pool.dice, against, then.listens(cast.side, fell), RIDING)
            for place in (0, 1):
                total, other = won.totals[place], won.totals[1 - place]
                if total is None or then.way(place).fixed:
                    continue
                way = then.way(place)
                if then.sides[place].fighter.carried(way.tests):
                    continue
                nerve = then.sides[place].fighter.hesitates if way.nerve else 0
                obstacle = max(other or 0, nerve)
                yield Tested(place, way.tests, then.dice(place).total, obstacle, won.winner == place)
        case rules.Paid(spelled):
            yield from _by_spells(spelled)
        case Shots(shots, spelled):
            yield from _by_spells(spelled)
            for shot in shots:
                dice = then.shooting_dice(shot.side).dice
                yield Tested(shot.side, None, dice, shot.obstacle.total, shot.hits)


def _by_spells(spelled: Iterable[Spelled]) -> Iterator[Tested]:
    """What spells and prayers have tested: the casting, Tax, Steel against it. Source: SOR-10, SOR-13, FAI-03."""
    for one in spelled:
        for made in one.made:
            yield Tested(made.side, None, made.dice, made.obstacle, made.passed, made.field)


def _fighter(setup: Shooter, place: int, ask: Rulings) -> tuple[Fighter, list[Block]]:
    """A side as the rules take it, and what wounds take from its dice."""
    name = setup.name or NAMES[place]
    tested = {
        "skill": setup.skill,
        "speed": setup.speed,
        "perception": setup.perception,
        "steel": setup.steel,
    }
    borne: list[Block] = []
    for id, ability in tested.items():
        hurt = feels(setup.wounds, ability, ask, ELEMENTS[id])
        if hurt.gone:
            raise Unusable(f"{FIELDS[place]}.{id}", hurt.gone)
        words = f"{name}, {ELEMENTS[id].name}"
        borne += ledger(hurt, ability.exponent, 0, words=f"{words}: dice", against=f"{words}: own +Ob")
    borne += riding_borne(setup.rides, setup.wounds, f"{FIELDS[place]}.rides.riding", name, ask)
    hurt = feels(setup.wounds, setup.speed, ask, ELEMENTS["speed"])
    fighter = Fighter(
        name,
        None if setup.unarmed else weapon_of(setup.weapon.row, ask),
        setup.skill,
        setup.speed,
        setup.perception,
        setup.steel,
        setup.will,
        setup.stealthy,
        setup.observation,
        setup.reflexes,
        setup.stride.times,
        setup.shield,
        setup.cover,
        setup.fort,
        setup.other,
        setup.aiming,
        hurt.lost,
        hurt.added,
        charm=charm_of(setup.magic, setup.will, setup.forte, f"{FIELDS[place]}.magic", ask),
        rider=riding_of(setup.rides, ask),
        beast_lost=mount_lost(setup.rides),
    )
    if fighter.charm:
        fighter = replace(fighter, weapon=None)
    if setup.fort in (1, 2):
        raise Unusable(
            f"{FIELDS[place]}.fort", f"Prepared defenses give 3 to 10 dice, or none; this says {setup.fort}."
        )
    return fighter, borne


def start(
    a: Annotated[Shooter, Asked("Side A")] = Shooter(),
    b: Annotated[Shooter, Asked("Side B")] = Shooter(),
    harder: Annotated[int, FEW, Asked("Light and weather: obstacle of shots", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Played:
    """How does this hunt with bow and blade go?"""
    (first, borne), (second, others) = _fighter(a, 0, ask), _fighter(b, 1, ask)
    if first.name.casefold() == second.name.casefold():
        raise Unusable("b.name", f"Both sides are called {wording.quoted(second.name)}; give them two names.")
    if not any(one.weapon or one.charm for one in (first, second)):
        raise Unusable("b.unarmed", "One side at least has something to shoot with.")
    lines = (Line(harder, "Light and weather", "RNC-38"),) if harder else ()
    setup = " · ".join(
        f"{one.name}: {_armed(one)}, Speed {one.speed}, Perception {one.perception}"
        + (f", on {one.rider.mount.words}" if one.rider else "")
        for one in (first, second)
    )
    conflict = rules.begin(first, second, house_of(ask), lines)
    sides = [replace(side, shield=one.eldritch) for side, one in zip(conflict.sides, (a, b), strict=True)]
    return Played(replace(conflict, sides=(sides[0], sides[1])), (a, b), (*borne, *others), setup, ask)


def _coming(played: Played, place: int) -> handoff.Coming:
    """A side as it leaves for another conflict. Source: RNC-32."""
    side = played.conflict.sides[place]
    one = side.fighter
    return handoff.Coming(
        played.both[place],
        one.lost,
        one.harder,
        side.drained,
        one.shield,
        side.loaded,
        side.shield,
        one.rider is None,
        one.beast_lost,
    )


def _armed(fighter: Fighter) -> str:
    """What someone has in hand."""
    if fighter.charm:
        return fighter.charm.name
    return fighter.weapon.name if fighter.weapon else "no missile"


def moves(played: Played) -> dict[str, tuple[object, ...]]:
    """What each side, or the table, may do now."""
    state = played.conflict
    offered: dict[str, tuple[object, ...]] = {**range_sparring.turn(state, played.partner)}
    if offered:
        return offered
    for side, offer in (*_unseen(played), *_open(state)):
        offered[side] = (*offered.get(side, ()), offer)
    if state.phase is not Phase.OVER:
        for place, side in enumerate(SIDES):
            offered[side] = (*offered.get(side, ()), Offer(GiveUp, f"{name_of(state, place)} gives up", aside=True))
    return offered


def _unseen(played: Played) -> Iterator[tuple[str, Offer]]:
    """What both sides choose unseen, here or on another device."""
    state = played.conflict
    for turn, place in enumerate(choosing(state, played.seals)):
        acts = state.phase is Phase.ACT
        main = _declaring(state, place) if acts else _scripting(state, place)
        found: tuple[Offer, ...] = (main,)
        if played.partner is None and (not acts or _both_act(state)):
            where, names = where_of(state, place), (name_of(state, place), name_of(state, 1 - place))
            found = sealing.offers(main, names, played.seals.codes[place], sealing.opening(where), where.thing)
        for offer in sealing.behind(found, turn=turn):
            yield SIDES[place], offer
        if played.partner is None and range_sparring.may_join(state, place, played.seals):
            yield SIDES[place], partner.offer(name_of(state, place))


def _both_act(state: Conflict) -> bool:
    """Whether both sides declare in this volley; what one alone declares is no secret."""
    return len(state.acting) + sum(side.act is not None for side in state.sides) == len(SIDES)


def _open(state: Conflict) -> Iterator[tuple[str, Offer]]:
    """The moves that carry the conflict on once nothing is chosen unseen."""
    match state.phase:
        case Phase.START:
            yield TABLE, Offer(RollStart, "Roll for the starting range", "Starting range")
            yield TABLE, Offer(SetRange, "Start there", "The GM sets the range", aside=True)
        case Phase.PICK:
            who = TABLE if state.picks is None else SIDES[state.picks]
            yield who, Offer(PickRange, "Start there", "The starting range", "For your own weapon.")
        case Phase.REVEAL:
            yield TABLE, Offer(Reveal, f"Reveal volley {state.volley}", f"Volley {state.volley}")
            yield from _forfeiting(state)
        case Phase.ROLL:
            yield TABLE, Offer(RollDice, _rolling(state), "Position")
            yield from _observing(state)
        case Phase.PLACE:
            winner = state.won.winner if state.won and state.won.winner is not None else 0
            says = wording.listed((stop.words for stop in state.options), "or")
            yield SIDES[winner], Offer(Place(state.options[0]), "Stop there", "Where the move ends", f"{says}.")
        case Phase.SHOOT:
            yield TABLE, Offer(Shoot, "Roll the shots", "Shots")
        case Phase.HARM:
            for place, side in enumerate(state.sides):
                if side.hurt:
                    yield (
                        SIDES[place],
                        Offer(TellHarm, f"{name_of(state, place)} bears it", f"{name_of(state, place)} is hit"),
                    )
        case Phase.SPOT:
            place = 1 - (state.swooned or 0)
            yield SIDES[place], Offer(Look, "Look around", f"{name_of(state, place)} looks for them")
        case Phase.REACT:
            for place in state.reacting:
                yield SIDES[place], Offer(React, "Lose it like that", f"{name_of(state, place)} hesitates")


def _scripting(state: Conflict, place: int) -> Offer:
    """A side's script, unseen."""
    name, owned = name_of(state, place), state.sides[place].fighter.owned
    may = able(owned)
    lines = {
        one.value: Able(one.words, _line(one), barred="" if one in may else f"{name} lacks {CARDS[one].tests.words}.")
        for one in Maneuver
    }
    away = f"{name_of(state, 1 - place)}, look away."
    return Offer(Script, "Seal the script", f"{name} scripts exchange {state.exchange}", away, able=lines)


def _line(maneuver: Maneuver) -> str:
    """What a maneuver tests, in a word or two."""
    card = CARDS[maneuver]
    return f"{card.tests.words} +{card.dice}D" if card.dice else card.tests.words


def _forfeiting(state: Conflict) -> Iterator[tuple[str, Offer]]:
    """Between the first volley and the second a script may be changed."""
    if state.volley != VOLLEYS - 1:
        return
    for place, side in enumerate(state.sides):
        if side.script and side.script[-1] is not None:
            words = f"{name_of(state, place)} gives up volley 3"
            yield SIDES[place], Offer(Forfeit, words, words, "You stand and drool in it.")


def _observing(state: Conflict) -> Iterator[tuple[str, Offer]]:
    """Perception may become Observation, once a sneak is seen."""
    for place in (0, 1):
        if not state.sides[place].fighter.observation:
            continue
        try:
            state.observe(place)
        except Refused:
            continue
        yield SIDES[place], Offer(Observe, f"{name_of(state, place)} rolls Observation", aside=True)


def _rolling(state: Conflict) -> str:
    """What falls, on the button."""
    if any(side.broken for side in state.sides):
        return "Pay for the spell that was broken off"
    dice = [f"{state.dice(place).total}D" for place in (0, 1) if state.maneuver(place) is not None]
    return f"Roll {wording.listed(dice)}" if dice else "Nobody rolls: go on"


def _declaring(state: Conflict, place: int) -> Offer:
    """What a side may do with its result: shoot, duck, or spend the margin."""
    best = max(state.acts(place), key=lambda one: (one.shoots or one.casts, one.aim, one.cover, one.ducks))
    deed = Deed.SHOOT if best.shoots else Deed.CAST if best.casts else Deed.DUCK if best.ducks else Deed.NOTHING
    won = state.won
    margin = won.margin if won and won.winner == place else 0
    says = f"Margin {margin}." if margin else "Shoot or duck." if won and won.tied else "A free shot."
    where = state.shot_from(place)
    if where:
        says += f" A shot from {where.words}, {state.shooting_dice(place).dice}D."
    if best.casts and (charm := state.sides[place].fighter.charm):
        says += f" {charm.name}, {charm.dice(state.sides[place].fighter.lost).dice}D against {ob(charm.against)}."
    words = f"{name_of(state, place)} declares"
    return Offer(Declare(deed, best.aim, best.cover), "Seal it", words, says)


def step(played: Played, side: str, move: object, dice: Dice) -> Played:
    """The conflict after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    place = SIDES.index(side) if side in SIDES else None
    if isinstance(move, SealCame):
        return played.sealed(place or 0, move.seal)
    if isinstance(move, Spar):
        return played.sparring(place or 0, move)
    if isinstance(move, PartnerPlays) and played.partner:
        return played.after(range_sparring.plays(played.conflict, played.partner, played.ask), place)
    if isinstance(move, OpenSealed):
        made = Declare if played.conflict.phase is Phase.ACT else Script
        move = sealing.opened(move, where_of(played.conflict, place or 0), played.seals.codes[place or 0], made)
    return played.after(_moved(played.conflict, place or 0, move, dice), place)


def _moved(state: Conflict, place: int, move: object, dice: Dice) -> Conflict:
    """What a form says, as a step of the rules."""

    def throw(cast: Cast) -> Fallen:
        return fall(dice, cast_words(state, cast), cast.pool, cast.chain)

    match move:
        case RollStart(a, b):
            return state.start((a.means, b.means), throw)
        case SetRange(stop):
            return _set(state, stop)
        case PickRange(own, apart):
            return _picked(state, Category.of(own.value), apart)
        case Script(first, second, third, nonce):
            sealing.readable(nonce)
            return state.script(place, (first, second, third))
        case Forfeit(second):
            return state.forfeit(place, second)
        case Reveal():
            return state.reveal()
        case Observe():
            return state.observe(place)
        case RollDice():
            return state.roll(throw)
        case Place(stop):
            return state.place(stop)
        case Declare():
            sealing.readable(move.nonce)
            deed = move.deed
            act = Act(deed is Deed.SHOOT, deed is Deed.DUCK, move.aim, move.cover, move.other, deed is Deed.CAST)
            return state.act(place, act)
        case Shoot():
            return state.shoot(throw)
        case TellHarm():
            harm = Harm(move.lost, int(move.superficial), move.down, move.volleys, move.mount)
            return state.harm(place, harm)
        case React(reaction, steel):
            runs = Maneuver.STEEL_WITHDRAW if steel else Maneuver.SPEED_WITHDRAW
            return state.react(place, reaction, throw, runs)
        case Look(perception):
            return state.spot(throw, perception=perception)
        case GiveUp():
            return state.give_up(place)
    return state


def _set(state: Conflict, stop: Stop) -> Conflict:
    """The range that the GM names. Raises `Refused` where hand weapons reach already."""
    if stop is Stop.TOUCHING:
        raise Refused("Too close to shoot, nobody maneuvers at range: go to Fight! at once.")
    state_of(state.reaches.track, stop)
    fighters = [side.fighter for side in state.sides]
    begun = rules.begin(fighters[0], fighters[1], state.house, state.harder, stop)
    return replace(begun, sides=state.sides)


def _picked(state: Conflict, own: Category, apart: bool) -> Conflict:
    """The starting range; of two places that it may mean the plain one, or the one farther off."""
    found = starts(state.reaches.track, state.reaches.mover(state.picks or 0), own)
    order = list(Stop)
    farthest = min(found, key=order.index)
    nearest = max(found, key=order.index)
    return state.pick(own, farthest if apart else nearest)


WHAT = {
    "start": "starting range",
    "position": "position",
    "nerve": "nerve",
    "fate": "Die of Fate",
    "shot": "shot",
    "hide": "hiding",
    "spot": "search",
    "casting": "casting",
    "tax": "Tax",
    "steel": "Steel",
    "riding": "Riding",
}


def cast_words(state: Conflict, cast: Cast) -> str:
    """What dice are for: "Runa’s shot"."""
    return f"{name_of(state, cast.side)}’s {WHAT[cast.what]}"


def _brought(state: Conflict) -> Iterator[tuple[str, str, str]]:
    """The lines of the last step: whose, what, and by which rule."""
    match state.came:
        case rules.Started(totals, winner):
            for place, total in enumerate(totals):
                said = f"rolls {wording.count(total, 'success', 'successes')} for the starting range"
                yield name_of(state, place), said + (" and picks it." if winner == place else "."), "RNC-07"
            if winner is None:
                yield "", "A tie for the starting range.", "RNC-07"
        case rules.Picked(stop) | rules.Placed(stop):
            yield "", f"They stand: {stop.words}.", "RNC-31"
        case rules.Scripted(place, forfeits):
            said = "gives up volley 3 for another volley 2." if forfeits else f"has scripted exchange {state.exchange}."
            yield name_of(state, place), said, "RNC-37" if forfeits else "RNC-17"
        case rules.Revealed(pair):
            for place, move in enumerate(pair):
                yield name_of(state, place), f"{move.words}." if move else "hesitates.", "RNC-18" if move else "RNC-36"
        case Won() as won:
            yield from _won(state, won)
        case rules.Declared(place):
            yield name_of(state, place), "has declared.", "RNC-11"
        case rules.Paid(spelled):
            for one in spelled:
                yield name_of(state, one.side), f"{one.charm.name} is broken off.", "SOR-33"
                yield from _price(state, one)
        case Shots(shots, spelled):
            for one in spelled:
                yield from _spelled(state, one)
            for shot in shots:
                rolled = wording.count(shot.successes, "success", "successes")
                said = f"shoots from {shot.range.words} against {ob(shot.obstacle.total)}: {rolled}, "
                yield name_of(state, shot.side), said + ("a hit." if shot.hits else "a miss."), "RNC-12"
        case rules.Harmed(place, harm):
            if harm.mount:
                taken = "is on foot: the mount is down." if harm.down else f"has the mount hurt: −{harm.lost}D."
            else:
                taken = "is out of it." if harm.down else f"loses {wording.count(harm.lost, 'die', 'dice')}."
            yield name_of(state, place), taken, "RID-24" if harm.mount else "HUB-18"
        case rules.Reacted(place, reaction, _):
            yield name_of(state, place), f"{reaction.words}.", "RNC-36"
        case rules.Spotted(place, obstacle, successes):
            found = "finds them" if successes >= obstacle else "finds nobody"
            yield name_of(state, place), f"looks around against {ob(obstacle)} and {found}.", "RNC-36"


def _spelled(state: Conflict, one: Spelled) -> Iterator[tuple[str, str, str]]:
    """The lines of a spell or a prayer."""
    name, other = name_of(state, one.side), name_of(state, 1 - one.side)
    rolled = wording.count(one.successes, "success", "successes")
    said = f"{one.charm.name} against {ob(one.against)}: {rolled}, "
    rule = "FAI-04" if one.charm.prayer else "SOR-45"
    yield name, said + ("it fails." if one.over is None else "it comes off."), rule
    if one.shield is not None:
        yield from _shield(name, other, one)
    if one.stopped and not one.shielded:
        yield other, "undoes it with the counter-spell.", "SOR-46"
    elif one.taken and not one.shielded:
        yield other, f"takes {one.taken} from it with the counter-spell.", "SOR-46"
    if one.hit is not None and one.stage:
        yield other, f"is struck by {one.charm.name}: {one.stage.words} at {one.hit}.", "SOR-20"
    if one.volleys:
        yield other, f"hesitates {wording.count(one.volleys, 'volley', 'volleys')}.", "STE-05"
    yield from _price(state, one)


def _shield(name: str, other: str, one: Spelled) -> Iterator[tuple[str, str, str]]:
    """The lines of an Eldritch Shield that is put up, or that a spell meets. Source: SOR-48, SOR-49."""
    if one.charm.works is Works.SHIELD:
        yield name, f"has an Eldritch Shield of {one.shield}D.", "SOR-48"
        return
    left = f"is down to {one.shield}D" if one.shield else "is blasted away"
    rest = f", and nothing is left of {one.charm.name}" if one.shielded else ""
    yield other, f"The Eldritch Shield {left}{rest}.", "SOR-48" if one.shield else "SOR-49"


def _price(state: Conflict, one: Spelled) -> Iterator[tuple[str, str, str]]:
    """The Die of Fate of a spell that failed, and its Tax."""
    name = name_of(state, one.side)
    if one.failure:
        yield name, f"{one.failure.words}.", "SOR-30"
    if one.taxed:
        took = f"takes {wording.count(one.taxed.lost, 'die', 'dice')} of Forte" if one.taxed.lost else "holds"
        drops = ", and the caster drops" if one.taxed.unconscious else ""
        yield name, f"Tax {took}{drops}.", "SOR-13"


def _won(state: Conflict, won: Won) -> Iterator[tuple[str, str, str]]:
    """The lines of a positioning test."""
    totals = " against ".join("nothing" if total is None else str(total) for total in won.totals)
    if won.winner is not None:
        said = f"wins the position, {totals}, with {wording.count(won.margin, 'success', 'successes')} to spend."
        yield name_of(state, won.winner), said, "RNC-10"
    else:
        yield "", f"{totals}: {'a tie' if won.tied else 'nobody gets their way'}.", "RNC-16"
    for cast, fell in state.thrown:
        if cast.what == "riding":
            held = fell.count.successes >= state.reins(cast.side)[1]
            said = "holds the mount to it." if held else "cannot hold the mount: it bolts or shies."
            yield name_of(state, cast.side), said, "RID-15"
    for place, failed in enumerate(won.failed):
        if failed:
            lost = wording.count(failed, "volley", "volleys")
            yield name_of(state, place), f"loses the nerve and hesitates {lost}.", "RNC-21"
    for place, burst in enumerate(won.burst):
        if burst:
            yield name_of(state, place), "does not win, and the bomb goes off in the hand.", "WPN-32"
    for place, free in enumerate(won.free):
        if free:
            yield name_of(state, place), "has a free shot at someone who trusts to Steel.", "RNC-21"


def show(played: Played) -> Answer:
    """Where the conflict stands; what is scripted or declared stays unseen until it is revealed."""
    state = played.conflict
    blocks: list[Block] = blocks_of(state, played.past, played.setup, played.seals)
    if state.phase is Phase.ROLL:
        for place in (0, 1):
            if state.maneuver(place) is not None:
                found = state.dice(place)
                blocks.append(Working(found.lines, found.total, f"{name_of(state, place)}: dice for position", "D"))
    if state.phase is Phase.SHOOT:
        for place, side in enumerate(state.sides):
            if side.act and side.act.shoots:
                against = state.obstacle(place)
                blocks.append(Working(against.lines, against.total, f"Obstacle of {side.fighter.name}’s shot"))
    if state.phase in (Phase.START, Phase.SCRIPT):
        blocks += played.borne
    if state.ending is Ending.MELEE:
        blocks.append(Steps(tuple(one.words for one in HANDOFF), "Go on like this", tuple(one.rule for one in HANDOFF)))
        said = "The same two, as they stand; their armor and hand weapons are still to be said:"
        pairs = handoff.to_fight([_coming(played, place) for place in (0, 1)])
        blocks.append(Lead(said, "go on in Fight!", "fight-play", "FGT-67", pairs))
    if state.phase is Phase.HARM:
        blocks.append(Note("Roll the Die of Fate and take the wound from the weapon’s table.", rule="WPN-14"))
    if state.phase is not Phase.OVER:
        return Answer(_values(state), tuple(blocks))
    rows = []
    effects: list[LogTest] = []
    for one in played.tests:
        classes = classes_of(one.dice, one.obstacle, played.ask)
        rows.append((name_of(state, one.side), one.words, f"{one.dice}D", ob(one.obstacle), classes.short))
        if one.means not in (Means.STEALTHY, Means.OBSERVATION):
            effects += marks_of(one.field, classes, one.kind, passed=one.passed)
    if rows:
        columns = ("Who", "Tested", "Dice", "Against", "In the log")
        blocks.append(Table("Tests that were made", columns, tuple(rows)))
    values = {**_values(state), "tests": [one.field for one in played.tests]}
    return Answer(values, tuple(blocks), tuple(dict.fromkeys(effects)))


def _values(state: Conflict) -> Mapping[str, object]:
    """Where the conflict stands, for programs; each list has an entry for each side."""
    sides = state.sides
    rolled = state.phase is Phase.ROLL
    return {
        "phase": state.phase.value,
        "exchange": state.exchange,
        "volley": state.volley,
        "stop": state.stop.value,
        "track": state.reaches.track.value,
        "ranges": [state.category(place).value for place in (0, 1)],
        "cover": [side.held.cover for side in sides],
        "aim": [side.held.aim for side in sides],
        "loaded": [side.loaded for side in sides],
        "hesitates": [side.lost.volleys if side.lost else 0 for side in sides],
        "scripted": [bool(side.script) for side in sides],
        "dice": [state.dice(place).total if rolled and state.maneuver(place) else None for place in (0, 1)],
        "totals": list(state.won.totals) if state.won else None,
        "margin": state.won.margin if state.won else None,
        "winner": state.won.winner if state.won else None,
        "successes": [fell.count.successes for _, fell in state.thrown],
        "chanted": [side.chanted for side in sides],
        "drained": [side.drained for side in sides],
        "shields": [side.shield for side in sides],
        "ending": state.ending.value if state.ending else None,
        "names": [side.fighter.name for side in sides],
    }


session("range-play", rules="RNC-41 RNC-42", start=start, moves=moves, step=step, show=show)

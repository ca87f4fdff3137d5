"""Each move of Range and Cover as a form, and the step of the rules that it is (RNC-41)."""

from dataclasses import replace
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, branch
from engine.games.burning_wheel.calculators.range_and_cover.range_played import Played, both_act, where_of
from engine.games.burning_wheel.calculators.range_and_cover.range_setup import FEW
from engine.games.burning_wheel.calculators.range_and_cover.range_stage import name_of
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms import sealing
from engine.games.burning_wheel.forms.sealing import SIDES, Nonce
from engine.games.burning_wheel.rules import range_procedure as rules
from engine.games.burning_wheel.rules.maneuvers import Maneuver, Means
from engine.games.burning_wheel.rules.range_dice import Category
from engine.games.burning_wheel.rules.range_procedure import Act, Cast, Conflict, Harm, Phase
from engine.games.burning_wheel.rules.range_track import Stop, starts, state_of
from engine.games.burning_wheel.rules.steel import Reaction
from engine.option import Option
from engine.refused import Refused
from engine.session import Dice


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


def _handed(move: "Script | Declare", then: Played, now: Played, side: str) -> tuple[object, ...]:
    """The moves that make a script or an act on another device, until dice for position have fallen after it."""
    place = SIDES.index(side)
    before, state = then.conflict, now.conflict
    acts = before.phase is Phase.ACT
    if now.rolled != then.rolled or (acts and not both_act(before)):
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


def moved(state: Conflict, place: int, move: object, dice: Dice) -> Conflict:
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

"""Each move of a Fight! as a form, and the step of the rules that it is (FGT-67)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar

from engine import wording
from engine.forms import Asked, Between, branch
from engine.games.burning_wheel.calculators.fight.fight_played import Played, where_of
from engine.games.burning_wheel.calculators.fight.fight_stage import part_words
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
from engine.games.burning_wheel.forms import sealing
from engine.games.burning_wheel.forms.sealing import SIDES
from engine.games.burning_wheel.rules import fight_procedure as rules
from engine.games.burning_wheel.rules import saddle
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_procedure import Fight
from engine.games.burning_wheel.rules.fight_state import Choice
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.plan_changes import Spot
from engine.games.burning_wheel.rules.steel import Reaction
from engine.option import Option


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


def _handed(move: "Write", then: Played, now: Played, side: str) -> tuple[object, ...]:
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


def moved(played: Played, place: int, move: object, throw: rules.Throw) -> tuple[Fight, str]:
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

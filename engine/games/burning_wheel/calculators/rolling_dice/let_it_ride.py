"""Let it Ride: may it be rolled again, and a ledger of results that answer later obstacles (HUB-25)."""

from dataclasses import dataclass, replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Told, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, branch, closest, row
from engine.games.burning_wheel.calculators.rolling_dice.fields import Counted, LaterOb
from engine.games.burning_wheel.dice import Obstacle, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.rules import let_it_ride as rules
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules.let_it_ride import Came, Ledger, Ride
from engine.option import Option
from engine.refused import Refused
from engine.session import Dice, session

NAME = Longest(30)
TEXT = Longest(80)
UNNAMED = "The ability"

AbilityName = Annotated[str, NAME, Asked("Ability")]
WhoRolls = Annotated[str, NAME, Asked("Who", "Leave empty for yourself.")]


class Wanted(Option):
    """What a second roll would be for."""

    MORE = "more", "something harder, same situation"
    AGAIN = "again", "the same thing once more"


@calculator("second-roll", rules="HUB-25")
def second_roll(
    successes: Annotated[int, COUNTED, Asked("Successes of the first roll", quick=QUICK_SUCCESSES)] = 2,
    obstacle: LaterOb = Obstacle(3),
    wanted: Annotated[Wanted, Asked("What it is about now")] = Wanted.MORE,
    changed: Annotated[bool, Asked("Things have changed, drastically and for good reason", gm=True)] = False,
    same_ability: Annotated[bool, Asked("It is the same ability", more=True)] = True,
) -> Answer:
    """Do I roll again?"""
    if changed or not same_ability:
        why = "Things have changed" if changed else "Another ability has its own roll"
        verdict = Verdict("Roll", (Fact("a new test"),), f"{why}: roll, and let that result ride.")
        return Answer({"rolls": True, "passes": None, "result": "roll"}, (verdict,))
    ride = Ride("", successes)
    if wanted is Wanted.AGAIN:
        said = f"No second roll: the first result stands, won or lost, with {_counted(successes)}."
        verdict = Verdict("No second roll", (Fact(_stand(successes)),), said)
        return Answer({"rolls": False, "passes": None, "result": "stands"}, (verdict,))
    rows = tuple((Obstacle(rung.obstacle), _passes(ride, rung.obstacle)) for rung in ladder.LADDER)
    place = obstacle - 1 if 1 <= obstacle <= ladder.HIGHEST_RUNG else None
    return Answer(
        {
            "rolls": False,
            "passes": ride.passes(obstacle),
            "margin": successes - obstacle,
            "result": _passes(ride, obstacle),
        },
        (
            _checked(ride, obstacle),
            Table("What the roll answers", ("Obstacle", "Without a roll"), rows, place),
        ),
    )


def _counted(successes: int) -> str:
    return wording.count(successes, "success", "successes")


def _stand(successes: int) -> str:
    """ "2 successes stand", "1 success stands"."""
    return f"{_counted(successes)} {'stands' if successes == 1 else 'stand'}"


def _passes(ride: Ride, obstacle: int) -> str:
    return "passes" if ride.passes(obstacle) else "fails"


def _checked(ride: Ride, obstacle: int) -> Verdict:
    """A later obstacle against what stands."""
    by = ride.successes - obstacle
    outcome = "meets it" if not by else f"passes with {by} over" if by > 0 else f"fails by {-by}"
    counted = _counted(ride.successes)
    whose = f"{ride.named}: " if ride.named else ""
    return Verdict(
        _passes(ride, obstacle).capitalize(),
        (Fact(Obstacle(obstacle), "obstacle"), Fact.count(ride.successes, "success", "successes"), Fact("no roll")),
        f"{whose}{counted} against {ob(obstacle)}, no roll: {outcome}.",
    )


@row("result")
class RideRow(Ride):
    """A result that stands already, as a row of the form."""

    ability: AbilityName = ""
    successes: Counted = 2
    intent: Annotated[str, TEXT, Asked("What it was for")] = ""
    who: WhoRolls = ""


@branch("Record a roll")
class RecordRoll(RideRow):
    """A roll was made: its result rides from now on."""


@branch("Check a later obstacle")
class CheckObstacle:
    """Something harder comes up in the same situation."""

    ability: AbilityName = ""
    obstacle: LaterOb = Obstacle(3)
    who: WhoRolls = ""


@branch("Things have changed")
class ThingsChanged:
    """Something drastic: results no longer stand."""

    why: Annotated[str, TEXT, Asked("What has changed", gm=True)] = ""
    ability: Annotated[str, NAME, Asked("For which ability", "Leave empty for all.")] = ""
    who: Annotated[str, NAME, Asked("Whose", "Leave empty for yourself, or for everyone.")] = ""


@branch("A new situation")
class NextSituation:
    """The scene is over; nothing of it rides on."""

    situation: Annotated[str, TEXT, Asked("The situation now")] = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """The ledger, what was written into it last, with its verdict and story, and how many entries there are."""

    ledger: Ledger
    what: str = ""
    verdict: Verdict | None = None
    entries: int = 0
    told: tuple[Told, ...] = ()

    def after(self, ledger: Ledger, what: str, verdict: Verdict) -> "Kept":
        """The same after one more entry."""
        came = f": {ledger.came.words}" if ledger.came else ""
        return Kept(ledger, what, verdict, self.entries + 1, (Told(0, f"{what}{came}.", "HUB-25"),))


def start(
    situation: Annotated[str, TEXT, Asked("The situation")] = "This situation",
    rolled: Annotated[tuple[RideRow, ...], Asked("Rolled already")] = (),
) -> Kept:
    """What stands, and what does it answer?"""
    rides: tuple[Ride, ...] = ()
    for number, one in enumerate(rolled, 1):
        try:
            rides = rules.recorded(rides, replace(one, ability=one.ability or f"Ability {number}"))
        except Refused as error:
            raise Unusable("rolled", str(error)) from None
    return Kept(Ledger(situation or "This situation", rides))


def moves(state: Kept) -> dict[str, tuple[type, ...]]:
    """What may be written now."""
    return {"ledger": (RecordRoll, CheckObstacle, ThingsChanged, NextSituation)}


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The ledger after one entry. A second roll is written down as well, as refused."""
    match move:
        case RecordRoll():
            return _record(state, replace(move, ability=move.ability or UNNAMED))
        case CheckObstacle(ability, obstacle, who):
            return _check(state, Ride(ability or UNNAMED, who=who), obstacle)
        case ThingsChanged(why, ability, who):
            freed = Ride(ability, who=who).named if ability else f"All of {who}’s abilities" if who else "Every ability"
            said = f"Things have changed{f': {why}' if why else ''}. {freed} may be rolled once more."
            ledger = state.ledger.change(ability, who)
            return state.after(ledger, "Things have changed", Verdict("Roll anew", (Fact(freed),), said))
        case NextSituation(situation):
            now = situation or "A new situation"
            verdict = Verdict("New situation", (Fact(now),), f"A new situation, {now}: nothing from before rides on.")
            return state.after(state.ledger.begin(now), "A new situation", verdict)
    return state


def _record(state: Kept, ride: Ride) -> Kept:
    """The roll in the ledger, or the sentence with which a second one is refused."""
    ledger, counted = state.ledger.record(ride), _counted(ride.successes)
    verdict = Verdict(counted, (Fact(ride.named), Fact("rides now")), f"{ride.named}: {counted} to go by from now on.")
    if held := ledger.held:
        stands = _stand(held.successes)
        was = f"{held.named} was rolled in this situation, and {stands} until things drastically change."
        verdict = Verdict("No second roll", (Fact(held.named), Fact(stands)), f"No second roll: {was}")
    return state.after(ledger, f"{ride.named}, {counted}", verdict)


def _check(state: Kept, wanted: Ride, obstacle: int) -> Kept:
    """A later obstacle, answered by what stands; where nothing does, it is time to roll."""
    ledger = state.ledger.check(wanted.ability, wanted.who, obstacle)
    if ledger.held:
        verdict = _checked(ledger.held, obstacle)
    else:
        near = closest(wanted.ability, [ride.ability for ride in ledger.rides])
        said = f"No result of {wording.quoted(wanted.ability)} stands: roll it, once.{near}"
        verdict = Verdict("Roll", (Fact("no result yet"),), said)
    return state.after(ledger, f"{wanted.named} against {ob(obstacle)}", verdict)


def show(state: Kept) -> Answer:
    """What stands now."""
    ledger = state.ledger
    standing = wording.count(len(ledger.rides), "result")
    verdict = state.verdict or Verdict(
        standing,
        (Fact(ledger.situation),),
        f"{ledger.situation}: {standing} to go by, and no second roll of the same ability.",
    )
    blocks: list[Block] = [verdict]
    if ledger.rides:
        rows = tuple(
            (ride.named, ride.intent or None, ride.successes, f"up to {ob(ride.successes)}") for ride in ledger.rides
        )
        blocks.append(Table(f"What stands: {ledger.situation}", ("Ability", "What for", "Successes", "Passes"), rows))
    if ledger.came is Came.REFUSED:
        blocks.append(Note("It binds the GM as well: players may call out a second roll.", rule="HUB-25"))
    return Answer(
        values={
            "situation": ledger.situation,
            "standing": {ride.named: ride.successes for ride in ledger.rides},
            "entries": state.entries,
            "result": ledger.came.value if ledger.came else "",
            "last": state.what,
        },
        blocks=tuple(blocks),
    )


session("let-it-ride-ledger", rules="HUB-25", start=start, moves=moves, step=step, show=show)

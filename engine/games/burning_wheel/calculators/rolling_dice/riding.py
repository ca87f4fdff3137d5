"""Let it Ride: may it be rolled again, and a ledger of results that answer later obstacles (HUB-25)."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Told, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, closest
from engine.games.burning_wheel.dice import Obstacle, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.rules import obstacles as ladder
from engine.games.burning_wheel.rules import riding as rules
from engine.games.burning_wheel.rules.riding import Ride
from engine.option import Option
from engine.refused import Refused
from engine.session import Dice, session

NAME = Longest(30)
TEXT = Longest(80)
UNNAMED = "The ability"


class Wanted(Option):
    """What a second roll would be for."""

    MORE = "more", "something harder, same situation"
    AGAIN = "again", "the same thing once more"


@calculator("second-roll", rules="HUB-25")
def second_roll(
    successes: Annotated[int, COUNTED, Asked("Successes of the first roll", quick=QUICK_SUCCESSES)] = 2,
    obstacle: Annotated[Obstacle, Asked("Obstacle now", gm=True, quick=QUICK_OBSTACLES)] = Obstacle(3),
    wanted: Annotated[Wanted, Asked("Now it is about")] = Wanted.MORE,
    changed: Annotated[bool, Asked("Things have changed, drastically and for good reason", gm=True)] = False,
    same_ability: Annotated[bool, Asked("It is the same ability", more=True)] = True,
) -> Answer:
    """Do I roll again?"""
    ride = Ride("", "", "", successes)
    rows = tuple((ob(rung.obstacle), "passes" if ride.passes(rung.obstacle) else "fails") for rung in ladder.LADDER)
    place = obstacle - 1 if 1 <= obstacle <= ladder.HIGHEST_RUNG else None
    table = Table("What the roll answers", ("Obstacle", "Without a roll"), rows, place)
    counted = wording.count(successes, "success", "successes")
    if changed or not same_ability:
        why = "Things have changed" if changed else "Another ability has a roll of its own"
        verdict = Verdict("Roll", "a new test", f"{why}: roll, and let that result ride.")
        return Answer({"rolls": True, "passes": None, "result": "roll"}, (verdict,))
    if wanted is Wanted.AGAIN:
        verdict = Verdict(
            "No second roll",
            _stand(successes),
            f"No second roll: the first result stands, won or lost, with {counted}.",
        )
        return Answer({"rolls": False, "passes": None, "result": "stands"}, (verdict,))
    passes = ride.passes(obstacle)
    return Answer(
        {"rolls": False, "passes": passes, "margin": successes - obstacle, "result": "passes" if passes else "fails"},
        (_checked("", counted, successes, obstacle), table),
    )


def _checked(words: str, counted: str, successes: int, obstacle: int) -> Verdict:
    passes = successes >= obstacle
    by = abs(successes - obstacle)
    outcome = ("meets it" if not by else f"passes with {by} over") if passes else f"fails by {by}"
    return Verdict(
        "Passes" if passes else "Fails",
        f"{ob(obstacle)} · {counted} · no roll",
        f"{words}{': ' if words else ''}{counted} against {ob(obstacle)}, no roll: {outcome}.",
    )


@dataclass(frozen=True, slots=True)
class RideRow:
    """A result that stands already, as a row of the form."""

    ability: Annotated[str, NAME, Asked("Ability")] = ""
    successes: Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)] = 2
    intent: Annotated[str, TEXT, Asked("What for")] = ""
    who: Annotated[str, NAME, Asked("Who", "Leave empty for yourself.")] = ""

    singular: ClassVar[str] = "result"


@dataclass(frozen=True, slots=True)
class RecordRoll:
    """A roll was made: its result rides from now on."""

    ability: Annotated[str, NAME, Asked("Ability")] = ""
    successes: Annotated[int, COUNTED, Asked("Successes", quick=QUICK_SUCCESSES)] = 2
    intent: Annotated[str, TEXT, Asked("What for")] = ""
    who: Annotated[str, NAME, Asked("Who", "Leave empty for yourself.")] = ""

    words: ClassVar[str] = "Record a roll"


@dataclass(frozen=True, slots=True)
class CheckObstacle:
    """Something harder comes up in the same situation."""

    ability: Annotated[str, NAME, Asked("Ability")] = ""
    obstacle: Annotated[Obstacle, Asked("Obstacle now", gm=True, quick=QUICK_OBSTACLES)] = Obstacle(3)
    who: Annotated[str, NAME, Asked("Who", "Leave empty for yourself.")] = ""

    words: ClassVar[str] = "Check a later obstacle"


@dataclass(frozen=True, slots=True)
class ThingsChanged:
    """Something drastic: results no longer stand."""

    why: Annotated[str, TEXT, Asked("What has changed", gm=True)] = ""
    ability: Annotated[str, NAME, Asked("For which ability", "Leave empty for all.")] = ""
    who: Annotated[str, NAME, Asked("Whose", "Leave empty for yourself, or for everyone.")] = ""

    words: ClassVar[str] = "Things have changed"


@dataclass(frozen=True, slots=True)
class NextSituation:
    """The scene is over; nothing of it rides on."""

    situation: Annotated[str, TEXT, Asked("The situation now")] = ""

    words: ClassVar[str] = "A new situation"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What stands in the situation, what was written last, and how many entries there are.

    `situation` is the one that the last entry `what` came in; `result` says in a word what came of it.
    """

    situation: str
    rides: tuple[Ride, ...]
    what: str = ""
    result: str = ""
    verdict: Verdict | None = None
    entries: int = 0
    told: tuple[Told, ...] = ()

    def after(self, what: str, result: str, verdict: Verdict, **changed: Any) -> "Ledger":
        """The ledger after one more entry."""
        told = (Told(0, f"{what}: {CAME[result]}.", "HUB-25"),)
        entries = self.entries + 1
        changed |= {"what": what, "result": result, "verdict": verdict}
        return replace(self, entries=entries, told=told, **changed)


CAME = {
    "recorded": "it rides from now on",
    "refused": "no second roll",
    "roll": "nothing stands yet",
    "passes": "passed by what stands",
    "fails": "failed by what stands",
    "freed": "what stood is let go",
    "new": "nothing rides on",
}


def start(
    situation: Annotated[str, TEXT, Asked("The situation")] = "This situation",
    rolled: Annotated[tuple[RideRow, ...], Asked("Rolled already")] = (),
) -> Ledger:
    """What stands, and what does it answer?"""
    rides: tuple[Ride, ...] = ()
    for number, row in enumerate(rolled, 1):
        try:
            rides = rules.recorded(rides, Ride(row.who, row.ability or f"Ability {number}", row.intent, row.successes))
        except Refused as error:
            raise Unusable("rolled", str(error)) from None
    return Ledger(situation or "This situation", rides)


def moves(state: Ledger) -> dict[str, tuple[type, ...]]:
    """What may be written now."""
    return {"ledger": (RecordRoll, CheckObstacle, ThingsChanged, NextSituation)}


def step(state: Ledger, side: str, move: object, dice: Dice) -> Ledger:
    """The ledger after one entry. A second roll is written down as well, as refused."""
    match move:
        case RecordRoll(ability, successes, intent, who):
            return _record(state, Ride(who, ability or UNNAMED, intent, successes))
        case CheckObstacle(ability, obstacle, who):
            return _check(state, who, ability or UNNAMED, obstacle)
        case ThingsChanged(why, ability, who):
            return _change(state, why, who, ability)
        case NextSituation(situation):
            now = situation or "A new situation"
            verdict = Verdict("New situation", now, f"A new situation, {now}: nothing from before rides on.")
            return state.after("A new situation", "new", verdict, situation=now, rides=())
    return state


def _stand(successes: int) -> str:
    """ "2 successes stand", "1 success stands"."""
    return f"{wording.count(successes, 'success', 'successes')} {'stands' if successes == 1 else 'stand'}"


def _record(state: Ledger, ride: Ride) -> Ledger:
    """The roll in the ledger, or the sentence with which a second one is refused."""
    counted = wording.count(ride.successes, "success", "successes")
    what = f"{ride.words}, {counted}"
    held = rules.standing(state.rides, ride.who, ride.ability)
    if held is not None:
        stands = _stand(held.successes)
        sentence = (
            f"No second roll: {held.words} was rolled in this situation, and {stands} until things drastically change."
        )
        verdict = Verdict("No second roll", f"{held.words} · {stands}", sentence)
        return state.after(what, "refused", verdict)
    verdict = Verdict(counted, f"{ride.words} · rides now", f"{ride.words}: {counted} to go by from now on.")
    rides = rules.recorded(state.rides, ride)
    return state.after(what, "recorded", verdict, rides=rides)


def _check(state: Ledger, who: str, ability: str, obstacle: int) -> Ledger:
    """A later obstacle, answered by what stands; where nothing does, it is time to roll."""
    what = f"{Ride(who, ability, '', 0).words} against {ob(obstacle)}"
    held = rules.standing(state.rides, who, ability)
    if held is None:
        near = closest(ability, [ride.ability for ride in state.rides])
        verdict = Verdict(
            "Roll", "nothing stands yet", f"No result of {wording.quoted(ability)} stands: roll it, once.{near}"
        )
        return state.after(what, "roll", verdict)
    counted = wording.count(held.successes, "success", "successes")
    verdict = _checked(held.words, counted, held.successes, obstacle)
    result = "passes" if held.passes(obstacle) else "fails"
    return state.after(what, result, verdict)


def _change(state: Ledger, why: str, who: str, ability: str) -> Ledger:
    """Results let go, because something drastic happened."""
    rides = rules.freed(state.rides, who, ability)
    freed = Ride(who, ability, "", 0).words if ability else f"All of {who}’s abilities" if who else "Every ability"
    sentence = f"Things have changed{f': {why}' if why else ''}. {freed} may be rolled once more."
    verdict = Verdict("Roll anew", freed, sentence)
    return state.after("Things have changed", "freed", verdict, rides=rides)


def show(state: Ledger) -> Answer:
    """What stands now."""
    standing = wording.count(len(state.rides), "result")
    verdict = state.verdict or Verdict(
        f"{standing} stand" if len(state.rides) != 1 else f"{standing} stands",
        state.situation,
        f"{state.situation}: {standing} to go by, and no second roll of the same ability.",
    )
    blocks: list[Block] = [verdict]
    if state.rides:
        rows = tuple(
            (ride.words, ride.intent or "–", str(ride.successes), f"up to {ob(ride.successes)}") for ride in state.rides
        )
        blocks.append(Table(f"What stands: {state.situation}", ("Ability", "What for", "Successes", "Passes"), rows))
    if state.result == "refused":
        blocks.append(Note("It binds the GM as well: players may call out a second roll.", rule="HUB-25"))
    return Answer(
        values={
            "situation": state.situation,
            "standing": {ride.words: ride.successes for ride in state.rides},
            "entries": state.entries,
            "result": state.result,
            "last": state.what,
        },
        blocks=tuple(blocks),
    )


session("let-it-ride-ledger", rules="HUB-25", start=start, moves=moves, step=step, show=show)

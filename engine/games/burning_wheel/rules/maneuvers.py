"""The maneuvers of Range and Cover: what each tests, how two meet, and who moves then (RNC-17 to RNC-28)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.range_track import Intent
from engine.option import Option
from engine.refused import Refused

VOLLEYS = 3
"""Volleys of an exchange, and maneuvers of a script. Source: RNC-17."""
RUNNING = 2
"""Dice that a Speed Withdraw adds. Source: RNC-22."""
DEAR = 3
"""What anything costs under a Speed Withdraw, in successes; else 1. Source: RNC-22."""


class Means(Option):
    """What a maneuver tests. Source: RNC-18."""

    SPEED = "speed", "Speed"
    STEALTHY = "stealthy", "Stealthy"
    STEEL = "steel", "Steel"
    PERCEPTION = "perception", "Perception"
    OBSERVATION = "observation", "Observation"

    @property
    def open_ended(self) -> bool:
        """Whether sixes open: Steel and Perception. Source: RNC-21, RNC-26."""
        return self in (Means.STEEL, Means.PERCEPTION)

    @property
    def skill(self) -> bool:
        """Whether it is a skill that a character may lack. Source: RNC-17."""
        return self in (Means.STEALTHY, Means.OBSERVATION)


class Maneuver(Option):
    """The nine maneuvers. Source: RNC-18."""

    SPEED_CLOSE = "speed-close", "Speed Close"
    STEALTHY_CLOSE = "stealthy-close", "Stealthy Close"
    STEEL_CLOSE = "steel-close", "Steel Close"
    SPEED_WITHDRAW = "speed-withdraw", "Speed Withdraw"
    STEALTHY_WITHDRAW = "stealthy-withdraw", "Stealthy Withdraw"
    STEEL_WITHDRAW = "steel-withdraw", "Steel Withdraw"
    SPEED_MAINTAIN = "speed-maintain", "Speed Maintain"
    PERCEPTION_MAINTAIN = "perception-maintain", "Perception Maintain"
    OBSERVATION_MAINTAIN = "observation-maintain", "Observation Maintain"


@dataclass(frozen=True, slots=True)
class Card:
    """A maneuver: what it tests, what it is for, and in a line what is special about it. Source: RNC-18."""

    maneuver: Maneuver
    tests: Means
    intent: Intent
    special: str

    @property
    def dice(self) -> int:
        """Dice that the maneuver itself adds: 2 to a Speed Withdraw, else 0. Source: RNC-22."""
        return RUNNING if self.maneuver is Maneuver.SPEED_WITHDRAW else 0

    @property
    def price(self) -> int:
        """What a shot, a die of aim or cover, or another act costs in successes: 1, or 3. Source: RNC-11, RNC-22."""
        return DEAR if self.maneuver is Maneuver.SPEED_WITHDRAW else 1

    @property
    def keeps_cover(self) -> bool:
        """Whether cover dice outlive the volley: only a Maintain keeps them. Source: RNC-13."""
        return self.intent is Intent.MAINTAIN

    @property
    def behind_shield(self) -> bool:
        """Whether a shield may raise one's cover meanwhile. Source: RNC-04."""
        return self.tests in (Means.SPEED, Means.STEEL)


def _card(row: Mapping[str, Any]) -> Card:
    return Card(Maneuver.of(row["key"]), Means.of(row["tests"]), Intent.of(row["intent"]), row["special"])


CARDS: Mapping[Maneuver, Card] = {
    card.maneuver: card
    for card in tables.rows(__file__, "maneuvers.toml", "maneuver", ("key", "tests", "intent", "special"), _card)
}


def able(owned: Collection[Means]) -> tuple[Maneuver, ...]:
    """The maneuvers of someone who has these skills; stats and Steel everyone has. Source: RNC-17."""
    return tuple(card.maneuver for card in CARDS.values() if not card.tests.skill or card.tests in owned)


def script(moves: Sequence[Maneuver], owned: Collection[Means]) -> tuple[Maneuver, ...]:
    """The maneuvers as a script. Raises `Refused` for other than three, or one whose skill is lacking. RNC-17."""
    if len(moves) != VOLLEYS:
        raise Refused(f"A script has a maneuver for each of {VOLLEYS} volleys; this has {len(moves)}.")
    for place, move in enumerate(moves, 1):
        tests = CARDS[move].tests
        if tests.skill and tests not in owned:
            raise Refused(f"{move.words} in volley {place} takes the skill {tests.words}, which is lacking here.")
    return tuple(moves)


class Tie(Option):
    """What a tie moves. Source: RNC-27, RNC-28."""

    STAY = "stay", "the range stays"
    IN = "in", "both advance"
    OUT = "out", "both retreat"


@dataclass(frozen=True, slots=True)
class Way:
    """How one side of a volley rolls.

    `tests` is what it rolls: Perception where Observation is of no use. `fixed`: the exponent succeeds by itself and
    only the other dice are rolled. `nerve`: the roll must reach the own hesitation too. `shot`: the other side's Steel
    gives it a shot for nothing. Source: RNC-20, RNC-21, RNC-26, RNC-27.
    """

    tests: Means
    fixed: bool
    nerve: bool
    shot: bool

    @property
    def open_ended(self) -> bool:
        """Whether its dice open."""
        return self.tests.open_ended


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two maneuvers in one volley: how each side rolls, and what a tie moves. Source: RNC-27."""

    sides: tuple[Way, Way]
    tie: Tie


def _rolled(mine: Maneuver, other: Maneuver) -> Means:
    """What a maneuver rolls against another: Observation is for Stealthy alone. Source: RNC-26."""
    tests = CARDS[mine].tests
    if tests is Means.OBSERVATION and CARDS[other].tests is not Means.STEALTHY:
        return Means.PERCEPTION
    return tests


def _way(mine: Maneuver, other: Maneuver, *, covered: bool) -> Way:
    tests, against = _rolled(mine, other), _rolled(other, mine)
    fixed = tests is Means.STEALTHY and against not in (Means.STEALTHY, Means.OBSERVATION)
    shot = against is Means.STEEL and not (covered and CARDS[other].intent is Intent.WITHDRAW)
    return Way(tests, fixed, tests is Means.STEEL, shot)


def meeting(mine: Maneuver, theirs: Maneuver, *, covered: bool = False) -> Meeting:
    """How two maneuvers meet, seen from the first. Source: RNC-27.

    `covered`: a Steel Withdraw gives the other side no free shot (RNC-24).
    """
    intents = CARDS[mine].intent, CARDS[theirs].intent
    alike = {(Intent.CLOSE, Intent.CLOSE): Tie.IN, (Intent.WITHDRAW, Intent.WITHDRAW): Tie.OUT}
    sides = _way(mine, theirs, covered=covered), _way(theirs, mine, covered=covered)
    return Meeting(sides, alike.get(intents, Tie.STAY))


class Result(Option):
    """How a positioning test ends for the side that asks. Source: RNC-10."""

    WIN = "win", "you win"
    TIE = "tie", "a tie"
    LOSE = "lose", "they win"


@dataclass(frozen=True, slots=True)
class Move:
    """A step that a side takes: 0 is the side that asks, 1 the other. Source: RNC-28."""

    side: int
    intent: Intent


def moves(mine: Intent, theirs: Intent, result: Result) -> tuple[Move, ...]:
    """Who moves and how, before ranges are looked up; nobody where a Maintain wins. Source: RNC-28.

    A tie of two like maneuvers moves both.
    """
    if result is Result.TIE:
        alike = mine is theirs and mine is not Intent.MAINTAIN
        return (Move(0, mine), Move(1, theirs)) if alike else ()
    move = Move(0, mine) if result is Result.WIN else Move(1, theirs)
    return () if move.intent is Intent.MAINTAIN else (move,)

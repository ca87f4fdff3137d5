"""Beliefs and Instincts: are they fit for play, when do they act, and what do they grow into (HUB-59, 60, 66, 67)."""

from collections.abc import Mapping

from engine import tables
from engine.games.burning_wheel.rules.awards import Artha, Wallet
from engine.option import Option

COUNT = 3
"""How many Beliefs, and how many Instincts, a character has. Source: HUB-59, HUB-60."""


class Holds(Option):
    """What can be said of a Belief. Source: HUB-59."""

    ANCHORED = "anchored", "tied to what is going on now"
    WORLD = "world", "names someone or something of this world"
    GOAL = "goal", "has a goal you can reach"


NEEDED = (Holds.ANCHORED, Holds.WORLD)
"""Without these a Belief is a creed, and not ready. A goal is not needed; it is what earns Persona."""


def lacks(holds: frozenset[Holds]) -> tuple[Holds, ...]:
    """What a Belief still needs before it is ready for play. Source: HUB-59."""
    return tuple(one for one in NEEDED if one not in holds)


class Leap(Option):
    """How an Instinct stands to tests and actions. Source: HUB-60."""

    NONE = "none", "it needs no test"
    BEFORE = "before", "it takes a test as made before the trouble"
    SKIPS = "skips", "it takes the place of a test"


class Result(Option):
    """What an Instinct does at this moment. Source: HUB-60."""

    HAPPENS = "happens", "It happens"
    WAITS = "waits", "Not now"
    HELD = "held", "Held back"
    ROLL = "roll", "Roll first"


def reacts(condition: bool, wanted: bool, leap: Leap) -> Result:
    """What an Instinct does: where its condition holds it happens, said aloud or not, unless the player refrains.

    It never takes the place of a test. Source: HUB-60.
    """
    if not condition:
        return Result.WAITS
    if not wanted:
        return Result.HELD
    return Result.ROLL if leap is Leap.SKIPS else Result.HAPPENS


EVOLUTION: Mapping[Artha, str] = dict(
    tables.rows(
        __file__, "beliefs.toml", "evolution", ("artha", "traits"), lambda row: (Artha.of(row["artha"]), row["traits"])
    )
)


def eligible(noted: Wallet) -> tuple[Artha, ...]:
    """The kinds of artha noted, each of which opens its traits; one point is enough. Source: HUB-67."""
    return tuple(kind for kind in Artha if noted.of(kind))


class Pace(Option):
    """How often traits are voted on. Source: HUB-66."""

    LONG = "long", "every 6 to 12 sessions"
    GOALS = "goals", "after each goal"


class Due(Option):
    """Whether it is time for a trait vote. Source: HUB-64, HUB-66."""

    NO = "no", "Not yet"
    MAY = "may", "You may vote"
    VOTE = "vote", "Vote now"
    AGREE = "agree", "Agree on it first"


SOONEST, LATEST = 6, 12
"""After how many sessions a vote may come, and should. Source: HUB-66."""


def due(sessions: int, pace: Pace, *, ends: bool = False, goal: bool = False, agreed: bool = False) -> Due:
    """Whether to vote after so many `sessions` (0 or more) since the last vote.

    `ends`: a campaign or an adventure ends now. `goal`: a goal has been reached. `agreed`: voting after each goal was
    settled before characters were made. Source: HUB-64, HUB-66.
    """
    if pace is Pace.GOALS:
        if not agreed:
            return Due.AGREE
        return Due.VOTE if goal or ends else Due.NO
    if sessions >= LATEST or (ends and sessions >= SOONEST):
        return Due.VOTE
    return Due.MAY if sessions >= SOONEST or ends else Due.NO

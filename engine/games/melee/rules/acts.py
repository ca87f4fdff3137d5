"""Everything else a turn can hold, wounds shrugged off, and riders (MEL-32 to MEL-34, MEL-39, MEL-52)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.relief import CLEAR_OBSTACLE, GRIT_OBSTACLE
from engine.games.burning_wheel.rules.wounds import Wounds
from engine.option import Option


class Takes(Option):
    """How much of a turn something takes. Source: MEL-32, MEL-33."""

    FREE = "free", "free"
    SIMPLE = "simple", "a simple action"
    COMPLICATED = "complicated", "a complicated action"
    ATTACK = "attack", "an attack"
    ROUND = "round", "a whole round: a move and a simple action"
    NEVER = "never", "impossible in a melee"

    @property
    def moves(self) -> bool:
        """Whether one may move in the same turn."""
        return self in (Takes.FREE, Takes.SIMPLE)


@dataclass(frozen=True, slots=True)
class Act:
    """A row of the catalogue: what it is, how long it takes, and what is tested, if anything. Source: MEL-32, 33."""

    key: str
    words: str
    takes: Takes
    tests: str
    rule: str
    note: str


def _act(row: Mapping[str, Any]) -> Act:
    return Act(**{**row, "takes": Takes.of(row["takes"])})


ACTS: Mapping[str, Act] = {
    one.key: one for one in tables.rows(__file__, "acts.toml", "act", tuple(Act.__dataclass_fields__), _act)
}


def fitting(text: str, takes: Collection[Takes]) -> tuple[Act, ...]:
    """The acts whose words or note hold every word of `text`, among those that take this long; all for none. MEL-32.

    >>> [act.key for act in fitting("shield drop", ())]
    ['strapless', 'unstrap']
    """
    words = text.casefold().split()
    return tuple(
        one
        for one in ACTS.values()
        if (not takes or one.takes in takes)
        and all(word in f"{one.words} {one.tests} {one.note}".casefold() for word in words)
    )


class Relief(Option):
    """The two ways to shrug off a wound. Source: MEL-34."""

    CLEAR = "clear", "Clear the Cobwebs"
    GRIT = "grit", "Grit Your Teeth"

    @property
    def obstacle(self) -> int:
        """That of the Health test, where no artha is spent."""
        return CLEAR_OBSTACLE if self is Relief.CLEAR else GRIT_OBSTACLE

    @property
    def artha(self) -> str:
        """What a point of takes the place of the test."""
        return "fate" if self is Relief.CLEAR else "persona"

    @property
    def lasts(self) -> str:
        """For how long the wound is ignored."""
        return "until the fight ends" if self is Relief.CLEAR else "until the scene ends"


def ignored(relief: Relief, wounds: Wounds) -> Wounds:
    """What is felt of wounds once one Superficial wound, or one die of a worse one, is ignored. Source: MEL-34.

    >>> ignored(Relief.CLEAR, Wounds(1, 2)), ignored(Relief.GRIT, Wounds(1, 2)).lost
    (Wounds(dice=1, superficial=1, gritted=0, shrugged=False), 0)
    """
    if relief is Relief.CLEAR:
        return replace(wounds, superficial=max(0, wounds.superficial - 1))
    return replace(wounds, gritted=min(wounds.dice, wounds.gritted + 1))


class Wonder(Option):
    """What is asked of a god, a song or a howl in a fight. Source: MEL-39."""

    MIRACLE = "miracle", "a miracle"
    SONG = "song", "a song"
    HOWL = "howl", "a howl"
    INTERCESSION = "intercession", "an Intercession"
    MAJOR = "major", "a Major Miracle"
    CONSECRATION = "consecration", "a Consecration"

    @property
    def takes(self) -> Takes:
        """How much of a turn it takes. Source: MEL-39."""
        keys = {
            Wonder.INTERCESSION: "intercession",
            Wonder.MAJOR: "major-miracle",
            Wonder.CONSECRATION: "consecrate",
        }
        return ACTS[keys.get(self, "miracle")].takes


SPELL_LIKE, GREAT = 5, 10
"""The obstacle of a miracle that does what a spell does, and of a rare one of great power. Source: MEL-39."""


class Goes(Option):
    """How someone gets about. Source: MEL-52."""

    FOOT = "foot", "on foot"
    MOUNTED = "mounted", "mounted"
    FLYING = "flying", "flying"

    @property
    def free(self) -> bool:
        """Whether movement and what one does may be mixed."""
        return self is not Goes.FOOT


class Doing(Option):
    """What a turn is used for. Source: MEL-10, MEL-52."""

    ATTACK = "attack", "attack"
    SOCIAL = "social", "threaten, command, pray or sing"
    SIMPLE = "simple", "take another simple action"
    COMPLICATED = "complicated", "take a complicated action"
    EARLY = "early", "act before your turn"


AROUND = "before, during or after moving"
STILL = "before or after moving, standing still for it"
BESIDE = "before or after moving"
GONE = "without moving, and the turn is gone"
WHEN: Mapping[Doing, tuple[str, str]] = {
    Doing.ATTACK: ("after moving", AROUND),
    Doing.SOCIAL: (STILL, "while moving"),
    Doing.SIMPLE: (BESIDE, BESIDE),
    Doing.COMPLICATED: ("without moving", "without moving"),
    Doing.EARLY: (GONE, GONE),
}
"""When each fits into a turn with movement: on foot, and for riders and what flies. Source: MEL-10, MEL-11, MEL-52."""

"""Nerve: groups and individuals after a bad round, what hesitating looks like, and the last blow (MEL-41 to MEL-45)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounds import Level, steel_test
from engine.option import Option

SHADES = tuple(Shade)
TWO_DICE = Distribution.of({total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)})
"""How likely each total of 2d6 is."""


def holds_at(steel: int) -> int:
    """The highest total of 2d6 with which a group of this Steel holds. Source: MEL-42."""
    return steel + 1


def fleeing(steel: int, total: int, members: int) -> int:
    """How many of a group hesitate whose 2d6 show this total, of so many `members` left. Source: MEL-42.

    >>> fleeing(6, 10, 7), fleeing(6, 7, 7), fleeing(2, 12, 3)
    (3, 0, 3)
    """
    return min(members, max(0, total - holds_at(steel)))


def fleeing_law(steel: int, members: int | None = None, more: int = 0) -> Distribution:
    """How likely each number of those who hesitate is; without a cap where nobody says how many are left.

    `more` is added to the roll, as by a threat against them all. Source: MEL-42, MEL-35.
    """
    most = 12 + more if members is None else members
    return TWO_DICE.plus(more).mapped(lambda total: fleeing(steel, total, most))


class Importance(Option):
    """Whether anyone cares about a combatant, which decides what no disposition means. Source: MEL-41."""

    PLAYER = "player", "a player character"
    NAMED = "named", "someone who matters"
    EXTRA = "extra", "one of many"

    @property
    def fights_on(self) -> bool:
        """Whether they take a Superficial wound at no disposition, and are not out of it."""
        return self is not Importance.EXTRA


def tests_nerve(level: Level, superficials: int) -> bool:
    """Whether a new wound tests an individual's Steel; `superficials` counts those now borne. Source: MEL-43."""
    return level is not Level.MORTAL and steel_test(level, superficials)


FORMS = (Reaction.PRONE, Reaction.RUN, Reaction.DROOL, Reaction.SWOON)


@dataclass(frozen=True, slots=True)
class Form:
    """One of the four ways to hesitate: what it does, and what may be asked of it. Source: MEL-44.

    `prone`: on the ground. `far_only`: hit by missiles alone. `commanded`: a Command may end it. `helpless`: open to
    the last blow.
    """

    reaction: Reaction
    does: str
    special: str
    prone: bool
    far_only: bool
    commanded: bool
    helpless: bool

    def obstacle(self, speed: int) -> int:
        """That of hitting someone who hesitates so: 1, or half of Speed, rounded up, where they run."""
        return max(1, -(-speed // 2)) if self.reaction is Reaction.RUN else 1


def _form(row: Mapping[str, Any]) -> Form:
    return Form(**{**row, "reaction": Reaction.of(row["reaction"])})


HESITATING: Mapping[Reaction, Form] = {
    one.reaction: one for one in tables.rows(__file__, "morale.toml", "form", tuple(Form.__dataclass_fields__), _form)
}


class Blow(Option):
    """What comes of a Coup de Grace. Source: MEL-45."""

    MORTAL = "mortal", "a Mortal wound"
    SAVED = "saved", "a complication in place of death"
    WASTED = "wasted", "nothing: the blow cannot kill them"
    TOO_FAR = "too-far", "not this round: you were not next to them"
    NOT_HELPLESS = "not-helpless", "nothing: they are not helpless"


def last_blow(attack: Shade, mortal: Shade, *, helpless: bool = True, beside: bool = True, saved: bool = False) -> Blow:
    """What a finishing move does to someone whose Mortal tolerance is of that shade.

    `beside` is that one stood next to them as the round began; `saved` that their player paid a Persona. MEL-45.

    >>> last_blow(Shade.BLACK, Shade.GRAY).words
    'nothing: the blow cannot kill them'
    """
    if not helpless:
        return Blow.NOT_HELPLESS
    if not beside:
        return Blow.TOO_FAR
    if SHADES.index(attack) < SHADES.index(mortal):
        return Blow.WASTED
    return Blow.SAVED if saved else Blow.MORTAL


class Helpless(Option):
    """Why someone is open to the last blow, or that they are not. Source: MEL-45."""

    DOWN = "down", "incapacitated by wounds"
    DRUGGED = "drugged", "drugged"
    SWOONED = "swooned", "swooned"
    OUT = "out", "helpless in another way"
    NO = "no", "none of these"

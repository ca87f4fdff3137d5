"""The later edition's test: its steps, the caps on artha, what wounds take, where artha is marked (HUB-90, 94 to 100).

What a task comes to in dice and obstacle stands in `engine.burning_wheel.building`, with `House(later=True)`.
"""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.spending import LIMIT, USES, Purse, lighter
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, together
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked


class Actor(Option):
    """Who acts at a step. Source: HUB-90."""

    PLAYER = "player", "the player"
    GM = "gm", "the GM"


class Way(Option):
    """The kinds of tests. Source: HUB-92."""

    STANDARD = "standard", "a standard test"
    LINKED = "linked", "a linked test"
    GRADUATED = "graduated", "a graduated test"
    VERSUS = "versus", "a versus test"

    @property
    def has_base(self) -> bool:
        """Whether the GM sets its base obstacle: 1 for a graduated test, the opponent's successes in a versus one."""
        return self in (Way.STANDARD, Way.LINKED)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: who acts, what is asked, what it changes, which artha may be spent there. Source: HUB-90."""

    number: int
    actor: Actor
    name: str
    asks: str
    changes: str
    spends: str
    rule: str


def _step(row: Mapping[str, Any]) -> Step:
    return Step(**{**row, "actor": Actor.of(row["actor"])})


STEPS = tables.rows(
    __file__, "procedure.toml", "step", ("number", "actor", "name", "asks", "changes", "spends", "rule"), _step
)
LAST = len(STEPS)


class At(enum.IntEnum):
    """The steps by their numbers, and what comes after the last. Source: HUB-90."""

    INTENT = 1
    WAY = 2
    BASE = 3
    LENGTH = 4
    CONSEQUENCE = 5
    ABILITY = 6
    BEGINNER = 7
    TOOLS = 8
    OBSTACLE = 9
    BONUS = 10
    WOUNDS = 11
    ROLL = 12
    RESULT = 13
    ARTHA = 14
    EPIPHANY = 15
    MARK = 16
    ADVANCEMENT = 17
    DONE = 18


def may_double(step: int, *, any_time: bool) -> bool:
    """Whether Deeds may double the dice at a step: with the ability, or at `any_time` from there up to the roll.

    Source: HUB-90.

    >>> may_double(At.TOOLS, any_time=False), may_double(At.TOOLS, any_time=True)
    (False, True)
    """
    return step == At.ABILITY or (any_time and At.ABILITY < step <= At.ROLL)


CAP = LIMIT
"""The most that one test takes, Aristeia apart. Source: HUB-95."""
ARISTEIA = USES["minor"].cost(later=True)


def refused(spent: Purse, more: Purse) -> str:
    """Why a test that took `spent` may not take `more`: a sentence, or nothing where it may. Source: HUB-95."""
    for what, adds in more.parts.items():
        had, most = spent.parts[what], CAP.parts[what]
        if adds and had + adds > most:
            already = f"{had} {'is' if had == 1 else 'are'} spent already" if had else f"this is {adds}"
            return f"One test takes at most {most} {what.capitalize()}, Aristeia apart; {already}."
    return ""


class Aristeia(Option):
    """What 5 Fate, 3 Persona and 1 Deeds buy. Source: HUB-97."""

    NONE = "none", "no Aristeia"
    PENALTIES = "penalties", "ignore every die penalty until a simple goal is reached"
    SHADE = "shade", "one shade lighter for the rest of the scene"


def lightened(ability: Ability) -> Shade:
    """The shade that Aristeia gives the dice. Raises `Refused` for a White ability. Source: HUB-97."""
    shade = lighter(ability.shade)
    if shade is ability.shade:
        raise Refused(f"White is the lightest shade; {ability} cannot become lighter.")
    return shade


def won_back(levels: Sequence[Level], *, each: bool) -> int:
    """The most dice of these wounds that Persona wins back in one test: one, or one for `each` of them, up to the cap.

    Three Superficial wounds together count as one wound. Source: HUB-97.
    """
    return min(len(together(levels).dice.lines), CAP.persona if each else 1)


def marked(spent: Purse, wounds: Purse, aristeia: Purse, *, both: bool) -> tuple[Purse, Purse]:
    """The artha noted beside the tested ability and beside Health.

    `spent` is all that the cap counts; `wounds` the part of it that went against wounds, which counts for Health, and
    for `both` if so read; `aristeia` comes on top. Source: HUB-95, HUB-97, HUB-100.
    """
    return (spent if both else spent.less(wounds)) + aristeia, wounds


def wears_out(face: int, *, on_one: bool) -> bool:
    """Whether tools are used up by this face of the Die of Fate: on a 1, or on everything else. Source: HUB-94."""
    return (face == 1) is on_one


def still_there(uses: int, *, on_one: bool) -> Fraction:
    """The chance that tools are left for use number `uses` (1 or more): the first is free. Source: HUB-94.

    >>> still_there(1, on_one=True), still_there(3, on_one=True)
    (Fraction(1, 1), Fraction(25, 36))
    """
    return (Fraction(5, 6) if on_one else Fraction(1, 6)) ** (uses - 1)


WOUND_TABLE: Sequence[tuple[str, int]] = tuple(
    (
        "Light, or three Superficial" if level is Level.LIGHT else level.words,
        EFFECTS[level].dice,
    )
    for level in Level
    if EFFECTS[level].dice
)
"""The dice that each wound takes. Source: HUB-97."""


def bonus_lines(lines: Sequence[Line]) -> Worked:
    """The lines of a pool without the ability itself and without wounds. Source: HUB-96."""
    return Worked(tuple(line for line in lines if line.rule not in ("HUB-01", "HUB-18")))

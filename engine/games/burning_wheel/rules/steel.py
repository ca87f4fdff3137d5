"""Steel: hesitation, the test against it, what is lost in which conflict, and what teaches nerve (STE-01 to STE-10)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, steel_test
from engine.option import Option
from engine.working import Line, Mark, Worked

STARTS = {Shade.BLACK: 10, Shade.GRAY: 8, Shade.WHITE: 7}
"""What the Will exponent is taken from, by its shade. Source: STE-02."""


def hesitation(will: Ability, traits: int = 0, *, floor: bool = True) -> Worked:
    """How many heartbeats someone hesitates who rolls no success; `traits` change it for this cause.

    With `floor` it never falls below 0 before a situation adds to it. Source: STE-02.
    """
    lines = [
        Line(STARTS[will.shade], f"Hesitation with a {will.shade.words} Will starts at", "STE-02"),
        Line(-will.exponent, "Will exponent", "STE-02"),
        Line(traits, "Traits", "STE-02"),
    ]
    below = sum(line.amount for line in lines)
    if floor and below < 0:
        lines.append(Line(-below, "Never below 0", "STE-02", Mark.RULING))
    return Worked(tuple(lines))


class Standard(Option):
    """What frightens by hesitation alone: nothing is added and nothing taken away. Source: STE-06."""

    NONE = "none", "none of these"
    GUN = "gun", "a loaded gun pointed at you"
    NIGHT = "night", "spooky sounds at night"
    HINT = "hint", "a hint of magic"
    BIRTH = "birth", "seeing a child born"
    TECHNOLOGY = "technology", "technology past understanding"
    GORE = "gore", "gore"
    FIRST = "first", "the first fight for your life"


class Easier(Option):
    """What adds dice to a Steel test. Source: STE-06."""

    MUNDANE = "mundane", "startled by something mundane", 2
    FRIENDS = "friends", "safe among friends or allies", 1


class Harder(Option):
    """What adds to the obstacle of a Steel test, and so to the time lost. Source: STE-07."""

    SHOT_AT = "shot-at", "being shot at", 1
    ENCHANTED = "enchanted", "magic works on you", 1
    KILLED = "killed", "seeing someone killed", 1
    BURST = "burst", "a small explosion", 2
    MURDER = "murder", "committing murder", 2
    EXPLOSION = "explosion", "an explosion", 3
    SORCERY = "sorcery", "plain sorcery", 3
    GHOST = "ghost", "a ghost", 3
    DEAD = "dead", "the living dead", 4
    CATACLYSM = "cataclysm", "a volcano, a cataclysm", 4
    HORROR = "horror", "horrible magic", 4
    SUPERNATURAL = "supernatural", "the supernatural is near", 5


FAMILIES = (
    frozenset({Harder.BURST, Harder.EXPLOSION}),
    frozenset({Harder.SORCERY, Harder.HORROR}),
    frozenset({Harder.GHOST, Harder.DEAD, Harder.SUPERNATURAL}),
)
"""Rows of the table that can describe one and the same fright."""


def harder_lines(conditions: Collection[Harder], *, together: bool = False) -> list[Line]:
    """What the situation adds to the obstacle; of one family the highest alone counts, unless `together`. STE-07."""
    lines = []
    for one in Harder:
        if one not in conditions:
            continue
        rivals = [other for family in FAMILIES if one in family for other in family & set(conditions)]
        covered = not together and any((other.amount or 0) > (one.amount or 0) for other in rivals)
        words = one.words[:1].upper() + one.words[1:]
        if covered:
            lines.append(Line(0, f"{words}: part of what counts already", "STE-07", Mark.RULING))
        else:
            lines.append(Line(one.amount or 0, words, "STE-07", Mark.RULING if together and len(rivals) > 1 else None))
    return lines


def easier_lines(conditions: Collection[Easier], *, highest: bool = False) -> list[Line]:
    """The dice that the situation adds; with `highest` only the larger of two. Source: STE-06."""
    found = [one for one in Easier if one in conditions]
    return [
        Line(one.amount or 0, one.words[:1].upper() + one.words[1:], "STE-06")
        for one in (found[:1] if highest else found)
    ]


class Hit(Option):
    """A new wound, as far as its pain tests nerve. Source: STE-01."""

    SUPERFICIAL = "superficial", "Superficial, the first or second"
    THIRD = "third", "a third Superficial"
    LIGHT = "light", "Light"
    MIDI = "midi", "Midi"
    SEVERE = "severe", "Severe"
    TRAUMATIC = "traumatic", "Traumatic"
    MORTAL = "mortal", "Mortal"

    @property
    def tests(self) -> bool:
        """Whether it asks for a Steel test. Source: STE-01."""
        if self in (Hit.SUPERFICIAL, Hit.THIRD):
            return steel_test(Level.SUPERFICIAL, 3 if self is Hit.THIRD else 1)
        return steel_test(Level.of(self.value), 0)

    @property
    def dice(self) -> int:
        """The dice that it takes, 0 to 4, before Steel is rolled. Source: STE-01."""
        if self in (Hit.SUPERFICIAL, Hit.THIRD):
            return int(self.tests)
        return EFFECTS[Level.of(self.value)].dice if self.tests else 0


class Part(Option):
    """Where a wound sits, for the optional rule that makes it tell. Source: STE-05."""

    ELSEWHERE = "elsewhere", "elsewhere"
    ARM = "arm", "the arm"
    LEG = "leg", "the leg"
    HEAD = "head", "the head"


FALLS_FROM = 2
"""A leg gives way for good at a margin of so many heartbeats."""


def lost(obstacle: int, successes: int) -> int:
    """Heartbeats lost with `successes` (0 or more) against `obstacle` (0 or more): the margin of failure, or 0.

    Source: STE-03.
    """
    return max(0, obstacle - successes)


class Conflict(Option):
    """Where someone hesitates; the words name the unit that is lost there. Source: STE-03, STE-05."""

    NONE = "none", "heartbeat"
    FIGHT = "fight", "action"
    RANGE = "range", "volley"
    DUEL = "duel", "volley"
    MELEE = "melee", "round"

    def units(self, count: int) -> str:
        """So many of them: "2 actions"."""
        many = "volleys" if self.words == "volley" else f"{self.words}s"
        return f"{count}\N{NO-BREAK SPACE}{self.words if count == 1 else many}"


def lost_there(conflict: Conflict, heartbeats: int, *, by_margin: bool = False) -> int:
    """What so many heartbeats (0 or more) cost in a conflict, in its unit.

    A heartbeat is an action in Fight!; at range, in a Duel of Wits and in Melee! any hesitation costs one volley or
    round. With `by_margin` volleys go by heartbeats too: after a Steel maneuver, or where a table rules so.
    Source: STE-03, STE-05.
    """
    if conflict in (Conflict.NONE, Conflict.FIGHT):
        return heartbeats
    if conflict in (Conflict.RANGE, Conflict.DUEL) and by_margin:
        return heartbeats
    return min(1, heartbeats)


def spread(law: Distribution, obstacle: int, cost: Callable[[int], int] = int) -> tuple[Fraction, ...]:
    """The chance of losing 0, 1, 2 … when a Steel test with this law meets `obstacle` (0 or more).

    `cost` turns heartbeats into what is counted; it must not fall as they rise. Source: STE-03.
    """
    chances = [Fraction(0)] * (cost(obstacle) + 1)
    chances[cost(0)] = law.at_least(obstacle)
    for successes in range(obstacle):
        chances[cost(lost(obstacle, successes))] += law.exactly(successes)
    return tuple(chances)


def mean(chances: Sequence[Fraction]) -> Fraction:
    """The average of a spread."""
    return sum((number * chance for number, chance in enumerate(chances)), Fraction(0))


class Reaction(Option):
    """What someone does who hesitates; the player chooses. Source: STE-05."""

    OPEN = "open", "not chosen yet"
    DROOL = "drool", "Stand and Drool"
    PRONE = "prone", "Fall Prone and Beg for Mercy"
    SWOON = "swoon", "Swoon"
    RUN = "run", "Run Screaming"


@dataclass(frozen=True, slots=True)
class Behavior:
    """What a reaction means in one kind of conflict: a sentence or two, and what a program may ask. Source: STE-05.

    `down`: on the ground. `flees`: runs from it. `aware`: notices what goes on. `longer`: may last as long as the
    player likes, never shorter than the hesitation.
    """

    conflict: Conflict
    reaction: Reaction
    does: str
    down: bool
    flees: bool
    aware: bool
    longer: bool


def _behavior(row: Mapping[str, Any]) -> Behavior:
    return Behavior(
        **{**row, "conflict": Conflict.of(row["conflict"]), "reaction": Reaction.of(row["reaction"])},
    )


BEHAVIORS: Mapping[tuple[Conflict, Reaction], Behavior] = {
    (one.conflict, one.reaction): one
    for one in tables.rows(
        __file__,
        "steel.toml",
        "reaction",
        ("conflict", "reaction", "does", "down", "flees", "aware", "longer"),
        _behavior,
    )
}

OF_MOUNTS = {Reaction.RUN: "Bolt", Reaction.DROOL: "Shy or rear", Reaction.PRONE: "Roll"}
"""What a mount does in place of a reaction; none of them faints. Source: STE-05."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Something lived through that teaches Steel without a roll, at `obstacle` 1 to 10. Source: STE-09."""

    id: str
    words: str
    obstacle: int


SITUATIONS: Mapping[str, Situation] = {
    one.id: one
    for one in tables.rows(
        __file__, "steel.toml", "situation", ("id", "words", "obstacle"), lambda row: Situation(**row)
    )
}

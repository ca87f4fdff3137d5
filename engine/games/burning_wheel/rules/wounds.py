"""Wounds: six tolerances on the grayscale, the level of a hit, and what wounds do together (INJ-02 to INJ-10)."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import Element, Nature
from engine.games.burning_wheel.rules.grayscale import IN_A_SHADE, LAST, SHADES, Coordinate
from engine.option import Option
from engine.working import Line, Worked

SUPERFICIALS_TO_A_LIGHT = 3


class Level(Option):
    """How bad a wound is, in order; NONE lies left of Superficial. Source: INJ-02, INJ-07."""

    NONE = "none", "No wound"
    SUPERFICIAL = "superficial", "Superficial"
    LIGHT = "light", "Light"
    MIDI = "midi", "Midi"
    SEVERE = "severe", "Severe"
    TRAUMATIC = "traumatic", "Traumatic"
    MORTAL = "mortal", "Mortal"

    @property
    def wound(self) -> str:
        """ "No wound", "Midi wound"."""
        return self.words if self is Level.NONE else f"{self.words} wound"


TOLERATED = tuple(Level)[1:]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a wound of one level does: dice off, obstacle added, and the rest in words. Source: INJ-06."""

    level: Level
    letters: str
    dice: int
    obstacle: int
    steel: str
    bleeding: str
    treatment: str
    looks_like: str

    @property
    def bleeds(self) -> bool:
        """Whether it bleeds while nobody tends it."""
        return self.bleeding.startswith("Yes")

    @property
    def takes(self) -> str:
        """What it takes, in a few signs: "−2D", "+1 Ob", "down, dying"."""
        if self.level is Level.MORTAL:
            return "down, dying"
        if self.dice:
            return f"{wording.signed(-self.dice)}D"
        return f"+{self.obstacle}{wording.NO_BREAK}Ob" if self.obstacle else "nothing"


@dataclass(frozen=True, slots=True)
class Reach:
    """Abilities that wounds treat alike. Source: INJ-09."""

    names: str
    reduced: bool


class OutOfOrder(ValueError):
    """Tolerances that do not rise: `level` is the first that lies no further than the one before it."""

    def __init__(self, level: Level, message: str) -> None:
        super().__init__(message)
        self.level = level


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Where the six wounds of a character begin, each further than the one before.

    Raises `OutOfOrder` naming the pair at fault. Source: INJ-02, INJ-03.
    """

    superficial: Coordinate
    light: Coordinate
    midi: Coordinate
    severe: Coordinate
    traumatic: Coordinate
    mortal: Coordinate

    def __post_init__(self) -> None:
        placed = list(self.places.items())
        for (level, place), (following, further) in itertools.pairwise(placed):
            if further <= place:
                raise OutOfOrder(
                    following,
                    f"Tolerances rise from Superficial to Mortal; here {following.words} ({further}) does not lie "
                    f"beyond {level.words} ({place}).",
                )

    @property
    def places(self) -> Mapping[Level, Coordinate]:
        """Where each level begins, in order."""
        return dict(
            zip(
                TOLERATED,
                (self.superficial, self.light, self.midi, self.severe, self.traumatic, self.mortal),
                strict=True,
            )
        )

    def level(self, hit: Coordinate) -> Level:
        """The wound of a hit: the furthest tolerance that it reaches. Source: INJ-04, INJ-07, INJ-08."""
        reached = [level for level, place in self.places.items() if place <= hit]
        return reached[-1] if reached else Level.NONE


def _effect(row: Mapping[str, Any]) -> Effect:
    return Effect(Level.of(row["level"]), *(row[column] for column in _EFFECT[1:]))


def _preset(row: Mapping[str, Any]) -> tuple[str, Tolerances]:
    if len(row["places"]) != len(TOLERATED):
        raise ValueError(f"places are {len(TOLERATED)} numbers; these are {len(row['places'])}.")
    return row["stat"], Tolerances(*(Coordinate(place) for place in row["places"]))


_EFFECT = tuple(Effect.__dataclass_fields__)
EFFECTS: Mapping[Level, Effect] = {
    effect.level: effect for effect in tables.rows(__file__, "wounds.toml", "level", _EFFECT, _effect)
}


@dataclass(frozen=True, slots=True)
class Printed:
    """Characters of the book with these stats and this row of tolerances; so many `times`. Source: INJ-03."""

    power: int
    forte: int
    tough: bool
    places: Tolerances
    times: int


def _printed(row: Mapping[str, Any]) -> Printed:
    places = Tolerances(*(Coordinate(place) for place in row["places"]))
    return Printed(row["power"], row["forte"], row["tough"], places, row["times"])


PRINTED = tables.rows(__file__, "wounds.toml", "printed", tuple(Printed.__dataclass_fields__), _printed)
"""Without the two whose numbers contradict each other."""
PRESETS: Mapping[str, Tolerances] = dict(tables.rows(__file__, "wounds.toml", "preset", ("stat", "places"), _preset))
REACH = tables.rows(__file__, "wounds.toml", "ability", ("names", "reduced"), lambda row: Reach(**row))


def suggestion(power: Ability, forte: Ability, tough: bool = False) -> Tolerances:
    """Tolerances that fit most printed characters; the procedure itself is not in the sources.

    Mortal is half of Power and Forte plus 6 (rounded up for the Tough), Superficial half of Forte plus 1; Traumatic,
    Severe and Midi stand right before Mortal, and Light half of Forte past Superficial. All six lie in the darker of
    the two shades: the book says so of the Mortal Wound, which therefore ends at 16 there. Source: INJ-03, HER-07.
    """
    shade = min(power.shade, forte.shade, key=SHADES.index)
    mortal = min((power.exponent + forte.exponent + tough) // 2 + 6, IN_A_SHADE)
    superficial = min(forte.exponent // 2 + 1, mortal - 5)
    light = min(superficial + max(1, -(-forte.exponent // 2)), mortal - 4)
    numbers = (superficial, light, mortal - 3, mortal - 2, mortal - 1, mortal)
    return Tolerances(*(Coordinate.of(shade, number) for number in numbers))


@dataclass(frozen=True, slots=True)
class Span:
    """From where to where one tolerance stands among printed rows, or may stand between its neighbors."""

    least: Coordinate
    most: Coordinate

    @property
    def words(self) -> str:
        """ "B3", "B5 to B7"."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


def printed(mortal: Coordinate) -> Mapping[Level, Span]:
    """Where the book's rows with this Mortal Wound, ready ones too, place each tolerance; nothing where it has none.

    Source: INJ-03.
    """
    rows = [row for row in (*PRESETS.values(), *(one.places for one in PRINTED)) if row.mortal == mortal]
    if not rows:
        return {}
    return {
        level: Span(min(row.places[level] for row in rows), max(row.places[level] for row in rows))
        for level in TOLERATED
    }


def room(tolerances: Tolerances) -> Mapping[Level, Span]:
    """Where each tolerance may stand while the other five stay: between its neighbors. Source: INJ-02."""
    before = [Coordinate(0), *tolerances.places.values()]
    after = [*tolerances.places.values(), Coordinate(LAST)]
    found = {}
    for place, level in enumerate(TOLERATED):
        last = Coordinate(LAST) if level is Level.MORTAL else Coordinate(after[place + 1].place - 1)
        found[level] = Span(Coordinate(before[place].place + 1), last)
    return found


@dataclass(frozen=True, slots=True)
class Together:
    """What a list of wounds does: the dice taken off, the obstacle added, and whether one of them is Mortal."""

    dice: Worked
    obstacle: int
    superficials: int
    dying: bool

    @property
    def alone(self) -> int:
        """Superficial wounds that have not joined with two others, 0 to 2. Source: INJ-10."""
        return self.superficials % SUPERFICIALS_TO_A_LIGHT

    @property
    def takes(self) -> str:
        """What they take in all, in a few signs: "−3D, +1 Ob", "dying", "nothing"."""
        if self.dying:
            return "dying"
        dice = [f"{wording.signed(self.dice.total)}D"] if self.dice.total else []
        obstacle = [f"+{self.obstacle}{wording.NO_BREAK}Ob"] if self.obstacle else []
        return ", ".join([*dice, *obstacle]) or "nothing"


def together(levels: Sequence[Level], back: int = 0) -> Together:
    """The effects of all wounds, each counted by itself; three Superficial wounds count as one Light.

    `back` are dice that wounds took and healing has given back.

    Sources: INJ-05, INJ-06, INJ-08; the Superficial ones: INJ-10.
    """
    return _together(tuple(levels), back)


@lru_cache(maxsize=512)  # a conflict asks for the wounds of everyone in it at each step
def _together(levels: tuple[Level, ...], back: int) -> Together:
    lines = [Line(-EFFECTS[level].dice, f"{level.words} wound", "INJ-06") for level in levels if EFFECTS[level].dice]
    superficials = sum(level is Level.SUPERFICIAL for level in levels)
    threes, left = divmod(superficials, SUPERFICIALS_TO_A_LIGHT)
    lines += [Line(-EFFECTS[Level.LIGHT].dice, "Three Superficial wounds", "INJ-10")] * threes
    if back:
        taken = -sum(line.amount for line in lines)
        lines.append(Line(min(back, taken), "Back already", "INJ-21"))
    obstacle = EFFECTS[Level.SUPERFICIAL].obstacle if left else 0
    return Together(Worked(tuple(lines)), obstacle, superficials, Level.MORTAL in levels)


@dataclass(frozen=True, slots=True)
class NewWound:
    """A wound that is new; `superficials` counts those now borne, itself included. Source: INJ-06, INJ-10."""

    level: Level
    superficials: int

    @property
    def words(self) -> str:
        """ "No wound", "Midi wound"."""
        return self.level.wound

    @property
    def steel_test(self) -> bool:
        """Whether it asks for a Steel test."""
        return steel_test(self.level, self.superficials)

    @property
    def third(self) -> bool:
        """Whether it is a Superficial wound that makes three, which count as one Light."""
        return self.level is Level.SUPERFICIAL and self.steel_test

    @property
    def effect(self) -> Effect:
        """What one wound of its level does."""
        return EFFECTS[self.level]

    @property
    def taken(self) -> Effect:
        """What dice and obstacle it comes to: those of a Light wound where it makes three."""
        return EFFECTS[Level.LIGHT] if self.third else self.effect


def steel_test(level: Level, superficials: int) -> bool:
    """Whether a new wound asks for a Steel test; `superficials` counts those now borne, the new one included.

    Source: INJ-06.
    """
    if level is Level.SUPERFICIAL:
        return superficials % SUPERFICIALS_TO_A_LIGHT == 0
    return EFFECTS[level].dice > 0


@dataclass(frozen=True, slots=True)
class Wounds:
    """What someone's wounds take: `dice`, and Superficial wounds that stand alone, 0 to 2. Source: HUB-18, HUB-95, 97.

    `gritted` dice were won back, and the Superficial ones are `shrugged` off or not.
    """

    dice: int = 0
    superficial: int = 0
    gritted: int = 0
    shrugged: bool = False

    @property
    def lost(self) -> int:
        """The dice that are lost and not won back, 0 or more."""
        return max(0, self.dice - self.gritted)


@dataclass(frozen=True, slots=True)
class Felt:
    """What one test feels of wounds: dice `lost`, 0 or more, and obstacle `added`, 0 or 1. Source: HUB-18.

    `gone` says in a sentence why there is no test at all; it is empty where there is one. `gritted` are dice that were
    lost here and are won back, and `shrugged` says whether an obstacle that was added here is taken off.
    """

    lost: int = 0
    added: int = 0
    gone: str = ""
    gritted: int = 0
    shrugged: bool = False

    @property
    def dice(self) -> Line:
        """The line of the dice."""
        return Line(-self.lost, "Wounds", "HUB-18")

    @property
    def obstacle(self) -> Line:
        """The line of the obstacle."""
        return Line(self.added, "Superficial wounds", "HUB-18")

    def leaves(self, pool: Pool) -> Pool:
        """What is left of these dice: the ability's own go first, never below none."""
        groups = []
        lost = self.lost
        for group in pool:
            taken = min(lost, group.count)
            lost -= taken
            groups.append(replace(group, count=group.count - taken))
        return Pool(tuple(groups))


SKILL_GONE = "Wounds have taken every die of this skill: it cannot be tested, nor help, nor FoRK."
STAT_GONE = "Wounds have taken every die of this stat: a character with a stat at 0 collapses, and tests nothing."
EITHER_GONE = "Wounds have taken every die: a skill at 0 cannot be tested, and a character with a stat at 0 collapses."


def felt(
    wounds: Wounds, exponent: int, element: Element | None = None, *, beginner: bool = False, everywhere: bool = False
) -> Felt:
    """What a test of an ability feels of wounds; `exponent` is that of the ability itself, 0 or more.

    `element` is what is tested, None for any stat or skill; with `beginner` it is a root stat. `everywhere` lets the
    obstacle reach what loses no dice. A skill at 0 cannot be tested, with a stat at 0 one collapses.
    Source: HUB-09, HUB-18, INJ-09 to INJ-12.
    """
    reached = element is None or element.wounds or beginner
    lost = wounds.lost if reached else 0
    gritted = min(wounds.gritted, wounds.dice) if reached else 0
    hampered = bool(wounds.superficial) and (reached or everywhere)
    shrugged = hampered and wounds.shrugged
    nature = Nature.STAT if beginner else None if element is None else element.nature
    why = {None: EITHER_GONE, Nature.SKILL: SKILL_GONE, Nature.STAT: STAT_GONE}.get(nature, "")
    gone = why if lost and exponent <= lost else ""
    return Felt(lost, int(hampered and not shrugged), gone, gritted, shrugged)

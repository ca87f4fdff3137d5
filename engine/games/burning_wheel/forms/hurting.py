"""What hurts someone, and whom, as fields and rows of a form."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Self

from engine.forms import LONGEST_TEXT, Among, Asked, Between, branch, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.spell_effects import FIREBREATH
from engine.games.burning_wheel.forms.spells import Spell
from engine.games.burning_wheel.forms.weapons import FIST, POWER, Weapon
from engine.games.burning_wheel.forms.wounds import Own
from engine.games.burning_wheel.rules import bombs
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.wounds import PRESETS, TOLERATED
from engine.option import Option
from engine.refused import Refused
from engine.wording import quoted

MOST_SUPERFICIAL = 20
BORNE_ALREADY = re.compile(r"(\d|1\d|20) superficials?")
STAT = re.compile(r"(forte|health) ([bgw]?)(10|\d)")
B4 = Ability(Shade.BLACK, 4)


class Landed(Option):
    """How well it landed."""

    INCIDENTAL = Stage.INCIDENTAL.value, Stage.INCIDENTAL.words
    MARK = Stage.MARK.value, Stage.MARK.words
    SUPERB = Stage.SUPERB.value, Stage.SUPERB.words

    @property
    def stage(self) -> Stage:
        """The stage."""
        return Stage.of(self.value)


HowWell = Annotated[Landed, Asked("It lands as")]


@dataclass(frozen=True, slots=True)
class Shot:
    """What has damage of its own, whoever uses it: bows, guns, bombs, or one of the reader's."""

    name: Annotated[str, Asked("Name")] = ""
    incidental: Annotated[Coordinate, Asked("Incidental")] = Coordinate(3)
    mark: Annotated[Coordinate, Asked("Mark")] = Coordinate(6)
    superb: Annotated[Coordinate, Asked("Superb")] = Coordinate(9)

    @classmethod
    def of(cls, name: str, damage: Damage) -> "Shot":
        """What the rules' tables have."""
        return cls(name, *(damage.at(stage) for stage in LANDED))

    @classmethod
    def table(cls) -> Mapping[str, "Shot"]:
        """Bows, crossbows and guns in the order of the book, and the bomb."""
        return _shots()

    @property
    def words(self) -> str:
        """Its name."""
        return self.name or "something"

    @property
    def damage(self) -> Damage:
        """Its three stages."""
        return Damage(self.incidental, self.mark, self.superb)


@cache
def _shots() -> Mapping[str, Shot]:
    shots = {key: Shot.of(one.name, one.damage) for key, one in MISSILES.items()}
    return {**shots, "bomb": Shot.of(bombs.NAME, bombs.DAMAGE)}


@branch("one number")
class Number:
    """A place on the grayscale, as the GM says it."""

    hit: Annotated[Coordinate, Asked("The hit", gm=True, hint="Shade and number; a number alone is black")] = (
        Coordinate(7)
    )


@branch("a weapon")
class Struck:
    """A blow with a weapon."""

    power: Annotated[int, POWER, Asked("Power behind it", quick=(3, 4, 5, 6))] = 4
    weapon: Annotated[
        Among[Weapon],
        Asked("The weapon", quick=("bare-fist", "dirk", "sword", "spear", "mace")),
        sheet("weapons", at_once=False),
    ] = FIST
    landed: HowWell = Landed.MARK


@branch("a shot or a bomb")
class ShotAt:
    """Something with damage of its own."""

    shot: Annotated[
        Among[Shot],
        Asked("What hits", quick=("hunting-bow", "crossbow", "pistol", "bomb")),
        sheet("weapons", at_once=False),
    ] = Shot.of(MISSILES["hunting-bow"].name, MISSILES["hunting-bow"].damage)
    shot_landed: HowWell = Landed.MARK


@branch("a spell")
class Cast:
    """A spell that does damage: Will is its Power, and the successes that were put into its effect."""

    spell: Annotated[
        Among[Spell], Asked("The spell", quick=("firebreath", "shards")), sheet("spells", at_once=False)
    ] = FIREBREATH
    will: Annotated[Ability, Asked("Will of the caster", quick=("B3", "B4", "B5", "B6"))] = Ability(Shade.BLACK, 5)
    effect: Annotated[int, Between(0, 40), Asked("Successes put into its effect", quick=(0, 1, 2, 3))] = 0
    spell_landed: HowWell = Landed.MARK
    shade: Annotated[Shade, Asked("Shade of its damage", more=True)] = Shade.BLACK


@branch("thrown against something")
class ThrownAt:
    """A throw that ends at a wall or on the ground."""

    power: Annotated[int, POWER, Asked("Power of the thrower", quick=(3, 4, 5, 6))] = 4
    against: Annotated[Ground, Asked("Against", gm=True)] = Ground.BRICK
    extra: Annotated[int, Between(0, 20), Asked("Extra successes of the throw", quick=(1, 2, 3, 5))] = 1


@branch("a fall")
class Fall:
    """A fall: the GM says how hard it hits."""

    power: Annotated[int, POWER, Asked("Power the GM gives the fall", gm=True, quick=(3, 5, 7, 9))] = 5
    onto: Annotated[Ground, Asked("Onto", gm=True)] = Ground.SLATE
    fall_landed: HowWell = Landed.MARK


@row("person")
class PersonHurt:
    """Someone who may be hurt: where their tolerances stand, how long they bleed, and what they bear already."""

    name: Annotated[str, Asked("Who")] = ""
    tolerances: Annotated[Own, Asked("Tolerances")] = Own()
    forte: Annotated[Ability, Asked("Forte, for the bleeding")] = B4
    health: Annotated[Ability, Asked("Health, for the bleeding")] = B4
    superficials: Annotated[int, Between(0, MOST_SUPERFICIAL), Asked("Superficial wounds already")] = 0

    @classmethod
    def ready(cls, name: str, stat: str) -> Self:
        """Someone whose stats are all alike, by the book's ready rows. Source: INJ-03."""
        ability = Ability.parse(stat)
        return cls(name, Own(*PRESETS[stat].places.values()), ability, ability)

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Guard: B4", "Odile: B3 B6 B8 B9 B10 B11, Forte B5, Health B4, 1 Superficial"."""
        bare = replace(self, superficials=0)
        stat = next((stat for stat in PRESETS if bare == self.ready(self.name, stat)), "")
        places = (self.tolerances.superficial, self.tolerances.light, self.tolerances.midi)
        deep = (self.tolerances.severe, self.tolerances.traumatic, self.tolerances.mortal)
        six = " ".join(map(str, (*places, *deep)))
        said = stat or f"{six}, Forte {self.forte}, Health {self.health}"
        borne = f", {self.superficials} Superficial" if self.superficials else ""
        return f"{self.name}: {said}{borne}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """Who is typed in a line: a name, then one exponent for all stats, or six tolerances.

        Raises `Refused` for a line without either.

        >>> PersonHurt.of_line("Guard B4").line, PersonHurt.of_line("Eda: 3 6 8 9 10 11, forte 5, 2 superficial").line
        ('Guard: B4', 'Eda: B3 B6 B8 B9 B10 B11, Forte B5, Health B4, 2 Superficial')
        """
        named, colon, rest = line.partition(":")
        if not colon:
            named, _, rest = line.rpartition(" ")
        name, (said, *more) = " ".join(named.split())[:LONGEST_TEXT], rest.split(",")
        further: dict[str, Any] = {}
        for part in filter(None, (" ".join(one.casefold().split()) for one in more)):
            if count := BORNE_ALREADY.fullmatch(part):
                further["superficials"] = int(count[1])
            elif stat := STAT.fullmatch(part):
                further[stat[1]] = Ability.parse(f"{stat[2].upper() or 'B'}{stat[3]}")
            else:
                raise Refused(
                    f"Behind the tolerances stand Forte B4, Health B4 and 1 Superficial; this says {quoted(part)}."
                )
        return replace(cls._placed(name, said.split(), line), **further)

    @classmethod
    def _placed(cls, name: str, said: Sequence[str], line: str) -> Self:
        if len(said) == 1 and f"B{said[0].upper().removeprefix('B')}" in PRESETS:
            return cls.ready(name, f"B{said[0].upper().removeprefix('B')}")
        if len(said) == len(TOLERATED):
            return cls(name, Own(*map(Coordinate.parse, said)))
        raise Refused(
            "Someone is a name and the exponent of all stats, B3 to B6, like “Guard: B4”, or a name and six "
            f"tolerances; this says {quoted(line)}."
        )


CALLED = ("Ordinary", "Trained", "Expert", "Master")
READY = tuple(PersonHurt.ready(name, stat) for name, stat in zip(CALLED, PRESETS, strict=True))
"""Four people for whom nobody has worked out anything. Source: INJ-03."""
Everyone = Annotated[
    tuple[PersonHurt, ...],
    Asked("Whom", "One on each line: “Guard: B4”, or a name and six tolerances.", lines=True),
    sheet("tolerances", everyone=True),
]

"""What hurts someone, and whom, as fields and rows of a form."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from engine.forms import Among, Asked, Between, branch, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.weapons import FIST, POWER, Weapon
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset, Stats
from engine.games.burning_wheel.rules import bombs
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.throws import Material
from engine.option import Option

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
    weapon: Annotated[Among[Weapon], Asked("The weapon", quick=("bare-fist", "dirk", "sword", "spear", "mace"))] = FIST
    landed: HowWell = Landed.MARK


@branch("a shot or a bomb")
class ShotAt:
    """Something with damage of its own."""

    shot: Annotated[Among[Shot], Asked("What hits", quick=("hunting-bow", "crossbow", "pistol", "bomb"))] = Shot.of(
        MISSILES["hunting-bow"].name, MISSILES["hunting-bow"].damage
    )
    landed: HowWell = Landed.MARK


@branch("thrown against something")
class ThrownAt:
    """A throw that ends at a wall or on the ground."""

    power: Annotated[int, POWER, Asked("Power of the thrower", quick=(3, 4, 5, 6))] = 4
    material: Annotated[Material, Asked("Against", gm=True)] = Material.BRICK
    extra: Annotated[int, Between(0, 20), Asked("Extra successes of the throw", quick=(1, 2, 3, 5))] = 1


@branch("a fall")
class Fall:
    """A fall: the GM says how hard it hits."""

    power: Annotated[int, POWER, Asked("Power the GM gives the fall", gm=True, quick=(3, 5, 7, 9))] = 5
    material: Annotated[Material, Asked("Onto", gm=True)] = Material.SLATE
    landed: HowWell = Landed.MARK


@row("person")
class PersonHurt:
    """Someone who may be hurt: where their tolerances stand, how long they bleed, and what they bear already."""

    name: Annotated[str, Asked("Who")] = ""
    tolerances: Annotated[Preset | PowerAndForte | Own, Asked("Tolerances")] = Preset()
    forte: Annotated[Ability, Asked("Forte, for the bleeding", more=True)] = B4
    health: Annotated[Ability, Asked("Health, for the bleeding", more=True)] = B4
    superficials: Annotated[int, Between(0, 20), Asked("Superficial wounds already", more=True)] = 0


def _ready(stats: Stats) -> PersonHurt:
    ability = Ability.parse(stats.value)
    return PersonHurt(f"All stats {stats.words}", Preset(stats), ability, ability)


READY = tuple(_ready(stats) for stats in Stats)
"""Four people for whom nobody has worked out anything. Source: INJ-03."""
Everyone = Annotated[tuple[PersonHurt, ...], Asked("Whom"), sheet("tolerances")]

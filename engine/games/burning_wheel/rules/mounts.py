"""Mounts: what is ridden, with the numbers that riding and a fight from the saddle ask for (RID-01 to RID-24).

>>> MOUNTS["wolf"].speed, MOUNTS["wolf"].multiplier.words, MOUNTS["wolf"].trained, MOUNTS["spider"].trained
(Ability(shade=<Shade.BLACK: 'B'>, exponent=6), '7', True, False)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules import wounds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.option import Option

RIDER_TRAINING = "Rider Training"
"""What a mount has learned that bears a rider. Source: RID-02."""


class Breed(Option):
    """What kind of beast it is. Source: RID-11, RID-14."""

    HORSE = "horse", "a horse"
    WOLF = "wolf", "a Great Wolf"
    SPIDER = "spider", "a Great Spider"
    OTHER = "other", "another beast"


@dataclass(frozen=True, slots=True)
class Mount:
    """A beast that is ridden.

    `multiplier` is that of a sprint (MOV-02). `trained` says that it has Rider Training (RID-02), `fights` that it has
    Mounted Combat training (RID-10). `stealth` is its Stealthy or Inconspicuous, None if it has neither (RID-09).
    `printed` are the tolerances of a stat block, None where none stand. `made_up` marks numbers that no book has.
    """

    key: str
    words: str
    breed: Breed
    will: Ability
    perception: Ability
    agility: Ability
    speed: Ability
    power: Ability
    forte: Ability
    reflexes: Ability
    steel: Ability
    multiplier: Multiplier
    trained: bool = True
    fights: bool = False
    stealth: Ability | None = None
    printed: Tolerances | None = None
    made_up: bool = False

    @property
    def tolerances(self) -> Tolerances:
        """As printed, or those that fit its Power and Forte. Source: INJ-03."""
        return self.printed or wounds.suggestion(self.power, self.forte)


ABILITIES = ("will", "perception", "agility", "speed", "power", "forte", "reflexes", "steel")
"""The numbers of a mount, in the order of the table."""


def _mount(row: Mapping[str, Any]) -> Mount:
    stats: dict[str, Any] = dict(zip(ABILITIES, map(Ability.parse, row["stats"]), strict=True))
    return Mount(
        row["key"],
        row["words"],
        Breed.of(row["breed"]),
        **stats,
        multiplier=Multiplier.of(row["multiplier"]),
        trained=row["trained"],
        fights=row["fights"],
        stealth=Ability.parse(row["stealth"]) if row["stealth"] else None,
        printed=Tolerances(*map(Coordinate.parse, row["places"])) if row["places"] else None,
        made_up=not row["printed"],
    )


COLUMNS = ("key", "words", "breed", "stats", "multiplier", "trained", "fights", "stealth", "places", "printed")
MOUNTS: Mapping[str, Mount] = {one.key: one for one in tables.rows(__file__, "mounts.toml", "mount", COLUMNS, _mount)}
"""The mounts by key: horses with numbers of ours, wolf and spider as printed. Source: MOV-02, NPC-10."""

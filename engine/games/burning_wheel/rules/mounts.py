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
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.rogues import ROGUES, Rogue, Who
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.option import Option

RIDER_TRAINING, MOUNTED_COMBAT = "Rider Training", "Mounted Combat Training"
"""What a mount may have learned, as printed. Source: RID-02, RID-10."""
STEALTHY = "Stealthy"


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


RIDDEN = {
    "wolf": (Who.WOLF_MOUNT, Breed.WOLF, "Great Wolf"),
    "spider": (Who.SPIDER_HUNTER, Breed.SPIDER, "Great Spider"),
}
"""Printed beasts that bear a rider, by their keys. Source: NPC-10."""
ABILITIES = ("will", "perception", "agility", "speed", "power", "forte", "reflexes", "steel")


def _horse(row: Mapping[str, Any]) -> Mount:
    stats: dict[str, Any] = {name: Ability.parse(row[name]) for name in ABILITIES}
    rest = {name: row[name] for name in ("trained", "fights")}
    return Mount(row["key"], row["words"], Breed.HORSE, **stats, multiplier=Multiplier.HORSE, **rest, made_up=True)


def _of(key: str, words: str, breed: Breed, one: Rogue) -> Mount:
    """A printed beast as a mount."""
    printed = (*one.stats, *one.attributes)
    stats: dict[str, Any] = {row.name.lower(): row.ability for row in printed if row.name.lower() in ABILITIES}
    return Mount(
        key,
        words,
        breed,
        **stats,
        reflexes=one.reflexes,
        multiplier=Multiplier.of(one.multiplier),
        trained=RIDER_TRAINING in one.training,
        fights=MOUNTED_COMBAT in one.training,
        stealth=next((row.ability for row in one.skills if row.name == STEALTHY), None),
        printed=one.places,
    )


MOUNTS: Mapping[str, Mount] = {
    **{
        one.key: one
        for one in tables.rows(
            __file__, "mounts.toml", "horse", ("key", "words", *ABILITIES, "trained", "fights"), _horse
        )
    },
    **{key: _of(key, words, breed, ROGUES[who]) for key, (who, breed, words) in RIDDEN.items()},
}
"""The mounts by key: horses with numbers of ours, wolf and spider as printed. Source: MOV-02, NPC-10."""

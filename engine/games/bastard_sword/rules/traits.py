"""Traits: the source names them and defines none (BSC-19)."""

from dataclasses import dataclass

from engine.games.bastard_sword.rules.origins import URBANITE
from engine.games.bastard_sword.rules.people import BLOCKS, Race


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait by name, and where it comes from."""

    name: str
    comes: str


TRAITS = (
    *(Trait(name, race.words) for race, block in BLOCKS.items() for name in block.traits),
    Trait(URBANITE, "a city as your origin"),
    Trait("Hard-of-Hearing", "loud weapons, in the chapter on combat"),
)
"""Every trait that the source names. Source: BSC-19."""


def of(race: Race, *, city: bool) -> tuple[str, ...]:
    """The traits of a new character. Source: BSC-19."""
    return (*(BLOCKS[race].traits if race in BLOCKS else ()), *((URBANITE,) if city else ()))

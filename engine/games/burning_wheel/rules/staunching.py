"""Stopping the bleeding of a wound: how hard it is, how long it takes and how long it holds (INJ-31 to INJ-34).

It brings no recovery: `bleeding.Clock.staunched` says what it does to the clock of a wound.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.bleeding import AN_HOUR
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.rules.treatment import SKILLS, Column, Medic
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option
from engine.refused import Refused


class Flow(Option):
    """A wound that bleeds, and so can be staunched. Source: INJ-33."""

    MIDI = "midi", "Midi"
    SEVERE = "severe", "Severe"
    TRAUMATIC = "traumatic", "Traumatic"
    MORTAL = "mortal", "Mortal"

    @property
    def level(self) -> Level:
        """The same among the levels of wounds."""
        return Level.of(self.value)


@dataclass(frozen=True, slots=True)
class Pace:
    """How many `minutes` a skill takes for each point of the obstacle; `printed` where the book names it. INJ-34."""

    medic: Medic | None
    minutes: int
    printed: bool


def _obstacles(row: Mapping[str, Any]) -> tuple[Level, Mapping[Column, int | None]]:
    return Level.of(row["level"]), {column: row[column.value] or None for column in Column}


def _pace(row: Mapping[str, Any]) -> tuple[Medic | None, Pace]:
    medic = None if row["key"] == Column.UNTRAINED.value else Medic.of(row["key"])
    return medic, Pace(medic, row["minutes"], row["printed"])


OBSTACLES: Mapping[Level, Mapping[Column, int | None]] = dict(
    tables.rows(__file__, "staunching.toml", "wound", ("level", *(one.value for one in Column)), _obstacles)
)
PACES: Mapping[Medic | None, Pace] = dict(
    tables.rows(__file__, "staunching.toml", "time", ("key", "minutes", "printed"), _pace)
)


def obstacle(level: Level, medic: Medic | None) -> int:
    """How hard it is to stop the bleeding of a wound; `medic` is None for hands without a medical skill.

    Raises `Refused` for a wound that does not bleed. Source: INJ-33.

    >>> obstacle(Level.SEVERE, Medic.SURGERY), obstacle(Level.SEVERE, None)
    (3, 8)
    """
    found = OBSTACLES[level][SKILLS[medic].column] if level in OBSTACLES else None
    if found is None:
        raise Refused(f"{level.wound} does not bleed: there is nothing to stop.")
    return found


def seconds(level: Level, medic: Medic | None, percent: int = 100) -> int:
    """How long that takes, in seconds; `percent` is what the way of working makes of it (`times.working`).

    Raises `Refused` as `obstacle` does. Source: INJ-34.
    """
    return times.part_of(obstacle(level, medic) * PACES[medic].minutes * Unit.MINUTES.seconds, percent)


def stops_for(minutes: Fraction, health: int) -> int:
    """How many successful stops in a row hold the blood for so many minutes.

    Raises `Refused` where they are more than Health allows. Source: INJ-32.

    >>> stops_for(Fraction(9 * 60), 4)
    3
    """
    if minutes > health * health * AN_HOUR:
        longest = wording.count(health * health, "hour")
        raise Refused(f"With Health {health} blood is held for {longest} at most.")
    return -(-int(minutes) // (health * AN_HOUR)) if minutes else 0

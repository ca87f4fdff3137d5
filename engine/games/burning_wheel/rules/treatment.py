"""Treating a wound: who can, how hard it is, how long it takes, and what extra successes do (INJ-24 to INJ-26)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.rules import times
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.aptitude import Mixed, root_shade, root_sum
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.rules.wounds import TOLERATED, Level
from engine.option import Option
from engine.refused import Refused
from engine.working import Mark


class Column(Option):
    """A column of the tables that say how hard it is to tend a wound. Source: INJ-24, INJ-33."""

    UNTRAINED = "untrained", "Perception and Agility"
    DRESSING = "dressing", "Field Dressing, Apothecary, Bloodletting"
    HERBS = "herbs", "Herbalism, Song of Soothing"
    SURGERY = "surgery", "Surgery, Khirurgy"


class Medic(Option):
    """The skills that tend wounds; where a rule takes None for one, it is someone without. Source: INJ-24."""

    FIELD_DRESSING = "field-dressing", "Field Dressing"
    HERBALISM = "herbalism", "Herbalism"
    SURGERY = "surgery", "Surgery"
    APOTHECARY = "apothecary", "Apothecary"
    BLOODLETTING = "bloodletting", "Bloodletting"
    SONG = "song", "Song of Soothing"
    KHIRURGY = "khirurgy", "Khirurgy"


@dataclass(frozen=True, slots=True)
class Skill:
    """A row of the table: the column that a skill uses, and its `minutes` for each point of the obstacle.

    `medic` is None for Perception and Agility. `printed` says whether the book names the time; for the others it is
    that of their column. Source: INJ-24, INJ-26.
    """

    medic: Medic | None
    column: Column
    minutes: int
    printed: bool

    @property
    def words(self) -> str:
        """ "Surgery"; "Perception and Agility" where it is none."""
        return self.medic.words if self.medic else Column.UNTRAINED.words

    @property
    def mark(self) -> Mark | None:
        """How far its time can be trusted."""
        return None if self.printed else Mark.RULING


def _skill(row: Mapping[str, Any]) -> Skill:
    medic = None if row["key"] == Column.UNTRAINED.value else Medic.of(row["key"])
    return Skill(medic, Column.of(row["column"]), row["minutes"], row["printed"])


def _obstacles(row: Mapping[str, Any]) -> tuple[Level, Mapping[Column, int | None]]:
    return Level.of(row["level"]), {column: row[column.value] or None for column in Column}


SKILLS: Mapping[Medic | None, Skill] = {
    skill.medic: skill
    for skill in tables.rows(__file__, "treatment.toml", "skill", ("key", "column", "minutes", "printed"), _skill)
}
OBSTACLES: Mapping[Level, Mapping[Column, int | None]] = dict(
    tables.rows(__file__, "treatment.toml", "wound", ("level", *(one.value for one in Column)), _obstacles)
)
TREATED = tuple(level for level in TOLERATED if level in OBSTACLES)


def obstacle(level: Level, medic: Medic | None) -> int | None:
    """How hard it is to treat a wound of this level; None where these hands cannot. Source: INJ-24.

    >>> obstacle(Level.SEVERE, Medic.HERBALISM), obstacle(Level.SEVERE, Medic.FIELD_DRESSING)
    (5, None)
    """
    return OBSTACLES[level][SKILLS[medic].column] if level in OBSTACLES else None


def asked(level: Level, medic: Medic | None) -> int:
    """The same, where there has to be a test. Raises `Refused` where there is none. Source: INJ-24."""
    found = obstacle(level, medic)
    if found is None:
        if level is Level.NONE:
            raise Refused("There is no wound here to treat.")
        who = f"{medic.words} cannot" if medic else "Without a medical skill nobody can"
        helpers = wording.listed((one.words for one in Medic if obstacle(level, one)), "or")
        raise Refused(f"{who} treat a {level.wound}; it takes {helpers}.")
    return found


def hands(perception: Ability, agility: Ability, *, better: bool = False, mixed: Mixed = Mixed.ONCE) -> Ability:
    """What someone without a medical skill rolls: the average of Perception and Agility, rounded down.

    `better` rolls the higher exponent of the two instead. Source: INJ-24; the average of roots: HUB-53.
    """
    if better:
        return max((perception, agility), key=lambda one: one.exponent)
    roots = (perception, agility)
    return Ability(root_shade(roots), root_sum(roots, mixed).total // len(roots))


@dataclass(frozen=True, slots=True)
class Extra:
    """How the extra successes of a treatment are shared: dice for the Health test, and speed. Source: INJ-25."""

    health: int
    speed: int


def shared(successes: int, obstacle: int, speed: int = 0) -> Extra:
    """The extra successes of a passed treatment with `speed` of them for speed, and the rest as dice.

    Raises `Refused` where there are not so many. Source: INJ-25.

    >>> shared(4, 2, speed=1)
    Extra(health=1, speed=1)
    """
    extra = max(0, successes - obstacle)
    if speed > extra:
        there = wording.count(extra, "extra success", "extra successes")
        raise Refused(f"There {'is' if extra == 1 else 'are'} {there} to put into speed; this says {speed}.")
    return Extra(extra - speed, speed)


def seconds(level: Level, medic: Medic | None, percent: int = 100) -> int:
    """How long the treatment takes, in seconds: the minutes of the skill for each point of the obstacle.

    `percent` is what working carefully or quickly makes of it (`times.working`). Raises `Refused` as `asked` does.
    Source: INJ-26.
    """
    return times.part_of(asked(level, medic) * SKILLS[medic].minutes * Unit.MINUTES.seconds, percent)

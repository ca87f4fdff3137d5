"""Occupations: the ways in, and the levels of mastery (BSC-15, BSC-16)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine import tables
from engine.games.bastard_sword.rules.packages import Grant, grants
from engine.option import Option

FILE = "occupations.toml"


class Occupation(Option):
    """The occupations that the source has, both of them Academic. Source: BSC-15."""

    ENGINEER = "engineer", "Engineer"
    HISTORIAN = "historian", "Historian"


class Level(Option):
    """The levels of mastery of each occupation, the lowest first. Source: BSC-16."""

    ENGINEER_STUDENT = "engineer-student", "Engineer: Student"
    ENGINEER_INITIATED = "engineer-initiated", "Engineer: Initiated"
    ENGINEER_MASTER = "engineer-master", "Engineer: Master"
    HISTORIAN_STUDENT = "historian-student", "Historian: Student"
    HISTORIAN_SCHOLAR = "historian-scholar", "Historian: Scholar"
    HISTORIAN_ERUDITE = "historian-erudite", "Historian: Erudite"

    @property
    def occupation(self) -> Occupation:
        """The occupation that it is a level of."""
        return Occupation.of(self.value.partition("-")[0])

    @property
    def lower(self) -> "Level | None":
        """The level before it."""
        own = [one for one in Level if one.occupation is self.occupation]
        return own[own.index(self) - 1] if own.index(self) else None


@dataclass(frozen=True, slots=True)
class Row:
    """What a level asks for and what it gives: years, experience of erudition and of skills, equipment, crowns."""

    level: Level
    needs: Mapping[str, int]
    years: int
    erudition: int
    grants: tuple[Grant, ...]
    kit: tuple[str, ...]
    crowns: int


@dataclass(frozen=True, slots=True)
class Way:
    """A way into the occupation of an engineer: what it `asks` for, the experience to exceed, and its cost."""

    key: str
    words: str
    asks: str
    needs: Mapping[str, int]
    cost: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How far someone has come: experience of erudition, physics and history, age, crowns, equipment, levels taken."""

    exp: Mapping[str, int]
    age: int
    crowns: int = 0
    kit: tuple[str, ...] = ()
    taken: tuple[Level, ...] = ()


COLUMNS = ("key", "needs", "years", "erudition", "skills", "kit", "crowns")
LEVELS: Mapping[Level, Row] = {
    one.level: one
    for one in tables.rows(
        __file__,
        FILE,
        "level",
        COLUMNS,
        lambda row: Row(
            Level.of(row["key"]),
            row["needs"],
            row["years"],
            row["erudition"],
            grants(row["skills"]),
            tuple(row["kit"]),
            row["crowns"],
        ),
    )
}
WAYS = tables.rows(__file__, FILE, "way", ("key", "words", "asks", "needs", "cost"), lambda row: Way(**row))


def after(standing: Standing, level: Level) -> Standing:
    """The standing after a level: its whole row is added, its equipment where it is not owned yet. Source: BSC-16."""
    row = LEVELS[level]
    exp = {**standing.exp, "erudition": standing.exp["erudition"] + row.erudition}
    for grant in row.grants:
        if grant.skill in exp:
            exp[grant.skill] += grant.xp
    kit = (*standing.kit, *(one for one in row.kit if one not in standing.kit))
    return replace(
        standing,
        exp=exp,
        age=standing.age + row.years,
        crowns=standing.crowns + row.crowns,
        kit=kit,
        taken=(*standing.taken, level),
    )

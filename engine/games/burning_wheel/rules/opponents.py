"""Opponents made up on the spot: a number for their skills, six stats, and what is written down of them (NPC-01 to 05).

>>> quick = Quick(ranked(Competence.TRAINED, ("Sword", "Brawling")), stats(high=[Stat.AGILITY]))
>>> [f"{name} {exponent}" for name, exponent in quick.skills], quick.stats[Stat.AGILITY], quick.reflexes
(['Sword 4', 'Brawling 4'], 5, 4)
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import rogues, steel, wounds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.option import Option
from engine.refused import Refused

FILE = "opponents.toml"


class Competence(Option):
    """How good someone is at what they do, or that their skills are ranked. Source: NPC-01."""

    FOLK = "folk", "ordinary folk"
    TRAINED = "trained", "a trained professional"
    EXPERT = "expert", "an expert"
    RANKED = "ranked", "three or four skills, best first"


class Tier(Option):
    """How much of someone the story needs. Source: NPC-05."""

    ONE_OFF = "one-off", "one scene"
    DEEPER = "deeper", "they come back"
    CRUCIAL = "crucial", "the main opponent"


class Need(Option):
    """What is written down of an opponent. Source: NPC-01 to NPC-05."""

    SKILLS = "skills", "skills"
    STATS = "stats", "stats"
    TOLERANCES = "tolerances", "tolerances"
    GEAR = "gear", "gear of their station, and no better: the players end up with it"
    BELIEF = "belief", "one Belief about this scene"
    INSTINCT = "instinct", "an Instinct"
    TRAITS = "traits", "traits"
    USED = "used", "whatever they have rolled so far"
    MORE = "more", "what they grow into"
    LIFEPATHS = "lifepaths", "lifepaths, burned like any character"
    ARTHA = "artha", "artha"
    SPELLS = "spells", "more spells"
    MONEY = "money", "more money"
    GRAY = "gray", "a gray stat"


@dataclass(frozen=True, slots=True)
class Tiered:
    """What an opponent of a tier needs, and what it may have besides. Source: NPC-04, NPC-05."""

    needs: tuple[Need, ...]
    may: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Usual:
    """The exponents of stats, and the ages below and from which they may be `low`. Source: NPC-02."""

    usual: int
    low: int
    high: int
    young: int
    old: int


def _tier(row: Mapping[str, Any]) -> tuple[Tier, Tiered]:
    return Tier.of(row["key"]), Tiered(*(tuple(map(Need.of, row[name])) for name in ("needs", "may")))


SKILLS: Mapping[Competence, int] = dict(
    tables.rows(
        __file__, FILE, "competence", ("key", "skill"), lambda row: (Competence.of(row["key"]), int(row["skill"]))
    )
)
(RANKED,) = tables.rows(__file__, FILE, "ranked", ("exponents",), lambda row: tuple(row["exponents"]))
(STATS,) = tables.rows(__file__, FILE, "stats", tuple(Usual.__dataclass_fields__), lambda row: Usual(**row))
TIERS: Mapping[Tier, Tiered] = dict(tables.rows(__file__, FILE, "tier", ("key", "needs", "may"), _tier))


@dataclass(frozen=True, slots=True)
class Quick:
    """Someone made up on the spot: skills with their exponents, best first, and the six stats."""

    skills: tuple[tuple[str, int], ...]
    stats: Mapping[Stat, int]

    @property
    def reflexes(self) -> int:
        """As printed characters have it. Source: NPC-09."""
        return rogues.reflexes(*(self.stats[one] for one in (Stat.PERCEPTION, Stat.AGILITY, Stat.SPEED)))

    @property
    def hesitation(self) -> int:
        """From Will. Source: STE-02."""
        return steel.hesitation(Ability(Shade.BLACK, self.stats[Stat.WILL])).total

    @property
    def level(self) -> str:
        """The ready row of tolerances: that of the mean of Power and Forte, rounded down. Source: NPC-03, INJ-03."""
        return f"B{(self.stats[Stat.POWER] + self.stats[Stat.FORTE]) // 2}"

    @property
    def tolerances(self) -> Tolerances:
        """The row of that level."""
        return wounds.PRESETS[self.level]


def ranked(competence: Competence, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Skills `names`, best first, with their exponents. Raises `Refused` for more than are ranked. Source: NPC-01."""
    if competence is not Competence.RANKED:
        return tuple((name, SKILLS[competence]) for name in names)
    if len(names) > len(RANKED):
        raise Refused(f"Three or four skills are ranked; this says {len(names)}.")
    return tuple(zip(names, RANKED, strict=False))


def stats(high: Collection[Stat] = (), low: Collection[Stat] = (), age: int | None = None) -> Mapping[Stat, int]:
    """The six stats, of which some are `high` or `low`; `age` in years, None if it is not said.

    Raises `Refused` where a stat is both, or low in someone who is neither very young nor very old. Source: NPC-02.
    """
    both = [one.words for one in high if one in low]
    if both:
        raise Refused(f"{both[0]} is high or low, not both.")
    if low and age is not None and not frail(age):
        raise Refused(f"Stats fall to {STATS.low} under {STATS.young} and from {STATS.old} on; this says {age}.")
    return {one: STATS.high if one in high else STATS.low if one in low else STATS.usual for one in Stat}


def frail(age: int) -> bool:
    """Whether someone of this age, in years, may have low stats. Source: NPC-02."""
    return age < STATS.young or age >= STATS.old

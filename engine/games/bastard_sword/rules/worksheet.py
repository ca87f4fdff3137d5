"""The worksheet: packages added up, with a skill for each “any of” a family (BSC-01, BSC-18)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.creation import Gained
from engine.games.bastard_sword.rules.packages import ANY, Aspect, Grant, Package
from engine.games.bastard_sword.rules.skills import Family


@dataclass(frozen=True, slots=True)
class Picks:
    """The skills chosen for “any of”, family by family, in the order in which they are to be used."""

    chosen: Mapping[Family, Sequence[str]]

    def resolved(self, grants: Iterable[Grant]) -> tuple[list[Gained], list[Grant]]:
        """Grants with the skills that they go to, and those of families nobody has chosen from.

        Each “any of” a family takes the next skill chosen for it, and those after the last take the last one.
        Source: BSC-01, BSC-21.
        """
        found: list[Gained] = []
        left: list[Grant] = []
        used: Counter[Family] = Counter()
        for one in grants:
            names = self.chosen.get(one.family, ())
            if one.skill != ANY:
                found.append(Gained(one.skill, one.family, one.xp))
            elif names:
                found.append(Gained(names[min(used[one.family], len(names) - 1)], one.family, one.xp))
                used[one.family] += 1
            else:
                left.append(one)
        return found, left


def summed(gains: Iterable[Gained]) -> list[Gained]:
    """Each skill once, with all its experience."""
    found: dict[tuple[str, Family], int] = {}
    for one in gains:
        found[one.skill, one.family] = found.get((one.skill, one.family), 0) + one.xp
    return [Gained(skill, family, xp) for (skill, family), xp in found.items()]


def attributes(start: Mapping[Attribute, int], packages: Iterable[Package]) -> dict[Attribute, int]:
    """The experience of attributes: what the race sets, and 1 for each package that gives it. Source: BSC-01."""
    found = dict(start)
    for one in packages:
        if one.attribute:
            found[one.attribute] += 1
    return found


def tally(packages: Iterable[Package]) -> dict[Aspect, int]:
    """How often each aspect was given. Source: BSC-18."""
    return dict(Counter(one.aspect for one in packages))

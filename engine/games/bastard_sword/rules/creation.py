"""What experience gained before the first scene turns into: ranks and families (BSC-17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.games.bastard_sword.rules.growth import IN_A_FAMILY, cost, eligible, lifted
from engine.games.bastard_sword.rules.skills import Family

MOST_ORDERED = 6
"""The most skills of a family whose every order is tried."""


@dataclass(frozen=True, slots=True)
class Gained:
    """A skill of a family with all the experience that it was given."""

    skill: str
    family: Family
    xp: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """Skills with the rank of their own and what is left of their experience, the ranks of families, what happened.

    `own` and `left` stand in the order of the skills that were ranked; a `step` is a skill with its new own rank, or
    "" and the new rank of its family.
    """

    own: tuple[int, ...]
    left: tuple[int, ...]
    families: Mapping[Family, int]
    steps: tuple[tuple[str, Family, int], ...]

    def whole(self, skills: Sequence[Gained]) -> tuple[int, ...]:
        """The rank that counts for each skill: its own and its family's."""
        return tuple(own + self.families.get(one.family, 0) for own, one in zip(self.own, skills, strict=True))


def ranked(skills: Sequence[Gained], *, batch: bool = False, reset: bool = False) -> Ranked:
    """Turn experience into ranks, skill after skill in this order, rank after rank. Source: BSC-17.

    A family rises as soon as three of its skills have a rank of their own, or in a `batch` when all is bought; then the
    three highest give a rank each, of equals the first. What is over stays, or is lost with a `reset`.
    """
    own, left = [0] * len(skills), [one.xp for one in skills]
    families: dict[Family, int] = {}
    steps: list[tuple[str, Family, int]] = []

    def lift(family: Family) -> None:
        places = [at for at, one in enumerate(skills) if one.family is family]
        while len(able := eligible([own[at] for at in places])) >= IN_A_FAMILY:
            chosen = sorted((places[at] for at in able), key=lambda at: -own[at])[:IN_A_FAMILY]
            families[family], own[:] = lifted(families.get(family, 0), own, chosen)
            steps.append(("", family, families[family]))

    for at, one in enumerate(skills):
        while left[at] >= (price := cost(own[at] + families.get(one.family, 0))):
            left[at] = 0 if reset else left[at] - price
            own[at] += 1
            steps.append((one.skill, one.family, own[at]))
            if not batch:
                lift(one.family)
    for family in {one.family: None for one in skills} if batch else ():
        lift(family)
    return Ranked(tuple(own), tuple(left), families, tuple(steps))


def highest_first(skills: Sequence[Gained]) -> list[Gained]:
    """The skills with the most experience first, equals by the alphabet. Source: BSC-17."""
    return sorted(skills, key=lambda one: (-one.xp, one.skill))


def best_order(skills: Sequence[Gained], *, batch: bool = False, reset: bool = False) -> list[Gained]:
    """An order that gives most ranks in all, families by themselves; that of most experience where it is as good.

    A family of more than six skills stays as it is ordered.
    """
    found: list[Gained] = []
    for family in {one.family: None for one in skills}:
        mine = highest_first([one for one in skills if one.family is family])
        orders = list(permutations(mine)) if len(mine) <= MOST_ORDERED else [tuple(mine)]
        worth = [sum(ranked(order, batch=batch, reset=reset).whole(order)) for order in orders]
        found += orders[worth.index(max(worth))]
    return found

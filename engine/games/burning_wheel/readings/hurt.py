"""Wounds as fields of a test: what they take from its dice, and what they add to its obstacle (HUB-18, INJ-09)."""

from dataclasses import dataclass
from typing import Annotated

from engine.answer import Answer, Block, Fact, Verdict, Working
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import Element
from engine.games.burning_wheel.rules.wounds import Felt, Wounds, felt
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line


@dataclass(frozen=True, slots=True)
class Hurt:
    """Wounds as any test feels them, a group of fields that a sheet fills together with the ability."""

    dice: Annotated[int, Between(0, 20), Asked("Dice lost to wounds", quick=(0, 1, 2, 3)), sheet("wound-dice")] = 0
    superficial: Annotated[
        int, Between(0, 2), Asked("Superficial wounds", quick=(0, 1, 2)), sheet("lone-superficials")
    ] = 0

    @property
    def wounds(self) -> Wounds:
        """What they take."""
        return Wounds(self.dice, self.superficial)


@dataclass(frozen=True, slots=True)
class Rallied(Hurt):
    """Wounds, and what of them is shrugged off for the scene, a group of fields."""

    gritted: Annotated[int, Between(0, 5), Asked("Dice won back: Grit Your Teeth", quick=(0, 1)), sheet("won-back")] = 0
    shrugged: Annotated[bool, Asked("Superficial wounds shrugged off"), sheet("shrugged-off")] = False

    def __post_init__(self) -> None:
        if self.gritted > self.dice:
            raise Refused(f"You win back dice that wounds took, here {self.dice}; this says {self.gritted}.")
        if self.shrugged and not self.superficial:
            raise Refused("There is no Superficial wound here to shrug off.")

    @property
    def wounds(self) -> Wounds:
        return Wounds(self.dice, self.superficial, self.gritted, self.shrugged)


Wounded = Annotated[Hurt, Asked("Wounds", more=True)]
UNHURT = Hurt()


def everywhere(element: Element | None, superficial: int, ask: Rulings, *, beginner: bool = False) -> bool:
    """Whether Superficial wounds make harder what loses no dice to wounds; asked for only where that matters."""
    immune = element is not None and not element.wounds and not beginner
    return immune and bool(superficial) and ask["wounds.obstacle-scope"] == "all"


def elsewhere(obstacle: int, ask: Rulings) -> int:
    """What of an obstacle from wounds reaches the abilities that lose no dice to them; asked for only with one."""
    return obstacle if obstacle and ask["wounds.obstacle-scope"] == "all" else 0


def feels(
    hurt: Hurt, tested: Ability | Pool, ask: Rulings, element: Element | None = None, *, beginner: bool = False
) -> Felt:
    """What a test of an ability, or of a pool that begins with its dice, feels of wounds; see `wounds.felt`."""
    own = tested.exponent if isinstance(tested, Ability) else tested.groups[0].count
    reach = everywhere(element, hurt.superficial, ask, beginner=beginner)
    return felt(hurt.wounds, own, element, beginner=beginner, everywhere=reach)


def untestable(gone: str) -> Verdict:
    """The verdict where wounds leave nothing to test."""
    return Verdict("No test", (Fact("wounds are in the way"),), gone)


def no_test(gone: str, **values: object) -> Answer:
    """The answer where wounds leave nothing to test: no odds, no mark, nothing spent."""
    return Answer({"possible": False, **values}, (untestable(gone),))


def ledger(
    hurt: Felt, dice: int, obstacle: int | None = None, *, words: str = "Dice", against: str = "Obstacle"
) -> list[Block]:
    """What wounds change, as ledgers from `dice` and `obstacle` as they were before them; none where they change none.

    For calculators that show no ledger of these otherwise; `words` and `against` name the two.
    """
    blocks: list[Block] = []
    if hurt.lost:
        taken = min(hurt.lost, dice)
        lines = (Line(dice, "Before wounds", "HUB-01"), Line(-taken, hurt.dice.reason, hurt.dice.rule))
        blocks.append(Working(lines, dice - taken, words, "D"))
    if hurt.added and obstacle is not None:
        blocks.append(
            Working((Line(obstacle, "Before wounds", "HUB-06"), hurt.obstacle), obstacle + hurt.added, against)
        )
    return blocks

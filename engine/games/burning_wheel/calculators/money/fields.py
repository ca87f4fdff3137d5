"""Fields that several calculators of this chapter ask for."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.forms import Among, Asked, Between, sheet
from engine.games.burning_wheel.dice import MOST_DICE, Pool, ob
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS, QUICK_OBSTACLES, QUICK_POOLS
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.living import LIVES
from engine.games.burning_wheel.rules.prices import ITEMS, Kind
from engine.games.burning_wheel.rules.purchase import Bulk, Market

MOST_OBSTACLE_OF_LIFE = 30


@dataclass(frozen=True, slots=True)
class Lifestyle:
    """A way of life: one of the list, or one of the GM's own with its obstacle."""

    name: Annotated[str, Asked("Which")] = ""
    obstacle: Annotated[
        int, Between(1, MOST_OBSTACLE_OF_LIFE), Asked("Its obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))
    ] = 2

    @classmethod
    def table(cls) -> Mapping[str, "Lifestyle"]:
        """The whole list by key, cheapest first."""
        return _lifestyles()

    @property
    def words(self) -> str:
        """The name with its obstacle."""
        return f"{self.said} · {ob(self.obstacle)}"

    @property
    def said(self) -> str:
        """The name."""
        return self.name or "A way of life"

    @property
    def group(self) -> str:
        """The part of the list that it stands in; nothing for one of the GM's own."""
        return next((life.group for life in LIVES.values() if life.name == self.name), "")


@functools.cache
def _lifestyles() -> Mapping[str, Lifestyle]:
    groups = list(dict.fromkeys(life.group for life in LIVES.values()))
    ordered = sorted(LIVES.values(), key=lambda life: groups.index(life.group))
    return {life.key: Lifestyle(life.name, life.obstacle) for life in ordered}


QUICK_LIVES = ("day-laborer", "poor-knight", "knight", "manor", "wealthy-merchant")


MOST_PRICE = 40
QUICK_RESOURCES = ("B1", "B2", "B3", "B4", "B5", "B6")


@dataclass(frozen=True, slots=True)
class Price:
    """What is bought: an item of the list, or one of the GM's own with its obstacle."""

    name: Annotated[str, Asked("What")] = ""
    obstacle: Annotated[int, Between(1, MOST_PRICE), Asked("Its obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))] = 3

    @classmethod
    def table(cls) -> Mapping[str, "Price"]:
        """The whole list by key, kind by kind."""
        return _prices()

    @property
    def words(self) -> str:
        """The name with its price."""
        return f"{self.name or 'Something else'} · {ob(self.obstacle)}"

    @property
    def group(self) -> str:
        """The kind of thing; nothing for one of the GM's own."""
        item = next((item for item in ITEMS.values() if item.name == self.name), None)
        return item.kind.words if item else ""


@functools.cache
def _prices() -> Mapping[str, Price]:
    kinds = list(Kind)
    ordered = sorted(ITEMS.values(), key=lambda item: kinds.index(item.kind))
    return {item.key: Price(item.name, item.obstacle) for item in ordered}


DICE = Between(0, 20)


EXPONENTS = Between(0, 20)


PRICES = Between(1, MOST_PRICE)


QUICK_ITEMS = ("lodging", "traveling-gear", "arms", "riding-horse", "chainmail")


QUICK_DICE = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class ContributorRow:
    """Someone who helps with their Resources, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    exponent: Annotated[int, EXPONENTS, Asked("Their Resources now", quick=(1, 2, 3, 4, 5))] = 3

    singular: ClassVar[str] = "helper"

    @property
    def words(self) -> str:
        return self.name or "Helper"


UntaxedResources = Annotated[Ability, Asked("Your Resources, untaxed", quick=QUICK_RESOURCES), sheet("resources")]
Taxed = Annotated[int, DICE, Asked("Of these, taxed", quick=QUICK_DICE), sheet("taxed")]
TaxedAlready = Annotated[int, DICE, Asked("Of these, taxed already", quick=QUICK_DICE), sheet("taxed")]
ResourcesNow = Annotated[Ability, Asked("Your Resources now", quick=QUICK_RESOURCES), sheet("resources")]
PriceObstacle = Annotated[int, PRICES, Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)]
Bought = Annotated[Among[Price], Asked("You buy", quick=QUICK_ITEMS)]
OnceRolled = Annotated[int | None, Between(0, MOST_DICE), Asked("Successes, once rolled", quick=QUICK_SUCCESSES)]
LivesAs = Annotated[Among[Lifestyle], Asked("You live as", gm=True, quick=QUICK_LIVES)]
OwnDebts = Annotated[tuple[DebtRow, ...], Asked("Debts"), sheet("debts")]
Disadvantages = Annotated[int, BONUS, Asked("Disadvantages: +Ob", more=True, gm=True, quick=(0, 1, 2))]
Contributors = Annotated[tuple[ContributorRow, ...], Asked("Helpers")]
BoughtAt = Annotated[Market, Asked("You buy it", gm=True)]
InBulk = Annotated[Bulk, Asked("How many")]
WorkingSkill = Annotated[Pool, Asked("The skill you work with, FoRKs and all", quick=QUICK_POOLS), sheet("skill")]

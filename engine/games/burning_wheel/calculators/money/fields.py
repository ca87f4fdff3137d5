"""Fields that several calculators of this chapter ask for."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.answer import Block
from engine.forms import Among, Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.dice import MOST_DICE, Pool, Shade, ob
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.forms.test import BONUS, QUICK_OBSTACLES, QUICK_POOLS
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, ledger
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Contributor
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.living import LIVES
from engine.games.burning_wheel.rules.loans import Debts
from engine.games.burning_wheel.rules.prices import ITEMS, Kind
from engine.games.burning_wheel.rules.purchase import Bulk, Market
from engine.games.burning_wheel.rules.purse import MOST_DEBTS
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.wounds import Felt, felt
from engine.refused import Refused

B3 = Ability(Shade.BLACK, 3)
FOUR = Pool.of(4)
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


POOR_KNIGHT = _lifestyles()["poor-knight"]
QUICK_LIVES = ("day-laborer", "poor-knight", "knight", "manor", "wealthy-merchant")


MOST_PRICE = 40
QUICK_RESOURCES = ("B1", "B2", "B3", "B4", "B5", "B6")


@dataclass(frozen=True, slots=True)
class Price:
    """What is bought: an item of the list, or one of the GM's own with its obstacle."""

    name: Annotated[str, Asked("What it is")] = ""
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
ARMS, GEAR = _prices()["arms"], _prices()["traveling-gear"]
QUICK_ITEMS = ("lodging", "traveling-gear", "arms", "riding-horse", "chainmail")
QUICK_DICE = (0, 1, 2, 3)


@row("helper")
class ContributorRow(Contributor):
    """Someone who helps with their Resources, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    exponent: Annotated[int, EXPONENTS, Asked("Their Resources now", quick=(1, 2, 3, 4, 5))] = 3


UntaxedResources = Annotated[Ability, Asked("Your Resources, untaxed", quick=QUICK_RESOURCES), sheet("resources")]
Taxed = Annotated[int, DICE, Asked("Of these, taxed", quick=QUICK_DICE), sheet("taxed")]
TaxedAlready = Annotated[int, DICE, Asked("Of these, taxed already", quick=QUICK_DICE), sheet("taxed")]
ResourcesNow = Annotated[Ability, Asked("Your Resources now", quick=QUICK_RESOURCES), sheet("resources")]
PriceObstacle = Annotated[int, PRICES, Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)]
Bought = Annotated[Among[Price], Asked("What you buy", quick=QUICK_ITEMS)]
OnceRolled = Annotated[int | None, Between(0, MOST_DICE), Asked("Successes, once rolled", quick=QUICK_SUCCESSES)]
LivesAs = Annotated[Among[Lifestyle], Asked("You live as", gm=True, quick=QUICK_LIVES)]
OwnDebts = Annotated[tuple[DebtRow, ...], Asked("Debts"), sheet("debts", at_once=True)]
Disadvantages = Annotated[int, BONUS, Asked("Disadvantages: +Ob", more=True, gm=True, quick=(0, 1, 2))]
Contributors = Annotated[tuple[ContributorRow, ...], Asked("Helpers")]
BoughtAt = Annotated[Market, Asked("Where you buy it", gm=True)]
InBulk = Annotated[Bulk, Asked("How many")]
WorkingSkill = Annotated[Pool, Asked("The skill you work with, FoRKs and all", quick=QUICK_POOLS), sheet("skill")]
Bonus = Annotated[int, DICE, Asked("Help and advantage", quick=QUICK_DICE)]
BonusEachTime = Annotated[int, DICE, Asked("Help and advantage, each time", quick=QUICK_DICE)]
CashDice = Annotated[int, DICE, Asked("Cash dice", more=True, quick=QUICK_DICE), sheet("cash")]
FundDice = Annotated[int, DICE, Asked("Fund and property dice", more=True, quick=QUICK_DICE), sheet("funds")]
FundsHeld = Annotated[int, Between(0, 10), Asked("Fund and property dice", more=True, quick=QUICK_DICE), sheet("funds")]
Loaned = Annotated[int, DICE, Asked("Borrowed dice", more=True, quick=QUICK_DICE)]
OtherDiceRolled = Annotated[int, DICE, Asked("Other dice in the roll", quick=QUICK_DICE)]
TiedToAPlace = Annotated[bool, Asked("Your wealth is tied to a place", more=True)]


@branch("You work when you are taxed")
class Works:
    """Who works in each cycle that begins with taxed dice."""

    skill: WorkingSkill = FOUR
    wounds: Wounded = UNHURT

    @property
    def hurt(self) -> Felt:
        """What the job feels of wounds."""
        return felt(self.wounds.wounds, self.skill.groups[0].count, ELEMENTS["skill"])

    @property
    def pool(self) -> Pool | None:
        """The dice of the job that wounds have left."""
        return self.hurt.leaves(self.skill)

    @property
    def ledger(self) -> list[Block]:
        """What wounds change."""
        return ledger(self.hurt, self.skill.dice, 0, words="Dice of the job", against="Wounds on the job")


@branch("You never work")
class Idle:
    """Nobody works, and nothing comes back."""

    hurt: ClassVar[Felt] = Felt()
    pool: ClassVar[Pool | None] = None
    ledger: ClassVar[Sequence[Block]] = ()


Work = Annotated[Works | Idle, Asked("Work you do")]


def stakes_of(resources: Ability, taxed: int, loaned: int = 0, funds: int = 0, cash: int = 0) -> Stakes:
    """What Tax can take. Raises `Unusable` where more is taxed than there is."""
    try:
        return Stakes(resources.exponent, taxed, loaned, funds, cash)
    except Refused as error:
        raise Unusable("taxed", str(error)) from None


def debts_of(rows: Sequence[DebtRow]) -> Debts:
    """What is owed. Raises `Unusable` for more debts than are counted here."""
    if len(rows) > MOST_DEBTS:
        raise Unusable("debts", f"Up to {MOST_DEBTS} debts are counted here; this has {len(rows)}.")
    return tuple(row.size for row in rows)

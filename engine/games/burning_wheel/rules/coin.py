"""Coin: three coins and what they are worth, monthly pay, and what some goods cost in it (RES-26)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.option import Option
from engine.working import Mark


class Unit(Option):
    """One of the three coins of a currency, smallest first; the values name those of the worked one. Source: RES-26."""

    SMALL = "denier", "denier, the smallest coin"
    MIDDLE = "sous", "sous, the middle one"
    LARGE = "livres", "livres, the largest"


@dataclass(frozen=True, slots=True)
class Coins:
    """A currency: the names of its coins, how many of one make the next, and what the smallest is worth in denier.

    The numbers are 1 or more. Source: RES-26.
    """

    small: str = "denier"
    middle: str = "sous"
    large: str = "livres"
    small_in_middle: int = 12
    middle_in_large: int = 20
    worth: int = 1

    def small_coins(self, amount: int, unit: Unit) -> int:
        """An amount of one coin, in the smallest."""
        return (
            amount
            * {
                Unit.SMALL: 1,
                Unit.MIDDLE: self.small_in_middle,
                Unit.LARGE: self.small_in_middle * self.middle_in_large,
            }[unit]
        )

    def split(self, small: int) -> tuple[int, int, int]:
        """So many of the smallest coin as large, middle and small ones, the fewest coins that make it."""
        middle, rest = divmod(small, self.small_in_middle)
        return *divmod(middle, self.middle_in_large), rest

    def named(self, unit: Unit) -> str:
        """What a coin is called."""
        return {Unit.SMALL: self.small, Unit.MIDDLE: self.middle, Unit.LARGE: self.large}[unit]

    def said(self, small: int) -> str:
        """So many of the smallest coin in the fewest coins: "1 sou 1 denier"."""
        named = zip(self.split(small), reversed(Unit), strict=True)
        parts = [f"{number:,} {called(number, self.named(unit))}" for number, unit in named if number]
        return " ".join(parts) or f"0 {self.small}"


ONE = {"sous": "sou", "livres": "livre"}
DAYS = 30
MONTHS = 12


def called(number: int, name: str) -> str:
    """A coin as so many of it are called: "sou" for one of the sous."""
    return ONE.get(name, name) if number == 1 else name


LIVRES = Coins()
"""England and France in the thirteenth and fourteenth centuries: 1 livre is 20 sous or 240 denier."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What goods cost, `least` to `most` of a coin, their `points` at character burning and their obstacle.

    `laborer` and `knight` say how long each works for it. Source: RES-26.
    """

    key: str
    name: str
    points: int
    obstacle: int
    least: int
    most: int
    unit: Unit
    laborer: str
    knight: str
    mark: Mark | None
    note: str


@dataclass(frozen=True, slots=True)
class Wage:
    """What an occupation is paid in a month; `also` names others with the same pay. Source: RES-26."""

    key: str
    name: str
    also: str
    amount: int
    unit: Unit

    @property
    def denier(self) -> int:
        """The pay in denier."""
        return LIVRES.small_coins(self.amount, self.unit)


def _whole(row: Mapping[str, Any], *columns: str) -> None:
    for column in columns:
        if type(row[column]) is not int or row[column] < 1:
            raise ValueError(f"{column} is a whole number from 1; this says {row[column]!r}.")


def _cost(row: Mapping[str, Any]) -> Cost:
    _whole(row, "points", "obstacle", "least", "most")
    return Cost(**{**row, "unit": Unit.of(row["unit"]), "mark": Mark(row["mark"]) if row["mark"] else None})


def _wage(row: Mapping[str, Any]) -> Wage:
    _whole(row, "amount")
    return Wage(**{**row, "unit": Unit.of(row["unit"])})


COSTS: Mapping[str, Cost] = {
    cost.key: cost for cost in tables.rows(__file__, "coin.toml", "cost", tuple(Cost.__dataclass_fields__), _cost)
}
WAGES: Mapping[str, Wage] = {
    wage.key: wage for wage in tables.rows(__file__, "coin.toml", "wage", tuple(Wage.__dataclass_fields__), _wage)
}

MASON = "mason"
MASON_ALSO = Wage(MASON, WAGES[MASON].name, WAGES[MASON].also, 2, Unit.MIDDLE)
"""The other figure that stands beside the mason's first: 2 sous."""


def months(denier: int, wage: int) -> Fraction:
    """How many months someone paid `wage` denier a month, 1 or more, works for so many denier."""
    return Fraction(denier, wage)


def in_words(months: Fraction) -> str:
    """A stretch of work, in the unit that fits: days, months or years."""
    if months < 1:
        days = _rounded(months * DAYS)
        return "less than a day" if months * DAYS < 1 else f"{days} {'day' if days == '1' else 'days'}"
    if months < 2 * MONTHS:
        return f"{_rounded(months)} {'month' if _rounded(months) == '1' else 'months'}"
    return f"{_rounded(months / MONTHS)} years"


def _rounded(number: Fraction) -> str:
    """To a tenth, without a tenth of nothing."""
    whole, tenth = divmod(int(number * 10 + Fraction(1, 2)), 10)
    return f"{whole:,}.{tenth}" if tenth and whole < 100 else f"{whole:,}"


def quotient(amount: int, by: int) -> str:
    """How many times something goes into an amount, to a hundredth where it does not come out even."""
    whole, rest = divmod(amount, by)
    return f"{float(Fraction(amount, by)):,.2f}" if rest else f"{whole:,}"


def like(denier: int) -> tuple[Cost, ...]:
    """The goods of the table that may cost this much: what to judge an obstacle by."""
    return tuple(
        cost
        for cost in COSTS.values()
        if LIVRES.small_coins(cost.least, cost.unit) <= denier <= LIVRES.small_coins(cost.most, cost.unit)
    )

"""Mixed strategies: a game of two sides solved exactly, and a mix as something that a table can draw."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

C = TypeVar("C")
"""A choice of a side."""


@dataclass(frozen=True, slots=True)
class Mixed:
    """A matrix game solved: what the row player gets at least and the column player gives at most, and both mixes."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve(matrix: Sequence[Sequence[Fraction]]) -> Mixed:
    """The mixed strategies of a zero-sum game; `matrix[row][column]` is what the column player pays. Exact.

    The simplex method on whole numbers, by Bland's rule, which never circles. Raises `ValueError` without any rows or
    columns.
    """
    if not matrix or not matrix[0]:
        raise ValueError("A game takes at least one choice a side.")
    down, across = len(matrix), len(matrix[0])
    scale = math.lcm(*(cell.denominator for row in matrix for cell in row))
    least = min(cell for row in matrix for cell in row)
    # Every payoff above 0 makes the value positive, which the linear program needs.
    table = [
        [
            *(int((cell - least + 1) * scale) for cell in row),
            *(int(place == number) for number in range(down)),
            1,
        ]
        for place, row in enumerate(matrix)
    ]
    goal = [*(-1 for _ in range(across)), *(0 for _ in range(down)), 0]
    basis = list(range(across, across + down))
    unit = 1
    while (enters := next((place for place, cost in enumerate(goal[:-1]) if cost < 0), None)) is not None:
        bounds = [
            (Fraction(row[-1], row[enters]), basis[place], place) for place, row in enumerate(table) if row[enters] > 0
        ]
        _, _, leaves = min(bounds)
        pivot = table[leaves]
        by = pivot[enters]

        def swept(
            row: list[int], pivot: list[int] = pivot, by: int = by, at: int = enters, unit: int = unit
        ) -> list[int]:
            times = row[at]
            return [(cell * by - times * base) // unit for cell, base in zip(row, pivot, strict=True)]

        table = [row if place == leaves else swept(row) for place, row in enumerate(table)]
        goal = swept(goal)
        basis[leaves] = enters
        unit = by
    total = goal[-1]
    columns = [Fraction(0)] * across
    for place, held in enumerate(basis):
        if held < across:
            columns[held] = Fraction(table[place][-1], total)
    rows = tuple(Fraction(goal[across + place], total) for place in range(down))
    return Mixed(Fraction(unit, total) / scale + least - 1, rows, tuple(columns))


def drawn(weights: Sequence[Fraction], of: int = 100) -> tuple[int, ...]:
    """Shares of 1 as whole hundredths that add up, as a table would draw them; the largest remainders round up."""
    shares = [int(weight * of) for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: shares[place] - weights[place] * of)
    for place in by_remainder[: of - sum(shares)]:
        shares[place] += 1
    return tuple(shares)


@dataclass(frozen=True, slots=True)
class Game(Generic[C]):
    """Both choose at once: what each side may do, what each pair pays the first, and the mixes that solve it."""

    choices: tuple[tuple[C, ...], tuple[C, ...]]
    payoffs: tuple[tuple[Fraction, ...], ...]
    mixed: Mixed

    @classmethod
    def of(cls, choices: tuple[tuple[C, ...], tuple[C, ...]], payoffs: tuple[tuple[Fraction, ...], ...]) -> "Game[C]":
        """The game solved. Raises `ValueError` where a side has nothing to choose."""
        return cls(choices, payoffs, solve(payoffs))

    def mix(self, side: int) -> list[tuple[C, Fraction]]:
        """What a side plays, each choice with its share of 1."""
        return [(choice, share) for choice, share in self._shared(side) if share]

    def plan(self, side: int) -> tuple[tuple[C, int], ...]:
        """A side's mix in whole hundredths."""
        choices, weights = zip(*self._shared(side), strict=True)
        return tuple((choice, share) for choice, share in zip(choices, drawn(weights), strict=True) if share)

    def brings(self, side: int) -> list[Fraction]:
        """What each choice of a side brings that side against the mix of the other."""
        return [-one for one in self.guaranteed] if side else self.worths

    def _shared(self, side: int) -> list[tuple[C, Fraction]]:
        weights = self.mixed.columns if side else self.mixed.rows
        return list(zip(self.choices[side], weights, strict=True))

    @property
    def worths(self) -> list[Fraction]:
        """What each choice of the first side brings against the mix of the second: never more than the value."""
        return [_mean(self.mixed.columns, row) for row in self.payoffs]

    @property
    def guaranteed(self) -> list[Fraction]:
        """What the first side's mix brings against each choice of the second: never less than the value."""
        return [_mean(self.mixed.rows, column) for column in zip(*self.payoffs, strict=True)]


def _mean(shares: Sequence[Fraction], pays: Sequence[Fraction]) -> Fraction:
    return sum((share * one for share, one in zip(shares, pays, strict=True)), Fraction(0))

"""Growing rich and richer: cash, funds, titles, and advancing Resources (RES-19 to RES-22)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules.tax import Stakes
from engine.refused import Refused

MOST_OF_A_HOARD = 2
"""Dice of a hoard that one test may take, in the reading that limits them (RES-20)."""
MOST_FUND = 10
"""The dice of the largest fund (RES-21)."""


def spendable(cash: int, *, limited: bool = False) -> int:
    """How many of so many cash dice one test may take. Source: RES-20."""
    return min(cash, MOST_OF_A_HOARD) if limited else cash


def within_hoard(cash: int, *, limited: bool) -> None:
    """Raises `Refused` where a test takes more cash dice than a `limited` hoard gives it. Source: RES-20."""
    if cash > spendable(cash, limited=limited):
        raise Refused(f"One test takes {MOST_OF_A_HOARD} cash dice at most; this puts in {cash}.")


def needed(dice: int, shade: Shade, obstacle: int, wanted: Fraction, most: int) -> int | None:
    """The fewest cash dice, up to `most`, that bring the chance to `wanted`; None where they do not. Source: RES-20."""
    chances = ((cash, successes(Pool.of(dice + cash, shade)).at_least(obstacle)) for cash in range(most + 1))
    return next((cash for cash, chance in chances if chance >= wanted), None)


def counted(funds: Sequence[int], *, largest: bool = False) -> int:
    """The dice that several funds bring one test: all together, or only those of the `largest`. Source: RES-21."""
    return max(funds, default=0) if largest else sum(funds)


def borne(funds: Sequence[int], lost: int, *, largest: bool = False) -> tuple[int, ...]:
    """What is left of each fund after so many dice were lost, taken in the order given. Source: RES-21."""
    left = []
    used = funds.index(max(funds)) if largest and funds else None
    for place, fund in enumerate(funds):
        takes = min(fund, lost) if used is None or place == used else 0
        left.append(fund - takes)
        lost -= takes
    return tuple(left)


def advanced(stakes: Stakes) -> Stakes:
    """Resources that advance: one die more, whether taxed or not; what is taxed stays taxed. Source: RES-19."""
    return replace(stakes, exponent=stakes.exponent + 1)


def titled(stakes: Stakes, change: int) -> Stakes:
    """Resources after a title is won (1) or lost (-1), never below 0. Source: RES-22."""
    exponent = max(0, stakes.exponent + change)
    return replace(stakes, exponent=exponent, taxed=min(stakes.taxed, exponent))

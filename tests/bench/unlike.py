"""How fast the success tables of Bastard Sword are made, beside icepool: ``python -m tests.bench.unlike``.

Every die from d4 to d20, then pools of two and of three kinds, each with 1 to 60 dice. Nobody caches anything between
tables, and both have the same ones.
"""

import json
import time
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any

from icepool import Die as IcepoolDie

from engine.dice import MOST_DICE, Distribution
from engine.games.bastard_sword.dice import STANDARD, Die, Pool, successes

ROUNDS = 3
KINDS: tuple[tuple[Die, ...], ...] = (
    *((die,) for die in STANDARD),
    *pairwise(STANDARD),
    STANDARD[:3],
    STANDARD[3:],
)


def counts(kind: tuple[Die, ...], dice: int) -> list[tuple[Die, int]]:
    """So many dice, shared among the kinds as evenly as can be, the first taking the odd ones."""
    share, odd = divmod(dice, len(kind))
    return [(die, share + (place < odd)) for place, die in enumerate(kind) if share + (place < odd)]


def ours(kind: tuple[Die, ...], dice: int) -> Distribution:
    return successes(Pool.parse("+".join(f"{count}{die}" for die, count in counts(kind, dice))))


def icepools(kind: tuple[Die, ...], dice: int) -> IcepoolDie[int]:
    whole = IcepoolDie([0])
    for die, count in counts(kind, dice):
        whole += count @ IcepoolDie(list(die))
    return whole


def _timed(make: Callable[[tuple[Die, ...], int], Any]) -> tuple[float, list[Any]]:
    started = time.perf_counter()
    tables = [make(kind, dice) for kind in KINDS for dice in range(1, MOST_DICE + 1)]
    return time.perf_counter() - started, tables


def _equal(own: list[Distribution], icepool: list[IcepoolDie[int]]) -> bool:
    return all(
        chance == theirs.probability("==", number)
        for table, theirs in zip(own, icepool, strict=True)
        for number, chance in table
    )


def measure() -> dict[str, Any]:
    """Milliseconds for all tables, each library three times in turn, and the ratio of the medians (ours / icepool)."""
    spent: dict[str, list[float]] = {"ours": [], "icepool": []}
    tables: dict[str, list[Any]] = {}
    for _ in range(ROUNDS):
        for name, make in (("ours", ours), ("icepool", icepools)):
            seconds, tables[name] = _timed(make)
            spent[name].append(seconds)
    own, theirs = median(spent["ours"]), median(spent["icepool"])
    return {
        "unlike_tables": len(tables["ours"]),
        "unlike_equal": _equal(tables["ours"], tables["icepool"]),
        "unlike_ours_ms": round(1000 * own, 1),
        "unlike_icepool_ms": round(1000 * theirs, 1),
        "unlike_ratio_icepool": round(own / theirs, 4),
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))

"""How fast 600 success tables are made, beside icepool and dyce: ``python -m tests.bench.odds``.

Ten kinds of pool, each with 1 to 60 dice. The other libraries do plain dice and single extra dice exactly; chaining
dice they follow to a depth, which spares them work that ours does (a table up to 100 successes), and there the tables
are compared as far as the depth allows. Nobody caches anything between tables.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from dyce import H
from icepool import Again
from icepool import Die as IcepoolDie

from engine.dice import Distribution
from engine.games.burning_wheel.dice import MOST_DICE, Chain, Pool, Shade, successes

DEPTH = 6
"""How many extra dice the others follow on one chaining die; tables are equal up to so many successes."""

ROUNDS = 3


@dataclass(frozen=True)
class Kind:
    """One kind of pool; `shades` share its dice as evenly as can be, the first taking the odd one."""

    shades: tuple[Shade, ...]
    extra: Chain | None = None

    def counts(self, dice: int) -> list[tuple[Shade, int]]:
        share, odd = divmod(dice, len(self.shades))
        counts = [(shade, share + (place < odd)) for place, shade in enumerate(self.shades)]
        return [(shade, count) for shade, count in counts if count]

    @property
    def depth(self) -> int:
        return {None: 0, Chain.ONCE: 1, Chain.CHAIN: DEPTH}[self.extra]


KINDS = (
    *(Kind((shade,), extra) for extra in (None, Chain.ONCE, Chain.CHAIN) for shade in Shade),
    Kind((Shade.BLACK, Shade.GRAY)),
)


def ours(kind: Kind, dice: int) -> Distribution:
    mark = "*" if kind.extra else ""
    text = "+".join(f"{shade.value}{count}{mark}" for shade, count in kind.counts(dice))
    return successes(Pool.parse(text), chain=kind.extra or Chain.CHAIN)


def icepools(kind: Kind, dice: int) -> IcepoolDie[int]:
    whole = IcepoolDie([0])
    for shade, count in kind.counts(dice):
        below_six = [int(face >= shade.target) for face in range(1, 6)]
        whole += count @ IcepoolDie([*below_six, 1 + Again if kind.depth else 1], again_depth=kind.depth)
    return whole


def dyces(kind: Kind, dice: int) -> H[int]:
    whole = H({0: 1})
    for shade, count in kind.counts(dice):
        # So many sixes and then another face, or sixes all the way: the die is handed over ready made.
        one = Counter({kind.depth + 1: 1})
        for sixes in range(kind.depth + 1):
            scale = 6 ** (kind.depth - sixes)
            one[sixes] += shade.misses * scale
            one[sixes + 1] += (shade.hits - 1) * scale
        whole = whole + count @ H(one)
    return whole


def _timed(make: Callable[[Kind, int], Any]) -> tuple[float, float, list[Any]]:
    """Seconds for all tables, seconds for those that every library makes exactly, and the tables."""
    whole = exact = 0.0
    tables = []
    for kind in KINDS:
        started = time.perf_counter()
        tables += [make(kind, dice) for dice in range(1, MOST_DICE + 1)]
        spent = time.perf_counter() - started
        whole += spent
        exact += spent if kind.extra is not Chain.CHAIN else 0
    return whole, exact, tables


def _equal(own: list[Distribution], icepool: list[IcepoolDie[int]], dyce: list[H[int]]) -> bool:
    kinds = [kind for kind in KINDS for _ in range(MOST_DICE)]
    for kind, table, theirs, others in zip(kinds, own, icepool, dyce, strict=True):
        last = DEPTH if kind.extra is Chain.CHAIN else table.last
        for number in range(last + 1):
            chance = table.exactly(number)
            if chance != theirs.probability("==", number) or chance != Fraction(others[number], others.total):
                return False
    return True


def measure() -> dict[str, Any]:
    """Milliseconds for the 600 tables, each library three times in turn, and the ratios of the medians (ours / theirs).

    The ratios ending in `exact` leave out the chaining dice, which the others only follow to a depth.
    """
    makers: dict[str, Callable[[Kind, int], Any]] = {"ours": ours, "icepool": icepools, "dyce": dyces}
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in makers}
    tables: dict[str, list[Any]] = {}
    for _ in range(ROUNDS):
        for name, make in makers.items():
            whole, exact, tables[name] = _timed(make)
            spent[name].append((whole, exact))
    middle = {name: [median(column) for column in zip(*times, strict=True)] for name, times in spent.items()}
    found: dict[str, Any] = {
        "tables": len(tables["ours"]),
        "equal": _equal(tables["ours"], tables["icepool"], tables["dyce"]),
        "chain_depth_of_the_others": DEPTH,
    }
    for name, (whole, _) in middle.items():
        found[f"odds_{name}_ms"] = round(1000 * whole, 1)
    for name in ("icepool", "dyce"):
        found[f"odds_ratio_{name}"] = round(middle["ours"][0] / middle[name][0], 4)
        found[f"odds_ratio_{name}_exact"] = round(middle["ours"][1] / middle[name][1], 4)
    return found


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))

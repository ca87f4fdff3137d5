"""Slow twins of the engine: they write out every face that can fall, and know none of its shortcuts."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from engine.games.burning_wheel.dice import Chain, Pool, Reroll, Shade

Law = dict[tuple[int, int], Fraction]
"""Chance of (successes, dice rolled again)."""

SIXTH = Fraction(1, 6)


def _fall(
    target: int, opens: bool, chain: Chain, depth: int
) -> Iterator[tuple[Fraction, tuple[tuple[int, bool], ...]]]:
    """Every way that a die and its extra dice fall: its chance, and each face with whether that die may open.

    Chains are followed `depth` dice deep; what would go deeper is left out.
    """
    for face in range(1, 7):
        if face == 6 and opens:
            if depth:
                for chance, extra in _fall(target, chain is Chain.CHAIN, chain, depth - 1):
                    yield SIXTH * chance, ((face, opens), *extra)
        else:
            yield SIXTH, ((face, opens),)


def _one(shade: Shade, opens: bool, chain: Chain, depth: int, order: Reroll | None, budget: int) -> Law:
    """One die of the pool with all that comes of it, when `budget` failed dice may still be rolled again."""
    target = shade.target
    law: Law = Counter()  # type: ignore[assignment]

    def note(chance: Fraction, good: int, again: int) -> None:
        law[good, again] = law.get((good, again), Fraction(0)) + chance

    def good_of(fall: tuple[tuple[int, bool], ...]) -> int:
        return sum(face >= target for face, _ in fall)

    if order is None:
        for chance, fall in _fall(target, opens, chain, depth):
            note(chance, good_of(fall), 0)
    elif order is Reroll.REROLL_THEN_OPEN:
        for face in range(1, 7):
            again = face < target and budget > 0
            for last in range(1, 7) if again else (face,):
                chance = SIXTH * SIXTH if again else SIXTH
                if last == 6 and opens:
                    for more, extra in _fall(target, chain is Chain.CHAIN, chain, depth - 1):
                        note(chance * more, 1 + good_of(extra), again)
                else:
                    note(chance, last >= target, again)
    else:
        for chance, fall in _fall(target, opens, chain, depth):
            failed = [die_opens for face, die_opens in fall if face < target][:budget]
            stays_open = order is Reroll.OPEN_THEN_REROLL
            ways = [list(_fall(target, die_opens and stays_open, chain, depth)) for die_opens in failed]
            for way in product(*ways):
                odds, good = chance, good_of(fall)
                for more, extra in way:
                    odds, good = odds * more, good + good_of(extra)
                note(odds, good, len(failed))
    return law


def _joined(pool: Pool, most: int, one: Callable[[Shade, bool, int], Law]) -> dict[int, Fraction]:
    whole: Law = {(0, 0): Fraction(1)}
    for group in pool:
        for _ in range(group.count):
            grown: Law = {}
            for (good, used), chance in whole.items():
                for (more, again), odds in one(group.shade, group.open_ended, most - used).items():
                    key = (good + more, used + again)
                    grown[key] = grown.get(key, Fraction(0)) + chance * odds
            whole = grown
    totals: dict[int, Fraction] = {}
    for (good, _), chance in whole.items():
        totals[good] = totals.get(good, Fraction(0)) + chance
    return totals


def successes(pool: Pool, chain: Chain, depth: int) -> dict[int, Fraction]:
    """The chance of each number of successes; right up to `depth` of them, where dice chain without end."""
    return _joined(pool, 0, lambda shade, opens, _: _one(shade, opens, chain, depth, None, 0))


def rerolled(pool: Pool, order: Reroll, most: int, chain: Chain, depth: int) -> dict[int, Fraction]:
    """The same with up to `most` failed dice rolled once more."""
    return _joined(pool, most, lambda shade, opens, left: _one(shade, opens, chain, depth, order, left))


def plain(pool: Pool) -> dict[int, Fraction]:
    """Every combination of faces of a pool that does not open, counted one by one."""
    targets = [group.shade.target for group in pool for _ in range(group.count)]
    found = Counter(
        sum(face >= target for face, target in zip(faces, targets, strict=True))
        for faces in product(range(1, 7), repeat=len(targets))
    )
    return {good: Fraction(count, 6 ** len(targets)) for good, count in found.items()}


def contest(ours: dict[int, Fraction], theirs: dict[int, Fraction], lead: int) -> tuple[Fraction, Fraction, Fraction]:
    """Win, tie and lose, by laying every result beside every other."""
    sums = [Fraction(0)] * 3
    for (a, p), (b, q) in product(ours.items(), theirs.items()):
        sums[0 if a + lead > b else 1 if a + lead == b else 2] += p * q
    return sums[0], sums[1], sums[2]

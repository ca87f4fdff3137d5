"""Failed dice rolled once more, and in what order that and the opening of sixes happen (HUB-62, HUB-73, HUB-81)."""

import enum

from engine.dice.distribution import Distribution
from engine.dice.law import Law, distribution
from engine.games.burning_wheel.dice.numbers import MOST_OBSTACLE
from engine.games.burning_wheel.dice.pool import Group, Pool
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.dice.successes import Chain, die


class Reroll(enum.Enum):
    """When failed dice are rolled again. Without open-ended dice all three are the same."""

    OPEN_THEN_REROLL = "open, then reroll; rerolled sixes open"
    """Sixes open first; then failed dice are rolled again, failed extra dice too, and a six among them opens."""

    OPEN_THEN_REROLL_CLOSED = "open, then reroll; rerolled sixes stay closed"
    """The same, but a six on a die rolled again only succeeds."""

    REROLL_THEN_OPEN = "reroll, then open"
    """Failed dice of the pool are rolled again first; then every six opens, and failed extra dice stand.

    Where all failed dice are rolled again this gives the same odds as `OPEN_THEN_REROLL_CLOSED`.
    """


def rerolled(
    pool: Pool, order: Reroll, *, most: int | None = None, chain: Chain = Chain.CHAIN, upto: int = MOST_OBSTACLE
) -> Distribution:
    """The exact distribution of successes when failed dice are rolled once more, whatever they would have shown.

    `most` is how many at most, taken in the order of the pool, an extra die in the place of the die it came from; all
    of them when it is `None`. No die is rolled again twice. Under `Chain.ONCE` an extra die stays one when it is
    rolled again and never opens. `upto` is as for `successes`. Raises `ValueError` when either is negative.
    Source: HUB-62, HUB-73, HUB-81.
    """
    if most is not None and most < 0:
        raise ValueError(f"The number of rerolls is 0 or more; this says {most}.")
    fates = [(_fates(group, order, chain), group.count) for group in pool]
    if most is None or most >= pool.dice:
        return distribution([(stands + again, count) for (stands, _, again), count in fates], upto)
    used = [Law((1,))]
    for (stands, fails, again), count in fates:
        for _ in range(count):
            grown = [law * stands for law in used]
            grown.append(Law((0,)))
            for spent, law in enumerate(used):
                if spent < most:
                    grown[spent + 1] += law * again
                else:
                    grown[spent] += law * fails
            used = grown[: most + 1]
    return distribution([(sum(used[1:], used[0]), 1)], upto)


def _fates(group: Group, order: Reroll, chain: Chain) -> tuple[Law, Law, Law]:
    """What becomes of a die: it has nothing to reroll; it has, and that stands; it has, and is rolled again."""
    shade = group.shade
    hits, misses = shade.hits, shade.misses
    closed, opening = die(shade, False, chain), die(shade, group.open_ended, chain)
    failed = Law((misses,), SIDES)
    if not group.open_ended:
        return Law((0, hits), SIDES), failed, failed * closed
    below_six, six = Law((0, hits - 1), SIDES), Law((0, 1), SIDES)
    if order is Reroll.REROLL_THEN_OPEN:
        extra = opening if chain is Chain.CHAIN else closed
        return below_six + six * extra, failed, failed * opening
    again = opening if order is Reroll.OPEN_THEN_REROLL else closed
    if chain is Chain.CHAIN:
        # A chain of sixes ends in one die that is not a six, so that at most one die of it can fail.
        failed = Law((misses,), chains=1, sides=SIDES)
        return Law((0, hits - 1), chains=1, sides=SIDES), failed, failed * again
    extra_failed = six * failed
    return below_six + six * Law((0, hits), SIDES), failed + extra_failed, failed * again + extra_failed * closed

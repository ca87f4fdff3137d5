"""Which die a sum gives, and how spirit caps a pool, as the table reads it."""

from collections.abc import Sequence

from engine.games.bastard_sword.dice import SIDES, Die, Pool
from engine.games.bastard_sword.rules import attributes
from engine.games.bastard_sword.rules.attributes import WEAKEST
from engine.games.bastard_sword.rules.pool import Build
from engine.games.bastard_sword.rules.spirit import Weighed
from engine.rulings import Rulings


def _dies(total: int, ask: Rulings) -> tuple[bool, bool]:
    """Whether dice have as many sides as the sum, and whether those above 20 do; asked where it matters."""
    beyond = total > SIDES[-1] and ask["dice.above-twenty"] == "exact"
    between = WEAKEST <= total < SIDES[-1] and total not in SIDES
    return between and ask["dice.type"] == "exact", beyond


def die_of(total: int, ask: Rulings) -> Die:
    """The die of a sum of two attributes, or of a damage rating, 1 or more. Source: BSR-02, BSR-06."""
    exact, beyond = _dies(total, ask)
    return attributes.die_of(total, exact=exact, beyond=beyond)


def dice_of(totals: Sequence[int], ask: Rulings) -> list[Die]:
    """The dice of several sums, as `die_of`."""
    return [die_of(total, ask) for total in totals]


def next_die(total: int, ask: Rulings) -> tuple[int, Die] | None:
    """How many points more bring a better die, and which. Source: BSR-02."""
    exact = total < SIDES[-1] and ask["dice.type"] == "exact"
    beyond = total >= SIDES[-1] and ask["dice.above-twenty"] == "exact"
    return attributes.next_die(total, exact=exact, beyond=beyond)


def weighed_by(passed: int, ask: Rulings) -> Weighed:
    """What a load that passed its increment so many times does to spirit; asked where it did. Source: BSC-25."""
    ladder = passed > 0 and ask["burden.spirit"] == "ladder"
    return Weighed(passed, ladder, passed > 0 and not ladder and ask["burden.points"] == "point")


def built(
    base: int,
    ask: Rulings,
    *,
    bonus: int = 0,
    bought: int = 0,
    spirit: int | None = None,
    passed: int = 0,
    extended: bool = False,
) -> Build:
    """A pool's parts; how spirit caps it is asked only where it does. Source: BSR-04, BSR-18."""
    weighed = weighed_by(passed if bought else 0, ask)
    build = Build(base, bonus, bought, spirit, weighed, extended)
    if spirit is None or base + build.taken <= spirit - build.cost:
        return build
    after = not build.cost or ask["spirit.cap"] == "after"
    build = Build(base, bonus, bought, spirit, weighed, extended, after_payment=after)
    if not build.tired or not build.taken:
        return build
    first = ask["spirit.trim"] == "bonus-first"
    return Build(base, bonus, bought, spirit, weighed, extended, after_payment=after, bonus_first=first)


def rolled(pool: Pool, ask: Rulings, *, bonus: int = 0, spirit: int | None = None) -> Pool:
    """What is rolled of a pool with so many bonus dice; spirit, if it is looked at, may cap it. Source: BSR-18."""
    whole = pool.with_bonus(bonus)
    return whole if spirit is None else whole.at_most(built(pool.dice, ask, bonus=bonus, spirit=spirit).dice)

"""What a margin buys in Range and Cover: a shot, aim, cover, other acts, and what is kept (RNC-11 to RNC-15)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.burning_wheel.rules.maneuvers import DEAR
from engine.option import Option
from engine.working import Line

USUAL = 1
HASTY = DEAR
"""What an act costs, usually and with a Speed Withdraw. Source: RNC-11."""
MOST_COVER = 2
"""Dice of cover that anyone may have taken. Source: RNC-13."""


class Purchase(Option):
    """What successes of the margin can be spent on. Source: RNC-11."""

    SHOT = "shot", "Shoot"
    AIM = "aim", "Aim"
    COVER = "cover", "Take cover"
    CAST = "cast", "Cast a spell"
    OTHER = "other", "Something else"


def price(what: Purchase, *, hasty: bool = False, triple_dice: bool = True) -> int:
    """What one of it costs; `hasty` is a volley won with a Speed Withdraw. Source: RNC-11.

    With `triple_dice` false aim and cover stay at one success there.
    """
    dice = what in (Purchase.AIM, Purchase.COVER)
    return HASTY if hasty and (triple_dice or not dice) else USUAL


def aim_cap(perception: int) -> int:
    """The dice of aim that someone may hold: half of the Perception exponent (0 or more), rounded up. Source: RNC-14.

    >>> [aim_cap(perception) for perception in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return (perception + 1) // 2


@dataclass(frozen=True, slots=True)
class Held:
    """The dice that someone holds: of aim for a shot, of cover for the next positioning test; both 0 or more."""

    aim: int = 0
    cover: int = 0


@dataclass(frozen=True, slots=True)
class Means:
    """What a winner has to spend and may buy.

    `margin` is 0 to 100. `most_aim` is what Perception lets one hold, dice held already included. `shoots` and `casts`
    say whether a shot or a spell is possible at all. `maintains` keeps cover dice. `pairs`: cover costs two successes
    at once, and gives two dice. `free`: the other side used Steel, and a shot costs nothing. Source: RNC-11, RNC-13,
    RNC-14, RNC-21.
    """

    margin: int
    held: Held = Held()
    most_aim: int = 0
    shoots: bool = True
    casts: bool = False
    maintains: bool = True
    hasty: bool = False
    triple_dice: bool = True
    pairs: bool = False
    free: bool = False

    def price(self, what: Purchase) -> int:
        """What one of it costs here."""
        if self.free and what is Purchase.SHOT:
            return 0
        return price(what, hasty=self.hasty, triple_dice=self.triple_dice)

    @property
    def cover_kept(self) -> int:
        """The dice of cover that stay after this volley without a purchase. Source: RNC-13."""
        return cover_after(self.held.cover, self.maintains)


@dataclass(frozen=True, slots=True)
class Spend:
    """One way to spend a margin: what is bought, what it costs, and what is `left`, which is lost. Source: RNC-11.

    `pool_aim` is the aim in the shot, if there is one; `after` is what is held for the next volley.
    """

    shot: bool
    aim: int
    cover: int
    cast: bool
    cost: int
    left: int
    pool_aim: int
    after: Held


def spends(means: Means) -> tuple[Spend, ...]:
    """Every legal way to spend a margin on a shot, aim, cover and a spell, with what is left for other acts.

    Aim dice that are bought help the shot of this volley, or are kept. Source: RNC-11 to RNC-14.
    """
    return tuple(_spends(means))


def _spends(means: Means) -> Iterator[Spend]:
    aim_price, cover_price = means.price(Purchase.AIM), means.price(Purchase.COVER)
    room = max(0, means.most_aim - means.held.aim)
    cover_room = max(0, MOST_COVER - means.cover_kept)
    if means.pairs:
        covers: tuple[int, ...] = (0, MOST_COVER) if cover_room == MOST_COVER else (0,)
    else:
        covers = tuple(range(cover_room + 1))
    acts = [(False, False)]
    acts += [(True, False)] if means.shoots else []
    acts += [(False, True)] if means.casts else []
    for shot, cast in acts:
        act = means.price(Purchase.SHOT) * shot + means.price(Purchase.CAST) * cast
        for cover in covers:
            for aim in range(room + 1):
                cost = act + cover * cover_price + aim * aim_price
                if cost <= means.margin:
                    held = means.held.aim + aim
                    after = Held(0 if shot else held, min(MOST_COVER, means.cover_kept + cover))
                    yield Spend(shot, aim, cover, cast, cost, means.margin - cost, held if shot else 0, after)


def cover_after(held: int, maintains: bool, bought: int = 0, *, hesitates: bool = False) -> int:
    """The dice of cover for the next volley, 0 to 2: a Maintain keeps them, won or lost; hesitating loses them.

    Source: RNC-13.
    """
    if hesitates:
        return 0
    return min(MOST_COVER, (held if maintains else 0) + bought)


class Volley(Option):
    """How a volley went for someone who aims. Source: RNC-14."""

    WON = "won", "won"
    TIED = "tied", "tied"
    LOST = "lost", "lost"


def aim_after(
    held: int,
    volley: Volley,
    bought: int = 0,
    *,
    most: int,
    shot: bool = False,
    steel_failed: bool = False,
    distracted: bool = False,
    expires: bool = False,
) -> int:
    """The dice of aim that are left when the volley is over, 0 to `most`.

    A lost test, a failed Steel test or any distraction takes them all, a shot uses them up. With `expires` dice of the
    volley before are gone now, used or not. Source: RNC-14.
    """
    if volley is Volley.LOST or steel_failed or distracted or shot:
        return 0
    return min(most, (0 if expires else held) + (bought if volley is Volley.WON else 0))


def shooting_dice(skill: int, aim: int, other: int = 0) -> tuple[Line, ...]:
    """The lines of a shot's dice: aim counts here, never in positioning. Source: RNC-12, RNC-14."""
    return (
        Line(skill, "Skill", "RNC-12"),
        Line(aim, "Aim", "RNC-14"),
        Line(other, "Other dice", "RNC-12"),
    )

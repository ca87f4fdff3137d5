"""Iron-cased bombs: fuse, throw, getting clear, the blast, and bombs in Range and Cover (WPN-24 to WPN-32)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Chain, Pool, Shade, versus
from engine.games.burning_wheel.dice.shade import SIDES
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.exchange import Slot
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.missiles import Hampered, Reach, hampering
from engine.games.burning_wheel.rules.shots import MOST_BONUS, Bands, Shot, bonus
from engine.games.burning_wheel.rules.versus import House, Side, chances
from engine.games.burning_wheel.rules.weapons import Length
from engine.option import Option
from engine.working import Line, Worked

NAME = "Iron-cased bomb"
BANDS = Bands(2, 4)
DAMAGE = Damage(Coordinate(3), Coordinate(6), Coordinate(9))
REACH = Reach(1, 1, 10)
ACTIONS = 7
"""Grab, light, acquire and throw, as printed. Source: WPN-23, WPN-25."""
LIGHTING = 2
"""Actions of lighting the fuse, with a flame at hand. Source: WPN-26."""
BLAST = Pool.of(6, Shade.BLACK, open_ended=True)
"""What the explosion rolls. Source: WPN-25, WPN-30."""


class Make(Option):
    """The skills that make explosives, depending on the campaign; no obstacle is given. Source: WPN-24."""

    FIREBOMBS = "firebombs", "Firebombs"
    ALCHEMY = "alchemy", "Alchemy"
    ARTILLERY = "artillery", "Artillery"
    MUNITIONS = "munitions", "Munitions"


class Near(Option):
    """How near the bomb goes off, or how far it was thrown, with its VA there. Source: WPN-25."""

    OPTIMAL = "optimal", "optimal distance", 4
    LUNGING = "lunging", "lunging distance", 2
    EXTREME = "extreme", "thrown at extreme range", 2

    @property
    def distances(self) -> int:
        """Fighting distances to gain before the blast reaches no more. Source: WPN-29."""
        return 2 if self is Near.OPTIMAL else 1


FARTHER = -1
"""What lunging distance or extreme range takes off the Die of Fate. Source: WPN-25."""


def shot(near: Near) -> Shot:
    """What the bomb does to whom it catches: its own damage, whoever threw it. Source: WPN-25."""
    lines = () if near is Near.OPTIMAL else (Line(FARTHER, near.words.capitalize(), "WPN-25"),)
    return Shot(NAME, DAMAGE, BANDS, near.amount or 0, Worked(lines))


class Fuse(Option):
    """What the misfire die brings when the fuse is lit. Source: WPN-31."""

    BURNS = "burns", "Burns as it should"
    DUD = "dud", "A dud"
    NEXT = "next", "Goes off in the next volley"
    NOW = "now", "Goes off at once"


MISFIRES = 1
EARLY_TO = 3
"""The highest face of the second die at which it goes off in the next volley. Source: WPN-31."""


def fuse(first: int, second: int | None = None, *, well_made: bool = True) -> Fuse | None:
    """What came of the misfire die; None while a 1 waits for the `second` die. Faces are 1 to 6. Source: WPN-31."""
    if first != MISFIRES:
        return Fuse.BURNS
    if not well_made:
        return Fuse.NOW
    if second is None:
        return None
    return Fuse.NEXT if second <= EARLY_TO else Fuse.DUD


def fuse_chances(*, well_made: bool = True) -> Mapping[Fuse, Fraction]:
    """The chance of each before the die falls. `well_made`: the test that built it passed. Source: WPN-31."""
    misfire = Fraction(MISFIRES, SIDES)
    early = misfire * Fraction(EARLY_TO, SIDES)
    if not well_made:
        return {Fuse.BURNS: 1 - misfire, Fuse.DUD: Fraction(0), Fuse.NEXT: Fraction(0), Fuse.NOW: misfire}
    return {Fuse.BURNS: 1 - misfire, Fuse.DUD: misfire - early, Fuse.NEXT: early, Fuse.NOW: Fraction(0)}


def goes_off(lit: Slot) -> Slot:
    """When a bomb lit in this slot goes off: the same volley and action of the next exchange. Source: WPN-26.

    >>> goes_off(Slot(1, 1, 1)).words
    'exchange 2, volley 1, action 1'
    """
    return Slot(lit.exchange + 1, lit.volley, lit.action)


class Delivery(Option):
    """What is tested to throw a bomb, with its obstacle; Agility is doubled already. Source: WPN-28."""

    THROWING = "throwing", "Throwing", 2
    AGILITY = "agility", "Agility", 4


LOST_POSITION = Line(2, "Positioning not won", "WPN-27")
NOT_ACQUIRED = Line(2, "No target acquired", "WPN-28")


def throw_obstacle(
    delivery: Delivery,
    *,
    won: bool = True,
    acquired: bool = True,
    hampered: Collection[Hampered] = (),
    other: int = 0,
) -> Worked:
    """What a throw in Fight! has to reach, line by line; `other` are weather, wounds and such. Source: WPN-27, 28."""
    lines = [Line(delivery.amount or 0, delivery.words, "WPN-28")]
    lines += [] if won else [LOST_POSITION]
    lines += [] if acquired else [NOT_ACQUIRED]
    lines += hampering(hampered)
    lines += [Line(other, "Something else", "WPN-28")] if other else []
    return Worked(tuple(lines))


def lands(*, won: bool) -> Near:
    """Where a throw that hits puts the bomb. Source: WPN-27."""
    return Near.OPTIMAL if won else Near.LUNGING


def throw_bonus(successes: int, obstacle: int, *, each: bool = False) -> int:
    """What successes over the obstacle add to the Die of Fate, 0 to 3: as for missiles, or one for `each`. WPN-28."""
    if each:
        return min(max(0, successes - obstacle), MOST_BONUS)
    return bonus(successes, obstacle)


LENGTHS = tuple(Length)[: list(Length).index(Length.LONGEST) + 1]
TWO_DICE_FROM = 3
"""Steps between two lengths from which the longer weapon has two dice. Source: WPN-29, from the Fight! chapter."""


def length_dice(length: Length) -> int:
    """Dice that a lit bomb, always a longest weapon, has over a weapon of this length: 0, 1 or 2. Source: WPN-27, 29.

    The table's "as weapon" is no length; raises `ValueError` for it.
    """
    steps = LENGTHS.index(Length.LONGEST) - LENGTHS.index(length)
    return 2 if steps >= TWO_DICE_FROM else min(steps, 1)


def clear(
    speed: Pool,
    bomb_dice: int,
    distances: int,
    volleys: int,
    *,
    win_by_two: bool = True,
    penalty: int = 0,
    chain: Chain = Chain.CHAIN,
) -> Fraction:
    """The chance to gain so many fighting distances with as many Withdraws as there are volleys, exactly.

    Each is a positioning test of `speed` against the bomb's length dice: more successes gain one distance, two more
    gain two where `win_by_two`; a tie gains none. `penalty` is the character's own +Ob. Source: WPN-29.
    """
    bomb = Pool.of(bomb_dice)
    won = versus(speed, bomb, lead=-penalty, chain=chain).win
    twice = versus(speed, bomb, lead=-penalty - 1, chain=chain).win if win_by_two else Fraction(0)
    gains = {0: 1 - won, 1: won - twice, 2: twice}
    left = {distances: Fraction(1)}
    for _ in range(volleys):
        after: dict[int, Fraction] = {}
        for still, chance in left.items():
            for gain, share in gains.items():
                nearer = max(0, still - gain) if still else 0
                after[nearer] = after.get(nearer, Fraction(0)) + chance * share
        left = after
    return left.get(0, Fraction(0))


def caught(
    speed: Pool,
    explosion: Pool = BLAST,
    *,
    tie_caught: bool = False,
    penalty: int = 0,
    house: House = House(),
    chain: Chain = Chain.CHAIN,
) -> Fraction:
    """The chance that the explosion's open-ended dice outdo a raw Speed, exactly.

    `penalty` is the character's own +Ob, 0 or more, read by `house` as in any versus test. Source: WPN-30, HUB-13.
    """
    contest = chances(Side(speed, penalty), Side(explosion), house, chain)
    return contest.lose + (contest.tie if tie_caught else 0)


@dataclass(frozen=True, slots=True)
class Victim:
    """Someone near a bomb about to go off: `reached` is the chance that the explosion catches them. Source: WPN-30."""

    near: Near
    reached: Fraction
    bonus: int = 0

    @property
    def shot(self) -> Shot:
        """What it does to them once it does."""
        return shot(self.near)

    @property
    def chances(self) -> Mapping[Stage, Fraction]:
        """The exact chance to get off unharmed (as a miss), and of each stage. Source: WPN-25, WPN-30."""
        stages = self.shot.chances(self.bonus)
        return {Stage.MISS: 1 - self.reached, **{stage: self.reached * stages[stage] for stage in LANDED}}


HAND = Fraction(1, SIDES)
"""The chance that a bomb whose thrower did not win his positioning goes off in his hand. Source: WPN-32."""
RANGE_DICE_AGAINST_ONE = 2
COVER_NEGATED = 1


def range_dice(opponent: int) -> int:
    """Dice a bomb gives to positioning in Range and Cover: one more against a weapon of 1D. Source: WPN-32."""
    return RANGE_DICE_AGAINST_ONE if opponent == REACH.optimal else REACH.optimal


def cover_dice(dice: int) -> int:
    """What a bomb leaves of the opponent's cover dice (0 or more). Source: WPN-32."""
    return max(0, dice - COVER_NEGATED)


def in_hand(
    bomber: Pool, opponent: Pool, *, tie_risks: bool = True, chain: Chain = Chain.CHAIN
) -> tuple[Fraction, Fraction]:
    """The chance to win the positioning test, and that the bomb goes off in the bomber's hand. Source: WPN-32."""
    contest = versus(bomber, opponent, chain=chain)
    risked = contest.lose + (contest.tie if tie_risks else 0)
    return contest.win, risked * HAND

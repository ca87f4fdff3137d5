"""How armor wears: what an armor test takes from it, exactly, and how it is repaired (ARM-10 to ARM-12)."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice import Chain, Pool, Roll, Shade, successes
from engine.games.burning_wheel.rules.armor import SHADES, ArmorType, Piece, Quality
from engine.option import Option
from engine.refused import Refused

SIDES = 6
WORN = 1
"""The face that wears armor out. Source: ARM-10."""


class Grace(enum.Enum):
    """Whether Saving Grace rolls failed dice again, and which 1s wear the armor out then. Source: ARM-22, ARM-10."""

    NONE = "none"
    FINAL = "final"
    """Those that lie there at last."""
    FIRST = "first"
    """Those that fell first."""


@dataclass(frozen=True, slots=True)
class Held:
    """What became of one armor test: whether the blow is stopped, and the dice that the location loses."""

    stopped: bool
    lost: int


def can_wear(armor: Shade, attack: Shade) -> bool:
    """Whether 1s count at all: armor of a lighter shade than the attack's ignores them.

    Black armor always wears, gray only from gray and white attacks, white only from white ones. Source: ARM-11.
    """
    return SHADES.index(attack) >= SHADES.index(armor)


def asks_again(faces: Sequence[int], quality: Quality) -> bool:
    """Whether a 1 is rolled again before anything is lost, as on superior armor. Source: ARM-10."""
    return quality is Quality.SUPERIOR and WORN in faces


def dice_lost(faces: Sequence[int], quality: Quality, again: int | None = None) -> int:
    """The dice that a location or shield loses by what its dice show, extra dice included.

    `again` is the face of the die that superior armor rolls again. Raises `Refused` where it is asked for and is not
    a face, 1 to 6. Source: ARM-10.
    """
    ones = list(faces).count(WORN)
    if quality is Quality.POOR:
        return ones
    if quality is Quality.RUN or not ones:
        return min(ones, 1)
    if again is None or not 1 <= again <= SIDES:
        said = "nothing" if again is None else str(again)
        raise Refused(f"On superior armor a 1 is rolled again, for a face from 1 to 6; this says {said}.")
    return int(again == WORN)


def settle(
    rolled: Roll, obstacle: int, piece: Piece, attack: Shade, again: int | None = None, *, counts: bool = False
) -> Held:
    """An armor test from dice that lie there: Saving Grace is told by its last faces (a reading of ARM-10).

    `again` is the face of the 1 that superior armor rolls again, and with `counts` it may be a success.
    Source: ARM-05, ARM-10, ARM-11.
    """
    wears = can_wear(piece.shade, attack)
    lost = min(piece.dice, dice_lost(rolled.faces, piece.quality, again)) if wears else 0
    more = counts and wears and asks_again(rolled.faces, piece.quality) and (again or 0) >= piece.shade.target
    return Held(rolled.count.successes + more >= obstacle, lost)


@cache
def outcomes(
    pool: Pool,
    obstacle: int,
    quality: Quality,
    *,
    wears: bool = True,
    counts: bool = False,
    grace: Grace = Grace.NONE,
    chain: Chain = Chain.CHAIN,
) -> Mapping[Held, Fraction]:
    """The exact chance of everything that can become of an armor test; impossible outcomes are left out.

    `wears` says whether 1s count (`can_wear`), `counts` whether the 1 that superior armor rolls again may turn into a
    success. Dice may be open-ended; an extra die wears like any other. With `grace` failed dice are rolled again, and
    none of them opens: `ValueError` says so. Source: ARM-05, ARM-10, ARM-11, ARM-22.

    >>> chances = outcomes(Pool.parse("B1"), 1, Quality.RUN)
    >>> [(held.stopped, held.lost, str(chance)) for held, chance in chances.items()]
    [(True, 0, '1/2'), (False, 0, '1/3'), (False, 1, '1/6')]
    """
    found: dict[Held, Fraction] = {}

    def add(stopped: bool, lost: int, chance: Fraction) -> None:
        if chance:
            held = Held(stopped, min(lost, pool.dice))
            found[held] = found.get(held, Fraction(0)) + chance

    if grace is not Grace.NONE and pool.open_ended:
        raise ValueError("Saving Grace is worked out here for dice that do not open.")
    shade = pool.groups[0].shade
    for ones, (total, short) in enumerate(_ones(pool, obstacle, chain, grace)):
        by_one = short[obstacle - 1] if obstacle else Fraction(0)
        failed = sum(short, Fraction(0))
        passed = total - failed
        if not wears or not ones or quality is not Quality.SUPERIOR:
            lost = 0 if not wears else ones if quality is Quality.POOR else min(ones, 1)
            add(True, lost, passed)
            add(False, lost, failed)
            continue
        saved = by_one * shade.chance if counts else Fraction(0)
        again = Fraction(1, SIDES)
        add(True, 1, passed * again)
        add(True, 0, passed * (1 - again) + saved)
        add(False, 1, failed * again)
        add(False, 0, failed * (1 - again) - saved)
    return dict(sorted(found.items(), key=lambda item: (not item[0].stopped, item[0].lost)))


def _ones(pool: Pool, obstacle: int, chain: Chain, grace: Grace) -> list[tuple[Fraction, list[Fraction]]]:
    """For each number of 1s its whole chance, and that of it together with 0, 1, … `obstacle` - 1 successes."""
    rows = [(Fraction(1), [Fraction(int(number == 0)) for number in range(obstacle)])]
    for group in pool:
        clean, one = (
            _die(group.shade, group.open_ended, obstacle, chain)
            if grace is Grace.NONE
            else _rolled_again(group.shade, obstacle, grace)
        )
        for _ in range(group.count):
            grown = [(Fraction(0), [Fraction(0)] * obstacle) for _ in range(len(rows) + 1)]
            for ones, row in enumerate(rows):
                for more, law in ((0, clean), (1, one)):
                    grown[ones + more] = _plus(grown[ones + more], _times(row, law))
            rows = grown
    return rows


_Series = tuple[Fraction, list[Fraction]]


def _die(shade: Shade, opens: bool, upto: int, chain: Chain) -> tuple[_Series, _Series]:
    """One die with its extra dice, without a 1 and with one: the whole chance, and that of each number below `upto`.

    A chain of sixes ends in one die that is no six, so at most one die of it shows a 1.
    """

    def plain(misses: int, hits: int) -> _Series:
        return Fraction(misses + hits, SIDES), [Fraction(n, SIDES) for n in (misses, hits, *[0] * upto)[:upto]]

    closed = plain(shade.misses - 1, shade.hits), plain(1, 0)
    if not opens:
        return closed
    ends = plain(shade.misses - 1, shade.hits - 1), plain(1, 0)
    again = closed if chain is Chain.ONCE else ends
    made = []
    for end, extra in zip(ends, again, strict=True):
        total, law = end[0], list(end[1])
        if chain is Chain.ONCE:
            total += extra[0] / SIDES
            law = [chance + (extra[1][number - 1] / SIDES if number else 0) for number, chance in enumerate(law)]
        else:
            total = total * SIDES / (SIDES - 1)
            for number in range(1, upto):
                law[number] += law[number - 1] / SIDES
        made.append((total, law))
    return made[0], made[1]


def _rolled_again(shade: Shade, upto: int, grace: Grace) -> tuple[_Series, _Series]:
    """One die that is rolled again if it fails, without a 1 that counts and with one, as `_die` gives them."""
    misses, hits = Fraction(shade.misses, SIDES), shade.chance
    face = Fraction(1, SIDES)

    def law(fails: Fraction, succeeds: Fraction) -> _Series:
        return fails + succeeds, [fails, succeeds, *[Fraction(0)] * upto][:upto]

    if grace is Grace.FIRST:
        return law((misses - face) * misses, hits + (misses - face) * hits), law(face * misses, face * hits)
    return law(misses * (misses - face), hits + misses * hits), law(misses * face, Fraction(0))


def _times(left: _Series, right: _Series) -> _Series:
    upto = len(left[1])
    law = [
        sum((left[1][part] * right[1][number - part] for part in range(number + 1)), Fraction(0))
        for number in range(upto)
    ]
    return left[0] * right[0], law


def _plus(left: _Series, right: _Series) -> _Series:
    return left[0] + right[0], [one + other for one, other in zip(left[1], right[1], strict=True)]


def losses(dice: int, quality: Quality) -> Mapping[int, Fraction]:
    """The chance of each number of dice lost in one test of `dice` dice whose 1s count. Source: ARM-10."""
    lost: dict[int, Fraction] = {}
    for held, chance in outcomes(Pool.of(dice), 0, quality).items():
        lost[held.lost] = lost.get(held.lost, Fraction(0)) + chance
    return dict(sorted(lost.items()))


@dataclass(frozen=True, slots=True)
class Forecast:
    """A location after so many blows: the chance of each number of dice left, and that the last blow went through."""

    blow: int
    left: Mapping[int, Fraction]
    through: Fraction
    any_through: Fraction

    @property
    def mean(self) -> Fraction:
        """The dice left on average."""
        return sum((dice * chance for dice, chance in self.left.items()), Fraction(0))


def forecast(
    piece: Piece, obstacle: int, blows: int, *, wears: bool = True, counts: bool = False
) -> tuple[Forecast, ...]:
    """What becomes of a location under so many blows of one kind, each after the other, exactly.

    A Markov chain over the dice left; a location without dice stops nothing. Source: ARM-05, ARM-10.
    """
    standing: dict[tuple[int, bool], Fraction] = {(piece.dice, False): Fraction(1)}
    found = []
    for blow in range(1, blows + 1):
        after: dict[tuple[int, bool], Fraction] = {}
        through = Fraction(0)
        for (dice, before), chance in standing.items():
            tested = outcomes(Pool.of(dice, piece.shade), obstacle, piece.quality, wears=wears, counts=counts)
            for held, share in tested.items():
                stopped = held.stopped and dice > 0
                through += 0 if stopped else chance * share
                key = (dice - held.lost, before or not stopped)
                after[key] = after.get(key, Fraction(0)) + chance * share
        standing = after
        left: dict[int, Fraction] = {}
        for (dice, _), chance in sorted(standing.items()):
            left[dice] = left.get(dice, Fraction(0)) + chance
        broken = sum((chance for (_, gone), chance in standing.items() if gone), Fraction(0))
        found.append(Forecast(blow, left, through, broken))
    return tuple(found)


@cache
def lasts(dice: int, quality: Quality) -> Fraction:
    """How many tests a location of `dice` dice lasts on average until none is left; 0 with none. Source: ARM-10."""
    if not dice:
        return Fraction(0)
    chances = losses(dice, quality)
    later = sum((chance * lasts(dice - lost, quality) for lost, chance in chances.items() if lost), Fraction(0))
    return (1 + later) / (1 - chances.get(0, Fraction(0)))


class Mender(Option):
    """The skills that repair armor. Source: ARM-12."""

    MENDING = "mending", "Mending"
    TAILOR = "tailor", "Tailor"
    TANNER = "tanner", "Tanner"
    BLACKSMITH = "blacksmith", "Blacksmith"
    ARMORER = "armorer", "Armorer"


@dataclass(frozen=True, slots=True)
class Trade:
    """What a skill can repair: the obstacle of each die that it restores, and which types. Source: ARM-12."""

    skill: Mender
    obstacles: tuple[int, ...]
    soft: bool
    metal: bool

    def takes(self, type: ArmorType) -> bool:
        """Whether it works on armor of that type."""
        return self.metal if type.made.metal else self.soft


def _trade(row: Mapping[str, Any]) -> Trade:
    return Trade(Mender.of(row["skill"]), tuple(row["obstacles"]), row["soft"], row["metal"])


TRADES: Mapping[Mender, Trade] = {
    trade.skill: trade
    for trade in tables.rows(__file__, "armor_wear.toml", "repair", tuple(Trade.__dataclass_fields__), _trade)
}
SEVENTH = 6
"""The obstacle of a seventh die by an Armorer, where a table goes on beyond what the book lists. Source: ARM-12."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair: the obstacle of each test that it takes, in order, and how many lost dice stay lost all the same."""

    obstacles: tuple[int, ...]
    beyond: int

    def chance(self, pool: Pool, harder: int = 0) -> Fraction:
        """The chance that every test is passed with these dice, each obstacle `harder` by that. Source: ARM-12."""
        chance = Fraction(1)
        for obstacle in self.obstacles:
            chance *= successes(pool).at_least(obstacle + harder)
        return chance


def repair(
    type: ArmorType, lost: int, skill: Mender, *, back: int = 0, single: bool = False, seventh: bool = False
) -> Repair:
    """What it takes to put `lost` dice of one location back: a test for each die, the first the easiest.

    `back` is how many this repair has put back before. With `single` it is one test at the obstacle of the last die.
    `seventh` gives the Armorer a seventh die. Raises `Refused` where the skill does not work on that type.
    Source: ARM-12.
    """
    trade = TRADES[skill]
    if not trade.takes(type):
        able = wording.listed([one.skill.words for one in TRADES.values() if one.takes(type)], "or")
        raise Refused(f"{skill.words} does not repair {type.words.lower()}; {able} does.")
    known = (*trade.obstacles, SEVENTH) if seventh and skill is Mender.ARMORER else trade.obstacles
    each = known[back : back + lost]
    return Repair(each[-1:] if single else each, lost - len(each))


def repaired(piece: Piece, dice: int) -> Piece:
    """The piece with so many of its lost dice back. Source: ARM-12."""
    return replace(piece, lost=max(0, piece.lost - dice))

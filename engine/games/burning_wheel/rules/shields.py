"""Shields: their dice in melee, against missiles and as cover, Block and Strike, and their weight (ARM-23 to ARM-35).

A shield on someone's arm is a `Carried`: which one it is, and the dice that wear has taken from it. What it adds to a
defense is `helps`, and what is left of a blow after the Block is `after_block`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice import Chain, Pool, Shade, reaches, successes
from engine.games.burning_wheel.rules import stances
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.armor_wear import dice_lost, losses
from engine.games.burning_wheel.rules.damage import LANDED, Stage, over_needed
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.weapons import NOT_GIVEN, WEAPONS
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Mark, Worked

LEAST = 1
"""What VA leaves of a shield that still has dice. Source: ARM-27."""
COVER_OBSTACLE = 1
"""What the shield's own dice are rolled against when its bearer is shot at. Source: ARM-30."""
HIDING = 3
"""What complete hiding behind a great shield adds to the shooter's obstacle. Source: ARM-30."""
COVERED = 1
"""Successes more that it takes to hit the area which a shield covers. Source: ARM-30."""
BURDEN = 1
"""What a destroyed shield on the arm adds to martial actions. Source: ARM-29."""
BASH = WEAPONS["shield"]
"""A shield as a weapon; what it costs on the inside is `striking.Inside.HILT`. Source: ARM-33."""


class Kind(Option):
    """Shields, smallest first, and what else may be used as one. Source: ARM-23."""

    PARRYING_BLADE = "parrying-blade", "Parrying blade"
    BUCKLER = "buckler", "Buckler"
    TARGET = "target", "Target shield"
    HEATER = "heater", "Heater"
    GREAT = "great", "Great shield"
    IMPROVISED = "improvised", "Something sturdy"


@dataclass(frozen=True, slots=True)
class Shield:
    """A shield of the table. `dice` and `drop` are None where the book gives none.

    A `real` one may Block a Great Strike, and whoever bears one that `hides` may hide behind it completely. `drop` is
    how many actions it takes to be rid of it. Source: ARM-23, ARM-29, ARM-30.
    """

    kind: Kind
    dice: int | None
    real: bool
    hides: bool
    drop: int | None


def _number(row: Mapping[str, Any], column: str) -> int | None:
    number = row[column]
    if number != NOT_GIVEN and type(number) is not int:
        raise ValueError(f'{column} is a whole number or "{NOT_GIVEN}"; this says {number!r}.')
    return None if number == NOT_GIVEN else number


def _shield(row: Mapping[str, Any]) -> Shield:
    return Shield(Kind.of(row["key"]), _number(row, "dice"), row["real"], row["hides"], _number(row, "drop"))


SHIELDS: Mapping[Kind, Shield] = {
    shield.kind: shield
    for shield in tables.rows(__file__, "shields.toml", "shield", ("key", "dice", "real", "hides", "drop"), _shield)
}


@dataclass(frozen=True, slots=True)
class Carried:
    """A shield on the arm: its `name`, its `rating` in dice when whole, and the dice `lost` to wear, 0 or more.

    `real` and `hides` are as in `Shield`. Source: ARM-23, ARM-28.
    """

    name: str
    rating: int
    lost: int = 0
    real: bool = True
    hides: bool = False

    @property
    def dice(self) -> int:
        """The dice that are left of it."""
        return max(0, self.rating - self.lost)

    @property
    def destroyed(self) -> bool:
        """Whether wear has taken all its dice, which makes it useless. Source: ARM-28."""
        return self.dice == 0

    @property
    def burden(self) -> int:
        """What it adds to the obstacle of martial actions while it hangs on the arm, 0 or 1. Source: ARM-29."""
        return BURDEN if self.destroyed else 0


def worn(carried: Carried, faces: Sequence[int], quality: Quality, again: int | None = None) -> Carried:
    """The shield after a roll in which its dice showed these `faces`; `again` is the 1 that a superior one rerolls.

    Faces are those of the shield's own dice, never those of the skill. Raises `Refused` for more dice than it has, and
    where a superior shield lacks that face. Source: ARM-28, ARM-10.
    """
    if len(faces) > carried.dice:
        rolled = wording.count(len(faces), "die", "dice")
        raise Refused(
            f"This shield rolls at most {carried.dice}D; these are {rolled}. Leave out the dice of the skill."
        )
    return replace(carried, lost=carried.lost + min(carried.dice, dice_lost(faces, quality, again)))


def rolled(dice: int, va: int) -> int:
    """How many of a shield's `dice` are rolled against a blow: VA takes all but the last. Source: ARM-27."""
    return max(LEAST, dice - va) if dice else 0


@cache
def lasts(dice: int, quality: Quality, va: int = 0) -> Fraction:
    """How many rolls a shield of so many dice lasts on average, each against the same `va`; 0 with none.

    Only the dice that are rolled can show a 1, so a shield lasts longer against a high VA. Source: ARM-28.

    >>> lasts(1, Quality.RUN), lasts(2, Quality.RUN, va=1)
    (Fraction(6, 1), Fraction(12, 1))
    """
    if not dice:
        return Fraction(0)
    chances = losses(rolled(dice, va), quality)
    later = sum((chance * lasts(dice - lost, quality, va) for lost, chance in chances.items() if lost), Fraction(0))
    return (1 + later) / (1 - chances.get(0, Fraction(0)))


class Maneuver(Option):
    """What a fighter defends with. Source: ARM-24, ARM-25."""

    BLOCK = "block", "Block"
    COUNTERSTRIKE = "counterstrike", "Counterstrike"
    BLOCK_AND_STRIKE = "block-and-strike", "Block and Strike"
    AVOID = "avoid", "Avoid"


@dataclass(frozen=True, slots=True)
class Attack:
    """A blow that a shield is held against: its whole `va`, and what about it a shield does not stop.

    `articulated` are flails and three-section staves; `inside` is the inside striking distance. Source: ARM-27, ARM-34,
    ARM-35.
    """

    va: int = 0
    great_strike: bool = False
    articulated: bool = False
    inside: bool = False


class Barred(Option):
    """Why a shield adds nothing at all."""

    DESTROYED = "destroyed", "It has no dice left"
    AVOID = "avoid", "A shield does not help to Avoid"
    UNTRAINED = "untrained", "Takes Shield Training"
    ARTICULATED = "articulated", "A flail goes around the shield"
    INSIDE = "inside", "No shield helps on the inside"
    NOT_REAL = "not-real", "Only a true shield stops a Great Strike"

    @property
    def rule(self) -> str:
        """The rule that says so."""
        return _BARRED_BY[self]


_BARRED_BY: Mapping[Barred, str] = {
    Barred.DESTROYED: "ARM-28",
    Barred.AVOID: "ARM-24",
    Barred.UNTRAINED: "ARM-26",
    Barred.ARTICULATED: "ARM-34",
    Barred.INSIDE: "ARM-35",
    Barred.NOT_REAL: "ARM-24",
}


def barred(
    carried: Carried, maneuver: Maneuver, attack: Attack, *, trained: bool, untrained_blocks: bool = True
) -> Barred | None:
    """Why this shield adds no dice to this maneuver against this attack; None where it adds some.

    Without training it helps to Block alone, and with `untrained_blocks` false not even that. A parrying blade adds
    nothing to a Block against a Great Strike, which nothing but a true shield may Block.
    Source: ARM-24, ARM-26, ARM-28, ARM-34, ARM-35.
    """
    blocks_untrained = maneuver is Maneuver.BLOCK and untrained_blocks
    stops_great_strike = carried.real or maneuver is Maneuver.COUNTERSTRIKE
    checks = {
        Barred.AVOID: maneuver is Maneuver.AVOID,
        Barred.DESTROYED: carried.destroyed,
        Barred.ARTICULATED: attack.articulated,
        Barred.INSIDE: attack.inside,
        Barred.UNTRAINED: not trained and not blocks_untrained,
        Barred.NOT_REAL: attack.great_strike and not stops_great_strike,
    }
    return next((why for why, holds in checks.items() if holds), None)


def helps(
    carried: Carried, maneuver: Maneuver, attack: Attack, *, trained: bool, untrained_blocks: bool = True
) -> Worked:
    """The dice that a shield adds to a defense, line by line. VA takes dice from it, though never the last one.

    >>> target = Carried("Target shield", 3)
    >>> helps(target, Maneuver.BLOCK, Attack(va=2), trained=True).total
    1
    >>> helps(target, Maneuver.COUNTERSTRIKE, Attack(), trained=False).total
    0

    Source: ARM-23, ARM-24, ARM-26, ARM-27.
    """
    lines = [Line(carried.rating, carried.name, "ARM-23")]
    if carried.lost:
        lines.append(Line(carried.dice - carried.rating, "Lost to wear", "ARM-28"))
    why = barred(carried, maneuver, attack, trained=trained, untrained_blocks=untrained_blocks)
    if why is not None:
        lines.append(Line(-carried.dice, why.words, why.rule))
    elif attack.va:
        left = rolled(carried.dice, attack.va)
        stop = ", which leaves 1D" if carried.dice - attack.va < LEAST else ""
        lines.append(Line(left - carried.dice, f"Their VA {attack.va}{stop}", "ARM-27"))
    return Worked(tuple(lines))


def may_block(carried: Carried | None, attack: Attack, *, trained: bool, needs_training: bool = False) -> bool:
    """Whether such an attack may be Blocked at all: a Great Strike only with a true shield that is some help.

    `needs_training` asks for Shield Training besides. Source: ARM-24, ARM-34, ARM-35.
    """
    if not attack.great_strike:
        return True
    useless = carried is None or carried.destroyed or attack.articulated or attack.inside
    return not useless and carried is not None and carried.real and (trained or not needs_training)


def after_block(
    attack: Pool, obstacle: int, add: int, block: Pool, penalty: int = 0, chain: Chain = Chain.CHAIN
) -> Mapping[Stage, Fraction]:
    """The exact chance of each stage of a blow after a Block. Its successes come off those of the blow.

    `penalty` (0 or more) is what a stance adds to the Block's obstacle: so many of its successes do nothing. `add` is
    the weapon's, 1 or more. Source: ARM-24, ARM-25; the stages: WPN-09.
    """

    def reached(stage: Stage) -> Fraction:
        needed = obstacle + over_needed(stage, add)
        return reaches(attack, block, lambda taken: needed + max(0, taken - penalty), steady=penalty, chain=chain)

    hit, marked, topped = map(reached, LANDED)
    miss, incidental, mark, superb = Stage
    return {miss: 1 - hit, incidental: hit - marked, mark: marked - topped, superb: topped}


class Stance(Option):
    """How a fighter stands. Source: ARM-25."""

    NEUTRAL = "neutral", "neutral"
    AGGRESSIVE = "aggressive", "aggressive"
    DEFENSIVE = "defensive", "defensive"


@dataclass(frozen=True, slots=True)
class Halves:
    """Block and Strike at once: the dice of each half, and what the stance adds to their obstacles. Source: ARM-25."""

    strike: Worked
    block: Worked
    strike_penalty: int
    block_penalty: int


def splits(skill: int, least: int = 0) -> tuple[int, ...]:
    """How many of the skill dice may go into the Strike: at least one, and at least `least` stay for the Block.

    Raises `Refused` where the skill has too few dice. Source: ARM-25.
    """
    if skill < 1 + least:
        needed = f"{1 + least}{' dice: one for each half' if least else ' die for the Strike'}"
        raise Refused(f"Block and Strike takes at least {needed}; this skill has {skill}.")
    return tuple(range(1, skill - least + 1))


def block_and_strike(
    skill: int, strike: int, shield: int, stance: Stance = Stance.NEUTRAL, *, defensive_bonus: bool = False
) -> Halves:
    """Both halves of a Block and Strike: `strike` of the `skill` dice strike, the others and the `shield` block.

    An aggressive stance gives two dice to the Strike and makes the Block harder by two; a defensive one makes the
    Strike harder by two, and with `defensive_bonus` gives two dice to the Block. Source: ARM-25.
    """
    if not 1 <= strike <= skill:
        raise Refused(f"One to {skill} of the skill dice go into the Strike; this says {strike}.")
    aggressive, defensive = stance is Stance.AGGRESSIVE, stance is Stance.DEFENSIVE
    striking = [Line(strike, "Skill dice", "ARM-25")]
    blocking = [Line(skill - strike, "Skill dice left", "ARM-25"), Line(shield, "Shield", "ARM-25")]
    if aggressive:
        striking.append(Line(stances.DICE, "Aggressive stance", "ARM-25"))
    if defensive and defensive_bonus:
        blocking.append(Line(stances.DICE, "Defensive stance", "ARM-25", Mark.RULING))
    return Halves(
        Worked(tuple(striking)),
        Worked(tuple(blocking)),
        stances.OBSTACLE if defensive else 0,
        stances.OBSTACLE if aggressive else 0,
    )


def stops_missile(dice: int, va: int) -> bool:
    """Whether a shield with so many `dice` is any cover from a missile; VA as high as its dice goes through.

    Source: ARM-31, ARM-32.
    """
    return dice > va


def cover_added(successes: int) -> int:
    """What the shield's roll adds to the shooter's obstacle: each success over one. Source: ARM-30."""
    return max(0, successes - COVER_OBSTACLE)


def cover_chances(dice: int, shade: Shade = Shade.BLACK) -> tuple[Fraction, ...]:
    """The exact chance that the shield's roll adds 0, 1, 2 and so on to the shooter's obstacle. Source: ARM-30."""
    law = successes(Pool.of(dice, shade))
    added = [Fraction(0)] * max(1, dice)
    for number, chance in law:
        added[cover_added(number)] += chance
    return tuple(added)


def hit_through_cover(
    shooter: Pool, obstacle: int, dice: int, shade: Shade = Shade.BLACK, chain: Chain = Chain.CHAIN
) -> Fraction:
    """The chance that a shot hits someone whose shield rolls so many `dice` for cover. Source: ARM-30."""
    return reaches(
        shooter,
        Pool.of(dice, shade),
        lambda rolled: obstacle + cover_added(rolled),
        steady=COVER_OBSTACLE,
        chain=chain,
    )


def cover_raised(
    cover: Cover, dice: int, va: int, *, by_speed_or_steel: bool = True, shooting_back: bool = False
) -> Cover:
    """The cover of someone with a shield: one step more, while its dice are more than the VA.

    Only with a maneuver on Speed or Steel, and not while shooting back. Nothing is better than heavy. Source: ARM-32.
    """
    if shooting_back or not by_speed_or_steel or not stops_missile(dice, va):
        return cover
    levels = tuple(Cover)
    return levels[min(levels.index(cover) + 1, len(levels) - 1)]

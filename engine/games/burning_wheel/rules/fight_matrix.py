"""Each action of Fight! against each: what an attack meets, what someone has against it, and the odds (FGT-49).

Two actions of the same moment are looked up twice, once from each side, and both results happen. `against` says what an
attack meets, `has` what whoever is attacked has; `bouts` counts what both come to with dice at hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.option import Option


class Met(Option):
    """What an action counts as where two meet: its own maneuver, or what it has in common with others. FGT-49."""

    STRIKE = "strike", "Strike"
    GREAT_STRIKE = "great-strike", "Great Strike"
    FEINT = "feint", "Feint"
    BEAT = "beat-and-bind", "Beat and Bind"
    DISARM = "disarm", "Disarm"
    LOCK = "lock", "Lock"
    PUSH = "push", "Push"
    THROW = "throw-opponent", "Throw Opponent"
    CHARGE = "charge", "Charge or Tackle"
    SHOOT = "shoot", "Shot or thrown object"
    AVOID = "avoid", "Avoid"
    BLOCK = "block", "Block"
    COUNTERSTRIKE = "counterstrike", "Counterstrike"
    TO_DEFENSIVE = "stance-defensive", "Change to Defensive"
    SET = "set", "Set"
    OTHER = "other", "Any other action"
    NOTHING = "no-action", "No action"
    HESITATING = "hesitating", "Hesitating"

    @property
    def attacks(self) -> bool:
        """Whether it is done to the other side."""
        return self in ATTACKS


COLUMNS = (
    Met.AVOID,
    Met.BLOCK,
    Met.COUNTERSTRIKE,
    Met.STRIKE,
    Met.GREAT_STRIKE,
    Met.SET,
    Met.FEINT,
    Met.BEAT,
    Met.DISARM,
    Met.LOCK,
    Met.PUSH,
    Met.THROW,
    Met.CHARGE,
    Met.TO_DEFENSIVE,
    Met.OTHER,
    Met.NOTHING,
    Met.HESITATING,
)
"""The columns of both tables; a shot stands with the other actions there."""
_AS = {
    Act.TACKLE: Met.CHARGE,
    Act.BLOCK_AND_STRIKE: Met.STRIKE,
    Act.THROW_OBJECT: Met.SHOOT,
    Act.RELEASE: Met.SHOOT,
    Act.SNAPSHOT: Met.SHOOT,
}
_OWN = {met.value: met for met in Met}


def met(act: Act) -> Met:
    """What an action counts as. Block and Strike is a Strike; its Block half is for the caller. Source: FGT-49.

    >>> met(Act.TACKLE).words, met(Act.ASSESS).words, met(Act.SWOON).words
    ('Charge or Tackle', 'Any other action', 'Hesitating')
    """
    if act.hesitates:
        return Met.HESITATING
    return _AS.get(act) or _OWN.get(act.value, Met.OTHER)


class Meets(Option):
    """What an attack meets: letters of the first table. Source: FGT-49 (a)."""

    UNOPPOSED = "U", "nothing against it"
    NATURAL = "N", "natural defenses"
    AVOID = "−A", "less their Avoid"
    BLOCK = "−B", "less their Block"
    COUNTER = "−C", "less the defending half of their Counterstrike"
    PLAIN_BLOCK = "−B0", "less a Block without stance dice"
    RIPOSTE = "⇐R", "and their riposte strikes back"
    FREE = "F", "a free Strike; they hesitate"
    WASTED = "W", "wasted; the feinter hesitates"
    POSITIONING = "P", "their positioning roll"
    CHARGES = "P×P", "both charge, roll against roll"
    NOBODY = "U0", "nothing; they stand with no dice"
    USELESS = "U†", "nothing, unless a full shield Blocks"
    HARDER = "+1 Ob", "harder by one, nothing comes off"


class Has(Option):
    """What someone has against an attack: letters of the second table. Source: FGT-49 (b)."""

    TAKES_OFF = "D", "takes successes off"
    PLAIN = "D0", "takes successes off, without stance dice"
    NATURAL = "N", "natural defenses"
    RIPOSTE = "R", "a riposte"
    POSITIONING = "P", "the positioning roll"
    USELESS = "x", "this does nothing"
    SHIELD = "x†", "nothing, unless with a full shield"
    FOOLED = "H", "fooled: counts as hesitating"
    WASTES = "w", "the Feint is wasted"
    NOTHING = "·", "nothing to roll"
    SHOOTER = "·‡", "a shooter is at +1 Ob"
    DEFENSELESS = "–", "no defense at all"


def _attack(letters: str) -> tuple[Meets, ...]:
    parts = (letters,) if letters == Meets.HARDER.value else letters.split()
    return tuple(Meets.of(part) for part in parts)


def _defense(letters: str) -> tuple[Has, ...]:
    return tuple(Has.of(part) for part in letters.replace("+", " ").split())


def _row(row: Mapping[str, Any]) -> tuple[Met, dict[Met, str]]:
    return Met.of(row["row"]), {column: row[column.value] for column in COLUMNS}


_NAMES = ("row", *(column.value for column in COLUMNS))
_ATTACK_ROWS = tables.rows(__file__, "fight_matrix.toml", "attack", _NAMES, _row)
_OTHER_ROWS = tables.rows(__file__, "fight_matrix.toml", "defense", _NAMES, _row)
ATTACKS = tuple(row for row, _ in _ATTACK_ROWS)
"""What is done to the other side: the rows of the first table."""
PASSIVE = tuple(row for row, _ in _OTHER_ROWS)
"""What is not: the rows of the second table."""
LETTERS: Mapping[Met, Mapping[Met, str]] = dict((*_ATTACK_ROWS, *_OTHER_ROWS))
"""Both tables as they are printed, by row and column. Source: FGT-49."""


def letters(row: Met, column: Met) -> str:
    """A cell as it is printed; a shot stands in the column of the other actions. Source: FGT-49."""
    return LETTERS[row][Met.OTHER if column is Met.SHOOT else column]


@dataclass(frozen=True, slots=True)
class House:
    """How the table reads what two actions do to each other; each field's first value is the default.

    `riposte_always`: a Counterstrike strikes back at whatever attacks, a Feint excepted. Source: FGT-39, FGT-49.
    """

    riposte_always: bool = False


DEFAULT = House()


def against(mine: Met, theirs: Met, *, full_shield: bool = False, house: House = DEFAULT) -> tuple[Meets, ...]:
    """What an attack of mine meets; nothing where mine is no attack. A full shield may Block a Great Strike.

    >>> [part.value for part in against(Met.BEAT, Met.COUNTERSTRIKE)]
    ['N', '−C', '⇐R']
    >>> [part.value for part in against(Met.GREAT_STRIKE, Met.BLOCK, full_shield=True)]
    ['−B']

    Source: FGT-49 (a).
    """
    if not mine.attacks:
        return ()
    found = _attack(letters(mine, theirs))
    if found == (Meets.USELESS,) and full_shield:
        return (Meets.PLAIN_BLOCK if theirs is Met.TO_DEFENSIVE else Meets.BLOCK,)
    always = house.riposte_always and theirs is Met.COUNTERSTRIKE and mine not in (Met.FEINT, Met.SHOOT)
    return (*found, Meets.RIPOSTE) if always and Meets.RIPOSTE not in found else found


def has(mine: Met, theirs: Met, *, house: House = DEFAULT) -> tuple[Has, ...]:
    """What whoever does `mine` has against `theirs`; for two attacks only what is natural. Source: FGT-49 (b), note 1.

    Where the table always rolls a riposte, a Counterstrike that defends nothing has it still.

    >>> [part.value for part in has(Met.BLOCK, Met.BEAT)], [part.value for part in has(Met.STRIKE, Met.PUSH)]
    (['D', 'N'], ['N'])
    """
    if not mine.attacks:
        found = _defense(letters(mine, theirs))
        if Meets.RIPOSTE in against(theirs, mine, house=house) and Has.RIPOSTE not in found:
            return (*(part for part in found if part is not Has.USELESS), Has.RIPOSTE)
        return found
    meets = against(theirs, mine)
    if Meets.NATURAL in meets:
        return (Has.NATURAL,)
    if Meets.POSITIONING in meets or Meets.CHARGES in meets:
        return (Has.POSITIONING,)
    if Meets.WASTED in meets:
        return (Has.WASTES,)
    return (Has.DEFENSELESS,) if theirs.attacks else (Has.NOTHING,)


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side with its dice: weapon `skill`, bare `hands` (Brawling or Boxing), Power, Speed.

    `obstacle` is that of a Strike, 1 or more, `penalty` the +Ob (0 or more) on everything it does, and `defending` how
    many dice of a Counterstrike defend (None: the larger half). `exponent` is that of the weapon skill, from which
    wounds take no more than dice (None: they took none). Source: FGT-34 to FGT-49.
    """

    skill: Pool
    hands: Pool
    power: Pool
    speed: Pool
    obstacle: int = 1
    penalty: int = 0
    defending: int | None = None
    exponent: int | None = None

    @property
    def to_disarm(self) -> int:
        """The obstacle to knock the weapon out of its hand. Source: FGT-40."""
        return self.skill.dice if self.exponent is None else self.exponent

    def pool(self, action: Met) -> Pool:
        """The dice of an action; none where nothing is rolled. A Charge has a die more. Source: FGT-35 to FGT-48."""
        if action is Met.CHARGE:
            return self.power.plus(CHARGE_DICE)
        if action in (Met.LOCK, Met.PUSH):
            return self.power
        if action is Met.AVOID:
            return self.speed
        if action is Met.THROW:
            return self.hands
        return Pool.of(0) if action in SILENT else self.skill

    def natural(self, attack: Met) -> Pool:
        """What it rolls by nature against an attack: the better where there is a choice. Source: FGT-34."""
        if attack is Met.BEAT:
            return self.skill
        if attack is Met.LOCK:
            return self.power
        other = self.power if attack in (Met.CHARGE, Met.PUSH) else self.hands
        return max((self.speed, other), key=lambda pool: Roll(pool).law.mean)

    def halves(self) -> tuple[Pool, Pool]:
        """A Counterstrike divided: what defends, and what strikes back. Source: FGT-39."""
        dice = self.skill.dice
        defending = (dice + 1) // 2 if self.defending is None else min(self.defending, dice)
        return self.skill.plus(defending - dice), self.skill.plus(-defending)


CHARGE_DICE = 1
SILENT = (Met.SET, Met.OTHER, Met.NOTHING, Met.HESITATING)
"""What rolls no dice against anyone."""
VERSUS = (Met.BEAT, Met.LOCK, Met.PUSH, Met.THROW, Met.CHARGE)
"""Attacks that have no obstacle: what is left over the defense is the effect."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One side's action against the other's, counted before any die falls.

    `lands`: the attack has any effect. `by_two`: it is over by two or more. `riposte`: its Counterstrike strikes home.
    `rolled`: what its attack is rolled with, None where it rolls none. `opposed`: what is rolled against it.
    """

    meets: tuple[Meets, ...]
    rolled: Pool | None
    opposed: tuple[Pool, ...]
    lands: Fraction = Fraction(0)
    by_two: Fraction = Fraction(0)
    riposte: Fraction = Fraction(0)

    @property
    def hits(self) -> Fraction:
        """The chance that any of it comes home; an action either attacks or strikes back."""
        return self.lands + self.riposte


def _opposing(meets: tuple[Meets, ...], mine: Met, theirs: Met, it: Fighter) -> tuple[Pool, ...]:
    """What the other side rolls against an attack. A lone Charge against a Charge is the charge itself."""
    found = []
    for part in meets:
        if part in (Meets.NATURAL, Meets.POSITIONING):
            found.append(it.natural(mine))
        elif part in (Meets.AVOID, Meets.BLOCK, Meets.PLAIN_BLOCK, Meets.CHARGES):
            found.append(it.pool(theirs))
        elif part is Meets.COUNTER:
            found.append(it.halves()[0])
    return tuple(found)


def bout(
    mine: Met, theirs: Met, me: Fighter, it: Fighter, *, full_shield: bool = False, house: House = DEFAULT
) -> Bout:
    """What my action comes to against theirs: the exact chance that it lands, and lands by two. Source: FGT-49.

    A Disarm is held against the exponent of their weapon skill; +Ob eats successes where there is no obstacle (FGT-09).
    """
    if mine is Met.COUNTERSTRIKE:
        struck = Meets.RIPOSTE in against(theirs, mine, house=house)
        back = me.halves()[1]
        chance = fight_odds.hits(Roll(back), (), me.obstacle + me.penalty) if struck else Fraction(0)
        return Bout((), back if struck else None, (), riposte=chance)
    meets = against(mine, theirs, full_shield=full_shield, house=house)
    if not meets or Meets.WASTED in meets:
        return Bout(meets, None, ())
    pool, opposed = me.pool(mine), _opposing(meets, mine, theirs, it)
    rolls = tuple(Roll(one, it.penalty) for one in opposed)
    if mine in VERSUS:
        law, least = fight_odds.margin(Roll(pool, me.penalty), rolls), 1
    else:
        obstacle = (it.to_disarm if mine is Met.DISARM else me.obstacle) + me.penalty
        law, least = fight_odds.margin(Roll(pool), rolls, obstacle + (Meets.HARDER in meets)), 0
    return Bout(meets, pool, opposed, law.at_least(least), law.at_least(2))


def bouts(
    mine: Met, theirs: Met, me: Fighter, it: Fighter, *, full_shield: bool = False, house: House = DEFAULT
) -> tuple[Bout, Bout]:
    """Both directions of a pair of actions; a full shield is the defender's, whoever that is. Source: FGT-49."""
    return (
        bout(mine, theirs, me, it, full_shield=full_shield, house=house),
        bout(theirs, mine, it, me, full_shield=full_shield, house=house),
    )

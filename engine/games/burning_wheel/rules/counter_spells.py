"""Counter-spells, opposites, and the Eldritch Shield: what meets a spell, with exact odds (SOR-46 to SOR-49).

>>> from engine.games.burning_wheel.dice import Pool
>>> found = duel(Casts(Pool.of(8).opened(), 4), Casts(Pool.of(8).opened(), 3))
>>> sum(found.values())
Fraction(1, 1)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.dice import Chain, Pool, reaches, successes
from engine.games.burning_wheel.rules.exchange import Slot
from engine.games.burning_wheel.rules.spells import Element, Impetus
from engine.option import Option
from engine.refused import Refused

ELEMENTS: Sequence[frozenset[Element]] = (
    frozenset((Element.FIRE, Element.WATER)),
    frozenset((Element.WHITE, Element.EARTH)),
    frozenset((Element.AIR, Element.FIRE)),
    frozenset((Element.HEAVEN,)),
    frozenset((Element.ARCANA,)),
    frozenset((Element.ANIMA,)),
)
"""Elements that undo each other; the list is open. Source: SOR-47."""
IMPETI: Sequence[frozenset[Impetus]] = (
    frozenset((Impetus.DESTROY, Impetus.CREATE)),
    frozenset((Impetus.ENHANCE, Impetus.TAX)),
    frozenset((Impetus.CONTROL, Impetus.INFLUENCE)),
    frozenset((Impetus.INFLUENCE,)),
    frozenset((Impetus.CONTROL,)),
)
"""Impeti that undo each other. Source: SOR-47."""
SHIELDED = frozenset((Impetus.DESTROY, Impetus.TAX))
"""What an Eldritch Shield stops. Source: SOR-48."""
NAMED = (
    "Breath of Fire",
    "Choking Hand",
    "Emperor’s Hand",
    "Fire Fan",
    "Lights of Simplex",
    "Rain of Fire",
    "Shards",
    "Storm of Lightning",
    "White Fire",
)
"""Spells that the book names as stopped by it. Source: SOR-48."""


@dataclass(frozen=True, slots=True)
class Opposed:
    """Whether two spells undo each other by their elements, and by their impeti. Source: SOR-47."""

    element: bool
    impetus: bool

    @property
    def either(self) -> bool:
        """Whether one of them speaks for it, which makes one a candidate against the other."""
        return self.element or self.impetus


def opposed(one: tuple[Element | None, Impetus | None], other: tuple[Element | None, Impetus | None]) -> Opposed:
    """Whether two spells are opposites; what is not known opposes nothing. Source: SOR-47.

    >>> opposed((Element.FIRE, Impetus.DESTROY), (Element.WATER, Impetus.CREATE))
    Opposed(element=True, impetus=True)
    """
    return Opposed(frozenset((one[0], other[0])) in ELEMENTS, frozenset((one[1], other[1])) in IMPETI)


class Meeting(Option):
    """How a spell and its counter-spell end. Source: SOR-46."""

    BOTH_FAIL = "both-fail", "both castings fail"
    ATTACK_FAILS = "attack-fails", "their casting fails, yours comes off"
    COUNTER_FAILS = "counter-fails", "yours fails, theirs comes off whole"
    WEAKENED = "weakened", "theirs comes off, less what you took"
    STOPPED = "stopped", "theirs is undone"


@dataclass(frozen=True, slots=True)
class Met:
    """What is left when a counter-spell has met a spell: successes of it over its obstacle, and of the counter-spell.

    `left` is None where the spell does nothing, and 0 where it takes effect with nothing over. `surplus` goes into the
    effect and area of the counter-spell. Source: SOR-46.
    """

    meeting: Meeting
    left: int | None
    surplus: int


def met(spell: int, against: int, counter: int, counter_against: int, *, by_total: bool = False) -> Met:
    """What comes of two castings that end in the same volley: successes of each (0 or more), and what each must reach.

    A counter-spell that overwhelms has over what the spell had over its obstacle; `by_total` counts it over all
    successes of the spell. Source: SOR-46.

    >>> met(6, 4, 5, 2), met(6, 4, 6, 2).surplus
    (Met(meeting=<Meeting.STOPPED: 'stopped'>, left=None, surplus=1), 2)
    """
    comes, stands = counter >= counter_against, spell >= against
    over = counter - counter_against
    if not stands:
        return Met(Meeting.ATTACK_FAILS if comes else Meeting.BOTH_FAIL, None, max(0, over) if comes else 0)
    if not comes:
        return Met(Meeting.COUNTER_FAILS, spell - against, 0)
    left = spell - over - against
    if left < 0:
        return Met(Meeting.STOPPED, None, max(0, over - spell) if by_total else -left)
    return Met(Meeting.WEAKENED, left, 0)


@dataclass(frozen=True, slots=True)
class Casts:
    """Someone's casting: the dice, and what they must reach (1 or more), with area, haste and wounds."""

    pool: Pool
    against: int

    def comes(self, chain: Chain = Chain.CHAIN) -> Fraction:
        """The chance that it comes off."""
        return self.at_least(self.against, chain)

    def at_least(self, count: int, chain: Chain = Chain.CHAIN) -> Fraction:
        """The chance of so many successes or more."""
        return successes(self.pool, chain=chain, upto=max(0, count)).at_least(max(0, count))

    def exactly(self, count: int, chain: Chain = Chain.CHAIN) -> Fraction:
        """The chance of so many successes."""
        return self.at_least(count, chain) - self.at_least(count + 1, chain)


def duel(spell: Casts, counter: Casts, chain: Chain = Chain.CHAIN) -> Mapping[Meeting, Fraction]:
    """The exact chance of each end of two castings that end in the same volley. They sum to 1. Source: SOR-46."""
    stands, comes = spell.comes(chain), counter.comes(chain)
    stopped = _over(spell, counter, 1, chain)
    return {
        Meeting.BOTH_FAIL: (1 - stands) * (1 - comes),
        Meeting.ATTACK_FAILS: (1 - stands) * comes,
        Meeting.COUNTER_FAILS: stands * (1 - comes),
        Meeting.WEAKENED: stands * comes - stopped,
        Meeting.STOPPED: stopped,
    }


def overwhelmed(spell: Casts, counter: Casts, chain: Chain = Chain.CHAIN, *, by_total: bool = False) -> Fraction:
    """The chance that a spell which came off is undone and the counter-spell has something left over. SOR-46."""
    return _over(spell, counter, spell.against + 1 if by_total else 1, chain)


def _over(spell: Casts, counter: Casts, more: int, chain: Chain) -> Fraction:
    """The chance that the spell comes off, and the counter-spell has so many more over its obstacle than the spell."""
    first = counter.against + more

    def asked(rolled: int) -> int:
        return first + max(0, rolled - spell.against)

    every = reaches(counter.pool, spell.pool, asked, steady=spell.against, chain=chain)
    return every - (1 - spell.comes(chain)) * counter.at_least(first, chain)


def untouched(spell: Casts, counter: Casts, chain: Chain = Chain.CHAIN) -> Fraction:
    """The chance that both come off, and the counter-spell has nothing over to take away. Source: SOR-46."""
    return spell.comes(chain) * counter.exactly(counter.against, chain)


def lands_with(spell: Casts, counter: Casts, over: int, chain: Chain = Chain.CHAIN) -> Fraction:
    """The chance that the spell takes effect with so many over its obstacle (0 or more) or more. Source: SOR-46."""
    needs = spell.against + over
    missed = (1 - counter.comes(chain)) * spell.at_least(needs, chain)

    def asked(rolled: int) -> int:
        return needs + max(0, rolled - counter.against)

    met = reaches(spell.pool, counter.pool, asked, steady=counter.against, chain=chain)
    return missed + met - (1 - counter.comes(chain)) * spell.at_least(needs, chain)


@dataclass(frozen=True, slots=True)
class Shielded:
    """What is left when a spell has met a shield: of the shield, and of the spell (None where it does nothing).

    `gone` says that the spell took its last die. Source: SOR-48, SOR-49.
    """

    shield: int
    left: int | None
    gone: bool


def shielded(spell: int, against: int, shield: int) -> Shielded:
    """A spell that rolled so many successes meets a shield of so many dice (0 or more), success for die. SOR-48.

    One that fails never gets there.

    >>> shielded(6, 3, 4), shielded(7, 3, 4).left
    (Shielded(shield=0, left=None, gone=True), 0)
    """
    if spell < against or not shield:
        return Shielded(shield, spell - against if spell >= against else None, False)
    over = spell - shield - against
    left = max(0, shield - spell)
    return Shielded(left, over if over >= 0 else None, not left)


def shielded_power(power: int, shield: int) -> Shielded:
    """A spell of so much Power (0 or more) meets a shield, point for die; what is left of it still hurts. SOR-48.

    >>> shielded_power(5, 3)
    Shielded(shield=0, left=2, gone=True)
    """
    if not shield:
        return Shielded(0, power or None, False)
    return Shielded(max(0, shield - power), max(0, power - shield) or None, power >= shield)


@dataclass(frozen=True, slots=True)
class Volley:
    """How a shield stands after a spell: the chance of each number of its dice.

    `through` is the chance that this spell does something, `gone` that the shield has been blasted away by then.
    """

    dice: Mapping[int, Fraction]
    through: Fraction

    @property
    def gone(self) -> Fraction:
        """The chance that it has been blasted away."""
        return self.dice.get(0, Fraction(0))


def barrage(
    spell: Casts, shield: int, spells: int, chain: Chain = Chain.CHAIN, *, base: int | None = None, each: int = 1
) -> tuple[Volley, ...]:
    """Spells of one kind, one after the other, against a shield (1 die or more): how it stands after each. SOR-48.

    With a `base` the shield takes points of Power: the base, and one for each `each` successes over the obstacle; else
    successes. Raises `Refused` for no shield.
    """
    if shield < 1:
        raise Refused("A shield has a die or more.")
    found: list[Volley] = []
    dice: dict[int, Fraction] = {shield: Fraction(1)}
    for _ in range(spells):
        after: dict[int, Fraction] = {}
        through = Fraction(0)
        for left, chance in dice.items():
            for state, share, lands in _struck(spell, left, chain, base, each):
                after[state] = after.get(state, Fraction(0)) + chance * share
                through += chance * share if lands else 0
        dice = {left: chance for left, chance in sorted(after.items()) if chance}
        found.append(Volley(dice, through))
    return tuple(found)


def _struck(spell: Casts, left: int, chain: Chain, base: int | None, each: int) -> list[tuple[int, Fraction, bool]]:
    """What one spell does to a shield of so many dice: dice after it, chance, whether the spell does something."""
    stands = spell.comes(chain)
    most = spell.against + (left if base is None else max(0, left + 1 - base) * each)
    found = [(left, 1 - stands, False)]
    for rolled in range(spell.against, most + 1):
        chance = spell.at_least(rolled, chain) if rolled == most else spell.exactly(rolled, chain)
        if base is None:
            ends = shielded(rolled, spell.against, left)
        else:
            ends = shielded_power(base + (rolled - spell.against) // each, left)
        found.append((ends.shield, chance, ends.left is not None))
    return found


@dataclass(frozen=True, slots=True)
class Finish:
    """When a spell that was begun is out, and until when it may be held back: counted in volleys from the first, 0."""

    done: int
    held: int

    def meets(self, other: "Finish") -> bool:
        """Whether both can be let go in one volley. Source: SOR-38, SOR-46."""
        return self.done <= other.held and other.done <= self.held


def finish(ends: Slot, last: Slot) -> Finish:
    """The volleys in which a spell that ends in a slot may be let go, until the last slot that it is held through.

    Source: SOR-38, SOR-46. Raises `Refused` for one that is held no longer than it takes.
    """
    if last < ends:
        raise Refused("A spell is held back after it is done, not before.")
    return Finish(ends.heartbeat, last.heartbeat)

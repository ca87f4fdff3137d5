"""The positioning test of Fight!: what its dice come from, and the exact chance of each way it can end.

Length dice are FGT-12 to FGT-14, the other dice FGT-11, the result FGT-10 and FGT-19, standing still FGT-22. Where the
winner takes the two of them stands in `fight_distance`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from engine.games.burning_wheel.rules import eaten, fight_hesitation, fight_odds
from engine.games.burning_wheel.rules.fight_distance import LENGTHS, Distance, Positioning, rank
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.weapons import Length
from engine.option import Option
from engine.working import Line


class Wields(Option):
    """What someone positions with: one of the five lengths, or what counts as one of them. Source: FGT-12, FGT-14."""

    SHORTEST = "shortest", "Shortest: knife, fist, teeth"
    SHORT = "short", "Short: hatchet, small sword"
    LONG = "long", "Long: sword, axe"
    LONGER = "longer", "Longer: polearm"
    LONGEST = "longest", "Longest: spear, lance"
    THROWN = "thrown", "a thrown weapon in hand"
    LOADED = "loaded", "a loaded bow or crossbow"
    PISTOL = "pistol", "a loaded pistol"
    UNLOADED = "unloaded", "an unloaded bow or crossbow"
    BOMB = "bomb", "a lit bomb"
    PRESENCE = "presence", "a Presence spell"
    PRAYER = "prayer", "a prayer"
    SIGHT = "sight", "a Sight spell"
    NATURAL = "natural", "a Natural Effect spell"

    @property
    def length(self) -> Length:
        """The length that it counts as. Source: FGT-14."""
        if self is Wields.UNLOADED:
            return Length.SHORT
        return Length.of(self.value) if self.melee else Length.LONGEST

    @property
    def melee(self) -> bool:
        """Whether it is a melee weapon, a fist or something of a body."""
        return self.value in {length.value for length in LENGTHS}

    @property
    def missile(self) -> bool:
        """Whether it is a missile that is ready to fly, against which the presence of a spell is no length. FGT-14."""
        return self in (Wields.THROWN, Wields.LOADED, Wields.PISTOL)

    @property
    def magic(self) -> bool:
        """Whether it is a spell or a prayer."""
        return self in (Wields.PRESENCE, Wields.PRAYER, Wields.SIGHT, Wields.NATURAL)

    @property
    def inside(self) -> bool:
        """Whether it can be used on the inside. Source: FGT-14."""
        return self not in (Wields.THROWN, Wields.LOADED)


@cache
def of_length(length: Length) -> Wields:
    """A melee weapon of this length. Raises `Refused` for what is as long as its weapon."""
    return Wields.of(LENGTHS[rank(length)].value)


@dataclass(frozen=True, slots=True)
class House:
    """The readings of length dice; each field's first value is the default.

    `start_literal`: two dice at lunging and optimal alone, so one at the first positioning test. `shortest_any`: the
    shortest weapon has its die on the inside even if it is Long. `both_shortest`: two that are equally short have it
    both. `magic_longer`: a spell or a prayer is longer than the longest weapon. `long_prayers`: no missile is longer
    than a prayer. Source: FGT-13, FAI-09, SOR-41.
    """

    start_literal: bool = False
    shortest_any: bool = False
    both_shortest: bool = False
    magic_longer: bool = False
    long_prayers: bool = False


FAR = 3
"""From so many steps on a longer weapon gives two dice. Source: FGT-13."""


@lru_cache(maxsize=512)
def length_dice(
    mine: Wields, theirs: Wields, own: Distance | None, house: House = House(), *, beaten: bool = False
) -> Line:
    """The dice that the length of my weapon gives me, 0 to 2, with the reason.

    `own` is my distance, None at the first positioning test; `beaten` says that my weapon was beaten aside, which
    leaves it none (FGT-36). Source: FGT-13, FGT-14.

    >>> length_dice(Wields.LONG, Wields.SHORTEST, Distance.OPTIMAL).amount
    1
    """
    if beaten:
        return Line(0, "Your weapon is beaten aside", "FGT-36")
    if own is Distance.INSIDE:
        return _inside(mine, theirs, house)
    if mine in (Wields.LOADED, Wields.PISTOL):
        return Line(2, "Loaded, against anything", "FGT-14")
    if mine is theirs is Wields.SIGHT:
        return Line(0, "Both cast Sight spells", "FGT-14")
    if mine in (Wields.PRESENCE, Wields.PRAYER) and theirs.missile:
        return Line(0, "No length against a missile", "FGT-14")
    steps = rank(mine.length) - rank(theirs.length)
    shorter = theirs is Wields.PRESENCE or (theirs is Wields.PRAYER and not house.long_prayers)
    if shorter and mine is Wields.THROWN:
        return Line(1, "A missile is longer than a presence", "FGT-14")
    rule = "FGT-13" if mine.melee and theirs.melee else "FGT-14"
    if house.magic_longer and mine.magic and theirs is Wields.LONGEST:
        return Line(1, "Longer than any weapon", "SOR-41")
    if steps <= 0:
        return Line(0, "Equal length" if not steps else "Shorter weapon", rule)
    if mine is Wields.THROWN:
        return Line(1, "In hand, ready to throw", rule)
    twice = own in (Distance.LUNGING, Distance.OPTIMAL) or (own is None and not house.start_literal)
    words = "Longer weapon" if steps < FAR else "Longer by more than two steps"
    return Line(2 if steps >= FAR and twice else 1, words, rule)


def _inside(mine: Wields, theirs: Wields, house: House) -> Line:
    if not mine.inside:
        return Line(0, "Of no use on the inside", "FGT-14")
    short = rank(mine.length) <= rank(Length.SHORT)
    shorter = rank(theirs.length) - rank(mine.length)
    if not (short or house.shortest_any) or shorter < 0:
        return Line(0, "Length is no help on the inside", "FGT-13")
    if shorter or (short and house.both_shortest):
        return Line(1, "Shortest weapon inside", "FGT-13")
    return Line(0, "Equally short", "FGT-13")


class Hindered(Option):
    """What makes positioning harder, with the +Ob that eats successes; kneeling is for the table. FGT-11, FGT-26."""

    DOWN = "down", "on the ground", 2
    KNEELING = "kneeling", "kneeling", 0
    STAGGERED = "staggered", "staggered by a Push", 1


class Outcome(Option):
    """How a positioning test ends, for me. Source: FGT-19."""

    WIN_TWO = "win-two", "You win by two or more"
    WIN = "win", "You win by one"
    TIE = "tie", "A tie"
    LOSE = "lose", "They win by one"
    LOSE_TWO = "lose-two", "They win by two or more"

    @property
    def won(self) -> bool | None:
        """Whether I won it; None for a tie."""
        return None if self is Outcome.TIE else self in (Outcome.WIN, Outcome.WIN_TWO)

    @property
    def steps(self) -> int:
        """How many distances the winner may move: 0 to 2."""
        return {Outcome.TIE: 0, Outcome.WIN: 1, Outcome.LOSE: 1}.get(self, 2)

    @classmethod
    def by(cls, margin: int) -> "Outcome":
        """What a margin means, mine less theirs. Source: FGT-19."""
        return {-1: cls.LOSE, 0: cls.TIE, 1: cls.WIN}.get(margin, cls.WIN_TWO if margin > 0 else cls.LOSE_TWO)


def chances(mine: Roll, theirs: Roll) -> Mapping[Outcome, Fraction]:
    """The exact chance of each end of a positioning test; +Ob eats successes on both sides. They sum to 1.

    Raises `Refused` for dice that open. Source: FGT-10, FGT-19.

    >>> from engine.games.burning_wheel.dice import Pool
    >>> [str(chance) for chance in chances(Roll(Pool.of(1)), Roll(Pool.of(1))).values()]
    ['0', '1/4', '1/2', '1/4', '0']
    """
    found = dict.fromkeys(Outcome, Fraction(0))
    for margin, chance in fight_odds.margin(mine, (theirs,)):
        found[Outcome.by(margin)] += chance
    return found


def against_hesitating(mover: Roll) -> Mapping[Outcome, Fraction]:
    """The chance of each end where the other hesitates and has no dice: whoever meets the own +Ob wins. FGT-61.

    >>> from engine.games.burning_wheel.dice import Pool
    >>> [str(chance) for chance in against_hesitating(Roll(Pool.of(2), penalty=1)).values()]
    ['0', '3/4', '1/4', '0', '0']
    """
    found = dict.fromkeys(Outcome, Fraction(0))
    for successes, chance in eaten.law(mover.pool):
        found[over_hesitating(successes, mover.penalty)] += chance
    return found


def over_hesitating(successes: int, penalty: int) -> Outcome:
    """How so many successes end against someone who hesitates. Source: FGT-61."""
    margin = fight_hesitation.outpositions(successes, penalty)
    return Outcome.TIE if margin is None else Outcome.by(max(1, margin))


def turned(found: Mapping[Outcome, Fraction]) -> Mapping[Outcome, Fraction]:
    """The same chances as the other side has them."""
    return dict(zip(Outcome, reversed(list(found.values())), strict=True))


def let_them_come(mover: Roll) -> Mapping[int, Fraction]:
    """Where someone who stands still is rolled against: the chance that the other moves 0, 1 or 2 distances. FGT-22."""
    law = mover.law
    none, one = law.exactly(0), law.at_least(1) - law.at_least(2)
    return {0: none, 1: one, 2: 1 - none - one}


def automatic(mine: Positioning, theirs: Positioning) -> Outcome | None:
    """How positioning ends without a roll, where someone stands still; None where it is rolled.

    The other's intent happens, by one distance; of two who stand still neither moves. Source: FGT-22.
    """
    if mine is theirs is Positioning.STAND:
        return Outcome.TIE
    if mine is Positioning.STAND:
        return Outcome.LOSE
    return Outcome.WIN if theirs is Positioning.STAND else None


@dataclass(frozen=True, slots=True)
class Used:
    """One action of a volley: whether it uses the weapon that gave the length dice, and whether it attacks."""

    same: bool
    attacks: bool


class Owed(Option):
    """Whether the length dice of a volley stand by its actions. Source: FGT-15."""

    KEPT = "kept", "the dice stand"
    UNUSED = "unused", "no action uses it"
    ANOTHER = "another", "an attack uses another weapon"


def owed(actions: Sequence[Used], *, strict: bool = True) -> Owed:
    """Whether what gave length dice is used in the actions of the same volley.

    With `strict` no attack of the volley may use anything else. Source: FGT-15.
    """
    if strict and any(one.attacks and not one.same for one in actions):
        return Owed.ANOTHER
    return Owed.KEPT if any(one.same for one in actions) else Owed.UNUSED


class Favor(Option):
    """What might speak for an advantage die in Fight!. Source: FGT-64."""

    WEIGHT = "weight", "clearly heavier or taller"
    ABOVE = "above", "above them"
    CORRIDOR = "corridor", "a narrow corridor, spear in hand"
    OTHER = "other", "something else of the moment"
    FASTER = "faster", "faster, stronger, better armed"


class Trying(Option):
    """What the advantage die is wanted for. Source: FGT-64."""

    POSITION = "position", "positioning"
    LOCK = "lock", "a Lock"
    OVERPOWER = "overpower", "Push, Charge, Throw"
    STRIKE = "strike", "anything else"


ADVANTAGE = 1
"""One die is lobbied for in a test, however many reasons there are. Source: FGT-64."""


def favors(reason: Favor, trying: Trying, *, inside: bool, granted: bool = False) -> bool:
    """Whether a circumstance is worth the die; `granted` says that the GM gives the weight die off the inside too.

    Source: FGT-64.
    """
    if reason is Favor.FASTER:
        return False
    if reason is Favor.WEIGHT:
        return trying in (Trying.LOCK, Trying.OVERPOWER) and (inside or granted)
    return reason is Favor.OTHER or trying is Trying.POSITION


def advantage(reasons: Collection[Favor], trying: Trying, *, inside: bool, granted: bool = False) -> int:
    """The die of all reasons together: 0 or 1. Source: FGT-64."""
    good = any(favors(reason, trying, inside=inside, granted=granted) for reason in reasons)
    return ADVANTAGE if good else 0

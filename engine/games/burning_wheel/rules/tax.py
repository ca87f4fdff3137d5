"""Tax: what a failed Resources test takes, from whom, and how likely that is before the roll (RES-06, RES-08 to 12)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

from engine import wording
from engine.dice import Distribution, likeliest
from engine.games.burning_wheel.rules.building import Contributor
from engine.games.burning_wheel.rules.test_class import Classes, TestClass, classes, helping_dice
from engine.option import Option
from engine.refused import Refused

CUT_LOSSES = 1
"""What is taxed when the Gift of Kindness is declined (RES-10)."""


class Gift(Option):
    """What becomes of a failed test: whether the GM offers the thing anyway, and the answer. Source: RES-09."""

    NOT_OFFERED = "none", "No"
    TAKEN = "taken", "Yes, and you take it"
    DECLINED = "declined", "Yes, and you cut your losses"

    @property
    def brings(self) -> bool:
        """Whether the thing is had after all."""
        return self is Gift.TAKEN


@dataclass(frozen=True, slots=True)
class House:
    """The readings of Tax: whether `funds_first` go before loaned dice, and whether `cash_absorbs` any."""

    funds_first: bool = False
    cash_absorbs: bool = False


@dataclass(frozen=True, slots=True)
class Stakes:
    """What Tax can take: Resources with the dice `taxed` already, and the dice of loans, funds and cash in the roll.

    All are counts of dice, 0 or more; no more is taxed than the exponent has. Source: RES-08, RES-21, RES-24.
    """

    exponent: int
    taxed: int = 0
    loaned: int = 0
    funds: int = 0
    cash: int = 0

    def __post_init__(self) -> None:
        if self.taxed > self.exponent:
            raise Refused(f"Tax takes no more than there is, here {self.exponent}; this says {self.taxed}.")

    @property
    def current(self) -> int:
        """The dice that Resources roll now."""
        return self.exponent - self.taxed


@dataclass(frozen=True, slots=True)
class Loss:
    """What a Tax of `due` dice came to: dice of loans, funds, cash and one's `own`, what was at stake, what is left.

    `depleted` says that the exponent fell by one for good. Source: RES-08, RES-12, RES-21, RES-24.
    """

    due: int
    before: Stakes
    loaned: int
    funds: int
    cash: int
    own: int
    after: Stakes
    depleted: bool

    @property
    def dice(self) -> int:
        """All dice lost; fewer than due where there were no more."""
        return self.loaned + self.funds + self.cash + self.own

    @property
    def words(self) -> str:
        """What it takes and from where: "1 borrowed and 1 of Resources"."""
        parts = {"borrowed": self.loaned, "of funds": self.funds, "of cash": self.cash, "of Resources": self.own}
        return wording.listed(f"{dice} {words}" for words, dice in parts.items() if dice) or "nothing left to take"


def due(test_class: TestClass, margin: int) -> int:
    """The dice that a test of this class taxes, failed by `margin` (1 or more): 1, 2, or the margin. Source: RES-08."""
    return {TestClass.ROUTINE: 1, TestClass.DIFFICULT: 2, TestClass.CHALLENGING: margin}[test_class]


def after_gift(full: int, gift: Gift) -> int:
    """What is due once it is known whether there is a gift: all of it, or 1 where it is declined. Source: RES-10."""
    return min(full, CUT_LOSSES) if gift is Gift.DECLINED else full


def taxed(dice: int, stakes: Stakes, house: House = House()) -> Loss:
    """A Tax of so many dice, 0 or more, taken in its order: loans, funds, then one's own down to exponent 0.

    Reaching 0 lowers the exponent by one for good; who stood there already loses nothing more. Source: RES-08, 12.

    >>> taxed(3, Stakes(2, loaned=1)).words, taxed(3, Stakes(2, loaned=1)).after.exponent
    ('1 borrowed and 2 of Resources', 1)
    """
    held = {"loaned": stakes.loaned, "funds": stakes.funds, "cash": stakes.cash if house.cash_absorbs else 0}
    order = ("funds", "loaned", "cash") if house.funds_first else ("loaned", "funds", "cash")
    left = dice
    lost = {}
    for what in order:
        lost[what] = min(left, held[what])
        left -= lost[what]
    own = min(left, stakes.current)
    depleted = own > 0 and own == stakes.current
    exponent = stakes.exponent - int(depleted)
    after = Stakes(
        exponent,
        exponent if depleted else stakes.taxed + own,
        stakes.loaned - lost["loaned"],
        stakes.funds - lost["funds"],
    )
    return Loss(dice, stakes, lost["loaned"], lost["funds"], lost["cash"], own, after, depleted)


class Readings(Protocol):
    """How a table reads what is taxed; each is asked only where it decides something."""

    def classes(self, dice: int, obstacle: int) -> Classes:
        """The class of a test."""

    def taxed_as(self, classes: Classes, *, helped: bool = False) -> TestClass:
        """The class by which Tax is counted. Source: RES-08."""

    def tax(self, stakes: Stakes) -> House:
        """What Tax takes first. Source: RES-08."""

    def helped_own(self) -> bool:
        """Whether those who help are taxed by a class of their own. Source: RES-06."""

    def full_haggled(self) -> bool:
        """Whether a haggled price is taxed in full, gift or not. Source: RES-11."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A purchase that failed: against what, by how much, by which class, what is at stake, and who helped."""

    obstacle: int
    margin: int
    as_class: TestClass
    stakes: Stakes
    helpers: Sequence[Contributor]
    readings: Readings = field(compare=False)
    haggled: bool = False

    @property
    def full(self) -> int:
        """The whole Tax."""
        return due(self.as_class, self.margin)

    def charged(self, gift: Gift) -> int:
        """The Tax that is due. Source: RES-10, RES-11."""
        in_vain = gift is Gift.DECLINED and not self.cut(gift)
        return self.full if in_vain else after_gift(self.full, gift)

    def cut(self, gift: Gift) -> bool:
        """Whether losses are cut: a gift was declined, and that helps. Source: RES-10, RES-11."""
        return gift is Gift.DECLINED and not (self.haggled and self.readings.full_haggled())

    def loss(self, gift: Gift) -> Loss:
        """What the buyer loses."""
        return taxed(self.charged(gift), self.stakes, self.readings.tax(self.stakes))

    def helpers_losses(self, gift: Gift) -> tuple[Loss, ...]:
        """What those who helped lose; nothing for Resources 0, which gave nothing. Source: RES-06."""
        found = []
        charged = self.charged(gift)
        for helper in self.helpers:
            owed = charged if helping_dice(helper.exponent) else 0
            if owed and not self.cut(gift) and self.readings.helped_own():
                classes_ = self.readings.classes(helper.exponent, self.obstacle)
                owed = due(self.readings.taxed_as(classes_), self.margin)
            found.append(taxed(owed, Stakes(helper.exponent)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Payment:
    """A Resources test that was made: dice, obstacle, successes, and the Tax `due` of a failure, 0 where it passed."""

    dice: int
    obstacle: int
    successes: int
    due: int

    @property
    def passed(self) -> bool:
        """Whether what was to be paid is paid."""
        return self.successes >= self.obstacle


def class_of(dice: int, obstacle: int) -> TestClass:
    """The class by which a failed test is taxed; one die against Ob 1 counts as Routine. Source: RES-08."""
    return classes(dice, obstacle)[0]


def payment(dice: int, obstacle: int, successes: int) -> Payment:
    """What a Resources test came to, as its class is printed. Source: RES-08."""
    margin = obstacle - successes
    return Payment(dice, obstacle, successes, due(class_of(dice, obstacle), margin) if margin > 0 else 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a test can fail: by these margins, and what it takes."""

    chance: Fraction
    margins: tuple[int, ...]
    loss: Loss


@dataclass(frozen=True, slots=True)
class Forecast:
    """A Resources test before the roll: the chance to buy, and every way to fail that can happen. Source: RES-08."""

    buys: Fraction
    endings: tuple[Ending, ...]

    @property
    def ruin(self) -> Fraction:
        """The chance that Tax brings Resources down to exponent 0. Source: RES-12."""
        return sum((ending.chance for ending in self.endings if ending.loss.depleted), Fraction(0))

    @property
    def dice(self) -> Mapping[int, Fraction]:
        """The chance of each number of dice lost; none lost is the chance to buy."""
        found: dict[int, Fraction] = {0: self.buys}
        for ending in self.endings:
            found[ending.loss.dice] = found.get(ending.loss.dice, Fraction(0)) + ending.chance
        return dict(sorted(found.items()))

    @property
    def likely(self) -> tuple[int, ...]:
        """The likeliest number of dice lost if the test fails, several where they are alike; none if it cannot."""
        failing: dict[int, Fraction] = {}
        for ending in self.endings:
            failing[ending.loss.dice] = failing.get(ending.loss.dice, Fraction(0)) + ending.chance
        return likeliest(dict(sorted(failing.items())))

    @property
    def words(self) -> str:
        """The dice that a failure takes: "2D", or "1D to 3D, mostly 2D"; "none" where none can fail."""
        lost = sorted({ending.loss.dice for ending in self.endings})
        if len(lost) < 2:
            return f"{lost[0]}D" if lost else "none"
        return f"{lost[0]}D to {lost[-1]}D, mostly {wording.listed([f'{dice}D' for dice in self.likely], 'or')}"

    @property
    def mean(self) -> Fraction:
        """The dice lost on average, a success counted as none."""
        return sum((dice * chance for dice, chance in self.dice.items()), Fraction(0))


def forecast(
    law: Distribution, obstacle: int, test_class: TestClass, stakes: Stakes, house: House = House()
) -> Forecast:
    """What a test can bring: `law` is that of its successes, the obstacle 1 or more. Source: RES-08, RES-12.

    Margins that take the same are one ending; endings that cannot happen are left out.
    """
    endings: list[Ending] = []
    for margin in range(1, obstacle + 1):
        chance = law.exactly(obstacle - margin)
        if not chance:
            continue
        loss = taxed(due(test_class, margin), stakes, house)
        last = endings[-1] if endings else None
        if last and replace(last.loss, due=loss.due) == loss:
            endings[-1] = Ending(last.chance + chance, (*last.margins, margin), last.loss)
        else:
            endings.append(Ending(chance, (margin,), loss))
    return Forecast(law.at_least(obstacle), tuple(endings))


def mixed(parts: Iterable[tuple[Fraction, Forecast]]) -> tuple[Fraction, Fraction, Fraction]:
    """The chance to buy, the dice lost on average, and the chance of ruin, of forecasts with their chances."""
    weighed = list(parts)
    return (
        sum((chance * one.buys for chance, one in weighed), Fraction(0)),
        sum((chance * one.mean for chance, one in weighed), Fraction(0)),
        sum((chance * one.ruin for chance, one in weighed), Fraction(0)),
    )


@dataclass(frozen=True, slots=True)
class Trap:
    """A die more that makes a near miss dearer: from so many dice, and what a miss by one costs without and with it."""

    dice: int
    before: int
    after: int


def traps(least: int, most: int, obstacle: int, stakes: Stakes, house: House = House()) -> tuple[Trap, ...]:
    """Where between `least` and `most` dice one more makes a miss by one cost more. Source: RES-08.

    It is the die that makes a Challenging test Difficult: a miss by one then costs two dice in place of one, unless
    there is only one to lose.
    """
    without, with_it = (
        taxed(due(test_class, 1), stakes, house).dice for test_class in (TestClass.CHALLENGING, TestClass.DIFFICULT)
    )
    dice = obstacle - 1
    return (Trap(dice, without, with_it),) if max(1, least) <= dice < most and with_it > without else ()

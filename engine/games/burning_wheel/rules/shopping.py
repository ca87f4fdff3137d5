"""A shopping trip, purchase after purchase: a frozen state, and what may be done in it (RES-27).

Each method of a `Trip` gives the trip after it, or raises `Refused` with the sentence why not. Dice come from outside,
by a `Throw`. What the last step brought is its `came`, a record without words. Nothing here knows a form.

A bot that asks around, haggles, rolls, and takes what it is given:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> chance = Random(27)
>>> throw = lambda pool: roll(pool, chance)
>>> trip = begin("a sword", Purchase(price=4, exponent=4, cash=1), Shade.BLACK)
>>> trip = trip.ask_around(Pool.parse("B4"), 2, throw).haggle(3).roll(throw)
>>> if trip.stage is Stage.FAILED:
...     trip = trip.offer().take()
>>> print(trip.bought, trip.margin, trip.left)
('a sword',) 2 Stakes(exponent=4, taxed=1, loaned=0, funds=0, cash=0)
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from engine.games.burning_wheel.dice import Pool, Roll, Shade, outcome
from engine.games.burning_wheel.rules import haggling, purchase, tax, test_class, wealth
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.linked import AFTER
from engine.games.burning_wheel.rules.purchase import Assessed, House, Purchase
from engine.games.burning_wheel.rules.tax import Failed, Gift, Loss, Stakes
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.option import Option
from engine.refused import Refused

Throw = Callable[[Pool], Roll]
"""A pool as it falls, from dice that are thrown or were."""


class Stage(Option):
    """How far a purchase has come. Source: RES-27."""

    PRICE = "price", "before the roll"
    FAILED = "failed", "failed: it is the GM’s turn"
    OFFERED = "offered", "the gift is offered"
    DONE = "done", "done"


class Readings(purchase.Readings, Protocol):
    """How a table reads the rules of a shopping trip."""

    def limited_cash(self, cash: int) -> bool:
        """Whether so many dice are more of a hoard than one test takes. Source: RES-20."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The default readings."""

    def classes(self, dice: int, obstacle: int) -> Classes:
        return test_class.classes(dice, obstacle)

    def taxed_as(self, classes: Classes, *, helped: bool = False) -> TestClass:
        return classes[0] if classes else TestClass.CHALLENGING

    def tax(self, stakes: Stakes) -> tax.House:
        return tax.House()

    def helped_own(self) -> bool:
        return False

    def full_haggled(self) -> bool:
        return True

    def house(self, purchase: Purchase) -> House:
        return House()

    def limited_cash(self, cash: int) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Tested:
    """A Wise was tested, and what it leads into the purchase. Source: RES-05."""

    obstacle: int
    successes: int
    before: Before


@dataclass(frozen=True, slots=True)
class Haggled:
    """The price was haggled. Source: RES-13."""

    asked: int
    price: int


@dataclass(frozen=True, slots=True)
class Walked:
    """The buyer left before the roll. Source: RES-11."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Resources were rolled. Source: RES-02, RES-08."""

    obstacle: int
    successes: int


@dataclass(frozen=True, slots=True)
class Offered:
    """The GM offers the thing anyway. Source: RES-09."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of the gift, and what Tax took of whom. Source: RES-08 to RES-12."""

    gift: Gift
    loss: Loss
    helpers: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """Another purchase. Source: RES-27."""

    price: int


Came = Tested | Haggled | Walked | Rolled | Offered | Settled | Begun


@dataclass(frozen=True, slots=True)
class Trip:
    """A purchase between two steps, and those before it. Source: RES-27.

    `what` is being bought, and `asked` its price before any haggling. `tests` says for how many tests more borrowed
    dice are good. `rolled` are the dice of Resources, `margin` by how much they missed, 0 where they did not, `loss`
    what that took; `bought` is what is had by now.
    """

    what: str
    asked: int
    shade: Shade
    purchase: Purchase
    readings: Readings = field(default=Printed(), compare=False)
    tests: int = 1
    stage: Stage = Stage.PRICE
    haggled: bool = False
    gift: Gift = Gift.NOT_OFFERED
    rolled: Roll | None = None
    margin: int = 0
    loss: Loss | None = None
    bought: tuple[str, ...] = ()
    came: Came | None = None

    @property
    def found(self) -> Assessed:
        """The purchase, worked out."""
        return purchase.assessed(self.purchase, self.shade, self.readings)

    @property
    def first(self) -> bool:
        """Whether this is the first success of Resources 0, which makes them 1. Source: RES-19."""
        return self.purchase.exponent == 0 and self.rolled is not None and self.margin == 0

    @property
    def failure(self) -> Failed:
        """The failed roll, for its Tax."""
        found, whole = self.found, self.purchase
        return Failed(
            found.total, self.margin, found.taxed_as, whole.stakes, whole.helpers, self.readings, self.haggled
        )

    @property
    def left(self) -> Stakes:
        """What Resources, funds and borrowed dice are as it stands."""
        return self.loss.after if self.loss else self.purchase.stakes

    @property
    def may_ask(self) -> bool:
        """Whether a Wise may still be tested for it. Source: RES-05."""
        return self.stage is Stage.PRICE and self.purchase.before is Before.NONE

    @property
    def may_haggle(self) -> bool:
        """Whether its price may still be haggled. Source: RES-13."""
        return self.stage is Stage.PRICE and not self.haggled

    @property
    def may_roll(self) -> bool:
        """Whether there is a die of Resources to roll. Source: RES-02."""
        return self.stage is Stage.PRICE and self.found.rollable

    @property
    def may_cut(self) -> bool:
        """Whether the buyer may decline the gift to cut losses. Source: RES-10, RES-11."""
        return self.stage is Stage.OFFERED and not (self.haggled and self.readings.full_haggled())

    def ask_around(self, wise: Pool, obstacle: int, throw: Throw) -> "Trip":
        """A Wise is tested, and what comes of it leads into the purchase. Source: RES-05."""
        self._must(self.may_ask)
        successes = throw(wise).count.successes
        before = AFTER[outcome(successes, obstacle)]
        return self._then(Tested(obstacle, successes, before), purchase=replace(self.purchase, before=before))

    def haggle(self, price: int) -> "Trip":
        """The price is haggled down to this. Source: RES-13."""
        self._must(self.may_haggle)
        settled = haggling.settled(self.asked, price)
        priced = replace(self.purchase, price=settled)
        return self._then(Haggled(self.asked, settled), haggled=True, purchase=priced)

    def walk_away(self) -> "Trip":
        """No deal: nothing is rolled and nothing is lost. Source: RES-11."""
        self._must(self.stage is Stage.PRICE)
        return self._then(Walked(), stage=Stage.DONE)

    def roll(self, throw: Throw, boon: int = 0) -> "Trip":
        """Resources are rolled, with `boon` Persona: bought and over, or failed and up to the GM. RES-02, RES-08."""
        self._must(self.may_roll)
        ready = replace(self, purchase=replace(self.purchase, boon=boon))
        found = ready.found
        fell = throw(found.pool)
        came = Rolled(found.total, fell.count.successes)
        margin = max(0, came.obstacle - came.successes)
        if margin:
            return ready._then(came, rolled=fell, margin=margin, stage=Stage.FAILED)
        return ready._then(came, rolled=fell, stage=Stage.DONE, bought=(*self.bought, self.what))

    def offer(self) -> "Trip":
        """The GM offers the Gift of Kindness. Source: RES-09."""
        self._must(self.stage is Stage.FAILED)
        return self._then(Offered(), stage=Stage.OFFERED)

    def withhold(self) -> "Trip":
        """The GM offers nothing, and Tax falls due. Source: RES-08, RES-09."""
        self._must(self.stage is Stage.FAILED)
        return self._settled(Gift.NOT_OFFERED)

    def take(self) -> "Trip":
        """The gift is taken, at full Tax. Source: RES-09."""
        self._must(self.stage is Stage.OFFERED)
        return self._settled(Gift.TAKEN)

    def cut_losses(self) -> "Trip":
        """The gift is declined, and losses are cut. Source: RES-10."""
        self._must(self.may_cut)
        return self._settled(Gift.DECLINED)

    def buy(self, what: str, price: int, cash: int = 0) -> "Trip":
        """The next purchase, with Resources, funds and borrowed dice as the last one left them. Source: RES-08."""
        self._must(self.stage is Stage.DONE)
        wealth.within_hoard(cash, limited=self.readings.limited_cash(cash))
        tests = self.tests - int(self.rolled is not None)
        helpers = self.purchase.helpers
        if self.loss:
            theirs = zip(helpers, self.failure.helpers_losses(self.gift), strict=True)
            helpers = tuple(replace(helper, exponent=loss.after.current) for helper, loss in theirs)
        bought = replace(
            self.purchase,
            price=price,
            exponent=1 if self.first else self.left.exponent,
            taxed=self.left.taxed,
            funds=self.left.funds,
            loaned=self.left.loaned if tests > 0 else 0,
            cash=cash,
            boon=0,
            before=Before.NONE,
            helpers=helpers,
        )
        after = begin(what, bought, self.shade, self.readings, max(1, tests))
        return replace(after, bought=self.bought, came=Begun(price))

    def _settled(self, gift: Gift) -> "Trip":
        """The gift is decided, and the Tax taken. Source: RES-08 to RES-12."""
        failure = self.failure
        came = Settled(gift, failure.loss(gift), failure.helpers_losses(gift))
        bought = (*self.bought, self.what) if gift.brings else self.bought
        return self._then(came, stage=Stage.DONE, gift=gift, loss=came.loss, bought=bought)

    def _then(self, came: Came, **changes: object) -> "Trip":
        return replace(self, came=came, **changes)  # type: ignore[arg-type]

    def _must(self, allowed: bool) -> None:
        if not allowed:
            raise Refused(f"This purchase does not stand so that this can be done: {self.stage.words}.")


def begin(what: str, bought: Purchase, shade: Shade, readings: Readings = Printed(), tests: int = 1) -> Trip:
    """A purchase that is about to begin. Raises `Refused` where it goes beyond what is counted here. Source: RES-27."""
    purchase.assessed(bought, shade, readings)
    return Trip(what, bought.price, shade, bought, readings, tests)

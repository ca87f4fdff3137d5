"""Procedures by the rules alone, without a page: each in its order, and refused out of it."""

import pytest

from engine.games.burning_wheel.dice import Pool, Roll, Shade, read
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Helper
from engine.games.burning_wheel.rules.course import Cast, Course, Move
from engine.games.burning_wheel.rules.course import begin as begun
from engine.games.burning_wheel.rules.course_state import Bonus, Result, Setup, Subject
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.haggling import Hagglers, Turn
from engine.games.burning_wheel.rules.haggling_procedure import Deal
from engine.games.burning_wheel.rules.haggling_procedure import begin as haggle
from engine.games.burning_wheel.rules.procedure import At
from engine.games.burning_wheel.rules.purchase import Purchase
from engine.games.burning_wheel.rules.shopping import Stage
from engine.games.burning_wheel.rules.shopping import begin as shop
from engine.games.burning_wheel.rules.versus import Side
from engine.refused import Refused


def test_a_bargain_is_paid_once_and_only_when_the_price_stands() -> None:
    haggling = haggle(4, Hagglers(Side(Pool.of(3)), Side(Pool.of(3))), Pool.of(4))
    for early in (haggling.lower, haggling.increase, haggling.close):
        with pytest.raises(Refused, match="won"):
            early()
    for early in (haggling.walk_away, lambda: haggling.pay(lambda pool: 4)):
        with pytest.raises(Refused, match="once it stands"):
            early()
    won = haggling.test(lambda pool: 2, lambda pool: 1)
    assert won.turn is Turn.BUYER
    with pytest.raises(Refused, match="No Haggling test is due"):
        won.test(lambda pool: 2, lambda pool: 1)
    paid = won.close().pay(lambda pool: 4)
    assert (paid.price, paid.deal) == (4, Deal.BOUGHT)
    with pytest.raises(Refused, match="only once"):
        paid.walk_away()
    with pytest.raises(Refused, match="no die to pay"):
        haggle(4, Hagglers(Side(Pool.of(3)), Side(Pool.of(3))), Pool.of(0)).test(
            lambda pool: 2, lambda pool: 1
        ).close().pay(lambda pool: 0)


def traitors(pool: Pool) -> Roll:
    """A pool of which no die succeeds."""
    return read(pool, [1] * pool.dice)


def test_a_purchase_goes_in_its_order() -> None:
    trip = shop("a sword", Purchase(3, 2), Shade.BLACK)
    for early in (trip.offer, trip.withhold, trip.take, trip.cut_losses, lambda: trip.buy("more", 1)):
        with pytest.raises(Refused, match="before the roll"):
            early()
    asked = trip.ask_around(Pool.of(2), 1, traitors)
    with pytest.raises(Refused, match="before the roll"):
        asked.ask_around(Pool.of(2), 1, traitors)
    with pytest.raises(Refused, match="haggling ends between 2 and 3"):
        asked.haggle(1)
    failed = asked.haggle(2).roll(traitors)
    assert (failed.stage, failed.margin, failed.bought) == (Stage.FAILED, 3, ())
    with pytest.raises(Refused, match="GM’s turn"):
        failed.roll(traitors)
    # Whoever haggled pays in full, so that there is nothing to cut.
    with pytest.raises(Refused, match="offered"):
        failed.offer().cut_losses()
    gone = failed.offer().take()
    assert (gone.bought, gone.left.current) == (("a sword",), 0)
    with pytest.raises(Refused, match="before the roll"):
        gone.buy("bread", 1).roll(traitors)


SKILL = Subject(Ability(Shade.BLACK, 3), ELEMENTS["skill"])


def ones(cast: Cast) -> list[int]:
    return [1] * cast.dice


def test_a_test_goes_through_its_seventeen_steps() -> None:
    course = begun(SKILL)
    for early in (course.test_planned, course.go_on, course.settle, lambda: course.roll(ones), course.rethink):
        with pytest.raises(Refused, match="it stands at step 1, Intent and task"):
            early()
    course = course.declare("in", "by the wall").choose(course.way).set_base(1).takes("an hour")
    assert course.at is At.CONSEQUENCE
    with pytest.raises(Refused, match="step 5"):
        course.go_on()
    assert course.warn("seen").rethink() == Course(Setup(SKILL), rounds=1)
    course = course.warn("seen").go_on().test_planned().go_on().go_on().go_on()
    course = course.help(Helper("Ines", 5)).add(Bonus(careful=True, persona=1)).go_on()
    with pytest.raises(Refused, match="step 11"):
        course.win_back()
    rolled = course.go_on().roll(ones)
    assert (rolled.at, rolled.successes, rolled.traitors) == (At.ROLL, 0, 7)
    failed = rolled.settle()
    assert (failed.result, failed.at, failed.rescues) == (Result.FAILED, At.RESULT, [Move.WARD_OFF, Move.CHEAT_DEATH])
    over = failed.ward_off().go_on().note_artha().check_epiphany().mark().check_advancement()
    assert (over.at, over.open, over.paid.persona) == (At.DONE, (), 2)
    with pytest.raises(Refused, match="it is over"):
        over.go_on()


def test_a_fast_test_stops_where_something_must_be_said() -> None:
    course = begun(SKILL, fast=True).set_base(1)
    assert course.at is At.LENGTH
    course = course.warn("seen").takes("an hour")
    assert course.at is At.LENGTH
    assert course.test_planned().roll(lambda cast: [6] * cast.dice).settle().at is At.DONE

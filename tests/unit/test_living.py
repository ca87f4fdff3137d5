"""Ways of life, jobs and the forecast (RES-15, RES-16, RES-18), and a purse lived through step by step."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Story
from engine.effects import SetRow, SetValue
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import living as rules
from engine.games.burning_wheel.rules import loans
from engine.games.burning_wheel.rules.living import Plan, Stand
from engine.games.burning_wheel.rules.tax import Stakes
from engine.games.burning_wheel.rules.wealth import advanced, borne, counted, needed, titled
from tests.site.building import modules
from tests.strategies import fewer

app.load(modules())
PURSE = "purse-by-cycles"


@cache
def exactly(dice: int) -> tuple[Fraction, ...]:
    """The chance of each number of successes with black dice, one die after the other."""
    chances = [Fraction(1)]
    for _ in range(dice):
        chances = [(here + before) / 2 for here, before in zip([*chances, 0], [0, *chances], strict=True)]
    return tuple(chances)


def taxed_by(dice: int, obstacle: int, margin: int) -> int:
    """The Tax of a failure, from the printed rows."""
    routine = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4}.get(dice, dice - 3)
    if obstacle > dice:
        return margin
    return 1 if obstacle <= routine else 2


def by_counting(most: int, now: int, life: int, job: int, cycles: int, ruined: bool = False) -> dict[Any, Fraction]:
    """What becomes of untaxed and current Resources, and whether they were ruined, counted out path by path."""
    if not cycles:
        return {(most, now, ruined): Fraction(1)}
    found: dict[Any, Fraction] = {}
    works = exactly(job) if most > now and job else (Fraction(1),)
    for worked, chance in enumerate(works):
        over = worked - (1 + most - now)
        back = min(most - now, over + 1) if most > now and job and over >= 0 else 0
        dice = now + back
        for rolled, share in enumerate(exactly(dice)):
            loses = 0 if rolled >= life or not dice else min(dice, taxed_by(dice, life, life - rolled))
            falls = loses > 0 and loses == dice
            after = by_counting(most - falls, dice - loses, life, job, cycles - 1, ruined or falls)
            for end, then in after.items():
                found[end] = found.get(end, Fraction(0)) + chance * share * then
    return found


@given(st.integers(1, 4), st.integers(0, 4), st.integers(1, 4), st.integers(0, 4), st.integers(1, 3))
@fewer(3)
def test_the_forecast_against_counting(most: int, taxed: int, life: int, job: int, cycles: int) -> None:
    taxed = min(taxed, most)
    plan = Plan(Shade.BLACK, life, Pool.of(job) if job else None)
    last = rules.forecast(Stand(Stakes(most, taxed)), plan, cycles)[-1]
    ends = by_counting(most, most - taxed, life, job, cycles)
    dice: dict[int, Fraction] = {}
    for (_, now, _), chance in ends.items():
        dice[now] = dice.get(now, Fraction(0)) + chance
    assert dict(last.dice) == {now: chance for now, chance in sorted(dice.items()) if chance}
    assert last.ruined == sum((chance for (_, _, ruined), chance in ends.items() if ruined), Fraction(0))


@given(
    st.integers(1, 5),
    st.integers(0, 4),
    st.integers(0, 3),
    st.lists(st.integers(1, 4), max_size=2),
    st.booleans(),
    st.booleans(),
)
@fewer(3)
def test_a_forecast_adds_up(most: int, funds: int, loaned: int, debts: list[int], whole: bool, one: bool) -> None:
    house = rules.House(of_debt=loans.House(whole_penalty=whole, as_one=one))
    plan = Plan(Shade.BLACK, 3, Pool.of(4), loan_tests=2)
    found = rules.forecast(Stand(Stakes(most, 0, loaned, funds), tuple(debts)), plan, 4, house)
    for cycle in found:
        assert sum(cycle.dice.values()) == sum(cycle.exponents.values()) == sum(cycle.funds.values()) == 1
    clear = [cycle.clear for cycle in found]
    ruined = [cycle.ruined for cycle in found]
    assert clear == sorted(clear)
    assert ruined == sorted(ruined)
    if debts:
        assert sum((cycle.exceeded + cycle.met for cycle in found), Fraction(0)) == clear[-1]
    assert max(found[-1].funds) <= funds


def test_borrowed_dice_are_gone_after_their_tests() -> None:
    start = Stand(Stakes(2, 0, 2))
    for tests, dice in ((1, 2), (2, 4)):
        found = rules.forecast(start, Plan(Shade.BLACK, 1, loan_tests=tests), 2)
        assert found[0].passes == successes(Pool.of(4)).at_least(1)
        assert found[1].passes >= found[0].passes * successes(Pool.of(dice)).at_least(1)


def test_a_failed_job_brings_nothing() -> None:
    assert [rules.recovered(3, extra) for extra in (-2, -1, 0, 1, 2, 9)] == [0, 0, 1, 2, 3, 3]


def lived(*moves: dict[str, Any], rulings: dict[str, str] | None = None, **setup: Any) -> app.Run:
    """A purse after these moves; faces may stand beside the move."""
    done = app.run(PURSE, setup, rulings or {})
    for said in moves:
        assert done.log is not None
        move = {key: value for key, value in said.items() if key != "faces"}
        step = {"side": "purse", "move": move, "faces": said.get("faces", [])}
        done = app.step(PURSE, done.log, step, rulings or {})
    return done


@pytest.mark.parametrize(
    ("rolled", "debts"),
    [
        (9, (SetRow("debts", "Salzer bank", {"size": 3}), SetRow("debts", "Nele", {}))),
        (0, ()),
    ],
)
def test_a_debt_that_falls_or_is_paid_goes_onto_the_sheet(rolled: int, debts: tuple[SetRow, ...]) -> None:
    rows = [{"name": "Salzer bank", "size": 4}, {"name": "Nele", "size": 1}, {"size": 2}]
    done = app.run("lifestyle", {"resources": "B9", "debts": rows, "rolled": rolled})
    assert tuple(one for one in done.answer.effects if isinstance(one, SetRow)) == debts


def test_a_purchase_failed_taxed_and_recovered() -> None:
    bought = {"is": "buy", "obstacle": 3, "rolled": 1}
    done = lived(bought)
    assert (done.answer.values["resources"], done.answer.values["taxed"]) == (1, 2)
    assert done.answer.effects == (SetValue("taxed", "2"),)
    worked = lived(bought, {"is": "work", "rolled": 4}, skill="B5")
    assert (worked.answer.values["resources"], worked.answer.values["taxed"]) == (3, 0)
    assert worked.answer.effects == ()
    assert worked.moves is not None
    assert "work" not in worked.moves["purse"].groups


def test_one_job_a_cycle() -> None:
    done = lived({"is": "work", "rolled": 0}, taxed=1)
    assert done.moves is not None
    assert "work" not in done.moves["purse"].groups
    again = lived({"is": "work", "rolled": 0}, {"is": "lifestyle-test", "rolled": 2}, taxed=1)
    assert again.answer.values["cycle"] == 2
    assert again.moves is not None
    assert "work" in again.moves["purse"].groups


def test_a_loan_is_paid_back_cycle_by_cycle() -> None:
    borrow = {"is": "borrow", "dice": 1, "tests": 2}
    passes = {"is": "lifestyle-test", "rolled": 3}
    done = lived(borrow, passes)
    assert (done.answer.values["loaned"], done.answer.values["debts"]) == (1, [2])
    done = lived(borrow, passes, passes)
    assert (done.answer.values["loaned"], done.answer.values["debts"]) == (0, [1])
    bare = lived(borrow, rulings={"money.debt-size": "bare"})
    assert bare.answer.values["debts"] == [2]
    grows = lived(borrow, {"is": "lifestyle-test", "rolled": 0}, rulings={"money.debt-missed": "grows"})
    assert grows.answer.values["debts"] == [4]
    free = lived({**borrow, "repaid": False})
    assert free.answer.values["debts"] == []


def test_cash_and_funds() -> None:
    gains = ({"is": "receive", "what": "cash", "dice": 3}, {"is": "receive", "what": "fund", "dice": 2})
    done = lived(*gains, {"is": "buy", "obstacle": 4, "cash": 2, "faces": [1, 1, 1, 1, 5, 5, 5]})
    assert (done.answer.values["cash"], done.answer.values["funds"]) == (1, 1)
    assert done.answer.values["resources"] == 3
    with pytest.raises(Unusable, match=r"2\sdice of cash"):
        lived(*gains, {"is": "buy", "cash": 3}, rulings={"money.cash-per-test": "two"})
    with pytest.raises(Unusable, match=r"10\sdice"):
        lived({"is": "receive", "what": "fund", "dice": 9}, {"is": "receive", "what": "fund", "dice": 2})


def test_ruin_and_rise() -> None:
    done = lived({"is": "buy", "obstacle": 9, "rolled": 0})
    assert (done.answer.values["resources"], done.answer.values["exponent"]) == (0, 2)
    with pytest.raises(Unusable, match="no die to roll"):
        lived({"is": "buy", "obstacle": 9, "rolled": 0}, {"is": "lifestyle-test", "bonus": 0})
    risen = lived({"is": "buy", "obstacle": 1, "bonus": 1, "rolled": 1}, resources="B0")
    assert risen.answer.values["exponent"] == 1
    assert risen.answer.values["marks"] == {"routine": 0, "difficult": 0, "challenging": 0}


def test_what_cannot_be_rolled_is_refused() -> None:
    with pytest.raises(Unusable, match="no die to roll"):
        lived({"is": "buy", "obstacle": 1, "cash": 0, "bonus": 0, "rolled": 9}, resources="B0", cash=0)
    with pytest.raises(Unusable, match="from 1 to 10"):
        lived({"is": "borrow", "dice": -2})


def test_a_story_has_a_line_a_step_and_one_more_for_a_debt() -> None:
    done = lived({"is": "lifestyle-test", "rolled": 3}, debts=[{"size": 2}])
    (story,) = [block for block in done.answer.blocks if isinstance(block, Story)]
    assert [line.text for line in story.lines] == [
        "Cycle 1: Lifestyle, 3D against Ob\N{NO-BREAK SPACE}3, 3\N{NO-BREAK SPACE}successes: passed, a Difficult test.",
        "Cycle 1: the debt is now 1.",
    ]


@given(st.lists(st.integers(1, 10), min_size=1, max_size=4), st.integers(0, 40), st.booleans())
def test_funds_bear_what_they_can(funds: list[int], lost: int, largest: bool) -> None:
    left = borne(funds, min(lost, counted(funds, largest=largest)), largest=largest)
    assert sum(funds) - sum(left) == min(lost, counted(funds, largest=largest))
    assert all(0 <= now <= before for now, before in zip(left, funds, strict=True))


def test_cash_that_is_enough_and_cash_that_is_not() -> None:
    assert needed(3, Shade.BLACK, 3, Fraction(1, 2), 5) == 2
    assert needed(3, Shade.BLACK, 3, Fraction(1, 8), 5) == 0
    assert needed(0, Shade.BLACK, 6, Fraction(1, 2), 3) is None


def test_titles_and_advancement_keep_the_tax() -> None:
    assert advanced(Stakes(3, 2)) == Stakes(4, 2)
    assert titled(Stakes(3, 2), 1) == Stakes(4, 2)
    assert titled(Stakes(2, 2), -1) == Stakes(1, 1)
    assert titled(Stakes(0), -1) == Stakes(0)

"""A casting as a procedure: its steps in order, what each does, what it refuses (SOR-10 to SOR-15, SOR-30 to 33)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.games.burning_wheel.dice import Pool, Roll, read, roll
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Caster, Doubled, Style
from engine.games.burning_wheel.rules.casting_procedure import Casting, House, Plan, Step, Who, begin
from engine.games.burning_wheel.rules.failed_casting import Failure
from engine.games.burning_wheel.rules.spells import SPELLS, Duration, Harm
from engine.refused import Refused

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
KINDNESS = Plan(SPELLS["arcane-kindness"], 4)
FEAR = Plan(SPELLS["the-fear"], 2)
SHIELD = Plan(SPELLS["eldritch-shield"], 4)


def who(forte: Ability = B5, **also: int) -> Who:
    return Who(Caster(B5, B5), forte, **also)


def fell(*faces: int) -> Callable[[Pool], Roll]:
    return lambda pool: read(pool, faces)


def good(successes: int) -> Callable[[Pool], Roll]:
    """So many successes, and all other dice traitors."""
    return lambda pool: read(pool, [4] * successes + [1] * (pool.dice - successes))


def test_joost_casts_the_fear_twice() -> None:
    """SOR-13, SOR-15: the second Tax makes one success of four and costs a die of Forte B4."""
    caster = Who(Caster(B4, B4), B4)
    first = begin(caster, FEAR).roll(good(3))
    assert (first.step, first.pool.dice, first.obstacle) == (Step.TAX, 4, 2)
    first = first.roll(good(2))
    assert (first.step, first.who.lost) == (Step.DONE, 0)
    second = first.again().roll(good(2)).roll(good(1))
    assert (second.step, second.who.lost, second.pool.dice) == (Step.SICKNESS, 1, 4)
    second = second.roll(good(2))
    assert (second.step, second.back) == (Step.DONE, (4,))
    assert second.again().roll(good(2)).pool.dice == 3


def test_the_margin_waits_to_be_put_somewhere() -> None:
    """SOR-19: each success once, and only where the spell has a use for it."""
    casting = begin(who(), KINDNESS).roll(good(7)).roll(good(4))
    assert (casting.step, casting.margin) == (Step.ALLOCATE, 3)
    for wrong in ({"effect": 4}, {"duration": 1}, {"fate": 1}):
        with pytest.raises(Refused):
            casting.allocate(**wrong)
    with pytest.raises(Refused, match="No dice fall now"):
        casting.roll(good(0))
    done = casting.allocate(effect=3)
    assert done.step is Step.DONE
    assert done.sustained
    assert done.again().pool.dice == 9, "one Will die holds it"
    harmful = replace(SPELLS["firebreath"], duration=Duration.ELAPSED, harm=Harm())
    casting = begin(who(), Plan(harmful, 2)).roll(good(7)).roll(good(4))
    with pytest.raises(Refused, match="No more than 3"):
        casting.allocate(fate=4)
    put = casting.allocate(effect=1, duration=1, fate=3).put
    assert put is not None
    assert put.total == 5


def test_a_flat_spell_and_one_that_is_met_are_done() -> None:
    flat = replace(SPELLS["mage-light"], caret=False)
    assert begin(who(), Plan(flat, 3)).roll(good(6)).roll(good(3)).step is Step.DONE
    assert begin(who(), KINDNESS).roll(good(4)).roll(good(4)).step is Step.DONE


@pytest.mark.parametrize(
    ("face", "failure", "step"),
    [(1, Failure.SUMMONING, Step.SUMMONING), (2, Failure.GARBLED, Step.WHEEL), (3, Failure.DISSIPATES, Step.DONE)],
)
def test_a_failure_throws_the_die_of_fate(face: int, failure: Failure, step: Step) -> None:
    """SOR-30: after the Tax, which a failed casting pays too."""
    failed = begin(who(), KINDNESS).roll(good(3))
    assert failed.step is Step.TAX
    fate = failed.roll(good(4))
    assert fate.step is Step.FATE
    after = fate.roll(fell(face))
    assert (after.failure, after.step) == (failure, step)


def test_the_wheel_and_what_comes_through() -> None:
    """SOR-31, SOR-32: two dice turn the wheel, a 1 is a great demon."""
    failed = begin(who(), SHIELD).roll(good(0)).roll(good(4))
    turned = failed.roll(fell(2)).roll(fell(2, 3))
    assert turned.turn is not None
    assert (turned.turn.steps, turned.step) == (3, Step.DONE)
    called = failed.roll(fell(1))
    assert called.roll(fell(1)).comes != called.roll(fell(2)).comes != ""


def test_read_the_other_way_a_failure_costs_nothing() -> None:
    """SOR-10."""
    failed = begin(who(), KINDNESS, House(failed_tax=False)).roll(good(3))
    assert (failed.step, failed.taxed) == (Step.FATE, None)
    assert begin(who(), KINDNESS, House(failed_tax=False)).roll(good(4)).step is Step.TAX


def test_overtax_is_the_end_of_the_day() -> None:
    """SOR-14: the witch, Forte B5 with two lost, loses four to an Ob 4 spell."""
    casting = begin(who(lost=2), KINDNESS).roll(good(4)).roll(good(0))
    assert casting.taxed is not None
    assert str(casting.taxed.wound) == "B4"
    assert casting.who.down
    assert casting.step is Step.SICKNESS
    for _ in range(3):
        casting = casting.roll(good(0))
    assert (casting.step, casting.back, casting.sustained) == (Step.DONE, (6, 6, 6), False)
    with pytest.raises(Refused, match="unconscious"):
        casting.again()


def test_haste_is_in_both_obstacles_and_its_pips_follow_the_ruling() -> None:
    """SOR-37, SOR-14."""
    hasty = replace(SHIELD, cast=Cast(Style.HASTY, 3))
    casting = begin(who(Ability.parse("B3")), hasty)
    assert (casting.against.total, casting.tax.total, hasty.actions) == (7, 6, 6)
    for house, wound in ((House(), "B8"), (House(pips_of_tax=True), "B12")):
        over = begin(who(Ability.parse("B3")), hasty, house).roll(good(0)).roll(good(1))
        assert over.taxed is not None
        assert str(over.taxed.wound) == wound


def test_a_spell_broken_off_is_taxed_for_its_part() -> None:
    """SOR-33: half of Ob 4 is Ob 2, and the Die of Fate is thrown; of nine actions five are five ninths, 2 of 4."""
    broken = begin(who(), SHIELD).interrupt(5)
    assert (broken.step, broken.tax.total) == (Step.TAX, 2)
    assert broken.roll(good(2)).step is Step.FATE
    assert begin(who(), SHIELD, House(broken_up=True)).interrupt(5).tax.total == 3
    hasty = replace(SHIELD, cast=Cast(Style.HASTY, 3))
    assert begin(who(), hasty).interrupt(6).tax.total == 6
    assert begin(who(), hasty, House(broken_haste=False)).interrupt(6).tax.total == 4
    with pytest.raises(Refused):
        begin(who(), SHIELD).interrupt(10)
    with pytest.raises(Refused, match="gives no actions"):
        begin(who(), Plan(SPELLS["shards"], 2)).interrupt(1)
    with pytest.raises(Refused, match="being cast"):
        broken.interrupt(1)


def test_superficial_wounds_are_in_all_its_obstacles() -> None:
    """SOR-10."""
    hurt = begin(who(added=1, hurt=1), KINDNESS)
    assert (hurt.against.total, hurt.tax.total) == (5, 5)
    assert hurt.roll(good(5)).pool.dice == 4
    assert begin(who(added=1), SHIELD).interrupt(5).tax.total == 3


def test_what_cannot_begin() -> None:
    with pytest.raises(Refused, match="unconscious"):
        begin(who(lost=5), KINDNESS)
    with pytest.raises(Refused, match="here 4"):
        begin(who(), replace(KINDNESS, cast=Cast(Style.CAREFUL, 5)))
    with pytest.raises(Refused, match="still waits for the casting"):
        begin(who(), KINDNESS).again()
    full = Who(Caster(B5, B5, held=4), B5)
    with pytest.raises(Refused, match="sustains 4 at most"):
        begin(full, KINDNESS).roll(good(4)).roll(good(4)).again()


def test_every_casting_ends() -> None:
    """A hundred days of whoever casts until they drop: no step twice, and what is lost never grows past Forte."""
    for seed in range(100):
        chance = Random(seed)
        casting: Casting = begin(Who(Caster(B5, B5), B4), SHIELD)
        steps = 0
        while not (casting.who.down and casting.step is Step.DONE) and steps < 400:
            steps += 1
            if casting.step is Step.ALLOCATE:
                casting = casting.allocate(effect=casting.margin)
            elif casting.step is Step.DONE:
                if casting.who.caster.held + casting.sustained > 4:
                    break
                casting = casting.again()
            else:
                casting = casting.roll(lambda pool, chance=chance: roll(pool, chance))
            assert 0 <= casting.who.lost <= 4
        assert steps < 400


def test_gray_health_rolls_gray_dice_and_lost_dice_may_come_back_together() -> None:
    """SOR-15."""
    gray = replace(who(), health=Ability.parse("G4"))
    casting = begin(gray, KINDNESS).roll(good(4)).roll(good(2))
    assert (casting.step, str(casting.pool)) == (Step.SICKNESS, "G4")
    ended = casting.roll(fell(3, 2, 1, 1)).roll(fell(1, 1, 1, 1))
    assert (ended.back, ended.ends) == ((5, 6), (5, 11))
    assert replace(ended, house=House(side_by_side=True)).ends == (5, 6)


def test_a_deeds_point_doubles_one_casting() -> None:
    """SOR-02, HUB-75: artha is spent for one test; the next casting rolls what it rolls."""
    who = Who(Caster(B5, B5, doubled=Doubled.WILL, persona=2), B5)
    casting = begin(who, Plan(SPELLS["shards"], 2))
    assert casting.dice.total == 17
    assert replace(casting, step=Step.DONE).again().dice.total == 10


def test_what_forte_cannot_carry_is_not_sustained() -> None:
    """SOR-29: Forte less the obstacle is the hours to the next Tax, and without any it may not be maintained."""
    for obstacle in range(1, 9):
        done = replace(begin(Who(Caster(B5, B5), B5), Plan(SPELLS["turn-aside"], obstacle)), step=Step.DONE)
        done = replace(done, successes=obstacle)
        assert done.raised
        assert done.sustained == (obstacle < 5)
        assert (not done.heavy) == (obstacle < 5)

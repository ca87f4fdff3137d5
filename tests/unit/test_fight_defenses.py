"""Natural Defenses, Avoid, Block, Counterstrike and Beat: the tables cell by cell, and chances counted out."""

import itertools
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import fight_defenses as rules
from engine.games.burning_wheel.rules import fight_odds
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_defenses import Beaten, Blocked, Counterstrike, Grip, Held
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.refused import Refused

FGT_34 = {
    # maneuver: rolled while Maintaining, rolled after a Close or Withdraw, rolled without positioning
    "charge": ("position power", "position", ""),
    "lock": ("power", "power", "power"),
    "push": ("power speed", "speed", "power speed"),
    "throw-opponent": ("speed boxing brawling",) * 3,
    "beat-and-bind": ("skill", "skill", "skill"),
}
ADDS = {
    "charge": {"avoid"},
    "lock": {"avoid"},
    "push": {"avoid", "counterstrike"},
    "throw-opponent": {"avoid"},
    "beat-and-bind": {"avoid", "block", "counterstrike"},
}
BLOCKED = {
    "strike": "yes",
    "disarm": "yes",
    "beat-and-bind": "yes",
    "block-and-strike": "yes",
    "great-strike": "shield",
    "push": "no",
    "lock": "no",
    "throw-opponent": "no",
    "charge": "no",
    "tackle": "no",
    "feint": "no",
    "release": "no",
    "throw-object": "no",
}
COUNTERED = {
    "strike": True,
    "great-strike": True,
    "beat-and-bind": True,
    "push": True,
    "disarm": True,
    "block-and-strike": True,
    "lock": False,
    "throw-opponent": False,
    "charge": False,
    "tackle": False,
    "feint": False,
    "avoid": False,
    "block": False,
    "assess": False,
    "release": False,
}


@pytest.mark.parametrize("grip", FGT_34)
def test_what_natural_defenses_are_rolled_with(grip: str) -> None:
    for held, expected in zip(Held, FGT_34[grip], strict=True):
        assert [by.value for by in rules.natural(Grip.of(grip), held)] == expected.split()
    assert {act.value for act in Grip.of(grip).joined_by} == ADDS[grip]


def test_agility_stands_in_where_there_is_no_weapon_skill() -> None:
    assert rules.natural(Grip.BEAT, armed=False) == (rules.By.AGILITY,)


def test_power_may_answer_a_charge_of_one_who_stands_still() -> None:
    assert rules.natural(Grip.CHARGE, Held.STILL, still_power=True) == (rules.By.POWER,)


def test_a_lock_does_not_weaken_what_resists_it() -> None:
    assert rules.locked(Grip.LOCK, rules.By.POWER, 3).amount == 0
    assert rules.locked(Grip.PUSH, rules.By.POWER, 3).amount == -3
    assert rules.locked(Grip.THROW, rules.By.SPEED, 1).amount == -1


def test_what_makes_an_avoid_harder() -> None:
    assert rules.avoiding().total == 0
    assert rules.avoiding(moving=True).total == 1
    assert rules.avoiding(again=True).total == 1
    assert rules.avoiding(moving=True, again=True).total == 2


def test_an_avoid_of_three_against_an_attack_of_five() -> None:
    """Two are left: they hit at Ob 1 or 2 and miss at Ob 3."""
    left = 5 - 3
    assert [left >= obstacle for obstacle in (1, 2, 3)] == [True, True, False]
    sure = Roll(Pool.of(5)), Roll(Pool.of(3))
    most = fight_odds.margin(sure[0], (sure[1],), 1)
    assert (most.last, most.first) == (4, -4)


@pytest.mark.parametrize("act", BLOCKED)
def test_what_can_be_blocked(act: str) -> None:
    assert rules.blocks(Act.of(act)) is Blocked.of(BLOCKED[act])


@pytest.mark.parametrize("act", COUNTERED)
def test_what_can_be_counterstruck(act: str) -> None:
    found = rules.counters(Act.of(act))
    assert (found.defends, found.strikes) == (COUNTERED[act], COUNTERED[act])


def test_a_table_may_riposte_against_what_it_does_not_stop() -> None:
    found = rules.counters(Act.LOCK, always=True)
    assert (found.defends, found.strikes) == (False, True)
    assert not rules.counters(Act.FEINT, always=True).strikes
    assert not rules.counters(Act.ASSESS, always=True).strikes


def binomial(dice: int, at_least: int) -> Fraction:
    return Fraction(sum(comb(dice, k) for k in range(max(0, at_least), dice + 1)), 2**dice)


def test_every_way_to_divide_seven_dice() -> None:
    found = Counterstrike(7).splits(Roll(Pool.of(4)), 1)
    assert [(one.defending, one.riposte) for one in found] == [(6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6)]
    for one in found:
        # 4 attacking dice less d defending ones, with d added, are d + 4 dice: a hit is d + 1 successes or more.
        assert one.struck == binomial(4 + one.defending, one.defending + 1)
        assert one.hits == binomial(one.riposte, 1)
        assert one.good == one.hits * (1 - one.struck)
    assert rules.best(found) == max(found, key=lambda one: one.good)


def test_a_single_die_goes_one_way() -> None:
    defends, strikes = Counterstrike(1, guard=2).splits(Roll(Pool.of(2)), 1)
    assert (defends.hits, strikes.hits) == (0, Fraction(1, 2))
    assert defends.struck == binomial(5, 4)
    assert strikes.struck == Fraction(3, 4)


def test_no_die_is_no_counterstrike() -> None:
    with pytest.raises(Refused, match="at least one die"):
        Counterstrike(0).splits(Roll(Pool.of(2)), 1)


def test_shield_and_ob_go_where_they_belong() -> None:
    found = Counterstrike(4, guard=3, penalty=1, obstacle=2).split(2, 2, Roll(Pool.of(4)), 1)
    assert found.hits == 0
    assert found.struck == fight_odds.hits(Roll(Pool.of(4)), (Roll(Pool.of(5), 1),), 1)


def test_against_a_push_the_first_half_adds_to_natural_defenses() -> None:
    push, natural = Roll(Pool.of(7)), Roll(Pool.of(5))
    found = Counterstrike(4, natural=natural).split(2, 2, push, 1)
    assert found.struck == 1 - fight_odds.foiled(push, (natural, Roll(Pool.of(2))))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(0, 8), st.integers(0, 3), st.sampled_from(Shade))
def test_more_dice_in_a_half_never_hurt_it(dice: int, attack: int, penalty: int, shade: Shade) -> None:
    found = Counterstrike(dice, shade, penalty=penalty).splits(Roll(Pool.of(attack)), 1)
    for one, other in itertools.pairwise(found):
        assert one.struck <= other.struck
        assert one.hits <= other.hits


BEATEN = {-1: "nothing", 0: "nothing", 1: "length", 2: "weapon", 3: "weapon"}


@pytest.mark.parametrize("net", BEATEN)
def test_what_a_beat_does(net: int) -> None:
    assert rules.beaten(net) is Beaten.of(BEATEN[net])


def test_the_chances_of_a_beat() -> None:
    found = rules.beats(Roll(Pool.of(4)), (Roll(Pool.of(3)),))
    # 4 against 3 black dice are 7 dice, with 3 taken off.
    assert found == {
        Beaten.NOTHING: 1 - binomial(7, 4),
        Beaten.LENGTH: binomial(7, 4) - binomial(7, 5),
        Beaten.WEAPON: binomial(7, 5),
    }
    twice = rules.beats(Roll(Pool.of(4)), (Roll(Pool.of(3)), Roll(Pool.of(3))))
    assert twice[Beaten.NOTHING] == 1 - binomial(10, 7)


def test_several_attackers_and_one_avoid() -> None:
    attack, avoid = Roll(Pool.of(2)), Roll(Pool.of(1))
    # Counted out: an avoid of 0 or 1, each attack of two dice misses with fewer than 1 or 2 successes.
    expected = Fraction(1, 2) * Fraction(1, 4) ** 3 + Fraction(1, 2) * Fraction(3, 4) ** 3
    assert rules.untouched(attack, 1, avoid, 3, all_of_them=True) == expected
    single = (Fraction(1, 2) * Fraction(1, 4) + Fraction(1, 2) * Fraction(3, 4)) * Fraction(1, 4) ** 2
    assert rules.untouched(attack, 1, avoid, 3, all_of_them=False) == single
    alone = 1 - fight_odds.hits(attack, (avoid,), 1)
    assert rules.untouched(attack, 1, avoid, 1, all_of_them=True) == alone
    assert rules.untouched(attack, 1, avoid, 1, all_of_them=False) == alone

"""Where a blow lands and what a defense takes off it, against the printed prices and a count by hand."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.striking import (
    Aim,
    Disadvantage,
    Inside,
    Strips,
    aim_cost,
    may_offer,
    moves,
    obstacle,
    unpriced,
    within,
)

HEAD, TORSO, ARMS, LEGS = Target

PRICES = {
    (TORSO, HEAD): 1,
    (TORSO, TORSO): 0,
    (TORSO, ARMS): 1,
    (TORSO, LEGS): 1,
    (ARMS, HEAD): 1,
    (ARMS, TORSO): 1,
    (ARMS, ARMS): 0,
    (ARMS, LEGS): 1,
    (LEGS, HEAD): 2,
    (LEGS, TORSO): 1,
    (LEGS, ARMS): 1,
    (LEGS, LEGS): 0,
    (HEAD, HEAD): 0,
    (HEAD, TORSO): 1,
    (HEAD, ARMS): 1,
    (HEAD, LEGS): 2,
}
"""WPN-06, seed 000:4409-4411; the four moves from head or legs to torso or arms are not printed."""


@pytest.mark.parametrize(("offered", "wanted"), PRICES)
def test_every_move_of_wpn_06_has_its_price(offered: Target, wanted: Target) -> None:
    assert aim_cost(offered, wanted) == PRICES[offered, wanted]
    assert aim_cost(offered, wanted, adjacent=2) == (2 if unpriced(offered, wanted) else PRICES[offered, wanted])


def test_limbs_stand_apart_only_where_a_side_is_favored() -> None:
    right_arm, left_arm, right_leg, left_leg = list(Location)[2:]
    assert (aim_cost(left_leg, right_leg), aim_cost(left_arm, right_arm)) == (1, 2)
    assert aim_cost(right_arm, left_leg) == 1
    assert aim_cost(Location.HEAD, left_leg) == 2
    assert aim_cost(LEGS, left_leg) == 0
    assert dict(moves(left_arm, sided=True))[left_arm] == 0
    assert within(ARMS) == (right_arm, left_arm)
    assert within(left_leg) == (left_leg,)


def test_nobody_on_foot_offers_the_legs_to_a_rider() -> None:
    assert [spot for spot in Location if not may_offer(spot, from_horseback=True)] == list(Location)[4:]
    assert all(may_offer(spot) for spot in Location)


def test_the_price_is_one_way_or_the_other_alike_but_for_what_is_not_printed() -> None:
    for one, other in product(Target, repeat=2):
        assert aim_cost(one, other) == aim_cost(other, one)


DISADVANTAGES = {
    Disadvantage.LUNGING: 1,
    Disadvantage.MOVING: 1,
    Disadvantage.GROUND: 1,
    Disadvantage.RAIN: 1,
    Disadvantage.DIM: 1,
    Disadvantage.NARROW: 1,
    Disadvantage.CANDLE: 2,
    Disadvantage.DARK: 3,
    Disadvantage.DOWN: 4,
}
"""WPN-04, seed 000:4283-4297."""
INSIDE = {Inside.NO: 0, Inside.KNIFE: 0, Inside.HILT: 1, Inside.SMALL_SWORD: 2, Inside.SWORD: 3, Inside.POLE: 4}
"""WPN-04, seed 000:3752-3757."""


def test_every_disadvantage_adds_to_the_one_of_a_strike() -> None:
    assert set(DISADVANTAGES) == set(Disadvantage)
    for one, added in DISADVANTAGES.items():
        assert obstacle([one]).total == 1 + added
    for place, added in INSIDE.items():
        assert obstacle(inside=place).total == 1 + added
    assert obstacle(DISADVANTAGES).total == 1 + sum(DISADVANTAGES.values())


def test_only_the_base_doubles_without_a_skill() -> None:
    assert obstacle([Disadvantage.DIM], unskilled=True).total == 3
    assert obstacle([Disadvantage.DIM], unskilled=True, doubled=False).total == 2
    assert obstacle(favoring=True).total == 2
    assert obstacle(other=-9).total == 0


def test_the_printed_examples_of_an_aimed_blow() -> None:
    torso_to_legs = Aim(TORSO, LEGS)
    tipped = torso_to_legs.land(2, 1, 2, defense=1)  # seed 000:4423-4427
    assert (tipped.spot, tipped.stage) == (TORSO, Stage.INCIDENTAL)
    for high, hits in ((1, True), (2, True), (3, False)):  # seed 000:3991
        assert Aim().land(5, high, 2, defense=3).hit is hits
    hilt = torso_to_legs.land(5, 4, 2)  # seed 000:7137: the Avoid stands in the obstacle there
    assert (hilt.spot, hilt.stage) == (LEGS, Stage.INCIDENTAL)
    late = Aim(TORSO, LEGS, late=True).land(5, 2, 2, defense=2)
    assert (late.spot, late.stage) == (LEGS, Stage.INCIDENTAL)
    early = torso_to_legs.land(5, 2, 2, defense=2)
    assert (early.spot, early.stage) == (TORSO, Stage.INCIDENTAL)


def by_hand(aim: Aim, successes: int, need: int, add: int, defense: int) -> tuple[Stage, object]:
    """The same, taking one token after the other away."""
    extra = successes - need
    tokens = ["aim"] * aim.cost if extra >= aim.cost and not aim.late else []
    tokens += ["harm"] * (extra - len(tokens))
    if successes - defense < need:
        return Stage.MISS, None
    first, second = ("aim", "harm") if aim.strips is Strips.AIM else ("harm", "aim")
    for _ in range(defense):
        tokens.remove(first if first in tokens else second)
    if aim.late and len(tokens) >= aim.cost:
        tokens = ["aim"] * aim.cost + ["harm"] * (len(tokens) - aim.cost)
    harm = tokens.count("harm")
    stage = Stage.INCIDENTAL if harm < add else Stage.MARK if harm < 2 * add else Stage.SUPERB
    return stage, aim.wanted if tokens.count("aim") >= aim.cost else aim.offered


@given(
    st.tuples(st.sampled_from(Target), st.sampled_from(Target)),
    st.sampled_from((1, 2)),
    st.sampled_from(Strips),
    st.booleans(),
    st.integers(0, 12),
    st.integers(0, 5),
    st.integers(1, 3),
    st.integers(0, 8),
)
def test_a_defense_takes_successes_one_by_one(
    way: tuple[Target, Target], adjacent: int, strips: Strips, late: bool, successes: int, need: int, add: int, k: int
) -> None:
    aim = Aim(*way, adjacent, strips, late)
    landed = aim.land(successes, need, add, k)
    assert (landed.stage, landed.spot) == by_hand(aim, successes, need, add, k)
    if landed.hit:
        assert landed.aim + landed.harm == landed.margin == successes - k - need

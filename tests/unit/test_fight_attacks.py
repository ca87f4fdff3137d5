"""Charge, Tackle, Great Strike: the tables cell by cell, and chances counted out."""

import itertools
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_attacks as rules
from engine.games.burning_wheel.rules.fight_attacks import Clash, From, Hits, Rush
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.weapons import Speed
from engine.refused import Refused

FGT_38 = {
    # rush, end: them, you, distance
    ("charge", "beaten"): ("nothing", "your next action is lost", "their positioning counts"),
    ("charge", "stopped"): ("nothing", "your next action is lost", "distance unchanged"),
    ("charge", "staggered"): ("+1 Ob on their next action", "you stand", "optimal"),
    ("charge", "floored"): ("knocked down", "you stand", "optimal"),
    ("tackle", "beaten"): ("nothing", "your next action is lost", "their positioning counts"),
    ("tackle", "stopped"): ("nothing", "your next action is lost", "distance unchanged"),
    ("tackle", "staggered"): ("+1 Ob on their next action", "you stand", "inside"),
    ("tackle", "floored"): ("knocked down", "you are down too", "inside"),
}
PLAYED = [
    # Charge, positioning, Avoid: net and how it ends
    (4, 2, 2, 0, "stopped"),
    (4, 1, 1, 2, "floored"),
    (4, 3, 1, 0, "stopped"),
    (3, 2, 0, 1, "staggered"),
    (2, 3, 0, -1, "beaten"),
    (3, 3, 0, 0, "stopped"),
]
CROSSED = {
    ("charge", "out"): 2,
    ("charge", "lunging"): 1,
    ("charge", "optimal"): 0,
    ("charge", "inside"): 0,
    ("tackle", "out"): 3,
    ("tackle", "lunging"): 2,
    ("tackle", "optimal"): 1,
    ("tackle", "inside"): 0,
}


@pytest.mark.parametrize(("rush", "hits"), FGT_38)
def test_how_it_ends(rush: str, hits: str) -> None:
    found = rules.ends(Rush.of(rush), Hits.of(hits))
    assert (found.target, found.attacker, found.distance) == FGT_38[rush, hits]


@pytest.mark.parametrize(("charge", "position", "avoid", "net", "ends"), PLAYED)
def test_charges_that_were_played(charge: int, position: int, avoid: int, net: int, ends: str) -> None:
    assert charge - position - avoid == net
    assert rules.landed(net, charge - position) is Hits.of(ends)


@pytest.mark.parametrize(("rush", "start"), CROSSED)
def test_how_far_it_goes(rush: str, start: str) -> None:
    crossed = CROSSED[rush, start]
    assert rules.distances(Rush.of(rush), From.of(start)) == crossed
    assert rules.far(Rush.of(rush), From.of(start), from_out=True).total == (2 if crossed > 1 else 0)
    free = rules.far(Rush.of(rush), From.of(start), from_out=True, jump_free=True).total
    assert free == (2 if start == "out" else 0)


@pytest.mark.parametrize("rush", Rush)
def test_nobody_charges_from_out_of_reach(rush: Rush) -> None:
    with pytest.raises(Refused, match=f"Nobody begins a {rush.words} out of reach"):
        rules.far(rush, From.OUT)


def test_the_dice_of_a_charge() -> None:
    assert rules.rushing(5).total == 6
    assert rules.rushing(5, closed=True).total == 7
    assert rules.rushing(4, bonus=3).total == 8
    assert rules.rushing(4, closed=True, bonus=1, weight=1).total == 8
    assert rules.standing(4, bonus=2).total == 6
    assert rules.standing(4, bonus=2, bare=True).total == 4


def law(roll: Roll | None) -> Mapping[int, Fraction]:
    if roll is None:
        return {0: Fraction(1)}
    found = Counter(max(0, sum(faces) - roll.penalty) for faces in itertools.product((0, 1), repeat=roll.pool.dice))
    return {number: Fraction(count, 2**roll.pool.dice) for number, count in found.items()}


@pytest.mark.parametrize("charge", [Roll(Pool.of(6)), Roll(Pool.of(5), 2)])
@pytest.mark.parametrize("position", [None, Roll(Pool.of(4)), Roll(Pool.of(5), 1)])
@pytest.mark.parametrize("avoid", [None, Roll(Pool.of(4)), Roll(Pool.of(3), 1)])
def test_the_four_ends_counted_out(charge: Roll, position: Roll | None, avoid: Roll | None) -> None:
    expected: Counter[Hits] = Counter()
    rolls = (law(charge), law(position), law(avoid))
    for (ours, one), (stood, two), (dodged, three) in itertools.product(*(law.items() for law in rolls)):
        expected[rules.landed(ours - stood - dodged, ours - stood)] += one * two * three
    assert rules.charges(charge, position, avoid) == {hits: expected[hits] for hits in Hits}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 8), st.integers(0, 3))
def test_the_ends_sum_to_one(charge: int, position: int, avoid: int, penalty: int) -> None:
    found = rules.charges(Roll(Pool.of(charge), penalty), Roll(Pool.of(position)), Roll(Pool.of(avoid)))
    assert sum(found.values()) == 1
    stronger = rules.charges(Roll(Pool.of(charge + 1), penalty), Roll(Pool.of(position)), Roll(Pool.of(avoid)))
    assert stronger[Hits.FLOORED] >= found[Hits.FLOORED]
    mirrored = rules.clash(Roll(Pool.of(position)), Roll(Pool.of(charge), penalty))
    plain = rules.clash(Roll(Pool.of(charge), penalty), Roll(Pool.of(position)))
    assert plain[Clash.MINE] == mirrored[Clash.THEIRS]
    assert sum(plain.values()) == 1


@pytest.mark.parametrize(("speed", "actions"), [(Speed.FAST, 2), (Speed.SLOW, 2), (Speed.UNWIELDY, 3)])
def test_the_actions_of_a_great_strike(speed: Speed, actions: int) -> None:
    assert rules.great_actions(speed).total == actions

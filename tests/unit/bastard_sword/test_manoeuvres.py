"""Manoeuvres: tables cell by cell, odds against every way to fall."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.bastard_sword.dice import STANDARD, Pool, successes
from engine.games.bastard_sword.rules import (
    casting,
    charge,
    dodge_roll,
    injuries,
    luck,
    posture,
    rounds,
    shield_wall,
    shooting,
    stance,
)
from engine.games.bastard_sword.rules.damage import Armour, DamageType
from engine.games.bastard_sword.rules.exchange import Side, hits
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.improvised import HELD, OWN_DAMAGE, THROWN
from engine.games.bastard_sword.rules.long_tasks import Kind, Rolling, course
from engine.games.bastard_sword.rules.movement import Terrain
from engine.games.bastard_sword.rules.posture import Posture


def faces(pool: Pool) -> list[list[int]]:
    return [list(group.die) for group in pool for _ in range(group.count)]


def test_haste() -> None:
    assert [rounds.hurry(raised) for raised in (1, 2, 3)] == [1, 3, 10]


@pytest.mark.parametrize("maluses", [(0, 0, 0), (0, 3, 0), (1, 1, 0), (0, 0, 2)])
def test_a_spell_by_every_course(maluses: tuple[int, ...]) -> None:
    pool, need = Pool.parse("2d8"), 3
    end = course(Rolling(Kind.FIRST_FAIL, need), successes(pool), maluses)[-1]
    ways = list(product(*([tuple(map(sum, product(*faces(pool))))] * 3)))
    done = lost = 0
    for rolls in ways:
        tally = 0
        for fell, malus in zip(rolls, maluses, strict=True):
            if fell - malus <= 0:
                lost += 1
                break
            tally += fell - malus
            if tally >= need:
                done += 1
                break
    assert (end.done, end.failed) == (Fraction(done, len(ways)), Fraction(lost, len(ways)))


@given(st.lists(st.integers(1, 4), max_size=3))
def test_injuries_before_one_roll(boxes: list[int]) -> None:
    assert casting.malus(boxes) == rung(sum(boxes))
    assert casting.malus(boxes, by_hit=True) == sum(rung(one) for one in boxes)


@pytest.mark.parametrize("ladder", [False, True])
def test_a_charge_by_every_way_to_fall(ladder: bool) -> None:
    runner, blade, guard, need = Pool.parse("2d6"), Pool.parse("2d8"), Pool.parse("1d8"), 1
    ways = [
        (sum(run), sum(strike) - sum(parry))
        for run in product(*faces(runner))
        for strike in product(*faces(blade))
        for parry in product(*faces(guard))
    ]
    dice = [charge.damage_dice(hit, run, ladder=ladder) if run >= need and hit > 0 else 0 for run, hit in ways]
    law = hits(Side(blade), Side(guard))
    found = charge.mean_damage_dice(successes(runner), law, need, ladder=ladder)
    assert found == Fraction(sum(dice), len(ways))


@given(st.integers(1, 30), st.integers(-3, 10))
def test_a_run_at_most_doubles_the_dice(bought: int, run: int) -> None:
    for ladder in (False, True):
        assert bought <= charge.damage_dice(bought, run, ladder=ladder) <= 2 * bought
    assert charge.damage_dice(bought, run) <= charge.damage_dice(bought, run, ladder=True)


def test_what_a_run_has_to_cover() -> None:
    assert [charge.needed(steps, 12) for steps in (1, 12, 18, 19, 24, 25)] == [1, 1, 1, 2, 2, 3]
    assert [charge.needed(22, 9, each=each) for each in (False, True)] == [3, 4]


def test_things_in_the_hand() -> None:
    table = [(one.words, one.hands, one.malus, one.rating, one.close, one.medium, one.long) for one in HELD.values()]
    assert table == [
        ("very light", 1, 0, 0, "hair-brush", "pool cue", "fishing rod"),
        ("light", 1, 0, 1, "rolling pin", "broom", "baking peel"),
        ("medium, in one hand", 1, 1, 3, "frying pan", "table leg", "shovel"),
        ("medium, in both hands", 2, 0, 5, "frying pan", "table leg", "shovel"),
        ("large", 2, 3, 7, "cask", "chair", "ship oar"),
    ]


def test_things_in_the_air() -> None:
    table = [(one.key, one.malus, one.rating, one.increment, one.such) for one in THROWN.values()]
    assert table == [
        ("tiny", 0, None, 10, "coin, die, pebble"),
        ("small", 0, 0, 10, "mug, rock, doorknob"),
        ("medium", 1, 1, 3, "skillet, helmet, chamber pot"),
        ("large", 3, 3, 3, "chair, large stone, chest, pumpkin"),
    ]
    assert [OWN_DAMAGE[one] for one in DamageType] == [1, 1, 3]


def test_a_throw_by_every_way_to_fall() -> None:
    """Three d8 with a dagger’s point, d10s past a point of armour, against all 512 throws."""
    inputs = {
        "bulk": "small",
        "thing": {"is": "throws-weapon", "kind": "piercing", "bonus": 5},
        "pool": "3d8",
        "distance": 0,
        "armour": "0/1/0",
    }
    said = app.run("bs-throw", inputs).answer.values
    means, ways = [Fraction(0), Fraction(0)], list(product(*faces(Pool.parse("3d8"))))
    for fell in ways:
        thing = successes(Pool.of(sum(fell), STANDARD[0]))
        point = successes(Pool.of(max(0, sum(fell) - 1), next(die for die in STANDARD if die.sides == 10)))
        means[0] += thing.mean if sum(fell) else 0
        means[1] += point.plus(-1).floored(0).mean if sum(fell) > 1 else 0
    assert [Fraction(one) for one in said["mean"]] == [one / len(ways) for one in means]


@given(st.integers(-5, 8), st.integers(-5, 8))
def test_waiting(declared: int, triggered: int) -> None:
    assert shooting.sniped(declared, triggered) == abs(declared - triggered)
    assert shooting.sniped(declared, triggered, ready=True) == 0


@pytest.mark.parametrize("defending", [False, True])
def test_a_second_weapon_by_every_way_to_fall(defending: bool) -> None:
    inputs = {
        "hits": 4,
        "defending": defending,
        "second": "3d8",
        "left": 3,
        "defence": {"is": "defends", "pool": "1d8"},
    }
    found = app.run("bs-two-weapons", inputs).answer.values["damage"]
    price = 3 if defending else 1
    for number, mean in enumerate(found):
        pool, guard = Pool.parse(f"{number}d8"), Pool.parse("1d8")
        ways = [sum(one) - sum(other) for one in product(*faces(pool)) for other in product(*faces(guard))]
        more = Fraction(sum(max(0, one) for one in ways), len(ways)) if number else 0
        assert Fraction(mean) == more + (4 - number) // price


@pytest.mark.parametrize(
    ("mine", "theirs"), [("2d8", ["1d8"]), ("3d6", ["1d8", "2d6"]), ("1d12", ["1d6", "1d6", "1d6"])]
)
def test_a_stance_by_every_way_to_fall(mine: str, theirs: list[str]) -> None:
    kept, attacks = Pool.parse(mine), [Pool.parse(one) for one in theirs]
    hits_on, ways = [0] * len(attacks), 0
    for falls in product(*(product(*faces(pool)) for pool in (kept, *attacks))):
        left, *struck = map(sum, falls)
        ways += 1
        for at, attack in enumerate(struck):
            spent = min(left, attack)
            hits_on[at] += attack - spent
            left -= spent
    found = stance.through(successes(kept), [successes(one) for one in attacks])
    assert found == [Fraction(one, ways) for one in hits_on]


@given(st.integers(0, 20), st.integers(-5, 20))
def test_a_stance_neither_makes_nor_loses_successes(kept: int, attack: int) -> None:
    through, left = stance.meet(kept, attack)
    assert through + (kept - left) == max(0, attack)
    assert left == 0 or through == 0


@given(st.integers(1, 10), st.integers(-4, 30), st.sampled_from(Terrain))
def test_a_dodge_roll(steps: int, result: int, ground: Terrain) -> None:
    end = dodge_roll.rolled(steps, result, ground)
    assert end.prone == (result < steps * ground.ground.cost)
    assert end.moved <= steps
    assert end.malus == (0 if end.prone else result - steps * ground.ground.cost)
    assert dodge_roll.rolled(steps, result, ground, ladder=True).malus == rung(end.malus)


@given(st.integers(1, 9), st.integers(-4, 30), st.tuples(*[st.integers(0, 5)] * 3).map(Armour))
def test_luck(damage: int, result: int, piece: Armour) -> None:
    saved = luck.cancelled(damage, result, None)
    assert saved == min(damage, max(0, result - damage))
    worn = luck.cancelled(damage, result, piece)
    assert worn == min(saved, max(piece.each))
    assert luck.worn_down(piece, worn).each == tuple(max(0, one - worn) for one in piece.each)


def test_up_and_down() -> None:
    assert [posture.cost(one, 12) for one in Posture] == [1, 0, 6]
    assert [posture.steps(one, 11) for one in Posture] == [5, 5, 11]
    assert [posture.cost(Posture.RISE, 12, kick) for kick in (-2, 0, 3, 6, 9)] == [6, 6, 3, 0, 0]


@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=1, max_size=4))
def test_everyone_in_a_wall_is_beside_whoever_is_beside_them(places: list[list[bool]]) -> None:
    members = {(rank, file) for rank, line in enumerate(places) for file, here in enumerate(line) if here}
    found = shield_wall.ratings(places, 2)
    for rank, line in enumerate(places):
        for file in range(len(line)):
            around = {(rank + up, file + over) for up in (-1, 0, 1) for over in (-1, 0, 1) if up or over}
            assert found[rank][file] == (2 + len(around & members) if (rank, file) in members else None)


def test_boxes_shrugged_off() -> None:
    table = [[injuries.shrugged(boxes, result) for result in (-1, 1, 2, 4, 6, 11)] for boxes in (1, 2, 3)]
    assert table == [[1, 1, 0, 0, 0, 0], [2, 2, 2, 1, 0, 0], [3, 3, 3, 3, 3, 2]]

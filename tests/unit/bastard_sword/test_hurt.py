"""Shooting, damage, injuries and the clocks: each against a twin that writes out every way to fall."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.bastard_sword.dice import STANDARD, Pool, successes
from engine.games.bastard_sword.rules import injuries
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType, Modifiers, blows
from engine.games.bastard_sword.rules.injuries import Marks, Track
from engine.games.bastard_sword.rules.shooting import Grade, Shot, Stage, cover_malus, distance_malus, falls_at
from engine.refused import Refused

GUARD = Track.parse("3(3+1)")
small_pools = st.builds(Pool.of, st.integers(1, 3), st.sampled_from(STANDARD))


def ways(pool: Pool) -> Counter[int]:
    faces = [list(group.die) for group in pool for _ in range(group.count)]
    return Counter(sum(fall) for fall in product(*faces))


def chances(pool: Pool) -> dict[int, Fraction]:
    counted = ways(pool)
    whole = prod(group.die.sides**group.count for group in pool)
    return {number: Fraction(count, whole) for number, count in counted.items()}


def test_tables_of_shooting() -> None:
    assert [cover_malus(one) for one in Grade] == [0, 1, 3, 10]
    assert [cover_malus(one, concealment=True) for one in Grade] == [0, 0, 1, 3]
    assert [distance_malus(metres, 10) for metres in (0, 9, 10, 19, 20, 30, 40)] == [0, 0, 1, 1, 3, 10, 30]
    assert [distance_malus(metres, 10, edge_free=True) for metres in (0, 10, 11, 20, 21)] == [0, 0, 1, 1, 3]


@pytest.mark.parametrize(
    "shot",
    [
        Shot(Pool.parse("3d8"), cover=1),
        Shot(Pool.parse("2d12"), larger=-1, malus=1, distance=1, cover=1),
        Shot(Pool.parse("2d6"), larger=1, dodge=successes(Pool.parse("2d6")), distance=1),
        Shot(Pool.parse("2d10"), prone=True, dodge=successes(Pool.parse("1d12")), cover=1),
    ],
    ids=str,
)
def test_a_shot_by_every_way_to_fall(shot: Shot) -> None:
    found: dict[object, Fraction] = {}
    dodges = {0: Fraction(1)} if shot.dodge is None else dict(shot.dodge)
    size = shot.larger - shot.prone
    pool = Pool.of(shot.pool.dice + max(0, min(size, shot.pool.dice)), shot.pool.die)
    for rolled, chance in chances(pool).items():
        for dodged, other in dodges.items():
            left, key = rolled, None
            for stage, taken in (
                (Stage.DICE, shot.malus + max(0, -size)),
                (Stage.DISTANCE, shot.distance),
                (Stage.DODGE, dodged),
                (Stage.COVER, shot.cover),
            ):
                left -= taken
                key = key or (stage if left <= 0 else None)
            found[key or left] = found.get(key or left, Fraction(0)) + chance * other
    assert dict(shot.outcomes) == found
    assert sum(found.values()) == 1


def test_modifiers_and_armour() -> None:
    found = Modifiers.parse("x/+1d/−2")
    assert [found.of(kind) for kind in DamageType] == [None, 1, -2]
    assert str(Armour.worn([Armour.parse("1/0/1")], larger=1)) == "2/1/2"
    assert [kind.letter for kind in DamageType] == ["B", "P", "S"]
    for said in ("", "1/2", "a/0/0", "0/0/10", "0/0/0/0"):
        with pytest.raises(Refused):
            Modifiers.parse(said)
    for said in ("", "1/2", "-1/0/0", "100/0/0"):
        with pytest.raises(Refused):
            Armour.parse(said)


@given(st.integers(1, 3), st.sampled_from(STANDARD), st.integers(0, 5), st.integers(0, 3), st.integers(0, 4))
def test_damage_by_every_way_to_fall(dice: int, die: object, bonus: int, malus: int, armour: int) -> None:
    blow = Blow(dice, die, bonus, malus, armour)  # type: ignore[arg-type]
    assert blow.pool == Pool.of(dice + min(bonus, dice), blow.die or STANDARD[0])
    counted: dict[int, Fraction] = {}
    for rolled, chance in successes(blow.pool):
        hits = max(0, rolled - malus - armour)
        counted[hits] = counted.get(hits, Fraction(0)) + chance
    assert {hits: chance for hits, chance in blow.law if chance} == {h: c for h, c in counted.items() if c}


def test_no_die_no_damage() -> None:
    assert list(Blow(3, None).law) == [(0, Fraction(1))]
    assert set(blows(2, STANDARD[0], Modifiers.parse("X/0/X"), Armour.parse("0/0/0"))) == {DamageType.PIERCING}


def test_tracks() -> None:
    assert (GUARD.row, GUARD.sudden, str(GUARD)) == (4, 8, "3(3+1)")
    assert Marks.parse("3 1").on(GUARD) == (3, 1, 0)
    assert Marks.parse("").on(GUARD) == (0, 0, 0)
    for said in ("3(3)", "0(3+1)", "3(3+0)", "33+1"):
        with pytest.raises(Refused):
            Track.parse(said)
    with pytest.raises(Refused):
        Marks.parse("5").on(GUARD)
    with pytest.raises(Refused):
        Marks.parse("1 1 1 1").on(GUARD)


@given(st.lists(st.integers(0, 4), min_size=3, max_size=3), st.integers(1, 12), st.booleans())
def test_any_blow(marks: list[int], hits: int, down: bool) -> None:
    found = list(injuries.choices(GUARD, marks, hits, down=down))
    room = [GUARD.row - one for one in marks]
    assert found
    for one in found:
        assert sum(one.marks) - sum(marks) == min(hits, max(room))
        assert [at for at in range(3) if one.marks[at] != marks[at]] in ([one.row], [])
        assert one.down == (down or hits > max(room))
        assert one.dead == (down or hits >= GUARD.sudden)
        assert one.major == (one.marks[one.row] > GUARD.minor >= marks[one.row])
    assert len(found) == sum(one >= hits for one in room) or hits > max(room)
    chosen = injuries.best(found)
    assert not chosen.major or all(one.major for one in found)


def test_wounds_and_bleeding() -> None:
    assert [(w.bleeding, w.stun) for w in (injuries.wound(kind, 5) for kind in DamageType)] == [(0, 5), (1, 0), (2, 0)]
    assert [injuries.bleeding_malus(boxes) for boxes in range(7)] == [0, 1, 1, 3, 3, 10, 10]
    assert [injuries.falls_unconscious(stun, 2) for stun in (5, 6, 7)] == [False, True, True]
    assert injuries.resuscitation(4, 3) == 7


def test_bleeding_by_every_course() -> None:
    """Every sequence of three rolls, written out."""
    pool, start = Pool.parse("2d6"), 2
    law = chances(pool)
    ends: dict[object, Fraction] = {}
    for rolls in product(law.items(), repeat=3):
        boxes: object = start
        chance = Fraction(1)
        for rolled, one in rolls:
            chance *= one
            if isinstance(boxes, int) and boxes:
                if rolled > boxes:
                    boxes -= 1
                elif rolled < boxes:
                    boxes = boxes + 1 if boxes < 6 else "dead"
        ends[boxes] = ends.get(boxes, Fraction(0)) + chance
    found = injuries.bleed(pool, start, 3)[-1]
    assert {at: chance for at, chance in enumerate(found.boxes) if chance} == ends
    assert found.dead == found.doomed == 0


@given(small_pools, st.integers(1, 6), st.booleans())
def test_a_clock_loses_nobody(pool: Pool, boxes: int, at_once: bool) -> None:
    course = injuries.bleed(pool, boxes, 8, at_once=at_once)
    assert all(sum(one.boxes) + one.doomed + one.dead == 1 for one in course)
    assert all(later.dead >= one.dead for one, later in pairwise(course))
    assert all(later.stopped >= one.stopped for one, later in pairwise(course))
    waking = injuries.wakes(pool, boxes, 8)
    assert waking == sorted(waking)
    assert sum(injuries.minutes_out(pool, boxes).values()) == 1


def test_medicine_by_every_course() -> None:
    """Two rolls of 1d8 against a difficulty of 2 that rises: 2 at once, or 1 and then 2."""
    law = chances(Pool.parse("1d8"))
    risen = law[2] + law[1] * law[2]
    found = injuries.by_medicine(Pool.parse("1d8"), 2)
    assert risen <= found < risen + law[1] ** 2
    fixed = injuries.by_medicine(Pool.parse("1d8"), 2, rising=False)
    assert fixed == law[2] + law[1] * (law[1] + law[2])
    assert injuries.by_medicine(Pool.parse("3d8"), 4, malus=1) < injuries.by_medicine(Pool.parse("3d8"), 4)


def test_medicine_whose_malus_eats_a_roll() -> None:
    """1d12 with a malus of 1 against 1, two rolls: as the roll is read that the malus eats, it ends it or goes on."""
    law, pool = chances(Pool.parse("1d12")), Pool.parse("1d12")
    met = law[2] + law[3]
    assert injuries.by_medicine(pool, 1, malus=1, rising=False, most=2) == met
    assert injuries.by_medicine(pool, 1, malus=1, rising=False, raw=True, most=2) == met + law[1] * met


def test_medicine_is_read_as_other_first_fail_tests_are() -> None:
    inputs = {"how": "medicine", "pool": "3d12", "malus": 1}
    net, raw = (
        app.run("bs-resuscitation", inputs, {"bastard-sword.rolling.blank": reading}).answer.values["probability"]
        for reading in ("net", "raw")
    )
    assert net < raw


@given(st.integers(1, 2), st.sampled_from(STANDARD), st.integers(0, 12))
def test_shaking_off_stun(dice: int, die: object, stun: int) -> None:
    assert isinstance(die, type(STANDARD[0]))
    found: Counter[int] = Counter()
    for fell in product(tuple(die), repeat=dice):
        found[stun - min(stun, max(0, sum(fell) - stun))] += 1
    law = {left: chance for left, chance in injuries.shaken(Pool.of(dice, die), stun) if chance}
    assert law == {left: Fraction(number, die.sides**dice) for left, number in sorted(found.items())}


@given(st.integers(1, 12), st.integers(1, 30), st.integers(1, 120))
def test_where_a_short_shot_falls(rolled: int, increment: int, distance: int) -> None:
    """It comes down at the last metre mark whose malus, one metre before it, leaves it a success."""
    if rolled > distance_malus(distance, increment):
        return
    at = falls_at(rolled, increment)
    assert distance_malus(at - 1, increment) < rolled <= distance_malus(at, increment)

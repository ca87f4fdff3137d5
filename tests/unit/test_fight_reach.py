"""What a fighting distance allows, weapons on the inside, and what moving costs: cell by cell."""

import pytest

from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import LADDER, Distance, Positioning
from engine.games.burning_wheel.rules.fight_reach import PARTS, Doing, Handy, House, Part, allowed, handy, moving, over
from engine.games.burning_wheel.rules.weapons import WEAPONS, Length

OUT, LUNGING, OPTIMAL, INSIDE = LADDER
X = None
FGT_16 = {
    # out (the other is not), lunging, optimal, inside, with a sword; None is forbidden
    Part.STRIKE: (X, 1, 0, 3),
    Part.FEINT: (X, 1, 0, 3),
    Part.DISARM: (0, 1, 0, 3),
    Part.BEAT: (0, 1, 0, 3),
    Part.PUSH: (X, 1, 0, 0),
    Part.CHARGE: (X, 1, 0, 0),
    Part.LOCK: (X, 4, 2, 0),
    Part.THROW: (X, 4, 2, 0),
    Part.AVOID: (0, 0, 0, 0),
    Part.BLOCK: (0, 0, 0, 0),
    Part.COUNTER: (0, 0, 0, 0),
    Part.RIPOSTE: (X, 1, 0, 3),
    Part.SHIELD: (0, 0, 0, X),
    Part.SHOT: (0, 0, 0, X),
    Part.PISTOL: (0, 0, 0, 0),
}
FGT_17 = {
    "bare-fist": 0,
    "club": 3,
    "stone": 0,
    "poor-spear": 4,
    "poor-sword": 3,
    "poor-axe": 4,
    "poor-knife": 0,
    "hatchet": 3,
    "small-sword": 2,
    "spear": 4,
    "sword": 3,
    "light-axe": 3,
    "footmans-axe": 4,
    "hammer": 3,
    "dirk": 0,
    "mace": 3,
    "polearm-axe": 4,
    "polearm-thrust": 4,
    "superior-spear": 4,
    "superior-sword": 3,
    "sweet-axe": 4,
    "superior-hammer": 3,
    "dagger": 0,
    "great-mace": 3,
    "superior-polearm-axe": 4,
    "superior-polearm-thrust": 4,
    "hilt": 1,
    "spiked-pommel": 1,
    "weighted-pommel": 1,
    "beak": 4,
    "lance": 4,
    "shield": 1,
    "bedknob": 3,
    "spike": 3,
    "bottle": 3,
    "mallet": 3,
    "broomhandle": 3,
    "lantern": 3,
    "chair": 3,
    "pick": 3,
    "branch": 3,
}


def cost(part: Part, own: Distance, weapon: Handy = Handy.BLADE, house: House = House()) -> int | None:
    """The Ob, or None where it is forbidden; the other stands where both can be."""
    theirs = INSIDE if own is INSIDE else OPTIMAL
    found = allowed(part, own, weapon, house, theirs=theirs)
    return None if found.barred else found.obstacle


@pytest.mark.parametrize("part", Part)
def test_what_a_distance_allows_fgt_16(part: Part) -> None:
    assert tuple(cost(part, own) for own in LADDER) == FGT_16[part]


@pytest.mark.parametrize("part", Part)
def test_out_of_reach_of_each_other_the_fight_is_over_fgt_16(part: Part) -> None:
    assert allowed(part, OUT, Handy.BLADE, theirs=OUT).barred
    assert over((OUT, OUT))
    assert not over((LUNGING, OUT))


def test_readings_fgt_16_17() -> None:
    assert cost(Part.DISARM, OUT, house=House(out_bars_weapon=True)) is None
    assert cost(Part.BEAT, OUT, house=House(out_bars_weapon=True)) is None
    assert cost(Part.AVOID, OUT, house=House(out_bars_weapon=True)) == 0
    assert cost(Part.RIPOSTE, OUT, house=House(out_riposte=True)) == 0
    assert cost(Part.CHARGE, OUT, house=House(out_charge=True)) == 2
    paying = House(inside_defense=True)
    assert [cost(part, INSIDE, house=paying) for part in (Part.BLOCK, Part.COUNTER, Part.AVOID)] == [3, 3, 0]
    assert cost(Part.BLOCK, OPTIMAL, house=paying) == 0


@pytest.mark.parametrize(("weapon", "obstacle"), [("pole", 4), ("blade", 3), ("small", 2), ("hilt", 1), ("hand", 0)])
def test_weapons_on_the_inside_fgt_17(weapon: str, obstacle: int) -> None:
    assert cost(Part.STRIKE, INSIDE, Handy.of(weapon)) == obstacle
    assert cost(Part.PUSH, INSIDE, Handy.of(weapon)) == 0


def test_every_weapon_of_the_table_fgt_17() -> None:
    assert {key: handy(row.length, row).amount for key, row in WEAPONS.items()} == FGT_17
    assert handy(Length.SHORTEST, WEAPONS["bottle"]) is Handy.HAND
    assert handy(Length.LONGER) is Handy.POLE


def test_actions_find_their_part() -> None:
    assert {act.value: PARTS[act].value for act in (Act.GREAT_STRIKE, Act.TACKLE, Act.BEAT, Act.THROW)} == {
        "great-strike": "strike",
        "tackle": "charge",
        "beat-and-bind": "beat-and-bind",
        "throw-opponent": "throw-opponent",
    }


@pytest.mark.parametrize(
    ("mine", "melee", "shot"), [("stand", 0, 0), ("maintain", 0, 1), ("close", 1, 2), ("withdraw", 1, 2)]
)
def test_what_moving_costs_fgt_21(mine: str, melee: int, shot: int) -> None:
    own, still = Positioning.of(mine), Positioning.MAINTAIN
    assert moving(own, still, Doing.MELEE).total == melee
    assert moving(own, still, Doing.AVOID).total == melee
    assert moving(own, still, Doing.SHOT).total == shot
    assert moving(own, still, Doing.NATURAL).total == 0
    assert moving(own, still, Doing.CHARGE).total == 0
    assert moving(own, Positioning.CLOSE, Doing.MELEE).total == melee
    assert moving(own, Positioning.CLOSE, Doing.SHOT).total == shot + 1
    assert moving(own, Positioning.WITHDRAW, Doing.SHOT).total == shot + 1
    assert moving(own, Positioning.STAND, Doing.SHOT, avoids=True).total == shot + 1
    assert moving(own, still, Doing.MELEE, avoids=True).total == melee


def test_beside_a_charge_fgt_21() -> None:
    def charging(doing: Doing, *, free: bool = False) -> int:
        return moving(Positioning.CLOSE, Positioning.MAINTAIN, doing, charged=True, charge_free=free).total

    assert [charging(doing) for doing in (Doing.MELEE, Doing.CHARGE, Doing.SHOT)] == [1, 0, 2]
    assert [charging(doing, free=True) for doing in (Doing.MELEE, Doing.CHARGE, Doing.SHOT)] == [0, 0, 1]

"""Fighting from the saddle: every cell of its tables, what adds and what does not, mounts on a word, nerve."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.readings import saddle as read
from engine.games.burning_wheel.rules import saddle
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.mounts import MOUNTS, Breed
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.saddle import NO_HORSE, Doing, Fright, Lane, Order, Spot, Stroke, Training
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.refused import Refused
from engine.rulings import Rulings

MOVES = (Positioning.STAND, Positioning.MAINTAIN, Positioning.CLOSE, Positioning.WITHDRAW)
PENALTIES = {
    (Training.NONE, Doing.MELEE): (1, 2, 4, 4),
    (Training.NONE, Doing.SHOOT): (0, 1, 3, 3),
    (Training.NONE, Doing.OTHER): (0, 1, 3, 3),
    (Training.NONE, Doing.AVOID): (3, 4, 6, 6),
    (Training.KNIGHT, Doing.MELEE): (0, 0, 1, 1),
    (Training.KNIGHT, Doing.SHOOT): (0, 0, 1, 1),
    (Training.KNIGHT, Doing.OTHER): (0, 0, 1, 1),
    (Training.KNIGHT, Doing.AVOID): (2, 2, 3, 3),
    (Training.BOWMAN, Doing.MELEE): (0, 1, 1, 1),
    (Training.BOWMAN, Doing.SHOOT): (0, 0, 1, 2),
    (Training.BOWMAN, Doing.OTHER): (0, 1, 1, 1),
    (Training.BOWMAN, Doing.AVOID): (2, 3, 3, 3),
}
"""Seed 000:6330-6343, 6365-6367, 6383-6385, 6435-6445."""


@pytest.mark.parametrize(("who", "added"), PENALTIES.items())
def test_every_cell_of_the_penalties(who: tuple[Training, Doing], added: tuple[int, ...]) -> None:
    training, doing = who
    assert tuple(saddle.penalty(training, moves, doing).total for moves in MOVES) == added


def test_every_training_and_deed_is_in_the_table() -> None:
    assert set(PENALTIES) == {(training, doing) for training in Training for doing in Doing}
    assert set(saddle.MOVING) == {(training, moves) for training in Training for moves in Positioning}


@given(st.sampled_from(Training), st.sampled_from(Positioning), st.sampled_from(Doing))
def test_what_foot_costs_adds_one(training: Training, moves: Positioning, doing: Doing) -> None:
    plain, more = (saddle.penalty(training, moves, doing, adds=adds).total for adds in (False, True))
    assert more == plain + 1
    assert plain >= saddle.penalty(training, Positioning.STAND, doing).total


@pytest.mark.parametrize(
    ("training", "moves", "doing", "asked"),
    [
        (Training.KNIGHT, Positioning.CLOSE, Doing.MELEE, "saddle.moving"),
        (Training.BOWMAN, Positioning.MAINTAIN, Doing.SHOOT, "saddle.shots-moving"),
        (Training.BOWMAN, Positioning.WITHDRAW, Doing.SHOOT, "saddle.shots-moving"),
        (Training.KNIGHT, Positioning.MAINTAIN, Doing.SHOOT, ""),
        (Training.BOWMAN, Positioning.STAND, Doing.SHOOT, ""),
        (Training.BOWMAN, Positioning.MAINTAIN, Doing.MELEE, ""),
    ],
)
def test_the_ruling_is_asked_for_where_it_matters(
    training: Training, moves: Positioning, doing: Doing, asked: str
) -> None:
    plain = read.penalty(training, moves, doing, Rulings("burning-wheel", {})).total
    for name in ("saddle.moving", "saddle.shots-moving"):
        ask = Rulings("burning-wheel", {f"burning-wheel.{name}": "adds"})
        assert read.penalty(training, moves, doing, ask).total == plain + (name == asked)


@pytest.mark.parametrize("base", [1, 2, 5])
def test_without_a_saddle_the_base_alone_doubles(base: int) -> None:
    assert saddle.bareback(base, Doing.MELEE, seated=False).amount == base
    assert not saddle.bareback(base, Doing.MELEE, seated=True).amount
    assert not saddle.bareback(base, Doing.SHOOT, seated=False).amount


BONUSES = {
    Stroke.PLAIN: (0, 0, 0, False),
    Stroke.STRAIGHT: (1, 0, 0, False),
    Stroke.CURVED: (2, 0, 0, False),
    Stroke.SPEAR: (1, 1, 1, True),
}


@pytest.mark.parametrize("stroke", Stroke)
def test_what_each_stroke_gains(stroke: Stroke) -> None:
    """Seed 000:6415-6425."""
    for training in Training:
        found = saddle.bonus(stroke, training, Positioning.CLOSE)
        has = BONUSES[stroke if training is not Training.NONE else Stroke.PLAIN]
        assert (found.dice, found.power, found.va, found.lost) == has
    anyone = saddle.bonus(stroke, Training.NONE, Positioning.CLOSE, anyone=True)
    assert (anyone.dice, anyone.power, anyone.va, anyone.lost) == BONUSES[stroke]


@pytest.mark.parametrize("moves", [one for one in MOVES if one is not Positioning.CLOSE])
def test_a_spear_is_ridden_home(moves: Positioning) -> None:
    with pytest.raises(Refused, match=moves.words):
        saddle.bonus(Stroke.SPEAR, Training.KNIGHT, moves)


def test_which_weapons_each_stroke_takes() -> None:
    """Seed 000:6415-6425: hacking, slashing, crushing; curved swords; spears."""
    thrust = {"poor-spear", "spear", "superior-spear", "polearm-thrust", "superior-polearm-thrust", "lance"}
    for key in WEAPONS:
        assert saddle.fits(Stroke.PLAIN, key)
        assert saddle.fits(Stroke.STRAIGHT, key) == (key not in thrust | {"bare-fist"})
        assert saddle.fits(Stroke.SPEAR, key) == key.endswith("spear")
        assert saddle.fits(Stroke.CURVED, key) == key.endswith("sword")
    assert all(saddle.fits(stroke, one) for stroke in Stroke for one in (None, "own"))


def test_on_foot_nobody_offers_legs_to_a_rider() -> None:
    assert saddle.offers(on_foot=True) == (Target.HEAD, Target.TORSO, Target.ARMS)
    assert saddle.offers(on_foot=False) == tuple(Target)


@pytest.mark.parametrize("breed", Breed)
@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("moves", MOVES)
def test_what_each_beast_does_on_a_word(breed: Breed, order: Order, moves: Positioning) -> None:
    horse = breed is Breed.HORSE
    still = moves in (Positioning.STAND, Positioning.MAINTAIN)
    if horse and (order in (Order.COUNTERSTRIKE, Order.THROW) or (order is Order.AVOID and still)):
        with pytest.raises(Refused, match="horse"):
            saddle.told(order, breed, moves)
        return
    assert saddle.told(order, breed, moves).total == (2 if horse and order is Order.LOCK else 0)


def test_who_forfeits_and_who_scripts() -> None:
    assert [saddle.forfeits(lane) for lane in Lane] == [False, False, True]
    assert [breed for breed in Breed if saddle.own_script(breed)] == [Breed.WOLF, Breed.SPIDER]
    assert {Order.COUNTERSTRIKE, Order.THROW} == NO_HORSE


@pytest.mark.parametrize(
    ("reflexes", "theirs", "dice"), [(4, 4, (1, 0)), (5, 4, (2, 0)), (2, 4, (1, 0)), (2, 5, (1, 1)), (6, 5, (2, 0))]
)
def test_the_better_reflexes_and_the_mounts_stride(reflexes: int, theirs: int, dice: tuple[int, int]) -> None:
    """A horse of Reflexes 4 against someone on foot."""
    found = saddle.quick(MOUNTS["horse"], reflexes, theirs, Multiplier.USUAL.times)
    assert tuple(side.total for side in found) == dice


PRICES = (
    # rider, head, front, body, back
    (0, 2, 1, 1, 1),
    (1, 0, 1, 1, 1),
    (1, 2, 0, 1, 2),
    (1, 2, 1, 0, 1),
    (1, 2, 2, 1, 0),
)


def test_every_price_on_rider_and_beast() -> None:
    """Seed 000:6431-6433."""
    assert tuple(tuple(saddle.moves(one, other) for other in Spot) for one in Spot) == PRICES


def test_only_the_way_back_to_the_rider_is_a_ruling() -> None:
    ask = Rulings("burning-wheel", {"burning-wheel.saddle.mount-to-rider": "two"})
    changed = {
        (one, other) for one in Spot for other in Spot if read.moves(one, other, ask) != saddle.moves(one, other)
    }
    assert changed == {(one, Spot.RIDER) for one in (Spot.FRONT, Spot.BODY, Spot.BACK)}


def test_frights_are_reactions() -> None:
    """Seed 000:6455-6459."""
    assert [fright.reaction for fright in Fright] == [Reaction.RUN, Reaction.DROOL, Reaction.DROOL, Reaction.PRONE]
    assert [found.total if (found := saddle.throws(fright)) else 0 for fright in Fright] == [0, 0, 2, 4]


@pytest.mark.parametrize("fright", Fright)
@pytest.mark.parametrize("choice", ["yes", "no"])
def test_thrown_adds_up(fright: Fright, choice: str) -> None:
    """Steel fails, the word fails, and the seat does: counted here over all faces of a coin a die."""
    values = app.run("mount-panic", {"fright": fright.value, "choice": choice}).answer.values

    def reaches(dice: int, needed: int) -> Fraction:
        return Fraction(sum(one.bit_count() >= needed for one in range(2**dice)), 2**dice)

    chosen = reaches(5, 3) if choice == "yes" else 0
    stays = {Fright.REAR: reaches(5, 2), Fright.ROLL: reaches(5, 4)}.get(fright, Fraction(1))
    assert values["thrown"] == (1 - values["steady"]) * (1 - chosen) * (1 - stays)

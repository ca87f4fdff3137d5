"""Shields: their dice against a blow and a missile, Block and Strike, cover, and every sentence of refusal."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import shields
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.damage import Stage, stage
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.shields import (
    SHIELDS,
    Attack,
    Barred,
    Carried,
    Kind,
    Maneuver,
    Stance,
    after_block,
    block_and_strike,
    cover_chances,
    cover_raised,
    helps,
    hit_through_cover,
    may_block,
)
from engine.games.burning_wheel.rules.striking import Inside
from engine.refused import Refused
from tests.strategies import fewer

FACES = range(1, 7)
TARGET = Carried("Target shield", 3)
BLADE = Carried("Parrying blade", 1, real=False)


@pytest.mark.parametrize(
    ("key", "dice", "real", "hides", "drop"),
    [
        ("parrying-blade", 1, False, False, None),
        ("buckler", 2, True, False, 1),
        ("target", 3, True, False, 2),
        ("heater", 4, True, False, None),
        ("great", 5, True, True, 3),
        ("improvised", None, False, False, None),
    ],
)
def test_every_cell_of_the_table(key: str, dice: int | None, real: bool, hides: bool, drop: int | None) -> None:
    """ARM-23, ARM-29: the dice stand at 000:4830-4835, the actions at 000:4883, real shields at 000:4849."""
    found = SHIELDS[Kind.of(key)]
    assert (found.dice, found.real, found.hides, found.drop) == (dice, real, hides, drop)


def test_the_table_has_no_other_row() -> None:
    assert list(SHIELDS) == list(Kind)


@pytest.mark.parametrize(
    ("rating", "lost", "va", "left"),
    [(3, 0, 0, 3), (3, 0, 2, 1), (3, 0, 3, 1), (5, 0, 3, 2), (5, 2, 1, 2), (1, 0, 4, 1), (3, 3, 0, 0), (3, 3, 2, 0)],
)
def test_va_takes_dice_but_the_last(rating: int, lost: int, va: int, left: int) -> None:
    """ARM-27, with a shield that is destroyed: nothing revives it."""
    assert helps(Carried("Shield", rating, lost), Maneuver.BLOCK, Attack(va), trained=True).total == left


@pytest.mark.parametrize(
    ("maneuver", "trained", "untrained_blocks", "dice"),
    [
        (Maneuver.BLOCK, True, True, 3),
        (Maneuver.BLOCK, False, True, 3),
        (Maneuver.BLOCK, False, False, 0),
        (Maneuver.BLOCK, True, False, 3),
        (Maneuver.COUNTERSTRIKE, True, True, 3),
        (Maneuver.COUNTERSTRIKE, False, True, 0),
        (Maneuver.BLOCK_AND_STRIKE, True, True, 3),
        (Maneuver.BLOCK_AND_STRIKE, False, True, 0),
        (Maneuver.AVOID, True, True, 0),
        (Maneuver.AVOID, False, True, 0),
    ],
)
def test_training_and_maneuver(maneuver: Maneuver, trained: bool, untrained_blocks: bool, dice: int) -> None:
    """ARM-24, ARM-26."""
    found = helps(TARGET, maneuver, Attack(), trained=trained, untrained_blocks=untrained_blocks)
    assert found.total == dice


@pytest.mark.parametrize(
    ("attack", "why"),
    [(Attack(articulated=True), Barred.ARTICULATED), (Attack(inside=True), Barred.INSIDE)],
)
def test_what_a_shield_does_not_stop(attack: Attack, why: Barred) -> None:
    """ARM-34, ARM-35."""
    for maneuver in (Maneuver.BLOCK, Maneuver.COUNTERSTRIKE, Maneuver.BLOCK_AND_STRIKE):
        found = helps(TARGET, maneuver, attack, trained=True)
        assert found.total == 0
        assert found.lines[-1].reason == why.words
        assert found.lines[-1].rule == why.rule
    assert not may_block(
        TARGET, Attack(great_strike=True, articulated=attack.articulated, inside=attack.inside), trained=True
    )


def test_only_a_true_shield_blocks_a_great_strike() -> None:
    """ARM-24: parrying blades and the like may not, and without a shield nobody may."""
    strike = Attack(great_strike=True)
    assert may_block(TARGET, strike, trained=False)
    assert not may_block(TARGET, strike, trained=False, needs_training=True)
    assert may_block(TARGET, strike, trained=True, needs_training=True)
    assert not may_block(BLADE, strike, trained=True)
    assert not may_block(None, strike, trained=True)
    assert not may_block(Carried("Target shield", 3, 3), strike, trained=True)
    assert may_block(None, Attack(), trained=False)
    assert helps(BLADE, Maneuver.BLOCK, strike, trained=True).total == 0
    assert helps(BLADE, Maneuver.COUNTERSTRIKE, strike, trained=True).total == 1


def _stages_by_hand(attack: int, obstacle: int, add: int, block: int, penalty: int) -> dict[Stage, Fraction]:
    """Every face of every die, counted."""
    found = dict.fromkeys(Stage, Fraction(0))
    for faces in itertools.product((0, 1), repeat=attack + block):  # a black die succeeds on three faces of six
        left = sum(faces[:attack]) - max(0, sum(faces[attack:]) - penalty)
        found[stage(left - obstacle, add)] += Fraction(1, 2 ** (attack + block))
    return found


@fewer(2)
@given(st.integers(0, 5), st.integers(1, 3), st.integers(1, 3), st.integers(0, 5), st.sampled_from((0, 2)))
def test_a_block_takes_its_successes_from_the_blow(
    attack: int, obstacle: int, add: int, block: int, penalty: int
) -> None:
    found = after_block(Pool.of(attack), obstacle, add, Pool.of(block), penalty)
    assert sum(found.values()) == 1
    assert found == _stages_by_hand(attack, obstacle, add, block, penalty)


def test_shield_dice_of_another_shade_are_counted_face_by_face() -> None:
    """A gray skill beside black shield dice: each shade succeeds from its own face on."""
    attack, gray, black, hits = 2, 1, 2, 0
    for faces in itertools.product(FACES, repeat=attack + gray + black):
        struck = sum(face >= 4 for face in faces[:attack])
        held = (faces[attack] >= 3) + sum(face >= 4 for face in faces[attack + gray :])
        hits += struck - held >= 1
    block = Pool.of(gray, Shade.GRAY) + Pool.of(black)
    assert 1 - after_block(Pool.of(attack), 1, 2, block)[Stage.MISS] == Fraction(hits, 6 ** (attack + gray + black))


@given(st.integers(1, 10), st.integers(0, 8))
def test_more_dice_in_a_block_are_never_worse(attack: int, block: int) -> None:
    one, more = (after_block(Pool.of(attack), 1, 2, Pool.of(dice))[Stage.MISS] for dice in (block, block + 1))
    assert more >= one


def test_block_and_strike_of_the_book() -> None:
    """ARM-25: skill 5, target shield, four dice in the Strike (000:4855-4859)."""
    found = block_and_strike(5, 4, 3)
    assert (found.strike.total, found.block.total) == (4, 4)
    assert (found.strike_penalty, found.block_penalty) == (0, 0)


@pytest.mark.parametrize(
    ("stance", "bonus", "strike", "block", "penalties"),
    [
        (Stance.NEUTRAL, False, 3, 5, (0, 0)),
        (Stance.AGGRESSIVE, False, 5, 5, (0, 2)),
        (Stance.DEFENSIVE, False, 3, 5, (2, 0)),
        (Stance.DEFENSIVE, True, 3, 7, (2, 0)),
        (Stance.AGGRESSIVE, True, 5, 5, (0, 2)),
    ],
)
def test_stances(stance: Stance, bonus: bool, strike: int, block: int, penalties: tuple[int, int]) -> None:
    """ARM-25, with the dice and obstacles of stances at 000:4133-4160."""
    found = block_and_strike(5, 3, 3, stance, defensive_bonus=bonus)
    assert (found.strike.total, found.block.total) == (strike, block)
    assert (found.strike_penalty, found.block_penalty) == penalties


def test_how_skill_dice_divide() -> None:
    assert shields.splits(5) == (1, 2, 3, 4, 5)
    assert shields.splits(5, 1) == (1, 2, 3, 4)
    assert shields.splits(1) == (1,)
    for skill, least, said in ((0, 0, "at least 1 die for the Strike"), (1, 1, "at least 2 dice: one for each half")):
        with pytest.raises(Refused, match=said):
            shields.splits(skill, least)
    for strike in (0, 6):
        with pytest.raises(Refused, match="One to 5 of the skill dice"):
            block_and_strike(5, strike, 3)


@pytest.mark.parametrize(("rolled", "added"), [(0, 0), (1, 0), (2, 1), (3, 2), (5, 4)])
def test_successes_over_one_trouble_the_shooter(rolled: int, added: int) -> None:
    """ARM-30: two successes of a shield of 3D are +1 Ob (000:4899)."""
    assert shields.cover_added(rolled) == added


@pytest.mark.parametrize("dice", range(6))
def test_cover_by_every_face(dice: int) -> None:
    counted = [0] * max(1, dice)
    for faces in itertools.product(FACES, repeat=dice):
        counted[max(0, sum(face >= 4 for face in faces) - 1)] += 1
    assert cover_chances(dice) == tuple(Fraction(ways, 6**dice) for ways in counted)


@pytest.mark.parametrize(("shooter", "obstacle", "dice"), [(3, 2, 3), (4, 1, 2), (2, 3, 1), (4, 2, 0), (0, 2, 3)])
def test_a_shot_at_cover_by_every_face(shooter: int, obstacle: int, dice: int) -> None:
    hits = 0
    for faces in itertools.product(FACES, repeat=shooter + dice):
        rolled = sum(face >= 4 for face in faces[shooter:])
        hits += sum(face >= 4 for face in faces[:shooter]) >= obstacle + max(0, rolled - 1)
    assert hit_through_cover(Pool.of(shooter), obstacle, dice) == Fraction(hits, 6 ** (shooter + dice))


@pytest.mark.parametrize(
    ("dice", "va", "stops"),
    [(2, 2, False), (3, 2, True), (4, 4, False), (5, 4, True), (1, 0, True), (0, 0, False), (4, 5, False)],
)
def test_what_goes_through_a_shield(dice: int, va: int, stops: bool) -> None:
    """ARM-31: a great bow through a buckler, not through a target; a gun through a heater, not a great shield."""
    assert shields.stops_missile(dice, va) is stops


@pytest.mark.parametrize(
    ("cover", "dice", "va", "moves", "shooting", "after"),
    [
        (Cover.OPEN, 3, 2, True, False, Cover.REASONABLE),
        (Cover.REASONABLE, 3, 2, True, False, Cover.HEAVY),
        (Cover.HEAVY, 3, 2, True, False, Cover.HEAVY),
        (Cover.OPEN, 3, 3, True, False, Cover.OPEN),
        (Cover.OPEN, 3, 2, False, False, Cover.OPEN),
        (Cover.OPEN, 3, 2, True, True, Cover.OPEN),
    ],
)
def test_a_step_of_cover(cover: Cover, dice: int, va: int, moves: bool, shooting: bool, after: Cover) -> None:
    """ARM-32."""
    assert cover_raised(cover, dice, va, by_speed_or_steel=moves, shooting_back=shooting) is after


@pytest.mark.parametrize(
    ("quality", "faces", "again", "left"),
    [
        (Quality.POOR, (1, 1, 4), None, 1),
        (Quality.POOR, (1, 1, 1), None, 0),
        (Quality.RUN, (1, 1, 4), None, 2),
        (Quality.RUN, (2, 6, 4), None, 3),
        (Quality.SUPERIOR, (1, 1, 4), 2, 3),
        (Quality.SUPERIOR, (1, 6, 4), 1, 2),
        (Quality.SUPERIOR, (2, 6, 4), None, 3),
    ],
)
def test_ones_wear_a_shield(quality: Quality, faces: tuple[int, ...], again: int | None, left: int) -> None:
    """ARM-28: the quality rules of armor, on the shield's dice alone."""
    after = shields.worn(TARGET, faces, quality, again)
    assert after.dice == left
    assert after.destroyed is (left == 0)


def test_dice_that_the_shield_has_not() -> None:
    with pytest.raises(Refused, match="at most 3D; these are 4"):
        shields.worn(TARGET, (1, 2, 3, 4), Quality.RUN)
    with pytest.raises(Refused, match="a 1 is rolled again"):
        shields.worn(TARGET, (1, 2, 3), Quality.SUPERIOR)


@pytest.mark.parametrize("quality", Quality)
@pytest.mark.parametrize("va", [0, 1, 3])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_how_long_a_shield_lasts_by_every_face(dice: int, va: int, quality: Quality) -> None:
    """ARM-28: the mean is that of its own first roll, counted face by face, and of what follows it."""
    throws = max(1, dice - va)
    after = Fraction(0)
    stays = Fraction(0)
    for faces in itertools.product(FACES, repeat=throws):
        for again in FACES:
            ones = faces.count(1)
            lost = {Quality.POOR: ones, Quality.RUN: min(1, ones), Quality.SUPERIOR: int(bool(ones) and again == 1)}
            share = Fraction(1, 6 ** (throws + 1))
            if lost[quality]:
                after += share * shields.lasts(dice - lost[quality], quality, va)
            else:
                stays += share
    assert shields.lasts(dice, quality, va) == 1 + after + stays * shields.lasts(dice, quality, va)


def test_a_destroyed_shield_hangs_on_the_arm() -> None:
    """ARM-29."""
    assert (TARGET.burden, Carried("Target shield", 3, 2).burden, Carried("Target shield", 3, 3).burden) == (0, 0, 1)


def test_a_shield_as_a_weapon() -> None:
    """ARM-33."""
    row = shields.BASH
    assert (row.power, row.va, row.speed.value, row.length.value, row.add) == (2, 0, "slow", "short", None)
    assert Inside.HILT.amount == 1

"""Stages of a blow, weapons and their table, and what the calculators refuse."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms, tables
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import damage, weapons
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.grayscale import LAST, Coordinate
from engine.games.burning_wheel.rules.weapons import Length, Speed


@given(st.integers(0, 32))
def test_stages_rise_with_power(power: int) -> None:
    found = damage.ims(power)
    assert found.incidental <= found.mark <= found.superb
    assert found.mark.place == power
    assert found.incidental.place * 2 in (power, power + 1)
    assert found.superb.place * 2 in (power * 3, power * 3 - 1)


@given(st.integers(-9, 60), st.sampled_from(Shade))
def test_no_stage_leaves_the_scale_or_its_shade_when_told_to_stay(power: int, shade: Shade) -> None:
    for rolls_over in (True, False):
        for stage in LANDED:
            place = damage.ims(power, shade, rolls_over=rolls_over).at(stage)
            assert place.place <= LAST
            assert rolls_over or place.place == 0 or place.shade is shade


@given(st.integers(-5, 40), st.integers(1, 10))
def test_the_next_stage_takes_what_is_missing_and_no_less(over: int, add: int) -> None:
    reached, missing = damage.stage(over, add), damage.to_next(over, add)
    order = list(Stage)
    if reached is Stage.SUPERB:
        assert missing == 0
    else:
        assert order.index(damage.stage(over + missing, add)) == order.index(reached) + 1
        assert damage.stage(over + missing - 1, add) is reached


@given(st.integers(0, 12), st.sampled_from(Shade), st.integers(0, 6), st.integers(1, 4), st.integers(0, 3))
def test_chances_count_the_faces(dice: int, shade: Shade, obstacle: int, add: int, aimed: int) -> None:
    pool = Pool.of(dice, shade)
    chances = damage.chances(pool, obstacle, add, aimed)
    assert sum(chances.values()) == 1
    counted = dict.fromkeys(Stage, Fraction(0))
    for number, chance in successes(pool):
        over = number - obstacle
        counted[damage.stage(over - aimed if over >= aimed else over, add)] += chance
    assert chances == counted


def test_a_shaded_power_helps_only_what_is_black() -> None:
    assert damage.power(4, power_shade=Shade.GRAY).total == 6
    assert damage.power(4, power_shade=Shade.WHITE).total == 7
    assert damage.power(4, power_shade=Shade.WHITE, weapon_shade=Shade.GRAY).total == 4


def test_power_has_a_floor_only_where_one_is_given() -> None:
    assert damage.power(1, -4).total == -3
    assert damage.power(1, -4, least=0).total == 0
    assert damage.power(4, -4, least=1).total == 1


def test_weapons_beside_a_shield_leave_a_hand() -> None:
    held = weapons.fitting(weapons.WEAPONS.values(), with_shield=True)
    assert weapons.WEAPONS["mace"] in held
    assert not [weapon.key for weapon in held if weapon.two_handed is not False]


def test_filters_cut_by_all_that_is_asked() -> None:
    found = weapons.fitting(weapons.WEAPONS.values(), speeds=[Speed.FAST], lengths=[Length.LONGEST], va=1)
    assert [weapon.key for weapon in found] == ["spear", "superior-spear"]


def test_a_weapon_row_without_a_column_is_named() -> None:
    row = {"key": "x", "name": "X", "grade": "poor", "power": "3"}
    with pytest.raises(ValueError, match="power is a whole number"):
        weapons._weapon({**dict.fromkeys(weapons.COLUMNS, ""), **row})
    with pytest.raises(tables.BadTable, match=r"weapons\.toml: \[\[weapon\]\] row 1 has an unknown"):
        tables.rows(weapons.__file__, "weapons.toml", "weapon", weapons.COLUMNS[:-1], weapons._weapon)


def test_every_row_stands_for_itself() -> None:
    kind = app.entry("blow").form.fields[1].kind
    for key in weapons.WEAPONS:
        assert kind.write(kind.read(key, "weapon")) == key


def test_an_unknown_weapon_names_the_nearest() -> None:
    with pytest.raises(forms.Unusable, match=r"“mase”.*“mace”") as caught:
        app.run("blow", {"weapon": "mase"})
    assert caught.value.field == "weapon"


def test_a_weapon_of_ones_own() -> None:
    own = {"is": "own", "name": "Chair", "power": 2, "add": 2, "speed": "unwieldy"}
    assert app.run("blow", {"power": 4, "weapon": own}).answer.values["superb"] == "B9"


def test_the_hardest_weapon_is_named() -> None:
    verdict = app.run("weapons", {"grade": ["basic"]}).answer.verdict
    assert verdict is not None
    assert "Club or Staff hits hardest" in verdict.at_a_glance


@pytest.mark.parametrize("text", ["", "B", "4B", "B0", "G-1", "0", "B49", "B1000000000", "X3", "٣", "B²"])
def test_what_is_no_place_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^A place on the grayscale is .*\.$"):
        Coordinate.parse(text)


@pytest.mark.parametrize("text", ["W17", "w20", "G33", "W48"])
def test_a_wound_beyond_white_16_is_refused_in_a_sentence_inj_01(text: str) -> None:
    with pytest.raises(ValueError, match=rf"^The grayscale ends at W16; this says “{text}”\.$"):
        Coordinate.parse(text)


@given(st.integers(1, LAST))
def test_a_place_reads_back(place: int) -> None:
    assert Coordinate.parse(str(Coordinate(place))) == Coordinate(place) == Coordinate.parse(str(place))

"""Walls and doors: every cell of their table, the blows that they bear, and who is hurt behind them (MAT-01 to 05)."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Table
from engine.games.burning_wheel.calculators.moving_riding_breaking.materials import materials as table_of_materials
from engine.games.burning_wheel.dice import Pool, read
from engine.games.burning_wheel.rules import materials, throws
from engine.games.burning_wheel.rules.damage import Stage, ims, stage
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.materials import SECTIONS, Behind, Bite, Damaged, Section, blows, gone, opening
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, shot
from engine.games.burning_wheel.rules.shots import bonus
from engine.games.burning_wheel.rules.throws import Ground, Material

BOOK = {
    "cloth": ("B4", "B5", "B10", 3, 0),
    "pottery": ("B3", "B4", "B5", 1, 0),
    "thin-wall": ("B4", "B6", "B10", 4, 1),
    "glass": ("B3", "B5", "B6", 1, 1),
    "door": ("B5", "B8", "B12", 2, 2),
    "brick": ("B6", "B8", "B13", 1, 3),
    "slate": ("B6", "B9", "B11", 1, 3),
    "granite": ("B8", "B14", "B16", 3, 5),
    "iron": ("B7", "B12", "B14", 4, 2),
    "copper": ("B3", "B4", "B10", 5, 1),
    "earth": ("B3", "B10", "B16", 8, 4),
}
"""The table of the book (000:6500-6511)."""


@pytest.mark.parametrize("key", BOOK)
def test_mat_01_every_cell(key: str) -> None:
    one = SECTIONS[Material.of(key)]
    assert (str(one.surface), str(one.breach), str(one.destroyed), one.integrity, one.strength) == BOOK[key]


def test_mat_01_the_table_on_the_page_has_all_of_it() -> None:
    rows = table_of_materials().rows
    assert [tuple(row[1:]) for row in rows] == [*BOOK.values()]


marks = st.builds(Coordinate, st.integers(0, 48))
sections = st.sampled_from([*SECTIONS.values()])


def counted(section: Section, mark: Coordinate, before: Damaged, breaches: int) -> int | None:
    """Blow after blow, until it has so many breaches."""
    bite, number = section.bite(mark), 0
    while before.breaches < breaches:
        if bite is Bite.NOTHING:
            return None
        before, number = materials.struck(section, before, bite), number + 1
    return number


@given(sections, marks, st.integers(0, 7), st.integers(0, 2))
def test_mat_02_blows_are_those_that_are_struck_one_by_one(
    section: Section, mark: Coordinate, breaches: int, scratches: int
) -> None:
    before = Damaged(min(breaches, section.integrity - 1), scratches)
    assert blows(section, mark, before) == counted(section, mark, before, section.integrity)
    assert opening(section, mark, before) == counted(section, mark, before, before.breaches + 1)
    assert not gone(section, before)


@given(sections, marks, marks)
def test_mat_02_a_harder_blow_never_takes_longer(section: Section, one: Coordinate, other: Coordinate) -> None:
    weak, strong = sorted((one, other))
    slow, quick = blows(section, weak), blows(section, strong)
    assert slow is None or (quick is not None and quick <= slow)


def test_mat_02_a_heavy_door_by_the_inventory() -> None:
    door = SECTIONS[Material.DOOR]
    found = {mark: blows(door, Coordinate.parse(mark)) for mark in ("B12", "B8", "B5", "B6", "B7", "B4")}
    assert found == {"B12": 1, "B8": 2, "B5": 6, "B6": 6, "B7": 6, "B4": None}


def falls(pool: Pool) -> Counter[int]:
    """In how many ways a pool falls with each number of successes."""
    return Counter(read(pool, faces).count.successes for faces in itertools.product(range(1, 7), repeat=pool.dice))


@pytest.mark.parametrize(
    ("key", "weapon", "power"), [("thin-wall", "bare-fist", 8), ("cloth", "spear", 4), ("door", "mace", 7)]
)
@pytest.mark.parametrize("harder", [2, 3])
def test_mat_03_odds_are_those_of_every_roll(key: str, weapon: str, power: int, harder: int) -> None:
    inputs = {"what": key, "how": {"weapon": weapon, "power": power}, "skill": "G5", "harder": harder}
    values = app.run("strike-through", inputs).answer.values
    assert values["passes"]
    add = (1 if weapon == "dirk" else 2) + BOOK[key][4]
    twin = dict.fromkeys(Stage, Fraction(0))
    for successes, ways in falls(Pool.parse("G5")).items():
        twin[stage(successes - 1 - harder, add)] += Fraction(ways, 6**5)
    assert {one: Fraction(values[f"chance_{one.value}"]) for one in Stage} == twin


@pytest.mark.parametrize("band", Band)
@pytest.mark.parametrize("slowed", [0, 1, 3, -2])
def test_mat_04_odds_are_those_of_every_roll_and_every_face(band: Band, slowed: int) -> None:
    flies, pool = shot(MISSILES["crossbow"], band), Pool.parse("B5")
    less = -1 if band is Band.EXTREME else 0
    twin = dict.fromkeys(Behind, Fraction(0))
    for successes, ways in falls(pool).items():
        for face in range(1, 7):
            total = face + bonus(successes, 2) + less - slowed
            end = Behind.SPENT if total <= 0 else Behind.of(flies.bands.stage(total).value)
            twin[Behind.MISS if successes < 2 else end] += Fraction(ways, 6**6)
    assert materials.chances(pool, 2, flies, slowed) == twin
    assert sum(twin.values()) == 1


def test_mat_04_va_counts_against_the_strength() -> None:
    granite = SECTIONS[Material.GRANITE]
    assert [materials.slowed(granite, va) for va in (0, 2, 5, 6)] == [5, 3, 0, 0]
    assert materials.slowed(SECTIONS[Material.CLOTH], 2, helps=True) == -2


@given(st.sampled_from(Ground), st.integers(0, 12), st.integers(0, 10), st.integers(0, 10))
def test_mat_05_a_throw_hits_like_a_strike(ground: Ground, power: int, yours: int, theirs: int) -> None:
    values = app.run(
        "wall-throw", {"onto": ground.value, "power": power, "yours": yours, "theirs": theirs}
    ).answer.values
    net = yours - theirs
    landed = Stage.MISS if net < 1 else Stage.INCIDENTAL if net < 3 else Stage.MARK if net < 5 else Stage.SUPERB
    assert (values["net"], values["stage"]) == (max(0, net), landed.value)
    assert values["hit"] == str(ims(max(0, power + (ground.amount or 0))).at(landed))


def test_mat_05_what_lies_underfoot() -> None:
    """The ground of RID-07 beside the materials."""
    assert {one.value: one.amount or 0 for one in Ground if one.value not in BOOK} == {
        "mud": -3,
        "grass": -1,
        "road": 0,
        "rocks": 4,
        "animal": 0,
    }
    assert all((Ground.of(key).amount or 0) == numbers[4] for key, numbers in BOOK.items())
    assert throws.force(2, Ground.MUD).total == 0


def test_every_weapon_is_held_against_what_is_in_the_way() -> None:
    done = app.run("break-armory", {"what": "door", "most": "all", "carried": "Oathkeeper: Sword, superior"})
    values = done.answer.values
    plain = app.run("break-armory", {"what": "door"}).answer.values
    assert len(values["order"]) == len(plain["order"]) + 1 == len(set(values["order"]))
    assert values["weapons"]["own-0"] == values["weapons"]["superior-sword"]
    for key in ("sword", "footmans-axe", "bare-fist", "great-mace"):
        inputs = {"what": "door", "how": {"is": "swing", "weapon": key, "power": 4}}
        alone = app.run("hack-at", inputs).answer.values
        assert {name: alone[name] for name in ("mark", "bite", "hole", "blows")} == {
            name: values["weapons"][key][name] for name in ("mark", "bite", "hole", "blows")
        }
        behind = app.run("strike-through", inputs | {"how": {"weapon": key, "power": 4}}).answer.values
        assert values["weapons"][key]["behind"] == (behind["probability"] if behind["passes"] else 0)
    bolt = app.run("shoot-through", {"what": "door", "how": {"is": "loose", "missile": "crossbow"}}).answer.values
    assert values["weapons"]["crossbow"]["behind"] == 1 - bolt["chance_miss"] - bolt["chance_spent"]
    table = next(block for block in done.answer.blocks if isinstance(block, Table))
    assert len(table.rows) == len(values["order"])
    few = app.run("break-armory", {"what": "door", "carried": "Dirk"}).answer
    shown = next(block for block in few.blocks if isinstance(block, Table))
    assert (len(shown.rows), shown.rows[-1][0]) == (11, "Dirk (yours)")


@pytest.mark.parametrize("by", ["gone", "hole", "behind"])
def test_the_list_is_sorted_as_it_says(by: str) -> None:
    values = app.run("break-armory", {"what": "brick", "power": 5, "by": by}).answer.values
    listed = [values["weapons"][key] for key in values["order"]]
    if by == "behind":
        assert [one["behind"] for one in listed] == sorted((one["behind"] for one in listed), reverse=True)
    else:
        name = {"gone": "blows", "hole": "hole"}[by]
        counts = [10**6 if one[name] is None else one[name] for one in listed]
        assert counts == sorted(counts)

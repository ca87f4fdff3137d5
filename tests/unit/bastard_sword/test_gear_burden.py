"""Burden: tables cell by cell, bands and packs against what they mean."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.forms import Unusable
from engine.games.bastard_sword import GAME
from engine.games.bastard_sword.forms.gear import ThingRow, Weight, things
from engine.games.bastard_sword.rules import gear
from engine.games.bastard_sword.rules.burden import INCREMENTS, SHEDDING, Load, increment
from engine.games.bastard_sword.rules.containers import CONTAINERS
from engine.games.bastard_sword.rules.packing import Thing, pack
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.spirit import Weighed
from engine.refused import Refused
from engine.rulings import Rulings

SUMS = """
minuscule 1/1000 1/1000 1/1000
tiny 3/20 21/100 3/10
little 1/2 7/10 1
small 5 7 10
medium 15 21 30
large 150 210 300
huge 1500 2100 3000
colossal 15000 21000 30000
monumental 50000 70000 100000
"""
"""The increment at sums of 5, 7 and 10: seed 003:6029-6045."""
HELD = """
amphora 20-50 6 12 4
backpack-large 14-20 3 18 5
backpack-small 10-12 2 8 2
bag-large 2-3 1 20 0
bag-small 1-2 0 7 0
barrel-large 20-30 30 46 8
barrel-small 1-15 6 6 2
basket-large 4-7 12 20 8
basket-small 3-5 6 8 4
chest-large 20-30 20 24 6
chest-small 10-16 12 10 5
haversack-large 10-13 2 12 0/1
haversack-small 8-10 1 6 0
quiver 5-10 2 4 1
pouch-large 4-6 1 3 0
pouch-small 3-5 0 1 0
waterskin 4-5 1 2 1
"""
"""Price in pawns, own burden, capacity, and what is free: seed 003:6107-6299."""


def test_every_increment() -> None:
    found = [
        f"{size.value} " + " ".join(str(increment(size, 2, both - 2)) for both in (5, 7, 10)) for size in INCREMENTS
    ]
    assert found == SUMS.split("\n")[1:-1]
    assert list(INCREMENTS) == list(Size)


def test_every_container() -> None:
    found = [
        f"{key} {one.price.low}-{one.price.high} {one.burden} {one.capacity} {one.free}{'/1' if one.slung else ''}"
        for key, one in CONTAINERS.items()
    ]
    assert found == HELD.split("\n")[1:-1]
    lighter = [key for key, one in CONTAINERS.items() if one.weighs(one.capacity) < one.capacity]
    assert lighter == ["backpack-large"]


def test_shedding() -> None:
    assert [(one.value, row.difficulty, bool(row.action)) for one, row in SHEDDING.items()] == [
        ("hands", 0, True),
        ("shoulder", 0, True),
        ("strapped", 1, False),
        ("belt", 3, False),
    ]


@given(st.integers(0, 400), st.integers(1, 40))
def test_a_band(burden: int, step: int) -> None:
    load = Load(Fraction(burden), Fraction(step))
    times = load.passed
    assert times * step <= max(burden - 1, 0) < (times + 1) * step
    assert load.malus == [0, 1, 3, 10, 30, 100, 300][times] if times < 7 else load.malus >= 1000
    assert Load(load.burden + load.room, load.increment).passed == times
    assert Load(load.burden + load.room + 1, load.increment).passed > times
    if times:
        assert Load(load.burden - load.too_much, load.increment).passed == times - 1


def test_what_dice_cost() -> None:
    assert [Weighed(1).price(dice) for dice in range(4)] == [0, 2, 4, 11]
    assert [Weighed(2).price(dice) for dice in range(4)] == [0, 4, 6, 13]
    assert [Weighed(1, ladder=True).price(dice) for dice in range(4)] == [0, 3, 10, 30]
    assert [Weighed(2, each=True).price(dice) for dice in range(3)] == [0, 4, 12]
    assert Weighed(1).loss(0) == 0


@pytest.mark.parametrize("reading", [{}, {"burden.spirit": "ladder"}, {"burden.points": "point"}])
@pytest.mark.parametrize("passed", [0, 1, 2])
def test_a_pool_an_advisor_and_a_load_have_one_price(passed: int, reading: dict[str, str]) -> None:
    rulings = {f"bastard-sword.{key}": value for key, value in reading.items()}
    load = {"burden": 15 * passed + 1, "strength": 2, "constitution": 3, "dice": 2}
    price = app.run("bs-carry", load, rulings).answer.values["price"]
    advised = app.run("bs-advisor", {"left": 100, "passed": passed}, rulings).answer.values["costs"]
    assert advised[2] == price
    built = app.run("bs-pool", {"bought": 2, "spirit": 100, "passed": passed}, rulings).answer.values
    assert built["cost"] == price


counts = st.lists(st.integers(0, 40), min_size=1, max_size=5)


@given(counts)
def test_what_comes_in_fractions(numbers: list[int]) -> None:
    arrows = gear.ITEMS["heavy arrows"]
    loose = pack([Thing(arrows, number) for number in numbers])
    assert loose.burden == sum(numbers) // 3
    parted = [Thing(gear.ITEMS["large chest"])] + [Thing(arrows, number, inside=0) for number in numbers]
    parted.append(Thing(arrows, 2))
    whole, places = pack(parted, whole=True), pack(parted)
    assert places.content[0] == sum(numbers) // 3
    assert whole.burden - places.burden == (sum(numbers) + 2) // 3 - sum(numbers) // 3


@given(counts, st.integers(1, 30))
def test_relief_relieves(numbers: list[int], step: int) -> None:
    torch, backpack = gear.ITEMS["torch"], gear.ITEMS["small backpack"]
    packed = pack([Thing(backpack), *(Thing(torch, number) for number in numbers), Thing(torch, 4, inside=0)])
    now = Load(Fraction(packed.burden), Fraction(step))
    bands = [now.passed]
    for after, chosen in packed.relief(Fraction(step)):
        assert after.burden == packed.burden - sum(one.burden for one in chosen)
        bands.append(after.passed)
    assert bands == sorted(set(bands), reverse=True)


@pytest.mark.parametrize("name", gear.ITEMS)
def test_every_thing_is_found_by_its_name(name: str) -> None:
    found = gear.find(name.upper())
    assert found is gear.ITEMS[name]
    line = ThingRow(found.name, 7, "quiver").line
    assert ThingRow.of_line(line) == ThingRow(found.name, 7, "quiver")


def test_lines() -> None:
    assert ThingRow.of_line("10m rope") == ThingRow("rope", 10)
    assert ThingRow.of_line("3 cheese = 1/2 in Large backpack").line == "3 cheese = 1/2 in Large backpack"
    assert ThingRow.of_line("5 torches", ThingRow("Torch", 2, "quiver")).line == "5 Torch in quiver"
    for line in ("anvil", "2 swords of fire", "cheese = 1/0"):
        with pytest.raises(Refused):
            ThingRow.of_line(line)
    for text in ("", "1/2/3", "-1", "99999", "a"):
        with pytest.raises(Refused):
            Weight.parse(text)
    with pytest.raises(Unusable):
        things([ThingRow("Torch", 1, "large backpack")], "carried")


def test_a_sheet_fills_a_pack() -> None:
    sheet = GAME.sheet
    assert sheet is not None
    inputs = sheet.canonical({"name": "Sanne", "gear": "plate harness worn\n12 heavy arrows in quiver\nquiver"})
    offers = sheet.offers(app.entry("bs-pack").form, inputs, Rulings("bastard-sword"))
    assert [one.row["name"] for one in offers["carried"]] == ["plate harness", "heavy arrows", "quiver"]
    with pytest.raises(Unusable):
        sheet.canonical({"gear": [{"name": "anvil"}]})

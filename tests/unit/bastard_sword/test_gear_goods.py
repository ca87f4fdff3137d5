"""The rest of the gear: cell by cell, and what a camp needs."""

from hypothesis import given
from hypothesis import strategies as st

from engine.games.bastard_sword.rules import expedition
from engine.games.bastard_sword.rules.expedition import Bed, Light
from engine.games.bastard_sword.rules.goods import GOODS, Group

LISTS = """
camp:
Bedroll 3-5 3
Blanket 2-4 2
Cooking Pot 5-8 3
Fishing Kit 4-6 1/3
Flint and Steel 2-3 1/3
Hammock 5-7 3
Lantern 20-50 1
Oil 10-30 1
Skillet 5-8 2
Tent 10-20 8
Torch 2-3 1
Tinderbox 2-3 1/3
Utensils 2-8 1
tools:
Axe, Felling 5-6 4
Axe, Hatchet 4-6 1
Chisel 4-6 1/3
Compass 20-50 1
Hammer 2-4 1
Ink and Quill 8-20 1
Grappling Hook 8-10 2
Lockpicking Kit 20-30 1
Pickaxe 5-7 4
Pry Bar 4-6 4
Saw, Large 8-10 4
Saw, Small 6-9 2
Sewing Kit 5-8 1
Shovel 4-6 4
Ten-Foot Pole 3-5 14
Tongs 4-6 1
Whetstone 6-9 1
music:
Bagpipes 40-80 7
Concertina 50-80 3
Drum 10-30 4
Fiddle 40-100 4
Flute 20-40 1
Harp 30-80 9
Hurdy-Gurdy 50-120 6
Lute 40-80 5
Recorder 6-20 1
Talharpa 20-60 5
Tambourine 8-10 1
other:
Bandage 2-5 1/3
Chain 8-18 3
Comb 4-10 1/3
Dice Set 4-10 1/3
Journal 10-20 1
Magnifying Glass 40-60 1
Mirror 20-50 1
Make-Up 8-20 1
Padlock 10-30 1
Parchment 8-12 1/10
Piton 2-5 1/3
Playing Cards 6-14 1
Razor 4-10 1
Rope 6-8 1/3
Spyglass 70-180 3
Wig 30-60 1
Whistle 2-4 1/3
"""
"""Each list, and its rows with their price in pawns and their burden: seed 003:7599-7991, in the source's spelling."""
SPELLED = {
    "axe-felling": "Axe, Felling",
    "axe-hatchet": "Axe, Hatchet",
    "saw-large": "Saw, Large",
    "saw-small": "Saw, Small",
}


def test_every_cell() -> None:
    found = []
    for group in list(Group)[:-1]:
        found.append(f"{group.value}:")
        for key, one in GOODS.items():
            if one.group is group:
                name = SPELLED.get(key, one.name)
                found.append(f"{name} {one.price.low}-{one.price.high} {one.burden}".casefold())
    assert found == LISTS.casefold().split("\n")[1:-1]


def test_what_has_no_number() -> None:
    assert [(key, one.group) for key, one in GOODS.items() if one.missing] == [("ration-dried", Group.FOOD)]
    assert [key for key, one in GOODS.items() if one.metre] == ["chain", "rope"]


@given(st.integers(1, 20), st.integers(1, 20), st.integers(0, 12), st.sampled_from(Light), st.integers(1, 3))
def test_nobody_sits_in_the_dark(people: int, nights: int, hours: int, light: Light, lights: int) -> None:
    needed = expedition.needs(people, nights, hours, light, lights, Bed.BLANKET, tents=True, fire=True)
    found = {one.key: number for one, number in needed.items()}
    assert 2 * found["tent"] in (people, people + 1)
    assert found["blanket"] == people
    assert found["tinderbox"] == nights
    if light is Light.TORCH:
        assert found.get("torch", 0) == hours * nights * lights
    if light is Light.LANTERN and hours:
        assert 0 <= 8 * found["oil"] - hours * nights * lights < 8 * lights
        assert found["lantern"] == lights

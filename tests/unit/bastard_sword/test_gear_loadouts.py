"""Loadouts, and the register of slips."""

import pytest

from engine.games.bastard_sword.rules import gear, loadout
from engine.games.bastard_sword.rules.armour import BODIES, HELMETS, Body, Helmet, Light
from engine.games.bastard_sword.rules.errata import SLIPS, About, Sure
from engine.games.bastard_sword.rules.packing import Thing
from engine.games.bastard_sword.rules.weapons import MODES


def on(*names: str) -> list[Thing]:
    return [Thing(gear.ITEMS[name], worn=True) for name in names]


@pytest.mark.parametrize("name", loadout.NAMES)
def test_every_piece_is_found(name: str) -> None:
    found = loadout.worn([Thing(gear.ITEMS[name.casefold()], worn=True)])
    assert not isinstance(found, str)
    bodies, helmet, under = found
    assert under is Light.NONE
    key = loadout.NAMES[name]
    assert {one.value for one in bodies} | {helmet.value} - {"none"} == {key}


def test_what_is_on_the_head() -> None:
    assert loadout.worn(on("heavy helmet", "cervelliere", "plate harness")) == (
        (Body.PLATE,),
        Helmet.HEAVY,
        Light.CERVELLIERE,
    )
    assert loadout.worn(on("visored helmet"), visor_open=True) == ((), Helmet.VISORED_OPEN, Light.NONE)
    assert loadout.worn(on("cervelliere"), visor_open=True) == ((), Helmet.CERVELLIERE, Light.NONE)
    assert loadout.worn([]) == ((), Helmet.NONE, Light.NONE)
    for names in (("open face helmet", "heavy helmet"), ("cervelliere", "maille coiffe"), ("gambeson", "gambeson")):
        assert isinstance(loadout.worn(on(*names)), str)
    assert len(loadout.NAMES) == len(BODIES) + len(HELMETS) - 1


def test_all_ways_to_use_what_is_there() -> None:
    spear, net = gear.ITEMS["heavy spear"], gear.ITEMS["net"]
    assert [one.key for one in loadout.modes([Thing(spear), Thing(net, 0)])] == [
        key for key in MODES if key.startswith("spear-heavy")
    ]


def test_every_slip() -> None:
    assert [one.number for one in SLIPS] == list(range(1, 17))
    assert [one.number for one in SLIPS if not one.corrected] == [2, 3, 14]
    assert [one.number for one in SLIPS if one.sure is Sure.LOW] == [8, 14]
    assert [one.number for one in SLIPS if one.sure is Sure.MEDIUM] == [3, 4, 7, 9, 10, 16]
    assert [one.number for one in SLIPS if one.about is About.GEAR] == [11, 12, 13, 14]
    played = {one.number: one.played for one in SLIPS if one.about is About.CHARACTERS}
    assert [at for at, who in played.items() if who == "making.misprints"] == [1, 4, 6, 7, 8, 9, 10]
    assert {at: who for at, who in played.items() if who != "making.misprints"} == {
        2: "printed",
        3: "printed",
        5: "word",
        16: "making.castes",
    }

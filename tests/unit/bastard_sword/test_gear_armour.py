"""Armour: the tables cell by cell, and every set that can be worn."""

import pytest

from engine.games.bastard_sword.rules import armour
from engine.games.bastard_sword.rules.armour import BODIES, HELMETS, Body, Helmet, Light

HEADS = """
close 200 400 4 2 2/1/2 narrow
heavy 400 600 4 2 2/1/2 narrow
cervelliere 100 160 2 1 1/0/0 open
coiffe 100 160 2 1 0/0/1 open
open 150 200 3 2 2/0/1 open
visored 400 600 4 2 2/1/2 narrow
visored-open 400 600 4 2 2/0/1 open
"""
"""Helmet, price in pawns, burden carried and worn, protection, sight: seed 003:6531-6597."""
BODY = """
gambeson 200 400 6 6 1/0/1
maille 1800 2400 7 7 0/1/2
breastplate 1200 1600 7 6 1/1/2
brigandine 2000 3600 10 8 1/2/3
cuir-bouilli 800 1200 7 4 1/1/1
hide 150 200 11 9 2/1/2
plate 5000 10000 30 20 4/3/6
"""
"""Armour, price in pawns, burden carried and worn, protection: seed 003:6600-6666."""
STACKS = """
- 0/0/0 0 0-0
gambeson 1/0/1 6 200-400
maille 0/1/2 7 1800-2400
breastplate 1/1/2 6 1200-1600
gambeson+maille 1/1/3 13 2000-2800
gambeson+breastplate 2/1/3 12 1400-2000
maille+breastplate 1/2/4 13 3000-4000
gambeson+maille+breastplate 2/2/5 19 3200-4400
brigandine 1/2/3 8 2000-3600
cuir-bouilli 1/1/1 4 800-1200
hide 2/1/2 9 150-200
plate 4/3/6 20 5000-10000
"""
"""What can be worn on the body, added up by hand from the table."""


def test_every_cell_of_the_helmets() -> None:
    found = [
        f"{key.value} {one.price.low} {one.price.high} {one.carried} {one.worn} {one.protection} "
        f"{'narrow' if one.closed else 'open'}"
        for key, one in HELMETS.items()
    ]
    assert found == HEADS.split("\n")[1:-1]


def test_every_cell_of_the_armour() -> None:
    found = [
        f"{key.value} {one.price.low} {one.price.high} {one.carried} {one.worn} {one.protection}"
        for key, one in BODIES.items()
    ]
    assert found == BODY.split("\n")[1:-1]


def test_every_stack() -> None:
    found = {}
    for worn in armour.bodies():
        one = armour.dressed(worn)
        name = "+".join(piece.value for piece in worn) or "-"
        found[name] = f"{one.protection} {one.burden} {one.price.low}-{one.price.high}"
    assert found == dict(line.split(" ", 1) for line in STACKS.split("\n")[1:-1])
    assert len(list(armour.bodies(three=False))) == 11
    assert len(list(armour.bodies(padded=True))) == 15


def test_every_head() -> None:
    heads = list(armour.heads())
    assert len(heads) == 10
    assert {helmet for helmet, under in heads if under is not Light.NONE} == {Helmet.HEAVY}
    double = [armour.dressed((), Helmet.HEAVY, under) for under in (Light.CERVELLIERE, Light.COIFFE)]
    assert [(str(one.protection), one.burden) for one in double] == [("3/1/2", 3), ("2/1/3", 3)]
    assert not armour.dressed(()).pieces
    assert armour.dressed(()).words == "nothing"


@pytest.mark.parametrize("worn", [{Body.PLATE, Body.MAILLE}, {Body.HIDE, Body.GAMBESON}, {Body.HIDE, Body.BREASTPLATE}])
def test_what_does_not_fit(worn: set[Body]) -> None:
    assert armour.body_fault(worn).endswith(".")
    assert bool(armour.body_fault(worn, padded=True)) == (Body.GAMBESON not in worn)

"""Gray and white: what stands on their page is what the chapters say that have the rules (HER-04 to HER-15)."""

import itertools
from fractions import Fraction
from typing import Any

import pytest

from engine import app
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import shades
from tests.site.building import modules

app.load(modules())


def values(name: str, chosen: dict[str, str] | None = None, **inputs: Any) -> dict[str, Any]:
    return dict(app.run(name, inputs, chosen or {}).answer.values)


@pytest.mark.parametrize("shade", "BGW")
@pytest.mark.parametrize("exponent", [1, 3, 4, 9])
def test_hesitation_is_that_of_a_steel_test(shade: str, exponent: int) -> None:
    will = f"{shade}{exponent}"
    assert values("lighter-stats", will=will)["hesitation"] == values("steel-test", will=will)["hesitation"]


@pytest.mark.parametrize("shade", "BGW")
@pytest.mark.parametrize("level", ["midi", "severe", "traumatic", "mortal"])
@pytest.mark.parametrize("reading", ["no", "longer"])
def test_bleeding_is_that_of_the_clock(shade: str, level: str, reading: str) -> None:
    chosen, forte = {"wounds.dying-shade": reading}, f"{shade}5"
    found = values("lighter-stats", chosen, forte=forte, health="B3")["minutes"][level]
    wounds = {"severe": 0, level: True if level == "mortal" else 1}
    assert found == values("bleeding-clock", chosen, forte=forte, health="B3", **wounds)["minutes"]


@pytest.mark.parametrize("shade", "BGW")
@pytest.mark.parametrize("weapon", ["B", "G", "W"])
def test_a_blow_is_that_of_the_chapter_on_damage(shade: str, weapon: str) -> None:
    held = {"is": "held", "weapon": 3}
    if weapon != "B":
        held = {"is": "lighter", "force": 3, "made": weapon}
    mine = values("lighter-power", power=f"{shade}5", held=held)
    theirs = values("ims", power=5, weapon_power=3, power_shade=shade, weapon_shade=weapon)
    assert [mine[at] for at in ("power", "incidental", "mark", "superb")] == [
        theirs[at] for at in ("power", "incidental", "mark", "superb")
    ]


@pytest.mark.parametrize("shade", "BGW")
@pytest.mark.parametrize("reading", ["three", "two"])
def test_reflexes_do_as_much_as_in_the_chapter_on_fights(shade: str, reading: str) -> None:
    chosen = {"shades.white-reflexes": reading}
    stats = dict.fromkeys(("perception", "agility", "speed"), f"{shade}4")
    mine = values("gray-reflexes", chosen, **stats)
    assert mine["maneuvers"] == values("fight-layouts", chosen, reflexes=f"{shade}4")["maneuvers"]


@pytest.mark.parametrize("attack", [Shade.BLACK, Shade.GRAY, Shade.WHITE])
@pytest.mark.parametrize("armor", [Shade.BLACK, Shade.GRAY, Shade.WHITE])
@pytest.mark.parametrize("reading", ["shade", "always"])
def test_armor_is_tested_as_in_the_chapter_on_armor(armor: Shade, attack: Shade, reading: str) -> None:
    chosen = {"armor.shade-gate": reading}
    mine = values("armor-shades", chosen, armor=armor.value, weapon=attack.value, dice=3, va=1)
    piece = {"type": "chain", "shade": armor.value}
    theirs = values("armor-test", chosen, piece=piece, va=1, attack=attack.value)
    assert mine["tested"] == theirs["tested"]


@pytest.mark.parametrize("attack", ["B1", "B3", "G2", "W2"])
@pytest.mark.parametrize("defense", [None, "B1", "B2", "G2"])
def test_the_chance_to_break_counted_face_by_face(attack: str, defense: str | None) -> None:
    """Every way in which the dice can lie, one by one."""
    mine, theirs = Pool.parse(attack), Pool.parse(defense or "B0")
    targets = [group.shade.target for pool in (mine, theirs) for group in pool for _ in range(group.count)]
    broken = 0
    for faces in itertools.product(range(1, 7), repeat=len(targets)):
        good = [face >= target for face, target in zip(faces, targets, strict=True)]
        broken += sum(good[: mine.dice]) <= sum(good[mine.dice :])
    assert shades.shatters(mine, None if defense is None else theirs) == Fraction(broken, 6 ** len(targets))

"""Ammunition cell by cell, and reloading against every course."""

from fractions import Fraction
from itertools import product

import pytest

from engine.dice import total_of
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules import ammunition, reloading
from engine.games.bastard_sword.rules.ammunition import AMMUNITION, TIPS, Head
from engine.games.bastard_sword.rules.damage import Modifiers
from engine.games.bastard_sword.rules.long_tasks import Kind, Rolling, course

TABLE = """
arrow-light: hunting bow; 5-7; 1 for 5; quiver
arrow-heavy: war bow; 8-10; 1 for 3; quiver
bolt-light: hunting crossbow; 7-9; 1 for 5; quiver
bolt-heavy: heavy crossbow, siege crossbow; 10-15; 1 for 3; quiver
bullet-sling: sling, blunderbuss; 1-1; 1 for 10; pouch
bullet-firearm: pistol, blunderbuss, rifle, musket; 3-6; 1 for 5; pouch
lead-ball: hand cannon; 10-20; 1 for 1;
pebble: sling, blunderbuss; 0-0; 1 for 10; pouch; malus 1
"""
"""What it is for, its price in pawns, its burden, its container: seed 003:7491-7571."""
NAMES = {"bow-hunting": "hunting bow", "bow-war": "war bow", "hand-cannon": "hand cannon"} | {
    f"crossbow-{kind}": f"{kind} crossbow" for kind in ("hunting", "heavy", "siege")
}


def test_every_cell() -> None:
    found = [
        f"{key}: {', '.join(NAMES.get(one, one) for one in row.loads)}; {row.price.low}-{row.price.high}; "
        f"1 for {row.each}; {row.holder.partition('-')[0]}{f'; malus {row.malus}' if row.malus else ''}".rstrip()
        for key, row in AMMUNITION.items()
    ]
    assert found == TABLE.split("\n")[1:-1]
    assert [(key.value, tip.price) for key, tip in TIPS.items()] == [("bodkin", 5), ("broadhead", 3)]
    assert [key for key, row in AMMUNITION.items() if row.head] == [
        "arrow-light",
        "arrow-heavy",
        "bolt-light",
        "bolt-heavy",
    ]


def test_heads_on_other_codes() -> None:
    assert [str(head.codes(Modifiers.parse("0/-1/X"))) for head in Head] == ["0/-1/X", "0/+1/X", "0/X/-1"]
    assert str(Head.BODKIN.codes(Modifiers.parse("0/X/X"))) == "0/X/X"


def test_lots() -> None:
    arrows = AMMUNITION["arrow-heavy"]
    assert [(arrows.lots(count), arrows.burden(count)) for count in (0, 2, 3, 7)] == [(0, 0), (1, 0), (1, 1), (3, 2)]
    assert [ammunition.price(arrows, 7, head).low for head in Head] == [24, 39, 33]
    assert ammunition.price(arrows, 7, by_piece=True).high == 70


def by_every_course(rounds: int, law: dict[int, Fraction], need: int, *, first_fail: bool) -> Fraction:
    """Shots on average, each sequence of rolls written out."""
    mean = Fraction(0)
    for rolls in product(law.items(), repeat=rounds):
        chance, shots, tally, loaded = Fraction(1), 0, 0, True
        for rolled, one in rolls:
            chance *= one
            if loaded:
                shots, loaded, tally = shots + 1, False, 0
            else:
                tally = 0 if first_fail and not rolled else tally + rolled
                loaded = tally >= need
        mean += chance * shots
    return mean


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(("dice", "need"), [("1d8", 2), ("2d6", 3), ("1d4", 1)])
def test_shots_by_every_course(kind: Kind, dice: str, need: int) -> None:
    law = successes(Pool.parse(dice))
    found = reloading.shots(course(Rolling(kind, need), law, [0] * 6), 6)
    assert found == by_every_course(6, {n: c for n, c in law if c}, need, first_fail=kind is Kind.FIRST_FAIL)


def test_one_test_a_round() -> None:
    law = total_of([(0, 1)])
    steady = reloading.steady(Fraction(1, 2), 6)
    assert reloading.shots(steady, 6) == by_every_course(6, dict(law), 1, first_fail=True)
    assert reloading.even(steady) == 1
    assert reloading.even(reloading.steady(Fraction(1, 8), 10)) == 6
    assert reloading.even(reloading.steady(Fraction(0), 10)) is None
    assert reloading.shots(None) == 10
    assert reloading.shots(reloading.steady(Fraction(0), 10)) == 1

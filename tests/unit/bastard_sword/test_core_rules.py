"""Tables and procedures of the core rules, cell by cell."""

import pytest

from engine.forms import Unusable
from engine.games.bastard_sword import GAME
from engine.games.bastard_sword.rules.attributes import BANDS, COVERS, Attribute, band, die_of, next_die
from engine.games.bastard_sword.rules.difficulty import LEVELS, called
from engine.games.bastard_sword.rules.half_orders import PLACES, nearest, rung, rungs
from engine.games.bastard_sword.rules.pool import Build
from engine.games.bastard_sword.rules.skills import FAMILIES, PAIRS, Family, family_of
from engine.games.bastard_sword.rules.spirit import Weighed, bought, cost, most
from engine.games.bastard_sword.sheet.effects import SpendSpirit
from engine.games.bastard_sword.sheet.rows import SkillRow
from engine.refused import Refused
from engine.rulings import Rulings

ASK = Rulings("bastard-sword")


def test_bands() -> None:
    said = {0: "out of use", 1: "crippling", 2: "weak", 3: "average", 4: "rather strong", 5: "exceptional", 6: "heroic"}
    assert {score: band(score).words for score in range(7)} == said
    assert {band(score).words for score in (7, 8, 9)} == {BANDS[-2].words}
    assert {band(score).words for score in (10, 11, 60)} == {"supernatural"}
    assert [one.letter for one in Attribute] == list("ACSEPW")
    assert [one for one in Attribute if COVERS[one].physical] == list(Attribute)[:3]


def test_dice_of_sums() -> None:
    dice = dict.fromkeys((2, 3), "d8w") | dict.fromkeys((4, 5), "d4") | dict.fromkeys((6, 7), "d6")
    dice |= dict.fromkeys((8, 9), "d8") | dict.fromkeys((10, 11), "d10") | dict.fromkeys(range(12, 20), "d12")
    dice |= dict.fromkeys((20, 21, 40, 120), "d20")
    assert {total: str(die_of(total)) for total in dice} == dice
    assert [str(die_of(total, exact=True)) for total in (4, 9, 19, 21)] == ["d4", "d9", "d19", "d20"]
    assert [str(die_of(total, beyond=True)) for total in (19, 20, 23)] == ["d12", "d20", "d23"]
    assert next_die(20) is None
    assert next_die(3) == (1, die_of(4))


def test_half_orders() -> None:
    assert [rung(number) for number in range(9)] == [0, 1, 3, 10, 30, 100, 300, 1000, 3000]
    assert [rungs(value) for value in (0, 1, 2, 3, 9, 10, 29, 30, 99, 100, 299)] == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [rung(nearest(value)) for value in (3, 30, 300, 5, 6, 17, 18)] == [3, 30, 300, 3, 10, 10, 30]
    assert all(rungs(rung(number)) == number for number in range(13))
    assert len(PLACES) == 15


def test_levels() -> None:
    assert [(level.needs, level.words) for level in LEVELS] == [
        (0, "routine"),
        (1, "easy"),
        (3, "challenging"),
        (10, "difficult"),
    ]
    assert [called(needs) for needs in (0, 1, 2, 3, 9, 10, 30)] == [
        *("routine", "easy", "easy", "challenging", "challenging", "difficult", "difficult")
    ]


def test_spirit() -> None:
    assert most(4, 3) == 28
    assert [cost(dice) for dice in range(6)] == [0, 1, 3, 10, 30, 100]
    assert [cost(dice, extended=True) for dice in range(6)] == [0, 3, 10, 30, 100, 300]
    assert [Weighed(1).price(2), Weighed(2).price(2), Weighed(1, ladder=True).price(2)] == [4, 6, 10]
    assert [bought(spirit) for spirit in (0, 1, 2, 3, 9, 10, 29, 30)] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert bought(10, extended=True) == 2
    assert bought(0, extended=True) == 0


@pytest.mark.parametrize(
    ("build", "dice", "base", "wasted", "tired"),
    [
        (Build(3, 4), 6, 3, 1, 0),
        (Build(5, spirit=3), 3, 3, 0, 2),
        (Build(4, bought=2, spirit=8), 5, 4, 0, 1),
        (Build(4, bought=2, spirit=8, after_payment=False), 6, 4, 0, 0),
        (Build(4, 2, spirit=5), 5, 4, 0, 1),
        (Build(4, 2, spirit=5, bonus_first=False), 5, 3, 0, 1),
        (Build(4, spirit=0), 0, 0, 0, 4),
    ],
)
def test_pools(build: Build, dice: int, base: int, wasted: int, tired: int) -> None:
    assert (build.dice, build.base_rolled, build.wasted, build.tired) == (dice, base, wasted, tired)


def test_families() -> None:
    assert [one.family for one in FAMILIES] == list(Family)
    assert len(Family) == 18
    assert all(family_of(skill) for skill in PAIRS)
    assert {name: "".join(one.letter for one in pair) for name, pair in PAIRS.items()} == {
        "running": "CS",
        "lifting": "SS",
        "breath holding": "CP",
        "two-handed swords": "AS",
    }


def test_skills_are_typed() -> None:
    row = SkillRow.of_line("Running 2")
    assert (row.pair, row.family, row.line) == ("CS", Family.ATHLETICISM, "Running 2 (CS)")
    row = SkillRow.of_line("Stealth 1 (aw)")
    assert (row.pair, row.family) == ("AW", Family.GRACE)
    assert SkillRow.of_line("Stealth 3", row).pair == "AW"
    for said in ("Stealth 1", "Stealth", "Stealth 1 (AX)", "2"):
        with pytest.raises(Refused):
            SkillRow.of_line(said)


def test_spirit_is_spent_and_comes_back() -> None:
    sheet = GAME.sheet
    assert sheet
    inputs = sheet.canonical({"name": "Femke", "constitution": 3, "persona": 2})
    after, words = SpendSpirit(3).apply(sheet, inputs, "", ASK)
    assert (after["spirit_lost"], words) == (3, "Femke: 3 spirit spent, 17 of 20 left.")
    assert SpendSpirit(-9).apply(sheet, after, "", ASK)[0]["spirit_lost"] == 0
    assert SpendSpirit(99, lost=True).apply(sheet, after, "", ASK)[0]["spirit_lost"] == 20
    with pytest.raises(Unusable, match="has 17"):
        SpendSpirit(18).apply(sheet, after, "", ASK)

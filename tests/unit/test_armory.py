"""The armory: counted by hand where that can be done, the same as one blow asked alone, and in order."""

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, forms
from engine.answer import Table
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.armor import ArmorType, Quality, Suit
from engine.games.burning_wheel.rules.armory import By, dealt, ranked
from engine.games.burning_wheel.rules.blow import End, Foe, Strike
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.games.burning_wheel.rules.striking import Aim
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import PRESETS, Level

FACES = range(1, 7)
B4 = PRESETS["B4"]


def values(name: str, **inputs: Any) -> dict[str, Any]:
    return dict(app.run(name, forms.nest(inputs)).answer.values)


def counted(dice: int, armor: int) -> dict[str, Fraction]:
    """A mace (Power 2, Add 2, VA 2) in the hand of Power 4 against black armor: every face of every die, by hand."""
    stages = {0: End.SUPERFICIAL, 1: End.LIGHT}
    ends = dict.fromkeys(End, Fraction(0))
    average = wear = Fraction(0)
    each = Fraction(1, 6 ** (dice + armor))
    for faces in itertools.product(FACES, repeat=dice + armor):
        over = sum(face > 3 for face in faces[:dice]) - 1
        if over < 0:
            ends[End.MISS] += each
            continue
        wear += each * (1 in faces[dice:])
        if sum(face > 3 for face in faces[dice:]) >= 3:
            ends[End.STOPPED] += each
            continue
        end = stages[over // 2]
        ends[end] += each
        average += each * (list(stages.values()).index(end) + 1)
    return {**{end.value: chance for end, chance in ends.items()}, "average": average, "wear": wear}


@pytest.mark.parametrize(("armor", "type"), [(2, "leather"), (4, "plated-leather")])
def test_every_face_of_every_die(armor: int, type: str) -> None:
    by_hand = counted(3, armor)
    name = ArmorType.of(type).words
    found = values("armory", skill="B3", armor=f"Torso: {name}", kinds="melee")["weapons"]["mace"]
    assert {key: found[key] for key in by_hand} == by_hand
    worn = values("best-armor", skill="B3")["armor"][type]
    assert worn == found
    assert found["through"] == 1 - by_hand["stopped"] / (1 - by_hand["miss"])


def test_all_weapons_are_there() -> None:
    found = values("armory", most="all")
    assert set(found["order"]) == {*WEAPONS, *MISSILES, *THROWN, "bomb"}
    assert found["count"] == len(found["order"]) == len(WEAPONS) + len(MISSILES) + len(THROWN) + 1
    assert not set(WEAPONS) & set(MISSILES) | set(WEAPONS) & set(THROWN) | set(MISSILES) & set(THROWN)


def test_all_armor_is_there() -> None:
    found = values("best-armor", quality="", armor="Torso: chainmail")
    assert len(found["order"]) == len(ArmorType) * len(Quality) + 2
    assert found["order"][-1] == "nothing"
    assert found["armor"]["own"] == found["armor"]["chain"]


@pytest.mark.parametrize("by", By)
def test_both_lists_are_in_order(by: By) -> None:
    def figure(one: dict[str, Fraction]) -> Fraction:
        worse = [end for end in End if end.level is not Level.NONE]
        if by in (By.AVERAGE, By.THROUGH, By.WEAR):
            return one[by.value]
        least = End.SUPERFICIAL if by is By.WOUND else End.of(by.value)
        return sum((one[end.value] for end in worse[worse.index(least) :]), Fraction(0))

    arms = values("armory", by=by.value, armor="Torso: plated leather")
    figures = [figure(arms["weapons"][key]) for key in arms["order"]]
    assert figures == sorted(figures, reverse=True)
    assert len(set(figures)) > 2
    worn = values("best-armor", by=by.value, **{"how.is": "swung", "how.wanted": "legs", "how.offered": "legs"})
    figures = [figure(worn["armor"][key]) for key in worn["order"][:-1]]
    assert figures == sorted(figures)


@pytest.mark.parametrize(
    ("inputs", "left"),
    [
        ({"kinds": "found"}, {key for key, one in WEAPONS.items() if one.grade.value == "found"}),
        ({"kinds": "shot"}, set(MISSILES)),
        ({"kinds": "thrown"}, {*THROWN, "bomb"}),
        ({"grade": "superior"}, {key for key, one in WEAPONS.items() if one.grade.value == "superior"}),
        ({"great_strike": "va"}, {key for key, one in WEAPONS.items() if one.great_strike}),
        (
            {"with_shield": True},
            {*(key for key, one in WEAPONS.items() if one.two_handed is False), *THROWN, "bomb"},
        ),
        ({"kinds": "shot", "with_shield": True}, set()),
    ],
)
def test_what_is_left_of_the_list(inputs: dict[str, Any], left: set[str]) -> None:
    assert set(values("armory", **inputs)["order"]) == left


def test_ten_are_shown_or_all() -> None:
    for most, shown in (("ten", 10), ("all", 57)):
        blocks = app.run("armory", {"most": most}).answer.blocks
        assert [len(block.rows) for block in blocks if isinstance(block, Table)] == [shown, shown]


def test_a_gray_weapon_meets_no_black_armor() -> None:
    black, gray = (values("armory", weapon_shade=shade)["weapons"] for shade in "BG")
    assert gray["sword"]["stopped"] == 0 < black["sword"]["stopped"]
    assert gray["crossbow"] == black["crossbow"]


def test_a_head_changes_what_it_fits() -> None:
    usual, bodkin = (values("armory", tip=tip)["weapons"] for tip in ("usual", "bodkin"))
    changed = {key for key, one in bodkin.items() if one != usual[key]}
    assert changed == {"hunting-bow", "great-bow"}
    assert all(bodkin[key]["through"] > usual[key]["through"] for key in changed)


def test_bare_legs_are_worth_an_aim() -> None:
    """A breastplate of plate turns the sword; the legs cost a success and stop nothing."""
    worn = {"armor": "Torso: full plate", "skill": "B5", "kinds": "melee"}
    chest, legs = (values("armory", **worn, wanted=part)["weapons"]["sword"] for part in ("torso", "legs"))
    assert legs["average"] > chest["average"]


attacks = st.builds(
    lambda key, power, dice, obstacle: Strike.of(
        WEAPONS[key], power, Pool.of(dice), obstacle, Aim(), add=WEAPONS[key].add or 2
    ),
    st.sampled_from(sorted(WEAPONS)),
    st.integers(2, 8),
    st.integers(1, 7),
    st.integers(1, 3),
)


@given(attacks, st.sampled_from(Quality))
def test_more_armor_is_never_worse(attack: Strike, quality: Quality) -> None:
    suits = [Suit(), *(Suit.whole(type, quality) for type in ArmorType)]
    found = [dealt(attack, Foe(B4, suit)) for suit in suits]
    assert [one.average for one in found] == sorted((one.average for one in found), reverse=True)
    assert [one.through for one in found] == sorted((one.through for one in found), reverse=True)
    assert all(sum(one.odds.ends.values()) == 1 and 0 <= one.average <= 6 for one in found)


def test_equals_keep_their_order() -> None:
    attack = Strike.of(WEAPONS["sword"], 4, Pool.of(4), 1)
    same = dealt(attack, Foe(B4))
    better = dealt(attack, Foe(PRESETS["B3"]))
    assert ranked({"a": same, "b": better, "c": same}, By.AVERAGE) == ("b", "a", "c")
    assert ranked({"a": same, "b": better, "c": same}, By.THROUGH, least=True) == ("a", "c", "b")

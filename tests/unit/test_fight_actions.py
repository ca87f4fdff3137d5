"""Every action of Fight!, held against the table of the twelve maneuvers."""

import pytest

from engine.games.burning_wheel.rules.fight_actions import ACTIONS, DECK, Act, Kind

FGT_70 = {
    # class; tests; natural defenses; what takes successes off it
    Act.AVOID: ("defensive", {"Speed"}, set(), set()),
    Act.BEAT: (
        "neutral",
        {"Weapon skill"},
        {"Weapon skill", "Agility without one"},
        {"counterstrike", "block", "avoid"},
    ),
    Act.BLOCK: ("defensive", {"Weapon skill"}, set(), {"feint"}),
    Act.CHARGE: ("neutral", {"Power"}, {"Their positioning roll", "Power if they Maintain"}, {"avoid"}),
    Act.COUNTERSTRIKE: ("defensive", {"Weapon skill", "Brawling", "Boxing"}, set(), {"feint"}),
    Act.DISARM: ("neutral", {"Weapon skill"}, set(), {"counterstrike", "block", "avoid"}),
    Act.FEINT: ("neutral", {"Weapon skill"}, set(), {"strike"}),
    Act.GREAT_STRIKE: ("aggressive", {"Weapon skill", "Brawling", "Boxing"}, set(), {"avoid", "counterstrike"}),
    Act.LOCK: ("neutral", {"Power"}, {"Power, always whole"}, {"avoid"}),
    Act.PUSH: ("neutral", {"Power"}, {"Speed", "Power if they Maintained"}, {"avoid", "counterstrike"}),
    Act.STRIKE: ("aggressive", {"Weapon skill", "Brawling", "Boxing"}, set(), {"avoid", "block", "counterstrike"}),
    Act.THROW: ("neutral", {"Brawling", "Boxing"}, {"Speed", "Brawling", "Boxing"}, {"avoid"}),
}
DEFENDS = {
    Act.BLOCK: {Act.STRIKE, Act.BEAT, Act.DISARM},
    Act.COUNTERSTRIKE: {Act.STRIKE, Act.GREAT_STRIKE, Act.BEAT, Act.DISARM, Act.PUSH},
    Act.FEINT: {Act.BLOCK, Act.COUNTERSTRIKE},
}


def test_every_action_has_its_row() -> None:
    assert set(ACTIONS) == set(Act)
    assert [action.act for action in ACTIONS.values()][:14] == list(Act)[:14]


def test_the_deck_has_twelve_cards() -> None:
    assert list(DECK) == list(FGT_70)


@pytest.mark.parametrize("act", FGT_70)
def test_a_maneuver_says_what_its_card_says(act: Act) -> None:
    kind, tests, natural, countered = FGT_70[act]
    action = ACTIONS[act]
    assert act.kind is Kind.of(kind)
    assert act.martial
    assert not act.hesitates
    assert set(action.tests) == tests
    assert set(action.natural) == natural
    assert {other.value for other in action.countered_by} == countered
    assert action.does
    assert action.weak


@pytest.mark.parametrize("act", DEFENDS)
def test_a_defense_says_what_it_stops(act: Act) -> None:
    assert set(ACTIONS[act].defends) == DEFENDS[act]


def test_avoid_defends_against_every_attack() -> None:
    attacks = {act for act in Act if act.martial and ACTIONS[act].tests}
    attacks -= {Act.AVOID, Act.BLOCK, Act.COUNTERSTRIKE, Act.FEINT, Act.BLOCK_AND_STRIKE}
    assert set(ACTIONS[Act.AVOID].defends) == attacks


def test_four_ways_to_hesitate() -> None:
    assert [act.value for act in Act if act.hesitates] == ["stand-and-drool", "fall-prone", "swoon", "run-screaming"]


def test_four_printed_cards_say_all_that_the_chapter_says() -> None:
    assert {act for act in DECK if not ACTIONS[act].shorter} == {Act.BEAT, Act.DISARM, Act.FEINT, Act.PUSH}
    assert all(not action.shorter for act, action in ACTIONS.items() if act not in DECK)
    for act in (Act.LOCK, Act.THROW):
        assert "+2 and +4 Ob" in ACTIONS[act].shorter
    assert "Beat and Bind" in ACTIONS[Act.COUNTERSTRIKE].shorter

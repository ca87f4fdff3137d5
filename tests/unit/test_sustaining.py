"""Sustained spells: concentration and the hours of a spell against going through every fall of the dice."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from engine import app
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import sustaining
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.sustaining import Flow, Mind
from tests.site.building import modules

app.load(modules())


@cache
def falls(dice: int, target: int) -> tuple[tuple[int, Fraction], ...]:
    """The chance of each number of successes, by going through every fall of so many dice."""
    found = Counter(sum(face >= target for face in faces) for faces in product(range(1, 7), repeat=dice))
    return tuple((count, Fraction(ways, 6**dice)) for count, ways in found.items())


def outcomes(
    will: int, obstacles: tuple[int, ...], kept: list[bool], at: int, frozen: int | None
) -> Mapping[str, Fraction]:
    """Every outcome of one event from the spell `at` on, die by die."""
    if at == len(obstacles):
        return {"".join("+" if one else "-" for one in kept): Fraction(1)}
    if not kept[at]:
        return outcomes(will, obstacles, kept, at + 1, frozen)
    dice = max(0, will - (sum(kept) if frozen is None else frozen))
    found: dict[str, Fraction] = {}
    for count, chance in falls(dice, 4):
        after = [*kept]
        after[at] = count >= obstacles[at]
        for end, share in outcomes(will, obstacles, after, at + 1, frozen).items():
            found[end] = found.get(end, Fraction(0)) + chance * share
    return found


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize(("will", "obstacles"), [(3, (1,)), (4, (2, 1)), (4, (1, 2, 1)), (5, (3, 2, 1))])
def test_one_event_die_by_die(will: int, obstacles: tuple[int, ...], frozen: bool) -> None:
    """SOR-28."""
    mind = Mind(Ability(Shade.BLACK, will), frozen=frozen)
    law = sustaining.event(mind, obstacles, (True,) * len(obstacles))
    found = {"".join("+" if one else "-" for one in kept): chance for kept, chance in law.items()}
    start = len(obstacles) if frozen else None
    expected = outcomes(will, obstacles, [True] * len(obstacles), 0, start)
    assert found == {end: chance for end, chance in expected.items() if chance}


def test_two_events_are_one_after_the_other() -> None:
    mind = Mind(Ability(Shade.BLACK, 4))
    once, twice = sustaining.after(mind, (2, 1), 2)[1:]
    expected: dict[str, Fraction] = {}
    for kept, chance in once.items():
        for end, share in outcomes(4, (2, 1), list(kept), 0, None).items():
            expected[end] = expected.get(end, Fraction(0)) + chance * share
    found = {"".join("+" if one else "-" for one in kept): chance for kept, chance in twice.items()}
    assert found == {end: chance for end, chance in expected.items() if chance}
    assert sum(twice.values()) == 1


def test_wounds_and_other_dice_count_in_every_test() -> None:
    mind = Mind(Ability(Shade.GRAY, 5), lost=1, added=1, other=1)
    # Five dice, one lost, one more, one set aside: four gray dice against 2 + 1.
    expected = sum((chance for count, chance in falls(4, 3) if count >= 3), Fraction(0))
    assert mind.chance(1, 2) == expected


def hours_by_hand(forte: int, obstacle: int, keeps: Fraction, hours: int, *, whole: int | None = None) -> Fraction:
    """The chance that a spell is up after so many hours, Tax by Tax and die by die."""
    gap = (whole or forte) - obstacle
    if forte < 1 or gap < 1:
        return Fraction(0)
    if gap > hours:
        return Fraction(1)
    stands = Fraction(0)
    for count, chance in falls(forte, 4):
        lost = max(0, obstacle - count)
        stays = hours_by_hand(forte - lost, obstacle, keeps, hours - gap, whole=whole)
        stands += chance * stays * (keeps if lost else 1)
    return stands


@pytest.mark.parametrize(("forte", "obstacle", "hours"), [(3, 1, 4), (4, 2, 5), (4, 3, 3), (3, 3, 2), (5, 2, 6)])
@pytest.mark.parametrize("whole", [False, True])
def test_hours_die_by_die(forte: int, obstacle: int, hours: int, whole: bool) -> None:
    """SOR-29."""
    keeps = Fraction(1, 2)
    flow = Flow(Ability(Shade.BLACK, forte), forte, obstacle, keeps, whole)
    found = sustaining.outlook(flow, hours)
    assert len(found) == hours + 1
    assert found[-1].stands == hours_by_hand(forte, obstacle, keeps, hours, whole=forte if whole else None)
    assert sum(found[-1].up.values()) + sum(found[-1].down.values()) == 1


def test_more_spells_than_are_tested_at_once_are_refused_in_words() -> None:
    spells = [{"obstacle": 1}] * 7
    with pytest.raises(Unusable, match="tests 6 spells at once"):
        app.run("concentration", {"will": "B9", "spells": spells})

"""Linked tests (HUB-15): every roll of small chains counted out, and every order tried."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.linked import (
    Aim,
    House,
    Link,
    all_pass,
    endings,
    modified,
    orders,
    outcomes,
    stages,
)
from engine.games.burning_wheel.sheet.effects import LogTest
from tests.site.building import modules
from tests.strategies import pools

app.load(modules())

HOUSES = [House(), House(later=True), House(one_advantage=True)]
BEFORE = st.sampled_from(Before)
LINKS = st.lists(st.builds(Link, pools(4), st.integers(0, 4), st.booleans()), min_size=1, max_size=4)


def test_hub_15_spot_value() -> None:
    first, second = stages([Link(Pool.parse("B3"), 2), Link(Pool.parse("B4"), 2)])
    assert (first.exceeds, first.meets, first.fails) == (Fraction(1, 8), Fraction(3, 8), Fraction(1, 2))
    assert second.passes == Fraction(33, 64)
    assert (second.dice, second.obstacle) == (Fraction(1, 8), Fraction(1, 2))


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("advantage", [False, True])
def test_a_chain_against_every_face(house: House, advantage: bool) -> None:
    """Three links of few dice: the faces of every die that could be rolled, the extra ones too, are counted out."""
    chain = [Link(Pool.parse("B1"), 1), Link(Pool.parse("G1"), 1, advantage), Link(Pool.parse("B2"), 1)]
    dice = [("B", 1), ("G", 1), ("G", 1), ("B", 1), ("B", 1), ("B", 1)]
    counted: dict[tuple[bool, ...], int] = {}
    for faces in product(*((range(1, 7)) for _ in dice)):
        hit = [face >= {"B": 4, "G": 3}[shade] for (shade, _), face in zip(dice, faces, strict=True)]
        own = (hit[0:1], hit[1:3], hit[3:6])
        before, path = Before.NONE, []
        for link, fallen in zip(chain, own, strict=True):
            pool, obstacle = modified(link, before, house)
            good = sum(fallen[: pool.dice])
            before = Before.FAILED if good < obstacle else Before.MET if good == obstacle else Before.EXCEEDED
            path.append(good >= obstacle)
        counted[tuple(path)] = counted.get(tuple(path), 0) + 1
    assert endings(chain, Before.NONE, house) == {path: Fraction(ways, 6**6) for path, ways in counted.items()}


@given(LINKS, BEFORE, st.sampled_from(HOUSES))
def test_the_ways_of_looking_agree(links: list[Link], before: Before, house: House) -> None:
    found, ways = stages(links, before, house), endings(links, before, house)
    assert sum(ways.values()) == 1
    for place, stage in enumerate(found):
        assert stage.exceeds + stage.meets + stage.fails == 1
        assert stage.passes == sum((chance for path, chance in ways.items() if path[place]), Fraction(0))
    assert all_pass(links, before, house) == ways.get((True,) * len(links), 0)


@given(LINKS, st.sampled_from(HOUSES))
def test_a_better_start_never_hurts(links: list[Link], house: House) -> None:
    failed, met, exceeded = (
        [stage.passes for stage in stages(links, before, house)]
        for before in (Before.FAILED, Before.MET, Before.EXCEEDED)
    )
    assert all(low <= mid <= high for low, mid, high in zip(failed, met, exceeded, strict=True))


@given(LINKS, st.sampled_from(Aim), BEFORE, st.sampled_from(HOUSES))
def test_no_order_is_better_than_the_best(links: list[Link], aim: Aim, before: Before, house: House) -> None:
    def value(order: tuple[int, ...]) -> Fraction:
        chain = [links[place] for place in order]
        found = stages(chain, before, house)
        return {
            Aim.ALL: all_pass(chain, before, house),
            Aim.LAST: found[-1].passes,
            Aim.MOST: sum((stage.passes for stage in found), Fraction(0)),
        }[aim]

    found = orders(links, aim, before, house)
    fixed = len(links) - 1 if aim is Aim.LAST else None
    allowed = [order for order in permutations(range(len(links))) if fixed is None or order[-1] == fixed]
    if found is None:
        assert len(allowed) == 1
    else:
        values = [value(order) for order in allowed]
        assert value(found.best) == max(values)
        assert value(found.worst) == min(values)


def test_fixed_and_rolled_links_keep_their_place() -> None:
    b = [Pool.of(count) for count in range(6)]
    links = [Link(b[1], 2, rolled=3), Link(b[5], 1), Link(b[2], 2, fixed=True), Link(b[1], 1)]
    found = orders(links, Aim.ALL)
    assert found is not None
    assert {found.best, found.worst} <= {(0, 1, 2, 3), (0, 3, 2, 1)}
    assert orders(links[:3], Aim.ALL) is None


def test_eight_free_links_are_too_many_to_try() -> None:
    links = [Link(Pool.of(count + 1), 1) for count in range(8)]
    assert orders(links, Aim.ALL) is None
    assert orders(links, Aim.LAST) is not None
    assert orders([*links[:7], Link(Pool.of(3), 1, fixed=True)], Aim.ALL) is not None


def test_what_was_rolled_decides() -> None:
    link = Link(Pool.parse("B3"), 2, rolled=2)
    assert outcomes(link, Before.NONE) == {Before.MET: 1}
    assert outcomes(link, Before.FAILED) == {Before.FAILED: 1}


def test_once_a_link_has_failed_the_most_counts() -> None:
    links = [{"pool": "B3", "rolled": 0}, {"pool": "B2", "obstacle": 2}, {"pool": "B5", "obstacle": 2}]
    values = app.run("linked-tests", {"links": links}).answer.values
    assert values["all"] == 0
    assert values["best"] == [1, 3, 2]


def test_every_link_that_was_rolled_is_marked_for_itself() -> None:
    links = [{"pool": "B3", "obstacle": 2, "rolled": 3}, {"pool": "B4", "obstacle": 4, "rolled": 3}, {"pool": "B4"}]
    answer = app.run("linked-tests", {"links": links}).answer
    # The second link rolls five dice, which makes Ob 4 Difficult.
    assert answer.effects == (LogTest("links.0.pool", "Routine"), LogTest("links.1.pool", "Difficult"))
    assert answer.values["next"] == "4D against Ob 3"

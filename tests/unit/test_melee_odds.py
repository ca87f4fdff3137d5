"""What an attack takes off disposition: counted face by face, against an independent library, and by what must hold."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import Again
from icepool import Die as Oracle

from engine import app
from engine.answer import Table
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Chain, Pool, Shade, successes
from engine.games.melee.rules import damage, hitting
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.hitting import Defense, Target
from tests.site.building import modules

app.load(modules())
DEPTH = 5
D6 = Oracle(range(1, 7))
DIE = {
    Means.PROPER: D6,
    Means.HEAVY: icepool.highest(D6, D6),
    Means.IMPROVISED: Oracle([1]),
    Means.SPECIAL: Oracle([1]),
}
OPEN_MEAN = {Shade.BLACK: Fraction(3, 5), Shade.GRAY: Fraction(4, 5), Shade.WHITE: Fraction(1)}
"""Successes of an open die: m = p + m/6, so six fifths of a plain one."""
shades, means = st.sampled_from(Shade), st.sampled_from(Means)
pools, obstacles = st.integers(0, 12), st.integers(0, 8)


def worth(means: Means, face: int, rolled: int, obstacle: int, *, alone: bool) -> int:
    """MEL-18 once more, apart from the rules."""
    if rolled < obstacle:
        return 0
    if means is Means.SPECIAL:
        return 1
    return face if alone and means is Means.HEAVY else face + rolled - obstacle


def plain(shade: Shade) -> Oracle[int]:
    return Oracle([int(face >= shade.target) for face in range(1, 7)])


def opened(shade: Shade, depth: int) -> Oracle[int]:
    return Oracle([int(face >= shade.target) for face in range(1, 6)] + [1 + Again], again_depth=depth)


def alike(law: Distribution, oracle: Oracle[int]) -> None:
    assert {number: chance for number, chance in law if chance} == {
        number: oracle.probability("==", number) for number in oracle.outcomes()
    }


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("means", Means)
@pytest.mark.parametrize(("shade", "dice"), [(Shade.BLACK, 1), (Shade.BLACK, 3), (Shade.GRAY, 2), (Shade.WHITE, 3)])
def test_every_face_counted(shade: Shade, dice: int, means: Means, alone: bool) -> None:
    for obstacle in range(dice + 2):
        found: Counter[int] = Counter()
        for faces in product(range(1, 7), repeat=dice):
            rolled = sum(face >= shade.target for face in faces)
            for fallen in product(range(1, 7), repeat=means.dice):
                found[worth(means, max(fallen, default=1), rolled, obstacle, alone=alone)] += 1
        whole = found.total()
        law = damage.law(means, successes(Pool.of(dice, shade)), obstacle, alone=alone)
        assert {number: chance for number, chance in law if chance} == {
            number: Fraction(count, whole) for number, count in found.items()
        }
        mean = damage.mean(means, successes(Pool.of(dice, shade)), obstacle, alone=alone)
        assert mean == Fraction(sum(number * count for number, count in found.items()), whole)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("means", Means)
@pytest.mark.parametrize(("shade", "dice"), [(Shade.BLACK, 8), (Shade.GRAY, 5), (Shade.WHITE, 12)])
def test_against_icepool(shade: Shade, dice: int, means: Means, alone: bool) -> None:
    for obstacle in range(6):
        oracle = icepool.map(
            lambda rolled, face, need=obstacle: worth(means, face, rolled, need, alone=alone),
            dice @ plain(shade),
            DIE[means],
        )
        law = successes(Pool.of(dice, shade))
        alike(damage.law(means, law, obstacle, alone=alone), oracle)
        assert damage.mean(means, law, obstacle, alone=alone) == oracle.mean()


@pytest.mark.parametrize("means", Means)
@pytest.mark.parametrize("shade", Shade)
def test_sixes_that_open_once(shade: Shade, means: Means) -> None:
    law = successes(Pool.of(4, shade, open_ended=True), chain=Chain.ONCE)
    for obstacle in range(5):
        oracle = icepool.map(
            lambda rolled, face, need=obstacle: worth(means, face, rolled, need, alone=False),
            4 @ opened(shade, 1),
            DIE[means],
        )
        alike(damage.law(means, law, obstacle), oracle)
        assert damage.mean(means, law, obstacle) == oracle.mean()


@pytest.mark.parametrize("shade", Shade)
@pytest.mark.parametrize("dice", [1, 4, 7])
def test_sixes_that_open_on(shade: Shade, dice: int) -> None:
    law, oracle = successes(Pool.of(dice, shade, open_ended=True)), dice @ opened(shade, DEPTH)
    for obstacle in range(DEPTH + 1):
        hit = oracle.probability(">=", obstacle)
        short = sum(((obstacle - k) * oracle.probability("==", k) for k in range(obstacle)), Fraction(0))
        over = dice * OPEN_MEAN[shade] - obstacle + short
        assert law.at_least(obstacle) == hit
        assert damage.mean(Means.PROPER, law, obstacle) == hit * Fraction(7, 2) + over
        assert damage.mean(Means.HEAVY, law, obstacle) == hit * Fraction(161, 36) + over


@given(means, shades, pools, obstacles, st.booleans())
def test_whole_and_its_own_mean(means: Means, shade: Shade, dice: int, obstacle: int, alone: bool) -> None:
    law = successes(Pool.of(dice, shade))
    found = damage.law(means, law, obstacle, alone=alone)
    assert sum(chance for _, chance in found) == 1
    assert found.exactly(0) == law.below(obstacle)
    assert found.mean == damage.mean(means, law, obstacle, alone=alone)


@given(means, shades, pools, obstacles, st.booleans())
def test_more_dice_never_take_less(means: Means, shade: Shade, dice: int, obstacle: int, alone: bool) -> None:
    less, more = (
        damage.law(means, successes(Pool.of(count, shade)), obstacle, alone=alone) for count in (dice, dice + 1)
    )
    assert all(more.at_least(number) >= less.at_least(number) for number in range(more.last + 1))


@given(means, shades, pools, obstacles, st.booleans())
def test_a_higher_obstacle_never_takes_more(means: Means, shade: Shade, dice: int, obstacle: int, alone: bool) -> None:
    law = successes(Pool.of(dice, shade))
    low, high = (damage.law(means, law, need, alone=alone) for need in (obstacle, obstacle + 1))
    assert all(low.at_least(number) >= high.at_least(number) for number in range(low.last + 1))


@given(shades, pools, obstacles)
def test_better_means_take_more(shade: Shade, dice: int, obstacle: int) -> None:
    law = successes(Pool.of(dice, shade))
    takes = [damage.mean(one, law, obstacle) for one in (Means.SPECIAL, Means.IMPROVISED, Means.PROPER, Means.HEAVY)]
    assert takes == sorted(takes)


@given(means, shades, pools, obstacles)
def test_sixes_that_open_never_take_less(means: Means, shade: Shade, dice: int, obstacle: int) -> None:
    closed, law = successes(Pool.of(dice, shade)), successes(Pool.of(dice, shade, open_ended=True), upto=obstacle)
    assert damage.mean(means, law, obstacle) >= damage.mean(means, closed, obstacle)


EDGES: list[dict[str, Any]] = [
    {},
    {"feet": "still", "their_length": "spear"},
    {"feet": "charge", "stride": 9},
    {"aim": 2, "help": 2, "rival": 7, "brawling": 0},
    {"forks": 2, "both_hands": True},
    {"two_weapons": True, "help": 1},
    {"prone": True, "flanked": True, "beaten": True},
]
LEDGER = {
    "VA of the weapon": ("VA of the weapon",),
    "Aiming": ("Aiming", "Aiming, and a spotter"),
    "Help": ("Help",),
    "Longer Stride": ("Longer Stride",),
    "Lengths of the weapons": ("Lengths of the weapons",),
    "Both hands on it": ("Both hands on the weapon",),
    "Two weapons": ("Two weapons, trained",),
    "FoRK: your skill with their weapon": ("FoRK: your skill with their weapon",),
    "FoRK: Brawling": ("FoRK: Brawling",),
    "They are on the ground": ("They are on the ground",),
    "They are flanked": ("They are flanked",),
    "Beat Aside by 3": ("After a Beat Aside by 3",),
    "Other FoRKs": ("Other FoRKs",),
}


@pytest.mark.parametrize("readings", [{}, {"melee.reach.dice": "beyond", "melee.aim.help": "either"}])
@pytest.mark.parametrize("edges", EDGES)
@pytest.mark.parametrize("carries", ["sword", "dirk", "hunting-bow", "mace"])
@pytest.mark.parametrize("blocks", [False, True])
def test_rows_and_ledger_agree(carries: str, edges: dict[str, Any], blocks: bool, readings: dict[str, str]) -> None:
    """A row counts where the ledger has a line for it, and the attack rolls the same dice."""
    inputs: dict[str, Any] = {"carries": carries, "edges": edges}
    answer = app.run("mel-attack-dice", {**inputs, "blocks": blocks}, readings).answer
    values = answer.values
    lines = {reason for reason, _ in values["lines"]}
    table = next(block for block in answer.blocks if isinstance(block, Table))
    for words, counts, _ in table.rows:
        assert bool(counts) == bool(lines & set(LEDGER[str(words)])), words
    assert len(table.rows) == len(LEDGER)
    assert 4 + sum(values["rows"]) == values["dice"]
    whole = app.run("mel-attack", {**inputs, "meets": "blocks" if blocks else "open"}, readings).answer
    assert whole.values["dice"] == values["dice"]


@given(st.integers(1, 10), st.integers(0, 5), st.booleans(), st.sampled_from(Means))
def test_the_builder_and_the_odds_agree(dice: int, surroundings: int, fate: bool, means: Means) -> None:
    weapons = {Means.PROPER: "sword", Means.HEAVY: "heavy-crossbow", Means.IMPROVISED: "bare-fist"}
    inputs = {"skill": f"B{dice}", "surroundings": surroundings, "fate": fate}
    if means in weapons:
        built = app.run("mel-attack", {**inputs, "carries": weapons[means]}).answer.values
        needs = {"dice": dice, "obstacle": 1 + surroundings, "fate": fate, "means": means.value}
        odds = app.run("mel-odds", needs).answer.values
        assert (built["probability"], built["mean"]) == (odds["probability"], odds["mean"])


@given(means, pools, st.booleans(), obstacles, st.booleans())
def test_a_better_shade_never_takes_less(means: Means, dice: int, opens: bool, obstacle: int, alone: bool) -> None:
    laws = [successes(Pool.of(dice, shade, opens), upto=obstacle) for shade in Shade]
    found = [damage.mean(means, law, obstacle, alone=alone) for law in laws]
    assert found == sorted(found)


@given(st.sampled_from(Defense), st.integers(0, 3), st.integers(0, 5), st.integers(0, 9), st.booleans())
def test_nothing_about_a_steady_target_counts(
    defense: Defense, cover: int, dodge: int, surroundings: int, locked: bool
) -> None:
    target = Target(defense, cover, dodge, hesitates=not locked, locked=locked)
    assert hitting.obstacle(target, surroundings=surroundings, early=True).total == hitting.BASE

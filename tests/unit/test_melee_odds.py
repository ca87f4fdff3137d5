"""What an attack takes off disposition: counted face by face, by another library, and by what holds of any law."""

import itertools
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import Again
from icepool import Die as Oracle
from icepool import Pool as OraclePool

from engine import app
from engine.dice import Distribution
from engine.games.burning_wheel.dice import Chain, Pool, Shade, successes
from engine.games.melee.rules import damage, hitting
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.hitting import Defense, Edge, Target

FACES = range(1, 7)
LEAST = {Shade.BLACK: 4, Shade.GRAY: 3, Shade.WHITE: 2}
FALL = {Means.PROPER: 1, Means.HEAVY: 2, Means.IMPROVISED: 0, Means.SPECIAL: 0}
ONCE_MORE = 1
EVERY = [(means, alone) for means in Means for alone in (False, True)]

pools = st.builds(Pool.of, st.integers(0, 12), st.sampled_from(list(Shade)), st.booleans())
obstacles = st.integers(0, 8)
ways = st.sampled_from(EVERY)


def law_of(pool: Pool) -> Distribution:
    """Its successes, of which those that are not listed are too rare to matter to a bound."""
    return successes(pool, upto=40)


def taken(means: Means, margin: int, fallen: tuple[int, ...], *, alone: bool) -> int:
    """Disposition that a hit takes off, told apart from the rules."""
    if means is Means.SPECIAL:
        return 1
    if means is Means.IMPROVISED:
        return 1 + margin
    return max(fallen) + (0 if alone and means is Means.HEAVY else margin)


def counted(shade: Shade, dice: int, obstacle: int, means: Means, *, alone: bool) -> Mapping[int, Fraction]:
    """The chance of each loss, by every face of every die."""
    found: Counter[int] = Counter()
    damage_dice = FALL[means]
    for faces in itertools.product(FACES, repeat=dice + damage_dice):
        margin = sum(face >= LEAST[shade] for face in faces[:dice]) - obstacle
        found[taken(means, margin, faces[dice:], alone=alone) if margin >= 0 else 0] += 1
    return {loss: Fraction(many, 6 ** (dice + damage_dice)) for loss, many in found.items()}


@pytest.mark.parametrize(("means", "alone"), EVERY)
@pytest.mark.parametrize("shade", Shade)
@pytest.mark.parametrize("dice", range(4))
def test_face_by_face(shade: Shade, dice: int, means: Means, alone: bool) -> None:
    for obstacle in range(dice + 2):
        rolled = successes(Pool.of(dice, shade))
        found = dict(damage.law(means, rolled, obstacle, alone=alone))
        expected = counted(shade, dice, obstacle, means, alone=alone)
        assert {loss: chance for loss, chance in found.items() if chance} == expected
        mean = sum(loss * chance for loss, chance in expected.items())
        assert damage.mean(means, rolled, obstacle, alone=alone) == mean


def oracle(shade: Shade, dice: int, obstacle: int, means: Means, *, alone: bool, opens: bool) -> Oracle[int]:
    """The same law from icepool; an open six brings one die more, which does not open again."""
    faces: list[object] = [int(face >= LEAST[shade]) for face in FACES]
    if opens:
        faces[-1] = 1 + Again
    rolled = dice @ Oracle(faces, again_depth=ONCE_MORE)
    best = OraclePool([Oracle(FACES)] * FALL[means]).highest(1).sum() if FALL[means] else Oracle([1])

    def loss(number: int) -> object:
        if number < obstacle:
            return 0
        counts = means in (Means.PROPER, Means.IMPROVISED) or (means is Means.HEAVY and not alone)
        return best + (number - obstacle if counts else 0)

    return rolled.map(loss)


@pytest.mark.parametrize("opens", [False, True])
@pytest.mark.parametrize(("means", "alone"), EVERY)
@pytest.mark.parametrize("shade", Shade)
@pytest.mark.parametrize(("dice", "obstacle"), [(1, 1), (4, 2), (7, 3), (11, 5), (20, 9)])
def test_as_icepool_has_it(dice: int, obstacle: int, shade: Shade, means: Means, alone: bool, opens: bool) -> None:
    rolled = successes(Pool.of(dice, shade, opens), chain=Chain.ONCE)
    found = damage.law(means, rolled, obstacle, alone=alone)
    expected = oracle(shade, dice, obstacle, means, alone=alone, opens=opens)
    assert all(chance == expected.probability("==", loss) for loss, chance in found)
    assert damage.mean(means, rolled, obstacle, alone=alone) == expected.mean()


@given(pools, obstacles, ways)
def test_all_chances_together_are_one(pool: Pool, obstacle: int, way: tuple[Means, bool]) -> None:
    means, alone = way
    rolled = law_of(pool)
    found = damage.law(means, rolled, obstacle, alone=alone)
    assert sum(chance for _, chance in found) == 1
    assert all(chance > 0 and loss >= 0 for loss, chance in found)
    assert found.exactly(0) == rolled.below(obstacle)


@given(pools, obstacles, ways)
def test_a_die_more_never_costs(pool: Pool, obstacle: int, way: tuple[Means, bool]) -> None:
    means, alone = way
    fewer, more = law_of(pool), law_of(pool.plus(1))
    assert more.at_least(obstacle) >= fewer.at_least(obstacle)
    less = damage.mean(means, fewer, obstacle, alone=alone)
    assert damage.mean(means, more, obstacle, alone=alone) >= less


@given(pools, obstacles, ways)
def test_a_higher_obstacle_never_helps(pool: Pool, obstacle: int, way: tuple[Means, bool]) -> None:
    means, alone = way
    rolled = law_of(pool)
    assert rolled.at_least(obstacle + 1) <= rolled.at_least(obstacle)
    easier = damage.mean(means, rolled, obstacle, alone=alone)
    assert damage.mean(means, rolled, obstacle + 1, alone=alone) <= easier


@given(st.integers(0, 12), st.booleans(), obstacles, ways)
def test_a_better_shade_never_costs(dice: int, opens: bool, obstacle: int, way: tuple[Means, bool]) -> None:
    means, alone = way
    laws = [law_of(Pool.of(dice, shade, opens)) for shade in (Shade.BLACK, Shade.GRAY, Shade.WHITE)]
    found = [damage.mean(means, rolled, obstacle, alone=alone) for rolled in laws]
    assert found == sorted(found)


@given(st.integers(0, 12), st.sampled_from(list(Shade)), obstacles, ways)
def test_a_law_that_is_whole_has_the_mean_of_its_formula(
    dice: int, shade: Shade, obstacle: int, way: tuple[Means, bool]
) -> None:
    means, alone = way
    rolled = successes(Pool.of(dice, shade))
    assert damage.law(means, rolled, obstacle, alone=alone).mean == damage.mean(means, rolled, obstacle, alone=alone)


@given(st.integers(1, 10), st.integers(0, 6), st.booleans(), st.sampled_from(["proper", "heavy", "improvised"]))
def test_the_builder_and_the_odds_agree(dice: int, surroundings: int, fate: bool, means: str) -> None:
    carries = {"proper": "sword", "heavy": "heavy-crossbow", "improvised": "bare-fist"}[means]
    there = min(surroundings, hitting.MOST_SURROUNDINGS)
    built = app.run("mel-attack", {"skill": f"B{dice}", "carries": carries, "surroundings": there, "fate": fate})
    odds = app.run("mel-odds", {"dice": dice, "obstacle": 1 + there, "means": means, "fate": fate})
    assert built.answer.values["probability"] == odds.answer.values["probability"]
    assert built.answer.values["mean"] == odds.answer.values["mean"]


EDGES = st.fixed_dictionaries(
    {
        "feet": st.sampled_from(["still", "before", "charge"]),
        "their_length": st.sampled_from(["sword", "spear", "dirk", "hunting-bow"]),
        "stride": st.integers(5, 11),
        "both_hands": st.booleans(),
        "rival": st.sampled_from([None, 0, 3, 7]),
        "brawling": st.sampled_from([None, 0, 3, 7]),
        "forks": st.integers(0, 2),
        "aim": st.integers(0, 3),
        "help": st.integers(0, 2),
        "prone": st.booleans(),
        "flanked": st.booleans(),
        "beaten": st.booleans(),
    }
)
READINGS = st.fixed_dictionaries(
    {
        "melee.reach.dice": st.sampled_from(["each", "beyond"]),
        "melee.forks.open": st.sampled_from(["two", "open"]),
        "melee.aim.help": st.sampled_from(["together", "either"]),
    }
)


@given(st.sampled_from(["sword", "spear", "dirk", "mace", "hunting-bow"]), st.booleans(), EDGES, READINGS)
def test_each_die_stands_in_one_row(
    carries: str, blocks: bool, edges: dict[str, object], readings: dict[str, str]
) -> None:
    inputs = {"carries": carries, "blocks": blocks, "edges": edges}
    values = app.run("mel-attack-dice", inputs, readings).answer.values
    assert 4 + sum(values["rows"]) == values["dice"]
    whole = app.run(
        "mel-attack", {"carries": carries, "meets": "blocks" if blocks else "open", "edges": edges}, readings
    )
    assert whole.answer.values["dice"] == values["dice"]


@given(st.sampled_from(list(Defense)), st.integers(0, 3), st.integers(0, 5), st.integers(0, 9), st.booleans())
def test_a_target_that_is_fixed_is_fixed(
    defense: Defense, cover: int, dodge: int, surroundings: int, locked: bool
) -> None:
    target = Target(defense, cover, dodge, hesitates=not locked, locked=locked)
    assert hitting.obstacle(target, surroundings=surroundings, early=True).total == hitting.BASE


@given(st.integers(-2, 9), st.sampled_from([0, 2]))
def test_lengths_bring_two_dice_at_most(apart: int, beyond: int) -> None:
    assert 0 <= hitting.ahead(apart, beyond) <= hitting.MOST_REACH


@pytest.mark.parametrize("carries", Carries)
def test_a_dodge_gives_no_va(carries: Carries) -> None:
    edge = Edge(va=carries.gear.va)
    assert hitting.dice(4, Defense.DODGE, edge).total == 4
    assert hitting.dice(4, Defense.BLOCK, edge).total == 4 + carries.gear.va

"""A fight that begins with an ambush: its odds, found by playing every roll, and who may not move (FGT-62)."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import ambush, steel, versus
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.ambush import Lurk
from engine.games.burning_wheel.rules.fight_procedure import Cast, Fight, Fighter, Part, Phase, Side, Standing, begin
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused
from tests.unit.test_fight_procedure import thrown

B2, B3, B4 = (Ability.parse(text) for text in ("B2", "B3", "B4"))
CORIN = Fighter("Corin", steel=B2, hesitation=3)


def played(lurk: Lurk) -> dict[int, Fraction]:
    """The chance of each number of lost actions, from every roll that may fall; no die opens here."""
    found: Counter[int] = Counter()
    total = 0
    for fell in product(range(4), range(4), range(3)):
        rolls = dict(zip((Part.SNEAK, Part.LOOK, Part.STEEL), fell, strict=True))
        fight = begin(Fighter("Ysolde"), CORIN, lurk=lurk).surprise(lambda cast, rolls=rolls: rolls[cast.part])
        ways = comb(3, fell[0]) * comb(3, fell[1]) * comb(2, fell[2])
        found[fight.sides[1].state.lost] += ways
        total += ways
    return {lost: Fraction(ways, total) for lost, ways in found.items()}


@pytest.mark.parametrize("doubled", [False, True])
def test_every_roll_of_an_ambush_comes_to_its_odds_fgt_62(*, doubled: bool) -> None:
    lurk = Lurk(0, B3, B3, doubled=doubled)
    noticed = ambush.noticed(versus.Side(Pool.of(3)), versus.Side(Pool.of(3), beginner=doubled))
    chances = ambush.head(1 - noticed, steel.spread(successes(Pool.of(2)), 3))
    assert played(lurk) == {lost: chance for lost, chance in enumerate(chances) if chance}


def test_an_ambush_is_noted_with_what_each_met_hub_35() -> None:
    hurt = Side(CORIN, Standing(levels=(Level.SUPERFICIAL,)))
    fight = Fight((Side(Fighter("Ysolde")), hurt)).lurking(Lurk(0, B4, B3, more=1, harder=1))
    fight = fight.surprise(thrown((0, Part.SNEAK, 5, 2), (1, Part.LOOK, 3, 2), (1, Part.STEEL, 2, 1)))
    assert fight.sides[1].state.lost == 4, "hesitation 3, 1 for the wound and 1 for the fright, less 1"
    made = [(one.side, one.field, one.dice, one.obstacle, one.passed) for one in fight.tests]
    assert made == [(0, "sneak", 5, 1, True), (1, "look", 3, 3, False), (1, "steel", 2, 5, False)]


def test_whose_watch_is_perception_may_roll_open_dice_fgt_62() -> None:
    def throw(cast: Cast) -> int:
        assert cast.pool.open_ended is (cast.part is not Part.SNEAK)
        return 2

    fight = begin(Fighter("Ysolde"), CORIN, lurk=Lurk(0, B3, B3, opens=True)).surprise(throw)
    assert (fight.phase, fight.sides[1].state.lost) == (Phase.START, 0), "a tie is the target's"
    assert [one.words for one in fight.came] == ["notices the ambush in time"]


def test_an_ambush_comes_first_and_once_fgt_62() -> None:
    fight = begin(Fighter("Ysolde"), CORIN, lurk=Lurk(1, B3, B3))
    with pytest.raises(Refused, match="the ambush is sprung"):
        fight.start(lambda cast: 1)
    fight = fight.surprise(lambda cast: 0)
    with pytest.raises(Refused, match="the first positioning test"):
        fight.surprise(lambda cast: 0)

"""Fights in one roll: every division against dice that are counted one by one."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.blow import End, Foe, Strike, odds
from engine.games.burning_wheel.rules.damage import Stage, ims
from engine.games.burning_wheel.rules.fight_in_one_roll import Bloody, Clash, best, divided, left, net
from engine.games.burning_wheel.rules.versus import Result, Side
from engine.games.burning_wheel.rules.wounds import PRESETS
from engine.refused import Refused

SMALL = st.integers(0, 4)


def coins(dice: int) -> list[int]:
    """The successes of each way that black dice can fall."""
    return [sum(faces) for faces in itertools.product((0, 1), repeat=dice)]


def counted(attack: int, defense: int, own: int = 0, other: int = 0) -> tuple[Fraction, ...]:
    found = [0] * (attack + 1)
    for one, two in itertools.product(coins(attack), coins(defense)):
        found[max(0, max(0, one - own) - max(0, two - other))] += 1
    return tuple(Fraction(ways, 2 ** (attack + defense)) for ways in found)


@given(SMALL, SMALL, st.integers(0, 2), st.integers(0, 2))
def test_what_gets_through_is_counted(attack: int, defense: int, own: int, other: int) -> None:
    found = net(Side(Pool.of(attack), own), Side(Pool.of(defense), other))
    assert found == counted(attack, defense, own, other)
    assert sum(found) == 1


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_two_who_divide_are_counted(mine: int, theirs: int, data: st.DataObject) -> None:
    one, two = data.draw(st.integers(0, mine)), data.draw(st.integers(0, theirs))
    clash = Clash(divided(mine, one), divided(theirs, two))
    own, other = counted(one, theirs - two), counted(two, mine - one)
    pairs = [(a, b, p * q) for a, p in enumerate(own) for b, q in enumerate(other)]
    assert clash.chances.win == sum(chance for a, b, chance in pairs if a > b)
    assert clash.chances.tie == sum(chance for a, b, chance in pairs if a == b)
    assert clash.chances.lose == sum(chance for a, b, chance in pairs if a < b)
    assert clash.both == sum(chance for a, b, chance in pairs if a and b)
    assert clash.neither == sum(chance for a, b, chance in pairs if not a and not b)
    turned = Clash(clash.theirs, clash.mine).chances
    assert (turned.win, turned.tie, turned.lose) == (clash.chances.lose, clash.chances.tie, clash.chances.win)


def test_carl_and_the_bandit() -> None:
    clash = Clash(divided(5, 3), divided(4, 3))
    assert clash.settled((1, 1), (3, 1)) == (0, 2, Result.LOSE)
    assert clash.settled((3, 1), (1, 1)) == (2, 0, Result.WIN)
    assert clash.settled((2, 0), (1, 1)) == (1, 1, Result.DEADLOCK)


def test_armor_adds_to_the_defense_alone() -> None:
    plain, armored = divided(5, 3), divided(5, 3, 2)
    assert (plain.attack.pool.dice, plain.defense.pool.dice) == (3, 2)
    assert (armored.attack.pool.dice, armored.defense.pool.dice) == (3, 4)
    gray = divided(5, 3, 1, shade=Shade.GRAY)
    assert gray.defense.pool == Pool.of(3, Shade.GRAY)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ((5, 6), "Of 5 dice, 0 to 5 can attack; this says 6."),
        ((5, -1), "Of 5 dice, 0 to 5 can attack; this says -1."),
        ((5, 3, 3), "Armor adds a die or two to the defense, or none; this says 3."),
    ],
)
def test_what_cannot_be_divided_is_refused(said: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        divided(*said)


def test_a_die_at_least_where_the_table_says_so() -> None:
    assert divided(2, 1, least=1).attack.pool.dice == 1
    with pytest.raises(Refused, match="1 to 4 can attack"):
        divided(5, 5, least=1)
    with pytest.raises(Refused, match="a die at least"):
        divided(1, 1, least=1)


def test_the_best_division_is_no_worse_than_any() -> None:
    ways = {attack: Clash(divided(5, attack), divided(4, 3)) for attack in range(6)}
    chosen = ways[best(ways)].chances
    assert all(chosen.win - chosen.lose >= one.chances.win - one.chances.lose for one in ways.values())


@given(SMALL, SMALL, st.integers(0, 1), st.integers(0, 2), st.integers(0, 2), st.sampled_from((1, 2)))
def test_a_blow_hits_as_often_as_something_is_left(
    attack: int, defense: int, base: int, own: int, other: int, add: int
) -> None:
    blow = Bloody(Pool.of(attack), base + own, ims(7), add, defense=Pool.of(defense), penalty=other, own=own)
    found: dict[Stage, Fraction] = dict.fromkeys(Stage, Fraction(0))
    for one, two in itertools.product(coins(attack), coins(defense)):
        through = left(left(one, own), left(two, other))
        over = through - base
        stage = Stage.MISS if not through else list(Stage)[min(3, 1 + over // add)]
        found[stage] += Fraction(1, 2 ** (attack + defense))
    assert odds(blow, Foe(PRESETS["B4"])).stages == found


def test_with_an_obstacle_of_one_it_is_a_strike_against_a_defense() -> None:
    bloody = Bloody(Pool.of(4), 1, ims(7), 2, defense=Pool.of(3))
    strike = Strike(Pool.of(4), 1, ims(7), 2, defense=Pool.of(3))
    foe = Foe(PRESETS["B4"])
    assert odds(bloody, foe).ends == odds(strike, foe).ends
    assert odds(bloody, foe).ends[End.MISS] == net(Side(Pool.of(4)), Side(Pool.of(3)))[0]


def test_a_skill_is_no_open_die() -> None:
    assert not Ability.parse("B4").pool().open_ended

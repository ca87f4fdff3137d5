"""Counter-spells and shields against going through every fall of the dice, as far as its chance is worth counting."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from engine import app
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import counter_spells as rules
from engine.games.burning_wheel.rules.counter_spells import Casts, Finish, Meeting
from engine.games.burning_wheel.rules.exchange import Slot
from engine.games.burning_wheel.rules.spells import Element, Impetus
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())
FAR = 30
CLOSE = 1e-12


@cache
def open_dice(dice: int, hits: int = 3) -> Mapping[int, float]:
    """The chance of each number of successes on so many open dice, die by die and six by six, as far as `FAR`."""
    # How one die ends after so many sixes in a row: a face that fails, or one that hits and is no six.
    one = dict.fromkeys(range(FAR + 2), 0.0)
    for sixes in range(FAR + 1):
        one[sixes] += (6 - hits) / 6 / 6**sixes
        one[sixes + 1] += (hits - 1) / 6 / 6**sixes
    found = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for had, chance in found.items():
            for got, share in one.items():
                after[had + got] = after.get(had + got, 0.0) + chance * share
        found = after
    return found


DUELS = [(1, 1, 1, 1), (3, 2, 4, 1), (8, 4, 8, 3), (5, 1, 2, 2), (2, 3, 6, 2)]


@pytest.mark.parametrize(("dice", "against", "counter", "obstacle"), DUELS)
def test_every_end_of_two_castings(dice: int, against: int, counter: int, obstacle: int) -> None:
    """SOR-46."""
    spell, mine = Casts(Pool.of(dice).opened(), against), Casts(Pool.of(counter).opened(), obstacle)
    ends = dict.fromkeys(Meeting, 0.0)
    over = totals = idle = 0.0
    left = dict.fromkeys(range(5), 0.0)
    for (a, one), (b, other) in product(open_dice(dice).items(), open_dice(counter).items()):
        chance = one * other
        # what the rule says, in its own words
        if a < against:
            ends[Meeting.ATTACK_FAILS if b >= obstacle else Meeting.BOTH_FAIL] += chance
            continue
        if b < obstacle:
            ends[Meeting.COUNTER_FAILS] += chance
            rest = a
        else:
            rest = a - (b - obstacle)
            stopped = rest < against
            ends[Meeting.STOPPED if stopped else Meeting.WEAKENED] += chance
            over += chance if stopped else 0
            totals += chance if b - obstacle > a else 0
            idle += chance if b == obstacle else 0
        for k in left:
            left[k] += chance if rest - against >= k else 0
    found = rules.duel(spell, mine)
    assert sum(found.values()) == 1
    for end, chance in ends.items():
        assert float(found[end]) == pytest.approx(chance, abs=CLOSE), end
    assert float(rules.overwhelmed(spell, mine)) == pytest.approx(over, abs=CLOSE)
    assert float(rules.overwhelmed(spell, mine, by_total=True)) == pytest.approx(totals, abs=CLOSE)
    assert float(rules.untouched(spell, mine)) == pytest.approx(idle, abs=CLOSE)
    for k, chance in left.items():
        assert float(rules.lands_with(spell, mine, k)) == pytest.approx(chance, abs=CLOSE)


def test_met_says_what_the_odds_count() -> None:
    """SOR-46: both speak of the same ends."""
    for a, against, b, obstacle in product(range(7), range(1, 5), range(7), range(1, 4)):
        found = rules.met(a, against, b, obstacle)
        assert (found.left is None) == (found.meeting not in (Meeting.COUNTER_FAILS, Meeting.WEAKENED))
        if found.meeting is Meeting.STOPPED:
            assert found.surplus == (b - obstacle) - (a - against) > 0
            assert rules.met(a, against, b, obstacle, by_total=True).surplus == max(0, b - obstacle - a)
        if found.meeting is Meeting.WEAKENED:
            assert found.left == a - against - (b - obstacle)


@pytest.mark.parametrize(("dice", "obstacle", "shield"), [(1, 1, 1), (4, 2, 3), (8, 3, 4), (3, 1, 6)])
def test_a_shield_success_for_die(dice: int, obstacle: int, shield: int) -> None:
    """SOR-48: three spells, one after the other."""
    spell = Casts(Pool.of(dice).opened(), obstacle)
    states = {shield: 1.0}
    for volley in rules.barrage(spell, shield, 3):
        after: dict[int, float] = {}
        through = 0.0
        for (left, had), (rolled, chance) in product(states.items(), open_dice(dice).items()):
            stands = rolled >= obstacle
            now = max(0, left - rolled) if stands else left
            after[now] = after.get(now, 0.0) + had * chance
            through += had * chance if stands and rolled - left >= obstacle else 0
        states = after
        assert sum(volley.dice.values()) == 1
        assert float(volley.through) == pytest.approx(through, abs=CLOSE)
        for left, chance in states.items():
            assert float(volley.dice.get(left, Fraction(0))) == pytest.approx(chance, abs=CLOSE)


@pytest.mark.parametrize(("base", "each", "shield"), [(5, 1, 4), (2, 2, 3), (0, 1, 2), (4, 1, 9)])
def test_a_shield_point_for_die(base: int, each: int, shield: int) -> None:
    """SOR-48, the other reading: points of Power."""
    spell = Casts(Pool.of(6).opened(), 2)
    states = {shield: 1.0}
    for volley in rules.barrage(spell, shield, 2, base=base, each=each):
        after: dict[int, float] = {}
        through = 0.0
        for (left, had), (rolled, chance) in product(states.items(), open_dice(6).items()):
            power = base + (rolled - 2) // each if rolled >= 2 else 0
            now = max(0, left - power)
            after[now] = after.get(now, 0.0) + had * chance
            through += had * chance if power > left else 0
        states = after
        assert float(volley.through) == pytest.approx(through, abs=CLOSE)
        for left, chance in states.items():
            assert float(volley.dice.get(left, Fraction(0))) == pytest.approx(chance, abs=CLOSE)


def test_more_shield_lets_less_through() -> None:
    spell = Casts(Pool.of(7).opened(), 3)
    chances = [rules.barrage(spell, shield, 1)[0].through for shield in range(1, 9)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] < spell.comes()


def test_no_shield_is_refused() -> None:
    with pytest.raises(Refused, match="a die or more"):
        rules.barrage(Casts(Pool.of(3).opened(), 1), 0, 1)


OPPOSITE_ELEMENTS = {("fire", "water"), ("white", "earth"), ("air", "fire"), ("heaven", "heaven")} | {
    ("arcana", "arcana"),
    ("anima", "anima"),
}
OPPOSITE_IMPETI = {("destroy", "create"), ("enhance", "tax"), ("control", "influence")} | {
    ("influence", "influence"),
    ("control", "control"),
}


def test_every_pair_of_elements_and_of_impeti() -> None:
    """SOR-47, seed 000:5863-5871, cell by cell."""
    for one, other in combinations_with_replacement(Element, 2):
        listed = {(one.value, other.value), (other.value, one.value)} & OPPOSITE_ELEMENTS
        for pair in ((one, other), (other, one)):
            assert rules.opposed((pair[0], None), (pair[1], None)).element == bool(listed), pair
    for mine, theirs in combinations_with_replacement(Impetus, 2):
        said = {(mine.value, theirs.value), (theirs.value, mine.value)} & OPPOSITE_IMPETI
        assert rules.opposed((None, mine), (None, theirs)).impetus == bool(said), (mine, theirs)


def test_what_is_not_known_opposes_nothing() -> None:
    assert not rules.opposed((None, None), (None, None)).either
    assert not rules.opposed((None, None), (Element.ANIMA, Impetus.CONTROL)).either


def test_when_spells_meet() -> None:
    """SOR-38, SOR-46: in the volley in which it ends, or in any that it is held through."""
    held = rules.finish(Slot(1, 2, 1), Slot(2, 1, 1))
    assert held == Finish(1, 3)
    assert [held.meets(Finish(volley, volley)) for volley in range(5)] == [False, True, True, True, False]
    with pytest.raises(Refused, match="after it is done"):
        rules.finish(Slot(1, 2, 1), Slot(1, 1, 1))


def test_a_duel_in_the_calculator_is_the_duel_of_the_script() -> None:
    """The same odds, asked for alone and by script."""
    script = app.run("counter-script", {}).answer.values
    alone = app.run("counter-spell", {"theirs": "B9", "against": 4, "yours": "B8", "obstacle": 3}).answer.values
    back = app.run("counter-spell", {"theirs": "B8", "against": 3, "yours": "B9", "obstacle": 4}).answer.values
    assert (script["best"], script["turned"]) == (alone["stopped"], back["stopped"])


@pytest.mark.parametrize(
    ("name", "inputs", "field", "says"),
    [
        ("counter-script", {"castings": [{"whose": "mine"}]}, "castings", "each side"),
        ("counter-script", {"castings": [{"whose": "mine"}] * 9}, "castings", "8 castings"),
        ("shield-gone", {"will": "B1", "spells": [{"obstacle": 2}]}, "spells", "Beside a shield"),
        ("spell-at-range", {"area": "measured"}, "area", "has a unit"),
        ("cast-at-range", {"actions": 5, "way": {"is": "hastily", "saved": 3}}, "way.saved", "here 2"),
    ],
)
def test_what_cannot_be_used(name: str, inputs: dict[str, object], field: str, says: str) -> None:
    with pytest.raises(Unusable, match=says) as caught:
        app.run(name, inputs)
    assert caught.value.field == field

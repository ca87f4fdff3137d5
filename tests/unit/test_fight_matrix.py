"""Each action of Fight! against each: every cell of both tables, and the odds counted die by die."""

import itertools
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from engine import app
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_matrix as rules
from engine.games.burning_wheel.rules.fight_actions import ACTIONS, Act
from engine.games.burning_wheel.rules.fight_matrix import (
    ATTACKS,
    COLUMNS,
    PASSIVE,
    Fighter,
    Has,
    House,
    Meets,
    Met,
    met,
)

FGT_49 = tomllib.loads(Path(__file__).with_name("fight_matrix.toml").read_text(encoding="utf-8"))
CELLS = [
    (table, row, column, letters)
    for table, rows in FGT_49.items()
    for row, cells in rows.items()
    for column, letters in cells.items()
]
FEW = Fighter(Pool.parse("B3"), Pool.parse("B2"), Pool.parse("G2"), Pool.parse("B2"))
MORE = Fighter(Pool.parse("B2"), Pool.parse("B1"), Pool.parse("B3"), Pool.parse("B3"), obstacle=2)


def test_both_tables_are_whole() -> None:
    assert len(CELLS) == (10 + 8) * 17
    assert [row.value for row in ATTACKS] == list(FGT_49["attacks"])
    assert [row.value for row in PASSIVE] == list(FGT_49["defenses"])
    assert {column.value for column in COLUMNS} == set(FGT_49["attacks"]["strike"])
    assert set(Met) == set(ATTACKS) | set(PASSIVE)


@pytest.mark.parametrize(("table", "row", "column", "letters"), CELLS)
def test_a_cell_says_what_the_table_says(table: str, row: str, column: str, letters: str) -> None:
    mine, theirs = Met.of(row), Met.of(column)
    assert rules.letters(mine, theirs) == letters
    if table == "attacks":
        said = [letters] if letters == "+1 Ob" else letters.split()
        assert [part.value for part in rules.against(mine, theirs)] == said
    else:
        assert [part.value for part in rules.has(mine, theirs)] == letters.replace("+", " ").split()


SAME = {
    Meets.NATURAL: Has.NATURAL,
    Meets.RIPOSTE: Has.RIPOSTE,
    Meets.AVOID: Has.TAKES_OFF,
    Meets.BLOCK: Has.TAKES_OFF,
    Meets.COUNTER: Has.TAKES_OFF,
    Meets.PLAIN_BLOCK: Has.PLAIN,
    Meets.POSITIONING: Has.POSITIONING,
    Meets.FREE: Has.FOOLED,
    Meets.WASTED: Has.WASTES,
    Meets.USELESS: Has.SHIELD,
}


@pytest.mark.parametrize("defense", PASSIVE)
@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack is not Met.SHOOT])
def test_both_tables_tell_one_story(attack: Met, defense: Met) -> None:
    met_by = {SAME[part] for part in rules.against(attack, defense) if part in SAME}
    held = {part for part in rules.has(defense, attack) if part not in (Has.USELESS, Has.DEFENSELESS)}
    assert met_by == held


def test_what_a_card_lists_is_what_the_table_takes_off() -> None:
    takes = {Meets.AVOID: Act.AVOID, Meets.BLOCK: Act.BLOCK, Meets.COUNTER: Act.COUNTERSTRIKE}
    for act in (Act.STRIKE, Act.GREAT_STRIKE, Act.BEAT, Act.DISARM, Act.LOCK, Act.PUSH, Act.THROW, Act.CHARGE):
        found = {
            takes[part]
            for other in (Met.AVOID, Met.BLOCK, Met.COUNTERSTRIKE)
            for part in rules.against(met(act), other)
            if part in takes
        }
        assert found == set(ACTIONS[act].countered_by)
        natural = {Meets.NATURAL, Meets.POSITIONING} & set(rules.against(met(act), Met.NOTHING))
        assert bool(natural) == bool(ACTIONS[act].natural)


def test_every_action_counts_as_something() -> None:
    assert {met(act) for act in Act} == set(Met)
    assert met(Act.BLOCK_AND_STRIKE) is Met.STRIKE
    assert met(Act.ESCAPE) is Met.OTHER
    assert met(Act.TO_AGGRESSIVE) is Met.OTHER
    assert {met(act) for act in Act if act.hesitates} == {Met.HESITATING}


@pytest.mark.parametrize("theirs", [*COLUMNS, Met.SHOOT])
def test_two_attacks_have_only_what_is_natural(theirs: Met) -> None:
    for mine in ATTACKS:
        held = rules.has(mine, theirs)
        assert len(held) == 1
        natural = theirs in (Met.BEAT, Met.LOCK, Met.PUSH, Met.THROW)
        assert (held == (Has.NATURAL,)) == natural
        assert (held == (Has.POSITIONING,)) == (theirs is Met.CHARGE)


def test_a_full_shield_blocks_a_great_strike() -> None:
    assert rules.against(Met.GREAT_STRIKE, Met.BLOCK, full_shield=True) == (Meets.BLOCK,)
    assert rules.against(Met.GREAT_STRIKE, Met.TO_DEFENSIVE, full_shield=True) == (Meets.PLAIN_BLOCK,)
    assert rules.against(Met.STRIKE, Met.BLOCK, full_shield=True) == (Meets.BLOCK,)
    assert rules.against(Met.GREAT_STRIKE, Met.STRIKE, full_shield=True) == (Meets.UNOPPOSED,)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_riposte_at_everything_is_a_reading(attack: Met) -> None:
    listed = Meets.RIPOSTE in rules.against(attack, Met.COUNTERSTRIKE)
    always = Meets.RIPOSTE in rules.against(attack, Met.COUNTERSTRIKE, house=House(riposte_always=True))
    assert listed == (attack in (Met.STRIKE, Met.GREAT_STRIKE, Met.BEAT, Met.DISARM, Met.PUSH))
    assert always == (attack not in (Met.FEINT, Met.SHOOT))


def rolled(pool: Pool) -> Iterator[int]:
    """The successes of every way that a pool can fall."""
    dice = [{"B": 4, "G": 3, "W": 2}[group.shade.value] for group in pool for _ in range(group.count)]
    for faces in itertools.product(range(1, 7), repeat=len(dice)):
        yield sum(face >= least for face, least in zip(faces, dice, strict=True))


def counted(attack: Pool, opposed: tuple[Pool, ...], least: int) -> Fraction:
    """The chance that an attack less all that is rolled against it comes to so much, counted one by one."""
    ways = Counter(rolled(attack))
    for pool in opposed:
        taken = Counter(rolled(pool))
        both = Counter[int]()
        for (left, often), (off, times) in itertools.product(ways.items(), taken.items()):
            both[left - off] += often * times
        ways = both
    return Fraction(sum(often for left, often in ways.items() if left >= least), ways.total())


PAIRS = [
    # mine, theirs, what mine is rolled with, what is rolled against it, the least that lands
    (Met.STRIKE, Met.STRIKE, "B3", (), 1),
    (Met.STRIKE, Met.AVOID, "B3", ("B3",), 1),
    (Met.GREAT_STRIKE, Met.BLOCK, "B3", (), 1),
    (Met.STRIKE, Met.BLOCK, "B3", ("B2",), 1),
    (Met.STRIKE, Met.COUNTERSTRIKE, "B3", ("B1",), 1),
    (Met.FEINT, Met.BLOCK, "B3", (), 1),
    (Met.DISARM, Met.STRIKE, "B3", (), 2),
    (Met.LOCK, Met.STRIKE, "G2", ("B3",), 1),
    (Met.LOCK, Met.HESITATING, "G2", (), 1),
    (Met.PUSH, Met.COUNTERSTRIKE, "G2", ("B3", "B1"), 1),
    (Met.THROW, Met.AVOID, "B2", ("B3", "B3"), 1),
    (Met.BEAT, Met.BLOCK, "B3", ("B2", "B2"), 1),
    (Met.CHARGE, Met.AVOID, "G3", ("B3", "B3"), 1),
    (Met.CHARGE, Met.CHARGE, "G3", ("B4",), 1),
    (Met.SHOOT, Met.AVOID, "B3", (), 2),
]


@pytest.mark.parametrize(("mine", "theirs", "own", "opposed", "least"), PAIRS)
def test_the_odds_are_those_of_counting_every_die(
    mine: Met, theirs: Met, own: str, opposed: tuple[str, ...], least: int
) -> None:
    found = rules.bout(mine, theirs, FEW, MORE)
    pools = tuple(Pool.parse(one) for one in opposed)
    assert (found.rolled, found.opposed) == (Pool.parse(own), pools)
    assert found.lands == counted(Pool.parse(own), pools, least)
    over = 2 if mine in rules.VERSUS else least + 2
    assert found.by_two == counted(Pool.parse(own), pools, over)


def test_a_wasted_feint_rolls_nothing() -> None:
    found = rules.bout(Met.FEINT, Met.STRIKE, FEW, MORE)
    assert (found.meets, found.rolled, found.lands) == ((Meets.WASTED,), None, 0)


def test_a_counterstrike_strikes_back_with_its_other_half() -> None:
    struck, back = rules.bouts(Met.STRIKE, Met.COUNTERSTRIKE, FEW, MORE)
    assert struck.lands == counted(Pool.parse("B3"), (Pool.parse("B1"),), 1)
    assert (back.rolled, back.riposte) == (Pool.parse("B1"), Fraction(0))  # Ob 2 with one die
    assert rules.bout(Met.COUNTERSTRIKE, Met.LOCK, FEW, MORE).riposte == 0
    assert rules.bout(Met.COUNTERSTRIKE, Met.STRIKE, FEW, MORE).riposte == Fraction(1, 2)


def test_more_obstacle_never_helps() -> None:
    for mine, theirs in itertools.product(ATTACKS, Met):
        chances = [
            rules.bout(mine, theirs, Fighter(FEW.skill, FEW.hands, FEW.power, FEW.speed, penalty=penalty), MORE).lands
            for penalty in range(4)
        ]
        assert chances == sorted(chances, reverse=True)


def test_both_sides_are_the_same_pair_seen_from_either() -> None:
    for mine, theirs in itertools.product(Met, Met):
        assert rules.bouts(mine, theirs, FEW, MORE) == rules.bouts(theirs, mine, MORE, FEW)[::-1]


ALONE = [
    # two actions, and the calculator of the maneuver with its inputs and the value that is the same
    ("push", "strike", "push", {"power": "B4", "their_power": "B3", "their_speed": "B4"}, "lands"),
    ("push", "avoid", "push", {"power": "B4", "their_power": "B3", "their_speed": "B4", "also": "B4"}, "lands"),
    ("lock", "strike", "lock", {"power": "B4", "their_power": "B3"}, "locks"),
    ("lock", "avoid", "lock", {"power": "B4", "their_power": "B3", "avoid": "B4"}, "locks"),
    ("throw-opponent", "strike", "throw-opponent", {"skill": "B3", "theirs": "B4"}, "down"),
    ("throw-opponent", "avoid", "throw-opponent", {"skill": "B3", "theirs": "B4", "avoid": "B4"}, "down"),
    ("disarm", "strike", "disarm", {"skill": "B5"}, "disarms"),
    ("disarm", "block", "disarm", {"skill": "B5", "defense": "B5"}, "disarms"),
    ("feint", "block", "fight-feint", {"skill": "B5"}, "probability"),
]
DICE = {"skill": "B5", "their_skill": "B5", "power": "B4", "their_power": "B3", "their_speed": "B4", "hands": "B3"}


@pytest.mark.parametrize(("mine", "theirs", "calculator", "inputs", "value"), ALONE)
def test_the_matrix_says_what_each_maneuver_says(
    mine: str, theirs: str, calculator: str, inputs: dict[str, str], value: str
) -> None:
    found = app.run("fight-matrix", {"mine": mine, "theirs": theirs, **DICE}).answer.values["lands"]
    assert found == app.run(calculator, inputs).answer.values[value]


def test_the_better_natural_defense_is_not_the_larger_one() -> None:
    """Four gray dice make more than five black ones, on average 8/3 to 5/2. Source: FGT-34."""
    it = Fighter(Pool.of(3), Pool.of(1), Pool.parse("G4"), Pool.of(5))
    assert it.natural(Met.PUSH) == Pool.parse("G4")
    assert it.natural(Met.THROW) == Pool.of(5)

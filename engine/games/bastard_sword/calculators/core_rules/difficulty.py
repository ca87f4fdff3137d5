"""Difficulty levels, hits, and half-orders of magnitude (BSR-07 to BSR-09)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.games.bastard_sword import dice
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import Difficulty, FourD8, Malus, YourDice
from engine.games.bastard_sword.rules.difficulty import LEVELS, called, passes
from engine.games.bastard_sword.rules.half_orders import HIGHEST_RUNG, PLACES, nearest, rung, rungs
from engine.games.bastard_sword.words import dice as of_dice
from engine.games.bastard_sword.words import successes as counted
from engine.working import Mark

MOST_DICE = 40
AIMS = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
MOST_VALUE = 10**6


@calculator("bs-difficulty", rules="BSR-07 BSR-10")
def difficulty(
    needs: Difficulty = 3,
    pool: YourDice = FourD8,
    malus: Malus = 0,
) -> Answer:
    """How hard is this, and how many dice would do?"""
    test = Test(pool, needs, malus)
    name = called(needs)
    rows: list[tuple[Entry, ...]] = [
        (level.words.capitalize(), level.needs, Test(pool, level.needs, malus).chance, level.remark) for level in LEVELS
    ]
    here = max(at for at, level in enumerate(LEVELS) if level.needs <= needs)
    wanted = {aim: _wanted(pool, test.needed, aim) for aim in AIMS}
    aims = tuple((aim, of_dice(count) if count else f"more than {MOST_DICE} dice") for aim, count in wanted.items())
    blocks: list[Block] = [
        Verdict(
            f"DL {needs}",
            (Fact(name), Fact(pool.words), test.chance_fact),
            f"DL {needs}, {name}: {wording.percent(test.chance)} with {pool.words}.",
        ),
        Table("The levels, with your dice", ("Task", "DL", "Chance", "What it takes"), tuple(rows), here),
        Table(f"How many {pool.die.words}s it takes", ("To pass", "You need"), aims, mark=Mark.DERIVED),
    ]
    if not test.needed:
        blocks.append(Note("Nothing has to fall, so nobody rolls. A malus would change that.", rule="BSR-07"))
    values = {**test.values, "level": name, "dice_for": {str(aim): count for aim, count in wanted.items()}}
    return Answer(values, tuple(blocks))


def _wanted(pool: Pool, needed: int, aim: Fraction) -> int | None:
    """The fewest dice of a pool's first kind that pass so often, if few enough."""
    counts = range(1, MOST_DICE + 1)
    return next((n for n in counts if successes(Pool.of(n, pool.die)).at_least(needed) >= aim), None)


@calculator("bs-hits", rules="BSR-08")
def hits(
    fell: Annotated[int, Between(0, 300), Asked("Successes", quick=(0, 1, 2, 3, 4, 5))] = 5,
    malus: Malus = 0,
    needs: Annotated[
        int, Between(-100, 1000), Asked("Difficulty, or what the other side rolled", quick=(0, 1, 3, 10))
    ] = 3,
) -> Answer:
    """How many hits is that?"""
    result = fell - malus
    over, passed = dice.hits(result, needs), passes(result, needs)
    figure = wording.count(over, "hit") if passed else "Fails"
    against = wording.number(needs)
    said = f"{counted(result)} against {against}: {figure if passed else f'short by {needs - result}'}."
    return Answer(
        {"result": result, "hits": over, "passes": passed},
        (Verdict(figure, (Fact(wording.number(result), "result"), Fact(against, "to reach")), said),),
    )


@calculator("bs-half-orders", rules="BSR-09")
def half_orders(
    value: Annotated[int, Between(0, MOST_VALUE), Asked("A number, or an estimate", quick=(1, 3, 10, 30))] = 25,
) -> Answer:
    """Which rung of the ladder is that?"""
    reached, near = rungs(value), nearest(value)
    said = f"{value} reaches rung {reached}, which is {rung(reached)}; as an estimate it is about {rung(near)}."
    rows = tuple((number, rung(number)) for number in range(HIGHEST_RUNG + 1))
    return Answer(
        {"rungs": reached, "reached": rung(reached), "nearest": rung(near), "nearest_rung": near},
        (
            Verdict(str(rung(reached)), (Fact(reached, "rungs"), Fact(rung(near), "nearest")), said),
            Table("The ladder", ("Rung", "Value"), rows, reached),
        ),
    )


@table("bs-levels")
def levels() -> Table:
    """The difficulty levels."""
    rows = tuple((level.words.capitalize(), level.needs, level.remark) for level in LEVELS)
    return Table("Difficulty levels", ("Task", "Successes", "What it takes"), rows)


@table("bs-half-order-places")
def places() -> Table:
    """Where half-orders are used."""
    return Table("Where the ladder is used", ("Where", "You count", "You get"), tuple(row[:3] for row in PLACES))

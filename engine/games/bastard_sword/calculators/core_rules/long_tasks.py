"""Tasks that take several rolls, or long (BSR-14, BSR-15)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Cell, Fact, Grid, Table, Told, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch
from engine.games.bastard_sword.dice import Pool, Roll, successes
from engine.games.bastard_sword.forms.pool import FourD8, Malus, YourDice
from engine.games.bastard_sword.readings.rolling import read
from engine.games.bastard_sword.rules.long_tasks import A_ROLL, Kind, Rolling, Time, course, factor, time_for
from engine.games.bastard_sword.words import successes as counted
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark

MOST_ROLLS = 24
YOU = "you"
Needed = Annotated[int, Between(1, 100), Asked("Difficulty", gm=True, quick=(3, 5, 10, 30))]
TheKind = Annotated[Kind, Asked("It is a test of", gm=True)]


@calculator("bs-rolling", rules="BSR-14")
def rolling(
    pool: YourDice = FourD8,
    difficulty: Needed = 10,
    malus: Malus = 0,
    kind: TheKind = Kind.SETBACK,
    rolls: Annotated[int, Between(1, MOST_ROLLS), Asked("Rolls there is time for", quick=(3, 6, 12))] = 6,
    *,
    ask: Rulings,
) -> Answer:
    """How many rolls will it take?"""
    test = read(kind, difficulty, ask, malus=bool(malus))
    found = course(test, successes(pool), [malus] * rolls)
    end = found[-1]
    even = next((at for at, one in enumerate(found) if one.done >= Fraction(1, 2)), None)
    when = f"{wording.count(even, 'roll')}" if even else f"more than {rolls}"
    facts = (
        Fact(when, "for even odds"),
        Fact(end.failed, "fails") if kind is Kind.FIRST_FAIL else Fact(end.open, "goes on"),
    )
    said = f"Done within {wording.count(rolls, 'roll')} {wording.often(end.done)}."
    rows = tuple(
        (at, one.done, one.failed if kind is Kind.FIRST_FAIL else None, one.open) for at, one in enumerate(found) if at
    )
    return Answer(
        {
            "done": end.done,
            "failed": end.failed,
            "even": even,
            "course": [[at, one.done, one.failed] for at, one in enumerate(found)],
        },
        (
            Verdict(wording.percent(end.done), facts, said, Mark.DERIVED),
            Table("Roll by roll", ("Rolls", "Done", "Failed", "Goes on"), rows, mark=Mark.DERIVED),
        ),
    )


# --- Rolled at the table ---


@dataclass(frozen=True, slots=True)
class Task:
    """A rolling test between two rolls: its tally, the rolls made, and how it ended, if it has."""

    test: Rolling
    pool: Pool
    malus: int
    tally: int = 0
    rolls: int = 0
    ended: str = ""
    told: tuple[Told, ...] = ()


@branch("Roll")
class RollOn:
    """One more roll of the whole pool."""

    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice this time", quick=(0, 1, 2))] = 0
    more_malus: Annotated[int, Between(0, 100), Asked("More malus this time", quick=(0, 1, 3), more=True)] = 0

    rolls: ClassVar[bool] = True


@branch("Give up")
class GiveUp:
    """What was reached is lost."""

    gives_up: ClassVar[bool] = True


def start(
    pool: YourDice = FourD8,
    difficulty: Needed = 10,
    malus: Malus = 0,
    kind: TheKind = Kind.SETBACK,
    *,
    ask: Rulings,
) -> Task:
    """Roll after roll: how far have you come?"""
    return Task(read(kind, difficulty, ask), pool, malus)


def moves(state: Task) -> Mapping[str, tuple[type, ...]]:
    return {} if state.ended else {YOU: (RollOn, GiveUp)}


def step(state: Task, side: str, move: RollOn | GiveUp, dice: Dice) -> Task:
    if isinstance(move, GiveUp):
        return replace(state, ended="given up", told=(Told(0, "gives up", "BSR-14", side),))
    pool = state.pool.with_bonus(move.bonus)
    faces = [face for group in pool for face in dice.roll(f"The {group.die.words}s", group.count, group.die.sides)]
    fell = Roll(pool, tuple(faces)).successes
    now = state.test.after(state.tally, fell, state.malus + move.more_malus)
    rolls = state.rolls + 1
    if now is None:
        told = Told(0, f"{counted(fell)}: a blank, and all is lost", "BSR-14", side)
        return replace(state, rolls=rolls, tally=0, ended="failed", told=(told,))
    told = Told(0, f"{counted(fell)}: {wording.number(now)} of {state.test.difficulty}", "BSR-14", side)
    ended = "done" if now >= state.test.difficulty else ""
    return replace(state, rolls=rolls, tally=now, ended=ended, told=(told,))


def show(state: Task) -> Answer:
    need = state.test.difficulty
    figure = f"{wording.number(state.tally)} of {need}" if state.ended in ("", "done") else state.ended.capitalize()
    left = max(0, need - state.tally)
    facts = [Fact.count(state.rolls, "roll"), Fact(left, "to go")]
    if state.ended == "done":
        facts = [Fact.count(state.rolls, "roll"), Fact("done")]
    said = f"{figure} after {wording.count(state.rolls, 'roll')}{'' if not state.ended else f': {state.ended}'}."
    values = {"tally": state.tally, "rolls": state.rolls, "ended": state.ended, "left": left}
    return Answer(values, (Verdict(figure, tuple(facts), said),))


session("bs-roll-on", rules="BSR-14", start=start, moves=moves, step=step, show=show)


# --- Settled by one roll ---


@calculator("bs-extended", rules="BSR-15")
def extended(
    a_roll: Annotated[Time, Asked("A roll stands for", gm=True)] = Time.HOUR,
    fell: Annotated[int, Between(-30, 300), Asked("Successes, maluses taken off", quick=(1, 2, 3, 4, 5))] = 2,
    difficulty: Annotated[int, Between(1, 10_000_000), Asked("Difficulty", gm=True, quick=(10, 30, 100))] = 30,
    passed: Annotated[Time, Asked("Time you have")] = Time.DAY,
    *,
    ask: Rulings,
) -> Answer:
    """How long does it take, and how far do you get?"""
    if a_roll not in A_ROLL:
        raise Unusable("a_roll", f"A roll stands for 1 round to 1 hour; this says {a_roll.words}.")
    even = any(factor(one, a_roll) * fell == difficulty for one in Time)
    above = even and ask["extended.reach"] == "exceed"
    takes = time_for(fell, difficulty, a_roll, above=above)
    times = factor(passed, a_roll)
    done = max(0, fell) * times
    enough = done > difficulty if above else done >= difficulty
    figure = takes.words if takes else "Never"
    facts = (Fact(f"{done} in {passed.words}"), Fact("enough" if enough else f"{difficulty - done + above} short"))
    said = f"It takes {takes.words}." if takes else "No time is enough."
    if takes:
        over = fell * factor(takes, a_roll) - difficulty
        said += f" That makes {fell * factor(takes, a_roll)}, {wording.count(over, 'hit')}."
    values = {
        "takes": takes.value if takes else None,
        "total": done,
        "enough": enough,
        "hits": fell * factor(takes, a_roll) - difficulty if takes else 0,
    }
    blocks = (Verdict(figure, facts, said), _chart(a_roll, passed))
    return Answer(values, blocks)


def _chart(a_roll: Time, passed: Time) -> Grid:
    """The whole chart, with the cell of the time there is."""
    cells = tuple(
        tuple(
            Cell(
                _short(factor(row, column)),
                f"times {factor(row, column)}",
                {"passed": row.value, "a_roll": column.value},
            )
            for column in A_ROLL
        )
        for row in Time
    )
    legend = (("k", "thousand"), ("M", "million"))
    columns, rows = (tuple(one.words for one in times) for times in (A_ROLL, Time))
    current = (passed.place, a_roll.place)
    return Grid("The time-factor chart", "One roll takes", "Time passed", columns, rows, cells, legend, current)


def _short(number: int) -> str:
    for unit, letter in ((10**6, "M"), (10**3, "k")):
        if number >= unit:
            return f"{number // unit}{letter}"
    return str(number)

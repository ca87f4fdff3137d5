"""Sprints and chases: paces and seconds, longer strides, one length and its end, a chase in legs (MOV-01 to MOV-06)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.calculators.moving_riding_breaking.chase_fields import (
    Act,
    ActOb,
    Called,
    Doubled,
    Edges,
    Forks,
    Legs,
    Mounted,
    OnFoot,
    Other,
    Role,
    Sides,
    Speed,
    TheirEdges,
    TheirForks,
    TheirLegs,
    TheirOther,
    TheirSpeed,
    against,
    stops,
)
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool
from engine.games.burning_wheel.forms.saddle import B4
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, no_test
from engine.games.burning_wheel.readings.riding import legs_of
from engine.games.burning_wheel.rules import chase as rules
from engine.games.burning_wheel.rules import pace, quickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.chase import After, Length, Who
from engine.games.burning_wheel.rules.pace import Multiplier, Stock
from engine.games.burning_wheel.rules.versus import CallOn
from engine.games.burning_wheel.words import Mean
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

MOST_LEGS = 12
LISTED = 5
"""Lengths that are listed one by one."""


class Unit(Option):
    """What a distance is counted in. Source: MOV-01."""

    PACES = "paces", "paces"
    FEET = "feet", "feet"
    METERS = "meters", "meters"
    MILES = "miles", "miles"

    @property
    def paces(self) -> Fraction:
        """Paces of one of them."""
        return {
            Unit.PACES: Fraction(1),
            Unit.FEET: Fraction(1, pace.FEET),
            Unit.METERS: 1 / pace.METERS,
            Unit.MILES: Fraction(pace.PACES_A_MILE),
        }[self]


@calculator("sprint", rules="MOV-01 MOV-02")
def sprint(
    speed: Annotated[Ability, Asked("Speed", quick=("B3", "B4", "B5", "B6")), sheet("speed")] = B4,
    stock: Annotated[Stock, Asked("Who runs")] = Stock.MAN,
    distance: Annotated[int, Between(0, 99_999), Asked("Distance", quick=(20, 50, 100))] = 100,
    unit: Annotated[Unit, Asked("In")] = Unit.PACES,
) -> Answer:
    """How far do they run, and how long does it take?"""
    times = stock.multiplier.times
    rate, length = pace.paces(speed.exponent, times), distance * unit.paces
    words = stock.multiplier.words
    far = tuple((one.words, Mean(length / one.paces).words) for one in Unit)
    values: dict[str, Any] = {"paces": rate, "length": length, "feet": length * pace.FEET}
    ledger = Note(f"Speed {speed.exponent} × {words} = {Mean(rate).words} paces an exchange, of three seconds.")
    if not rate:
        said = "Speed 0 runs nowhere."
        return Answer(
            {**values, "seconds": None, "exchanges": None}, (Verdict("Nowhere", (Fact(speed.exponent),), said),)
        )
    takes = pace.exchanges(length, speed.exponent, times)
    seconds = takes * pace.SECONDS
    whole = -(-takes.numerator // takes.denominator)
    facts = (
        Fact(f"{Mean(seconds).words} s", f"for {distance} {unit.words}"),
        Fact.count(whole, "exchange"),
        Fact(f"× {words}", "multiplier"),
    )
    run = f"{Mean(rate).words} paces"
    said = f"{run} in three seconds. {distance} {unit.words} take {Mean(seconds).words} seconds."
    others: tuple[tuple[Entry, ...], ...] = tuple(
        (one.words, one.multiplier.words, Mean(pace.paces(speed.exponent, one.multiplier.times)).words) for one in Stock
    )
    blocks: tuple[Block, ...] = (
        Verdict(run, facts, said),
        ledger,
        Table("The distance in other measures", ("In", "So many"), far),
        Table("Others of that Speed, in an exchange", ("Who", "Multiplier", "Paces"), others, list(Stock).index(stock)),
    )
    return Answer({**values, "seconds": seconds, "exchanges": takes}, blocks)


@table("sprint-rates")
def sprint_rates() -> Table:
    """Paces of an exchange by Speed and multiplier."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"× {one.words}", *(Mean(pace.paces(speed, one.times)).words for speed in range(1, 10))) for one in Multiplier
    )
    return Table("Paces in three seconds, by Speed", ("", *map(str, range(1, 10))), rows)


@row("runner")
class RunnerRow:
    """Someone who runs with others, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    multiplier: Annotated[Multiplier, Asked("Multiplier")] = Multiplier.USUAL


@calculator("longer-stride", rules="MOV-03")
def longer_stride(
    runners: Annotated[tuple[RunnerRow, ...], Asked("Everyone in it")] = (
        RunnerRow("Rider", Multiplier.HORSE),
        RunnerRow("Man", Multiplier.USUAL),
    ),
    doubled: Annotated[bool, Asked("More than double gives two dice", gm=True)] = False,
) -> Answer:
    """Who has dice for the longer stride?"""
    if len(runners) < 2:
        raise Unusable("runners", f"A stride is longer than another; this has {wording.count(len(runners), 'runner')}.")
    each = [one.multiplier.times for one in runners]
    dice = quickness.by_multiplier(each, doubled=doubled)
    may = quickness.by_multiplier(each, doubled=True) != quickness.by_multiplier(each)
    named = [one.name or f"Runner {place}" for place, one in enumerate(runners, 1)]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (name, f"× {one.multiplier.words}", DiceCount(die) if die else None)
        for name, one, die in zip(named, runners, dice, strict=True)
    )
    most = max(dice)
    ahead = wording.listed(name for name, die in zip(named, dice, strict=True) if die == most and most)
    facts = (Fact(ahead or "nobody", "has it"), *((Fact("the GM may give 2D"),) if may and not doubled else ()))
    said = f"{ahead}: {most}D more to position." if most else "All strides are alike, and bring nothing."
    found: list[Block] = [Verdict(f"+{most}D", facts, said), Table("Each of them", ("Who", "Stride", "Dice"), rows)]
    if may:
        found.append(
            Note("One multiplier is more than double the other: the GM may give two dice for it.", rule="MOV-03")
        )
    return Answer({"dice": list(dice), "may_double": may}, tuple(found))


@calculator("chase-length", rules="MOV-04 MOV-05")
def chase_length(
    who: Role = Who.PURSUER,
    speed: Speed = B4,
    their_speed: TheirSpeed = B4,
    edges: Edges = frozenset(),
    their_edges: TheirEdges = frozenset(),
    act: Act = None,
    act_obstacle: ActOb = Obstacle(1),
    legs: Legs = Multiplier.USUAL,
    their_legs: TheirLegs = Multiplier.USUAL,
    doubled: Doubled = False,
    forks: Forks = 0,
    their_forks: TheirForks = 0,
    other: Other = 0,
    their_other: TheirOther = 0,
    call_on: Called = CallOn.NONE,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who gets away, and who is caught?"""
    run = OnFoot(
        speed,
        their_speed,
        edges,
        their_edges,
        legs,
        their_legs,
        doubled,
        forks,
        their_forks,
        other,
        their_other,
        wounds,
    )
    sides = run.sides(who, call_on, ask)
    if sides.felt.gone:
        return no_test(sides.felt.gone)
    return chased(sides, act, act_obstacle, ask)


def chased(sides: Sides, act: Pool | None, obstacle: int, ask: Rulings) -> Answer:
    """One length of a chase, and how a chase ends that goes on until it does. Source: MOV-04, MOV-05."""
    length, stop = sides.pair.length, stops(act, obstacle, ask)
    found = rules.course(length, stop)
    chases = sides.who is Who.PURSUER
    ends = found.caught if chases else found.away
    won = length.catch if chases else length.away
    figure = wording.percent(ends)
    facts = (
        Fact(DiceCount(sides.yours.total), f"against {sides.theirs.total}D"),
        Fact(won, "you win a length"),
        Fact(length.tie, "a tie"),
    )
    said = f"You {'catch them' if chases else 'get away'} {often(ends)}."
    if found.lengths is None:
        said = "Nobody ever wins: this chase does not end."
    values: dict[str, Any] = {
        "dice": sides.yours.total,
        "their_dice": sides.theirs.total,
        "catch": length.catch,
        "tie": length.tie,
        "away": length.away,
        "stops": stop,
        "caught": found.caught,
        "escapes": found.away,
        "lengths": found.lengths,
    }
    blocks: list[Block] = [Verdict(figure, facts, said, Mark.DERIVED), _one(length, stop)]
    if found.lengths is not None:
        runs = rules.after(length, stop, LISTED)
        blocks += [_length_by_length(runs), Note(_expect(found.lengths), Mark.DERIVED)]
    blocks += sides.blocks
    if act is not None:
        worked = against(obstacle)
        blocks.append(Working(worked.lines, worked.total, "Obstacle of the one thing"))
    return Answer(values, tuple(blocks))


def _expect(lengths: Fraction) -> str:
    return f"It takes {Mean(lengths).words} lengths on average."


def _one(length: Length, stop: Fraction) -> Table:
    """What one length may bring."""
    rows: list[tuple[Entry, ...]] = [
        ("Pursuer wins", "one thing, then on" if stop < 1 else "caught", length.catch),
        ("Tie", "another length", length.tie),
        ("Pursued wins", "away for good", length.away),
    ]
    if 0 < stop < 1:
        rows.append(("The one thing works", "it stops them", stop))
    return Table("What one length brings", ("Roll", "Then", "Chance"), tuple(rows), mark=Mark.DERIVED)


def _length_by_length(runs: Sequence[After]) -> Table:
    rows: tuple[tuple[Entry, ...], ...] = tuple((one.lengths, one.caught, one.away, one.runs) for one in runs)
    return Table("After so many lengths", ("Lengths", "Caught", "Away", "Still running"), rows, mark=Mark.DERIVED)


@calculator("chase-in-legs", rules="MOV-06")
def chase_in_legs(
    who: Role = Who.PURSUER,
    legs: Annotated[int, Between(1, MOST_LEGS), Asked("Legs", gm=True, quick=(2, 3, 4, 5))] = 3,
    run: Annotated[OnFoot | Mounted, Asked("They go")] = OnFoot(),
    call_on: Called = CallOn.NONE,
    *,
    ask: Rulings,
) -> Answer:
    """How does a chase in several legs end?"""
    sides = run.sides(who, call_on, ask, "run.")
    if sides.felt.gone:
        return no_test(sides.felt.gone)
    found = rules.legs(sides.pair, legs, legs_of(legs, ask))
    end, first = found[-1], sides.pair.length
    chases = who is Who.PURSUER
    ends = end.caught if chases else end.away
    facts = (
        Fact(DiceCount(sides.yours.total), f"against {sides.theirs.total}D"),
        Fact(end.away if chases else end.caught, "they get away" if chases else "they catch you"),
        Fact(end.runs, "undecided"),
    )
    said = f"In {wording.count(legs, 'leg')} you {'catch them' if chases else 'get away'} {often(ends)}."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.number, one.caught or None, one.away or None, one.runs) for one in found
    )
    values = {
        "dice": sides.yours.total,
        "their_dice": sides.theirs.total,
        "caught": end.caught,
        "away": end.away,
        "runs": end.runs,
        "first": first.catch if chases else first.away,
    }
    blocks: tuple[Block, ...] = (
        Verdict(wording.percent(ends), facts, said, Mark.DERIVED),
        Table("Leg by leg", ("Leg", "Caught", "Out of reach", "Still running"), rows, mark=Mark.DERIVED),
        Note(f"Whoever wins a leg has {rules.LINKED}D more in the next.", rule="MOV-06"),
        *sides.blocks,
    )
    return Answer(values, blocks)

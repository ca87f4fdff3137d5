"""A chase played length by length, on foot or mounted, to its end or in legs (MOV-04 to MOV-06, RID-09)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Told, Verdict
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.moving_riding_breaking.chase_fields import (
    CHANGE,
    Mounted,
    OnFoot,
    Role,
    Sides,
    stops,
)
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.classes import marks_of
from engine.games.burning_wheel.readings.riding import legs_of
from engine.games.burning_wheel.rules import chase as rules
from engine.games.burning_wheel.rules import chase_procedure
from engine.games.burning_wheel.rules.chase import HARDER, Who, Won
from engine.games.burning_wheel.rules.chase_procedure import Act, Chase, Ending, Phase, Ran
from engine.games.burning_wheel.rules.test_class import classes
from engine.games.burning_wheel.rules.versus import CallOn
from engine.rulings import Rulings
from engine.session import Dice, Offer, session
from engine.wording import often
from engine.working import Mark

TABLE = "you"
MOST_LEGS = 12


@branch("Run")
class RunOn:
    """The next length: both sides roll."""

    rolls: ClassVar[bool] = True
    yours: Annotated[int, CHANGE, Asked("Your dice more, this time", gm=True, quick=(0, 1, 2), more=True)] = 0
    theirs: Annotated[int, CHANGE, Asked("Theirs", gm=True, quick=(0, 1, 2), more=True)] = 0


@branch("Your call-on breaks it")
class YourCallOn:
    """A trait of yours takes the tie."""


@branch("Their call-on breaks it")
class TheirCallOn:
    """A trait of theirs takes the tie."""


@branch("The tie stands")
class TieStands:
    """Nobody breaks the tie."""


@branch("Do one thing")
class OneThing:
    """What the pursuer does who has caught up, a test of its own."""

    rolls: ClassVar[bool] = True
    pool: Annotated[Pool, Asked("Dice", quick=QUICK_POOLS)] = Pool.of(4)
    obstacle: Annotated[Obstacle, Asked("Its obstacle", f"+{HARDER} for the chase", gm=True, quick=(1, 2, 3))] = (
        Obstacle(1)
    )


@branch("Let them go")
class LetGo:
    """The pursuer gives up."""

    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Kept:
    """A chase on a page: both sides with their ledgers, the one thing as it was planned, and what the last step told.

    `stops` is the chance that the one thing works.
    """

    chase: Chase
    sides: Sides
    act: OneThing
    stops: Fraction
    told: tuple[Told, ...] = ()


def start(
    who: Role = Who.PURSUER,
    run: Annotated[OnFoot | Mounted, Asked("They go")] = OnFoot(),
    legs: Annotated[int, Between(0, MOST_LEGS), Asked("Legs", "0: until it ends", gm=True, quick=(0, 3, 4, 5))] = 0,
    act: Annotated[Pool, Asked("Dice of the one thing when caught", quick=QUICK_POOLS)] = Pool.of(4),
    act_obstacle: Annotated[Obstacle, Asked("Its obstacle", "Before the +2", gm=True, quick=(1, 2, 3))] = Obstacle(1),
    *,
    ask: Rulings,
) -> Kept:
    """They run. Who gets away?"""
    sides = run.sides(who, CallOn.NONE, ask, "run.")
    if sides.felt.gone:
        raise Unusable("run.wounds", sides.felt.gone)
    chase = chase_procedure.begin(sides.pair, legs or None, legs_of(legs, ask))
    return Kept(chase, sides, OneThing(act, act_obstacle), stops(act, act_obstacle, ask))


def moves(state: Kept) -> dict[str, Sequence[Any]]:
    """What may be done now. Source: MOV-05, MOV-06."""
    chase = state.chase
    number = chase.run_so_far + 1
    match chase.phase:
        case Phase.OVER:
            return {}
        case Phase.CAUGHT_UP:
            says = f"One test, at +{HARDER}{wording.NO_BREAK}Ob. If it does not stop them, the chase goes on."
            return {TABLE: (Offer(state.act, "Do the one thing", says=says), Offer(LetGo, "Let them go", aside=True))}
        case Phase.TIED:
            called = (Offer(YourCallOn, "Use your call-on"), Offer(TheirCallOn, "They use theirs"))
            stands = Offer(TieStands, "The tie stands", says="A call-on trait may break it.")
            return {TABLE: (stands, *called)}
    length = f"Run leg {number} of {chase.count}" if chase.count else f"Run length {number}"
    yours, theirs = _pools(state)
    says = f"{yours.dice}D against {theirs.dice}D."
    return {TABLE: (Offer(RunOn, length, says=says), Offer(LetGo, "The pursuer gives up", aside=True))}


def _pools(state: Kept) -> tuple[Pool, Pool]:
    """The dice of the next length, yours first."""
    pair = state.chase.dice
    both = (pair.pursuer.pool, pair.pursued.pool)
    return both if state.sides.who is Who.PURSUER else (both[1], both[0])


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The chase after one step."""
    before, you = state.chase, state.sides.who
    match move:
        case RunOn(yours, theirs):
            if max(pool.dice for pool in _pools(state)) + max(yours, theirs) > MOST_DICE:
                raise Unusable("yours", f"A pool has at most {MOST_DICE} dice.")
            more = (yours, theirs) if you is Who.PURSUER else (theirs, yours)
            after = before.run(lambda who, pool: fall(dice, _whose(who is you), pool, before.pair.chain), *more)
        case YourCallOn():
            after = before.call_on(you)
        case TheirCallOn():
            after = before.call_on(you.other)
        case TieStands():
            after = before.let_stand()
        case OneThing(pool, obstacle):
            if obstacle + HARDER > Obstacle.most:
                raise Unusable("obstacle", f"With +{HARDER} that is more than Ob {Obstacle.most}.")
            after = before.act(pool, obstacle, lambda _, thrown: fall(dice, "The one thing", thrown, before.pair.chain))
        case LetGo():
            after = before.give_up()
        case _:
            return state
    return replace(state, chase=after, told=tuple(_told(state, after, move)))


def _whose(yours: bool) -> str:
    return "Your dice" if yours else "Their dice"


def _told(state: Kept, after: Chase, move: object) -> Iterator[Told]:
    """What a step brought, and what follows."""
    last, you = (after.log[-1] if after.log else None), state.sides.who
    if isinstance(move, TieStands):
        yield Told(0, "The tie stands.", "MOV-05", TABLE)
    elif isinstance(move, LetGo):
        yield Told(0, "The pursuer gives up.", "MOV-05", TABLE)
    elif isinstance(last, Ran):
        mine, theirs = _successes(last, you)
        won = _won(last.won, you)
        called = f", by {'your' if last.called is you else 'their'} call-on" if last.called else ""
        yield Told(0, f"{mine} to {theirs}: {won}{called}.", "MOV-04", TABLE)
    elif isinstance(last, Act):
        good = wording.count(last.rolled.count.successes, "success", "successes")
        came = "it stops them" if last.stops else "it does not stop them"
        yield Told(0, f"The one thing: {good} against {ob(last.obstacle)}, {came}.", "MOV-05", TABLE)
    if after.ending is not None and not isinstance(move, LetGo):
        yield Told(0, f"{_end(after.ending, you)}.", "MOV-06" if after.count else "MOV-05", TABLE)


def _successes(ran: Ran, you: Who) -> tuple[int, int]:
    both = (ran.pursuer.count.successes, ran.pursued.count.successes)
    return both if you is Who.PURSUER else (both[1], both[0])


def _won(won: Won, you: Who) -> str:
    if won is Won.TIE:
        return "a tie"
    return "you win" if won.value == you.value else "they win"


def _end(ending: Ending, you: Who) -> str:
    chases = you is Who.PURSUER
    return {
        Ending.STOPPED: "You stop them" if chases else "They stop you",
        Ending.CAUGHT: "You have them" if chases else "They have you",
        Ending.AWAY: "They are away" if chases else "You are away",
        Ending.OPEN: "Nobody has won a leg: it is not decided",
        Ending.LEFT: "The pursuer gives up",
    }[ending]


def show(state: Kept) -> Answer:
    """How the chase stands."""
    chase = state.chase
    blocks: list[Block] = [_verdict(state)]
    if chase.log:
        last = chase.log[-1]
        if isinstance(last, Act):
            blocks.append(drawn(last.rolled, len(last.rolled.dice)))
        blocks.append(_lengths(state))
    if chase.phase is Phase.RUN and chase.count:
        blocks.append(_to_come(state))
    if not chase.log:
        blocks += state.sides.blocks
    return Answer(_values(state), tuple(blocks), tuple(_effects(state)))


def _verdict(state: Kept) -> Verdict:
    chase, you = state.chase, state.sides.who
    facts: tuple[Fact, ...]
    if chase.ending is not None:
        said = _end(chase.ending, you)
        rule = "Let it Ride: no second chase" if chase.ending is Ending.AWAY else ""
        facts = (Fact.count(chase.run_so_far, "length"), *((Fact(rule),) if rule else ()))
        return Verdict(said, facts, f"{said}, after {wording.count(chase.run_so_far, 'length')}.")
    if chase.phase is Phase.CAUGHT_UP:
        facts = (Fact(state.stops, "it stops them"), Fact(ob(state.act.obstacle + HARDER)))
        caught = "You have caught up" if you is Who.PURSUER else "They have caught up"
        return Verdict(caught, facts, f"{caught}: one thing, at {ob(state.act.obstacle + HARDER)} as planned.")
    if chase.phase is Phase.TIED:
        return Verdict("A tie", (Fact("call-on, or on they run"),), "A tie: a call-on may break it, or on they run.")
    length, ends = chase.length, _ends(state)
    won = length.catch if you is Who.PURSUER else length.away
    yours, theirs = _pools(state)
    facts = (
        Fact(DiceCount(yours.dice), f"against {theirs.dice}D"),
        Fact(length.tie, "a tie"),
        Fact(ends, "you catch them" if you is Who.PURSUER else "you get away"),
    )
    kind = "leg" if chase.count else "length"
    goal = "catch them" if you is Who.PURSUER else "get away"
    said = f"You win the next {kind} {often(won)}, and {goal} {often(ends)}."
    return Verdict(wording.percent(won), facts, said, Mark.DERIVED)


def _ends(state: Kept) -> Fraction:
    """The chance that it ends as you want, from here."""
    chase, chases = state.chase, state.sides.who is Who.PURSUER
    if chase.count:
        end = chase.to_come[-1]
        return end.caught if chases else end.away
    found = rules.course(chase.length, state.stops)
    return found.caught if chases else found.away


def _lengths(state: Kept) -> Table:
    """What was rolled so far."""
    you = state.sides.who
    rows: list[tuple[Entry, ...]] = []
    for one in state.chase.log:
        if isinstance(one, Act):
            faces = " ".join(map(str, one.rolled.faces))
            came = "stopped" if one.stops else "not stopped"
            rows.append(("The one thing", f"{one.rolled.count.successes} ({faces})", ob(one.obstacle), came))
            continue
        mine, theirs = (one.pursuer, one.pursued) if you is Who.PURSUER else (one.pursued, one.pursuer)
        cells = (f"{each.count.successes} ({' '.join(map(str, each.faces))})" for each in (mine, theirs))
        number = sum(isinstance(row, Ran) for row in state.chase.log[: len(rows) + 1])
        rows.append((f"{'Leg' if state.chase.count else 'Length'} {number}", *cells, _won(one.won, you)))
    return Table("So far", ("", "You", "They", ""), tuple(rows))


def _to_come(state: Kept) -> Table:
    done = state.chase.run_so_far
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (done + one.number, one.caught or None, one.away or None, one.runs or None) for one in state.chase.to_come
    )
    return Table("Legs to come", ("Leg", "Caught", "Out of reach", "Still running"), rows, mark=Mark.DERIVED)


def _values(state: Kept) -> dict[str, Any]:
    chase, length = state.chase, state.chase.length
    over = chase.ending is not None
    yours, theirs = _pools(state)
    return {
        "phase": chase.phase.value,
        "lengths": chase.run_so_far,
        "ending": chase.ending.value if chase.ending else "",
        "won": [one.won.value for one in chase.log if isinstance(one, Ran)],
        "dice": yours.dice,
        "their_dice": theirs.dice,
        "catch": length.catch,
        "tie": length.tie,
        "away": length.away,
        "ends": None if over or chase.phase is not Phase.RUN else _ends(state),
    }


def _effects(state: Kept) -> Iterator[Effect]:
    """Your test of the last length, for your sheet."""
    last, sides = (state.chase.log[-1] if state.chase.log else None), state.sides
    if not isinstance(last, Ran) or state.chase.phase is Phase.TIED:
        return
    mine, theirs = (last.pursuer, last.pursued) if sides.who is Who.PURSUER else (last.pursued, last.pursuer)
    if mine.pool.dice:
        found = classes(mine.pool.dice, theirs.count.successes, choice=True)
        yield from marks_of(sides.key, found, sides.kind, passed=last.won.value == sides.who.value)


session("play-a-chase", rules="MOV-05 MOV-06 RID-09", start=start, moves=moves, step=step, show=show)

"""A duel of wits as a page shows it between two steps: where it stands, what the last step brought, and its end."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Told, Verdict
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.duel_of_wits.compromise import leaves, marks_table
from engine.games.burning_wheel.calculators.duel_of_wits.duel_volley import carried_words, told
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.rules import arguments, duel
from engine.games.burning_wheel.rules.arguments import Ending, Grade
from engine.games.burning_wheel.rules.duel import RULE, SCRIPTED, Action, Part, Standing
from engine.games.burning_wheel.rules.duel_procedure import (
    Cast,
    Divided,
    Duel,
    Left,
    Phase,
    Revealed,
    Scripted,
    Shocked,
    Side,
    Spoken,
)
from engine.games.burning_wheel.sheet.effects import LogTest

SIDES = ("side A", "side B")
OPEN_NOW = (Phase.DIVIDE, Phase.ROLL)
ENDED = (Phase.STEEL, Phase.OVER)


@dataclass(frozen=True, slots=True)
class Case:
    """What a side argues for, where each of its abilities was typed in, and what wounds take from all its dice."""

    statement: str
    stakes: str
    fields: tuple[tuple[str, str], ...]
    borne: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A duel on a page, with the case of each side."""

    duel: Duel
    cases: tuple[Case, Case]

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        return tuple(Told(0, text, rule, self.duel.sides[place].name) for place, text, rule in _brought(self.duel)) or (
            *_resolved(self.duel),
            *_ended(self.duel),
        )


def _brought(state: Duel) -> Iterable[tuple[int, str, str]]:
    """The lines of every step but a resolved volley: whose, what and by which rule."""
    match state.came:
        case None:
            for place, side in enumerate(state.sides):
                yield place, f"starts with {wording.count(side.start, 'die', 'dice')} of argument.", "DOW-04"
        case Scripted(place):
            yield place, f"has scripted exchange {state.exchange}.", "DOW-06"
        case Left(place, how):
            yield place, f"walks away{', which is conceding' if how.loses else ' and drops the topic'}.", "DOW-05"
        case Revealed(scripted, pair, order):
            for place in order:
                wrote, does = scripted[place], pair[place]
                instead = f": {wrote.words} is crossed off" if wrote is not does else ""
                said = f"hesitates{instead}." if does is Action.HESITATE else f"{does.words}."
                yield place, said, RULE[does]
        case Divided(place):
            yield place, "has divided the Rebuttal.", "DOW-14"
        case Shocked(place, obstacle, successes) as shocked:
            counted = wording.count(successes, "success", "successes")
            lost = shocked.heartbeats
            outcome = f"hesitates {wording.count(lost, 'heartbeat')}" if lost else "stands firm"
            yield place, f"tests Steel against {ob(obstacle)}: {counted}, {outcome}.", "DOW-20"


def _resolved(state: Duel) -> Iterable[Told]:
    """The lines of a volley that was resolved."""
    came = state.came
    if isinstance(came, Spoken):
        first, second = state.sides
        yield from told(came.before, came.volley, came.counted, (first.name, second.name), came.house, came.order)


def _ended(state: Duel) -> Iterable[Told]:
    """The line of a volley that ended the duel."""
    if state.winner is not None:
        yield Told(0, "wins the duel.", "DOW-18", state.sides[state.winner].name)
    elif state.ending is Ending.TIE:
        yield Told(0, "Both arguments are used up in the same volley: a tie.", "DOW-21")


def show(played: Played) -> Answer:
    """Where the duel stands; what is scripted stays unseen until it is revealed."""
    state = played.duel
    over = state.phase in ENDED
    blocks: list[Block] = [_headline(played), _standings(state)]
    if state.phase is Phase.SCRIPT:
        blocks.append(_able(state))
        blocks += [block for case in played.cases for block in case.borne]
    if state.phase in OPEN_NOW:
        blocks.append(_rolling(state))
    for cast, lying in state.thrown:
        drawing = drawn(lying, len(lying.dice))
        blocks.append(replace(drawing, sentence=f"{cast_words(state, cast)}: {drawing.sentence}"))
    if any(case.statement or case.stakes for case in played.cases):
        terms = tuple(
            (side.name, case.statement or None, case.stakes or None)
            for side, case in zip(state.sides, played.cases, strict=True)
        )
        blocks.append(Table("What it is about", ("Side", "The case", "If this side wins"), terms, folded=not over))
    if not over:
        return Answer(_values(state), tuple(blocks))
    return _afterwards(played, Answer({**_values(state), **_result(state)}, tuple(blocks)))


def cast_words(state: Duel, cast: Cast) -> str:
    """What dice are for: "Ines’s Rebuttal, the defense half"."""
    part = "" if cast.part is Part.WHOLE else f", {cast.part.words}"
    return f"{state.sides[cast.side].name}’s {cast.action.words if cast.action else 'Steel'}{part}"


def _values(state: Duel) -> dict[str, object]:
    """Where the duel stands, as values; each list has an entry for each side."""

    def each(value: Callable[[Standing], int]) -> list[int]:
        return [value(side.standing) for side in state.sides]

    return {
        "phase": state.phase.value,
        "exchange": state.exchange,
        "volley": state.volley,
        "left": each(lambda now: now.argument),
        "hesitates": each(lambda now: now.carried.hesitates),
        "obstacle": each(lambda now: now.carried.obstacle),
        "dice": each(lambda now: now.carried.dice),
        "test_dice": each(lambda now: now.carried.test_dice),
        "scripted": [bool(side.script) for side in state.sides],
        "actions": [action.value for action in state.pair] if state.phase in OPEN_NOW else [],
        "divided": [side.halves is not None for side in state.sides],
        "successes": [lying.count.successes for _, lying in state.thrown],
        "rolls": sum(len(side.rolls) for side in state.sides),
        "names": [side.name for side in state.sides],
    }


def _result(state: Duel) -> dict[str, object]:
    """How it ended, as values."""
    tied = state.ending is Ending.TIE
    return {
        "ending": state.ending.value,
        "winner": "tie" if tied else "nobody" if state.winner is None else SIDES[state.winner],
        "owed": state.owed.value if state.owed else "none",
        "steel": [state.shock(place) for place in state.shocked],
    }


def _headline(played: Played) -> Verdict:
    """Where the duel stands, in one figure."""
    state = played.duel
    left = [(side.name, wording.number(side.standing.argument)) for side in state.sides]
    tally = ", ".join(f"{name} {amount}" for name, amount in left)
    figure = " : ".join(amount for _, amount in left)
    if state.phase in ENDED:
        return _outcome(played, tuple(Fact(amount, name) for name, amount in left))
    where = f"exchange {state.exchange}, volley {state.volley}"
    if state.phase is Phase.SCRIPT:
        waiting = wording.listed(side.name for side in state.sides if not side.script)
        return Verdict(
            figure,
            (Fact(f"exchange {state.exchange}"), Fact(waiting, "to script")),
            f"{tally}. Exchange {state.exchange}: {waiting} to script.",
        )
    if state.phase is Phase.REVEAL:
        return Verdict(figure, (Fact(where), Fact("reveal it")), f"{tally}. Reveal volley {state.volley}.")
    both = f"{state.pair[0].words} against {state.pair[1].words}"
    if state.phase is Phase.DIVIDE:
        waiting = wording.listed(state.sides[place].name for place in state.dividing)
        return Verdict(both, (Fact(where), Fact(waiting, "to divide")), f"{both}. {waiting} to divide the Rebuttal.")
    return Verdict(both, (Fact(where), Fact("speak and roll")), f"{both}. Speak your parts, then roll.")


def _outcome(played: Played, left: tuple[Fact, ...]) -> Verdict:
    """How the duel ended, in one figure."""
    state = played.duel
    if state.winner is not None and state.owed is not None:
        name, stakes = state.sides[state.winner].name, played.cases[state.winner].stakes
        terms = f" {stakes}." if stakes else ""
        owes = f"owes {state.owed.words}"
        return Verdict(f"{name} wins", (Fact(owes), *left), f"{name} wins and {owes}.{terms}")
    if state.left:
        gone = state.sides[state.left.side].name
        return Verdict("No winner", (Fact(f"{gone} walked away"),), f"{gone} walked away: no terms bind anyone.")
    return Verdict(
        "A tie",
        left,
        "A tie: neither side gets its terms. Compromise, or part and resume another time.",
    )


def _standings(state: Duel) -> Table:
    """Both sides as they stand; what they carry and have scripted only while the duel goes on."""

    def line(side: Side) -> tuple[str, ...]:
        now = side.standing
        left = f"{wording.number(now.argument)} of {side.start}"
        return side.name, left, carried_words(now.carried), "in" if side.script else "to write"

    shown = 2 if state.phase in ENDED else 4
    columns = ("Side", "Argument", "Carries", "Script")
    return Table("The duel", columns[:shown], tuple(line(side)[:shown] for side in state.sides))


def _able(state: Duel) -> Table:
    """What each side can script, with the dice and the skill that test it."""
    houses = [state.scripting(place, SCRIPTED) for place in (0, 1)]

    def cell(place: int, action: Action) -> str | None:
        side = state.sides[place]
        if duel.barred(action, side.dice.get(action, 0), houses[place]):
            return None
        voice = side.voice(action)
        return f"{voice.name} {duel.pool_for(action, voice.pool).dice}D"

    rows = tuple((action, cell(0, action), cell(1, action)) for action in SCRIPTED)
    names = (side.name for side in state.sides)
    return Table("What each side can script", ("Action", *names), rows, folded=True)


def _rolling(state: Duel) -> Table:
    """What each side is about to roll."""

    def line(place: int) -> tuple[Entry, ...]:
        side, action, kind = state.sides[place], state.pair[place], state.kind(place)
        if not kind.rolls:
            return side.name, action, None, None, kind
        split = side.halves.split if side.halves and state.phase is not Phase.DIVIDE else None
        halves = f", {split.defense} and {split.riposte}" if split else ""
        dice = f"{state.pool(place).dice}D{halves}"
        return side.name, action, side.voice(action).name, dice, kind

    return Table("This volley", ("Side", "Action", "Tests", "Dice", "How"), (line(0), line(1)))


def _afterwards(played: Played, answer: Answer) -> Answer:
    """The answer with what is left to do once the duel has ended, and what each side marks."""
    state = played.duel
    blocks: list[Block] = [*answer.blocks, *_owing(state), *_tied(state)]
    for place in state.shocked:
        words = f"{state.sides[place].name} tests Steel against {ob(state.shock(place))}."
        blocks.append(Note(words, rule="DOW-20"))
    effects: list[LogTest] = []
    marks = []
    for place, (side, case) in enumerate(zip(state.sides, played.cases, strict=True)):
        found, fields = state.marks(place).abilities, dict(case.fields)
        marks.append({one.name: one.value for one in found})
        effects += [effect for one in found for effect in leaves(fields[one.name], one)]
        blocks += [marks_table(f"{side.name} marks", found)] if found else []
    return Answer({**answer.values, "marks": marks}, tuple(blocks), tuple(effects))


def _owing(state: Duel) -> Iterable[Note]:
    """What binds both once one has won."""
    if state.winner is None or state.owed is None:
        return
    won, lost = state.sides[state.winner], state.sides[1 - state.winner]
    if state.owed is not Grade.NONE:
        had = f"{won.standing.argument} of {won.start} dice left"
        yield Note(f"{won.name} has {had} and owes {state.owed.words}.", rule="DOW-19")
    yield Note(f"{lost.name} abides by the terms for now, and need not agree.", rule="DOW-18")


def _tied(state: Duel) -> Iterable[Note]:
    """Who held the initiative in a tie, where the table counts it."""
    if state.ending is not Ending.TIE or not state.readings.initiative():
        return
    first, second = state.sides
    if ahead := arguments.initiative(first.standing.argument, second.standing.argument):
        name = (first if ahead > 0 else second).name
        yield Note(f"{name} was driven less far below zero and may set the terms of a compromise.", rule="DOW-21")

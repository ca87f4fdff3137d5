"""A duel of wits as a page shows it between two steps: where it stands, what the last step brought, and its end."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine import wording
from engine.answer import Answer, Block, Note, Told
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.duel_of_wits.compromise import leaves, marks_table
from engine.games.burning_wheel.calculators.duel_of_wits.duel_stage import (
    ENDED,
    OPEN_NOW,
    Case,
    Past,
    stage,
)
from engine.games.burning_wheel.calculators.duel_of_wits.duel_volley import told
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.partner import Partner
from engine.games.burning_wheel.forms.sealing import SIDES, Seals
from engine.games.burning_wheel.rules import arguments
from engine.games.burning_wheel.rules.arguments import Ending, Grade
from engine.games.burning_wheel.rules.duel import RULE, Action, Part, Standing
from engine.games.burning_wheel.rules.duel_procedure import (
    Cast,
    Divided,
    Duel,
    Left,
    Phase,
    Revealed,
    Scripted,
    Shocked,
    Spoken,
)
from engine.games.burning_wheel.rules.sealed import Where
from engine.games.burning_wheel.sheet.effects import LogTest


@dataclass(frozen=True, slots=True)
class Played:
    """A duel on a page: the case of each side, the volleys of its exchange that were rolled, the seals that have come
    from other devices, the partner that plays a side, whether that has just `joined`, and what it says."""

    duel: Duel
    cases: tuple[Case, Case]
    past: tuple[Past, ...] = ()
    seals: Seals = Seals()
    partner: Partner | None = None
    joined: bool = False
    said: tuple[Told, ...] = ()

    def sealed(self, place: int, seal: str, where: Where) -> "Played":
        """The same duel with the seal of a side’s script. Raises `Refused` where it belongs elsewhere."""
        return replace(self, seals=self.seals.with_seal(place, seal, where), past=())

    def after(self, state: Duel) -> "Played":
        """The same duel one step later; the first script of an exchange clears the last one's volleys away."""
        seals = self.seals.settled(kept=state.phase is Phase.SCRIPT)
        past = self.past
        match state.came:
            case Spoken() as came:
                past = (*past, Past(came, state.thrown))
            case Scripted():
                past = ()
        return replace(self, duel=state, past=past, seals=seals, joined=False, said=())

    @property
    def told(self) -> tuple[Told, ...]:
        """What the last step brought."""
        if self.seals.came is not None:
            name = self.duel.sides[self.seals.came].name
            return (Told(0, f"has sealed a script for exchange {self.duel.exchange}.", "DOW-06", name),)
        if self.joined:
            return self.said
        came = tuple(Told(0, text, rule, self.duel.sides[place].name) for place, text, rule in _brought(self.duel))
        return came or (*_resolved(self.duel), *_ended(self.duel), *self.said)


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
    blocks: list[Block] = [stage(state, played.cases, played.past, played.seals)]
    if state.phase is Phase.SCRIPT:
        blocks += [block for case in played.cases for block in case.borne]
    for cast, lying in state.thrown:
        if cast.action is None:
            drawing = drawn(lying, len(lying.dice))
            blocks.append(replace(drawing, sentence=f"{cast_words(state, cast)}: {drawing.sentence}"))
    if state.phase not in ENDED:
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

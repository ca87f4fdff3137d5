"""A duel of wits as a stage: whose turn it is, both bodies of argument, and the volleys of an exchange as cards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import wording
from engine.answer import Bar, Block, Card, Column, Face, Fact, Shown, Stage, Terms
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.duel_of_wits.duel_volley import carried_words
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.forms.sealing import SIDES, Seals
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.duel import VOLLEYS, Action, Kind
from engine.games.burning_wheel.rules.duel_procedure import Cast, Duel, Phase, Side, Spoken

OPEN_NOW = (Phase.DIVIDE, Phase.ROLL)
ENDED = (Phase.STEEL, Phase.OVER)


@dataclass(frozen=True, slots=True)
class Case:
    """What a side argues for, where each of its abilities was typed in, what wounds take from all its dice, and all
    that it brings, in a line."""

    statement: str
    stakes: str
    fields: tuple[tuple[str, str], ...]
    borne: tuple[Block, ...]
    setup: str = ""


@dataclass(frozen=True, slots=True)
class Past:
    """A volley that was rolled: what came of it, and the dice."""

    came: Spoken
    thrown: tuple[tuple[Cast, Fallen], ...]


def stage(state: Duel, cases: tuple[Case, Case], past: tuple[Past, ...], seals: Seals) -> Stage:
    """The duel between two steps; `past` are the volleys of the exchange that were rolled, `seals` those that came."""
    figure, line, sentence = _outcome(state, cases) if state.phase in ENDED else _turn(state, seals)
    sides = range(len(state.sides))
    terms = (Terms(place, cases[place].statement, cases[place].stakes) for place in sides)
    return Stage(
        figure,
        tuple(map(Fact, line.split(" · "))),
        sentence,
        None,
        tuple(_bar(state, place) for place in sides),
        tuple(_columns(state, past, seals)),
        tuple(one for one in terms if one.case or one.stakes),
        " · ".join(case.setup for case in cases),
    )


def icon_of(action: Action) -> str:
    """The icon of an action."""
    return f"{NAME}/{action.value}"


def tally(state: Duel) -> str:
    """What both have left, by their names: "Ines 5 · Bertram 3"."""
    return " · ".join(f"{side.name} {wording.number(side.standing.argument)}" for side in state.sides)


def waiting(state: Duel, seals: Seals) -> tuple[int, ...]:
    """The sides that script or divide next, in turn; last whoever has to open a seal."""
    if state.phase is not Phase.SCRIPT:
        return state.dividing if state.phase is Phase.DIVIDE else ()
    places = (place for place, side in enumerate(state.sides) if not side.script)
    return seals.last(places)


def _turn(state: Duel, seals: Seals) -> tuple[str, str, str]:
    """Whose turn it is while the duel goes on: in a figure, a line, and a sentence."""
    left = tally(state)
    if state.phase is Phase.SCRIPT:
        places = waiting(state, seals)
        listed = wording.listed(state.sides[place].name for place in places)
        name, where = state.sides[places[0]].name, f"Exchange {state.exchange}"
        return (
            f"{name} {'opens' if seals.codes[places[0]] else 'scripts'}",
            where,
            f"{left}. {where}: {listed} to script.",
        )
    where = f"Exchange {state.exchange}, volley {state.volley} of {VOLLEYS}"
    if state.phase is Phase.REVEAL:
        volley = f"Volley {state.volley}"
        return volley, f"Exchange {state.exchange} · face down", f"{left}. Reveal {volley.lower()}."
    both = f"{state.pair[0].words} against {state.pair[1].words}"
    if state.phase is Phase.DIVIDE:
        listed = wording.listed(state.sides[place].name for place in state.dividing)
        divides = f"{listed} {'divides' if len(state.dividing) == 1 else 'divide'} the Rebuttal"
        return both, f"{where} · {divides}", f"{both}. {divides}."
    return both, f"{where} · speak and roll", f"{both}. Speak your parts, then roll."


def _outcome(state: Duel, cases: tuple[Case, Case]) -> tuple[str, str, str]:
    """How the duel ended: in a figure, a line, and a sentence."""
    if state.winner is not None and state.owed is not None:
        name, stakes = state.sides[state.winner].name, cases[state.winner].stakes
        owes = f"owes {state.owed.words}"
        return f"{name} wins", f"{name} {owes}", f"{name} wins and {owes}.{f' {stakes}.' if stakes else ''}"
    if state.left:
        gone = state.sides[state.left.side].name
        return "No winner", f"{gone} walked away", f"{gone} walked away: no terms bind anyone."
    tie = "A tie: neither side gets its terms. Compromise, or part and resume another time."
    return "A tie", "neither side gets its terms", tie


def _bar(state: Duel, place: int) -> Bar:
    """A side's body of argument, and what it carries while the duel goes on."""
    side = state.sides[place]
    left = side.standing.argument
    carries = "" if state.phase in ENDED else carried_words(side.standing.carried)
    words = f"argument: {wording.number(left)} of {wording.count(side.start, 'die', 'dice')}"
    return Bar(SIDES[place], side.name, words, left, side.start, "" if carries == "nothing" else carries)


def _columns(state: Duel, past: tuple[Past, ...], seals: Seals) -> Iterator[Column]:
    """The volleys of the exchange; those of the last one until someone has scripted the next."""
    for number, one in enumerate(past, 1):
        yield _rolled(state, number, one)
    if state.phase in ENDED or not (any(side.script for side in state.sides) or any(seals.codes)):
        return
    for volley in range(len(past) + 1, VOLLEYS + 1):
        if volley == state.volley and state.phase in OPEN_NOW:
            yield _open(state)
        else:
            cards = tuple(_unseen(state, place, volley, seals.codes[place]) for place in range(len(state.sides)))
            yield Column(f"Volley {volley}", "to come", cards)


def _unseen(state: Duel, place: int, volley: int, seal: str) -> Card:
    """What a side has written for a volley to come, if it has, or that it loses it."""
    side = state.sides[place]
    if volley - state.volley < side.standing.carried.hesitates:
        return Card(place, Shown.LOST, f"{side.name}: hesitating", icon=icon_of(Action.HESITATE))
    if side.script or seal:
        return Card(place, Shown.BACK, f"{side.name}: sealed", icon="sealed")
    return Card(place, Shown.BLANK, f"{side.name}: not written")


def _open(state: Duel) -> Column:
    """The volley that is turned over: what both are about to roll, and how the two meet."""
    first, second = (state.kind(place) for place in range(len(state.sides)))
    meet = duel.looked_up(*state.pair)[0].headline
    words = f"**{_relation(first, second)}** · {meet}"
    cards = tuple(_face(state, place, state.pair[place], state.kind(place)) for place in range(len(state.sides)))
    return Column(f"Volley {state.volley}", "now", cards, words, now=True)


AGAINST = (Kind.OPPOSED, Kind.TWICE, Kind.OPPOSED_WILL, Kind.HALVES, Kind.BOTH_HALVES)
VOID = (Kind.WINS, Kind.LOST, Kind.FREE_POINT)


def _relation(first: Kind, second: Kind) -> str:
    """How two actions meet, in a word."""
    if first in AGAINST or second in AGAINST:
        return "against"
    return "void" if first in VOID or second in VOID else "each for itself"


def _face(state: Duel, place: int, action: Action, kind: Kind) -> Card:
    """An action that lies open and is not rolled yet."""
    side = state.sides[place]
    if action is Action.HESITATE:
        return Card(place, Shown.LOST, action.words, icon=icon_of(action))
    if not kind.rolls:
        return Card(place, Shown.FACE, action.words, kind.words, icon_of(action))
    tested = side.voice(action).name
    if side.halves and state.phase is Phase.ROLL:
        split = side.halves.split
        tested += f": {split.defense} for defense, {split.riposte} for the riposte"
    return Card(place, Shown.FACE, action.words, tested, icon_of(action), f"{state.pool(place).dice}D")


def _rolled(state: Duel, number: int, past: Past) -> Column:
    """A volley as it came out."""
    came = past.came
    cards = tuple(_result(state.sides[place], place, past) for place in range(len(state.sides)))
    lost = [
        f"**{side.name} {wording.number(-effect.lost)}**"
        for side, effect in zip(state.sides, came.volley.effects, strict=True)
        if effect.lost
    ]
    return Column(f"Volley {number}", "done", cards, " · ".join(lost) or "nothing lost")


def _result(side: Side, place: int, past: Past) -> Card:
    """What a side did in a volley, and what its dice came to."""
    action = past.came.volley.actions[place]
    if action is Action.HESITATE:
        return Card(place, Shown.LOST, action.words, icon=icon_of(action))
    casts = [(cast, fell) for cast, fell in past.thrown if cast.side == place and cast.action is action]
    if not casts:
        kind = duel.kind(action, past.came.volley.actions[1 - place], past.came.house)
        return Card(place, Shown.FACE, action.words, kind.words, icon_of(action))
    voice = side.voice(action).name
    pools = " + ".join(f"{cast.pool.dice}D" for cast, _ in casts)
    successes = " + ".join(str(fell.count.successes) for _, fell in casts)
    faces = tuple(face for _, fell in casts for face in _faces(fell))
    return Card(place, Shown.FACE, action.words, f"{voice} {pools}", icon_of(action), successes, faces)


def _faces(fell: Fallen) -> Iterator[Face]:
    return (replace(face, opened_by=None) for face in drawn(fell, len(fell.dice)).faces)

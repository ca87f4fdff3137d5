"""Every session walked through by its own moves: what is offered can be made, and every step is told once."""

import itertools
import json
import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import app, forms, games, pages, session
from engine.answer import plain
from engine.games.burning_wheel.calculators.fight import fight_moves, fight_played, of_several
from engine.games.burning_wheel.calculators.range_and_cover import range_moves, range_played
from engine.games.burning_wheel.forms import sealing
from engine.games.burning_wheel.rules.fight_procedure import usual_script
from engine.session import Session, Tape, Turn, Waiting
from tests import sample
from tests.unit.test_cases import ALL

assert sample
SESSIONS = [name for name in app.names() if isinstance(app.entry(name), Session)]
MOST_STATES = 11
MOST_TRIES = 300
GIVING_UP = re.compile("walk away|walks away|drop out|cut your|think again|concede|surrender", re.IGNORECASE)
SEALED = ("seal-came", "open-sealed", "open-act")
VOLLEYS = ("first", "second", "third")
"""A text of the reader's own that a move cannot do without, so that its form is refused as long as it is empty."""
WRITTEN = {
    *itertools.product(("duel", "range-play", "fight-play", "fight-of-several"), SEALED),
    ("beliefs-kept", "change"),
    ("die-of-fate", "declare"),
}

SETUPS: dict[str, tuple[dict[str, Any], ...]] = {
    "duel": (
        {"a.skills": [{"skill": "oratory", "ability": "B1"}], "b.skills": [{"skill": "haggling", "ability": "B2"}]},
        {"a.skills": [{"skill": "rhetoric", "ability": "B12"}], "b.body.is": "typed", "b.body.dice": 1},
    ),
    "haggling-table": ({"yours": "B1", "theirs": "B0", "asking": 1}, {"resources": "B0"}, {"tests": 1, "asking": 2}),
    "purse-by-cycles": ({"resources": "B0"}, {"resources": "B1", "taxed": 1}, {"resources": "B0", "cash": 2}),
    "shopping-trip": ({"price.is": "own", "price.obstacle": 1}, {"resources": "B0"}, {"resources": "B1", "cash": 3}),
    "seventeen-steps": (
        {"fate": 0, "persona": 0, "deeds": 0, "fast": True},
        {"tested": "perception", "fast": True, "wounds.superficial": 1, "wounds.light": 2, "fate": 1, "persona": 1},
        {"tested": "steel", "ability": "B2", "fast": True},
        {"tested": "will", "wounds.superficial": 1, "wounds.midi": 1},
    ),
    "call-ons": ({"traits": []}, {"traits": [{"name": "One", "used": True}, {"name": "Two"}]}),
    "beliefs-kept": ({"beliefs": [], "instincts": []},),
    "experience-log": ({"kind": "steel"}, {"kind": "reflexes"}),
    "instalments": ({"parts": 2},),
    "play-a-blow": (
        {
            "how": {"is": "shot", "missile": "pistol", "band": "close", "shield": 5},
            "armor": "Torso: chainmail, superior",
        },
        {"how": {"is": "hurled"}, "armor": ""},
        {"how": {"is": "blown"}},
        {"skill": "B9", "how": {"is": "swung", "offered": "legs", "wanted": "head", "defense": "B2"}},
    ),
    "ride-a-pass": (
        {"you": {"lance": "B9"}, "armor": "Torso: full plate, superior", "their_armor": ""},
        {"you": {"lance": "B1"}, "they": {"lance": "B9"}, "armor": "Left arm: chainmail", "ground": "mud"},
    ),
    "cast-a-spell": (
        {"spell": "shards", "forte": "B1", "sorcery": "B1", "will": "B1"},
        {"spell": "turn-aside", "will": "B2", "held": 1, "lost": 3},
        {"spell": "the-fear", "way": {"is": "carefully", "dice": 2}, "wounds": {"dice": 1, "superficial": 1}},
        {"spell": {"is": "own", "name": "Hush", "duration": "elapsed", "caret": True, "damage": "half"}, "persona": 1},
    ),
    "learning-a-spell": (
        {"spell": "the-fear", "perception": "B9", "sorcery": "B3"},
        {"standing": "practicals", "made": 5, "forte": "B1", "sorcery": "B1", "will": "B1"},
        {"spell": "eldritch-shield", "stat": 3, "standing": "practicals", "made": 4},
        {"standing": "second", "sorcery": "B2"},
        {"perception": "B10", "sorcery": "B9"},
    ),
    "die-of-fate": (
        {"condition": "The gun fires", "use": {"is": "powder"}},
        {"condition": "Struck by lightning", "use": {"is": "event"}, "throws": 3},
    ),
}
"""Where sessions begin that their pages and cases do not think of: nothing to roll, nothing to pay with, one die."""


@cache
def examples() -> dict[str, list[dict[str, Any]]]:
    """The inputs of every calculator's examples on its page, by name."""
    found: dict[str, list[dict[str, Any]]] = {}
    for page, sections in pages.all_pages(Path("docs")):
        for fence in (fence for section in sections for fence in section.fences if fence.language == pages.CALCULATOR):
            asked = pages.read_calculator(fence, page, quick=True)
            found.setdefault(asked.use, []).extend([dict(asked.opened.inputs), *asked.examples.values()])
    return found


def entry_of(name: str) -> Session:
    entry = app.entry(name)
    assert isinstance(entry, Session)
    return entry


def beginnings(name: str) -> list[Tape]:
    """Where a session is walked from: its defaults, the odd, its page's examples and its cases, played."""
    found: list[tuple[Any, Any, dict[str, str]]] = [({}, (), {}), *((one, (), {}) for one in SETUPS.get(name, ()))]
    found += [(inputs, (), {}) for inputs in examples().get(name, ())]
    found += [(one.inputs, one.steps, dict(one.rulings)) for one in ALL if one.calculator == name and not one.error]
    longest: dict[str, Tape] = {}
    for inputs, steps, chosen in found:
        entry = entry_of(name)
        tape = session.replay(entry, {"setup": inputs, "steps": list(steps)}, games.rulings_of(entry, chosen))
        assert not tape.complaint
        key = json.dumps([tape.setup, chosen], sort_keys=True)
        longest[key] = max(longest.get(key, tape), tape, key=lambda one: len(one.steps))
    return list(longest.values())


def rolled(entry: Session, state: Any, side: str, move: Any, face: int = 4) -> tuple[dict[str, Any], Any]:
    """A step, asked for roll by roll, with one face on all dice and a 1 on extra ones, and the state after it.

    Raises `forms.Unusable`.
    """
    faces: list[int] = []
    while isinstance(played := session.play(entry, state, {"side": side, "move": move, "faces": faces}), Waiting):
        roll = played.throws[-1]
        assert roll.missing, f"{roll.words} waits for nothing"
        faces += [1 if roll.extra else min(face, roll.sides)] * roll.missing
    return {"side": side, "move": move, "faces": faces}, played[0]


def choices(kind: Any, default: Any) -> list[Any]:
    """A few of the values that a field takes, its default first."""
    match kind:
        case forms.Truth():
            found: list[Any] = [False, True]
        case forms.Whole(least, most):
            found = [*range(least, min(least + 7, most) + 1), most]
        case forms.OneOf(of):
            found = [member.value for member in of]
        case forms.Maybe(inner):
            found = [None, *choices(inner, 1)]
        case forms.Words():
            found = ["x"]
        case _:
            found = []
    return [default, *(one for one in found if one != default)]


def ways(turn: Turn, name: str) -> Iterator[dict[str, Any]]:
    """The default input of a move, then others, bounded."""
    fields = turn.groups[name].fields
    values = [choices(field.kind, field.default) for field in fields]
    for found in itertools.islice(itertools.product(*values), MOST_TRIES):
        yield {forms.CHOICE: name, **dict(zip([field.name for field in fields], found, strict=True))}


def sealed(name: str, state: Any, side: str, branch: str) -> dict[str, Any] | None:
    """A secret move under seal that a side can take over or open now; None where a seal of a case has come before."""
    if name == "duel":
        return sealed_script(state, side, branch)
    place = of_several.SIDES.index(side) if name == "fight-of-several" else int(side == "side B")
    if name == "fight-of-several":
        where = of_several.where_of(state, place)
        move: Any = of_several.Write.of(usual_script(state.several.fighters[place].asks), "0f" * 16)
    elif name == "fight-play":
        where = fight_played.where_of(state.fight, place)
        move = fight_moves.Write.of(usual_script(state.fight.sides[place].asks), "0f" * 16)
    else:
        where = range_played.where_of(state.conflict, place)
        move = range_moves.Declare(nonce="0f" * 16) if where.volley else range_moves.Script(nonce="0f" * 16)
    came, opens = sealing.handed(move, where, both=True)
    if state.seals.codes[place] not in ("", came.seal):
        return None
    made = came if branch == "seal-came" else opens
    return {forms.CHOICE: branch, **forms.kind_of(type(made)).write(made)}


def sealed_script(state: Any, side: str, branch: str) -> dict[str, Any]:
    """A sealed script that a side of a duel can take over or open now: one that avoids, where it does not hesitate."""
    lost = state.duel.sides[int(side == "side B")].standing.carried.hesitates
    script = {f"step.{one}": "hesitate" if place < lost else "avoid" for place, one in enumerate(VOLLEYS)}
    asked = {"step.is": "seal-it", "step.nonce": "0f" * 16, "exchange": state.duel.exchange, **script}
    names = [one.name for one in state.duel.sides]
    called, whose = " and ".join(names)[:40], names[int(side == "side B")][:20]  # these stand in the seal
    asked |= {"duel": called, "side": whose}
    codes = app.run("sealed-script", asked).answer.values
    opened = {"opened": codes["opened"], "called": called, "whose": whose} if branch == "open-sealed" else {}
    return {forms.CHOICE: branch, "seal": codes["seal"], **opened}


def accepted(
    entry: Session, state: Any, side: str, tries: Iterator[dict[str, Any]], most: int, face: int = 4
) -> list[Any]:
    """The states that the first few inputs lead to that are not refused."""
    found = []
    for move in tries:
        try:
            found.append(rolled(entry, state, side, move, face)[1])
        except forms.Unusable:
            continue
        if len(found) == most:
            break
    return found


@dataclass(frozen=True)
class Offered:
    """A move that is offered in a state: why it is refused as its form starts, if so, whether dice fall in it then,
    and whether any input of it is accepted."""

    side: str
    turn: Turn
    branch: str
    refused: str
    fell: bool
    possible: bool


@cache
def walked(name: str) -> list[Offered]:
    """What is offered in the states that a session can come to; every move that is not refused is walked on."""
    entry = entry_of(name)
    found = []
    for tape in beginnings(name):
        waiting, seen = deque(tape.states), set()
        while waiting and len(seen) < MOST_STATES:
            state = waiting.popleft()
            turns = session.move_forms(entry, state)
            mark = session.fingerprint(entry.show(state)), str([(side, *turn.groups) for side, turn in turns.items()])
            if mark in seen:
                continue
            seen.add(mark)
            for side, turn in turns.items():
                for branch in turn.groups:
                    start, refused, fell = {forms.CHOICE: branch}, "", False
                    try:
                        step, then = rolled(entry, state, side, start, 1)
                        fell = bool(step["faces"])
                        after = [then, rolled(entry, state, side, start, 6)[1]] if fell else [then]
                    except forms.Unusable as error:
                        refused, after = error.message, []
                    under_seal = sealed(name, state, side, branch) if branch in SEALED else {}
                    if under_seal is None:
                        continue
                    tries = iter([under_seal]) if under_seal else ways(turn, branch)
                    after += accepted(entry, state, side, tries, 2)
                    after += accepted(entry, state, side, itertools.islice(ways(turn, branch), 9, None, 31), 1)
                    found.append(Offered(side, turn, branch, refused, fell, bool(after)))
                    waiting += after
    return found


EVERY = pytest.mark.parametrize("name", SESSIONS)


@EVERY
def test_what_is_offered_can_be_made_as_its_form_starts(name: str) -> None:
    needed = [one for one in walked(name) if (name, one.branch) not in WRITTEN]
    assert sorted({f"{one.side}: {one.branch}: {one.refused}" for one in needed if one.refused}) == []


@EVERY
def test_nothing_is_offered_and_always_refused(name: str) -> None:
    assert sorted({f"{one.side}: {one.branch}: {one.refused}" for one in walked(name) if not one.possible}) == []


@EVERY
def test_no_form_starts_with_giving_up(name: str) -> None:
    for one in walked(name):
        giving = {branch for branch, group in one.turn.groups.items() if getattr(group.cls, "gives_up", False)}
        assert {branch for branch in one.turn.groups if GIVING_UP.search(one.turn.does[branch])} <= giving
        assert one.turn.first not in giving
        assert one.turn.first or giving == set(one.turn.groups)


@EVERY
def test_every_button_says_what_it_does(name: str) -> None:
    for turn in (one.turn for one in walked(name)):
        said = [turn.does[branch] for branch in turn.groups]
        assert len(set(said)) == len(said)
        assert all(len(words) > 2 and words[0].isalnum() and not words[0].islower() for words in said), said


@EVERY
def test_own_dice_are_offered_exactly_where_dice_fall(name: str) -> None:
    falling: dict[str, bool] = {}
    for one in (one for one in walked(name) if not one.refused):
        falling[one.branch] = falling.get(one.branch, False) or one.fell
    assert falling == {one.branch: one.branch in one.turn.rolls for one in walked(name) if one.branch in falling}


def journey(begun: Tape, steps: int) -> Tape:
    """A session played on and on from its setup, its moves one after the other, as long as it goes on."""
    entry = begun.entry
    tape = Tape(entry, begun.setup, begun.ask)
    for number in range(steps):
        state = tape.states[-1]
        turns = session.move_forms(entry, state)
        open_to = [(side, branch) for side, turn in turns.items() for branch in turn.groups]
        for side, branch in [*open_to[number % max(1, len(open_to)) :], *open_to]:
            try:
                said, _ = rolled(entry, state, side, {forms.CHOICE: branch}, 4 + number % 2)
            except forms.Unusable:
                continue
            tape.play(said, number)
            break
        else:
            break
    return tape


def texts_in(said: Any) -> Iterator[str]:
    """Every text in an answer's blocks."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict | list):
        for one in said.values() if isinstance(said, dict) else said:
            yield from texts_in(one)


@EVERY
def test_a_step_is_told_once(name: str) -> None:
    """The machinery tells it, and no block of the session's own says the same sentence."""
    for tape in itertools.chain.from_iterable((begun, journey(begun, 25)) for begun in beginnings(name)):
        told = [line for at in range(len(tape.states)) for line in tape.story(at) if line.step == at]
        counted = Counter((line.step, line.side, line.text) for line in told)
        assert not [line for line, times in counted.items() if times > 1]
        for at, state in enumerate(tape.states):
            shown = tape.entry.show(state)
            drawn = list(texts_in(plain(shown.blocks)))
            for line in (line for line in told if line.step == at and line.text.count(" ") > 1):
                assert not [text for text in drawn if line.text in text], f"step {at}: {line.text}"


@EVERY
def test_an_answer_does_not_grow_without_end(name: str) -> None:
    """After the first steps an answer, story and values too, stays as long: no more than `MOST_TOLD` steps are told."""
    settled = session.MOST_TOLD + 10
    for begun in beginnings(name)[:3]:
        tape = journey(begun, 3 * settled)
        session.hold("long", tape)
        sizes = []
        for at in range(len(tape.states)):
            asked = {"do": "step", "calculator": name, "tape": "long", "at": at, "rulings": dict(begun.ask.chosen)}
            sizes.append(len(app.call(json.dumps(asked))))
        assert max(sizes) < 1.5 * max(sizes[:settled]), name

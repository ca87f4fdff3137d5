"""Sessions: calculators that have a state and move from step to step.

A session is four pure functions over frozen states::

    start(setup fields …, *, ask) -> State
    moves(state) -> {side: (Move dataclasses open to it)}
    step(state, side, move, dice) -> State
    show(state) -> Answer

A state may have ``told``: lines (`engine.answer.Told`) on what the step that led to it brought, and why. The machinery
numbers them and puts them under the answer as its story.

Moves are dataclasses, so their forms come from the same code as a function's signature. What happened is a *log*:
the setup, then every step with its side, its move and the faces of the dice that fell. A log is replayed, never
trusted: each step carries a fingerprint of what it led to, and a replay that differs stops at the last that agrees.
"""

import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import __version__, answer, calculators, forms, progress, wording
from engine.refused import Refused
from engine.rulings import Rulings

LOG_FORMAT = 1
MOST_STEPS = 10_000
MOST_TOLD = 30
"""Steps whose story stands under an answer; the log has all of them."""
MOST_HELD = 8
REPORTED = 250
"""A long replay tells of its progress every so many steps."""


class Dice:
    """The dice of one step: faces that were rolled at the table or stand in a log first, then seeded ones.

    `faces` collects what fell, for the log. A face is a whole number from 1 to the sides of its die.
    """

    def __init__(self, given: Sequence[int] = (), seed: int = 0) -> None:
        self._given = list(given)
        self._random = random.Random(seed)
        self.faces: list[int] = []

    def roll(self, sides: int = 6) -> int:
        """The next face. Raises `Refused` where a given face is not on such a die."""
        face = self._given.pop(0) if self._given else self._random.randint(1, sides)
        if not 1 <= face <= sides:
            raise Refused(f"A die here shows 1 to {sides}; {face} was given.")
        self.faces.append(face)
        return face

    @property
    def left(self) -> int:
        """How many of the given faces were not asked for."""
        return len(self._given)


@dataclass(frozen=True, slots=True)
class Session:
    """A registered session: its name, rules, question, the form of its setup, and its four functions."""

    name: str
    rules: tuple[str, ...]
    question: str
    form: forms.Form
    start: Callable[..., Any]
    moves: Callable[[Any], Mapping[str, Sequence[type]]]
    step: Callable[[Any, str, Any, Dice], Any]
    show: Callable[[Any], answer.Answer]


def session(
    name: str,
    *,
    rules: str,
    start: Callable[..., Any],
    moves: Callable[[Any], Mapping[str, Sequence[type]]],
    step: Callable[[Any, str, Any, Dice], Any],
    show: Callable[[Any], answer.Answer],
) -> Session:
    """Register a session called `name` that works the `rules`; the docstring of `start` is its question."""
    entry = Session(
        name, tuple(rules.split()), calculators.question_of(start), forms.form_of(start), start, moves, step, show
    )
    calculators.register(entry)
    return entry


def move_forms(entry: Session, state: Any) -> dict[str, forms.Branches]:
    """For each side that may move now, the choice of its moves."""
    return {
        side: forms.Branches({forms.branch_name(move): forms.kind_of(move) for move in open_moves})
        for side, open_moves in entry.moves(state).items()
        if open_moves
    }


class Tape:
    """A session as it was played: every state that it went through, and the log's entry of each step between two.

    Undo and redo only go along it. A step that is made before its end takes the place of all that followed there.
    `complaint` says why a replay was cut short, if it was.
    """

    def __init__(self, entry: Session, setup: Any, ask: Rulings) -> None:
        """A session that is about to begin. Raises `forms.Unusable` where the setup cannot be used."""
        values = entry.form.read(setup)
        self.entry = entry
        self.ask = ask
        self.setup = entry.form.write(values)
        try:
            self.states = [entry.start(**values, **({"ask": ask} if entry.form.asks else {}))]
        except Refused as error:
            raise forms.Unusable("", str(error)) from None
        self.steps: list[dict[str, Any]] = []
        self.complaint = ""

    def within(self, at: Any) -> int:
        """How many steps are done at `at`: the end of the tape for anything but a number on it."""
        on_it = isinstance(at, int) and not isinstance(at, bool) and 0 <= at <= len(self.steps)
        return at if on_it else len(self.steps)

    def play(self, said: Any, at: int) -> int:
        """Make one step from where `at` steps are done, and say how many then are. Raises as `play` does."""
        if at >= MOST_STEPS:
            raise forms.Unusable("move", f"A log has at most {MOST_STEPS} steps, and this one has as many.")
        state, step = play(self.entry, self.states[at], said)
        self.states[at + 1 :] = [state]
        self.steps[at:] = [step]
        return at + 1

    def log(self) -> dict[str, Any]:
        """All of it in canonical form, what was undone and can be done again too."""
        return {"format": LOG_FORMAT, "version": __version__, "setup": self.setup, "steps": self.steps}

    def story(self, at: int) -> tuple[answer.Told, ...]:
        """What the last `MOST_TOLD` steps up to `at` brought, as the states themselves tell it (`told`)."""
        first = max(0, at - MOST_TOLD + 1)
        return tuple(
            replace(line, step=number)
            for number, state in enumerate(self.states[first : at + 1], first)
            for line in getattr(state, "told", ())
        )


def fingerprint(shown: answer.Answer) -> str:
    """Eight hex digits that change when what a state shows changes."""
    text = json.dumps(answer.plain(shown.values), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def in_words(log: Mapping[str, Any]) -> str:
    """The steps of a log, a line each: who, what, and the faces that fell."""
    lines = []
    for number, step in enumerate(log["steps"], 1):
        what, *rest = (f"{value}" if key == forms.CHOICE else f"{key} {value}" for key, value in step["move"].items())
        faces = ", rolled " + " ".join(str(face) for face in step["faces"]) if step["faces"] else ""
        lines.append(f"{number}. {step['side']}: {', '.join([what, *rest])}{faces}")
    return "\n".join(lines)


def replay(entry: Session, log: Mapping[str, Any], ask: Rulings) -> Tape:
    """Play a log from its setup. A step that cannot be read or leads elsewhere ends the replay with a sentence.

    Raises `forms.Unusable` where the setup itself cannot be used or the log is of a format to come.
    """
    if log.get("format", LOG_FORMAT) != LOG_FORMAT:
        said = wording.quoted(log.get("format"))
        raise forms.Unusable("log.format", f"This reads logs of format {LOG_FORMAT}; this one says {said}.")
    tape = Tape(entry, log.get("setup", {}), ask)
    said_steps = log.get("steps", [])
    for number, said in enumerate(said_steps if isinstance(said_steps, list) else [], 1):
        if number > MOST_STEPS:
            tape.complaint = (
                f"A log has at most {MOST_STEPS} steps; this one has {len(said_steps)} and ends after those."
            )
            break
        try:
            after, step = play(entry, tape.states[-1], said)
        except forms.Unusable as error:
            tape.complaint = f"Step {number} could not be replayed, so the log ends before it: {error}"
            break
        if said.get("shows", step["shows"]) != step["shows"]:
            version = wording.quoted(log.get("version", "unknown"))
            tape.complaint = (
                f"Step {number} comes out differently than under version {version}; the log ends before it."
            )
            break
        tape.states.append(after)
        tape.steps.append(step)
        if number % REPORTED == 0:
            progress.report(number, len(said_steps))
    return tape


_held: dict[str, Tape] = {}


def hold(key: str, tape: Tape) -> None:
    """Keep a tape in memory under a key of the page's own, so that its next step needs no replay."""
    _held.pop(key, None)
    _held[key] = tape
    while len(_held) > MOST_HELD:
        del _held[next(iter(_held))]


def held(key: str) -> Tape | None:
    """The tape that is kept under a key, if it still is."""
    return _held.get(key)


def _typed(faces: Any) -> Any:
    """Faces that a reader typed, "6 5 2 1" or "6521", as numbers; what is no such text stays as it is."""
    if not isinstance(faces, str) or not re.fullmatch(r"[0-9 ,]{0,400}", faces):
        return faces
    apart = faces.replace(",", " ").split()
    return [int(face) for face in (apart if len(apart) > 1 else "".join(apart))]


def play(entry: Session, state: Any, said: Any) -> tuple[Any, dict[str, Any]]:
    """One step: the state after it and its entry in the log.

    `said` has ``side``, ``move`` (inputs with ``is``), and ``faces`` (given dice) or ``seed``.
    Raises `forms.Unusable` where side, move or faces cannot be used.
    """
    if not isinstance(said, Mapping):
        raise forms.Unusable("move", f"A step is a side and a move; this is {wording.quoted(said)}.")
    open_to = move_forms(entry, state)
    side = said.get("side", next(iter(open_to), ""))
    if not isinstance(side, str) or side not in open_to:
        known = wording.listed((wording.quoted(name) for name in open_to), "or") if open_to else "nobody"
        raise forms.Unusable("side", f"Now {known} may move; this says {wording.quoted(side)}.")
    move = open_to[side].read(forms.nest(said.get("move", {})), "move")
    faces = _typed(said.get("faces", []))
    if not isinstance(faces, list):
        raise forms.Unusable("faces", f"Faces are a list of whole numbers; this is {wording.quoted(faces)}.")
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool):
            raise forms.Unusable("faces", f"A face is a whole number; this is {wording.quoted(face)}.")
    seed = said.get("seed", 0)
    dice = Dice(faces, seed if isinstance(seed, int) else 0)
    try:
        after = entry.step(state, side, move, dice)
    except Refused as error:
        raise forms.Unusable("move", str(error)) from None
    if dice.left:
        took = wording.count(len(dice.faces), "die", "dice")
        raise forms.Unusable("faces", f"This move takes {took}; {len(dice.faces) + dice.left} faces were given.")
    step = {"side": side, "move": open_to[side].write(move), "faces": dice.faces}
    return after, {**step, "shows": fingerprint(entry.show(after))}

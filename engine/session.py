"""Sessions: calculators that have a state and move from step to step.

A session is four pure functions over frozen states::

    start(setup fields …, *, ask) -> State
    moves(state) -> {side: (Move dataclasses open to it)}
    step(state, side, move, dice) -> State
    show(state) -> Answer

Moves are dataclasses, so their forms come from the same code as a function's signature. What happened is a *log*:
the setup, then every step with its side, its move and the faces of the dice that fell. A log is replayed, never
trusted: each step carries a fingerprint of what it led to, and a replay that differs stops at the last that agrees.
"""

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import __version__, answer, calculators, forms, wording
from engine.rulings import Rulings

LOG_FORMAT = 1
MOST_STEPS = 500


class Dice:
    """The dice of one step: faces that were rolled at the table or stand in a log first, then seeded ones.

    `faces` collects what fell, for the log. A face is a whole number from 1 to the sides of its die.
    """

    def __init__(self, given: Sequence[int] = (), seed: int = 0) -> None:
        self._given = list(given)
        self._random = random.Random(seed)
        self.faces: list[int] = []

    def roll(self, sides: int = 6) -> int:
        """The next face. Raises ``ValueError`` where a given face is not on such a die."""
        face = self._given.pop(0) if self._given else self._random.randint(1, sides)
        if not 1 <= face <= sides:
            raise ValueError(f"A die here shows 1 to {sides}; {face} was given.")
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


@dataclass(frozen=True, slots=True)
class Replayed:
    """A log played through: the state it leads to, the log in canonical form, and why it was cut short, if it was."""

    state: Any
    log: Mapping[str, Any]
    complaint: str = ""


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


def replay(entry: Session, log: Mapping[str, Any], ask: Rulings) -> Replayed:
    """Play a log from its setup. A step that cannot be read or leads elsewhere ends the replay with a sentence.

    Raises `forms.Unusable` where the setup itself cannot be used or the log is of a format to come.
    """
    if log.get("format", LOG_FORMAT) != LOG_FORMAT:
        said = wording.quoted(log.get("format"))
        raise forms.Unusable("log.format", f"This reads logs of format {LOG_FORMAT}; this one says {said}.")
    setup = entry.form.read(log.get("setup", {}))
    state = entry.start(**setup, **({"ask": ask} if entry.form.asks else {}))
    steps: list[Mapping[str, Any]] = []
    complaint = ""
    said_steps = log.get("steps", [])
    for number, said in enumerate(said_steps if isinstance(said_steps, list) else [], 1):
        if number > MOST_STEPS:
            complaint = f"A log has at most {MOST_STEPS} steps; this one has {len(said_steps)} and ends after those."
            break
        try:
            after, step = play(entry, state, said)
        except (forms.Unusable, ValueError) as error:
            complaint = f"Step {number} could not be replayed, so the log ends before it: {error}"
            break
        if said.get("shows", step["shows"]) != step["shows"]:
            version = wording.quoted(log.get("version", "unknown"))
            complaint = f"Step {number} comes out differently than under version {version}; the log ends before it."
            break
        state = after
        steps.append(step)
    kept = {"format": LOG_FORMAT, "version": __version__, "setup": entry.form.write(setup), "steps": steps}
    return Replayed(state, kept, complaint)


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
    faces = said.get("faces", [])
    if not isinstance(faces, list):
        raise forms.Unusable("faces", f"Faces are a list of whole numbers; this is {wording.quoted(faces)}.")
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool):
            raise forms.Unusable("faces", f"A face is a whole number; this is {wording.quoted(face)}.")
    seed = said.get("seed", 0)
    dice = Dice(faces, seed if isinstance(seed, int) else 0)
    try:
        after = entry.step(state, side, move, dice)
    except ValueError as error:
        raise forms.Unusable("move", str(error)) from None
    if dice.left:
        took = wording.count(len(dice.faces), "die", "dice")
        raise forms.Unusable("faces", f"This move takes {took}; {len(dice.faces) + dice.left} faces were given.")
    step = {"side": side, "move": open_to[side].write(move), "faces": dice.faces}
    return after, {**step, "shows": fingerprint(entry.show(after))}

"""Sessions: calculators that have a state and move from step to step.

A session is four pure functions over frozen states::

    start(setup fields …, *, ask) -> State
    moves(state) -> {side: (Move dataclasses, instances of them that the form starts from, or Offers)}
    step(state, side, move, dice) -> State
    show(state) -> Answer

A state may have ``told``: lines (`engine.answer.Told`) on what the step that led to it brought, and why; of that step
alone. The machinery numbers them and puts those of the last steps under the answer as its story; ``show`` tells none.

Moves are dataclasses, so their forms come from the same code as a function's signature. A class of moves may say, as
class variables, its ``words``; ``rolls = True``, where dice fall in it; ``gives_up = True``, where it concedes, leaves,
so that no form starts with it; and ``follows = True``, where it asks nothing and a page makes it by itself once it is
all that is waited for.

Dice are asked for roll by roll (`Dice.roll`), each with what it is for. Where a reader brings the faces and a roll
lacks some, the step is not made: it waits (`Waiting`) until they come, or until the machine is told to throw them.

What happened is a *log*: the setup, then every step with its side, its move and the faces of the dice that fell. A log
is replayed, never trusted: each step carries a fingerprint of what it led to, and a replay that differs stops at the
last that agrees.

Played on several devices, a secret move may say by ``handed(then, now, side)``, given the states in which it was made
and to which that has led, which moves make it there: one that commits to it and shows nothing, and when its time has
come one that opens it. Moves that were made elsewhere have ``away = True``.

A move that is made unseen names its ``secret`` fields, as in ``secret: ClassVar = ("first", "second")``, and what it is
called as its ``thing``, if that is no "script". Its step is *sealed* for as long as someone may still make a move of
that name unseen, too. Whatever leaves the device (a link, a text, a
file) is made of `Tape.public`: the log before the first sealed step, and that its side has made one.
"""

import hashlib
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from engine import __version__, answer, calculators, forms, progress, wording
from engine.refused import Refused
from engine.rulings import Rulings

LOG_FORMAT = 1
SEALED = "sealed"
USUAL = 6
"""The sides of a die of which nothing else is said."""
MOST_DIGIT = 9
"""A die with more sides than this has faces of two digits."""
TYPED = re.compile(r"[0-9 ,]{0,400}")
MOST_STEPS = 10_000
MOST_TOLD = 30
"""Steps whose story stands under an answer; the log has all of them."""
MOST_HELD = 8
RECENT = 40
MOST_OFFERED = 64
RETIRED_UNDO = ("take-back", "undo")
"""Moves of older logs that took back the step before them: sessions had them before going back was the tape's alone."""
REPORTED = 250
"""A long replay tells of its progress every so many steps."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll of a step: what it is for ("Harl’s Point"), how many dice it takes so far, and the faces that lie there.

    `extra` of those dice came `because` of others, in words ("for sixes").
    """

    words: str
    takes: int
    sides: int = USUAL
    faces: tuple[int, ...] = ()
    extra: int = 0
    because: str = ""

    @property
    def missing(self) -> int:
        """How many dice it lacks."""
        return self.takes - len(self.faces)

    @property
    def missing_dice(self) -> str:
        """These in short: "2D" are six-sided, "2d12" are not."""
        return f"{self.missing}D" if self.sides == USUAL else f"{self.missing}d{self.sides}"

    @property
    def sentence(self) -> str:
        """What it takes, and what is missing of it."""
        dice = wording.count(self.takes, "die", "dice") if self.sides == USUAL else f"{self.takes}d{self.sides}"
        takes = f"{self.words}: {dice}"
        takes += f", {self.extra} {self.because}" if self.extra else ""
        return f"{takes}; {self.missing} missing." if self.faces else f"{takes}."

    @property
    def sample(self) -> str:
        """How the faces of such dice are typed."""
        return " ".join(str(face) for face in (self.sides, self.sides - 1, 2, 1))


class Needs(Exception):
    """A roll lacks dice: the last of these `throws`."""

    def __init__(self, throws: Sequence[Throw]) -> None:
        super().__init__(throws[-1].sentence)
        self.throws = tuple(throws)


class Dice:
    """The dice of one step, asked for roll by roll.

    The faces come from `given`, those of all its rolls as a log has them; then from `typed`, what a reader typed for
    the next roll alone; then from a `seed`, for all that follows or, with `once`, for the first roll that lacks some.
    A roll that still lacks dice raises `Needs`. A face is a whole number from 1 to the sides of its die;
    `forms.Unusable` for the field "faces" says where one is not, or where more were typed than a roll takes.
    """

    def __init__(
        self, given: Sequence[int] = (), seed: int | None = None, *, typed: str = "", once: bool = False
    ) -> None:
        self._given = list(given)
        self._typed = typed.strip()
        self._random = None if seed is None else random.Random(seed)
        self._once = once
        self._own: list[int] = []
        self._threw = False
        self.throws: list[Throw] = []

    @property
    def faces(self) -> list[int]:
        """All faces that fell, for the log."""
        return [face for throw in self.throws for face in throw.faces]

    def roll(self, words: str, count: int, sides: int = USUAL) -> list[int]:
        """So many dice for what the `words` say. Raises `Needs` and `forms.Unusable`."""
        if count < 1:
            return []
        self._end_roll()
        self.throws.append(Throw(words, count, sides))
        if self._typed and not self._given:
            self._own, self._typed = _read_faces(self._typed, sides), ""
        return self._take(count)

    def more(self, count: int, because: str) -> list[int]:
        """Further dice of the same roll, with the words for what brings them. Raises `Needs` and `forms.Unusable`."""
        if count < 1:
            return []
        roll = self.throws[-1]
        self.throws[-1] = replace(roll, takes=roll.takes + count, extra=roll.extra + count, because=because)
        return self._take(count)

    def end(self) -> None:
        """The step is made. Raises `forms.Unusable` where faces are left over."""
        self._end_roll()
        if left := len(self._given) + len(_read_faces(self._typed, self.throws[-1].sides if self.throws else 1)):
            took = wording.count(len(self.faces), "die", "dice") if self.throws else "no dice"
            raise forms.Unusable("faces", f"This move takes {took}; {_were_given(len(self.faces) + left)}.")

    def _end_roll(self) -> None:
        if self._own:
            roll = self.throws[-1]
            takes = f"{roll.words} takes {wording.count(roll.takes, 'die', 'dice')}"
            given = _were_given(roll.takes + len(self._own))
            raise forms.Unusable("faces", f"{takes}; {given}. Any other roll is asked for after it.")
        if self._once and self._threw:
            self._random = None

    def _take(self, count: int) -> list[int]:
        roll = self.throws[-1]
        fell: list[int] = []
        while len(fell) < count:
            if self._given or self._own:
                face = (self._given or self._own).pop(0)
            elif self._random:
                self._threw = True
                face = self._random.randint(1, roll.sides)
            else:
                break
            if not 1 <= face <= roll.sides:
                raise forms.Unusable("faces", f"A die here shows 1 to {roll.sides}; {face} was given.")
            fell.append(face)
        self.throws[-1] = replace(roll, faces=(*roll.faces, *fell))
        if len(fell) < count:
            raise Needs(self.throws)
        return fell


def _were_given(count: int) -> str:
    return "1 face was given" if count == 1 else f"{count} faces were given"


def _read_faces(typed: str, sides: int) -> list[int]:
    """The faces in a text, "6 5 2 1"; of dice with at most nine sides also "6521"."""
    apart = typed.replace(",", " ").split()
    return [int(face) for face in (apart[0] if len(apart) == 1 and sides <= MOST_DIGIT else apart)]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A step that waits for a roll: whose, which move (canonical), and its rolls, of which the last lacks dice."""

    side: str
    move: Mapping[str, Any]
    throws: tuple[Throw, ...]

    @property
    def given(self) -> list[int]:
        """The faces of the rolls before it, which the step is said with again."""
        return [face for throw in self.throws[:-1] for face in throw.faces]

    @property
    def sentence(self) -> str:
        """What it waits for."""
        return self.throws[-1].sentence


@dataclass(frozen=True, slots=True)
class Session:
    """A registered session: its name, rules, question, the form of its setup, its four functions, and its module."""

    name: str
    rules: tuple[str, ...]
    question: str
    form: forms.Form
    start: Callable[..., Any]
    moves: Callable[[Any], Mapping[str, Sequence[Any]]]
    step: Callable[[Any, str, Any, Dice], Any]
    show: Callable[[Any], answer.Answer]
    module: str


def session(
    name: str,
    *,
    rules: str,
    start: Callable[..., Any],
    moves: Callable[[Any], Mapping[str, Sequence[Any]]],
    step: Callable[[Any, str, Any, Dice], Any],
    show: Callable[[Any], answer.Answer],
) -> Session:
    """Register a session called `name` that works the `rules`; the docstring of `start` is its question."""
    # Its functions may stand anywhere: what is to be imported for it is the module of this call, as for a named tuple.
    module = sys._getframe(1).f_globals["__name__"]
    question, form = calculators.question_of(start), forms.form_of(start)
    entry = Session(name, tuple(rules.split()), question, form, start, moves, step, show, module)
    calculators.register(entry)
    return entry


@dataclass(frozen=True, slots=True)
class Able:
    """How it stands with one of the values that a move is chosen from: its icon, and the words and the line that go
    with it ("Lunge", "Sword 5D"); or why it is `barred` now, in words."""

    words: str
    line: str = ""
    icon: str = ""
    barred: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """Two numbers of a move that make up one `whole`, each at least `least`: the names of their fields.

    What stands in the fields that `adds` names comes to the whole.
    """

    first: str
    second: str
    whole: int
    least: int = 1
    adds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A move whose button says more than its class can know, such as "Reveal round 2".

    `move` is its class, or an instance that the form starts from. `words` stand over its form and `says` under them.
    One that is `aside` stands folded behind the others: what is rarely done. `able` says of each value that its fields
    choose from, by name, how it stands with that now; `parts` are two of its numbers that make up one; `more` is what
    its rarely set fields are folded under. `picks` are the values that a text is chosen from at this moment, each with
    its words, by the text's field: whom one can reach.
    """

    move: Any
    does: str
    words: str = ""
    says: str = ""
    aside: bool = False
    able: Mapping[str, Able] = field(default_factory=dict)
    parts: Parts | None = None
    more: str = "More"
    picks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn(forms.Branches):
    """What a side may do now: a choice of moves, each with what its button says.

    `first` is the one that the form starts with, "" where each of them gives something up; `rolls` are those in which
    dice fall. `offers` are the moves as the session offers them.
    """

    does: Mapping[str, str]
    first: str
    rolls: frozenset[str]
    offers: Mapping[str, Offer]

    def only(self, names: Iterable[str]) -> "Turn":
        """The same, with these of its moves alone."""
        kept = {name: group for name, group in self.groups.items() if name in set(names)}
        first = self.first if self.first in kept else next((name for name in kept if not _gives_up(kept[name])), "")
        return Turn(kept, self.does, first, self.rolls, self.offers)

    @property
    def aside(self) -> tuple[str, ...]:
        """Those that stand behind the others."""
        return tuple(name for name in self.groups if self.offers[name].aside)

    @property
    def main(self) -> tuple[str, ...]:
        """The others."""
        return tuple(name for name in self.groups if not self.offers[name].aside)


def _gives_up(group: forms.Group) -> bool:
    return bool(getattr(group.cls, "gives_up", False))


_offered: dict[int, tuple[Session, Any, dict[str, Turn]]] = {}
"""What `move_forms` found for the states that it was last asked for, by their identity: a step asks a dozen times."""


def move_forms(entry: Session, state: Any) -> dict[str, Turn]:
    """For each side that may move now, the choice of its moves."""
    known, _, turns = _offered.get(id(state), (None, None, {}))
    if known is not entry:
        turns = {side: _turn(open_moves) for side, open_moves in entry.moves(state).items() if open_moves}
        _offered[id(state)] = entry, state, turns
        while len(_offered) > MOST_OFFERED:
            del _offered[next(iter(_offered))]
    return turns


def _turn(open_moves: Sequence[Any]) -> Turn:
    groups, does, offers = {}, {}, {}
    for one in open_moves:
        move = one.move if isinstance(one, Offer) else one
        cls = move if isinstance(move, type) else type(move)
        name = forms.branch_name(cls)
        group = forms.kind_of(cls)
        group = group if isinstance(move, type) else group.starting(move)
        groups[name] = group.picking(one.picks) if isinstance(one, Offer) and one.picks else group
        words = one.does if isinstance(one, Offer) else getattr(cls, "words", "") or name.replace("-", " ")
        does[name] = words[:1].upper() + words[1:]
        offers[name] = one if isinstance(one, Offer) else Offer(move, does[name])
    rolls = frozenset(name for name, group in groups.items() if getattr(group.cls, "rolls", False))
    ready = [name for name, group in groups.items() if not _gives_up(group)]
    first = next((name for name in ready if not offers[name].aside), next(iter(ready), ""))
    return Turn(groups, does, first, rolls, offers)


class Handed(NamedTuple):
    """The moves that make a secret move on another device, what that is called there, and the forms of these moves."""

    moves: list[dict[str, Any]]
    thing: str
    groups: list[forms.Group]


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

    def play(self, said: Any, at: int) -> "int | Waiting":
        """Make one step from where `at` steps are done, and say how many then are, or the roll that it waits for.

        Raises as `play` does.
        """
        if at >= MOST_STEPS:
            raise forms.Unusable("move", f"A log has at most {MOST_STEPS} steps, and this one has as many.")
        played = play(self.entry, self.states[at], said)
        if isinstance(played, Waiting):
            return played
        state, step = played
        self.complaint = ""
        self.states[at + 1 :] = [state]
        self.steps[at:] = [step]
        return at + 1

    def follow(self, at: int) -> int:
        """Make the moves that follow by themselves where `at` steps are done, and say how many then are."""
        while at < MOST_STEPS and (said := self._following(at)):
            played = self.play(said, at)
            if isinstance(played, Waiting):
                break
            at = played
        return at

    def back(self, at: int) -> int:
        """How many steps are done before what was last done at `at`, with what followed it by itself."""
        before = max(0, at - 1)
        while before and self._following(before):
            before -= 1
        return before

    def on(self, at: int) -> int:
        """How many steps are done after the next one on the tape, with what followed it by itself."""
        after = min(len(self.steps), at + 1)
        while after < len(self.steps) and self._following(after):
            after += 1
        return after

    def _following(self, at: int) -> dict[str, Any] | None:
        """The move that follows by itself where `at` steps are done, if there is one."""
        open_to = [(side, turn, turn.main) for side, turn in move_forms(self.entry, self.states[at]).items()]
        waited = [(side, turn.groups[name].cls, name) for side, turn, names in open_to for name in names]
        if len(waited) != 1 or not getattr(waited[0][1], "follows", False):
            return None
        side, _, name = waited[0]
        return {"side": side, "move": {forms.CHOICE: name}}

    def unseen(self, at: int) -> dict[str, tuple[forms.Group, Mapping[str, Any]]]:
        """For each side that has made a sealed move, its fields and what it said; for its own eyes."""
        found = {}
        for number in self.sealed(at):
            side, move = self.steps[number]["side"], self.steps[number]["move"]
            found[side] = (move_forms(self.entry, self.states[number])[side].groups[move[forms.CHOICE]], move)
        return found

    def handed(self, at: int) -> dict[str, Handed]:
        """For each side, the moves that make its secret move on another device, as far as they may go there by now."""
        found: dict[str, Handed] = {}
        for number in range(max(0, at - RECENT), at):
            if hasattr(self._move_of(number), "handed"):
                side, then = self.steps[number]["side"], self.states[number]
                move = move_forms(self.entry, then)[side].read(self.steps[number]["move"], "move")
                if moves := move.handed(then, self.states[at], side):
                    groups = [forms.kind_of(type(one)) for one in moves]
                    found[side] = Handed([_said(one) for one in moves], _thing(type(move)), groups)
        return found

    def away(self, at: int) -> bool:
        """Whether one of the last `RECENT` steps before `at` was made on another device."""
        return any(getattr(self._move_of(number), "away", False) for number in range(max(0, at - RECENT), at))

    def _move_of(self, number: int) -> type:
        """The class of the move of a step, counted from 0."""
        step = self.steps[number]
        cls: type = move_forms(self.entry, self.states[number])[step["side"]].groups[step["move"][forms.CHOICE]].cls
        return cls

    def log(self) -> dict[str, Any]:
        """All of it in canonical form, what was undone and can be done again too."""
        return {"format": LOG_FORMAT, "version": __version__, "setup": self.setup, "steps": self.steps}

    def sealed(self, at: int) -> tuple[int, ...]:
        """Which of the first `at` steps are sealed, counted from 0: secret moves that may still be answered unseen."""
        found, unseen = [], None
        for number in range(at, 0, -1):
            now = self._unseen_now(number)
            unseen = now if unseen is None else unseen & now
            if not unseen:
                break
            if _secret(made := self._move_of(number - 1)) and _thing(made) in unseen:
                found.append(number - 1)
        return tuple(reversed(found))

    def _unseen_now(self, at: int) -> frozenset[str]:
        """What is made unseen where `at` steps are done, as its moves call it."""
        turns = move_forms(self.entry, self.states[at]).values()
        return frozenset(_thing(one.cls) for turn in turns for one in turn.groups.values() if _secret(one.cls))

    def _secret_of(self, step: Mapping[str, Any], at: int) -> tuple[str, ...]:
        """The secret fields of the move of a step that is made where `at` steps are done."""
        turn = move_forms(self.entry, self.states[at])[step["side"]]
        return _secret(turn.groups[step["move"][forms.CHOICE]].cls)

    def public(self, at: int, *, undone: bool = False) -> dict[str, Any]:
        """The log as it may leave the device where `at` steps are done: nothing of it is sealed.

        It ends before the first sealed step, and ``sealed`` says of each such step whose it is, with the fields of its
        move that are no secret. With `undone`, steps that can be done again follow, but for sealed ones.
        """
        sealed = self.sealed(at)
        unseen = sealed or (self.sealed(len(self.steps)) if undone else ())
        end = unseen[0] if unseen else len(self.steps) if undone else at
        log = {**self.log(), "steps": self.steps[:end]}
        without = [self.without_secrets(self.steps[number], number) for number in sealed]
        return {**log, SEALED: without} if sealed else log

    def without_secrets(self, step: Mapping[str, Any], at: int) -> dict[str, Any]:
        """Of a step that is made where `at` steps are done, its side and the fields of its move that are no secret."""
        secret = self._secret_of(step, at)
        return {"side": step["side"], "move": {key: value for key, value in step["move"].items() if key not in secret}}

    def story(self, at: int) -> tuple[answer.Told, ...]:
        """What the last `MOST_TOLD` steps up to `at` brought, as the states themselves tell it (`told`)."""
        first = max(0, at - MOST_TOLD + 1)
        return tuple(
            replace(line, step=number)
            for number, state in enumerate(self.states[first : at + 1], first)
            for line in getattr(state, "told", ())
        )


def _said(move: Any) -> dict[str, Any]:
    """A move as a step says it."""
    cls = type(move)
    return {forms.CHOICE: forms.branch_name(cls), **forms.kind_of(cls).write(move)}


def fingerprint(shown: answer.Answer) -> str:
    """Eight hex digits that change when what a state shows changes."""
    text = json.dumps(answer.plain(shown.values), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _with_story(tape: Tape, after: Any) -> str:
    """The fingerprint in older logs of sessions whose values had the whole story."""
    told = [line.text for state in (*tape.states, after) for line in getattr(state, "told", ())]
    shown = tape.entry.show(after)
    return fingerprint(replace(shown, values={**shown.values, "story": told}))


def in_words(log: Mapping[str, Any]) -> str:
    """The steps of a log, a line each: who, what, and the faces that fell, or that it is sealed."""
    lines = []
    for number, step in enumerate([*log["steps"], *log.get(SEALED, [])], 1):
        what, *rest = (f"{value}" if key == forms.CHOICE else f"{key} {value}" for key, value in step["move"].items())
        faces = ", rolled " + " ".join(str(face) for face in step["faces"]) if step.get("faces") else ""
        sealed = "" if number <= len(log["steps"]) else ", sealed"
        lines.append(f"{number}. {step['side']}: {', '.join([what, *rest])}{faces}{sealed}")
    return "\n".join(lines)


def _thing(move: type) -> str:
    """What a secret move is called."""
    return str(getattr(move, "thing", "script"))


def _secret(move: type) -> tuple[str, ...]:
    """The fields of a move that nobody else may know while it is sealed."""
    return tuple(getattr(move, "secret", ()))


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
        if tape.steps and _is_undo(entry, tape.states[-1], said):
            del tape.states[-1], tape.steps[-1]
            continue
        try:
            played = play(entry, tape.states[-1], said)
            if isinstance(played, Waiting):
                raise forms.Unusable("faces", played.sentence)
        except forms.Unusable as error:
            tape.complaint = f"Step {number} could not be replayed, so the log ends before it: {error}"
            break
        after, step = played
        if said.get("shows", step["shows"]) not in (step["shows"], _with_story(tape, after)):
            version = wording.quoted(log.get("version", "unknown"))
            tape.complaint = (
                f"Step {number} comes out differently than under version {version}; the log ends before it."
            )
            break
        tape.states.append(after)
        tape.steps.append(step)
        if number % REPORTED == 0:
            progress.report(number, len(said_steps))
    if not tape.complaint:
        tape.complaint = _left_out(tape, log.get(SEALED, []))
    return tape


def _is_undo(entry: Session, state: Any, said: Any) -> bool:
    """Whether a step of an older log is no move any more, but one undo."""
    move = said.get("move") if isinstance(said, Mapping) else None
    name = move.get(forms.CHOICE) if isinstance(move, Mapping) else None
    return name in RETIRED_UNDO and all(name not in turn.groups for turn in move_forms(entry, state).values())


def _left_out(tape: Tape, said: Any) -> str:
    """Whose sealed moves a log says it leaves out, in a sentence; nothing where it leaves out none."""
    open_to = tape.entry.moves(tape.states[-1])
    whose = [one.get("side") for one in said if isinstance(one, Mapping)] if isinstance(said, list) else []
    sides = [side for side in open_to if side in whose]
    if not sides:
        return ""
    listed, one = wording.listed(sides), len(sides) == 1
    made = "has made a sealed move, which is" if one else "have made sealed moves, which are"
    return f"{listed[0].upper()}{listed[1:]} {made} not in this link or file; here is how it stood before."


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


def play(entry: Session, state: Any, said: Any) -> tuple[Any, dict[str, Any]] | Waiting:
    """One step: the state after it and its entry in the log, or the roll that it waits for.

    `said` has ``side`` and ``move`` (inputs with ``is``). Dice come from ``faces``: a list of all of them, or a text
    for the next roll alone, with the faces of the rolls before it as ``given``; and from a ``seed``, for all that is
    left or, where there is a ``given``, for one roll. Raises `forms.Unusable` where side, move or faces cannot be used.
    """
    if not isinstance(said, Mapping):
        raise forms.Unusable("move", f"A step is a side and a move; this is {wording.quoted(said)}.")
    open_to = move_forms(entry, state)
    side = said.get("side", next(iter(open_to), ""))
    if not isinstance(side, str) or side not in open_to:
        known = wording.listed((wording.quoted(name) for name in open_to), "or") if open_to else "nobody"
        raise forms.Unusable("side", f"Now {known} may move; this says {wording.quoted(side)}.")
    turn = open_to[side]
    inputs, faces = _apart(turn, forms.nest(said.get("move", {})), said.get("faces", []))
    move = turn.read(inputs, "move")
    typed = faces if isinstance(faces, str) and TYPED.fullmatch(faces) else ""
    given = [*_checked(said.get("given", [])), *([] if typed or faces == "" else _checked(faces))]
    seed = said.get("seed")
    seed = seed if isinstance(seed, int) and not isinstance(seed, bool) else None
    dice = Dice(given, seed, typed=typed, once="given" in said)
    try:
        after = entry.step(state, side, move, dice)
    except Needs as needs:
        return Waiting(side, turn.write(move), needs.throws)
    except Refused as error:
        raise forms.Unusable("move", str(error)) from None
    dice.end()
    step = {"side": side, "move": turn.write(move), "faces": dice.faces}
    return after, {**step, "shows": fingerprint(entry.show(after))}


def _checked(faces: Any) -> list[int]:
    """A list of faces as it was said."""
    if not isinstance(faces, list):
        raise forms.Unusable("faces", f"Faces are a list of whole numbers; this is {wording.quoted(faces)}.")
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool):
            raise forms.Unusable("faces", f"A face is a whole number; this is {wording.quoted(face)}.")
    return faces


def _apart(turn: Turn, inputs: Any, faces: Any) -> tuple[Any, Any]:
    """A move and its faces. Older logs have faces that were typed among the fields of the move."""
    if not isinstance(inputs, Mapping) or "faces" not in inputs:
        return inputs, faces
    group = turn.groups.get(str(inputs.get(forms.CHOICE)))
    if group is None or any(field.name == "faces" for field in group.fields):
        return inputs, faces
    return {name: value for name, value in inputs.items() if name != "faces"}, inputs["faces"] or faces

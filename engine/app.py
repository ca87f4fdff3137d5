"""The one door: describe, run and step, for the build, the browser, the command line and the tests.

Importing this module imports every calculator, unless `engine.calculators.HOMES` says where each is found once it is
asked for.
"""

import dataclasses
import functools
import importlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import (
    __version__,
    calculators,
    filling,
    forms,
    games,
    links,
    mistake,
    our_table,
    outside,
    own_rule,
    progress,
    questions,
    rules,
    rulings,
    session,
    sheets,
    views,
    wording,
)
from engine.answer import Answer, Story, plain
from engine.calculators import REGISTRY, Calculator
from engine.refused import Refused
from engine.session import Session

for _package in games.here():
    games.register(_package)


Keep = Callable[[Sequence[str], Any, Callable[[], Any]], Any]
"""What may have an answer from before: given the modules of the calculators that it is by, what was asked (as JSON) and
what works it out (to JSON), it gives what that gives."""


Examples = Mapping[str, Mapping[str, Any]]
"""Inputs by the words of the buttons that fill them in."""


def anew(_homes: Sequence[str], _asked: Any, work: Callable[[], Any]) -> Any:
    """Keeps nothing."""
    return work()


def load(modules: Sequence[str]) -> None:
    """Import modules with further calculators: the package of a reader's own game, or the tests' samples."""
    for module in modules:
        games.register(importlib.import_module(module))


def names() -> list[str]:
    """The names of all calculators and sessions, sorted."""
    return sorted({*REGISTRY, *calculators.HOMES})


def awake() -> list[str]:
    """The calculators that pages ask for beside their own: the games' sheets, and what these games name."""
    return [
        *(sheet.calculator for sheet in games.sheets()),
        *(name for game in games.GAMES.values() for name in game.awake),
    ]


def homes() -> dict[str, str]:
    """The module of each calculator, by name: what `engine.calculators.HOMES` takes."""
    return {name: found.module for name, found in sorted(REGISTRY.items())}


def home(name: str) -> str:
    """The module of a calculator or session, which need not be imported for that. Raises as `entry` does."""
    return calculators.HOMES.get(name) or entry(name).module


def entry(name: str) -> Calculator | Session:
    """The calculator or session called `name`, or the rule of a reader's own that the name holds.

    Raises `forms.Unusable` naming the nearest where there is none, and for a rule that cannot be read.
    """
    if str(name).startswith(own_rule.PREFIX):
        return own_rule.named(name)
    found: Calculator | Session | None = calculators.find(name)
    if found is None:
        near = forms.closest(name, names())
        raise forms.Unusable("", f"There is no calculator called {wording.quoted(name)}.{near}")
    return found


@dataclass(frozen=True, slots=True)
class Run:
    """One answer with all that it came from: canonical inputs and the readings asked for; of a session, its tape too.

    `at` is how many of the tape's steps are done, `since` how many were before what was asked for; `fresh` says that it
    was played anew, and not only gone along; `waits` is a step that was asked for and not made, because it lacks dice.
    """

    calculator: str
    inputs: Mapping[str, Any]
    answer: Answer
    rulings: Mapping[str, str]
    tape: session.Tape | None = None
    at: int = 0
    since: int = 0
    fresh: bool = True
    waits: session.Waiting | None = None

    @property
    def log(self) -> dict[str, Any] | None:
        """The log of a session, up to its present step."""
        return {**self.tape.log(), "steps": self.tape.steps[: self.at]} if self.tape else None

    @property
    def public(self) -> dict[str, Any] | None:
        """The same, as it may leave the device: without what is sealed."""
        return self.tape.public(self.at) if self.tape else None

    @property
    def moves(self) -> dict[str, session.Turn] | None:
        """What each side of a session may do now."""
        return session.move_forms(self.tape.entry, self.tape.states[self.at]) if self.tape else None

    @property
    def complaint(self) -> str:
        """Why a session's log was cut short, if it was."""
        return self.tape.complaint if self.tape else ""

    @property
    def aloud(self) -> str:
        """The answer as it is said aloud: what the last step brought, and where that leads; or the roll awaited."""
        if self.waits:
            return self.waits.sentence
        states = self.tape.states[min(self.since + 1, self.at) : self.at + 1] if self.tape else []
        told = (line for state in states for line in getattr(state, "told", ()))
        lines = (f"{line.side}: {line.text}" if line.side else line.text for line in told)
        return " ".join([*lines, self.answer.sentence])

    def as_json(self, *, blocks: bool = True) -> dict[str, Any]:
        """What the command line prints; without `blocks`, effects and log where the answer is drawn instead."""
        drawn = {"blocks": plain(self.answer.blocks), "effects": plain(self.answer.effects)} if blocks else {}
        moves = {side: forms.takes(turn) for side, turn in (self.moves or {}).items()}
        log = {"log": self.log, "moves": moves} if blocks else {}
        return {
            "calculator": self.calculator,
            "inputs": dict(self.inputs),
            "values": plain(self.answer.values),
            **drawn,
            "rulings": dict(self.rulings),
            **({**log, "complaint": self.complaint} if self.tape else {}),
            **({"waits": self.waits.sentence} if self.waits else {}),
        }


def run(name: str, inputs: Mapping[str, Any], chosen: Mapping[str, str] | None = None) -> Run:
    """Answer a calculator, or open a session, for `inputs` (nested or dotted) under the `chosen` readings.

    Raises `forms.Unusable` with field and sentence for what cannot be used.
    """
    found = entry(name)
    if isinstance(found, Session):
        return step(name, {"setup": inputs}, chosen=chosen)
    ask = games.rulings_of(found, chosen or {})
    values = found.form.read(inputs)
    try:
        answer = found.function(**values, **({"ask": ask} if found.form.asks else {}))
    except Refused as error:  # a rule says in one sentence what it cannot work with
        raise forms.Unusable("", str(error)) from error
    return Run(name, found.form.write(values), answer, ask.used)


def step(
    name: str, log: Mapping[str, Any], move: Mapping[str, Any] | None = None, chosen: Mapping[str, str] | None = None
) -> Run:
    """Replay a session's `log` and make one more step, if `move` says one (side, move, and faces or seed).

    A step that lacks dice is not made, and the run says so in `waits`. Raises `forms.Unusable` where name, setup or
    move cannot be used. A log that no longer replays is cut short and the run says so in `complaint`; no step is made
    on it.
    """
    tape = session.replay(_session(name), log, games.rulings_of(_session(name), chosen or {}))
    if move is not None and tape.complaint:
        raise forms.Unusable("log", tape.complaint)
    return _on_tape(tape, len(tape.steps), move)


def _session(name: str) -> Session:
    found = entry(name)
    if not isinstance(found, Session):
        raise forms.Unusable("", f"{wording.quoted(name)} answers at once; it has no steps.")
    return found


def _on_tape(tape: session.Tape, at: int, move: Any, *, follow: bool = False) -> Run:
    """A session where `at` of its steps are done, or after one more, and what is to `follow` it by itself."""
    played = at if move is None else tape.play(move, at)
    waits = played if isinstance(played, session.Waiting) else None
    since, at = at, at if isinstance(played, session.Waiting) else played
    at = tape.follow(at) if follow and at > since else at
    since = since if at > since else at
    shown = tape.entry.show(tape.states[at])
    if story := tape.story(at):
        shown = dataclasses.replace(shown, blocks=(*shown.blocks, Story(story)))
    return Run(tape.entry.name, tape.setup, shown, tape.ask.used, tape, at, since, waits=waits)


def describe(name: str) -> dict[str, Any]:
    """A calculator's question, rules and fields, as JSON. Raises `forms.Unusable` where there is none of that name."""
    found = entry(name)
    return {
        "calculator": found.name,
        "kind": "session" if isinstance(found, Session) else "function",
        "question": found.question,
        "rules": list(found.rules),
        "fields": [forms.describe(field) for field in found.form.fields],
    }


def readings(done: Run, chosen: Mapping[str, str], *, work: bool = True) -> dict[str, dict[str, str]]:
    """For each ruling that an answer rests on, the verdict under each of its readings; "refused" where one fails.

    Nothing for a session, and for an answer that is not to be compared. Unless they are to be worked out, the verdicts
    are empty: each costs as much as the answer.
    """
    if done.tape or not done.answer.compared:
        return {}
    return {
        name: {
            reading.value: _under(done, {**chosen, name: reading.value}, held == reading.value) if work else ""
            for reading in rulings.REGISTRY[name].readings
        }
        for name, held in done.rulings.items()
    }


def _under(done: Run, chosen: Mapping[str, str], same: bool) -> str:
    """The verdict for the same inputs under these readings, or the sentence with which they are refused."""
    try:
        verdict = (done if same else run(done.calculator, done.inputs, chosen)).answer.verdict
    except forms.Unusable as error:
        return f"refused: {error.message}"
    return verdict.in_a_line if verdict else ""


def understand(text: str, chosen: Mapping[str, str] | None = None) -> dict[str, Any] | None:
    """What a question that someone typed comes to: `engine.messages.Found`, or nothing where it is not understood.

    Where something is missing of it, there is no figure, and the link leads to a form with what was said. What a
    calculator refuses was not meant for it.
    """
    reading = questions.read(text)
    if reading is None:
        return None
    found, rule = entry(reading.question.calculator), rules.REGISTRY[reading.question.rule]
    try:
        inputs = found.form.write(found.form.read(reading.inputs))
        verdict = None if reading.missing else run(found.name, inputs, chosen).answer.verdict
    except forms.Unusable:
        return None
    if verdict is None and not reading.missing:
        return None
    pairs = links.write(found.form, inputs)
    return {
        "calculator": found.name,
        "inputs": inputs,
        "question": found.question,
        "figure": verdict.figure if verdict else "",
        "line": verdict.at_a_glance if verdict else "",
        "say": verdict.sentence if verdict else "",
        "said": views.named_in_words(found.form, inputs, reading.said),
        "assumed": list(reading.assumed),
        "missing": list(reading.missing),
        "link": links.address(rule.page, rule.id.lower(), found.name, pairs, chosen or {}),
    }


def worked_readings(keep: Keep = anew, among: Iterable[rulings.Ruling] | None = None) -> dict[str, dict[str, str]]:
    """For each ruling in the registry, its worked value under every reading; "refused" where the inputs then fail.

    `among` are some of them.
    """
    return {
        one.id: keep([home(one.worked.calculator)], ["worked", one.id], functools.partial(_worked, one))
        for one in (rulings.REGISTRY.values() if among is None else among)
    }


def _worked(ruling: rulings.Ruling) -> dict[str, str]:
    worked = ruling.worked
    said = {}
    for reading in ruling.readings:
        try:
            done = run(worked.calculator, worked.inputs, {**worked.rulings, ruling.id: reading.value})
            found = done.answer.values[worked.value]
            if isinstance(found, Fraction):
                value = wording.decimal(found) if worked.amount else wording.percent(found)
            else:
                value = wording.shown(plain(found))
        except forms.Unusable as error:
            value = f"refused: {error.message}"
        said[reading.value] = f"{worked.words}: {value}"
    return said


def rendered(done: Run, place: views.Place, chosen: Mapping[str, str], *, compare: bool = True) -> views.Drawn:
    """The answer as HTML in its two parts, the same in the build and in the browser.

    Without `compare` the verdicts under the other readings are left open, which a page asks for where they are seen.
    """
    compared = readings(done, chosen, work=compare)
    sealed = [str(one["side"]) for one in (done.public or {}).get(session.SEALED, [])]
    own = views.Own(sealed, done.tape.handed(done.at) if done.tape else {})
    return views.answer(done.answer, place, done.rulings, compared, done.moves, done.complaint, done.waits, own)


def section(found: Calculator | Session, done: Run, place: views.Place, examples: Examples) -> str:
    """The live section of a calculator or session with this answer, under the default rulings."""
    game = games.game_of(found)
    return views.section(
        place,
        name=found.name,
        question=found.question,
        answer=rendered(done, place, {}),
        pin=views.pin(done.answer),
        form=views.form(found.form, done.inputs, place),
        rests=done.rulings,
        examples=examples,
        log=done.log,
        setup=views.setup(found.form, done.inputs, done.answer) if done.log is not None else "",
        sheet=game.sheet.calculator if game and game.sheet else None,
        game=game.colored if game else None,
    )


def call(request: str, listener: progress.Listener | None = None) -> str:
    """Answer a page: JSON in, JSON out. What cannot be used comes back as ``{"error": {"field", "message"}}``, and a
    mistake of ours besides with a ``report``, a text that a reader may send us.

    What a long calculation reports on its way goes to `listener` (see `engine.progress`). With ``compare`` false, an
    answer comes without the verdicts under the other readings of its rulings.

    ``do`` is "names", "ask" (a question as it was ``typed`` → what it comes to, if it is understood), "run" (what the
    command line prints), "answer" (inputs → the answer drawn), "form" (inputs, or a link's pairs → the same with the
    form drawn anew; ``add`` or ``drop`` change a list of rows first), "step" (log and move → log and answer),
    "peek" (a session → what is sealed in it, for the eyes of whose it is),
    "roll" (a pool and its obstacle, and ``faces`` or a ``seed`` → the dice drawn), "text" (inputs or log → all of it
    in words, with the ``link`` and, where there was one, the ``roll``), "offers" (a ``sheet``, and the calculator
    ``of`` which it is → what fills each field, and what does so at once), "strip" (``sheets`` → what is seen of each at
    a glance), "table" (the reader's ``name``, ``rulings`` and ``notes`` → a code of them; or another table's ``code`` →
    what it says, and where it differs from the reader's), "rule" (the ``code`` of a rule of someone's own → what it
    says, and nothing of it is worked out), "section" (a calculator → its live section), "wake" (a calculator, which is
    then at hand → nothing), or "sheets" (a ``document`` and what is to be done to it → the document after that; see
    `_sheets`). `engine.messages` has the shapes of all of them.
    """
    asked: Mapping[str, Any] = {}
    try:
        asked = _request(request)
        with progress.told(listener):
            return _written(_call(asked))
    except forms.Unusable as error:
        return _written({"error": {"field": error.field, "message": error.message}})
    except Exception as error:
        report = mistake.report(asked, error)
        return _written({"error": {"field": "", "message": mistake.sentence(error), "report": report}})


def _written(result: Mapping[str, Any]) -> str:
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


def _request(text: str) -> Mapping[str, Any]:
    try:
        asked = outside.read(text)
    except ValueError:
        raise forms.Unusable("", "A request is JSON; this is not.") from None
    return asked if isinstance(asked, dict) else {}


def _call(asked: Mapping[str, Any]) -> dict[str, Any]:
    do = asked.get("do", "")
    chosen, complaints = rulings.read(asked.get("rulings", {}))
    if isinstance(do, str) and do in _ASIDE:
        return _ASIDE[do](asked, chosen)
    done = _done(do, asked, chosen)
    if do == "run":
        return done.as_json()
    if do == "peek":
        return _peeked(done.tape, done.at) if done.tape else {"sealed": {}, "handed": {}}
    if do == "text":
        return {"text": _text(done, asked, chosen)}
    return _shown(do, done, asked, chosen, complaints)


def _name(asked: Mapping[str, Any]) -> str:
    name = asked.get("calculator")
    return name if isinstance(name, str) else ""


def _place(asked: Mapping[str, Any]) -> views.Place:
    fields = tuple(str(asked.get("fields", "")).split())
    return views.Place(str(asked.get("instance", _name(asked))), str(asked.get("base", "")), fields=fields)


def _done(do: Any, asked: Mapping[str, Any], chosen: Mapping[str, str]) -> Run:
    """What is run for a request. Raises `forms.Unusable` for what no request does."""
    name = _name(asked)
    if do in ("step", "peek") or (do == "text" and ("tape" in asked or "log" in asked)):
        return _stepped(name, asked, chosen)
    if do in ("run", "answer", "text"):
        return run(name, asked.get("inputs", {}), chosen)
    if do != "form":
        known = wording.listed((wording.quoted(one) for one in DOES), "or")
        raise forms.Unusable("do", f"A request does {known}; this says {wording.quoted(do)}.")
    inputs, log = links.read(asked.get("inputs", {}))
    log = asked["log"] if isinstance(asked.get("log"), dict) else log  # one that no link could carry
    inputs = forms.change_rows(entry(name).form, inputs, asked.get("add"), asked.get("drop"), asked.get("several"))
    done = step(name, {**log, "setup": inputs}, chosen=chosen) if log else run(name, inputs, chosen)
    if done.tape and isinstance(asked.get("tape"), str):
        session.hold(asked["tape"], done.tape)
    return done


def _shown(
    do: str, done: Run, asked: Mapping[str, Any], chosen: Mapping[str, str], complaints: Mapping[str, str]
) -> dict[str, Any]:
    """What was run, as a page shows it."""
    form, place = entry(_name(asked)).form, _place(asked)
    drawn = rendered(done, place, chosen, compare=asked.get("compare") is not False)
    result = {
        **done.as_json(blocks=False),
        **_course(done, asked),
        "html": drawn.top,
        "rest": drawn.rest,
        "pin": views.pin(done.answer),
        "say": done.aloud,
        "more": views.more_set(form, done.inputs, place),
        "said": [*views.inputs_in_words(form, done.inputs), *views.rulings_in_words(done.rulings)],
        "complaints": complaints,
        "link": links.write(form, done.inputs, done.public),
        "effects": _effects(done),
    }
    if do == "form":
        result["form"] = views.form(form, done.inputs, place)
    if "unfilled" in asked:
        result["unfilled"] = _unfilled(form, asked["unfilled"])
    return result


def _offers(asked: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """What a sheet has for each field of a calculator, and what of it fills a field at once."""
    found, kind = entry(_name(asked)), games.sheet(str(asked.get("of", "")))
    if kind is None or games.sheet_of(found) is not kind:
        return {"offers": {}, "fills": [], "lacks": {}}  # another game's character
    ask = games.rulings_of(found, chosen)
    filler = kind.fills(found.form, asked.get("sheet"), ask, everything=asked.get("all") is True)
    made = filler.all()
    fills = filling.at_once(filling.fields_of(found.form.fields), made)
    party = asked.get("party")
    for path, all_of_them in kind.everyone(found.form, party if isinstance(party, list) else (), ask).items():
        made[path] = [*made.get(path, ()), all_of_them]
    return {
        "offers": {path: [dataclasses.asdict(offer) for offer in offers] for path, offers in made.items()},
        "fills": [dataclasses.asdict(fill) for fill in fills],
        "lacks": filler.lacks(),
    }


def _section(asked: Mapping[str, Any], _chosen: Mapping[str, str]) -> dict[str, Any]:
    name = _name(asked)
    return {"html": section(entry(name), run(name, {}), _place(asked), {})}


def _wake(asked: Mapping[str, Any], _chosen: Mapping[str, str]) -> dict[str, Any]:
    entry(_name(asked))
    return {}


_ASIDE: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, str]], dict[str, Any]]] = {
    "names": lambda _asked, _chosen: {"names": names(), "version": __version__},
    "ask": lambda asked, chosen: {"found": understand(str(asked.get("typed", "")), chosen)},
    "table": lambda asked, _chosen: _table(asked),
    "rule": lambda asked, _chosen: _rule(asked.get("code")),
    "section": _section,
    "wake": _wake,
    "sheets": lambda asked, chosen: _sheets(asked, chosen),
    "strip": lambda asked, _chosen: {"strip": _strip(asked.get("sheets"))},
    "roll": lambda asked, chosen: _rolled(asked, chosen, _place(asked)),
    "offers": _offers,
}
"""What answers a request that runs no calculator for its fields."""

DOES = ("run", "answer", "form", "step", "peek", "text", *_ASIDE)


def _peeked(tape: session.Tape, at: int) -> dict[str, Any]:
    """What is sealed, for the eyes of whose it is: with the codes that make it on another device, each of them once."""
    handed, sealed = tape.handed(at), {}
    for side, made in tape.unseen(at).items():
        codes = handed.get(side, session.Handed([], "", []))
        lines = [line for move in zip(codes.groups, codes.moves, strict=True) for line in views.move_in_words(*move)]
        first = {value: words for words, value in reversed(lines)}
        sealed[side] = [*views.move_in_words(*made), *((words, value) for value, words in reversed(first.items()))]
    return {"sealed": sealed, "handed": {side: one.moves for side, one in handed.items()}}


def _strip(said: Any) -> dict[str, list[tuple[str, str]]]:
    """What is seen of each character at a glance, by its id; of those that cannot be read, nothing."""
    found: dict[str, list[tuple[str, str]]] = {}
    for one in said if isinstance(said, list) else []:
        kind = games.sheet(str(one.get("calculator"))) if isinstance(one, Mapping) else None
        try:
            found |= {str(one.get("id")): kind.at_a_glance(one.get("inputs"))} if kind else {}
        except forms.Unusable:
            continue
    return found


def _unfilled(form: forms.Form, said: Any) -> dict[str, str]:
    """What an address may say of inputs that a sheet has filled: nothing where they cannot be without that."""
    try:
        return links.write(form, form.write(form.read(links.read(said)[0])))
    except forms.Unusable:
        return {}


FORGOTTEN = "This session is no longer in memory; it is asked for again with its log."


def _stepped(name: str, asked: Mapping[str, Any], chosen: Mapping[str, str]) -> Run:
    """A step of a session, or a way back along it.

    ``tape`` is the page's own key for it, ``at`` how many steps are done, ``inputs`` its setup as it is now, and
    ``move`` the step, if one is made. Where a ``log`` comes with it, that is played first. Raises `forms.Unusable` for
    the field "tape" where the session is not in memory and no log has come.
    """
    found, key, log = _session(name), asked.get("tape"), asked.get("log")
    tape = session.held(key) if isinstance(key, str) and log is None else None
    if tape is None:
        if log is None and isinstance(key, str):
            raise forms.Unusable("tape", FORGOTTEN)
        tape = session.replay(found, log if isinstance(log, dict) else {}, games.rulings_of(found, chosen))
    setup = found.form.write(found.form.read(asked.get("inputs", tape.setup)))
    if tape.entry is not found or tape.setup != setup or tape.ask != games.rulings_of(found, chosen):
        tape = session.replay(found, {**tape.log(), "setup": setup}, games.rulings_of(found, chosen))
    done = _on_tape(tape, tape.within(asked.get("at")), asked.get("move"), follow=asked.get("follow") is True)
    fresh = not isinstance(key, str) or session.held(key) is not tape
    if isinstance(key, str):
        session.hold(key, tape)
    return dataclasses.replace(done, fresh=fresh)


def _course(done: Run, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Where on its tape a session is, and what the page has to keep of it: the steps just made, or all of the log.

    A file takes the first steps that may leave the device, and what is ``sealed`` behind them.
    """
    if done.tape is None:
        return {}
    steps, public = done.tape.steps, done.tape.public(done.at, undone=True)
    course: dict[str, Any] = {"at": done.at, "of": len(steps), "long": links.too_long(steps[: done.at])}
    course |= {"back": done.tape.back(done.at), "on": done.tape.on(done.at)}
    course |= {"setup": views.setup(entry(done.calculator).form, done.inputs, done.answer)}
    course |= {"stands": views.stands(done.answer), "away": done.tape.away(done.at)}
    course |= {"origin": links.write(entry(done.calculator).form, done.inputs)}
    course |= {"leaves": len(public["steps"]), "sealed": public.get(session.SEALED, [])}
    if done.fresh:
        return {**course, "log": done.tape.log()}
    return {**course, "steps": steps[done.since : done.at]} if done.at > done.since else course


def _table(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a table plays by, with its code, and each ruling that it reads in another way: than the reader's table,
    where another one's code was asked about, else than the default."""
    ours, complaints = our_table.told(asked.get("name", ""), asked.get("rulings", {}), asked.get("notes", {}))
    table, other = ours, our_table.OurTable()
    if "code" in asked:
        other = ours
        table, complaints = our_table.read(asked["code"])
    return {
        "name": table.name,
        "rulings": dict(table.chosen),
        "notes": {name: [note.day, note.text] for name, note in table.notes.items()},
        "code": our_table.write(table),
        "differs": [
            {
                "ruling": one.id,
                "question": one.question,
                "theirs": one.reading(table.held(one.id)).words,
                "ours": one.reading(other.held(one.id)).words,
            }
            for one in table.differing(other)
        ],
        "complaints": complaints,
    }


def _rule(code: Any) -> dict[str, Any]:
    """What a rule of a reader's own says, for whoever is to say whether to use it."""
    rule = own_rule.read(code if isinstance(code, str) else "")
    return {"name": rule.name, "lines": own_rule.told(rule)}


def _sheets(asked: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """What is done to the reader's characters: the document after it, what was done in words and to which sheet, and
    the entry with which it can be undone.

    ``op`` is "read" (a file or what was stored), "add" (``inputs``, as many as ``copies``), "remove", "change"
    (``pairs`` and what is ``gone``, and ``by`` which tab), "apply" (an ``effect`` on the row called ``name``), "undo"
    (an ``entry``), or "merge" (a file). "add", and "change" without a ``sheet``, may say its ``calculator``.
    """
    op, sheet = asked.get("op"), str(asked.get("sheet", ""))
    if op == "read":
        return {"document": sheets.read(asked.get("document")), "words": "", "sheet": "", "entry": ""}
    held = asked.get("document")
    try:
        document = sheets.read(held) if held else sheets.empty()
    except forms.Unusable as error:
        raise forms.Unusable("document", error.message) from None
    match op:
        case "add":
            copies = asked.get("copies", 1)
            copies = copies if isinstance(copies, int) else 0
            done = sheets.add(document, asked.get("inputs", {}), copies, str(asked.get("calculator") or ""))
        case "remove":
            done = sheets.remove(document, sheet)
        case "change":
            gone = asked.get("gone", [])
            gone, by = (gone if isinstance(gone, list) else []), str(asked.get("by", ""))
            done = sheets.change(document, sheet, asked.get("pairs"), gone, by, str(asked.get("calculator") or ""))
        case "apply":
            kind = sheets.of(document, sheet)
            ask = rulings.Rulings(games.of_sheet(kind).name, chosen)
            done = sheets.apply(document, sheet, kind.effect(asked.get("effect")), str(asked.get("name", "")), ask)
        case "undo":
            done = sheets.undo(document, str(asked.get("entry", "")))
        case "merge":
            done = sheets.merge(document, asked.get("file"))
        case _:
            raise forms.Unusable("op", f"Nothing called {wording.quoted(op)} can be done to characters.")
    return {"document": done.document, "words": done.words, "sheet": done.sheet, "entry": done.entry}


def _effects(done: Run) -> list[dict[str, Any]]:
    """What an answer can do to a sheet of its game: in words, as JSON, and the list of whose rows it concerns one."""
    kind = games.sheet_of(entry(done.calculator))
    if kind is None:
        return []
    return [
        {
            "words": one.words(kind),
            "effect": plain(one),
            "names": one.names,
            "row": one.of_row,
            "needs": one.needs,
            "whose": one.whose,
        }
        for one in done.answer.effects
    ]


def _thrown(roll: Any, fell: Mapping[str, Any], chosen: Mapping[str, str]) -> tuple[Run, str]:
    """Dice thrown against an obstacle (see `engine.answer.Roll`), and the roll in one line."""
    if not isinstance(roll, Mapping):
        raise forms.Unusable("roll", f"A roll is a pool and an obstacle; this is {wording.quoted(roll)}.")
    thrown = {name: said for name, said in roll.items() if name not in ("roller", "onward")}
    roller = roll.get("roller")
    done = run(roller if isinstance(roller, str) else "", {**thrown, "fell": fell}, chosen)
    faces = " ".join(str(face) for face in done.answer.values["faces"])
    return done, f"{faces} – {done.answer.sentence}"


def _rolled(asked: Mapping[str, Any], chosen: Mapping[str, str], place: views.Place) -> dict[str, Any]:
    typed = {forms.CHOICE: "typed", "faces": asked["faces"]} if "faces" in asked else None
    done, text = _thrown(asked.get("roll", ""), typed or {forms.CHOICE: "seeded", "seed": asked.get("seed")}, chosen)
    return {
        "html": views.rolled(done.answer, place, _onward(done, asked["roll"].get("onward"), chosen)),
        "say": done.answer.sentence,
        "text": text,
        "faces": done.answer.values["faces"],
        "waiting": done.answer.values["still_to_roll"],
    }


def _onward(done: Run, said: Any, chosen: Mapping[str, str]) -> tuple[str, str] | None:
    """Where dice that fell short lead, as their odds say it (see `engine.answer.Onward`), under the same rulings; and
    the words that lead there."""
    values = done.answer.values
    if values["still_to_roll"] or values["passes"] or not said:
        return None
    try:
        asked = _request(said)
        rule, fields = rules.REGISTRY[asked["rule"]], [str(field) for field in asked["faces"]]
        faces = {field: " ".join(map(str, fell)) for field, fell in zip(fields, values["by_kind"], strict=True)}
        found = entry(asked["calculator"])
        pairs = links.write(found.form, found.form.write(found.form.read({**asked["inputs"], **faces})))
        words = str(asked["words"])
    except (forms.Unusable, KeyError, TypeError, ValueError):
        return None  # no link rather than one that could not be used
    return links.address(rule.page, rule.id.lower(), found.name, pairs, chosen), words


def _text(done: Run, asked: Mapping[str, Any], chosen: Mapping[str, str]) -> str:
    """All that an answer came from, in words."""
    found = entry(done.calculator)
    inputs = views.inputs_in_words(found.form, done.inputs)
    also = [session.in_words(done.public)] if done.public is not None else []
    if "roll" in asked:
        faces = {forms.CHOICE: "typed", "faces": asked.get("faces")}
        also.append(f"Rolled: {_thrown(asked['roll'], faces, chosen)[1]}")
    link = str(asked.get("link", ""))
    return views.whole_text(done.calculator, found.question, done.answer, inputs, done.rulings, link, also)

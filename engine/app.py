"""The one door: describe, run and step, for the build, the browser, the command line and the tests.

Importing this module imports every calculator and loads every table, so that a snapshot made afterwards holds all.
"""

import importlib
import json
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import __version__, calculators, forms, links, outside, progress, rulings, session, views, wording
from engine.answer import Answer, plain
from engine.calculators import REGISTRY, Calculator
from engine.session import Session

for _module in pkgutil.iter_modules(calculators.__path__):
    importlib.import_module(f"{calculators.__name__}.{_module.name}")


def load(modules: Sequence[str]) -> None:
    """Import modules that register further calculators: a reader's own game, or the tests' samples."""
    for module in modules:
        importlib.import_module(module)


def names() -> list[str]:
    """The names of all calculators and sessions, sorted."""
    return sorted(REGISTRY)


def entry(name: str) -> Calculator | Session:
    """The calculator or session called `name`. Raises `forms.Unusable` naming the nearest where there is none."""
    found: Calculator | Session | None = REGISTRY.get(name)
    if found is None:
        near = forms.closest(name, REGISTRY)
        raise forms.Unusable("", f"There is no calculator called {wording.quoted(name)}.{near}")
    return found


@dataclass(frozen=True, slots=True)
class Run:
    """One answer with all that it came from: canonical inputs, the readings asked for, and the log of a session."""

    calculator: str
    inputs: Mapping[str, Any]
    answer: Answer
    rulings: Mapping[str, str]
    log: Mapping[str, Any] | None = None
    moves: Mapping[str, forms.Branches] | None = None
    complaint: str = ""

    def as_json(self, *, blocks: bool = True) -> dict[str, Any]:
        """What the command line prints; without `blocks` and effects where the answer is drawn instead."""
        shown = {
            "calculator": self.calculator,
            "inputs": dict(self.inputs),
            "values": plain(self.answer.values),
            **({"blocks": plain(self.answer.blocks), "effects": plain(self.answer.effects)} if blocks else {}),
            "rulings": dict(self.rulings),
        }
        return shown if self.log is None else {**shown, "log": dict(self.log), "complaint": self.complaint}


def run(name: str, inputs: Mapping[str, Any], chosen: Mapping[str, str] | None = None) -> Run:
    """Answer a calculator, or open a session, for `inputs` (nested or dotted) under the `chosen` readings.

    Raises `forms.Unusable` with field and sentence for what cannot be used.
    """
    found = entry(name)
    if isinstance(found, Session):
        return step(name, {"setup": inputs}, chosen=chosen)
    ask = rulings.Rulings(chosen or {})
    values = found.form.read(inputs)
    try:
        answer = found.function(**values, **({"ask": ask} if found.form.asks else {}))
    except ValueError as error:  # a rule says in one sentence what it cannot work with
        raise forms.Unusable("", str(error)) from error
    return Run(name, found.form.write(values), answer, ask.used)


def step(
    name: str, log: Mapping[str, Any], move: Mapping[str, Any] | None = None, chosen: Mapping[str, str] | None = None
) -> Run:
    """Replay a session's `log` and make one more step, if `move` says one (side, move, and faces or seed).

    Raises `forms.Unusable` where name, setup or move cannot be used; a log that no longer replays is cut short and
    the run says so in `complaint`.
    """
    found = entry(name)
    if not isinstance(found, Session):
        raise forms.Unusable("", f"{wording.quoted(name)} answers at once; it has no steps.")
    ask = rulings.Rulings(chosen or {})
    played = session.replay(found, log, ask)
    state, kept = played.state, dict(played.log)
    if move is not None:
        if len(kept["steps"]) == session.MOST_STEPS:
            raise forms.Unusable("move", f"A log has at most {session.MOST_STEPS} steps, and this one has as many.")
        state, made = session.play(found, state, move)
        kept["steps"] = [*kept["steps"], made]
    answer = found.show(state)
    return Run(name, kept["setup"], answer, ask.used, kept, session.move_forms(found, state), played.complaint)


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


def readings(done: Run, chosen: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """For each ruling that an answer rests on, the verdict under each of its readings; "refused" where one fails."""
    if done.log is not None:
        return {}
    table: dict[str, dict[str, str]] = {}
    for name, held in done.rulings.items():
        table[name] = {}
        for reading in rulings.REGISTRY[name].readings:
            try:
                other = (
                    done
                    if reading.value == held
                    else run(done.calculator, done.inputs, {**chosen, name: reading.value})
                )
            except forms.Unusable as error:
                table[name][reading.value] = f"refused: {error.message}"
                continue
            verdict = other.answer.verdict
            table[name][reading.value] = f"{verdict.figure} · {verdict.line}" if verdict else ""
    return table


def worked_readings() -> dict[str, dict[str, str]]:
    """For each ruling in the registry, its worked value under every reading; "refused" where the inputs then fail."""
    table: dict[str, dict[str, str]] = {}
    for name, ruling in rulings.REGISTRY.items():
        worked = ruling.worked
        table[name] = {}
        for reading in ruling.readings:
            try:
                done = run(worked.calculator, worked.inputs, {**worked.rulings, name: reading.value})
                value = wording.shown(plain(done.answer.values)[worked.value])
            except forms.Unusable as error:
                value = f"refused: {error.message}"
            table[name][reading.value] = f"{worked.words}: {value}"
    return table


def rendered(done: Run, place: views.Place, chosen: Mapping[str, str]) -> str:
    """The answer as HTML, the same in the build and in the browser."""
    return views.answer(done.answer, place, done.rulings, readings(done, chosen), done.moves, done.complaint)


def call(request: str, listener: progress.Listener | None = None) -> str:
    """Answer a page: JSON in, JSON out. What cannot be used comes back as ``{"error": {"field", "message"}}``.

    What a long calculation reports on its way goes to `listener` (see `engine.progress`).

    ``do`` is "names", "run" (what the command line prints), "answer" (inputs → the answer drawn), "form" (inputs, or a
    link's pairs → the same with the form drawn anew; ``add`` or ``drop`` change a list of rows first), "step" (log and
    move → log and answer),
    "roll" (a pool and its obstacle, and ``faces`` or a ``seed`` → the dice drawn), or "text" (inputs or log → all of it
    in words, with the ``link`` and, where there was one, the ``roll``).
    """
    try:
        with progress.told(listener):
            result = _call(_request(request))
    except forms.Unusable as error:
        result = {"error": {"field": error.field, "message": error.message}}
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"))


DOES = ("names", "run", "answer", "form", "step", "roll", "text")


def _request(text: str) -> Mapping[str, Any]:
    try:
        asked = outside.read(text)
    except ValueError:
        raise forms.Unusable("", "A request is JSON; this is not.") from None
    return asked if isinstance(asked, dict) else {}


def _call(asked: Mapping[str, Any]) -> dict[str, Any]:
    do = asked.get("do", "")
    if do == "names":
        return {"names": names(), "version": __version__}
    name = asked.get("calculator")
    name = name if isinstance(name, str) else ""
    chosen, complaints = rulings.read(asked.get("rulings", {}))
    place = views.Place(str(asked.get("instance", name)), str(asked.get("base", "")))
    if do == "roll":
        return _rolled(asked, chosen, place)
    if do == "step" or (do == "text" and "log" in asked):
        log = asked.get("log", {})
        done = step(name, log if isinstance(log, dict) else {}, asked.get("move"), chosen)
    elif do in ("run", "answer", "text"):
        done = run(name, asked.get("inputs", {}), chosen)
    elif do == "form":
        inputs, log = links.read(asked.get("inputs", {}))
        inputs = forms.change_rows(entry(name).form, inputs, asked.get("add"), asked.get("drop"))
        done = step(name, {**log, "setup": inputs}, chosen=chosen) if log else run(name, inputs, chosen)
    else:
        known = wording.listed((wording.quoted(one) for one in DOES), "or")
        raise forms.Unusable("do", f"A request does {known}; this says {wording.quoted(do)}.")
    if do == "run":
        return done.as_json()
    if do == "text":
        return {"text": _text(done, asked, chosen)}
    result = {
        **done.as_json(blocks=False),
        "html": rendered(done, place, chosen),
        "pin": views.pin(done.answer),
        "say": done.answer.sentence,
        "more": views.more_set(entry(name).form, done.inputs),
        "said": [*views.inputs_in_words(entry(name).form, done.inputs), *views.rulings_in_words(done.rulings)],
        "complaints": complaints,
        "link": links.write(entry(name).form, done.inputs, done.log),
    }
    if do == "form":
        result["form"] = views.form(entry(name).form, done.inputs, place)
    return result


def _thrown(roll: Any, fell: Mapping[str, Any], chosen: Mapping[str, str]) -> tuple[Run, str]:
    """Dice thrown against an obstacle, as the calculator “roll” reads them, and the roll in one line."""
    if not isinstance(roll, Mapping):
        raise forms.Unusable("roll", f"A roll is a pool and an obstacle; this is {wording.quoted(roll)}.")
    done = run("roll", {**roll, "fell": fell}, chosen)
    faces = " ".join(str(face) for face in done.answer.values["faces"])
    return done, f"{faces} – {done.answer.sentence}"


def _rolled(asked: Mapping[str, Any], chosen: Mapping[str, str], place: views.Place) -> dict[str, Any]:
    typed = {forms.CHOICE: "typed", "faces": asked["faces"]} if "faces" in asked else None
    done, text = _thrown(asked.get("roll", ""), typed or {forms.CHOICE: "seeded", "seed": asked.get("seed")}, chosen)
    return {
        "html": views.rolled(done.answer, place),
        "say": done.answer.sentence,
        "text": text,
        "faces": done.answer.values["faces"],
        "waiting": done.answer.values["still_to_roll"],
    }


def _text(done: Run, asked: Mapping[str, Any], chosen: Mapping[str, str]) -> str:
    """All that an answer came from, in words."""
    found = entry(done.calculator)
    inputs = views.inputs_in_words(found.form, done.inputs)
    also = [session.in_words(done.log)] if done.log is not None else []
    if "roll" in asked:
        faces = {forms.CHOICE: "typed", "faces": asked.get("faces")}
        also.append(f"Rolled: {_thrown(asked['roll'], faces, chosen)[1]}")
    link = str(asked.get("link", ""))
    return views.whole_text(done.calculator, found.question, done.answer, inputs, done.rulings, link, also)

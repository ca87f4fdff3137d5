"""A mistake of ours: what a rule or a calculator raises that is no refusal, as a build and a reader are told of it."""

import contextlib
import enum
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine import __version__, calculators, forms, games, rulings, session

ROOT = Path(__file__).parent.parent
LIBRARY = Path(enum.__file__).parent
TOLD = ("inputs", "add", "drop", "at", "roll", "faces", "rulings")
"""What of a request a report says as it stands there; a log it says only without what is sealed."""


def said(error: Exception) -> str:
    """What was raised, and where in the code: ``engine/rules.py:12: KeyError: 'either'``."""
    return ": ".join([*places(error)[-1:], _named(error)])


def places(error: Exception) -> list[str]:
    """The places in the code that led to an error, the last of them innermost; none in Python's own library."""
    found, trace = [], error.__traceback__
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.suffix and not path.is_relative_to(LIBRARY):
            known = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(*path.parts[-2:])
            found.append(f"{known.as_posix()}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found


def sentence(error: Exception) -> str:
    """What a reader is told."""
    return f"This is a mistake of ours, not in what you typed: {_named(error)}."


def report(asked: Mapping[str, Any], error: Exception) -> str:
    """What a reader can send us: what was asked for, under which rulings, of which version, and what was raised.

    Of a session it has the log as it may leave the device, and of a move what is no secret; of characters, nothing.
    """
    told = () if asked.get("do") == "sheets" else TOLD
    lines = [
        f"A mistake in Felloe {__version__}",
        f"Calculator: {asked.get('calculator', '')} ({asked.get('do', '')})",
        *(f"{name.capitalize()}: {_json(asked[name])}" for name in told if asked.get(name)),
        *_session(asked),
        f"Error: {_named(error)}",
        f"In: {', '.join(places(error))}",
    ]
    return "\n".join(lines)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _session(asked: Mapping[str, Any]) -> Iterator[str]:
    """A session's log and the move that was asked for; neither where the log cannot be played."""
    with contextlib.suppress(Exception):  # such as the same mistake again
        if tape := _tape(asked):
            at, said = tape.within(asked.get("at")), asked.get("move")
            yield f"Log: {_json(tape.public(at))}"
            if isinstance(said, Mapping):
                yield f"Move: {_json(tape.without_secrets({**said, 'move': forms.nest(said.get('move'))}, at))}"


def _tape(asked: Mapping[str, Any]) -> session.Tape | None:
    key, log = asked.get("tape"), asked.get("log")
    if isinstance(key, str) and log is None:
        return session.held(key)
    entry = calculators.REGISTRY.get(asked.get("calculator", ""))
    if not isinstance(entry, session.Session) or not isinstance(log, Mapping):
        return None
    return session.replay(entry, log, games.rulings_of(entry, rulings.read(asked.get("rulings", {}))[0]))

"""What sleeps in the snapshot of Python says what it said awake: only docstrings that nothing reads are left out."""

import dataclasses
import importlib
import io
import marshal
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hooks.pyodide import asleep
from hooks.pyodide.bare import bare

SOURCE = '''
"""A module."""

from __future__ import annotations

from dataclasses import dataclass


def named(name):
    return lambda function: function


@dataclass
class Pair:
    """Two numbers."""

    one: int = 1

    @property
    def total(self):
        """Their sum."""
        return self.one


def helper():
    """Nothing to do."""


def begin():
    """How many?"""
    return Pair().total, helper()


@named("ask")
def ask():
    """Is it so?"""


def play(start):
    return start()


PLAYED = play(start=begin)
'''


@pytest.fixture
def woken(tmp_path: Path) -> Any:
    """The module of `SOURCE`, packed and woken."""
    finder, _ = asleep.asleep(io.BytesIO(_noted(tmp_path)))
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module("sleeper")
    finally:
        sys.meta_path.remove(finder)
        sys.modules.pop("sleeper", None)
        vars(dataclasses).pop("exec")


def _noted(folder: Path) -> bytes:
    """The module of `SOURCE`, packed, and imported once."""
    held = asleep.noted(asleep.packed(folder, bare({"sleeper.py": SOURCE}), {}), ["sleeper"])
    del sys.modules["sleeper"]
    return held


def test_methods_of_classes_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And where a class is one that was not there, its methods are compiled as ever."""
    _, methods, _ = marshal.loads(_noted(tmp_path))
    assert methods
    compiled: list[str] = []
    monkeypatch.setattr(
        asleep, "exec", lambda code, *around: compiled.append(code) or exec(code, *around), raising=False
    )
    monkeypatch.setattr(dataclasses, "exec", asleep._ready(methods), raising=False)
    assert dataclass(type("Pair", (), {"__annotations__": {"one": int}, "one": 1}))(1).one == 1
    assert [type(code) for code in compiled] == [types.CodeType] * len(compiled)
    compiled.clear()
    assert dataclass(type("Three", (), {"__annotations__": {"three": int}}))(3).three == 3
    assert str in map(type, compiled)


def test_questions_stay_and_other_docstrings_go(woken: Any) -> None:
    assert woken.PLAYED == (1, None)
    assert (woken.begin.__doc__, woken.ask.__doc__) == ("How many?", "Is it so?")
    left = (woken.__doc__, woken.helper.__doc__, woken.Pair.total.__doc__)
    assert left == (None, None, None)
    assert woken.Pair.__doc__ == "-", "dataclass writes none of its own"


def test_every_question_of_the_games_stays() -> None:
    """Of all calculators and sessions, in the very code that is packed."""
    from engine import app

    found: dict[str, str] = {}
    engine = Path(app.__file__).parent
    texts = {str(path.relative_to(engine)): path.read_text(encoding="utf-8") for path in engine.rglob("*.py")}
    modules, _, _ = marshal.loads(asleep.packed(engine, bare(texts), {}))
    docs: set[str] = set()

    def read(code: types.CodeType) -> None:
        docs.update(one for one in code.co_consts if isinstance(one, str))
        for one in code.co_consts:
            if isinstance(one, types.CodeType):
                read(one)

    for _, _, code in modules.values():
        read(marshal.loads(code))
    for name, module in app.homes().items():
        if module.startswith("engine."):
            found[name] = app.entry(name).question
    heads = {" ".join(one.strip().split("\n\n")[0].split()) for one in docs}
    assert [name for name, question in found.items() if question not in heads] == []

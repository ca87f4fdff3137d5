"""What a reader can ask: one module a chapter, full of functions and sessions.

A *function* is decorated with `calculator`: its signature is the form, its docstring the question, and it returns an
`engine.answer.Answer`. A *session* is whatever has a state: see `engine.session`.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import forms
from engine.answer import Answer, Table


@dataclass(frozen=True, slots=True)
class Calculator:
    """A registered function: its name in fences and links, the rules it works, its question, and its form."""

    name: str
    rules: tuple[str, ...]
    question: str
    form: forms.Form
    function: Callable[..., Answer]

    @property
    def module(self) -> str:
        """The module that registers it."""
        return self.function.__module__


REGISTRY: dict[str, Any] = {}
HOMES: dict[str, str] = {}
"""The module of each calculator that is imported only when it is asked for; empty where all are imported at once."""
TABLE_HOMES: dict[str, str] = {}
"""The same for the tables of `TABLES`."""


def register(entry: Any) -> None:
    """Add a calculator or session. Raises ``ValueError`` where another one has the name."""
    if REGISTRY.setdefault(entry.name, entry) is not entry:
        raise ValueError(f"Two calculators are called {entry.name}; a name stands for one.")


def find(name: str) -> Any:
    """The calculator or session called `name`, imported if it is not yet; None where there is none.

    What one calculator says of another, such as a link that fills in its form, has it from here: in the browser most of
    `REGISTRY` is still asleep.
    """
    if name in HOMES:
        importlib.import_module(HOMES[name])
    return REGISTRY.get(name)


def question_of(function: Callable[..., Any]) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())


def calculator(name: str, *, rules: str) -> Callable[[Callable[..., Answer]], Callable[..., Answer]]:
    """Make a function a calculator called `name` that works the `rules` (ids, separated by spaces)."""

    def add(function: Callable[..., Answer]) -> Callable[..., Answer]:
        register(Calculator(name, tuple(rules.split()), question_of(function), forms.form_of(function), function))
        return function

    return add


TABLES: dict[str, Callable[[], Table]] = {}


def table(name: str) -> Callable[[Callable[[], Table]], Callable[[], Table]]:
    """Make a function that returns a `Table` of the rules' data available to pages under `name`."""

    def add(function: Callable[[], Table]) -> Callable[[], Table]:
        if TABLES.setdefault(name, function) is not function:
            raise ValueError(f"Two tables are called {name}; a name stands for one.")
        return function

    return add

"""``python -m hooks.commands.messages`` writes hooks/client/messages.d.ts, the shapes of `engine.messages`."""

import inspect
import textwrap
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired, Required, Union

from engine import messages
from hooks.assets import CLIENT

FILE = CLIENT / "messages.d.ts"
HEAD = """// What pages ask of Python, and what it answers: engine/messages.py, by python -m hooks.commands.messages.
"""
REPLY = """/** An answer, or why there is none. */
export type Reply<Shape> = (Shape & { error?: undefined }) | Refusal;
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "any"}


def written() -> str:
    """The declarations of all shapes."""
    shapes = [one for one in vars(messages).values() if typing.is_typeddict(one)]
    request = " | ".join(one.__name__ for one in typing.get_args(messages.Request))
    return "\n".join([HEAD, *map(_interface, shapes), f"export type Request = {request};\n", REPLY])


def _interface(shape: Any) -> str:
    """A typed dictionary, with all that it inherits."""
    about = " ".join(inspect.cleandoc(shape.__doc__).replace("``", "`").split())
    return "\n".join([*_comment(about), f"export interface {shape.__name__} {{", *_members(shape), "}\n"])


def _comment(about: str) -> list[str]:
    if len(about) <= 110:
        return [f"/** {about} */"]
    return ["/**", *textwrap.wrap(about, 120, initial_indent=" * ", subsequent_indent=" * "), " */"]


def _members(shape: Any) -> Iterator[str]:
    for name, kind in typing.get_type_hints(shape).items():
        yield f"  {name}{'' if name in shape.__required_keys__ else '?'}: {_type(kind)};"


def _type(kind: Any) -> str:
    """Raises ``TypeError`` for what JSON cannot hold, or no message has held so far."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if typing.is_typeddict(kind):
        return str(kind.__name__)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, inner))
    if origin in (Required, NotRequired):
        return _type(inner[0])
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin is list:
        item = _type(inner[0])
        return f"({item})[]" if " " in item and "<" not in item else f"{item}[]"
    if origin is Mapping:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    raise TypeError(f"a message does not hold {kind}")


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8", newline="\n")

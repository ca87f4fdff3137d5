"""The JSON Schema of a file of characters, made from the form that reads it."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from engine import forms, games, sheets

DRAFT = "https://json-schema.org/draft/2020-12/schema"
NUMBER = {"type": "string", "pattern": f"^[0-9]{{1,{sheets.LONGEST_ID}}}$"}


def schema() -> dict[str, Any]:
    """The schema of what `engine.sheets.read` reads, as "Save to a file" writes it."""
    kinds = [
        _whole(
            {
                "id": NUMBER,
                "calculator": {"const": kind.calculator},
                "inputs": _object(kind.form.fields),
                "typed": {
                    "type": "object",
                    "description": "By their dotted paths, texts that were typed and cannot be used.",
                    "additionalProperties": {"type": "string"},
                },
            },
            needed=("id", "calculator", "inputs"),
        )
        for kind in games.sheets()
    ]
    sheet = kinds[0] if len(kinds) == 1 else {"oneOf": kinds}
    return {
        "$schema": DRAFT,
        "title": "Characters of Felloe",
        "description": f"Format {sheets.FORMAT}: character sheets, each the inputs of the calculator it names.",
        **_whole(
            {
                "format": {"const": sheets.FORMAT},
                "version": {"type": "string", "description": "The version of Felloe that wrote it."},
                "next": {"type": "integer", "minimum": 1},
                "sheets": {"type": "array", "items": sheet, "maxItems": sheets.MOST_READ},
                "done": {"type": "array", "description": "What was lately done, each entry with its changes."},
                "edits": {"type": "array", "description": "What was lately typed, each entry with its changes."},
            },
            needed=("format", "sheets"),
        ),
    }


def _whole(properties: Mapping[str, Any], needed: Sequence[str] = ()) -> dict[str, Any]:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        **({"required": list(needed)} if needed else {}),
        "additionalProperties": False,
    }


def _object(fields: Sequence[forms.Field]) -> dict[str, Any]:
    return _whole({field.name: _field(field) for field in fields})


def _field(field: forms.Field) -> dict[str, Any]:
    default = {} if field.default is dataclasses.MISSING else {"default": field.default}
    return {"title": field.words, **_kind(field.kind), **default}


def _kind(kind: Any) -> dict[str, Any]:
    match kind:
        case forms.Truth():
            return {"type": "boolean"}
        case forms.Whole(least, most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case forms.Words(longest):
            return {"type": "string", "maxLength": longest}
        case forms.Parsed(cls):
            return _parsed(kind, cls)
        case forms.OneOf(of):
            return {"enum": [member.value for member in of]}
        case forms.Maybe(inner):
            return {"anyOf": [{"type": "null"}, _kind(inner)]}
        case forms.Group(fields=fields):
            return _object(fields)
        case forms.Rows(row, most):
            return {"type": "array", "items": _object(row.fields), "maxItems": most}
        case forms.Branches(groups):
            return {"oneOf": [_branch(name, group) for name, group in groups.items()]}
        case forms.FromTable(cls, own):
            return {"oneOf": [{"enum": list(cls.table())}, _branch(forms.OWN, own)]}
    raise TypeError(f"{kind!r} is of no kind that a sheet holds.")


def _branch(name: str, group: forms.Group) -> dict[str, Any]:
    fields = {field.name: _field(field) for field in group.fields}
    return _whole({forms.CHOICE: {"const": name}, **fields}, needed=(forms.CHOICE,))


def _parsed(kind: forms.Parsed, cls: Any) -> dict[str, Any]:
    """A number with bounds, or a text, of the pattern that its class says."""
    if kind.bounds:
        return {"type": "integer", "minimum": kind.bounds[0], "maximum": kind.bounds[1]}
    pattern = getattr(cls, "pattern", "")
    return {"type": "string", **({"pattern": pattern} if pattern else {"maxLength": forms.LONGEST_PARSED})}

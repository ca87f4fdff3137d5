"""What a link carries of a calculator: the fields that differ from its own defaults, and the log of a session.

A pair is a dotted name and a text, as in a form: ``depth=3``, ``debts.0.owed=2``. A field that differs is
written whole, so that a link means the same when a row or a branch gets a further field. The steps of a session's log
stand under ``log``, as base64url of zlib of JSON. What changes the meaning of a pair needs another format.

Where pairs would be long, one of them stands for all, with an empty name and a *code* for its text: the digit of its
format, and base64url of three bytes of CRC-32 and of raw deflate of JSON, primed with links-1.toml.
That JSON is the nested inputs that differ, the log among them; rows that have the same fields stand as one list for
each field, under ``*``. It depends on no form, so that it means the same when a form gets or loses a field.
"""

import base64
import binascii
import json
import urllib.parse
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from engine import forms, outside, tables, wording

LOG = "log"
SHEETS = "*"
"""Beside the fields of a calculator, in an address: the names of those that a sheet fills."""
CODE = ""
FORMAT = "1"
SHORT = 200
"""The most characters of pairs that a reader still takes in, as they stand in an address; longer ones become a code."""
COLUMNS = "*"
CHECK = 3
KNOWN = "".join(tables.read(__file__, f"links-{FORMAT}.toml")["known"]).encode()
LONGEST_LOG = 1 << 20
LONGEST_CODE = 8000
SURELY_SHORT, SURELY_LONG = 60, 1500
"""Steps up to which, and beyond which, nobody need pack a log to know whether a link can carry it."""
CUT = "The log in this link is damaged or cut short, so it was set aside."
CODE_CUT = "The code in this link is damaged or cut short, so it was set aside."


def write(form: forms.Form, inputs: Mapping[str, Any], log: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The pairs from which `read` makes these canonical `inputs` and this `log` again; none where all are defaults."""
    differ = {field.name: inputs[field.name] for field in form.fields if inputs[field.name] != field.default}
    pairs = dict(forms.flatten(differ))
    # The empty text that says "a list" says nothing more where its rows follow.
    written = {name: text for name, text in pairs.items() if text or not any(o.startswith(f"{name}.0.") for o in pairs)}
    if log and (log["steps"] or log.get("sealed")) and not too_long(log["steps"]):
        steps = {key: value for key, value in log.items() if key != "setup"}
        differ[LOG] = steps
        written[LOG] = _packed(steps)
    return written if len(urllib.parse.urlencode(written)) <= SHORT else {CODE: code(differ)}


def address(
    page: str, place: str, instance: str, pairs: Mapping[str, str], ruled: Mapping[str, str] | None = None
) -> str:
    """A place on a page where the calculator `instance` holds these pairs, under the readings in `ruled` and no others.

    Without `ruled` it says nothing of rulings: those of whoever opens it hold.

    ``page/#place?instance.field=text&rulings=these&ruling.id=reading``, as hooks/client/address.js reads and writes it.
    """
    said = {f"{instance}.{name}" if name else instance: text for name, text in pairs.items()} or {instance: ""}
    if ruled is not None:
        said |= {"rulings": "these", **{f"ruling.{name}": value for name, value in ruled.items()}}
    return f"{page}/#{place}?{urllib.parse.urlencode(said)}"


def for_row(calculator: str, field: str, row: str) -> str:
    """What an address says of a calculator that is filled from the sheet: all, and a `field` from this row of it.

    >>> for_row("crossing", "hand", "ferry-boats")
    'crossing.*=*+hand:ferry-boats'
    """
    return urllib.parse.urlencode({f"{calculator}.{SHEETS}": f"{SHEETS} {field}:{row}"}, safe="*:")


def too_long(steps: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the steps of a log are more than a link should carry: then it becomes a file."""
    if len(steps) <= SURELY_SHORT:
        return False
    return len(steps) > SURELY_LONG or len(_packed(steps)) > LONGEST_CODE


def _packed(said: Any) -> str:
    packed = zlib.compress(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(pairs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs (nested) and log (without its setup; empty where there is none) of a link's pairs.

    Pairs beside a code say what was typed while it was being opened, and hold before it. Raises `forms.Unusable` where
    they are no pairs, contradict each other, or hold a code or a log that cannot be read.
    """
    if isinstance(pairs, Mapping) and pairs.get(CODE):
        inputs, log = _decoded(pairs[CODE])
        typed = {name: text for name, text in pairs.items() if name not in (CODE, LOG)}
        return (forms.nest({**dict(forms.flatten(inputs)), **typed}) if typed else inputs), log
    inputs = forms.nest(pairs)
    if not isinstance(inputs, dict):
        raise forms.Unusable("", "Inputs are a group of fields; this is a list of rows.")
    code = inputs.pop(LOG, "")
    return inputs, _log(code) if code else {}


def _log(code: Any) -> dict[str, Any]:
    try:
        packed = base64.b64decode(f"{code}{'=' * (-len(code) % 4)}", altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, LONGEST_LOG)
        if not unpacking.eof:
            raise ValueError("cut short, or longer than any log")
        log = outside.read(text.decode())
    except (TypeError, ValueError, binascii.Error, zlib.error):
        raise forms.Unusable(LOG, CUT) from None
    if not isinstance(log, dict):
        raise forms.Unusable(LOG, CUT)
    return log


def code(differ: Mapping[str, Any]) -> str:
    """The code that stands for inputs, from which `read` makes them again."""
    return FORMAT + coded(_in_columns(differ), KNOWN)


def coded(said: Any, known: bytes) -> str:
    """JSON as base64url of three bytes of CRC-32 and of raw deflate, primed with the letters that are `known`."""
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, known)
    packed = _sum(text) + deflate.compress(text) + deflate.flush()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decoded(code: str, known: bytes) -> Any:
    """What `coded` was given. Raises ``ValueError`` where the code is damaged, cut short, or longer than any link."""
    try:
        packed = base64.b64decode(f"{code}{'=' * (-len(code) % 4)}", altchars=b"-_", validate=True)
        inflate = zlib.decompressobj(-zlib.MAX_WBITS, known)
        text = inflate.decompress(packed[CHECK:], LONGEST_LOG)
        if not inflate.eof or inflate.unused_data or _sum(text) != packed[:CHECK]:
            raise ValueError("cut short, changed, or longer than any link")
        return outside.read(text.decode())
    except (TypeError, binascii.Error, zlib.error) as error:
        raise ValueError(str(error)) from None


def _sum(text: bytes) -> bytes:
    return zlib.crc32(text).to_bytes(4)[:CHECK]


def _decoded(code: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The inputs and the log of a code. Raises `forms.Unusable` where it is damaged or of another format."""
    if not isinstance(code, str) or (code[0] != FORMAT and not code[0].isdecimal()):
        raise forms.Unusable("", CODE_CUT)
    if code[0] != FORMAT:
        said = wording.quoted(code[0])
        raise forms.Unusable("", f"The code in this link is of format {said} and this page reads format {FORMAT}.")
    try:
        inputs = _in_rows(decoded(code[1:], KNOWN))
    except ValueError:
        raise forms.Unusable("", CODE_CUT) from None
    log = inputs.pop(LOG, {}) if isinstance(inputs, dict) else None
    if not isinstance(log, dict):
        raise forms.Unusable("", CODE_CUT)
    return inputs, log


def _in_columns(item: Any) -> Any:
    """The same with rows as columns, wherever all rows of a list have the same fields."""
    if isinstance(item, Mapping):
        return {key: _in_columns(value) for key, value in item.items()}
    if not isinstance(item, (list, tuple)):
        return item
    first = item[0] if item else None
    if isinstance(first, Mapping) and first and all(isinstance(row, Mapping) and [*row] == [*first] for row in item):
        return {COLUMNS: {key: [_in_columns(row[key]) for row in item] for key in first}}
    return [_in_columns(inner) for inner in item]


def _in_rows(item: Any) -> Any:
    """The opposite of `_in_columns`. Raises ``ValueError`` for columns of different lengths."""
    if isinstance(item, list):
        return [_in_rows(inner) for inner in item]
    if not isinstance(item, dict):
        return item
    if [*item] == [COLUMNS] and isinstance(item[COLUMNS], dict):
        columns = {key: _in_rows(column) for key, column in item[COLUMNS].items()}
        if not all(isinstance(column, list) for column in columns.values()):
            raise ValueError("a column is a list")
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return {key: _in_rows(value) for key, value in item.items()}

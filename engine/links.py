"""What a link carries of a calculator: the fields that differ from its own defaults, and the log of a session.

A pair is a dotted name and a text, as in a form: ``station=highest``, ``reputations.0.dice=2``. A field that differs is
written whole, so that a link means the same when a row or a branch gets a further field. The steps of a session's log
stand under ``log``, as base64url of zlib of JSON. Format 1; what changes the meaning of a pair needs another.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from engine import forms, outside

LOG = "log"
LONGEST_LOG = 1 << 20
LONGEST_CODE = 8000
SURELY_SHORT, SURELY_LONG = 60, 1500
"""Steps up to which, and beyond which, nobody need pack a log to know whether a link can carry it."""
CUT = "The log in this link is damaged or cut short, so it was set aside."


def write(form: forms.Form, inputs: Mapping[str, Any], log: Mapping[str, Any] | None = None) -> dict[str, str]:
    """The pairs from which `read` makes these canonical `inputs` and this `log` again; none where all are defaults."""
    differ = {field.name: inputs[field.name] for field in form.fields if inputs[field.name] != field.default}
    pairs = dict(forms.flatten(differ))
    # The empty text that says "a list" says nothing more where its rows follow.
    written = {name: text for name, text in pairs.items() if text or not any(o.startswith(f"{name}.0.") for o in pairs)}
    if log and (log["steps"] or log.get("sealed")) and not too_long(log["steps"]):
        steps = {key: value for key, value in log.items() if key != "setup"}
        written[LOG] = _packed(steps)
    return written


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

    Raises `forms.Unusable` where they are no pairs, contradict each other, or hold a log that cannot be read.
    """
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

"""JSON that comes from outside: a request, or the log in a link."""

import json
import re
from typing import Any

MOST_DEPTH = 50
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


def read(text: str) -> Any:
    """What the JSON says. Raises ``ValueError`` where it is none, and where it is nested deeper than `MOST_DEPTH`.

    The depth is looked at first: in WebAssembly a reader that runs out of stack takes all of Python with it.
    """
    depth = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > MOST_DEPTH:
            raise ValueError(f"JSON here is nested at most {MOST_DEPTH} deep.")
    return json.loads(text)

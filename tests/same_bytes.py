"""Every case's answer as one line of JSON: what CPython of any version, under any hash seed, and Pyodide must agree on.

``python -m tests.same_bytes`` prints the lines.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from engine import app, forms

CASES = Path(__file__).parent / "cases"


def requests() -> list[dict[str, Any]]:
    """A request for each case, in the order of the files."""
    found = []
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            found.append(
                {
                    "do": "answer",
                    "calculator": case["calculator"],
                    "inputs": case.get("inputs", {}),
                    "rulings": case.get("rulings", {}),
                    "instance": "case",
                    "base": "../",
                }
            )
    return found


def lines() -> list[str]:
    """The door's answer to each request, and what the command line would print for it."""
    answered = []
    for request in requests():
        answered.append(app.call(json.dumps(request)))
        try:
            done = app.run(request["calculator"], request["inputs"], request["rulings"])
            answered.append(json.dumps(done.as_json(), ensure_ascii=False))
        except forms.Unusable as error:
            answered.append(f"{error.field}: {error.message}")
    return answered


if __name__ == "__main__":
    print("\n".join(lines()))

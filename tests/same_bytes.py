"""Every case's answer as one line of JSON: what CPython of any version, under any hash seed, and Pyodide must agree on.

``python -m tests.same_bytes`` prints the lines.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from engine import app

CASES = Path(__file__).parent / "cases"


def requests() -> list[dict[str, Any]]:
    """Two requests for each case, in the order of the files: what the command line prints, and the answer drawn."""
    found = []
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            request = {
                "calculator": case["calculator"],
                "inputs": case.get("inputs", {}),
                "rulings": case.get("rulings", {}),
                "instance": "case",
                "base": "../",
            }
            found += [{"do": "run", **request}, {"do": "answer", **request}]
    return found


def lines() -> list[str]:
    """The door's answer to each request."""
    return [app.call(json.dumps(request)) for request in requests()]


if __name__ == "__main__":
    print("\n".join(lines()))

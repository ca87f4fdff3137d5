"""Every case's answer as one line of JSON: what CPython of any version, under any hash seed, and Pyodide must agree on.

``python -m tests.same_bytes`` prints the lines.
"""

import fcntl
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import markdown_it
import mdurl

from engine import app

ROOT = Path(__file__).parents[1]
CASES = Path(__file__).parent / "cases"


def requests() -> list[dict[str, Any]]:
    """A request for each case's answer as a page draws it, in the order of the files."""
    found = []
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            request = {
                "do": "answer",
                "calculator": case["calculator"],
                "inputs": case.get("inputs", {}),
                "rulings": case.get("rulings", {}),
                "instance": "case",
                "base": "../",
            }
            found.append(request)
    return found


def lines() -> list[str]:
    """The door's answer to each request."""
    return [app.call(json.dumps(request)) for request in requests()]


def printed(python: str, seed: str) -> str:
    """The lines as an interpreter prints them; another than ours borrows our markdown-it-py, which is pure Python."""
    packages = {str(Path(module.__file__).parents[1]) for module in (markdown_it, mdurl)}
    return subprocess.run(
        [python, "-m", "tests.same_bytes"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sorted(packages)), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def ours(folder: Path) -> str:
    """The lines as this Python prints them, kept in a folder of this run of the tests for all of its workers."""
    file, part = folder / "same_bytes", folder / "same_bytes.part"
    with (folder / "same_bytes.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            part.write_text(printed(sys.executable, "0"), encoding="utf-8")
            part.replace(file)
    return file.read_text(encoding="utf-8")


if __name__ == "__main__":
    print("\n".join(lines()))

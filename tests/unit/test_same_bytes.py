"""The same cases give the same bytes in every CPython at hand and under two hash seeds."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import markdown_it
import mdurl
import pytest

from tests import same_bytes

ROOT = Path(__file__).parents[2]
OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")


def run(python: str, seed: str) -> str:
    """The lines as another interpreter prints them; it borrows our markdown-it-py, which is pure Python."""
    packages = {str(Path(module.__file__).parents[1]) for module in (markdown_it, mdurl)}
    return subprocess.run(
        [python, "-m", "tests.same_bytes"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sorted(packages)), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def expected() -> str:
    return "\n".join(same_bytes.lines()) + "\n"


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_hash_seed(seed: str, expected: str) -> None:
    assert run(sys.executable, seed) == expected


@pytest.mark.parametrize("name", OTHERS)
def test_other_pythons(name: str, expected: str) -> None:
    python = shutil.which(name)
    if not python or subprocess.run([python, "-c", "import tomllib"], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} is not at hand here")
    assert run(python, "1") == expected

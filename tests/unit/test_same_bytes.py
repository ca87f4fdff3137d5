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
OURS = f"python{sys.version_info.major}.{sys.version_info.minor}"
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
    return run(sys.executable, "0")


def test_hash_seed(expected: str) -> None:
    assert len(expected.splitlines()) == len(same_bytes.requests()) > 0
    assert run(sys.executable, "4711") == expected


@pytest.mark.parametrize("name", [name for name in OTHERS if name != OURS])
def test_other_pythons(name: str, expected: str) -> None:
    python = shutil.which(name)
    if not python or subprocess.run([python, "-c", "import tomllib"], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} is not at hand here")
    assert run(python, "1") == expected

"""The same cases give the same bytes in every CPython at hand and under two hash seeds."""

import shutil
import subprocess
import sys

import pytest

from tests import same_bytes

OURS = f"python{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")


def test_hash_seed(same_lines: str) -> None:
    assert len(same_lines.splitlines()) == len(same_bytes.requests()) > 0
    assert same_bytes.printed(sys.executable, "4711") == same_lines


@pytest.mark.parametrize("name", [name for name in OTHERS if name != OURS])
def test_other_pythons(name: str, same_lines: str) -> None:
    python = shutil.which(name)
    if not python or subprocess.run([python, "-c", "import tomllib"], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} is not at hand here")
    assert same_bytes.printed(python, "1") == same_lines

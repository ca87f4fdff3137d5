"""The same cases give the same bytes in every CPython at hand; in the browsers, see browser/test_same_bytes.py."""

import shutil
import subprocess
import sys

import pytest

from tests import same_bytes

OURS = f"python{sys.version_info.major}.{sys.version_info.minor}"
OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")


@pytest.mark.parametrize("name", [name for name in OTHERS if name != OURS])
def test_other_pythons(name: str, same_lines: str) -> None:
    python = shutil.which(name)
    if not python or subprocess.run([python, "-c", "import tomllib"], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} is not at hand here")
    assert same_bytes.printed(python, "1") == same_lines

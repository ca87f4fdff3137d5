"""What the maps of the repository name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "engine" / "games" / "burning_wheel"
PATH = re.compile(r"`([a-z_][\w.-]*(?:/[\w.-]*)+)`|^ {4}([a-z]+/[\w./]*) {2,}", re.MULTILINE)
MADE = ("site/", ".cache/", "dist/")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "tests/README.md"])
def test_every_path_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = {found for pair in PATH.findall(text) for found in pair if found and not found.startswith(MADE)}
    assert named, "none found"
    places = (ROOT, GAME, (ROOT / name).parent)
    assert [path for path in sorted(named) if not any((place / path).exists() for place in places)] == []

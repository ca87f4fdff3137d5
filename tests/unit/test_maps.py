"""What the maps of the repository name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "engine" / "games" / "burning_wheel"
PATH = re.compile(r"`([a-z_][\w.-]*(?:/[\w.-]*)+)`|^ {4}([a-z]+/[\w./]*) {2,}", re.MULTILINE)
LINKED = re.compile(r"\]\((?!https?:)([^)#\s]+\.md)(?:#[^)\s]*)?\)")
FENCED = re.compile(r"^(`{3,}).*?^\1", re.MULTILINE | re.DOTALL)
MADE = ("site/", ".cache/", "dist/")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "tests/README.md"])
def test_every_path_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = {found for pair in PATH.findall(text) for found in pair if found and not found.startswith(MADE)}
    assert named, "none found"
    places = (ROOT, GAME, (ROOT / name).parent)
    assert [path for path in sorted(named) if not any((place / path).exists() for place in places)] == []


def test_every_page_that_a_page_links_is_there() -> None:
    """MkDocs says so too, and finds anchors; this is said before anything is built."""
    docs = ROOT / "docs"
    lost = [
        f"{page.relative_to(ROOT)} links {link}"
        for page in sorted(docs.rglob("*.md"))
        for link in LINKED.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
        if not (page.parent / link).is_file()
    ]
    assert lost == [], "each chapter's rulings have a page: rulings-and-sources/our-tables-rulings/<chapter>.md"

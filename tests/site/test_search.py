"""What the search knows: aliases that can be read and that nobody shares, and rows at the table that they stand in."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from engine import pages
from engine.pages import BadPage
from tests.site.building import build, configured

URL = "http://127.0.0.1:8000/"
HOOKS = ("fences.py", "search.py")
WEAPONS = "burning-wheel/weapons-and-armor/melee-weapons/"
WOUNDS = "burning-wheel/wounds/taking-a-wound/"

BAD = {
    "without an id": (
        '## Tax { data-aliases="broke" }',
        'docs/page.md:3: a section with aliases has an id, as in { #id data-aliases="…" }.',
    ),
    "empty": (
        '## Tax { #tax data-aliases="" }',
        "docs/page.md:3: between two semicolons of data-aliases stands no word.",
    ),
    "nothing between semicolons": (
        '## Tax { #tax data-aliases="broke; ; cash" }',
        "docs/page.md:3: between two semicolons of data-aliases stands no word.",
    ),
    "no letter": (
        '## Tax { #tax data-aliases="broke; ?" }',
        "docs/page.md:3: between two semicolons of data-aliases stands no word.",
    ),
    "a quotation mark too few": (
        '## Tax { #tax data-aliases="broke; cash }',
        "docs/page.md:3: a quotation mark in this heading's attributes has no second one.",
    ),
    "no brace at the end": (
        '## Tax { #tax data-aliases="broke" ',
        'docs/page.md:3: a heading\'s attributes stand in braces at its end: { #id data-rules="…" }.',
    ),
    "misspelt": (
        '## Tax { #tax data-alias="broke" }',
        "docs/page.md:3: a heading has no attribute “data-alias”. The nearest is “data-aliases”.",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_aliases_that_cannot_be_read(kind: str) -> None:
    heading, said = BAD[kind]
    with pytest.raises(BadPage) as fault:
        pages.sections(f"# A page\n\n{heading}\n", "docs/page.md")
    assert str(fault.value) == said


def test_aliases_of_a_page_and_of_a_section() -> None:
    _, page, tax = pages.sections(
        '# Money { data-aliases="cash" }\n\n## Tax { #tax data-aliases="R/D/C; B4" }\n', "p.md"
    )
    assert page.aliases == ("cash",)
    assert tax.aliases == ("R/D/C", "B4")


@pytest.mark.parametrize(
    ("one", "other"),
    [("R/D/C", "rdc"), ("I, M, S", "IMS"), ("Wise", "wises"), ("CIR-04", "cir 4"), ("open-ended", "Open Ended")],
)
def test_two_ways_to_type_an_alias(one: str, other: str) -> None:
    assert pages.alias_key(one) == pages.alias_key(other)


@pytest.mark.parametrize(("one", "other"), [("hit", "hits me"), ("class", "clas"), ("B4", "B40"), ("vs", "v")])
def test_two_aliases(one: str, other: str) -> None:
    assert pages.alias_key(one) != pages.alias_key(other)


def test_two_sections_with_one_alias_stop_the_build(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text('---\ntitle: Home\n---\n\n# Home { data-aliases="open ended" }\n', encoding="utf-8")
    (docs / "page.md").write_text('# A page\n\n## Sixes { #sixes data-aliases="6s; Open-Ended" }\n', encoding="utf-8")
    done = build(tmp_path / "site", URL, configured(tmp_path, docs, hooks=HOOKS))
    assert done.returncode != 0
    said = "docs/page.md:3: the alias “Open-Ended” is claimed already, as “open ended” at docs/index.md:5."
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("burning-wheel", "bastard-sword", True),
        ("burning-wheel", "burning-wheel", False),
        ("", "bastard-sword", False),
        ("burning-wheel", "", False),
    ],
)
def test_two_games_may_share_a_word(first: str, second: str, shared: bool) -> None:
    search = importlib.import_module("hooks.search")
    assert (first not in search.scopes(second) and second not in search.scopes(first)) == shared


@pytest.fixture(scope="module")
def index(built: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((built / "search" / "search_index.json").read_text("utf-8"))["docs"]
    return found


def test_the_index_is_plain(index: list[dict[str, Any]]) -> None:
    (scale,) = [one for one in index if one["location"] == f"{WOUNDS}#inj-01" and "table" not in one]
    assert scale["title"] == "The grayscale"
    assert {"PTGS", "INJ-01", "INJ-02"} <= set(scale["aliases"])
    assert scale["text"].startswith("The scale has 48 places")
    assert scale["text"][: scale["brief"]].endswith(".")
    assert scale["brief"] < len(scale["text"])
    for one in index:
        assert set(one) <= {"location", "title", "text", "brief", "aliases", "table"}
        assert "<p>" not in one["text"]
        assert "&amp;" not in one["text"]


def test_rows_stand_at_their_table(index: list[dict[str, Any]]) -> None:
    rows = {one["title"]: one for one in index if "table" in one}
    assert rows["Mace"]["location"] == f"{WEAPONS}#wpn-34"
    assert rows["Mace"]["table"]
    assert any(one["title"] == "Midi" and one["location"].startswith(f"{WOUNDS}#inj-") for one in index)
    assert "HUB-35" not in rows, "the index of rules only says where to look"


def test_aliases_are_no_part_of_the_pages(built: Path) -> None:
    assert not [page for page in built.rglob("index.html") if b" data-aliases=" in page.read_bytes()]

"""The page for maintainers speaks of what is there: each name stands in the files that it says, each test exists."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from markdown_it.token import Token

from engine.pages import PARSER
from tests.site.building import DOCS, ROOT

PAGE = DOCS / "rulings-and-sources" / "for-maintainers.md"


@dataclass(frozen=True, slots=True)
class Row:
    """What the site rests on: the name that stands for it, the files that use it, and the tests that notice."""

    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]


def codes(token: Token) -> tuple[str, ...]:
    return tuple(child.content for child in token.children or () if child.type == "code_inline")


def rows() -> Iterator[Row]:
    """The rows of all tables of the page, without their heads."""
    cells: list[tuple[str, ...]] = []
    inside = False
    for token in PARSER.parse(PAGE.read_text(encoding="utf-8")):
        match token.type:
            case "td_open":
                inside = True
            case "inline" if inside:
                cells.append(codes(token))
                inside = False
            case "tr_close" if cells:
                names, files, _, tests = cells
                cells = []
                yield Row(names[0], files, tests)


@cache
def defined(file: Path) -> frozenset[str]:
    """The tests that pytest finds in a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


ROWS = list(rows())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_name_stands_where_the_page_says(row: Row) -> None:
    assert row.files
    for file in row.files:
        assert row.name in (ROOT / file).read_text(encoding="utf-8"), file


def test_each_test_is_there() -> None:
    named = [test for row in ROWS for test in row.tests]
    named += [code for token in PARSER.parse(PAGE.read_text(encoding="utf-8")) for code in codes(token) if "::" in code]
    assert all(row.tests for row in ROWS)
    for test in named:
        file, _, name = test.partition("::")
        assert name.startswith("test_"), test
        assert name in defined(ROOT / file), test


def test_there_are_rows() -> None:
    assert len(ROWS) > 20

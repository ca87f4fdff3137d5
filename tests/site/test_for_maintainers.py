"""The page for maintainers speaks of what is there: each name stands in the files that it says, each test exists."""

import ast
from collections.abc import Iterable, Iterator
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


def codes(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(token.content for token in tokens if token.type == "code_inline")


def rows() -> Iterator[Row]:
    """The items of the page that name files, each with its name first, and files and tests in a line of their own."""
    for token in PARSER.parse(PAGE.read_text(encoding="utf-8")):
        parts = list(token.children or ())
        line = next((at for at, part in enumerate(parts) if part.content == "<br>"), None)
        if line is not None:
            places = codes(parts[line:])
            files = tuple(place for place in places if "::" not in place)
            yield Row(codes(parts[:line])[0], files, tuple(place for place in places if "::" in place))


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
    assert all(row.tests for row in ROWS)
    text = PARSER.parse(PAGE.read_text(encoding="utf-8"))
    for test in {code for token in text for code in codes(token.children or ()) if "::" in code}:
        file, _, name = test.partition("::")
        assert name.startswith("test_"), test
        assert name in defined(ROOT / file), test


def test_there_are_rows() -> None:
    assert len(ROWS) > 20

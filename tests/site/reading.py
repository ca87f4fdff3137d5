"""The built pages as files, each parsed once for all tests of a process."""

import functools
from pathlib import Path

from bs4 import BeautifulSoup, Tag


@functools.cache
def read(path: Path) -> BeautifulSoup:
    """A page as a browser reads it; nobody may change it."""
    return BeautifulSoup(path.read_bytes(), "html5lib")


@functools.cache
def ids(path: Path) -> frozenset[str]:
    """Every id in a page."""
    return frozenset(str(element["id"]) for element in read(path).find_all(id=True))


@functools.cache
def kinds(path: Path, among: str = "*") -> frozenset[str]:
    """What stands in the article of a page, each kind of element once: its tag, type, role and classes.

    `among` is a selector of some of them.

    >>> sorted(kinds(page))[:2]
    ['a', 'a.fl-mark.fl-mark--corrected']
    """
    return frozenset(_kind(element) for element in read(path).select(f"article:is({among}), article :is({among})"))


def _kind(element: Tag) -> str:
    stated = [f"[{name}={element[name]}]" for name in ("type", "role") if element.has_attr(name)]
    return ".".join(["".join([element.name, *stated]), *sorted(element.get_attribute_list("class"))])

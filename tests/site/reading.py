"""The built pages as files, each parsed once for all tests of a process."""

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import brotli
from bs4 import BeautifulSoup, Tag

WORD = re.compile(r"[\w-]+")
FACE = re.compile(r"@font-face\s*\{[^}]*url\(['\"]?([^'\")?#]+\.woff2)[^}]*unicode-range:([^;}]+)")


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
    """What stands in the article of a page, each kind of element once: its tag, type, role and classes, without classes
    that no style or script of the site names.

    `among` is a selector of some of them.

    >>> sorted(kinds(page))[:2]
    ['a', 'a.fl-mark.fl-mark--corrected']
    """
    site = next(folder for folder in path.parents if (folder / "assets" / "felloe.js").exists())
    found = read(path).select(f"article:is({among}), article :is({among})")
    return frozenset(_kind(element, _words(site)) for element in found)


def _kind(element: Tag, named: frozenset[str]) -> str:
    stated = [f"[{name}={element[name]}]" for name in ("type", "role") if element.has_attr(name)]
    classes = named.intersection(element.get_attribute_list("class"))
    return ".".join(["".join([element.name, *stated]), *sorted(classes)])


@functools.cache
def _words(site: Path) -> frozenset[str]:
    """All that the site's styles and scripts could mean by a class."""
    files = [path for path in sorted((site / "assets").rglob("*")) if path.suffix in (".css", ".js")]
    return frozenset(word for path in files for word in WORD.findall(path.read_text(encoding="utf-8")))


def loads(page: Path, site: Path) -> set[Path]:
    """The files that a browser fetches for a page of the folder `site` before anyone touches it: itself, its scripts,
    styles, icon and pictures, the fonts for the letters in it, and the map of the site, for instant navigation."""
    found = read(page)
    named = [str(tag["src"]) for tag in found.select("script[src], img[src]")]
    named += [str(tag["href"]) for tag in found.select("link:is([rel~=stylesheet], [rel~=icon], [rel~=preload])")]
    files = {page, site / "sitemap.xml", *((page.parent / urlsplit(name).path).resolve() for name in named)}
    letters = frozenset(found.get_text())
    faces = {face for style in files if style.suffix == ".css" for face in _faces(style)}
    return files | {font for font, ranges in faces if any(_within(letter, ranges) for letter in letters)}


@functools.cache
def _faces(style: Path) -> frozenset[tuple[Path, str]]:
    """The fonts that a style names, with the letters that each is for."""
    named = FACE.findall(style.read_text(encoding="utf-8"))
    return frozenset(((style.parent / name).resolve(), ranges) for name, ranges in named)


@functools.cache
def _within(letter: str, ranges: str) -> bool:
    """Whether a letter is in ranges such as ``U+20-7E,U+A0``."""
    ends = [part.strip().removeprefix("U+").partition("-") for part in ranges.split(",")]
    return any(int(first, 16) <= ord(letter) <= int(last or first, 16) for first, _, last in ends)


def page_bytes(site: Path, quality: int = 11, among: Sequence[str] | None = None) -> dict[str, int]:
    """For each page, or for those `among` them, by its address from the root, all that it `loads`, as brotli packs it;
    9 is a tenth of the work of 11, for some percent more."""

    @functools.cache
    def packed(file: Path) -> int:
        return len(brotli.compress(file.read_bytes(), quality=quality))

    pages = {page.parent.relative_to(site).as_posix(): page for page in sorted(site.rglob("index.html"))}
    return {name: sum(map(packed, loads(page, site))) for name, page in pages.items() if among is None or name in among}

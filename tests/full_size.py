"""A site of full size: ours, and the chapters of Burning Wheel once more, as a game of its own.

The whole inventory is 778 rules; ours and the copy are more, with the weight of real ones. A copy has other names for
all that is unique in a site: package, game, calculators, tables, ids of rules and rulings, addresses of pages, aliases.
Everything is written anew from the sources of now, into a folder outside of the project.
"""

import functools
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.site.building import DOCS, ROOT, all_hooks, configured, navigation

GAME = ROOT / "engine" / "games" / "burning_wheel"
PACKAGE, NAME, TITLE = "engine.games.burning_wheel", "burning-wheel", "Burning Wheel"
SHEET = DOCS / "at-the-table" / "my-characters.md"
ID = re.compile(r'^id = "([A-Z]+)-', re.MULTILINE)
NAMED = re.compile(r'((?:@calculator|@table|\bsession|\bOnward|\bSheet|awake=)\(\s*")([^"]+")')
WORKED = re.compile(r'\bcalculator = "')
FENCED = re.compile(r'^```(?:calculator|table)\nuse = "', re.MULTILINE)
ALIASES = re.compile(r'(?<=data-aliases=")[^"]+')
TOP = re.compile(r"^# .*?(?= \{ |$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Copy:
    """One more game with the same chapters; what is unique carries the `word`."""

    word: str

    @property
    def package(self) -> str:
        return f"copy_{self.word}"

    @property
    def name(self) -> str:
        return f"copy-{self.word}"

    def calculator(self, name: str) -> str:
        """What the copy calls this calculator of Burning Wheel."""
        return f"{self.word}-{name}"

    def _rules(self, text: str) -> str:
        """Each rule's id has the word's letter behind its chapter's: CIR-04 is CIRO-04."""
        letter = self.word[0]
        text = re.sub(rf"\b({_prefixes()})(?=-[0-9])", rf"\1{letter.upper()}", text)
        return re.sub(rf"\b({_prefixes().lower()})(?=-[0-9])", rf"\1{letter}", text)

    def _source(self, text: str) -> str:
        text = text.replace(PACKAGE, self.package).replace(f'"{NAME}"', f'"{self.name}"')
        text = text.replace(f'"{TITLE}"', f'"Copy {self.word}"').replace("unprefixed=True", "unprefixed=False")
        return self._rules(NAMED.sub(rf"\g<1>{self.word}-\g<2>", text))

    def _table(self, text: str) -> str:
        return self._rules(WORKED.sub(rf"\g<0>{self.word}-", text).replace(f'page = "{NAME}/', f'page = "{self.name}/'))

    def _page(self, text: str) -> str:
        text = FENCED.sub(rf"\g<0>{self.word}-", text.replace(NAME, self.name))
        text = ALIASES.sub(lambda found: "; ".join(f"{one} {self.word}" for one in found[0].split(";")), text)
        return self._rules(TOP.sub(rf"\g<0>, copy {self.word}", text))

    def write(self, folder: Path) -> None:
        """Write the package."""
        for path in sorted(GAME.rglob("*")):
            change = {".py": self._source, ".toml": self._table, ".css": str}.get(path.suffix)
            if change:
                _write(folder / self.package / path.relative_to(GAME), change(path.read_text(encoding="utf-8")))

    def write_pages(self, docs: Path) -> None:
        """Write the pages."""
        for path in sorted((DOCS / NAME).rglob("*.md")):
            _write(docs / self.name / path.relative_to(DOCS / NAME), self._page(path.read_text(encoding="utf-8")))
        _write(docs / self.name / SHEET.name, self._page(SHEET.read_text(encoding="utf-8")))

    def navigation(self, chapters: Any) -> dict[str, Any]:
        """Its part of the navigation, for the chapters of Burning Wheel there."""
        text = yaml.safe_dump(chapters).replace(f"{NAME}/", f"{self.name}/")
        return {f"Copy {self.word}": [{"Characters": f"{self.name}/{SHEET.name}"}, *yaml.safe_load(text)]}


COPIES = (Copy("north"),)
MODULES = tuple(copy.package for copy in COPIES)


@functools.cache
def _prefixes() -> str:
    """What the ids of Burning Wheel's rules begin with, as alternatives of a pattern."""
    tables = (path.read_text(encoding="utf-8") for path in (GAME / "index").glob("*.toml"))
    return "|".join(sorted({prefix for table in tables for prefix in ID.findall(table)}))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write(folder: Path) -> None:
    """Write the packages of the copies into a folder."""
    for copy in COPIES:
        copy.write(folder)


@contextmanager
def importable() -> Iterator[Path]:
    """A folder with the copies' packages, on ``sys.path`` as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        sys.path.insert(0, folder)
        try:
            yield Path(folder)
        finally:
            sys.path.remove(folder)


@dataclass(frozen=True, slots=True)
class Site:
    """The sources of a site of full size, in a folder: its packages, pages and configuration."""

    folder: Path

    @property
    def docs(self) -> Path:
        return self.folder / "docs"

    @property
    def config(self) -> Path:
        return self.folder / "mkdocs.yml"

    @property
    def environment(self) -> dict[str, str]:
        """What a command needs in its environment to import the packages."""
        paths = [str(self.folder), str(ROOT)]
        ours = {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "", "NO_MKDOCS_2_WARNING": "1"}
        return {"AHEAD": "false", **os.environ, **ours}


def site(folder: Path) -> Site:
    """Write the sources of a site of full size into a folder that is not yet there."""
    write(folder)
    shutil.copytree(DOCS, folder / "docs")
    whole = navigation()
    chapters = next(part[TITLE] for part in whole if TITLE in part)
    for copy in COPIES:
        copy.write_pages(folder / "docs")
    nav = [*whole, *(copy.navigation(chapters) for copy in COPIES)]
    configured(folder, folder / "docs", MODULES, all_hooks(), nav=nav)
    return Site(folder)

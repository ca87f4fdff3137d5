"""A site larger than ours, for what is measured: ours, and the chapters of a game once more, as a game of its own.

A copy has other names for all that is unique in a site: package, game, calculators, tables, ids of rules and
rulings, addresses of pages, aliases. Everything is written anew from the sources of now, into a folder outside of the
project.
"""

import functools
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.site.building import DOCS, ROOT, all_hooks, configured, navigation

ID = re.compile(r'^id = "([A-Z]+)-', re.MULTILINE)
NAMED = re.compile(
    r'((?:(?:@calculator|@table|\bsession|\bOnward|\bSheet|awake=)\(\s*|\b(?:ENCOUNTER|FORECAST|ROLLER) = )")([^"]+")'
)
WORKED = re.compile(r'\bcalculator = "')
FENCED = re.compile(r'^```(?:calculator|table)\nuse = "', re.MULTILINE)
ALIASES = re.compile(r'(?<=data-aliases=")[^"]+')
TOP = re.compile(r"^# .*?(?= \{ |$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Original:
    """A game that can be copied: what its package is called, and its title."""

    package: str
    title: str

    @property
    def folder(self) -> Path:
        """Its package."""
        return ROOT / "engine" / "games" / self.package

    @property
    def module(self) -> str:
        """What its package is imported as."""
        return f"engine.games.{self.package}"

    @property
    def name(self) -> str:
        """The folder of its pages."""
        return self.package.replace("_", "-")

    @property
    def prefixes(self) -> str:
        """What the ids of its rules begin with, as alternatives of a pattern."""
        tables = (path.read_text(encoding="utf-8") for path in (self.folder / "index").glob("*.toml"))
        return "|".join(sorted({prefix for table in tables for prefix in ID.findall(table)}))


WHEEL, SWORD = Original("burning_wheel", "Burning Wheel"), Original("bastard_sword", "Bastard Sword")


@dataclass(frozen=True, slots=True)
class Copy:
    """One more game with the same chapters; what is unique carries the `word`."""

    word: str
    original: Original = SWORD

    @property
    def package(self) -> str:
        return f"copy_{self.word}"

    @property
    def name(self) -> str:
        return f"copy-{self.word}"

    def calculator(self, name: str) -> str:
        """What the copy calls this calculator of its original."""
        return f"{self.word}-{name}"

    def _rules(self, text: str) -> str:
        """Each rule's id has the word's letter behind its chapter's: CIR-04 is CIRO-04."""
        letter = self.word[0]
        prefixes = _prefixes(self.original)
        text = re.sub(rf"\b({prefixes})(?=-[0-9])", rf"\1{letter.upper()}", text)
        return re.sub(rf"\b({prefixes.lower()})(?=-[0-9])", rf"\1{letter}", text)

    def _source(self, text: str) -> str:
        text = text.replace(self.original.module, self.package).replace(f'"{self.original.name}"', f'"{self.name}"')
        text = text.replace(f'"{self.original.title}"', f'"Copy {self.word}"')
        text = text.replace("unprefixed=True", "unprefixed=False")
        return self._rules(NAMED.sub(rf"\g<1>{self.word}-\g<2>", text))

    def _table(self, text: str) -> str:
        return self._rules(
            WORKED.sub(rf"\g<0>{self.word}-", text).replace(f'page = "{self.original.name}/', f'page = "{self.name}/')
        )

    def _page(self, text: str) -> str:
        text = FENCED.sub(rf"\g<0>{self.word}-", text.replace(self.original.name, self.name))
        text = ALIASES.sub(lambda found: "; ".join(f"{one} {self.word}" for one in found[0].split(";")), text)
        return self._rules(TOP.sub(rf"\g<0>, copy {self.word}", text))

    def write(self, folder: Path) -> None:
        """Write the package."""
        for path in sorted(self.original.folder.rglob("*")):
            change = {".py": self._source, ".toml": self._table, ".css": str}.get(path.suffix)
            if change:
                _write(
                    folder / self.package / path.relative_to(self.original.folder),
                    change(path.read_text(encoding="utf-8")),
                )

    def write_pages(self, docs: Path) -> None:
        """Write the pages."""
        pages = DOCS / self.original.name
        for path in sorted(pages.rglob("*.md")):
            _write(docs / self.name / path.relative_to(pages), self._page(path.read_text(encoding="utf-8")))

    def navigation(self, chapters: Any) -> dict[str, Any]:
        """Its part of the navigation, for the chapters of its original there."""
        text = yaml.safe_dump(chapters).replace(f"{self.original.name}/", f"{self.name}/")
        return {f"Copy {self.word}": yaml.safe_load(text)}


COPIES = (Copy("north"),)
MODULES = tuple(copy.package for copy in COPIES)


@functools.cache
def _prefixes(original: Original) -> str:
    return original.prefixes


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write(folder: Path) -> None:
    """Write the packages of the copies into a folder."""
    for copy in COPIES:
        copy.write(folder)


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
    parts = {title: chapters for part in whole for title, chapters in part.items()}
    for copy in COPIES:
        copy.write_pages(folder / "docs")
    nav = [*whole, *(copy.navigation(parts[copy.original.title]) for copy in COPIES)]
    configured(folder, folder / "docs", MODULES, all_hooks(), nav=nav)
    return Site(folder)

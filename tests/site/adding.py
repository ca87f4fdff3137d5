"""The page “Add a rule”, and others like it, read as what they tell: files to write, lines to put in, commands to run,
what they say.

A block with a title is content: ``title="path"`` is a new file, ``path, at its end`` and ``path, in place of …`` change
one that is there. A console block is commands, and a text block is what the command before it says.
"""

import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.pages import PARSER
from hooks.commands import environment
from tests.site.building import DOCS, ROOT

PAGE = DOCS / "rulings-and-sources" / "add-a-rule.md"
END, INSTEAD = "at its end", "in place of "
MADE = ("site", "dist")
DRAWN = ("examples", "fonts", "packed", "sections", "templates")
"""Caches by the content of all that their files rest on."""


@dataclass(frozen=True, slots=True)
class Write:
    """Put `content` into the file at `path`: as a new file where `place` is empty."""

    path: str
    place: str
    content: str

    def carry_out(self, folder: Path) -> None:
        """Do it in a copy of the project. Raises ``ValueError`` where the file is not as the step takes it to be."""
        file = folder / self.path
        old = self.place.removeprefix(INSTEAD)
        if not self.place:
            if file.exists():
                raise ValueError(f"{self.path} is there already.")
            file.parent.mkdir(parents=True, exist_ok=True)
            text = self.content
        elif self.place == END:
            text = file.read_text(encoding="utf-8") + self.content
        else:
            before, *after = file.read_text(encoding="utf-8").split(old)
            if old == self.place or len(after) != 1:
                raise ValueError(f"{self.path} has not exactly one place “{self.place}”.")
            text = before + self.content.rstrip("\n") + after[0]
        file.write_text(text, encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Run:
    """Run a command of the shell."""

    command: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The command before said this."""

    text: str


def steps(page: Path = PAGE) -> Iterator[Write | Run | Shown]:
    """The steps of a page, in its order."""
    for token in PARSER.parse(page.read_text(encoding="utf-8")):
        if token.type == "fence":
            language, _, rest = token.info.partition(" ")
            if language == "console":
                yield from map(Run, token.content.splitlines())
            elif language == "text":
                yield Shown(token.content)
            else:
                titles = dict(word.split("=", 1) for word in shlex.split(rest))
                path, _, place = titles["title"].partition(", ")
                yield Write(path, place, token.content)


def clone(folder: Path) -> Path:
    """The project as in a fresh clone, in a folder that is not yet there."""

    def left_out(parent: str, names: list[str]) -> set[str]:
        top = Path(parent) == ROOT
        return {name for name in names if name == "__pycache__" or (top and (name[0] == "." or name in MADE))}

    return shutil.copytree(ROOT, folder, ignore=left_out)


def _copied(source: str, target: str) -> None:
    """A copy, unless a build beside this test has just given the file its name."""
    with suppress(FileNotFoundError):
        shutil.copyfile(source, target)


def prepared(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """A clone in which the first command has nothing left to fetch, and no section to draw that was drawn here."""
    clone(folder)
    with patch.context() as there:
        there.setattr(environment, "CACHE", folder / ".cache" / "venv")
        name = environment._name("dev")
    (folder / ".cache" / "venv").mkdir(parents=True)
    (folder / ".cache" / "venv" / f"{name}.here").symlink_to(Path(sys.prefix).resolve())
    (folder / ".cache" / "npm").symlink_to(ROOT / ".cache" / "npm")
    drawn(folder)
    return folder


def drawn(folder: Path) -> None:
    """Lay into a clone what was drawn here, so that a build there draws only what differs."""
    for kept in [path for path in map((ROOT / ".cache").joinpath, DRAWN) if path.exists()]:
        shutil.copytree(kept, folder / ".cache" / kept.name, copy_function=_copied)

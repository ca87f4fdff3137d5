"""What the answers of a calculator rest on, file by file, so that what was worked out once is kept while it holds.

No hook itself. A calculator's module rests on itself and on every module of games that it imports, whichever way it
takes, with the packages around them, so that a game's sheet and drawings count for each of its chapters; on the TOML
tables that these name, and on tables that no module beside them names (a game's rulings); and, like all others, on the
whole core and on the ids of all rules. Names of calculators and of modules stay strings here, because while a site is
served its modules come and go.
"""

import ast
import contextlib
import functools
import hashlib
import json
import os
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

CORE = "engine"
GAMES = f"{CORE}.games"
INDEX = "index"
NAMED = re.compile(r"[\w.-]+\.toml")
DYNAMIC = re.compile(r"import_module|__import__")
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")


class Sources:
    """The files of the engine and of further packages, as they are now."""

    def __init__(self, folders: Sequence[Path], kept: Path) -> None:
        """Read them; what each imports is kept by its content in the file `kept`."""
        self._places: dict[Path, Path] = {}
        self._digests: dict[Path, str] = {}
        for folder in folders:
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".py", ".toml"):
                    self._places[path] = path.relative_to(folder.parent)
                    self._digests[path] = hashlib.sha256(path.read_bytes()).hexdigest()
        self._paths = {_name(place): path for path, place in self._places.items() if path.suffix == ".py"}
        self._read(kept)
        tables = [path for path in self._places if path.suffix == ".toml"]
        self._tables, shared = self._owners(tables)
        core = [path for name, path in self._paths.items() if _root(name) == CORE]
        self.core = self._digest([*core, *shared], _PYTHON)
        self.digest = self._digest(self._digests, _PYTHON)

    def text(self, name: str) -> str:
        """A digest of the text of a module, and of those below a package; what they import does not count."""
        return self._digest([path for one, path in self._paths.items() if f"{one}.".startswith(f"{name}.")], "")

    def files(self) -> Iterable[Path]:
        """The modules' files."""
        return self._paths.values()

    def _read(self, kept: Path) -> None:
        """What each module imports and names, from its text or as it was read for an earlier build."""
        known = _known(kept)
        said: dict[str, tuple[list[str], list[str]]] = {}
        for name, path in self._paths.items():
            key = f"{name}{path.name == '__init__.py'} {self._digests[path]}"
            said[key] = known.get(key) or _said(path.read_text(encoding="utf-8"), name, path.name == "__init__.py")
        self._says = dict(zip(self._paths, said.values(), strict=True))
        self._dynamic = {name for name, (imported, _) in self._says.items() if DYNAMIC.search("".join(imported))}
        if known.keys() != said.keys():
            write(kept, said)

    def _owners(self, tables: Iterable[Path]) -> tuple[dict[str, list[Path]], list[Path]]:
        """For each module the tables it rests on, for each game's root those of all its modules; and everyone's."""
        owned: dict[str, list[Path]] = {}
        everyone: list[Path] = []
        naming: dict[tuple[str, str], list[str]] = {}
        for name, (_, tables_named) in self._says.items():
            for table in tables_named:
                naming.setdefault((_root(name), table), []).append(name)
        for path in tables:
            root = _root(".".join(self._places[path].parent.parts))
            if root == CORE or path.parent.name == INDEX:
                everyone.append(path)
            else:
                for owner in naming.get((root, path.name), [f"{root}:"]):
                    owned.setdefault(owner, []).append(path)
        return owned, everyone

    def _digest(self, paths: Iterable[Path], also: str) -> str:
        lines = sorted(f"{self._places[path].as_posix()} {self._digests[path]}" for path in paths)
        return hashlib.sha256("\n".join([*lines, also]).encode()).hexdigest()

    @functools.cache  # noqa: B019  # as long as a build
    def modules(self, name: str) -> frozenset[str]:
        """The modules of games that importing the module `name` imports, itself among them; all where one of them
        imports what only it knows."""
        found: set[str] = set()
        wanted = [name]
        while wanted:
            module = wanted.pop()
            if module in found or module not in self._paths or _root(module) == CORE:
                continue
            found.add(module)
            if module in self._dynamic:
                return frozenset(one for one in self._paths if _root(one) != CORE)
            wanted += self._says[module][0]
        return frozenset(found)

    @functools.cache  # noqa: B019
    def of(self, *names: str) -> str:
        """A digest of all that the answers of calculators in these modules rest on; of all files without a name."""
        if not names or any(name not in self._paths for name in names):
            return self.digest
        modules = frozenset().union(*map(self.modules, names))
        tables = [
            table
            for owner in sorted({*modules, *(f"{_root(module)}:" for module in modules)})
            for table in self._tables.get(owner, [])
        ]
        return self._digest([*(self._paths[module] for module in modules), *tables], self.core)


_PYTHON = f"{platform.python_version()} markdown-it-py {metadata.version('markdown-it-py')}"


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def _root(name: str) -> str:
    """The package of the game that a module belongs to, or "engine" for the core."""
    parts = name.split(".")
    if parts[0] != CORE:
        return parts[0]
    return ".".join(parts[:3]) if name.startswith(f"{GAMES}.") else CORE


def _said(text: str, name: str, package: bool) -> tuple[list[str], list[str]]:
    """The names that a module's text imports, with the packages around them, and the tables it names."""
    around = name if package else name.rpartition(".")[0]
    imported = {name} | set(DYNAMIC.findall(text))
    for node in _statements(ast.parse(text).body):
        if isinstance(node, ast.Import):
            imported.update(one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = around.split(".")[: len(around.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*up, *([node.module] if node.module else [])])
            imported.update([module, *(f"{module}.{one.name}" for one in node.names)])
    whole = {".".join(one.split(".")[:length]) for one in imported for length in range(1, one.count(".") + 2)}
    return sorted(whole), sorted(set(NAMED.findall(text)))


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All statements, those inside others too; expressions hold no imports."""
    for node in body:
        yield node
        for part in BODIES:
            yield from _statements(getattr(node, part, ()))


def _known(file: Path) -> dict[str, tuple[list[str], list[str]]]:
    try:
        return {key: (said[0], said[1]) for key, said in json.loads(file.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError):
        return {}


def write(file: Path, content: Any) -> None:
    """Write JSON so that who reads it meanwhile has the old or the new."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    part.replace(file)


_held: dict[Path, dict[str, Any]] = {}
"""What a server would read again for every edit."""


class Kept:
    """What was worked out for one page, in a file; an earlier build's is taken where it still holds.

    What is `quick` was not wholly worked out: it serves another quick build, and what is whole serves that too.
    """

    def __init__(self, file: Path, sources: Sources, *, quick: bool) -> None:
        self._file, self._sources, self._quick = file, sources, quick
        self._old: dict[str, Any] = _held.get(file, {})
        if not self._old:
            with contextlib.suppress(OSError, ValueError):
                self._old = json.loads(file.read_text(encoding="utf-8"))
        self._now: dict[str, Any] = {}

    def __call__(self, homes: Sequence[str], facts: Any, make: Callable[[], Any]) -> Any:
        """What `make` gives for these facts (JSON) by calculators in these modules; by any, where none is named."""
        said = json.dumps([facts, self._sources.of(*sorted(set(homes)))], ensure_ascii=False, sort_keys=True)
        keys = [
            hashlib.sha256(f"{said}{way}".encode()).hexdigest() for way in ([""] if not self._quick else ["", "quick"])
        ]
        key = next((key for key in keys if key in self._old), keys[-1])
        self._now[key] = self._old[key] if key in self._old else make()
        return self._now[key]

    def write(self) -> None:
        """Keep what was asked for, and nothing else, for the next build."""
        if self._now.keys() != self._old.keys():
            write(self._file, self._now)
        if self._quick:
            _held[self._file] = self._now

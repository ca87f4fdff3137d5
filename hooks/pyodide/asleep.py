"""Modules that sleep in the memory of the browser's Python: bytecode as bytes, until something imports them.

A module in memory takes ten times the bytes of its packed code, in what is fetched as well, and a reader asks for a few
calculators of hundreds. The code is not compressed here: the whole memory is, and modules have much in common.
`snapshot.mjs` runs this before it takes the snapshot; of the engine it needs only that `engine.calculators.HOMES` leads
to a sleeping calculator, and `engine.tables.KEPT` to its tables.

`dataclass` writes the methods of a class as text and has that compiled, which takes more than half of a waking. So what
it writes is compiled beforehand (`noted`), and found by its text.
"""

import dataclasses
import functools
import hashlib
import importlib
import marshal
import sys
import tomllib
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any, BinaryIO


class Asleep(MetaPathFinder, Loader):
    """A finder and loader of the modules in `packed`: by name, file, whether it is a package, and its code as bytes."""

    def __init__(self, packed: Mapping[str, tuple[str, bool, bytes]]) -> None:
        self.packed = packed

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module comes from, if it sleeps here."""
        if name not in self.packed:
            return None
        file, package, _ = self.packed[name]
        spec = ModuleSpec(name, self, origin=file, is_package=package)
        spec.has_location = True  # so that the module has its __file__, by which it names its tables
        return spec

    def create_module(self, _spec: ModuleSpec) -> None:
        """An ordinary module."""

    def exec_module(self, module: types.ModuleType) -> None:
        """Wake a module."""
        exec(marshal.loads(self.packed[module.__name__][2]), module.__dict__)


def packed(library: Path, sources: Mapping[str, str], but: Mapping[str, object]) -> bytes:
    """All modules of `sources`, texts by path below the folder `library`, except those that are imported already, and
    the tables below that folder.
    """
    texts = {Path(path): text for path, text in sources.items()}
    for path in list(texts):
        for folder in path.parents[:-1]:
            texts.setdefault(folder / "__init__.py", "")  # a package may do without one
    modules = {}
    for path, text in sorted(texts.items()):
        package = path.name == "__init__.py"
        name = ".".join(path.parent.parts if package else path.with_suffix("").parts)
        if name not in but:
            code = compile(text, str(library / path), "exec", dont_inherit=True)
            modules[name] = (str(library / path), package, marshal.dumps(code))
    return marshal.dumps((modules, {}, _tables(library)))


def noted(held: bytes, homes: Iterable[str]) -> bytes:
    """What `packed` gave, with the methods of the classes in these modules and all that they import."""
    modules, _, tables = marshal.loads(held)
    methods: dict[bytes, bytes] = {}

    def note(text: str, *around: Any) -> None:
        code = compile(text, "<string>", "exec")
        methods[_key(text)] = marshal.dumps(code)
        exec(code, *around)

    finder = Asleep(modules)
    sys.meta_path.insert(0, finder)
    vars(dataclasses)["exec"] = note
    for name in homes:
        importlib.import_module(name)
    del vars(dataclasses)["exec"]
    sys.meta_path.remove(finder)
    return marshal.dumps((modules, methods, tables))


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def _ready(methods: Mapping[bytes, bytes]) -> Callable[..., None]:
    """What `dataclass` takes for `exec`: it has these methods, and compiles others."""

    def run(text: str, *around: Any) -> None:
        code = methods.get(_key(text))
        exec(text if code is None else marshal.loads(code), *around)

    return run


def _tables(library: Path) -> dict[str, bytes]:
    """The TOML files below a folder, read, as bytes, by path; but a game's rules and rulings are in memory already."""
    return {
        str(path): marshal.dumps(tomllib.loads(path.read_text(encoding="utf-8")))
        for path in sorted(library.rglob("*.toml"))
        if path.parent.name not in ("index", "rulings")
    }


def asleep(held: BinaryIO) -> tuple[Asleep, dict[str, Callable[[], dict[str, Any]]]]:
    """What a file of what `packed` gave holds: the finder of its modules, and what gives each table, by path. From now
    on `dataclass` finds the methods that are in it.

    It is read bit by bit, because memory that was needed once is in the snapshot for ever.
    """
    modules, methods, tables = marshal.load(held)
    vars(dataclasses)["exec"] = _ready(methods)
    return Asleep(modules), {path: functools.partial(_unpacked, one) for path, one in tables.items()}


def _unpacked(table: bytes) -> dict[str, Any]:
    held: dict[str, Any] = marshal.loads(table)
    return held

"""Modules that sleep in the memory of the browser's Python: bytecode as bytes, until something imports them.

A module in memory takes ten times the bytes of its packed code, in what is fetched as well, and a reader asks for a few
calculators of hundreds. The code is not compressed here: the whole memory is, and modules have much in common.
`snapshot.mjs` runs this before it takes the snapshot; of the engine it needs only that `engine.calculators.HOMES` leads
to a sleeping calculator, and `engine.tables.KEPT` to its tables.
"""

import ast
import functools
import marshal
import tomllib
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any


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


def packed(library: Path, but: Mapping[str, object]) -> bytes:
    """All modules below the folder `library`, except those that are imported already, and the tables that they read."""
    sources = {path.relative_to(library): path.read_bytes() for path in library.rglob("*.py")}
    for path in list(sources):
        for folder in path.parents[:-1]:
            sources.setdefault(folder / "__init__.py", b"")  # a package may do without one
    trees = {path: ast.parse(source) for path, source in sorted(sources.items())}
    asked = _asked(trees.values())
    modules = {}
    for path, tree in trees.items():
        package = path.name == "__init__.py"
        name = ".".join(path.parent.parts if package else path.with_suffix("").parts)
        if name not in but:
            code = compile(_bare(tree, asked), str(library / path), "exec", dont_inherit=True)
            modules[name] = (str(library / path), package, marshal.dumps(code))
    return marshal.dumps((modules, _tables(library)))


def _asked(trees: Iterable[ast.Module]) -> frozenset[str]:
    """The names of what stands as ``start=`` in a call: functions whose docstring a session asks."""
    words = (word for tree in trees for call in ast.walk(tree) if isinstance(call, ast.Call) for word in call.keywords)
    return frozenset(
        word.value.attr if isinstance(word.value, ast.Attribute) else word.value.id
        for word in words
        if word.arg == "start" and isinstance(word.value, ast.Attribute | ast.Name)
    )


def _bare(tree: ast.Module, asked: Collection[str]) -> ast.Module:
    """A module without the docstrings that nothing reads: a calculator's is its question, and so is a session's start.

    A class keeps a mark in place of its own, or `dataclass` would write one at each waking.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) or ast.get_docstring(node, False) is None:
            continue
        if isinstance(node, ast.FunctionDef) and (node.name in asked or _registered(node)):
            continue
        if isinstance(node, ast.ClassDef):
            node.body[0] = ast.copy_location(ast.Expr(ast.Constant("-")), node.body[0])
        elif isinstance(node, ast.Module) or len(node.body) > 1:
            del node.body[0]
        else:
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
        ast.fix_missing_locations(node)
    return tree


def _registered(function: ast.FunctionDef) -> bool:
    """Whether a decorator with a name registers it, as ``@calculator("odds")`` does."""
    return any(isinstance(decorator, ast.Call) for decorator in function.decorator_list)


def _tables(library: Path) -> dict[str, bytes]:
    """The TOML files below a folder, read, as bytes, by path; but a game's rules and rulings are in memory already."""
    return {
        str(path): marshal.dumps(tomllib.loads(path.read_text(encoding="utf-8")))
        for path in sorted(library.rglob("*.toml"))
        if path.parent.name not in ("index", "rulings")
    }


def asleep(held: bytes) -> tuple[Asleep, dict[str, Callable[[], dict[str, Any]]]]:
    """What `packed` gave: the finder of its modules, and what gives each table, by path."""
    modules, tables = marshal.loads(held)
    return Asleep(modules), {path: functools.partial(_unpacked, one) for path, one in tables.items()}


def _unpacked(table: bytes) -> dict[str, Any]:
    held: dict[str, Any] = marshal.loads(table)
    return held

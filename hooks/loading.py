"""The engine as a build has it: imported anew where a file of it has changed, and of the calculators only those that
are asked for, because most sections are kept from the build before.

No hook itself: MkDocs tells a server's hooks of every build, and what was imported for one serves the next.
"""

import importlib
import importlib.util
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

from hooks import serving
from hooks.dependencies import Sources, write

_loaded: tuple[Sources, list[str]] | None = None


def load(modules: Sequence[str], folders: Sequence[Path], cache: Path) -> Sources:
    """Have the engine and the calculators of `modules` at hand, whose packages lie in these folders.

    Raises `PluginError` for a module that is not there, and for a table that does not hold together.
    """
    global _loaded
    sources = Sources(folders, cache / "imports.json")
    if _loaded and (_loaded[0].digest, _loaded[1]) == (sources.digest, list(modules)):
        return _loaded[0]
    _loaded = None
    stale = {folder.name for folder in folders} - {"hooks"}
    for name in [name for name in sys.modules if name.split(".")[0] in stale]:
        del sys.modules[name]
    importlib.invalidate_caches()
    _forget(sources.files())
    bad_table = importlib.import_module("engine.tables").BadTable
    try:
        _import(modules, sources, cache / "homes.json")
    except ModuleNotFoundError as error:
        raise PluginError(f"mkdocs.yml names the modules {', '.join(modules)}: {error}.") from None
    except bad_table as error:
        raise PluginError(str(error)) from None
    _loaded = sources, list(modules)
    return sources


def engine() -> tuple[Any, Sources]:
    """The module `engine.app` as `load` imported it last, and the files that it was read from."""
    if _loaded is None:
        raise PluginError("hooks/fences.py, which loads the engine, stands before the hooks that ask it.")
    return importlib.import_module("engine.app"), _loaded[0]


def sections(source: str, name: str) -> tuple[Any, ...]:
    """The sections of a page's Markdown, as `engine.pages.sections` reads them; it raises what that raises."""
    pages, core = importlib.import_module("engine.pages"), engine()[1].core
    return serving.kept("sections", name, (source, core), lambda: tuple(pages.sections(source, name)))


def homes() -> dict[str, Any]:
    """Where each calculator lives ("homes"), and the packages of the games ("games"), as `load` found them last."""
    app, _ = engine()
    registry = importlib.import_module("engine.calculators")
    packages = [game.package for game in app.games.GAMES.values()]
    return {"homes": {**registry.HOMES, **app.homes()}, "games": packages}


def _forget(paths: Iterable[Path]) -> None:
    """Have these compiled anew where they may have been written again in the second in which they were compiled, which
    is all that Python goes by, beside their length."""
    for path in paths:
        compiled = Path(importlib.util.cache_from_source(str(path)))
        if compiled.exists() and int(compiled.stat().st_mtime) <= int(path.stat().st_mtime) + 1:
            compiled.unlink(missing_ok=True)


def _import(modules: Sequence[str], sources: Sources, file: Path) -> None:
    """Import the engine; what each module of calculators registers is known from `file`, as long as all holds that the
    module rests on."""
    known = {module: said for module, said in _read(file).items() if _holds(module, said, sources)}
    registry = importlib.import_module("engine.calculators")
    registry.HOMES.update({name: module for module, said in known.items() for name in said["calculators"]})
    registry.TABLE_HOMES.update({name: module for module, said in known.items() for name in said["tables"]})
    app = importlib.import_module("engine.app")
    app.load(modules)
    importlib.import_module("engine.sections")
    homes = [module for game in app.games.GAMES.values() for module in app.games.calculators_of(game)]
    for module in homes:
        if module not in known:
            importlib.import_module(module)
    for name in app.awake():
        app.entry(name)
    _distinct(registry.HOMES, registry.REGISTRY)
    now = {module: known.get(module) or _registered(module, registry, sources) for module in homes}
    if now != _read(file):
        write(file, now)


def _distinct(homes: dict[str, str], registered: dict[str, Any]) -> None:
    """Raises as registering does, where a name stands for a calculator that is not imported, too."""
    for name, entry in registered.items():
        if homes.get(name, entry.module) != entry.module:
            raise ValueError(f"Two calculators are called {name}; a name stands for one.")


def _holds(module: str, said: dict[str, Any], sources: Sources) -> bool:
    """Whether a module registers what it did. A calculator is called as its function, a table where it is made: while
    someone writes, it is enough that the module has the same text, and those that it imports need not have."""
    if serving.on():
        return said.get("text") == sources.text(module)
    return bool(said["sources"] == sources.of(module))


def _registered(module: str, registry: Any, sources: Sources) -> dict[str, Any]:
    tables: Iterable[tuple[str, Any]] = registry.TABLES.items()
    return {
        "sources": sources.of(module),
        "text": sources.text(module),
        "calculators": sorted(name for name, entry in registry.REGISTRY.items() if entry.module == module),
        "tables": sorted(name for name, make in tables if make.__module__ == module),
    }


def _read(file: Path) -> dict[str, dict[str, Any]]:
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}

"""What a section rests on: an edit makes it worked out anew exactly where Python would have read the edited file."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import app, calculators
from hooks.dependencies import Kept, Sources
from tests import full_size

ROOT = Path(__file__).parents[2]
GAME = "engine/games/burning_wheel"
COPY = full_size.Copy("north", full_size.WHEEL)
# Imports each module by itself, where no other calculators are, and tells which files of the engine were read for it.
WATCH = """
import importlib, json, os, sys
from pathlib import Path
from engine import calculators, tables
calculators.HOMES["asleep"] = "asleep"
read, tables_read = tables.read, []
def noted(module_file, name):
    tables_read.append(str(Path(module_file).parent / name))
    return read(module_file, name)
tables.read = noted
import engine.app
for home in json.loads(sys.argv[1]):
    if not os.fork():
        importlib.import_module(home)
        files = [getattr(module, "__file__", None) for module in [*sys.modules.values()]]
        print(json.dumps([home, [*filter(None, files), *tables_read]]), flush=True)
        os._exit(0)
    os.wait()
"""


@pytest.fixture(scope="module")
def homes() -> list[str]:
    """The modules of Burning Wheel's calculators."""
    begins = GAME.replace("/", ".")
    return sorted({home for home in app.homes().values() if home.startswith(f"{begins}.calculators.")})


@pytest.fixture(scope="module")
def read(homes: list[str]) -> dict[str, set[str]]:
    """The files that Python reads for each of them, by their paths in the project."""
    command = [sys.executable, "-c", WATCH, json.dumps(homes)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")
    told = map(json.loads, done.stdout.splitlines())
    return {home: {os.path.relpath(file, ROOT) for file in files} for home, files in told}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine, and a game of a reader's own, in a folder."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    COPY.write(folder)
    return folder


def keys(project: Path, homes: list[str]) -> dict[str, str]:
    sources = Sources([project / "engine", project / COPY.package], project / "imports.json")
    others = [home.replace(GAME.replace("/", "."), COPY.package) for home in homes]
    return {home: sources.of(home) for home in [*homes, *others]}


@pytest.mark.parametrize(
    "path",
    [
        f"{GAME}/rules/circles.py",
        f"{GAME}/rules/haggling.py",
        f"{GAME}/rules/nobodys.py",
        f"{GAME}/rules/steel.toml",
        f"{GAME}/rules/duel_matrix.toml",
        f"{GAME}/rulings/circles.toml",
        f"{GAME}/readings/hurt.py",
        f"{GAME}/forms/circles.py",
        f"{GAME}/views/track.py",
        f"{GAME}/sheet/form.py",
        f"{GAME}/calculators/people/circles.py",
        f"{GAME}/calculators/duel_of_wits/fields.py",
        f"{GAME}/style.css",
        f"{GAME}/index/people.toml",
        "engine/views/table.py",
        "engine/answer.py",
        "engine/links.toml",
    ],
)
def test_an_edit_changes_what_rests_on_it_and_nothing_else(
    path: str, project: Path, homes: list[str], read: dict[str, set[str]]
) -> None:
    before = keys(project, homes)
    file = project / path
    text = file.read_text(encoding="utf-8") if file.exists() else None
    file.parent.mkdir(parents=True, exist_ok=True)
    comment = "/* edited */" if path.endswith(".css") else "# edited"
    file.write_text(f"{text or ''}\n{comment}\n", encoding="utf-8")
    after = keys(project, homes)
    file.write_text(text, encoding="utf-8") if text is not None else file.unlink()
    everyone = not path.startswith(GAME) or "/index/" in path
    expected = {home for home in before if everyone or path in read.get(home, ())}
    assert {home for home in before if before[home] != after[home]} == expected
    assert keys(project, homes) == before


def test_the_edits_of_the_test_above_tell_modules_apart(homes: list[str], read: dict[str, set[str]]) -> None:
    assert len(homes) > 50
    for name in ("rules/haggling.py", "rules/steel.toml", "rules/duel_matrix.toml", "forms/test.py"):
        resting = [home for home in homes if f"{GAME}/{name}" in read[home]]
        assert 0 < len(resting) < len(homes), name
    for name in ("rules/circles.py", "rulings/circles.toml", "views/track.py", "sheet/form.py"):
        assert all(f"{GAME}/{name}" in read[home] for home in homes), name


def package(folder: Path, **files: str) -> Callable[[str], str]:
    """The key of a module in a package of these files (``__`` for a dot in their names)."""
    for name, text in files.items():
        path = folder / "own" / name.replace("__", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return lambda module: Sources([folder / "own"], folder / "imports.json").of(module)


def test_each_way_to_import(tmp_path: Path) -> None:
    ways = [
        "import own.base",
        "from own import base",
        "from . import base as b",
        "from .base import X",
        "from own.base import *",
    ]
    late = "def f():\n    try:\n        pass\n    finally:\n        if 1:\n            import own.base\n"
    files = {f"way{number}__py": way for number, way in enumerate([*ways, late])}
    key = package(tmp_path, base__py="X = 1", other__py="", **files)
    before = {name: key(f"own.{name[:-4]}") for name in [*files, "other__py"]}
    package(tmp_path, base__py="X = 2")
    changed = {name for name in before if key(f"own.{name[:-4]}") != before[name]}
    assert changed == set(files)


def test_who_imports_what_only_python_knows_rests_on_everything(tmp_path: Path) -> None:
    key = package(
        tmp_path, base__py="X = 1", plain__py="", dark__py="import importlib\nimportlib.import_module('own.' + 'base')"
    )
    before = [key("own.dark"), key("own.plain")]
    package(tmp_path, base__py="X = 2")
    assert key("own.dark") != before[0]
    assert key("own.plain") == before[1]


def test_a_table_that_no_module_names_is_that_of_the_whole_game(tmp_path: Path) -> None:
    key = package(tmp_path, one__py="NAME = 'one.toml'", two__py="", one__toml="a = 1", free__toml="a = 1")
    one, two = key("own.one"), key("own.two")
    package(tmp_path, one__toml="a = 2")
    assert key("own.one") != one
    assert key("own.two") == two
    package(tmp_path, free__toml="a = 2")
    assert key("own.two") != two


def test_what_is_kept_serves_until_it_rests_on_something_else(tmp_path: Path) -> None:
    worked: list[Any] = []

    def answer(fact: str, *, quick: bool = False) -> str:
        kept = Kept(tmp_path / "page.json", Sources([tmp_path / "own"], tmp_path / "imports.json"), quick=quick)
        found = kept(["own.one"], fact, lambda: worked.append(fact) or f"{fact}, worked {len(worked)} times")
        kept.write()
        return str(found)

    package(tmp_path, one__py="X = 1", two__py="")
    assert [answer("a"), answer("a"), answer("a", quick=True)] == ["a, worked 1 times"] * 3
    package(tmp_path, two__py="X = 1")
    assert answer("a") == "a, worked 1 times"
    package(tmp_path, one__py="X = 2")
    assert [answer("a", quick=True), answer("a", quick=True), answer("a")] == [
        *["a, worked 2 times"] * 2,
        "a, worked 3 times",
    ]
    assert answer("b") == "b, worked 4 times"
    assert answer("a") == "a, worked 5 times", "what a page no longer asks for is not kept"


def test_what_a_module_registers_stands_in_its_own_text() -> None:
    """A server takes a module whose text is the same to register the same (`hooks.loading`)."""
    tables = {name: make.__module__ for name, make in calculators.TABLES.items()}
    shared = {"bs-forecast"}  # a name that its rules know too
    for name, home in {**app.homes(), **tables}.items():
        text = Path(str(importlib.import_module(home).__file__)).read_text(encoding="utf-8")
        assert f'"{name}"' in text or name in shared, home


TWICE = """
import importlib, importlib.util, os, sys
from pathlib import Path
from hooks import loading
root, folder = map(Path, sys.argv[1:])
file = folder / "own" / "__init__.py"
for text in ("X = 1", "X = 2"):
    file.write_text(text)
    os.utime(file, (1_000_000_000, 1_000_000_000))
    loading.load(["own"], [root / "engine", folder / "own"], folder)
    print(importlib.import_module("own").X)
    os.utime(importlib.util.cache_from_source(str(file)), (1_000_000_000, 1_000_000_000))
"""


def test_two_edits_within_a_second_are_both_seen(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    command = [sys.executable, "-c", TWICE, str(ROOT), str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    assert done.stdout.split() == ["1", "2"], done.stderr

"""Modules that sleep as packed bytecode: here in a Python of their own, whose files are gone when they wake."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine import app
from hooks.pyodide import asleep

ENGINE = Path(app.__file__).parent
CALCULATORS = "engine.games.burning_wheel.calculators"
PROGRAM = """
import importlib.util, json, pathlib, shutil, sys
library, homes = pathlib.Path(sys.argv[1]), json.loads(sys.argv[3])
sys.path.insert(0, str(library))
found = importlib.util.spec_from_file_location("asleep", sys.argv[2])
asleep = importlib.util.module_from_spec(found)
found.loader.exec_module(asleep)
from engine import calculators, tables
calculators.HOMES.update(homes)
from engine import app
found, kept = asleep.asleep(asleep.packed(library, sys.modules))
tables.KEPT.update(kept)
sys.meta_path.insert(0, found)
shutil.rmtree(library)
def ours():
    return sorted(name for name in sys.modules if name.startswith("engine.games.burning_wheel.calculators."))
before = ours()
names = json.loads(app.call('{"do": "names"}'))["names"]
asked = {name: json.loads(app.call(json.dumps({"do": "run", "calculator": name}))) for name in sys.argv[4:]}
woken = [name for name in ours() if name not in before]
far = json.loads(app.call('{"do": "run", "calculator": "steel-tset"}'))
print(json.dumps({"names": names, "asked": asked, "woken": woken, "far": far}))
"""


def awoken(folder: Path, *names: str) -> dict[str, Any]:
    """What a Python in which the calculators sleep says when some are asked for."""
    shutil.copytree(ENGINE, folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-B", "-c", PROGRAM, str(folder), asleep.__file__, json.dumps(app.homes()), *names]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, check=True, cwd=folder.parent, env=environment, capture_output=True)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_a_calculator_wakes_when_it_is_asked_for(tmp_path: Path) -> None:
    asked = ("steel-test", "duel", "price-list")
    said = awoken(tmp_path / "library", *asked)
    for name in asked:
        assert said["asked"][name] == json.loads(app.call(json.dumps({"do": "run", "calculator": name})))
    assert "engine.games.burning_wheel.calculators.steel.steel" in said["woken"]
    assert "engine.games.burning_wheel.calculators.beliefs_traits_artha.traits" not in said["woken"], (
        "nobody asked for it"
    )


def test_all_are_known_by_name(tmp_path: Path) -> None:
    said = awoken(tmp_path / "library")
    assert [name for name in app.names() if name in app.homes()] == said["names"]
    assert said["far"]["error"]["message"].endswith("The nearest is “steel-test”.")


def test_a_folder_without_an_init_is_a_package(tmp_path: Path) -> None:
    (tmp_path / "pond" / "far").mkdir(parents=True)
    (tmp_path / "pond" / "far" / "duck.py").write_text("WEIGHS = 3\n", encoding="utf-8")
    found, _ = asleep.asleep(asleep.packed(tmp_path, {}))
    assert sorted(found.packed) == ["pond", "pond.far", "pond.far.duck"]
    assert [package for _, package, _ in found.packed.values()] == [True, True, False]


def test_what_python_has_already_does_not_sleep(tmp_path: Path) -> None:
    (tmp_path / "pond").mkdir()
    (tmp_path / "pond" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "pond" / "duck.py").write_text("WEIGHS = 3\n", encoding="utf-8")
    found = asleep.asleep(asleep.packed(tmp_path, {"pond": None}))[0]
    assert found.find_spec("pond", None) is None
    assert found.find_spec("goose", None) is None
    spec = found.find_spec("pond.duck", [])
    assert spec is not None
    assert spec.origin == str(tmp_path / "pond" / "duck.py")


def test_each_is_registered_by_the_module_it_is_looked_for_in() -> None:
    wrong = [
        f"{name} in {module}"
        for name, module in app.homes().items()
        if f'"{name}"' not in Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
    ]
    assert wrong == []

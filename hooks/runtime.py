"""The runtime: Pyodide with the engine inside, as the browser fetches it.

As a MkDocs hook it lays the runtime beside the pages: with a memory snapshot where the site is built, and without
where it is served, because a snapshot takes a few seconds and an edit should show at once.
``python -m hooks.runtime`` makes the runtime alone and prints its folder.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

from hooks import loading, places, serving
from hooks.commands import fetch
from hooks.commands.progress import Failure, step
from hooks.pyodide.bare import bare

CACHE = places.KEPT / "runtime"
SNAPSHOT = Path(__file__).parent / "pyodide" / "snapshot.mjs"
ASLEEP = SNAPSHOT.with_name("asleep.py")
BARE = SNAPSHOT.with_name("bare.py")
PACKING = SNAPSHOT.with_name("zstd.mjs")
PACKAGES = ("engine", "markdown_it", "mdurl")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
UNPACKING = "zstddec.mjs"
UNFINISHED_SECONDS = 3600
LEFT_OUT = ("__pycache__", ".pyc", ".pyi", ".css")
HOMES = "homes.json"
"""In the archive: where each calculator lives, and the packages of the games. Without a snapshot Python imports the
calculators, too, only as they are asked for."""
# Where each calculator lives, the packages of the games, and what they need of Python's library.
SURVEY = """
import json, sys
from engine import app, games
app.load(json.loads(sys.argv[1]))
packages = [game.package for game in games.GAMES.values()]
library = sorted(name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names)
print(json.dumps({"homes": app.homes(), "games": packages, "awake": app.awake(), "library": library}))
"""


def on_post_build(config: Any, **_: Any) -> None:
    """Lay the runtime beside the built pages."""
    modules = config.extra.get("felloe", {}).get("modules", [])
    try:
        bundle = build(modules, snapshot=not serving.on(), homes=loading.homes())
    except Failure as failure:
        raise PluginError(str(failure)) from None
    target = Path(config.site_dir) / "assets" / "runtime"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(bundle, target)


def build(
    modules: Sequence[str],
    *,
    snapshot: bool,
    awake: Sequence[str] | None = None,
    homes: Mapping[str, Any] | None = None,
) -> Path:
    """The folder of the runtime that has the engine and the calculators of `modules`; made where it is not yet there.

    The calculators called `awake` are in the snapshot's memory from the start (those that the games say, unless others
    are given), the others once they are asked for. `homes` are where each calculator lives ("homes") and the packages
    of the games ("games"), for a process that has imported them and knows. The folder's name is a hash of all that goes
    into it, which the memory remembers as its build; it appears only when it is whole. Raises `Failure` for a module
    that is not there, and where npm, Node or the engine itself fails.
    """
    pyodide = fetch.pyodide()
    sources = dict(_sources(modules))
    version = _version(pyodide, sources, modules, [snapshot, awake])
    bundle = CACHE / version
    if bundle.is_dir():
        return bundle
    CACHE.mkdir(parents=True, exist_ok=True)
    _sweep()
    with tempfile.TemporaryDirectory(dir=CACHE, prefix=f"{version}.") as temporary:
        folder = Path(temporary, "bundle")
        folder.mkdir()
        for name in PYODIDE:
            _link(pyodide / name, folder / name)
        if snapshot:
            _link(fetch.zstddec(), folder / UNPACKING)
        survey = _survey(sources, modules, Path(temporary, "sources")) if snapshot or homes is None else dict(homes)
        _zip(sources, survey, folder / "engine.zip", level=9 if snapshot else 0)
        memory = _snapshot(pyodide, sources, version, survey, awake, folder) if snapshot else None
        lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
        files = {path.name: _digest(path.read_bytes()) for path in sorted(folder.iterdir())}
        described = {
            "version": content(files),
            "build": version,
            "pyodide": json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"],
            "lock": {"info": lock["info"], "packages": {}},
            "snapshot": memory,
            "files": files,
        }
        (folder / "runtime.json").write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
        try:
            folder.rename(bundle)
        except OSError:
            if not bundle.is_dir():  # else another process was faster, with the same content
                raise
    return bundle


def content(files: Mapping[str, str]) -> str:
    """The version of a runtime whose files have these digests: another snapshot of the same sources is another one."""
    return _digest(json.dumps(dict(files), sort_keys=True).encode())[:16]


def _sweep() -> None:
    """Remove what an earlier run left unfinished when it was killed; a running one is younger."""
    for path in CACHE.glob("*.*"):
        if time.time() - path.stat().st_mtime > UNFINISHED_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _sources(modules: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Every file of the packages that Python needs in the browser, by its path in the archive."""
    for package in dict.fromkeys([*PACKAGES, *(module.partition(".")[0] for module in modules)]):
        found = importlib.util.find_spec(package)
        if found is None or not found.submodule_search_locations:
            raise Failure(f"The runtime needs the package “{package}”, which is not installed.")
        folder = Path(found.submodule_search_locations[0])
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not any(part.endswith(LEFT_OUT) for part in path.parts):
                yield f"{package}/{path.relative_to(folder).as_posix()}", path


def _version(pyodide: Path, sources: dict[str, Path], modules: Sequence[str], awake: Any) -> str:
    code = (Path(__file__), SNAPSHOT, ASLEEP, BARE, PACKING, fetch.zstddec())
    facts = {
        "pyodide": _digest((pyodide / "package.json").read_bytes()),
        "sources": {name: _digest(path.read_bytes()) for name, path in sources.items()},
        "modules": list(modules),
        "awake": awake,
        "code": [_digest(path.read_bytes()) for path in code],
    }
    return _digest(json.dumps(facts, sort_keys=True).encode())[:16]


def _survey(sources: Mapping[str, Path], modules: Sequence[str], folder: Path) -> dict[str, Any]:
    """What `SURVEY` finds in the sources, which are laid into a folder for it."""
    for name, path in sources.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    done = subprocess.run(
        [sys.executable, "-B", "-c", SURVEY, json.dumps(list(modules))],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise Failure(f"The calculators could not be listed: {done.stderr.strip()}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _snapshot(
    pyodide: Path,
    sources: Mapping[str, Path],
    version: str,
    survey: Mapping[str, Any],
    awake: Sequence[str] | None,
    folder: Path,
) -> dict[str, Any]:
    """Write the snapshot of the sources that `_survey` has laid beside the folder; gives what is said of it."""
    sleepers, plan, facts = (folder.with_name(name) for name in ("bare.json", "plan.json", "facts.json"))
    stays = survey["awake"] if awake is None else awake
    plan.write_text(json.dumps({**survey, "version": version, "awake": stays}), encoding="utf-8")
    texts = {name: path.read_text(encoding="utf-8") for name, path in sources.items() if path.suffix == ".py"}
    sleepers.write_text(json.dumps(bare(texts)), encoding="utf-8")
    output = folder / "snapshot.bin.zst"
    unpacked = folder.with_name("sources")
    command: list[str | Path] = [fetch.node(), SNAPSHOT, pyodide, unpacked, sleepers, ASLEEP, plan, output, facts]
    said = step("Making the snapshot", command)
    if said is not None:
        raise Failure(f"The snapshot could not be made: {said.strip()}")
    return {"file": output.name, **json.loads(facts.read_text(encoding="utf-8"))}


def _zip(sources: Mapping[str, Path], survey: Mapping[str, Any], target: Path, *, level: int) -> None:
    """The archive of a plain start."""
    homes = json.dumps({name: survey[name] for name in ("homes", "games")}, sort_keys=True)
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(zipfile.ZipInfo(HOMES), homes, zipfile.ZIP_DEFLATED, level)
        for name, path in sources.items():
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, level)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _link(source: str | Path, target: str | Path) -> None:
    """A hard link, or a copy where the file system has none."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


if __name__ == "__main__":
    try:
        print(build(sys.argv[1:], snapshot=True))
    except Failure as failure:
        sys.exit(str(failure))

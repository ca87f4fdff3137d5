"""``python -m hooks.commands.scripts`` checks the site's JavaScript and style, and the types in its comments.

Biome says how they look and what is a slip (biome.jsonc), TypeScript whether the types fit. With ``--write`` Biome
mends what it can.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from hooks.assets import CLIENT
from hooks.commands import fetch
from hooks.commands.progress import tell

SITE = [CLIENT, CLIENT / "file"]
CHECKS = dict.fromkeys(("noEmit", "allowJs", "checkJs", "strict", "noUnusedLocals"), True)
OPTIONS = {**CHECKS, "types": [], "target": "es2023", "module": "esnext", "moduleResolution": "bundler"}
PAGE = ["es2023", "dom", "dom.iterable", "dom.asynciterable"]
SERVICE_WORKER = ["es2023", "webworker", "webworker.iterable"]


def check(write: bool) -> int:
    """The exit status of Biome and of TypeScript over every script of the site. Raises `Failure` if npm fails."""
    pages = [path for folder in SITE for path in sorted(folder.glob("*.js"))]
    workers = sorted((CLIENT / "offline").glob("*.js"))
    return max(_styled(write), _checked(pages, PAGE), _checked(workers, SERVICE_WORKER))


def _styled(write: bool) -> int:
    biome = fetch.tools() / "@biomejs" / "biome" / "bin" / "biome"
    options = ["check", "--error-on-warnings", "--log-level=warn", *(["--write"] if write else [])]
    return subprocess.run([fetch.node(), biome, *options], cwd=fetch.ROOT, check=False).returncode


def _checked(scripts: list[Path], lib: list[str]) -> int:
    modules = fetch.tools()
    # In a built page all of them stand side by side, idiomorph too; here its types do.
    beside = [str(folder) for folder in (*SITE, modules / "idiomorph" / "dist")]
    described = {
        "compilerOptions": {**OPTIONS, "lib": lib, "rootDirs": beside},
        "files": [str(path) for path in scripts],
    }
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "tsconfig.json")
        config.write_text(json.dumps(described), encoding="utf-8")
        compiler = modules / "typescript" / "bin" / "tsc"
        return subprocess.run([fetch.node(), compiler, "--project", config], check=False).returncode


if __name__ == "__main__":
    tell(lambda: sys.exit(check("--write" in sys.argv[1:])))

"""``python -m hooks.scripts`` checks the types in the site's JavaScript, which stand in its comments."""

import subprocess
import sys
from pathlib import Path

from hooks import fetch
from hooks.progress import tell

HOOKS = Path(__file__).parent
SCRIPTS = HOOKS.parent / "docs" / "assets"
OPTIONS = (
    *("--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals", "--types", ""),
    *("--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler"),
)
PAGE = "es2023,dom,dom.iterable,dom.asynciterable"
SERVICE_WORKER = "es2023,webworker,webworker.iterable"


def check() -> int:
    """The exit status of TypeScript over every script of the site. Raises `Failure` if npm fails."""
    compiler = fetch.tools() / "typescript" / "bin" / "tsc"
    known = {PAGE: sorted(SCRIPTS.glob("*.js")), SERVICE_WORKER: [HOOKS / "service-worker.js"]}
    commands: list[list[str | Path]] = [
        [fetch.node(), compiler, *OPTIONS, "--lib", lib, *scripts] for lib, scripts in known.items()
    ]
    return max(subprocess.run(command, check=False).returncode for command in commands)


if __name__ == "__main__":
    tell(lambda: sys.exit(check()))

"""``python -m hooks.scripts`` checks the types in the site's JavaScript, which stand in its comments."""

import subprocess
import sys
from pathlib import Path

from hooks import fetch
from hooks.progress import tell

SCRIPTS = Path(__file__).parent.parent / "docs" / "assets"
OPTIONS = (
    *("--noEmit", "--allowJs", "--checkJs", "--strict", "--noUnusedLocals", "--types", ""),
    *("--target", "es2023", "--lib", "es2023,dom,dom.iterable,dom.asynciterable"),
    *("--module", "esnext", "--moduleResolution", "bundler"),
)


def check() -> int:
    """The exit status of TypeScript over every script of the site. Raises `Failure` if npm fails."""
    compiler = fetch.tools() / "typescript" / "bin" / "tsc"
    scripts = sorted(SCRIPTS.glob("*.js"))
    return subprocess.run([fetch.node(), compiler, *OPTIONS, *scripts], check=False).returncode


if __name__ == "__main__":
    tell(lambda: sys.exit(check()))

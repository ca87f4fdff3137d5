"""``python -m hooks.commands.lock`` writes the lock files anew: requirements*.txt from pyproject.toml, and npm's.

They hold a hash for every file of every platform and no address, so that any index may serve them. Versions stay as
they are unless pyproject.toml or package.json asks for others; ``--upgrade`` takes the newest.
"""

import sys
from pathlib import Path

from hooks.commands import fetch
from hooks.commands.environment import ROOT
from hooks.commands.progress import Failure, step, tell

PIP_OPTIONS = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"),
    *("--no-header", "--no-annotate", "--quiet", "pyproject.toml"),
)
NPM_OPTIONS = (
    "--package-lock-only",
    "--omit-lockfile-registry-resolved",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
)


def lock(*further: str) -> None:
    """Write every lock file; `further` are options for uv. Raises `Failure` where uv or npm fails."""
    compiler = [sys.executable, "-m", "uv", "pip", "compile", *PIP_OPTIONS, *further]
    group = ["--group", "dev", "-c", "requirements.txt", "-o", "requirements-dev.txt"]
    steps: dict[str, tuple[list[object], Path]] = {
        "Locking the site’s Python packages": ([*compiler, "-o", "requirements.txt"], ROOT),
        "Locking the tests’ Python packages": ([*compiler, *group], ROOT),
        "Locking npm’s packages": ([fetch.node(), fetch.npm(), "install", *NPM_OPTIONS], fetch.PACKAGE),
    }
    for title, (command, folder) in steps.items():
        said = step(title, command, cwd=folder)
        if said is not None:
            raise Failure(f"The locks are not renewed: {' '.join(said.split())}")


if __name__ == "__main__":
    tell(lambda: lock(*sys.argv[1:]))

"""``python -m hooks.lock`` writes the lock files anew: requirements*.txt from pyproject.toml, and npm's.

They hold a hash for every file of every platform and no address, so that any index may serve them. Versions stay as
they are unless pyproject.toml or package.json asks for others; ``--upgrade`` takes the newest.
"""

import subprocess
import sys

from hooks import fetch
from hooks.environment import ROOT

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
    """Write every lock file; `further` are options for uv. Raises ``subprocess.CalledProcessError``."""
    compiler = [sys.executable, "-m", "uv", "pip", "compile", *PIP_OPTIONS, *further]
    subprocess.run([*compiler, "-o", "requirements.txt"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    group = ["--group", "dev", "-c", "requirements.txt", "-o", "requirements-dev.txt"]
    subprocess.run([*compiler, *group], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([fetch.node(), fetch.npm(), "install", *NPM_OPTIONS], cwd=fetch.PACKAGE, check=True)


if __name__ == "__main__":
    lock(*sys.argv[1:])

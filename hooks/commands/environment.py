"""The project's own Python environment, made by the bare Python of the machine with nothing but its standard library.

``python -m hooks.commands.environment site`` makes what the site needs, and with ``dev`` what the tests need as well,
from the lock files. Each environment stands in a folder of its own under ``.cache``, because its scripts know their
path; it counts once its stamp stands in it, and ``.venv`` is a link to the one made last. A new try gets a new folder:
of one that was killed, pip may still be alive and at work in the old one.
"""

import fcntl
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from hooks import places
from hooks.commands.progress import Failure, step, tell

ROOT = places.HERE
LINK = ROOT / ".venv"
CACHE = places.FETCHED / "venv"
STAMP = "finished"
LOCKS = {"site": ("requirements.txt",), "dev": ("requirements.txt", "requirements-dev.txt")}


def environment(group: str) -> Path:
    """The finished environment for a group of `LOCKS`, made where it is not yet here, with `.venv` leading to it.

    Raises `Failure` where this Python, the network or a lock file does not allow it.
    """
    folder = _here(group)
    if folder is not None:
        _link(folder)
        return folder
    for module in ("venv", "ensurepip"):
        if find_spec(module) is None:
            major, minor = sys.version_info[:2]
            raise Failure(
                f"This Python has no {module}: install it (on Debian and Ubuntu: apt install "
                f"python{major}.{minor}-venv), or name another Python, as in: make PYTHON=/path/to/python3"
            )
    with _alone():
        folder = _here(group) or _make(group)  # another make may just have made it
        _link(folder)
    return folder


def _here(group: str) -> Path | None:
    return _finished(_name("dev")) or _finished(_name(group))  # the tests' environment holds the site's


def _name(group: str) -> str:
    """What the folders for a group are called, before the dot: a hash of all that goes into them."""
    python = [sys.version, sys.base_prefix, str(CACHE.parents[1])]  # what lies there knows its place
    digest = hashlib.sha256("\0".join(python).encode())
    for lock in LOCKS[group]:
        digest.update((places.LOCKS / lock).read_bytes())
    return f"{group}-{digest.hexdigest()[:16]}"


def _finished(name: str) -> Path | None:
    """The folder of that name that was made to its end and has its Python still, if there is one."""
    made = sorted(stamp.parent for stamp in CACHE.glob(f"{name}.*/{STAMP}"))
    return next((folder for folder in made if (folder / "bin" / "python").exists()), None)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time; the operating system takes the lock back from a process that is killed."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Waiting for another make in this folder …", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(group: str) -> Path:
    for folder in CACHE.glob("*.*"):
        if folder.is_dir() and not folder.is_symlink() and not (folder / STAMP).exists():
            shutil.rmtree(folder, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(dir=CACHE, prefix=f"{_name(group)}."))
    said = step("Making the Python environment", [sys.executable, "-m", "venv", folder])
    if said is not None:
        raise Failure(f"This Python cannot make an environment: {_last(said)}")
    lock = places.LOCKS / LOCKS[group][-1]
    packages = sum("==" in line for line in lock.read_text(encoding="utf-8").splitlines())
    pip: list[object] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
        "install",
    ]
    options: list[object] = ["--require-hashes", "--no-deps", "--requirement", lock]
    said = step(f"Fetching {packages} Python packages", pip + options)
    if said is not None:
        raise Failure(_sentence(said, lock.name))
    part = folder / f"{STAMP}.part"
    part.write_text(f"{group}\n", encoding="utf-8")
    part.replace(folder / STAMP)
    return folder


def _sentence(said: str, lock: str) -> str:
    if "DO NOT MATCH THE HASHES" in said:
        return (
            f"A package that pip received is not the one that {lock} names: try again, and if it stays so, "
            "do not use this network or mirror."
        )
    if "Hashes are required" in said or "must have their versions pinned" in said:
        return f"{lock} is not whole ({_last(said)}): restore it, or run make lock."
    if "No space left" in said:
        return "The disk is full: make room, then run make again."
    return f"pip could not fetch the packages: check the network, then run make again. ({_last(said)})"


def _last(said: str) -> str:
    """The line of a failed command that says most: its last error, or else its last line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if "error" in line.lower()]
    return (errors or lines or ["it said nothing"])[-1]


def _link(folder: Path) -> None:
    """Let `.venv` lead to the folder, at once and without a moment in which it leads nowhere."""
    target = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
    if LINK.is_symlink() and LINK.readlink() == target:
        return
    if LINK.exists() and not LINK.is_symlink():
        raise Failure(".venv is a folder that this project did not make: move it away, then run make again.")
    part = LINK.with_name(f"{LINK.name}.{os.getpid()}")
    part.unlink(missing_ok=True)
    part.symlink_to(target)
    part.replace(LINK)


if __name__ == "__main__":
    tell(lambda: environment(sys.argv[1]))

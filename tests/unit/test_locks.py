"""The lock files: whole, in step with what they lock, and without an address; see hooks/commands/lock.py."""

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from hooks.commands import fetch, lock
from hooks.commands.environment import ROOT
from hooks.commands.progress import Failure

HASHES = r"(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+"
PIN = re.compile(rf"^(?P<name>[\w.-]+)==(?P<version>[^ ;\\]+)(?: ; [^\\]+)? \\(?P<hashes>{HASHES})$", re.MULTILINE)


def pins(name: str) -> dict[str, tuple[str, str]]:
    """Version and hashes of each package of a lock of Python's; every line of the file belongs to one."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not PIN.sub("", text).strip(), PIN.sub("", text)
    return {found["name"]: (found["version"], found["hashes"]) for found in PIN.finditer(text)}


def asked(*keys: str) -> list[Requirement]:
    said: Any = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for key in keys:
        said = said[key]
    return [Requirement(line) for line in said]


def test_every_dependency_is_locked_as_it_is_asked_for() -> None:
    site, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    for requirements, locked in ((asked("project", "dependencies"), site), (asked("dependency-groups", "dev"), dev)):
        for requirement in requirements:
            version, _ = locked[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), requirement


def test_the_tests_have_what_the_site_has() -> None:
    site, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {name: dev.get(name) for name in site} == site


def test_the_lock_of_npm_is_in_step_and_whole() -> None:
    package = json.loads((fetch.PACKAGE / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((fetch.PACKAGE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    root = locked.pop("")
    for kind in ("dependencies", "devDependencies"):
        assert root[kind] == package[kind]
        for name, version in package[kind].items():
            assert locked[f"node_modules/{name}"]["version"] == version, "npm's packages have exact versions"
    for name, entry in locked.items():
        assert entry["integrity"].startswith("sha512-"), name
        assert "resolved" not in entry, name


def test_without_a_network_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    with pytest.raises(Failure, match=r"The locks are not renewed: .*network"):
        lock.lock()
    assert not (tmp_path / "requirements.txt").exists()

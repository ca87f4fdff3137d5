"""The locks, and the one sentence for each machine on which the commands cannot work."""

import json
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

import engine
from hooks.commands import address, browsers, environment, fetch
from hooks.commands.progress import Failure, step

ROOT = Path(__file__).parent.parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")


def _requirements(name: str) -> dict[str, str]:
    """Each requirement of a lock with all that belongs to it."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return {line.split("--hash", 1)[0].strip(): line for line in text.splitlines() if line.strip()}


def _one_sentence(text: str) -> str:
    """The text, if it is one sentence on one line and no traceback."""
    assert "Traceback" not in text
    assert len(text.strip().splitlines()) == 1, text
    return text.strip()


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_at_one_version_with_hashes_and_without_address(name: str) -> None:
    for requirement, line in _requirements(name).items():
        assert re.match(r"[a-z0-9-]+==\S+( ; .+)?$", requirement), requirement
        assert re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line), requirement
        assert "://" not in line
        assert "index-url" not in line


def test_the_tests_environment_holds_the_sites() -> None:
    assert _requirements("requirements.txt").items() <= _requirements("requirements-dev.txt").items()


def test_what_the_site_needs_is_locked_as_asked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = {requirement.split(" ;")[0] for requirement in _requirements("requirements.txt")}
    names = {requirement.partition("==")[0] for requirement in locked}
    for asked in project["dependencies"]:
        assert asked in locked if "==" in asked else re.split(r"[<>]", asked)[0] in names
    assert project["version"] == engine.__version__


def test_the_lock_of_npm_has_integrity_and_no_address() -> None:
    asked = json.loads((fetch.PACKAGE / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((fetch.PACKAGE / "package-lock.json").read_text(encoding="utf-8"))
    assert re.fullmatch(r"\d+\.\d+\.\d+", asked["dependencies"]["pyodide"])
    assert lock["packages"]["node_modules/pyodide"]["version"] == asked["dependencies"]["pyodide"]
    for name, package in lock["packages"].items():
        if name:
            assert package["integrity"].startswith("sha512-"), name
            assert "resolved" not in package, name


def _old_pythons() -> list[str]:
    """The Pythons of this machine that are too old for the project."""
    names = ["python2", "python2.7", *(f"python3.{minor}" for minor in range(11))]
    asked = "import sys; sys.exit(not sys.version_info < (3, 11))"
    paths = [path for name in names if (path := shutil.which(name))]
    return [path for path in paths if subprocess.run([path, "-c", asked], capture_output=True).returncode == 0]


@pytest.mark.parametrize("target", ["serve", "site", "test"])
def test_a_python_that_is_too_old(target: str, tmp_path: Path) -> None:
    old = tmp_path / "python3.8"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.8.18 && exit\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    _refuses(target, str(old))


def test_the_old_pythons_of_this_machine() -> None:
    for python in _old_pythons():
        _refuses("serve", python)


def _refuses(target: str, python: str) -> None:
    done = subprocess.run(["make", target, f"PYTHON={python}"], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode != 0
    assert not done.stdout
    sentence = _one_sentence(re.sub(r"^make.*\n?", "", done.stderr, flags=re.M))
    assert sentence.startswith(f"Felloe needs Python 3.11 to 3.14, and {python} is Python ")


def test_no_python_at_all() -> None:
    done = subprocess.run(["make", "serve", "PYTHON=no-such"], cwd=ROOT, capture_output=True, encoding="utf-8")
    sentence = _one_sentence(re.sub(r"^make.*\n?", "", done.stderr, flags=re.M))
    assert sentence.startswith("Felloe needs Python 3.11 to 3.14, and no-such is not to be found")
    assert done.returncode != 0


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv(module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "CACHE", tmp_path)
    spec = ModuleSpec(module, None)
    monkeypatch.setattr(environment, "find_spec", lambda name: None if name == module else spec)
    with pytest.raises(Failure, match=rf"^This Python has no {module}: install it .*python3\.\d+-venv.*PYTHON="):
        environment.environment("site")
    assert not list(tmp_path.iterdir())


def test_a_folder_venv_that_is_not_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "CACHE", tmp_path / ".cache" / "venv")
    monkeypatch.setattr(environment, "LINK", tmp_path / ".venv")
    for lock in LOCKS:
        shutil.copyfile(ROOT / lock, tmp_path / lock)
    finished = _made(environment.CACHE / f"{environment._name('site')}.1", stamped=True)
    (tmp_path / ".venv").mkdir()
    with pytest.raises(Failure, match=r"^\.venv is a folder that this project did not make"):
        environment.environment("site")
    (tmp_path / ".venv").rmdir()
    assert environment.environment("site") == finished
    assert (tmp_path / ".venv").resolve() == finished


def test_an_environment_without_its_stamp_or_python_does_not_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environment, "CACHE", tmp_path)
    _made(tmp_path / "site-1.unfinished", stamped=False)
    _made(tmp_path / "site-1.without", stamped=True, python=tmp_path / "gone")
    _made(tmp_path / "site-2.other", stamped=True)
    assert environment._finished("site-1") is None
    whole = _made(tmp_path / "site-1.whole", stamped=True)
    assert environment._finished("site-1") == whole


def test_a_make_that_waited_takes_what_the_other_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "LINK", tmp_path / ".venv")
    for lock in LOCKS:
        shutil.copyfile(ROOT / lock, tmp_path / lock)

    @contextmanager
    def waiting() -> Iterator[None]:
        _made(environment.CACHE / f"{environment._name('dev')}.other", stamped=True)
        yield

    monkeypatch.setattr(environment, "_alone", waiting)
    assert environment.environment("site").suffix == ".other"


def _made(folder: Path, *, stamped: bool, python: Path | str = sys.executable) -> Path:
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(python)
    if stamped:
        (folder / environment.STAMP).touch()
    return folder


@pytest.mark.parametrize(
    "given", ["", "8000", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:0", "127.0.0.1:65536"]
)
def test_what_is_no_address(given: str) -> None:
    with pytest.raises(Failure, match=rf"^ADDRESS is a host and a port, .* and “{given}” was given\.$"):
        address.check(given)


def test_a_taken_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        here = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(["make", "serve", f"ADDRESS={here}"], cwd=ROOT, capture_output=True, encoding="utf-8")
        assert done.returncode != 0
        assert not done.stdout
        sentence = _one_sentence(re.sub(r"^make.*\n?", "", done.stderr, flags=re.M))
        assert sentence.startswith(f"The site cannot be served at {here} (Address already in use): stop what listens")
    address.check(here)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine with no browser: what would have been run, in order; nothing succeeds."""
    ran: list[list[str]] = []

    def failing(_title: str, command: list[str]) -> str:
        ran.append(command)
        return "no"

    monkeypatch.setattr(browsers, "_installed", lambda kind: None)
    monkeypatch.setattr(browsers, "_downloaded", lambda kind: False)
    monkeypatch.setattr(browsers, "step", failing)
    browsers.browsers.cache_clear()
    return ran


def test_missing_browsers_are_a_failure_and_no_skip(bare: list[list[str]]) -> None:
    with pytest.raises(Failure, match=r"^Browsers that the tests need are missing \(chromium, firefox, webkit\)"):
        browsers.browsers()
    with pytest.raises(
        Failure, match=r"^The tests need chromium, firefox, webkit, which could not be installed: .*root"
    ):
        browsers.install()
    assert bare[-1][1:] == ["-m", "playwright", "install", "chromium", "firefox", "webkit"]


@pytest.mark.parametrize(("root", "apt"), [(True, True), (False, True), (True, False)])
def test_debians_packages_only_for_root_with_apt(
    root: bool, apt: bool, bare: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsers.os, "geteuid", lambda: 0 if root else 1000)
    monkeypatch.setattr(browsers.shutil, "which", lambda name: "apt-get" if apt else None)
    with pytest.raises(Failure):
        browsers.install()
    assert any("apt-get" in command for command in bare) == (root and apt)


def test_a_step_says_what_it_does_and_how_long_it_took(capfd: pytest.CaptureFixture[str]) -> None:
    assert step("Doing it", [sys.executable, "-c", "print('words')"]) is None
    out, err = capfd.readouterr()
    assert not out
    assert re.fullmatch(r"Doing it …  \d+\.\d s\n", err)


def test_a_step_that_fails_gives_all_that_was_said(capfd: pytest.CaptureFixture[str]) -> None:
    said = step("Doing it", [sys.executable, "-c", "import sys; print('words', flush=True); sys.exit('more')"])
    assert said == "words\nmore\n"
    assert re.fullmatch(r"Doing it …  failed after \d+\.\d s\n", capfd.readouterr().err)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "is not the one that x.txt names",
        ),
        ("ERROR: Hashes are required in --require-hashes mode", "x.txt is not whole"),
        ("ERROR: Could not install: No space left on device", "The disk is full"),
        ("ERROR: No matching distribution found for babel==2", "check the network, then run make again. (No matching"),
        ("", "check the network"),
    ],
)
def test_why_pip_failed(said: str, sentence: str) -> None:
    assert sentence in _one_sentence(environment._sentence(said, "x.txt"))

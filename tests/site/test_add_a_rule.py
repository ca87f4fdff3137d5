"""The page “Add a rule” is carried out to the letter, in a copy of the project, up to an answer in a browser."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, expect

from tests.browser.server import Server
from tests.site import adding
from tests.site.adding import Run, Shown, Write
from tests.site.building import ROOT, build, configured

pytestmark = pytest.mark.patience(450)  # clones of the project, built and served

PAGE = "homebrew/kites/"
WALL, CLIMBED = "homebrew/walls/", ["31.3\N{NO-BREAK SPACE}%", "Ob\N{NO-BREAK SPACE}3 obstacle Difficult in the log"]
MODULE = "homebrew/calculators/kites.py"
QUESTION = "Do you cut their string?"
NEW = "kite-string or harbour-wall or exist or claim or every or readings"
"""The new cases, and what holds of all of them: those of the project run in this suite once, and not in its clone."""
BUILT, ALIVE = "68.8\N{NO-BREAK SPACE}%", "88.9\N{NO-BREAK SPACE}%"  # 11/16 at wind 3, 8/9 at wind 4


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone in which the first command has nothing left to fetch."""
    return adding.prepared(tmp_path / "felloe", monkeypatch)


def run(command: str, folder: Path, url: str) -> str:
    # Without answers that are worked out ahead, what a tap shows is Python's.
    ours = {"PYTHON": sys.executable, "SITE_URL": url, "PYTEST_ADDOPTS": f"-k '{NEW}'", "AHEAD": "false"}
    variables = {**os.environ, **ours}
    done = subprocess.run(command, cwd=folder, shell=True, env=variables, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_steps_lead_to_a_live_section(clone: Path, chromium: Browser) -> None:
    with Server(clone / "site") as server:
        said = ""
        for step in adding.steps():
            match step:
                case Write():
                    step.carry_out(clone)
                case Run(command):
                    said = run(command, clone, server.url)
                case Shown(text):
                    assert said == text
        built = BeautifulSoup((server.folder / PAGE / "index.html").read_bytes(), "html5lib")
        assert [figure.get_text() for figure in built.select("section.fl .fl-out .fl-figure")] == [BUILT]
        wall = BeautifulSoup((server.folder / WALL / "index.html").read_bytes(), "html5lib").select_one("section.fl")
        assert wall is not None
        assert [
            " ".join(part.get_text().split(" ")).strip() for part in wall.select(".fl-out .fl-verdict > *")
        ] == CLIMBED
        assert wall["data-sheet"] == "character-sheet"
        with chromium.new_context() as context:
            page = context.new_page()
            page.goto(server.url + PAGE)
            page.locator("#kite-string [data-field=wind] [data-step='1']").click()
            expect(page.locator("#kite-string .fl-out .fl-figure")).to_have_text(ALIVE, timeout=30_000)
            assert server.asked("snapshot"), "Python was not started, so this proves nothing"


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (Write("mkdocs.yml", "", "new"), "mkdocs.yml is there already."),
        (
            Write("mkdocs.yml", "in place of nothing", "new"),
            "mkdocs.yml has not exactly one place “in place of nothing”.",
        ),
        (Write("mkdocs.yml", "somewhere", "new"), "mkdocs.yml has not exactly one place “somewhere”."),
    ],
)
def test_a_step_that_does_not_fit_is_found_out(tmp_path: Path, step: Write, fault: str) -> None:
    (tmp_path / "mkdocs.yml").write_text("modules: []\n", encoding="utf-8")
    with pytest.raises(ValueError, match=fault):
        step.carry_out(tmp_path)


def test_an_edit_of_a_module_of_ones_own_shows(tmp_path: Path) -> None:
    """Its folder is watched, and what was rendered before the edit is not taken from the cache."""
    own = [step for step in adding.steps() if isinstance(step, Write) and step.path.startswith("homebrew/")]
    for step in own:
        step.carry_out(tmp_path)
    module = next(step for step in own if step.path == MODULE)
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text('# Kites\n\n```calculator\nuse = "kite-string"\n```\n', encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    config = configured(tmp_path, docs, ["homebrew"], ("edits.py", "fences.py", "games.py"))
    command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", address, "--config-file", config]
    variables = {**os.environ, "PYTHONPATH": str(tmp_path), "NO_MKDOCS_2_WARNING": "1"}
    server = subprocess.Popen(command, cwd=ROOT, env=variables, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        assert server.stderr is not None
        assert any("Serving on" in line for line in server.stderr)
        assert QUESTION in read(f"http://{address}/")
        asked = "Is the kite yours?"
        (tmp_path / MODULE).write_text(module.content.replace(QUESTION, asked), encoding="utf-8")
        end = time.monotonic() + 30
        while asked not in read(f"http://{address}/"):
            assert time.monotonic() < end, "The edit does not show."
            time.sleep(0.1)
    finally:
        server.kill()
        server.communicate()


def read(url: str) -> str:
    with urllib.request.urlopen(url) as response:
        return str(response.read().decode())


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("homebrew.kits", "mkdocs.yml names the modules homebrew.kits: No module named 'homebrew"),
        ("colorsys", "A module of calculators lies in a folder, as in “homebrew.colorsys”; this says “colorsys”."),
    ],
)
def test_a_module_that_is_not_there(tmp_path: Path, module: str, sentence: str) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Home\n", encoding="utf-8")
    done = build(tmp_path / "site", "http://127.0.0.1:8000/", configured(tmp_path, docs, [module], ("fences.py",)))
    assert done.returncode != 0
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr

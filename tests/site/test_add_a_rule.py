"""The page “Add a rule” is carried out to the letter, in a copy of the project, up to an answer in a browser."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, expect

from hooks import environment
from tests.browser.server import Server
from tests.site import adding
from tests.site.adding import Run, Shown, Write
from tests.site.building import ROOT

PAGE = "homebrew/kites/"
BUILT, ALIVE = "68.8\N{NO-BREAK SPACE}%", "88.9\N{NO-BREAK SPACE}%"  # 11/16 at wind 3, 8/9 at wind 4


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone in which the first command has nothing left to fetch."""
    folder = adding.clone(tmp_path / "felloe")
    with monkeypatch.context() as there:
        there.setattr(environment, "ROOT", folder)
        name = environment._name("dev")
    (folder / ".cache" / "venv").mkdir(parents=True)
    (folder / ".cache" / "venv" / f"{name}.here").symlink_to(Path(sys.prefix).resolve())
    (folder / ".cache" / "npm").symlink_to(ROOT / ".cache" / "npm")
    return folder


def run(command: str, folder: Path, url: str) -> str:
    variables = {**os.environ, "PYTHON": sys.executable, "SITE_URL": url}
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

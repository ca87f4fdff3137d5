"""The page “A site of your own” is carried out to the letter, from an empty folder to a handbook that is alive."""

import io
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests import zstd
from tests.site import adding
from tests.site.adding import Run, Shown, Write
from tests.site.building import DOCS, ROOT

pytestmark = pytest.mark.patience(450)  # a clone, and a site with a snapshot of its own

PAGE = DOCS / "rulings-and-sources" / "a-site-of-your-own.md"
OTHERS = re.compile(rb"burning[-_ ]?wheel|melee|bastard[-_ ]?sword|duel of wits|lifepath", re.IGNORECASE)
"""What no file of a site says that has none of our games."""
NIGHT, CROSSING, ACROSS = "66.7\N{NO-BREAK SPACE}%", "40.7\N{NO-BREAK SPACE}%", "53.9\N{NO-BREAK SPACE}%"
"""2/3 with a fire; 11/27 with four dice, 131/243 with five."""


@dataclass(frozen=True)
class Site:
    """The folder that the tutorial made, and the variables of its commands."""

    folder: Path
    variables: Mapping[str, str]

    def make(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", *words], cwd=self.folder, env={**self.variables}, capture_output=True, encoding="utf-8"
        )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The tutorial, done: each of its commands succeeded and said what the page shows."""
    with pytest.MonkeyPatch.context() as patch:
        clone = adding.prepared(tmp_path_factory.mktemp("new") / "felloe", patch)
    fetched = str(clone / ".cache")
    variables = {**os.environ, "PYTHON": sys.executable, "FELLOE_CACHE": fetched, "AHEAD": "false"}
    folder, said = clone, ""
    for step in adding.steps(PAGE):
        match step:
            case Write():
                step.carry_out(folder)
            case Run(command) if command.startswith("cd "):
                folder = (folder / command.removeprefix("cd ")).resolve()
                for name in ("fonts", "packed"):  # cut and packed once already, and named by their content
                    if (ROOT / ".cache" / name).is_dir():
                        shutil.copytree(ROOT / ".cache" / name, folder / ".cache" / name)
            case Run(command):
                done = subprocess.run(
                    command, cwd=folder, shell=True, env=variables, capture_output=True, encoding="utf-8"
                )
                assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
                assert "Fetching" not in done.stderr, "FELLOE_CACHE names a folder in which all of it lies"
                said = done.stdout
            case Shown(text):
                assert said == text
    return Site(folder, variables)


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Each file below a folder with what it holds; of what is packed, what was packed."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        name, content = path.relative_to(folder).as_posix(), path.read_bytes()
        if path.suffix == ".zst":
            content = zstd.unpacked(content)
        yield name, content
        if path.suffix == ".zip":
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                yield from ((f"{name}/{inner}", archive.read(inner)) for inner in archive.namelist())


def test_nothing_of_our_games_is_in_it(site: Site) -> None:
    held = dict(files(site.folder / "site"))
    assert {"assets/runtime/engine.zip/engine/app.py", "assets/runtime/snapshot.bin.zst", "index.html"} <= held.keys()
    assert b"Do you get across?" in held["assets/runtime/snapshot.bin.zst"], "the snapshot has this game"
    found = [f"{name} says {said[0]!r}" for name, content in held.items() for said in OTHERS.finditer(content)]
    assert found == []


def test_it_says_its_own_name_color_and_owner(site: Site) -> None:
    page = (site.folder / "site" / "salt-road" / "nights" / "index.html").read_text(encoding="utf-8")
    assert "<em>The Salt Road</em> is our own game, and free to play." in page
    assert NIGHT in page
    assert "og:image" not in page, "the picture of our site is not theirs"
    assert "#7a3b69" in (site.folder / "site" / "assets" / "felloe.css").read_text(encoding="utf-8")
    assert '"name": "The Salt Road"' in (site.folder / "site" / "manifest.webmanifest").read_text(encoding="utf-8")
    assert "Felloe (MIT" in (site.folder / "site/rulings-and-sources/about/index.html").read_text(encoding="utf-8")


def test_the_handbook_is_alive(site: Site, chromium: Browser) -> None:
    book = site.folder / "dist" / "salt-road.html"
    with chromium.new_context() as context:
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{book.as_uri()}#/salt-road/crossing/")
        figure = page.locator("#crossing .fl-out .fl-figure")
        expect(figure).to_have_text(CROSSING)
        page.locator("#crossing [data-field=stride] [data-step='1']").click()
        expect(figure).to_have_text(ACROSS, timeout=30_000)
    assert [url for url in asked if not url.startswith((book.as_uri(), "data:", "blob:"))] == []


def read(url: str) -> str:
    with urllib.request.urlopen(url) as response:
        return str(response.read().decode())


def test_it_is_served_and_an_edit_shows(site: Site) -> None:
    module = site.folder / "salt_road" / "calculators" / "night.py"
    before = module.read_text(encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    server = subprocess.Popen(
        ["make", "serve", f"ADDRESS={address}"],
        cwd=site.folder,
        env={**site.variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        assert server.stderr is not None
        assert any("Serving on" in line for line in server.stderr)
        page = f"http://{address}/salt-road/nights/"
        assert "Do you wake rested?" in read(page)
        module.write_text(before.replace("Do you wake rested?", "Did you sleep?"), encoding="utf-8")
        end = time.monotonic() + 60
        while "Did you sleep?" not in read(page):
            assert time.monotonic() < end, "The edit does not show."
            time.sleep(0.2)
    finally:
        module.write_text(before, encoding="utf-8")
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()


def test_an_update_is_one_line(site: Site) -> None:
    """Another release stands beside it; the line that names it is all that changes."""
    makefile, (held,) = site.folder / "Makefile", site.folder.glob("felloe-*.whl")
    before = makefile.read_text(encoding="utf-8")
    newer = held.with_name("felloe-9.9-py3-none-any.whl")
    makefile.write_text(before.replace(held.name, newer.name), encoding="utf-8")
    try:
        without = site.make("run", "ASK=night")
        assert without.returncode != 0
        assert without.stderr.startswith(f"There is no {newer.name} here, which the Makefile names")
        with zipfile.ZipFile(held) as old, zipfile.ZipFile(newer, "w") as new:
            for name in old.namelist():
                text = old.read(name)
                if name == "engine/wording.py":
                    text += b'\n\ndef percent(chance: Fraction) -> str:\n    return "as 9.9 says it"\n'
                new.writestr(name, text)
        done = site.make("run", "ASK=night")
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("as 9.9 says it")
        assert [path.name for path in (site.folder / ".felloe").iterdir()] == [newer.stem]
    finally:
        makefile.write_text(before, encoding="utf-8")
        newer.unlink(missing_ok=True)


def test_a_rule_that_breaks_is_found_out(site: Site) -> None:
    """`make test` fails for a wrong number, with the case's title."""
    rules = site.folder / "salt_road" / "rules.py"
    before = rules.read_text(encoding="utf-8")
    rules.write_text(before.replace("LEAGUES = 6", "LEAGUES = 7"), encoding="utf-8")
    try:
        done = site.make("test")
    finally:
        rules.write_text(before, encoding="utf-8")
    assert done.returncode != 0
    assert "Twenty leagues with a load of 4" in done.stdout

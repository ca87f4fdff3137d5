"""A site that is served while someone writes: after any edit each page is what it would be in a server started anew."""

import os
import queue
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.site import adding
from tests.site.adding import Write
from tests.site.building import ROOT, all_hooks, configured

pytestmark = pytest.mark.patience(450)  # servers, started in turn

MODULE = "homebrew/calculators/kites.py"
QUESTION, ASKED = "Do you cut their string?", "Is the kite yours?"
FENCE = '```calculator\nuse = "kite-string"\nwind = 2\n```\n'
PAGES = ("", "rooftops/", "quays/", "bridges/", "towers/", "gardens/")
FILES = ("search/search_index.json", "assets/felloe.css", "assets/client/games.js")
RELOADING = re.compile(r"<script>\s*var livereload.*?</script>", re.DOTALL)
SECONDS = 120


class Server:
    """A server of MkDocs, as `make serve` starts it, and what it says."""

    def __init__(self, folder: Path, address: str) -> None:
        self.url = f"http://{address}/"
        command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", address]
        self.process = subprocess.Popen(
            [*command, "--config-file", str(folder / "mkdocs.yml")],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(folder), "SITE_URL": self.url, "NO_MKDOCS_2_WARNING": "1"},
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._lines.put(line)

    def until(self, words: str) -> list[str]:
        """What it says until a line has these words."""
        said: list[str] = []
        while not said or words not in said[-1]:
            said.append(self._lines.get(timeout=SECONDS))
        return said

    def read(self, path: str) -> str:
        """A page, without the script that asks for a newer one; or a file."""
        with urllib.request.urlopen(self.url + path) as response:
            return RELOADING.sub("", response.read().decode())

    def all(self) -> dict[str, str]:
        """Each page and file by its path."""
        return {path: self.read(path) for path in (*PAGES, *FILES)}


@pytest.fixture
def address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


@contextmanager
def served(folder: Path, address: str) -> Iterator[Server]:
    server = Server(folder, address)
    try:
        server.until("Serving on")
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site with a game of its own: one page of words, and its one calculator on each other page."""
    for step in adding.steps():
        if isinstance(step, Write) and step.path.startswith("homebrew/"):
            step.carry_out(tmp_path)
    index = tmp_path / "homebrew" / "index" / "kites.toml"
    index.write_text(index.read_text(encoding="utf-8").replace("homebrew/kites", "rooftops"), encoding="utf-8")
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Kites\n\nRead of [ropes](rooftops.md#rope).\n", encoding="utf-8")
    for page in filter(None, PAGES):
        title = page.rstrip("/").title()
        text = f'# {title}\n\nUp there.\n\n## The rope {{ #rope data-aliases="rope of {title}" }}\n\n{FENCE}'
        (docs / f"{page.rstrip('/')}.md").write_text(text, encoding="utf-8")
    hooks = [name for name in all_hooks() if name not in ("schema.py", "offline.py")]
    configured(tmp_path, docs, ["homebrew"], hooks, nav=["index.md", *(f"{page[:-1]}.md" for page in PAGES[1:])])
    return tmp_path


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_after_edits_all_is_as_in_a_server_started_anew(folder: Path, address: str) -> None:
    docs = folder / "docs"
    with served(folder, address) as server:
        for path, old, new in (
            (docs / "quays.md", "Up there.", "Down there, [by ropes](rooftops.md#rope)."),
            (folder / MODULE, QUESTION, ASKED),
            (docs / "towers.md", "# Towers", "# High towers"),
            (folder / "homebrew" / "index" / "kites.toml", "Cutting a string", "Cutting their string"),
            (docs / "gardens.md", "rope of Gardens", "washing line"),
            (docs / "bridges.md", "wind = 2", "wind = 4"),
            (folder / "mkdocs.yml", "- gardens.md\n", "- The gardens: gardens.md\n"),
        ):
            replaced(path, old, new)
            server.until("Reloading browsers")
        edited = server.all()
        assert [path for path in PAGES if ASKED in edited[path]] == list(PAGES[1:])
        assert server.all() == edited
    with served(folder, address) as server:
        anew = server.all()
    for path, text in anew.items():
        assert edited[path] == text, path


def test_pages_that_nobody_looks_at_follow_once_they_are_asked_for(folder: Path, address: str) -> None:
    with served(folder, address) as server:
        assert QUESTION in server.read("rooftops/")
        replaced(folder / MODULE, QUESTION, ASKED)
        for page in ("rooftops/", "quays/", "quays/"):
            while ASKED not in server.read(page):  # the server waits before it sees an edit
                assert page == "rooftops/"
        replaced(folder / "docs" / "towers.md", "Up there.", "Higher.")
        said = [*server.until("Reloading browsers"), *server.until("Reloading browsers")]
        built = [line for line in said if "Building" in line]
        assert len(built) == 3, "of the edits one each, and one for the page that was behind"


def test_a_page_that_an_edit_broke_says_so_until_it_is_mended(folder: Path, address: str) -> None:
    with served(folder, address) as server:
        assert "Kites" in server.read("")  # which has no calculator
        module = folder / MODULE
        module.write_text(re.sub(r"\bwind\b", "breeze", module.read_text(encoding="utf-8")), encoding="utf-8")
        server.until("Reloading browsers")
        assert "Kites" in server.read("")
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.read("quays/")
        assert refused.value.code == 500
        told = refused.value.read().decode()
        assert told.startswith("docs/quays.md:7: kite-string: wind: There is no field “wind” here"), told
        replaced(module, "breeze", "wind")
        server.until("Reloading browsers")
        assert QUESTION in server.read("quays/")


def test_a_broken_link_is_told_after_every_edit(folder: Path, address: str) -> None:
    with served(folder, address) as server:
        replaced(folder / "docs" / "quays.md", "Up there.", "[Nowhere](nowhere.md)")
        assert [line for line in server.until("Reloading browsers") if "nowhere.md" in line]
        replaced(folder / "docs" / "towers.md", "Up there.", "Higher.")
        assert [line for line in server.until("Reloading browsers") if "nowhere.md" in line]

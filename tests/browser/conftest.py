"""Fixtures of all browser tests: `tab` (a page in each of three browsers), `firefox` (Playwright's), `serve` (a server
of a folder, closed after the test), `site` (our site, served), `sample` (the sample site, served), `book` (our site as
the one file), and `visit` (a page of Chromium in its own context).
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from hooks import policy
from hooks.commands import handbook
from hooks.commands.browsers import KINDS
from tests.browser.looking import ODD, reader
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab
from tests.site.building import HOOKS, build, configured

SAMPLES = ("tests.sample", "tests.slow", "tests.mistaken", "tests.second_game")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine may lose a tap or a cached file: its test runs once more, which the summary lists."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture
def firefox(all_browsers: Browsers) -> Browser:
    return all_browsers.browser("firefox")


@pytest.fixture(params=KINDS)
def tab(request: pytest.FixtureRequest, all_browsers: Browsers) -> Iterator[Tab]:
    with all_browsers.tab(request.param) as opened:
        yield opened


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """``serve(folder, headers=…, prefix=…)`` gives a running `Server`."""
    with ExitStack() as stack:

        def start(folder: Path, **options: Any) -> Server:
            return stack.enter_context(Server(folder, **options))

        yield start


@pytest.fixture
def site(running_site: Server) -> Server:
    """Our built site on its server, which has forgotten the requests of other tests."""
    running_site.requests.clear()
    running_site.replies.clear()
    running_site.bytes_per_second = None
    return running_site


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The sample site on a server of its own, with the tests' calculators in its Python."""
    folder = tmp_path_factory.mktemp("sample")
    docs = shutil.copytree(Path(__file__).parent / "sample_site", folder / "docs")
    (folder / "site").mkdir()
    with Server(folder / "site") as server:
        done = build(
            server.folder,
            server.url,
            configured(folder, docs, SAMPLES, [*HOOKS[:2], "ahead.py", *HOOKS[2:]]),
            ahead=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        server.headers = {"Content-Security-Policy": policy.of_site(server.folder)}
        yield server


@pytest.fixture(scope="session")
def book(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The handbook made of our site."""
    file = tmp_path_factory.mktemp(ODD) / "felloe.html"
    handbook.write(built, file)
    print(f"\nthe handbook has {file.stat().st_size / 1e6:.1f} MB")
    return file


@pytest.fixture
def start(request: pytest.FixtureRequest) -> str:
    """What an address begins with, on the site or in the handbook; see `everywhere`."""
    if request.param == "site":
        return str(request.getfixturevalue("site").url)
    return f"{request.getfixturevalue('book').as_uri()}#/"


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """``visit(**options)`` gives a blank page of Chromium with empty storage; the options are Playwright's."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(reader(chromium, **options)).new_page()

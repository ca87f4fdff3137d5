"""Fixtures of the tests that look at the built site or need a browser, and what hypothesis is told everywhere."""

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect

from hooks import policy
from tests import same_bytes
from tests.browser.server import Server
from tests.browser.tabs import Browsers
from tests.site.building import build

# A busy machine is no fault of the code, and chance decides nothing here: the same examples each time. `make fuzz`
# looks for new ones, and prints of each that fails what goes above its test as an @example.
settings.register_profile("felloe", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("random", deadline=None, max_examples=500, print_blob=True)
settings.load_profile("felloe")
expect.set_options(timeout=20_000)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the commands that tests run compile what they import once
BROWSERS = pytest.StashKey[Browsers]()
PATIENCE = 240
"""Seconds that a test with browsers may take."""


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end, and the collector of garbage need not look at them each time."""
    gc.freeze()


@pytest.fixture(scope="session")
def all_browsers(request: pytest.FixtureRequest) -> Iterator[Browsers]:
    """The three browsers, each started when first asked for; one Playwright a process is all there can be."""
    with Browsers(brief=True) as opened:
        request.config.stash[BROWSERS] = opened
        yield opened


@contextmanager
def limited(item: pytest.Function, *, last: bool = False) -> Iterator[None]:
    """Kill the browsers of a test that tries one's patience: it fails, and the worker lives on."""
    if "all_browsers" not in item.fixturenames and not last:  # most tests are over before a timer has started
        yield
        return

    def kill() -> None:
        if opened := item.config.stash.get(BROWSERS, None):
            opened.kill()

    marker = item.get_closest_marker("patience")
    killer = threading.Timer(marker.args[0] if marker else PATIENCE, kill)
    killer.daemon = True
    killer.start()
    try:
        yield
    finally:
        killer.cancel()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Function) -> Iterator[None]:
    with limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Function) -> Iterator[None]:
    with limited(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Function, nextitem: pytest.Item | None) -> Iterator[None]:
    with limited(item, last=nextitem is None):
        return (yield)


@pytest.fixture
def chromium(all_browsers: Browsers) -> Browser:
    """Playwright's Chromium."""
    return all_browsers.browser("chromium")


@pytest.fixture(scope="session")
def running_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Our site, built for the address of the server that serves it (instant navigation works nowhere else).

    Every response has the pages' own policy as a header too, so that all tests run under it, the worker's included.
    """
    with Server(tmp_path_factory.mktemp("site")) as server:
        done = build(server.folder, server.url)
        assert done.returncode == 0, done.stdout + done.stderr
        server.headers = {"Content-Security-Policy": policy.of_site(server.folder)}
        yield server


@pytest.fixture(scope="session")
def built(running_site: Server) -> Path:
    """The folder of the built site."""
    return running_site.folder


@pytest.fixture(scope="session")
def same_lines(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What this Python answers to every case, a line each, worked out once for all workers."""
    folder = tmp_path_factory.getbasetemp()
    return same_bytes.ours(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)

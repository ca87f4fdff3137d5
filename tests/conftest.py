"""Fixtures of the tests that look at the built site or need a browser, and what hypothesis is told everywhere."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, expect

from hooks import policy
from tests.browser.server import Server
from tests.browser.tabs import Browsers
from tests.site.building import build

# A busy machine is no fault of the code, and chance decides nothing here: the same examples each time. To look for new
# ones: pytest --hypothesis-profile=random
settings.register_profile("felloe", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None)
settings.load_profile("felloe")
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def all_browsers() -> Iterator[Browsers]:
    """The three browsers, each started when first asked for; one Playwright a process is all there can be."""
    with Browsers() as opened:
        yield opened


@pytest.fixture(scope="session")
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

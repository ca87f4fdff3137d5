"""Fixtures of all browser tests: `tab` (a page in each of three browsers), `chromium` and `firefox` (Playwright's
browsers), and `serve` (a server of a folder, closed after the test)."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from hooks.browsers import KINDS
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab


@pytest.fixture(scope="session")
def all_browsers() -> Iterator[Browsers]:
    with Browsers() as opened:
        yield opened


@pytest.fixture(scope="session")
def chromium(all_browsers: Browsers) -> Browser:
    return all_browsers.browser("chromium")


@pytest.fixture(scope="session")
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

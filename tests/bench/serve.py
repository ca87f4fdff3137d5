"""How long ``make serve`` takes at full size from an edit that is saved to the browser that shows it.

``python -m tests.bench.serve`` prints the figures alone.
"""

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from tests import full_size
from tests.browser.tabs import Browsers, Tab

RUNS = 4
SECONDS = 180
COPY = full_size.COPIES[0]
PAGE = f"{COPY.name}/combat/all-modifiers"
WORDS = re.compile(r'(?<=FULL = "full", ")[^"]*')


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Seconds in Chromium to the first page, and medians and the longest for an edit of a page and one of a rule."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary, Browsers() as browsers, browsers.tab("chromium") as tab:
        site = full_size.site(Path(temporary, "felloe"))
        page = site.docs / f"{PAGE}.md"
        rule = site.folder / COPY.package / "rules" / "modifiers.py"
        start = time.perf_counter()
        with served(site) as url:
            _open(tab, f"{url}{PAGE}/")
            figures["serve_start_s"] = time.perf_counter() - start
            for name, path, edit in (("page", page, _more), ("rule", rule, _worded)):
                spent = [_edited(tab, path, edit, f"{name}-edit-{number}-") for number in range(runs)]
                figures[f"serve_{name}_s"] = median(spent)
                figures[f"serve_{name}_longest_s"] = max(spent)
    return figures


@contextmanager
def served(site: full_size.Site) -> Iterator[str]:
    """The address at which ``mkdocs serve`` serves a site while the block lasts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", address]
    server = subprocess.Popen(
        [*command, "--config-file", str(site.config)],
        env=site.environment | {"SITE_URL": f"http://{address}/"},
        cwd=full_size.ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield f"http://{address}/"
    finally:
        server.terminate()
        server.wait()


def _open(tab: Tab, url: str) -> None:
    end = time.monotonic() + SECONDS
    while True:
        try:
            return tab.open(url)
        except PlaywrightError:  # not there yet
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def _more(text: str, mark: str) -> str:
    return f"{text}\n{mark}\n"


def _worded(text: str, mark: str) -> str:
    return WORDS.sub(mark, text)


def _edited(tab: Tab, path: Path, edit: Callable[[str, str], str], mark: str) -> float:
    text = edit(path.read_text(encoding="utf-8"), mark)
    assert mark in text
    time.sleep(1.5)  # the page listens for its next version
    start = time.perf_counter()
    path.write_text(text, encoding="utf-8")
    while time.perf_counter() - start < SECONDS:
        try:
            if tab.run(f"document.body?.textContent.includes('{mark}')"):
                return time.perf_counter() - start
        except PlaywrightError:  # between the old page and the new one
            pass
        time.sleep(0.02)
    raise AssertionError(f"{path.name}: not shown within {SECONDS} s")


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

"""The first tap on a first visit at 20 Mbit/s, and what the answers cost that make it quick: bytes a page, and time to
build.

The server behaves as in `tests.bench.visits`. A tap is timed to the frame that shows its answer: once the answers that
were worked out ahead are there, which is so some moments after the form is, and as soon as the form is awake.

``python -m tests.bench.ahead`` prints the figures alone.
"""

import json
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from hooks import ahead
from hooks.commands.browsers import KINDS
from tests.bench.visits import BYTES_PER_SECOND, LATENCY_S
from tests.browser.looking import CIRCLES
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab, until
from tests.site import reading
from tests.site.building import build

RUNS = 3
AWAKE = "document.querySelector('#circles-obstacle .fl-all')?.closest('fieldset').disabled === false"
THERE = "performance.getEntriesByType('resource').find(({ name }) => name.includes('/ahead/'))?.responseEnd"
TAP = """(async () => {
  const out = document.querySelector("#circles-obstacle .fl-out");
  const before = out.textContent;
  const start = performance.now();
  document.getElementById("circles-obstacle-station-highest").click();
  while (out.textContent === before) {
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - start;
})()"""


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians in each browser; KiB of a page, brotli, without and with the answers of all its sections; seconds."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, Browsers() as browsers:
        site = Path(folder)
        with Server(site, bytes_per_second=BYTES_PER_SECOND, latency=LATENCY_S, static_host=True) as server:
            built = {way: _built(server, ahead=way == "with") for way in ("with", "without", "with")}
            figures |= {f"build_unchanged_s_{way}_answers": seconds for way, seconds in built.items()}
            for kind in KINDS:
                figures |= _taps(server, browsers, kind, runs)
        figures |= _bytes(site)
    return figures


def _built(server: Server, *, ahead: bool) -> float:
    start = time.perf_counter()
    done = build(server.folder, server.url, ahead=ahead)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return time.perf_counter() - start


def _taps(server: Server, browsers: Browsers, kind: str, runs: int) -> dict[str, float]:
    taps: dict[str, list[float]] = {"first_tap_ms": [], "tap_at_once_ms": [], "answers_there_ms": []}
    for _ in range(runs):
        with browsers.tab(kind) as tab:
            _open(tab, server)
            taps["answers_there_ms"].append(until(tab, THERE))
            taps["first_tap_ms"].append(tab.run(TAP))
        with browsers.tab(kind) as tab:
            _open(tab, server)
            taps["tap_at_once_ms"].append(tab.run(TAP))
    return {f"{name}_{kind}": round(median(times), 1) for name, times in taps.items()}


def _open(tab: Tab, server: Server) -> None:
    tab.open(f"{server.url}{CIRCLES}")
    until(tab, AWAKE)


def _bytes(site: Path) -> dict[str, float]:
    pages = reading.page_bytes(site)
    answers = {
        name: sum((site / ahead.FOLDER / f"{one['data-ahead']}.gz").stat().st_size for one in _sections(site / name))
        for name in pages
    }
    return {
        "page_kib_brotli_most": max(pages.values()) / 1024,
        "page_kib_with_all_answers_most": max(pages[name] + answers[name] for name in pages) / 1024,
        "find_someone_kib_brotli": pages[CIRCLES.strip("/")] / 1024,
        "find_someone_kib_answers": answers[CIRCLES.strip("/")] / 1024,
        "answers_kib_all": sum(answers.values()) / 1024,
    }


def _sections(page: Path) -> list[Any]:
    return reading.read(page / "index.html").select("section[data-ahead]")


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

"""The handbook at full size: its bytes, its first paint, and how soon it answers, beside stock Pyodide on a server; and
its book for paper, at the present size too: how long it takes to put together, its elements, and the sheets of its PDF.

``python -m tests.bench.handbook`` prints the figures alone.
"""

import io
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from hooks.commands import handbook
from hooks.commands.browsers import KINDS
from tests import full_size
from tests.bench import boot, full
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab, until
from tests.site.building import build

RUNS = 5
# The file opens at a page with calculators; as soon as one stands there, its first number is changed.
FIRST_ANSWER = """new Promise((resolve) => {
  const out = document.querySelector("section.fl .fl-out");
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => resolve(performance.now())).observe(out, all);
  out.closest("section").querySelector("[data-step='1']").click();
})"""
BOOK = """new Promise((resolve) => {
  const start = performance.now();
  globalThis.print = () => resolve([performance.now() - start, document.querySelectorAll(".fl-volume *").length]);
  document.querySelector(".fl-print").click();
})"""
PAGE = f"{full_size.COPIES[0].name}/core-rules/skills-and-pools"
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians of alternating openings in each browser."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary, Browsers() as browsers:
        book, ours_now = Path(temporary, "full.html"), Path(temporary, "now.html")
        handbook.write(full.built(), book)
        done = build(Path(temporary, "site"), "http://127.0.0.1:8000/")
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        handbook.write(Path(temporary, "site"), ours_now)
        figures["handbook_mb"] = round(book.stat().st_size / 1e6, 1)
        served = Path(temporary, "served")
        served.mkdir()
        with Server(boot.site(served)) as server:
            for kind in KINDS:
                ours, paints, stock = [], [], []
                for _ in range(runs):
                    with browsers.tab(kind) as tab:
                        ours.append(_first_answer(tab, book))
                        paints.append(tab.run(PAINT))
                    with browsers.tab(kind) as tab:
                        tab.open(f"{server.url}stock.html")
                        stock.append(until(tab, "globalThis.waited", 60))
                figures[f"handbook_open_ms_{kind}"] = round(statistics.median(ours))
                figures[f"handbook_open_ratio_{kind}"] = round(statistics.median(ours) / statistics.median(stock), 3)
                if None not in paints:
                    figures[f"handbook_first_paint_ms_{kind}"] = round(statistics.median(paints))
        figures["book_at_full_size"] = _bound(browsers, book)
        figures["book"] = _bound(browsers, ours_now)
    return figures


def _bound(browsers: Browsers, book: Path) -> dict[str, int]:
    with browsers.tab("chromium") as tab:
        tab.open(book.as_uri())
        until(tab, "document.querySelector('.fl-print') !== null")
        milliseconds, elements = tab.run(BOOK)
        pdf = PdfReader(io.BytesIO(tab.page.pdf(format="A4")))
    return {"ms": round(milliseconds), "elements": elements, "sheets": len(pdf.pages)}


def _first_answer(tab: Tab, book: Path) -> float:
    tab.open(f"{book.as_uri()}#/{PAGE}/")
    until(tab, "document.querySelector('section.fl [data-step]:enabled') !== null")
    return float(tab.run(FIRST_ANSWER))


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

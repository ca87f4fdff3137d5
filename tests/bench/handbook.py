"""The handbook at full size: its bytes, its first paint, and how soon it answers, beside stock Pyodide on a server; and
its book for paper, at the present size too: how long it takes to put together, its elements, and the sheets of its PDF.

``python -m tests.bench.handbook`` prints the figures alone.
"""

import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from hooks.commands import handbook
from hooks.commands.browsers import KINDS
from tests.bench import boot
from tests.browser import dummy
from tests.browser.server import Server
from tests.browser.tabs import Browsers, Tab, until
from tests.site.building import DOCS, configured

RUNS = 5
# The file opens at a page with calculators; as soon as one stands there, its first number is changed.
FIRST_ANSWER = """new Promise((resolve) => {
  const out = document.querySelector("section.fl .fl-out");
  new MutationObserver(() => resolve(performance.now())).observe(out, { childList: true });
  out.closest("section").querySelector("[data-step='1']").click();
})"""
BOOK = """new Promise((resolve) => {
  const start = performance.now();
  globalThis.print = () => resolve([performance.now() - start, document.querySelectorAll(".fl-volume *").length]);
  document.querySelector(".fl-print").click();
})"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians of alternating openings in each browser, with the dummy engine of full size in both."""
    figures: dict[str, Any] = {}
    with dummy.importable() as packages, tempfile.TemporaryDirectory() as temporary, Browsers() as browsers:
        book = _book(Path(temporary), packages)
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
        figures["book"] = _bound(browsers, _book(Path(temporary, "ours"), packages, 0))
    return figures


def _bound(browsers: Browsers, book: Path) -> dict[str, int]:
    with browsers.tab("chromium") as tab:
        tab.open(book.as_uri())
        until(tab, "document.querySelector('.fl-print') !== null")
        milliseconds, elements = tab.run(BOOK)
        pdf = PdfReader(io.BytesIO(tab.page.pdf(format="A4")))
    return {"ms": round(milliseconds), "elements": elements, "sheets": len(pdf.pages)}


def _first_answer(tab: Tab, book: Path) -> float:
    tab.open(f"{book.as_uri()}#/chapter-07/")
    until(tab, "document.querySelector('section.fl [data-step]:enabled') !== null")
    return float(tab.run(FIRST_ANSWER))


def _book(folder: Path, packages: Path, chapters: int = dummy.CHAPTERS) -> Path:
    """The handbook of our pages and of so many chapters of the dummy engine."""
    docs = shutil.copytree(DOCS, folder / "docs")
    for chapter in range(chapters):
        sections = [
            f'## Case {number}\n\n```calculator\nuse = "dummy-{number:03}"\n```\n'
            for number in range(chapter * dummy.EACH, (chapter + 1) * dummy.EACH)
        ]
        page = "\n".join([f"# Chapter {chapter}\n", *sections])
        (docs / f"chapter-{chapter:02}.md").write_text(page, encoding="utf-8")
    config = configured(folder, docs, [*dummy.FULL_SIZE])
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)]
    environment = {**os.environ, "PYTHONPATH": str(packages), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([*command, "--site-dir", str(folder / "site")], env=environment, check=True)
    handbook.write(folder / "site", folder / "felloe.html")
    return folder / "felloe.html"


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

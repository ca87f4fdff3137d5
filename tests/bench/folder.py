"""The folder from file://: its bytes, and what Python’s start costs on each of its pages, beside the handbook’s.

``python -m tests.bench.folder`` prints the figures alone.
"""

import json
import statistics
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hooks.commands import folder, handbook
from hooks.commands.browsers import KINDS
from tests.browser.looking import CIRCLES
from tests.browser.tabs import Browsers, Tab, until
from tests.site.building import build

RUNS = 5
# From opening, and from touching a calculator, to its first answer.
FIRST_ANSWER = """new Promise((resolve) => {
  const out = document.querySelector("section.fl .fl-out");
  const touched = performance.now();
  new MutationObserver(() => {
    if (!("waiting" in out.dataset)) {
      resolve([performance.now(), performance.now() - touched]);
    }
  }).observe(out, { attributes: true, childList: true });
  out.closest("section").querySelector("[data-step='1']").click();
})"""


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians of alternating openings in each browser, with the present pages and engine in both."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary, Browsers() as browsers:
        place = Path(temporary)
        done = build(place / "site", "http://127.0.0.1:8000/")
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        handbook.write(place / "site", place / "felloe.html")
        folder.write(place / "site", place / "felloe-site.zip")
        figures["folder_mb"] = round((place / "felloe-site.zip").stat().st_size / 1e6, 1)
        with zipfile.ZipFile(place / "felloe-site.zip") as archive:
            archive.extractall(place)
        pages = {
            "folder": (place / folder.TOP / CIRCLES / "index.html").as_uri(),
            "handbook": f"{(place / 'felloe.html').as_uri()}#/{CIRCLES}",
        }
        for kind in KINDS:
            times: dict[str, list[list[float]]] = {name: [] for name in pages}
            for _ in range(runs):
                for name, address in pages.items():
                    with browsers.tab(kind) as tab:
                        times[name].append(_first_answer(tab, address))
            opened, touched = (statistics.median(run[part] for run in times["folder"]) for part in range(2))
            figures[f"folder_open_ms_{kind}"] = round(opened)
            figures[f"folder_touch_ms_{kind}"] = round(touched)
            beside = statistics.median(run[1] for run in times["handbook"])
            figures[f"folder_touch_by_handbook_{kind}"] = round(touched / beside, 2)
    return figures


def _first_answer(tab: Tab, address: str) -> list[float]:
    tab.open(address)
    until(tab, "document.querySelector('section.fl [data-step]:enabled') !== null", 60)
    found: list[float] = tab.run(FIRST_ANSWER)
    return found


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

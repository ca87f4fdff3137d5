"""How long a running Python takes from a changed input to the drawn answer: ``python -m tests.bench.answers``."""

import json
import shutil
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from hooks import runtime
from tests.browser.server import Server
from tests.browser.tabs import Browsers

ASSETS = Path(__file__).parents[2] / "docs" / "assets"
ROUNDS = 20
ASK = """(async () => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  const { names } = await python.ask("", { do: "names" });
  const out = document.body.appendChild(document.createElement("div"));
  const spent = {};
  for (let round = 0; round < %d; round += 1) {
    for (const calculator of names) {
      const start = performance.now();
      out.innerHTML = (await python.ask("", { do: "answer", calculator, inputs: {} })).html;
      out.getBoundingClientRect();
      (spent[calculator] ??= []).push(performance.now() - start);
    }
  }
  return spent;
})()"""


def measure() -> dict[str, Any]:
    """Milliseconds in Chromium, every calculator at its defaults: message to the worker, answer, drawing, layout."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree(runtime.build([], snapshot=True), folder / "runtime")
        for name in ("python.js", "worker.js", "felloe.css"):
            shutil.copy(ASSETS / name, folder / name)
        page = (
            '<!doctype html><title>Answers</title><link rel="stylesheet" href="felloe.css"><body class="md-typeset fl">'
        )
        (folder / "index.html").write_text(page, encoding="utf-8")
        with Server(folder) as server, Browsers() as browsers, browsers.tab("chromium") as tab:
            tab.open(server.url)
            spent: dict[str, list[float]] = tab.run(ASK % ROUNDS)
    slowest = max(spent, key=lambda name: median(spent[name]))
    return {
        "recompute_p95_ms": quantiles([time for times in spent.values() for time in times], n=20)[-1],
        "recompute_slowest": slowest,
        "recompute_slowest_median_ms": median(spent[slowest]),
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

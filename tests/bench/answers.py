"""How long a running Python takes from a changed input to the drawn answer: ``python -m tests.bench.answers``."""

import json
from statistics import median, quantiles
from typing import Any

from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

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
      out.innerHTML = (await python.ask("", { do: "answer", calculator, inputs: {}, compare: false })).html;
      out.getBoundingClientRect();
      (spent[calculator] ??= []).push(performance.now() - start);
    }
  }
  return spent;
})()"""


def measure() -> dict[str, Any]:
    """Milliseconds in Chromium, every calculator at its defaults: message to the worker, answer, drawing, layout.

    The first time each is asked, it may sleep still; that is a figure of its own.
    """
    page = '<!doctype html><title>Answers</title><link rel="stylesheet" href="felloe.css"><body class="md-typeset fl">'
    with python_alone(page=page) as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        tab.open(server.url)
        spent: dict[str, list[float]] = tab.run(ASK % ROUNDS)
    slowest = max(spent, key=lambda name: median(spent[name]))
    first = {name: times.pop(0) for name, times in spent.items()}
    return {
        "first_ask_median_ms": median(first.values()),
        "first_ask_p95_ms": quantiles(first.values(), n=20)[-1],
        "recompute_p95_ms": quantiles([time for times in spent.values() for time in times], n=20)[-1],
        "recompute_slowest": slowest,
        "recompute_slowest_median_ms": median(spent[slowest]),
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

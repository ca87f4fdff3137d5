"""How long a running Python of full size takes from a changed input to the drawn answer.

``python -m tests.bench.answers`` prints the figures alone.
"""

import json
from statistics import median, quantiles
from typing import Any

from engine import app
from tests import full_size
from tests.bench import full
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

ROUNDS = 5
PAGE = '<!doctype html><title>Answers</title><link rel="stylesheet" href="felloe.css"><body class="md-typeset fl">'
START = """(async () => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  const { names } = await python.ask("", { do: "names" });
  const out = document.body.appendChild(document.createElement("div"));
  globalThis.timed = async (calculator) => {
    const start = performance.now();
    out.innerHTML = (await python.ask("", { do: "answer", calculator, inputs: {}, compare: false })).html;
    out.getBoundingClientRect();
    return performance.now() - start;
  };
  await timed("%s");
  return names;
})()"""
ALL = """(async (names) => {
  const spent = {};
  for (let round = 0; round < %d; round += 1) {
    for (const name of names) {
      (spent[name] ??= []).push(await timed(name));
    }
  }
  return spent;
})(%s)"""


def measure() -> dict[str, Any]:
    """Milliseconds in Chromium, calculators at their defaults: message to the worker, answer, drawing, layout.

    ``asleep_first_ms`` is the most of the first questions to each chapter, in a Python that has answered one question
    of no chapter of that game; the others are of all calculators in turn, without the first time.
    """
    full.sources()
    with python_alone(full_size.MODULES, page=PAGE) as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        first = {}
        for chapter, name in _firsts().items():
            tab.open(server.url)
            tab.run(START % "odds")
            first[chapter] = tab.run(f"timed('{name}')")
        tab.open(server.url)
        names = tab.run(START % "odds")
        spent: dict[str, list[float]] = tab.run(ALL % (ROUNDS, json.dumps(names)))
    for times in spent.values():
        times.pop(0)
    slowest = max(spent, key=lambda name: median(spent[name]))
    return {
        "asleep_first_ms": max(first.values()),
        "asleep_first_slowest": max(first, key=lambda chapter: first[chapter]),
        "asleep_median_ms": median(first.values()),
        "recompute_p95_ms": quantiles([time for times in spent.values() for time in times], n=20)[-1],
        "recompute_slowest": slowest,
        "recompute_slowest_median_ms": median(spent[slowest]),
    }


def _firsts() -> dict[str, str]:
    """Of each chapter of the copies, the calculator that comes first."""
    app.load(full_size.MODULES)
    found: dict[str, str] = {}
    for name, home in app.homes().items():
        game, _, chapter = home.partition(".calculators.")
        if game in full_size.MODULES and chapter:
            found.setdefault(f"{game}.{chapter.partition('.')[0]}", name)
    return found


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

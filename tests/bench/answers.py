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
NEAR_MS = 500
"""A reader who opens a page looks at it for longer before the first tap."""
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
  globalThis.woken = async (calculator) => {
    python.wake(calculator);
    await new Promise((later) => setTimeout(later, %d));
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
    of no chapter of that game, and ``near_first_ms`` the same on a page that has the calculator in sight, where it
    wakes while nobody waits; the others are of all calculators in turn, without the first time.
    """
    full.sources()
    with python_alone(full_size.MODULES, page=PAGE) as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        first, near = {}, {}
        for chapter, name in _firsts().items():
            for times, before in ((first, ""), (near, f"await woken('{name}'); ")):
                tab.open(server.url)
                tab.run(START % (NEAR_MS, "odds"))
                times[chapter] = tab.run(f"(async () => {{ {before}return timed('{name}'); }})()")
        tab.open(server.url)
        names = tab.run(START % (NEAR_MS, "odds"))
        spent: dict[str, list[float]] = tab.run(ALL % (ROUNDS, json.dumps(names)))
    for times in spent.values():
        times.pop(0)
    slowest = max(spent, key=lambda name: median(spent[name]))
    return {
        "asleep_first_ms": max(first.values()),
        "asleep_first_slowest": max(first, key=lambda chapter: first[chapter]),
        "asleep_median_ms": median(first.values()),
        "near_first_ms": max(near.values()),
        "near_first_slowest": max(near, key=lambda chapter: near[chapter]),
        "recompute_p95_ms": quantiles([time for times in spent.values() for time in times], n=20)[-1],
        "recompute_slowest": slowest,
        "recompute_slowest_median_ms": median(spent[slowest]),
    }


def _firsts() -> dict[str, str]:
    """Of each chapter of all games, the calculator that comes first."""
    app.load(full_size.MODULES)
    found: dict[str, str] = {}
    for name, home in app.homes().items():
        game, _, chapter = home.partition(".calculators.")
        if chapter:
            found.setdefault(f"{game.rpartition('.')[2]}.{chapter.partition('.')[0]}", name)
    return found


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

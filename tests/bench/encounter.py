"""How long a thousand encounters of three against five take to foretell: ``python -m tests.bench.encounter``.

In CPython that is the fights alone; in Chromium it is what a reader waits for on the page "Run an encounter": the
message to the worker, the fights, their HTML, and back.
"""

import json
import time
from statistics import median
from typing import Any

import engine.app  # noqa: F401  # it knows the games
from engine import app, games
from engine.games.bastard_sword.calculators.combat.encounter import start
from engine.games.bastard_sword.rules.forecast import forecast
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

FIGHTS, ROUNDS, STARTS = 1000, 5, 3
LINES = [
    {"name": "Bart", "ours": True, "spirit": 24, "shooting": "4d8"},
    {"name": "Femke", "ours": True, "spirit": 20, "weapon": "3d8"},
    {"name": "Raider", "many": 4, "spirit": 16},
    {"name": "Their chief", "weapon": "4d8", "armour": "2/1/2", "spirit": 24},
]
# Another calculator first, so that what is timed is not the start of Python.
ASK = """(async (inputs) => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  await python.ask("", { do: "answer", calculator: "odds", inputs: {} });
  const start = performance.now();
  const { values } = await python.ask("", { do: "answer", calculator: "bs-forecast", inputs, compare: false });
  return [performance.now() - start, values.fights];
})(%s)"""


def _foretold() -> float:
    entry = app.entry("bs-encounter")
    setup = entry.form.read({"lines": LINES})
    ones = start(setup["you"], setup["lines"], ask=games.rulings_of(entry, {})).fight.ones
    begun = time.perf_counter()
    forecast(ones, FIGHTS, 1)
    return time.perf_counter() - begun


def measure() -> dict[str, Any]:
    """Seconds for a thousand fights, in CPython and in Chromium."""
    figures = {"encounter_1000_s_cpython": round(median(_foretold() for _ in range(ROUNDS)), 2)}
    inputs = json.dumps({"lines": LINES, "fights": FIGHTS})
    with python_alone() as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        spent = []
        for _ in range(STARTS):
            tab.open(server.url)
            took, fights = tab.run(ASK % inputs)
            assert fights == FIGHTS
            spent.append(took)
    return {**figures, "encounter_1000_s_chromium": round(median(spent) / 1000, 2)}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

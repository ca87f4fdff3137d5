"""How long a thousand melees of four against eight take to foretell: ``python -m tests.bench.melee``.

In CPython that is the fights alone; in Chromium it is what a reader waits for on the page "Run a Melee!": the message
to the worker, the fights, their HTML, and back.
"""

import json
import time
from statistics import median
from typing import Any

import engine.app  # noqa: F401  # it knows the games
from engine.games.melee.forms.encounter import Hero, LineRow, fighters
from engine.games.melee.forms.people import B4, B5, Side
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.disposition import Grade
from engine.games.melee.rules.forecast import forecast
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.shields import Kind
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

FIGHTS, ROUNDS, STARTS = 1000, 5, 3
FRIEND = LineRow(
    "Friend",
    3,
    Side.OURS,
    Importance.PLAYER,
    Grade.TOUGH,
    steel=B5,
    skill=B4,
    carries=Carries.SWORD,
    shield=Kind.TARGET,
)
LINES = [
    {
        "name": "Friend",
        "many": 3,
        "side": "ours",
        "importance": "player",
        "grade": "tough",
        "steel": "B5",
        "skill": "B4",
        "carries": "sword",
        "shield": "target",
    },
    {"name": "Brigand", "many": 8},
]
# Another calculator first, so that what is timed is not the start of Python.
ASK = """(async (inputs) => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  await python.ask("", { do: "answer", calculator: "odds", inputs: {} });
  const start = performance.now();
  const { values } = await python.ask("", { do: "answer", calculator: "mel-forecast", inputs, compare: false });
  return [performance.now() - start, values.fights];
})(%s)"""


def _foretold() -> float:
    people = fighters(Hero(), (FRIEND, LineRow("Brigand", 8)))
    start = time.perf_counter()
    forecast(people, FIGHTS, 1)
    return time.perf_counter() - start


def measure() -> dict[str, Any]:
    """Seconds for a thousand fights, in CPython and in Chromium."""
    figures = {"melee_1000_s_cpython": round(median(_foretold() for _ in range(ROUNDS)), 2)}
    inputs = json.dumps({"lines": LINES, "fights": FIGHTS})
    with python_alone() as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        spent = []
        for _ in range(STARTS):
            tab.open(server.url)
            took, fights = tab.run(ASK % inputs)
            assert fights == FIGHTS
            spent.append(took)
    return {**figures, "melee_1000_s_chromium": round(median(spent) / 1000, 2)}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

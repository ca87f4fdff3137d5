"""How long one step back takes in a session of ten thousand steps: ``python -m tests.bench.sessions``."""

import json
from statistics import median
from typing import Any

from engine.session import MOST_STEPS
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

ROUNDS = 20
UNDO = """(async () => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  const [steps, rounds] = [%d, %d];
  const step = { side: "log", move: { is: "mark-test" } };
  const log = { format: 1, version: "", setup: {}, steps: Array(steps).fill(step) };
  const asked = { do: "step", calculator: "experience-log", tape: "bench" };
  const played = performance.now();
  await python.ask("", { ...asked, log });
  const replay = performance.now() - played;
  const spent = [];
  for (let at = steps - 1; at >= steps - rounds; at -= 1) {
    const start = performance.now();
    await python.ask("", { ...asked, at });
    spent.push(performance.now() - start);
  }
  return [replay, spent];
})()"""


def measure() -> dict[str, Any]:
    """Milliseconds in Chromium: message to the worker, the state of before, its answer as HTML, and back."""
    with python_alone() as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        tab.open(server.url)
        replay, spent = tab.run(UNDO % (MOST_STEPS, ROUNDS))
    return {"undo_of_10000_ms": median(spent), "undo_of_10000_longest_ms": max(spent), "replay_of_10000_ms": replay}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

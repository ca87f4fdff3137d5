"""How long one exchange of a duel of wits takes to count, six dice a side: ``python -m tests.bench.duel``.

Nothing is kept from one count to the next. In CPython that is the distribution alone; in Chromium it is what a reader
waits for the first answer of the page "One exchange": the message to the worker, the distribution, its HTML, and back.
"""

import json
import time
from statistics import median
from typing import Any

from engine.games.burning_wheel.dice import Pool, successes
from engine.games.burning_wheel.rules import duel_analysis
from engine.games.burning_wheel.rules.duel import SCRIPTED, Action
from engine.games.burning_wheel.rules.duel_analysis import Choice, Debater, Laws, only, start_of
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

DICE = 6
ROUNDS = 20
STARTS = 5
SCRIPTS = {
    "plain": (
        (Action.POINT, Action.REBUTTAL),
        (Action.REBUTTAL, Action.POINT),
        (Action.DISMISS, Action.FEINT),
    ),
    # Two insults leave most to carry along, and Obfuscate against a Rebuttal has the most ways to fall.
    "worst": (
        (Action.INCITE, Action.POINT),
        (Action.INCITE, Action.INCITE),
        (Action.REBUTTAL, Action.OBFUSCATE),
    ),
}


def _exchange(script: tuple[tuple[Action, Action], ...]) -> float:
    shaken = successes(Pool.of(4, open_ended=True)).below(6)
    first, second = (Debater(7, 4, {action: Pool.of(DICE) for action in SCRIPTED}, shaken) for _ in range(2))
    duel_analysis._known.cache_clear()
    duel_analysis._listed.cache_clear()
    start = time.perf_counter()
    laws = Laws((first, second))
    plans = [(only(Choice(mine)), only(Choice(theirs))) for mine, theirs in script]
    laws.exchange(start_of(laws.sides), plans, keep=False).law()
    return time.perf_counter() - start


# Another calculator first, so that what is timed is not the start of Python.
ASK = """(async (inputs) => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  await python.ask("", { do: "answer", calculator: "odds", inputs: {} });
  const start = performance.now();
  const { values } = await python.ask("", { do: "answer", calculator: "duel-exchange", inputs, compare: false });
  return [performance.now() - start, values.win];
})(%s)"""


def _inputs(script: tuple[tuple[Action, Action], ...]) -> str:
    """The same exchange as the form asks for it."""
    side = {"skill": f"B{DICE}", "will": "B4", "steel": "B4", "argument": 7}
    mine, theirs = (
        dict(zip(("first", "second", "third"), (action.value for action in actions), strict=True))
        for actions in zip(*script, strict=True)
    )
    return json.dumps({"yours": mine, "theirs": theirs, "you": side, "they": side})


def measure() -> dict[str, Any]:
    """Milliseconds for an exact exchange, for a plain pair of scripts and the worst, in CPython and in Chromium."""
    figures = {
        f"duel_exchange_ms_{name}_cpython": round(1000 * median(_exchange(script) for _ in range(ROUNDS)), 1)
        for name, script in SCRIPTS.items()
    }
    with python_alone() as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        for name, script in SCRIPTS.items():
            spent = []
            for _ in range(STARTS):
                tab.open(server.url)
                time_, win = tab.run(ASK % _inputs(script))
                assert win is not None
                spent.append(time_)
            figures[f"duel_exchange_ms_{name}_chromium"] = round(median(spent), 1)
            figures[f"duel_exchange_ms_{name}_chromium_longest"] = round(max(spent), 1)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

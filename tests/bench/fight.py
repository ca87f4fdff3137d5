"""How long one exchange of Fight! takes to count, and 1,000 to play: ``python -m tests.bench.fight``.

In CPython that is the distribution alone, and nothing is kept from one count to the next; in Chromium it is what a
reader waits for on the page "Practice an exchange": the message to the worker, the distribution, its HTML, and back.
The first of them has all that the rules of a fight are read in for; the next is of a fighter with another skill.
"""

import json
import time
from statistics import median
from typing import Any

from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_exchange import Exchange
from engine.games.burning_wheel.rules.fight_procedure import Fight, Fighter, Phase, Side
from engine.games.burning_wheel.rules.fight_script import Script, Volley
from tests.bench.alone import python_alone
from tests.browser.tabs import Browsers

ROUNDS = 10
STARTS = 5
PLAYED = 1000
Rows = tuple[tuple[str, tuple[Act, ...]], ...]
PLAIN: tuple[Rows, Rows] = (
    (("maintain", (Act.STRIKE,)), ("maintain", (Act.BLOCK,)), ("maintain", (Act.STRIKE,))),
    (("maintain", (Act.BLOCK,)), ("maintain", (Act.STRIKE,)), ("maintain", (Act.AVOID,))),
)
# Both move, both strike in every volley, and armor and Steel are rolled for whoever is hit: far too much to count.
PLAYED_OUT: tuple[Rows, Rows] = (
    (("close", (Act.STRIKE,)), ("close", (Act.BLOCK, Act.STRIKE)), ("close", (Act.LOCK,))),
    (("withdraw", (Act.STRIKE,)), ("close", (Act.BLOCK, Act.STRIKE)), ("withdraw", (Act.PUSH,))),
)


def _script(rows: Rows) -> Script:
    first, second, third = (Volley.of(positioning, *acts) for positioning, acts in rows)
    return Script((first, second, third))


def _fight(rows: tuple[Rows, Rows], suit: Suit = Suit()) -> Fight:
    actions = sum(len(acts) for _, acts in rows[0])
    skills = (Ability.parse("B5"), Ability.parse("B4"))
    one, two = (Side(Fighter("", skill=skill, reflexes=actions, suit=suit)) for skill in skills)
    return Fight((one, two), phase=Phase.SCRIPT).write(0, _script(rows[0])).write(1, _script(rows[1]))


def _counted() -> float:
    fight = _fight(PLAIN)
    start = time.perf_counter()
    Exchange(fight).ahead()
    return time.perf_counter() - start


def _played() -> float:
    fight = _fight(PLAYED_OUT, Suit.whole(ArmorType.LEATHER))
    start = time.perf_counter()
    Exchange(fight).sampled(PLAYED, 1)
    return time.perf_counter() - start


# Another calculator first, so that what is timed is not the start of Python.
ASK = """(async (list) => {
  const { Python } = await import("./python.js");
  const python = new Python("./");
  await python.ask("", { do: "answer", calculator: "odds", inputs: {} });
  const found = [];
  for (const inputs of list) {
    const start = performance.now();
    const { values } = await python.ask("", { do: "answer", calculator: "fight-exchange", inputs, compare: false });
    found.push([performance.now() - start, values.sampled]);
  }
  return found;
})([%s])"""


def _inputs(rows: tuple[Rows, Rows], worn: str, skill: str = "B5") -> str:
    """The same exchange as the form asks for it."""
    volleys = [
        dict(
            zip(
                ("first", "second", "third"),
                (", ".join((positioning, *(act.words for act in acts))) for positioning, acts in side),
                strict=True,
            )
        )
        for side in rows
    ]
    actions = sum(len(acts) for _, acts in rows[0])
    sides = [{"skill": skill, "actions": actions, "worn": worn} for skill in (skill, "B4")]
    return json.dumps({"yours": volleys[0], "theirs": volleys[1], "you": sides[0], "they": sides[1]})


def measure() -> dict[str, Any]:
    """Milliseconds for a plain exchange counted out, and for 1,000 of one with too many ways, in both Pythons."""
    figures = {
        "fight_exchange_ms_cpython": round(1000 * median(_counted() for _ in range(ROUNDS)), 1),
        "fight_sampled_ms_cpython": round(1000 * median(_played() for _ in range(ROUNDS)), 1),
    }
    asked = {"fight_exchange": (PLAIN, "none", 0), "fight_sampled": (PLAYED_OUT, "leather", PLAYED)}
    with python_alone() as server, Browsers() as browsers, browsers.tab("chromium") as tab:
        for name, (rows, worn, played) in asked.items():
            spent: list[list[float]] = []
            for _ in range(STARTS):
                tab.open(server.url)
                found = tab.run(ASK % ", ".join(_inputs(rows, worn, skill) for skill in ("B5", "B6")))
                assert [sampled for _, sampled in found] == [played, played]
                spent.append([time_ for time_, _ in found])
            for which, times in zip(("first", "next"), zip(*spent, strict=True), strict=True):
                figures[f"{name}_{which}_ms_chromium"] = round(median(times), 1)
                figures[f"{name}_{which}_ms_chromium_longest"] = round(max(times), 1)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

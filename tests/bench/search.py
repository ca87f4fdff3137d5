"""The search at full size: its index, and how long the list takes for each letter: ``python -m tests.bench.search``."""

import json
from statistics import median, quantiles
from typing import Any

import brotli

from hooks.commands.browsers import KINDS
from tests.bench import full
from tests.browser.server import Server
from tests.browser.tabs import Browsers, until

QUESTIONS = ("circles obstacle", "how hard is it", "steel test", "s", "what does a mace do", "xyzzy", "advance a skill")
# Each letter as the box hears it, to the list that is laid out; the first opening fetches and learns the index.
TYPE = """(async (questions) => {
  const query = document.querySelector(".md-search__input");
  const list = document.querySelector(".md-search-result__list");
  const told = document.querySelector(".md-search-result__meta");
  const shown = async (question) => {
    const start = performance.now();
    query.value = question;
    told.textContent = "";
    query.dispatchEvent(new Event("input", { bubbles: true }));
    while (told.textContent === "") {
      await new Promise((next) => queueMicrotask(next));
    }
    list.getBoundingClientRect();
    return performance.now() - start;
  };
  const opened = performance.now();
  query.focus();
  while (!/find|found|search/.test(told.textContent)) {
    await new Promise((next) => setTimeout(next));
  }
  const opening = performance.now() - opened;
  const letters = [];
  for (const question of questions) {
    for (let end = 1; end <= question.length; end += 1) {
      letters.push(await shown(question.slice(0, end)));
    }
  }
  return [opening, letters];
})(%s)"""


def measure() -> dict[str, Any]:
    """Entries and bytes; milliseconds to open the search, and from a letter to the list, in each browser."""
    index = (full.built() / "search" / "search_index.json").read_bytes()
    figures: dict[str, Any] = {
        "search_entries": len(json.loads(index)["docs"]),
        "search_index_mb": len(index) / 1e6,
        "search_index_kib_brotli": len(brotli.compress(index)) / 1024,
    }
    with Server(full.built()) as server, Browsers() as browsers:
        for kind in KINDS:
            with browsers.tab(kind) as tab:
                tab.open(server.url)
                until(tab, "document.querySelector('.md-search__input') !== null")
                opening, letters = tab.run(TYPE % json.dumps(QUESTIONS))
            figures[f"search_open_ms_{kind}"] = round(opening)
            figures[f"search_letter_ms_{kind}"] = round(quantiles(letters, n=20)[-1], 1)
            figures[f"search_letter_median_ms_{kind}"] = round(median(letters), 1)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))

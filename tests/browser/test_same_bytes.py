"""The same cases give the same bytes in the browser's Python as in CPython."""

import json
from collections.abc import Callable
from pathlib import Path

from tests import same_bytes
from tests.browser.server import Server
from tests.browser.tabs import Browsers

START = """(async () => {
  const { Python } = await import(%s);
  globalThis.python = new Python("/assets/");
})()"""
ASK = """(async () => {
  const answers = [];
  for (const request of %s) {
    answers.push(JSON.stringify(await python.ask("case", request)));
  }
  return answers;
})()"""
AT_ONCE = 400
"""Requests in one script, which has a limited time."""


def test_every_case(all_browsers: Browsers, built: Path, serve: Callable[..., Server], same_lines: str) -> None:
    """Under other hash seeds, too: Python has one of its own in the browser.

    It is the same WebAssembly in every browser; what each calculator answers in the others is in test_boot.py.
    """
    asked = list(zip(same_bytes.requests(), same_lines.splitlines(), strict=True))
    server = serve(built)
    with all_browsers.tab("chromium") as tab:
        tab.open(server.url)
        tab.run(START % json.dumps(f"{server.url}assets/client/python.js"))
        assert asked
        for start in range(0, len(asked), AT_ONCE):
            some = asked[start : start + AT_ONCE]
            answers = tab.run(ASK % json.dumps([request for request, _ in some]))
            for (request, said), answer in zip(some, answers, strict=True):
                assert answer == said, request

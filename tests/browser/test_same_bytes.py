"""The same cases give the same bytes in the browser's Python as in CPython."""

import json
from collections.abc import Callable
from pathlib import Path

from engine import app
from tests import same_bytes
from tests.browser.server import Server
from tests.browser.tabs import Tab

ASK = """(async () => {
  const { Python } = await import(%s);
  const python = new Python();
  const answers = [];
  for (const request of %s) {
    answers.push(JSON.stringify(await python.ask("case", request)));
  }
  return answers;
})()"""


def test_every_case(tab: Tab, built: Path, serve: Callable[..., Server]) -> None:
    server = serve(built)
    tab.open(server.url)
    requests = same_bytes.requests()
    script = ASK % (json.dumps(f"{server.url}assets/python.js"), json.dumps(requests))
    answers = tab.run(script)
    assert len(answers) == len(requests) > 0
    for request, answer in zip(requests, answers, strict=True):
        assert answer == app.call(json.dumps(request)), request

"""What answers and forms say, read as text: slips that no reader should meet, in every calculator, form and case."""

import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import app, rulings, views
from engine.session import Session
from tests.unit.test_cases import ALL, played

ROOT = Path(__file__).parents[2]
PLACE = views.Place("here", "/")
SLIPS = {
    "one is no plural": re.compile(
        r"(?<![\d.,/−-])\b1 (dice|roots|successes|tests|points|lenders|wounds|days|cycles)\b"
    ),
    "a word of its own article": re.compile(r"\b(beyond|an?) (A|An) "),
    "one word for one thing": re.compile(r"\b(some|any|every)body\b", re.IGNORECASE),
    "a colon leads somewhere": re.compile(r":\s*(The rule)?\s*$"),
    "two stops": re.compile(r"(?<!\.)\.\.(?!\.)|,,|;;| [,;.](?=\s|$)"),
    "nothing is None": re.compile(r"\bNaN\b|(^|: )(None|True|False)$"),
    "the same with and without": re.compile(r"succeed ([\d.]+) % of the time, without it \1 %"),
}
SAYING = "p|li|th|td|label|legend|summary|caption|button"
"""The elements that say something."""
BEGUN = re.compile(rf"<(?=(?:{SAYING}|details|table|fieldset|ul|ol|div|section|form)\b)")
SAID = re.compile(rf"({SAYING})\b[^>]*>(.*?)(?:</\1>|\Z)", re.DOTALL)


@cache
def texts() -> dict[str, str]:
    """Each text that a reader may meet, with where it was met first.

    Most of an answer's elements stand in many answers. Each is read once, and by itself: what it holds besides words in
    a line is an element of its own.
    """
    elements: dict[str, str] = {}
    for where, drawing in drawn():
        for element in BEGUN.split(drawing):
            elements.setdefault(element, where)
    found: dict[str, str] = {}
    for element, where in elements.items():
        if said := SAID.match(element):
            words = html.unescape(re.sub("<[^>]*>", " ", said[2])).replace("\u00a0", " ")
            found.setdefault(" ".join(words.split()), where)
    for ruling in rulings.REGISTRY.values():
        for text in (ruling.question, ruling.why, *(reading.words for reading in ruling.readings)):
            found.setdefault(text, ruling.id)
    return found


def drawn() -> Iterator[tuple[str, str]]:
    for name in app.names():
        if name.startswith("sample-"):
            continue
        done = app.run(name, {})
        yield name, views.form(app.entry(name).form, done.inputs, PLACE)
        yield name, "".join(app.rendered(done, PLACE, {}, compare=False))
    for case in ALL:
        if case.error is None and not case.steps and not isinstance(app.entry(case.calculator), Session):
            yield f"{case.rule}: {case.title}", "".join(app.rendered(played(case), PLACE, case.rulings, compare=False))


def test_there_are_texts() -> None:
    elements = [text for text, where in texts().items() if where not in rulings.REGISTRY]
    assert len(elements) > 5000
    assert not [text for text in elements if "<" in text]


@pytest.mark.parametrize("slip", SLIPS)
def test_no_reader_meets_a_slip(slip: str) -> None:
    met = {text: where for text, where in texts().items() if SLIPS[slip].search(text)}
    assert not met, dict(list(met.items())[:12])


def test_our_prose_says_someone() -> None:
    """In docs and engine alike; what a link calls "somebody" keeps its name, and players type what they like."""
    files = [
        path
        for folder in ("docs", "engine")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".md", ".py", ".toml"} and path.parent.name != "questions"
    ]
    assert len(files) > 300
    said = re.compile(r"\bsomebody\b(?!\")|\bSomebody(?= [a-z])")
    assert not [str(path.relative_to(ROOT)) for path in files if said.search(path.read_text("utf-8"))]


def test_a_log_never_has_more_of_what_it_needs_than_it_needs() -> None:
    counts = {text: re.fullmatch(r"(\d+) of (\d+)(, \d+ to spare)?", text) for text in texts()}
    assert not [text for text, count in counts.items() if count and int(count[1]) > int(count[2])]

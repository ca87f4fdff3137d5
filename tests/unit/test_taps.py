"""What one tap on a section makes of its form, and the answers to it that lie beside the page."""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from engine import app, forms, pages, sections, views
from hooks import taps
from tests.site.building import DOCS

BASE = "../../"
SAMPLE = """```calculator
use = "sample-everything"
hands = [{ name = "Rook", skill = "G3" }]
```"""
ALL = {
    "burning-wheel/people/find-someone": ("circles-obstacle",),
    "burning-wheel/steel/what-makes-it-harder": ("steel-test",),
    "burning-wheel/money/buying-something": ("purchase-builder", "shared-tax"),
}


@pytest.fixture(scope="module")
def sample() -> taps.Drawn:
    app.load(["tests.sample"])
    return taps.Drawn(sections.render(SAMPLE, "docs/sample.md", BASE)[0])


def changed(drawn: taps.Drawn) -> list[dict[str, str | None]]:
    own = taps.inputs(drawn.controls)
    return [dict(json.loads(taps.key(own, now))) for now in drawn.taps()]


@pytest.mark.parametrize(
    "tap",
    [
        {"switch": "true"},
        {"number": "1"},
        {"number": "3"},
        {"number": "0"},
        {"number": "6"},
        {"level": "4"},
        {"ability": "G4"},
        {"ability": "B5"},
        {"size": "large"},
        {"sizes": "large"},
        {"counts": ""},
        {"counts": "1,2"},
        {"span.first": "3"},
        {"way.is": "ride", "way.beast": "mule", "way.hours": "6"},
        {"way.is": "sail-far", "way.crew": ""},
        {"hands.0.skill": "G2"},
        {"hands.0.sizes": "small"},
        {"beast.is": "snake"},
        {"beast.is": "own", "beast.legs": "4", "beast.name": "beast", "beast.size": "small"},
        {"perhaps": "1"},
    ],
    ids=str,
)
def test_a_tap(sample: taps.Drawn, tap: dict[str, str]) -> None:
    assert tap in changed(sample)


def test_no_tap_is_left_out_that_changes_one_field_and_none_changes_nothing(sample: taps.Drawn) -> None:
    found = changed(sample)
    assert {} not in found
    assert len({json.dumps(tap) for tap in found}) == len(found)
    touched = {name for tap in found for name in tap}
    written = {"short", "text", "hands", "hands.0.name"}  # texts, which no tap writes
    assert {*taps.inputs(sample.controls)} - written <= touched


def test_a_step_ends_at_the_bounds() -> None:
    app.load(["tests.sample"])
    said = sections.render('```calculator\nuse = "sample-everything"\nnumber = 12\n```', "docs/sample.md", BASE)[0]
    found = changed(taps.Drawn(said))
    assert {"number": "11"} in found
    assert {"number": "13"} not in found


def test_a_step_counts_the_dice_and_not_their_sides() -> None:
    said = sections.render('```calculator\nuse = "bs-odds"\npool = "4d8"\n```', "docs/sample.md", BASE)[0]
    found = [one.get("pool") for one in changed(taps.Drawn(said))]
    assert {"3d8", "5d8"} <= set(found)
    assert not {"4d7", "4d9"} & set(found)


def opened() -> Iterator[tuple[str, taps.Drawn]]:
    """The forms of all calculators on all pages, as the pages open them."""
    for name, page in pages.all_pages(DOCS):
        for section in page:
            for fence in section.fences:
                if fence.language == pages.CALCULATOR:
                    asked = pages.read_calculator(fence, name, quick=True)
                    form = views.form(app.entry(asked.use).form, asked.opened.inputs, views.Place(asked.use, BASE))
                    yield asked.use, taps.Drawn(f'<div class="fl-all">{form}</div>')


def paths(inputs: Mapping[str, str], form: forms.Form) -> set[str]:
    """Their names, where a row of a table is said as a choice is, and as itself, and typed rows as one text."""
    typed = typed_rows(form.fields)
    names = (name.removesuffix(f".{forms.CHOICE}") for name in inputs)
    return {next((row for row in typed if name.startswith(f"{row}.")), name) for name in names}


def typed_rows(fields: Sequence[forms.Field], at: str = "") -> set[str]:
    """Where rows are typed as lines of text, in groups too."""
    found = {f"{at}{one.name}" for one in fields if isinstance(one.kind, forms.Rows) and one.asked.lines}
    groups = [(one.name, one.kind.fields) for one in fields if isinstance(one.kind, forms.Group)]
    return found.union(*(typed_rows(inner, f"{at}{name}.") for name, inner in groups))


def test_every_tap_on_every_page_sends_the_fields_that_the_engine_asks_for() -> None:
    count = 0
    for use, drawn in opened():
        form = app.entry(use).form
        own = taps.inputs(drawn.controls)
        assert paths(dict(forms.flatten(form.write(form.read(own)))), form) == paths(own, form), use
        for now in drawn.taps():
            count += 1
            try:
                read = form.write(form.read(now))
            except forms.Unusable:
                continue  # which the reader is told
            assert paths(dict(forms.flatten(read)), form) == paths(now, form), (use, taps.key(own, now))
    assert count > 5000


def unpacked(content: bytes) -> dict[str, dict[str, Any]]:
    """The answers by their keys, as hooks/client/ahead.js has them."""
    held = json.loads(gzip.decompress(content))
    return {
        tap: {part: values[whose[at]] for part, (values, whose) in held["parts"].items() if whose[at] >= 0}
        for at, tap in enumerate(held["taps"])
    }


@pytest.mark.parametrize("page", ALL)
def test_what_lies_beside_a_page_is_what_python_answers(page: str) -> None:
    """To the byte, for each tap of these calculators."""
    source = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for section in sections.render(source, f"docs/{page}.md", BASE, quick=True):
        drawn = taps.Drawn(section)
        if drawn.said.get("id") not in ALL[page]:
            continue
        own, found = taps.inputs(drawn.controls), unpacked(taps.packed(section))
        assert len(found) > 10
        for tap, answer in found.items():
            now = {name: text for name, text in {**own, **dict(json.loads(tap))}.items() if text is not None}
            asked = {"do": "answer", "inputs": now, "instance": drawn.said["id"], "base": BASE, "compare": False}
            said = app.call(json.dumps({**asked, "calculator": drawn.said["data-calculator"]}))
            assert json.dumps(answer, ensure_ascii=False, separators=(",", ":")) == said


def test_the_same_section_gives_the_same_bytes(sample: taps.Drawn) -> None:
    section = sections.render(SAMPLE, "docs/sample.md", BASE)[0]
    assert taps.packed(section) == taps.packed(section)


def test_a_mistake_of_ours_is_left_to_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    app.load(["tests.mistaken"])
    section = sections.render('```calculator\nuse = "shared-tax"\n```', "docs/sample.md", BASE)[0]
    whole = taps.answers(section)
    first = next(iter(whole))
    call = app.call

    def failing(request: str) -> str:
        answer = call(request)
        return answer if json.loads(answer) != whole[first] else '{"error":{"field":"","message":"","report":"…"}}'

    monkeypatch.setattr(app, "call", failing)
    assert whole.keys() - taps.answers(section).keys() == {first}

"""The registry of rulings: every reading works, and its worked example shows what it changes."""

import contextlib
import dataclasses
import re

import pytest

from engine import app, forms, pages, rules, rulings, sections
from tests.site.building import DOCS

ALL = pytest.mark.parametrize("ruling", rulings.REGISTRY.values(), ids=list(rulings.REGISTRY))
WORKED = app.worked_readings()


@ALL
def test_readings_differ(ruling: rulings.Ruling) -> None:
    assert len(set(WORKED[ruling.id].values())) == len(ruling.readings), WORKED[ruling.id]


@ALL
def test_the_example_shows_no_fraction(ruling: rulings.Ruling) -> None:
    """A chance is a percentage, an amount a decimal number; the exact fraction stands with the calculator."""
    assert not [said for said in WORKED[ruling.id].values() if re.search(r"\d/\d", said)]


@ALL
def test_the_example_rests_on_its_ruling(ruling: rulings.Ruling) -> None:
    used: set[str] = set()
    worked = ruling.worked
    for reading in ruling.readings:
        with contextlib.suppress(forms.Unusable):
            used |= set(app.run(worked.calculator, worked.inputs, {**worked.rulings, ruling.id: reading.value}).rulings)
    assert ruling.id in used
    assert set(ruling.rules) <= set(rules.REGISTRY)


def test_an_answer_names_what_it_rests_on() -> None:
    assert app.run("odds", {"pool": "B4", "open_ended": True}).rulings == {"burning-wheel.dice.chain": "chain"}
    assert app.run("odds", {"pool": "B4"}).rulings == {}


def test_a_reading_changes_the_answer_everywhere() -> None:
    once = {"dice.chain": "once"}
    inputs = {"pool": "B4", "open_ended": True, "obstacle": 4}
    assert app.run("odds", inputs).as_json()["values"]["probability"] == "85/432"
    assert app.run("odds", inputs, once).as_json()["values"]["probability"] == "77/432"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            {"burning-wheel.dice.chian": "once"},
            "There is no ruling “burning-wheel.dice.chian”; it was set aside."
            " The nearest is “burning-wheel.dice.chain”.",
        ),
        ({"dice.chain": "twice"}, "The ruling dice.chain takes “chain” or “once”; “twice” was set aside."),
        ({"dice.chain": {"x": 1}}, "The ruling dice.chain takes “chain” or “once”; a group of fields was set aside."),
        (["dice.chain"], "Rulings are names with readings; this is a list, so the defaults hold."),
    ],
)
def test_what_is_not_known_is_set_aside(said: object, told: str) -> None:
    chosen, complaints = rulings.read(said)
    assert chosen == {}
    assert list(complaints.values()) == [told]


def test_each_belongs_to_one_chapter_or_says_which_book_is_played() -> None:
    chapters = rulings.by_chapter()
    apart = [one.id for chosen in chapters.values() for one in chosen]
    assert sorted([*apart, *rulings.books()]) == sorted(rulings.REGISTRY)
    for folder, chosen in chapters.items():
        assert {rules.REGISTRY[one.rules[0]].page.split("/")[1] for one in chosen} == {folder}


def test_each_chapter_has_a_page_of_them_and_a_title_in_the_list() -> None:
    folder = DOCS / "rulings-and-sources" / "our-tables-rulings"
    asked = {}
    for path in folder.glob("*.md"):
        (fence,) = pages.fences(path.read_text(encoding="utf-8"), path.name)
        asked[path.stem] = pages.read_rulings(fence, path.name)
    titles = asked.pop("index").titles
    assert titles.keys() == rulings.by_chapter().keys()
    assert {name: said.chapter for name, said in asked.items()} == {name: name for name in titles}


def test_one_that_concerns_no_rule_belongs_to_no_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    loose = dataclasses.replace(rulings.REGISTRY["burning-wheel.dice.chain"], id="loose", rules=())
    monkeypatch.setitem(rulings.REGISTRY, "loose", loose)
    assert rulings.by_chapter()[rulings.OTHERS] == [loose]
    assert 'data-ruling="loose"' in sections.render("```rulings\n[chapters]\n```\n", "rulings.md", "../")[0]


def test_a_name_without_its_game_means_what_it_meant() -> None:
    """Rulings had no game in their ids once, and links and stores of that time still hold; a name of now holds more."""
    assert rulings.read({"dice.chain": "once"}) == ({"burning-wheel.dice.chain": "once"}, {})
    both = {"burning-wheel.dice.chain": "chain", "dice.chain": "once"}
    assert rulings.read(both) == ({"burning-wheel.dice.chain": "chain"}, {})
    old = [ruling for ruling in rulings.REGISTRY.values() if ruling.was]
    assert {ruling.id for ruling in old} == {name for name in rulings.REGISTRY if name.startswith("burning-wheel.")}
    assert all(ruling.id == f"burning-wheel.{ruling.was}" for ruling in old)

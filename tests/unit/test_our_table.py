"""A table's rulings and house notes as one code: read again as written, short, and set aside where it is damaged."""

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import app, forms, links, our_table, rulings
from engine.our_table import Note, OurTable

KEPT = tomllib.loads((Path(__file__).parents[1] / "kept" / "tables.toml").read_text(encoding="utf-8"))["table"]
CHAIN = "burning-wheel.dice.chain"
EDITION = "burning-wheel.edition"
OTHERS = {name: one.readings[1].value for name, one in rulings.REGISTRY.items()}
TUESDAY = OurTable("The Tuesday table", {EDITION: "later", CHAIN: "once"}, {CHAIN: Note("All at once.", "2026-05-03")})


def ask(**asked: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(app.call(json.dumps({"do": "table", **asked})))
    return answer


@pytest.mark.parametrize(
    "table",
    [
        OurTable(),
        TUESDAY,
        OurTable("", OTHERS),
        OurTable("Grün & <b>co</b>", {CHAIN: "once"}, {name: Note("We add a die.") for name in OTHERS}),
    ],
    ids=["nothing", "a few", "all", "a note on each"],
)
def test_a_code_is_read_as_it_was_written(table: OurTable) -> None:
    assert our_table.read(our_table.write(table)) == (table, [])


@pytest.mark.parametrize("kept", KEPT, ids=lambda one: one["code"][:12])
def test_a_code_of_a_released_version_says_what_it_said(kept: dict[str, Any]) -> None:
    table, complaints = our_table.read(kept["code"])
    assert (table.name, table.chosen, complaints) == (kept["name"], kept["rulings"], [])
    assert {name: [note.day, note.text] for name, note in table.notes.items()} == kept["notes"]


def test_a_default_needs_no_letter() -> None:
    plain = {name: one.default for name, one in rulings.REGISTRY.items()}
    assert our_table.write(OurTable("", plain)) == our_table.write(OurTable())
    assert our_table.read(our_table.write(OurTable("", plain)))[0].chosen == {}


def test_a_code_is_short_enough_to_scan() -> None:
    """A phone reads some 60 modules from a screen with ease: about 250 letters with the site's address."""
    eight = dict(list(OTHERS.items())[:: len(OTHERS) // 8][:8])
    assert len(our_table.write(OurTable("The Tuesday table", eight))) < 100
    add = f"add to the end of engine/our_table-2.toml: {our_table.unnumbered()}"
    assert len(our_table.write(OurTable("The Tuesday table", OTHERS))) < 200, add
    chance = Random(13)
    mixed = {name: chance.choice(one.readings).value for name, one in rulings.REGISTRY.items()}
    assert len(our_table.write(OurTable("The Tuesday table", mixed))) < 200, add


@pytest.mark.parametrize("rows", [(), ((EDITION, "later"),), (("dice.chain",), (EDITION, "x"), (CHAIN, "all", "once"))])
def test_what_has_no_row_is_spelled_out(monkeypatch: pytest.MonkeyPatch, rows: tuple[tuple[str, ...], ...]) -> None:
    monkeypatch.setattr(our_table, "_rows", lambda: rows)
    assert our_table.read(our_table.write(TUESDAY)) == (TUESDAY, [])
    lacking = {row.split()[0] for row in our_table.unnumbered()}
    assert (CHAIN in lacking, EDITION in lacking) == (
        not any("once" in row for row in rows),
        rows != ((EDITION, "later"),),
    )


def test_a_code_of_a_later_list_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    code = our_table.write(TUESDAY)
    monkeypatch.setattr(our_table, "_rows", lambda: ())
    assert our_table.read(code) == (OurTable(TUESDAY.name, {}, TUESDAY.notes), [our_table.LATER])


def test_no_reading_has_two_rows() -> None:
    listed = [(row[0], reading) for row in our_table._rows() for reading in row[1:]]
    assert len(listed) == len(set(listed))
    assert all(len(row) <= len(our_table.DIGITS) for row in our_table._rows())


@pytest.mark.parametrize(
    "cut", ["", "1", "1.", "1.AAAA", "2.AAAA", "x.AAAA", our_table.write(TUESDAY)[:-3], None, 7, "\n"]
)
def test_what_is_damaged_is_set_aside(cut: object) -> None:
    with pytest.raises(forms.Unusable) as raised:
        our_table.read(cut)
    assert raised.value.message == our_table.CUT


def test_each_letter_counts() -> None:
    """But for the last: some of its bits may be none of the code's."""
    code = our_table.write(TUESDAY)
    for at in range(2, len(code)):
        other = "A" if code[at] != "A" else "B"
        changed = code[:at] + other + code[at + 1 :]
        try:
            assert (our_table.read(changed), at) == ((TUESDAY, []), len(code) - 1)
        except forms.Unusable as error:
            assert error.message == our_table.CUT


def test_a_later_format_is_told_apart() -> None:
    with pytest.raises(forms.Unusable) as raised:
        our_table.read("3.abc")
    assert raised.value.message == "The table in this link is of format “3” and this page reads formats 1 and 2."


def packed(said: object) -> str:
    return f"{our_table.FORMAT}.{links.coded(said, our_table._known())}"


def test_parts_that_are_not_known_are_set_aside_alone() -> None:
    said = {
        "name": "  The\nTuesday\ttable " + "x" * 99,
        "rulings": {CHAIN: "once", "no.such": "yes", EDITION: "sixth"},
        "notes": {CHAIN: ["yesterday", " Ours. "], "no.such": ["", "x"], EDITION: "x"},
    }
    table, complaints = our_table.read(packed(said))
    assert table.chosen == {CHAIN: "once"}
    assert table.notes == {CHAIN: Note("Ours.")}
    assert table.name.startswith("The Tuesday table xxx")
    assert len(table.name) == our_table.LONGEST_NAME
    assert len(complaints) == 4


@pytest.mark.parametrize(
    "said", [[], "text", {"rulings": []}, {"rulings": {}, "notes": [1]}, {"name": {"a": 1}}, {"digits": ""}]
)
def test_what_is_no_table_takes_nothing_down(said: object) -> None:
    try:
        table, _ = our_table.read(packed(said))
    except forms.Unusable as error:
        assert error.message == our_table.CUT
    else:
        assert table == OurTable()


def test_a_page_is_told_what_differs_from_its_own() -> None:
    answer = ask(code=our_table.write(TUESDAY), rulings={CHAIN: "once"}, name="Mine")
    assert answer["name"] == "The Tuesday table"
    assert answer["rulings"] == TUESDAY.chosen
    assert answer["notes"] == {CHAIN: ["2026-05-03", "All at once."]}
    assert answer["differs"] == [
        {
            "ruling": EDITION,
            "question": "Which edition do you play?",
            "theirs": "The later edition.",
            "ours": "The revised edition.",
        }
    ]


def test_a_page_gets_the_code_of_its_own() -> None:
    answer = ask(name="The Tuesday table", rulings=TUESDAY.chosen, notes={CHAIN: ["2026-05-03", "All at once."]})
    assert our_table.read(answer["code"]) == (TUESDAY, [])
    assert [one["ruling"] for one in answer["differs"]] == [name for name in rulings.REGISTRY if name in TUESDAY.chosen]


def test_what_is_hostile_is_answered() -> None:
    for asked in ({"code": ["x"]}, {"code": "2." + "A" * 100_000}, {"notes": 3}, {"rulings": "x"}):
        assert ask(**asked).keys() & {"error", "code"}


def test_every_reading_of_a_book_is_called_something() -> None:
    assert rulings.books()
    for ruling in rulings.books().values():
        assert [*ruling.books] == [reading.value for reading in ruling.readings]


def test_an_answer_that_an_edition_changes_says_which_one_it_follows() -> None:
    done = app.run("test-class", {"dice": 1, "obstacle": 1}, {"edition": "later"})
    assert EDITION in done.rulings
    drawn = app.rendered(done, app.views.Place("here", "/"), {}, compare=False).rest
    assert '<p class="fl-edition"><b>Later edition</b> holds here; the revised edition can differ.</p>' in drawn
    other = app.run("odds", {"pool": "B4", "open_ended": True})
    assert "fl-edition" not in app.rendered(other, app.views.Place("here", "/"), {}, compare=False).rest

"""Sheets: kept, filled from, changed by answers, undone; damaged ones are refused in one sentence."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from engine import app, filling, forms, games, schema, sheets
from engine.answer import plain
from engine.calculators import REGISTRY, Calculator
from engine.effects import AddRow, SetRow, SetValue
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest, SetAbility, Spend
from engine.rulings import Rulings
from tests import strategies

assert GAME.sheet
SHEET = GAME.sheet

KEPT = Path(__file__).parents[1] / "kept"
HANNEKE = {
    "name": "Hanneke",
    "fate": 1,
    "abilities": [
        {"name": "Agility", "tested": "will", "ability": "B4"},
        {"name": "Perception", "tested": "perception", "ability": "B4"},
        {"name": "Circles", "tested": "circles", "ability": "B3"},
        {"name": "Carpentry", "ability": "B4", "routine": 4, "difficult": 1, "roots": "Agility"},
        {"name": "Bow", "roots": "Agility", "learning": True},
    ],
    "reputations": [{"name": "Bridge builder", "dice": 2}],
    "tolerances": {"is": "power-and-forte", "power": "B5", "forte": "B4"},
}
DEFAULTS = Rulings("burning-wheel")


def one(inputs: Any = None) -> sheets.Document:
    return sheets.add(sheets.empty(), HANNEKE if inputs is None else inputs).document


def ability(document: sheets.Document, name: str, sheet: str = "1") -> dict[str, Any]:
    rows: list[dict[str, Any]] = sheets.inputs_of(document, sheet)["abilities"]
    return next(row for row in rows if row["name"] == name)


def ask(**asked: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(app.call(json.dumps({"do": "sheets", **asked})))
    return told


def test_what_is_written_is_read_again() -> None:
    document = sheets.change(one(), "1", {"fate": "3", "persona": "lots"}).document
    assert sheets.read(json.dumps(document)) == document
    jsonschema.validate(document, schema.schema(), cls=jsonschema.Draft202012Validator)


@strategies.fewer(4, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_any_sheet_fits_the_schema_and_comes_back(data: st.DataObject) -> None:
    said = data.draw(strategies.fields_of(SHEET.form.fields))
    try:
        document = sheets.add(sheets.empty(), said).document
    except forms.Unusable:
        return
    jsonschema.validate(document, schema.schema(), cls=jsonschema.Draft202012Validator)
    assert sheets.read(json.loads(json.dumps(document)))["sheets"] == document["sheets"]


def test_the_schema_is_one_and_refuses_what_is_no_sheet() -> None:
    jsonschema.Draft202012Validator.check_schema(schema.schema())
    broken = json.loads(json.dumps(one()))
    broken["sheets"][0]["inputs"]["abilities"][0]["ability"] = "Q9"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema.schema(), cls=jsonschema.Draft202012Validator)


@pytest.mark.parametrize("path", sorted(KEPT.glob("characters-*.json")), ids=lambda path: path.name)
def test_sheets_of_every_version_are_read(path: Path) -> None:
    document = sheets.read(path.read_text(encoding="utf-8"))
    assert sheets.inputs_of(document, "1")["name"] == "Hanneke"
    assert ability(document, "Carpentry")["routine"] == 4
    assert document["done"]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("", "no whole JSON"),
        ('{"format": 1, "she', "no whole JSON"),
        ("[" * 400, "no whole JSON"),
        ("[1, 2]", "it has no sheets"),
        ('{"format": 2, "sheets": []}', "This reads characters of format 1; these say “2”"),
        ('{"format": 1, "sheets": {}}', "a list of at most"),
        ('{"format": 1, "sheets": [7]}', "of no kind that is known here"),
        ('{"format": 1, "sheets": [{"calculator": "odds"}]}', "of no kind that is known here"),
        ('{"format": 1, "sheets": [{"id": 1, "calculator": "character-sheet"}]}', "An id in a file"),
        (
            '{"format": 1, "sheets": [{"id": "1", "calculator": "character-sheet", "inputs": {"fate": "lots"}}]}',
            "Character 1 of this file cannot be read at “fate”: This takes a whole number",
        ),
        ('{"format": 1, "sheets": [], "done": [{"id": "1"}]}', "What was done"),
        ("x" * (sheets.LONGEST + 1), "has at most"),
    ],
)
def test_a_damaged_or_future_file_is_refused_in_one_sentence(said: str, sentence: str) -> None:
    with pytest.raises(forms.Unusable, match=sentence) as refused:
        sheets.read(said)
    assert refused.value.message.endswith(".")


def test_two_of_one_id_are_refused() -> None:
    document = json.loads(json.dumps(one()))
    document["sheets"] *= 2
    with pytest.raises(forms.Unusable, match="same id"):
        sheets.read(document)


def test_what_is_kept_and_broken_is_told_apart_from_what_is_asked() -> None:
    assert ask(op="add", document={"format": 9, "sheets": []})["error"]["field"] == "document"
    assert ask(op="add", inputs={"fate": "lots"})["error"]["field"] == "fate"
    assert "Nothing called" in ask(op="sing")["error"]["message"]


def test_changes_touch_only_their_own_fields() -> None:
    """Two tabs: each sends what differs from what it showed, and the second is done to what the first has left."""
    document = one()
    first = sheets.change(document, "1", {"fate": "3"}).document
    both = sheets.change(first, "1", {"concept": "A builder"}).document
    assert (sheets.inputs_of(both, "1")["fate"], sheets.inputs_of(both, "1")["concept"]) == (3, "A builder")
    assert [entry["words"] for entry in both["edits"]] == [
        "Hanneke: Fate 1 → 3.",
        "Hanneke: Who that is nothing → A builder.",
    ]


def test_the_later_of_two_changes_holds_and_the_earlier_can_come_back() -> None:
    earlier = sheets.change(one(), "1", {"fate": "3"}).document
    spent = sheets.apply(earlier, "1", Spend("fate", 1), "", DEFAULTS).document
    later = sheets.change(spent, "1", {"fate": "5"}).document
    assert sheets.inputs_of(later, "1")["fate"] == 5
    assert sheets.inputs_of(sheets.undo(later, later["edits"][-1]["id"]).document, "1")["fate"] == 2


SENTENCE = "She built the bridge at the ford, and nobody has paid her for it yet, " * 3 + "or ever will"


def typed(document: sheets.Document, path: str, text: str, sheet: str = "1") -> sheets.Document:
    """Letter by letter."""
    for end in range(1, len(text) + 1):
        document = sheets.change(document, sheet, {path: text[:end]}).document
    return document


def words(document: sheets.Document, *names: str) -> list[str]:
    return [entry["words"] for name in names for entry in document[name]]


def test_a_sentence_typed_is_one_edit_and_pushes_no_act_out() -> None:
    acted = sheets.apply(one(), "1", LogTest("ability", "Routine"), "Agility", DEFAULTS).document
    document = typed(acted, "concept", SENTENCE)
    assert words(document, "edits") == [f"Hanneke: Who that is nothing → {SENTENCE}."]
    for number in range(sheets.MOST_EDITS + 30):  # edits of many fields, each of its own
        path = ("fate", "persona", "deeds", "cash")[number % 4]
        document = sheets.change(document, "1", {path: str(number % 7 + 1)}).document
    assert len(document["edits"]) == sheets.MOST_EDITS
    assert words(document, "done") == ["Added Hanneke.", "Hanneke: marked a Routine test for Agility."]
    back = sheets.undo(sheets.read(json.loads(json.dumps(document))), acted["done"][-1]["id"]).document
    assert ability(back, "Agility")["routine"] == 0
    assert sheets.inputs_of(back, "1")["concept"] == SENTENCE


def test_two_tabs_that_type_at_once_leave_one_edit_each() -> None:
    document = one()
    for end in range(1, len(SENTENCE)):
        document = sheets.change(document, "1", {"concept": SENTENCE[:end]}, by="7").document
        document = sheets.change(document, "1", {"name": SENTENCE[:end]}, by="8").document
    assert len(document["edits"]) == 2
    first, second = document["edits"]
    assert sheets.inputs_of(sheets.undo(document, first["id"]).document, "1")["concept"] == ""
    without = sheets.undo(document, second["id"]).document
    assert (sheets.inputs_of(without, "1")["name"], sheets.inputs_of(without, "1")["concept"]) == (
        "Hanneke",
        SENTENCE[:-1],
    )


def test_an_edit_does_not_join_one_from_before_an_act_or_of_another_sheet() -> None:
    document = sheets.add(one(), HANNEKE).document
    other = document["sheets"][1]["id"]
    for sheet, fate in (("1", "2"), (other, "3"), ("1", "4")):
        document = sheets.change(document, sheet, {"fate": fate}).document
    assert len(document["edits"]) == 3
    document = sheets.change(document, "1", {"fate": "5"}, by="another tab").document
    document = sheets.change(document, "1", {"fate": "4"}).document
    assert words(document, "edits")[-2:] == ["Hanneke: Fate 4 → 5.", "Hanneke: Fate 5 → 4."]
    edits = len(document["edits"])
    document = sheets.apply(document, "1", Spend("fate", 1), "", DEFAULTS).document
    document = sheets.change(document, "1", {"fate": "7"}).document
    assert words(document, "edits")[-1] == "Hanneke: Fate 3 → 7."
    back = sheets.change(document, "1", {"fate": "3"}).document
    assert len(back["edits"]) == edits, "what stands as it stood was not edited"


def test_acts_are_kept_to_their_own_number() -> None:
    document = one()
    for number in range(sheets.MOST_DONE + 5):
        document = sheets.apply(document, "1", Spend("fate", -1 if number % 2 else 1), "", DEFAULTS).document
    assert len(document["done"]) == sheets.MOST_DONE
    assert sheets.read(json.loads(json.dumps(document))) == document


def test_what_was_added_can_be_taken_back_and_comes_again() -> None:
    five = sheets.add(one(), {"name": "Guard"}, 5)
    hurt = sheets.apply(five.document, "4", AddRow("wounds", {"hit": "B6"}), "", DEFAULTS).document
    gone = sheets.undo(hurt, five.entry).document
    assert [sheet["id"] for sheet in gone["sheets"]] == ["1"]
    back = gone
    for entry in gone["done"][-5:]:
        back = sheets.undo(back, entry["id"]).document
    assert sorted(back["sheets"], key=lambda sheet: int(sheet["id"])) == hurt["sheets"]


def crowd(number: int) -> sheets.Document:
    document = sheets.empty()
    for _ in range(number):
        document = sheets.add(document, {"name": "Guard"}).document
    return document


def test_a_limit_is_refused_at_the_act_that_passes_it() -> None:
    full = crowd(sheets.MOST_SHEETS)
    removed = sheets.remove(full, "1")
    again = sheets.add(removed.document, {"name": "Odo"}).document
    file = json.dumps(sheets.add(sheets.empty(), {"name": "Marit"}).document)
    for act in (
        lambda: sheets.undo(again, removed.entry),
        lambda: sheets.add(again, {"name": "Marit"}),
        lambda: sheets.change(again, "", {"name": "Marit"}),
        lambda: sheets.merge(again, file),
    ):
        with pytest.raises(forms.Unusable, match="There is room for 60 characters here"):
            act()
    for document in (again, {**again, "sheets": [*again["sheets"], full["sheets"][0]]}):
        assert sheets.read(json.loads(json.dumps(document)))["sheets"] == document["sheets"]
    assert sheets.read({**again, "done": [{**again["done"][-1], "id": "1234567"}]})["next"] == 1234568


def test_rows_come_and_go() -> None:
    whole = dict(forms.flatten(sheets.inputs_of(one(), "1")))
    added = {"traits.0.name": "Stubborn", "traits.0.kind": "call-on", "traits.0.effect": "", "traits.0.used": "false"}
    document = sheets.change(one(), "1", added).document
    assert sheets.inputs_of(document, "1")["traits"][0]["name"] == "Stubborn"
    gone = [path for path in dict(forms.flatten(sheets.inputs_of(document, "1"))) if path.startswith("traits.0")]
    after = sheets.change(document, "1", {}, gone).document
    assert dict(forms.flatten(sheets.inputs_of(after, "1"))) == whole
    back = sheets.undo(after, after["edits"][-1]["id"]).document
    assert sheets.inputs_of(back, "1")["traits"][0]["name"] == "Stubborn"


UNUSABLE = {"abilities.1.ability": "Q9", "fate": "lots", "tolerances.power": "none", "abilities.3.name": "Agility"}


@pytest.mark.parametrize("path", UNUSABLE)
def test_each_field_is_kept_by_itself_and_an_unusable_one_as_it_was_typed(path: str) -> None:
    document = sheets.change(one(), "1", {path: UNUSABLE[path], "concept": "A builder"}).document
    (row,) = document["sheets"]
    assert row["typed"] == {path: UNUSABLE[path]}
    assert row["inputs"] == {**sheets.inputs_of(one(), "1"), "concept": "A builder"}
    later = sheets.change(sheets.read(json.loads(json.dumps(document))), "1", {"persona": "4"}).document
    assert later["sheets"][0]["typed"] == {path: UNUSABLE[path]}
    assert sheets.inputs_of(later, "1")["persona"] == 4
    good = dict(forms.flatten(row["inputs"]))[path]
    assert "typed" not in sheets.change(later, "1", {path: good}).document["sheets"][0]


def test_all_that_cannot_be_used_is_kept_together() -> None:
    document = sheets.change(one(), "1", {**UNUSABLE, "deeds": "2"}).document
    assert document["sheets"][0]["typed"] == UNUSABLE
    assert sheets.inputs_of(document, "1")["deeds"] == 2
    removed = sheets.remove(document, "1").document
    assert sheets.undo(removed, removed["done"][-1]["id"]).document["sheets"] == document["sheets"]
    assert sheets.merge(sheets.empty(), json.dumps(document)).document["sheets"] == document["sheets"]
    (new,) = sheets.change(sheets.empty(), "", {"name": "Odo", "fate": "lots"}).document["sheets"]
    assert (new["inputs"]["name"], new["typed"]) == ("Odo", {"fate": "lots"})
    renamed = sheets.change(document, "1", {"abilities.0.name": "Speed"}).document
    assert "abilities.3.name" not in renamed["sheets"][0]["typed"], "what has become usable is used"
    assert ability(renamed, "Agility")["routine"] == 4


def test_an_unusable_text_stays_in_its_row() -> None:
    two = one({**HANNEKE, "reputations": [{"name": "Bridge builder", "dice": 2}, {"name": "Debtor", "dice": 1}]})
    document = sheets.change(two, "1", {"reputations.1.dice": "many"}).document
    struck = sheets.apply(document, "1", SetRow("reputations", "Bridge builder", {}), "", DEFAULTS).document
    assert struck["sheets"][0]["typed"] == {"reputations.0.dice": "many"}
    gone = sheets.apply(document, "1", SetRow("reputations", "Debtor", {}), "", DEFAULTS).document
    assert "typed" not in gone["sheets"][0]


def test_what_is_typed_on_a_sheet_that_another_tab_has_removed_waits_for_it() -> None:
    removed = sheets.remove(one(), "1").document
    told = sheets.change(removed, "1", {"fate": "3", "persona": "lots"})
    assert told.words == "Hanneke has been removed; what you typed comes back once that is undone."
    back = sheets.undo(told.document, removed["done"][-1]["id"]).document
    assert (sheets.inputs_of(back, "1")["fate"], back["sheets"][0]["typed"]) == (3, {"persona": "lots"})


def test_two_abilities_of_one_name_are_refused() -> None:
    with pytest.raises(forms.Unusable, match="Two abilities are called “agility”"):
        app.run("character-sheet", {"abilities": [{"name": "Agility"}, {"name": "agility"}]})


def test_a_group_from_one_block() -> None:
    done = sheets.add(sheets.empty(), {"name": "Guard", "opponent": True}, 5)
    names = [sheet["inputs"]["name"] for sheet in done.document["sheets"]]
    assert names == [f"Guard {number}" for number in range(1, 6)]
    hurt = sheets.apply(done.document, "2", AddRow("wounds", {"hit": "B6"}), "", DEFAULTS).document
    assert [len(sheet["inputs"]["wounds"]) for sheet in hurt["sheets"]] == [0, 1, 0, 0, 0]
    for copies in (0, 21):
        with pytest.raises(forms.Unusable, match="1 to 20"):
            sheets.add(sheets.empty(), {}, copies)


def test_what_is_removed_comes_back() -> None:
    removed = sheets.remove(one(), "1").document
    assert removed["sheets"] == []
    assert sheets.undo(removed, removed["done"][-1]["id"]).document["sheets"] == one()["sheets"]
    with pytest.raises(forms.Unusable, match="no longer here"):
        sheets.change(removed, "7", {"fate": "1"})
    damaged = {**removed, "done": [{**removed["done"][-1], "changes": [["", "{", None]]}]}
    with pytest.raises(forms.Unusable, match="This removal is damaged"):
        sheets.undo(damaged, removed["done"][-1]["id"])


def test_a_file_adds_what_is_not_there() -> None:
    document = one()
    other = sheets.add(sheets.empty(), {"name": "Odo"}).document
    both = sheets.merge(document, json.dumps(other))
    assert both.words == "Read Odo."
    assert [sheet["id"] for sheet in both.document["sheets"]] == ["1", "3"]
    assert sheets.merge(both.document, json.dumps(document)).document == both.document


def test_a_test_is_marked_and_a_full_log_lifts() -> None:
    marked = sheets.apply(one(), "1", LogTest("ability", "Difficult"), "Carpentry", DEFAULTS)
    row = ability(marked.document, "Carpentry")
    assert (row["ability"], row["routine"], row["difficult"]) == ("B5", 0, 0)
    assert marked.words == "Hanneke: Carpentry has all its tests and is B5 now."
    back = sheets.undo(marked.document, marked.document["done"][-1]["id"]).document
    assert back["sheets"] == one()["sheets"]
    also = sheets.apply(one(), "1", LogTest("ability", "Challenging"), "Agility", DEFAULTS)
    assert ability(also.document, "Agility")["challenging"] == 1


def test_a_skill_that_is_learned_opens_with_its_last_test() -> None:
    document = one()
    for number in range(1, 6):  # aptitude 10 less Agility 4
        document = sheets.apply(document, "1", LogTest("", APTITUDE), "Bow", DEFAULTS).document
        assert (ability(document, "Bow")["learning"], ability(document, "Bow")["aptitude"]) == (True, number)
    opened = sheets.apply(document, "1", LogTest("", APTITUDE), "Bow", DEFAULTS)
    row = ability(opened.document, "Bow")
    assert (row["learning"], row["aptitude"], row["ability"]) == (False, 0, "B2")
    assert opened.words == "Hanneke: Bow opens at B2."
    with pytest.raises(forms.Unusable, match="Carpentry is open"):
        sheets.apply(one(), "1", LogTest("", APTITUDE), "Carpentry", DEFAULTS)
    unknown = sheets.change(one(), "1", {"abilities.4.roots": "Grace", "abilities.4.aptitude": "12"}).document
    kept = sheets.apply(unknown, "1", LogTest("", APTITUDE), "Bow", DEFAULTS).document
    assert ability(kept, "Bow")["learning"], "whose roots are not on the sheet is opened by hand"


def test_artha_is_spent_and_joins_the_tally() -> None:
    spent = sheets.apply(one(), "1", Spend("fate", 1, "ability"), "Carpentry", DEFAULTS)
    assert sheets.inputs_of(spent.document, "1")["fate"] == 0
    assert ability(spent.document, "Carpentry")["fate"] == 1
    with pytest.raises(forms.Unusable, match="takes 1 Fate; Hanneke has 0"):
        sheets.apply(spent.document, "1", Spend("fate", 1), "", DEFAULTS)
    earned = sheets.apply(spent.document, "1", Spend("persona", -1), "", DEFAULTS)
    assert sheets.inputs_of(earned.document, "1")["persona"] == 1
    assert earned.words == "Hanneke: 1 Persona earned."


def test_values_and_rows_are_set() -> None:
    document = sheets.apply(one(), "1", SetValue("deeds", "2"), "", DEFAULTS).document
    assert sheets.inputs_of(document, "1")["deeds"] == 2
    with pytest.raises(forms.Unusable, match="no list called"):
        sheets.apply(document, "1", AddRow("horses", {}), "", DEFAULTS)


def test_a_row_is_changed_and_struck_by_its_name() -> None:
    name = "Bridge builder"
    less = sheets.apply(one(), "1", SetRow("reputations", name.lower(), {"dice": 1, "horses": 3}), "", DEFAULTS)
    assert sheets.inputs_of(less.document, "1")["reputations"] == [{"name": name, "dice": 1, "infamous": False}]
    assert less.words == "Hanneke: Set bridge builder: Dice 1, horses 3."
    gone = sheets.apply(less.document, "1", SetRow("reputations", name, {}), "", DEFAULTS)
    assert sheets.inputs_of(gone.document, "1")["reputations"] == []
    assert gone.words == "Hanneke: Strike from reputations: Bridge builder."
    with pytest.raises(forms.Unusable, match="no “Bridge builder” among the reputations of Hanneke"):
        sheets.apply(gone.document, "1", SetRow("reputations", name, {}), "", DEFAULTS)
    with pytest.raises(forms.Unusable, match="no list called"):
        sheets.apply(gone.document, "1", SetRow("horses", "Bay", {}), "", DEFAULTS)


def test_an_ability_takes_new_values() -> None:
    effect = SetAbility("ability", {"ability": "G4", "fate": "0"})
    assert effect.words(SHEET) == "Set Exponent G4, Fate spent on it 0"
    lighter = sheets.apply(one(), "1", SHEET.effect(plain(effect)), "carpentry", DEFAULTS)
    row = sheets.inputs_of(lighter.document, "1")["abilities"][3]
    assert (row["name"], row["ability"], row["routine"]) == ("Carpentry", "G4", 4)
    assert lighter.words == "Hanneke, Carpentry: Set Exponent G4, Fate spent on it 0."
    back = sheets.undo(lighter.document, lighter.document["done"][-1]["id"])
    assert sheets.inputs_of(back.document, "1") == sheets.inputs_of(one(), "1")
    with pytest.raises(forms.Unusable, match="none is called “Sword”"):
        sheets.apply(one(), "1", effect, "Sword", DEFAULTS)


def test_a_belief_is_called_by_its_text() -> None:
    own = one({**HANNEKE, "beliefs": [{"text": "The bridge shall stand."}]})
    effect = SetRow("beliefs", "The bridge shall stand.", {"text": "It stands.", "persona": 1})
    after = sheets.apply(own, "1", effect, "", DEFAULTS)
    assert sheets.inputs_of(after.document, "1")["beliefs"] == [
        {"text": "It stands.", "fate": 0, "persona": 1, "deeds": 0}
    ]
    assert "In your words It stands., Persona noted 1" in after.words


def test_effects_for_nobody_are_refused() -> None:
    with pytest.raises(forms.Unusable, match="none is called “Sword”"):
        sheets.apply(one(), "1", LogTest("ability", "Routine"), "Sword", DEFAULTS)
    with pytest.raises(forms.Unusable, match="not open yet"):
        sheets.apply(one(), "1", LogTest("ability", "Routine"), "Bow", DEFAULTS)
    for said in (None, 7, {}, {"block": "verdict"}, {"block": "spend", "what": "fate", "amount": "1"}):
        with pytest.raises(forms.Unusable, match="nothing that can be done"):
            SHEET.effect(said)


def test_undo_after_too_much_has_changed_says_so() -> None:
    document = sheets.change(one(), "1", {"abilities.4.routine": "0", "abilities.4.name": "Long Bow"}).document
    entry = document["edits"][-1]["id"]
    gone = [path for path in dict(forms.flatten(sheets.inputs_of(document, "1"))) if path.startswith("abilities.4")]
    shorter = sheets.change(document, "1", {"abilities.3.name": "Bow"}, gone).document
    with pytest.raises(forms.Unusable, match="can no longer be undone"):
        sheets.undo(shorter, entry)
    with pytest.raises(forms.Unusable, match="undone already"):
        sheets.undo(shorter, "999")


# What a sheet offers to forms


def offered(name: str, **also: Any) -> dict[str, list[filling.Offer]]:
    return SHEET.offers(app.entry(name).form, HANNEKE, DEFAULTS, **also)


def test_a_named_field_takes_its_ability() -> None:
    offers = offered("circles-obstacle")
    assert [offer.words for offer in offers["circles"]] == ["Circles B3"]
    assert offers["circles"][0].pairs == {"circles": "B3"}
    assert offers["reputations"][0].row == {"name": "Bridge builder", "dice": "2", "infamous": "false"}


def test_an_ability_brings_its_kind_and_its_log() -> None:
    carpentry = next(offer for offer in offered("test-builder")["ability"] if offer.name == "Carpentry")
    assert carpentry.pairs == {
        "ability": "B4",
        "tested": "skill",
        "routine": "4",
        "difficult": "1",
        "challenging": "0",
        "wounds.dice": "0",
        "wounds.superficial": "0",
        "wounds.gritted": "0",
        "wounds.shrugged": "false",
    }
    assert "Bow" not in [offer.name for offer in offered("test-builder")["ability"]], "it is not open yet"
    assert [offer.words for offer in offered("test-builder")["forks"]] == ["Carpentry B4"]


def test_fields_of_branches_and_rows_are_filled_too() -> None:
    offers = offered("new-skill")
    assert [offer.row for offer in offers["others"]] == [{"stat": "B4"}, {"stat": "B4"}]
    assert [offer.words for offer in offers["root"]] == ["Agility B4", "Perception B4"]
    assert "tolerances.power" not in offered("grayscale"), "what is filled whole is not filled in parts"


def test_tolerances_fit_what_the_form_knows() -> None:
    pairs = offered("grayscale")["tolerances"][0].pairs
    assert pairs["tolerances.is"] == "own"
    assert app.run("grayscale", {**pairs, "hit": "B7"}).answer.values["level"] == "midi"


@pytest.mark.parametrize("name", [name for name, entry in sorted(REGISTRY.items()) if isinstance(entry, Calculator)])
def test_whatever_is_offered_can_be_filled_in(name: str) -> None:
    form = app.entry(name).form
    inputs = dict(forms.flatten(form.write(form.read({}))))
    for path, offers in offered(name, everything=True).items():
        if not any(key == path or key.startswith(f"{path}.") for key in inputs):
            continue  # of a branch that is not chosen, and is not shown
        for offer in offers:
            count = len({key.split(".")[path.count(".") + 1] for key in inputs if key.startswith(f"{path}.")})
            row = {f"{path}.{count}.{key}": text for key, text in offer.row.items()}
            whole = bool(offer.pairs) and not offer.row
            kept = {key: text for key, text in inputs.items() if not (whole and key.startswith(f"{path}."))}
            try:
                form.read({**kept, **offer.pairs, **row})
            except forms.Unusable as error:
                assert error.field != path, "only another field of its group may stand against it"


def test_offers_reach_a_page() -> None:
    said = {"do": "offers", "calculator": "circles-obstacle", "sheet": HANNEKE, "of": "character-sheet"}
    told = json.loads(app.call(json.dumps(said)))
    assert told["offers"]["circles"] == [
        {"words": "Circles B3", "pairs": {"circles": "B3"}, "row": {}, "name": "Circles", "everyone": False}
    ]


def test_what_a_form_asks_for_and_the_sheet_has_not_is_named() -> None:
    """A stat block without a stat: what the form says of it stands, and the page says so. NPC-09."""
    few = {**HANNEKE, "abilities": [{"name": name, "ability": "B4"} for name in ("Will", "Agility", "Power", "Forte")]}
    said = {"do": "offers", "calculator": "stat-check", "sheet": few, "of": "character-sheet"}
    assert called(**said)["lacks"] == {"perception": "Perception", "speed": "Speed"}
    assert called(**{**said, "sheet": {**HANNEKE, "abilities": []}})["lacks"]["will"] == "Will"


WHOLE = {
    **HANNEKE,
    "persona": 2,
    "deeds": 1,
    "taxed": 1,
    "cash": 2,
    "funds": 1,
    "abilities": [
        {"name": "Will", "tested": "will", "ability": "B5"},
        {"name": "Perception", "tested": "perception", "ability": "B4"},
        {"name": "Power", "tested": "will", "ability": "B5"},
        {"name": "Forte", "tested": "will", "ability": "B4"},
        {"name": "Health", "tested": "health", "ability": "B4"},
        {"name": "Steel", "tested": "steel", "ability": "B6"},
        {"name": "Circles", "tested": "circles", "ability": "B3"},
        {"name": "Resources", "tested": "resources", "ability": "B4"},
        {"name": "Oratory", "ability": "B5"},
        {"name": "Carpentry", "ability": "B4", "routine": 2},
        {"name": "Haggling", "ability": "B3"},
        {"name": "Inconspicuous", "ability": "B2"},
    ],
    "wounds": [{"hit": "B6"}, {"hit": "B4"}],
    "beliefs": [{"text": "The bridge shall stand.", "fate": 1}, {"text": "Nobody pays twice."}],
    "instincts": [{"text": "Always look down first."}],
    "traits": [{"name": "Sure-Footed", "kind": "call-on", "effect": "on scaffolds"}, {"name": "Stubborn"}],
    "contacts": [{"name": "Odo", "obstacle": 3}],
    "weapons": "Cleaver: own weapon, Power 2, VA 1, both hands\nCrossbow, mallet head\nPistol\nJavelin\nMace, put away",
    "debts": [{"name": "The guild"}],
}
OF_THE_GAME = [name for name in app.names() if games.sheet_of(app.entry(name)) is SHEET]


def called(**asked: Any) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(app.call(json.dumps(asked)))
    assert "error" not in told, (asked, told)
    return told


def fills(name: str, sheet: Any = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = called(
        do="offers", calculator=name, sheet=sheet or WHOLE, of="character-sheet", all=False
    )["fills"]
    return found


def standing(answer: Mapping[str, Any]) -> dict[str, str]:
    """What stands in a form now."""
    return dict(forms.flatten(answer["inputs"]))


def within(path: str, field: str) -> bool:
    return path == field or path.startswith(f"{field}.")


def by_hand(name: str, field: str, pairs: Mapping[str, str], inputs: dict[str, str]) -> dict[str, str]:
    """What stands in a form after a reader has typed these pairs, one after the other."""

    def form(held: Mapping[str, str]) -> dict[str, str]:
        return standing(called(do="form", calculator=name, inputs=held))

    if field in pairs and any(at.startswith(f"{field}.") for at in pairs):  # rows come in one piece
        return form({at: held for at, held in inputs.items() if not within(at, field)} | dict(pairs))
    for path, text in pairs.items():
        group = path.removesuffix(f".{forms.CHOICE}")
        if group != path:  # another branch has fields of its own
            inputs = {at: held for at, held in inputs.items() if not within(at, group)}
        inputs = form({**inputs, path: text})
    return inputs


@pytest.mark.parametrize("name", OF_THE_GAME)
def test_what_fills_at_once_answers_as_if_it_were_typed(name: str) -> None:
    """All at once, as a page fills a form, or typed field by field: the same form and the same answer."""
    plain = standing(called(do="form", calculator=name, inputs={}))
    filled, typed, wanted = dict(plain), dict(plain), dict[str, str]()
    for fill in fills(name):
        if not any(within(path, fill["path"]) for path in plain):
            continue  # in a branch that is not chosen
        filled = {at: text for at, text in filled.items() if not within(at, fill["path"])} | fill["pairs"]
        typed = by_hand(name, fill["path"], fill["pairs"], typed)
        wanted |= fill["pairs"]
    at_once = called(do="form", calculator=name, inputs=filled)
    assert at_once == called(do="form", calculator=name, inputs=typed)
    assert {path: standing(at_once)[path] for path in wanted} == wanted


def test_each_value_fills_the_first_field_that_asks_and_nothing_that_may_be_of_others() -> None:
    sides = {fill["path"].partition(".")[0] for fill in fills("duel")}
    assert sides == {"a"}
    assert {fill["path"] for fill in fills("loan")} == set()
    assert {fill["path"] for fill in fills("loan-and-tax")} >= {"resources", "taxed"}
    assert [fill["name"] for fill in fills("steel-test") if fill["name"]] == ["Will", "Steel"]
    assert "ability" not in {fill["path"] for fill in fills("test-builder")}, "which of many is the reader's to say"
    alone = {**WHOLE, "abilities": [{"name": "Oratory", "ability": "B5"}]}
    assert {"ability"} <= {fill["path"] for fill in fills("test-builder", alone)}


def test_a_list_takes_all_rows_only_where_all_are_meant() -> None:
    [wounds] = [fill["pairs"] for fill in fills("grayscale") if fill["path"] == "wounds"]
    first = {"wounds.0.hit": "B6", "wounds.0.back": "0"}
    assert wounds == {"wounds": "", **first, "wounds.1.hit": "B4", "wounds.1.back": "0"}
    assert "reputations" not in {fill["path"] for fill in fills("circles-obstacle")}


def test_an_address_says_nothing_of_what_a_sheet_has_filled() -> None:
    inputs = {"will": "B5", "steel": "B6"}
    told = called(do="answer", calculator="steel-test", inputs=inputs, unfilled={"steel": "B6"})
    assert told["link"] == inputs
    assert told["unfilled"] == {"steel": "B6"}
    assert called(do="answer", calculator="steel-test", inputs=inputs, unfilled={"steel": "lots"})["unfilled"] == {}


def test_a_party_is_seen_at_a_glance() -> None:
    document = sheets.add(one(WHOLE), {"name": "Harl", "wounds": [{"hit": "B7"}]}).document
    seen = called(do="strip", sheets=document["sheets"])["strip"]
    assert dict(seen["1"]) == {
        "Will": "B5",
        "Perception": "B4",
        "Steel": "B6",
        "Wounds": "\N{MINUS SIGN}1D",
        "F P D": "1 2 1",
    }
    assert dict(seen[document["sheets"][1]["id"]])["Wounds"] == "\N{MINUS SIGN}2D"
    broken = [{"id": "1"}, 7, {"id": "2", "calculator": "character-sheet", "inputs": {"fate": "lots"}}]
    assert called(do="strip", sheets=broken)["strip"] == {}


@pytest.mark.parametrize(
    ("line", "stands"),
    [
        ("Carpentry B4 3R 1D (Agility) [2F]", {"name": "Carpentry", "ability": "B4", "routine": 3, "fate": 2}),
        ("Siege Engine-wise 3", {"name": "Siege Engine-wise", "ability": "B3", "tested": "skill"}),
        ("Sorcery g4", {"name": "Sorcery", "ability": "G4", "tested": "magic"}),
        ("Bow learning 3 (Agility)", {"name": "Bow", "learning": True, "aptitude": 3, "roots": "Agility"}),
    ],
)
def test_an_ability_is_typed_on_one_line(line: str, stands: dict[str, Any]) -> None:
    inputs = called(do="form", calculator="character-sheet", inputs={}, add="abilities", several=line)["inputs"]
    row = next(one for one in inputs["abilities"] if one["name"] == stands["name"])
    assert stands.items() <= row.items()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("Carpentry", "An ability is typed like"), ("B4", "typed like"), ("Bow B4 3X", "1R, 1D or 1C")],
)
def test_what_is_no_ability_is_refused_at_its_list(line: str, sentence: str) -> None:
    asked = {"do": "form", "calculator": "character-sheet", "inputs": {}, "add": "abilities", "several": line}
    error = json.loads(app.call(json.dumps(asked)))["error"]
    assert error["field"] == "abilities"
    assert sentence in error["message"]


def test_abilities_typed_at_once_change_those_of_their_names() -> None:
    said = "Will B5, steel B6\nCarpentry B4 (Will, Agility)"
    rows = called(do="form", calculator="character-sheet", inputs={}, add="abilities", several=said)["inputs"][
        "abilities"
    ]
    stands = [(row["name"], row["ability"], row["roots"]) for row in rows]
    assert len(rows) == len(SHEET.canonical({})["abilities"]) + 1
    assert {("Will", "B5", ""), ("Steel", "B6", ""), ("Carpentry", "B4", "Will, Agility")} <= {*stands}


TYPED = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.just(" "), max_size=30)
TALLY = st.integers(0, 9)


@given(name=TYPED, effect=TYPED, kind=st.sampled_from(["character", "cosmetic", "call-on", "die"]), used=st.booleans())
def test_a_trait_survives_its_line(name: str, effect: str, kind: str, used: bool) -> None:
    said = SHEET.canonical({"traits": [{"name": name, "kind": kind, "effect": effect, "used": used}]})
    assume(said["traits"][0]["name"] and "”" not in name and "[used]" not in f"{name}{effect}".lower())
    [line] = forms_of("traits").lines(said["traits"])
    assert SHEET.canonical({"traits": line}) == said


@given(text=TYPED, fate=TALLY, deeds=TALLY)
def test_a_belief_survives_its_line(text: str, fate: int, deeds: int) -> None:
    said = SHEET.canonical({"beliefs": [{"text": text, "fate": fate, "deeds": deeds}]})
    assume(said["beliefs"][0]["text"])
    [line] = forms_of("beliefs").lines(said["beliefs"])
    assert SHEET.canonical({"beliefs": line}) == said


def forms_of(name: str) -> forms.Rows:
    rows = SHEET.rows(name)
    assert rows is not None
    return rows


def test_a_list_typed_as_text_takes_the_place_of_its_rows() -> None:
    """Also an emptied one; and a text that cannot be used waits beside the rows, which stay."""
    document = one(WHOLE)
    both = sheets.change(document, "1", {"beliefs": "The bridge shall stand. [3F]\n\nI owe Odo."}).document
    beliefs = sheets.inputs_of(both, "1")["beliefs"]
    assert [(row["text"], row["fate"]) for row in beliefs] == [("The bridge shall stand.", 3), ("I owe Odo.", 0)]
    undone = sheets.undo(both, both["edits"][-1]["id"]).document
    assert sheets.inputs_of(undone, "1")["beliefs"] == sheets.inputs_of(document, "1")["beliefs"]
    assert sheets.inputs_of(sheets.change(both, "1", {"beliefs": ""}).document, "1")["beliefs"] == []
    long = sheets.change(both, "1", {"beliefs": "x" * 241, "fate": "4"}).document
    assert sheets.inputs_of(long, "1")["beliefs"] == beliefs
    assert sheets.inputs_of(long, "1")["fate"] == 4
    assert long["sheets"][0]["typed"] == {"beliefs": "x" * 241}

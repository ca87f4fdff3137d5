"""What a link carries leads back to the same answer, and what is damaged is refused in one sentence."""

import base64
import itertools
import json
import tomllib
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from engine import app, forms, links, rulings
from engine.calculators import REGISTRY, Calculator
from tests import sample, strategies
from tests.unit.test_cases import ALL
from tests.unit.test_session import RACE, log_of, raced

KEPT = Path(__file__).parents[1] / "kept" / "links.toml"
KEPT_CODES = KEPT.parent / "codes-1.toml"
SAMPLE = "sample-everything"
CODES, PAIRS = -1, 1 << 30
BOTH = (CODES, PAIRS)
"""How many characters of pairs are short, so that all links are codes, or none is."""
OURS = [name for name, entry in sorted(REGISTRY.items()) if isinstance(entry, Calculator)]


def pairs_of(done: app.Run) -> dict[str, str]:
    return links.write(app.entry(done.calculator).form, done.inputs, done.log)


@pytest.mark.parametrize("name", OURS)
def test_defaults_need_no_pairs(name: str) -> None:
    assert pairs_of(app.run(name, {})) == {}


@pytest.mark.parametrize("name", OURS)
@strategies.fewer(20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_there_and_back(name: str, data: st.DataObject) -> None:
    form = app.entry(name).form
    try:
        inputs = form.write(form.read(data.draw(strategies.fields_of(form.fields))))
    except forms.Unusable:
        assume(False)
    for short in BOTH:
        assert there_and_back(form, inputs, short) == inputs


def there_and_back(form: forms.Form, inputs: Mapping[str, Any], short: int) -> dict[str, Any]:
    """What a link brings, be it made of pairs or of a code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "SHORT", short)
        pairs = links.write(form, inputs)
    assert (links.CODE in pairs) == (short == CODES)
    assert all(isinstance(text, str) for text in pairs.values())
    read, log = links.read(json.loads(json.dumps(pairs)))
    assert log == {}
    return form.write(form.read(read))


@pytest.mark.parametrize("short", BOTH)
def test_there_and_back_with_every_case(short: int) -> None:
    seen = 0
    for case in ALL:
        found = app.entry(case.calculator)
        try:
            inputs = found.form.write(found.form.read(case.inputs))
        except forms.Unusable:
            continue  # a case of what is refused
        assert there_and_back(found.form, inputs, short) == inputs, case
        seen += 1
    assert seen > len(ALL) / 2


def test_only_what_differs_is_written() -> None:
    done = app.run("circles-obstacle", {"station": "highest", "circles": "B3"})
    assert pairs_of(done) == {"station": "highest"}
    rows = app.run("circles-obstacle", {"reputations.0.dice": "2"})
    written = pairs_of(rows)
    assert written["reputations.0.dice"] == "2"
    assert "reputations" not in written, "the rows themselves say that there is a list"


def test_a_list_that_was_emptied_is_written() -> None:
    form = forms.form_of(lambda_with_rows)
    assert links.write(form, {"rows": []}) == {"rows": ""}
    assert form.read(links.read({"rows": ""})[0]) == {"rows": ()}


def lambda_with_rows(rows: tuple[sample.Span, ...] = (sample.Span(),)) -> None:
    """A list that begins with a row."""


def test_a_session_comes_back_with_its_steps() -> None:
    done = raced([6, 2], [3], [])
    inputs, log = links.read(pairs_of(done))
    again = app.step(RACE, {**log, "setup": inputs})
    assert log_of(again) == log_of(done)
    assert again.complaint == ""
    assert pairs_of(app.run(RACE, {"goal": 30})) == ({} if app.run(RACE, {}).inputs["goal"] == 30 else {"goal": "30"})


def code(text: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


def character(abilities: int) -> app.Run:
    """Someone who has lived: their abilities, wounds, beliefs and traits; marks come from a number nobody arranged."""
    rolled = iter(str(7**900))
    names = ["Sword", "Bow", "Climbing", "Riding", "Haggling", "Sewing", "Mending", "Foraging", "Rope-wise", "Oratory"]
    rows = [*app.run("character-sheet", {}).inputs["abilities"]]
    rows += [{"name": f"{name} of {place}"} for place in ("old", "the river", "Saltmarsh") for name in names]
    marks = ("routine", "difficult", "challenging", "fate")
    written = [
        {
            **row,
            "ability": f"{'BBBG'[int(next(rolled)) % 4]}{next(rolled)}",
            **{of: int(next(rolled)) % 4 for of in marks},
        }
        for row in rows[:abilities]
    ]
    said = {
        "name": "Hanna of the Barge",
        "concept": "A ferrywoman who owes the wrong people and knows every landing from here to the sea",
        "abilities": written,
        "wounds": [{"hit": "B5"}, {"hit": "B7"}],
        "beliefs": [
            {"text": "The toll at Grey Bridge is theft; the reeve will pay it back before winter.", "fate": 3},
            {"text": "My brother drowned for a debt that was not his; someone sent him out that night."},
            {"text": "A boat is worth more than a lord’s promise, and Osric will say so aloud.", "persona": 1},
        ],
        "instincts": [{"text": "Never turn my back on the water."}, {"text": "Always keep a knife in my boot."}],
        "traits": [{"name": "Weathered", "kind": "cosmetic"}, {"name": "Sure Hands", "kind": "call-on"}],
        "gear": [{"name": name} for name in ("A ferry boat", "Knife", "Oilskin", "Rope", "Lantern")],
    }
    return app.run("character-sheet", said)


@pytest.mark.parametrize(("abilities", "before"), [(17, 9443), (40, 20_000)])
def test_a_rich_character_has_a_short_link(abilities: int, before: int, monkeypatch: pytest.MonkeyPatch) -> None:
    done = character(abilities)
    (code,) = pairs_of(done).values()
    page = "https://example.org/felloe/at-the-table/my-character/"
    link = f"{page}#character-sheet?character-sheet={code}&rulings=these"
    monkeypatch.setattr(links, "SHORT", PAIRS)
    pairs = urlencode({f"character-sheet.{name}": text for name, text in pairs_of(done).items()})
    print(f"{abilities} abilities: {len(pairs)} characters of pairs, {len(link)} of a link with a code")
    assert len(pairs) > before
    assert len(link) < 1200
    read, _ = links.read({links.CODE: code})
    assert app.run("character-sheet", read).inputs == done.inputs


def test_what_is_short_can_be_read() -> None:
    assert links.CODE not in pairs_of(app.run("circles-obstacle", {"station": "highest", "reputations.0.dice": "2"}))


def test_a_log_in_a_code() -> None:
    done = raced(*[[number % 6 + 1] for number in range(6)], [])
    pairs = pairs_of(done)
    assert [*pairs] == [links.CODE]
    inputs, log = links.read(pairs)
    assert log_of(app.step(RACE, {**log, "setup": inputs})) == log_of(done)


def test_a_damaged_code_is_refused() -> None:
    (whole,) = pairs_of(character(12)).values()
    cut = [whole[:end] for end in range(1, len(whole))]
    changed = [whole[:at] + ("A" if whole[at] != "A" else "B") + whole[at + 1 :] for at in range(1, len(whole) - 1)]
    for code in [*cut, *changed, f"{whole}A", f"{whole}AAAA", "1", "1é", "x", "1" * 99999, bomb(b" "), bomb(b"[")]:
        answer = json.loads(app.call(json.dumps({"do": "form", "calculator": "character-sheet", "inputs": {"": code}})))
        assert answer == {"error": {"field": "", "message": links.CODE_CUT}}, code


def bomb(filling: bytes) -> str:
    text = filling * (links.LONGEST_LOG + 1)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, links.KNOWN)
    packed = zlib.crc32(text).to_bytes(4)[: links.CHECK] + deflate.compress(text) + deflate.flush()
    return "1" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def test_a_code_of_a_later_format_says_so() -> None:
    with pytest.raises(forms.Unusable, match="The code in this link is of format “2”"):
        links.read({links.CODE: "2abc"})


def test_what_is_typed_while_a_code_is_opened_joins_it() -> None:
    (code,) = pairs_of(character(12)).values()
    read, _ = links.read({links.CODE: code, "name": "Hob", "abilities.3.ability": "W9"})
    done = app.run("character-sheet", read)
    assert (done.inputs["name"], done.inputs["abilities"][3]["ability"]) == ("Hob", "W9")
    assert {**done.inputs, "name": "", "abilities": []} == {**character(12).inputs, "name": "", "abilities": []}


def test_an_address_has_its_pairs_behind_the_place() -> None:
    said, ruled = {"ability": "B4", "faces": "6 5"}, {"dice.chain": "once"}
    written = links.address("a/page", "hub-73", "roll", said, ruled)
    assert written == "a/page/#hub-73?roll.ability=B4&roll.faces=6+5&rulings=these&ruling.dice.chain=once"
    assert links.address("a/page", "hub-73", "roll", {}, {}) == "a/page/#hub-73?roll=&rulings=these"
    assert links.address("a/page", "hub-73", "roll", {links.CODE: "1abc"}, {}).endswith("?roll=1abc&rulings=these")


WHOLE = code(b'{"format":1,"steps":[]}')
BOMB = code(b" " * (links.LONGEST_LOG + 1) + b"{}")


@pytest.mark.parametrize("log", [WHOLE[:-4], "!", "é", "A" * 99999, BOMB, code(b"[]"), code(b"{"), code(b"[" * 5000)])
def test_a_damaged_log_is_refused(log: str) -> None:
    answer = json.loads(app.call(json.dumps({"do": "form", "calculator": RACE, "inputs": {"log": log}})))
    assert answer == {"error": {"field": "log", "message": links.CUT}}


def test_a_log_belongs_to_a_session() -> None:
    answer = json.loads(app.call(json.dumps({"do": "form", "calculator": SAMPLE, "inputs": {"log": WHOLE}})))
    assert answer["error"]["message"] == f"“{SAMPLE}” answers at once; it has no steps."


def kept() -> list[dict[str, Any]]:
    """Each link of a released version: the version, the calculator, its pairs, rulings, and what it said then."""
    links = [tomllib.loads(file.read_text(encoding="utf-8"))["link"] for file in (KEPT, KEPT_CODES)]
    return [*itertools.chain(*links)]


@pytest.mark.parametrize("link", kept(), ids=lambda link: f"{link['version']} {link['calculator']}")
def test_links_of_every_release_still_say_the_same(link: dict[str, Any]) -> None:
    asked = {"do": "form", "calculator": link["calculator"], "inputs": link["pairs"], "rulings": link["rulings"]}
    answer = json.loads(app.call(json.dumps(asked)))
    assert "error" not in answer, answer
    assert answer["complaints"] == {}
    assert not answer.get("complaint")
    assert {key: answer["values"][key] for key in link["values"]} == link["values"]
    assert answer["rulings"].items() >= rulings.read(link["rulings"])[0].items()


def test_a_link_of_every_release_is_kept() -> None:
    changes = (KEPT.parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert len(kept()) > 6
    released = {
        line.split()[1].rstrip(",") for line in changes.splitlines() if line.startswith("## ") and line[3].isdigit()
    }
    assert released <= {link["version"] for link in kept()}

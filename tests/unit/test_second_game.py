"""A second game (tests/second_game) stands beside the first one, and the core has not been told of it."""

import importlib
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import jsonschema
import pytest

from engine import app, calculators, forms, games, pages, rules, rulings, schema, sections, sheets
from hooks import assets, typography
from hooks.games import books, played

ENGINE = Path(__file__).parents[2] / "engine"
GAME = "tests.second_game"
KEEPER, HANNEKE = {"name": "Maren", "hand": "2d12 d4", "oil": 2}, {"name": "Hanneke"}
HANDS = ("d4", "2d4", "d6 d4", "2d20", "d20 d10 d8", "3d12 d4")


@pytest.fixture(scope="module", autouse=True)
def both() -> Iterator[None]:
    """The second game is loaded while these tests run, and nowhere else."""
    registries: list[dict[Any, Any]] = [calculators.REGISTRY, games.GAMES, rules.REGISTRY, rulings.REGISTRY]
    before = [dict(one) for one in registries]
    for name in [name for name in sys.modules if f"{name}.".startswith(f"{GAME}.")]:
        del sys.modules[name]  # what registers itself does so as it is imported
    app.load([GAME])
    yield
    for one, held in zip(registries, before, strict=True):
        one.clear()
        one.update(held)


def asked(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(app.call(json.dumps(request)))
    return answer


def hand_of(text: str) -> Any:
    return importlib.import_module(f"{GAME}.dice").Hand.parse(text)


def taken(face: int, ones: bool) -> int:
    return -1 if ones and face == 1 else face // 4


@pytest.mark.parametrize("ones", [True, False])
@pytest.mark.parametrize("text", HANDS)
def test_its_odds_are_those_of_every_way_the_dice_can_fall(text: str, ones: bool) -> None:
    hand = hand_of(text)
    falls = Counter(
        sum(taken(face, ones) for face in faces)
        for faces in itertools.product(*(range(1, sides + 1) for sides in hand.sides))
    )
    chosen = {} if ones else {"lanterns.ones": "nothing"}
    for depth in (-3, 0, 1, 4):
        done = app.run("lantern-crossing", {"hand": text, "depth": depth}, chosen)
        good = sum(ways for total, ways in falls.items() if total >= depth)
        assert done.answer.values["probability"] == Fraction(good, falls.total())
        assert done.answer.values["least"] == min(falls)
    dice = [icepool.Die([taken(face, ones) for face in range(1, sides + 1)]) for sides in hand.sides]
    pool = sum(dice[1:], dice[0])
    law = hand.law(ones)
    assert {number: chance for number, chance in law if chance} == {
        total: Fraction(ways, pool.denominator()) for total, ways in pool.items()
    }


def test_bars_begin_below_zero_and_pass_from_the_depth_on() -> None:
    told = asked(do="answer", calculator="lantern-crossing", inputs={"hand": "2d4", "depth": -1}, rulings={})
    drawn, rest = told["html"], told["rest"]
    for number in ("−2", "−1", "0", "1", "2"):
        assert f'<th scope="row">{number}</th>' in rest
    assert drawn.count('class="fl-bar"') == 1, "only two ones fall short of −1"
    assert 'data-obstacle="-1"' in drawn
    assert 'inputmode="numeric"' in drawn
    wide = asked(do="answer", calculator="lantern-crossing", inputs={"hand": "d12 d4"}, rulings={})["html"]
    assert "inputmode" not in wide[wide.index('class="fl-roll"') :].partition("</form>")[0], "a face of two digits"


def test_typed_faces_of_two_digits_are_thrown_by_its_own_roller() -> None:
    roll = {"roller": "lantern-throw", "pool": "2d12 d4", "obstacle": "4"}
    fell = asked(do="roll", roll=roll, faces="12 7 1", rulings={}, instance="x", base="/")
    assert (fell["faces"], fell["waiting"]) == ([12, 7, 1], 0)
    assert fell["say"] == "3 against 4: swept away."
    assert fell["html"].count("fl-die--d12") == 2
    assert "ln-lamp" in fell["html"], "a block of its own lies with the dice"
    assert asked(do="roll", roll=roll, faces="13 7 1", rulings={})["error"]["field"] == "fell.faces"
    assert asked(do="roll", roll=roll, faces="12 7 1", rulings={"lanterns.ones": "nothing"})["say"].endswith("across.")


def step(said: Mapping[str, Any]) -> dict[str, Any]:
    return asked(do="step", calculator="lantern-watch", log={}, move={"side": "keeper", **said}, rulings={})


def test_a_step_takes_dice_of_two_kinds_one_roll_after_the_other() -> None:
    tend = {"move": {"is": "tend", "die": 12}}
    waiting = step({**tend, "given": [], "faces": ""})
    assert waiting["say"] == "The lamp: 2d12."
    assert "Roll 2d12" in waiting["html"]
    tide = step({**tend, "given": [], "faces": "12 7"})
    assert tide["say"] == "The tide: 1d20."
    assert 'data-given="[12, 7]"' in tide["html"]
    done = step({**tend, "given": [12, 7], "faces": "17"})
    assert (done["values"], done["log"]["steps"][0]["faces"]) == ({"light": 0, "oil": 2}, [12, 7, 17])
    assert step({**tend, "faces": [1, 1, 20]})["values"]["light"] == -7
    assert step({**tend, "given": [], "faces": "13 7"})["error"]["message"] == (
        "A die here shows 1 to 12; 13 was given."
    )


def test_its_ruling_is_its_own() -> None:
    used = app.run("lantern-crossing", {}, {"lanterns.ones": "nothing"})
    assert used.rulings == {"lanterns.ones": "nothing"}
    assert "lanterns.ones" in app.worked_readings()
    assert "lanterns.ones" not in app.run("odds", {"open_ended": True}).rulings


def test_its_rulings_stand_in_the_list_of_all_until_they_have_a_page() -> None:
    """A chapter without a title there needs neither page nor line of the navigation."""
    wounds = '```rulings\n[chapters]\nwounds = "Wounds"\n'
    form = '<fieldset class="fl-ruling" id="lanterns.ones">'
    (listed,) = sections.render(f"{wounds}```\n", "rulings.md", "../")
    assert form in listed
    assert '<li id="burning-wheel.wounds.half-forte">' in listed
    assert 'data-ruling="burning-wheel.wounds.half-forte"' not in listed
    (listed,) = sections.render(f'{wounds}lanterns = "Lanterns"\n```\n', "rulings.md", "../")
    assert form not in listed
    assert '<li id="lanterns.ones"><a href="lanterns/#lanterns.ones">Does a 1 take a success away?</a></li>' in listed
    assert form in sections.render('```rulings\nchapter = "lanterns"\n```\n', "lanterns.md", "../../")[0]


def document() -> Mapping[str, Any]:
    held = sheets.add(sheets.empty(), HANNEKE, calculator="character-sheet").document
    return sheets.add(held, KEEPER, calculator="lantern-sheet").document


def test_its_sheet_fills_its_own_forms_and_no_other() -> None:
    def offers(calculator: str, of: str, sheet: Mapping[str, Any]) -> Any:
        return asked(do="offers", calculator=calculator, sheet=sheet, of=of, all=True)["offers"]

    ours, theirs = document()["sheets"][1]["inputs"], document()["sheets"][0]["inputs"]
    assert [one["pairs"] for one in offers("lantern-crossing", "lantern-sheet", ours)["hand"]] == [{"hand": "2d12 d4"}]
    assert [one["pairs"] for one in offers("lantern-watch", "lantern-sheet", ours)["oil"]] == [{"oil": "2"}]
    assert offers("test-builder", "lantern-sheet", ours) == {}
    assert offers("lantern-crossing", "character-sheet", theirs) == {}
    assert offers("test-builder", "character-sheet", theirs) != {}


def test_its_effect_is_done_and_undone() -> None:
    held = document()
    effects = asked(do="answer", calculator="lantern-crossing", inputs={}, rulings={})["effects"]
    assert effects == [
        {
            "words": "Burn 1 oil",
            "effect": {"block": "burn", "oil": 1},
            "names": "",
            "row": "",
            "needs": False,
            "whose": "",
        }
    ]
    apply = {"do": "sheets", "op": "apply", "sheet": "3", "effect": effects[0]["effect"], "name": "", "rulings": {}}
    burnt = asked(document=held, **apply)
    assert burnt["words"] == "Maren: 1 oil burnt, 1 left."
    undone = asked(do="sheets", op="undo", document=burnt["document"], entry=burnt["entry"], rulings={})
    assert undone["document"]["sheets"] == held["sheets"]
    twice = asked(document=asked(document=burnt["document"], **apply)["document"], **apply)
    assert twice["error"]["message"] == "This burns 1 oil; Maren has 0."
    assert "error" in asked(document=held, **{**apply, "sheet": "1"}), "it is no effect of the other game's"


def test_one_file_holds_the_sheets_of_both_and_fits_the_schema() -> None:
    held = document()
    assert [one["calculator"] for one in held["sheets"]] == ["character-sheet", "lantern-sheet"]
    assert sheets.read(json.dumps(held))["sheets"] == held["sheets"]
    jsonschema.validate(held, schema.schema(), cls=jsonschema.Draft202012Validator)
    mixed = {**held, "sheets": [{**held["sheets"][1], "calculator": "character-sheet"}]}
    with pytest.raises(forms.Unusable, match="There is no field “hand” here"):
        sheets.read(mixed)


def test_its_block_says_itself_in_words() -> None:
    said = asked(do="text", calculator="lantern-watch", log={}, inputs={}, rulings={}, link="")["text"]
    assert "3 oil of 6." in said


def test_its_books_are_told_on_its_pages() -> None:
    told = "<em>Lanterns on the Tideway</em> is made up for tests, and has no books."
    assert books("lanterns/tideway/") == told
    assert told not in books("burning-wheel/wounds/taking-a-wound/")
    wheel, sword, hack = (books(f"{game}/") for game in ("burning-wheel", "bastard-sword", "melee"))
    assert hack.startswith(f"{wheel} "), "a hack rests on the books of another game"
    assert books("") == f"{wheel} {sword} {hack.removeprefix(wheel).strip()} {told}"


def test_its_sections_have_its_colour() -> None:
    ours, theirs = (f'```calculator\nuse = "{name}"\n```\n' for name in ("lantern-crossing", "odds"))
    assert 'data-game="lanterns"' in sections.render(ours, "page.md", "../")[0]
    assert "data-game" not in sections.render(theirs, "page.md", "../")[0]
    assert '[data-game="lanterns"] { --fl-accent: #7a5c00;' in assets.style()


def test_its_spelling_and_its_units() -> None:
    """Two games that spell a word each in its way fold it alike."""
    first, second = (games.GAMES[name].spelling for name in ("burning-wheel", "lanterns"))
    assert games.spellings() == {**first, "labor": "labour", "draft": "draught"}
    assert (first["armou"], second["armo"]) == ("armo", "armou")
    for one, other in (("Harbour draft", "harbor draughts"), ("armour", "Armor"), ("manoeuvring", "maneuvring")):
        assert pages.alias_key(one) == pages.alias_key(other)
    spaces = typography.bound(games.GAMES["lanterns"].units)
    assert spaces.sub("_", "at Fathom 3, Ob 3") == "at Fathom_3, Ob 3"


def test_the_core_names_neither_its_fields_nor_the_first_ones() -> None:
    """What the games call their sheets, effects, blocks and styles stands in no file of the core that does anything."""
    core = [path for path in ENGINE.rglob("*.py") if "games" not in path.relative_to(ENGINE).parts]
    core += sorted((ENGINE.parent / "hooks" / "client").glob("*.[cj]s*"))
    for game in games.GAMES.values():
        assert game.sheet is not None
        own = [f'"{game.sheet.calculator}"', *(one.__name__ for one in (*game.sheet.effects, *game.drawings))]
        own += [f"{name}: " for name in game.sheet.starts]
        for path in core:
            code = "".join(line.partition("//")[0] for line in path.read_text(encoding="utf-8").splitlines(True))
            code = "".join(code.split('"""')[::2]) if path.suffix == ".py" else code
            assert [word for word in own if word in code] == [], f"{path.name} knows {game.title}"


def test_the_head_of_a_page_says_the_books_of_its_game() -> None:
    assert played("burning-wheel/wounds/") == played("at-the-table/") == played("") == "Revised edition"
    assert played("bastard-sword/combat/") == "Rulings"

"""Rolling where the odds stand, and an answer with all that it came from in words."""

import json
import re
from typing import Any

import pytest

from engine import __version__, app, calculators, rulings
from engine.answer import Answer, Odds
from engine.games.bastard_sword import dice as sword
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.dice import Chain, Pool, successes
from engine.session import Session

app.load(["tests.sample"])

FUNCTIONS = [name for name in app.names() if not isinstance(app.entry(name), Session)]
FORM = re.compile(
    r'<form class="fl-roll"[^>]*? data-pool="([^"]+)" data-obstacle="(\d+)"[^>]*><button class="fl-button">([^<]+)<'
)


def called(**request: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(app.call(json.dumps(request)).replace("\N{NO-BREAK SPACE}", " "))
    return found


def thrown(pool: str, obstacle: Any, roller: str = "roll", **how: Any) -> dict[str, Any]:
    asked = {"roller": roller, "pool": pool, "obstacle": obstacle}
    return called(do="roll", roll=asked, instance="here-roll", base="../", **how)


def odds(answer: Answer) -> list[Odds]:
    return [block for block in answer.blocks if isinstance(block, Odds)]


NONE = {
    "roll": lambda pool: successes(Pool.parse(pool)).exactly(0),
    "bs-roll": lambda pool: sword.successes(sword.Pool.parse(pool)).exactly(0),
}
"""The chance that a pool shows no success at all, by what rolls it."""
LEFT_OVER = {
    *("castings", "charge", "fight-strike", "natural-defenses"),
    *("bs-assisted", "bs-damage", "bs-exchange", "bs-opposed", "bs-second-wind", "bs-shot", "bs-weapon"),
    *("bs-forecast", "bs-intimidate", "bs-mount-obeys", "bs-round", "bs-taunt"),
    *("mel-attack", "mel-chase", "mel-damage", "mel-disposition", "mel-forecast", "mel-odds"),
}
"""What these draw is what one roll leaves of another, or how many rolls one can afford: no pool rolls it."""


def test_wherever_odds_are_drawn_their_very_dice_can_be_rolled() -> None:
    drawn = {}
    assert {name for name in FUNCTIONS if any(not one.roll for one in odds(app.run(name, {}).answer))} == LEFT_OVER
    for name in FUNCTIONS:
        blocks = odds(app.run(name, {}).answer)
        answer = called(do="answer", calculator=name)
        forms = FORM.findall(answer["html"] + answer["rest"])
        rolls = [(one, one.roll) for one in blocks if one.roll]
        assert forms == [(roll.pool, str(one.obstacle), roll.words) for one, roll in rolls], name
        for one, roll in rolls:
            none = NONE[roll.calculator](roll.pool)
            assert one.chances[0] == none, name
            drawn[name] = thrown(roll.pool, one.obstacle, roller=roll.calculator, seed=1)["faces"]
    assert {"odds", "circles-obstacle", "circles-detect", "bs-odds"} <= drawn.keys()
    assert all(drawn.values())


@pytest.mark.parametrize("inputs", [{"pool": "B0"}, {"obstacle": 0}])
def test_without_dice_or_obstacle_there_is_nothing_to_roll(inputs: dict[str, Any]) -> None:
    assert "fl-roll" not in called(do="answer", calculator="odds", inputs=inputs)["html"]


@pytest.mark.parametrize("chain", list(Chain))
def test_a_seed_gives_the_faces_that_sessions_and_the_roll_calculator_get(chain: Chain) -> None:
    asked = {"rulings": {"dice.chain": chain.value}}
    longest = set()
    for seed in range(40):
        faces = thrown("B4*+G2*", 3, seed=seed, **asked)["faces"]
        assert faces == list(dice.roll(Pool.parse("B4*+G2*"), seed, chain).faces)
        inputs = {"pool": "B4*+G2*", "obstacle": 3, "fell": {"is": "seeded", "seed": seed}}
        assert faces == called(do="run", calculator="roll", inputs=inputs, **asked)["values"]["faces"]
        longest.add(len(faces))
    assert max(longest) > 7


def test_typed_dice_are_drawn_as_the_roll_calculator_draws_them() -> None:
    found = thrown("B4*", 3, faces="6 5, 21 3")
    assert found["faces"] == [6, 5, 2, 1, 3]
    assert found["say"] == "2 successes with B4* against Ob 3: fails by 1."
    assert found["text"] == "6 5 2 1 3 – 2 successes with B4* against Ob 3: fails by 1."
    assert found["waiting"] == 0
    inputs = {"pool": "B4*", "obstacle": 3, "fell": {"is": "typed", "faces": "6 5 2 1 3"}}
    whole = called(do="answer", calculator="roll", inputs=inputs)["html"]
    groups = re.compile(r"<g .*</g>")
    assert groups.findall(found["html"]) == groups.findall(whole) != []
    assert 'id="here-roll-b0-dice"' in found["html"]
    assert "fl-verdict" not in found["html"]


def test_dice_that_sixes_bring_may_follow() -> None:
    found = thrown("B4*", 1, faces="6 6 2 1")
    assert found["waiting"] == 2
    assert found["say"].endswith("Ob 1: passes with 1 over so far.")
    assert "Your sixes bring 2 more dice: roll, and add what falls behind the other faces." in found["html"]
    assert thrown("B4*", 1, faces="6 6 2 1 3 3")["waiting"] == 0


def test_a_ruling_reads_the_same_faces_otherwise() -> None:
    faces = "6 1 1 1 6"
    assert thrown("B4*", 3, faces=faces, rulings={"dice.chain": "chain"})["waiting"] == 1
    assert thrown("B4*", 3, faces=faces, rulings={"dice.chain": "once"})["waiting"] == 0


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ("7 1 1 1", "Faces are numbers from 1 to 6, such as 6 5 2 1; this says “7 1 1 1”."),
        ("", "Faces are numbers from 1 to 6, such as 6 5 2 1; this says nothing."),
        ("two", "Faces are numbers from 1 to 6, such as 6 5 2 1; this says “two”."),
        ("6 5 2", "B4 takes 4 faces; this has 3."),
        ("6 5 2 1 1", "B4 takes 4 faces; this has 5."),
        ("1" * 300, "This takes a text of at most 200 plain characters; this has 300 characters."),
        (None, "This takes a short text; this is empty."),
        ([6, 5, 2, 1], "This takes a short text; this is a list."),
    ],
)
def test_faces_that_cannot_be_used(faces: Any, sentence: str) -> None:
    assert thrown("B4", 3, faces=faces) == {"error": {"field": "fell.faces", "message": sentence}}


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"seed": 1}, "roll"),
        ({"roll": [4, 3], "seed": 1}, "roll"),
        ({"roll": {"roller": "roll", "pool": "B61", "obstacle": 3}, "seed": 1}, "pool"),
        ({"roll": {"roller": "roll", "pool": {"<b>": 1}, "obstacle": 3}, "seed": 1}, "pool"),
        ({"roll": {"roller": "roll", "pool": "B4", "obstacle": 10**9}, "seed": 1}, "obstacle"),
        ({"roll": {"roller": "roll", "pool": "B4", "obstacle": 3, "calculator": "odds"}, "seed": 1}, "calculator"),
        ({"roll": {"roller": "roll", "pool": "B4", "obstacle": 3}}, "fell.seed"),
        ({"roll": {"roller": "roll", "pool": "B4", "obstacle": 3}, "seed": -1}, "fell.seed"),
    ],
)
def test_a_roll_that_cannot_be_used(request_: dict[str, Any], field: str) -> None:
    found = called(do="roll", **request_)
    assert list(found) == ["error"]
    assert found["error"]["field"] == field
    assert found["error"]["message"].count(".") == 1


# --- In words -------------------------------------------------------------------------------------------------------


def in_words(calculator: str, **more: Any) -> str:
    text: str = called(do="text", calculator=calculator, link="https://example.org/?a=b", **more)["text"]
    return text


@pytest.mark.parametrize("name", app.names())
def test_the_text_of_every_calculator_is_whole(name: str) -> None:
    found = calculators.REGISTRY[name]
    done = app.run(name, {})
    text = in_words(name)
    assert text.startswith(f"{found.question}\n")
    assert text.endswith(f"\n\nFelloe {__version__}, {name}\nhttps://example.org/?a=b")
    labels = [field.words for field in found.form.fields]
    assert len(labels) == len(set(labels)), "two fields of one label could not be told apart"
    for field in found.form.fields:
        assert f"\n  {field.words}: " in text
    if done.answer.verdict:
        assert done.answer.verdict.sentence.replace("\N{NO-BREAK SPACE}", " ") in text
    for ruling in done.rulings:
        assert f"\n  {rulings.REGISTRY[ruling].question} " in text
    assert not re.search(r"</?[a-z]+[ >]|Traceback|\bNone\b", text)


def test_every_kind_of_input_in_words() -> None:
    text = in_words(
        "sample-everything",
        inputs={
            "switch": False,
            "number": -2,
            "short": "a **b**",
            "size": "large",
            "sizes": ["small", "large"],
            "counts": [],
            "span": {"first": 1, "last": 4},
            "way": {"is": "ride", "beast": "ox", "hours": 3},
            "hands": [{"name": "Ann"}, {"name": "Bo", "skill": "G5"}],
            "beast": {"is": "own", "name": "ox"},
            "perhaps": 4,
        },
    )
    asked = text[text.index("Asked:\n") : text.index("\n\nFelloe")].splitlines()[1:]
    assert asked == [
        "  A switch: no",
        "  A number: −2",
        "  Short: a **b**",
        "  A text: nothing",
        "  Level: 3",
        "  An ability: B4",
        "  Pool: B3",
        "  How big: as big as a horse",
        "  Count: 1",
        "  Sizes: no bigger than a cat and as big as a horse",
        "  Counts: none",
        "  Span: First: 1, Last: 4",
        "  How you go: On a beast’s back (What you ride: ox, Hours: 3)",
        "  Hands: Name: Ann, Skill: B3, Sizes: none; Name: Bo, Skill: G5, Sizes: none",
        "  Beast: one of your own (Name: ox, Legs: 4, Size: no bigger than a cat)",
        "  Perhaps: 4",
        "  Maybe: not said",
    ]
    assert "\n  Beast: Cat\n" in in_words("sample-everything")
    assert "\n  How you go: walk\n" in in_words("sample-everything")


def test_rulings_that_are_ours_are_told_apart_and_folds_are_left_out() -> None:
    text = in_words("circles-obstacle", rulings={"dice.chain": "once"}, inputs={"station": "highest"})
    assert "No: one extra die for each 6 of the first roll. (our ruling, not the default)" in text
    assert "(our ruling" not in in_words("circles-obstacle")
    assert "    +3  Station: the highest\n" in text
    assert "+0  " not in text
    assert "Leave dice out?" not in in_words("circles-obstacle", inputs={"advantage": 2})


def test_the_roll_stands_with_the_answer() -> None:
    roll = {"roller": "roll", "pool": "B4*", "obstacle": 3}
    text = in_words("odds", roll=roll, faces="6 5 2 1 3")
    assert "\n\nRolled: 6 5 2 1 3 – 2 successes with B4* against Ob 3: fails by 1.\n\n" in text
    assert called(do="text", calculator="odds", roll=roll)["error"]["field"] == "fell.faces"


def test_a_session_tells_its_steps() -> None:
    steps = [
        {"side": "hare", "move": {"is": "run", "dice": 2}, "faces": [3, 4]},
        {"side": "tortoise", "move": {"is": "rest"}},
    ]
    text = in_words("sample-race", log={"steps": steps})
    assert "\n1. hare: run, dice 2, rolled 3 4\n2. tortoise: rest\n" in text
    assert "7 hare · 0 tortoise" in text


def test_an_answer_says_what_was_asked_so_that_two_can_be_told_apart() -> None:
    said = called(do="answer", calculator="circles-obstacle", inputs={"circles": "B5"})["said"]
    assert ["Your Circles", "B5"] in said
    assert said[-1][0] == rulings.REGISTRY["burning-wheel.dice.chain"].question
    other = called(do="answer", calculator="circles-obstacle", rulings={"dice.chain": "once"})["said"]
    assert [one[0] for one, two in zip(said, other, strict=True) if one != two] == ["Your Circles", said[-1][0]]

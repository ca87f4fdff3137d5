"""A conflict as a stage: bars, cards, a plan and a division as they are drawn, and steps that follow by themselves."""

import importlib
import json
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

import pytest
from bs4 import BeautifulSoup, Tag

from engine import app, views
from engine.answer import Answer, Bar, Block, Card, Column, Face, Fact, Note, Shown, Stage, Terms
from engine.forms import Asked, Between, branch
from engine.option import Option
from engine.session import Able, Offer, Parts, Session, move_forms
from engine.views.form import move as move_form
from engine.views.markup import tag
from engine.views.stage import MOST_CELLS
from engine.views.stage import stage as drawn
from tests.unit.devices import Device

PLACE = views.Place("here", "../")
views_answer = importlib.import_module("engine.views.answer")
"""The module: the package has a function of its name."""
ODA, HARL = Bar("a", "Oda", "left: 5 of 7", 5, 7), Bar("b", "Harl", "left: −1 of 6", -1, 6, "waits")
FELL = (Face(6, True, "black"), Face(2, False, "black"))
FACE = Card(0, Shown.FACE, "Lunge", "Sword 4D", "lunge", "1", FELL)
COLUMNS = (
    Column("First", "done", (FACE, Card(1, Shown.LOST, "Waiting"))),
    Column("Second", "now", (Card(0, Shown.BACK, "Oda: sealed"), Card(1, Shown.BLANK, "Harl: not written")), now=True),
)


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def shape(cell: Tag) -> str:
    return " ".join(cell.get("class") or [])


def test_two_bars_meet_at_their_count() -> None:
    page = soup(drawn(Stage("Oda’s turn", (Fact("round 1"),), "Oda has 5.", bars=(ODA, HARL)), PLACE))
    first, second = ([shape(cell) for cell in bar.find_all("i")] for bar in page.select(".fl-cells"))
    assert first == ["", "", "", "", "half", "gone", "gone"]
    assert (
        second == ["gone", "gone", "gone", "half gone"[5:] + " half", "gone", "gone"] or second.count("gone half") == 1
    )
    assert [one.text for one in page.select(".fl-post")] == ["5 : −1"]
    assert page.select_one(".fl-carries") is not None


def test_any_number_of_sides_stands_under_each_other_and_a_long_bar_by_its_share() -> None:
    sides = (*(Bar(name, name, "", 1, 2) for name in "abc"), Bar("d", "d", "", 100, 200))
    page = soup(drawn(Stage("Round 1", (), "", bars=sides), PLACE))
    bars = page.select(".fl-bars--many .fl-cells")
    assert [len(bar.find_all("i")) for bar in bars] == [2, 2, 2, MOST_CELLS]
    assert len(bars[3].select("i.gone")) == MOST_CELLS // 2
    assert not page.select(".fl-post")


def test_a_card_shows_its_face_its_back_or_that_it_is_lost() -> None:
    page = soup(drawn(Stage("Oda’s turn", (), "", bars=(ODA, HARL), columns=COLUMNS), PLACE))
    cards = [(shape(card).split()[1], card.text) for card in page.select(".fl-card")]
    assert cards == [
        ("fl-card--face", "Oda: LungeSword 4D1The dice: 6, 2"),
        ("fl-card--lost", "Harl: Waiting"),
        ("fl-card--back", "Oda: sealed"),
        ("fl-card--blank", "Harl: not written"),
    ]
    assert [shape(one) for one in page.select(".fl-column")] == ["fl-column fl-column--new", "fl-column fl-column--now"]


def test_a_stage_in_words_has_what_lies_open_and_what_it_is_about() -> None:
    terms = (Terms(0, "Open it", "It is opened"), Terms(1, "Shut it", ""))
    said = Answer({}, (Stage("Oda’s turn", (Fact("round 1"),), "Oda has 5.", None, (ODA, HARL), COLUMNS, terms),))
    text = views.as_text(said)
    assert "  First: Lunge 1 | Waiting" in text
    assert "  Oda: Open it; if this side wins: It is opened\n  Harl: Shut it" in text
    assert views.stands(said) == "Oda 5 : Harl −1 · Oda’s turn · round 1"


class Cut(Option):
    """What may be planned."""

    LUNGE = "lunge", "Lunge"
    PARRY = "parry", "Parry"


@branch("Plan")
class Plan:
    """Two choices from the same values, and something that is rarely said."""

    first: Annotated[Cut, Asked("Move 1")] = Cut.LUNGE
    second: Annotated[Cut, Asked("Move 2")] = Cut.LUNGE
    more: Annotated[int, Between(0, 9), Asked("More dice", more=True)] = 0


@branch("Share")
class Share:
    """Two numbers that make up one."""

    left: Annotated[int, Between(0, 9), Asked("Left")] = 2
    right: Annotated[int, Between(0, 9), Asked("Right")] = 3
    more: Annotated[int, Between(0, 9), Asked("More dice", more=True)] = 0


@branch("Leave")
class Leave:
    """Go."""

    gives_up: ClassVar[bool] = True


def moved(*offers: Any) -> BeautifulSoup:
    """The form of what a side may do now."""
    entry = app.entry("duel")
    assert isinstance(entry, Session)
    turn = move_forms(replace(entry, moves=lambda _: {"a": offers}), None)["a"]
    return soup(move_form("a", turn.only(turn.main), PLACE, "Oda"))


def test_what_cannot_be_chosen_stays_with_its_reason() -> None:
    able = {"lunge": Able("Lunge", "Sword 4D"), "parry": Able("Parry", barred="You have no shield.")}
    page = moved(
        Offer(Plan, "Seal it", "Oda plans", "Harl, look away.", able=able, more="Help"), Offer(Leave, "Go", aside=True)
    )
    rows = page.select(".fl-plan tbody tr")
    assert [row.select_one("th").get_text(" ") for row in rows if row.select_one("th")] == [
        "Lunge Sword 4D",
        "Parry You have no shield.",
    ]
    assert [one["aria-label"] for one in rows[0].select("input")] == ["Move 1: Lunge", "Move 2: Lunge"]
    assert not rows[1].select("input")
    assert [one.text for one in page.select("button[type=submit]")] == ["Seal it"]
    assert page.select_one("[name='move.is']")["value"] == "plan"  # type: ignore[index]
    assert [one.get_text(strip=True) for one in page.select("summary")] == ["Help"]


@pytest.mark.parametrize(("least", "bounds"), [(1, ("1", "4")), (0, ("0", "5"))])
def test_two_numbers_that_make_up_one_are_one_slider(least: int, bounds: tuple[str, str]) -> None:
    page = moved(Offer(Share, "Share: {} and {}", parts=Parts("left", "right", 5, least, ("more",))))
    (slider,) = page.select("input[type=range]")
    assert (slider["name"], slider["value"], (slider["min"], slider["max"])) == ("move.left", "2", bounds)
    assert page.select_one("[name='move.right']")["value"] == "3"  # type: ignore[index]
    assert [one.text for one in page.select("output")] == ["2", "3"]
    assert [one.text for one in page.select("button[type=submit]")] == ["Share: 2 and 3"]
    assert page.select_one("[data-whole]")["data-adds"] == "move.more"  # type: ignore[index]


# --- Steps that follow by themselves ---------------------------------------------------------------------------------


def step(log: dict[str, Any], at: int, **more: Any) -> dict[str, Any]:
    answer = json.loads(app.call(json.dumps({"do": "step", "calculator": "duel", "log": log, "at": at, **more})))
    assert "error" not in answer, answer
    return dict(answer)


def script(side: str, **volleys: str) -> dict[str, Any]:
    return {"side": side, "move": {"is": "script", **volleys}}


def test_what_asks_nothing_follows_and_is_undone_with_what_it_followed() -> None:
    first = step({}, 0, move=script("side A"), follow=True)
    assert (first["at"], first["back"], first["on"]) == (1, 0, 1)
    both = step(first["log"], 1, move=script("side B", second="dismiss"), follow=True)
    assert [one["move"]["is"] for one in both["log"]["steps"]] == ["script", "script", "reveal"]
    assert (both["at"], both["back"], both["values"]["phase"]) == (3, 1, "roll")
    assert "Point" in both["say"]
    rolled = step(both["log"], 3, move={"side": "table", "move": {"is": "roll-dice"}, "seed": 3}, follow=True)
    assert (rolled["at"], rolled["back"]) == (5, 3)
    assert "loses" in rolled["say"]
    assert "Dismiss" in rolled["say"], "what follows is told with what it followed"
    undone = step(rolled["log"], rolled["back"])
    assert (undone["at"], undone["of"], undone["on"]) == (3, 5, 5)
    plain = step(first["log"], 1, move=script("side B"))
    assert plain["values"]["phase"] == "reveal", "nothing follows where it was not asked for"


def test_its_side_alone_sees_a_sealed_move() -> None:
    log = step({}, 0, move=script("side A", third="dismiss"))["log"]
    asked = {"do": "peek", "calculator": "duel", "log": log, "at": 1}
    told = json.loads(app.call(json.dumps(asked)))
    assert told["sealed"] == {"side A": [["Volley 1", "Point"], ["Volley 2", "Point"], ["Volley 3", "Dismiss"]]}
    assert told["handed"] == {}, "without a secret number nothing is sealed for another device"
    assert json.loads(app.call(json.dumps({**asked, "at": 0}))) == {"sealed": {}, "handed": {}}


def test_two_devices_seal_open_and_roll_the_same_dice() -> None:
    here, there = Device("duel"), Device("duel")
    here.make("side A", {"is": "script", "third": "dismiss", "nonce": "0f" * 16})
    (seal,) = here.handed("side A")
    assert "dismiss" not in json.dumps(here.shown["link"])
    there.make("side A", seal)
    assert there.shown["stands"].endswith("Side B scripts · Exchange 1")
    there.make("side B", {"is": "script", "second": "rebuttal", "nonce": "1a" * 16})
    assert len(here.handed("side A")) == 1, "nothing is opened before the other seal has come"
    here.make("side B", there.handed("side B")[1])
    there.make("side A", here.handed("side A")[1])
    assert (here.shown["away"], there.shown["away"]) == (True, True)
    assert [one.shown["values"]["phase"] for one in (here, there)] == ["roll", "roll"]
    here.make("table", {"is": "roll-dice"}, seed=3)
    there.take(here)
    assert there.shown["values"] == here.shown["values"]
    asked = {"do": "peek", "calculator": "duel", "log": here.shown["log"], "at": here.shown["at"]}
    assert not json.loads(app.call(json.dumps(asked)))["handed"], "both have it"


def test_a_seal_is_opened_by_its_own_script_alone() -> None:
    here, there = Device("duel"), Device("duel")
    here.make("side A", {"is": "script", "third": "dismiss", "nonce": "0f" * 16})
    there.make("side A", here.handed("side A")[0])
    other = Device("duel")
    other.make("side A", {"is": "script", "third": "avoid", "nonce": "0f" * 16})
    log = there.shown["log"]
    for move, sentence in (
        ({"is": "open-sealed", "seal": other.handed("side A")[0]["seal"], "opened": "x"}, "opens another seal"),
        ({"is": "script"}, "This takes “open-sealed”"),
    ):
        said = {"side": "side A", "move": move}
        answer = json.loads(
            app.call(json.dumps({"do": "step", "calculator": "duel", "log": log, "at": 1, "move": said}))
        )
        assert sentence in answer["error"]["message"]


def test_what_is_seen_at_once_stands_on_the_stage_and_the_rest_under_it() -> None:
    @dataclass(frozen=True, slots=True)
    class Sign(Block):
        at_once: ClassVar[bool] = True
        sentence: str = "A sign."

    scene = Stage("Oda’s turn", (Fact("round 1"),), "Oda has 5.", bars=(ODA, HARL))
    said = Answer({}, (scene, Sign(), Note("Further down.")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            views_answer, "DRAWN", {**views_answer.DRAWN, Sign: lambda block, place: tag("p", block.sentence)}
        )
        found = views_answer.answer(said, PLACE, {}, {}, {})
    assert "A sign." in found.top
    assert "Further down." in found.rest
    assert "A sign." not in found.rest

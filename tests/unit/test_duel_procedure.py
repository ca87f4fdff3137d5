"""A duel of wits by its rules alone: played by a bot as the docs have it, and as the session plays it."""

import contextlib
import io
from pathlib import Path

import pytest

from engine import app
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill, Ending
from engine.games.burning_wheel.rules.duel import DEFAULT, Action, House, Split
from engine.games.burning_wheel.rules.duel_procedure import Duel, Extra, Halves, Phase, Printed, begin, lying, speaker
from engine.pages import PARSER
from engine.refused import Refused

PAGE = Path("ARCHITECTURE.md")
A = Action


def test_the_bot_of_the_docs_plays_to_the_end() -> None:
    fences = [token for token in PARSER.parse(PAGE.read_text(encoding="utf-8")) if token.type == "fence"]
    code = next(fence for fence in fences if fence.info == "python")
    said = fences[fences.index(code) + 1]
    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code.content, names)
    assert printed.getvalue() == said.content
    duel = names["duel"]
    assert isinstance(duel, Duel)
    assert duel.phase in (Phase.STEEL, Phase.OVER)
    assert duel.ending is not Ending.OPEN


def two(house: House = DEFAULT) -> Duel:
    ines = {DuelingSkill.RHETORIC: Ability(Shade.GRAY, 4), DuelingSkill.INTIMIDATION: Ability(Shade.BLACK, 3)}
    bertram = {DuelingSkill.ORATORY: Ability(Shade.BLACK, 5)}
    return begin(speaker("Ines", ines, 7), speaker("Bertram", bertram, 7), Printed(house))


def test_rules_and_session_play_the_same_duel() -> None:
    first, second = [6, 5, 3, 6, 2, 1, 4, 4, 1], [5, 1, 4, 6, 1, 4, 3, 2]
    duel = two().script(0, (A.POINT, A.INCITE, A.POINT)).script(1, (A.REBUTTAL, A.POINT, A.DISMISS))
    duel = duel.reveal().divide(1, Halves(Split(3, 2))).roll(lying(first))
    duel = duel.reveal().roll(lying(second))
    skills = [{"skill": "rhetoric", "ability": "G4"}, {"skill": "intimidation", "ability": "B3"}]
    log = {
        "setup": {
            "a": {"name": "Ines", "skills": skills},
            "b": {"name": "Bertram", "skills": [{"skill": "oratory", "ability": "B5"}]},
        },
        "steps": [
            {"side": "side A", "move": {"is": "script", "first": "point", "second": "incite", "third": "point"}},
            {"side": "side B", "move": {"is": "script", "first": "rebuttal", "second": "point", "third": "dismiss"}},
            {"side": "table", "move": {"is": "reveal"}},
            {"side": "side B", "move": {"is": "divide", "defense": 3, "riposte": 2}},
            {"side": "table", "move": {"is": "roll-dice"}, "faces": first},
            {"side": "table", "move": {"is": "reveal"}},
            {"side": "table", "move": {"is": "roll-dice"}, "faces": second},
        ],
    }
    done = app.step("duel", log)
    assert not done.complaint
    values = done.answer.values
    assert values["left"] == [side.standing.argument for side in duel.sides]
    assert values["test_dice"] == [side.standing.carried.test_dice for side in duel.sides]
    assert (values["volley"], values["phase"]) == (duel.volley, duel.phase.value)
    assert values["successes"] == [fell.count.successes for _, fell in duel.thrown]
    assert values["rolls"] == sum(len(side.rolls) for side in duel.sides)


def test_a_step_at_the_wrong_time_is_refused() -> None:
    duel = two()
    for early in (duel.reveal, lambda: duel.roll(lying([])), lambda: duel.test_steel(0, lying([]))):
        with pytest.raises(Refused, match="not the time for it: both sides script"):
            early()
    ready = duel.script(0, (A.POINT,) * 3).script(1, (A.AVOID,) * 3).reveal()
    with pytest.raises(Refused, match="the dice are rolled"):
        ready.reveal()
    with pytest.raises(Refused, match="Ines has scripted already"):
        two().script(0, (A.POINT,) * 3).script(0, (A.AVOID,) * 3)
    with pytest.raises(Refused, match="3 actions"):
        two().script(0, (A.POINT,))
    with pytest.raises(Refused, match="needs 4 faces"):
        ready.roll(lying([1, 2, 3]))


@pytest.mark.parametrize("open_now", [False, True])
def test_whoever_leaves_has_conceded_and_tests_steel(open_now: bool) -> None:
    duel = two()
    if open_now:
        duel = duel.script(0, (A.POINT,) * 3).script(1, (A.AVOID,) * 3).reveal()
    duel = duel.walk_away(1)
    assert (duel.ending, duel.winner, duel.phase, duel.shocked) == (Ending.WIN, 0, Phase.STEEL, (1,))
    over = duel.test_steel(1, lying([6, 4, 1, 1, 2]))
    assert (over.phase, over.shocked) == (Phase.OVER, ())
    assert [one.name for one in over.marks(1).abilities] == ["Steel"]
    assert not over.marks(0).abilities


def test_a_reading_changes_the_volley() -> None:
    scripts = (A.POINT,) * 3, (A.INCITE,) * 3
    fell = []
    for house in (DEFAULT, House(point_blocks=True)):
        duel = two(house)
        duel = duel.script(1, scripts[0]).script(0, scripts[1]).reveal()
        fell.append(duel.roll(lying([1, 1, 5, 1, 5, 1, 1, 1, 1])).sides[1].standing.carried.test_dice)
    assert fell == [3, 0]


def test_dice_of_artha_are_in_no_log() -> None:
    duel = two().script(0, (A.POINT,) * 3).script(1, (A.AVOID,) * 3).reveal()
    after = duel.roll(lying([1] * 7 + [1] * 4), (Extra(1, 2), Extra()))
    assert [(roll.name, roll.dice) for roll in after.sides[0].rolls] == [("Rhetoric", 5)]

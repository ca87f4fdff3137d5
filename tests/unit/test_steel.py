"""Steel: hesitation, what is lost and how often, and the map of the sub-systems."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, views
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import steel, subsystems
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.intent import Detail
from engine.games.burning_wheel.rules.steel import Conflict, Easier, Harder, Reaction
from engine.games.burning_wheel.rules.subsystems import SUBSYSTEMS, Crowd, What
from tests.strategies import fewer

PAGE = Path(__file__).parents[2] / "docs/burning-wheel/which-conflict-rules/which-rules-do-i-need.md"
shades = st.sampled_from(Shade)
conflicts = st.sampled_from(Conflict)


@given(shades, st.integers(0, 20), st.integers(-10, 10))
def test_hesitation_never_falls_below_zero_and_its_lines_add_up(shade: Shade, exponent: int, traits: int) -> None:
    bare = steel.hesitation(Ability(shade, exponent), traits, floor=False).total
    assert bare == steel.STARTS[shade] - exponent + traits
    assert steel.hesitation(Ability(shade, exponent), traits).total == max(0, bare)


@fewer(3)
@given(shades, st.integers(0, 8), st.integers(0, 12), conflicts, st.booleans())
def test_the_spread_holds_every_chance_once(shade: Shade, dice: int, ob: int, where: Conflict, margin: bool) -> None:
    law = successes(Pool.of(dice, shade, open_ended=True))

    def cost(heartbeats: int) -> int:
        return steel.lost_there(where, heartbeats, by_margin=margin)

    chances = steel.spread(law, ob, cost)
    assert sum(chances) == 1
    assert chances[0] == law.at_least(ob)
    assert len(chances) == cost(ob) + 1
    assert 0 <= steel.mean(chances) <= cost(ob)


@pytest.mark.parametrize("steel_dice", range(2, 8))
@pytest.mark.parametrize("will", range(2, 9))
@pytest.mark.parametrize("conflict", ["none", "fight", "range"])
def test_of_several_losses_as_likely_all_are_named(steel_dice: int, will: int, conflict: str) -> None:
    places = {"none": "nowhere", "fight": "fight", "range": "range"}
    inputs = {"steel": f"B{steel_dice}", "will": f"B{will}", "conflict": {"is": places[conflict]}}
    ran = app.run("steel-test", inputs)
    spread = ran.answer.values["distribution"]
    most = [lost for lost, chance in enumerate(spread) if chance == max(spread)]
    assert ran.answer.values["likeliest"] == most
    shown = views.as_text(ran.answer)
    said = shown[shown.index("Most often you lose ") :].split(".")[0].replace("none", "0").replace("nothing", "0")
    assert [int(number) for number in re.findall(r"\d+", said)] == most


def test_the_spread_agrees_with_counting_faces() -> None:
    """Two open-ended black dice against Ob 2, by hand: nothing, one or two heartbeats."""
    none, one = Fraction(1, 2), Fraction(5, 12)
    by_hand = (1 - none**2 - 2 * none * one, 2 * none * one, none**2)
    assert steel.spread(successes(Pool.of(2, open_ended=True)), 2) == by_hand


@given(conflicts, st.integers(0, 40), st.booleans())
def test_whoever_stands_loses_nothing_and_whoever_fails_loses_something(
    where: Conflict, heartbeats: int, margin: bool
) -> None:
    gone = steel.lost_there(where, heartbeats, by_margin=margin)
    assert (gone == 0) == (heartbeats == 0)
    assert gone <= heartbeats


@given(st.frozensets(st.sampled_from(Harder)))
def test_one_fright_counts_once(conditions: frozenset[Harder]) -> None:
    alone = sum(line.amount for line in steel.harder_lines(conditions))
    summed = sum(line.amount for line in steel.harder_lines(conditions, together=True))
    assert summed == sum(one.amount or 0 for one in conditions)
    doubled = sum(
        sum(one.amount or 0 for one in found) - max(one.amount or 0 for one in found)
        for family in steel.FAMILIES
        if (found := family & conditions)
    )
    assert alone == summed - doubled


def test_the_higher_of_two_advantages_is_the_first() -> None:
    assert [line.amount for line in steel.easier_lines(list(Easier), highest=True)] == [2]


def test_every_reaction_is_described_in_every_conflict() -> None:
    chosen = [one for one in Reaction if one is not Reaction.OPEN]
    assert set(steel.BEHAVIORS) == {(where, one) for where in Conflict for one in chosen}


@pytest.mark.parametrize(("sets", "logged"), [({}, 1), ({"successes": 6}, 1), ({"will": "B10"}, 0)])
def test_a_test_leaves_one_mark_where_one_is_made(sets: dict[str, object], logged: int) -> None:
    effects = app.run("steel-test", sets).answer.effects
    assert [getattr(one, "ability", "") for one in effects] == ["steel"] * logged


def test_artha_is_spent_on_steel() -> None:
    sets = {"boon": 2, "doubled": True}
    effects = app.run("steel-test", sets, {"tests.persona-dice": "all"}).answer.effects
    assert {(one.what, one.amount) for one in effects if hasattr(one, "what")} == {("persona", 2), ("deeds", 1)}
    kept = app.run("steel-test", sets).answer.effects
    assert {one.what for one in kept if hasattr(one, "what")} == {"deeds"}


def test_every_subsystem_is_an_answer_and_nothing_else_is_missing() -> None:
    found = {rules.answer for rules in (_play(what) for what in What)}
    assert set(SUBSYSTEMS) < found | {"versus"}
    assert all(one in SUBSYSTEMS for system in SUBSYSTEMS.values() for one in system.then)
    assert all(one in SUBSYSTEMS for session in subsystems.PATH for one in session.introduces)


def _play(what: What) -> subsystems.Choice:
    return subsystems.choose(what, True, True, Detail.SCENE, Crowd.FEW)


@pytest.mark.parametrize("system", SUBSYSTEMS.values(), ids=list(SUBSYSTEMS))
def test_the_map_on_the_page_links_what_is_here(system: subsystems.Subsystem) -> None:
    line = next(
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("- ") and system.name in line
    )
    assert ("](" in line) == system.here
    assert ("(to come)" in line) != system.here

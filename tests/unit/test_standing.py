"""Standing: what takes a die and what brings one, infamy, another name, and what joining costs."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import app, sheets
from engine.answer import Note
from engine.effects import AddRow, SetRow
from engine.games.burning_wheel.rules import standing as rules
from engine.games.burning_wheel.rules.circles import Reputation
from engine.games.burning_wheel.rules.standing import Group, Guise, Ruin, Setback
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.rulings import Rulings

reputations = st.lists(st.builds(Reputation, st.just(""), st.integers(1, 5), st.booleans()), max_size=5)
groups = st.frozensets(st.sampled_from(Group))


def effects(calculator: str, /, **inputs: Any) -> tuple[object, ...]:
    return app.run(calculator, inputs).answer.effects


@given(st.integers(0, 5), st.booleans(), st.sampled_from(Setback), st.booleans())
def test_an_affiliation_falls_only_where_all_comes_together(
    dice: int, used: bool, setback: Setback, harmed: bool
) -> None:
    falls = rules.affiliation_falls(dice, used, setback, harmed)
    assert falls == (dice > 0 and used and harmed and setback is not Setback.NONE)
    assert rules.after_harm(dice, falls).total == dice - falls


@given(st.integers(1, 5), st.integers(0, 5), st.booleans(), st.sampled_from(Ruin), st.booleans())
def test_infamy_moves_a_die_and_makes_none(dice: int, infamous: int, used: bool, ended: Ruin, outrage: bool) -> None:
    threatened = rules.reputation_threatened(used, ended)
    good = rules.after_ruin(dice, threatened).total
    bad = rules.after_outrage(infamous, threatened and outrage).total
    assert good + bad == dice + infamous - (threatened and not outrage)


@given(reputations)
def test_under_a_new_name_nothing_counts(held: list[Reputation]) -> None:
    assert rules.under(Guise.NEW, held) == (0,) * len(held)


@given(reputations, st.booleans(), st.booleans())
def test_on_return_no_name_grows_or_loses_two(held: list[Reputation], best_only: bool, kept: bool) -> None:
    worth = rules.under(Guise.OLD, held, best_only=best_only, infamous_kept=kept)
    lost = [one.dice - dice for one, dice in zip(held, worth, strict=True)]
    assert set(lost) <= {0, 1}
    assert sum(lost) <= 1 or not best_only
    assert not kept or all(less == 0 for one, less in zip(held, lost, strict=True) if one.infamous)


@given(st.integers(1, 3), groups)
def test_the_highest_surcharge_is_never_more_than_all(dice: int, chosen: frozenset[Group]) -> None:
    bare, high, summed = (rules.price(dice, ()), rules.price(dice, chosen), rules.price(dice, chosen, summed=True))
    assert bare.total <= high.total <= summed.total
    assert high.total - bare.total == max((one.amount or 0 for one in chosen), default=0)


def test_a_lost_die_goes_onto_the_sheet_by_the_name() -> None:
    assert effects("affiliation-loss", name="the weavers") == (SetRow("affiliations", "the weavers", {"dice": 1}),)
    assert effects("affiliation-loss", name="the weavers", dice=1) == (SetRow("affiliations", "the weavers", {}),)
    back = {"is": "regain", "lost": 2}
    assert effects("affiliation-loss", name="the weavers", dice=0, event=back) == (
        AddRow("affiliations", {"name": "the weavers", "dice": 2}),
    )
    assert effects("affiliation-loss") == ()


def test_an_outrage_rewrites_the_name() -> None:
    said = {"name": "broker", "outrage": True, "rewritten": "fire raiser"}
    new = AddRow("reputations", {"name": "fire raiser", "dice": 1, "infamous": True})
    assert effects("reputation-loss", **said) == (SetRow("reputations", "broker", {"dice": 1}), new)
    again = effects("reputation-loss", **said, dice=1, infamous=1)
    assert again == (SetRow("reputations", "broker", {}), SetRow("reputations", "fire raiser", {"dice": 2}))


def test_the_sheet_takes_what_standing_gives_and_takes() -> None:
    known = {"name": "Joris", "reputations": [{"name": "broker", "dice": 2}]}
    document = sheets.add(sheets.empty(), known).document
    for effect in effects("reputation-loss", name="broker", outrage=True, rewritten="fire raiser"):
        assert isinstance(effect, (AddRow, SetRow))
        document = sheets.apply(document, "1", effect, "", Rulings("burning-wheel")).document
    assert sheets.inputs_of(document, "1")["reputations"] == [
        {"name": "broker", "dice": 1, "infamous": False},
        {"name": "fire raiser", "dice": 1, "infamous": True},
    ]


def test_the_old_name_comes_back_smaller() -> None:
    held = [{"name": "duelist", "dice": 2}, {"name": "liar", "dice": 1, "infamous": True}]
    assert effects("new-identity", guise="new", reputations=held) == ()
    assert effects("new-identity", guise="old", reputations=held) == (
        SetRow("reputations", "duelist", {"dice": 1}),
        SetRow("reputations", "liar", {}),
    )


def test_votes_for_ones_own_character_go_onto_the_sheet() -> None:
    votes = [
        {"character": "Ilse", "name": "peacemaker", "feat": "feud", "yes": 4},
        {"character": "Odo", "name": "hero", "feat": "raise", "held": 3, "yes": 4},
    ]
    ilse, odo = (effects("reputation-vote", votes=votes, mine=who) for who in ("ilse", "Odo"))
    assert ilse == (AddRow("reputations", {"name": "peacemaker", "dice": 1}),)
    assert odo == (SetRow("reputations", "hero", {"dice": 4}),)
    assert effects("reputation-vote", votes=votes) == ()


def test_joining_marks_each_test_once() -> None:
    assert effects("affiliation-price") == (LogTest("circles_ability", "Routine"),)
    done = effects("affiliation-price", name="the barbers", circles_rolled=1, resources_rolled=3)
    assert done == (LogTest("resources", "Difficult"), AddRow("affiliations", {"name": "the barbers", "dice": 1}))
    risen = {"way": {"is": "rise"}, "circles_rolled": 1, "resources_rolled": 5, "name": "the barbers"}
    assert effects("affiliation-price", **risen)[-1] == SetRow("affiliations", "the barbers", {"dice": 2})
    assert effects("affiliation-price", circles_rolled=1, resources_rolled=2) == ()


def test_a_failed_purchase_leads_to_tax() -> None:
    shown = app.run("affiliation-price", {"circles_rolled": 1, "resources_rolled": 2}).answer.blocks
    assert [one.rule for one in shown if isinstance(one, Note)] == ["RES-08"]

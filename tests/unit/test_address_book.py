"""The address book, relationships out of contacts, and the steps of a search."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, sheets
from engine.answer import Steps, Table, Verdict
from engine.effects import AddRow, SetRow
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import address_book as rules
from engine.games.burning_wheel.rules import circles, inquiry, relationships
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.address_book import Event, Person
from engine.games.burning_wheel.rules.circles import Feeling, Result
from engine.games.burning_wheel.rules.inquiry import SEARCH, Stage
from engine.games.burning_wheel.rules.relationships import Who
from engine.rulings import Rulings

few = st.integers(0, 5)
people = st.builds(
    Person, st.just("Agathe"), st.integers(1, 16), st.sampled_from(Feeling), few, few, few, st.integers(1, 12)
)
own = st.builds(Ability, st.sampled_from(Shade), st.integers(0, 9))


def ran(calculator: str, /, **inputs: Any) -> app.Run:
    return app.run(calculator, inputs)


@given(people, own)
def test_a_meeting_is_the_circles_test_of_a_named_contact(person: Person, ability: Ability) -> None:
    meeting = rules.next_meeting(person, ability)
    named = person.feeling is not Feeling.ENEMY
    standing = person.reputation + person.affiliation
    assert meeting.dice.total == ability.exponent + standing + named
    assert meeting.obstacle.total == person.obstacle + person.against


@given(st.integers(1, 16), st.integers(1, 5), few)
def test_the_book_agrees_with_the_obstacle_builder(first: int, reputation: int, against: int) -> None:
    meeting = rules.next_meeting(
        Person("Agathe", first, reputation=reputation, against=against), Ability(Shade.GRAY, 4)
    )
    rows = [{"dice": reputation}, *([{"dice": against, "infamous": True}] if against else [])]
    built = ran("circles-obstacle", named=first, circles="G4", reputations=rows).answer.values
    assert (built["dice"], built["obstacle"]) == (meeting.dice.total, meeting.obstacle.total)


@given(people, st.sampled_from(Event))
def test_what_happens_changes_one_thing(person: Person, event: Event) -> None:
    after = rules.after(person, event)
    assert after.uses - person.uses == (event is Event.FOUND)
    assert after.hostile == (event is Event.TURNED or (event is Event.FOUND and person.hostile))
    assert (after.name, after.obstacle) == (person.name, person.obstacle)


@given(st.integers(0, 9), few, few, few, few, st.booleans(), st.booleans(), st.integers(1, 20))
def test_more_standing_never_takes_more_uses(
    exponent: int, rolled: int, kept: int, against: int, affiliation: int, errata: bool, scorn: bool, uses: int
) -> None:
    bare = relationships.aptitude(exponent, against=against, errata=errata, scorn=scorn)
    found = relationships.aptitude(exponent, rolled, kept, against, affiliation, errata=errata, scorn=scorn)
    assert found.total <= bare.total <= 10 - exponent + against
    assert relationships.raised(found).total == max(1, found.total)
    counted = [relationships.uses_left(found.total, uses, first=first) for first in (True, False)]
    assert 0 <= counted[0] <= counted[1] <= counted[0] + 1


def test_a_relationship_leaves_the_contacts() -> None:
    done = ran("address-book", people=[{"name": "Agathe", "obstacle": 3, "uses": 6}], who=1)
    known = {"name": "Bram", "contacts": [{"name": "Agathe", "obstacle": 3}]}
    document = sheets.add(sheets.empty(), known).document
    for effect in done.answer.effects:
        document = sheets.apply(document, "1", effect, "", Rulings("burning-wheel")).document
    sheet = sheets.inputs_of(document, "1")
    assert sheet["contacts"] == []
    assert [row["name"] for row in sheet["relationships"]] == ["Agathe"]
    assert ran("relationship-aptitude", name="Agathe", uses=7).answer.effects == done.answer.effects


def test_what_happened_goes_onto_the_sheet() -> None:
    def effects(event: str, **row: Any) -> tuple[object, ...]:
        return ran("address-book", people=[{"name": "Agathe", **row}], who=1, event=event).answer.effects

    assert effects("found") == (SetRow("contacts", "Agathe", {"uses": 2}),)
    assert effects("turned") == (SetRow("contacts", "Agathe", {"feeling": "former"}),)
    assert effects("won", feeling="enemy") == (SetRow("contacts", "Agathe", {"feeling": "friend"}),)
    assert effects("won") == ()
    assert effects("found", name="") == ()


def test_friends_and_enemies_stand_apart() -> None:
    tables = [one for one in ran("address-book").answer.blocks if isinstance(one, Table)]
    assert [(table.caption, len(table.rows)) for table in tables] == [("To be found again", 2), ("Enemies", 1)]
    assert [row[0] for table in tables for row in table.rows] == [1, 2, 3]
    assert not [one for one in ran("address-book", people=[]).answer.blocks if isinstance(one, Table)]


def test_contacts_of_the_sheet_are_rows_of_the_book() -> None:
    named = ran("circles-result", name="Agathe").answer.effects[-1]
    assert isinstance(named, AddRow)
    assert ran("address-book", people=[named.row]).answer.values["contacts"] == ["Agathe"]


@given(st.sampled_from(Who), st.booleans(), st.none() | st.integers(1, 16), st.none() | st.sampled_from(Result))
def test_every_search_has_a_next_step(who: Who, reachable: bool, obstacle: int | None, found: Result | None) -> None:
    stage = inquiry.next_stage(who, reachable, obstacle, found)
    assert (stage in SEARCH) == (who is Who.STRANGER and reachable)
    assert stage in inquiry.LEADS_TO


def test_the_steps_lead_to_their_rules() -> None:
    shown = next(one for one in ran("circles-procedure", obstacle=2).answer.blocks if isinstance(one, Steps))
    assert len(shown.rules) == len(shown.steps) == len(SEARCH)
    assert shown.steps[SEARCH.index(Stage.ROLL)].startswith("**Now:** ")


@pytest.mark.parametrize("asking", [{"is": "somebody", "obstacle": 7}, {"is": "nobody", "chosen": 3}])
@pytest.mark.parametrize("successes", [None, 1])
def test_the_hidden_figure_stays_hidden(asking: dict[str, Any], successes: int | None) -> None:
    done = ran("circles-detect", asking=asking, covered=True, successes=successes)
    (shown,) = done.answer.blocks
    assert isinstance(shown, Verdict)
    assert "Ob" not in f"{shown.figure} {shown.at_a_glance} {shown.sentence}".replace("obstacle", "")
    other = ran("circles-detect", asking={"is": "somebody", "obstacle": 6}, covered=True, successes=successes)
    assert (shown, done.rulings, done.answer.effects) == (other.answer.blocks[0], other.rulings, ())


def test_what_an_enemy_costs_is_said_in_the_book() -> None:
    former = [{"name": "Corvin", "feeling": "former"}]
    for reading, said in (("obstacle", "social tests +2 Ob"), ("both", "social tests +2 Ob, body of argument +4D")):
        answer = app.run("address-book", {"people": former}, {"circles.former-friend": reading}).answer
        table = next(one for one in answer.blocks if isinstance(one, Table))
        assert table.rows[0][-1].replace("\N{NO-BREAK SPACE}", " ") == said
    assert circles.ENEMY_SOCIAL_OBSTACLE == 2

"""The test card in its order, what is told of a roll, and contests."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.answer import Note, Steps, Table
from engine.games.burning_wheel.dice import Outcome
from engine.games.burning_wheel.rules.intent import SIDES, Card, Contest, Direction, Wanted, told

TEXTS = st.sampled_from(["", "over the wall", "Over the wall", "with a rope"])
CARDS = st.builds(Card, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, st.sampled_from(Direction), TEXTS)


@given(CARDS)
def test_what_is_missing_stands_in_order_and_nothing_else(card: Card) -> None:
    order = list(Wanted)
    missing = [order.index(one) for one in card.missing]
    assert missing == sorted(missing)
    assert all(not card.said(one) or (one is Wanted.TASK and card.only_wanted) for one in card.missing)
    assert (Wanted.REASON in card.asked) == (card.direction is Direction.DEATH)


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("outcome", Outcome)
def test_a_success_tells_the_same_whatever_failing_would_have_brought(outcome: Outcome, direction: Direction) -> None:
    said = told(outcome, 2, direction)
    assert (said == told(outcome, 2, Direction.FAILS)) == (outcome.passes or direction is Direction.FAILS)
    assert (told(outcome, 2, direction, careful=True) == said) == outcome.passes


def test_every_contest_has_two_sides() -> None:
    assert list(SIDES) == list(Contest)


def blocks(name: str, kind: type, **inputs: Any) -> list[Any]:
    return [block for block in app.run(name, inputs).answer.blocks if isinstance(block, kind)]


def test_the_card_shows_what_was_said_and_the_death_only_where_it_is_one() -> None:
    (table,) = blocks("test-card", Table, intent="in before the watch", rating="B4")
    assert ("Intent", "in before the watch") in table.rows
    assert ("With", "B4") in table.rows
    assert "Why death" not in dict(table.rows)
    (table,) = blocks("test-card", Table, direction="death", reason="no rope")
    assert table.rows[-1] == ("Why death", "no rope")


def test_a_versus_card_gives_no_odds() -> None:
    against = {"is": "somebody", "who": "Odo"}
    assert app.run("test-card", {"against": against, "rating": "B4"}).answer.values["probability"] is None


def test_only_a_card_that_is_ready_asks_for_the_edition() -> None:
    assert app.run("test-card", {}).rulings == {}


def test_ideas_come_with_a_failure_that_is_not_death() -> None:
    assert len(blocks("outcome-card", Steps, successes=0)) == 2
    assert len(blocks("outcome-card", Steps)) == 1
    death = {"direction": "death", "stakes": "you fall", "reason": "no rope"}
    assert len(blocks("outcome-card", Steps, successes=0, **death)) == 1


def test_a_sub_system_leads_back_to_the_versus_test() -> None:
    assert blocks("contest", Steps, about="argue", detail="scene") == []
    assert [note.rule for note in blocks("contest", Note, about="argue", detail="scene")] == ["HUB-13"]

"""Earning artha: the tables hold together, votes are fair, and no point of a wallet is lost."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.calculators.beliefs_traits_artha.awards import Voted, Won
from engine.games.burning_wheel.rules import awards
from engine.games.burning_wheel.rules.awards import AWARDS, MEANINGS, Artha, Ends, Given, Giver, Style, Wallet, Word
from engine.games.burning_wheel.sheet.effects import Spend


def run(**inputs: Any) -> app.Run:
    return app.run("end-of-session", inputs)


def test_every_award_is_a_chip_and_every_vote_is_offered() -> None:
    assert [won.value for won in Won] == list(AWARDS)
    assert [voted.value for voted in Voted] == [award.id for award in AWARDS.values() if award.by == "vote"]
    assert set(MEANINGS) == set(Artha)
    assert all(won.words.startswith(won.award.artha.words[0]) for won in Won)


def test_both_editions_end_a_session_in_six_steps() -> None:
    for later in (False, True):
        assert [step.number for step in awards.steps(Ends.ARC, later=later)] == [1, 2, 3, 4, 5, 6]


def test_who_may_ask_for_what() -> None:
    for award in AWARDS.values():
        ends = award.when == "scenario"
        assert awards.word(award, Giver.PLAYER, Given.SELF) is (Word.VOTE if ends else Word.NO)
        assert awards.word(award, Giver.GM, Given.OTHER) is (Word.VOTE if award.by == "vote" else Word.GIVEN)
        assert (awards.word(award, Giver.PLAYER, Given.OTHER) is Word.NO) == (award.artha is Artha.DEEDS)


@given(st.lists(st.integers(0, 8), min_size=1, max_size=8), st.integers(1, 20))
def test_a_majority_is_never_shared_by_those_who_have_one_vote_each(votes: list[int], voters: int) -> None:
    if sum(votes) <= voters:
        assert len(awards.winners(votes, voters, most=False)) <= 1
    most = awards.winners(votes, voters, most=True)
    assert len(most) <= 1
    assert set(most) <= set(awards.winners(votes, voters, most=True, tied_all=True))


def test_nobody_wins_a_vote_that_nobody_cast() -> None:
    assert awards.winners([0, 0], 3, most=True, tied_all=True) == ()


@given(st.integers(0, 30))
def test_old_points_come_out_even(points: int) -> None:
    found = awards.converted(points)
    assert len(set(found)) == len(found) == round((points + 3) ** 2 / 12)
    assert all(sum(wallet.of(kind) * awards.PRICE[kind] for kind in Artha) == points for wallet in found)


@given(st.integers(1, 40))
def test_every_lifepath_is_one_point(paths: int) -> None:
    wallet = awards.starting(Style.LIFEPATHS, paths)
    full, rest = divmod(paths, 5)
    expected = Wallet(2 * full + min(rest, 2), 2 * full + max(0, min(rest - 2, 2)), full)
    assert wallet == expected
    assert wallet.total == paths
    assert awards.of_opponent(wallet).deeds == 0


def test_only_your_own_row_goes_onto_your_sheet() -> None:
    rows = [{"awards": ["belief", "mvp"]}, {"awards": ["greater-goals", "humor"], "more_fate": 1}]
    assert run(ends="arc", players=rows, mine=2).answer.effects == (Spend("fate", -2), Spend("deeds", -1))
    assert run(ends="arc", players=rows, mine=0).answer.effects == ()
    assert run(ends="session", players=rows).answer.effects == (Spend("fate", -1),)


@pytest.mark.parametrize("edition", ["revised", "later"])
def test_a_ruling_is_asked_for_where_it_tells(edition: str) -> None:
    votes = [{"award": "mvp", "player": 1, "votes": 2}, {"award": "mvp", "player": 2, "votes": 2}]
    asked = app.run("end-of-session", {"ends": "scenario", "votes": votes}, {"edition": edition}).rulings
    assert ("burning-wheel.artha.tied-votes" in asked) == (edition == "revised")
    assert list(run(ends="scenario", votes=[{**votes[0], "votes": 3}]).rulings) == ["burning-wheel.edition"]


def test_with_a_full_table_the_sum_is_said_aloud() -> None:
    answer = run(players=[{"awards": ["humor"]}] * 7).answer
    assert answer.sentence.replace("\N{NO-BREAK SPACE}", " ") == "7 of 7 earn 7 Fate together."
    assert run(players=[], mine=0).answer.sentence == "Nobody has earned artha yet."
    assert json.dumps(run().as_json())

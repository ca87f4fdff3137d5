"""Two ladders side by side: what is drawn, and what the table behind them says."""

import re

from engine.games.burning_wheel.views.blocks import Ghost, Ladder, Ladders
from engine.games.burning_wheel.views.ladders import AT, ladders, outcomes
from engine.views.place import Place

RUNGS = ("Out", "Extreme", "Optimal", "Too close")
BLOCK = Ladders(
    "You are at extreme range, they are out of range.",
    (Ladder("You", "Great bow", RUNGS, 1, "shoot at Ob 3"), Ladder("They", "<Knife>", RUNGS, 0)),
    (Ghost("win", (2, 1)), Ghost("tie", (1, 0)), Ghost("lose", (2, 2)), Ghost("win by two", (2, 1))),
)


def test_outcomes_that_meet_share_a_ghost() -> None:
    assert outcomes(BLOCK) == {(2, 1): "win, win by two", (1, 0): "tie", (2, 2): "lose"}


def test_every_rung_is_named_and_what_may_be_done() -> None:
    html = ladders(BLOCK, Place("x", "./"))
    for name in RUNGS:
        assert html.count(f">{name}</text>") == 2
    assert "shoot at Ob 3" in html
    assert "&lt;Knife&gt;" in html
    assert BLOCK.sentence in html


def test_a_bar_for_now_and_one_for_each_other_place() -> None:
    html = ladders(BLOCK, Place("x", "./"))
    assert html.count('class="fl-ladder__bar"') == 1
    assert html.count('class="fl-ladder__ghost"') == 2
    assert ">now; tie</text>" in html
    discs = re.findall(r'cx="(\d+)"[^>]*fl-ladder__bar-end', html)
    assert [int(x) for x in discs] == list(AT)


def test_the_table_says_every_outcome() -> None:
    html = ladders(BLOCK, Place("x", "./"))
    rows = re.findall(r"<tr><th[^>]*>([^<]*)</th><td>([^<]*)</td><td>([^<]*)</td></tr>", html)
    assert rows == [
        ("Now", "Extreme", "Out"),
        ("Win", "Optimal", "Extreme"),
        ("Tie", "Extreme", "Out"),
        ("Lose", "Optimal", "Optimal"),
        ("Win by two", "Optimal", "Extreme"),
    ]


def test_without_ghosts_there_is_one_bar_and_no_word_on_it() -> None:
    html = ladders(Ladders("Here.", BLOCK.ladders), Place("x", "./"))
    assert "fl-ladder__word" not in html
    assert "fl-ladder__ghost" not in html


def test_a_long_word_is_set_smaller() -> None:
    long = Ladders("Here.", BLOCK.ladders, (Ghost("win by two or more", (2, 1)),))
    assert "fl-ladder__word--long" in ladders(long, Place("x", "./"))
    assert "fl-ladder__word--long" not in ladders(Ladders("Here.", BLOCK.ladders, BLOCK.ghosts[1:2]), Place("x", "./"))

"""Retaliation and the tables of a fight."""

from collections import Counter

from engine.games.bastard_sword.rules.modifiers import MODIFIERS, TOPICS, Kind, Played
from engine.games.bastard_sword.rules.retaliation import HOW, Enemy, How, Provoker, who


def test_what_draws_a_blow() -> None:
    assert Counter(HOW.values()) == {How.BEFORE: 17, How.AFTER: 1, How.UNDEFENDED: 1, How.SAFE: 3}
    assert HOW.keys() == set(Provoker)
    assert [act for act in Provoker if HOW[act] is How.SAFE] == [Provoker.SHIFT, Provoker.TURN, Provoker.FACE]


def test_who_may() -> None:
    barred = [Enemy(in_front=False), Enemy(in_range=False), Enemy(dice=0), Enemy(struck=True)]
    assert [bool(one.bar(Provoker.MOVE)) for one in barred] == [True] * 4
    assert not Enemy(struck=True).bar(Provoker.SHOOT)
    assert who(Provoker.SHOOT, [Enemy(initiative=1), *barred[:3], Enemy(initiative=4)]) == [4, 0]
    assert who(Provoker.TURN, [Enemy()]) == []


def test_the_tables() -> None:
    assert Counter(one.kind for one in MODIFIERS) == {Kind.BONUS: 10, Kind.MALUS: 19, Kind.SCORE: 2}
    assert len(TOPICS) == 28
    assert {one.played for one in TOPICS} == set(Played)
    assert all(one.rule.startswith("BSR-") for one in (*MODIFIERS, *TOPICS))

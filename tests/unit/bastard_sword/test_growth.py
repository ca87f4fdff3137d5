"""Growth, virtues and size: tables cell by cell, and what must hold of any line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.calculators import REGISTRY
from engine.forms import Unusable
from engine.games.bastard_sword import GAME
from engine.games.bastard_sword.rules.growth import cost, eligible, lifted, raised
from engine.games.bastard_sword.rules.size import ABOUT, Size, larger, more_strength
from engine.games.bastard_sword.rules.tempo import Tempo, due
from engine.games.bastard_sword.rules.virtues import ASPECTS, Line, Side, Virtue
from engine.games.bastard_sword.sheet.effects import Experience, KeepVirtue, LearnAttribute, RaiseRank
from engine.rulings import Rulings

ASK = Rulings("bastard-sword")


def test_costs() -> None:
    assert [cost(rank) for rank in range(7)] == [4, 8, 12, 16, 20, 24, 28]
    assert raised(0, 3).rank == 0
    assert raised(0, 12, carry=True).rank == 2


def test_families() -> None:
    assert eligible([2, 2, 0, 1, 0]) == [0, 1, 3]
    assert lifted(1, [2, 2, 0, 1, 0], [0, 1, 3]) == (2, [1, 1, 0, 0, 0])


def test_tempo() -> None:
    changes = [len(due(now, then)) for now in Tempo for then in Tempo]
    assert changes == [0, 5, 5, 5, 0, 3, 5, 3, 0]
    assert len(due(Tempo.INTERACTION, Tempo.INTERACTION, scene_ends=True)) == 3


def test_aspects() -> None:
    assert {one.value: (*ASPECTS[one].lack, *ASPECTS[one].excess) for one in Virtue} == {
        "courage": ("craven", "prudent", "daring", "reckless"),
        "faith": ("sacrilegious", "sceptic", "devout", "zealot"),
        "honesty": ("devious", "cunning", "frank", "pedantic"),
        "pride": ("meek", "humble", "dignified", "vain"),
        "temperance": ("debauched", "epicurean", "disciplined", "insensitive"),
    }


@given(st.integers(-5, 5), st.integers(-5, 5), st.integers(0, 6), st.integers(0, 6))
def test_any_line(left: int, right: int, persona: int, wisdom: int) -> None:
    line = Line(left, right)
    lawful = left <= right and max(abs(left), abs(right)) <= persona and right - left <= wisdom
    assert (not line.fault(persona, wisdom)) == lawful
    if not lawful:
        return
    lack, excess = line.boxes
    assert lack + excess + line.excluded == 10
    for side in Side:
        for by in (-1, 1):
            after = line.moved(side, by, persona, wisdom)
            if after:
                assert not after.fault(persona, wisdom)
                moved = (after.left - left, after.right - right)
                assert moved in ((by, by), (by, 0) if side is Side.LEFT else (0, by))


def test_a_slash_takes_the_other_along() -> None:
    assert Line(-1, 1).moved(Side.RIGHT, 1, 3, 2) == Line(0, 2)
    assert Line(-1, 1).moved(Side.RIGHT, 1, 3, 3) == Line(-1, 2)
    assert Line(-1, 1).moved(Side.RIGHT, 1, 1, 2) is None
    assert Line(0, 0).moved(Side.RIGHT, -1, 3, 3) is None


def test_sizes() -> None:
    assert [one.place for one in Size] == list(range(9))
    assert [ABOUT[one].about for one in Size][:5] == ["3 cm", "10 cm", "30 cm", "1 m", "1.75 m"]
    assert larger(Size.HUGE, Size.MEDIUM) == 2
    assert [more_strength(apart) for apart in range(6)] == [0, 1, 3, 10, 30, 100]


def test_a_sheet_learns() -> None:
    sheet = GAME.sheet
    assert sheet
    inputs = sheet.canonical({"name": "Femke", "skills": [{"name": "Running", "rank": 1}]})
    after, words = Experience(2).apply(sheet, inputs, "running", ASK)
    assert (after["skills"][0]["xp"], words) == (2, "Femke: Running has 2 experience.")
    with pytest.raises(Unusable, match="Choose a skill"):
        Experience(1).apply(sheet, inputs, "Bows", ASK)
    risen, words = RaiseRank(1, 0).apply(sheet, after, "Running", ASK)
    assert (risen["skills"][0]["rank"], risen["skills"][0]["xp"], words) == (2, 0, "Femke: Running has rank 2.")
    marked = sheet.canonical({**inputs, "learning": [{"attribute": "wisdom", "xp": 2, "marked": True}]})
    learned, _ = LearnAttribute("wisdom").apply(sheet, marked, "", ASK)
    learned, _ = LearnAttribute("strength").apply(sheet, learned, "", ASK)
    assert [(one["attribute"], one["xp"], one["marked"]) for one in learned["learning"]] == [
        ("wisdom", 3, False),
        ("strength", 1, False),
    ]
    offers = sheet.offers(REGISTRY["bs-attribute-xp"].form, marked, ASK)
    assert [one.pairs for one in offers["marked"]] == [{"marked": "wisdom"}]
    offers = sheet.offers(REGISTRY["bs-ranks"].form, after, ASK)
    assert [one.pairs for one in offers["rank"]] == [{"rank": "1", "xp": "2"}]
    kept, _ = KeepVirtue("courage", 0, 1, 3, 2).apply(sheet, inputs, "", ASK)
    again, _ = KeepVirtue("courage", 0, 1, 0, 0).apply(sheet, kept, "", ASK)
    assert [(one["virtue"], one["lack"]) for one in again["virtues"]] == [("courage", 0)]


def test_the_dice_of_a_tired_character() -> None:
    """Five dice and 3 spirit left fill a form with three; what a round may use is counted by the five."""
    sheet = GAME.sheet
    assert sheet is not None
    skill = {"name": "Running", "rank": 4, "first": "constitution", "second": "strength"}
    tired = sheet.canonical({"name": "Femke", "skills": [skill], "spirit_lost": 21})
    pools = {}
    for name, field in (("bs-odds", "pool"), ("bs-move", "running.pool"), ("bs-dice-left", "skill")):
        offers = sheet.offers(REGISTRY[name].form, tired, ASK)
        pools[name] = [one.pairs[field] for one in offers.get(field, ())]
    assert pools == {"bs-odds": ["3d6"], "bs-move": ["3d6"], "bs-dice-left": ["5d6"]}

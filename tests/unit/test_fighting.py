"""Attacking and defending in Fight!: the calculators say what those of the chapter on weapons say."""

import itertools
from fractions import Fraction
from typing import Any

import pytest

from engine import app
from engine.answer import Note, Verdict
from engine.forms import Unusable
from tests.site.building import modules

app.load(modules())
STAGES = tuple(f"chance_{stage}" for stage in ("miss", "incidental", "mark", "superb"))


def values(name: str, rulings: dict[str, str] | None = None, **inputs: Any) -> dict[str, Any]:
    return dict(app.run(name, inputs, rulings).answer.values)


def verdict(name: str, **inputs: Any) -> Verdict:
    found = app.run(name, inputs).answer.verdict
    assert found is not None
    return found


@pytest.mark.parametrize("weapon", ["sword", "spear", "bare-fist"])
@pytest.mark.parametrize("inside", ["no", "hilt", "sword"])
@pytest.mark.parametrize("disadvantages", [[], ["lunging"], ["moving", "dark"]])
@pytest.mark.parametrize("unskilled", [False, True])
def test_a_strike_at_nobody_who_defends(weapon: str, inside: str, disadvantages: list[str], unskilled: bool) -> None:
    """FGT-47 and WPN-04: without stance and defense a Strike of Fight! is the Strike of the chapter on weapons."""
    same = {"skill": "B5", "weapon": weapon, "inside": inside, "disadvantages": disadvantages, "unskilled": unskilled}
    mine, theirs = values("fight-strike", **same, defense=""), values("strike", **same)
    for name in ("obstacle", "dice", "add", *STAGES):
        assert mine[name] == theirs[name]


@pytest.mark.parametrize("shield", ["buckler", "target", "great"])
@pytest.mark.parametrize("va", [0, 2])
@pytest.mark.parametrize("trained", [False, True])
@pytest.mark.parametrize("great", [False, True])
def test_a_block_with_a_shield(shield: str, va: int, trained: bool, great: bool) -> None:
    """FGT-37 and ARM-24."""
    same = {"skill": "B4", "shield": shield, "va": va, "trained": trained}
    mine = values("block", **same, coming="great-strike" if great else "strike")
    theirs = values("shield-block", **same, great_strike=great)
    for name in ("shield", "dice", "may_block", "stopped", *STAGES):
        assert mine[name] == theirs[name]


@pytest.mark.parametrize("defense", ["", "B4"])
@pytest.mark.parametrize("weapon", ["sword", "mace", "great-mace"])
@pytest.mark.parametrize("great", ["none", "power", "va"])
def test_a_great_strike_from_start_to_end(defense: str, weapon: str, great: str) -> None:
    """FGT-43 and WPN-42."""
    armor = [{"location": "torso", "type": "plated-mail"}]
    mine = values("great-strike-odds", skill="B5", weapon=weapon, armor=armor, defense=defense)
    how = {"is": "swung", "weapon": weapon, "great_strike": great, "defense": defense, "maneuver": "avoid"}
    theirs = values("one-blow", skill="B5", how=how, armor=armor)
    assert mine[f"{great}_hit"] == theirs["hit"]
    assert mine[f"{great}_wounded"] == theirs["wounded"]
    assert mine[f"{great}_stopped"] == theirs["stopped"]


def test_avoid_and_block_take_off_alike() -> None:
    for own, attack, obstacle in itertools.product((2, 4, 6), (3, 5), (1, 3)):
        dodged = values("avoid", speed=f"B{own}", attack=f"B{attack}", coming={"is": "struck", "obstacle": obstacle})
        parried = values("block", skill=f"B{own}", attack=f"B{attack}", obstacle=obstacle)
        struck = values("fight-strike", skill=f"B{attack}", defense=f"B{own}", other=obstacle - 1)
        assert dodged["stopped"] == parried["stopped"] == 1 - struck["hits"]


def test_natural_defenses_are_the_better_of_two() -> None:
    for speed, power in itertools.product((2, 4, 6), (2, 4, 6)):
        found = values("natural-defenses", grip="push", speed=f"B{speed}", power=f"B{power}")
        assert found["foiled"] == max(found["speed_foiled"], found["power_foiled"])
        assert found["best"] == ("speed" if speed > power else "power")


def test_what_a_lock_leaves_of_natural_defenses() -> None:
    assert values("natural-defenses", grip="lock", power="B4", locked=2)["dice"] == 4
    assert values("natural-defenses", grip="push", speed="B1", power="B4", locked=2)["dice"] == 2


def test_a_charge_that_cannot_fail_to_be_stood_off() -> None:
    found = values("charge", power="B1", stood="B9", avoid="B9", other=12)
    assert (found["floored"], found["staggered"]) == (0, 0)
    assert found["lost"] == 1


def test_every_split_sums_up() -> None:
    seen = []
    for riposte in range(1, 7):
        found = values("counterstrike", skill="B7", attack="B5", riposte=riposte)
        assert found["good"] == found["hits"] * (1 - found["struck"])
        seen.append(found["good"])
    best = values("counterstrike", skill="B7", attack="B5")
    assert best["good"] == max(seen)
    assert seen[best["best"] - 1] == best["good"]


def test_a_beat_against_every_defense() -> None:
    free = values("beat-and-bind", skill="B5", theirs="B4")["works"]
    for dice in (1, 3, 5):
        less = values("beat-and-bind", skill="B5", theirs="B4", defense=f"B{dice}")["works"]
        assert less < free
        free = less


@pytest.mark.parametrize(
    ("name", "inputs", "sentence"),
    [
        ("avoid", {"stance": "aggressive"}, "Nobody may Avoid in Aggressive stance"),
        ("counterstrike", {"skill": "B5", "riposte": 5}, "Of 5D, 1 to 4 go into the riposte; this says 5."),
        ("counterstrike", {"skill": "B1", "riposte": 3}, "Of 1D, 0 or 1 go into the riposte; this says 3."),
        ("counterstrike", {"skill": "B2", "bonus": -4}, "takes at least one die"),
        ("beat-and-bind", {"armed": False}, "they hold none"),
        ("charge", {"start": "out"}, "Close first"),
        ("great-strike-odds", {"weapon": "bare-fist"}, "no Great Strike"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(name: str, inputs: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Unusable) as refused:
        app.run(name, inputs)
    assert sentence in refused.value.message


def test_a_test_is_logged_only_where_its_obstacle_is_known() -> None:
    assert app.run("fight-strike", {"defense": ""}).answer.effects
    assert not app.run("fight-strike", {"defense": "B4"}).answer.effects


def test_what_nobody_has_to_answer() -> None:
    assert verdict("what-is-left", attack=4, how={"is": "against-roll", "eats": 5}).figure == "No effect"
    assert verdict("natural-defenses", hesitating=True).figure == "None"
    assert values("natural-defenses", hesitating=True, attack="B3")["foiled"] == Fraction(1, 8)


def test_a_grip_that_slips_says_nothing_about_the_inside() -> None:
    """FGT-44: both are inside once a Lock is achieved, and not before."""

    def notes(own: int) -> list[str]:
        rolled = {"is": "opposed", "own": own, "other": 2}
        blocks = app.run("lock", {"rolled": rolled}).answer.blocks
        return [block.text for block in blocks if isinstance(block, Note)]

    assert any("both inside" in said for said in notes(3))
    assert not any("both inside" in said for said in notes(2))


def test_nothing_rolled_is_no_matter_of_obstacles() -> None:
    assert verdict("what-is-left", attack=0, how={"is": "against-roll"}).sentence.startswith("They have no success")
    assert verdict("what-is-left", attack=1, how={"is": "against-roll", "eats": 1}).sentence.startswith("Their +Ob")


def test_who_runs_screaming_still_rolls_against_a_charge() -> None:
    """FGT-38: a Charge is a positioning test, and a runner Withdraws."""
    assert "Withdraw" in verdict("natural-defenses", grip="charge", hesitating=True).sentence
    assert "Withdraw" not in verdict("natural-defenses", grip="lock", hesitating=True).sentence

"""Riding: every cell of its tables, a maneuver and its fall counted otherwise, and what forms refuse (RID-01 to 10)."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.forms import Unusable
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.rules import riding, throws
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.mounts import MOUNTS
from engine.games.burning_wheel.rules.riding import GROUNDS, Botched, Pace, Task, Terrain
from engine.games.burning_wheel.rules.throws import Ground
from engine.refused import Refused
from engine.rulings import Rulings
from engine.sheets import Document, add, empty

HALF = Fraction(1, 2)


def law(dice: int) -> list[Fraction]:
    return [comb(dice, good) * HALF**dice for good in range(dice + 1)]


def test_every_cell_of_the_maneuvers() -> None:
    """RID-05: seed 000:6278-6290."""
    assert {one.value: one.amount for one in Task} == {
        "none": 0,
        "turn": 1,
        "low": 1,
        "high-one": 2,
        "high-two": 4,
        "broad": 2,
    }
    assert {one.value: one.amount for one in Pace} == {"slow": 0, "quick": 1, "gallop": 2}
    assert {one.value: one.amount for one in Terrain} == {"broken": 2, "forest": 1, "snow": 2, "deep": 4, "ice": 3}
    for task, pace, ground in product(Task, Pace, Terrain):
        found = riding.maneuver(task, pace, {ground})
        assert found.total == (task.amount or 0) + (pace.amount or 0) + (ground.amount or 0)
    assert riding.maneuver(Task.NONE, Pace.SLOW, set(Terrain)).total == 12


def test_every_ground() -> None:
    """RID-07: seed 000:6302."""
    assert [one.amount for one in GROUNDS] == [-3, -1, 0, 4]
    horse = MOUNTS["horse"]
    assert [riding.rolls(horse, one).total for one in GROUNDS] == [
        horse.power.exponent + (one.amount or 0) for one in GROUNDS
    ]
    assert riding.collides(horse, Ground.ANIMAL).total == horse.speed.exponent


@pytest.mark.parametrize("mount", list(MOUNTS.values()), ids=list(MOUNTS))
@pytest.mark.parametrize("difficult", [0, 1, 2])
def test_the_will_is_doubled_and_nothing_else(mount: object, difficult: int) -> None:
    assert isinstance(mount, riding.Mount)
    will = mount.will.exponent
    assert riding.obstacle(mount, difficult).total == will * (1 if mount.trained else 2) + difficult


def test_more_than_two_is_refused() -> None:
    with pytest.raises(Refused, match="this says 3"):
        riding.obstacle(MOUNTS["horse"], 3)


@given(st.integers(0, 12), st.booleans(), st.integers(-5, 5), st.integers(0, 9))
def test_gear_is_one_die(own: int, gear: bool, other: int, lost: int) -> None:
    whole = own + gear + other
    assert riding.dice(own, gear=gear, other=other, lost=lost).total == max(0, whole - lost if whole > 0 else 0)


@pytest.mark.parametrize(("needed", "speed"), list(product(range(13), range(1, 10))))
def test_when_a_mount_falls(needed: int, speed: int) -> None:
    """RID-06: the words everywhere, and the table of advancement where it differs."""
    assert riding.falls(needed, speed) == (needed >= speed - 1)
    if 4 <= speed <= 6 and needed:
        assert riding.falls(needed, speed, by_table=True) == riding.falls(needed, speed)
    for successes in range(speed + 2):
        found = riding.botched(successes, needed, speed)
        if successes >= needed:
            assert found is Botched.DONE
        else:
            assert found is (Botched.FALLS if needed >= speed - 1 else Botched.BALKS)


def test_the_table_parts_from_the_words_as_said() -> None:
    """RID-06: below four dice Difficult starts at the dice, from seven on at two fewer."""
    starts = {
        speed: next(needed for needed in range(1, 12) if riding.falls(needed, speed, by_table=True))
        for speed in range(2, 10)
    }
    assert {speed: starts[speed] for speed in (2, 3)} == {2: 2, 3: 3}
    assert {speed: starts[speed] for speed in (4, 5, 6)} == {4: 3, 5: 4, 6: 5}
    assert {speed: starts[speed] for speed in (7, 8, 9)} == {7: 5, 8: 6, 9: 7}


def test_stages() -> None:
    """RID-08: one or two, three or four, five and more."""
    said = [riding.stage(short) for short in range(8)]
    assert said == [Stage.MISS, *[Stage.INCIDENTAL] * 2, *[Stage.MARK] * 2, *[Stage.SUPERB] * 3]
    assert said == [throws.landed(short) for short in range(8)]


BAY = {"is": "own", "name": "Bay", "will": "B3", "power": "B6"}


@given(
    st.integers(0, 6),
    st.integers(1, 8),
    st.sampled_from(Task),
    st.sampled_from(Pace),
    st.frozensets(st.sampled_from(Terrain), max_size=2),
)
def test_a_maneuver_is_all_pairs_of_rolls(
    skill: int, speed: int, task: Task, pace: Pace, terrain: frozenset[Terrain]
) -> None:
    """RID-05, RID-06: the Riding test, its die or obstacle, the Speed test, and how hard a fall is."""
    inputs = {
        "riding": f"B{skill}",
        "mount": {**BAY, "speed": f"B{speed}"},
        "task": task.value,
        "pace": pace.value,
        "terrain": [one.value for one in terrain],
        "gear": False,
    }
    values = app.run("mount-maneuver", inputs).answer.values
    needed = sum(one.amount or 0 for one in (task, pace, *terrain))
    counted = dict.fromkeys(("done", "balks", "falls", "fall_incidental", "fall_mark", "fall_superb"), Fraction(0))
    for rode, chance in enumerate(law(skill)):
        dice, against = speed + (rode > 3), needed + (rode < 3)
        for ran, share in enumerate(law(dice)):
            short = against - ran
            if short <= 0:
                counted["done"] += chance * share
            elif against < speed - 1:
                counted["balks"] += chance * share
            else:
                counted["falls"] += chance * share
                stage = "incidental" if short < 3 else "mark" if short < 5 else "superb"
                counted[f"fall_{stage}"] += chance * share
    assert {name: values[name] for name in counted} == counted
    assert values["done"] + values["balks"] + values["falls"] == 1


@pytest.mark.parametrize("short", range(1, 8))
@pytest.mark.parametrize("ground", ["mud", "grass", "road", "rocks"])
def test_a_roll_lands_where_the_throw_says(ground: str, short: int) -> None:
    """RID-07: Incidental is half, Superb one and a half, as of any Power."""
    strength = {"mud": -3, "grass": -1, "road": 0, "rocks": 4}[ground]
    inputs = {"mount": BAY, "how": {"is": "rolls", "ground": ground}, "short": short}
    values = app.run("mount-falls", inputs).answer.values
    power = 6 + strength
    places = {"incidental": (power + 1) // 2, "mark": power, "superb": 3 * power // 2}
    stage = "incidental" if short < 3 else "mark" if short < 5 else "superb"
    assert (values["power"], values["stage"], values["hit"]) == (power, stage, f"B{places[stage]}")


def test_a_fall_goes_to_the_sheet_once_it_is_known() -> None:
    before = app.run("mount-falls", {"mount": BAY, "short": 3}).answer
    assert not [one for one in before.effects if type(one).__name__ == "AddRow"]
    fell = {"mount": BAY, "short": 3, "roll": {"is": "open-rolled", "successes": 0}}
    after = app.run("mount-falls", fell).answer
    assert [one.row for one in after.effects if type(one).__name__ == "AddRow"] == [{"hit": "B6"}]


@given(st.integers(1, 6), st.integers(1, 9))
def test_nerve_wears_with_every_exchange(exchanges: int, nerve: int) -> None:
    """RID-10: Steel is open-ended, and each exchange asks for it once."""
    inputs = {"mount": {**BAY, "will": "B9", "steel": f"B{nerve}"}, "exchanges": exchanges}
    values = app.run("untrained-saddle", inputs).answer.values
    assert values["steel"] == 1 - HALF**nerve
    assert values["holds"] == values["steel"] ** exchanges


def test_a_sheet_says_what_one_rides_and_has_learned() -> None:
    assert GAME.sheet
    sheet = {
        "name": "Femke",
        "abilities": [
            {"name": "Riding", "ability": "B5"},
            {"name": "Mounted Combat Training", "ability": "B1"},
            {"name": "Sword", "ability": "B3"},
        ],
        "mounts": "Bay: own mount, horse, Will B4, Rider Training",
    }
    document: Document = add(empty(), sheet).document
    inputs = document["sheets"][0]["inputs"]
    ask = Rulings("burning-wheel")
    ridden = GAME.sheet.offers(app.entry("riding-test").form, inputs, ask)
    assert ridden["riding"][0].pairs["riding"] == "B5"
    assert ridden["mount"][0].words == "Bay"
    trained = GAME.sheet.offers(app.entry("untrained-saddle").form, inputs, ask)
    assert trained["trained"][0].pairs == {"trained": "true"}


@pytest.mark.parametrize(
    ("name", "inputs", "field"),
    [
        ("riding-test", {"mount": "camel"}, "mount"),
        ("mount-maneuver", {"terrain": ["lava"]}, "terrain"),
        ("mounted-pursuit", {"where": "sea"}, "where"),
        ("chase-in-legs", {"legs": 0}, "legs"),
        ("sprint", {"distance": -1}, "distance"),
    ],
)
def test_what_cannot_be_used_is_said(name: str, inputs: dict[str, object], field: str) -> None:
    with pytest.raises(Unusable) as refused:
        app.run(name, inputs)
    assert refused.value.field.startswith(field)
    assert refused.value.message.rstrip("”").endswith((".", "?"))

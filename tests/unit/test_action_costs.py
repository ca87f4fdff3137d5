"""What tasks cost, how one gets up, and what makes it harder: every cell of the tables (FGT-23 to 28, 65, 66)."""

import pytest

from engine import app
from engine.answer import Table
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.rules import fight_posture
from engine.games.burning_wheel.rules.action_costs import COSTS, assess_dice, cost, most_aiming
from engine.games.burning_wheel.rules.conditions import CONDITIONS, Footing, Light, Weather, melee, weathered
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.missiles import Hampered
from engine.games.burning_wheel.rules.striking import Inside
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())

FGT_23 = {
    "assess": 1,
    "draw-weapon": 2,
    "draw-ready": 1,
    "draw-concealed": 4,
    "get-up": 2,
    "retrieve-weapon": 2,
    "throw-object": 1,
    "physical-act": 2,
    "change-stance": 1,
    "set": 1,
    "escape": 1,
    "acquire-target": 1,
    "aim": 1,
    "nock-arrow": 3,
    "draw-hunting-bow": 2,
    "draw-great-bow": 4,
    "release": 1,
    "reload-crossbow": 16,
    "reload-heavy-crossbow": 32,
    "reload-gun": 40,
    "light-fuse": 2,
    "bomb": 7,
    "strike": 1,
    "great-strike": 2,
    "great-strike-unwieldy": 3,
    "avoid": 1,
    "beat-and-bind": 1,
    "block": 1,
    "charge": 1,
    "tackle": 1,
    "counterstrike": 1,
    "disarm": 1,
    "feint": 1,
    "lock": 1,
    "push": 1,
    "throw-opponent": 1,
    "command": 1,
    "intimidate": 2,
    "incant": 1,
    "drop-spell": 1,
    "command-spirit": 1,
    "shrug-off": 2,
    "shrug-off-fate": 1,
    "grit-teeth": 4,
    "grit-teeth-persona": 2,
    "drop-buckler": 1,
    "drop-target": 2,
    "drop-heater": None,
    "drop-great": 3,
}


def test_every_task_costs_what_the_book_says() -> None:
    assert {key: one.actions for key, one in COSTS.items()} == FGT_23


def test_no_task_takes_more_than_may_be_spent() -> None:
    assert all(one.most is None or one.most >= (one.actions or 0) for one in COSTS.values())
    assert COSTS["assess"].most == 3


def test_tasks_go_by_the_names_of_actions() -> None:
    """Where a task is an action of a script, both have one key."""
    apart = {"draw-bow", "reload", "drop-shield", "set-condition", "snapshot", "block-and-strike", "no-action"}
    stances = {act.value for act in Act if act.value.startswith("stance-")}
    missing = {act.value for act in Act if act.value not in COSTS and not act.hesitates}
    assert missing == apart | stances | {"coup-de-magie"}


def test_an_unknown_task_is_refused() -> None:
    with pytest.raises(Refused, match="No task"):
        cost("juggle")
    with pytest.raises(Refused):
        cost("drop-heater")


@pytest.mark.parametrize(("actions", "dice"), [(1, 0), (2, 1), (3, 2)])
def test_assess(actions: int, dice: int) -> None:
    assert assess_dice(actions) == dice


@pytest.mark.parametrize("actions", [0, 4])
def test_an_assess_takes_one_to_three(actions: int) -> None:
    with pytest.raises(Refused, match="1 to 3 actions"):
        assess_dice(actions)


def test_aiming_is_half_of_perception_rounded_up() -> None:
    assert [most_aiming(perception) for perception in range(8)] == [0, 1, 1, 2, 2, 3, 3, 4]


FGT_26 = {
    Posture.STANDING: (0, 0, 0, 0),
    Posture.KNEES: (0, 1, 1, 0),
    Posture.GROUND: (4, 2, 2, 2),
}


@pytest.mark.parametrize("posture", list(Posture))
def test_postures(posture: Posture) -> None:
    """Attack, defend, Natural Defenses, positioning."""
    assert tuple(fight_posture.penalty(posture, doing) for doing in Doing) == FGT_26[posture]


@pytest.mark.parametrize("kneeling", [0, 1, 2])
def test_what_the_book_leaves_out_of_kneeling(kneeling: int) -> None:
    found = {doing: fight_posture.penalty(Posture.KNEES, doing, kneeling=kneeling) for doing in Doing}
    assert found == {Doing.ATTACK: kneeling, Doing.DEFEND: 1, Doing.NATURAL: 1, Doing.POSITION: kneeling}
    assert fight_posture.penalty(Posture.GROUND, Doing.ATTACK, kneeling=kneeling) == 4


def test_the_book_names_one_number_of_kneeling() -> None:
    assert [doing for doing in Doing if fight_posture.stated(Posture.KNEES, doing)] == [Doing.DEFEND]
    assert all(
        fight_posture.stated(posture, doing) for posture in (Posture.STANDING, Posture.GROUND) for doing in Doing
    )


@pytest.mark.parametrize(
    ("posture", "actions", "ends", "left"),
    [
        (Posture.GROUND, 0, Posture.GROUND, 2),
        (Posture.GROUND, 1, Posture.KNEES, 1),
        (Posture.GROUND, 2, Posture.STANDING, 0),
        (Posture.GROUND, 5, Posture.STANDING, 0),
        (Posture.KNEES, 1, Posture.STANDING, 0),
        (Posture.STANDING, 0, Posture.STANDING, 0),
    ],
)
def test_getting_up(posture: Posture, actions: int, ends: Posture, left: int) -> None:
    assert fight_posture.after(posture, actions) == fight_posture.Up(ends, left)
    assert cost("get-up") == fight_posture.GET_UP == 2


FGT_65 = {
    "lunging": (1, "distance"),
    "moving": (1, "movement"),
    "hilt": (1, "inside"),
    "knees": (1, "posture"),
    "rain": (1, "weather"),
    "unarmed": (1, "unarmed"),
    "ground": (1, "footing"),
    "dim": (1, "light"),
    "narrow": (1, "space"),
    "down": (2, "posture"),
    "small-sword": (2, "inside"),
    "candle": (2, "light"),
    "sword": (3, "inside"),
    "dark": (3, "light"),
    "down-attack": (4, "posture"),
    "pole": (4, "inside"),
}


def test_the_list_of_melee() -> None:
    assert {key: (one.amount, one.group.value) for key, one in CONDITIONS.items()} == FGT_65


FGT_66 = {
    Hampered.MAINTAINING: 1,
    Hampered.SMALLER: 1,
    Hampered.DIM: 1,
    Hampered.CRAMPED: 1,
    Hampered.MOVING_TARGET: 1,
    Hampered.AVOIDING: 1,
    Hampered.BEHIND: 2,
    Hampered.LOAF: 2,
    Hampered.MOVING: 2,
    Hampered.HAZE: 2,
    Hampered.ONE_HANDED: 2,
    Hampered.HIDDEN: 3,
    Hampered.DARK: 3,
    Hampered.MOUSE: 3,
}


def test_the_list_of_shooting() -> None:
    assert {one: one.amount for one in Hampered} == FGT_66


def test_light_hampers_a_shot_as_it_hampers_a_blow() -> None:
    assert [light.amount for light in Light] == [0, 1, 2, 3]
    pairs = ((Light.DIM, Hampered.DIM), (Light.CANDLE, Hampered.HAZE), (Light.DARK, Hampered.DARK))
    assert all(light.amount == hampered.amount for light, hampered in pairs)


@pytest.mark.parametrize(
    ("weather", "seeing", "once", "both"),
    [
        (Weather.FAIR, 3, 0, 0),
        (Weather.RAIN, 0, 1, 1),
        (Weather.RAIN, 3, 1, 1),
        (Weather.HEAVY, 0, 2, 3),
        (Weather.HEAVY, 1, 1, 2),
        (Weather.HEAVY, 2, 1, 1),
        (Weather.HEAVY, 3, 1, 1),
    ],
)
def test_rain_counts_once(weather: Weather, seeing: int, once: int, both: int) -> None:
    assert weathered(weather, seeing).amount == once
    assert weathered(weather, seeing, both=True).amount == both


def test_worse_weather_and_worse_light_never_help() -> None:
    for both in (False, True):
        for doing in Doing:
            found = [
                [melee(doing, light=light, weather=weather, both_rains=both).total for weather in Weather]
                for light in Light
            ]
            assert all(row == sorted(row) for row in found)
            assert all(list(column) == sorted(column) for column in zip(*found, strict=True))


def test_only_what_counts_for_the_roll_is_added() -> None:
    worst = {
        "light": Light.DARK,
        "posture": Posture.GROUND,
        "inside": Inside.POLE,
        "besides": frozenset(Footing),
    }
    totals = {doing: melee(doing, **worst).total for doing in Doing}  # type: ignore[arg-type]
    # Attack: dark 3, ground 4, pole 4, lunging 1, moving 1, mud 1, room 1; defense: dark 3, ground 2, moving, mud, room
    # and bare hands 1 each; Natural Defenses and positioning: dark 3, ground 2, mud 1, room 1.
    assert totals == {Doing.ATTACK: 15, Doing.DEFEND: 9, Doing.NATURAL: 7, Doing.POSITION: 7}


def test_nothing_in_the_way_adds_nothing() -> None:
    assert all(not melee(doing).lines for doing in Doing)


def test_relief_costs_what_the_chapter_on_artha_says() -> None:
    """There the same actions stand in words, beside what pays for them."""
    answer = app.run("wound-artha", {}).answer
    table = next(one for one in answer.blocks if isinstance(one, Table) and one.caption == "Pay, or test Health")
    said = {str(row[0]): (str(row[1]), str(row[2])) for row in table.rows}
    shrug, grit = said.values()
    assert shrug == (f"1 Fate, {cost('shrug-off-fate')} action", f"Health {ob(2)}, {cost('shrug-off')} actions")
    assert grit[0] == f"1 Persona, {cost('grit-teeth-persona')} actions"
    assert f"{cost('grit-teeth')} actions" in grit[1]

"""Spells and prayers in both sessions: the readings of a table reach the record in hand, and what is tested is kept."""

from dataclasses import replace
from typing import Any

import pytest

from engine import app, forms, games
from engine.games.burning_wheel.dice import Chain, Pool, dealt
from engine.games.burning_wheel.rules import fight_charms, range_charms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.charms import Charm, Works
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.fight_procedure import Fighter, House, Made, begin
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.session import Session, Tape

FEAR = {"is": "casting", "spell": "the-fear", "sorcery": "B5", "stat": 4, "actions": 7, "saved": 3}


def tape_of(name: str, setup: dict[str, Any], rulings: dict[str, str] | None = None) -> Tape:
    entry = app.entry(name)
    assert isinstance(entry, Session)
    return Tape(entry, setup, games.rulings_of(entry, rulings or {}))


def charm_of(name: str, magic: dict[str, Any], rulings: dict[str, str]) -> Charm:
    """What a side of a session has in hand at a table."""
    state = tape_of(name, {"a": {"name": "Mirte", "will": "B5", "magic": magic}, "b": {"name": "Orm"}}, rulings).states[
        0
    ]
    sides = state.fight.sides if name == "fight-play" else state.conflict.sides
    found: Charm = sides[0].fighter.charm
    return found


@pytest.mark.parametrize("name", ["fight-play", "range-play"])
def test_the_readings_of_haste_reach_a_spell_in_hand(name: str) -> None:
    plain = charm_of(name, FEAR, {})
    base = plain.tax - 2  # three actions saved: the first is free of Tax (SOR-37)
    assert plain.actions == 4
    over = plain.forte.exponent + 1  # one below 0
    assert plain.taxed(0, over, 0).pips == base
    assert charm_of(name, FEAR, {"burning-wheel.sorcery.overtax": "tax"}).taxed(0, over, 0).pips == base + 2
    for ruling, value, expected in (
        ("sorcery.broken-haste", "without", [max(1, base * done // 4) for done in (1, 2, 3, 4)]),
        ("sorcery.broken-rounding", "up", [-(-(base + 2) * done // 4) for done in (1, 2, 3, 4)]),
        ("sorcery.overtax", "tax", [max(1, (base + 2) * done // 4) for done in (1, 2, 3, 4)]),
    ):
        found = charm_of(name, FEAR, {f"burning-wheel.{ruling}": value})
        assert [found.broken(done) for done in (1, 2, 3, 4)] == expected, ruling
    late = charm_of(name, FEAR, {"burning-wheel.sorcery.haste-first": "none"})
    assert (late.against, late.tax) == (plain.against + 1, plain.tax + 1)
    assert charm_of(name, FEAR, {"burning-wheel.sorcery.casting-log": "will"}).test == "will"


@pytest.mark.parametrize(("long", "dice"), [(False, 1), (True, 0)])
def test_whether_a_missile_is_longer_than_a_prayer(long: bool, dice: int) -> None:
    """FAI-09: against the words of a prayer a missile in hand has a die, or none."""
    spoken = Charm("Aid", Pool.parse("B5"), 3, wields=Wields.PRAYER)
    flies = Charm("Dart", Pool.parse("B5"), 3, actions=1, wields=Wields.THROWN)
    fight = begin(Fighter("Mirte", charm=flies), Fighter("Orm", charm=spoken))
    house = House(long_prayers=long)
    assert fight_charms.length(fight.sides, 0, Distance.OPTIMAL, None, House()) == 1
    assert fight_charms.length(fight.sides, 0, Distance.OPTIMAL, None, house) == dice
    assert (
        tape_of("fight-play", {}, {"burning-wheel.faith.against-missiles": "equal"}).states[0].fight.house.long_prayers
    )


def step(tape: Tape, side: str, faces: list[int] | None = None, **move: Any) -> None:
    at = len(tape.states) - 1
    assert tape.play({"side": side, "move": move, **({"faces": faces} if faces else {})}, at) == at + 1


@pytest.mark.parametrize(("spell", "tested"), [("magic.sorcery", "a.magic.sorcery"), ("will", "a.will")])
def test_what_spells_test_at_range_goes_to_the_sheet(spell: str, tested: str) -> None:
    """SOR-50, HUB-35: the casting where the table marks it, its Tax, and the Steel of whom it frightens."""
    caster = {"name": "Mirte", "will": "B5", "forte": "B5", "magic": {**FEAR, "saved": 0, "origin": "presence"}}
    rulings = {"burning-wheel.sorcery.casting-log": "will"} if spell == "will" else {}
    tape = tape_of("range-play", {"a": caster, "b": {"name": "Tove", "unarmed": True}}, rulings)
    step(tape, "table", **{"is": "set-range", "stop": "3"})
    step(tape, "side A", **{"is": "script"})
    step(tape, "side B", **{"is": "script"})
    step(tape, "table", **{"is": "reveal"})
    step(tape, "table", [5] * 2 + [1] * 8, **{"is": "roll-dice"})
    step(tape, "side A", **{"is": "declare", "deed": "cast"})
    step(tape, "table", [5] * 10 + [1] * 4 + [5] * 5, **{"is": "shoot"})
    step(tape, "side A", **{"is": "give-up"})
    shown = tape.entry.show(tape.states[-1])
    made = [(one.side, one.spelled, one.passed) for one in tape.states[-1].tests if one.spelled]
    assert made == [(0, spell, True), (1, "steel", False), (0, "forte", True)]
    assert shown.values["tests"][-3:] == [tested, "b.steel", "a.forte"]
    assert {tested, "b.steel", "a.forte"} <= {effect.ability for effect in shown.effects if isinstance(effect, LogTest)}


def test_a_tax_for_a_part_goes_to_the_sheet_too() -> None:
    """SOR-33: twenty of 25 actions done, broken off by a wound that takes a die."""
    long = replace(Charm("Bolt", Pool.parse("B6"), 3, actions=25, tax=3, forte=Ability.parse("B5")), works=Works.OTHER)
    made: list[Made] = []
    body = range_charms.Body(Ability.parse("B5"), 5, lost=1, harder=1, drained=1)
    part = range_charms.broken(long, 1)
    range_charms.tax(0, long, part, body, lambda *_: dealt(Pool.of(3), Chain.CHAIN, iter([5, 5, 1])), made)
    assert made == [Made(0, "forte", 3, 3, passed=False)]


BOLT = {"is": "casting", "sorcery": "B5", "spell": {"is": "own", "damage": "will", "obstacle": 2, "actions": 4}}


@pytest.mark.parametrize("name", ["fight-play", "range-play"])
def test_the_readings_of_damage_reach_a_spell_in_hand(name: str) -> None:
    """SOR-19, SOR-20, SOR-26: as a casting played alone: Will that is left, what successes count over, a flat die."""
    held, left = {**BOLT, "held": 2}, {"burning-wheel.sorcery.set-aside": "left"}
    assert (charm_of(name, held, {}).power, charm_of(name, held, {}).presence) == (5, 5)
    assert (charm_of(name, held, left).power, charm_of(name, held, left).presence) == (3, 3)
    up = {**BOLT, "spell": {**BOLT["spell"], "caret": True}, "harder": 2}  # type: ignore[dict-item]
    own = charm_of(name, up, {"burning-wheel.sorcery.over-what": "own"})
    assert own.over(9) == charm_of(name, up, {}).over(9) == 5
    assert (own.counted(5), own.counted(5, 1), charm_of(name, up, {}).counted(5, 1)) == (7, 8, 5)
    assert charm_of(name, {**BOLT, "fate": 2}, {}).fate == 2
    with pytest.raises(forms.Unusable, match="flat") as refused:
        charm_of(name, {**BOLT, "fate": 2}, {"burning-wheel.sorcery.flat-fate": "no"})
    assert refused.value.field == "a.magic.fate"


@pytest.mark.parametrize(("alone", "dice"), [(False, 1), (True, 0)])
def test_whether_sight_has_a_length_against_a_sorcerer(alone: bool, dice: int) -> None:
    """SOR-41: only two Sight spells cancel, or Sight is worth nothing against anyone who casts."""
    sees = Charm("Bolt", Pool.parse("B5"), 3, actions=4, wields=Wields.SIGHT)
    hums = Charm("Hum", Pool.parse("B5"), 3, actions=4)
    fight = begin(Fighter("Mirte", charm=sees), Fighter("Orm", charm=hums))
    assert fight_charms.length(fight.sides, 0, Distance.OPTIMAL, None, House(sight_alone=alone)) == dice
    weapon = begin(Fighter("Mirte", charm=sees), Fighter("Orm"))
    assert fight_charms.length(weapon.sides, 0, Distance.OPTIMAL, None, House(sight_alone=alone)) == 1
    rulings = {"burning-wheel.sorcery.sight-rival": "any"} if alone else {}
    assert tape_of("fight-play", {}, rulings).states[0].fight.house.sight_alone == alone

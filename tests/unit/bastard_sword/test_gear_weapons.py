"""Weapons: the tables cell by cell, and what their readings change."""

from dataclasses import replace

import pytest

from engine import app
from engine.games.bastard_sword.dice import STANDARD, WEAK
from engine.games.bastard_sword.rules import weapons
from engine.games.bastard_sword.rules.attributes import die_of
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.weapons import MODES, WEAPONS, Mode, Skill

TABLE = """
Battle axe: 10-20, 3
  1h-hafted +5 X/X/0 close hook
Great axe: 10-30, 5
  2h-hafted +7 X/X/0 medium hook, trip
Tomahawk: 5-7, 1
  1h-hafted +3 X/X/0 close hook
  thrown +3 X/X/0 3m
Iron knuckles: 6-7, 1
  brawling +1 0/X/X close
Club: 1-2, 2
  1h-hafted +3 0/X/X close
Great club: 4-6, 4
  2h-hafted +5 0/X/X medium
Spiked club: 3-4, 3
  2h-hafted +5 0/0/X close
Dagger or knife: 4-10, 1
  brawling +3 X/0/0 close
  thrown +3 X/0/X 4m
Halberd: 8-10, 8
  2h-hafted +7 X/0/0 long hook, trip
Lucerne hammer: 50-80, 8
  2h-hafted +7 0/0/X long hook, trip
War hammer: 10-30, 3
  1h-hafted +3 0/0/X close hook
Mace: 7-10, 2
  1h-hafted +3 0/X/X close
Maul: 3-5, 5
  2h-hafted +5 0/X/X medium trip
Net: 8-10, 3
  brawling 0 X/X/X close entangle
  thrown 0 X/X/X 5m entangle
Poleaxe: 30-60, 7
  2h-hafted +7 0/-1/0 medium hook, trip
Quarterstaff: 2-3, 5
  2h-hafted +3 0/X/X medium+long trip
  brawling +3 0/X/X medium+long trip
Buckler: 10-40, 2
  any +1 0/X/X close shield (1)
Centre-grip shield: 30-70, 5
  any +3 0/X/X medium shield (2)
Strapped shield: 30-70, 5
  any +2 0/X/X close shield (2), strapped (1 to 3)
Pavis: 50-80, 8
  any +1 0/X/X close shield (3)
Heavy spear: 4-6, 8
  1h-hafted +5 X/+1/X long trip
  2h-hafted +7 X/+1/-1 long brace, trip
  thrown +5 X/0/X 6m
Light spear: 3-5, 7
  1h-hafted +3 X/+1/X long trip
  2h-hafted +5 X/+1/X long brace, trip
  thrown +3 X/0/X 10m
Trident: 10-30, 8
  1h-hafted +5 X/0/X long hook, trip
  2h-hafted +7 X/+1/X long brace, hook, trip
  thrown +7 X/0/X 6m
Arming sword: 10-20, 2
  1h-swords +3 X/0/0 medium half-swording
Bastard sword: 20-40, 3
  1h-swords +3 X/0/0 medium half-swording, murder-stroke
  2h-swords +6 X/0/0 medium half-swording, murder-stroke
Falchion: 30-60, 2
  1h-swords +2 X/-1/+1 medium
Great sword: 120-200, 6
  2h-swords +7 X/-1/0 long half-swording
Long sword: 30-60, 4
  2h-swords +5 X/0/0 medium half-swording, murder-stroke
Rapier: 50-90, 3
  1h-swords +2 X/-1/+1 medium
Short sword: 10-20, 2
  1h-swords +3 X/0/0 close
Whip: 8-10, 2
  brawling 0 X/X/0 long entangle
Bolas: 4-6, 2
  thrown 0 X/X/X 5m entangle
Blunderbuss: 120-200, 6
  firearms 8 -1/0/X 7m loud (10), reload (3), dexterous reload (3), ready to shoot
Hunting bow: 10-30, 4
  bows +5 X/0/X 30m
War bow: 30-50, 5
  bows +7 X/0/X 60m
Chakram: 50-90, 1
  thrown +5 X/X/0 7m
Heavy crossbow: 40-70, 5
  crossbows 10 X/0/X 45m noisy (3), reload (10), brute force reload (3), ready to shoot
Hunting crossbow: 10-50, 4
  crossbows 8 X/0/X 25m noisy (1), reload (3), brute force reload (1), ready to shoot
Siege crossbow: 80-100, 7
  crossbows 12 X/0/X 60m noisy (3), reload (10), brute force reload (10), ready to shoot
Dart: 3-5, 1
  thrown +3 X/0/X 5m
Hand cannon: 150-400, 9
  firearms 20 0/0/X 20m loud (10), reload (10), dexterous reload (10), ready to shoot
Musket: 200-600, 7
  firearms 10 X/0/X 25m loud (10), reload (10), dexterous reload (10), ready to shoot
Pistol: 170-600, 3
  firearms 8 X/0/X 15m loud (10), reload (10), dexterous reload (10), ready to shoot
Rifle: 600-1000, 8
  firearms 12 X/0/X 50m loud (10), reload (10), dexterous reload (10), ready to shoot
Sling: 1-2, 1
  slings +3 0/X/X 10m
"""
"""Each weapon with its price in pawns and its burden, then each use: skill, damage, B/P/S, range, traits.

Seed 003:6678-7488, read line by line. Of a cell with several lines the first goes with the first, and what is one trait
short has none for the throw.
"""
SHORT = {
    Skill.ANY: "any",
    Skill.ONE_HANDED_HAFTED: "1h-hafted",
    Skill.TWO_HANDED_HAFTED: "2h-hafted",
    Skill.ONE_HANDED_SWORDS: "1h-swords",
    Skill.TWO_HANDED_SWORDS: "2h-swords",
}


def said(mode: Mode) -> str:
    skill = SHORT.get(mode.skill, mode.skill.words)
    damage = f"+{mode.damage}" if mode.by_strength else str(mode.damage)
    reach = f"{mode.far}m" if mode.far else "+".join(band.words for band in mode.bands)
    return f"  {skill} {damage} {mode.codes} {reach} {', '.join(mode.traits)}".rstrip()


def test_every_cell() -> None:
    found = []
    for key, weapon in WEAPONS.items():
        found.append(f"{weapon.name}: {weapon.price.low}-{weapon.price.high}, {weapon.burden}")
        found += [said(mode) for mode in MODES.values() if mode.weapon.key == key]
    assert found == TABLE.split("\n")[1:-1]


def test_what_there_is() -> None:
    assert len(WEAPONS) == 31 + 14
    assert len(MODES) == 41 + 1 + 14, "the staff's line stands twice, once for each of its skills"
    assert len({mode.name for mode in MODES.values()}) == len(MODES)
    assert {one.carried.value for one in WEAPONS.values()} == {"sheath", "belt", "hands"}


@pytest.mark.parametrize(
    ("ratings", "die"),
    [
        (range(2, 4), WEAK),
        (range(4, 6), STANDARD[0]),
        (range(6, 8), STANDARD[1]),
        (range(8, 10), STANDARD[2]),
        (range(10, 12), STANDARD[3]),
        (range(12, 20), STANDARD[4]),
        (range(20, 24), STANDARD[5]),
    ],
)
def test_ratings(ratings: range, die: object) -> None:
    assert {die_of(rating) for rating in ratings} == {die}


def test_readings() -> None:
    changed = {
        key: weapons.read(mode, corrected=True, example=True, paired=True, whip=True) for key, mode in MODES.items()
    }
    other = {key for key, mode in MODES.items() if changed[key] != mode}
    assert other == {
        "sword-rapier",
        "axe-tomahawk-thrown",
        "quarterstaff-two-handed",
        "quarterstaff-brawling",
        "whip",
    }
    assert str(changed["sword-rapier"].codes) == "X/+1/-1"
    assert changed["sword-rapier"].damage == 2
    assert changed["axe-tomahawk-thrown"].far == 4
    assert changed["quarterstaff-two-handed"].bands == (Band.MEDIUM,)
    assert changed["quarterstaff-brawling"].bands == (Band.LONG,)
    assert changed["whip"].rating(4) == 4


def test_a_row_in_words() -> None:
    heavy = MODES["crossbow-heavy"]
    assert [heavy.level(one) for one in ("reload", "brute force reload", "noisy", "loud")] == [10, 3, 3, 0]
    assert MODES["shield-strapped"].level("strapped") == 1
    assert MODES["net-thrown"].damage_words == "none"
    assert replace(heavy, alone=False).name == "Heavy crossbow, crossbows"
    assert MODES["sword-long"].rating(4) == 9


@pytest.mark.parametrize("key", ["sword-long", "spear-heavy-two-handed", "club-spiked", "poleaxe"])
@pytest.mark.parametrize("armour", ["0/0/0", "3/1/4"])
def test_a_weapon_does_what_its_numbers_do(key: str, armour: str) -> None:
    """The damage of a row, and of the same numbers typed by hand into the damage roll."""
    mode = MODES[key]
    by_row = app.run("bs-weapon", {"weapon": key, "strength": 5, "hits": 3, "armour": armour}).answer.values
    by_hand = app.run(
        "bs-damage",
        {
            "dice": 3,
            "weapon": {"is": "by-strength", "strength": 5, "bonus": mode.damage},
            "modifiers": str(mode.codes),
            "armour": [{"protection": armour}],
        },
    ).answer.values
    assert by_row["mean"] == by_hand["mean"]
    assert by_row["pool"] == by_hand["pool"]
    assert by_row["hurts"] == by_hand["through"]

"""Weapons on the sheet: typed as they are written, offered to every form that has one, taken in hand and put away."""

import itertools
import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, filling, forms
from engine.answer import Table
from engine.effects import Effect
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.forms.carried import Held, Shooting, Throwing, WeaponRow
from engine.games.burning_wheel.forms.hurting import Shot
from engine.games.burning_wheel.forms.missiles import Gun, Missile, Thrown, Tip
from engine.games.burning_wheel.forms.ranges import RangeWeapon
from engine.games.burning_wheel.forms.weapons import Weapon
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.missiles import Kind
from engine.games.burning_wheel.rules.weapons import WEAPONS, Grade, Length, Speed
from engine.games.burning_wheel.sheet.effects import HoldWeapon
from engine.games.burning_wheel.sheet.filler import LEADING
from engine.refused import Refused
from engine.rulings import Rulings

assert GAME.sheet
SHEET = GAME.sheet
ASK = Rulings("burning-wheel")
SORREL = {
    "name": "Sorrel",
    "weapons": "Sword, superior\nCleaver: own weapon, Power 2, Add 1, VA 1, slow\n"
    "Hunting bow, bodkin\nJavelin\nDirk, put away",
}
PLACES = st.builds(Coordinate, st.integers(1, 48))
OWN_WEAPON = st.builds(
    Weapon,
    power=st.integers(-5, 20),
    add=st.none() | st.integers(1, 10),
    speed=st.sampled_from(Speed),
    va=st.integers(0, 6),
    length=st.sampled_from(Length),
    two_handed=st.booleans(),
    great_strike=st.booleans(),
)
OWN_MISSILE = st.builds(
    Missile, kind=st.sampled_from(Kind), incidental=PLACES, mark=PLACES, superb=PLACES, va=st.integers(0, 8)
)
OWN_THROWN = st.builds(Thrown, power=st.integers(-5, 20), va=st.integers(0, 8), paces=st.integers(0, 1000))
NAMES = st.sampled_from(["", "Oathkeeper", "Nan’s best: the long one"])


@given(
    NAMES,
    st.builds(Held, st.sampled_from([*Weapon.table().values()]) | OWN_WEAPON)
    | st.builds(Shooting, st.sampled_from([*Missile.table().values()]) | OWN_MISSILE)
    | st.builds(Throwing, st.sampled_from([*Thrown.table().values()]) | OWN_THROWN),
    st.booleans(),
)
def test_a_weapon_is_typed_as_it_is_written(name: str, arm: Held | Shooting | Throwing, away: bool) -> None:
    row = WeaponRow(name, arm, away)
    assert WeaponRow.of_line(row.line) == row


def test_every_head_is_typed_with_what_it_goes_on() -> None:
    for missile, tip in itertools.product(Missile.table().values(), Tip):
        line = f"{missile.name}, {tip.words}"
        if tip.head is None:
            continue
        if tip.head.kind is missile.kind:
            assert WeaponRow.of_line(line).line == line
        else:
            with pytest.raises(Refused, match="does not go with"):
                WeaponRow.of_line(line)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("sword", "sword"),
        ("Sword, poor", "poor-sword"),
        ("polearm, axe strike, superior", "superior-polearm-axe"),
        ("Footman's axe", "footmans-axe"),
        ("axe", "poor-axe"),
        ("great mace", "great-mace"),
    ],
)
def test_a_name_of_the_table(line: str, key: str) -> None:
    assert WeaponRow.of_line(line).arm == Held(Weapon.of(WEAPONS[key]))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tin", "“tin”"),
        ("", "says nothing"),
        ("Sword, bodkin", "only that it is put away"),
        ("Hunting bow, mallet head", "mallet head does not go with the hunting bow"),
        ("Pistol, rusty", "a head, or that it is put away"),
        ("Spade: own weapon, Power 99", "from −5 to 20"),
        ("Spade: own weapon, rusty", "has Power 0, Add 2, VA 0, its speed"),
        ("own bow, die 2", "numbers with a slash"),
        ("own bow, die 2/9", "from 1 to 5"),
    ],
)
def test_a_line_that_is_no_weapon(line: str, said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        WeaponRow.of_line(line)


def test_the_sheet_keeps_weapons_and_shows_them() -> None:
    done = app.run(SHEET.calculator, SORREL)
    shown = next(one for one in done.answer.blocks if isinstance(one, Table) and one.caption == "Weapons")
    assert [[str(cell).replace("\u00a0", " ") for cell in row] for row in shown.rows] == [
        ["Sword, superior", "Power +3, Add 2, VA 1, slow, long"],
        ["Cleaver", "Power +2, Add 1, VA 1, slow, short"],
        ["Hunting bow, bodkin", "B4 / B7 / B10, VA 1"],
        ["Javelin", "Power +2, VA 1"],
        ["Dirk", "Power +1, Add 1, VA 0, fast, shortest, put away"],
    ]


def held_after(effect: Effect, sheet: object = SORREL) -> list[str]:
    after, _ = effect.apply(SHEET, SHEET.canonical(sheet), "", ASK)
    rows: tuple[WeaponRow, ...] = SHEET.form.read(after)["weapons"]
    return [row.called + (" away" if row.away else "") for row in rows]


def test_a_weapon_is_taken_in_hand_and_put_away() -> None:
    rest = ["Cleaver", "Hunting bow, bodkin", "Javelin"]
    assert held_after(HoldWeapon("Dirk")) == ["Dirk", "Sword, superior", *rest]
    assert held_after(HoldWeapon("Great Mace")) == ["Great Mace, superior", "Sword, superior", *rest, "Dirk away"]
    assert held_after(HoldWeapon("Sword, superior", away=True)) == ["Sword, superior away", *rest, "Dirk away"]
    assert held_after(HoldWeapon("Javelin"), {}) == ["Javelin"]
    with pytest.raises(forms.Unusable, match="tin"):
        HoldWeapon("tin").apply(SHEET, SHEET.canonical(SORREL), "", ASK)


FIELDS = [
    ("strike", "weapon", ["Sword, superior", "Cleaver", "Dirk (put away)"], True),
    ("rhythm", "weapon", ["Sword, superior", "Cleaver", "Dirk (put away)"], True),
    ("great-strike", "weapon", ["Sword, superior", "Cleaver", "Dirk (put away)"], False),
    ("one-blow", "how.weapon", ["Sword, superior", "Cleaver", "Dirk (put away)"], False),
    ("play-a-blow", "how.missile", ["Hunting bow, bodkin"], False),
    ("one-blow", "how.thrown", ["Javelin"], False),
    ("blow", "weapon", ["Sword, superior", "Cleaver", "Dirk (put away)"], False),
    ("ims", "weapon_power", ["Sword, superior", "Cleaver", "Dirk (put away)"], True),
    ("shot", "weapon", ["Hunting bow, bodkin"], True),
    ("throw", "weapon", ["Javelin"], True),
]


IN_BRANCH = {"how.weapon": {"how.is": "swung"}, "how.missile": {"how.is": "shot"}, "how.thrown": {"how.is": "hurled"}}


@pytest.mark.parametrize(("name", "path", "words", "at_once"), FIELDS)
def test_a_form_takes_the_weapons_of_the_sheet(name: str, path: str, words: list[str], at_once: bool) -> None:
    """All of its kind are a tap away; one's own is there at once, the first in hand; another's is not."""
    form = app.entry(name).form
    made = SHEET.offers(form, SORREL, ASK)
    assert [offer.words for offer in made[path]] == words
    fills = {fill.path: fill.pairs for fill in filling.at_once(filling.fields_of(form.fields), made)}
    assert (path in fills) is at_once
    if at_once:
        assert fills[path] == made[path][0].pairs
    for offer in made[path]:
        if name == "great-strike" and offer.words != "Sword, superior":
            continue  # no Great Strike with it, as the calculator says
        app.run(name, {**IN_BRANCH.get(path, {}), **offer.pairs})


def test_what_goes_with_a_weapon_comes_along() -> None:
    found = SHEET.offers(app.entry("ims").form, SORREL, ASK)["weapon_power"]
    assert [dict(offer.pairs) for offer in found] == [
        {"weapon_power": "3", "add": "2"},
        {"weapon_power": "2", "add": "1"},
        {"weapon_power": "1", "add": "1"},
    ]
    (bow,) = SHEET.offers(app.entry("shot").form, SORREL, ASK)["weapon"]
    assert dict(bow.pairs) == {"weapon": "hunting-bow", "tip": "bodkin"}
    own = SHEET.offers(app.entry("strike").form, SORREL, ASK)["weapon"][1]
    assert (own.pairs["weapon.is"], own.pairs["weapon.name"], own.pairs["weapon.va"]) == ("own", "Cleaver", "1")


def test_a_gun_fills_the_forms_of_guns_and_a_bow_does_not() -> None:
    sheet = {"weapons": "Hunting bow\nArquebus\nThunder: own gun, VA 2/1/0"}
    found = SHEET.offers(app.entry("gun-shot").form, sheet, ASK)["weapon"]
    assert [offer.words for offer in found] == ["Arquebus", "Thunder"]


def test_the_armory_has_what_one_carries_beside_the_others() -> None:
    plain = app.run("armory", {}).answer
    done = app.run("armory", {"carried": SORREL["weapons"]}).answer
    ranks = done.values["weapons"]
    assert {key: ranks[key] for key in plain.values["weapons"]} == plain.values["weapons"]
    same = {"own-0": "superior-sword", "own-3": "javelin", "own-4": "dirk"}
    assert all(ranks[own] == ranks[key] for own, key in same.items())
    assert sum(Fraction(ranks["own-1"][end]) for end in ("miss", "stopped")) < 1
    table = next(one for one in done.blocks if isinstance(one, Table))
    assert sum("(yours)" in str(row[0]) for row in table.rows) == 5


def test_the_armory_puts_its_best_into_the_hand() -> None:
    done = app.run("armory", {"carried": "Dirk\nSword", "grade": ["superior"], "kinds": ["melee"], "by": "wear"})
    best = WeaponRow(arm=Held(Weapon.table()[done.answer.values["best"]])).line
    assert done.answer.effects == (HoldWeapon(best), HoldWeapon("Dirk", away=True))
    assert WEAPONS[done.answer.values["best"]].grade is Grade.SUPERIOR
    own = app.run("armory", {"carried": "Doom: own weapon, Power 20, VA 6, Great Strike"}).answer
    assert (own.values["best"], own.effects) == ("own-0", ())


CHAPTERS = ("weapons_and_armor", "wounds", "fight", "range_and_cover", "moving_riding_breaking")
ARMED = {**SORREL, "weapons": f"{SORREL['weapons']}\nArquebus\nCrossbow"}
WEAPON_FORMS = (Weapon, Missile, Thrown, Gun, Shot, RangeWeapon)
ASKS = re.compile(
    r"^(your|their|the|the attacker’s) (\w+ )?weapon( is| of your other hand is)?( a)?$|^(va|add) of |^gun$"
)
THEIRS = re.compile(r"^(they|their|theirs|others?|against)\b|^(their|other)_")
"""Paths of the other side's weapon, beside one's own, which no sheet of one's own fills."""
CARRIED = ("shot-time weapon.carried", "fight-shot-chain weapon.carried")
"""Fields of how a weapon is carried, not of which it is."""


def asking() -> Iterator[tuple[str, str, forms.Field]]:
    """Every field of these chapters that asks for a weapon, its VA, Add, length, speed or kind; not those of rows."""
    for name in app.names():
        entry = app.entry(name)
        if not any(f".calculators.{chapter}." in entry.module for chapter in CHAPTERS):
            continue
        for path, one in filling.fields_of(entry.form.fields):
            kind = one.kind.kind if isinstance(one.kind, forms.Maybe) else one.kind
            weapon = isinstance(kind, forms.FromTable) and kind.cls in WEAPON_FORMS
            asked = weapon or ASKS.match(one.words.lower()) or one.sheet in (*LEADING, "weapon-add")
            if asked and not isinstance(kind, (forms.Branches, forms.Rows)):
                yield name, path, one


def standing(form: forms.Form, path: str, field: forms.Field) -> dict[str, str]:
    """The branches that a form has to stand in for this field to be there."""
    chosen, fields, at = {}, form.fields, ""
    for part in path.split("."):
        one = next(one for one in fields if one.name == part)
        at = f"{at}{part}"
        if isinstance(one.kind, forms.Group):
            fields = one.kind.fields
        elif isinstance(one.kind, forms.Branches):
            rest = path.removeprefix(f"{at}.").split(".")[0]
            having = [one for one in one.kind.groups.items() if rest in {it.name for it in one[1].fields}]
            found = next((one for one in having if field in one[1].fields), having[0])
            chosen[f"{at}.is"], fields = found[0], found[1].fields
        at = f"{at}."
    return chosen


ASKING = {f"{name} {path}": (name, path, one) for name, path, one in asking()}


def test_the_fields_about_weapons_are_all_looked_at() -> None:
    assert len(ASKING) > 60
    assert set(CARRIED) <= set(ASKING)


@pytest.mark.parametrize("which", ASKING)
def test_a_weapon_of_the_sheet_fills_every_field_that_asks_for_one(which: str) -> None:
    """Its VA, Add, length, speed or kind as well. What the sheet does not know stays as it was typed."""
    name, path, one = ASKING[which]
    form = app.entry(name).form
    made = SHEET.offers(form, ARMED, ASK)
    if not one.sheet and (which in CARRIED or THEIRS.match(path)):
        assert any(it.sheet for at, _, it in ASKING.values() if at == name)
        return
    offers = [offer for found in made.values() for offer in found if path in offer.pairs or f"{path}.is" in offer.pairs]
    assert offers, f"No weapon of the sheet fills it: {one.words}"
    fields = list(filling.fields_of(form.fields))
    fills = {fill.path: fill.pairs for fill in filling.at_once(fields, made)}
    if one.at_once and [it.sheet for _, it in fields].count(one.sheet) == 1:
        assert path in fills
    app.run(name, {**standing(form, path, one), **offers[0].pairs})
    unarmed = SHEET.offers(form, {"name": "Sorrel"}, ASK)
    assert path not in {at for fill in filling.at_once(fields, unarmed) for at in fill.pairs}

"""Thrown against a wall: Strength of every material, how hard one lands, which armor helps; and what a sheet fills."""

import json
from typing import Any

import pytest

from engine import app, filling, forms
from engine.answer import Table
from engine.effects import AddRow
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.forms.hurting import PersonHurt
from engine.games.burning_wheel.rules import throws
from engine.games.burning_wheel.rules.armor import ArmorType, Piece
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.throws import Material
from engine.refused import Refused
from engine.rulings import Rulings


@pytest.mark.parametrize(
    ("key", "strength"),
    [
        ("cloth", 0),
        ("pottery", 0),
        ("thin-wall", 1),
        ("glass", 1),
        ("door", 2),
        ("brick", 3),
        ("slate", 3),
        ("granite", 5),
        ("iron", 2),
        ("copper", 1),
        ("earth", 4),
    ],
)
def test_every_strength(key: str, strength: int) -> None:
    """ARM-36, from the table of materials (000:6500-6511)."""
    assert Material.of(key).amount == strength
    assert throws.force(4, Material.of(key)).total == 4 + strength


def test_no_material_is_left_out() -> None:
    assert len(Material) == 11


@pytest.mark.parametrize(
    ("extra", "stage"),
    [
        (0, Stage.MISS),
        (1, Stage.INCIDENTAL),
        (2, Stage.INCIDENTAL),
        (3, Stage.MARK),
        (4, Stage.MARK),
        (5, Stage.SUPERB),
        (9, Stage.SUPERB),
    ],
)
def test_how_hard_one_lands(extra: int, stage: Stage) -> None:
    """ARM-36 (000:6540)."""
    assert throws.landed(extra) is stage


@pytest.mark.parametrize(("power", "va"), [(1, 1), (6, 1), (7, 2), (9, 2)])
def test_a_throw_has_va(power: int, va: int) -> None:
    """ARM-36, ARM-08."""
    assert throws.va(power) == va


@pytest.mark.parametrize(
    ("location", "type", "helps"),
    [
        (Location.TORSO, ArmorType.LEATHER, False),
        (Location.TORSO, ArmorType.CHAIN, False),
        (Location.TORSO, ArmorType.PLATED_LEATHER, True),
        (Location.TORSO, ArmorType.PLATED_MAIL, True),
        (Location.TORSO, ArmorType.FULL_PLATE, True),
        (Location.HEAD, ArmorType.CHAIN, True),
        (Location.HEAD, ArmorType.LEATHER, False),
    ],
)
def test_only_hard_armor_helps(location: Location, type: ArmorType, helps: bool) -> None:
    """ARM-36 (000:6540): plates, and helmets, which skull caps and hoods are not."""
    assert throws.wards_off(Piece(location, type)) is helps


def test_what_armor_adds_in_a_bloody_versus() -> None:
    """ARM-36 (000:3577)."""
    assert throws.BLOODY_VERSUS == (1, 2)


SHEET = {
    "name": "Odile",
    "abilities": [{"name": "Forte", "ability": "B5"}, {"name": "Health", "ability": "B4"}],
    "tolerances": {"is": "preset", "stat": "B5"},
    "wounds": [{"hit": "B4"}],
    "shield": "heater",
    "shield_quality": "superior",
    "shield_lost": 1,
}


def offered(name: str, path: str, sheet: dict[str, Any]) -> filling.Offer | None:
    """What a sheet offers to a field of a calculator, where that is one thing."""
    assert GAME.sheet
    found = GAME.sheet.offers(app.entry(name).form, sheet, Rulings("burning-wheel")).get(path, [])
    return found[0] if len(found) == 1 else None


def test_a_character_joins_those_who_are_hurt() -> None:
    offer = offered("hurt-someone", "people", SHEET)
    assert offer
    assert offer.words == "Odile"
    done = app.run("hurt-someone", {"people": [forms.nest(offer.row)], "source": {"is": "number", "hit": "B3"}})
    # Her second Superficial wound. Forte B5 would bleed from a Midi for ten hours.
    assert done.answer.values["levels"] == ["superficial"]
    assert offer.row["forte"] == "B5"
    assert offer.row["superficials"] == "1"
    again = app.run("hurt-someone", {"people": [forms.nest(offer.row)], "source": {"is": "number", "hit": "B8"}})
    assert (again.answer.values["levels"], again.answer.values["minutes"]) == (["midi"], [600])


KETIL = {"name": "Ketil", "tolerances": {"is": "preset", "stat": "B3"}, "wounds": [{"hit": "B3"}]}


def everyone(party: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page is offered for the list of those who are hurt, with these characters kept."""
    asked = {"do": "offers", "calculator": "hurt-someone", "sheet": party[0], "of": "character-sheet", "party": party}
    found: list[dict[str, Any]] = json.loads(app.call(json.dumps(asked)))["offers"]["people"]
    return [offer for offer in found if offer["everyone"]]


def test_all_who_are_kept_are_hurt_at_once_and_each_has_a_wound_of_their_own() -> None:
    (offer,) = everyone([SHEET, KETIL])
    assert offer["words"] == "Everyone (2)"
    done = app.run("hurt-someone", {**offer["pairs"], "source.is": "number", "source.hit": "B6"}).answer
    assert done.values["levels"] == ["light", "midi"]
    table = next(block for block in done.blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ["Odile", "Ketil"]
    assert done.effects == (AddRow("wounds", {"hit": "B6"}, "Odile"), AddRow("wounds", {"hit": "B6"}, "Ketil"))


def test_nobody_else_is_offered_where_one_character_is_kept() -> None:
    assert everyone([SHEET]) == []


def test_who_takes_no_wound_has_nothing_to_register() -> None:
    people = "Odile: B6\nKetil: B3"
    done = app.run("hurt-someone", {"people": people, "source": {"is": "number", "hit": "B3"}}).answer
    assert [effect.whose for effect in done.effects] == ["Ketil"]
    plain = app.run("hurt-someone", {"source": {"is": "number", "hit": "B7"}}).answer
    assert plain.effects == (AddRow("wounds", {"hit": "B7"}),)


def test_a_wound_goes_onto_the_sheet_of_whom_it_names() -> None:
    assert GAME.sheet
    effect = AddRow("wounds", {"hit": "B6"}, "Ketil")
    assert effect.words(GAME.sheet) == "Ketil: add to wounds: B6"
    after, said = effect.apply(GAME.sheet, GAME.sheet.canonical(KETIL), "", Rulings("burning-wheel"))
    assert [row["hit"] for row in after["wounds"]] == ["B3", "B6"]
    assert said == "Ketil: add to wounds: B6."


@pytest.mark.parametrize(
    ("path", "sheet", "said"),
    [
        ("shield", SHEET, "heater"),
        ("quality", SHEET, "superior"),
        ("lost", SHEET, "1"),
        ("shield", {**SHEET, "shield": "none"}, None),
        ("lost", {**SHEET, "shield": "none"}, None),
    ],
)
def test_the_shield_of_a_sheet(path: str, sheet: dict[str, Any], said: str | None) -> None:
    offer = offered("shield-wear", path, sheet)
    assert (offer.pairs[path] if offer else None) == said


@pytest.mark.parametrize(("name", "trained"), [("Shield Training", "true"), ("Armor Training", "false")])
def test_shield_training_is_known_by_its_name(name: str, trained: str) -> None:
    sheet = {**SHEET, "abilities": [{"name": name, "ability": "B2"}]}
    offer = offered("shield-block", "trained", sheet)
    assert offer
    assert offer.pairs == {"trained": trained}


def test_wear_is_written_to_the_sheet() -> None:
    assert GAME.sheet
    done = app.run("shield-wear", {"shield": "heater", "lost": 1, "faces": "115"})
    (effect,) = done.answer.effects
    after, _ = effect.apply(GAME.sheet, GAME.sheet.canonical(SHEET), "", Rulings("burning-wheel"))
    assert after["shield_lost"] == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Guard", "Someone is a name"),
        ("Guard: B7", "Someone is a name"),
        ("Guard: 3 5 7 8 9", "Someone is a name"),
        ("Guard: B4, tall", "Behind the tolerances stand"),
        ("Guard: B4, 21 superficial", "Behind the tolerances stand"),
        ("Guard: 3 5 7 8 9 x", "A place on the grayscale"),
    ],
)
def test_a_line_that_is_nobody(line: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        PersonHurt.of_line(line)


@pytest.mark.parametrize("line", ["Guard: B4", ": B6", "Eda: G3 G6 G8 G9 G10 G11, Forte G5, Health B4, 2 Superficial"])
def test_a_line_is_read_as_it_is_written(line: str) -> None:
    assert PersonHurt.of_line(line).line == line

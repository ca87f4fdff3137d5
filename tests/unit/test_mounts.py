"""Mounts: of the table and of one's own, typed as they are written, kept on the sheet, offered to every form."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, filling, forms, sheets
from engine.answer import Table
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.mounts import HORSE, Mount, MountRow, YourMount
from engine.games.burning_wheel.rules import quickness, wounds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.mounts import ABILITIES, MOUNTS, Breed
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.rogues import ROGUES, Who
from engine.games.burning_wheel.sheet.filler import CharacterFiller
from engine.refused import Refused
from engine.rulings import Rulings

assert GAME.sheet
SHEET = GAME.sheet
ABILITY = st.builds(Ability, st.sampled_from(Shade), st.integers(0, 9))
OWN = st.builds(
    Mount,
    name=st.just(""),
    breed=st.sampled_from(Breed),
    will=ABILITY,
    speed=ABILITY,
    steel=ABILITY,
    multiplier=st.sampled_from(Multiplier),
    trained=st.booleans(),
    fights=st.booleans(),
    stealth=st.none() | ABILITY,
)


@given(st.sampled_from(["", "Bramble", "Nan’s best: the gray one"]), st.sampled_from([*Mount.table().values()]) | OWN)
def test_a_mount_is_typed_as_it_is_written(name: str, mount: Mount) -> None:
    row = MountRow(name, mount)
    assert MountRow.of_line(row.line) == row


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tin", "“tin”"),
        ("Riding horse, lame", "“Riding horse, lame”"),
        ("Tusk: own mount, lame", "“lame”"),
        ("Tusk: own mount, multiplier 5", "“multiplier 5”"),
        ("Tusk: own mount, Will 3", "An ability is a shade"),
    ],
)
def test_a_line_that_is_no_mount(line: str, said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        MountRow.of_line(line)


@pytest.mark.parametrize(("key", "who"), [("wolf", Who.WOLF_MOUNT), ("spider", Who.SPIDER_HUNTER)])
def test_wolf_and_spider_are_those_that_are_printed(key: str, who: Who) -> None:
    mount, one = MOUNTS[key], ROGUES[who]
    printed = {row.name.lower(): row.ability for row in (*one.stats, *one.attributes)} | {"reflexes": one.reflexes}
    assert {name: getattr(mount, name) for name in ABILITIES} == {name: printed[name] for name in ABILITIES}
    assert mount.multiplier.value == one.multiplier
    assert mount.trained == ("Rider Training" in one.training)
    assert mount.fights == ("Mounted Combat Training" in one.training)
    assert [mount.stealth] == [row.ability for row in one.skills if row.name == "Stealthy"]
    assert mount.tolerances == one.places
    assert not mount.made_up


def test_horses_are_not_printed_and_have_fitting_tolerances() -> None:
    assert [one.key for one in MOUNTS.values() if one.made_up] == ["horse", "warhorse"]
    horse = MOUNTS["horse"]
    assert horse.tolerances == wounds.suggestion(horse.power, horse.forte)


def test_multipliers_are_those_that_positioning_knows() -> None:
    assert MOUNTS["horse"].multiplier.times == quickness.HORSE
    assert MOUNTS["spider"].multiplier.times == quickness.SPIDER
    assert MOUNTS["wolf"].multiplier.times == Fraction(7)


def test_a_mount_of_the_form_is_that_of_the_rules() -> None:
    assert {key: one.mount for key, one in Mount.table().items()} == dict(MOUNTS)
    own = Mount("Tusk", Breed.OTHER, will=Ability.parse("B5")).mount
    assert (own.words, own.breed, str(own.will), own.made_up) == ("Tusk", Breed.OTHER, "B5", False)


SORREL = {"name": "Sorrel", "mounts": "Bramble: Riding horse\nTusk: own mount, other, Will B5, multiplier 4"}


def test_the_sheet_keeps_mounts_and_shows_them() -> None:
    done = app.run(SHEET.calculator, SORREL)
    shown = next(one for one in done.answer.blocks if isinstance(one, Table) and one.caption == "Mounts")
    assert [row[0] for row in shown.rows] == ["Bramble", "Tusk"]
    document = sheets.add(sheets.empty(), SORREL).document
    kept = sheets.inputs_of(document, "1")["mounts"]
    assert [row["name"] for row in kept] == ["Bramble", "Tusk"]


def _ride(mount: YourMount = HORSE) -> None:
    """A form with a mount in it."""


def test_the_sheet_offers_mounts_what_is_ridden_first() -> None:
    values = SHEET.form.read(SORREL)
    form = forms.form_of(_ride)
    filler = CharacterFiller(form, SHEET.form.write(values), values, Rulings("burning-wheel"), everything=True)
    (path, one), *_ = filler.fields
    offers = list(filler.offers(one, path))
    assert [offer.words for offer in offers] == ["Bramble", "Tusk"]
    assert offers[0].pairs == {"mount": "horse"}
    assert form.read(offers[1].pairs)["mount"].mount.words == "Tusk"
    (fill,) = filling.at_once(filler.fields, {path: offers})
    assert fill.pairs == {"mount": "horse"}

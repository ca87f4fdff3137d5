"""The burned characters: every check of every stat block, and every one of them as a sheet."""

import pytest

from engine import app, games
from engine.games.burning_wheel.calculators.running_it import sheets
from engine.games.burning_wheel.forms.carried import WeaponRow
from engine.games.burning_wheel.rules import rogues, wounds
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.creatures import GIVEN, Doing, Gift
from engine.games.burning_wheel.rules.damage import ims
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.rogues import ROGUES, What, Who
from engine.sheet import Sheet
from tests.site.building import modules

app.load(modules())

OFF = {
    Who.DWARF_STANDARD: {What.HESITATION: ("5", "6")},
    Who.DWARF_ANNALS: {What.HESITATION: ("5", "4")},
    Who.MAN_FOOTMAN: {
        What.HESITATION: ("9 when surprised, 4 in pain", "7"),
        What.DAMAGE: ("footman’s axe B4 B9 B13", "B5 B9 B13"),
    },
    Who.MAN_BARON: {What.HESITATION: ("6", "5")},
    Who.ORC_ENGINEER: {What.ROW: ("B10", "B9"), What.SUPERFICIAL: ("B3", "B2")},
    Who.ORC_LORD: {What.SUPERFICIAL: ("B5", "B4")},
    Who.TROLL_HOOK: {What.SUPERFICIAL: ("B5", "B4")},
    Who.CRAWLER: {What.MORTAL: ("B11", "B10"), What.ROW: ("B10", "B11")},
}
"""What the book itself breaks, as printed and as it comes to; all else of all blocks follows."""
BY_THE_OTHER = {Who.RODEN_KNIVES, Who.CRAWLER}
"""Those whose Reflexes follow from the Perception in brackets alone."""


def the_sheet() -> Sheet:
    return next(kind for kind in games.sheets() if kind.calculator == "character-sheet")


def test_all_are_there() -> None:
    assert list(ROGUES) == list(Who)
    assert len(ROGUES) == 26
    stocks = [one.stock for one in ROGUES.values()]
    assert {stock: stocks.count(stock) for stock in dict.fromkeys(stocks)} == {
        "Dwarf": 4,
        "Elf": 3,
        "Man": 8,
        "Orc": 4,
        "Roden": 2,
        "Great Spider": 2,
        "Troll": 1,
        "Lizard-folk": 1,
        "Great Wolf": 1,
    }


@pytest.mark.parametrize("who", Who, ids=lambda who: who.value)
def test_what_does_not_follow_is_known(who: Who) -> None:
    found = rogues.checks(ROGUES[who].figures)
    assert {one.what: (one.said, one.follows) for one in found if not one.fits} == OFF.get(who, {})
    assert len(found) >= 2
    (reflexes,) = (one for one in found if one.what is What.REFLEXES)
    assert ("with Perception" in reflexes.why) is (who in BY_THE_OTHER)


@pytest.mark.parametrize("who", Who, ids=lambda who: who.value)
def test_each_is_a_sheet(who: Who) -> None:
    one, kind = ROGUES[who], the_sheet()
    kept = kind.canonical(sheets.of_rogue(one))
    assert kept["name"] == who.words
    assert kept["opponent"] is True
    rated = (*one.stats, *one.attributes, *([one.emotion] if one.emotion else []), *one.skills)
    assert [(row["name"], row["ability"]) for row in kept["abilities"]] == [
        (row.name, str(row.ability)) for row in rated
    ]
    tested = {row["name"]: row["tested"] for row in kept["abilities"]}
    assert (tested["Will"], tested["Steel"]) == ("will", "steel")
    assert [
        row.words for row in one.skills if tested[row.name] != ("magic" if row.name == "Sorcery" else "skill")
    ] == []
    values = kind.form.read(kept)
    assert values["tolerances"].placed == one.stands
    power = one.figures.power.exponent
    for row, arm in zip(values["weapons"], one.arms, strict=True):
        found = ims(power + row.weapon.power)
        assert (found.mark, found.superb) == arm.ims[1:], arm.name
    assert len(values["gear"]) == len(one.gear) + len(one.spells) + len(one.ties)
    assert len(values["traits"]) == len(one.traits) + len(one.training)
    assert {piece.dice for piece in values["armor"]} == PIECES.get(who, set())


PIECES = {
    Who.DWARF_STANDARD: {4, 5},
    Who.ELF_WANDERER: {2, 3, 4},
    Who.MAN_FOOTMAN: {3, 4},
    Who.MAN_BARON: {5, 6},
    Who.ORC_STANDARD: {3, 4},
    Who.SPIDER_HUNTER: {3, 4},
    Who.TROLL_HOOK: {1, 2},
    Who.CRAWLER: {3, 4},
}
"""The dice of armor as the blocks print them; the troll’s hide is leather."""


def test_their_tolerances_are_those_that_wounds_knows() -> None:
    """Two modules hold the printed rows: once by person, once by stats."""
    known = [(row.power, row.forte, row.tough, row.places) for row in wounds.PRINTED for _ in range(row.times)]
    apart = {Who.ORC_ENGINEER, Who.CRAWLER, Who.JOOST}
    here = []
    for who, one in ROGUES.items():
        if who not in apart:
            figures = one.figures
            here.append((figures.power.exponent, figures.forte.exponent, figures.tough, one.stands))
    assert sorted(map(repr, here)) == sorted(map(repr, known))


def test_a_weapon_line_is_read_as_it_is_written() -> None:
    arm = rogues.Arm("cleaver", tuple(map(Coordinate, (4, 7, 10))), 1, 2, "slow", "long", both=True, thrown=False)
    row = WeaponRow.of_line(sheets.weapon(arm, 4))
    assert row.figures == "Power +3, Add 2, VA 1, slow, long, both hands"


@pytest.mark.parametrize(
    ("said", "words"), [("5", "5"), ("9s/4p", "9 when surprised, 4 in pain"), ("7p/6s", "6 when surprised, 7 in pain")]
)
def test_hesitation_is_read(said: str, words: str) -> None:
    assert rogues.Hesitation.of(said).words == words


def test_an_ability_in_brackets_is_read() -> None:
    assert rogues.Rated.of("Climbing", "B3(5)") == rogues.Rated("Climbing", Ability.parse("B3"), 5)
    with pytest.raises(ValueError, match="printed like"):
        rogues.Rated.of("Climbing", "")


def test_the_first_dark_lord_hates_blasphemously() -> None:
    """Its name in print, and a sheet that knows it for an emotion."""
    one = ROGUES[Who.ORC_LORD]
    assert one.emotion == rogues.Rated("Blasphemous Hatred", Ability.parse("G7"))
    (row,) = (row for row in sheets.of_rogue(one)["abilities"] if row["name"] == "Blasphemous Hatred")
    assert row["tested"] == "emotion"


def test_what_is_not_printed_of_a_weapon_is_not_made_up() -> None:
    (spear,) = ROGUES[Who.ORC_STANDARD].arms
    assert (spear.add, spear.speed, spear.length) == (0, "", "")


def test_printed_rows_beside_the_quick_ones() -> None:
    """With a Mortal Wound of B11 Light begins at B7, a place above the quick row, but for the hunting spider."""
    quick = {str(row.mortal): row for row in wounds.PRESETS.values()}
    printed = {who: one.places for who, one in ROGUES.items() if one.places and one.places.mortal == one.mortal}
    light = {who: str(row.light) for who, row in printed.items() if str(row.mortal) == "B11"}
    assert str(quick["B11"].light) == "B6"
    assert light == {**dict.fromkeys(light, "B7"), Who.SPIDER_HUNTER: "B5"}
    assert len(light) == 9
    assert str(printed[Who.SPIDER_HUNTER].midi) == "B7"
    assert (str(printed[Who.ELF_CAPTAIN].midi), str(quick["B12"].midi)) == ("B8", "B9")


FICTION = ("Kurkrin", "Eberhard", "Osprey", "Emukt", "Red Hand", "Bones and Dust", "Udo")


@pytest.mark.parametrize("who", Who, ids=lambda who: who.value)
def test_whoever_they_know_has_no_name_of_the_book(who: Who) -> None:
    """The page says that names are ours."""
    one = ROGUES[who]
    said = " ".join((*one.ties, *one.beliefs, *one.instincts, *one.gear))
    assert [name for name in FICTION if name in said] == []


def test_every_gift_does_something() -> None:
    assert {one.gift for one in GIVEN} == set(Gift)
    assert {doing for one in GIVEN for doing in one.does} == set(Doing)

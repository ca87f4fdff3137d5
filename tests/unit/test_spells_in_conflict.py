"""Spells in a conflict: every cell of the tables of lengths, range dice and Presence; what is held, and when."""

from fractions import Fraction
from itertools import product

import pytest

from engine import app
from engine.games.burning_wheel.rules import spells_in_conflict as rules
from engine.games.burning_wheel.rules.fight_positioning import House, Wields, length_dice
from engine.games.burning_wheel.rules.range_spells import Cancels
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.spells import Area, Origin, Unit
from engine.games.burning_wheel.rules.spells_in_conflict import Aura, Ended, Facets
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())

LENGTHS = {
    (Origin.PERSONAL, Area.CASTER): None,
    (Origin.PERSONAL, Area.TARGET): None,
    (Origin.PERSONAL, Area.PRESENCE): "presence",
    (Origin.PERSONAL, Area.MEASURED): None,
    (Origin.PERSONAL, Area.NATURAL): "natural",
    (Origin.PRESENCE, Area.CASTER): "presence",
    (Origin.PRESENCE, Area.TARGET): "presence",
    (Origin.PRESENCE, Area.PRESENCE): "presence",
    (Origin.PRESENCE, Area.MEASURED): "presence",
    (Origin.PRESENCE, Area.NATURAL): "natural",
    **{(Origin.SIGHT, area): "sight" for area in Area},
}


def test_every_origin_and_area_has_its_length() -> None:
    """SOR-41, seed 000:5790-5792, 5805-5807, 5817-5819."""
    for origin, area in product(Origin, Area):
        found = Facets(origin, area).wields
        assert (found and found.value) == LENGTHS[origin, area], (origin, area)


ORIGIN = {Origin.PERSONAL: 0, Origin.PRESENCE: 1, Origin.SIGHT: 5}
UNITS = {Unit.PACES: 1, Unit.TENS: 1, Unit.HUNDREDS: 4, Unit.MILES: 8, Unit.TEN_MILES: 12, Unit.HUNDRED_MILES: 12}
PRICES = {Unit.PACES: (1, 4), Unit.TENS: (1, 2), Unit.HUNDREDS: (2, 1), Unit.MILES: (3, 1), Unit.TEN_MILES: (4, 1)}


def test_every_origin_and_area_has_its_range_dice() -> None:
    """SOR-42, seed 000:5795-5819: they add, but for Presence with Presence, which is 2D."""
    for origin in Origin:
        for area in (Area.CASTER, Area.TARGET, Area.PRESENCE, Area.NATURAL):
            more = 3 if area is Area.NATURAL else 0
            expected = 2 if (origin, area) == (Origin.PRESENCE, Area.PRESENCE) else ORIGIN[origin] + more
            assert rules.at_range(Facets(origin, area).tools).total == expected
            best = rules.at_range(Facets(origin, area).tools, best=True).total
            assert best == (2 if expected == 2 else max(ORIGIN[origin], more))
        for unit, dice in UNITS.items():
            assert rules.at_range(Facets(origin, Area.MEASURED, unit).tools).total == ORIGIN[origin] + dice


@pytest.mark.parametrize("unit", PRICES)
def test_every_price_of_more_dice(unit: Unit) -> None:
    """SOR-43, seed 000:5821-5825: whole steps alone."""
    gain, step = PRICES[unit]
    tools = Facets(None, Area.MEASURED, unit).tools
    for harder in range(9):
        assert rules.at_range(tools, harder=harder).total == UNITS[unit] + gain * (harder // step)


def test_what_presence_does_to_cover_and_as_a_bomb() -> None:
    """SOR-42, seed 000:5797, 4626."""
    presence = Facets(Origin.PRESENCE, Area.TARGET).tools
    assert rules.at_range(presence).cancels is Cancels.ONE
    assert rules.at_range(Facets(Origin.SIGHT, Area.TARGET).tools).cancels is Cancels.NOTHING
    against = [rules.at_range(presence, against=dice, as_bomb=True).total for dice in range(4)]
    assert against == [1, 2, 1, 1]
    assert [rules.at_range(presence, against=dice).total for dice in range(4)] == [1] * 4


def test_the_faster_spell_has_a_die() -> None:
    """SOR-40."""
    tools = Facets(Origin.SIGHT, Area.TARGET).tools
    assert rules.at_range(tools, faster=True).total == 6
    assert rules.at_range((), faster=True).total == 1


def test_a_measured_area_has_a_unit() -> None:
    with pytest.raises(Refused, match="has a unit"):
        _ = Facets(Origin.SIGHT, Area.MEASURED).tools


def test_against_the_longest_weapon_the_table_decides() -> None:
    """SOR-41: a spell is longest, or longer than that; against all others the reading changes nothing."""
    house = House(magic_longer=True)
    for mine, theirs in product(Wields, Wields):
        plain, longer = length_dice(mine, theirs, None), length_dice(mine, theirs, None, house)
        if mine.magic and theirs is Wields.LONGEST:
            assert (plain.amount, longer.amount) == (0, 1)
        else:
            assert plain == longer


MORE = {
    "Aura of Determination", "Aura of Fear", "Aura of Holiness", "Aura of Malevolence", "Command", "Commanding Aura",
    "Conspicuous", "Gift of Babel", "Meditation", "Perfect Pitch", "Sonorous Voice", "Unctuous",
}  # fmt: skip
LESS = {"Cipher", "Entropic", "Inconspicuous", "Misplaced Aura", "Obscure Aura", "Stealthy"}


def test_every_trait_and_skill_of_presence() -> None:
    """SOR-44, seed 000:5801."""
    assert {one.words for one in Aura} == MORE | LESS
    for one in Aura:
        assert rules.presence(4, {one}).total == (5 if one.words in MORE else 3)
    assert rules.presence(4, set(Aura)).total == 4 + 12 - 6


def test_the_greater_presence_alone_has_dice() -> None:
    for mine, theirs, twice in product(range(5), range(5), (False, True)):
        dice = rules.presence_dice(mine, theirs, twice=twice).amount
        assert dice == (0 if mine <= theirs else 2 if twice else 1)


def test_every_row_of_volleys() -> None:
    """SOR-39, seed 000:5778."""
    for actions in range(1, 131):
        waits = 0 if actions <= 20 else 1 if actions <= 40 else 2
        assert rules.maintains(actions) == waits
        assert rules.maintains(actions, capped=False) == (actions - 1) // 20
        plan = rules.scripted(actions)
        assert plan == ((Intent.MAINTAIN,),) * waits + (tuple(Intent),)


def test_what_a_margin_leaves_beside_a_spell() -> None:
    """SOR-45."""
    assert [rules.casts_at_range(Ended.WON, margin) for margin in (0, 1, 3)] == [None, 0, 2]
    assert rules.casts_at_range(Ended.TIED, 0) == 0
    assert rules.casts_at_range(Ended.LOST, 3) is None


def test_holding_longer_is_never_easier() -> None:
    """SOR-38."""
    chances = [app.run("coup-de-magie", {"holds": holds}).answer.values["holds"] for holds in range(1, 25)]
    assert chances == sorted(chances, reverse=True)
    assert chances[:5] == [Fraction(1)] * 5
    assert chances[5] == chances[9] > chances[10]


def test_more_obstacle_wins_more_and_comes_off_less() -> None:
    """SOR-43."""
    found = [app.run("spell-at-range", {"area": "hundreds", "harder": harder}).answer.values for harder in range(5)]
    assert [one["win"] for one in found] == sorted(one["win"] for one in found)
    assert [one["comes"] for one in found] == sorted((one["comes"] for one in found), reverse=True)
    best = max(range(5), key=lambda harder: found[harder]["cast"])
    assert found[0]["best"] == best

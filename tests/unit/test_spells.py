"""Spells as records, the dice and obstacle of a casting, and what Tax takes (SOR-02 to SOR-16, SOR-34 to SOR-37)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from engine.games.burning_wheel.rules import casting, sickness, spells
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Caster, Doubled, Style
from engine.games.burning_wheel.rules.spells import SPELLS, Against, Area, Harm, SpellOb
from engine.games.burning_wheel.rules.stats import Stat
from engine.refused import Refused

B4, B5, B6, G3 = (Ability.parse(said) for said in ("B4", "B5", "B6", "G3"))


def test_the_sample_spell_is_whole() -> None:
    """SOR-03: the one spell of which the book prints everything."""
    kind = SPELLS["arcane-kindness"]
    assert kind.obstacle is not None
    assert (kind.obstacle.number(), kind.caret, kind.actions, kind.price, kind.missing) == (4, True, 10, 16, ())
    assert [one.key for one in SPELLS.values() if not one.missing] == ["arcane-kindness"]


@pytest.mark.parametrize(
    ("key", "obstacle", "actions"),
    [
        ("mage-light", 3, 12),
        ("magesense", 4, None),
        ("turn-aside", 4, None),
        ("shards", 2, None),
        ("eldritch-shield", None, 9),
        ("white-fire", 3, None),
        ("the-fear", 2, 1),
        ("chameleon", None, None),
    ],
)
def test_numbers_of_the_book(key: str, obstacle: int | None, actions: int | None) -> None:
    """SOR-56: what it gives is there, and what it leaves out is not made up."""
    spell = SPELLS[key]
    assert (spell.obstacle and spell.obstacle.number(), spell.actions) == (obstacle, actions)


def test_the_wheel_example_has_its_facets() -> None:
    """SOR-31: the facets of the Eldritch Shield are those of the book's example."""
    shield = SPELLS["eldritch-shield"]
    said = [shield.element, shield.impetus, shield.origin, shield.duration]
    assert [one.value for one in said if one] == ["arcana", "control", "personal", "sustained"]
    assert shield.area is Area.CASTER


def test_each_kind_of_obstacle() -> None:
    """SOR-04."""
    assert SpellOb.fixed(3).number() == 3
    gate = SpellOb(Against.RANGE, 1, 8)
    assert (gate.number(), gate.number(7), gate.words) == (1, 7, "1 to 8")
    will = SpellOb(Against.TARGET, stat=Stat.WILL)
    assert (will.number(5), will.number(0), will.words) == (5, 1, "the target’s Will")
    with pytest.raises(Refused, match="say its exponent"):
        will.number()
    with pytest.raises(Refused, match="between 1 and 8"):
        gate.number(9)
    for wrong in ((Against.FIXED, 0, 0, None), (Against.RANGE, 4, 2, None), (Against.CASTER, 0, 0, None)):
        with pytest.raises(Refused):
            SpellOb(*wrong)


def test_x_actions_and_the_time_they_take() -> None:
    """SOR-12: city gates, Ob 7: 175 actions; 120 actions by Reflexes B4 are a minute and a half."""
    assert SPELLS["air-of-gates"].time(7) == 175
    assert SPELLS["mage-light"].time(7) == 12
    assert SPELLS["shards"].time(2) is None
    assert [spells.ACTIONS_A_MINUTE * reflexes for reflexes in (3, 4, 5, 6)] == [60, 80, 100, 120]
    assert spells.seconds(120, 4) == 90
    with pytest.raises(Refused):
        spells.seconds(10, 0)


@pytest.mark.parametrize(
    ("harm", "will", "over", "power"),
    [
        (Harm(), 5, 0, 5),
        (Harm(), 5, 3, 8),
        (Harm(2, 0, 2), 5, 0, 2),
        (Harm(2, 0, 2), 5, 8, 6),
        (Harm(2, 0, 2), 5, 7, 5),
    ],
)
def test_the_power_of_a_spell(harm: Harm, will: int, over: int, power: int) -> None:
    """SOR-20: Firebreath and Shards; 7 over, as 9 successes against Ob 2 are, make a Mark of B5."""
    assert harm.power(will, over) == power


@pytest.mark.parametrize(
    ("sorcery", "will", "held", "careful", "dice"),
    [(B5, B6, 0, 2, 13), (B5, B6, 0, 0, 11), (B4, B4, 0, 0, 8), (B5, B5, 3, 0, 7)],
)
def test_the_dice_of_a_casting(sorcery: Ability, will: Ability, held: int, careful: int, dice: int) -> None:
    """SOR-02, SOR-26."""
    caster = Caster(sorcery, will, held)
    assert caster.dice(careful).total == caster.pool(careful).dice == dice
    assert all(group.open_ended for group in caster.pool(careful))


def test_pool_and_ledger_agree() -> None:
    """SOR-02: the dice on the table are those of the ledger, whatever wounds, Deeds and sustained spells do."""
    for held, lost, each, doubled in product(range(4), range(3), (False, True), Doubled):
        caster = Caster(B5, Ability.parse("G4"), held, lost, each, doubled, persona=1)
        assert caster.pool(2).dice == max(0, caster.dice(2).total), (held, lost, each, doubled)


def test_each_ability_has_its_shade() -> None:
    """SOR-02: or all dice the darker of the two."""
    assert str(Caster(B5, G3).pool(1)) == "B6*+G3*"
    assert str(Caster(B5, G3, darker=True).pool(1)) == "B9*"
    assert str(Caster(B5, G3, lost=1).pool()) == "B4*+G3*"
    assert str(Caster(B5, G3, lost=1, lost_of_each=True).pool()) == "B4*+G2*"


def test_deeds_double_one_of_the_two() -> None:
    """SOR-02: Sorcery or Will, and of Will what is free."""
    assert Caster(B5, B6, doubled=Doubled.SORCERY).dice().total == 16
    assert Caster(B5, B6, 2, doubled=Doubled.WILL).dice().total == 5 + 4 + 4


def test_one_will_die_stays() -> None:
    """SOR-26."""
    assert [casting.will_left(5, held) for held in range(5)] == [5, 4, 3, 2, 1]
    with pytest.raises(Refused, match="sustains 4 at most"):
        casting.will_left(5, 5)


@pytest.mark.parametrize(
    ("style", "times"),
    [
        (Style.CAREFUL, [2, 4, 6, 8]),
        (Style.PATIENT, [3, 6, 9, 12]),
        (Style.BOTH, [5, 10, 20, 40]),
        (Style.NORMAL, [1] * 4),
    ],
)
def test_styles_take_their_time(style: Style, times: list[int]) -> None:
    """SOR-34 to SOR-36."""
    assert [Cast(style, dice).times for dice in (1, 2, 3, 4)] == times


def test_haste() -> None:
    """SOR-37: the table, and the shield of nine actions."""
    hasty = [Cast(Style.HASTY, saved) for saved in (1, 2, 3, 4)]
    assert [(one.harder, one.taxing) for one in hasty] == [(1, 0), (2, 1), (3, 2), (4, 3)]
    assert hasty[2].actions(9) == 6
    limits = {"obstacle": 3, "sorcery": 5, "forte": 6}
    assert [casting.most(Style.HASTY, **limits, actions=actions) for actions in (1, 9, 12)] == [0, 4, 6]
    casting.check(hasty[3], **limits, actions=9)
    with pytest.raises(Refused, match="here 4; this says 5"):
        casting.check(Cast(Style.HASTY, 5), **limits, actions=9)
    with pytest.raises(Refused, match="know its actions"):
        casting.check(hasty[0], **limits, actions=None)


def test_how_far_a_style_goes() -> None:
    """SOR-34 to SOR-36: the spell's obstacle, and the exponent of what the dice are for."""
    limits = {"obstacle": 4, "sorcery": 3, "forte": 2, "actions": 10}
    assert [casting.most(one, **limits) for one in (Style.CAREFUL, Style.PATIENT, Style.BOTH)] == [3, 2, 2]
    with pytest.raises(Refused, match="Carefully means at least a die"):
        casting.check(Cast(Style.CAREFUL), **limits)
    with pytest.raises(Refused, match="cast normally gets no dice"):
        casting.check(Cast(Style.NORMAL, 1), **limits)


def test_what_raises_which_obstacle() -> None:
    """SOR-10: area and haste on the casting, haste less one on the Tax; Magesense over 40 paces is Ob 7."""
    assert casting.obstacle(4, area=3).total == 7
    hasty = Cast(Style.HASTY, 3)
    assert (casting.obstacle(3, cast=hasty).total, casting.tax_obstacle(3, cast=hasty).total) == (6, 5)
    assert casting.obstacle(4, area=1, doubled=True).total == 9
    assert casting.tax_obstacle(4, wounds=1).total == 5


def test_tax_takes_the_margin() -> None:
    """SOR-13: two successes against Ob 3 cost Forte B6 one die."""
    assert sickness.taxed(6, 2, 3).after == 5
    assert sickness.taxed(4, 5, 2).lost == 0
    gone = sickness.taxed(2, 1, 3)
    assert (gone.after, gone.unconscious, gone.pips) == (0, True, 0)
    with pytest.raises(Refused):
        sickness.taxed(0, 2, 3)


def test_overtax_is_one_wound() -> None:
    """SOR-14: Forte 3, Ob 4: one below is B4, two B8, three B12; 18 pips lie in the next shade."""
    found = [sickness.taxed(3, successes, 7, 4) for successes in (4, 3, 2, 1)]
    assert [str(one.wound) if one.wound else None for one in found] == [None, "B4", "B8", "B12"]
    assert str(sickness.Taxed(1, 4, 6).wound) == "G2"


def test_the_sickness() -> None:
    """SOR-15: each die is rolled for, and none is back within the hour."""
    assert [sickness.hours(health) for health in range(1, 11)] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 1]
    assert sickness.hours(6, 2) == 2
    assert sickness.hours(5, 9) == 1
    assert sickness.back((5, 3)) == (5, 8)


def test_chances_of_loss_are_those_of_the_roll() -> None:
    """SOR-13: two dice of Forte against Ob 2."""
    law = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert sickness.lost_chances(law, 2) == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert sickness.lost_chances(law, 1) == {0: Fraction(3, 4), 1: Fraction(1, 4)}


@pytest.mark.parametrize(
    ("key", "said"),
    [("firebreath", "makes more"), ("mage-light", "does not say"), ("breath-of-wind", "how large"), ("own", "is flat")],
)
def test_what_is_over_is_only_called_flat_where_that_is_known(key: str, said: str) -> None:
    """SOR-04, SOR-23, SOR-56: the book leaves the caret of most spells out, and nature grows without one."""
    own = replace(SPELLS["shards"], caret=False, key="own")
    assert said in (own if key == "own" else SPELLS[key]).beyond

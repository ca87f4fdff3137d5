"""Armor: every cell of its tables, the armor test and its wear against every roll written out, and what never turns."""

import itertools
import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, filling, forms
from engine.answer import Table
from engine.effects import Effect
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.dice import Chain, Pool, Shade, read, successes
from engine.games.burning_wheel.forms.armor import ArmorRow
from engine.games.burning_wheel.rules import armor, armor_wear, armor_weight
from engine.games.burning_wheel.rules.armor import ArmorType, Piece, Quality, Suit
from engine.games.burning_wheel.rules.armor_wear import Grace, Held, Mender
from engine.games.burning_wheel.rules.armor_weight import Hampered, Tried, Weighing
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.sheet.effects import BatterArmor, WearArmor
from engine.games.burning_wheel.views import doll
from engine.games.burning_wheel.views.blocks import Doll, Part
from engine.refused import Refused
from engine.rulings import Rulings
from engine.views.place import Place

F = Fraction
LEATHER, PLATED, CHAIN, MAIL, PLATE = ArmorType
POOR, RUN, SUPERIOR = Quality
BLACK, GRAY, WHITE = Shade

DICE = {LEATHER: (1, 2, 1), PLATED: (3, 4, 2), CHAIN: (4, 5, 2), MAIL: (5, 6, 3), PLATE: (6, 7, 3)}
PRICES = {LEATHER: 2, PLATED: 2, CHAIN: 4, MAIL: 5, PLATE: 6}


@pytest.mark.parametrize("type", ArmorType)
def test_arm_02_03_21_dice_of_every_type(type: ArmorType) -> None:
    rest, chest, half = DICE[type]
    for location in Location:
        assert Piece(location, type).dice == (chest if location is Location.TORSO else rest)
    for limb in armor.LIMBS:
        assert Piece(limb, type, half=True).dice == half
    assert type.made.price == PRICES[type]


@pytest.mark.parametrize(
    ("type", "word", "dice"),
    [
        (LEATHER, "skull cap", 1),
        (PLATED, "pot helm", 3),
        (CHAIN, "sallet", 4),
        (MAIL, "bascinet", 5),
        (PLATE, "great helm", 6),
    ],
)
def test_arm_04_headgear(type: ArmorType, word: str, dice: int) -> None:
    assert word in type.made.headgear
    assert Piece(Location.HEAD, type).dice == dice


ARM_05 = {
    1: ("1/2", "0", "0", "0", "0"),
    2: ("3/4", "1/4", "0", "0", "0"),
    3: ("7/8", "1/2", "1/8", "0", "0"),
    4: ("15/16", "11/16", "5/16", "1/16", "0"),
    5: ("31/32", "13/16", "1/2", "3/16", "1/32"),
    6: ("63/64", "57/64", "21/32", "11/32", "7/64"),
    7: ("127/128", "15/16", "99/128", "1/2", "29/128"),
}


@pytest.mark.parametrize(("dice", "va"), [*itertools.product(ARM_05, range(5))])
def test_arm_05_chance_to_stop(dice: int, va: int) -> None:
    obstacle = armor.obstacle(armor.versus_armor(va)).total
    assert obstacle == 1 + va
    assert armor.stops(Pool.of(dice), obstacle) == F(ARM_05[dice][va])


def test_arm_06_shade_gate() -> None:
    allowed = {(own.value, theirs.value): armor.may_test(own, theirs) for own in Shade for theirs in Shade}
    assert {pair for pair, may in allowed.items() if not may} == {("B", "G"), ("B", "W"), ("G", "W")}
    assert all(armor.may_test(own, theirs, gate=False) for own in Shade for theirs in Shade)


@pytest.mark.parametrize(
    ("weapon", "power", "great_strike", "va"),
    [(1, 4, False, 1), (0, 4, False, 0), (0, 6, False, 0), (0, 7, False, 1), (0, 8, False, 1), (1, 7, True, 3)],
)
def test_arm_07_08_09_versus_armor(weapon: int, power: int | None, great_strike: bool, va: int) -> None:
    assert armor.versus_armor(weapon, power=power, great_strike=great_strike).total == va


def test_arm_08_missiles_have_no_power_behind_them() -> None:
    assert armor.versus_armor(2, power=None).total == 2
    assert armor.versus_armor(1, power=4, great_strike=True).total == 2


ARM_10 = {
    1: ("1/6", "1/6", "1/36"),
    2: ("1/3", "11/36", "11/216"),
    3: ("1/2", "91/216", "91/1296"),
    4: ("2/3", "671/1296", "671/7776"),
    5: ("5/6", "4651/7776", "4651/46656"),
    6: ("1", "31031/46656", "31031/279936"),
    7: ("7/6", "201811/279936", "201811/1679616"),
}


@pytest.mark.parametrize("dice", ARM_10)
def test_arm_10_loss_of_one_test(dice: int) -> None:
    expected, run, superior = ARM_10[dice]
    poor = armor_wear.losses(dice, POOR)
    assert sum((lost * chance for lost, chance in poor.items()), F(0)) == F(expected)
    assert armor_wear.losses(dice, RUN)[1] == F(run)
    assert armor_wear.losses(dice, SUPERIOR)[1] == F(superior)


def test_arm_11_lighter_shades_do_not_wear() -> None:
    wears = {(own.value, theirs.value) for own in Shade for theirs in Shade if armor_wear.can_wear(own, theirs)}
    assert wears == {("B", "B"), ("B", "G"), ("B", "W"), ("G", "G"), ("G", "W"), ("W", "W")}


ARM_12 = {
    Mender.MENDING: (1, 2, 4, 6, 8),
    Mender.TAILOR: (2, 3, 5),
    Mender.TANNER: (2, 3, 5),
    Mender.BLACKSMITH: (2, 3, 4, 5, 6),
    Mender.ARMORER: (1, 1, 2, 3, 4, 5),
}
REPAIRS = {
    True: {Mender.MENDING, Mender.BLACKSMITH, Mender.ARMORER},
    False: {Mender.MENDING, Mender.TAILOR, Mender.TANNER, Mender.ARMORER},
}


@pytest.mark.parametrize(("skill", "type", "lost"), [*itertools.product(Mender, ArmorType, range(8))])
def test_arm_12_repair(skill: Mender, type: ArmorType, lost: int) -> None:
    if skill not in REPAIRS[type in (CHAIN, MAIL, PLATE)]:
        with pytest.raises(Refused, match=skill.words):
            armor_wear.repair(type, lost, skill)
        return
    found = armor_wear.repair(type, lost, skill)
    assert found.obstacles == ARM_12[skill][:lost]
    assert len(found.obstacles) + found.beyond == lost
    at_once = armor_wear.repair(type, lost, skill, single=True)
    assert at_once.obstacles == found.obstacles[-1:]
    more = armor_wear.repair(type, lost, skill, seventh=True)
    assert more.obstacles == (found.obstacles if lost < 7 or skill is not Mender.ARMORER else (*ARM_12[skill], 6))


def test_a_repair_needs_every_test() -> None:
    found = armor_wear.repair(CHAIN, 2, Mender.BLACKSMITH)
    assert found.chance(Pool.of(4)) == F(11, 16) * F(5, 16)
    assert found.chance(Pool.of(4), harder=1) == F(5, 16) * F(1, 16)
    assert armor_wear.repair(CHAIN, 0, Mender.BLACKSMITH).chance(Pool.of(0)) == 1


ARM_14 = {
    "arms": {
        LEATHER: {"agility": 1},
        PLATED: {"agility": 1},
        CHAIN: {"agility": 2},
        MAIL: {"agility": 2, "climbing": 1},
        PLATE: {"agility": 2, "climbing": 2},
    },
    "half arms": {type: {} for type in ArmorType},
    "breastplate": {
        LEATHER: {},
        PLATED: {"stealthy": 1, "swimming": 1},
        CHAIN: {"stealthy": 2, "swimming": 2},
        MAIL: {"stealthy": 3, "swimming": 3},
        PLATE: {"stealthy": 3, "swimming": 3},
    },
    "leggings": {
        LEATHER: {},
        PLATED: {"speed": 1},
        CHAIN: {"speed": -1},
        MAIL: {"speed": -1},
        PLATE: {"speed": -1},
    },
    "half leggings": {LEATHER: {}, PLATED: {}, CHAIN: {"speed": 1}, MAIL: {"speed": 1}, PLATE: {"speed": 1}},
    "helmet": {
        LEATHER: {},
        PLATED: {"perception": 1},
        CHAIN: {"perception": 2},
        MAIL: {"perception": 2},
        PLATE: {"perception": 3},
    },
}
COVERED = {
    "arms": armor.ARMS,
    "half arms": armor.ARMS,
    "breastplate": (Location.TORSO,),
    "leggings": armor.LEGS,
    "half leggings": armor.LEGS,
    "helmet": (Location.HEAD,),
}


@pytest.mark.parametrize(("piece", "type"), [*itertools.product(ARM_14, ArmorType)])
def test_arm_14_to_19_weight_of_every_piece(piece: str, type: ArmorType) -> None:
    suit = Suit(tuple(Piece(location, type, piece.startswith("half")) for location in COVERED[piece]))
    # An obstacle is written as what it adds, dice as what they take: 0 and more, and below 0.
    found = {burden.on.value: burden.obstacle or burden.dice for burden in armor_weight.burdens(suit)}
    assert found == ARM_14[piece][type]


@pytest.mark.parametrize(("type", "more"), [(LEATHER, 0), (PLATED, 0), (CHAIN, 1), (MAIL, 2), (PLATE, 2)])
def test_arm_13_no_training(type: ArmorType, more: int) -> None:
    suit = Suit.whole(type)
    free = armor_weight.weight(armor_weight.burdens(suit), Tried.OTHER)
    felt = armor_weight.weight(armor_weight.burdens(suit, trained=False), Tried.OTHER)
    assert (free.obstacle.total, felt.obstacle.total) == (0, more)


def test_arm_13_the_heaviest_piece_asks_for_training() -> None:
    suit = Suit.whole(PLATED).wearing(Piece(Location.HEAD, PLATE))
    assert armor_weight.untrained(suit) is not None
    assert armor_weight.untrained(suit, torso_only=True) is None


@pytest.mark.parametrize(("type", "by_name", "by_class"), [(CHAIN, 2, 2), (MAIL, 2, 3), (PLATE, 3, 3)])
def test_arm_18_helmet_by_name_or_class(type: ArmorType, by_name: int, by_class: int) -> None:
    suit = Suit((Piece(Location.HEAD, type),))
    amounts = [armor_weight.burdens(suit, Weighing(helmet_by_class=choice))[0].obstacle for choice in (False, True)]
    assert amounts == [by_name, by_class]


def test_arm_20_a_lighter_helmet_on_full_plate() -> None:
    swapped = Suit.whole(PLATE).wearing(Piece(Location.HEAD, MAIL))
    felt = [
        armor_weight.weight(armor_weight.burdens(suit), Tried.PERCEPTION).obstacle.total
        for suit in (Suit.whole(PLATE), swapped)
    ]
    assert felt == [3, 2]
    assert [piece.dice for piece in swapped] == [5, 7, 6, 6, 6, 6]


def test_arm_15_who_feels_the_sleeves() -> None:
    suit = Suit((Piece(Location.LEFT_ARM, CHAIN),))

    def felt(weighing: Weighing = armor_weight.BOOK) -> set[str]:
        found = armor_weight.burdens(suit, weighing)
        return {one.value for one in Tried if armor_weight.weight(found, one, weighing).obstacle.total == 2}

    agile = {"agility", "agility-skill", "missile"}
    assert felt() == {*agile, "shared-skill"}
    assert felt(Weighing(shared=False)) == agile
    assert felt(Weighing(unarmed=True)) == {*agile, "shared-skill", "unarmed"}
    assert felt(Weighing(pair_only=True)) == set()


def test_arm_15_half_sleeves_free_climbing() -> None:
    suit = Suit.whole(PLATE, half_arms=True)
    assert armor_weight.weight(armor_weight.burdens(suit), Tried.CLIMBING).nothing
    kept = Weighing(half_keeps_climbing=True)
    assert armor_weight.weight(armor_weight.burdens(suit, kept), Tried.CLIMBING, kept).obstacle.total == 2


def test_arm_16_17_19_stealthy_feels_breastplate_leggings_and_boots() -> None:
    found = armor_weight.burdens(Suit.whole(PLATED), boots=1)
    assert armor_weight.weight(found, Tried.STEALTHY).obstacle.total == 1 + 1 + 1
    assert armor_weight.weight(found, Tried.SPEED).obstacle.total == 1 + 1
    assert armor_weight.weight(found, Tried.CLIMBING).nothing
    climbs = Weighing(speed_climbs=True)
    assert armor_weight.weight(found, Tried.CLIMBING, climbs).obstacle.total == 1 + 1


def test_arm_19_reflexes() -> None:
    leggings = armor_weight.burdens(Suit.whole(CHAIN))
    assert armor_weight.reflexes(4, 4, 4) == 4
    assert armor_weight.reflexes(4, 4, 4, leggings) == 3
    assert armor_weight.reflexes(4, 4, 4, leggings, up=True) == 4
    assert armor_weight.reflexes(4, 4, 4, armor_weight.burdens(Suit.whole(CHAIN, half_legs=True))) == 4


def test_arm_22_artha() -> None:
    allowed = {artha.value for artha in armor.Artha if artha.allowed()}
    assert allowed == {"luck", "boon", "saving-grace"}
    assert not armor.Artha.BOON.allowed(boon=False)


@pytest.mark.parametrize("location", [Location.HEAD, Location.TORSO])
def test_no_half_helmets_or_breastplates(location: Location) -> None:
    with pytest.raises(Refused, match="Half pieces"):
        Piece(location, CHAIN, half=True)


def test_a_piece_loses_no_more_than_it_has() -> None:
    assert Piece(Location.TORSO, PLATE, lost=7).dice == 0
    with pytest.raises(Refused, match="has 2D"):
        Piece(Location.LEFT_ARM, CHAIN, half=True, lost=3)
    with pytest.raises(Refused, match="of them are lost"):
        Piece(lost=-1)
    assert Piece(Location.LEFT_ARM, CHAIN, lost=3).less(9).dice == 0


def test_one_piece_covers_a_location() -> None:
    with pytest.raises(Refused, match="head"):
        Suit((Piece(Location.HEAD), Piece(Location.HEAD, LEATHER)))
    assert Suit((Piece(Location.HEAD),)).at(Location.TORSO) is None


# The twin: every face of every die written out, without a law or a series.


def _by_hand(dice: int, shade: Shade, obstacle: int, quality: Quality, counts: bool) -> Counter[Held]:
    """Ways out of 6 ** (dice + 1); the last die is what superior armor rolls again, where it does."""
    ways: Counter[Held] = Counter()
    for *faces, again in itertools.product(range(1, 7), repeat=dice + 1):
        good, ones = sum(face >= shade.target for face in faces), faces.count(1)
        lost = ones if quality is POOR else min(ones, 1)
        if quality is SUPERIOR and ones:
            lost = int(again == 1)
            good += counts and again >= shade.target
        ways[Held(good >= obstacle, lost)] += 1
    return ways


@pytest.mark.parametrize(("dice", "shade", "quality"), [*itertools.product(range(5), Shade, Quality)])
def test_wear_and_test_are_those_of_every_roll(dice: int, shade: Shade, quality: Quality) -> None:
    for obstacle, counts in itertools.product((1, 2, 3, 5), (False, True)):
        by_hand = _by_hand(dice, shade, obstacle, quality, counts)
        found = armor_wear.outcomes(Pool.of(dice, shade), obstacle, quality, counts=counts)
        assert found == {held: F(ways, 6 ** (dice + 1)) for held, ways in by_hand.items()}


@pytest.mark.parametrize(("dice", "shade", "quality"), [*itertools.product(range(1, 5), Shade, Quality)])
def test_a_roll_that_lies_there_is_settled_as_the_odds_have_it(dice: int, shade: Shade, quality: Quality) -> None:
    piece = Piece(Location.TORSO, PLATE, quality=quality, shade=shade, lost=7 - dice)
    ways: Counter[Held] = Counter()
    for *faces, again in itertools.product(range(1, 7), repeat=dice + 1):
        ways[armor_wear.settle(read(piece.pool, faces), 2, piece, WHITE, again)] += 1
    found = armor_wear.outcomes(piece.pool, 2, quality)
    assert found == {held: F(count, 6 ** (dice + 1)) for held, count in ways.items()}


@pytest.mark.parametrize(("dice", "shade", "grace"), [*itertools.product((1, 2), Shade, (Grace.FINAL, Grace.FIRST))])
def test_saving_grace_is_that_of_every_roll(dice: int, shade: Shade, grace: Grace) -> None:
    ways: Counter[Held] = Counter()
    for rolls in itertools.product(range(1, 7), repeat=2 * dice):
        first, again = rolls[:dice], rolls[dice:]
        last = [one if one >= shade.target else two for one, two in zip(first, again, strict=True)]
        ones = (first if grace is Grace.FIRST else tuple(last)).count(1)
        ways[Held(sum(face >= shade.target for face in last) >= 2, ones)] += 1
    found = armor_wear.outcomes(Pool.of(dice, shade), 2, POOR, grace=grace)
    assert found == {held: F(count, 36**dice) for held, count in ways.items()}


def test_superior_armor_asks_for_the_second_face() -> None:
    assert armor_wear.asks_again([1, 4], SUPERIOR)
    assert not armor_wear.asks_again([2, 4], SUPERIOR)
    assert not armor_wear.asks_again([1, 4], RUN)
    for again in (None, 0, 7):
        with pytest.raises(Refused, match="rolled again"):
            armor_wear.dice_lost([1, 4], SUPERIOR, again)


@given(st.integers(0, 7), st.sampled_from(Shade), st.integers(1, 6), st.sampled_from(Chain))
def test_open_dice_stop_as_often_as_their_law_says(dice: int, shade: Shade, obstacle: int, chain: Chain) -> None:
    pool = Pool.of(dice, shade, open_ended=True)
    found = armor_wear.outcomes(pool, obstacle, POOR, chain=chain)
    assert sum(found.values()) == 1
    stopped = sum((chance for held, chance in found.items() if held.stopped), F(0))
    assert stopped == successes(pool, chain=chain).at_least(obstacle)


def test_the_ones_of_open_dice() -> None:
    # One open black die: a 1 at once, or at the end of a chain of sixes: 1/6 + 1/36 + … = 1/5.
    found = armor_wear.outcomes(Pool.parse("B1*"), 1, RUN)
    assert sum((chance for held, chance in found.items() if held.lost), F(0)) == F(1, 5)
    once = armor_wear.outcomes(Pool.parse("B1*"), 1, RUN, chain=Chain.ONCE)
    assert sum((chance for held, chance in once.items() if held.lost), F(0)) == F(1, 6) + F(1, 36)


pieces = st.builds(
    lambda location, type, quality, shade, lost: Piece(location, type, False, quality, shade, min(lost, 1)),
    st.sampled_from(Location),
    st.sampled_from(ArmorType),
    st.sampled_from(Quality),
    st.sampled_from(Shade),
    st.integers(0, 1),
)


@given(pieces, st.integers(0, 4), st.sampled_from(Shade))
def test_more_armor_is_never_worse(piece: Piece, va: int, attack: Shade) -> None:
    """A heavier type, a lighter shade, a die back, a lower VA: none of them ever stops less."""
    obstacle = armor.obstacle(armor.versus_armor(va)).total
    chance = armor.stops(piece.pool, obstacle)
    for type in list(ArmorType)[piece.type.weight :]:
        assert armor.stops(Piece(piece.location, type, lost=piece.lost, shade=piece.shade).pool, obstacle) >= chance
    assert armor.stops(armor_wear.repaired(piece, 1).pool, obstacle) >= chance
    assert armor.stops(piece.pool, obstacle + 1) <= chance
    lighter = list(Shade)[list(Shade).index(piece.shade) :]
    assert all(armor.stops(Pool.of(piece.dice, shade), obstacle) >= chance for shade in lighter)
    assert all(armor.may_test(shade, attack) for shade in lighter if armor.may_test(piece.shade, attack))


@given(pieces, st.integers(1, 4))
def test_better_made_armor_lasts_longer(piece: Piece, obstacle: int) -> None:
    last = [armor_wear.lasts(piece.dice, quality) for quality in Quality]
    assert last == sorted(last)
    assert armor_wear.lasts(piece.dice + 1, piece.quality) > armor_wear.lasts(piece.dice, piece.quality)
    pool = piece.pool
    means = []
    for quality in Quality:
        found = armor_wear.outcomes(pool, obstacle, quality)
        assert sum(found.values()) == 1
        means.append(sum((held.lost * chance for held, chance in found.items()), F(0)))
    assert means == sorted(means, reverse=True)


suits = st.lists(
    st.builds(Piece, st.sampled_from(Location), st.sampled_from(ArmorType)), unique_by=lambda p: p.location
)


@given(suits, st.sampled_from(Location), st.sampled_from(ArmorType), st.booleans(), st.sampled_from(Tried))
def test_more_armor_only_weighs_more(
    worn: list[Piece], location: Location, type: ArmorType, trained: bool, tried: Tried
) -> None:
    suit = Suit(tuple(worn)).without(location)
    heavier = suit.wearing(Piece(location, type))
    one, other = (armor_weight.weight(armor_weight.burdens(worn, trained=trained), tried) for worn in (suit, heavier))
    worse = (other.obstacle.total - one.obstacle.total, one.dice.total - other.dice.total)
    # A die less takes the place of plated leather's obstacle, so the two are compared together.
    assert worse[0] + worse[1] >= 0


def test_a_forecast_ends_where_armor_has_gone() -> None:
    piece = Piece(Location.LEFT_ARM, CHAIN, half=True, quality=POOR)
    first, *_, last = armor_wear.forecast(piece, 1, 40)
    assert first.left == armor_wear_left(2)
    assert first.through == F(1, 4)
    assert last.left[0] > F(99, 100)
    assert last.through > F(99, 100)
    assert sum(last.left.values()) == 1


def armor_wear_left(dice: int) -> dict[int, Fraction]:
    """Dice left of poor armor after one test, from the binomial of its 1s."""
    ways = Counter(dice - faces.count(1) for faces in itertools.product(range(1, 7), repeat=dice))
    return {left: F(count, 6**dice) for left, count in sorted(ways.items())}


@given(st.integers(1, 4), st.sampled_from(Quality), st.integers(1, 3))
def test_a_forecast_is_a_walk_of_single_tests(dice: int, quality: Quality, obstacle: int) -> None:
    piece = Piece(Location.HEAD, PLATE, quality=quality, lost=6 - dice)
    two = armor_wear.forecast(piece, obstacle, 2)[1]
    safe = F(0)
    for held, chance in armor_wear.outcomes(piece.pool, obstacle, quality).items():
        if held.stopped:
            left = piece.less(held.lost).pool
            safe += chance * (armor.stops(left, obstacle) if left.dice else 0)
    assert two.any_through == 1 - safe


@pytest.mark.parametrize("quality", Quality)
def test_how_long_a_die_lasts(quality: Quality) -> None:
    one, two = {POOR: (F(6), F(96, 11)), RUN: (F(6), F(6) + F(36, 11)), SUPERIOR: (F(36), F(36) + F(216, 11))}[quality]
    assert armor_wear.lasts(0, quality) == 0
    assert armor_wear.lasts(1, quality) == one
    assert armor_wear.lasts(2, quality) == two


def test_hampered_and_tried_share_their_names() -> None:
    assert {on.value for on in Hampered} - {"all"} <= {one.value for one in Tried}


# On the sheet

assert GAME.sheet
SHEET = GAME.sheet
ODILE = {"name": "Odile", "armor": "Head: full plate, superior\nLeft arm: half chain, gray, -1D"}


@given(
    st.builds(
        ArmorRow,
        st.sampled_from(armor.LIMBS),
        st.sampled_from(ArmorType),
        st.booleans(),
        st.sampled_from(Quality),
        st.sampled_from(Shade),
        st.integers(0, 1),
    )
)
def test_a_piece_is_typed_as_it_is_written(row: ArmorRow) -> None:
    assert ArmorRow.of_line(row.line) == row


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("chainmail", "after “Head”"),
        ("tail: chainmail", "tail: chainmail"),
        ("head: tin", "“tin”"),
        ("head: half chain", "Half pieces"),
        ("head: chain, rusty", "“rusty”"),
        ("left arm: half chain, -3D", "has 2D"),
    ],
)
def test_a_line_that_is_no_armor(line: str, said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        ArmorRow.of_line(line)


def test_the_sheet_keeps_armor_and_shows_it() -> None:
    done = app.run(SHEET.calculator, ODILE)
    shown = next(one for one in done.answer.blocks if isinstance(one, Table) and one.caption == "Armor")
    assert shown.rows == (("Head", "Full plate, 6D"), ("Left arm", "Half chainmail, 1D of 2D"))


def test_two_pieces_on_one_location_are_told_at_their_field() -> None:
    with pytest.raises(forms.Unusable, match="two lie on the head") as caught:
        app.run(SHEET.calculator, {"armor": "Head: chain\nHead: leather"})
    assert caught.value.field == "armor"


def worn_after(effect: Effect) -> list[str]:
    held = SHEET.canonical(ODILE)
    after, _ = effect.apply(SHEET, held, "", Rulings("burning-wheel"))
    rows: tuple[ArmorRow, ...] = SHEET.form.read(after)["armor"]
    return [row.line for row in rows]


def test_what_answers_do_to_armor() -> None:
    head, arm = "Head: full plate, superior", "Left arm: half chainmail, gray"
    assert worn_after(BatterArmor("head", 2)) == [f"{head}, −2D", f"{arm}, −1D"]
    assert worn_after(BatterArmor("left-arm", 9)) == [head, f"{arm}, −2D"]
    assert worn_after(BatterArmor("left-arm", -1)) == [head, arm]
    assert worn_after(WearArmor("Torso: leather")) == ["Torso: leather or quilting"]
    assert worn_after(WearArmor("")) == []
    with pytest.raises(forms.Unusable, match="wears no armor on the torso"):
        worn_after(BatterArmor("torso", 1))


# The figure

SUIT = "Head: full plate\nLeft arm: half chainmail, −1D"


def figure(tap: dict[str, object], armor: str = SUIT) -> dict[str, Part]:
    """The six buttons of the builder, by their places."""
    answer = app.run("armor-builder", {"armor": armor, "tap": tap}).answer
    drawn = next(block for block in answer.blocks if isinstance(block, Doll))
    return {part.at: part for part in drawn.parts}


@pytest.mark.parametrize(
    ("tap", "at", "does", "lines"),
    [
        ({"is": "put-on", "type": "chain"}, "torso", "Put on chainmail", ["Head: full plate", "Torso: chainmail"]),
        ({"is": "put-on", "type": "full-plate"}, "head", "Take it off", []),
        ({"is": "put-on", "type": "chain", "half": True}, "head", "Put on chainmail", ["Head: chainmail"]),
        ({"is": "take-off"}, "head", "Take it off", []),
        ({"is": "take-off"}, "torso", "Bare already", ["Head: full plate"]),
        ({"is": "batter"}, "head", "Take a die off", ["Head: full plate, −1D"]),
        ({"is": "batter"}, "torso", "No die to lose", ["Head: full plate"]),
        ({"is": "restore"}, "head", "Nothing to repair", ["Head: full plate"]),
    ],
)
def test_a_tap_on_the_figure(tap: dict[str, object], at: str, does: str, lines: list[str]) -> None:
    part = figure(tap)[at]
    assert part.does == does
    assert part.sets["armor"].splitlines() == [*lines, "Left arm: half chainmail, −1D"]


def test_taps_on_a_battered_arm() -> None:
    arm = figure({"is": "batter"})["left-arm"]
    assert (arm.worn, arm.dice, arm.whole) == ("half chainmail", 1, 2)
    assert arm.sets["armor"] == "Head: full plate\nLeft arm: half chainmail, −2D"
    restored = figure({"is": "restore"})["left-arm"].sets["armor"]
    assert restored == "Head: full plate\nLeft arm: half chainmail"
    gone = figure({"is": "batter"}, "Left arm: half chainmail, −2D")["left-arm"]
    assert (gone.does, gone.sets["armor"]) == ("No die to lose", "Left arm: half chainmail, −2D")


@pytest.mark.parametrize("tap", ["put-on", "take-off", "batter", "restore"])
def test_every_tap_leads_to_a_suit_that_can_be_worn(tap: str) -> None:
    for part in figure({"is": tap}).values():
        done = app.run("armor-builder", {"tap": {"is": tap}, **part.sets})
        assert done.inputs["tap"]["is"] == tap
        worn = next(effect for effect in done.answer.effects if isinstance(effect, WearArmor))
        assert worn.lines == part.sets["armor"]


def test_each_place_of_the_figure_is_a_button_with_its_words() -> None:
    answer = app.run("armor-builder", {"armor": SUIT, "tap": {"is": "batter"}}).answer
    (block,) = (block for block in answer.blocks if isinstance(block, Doll))
    html = doll.doll(block, Place("doll", "../"))
    buttons = re.findall(r'<button type="button"[^>]*>(.*?)</button>', html)
    said = [re.sub(r"<[^>]*>", "", words) for words in buttons]
    assert len(said) == 6
    assert "Left arm 1D of 2D half chainmail Take a die off." in said
    assert "Torso – bare No die to lose." in said
    assert html.count("<path") == 6
    assert block.sentence in html


def test_a_blow_takes_its_die_off_the_sheet() -> None:
    """A test that wears the arm of the builder's suit says what is left of it to the sheet."""
    piece = {"location": "left-arm", "type": "chain", "half": True, "shade": "G", "lost": 1}
    answer = app.run("armor-test", {"piece": piece, "attack": "G", "faces": "1"}).answer
    (effect,) = answer.effects
    assert worn_after(effect) == ["Head: full plate, superior", "Left arm: half chainmail, gray, −2D"]


def test_a_repair_goes_on_where_it_stopped() -> None:
    assert armor_wear.repair(CHAIN, 2, Mender.BLACKSMITH, back=2).obstacles == (4, 5)
    assert armor_wear.repair(CHAIN, 2, Mender.BLACKSMITH, back=4).beyond == 1


@pytest.mark.parametrize("name", ["armor-test", "armor-lasts", "armor-repair"])
def test_a_sheet_offers_each_of_its_pieces(name: str) -> None:
    offers = SHEET.offers(app.entry(name).form, SHEET.canonical(ODILE), Rulings("burning-wheel"))["piece"]
    assert [offer.words for offer in offers] == ["Head 6D", "Left arm 1D"]
    inputs = app.run(name, offers[1].pairs).inputs["piece"]
    assert (inputs["location"], inputs["type"], inputs["half"], inputs["lost"]) == ("left-arm", "chain", True, 1)


@pytest.mark.parametrize("name", ["armor-weight", "armor-builder"])
def test_a_sheet_brings_its_whole_suit(name: str) -> None:
    sheet, form = SHEET.canonical(ODILE), app.entry(name).form
    made = SHEET.offers(form, sheet, Rulings("burning-wheel"))
    fills = filling.at_once(filling.fields_of(form.fields), made)
    pairs = {path: said for fill in fills for path, said in fill.pairs.items()}
    assert [row["location"] for row in app.run(name, pairs).inputs["armor"]] == ["head", "left-arm"]


@pytest.mark.parametrize(("quality", "boon", "va"), [*itertools.product(Quality, (0, 1, 2), (0, 1))])
def test_bought_dice_wear_a_piece_no_further_than_its_own(quality: Quality, boon: int, va: int) -> None:
    """The calculator against every roll: a leather breastplate of 2D, with dice that Persona bought beside it."""
    piece = {"location": "torso", "type": "leather", "quality": quality.value}
    done = app.run("armor-test", {"piece": piece, "boon": boon, "va": va}).answer
    ways = _by_hand(2 + boon, BLACK, 1 + va, quality, False)
    every = 6 ** (3 + boon)
    assert done.values["chance"] == F(sum(count for held, count in ways.items() if held.stopped), every)
    assert done.values["wears"] == F(sum(count for held, count in ways.items() if held.lost), every)
    (shown,) = (one for one in done.blocks if isinstance(one, Table) and one.caption == "What becomes of it")
    expected: Counter[tuple[int, bool]] = Counter()
    for held, count in ways.items():
        expected[min(held.lost, 2), held.stopped] += count
    cells = {(lost, at == 0): cell for lost, row in enumerate(shown.rows) for at, cell in enumerate(row[1:])}
    assert {key: cell for key, cell in cells.items() if cell} == {
        key: F(count, every) for key, count in expected.items()
    }


def test_faces_of_which_the_first_ones_wear_are_typed_as_they_fell() -> None:
    said = {"artha": "saving-grace", "faces": "23456"}
    assert app.run("armor-test", said).answer.values["stopped"]
    with pytest.raises(forms.Unusable, match="fell first") as caught:
        app.run("armor-test", said, {"armor.saving-grace": "first"})
    assert caught.value.field == "faces"

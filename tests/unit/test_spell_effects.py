"""What comes of a spell: splits, damage and Natural Effects against going through every fall of the dice."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from engine import app
from engine.dice import Distribution
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Pool, Shade, read, successes
from engine.games.burning_wheel.forms.spells import SpellRow
from engine.games.burning_wheel.rules import natural_effect, spell_area, spell_damage
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.games.burning_wheel.rules.blow import End, Foe
from engine.games.burning_wheel.rules.casting import Caster
from engine.games.burning_wheel.rules.casting_procedure import Casting, House, Plan, Who, begin
from engine.games.burning_wheel.rules.casting_procedure import Step as CastStep
from engine.games.burning_wheel.rules.damage import Damage, Stage, ims
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.natural_effect import RUNGS, Force, Span
from engine.games.burning_wheel.rules.spell_area import Delivered, Measured
from engine.games.burning_wheel.rules.spell_damage import Aim, Put, Spellfire, Uses
from engine.games.burning_wheel.rules.spells import SPELLS, Area, Harm, Origin, Unit
from engine.games.burning_wheel.rules.wounds import PRESETS, Level
from engine.refused import Refused
from tests.site.building import modules

app.load(modules())

B4 = PRESETS["B4"]
CARET = Uses(effect=True, duration=False, fate=True)
FLAT = Uses(effect=False, duration=False, fate=True)
SIXTH = Fraction(1, 6)


def fire(
    harm: Harm = Harm(), will: int = 5, may: Uses = CARET, suit: Suit = Suit(), aim: Aim = Aim.MIDI, targets: int = 1
) -> Spellfire:
    return Spellfire(harm, will, may, Foe(B4, suit), ims, aim=aim, targets=targets)


def open_law(dice: int, upto: int) -> list[Fraction]:
    """The chance of 0 to `upto` successes of black open-ended dice, by P(0) = 1/2 and P(n) = 5/2 / 6^n for each."""
    one = [Fraction(1, 2), *(Fraction(5, 2) / 6**n for n in range(1, upto + 1))]
    found = [Fraction(1), *[Fraction(0)] * upto]
    for _ in range(dice):
        found = [sum((found[k] * one[n - k] for k in range(n + 1)), Fraction(0)) for n in range(upto + 1)]
    return found


@cache
def leather_stops(dice: int, obstacle: int) -> Fraction:
    """The chance of so many successes on plain dice, fall by fall."""
    falls = [sum(face > 3 for face in faces) for faces in product(range(1, 7), repeat=dice)]
    return Fraction(sum(good >= obstacle for good in falls), len(falls))


# Area


@pytest.mark.parametrize(
    ("unit", "length", "size"),
    [
        (Unit.PACES, "paces", 1),
        (Unit.TENS, "paces", 10),
        (Unit.HUNDREDS, "paces", 100),
        (Unit.MILES, "miles", 1),
        (Unit.TEN_MILES, "miles", 10),
        (Unit.HUNDRED_MILES, "miles", 100),
    ],
)
def test_units_and_increments(unit: Unit, length: str, size: int) -> None:
    """SOR-16: the fewest increments that reach so far."""
    area = Measured(unit)
    assert (area.length, area.size) == (length, size)
    for wanted in range(1, 3 * size + 2):
        added = area.increments(wanted)
        assert area.covers(added) >= wanted
        assert not added or area.covers(added - 1) < wanted
    with pytest.raises(Refused, match="1 or more"):
        area.increments(0)


TOUCHED = {
    (Area.TARGET, Origin.PERSONAL): Delivered.TOUCH,
    (Area.TARGET, Origin.PRESENCE): Delivered.ADDRESSED,
    (Area.TARGET, Origin.SIGHT): Delivered.SEEN,
}


@pytest.mark.parametrize(("area", "origin"), [*product(Area, Origin)])
def test_touch_is_one_pair_alone(area: Area, origin: Origin) -> None:
    """SOR-17, SOR-22."""
    found = spell_area.delivered(area, origin)
    assert found is TOUCHED.get((area, origin), found)
    assert (found is Delivered.TOUCH) == ((area, origin) == (Area.TARGET, Origin.PERSONAL))
    assert spell_area.may_catch_caster(area) == (area is Area.NATURAL)


def test_only_a_measured_area_is_widened() -> None:
    """SOR-16."""
    assert spell_area.measured(SPELLS["magesense"]) == Measured(Unit.TENS)
    for key in ("the-fear", "air-of-gates", "breath-of-wind", "mage-light"):
        with pytest.raises(Refused, match="Measured Area"):
            spell_area.measured(SPELLS[key])


# Splits


def every_put(over: int, may: Uses) -> Iterator[Put]:
    """All ways to put at most so many successes somewhere, one after the other."""
    for effect, duration, fate, second in product(range(over + 1), repeat=4):
        put = Put(effect, duration, fate, second)
        fits = (effect == 0 or may.effect) and (duration == 0 or may.duration) and (second == 0 or may.second)
        if fits and (fate == 0 or may.fate) and fate <= 3 and put.total <= over:
            yield put


@pytest.mark.parametrize("over", range(6))
@pytest.mark.parametrize(
    "may", [Uses(*flags) for flags in product((False, True), repeat=4) if flags[0] or not flags[3]]
)
def test_splits_are_all_that_spend_the_most(over: int, may: Uses) -> None:
    """SOR-19, SOR-21: each success once, three in the die."""
    every = list(every_put(over, may))
    most = max(put.total for put in every)
    assert set(spell_damage.splits(over, may)) == {put for put in every if put.total == most}
    for put in every:
        spell_damage.check(put, over, may, "It")


def test_what_cannot_be_put_anywhere_is_refused() -> None:
    """SOR-04, SOR-19, SOR-21."""
    none = Uses(effect=False, duration=False, fate=False)
    for put, may, said in (
        (Put(4), CARET, "3 over"),
        (Put(1), none, "is flat"),
        (Put(second=1), CARET, "is flat"),
        (Put(duration=1), CARET, "elapsed time"),
        (Put(fate=1), none, "Die of Fate"),
    ):
        with pytest.raises(Refused, match=said):
            spell_damage.check(put, 3, may, "Spark")
    with pytest.raises(Refused, match="No more than 3"):
        spell_damage.check(Put(fate=4), 9, CARET, "Spark")


def test_what_successes_may_go_into() -> None:
    """SOR-04, SOR-19: only a caret opens the effect; the die of a flat spell by a ruling."""
    shards, fear, kindness = (SPELLS[key] for key in ("shards", "the-fear", "arcane-kindness"))
    assert spell_damage.uses(shards).each == (True, False, True)
    assert spell_damage.uses(fear).each == (False, False, False)
    assert spell_damage.uses(kindness).each == (True, False, False)
    assert spell_damage.uses(kindness, second=True).second
    assert not spell_damage.uses(fear, second=True).second


@pytest.mark.parametrize(("fate", "sixths"), [(0, (2, 2, 2)), (1, (1, 2, 3)), (2, (0, 2, 4)), (3, (0, 1, 5))])
def test_the_die_of_fate(fate: int, sixths: tuple[int, ...]) -> None:
    """SOR-21: every cell."""
    assert tuple(spell_damage.chances(fate).values()) == tuple(part * SIXTH for part in sixths)
    faces = Counter(spell_damage.stage(face, fate) for face in range(1, 7))
    assert tuple(faces[stage] for stage in (Stage.INCIDENTAL, Stage.MARK, Stage.SUPERB)) == sixths


@pytest.mark.parametrize(
    ("part", "plus", "each", "will", "over", "power"),
    [
        (1, 0, 1, 5, 0, 5),
        (1, 0, 1, 5, 3, 8),
        (2, 0, 2, 5, 8, 6),
        (2, 0, 2, 5, 7, 5),
        (2, 0, 1, 4, 1, 3),
        (1, -2, 1, 5, 1, 4),
        (1, 2, 2, 3, 5, 7),
        (2, -4, 2, 5, 0, 0),
    ],
)
def test_power(part: int, plus: int, each: int, will: int, over: int, power: int) -> None:
    """SOR-20."""
    harm = Harm(part, plus, each)
    assert harm.power(will, over) == power == max(0, harm.worked(will, over).total)


# From the casting to the wound


def wound_by_hand(damage: Damage, fate: int, stops: Fraction) -> Mapping[str, Fraction]:
    """The chance of each end once a spell has come off: the faces one by one."""
    found: Counter[str] = Counter()
    for face in range(1, 7):
        total = face + fate
        hit = damage.incidental if total <= 2 else damage.mark if total <= 4 else damage.superb
        found["stopped"] += SIXTH * stops  # type: ignore[assignment]
        found[B4.level(hit).value] += SIXTH * (1 - stops)  # type: ignore[assignment]
    return found


@pytest.mark.parametrize("armor", [None, ArmorType.LEATHER, ArmorType.PLATED_LEATHER])
@pytest.mark.parametrize("aim", [Aim.LIGHT, Aim.MIDI, Aim.SEVERE, Aim.MORTAL])
@pytest.mark.parametrize(("harm", "may"), [(Harm(), CARET), (Harm(part=2, each=2), CARET), (Harm(plus=2), FLAT)])
def test_the_whole_way_die_by_die(harm: Harm, may: Uses, aim: Aim, armor: ArmorType | None) -> None:
    """SOR-19 to SOR-21: the best split of each number over, found by trying all, and every face."""
    dice, obstacle, will = 3, 2, 4
    suit = Suit.whole(armor) if armor else Suit()
    piece = next(iter(suit), None)
    torso = next((one for one in suit if one.location.value == "torso"), piece)
    stops = leather_stops(torso.dice, 1) if torso else Fraction(0)
    most = 45
    law = open_law(dice, obstacle + most)
    expected: Counter[str] = Counter({"miss": law[0] + law[1]})  # type: ignore[dict-item]
    worse = [level.value for level in Level][[level.value for level in Level].index(aim.value) :]
    for over in range(most + 1):
        chance = law[obstacle + over] if over < most else 1 - sum(law[: obstacle + most])
        ends = []
        for put in every_put(min(over, 40), may) if over <= 3 else spell_damage.splits(over, may):
            effect = put.effect if may.effect else 0
            damage = ims(max(0, will // harm.part + harm.plus + effect // harm.each))
            ends.append(wound_by_hand(damage, put.fate, stops))
        wanted = max(sum(end.get(level, Fraction(0)) for level in worse) for end in ends)
        expected["wanted"] += chance * wanted  # type: ignore[assignment]
    pool = Pool.of(dice, Shade.BLACK, open_ended=True)
    found = spell_damage.outlook(fire(harm, will, may, suit, aim), successes(pool, upto=100), obstacle)
    assert sum(found.values()) == 1
    assert found[End.MISS] == expected["miss"]
    assert spell_damage.at_least(found, aim.level) == expected["wanted"]


def law_of(dice: int) -> Distribution:
    return successes(Pool.of(dice, Shade.BLACK, open_ended=True), upto=100)


def test_more_dice_never_hurt_less() -> None:
    chances = [
        spell_damage.at_least(spell_damage.outlook(fire(), law_of(dice), 3), Level.MIDI) for dice in range(1, 12)
    ]
    assert chances == sorted(chances)
    assert len(set(chances)) == len(chances)


def test_more_area_never_hurts_more() -> None:
    """SOR-16: each increment is an obstacle more."""
    chances = [spell_damage.at_least(spell_damage.outlook(fire(), law_of(9), ob), Level.MIDI) for ob in range(1, 9)]
    assert chances == sorted(chances, reverse=True)


def test_successes_over_its_own_obstacle_hurt_more() -> None:
    """SOR-04, by a ruling."""
    plain = spell_damage.outlook(fire(), law_of(8), 5)
    own = spell_damage.outlook(fire(), law_of(8), 5, own=3)
    assert sum(own.values()) == 1
    assert own[End.MISS] == plain[End.MISS]
    assert spell_damage.at_least(own, Level.MIDI) > spell_damage.at_least(plain, Level.MIDI)


def test_several_targets_share_one_die() -> None:
    """SOR-09, SOR-19: one Die of Fate, armor each for itself, fall by fall."""
    leather = Suit.whole(ArmorType.LEATHER)
    tried = fire(suit=leather, targets=3).tried(Put(effect=2, fate=1))
    through = 1 - leather_stops(2, 1)
    wounds = [B4.level(hit) in (Level.MIDI, Level.SEVERE, Level.TRAUMATIC, Level.MORTAL) for hit in _faces(tried, 1)]
    each = every = some = Fraction(0)
    for deep in wounds:
        chance = through if deep else Fraction(0)
        each += SIXTH * chance
        for falls in product((True, False), repeat=3):
            share = SIXTH
            for fell in falls:
                share *= chance if fell else 1 - chance
            every += share * all(falls)
            some += share * any(falls)
    assert (tried.each, tried.every, tried.any, tried.struck) == (each, every, some, 3 * each)


def _faces(tried: spell_damage.Tried, fate: int) -> list[Any]:
    places = tried.damage
    return [
        places.incidental if face + fate <= 2 else places.mark if face + fate <= 4 else places.superb
        for face in range(1, 7)
    ]


def test_the_hardest_split_falls_hardest() -> None:
    """SOR-19: of all splits, by going through the six faces."""
    found = fire(aim=Aim.HARD).all_of(4)
    means = [sum((Fraction(hit.place, 6) for hit in _faces(one, one.put.fate)), Fraction(0)) for one in found]
    assert [one.place for one in found] == means == sorted(means, reverse=True)


# Natural Effects

SCALE = {
    1: ("cosmetic", "stirs the dust", "a candle", "a spark", "ripples"),
    2: ("small", "a breeze blows out a candle", "a torch", "a flame", "a wave rocks the boat"),
    3: ("minor", "snaps small branches", "a lantern", "a small fire", "small boats pitch dangerously"),
    4: ("palpable", "harms trees and houses", "lights a whole room", "a campfire", "a rough, dangerous surf"),
    5: (
        "strong",
        "throws people down, harms houses",
        "very bright",
        "a bonfire",
        "swamps small boats, knocks people flat",
    ),
    6: (
        "powerful",
        "fells trees, raises twelve-foot surges",
        "a bright beacon",
        None,
        "shatters small boats, swamps middling ones",
    ),
    7: ("forceful", "strips houses bare", "twilight", "a raging fire", "swamps middling craft"),
    8: ("disastrous", "tears the roof off a large house", "dawn", None, "swamps large ships, shatters lesser ones"),
    9: ("devastating", "levels sturdy houses of wood", "daylight under clouds", "an inferno", "capsizes ships"),
    10: ("catastrophic", "topples most of what is built", "sunlight", "hellfire", "destroys towns on the shore"),
}


@pytest.mark.parametrize("over", [*SCALE])
@pytest.mark.parametrize(("column", "force"), [*enumerate(Force, 1)])
def test_the_natural_effect_scale(over: int, column: int, force: Force) -> None:
    """SOR-23: every cell."""
    rung = natural_effect.rung(over)
    assert rung is RUNGS[over - 1]
    assert (rung.over, rung.rating, rung.of(force)) == (over, SCALE[over][0], SCALE[over][column])


def test_below_and_beyond_the_scale() -> None:
    """SOR-23."""
    assert natural_effect.rung(0) is None
    assert natural_effect.rung(0, least=1) is RUNGS[0]
    assert natural_effect.rung(3, least=1) is RUNGS[2]
    assert natural_effect.rung(40) is RUNGS[-1]


@pytest.mark.parametrize("own", [None, 2])
def test_rungs_from_the_dice(own: int | None) -> None:
    """SOR-23: counted from the chances of each die."""
    dice, obstacle = 4, 3
    law = open_law(dice, 40)
    expected: Counter[int] = Counter()
    for rolled in range(obstacle, 40):
        expected[min(10, rolled - (own or obstacle))] += law[rolled]  # type: ignore[assignment]
    found = natural_effect.chances(law_of(dice), obstacle, own)
    assert sum(found.values()) == law_of(dice).at_least(obstacle)
    assert {over: found[over] for over in range(10)} == {over: expected[over] for over in range(10)}


def plain_law(dice: int, target: int) -> Counter[int]:
    falls = Counter(sum(face >= target for face in faces) for faces in product(range(1, 7), repeat=dice))
    return Counter({count: Fraction(ways, 6**dice) for count, ways in falls.items()})  # type: ignore[misc]


@pytest.mark.parametrize("over", range(7))
@pytest.mark.parametrize(("power", "speed"), [("B4", "B3"), ("B2", "G2"), ("W1", "B5")])
def test_thrown_die_by_die(over: int, power: str, speed: str) -> None:
    """SOR-24: the better of Power and Speed against what is over."""
    targets = {"B": 4, "G": 3, "W": 2}
    laws = [plain_law(int(said[1:]), targets[said[0]]) for said in (power, speed)]
    stand = [sum((chance for good, chance in law.items() if good >= over), Fraction(0)) for law in laws]
    options = tuple(Roll(Pool.parse(said)) for said in (power, speed))
    found = natural_effect.thrown(over, options)
    assert sum(found.values()) == 1
    assert found[0] == max(stand)
    better = laws[stand.index(max(stand))]
    assert {net: found[net] for net in range(1, over + 1)} == {net: better[over - net] for net in range(1, over + 1)}


@pytest.mark.parametrize("own", [None, 1])
def test_thrown_from_the_casting_on(own: int | None) -> None:
    """SOR-24: every number of successes, each against every fall of theirs."""
    law, options = open_law(4, 40), (Roll(Pool.parse("B3")), Roll(Pool.parse("G2")))
    expected = law_of(4).at_least(2)
    for rolled in range(2, 40):
        over = rolled - (own or 2)
        stand = max(
            sum((chance for good, chance in plain.items() if good >= over), Fraction(0))
            for plain in (plain_law(3, 4), plain_law(2, 3))
        )
        expected -= law[rolled] * stand
    assert natural_effect.cast_down(law_of(4), 2, options, own) == expected


@pytest.mark.parametrize("span", Span)
def test_elapsed_times(span: Span) -> None:
    """SOR-25: each unit by its name, one and one more for each success."""
    for successes_in in (0, 1, 4):
        said = app.run("spell-duration", {"unit": span.value, "successes": successes_in}).answer.values
        assert said["lasts"] == 1 + successes_in
        assert str(said["said"]).endswith(span.words if successes_in else span.words[:-1])


@pytest.mark.parametrize("duration", ["instantaneous", "permanent", "sustained"])
def test_other_durations_are_not_counted(duration: str) -> None:
    """SOR-25."""
    done = app.run("spell-duration", {"duration": duration, "successes": 3})
    assert done.answer.values["lasts"] is None


# The sheet and the form


@pytest.mark.parametrize("damage", ["damage will", "damage half-two −2", "damage will-two +1"])
def test_damage_of_a_spell_of_ones_own_is_kept(damage: str) -> None:
    """SOR-20: some spells subtract dice, some add."""
    line = f"Spark: own spell, Ob 3^, 2 actions, area 10s of paces, {damage}"
    row = SpellRow.of_line(line)
    assert row.line.endswith(damage)
    assert SpellRow.of_line(row.line) == row
    harm = row.spell.spell.harm
    assert harm is not None
    assert harm.plus == {"damage will": 0, "damage half-two −2": -2, "damage will-two +1": 1}[damage]


def test_power_without_damage_is_refused() -> None:
    with pytest.raises(Unusable, match="this spell does none"):
        app.run("spell-damage", {"spell": {"is": "own", "name": "Hush", "plus": 2}})


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("spell-split", {"spell": "firebreath", "duration": 1}, "no elapsed time"),
        ("spell-damage", {"spell": "magesense"}, "does no damage"),
        ("spell-damage", {"die": 4}, "how many successes"),
        ("spell-damage", {"successes": 2, "fate": 1}, "0 over"),
        ("spell-area", {"wanted": 3000}, "at most"),
        ("spell-reach", {"held": 7}, "sustains"),
        ("spell-throw", {"over": "", "rolled": 2}, "those first"),
        ("hurt-someone", {"source": {"is": "cast", "spell": "magesense"}}, "no damage"),
    ],
)
def test_what_cannot_be_asked_is_said_in_words(name: str, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(Unusable, match=said):
        app.run(name, fields)


def test_a_spell_hurts_as_its_damage_says() -> None:
    """SOR-20: the two calculators agree on every stage."""
    done = app.run("spell-damage", {"spell": "firebreath", "stat": 3, "successes": 7, "fate": 1}).answer.values
    for stage in ("incidental", "mark", "superb"):
        source = {"is": "cast", "spell": "firebreath", "will": "B5", "effect": 3, "spell_landed": stage}
        assert app.run("hurt-someone", {"source": source}).answer.values["hit"] == done[stage]


# A casting that is played


def fell(*faces: int) -> Any:
    return lambda pool: read(pool, faces)


def cast(successes_in: int, **house: Any) -> Casting:
    """Shards of B5 with so many successes, and a Tax that holds."""
    b5 = Ability.parse("B5")
    begun = begin(Who(Caster(b5, b5), b5), Plan(SPELLS["shards"], 2), House(**house))
    return begun.roll(fell(*[4] * successes_in, *[1] * (10 - successes_in))).roll(fell(4, 4, 4, 4, 4))


@pytest.mark.parametrize(
    ("face", "fate", "stage", "hit"), [(5, 0, "superb", "B9"), (2, 1, "mark", "B5"), (1, 0, "incidental", "B3")]
)
def test_a_casting_played_strikes(face: int, fate: int, stage: str, hit: str) -> None:
    """SOR-20, SOR-21: Shards with eight over, as the book’s example means it."""
    casting = cast(10)
    assert (casting.step, casting.over) == (CastStep.ALLOCATE, 8)
    casting = casting.allocate(effect=8 - 2 * fate, fate=fate)
    assert (casting.step, casting.strikes) == (CastStep.DONE, True)
    struck = casting.strike(fell(face))
    assert struck.stage is not None
    assert (struck.stage.value, str(struck.damage.at(struck.stage)), struck.strikes) == (stage, hit, False)
    with pytest.raises(Refused, match="No damage waits"):
        struck.strike(fell(face))
    assert struck.again().stage is None


def test_a_spell_that_failed_or_harms_nobody_strikes_nobody() -> None:
    b5 = Ability.parse("B5")
    failed = cast(1).roll(fell(6))
    assert (failed.over, failed.strikes) == (0, False)
    fear = begin(Who(Caster(b5, b5), b5), Plan(SPELLS["the-fear"], 2)).roll(fell(*[4] * 10)).roll(fell(4, 4, 4, 4, 4))
    assert (fear.step, fear.strikes) == (CastStep.DONE, False)


def test_a_casting_played_follows_the_rulings() -> None:
    """SOR-04, SOR-20, SOR-26: over its own obstacle, in the shade and the Will that the table says."""
    b5 = Ability.parse("B5")
    plan = Plan(SPELLS["shards"], 2, area=2)

    def done(held: int = 0, **house: Any) -> Casting:
        begun = begin(Who(Caster(b5, b5, held), b5), plan, House(**house))
        return begun.roll(fell(*[4] * 6, *[1] * (4 - held))).roll(fell(4, 4, 4, 4, 4))

    assert (done().over, done(over_own=True).over) == (2, 4)
    assert [done(2, free_will=free).allocate(effect=2).power for free in (False, True)] == [3, 2]
    assert str(done(shade=Shade.GRAY).allocate(effect=2).damage.mark) == "G3"
    flat = replace(plan.spell, caret=False)
    shut = replace(done(flat_fate=False), plan=replace(plan, spell=flat))
    assert (shut.uses.each, done().uses.each) == ((False, False, False), (True, False, True))

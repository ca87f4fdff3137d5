"""Range and Cover: range dice, the shot, the positioning test, what a margin buys, the short form (RNC-01 to 16)."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import Pool, Shade, versus
from engine.games.burning_wheel.rules import (
    casting,
    margin,
    missiles,
    one_volley,
    positioning_at_range,
    range_dice,
    range_shot,
    range_spells,
)
from engine.games.burning_wheel.rules import shields as shield_rules
from engine.games.burning_wheel.rules.margin import Held, Means, Purchase, Volley
from engine.games.burning_wheel.rules.missiles import Band, Cover
from engine.games.burning_wheel.rules.one_volley import Chase, Tie
from engine.games.burning_wheel.rules.positioning_at_range import Away, Extra, Side
from engine.games.burning_wheel.rules.range_dice import WEAPONS, Category, Ending, Kind, Out
from engine.games.burning_wheel.rules.range_shot import Basis, Choice, Missing
from engine.games.burning_wheel.rules.range_spells import TOOLS
from engine.refused import Refused
from engine.working import Line

# Weapons: dice at optimal and extreme range, farthest paces, whether it must be reloaded (RNC-05, RNC-06).
TABLE = {
    "hunting-bow": (1, 2, 100, False),
    "great-bow": (2, 4, 300, False),
    "crossbow": (2, 3, 125, True),
    "heavy-crossbow": (2, 4, 300, True),
    "pistol": (1, 1, 10, True),  # the appendix's row; the chapter has 2 at optimal range (a ruling of the missiles)
    "arquebus": (1, 2, 50, True),
    "rock": (1, 1, 50, False),
    "brick": (1, 1, 24, False),
    "throwing-knife": (1, 1, 12, False),
    "darts": (1, 1, 8, False),
    "shuriken": (1, 1, 20, False),
    "javelin": (1, 1, 50, False),
    "thrown-hatchet": (1, 1, 12, False),
    "thrown-axe": (1, 1, 12, False),
    "roden-knives": (1, 1, 12, False),
    "bomb": (1, 1, 10, False),
}


def test_weapons_rnc_05_06() -> None:
    found = {
        key: (one.reach.optimal, one.reach.extreme, one.reach.paces, one.kind.slow) for key, one in WEAPONS.items()
    }
    assert found == TABLE


def test_categories_rnc_02() -> None:
    assert [(one.shoots, one.band) for one in Category] == [
        (False, None), (True, Band.EXTREME), (True, Band.OPTIMAL), (False, None),
    ]  # fmt: skip


def test_range_dice_rnc_05() -> None:
    reach = WEAPONS["crossbow"].reach
    at = {one: range_dice.dice(reach, one, Category.OPTIMAL).amount for one in Category}
    assert at == {Category.OUT: 0, Category.EXTREME: 3, Category.OPTIMAL: 2, Category.TOO_CLOSE: 0}
    assert all(range_dice.dice(reach, one, loaded=False).amount == 0 for one in Category)
    found = {
        (out, their): range_dice.dice(reach, Category.OUT, their, out=out).amount
        for out in Out
        for their in (Category.OUT, Category.EXTREME, None)
    }
    assert list(found.values()) == [3, 0, 3, 3, 3, 3, 0, 0, 0]
    bomb = WEAPONS["bomb"].reach
    assert [range_dice.dice(bomb, Category.OPTIMAL, bomb=True, foe=foe).amount for foe in (0, 1, 2)] == [1, 2, 1]
    assert range_dice.start_dice(reach).amount == 3
    assert range_dice.start_dice(reach, optimal=True).amount == 2


def test_reloading_rnc_06() -> None:
    shot, still = range_dice.Volley(shot=True), range_dice.Volley()
    melee, stunned = range_dice.Volley(melee=True), range_dice.Volley(hesitates=True)
    assert range_dice.readiness(Kind.CROSSBOW, [shot, still, shot]) == (True, False, True, False)
    assert range_dice.readiness(Kind.GUN, [shot, melee, still]) == (True, False, False, True)
    assert range_dice.readiness(Kind.GUN, [shot, stunned, still]) == (True, False, False, True)
    assert range_dice.readiness(Kind.GUN, [shot, stunned], while_hesitating=True) == (True, False, True)
    for kind in (Kind.BOW, Kind.THROWN, Kind.BOMB):
        assert range_dice.readiness(kind, [shot, shot, shot]) == (True,) * 4
    with pytest.raises(ValueError, match="In volley 2"):
        range_dice.readiness(Kind.CROSSBOW, [shot, shot])


def test_time_rnc_39() -> None:
    assert [range_dice.seconds(number) for number in (0, 1, 3)] == [(0, 0), (10, 60), (30, 180)]


def test_endings_rnc_40() -> None:
    out, far, near, close = Category
    assert range_dice.ending(out, out, withdrew=True) is Ending.ESCAPED
    assert range_dice.ending(out, out) is None
    assert range_dice.ending(out, far, withdrew=True) is None
    assert range_dice.ending(close, close) is Ending.MELEE
    assert range_dice.ending(close, close, unspotted=True) is Ending.LOST
    assert range_dice.ending(near, out, fleeing=True) is Ending.FLED
    assert range_dice.ending(out, near, fleeing=True) is None
    assert range_dice.ending(near, near, beaten=True) is Ending.BEATEN
    assert range_dice.ending(near, near) is None


# The shot

OBSTACLES = {
    (Category.OPTIMAL, Cover.OPEN): 2,
    (Category.OPTIMAL, Cover.REASONABLE): 3,
    (Category.OPTIMAL, Cover.HEAVY): 4,
    (Category.EXTREME, Cover.OPEN): 3,
    (Category.EXTREME, Cover.REASONABLE): 4,
    (Category.EXTREME, Cover.HEAVY): 5,
}


def test_obstacles_rnc_03_38() -> None:
    assert {key: range_shot.obstacle(*key).total for key in OBSTACLES} == OBSTACLES
    more = (Line(1, "Dim light", "FGT-65"), Line(1, "Rain", "FGT-65"))
    assert range_shot.obstacle(Category.OPTIMAL, ducks=True, head=1, more=more).total == 6
    for category, said in ((Category.OUT, "Out of range"), (Category.TOO_CLOSE, "Too close")):
        with pytest.raises(Refused, match=said):
            range_shot.obstacle(category)


def test_the_obstacle_is_that_of_the_weapons_chapter() -> None:
    for (category, cover), expected in OBSTACLES.items():
        assert category.band is not None
        assert missiles.obstacle(category.band, cover=cover).total == expected


@pytest.mark.parametrize("shooting_back", [True, False])
@pytest.mark.parametrize("basis", Basis)
@pytest.mark.parametrize("va", range(6))
@pytest.mark.parametrize("shield", range(6))
@pytest.mark.parametrize("cover", Cover)
def test_shield_rnc_04(cover: Cover, shield: int, va: int, basis: Basis, shooting_back: bool) -> None:
    found = range_shot.sheltered(cover, shield, va, basis=basis, shooting_back=shooting_back)
    helps = shield > va and basis is not Basis.OTHER and not shooting_back
    better = {Cover.OPEN: Cover.REASONABLE, Cover.REASONABLE: Cover.HEAVY, Cover.HEAVY: Cover.HEAVY}
    assert found.cover is (better[cover] if helps else cover)
    assert found.cover is shield_rules.cover_raised(
        cover, shield, va, by_speed_or_steel=basis is not Basis.OTHER, shooting_back=shooting_back
    )
    assert (found.missing is None) == (found.cover is not cover)
    assert not found.added
    loose = range_shot.sheltered(cover, shield, va, basis=basis, shooting_back=shooting_back, any_maneuver=True)
    assert loose.cover is (better[cover] if shield > va else cover)
    past = range_shot.sheltered(cover, shield, va, basis=basis, shooting_back=shooting_back, past_heavy=True)
    assert sum(line.amount for line in past.added) == int(helps and cover is Cover.HEAVY)


def test_why_a_shield_is_no_cover_rnc_04() -> None:
    one = range_shot.sheltered
    assert one(Cover.OPEN, 0, 0).missing is Missing.NO_SHIELD
    assert one(Cover.OPEN, 3, 3).missing is Missing.VA
    assert one(Cover.OPEN, 3, 2, basis=Basis.OTHER).missing is Missing.BASIS
    assert one(Cover.OPEN, 3, 2, shooting_back=True).missing is Missing.SHOOTS
    assert one(Cover.HEAVY, 3, 2).missing is Missing.CAPPED
    assert one(Cover.OPEN, 3, 2).missing is None


def test_ties_rnc_16() -> None:
    shoot, duck = Choice.SHOOT, Choice.DUCK
    found = {(a, b): (range_shot.tied(a, b), range_shot.tied(b, a)) for a in Choice for b in Choice}
    assert found == {
        (shoot, shoot): (0, 0),
        (shoot, duck): (1, None),
        (duck, shoot): (None, 1),
        (duck, duck): (None, None),
    }


# What a margin buys

CAP = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5}


def test_aim_cap_rnc_14() -> None:
    assert {perception: margin.aim_cap(perception) for perception in CAP} == CAP


def test_prices_rnc_11() -> None:
    assert {(margin.price(what), margin.price(what, hasty=True)) for what in Purchase} == {(1, 3)}
    cheap = {what: margin.price(what, hasty=True, triple_dice=False) for what in Purchase}
    assert cheap == {
        Purchase.SHOT: 3, Purchase.AIM: 1, Purchase.COVER: 1, Purchase.CAST: 3, Purchase.OTHER: 3,
    }  # fmt: skip


def test_cover_rnc_13() -> None:
    kept = {(held, maintains): margin.cover_after(held, maintains) for held in range(3) for maintains in (True, False)}
    assert list(kept.values()) == [0, 0, 1, 0, 2, 0]
    bought = {
        (held, maintains, more): margin.cover_after(held, maintains, more)
        for held in range(3)
        for maintains in (True, False)
        for more in (1, 2)
    }
    assert list(bought.values()) == [1, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 2]
    assert margin.cover_after(2, True, hesitates=True) == 0


def test_aim_rnc_14() -> None:
    assert margin.aim_after(0, Volley.WON, 3, most=3) == 3
    assert margin.aim_after(3, Volley.TIED, most=3) == 3
    assert margin.aim_after(3, Volley.TIED, most=3, shot=True) == 0
    assert margin.aim_after(3, Volley.LOST, most=3) == 0
    assert margin.aim_after(3, Volley.WON, 2, most=3) == 3
    assert margin.aim_after(2, Volley.WON, 1, most=3, steel_failed=True) == 0
    assert margin.aim_after(2, Volley.WON, 1, most=3, distracted=True) == 0
    assert margin.aim_after(2, Volley.WON, 1, most=3, expires=True) == 1


def test_spells_take_volleys_rnc_15() -> None:
    found = [casting.maintains(actions) for actions in (1, 20, 21, 40, 41, 99)]
    assert found == [0, 0, 1, 1, 2, 2]


def every_spend(means: Means) -> set[tuple[bool, int, int, bool]]:
    """The same by trying everything."""
    kept = means.held.cover if means.maintains else 0
    dear = 3 if means.hasty else 1
    cheap = dear if means.triple_dice else 1
    found = set()
    for shot, aim, cover, cast in itertools.product((True, False), range(9), range(3), (True, False)):
        legal = not (shot and not means.shoots) and not (cast and not means.casts) and not (shot and cast)
        legal &= kept + cover <= 2 and not (means.pairs and cover == 1)
        legal &= aim == 0 or means.held.aim + aim <= means.most_aim
        if legal and (shot + cast) * dear + (aim + cover) * cheap <= means.margin:
            found.add((shot, aim, cover, cast))
    return found


@given(
    st.integers(0, 9),
    st.integers(0, 5),
    st.integers(0, 2),
    st.integers(0, 5),
    st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_every_legal_spend_rnc_11(budget: int, aim: int, cover: int, most: int, flags: list[bool]) -> None:
    means = Means(budget, Held(aim, cover), most, *flags)
    found = margin.spends(means)
    assert {(one.shot, one.aim, one.cover, one.cast) for one in found} == every_spend(means)
    assert len(found) == len(every_spend(means))
    for one in found:
        assert one.cost + one.left == budget
        assert one.after.cover <= 2
        assert one.pool_aim + one.after.aim == aim + one.aim


def test_the_example_of_the_margin_rnc_11() -> None:
    """Three successes with B5: one for the shot, two for aim, seven dice."""
    best = max(margin.spends(Means(3, most_aim=3)), key=lambda one: (one.shot, one.pool_aim))
    assert (best.shot, best.aim, best.left, 5 + best.pool_aim) == (True, 2, 0, 7)


# The positioning test


def test_pools_of_the_trace_rnc_09() -> None:
    """Thor and Dro, volley by volley, as the example counts their dice."""
    knife = Line(1, "Range dice, optimal range", "RNC-05")
    bow = Line(2, "Range dice, optimal range", "RNC-05")
    quick = (Line(1, "Higher Reflexes", "RNC-08"), Line(1, "Higher Speed multiplier", "RNC-08"))
    thor = positioning_at_range.dice(5, "Speed", Extra(knife, quick=quick))
    dro = positioning_at_range.dice(4, "Speed", Extra(bow, withdraws_by_speed=True))
    assert (thor.total, dro.total) == (8, 8)
    assert positioning_at_range.dice(5, "Speed", Extra(knife, cover=2, quick=quick)).total == 10
    assert positioning_at_range.dice(5, "Perception", Extra(bow)).total == 7
    spider = Extra(Line(1, "Range dice", "RNC-05"), quick=quick[:1], withdraws_by_speed=True, forks=1)
    assert positioning_at_range.dice(5, "Speed", spider).total == 10
    assert positioning_at_range.dice(4, "Perception", Extra(knife)).total == 5


def test_pools_lose_and_gain_rnc_09() -> None:
    bow = Line(2, "Range dice", "RNC-05")
    fort = Line(5, "Prepared defenses", "RNC-34")
    extra = Extra(bow, cover=2, fort=fort, withdraws_by_speed=True)
    assert positioning_at_range.dice(4, "Speed", extra).total == 15
    assert positioning_at_range.dice(4, "Speed", Extra(bow, cover=2, fort=fort, stacks=False)).total == 11
    small = Line(0, "Prepared defenses", "RNC-34")
    assert positioning_at_range.dice(4, "Speed", Extra(bow, cover=2, fort=small, stacks=False)).total == 8
    fled = Extra(bow, cover=2, fort=fort, withdraws_by_speed=True, hesitates=True)
    assert positioning_at_range.dice(4, "Speed", fled).total == 6
    assert positioning_at_range.dice(4, "Steel", Extra(bow, forks=3, steel=True)).total == 6
    assert positioning_at_range.dice(4, "Speed", Extra(bow), wounds=2).total == 4
    assert positioning_at_range.dice(1, "Speed", Extra(Line(0, "", "")), wounds=5).total == 0
    with pytest.raises(Refused, match="more than 2D of cover"):
        Extra(bow, cover=3)


def test_fortifications_rnc_34() -> None:
    one = positioning_at_range.fortification
    assert [one(dice, maintains=True).amount for dice in (0, 3, 10)] == [0, 3, 10]
    assert one(6, maintains=False).amount == 0
    found = {
        (away, returns): one(6, maintains=True, away=away, returns=returns).amount
        for away in Away
        for returns in ("gm", "never", "always")
    }
    assert list(found.values()) == [6, 6, 6, 0, 0, 6, 6, 0, 6]
    for dice in (1, 2, 11):
        with pytest.raises(Refused, match="3 to 10"):
            one(dice, maintains=True)


def by_hand(mine: Side, theirs: Side, floor: bool) -> Counter[int]:
    """The margin of every way that the dice can fall."""
    counted: Counter[int] = Counter()
    rolls = [
        [
            sum(face >= target for face, target in zip(faces, targets, strict=True))
            for faces in itertools.product(range(1, 7), repeat=len(targets))
        ]
        for side in (mine, theirs)
        for targets in ([group.shade.target for group in side.pool for _ in range(group.count)],)
    ]
    for one, other in itertools.product(*rolls):
        totals = []
        for side, successes in ((mine, one), (theirs, other)):
            left = successes - side.penalty
            totals.append(side.certain + (max(0, left) if floor else left))
        counted[totals[0] - totals[1]] += 1
    return counted


@pytest.mark.parametrize("floor", [True, False])
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (Side(Pool.of(3)), Side(Pool.of(2))),
        (Side(Pool.of(2), 1), Side(Pool.of(3), 2)),
        (Side(Pool.of(1), 0, 3), Side(Pool.of(3))),
        (Side(Pool.of(3), 1), Side(Pool.of(2), 0, 2)),
        (Side(Pool.of(2), 1, 4), Side(Pool.of(2), 2, 1)),
        (Side(Pool.parse("G2")), Side(Pool.parse("W2"), 3)),
        (Side(Pool.of(0)), Side(Pool.of(2), 1)),
    ],
)
def test_margins_by_every_roll_rnc_10(mine: Side, theirs: Side, floor: bool) -> None:
    counted = by_hand(mine, theirs, floor)
    whole = sum(counted.values())
    for by in range(-6, 8):
        expected = Fraction(sum(ways for gap, ways in counted.items() if gap >= by), whole)
        assert positioning_at_range.ahead(mine, theirs, by, floor) == expected, by
    found = positioning_at_range.chances(mine, theirs, floor)
    assert found.tie == Fraction(counted[0], whole)
    listed = positioning_at_range.margins(mine, theirs, 3, floor)
    assert listed == (
        Fraction(counted[1], whole),
        Fraction(counted[2], whole),
        Fraction(sum(ways for gap, ways in counted.items() if gap >= 3), whole),
    )


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(Shade), st.booleans(), st.booleans(), st.integers(0, 3))
def test_a_test_adds_up_and_turns_around_rnc_10(
    one: int, other: int, shade: Shade, opens: bool, floor: bool, certain: int
) -> None:
    mine, theirs = Side(Pool.of(one, shade, opens), 1, certain), Side(Pool.of(other), 2)
    found, turned = (positioning_at_range.chances(*sides, floor) for sides in ((mine, theirs), (theirs, mine)))
    assert found.win + found.tie + found.lose == 1
    assert (found.win, found.tie, found.lose) == (turned.lose, turned.tie, turned.win)
    assert sum(positioning_at_range.margins(mine, theirs, 5, floor)) == found.win
    better = positioning_at_range.chances(Side(mine.pool.plus(1), 1, certain), theirs, floor)
    assert better.win >= found.win


def test_plain_pools_are_a_versus_test_rnc_10() -> None:
    for opens in (True, False):
        mine, theirs = Pool.of(7, open_ended=opens), Pool.of(10)
        found, known = positioning_at_range.chances(Side(mine), Side(theirs)), versus(mine, theirs)
        assert (found.win, found.tie, found.lose) == (known.win, known.tie, known.lose)


def test_a_result_rnc_10() -> None:
    result = positioning_at_range.compared(Side(Pool.of(8)), Side(Pool.of(8), 1), 5, 4)
    assert (result.margin, result.tied) == (2, False)
    assert positioning_at_range.compared(Side(Pool.of(2), 3), Side(Pool.of(2)), 1, 0).tied
    assert positioning_at_range.compared(Side(Pool.of(2), 3), Side(Pool.of(2)), 1, 0, floor=False).margin == -2


# The short form


@pytest.mark.parametrize("tie", Tie)
@pytest.mark.parametrize("chase", Chase)
def test_one_volley_rnc_01(chase: Chase, tie: Tie) -> None:
    mine, theirs = Side(Pool.of(3)), Side(Pool.of(2))
    hit, struck = Fraction(3, 4), Fraction(1, 3)
    found = one_volley.shots(mine, theirs, chase, hit, struck, tie)
    # Of 32 ways 16 are mine, 10 tied and 6 theirs: 1, 3, 3, 1 of eight against 1, 2, 1 of four.
    win, tied, lose = Fraction(16, 32), Fraction(10, 32), Fraction(6, 32)
    defends = chase in (Chase.FLEE, Chase.HOLD)
    if tie is Tie.BOTH:
        assert (found.mine, found.both, found.theirs) == (win, tied, lose)
        assert (found.hit, found.struck) == ((win + tied) * hit, (lose + tied) * struck)
    else:
        assert found.both == 0
        assert (found.mine, found.theirs) == ((win + tied, lose) if defends else (win, lose + tied))
        assert (found.hit, found.struck) == (found.mine * hit, found.theirs * struck)


def test_what_is_tested_rnc_01() -> None:
    assert [(one.mine, one.theirs, one.defends) for one in Chase] == [
        ("speed", "speed", False),
        ("speed", "speed", True),
        ("speed", "perception", False),
        ("perception", "speed", True),
    ]


# Spells and prayers

SPELLS = {
    "presence": (1, 0, "one"),
    "presence-area": (2, 0, "nothing"),
    "sight": (5, 0, "nothing"),
    "natural": (3, 0, "nothing"),
    "paces": (1, 1, "nothing"),
    "tens": (1, 2, "nothing"),
    "hundreds": (4, 8, "nothing"),
    "miles": (8, 12, "nothing"),
    "ten-miles": (12, 16, "nothing"),
    "minor": (1, 0, "all"),
    "intercession": (4, 0, "all"),
    "major": (6, 0, "all"),
}
"""Range dice, the dice that four more of obstacle buy, and what it does to cover."""


def test_spells_and_prayers_rnc_43() -> None:
    found = {key: (one.dice, one.bought(4), one.cancels.value) for key, one in TOOLS.items()}
    assert found == SPELLS
    assert [TOOLS["paces"].bought(harder) for harder in (3, 4, 8)] == [0, 1, 2]
    assert range_spells.dice(TOOLS["tens"], harder=2).total == 2
    for as_bomb, presence in ((True, [1, 2, 1]), (False, [1, 1, 1])):
        found_dice = [range_spells.dice(TOOLS["presence"], against=dice, as_bomb=as_bomb).total for dice in (0, 1, 2)]
        assert found_dice == presence
    assert range_spells.dice(TOOLS["sight"], faster=True).total == 6
    assert range_spells.dice(TOOLS["minor"], faster=True).total == 1
    left = {key: range_spells.cover_left(TOOLS[key].cancels, 2) for key in ("presence", "sight", "major")}
    assert left == {"presence": 1, "sight": 2, "major": 0}

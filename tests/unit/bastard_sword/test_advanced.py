"""Leading, grappling, weapon manoeuvres and traits, mounts: tables cell by cell, odds against every way to fall."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.rules import grapple, leading, mounted, weapon_manoeuvres, weapon_traits
from engine.games.bastard_sword.rules.grapple import HOLDS, Grips, Hold, Role, Target
from engine.games.bastard_sword.rules.leading import Ally
from engine.games.bastard_sword.rules.long_tasks import Kind, Rolling, course
from engine.games.bastard_sword.rules.mounted import PRICES
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.weapon_manoeuvres import FEATS
from engine.games.bastard_sword.rules.weapon_traits import TRAITS


def faces(pool: Pool) -> list[list[int]]:
    return [list(group.die) for group in pool for _ in range(group.count)]


def totals(pool: str) -> list[int]:
    return [sum(fell) for fell in product(*faces(Pool.parse(pool)))]


# --- Leading ---

allies = st.builds(lambda spirit, room, dice: Ally(spirit, spirit + room, dice), *[st.integers(0, 9)] * 3)


@given(st.integers(0, 40), st.lists(allies, max_size=4))
def test_spirit_is_shared_out_in_full(points: int, friends: list[Ally]) -> None:
    given_ = leading.shared_out(points, friends)
    room = sum(one.most - one.spirit for one in friends)
    assert sum(given_) == min(points, room)
    assert all(0 <= more <= one.most - one.spirit for one, more in zip(friends, given_, strict=True))


@given(st.integers(0, 12), st.lists(allies, min_size=1, max_size=4))
def test_as_many_as_can_roll_all_of_their_dice_again(points: int, friends: list[Ally]) -> None:
    """Against every way to share the points."""
    lacks = [one.lacks for one in friends]
    best = max(
        sum(lack > 0 and lifted for lack, lifted in zip(lacks, chosen, strict=True))
        for chosen in product((False, True), repeat=len(friends))
        if sum(lack for lack, lifted in zip(lacks, chosen, strict=True) if lifted) <= points
    )
    given_ = leading.shared_out(points, friends)
    assert sum(0 < lack <= more for lack, more in zip(lacks, given_, strict=True)) == best


@given(st.integers(0, 9), st.integers(-5, 20))
def test_fear(malus: int, result: int) -> None:
    assert leading.scared(malus, result) == malus + max(0, result)
    assert leading.scared(malus, result, highest=True) == max(malus, result)
    left = leading.shaken(malus, result)
    assert left == (malus if result <= malus else max(0, 2 * malus - result))


def test_fear_by_every_way_to_fall() -> None:
    ways = Counter(leading.shaken(2, fell) for fell in totals("3d8"))
    law = leading.shaken_law(2, successes(Pool.parse("3d8")))
    assert {left: chance for left, chance in law.items() if chance} == {
        left: Fraction(count, 8**3) for left, count in ways.items()
    }


# --- Grappling ---


def by_grapple(roles: Sequence[Role], target: int | None, *, brawling: bool) -> int:
    """The malus grapple by grapple; `target` is the one whose other the act is directed at."""
    whole = 0
    for at, role in enumerate(roles):
        whole += 3 * (target != at) + 3 * (not brawling) + (role is Role.GRAPPLEE)
    return whole


@given(st.lists(st.sampled_from([Role.GRAPPLER, Role.GRAPPLEE]), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_the_malus_of_grapples(roles: list[Role], inside: bool, brawling: bool) -> None:
    held, holding = roles.count(Role.GRAPPLEE), roles.count(Role.GRAPPLER)
    target = Target.OTHER if inside else Target.OUTSIDER
    found = grapple.malus(holding, held, target, brawling=brawling)
    assert found == by_grapple(roles, 0 if inside else None, brawling=brawling)
    assert grapple.malus(holding, held, target, brawling=brawling, flat=True) <= found


def test_the_table_of_one_grapple() -> None:
    table = [
        [grapple.malus(*role, target, brawling=brawling) for role in ((1, 0), (0, 1))]
        for target in Target
        for brawling in (True, False)
    ]
    assert table == [[0, 1], [3, 4], [3, 4], [6, 7]]


def test_what_a_grapple_offers() -> None:
    assert [(one.words, one.cost, one.who) for one in HOLDS.values()] == [
        ("Grab", 1, Role.FREE),
        ("Become the grappler", 1, Role.GRAPPLEE),
        ("Release", 1, Role.GRAPPLER),
        ("Skewer", 1, Role.GRAPPLER),
        ("Throw", 3, Role.GRAPPLER),
        ("Choke", 3, Role.GRAPPLER),
    ]


@given(st.sampled_from(Role), st.frozensets(st.sampled_from(Hold)), st.integers(0, 4), st.booleans())
def test_what_is_bought_is_paid_and_allowed(role: Role, bought: frozenset[Hold], damage: int, defending: bool) -> None:
    grips = Grips(20, role, defending)
    if grips.fault(bought, damage):
        return
    after = grips.role_after(bought)
    assert all(HOLDS[one].who in (role, after) for one in bought)
    assert grips.cost(bought, damage) == sum(HOLDS[one].cost for one in bought) + damage * (3 if defending else 1)
    assert not (damage and after is Role.GRAPPLEE)


def test_a_choke_by_every_way_to_fall() -> None:
    rolls = totals("2d8")
    for rounds in (1, 2, 3, 4):
        ways = list(product(rolls, repeat=rounds - 1))
        awake = sum(all(fell >= held for held, fell in enumerate(way, 1)) for way in ways)
        assert grapple.breath(successes(Pool.parse("2d8")), rounds)[-1] == Fraction(awake, len(ways))


# --- Weapons ---


def test_weapon_manoeuvres() -> None:
    table = [(one.words, one.hands) for one in FEATS.values()]
    assert table == [("Entangle", 1), ("Half-swording", 2), ("Hook", 1), ("Murder-stroke", 2), ("Trip", 1)]


def test_half_swording() -> None:
    table = [[weapon_manoeuvres.point_malus(used, [weapon]) for used in Band] for weapon in Band]
    assert table == [[0, 1, 3], [0, 0, 1], [1, 0, 0]]


def test_traits() -> None:
    assert [(one.words, one.number, one.good, one.rule) for one in TRAITS] == [
        ("Brace", True, True, "BSR-94"),
        ("Brute Force Reload", True, True, "BSR-95"),
        ("Dexterous Reload", True, True, "BSR-96"),
        ("Loud", True, False, "BSR-97"),
        ("Noisy", True, False, "BSR-98"),
        ("Ready to Shoot", False, True, "BSR-99"),
        ("Reload", True, False, "BSR-100"),
        ("Shield", True, True, "BSR-101"),
        ("Strapped", True, True, "BSR-102"),
    ]


@pytest.mark.parametrize(("pool", "need"), [("1d6", 2), ("2d6", 3), ("1d8", 3)])
def test_deft_hands_by_every_way_to_fall(pool: str, need: int) -> None:
    rolls, rounds = totals(pool), 4
    found = weapon_traits.again_and_again(
        course(Rolling(Kind.FIRST_FAIL, need), successes(Pool.parse(pool)), [0] * rounds)
    )
    for count in range(rounds + 1):
        ready = 0
        for way in product(rolls, repeat=count):
            tally, done = 0, False
            for fell in way:
                tally = tally + fell if fell else 0
                done = done or tally >= need
            ready += done
        assert found[count] == Fraction(ready, len(rolls) ** count)


@given(st.fractions(0, 1, max_denominator=9), st.integers(0, 5))
def test_one_heave_after_the_other(chance: Fraction, rolls: int) -> None:
    found = weapon_traits.each_time(chance, rolls)
    assert [1 - one for one in found] == [(1 - chance) ** count for count in range(rolls + 1)]


@given(st.integers(0, 9), st.integers(1, 9))
def test_noise(stealth: int, noise: int) -> None:
    left, bonus = weapon_traits.heard(stealth, noise)
    assert left - bonus == stealth - noise
    assert not (left and bonus)


@pytest.mark.parametrize("retaliating", [False, True])
def test_a_brace_by_every_way_to_fall(retaliating: bool) -> None:
    inputs = {
        "run": 2,
        "x": 1,
        "retaliating": retaliating,
        "pool": "3d8",
        "theirs": {"is": "defends", "pool": "1d8"},
    }
    values = app.run("bs-brace", inputs).answer.values
    price = 1 if retaliating else 3
    braced = usual = Fraction(0)
    ways = [(one, other) for one in totals("3d8") for other in totals("1d8")]
    for mine, theirs in ways:
        bought = max(0, mine - 1 - theirs) // price
        braced += bought + min(bought, 2)
        usual += max(0, mine - theirs) // price
    assert (values["braced"], values["usual"]) == (braced / len(ways), usual / len(ways))


@pytest.mark.parametrize("defending", [False, True])
def test_a_shield_by_every_way_to_fall(defending: bool) -> None:
    inputs = {
        "x": 2,
        "defending": defending,
        "fell": {"is": "not-yet", "pool": "2d8", "defence": {"is": "defends", "pool": "1d8"}},
    }
    values = app.run("bs-shield", inputs).answer.values
    for at, (pool, shield) in enumerate((("4d8", 2), ("2d8", 0))):
        ways = [one - other for one in totals(pool) for other in totals("1d8")]
        dice = [max(0, (hits - shield) // (3 if defending else 1)) for hits in ways if hits > 0]
        assert values["damage"][at] == Fraction(sum(dice), len(ways))
        assert values["without" if at else "win"] == Fraction(sum(hits > 0 for hits in ways), len(ways))


# --- Mounts ---


def test_what_a_mount_does() -> None:
    assert [(one.key, one.points, one.brawling) for one in PRICES.values()] == [
        ("walk", 0, False),
        ("run", 1, False),
        ("charge", 1, False),
        ("jump", 1, False),
        ("attack", 1, True),
        ("other", 1, False),
    ]


def test_how_far_an_untrained_mount_goes() -> None:
    found = [mounted.obeyed(hits) for hits in range(-1, 6)]
    assert [(one.halves, one.pool) for one in found] == [(0, 0), (0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]


def test_riding_in_among_foes_of_every_size() -> None:
    table = [mounted.into_reach(rider, list(Size)) for rider in (Size.SMALL, Size.MEDIUM)]
    assert table == [[1, 1, 1, 1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 1, 2, 3, 4, 5]]

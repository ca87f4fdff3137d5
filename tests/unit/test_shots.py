"""Missiles, thrown weapons, guns and bombs: their tables cell by cell, and chances counted by hand."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app
from engine.games.burning_wheel.dice import Chain, Pool, Shade, versus
from engine.games.burning_wheel.forms.missiles import Gun, Missile, Thrown, Tip
from engine.games.burning_wheel.rules import bombs, exchange, firearms, missiles, shots, thrown
from engine.games.burning_wheel.rules.bombs import Delivery, Fuse, Near, Victim
from engine.games.burning_wheel.rules.damage import LANDED, Stage, ims
from engine.games.burning_wheel.rules.exchange import Slot
from engine.games.burning_wheel.rules.firearms import Powder
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import HEADS, MISSILES, Band, Cover, Hampered, Kind, Readiness
from engine.games.burning_wheel.rules.shots import MISSED, Bands, Landing
from engine.games.burning_wheel.rules.thrown import THROWN, Carried
from engine.games.burning_wheel.rules.versus import House
from engine.games.burning_wheel.rules.weapons import Length
from engine.refused import Refused

FACES = range(1, 7)
WPN_15 = {
    # modifier: sixths of Incidental, Mark, Superb for bows, thrown things, knives, guns
    -1: ((3, 2, 1), (4, 2, 0), (3, 3, 0), (5, 1, 0)),
    0: ((2, 2, 2), (3, 2, 1), (2, 3, 1), (4, 1, 1)),
    1: ((1, 2, 3), (2, 2, 2), (1, 3, 2), (3, 1, 2)),
    2: ((0, 2, 4), (1, 2, 3), (0, 3, 3), (2, 1, 3)),
    3: ((0, 1, 5), (0, 2, 4), (0, 2, 4), (1, 1, 4)),
}
BANDS = (Bands(2, 4), Bands(3, 5), Bands(2, 5), Bands(4, 5))
WPN_16 = {
    # obstacle: fewest and most successes after aiming for +0, +1, +2
    1: ((1, 1), None, (2, 2)),
    2: ((2, 2), (3, 3), (4, 5)),
    3: ((3, 3), (4, 5), (6, 8)),
    4: ((4, 4), (5, 7), (8, 11)),
    5: ((5, 5), (6, 9), (10, 14)),
}
WPN_37 = {
    "hunting-bow": ("1–2 / 3–4 / 5–6", "B4 B7 B10", (1, 1, 1), 5, (1, 2, 100)),
    "great-bow": ("1–2 / 3–4 / 5–6", "B4 B8 B12", (2, 2, 2), 7, (2, 4, 300)),
    "crossbow": ("1–2 / 3–4 / 5–6", "B4 B8 B11", (2, 2, 2), 17, (2, 3, 125)),
    "heavy-crossbow": ("1–2 / 3–4 / 5–6", "B5 B9 B13", (3, 3, 3), 33, (2, 4, 300)),
    "pistol": ("1–4 / 5 / 6", "B4 B8 B11", (4, 3, 1), 41, (1, 1, 10)),
    "arquebus": ("1–4 / 5 / 6", "B4 B8 B12", (4, 3, 1), 41, (1, 2, 50)),
}
WPN_39 = {
    # stages, VA, Die of Fate, obstacle, paces
    "hunting": (0, 0, 0, 0, 0),
    "bodkin": (-1, 1, 0, 0, 0),
    "leaf": (1, -1, 0, 0, 0),
    "frog-crotch": (1, -1, 1, 1, 0),
    "blunt": (-1, -1, -1, 0, 0),
    "barbed": (0, 0, 0, 0, 0),
    "helmeted": (0, 0, 0, 0, 0),
    "mallet": (0, 0, 1, 0, -10),
    "fisted": (1, 0, 1, 1, 0),
    "spear-tip": (-1, 1, 0, 0, 0),
}
WPN_40 = {
    "rock": (0, "1–3 / 4–5 / 6", 0, 50),
    "brick": (1, "1–3 / 4–5 / 6", 0, 24),
    "throwing-knife": (1, "1–2 / 3–5 / 6", 0, 12),
    "darts": (0, "1–2 / 3–5 / 6", 0, 8),
    "shuriken": (1, "1–2 / 3–5 / 6", 0, 20),
    "javelin": (2, "1–2 / 3–4 / 5–6", 1, 50),
    "thrown-hatchet": (2, "1–4 / 5 / 6", 0, 12),
    "thrown-axe": (3, "1–4 / 5 / 6", 0, 12),
    "roden-knives": (1, "1–2 / 3–4 / 5–6", 1, 12),
}


@pytest.mark.parametrize("modifier", WPN_15)
def test_die_of_fate_in_sixths_wpn_15(modifier: int) -> None:
    found = tuple(tuple(chance * 6 for chance in bands.chances(modifier).values()) for bands in BANDS)
    assert found == WPN_15[modifier]


def test_the_widest_span_of_heads_wpn_15() -> None:
    assert [chance * 6 for chance in Bands(2, 4).chances(-2).values()] == [4, 2, 0]
    assert [chance * 6 for chance in Bands(2, 4).chances(4).values()] == [0, 0, 6]


@pytest.mark.parametrize("obstacle", WPN_16)
def test_successes_for_each_bonus_wpn_16(obstacle: int) -> None:
    for gained, span in enumerate(WPN_16[obstacle]):
        reached = [left for left in range(obstacle, 3 * obstacle) if shots.bonus(left, obstacle) == gained]
        assert (reached[:1], reached[-1:]) == (([span[0]], [span[1]]) if span else ([], []))
    assert shots.bonus(3 * obstacle - 1, obstacle) < 3 == shots.bonus(3 * obstacle, obstacle)
    assert shots.bonus(99, obstacle) == 3


@given(st.integers(1, 12), st.integers(0, 60))
def test_the_fewest_successes_are_the_fewest(obstacle: int, left: int) -> None:
    gained = shots.bonus(left, obstacle)
    assert gained == 0 or left >= shots.needed(gained, obstacle)
    assert gained == 3 or left < shots.needed(gained + 1, obstacle)


def test_missiles_wpn_37_38_22_23() -> None:
    found = {
        key: (
            one.bands.words,
            " ".join(str(one.damage.at(stage)) for stage in LANDED),
            tuple(one.va.at(band) for band in Band),
            one.printed,
            (*(one.reach.dice(band) for band in (Band.OPTIMAL, Band.EXTREME)), one.reach.paces),
        )
        for key, one in MISSILES.items()
    }
    assert found == WPN_37


def test_heads_wpn_39() -> None:
    found = {key: (one.damage, one.va, one.fate, one.obstacle, one.paces) for key, one in HEADS.items()}
    assert found == WPN_39
    assert Counter(one.kind for one in HEADS.values()) == {Kind.BOW: 6, Kind.CROSSBOW: 4}


def test_thrown_weapons_wpn_40_41() -> None:
    found = {key: (one.power, one.bands.words, one.va, one.paces) for key, one in THROWN.items()}
    assert found == WPN_40
    assert {key: one.only for key, one in THROWN.items() if one.only} == {"shuriken": "ninja", "roden-knives": "Roden"}
    assert {(one.reach.optimal, one.reach.extreme) for one in THROWN.values()} == {(1, 1)}


@pytest.mark.parametrize(
    ("weapon", "head", "stages", "va"),
    [
        ("hunting-bow", "bodkin", "B3 B6 B9", 2),
        ("great-bow", "leaf", "B5 B9 B13", 1),
        ("crossbow", "spear-tip", "B3 B7 B10", 3),
        ("hunting-bow", "leaf", "B5 B8 B11", 0),
        ("hunting-bow", "blunt", "B3 B6 B9", 0),
        ("crossbow", "fisted", "B5 B9 B12", 2),
    ],
)
def test_heads_change_the_shot_wpn_39(weapon: str, head: str, stages: str, va: int) -> None:
    found = missiles.shot(MISSILES[weapon], Band.OPTIMAL, HEADS[head])
    assert (" ".join(str(found.damage.at(stage)) for stage in LANDED), found.va) == (stages, va)
    assert found.obstacle == HEADS[head].obstacle
    assert found.fate.total == HEADS[head].fate


def test_a_head_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Refused, match=r"head of an arrow.*crossbow\.$"):
        missiles.headed(MISSILES["crossbow"], HEADS["bodkin"])
    with pytest.raises(Refused, match=r"head of a bolt.*pistol\.$"):
        missiles.shot(MISSILES["pistol"], Band.CLOSE, HEADS["mallet"])


def test_paces_of_a_mallet_head_wpn_39() -> None:
    crossbow = MISSILES["crossbow"]
    assert missiles.headed(crossbow, HEADS["mallet"]).reach.paces == 115
    assert missiles.headed(crossbow, HEADS["mallet"], categories=2).reach.paces == 105


def test_range_obstacles_wpn_18() -> None:
    table = {band: [missiles.obstacle(band, cover=cover).total for cover in Cover] for band in Band}
    assert table[Band.OPTIMAL] == [2, 3, 4]
    assert table[Band.EXTREME] == [3, 4, 5]
    assert table[Band.CLOSE] == [1, 1, 1]


def test_obstacles_in_fight_wpn_12() -> None:
    def total(*hampered: Hampered, snapshot: bool = False, band: Band = Band.CLOSE) -> int:
        return missiles.obstacle(band, hampered=hampered, snapshot=snapshot).total

    assert {one.value: total(one) - 1 for one in Hampered} == {
        "maintaining": 1, "moving": 2, "moving-target": 1, "avoiding": 1, "smaller": 1, "loaf": 2, "mouse": 3,
        "cramped": 1, "one-handed": 2, "behind": 2, "hidden": 3, "dim": 1, "haze": 2, "dark": 3,
    }  # fmt: skip
    assert total(snapshot=True) == 3
    assert total(Hampered.DIM, Hampered.DARK) == 4
    assert total(Hampered.DIM, Hampered.MOVING_TARGET, snapshot=True) == 5
    assert total(Hampered.MAINTAINING, Hampered.MOVING_TARGET, Hampered.AVOIDING, snapshot=True) == 6
    assert total(Hampered.DIM, snapshot=True, band=Band.OPTIMAL) == 2


def test_where_a_shot_lands_wpn_13() -> None:
    assert {target: shots.aim_cost(target) for target in Target} == {
        Target.HEAD: 2, Target.TORSO: 0, Target.ARMS: 1, Target.LEGS: 1,
    }  # fmt: skip
    assert shots.default_target() is Target.TORSO
    assert shots.default_target({Target.TORSO, Target.ARMS, Target.LEGS}) is Target.HEAD
    assert shots.default_target({Target.TORSO, Target.HEAD}) is Target.LEGS
    assert shots.aim_cost(Target.HEAD, Target.LEGS) is None
    assert shots.aim_cost(Target.HEAD, Target.LEGS, lambda start, wanted: 2) == 2
    assert shots.aim_cost(Target.LEGS, Target.LEGS) == 0
    with pytest.raises(Refused, match="No part of the target shows"):
        shots.default_target(set(Target))


def test_actions_wpn_23() -> None:
    whole = {key: missiles.actions(one).total for key, one in MISSILES.items()}
    assert list(whole.values()) == [6, 8, 18, 34, 42, 42]
    loaded = [missiles.actions(one, Readiness.LOADED).total for one in MISSILES.values()]
    assert loaded == [3, 5, 2, 2, 2, 2]
    assert {missiles.actions(one, Readiness.DRAWN).total for one in MISSILES.values()} == {1}
    assert missiles.actions(MISSILES["hunting-bow"], snapshot=True).total == 5
    assert missiles.actions(MISSILES["crossbow"], Readiness.LOADED, snapshot=True).total == 1
    assert missiles.actions(MISSILES["great-bow"], aiming=2).total == 10
    assert {one: thrown.actions(one).total for one in Carried} == {
        Carried.SHEATHED: 4, Carried.READY: 3, Carried.CONCEALED: 6, Carried.IN_HAND: 2,
    }  # fmt: skip
    assert thrown.actions(Carried.SHEATHED, snapshot=True).total == 3
    assert bombs.ACTIONS == 7


def test_actions_over_volleys_fgt_06() -> None:
    assert exchange.layouts(5) == ((2, 2, 1), (2, 1, 2), (1, 2, 2))
    assert exchange.layouts(1) == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert exchange.layouts(9) == ((3, 3, 3),)
    assert [exchange.slot(number, (1, 2, 1)) for number in (1, 2, 3, 4, 5)] == [
        Slot(1, 1, 1), Slot(1, 2, 1), Slot(1, 2, 2), Slot(1, 3, 1), Slot(2, 1, 1),
    ]  # fmt: skip
    with pytest.raises(Refused, match="Without an action"):
        exchange.slot(1, (0, 0, 0))


# Shots counted die by die


def rolled(pool: Pool) -> Iterator[int]:
    """Every way a pool without open-ended dice can fall, as successes."""
    targets = [group.shade.target for group in pool for _ in range(group.count)]
    for faces in itertools.product(FACES, repeat=len(targets)):
        yield sum(face >= target for face, target in zip(faces, targets, strict=True))


def by_hand(pool: Pool, obstacle: int, shot: shots.Shot, cost: int) -> Mapping[Landing, Fraction]:
    """The rule done with every way that the dice can fall."""
    ways: Counter[Landing] = Counter()
    for total in rolled(pool):
        for die in FACES:
            if total < obstacle:
                ways[MISSED] += 1
                continue
            moved = bool(cost) and total - cost >= obstacle
            left = total - cost if moved else total
            gained = 3 if left >= 3 * obstacle else 2 if left >= 2 * obstacle else 1 if left > obstacle else 0
            face = min(6, max(1, die + gained + shot.fate.total))
            stage = (
                Stage.INCIDENTAL
                if face <= shot.bands.incidental
                else Stage.MARK
                if face <= shot.bands.mark
                else Stage.SUPERB
            )
            ways[Landing(stage, moved)] += 1
    whole = sum(ways.values())
    return {landing: Fraction(count, whole) for landing, count in ways.items()}


@pytest.mark.parametrize("cost", [0, 1, 2, 3])
@pytest.mark.parametrize("obstacle", [1, 2, 3])
@pytest.mark.parametrize("text", ["B0", "B1", "B4", "B3+G1", "W3"])
def test_landings_are_those_of_every_roll(text: str, obstacle: int, cost: int) -> None:
    pool = Pool.parse(text)
    for shot in (
        missiles.shot(MISSILES["hunting-bow"], Band.EXTREME, HEADS["frog-crotch"]),
        missiles.shot(MISSILES["pistol"], Band.CLOSE),
        thrown.shot("Knife", ims(5), Bands(2, 5), 0, Band.EXTREME),
    ):
        assert shots.landings(pool, obstacle, shot, cost) == by_hand(pool, obstacle, shot, cost)


@given(
    st.integers(0, 12),
    st.sampled_from(Shade),
    st.booleans(),
    st.integers(1, 8),
    st.integers(0, 3),
    st.sampled_from(sorted(MISSILES)),
)
def test_a_shot_sums_to_one_and_more_dice_never_hurt(
    dice: int, shade: Shade, opens: bool, obstacle: int, cost: int, key: str
) -> None:
    shot = missiles.shot(MISSILES[key], Band.OPTIMAL)
    pool = Pool.of(dice, shade, opens)
    found = shots.chances(pool, obstacle, shot, cost)
    assert sum(found.values()) == 1
    assert min(found.values()) >= 0
    better = shots.chances(pool.plus(1), obstacle, shot, 0)
    plain = shots.chances(pool, obstacle, shot, 0)
    for least in range(1, 4):
        assert sum(list(better.values())[least:]) >= sum(list(plain.values())[least:])
    fired = firearms.fired(shots.landings(pool, obstacle, shot, cost))
    assert sum(fired.values()) == Fraction(5, 6)


# Guns


def test_gunpowder_die_wpn_21() -> None:
    ways: Counter[Powder | None] = Counter(
        firearms.powder(first, second) for first, second in itertools.product(FACES, FACES)
    )
    assert {one: Fraction(count, 36) for one, count in ways.items()} == firearms.powder_chances()
    assert list(firearms.powder_chances().values()) == [Fraction(5, 6), Fraction(1, 12), Fraction(1, 12)]
    assert firearms.powder(1) is None
    assert firearms.powder(2) is Powder.FIRES
    assert list(firearms.backfires(Bands(4, 5)).values()) == [Fraction(1, 18), Fraction(1, 72), Fraction(1, 72)]


# Bombs


def test_misfire_die_wpn_31() -> None:
    for well_made in (True, False):
        ways = Counter(
            bombs.fuse(first, second, well_made=well_made) for first, second in itertools.product(FACES, FACES)
        )
        found = {one: Fraction(ways[one], 36) for one in Fuse}
        assert found == bombs.fuse_chances(well_made=well_made)
    assert bombs.fuse(1) is None
    assert bombs.fuse(1, well_made=False) is Fuse.NOW


def test_bomb_wpn_25() -> None:
    found = {near: (bombs.shot(near).va, bombs.shot(near).fate.total) for near in Near}
    assert found == {Near.OPTIMAL: (4, 0), Near.LUNGING: (2, -1), Near.EXTREME: (2, -1)}
    assert [str(bombs.DAMAGE.at(stage)) for stage in LANDED] == ["B3", "B6", "B9"]
    assert bombs.BANDS.words == "1–2 / 3–4 / 5–6"
    assert bombs.REACH.paces == 10


def test_throwing_a_bomb_wpn_27_28() -> None:
    found = {
        (delivery, won, acquired): bombs.throw_obstacle(delivery, won=won, acquired=acquired).total
        for delivery in Delivery
        for won in (True, False)
        for acquired in (True, False)
    }
    assert list(found.values()) == [2, 4, 4, 6, 4, 6, 6, 8]
    assert bombs.throw_obstacle(Delivery.THROWING, hampered=[Hampered.DIM]).total == 3
    assert (bombs.lands(won=True), bombs.lands(won=False)) == (Near.OPTIMAL, Near.LUNGING)
    assert [bombs.throw_bonus(number, 2) for number in range(2, 8)] == [0, 1, 2, 2, 3, 3]
    assert [bombs.throw_bonus(number, 2, each=True) for number in range(2, 8)] == [0, 1, 2, 3, 3, 3]


def test_fuse_wpn_26() -> None:
    assert bombs.goes_off(Slot(1, 1, 1)) == Slot(2, 1, 1)
    assert bombs.goes_off(Slot(3, 2, 2)) == Slot(4, 2, 2)
    assert bombs.goes_off(Slot(3, 2, 2)).heartbeat - Slot(3, 2, 2).heartbeat == 3


def test_length_dice_of_a_bomb_wpn_29() -> None:
    assert {length: bombs.length_dice(length) for length in bombs.LENGTHS} == {
        Length.SHORTEST: 2, Length.SHORT: 2, Length.LONG: 1, Length.LONGER: 1, Length.LONGEST: 0,
    }  # fmt: skip


@pytest.mark.parametrize("win_by_two", [True, False])
@pytest.mark.parametrize("distances", [1, 2])
@pytest.mark.parametrize(
    ("speed", "bomb", "volleys"), [(3, 1, 1), (2, 1, 2), (1, 2, 2), (2, 0, 2), (4, 2, 1), (3, 2, 0)]
)
def test_getting_clear_by_every_roll_wpn_29(
    speed: int, bomb: int, volleys: int, distances: int, win_by_two: bool
) -> None:
    margins = [
        mine - theirs for mine, theirs in itertools.product(list(rolled(Pool.of(speed))), list(rolled(Pool.of(bomb))))
    ]
    counted = Counter(min(max(margin, 0), 2 if win_by_two else 1) for margin in margins)
    away = whole = 0
    for gains in itertools.product(counted, repeat=volleys):
        ways = 1
        for gain in gains:
            ways *= counted[gain]
        whole += ways
        away += ways * (sum(gains) >= distances)
    found = bombs.clear(Pool.of(speed), bomb, distances, volleys, win_by_two=win_by_two)
    assert found == Fraction(away, whole)


@pytest.mark.parametrize("tie_caught", [True, False])
@pytest.mark.parametrize("shade", Shade)
def test_the_blast_against_dice_that_open_wpn_30(shade: Shade, tie_caught: bool) -> None:
    """Six dice that open, by their generating function cut where nothing of a Speed of 4 reaches any more."""
    hit, six, miss = Fraction(2, 6), Fraction(1, 6), Fraction(3, 6)
    deep = 12

    def die(successes: int) -> Fraction:
        """One open-ended black die: a chain of sixes, ended by a 4 or 5, or by a failure."""
        ended = six**successes * miss
        return ended if not successes else ended + six ** (successes - 1) * hit

    blast = [Fraction(1), *[Fraction(0)] * deep]
    for _ in range(6):
        blast = [sum((blast[k - n] * die(n) for n in range(k + 1)), Fraction(0)) for k in range(deep + 1)]
    ways = Counter(rolled(Pool.of(4, shade)))
    whole = sum(ways.values())
    escapes = sum(
        (Fraction(count, whole) * sum(blast[: total + (0 if tie_caught else 1)]) for total, count in ways.items()),
        Fraction(0),
    )
    assert bombs.caught(Pool.of(4, shade), tie_caught=tie_caught) == 1 - escapes


def test_who_is_caught_wpn_30() -> None:
    victim = Victim(Near.LUNGING, Fraction(3, 4))
    assert victim.chances == {
        Stage.MISS: Fraction(1, 4),
        Stage.INCIDENTAL: Fraction(3, 8),
        Stage.MARK: Fraction(1, 4),
        Stage.SUPERB: Fraction(1, 8),
    }
    assert Victim(Near.OPTIMAL, Fraction(1), 3).chances[Stage.SUPERB] == Fraction(5, 6)


@pytest.mark.parametrize("floor", [True, False])
@pytest.mark.parametrize("penalty", [0, 1, 2])
def test_a_penalty_of_ones_own_counts_against_the_bomb_wpn_29_30(penalty: int, floor: bool) -> None:
    """With dice that do not open, so that every roll of both can be counted."""
    speed, blast = Pool.of(3), Pool.of(4)
    pairs = list(itertools.product(list(rolled(speed)), list(rolled(blast))))
    fell = [(max(0, own - penalty) if floor else own - penalty, other) for own, other in pairs]
    for tie_caught in (True, False):
        lost = sum(own < other or (own == other and tie_caught) for own, other in fell)
        found = bombs.caught(speed, blast, tie_caught=tie_caught, penalty=penalty, house=House(floor=floor))
        assert found == Fraction(lost, len(pairs))
    wins = Counter(min(max(own - penalty - other, 0), 2) for own, other in pairs)
    for distances in (1, 2):
        gained = sum(count for gain, count in wins.items() if gain >= distances)
        assert bombs.clear(speed, 4, distances, 1, penalty=penalty) == Fraction(gained, len(pairs))


def test_every_head_that_changes_something_is_offered_wpn_39() -> None:
    usual = {"hunting", "helmeted"}
    assert {tip.value for tip in Tip} - {Tip.USUAL.value} == HEADS.keys() - usual
    for key in usual:
        one = HEADS[key]
        assert (one.damage, one.va, one.fate, one.obstacle, one.paces) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("key", MISSILES)
def test_a_row_of_the_form_is_the_row_of_the_rules(key: str) -> None:
    assert Missile.table()[key].row is MISSILES[key]
    if MISSILES[key].kind is Kind.GUN:
        assert Gun.table()[key].row is MISSILES[key]


@pytest.mark.parametrize("key", THROWN)
def test_a_thrown_row_of_the_form_is_the_row_of_the_rules(key: str) -> None:
    assert Thrown.table()[key].row is THROWN[key]


def test_what_is_ones_own_is_taken_as_it_is() -> None:
    own = {"is": "own", "name": "Ballista", "incidental": "B8", "mark": "B16", "superb": "G8", "va_close": 5}
    values = app.run("shot", {"weapon": own, "band": "close"}).answer.values
    assert (values["incidental"], values["superb"], values["va"]) == ("B8", "G8", 5)


@given(st.integers(0, 10), st.sampled_from(Shade))
def test_a_faster_victim_is_caught_no_more_often(speed: int, shade: Shade) -> None:
    for tie_caught in (True, False):
        slow, fast = (bombs.caught(Pool.of(dice, shade), tie_caught=tie_caught) for dice in (speed, speed + 1))
        assert 0 <= fast <= slow <= 1


def test_bombs_in_range_and_cover_wpn_32() -> None:
    assert [bombs.range_dice(opponent) for opponent in (0, 1, 2, 4)] == [1, 2, 1, 1]
    assert [bombs.cover_dice(dice) for dice in (0, 1, 3)] == [0, 0, 2]
    mine, theirs = Pool.of(3), Pool.of(2)
    pairs = [(one, other) for one in rolled(mine) for other in rolled(theirs)]
    wins = Fraction(sum(one > other for one, other in pairs), len(pairs))
    loses = Fraction(sum(one < other for one, other in pairs), len(pairs))
    assert bombs.in_hand(mine, theirs) == (wins, (1 - wins) / 6)
    assert bombs.in_hand(mine, theirs, tie_risks=False) == (wins, loses / 6)
    assert versus(mine, theirs, chain=Chain.CHAIN).win == wins

"""Shots and throws in a fight played out: when they fly, how hard, what they do (FGT-14, FGT-27 to FGT-30)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from engine.games.burning_wheel.rules import fight_shots, missiles, thrown
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Stage, ims
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_missiles import Flies, Ranged, Ready
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.fight_procedure import Fight, Fighter, Part, Phase, Side, Standing
from engine.games.burning_wheel.rules.fight_script import Deed, Script, State, check
from engine.games.burning_wheel.rules.fight_state import Choice, Guard
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, Kind, Readiness
from engine.games.burning_wheel.rules.shields import SHIELDS, Carried
from engine.games.burning_wheel.rules.shields import Kind as Shield
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.games.burning_wheel.rules.weapons import WEAPONS
from tests.unit.test_fight_procedure import volleys

B4 = Ability.parse("B4")
BOWS = [row for row in MISSILES.values() if row.kind is not Kind.GUN]
CLUB = replace(WEAPONS["club"], key="bow", name="Bow")
LOADED, DRAWN = Ready(loaded=True), Ready(loaded=True, acquired=True)
RESTS = [Act.ASSESS]


def bow(key: str = "hunting-bow", ready: Readiness = Readiness.EMPTY) -> Ranged:
    return Ranged.of(MISSILES[key], missiles.shot(MISSILES[key], Band.CLOSE), B4, ready)


def knife(carried: thrown.Carried = thrown.Carried.READY) -> Ranged:
    row = THROWN[thrown.KNIFE]
    return Ranged.thrown(thrown.shot(row.name, ims(4 + row.power), row.bands, row.va, Band.CLOSE), B4, carried)


def facing(
    ranged: Ranged,
    acts: Sequence[Act],
    theirs: Sequence[Act] = RESTS,
    *,
    mine: str = "maintain",
    foe: str = "maintain",
    shot: Ready | None = None,
    at: Distance = Distance.OPTIMAL,
    guard: Guard | None = None,
) -> Fight:
    """An archer and someone else in volley 1, which has these actions, once nobody has won position."""
    archer = Fighter(
        "Corvin", ranged=ranged, weapon=CLUB if ranged.kind else WEAPONS["sword"], spare=WEAPONS["sword"], reflexes=4
    )
    fight = Fight(
        (
            Side(archer, Standing(shot=shot or ranged.begins, at=at)),
            Side(Fighter("Grim", guard=guard), Standing(at=at)),
        ),
        phase=Phase.SCRIPT,
    )

    def script(moves: str, first: Sequence[Act]) -> Script:
        row = [*first, Act.ASSESS, Act.ASSESS][:2]
        return volleys((moves, row), ("maintain", RESTS), ("maintain", RESTS))

    fight = fight.write(0, script(mine, acts)).write(1, script(foe, theirs)).announce().position(lambda cast: 0)
    return fight.placed((at, at))


def shoots(fight: Fight, rolled: int, face: int = 1, cover: int = 0) -> Fight:
    """The next action, with so many successes of the shot."""
    falls = {Part.ATTACK: rolled, Part.FATE: face, Part.COVER: cover}
    return fight.act(lambda cast: falls.get(cast.part, 0))


def chain(row: missiles.Missile, ready: Readiness, *, snapshot: bool, aiming: int) -> list[Act]:
    """The actions of a shot as one would script them, counted by hand from the row."""
    is_bow = row.kind is Kind.BOW
    acts = [Act.NOCK if is_bow else Act.RELOAD] * row.prepare if ready is Readiness.EMPTY else []
    if ready is not Readiness.DRAWN:
        acts += [Act.DRAW_BOW if is_bow else Act.ACQUIRE] * (row.ready - snapshot)
    return [*acts, *[Act.AIM] * aiming, Act.SNAPSHOT if snapshot else Act.RELEASE]


@pytest.mark.parametrize("row", BOWS, ids=lambda row: row.key)
@pytest.mark.parametrize(("ready", "snapshot"), [*product(Readiness, (False, True))])
def test_a_shot_flies_with_the_action_that_the_table_counts_fgt_29(
    row: missiles.Missile, ready: Readiness, *, snapshot: bool
) -> None:
    """Twin of WPN-23: every chain as it is scripted, held against the number of actions that the weapon's row gives."""
    if snapshot and ready is Readiness.DRAWN:
        return
    for aiming in (0,) if snapshot else (0, 1, 2):
        acts = chain(row, ready, snapshot=snapshot, aiming=aiming)
        assert len(acts) == missiles.actions(row, ready, snapshot=snapshot, aiming=aiming).total
        for left_out in (None, *range(len(acts) - 1)):
            found = played(bow(row.key, ready), [act for at, act in enumerate(acts) if at != left_out])
            if left_out is None:
                assert found == (Flies.SNAP if snapshot else Flies.AIMED, aiming)
            elif acts[left_out] is Act.AIM:
                assert found == (Flies.AIMED, aiming - 1)
            elif row.kind is Kind.BOW or acts[left_out] is Act.RELOAD:
                assert found[0] is Flies.NOTHING
            else:
                assert found == (Flies.SNAP, 0), "a crossbow without a target acquired is a snapshot"


def played(ranged: Ranged, acts: Sequence[Act]) -> tuple[Flies, int]:
    """What flies with the last of some actions in a row, and with how many dice of aiming."""
    now, task = ranged.begins, None
    for act in acts[:-1]:
        task = (act, task[1] + 1 if task and task[0] is act else 1)
        now = ranged.after(now, act, task[1], power=10)
    return ranged.flies(now, acts[-1], task), now.aimed


MOVES = {"stand": 0, "maintain": 1, "close": 2, "withdraw": 2}
THEIRS = {"stand": 0, "maintain": 0, "close": 1, "withdraw": 1}


@pytest.mark.parametrize(("mine", "foe", "avoids", "snapshot"), [*product(MOVES, THEIRS, (False, True), (False, True))])
def test_the_obstacle_of_a_shot_fgt_30(mine: str, foe: str, *, avoids: bool, snapshot: bool) -> None:
    """Twin of FGT-21 and FGT-30: 1, what both move, an Avoid, a snapshot; one success less misses."""
    needs = 1 + MOVES[mine] + THEIRS[foe] + avoids + 2 * snapshot
    theirs = [Act.ASSESS, Act.AVOID] if avoids else RESTS
    for rolled, hits in ((needs - 1, False), (needs, True)):
        loaded = LOADED if snapshot else DRAWN
        fight = facing(bow("crossbow"), [Act.RELEASE], theirs, mine=mine, foe=foe, shot=loaded)
        fight = shoots(fight, rolled)
        assert bool(fight.sides[1].state.hits) is hits
        made = [one for one in fight.tests if one.field == "ranged.skill"]
        assert [(one.dice, one.obstacle, one.passed) for one in made] == [(4, needs, hits)]


def test_a_snapshot_at_one_who_withdraws_and_avoids_is_ob_6_fgt_30() -> None:
    fight = facing(bow(), [Act.DRAW_BOW, Act.SNAPSHOT], [Act.ASSESS, Act.AVOID], foe="withdraw", shot=LOADED)
    fight = shoots(shoots(fight, 0), 6)
    assert fight.tests[-1].obstacle == 6
    assert not fight.sides[0].state.shot.loaded


@pytest.mark.parametrize("act", [Act.BLOCK, Act.COUNTERSTRIKE, Act.STRIKE])
def test_nothing_but_an_avoid_stands_against_a_shot_fgt_30(act: Act) -> None:
    fight = facing(bow(), [Act.RELEASE], [act], shot=DRAWN)
    fight = fight.act(lambda cast: {Part.ATTACK: 2 * (cast.side == 0), Part.FATE: 1, Part.DEFENSE: 9}.get(cast.part, 0))
    assert fight.sides[1].state.hits


STAGES = {1: "B4", 2: "B4", 3: "B7", 4: "B7", 5: "B10", 6: "B10"}


@pytest.mark.parametrize(("face", "rolled"), [*product(range(1, 7), (2, 3, 4, 6))])
def test_the_die_of_fate_of_a_hunting_bow_wpn_16(face: int, rolled: int) -> None:
    """At Ob 2 three successes add one to the die, four two, six three."""
    added = {2: 0, 3: 1, 4: 2, 6: 3}[rolled]
    fight = shoots(facing(bow(), [Act.RELEASE], shot=DRAWN), rolled, face)
    assert [str(hit) for hit in fight.sides[1].state.hits] == [STAGES[min(6, face + added)]]


def test_a_shield_makes_a_shot_harder_unless_va_goes_through_arm_30() -> None:
    heater = Guard(Carried("Heater", SHIELDS[Shield.HEATER].dice))
    for rolled, hits in ((3, False), (4, True)):
        fight = facing(bow(), [Act.RELEASE], shot=DRAWN, guard=heater)
        fight = shoots(fight, rolled, cover=3)
        assert bool(fight.sides[1].state.hits) is hits, "Ob 2, and 2 for three successes of the shield"
    buckler = Guard(Carried("Buckler", SHIELDS[Shield.BUCKLER].dice))
    fight = shoots(facing(bow("heavy-crossbow"), [Act.RELEASE], shot=DRAWN, guard=buckler), 2, cover=9)
    assert fight.sides[1].state.hits
    assert Part.COVER not in [cast.part for cast, _ in fight.thrown]


def test_aim_moves_a_shot_and_adds_its_dice_wpn_13() -> None:
    fight = facing(bow(), [Act.AIM, Act.RELEASE], shot=DRAWN)
    fight = shoots(fight.choose(0, Choice(wants=Target.HEAD)), 0)
    assert fight.sides[0].state.shot.aimed == 1
    fight = shoots(fight, 4)
    assert "on the head" in " ".join(one.words for one in fight.came)
    assert [cast.pool.dice for cast, _ in fight.thrown if cast.part is Part.ATTACK] == [5]
    low = shoots(shoots(facing(bow(), [Act.AIM, Act.RELEASE], shot=DRAWN).choose(0, Choice(wants=Target.HEAD)), 0), 3)
    assert "on the head" not in " ".join(one.words for one in low.came), "one over does not pay for the head"


@pytest.mark.parametrize("ranged", [bow(), knife()])
def test_on_the_inside_nothing_flies_and_it_stays_ready_fgt_14(ranged: Ranged) -> None:
    act = Act.RELEASE if ranged.kind else Act.THROW_OBJECT
    fight = facing(ranged, [act], shot=DRAWN, at=Distance.INSIDE)
    fight = shoots(fight, 9)
    assert not fight.sides[1].state.hits
    assert fight.sides[0].state.shot.loaded


def test_a_knife_is_drawn_acquires_and_flies_and_the_next_is_drawn_anew_fgt_27() -> None:
    assert played(knife(), [Act.DRAW_WEAPON, Act.ACQUIRE, Act.THROW_OBJECT]) == (Flies.AIMED, 0)
    assert played(knife(), [Act.DRAW_WEAPON, Act.THROW_OBJECT]) == (Flies.SNAP, 0)
    assert played(knife(), [Act.THROW_OBJECT]) == (Flies.NOTHING, 0)
    assert played(knife(thrown.Carried.SHEATHED), [Act.DRAW_WEAPON, Act.THROW_OBJECT])[0] is Flies.NOTHING
    assert played(knife(thrown.Carried.IN_HAND), [Act.ACQUIRE, Act.THROW_OBJECT]) == (Flies.AIMED, 0)
    assert played(knife(thrown.Carried.IN_HAND), [Act.RELEASE])[0] is Flies.NOTHING, "a knife is not released"
    fight = facing(knife(thrown.Carried.IN_HAND), [Act.ACQUIRE, Act.THROW_OBJECT])
    fight = shoots(shoots(fight, 0), 2, face=6)
    assert [str(hit) for hit in fight.sides[1].state.hits] == [
        str(ims(4 + THROWN[thrown.KNIFE].power).at(Stage.SUPERB))
    ]
    assert fight.sides[0].state.shot == Ready()


@pytest.mark.parametrize(
    ("ranged", "shot", "acts", "counts"),
    [
        (bow(), DRAWN, [Act.RELEASE], Wields.LOADED),
        (bow(), LOADED, [Act.DRAW_BOW, Act.SNAPSHOT], Wields.LOADED),
        (bow(), LOADED, [Act.STRIKE], None),
        (bow("crossbow"), Ready(), [Act.AIM], None),
        (knife(), LOADED, [Act.THROW_OBJECT], Wields.THROWN),
    ],
)
def test_what_is_ready_and_used_has_its_length_fgt_14(
    ranged: Ranged, shot: Ready, acts: list[Act], counts: Wields | None
) -> None:
    side = facing(ranged, acts, shot=shot).sides[0]
    assert fight_shots.wields(side, 1) is counts
    assert fight_shots.wields(side, None) is (ranged.wields if shot.loaded else None)


def test_a_drawn_bow_is_held_for_power_and_let_down_by_anything_else_fgt_29() -> None:
    now, ranged = DRAWN, bow()
    for _ in range(3):
        now = ranged.after(now, Act.NOTHING, 1, power=3)
    assert now.acquired
    assert ranged.after(now, Act.NOTHING, 1, power=3) == LOADED
    assert ranged.after(DRAWN, Act.AVOID, 1, power=3) == LOADED
    crossbow = bow("crossbow")
    assert crossbow.after(replace(DRAWN, held=9), Act.ASSESS, 1, power=3).acquired, "nothing pulls at a crossbow"


def test_hesitation_lowers_a_bow_and_another_weapon_in_hand_drops_it_fgt_61() -> None:
    fight = facing(bow(), [Act.AIM], shot=DRAWN)
    fight = shoots(fight.hesitate(0, 1), 0)
    assert fight.sides[0].state.shot == LOADED
    fight = facing(bow(), [Act.DRAW_WEAPON, Act.DRAW_WEAPON], shot=LOADED)
    fight = shoots(shoots(fight, 0), 0)
    assert fight.sides[0].weapon.key == "sword"
    assert fight_shots.in_hand(fight.sides[0]) is None
    assert fight_shots.flies(fight.sides[0], Act.RELEASE) is Flies.NOTHING


def test_what_is_not_ready_flies_nowhere_and_throws_no_dice_fgt_29() -> None:
    fight = facing(bow(), [Act.RELEASE])
    fight = fight.act(lambda cast: 1)
    assert fight.thrown == ()
    assert [one.words for one in fight.came] == ["Release: nothing is ready to fly"]


def test_a_bow_may_be_drawn_but_for_one_action_before_a_snapshot_fgt_29() -> None:
    script = volleys(("maintain", [Act.DRAW_BOW, Act.SNAPSHOT]), ("maintain", RESTS), ("maintain", RESTS))
    assert check(script, State(4, tasks=bow().tasks)).lawful
    assert not check(script, State(4, tasks=bow("great-bow").tasks)).lawful
    long = volleys(("maintain", [Act.DRAW_BOW] * 2), ("maintain", [Act.DRAW_BOW]), ("maintain", [Act.SNAPSHOT]))
    assert check(long, State(4, tasks=bow("great-bow").tasks)).lawful


def test_lunging_distance_hampers_a_shot_where_a_table_says_so_fgt_30() -> None:
    for lunging, hits in ((False, True), (True, False)):
        ranged = replace(bow(), lunging=lunging)
        fight = shoots(facing(ranged, [Act.RELEASE], shot=DRAWN, at=Distance.LUNGING), 2)
        assert bool(fight.sides[1].state.hits) is hits


def test_what_the_gm_sees_in_the_way_counts_fgt_66() -> None:
    for rolled, hits in ((4, False), (5, True)):
        fight = shoots(facing(replace(bow(), harder=3), [Act.RELEASE], shot=DRAWN), rolled)
        assert bool(fight.sides[1].state.hits) is hits


def test_a_readied_shot_flies_when_the_condition_is_met_fgt_63() -> None:
    fight = facing(bow("crossbow"), [Act.CONDITION, Act.RELEASE], [Act.ASSESS, Act.STRIKE], shot=DRAWN)
    fight = shoots(fight, 0)
    assert fight.sides[0].state.shot.acquired
    fight = fight.spring(0)
    assert fight.doing(0) == Deed(Act.RELEASE)
    assert shoots(fight, 2, face=1).sides[1].state.hits

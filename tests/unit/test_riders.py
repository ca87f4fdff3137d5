"""Mounts inside a Fight! and inside Range and Cover, held against the calculators of the chapter on riding."""

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine import app
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.dice import dealt
from engine.games.burning_wheel.rules import fight_deeds, fight_positions, fight_procedure, range_procedure
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Landing, blow_of
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_matrix import Met
from engine.games.burning_wheel.rules.fight_posture import Doing as Acting
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import Fight, Part, bot_script
from engine.games.burning_wheel.rules.fight_script import Deed
from engine.games.burning_wheel.rules.fight_state import Choice
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.maneuvers import Maneuver, Means
from engine.games.burning_wheel.rules.mounts import MOUNTS
from engine.games.burning_wheel.rules.range_dice import WEAPONS as MISSILES
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.riders import Beast, Rider
from engine.games.burning_wheel.rules.saddle import Stroke, Training
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused
from tests.unit.test_charms import tape_of

HORSE, WOLF = MOUNTS["horse"], MOUNTS["wolf"]
FOOT = fight_procedure.Fighter("Orm")
RIDES = list(itertools.product(Training, Positioning, (True, False)))


def mounted(rider: Rider | None, **more: Any) -> fight_procedure.Fighter:
    return fight_procedure.Fighter("Hedda", rider=rider, **more)


def moved(fight: Fight, scripted: str) -> Fight:
    """The fight once the rider has positioned so; whoever is against it Maintains, and only mounts have successes."""
    fight = fight.set_at(fight.track.started(Distance.OPTIMAL))
    fight = fight.write(0, bot_script(fight.sides[0].actions, {1: [Act.STRIKE]}, scripted))
    fight = fight.write(1, bot_script(fight.sides[1].actions, {}))
    return fight.announce().position(lambda cast: 24 if cast.part is Part.FRIGHT else 0)


def strike_at(fight: Fight) -> tuple[int, int, list[str]]:
    """The dice of the rider's Strike, what it must reach, and what came of it with two dozen successes."""

    def throw(cast: fight_procedure.Cast) -> int:
        return 24 if (cast.side, cast.part) == (0, Part.ATTACK) else 0

    after = fight.act(throw)
    (attack,) = (cast.pool.dice for cast, _ in after.thrown if cast.part is Part.ATTACK)
    (against,) = (one.obstacle for one in after.tests if one.field == "skill" and one.side == 0)
    return attack, against, [event.words for event in after.came]


@pytest.mark.parametrize(("training", "moves", "seated"), RIDES)
def test_a_strike_costs_what_the_calculator_says(training: Training, moves: Positioning, seated: bool) -> None:
    """RID-10, RID-12, RID-13, RID-21, RID-23."""
    inputs = {"training": training.value, "mount": moves.value, "seated": seated, "skill": "B4"}
    said = app.run("from-the-saddle", inputs).answer.values
    rider = Rider(HORSE, training, seated, Stroke.STRAIGHT)
    dice, against, _ = strike_at(moved(fight_procedure.begin(mounted(rider), FOOT), moves.value))
    assert (dice, against) == (said["dice"], said["obstacle"])
    on_foot = strike_at(moved(fight_procedure.begin(mounted(None), FOOT), moves.value))
    assert on_foot[:2] == (4, 1 + moves.moves)


@pytest.mark.parametrize(("training", "moves"), list(itertools.product(Training, Positioning)))
def test_an_avoid_costs_what_the_calculator_says(training: Training, moves: Positioning) -> None:
    """RID-11."""
    inputs = {"training": training.value, "mount": moves.value, "does": {"is": "duck"}}
    fight = moved(fight_procedure.begin(mounted(Rider(HORSE, training)), FOOT), moves.value)
    lines = fight_deeds.harder(fight, 0, Deed(Act.AVOID), Acting.DEFEND)
    assert sum(line.amount for line in lines) == app.run("from-the-saddle", inputs).answer.values["obstacle"]


@pytest.mark.parametrize("key", MOUNTS)
@pytest.mark.parametrize("reflexes", [1, 4, 9])
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_position_is_the_mounts(key: str, reflexes: int, lost: int) -> None:
    """RID-15, INJ-09: its Speed, its stride, the better Reflexes, after its wounds; without training, one's own."""
    said = app.run("mounted-positioning", {"mount": key, "reflexes": reflexes, "mount_lost": lost}).answer.values
    dice = []
    hurt = fight_procedure.Standing(beast=Beast((Level.LIGHT,) * lost))
    for training in (Training.KNIGHT, Training.NONE):
        rider = Rider(MOUNTS[key], training)
        fight = fight_procedure.begin(mounted(rider, reflexes=reflexes), FOOT).with_state(0, hurt)
        fight = fight.start(lambda cast: 2 - cast.side)
        dice.append(tuple(cast.pool.dice for cast, _ in fight.thrown))
        assert len(fight.tests) == (1 if training is Training.KNIGHT else 2)
    assert dice[0] == (said["yours"], said["theirs"])
    assert dice[1] == (4 + (reflexes > 4), 4 + (reflexes < 4))


def test_wounds_of_the_rider_do_not_slow_the_mount() -> None:
    fight = fight_procedure.begin(mounted(Rider(HORSE)), FOOT)
    hurt = fight.with_state(0, fight_procedure.Standing(levels=(Level.MIDI, Level.SUPERFICIAL)))
    assert hurt.sides[0].moving(0) == fight.sides[0].moving(0) == HORSE.speed.pool()
    assert fight_positions.hindered(hurt, 0, None)[0].amount == 0
    afoot = fight.with_state(0, fight_procedure.Standing(posture=Posture.GROUND))
    up = afoot.with_state(0, replace(afoot.sides[0].state, posture=Posture.STANDING))
    assert up.sides[0].rider is None
    assert up.sides[0].moving(0).dice == 4


@pytest.mark.parametrize(("moves", "power", "va", "lost"), [("close", 1, 1, True), ("maintain", 0, 0, False)])
def test_a_spear_ridden_home_stays_there(moves: str, power: int, va: int, lost: bool) -> None:
    """RID-21."""
    fights = [
        moved(fight_procedure.begin(mounted(rider, weapon=WEAPONS["spear"]), FOOT), moves)
        for rider in (Rider(HORSE, stroke=Stroke.SPEAR), None)
    ]
    with_horse, without = (blow_of(fight.sides[0], Deed(Act.STRIKE), Met.STRIKE) for fight in fights)
    assert with_horse.va - without.va == va
    assert with_horse.damage.mark.number - without.damage.mark.number == power
    dice, _, told = strike_at(fights[0])
    assert dice == 4 + lost
    assert ("the spear stays where it went" in told) == lost


def test_nobody_on_foot_offers_legs_to_a_rider() -> None:
    """RID-22."""
    on_foot = fight_procedure.begin(mounted(Rider(HORSE)), FOOT)
    with pytest.raises(Refused, match="legs"):
        on_foot.choose(1, Choice(Target.LEGS))
    assert on_foot.choose(0, Choice(Target.LEGS)).sides[0].state.choice.offers is Target.LEGS
    both = fight_procedure.begin(mounted(Rider(HORSE)), mounted(Rider(WOLF)))
    assert both.choose(1, Choice(Target.LEGS)).sides[1].state.choice.offers is Target.LEGS


@pytest.mark.parametrize(("rider", "head"), [(Rider(HORSE), 2), (None, 1)])
def test_the_head_of_a_rider_takes_two(rider: Rider | None, head: int) -> None:
    """RID-22; legs and arms as on foot."""
    fight = fight_procedure.begin(FOOT, mounted(rider))
    for wants, cost in ((Target.HEAD, head), (Target.ARMS, 1), (Target.TORSO, 0)):
        one = fight.choose(0, Choice(wants=wants)).sides
        assert Landing(one[0], one[1], Deed(Act.STRIKE), Met.STRIKE, fight.house).aim.cost == cost


def test_a_spear_that_misses_is_dropped_as_well() -> None:
    """RID-21: dropped after the Strike, whatever became of it."""
    rider = Rider(HORSE, stroke=Stroke.SPEAR)
    fight = moved(fight_procedure.begin(mounted(rider, weapon=WEAPONS["spear"]), FOOT), "close")
    after = fight.act(lambda cast: 0)
    assert [event.words for event in after.came] == ["Strike comes to nothing", "the spear is dropped"]
    assert not after.sides[0].armed


def test_a_lance_has_rules_of_its_own() -> None:
    """RID-17, RID-21."""
    rider = Rider(HORSE, stroke=Stroke.STRAIGHT)
    for key, dice in (("lance", 0), ("sword", 1), ("spear", 0)):
        fight = fight_procedure.begin(mounted(rider, weapon=WEAPONS[key]), FOOT)
        assert fight.sides[0].stroke(Deed(Act.STRIKE).using).dice == dice


HOLD = Maneuver.SPEED_MAINTAIN
MOVES = {"close": Maneuver.SPEED_CLOSE, "withdraw": Maneuver.SPEED_WITHDRAW, "maintain": HOLD}


def archer(name: str, **more: Any) -> range_procedure.Fighter:
    return range_procedure.Fighter(name, MISSILES["hunting-bow"], **more)


def ones(cast: range_procedure.Cast) -> Fallen:
    return dealt(cast.pool, cast.chain, iter([1] * 60))


@pytest.mark.parametrize(("training", "moves", "foe"), list(itertools.product(Training, MOVES, (True, False))))
def test_a_shot_costs_what_the_calculator_says(training: Training, moves: str, foe: bool) -> None:
    """RID-12, RID-23: what it adds to the obstacle, and a bowman's die against whoever is on foot."""
    inputs = {"training": training.value, "mount": moves, "skill": "B4", "does": {"is": "shot", "low": not foe}}
    said = app.run("from-the-saddle", inputs).answer.values
    found = []
    for rider in (Rider(HORSE, training), None):
        other = archer("Orm", rider=Rider(HORSE) if foe else None)
        state = range_procedure.begin(archer("Tove", rider=rider), other, at=Stop.NEAR)
        state = state.script(0, (MOVES[moves],) * 3).script(1, (HOLD,) * 3).reveal().roll(ones)
        found.append((state.shooting_dice(0).dice, state.obstacle(0).total))
    assert (found[0][0], found[0][1] - found[1][1]) == (said["dice"], said["added"])


@pytest.mark.parametrize("training", Training)
def test_position_at_range_is_the_mounts(training: Training) -> None:
    """RID-15: a wolf against someone on foot, by Speed and by Perception; two dice of wounds are the rider's."""
    rider = Rider(WOLF, training)
    tove = archer("Tove", rider=rider, lost=2, harder=1)
    steers = training is not Training.NONE
    assert tove.ability(Means.SPEED) == (WOLF.speed if steers else Ability.parse("B4"))
    assert tove.ability(Means.PERCEPTION) == Ability.parse("B4")
    assert tove.wounds(Means.SPEED) == ((0, 0) if steers else (2, 1))
    assert tove.wounds(Means.PERCEPTION) == (2, 1)
    assert tove.pace == ((max(2, WOLF.reflexes.exponent), Fraction(7)) if steers else (2, Fraction(7, 2)))
    assert replace(tove, lost=0, beast_lost=2).pace == ((4, Fraction(7)) if steers else (4, Fraction(7, 2)))
    knight = training is Training.KNIGHT
    assert (tove.ability(Means.STEALTHY) == WOLF.stealth) if knight and WOLF.stealth else not tove.sneaks
    state = range_procedure.begin(tove, archer("Orm"), at=Stop.NEAR)
    state = state.script(0, (HOLD,) * 3).script(1, (HOLD,) * 3).reveal()
    quick = [(line.amount, line.reason) for line in state.dice(0).lines if line.rule == "RNC-08" and line.amount]
    assert len(quick) == (1 + (WOLF.reflexes.exponent > 4) if steers else 0)


@pytest.mark.parametrize(
    ("name", "rides", "ruling"),
    [("fight-play", "mounted", "saddle.moving"), ("range-play", "astride", "saddle.shots-moving")],
)
def test_the_readings_of_the_saddle_reach_both_sessions(name: str, rides: str, ruling: str) -> None:
    setup = {"a": {"name": "Tove", "rides": {"is": rides, "training": "bowman"}}, "b": {"name": "Orm"}}
    found = []
    for rulings in ({}, {f"burning-wheel.{ruling}": "adds"}):
        state = tape_of(name, setup, rulings).states[0]
        sides = state.fight.sides if name == "fight-play" else state.conflict.sides
        rider = sides[0].fighter.rider
        found.append((rider.adds, rider.adds_shots))
    assert found[0] == (False, False)
    assert found[1] == (name == "fight-play", name == "range-play")


# Range and Cover: the mount is hit, and Steel in the saddle


def hunts(rider: Rider, **more: Any) -> range_procedure.Conflict:
    one = range_procedure.Fighter("Hedda", MISSILES["hunting-bow"], rider=rider, **more)
    other = range_procedure.Fighter("Orm", MISSILES["hunting-bow"])
    return range_procedure.begin(one, other, at=Stop.NEAR)


def test_a_hit_on_the_mount_is_its_own() -> None:
    """RID-22, RID-24: it slows the mount and not the rider; a mount that is down leaves him on foot."""
    hold = (Maneuver.SPEED_MAINTAIN,) * 3
    state = hunts(Rider(HORSE)).script(0, hold).script(1, hold).reveal()
    sides = replace(state.sides[0], hurt=True), state.sides[1]
    hit = replace(state, phase=range_procedure.Phase.HARM, won=NOBODY, sides=sides)
    told = hit.harm(0, range_procedure.Harm(2, 1, mount=True)).sides[0].fighter
    assert (told.lost, told.harder) == (0, 0)
    assert told.wounds(Means.SPEED) == (2, 1)
    assert told.wounds(Means.PERCEPTION) == (0, 0)
    down = hit.harm(0, range_procedure.Harm(down=True, mount=True)).sides[0]
    assert down.fighter.rider is None
    assert not down.down
    scared = hit.harm(0, range_procedure.Harm(volleys=2, mount=True))
    assert scared.sides[0].lost is not None
    on_foot = replace(
        hit, sides=(replace(hit.sides[0], fighter=replace(hit.sides[0].fighter, rider=None)), hit.sides[1])
    )
    with pytest.raises(Refused, match="rides nothing"):
        on_foot.harm(0, range_procedure.Harm(1, mount=True))


@pytest.mark.parametrize(("training", "over"), list(itertools.product((Training.KNIGHT, Training.BOWMAN), (0, -1))))
def test_steel_in_the_saddle_takes_riding_first(training: Training, over: int) -> None:
    """RID-15: with all that makes a word to the mount harder; else it bolts or shies, and nothing is rolled."""
    state = hunts(Rider(HORSE, training))
    moves = (Maneuver.STEEL_CLOSE, Maneuver.SPEED_MAINTAIN, Maneuver.SPEED_MAINTAIN)
    state = state.script(0, moves).script(1, (Maneuver.SPEED_MAINTAIN,) * 3).reveal()
    pool, against = state.reins(0)
    said = app.run("mounted-positioning", {"training": training.value, "how": {"is": "by-steel"}}).answer.values
    assert against == said["obstacle"]
    assert pool.dice == 5

    def throw(cast: range_procedure.Cast) -> Fallen:
        won = against + over if cast.what == "riding" else 2 * (cast.side == 0)
        return dealt(cast.pool, cast.chain, iter([5] * won + [1] * 60))

    won = state.roll(throw).won
    assert won
    assert (won.totals[0] is not None) is (over == 0)
    calm = hunts(Rider(HORSE, training)).script(0, (Maneuver.SPEED_CLOSE,) * 3)
    calm = calm.script(1, (Maneuver.SPEED_MAINTAIN,) * 3).reveal().roll(throw)
    assert not any(cast.what == "riding" for cast, _ in calm.thrown)


NOBODY = range_procedure.Won((0, 0), None, 0, (0, 0), (False, False), Stop.NEAR)

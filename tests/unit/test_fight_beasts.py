"""Mounts that act, bleed and bolt in a Fight!, and lances, held against the calculators of the chapter on riding."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine import app
from engine.games.burning_wheel.rules import quickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Stage, ims
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_blows import Landing
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_exchange import Exchange
from engine.games.burning_wheel.rules.fight_matrix import Met
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import Cast, Fight, Fighter, Part, Phase, begin
from engine.games.burning_wheel.rules.fight_script import Deed, Law, Script, State, Volley, check
from engine.games.burning_wheel.rules.fight_state import Choice
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.mounts import MOUNTS
from engine.games.burning_wheel.rules.plan_changes import Change, Spot
from engine.games.burning_wheel.rules.riders import Beast, Rider
from engine.games.burning_wheel.rules.saddle import ORDERS, Fright, Order, Stroke, Training
from engine.games.burning_wheel.rules.saddle import Spot as Part_of
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Level, Tolerances
from engine.refused import Refused

HORSE, WARHORSE, WOLF = MOUNTS["horse"], MOUNTS["warhorse"], MOUNTS["wolf"]
FOOT = Fighter("Orm", reflexes=3)
FRONT, BODY, BACK = Part_of.FRONT, Part_of.BODY, Part_of.BACK
Falls = Mapping[tuple[int, Part], int]
BY_MOUNT = {order: act for act, order in ORDERS.items()}


def mounted(rider: Rider, **more: Any) -> Fighter:
    return Fighter("Hedda", rider=rider, **{"reflexes": 3, **more})


def thrower(falls: Falls) -> Callable[[Cast], int]:
    """Dice that fall as it is said, and 0 where nothing is; a Die of Fate shows 3."""
    return lambda cast: falls.get((cast.side, cast.part), 3 if cast.part is Part.FATE else 0)


def by_mount(act: Act) -> Deed:
    return Deed(act, With.MOUNT)


def script(*rows: tuple[str, *tuple[Deed | Act, ...]]) -> Script:
    """Three volleys; an action of Fight! is one's own."""
    volleys = [
        Volley(Positioning.of(where), tuple((deed if isinstance(deed, Deed) else Deed(deed),) for deed in deeds))
        for where, *deeds in rows
    ]
    first, second, third = volleys
    return Script((first, second, third))


IDLE = script(("maintain", Act.ASSESS), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))


def ready(one: Fighter, other: Fighter = FOOT, at: Distance = Distance.OPTIMAL) -> Fight:
    fight = begin(one, other)
    return fight.set_at(fight.track.started(at))


def slots(fight: Fight, falls: Falls, count: int) -> tuple[Fight, list[str], list[tuple[Cast, int]]]:
    """So many slots of an exchange, all that came of them, and the dice that were thrown in them."""
    throw, told, thrown = thrower(falls), list[str](), list[tuple[Cast, int]]()
    while count and fight.phase in (Phase.ANNOUNCE, Phase.POSITION, Phase.ACT):
        if fight.phase is Phase.ANNOUNCE:
            fight = fight.announce()
            continue
        count -= fight.phase is Phase.ACT
        fight = fight.position(throw) if fight.phase is Phase.POSITION else fight.act(throw)
        told += [f"{one.side}: {one.words}" for one in fight.came]
        thrown += fight.thrown
    return fight, told, thrown


NONE: Falls = {}


def played(
    fight: Fight, mine: Script, theirs: Script = IDLE, falls: Falls = NONE, count: int = 1
) -> tuple[Fight, list[str], list[tuple[Cast, int]]]:
    return slots(fight.write(0, mine).write(1, theirs), falls, count)


# What a mount does on a word


@pytest.mark.parametrize("key", ["horse", "warhorse", "wolf", "spider"])
@pytest.mark.parametrize(("training", "moves"), list(itertools.product(Training, ("maintain", "close", "withdraw"))))
def test_a_word_costs_what_the_calculator_says(key: str, training: Training, moves: str) -> None:
    """RID-14: Riding, its obstacle, and what the mount rolls then."""
    order = Order.PUSH
    inputs = {"mount": key, "training": training.value, "moves": moves, "order": order.value, "riding": "B4"}
    said = app.run("command-mount", inputs).answer.values
    fight = ready(mounted(Rider(MOUNTS[key], training)))
    mine = script((moves, by_mount(Act.PUSH)), (moves, Act.ASSESS), (moves, Act.ASSESS))
    falls = {(0, Part.FRIGHT): 24, (0, Part.RIDING): said["obstacle"], (0, Part.POSITION): 0, (1, Part.POSITION): 0}
    after, _, thrown = played(fight, mine, falls=falls)
    (riding,) = (cast.pool.dice for cast, _ in thrown if cast.part is Part.RIDING)
    assert riding == said["dice"]
    (test,) = (one for one in after.tests if one.field == "rides.riding")
    assert (test.obstacle, test.passed) == (said["obstacle"], True)
    (pushed,) = (cast.pool.dice for cast, _ in thrown if cast.part is Part.MOUNT)
    assert pushed == said["its_dice"]
    falls[0, Part.RIDING] -= 1
    _, told, thrown = played(fight, mine, falls=falls)
    assert "0: the mount does not listen" in told
    assert not any(cast.part is Part.MOUNT for cast, _ in thrown)


def test_it_does_again_what_it_was_told_beside_its_riders_own_action() -> None:
    """RID-14: no second test; another word changes it, and one that is not heard leaves it at that."""
    fight = ready(mounted(Rider(replace(WARHORSE, reflexes=Ability.parse("B3")))))
    mine = script(("maintain", by_mount(Act.STRIKE)), ("maintain", Act.STRIKE), ("maintain", by_mount(Act.PUSH)))
    falls = {(0, Part.RIDING): 9}
    after, _, first = played(fight, mine, falls=falls)
    assert [cast.part for cast, _ in first if cast.side == 0] == [Part.POSITION, Part.RIDING, Part.MOUNT]
    after, _, second = slots(after, falls, 1)
    acts = [(cast.part, cast.act) for cast, _ in second if cast.part in (Part.ATTACK, Part.MOUNT)]
    assert acts == [(Part.ATTACK, Act.STRIKE), (Part.MOUNT, Act.STRIKE)]
    for riding, order in ((0, Order.BITE), (9, Order.PUSH)):
        late, _, _ = slots(after, {(0, Part.RIDING): riding}, 1)
        assert late.sides[0].state.beast.order is order


def test_a_mount_with_more_actions_than_its_rider_uses_them() -> None:
    """RID-16: the lane of the mount goes by its own Reflexes."""
    quick = replace(WARHORSE, reflexes=Ability.parse("B6"))
    fight = ready(mounted(Rider(quick)))
    mine = script(("maintain", by_mount(Act.STRIKE)), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    after, _, first = played(fight, mine, falls={(0, Part.RIDING): 9}, count=2)
    assert [cast.part for cast, _ in first].count(Part.MOUNT) == 2
    assert (after.volley, after.phase) == (2, Phase.ANNOUNCE)


@pytest.mark.parametrize(
    ("rider", "deed", "moves", "why"),
    [
        (None, Act.PUSH, "maintain", "you ride nothing"),
        (Rider(HORSE), Act.COUNTERSTRIKE, "maintain", "cannot Counterstrike"),
        (Rider(HORSE), Act.THROW, "maintain", "cannot Throw"),
        (Rider(HORSE), Act.AVOID, "maintain", "Avoids only with a Close or Withdraw"),
        (Rider(HORSE), Act.BLOCK, "maintain", "not to Block"),
        (Rider(WOLF), Act.COUNTERSTRIKE, "maintain", ""),
        (Rider(WOLF), Act.AVOID, "maintain", ""),
        (Rider(HORSE), Act.AVOID, "withdraw", ""),
        (Rider(HORSE), Act.LOCK, "maintain", ""),
    ],
)
def test_what_a_mount_can_be_told(rider: Rider | None, deed: Act, moves: str, why: str) -> None:
    """RID-11, RID-14."""
    mine = script((moves, by_mount(deed)), (moves, Act.ASSESS), (moves, Act.ASSESS))
    found = check(mine, State(3, rider=rider))
    assert [fault.law for fault in found.faults] == ([Law.MOUNT] if why else [])
    fight = ready(Fighter("Hedda", reflexes=3, rider=rider))
    if not why:
        fight.write(0, mine)
        return
    assert why in found.faults[0].words
    why = f"(?i){why}"
    with pytest.raises(Refused, match=why):
        fight.write(0, mine)
    first = slots(fight.write(0, IDLE).write(1, IDLE), {(0, Part.FRIGHT): 24}, 1)[0]
    with pytest.raises(Refused, match=why):
        first.trade(0, Spot(3, 1), Spot(2, 1), Change(by_mount(deed)))


def test_a_horse_locks_at_two_more() -> None:
    """RID-14: 5 successes less 2 against none."""
    fight = ready(mounted(Rider(WARHORSE)))
    for mount, lock in ((WARHORSE, 3), (WOLF, 5)):
        fight = ready(mounted(Rider(mount)))
        mine = script(("maintain", by_mount(Act.LOCK)), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
        falls = {(0, Part.RIDING): 9, (0, Part.MOUNT): 5, (0, Part.FRIGHT): 24}
        after, _, _ = played(fight, mine, falls=falls)
        assert after.sides[1].state.lock == lock


def test_in_tandem_the_mount_answers_by_nature_unless_the_rider_is_meant() -> None:
    """RID-14: a Push meets the Power of the mount; one that plainly means the rider meets his own."""
    fight = ready(FOOT, mounted(Rider(WARHORSE), power=Ability.parse("B2"), speed=Ability.parse("B2")))
    push = script(("maintain", Act.PUSH), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    word = script(("maintain", by_mount(Act.STRIKE)), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    for wants, dice in ((None, WARHORSE.power.exponent), (Target.TORSO, 2)):
        ahead = fight.choose(0, Choice(wants=wants)) if wants else fight
        _, _, thrown = played(ahead, push, word, {(1, Part.RIDING): 9, (0, Part.ATTACK): 3})
        assert [cast.pool.dice for cast, _ in thrown if cast.part is Part.NATURAL] == [dice]


def test_a_mount_that_avoids_takes_its_successes_off() -> None:
    """RID-11."""
    fight = ready(FOOT, mounted(Rider(WARHORSE)))
    blow = script(("maintain", Act.STRIKE), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    word = script(("withdraw", by_mount(Act.AVOID)), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    falls = {(1, Part.RIDING): 9, (0, Part.ATTACK): 4, (1, Part.MOUNT): 4, (0, Part.POSITION): 9}
    after, told, thrown = played(fight, blow, word, falls)
    assert "0: Strike comes to nothing" in told
    assert [cast.pool.dice for cast, _ in thrown if cast.part is Part.MOUNT] == [WARHORSE.speed.exponent]
    hit, _, _ = played(fight, blow, word, {**falls, (1, Part.RIDING): 0})
    assert hit.sides[1].state.levels
    assert not after.sides[1].state.levels


def test_a_mount_charges_with_its_own_power_and_only_once() -> None:
    """RID-14, FGT-38."""
    fight = ready(mounted(Rider(WARHORSE)), at=Distance.LUNGING)
    mine = script(("close", by_mount(Act.CHARGE)), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    falls = {(0, Part.RIDING): 9, (0, Part.POSITION): 5}
    after, _, thrown = played(fight, mine, falls=falls)
    charge = next(cast for cast, _ in thrown if cast.part is Part.POSITION and cast.side == 0)
    own = fight.speed(0).dice - WARHORSE.speed.exponent
    assert charge.pool.dice == WARHORSE.power.exponent + 1 + own
    assert after.sides[1].state.posture is Posture.GROUND
    assert after.sides[0].state.beast.order is None
    deaf, _, thrown = played(fight, mine, falls={(0, Part.POSITION): 5})
    assert next(cast for cast, _ in thrown if cast.part is Part.POSITION).pool.dice == fight.speed(0).dice
    assert deaf.sides[1].state.posture is Posture.STANDING


# Where a blow lands, and what it does to the mount


@pytest.mark.parametrize(("offers", "wants"), list(itertools.product(Part_of, Part_of)))
def test_a_blow_at_both_costs_what_the_calculator_says(offers: Part_of, wants: Part_of) -> None:
    """RID-22."""
    as_said = {Part_of.RIDER: Target.TORSO, Part_of.HEAD: Target.HEAD}
    inputs = {"blow": {"is": "at-both", "shown": offers.value, "struck": wants.value}, "extra": 3}
    said = app.run("saddle-aim", inputs).answer.values
    fight = ready(FOOT, mounted(Rider(WARHORSE)))
    fight = fight.choose(1, Choice(as_said.get(offers, offers))).choose(0, Choice(wants=as_said.get(wants, wants)))
    landing = Landing(fight.sides[0], fight.sides[1], Deed(Act.STRIKE), Met.STRIKE, fight.house)
    assert landing.aim.cost == said["cost"]
    for net in range(4):
        landed = landing.lands(net, 0)
        assert landing.struck(landed) is as_said.get(
            wants if net >= said["cost"] else offers, wants if net >= said["cost"] else offers
        )


def test_a_table_may_price_the_way_back_higher() -> None:
    fight = ready(FOOT, mounted(Rider(WARHORSE, back=2)))
    fight = fight.choose(1, Choice(BODY)).choose(0, Choice(wants=Target.TORSO))
    assert Landing(fight.sides[0], fight.sides[1], Deed(Act.STRIKE), Met.STRIKE, fight.house).aim.cost == 2


def test_nobody_aims_at_a_beast_that_is_not_there() -> None:
    fight = ready(FOOT, mounted(Rider(WARHORSE)))
    with pytest.raises(Refused, match="Orm rides no beast"):
        fight.choose(0, Choice(BODY))
    with pytest.raises(Refused, match="rides no beast"):
        fight.choose(1, Choice(wants=BODY))


BLOW = script(("maintain", Act.STRIKE), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))


def test_wounds_of_the_mount_are_its_own() -> None:
    """RID-22, RID-24: they slow it, take dice from what it does, and test its Steel."""
    fight = ready(FOOT, mounted(Rider(WARHORSE))).choose(1, Choice(BODY))
    after, told, thrown = played(fight, BLOW, IDLE, {(0, Part.ATTACK): 5, (1, Part.FRIGHT): 24})
    beast, hit = after.sides[1].state.beast, after.sides[1].state.beast.hits[0]
    assert not after.sides[1].state.levels
    assert "1: is hit by a Strike: Superb at B10, on the beast’s body" in told
    assert WARHORSE.tolerances.level(hit) is beast.levels[0]
    (steel,) = (cast for cast, _ in thrown if cast.part is Part.FRIGHT)
    assert steel.pool.dice == WARHORSE.steel.exponent - beast.taken
    assert after.sides[1].moving(0).dice == WARHORSE.speed.exponent - beast.taken
    values = app.run("mount-hit", {"mount": "warhorse", "blow": {"is": "known", "hit": str(hit)}}).answer.values
    assert values["level"] == beast.levels[0].value


@pytest.mark.parametrize(("riding", "posture"), [(4, Posture.STANDING), (3, Posture.GROUND)])
def test_a_mount_that_falls_may_take_its_rider_along(riding: int, posture: Posture) -> None:
    """RID-07: Ob 4 to get clear, or the mount’s Power and the ground strike."""
    weak = replace(WARHORSE, printed=Tolerances(*map(Coordinate, (1, 2, 3, 4, 5, 6))))
    fight = ready(FOOT, mounted(Rider(weak, ground=Ground.ROAD))).choose(1, Choice(BODY))
    after, told, _ = played(fight, BLOW, IDLE, {(0, Part.ATTACK): 5, (1, Part.RIDING): riding})
    state = after.sides[1].state
    assert state.beast.down
    assert state.afoot
    assert after.sides[1].rider is None
    assert state.posture is posture
    (test,) = (one for one in after.tests if one.field == "rides.riding")
    assert (test.obstacle, test.dice) == (4, 5)
    if riding < 4:
        rolls = {"is": "rolls", "ground": "road"}
        said = app.run("mount-falls", {"how": rolls, "mount": "warhorse", "short": 1}).answer.values
        assert f"1: hits the ground: Incidental at {said['hit']}" in told
        assert [str(hit) for hit in state.hits] == [said["hit"]]


# Nerve


@pytest.mark.parametrize(("mount", "tests"), [(HORSE, 1), (WARHORSE, 0)])
def test_a_mount_without_mounted_combat_tests_steel_at_each_exchange(mount: Any, tests: int) -> None:
    """RID-10."""
    fight = ready(mounted(Rider(mount)))
    falls = {(0, Part.FRIGHT): 24}
    after, _, thrown = played(fight, IDLE, falls=falls, count=3)
    assert sum(cast.part is Part.FRIGHT for cast, _ in thrown) == tests
    _, _, thrown = played(after, IDLE, falls=falls, count=3)
    assert sum(cast.part is Part.FRIGHT for cast, _ in thrown) == tests


def frightened(
    actions: int = 2, *, mount: Any = WARHORSE, fright: Fright = Fright.SHY, training: Training = Training.KNIGHT
) -> Fight:
    fight = ready(mounted(Rider(mount, training)))
    state = fight.sides[0].state
    return fight.with_state(0, replace(state, beast=Beast(lost=actions, fright=fright)))


def test_a_frightened_mount_stands_hears_nothing_and_calms_down() -> None:
    """RID-24: it shies at first; an action of each slot is gone."""
    mine = script(("close", by_mount(Act.STRIKE)), ("close", by_mount(Act.STRIKE)), ("close", by_mount(Act.STRIKE)))
    falls = {(0, Part.RIDING): 9}
    after, told, thrown = played(frightened(), mine, falls=falls)
    assert "0: cannot make a frightened mount listen" in told
    assert after.moved[0] is Positioning.MAINTAIN
    assert not any(cast.part is Part.RIDING for cast, _ in thrown)
    (mine_dice,) = (cast.pool.dice for cast, _ in thrown if cast.part is Part.POSITION and cast.side == 0)
    assert mine_dice == 0
    assert after.sides[0].state.beast.lost == 1
    calm, _, _ = slots(after, falls, 1)
    assert calm.sides[0].state.beast == Beast()
    _, _, thrown = slots(calm, falls, 1)
    assert [cast.part for cast, _ in thrown].count(Part.MOUNT) == 1


@pytest.mark.parametrize("taken", [0, 1, 3])
@pytest.mark.parametrize("training", list(Training))
def test_a_bolting_mount_runs_with_its_rider(training: Training, taken: int) -> None:
    """RID-24, INJ-09: it withdraws with its own Speed, Reflexes and stride, less its wounds, whoever sits on it."""
    fight = frightened(fright=Fright.BOLT, training=training)
    state, foe = fight.sides[0].state, fight.sides[1].fighter
    hurt = replace(state, beast=replace(state.beast, levels=(Level.LIGHT,) * taken))
    after, _, thrown = played(fight.with_state(0, hurt), BLOW, falls={(0, Part.POSITION): 2, (0, Part.FRIGHT): 24})
    assert after.moved[0] is Positioning.WITHDRAW
    (cast,) = (cast for cast, _ in thrown if cast.part is Part.POSITION and cast.side == 0)
    own = 0 if training is Training.NONE else fight.sides[0].fighter.reflexes
    reflexes, stride = max(own, WARHORSE.reflexes.exponent - taken), WARHORSE.multiplier.times
    quick, _ = quickness.dice((reflexes, foe.reflexes), (stride, foe.multiplier))
    assert cast.pool.dice == WARHORSE.speed.exponent - taken + quick.total


@pytest.mark.parametrize(("fright", "against"), [(Fright.REAR, 2), (Fright.ROLL, 4), (Fright.BOLT, 0), (Fright.SHY, 0)])
def test_what_a_fright_does_to_the_rider(fright: Fright, against: int) -> None:
    """RID-24, RID-07, as the calculator has it."""
    fight = frightened()
    stays = fight.spook(0, fright, thrower({(0, Part.RIDING): against}))
    assert stays.sides[0].rider is not None
    assert stays.sides[0].state.beast.fright is fright
    tests = [one.obstacle for one in stays.tests]
    assert tests == ([against] if against else [])
    if not against:
        return
    falls = fight.spook(0, fright, thrower({(0, Part.RIDING): against - 1}))
    assert falls.sides[0].rider is None
    assert falls.sides[0].state.posture is Posture.GROUND
    assert bool(falls.sides[0].state.hits) is (fright is Fright.ROLL)
    with pytest.raises(Refused, match="Only a frightened mount"):
        falls.spook(0, fright, thrower({}))


@pytest.mark.parametrize(("over", "fright"), [(0, Fright.BOLT), (-1, Fright.SHY)])
def test_a_rider_takes_his_mount_in_hand_with_his_action(over: int, fright: Fright) -> None:
    """RID-24: Riding against its Will, and an action gone."""
    fight = frightened(3).write(0, BLOW).write(1, IDLE).announce().position(thrower({}))
    assert fight.may_rein(0)
    assert not fight.may_rein(1)
    after = fight.rein(0, Fright.BOLT).act(thrower({(0, Part.RIDING): WARHORSE.will.exponent + over}))
    assert after.sides[0].state.beast.fright is fright
    assert not any(cast.part is Part.ATTACK for cast, _ in after.thrown)
    assert [one.obstacle for one in after.tests if one.field == "rides.riding"] == [WARHORSE.will.exponent]
    with pytest.raises(Refused, match="frightened mount"):
        ready(mounted(Rider(WARHORSE))).rein(0, Fright.BOLT)


# Lances

LANCE = WEAPONS["lance"]
READY = replace(LANCE, speed=WEAPONS["dirk"].speed)
"""A lance that the Close has Set."""
KNIGHT = mounted(Rider(WARHORSE), weapon=READY)
CHARGE = script(("close", Act.STRIKE), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))


@pytest.mark.parametrize(
    ("rider", "rows", "why"),
    [
        (Rider(WARHORSE), (("maintain", Act.STRIKE), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS)), "is a Close"),
        (Rider(WARHORSE, Training.NONE), (("close", Act.STRIKE),) + (("maintain", Act.ASSESS),) * 2, "Mounted Combat"),
        (Rider(WARHORSE, seated=False), (("close", Act.STRIKE),) + (("maintain", Act.ASSESS),) * 2, "saddle"),
        (Rider(WARHORSE), (("close", Act.STRIKE), ("close", Act.STRIKE), ("close", Act.ASSESS)), "Withdraws before"),
        (Rider(WARHORSE), (("close", Act.STRIKE), ("withdraw", Act.ASSESS), ("close", Act.STRIKE)), ""),
    ],
)
def test_when_a_lance_is_ridden_home(rider: Rider, rows: Any, why: str) -> None:
    """RID-17."""
    fight = ready(mounted(rider, weapon=READY))
    if not why:
        fight.write(0, script(*rows))
        return
    with pytest.raises(Refused, match=why):
        fight.write(0, script(*rows))


def test_a_withdraw_of_the_last_exchange_counts() -> None:
    """RID-17: between two exchanges, too."""
    after, _, _ = played(ready(KNIGHT), CHARGE, count=3)
    with pytest.raises(Refused, match="Withdraws before"):
        after.write(0, CHARGE)
    away = script(("close", Act.STRIKE), ("withdraw", Act.ASSESS), ("maintain", Act.ASSESS))
    after, _, _ = played(ready(KNIGHT), away, falls={(1, Part.POSITION): 9}, count=3)
    after.write(0, CHARGE)


def test_a_lance_is_unwieldy_unless_the_close_has_set_it() -> None:
    with pytest.raises(Refused, match="Set right before"):
        ready(mounted(Rider(WARHORSE), weapon=LANCE)).write(0, CHARGE)


@pytest.mark.parametrize(
    ("facing", "won"), list(itertools.product((Act.STRIKE, Act.DISARM, Act.FEINT, Act.BLOCK, Act.AVOID), (True, False)))
)
def test_who_strikes_first_is_as_the_calculator_has_it(facing: Act, won: bool) -> None:
    """RID-20: whoever the lance drops or shakes does nothing more."""
    said = app.run("lance-to-sword", {"facing": facing.value, "won": won}).answer.values["timing"]
    theirs = script(("maintain", facing), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    falls = {(0, Part.POSITION): int(won), (1, Part.POSITION): int(not won)}
    fight = begin(KNIGHT, FOOT)
    near = fight.set_at(fight.track.started(Distance.OPTIMAL, mine=False))
    _, told, _ = played(near, CHARGE, theirs, {**falls, (0, Part.ATTACK): 12, (1, Part.ATTACK): 12})
    hits = [int(line[0]) for line in told if line[1:].startswith(": is hit")]
    assert 1 in hits, "the lance strikes, first or not"
    # Of what it may come before only a Strike hits back, and only where the lance was not first.
    assert (0 in hits) is (facing is Act.STRIKE and said != "first")
    if facing in (Act.BLOCK, Act.AVOID):
        assert said == ("together" if won else "usual")


def test_a_counterstrike_answers_a_lance_only_if_its_owner_stands() -> None:
    """RID-20: the lance meets the defending half; then comes the riposte, with the new wounds."""
    theirs = script(("maintain", Act.COUNTERSTRIKE), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    falls = {(0, Part.POSITION): 1, (0, Part.ATTACK): 9, (1, Part.RIPOSTE): 9}
    fight = begin(KNIGHT, FOOT)
    near = fight.set_at(fight.track.started(Distance.OPTIMAL, mine=False))
    _, told, _ = played(near, CHARGE, theirs, falls)
    assert any(line.startswith("1: is hit") for line in told)
    assert not any(line.startswith("0: is hit") for line in told)
    _, told, _ = played(near, CHARGE, theirs, {**falls, (0, Part.ATTACK): 0})
    assert any(line.startswith("0: is hit") for line in told)


@pytest.mark.parametrize(("successes", "held"), list(itertools.product(range(7), range(5))))
def test_a_lance_pushes_a_rider_as_the_calculator_has_it(successes: int, held: int) -> None:
    """RID-19: firm, half out, or unhorsed; and the fall."""
    foe = mounted(Rider(WARHORSE), weapon=WEAPONS["sword"])
    falls = {(0, Part.POSITION): 1, (0, Part.ATTACK): successes, (1, Part.SEAT): held, (1, Part.STEEL): 9}
    after, told, thrown = played(ready(KNIGHT, replace(foe, name="Orm")), CHARGE, IDLE, falls)
    obstacle = next(one.obstacle for one in after.tests if one.side == 0 and one.field == "skill")
    inputs = {"successes": successes, "obstacle": obstacle, "defense": held, "mount": "warhorse"}
    said = app.run("unhorsed", inputs).answer.values
    state = after.sides[1].state
    assert any(cast.part is Part.SEAT for cast, _ in thrown) is (successes >= obstacle)
    assert state.afoot is (said["seat"] == "down")
    assert state.beast.loose is (said["seat"] == "loose")
    assert (f"1: hits the ground: {said['fall'].capitalize()} at {said['hit']}" in told) is (said["seat"] == "down")


def test_a_lance_that_strikes_the_beast_pushes_nobody() -> None:
    """RID-19, RID-22."""
    foe = replace(mounted(Rider(WARHORSE), weapon=WEAPONS["sword"]), name="Orm")
    fight = ready(KNIGHT, foe).choose(1, Choice(BODY))
    falls = {(0, Part.POSITION): 1, (0, Part.ATTACK): 6, (1, Part.FRIGHT): 9, (1, Part.RIDING): 9}
    after, _, thrown = played(fight, CHARGE, IDLE, falls)
    assert after.sides[1].state.beast.levels
    assert not any(cast.part is Part.SEAT for cast, _ in thrown)


def test_half_out_of_the_saddle_all_is_harder_until_one_gets_back() -> None:
    """RID-19: two more for every test; an action of getting up ends it."""
    fight = ready(mounted(Rider(WARHORSE)))
    loose = fight.with_state(0, replace(fight.sides[0].state, beast=Beast(loose=True)))
    for one, more in ((fight, 0), (loose, 2)):
        after, _, _ = played(one, BLOW, falls={(0, Part.ATTACK): 9})
        (test,) = (test for test in after.tests if test.field == "skill")
        assert test.obstacle == 1 + more
    up = script(("maintain", Act.GET_UP), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    after, told, _ = played(loose, up)
    assert "0: sits firmly again" in told
    assert after.sides[0].rider
    assert not after.sides[0].state.beast.loose
    with pytest.raises(Refused, match="nothing to get up from"):
        fight.write(0, up)


def test_lance_against_lance_the_winner_alone_strikes() -> None:
    """RID-18: the beast’s Speed and its rider’s skill, as the joust has it; a tie lets both strike."""
    said = app.run(
        "joust", {"mount": "warhorse", "their_mount": "warhorse", "you": {"reflexes": 3}, "they": {"reflexes": 3}}
    )
    fight = ready(KNIGHT, replace(KNIGHT, name="Orm"))
    for mine, theirs, strikes in ((2, 1, {0}), (1, 2, {1}), (1, 1, {0, 1})):
        falls = {(0, Part.POSITION): mine, (1, Part.POSITION): theirs}
        _, _, thrown = played(fight, CHARGE, CHARGE, falls)
        dice = [cast.pool.dice for cast, _ in thrown if cast.part is Part.POSITION]
        assert dice == [said.answer.values["dice"], said.answer.values["their_dice"]]
        assert {cast.side for cast, _ in thrown if cast.part is Part.ATTACK} == strikes


# All of it counted out


@pytest.mark.parametrize(
    ("one", "other", "mine", "theirs"),
    [
        (
            mounted(Rider(HORSE), reflexes=1),
            Fighter("Orm", reflexes=1),
            (("maintain", by_mount(Act.PUSH)), ("maintain",), ("maintain",)),
            (("maintain", Act.ASSESS), ("maintain",), ("maintain",)),
        ),
        (
            mounted(Rider(WARHORSE), reflexes=1, weapon=READY),
            replace(mounted(Rider(HORSE), reflexes=1), name="Orm"),
            (("close", Act.STRIKE), ("maintain",), ("maintain",)),
            (("maintain", Act.AVOID), ("maintain",), ("maintain",)),
        ),
    ],
)
def test_counted_out_and_played_agree(one: Fighter, other: Fighter, mine: Any, theirs: Any) -> None:
    """The exact distribution of an exchange sums to 1 and is what 4,000 seeded exchanges come to."""
    fight = ready(one, other).write(0, script(*mine)).write(1, script(*theirs))
    exact = Exchange(fight).exact(50_000)
    assert sum((chance for _, chance in exact), Fraction(0)) == 1
    played_out = Exchange(fight).sampled(4000, 5).end
    for holds in (
        lambda end: end.sides[0].afoot or end.sides[1].afoot,
        lambda end: bool(end.sides[1].levels),
        lambda end: bool(end.sides[0].beast.lost or end.sides[1].beast.lost),
        lambda end: end.sides[1].posture is Posture.GROUND,
    ):
        assert abs(float(exact.chance(holds) - played_out.chance(holds))) < 0.04


def test_a_stroke_belongs_to_the_rider_alone() -> None:
    """RID-21: no curved blade helps teeth."""
    fight = ready(mounted(Rider(WARHORSE, stroke=Stroke.CURVED)))
    mine = script(("maintain", by_mount(Act.STRIKE)), ("maintain", Act.ASSESS), ("maintain", Act.ASSESS))
    _, told, thrown = played(fight, mine, falls={(0, Part.RIDING): 9, (0, Part.MOUNT): 1})
    assert [cast.pool.dice for cast, _ in thrown if cast.part is Part.MOUNT] == [WARHORSE.agility.exponent]
    hit = ims(WARHORSE.power.exponent).at(Stage.INCIDENTAL)
    assert f"1: is hit by a Strike: Incidental at {hit}" in told

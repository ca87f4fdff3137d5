"""A Fight! of two, step by step: the printed scene replayed with its dice, and bots that fight at random."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.dice import roll
from engine.games.burning_wheel.rules import exchange, quickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import (
    Cast,
    Fight,
    Fighter,
    House,
    Part,
    Phase,
    Side,
    Standing,
    begin,
)
from engine.games.burning_wheel.rules.fight_script import Deed, Script, Volley, check
from engine.games.burning_wheel.rules.plan_changes import Change, Spot
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

WIDOW, SLEHR = 0, 1
B3, B4, B5, B6 = (Ability.parse(text) for text in ("B3", "B4", "B5", "B6"))


class Printed:
    """Dice as the scene has them: each throw is expected by side, part and number of dice."""

    def __init__(self, *throws: tuple[int, Part, int, int]) -> None:
        self.left = list(throws)

    def __call__(self, cast: Cast) -> int:
        side, part, dice, successes = self.left.pop(0)
        assert (cast.side, cast.part, cast.pool.dice) == (side, part, dice)
        return successes


def thrown(*throws: tuple[int, Part, int, int]) -> Printed:
    return Printed(*throws)


def volleys(*rows: tuple[str, Sequence[Act]]) -> Script:
    first, second, third = (Volley.of(positioning, *acts) for positioning, acts in rows)
    return Script((first, second, third))


def scene() -> Fight:
    """The spider has fangs, the shortest of weapons; the spell in hand is a die longer than a sword."""
    widow = Fighter(
        "Crawler",
        skill=B5,
        hands=B5,
        speed=B5,
        power=B4,
        steel=B6,
        hesitation=7,
        reflexes=5,
        multiplier=quickness.SPIDER,
        weapon=WEAPONS["bare-fist"],
        traits=1,
    )
    joost = Fighter("Joost", skill=B3, speed=B4, power=B4, reflexes=4, weapon=WEAPONS["sword"])
    return begin(widow, joost, House(shared=True))


def first_exchange() -> Fight:
    fight = scene().start(
        thrown((WIDOW, Part.POSITION, 8, 5), (SLEHR, Part.POSITION, 6, 3)), Distance.OPTIMAL, more=(0, 1)
    )
    assert fight.places == (Distance.OPTIMAL, Distance.OPTIMAL)
    fight = fight.write(
        WIDOW,
        volleys(("close", [Act.CHARGE, Act.STRIKE]), ("maintain", [Act.LOCK]), ("maintain", [Act.LOCK, Act.LOCK])),
    )
    fight = fight.write(
        SLEHR,
        volleys(
            ("maintain", [Act.AVOID, Act.INCANT]), ("maintain", [Act.DRAW_WEAPON]), ("maintain", [Act.DRAW_WEAPON])
        ),
    )
    fight = fight.announce().position(
        thrown((WIDOW, Part.POSITION, 8, 4), (SLEHR, Part.POSITION, 6, 3), (SLEHR, Part.DEFENSE, 4, 1)), more=(0, 1)
    )
    assert fight.sides[WIDOW].state.lost == 1
    fight = fight.act(thrown())
    assert fight.sides[WIDOW].state.lost == 1, "the Charge was her first action; the second is lost"
    fight = fight.act(thrown())
    assert fight.sides[WIDOW].state.lost == 0
    fight = fight.hesitate(WIDOW, 3)
    for _ in range(2):
        fight = fight.announce().position(thrown((SLEHR, Part.POSITION, 5, 2)))
        while fight.phase is Phase.ACT:
            fight = fight.act(thrown())
    assert (fight.phase, fight.exchange) == (Phase.SCRIPT, 2)
    assert fight.sides[WIDOW].state.lost == 0
    return fight


def test_the_first_exchange_of_the_scene() -> None:
    assert first_exchange().places == (Distance.OPTIMAL, Distance.OPTIMAL)


def test_the_second_exchange_of_the_scene() -> None:
    fight = first_exchange().write(
        WIDOW,
        volleys(
            ("close", [Act.AVOID]), ("maintain", [Act.COUNTERSTRIKE, Act.LOCK]), ("maintain", [Act.STRIKE, Act.LOCK])
        ),
    )
    hilt = Volley(Positioning.MAINTAIN, ((Deed(Act.STRIKE, With.HILT),),))
    script = volleys(("maintain", [Act.STRIKE]), ("maintain", [Act.AVOID, Act.INCANT]), ("maintain", [Act.STRIKE]))
    fight = fight.write(SLEHR, script.changed(1, hilt))
    # The ninth die of her Close is one that the scene counts and the tables do not.
    fight = fight.announce().position(thrown((WIDOW, Part.POSITION, 9, 5), (SLEHR, Part.POSITION, 5, 3)), more=(1, 0))
    assert fight.places == (Distance.INSIDE, Distance.INSIDE)
    fight = fight.act(thrown((SLEHR, Part.ATTACK, 3, 5), (WIDOW, Part.DEFENSE, 5, 3)))
    assert fight.sides[WIDOW].state.levels == (Level.SUPERFICIAL,)
    fight = fight.trade(SLEHR, Spot(2, 2), Spot(2, 1), Change(Deed(Act.AVOID), Positioning.WITHDRAW))
    fight = fight.announce().position(thrown((WIDOW, Part.POSITION, 9, 3), (SLEHR, Part.POSITION, 4, 4)))
    assert fight.places == (Distance.LUNGING, Distance.LUNGING)
    fight = fight.act(thrown())
    assert fight.thrown == (), "two defenses, nothing is rolled"
    fight = fight.act(thrown((WIDOW, Part.ATTACK, 4, 4)))
    assert fight.sides[SLEHR].state.lock == 0
    assert "fails by itself" in fight.came[0].words
    fight = fight.trade(WIDOW, Spot(3, 2), Spot(3, 1), Change(Deed(Act.AVOID), Positioning.WITHDRAW))
    fight = fight.announce().position(thrown((WIDOW, Part.POSITION, 8, 4), (SLEHR, Part.POSITION, 5, 3)))
    assert fight.places == (Distance.LUNGING, Distance.LUNGING)
    fight = fight.act(thrown((SLEHR, Part.ATTACK, 3, 2), (WIDOW, Part.DEFENSE, 5, 3)))
    assert fight.sides[WIDOW].state.levels == (Level.SUPERFICIAL,), "1 success left, below Ob 2"


def standing(one: Standing, other: Standing, mine: Script, theirs: Script) -> Fight:
    fight = Fight((Side(Fighter("Wenna"), one), Side(Fighter("Grim"), other)), phase=Phase.SCRIPT)
    return fight.write(0, mine).write(1, theirs)


ONE_EACH = volleys(("maintain", [Act.STRIKE, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))
PUSHES = volleys(("maintain", [Act.PUSH, Act.BLOCK]), ("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]))


def test_two_pushes_floor_both() -> None:
    fight = standing(Standing(), Standing(), PUSHES, PUSHES).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 2), (1, Part.POSITION, 4, 2)))
    fight = fight.act(
        thrown((0, Part.ATTACK, 4, 4), (1, Part.NATURAL, 4, 1), (1, Part.ATTACK, 4, 4), (0, Part.NATURAL, 4, 2))
    )
    assert [side.state.posture for side in fight.sides] == [Posture.GROUND, Posture.GROUND]


def test_two_strikes_land_together_and_end_it() -> None:
    """Superb hits of a sword by Power 4 lie at B10, Mortal on tolerances B4; both fall at once."""
    fight = standing(Standing(), Standing(), ONE_EACH, ONE_EACH).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 2), (1, Part.POSITION, 4, 2)))
    fight = fight.act(thrown((0, Part.ATTACK, 4, 5), (1, Part.ATTACK, 4, 5)))
    assert [side.state.levels for side in fight.sides] == [(Level.MORTAL,), (Level.MORTAL,)]
    assert fight.phase is Phase.OVER


def test_a_wound_takes_actions_from_the_next_script_on() -> None:
    hurt = Standing(levels=(Level.MIDI,))
    side = Side(Fighter("Wenna"), hurt)
    assert side.actions == 2


def test_steel_stops_someone_from_the_next_action_on() -> None:
    fight = standing(Standing(), Standing(), ONE_EACH, PUSHES).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 2), (1, Part.POSITION, 4, 2)))
    fight = fight.act(
        thrown((0, Part.ATTACK, 4, 3), (1, Part.ATTACK, 4, 1), (0, Part.NATURAL, 4, 1), (1, Part.STEEL, 3, 3))
    )
    assert fight.sides[1].state.levels == (Level.MIDI,)
    assert fight.sides[1].state.lost == 3, "hesitation 6, three successes"
    fight = fight.act(thrown())
    assert fight.sides[1].state.lost == 2
    # The wound has taken two dice of Reflexes, so that the other side is the quicker one now.
    fight = fight.announce().position(thrown((0, Part.POSITION, 5, 1)))
    assert fight.sides[1].state.stance is Stance.NEUTRAL


CLOSES = volleys(("close", [Act.STRIKE, Act.BLOCK]), ("close", [Act.BLOCK]), ("close", [Act.STRIKE]))


def test_who_hesitates_loses_position_to_anyone_who_meets_the_own_ob_fgt_61() -> None:
    """Without +Ob no success is needed; a Superficial wound asks for one, and one is enough."""
    fight = standing(Standing(at=Distance.LUNGING), Standing(at=Distance.LUNGING, lost=2), CLOSES, ONE_EACH)
    fight = fight.announce().position(thrown((0, Part.POSITION, 4, 0)))
    assert fight.places == (Distance.OPTIMAL, Distance.OPTIMAL)
    hurt = Standing(at=Distance.LUNGING, levels=(Level.SUPERFICIAL,))
    fight = standing(hurt, Standing(at=Distance.LUNGING, lost=2), CLOSES, ONE_EACH).announce()
    for successes, at in ((0, Distance.LUNGING), (1, Distance.OPTIMAL), (2, Distance.OPTIMAL), (3, Distance.INSIDE)):
        assert fight.position(thrown((0, Part.POSITION, 4, successes))).places == (at, at)


def test_who_runs_screaming_rolls_speed_fgt_61() -> None:
    """A Withdraw with Speed and its traits, without weapon and terrain: here the runner gets away by one."""
    flees = Standing(at=Distance.LUNGING, lost=2, running=True)
    fight = standing(Standing(at=Distance.LUNGING), flees, ONE_EACH, ONE_EACH).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 1), (1, Part.POSITION, 4, 2)), more=(0, 3))
    assert fight.places == (Distance.OUT, Distance.OUT)


def test_ob_eats_no_more_than_was_rolled_at_the_start_fgt_09() -> None:
    """Nothing against nothing is a tie, which the first side does not win, however hurt the other is."""
    fight = begin(Fighter("Wenna"), Fighter("Grim"))
    fight = fight.with_state(1, Standing(levels=(Level.SUPERFICIAL,)))
    fight = fight.start(thrown((0, Part.POSITION, 4, 0), (1, Part.POSITION, 4, 0)), Distance.LUNGING)
    assert fight.came[0].side == 1


def volley(
    mine: Sequence[Act], theirs: Sequence[Act], one: Standing = Standing(), other: Standing = Standing()
) -> Fight:
    """A first volley of two actions for which both have Maintained and tied; the rest of the scripts is idle."""
    rest = (("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    fight = standing(one, other, volleys(("maintain", mine), *rest), volleys(("maintain", theirs), *rest))
    return fight.announce().position(lambda cast: 1 if cast.pool.dice else 0)


def test_a_wasted_feint_loses_no_further_action_but_the_stance_fgt_42() -> None:
    fight = volley([Act.FEINT, Act.BLOCK], [Act.STRIKE, Act.BLOCK], Standing(stance=Stance.DEFENSIVE))
    fight = fight.act(thrown((1, Part.ATTACK, 4, 0)))
    assert (fight.sides[0].state.lost, fight.sides[0].state.stance) == (0, Stance.NEUTRAL)


def test_who_is_feinted_past_loses_the_stance_fgt_42() -> None:
    fight = volley([Act.FEINT, Act.BLOCK], [Act.BLOCK, Act.BLOCK], other=Standing(stance=Stance.DEFENSIVE))
    fight = fight.act(thrown((0, Part.ATTACK, 4, 0)))
    assert fight.sides[1].state.stance is Stance.NEUTRAL


def test_a_free_strike_has_no_dice_of_a_stance_fgt_42() -> None:
    fight = volley([Act.FEINT, Act.BLOCK], [Act.BLOCK, Act.BLOCK], Standing(stance=Stance.AGGRESSIVE))
    fight.act(thrown((0, Part.ATTACK, 4, 0)))


def test_who_hesitates_has_no_natural_defenses_even_without_an_action_left_fgt_61() -> None:
    fight = volley([Act.PUSH, Act.PUSH], [Act.ASSESS, Act.ASSESS], other=Standing(lost=3))
    fight = fight.act(thrown((0, Part.ATTACK, 4, 1)))
    assert fight.sides[1].state.staggered


def test_two_charges_that_tie_cost_both_an_action_fgt_38() -> None:
    rest = (("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    charge = volleys(("close", [Act.CHARGE, Act.STRIKE]), *rest)
    fight = standing(Standing(), Standing(), charge, charge).announce()
    tied = fight.position(thrown((0, Part.POSITION, 5, 2), (1, Part.POSITION, 5, 2)))
    assert [side.state.lost for side in tied.sides] == [1, 1]
    won = fight.position(thrown((0, Part.POSITION, 5, 1), (1, Part.POSITION, 5, 3)))
    assert [side.state.lost for side in won.sides] == [1, 0]
    assert won.sides[0].state.posture is Posture.GROUND


def test_a_charge_that_position_beats_leaves_the_move_to_the_other_fgt_38() -> None:
    rest = (("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    charge, flees = volleys(("close", [Act.CHARGE, Act.STRIKE]), *rest), volleys(("withdraw", [Act.BLOCK] * 2), *rest)
    fight = standing(Standing(), Standing(), charge, flees).announce()
    fight = fight.position(thrown((0, Part.POSITION, 5, 1), (1, Part.POSITION, 4, 2)))
    assert fight.places == (Distance.LUNGING, Distance.LUNGING)
    assert fight.sides[0].state.lost == 1


def test_a_tackle_from_lunging_distance_goes_two_ways_and_a_close_before_gives_a_die_fgt_38() -> None:
    """Four successes less 2 for the way are two more than none: down, and both on the inside."""
    rest = (("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    tackle, holds = volleys(("close", [Act.TACKLE, Act.STRIKE]), *rest), volleys(("maintain", [Act.BLOCK] * 2), *rest)
    fight = standing(Standing(at=Distance.LUNGING), Standing(at=Distance.LUNGING), tackle, holds).announce()
    fight = replace(fight, moved=(Positioning.CLOSE, Positioning.MAINTAIN))
    fight = fight.position(thrown((0, Part.POSITION, 6, 4), (1, Part.POSITION, 4, 0)))
    assert fight.places == (Distance.INSIDE, Distance.INSIDE)
    assert [side.state.posture for side in fight.sides] == [Posture.GROUND, Posture.GROUND]


def test_who_maintains_may_stand_off_a_charge_with_power_fgt_38() -> None:
    rest = (("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    charge, holds = volleys(("close", [Act.CHARGE, Act.STRIKE]), *rest), volleys(("maintain", [Act.BLOCK] * 2), *rest)
    fight = standing(Standing(), Standing(), charge, holds)
    strong = replace(fight.sides[1], fighter=replace(fight.sides[1].fighter, power=B6))
    fight = replace(fight, sides=(fight.sides[0], strong)).announce()
    fight.position(thrown((0, Part.POSITION, 5, 1), (1, Part.POSITION, 6, 2)))


@pytest.mark.parametrize("strikes", [[Act.STRIKE, Act.ASSESS], [Act.ASSESS, Act.STRIKE]])
def test_of_two_avoids_each_makes_the_other_harder_fgt_35(strikes: Sequence[Act]) -> None:
    """Three successes less one come off three: the Strike has one left, which is enough at Ob 1."""
    fight = volley(strikes, [Act.AVOID, Act.AVOID])
    if strikes[0] is Act.ASSESS:
        fight = fight.act(thrown())
    fight = fight.act(lambda cast: 3 if cast.part in (Part.ATTACK, Part.DEFENSE) else 0)
    assert [cast.part for cast, _ in fight.thrown[:2]] == [Part.ATTACK, Part.DEFENSE]
    assert fight.sides[1].state.levels != ()


def test_a_lock_takes_both_inside_and_keeps_them_there_fgt_44() -> None:
    fight = volley([Act.LOCK, Act.ASSESS], [Act.ASSESS, Act.ASSESS])
    fight = fight.act(thrown((0, Part.ATTACK, 4, 4), (1, Part.NATURAL, 4, 1)))
    assert (fight.places, fight.sides[1].state.lock) == ((Distance.INSIDE, Distance.INSIDE), 1)
    fight = fight.act(thrown()).announce().position(thrown((0, Part.POSITION, 4, 0), (1, Part.POSITION, 3, 3)))
    assert fight.places == (Distance.INSIDE, Distance.INSIDE)


def test_a_lock_of_all_ones_dice_ends_it_fgt_44() -> None:
    fight = volley(
        [Act.LOCK, Act.ASSESS], [Act.ASSESS, Act.ASSESS], Standing(at=Distance.INSIDE), Standing(at=Distance.INSIDE)
    )
    fight = fight.act(thrown((0, Part.ATTACK, 4, 4), (1, Part.NATURAL, 4, 0)))
    assert (fight.sides[1].state.out, fight.phase) == (True, Phase.OVER)


def test_an_escape_loosens_what_a_lock_of_the_same_moment_adds_to_fgt_45() -> None:
    inside = Standing(at=Distance.INSIDE)
    held = replace(inside, lock=2)
    fight = volley([Act.LOCK, Act.ASSESS], [Act.ESCAPE, Act.ASSESS], inside, held)
    fight = fight.act(thrown((0, Part.ATTACK, 4, 2), (1, Part.NATURAL, 4, 1), (1, Part.ATTACK, 4, 1)))
    assert fight.sides[1].state.lock == 2
    mirrored = volley([Act.ESCAPE, Act.ASSESS], [Act.LOCK, Act.ASSESS], held, inside)
    mirrored = mirrored.act(thrown((0, Part.ATTACK, 4, 1), (1, Part.ATTACK, 4, 2), (0, Part.NATURAL, 4, 1)))
    assert mirrored.sides[0].state.lock == 2


def test_an_avoid_wriggles_out_of_a_lock_where_nobody_attacks_fgt_45() -> None:
    inside = Standing(at=Distance.INSIDE)
    fight = volley([Act.ASSESS] * 2, [Act.AVOID, Act.ASSESS], inside, replace(inside, lock=2))
    fight = fight.act(thrown((1, Part.ATTACK, 2, 1)))
    assert fight.sides[1].state.lock == 1


def test_without_the_weapon_fists_fight_on_fgt_40() -> None:
    fight = volley([Act.DISARM, Act.BLOCK], [Act.ASSESS, Act.STRIKE])
    unskilled = replace(fight.sides[1], fighter=replace(fight.sides[1].fighter, hands=B3))
    fight = replace(fight, sides=(fight.sides[0], unskilled))
    fight = fight.act(thrown((0, Part.ATTACK, 4, 4)))
    assert (fight.sides[1].armed, fight.track.kind) == (False, 2)
    assert fight.places in fight.track.states
    fight.act(thrown((1, Part.ATTACK, 3, 0), (0, Part.DEFENSE, 4, 2)))


def test_the_winner_picks_the_distance_once_the_dice_lie_fgt_18() -> None:
    """A spear is two lengths longer than a sword: at the best distance of the one the other is out of reach."""
    fight = begin(Fighter("Wenna", weapon=WEAPONS["spear"]), Fighter("Grim"))
    fight = fight.start(lambda cast: 3 if cast.side == 0 else 1)
    assert (fight.phase, fight.picks) == (Phase.PICK, 0)
    with pytest.raises(Refused, match="Nobody starts on the inside"):
        fight.picked(Distance.INSIDE)
    fight = fight.picked(Distance.OPTIMAL)
    assert (fight.phase, fight.places) == (Phase.SCRIPT, (Distance.OPTIMAL, Distance.OUT))


@pytest.mark.parametrize(("tie", "phase"), [("defender", Phase.PICK), ("out", Phase.SCRIPT), ("reroll", Phase.START)])
def test_a_tie_for_the_start_goes_as_the_table_reads_it_fgt_18(tie: str, phase: Phase) -> None:
    fight = begin(Fighter("Wenna"), Fighter("Grim"), House(tie=tie)).start(lambda _: 2)
    assert fight.phase is phase
    assert fight.picks == (1 if tie == "defender" else None)


def test_a_win_by_two_may_halt_short_fgt_19() -> None:
    lunging = Standing(at=Distance.LUNGING)
    fight = standing(lunging, lunging, CLOSES, ONE_EACH).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 3), (1, Part.POSITION, 4, 1)), halts=True)
    assert (fight.phase, fight.won) == (Phase.HALT, 0)
    assert fight.options == ((Distance.INSIDE,) * 2, (Distance.OPTIMAL,) * 2)
    with pytest.raises(Refused, match="does not end there"):
        fight.halt((Distance.OUT, Distance.OUT))
    fight = fight.halt((Distance.OPTIMAL, Distance.OPTIMAL))
    assert (fight.phase, fight.places, fight.options) == (Phase.ACT, (Distance.OPTIMAL, Distance.OPTIMAL), ())


def test_a_win_by_one_leaves_no_choice_fgt_19() -> None:
    lunging = Standing(at=Distance.LUNGING)
    fight = standing(lunging, lunging, CLOSES, ONE_EACH).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 2), (1, Part.POSITION, 4, 1)), halts=True)
    assert (fight.phase, fight.places) == (Phase.ACT, (Distance.OPTIMAL, Distance.OPTIMAL))


def test_a_weapon_within_reach_is_picked_up_in_two_actions_fgt_41() -> None:
    fight = volley([Act.ASSESS] * 2, [Act.RETRIEVE] * 2, other=Standing(disarmed=True))
    fight = fight.act(thrown())
    assert not fight.sides[1].armed
    fight = fight.act(thrown())
    assert (fight.sides[1].armed, fight.track.kind, fight.sides[1].state.task) == (True, 0, None)


def test_a_weapon_farther_off_takes_a_won_positioning_test_first_fgt_41() -> None:
    """Six successes against skill 4 are two over: it flies one distance."""
    fight = volley([Act.DISARM, Act.ASSESS], [Act.ASSESS, Act.STRIKE])
    fight = fight.act(thrown((0, Part.ATTACK, 4, 6)))
    assert fight.sides[1].state.away == 1
    tried = volley([Act.ASSESS] * 2, [Act.RETRIEVE] * 2, other=Standing(disarmed=True, away=1))
    tried = tried.act(thrown()).act(thrown())
    assert not tried.sides[1].armed
    assert "too far off" in tried.came[0].words
    tried = tried.announce().position(lambda cast: cast.side)
    assert tried.sides[1].state.away == 0


def test_hesitating_breaks_off_what_takes_two_actions_fgt_23() -> None:
    busy = Standing(disarmed=True, task=(Act.RETRIEVE, 1), lost=1)
    fight = volley([Act.ASSESS] * 2, [Act.RETRIEVE, Act.ASSESS], other=busy).act(thrown())
    assert fight.sides[1].state.task is None
    assert not fight.act(thrown()).sides[1].armed


def test_a_weapon_half_picked_up_takes_one_more_action_fgt_41() -> None:
    busy = Standing(disarmed=True, task=(Act.RETRIEVE, 1))
    fight = volley([Act.ASSESS] * 2, [Act.RETRIEVE, Act.ASSESS], other=busy).act(thrown())
    assert fight.sides[1].armed


def test_a_second_weapon_is_drawn_in_two_actions_fgt_41() -> None:
    fight = volley([Act.ASSESS] * 2, [Act.DRAW_WEAPON] * 2, other=Standing(disarmed=True))
    grim = replace(fight.sides[1], fighter=replace(fight.sides[1].fighter, spare=WEAPONS["dirk"]))
    fight = replace(fight, sides=(fight.sides[0], grim)).act(thrown()).act(thrown())
    assert fight.sides[1].weapon.key == "dirk"
    assert fight.sides[1].skill == B4
    assert fight.places in fight.track.states


def test_where_a_blow_lies_is_kept_inj_01() -> None:
    """A sword's Mark by Power 4 is B7, which two over the obstacle bring."""
    fight = volley([Act.STRIKE, Act.BLOCK], [Act.ASSESS, Act.ASSESS])
    fight = fight.act(lambda cast: {Part.ATTACK: 3, Part.STEEL: 6}.get(cast.part, 0))
    state = fight.sides[1].state
    assert [str(hit) for hit in state.hits] == ["B7"]
    assert len(state.levels) == len(state.hits)


@pytest.mark.parametrize(
    ("reaction", "posture", "armed", "running"),
    [
        (Reaction.DROOL, Posture.STANDING, True, False),
        (Reaction.PRONE, Posture.GROUND, False, False),
        (Reaction.SWOON, Posture.GROUND, False, False),
        (Reaction.RUN, Posture.STANDING, True, True),
    ],
)
def test_who_hesitates_says_how_fgt_61(reaction: Reaction, posture: Posture, *, armed: bool, running: bool) -> None:
    fight = volley([Act.ASSESS] * 2, [Act.ASSESS] * 2, other=Standing(lost=2)).react(1, reaction)
    side = fight.sides[1]
    assert (side.state.posture, side.armed, side.state.running) == (posture, armed, running)
    with pytest.raises(Refused, match="Only someone who hesitates"):
        fight.react(0, reaction)


def test_the_tests_of_a_slot_are_noted_with_what_they_met_hub_35() -> None:
    """A Strike at Ob 1 meets an Avoid of two: Ob 3 in all, which two do not reach; the Avoid met two successes."""
    fight = volley([Act.STRIKE, Act.BLOCK], [Act.AVOID, Act.ASSESS])
    assert [(made.field, made.dice, made.obstacle, made.passed) for made in fight.tests] == [
        ("speed", 4, 1, False),
        ("speed", 4, 1, False),
    ]
    fight = fight.act(lambda cast: 2 if cast.part in (Part.ATTACK, Part.DEFENSE) else 0)
    assert [(made.side, made.field, made.dice, made.obstacle, made.passed) for made in fight.tests[2:]] == [
        (0, "skill", 4, 3, False),
        (1, "speed", 4, 2, True),
    ]


def test_a_counterstrike_keeps_a_die_in_both_halves_fgt_39() -> None:
    fight = volley([Act.STRIKE, Act.BLOCK], [Act.COUNTERSTRIKE, Act.BLOCK])
    for dice in (0, 4):
        with pytest.raises(Refused, match=f"needs a die in both halves; this defends with {dice}D"):
            fight.act(lambda _: 0, defending=(None, dice))
    fight.act(thrown((0, Part.ATTACK, 4, 0), (1, Part.DEFENSE, 1, 0), (1, Part.RIPOSTE, 3, 0)), defending=(None, 1))


def test_a_riposte_feels_the_stance_of_a_counterstrike_and_the_distance_fgt_39() -> None:
    """In Defensive stance a Strike is at +2 Ob and a Counterstrike is not: one success hits. Nobody hits from afar."""
    fight = volley([Act.STRIKE, Act.BLOCK], [Act.COUNTERSTRIKE, Act.BLOCK], other=Standing(stance=Stance.DEFENSIVE))
    hits = fight.act(lambda cast: {Part.DEFENSE: 2, Part.RIPOSTE: 1}.get(cast.part, 0))
    assert hits.sides[0].state.levels != ()
    far = fight.placed((Distance.LUNGING, Distance.OUT))
    assert Part.RIPOSTE not in {cast.part for cast, _ in far.act(lambda _: 0).thrown}


def test_a_push_drives_someone_back_where_it_is_spent_so_fgt_46() -> None:
    fight = volley([Act.PUSH, Act.BLOCK], [Act.ASSESS, Act.ASSESS])
    fight = fight.act(thrown((0, Part.ATTACK, 4, 4), (1, Part.NATURAL, 4, 2)), pushing=(1, 0))
    assert fight.places == (Distance.LUNGING, Distance.LUNGING)
    assert fight.sides[1].state.posture is Posture.STANDING


def test_a_great_strike_without_its_set_is_a_strike_fgt_43() -> None:
    fight = volley([Act.SET, Act.GREAT_STRIKE], [Act.ASSESS, Act.ASSESS], Standing(lost=1))
    fight = fight.act(thrown()).act(thrown((0, Part.ATTACK, 4, 0)))
    assert "Strike comes to nothing" in fight.came[0].words
    assert "Great" not in fight.came[0].words


def test_a_volley_given_up_has_no_dice_for_position_fgt_56() -> None:
    rest = (("maintain", [Act.ASSESS]), ("maintain", [Act.ASSESS]))
    closes, drools = volleys(("close", [Act.STRIKE, Act.BLOCK]), *rest), volleys(("maintain", [Act.DROOL] * 2), *rest)
    lunging = Standing(at=Distance.LUNGING)
    fight = standing(lunging, lunging, closes, drools).announce()
    fight = fight.position(thrown((0, Part.POSITION, 4, 0)))
    assert fight.places == (Distance.OPTIMAL, Distance.OPTIMAL)


def test_what_does_not_come_now_is_refused() -> None:
    fight = scene()
    with pytest.raises(Refused, match="the first positioning test"):
        fight.announce()
    begun = fight.start(lambda _: 1, Distance.LUNGING)
    short = volleys(("close", [Act.STRIKE]), ("close", [Act.STRIKE]), ("close", [Act.STRIKE]))
    with pytest.raises(Refused, match="You have 5\xa0actions; this script has 3"):
        begun.write(WIDOW, short)


ANYTHING = (
    Act.STRIKE,
    Act.BLOCK,
    Act.AVOID,
    Act.PUSH,
    Act.LOCK,
    Act.COUNTERSTRIKE,
    Act.FEINT,
    Act.BEAT,
    Act.DISARM,
    Act.THROW,
    Act.SET,
    Act.GREAT_STRIKE,
    Act.CHARGE,
    Act.TACKLE,
    Act.GET_UP,
    Act.ESCAPE,
    Act.TO_AGGRESSIVE,
    Act.TO_DEFENSIVE,
    Act.ASSESS,
)


def any_script(side: Side, chance: Random) -> Script:
    """A lawful script at random; Assess is always lawful."""
    layout = chance.choice(exchange.layouts(side.actions))
    for _ in range(60):
        rows = []
        for count in layout:
            acts = [chance.choice(ANYTHING) for _ in range(count)]
            rushes = bool(acts) and acts[0] in (Act.CHARGE, Act.TACKLE)
            rows.append(Volley.of(Positioning.CLOSE if rushes else chance.choice(tuple(Positioning)), *acts))
        script = Script((rows[0], rows[1], rows[2]))
        if check(script, side.asks).lawful:
            return script
    return Script.of("maintain", *([Act.ASSESS] * count for count in layout))


@given(st.integers(0, 10_000))
def test_bots_fight_by_the_rules(seed: int) -> None:
    chance = Random(seed)

    def throw(cast: Cast) -> int:
        return roll(cast.pool, chance).count.successes

    arms = [WEAPONS[chance.choice(("sword", "mace", "dirk", "spear", "bare-fist"))] for _ in range(2)]
    fight = begin(Fighter("Wenna", weapon=arms[0]), Fighter("Grim", skill=B5, weapon=arms[1]))
    fight = fight.start(throw, chance.choice((Distance.OUT, Distance.LUNGING, Distance.OPTIMAL)))
    while fight.phase is not Phase.OVER and fight.exchange < 6:
        for side in (0, 1):
            fight = fight.write(side, any_script(fight.sides[side], chance))
        while fight.phase not in (Phase.SCRIPT, Phase.OVER):
            fight = fight.announce().position(throw)
            assert fight.places in fight.track.states
            while fight.phase is Phase.ACT:
                fight = fight.act(throw)
                assert all(side.state.lost >= 0 and side.state.lock >= 0 for side in fight.sides)

"""Range and Cover as a procedure: the example of the rules, each kind of step, and many fights (RNC-41, RNC-42)."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from engine.games.burning_wheel.dice import Roll, roll
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.maneuvers import Maneuver, Means
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.positioning_at_range import Away
from engine.games.burning_wheel.rules.quickness import SPIDER
from engine.games.burning_wheel.rules.range_dice import WEAPONS, Category, Ending
from engine.games.burning_wheel.rules.range_procedure import (
    Act,
    Cast,
    Conflict,
    Fighter,
    Harm,
    House,
    Phase,
    Shots,
    Throw,
    Won,
    begin,
    bot_step,
    lying,
)
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.steel import Reaction
from engine.refused import Refused

B = Ability.parse
THOR = Fighter(
    "Thor",
    WEAPONS["throwing-knife"],
    skill=B("B4"),
    speed=B("B5"),
    perception=B("B5"),
    reflexes=5,
    multiplier=SPIDER,
    cover=Cover.REASONABLE,
)
DRO = Fighter(
    "Dro", WEAPONS["crossbow"], skill=B("B3"), speed=B("B4"), perception=B("B5"), reflexes=4, cover=Cover.REASONABLE
)
MAINTAINS = (Maneuver.SPEED_MAINTAIN,) * 3
RUNS = (Maneuver.SPEED_WITHDRAW, Maneuver.SPEED_WITHDRAW, Maneuver.PERCEPTION_MAINTAIN)


def counting(*successes: int) -> Throw:
    """Dice that come to these numbers of successes, one throw after the other: fives and ones."""
    left = iter(successes)

    def throw(cast: Cast) -> Roll:
        number = next(left)
        assert number <= cast.pool.dice, (number, cast)
        faces = [5] * number + [1] * (cast.pool.dice - number)
        return lying(faces)(cast)

    return throw


def played(*, house: House = House(), first: Fighter = THOR, second: Fighter = DRO, at: Stop = Stop.NEAR) -> Conflict:
    """The example at optimal range, both scripts in."""
    return begin(first, second, house, at=at).script(0, MAINTAINS).script(1, RUNS)


def test_the_example_of_the_rules_rnc_42() -> None:
    conflict = begin(THOR, DRO, House(optimal_start=True))
    conflict = conflict.start((Means.SPEED, Means.PERCEPTION), counting(5, 3))
    assert [cast.pool.dice for cast, _ in conflict.thrown] == [8, 7]
    assert [cast.pool.open_ended for cast, _ in conflict.thrown] == [False, True]
    assert (conflict.phase, conflict.picks) == (Phase.PICK, 0)
    conflict = conflict.pick(Category.OPTIMAL)
    assert (conflict.category(0), conflict.category(1)) == (Category.OPTIMAL, Category.OPTIMAL)
    conflict = conflict.script(0, MAINTAINS).script(1, RUNS)
    # Volley 1: Thor by two, both into cover.
    conflict = conflict.reveal()
    assert (conflict.dice(0).total, conflict.dice(1).total) == (8, 8)
    conflict = conflict.roll(counting(5, 3))
    assert isinstance(conflict.came, Won)
    assert (conflict.came.winner, conflict.came.margin) == (0, 2)
    assert conflict.stop is Stop.NEAR
    conflict = conflict.act(0, Act(cover=2))
    # Volley 2: Thor by three, all into aim.
    conflict = conflict.reveal()
    assert (conflict.dice(0).total, conflict.dice(1).total) == (10, 8)
    conflict = conflict.roll(counting(6, 3)).act(0, Act(aim=3))
    assert conflict.sides[0].held.aim == 3
    # Volley 3: a tie, and both shoot.
    conflict = conflict.reveal()
    assert (conflict.dice(0).total, conflict.dice(1).total) == (10, 7)
    conflict = conflict.roll(counting(4, 4))
    assert conflict.acting == (0, 1)
    conflict = conflict.act(0, Act(shoots=True)).act(1, Act(shoots=True))
    assert [conflict.obstacle(place).total for place in (0, 1)] == [3, 3]
    assert [conflict.shooting_dice(place).dice for place in (0, 1)] == [7, 3]
    conflict = conflict.shoot(counting(3, 3))
    assert isinstance(conflict.came, Shots)
    assert all(shot.hits for shot in conflict.came.shots)
    conflict = conflict.harm(0, Harm(down=True)).harm(1, Harm(lost=3))
    assert (conflict.phase, conflict.ending) == (Phase.OVER, Ending.BEATEN)
    assert conflict.sides[1].fighter.lost == 3


def test_a_crossbow_is_empty_for_a_volley_rnc_06_41() -> None:
    conflict = played().reveal().roll(counting(4, 4)).act(0, Act(ducks=True)).act(1, Act(shoots=True))
    assert conflict.obstacle(1).total == 4
    conflict = conflict.shoot(counting(0)).reveal()
    assert not conflict.sides[1].loaded
    assert conflict.dice(1).total == 6, "no range dice"
    assert conflict.shot_from(1) is None
    conflict = conflict.roll(counting(4, 4))
    assert Act(shoots=True) not in conflict.acts(1)
    conflict = conflict.act(0, Act()).act(1, Act())
    assert conflict.sides[1].loaded, "a volley without a shot loads it"


def test_a_loser_loses_aim_and_keeps_cover_only_by_a_maintain_rnc_29() -> None:
    conflict = played().reveal().roll(counting(6, 3)).act(0, Act(aim=1, cover=2)).reveal()
    assert conflict.sides[0].held.aim == 1
    conflict = conflict.roll(counting(3, 5))
    assert conflict.stop is Stop.MIDDLE
    assert conflict.phase is Phase.REVEAL, "two successes buy nothing in a Speed Withdraw"
    assert (conflict.sides[0].held.aim, conflict.sides[0].held.cover) == (0, 2)
    ran = played().reveal().roll(counting(0, 6)).act(1, Act(cover=2)).reveal()
    assert ran.sides[1].held.cover == 2
    ran = ran.roll(counting(8, 0)).act(0, Act())
    assert ran.sides[1].held.cover == 0, "a Withdraw leaves cover behind"


def test_the_winner_says_where_the_move_ends_rnc_31() -> None:
    closes = (Maneuver.SPEED_CLOSE,) * 3
    conflict = begin(THOR, DRO, at=Stop.FAR).script(0, closes).script(1, RUNS).reveal().roll(counting(5, 4))
    assert conflict.phase is Phase.PLACE
    assert set(conflict.options) == {Stop.NEAR, Stop.MIDDLE, Stop.REACHED}
    assert conflict.place(Stop.NEAR).stop is Stop.NEAR
    with pytest.raises(Refused, match="does not end there"):
        conflict.place(Stop.APART)


def test_a_speed_withdraw_pays_three_rnc_22() -> None:
    conflict = played().reveal().roll(counting(0, 2))
    assert conflict.phase is Phase.REVEAL, "two successes buy nothing, so there is nothing to declare"
    conflict = played().reveal().roll(counting(0, 6))
    assert max(conflict.acts(1), key=lambda one: (one.shoots, one.aim)) == Act(shoots=True, aim=1)
    with pytest.raises(Refused, match="cannot be done"):
        conflict.act(1, Act(shoots=True, aim=2))


def test_getting_away_rnc_40() -> None:
    conflict = begin(THOR, DRO, at=Stop.FAR).script(0, MAINTAINS).script(1, RUNS).reveal().roll(counting(0, 8))
    assert conflict.shot_from(1) is None, "out of range, nobody shoots"
    conflict = conflict.act(1, Act(other=2))
    assert (conflict.phase, conflict.ending, conflict.stop) == (Phase.OVER, Ending.ESCAPED, Stop.APART)


CHARGE = (Maneuver.STEEL_CLOSE,) * 3


def charging(nerve: int, against: int, house: House = House()) -> Conflict:
    """Thor charges by Steel B4 and a knife's die, hesitation 6, from optimal range."""
    brave = Fighter("Thor", WEAPONS["throwing-knife"], steel=B("B5"), other=6, reflexes=4)
    conflict = begin(brave, DRO, house, at=Stop.NEAR).script(0, CHARGE).script(1, (Maneuver.PERCEPTION_MAINTAIN,) * 3)
    return conflict.reveal().roll(counting(nerve, against))


def test_a_charge_and_its_free_shot_rnc_21() -> None:
    conflict = charging(7, 5)
    assert isinstance(conflict.came, Won)
    assert (conflict.came.winner, conflict.came.margin, conflict.came.free) == (0, 2, (False, True))
    assert conflict.stop is Stop.TOUCHING
    assert Act(shoots=True) in conflict.acts(1), "the loser of the test still shoots"
    assert conflict.shot_from(1) is Category.OPTIMAL
    conflict = conflict.act(0, Act()).act(1, Act(shoots=True)).shoot(counting(0))
    assert (conflict.phase, conflict.ending) == (Phase.OVER, Ending.MELEE)


def test_nerve_that_fails_rnc_21() -> None:
    conflict = charging(4, 3)
    assert isinstance(conflict.came, Won)
    assert (conflict.came.winner, conflict.came.margin, conflict.came.failed) == (1, 0, (2, 0))
    assert conflict.stop is Stop.NEAR
    conflict = conflict.act(1, Act())
    assert (conflict.phase, conflict.reacting) == (Phase.REACT, (0,))
    prone = conflict.react(0, Reaction.PRONE, counting())
    assert prone.phase is Phase.REVEAL
    prone = prone.reveal()
    assert prone.maneuver(0) is None
    prone = prone.roll(counting(4))
    assert isinstance(prone.came, Won)
    assert (prone.came.totals, prone.came.winner, prone.came.margin) == ((None, 4), 1, 4)
    prone = prone.act(1, Act()).reveal().roll(counting(0))
    assert prone.sides[0].lost is None
    assert prone.sides[0].held.cover == 2, "two dice of cover once it is over"
    stays = charging(4, 3, House(nerve_stays=True))
    assert isinstance(stays.came, Won)
    assert stays.came.winner is None


def test_wounds_make_nerve_harder_rnc_21() -> None:
    """Hesitation 6 and a Superficial wound: six successes fail by one, and one of them is eaten besides."""
    brave = Fighter("Thor", WEAPONS["throwing-knife"], steel=B("B5"), other=6, harder=1)
    conflict = begin(brave, DRO, at=Stop.NEAR).script(0, CHARGE).script(1, (Maneuver.PERCEPTION_MAINTAIN,) * 3)
    won = conflict.reveal().roll(counting(6, 3)).came
    assert isinstance(won, Won)
    assert (won.failed, won.totals, won.winner) == ((1, 0), (5, 3), 1)


def test_running_screaming_rnc_36() -> None:
    conflict = charging(4, 3).act(1, Act()).react(0, Reaction.RUN, counting()).reveal()
    assert conflict.maneuver(0) is Maneuver.SPEED_WITHDRAW
    assert conflict.dice(0).total == 4 + 2 + 6, "Speed, the Withdraw and the traits: nothing for range and cover"
    conflict = conflict.roll(counting(9, 0))
    assert conflict.acts(0)[0] == Act()
    assert not any(act.shoots or act.aim or act.cover for act in conflict.acts(0))


def test_swooning_out_of_sight_rnc_36() -> None:
    quiet = Fighter("Thor", None, steel=B("B5"), stealthy=B("B4"), other=6)
    close = (Maneuver.SPEED_CLOSE,) * 3
    conflict = begin(quiet, DRO, at=Stop.FAR).script(0, CHARGE).script(1, close)
    conflict = conflict.reveal().roll(counting(3, 0))
    while conflict.phase is Phase.ACT:
        conflict = conflict.act(conflict.acting[0], Act())
    conflict = conflict.react(0, Reaction.SWOON, counting(2)).reveal().roll(counting(3))
    assert conflict.shot_from(1) is None, "nobody shoots at what is not to be seen"
    if conflict.phase is Phase.ACT:
        conflict = conflict.act(1, Act())
    assert conflict.phase is Phase.SPOT
    assert conflict.spot(counting(1)).ending is Ending.LOST
    assert conflict.spot(counting(2)).ending is Ending.MELEE


def test_stealthy_counts_by_itself_rnc_20() -> None:
    sneak = Fighter("Thor", WEAPONS["hunting-bow"], stealthy=B("B6"))
    conflict = begin(sneak, DRO, at=Stop.NEAR).script(0, (Maneuver.STEALTHY_CLOSE,) * 3).script(1, RUNS).reveal()
    assert conflict.dice(0).total == 7
    conflict = conflict.roll(counting(1, 7))
    assert isinstance(conflict.came, Won)
    assert (conflict.came.totals, conflict.came.tied) == ((7, 7), True)
    assert [cast.pool.dice for cast, _ in conflict.thrown] == [1, 8]
    found = begin(sneak, DRO, House(stealthy_found=True), at=Stop.NEAR)
    found = found.script(0, (Maneuver.STEALTHY_CLOSE,) * 3).script(1, RUNS).reveal().roll(counting(1, 7))
    assert isinstance(found.came, Won)
    assert (found.came.winner, found.came.margin) == (1, 0)


def test_observation_in_place_of_perception_rnc_26() -> None:
    sneak = Fighter("Thor", WEAPONS["hunting-bow"], stealthy=B("B6"))
    seer = Fighter("Dro", WEAPONS["hunting-bow"], observation=B("B3"))
    conflict = begin(sneak, seer, at=Stop.NEAR).script(0, (Maneuver.STEALTHY_CLOSE,) * 3)
    conflict = conflict.script(1, (Maneuver.PERCEPTION_MAINTAIN,) * 3).reveal().observe(1)
    assert conflict.maneuver(1) is Maneuver.OBSERVATION_MAINTAIN
    conflict = conflict.roll(counting(3, 2))
    assert [(cast.pool.dice, cast.pool.open_ended) for cast, _ in conflict.thrown] == [(7, False), (4, False)]


def test_defenses_last_until_they_are_left_rnc_34() -> None:
    behind = Fighter("Dro", WEAPONS["crossbow"], fort=5)
    conflict = begin(THOR, behind, at=Stop.NEAR).script(0, MAINTAINS)
    moves = (Maneuver.PERCEPTION_MAINTAIN, Maneuver.SPEED_CLOSE, Maneuver.PERCEPTION_MAINTAIN)
    conflict = conflict.script(1, moves).reveal()
    assert conflict.dice(1).total == 4 + 2 + 5
    conflict = conflict.roll(counting(8, 0)).act(0, Act()).reveal()
    assert conflict.dice(1).total == 4 + 2
    conflict = conflict.roll(counting(6, 0)).act(0, Act()).reveal()
    assert conflict.sides[1].away is Away.LEFT
    assert conflict.dice(1).total == 4 + 2


def test_a_forfeit_rnc_37() -> None:
    conflict = played()
    with pytest.raises(Refused, match="between the first volley and the second"):
        conflict.forfeit(0, Maneuver.SPEED_CLOSE)
    conflict = conflict.reveal().roll(counting(8, 0)).act(0, Act()).forfeit(0, Maneuver.SPEED_CLOSE)
    assert conflict.sides[0].script == (Maneuver.SPEED_MAINTAIN, Maneuver.SPEED_CLOSE, None)
    with pytest.raises(Refused, match="given up"):
        conflict.forfeit(0, Maneuver.SPEED_MAINTAIN)


def test_a_volley_given_up_is_one_of_hesitation_rnc_36_37() -> None:
    """No free shot at a charge, no reloading, no aim and cover left; the other side wins without a roll."""
    charge = (Maneuver.SPEED_WITHDRAW, Maneuver.SPEED_WITHDRAW, Maneuver.STEEL_CLOSE)
    conflict = begin(DRO, THOR, at=Stop.NEAR).script(0, MAINTAINS).script(1, charge)
    conflict = conflict.reveal().roll(counting(6, 0)).act(0, Act(aim=3, cover=2)).forfeit(0, Maneuver.SPEED_MAINTAIN)
    conflict = conflict.reveal().roll(counting(5, 5))
    gaping = conflict.act(0, Act()).act(1, Act()).reveal()
    assert gaping.sides[0].loaded
    after = gaping.roll(counting(6))
    assert isinstance(after.came, Won)
    assert (after.came.totals, after.came.winner) == ((None, 6), 1)
    assert after.shot_from(0) is None, "the Steel of the other side gives no shot to who gapes"
    assert after.sides[0].held.aim == 0
    shot = conflict.act(0, Act(shoots=True)).act(1, Act()).shoot(counting(0)).reveal().roll(counting(5))
    assert not shot.sides[0].loaded, "hesitating does not reload"


def test_what_is_not_allowed_says_so() -> None:
    conflict = played()
    for step in (
        lambda: conflict.roll(counting()),
        lambda: conflict.script(0, MAINTAINS),
        lambda: conflict.shoot(counting()),
        lambda: conflict.spot(counting()),
        lambda: begin(THOR, DRO).start((Means.STEEL, Means.SPEED), counting()),
        lambda: begin(THOR, DRO, at=Stop.NEAR).script(0, (Maneuver.STEALTHY_CLOSE,) * 3),
        lambda: conflict.reveal().observe(0),
    ):
        with pytest.raises(Refused):
            step()


@pytest.mark.parametrize(("face", "bursts"), [(1, True), (2, False), (6, False)])
def test_a_bomb_that_does_not_win_may_go_off_in_the_hand_wpn_32(face: int, bursts: bool) -> None:
    bomber = Fighter("Thor", WEAPONS["bomb"])
    conflict = begin(bomber, DRO, at=Stop.NEAR).script(0, MAINTAINS).script(1, MAINTAINS).reveal()
    assert conflict.dice(0).total == 4 + 1
    faces = [[1] * 5, [5] * 4 + [1] * 2, [face]]
    throw = lying([one for dice in faces for one in dice])
    conflict = conflict.roll(throw)
    assert [cast.what for cast, _ in conflict.thrown] == ["position", "position", "fate"]
    assert isinstance(conflict.came, Won)
    assert conflict.came.burst == (bursts, False)
    conflict = conflict.act(1, Act())
    assert conflict.phase is (Phase.HARM if bursts else Phase.REVEAL)
    won = begin(bomber, DRO, at=Stop.NEAR).script(0, MAINTAINS).script(1, MAINTAINS).reveal().roll(counting(4, 0))
    assert len(won.thrown) == 2, "who wins the position throws no such die"


@pytest.mark.parametrize(("foe", "dice"), [("throwing-knife", 6), ("bomb", 6), ("crossbow", 5)])
def test_a_bomb_has_two_dice_against_one_at_the_start_too_wpn_32(foe: str, dice: int) -> None:
    conflict = begin(Fighter("Thor", WEAPONS["bomb"]), Fighter("Dro", WEAPONS[foe]))
    thrown = conflict.start((Means.SPEED, Means.SPEED), counting(1, 0)).thrown
    assert thrown[0][0].pool.dice == dice


def test_a_bomb_takes_a_die_of_cover_wpn_32() -> None:
    bomber = Fighter("Dro", WEAPONS["bomb"])
    conflict = begin(THOR, bomber, at=Stop.NEAR).script(0, MAINTAINS).script(1, MAINTAINS).reveal()
    assert conflict.dice(1).total == 4 + 2, "two dice against a weapon of one"
    conflict = conflict.roll(lying([5] * 8 + [1] * 6 + [2])).act(0, Act(cover=2)).reveal()
    assert conflict.sides[0].held.cover == 2
    assert conflict.dice(0).total == 9


def fighters() -> Iterator[tuple[Fighter, Fighter]]:
    weapons = ("hunting-bow", "great-bow", "crossbow", "throwing-knife", "bomb")
    for one in weapons:
        for other in (*weapons, None):
            yield (
                Fighter("A", WEAPONS[one], stealthy=B("B3"), observation=B("B3"), shield=3),
                Fighter("B", WEAPONS[other] if other else None, stealthy=B("B4"), fort=4, multiplier=Fraction(8)),
            )


@pytest.mark.parametrize("seed", range(12))
def test_any_play_comes_to_an_end_or_goes_on_lawfully(seed: int) -> None:
    """Random steps: nothing but what is offered, and every state holds its bounds."""
    for first, second in fighters():
        chance = Random(seed)

        def throw(cast: Cast, chance: Random = chance) -> Roll:
            return roll(cast.pool, chance, cast.chain)

        conflict = begin(first, second).start((Means.SPEED, Means.PERCEPTION), throw)
        for _ in range(80):
            if conflict.phase is Phase.OVER:
                assert conflict.ending is not None
                break
            conflict = random_step(conflict, chance, throw)
            for side in conflict.sides:
                assert 0 <= side.held.cover <= 2
                assert 0 <= side.held.aim <= side.most_aim


def random_step(conflict: Conflict, chance: Random, throw: Throw) -> Conflict:
    """A step that is offered, by chance."""
    match conflict.phase:
        case Phase.PICK:
            return conflict.pick(chance.choice([Category.OUT, Category.EXTREME, Category.OPTIMAL]))
        case Phase.SCRIPT:
            place = next(place for place in (0, 1) if not conflict.sides[place].script)
            usual = [one for one in Maneuver if one is not Maneuver.OBSERVATION_MAINTAIN]
            return conflict.script(place, [chance.choice(usual) for _ in range(3)])
        case Phase.PLACE:
            return conflict.place(chance.choice(conflict.options))
        case Phase.ACT:
            place = chance.choice(conflict.acting)
            return conflict.act(place, chance.choice(conflict.acts(place)))
        case Phase.HARM:
            place = next(place for place in (0, 1) if conflict.sides[place].hurt)
            return conflict.harm(place, Harm(lost=chance.randint(0, 1), volleys=chance.choice([0, 0, 1, 2])))
        case Phase.REACT:
            place = conflict.reacting[0]
            return conflict.react(place, chance.choice(list(Reaction)[1:]), throw)
        case _:
            return bot_step(conflict, throw)

"""Spells and prayers inside Range and Cover: range dice, Maintains, the casting, its price, and what breaks it off."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.games.burning_wheel.dice import Pool, dealt
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.rules import counter_spells, range_charms
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.charms import Charm, Works
from engine.games.burning_wheel.rules.maneuvers import Maneuver
from engine.games.burning_wheel.rules.range_dice import WEAPONS, Ending
from engine.games.burning_wheel.rules.range_procedure import (
    Act,
    Cast,
    Conflict,
    Fighter,
    Harm,
    House,
    Phase,
    Shots,
    Side,
    begin,
)
from engine.games.burning_wheel.rules.range_spells import TOOLS
from engine.games.burning_wheel.rules.range_track import Stop
from engine.refused import Refused

B5 = Ability.parse("B5")
DICE = Pool.parse("B6").opened()
TENS = (TOOLS["tens"],)
BOLT = Charm("Bolt", DICE, 3, actions=9, tools=(TOOLS["sight"],), tax=3, forte=B5, works=Works.HARM, power=5)
MIRTE, GRIM = Fighter("Mirte", None, charm=BOLT), Fighter("Grim", WEAPONS["hunting-bow"])
HOLD, NEAR = Maneuver.SPEED_MAINTAIN, Maneuver.SPEED_CLOSE
Falls = Mapping[tuple[int, str], int]


def throw(falls: Falls):  # type: ignore[no-untyped-def]
    """Successes as they are said, 0 where nothing is; a single die for fate shows what is said, or 3."""

    def fall(cast: Cast) -> Fallen:
        said = falls.get((cast.side, cast.what))
        if cast.what == "fate":
            return dealt(cast.pool, cast.chain, iter([said or 3]))
        # A 5 is a success that opens nothing, a 1 fails.
        return dealt(cast.pool, cast.chain, iter([5] * (said or 0) + [1] * 60))

    return fall


def near(one: Fighter, other: Fighter, house: House = House()) -> Conflict:
    return begin(one, other, house, at=Stop.NEAR)


def rolled(state: Conflict, falls: Falls, moves: tuple[Maneuver, ...] = (HOLD,) * 3) -> Conflict:
    """The next volley, as far as the acts."""
    if state.phase is Phase.SCRIPT:
        state = state.script(0, moves).script(1, (HOLD,) * 3)
    return state.reveal().roll(throw(falls))


WINS = {(0, "position"): 3}


def test_the_dice_of_a_spell_are_in_position() -> None:
    """SOR-42: Sight is 5D, wherever they stand; tens of paces 1D and one for the two that were paid."""
    state = near(MIRTE, GRIM).script(0, (HOLD,) * 3).script(1, (HOLD,) * 3).reveal()
    assert [(line.amount, line.reason) for line in state.dice(0).lines if line.rule == "SOR-42"] == [(5, "Bolt")]
    dear = replace(MIRTE, charm=replace(BOLT, tools=TENS, harder=2))
    state = near(dear, GRIM).script(0, (HOLD,) * 3).script(1, (HOLD,) * 3).reveal()
    assert state.dice(0).total == 4 + 2
    both = replace(MIRTE, charm=replace(BOLT, tools=(TOOLS["sight"], TOOLS["natural"])))
    for best, dice in ((False, 8), (True, 5)):
        house = House(charms=range_charms.House(best=best))
        state = near(both, GRIM, house).script(0, (HOLD,) * 3).script(1, (HOLD,) * 3).reveal()
        assert state.dice(0).total == 4 + dice


def test_the_shorter_of_two_spells_has_a_die() -> None:
    """SOR-40."""
    rival = Fighter("Reinout", None, charm=replace(BOLT, actions=12))
    state = near(MIRTE, rival).script(0, (HOLD,) * 3).script(1, (HOLD,) * 3).reveal()
    assert [state.dice(place).total for place in (0, 1)] == [10, 9]


def test_presence_takes_a_die_of_cover_and_a_prayer_takes_all() -> None:
    """SOR-42, FAI-10."""
    for key, left in (("presence", 1), ("minor", 0), ("sight", 2)):
        caster = replace(MIRTE, charm=replace(BOLT, tools=(TOOLS[key],)))
        state = near(caster, GRIM)
        state = replace(
            state, sides=(state.sides[0], replace(state.sides[1], held=replace(state.sides[1].held, cover=2)))
        )
        state = state.script(0, (HOLD,) * 3).script(1, (HOLD,) * 3).reveal()
        assert [line.amount for line in state.dice(1).lines if line.rule == "RNC-13"] == [left]


def test_a_success_of_the_margin_pays_for_the_casting() -> None:
    """SOR-45: won by three, one of them for the spell, one for a die of cover; it hits at a Mark of B6."""
    state = rolled(near(MIRTE, GRIM), WINS)
    assert Act(casts=True, cover=2) in state.acts(0)
    assert Act(casts=True, cover=2, aim=1) not in state.acts(0)
    assert not any(act.casts for act in state.acts(1))
    assert state.left_for_others(0, Act(casts=True)) == 2
    state = state.act(0, Act(casts=True)).shoot(throw({(0, "casting"): 4, (0, "tax"): 3}))
    (one,) = state.came.spelled  # type: ignore[union-attr]
    assert (one.over, str(one.hit), one.stage.words, one.taxed.lost) == (1, "B6", "Mark", 0)
    assert state.phase is Phase.HARM
    state = state.harm(1, Harm(lost=2))
    assert state.sides[1].fighter.lost == 2
    assert state.volley == 2


def test_a_tie_lets_both_act_for_nothing_and_a_loss_none() -> None:
    """SOR-45."""
    state = rolled(near(MIRTE, GRIM), {})
    assert state.won is not None
    assert state.won.tied
    assert Act(casts=True) in state.acts(0)
    state = rolled(near(MIRTE, GRIM), {(1, "position"): 1})
    assert not any(act.casts for act in state.acts(0))


@pytest.mark.parametrize(("actions", "capped", "waits"), [(20, True, 0), (21, True, 1), (41, True, 2), (90, False, 4)])
def test_long_spells_take_maintains_in_a_row(actions: int, capped: bool, waits: int) -> None:
    """SOR-39."""
    caster = replace(MIRTE, charm=replace(BOLT, actions=actions))
    state = near(caster, GRIM, House(charms=range_charms.House(capped=capped)))
    for volley in range(waits):
        state = rolled(state, WINS)
        assert state.sides[0].chanted == volley
        assert not any(act.casts for act in state.acts(0))
        state = state.act(0, Act())
    state = rolled(state, WINS, (NEAR,) * 3)
    state = state.place(state.options[0]) if state.phase is Phase.PLACE else state
    assert state.phase is Phase.OVER or any(act.casts for act in state.acts(0))


def test_a_close_in_between_begins_it_anew() -> None:
    caster = replace(MIRTE, charm=replace(BOLT, actions=41))
    state = rolled(begin(caster, GRIM, at=Stop.APART), WINS, (HOLD, NEAR, HOLD))
    state = state.act(0, Act()) if state.acting else state
    assert state.sides[0].chanted == 1
    state = rolled(state, WINS)
    while state.phase in (Phase.PLACE, Phase.ACT):
        state = state.place(state.options[0]) if state.phase is Phase.PLACE else state.act(state.acting[0], Act())
    assert state.sides[0].chanted == 0


def test_a_wound_breaks_off_what_was_chanted_and_tax_is_due() -> None:
    """SOR-33: 25 actions, 20 of them done: four fifths of Ob 3, 2; a 2 garbles it, and one die of Forte goes."""
    caster = replace(MIRTE, charm=replace(BOLT, actions=25))
    state = rolled(near(caster, GRIM), WINS).act(0, Act())
    assert state.sides[0].chanted == 1
    state = rolled(state, {(1, "position"): 2}).act(1, Act(shoots=True)).shoot(throw({(1, "shot"): 4}))
    state = state.harm(0, Harm(lost=1)).reveal()
    assert state.sides[0].broken == 1
    state = state.roll(throw({(0, "tax"): 1, (0, "fate"): 2}))
    (one,) = state.came.spelled  # type: ignore[union-attr]
    assert (one.failure.words, one.taxed.lost) == ("garbled transmission", 1)
    assert state.phase is Phase.ROLL
    assert (state.sides[0].broken, state.sides[0].drained) == (0, 1)
    assert state.roll(throw({})).phase is not Phase.ROLL


def test_tax_may_end_it() -> None:
    """SOR-13: Forte 1, no success against Ob 3."""
    caster = replace(MIRTE, charm=replace(BOLT, forte=Ability.parse("B1")))
    state = rolled(near(caster, GRIM), WINS).act(0, Act(casts=True)).shoot(throw({(0, "fate"): 1}))
    assert state.ending is Ending.BEATEN
    assert state.sides[0].down


def test_they_hesitate_a_volley() -> None:
    """SOR-56, STE-05, FAI-07: a Steel test that fails, or a Hindrance, costs a volley."""
    for charm in (
        replace(BOLT, works=Works.STEEL, power=None),
        Charm("Hindrance", DICE, 4, tools=(TOOLS["minor"],), works=Works.STILL, still=2),
    ):
        state = rolled(near(replace(MIRTE, charm=charm), GRIM), WINS).act(0, Act(casts=True))
        state = state.shoot(throw({(0, "casting"): 4, (0, "tax"): 3}))
        assert state.sides[1].lost is not None
        assert state.phase is Phase.REACT


@pytest.mark.parametrize(("counter", "stopped", "over"), [(6, True, 2), (4, False, 1), (3, False, 2), (2, False, 2)])
def test_a_counter_spell_in_the_same_volley(counter: int, stopped: bool, over: int) -> None:
    """SOR-46: five of Ob 3 against so many of Ob 3; a tie lets both cast."""
    ours = Fighter("Reinout", None, charm=replace(BOLT, works=Works.COUNTER, power=None))
    state = rolled(near(MIRTE, ours), {})
    for place in state.acting:
        state = state.act(place, Act(casts=True))
    state = state.shoot(throw({(0, "casting"): 5, (1, "casting"): counter, (0, "tax"): 3, (1, "tax"): 3}))
    found = {one.side: one for one in state.came.spelled}  # type: ignore[union-attr]
    assert (found[0].stopped, found[0].over) == (stopped, over)
    assert (state.phase is Phase.HARM) == (not stopped)


def test_presence_ends_at_ten_paces() -> None:
    """SOR-42: against a bow it is out at a stop where the bow is not, and then nothing is cast."""
    caster = replace(MIRTE, charm=replace(BOLT, tools=(TOOLS["presence"],)))
    assert range_charms.paces(caster.charm or BOLT) == 10
    assert range_charms.paces(BOLT) is None
    state = rolled(begin(caster, GRIM, at=Stop.FAR), WINS)
    assert not state.casts_from(0)


def test_what_is_not_possible_is_refused() -> None:
    state = rolled(near(MIRTE, GRIM), WINS)
    with pytest.raises(Refused, match="cannot be done"):
        state.act(0, Act(shoots=True))
    assert isinstance(state.sides[0], Side)


SHARP = replace(BOLT, volleys=1, actions=1, tax=0, shielded=True)


def cast_at(dice: int, successes: int, charm: Charm = SHARP) -> Conflict:
    """A spell that won its position is cast at someone behind a shield of so many dice."""
    state = near(replace(MIRTE, charm=charm), GRIM)
    state = replace(state, sides=(state.sides[0], replace(state.sides[1], shield=dice)))
    falls = {(0, "position"): 3, (1, "position"): 0, (0, "casting"): successes}
    while True:
        state = rolled(state, falls)
        if any(act.casts for act in state.acts(0)):
            break
        while state.acting:
            state = state.act(state.acting[0], Act())
    act = next(act for act in state.acts(0) if act.casts)
    state = state.act(0, act)
    while state.acting:
        state = state.act(state.acting[0], Act())
    return state.shoot(throw(falls))


@pytest.mark.parametrize("dice", range(7))
def test_a_shield_meets_a_spell_at_range_as_well(dice: int) -> None:
    """SOR-48: what is left of both is what the rule says."""
    met = counter_spells.shielded(5, 3, dice)
    state = cast_at(dice, 5)
    assert state.sides[1].shield == met.shield
    assert isinstance(state.came, Shots)
    (spelled,) = state.came.spelled
    assert spelled.shielded is (met.left is None)
    assert (spelled.hit is None) is (met.left is None)
    assert state.sides[1].hurt is (met.left is not None)


def test_a_shield_is_put_up_at_range() -> None:
    """SOR-48: a die for each over, for whoever casts it."""
    state = cast_at(0, 5, Charm("Shield", DICE, 2, actions=1, works=Works.SHIELD, forte=B5))
    assert [side.shield for side in state.sides] == [3, 0]

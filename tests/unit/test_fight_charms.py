"""Spells and prayers inside a Fight!: a record in hand, its time, its price, what it does, and what breaks it off."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import counter_spells
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.charms import Charm, Works, shorter
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.fight_procedure import Cast, Fight, Fighter, House, Part, Phase, begin
from engine.games.burning_wheel.rules.fight_script import Script, State, Volley, check
from engine.games.burning_wheel.rules.plan_changes import Spot
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Level
from engine.refused import Refused

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
DICE = Pool.parse("B9").opened()
BOLT = Charm("Bolt", DICE, 3, actions=4, wields=Wields.SIGHT, tax=3, forte=B5, works=Works.HARM, power=5)
FEAR = Charm("Fear", DICE, 2, actions=1, wields=Wields.PRESENCE, tax=2, forte=B5, works=Works.STEEL, presence=5)
CASTER = Fighter("Mirte", weapon=WEAPONS["dirk"], charm=BOLT)
GRIM = Fighter("Grim")
Falls = Mapping[tuple[int, Part], int]


def thrower(falls: Falls) -> Callable[[Cast], int]:
    """Dice that fall as it is said, and 0 where nothing is; a Die of Fate shows 3."""
    return lambda cast: falls.get((cast.side, cast.part), 3 if cast.part is Part.FATE else 0)


def at(one: Fighter, other: Fighter, house: House = House()) -> Fight:
    fight = begin(one, other, house)
    return fight.set_at(fight.track.started(Distance.OPTIMAL))


def played(fight: Fight, mine: Script, theirs: Script, falls: Falls, actions: int) -> tuple[Fight, list[str]]:
    """So many slots of an exchange, and everything that came of them."""
    throw, told = thrower(falls), []
    fight = fight.write(0, mine).write(1, theirs)
    while actions and fight.phase is not Phase.OVER:
        if fight.phase is Phase.ANNOUNCE:
            fight = fight.announce()
        elif fight.phase is Phase.POSITION:
            fight = fight.position(throw)
        elif fight.phase is Phase.ACT:
            fight = fight.act(throw)
            told += [f"{one.side}: {one.words}" for one in fight.came]
            actions -= 1
        else:
            break
    return fight, told


CHANT = Script.of("maintain", (Act.INCANT, Act.INCANT), (Act.INCANT,), (Act.INCANT,))
IDLE = Script.of("maintain", (Act.ASSESS, Act.ASSESS), (Act.ASSESS,), (Act.ASSESS,))
BLOWS = Script.of("maintain", (Act.STRIKE, Act.ASSESS), (Act.STRIKE,), (Act.ASSESS,))


def test_a_spell_is_out_with_its_last_action_and_strikes_as_a_blow() -> None:
    """SOR-11, SOR-20: four actions of Reflexes 4 end in the third volley; Power 5 and two over, a Mark at B7."""
    falls = {(0, Part.CASTING): 5, (0, Part.TAX): 3}
    for done in (1, 2, 3):
        fight, told = played(at(CASTER, GRIM), CHANT, IDLE, falls, done)
        assert fight.sides[0].state.task == (Act.INCANT, done)
        assert not told
    fight, told = played(at(CASTER, GRIM), CHANT, IDLE, falls, 4)
    assert told[:2] == ["0: Bolt comes off with 2 over", "1: is struck by Bolt: Mark at B7"]
    assert "0: Tax holds" in told
    assert [str(hit) for hit in fight.sides[1].state.hits] == ["B7"]
    assert fight.sides[0].state.task is None
    assert {(one.field, one.obstacle, one.passed) for one in fight.tests if one.side == 0} >= {
        ("magic.sorcery", 3, True),
        ("forte", 3, True),
    }


@pytest.mark.parametrize(("face", "stage"), [(1, "Incidental at B4"), (2, "Incidental at B4"), (5, "Superb at B10")])
def test_the_die_of_fate_says_how_hard(face: int, stage: str) -> None:
    """SOR-21."""
    falls = {(0, Part.CASTING): 5, (0, Part.TAX): 3, (0, Part.FATE): face}
    _, told = played(at(CASTER, GRIM), CHANT, IDLE, falls, 4)
    assert f"1: is struck by Bolt: {stage}" in told


def test_what_goes_into_the_die_is_gone_from_power() -> None:
    """SOR-19: both over into the die, Power 5, and a 3 is a 5."""
    caster = replace(CASTER, charm=replace(BOLT, fate=2))
    falls = {(0, Part.CASTING): 5, (0, Part.TAX): 3, (0, Part.FATE): 3}
    _, told = played(at(caster, GRIM), CHANT, IDLE, falls, 4)
    assert "1: is struck by Bolt: Superb at B7" in told


def test_a_spell_that_fails_throws_the_die_and_pays() -> None:
    """SOR-13, SOR-30: one short of Ob 3; a 2 garbles it, and Tax takes two of Forte."""
    falls = {(0, Part.CASTING): 2, (0, Part.TAX): 1, (0, Part.FATE): 2}
    fight, told = played(at(CASTER, GRIM), CHANT, IDLE, falls, 4)
    assert told == ["0: Bolt fails by 1", "0: garbled transmission", "0: Tax takes 2 of Forte"]
    assert fight.sides[0].state.drained == 2
    assert not fight.sides[1].state.hits


def test_tax_drops_whoever_has_no_forte_left() -> None:
    """SOR-13, SOR-14: Forte 1 loses three to Ob 3, two below 0: six pips, and it is over."""
    caster = replace(CASTER, charm=replace(BOLT, forte=Ability.parse("B1")))
    fight, told = played(at(caster, GRIM), CHANT, IDLE, {(0, Part.CASTING): 0}, 4)
    assert told[-1] == "0: Tax takes 3 of Forte, and the caster drops"
    assert fight.sides[0].state.out
    assert [str(hit) for hit in fight.sides[0].state.hits] == ["B6"]
    assert fight.prevails == 1


SPARK = replace(BOLT, name="Spark", actions=2, free=1)


def held(caster: Fighter, falls: Falls, times: int, actions: int, mine: Script = CHANT) -> tuple[Fight, list[str]]:
    """So many slots in which the caster holds a spell back as often as `times` says."""
    fight, told = at(caster, GRIM).write(0, mine).write(1, IDLE), []
    for _ in range(actions):
        if fight.phase is Phase.ANNOUNCE:
            fight = fight.announce().position(thrower(falls))
        if times and fight.may_hold(0):
            fight, times = fight.hold(0), times - 1
        fight = fight.act(thrower(falls))
        told += [f"{one.side}: {one.words}" for one in fight.came]
    return fight, told


def test_a_spell_that_is_done_is_held_back_and_let_go_later() -> None:
    """SOR-38: one action is free; the next takes a Will test at Ob 1; the last Incant of the script lets it go."""
    caster = replace(CASTER, charm=SPARK)
    fight, told = held(caster, {(0, Part.CASTING): 5, (0, Part.TAX): 3, (0, Part.HOLDING): 1}, 2, 3)
    assert told == ["0: holds Spark back"] * 2
    assert fight.sides[0].state.task == (Act.INCANT, 3)
    made = [one for one in fight.tests if one.field != "speed"]
    assert [(one.field, one.dice, one.obstacle, one.passed) for one in made] == [("holding", 4, 1, True)]
    fight, told = held(caster, {(0, Part.CASTING): 5, (0, Part.TAX): 3, (0, Part.HOLDING): 1}, 2, 4)
    assert told[2:4] == ["0: Spark comes off with 2 over", "1: is struck by Spark: Mark at B7"]
    assert fight.sides[0].state.task is None


def test_a_spell_that_cannot_be_held_is_lost_and_costs_nothing() -> None:
    """SOR-38: no Tax, and no Die of Fate."""
    fight, told = held(replace(CASTER, charm=SPARK), {}, 2, 3)
    assert told == ["0: holds Spark back", "0: cannot hold Spark any longer: it is lost, without Tax"]
    assert fight.sides[0].state.task is None
    assert [one.field for one in fight.tests if one.field != "speed"] == ["holding"]


@pytest.mark.parametrize("fails", [True, False])
def test_whoever_is_distracted_while_holding_pays_all_of_it(fails: bool) -> None:
    """SOR-38, and the ruling on whether it has failed as well: full Tax at Ob 3 for two actions and one held."""
    fight, _ = held(replace(CASTER, charm=replace(SPARK, held_fails=fails)), {}, 1, 2)
    assert fight.sides[0].state.task == (Act.INCANT, 2)
    fight = fight.hesitate(0, 1).announce().position(thrower({})).act(thrower({(0, Part.TAX): 3}))
    assert [one.obstacle for one in fight.tests if one.field == "forte"] == [3]
    assert ("harmless dissipation" in [one.words for one in fight.came]) is fails


def test_a_spell_is_held_back_in_an_action_that_was_bid_for() -> None:
    """FGT-60: Mirte throws in an action to act first, and keeps what it would let go for the next one."""
    quick = replace(CASTER, charm=replace(SPARK, actions=1))
    fight = at(quick, GRIM).write(0, CHANT).write(1, IDLE).bid(0).strike_out(0, Spot(1, 2)).announce()
    assert (fight.phase, fight.may_hold(0), fight.may_hold(1)) == (Phase.FIRST, True, False)
    fight = fight.hold(0).act(thrower({}))
    assert [one.words for one in fight.came] == ["holds Spark back"]
    assert fight.sides[0].state.task == (Act.INCANT, 1)
    assert not fight.sides[0].state.holds


def test_only_a_spell_that_is_done_is_held_back() -> None:
    fight, _ = held(CASTER, {}, 1, 2)
    assert fight.sides[0].state.task == (Act.INCANT, 2)
    with pytest.raises(Refused, match="Only a spell that is done"):
        fight.hold(0)


def test_a_script_may_incant_for_longer_than_the_spell_takes() -> None:
    """SOR-38: held back for an action, and then a blow; short of its actions a spell is still broken off."""
    state = State(4, tasks={Act.INCANT: 2})
    assert check(Script.of("maintain", (Act.INCANT, Act.INCANT), (Act.INCANT,), (Act.STRIKE,)), state).lawful
    assert not check(Script.of("maintain", (Act.INCANT, Act.STRIKE), (Act.AVOID,), (Act.BLOCK,)), state).lawful


def test_a_wound_that_takes_dice_breaks_it_off() -> None:
    """SOR-33: hit in the first action, one of four done: Tax at a quarter of 3, 1 at least, and a failed spell."""
    falls = {(1, Part.ATTACK): 4, (0, Part.STEEL): 9, (0, Part.TAX): 2}
    fight, told = played(at(CASTER, GRIM), CHANT, BLOWS, {**falls, (1, Part.POSITION): 0}, 1)
    assert any("Bolt is broken off" in one for one in told)
    assert "0: harmless dissipation" in told
    assert "0: Tax holds" in told
    assert fight.sides[0].state.task is None
    assert fight.sides[0].state.broken == 0
    assert [one.obstacle for one in fight.tests if one.field == "forte"] == [1]


def test_hesitation_breaks_it_off_whatever_it_comes_from() -> None:
    """SOR-33: a fright after two actions; paid for with the next dice."""
    fight, _ = played(at(CASTER, GRIM), CHANT, IDLE, {}, 2)
    fight = fight.hesitate(0, 1)
    assert fight.sides[0].state.task is None
    assert fight.sides[0].state.broken == 2
    fight = fight.announce().position(thrower({})).act(thrower({(0, Part.TAX): 1}))
    assert [one.words for one in fight.came if one.side == 0][:3] == [
        "Bolt is broken off",
        "harmless dissipation",
        "Tax holds",
    ]


def test_they_test_steel_and_stand_still() -> None:
    """SOR-56, FAI-07: The Fear, and a Hindrance spoken beside a Block."""
    fight, told = played(
        at(replace(CASTER, charm=FEAR), GRIM), CHANT, IDLE, {(0, Part.CASTING): 2, (1, Part.STEEL): 4}, 1
    )
    assert "1: Steel: 2 lost" in told
    assert fight.sides[1].state.lost == 2
    prayer = Charm(
        "Hindrance", Pool.parse("B5").opened(), 4, wields=Wields.PRAYER, works=Works.STILL, still=2, volleys=2
    )
    sung = Volley(Positioning.MAINTAIN, Volley.of("maintain", Act.BLOCK).slots, "Stay your hands", True)
    mine = Script((replace(sung, slots=sung.slots * 2), sung, Volley.of("maintain", Act.BLOCK)))
    fight, told = played(at(Fighter("Aldous", charm=prayer), GRIM), mine, IDLE, {(0, Part.CASTING): 4}, 2)
    assert not told
    fight, told = played(at(Fighter("Aldous", charm=prayer), GRIM), mine, IDLE, {(0, Part.CASTING): 4}, 3)
    assert told == ["0: Hindrance comes off with 0 over", "1: stands still: 2 actions lost"]
    assert not any(one.field == "forte" for one in fight.tests)


@pytest.mark.parametrize(("hard", "broken"), [(False, False), (True, True)])
def test_a_prayer_breaks_off_a_spell(hard: bool, broken: bool) -> None:
    """FAI-08: the spell is gone; whether it counts as interrupted is for the table."""
    prayer = Charm("Minor Miracle", DICE, 5, wields=Wields.PRAYER, works=Works.BREAK, hard=hard)
    sung = replace(Volley.of("maintain", Act.BLOCK), sings=True)
    theirs = Script((Volley.of("maintain", Act.BLOCK, Act.BLOCK), sung, Volley.of("maintain", Act.BLOCK)))
    fight, told = played(at(CASTER, Fighter("Aldous", charm=prayer)), CHANT, theirs, {(1, Part.CASTING): 5}, 3)
    assert "0: loses the spell that was being cast" in told
    assert any("is broken off" in one for one in told) == broken
    assert not fight.sides[0].state.task or fight.sides[0].state.task[1] == 1


@pytest.mark.parametrize(
    ("counter", "told"),
    [
        (7, "0: undoes it with the counter-spell"),
        (4, "0: takes 1 from it with the counter-spell"),
        (2, "1: is struck"),
    ],
)
def test_a_counter_spell_of_the_same_volley(counter: int, told: str) -> None:
    """SOR-46: five successes of Ob 3 against one of Ob 3."""
    mine = replace(BOLT, name="Gale", works=Works.COUNTER, power=None)
    ours, theirs = replace(CASTER, charm=mine), replace(GRIM, charm=BOLT)
    falls = {(0, Part.CASTING): counter, (1, Part.CASTING): 5, (0, Part.TAX): 3, (1, Part.TAX): 3}
    fight, came = played(at(ours, theirs), CHANT, CHANT, falls, 4)
    assert any(one.startswith(told) for one in came) or (counter == 2 and fight.sides[0].state.hits)
    hits = [str(hit) for hit in fight.sides[0].state.hits]
    assert hits == {7: [], 4: ["B6"], 2: ["B7"]}[counter]


def dice(fight: Fight, mine: Script, theirs: Script) -> tuple[int, int]:
    """The dice of both positioning tests of the first volley."""
    fight = fight.write(0, mine).write(1, theirs).announce().position(thrower({}))
    found = {cast.side: cast.pool.dice for cast, _ in fight.thrown}
    return found[0], found[1]


def test_a_spell_has_its_length_while_it_is_cast() -> None:
    """SOR-41, FGT-15: a dirk against a sword; Sight is longest, one die, but only in a volley of the spell."""
    without = replace(CASTER, charm=None)
    assert dice(at(without, GRIM), IDLE, IDLE) == dice(at(CASTER, GRIM), IDLE, IDLE) == (4, 5)
    assert dice(at(CASTER, GRIM), CHANT, IDLE) == (5, 4)
    assert dice(at(replace(CASTER, charm=replace(BOLT, wields=None)), GRIM), CHANT, IDLE) == (4, 5)


def test_two_sorcerers() -> None:
    """SOR-40, SOR-41, SOR-44: Sight cancels, the shorter spell has a die, the greater Presence one or two."""
    rival = Fighter("Reinout", charm=replace(BOLT, actions=5))
    assert dice(at(CASTER, rival), CHANT, CHANT) == (5, 4)
    assert shorter(BOLT, rival.charm) == 1
    mine = replace(CASTER, charm=replace(FEAR, actions=4))
    lesser = replace(rival, charm=replace(FEAR, actions=4, presence=4))
    assert dice(at(mine, lesser), CHANT, CHANT) == (5, 4)
    assert dice(at(mine, lesser, House(presence_twice=True)), CHANT, CHANT) == (6, 4)


def test_a_spell_is_cast_in_one_go() -> None:
    """FGT-07, SOR-11: its actions are in a row, and whoever casts only Maintains."""
    broken = Script.of("maintain", (Act.INCANT, Act.BLOCK), (Act.INCANT,), (Act.INCANT,))
    with pytest.raises(Refused):
        at(CASTER, GRIM).write(0, broken)
    moving = Script.of("close", (Act.INCANT, Act.INCANT), (Act.INCANT,), (Act.INCANT,))
    with pytest.raises(Refused, match="only Maintain"):
        at(CASTER, GRIM).write(0, moving)


def test_a_long_spell_goes_on_in_the_next_exchange() -> None:
    """SOR-11: five actions of Reflexes 4."""
    caster = replace(CASTER, charm=replace(BOLT, actions=5))
    falls: Any = {(0, Part.CASTING): 5, (0, Part.TAX): 3}
    fight, told = played(at(caster, GRIM), CHANT, IDLE, falls, 4)
    assert not told
    assert fight.phase is Phase.SCRIPT
    assert fight.exchange == 2
    fight, told = played(fight, CHANT, IDLE, falls, 1)
    assert told[0] == "0: Bolt comes off with 2 over"


@pytest.mark.parametrize(("per_wound", "dice", "needs"), [(0, 9, 3), (1, 7, 4), (2, 5, 4)])
def test_wounds_take_of_a_spell_and_nothing_of_a_prayer(per_wound: int, dice: int, needs: int) -> None:
    """SOR-02, HUB-09: two dice of wounds and a Superficial one; of one test, of either ability, or of Faith."""
    charm = replace(BOLT, per_wound=per_wound)
    assert charm.dice(2).dice == dice
    assert charm.needs(1) == needs
    assert charm.over(needs, 1) == 0
    assert charm.over(needs - 1, 1) is None
    assert charm.dice(20).dice == (9 if not per_wound else 0)


WARD = Charm("Counter", DICE, 3, actions=2, works=Works.COUNTER, tax=3, forte=B5)
SHARP = replace(BOLT, actions=1, tax=0)
SWIFT = replace(CASTER, charm=SHARP)
AT_ONCE = Script.of("maintain", (Act.INCANT, Act.ASSESS), (Act.ASSESS,), (Act.ASSESS,))
LATER = Script.of("maintain", (Act.INCANT, Act.INCANT), (Act.ASSESS,), (Act.ASSESS,))


@pytest.mark.parametrize(
    ("counter", "told_last"),
    [
        (3, ["0: lets it go", "0: Bolt comes off with 2 over", "1: is struck by Bolt: Mark at B7"]),
        (4, ["1: takes 1 from it with the counter-spell", "1: is struck by Bolt: Mark at B6"]),
        (6, ["1: undoes it with the counter-spell"]),
        (2, ["0: lets it go", "0: Bolt comes off with 2 over", "1: is struck by Bolt: Mark at B7"]),
    ],
)
def test_a_spell_waits_for_a_counter_spell_that_ends_later_in_its_volley(counter: int, told_last: list[str]) -> None:
    """SOR-46: it is enough that both end in the same volley."""
    falls = {(0, Part.CASTING): 5, (1, Part.CASTING): counter, (1, Part.TAX): 9}
    fight, told = played(at(SWIFT, replace(GRIM, charm=WARD)), AT_ONCE, LATER, falls, 1)
    assert told == ["0: Bolt comes off with 2 over, and a counter-spell is on its way"]
    assert fight.sides[0].state.pending == 2
    assert not fight.sides[1].state.hits
    fight, told = played(at(SWIFT, replace(GRIM, charm=WARD)), AT_ONCE, LATER, falls, 2)
    assert [line for line in told if line in told_last] == told_last
    assert fight.sides[0].state.pending is None
    assert bool(fight.sides[1].state.hits) is ("1: undoes it with the counter-spell" not in told_last)


def test_it_waits_no_longer_than_the_counter_spell_is_cast() -> None:
    """SOR-46, SOR-33: whoever gives it up, or loses it to a wound, counters nothing."""
    falls = {(0, Part.CASTING): 5}
    _, told = played(at(SWIFT, replace(GRIM, charm=WARD)), AT_ONCE, IDLE, falls, 1)
    assert told[0] == "0: Bolt comes off with 2 over"
    slow = replace(GRIM, charm=replace(WARD, actions=3))
    longer = Script.of("maintain", (Act.INCANT, Act.INCANT), (Act.INCANT,), (Act.ASSESS,))
    _, told = played(at(SWIFT, slow), AT_ONCE, longer, falls, 1)
    assert told[0] == "0: Bolt comes off with 2 over"
    waits = at(SWIFT, replace(GRIM, charm=WARD)).write(0, AT_ONCE).write(1, LATER).announce()
    waits = waits.position(thrower(falls)).act(thrower(falls))
    shaken = waits.hesitate(1, 1)
    after = shaken.act(thrower(falls))
    assert [str(hit) for hit in after.sides[1].state.hits] == ["B7"]
    assert after.sides[0].state.pending is None


def shielded(dice: int, **more: Any) -> Fight:
    fight = at(replace(CASTER, charm=replace(SHARP, shielded=True, **more)), GRIM)
    return fight.with_state(1, replace(fight.sides[1].state, shield=dice))


@pytest.mark.parametrize("rolled", range(3, 9))
@pytest.mark.parametrize("dice", range(7))
def test_a_shield_takes_successes_as_the_rule_has_it(rolled: int, dice: int) -> None:
    """SOR-48: success for die, against the calculator's own function."""
    met = counter_spells.shielded(rolled, 3, dice)
    fight, told = played(shielded(dice), AT_ONCE, IDLE, {(0, Part.CASTING): rolled, (1, Part.STEEL): 9}, 1)
    assert fight.sides[1].state.shield == met.shield
    assert any(line.startswith("1: is struck") for line in told) is (met.left is not None)
    assert ("1: the Eldritch Shield is blasted away" in told) is met.gone
    if met.left is not None:
        assert f"1: is struck by Bolt: Mark at {BOLT.damage(met.left).mark}" in told


def test_a_shield_spends_a_die_on_each_success_of_someone_who_is_hurt() -> None:
    """SOR-48: six successes against 3 and 1 for a wound are two over, and take six dice of eight."""
    fight = shielded(8)
    fight = fight.with_state(0, replace(fight.sides[0].state, levels=(Level.SUPERFICIAL,)))
    after, told = played(fight, AT_ONCE, IDLE, {(0, Part.CASTING): 6}, 1)
    assert "0: Bolt comes off with 2 over" in told
    assert after.sides[1].state.shield == 2


def test_a_table_may_have_a_shield_take_power() -> None:
    """SOR-48: Power 5 and two over are 7; a shield of 3 leaves 4, one of 7 leaves nothing."""
    for dice, left in ((3, "1: is struck by Bolt: Mark at B4"), (7, "1: nothing is left of Bolt")):
        fight, told = played(shielded(dice, yields=True), AT_ONCE, IDLE, {(0, Part.CASTING): 5}, 1)
        assert left in told
        assert fight.sides[1].state.shield == 0


def test_what_it_does_not_stop_passes_a_shield_by() -> None:
    fight, told = played(shielded(4, works=Works.STEEL), AT_ONCE, IDLE, {(0, Part.CASTING): 3}, 1)
    assert fight.sides[1].state.shield == 1
    bare = replace(CASTER, charm=SHARP)
    open_ = at(bare, GRIM)
    open_ = open_.with_state(1, replace(open_.sides[1].state, shield=4))
    fight, told = played(open_, AT_ONCE, IDLE, {(0, Part.CASTING): 5}, 1)
    assert fight.sides[1].state.shield == 4
    assert "1: is struck by Bolt: Mark at B7" in told


def test_a_shield_is_cast_and_breaks_a_casting_off_as_it_goes() -> None:
    """SOR-48, SOR-49: as many dice as are over, or what the table says."""
    shield = Charm("Shield", DICE, 2, actions=1, works=Works.SHIELD, forte=B5)
    for made, dice in ((shield, 3), (replace(shield, stands=5), 5)):
        fight, told = played(at(replace(CASTER, charm=made), GRIM), AT_ONCE, IDLE, {(0, Part.CASTING): 5}, 1)
        assert fight.sides[0].state.shield == dice
        assert f"0: an Eldritch Shield of {dice}D stands" in told
    slow = replace(GRIM, charm=replace(BOLT, sustains=2))
    fight = at(replace(CASTER, charm=replace(SHARP, shielded=True)), slow)
    fight = fight.with_state(1, replace(fight.sides[1].state, shield=5))
    fight, told = played(fight, AT_ONCE, CHANT, {(0, Part.CASTING): 5, (1, Part.TAX): 9}, 1)
    assert "1: has to test Will for each spell that is sustained" in told
    assert "1: Bolt is broken off" in told
    assert fight.sides[1].state.task is None

"""A fight of many, played at random: what holds at every step, whatever is pressed."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine import app, session
from engine.forms import CHOICE, Unusable
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.rules import encounter as rules
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.encounter import Attack, Encounter, Means, Phase
from engine.games.bastard_sword.rules.fighter import Fate, Fighter, OtherHand, Slot
from engine.games.bastard_sword.rules.hit_shop import Effect
from engine.games.bastard_sword.rules.injuries import Track
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.weapon_manoeuvres import Manoeuvre

STEPS, FIGHTS = 120, 25
FourD8, NoDice = Pool.parse("4d8"), Pool.parse("0d6")


def fighter(line: int, *, ours: bool, surprised: bool = False) -> Fighter:
    return Fighter(
        line,
        ours,
        FourD8,
        FourD8,
        Band.MEDIUM,
        None,
        Modifiers.parse("X/0/0"),
        Armour.parse("0/0/0"),
        NoDice,
        20,
        None,
        FourD8,
        FourD8,
        20,
        12,
        3,
        Track(),
        surprised,
    )


def fight(*numbers: int, surprised: int | None = None) -> Encounter:
    """A fight in its first round: ours first, then theirs, with these initiatives."""
    ones = [
        one
        for at in range(len(numbers))
        for one in rules.crowd(f"F{at}", 1, fighter(at, ours=at == 0, surprised=at == surprised))
    ]
    return Encounter(tuple(ones)).begin(list(numbers))


def played(seed: int) -> Iterator[Encounter]:
    """The states of a fight in which everything is pressed at random, with the choices that stand there at first."""
    chance = random.Random(seed)
    you = {"name": "Anna", "weapon": "5d8", "shooting": "3d6", "spirit": 28, "band": chance.choice(["close", "medium"])}
    you["other"] = {CHOICE: chance.choice(["no-other", "other-weapon"])}
    saddle = {CHOICE: "in-the-saddle", "ranks": chance.randint(0, 2), "riding": "5d8", "body": "3(1+1)"}
    you["mount"] = chance.choice([{CHOICE: "on-foot"}, saddle])
    lines = [
        {"name": "Bart", "ours": True, "band": chance.choice(["close", "medium", "long"])},
        {"name": "Brigand", "many": chance.randint(1, 5), "spirit": 12, "surprised": chance.random() < 0.3},
    ]
    if chance.random() < 0.5:
        lines[1] |= {"mount": saddle, "track": "4(1+1)", "armour": "0/0/0", "spirit": 24}
    tape = app.run("bs-encounter", {"you": you, "lines": lines}).tape
    assert tape is not None
    yield tape.states[-1].fight
    for _ in range(STEPS):
        turn = session.move_forms(tape.entry, tape.states[-1]).get("you")
        if turn is None:
            return
        name = chance.choice([name for name in (*turn.main, *turn.groups) if name != "end-fight"])
        move = {CHOICE: name, **{field.name: field.default for field in turn.groups[name].fields}}
        tape.play({"side": "you", "move": move, "seed": chance.randrange(10**6)}, len(tape.steps))
        yield tape.states[-1].fight


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_what_always_holds(seed: int) -> None:
    """Whatever stands on a button can be pressed as it stands, and no step breaks a rule."""
    rounds = 0
    for state in played(seed):
        assert state.round >= rounds
        rounds = state.round
        for one in state.ones:
            held = one.fighter
            assert 0 <= one.spirit <= held.most_spirit
            assert 0 <= one.used <= max(one.limit, 0)
            assert 0 <= one.steps <= max(held.speed, held.mount.speed if held.mount else 0) + one.ran
            assert one.saddle is None or (one.up and not one.prone and not one.saddle.gone)
            assert one.seat is None or one.seat.points >= 0
            assert all(0 <= boxes <= held.track.row for boxes in one.marks)
            assert one.fate is Fate.UP or one.due or one.count is None
            assert 0 <= one.bleeding <= 6
            assert one.up or (one.prone and not one.stance and one.waiting is None)
        assert all(low < high for low, high in state.near)
        assert (state.phase is Phase.OVER) == (state.over and state.phase is not Phase.BEGIN) or state.attack
        if state.phase is Phase.TURN:
            assert state.now is not None
            assert state.ones[state.now].up or state.ones[state.now].due


def test_the_countdown() -> None:
    state = fight(3, 1, 5)
    assert [state.ones[at].name for at in state.order] == ["F2", "F0", "F1"]
    assert state.done(Slot.SECOND).order == [0, 1, 2]
    assert state.done().done().done().phase is Phase.NEXT


def test_who_waits_acts_below_zero() -> None:
    state = fight(3, 1)
    waits = rules.replace(state.put(0, rules.replace(state.ones[0], slot=Slot.WAIT)), acting=None)
    assert [waits.ones[at].count for at in waits.order] == [1, -3]


def test_who_is_surprised_has_no_turn_in_the_first_round() -> None:
    state = fight(3, 5, surprised=1)
    assert state.order == [0]
    assert state.next_round().order == [1, 0]


def test_a_slower_number_counts_at_once() -> None:
    state = fight(3, 5)
    slower = state.put(0, rules.replace(state.ones[0], initiative=6))
    assert slower.order == [1, 0], "a turn that has begun goes on"
    last = fight(3, 5, 4).put(2, rules.replace(fight(3, 5, 4).ones[2], initiative=1))
    assert last.done().order == [0, 2]


def test_dice_of_a_round() -> None:
    one = fight(3, 1).ones[0].rolls(4, 3)
    assert (one.allowed(4), one.allowed(6), one.bought) == (1, 3, False)
    assert one.rolls(4, 1, cost=3).spirit == 17
    assert rules.replace(one, spirit=2).allowed(8) == 2


def test_more_dice_than_there_are() -> None:
    tape = app.run("bs-encounter", {}).tape
    assert tape is not None
    tape.play({"side": "you", "move": {CHOICE: "roll-initiative"}, "seed": 1}, 0)
    with pytest.raises(Unusable, match="left"):
        tape.play({"side": "you", "move": {CHOICE: "go", "steps": 40, "to": "nobody"}, "seed": 1}, 1)


def hit(state: Encounter, by: int, at: int, feat: Manoeuvre | None = None, *, margin: int = 3) -> Encounter:
    """One has hit another in melee, and bought a manoeuvre for two hits."""
    found = state.attacks(Attack(by, at)).met(None).rolled(margin, drains=False)
    return found.spent({}, feats=[feat] if feat else [], price=2).turned() if margin else found


def near() -> Encounter:
    """One of us beside two of them, who act after us."""
    return fight(3, 2, 1).stand(0, 1, Band.MEDIUM).stand(0, 2, Band.MEDIUM)


def test_who_is_entangled_stays_where_they_are_until_the_next_turn_of_the_one_who_did_it() -> None:
    """And that weapon is for no other foe meanwhile. Source: BSR-88."""
    state = hit(near(), 0, 1, Manoeuvre.ENTANGLE)
    assert (state.ones[1].rooted, state.ones[1].left, state.ones[2].left) == (True, 0, 12)
    assert [state.malus(1), state.malus(1, reaction=True), state.malus(1, free=True), state.malus(2)] == [2, 2, 0, 0]
    assert (state.targets(0), state.targets(1)) == ([1], [0])
    later = state.done().done().done()
    assert (later.phase, later.ones[1].rooted) == (Phase.NEXT, True)
    again = later.next_round()
    assert (again.now, again.ones[1].rooted, again.targets(0)) == (0, False, [1, 2])


def test_a_net_lies_no_longer_on_anyone_when_its_owner_is_down() -> None:
    state = hit(near(), 0, 1, Manoeuvre.ENTANGLE)
    assert not state.put(0, state.ones[0].falls(down=True)).ones[1].rooted


def test_a_hook_weighs_on_the_weapon_alone_and_is_over_once_either_is_used_well() -> None:
    """By the hooking one at all, by the hooked one with a hit, or when they part. Source: BSR-90."""
    state = hit(near(), 0, 1, Manoeuvre.HOOK)
    assert [state.malus(1), state.malus(1, weapon=True), state.malus(0, weapon=True)] == [0, 2, 0]
    assert state.hampered(1, 0, melee=True) == state.hampered(2, 0, melee=True) + 2
    assert not [tag for tag in state.ones[1].tags if tag.shakes_off]
    missed = hit(state, 1, 0, margin=0)
    assert missed.malus(1, weapon=True) == 2
    for over in (hit(state, 1, 0), hit(state, 0, 2, margin=0), hit(state, 0, 1), state.stand(0, 1, None)):
        assert over.malus(1, weapon=True) == 0


def test_half_swording_lasts_until_the_blade_is_let_go() -> None:
    """The point works one band closer; a disarm ends it. Source: BSR-89."""
    close = hit(near(), 0, 1, Manoeuvre.HALF_SWORD).stand(0, 1, Band.CLOSE)
    assert close.ones[0].bands == {Band.CLOSE, Band.MEDIUM}
    assert close.hampered(0, 1, melee=True) == 0 < near().stand(0, 1, Band.CLOSE).hampered(0, 1, melee=True)
    won = close.attacks(Attack(0, 1)).met(None).rolled(2)
    assert (won.damaging(), won.by_the_point) == (True, True)
    assert not won.stand(0, 1, Band.MEDIUM).by_the_point
    theirs = close.attacks(Attack(1, 0)).met(None).rolled(3).spent({Effect.DISARM: 1})
    assert (theirs.ones[0].armed, theirs.ones[0].half_swords) == (False, False)


def test_a_blow_with_the_other_weapon_follows_and_leaves_the_hands_as_they_were() -> None:
    """Whoever has won the exchange strikes at once; the dead, and a fight that is over, are struck no more. BSR-83."""
    dagger = OtherHand(Pool.parse("2d4"), Band.CLOSE, None, Modifiers.parse("X/0/X"))
    state = near()
    both = state.put(0, replace(state.ones[0], fighter=replace(state.ones[0].fighter, other=dagger)))
    blow = Attack(0, 1, means=Means.SECOND, most=2)
    won = replace(both.attacks(Attack(1, 0)).met(None).rolled(-3), second=blow)
    struck = won.turned()
    assert (struck.phase, struck.attack, struck.ones[0].fighter.weapon) == (Phase.MEET, blow, dagger.weapon)
    missed = struck.met(None).rolled(0)
    assert (missed.attack, missed.second, missed.ones[0].fighter) == (None, None, both.ones[0].fighter)
    marked = struck.met(None).rolled(2).turned()
    assert marked.ones[0].fighter == both.ones[0].fighter
    dead = won.put(1, replace(won.ones[1], dead=True)).turned()
    assert (dead.attack, dead.ones[0].fighter) == (None, both.ones[0].fighter)
    over = won.put(1, won.ones[1].falls(down=True)).put(2, won.ones[2].falls(down=True)).turned()
    assert (over.phase, over.ones[0].fighter) == (Phase.OVER, both.ones[0].fighter)

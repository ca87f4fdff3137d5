"""One blow from start to end: the exact odds against every roll written out, and against the same blow played."""

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from statistics import NormalDist
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import app, session
from engine.answer import plain
from engine.forms import Unusable
from engine.games.burning_wheel import GAME
from engine.games.burning_wheel.dice import Chain, Pool, Shade, read, roll
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.rules import bombs, missiles
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Piece, Quality, Suit
from engine.games.burning_wheel.rules.blow import WOUNDS, Blast, End, Ended, Flight, Foe, Guard, Nerve, Strike, odds
from engine.games.burning_wheel.rules.blow_course import Course, Played, Step, begin
from engine.games.burning_wheel.rules.bombs import Near, Victim
from engine.games.burning_wheel.rules.damage import Stage, ims
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.missiles import HEADS, MISSILES, Band
from engine.games.burning_wheel.rules.shields import Carried
from engine.games.burning_wheel.rules.striking import Aim, Strips
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import PRESETS, Level
from engine.games.burning_wheel.sheet.effects import BatterShield
from engine.games.burning_wheel.views.blocks import ChanceTrack
from engine.games.burning_wheel.views.track import track as draw_track
from engine.refused import Refused
from engine.rulings import Rulings
from engine.views.place import Place
from engine.wording import percent
from tests.strategies import fewer

B4 = PRESETS["B4"]
BLACK, GRAY, WHITE = Shade
LEATHER, PLATED, CHAIN, MAIL, PLATE = ArmorType
TO_LEGS = Aim(Target.TORSO, Target.LEGS)
TO_HEAD = Aim(Target.LEGS, Target.HEAD)


def played(course: Course, faces: Sequence[int]) -> Course:
    """A blow played to its end with these faces, as many as it asks for."""
    left = list(faces)

    def throw(pool: Pool) -> object:
        fell, left[: pool.dice] = left[: pool.dice], []
        return read(pool, fell)

    while course.step is not Step.DONE:
        course = course.aim() if course.step is Step.AIM else course.roll(throw)  # type: ignore[arg-type]
    assert not left
    return course


def step_by_step(course: Course) -> dict[Course, Fraction]:
    """The courses that every fall of the next roll leads to; rolls that lead to the same are put together."""
    pool, found = course.pool, dict[Course, Fraction]()
    # A shield's dice lie at their own places in a defense; in all other rolls the order says nothing.
    ordered = course.step is Step.DEFENSE and course.attack.guard is not None
    every = itertools.product(range(1, 7), repeat=pool.dice)
    fell = Counter(faces if ordered else tuple(sorted(faces)) for faces in every)
    for faces, ways in fell.items():
        after = course.roll(lambda _, faces=faces: read(pool, faces))  # type: ignore[misc]
        after = after.aim() if after.step is Step.AIM else after
        kept = after if after.step in (Step.AGAIN, Step.MISFIRE, Step.SHIELD) else replace(after, log=())
        found[kept] = found.get(kept, Fraction(0)) + Fraction(ways, 6**pool.dice)
    return found


def twin(attack: Played, foe: Foe) -> tuple[dict[Ended, Fraction], dict[int, Fraction]]:
    """The same odds by every roll written out: how the blow ends, and what the shield loses."""
    open_ones, found, lost = {begin(attack, foe): Fraction(1)}, dict[Ended, Fraction](), dict[int, Fraction]()
    while open_ones:
        course, chance = open_ones.popitem()
        for after, share in step_by_step(course).items():
            if after.step is Step.DONE:
                assert after.ended is not None
                found[after.ended] = found.get(after.ended, Fraction(0)) + chance * share
                lost[after.worn_off] = lost.get(after.worn_off, Fraction(0)) + chance * share
            else:
                open_ones[after] = open_ones.get(after, Fraction(0)) + chance * share
    return found, lost


def strike(pool: str = "B3", obstacle: int = 1, weapon: str = "mace", aim: Aim = Aim(), **further: object) -> Strike:
    return replace(Strike.of(WEAPONS[weapon], 4, Pool.parse(pool), obstacle, aim), **further)  # type: ignore[arg-type]


def flight(pool: str = "B3", obstacle: int = 1, weapon: str = "hunting-bow", **further: object) -> Flight:
    shot = missiles.shot(MISSILES[weapon], Band.CLOSE)
    return replace(Flight(Pool.parse(pool), obstacle, shot), **further)  # type: ignore[arg-type]


def guard(dice: int, quality: Quality = Quality.RUN, **further: bool) -> Guard:
    return Guard(Carried("Shield", dice), quality, **further)


LEGS_APART = Suit((Piece(Location.LEFT_LEG, PLATED), Piece(Location.TORSO, LEATHER)))
BLOWS: dict[str, tuple[Played, Foe]] = {
    "bare": (strike(), Foe(B4)),
    "leather": (strike(), Foe(B4, Suit.whole(LEATHER))),
    "plated": (strike("G2"), Foe(B4, Suit.whole(PLATED))),
    "poor": (strike("W2"), Foe(B4, Suit.whole(PLATED, Quality.POOR))),
    "superior": (strike("B2"), Foe(B4, Suit.whole(PLATED, Quality.SUPERIOR))),
    "superior that counts": (strike("B2"), Foe(B4, Suit.whole(PLATED, Quality.SUPERIOR), counts=True)),
    "gray blow on black armor": (strike("B2", shade=GRAY), Foe(B4, Suit.whole(LEATHER))),
    "no gate": (strike("B2", shade=GRAY), Foe(B4, Suit.whole(LEATHER), gate=False)),
    "gray armor does not wear": (strike("B2"), Foe(B4, Suit.whole(LEATHER, Quality.RUN, GRAY))),
    "worn out": (strike("B2"), Foe(B4, Suit((Piece(lost=5),)))),
    "aimed": (strike("B4", aim=TO_LEGS), Foe(B4, LEGS_APART)),
    "aimed, by die": (strike("B3", aim=TO_LEGS), Foe(B4, LEGS_APART, by_die=True)),
    "aimed far, defended": (strike("B4", aim=TO_HEAD, defense=Pool.parse("B2")), Foe(B4, Suit.whole(LEATHER))),
    "damage first": (
        strike("B4", aim=replace(TO_HEAD, strips=Strips.DAMAGE), defense=Pool.parse("B3"), add=1),
        Foe(B4, LEGS_APART),
    ),
    "late": (strike("B4", aim=replace(TO_HEAD, late=True), defense=Pool.parse("G2")), Foe(B4, LEGS_APART)),
    "penalty": (strike("B4", aim=TO_LEGS, defense=Pool.parse("B3"), penalty=1), Foe(B4, LEGS_APART)),
    "no aim, defended": (strike("B4", 2, defense=Pool.parse("B2")), Foe(B4, Suit.whole(LEATHER))),
    "bow": (flight(), Foe(B4, Suit.whole(LEATHER))),
    "bow at the head": (flight("B4", wanted=Target.HEAD, cost=2), Foe(B4, Suit.whole(LEATHER))),
    "bow and shield": (flight("B3", cover=3), Foe(B4, LEGS_APART)),
    "shield against VA 2": (strike("B2", 2, defense=Pool.parse("B2"), guard=guard(3)), Foe(B4)),
    "poor shield": (strike("B2", weapon="sword", defense=Pool.parse("B3"), guard=guard(3, Quality.POOR)), Foe(B4)),
    "superior shield, gray skill": (
        strike("B2", weapon="sword", defense=Pool.parse("G1+B2"), guard=guard(2, Quality.SUPERIOR)),
        Foe(B4, Suit.whole(LEATHER)),
    ),
    "shield, aimed late": (
        strike("B3", aim=replace(TO_HEAD, late=True), weapon="sword", defense=Pool.parse("B3"), guard=guard(2)),
        Foe(B4, LEGS_APART),
    ),
    "bow and poor shield": (flight("B2", cover=4, guard=guard(4, Quality.POOR)), Foe(B4)),
    "bow and superior shield": (flight("B2", cover=3, guard=guard(3, Quality.SUPERIOR)), Foe(B4)),
    "bow and shield that cover does not wear": (flight("B2", cover=3, guard=guard(3, wears=False)), Foe(B4)),
    "gun and great shield": (flight("B1", 1, "pistol", powder=True, cover=5, guard=guard(5)), Foe(B4)),
    "gun": (flight("B2", 2, "pistol", powder=True), Foe(B4, Suit.whole(PLATED))),
    "gun, shield, legs": (
        flight("B3", 1, "arquebus", powder=True, cover=2, wanted=Target.LEGS, cost=1),
        Foe(B4, LEGS_APART, by_die=True),
    ),
}


@pytest.mark.parametrize("name", BLOWS)
def test_wpn_42_odds_are_those_of_every_roll_played(name: str) -> None:
    attack, foe = BLOWS[name]
    found = odds(attack, foe)
    assert (dict(found.ended), dict(found.shield)) == twin(attack, foe)
    assert sum(found.ended.values()) == sum(found.shield.values()) == 1


def by_hand(successes: int, defense: int, stops: Fraction) -> dict[End, Fraction]:
    """A sword (B4 / B7 / B10, Add 2, no VA) at Ob 1 and unaimed, against tolerances B4, read off the book's tables."""
    left = successes - defense - 1
    if left < 0:
        return {End.MISS: Fraction(1)}
    hit = 4 if left < 2 else 7 if left < 4 else 10
    level = max((level for level, place in B4.places.items() if place.place <= hit), key=list(Level).index)
    return {End.STOPPED: stops, End.of(level.value): 1 - stops}


def test_arm_28_a_shield_wears_by_its_own_dice_alone_by_hand() -> None:
    """Two dice of three in a Block are the shield's: a poor one loses each that shows a 1, if the blow hits at all."""
    sword = strike("B2", weapon="sword", defense=Pool.parse("B3"), guard=guard(2, Quality.POOR))
    lost = odds(sword, Foe(B4)).shield
    hits = Fraction(3, 4)
    assert lost == {0: 1 - hits * Fraction(11, 36), 1: hits * Fraction(10, 36), 2: hits * Fraction(1, 36)}


def test_arm_28_a_worn_shield_rolls_fewer_dice_at_the_next_blow() -> None:
    blocked = strike("B2", weapon="sword", defense=Pool.parse("G1+B4"), guard=guard(3))
    assert list(blocked.guarding) == [2, 3, 4]
    assert (str(blocked.worn(1).defense), list(blocked.worn(1).guarding)) == ("G1+B3", [2, 3])
    assert (str(blocked.worn(3).defense), blocked.worn(3).guard) == ("G1+B1", None)
    # VA 2 leaves one die of three, and of two as well.
    mace = strike("B2", defense=Pool.parse("B2"), guard=guard(3))
    assert (str(mace.worn(1).defense), str(mace.worn(2).defense), str(mace.worn(3).defense)) == ("B2", "B2", "B1")
    # Only a true shield Blocks a Great Strike; the skill alone does not.
    great = strike("B2", defense=Pool.parse("B2"), guard=guard(1, needed=True)).worn(1)
    assert (great.defense, great.guard) == (None, None)


def test_arm_31_a_worn_shield_may_let_the_next_shot_through() -> None:
    # The hunting bow has VA 1 in a fight: three dice stop it, and two; one does not, unless the whole shield counts.
    bow = flight("B3", cover=3, guard=guard(3))
    assert [(bow.worn(lost).cover, bow.worn(lost).guard is None) for lost in (1, 2, 3)] == [
        (2, False),
        (0, True),
        (0, True),
    ]
    whole = flight("B3", cover=3, guard=guard(3, whole=True))
    assert [whole.worn(lost).cover for lost in (1, 2, 3)] == [2, 1, 0]
    assert flight("B3", cover=3).worn(1).cover == 3


def test_wpn_42_a_sword_against_chainmail_by_hand() -> None:
    counted = dict.fromkeys(End, Fraction(0))
    # Five dice of chainmail on the chest against Ob 1: they fail where none succeeds.
    stops = 1 - Fraction(1, 2**5)
    for successes in range(5):
        for defense in range(4):
            chance = Fraction(math.comb(4, successes), 2**4) * Fraction(math.comb(3, defense), 2**3)
            for end, share in by_hand(successes, defense, stops).items():
                counted[end] += chance * share
    sword = strike("B4", weapon="sword", defense=Pool.parse("B3"))
    assert dict(odds(sword, Foe(B4, Suit.whole(CHAIN))).ends) == counted


@pytest.mark.parametrize("near", Near)
def test_wpn_42_a_bomb_tests_armor_as_any_blow(near: Near) -> None:
    victim = Victim(near, Fraction(1, 2), bonus=1)
    found = odds(Blast(victim), Foe(B4)).stages
    assert found == dict(victim.chances)
    held = odds(Blast(victim), Foe(B4, Suit.whole(PLATE))).ends[End.STOPPED]
    dice = 7
    # Full plate on the chest, against Ob 1 and the bomb's VA.
    needed = 1 + (near.amount or 0)
    stops = Fraction(sum(math.comb(dice, n) for n in range(needed, dice + 1)), 2**dice)
    assert held == Fraction(1, 2) * stops
    assert bombs.shot(near).va == near.amount


def test_wpn_42_open_ended_dice_are_not_cut_short() -> None:
    attack = strike("B3*", aim=TO_HEAD, defense=Pool.parse("B2*"))
    found = odds(attack, Foe(B4, Suit.whole(LEATHER)))
    assert sum(found.ended.values()) == 1
    # The chance to hit is that of a contest: one success more than the defense, or as many and one for the obstacle.
    rolled = Counter(
        (roll(attack.pool, seed).count.successes - roll(Pool.parse("B2*"), seed + 10**6).count.successes >= 1)
        for seed in range(20_000)
    )
    assert float(found.hit) == pytest.approx(rolled[True] / 20_000, abs=0.012)


ARMORED = (Suit(), *(Suit.whole(type) for type in ArmorType))
pools = st.builds(Pool.of, st.integers(1, 8), st.sampled_from(Shade), st.booleans())
aims = st.builds(
    Aim,
    st.sampled_from(Target),
    st.sampled_from(Target),
    st.just(1),
    st.sampled_from(Strips),
    st.booleans(),
)
strikes = st.builds(
    Strike,
    pools,
    st.integers(1, 4),
    st.integers(1, 12).map(ims),
    st.integers(1, 3),
    st.integers(0, 3),
    aims,
    st.none() | pools,
    st.integers(0, 2),
    st.sampled_from(Shade),
    st.sampled_from(Chain),
)
shots_at = st.builds(
    lambda pool, obstacle, key, wanted, cover, powder: Flight(
        pool,
        obstacle,
        missiles.shot(MISSILES[key], Band.OPTIMAL),
        Target.TORSO,
        wanted,
        {Target.TORSO: 0, Target.HEAD: 2}.get(wanted, 1),
        cover,
        powder,
    ),
    pools,
    st.integers(1, 4),
    st.sampled_from(sorted(MISSILES)),
    st.sampled_from(Target),
    st.integers(0, 5),
    st.booleans(),
)


@fewer(2)
@given(strikes | shots_at, st.sampled_from(ARMORED), st.sampled_from(list(PRESETS.values())), st.booleans())
def test_wpn_42_odds_sum_to_one(attack: Played, suit: Suit, tolerances: object, by_die: bool) -> None:
    found = odds(attack, Foe(tolerances, suit, by_die=by_die))  # type: ignore[arg-type]
    assert sum(found.ended.values()) == 1
    assert sum(found.lost.values()) == 1
    assert all(0 <= chance <= 1 for chance in found.ended.values())


@fewer(2)
@given(strikes | shots_at, st.integers(0, 4))
def test_wpn_42_heavier_armor_is_never_worse(attack: Played, lighter: int) -> None:
    less, more = (odds(attack, Foe(B4, suit)) for suit in ARMORED[lighter : lighter + 2])
    assert all(more.at_least(level) <= less.at_least(level) for level in Level)
    assert more.hit == less.hit


@fewer(2)
@given(strikes, st.integers(0, 3))
def test_wpn_42_more_va_or_a_lower_obstacle_never_spares(attack: Strike, armor: int) -> None:
    foe = Foe(B4, ARMORED[armor])
    plain = odds(replace(attack, aim=Aim()), foe)
    for better in (replace(attack, aim=Aim(), va=attack.va + 1), replace(attack, aim=Aim(), obstacle=1)):
        found = odds(better, foe)
        assert all(found.at_least(level) >= plain.at_least(level) for level in list(Level)[1:])


SEEN = {
    name: BLOWS[name]
    for name in ("superior", "aimed far, defended", "gun, shield, legs", "superior shield, gray skill")
} | {
    "8D against 6D": (strike("B8", 2, defense=Pool.parse("B5")), Foe(B4, Suit.whole(MAIL))),
}


USUAL = 100
"""Examples of a property in the gate; the fuzz has more, and there a million blows are played in all."""


def within(seen: int, runs: int, chance: Fraction, outcomes: int) -> bool:
    """Whether so many of the runs lie in the 99.9 % interval, shared out over the outcomes of a blow."""
    wide = NormalDist().inv_cdf(1 - 0.001 / outcomes / 2)
    return abs(seen - runs * chance) <= wide * math.sqrt(runs * chance * (1 - chance)) + 1


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", SEEN)
def test_wpn_42_seeded_runs_lie_within_the_interval(name: str) -> None:
    attack, foe = SEEN[name]
    runs = 10**6 // len(SEEN) if settings().max_examples > USUAL else 6_000
    exact = odds(attack, foe)
    found = exact.ended
    random = Random(13)
    seen: Counter[Ended | None] = Counter()
    lost: Counter[int] = Counter()
    for _ in range(runs):
        course = begin(attack, foe)
        while course.step is not Step.DONE:
            course = course.aim() if course.step is Step.AIM else course.roll(lambda pool: roll(pool, random))
        seen[course.ended] += 1
        lost[course.worn_off] += 1
    assert set(seen) <= set(found)
    assert set(lost) <= set(exact.shield)
    assert all(within(lost[dice], runs, chance, len(exact.shield)) for dice, chance in exact.shield.items())
    assert all(within(seen[ended], runs, chance, len(found)) for ended, chance in found.items())


SESSIONS: dict[str, dict[str, Any]] = {
    "aimed past a defense, superior mail": {
        "skill": "B5",
        "how": {"is": "swung", "weapon": "mace", "wanted": "head", "offered": "legs", "defense": "B3"},
        "armor": "Head: chainmail, superior\nLeft leg: leather",
    },
    "a pistol against a shield": {
        "how": {"is": "shot", "missile": "pistol", "band": "close", "shield": 5},
        "armor": "Torso: plated mail",
    },
    "a shield that wears as it Blocks": {
        "skill": "B5",
        "how": {"is": "swung", "weapon": "sword", "defense": "B3", "on_arm": "heater", "on_arm_made": "superior"},
        "armor": "Torso: leather",
    },
    "a knife at limbs covered differently": {
        "how": {"is": "hurled", "part": "arms", "far": "close"},
        "armor": "Left arm: chainmail, poor",
    },
    "a bomb": {"how": {"is": "blown", "near": "lunging", "clear": "B4"}, "armor": "Torso: plated leather"},
}


def driven(entry: session.Session, state: Any, random: Random) -> Any:
    """A session driven to its end as a page drives it: the move on offer, as its form has it, with seeded dice."""
    while state.course.step is not Step.DONE:
        ((side, turn),) = session.move_forms(entry, state).items()
        (name,) = turn.groups
        move = turn.read({field.name: field.default for field in turn.groups[name].fields} | {"is": name}, "move")
        state = entry.step(state, side, move, session.Dice(seed=random.getrandbits(32)))
    return state


def begun(name: str) -> tuple[session.Session, Any]:
    """The session, and its first state with such a setup."""
    entry = app.entry("play-a-blow")
    done = app.run("play-a-blow", SESSIONS[name])
    assert isinstance(entry, session.Session)
    assert done.tape is not None
    return entry, done.tape.states[0]


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", SESSIONS)
def test_wpn_42_sessions_lie_within_the_interval_of_the_odds(name: str) -> None:
    """The session around the course: what is offered, where aim goes by itself, and who rolls, against `one-blow`."""
    runs = 10**6 // len(SESSIONS) if settings().max_examples > USUAL else 1_500
    entry, first = begun(name)
    values = app.run("one-blow", SESSIONS[name]).answer.values
    found = {end.value: Fraction(values[end.value]) for end in End}
    random = Random(29)
    courses = [driven(entry, first, random).course for _ in range(runs)]
    seen = Counter(course.ended.end.value for course in courses)
    lost = {one["dice"]: Fraction(one["chance"]) for one in values["shield_lost"]}
    worn = Counter(course.worn_off for course in courses)
    assert set(worn) <= set(lost)
    assert all(within(worn[dice], runs, chance, len(lost)) for dice, chance in lost.items())
    assert set(seen) <= {end for end, chance in found.items() if chance}
    assert all(within(seen[end], runs, chance, len(found)) for end, chance in found.items())


@pytest.mark.parametrize("name", SESSIONS)
def test_wpn_42_a_page_plays_a_blow_as_it_is_driven_here(name: str) -> None:
    entry, first = begun(name)
    for number in range(12):
        random, state = Random(number), first
        while state.course.step is not Step.DONE:
            ((side, turn),) = session.move_forms(entry, state).items()
            (branch,) = turn.groups
            step = {"side": side, "move": {"is": branch}, "seed": random.getrandbits(32)}
            step["move"] |= {field.name: field.default for field in turn.groups[branch].fields}
            played_on = session.play(entry, state, step)
            assert not isinstance(played_on, session.Waiting)
            state = played_on[0]
        assert state.course == driven(entry, first, Random(number)).course


@pytest.mark.parametrize("near", [*Near])
@pytest.mark.parametrize(("speed", "bonus", "tie"), [("B2", 0, "escapes"), ("B4", 3, "caught"), ("G3", 1, "caught")])
def test_wpn_30_a_bomb_is_one_blow_and_a_blast_alike(near: Near, speed: str, bonus: int, tie: str) -> None:
    chosen = {"burning-wheel.bomb.tie": tie}
    how = {"is": "blown", "near": near.value, "clear": speed, "thrown_well": bonus}
    blow = app.run("one-blow", {"how": how, "armor": ""}, chosen).answer.values
    blast = app.run("bomb-blast", {"near": near.value, "speed": speed, "bonus": bonus}, chosen).answer.values
    assert blow["stages"] == {stage.value: blast[f"chance_{stage.value}"] for stage in Stage}
    assert blow["va"] == near.amount


def test_wpn_30_a_bomb_played_asks_explosion_speed_die_and_armor() -> None:
    bomb = {"is": "blown", "clear": "B3"}
    caught = [roll_of("they", 6, 4, 1, 1, 1, 1, 5), roll_of("you", 6, 1, 1), roll_of("they", 5), roll_of("you", 1, 2)]
    done = session_of(caught, how=bomb, armor="Torso: leather").answer.values
    assert (done["step"], done["end"], done["hit"], done["lost"]) == ("steel", "traumatic", "B9", 1)
    away = session_of([roll_of("they", 4, 1, 1, 1, 1, 1), roll_of("you", 4, 1, 1)], how=bomb).answer
    assert (away.values["end"], away.effects, away.verdict and away.verdict.figure) == ("miss", (), "You get away")
    chosen = {"burning-wheel.bomb.tie": "caught"}
    tied = app.run("play-a-blow", {"how": bomb}, chosen)
    for step in (roll_of("they", 4, 1, 1, 1, 1, 1), roll_of("you", 4, 1, 1)):
        assert tied.log is not None
        tied = app.step("play-a-blow", tied.log, step, chosen=chosen)
    assert tied.answer.values["step"] == "fate"


def test_wpn_42_a_course_asks_in_the_order_of_the_rules() -> None:
    gun, shield = flight("B4", 2, "arquebus", powder=True, cover=3), Suit.whole(PLATED, Quality.SUPERIOR)
    foe = Foe(B4, shield, nerve=Nerve(Ability.parse("B5"), 6))
    # Gunpowder 1, then 5: a jam.
    jam = played(begin(gun, foe), [1, 5])
    assert [fell.step for fell in jam.log] == [Step.POWDER, Step.MISFIRE]
    assert jam.ended is not None
    assert jam.ended.end is End.MISS
    # It fires; two successes of cover add 1; four against Ob 3 add 1 to the die, and 4 + 1 is a Mark, B8: Severe.
    shot = played(begin(gun, foe), [3, 4, 5, 1, 6, 6, 6, 6, 4, 1, 1, 2, 4, 1, 4, 1])
    assert [fell.step for fell in shot.log] == [
        Step.POWDER,
        Step.COVER,
        Step.HIT,
        Step.FATE,
        Step.ARMOR,
        Step.AGAIN,
        Step.STEEL,
    ]
    assert (shot.raised, shot.to_hit, shot.over) == (1, 3, 1)
    assert shot.ended == Ended(End.SEVERE, Stage.MARK, Location.TORSO, Coordinate(8), 1)
    # Three dice of five are gone; one success against a hesitation of 6 leaves five heartbeats.
    assert (shot.log[-1].rolled.pool.dice, shot.heartbeats) == (2, 5)


def test_wpn_42_an_aim_takes_no_more_than_there_is() -> None:
    attack = strike("B3")
    rolled = begin(attack, Foe(B4)).roll(lambda pool: read(pool, [6, 6, 1]))
    assert (rolled.step, rolled.over) == (Step.AIM, 1)
    with pytest.raises(Refused, match=r"That takes 2 over the obstacle; there is 1.success"):
        rolled.aim(replace(attack, aim=TO_HEAD))
    assert rolled.aim(replace(attack, aim=TO_LEGS)).location is Location.RIGHT_LEG
    with pytest.raises(Refused, match="A blow is aimed once it was rolled"):
        begin(attack, Foe(B4)).aim()
    with pytest.raises(Refused, match="No dice fall now"):
        played(begin(attack, Foe(B4)), [1, 1, 1]).pool  # noqa: B018


def test_wpn_42_a_head_changes_what_a_shot_does() -> None:
    bodkin = Flight(Pool.parse("B4"), 1, missiles.shot(MISSILES["hunting-bow"], Band.CLOSE, HEADS["bodkin"]))
    plain, pointed = odds(flight("B4"), Foe(B4, Suit.whole(CHAIN))), odds(bodkin, Foe(B4, Suit.whole(CHAIN)))
    assert pointed.ends[End.STOPPED] < plain.ends[End.STOPPED]
    assert [end.level for end in WOUNDS] == list(Level)[1:]


def test_wpn_42_odds_of_eight_dice_against_six_take_less_than_a_tenth_of_a_second() -> None:
    attack, foe = SEEN["8D against 6D"]
    fresh = replace(attack, aim=TO_HEAD, defense=Pool.parse("B8"))
    begun = perf_counter()
    odds(fresh, foe)
    assert perf_counter() - begun < 0.1


def session_of(steps: Sequence[dict[str, object]], **inputs: object) -> app.Run:
    done = app.run("play-a-blow", inputs)
    for step in steps:
        assert done.log is not None
        done = app.step("play-a-blow", done.log, step)
    return done


def roll_of(side: str, *faces: int) -> dict[str, object]:
    return {"side": side, "move": {"is": "roll-next"}, "faces": list(faces)}


SWORD = {"is": "swung", "weapon": "sword", "power": 4}


def test_wpn_42_a_blow_played_writes_wound_and_wear() -> None:
    steps = [roll_of("they", 6, 1, 1, 1), roll_of("you", 1, 1)]
    done = session_of(steps, how={**SWORD, "weapon": "mace"}, armor="Torso: leather")
    assert [dict(effect) for effect in plain(done.answer.effects)] == [
        {"block": "addrow", "rows": "wounds", "row": {"hit": "B3"}, "whom": ""},
        {"block": "batterarmor", "location": "torso", "dice": 1},
    ]
    assert not session_of(steps[:1], how={**SWORD, "weapon": "mace"}, armor="Torso: leather").answer.effects
    missed = session_of([roll_of("they", 1, 1, 1, 1)], how=SWORD)
    assert (missed.answer.values["end"], missed.answer.effects) == ("miss", ())


SHIELDED = {**SWORD, "defense": "B2", "on_arm": "target", "on_arm_made": "poor"}


def test_arm_28_a_blow_played_writes_what_the_shield_lost() -> None:
    """The last three dice of the Block are the shield's; the 1 before them is the skill's and wears nothing."""
    steps = [roll_of("they", 6, 6, 1, 1), {"side": "they", "move": {"is": "aim-at"}}, roll_of("you", 1, 5, 4, 1, 1)]
    done = session_of(steps, how=SHIELDED, armor="")
    assert (done.answer.values["end"], done.answer.values["shield_lost"]) == ("miss", 2)
    (effect,) = done.answer.effects
    assert effect == BatterShield(2)
    sheet = GAME.sheet
    before = sheet.canonical({"name": "Lieve", "shield": "target", "shield_lost": 0})
    after, said = effect.apply(sheet, before, "", Rulings(NAME))
    assert (str(after["shield_lost"]), said) == ("2", "Lieve: Target shield has 1D now.")
    gone, said = effect.apply(sheet, after, "", Rulings(NAME))
    assert (str(gone["shield_lost"]), said) == ("3", "Lieve: Target shield is destroyed.")
    with pytest.raises(Unusable, match="Lieve has no shield"):
        effect.apply(sheet, sheet.canonical({"name": "Lieve"}), "", Rulings(NAME))
    # The next blow meets one die of shield beside the skill's two.
    again = session_of([*steps, {"side": "they", "move": {"is": "again"}}, roll_of("they", 6, 1, 1, 1)], how=SHIELDED)
    assert again.log is not None
    blocked = app.step("play-a-blow", again.log, roll_of("you", 1, 1, 6))
    assert (blocked.answer.values["end"], blocked.answer.values["shield_lost"]) == ("miss", 0)


def test_wpn_42_a_blow_played_rests_on_the_rulings_that_may_decide_it() -> None:
    def rests(**inputs: object) -> set[str]:
        return {name.removeprefix("burning-wheel.") for name in session_of((), **inputs).rulings}

    sword, bow = rests(how=SWORD), rests(how={"is": "shot"})
    assert "striking.aim-when" in sword - bow
    assert "missile.aim-elsewhere" in bow - sword
    covered = rests(how={"is": "shot", "band": "close", "shield": 3})
    assert {"shields.cover-wears", "shields.missile-dice"} <= covered - bow
    assert "blow.limb" in rests(how=SWORD, armor="Left leg: chainmail") - sword
    assert "armor.superior-reroll" in rests(how=SWORD, armor="Head: chainmail, superior") - sword


def test_wpn_42_bars_stand_over_the_places_of_their_wound() -> None:
    answer = app.run("one-blow", {"how": SWORD, "armor": ""}).answer
    track = next(block for block in answer.blocks if isinstance(block, ChanceTrack))
    assert [(bar.words, bar.first, bar.last) for bar in track.bars] == [
        ("Superficial", 3, 4),
        ("Light", 5, 6),
        ("Midi", 7, 7),
        ("Severe", 8, 8),
        ("Traumatic", 9, 9),
        ("Mortal", 10, 16),
    ]
    assert [bar.chance for bar in track.bars] == [Fraction(5, 8), 0, Fraction(5, 16), 0, 0, 0]
    drawn = str(draw_track(track, Place("x", "")))
    # The likeliest wound has the whole height over each of its two places, the other half of it over its one.
    assert [int(high) for high in re.findall(r'height="(\d+)"', drawn)] == [0, 0, 100, 100, 0, 0, 50, *[0] * 9]
    assert re.findall(r'fl-over__figure">([^<]+)<', drawn) == [percent(Fraction(5, 8)), percent(Fraction(5, 16))]

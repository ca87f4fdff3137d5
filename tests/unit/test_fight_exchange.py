"""An exchange of Fight! ahead: its distribution against dice counted out face by face, and against its own sample."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.games.burning_wheel.rules import fight_exchange
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_exchange import Balance, End, Exchange, Law, TooMany, balance, price
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import (
    Cast,
    Fell,
    Fight,
    Fighter,
    Phase,
    Side,
    Standing,
    Table,
    Tells,
)
from engine.games.burning_wheel.rules.fight_script import Script, Volley
from engine.games.burning_wheel.rules.wounds import Level

B1, B2, B3, B4, B5 = (Ability.parse(f"B{dice}") for dice in range(1, 6))
Row = tuple[str, list[Act]]
ASSESS: Row = ("stand", [Act.ASSESS])
NONE: Row = ("stand", [])


def script(first: Row, second: Row = NONE, third: Row = NONE) -> Script:
    one, two, three = (Volley.of(positioning, *acts) for positioning, acts in (first, second, third))
    return Script((one, two, three))


def fight_of(one: Fighter, other: Fighter, mine: Script, theirs: Script, state: Standing = Standing()) -> Fight:
    fight = Fight((Side(one, state), Side(other, state)), phase=Phase.SCRIPT)
    return fight.write(0, mine).write(1, theirs)


def faces(dice: int) -> Counter[int]:
    """How many of all throws of so many dice show each number of 4s, 5s and 6s, every face counted."""
    return Counter(sum(face > 3 for face in thrown) for thrown in product(range(1, 7), repeat=dice))


def hit(over: int) -> Level:
    """What a sword in a hand of Power 4 does to Tolerances of B3, B5, B7, B8, B9 and B10.

    It hits at B4, two over at B7, and four over at B10.
    """
    return Level.MORTAL if over > 3 else Level.MIDI if over > 1 else Level.SUPERFICIAL if over >= 0 else Level.NONE


def shares(counted: Counter[object]) -> dict[object, Fraction]:
    whole = sum(counted.values())
    return {key: Fraction(count, whole) for key, count in counted.items() if count}


def seen(law: Law, *names: str) -> dict[object, Fraction]:
    """How likely both are in such a state, by the fields asked for."""
    found: Counter[object] = Counter()
    for end, weight in law.weights.items():
        found[tuple(getattr(state, name) for state in end.sides for name in names)] += weight
    return shares(found)


def test_a_strike_against_an_avoid_face_by_face() -> None:
    """Steel of two dice has none left after a Midi wound, so that all of hesitation 6 is lost."""
    strike, avoid = Fighter("Wenna", skill=B4, reflexes=1), Fighter("Grim", speed=B3, steel=B2, reflexes=1)
    fight = fight_of(strike, avoid, script(("stand", [Act.STRIKE])), script(("stand", [Act.AVOID])))
    counted: Counter[object] = Counter()
    for (fell, many), (away, often) in product(faces(4).items(), faces(3).items()):
        level = hit(fell - away - 1)
        levels = () if level is Level.NONE else (level,)
        lost = 6 if level is Level.MIDI else 0
        counted[(), 0, False, levels, lost, level is Level.MORTAL] += many * often
    law = Exchange(fight).exact()
    assert seen(law, "levels", "lost", "out") == shares(counted)


def test_steel_is_one_die_that_holds_half_of_the_time() -> None:
    strike, still = Fighter("Wenna", skill=B4, reflexes=1), Fighter("Grim", steel=B3, hesitation=1, reflexes=1)
    fight = fight_of(strike, still, script(("stand", [Act.STRIKE])), script(ASSESS))
    counted: Counter[object] = Counter()
    for fell, many in faces(4).items():
        level = hit(fell - 1)
        for nerve, often in faces(1).items():
            lost = int(level is Level.MIDI and not nerve)
            counted[(), 0, () if level is Level.NONE else (level,), lost] += many * often
    assert seen(Exchange(fight).exact(), "levels", "lost") == shares(counted)


def test_two_volleys_face_by_face() -> None:
    """A Superficial wound makes his Strike harder, a Midi one takes it, a Mortal one ends the fight before it."""
    wenna, grim = Fighter("Wenna", skill=B4, speed=B1, reflexes=2), Fighter("Grim", skill=B1, steel=B2, reflexes=2)
    mine = script(("stand", [Act.STRIKE]), ("stand", [Act.AVOID]))
    theirs = script(("stand", [Act.BLOCK]), ("stand", [Act.STRIKE]))
    first: Counter[Level] = Counter()
    for (fell, many), (held, often) in product(faces(4).items(), faces(1).items()):
        first[hit(fell - held - 1)] += many * often
    counted: Counter[object] = Counter()
    for level, ways in first.items():
        for (fell, many), (away, often) in product(faces(1).items(), faces(1).items()):
            acts = level in (Level.NONE, Level.SUPERFICIAL)
            back = hit(fell - away - 1 - (level is Level.SUPERFICIAL)) if acts else Level.NONE
            wounds = [() if one is Level.NONE else (one,) for one in (back, level)]
            counted[wounds[0], 0, wounds[1], 5 if level is Level.MIDI else 0] += ways * many * often
    exchange = Exchange(fight_of(wenna, grim, mine, theirs))
    ahead = exchange.ahead()
    assert seen(ahead.end, "levels", "lost") == shares(counted)
    after_one = seen(ahead.volleys[0], "levels")
    whole = sum(first.values())
    assert after_one == {
        ((), () if level is Level.NONE else (level,)): Fraction(n, whole) for level, n in first.items()
    }
    over = ahead.end.chance(lambda end: end.over)
    assert over == Fraction(first[Level.MORTAL], whole)


def test_a_close_against_a_maintain_face_by_face() -> None:
    """A tie or a loss leaves both where they are, a success more brings them one distance nearer, two bring two."""
    comes, stays = Fighter("Wenna", speed=B3, reflexes=1), Fighter("Grim", speed=B2, reflexes=1)
    fight = fight_of(
        comes,
        stays,
        script(("close", [Act.ASSESS])),
        script(("maintain", [Act.ASSESS])),
        Standing(at=Distance.LUNGING),
    )
    counted: Counter[object] = Counter()
    for (mine, many), (theirs, often) in product(faces(3).items(), faces(2).items()):
        steps = min(max(mine - theirs, 0), 2)
        at = (Distance.LUNGING, Distance.OPTIMAL, Distance.INSIDE)[steps]
        counted[at, at] += many * often
    assert seen(Exchange(fight).exact(), "at") == shares(counted)


LEATHER = Suit.whole(ArmorType.LEATHER)
WENNA = Fighter("Wenna", skill=B5, suit=LEATHER, reflexes=3)
GRIM = Fighter("Grim", suit=LEATHER, reflexes=3)
MINE = script(("close", [Act.STRIKE]), ("maintain", [Act.BLOCK]), ("maintain", [Act.PUSH]))
THEIRS = script(("maintain", [Act.BLOCK]), ("maintain", [Act.STRIKE]), ("withdraw", [Act.AVOID]))
PLAIN = fight_of(WENNA, GRIM, MINE, THEIRS)
ENOUGH = 20_000


def test_every_law_sums_to_1() -> None:
    ahead = Exchange(PLAIN).ahead(ENOUGH)
    assert len(ahead.volleys) == 3
    assert all(sum(law.weights.values()) == law.denominator for law in ahead.volleys)
    assert sum((chance for _, chance in ahead.end), Fraction(0)) == 1


def test_the_other_side_sees_the_mirrored_law() -> None:
    law = Exchange(PLAIN).exact(ENOUGH)
    other = Exchange(fight_of(GRIM, WENNA, THEIRS, MINE)).exact(ENOUGH)
    assert {end.mirrored: chance for end, chance in law} == dict(other)


def test_the_interval_of_a_sample_holds_the_exact_chance() -> None:
    start = (Standing(), Standing())
    exchange = Exchange(PLAIN)
    sure = balance(exchange.exact(ENOUGH), start).better
    inside = 0
    for seed in range(60):
        law = exchange.sampled(300, seed).end
        low, high = law.span(balance(law, start).better) or (Fraction(1), Fraction(0))
        inside += low <= sure <= high
    assert 53 <= inside <= 60


def test_a_sample_alone_and_after_a_count_is_the_same() -> None:
    counted = Exchange(PLAIN)
    counted.exact(ENOUGH)
    alone, after = (one.sampled(200, 7) for one in (Exchange(PLAIN), counted))
    assert [law.weights for law in alone.volleys] == [law.weights for law in after.volleys]
    assert alone.end.weights != Exchange(PLAIN).sampled(200, 8).end.weights


def test_a_sample_says_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    Exchange(PLAIN).sampled(250, 1, lambda done, of: told.append((done, of)))
    assert told == [(0, 250), (100, 250), (200, 250)]


def test_too_many_ways_are_not_counted() -> None:
    exchange = Exchange(PLAIN)
    with pytest.raises(TooMany):
        exchange.exact(50)
    assert exchange.exact(ENOUGH).weights == Exchange(PLAIN).exact(ENOUGH).weights


def test_what_tells_the_same_leaves_the_fight_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number of successes followed by itself comes to the same law, a Charge and a Counterstrike among them."""
    charge = fight_of(
        replace(WENNA, reflexes=4),
        replace(GRIM, reflexes=4),
        script(("close", [Act.CHARGE]), ("withdraw", [Act.STRIKE, Act.LOCK]), ("maintain", [Act.DISARM])),
        script(("maintain", [Act.AVOID]), ("close", [Act.COUNTERSTRIKE, Act.BEAT]), ("maintain", [Act.PUSH])),
    )
    found = dict(Exchange(charge).exact(ENOUGH))

    def one_by_one(
        self: Table, casts: Sequence[Cast], tells: Tells, *, enough: Callable[[int], bool] | None = None
    ) -> Fell:
        return Table.together(self, casts, tells, enough=enough)

    def alone(self: Any, cast: Cast) -> int:
        return together(self, [cast], lambda fell: fell)[0]

    together = fight_exchange._Weighed.together
    monkeypatch.setattr(fight_exchange._Weighed, "cast", alone)
    monkeypatch.setattr(fight_exchange._Weighed, "together", one_by_one)
    assert dict(Exchange(charge).exact(10 * ENOUGH)) == found
    assert len(found) > 50


def test_steel_beyond_its_obstacle_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    brave = replace(GRIM, hesitation=2, reflexes=1, suit=Suit())
    fight = fight_of(replace(WENNA, reflexes=1), brave, script(("stand", [Act.STRIKE])), script(ASSESS))
    found = dict(Exchange(fight).exact(ENOUGH))
    monkeypatch.setattr(fight_exchange, "NERVE", 12)
    assert dict(Exchange(fight).exact(ENOUGH)) == found


def test_an_exchange_may_be_weighed_from_its_second_volley_on() -> None:
    fight = fight_of(WENNA, GRIM, script(ASSESS, ASSESS, ASSESS), script(ASSESS, ASSESS, ASSESS))
    fight = fight.announce().position(lambda _: 0)
    fight = fight.act(lambda _: 0)
    assert (fight.phase, fight.volley) == (Phase.ANNOUNCE, 2)
    ahead = Exchange(fight).ahead()
    assert len(ahead.volleys) == 2
    assert [len(law.weights) for law in ahead.volleys] == [1, 1]


@pytest.mark.parametrize(
    ("state", "dice"),
    [
        (Standing(), 0),
        (Standing(levels=(Level.MIDI,)), 2),
        (Standing(levels=(Level.SUPERFICIAL, Level.LIGHT)), Fraction(4, 3)),
        (Standing(levels=(Level.SUPERFICIAL,) * 3), 1),
        (Standing(levels=(Level.MORTAL,), lost=3, lock=2), 8),
        (Standing(lost=3, lock=2), 5),
        (Standing(posture=Posture.GROUND, disarmed=True), 4),
        (Standing(posture=Posture.KNEES, beaten=True), Fraction(3, 2)),
    ],
)
def test_what_it_costs_to_stand_so(state: Standing, dice: Fraction) -> None:
    assert price(state) == dice


def test_whoever_loses_less_stands_better() -> None:
    whole, light, midi = Standing(), Standing(levels=(Level.LIGHT,)), Standing(levels=(Level.LIGHT, Level.MIDI))
    law = Law({End((light, midi)): 1, End((midi, light)): 2, End((midi, midi)): 1}, 4)
    assert balance(law, (light, light)) == Balance(
        Fraction(1, 4), Fraction(1, 2), Fraction(1, 4), (Fraction(3, 2), Fraction(1))
    )
    assert balance(law, (light, whole)).worse == Fraction(1, 2)
    assert balance(law, (light, whole)).better == Fraction(1, 2)

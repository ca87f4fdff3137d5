"""What a duel of wits comes to: the exact laws against a count of every face, symmetry, and the game's guarantees."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, progress, views, wording
from engine.forms import Unusable
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules import duel_analysis as rules
from engine.games.burning_wheel.rules.arguments import Grade
from engine.games.burning_wheel.rules.duel import SCRIPTED, Action, Carried, Counted, House, Kind, Standing, State
from engine.games.burning_wheel.rules.duel_analysis import Aim, Choice, Debater, Laws, Spread, only, start_of
from engine.games.burning_wheel.rules.mixed import Mixed, drawn, solve
from engine.sampled import interval
from tests.site.building import modules
from tests.strategies import fewer

A = Action
app.load(modules())
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "default": {},
    **{one.name: {one.name: True} for one in fields(House) if one.name != "obfuscate_tie"},
    "tie-to-nobody": {"obfuscate_tie": "nobody"},
    "tie-to-opponent": {"obfuscate_tie": "opponent"},
}
HOUSES = {name: House(**change) for name, change in CHANGES.items()}
HESITATION = 2
"""Small, so that open-ended Steel can be counted face by face until it holds."""


@cache
def faces(dice: int, target: int) -> Mapping[int, int]:
    """Every way that plain dice can fall, counted one by one."""
    return Counter(sum(face >= target for face in fell) for fell in itertools.product(range(1, 7), repeat=dice))


def shaken(dice: int, needs: int) -> Fraction:
    """The chance that so many open-ended dice that succeed on 4 stay below `needs`, die by die."""
    if needs <= 0:
        return Fraction(0)
    if not dice:
        return Fraction(1)
    others = Fraction(3, 6) * shaken(dice - 1, needs) + Fraction(2, 6) * shaken(dice - 1, needs - 1)
    return others + Fraction(1, 6) * shaken(dice, needs - 1)


def debater(
    dice: int, argument: int = 5, will: int = 2, shade: Shade = Shade.BLACK, carried: Carried | None = None
) -> Debater:
    pools: dict[Action, Pool] = {action: Pool.of(dice, shade) for action in SCRIPTED}
    return Debater(argument, will, pools, shaken(2, HESITATION), carried or Carried())


def counted(
    side: int, pair: tuple[Action, Action], one: Debater, carried: Carried, choice: Choice, house: House
) -> tuple[list[tuple[Counted, int]], int]:
    """Every way that a side's dice can fall, each roll by its faces, with the ways; without Steel."""
    mine, other = pair[side], pair[1 - side]
    needs = duel.kind(mine, other, house)
    if not needs.rolls:
        return [(Counted(), 1)], 1
    own = one.dice[mine]
    pool = duel.pool_for(mine, own, carried)
    target = pool.groups[0].shade.target
    if mine is A.REBUTTAL:
        split = choice.split(own.dice, pool.dice)
        sizes = (split.riposte, 0, split.defense)
    else:
        sizes = (pool.dice, own.dice if needs is Kind.TWICE else 0, 0)
    found = []
    for first, second, third in itertools.product(*(faces(size, target).items() for size in sizes)):
        fell = Counted(first[0], second[0], third[0], riposte_bears=choice.riposte_bears)
        found.append((fell, first[1] * second[1] * third[1]))
    return found, 6 ** sum(sizes)


def brute(
    sides: tuple[Debater, Debater], scripts: list[tuple[Choice, Choice]], house: House
) -> dict[tuple[int, int], Fraction]:
    """An exchange played through `duel.resolve_volley`, every face of every die counted."""
    standing = tuple(Standing(one.argument, one.will, HESITATION, one.carried) for one in sides)
    now: dict[State, Fraction] = {State((standing[0], standing[1])): Fraction(1)}
    for mine, theirs in scripts:
        then: dict[State, Fraction] = {}
        for state, chance in now.items():
            if state.over:
                then[state] = then.get(state, Fraction(0)) + chance
                continue
            pair = duel.effective(state, (mine.action, theirs.action))
            carried = [side.carried for side in state.sides]
            own, whole = counted(0, pair, sides[0], carried[0], mine, house)
            its, all_ = counted(1, pair, sides[1], carried[1], theirs, house)
            for (one, often), (two, as_often) in itertools.product(own, its):
                weight = chance * Fraction(often * as_often, whole * all_)
                for state_after, share in steeled(state, pair, one, two, house, sides):
                    then[state_after] = then.get(state_after, Fraction(0)) + weight * share
        now = then
    found: dict[tuple[int, int], Fraction] = {}
    for state, chance in now.items():
        left = (state.sides[0].argument, state.sides[1].argument)
        found[left] = found.get(left, Fraction(0)) + chance
    return {left: chance for left, chance in found.items() if chance}


def steeled(
    state: State, pair: tuple[Action, Action], one: Counted, two: Counted, house: House, sides: tuple[Debater, Debater]
) -> Iterator[tuple[State, Fraction]]:
    """The volley with each outcome of the Steel tests, which count only where someone was incited."""
    for falls in itertools.product((0, HESITATION), repeat=2):
        share = Fraction(1)
        for side, steel in zip(sides, falls, strict=True):
            share *= 1 - side.shaken if steel else side.shaken
        rolled = [replace(fell, steel=steel) for fell, steel in zip((one, two), falls, strict=True)]
        yield duel.resolve_volley(state, *pair, rolled[0], rolled[1], house).state, share


def exact(sides: tuple[Debater, Debater], scripts: list[tuple[Choice, Choice]], house: House) -> Spread:
    laws = Laws(sides, house)
    return laws.exchange(start_of(sides), [(only(mine), only(theirs)) for mine, theirs in scripts], keep=False)


CARRIES = (Carried(), Carried(dice=1), Carried(obstacle=1), Carried(test_dice=2), Carried(hesitates=1))


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES.keys())
def test_every_pair_agrees_with_every_face(house: House) -> None:
    # All that a pair leaves shows in what a Point takes off in the volley after it.
    for first, second in itertools.product(SCRIPTED, SCRIPTED):
        sides = (debater(2), debater(2, 3))
        scripts = [(Choice(first), Choice(second)), (Choice(A.POINT), Choice(A.POINT))]
        assert exact(sides, scripts, house).law() == brute(sides, scripts, house), (first, second)


@pytest.mark.parametrize("carried", CARRIES)
def test_what_is_carried_agrees_with_every_face(carried: Carried) -> None:
    for first, second in itertools.product(SCRIPTED, SCRIPTED):
        sides = (debater(2, carried=carried), debater(3, 4, will=3))
        scripts = [(Choice(first), Choice(second, 1))]
        assert exact(sides, scripts, House()).law() == brute(sides, scripts, House()), (first, second)


scripts_of = st.lists(st.tuples(st.sampled_from(SCRIPTED), st.sampled_from(SCRIPTED)), min_size=3, max_size=3)


@fewer(3)
@given(scripts_of, st.sampled_from(list(HOUSES.values())))
def test_an_exchange_agrees_with_every_face(script: list[tuple[Action, Action]], house: House) -> None:
    sides = (debater(3, 6), debater(2, 4))
    scripts = [(Choice(mine), Choice(theirs)) for mine, theirs in script]
    found = exact(sides, scripts, house)
    law = found.law()
    assert sum(law.values()) == 1
    assert law == brute(sides, scripts, house)


def swapped(law: Mapping[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
    return {(theirs, mine): chance for (mine, theirs), chance in law.items()}


@fewer(3)
@given(scripts_of, st.integers(2, 6), st.integers(2, 6), st.sampled_from(list(HOUSES.values())))
def test_sides_can_be_swapped(script: list[tuple[Action, Action]], mine: int, theirs: int, house: House) -> None:
    sides = (debater(mine, 6, shade=Shade.GRAY), debater(theirs, 5))
    scripts = [(Choice(one), Choice(other)) for one, other in script]
    other_way = [(other, one) for one, other in scripts]
    law = exact(sides, scripts, house).law()
    assert sum(law.values()) == 1
    assert law == swapped(exact((sides[1], sides[0]), other_way, house).law())


def test_what_is_rolled_for_one_side_alone_decides_nothing_else() -> None:
    # The shortcut of counting sides apart, against the law of every roll with every other.
    for house, (first, second) in itertools.product(HOUSES.values(), itertools.product(Action, repeat=2)):
        sides = (debater(4), debater(4))
        rolls = [
            duel.rolls_of(side, (first, second), Pool.of(4), split=duel.Split(2, 2), house=house) for side in (0, 1)
        ]
        every = duel.effects_law((first, second), (rolls[0], rolls[1]), (2, 2), house=house)
        losses: dict[tuple[int, int], Fraction] = {}
        for (mine, theirs), chance in every.items():
            losses[mine.lost, theirs.lost] = losses.get((mine.lost, theirs.lost), Fraction(0)) + chance
        law = Laws(sides, house).volley((Choice(first, 2), Choice(second, 2)))
        for both, chance in losses.items():
            assert law.chance(lambda lost, struck, both=both: (lost, struck) == both) == chance, (first, second, house)  # type: ignore[misc]


def test_a_plan_of_several_is_the_weighted_mean_of_each() -> None:
    laws = Laws((debater(3), debater(3)))
    start = start_of(laws.sides)
    theirs = only(Choice(A.REBUTTAL))
    point, feint = Choice(A.POINT), Choice(A.FEINT)
    mixed = laws.after(start, (((point, 3), (feint, 1)), theirs)).law()
    alone = [laws.after(start, (only(choice), theirs)).law() for choice in (point, feint)]
    for left in mixed.keys() | alone[0].keys() | alone[1].keys():
        assert mixed.get(left, 0) == (3 * alone[0].get(left, Fraction(0)) + alone[1].get(left, Fraction(0))) / 4


matrices = st.integers(1, 6).flatmap(
    lambda across: st.lists(
        st.lists(st.fractions(-5, 5, max_denominator=9), min_size=across, max_size=across), min_size=1, max_size=6
    )
)


def guarantees(matrix: list[list[Fraction]], mixed: Mixed) -> tuple[Fraction, Fraction]:
    """What the rows' mix brings at least, whatever the column, and what the columns' mix costs at most."""
    across = range(len(matrix[0]))
    least = min(
        sum((share * row[at] for share, row in zip(mixed.rows, matrix, strict=True)), Fraction(0)) for at in across
    )
    most = max(
        sum((share * cell for share, cell in zip(mixed.columns, row, strict=True)), Fraction(0)) for row in matrix
    )
    return least, most


@given(matrices)
def test_the_value_of_a_game_is_what_both_can_guarantee(matrix: list[list[Fraction]]) -> None:
    mixed = solve(matrix)
    assert sum(mixed.rows) == 1
    assert sum(mixed.columns) == 1
    assert min(*mixed.rows, *mixed.columns) >= 0
    assert guarantees(matrix, mixed) == (mixed.value, mixed.value)


def test_known_games() -> None:
    pennies = solve([[Fraction(1), Fraction(-1)], [Fraction(-1), Fraction(1)]])
    assert pennies == Mixed(Fraction(0), (Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2)
    saddle = solve([[Fraction(3), Fraction(1)], [Fraction(4), Fraction(2)]])
    assert saddle == Mixed(Fraction(2), (Fraction(0), Fraction(1)), (Fraction(0), Fraction(1)))
    with pytest.raises(ValueError, match="one choice a side"):
        solve([])


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize(("mine", "theirs"), [(3, 4), (5, 5), (6, 2)])
def test_a_volley_is_solved_from_both_sides_alike(aim: Aim, mine: int, theirs: int) -> None:
    sides = (debater(mine, 3), debater(theirs, 4))
    one, other = (rules.game(Laws(both), aim) for both in (sides, (sides[1], sides[0])))
    assert one.mixed.value == -other.mixed.value
    assert guarantees([list(row) for row in one.payoffs], one.mixed) == (one.mixed.value,) * 2
    assert sum(share for _, share in one.plan(0)) == 100
    assert one.payoffs == tuple(zip(*([-cell for cell in row] for row in other.payoffs), strict=True))


def pure(one: Debater, house: House) -> Iterator[Choice]:
    """All that a side may do in one volley by the rules of a script and of a Rebuttal's halves, one by one."""
    if one.carried.hesitates:
        yield Choice(A.HESITATE)
        return
    for action in SCRIPTED:
        if duel.bad_script((action,), {action: one.dice[action].dice}, house=house):
            continue
        if action is not A.REBUTTAL:
            yield Choice(action)
            continue
        dice = one.dice[action].dice + one.carried.dice + one.carried.test_dice
        for defense, bears in itertools.product(range(dice + 1), (False, True)):
            if not duel.bad_split(duel.Split(defense, dice - defense), dice, house):
                yield Choice(action, defense, dice, bears)


def by_faces(
    sides: tuple[Debater, Debater], pair: tuple[Choice, Choice], house: House, aim: Aim, costs: rules.Prices
) -> Fraction:
    """What a volley pays the first side, every face of every die counted through `duel.resolve_volley`."""
    standing = tuple(Standing(one.argument, one.will, HESITATION, one.carried) for one in sides)
    state = State((standing[0], standing[1]))
    actions = duel.effective(state, (pair[0].action, pair[1].action))
    own, whole = counted(0, actions, sides[0], sides[0].carried, pair[0], house)
    its, all_ = counted(1, actions, sides[1], sides[1].carried, pair[1], house)
    paid = Fraction(0)
    for (one, often), (two, as_often) in itertools.product(own, its):
        for after, share in steeled(state, actions, one, two, house, sides):
            mine, theirs = after.sides
            if aim is Aim.END:
                gain = Fraction(int(theirs.beaten) - int(mine.beaten))
            else:
                kept = max(0, mine.argument) - sides[0].argument
                gain = Fraction(kept - max(0, theirs.argument) + sides[1].argument)
                if not after.over:
                    gain += rules.worth(mine.carried, 0, costs) - rules.worth(theirs.carried, 1, costs)
            paid += share * gain * Fraction(often * as_often, whole * all_)
    return paid


BURDENS = (
    (Carried(), Carried()),
    (Carried(test_dice=3), Carried()),
    (Carried(dice=1), Carried(test_dice=2)),
    (Carried(obstacle=1, test_dice=1), Carried(dice=2)),
    (Carried(hesitates=1), Carried(obstacle=1)),
)


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("burdens", BURDENS, ids=str)
@pytest.mark.parametrize(("dice", "house"), [((3, 2), "default"), ((1, 2), "one_die"), ((2, 2), "penalty_once")])
def test_no_deviation_from_a_mix_gains(
    dice: tuple[int, int], house: str, burdens: tuple[Carried, Carried], aim: Aim
) -> None:
    """Against either mix, all that the rules let the other side do is worth the value at best, carried dice or not."""
    first, second = (debater(own, 4 - own, carried=carried) for own, carried in zip(dice, burdens, strict=True))
    sides, reading = (first, second), HOUSES[house]
    laws = Laws(sides, reading)
    costs = rules.prices(laws)
    played = rules.game(laws, aim, costs)
    mixes = [
        [(choice, share) for choice, share in zip(choices, shares, strict=True) if share]
        for choices, shares in zip(played.choices, (played.mixed.rows, played.mixed.columns), strict=True)
    ]

    def against(side: int, choice: Choice) -> Fraction:
        """What a choice of a side comes to for the first one, against the other's mix."""
        pairs = [((choice, other) if side == 0 else (other, choice), share) for other, share in mixes[1 - side]]
        return sum((share * by_faces(sides, pair, reading, aim, costs) for pair, share in pairs), Fraction(0))

    mine, theirs = ([against(side, choice) for choice in pure(sides[side], reading)] for side in (0, 1))
    assert max(mine) == played.mixed.value == min(theirs)


def labels(choices: Sequence[Choice]) -> set[tuple[int | None, int | None]]:
    return {(choice.defense, choice.of) for choice in choices if choice.action is A.REBUTTAL}


@fewer(4)
@given(st.integers(2, 12), st.integers(0, 10), st.integers(0, 10))
def test_every_calculator_divides_the_dice_in_hand(own: int, dice: int, waiting: int) -> None:
    """What the best division names can be asked of the pairs, and is worth there what it was said to be."""
    you = {"skill": f"B{own}", "dice": dice, "waiting": waiting}
    they = {"skill": "B4"}
    pool = own + dice + waiting
    best = app.run("best-split", {"you": you, "they": they}).answer.values
    assert len(best["margins"]) == pool - 1
    assert best["defense"] + best["riposte"] == pool
    again = {"you": {**you, "argument": 60, "defense": best["defense"]}, "they": {**they, "argument": 60}}
    seen = app.run("duel-pairs", {"mine": "rebuttal", "theirs": "point", **again}).answer.values
    assert (seen["taken"], seen["dealt"]) == (best["taken"], best["dealt"])
    carried = Carried(dice=dice, test_dice=waiting)
    laws = Laws((debater(own, carried=carried), debater(4)))
    assert labels(laws.choices(0, splits=True)) == {(defense, pool) for defense in range(1, pool)}


BODIES = st.integers(1, 5)


@fewer(4)
@given(BODIES, BODIES, st.integers(1, 5), st.integers(1, 5), scripts_of)
def test_no_end_is_left_out(mine: int, theirs: int, own: int, its: int, script: list[tuple[Action, Action]]) -> None:
    """Won, lost, tied and open make up all that can happen, and the page shows every one of them that can."""
    you = {"argument": mine, "skill": f"B{own + 1}"}
    they = {"argument": theirs, "skill": f"B{its + 1}"}
    scripted = {
        name: dict(zip(("first", "second", "third"), (action.value for action in volleys), strict=True))
        for name, volleys in zip(("yours", "theirs"), zip(*script, strict=True), strict=True)
    }
    for name, inputs, keys in (
        ("duel-exchange", scripted, ("win", "lose", "tie", "goes_on")),
        ("duel-outlook", scripted, ("win", "lose", "tie", "goes_on")),
        ("dismiss-now", {"theirs": scripted["theirs"]}, ("wins", "loses", "ties", "goes_on")),
    ):
        ran = app.run(name, {"you": you, "they": they, **inputs})
        chances = [ran.answer.values[key] for key in keys]
        assert sum(chances) == 1
        shown = views.as_text(ran.answer)
        assert [wording.percent(chance) for chance in chances if chance and wording.percent(chance) not in shown] == []


def test_whoever_hesitates_has_no_choice() -> None:
    sides = (debater(4, carried=Carried(hesitates=1)), debater(4))
    assert rules.game(Laws(sides)).choices[0] == (Choice(A.HESITATE),)


def test_later_volleys_are_played_without_what_is_carried_now() -> None:
    bare, burdened = (
        (debater(4, carried=carried), debater(5)) for carried in (Carried(), Carried(hesitates=1, obstacle=1))
    )
    assert rules.unburdened(Laws(burdened)) == rules.game(Laws(bare))


def test_shares_in_hundredths_add_up() -> None:
    assert drawn((Fraction(1, 3),) * 3) == (34, 33, 33)
    assert drawn((Fraction(1), Fraction(0))) == (100, 0)


@given(st.integers(2, 8), st.integers(0, 3), st.data())
def test_a_divided_rebuttal_adds_up_with_what_is_carried(own: int, more: int, data: st.DataObject) -> None:
    defense = data.draw(st.none() | st.integers(1, own - 1))
    split = Choice(A.REBUTTAL, defense).split(own, own + more)
    assert not duel.bad_split(split, own + more)
    if defense and not more:
        assert split.defense == defense


def test_a_whole_duel_is_followed_until_it_is_settled() -> None:
    laws = Laws((debater(3, 6), debater(4, 7)))
    plans = [(only(Choice(mine)), only(Choice(other))) for mine, other in ((A.POINT, A.REBUTTAL), (A.DISMISS, A.POINT))]
    heard: list[int] = []
    spread = rules.whole(laws, plans, lambda done, of: heard.append(done * 1000 // of))
    law = spread.law()
    assert sum(law.values()) == 1
    assert 0 < spread.open < rules.SETTLED
    assert heard == sorted(heard)
    assert heard[-1] >= 999
    # Step by step with what is carried, by the state machine's own numbers.
    by_hand = exact(laws.sides, [(mine[0][0], other[0][0]) for mine, other in plans] * len(heard), duel.DEFAULT).law()
    assert by_hand == law


def test_a_duel_that_cannot_end_goes_on() -> None:
    laws = Laws((debater(3), debater(3)))
    plans = [(only(Choice(A.AVOID)), only(Choice(A.AVOID)))] * 3
    assert rules.whole(laws, plans, lambda *_: None).open == 1
    assert rules.sampled(laws, plans, plans, 3, 1, lambda *_: None) == {(5, 5): 3}


def test_sampling_agrees_with_what_is_exact() -> None:
    laws = Laws((debater(4, 6), debater(5, 7)))
    scripts = [
        (only(Choice(mine)), only(Choice(other)))
        for mine, other in ((A.INCITE, A.POINT), (A.POINT, A.OBFUSCATE), (A.DISMISS, A.REBUTTAL))
    ]
    law = rules.whole(laws, scripts, lambda *_: None).law()
    sure = rules.forecast(law.items(), (6, 7))
    ends = rules.sampled(laws, scripts, scripts, 20_000, 7, lambda *_: None)
    assert ends == rules.sampled(laws, scripts, scripts, 20_000, 7, lambda *_: None)
    found = rules.forecast(((left, Fraction(number, 20_000)) for left, number in ends.items()), (6, 7))
    assert abs(found.win - sure.win) < Fraction(2, 100)
    assert abs(found.lose - sure.lose) < Fraction(2, 100)
    low, high = interval(int(found.win * 20_000), 20_000)
    assert low < found.win < high


def test_an_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    chance = Random(3)
    inside = 0
    for _ in range(400):
        low, high = interval(sum(chance.random() < 0.3 for _ in range(200)), 200)
        inside += low <= Fraction(3, 10) <= high
    assert 365 <= inside <= 395
    assert interval(0, 100)[0] == 0
    assert interval(100, 100)[1] == 1


def test_a_forecast_splits_wins_by_what_is_owed() -> None:
    law = {(7, 0): Fraction(1, 4), (3, -1): Fraction(1, 4), (-1, 2): Fraction(1, 4), (0, 0): Fraction(1, 8)}
    law[2, 2] = Fraction(1, 8)
    found = rules.forecast(law.items(), (7, 4))
    assert (found.win, found.lose, found.tie, found.open) == (
        Fraction(1, 2),
        Fraction(1, 4),
        Fraction(1, 8),
        Fraction(1, 8),
    )
    assert found.owes[Grade.NONE] == found.owes[Grade.LEGITIMATE] == Fraction(1, 4)
    assert found.owed[Grade.LEGITIMATE] == Fraction(1, 4)


def test_a_long_forecast_says_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    with progress.told(lambda done, of: heard.append((done, of))):
        app.run("duel-outlook", {"then": "mix", "duels": 300})
    assert heard == [(0, 300), (100, 300), (200, 300)]


@pytest.mark.parametrize(
    ("name", "inputs", "field"),
    [
        ("duel-pairs", {"mine": "hesitate"}, "mine"),
        ("duel-pairs", {"theirs": "incite", "they.incite": "B0"}, "theirs"),
        ("duel-exchange", {"you.skill": "B1"}, "yours.second"),
        ("duel-exchange", {"you.defense": 5}, "you.defense"),
        ("duel-exchange", {"they.skill": "B13"}, "they.skill"),
        ("duel-exchange", {"they.obfuscate": "B13"}, "they.obfuscate"),
        ("duel-exchange", {"you.argument": 0}, "you.argument"),
        ("duel-outlook", {"your_start": 3}, "your_start"),
        ("dismiss-now", {"you.dismiss": "B0"}, "you.dismiss"),
        ("best-split", {"you.skill": "B1"}, "you.skill"),
        ("best-split", {"you.hesitates": 1}, "you.hesitates"),
        ("dismiss-now", {"you.hesitates": 1}, "you.hesitates"),
        ("duel-mix", {"you.skill": "B0", "you.will": "B0"}, "you.skill"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(name: str, inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(Unusable) as refused:
        app.run(name, inputs)
    assert refused.value.field == field

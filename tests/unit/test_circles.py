"""Circles and noticing: what holds for every search, and how the chances come together."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import app, calculators, forms
from engine.answer import Odds, plain
from engine.games.burning_wheel.dice import Pool, Shade, successes
from engine.games.burning_wheel.rules import circles, noticing
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.circles import (
    Affiliation,
    Disposition,
    Linked,
    Occupation,
    Place,
    Reputation,
    Result,
    Station,
    Tie,
    Time,
)

FACTORS = (Occupation, Station, Place, Disposition, Time)
factors = st.tuples(*(st.sampled_from(factor) for factor in FACTORS))
reputations = st.lists(st.builds(Reputation, st.just(""), st.integers(1, 5), st.booleans()), max_size=4)
affiliations = st.lists(st.builds(Affiliation, dice=st.integers(1, 5)), max_size=4)
linked = st.sampled_from(Linked)
quiet = st.integers(0, circles.MOST_QUIET)
FACE = Fraction(1, 2)


def test_five_factors_reach_from_1_to_16() -> None:
    totals = {circles.obstacle(*chosen).total for chosen in product(*FACTORS)}
    assert totals == set(range(1, 17))


@given(factors)
def test_each_factor_adds_its_amount_and_nothing_else(chosen: tuple[circles.Option, ...]) -> None:
    assert circles.obstacle(*chosen).total == 1 + sum(one.amount or 0 for one in chosen)


@given(factors, st.integers(0, len(FACTORS) - 1))
def test_insisting_never_makes_it_easier(chosen: tuple[circles.Option, ...], index: int) -> None:
    totals = []
    for member in sorted(FACTORS[index], key=lambda one: one.amount or 0):
        totals.append(circles.obstacle(*chosen[:index], member, *chosen[index + 1 :]).total)
    assert totals == sorted(totals)


@given(factors, reputations, linked, quiet)
def test_infamy_failure_and_quiet_come_on_top(
    chosen: tuple[circles.Option, ...], known: list[Reputation], before: Linked, quietly: int
) -> None:
    bare = circles.obstacle(*chosen).total
    infamy = sum(one.dice for one in known if one.infamous)
    failed = 1 if before is Linked.FAILED else 0
    assert circles.obstacle(*chosen, known, before, quietly).total == bare + infamy + failed + quietly
    assert circles.obstacle_of_named(bare, known, before, quietly).total == bare + infamy + failed + quietly


@given(st.sampled_from(Shade), st.integers(0, 10), reputations, affiliations, linked, st.booleans())
def test_infamous_dice_are_never_rolled(
    shade: Shade,
    exponent: int,
    known: list[Reputation],
    belongs: list[Affiliation],
    before: Linked,
    named: bool,
) -> None:
    worked = circles.dice(Ability(shade, exponent), known, belongs, linked=before, named=named)
    good = sum(one.dice for one in known if not one.infamous)
    extra = (before is Linked.EXCEEDED) + named
    assert worked.total == exponent + good + sum(one.dice for one in belongs) + extra
    assert circles.pool(Ability(shade, exponent), worked, 2) == Pool.of(worked.total + 2, shade)


@given(st.integers(0, 30), st.integers(1, 30), st.booleans())
def test_every_roll_has_one_result(rolled: int, obstacle: int, enmity: bool) -> None:
    found = circles.result(rolled, obstacle, enmity)
    assert (found in (Result.EXCEEDS, Result.MEETS)) == (rolled >= obstacle)
    assert (found is Result.EXCEEDS) == (rolled > obstacle)
    assert (found is Result.ENMITY) == (enmity and rolled < obstacle)


@given(st.integers(0, 8), st.integers(0, 6), st.integers(0, 8), st.integers(0, 8))
def test_a_linked_test_goes_one_of_three_ways(dice: int, wise: int, rolled: int, obstacle: int) -> None:
    branches = circles.after_linked(successes(Pool.of(dice)), wise, rolled, obstacle)
    assert sum(branch.chance for branch in branches) == 1
    assert [branch.linked for branch in branches] == [Linked.FAILED, Linked.MET, Linked.EXCEEDED]


@given(st.integers(0, 7), st.integers(1, 5))
def test_a_better_wise_never_hurts(dice: int, obstacle: int) -> None:
    chances = [
        Fraction(run("circles-wise", wise=f"B{wise}", circles=f"B{dice}", obstacle=obstacle)["with"])
        for wise in range(7)
    ]
    assert chances == sorted(chances)


@pytest.mark.parametrize("tie", Tie)
def test_a_dispute_never_opens_a_road(tie: Tie) -> None:
    if circles.within_reach(tie, True, disputed=False) is circles.Call.NO:
        assert circles.within_reach(tie, True, disputed=True) is circles.Call.NO


@given(st.integers(1, 40), quiet, st.integers(0, 10))
def test_a_harder_search_is_noticed_more_easily(asked: int, quietly: int, inconspicuous: int) -> None:
    here = noticing.detection(asked, quietly, inconspicuous).total
    assert noticing.detection(asked + 1, quietly, inconspicuous).total == here - 1
    assert noticing.detection(asked, quietly + 1, inconspicuous).total == here + 1
    assert noticing.detection(asked, quietly, inconspicuous + 1).total == here + 1
    assert noticing.detection(asked, quietly, literal=True).total == noticing.detection(asked).total
    assert noticing.raised(noticing.detection(asked), 1).total == max(1, 10 - asked)


@given(st.integers(0, 10**9))
def test_a_drawn_obstacle_is_one_of_four_and_stays(seed: int) -> None:
    assert noticing.faux_obstacle(seed) in noticing.FAUX_OBSTACLES
    assert noticing.faux_obstacle(seed) == noticing.faux_obstacle(seed)


def test_all_four_obstacles_are_drawn_about_as_often() -> None:
    drawn = [noticing.faux_obstacle(seed) for seed in range(2000)]
    assert all(400 < drawn.count(obstacle) < 600 for obstacle in noticing.FAUX_OBSTACLES)


def test_chances_of_going_unremarked_count_every_roll() -> None:
    """Against a full enumeration of black dice: two for Circles, one or two for the skill, three or four listening."""
    asked, needed, listening = 1, 1, 2
    find = noticed = both = Fraction(0)
    for mine in product((0, 1), repeat=2):
        dice = 1 + (sum(mine) > asked)
        wanted = needed + (sum(mine) < asked)
        for skill in product((0, 1), repeat=dice):
            over = sum(skill) - wanted
            searchers = 3 if over >= 0 else 4
            for theirs in product((0, 1), repeat=searchers):
                chance = FACE ** (2 + dice + searchers)
                seen = sum(theirs) >= listening + max(0, over)
                found = sum(mine) >= asked
                find, noticed, both = (
                    find + chance * found,
                    noticed + chance * seen,
                    both + chance * (found and not seen),
                )
    after = circles.after_linked(successes(Pool.of(2)), asked, 1, needed)
    slips = [(branch, successes(Pool.of(branch.dice))) for branch in after]
    found = noticing.by_skill(slips, successes(Pool.of(3)), successes(Pool.of(4)), lambda penalty: listening + penalty)
    assert found == noticing.Chances(find, noticed, both)


@given(st.integers(1, 9), st.integers(0, 8), st.integers(0, 5), st.integers(0, 8))
def test_chances_of_every_way_hold_together(obstacle: int, dice: int, quietly: int, theirs: int) -> None:
    values = run(
        "circles-quiet", obstacle=obstacle, bonus=dice, quietly=quietly, searcher=f"B{theirs}", searcher_bonus=0
    )
    for way in values["ways"]:
        find, noticed, unnoticed = (Fraction(values[f"{way}_{what}"]) for what in ("find", "noticed", "unnoticed"))
        assert max(0, find - noticed) <= unnoticed <= min(find, 1 - noticed)
    assert values["openly_find"] == values["inconspicuously_find"]
    assert Fraction(values[f"{values['best']}_unnoticed"]) == max(
        Fraction(values[f"{way}_unnoticed"]) for way in values["ways"]
    )


def run(name: str, **inputs: object) -> dict[str, object]:
    values = plain(app.run(name, inputs).answer.values)
    assert isinstance(values, dict)
    return values


def test_circles_obstacle_keeps_its_fields() -> None:
    """Links that readers keep name these fields; new ones join at the end."""
    names = [field["name"] for field in app.describe("circles-obstacle")["fields"]]
    assert names[:16] == [
        "occupation",
        "station",
        "place",
        "disposition",
        "time",
        "circles",
        "reputations",
        "affiliations",
        "named",
        "linked",
        "famous",
        "advantage",
        "helping",
        "forks",
        "artha",
        "quietly",
    ]


def test_luck_follows_the_ruling_of_open_ended_dice() -> None:
    def luck(chain: str) -> tuple[Fraction, ...]:
        blocks = app.run("circles-obstacle", {"time": "now"}, {"dice.chain": chain}).answer.blocks
        return next(block.ghost for block in blocks if isinstance(block, Odds))

    assert luck("chain") != luck("once")


def test_an_answer_names_only_the_rulings_it_rests_on() -> None:
    assert "burning-wheel.circles.help" not in app.run("circles-obstacle", {}).rulings
    assert "burning-wheel.circles.help" in app.run("circles-obstacle", {"helping": 1}).rulings
    assert "burning-wheel.circles.detect-least" not in app.run("circles-detect", {"asking.is": "somebody"}).rulings
    assert (
        "burning-wheel.circles.detect-least"
        in app.run("circles-detect", {"asking": {"is": "somebody", "obstacle": 10}}).rulings
    )


def test_a_name_is_kept_on_the_sheet() -> None:
    done = app.run("circles-result", {"successes": 5, "obstacle": 4, "once": 1, "name": "Sister Agathe"})
    effects = plain(done.answer.effects)
    assert effects[1]["row"] == {"name": "Sister Agathe", "obstacle": 3, "feeling": "friend"}
    missed = app.run("circles-result", {"successes": 1, "obstacle": 4})
    assert [effect["block"] for effect in plain(missed.answer.effects)] == ["logtest"]


@pytest.mark.parametrize("said", ["B", "b-1", "4B", "G-1", "", "B21"])
def test_what_is_no_ability_is_refused_in_a_sentence(said: str) -> None:
    with pytest.raises(forms.Unusable) as refused:
        app.run("circles-obstacle", {"circles": said})
    assert refused.value.field == "circles"
    assert refused.value.message.startswith("An ability is a shade (B, G or W) and an exponent from 0 to 20, like B4;")


def test_the_table_of_noticing() -> None:
    rows = calculators.TABLES["circles-detection"]().rows
    assert rows == (*((asked, 10 - asked) for asked in range(1, 10)), ("10 or more", "1, by ruling"))

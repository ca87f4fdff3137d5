"""Play, practice and instruction on one calendar (HUB-50, HUB-51, HUB-57)."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.games.burning_wheel.rules import routes
from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.rules.routes import Means, Way
from engine.games.burning_wheel.rules.test_class import TestClass
from tests.strategies import fewer

some_means = st.builds(
    lambda rate, hours, beside, lesson: Means(rate, hours, 30, beside and hours is not None, lesson),
    st.integers(0, 4),
    st.none() | st.integers(1, 8),
    st.booleans(),
    st.none() | st.integers(1, 20),
)
all_means = st.tuples(some_means, some_means, some_means).map(lambda found: dict(zip(TestClass, found, strict=True)))
gaps = st.builds(Marks, st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)).filter(lambda gap: gap.total > 0)


def fewest_days(gap: Marks, means: dict[TestClass, Means]) -> int | None:
    """The best total by trying a way for each single mark, counted day by day without the rules' own sums."""
    wanted = [one for one in TestClass for _ in range(gap.of(one))]
    totals = []
    for taken in itertools.product(Way, repeat=len(wanted)):
        pairs = list(zip(wanted, taken, strict=True))
        if not all(means[one].has(way) for one, way in pairs):
            continue
        taught = sum(means[one].lesson or 0 for one, way in pairs if way is Way.INSTRUCTION)
        practiced = [one for one, way in pairs if way is Way.PRACTICE]
        apart = sum(30 for one in practiced if not means[one].beside)
        beside = sum(30 for one in practiced if means[one].beside)
        played = 0
        while any(played * means[one].rate < 30 * pairs.count((one, Way.PLAY)) for one in TestClass):
            played += 1
        totals.append(taught + apart + max(beside, played))
    return min(totals, default=None)


@fewer(2)
@given(gaps, all_means)
def test_the_best_plan_takes_the_fewest_days(gap: Marks, means: dict[TestClass, Means]) -> None:
    found = routes.best([gap], means)
    assert min((plan.days for plan in found.values()), default=None) == fewest_days(gap, means)


@fewer(2)
@given(st.lists(gaps, min_size=1, max_size=2), all_means)
def test_more_ways_never_take_longer_and_the_calendar_keeps_the_plan(
    missing: list[Marks], means: dict[TestClass, Means]
) -> None:
    found = routes.best(missing, means)
    for ways, plan in found.items():
        assert plan.ways <= ways
        assert all(found[more].days <= plan.days for more in found if more >= ways)
        stretches = routes.timeline(plan, means)
        assert max(one.last for one in stretches) == plan.days
        have = Marks()
        for one in stretches:
            have = have.plus(one.test_class)
        assert have in missing
        lessons = [one for one in stretches if one.way is Way.INSTRUCTION]
        for lesson in lessons:
            others = [one for one in stretches if one is not lesson]
            assert all(one.last < lesson.first or one.first > lesson.last for one in others)
        practiced = sorted((one.first, one.last) for one in stretches if one.way is Way.PRACTICE)
        assert all(before[1] < after[0] for before, after in itertools.pairwise(practiced))


def test_where_no_way_brings_a_mark_there_is_no_plan() -> None:
    assert routes.best([Marks(challenging=1)], dict.fromkeys(TestClass, Means())) == {}

"""Hypothesis strategies: any shade, group, pool and ruling that the dice allow."""

from hypothesis import strategies as st

from engine.dice import MOST_OBSTACLE, Chain, Group, Pool, Reroll, Shade

shades = st.sampled_from(Shade)
chains = st.sampled_from(Chain)
rerolls = st.sampled_from(Reroll)
obstacles = st.integers(0, MOST_OBSTACLE)


def groups(most: int = 20, open_ended: bool | None = None) -> st.SearchStrategy[Group]:
    """Groups of up to `most` dice, open-ended or not as said, or either."""
    return st.builds(Group, st.integers(0, most), shades, st.booleans() if open_ended is None else st.just(open_ended))


def pools(most: int = 20, open_ended: bool | None = None) -> st.SearchStrategy[Pool]:
    """Pools of one to three groups, each of up to `most` dice; with three groups at most 20."""
    return st.builds(Pool, st.lists(groups(most, open_ended), min_size=1, max_size=3).map(tuple))

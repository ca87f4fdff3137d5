"""Numbers stay with their units in prose."""

import pytest

from hooks.typography import NO_BREAK, bound


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("At Ob 3 you roll", "At Ob_3 you roll"),
        ("half, 50 % of the time", "half, 50_% of the time"),
        ("Job 3 and Ob three", "Job 3 and Ob three"),
        ("2 dice", "2 dice"),
    ],
)
def test_bound(said: str, kept: str) -> None:
    assert bound(["Ob"]).sub(NO_BREAK, said) == kept.replace("_", NO_BREAK)

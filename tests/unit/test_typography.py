"""Numbers stay with their units in prose."""

import pytest

from hooks.typography import bind


@pytest.mark.parametrize(
    ("said", "bound"),
    [
        ("At Ob 3 you roll", "At Ob_3 you roll"),
        ("half, 50 % of the time", "half, 50_% of the time"),
        ("Job 3 and Ob three", "Job 3 and Ob three"),
        ("2 dice", "2 dice"),
    ],
)
def test_bind(said: str, bound: str) -> None:
    assert bind(said) == bound.replace("_", "\N{NO-BREAK SPACE}")

"""Procedures of the rules played by bots, as the docstrings of their modules have it."""

import doctest
import importlib

import pytest

RULES = "engine.games.burning_wheel.rules"
MOST_LINES = 15
"""A bot is short, or the procedure is not made for one."""


@pytest.mark.parametrize("name", ["auction", "haggling_procedure"])
def test_the_bot_of_the_docstring_plays_to_the_end(name: str) -> None:
    module = importlib.import_module(f"{RULES}.{name}")
    (example,) = (one for one in doctest.DocTestFinder().find(module) if one.name == module.__name__)
    assert 0 < len(example.examples) <= MOST_LINES
    assert example.examples[-1].want
    assert doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(example).failed == 0

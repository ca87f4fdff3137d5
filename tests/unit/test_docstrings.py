"""The examples in the engine's docstrings: each gives what it says."""

import doctest
import importlib
import pkgutil

import pytest

import engine

EXAMPLES = [
    example
    for module in pkgutil.walk_packages(engine.__path__, "engine.")
    if not module.name.endswith("__main__")
    for example in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module.name))
    if example.examples
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_example_gives_what_it_says(example: doctest.DocTest) -> None:
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0

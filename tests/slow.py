"""A calculator that takes its time, apart from the samples, whose calculators are tried with whatever their forms take.

``python -m engine --load tests.slow run sample-slow steps=100`` takes a second.
"""

import time
from typing import Annotated

from engine import progress
from engine.answer import Answer, Fact, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between

STEP_SECONDS = 0.01


@calculator("sample-slow", rules="")
def slow(
    steps: Annotated[int, Between(0, 1000), Asked("Steps")] = 0,
    silent: Annotated[bool, Asked("Saying nothing of how far it is")] = False,
) -> Answer:
    """How long is the way, in steps of a hundredth of a second?"""
    for step in range(steps):
        end = time.monotonic() + STEP_SECONDS
        while time.monotonic() < end:
            pass
        if not silent:
            progress.report(step + 1, steps)
    return Answer({"steps": steps}, (Verdict(str(steps), (Fact("steps"),), f"The way has {steps} steps."),))

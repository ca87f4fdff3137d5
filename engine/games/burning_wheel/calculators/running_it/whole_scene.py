"""A whole scene retold roll by roll, in which any roll may fall otherwise (NPC-08)."""

from typing import Annotated

from engine.answer import Answer
from engine.calculators import calculator
from engine.forms import Asked
from engine.games.burning_wheel.blocks import retold
from engine.games.burning_wheel.forms.retold import Anew, Chance, ChangedRows, played
from engine.games.burning_wheel.rules import whole_scene as rules
from engine.games.burning_wheel.rules.whole_scene import Step

NAMES = ("the Crawler", "Joost", "Aaltje")


@calculator("whole-scene", rules="NPC-08")
def whole_scene(
    until: Annotated[Step, Asked("Up to here", "In a fight: exchange and volley")] = Step.SIGN,
    changed: ChangedRows = (),
    anew: Anew = 0,
    seed: Chance = 1,
) -> Answer:
    """How does a whole scene go, and why each number?"""
    found = played(
        changed,
        lambda changes: rules.replay(until, changes, anew, seed),
        lambda changes: rules.replay(Step.SIGN, changes, anew, seed),
        "scene",
    )
    return Answer(retold.values(found), tuple(retold.blocks(found, NAMES, "NPC-08")))

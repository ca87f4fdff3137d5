"""A whole fight retold roll by roll, in which any roll may fall otherwise (FGT-71)."""

from typing import Annotated

from engine.answer import Answer
from engine.calculators import calculator
from engine.forms import Asked
from engine.games.burning_wheel.blocks import retold
from engine.games.burning_wheel.forms.retold import Anew, Chance, ChangedRows, played
from engine.games.burning_wheel.rules import first_fight as rules
from engine.games.burning_wheel.rules.first_fight import Step

NAMES = ("the Crawler", "Joost")


@calculator("first-fight", rules="FGT-71")
def first_fight(
    until: Annotated[Step, Asked("Up to here", "Exchange and volley")] = Step.KNIFE,
    changed: ChangedRows = (),
    anew: Anew = 0,
    seed: Chance = 1,
) -> Answer:
    """How does a fight go, and why each number?"""
    found = played(
        changed,
        lambda changes: rules.replay(until, changes, anew, seed),
        lambda changes: rules.replay(Step.KNIFE, changes, anew, seed),
        "fight",
    )
    return Answer(retold.values(found), tuple(retold.blocks(found, NAMES, "FGT-71")))

"""Script sheets of Fight! for paper (FGT-07)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.burning_wheel.calculators.fight.scripts import layout_words
from engine.games.burning_wheel.rules.exchange import VOLLEYS, layouts
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.views.blocks import Choose, ScriptSheets

MOST_ACTIONS = 9
HEADS = ("Name", "Exchange", "Weapon")
MOVES = tuple(one.words for one in Positioning if one is not Positioning.STAND)


@calculator("fight-sheet", rules="FGT-07")
def fight_sheet(
    actions: Annotated[int, Between(1, MOST_ACTIONS), Asked("Actions", "Reflexes less wounds", quick=(3, 4, 5, 6))] = 4,
) -> Answer:
    """A script sheet for how many actions?"""
    found = layouts(actions)
    each, extra = divmod(actions, VOLLEYS)
    listed = wording.listed([layout_words(one) for one in found], "or")
    title = f"Fight!, {wording.count(actions, 'action')}: {listed}"
    slots = [Choose(f"Action {number}") for number in range(1, each + 1)]
    if extra:
        # Which volleys have one more is for whoever writes to say.
        slots.append(Choose(f"Action {each + 1}, in {wording.count(extra, 'volley')}"))
    lines = (Choose("Move", MOVES), *slots, Choose("Says"))
    volleys = tuple((f"Volley {number}", lines) for number in range(1, VOLLEYS + 1))
    below = (
        Choose("Stance", tuple(stance.words for stance in Stance)),
        Choose("You are at", tuple(one.words for one in Distance)),
        Choose("Wounds, +Ob, hesitation"),
        Choose("Notes"),
    )
    sentence = f"Two script sheets a page: three volleys, {listed}."
    verdict = Verdict(wording.count(actions, "action"), (Fact(listed, "over the volleys"), Fact(2, "a page")), sentence)
    values = {"layouts": ["".join(map(str, one)) for one in found], "slots": len(slots), "volleys": len(volleys)}
    return Answer(values, (verdict, ScriptSheets(sentence, title, HEADS, volleys, below)))

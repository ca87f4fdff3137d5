"""The obstacle ladder of the later edition, for the reader's own dice (HUB-91)."""

from typing import Annotated

from engine.answer import CHANCE, Answer, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.burning_wheel.blocks.odds import said
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.rolling_dice.fields import B4, YourDice
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.rules import obstacles
from engine.rulings import Rulings
from engine.working import Mark

DOUBLED = 2
"""Without the skill, or without the tools, the base obstacle doubles (HUB-93, HUB-94)."""


@calculator("later-ladder", rules="HUB-91")
def later_ladder(
    obstacle: Annotated[
        int, Between(1, obstacles.HIGHEST_RUNG), Asked("Base obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6, 7, 8))
    ] = 3,
    pool: YourDice = B4,
    *,
    ask: Rulings,
) -> Answer:
    """Which base obstacle fits, in the words of the later edition?"""
    test = Test(pool, obstacle, ask)
    label = obstacles.label(obstacle, later=True)
    chance, doubled = test.chance, test.against(obstacle * DOUBLED).chance
    rows = tuple(
        (
            rung.obstacle,
            rung.later,
            test.against(rung.obstacle).chance,
            test.against(rung.obstacle * DOUBLED).chance,
            rung.revised,
        )
        for rung in obstacles.LADDER
    )
    columns = ("Ob", "Later edition, in our words", "Chance", "Doubled", "Revised edition")
    return Answer(
        values={
            "obstacle": obstacle,
            "label": label,
            "revised": obstacles.label(obstacle),
            "probability": chance,
            "doubled": doubled,
        },
        blocks=(
            Verdict(
                ob(obstacle),
                (Fact(label), Fact(chance, CHANCE), Fact(doubled, "doubled")),
                f"“{label}”: {said(chance, obstacle)} Doubled: {said(doubled, obstacle * DOUBLED)}",
                Mark.DERIVED,
            ),
            Table("The ladder, with your dice", columns, rows, obstacle - 1, Mark.DERIVED),
            Note("The GM takes it for standard and linked tests; what makes them harder comes on top.", rule="HUB-90"),
        ),
    )

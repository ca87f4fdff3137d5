"""The obstacle ladder of the later edition, for the reader's own dice (HUB-91)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.burning_wheel.blocks.odds import said
from engine.games.burning_wheel.dice import Pool, ob
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
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
    pool: Annotated[Pool, Asked("Your dice", quick=QUICK_POOLS)] = Pool.of(4),
    *,
    ask: Rulings,
) -> Answer:
    """Which base obstacle fits, in the words of the later edition?"""
    law = law_of(pool, ask)
    label = obstacles.label(obstacle, later=True)
    chance, doubled = law.at_least(obstacle), law.at_least(obstacle * DOUBLED)
    rows = tuple(
        (
            str(rung.obstacle),
            rung.later,
            wording.percent(law.at_least(rung.obstacle)),
            wording.percent(law.at_least(rung.obstacle * DOUBLED)),
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
                f"{label} · {wording.percent(chance)} · doubled {wording.percent(doubled)}",
                f"“{label}”: {said(chance, obstacle)} Doubled: {said(doubled, obstacle * DOUBLED)}",
                Mark.DERIVED,
            ),
            Table("The ladder, with your dice", columns, rows, obstacle - 1, Mark.DERIVED),
            Note("The GM takes it for standard and linked tests; what makes them harder comes on top.", rule="HUB-90"),
        ),
    )

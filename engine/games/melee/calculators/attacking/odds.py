"""The odds of an attack, dice by obstacle (MEL-56)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Odds, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, Shade, successes
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.melee.readings import hitting as readings
from engine.games.melee.rules import damage
from engine.games.melee.rules.damage import Means
from engine.rulings import Rulings
from engine.working import Mark

PRINTED_DICE, PRINTED_OBSTACLES = range(2, 9), range(1, 5)


@calculator("mel-odds", rules="MEL-56")
def odds(
    dice: Annotated[int, Between(0, 30), Asked("Dice", quick=(2, 3, 4, 5, 6, 7, 8))] = 4,
    obstacle: Annotated[int, Between(0, 20), Asked("Obstacle", quick=(1, 2, 3, 4))] = 1,
    shade: Annotated[Shade, Asked("Shade")] = Shade.BLACK,
    means: Annotated[Means, Asked("With")] = Means.PROPER,
    fate: Annotated[bool, Asked("Fate: sixes open")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How often does it hit, and for how much?"""
    pool = Pool.of(dice, shade, fate)
    alone = readings.alone(means, ask)
    law = law_of(pool, ask, obstacle)
    lost = damage.law(means, law, obstacle, alone=alone)
    mean, chance = damage.mean(means, law, obstacle, alone=alone), law.at_least(obstacle)
    facts = (
        Fact(DiceCount(dice), "dice"),
        Fact(Obstacle(obstacle), "obstacle"),
        Fact(wording.decimal(mean), "off disposition, on average"),
    )
    said = f"It hits {wording.often(chance)}, and takes {wording.decimal(mean)} on average, misses counted in."
    last = min(lost.last, 14)
    bars = (*(lost.exactly(number) for number in range(last)), lost.at_least(last))
    return Answer(
        {"probability": chance, "mean": mean},
        (
            Verdict(wording.percent(chance), facts, said, Mark.DERIVED),
            Odds(bars, 1, "Disposition that it takes; 0 is a miss.", open_end=lost.last > last),
            _printed(shade, means, alone=alone),
        ),
    )


def _printed(shade: Shade, means: Means, *, alone: bool) -> Table:
    """Chance to hit and average loss for two to eight dice against Ob 1 to 4. Source: MEL-56."""
    columns = ("Dice", *(f"Ob{wording.NO_BREAK}{obstacle}" for obstacle in PRINTED_OBSTACLES))
    rows = tuple(
        (f"{dice}D", *(_cell(shade, means, dice, obstacle, alone=alone) for obstacle in PRINTED_OBSTACLES))
        for dice in PRINTED_DICE
    )
    return Table("To hit, and off disposition on average", columns, rows, mark=Mark.DERIVED)


def _cell(shade: Shade, means: Means, dice: int, obstacle: int, *, alone: bool) -> str:
    law = successes(Pool.of(dice, shade))
    chance: Fraction = law.at_least(obstacle)
    mean = damage.mean(means, law, obstacle, alone=alone)
    return f"{wording.percent(chance)}, {wording.decimal(mean)}" if chance else "–"

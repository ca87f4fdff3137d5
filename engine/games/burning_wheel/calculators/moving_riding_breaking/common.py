"""What riding and fighting from the saddle share: the Riding test, and the word on mounts that no book has."""

from engine.answer import Block, Note, Working
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.rules import mounts as beasts
from engine.games.burning_wheel.rules import riding
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings
from engine.working import Mark, Worked

MADE_UP = "The book at hand prints no horse. These numbers are there to begin with and no rule: put in your table’s."


def made_up(*mounts: beasts.Mount) -> tuple[Note, ...]:
    """That no book has the numbers of one of these mounts."""
    return (Note(MADE_UP, Mark.MISSING, "RID-01"),) if any(one.made_up for one in mounts) else ()


def riding_test_of(
    skill: Ability, against: Worked, ask: Rulings, felt: Felt, *, gear: bool, other: int = 0
) -> tuple[Test, tuple[Block, ...]]:
    """A Riding test with both its ledgers. Source: RID-01, RID-04."""
    dice = riding.dice(skill.exponent, gear=gear, other=other, lost=felt.lost)
    obstacle = Worked((*against.lines, felt.obstacle))
    test = Test.of(skill.shade, dice.total, obstacle.total, ask)
    return test, (Working(obstacle.lines, obstacle.total, "Obstacle"), Working(dice.lines, dice.total, "Dice", "D"))

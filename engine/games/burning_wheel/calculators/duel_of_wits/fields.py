"""Fields and rows that several calculators of this chapter ask for."""

from typing import Annotated

from engine.forms import Asked, Between, Longest, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill
from engine.games.burning_wheel.rules.duel import Action

B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
EXTRA = Between(0, 20)
MOST_BODY = 200
BODY = Between(1, MOST_BODY)
LEFT = Between(-MOST_BODY, MOST_BODY)
QUICK_BODY = (4, 5, 6, 7, 8, 9, 10)
NAME = Longest(30)
TEXT = Longest(80)

YourWill = Annotated[Ability, Asked("Your Will", quick=QUICK_POOLS), sheet("will")]
YourSkill = Annotated[Ability, Asked("Your skill", quick=QUICK_POOLS), sheet("skill")]
More = Annotated[int, Between(0, 10), Asked("FoRKs, help, advantage", quick=(0, 1, 2, 3))]
Theirs = Annotated[Action, Asked("Their action")]
TheirDice = Annotated[Ability, Asked("Their skill or Will", quick=QUICK_POOLS)]
TheirDefense = Annotated[
    int | None, Between(1, 14), Asked("A Rebuttal of theirs defends with", "Empty: half its dice.", more=True)
]
YourArgument = Annotated[int, BODY, Asked("Your argument still has", quick=QUICK_BODY)]
TheirArgument = Annotated[int, BODY, Asked("Their argument still has", quick=QUICK_BODY)]
Forking = Annotated[bool, Asked("They FoRK into each other", "Where they bear on it; the GM says.", more=True)]


@row("skill")
class SkillRow:
    """A dueling skill of one's own, as a row of the form."""

    skill: Annotated[DuelingSkill, Asked("Skill")] = DuelingSkill.ORATORY
    ability: Annotated[Ability, Asked("Shade and exponent", quick=QUICK_POOLS), sheet("skill")] = B4


YourSkills = Annotated[tuple[SkillRow, ...], Asked("Your dueling skills")]

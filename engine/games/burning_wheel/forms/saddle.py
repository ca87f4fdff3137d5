"""What forms of riders in a fight ask for: training, what the mount does, the rider's skill."""

from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.rules import riding
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.saddle import Training

QUICK = ("B3", "B4", "B5", "B6")
B4 = Ability.parse("B4")
Trained = Annotated[Training, Asked("Your training")]
MountMoves = Annotated[Positioning, Asked("Your mount is to")]
Seated = Annotated[bool, Asked("Saddle and stirrups")]
Skill = Annotated[Ability, Asked("Your skill", quick=QUICK), sheet("skill")]
Riding = Annotated[Ability, Asked("Your Riding", quick=QUICK), sheet("riding")]
Gear = Annotated[bool, Asked("Bit, bridle, saddle and stirrups")]
Difficult = Annotated[
    int, Between(0, riding.MOST_DIFFICULT), Asked("It would shy from this", "0 to 2", gm=True, quick=(0, 1, 2))
]
OtherDice = Annotated[int, Between(-10, 10), Asked("Other dice: FoRKs, help", more=True, quick=(0, 1, 2))]
MountLost = Annotated[int, Between(0, 20), Asked("Dice its own wounds take", more=True, quick=(0, 1, 2))]

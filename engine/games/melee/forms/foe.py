"""The target of a special attack, and what helps or hampers whoever makes it, as fields of a form (MEL-21)."""

from dataclasses import dataclass
from typing import Annotated

from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.dice import MOST_OBSTACLE
from engine.games.burning_wheel.forms.shields import MOST_LOST, VA
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.people import MOST_ROLLED, QUICK
from engine.games.melee.rules.shields import Kind

MOST_COVER = 3
STAT = Between(0, 20)
QUICK_STATS = (3, 4, 5, 6)


@branch("stand there")
class Stands:
    """They do nothing about it."""


@branch("dodge")
class Dodges:
    """They dodge this round."""

    dodge: Annotated[int, Between(0, MOST_ROLLED), Asked("Successes of their dodge", quick=(0, 1, 2, 3))] = 2


@branch("block or duck")
class Blocks:
    """They ward it off with a shield, or duck behind something."""

    cover: Annotated[int, Between(0, MOST_COVER), Asked("Obstacle of that cover", quick=(0, 1, 2, 3))] = 1
    va: Annotated[int, VA, Asked("VA of your weapon", quick=(0, 1, 2))] = 0


@branch("hesitate")
class Hesitates:
    """Their nerve failed, and they ward off nothing."""

    lies: Annotated[bool, Asked("They beg on the ground, or lie in a swoon")] = False


@branch("have been in a Lock since last round")
class Locked:
    """They hold someone, or are held."""


Does = Annotated[Stands | Dodges | Blocks | Hesitates | Locked, Asked("They")]


@dataclass(frozen=True, slots=True)
class Target:
    """What the target is doing, a group of fields. Source: MEL-21."""

    does: Does = Stands()
    prone: Annotated[bool, Asked("They are on the ground")] = False
    flanked: Annotated[bool, Asked("They are flanked")] = False

    @property
    def lying(self) -> bool:
        """Whether they are on the ground, for whatever reason. Source: MEL-15, MEL-44."""
        return self.prone or (isinstance(self.does, Hesitates) and self.does.lies)

    @property
    def steady(self) -> bool:
        """Whether an attack on them has an obstacle that nothing about them changes. Source: MEL-16."""
        return isinstance(self.does, (Hesitates, Locked))


@dataclass(frozen=True, slots=True)
class Yours:
    """What helps or hampers the attacker beside the maneuver, a group of fields. Source: MEL-16, MEL-21."""

    help: Annotated[int, Between(0, 2), Asked("Dice of help", quick=(0, 1, 2))] = 0
    beaten: Annotated[bool, Asked("You beat something aside by 3")] = False
    lying: Annotated[bool, Asked("You are on the ground")] = False
    staggered: Annotated[bool, Asked("You are staggered")] = False
    splinters: Annotated[bool, Asked("A destroyed shield hangs on your arm")] = False
    early: Annotated[bool, Asked("They move past you: an opportunity attack")] = False
    bonus: Annotated[int, Between(-10, 10), Asked("Other dice", gm=True, quick=(0, 1, 2))] = 0
    other: Annotated[int, Between(0, 12), Asked("Other obstacle", gm=True, quick=(0, 1, 2))] = 0


OfTarget = Annotated[Target, Asked("The target", more=True)]
OfYours = Annotated[Yours, Asked("What helps or hampers you", more=True)]
STANDS, PLAINLY = Target(), Yours()

WeaponSkill = Annotated[Ability, Asked("Your weapon skill", quick=QUICK), sheet("skill")]
PowerOrSkill = Annotated[Ability, Asked("Your Power or skill", quick=QUICK), sheet("ability")]
YourPower = Annotated[Ability, Asked("Your Power", quick=QUICK), sheet("power")]
Untaught = Annotated[Ability, Asked(quick=QUICK)] | None
Bigger = Annotated[
    int,
    Between(-9, 9),
    Asked("You are bigger by", "Steps of stature; below 0 you are smaller.", gm=True, quick=(-1, 0, 1, 2)),
]
Fell = Annotated[
    int | None,
    Between(0, MOST_OBSTACLE),
    Asked("Successes rolled", "Empty: not rolled yet", quick=(0, 1, 2, 3, 4, 5)),
]
Acted = Annotated[bool, Asked("They have acted this round", more=True)]
FreeHand = Annotated[bool, Asked("You have a hand free", more=True)]
Shield = Annotated[Kind, Asked("Your shield"), sheet("shield")]
ShieldLost = Annotated[
    int,
    MOST_LOST,
    Asked("Dice the shield has lost", quick=(0, 1, 2), more=True),
    sheet("shield_lost"),
]

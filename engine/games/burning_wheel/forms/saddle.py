"""What forms of riders in a fight ask for: training, what the mount does, the rider's skill."""

from typing import Annotated

from engine.answer import Block
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.forms.mounts import HORSE, YourMount
from engine.games.burning_wheel.readings.hurt import Hurt, feels, ledger
from engine.games.burning_wheel.readings.saddle import rider_of
from engine.games.burning_wheel.rules import riding
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.riders import Rider
from engine.games.burning_wheel.rules.saddle import Stroke, Training
from engine.games.burning_wheel.rules.throws import Ground
from engine.option import Option
from engine.rulings import Rulings

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


TheirRiding = Annotated[Ability, Asked("Riding", quick=QUICK), sheet("riding")]


class Underfoot(Option):
    """What lies under the hooves. Source: RID-07."""

    MUD = Ground.MUD.value, Ground.MUD.words
    GRASS = Ground.GRASS.value, Ground.GRASS.words
    ROAD = Ground.ROAD.value, Ground.ROAD.words
    ROCKS = Ground.ROCKS.value, Ground.ROCKS.words


@branch("on foot")
class OnFoot:
    """Nothing is ridden."""


@branch("mounted")
class Astride:
    """A mount under someone who shoots."""

    mount: YourMount = HORSE
    training: Trained = Training.KNIGHT
    riding: TheirRiding = B4
    lost: MountLost = 0


@branch("mounted")
class Mounted:
    """A mount under someone who fights hand to hand."""

    mount: YourMount = HORSE
    training: Trained = Training.KNIGHT
    seated: Seated = True
    stroke: Annotated[Stroke, Asked("The stroke is")] = Stroke.STRAIGHT
    riding: TheirRiding = B4
    lost: MountLost = 0
    ground: Annotated[Underfoot, Asked("Whoever falls lands on", gm=True)] = Underfoot.ROAD


Mounting = Annotated[OnFoot | Mounted, Asked("They fight", more=True)]
Shooting = Annotated[OnFoot | Astride, Asked("They shoot", more=True)]
ON_FOOT = OnFoot()


def mount_lost(rides: OnFoot | Astride | Mounted) -> int:
    """The dice that wounds take from a mount as a conflict begins; none on foot."""
    return 0 if isinstance(rides, OnFoot) else rides.lost


def riding_borne(rides: OnFoot | Astride | Mounted, wounds: Hurt, at: str, name: str, ask: Rulings) -> list[Block]:
    """What wounds take from the Riding of whoever is mounted. Raises `Unusable` at its field where no die is left."""
    if isinstance(rides, OnFoot):
        return []
    hurt = feels(wounds, rides.riding, ask)
    if hurt.gone:
        raise Unusable(at, hurt.gone)
    return ledger(hurt, rides.riding.exponent, 0, words=f"{name}, Riding: dice", against=f"{name}, Riding: own +Ob")


def riding_of(rides: OnFoot | Astride | Mounted, ask: Rulings) -> Rider | None:
    """Who rides what, with the table's readings; None on foot."""
    if isinstance(rides, OnFoot):
        return None
    mount, training, riding = rides.mount.mount, rides.training, rides.riding
    if isinstance(rides, Astride):
        return rider_of(mount, training, riding, ask, seated=True)
    ground = Ground.of(rides.ground.value)
    return rider_of(mount, training, riding, ask, seated=rides.seated, stroke=rides.stroke, ground=ground)

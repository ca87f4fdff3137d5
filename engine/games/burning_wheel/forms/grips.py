"""Disarm, Feint, Push, Throw and Lock as a form asks for them: the other side, and how far the rolls have come."""

from typing import Annotated

from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_positioning import ADVANTAGE
from engine.option import Option

B3, B4, B5, B6 = (Ability.parse(said) for said in ("B3", "B4", "B5", "B6"))
QUICK_DICE = ("B3", "B4", "B5", "B6")


class Near(Option):
    """The fighting distances from which someone can be laid hold of or struck. Source: FGT-16."""

    INSIDE = "inside", "inside"
    OPTIMAL = "optimal", "optimal"
    LUNGING = "lunging", "lunging"

    @property
    def distance(self) -> Distance:
        """The same among all distances."""
        return Distance.of(self.value)


@branch("Both have rolled")
class Opposed:
    """Both rolled: their successes before any +Ob."""

    own: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 4
    other: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 1


OpposedRoll = Annotated[Ahead | Opposed, Asked("The dice")]
Distanced = Annotated[Near, Asked("At your distance")]
OtherDice = Annotated[int, Between(-10, 10), Asked("Your other dice: FoRKs, advantage", more=True, quick=(0, 1, 2))]
OtherOb = Annotated[int, Between(0, 12), Asked("Your own +Ob", more=True, quick=(0, 1, 2))]
TheirOb = Annotated[int, Between(0, 12), Asked("+Ob on what they roll", more=True, quick=(0, 1, 2))]
TheyHesitate = Annotated[bool, Asked("They hesitate", "Then nothing natural stands against you.", more=True)]
Weight = Annotated[
    int, Between(0, ADVANTAGE), Asked("Advantage of weight or stature", gm=True, more=True, quick=(0, 1))
]
TheirAvoid = Annotated[
    Pool | None, Asked("Dice of their Avoid", hint="Empty: they do not Avoid", quick=("B3", "B4", "B5"), more=True)
]
TheirDefense = Annotated[
    Pool | None,
    Asked("Dice they defend with", hint="Avoid, Block, or half a Counterstrike; empty: none", quick=QUICK_DICE),
]


def resists(natural: Pool, scripted: Pool | None, *, hesitating: bool, at: str) -> tuple[Pool, ...]:
    """What is rolled against a maneuver: by nature, and what they scripted. Nobody who hesitates rolls any of it.

    Raises `Unusable` at the field of a scripted defense for someone who hesitates. Source: FGT-34, FGT-61.
    """
    if hesitating and scripted is not None:
        raise Unusable(at, "Whoever hesitates defends with nothing. Leave this empty.")
    if hesitating:
        return (Pool.of(0),)
    return (natural,) if scripted is None else (natural, scripted)

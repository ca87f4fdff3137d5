"""Fields about one combatant that several forms ask for."""

from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.option import Option

B3, B4, B5, B6 = (Ability(Shade.BLACK, exponent) for exponent in (3, 4, 5, 6))
QUICK = ("B3", "B4", "B5", "B6", "G4")
MOST_DISPOSITION = 60
MOST_ROLLED = 30

Health = Annotated[Ability, Asked("Health", quick=QUICK), sheet("health")]
Steel = Annotated[Ability, Asked("Steel", quick=QUICK), sheet("steel")]
Will = Annotated[Ability, Asked("Will", quick=QUICK), sheet("will")]
Speed = Annotated[Ability, Asked("Speed", quick=QUICK), sheet("speed")]
Fell = Annotated[int | None, Between(0, MOST_ROLLED), Asked("Successes rolled", quick=(0, 1, 2, 3, 4))]


class Side(Option):
    """Whose side someone is on; a melee may have more than two. Source: MEL-01."""

    OURS = "ours", "ours"
    THEIRS = "theirs", "theirs"
    THIRD = "third", "a third side"
    FOURTH = "fourth", "a fourth side"

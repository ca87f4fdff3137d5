"""Who tends a wound, and which, as fields of a form."""

from typing import Annotated

from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Shade
from engine.games.burning_wheel.forms.rolled import QUICK_SUCCESSES
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.treatment import Medic
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option

B4 = Ability(Shade.BLACK, 4)


class Tended(Option):
    """A wound that may be tended."""

    SUPERFICIAL = "superficial", "Superficial"
    LIGHT = "light", "Light"
    MIDI = "midi", "Midi"
    SEVERE = "severe", "Severe"
    TRAUMATIC = "traumatic", "Traumatic"
    MORTAL = "mortal", "Mortal"

    @property
    def level(self) -> Level:
        """The same among the levels of wounds."""
        return Level.of(self.value)


@branch("with a medical skill")
class Skilled:
    """Someone with a medical skill."""

    medic: Annotated[Medic, Asked("Their skill")] = Medic.FIELD_DRESSING
    skill: Annotated[Ability, Asked("Its exponent", quick=("B2", "B3", "B4", "B5")), sheet("skill")] = B4


@branch("without one: Perception and Agility")
class Unskilled:
    """Someone who never learned any of it."""

    perception: Annotated[Ability, Asked("Perception", quick=("B3", "B4", "B5")), sheet("perception")] = B4
    agility: Annotated[Ability, Asked("Agility", quick=("B3", "B4", "B5")), sheet("agility")] = B4


Healer = Skilled | Unskilled
MOST_BONUS = 10
HealersDice = Annotated[
    int, Between(0, MOST_BONUS), Asked("Help, tools, FoRKs: dice", "A helper gives 1 die, with exponent 5 or more 2.")
]
Rolled = Annotated[
    int | None, Between(0, MOST_OBSTACLE), Asked("Successes rolled", "Empty: not rolled yet.", quick=QUICK_SUCCESSES)
]

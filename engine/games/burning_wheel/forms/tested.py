"""What is tested, as far as it makes a difference."""

from typing import Annotated

from engine.forms import Asked, sheet
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.rules.advancement import Kind, kind_of
from engine.games.burning_wheel.rules.elements import ELEMENTS, Element, Nature
from engine.option import Option
from engine.rulings import Rulings


class Tested(Option):
    """What is tested, as far as it makes a difference. The values are ids of `ELEMENTS`, "will" for any plain stat."""

    SKILL = "skill", "a skill"
    MAGIC = "magic", "a magical skill"
    STAT = "will", "a stat"
    PERCEPTION = "perception", "Perception"
    SPEED = "speed", "Speed"
    STEEL = "steel", "Steel"
    HEALTH = "health", "Health"
    FAITH = "faith", "Faith"
    EMOTION = "emotion", "Grief, Greed or Hatred"
    RESOURCES = "resources", "Resources"
    CIRCLES = "circles", "Circles"

    @property
    def element(self) -> Element:
        return ELEMENTS[self.value]

    @property
    def kind(self) -> Kind:
        """How it advances. Source: HUB-37 to HUB-41."""
        return kind_of(self.element)

    @property
    def told(self) -> Element | None:
        """What it is, where someone said so: a skill is what every form begins with, and may be a stat."""
        return None if self is Tested.SKILL else self.element

    def opens(self, ask: Rulings, *, beginner: bool = False) -> bool:
        """Whether its dice are open-ended; those of the root of a magical skill are not. Source: HUB-07, HUB-33."""
        return open_ended(self.element, ask) and not (beginner and self.element.nature is Nature.SKILL)


WhatIsTested = Annotated[Tested, Asked("You test", more=True), sheet("tested")]

"""What tests nerve, and what someone is in the middle of: the choices of the form of a Steel test."""

from typing import Annotated, ClassVar

from engine.forms import Asked, Between, branch
from engine.games.burning_wheel.rules.steel import Conflict, Hit, Part


@branch("fear")
class Fear:
    """Something terrible."""


@branch("surprise")
class Surprise:
    """Something sudden."""

    instant: Annotated[bool, Asked("You must react at once", gm=True)] = True


@branch("a new wound")
class Wound:
    """The pain of a new wound."""

    hit: Annotated[Hit, Asked("The new wound")] = Hit.LIGHT
    part: Annotated[Part, Asked("It sits in")] = Part.ELSEWHERE


@branch("a spell")
class Spell:
    """A spell that tests nerve."""


@branch("an Incite")
class Incite:
    """An insult in a Duel of Wits that went home."""


@branch("a duel lost")
class Defeat:
    """A Duel of Wits that was lost."""

    below: Annotated[int, Between(0, 30), Asked("Dice below zero", quick=(0, 1, 2, 3, 4))] = 0


@branch("none")
class Nowhere:
    """No conflict is being played out."""

    kind: ClassVar[Conflict] = Conflict.NONE


@branch("Fight!")
class Fight:
    """A Fight!."""

    left: Annotated[
        int | None, Between(0, 20), Asked("Actions you have left in this exchange", quick=(0, 1, 2, 3, 4))
    ] = None

    kind: ClassVar[Conflict] = Conflict.FIGHT


@branch("Range and Cover")
class Range:
    """Range and Cover."""

    maneuver: Annotated[bool, Asked("You rolled it to Close or Withdraw")] = False

    kind: ClassVar[Conflict] = Conflict.RANGE


@branch("Duel of Wits")
class Duel:
    """A Duel of Wits."""

    kind: ClassVar[Conflict] = Conflict.DUEL


@branch("Melee!")
class Melee:
    """A Melee!."""

    kind: ClassVar[Conflict] = Conflict.MELEE


Cause = Fear | Surprise | Wound | Spell | Incite | Defeat
Place = Nowhere | Fight | Range | Duel | Melee

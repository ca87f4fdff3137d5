"""The people found through Circles: what the next meeting takes, and what they do to you (CIR-07, CIR-08, CIR-20)."""

from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules import circles as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.circles import Affiliation, Feeling, Reputation
from engine.option import Option
from engine.working import Worked


@dataclass(frozen=True, slots=True)
class Person:
    """Someone whom you found and named: the obstacle of the first time, 1 or more, and how they stand to you.

    `reputation`, `affiliation` and `against` are your dice with them, each 0 or more: favorable ones that you roll,
    and those of a bad name. `uses` counts the times that you found them, the first included.
    """

    name: str = ""
    obstacle: int = 1
    feeling: Feeling = Feeling.FRIEND
    uses: int = 1
    reputation: int = 0
    affiliation: int = 0
    against: int = 0

    @property
    def hostile(self) -> bool:
        """Whether they are against you, as an enemy or as a friend who turned. Source: CIR-08."""
        return self.feeling is not Feeling.FRIEND


@dataclass(frozen=True, slots=True)
class Meeting:
    """What it takes to find someone once more."""

    dice: Worked
    obstacle: Worked


def next_meeting(person: Person, circles: Ability, *, enemy_die: bool = False) -> Meeting:
    """What finding this person takes now: the obstacle of the first time, and a die for the name.

    The name of an enemy is the GM's and brings a die only with `enemy_die`. Source: CIR-07, CIR-09.
    """
    held = (Reputation(dice=person.reputation),) if person.reputation else ()
    bad = (Reputation(dice=person.against, infamous=True),) if person.against else ()
    groups = (Affiliation(dice=person.affiliation),) if person.affiliation else ()
    known = enemy_die or person.feeling is not Feeling.ENEMY
    return Meeting(
        rules.dice(circles, held, groups, named=known),
        rules.obstacle_of_named(person.obstacle, bad),
    )


class Event(Option):
    """What has happened between you and someone of the book. Source: CIR-07, CIR-08."""

    FOUND = "found", "I found them again"
    TURNED = "turned", "they turned against me"
    WON = "won", "I won them over"


def after(person: Person, event: Event) -> Person:
    """The person as the book has them from now on. Source: CIR-08, CIR-20."""
    match event:
        case Event.FOUND:
            return replace(person, uses=person.uses + 1)
        case Event.TURNED:
            turned = Feeling.FORMER if person.feeling is Feeling.FRIEND else person.feeling
            return replace(person, feeling=turned)
    return replace(person, feeling=Feeling.FRIEND)

"""Spells in a conflict as forms ask for them: the facets that position, and a casting with its dice and its time."""

from typing import Annotated

from engine.forms import Asked, Between, Longest, Unusable, row
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.spells import ACTIONS, OBSTACLES, Area, Element, Impetus, Origin
from engine.games.burning_wheel.rules import spells
from engine.games.burning_wheel.rules.spells_in_conflict import Facets
from engine.option import Option

QUICK_CASTING = ("B7", "B8", "B9", "B10")
B8 = Pool.parse("B8")

SpellOrigin = Annotated[Origin, Asked("Its Origin")]
SpellArea = Annotated[Area, Asked("Its Area of Effect")]
CastingDice = Annotated[Pool, Asked("Dice you cast with", "Sorcery and Will, as you roll them.", quick=QUICK_CASTING)]
TheirCasting = Annotated[Pool, Asked("Dice they cast with", "Sorcery and Will.", quick=QUICK_CASTING)]
CastAgainst = Annotated[int, OBSTACLES, Asked("You cast against", "With area and haste.", quick=(2, 3, 4, 5))]
TheyCastAgainst = Annotated[int, OBSTACLES, Asked("They cast against", "With area and haste.", quick=(2, 3, 4, 5))]
SpellActions = Annotated[int, ACTIONS, Asked("Actions of the spell", quick=(4, 9, 12, 25))]


def facets(origin: Origin, area: Area, at: str = "area") -> Facets:
    """What positioning asks of a spell. Raises `Unusable` at the field of the area for a measured one without unit."""
    unit = next((one for one in spells.Unit if one.value == area.value), None)
    if area is Area.MEASURED:
        raise Unusable(at, "A Measured Area has a unit: choose Paces, 10s of Paces, Miles or what the spell has.")
    kind = spells.Area.MEASURED if unit else None if area is Area.UNKNOWN else spells.Area.of(area.value)
    return Facets(None if origin is Origin.UNKNOWN else spells.Origin.of(origin.value), kind, unit)


def known(element: Element, impetus: Impetus) -> tuple[spells.Element | None, spells.Impetus | None]:
    """Element and impetus as the rules take them; None where they are not known."""
    return (
        None if element is Element.UNKNOWN else spells.Element.of(element.value),
        None if impetus is Impetus.UNKNOWN else spells.Impetus.of(impetus.value),
    )


class Whose(Option):
    """Whose casting it is."""

    MINE = "mine", "ours"
    THEIRS = "theirs", "theirs"


@row("casting")
class CastingRow:
    """A casting of a duel of sorcerers: whose, with how many dice, against what, when it begins and how long it takes.

    `begins` counts the caster's own actions from the first of the fight, at range volleys.
    """

    whose: Annotated[Whose, Asked("Whose")] = Whose.MINE
    name: Annotated[str, Longest(40), Asked("Spell")] = ""
    dice: Annotated[Pool, Asked("Dice", quick=QUICK_CASTING)] = B8
    obstacle: Annotated[int, OBSTACLES, Asked("Cast against", quick=(2, 3, 4, 5))] = 3
    actions: Annotated[int, ACTIONS, Asked("Actions", quick=(4, 6, 9, 12))] = 6
    reflexes: Annotated[int, Between(1, 12), Asked("Reflexes", quick=(3, 4, 5, 6))] = 4
    begins: Annotated[int, Between(1, 60), Asked("Begins with action", "At range: with volley.", quick=(1, 2, 3))] = 1
    held: Annotated[int, Between(0, 40), Asked("Actions it may be held", "Free as long as Will.", quick=(0, 4, 5))] = 0
    element: Annotated[Element, Asked("Element")] = Element.UNKNOWN
    impetus: Annotated[Impetus, Asked("Impetus")] = Impetus.UNKNOWN

    @property
    def words(self) -> str:
        """Its name, or whose it is."""
        return self.name or ("Our spell" if self.whose is Whose.MINE else "Their spell")

"""People as rows of a form: reputations, affiliations and contacts."""

from typing import Annotated

from engine.forms import Asked, Between, row, sheet
from engine.games.burning_wheel.dice import Obstacle
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.address_book import Person
from engine.games.burning_wheel.rules.circles import Affiliation, Feeling, Reputation

USES = Between(1, 99)

OF_A_KIND = Between(0, 10)


@row("person")
class ContactRow(Person):
    """Someone found through Circles, as a row of the form; its names are those of the sheet's contacts."""

    name: Annotated[str, Asked("Who")] = ""
    obstacle: Annotated[Obstacle, Asked("Obstacle of the first time", quick=(1, 2, 3, 4, 5))] = Obstacle(1)
    feeling: Annotated[Feeling, Asked("They are")] = Feeling.FRIEND
    uses: Annotated[int, USES, Asked("Times found", quick=(1, 2, 3, 4, 5))] = 1
    reputation: Annotated[int, OF_A_KIND, Asked("Your reputation dice with them", quick=(0, 1, 2), more=True)] = 0
    affiliation: Annotated[int, OF_A_KIND, Asked("Your affiliation dice with them", quick=(0, 1, 2), more=True)] = 0
    against: Annotated[int, OF_A_KIND, Asked("Dice of a bad name with them", quick=(0, 1, 2), more=True)] = 0


STANDING_DICE = Between(1, 5)


@row("reputation")
class ReputationRow(Reputation):
    """A reputation as a row of the form."""

    name: Annotated[str, Asked("Known as")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1
    infamous: Annotated[bool, Asked("Infamous among these people")] = False


@row("affiliation")
class AffiliationRow(Affiliation):
    """An affiliation as a row of the form."""

    name: Annotated[str, Asked("With which group")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1


Circles = Annotated[Ability, Asked("Your Circles"), sheet("circles")]

"""What a spell does, as forms ask for it: whom it strikes, and what the successes over its obstacle are for."""

from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.forms.spells import Spell
from engine.games.burning_wheel.forms.worn import Worn
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.rules import spells
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.spell_damage import FATE_AT_MOST, Aim

OVER = Between(0, 20)
QUICK_OVER = (0, 1, 2, 3, 5)
FIREBREATH = Spell.of(spells.SPELLS["firebreath"])
SHARDS = Spell.of(spells.SPELLS["shards"])
MAGESENSE = Spell.of(spells.SPELLS["magesense"])

TheirTolerances = Annotated[Preset | Own, Asked("Their tolerances"), sheet("tolerances", at_once=False)]
TheirArmor = Annotated[Worn, Asked("Their armor")]
Struck = Annotated[Target, Asked("It strikes", "The torso, unless the GM says otherwise.", gm=True, more=True)]
Wanted = Annotated[Aim, Asked("You want")]
Targets = Annotated[int, Between(1, 20), Asked("How many of them", "All alike.", quick=(1, 2, 3, 5))]
Over = Annotated[int, OVER, Asked("Successes over the obstacle", quick=QUICK_OVER)]
KeptForTime = Annotated[int, OVER, Asked("Of them into the duration", quick=(0, 1, 2), more=True)]
IntoFate = Annotated[
    Annotated[int, Between(0, FATE_AT_MOST)] | None,
    Asked("Of those over, into the Die of Fate", "Empty: what serves best. Three at most.", quick=(0, 1, 2, 3)),
]
FateDie = Annotated[
    Annotated[int, Between(1, 6)] | None, Asked("Die of Fate", "Empty: not thrown yet", quick=(1, 2, 3, 4, 5, 6))
]
AddedArea = Annotated[int, Between(0, 20), Asked("Area you add, in increments", quick=(0, 1, 2, 3))]

"""What the calculators of this chapter share: who casts, from the fields of a form."""

from engine.forms import Unusable
from engine.games.burning_wheel.forms.spells import skilled
from engine.games.burning_wheel.readings.hurt import Hurt
from engine.games.burning_wheel.readings.sorcery import Casting, casting_of
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Doubled
from engine.refused import Refused
from engine.rulings import Rulings


def casting_for(
    sorcery: Ability,
    will: Ability,
    held: int,
    wounds: Hurt,
    ask: Rulings,
    *,
    doubled: Doubled = Doubled.NOTHING,
    persona: int = 0,
    other: int = 0,
) -> Casting:
    """Who casts, as `casting_of`. Raises `Unusable` at “sorcery”, “held” or “will” where there is too little of it."""
    skilled(sorcery)
    try:
        return casting_of(sorcery, will, wounds, ask, held=held, doubled=doubled, persona=persona, other=other)
    except Refused as error:
        raise Unusable("held" if will.exponent else "will", str(error)) from None

"""Sustained spells as forms ask for them."""

from typing import Annotated

from engine.forms import Asked, Between, Longest, row, sheet
from engine.games.burning_wheel.rules.ability import Ability

QUICK_ABILITIES = ("B3", "B4", "B5", "B6")
SPELL_OB = Between(1, 20)
QUICK_OBS = (2, 3, 4, 5)
MOST_HELD = 9

YourWill = Annotated[Ability, Asked("Will", quick=QUICK_ABILITIES), sheet("will")]
YourForte = Annotated[Ability, Asked("Forte", quick=QUICK_ABILITIES), sheet("forte")]
HeldToo = Annotated[int, Between(0, MOST_HELD), Asked("Spells you sustain", quick=(0, 1, 2, 3), more=True)]
SpellOb = Annotated[int, SPELL_OB, Asked("The spell’s obstacle", quick=QUICK_OBS)]


@row("sustained spell")
class SustainedRow:
    """A spell that is sustained: its name, and its base obstacle, without area and haste."""

    name: Annotated[str, Longest(40), Asked("Spell")] = ""
    obstacle: Annotated[int, SPELL_OB, Asked("Base obstacle", quick=QUICK_OBS)] = 4

"""Fields of a normal attack: what the target does, and what gives more dice (MEL-16, MEL-17)."""

from dataclasses import dataclass
from typing import Annotated

from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.people import QUICK
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.hitting import MOST_AIM, MOST_SURROUNDINGS, Edge
from engine.games.melee.rules.morale import HESITATING
from engine.games.melee.rules.morale import Form as Row
from engine.option import Option

MOST_LENGTH, MOST_STRIDE = 4, 20
Exponent = Between(0, 10)
Skill = Annotated[Ability, Asked("Your skill", quick=QUICK), sheet("skill")]
Arms = Annotated[Carries, Asked("You fight with")]
Cover = Annotated[int, Between(0, 3), Asked("Their shield, or cover to duck behind", quick=(0, 1, 2, 3))]
Surroundings = Annotated[
    int,
    Between(0, MOST_SURROUNDINGS),
    Asked("Light, sight, room and ground: Ob", gm=True, quick=(0, 1, 2, 3)),
]


@branch("do nothing about it")
class Open:
    """They neither block nor dodge."""


@branch("block or duck")
class Blocks:
    """Their cover counts, and so does your VA."""


@branch("dodge")
class Dodges:
    """The successes of their Speed count."""

    successes: Annotated[int, Between(0, 20), Asked("Successes of their dodge", quick=(0, 1, 2, 3))] = 2


class Form(Option):
    """The forms of hesitating, by what they are called. Source: MEL-44."""

    PRONE = "prone", "beg on the ground"
    RUN = "run", "run screaming"
    DROOL = "drool", "stand and drool"
    SWOON = "swoon", "lie in a swoon"

    @property
    def row(self) -> Row:
        """What it does, and what it takes to hit them."""
        return next(form for reaction, form in HESITATING.items() if reaction.value == self.value)


@branch("hesitate")
class Hesitates:
    """Their nerve has broken."""

    form: Annotated[Form, Asked("They")] = Form.DROOL
    speed: Annotated[int, Exponent, Asked("Their Speed", quick=(3, 4, 5, 6))] = 4


@branch("are in a Lock since last round")
class Locked:
    """Held, or holding someone."""


Meets = Annotated[Open | Blocks | Dodges | Hesitates | Locked, Asked("They")]


class Feet(Option):
    """What you and they have done so far this round. Source: MEL-17."""

    STILL = "still", "you stood still, and they have acted"
    BEFORE = "before", "you stood still, and they have yet to act"
    CHARGE = "charge", "you moved first"


@dataclass(frozen=True, slots=True)
class Edges:
    """What gives an attack more dice, beside the skill and the weapon. Source: MEL-17."""

    feet: Annotated[Feet, Asked("This round")] = Feet.BEFORE
    their_length: Annotated[Carries, Asked("They fight with")] = Carries.SWORD
    stride: Annotated[int, Between(1, MOST_STRIDE), Asked("Your Stride", quick=(5, 7, 8), more=True)] = 7
    their_stride: Annotated[int, Between(1, MOST_STRIDE), Asked("Their Stride", quick=(5, 7, 8), more=True)] = 7
    both_hands: Annotated[bool, Asked("Both hands on it", more=True)] = False
    two_weapons: Annotated[bool, Asked("Two weapons, with training", more=True)] = False
    rival: Annotated[
        int | None,
        Exponent,
        Asked("Your skill with their weapon", "To FoRK; empty: none, or the one you attack with.", more=True),
    ] = None
    brawling: Annotated[
        int | None, Exponent, Asked("Your Brawling", "To FoRK; empty: none, or the one you attack with.", more=True)
    ] = None
    forks: Annotated[int, Between(0, 6), Asked("Dice of other FoRKs", quick=(0, 1, 2), more=True)] = 0
    aim: Annotated[int, Between(0, MOST_AIM), Asked("Rounds aimed", quick=(0, 1, 2, 3), more=True)] = 0
    help: Annotated[int, Between(0, 2), Asked("Dice of help", quick=(0, 1, 2), more=True)] = 0
    prone: Annotated[bool, Asked("They are on the ground", more=True)] = False
    flanked: Annotated[bool, Asked("They are flanked", more=True)] = False
    beaten: Annotated[bool, Asked("You beat their weapon aside by 3", more=True)] = False

    def edge(self, carries: Carries, *, aim: int, help: int) -> Edge:
        """The same as the rules take it; `aim` and `help` as the table counts them."""
        return Edge(
            va=carries.gear.va,
            aim=aim,
            help=help,
            charge=self.feet is Feet.CHARGE,
            stride=self.stride,
            their_stride=self.their_stride,
            still=self.feet is Feet.STILL,
            length=carries.gear.length,
            their_length=self.their_length.gear.length,
            two_handed=self.both_hands,
            two_weapons=self.two_weapons,
            rival=self.rival,
            brawling=self.brawling,
            prone=self.prone,
            flanked=self.flanked,
            beaten=self.beaten,
        )

"""Tolerances and wounds as fields and rows of a form."""

from dataclasses import dataclass
from typing import Annotated

from engine.forms import Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import wounds
from engine.games.burning_wheel.rules import wounds as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.wounds import Level, Tolerances
from engine.option import Option
from engine.rulings import Rulings


class Stats(Option):
    """The ready rows of tolerances, by the exponent of all stats."""

    B3 = "B3", "B3"
    B4 = "B4", "B4"
    B5 = "B5", "B5"
    B6 = "B6", "B6"


@branch("a ready row")
class Preset:
    """A ready row of tolerances for someone whose stats are all alike."""

    stat: Annotated[Stats, Asked("All stats")] = Stats.B4

    @property
    def placed(self) -> Tolerances:
        """The row."""
        return rules.PRESETS[self.stat.value]


@branch("your own six")
class Own:
    """Six tolerances as they stand on a sheet."""

    superficial: Annotated[Coordinate, Asked("Superficial")] = Coordinate(3)
    light: Annotated[Coordinate, Asked("Light")] = Coordinate(5)
    midi: Annotated[Coordinate, Asked("Midi")] = Coordinate(7)
    severe: Annotated[Coordinate, Asked("Severe")] = Coordinate(8)
    traumatic: Annotated[Coordinate, Asked("Traumatic")] = Coordinate(9)
    mortal: Annotated[Coordinate, Asked("Mortal")] = Coordinate(10)

    @property
    def placed(self) -> Tolerances:
        """The six. Raises `Unusable` at the first that does not lie beyond the one before it."""
        try:
            return Tolerances(self.superficial, self.light, self.midi, self.severe, self.traumatic, self.mortal)
        except rules.OutOfOrder as error:
            raise Unusable(f"tolerances.{error.level.value}", str(error)) from None


@branch("a guess from Power and Forte")
class PowerAndForte:
    """A guess at tolerances from two stats."""

    power: Annotated[Ability, Asked("Power"), sheet("power")] = Ability(Shade.BLACK, 4)
    forte: Annotated[Ability, Asked("Forte"), sheet("forte")] = Ability(Shade.BLACK, 4)
    tough: Annotated[bool, Asked("Has the Tough trait")] = False

    @property
    def placed(self) -> Tolerances:
        """The guess."""
        return rules.suggestion(self.power, self.forte, self.tough)


@row("wound")
class WoundRow:
    """A wound as a row of the form: where it lies, and how many of its dice are back while it heals."""

    hit: Annotated[Coordinate, Asked("Where it lies")] = Coordinate(3)
    back: Annotated[int, Between(0, 3), Asked("Dice that are back", more=True)] = 0


MOST_WOUNDS = 5
QUICK_STATS = ("B3", "B4", "B5", "B6")

Forte = Annotated[Ability, Asked("Forte, unhurt", quick=QUICK_STATS), sheet("forte")]
PatientsHealth = Annotated[Ability, Asked("Health", quick=QUICK_STATS), sheet("health")]
YourForte = Annotated[
    Ability | None, Asked("Your Forte", "For the bleeding. Empty: as the ready row.", more=True), sheet("forte")
]
YourHealth = Annotated[
    Ability | None,
    Asked("Your Health", "For the bleeding. Empty: as the ready row.", more=True),
    sheet("health"),
]


@dataclass(frozen=True, slots=True)
class Borne:
    """The wounds that someone bears, so many of each, a group of fields."""

    superficial: Annotated[
        int, Between(0, 9), Asked("Superficial", quick=(0, 1, 2, 3)), sheet("superficial-wounds")
    ] = 0
    light: Annotated[int, Between(0, MOST_WOUNDS), Asked("Light", quick=(0, 1, 2)), sheet("light-wounds")] = 0
    midi: Annotated[int, Between(0, MOST_WOUNDS), Asked("Midi", quick=(0, 1, 2)), sheet("midi-wounds")] = 0
    severe: Annotated[int, Between(0, MOST_WOUNDS), Asked("Severe", quick=(0, 1)), sheet("severe-wounds")] = 0
    traumatic: Annotated[int, Between(0, MOST_WOUNDS), Asked("Traumatic", quick=(0, 1)), sheet("traumatic-wounds")] = 0

    @property
    def levels(self) -> list[Level]:
        levels = (Level.SUPERFICIAL, Level.LIGHT, Level.MIDI, Level.SEVERE, Level.TRAUMATIC)
        counts = (self.superficial, self.light, self.midi, self.severe, self.traumatic)
        return [level for level, count in zip(levels, counts, strict=True) for _ in range(count)]

    @property
    def alone(self) -> int:
        """Superficial wounds that have not joined with two others. Source: HUB-74, INJ-10."""
        return self.superficial % wounds.SUPERFICIALS_TO_A_LIGHT

    @property
    def lights(self) -> int:
        """Light wounds, three Superficial ones counted as one. Source: INJ-10."""
        return self.light + self.superficial // wounds.SUPERFICIALS_TO_A_LIGHT

    @property
    def dice(self) -> int:
        """Dice taken, without a sign."""
        return -wounds.together(self.levels).dice.total

    def grittable(self, wanted: int, ask: Rulings) -> int:
        """How many of them give a die back to Grit Your Teeth, of so many wanted. Source: HUB-76, HUB-97."""
        if wanted > 1 and ask["edition"] == "later" and ask["later.one-die"] == "one":
            return min(1, self.grittable(1, ask))
        deeper = self.midi + self.severe + self.traumatic
        return self.lights + (deeper if not deeper or ask["artha.grit-wounds"] == "any" else 0)

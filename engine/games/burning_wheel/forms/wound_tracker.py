"""Who is hurt, and what can happen to them, as fields and steps of the wound tracker."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, Longest, branch, sheet
from engine.games.burning_wheel.dice import MOST_OBSTACLE
from engine.games.burning_wheel.forms.healing import B4, Healer, HealersDice, Skilled
from engine.games.burning_wheel.forms.wounds import Own, Preset, Stats, WoundRow
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.times import Unit
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.option import Option

MOST_PEOPLE = 8
MOST_WOUNDS = 99
QUICK = ("B3", "B4", "B5")
NAME = Longest(30)


@branch("one character")
class OneCharacter:
    """A character with a sheet of their own."""

    name: Annotated[str, NAME, Asked("Name"), sheet("name")] = ""
    tolerances: Annotated[Preset | Own, Asked("Tolerances"), sheet("tolerances")] = Preset()
    health: Annotated[Ability, Asked("Health", quick=QUICK), sheet("health")] = B4
    forte: Annotated[Ability, Asked("Forte", quick=QUICK), sheet("forte")] = B4
    power: Annotated[Ability, Asked("Power", more=True), sheet("power")] = B4
    agility: Annotated[Ability, Asked("Agility", more=True), sheet("agility")] = B4
    speed: Annotated[Ability, Asked("Speed", more=True), sheet("speed")] = B4
    perception: Annotated[Ability, Asked("Perception", more=True), sheet("perception")] = B4
    will: Annotated[Ability, Asked("Will", more=True), sheet("will")] = B4
    wounds: Annotated[tuple[WoundRow, ...], Asked("Wounds already"), sheet("wounds", at_once=True)] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the one is called."""
        return (self.name or "The wounded",)

    @property
    def placed(self) -> Tolerances:
        """Where their tolerances stand."""
        return self.tolerances.placed

    @property
    def stats(self) -> Mapping[Stat, int]:
        """The exponents of the six stats."""
        return {stat: getattr(self, stat.value).exponent for stat in Stat}


@branch("several opponents alike")
class Opponents:
    """A group of the GM's people, all of one kind."""

    count: Annotated[int, Between(1, MOST_PEOPLE), Asked("How many", quick=(2, 3, 5))] = 5
    name: Annotated[str, NAME, Asked("Each is called")] = "Guard"
    all: Annotated[Stats, Asked("All stats")] = Stats.B4
    blow: Annotated[Coordinate, Asked("A blow lands at")] = Coordinate(7)

    @property
    def names(self) -> tuple[str, ...]:
        """ "Guard 1" and so on."""
        return tuple(f"{self.name or 'Opponent'} {number}" for number in range(1, self.count + 1))

    @property
    def placed(self) -> Tolerances:
        """The ready row of their stats. Source: INJ-03."""
        return Preset(self.all).placed

    @property
    def forte(self) -> Ability:
        """All their abilities are alike."""
        return Ability.parse(self.all.value)

    @property
    def health(self) -> Ability:
        """All their abilities are alike."""
        return self.forte

    @property
    def stats(self) -> Mapping[Stat, int]:
        """The exponents of the six stats."""
        return dict.fromkeys(Stat, self.forte.exponent)


Whose = OneCharacter | Opponents


class Part(Option):
    """Where a blow landed, as far as someone looked."""

    ANY = "any", "not said"
    HEAD = "head", "Head"
    TORSO = "torso", "Torso"
    RIGHT_ARM = "right-arm", "Right arm"
    LEFT_ARM = "left-arm", "Left arm"
    RIGHT_LEG = "right-leg", "Right leg"
    LEFT_LEG = "left-leg", "Left leg"

    @property
    def location(self) -> Location | None:
        """The same among the locations of armor."""
        return None if self is Part.ANY else Location.of(self.value)


class By(Option):
    """How pain is shaken off."""

    HEALTH = "health", "a Health test"
    ARTHA = "artha", "artha"


WoundNumber = Annotated[int, Between(1, MOST_WOUNDS), Asked("Wound No.", quick=(1, 2, 3))]
Who = Annotated[int, Between(1, MOST_PEOPLE), Asked("Who, by number", more=True)]
Known = Annotated[
    int | None,
    Between(0, MOST_OBSTACLE),
    Asked("Successes rolled at the table", "Empty: the dice fall here.", more=True),
]


@branch("They are hit")
class Hit:
    """A blow lands."""

    hit: Annotated[Coordinate, Asked("The hit", hint="Shade and number; a number alone is black")] = Coordinate(7)
    part: Annotated[Part, Asked("Where", more=True)] = Part.ANY


@branch("One of them is hit")
class Blow:
    """A blow lands on one of a group, as hard as the last unless someone says otherwise."""

    hit: Annotated[Coordinate, Asked("The hit", hint="Shade and number; a number alone is black", more=True)] = (
        Coordinate(7)
    )
    part: Annotated[Part, Asked("Where", more=True)] = Part.ANY


@branch("Time passes")
class TimePasses:
    """Nothing ticks by itself."""

    amount: Annotated[int, Between(1, 60), Asked("How long", gm=True, quick=(1, 2, 4, 10, 30))] = 1
    unit: Annotated[Unit, Asked("Unit")] = Unit.HOURS


@branch("The scene ends")
class EndScene:
    """All shaken-off pain is back."""


@branch("Clear the cobwebs: +1 Ob")
class ClearCobwebs:
    """The obstacle of Superficial wounds goes until the scene ends."""

    by: Annotated[By, Asked("With")] = By.HEALTH
    successes: Known = None
    who: Who = 1

    rolls: ClassVar[bool] = True


@branch("Grit teeth: −1D")
class GritTeeth:
    """A die of a wound comes back until the scene ends."""

    way: Annotated[By, Asked("With")] = By.HEALTH
    successes: Known = None
    who: Who = 1

    rolls: ClassVar[bool] = True


@branch("Stop the bleeding")
class StopBleeding:
    """Someone staunches a wound."""

    wound: WoundNumber = 1
    hands: Annotated[Healer, Asked("Someone helps")] = Skilled()
    helping: HealersDice = 0
    successes: Known = None
    speed: Annotated[int, Between(0, 9), Asked("Extra successes for speed, at most", more=True)] = 0

    rolls: ClassVar[bool] = True


@branch("Treat a wound")
class TreatWound:
    """Someone treats a wound."""

    wound: WoundNumber = 1
    healer: Annotated[Healer, Asked("Someone treats it")] = Skilled()
    helping: HealersDice = 0
    successes: Known = None
    speed: Annotated[int, Between(0, 9), Asked("Extra successes for speed, at most", more=True)] = 0

    rolls: ClassVar[bool] = True


@branch("Test Health to recover")
class TestHealth:
    """The Health test of a wound."""

    wound: WoundNumber = 1
    time: Annotated[
        int | None,
        Between(1, 24),
        Asked("Weeks or months it takes", "Empty: rolled, where it is a long time.", gm=True),
    ] = None
    stat: Annotated[Stat, Asked("A stat that bears what is lost for good")] = Stat.FORTE
    successes: Known = None
    artha: Annotated[int, Between(0, 3), Asked("Persona for dice", more=True)] = 0

    rolls: ClassVar[bool] = True
    __test__: ClassVar[bool] = False


@branch("The will to live: 1 Persona")
class WillToLive:
    """A dying character is to be saved."""

    who: Who = 1


@branch("Let them go")
class LetGo:
    """A dying character dies."""

    who: Who = 1

    gives_up: ClassVar[bool] = True

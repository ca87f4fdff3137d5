"""The two sides of a chase as forms ask for them, on foot and mounted, and what both roll (MOV-04, RID-09)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine.answer import Block, Working
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.dice import Obstacle, Pool
from engine.games.burning_wheel.forms.mounts import HORSE, TheirMount, YourMount
from engine.games.burning_wheel.forms.saddle import B4, QUICK, Riding
from engine.games.burning_wheel.forms.test import OWN, QUICK_POOLS
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import Hurt, Wounded, feels, ledger
from engine.games.burning_wheel.readings.riding import pair_of
from engine.games.burning_wheel.rules import chase as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.chase import HARDER, Edge, Pair, Rider, Runner, Where, Who
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.versus import CallOn, Side
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Worked

MORE = Between(0, 10)
CHANGE = Between(-10, 10)
REFLEXES = Between(0, 20)


class Smaller(Option):
    """Whose mount is the smaller one. Source: RID-09."""

    NEITHER = "neither", "neither"
    YOURS = "yours", "yours"
    THEIRS = "theirs", "theirs"


Role = Annotated[Who, Asked("Who runs")]
Speed = Annotated[Ability, Asked("Your Speed", quick=QUICK), sheet("speed")]
TheirSpeed = Annotated[Ability, Asked("Their Speed", quick=QUICK)]
Edges = Annotated[frozenset[Edge], Asked("You have")]
TheirEdges = Annotated[frozenset[Edge], Asked("They have")]
Legs = Annotated[Multiplier, Asked("Your Speed multiplier", more=True)]
TheirLegs = Annotated[Multiplier, Asked("Theirs", more=True)]
Doubled = Annotated[bool, Asked("More than double gives two dice", gm=True, more=True)]
Forks = Annotated[int, MORE, Asked("Your FoRKs", "Streetwise, Climbing, fitting wises", more=True, quick=(0, 1, 2))]
TheirForks = Annotated[int, MORE, Asked("Their FoRKs", more=True, quick=(0, 1, 2))]
Other = Annotated[int, CHANGE, Asked("Other dice of yours", "Terrain, help", gm=True, more=True, quick=(0, 1, 2))]
TheirOther = Annotated[int, CHANGE, Asked("Other dice of theirs", gm=True, more=True, quick=(0, 1, 2))]
Called = Annotated[CallOn, Asked("A call-on for ties", more=True)]
TheirRiding = Annotated[Ability, Asked("Their Riding", quick=QUICK)]
Reflexes = Annotated[int, REFLEXES, Asked("Your Reflexes", quick=(3, 4, 5, 6))]
TheirReflexes = Annotated[int, REFLEXES, Asked("Their Reflexes", quick=(3, 4, 5, 6))]
Through = Annotated[Where, Asked("It goes through")]
Animals = Annotated[bool, Asked("You have Affinity for Animals or Low Speech", more=True)]
TheirAnimals = Annotated[bool, Asked("They have Affinity for Animals or Low Speech", more=True)]
Hides = Annotated[bool, Asked("You are Stealthy or Inconspicuous", "In streets or forest", more=True)]
TheirHides = Annotated[bool, Asked("They are Stealthy or Inconspicuous", more=True)]
TheSmaller = Annotated[Smaller, Asked("The smaller mount is", "In streets or forest", more=True)]
Act = Annotated[
    Pool | None, Asked("The one thing: its dice", "What the pursuer does. Empty: a catch is enough.", quick=QUICK_POOLS)
]
ActOb = Annotated[Obstacle, Asked("Its obstacle", f"Before the +{HARDER} of a chase", gm=True, quick=(1, 2, 3))]


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides of a chase: which is yours, the dice of each line by line, and what your wounds take."""

    who: Who
    yours: Worked
    theirs: Worked
    pair: Pair
    felt: Felt
    key: str

    @property
    def mine(self) -> Side:
        """Your side."""
        return self.pair.pursuer if self.who is Who.PURSUER else self.pair.pursued

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The dice of both as ledgers, and what wounds take off your successes."""
        return (
            Working(self.yours.lines, self.yours.total, "Your dice", "D"),
            *ledger(replace(self.felt, lost=0), 0, 0, against=OWN),
            Working(self.theirs.lines, self.theirs.total, "Their dice", "D"),
        )

    @property
    def kind(self) -> Kind:
        """What you test, for its log."""
        return Kind.STAT if self.key == "speed" else Kind.SKILL


def _pair(
    who: Who, each: tuple[Worked, Worked], like: tuple[Ability, Ability], felt: Felt, call_on: CallOn, ask: Rulings
) -> Pair:
    mine, theirs = (Side(rules.pool(dice, ability.pool())) for dice, ability in zip(each, like, strict=True))
    mine = replace(mine, penalty=felt.added)
    if who is Who.PURSUER:
        return pair_of(mine, theirs, call_on, ask)
    turned = {CallOn.MINE: CallOn.THEIRS, CallOn.THEIRS: CallOn.MINE}.get(call_on, call_on)
    return pair_of(theirs, mine, turned, ask)


@branch("on foot")
class OnFoot:
    """A chase on foot."""

    speed: Speed = B4
    their_speed: TheirSpeed = B4
    edges: Edges = frozenset()
    their_edges: TheirEdges = frozenset()
    legs: Legs = Multiplier.USUAL
    their_legs: TheirLegs = Multiplier.USUAL
    doubled: Doubled = False
    forks: Forks = 0
    their_forks: TheirForks = 0
    other: Other = 0
    their_other: TheirOther = 0
    wounds: Wounded = Hurt()

    def sides(self, who: Who, call_on: CallOn, ask: Rulings, at: str = "") -> Sides:
        """Both sides. Raises `Unusable` at fields under `at`."""
        felt = feels(self.wounds, self.speed, ask, ELEMENTS["speed"])
        mine = Runner(self.speed.exponent, self.legs.times, self.edges, self.forks, self.other, felt.lost)
        theirs = Runner(
            self.their_speed.exponent, self.their_legs.times, self.their_edges, self.their_forks, self.their_other
        )
        try:
            yours = rules.on_foot(who, mine, theirs, doubled=self.doubled)
        except Refused as error:
            raise Unusable(f"{at}edges", str(error)) from None
        try:
            others = rules.on_foot(who.other, theirs, mine, doubled=self.doubled)
        except Refused as error:
            raise Unusable(f"{at}their_edges", str(error)) from None
        pair = _pair(who, (yours, others), (self.speed, self.their_speed), felt, call_on, ask)
        return Sides(who, yours, others, pair, felt, "speed")


@branch("mounted")
class Mounted:
    """A pursuit in the saddle, both sides mounted."""

    riding: Riding = B4
    mount: YourMount = HORSE
    reflexes: Reflexes = 4
    their_riding: TheirRiding = B4
    their_mount: TheirMount = HORSE
    their_reflexes: TheirReflexes = 4
    where: Through = Where.ANYWHERE
    animals: Animals = False
    their_animals: TheirAnimals = False
    hides: Hides = False
    their_hides: TheirHides = False
    smaller: TheSmaller = Smaller.NEITHER
    doubled: Doubled = False
    forks: Forks = 0
    their_forks: TheirForks = 0
    other: Other = 0
    their_other: TheirOther = 0
    wounds: Wounded = Hurt()

    def sides(self, who: Who, call_on: CallOn, ask: Rulings, at: str = "") -> Sides:
        """Both sides."""
        felt = feels(self.wounds, self.riding, ask)
        mine = Rider(
            self.riding.exponent,
            self.reflexes,
            self.mount.mount,
            self.animals,
            self.hides,
            self.smaller is Smaller.YOURS,
            self.forks,
            self.other,
            felt.lost,
        )
        theirs = Rider(
            self.their_riding.exponent,
            self.their_reflexes,
            self.their_mount.mount,
            self.their_animals,
            self.their_hides,
            self.smaller is Smaller.THEIRS,
            self.their_forks,
            self.their_other,
        )
        yours = rules.mounted(mine, theirs, self.where, doubled=self.doubled)
        others = rules.mounted(theirs, mine, self.where, doubled=self.doubled)
        pair = _pair(who, (yours, others), (self.riding, self.their_riding), felt, call_on, ask)
        return Sides(who, yours, others, pair, felt, "riding")


def stops(act: Pool | None, obstacle: int, ask: Rulings) -> Fraction:
    """The chance that the one thing stops them; certain where a catch is enough. Source: MOV-05."""
    return Fraction(1) if act is None else law_of(act, ask, obstacle + HARDER).at_least(obstacle + HARDER)


def against(obstacle: int) -> Worked:
    """The obstacle of the one thing, line by line. Source: MOV-05."""
    return Worked((Line(obstacle, "By itself", "MOV-05"), Line(HARDER, "In a chase", "MOV-05")))

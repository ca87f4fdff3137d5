"""Fields and blocks that the calculators of positioning and distance share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine.answer import Entry, Note, Table
from engine.forms import Asked, Between, branch, sheet
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.readings.fight_positioning import landings
from engine.games.burning_wheel.rules import quickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.fight_distance import LADDER, Distance, Places, Positioning, Track
from engine.games.burning_wheel.rules.fight_positioning import Outcome, Wields
from engine.games.burning_wheel.views.blocks import Ghost, Ladder, Ladders
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability.parse("B4")
SPEEDS = ("B3", "B4", "B5", "B6")
LENGTHS_HINT = "Knife, fist shortest; hatchet short; sword, axe long; polearm longer; spear, spell longest"
OTHER = Between(0, 10)


class Arm(Option):
    """What someone positions with, as far as most fights tell it apart. Source: FGT-12, FGT-14."""

    SHORTEST = "shortest", "Shortest"
    SHORT = "short", "Short"
    LONG = "long", "Long"
    LONGER = "longer", "Longer"
    LONGEST = "longest", "Longest"
    THROWN = "thrown", "ready to throw"
    LOADED = "loaded", "loaded bow"

    @property
    def wields(self) -> Wields:
        """The same for the rules."""
        return Wields.of(self.value)


class Theirs(Option):
    """How far away I am for the other: what the weapons say, or what the GM has set. Source: FGT-20."""

    WEAPONS = "weapons", "by the weapons"
    OUT = "out", "out of reach"
    LUNGING = "lunging", "lunging"
    OPTIMAL = "optimal", "optimal"
    INSIDE = "inside", "inside"

    @property
    def distance(self) -> Distance | None:
        """The distance; None where the weapons say it."""
        return None if self is Theirs.WEAPONS else Distance.of(self.value)


YourSpeed = Annotated[Ability, Asked("Your Speed", quick=SPEEDS), sheet("speed")]
TheirSpeed = Annotated[Ability, Asked("Their Speed", quick=SPEEDS)]
YouScript = Annotated[Positioning, Asked("You script")]
TheyScript = Annotated[Positioning, Asked("They script")]
YourWeapon = Annotated[Arm, Asked("Your weapon is", LENGTHS_HINT), sheet("weapons", at_once=True)]
TheirWeapon = Annotated[Arm, Asked("Their weapon is")]
YourWeaponMore = Annotated[Arm, Asked("Your weapon is", LENGTHS_HINT, more=True), sheet("weapons", at_once=True)]
TheirWeaponMore = Annotated[Arm, Asked("Their weapon is", more=True)]
TheirDistance = Annotated[Theirs, Asked("Their distance", gm=True, more=True)]
YourDistance = Annotated[Distance, Asked("Your distance")]
OtherDice = Annotated[int, OTHER, Asked("Your other dice", "Traits, FoRKs", quick=(0, 1, 2), more=True)]
TheirOtherDice = Annotated[int, OTHER, Asked("Their other dice", quick=(0, 1, 2), more=True)]


class Quicker(Option):
    """Who has the higher Reflexes."""

    NOBODY = "nobody", "nobody"
    YOU = "you", "you"
    THEY = "they", "they"

    @property
    def lines(self) -> tuple[Line, Line]:
        """The die of each side."""
        dice = quickness.by_reflexes((int(self is Quicker.YOU), int(self is Quicker.THEY)))
        mine, theirs = (Line(die, quickness.REFLEXES, "FGT-11") for die in dice)
        return mine, theirs


class Outruns(Option):
    """Who has the higher Speed multiplier, and whether the GM grants two dice for more than double."""

    NOBODY = "nobody", "nobody"
    YOU = "you", "you"
    YOU_FAR = "you-far", "you, more than double"
    THEY = "they", "they"
    THEY_FAR = "they-far", "they, more than double"

    @property
    def lines(self) -> tuple[Line, Line]:
        """The dice of each side."""
        usual, far = quickness.USUAL, quickness.HORSE
        higher = far if self in (Outruns.YOU_FAR, Outruns.THEY_FAR) else quickness.SPIDER
        mine = higher if self in (Outruns.YOU, Outruns.YOU_FAR) else usual
        theirs = higher if self in (Outruns.THEY, Outruns.THEY_FAR) else usual
        dice = quickness.by_multiplier((mine, theirs), doubled=higher is far)
        one, other = (Line(die, quickness.MULTIPLIER, "FGT-11") for die in dice)
        return one, other


Reflexes = Annotated[Quicker, Asked("Higher Reflexes", more=True)]
Multiplier = Annotated[Outruns, Asked("Higher Speed multiplier", "Men, Elves, Orcs, Trolls, Roden: 3.5", more=True)]


@branch("Both have rolled")
class Both:
    """Both rolled: successes as they were counted, before any +Ob."""

    own: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 3
    other: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 2


def capital(words: str) -> str:
    """Words that begin a line."""
    return words[:1].upper() + words[1:]


def said(at: Places) -> str:
    """Where both stand: "you lunging, they out of reach"."""
    if at[0] is at[1]:
        return f"both {at[0].words}"
    return f"you {at[0].words}, they {at[1].words}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two fighters: their track, where they stand now, and what both scripted."""

    track: Track
    at: Places
    mine: Positioning
    theirs: Positioning
    words: tuple[str, str]
    ask: Rulings

    @classmethod
    def of(
        cls,
        track: Track,
        own: Distance,
        other: Theirs,
        scripted: tuple[Positioning, Positioning],
        weapons: tuple[str, str],
        ask: Rulings,
    ) -> "Pair":
        """Where they stand, by my distance and theirs, or by the weapons where theirs is not said."""
        at = track.with_theirs(own) if other.distance is None else (own, other.distance)
        return cls(track, at, *scripted, weapons, ask)

    def options(self, outcome: Outcome) -> tuple[Places, ...]:
        """Where the winner may take them, as far as the rule goes first; where they stand after a tie."""
        if outcome.won is None:
            return (self.at,)
        scripted = self.mine if outcome.won else self.theirs
        return landings(self.track, self.at, scripted, self.ask, mine=outcome.won, steps=outcome.steps)

    def ends(self, chances: Mapping[Outcome, Fraction] | None = None, current: Outcome | None = None) -> Table:
        """Each end: its chance, where the rule leads, and where the winner may stop instead."""
        rows: list[tuple[Entry, ...]] = []
        for outcome in Outcome:
            first, *others = self.options(outcome)
            chance = () if chances is None else (chances[outcome],)
            rows.append((outcome.words, *chance, capital(said(first)), self._instead(outcome, others) or None))
        columns = ("Result", *(() if chances is None else ("Chance",)), "Then", "Or the winner stops at")
        place = None if current is None else list(Outcome).index(current)
        return Table("How it can end", columns, tuple(rows), place, Mark.DERIVED)

    def _instead(self, outcome: Outcome, others: Sequence[Places]) -> str:
        return "; ".join(said(one) for one in others)

    @property
    def ladders(self) -> Ladders:
        """Where both stand, and where each end leads."""
        found = {outcome: rungs(self.options(outcome)[0]) for outcome in Outcome}
        ghosts = [Ghost(SHORT[Outcome.TIE], found[Outcome.TIE])]
        for one, two, both in ENDS:
            if found[one] == found[two]:
                ghosts.append(Ghost(both, found[one]))
            else:
                ghosts += [Ghost(SHORT[one], found[one]), Ghost(SHORT[two], found[two])]
        names = tuple(distance.words for distance in LADDER)
        mine, theirs = (
            Ladder(name, words, names, rung)
            for name, words, rung in zip(("You", "They"), self.words, rungs(self.at), strict=True)
        )
        return Ladders(f"Now: {said(self.at)}.", (mine, theirs), tuple(ghosts))

    @property
    def notes(self) -> tuple[Note, ...]:
        """That the GM has set a distance, and that the fight is over."""
        found = []
        if self.at not in self.track.states:
            text = "Your weapons do not give these two distances; they stand because the GM says so."
            found.append(Note(text, rule="FGT-20"))
        if self.at == (Distance.OUT, Distance.OUT):
            found.append(Note("Out of each other’s reach the fight is over, unless someone Closes.", rule="FGT-16"))
        return tuple(found)


SHORT = {
    Outcome.WIN_TWO: "win by two",
    Outcome.WIN: "win by one",
    Outcome.TIE: "tie",
    Outcome.LOSE: "lose by one",
    Outcome.LOSE_TWO: "lose by two",
}
ENDS = ((Outcome.WIN, Outcome.WIN_TWO, "win"), (Outcome.LOSE, Outcome.LOSE_TWO, "lose"))
"""By one and by two, and what to call both where they lead to the same place."""


def rungs(at: Places) -> tuple[int, int]:
    """The rung of each ladder."""
    return LADDER.index(at[0]), LADDER.index(at[1])


def tested(lines: Sequence[Line], speed: Ability) -> Pool:
    """The pool that a ledger comes to, in the shade of the Speed that begins it."""
    return Pool.of(max(0, sum(line.amount for line in lines)), speed.shade)

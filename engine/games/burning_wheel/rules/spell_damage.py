"""Successes over the obstacle of a spell: where they may go, and what damage comes of them (SOR-19 to SOR-21).

>>> from engine.games.burning_wheel.rules.spells import SPELLS
>>> shards = SPELLS["shards"]
>>> [put.fate for put in splits(2, uses(shards))]
[0, 1, 2]
>>> str(harm_of(shards).power(5, 8)), str(chances(1)[Stage.SUPERB])
('6', '1/2')
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import ClassVar, Self

from engine.dice import Distribution
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import blow
from engine.games.burning_wheel.rules.blow import End, Ended, Foe, Odds, Struck
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.burning_wheel.rules.die_of_fate import READINGS
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.spells import Duration, Harm, Spell
from engine.games.burning_wheel.rules.striking import Spot
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option
from engine.refused import Refused

FATE_AT_MOST = 3
"""Successes that may go into the Die of Fate of a spell that does damage. Source: SOR-21."""
READING = READINGS["spell"]
FAR_BEYOND = 1000
"""A Power beyond the end of the grayscale."""


@dataclass(frozen=True, slots=True)
class Put:
    """Where successes over the obstacle go, each once: `effect` and `second` where there are two. Source: SOR-19."""

    effect: int = 0
    duration: int = 0
    fate: int = 0
    second: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.effect + self.duration + self.fate + self.second


@dataclass(frozen=True, slots=True)
class Uses:
    """What the successes over the obstacle of a spell may go into. Source: SOR-04, SOR-19.

    `second` says that its effect is two, between which they are shared out.
    """

    effect: bool
    duration: bool
    fate: bool
    second: bool = False

    @property
    def each(self) -> tuple[bool, bool, bool]:
        """Effect, duration and Die of Fate, in this order."""
        return self.effect, self.duration, self.fate

    def __bool__(self) -> bool:
        return any(self.each)


def uses(spell: Spell, *, flat_duration: bool = False, flat_fate: bool = True, second: bool = False) -> Uses:
    """What they may go into for this spell: only a caret opens its effect. Source: SOR-04, SOR-19, SOR-21, SOR-25.

    `flat_duration` opens the duration of a spell without a caret too, and without `flat_fate` its Die of Fate is shut.
    """
    caret = bool(spell.caret)
    return Uses(
        effect=caret,
        duration=spell.duration is Duration.ELAPSED and (caret or flat_duration),
        fate=spell.harm is not None and (caret or flat_fate),
        second=caret and second,
    )


def check(put: Put, over: int, may: Uses, name: str) -> None:
    """Raises `Refused` where a split spends more than there are over the obstacle, or where they do nothing. SOR-19."""
    if put.total > over:
        raise Refused(f"There are {over} over the obstacle; this says {put.total}.")
    if (put.effect and not may.effect) or (put.second and not may.second):
        raise Refused(f"{name} is flat, as far as is known: nothing goes into its effect.")
    if put.duration and not may.duration:
        raise Refused(f"Only an elapsed time is drawn out; {name} has none that successes reach.")
    if put.fate and not may.fate:
        raise Refused(f"{name} throws no Die of Fate that successes help.")
    if put.fate > FATE_AT_MOST:
        raise Refused(f"No more than {FATE_AT_MOST} go into the Die of Fate; this says {put.fate}.")


def splits(over: int, may: Uses, *, duration: int | None = None) -> tuple[Put, ...]:
    """Every way to put all of so many successes (0 or more) somewhere, the effect first; what is left over is lost.

    With a `duration` that many go there, or all there are. Source: SOR-19.

    >>> [put.total for put in splits(5, Uses(effect=False, duration=False, fate=True))]
    [3]
    """
    found: list[Put] = []
    for fate in range(min(over, FATE_AT_MOST) + 1 if may.fate else 1):
        left = over - fate
        kept = range(left + 1) if duration is None else (min(duration, left),)
        for time in kept if may.duration else (0,):
            rest = left - time
            if not may.effect:
                found.append(Put(0, time, fate))
                continue
            found += [Put(rest - other, time, fate, other) for other in (range(rest + 1) if may.second else (0,))]
    most = max(put.total for put in found)
    return tuple(put for put in found if put.total == most)


def over_own(successes: int, own: int, against: int, *, of_own: bool = False) -> int:
    """What a casting that reached its obstacle `against` has over: over that, or over the spell’s `own` alone.

    Source: SOR-04, SOR-19.

    >>> over_own(9, 2, 4), over_own(9, 2, 4, of_own=True)
    (5, 7)
    """
    return successes - (own if of_own else against)


_STAGES = {stage.words: stage for stage in LANDED}


def stage(face: int, fate: int = 0) -> Stage:
    """What a face of the Die of Fate says, 1 to 6, with so many successes in it, 0 to 3. Source: SOR-21.

    >>> stage(5).words, stage(2, 1).words
    ('Superb', 'Mark')
    """
    return _STAGES[READING.of(face, fate)]


@cache
def chances(fate: int = 0) -> Mapping[Stage, Fraction]:
    """The exact chance of each stage with so many successes in the die, 0 to 3. Source: SOR-21."""
    found = READING.chances(fate)
    return {one: found.get(one.words, Fraction(0)) for one in LANDED}


def harm_of(spell: Spell) -> Harm:
    """How the damage of a spell is found. Raises `Refused` for one that does none, as far as is known. SOR-20."""
    if spell.harm is None:
        raise Refused(f"As far as is known {spell.name} does no damage.")
    return spell.harm


@dataclass(frozen=True, slots=True)
class Bolt:
    """A spell that has come off, on its way into someone: its damage, and the successes in its Die of Fate.

    It strikes `spot`, and nothing is rolled against it but armor, at `va`. Where the die has fallen, `landed` is what
    it said. Source: SOR-20, SOR-21.
    """

    damage: Damage
    fate: int = 0
    shade: Shade = Shade.BLACK
    spot: Spot = Target.TORSO
    va: int = 0
    landed: Stage | None = None

    guard: ClassVar[None] = None
    guarding: ClassVar[range] = range(0)
    guarded: ClassVar[Fraction] = Fraction(0)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The part that it strikes."""
        return (self.spot,)

    @property
    def landings(self) -> Mapping[Struck, Fraction]:
        """The exact chance of each stage. Source: SOR-21."""
        if self.landed is not None:
            return {Struck(self.landed, self.spot): Fraction(1)}
        return {Struck(one, self.spot): chance for one, chance in chances(self.fate).items() if chance}


class Aim(Option):
    """What a split is chosen for."""

    LIGHT = Level.LIGHT.value, "a Light wound or worse"
    MIDI = Level.MIDI.value, "a Midi wound or worse"
    SEVERE = Level.SEVERE.value, "a Severe wound or worse"
    TRAUMATIC = Level.TRAUMATIC.value, "a Traumatic wound or worse"
    MORTAL = Level.MORTAL.value, "a Mortal wound"
    HARD = "hard", "the hardest blow on average"

    @property
    def level(self) -> Level:
        """The least wound that it is content with."""
        return Level.SUPERFICIAL if self is Aim.HARD else Level.of(self.value)


@dataclass(frozen=True, slots=True)
class Dealt:
    """What becomes of one target once the die has fallen: all ends, and the chance to go `through` to a wanted wound.

    `place` is where on the grayscale it falls on average; where armor stops it, nowhere.
    """

    odds: Odds
    through: Fraction
    place: Fraction

    @classmethod
    def of(cls, odds: Odds, level: Level) -> Self:
        """That of these odds, where a wound of the level or worse is wanted."""
        falls = ((chance, end.hit.place) for end, chance in odds.ended.items() if end.end is not End.STOPPED)
        return cls(odds, odds.at_least(level), sum((chance * place for chance, place in falls), Fraction(0)))


@dataclass(frozen=True)
class Tried:
    """A split with what it does to one target, and to `targets` alike; `by_stage` is what each face of the die does.

    Whatever it covers is struck alike: one Die of Fate for all of them, and armor each for itself.
    Source: SOR-09, SOR-19 to SOR-21.
    """

    put: Put
    power: int
    damage: Damage
    by_stage: Mapping[Stage, Dealt]
    targets: int = 1

    @cached_property
    def ends(self) -> Mapping[End, Fraction]:
        """The exact chance of every end for one of them; they sum to 1."""
        return {end: self._ends(end) for end in End}

    @property
    def each(self) -> Fraction:
        """The chance that one of them has a wound of the level or worse."""
        return self._mean(lambda dealt: dealt.through)

    @property
    def every(self) -> Fraction:
        """The chance that all of them have."""
        return self._mean(lambda dealt: dealt.through**self.targets)

    @property
    def any(self) -> Fraction:
        """The chance that one of them has, or more."""
        return self._mean(lambda dealt: 1 - (1 - dealt.through) ** self.targets)

    @property
    def struck(self) -> Fraction:
        """How many of them have, on average."""
        return self.each * self.targets

    @property
    def place(self) -> Fraction:
        """Where on the grayscale it falls on average; where armor stops it, nowhere."""
        return self._mean(lambda dealt: dealt.place)

    def _ends(self, end: End) -> Fraction:
        return self._mean(lambda dealt: dealt.odds.ends[end])

    def _mean(self, what: Callable[[Dealt], Fraction]) -> Fraction:
        """What all three stages come to, each with its chance."""
        shares = chances(self.put.fate).items()
        return sum((chance * what(self.by_stage[one]) for one, chance in shares if chance), Fraction(0))


@dataclass(frozen=True)
class Spellfire:
    """A spell that does damage, by someone with so much `will`, against targets who are all like `foe`.

    `staged` makes the three places of a Power, `spot` is the part that it strikes. Source: SOR-20.
    """

    harm: Harm
    will: int
    may: Uses
    foe: Foe
    staged: Callable[[int], Damage]
    shade: Shade = Shade.BLACK
    spot: Spot = Target.TORSO
    aim: Aim = Aim.HARD
    targets: int = 1
    _known: dict[int, Mapping[Stage, Dealt]] = field(default_factory=dict, repr=False, compare=False)
    _best: dict[tuple[int, int], Tried] = field(default_factory=dict, repr=False, compare=False)

    def tried(self, put: Put) -> Tried:
        """What a split does. Source: SOR-20, SOR-21."""
        power = self.harm.power(self.will, put.effect)
        return Tried(put, power, self.staged(power), self.by_stage(power), self.targets)

    def by_stage(self, power: int) -> Mapping[Stage, Dealt]:
        """What becomes of a target at each stage of that Power."""
        if power not in self._known:
            bolt = Bolt(self.staged(power), shade=self.shade, spot=self.spot)
            ends = {one: blow.odds(replace(bolt, landed=one), self.foe) for one in LANDED}
            self._known[power] = {one: Dealt.of(odds, self.aim.level) for one, odds in ends.items()}
        return self._known[power]

    def worth(self, tried: Tried) -> tuple[Fraction, Fraction]:
        """What a split is ranked by: the chance of what is aimed at, on all targets, then how hard it falls."""
        return (tried.place, tried.each) if self.aim is Aim.HARD else (tried.every, tried.place)

    def all_of(self, over: int, duration: int = 0) -> tuple[Tried, ...]:
        """Every split of so many successes, best first; of two as good the one with more in the effect. SOR-19."""
        found = [self.tried(put) for put in splits(over, self.may, duration=duration)]
        return tuple(sorted(found, key=lambda one: (*self.worth(one), one.put.effect), reverse=True))

    def best(self, over: int, duration: int = 0) -> Tried:
        """The best split of so many successes."""
        if (over, duration) not in self._best:
            self._best[over, duration] = self.all_of(over, duration)[0]
        return self._best[over, duration]

    def settled(self, duration: int = 0) -> int:
        """The successes over the obstacle from which on nothing changes: whatever the die says is Mortal, or the most.

        `duration` of them are spent on time.
        """
        most = self.staged(FAR_BEYOND).incidental
        enough = min(most, self.foe.tolerances.places[Level.MORTAL])
        effect = 0
        while self.may.effect and self.staged(self.harm.power(self.will, effect)).incidental < enough:
            effect += 1
        return effect + FATE_AT_MOST + duration


def outlook(
    fire: Spellfire, law: Distribution, obstacle: int, own: int | None = None, duration: int = 0
) -> Mapping[End, Fraction]:
    """The exact chance of every end of a casting, from its dice to the wound; they sum to 1.

    `law` is that of the casting and `obstacle` what it must reach; a casting that fails is no hit. Successes are put
    where they are worth most; with `own` they are those over the spell’s own obstacle. Source: SOR-19 to SOR-21.
    """
    base = obstacle if own is None else own
    found = dict.fromkeys(End, Fraction(0))
    found[End.MISS] = 1 - law.at_least(obstacle)
    last = max(obstacle, base + fire.settled(duration))
    for rolled in range(obstacle, last + 1):
        chance = law.at_least(rolled) if rolled == last else law.exactly(rolled)
        if chance:
            for end, share in fire.best(rolled - base, duration).ends.items():
                found[end] += chance * share
    return found


def at_least(ends: Mapping[End, Fraction], level: Level) -> Fraction:
    """The chance of this wound or a worse one."""
    return Odds({Ended(end): chance for end, chance in ends.items()}, {}).at_least(level)

"""A duel of wits from its first script to its end: a frozen state, and what may be done in it (DOW-05 to 07, DOW-26).

Each method of a `Duel` gives the duel after it, or raises `Refused` with the sentence why it is not allowed. Dice come
from outside, by a `Throw`: thrown by a `Random`, read as they lie (`lying`), or asked from players. What the last step
brought is its `came`, a record without words. Nothing here knows a form. Sides are numbered 0 and 1.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from engine.games.burning_wheel.dice import Chain, Pool, Shade, dealt
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.rules import arguments, duel, duel_marks
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill, Ending, Grade, GradeHouse, Leaving, Opposed
from engine.games.burning_wheel.rules.duel import (
    DEFAULT,
    NO_DICE,
    Action,
    Counted,
    House,
    Kind,
    Part,
    Roll,
    Split,
    Standing,
    State,
    Volley,
)
from engine.games.burning_wheel.rules.duel_marks import DuelMarks, MarkReadings, PrintedMarks, SpokenRoll
from engine.games.burning_wheel.rules.steel import hesitation, lost
from engine.option import Option
from engine.refused import Refused

B4 = Ability(Shade.BLACK, 4)
Pair = tuple[Action, Action]


class Phase(Option):
    """What comes next in a duel. Source: DOW-26."""

    SCRIPT = "script", "both sides script"
    REVEAL = "reveal", "the next volley is revealed"
    DIVIDE = "divide", "a Rebuttal is divided"
    ROLL = "roll", "the dice are rolled"
    STEEL = "steel", "the loser tests Steel"
    OVER = "over", "the duel is over"


class Readings(MarkReadings, Protocol):
    """How a table reads the rules of a duel; each reading is asked only where it decides something."""

    def house(self, pair: Pair, *, carried: bool, one_die: bool) -> House:
        """How a volley is resolved; `carried` and `one_die` say whether those readings matter. Source: DOW-10 to 16."""

    def half_of_one_die(self) -> bool:
        """Whether a Rebuttal may put its only die into one half. Source: DOW-14."""

    def chain(self) -> Chain:
        """Whether an extra die that shows a 6 brings another. Source: HUB-07."""

    def leaving(self) -> Leaving:
        """What leaving a duel that has begun counts as. Source: DOW-05."""

    def tie_tests_steel(self) -> bool:
        """Whether both sides of a tie test Steel. Source: DOW-20."""

    def initiative(self) -> bool:
        """Whether it counts for anything who was driven less far below zero in a tie. Source: DOW-21."""

    def grades(self, start: int, left: int) -> GradeHouse:
        """How what a winner owes is graded. Source: DOW-19."""


@dataclass(frozen=True, slots=True)
class Printed(PrintedMarks):
    """The default readings, but for how a volley is resolved."""

    resolved: House = DEFAULT

    def house(self, pair: Pair, *, carried: bool, one_die: bool) -> House:
        return self.resolved

    def half_of_one_die(self) -> bool:
        return self.resolved.one_die

    def chain(self) -> Chain:
        return Chain.CHAIN

    def leaving(self) -> Leaving:
        return arguments.breaking_off()

    def tie_tests_steel(self) -> bool:
        return False

    def initiative(self) -> bool:
        return True

    def grades(self, start: int, left: int) -> GradeHouse:
        return GradeHouse()


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice to be thrown: whose, for which action (None: the Steel test), which part of it, and how sixes open."""

    side: int
    action: Action | None
    part: Part
    pool: Pool
    chain: Chain


Throw = Callable[[Cast], Fallen]


def lying(faces: Iterable[int]) -> Throw:
    """Dice as they lie on a table: one face after the other, extra dice included.

    A throw raises `Refused` where they do not suffice.
    """
    left = iter(faces)
    return lambda cast: dealt(cast.pool, cast.chain, left)


@dataclass(frozen=True, slots=True)
class Extra:
    """Dice that join an action: help and the like, and those of artha, which no log counts."""

    more: int = 0
    artha: int = 0

    @property
    def total(self) -> int:
        return self.more + self.artha


@dataclass(frozen=True, slots=True)
class Halves:
    """A Rebuttal divided, with all that joins it. Source: DOW-14."""

    split: Split
    extra: Extra = Extra()


@dataclass(frozen=True, slots=True)
class Voice:
    """What an action is tested with: a skill or Will by name, as it stands, and all dice that go with it."""

    name: str
    ability: Ability
    pool: Pool


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a duel, from what never changes to what it has written and rolled.

    `voices` are the actions that it has dice for. `hurt` are the dice that wounds take from Steel, `start` is the body
    of argument at the start. `rolls` are all so far, for its logs; `shocked` says that it still tests Steel.
    """

    name: str
    voices: tuple[tuple[Action, Voice], ...]
    steel: Ability
    standing: Standing
    start: int
    hurt: int = 0
    script: tuple[Action, ...] = ()
    halves: Halves | None = None
    rolls: tuple[SpokenRoll, ...] = ()
    shocked: bool = False

    def voice(self, action: Action) -> Voice:
        """What an action is tested with. Raises `KeyError` where nothing tests it."""
        return dict(self.voices)[action]

    @property
    def dice(self) -> dict[Action, int]:
        """The dice of each action that can be tested."""
        return {action: voice.pool.dice for action, voice in self.voices}


def speaker(
    name: str, skills: Mapping[DuelingSkill, Ability], argument: int, will: Ability = B4, steel: Ability = B4
) -> Side:
    """A side that tests each action with the best of its skills, unhurt. Source: DOW-02, DOW-04."""
    pools = [(skill, ability.pool()) for skill, ability in skills.items()]
    best = arguments.best_for(pools, will.pool())
    voices = tuple(
        (action, Voice(skill.words, skills[skill], pool) if skill else Voice("Will", will, pool))
        for action, (skill, pool) in best.items()
    )
    return Side(name, voices, steel, Standing(argument, will.exponent, hesitation(will).total), argument)


@dataclass(frozen=True, slots=True)
class Scripted:
    """A side has scripted the exchange. Source: DOW-06."""

    side: int


@dataclass(frozen=True, slots=True)
class Left:
    """A side has left, and what that counts as. Source: DOW-05."""

    side: int
    how: Leaving


@dataclass(frozen=True, slots=True)
class Revealed:
    """The volley is turned over: what was scripted, what is done instead, and who speaks in which order. DOW-06."""

    scripted: Pair
    pair: Pair
    order: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Divided:
    """A side has divided its Rebuttal. Source: DOW-14."""

    side: int


@dataclass(frozen=True, slots=True)
class Spoken:
    """A volley was rolled and resolved: how both stood before, what the dice came to, and under which readings."""

    before: State
    volley: Volley
    counted: tuple[Counted, Counted]
    house: House
    order: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shocked:
    """The loser has tested Steel. Source: DOW-20."""

    side: int
    obstacle: int
    successes: int

    @property
    def heartbeats(self) -> int:
        """How long they hesitate."""
        return lost(self.obstacle, self.successes)


Came = Scripted | Left | Revealed | Divided | Spoken | Shocked


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel of wits between two steps. Source: DOW-26.

    `elder` is the side that speaks first where both may. `came` is what the last step brought and `thrown` the dice
    that fell in it; `left` says who left, if anyone did.
    """

    sides: tuple[Side, Side]
    elder: int = 0
    readings: Readings = field(default=Printed(), compare=False)
    phase: Phase = Phase.SCRIPT
    exchange: int = 1
    volley: int = 1
    came: Came | None = None
    thrown: tuple[tuple[Cast, Fallen], ...] = ()
    left: Left | None = None

    @property
    def between(self) -> State:
        """Both sides as a volley takes them."""
        return State((self.sides[0].standing, self.sides[1].standing))

    @property
    def scripted(self) -> Pair:
        """What both sides wrote for the volley that comes."""
        return self.sides[0].script[self.volley - 1], self.sides[1].script[self.volley - 1]

    @property
    def pair(self) -> Pair:
        """What both sides really do in it. Source: DOW-16."""
        return duel.effective(self.between, self.scripted)

    @property
    def order(self) -> tuple[int, int]:
        """The sides as they speak in it. Source: DOW-07."""
        return duel.order(self.pair, self.elder)

    @property
    def house(self) -> House:
        """The readings that it rests on."""
        carried = duel.runs_on([side.standing for side in self.sides], self.pair)
        one_die = any(
            action is Action.REBUTTAL and side.voice(action).pool.dice < duel.LEAST_REBUTTAL
            for action, side in zip(self.pair, self.sides, strict=True)
        )
        return self.readings.house(self.pair, carried=carried, one_die=one_die)

    def kind(self, place: int) -> Kind:
        """What a side rolls in it. Source: DOW-15."""
        return duel.kind(self.pair[place], self.pair[1 - place], self.house)

    def pool(self, place: int, more: int = 0) -> Pool:
        """The dice of a side's action in it, with `more`. Raises `KeyError` where nothing tests it."""
        side, action = self.sides[place], self.pair[place]
        return duel.pool_for(action, side.voice(action).pool, side.standing.carried, more)

    @property
    def dividing(self) -> tuple[int, ...]:
        """The sides whose Rebuttal rolls dice in it and is not divided yet. Source: DOW-14."""
        return tuple(
            place
            for place, side in enumerate(self.sides)
            if self.pair[place] is Action.REBUTTAL and not side.halves and self.kind(place).rolls
        )

    @property
    def shocked(self) -> tuple[int, ...]:
        """The sides that still test Steel. Source: DOW-20."""
        return tuple(place for place, side in enumerate(self.sides) if side.shocked)

    @property
    def ending(self) -> Ending:
        """How the duel stands, seen from side 0; whoever conceded has lost. Source: DOW-18."""
        if self.left:
            return (Ending.LOSE, Ending.WIN)[self.left.side] if self.left.how.loses else Ending.OPEN
        return arguments.ending(self.sides[0].standing.argument, self.sides[1].standing.argument)

    @property
    def winner(self) -> int | None:
        """The side that has won, if one has."""
        return {Ending.WIN: 0, Ending.LOSE: 1}.get(self.ending)

    @property
    def owed(self) -> Grade | None:
        """What the winner owes, if anyone won. Source: DOW-19."""
        if self.winner is None:
            return None
        side = self.sides[self.winner]
        left = side.standing.argument
        return arguments.grade(side.start, left, self.readings.grades(side.start, left))

    def shock(self, place: int) -> int:
        """The obstacle of a loser's Steel test. Source: DOW-20."""
        standing = self.sides[place].standing
        return arguments.defeat(standing.hesitation, min(0, standing.argument)).total

    def marks(self, place: int) -> DuelMarks:
        """What a side marks for the duel. Source: DOW-25."""
        return duel_marks.marks(self.sides[place].rolls, self.readings)

    def scripting(self, place: int, actions: Iterable[Action]) -> House:
        """The readings that scripting these actions rests on. Source: DOW-14."""
        one_die = any(action is Action.REBUTTAL and self.sides[place].dice.get(action) == 1 for action in actions)
        return House(one_die=one_die and self.readings.half_of_one_die())

    def script(self, place: int, actions: Sequence[Action]) -> "Duel":
        """A side's actions for all volleys; once both are in, the first volley can be revealed. Source: DOW-06."""
        self._at(Phase.SCRIPT)
        side = self.sides[place]
        if side.script:
            raise Refused(f"{side.name} has scripted already.")
        if len(actions) != duel.VOLLEYS:
            raise Refused(f"An exchange is scripted with {duel.VOLLEYS} actions; this has {len(actions)}.")
        hesitates = side.standing.carried.hesitates
        for _, fault in duel.bad_script(actions, side.dice, hesitates, self.scripting(place, actions)):
            raise Refused(fault)
        after = self._put(place, replace(side, script=tuple(actions)))
        ready = all(side.script for side in after.sides)
        return replace(after, phase=Phase.REVEAL if ready else Phase.SCRIPT, came=Scripted(place), thrown=())

    def walk_away(self, place: int) -> "Duel":
        """One side leaves in the middle. Source: DOW-05."""
        self._at(Phase.SCRIPT, Phase.REVEAL, Phase.DIVIDE, Phase.ROLL)
        left = Left(place, self.readings.leaving())
        after = replace(self, left=left, came=left, thrown=())
        return after._shaken((place,) if left.how.loses else ())

    def reveal(self) -> "Duel":
        """The actions of the volley, turned over. Source: DOW-06, DOW-07."""
        self._at(Phase.REVEAL)
        came = Revealed(self.scripted, self.pair, self.order)
        return replace(self, phase=Phase.DIVIDE if self.dividing else Phase.ROLL, came=came, thrown=())

    def divide(self, place: int, halves: Halves) -> "Duel":
        """A Rebuttal divided before any dice are rolled. Source: DOW-14."""
        self._at(Phase.DIVIDE)
        if sentence := duel.bad_split(halves.split, self.pool(place, halves.extra.total).dice, self.house):
            raise Refused(sentence)
        after = self._put(place, replace(self.sides[place], halves=halves))
        return replace(after, phase=Phase.DIVIDE if after.dividing else Phase.ROLL, came=Divided(place), thrown=())

    def roll(self, throw: Throw, extras: tuple[Extra, Extra] = (Extra(), Extra())) -> "Duel":
        """The volley spoken, rolled and resolved; `extras` join what was not divided. Source: DOW-07, DOW-15."""
        self._at(Phase.ROLL)
        return _Volley(self, extras).spoken(throw)

    def test_steel(self, place: int, throw: Throw, more: int = 0) -> "Duel":
        """The loser's Steel test, with `more` dice. Source: DOW-20."""
        self._at(Phase.STEEL)
        obstacle = self.shock(place)
        side, cast, fell = self._steel(place, obstacle, throw, more)
        after = self._put(place, replace(side, shocked=False))
        came = Shocked(place, obstacle, fell.count.successes)
        thrown = ((cast, fell),) if fell.dice else ()
        return replace(after, phase=Phase.STEEL if after.shocked else Phase.OVER, came=came, thrown=thrown)

    def cast(self, place: int, pool: Pool, action: Action | None = None, part: Part = Part.WHOLE) -> Cast:
        """A pool as it is thrown, open-ended as the table reads it. Source: HUB-07."""
        return Cast(place, action, part, pool, self.readings.chain() if pool.open_ended else Chain.CHAIN)

    def _steel(self, place: int, obstacle: int, throw: Throw, more: int = 0) -> tuple[Side, Cast, Fallen]:
        """A Steel test: the side with the test in its log, where it had a die for it, and the dice. Source: STE-01."""
        side = self.sides[place]
        cast = self.cast(place, side.steel.pool(more - side.hurt, open_ended=True))
        fell = throw(cast)
        dice = side.steel.exponent + more - side.hurt
        tested = SpokenRoll("Steel", side.steel, dice, Opposed.VERSUS, obstacle, fell.count.successes)
        return replace(side, rolls=(*side.rolls, tested)) if dice > 0 else side, cast, fell

    def _shaken(self, places: Sequence[int]) -> "Duel":
        """The duel ended, with the sides that test Steel for it. Source: DOW-20."""
        first, second = (replace(side, shocked=place in places) for place, side in enumerate(self.sides))
        return replace(self, sides=(first, second), phase=Phase.STEEL if places else Phase.OVER)

    def _put(self, place: int, side: Side) -> "Duel":
        return replace(self, sides=(side, self.sides[1]) if place == 0 else (self.sides[0], side))

    def _at(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise Refused(f"This is not the time for it: {self.phase.words}.")


def begin(first: Side, second: Side, readings: Readings = Printed(), elder: int = 0) -> Duel:
    """A duel about to be scripted. Source: DOW-26."""
    return Duel((first, second), elder, readings)


@dataclass(frozen=True, slots=True)
class _Part:
    """One side's part in a volley: its action, what it rolls, and what the dice came to, before any penalty."""

    action: Action
    kind: Kind
    rolls: tuple[Roll, ...]
    artha: int
    riposte_bears: bool
    counted: Counted = NO_DICE


class _Volley:
    """A volley while it is rolled: the duel before it, and each side's part."""

    def __init__(self, before: Duel, extras: tuple[Extra, Extra]) -> None:
        self.duel = before
        self.house = before.house
        self.pair = before.pair
        self.parts = [self._part(place, extra) for place, extra in enumerate(extras)]
        self.thrown: list[tuple[Cast, Fallen]] = []

    def spoken(self, throw: Throw) -> Duel:
        """The duel after it."""
        # Both speak in their order, and all their dice lie before anything is held against anything.
        for place in self.duel.order:
            self._speak(place, throw)
        before = self.duel.between
        effects = duel.effects_of(before, self.pair, self._counted, self.house)
        for place, side in enumerate(self.duel.sides):
            self.duel = self.duel._put(place, replace(side, rolls=(*side.rolls, *self._logged(place))))
        # Whoever was incited tests Steel within the volley.
        for place, effect in enumerate(effects):
            if effect.incited:
                self._hesitate(place, throw)
        volley = duel.resolve_volley(before, *self.duel.scripted, *self._counted, self.house)
        came = Spoken(before, volley, self._counted, self.house, self.duel.order)
        return _next(replace(self.duel, came=came, thrown=tuple(self.thrown)), volley)

    @property
    def _counted(self) -> tuple[Counted, Counted]:
        return self.parts[0].counted, self.parts[1].counted

    def _part(self, place: int, extra: Extra) -> _Part:
        """What a side rolls. Raises `Refused` where dice are added to what takes none."""
        before, action = self.duel, self.pair[place]
        side = before.sides[place]
        kind = duel.kind(action, self.pair[1 - place], self.house)
        halves = side.halves
        if extra.total and (halves is not None or not kind.rolls):
            why = "divided its dice already, with all that join them" if halves else "rolls nothing in this volley"
            raise Refused(f"{side.name} {why}; no more can be added here.")
        if halves is not None:
            extra = halves.extra
        split = halves.split if halves else None
        rolls: tuple[Roll, ...] = ()
        if kind.rolls:
            own = side.voice(action).pool
            rolls = duel.rolls_of(place, self.pair, own, side.standing.carried, extra.total, split, self.house)
        return _Part(action, kind, rolls, extra.artha, split.riposte_bears if split else False)

    def _speak(self, place: int, throw: Throw) -> None:
        """One side's dice fall."""
        part = self.parts[place]
        numbers = []
        for roll in part.rolls:
            cast = self.duel.cast(place, roll.pool, part.action, roll.part)
            fell = throw(cast)
            self.thrown.append((cast, fell))
            numbers.append(fell.count.successes)
        self.parts[place] = replace(part, counted=duel.counted_of(part.rolls, numbers, part.riposte_bears))

    def _hesitate(self, place: int, throw: Throw) -> None:
        """The Steel test of a side that was incited. Source: DOW-12."""
        side, cast, fell = self.duel._steel(place, self.duel.sides[place].standing.hesitation, throw)
        self.duel = self.duel._put(place, side)
        if fell.dice:
            self.thrown.append((cast, fell))
        part = self.parts[place]
        self.parts[place] = replace(part, counted=replace(part.counted, steel=fell.count.successes))

    def _logged(self, place: int) -> Iterator[SpokenRoll]:
        """A side's rolls as its log takes them, without the dice of artha. Source: DOW-25."""
        part, its = self.parts[place], self.parts[1 - place].counted
        if not part.rolls:
            return
        own, side, other = part.counted, self.duel.sides[place], self.pair[1 - place]
        penalty = side.standing.harder
        if penalty and not self.duel.readings.own_penalty():
            penalty = 0
        against = its.successes + its.second
        if other is Action.REBUTTAL:
            both = part.action is Action.OBFUSCATE and not self.house.obfuscate_defense
            against = its.defense + (its.successes if both else 0)
        voice = side.voice(part.action)
        dice = max(1, sum(roll.pool.dice for roll in part.rolls) - part.artha)
        whole = SpokenRoll(voice.name, voice.ability, dice, Opposed.VERSUS, against + penalty, own.successes)
        match part.kind:
            case Kind.WILL | Kind.OPPOSED_WILL:
                will = self.duel.sides[1 - place].standing.will
                yield replace(whole, opposed=Opposed.WILL, against=will + side.standing.harder)
            case Kind.OPEN | Kind.FREE_POINT:
                yield replace(whole, opposed=Opposed.ALONE, against=0)
            case Kind.TWICE:
                dice = max(1, part.rolls[0].pool.dice - part.artha)
                yield replace(whole, dice=dice, successes=own.successes + own.second)
            case Kind.HALVES | Kind.BOTH_HALVES | Kind.RIPOSTE:
                yield self._halves_logged(part, whole, its, penalty)
            case _:
                defense = own.defense if part.action is Action.REBUTTAL else 0
                yield replace(whole, successes=own.successes + defense)

    def _halves_logged(self, part: _Part, whole: SpokenRoll, its: Counted, penalty: int) -> SpokenRoll:
        """A Rebuttal's two rolls as one of the log; artha's dice are the riposte's first. Source: DOW-14, DOW-25."""
        own = part.counted
        dice = {roll.part: roll.pool.dice for roll in part.rolls}
        riposte = max(0, dice[Part.RIPOSTE] - part.artha)
        defense = max(0, dice[Part.DEFENSE] - max(0, part.artha - dice[Part.RIPOSTE]))
        on_defense, on_riposte = duel.borne(penalty, own, self.house)
        back = its.defense + on_riposte if part.kind is Kind.BOTH_HALVES else None
        if part.kind is Kind.RIPOSTE or not defense:
            return replace(whole, opposed=Opposed.ALONE if back is None else Opposed.VERSUS, against=back or 0)
        against = its.successes + on_defense
        if not riposte:
            return replace(whole, dice=defense, against=against, successes=own.defense)
        counted = own.defense + own.successes
        return replace(whole, dice=defense + riposte, against=against, successes=counted, defense=defense, back=back)


def _next(after: Duel, volley: Volley) -> Duel:
    """What comes after a volley: the next one, the next exchange, or the end. Source: DOW-18, DOW-21, DOW-26."""
    over, last = volley.state.over, after.volley == duel.VOLLEYS
    first, second = (
        replace(side, standing=standing, halves=None, script=() if last and not over else side.script)
        for side, standing in zip(after.sides, volley.state.sides, strict=True)
    )
    after = replace(after, sides=(first, second))
    if over:
        tied = after.ending is Ending.TIE
        both = (0, 1) if tied and after.readings.tie_tests_steel() else ()
        return after._shaken(both if after.winner is None else (1 - after.winner,))
    if last:
        return replace(after, exchange=after.exchange + 1, volley=1, phase=Phase.SCRIPT)
    return replace(after, volley=after.volley + 1, phase=Phase.REVEAL)

"""A calculator and a session that use every word of a signature's vocabulary, and nothing of any game.

``python -m engine --load tests.sample describe sample-everything`` shows what becomes of it.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from engine import wording
from engine.answer import Answer, Fact, Table, Told, Verdict, Working
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.sheet.effects import LogTest
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Line


class Size(Option):
    """Members with words and an amount."""

    SMALL = "small", "no bigger than a cat", 0
    LARGE = "large", "as big as a horse", 2


class Count(enum.Enum):
    """Plain members whose values are numbers."""

    ONE = 1
    TWO = 2


class Level(int):
    """A whole number with bounds and a reader of its own."""

    least: ClassVar[int] = 1
    most: ClassVar[int] = 9

    @classmethod
    def parse(cls, text: str) -> Self:
        said = text.strip()
        if len(said) == 1 and said in "123456789":
            return cls(said)
        raise Refused(f"A level is a whole number from 1 to 9; this says {wording.quoted(text)}.")


@dataclass(frozen=True, slots=True)
class Span:
    """A group of fields that have to fit each other."""

    first: Annotated[int, Between(0, 20)] = 2
    last: Annotated[int, Between(0, 20)] = 5

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise Refused(f"A span ends where it begins or later; this goes from {self.first} to {self.last}.")


@dataclass(frozen=True, slots=True)
class Walk:
    """A branch without fields."""


@dataclass(frozen=True, slots=True)
class Ride:
    """A branch with fields of its own."""

    beast: Annotated[str, Longest(20), Asked("What you ride")] = "mule"
    hours: Annotated[int, Between(1, 24)] = 6

    words: ClassVar[str] = "On a beast’s back"


@dataclass(frozen=True, slots=True)
class SailFar:
    """A branch whose name has two words."""

    crew: Annotated[tuple["Hand", ...], Asked("Who sails")] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """A row."""

    name: str = ""
    skill: Ability = Ability.parse("B3")
    sizes: frozenset[Size] = frozenset()

    singular: ClassVar[str] = "hand"


@dataclass(frozen=True, slots=True)
class Beast:
    """A row of a table, or one of the reader's own."""

    name: Annotated[str, Longest(20)] = "beast"
    legs: Annotated[int, Between(0, 100)] = 4
    size: Size = Size.SMALL

    @classmethod
    def table(cls) -> Mapping[str, "Beast"]:
        return BEASTS

    @property
    def words(self) -> str:
        return self.name.capitalize()


BEASTS = {"cat": Beast("cat"), "mare": Beast("mare", size=Size.LARGE), "snake": Beast("snake", 0)}


@calculator("sample-everything", rules="")
def everything(
    switch: Annotated[bool, Asked("A switch")] = False,
    number: Annotated[int, Between(-3, 12), Asked("A number", "From −3 to 12.", quick=(0, 6))] = 2,
    short: Annotated[str, Longest(12)] = "short",
    text: Annotated[str, Asked("A text", more=True)] = "",
    level: Level = Level(3),
    ability: Annotated[Ability, Asked("An ability"), sheet("will")] = Ability.parse("B4"),
    pool: Pool = Pool.of(3),
    size: Annotated[Size, Asked("How big", gm=True)] = Size.SMALL,
    count: Count = Count.ONE,
    sizes: frozenset[Size] = frozenset(),
    counts: frozenset[Count] = frozenset({Count.TWO}),
    span: Span = Span(),
    way: Annotated[Walk | Ride | SailFar, Asked("How you go")] = Walk(),
    hands: Annotated[tuple[Hand, ...], Asked("Hands"), sheet("hands")] = (),
    beast: Among[Beast] = BEASTS["cat"],
    perhaps: Annotated[int | None, Between(0, 5), Asked("Perhaps")] = None,
    maybe: Ability | None = None,
    *,
    ask: Rulings,
) -> Answer:
    """What becomes of every word?

    Only the first paragraph is the question.
    """
    if switch and number < 0:
        raise Unusable("number", f"With the switch on this takes 0 or more; this says {number}.")
    if count is Count.TWO:
        ask["burning-wheel.dice.chain"]
    lines = (Line(number, "The number"), Line(level, "The level"))
    return Answer(
        values={
            "total": number + level,
            "size": size,
            "sizes": sizes,
            "span": (span.first, span.last),
            "way": type(way).__name__,
            "hands": len(hands),
            "legs": beast.legs,
            "perhaps": perhaps,
            "maybe": str(maybe),
        },
        blocks=(
            Verdict(str(number + level), (Fact(short),), f"Together that is {number + level}."),
            Working(lines, number + level, "Total"),
            Table("Hands", ("Name", "Skill"), tuple((hand.name, str(hand.skill)) for hand in hands)),
        ),
        effects=(LogTest("will", size.value),),
    )


@dataclass(frozen=True, slots=True)
class Race:
    """The state of the sample session: how far each runner is, whose turn it is, and how far it goes."""

    goal: int
    far: tuple[int, int] = (0, 0)
    turn: int = 0
    generous: bool = False
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """Roll some dice and run that far."""

    dice: Annotated[int, Between(1, 3)] = 1

    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Rest:
    """Roll nothing and stay."""


SIDES = ("hare", "tortoise")


def start(goal: Annotated[int, Between(1, 40), Asked("How far")] = 12, *, ask: Rulings) -> Race:
    """Who is there first?"""
    return Race(goal, generous=ask["burning-wheel.dice.chain"] == "chain")


def moves(state: Race) -> Mapping[str, tuple[type, ...]]:
    if max(state.far) >= state.goal:
        return {}
    tired = state.far[state.turn] > state.far[1 - state.turn] + 6
    return {SIDES[state.turn]: (Rest,) if tired else (Run, Rest)}


def step(state: Race, side: str, move: Run | Rest, dice: Dice) -> Race:
    rolled = sum(dice.roll(f"The {side}’s run", move.dice)) if isinstance(move, Run) else 0
    if rolled == 13:
        raise Refused("Nobody runs 13; this says 13.")
    far = list(state.far)
    far[SIDES.index(side)] += rolled
    told = (Told(0, f"runs {rolled}" if rolled else "rests", side=side),)
    return replace(state, far=(far[0], far[1]), turn=1 - state.turn, told=told)


def show(state: Race) -> Answer:
    values = {"hare": state.far[0], "tortoise": state.far[1], "goal": state.goal, "generous": state.generous}
    facts = tuple(map(Fact, state.far, SIDES))
    return Answer(values, (Verdict(str(max(state.far)), facts, f"The first is at {max(state.far)} of {state.goal}."),))


session("sample-race", rules="", start=start, moves=moves, step=step, show=show)


@dataclass(frozen=True, slots=True)
class Dash:
    """Both run at once: two dice for the hare, then one for the tortoise."""

    rolls: ClassVar[bool] = True


def dash(state: Race, side: str, move: Dash, dice: Dice) -> Race:
    hare, tortoise = sum(dice.roll("The hare", 2)), sum(dice.roll("The tortoise", 1))
    told = (Told(0, f"ran {hare} and {tortoise}", side=side),)
    return replace(state, far=(state.far[0] + hare, state.far[1] + tortoise), told=told)


def dashes(state: Race) -> Mapping[str, tuple[type, ...]]:
    return {"both": (Dash,)} if max(state.far) < state.goal else {}


session("sample-sprint", rules="", start=start, moves=dashes, step=dash, show=show)

"""Weighing dice against what they teach, and pacing obstacles (HUB-35, HUB-49)."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.learning import ChallengingMarked, DifficultMarked, RoutineMarked
from engine.games.burning_wheel.forms.test import BONUS, YourAbility
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import has_choice
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.building import MOST_PERSONA
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.words import brings, logged
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark


@row("bonus")
class OptionalDice:
    """Dice that you may take or leave, as a row of the form."""

    words: Annotated[str, Asked("Where it comes from")] = ""
    dice: Annotated[int, Between(1, 5), Asked("Dice", quick=(1, 2))] = 1


SHARE = Between(0, 100)


class Wanted(Option):
    """Which class a test is wanted to have."""

    ANY = "any", "any class"
    ROUTINE = "Routine", "Routine"
    DIFFICULT = "Difficult", "Difficult"
    CHALLENGING = "Challenging", "Challenging"
    USEFUL = "useful", "whatever the log still lacks"


class Order(Option):
    """How the ways are sorted."""

    DICE = "dice", "fewest dice first"
    CHANCE = "chance", "best chance first"


@dataclass(frozen=True, slots=True)
class Log:
    """The marks of an ability, and the routes to its next exponent."""

    marks: Marks
    needed: tuple[Marks, ...]

    def brings(self, classes: Classes) -> str:
        """What a mark of this class would leave to be done."""
        return brings(classes, self.marks, self.needed)

    def lacks(self, classes: Classes) -> bool:
        """Whether a mark of one of these is still missing by any route."""
        return any(rules.useful(self.needed, self.marks, one) for one in classes)


@dataclass(frozen=True, slots=True)
class Way:
    """One way to roll a test: dice and classes, what was taken for it, and the chance."""

    test: Test
    taking: str
    classes: Classes
    chance: Fraction

    @property
    def artha(self) -> int:
        """The dice of artha, which no log counts."""
        return self.test.dice - self.test.counted

    @property
    def said(self) -> tuple[str, str, str]:
        """Dice, chance and class in words."""
        return f"{self.test.dice}D", wording.percent(self.chance), self.classes.words


NO_BONUS = "nothing"
MOST_OPTIONAL = 6
MOST_WAYS = 60


@calculator("test-tuner", rules="HUB-35 HUB-36")
def tuner(
    ability: YourAbility = Ability(Shade.BLACK, 4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=(1, 2, 3, 4, 5, 6))] = Obstacle(3),
    optional: Annotated[tuple[OptionalDice, ...], Asked("Dice that you could still take")] = (
        OptionalDice("Help"),
        OptionalDice("FoRK"),
    ),
    wanted: Annotated[Wanted, Asked("The test should be")] = Wanted.ANY,
    least: Annotated[int, SHARE, Asked("Least chance, in percent", quick=(0, 25, 50, 75))] = 0,
    order: Annotated[Order, Asked("Sort by", more=True)] = Order.DICE,
    persona: Annotated[int, Between(0, MOST_PERSONA), Asked("Persona that you would spend", more=True)] = 0,
    deeds: Annotated[bool, Asked("You would spend Deeds to double the ability", more=True)] = False,
    kind: Annotated[Kind, Asked("Kind of ability", more=True)] = Kind.SKILL,
    routine: RoutineMarked = 0,
    difficult: DifficultMarked = 0,
    challenging: ChallengingMarked = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Shall I take the help? Win or learn?"""
    if len(optional) > MOST_OPTIONAL:
        raise Unusable("optional", f"This weighs at most {MOST_OPTIONAL} bonuses; there are {len(optional)}.")
    log = Log(Marks(routine, difficult, challenging), routes_of(kind, min(ability.exponent, CAP), ask))
    element = ELEMENTS.get(kind.value)  # a plain stat has none of its own
    opens = element is not None and open_ended(element, ask)
    hurt = feels(wounds, ability, ask, element or ELEMENTS["will"])
    if hurt.gone:
        return no_test(hurt.gone, rungs=[], rolled=[], ways=0)
    doubled = ability.exponent if deeds else 0
    if doubled and hurt.lost and ask["tests.doubled-wounded"] == "wounded":
        doubled = max(0, ability.exponent - hurt.lost)
    spends = _spends(doubled, persona)
    bare = Test(ability.pool(open_ended=opens), obstacle + hurt.added, ask)
    every = [
        _way(bare, dice - hurt.lost, taking, artha)
        for dice, taking in sorted(_totals(ability.exponent, optional).items())
        for artha in spends
    ]
    ways = [way for way in every if _fits(way, wanted, log) and way.chance * 100 >= least]
    if order is Order.CHANCE:
        ways.sort(key=lambda way: (-way.chance, way.test.dice))
    values = {
        "rungs": [{"dice": way.test.counted, "probability": way.chance, "class": way.classes.value} for way in ways],
        "rolled": [way.test.dice for way in ways],
        "ways": len(every),
    }
    if not ways:
        asked = f"{wanted.words}, at {least}{wording.NO_BREAK}% or better"
        return Answer(values, (Verdict("No way", (), f"None of the {len(every)} ways is {asked}.", Mark.DERIVED),))
    verdict = _weighed(ways) if wanted is Wanted.ANY and not least else _best(ways)
    return Answer(values, (verdict, *_listed(ways, log), *ledger(hurt, ability.exponent, obstacle, words=OWN_DICE)))


OWN_DICE = "Dice of the ability"


def _listed(ways: Sequence[Way], log: Log) -> list[Block]:
    """The ways, as many as can be shown."""
    rows = tuple(
        (DiceCount(way.test.dice), way.taking, way.chance, way.classes, log.brings(way.classes))
        for way in ways[:MOST_WAYS]
    )
    columns = ("Dice", "Taking", "Chance", "Class", "The log")
    blocks: list[Block] = [Table("Win or learn", columns, rows, mark=Mark.DERIVED)]
    if len(ways) > MOST_WAYS:
        more = wording.count(len(ways) - MOST_WAYS, "further way")
        blocks.append(Note(f"{more} not shown; ask for a class or a better chance."))
    return blocks


def _totals(exponent: int, optional: Sequence[OptionalDice]) -> dict[int, str]:
    """For each number of dice that some of the bonuses make, in words how."""
    totals: dict[int, list[str]] = {}
    for count in range(len(optional) + 1):
        for taken in itertools.combinations(optional, count):
            words = " + ".join(one.words or "bonus" for one in taken) or NO_BONUS
            totals.setdefault(exponent + sum(one.dice for one in taken), []).append(words)
    return {dice: " *or* ".join(dict.fromkeys(ways)) for dice, ways in totals.items()}


def _spends(doubling: int, persona: int) -> list[tuple[int, str]]:
    """Every amount of artha that may be spent before the roll: its dice, which no log counts, and its words."""
    doubled = [(0, "")] + ([(doubling, "Deeds")] if doubling else [])
    bought = [(points, f"{points} Persona" if points else "") for points in range(persona + 1)]
    return [(more + dice, " + ".join(filter(None, (one, two)))) for more, one in doubled for dice, two in bought]


def _way(bare: Test, dice: int, taking: str, artha: tuple[int, str]) -> Way:
    """So many dice that count, below 0 where wounds take more, with an amount of artha. Source: HUB-36."""
    more, spending = artha
    group = bare.pool.groups[0]
    test = replace(bare, pool=Pool.of(max(0, dice + more), group.shade, group.open_ended), logged=max(0, dice))
    if spending:
        taking = spending if taking == NO_BONUS else f"{taking} + {spending}"
    return Way(test, taking, test.classes, test.chance)


def _fits(way: Way, wanted: Wanted, log: Log) -> bool:
    if wanted is Wanted.USEFUL:
        return log.lacks(way.classes)
    return wanted is Wanted.ANY or wanted.value in way.classes.names


def _weighed(ways: Sequence[Way]) -> Verdict:
    """The first way against the last."""
    ends = [ways[0], ways[-1]][: len(ways)]
    facts = tuple(Fact(way.chance, f"with {way.said[0]}, {way.classes.short}") for way in ends)
    sentence = " ".join(f"With {dice}: {chance}, {classes}." for dice, chance, classes in (way.said for way in ends))
    return Verdict(ob(ways[0].test.obstacle), facts, sentence, Mark.DERIVED)


def _best(ways: Sequence[Way]) -> Verdict:
    """The way with the best chance of all that were wanted."""
    best = max(ways, key=lambda way: (way.chance, -way.artha))
    dice, chance, classes = best.said
    against = f"{dice} against {ob(best.test.obstacle)}"
    said = f"At best {chance}, with {against}, taking {best.taking}: {classes}."
    facts = (Fact(DiceCount(best.test.dice), "dice"), Fact(best.taking, "taken"), logged(best.classes))
    return Verdict(chance, facts, said, Mark.DERIVED)


@dataclass(frozen=True, slots=True)
class Mix:
    """How often each obstacle comes up, as shares of any size."""

    ob1: Annotated[int, SHARE, Asked("Ob 1")] = 20
    ob2: Annotated[int, SHARE, Asked("Ob 2")] = 35
    ob3: Annotated[int, SHARE, Asked("Ob 3")] = 25
    ob4: Annotated[int, SHARE, Asked("Ob 4")] = 8
    ob5: Annotated[int, SHARE, Asked("Ob 5")] = 8
    ob6: Annotated[int, SHARE, Asked("Ob 6")] = 4
    ob7: Annotated[int, SHARE, Asked("Ob 7")] = 0
    ob8: Annotated[int, SHARE, Asked("Ob 8")] = 0
    ob9: Annotated[int, SHARE, Asked("Ob 9")] = 0
    ob10: Annotated[int, SHARE, Asked("Ob 10")] = 0

    @property
    def shares(self) -> tuple[int, ...]:
        return astuple(self)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect in a session with an exponent: tests of each class, and the sessions to the next, if any are."""

    exponent: int
    rates: tuple[Fraction, ...]
    length: Fraction | None

    @property
    def sessions(self) -> int | None:
        """The sessions to the next exponent, rounded up."""
        return None if self.length is None else math.ceil(self.length)


def _forecast(at: int, table: rules.Table, mix: Mix, tests: int, bonus: int, ask: Rulings) -> Forecast:
    choice = has_choice(ask, 1, 1) if at + bonus == 1 and mix.ob1 else True
    stat = table is rules.Table.STAT  # to which Routine is of no use
    rates = rules.expected(mix.shares, tests, at + bonus, choice=choice, hardest=stat)
    needed = routes_of(Kind.STAT if stat else Kind.SKILL, at, ask)
    return Forecast(at, rates, rules.sessions(needed, rates))


@calculator("obstacle-mix", rules="HUB-49")
def obstacle_mix(
    tests: Annotated[int, Between(1, 40), Asked("Tests of one ability a session", gm=True, quick=(1, 2, 3, 4))] = 2,
    exponent: Annotated[int, Between(1, 9), Asked("Exponent", quick=(2, 3, 4, 5, 6))] = 4,
    table: Annotated[rules.Table, Asked("It advances by")] = rules.Table.SKILL,
    mix: Annotated[Mix, Asked("How often each obstacle comes up", gm=True)] = Mix(),
    bonus: Annotated[int, BONUS, Asked("Bonus dice as a rule", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Will these obstacles let anyone advance?"""
    if not sum(mix.shares):
        raise Unusable("mix", "At least one obstacle comes up; here all shares are 0.")
    every = [_forecast(one.exponent, table, mix, tests, bonus, ask) for one in rules.ROWS[table]]
    rows = tuple(
        (
            one.exponent,
            *(wording.decimal(rate) for rate in one.rates),
            "Never" if one.sessions is None else one.sessions,
        )
        for one in every
    )
    found = every[exponent - 1]
    histogram = tuple(
        (Obstacle(against), Fraction(share, sum(mix.shares)), test_class.classes(exponent + bonus, against))
        for against, share in enumerate(mix.shares, 1)
        if share
    )
    columns = ("Exponent", *(one.value for one in TestClass), "Sessions to the next")
    routine, difficult, challenging = found.rates
    return Answer(
        values={
            "routine": routine,
            "difficult": difficult,
            "challenging": challenging,
            "sessions": "never" if found.length is None else found.length,
        },
        blocks=(
            _expected(found),
            Table("Expected in a session", columns, rows, exponent - 1, Mark.DERIVED),
            Table("The mix", ("Obstacle", "Share", f"With {exponent + bonus}D"), histogram, folded=True),
            *_too_much(mix),
        ),
    )


def _expected(found: Forecast) -> Verdict:
    rates = zip(TestClass, found.rates, strict=True)
    expected = tuple(Fact(wording.decimal(rate), f"{one.value} a session") for one, rate in rates)
    if found.sessions is None:
        never = "These obstacles never fill a row of the log at this exponent."
        return Verdict("Never", expected, never, Mark.DERIVED)
    about = f"about {wording.count(found.sessions, 'session')}"
    said = f"From {found.exponent} to {found.exponent + 1} in {about}, as a forecast from averages."
    return Verdict(about.capitalize(), expected, said, Mark.DERIVED)


def _too_much(mix: Mix) -> tuple[Note, ...]:
    """Where the mix strays from what the book wants. Source: HUB-49."""
    if sum(mix.shares[:3]) * 2 < sum(mix.shares):
        return (Note("More than half lies above Ob 3; the book wants most tests at 1 to 3.", rule="HUB-49"),)
    if not sum(mix.shares[4:]):
        return (Note("Nothing above Ob 4; now and then the book wants a 5 or a 6.", rule="HUB-49"),)
    return ()

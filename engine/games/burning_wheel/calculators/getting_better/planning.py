"""Weighing dice against what they teach, and pacing obstacles (HUB-35, HUB-49)."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.dice import Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.learning import ChallengingMarked, DifficultMarked, RoutineMarked
from engine.games.burning_wheel.forms.test import BONUS, YourAbility
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, has_choice
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.building import MOST_PERSONA
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.games.burning_wheel.words import brings
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark


@dataclass(frozen=True, slots=True)
class OptionalDice:
    """Dice that you may take or leave, as a row of the form."""

    words: Annotated[str, Asked("Where it comes from")] = ""
    dice: Annotated[int, Between(1, 5), Asked("Dice", quick=(1, 2))] = 1

    singular: ClassVar[str] = "bonus"


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
class Way:
    """One way to roll a test: the dice that count, those of artha beside them, what was taken, and what comes of it."""

    dice: int
    artha: int
    taking: str
    chance: Fraction
    classes: Classes
    log: str

    @property
    def row(self) -> tuple[str, ...]:
        """As a row of a table."""
        rolled = f"{self.dice + self.artha}D"
        return (rolled, self.taking, wording.percent(self.chance), self.classes.words, self.log)


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
    least: Annotated[int, SHARE, Asked("With a chance of at least, in percent", quick=(0, 25, 50, 75))] = 0,
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
    needed = routes_of(kind, min(ability.exponent, CAP), ask)
    marks = Marks(routine, difficult, challenging)
    element = ELEMENTS.get(kind.value)  # a plain stat has none of its own
    opens = element is not None and open_ended(element, ask)
    hurt = feels(wounds, ability, ask, element or ELEMENTS["will"])
    if hurt.gone:
        return no_test(hurt.gone, rungs=[], rolled=[], ways=0)
    against = obstacle + hurt.added
    doubled = ability.exponent if deeds else 0
    if doubled and hurt.lost and ask["tests.doubled-wounded"] == "wounded":
        doubled = max(0, ability.exponent - hurt.lost)
    spends = _spends(doubled, persona)
    every = [
        way
        for dice, taking in sorted(_totals(ability.exponent, optional).items())
        for way in _ways(dice - hurt.lost, taking, spends, ability.shade, opens, against, marks, needed, ask)
    ]
    ways = [way for way in every if _fits(way, wanted, marks, needed) and way.chance * 100 >= least]
    if order is Order.CHANCE:
        ways.sort(key=lambda way: (-way.chance, way.dice + way.artha))
    values = {
        "rungs": [{"dice": way.dice, "probability": way.chance, "class": way.classes.value} for way in ways],
        "rolled": [way.dice + way.artha for way in ways],
        "ways": len(every),
    }
    if not ways:
        asked = f"{wanted.words}, at {least}{wording.NO_BREAK}% or better"
        return Answer(values, (Verdict("No way", asked, f"None of the {len(every)} ways is {asked}.", Mark.DERIVED),))
    columns = ("Dice", "Taking", "Chance", "Class", "The log")
    shown = tuple(way.row for way in ways[:MOST_WAYS])
    more = len(ways) - len(shown)
    blocks: list[Block] = [
        _weighed(ways, against) if wanted is Wanted.ANY and not least else _best(ways, against),
        Table("Win or learn", columns, shown, mark=Mark.DERIVED),
        *ledger(hurt, ability.exponent, obstacle, words="Dice of the ability"),
    ]
    if more:
        blocks.append(Note(f"{wording.count(more, 'further way')} not shown; ask for a class or a better chance."))
    return Answer(values, tuple(blocks))


def _totals(exponent: int, optional: Sequence[OptionalDice]) -> dict[int, str]:
    """For each number of dice that some of the bonuses make, in words how."""
    totals: dict[int, list[str]] = {}
    for count in range(len(optional) + 1):
        for taken in itertools.combinations(optional, count):
            words = " + ".join(one.words or "bonus" for one in taken) or "nothing"
            totals.setdefault(exponent + sum(one.dice for one in taken), []).append(words)
    return {dice: " *or* ".join(dict.fromkeys(ways)) for dice, ways in totals.items()}


def _spends(doubling: int, persona: int) -> list[tuple[int, str]]:
    """Every amount of artha that may be spent before the roll: its dice, which no log counts, and its words."""
    doubled = [(0, "")] + ([(doubling, "Deeds")] if doubling else [])
    bought = [(points, f"{points} Persona" if points else "") for points in range(persona + 1)]
    return [(more + dice, " + ".join(filter(None, (one, two)))) for more, one in doubled for dice, two in bought]


def _ways(
    dice: int,
    taking: str,
    spends: Sequence[tuple[int, str]],
    shade: Shade,
    opens: bool,
    obstacle: int,
    marks: Marks,
    needed: tuple[Marks, ...],
    ask: Rulings,
) -> list[Way]:
    """One number of dice that count, below 0 where wounds take more, with every amount of artha. Source: HUB-36."""
    logged = max(0, dice)
    classes = classes_of(logged, obstacle, ask)
    log = brings(classes, marks, needed)
    return [
        Way(
            logged,
            rolled - logged,
            f"{taking} + {spending}" if spending and taking != "nothing" else spending or taking,
            law_of(Pool.of(rolled, shade, opens), ask).at_least(obstacle),
            classes,
            log,
        )
        for artha, spending in spends
        for rolled in (max(0, dice + artha),)
    ]


def _fits(way: Way, wanted: Wanted, marks: Marks, needed: tuple[Marks, ...]) -> bool:
    if wanted is Wanted.USEFUL:
        return any(marks.plus(one).short_of(route) != marks.short_of(route) for one in way.classes for route in needed)
    return wanted is Wanted.ANY or wanted.value in [one.value for one in way.classes]


def _weighed(ways: Sequence[Way], obstacle: int) -> Verdict:
    """The first way against the last."""
    first, last = ways[0].row, ways[-1].row
    line, sentence = f"{first[0]} {first[2]} {first[3]}", f"With {first[0]}: {first[2]}, {first[3]}."
    if len(ways) > 1:
        line += f" → {last[0]} {last[2]} {last[3]}"
        sentence += f" With {last[0]}: {last[2]}, {last[3]}."
    return Verdict(ob(obstacle), line, sentence, Mark.DERIVED)


def _best(ways: Sequence[Way], obstacle: int) -> Verdict:
    """The way with the best chance of all that were wanted."""
    best = max(ways, key=lambda way: (way.chance, -way.artha))
    dice, taking, chance, classes, _ = best.row
    return Verdict(
        chance,
        f"{classes} · {dice} against {ob(obstacle)} · {taking}",
        f"At best {chance}, with {dice} against {ob(obstacle)}, taking {taking}: {classes}.",
        Mark.DERIVED,
    )


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
        return (
            *(self.ob1, self.ob2, self.ob3, self.ob4, self.ob5),
            *(self.ob6, self.ob7, self.ob8, self.ob9, self.ob10),
        )


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
    kind = Kind.SKILL if table is rules.Table.SKILL else Kind.STAT
    rows, forecast = [], {}
    for row in rules.ROWS[table]:
        at = row.exponent
        choice = has_choice(ask, 1, 1) if at + bonus == 1 and mix.ob1 else True
        stat = kind is Kind.STAT  # to which Routine is of no use
        rates = rules.expected(mix.shares, tests, at + bonus, choice=choice, hardest=stat)
        length = rules.sessions(routes_of(kind, at, ask), rates)
        forecast[at] = (rates, length)
        rows.append((str(at), *(_decimal(rate) for rate in rates), _sessions(length).split(wording.NO_BREAK)[0]))
    rates, length = forecast[exponent]
    expected = wording.listed(f"{_decimal(rate)} {one.value}" for one, rate in zip(TestClass, rates, strict=True))
    figure = _sessions(length)
    histogram = tuple(
        (ob(against), wording.percent(Fraction(share, sum(mix.shares))), _words_of(against, exponent + bonus))
        for against, share in enumerate(mix.shares, 1)
        if share
    )
    never = "These obstacles never fill a row of the log at this exponent."
    blocks: list[Block] = [
        Verdict(
            figure if length is None else f"About {figure}",
            f"exponent {exponent} · {expected} a session",
            never
            if length is None
            else f"From {exponent} to {exponent + 1} in about {figure}, as a forecast from averages.",
            Mark.DERIVED,
        ),
        Table(
            "Expected in a session",
            ("Exponent", *(one.value for one in TestClass), "Sessions to the next"),
            tuple(rows),
            exponent - 1,
            Mark.DERIVED,
        ),
        Table("The mix", ("Obstacle", "Share", f"With {exponent + bonus}D"), histogram, folded=True),
    ]
    easy = sum(mix.shares[:3]) * 2 < sum(mix.shares)
    spice = sum(mix.shares[4:]) == 0
    if easy:
        blocks.append(Note("More than half lies above Ob 3; the book wants most tests at 1 to 3.", rule="HUB-49"))
    elif spice:
        blocks.append(Note("Nothing above Ob 4; now and then the book wants a 5 or a 6.", rule="HUB-49"))
    return Answer(
        values={
            "routine": rates[0],
            "difficult": rates[1],
            "challenging": rates[2],
            "sessions": "never" if length is None else length,
        },
        blocks=tuple(blocks),
    )


def _decimal(number: Fraction) -> str:
    tenths = int(number * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _sessions(length: Fraction | None) -> str:
    if length is None:
        return "Never"
    whole = -(-length.numerator // length.denominator)
    return wording.count(whole, "session")


def _words_of(obstacle: int, dice: int) -> str:
    return test_class.classes(dice, obstacle).words

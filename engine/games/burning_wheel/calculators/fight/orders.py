"""Orders, threats and spells in a fight: when they are out (FGT-31, FGT-32)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.slots import actions, chain_of, divided_note, when
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Obstacle
from engine.games.burning_wheel.forms.exchange import After, Begins, Early, Later, Reflexes, Volleys
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.fight_conditions import ordered
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import orders as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.action_costs import cost
from engine.games.burning_wheel.rules.advancement import kind_of
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.exchange import Slot
from engine.games.burning_wheel.rules.fight_chain import Layout, Step
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability.parse("B4")
WILL = ELEMENTS["will"]
LONGEST = 120
MOST_SPELL, MOST_HELD = 60, 40


@branch("an order: Command")
class Order:
    """What is shouted."""

    text: Annotated[str, Longest(LONGEST), Asked("Your order")] = "Hold the gate!"


@branch("a threat: Intimidate")
class Threat:
    """A threat costs what it costs, however long it is."""


@calculator("fight-order", rules="FGT-31")
def order(
    said: Annotated[Order | Threat, Asked("You shout")] = Order(),
    reflexes: Reflexes = 4,
    begins: Begins = 1,
    volleys: Volleys = Early.EARLY,
    *,
    ask: Rulings,
) -> Answer:
    """When is it said?"""
    if isinstance(said, Order):
        return _ordered(_Spoken(tuple(said.text.split()), _checked(reflexes, begins, volleys), begins, ordered(ask)))
    chain = chain_of((Step("Intimidate", cost("intimidate")),), reflexes, begins, volleys, After.SAME)
    facts = (Fact(actions(chain.total)), Fact(f"action {chain.end.action}", "of that volley"))
    sentence = f"A threat takes {actions(chain.total)} and is out in {chain.end.words}."
    note = Note("If it works, they may hesitate; the skill says for how long.", rule="FGT-31")
    values = {**chain.values, "words": 0, "volleys": len(rules.only_maintain(tuple(one.slot for one in chain.taken)))}
    return Answer(values, (Verdict(when(chain.end).capitalize(), facts, sentence), chain.grid, note))


def _checked(reflexes: int, begins: int, volleys: Early) -> Layout:
    if begins > reflexes:
        raise Unusable("begins", f"Your exchange has {actions(reflexes)}; this says {begins}.")
    return volleys.layout(reflexes)


@dataclass(frozen=True, slots=True)
class _Spoken:
    """An order: its words, the layout of the exchange, where it begins, and the actions that each part costs."""

    words: tuple[str, ...]
    layout: Layout
    begins: int
    each: int

    @property
    def parts(self) -> tuple[str, ...]:
        """The words of each volley."""
        count = rules.volleys_of(len(self.words))
        return tuple(" ".join(self.words[at * rules.WORDS : (at + 1) * rules.WORDS]) for at in range(count))

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Where each part falls."""
        return rules.spoken(len(self.parts), self.layout, self.begins, action=bool(self.each))


def _ordered(spoken: _Spoken) -> Answer:
    """An order, three words in a volley. Source: FGT-31."""
    if not spoken.words:
        raise Unusable("said.text", "Nothing is shouted yet; write the order.")
    parts, slots = spoken.parts, spoken.slots
    total = spoken.each * len(parts)
    end = slots[-1]
    volleys = wording.count(len(parts), "volley")
    facts = (Fact.count(len(spoken.words), "word"), Fact(volleys), Fact(actions(total)))
    cost = f"one action in {'it' if len(parts) == 1 else 'each'}" if total else "no action: it goes with what you do"
    sentence = f"An order of {wording.count(len(spoken.words), 'word')} takes {volleys}, {cost}."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (slot.words if spoken.each else when(slot), part) for slot, part in zip(slots, parts, strict=True)
    )
    values = {
        "words": len(spoken.words),
        "volleys": len(parts),
        "actions": total,
        "exchange": end.exchange,
        "volley": end.volley,
    }
    table = Table("Volley by volley", ("In", "You shout"), rows)
    return Answer(values, (Verdict(when(end).capitalize(), facts, sentence), table))


@calculator("fight-incant", rules="FGT-32")
def incant(
    spell: Annotated[int, Between(1, MOST_SPELL), Asked("Actions of the spell", quick=(3, 4, 5, 6))] = 5,
    reflexes: Reflexes = 4,
    begins: Begins = 1,
    volleys: Volleys = Early.EARLY,
    later: Later = After.SAME,
) -> Answer:
    """When is the spell done?"""
    chain = chain_of((Step("Incant", spell),), reflexes, begins, volleys, later)
    end = chain.end
    standing = rules.only_maintain(tuple(one.slot for one in chain.taken))
    count = wording.count(len(standing), "volley")
    facts = (Fact(actions(spell)), Fact(f"action {end.action}", "of that volley"), Fact(count, "you only Maintain"))
    which = f"the {count}" if len(standing) > 1 else "the volley"
    note = Note(f"In {which} of the incantation you may only Maintain.", rule="FGT-32")
    verdict = Verdict(when(end).capitalize(), facts, f"The spell is done with {end.words}.")
    return Answer({**chain.values, "maintains": len(standing)}, (verdict, chain.grid, note, divided_note(chain)))


@calculator("hold-spell", rules="FGT-32")
def hold(
    held: Annotated[int, Between(1, MOST_HELD), Asked("Actions you hold it back", quick=(4, 5, 6, 9))] = 6,
    will: Annotated[Ability, Asked("Will", quick=("B3", "B4", "B5")), sheet("will")] = B4,
    advantage: Annotated[int, BONUS, Asked("Other dice", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Can you hold it back?"""
    hurt = feels(wounds, will, ask, WILL)
    if hurt.gone:
        return no_test(hurt.gone)
    pool = hurt.leaves(will.pool(advantage))
    tests = tuple(Test(pool, against + hurt.added, ask) for against in rules.held_against(held, will.exponent))
    chance = math.prod((test.chance for test in tests), start=Fraction(1))
    count = wording.count(len(tests), "Will test")
    free = actions(min(held, will.exponent))
    facts = (Fact(count), Fact(free, "without one"))
    said = f"You hold it for {actions(held)}: {free} without a test, and {count} for the rest."
    values = {"tests": len(tests), "holds": chance}
    verdict = Verdict(wording.percent(chance), facts, said, Mark.DERIVED if tests else None)
    marks = tuple(mark for test in tests for mark in test.marks("will", kind_of(WILL)))
    return Answer(values, (verdict, _holding(tests, will.exponent), *_ledgers(hurt, will, advantage, tests)), marks)


def _holding(tests: tuple[Test, ...], will: int) -> Table:
    """The Will tests with the action before which each is made, and the chance to have passed all so far."""
    rows: list[tuple[Entry, ...]] = [(f"1 to {will}", None, None, Fraction(1))]
    through = Fraction(1)
    for number, test in enumerate(tests, 1):
        through *= test.chance
        first = number * will + 1
        rows.append((f"{first} to {first + will - 1}", Obstacle(test.obstacle), test.chance, through))
    return Table(
        "Held for actions", ("Actions", "Will against", "Chance", "Held so far"), tuple(rows), mark=Mark.DERIVED
    )


def _ledgers(hurt: Felt, will: Ability, advantage: int, tests: tuple[Test, ...]) -> list[Working]:
    """The dice, and the obstacle of the first test."""
    lines = (
        Line(will.exponent, f"Will {will}", "FGT-32"),
        Line(advantage, "Other dice", "HUB-16"),
        *((Line(-hurt.lost, hurt.dice.reason, hurt.dice.rule),) if hurt.lost else ()),
    )
    found = [Working(lines, sum(line.amount for line in lines), "Dice", "D")]
    if hurt.added and tests:
        first = Line(tests[0].obstacle - hurt.added, "The first test", "FGT-32")
        found.append(Working((first, hurt.obstacle), tests[0].obstacle, "Obstacle"))
    return found

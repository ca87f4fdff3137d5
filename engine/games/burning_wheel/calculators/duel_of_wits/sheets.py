"""Script sheets and cards of the Duel of Wits for paper (DOW-06, DOW-08)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.burning_wheel.calculators.duel_of_wits.arguments import Held, held
from engine.games.burning_wheel.calculators.duel_of_wits.fields import B4, Forking, YourSkills, YourWill
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.duel import ATTACKS, CARDS, INTERRUPTS, SCRIPTED, VOLLEYS, Action
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.views.blocks import Choose, Deck, ManeuverCard, ScriptSheets
from engine.rulings import Rulings

HEADS = ("Name", "Exchange", "Speaks for")
MOST_BODY = 30
NOTHING = ("–", "nothing")
"""How a label of an action says that there is nothing."""


@calculator("duel-sheet", rules="DOW-06")
def duel_sheet(
    argument: Annotated[int, Between(1, MOST_BODY), Asked("Body of argument", quick=(4, 7, 10))] = 7,
    hesitates: Annotated[bool, Asked("You hesitate in the first volley")] = False,
) -> Answer:
    """A script sheet for a body of argument of how much?"""
    open_to = tuple(one.words for one in SCRIPTED)
    lines = (
        Choose("Action", open_to),
        Choose("Skill, dice"),
        Choose("Rebuttal: defense + riposte"),
        Choose("I say"),
    )
    silent = (Choose("Action", (Action.HESITATE.words,)), Choose("I say nothing"))
    volleys = tuple(
        (f"Volley {number}", silent if hesitates and number == 1 else lines) for number in range(1, VOLLEYS + 1)
    )
    below = (
        Choose("Argument, a circle a die", ("○" * argument,)),
        Choose("Carried: +Ob, dice, hesitating"),
        Choose("If I win"),
        Choose("If they win"),
    )
    scripted = VOLLEYS - hesitates
    sentence = f"Two script sheets a page: {wording.count(scripted, 'action')} to ring, {argument} dice of argument."
    verdict = Verdict(
        wording.count(scripted, "action"),
        (Fact(len(open_to), "to choose from"), Fact(argument, "dice of argument"), Fact(2, "a page")),
        sentence,
    )
    values = {"scripted": scripted, "volleys": len(volleys), "argument": argument}
    return Answer(values, (verdict, ScriptSheets(sentence, "Duel of Wits", HEADS, volleys, below, notes=1)))


@calculator("duel-deck", rules="DOW-02 DOW-08")
def duel_deck(
    skills: YourSkills = (),
    will: YourWill = B4,
    forking: Forking = True,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What do the seven actions do, and what do I roll for each?"""
    nerve = feels(wounds, will, ask, ELEMENTS["will"])
    if nerve.gone:
        return no_test(nerve.gone)
    found = held(skills, will, nerve, wounds, 0, ask, forking=forking)
    lacking = found.lacking if skills else []
    shown = [one for one in SCRIPTED if one not in lacking]
    count = wording.count(len(shown), "card")
    facts = (Fact(f"no {wording.listed((one.words for one in lacking), 'or')}"),) if lacking else ()
    sentence = f"{count}: {wording.listed(one.words for one in shown)}."
    deck = Deck(sentence, tuple(_card(one, _rolls(one, found, will)) for one in shown))
    values = {"count": len(shown), "dice": found.values["dice"], "with": found.values["with"]}
    return Answer(values, (Verdict(count, facts, sentence), deck, *found.hurt))


def _rolls(action: Action, found: Held, will: Ability) -> str:
    """With what to roll an action; "" where nobody said with what."""
    if action is Action.AVOID:
        return f"Will {will}: {found.will}D"
    if not found.ways[action]:
        return ""
    best = found.ways[action][0]
    return f"{best.skill.words} {best.ability}: {best.dice.total}D"


def _card(action: Action, rolls: str) -> ManeuverCard:
    """An action as a card: what it tests, what it stops and what stops it, what it does and leaves behind."""
    card = CARDS[action]
    lines = (
        ("You roll", rolls),
        ("Tests", wording.listed(card.tests, "or")),
        ("You must", card.asks),
        ("Defends against", card.defends),
        ("Counters", card.counters),
        ("Countered by", card.countered_by),
    )
    said = tuple((name, words) for name, words in lines if words and words not in NOTHING)
    return ManeuverCard(
        action.words, _kind(action), said, card.does, "" if card.carries == "Nothing." else card.carries
    )


def _kind(action: Action) -> str:
    """What an action is, in a word."""
    if action in ATTACKS:
        return "Attack"
    return "Interrupt" if action in INTERRUPTS else "Defense"

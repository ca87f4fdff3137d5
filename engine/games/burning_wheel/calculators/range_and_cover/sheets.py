"""Script sheets and cards of Range and Cover for paper (RNC-17, RNC-18)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Fact, Verdict
from engine.calculators import calculator
from engine.forms import Asked
from engine.games.burning_wheel.rules import maneuvers as rules
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.maneuvers import CARDS, Card, Maneuver, Means
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.range_dice import Category
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.views.blocks import Choose, Deck, ManeuverCard, ScriptSheets

HEADS = ("Name", "Weapon", "Shots left")
WINS = {
    Intent.CLOSE: "you advance one category",
    Intent.WITHDRAW: "you retreat one category",
    Intent.MAINTAIN: "the range holds",
}


@calculator("range-sheet", rules="RNC-17")
def range_sheet(
    stealthy: Annotated[bool, Asked("You have the skill Stealthy")] = True,
    observation: Annotated[bool, Asked("You have Observation")] = True,
) -> Answer:
    """A script sheet with which maneuvers?"""
    owned = [means for means, has in ((Means.STEALTHY, stealthy), (Means.OBSERVATION, observation)) if has]
    open_to = rules.able(owned)
    lines = (
        *(
            Choose(intent.words, tuple(CARDS[one].tests.words for one in open_to if CARDS[one].intent is intent))
            for intent in Intent
        ),
        Choose("Dice"),
        Choose("Margin, acts"),
    )
    volleys = tuple((f"Volley {number}", lines) for number in range(1, VOLLEYS + 1))
    below = (
        Choose("You are", tuple(one.words for one in Category)),
        Choose("Cover", tuple(one.words for one in Cover)),
        Choose("Wounds, +Ob, hesitation"),
        Choose("Notes"),
    )
    count = wording.count(len(open_to), "maneuver")
    sentence = f"Two script sheets a page: three volleys, {count} to ring."
    verdict = Verdict(count, (Fact(VOLLEYS, "volleys"), Fact(2, "a page")), sentence)
    values = {"maneuvers": len(open_to), "volleys": len(volleys)}
    return Answer(values, (verdict, ScriptSheets(sentence, "Range and Cover", HEADS, volleys, below, notes=1)))


@calculator("maneuver-deck", rules="RNC-18")
def maneuver_deck(
    chosen: Annotated[frozenset[Maneuver], Asked("Cards", "None ticked: all nine.")] = frozenset(),
) -> Answer:
    """What do the nine maneuvers do?"""
    shown = [one for one in Maneuver if not chosen or one in chosen]
    count = wording.count(len(shown), "card")
    intents = [CARDS[one].intent for one in shown]
    facts = tuple(Fact(intents.count(intent), intent.words) for intent in dict.fromkeys(intents))
    sentence = f"{count}: {wording.listed(one.words for one in shown)}."
    values = {"count": len(shown), **{one.value: CARDS[one].intent.value for one in shown}}
    return Answer(values, (Verdict(count, facts, sentence), Deck(sentence, tuple(_card(CARDS[one]) for one in shown))))


def _card(card: Card) -> ManeuverCard:
    """A maneuver as a card: what it tests, what it is for, what an act costs, and what to mind."""
    lines = (
        ("Tests", card.tests.words),
        ("Win", WINS[card.intent]),
        ("An act costs", wording.count(card.price, "success", "successes")),
    )
    return ManeuverCard(card.maneuver.words, card.intent.words, lines, card.special, "")

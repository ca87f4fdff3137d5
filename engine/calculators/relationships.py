"""Relationships: whether you roll to see and to ask them (CIR-01)."""

from typing import Annotated

from engine.answer import Answer, Verdict
from engine.burning_wheel.relationships import Matter, Roll, Who, roll_needed
from engine.calculators import calculator
from engine.forms import Asked

SAID = {
    Roll.NONE: ("they are there for you", "You meet and you talk. No dice."),
    Roll.SOCIAL: (
        "Persuasion, Falsehood, whatever fits",
        "You meet freely. What they keep back, a social skill must win.",
    ),
    Roll.DUEL: ("if both sides take it up", "You meet freely. A Duel of Wits settles what stands between you."),
    Roll.CIRCLES: ("find them first", "This is no relationship of yours, so you test Circles to find them."),
    Roll.TALK: ("player to player", "A player’s character is never a relationship. You know each other already: talk."),
    Roll.AWAY: (
        "they cannot be reached",
        "The story keeps you apart. Get to them first; that is played, not rolled here.",
    ),
}


@calculator("relationship", rules="CIR-01")
def relationship(
    who: Annotated[Who, Asked("You want to see")] = Who.RELATIONSHIP,
    reachable: Annotated[bool, Asked("They can be reached in the story", gm=True)] = True,
    matter: Annotated[Matter, Asked("Between you stands")] = Matter.TALK,
) -> Answer:
    """Do you roll to meet this person?"""
    found = roll_needed(who, reachable, matter)
    line, sentence = SAID[found]
    return Answer(values={"roll": found.value}, blocks=(Verdict(found.words, line, sentence),))

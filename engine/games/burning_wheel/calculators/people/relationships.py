"""Relationships: whether you roll to see and to ask them, and how a contact becomes one (CIR-01, CIR-20)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Verdict, Working
from engine.calculators import calculator
from engine.effects import AddRow, Effect, SetRow
from engine.forms import Asked, Unusable, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.people.circles import B3
from engine.games.burning_wheel.dice import DiceCount, Obstacle
from engine.games.burning_wheel.forms.circles import STANDING_DICE, USES, AffiliationRow, Circles
from engine.games.burning_wheel.readings.relationships import aptitude_of, left_of
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.address_book import Person, next_meeting
from engine.games.burning_wheel.rules.relationships import Matter, Roll, Weight, Who, roll_needed
from engine.rulings import Rulings
from engine.working import Mark

SAID = {
    Roll.NONE: ("they are there for you", "You meet and you talk. No dice."),
    Roll.SOCIAL: (
        "Persuasion, Falsehood, or what fits",
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
    matter: Annotated[Matter, Asked("What stands between you")] = Matter.TALK,
) -> Answer:
    """Do you roll to meet this person?"""
    found = roll_needed(who, reachable, matter)
    line, sentence = SAID[found]
    return Answer(values={"roll": found.value}, blocks=(Verdict(found.words, (Fact(line),), sentence),))


@row("reputation")
class ReputationToThem:
    """A reputation and what it is to the contact, as a row of the form."""

    name: Annotated[str, Asked("Known as")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1
    weight: Annotated[Weight, Asked("To them it speaks")] = Weight.ROLLED


MOST_STANDING = 30
"""Dice of standing with one person: more than any sheet adds up to."""


def befriended(name: str) -> tuple[Effect, ...]:
    """What becomes of a contact on the sheet who is a relationship now. Source: CIR-20."""
    return (AddRow("relationships", {"name": name, "note": "found through Circles"}), SetRow("contacts", name, {}))


@calculator("relationship-aptitude", rules="CIR-20")
def relationship_aptitude(
    circles: Circles = B3,
    reputations: Annotated[
        tuple[ReputationToThem, ...], Asked("Reputations that mean something to them"), sheet("reputations")
    ] = (),
    affiliations: Annotated[
        tuple[AffiliationRow, ...], Asked("Affiliations you rolled when you found them"), sheet("affiliations")
    ] = (),
    uses: Annotated[int, USES, Asked("Times you found them", "The first time included.", quick=(1, 2, 3, 4, 5))] = 1,
    obstacle: Annotated[Obstacle, Asked("Obstacle of the first time", quick=(1, 2, 3, 4, 5))] = Obstacle(2),
    name: Annotated[str, Asked("Their name", more=True)] = "",
    began: Annotated[Ability | None, Asked("Your Circles when you named them", "Empty: the same.", more=True)] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How often must you find a contact before they are a relationship?"""
    rolled, kept, against = (sum(one.dice for one in reputations if one.weight is weight) for weight in Weight)
    groups = sum(one.dice for one in affiliations)
    if rolled + kept + against + groups > MOST_STANDING:
        raise Unusable("reputations", f"Standing with one person has at most {MOST_STANDING} dice here.")
    called = name or "This contact"
    if ask["standing.building"] == "no":
        sentence = f"{called} stays a contact: your table does not play the optional rule."
        return Answer({"left": "never"}, (Verdict("Never", (Fact("optional rule, not in play"),), sentence),))
    found = aptitude_of(circles, rolled, kept, against, groups, ask, began)
    needed, left = max(0, found.total), left_of(found, uses, ask)
    meeting = next_meeting(Person(name, obstacle, reputation=rolled, affiliation=groups), circles)
    test = Test.of(circles.shade, meeting.dice.total, meeting.obstacle.total, ask, at="reputations")
    tests = Fraction(left) / test.chance if test.chance else None
    blocks: list[Block] = [
        _verdict(called, needed, left, test, tests) if left else _made(called, needed),
        Working(found.lines, found.total, "Uses needed"),
    ]
    if left:
        blocks += [
            Working(meeting.dice.lines, meeting.dice.total, "Dice for the next meeting", "D"),
            Working(meeting.obstacle.lines, meeting.obstacle.total, "Obstacle of the next meeting"),
            Note("Exceeded or just met: a search that finds them counts.", rule="CIR-20"),
        ]
    if ask["standing.aptitude"] == "errata":
        blocks.append(ERRATA)
    return Answer(
        values={
            "aptitude": needed,
            "left": left,
            "dice": test.dice,
            "obstacle": test.obstacle,
            "probability": test.chance,
            "tests": tests,
        },
        blocks=tuple(blocks),
        effects=befriended(name) if name and not left else (),
    )


def _verdict(called: str, needed: int, left: int, test: Test, tests: Fraction | None) -> Verdict:
    """How many meetings are to go, and how many tests they take on average."""
    facts = (
        Fact(needed, "in all"),
        Fact(Obstacle(test.obstacle), "obstacle"),
        Fact(DiceCount(test.dice), "dice"),
        Fact(test.chance, CHANCE),
    )
    often = "out of reach of these dice"
    if tests is not None:
        often = f"on average about {wording.count(int(tests + Fraction(1, 2)), 'test')}"
    more = wording.count(left, "more time")
    return Verdict(f"{left} to go", facts, f"{called} must be found {more} by Circles, {often}.")


def _made(called: str, needed: int) -> Verdict:
    return Verdict(
        "A relationship",
        (Fact.count(needed, "use needed", "uses needed"),),
        f"{called} is a relationship now: no more tests to find them, nor to ask them.",
    )


ERRATA = Note(
    "The publisher’s errata correct the printed rule, which takes off Circles and favorable reputations.",
    Mark.CORRECTED,
    "CIR-20",
)

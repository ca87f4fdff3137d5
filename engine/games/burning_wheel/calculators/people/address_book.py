"""The address book: the people found through Circles, what the next meeting takes, and the enemies (CIR-20)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect, SetRow
from engine.forms import MOST_ROWS, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.people.circles import B3
from engine.games.burning_wheel.calculators.people.relationships import befriended
from engine.games.burning_wheel.dice import Obstacle, ob
from engine.games.burning_wheel.forms.circles import Circles, ContactRow
from engine.games.burning_wheel.readings.relationships import aptitude_of, left_of
from engine.games.burning_wheel.rules import address_book as rules
from engine.games.burning_wheel.rules import circles
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.address_book import Event, Person
from engine.games.burning_wheel.rules.circles import Feeling
from engine.rulings import Rulings
from engine.working import Mark


@dataclass(frozen=True, slots=True)
class Entry:
    """The person of a number in the book, and the test of the next meeting.

    `needed` are the uses that make a relationship; `left` of them is None where none can come of it.
    """

    number: int
    person: Person
    test: Test
    needed: int
    left: int | None

    @property
    def takes(self) -> tuple[str, str]:
        test = self.test
        return (
            f"{test.dice}D · {ob(test.obstacle)}",
            f"{wording.percent(test.chance)} · {test.classes.words}",
        )

    @property
    def name(self) -> str:
        return self.person.name or "someone"

    @property
    def uses(self) -> str:
        return wording.count(self.person.uses, "time")

    @property
    def to_go(self) -> str | None:
        if self.left is None:
            return None
        return f"{self.left} more of {self.needed}" if self.left else "is one now"


@calculator("address-book", rules="CIR-20")
def address_book(
    circles_ability: Circles = B3,
    people: Annotated[tuple[ContactRow, ...], Asked("People found"), sheet("contacts", at_once=True)] = (
        ContactRow("Sister Agathe", Obstacle(3), uses=2, reputation=1),
        ContactRow("Corvin the fence", Obstacle(2)),
        ContactRow("Veit of the toll house", Obstacle(3), Feeling.ENEMY),
    ),
    who: Annotated[
        int | None, Between(1, MOST_ROWS), Asked("Number of the one it happened with", quick=(1, 2, 3))
    ] = None,
    event: Annotated[Event, Asked("What happened")] = Event.FOUND,
    *,
    ask: Rulings,
) -> Answer:
    """Whom do you know, and what does it take to meet them again?"""
    if who is not None and who > len(people):
        raise Unusable("who", f"The book ends at number {len(people)}; this says {who}.")
    held = [rules.after(one, event) if number == who else one for number, one in enumerate(people, 1)]
    building = ask["standing.building"] == "yes" if any(not one.hostile for one in held) else False
    entries = [_entry(number, one, circles_ability, building, ask) for number, one in enumerate(held, 1)]
    friends = [entry for entry in entries if not entry.person.hostile]
    foes = [entry for entry in entries if entry.person.hostile]
    ready = [entry.person.name or "A contact" for entry in friends if entry.left == 0]
    near = min((entry for entry in friends if entry.left), key=lambda entry: entry.left or 0, default=None)
    facts = [Fact.count(len(foes), "enemy", "enemies") if foes else Fact("no enemies")]
    if near is not None:
        facts.append(Fact(near.person.name or "a contact", f"next, {near.left} to go"))
    blocks: list[Block] = [
        Verdict(wording.count(len(friends), "contact"), tuple(facts), _said(held, who, event, ready, friends, foes))
    ]
    if friends:
        rows = tuple((one.number, one.name, *one.takes, one.uses, one.to_go) for one in friends)
        columns = ("Number", "Who", "To meet them", "Chance and class", "Found", "Until a relationship")
        blocks.append(Table("To be found again", columns, rows, mark=Mark.DERIVED))
    if foes:
        hostile = tuple((one.number, one.name, one.person.feeling, *one.takes, _harder(one, ask)) for one in foes)
        columns = ("Number", "Who", "They are", "To find them", "Chance and class", "Against you")
        blocks.append(Table("Enemies", columns, hostile, mark=Mark.DERIVED))
    blocks.append(
        Note("The obstacle is that of the first time, if you ask for the same again; name counted.", rule="CIR-07")
    )
    return Answer(
        values={
            "contacts": [one.name for one in friends],
            "enemies": [one.name for one in foes],
            "dice": [one.test.dice for one in entries],
            "obstacles": [one.test.obstacle for one in entries],
            "chances": [one.test.chance for one in entries],
            "classes": [one.test.classes.words for one in entries],
            "needed": [one.needed for one in entries],
            "left": ["never" if one.left is None else one.left for one in entries],
            "relationships": ready,
        },
        blocks=tuple(blocks),
        effects=_onto_sheet(people, held, entries),
    )


def _entry(number: int, person: Person, own: Ability, building: bool, ask: Rulings) -> Entry:
    """One line of the book, under the table's rulings."""
    enemy_die = person.feeling is Feeling.ENEMY and ask["circles.enemy-name"] == "yes"
    meeting = rules.next_meeting(person, own, enemy_die=enemy_die)
    test = Test.of(own.shade, meeting.dice.total, meeting.obstacle.total, ask, at="people")
    needed, left = 0, None
    if building and not person.hostile:
        aptitude = aptitude_of(own, person.reputation, 0, person.against, person.affiliation, ask)
        needed, left = max(0, aptitude.total), left_of(aptitude, person.uses, ask)
    return Entry(number, person, test, needed, left)


def _said(
    held: list[Person], who: int | None, event: Event, ready: list[str], friends: list[Entry], foes: list[Entry]
) -> str:
    """The book in a sentence, with what has happened."""
    if not held:
        return "The book is empty: exceed a Circles obstacle, and the first name goes in."
    happened = ""
    if who is not None:
        one = held[who - 1]
        what = {
            Event.FOUND: f"found {wording.count(one.uses, 'time')} now",
            Event.TURNED: "against you from now on",
            Event.WON: "on your side from now on",
        }[event]
        happened = f"{one.name or 'This person'}: {what}. "
    if ready:
        return f"{happened}{wording.listed(ready)} became a relationship: no more rolls to meet them."
    people = wording.count(len(friends), "person", "people")
    enemies = wording.count(len(foes), "enemy", "enemies") if foes else "no enemy"
    return f"{happened}{people} can be found again; {enemies} may find you."


def _harder(one: Entry, ask: Rulings) -> str:
    """What an enemy, or a friend who turned, costs you. Source: CIR-08."""
    feeling = one.person.feeling
    former = feeling is Feeling.FORMER and ask["circles.former-friend"] == "both"
    social = circles.social_obstacle(0, feeling).total
    body = circles.body_of_argument(0, feeling, former=former).total
    said = f"social tests {wording.signed(social)}{wording.NO_BREAK}Ob"
    return f"{said}, body of argument {wording.signed(body)}D" if body else said


def _onto_sheet(before: Sequence[Person], held: list[Person], entries: list[Entry]) -> tuple[Effect, ...]:
    """The change of the one with whom something happened, and everyone who is a relationship now."""
    effects: list[Effect] = []
    for was, now, entry in zip(before, held, entries, strict=True):
        if not now.name:
            continue
        if entry.left == 0:
            effects += befriended(now.name)
        elif now.uses != was.uses:
            effects.append(SetRow("contacts", now.name, {"uses": now.uses}))
        elif now.feeling is not was.feeling:
            effects.append(SetRow("contacts", now.name, {"feeling": now.feeling.value}))
    return tuple(effects)

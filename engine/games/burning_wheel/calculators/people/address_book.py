"""The address book: the people found through Circles, what the next meeting takes, and the enemies (CIR-20)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect, SetRow
from engine.forms import MOST_ROWS, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.calculators.people.circles import B3
from engine.games.burning_wheel.calculators.people.relationships import aptitude_of, befriended, left_of
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.circles import Circles, ContactRow
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.rules import address_book as rules
from engine.games.burning_wheel.rules import circles
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.address_book import Event, Person
from engine.games.burning_wheel.rules.circles import Feeling
from engine.rulings import Rulings
from engine.working import Mark


@dataclass(frozen=True, slots=True)
class Entry:
    """A person with what the next meeting takes; `left` is None where no relationship can come of it."""

    person: Person
    dice: int
    obstacle: int
    chance: Fraction
    test_class: str
    needed: int
    left: int | None

    @property
    def takes(self) -> tuple[str, str]:
        return (
            f"{self.dice}D · {ob(self.obstacle)}",
            f"{wording.percent(self.chance)} · {self.test_class}",
        )


@calculator("address-book", rules="CIR-20")
def address_book(
    circles_ability: Circles = B3,
    people: Annotated[tuple[ContactRow, ...], Asked("People found"), sheet("contacts")] = (
        ContactRow("Sister Agathe", Obstacle(3), uses=2, reputation=1),
        ContactRow("Corvin the fence", Obstacle(2)),
        ContactRow("Veit of the toll house", Obstacle(3), Feeling.ENEMY),
    ),
    who: Annotated[int | None, Between(1, MOST_ROWS), Asked("Something happened with number", quick=(1, 2, 3))] = None,
    event: Annotated[Event, Asked("What happened")] = Event.FOUND,
    *,
    ask: Rulings,
) -> Answer:
    """Whom do you know, and what does it take to meet them again?"""
    if who is not None and who > len(people):
        raise Unusable("who", f"The book ends at number {len(people)}; this says {who}.")
    held = [rules.after(one, event) if number == who else one for number, one in enumerate(people, 1)]
    building = ask["standing.building"] == "yes" if any(not one.hostile for one in held) else False
    entries = [_entry(one, circles_ability, building, ask) for one in held]
    friends = [entry for entry in entries if not entry.person.hostile]
    foes = [entry for entry in entries if entry.person.hostile]
    ready = [entry.person.name or "A contact" for entry in friends if entry.left == 0]
    near = min((entry for entry in friends if entry.left), key=lambda entry: entry.left or 0, default=None)
    line = wording.count(len(foes), "enemy", "enemies") if foes else "no enemies"
    if near is not None:
        line += f" · next {near.person.name or 'a contact'}, {near.left} to go"
    blocks: list[Block] = [
        Verdict(wording.count(len(friends), "contact"), line, _said(held, who, event, ready, friends, foes))
    ]
    if friends:
        rows = tuple((_number(entries, one), _name(one), *one.takes, _uses(one), _left(one)) for one in friends)
        columns = ("Number", "Who", "To meet them", "Chance and class", "Found", "Until a relationship")
        blocks.append(Table("To be found again", columns, rows, mark=Mark.DERIVED))
    if foes:
        rows = tuple(
            (_number(entries, one), _name(one), one.person.feeling.words, *one.takes, _harder(one, ask)) for one in foes
        )
        columns = ("Number", "Who", "They are", "To find them", "Chance and class", "Against you")
        blocks.append(Table("Enemies", columns, rows, mark=Mark.DERIVED))
    blocks.append(
        Note("The obstacle is that of the first time, if you ask for the same again; name counted.", rule="CIR-07")
    )
    return Answer(
        values={
            "contacts": [_name(one) for one in friends],
            "enemies": [_name(one) for one in foes],
            "dice": [one.dice for one in entries],
            "obstacles": [one.obstacle for one in entries],
            "chances": [one.chance for one in entries],
            "classes": [one.test_class for one in entries],
            "needed": [one.needed for one in entries],
            "left": ["never" if one.left is None else one.left for one in entries],
            "relationships": ready,
        },
        blocks=tuple(blocks),
        effects=_onto_sheet(people, held, entries),
    )


def _entry(person: Person, own: Ability, building: bool, ask: Rulings) -> Entry:
    """One line of the book, under the table's rulings."""
    enemy_die = person.feeling is Feeling.ENEMY and ask["circles.enemy-name"] == "yes"
    meeting = rules.next_meeting(person, own, enemy_die=enemy_die)
    if meeting.obstacle.total > MOST_OBSTACLE:
        total = meeting.obstacle.total
        raise Unusable("people", f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {total}.")
    dice = meeting.dice.total
    chance = law_of(Pool.of(dice, own.shade), ask).at_least(meeting.obstacle.total)
    classes = classes_of(dice, meeting.obstacle.total, ask).words
    needed, left = 0, None
    if building and not person.hostile:
        aptitude = aptitude_of(own, person.reputation, 0, person.against, person.affiliation, ask)
        needed, left = max(0, aptitude.total), left_of(aptitude, person.uses, ask)
    return Entry(person, dice, meeting.obstacle.total, chance, classes, needed, left)


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


def _name(one: Entry) -> str:
    return one.person.name or "someone"


def _number(entries: list[Entry], one: Entry) -> str:
    return str(next(number for number, entry in enumerate(entries, 1) if entry is one))


def _uses(one: Entry) -> str:
    return wording.count(one.person.uses, "time")


def _left(one: Entry) -> str:
    if one.left is None:
        return "–"
    return f"{one.left} more of {one.needed}" if one.left else "is one now"


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

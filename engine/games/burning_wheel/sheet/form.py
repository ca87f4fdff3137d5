"""The character sheet: abilities with their logs, artha, wounds, and the people and things of a character (HUB-42)."""

from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, row
from engine.games.burning_wheel.blocks.wounds import strip
from engine.games.burning_wheel.dice import Shade, ob
from engine.games.burning_wheel.forms.circles import AffiliationRow, ContactRow, ReputationRow
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset, WoundRow
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.rules import wounds as hurt
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Marks, filled
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.words import LETTERS
from engine.option import Option
from engine.rulings import Rulings

ARTHA = Between(0, 99)
TEXT = Longest(240)
B3 = Ability(Shade.BLACK, 3)


@row("ability")
class AbilityRow:
    """A stat, attribute or skill with its log and the artha spent on it, as a row of the form."""

    name: Annotated[str, Asked("Name")] = ""
    ability: Annotated[Ability, Asked("Exponent")] = B3
    tested: Annotated[Tested, Asked("Kind of ability", more=True)] = Tested.SKILL
    routine: Annotated[int, MARKS, Asked("Routine tests", more=True)] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests", more=True)] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests", more=True)] = 0
    roots: Annotated[str, Asked("Roots", "As on this sheet: “Agility”, or “Will, Perception”.", more=True)] = ""
    learning: Annotated[bool, Asked("Not open yet", more=True)] = False
    aptitude: Annotated[int, MARKS, Asked("Tests toward opening it", more=True)] = 0
    fate: Annotated[int, ARTHA, Asked("Fate spent on it", more=True)] = 0
    persona: Annotated[int, ARTHA, Asked("Persona spent on it", more=True)] = 0
    deeds: Annotated[int, ARTHA, Asked("Deeds spent on it", more=True)] = 0

    @property
    def marks(self) -> Marks:
        """The tests in its log."""
        return Marks(self.routine, self.difficult, self.challenging)


@row("line")
class PriorityRow:
    """A Belief or an Instinct with the artha that was spent for its sake, as a row of the form. Source: HUB-67."""

    text: Annotated[str, TEXT, Asked("In your words")] = ""
    fate: Annotated[int, ARTHA, Asked("Fate noted", more=True)] = 0
    persona: Annotated[int, ARTHA, Asked("Persona noted", more=True)] = 0
    deeds: Annotated[int, ARTHA, Asked("Deeds noted", more=True)] = 0


class TraitKind(Option):
    """The kinds of traits. Source: HUB-61."""

    CHARACTER = "character", "character"
    COSMETIC = "cosmetic", "cosmetic"
    CALL_ON = "call-on", "call-on"
    DIE = "die", "die"


@row("trait")
class TraitRow:
    """A trait, as a row of the form."""

    name: Annotated[str, Asked("Name")] = ""
    kind: Annotated[TraitKind, Asked("Kind")] = TraitKind.CHARACTER
    effect: Annotated[str, TEXT, Asked("What it does", more=True)] = ""
    used: Annotated[bool, Asked("Called on this session", more=True)] = False


@row("thing")
class ThingRow:
    """A piece of gear, or another thing that one keeps, as a row of the form."""

    name: Annotated[str, Asked("What")] = ""
    note: Annotated[str, TEXT, Asked("Note", more=True)] = ""


@row("relationship")
class PersonRow:
    """Someone with whom there is a relationship, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    note: Annotated[str, TEXT, Asked("What binds you")] = ""


STANDARD = (
    AbilityRow("Will", tested=Tested.STAT),
    AbilityRow("Perception", tested=Tested.PERCEPTION),
    AbilityRow("Agility", tested=Tested.STAT),
    AbilityRow("Speed", tested=Tested.SPEED),
    AbilityRow("Power", tested=Tested.STAT),
    AbilityRow("Forte", tested=Tested.STAT),
    AbilityRow("Health", tested=Tested.HEALTH),
    AbilityRow("Steel", tested=Tested.STEEL),
    AbilityRow("Resources", Ability(Shade.BLACK, 0), Tested.RESOURCES),
    AbilityRow("Circles", Ability(Shade.BLACK, 2), Tested.CIRCLES),
)
"""What every character has, at the exponents of ordinary folk."""


@calculator("character-sheet", rules="HUB-42")
def character_sheet(
    name: Annotated[str, Asked("Name")] = "",
    concept: Annotated[str, TEXT, Asked("Who that is")] = "",
    opponent: Annotated[bool, Asked("One of the GM’s people")] = False,
    abilities: Annotated[tuple[AbilityRow, ...], Asked("Stats, attributes, skills")] = STANDARD,
    fate: Annotated[int, ARTHA, Asked("Fate", quick=(0, 1, 2, 3))] = 0,
    persona: Annotated[int, ARTHA, Asked("Persona", quick=(0, 1, 2, 3))] = 0,
    deeds: Annotated[int, ARTHA, Asked("Deeds", quick=(0, 1, 2))] = 0,
    taxed: Annotated[int, Between(0, 20), Asked("Resources lost to Tax", more=True)] = 0,
    cash: Annotated[int, ARTHA, Asked("Cash dice", more=True)] = 0,
    funds: Annotated[int, ARTHA, Asked("Funds dice", more=True)] = 0,
    debts: Annotated[tuple[DebtRow, ...], Asked("Debts", more=True)] = (),
    tolerances: Annotated[Preset | PowerAndForte | Own, Asked("Tolerances", more=True)] = Preset(),
    wounds: Annotated[tuple[WoundRow, ...], Asked("Wounds", more=True)] = (),
    beliefs: Annotated[tuple[PriorityRow, ...], Asked("Beliefs", more=True)] = (),
    instincts: Annotated[tuple[PriorityRow, ...], Asked("Instincts", more=True)] = (),
    traits: Annotated[tuple[TraitRow, ...], Asked("Traits", more=True)] = (),
    reputations: Annotated[tuple[ReputationRow, ...], Asked("Reputations", more=True)] = (),
    affiliations: Annotated[tuple[AffiliationRow, ...], Asked("Affiliations", more=True)] = (),
    relationships: Annotated[tuple[PersonRow, ...], Asked("Relationships", more=True)] = (),
    contacts: Annotated[tuple[ContactRow, ...], Asked("People found through Circles", more=True)] = (),
    gear: Annotated[tuple[ThingRow, ...], Asked("Gear", more=True)] = (),
    *,
    ask: Rulings,
) -> Answer:
    """Who is this, and what can they do now?"""
    check_names(abilities)
    placed = tolerances.placed
    found = hurt.together([placed.level(row.hit) for row in wounds])
    lost = -found.dice.total
    called = name or ("An opponent" if opponent else "A new character")
    artha = f"{fate} Fate, {persona} Persona, {deeds} Deeds"
    ready = [row.name for row in abilities if _full(row, ask)]
    state = f"{wording.signed(-lost)}D from wounds" if lost else "unhurt" if not wounds else "hurt, no dice lost"
    blocks: list[Block] = [
        Verdict(
            called,
            (Fact(fate, "Fate"), Fact(persona, "Persona"), Fact(deeds, "Deeds"), Fact(state)),
            f"{called}: {artha}; {state}.",
        ),
        Table("Abilities", ("Ability", "Dice", "Hurt", "Tests", "Artha"), _ability_rows(abilities, lost, ask)),
        strip(placed, "", wounds=[(row.hit, placed.level(row.hit)) for row in wounds]),
    ]
    blocks += [Note(f"{name} has all its tests: one exponent higher, and the log is empty.") for name in ready]
    blocks += _lists(
        {
            "Beliefs": [(row.text, _noted(row)) for row in beliefs],
            "Instincts": [(row.text, _noted(row)) for row in instincts],
            "Traits": [(row.name, f"{row.kind.words}{', used' if row.used else ''}") for row in traits],
            "Reputations": [(row.name, f"{row.dice}D{', infamous' if row.infamous else ''}") for row in reputations],
            "Affiliations": [(row.name, f"{row.dice}D") for row in affiliations],
            "Relationships": [(row.name, row.note) for row in relationships],
            "Contacts": [(row.name, ob(row.obstacle)) for row in contacts],
            "Debts": [(row.name, f"{row.size} owed") for row in debts],
            "Gear": [(row.name, row.note) for row in gear],
        }
    )
    return Answer(
        values={
            "name": name,
            "abilities": {row.name: str(row.ability) for row in abilities},
            "ready": ready,
            "wound_dice": lost,
            "wound_obstacle": found.obstacle,
            "artha": {"fate": fate, "persona": persona, "deeds": deeds},
        },
        blocks=tuple(blocks),
    )


def check_names(abilities: Sequence[AbilityRow]) -> None:
    """Raises `Unusable` where two abilities have one name: what a field is filled from would be anyone's guess."""
    seen: set[str] = set()
    for index, ability in enumerate(abilities):
        key = ability.name.casefold()
        if key and key in seen:
            said = f"Two abilities are called {wording.quoted(ability.name)}; give one another name."
            raise Unusable(f"abilities.{index}.name", said)
        seen.add(key)


def _full(row: AbilityRow, ask: Rulings) -> bool:
    """Whether its log lifts it."""
    return not row.learning and filled(routes_of(row.tested.kind, min(row.ability.exponent, CAP), ask), row.marks)


def _ability_rows(abilities: Sequence[AbilityRow], lost: int, ask: Rulings) -> tuple[tuple[str, ...], ...]:
    rows: list[tuple[str, ...]] = []
    for one in abilities:
        needed = routes_of(one.tested.kind, min(one.ability.exponent, CAP), ask)
        logs = [
            f"{LETTERS[which]}{wording.NO_BREAK}{circles}"
            for which in TestClass
            if (circles := _log(one.marks.of(which), [route.of(which) for route in needed]))
        ]
        left = max(0, one.ability.exponent - lost)
        now = f"{left}D" if lost and one.tested.element.wounds else ""
        artha = f"{one.fate}/{one.persona}/{one.deeds}" if one.fate or one.persona or one.deeds else ""
        if one.learning:
            rows.append((one.name, "–", "", wording.count(one.aptitude, "test"), artha))
        else:
            rows.append((one.name, str(one.ability), now, " ".join(logs), artha))
    return tuple(rows)


def _log(have: int, needed: Sequence[int]) -> str:
    """Marks made and wanted, as circles: "●●○○"."""
    most = max(needed, default=0)
    return "●" * have + "○" * max(0, most - have)


def _noted(row: PriorityRow) -> str:
    noted = [(row.fate, "F"), (row.persona, "P"), (row.deeds, "D")]
    return " ".join(f"{amount}{letter}" for amount, letter in noted if amount)


def _lists(lists: dict[str, list[tuple[str, str]]]) -> list[Table]:
    """A table for each list that has something in it."""
    return [Table(title, (title, ""), tuple(rows)) for title, rows in lists.items() if rows]

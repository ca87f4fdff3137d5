"""The character sheet: abilities with their logs, artha, wounds, and the people and things of a character (HUB-42)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

from engine import links, wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, plain
from engine.calculators import calculator
from engine.filling import key_of
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks import wounds as wounds_shown
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.armor import ArmorRow, suit_of
from engine.games.burning_wheel.forms.carried import WeaponRow
from engine.games.burning_wheel.forms.circles import AffiliationRow, ContactRow, ReputationRow
from engine.games.burning_wheel.forms.money import DebtRow
from engine.games.burning_wheel.forms.mounts import MountRow
from engine.games.burning_wheel.forms.shields import MOST_LOST, KeptShield
from engine.games.burning_wheel.forms.spells import SpellRow
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.wounds import Own, PowerAndForte, Preset, WoundRow
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.rules import wounds as hurt
from engine.games.burning_wheel.rules.advancement import CAP, filled
from engine.games.burning_wheel.rules.armor import Piece, Quality
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.sheet import effects, lines
from engine.games.burning_wheel.sheet.rows import (
    ARTHA,
    STANDARD,
    TEXT,
    AbilityRow,
    PersonRow,
    PriorityRow,
    ThingRow,
    TraitRow,
    fields_of,
)
from engine.games.burning_wheel.views.blocks import AbilityTable, Circles, Tried
from engine.games.burning_wheel.words import LETTERS
from engine.rulings import Rulings

SEVERAL = "Will B5, Carpentry B4 2R 1D, Bow learning"


@calculator("character-sheet", rules="HUB-42")
def character_sheet(
    name: Annotated[str, Asked("Name")] = "",
    concept: Annotated[str, TEXT, Asked("Who that is")] = "",
    beliefs: Annotated[tuple[PriorityRow, ...], Asked("Beliefs", "One on each line.", lines=True)] = (),
    instincts: Annotated[tuple[PriorityRow, ...], Asked("Instincts", "One on each line.", lines=True)] = (),
    traits: Annotated[tuple[TraitRow, ...], Asked("Traits", "As in: Sure-Footed (die): on roofs", lines=True)] = (),
    opponent: Annotated[bool, Asked("One of the GM’s people")] = False,
    abilities: Annotated[tuple[AbilityRow, ...], Asked("Stats, attributes, skills", several=SEVERAL)] = STANDARD,
    fate: Annotated[int, ARTHA, Asked("Fate", quick=(0, 1, 2, 3))] = 0,
    persona: Annotated[int, ARTHA, Asked("Persona", quick=(0, 1, 2, 3))] = 0,
    deeds: Annotated[int, ARTHA, Asked("Deeds", quick=(0, 1, 2))] = 0,
    taxed: Annotated[int, Between(0, 20), Asked("Resources lost to Tax", more=True)] = 0,
    cash: Annotated[int, ARTHA, Asked("Cash dice", more=True)] = 0,
    funds: Annotated[int, ARTHA, Asked("Funds dice", more=True)] = 0,
    debts: Annotated[tuple[DebtRow, ...], Asked("Debts", more=True)] = (),
    tolerances: Annotated[Preset | PowerAndForte | Own, Asked("Tolerances", more=True)] = Preset(),
    wounds: Annotated[tuple[WoundRow, ...], Asked("Wounds", more=True)] = (),
    weapons: Annotated[
        tuple[WeaponRow, ...], Asked("Weapons", "As in: Sword, superior; what is in hand first", lines=True, more=True)
    ] = (),
    armor: Annotated[
        tuple[ArmorRow, ...], Asked("Armor", "As in: Left arm: half chainmail", lines=True, more=True)
    ] = (),
    shield: Annotated[KeptShield, Asked("Shield", more=True)] = KeptShield.NONE,
    shield_quality: Annotated[Quality, Asked("How well the shield is made", more=True)] = Quality.RUN,
    shield_lost: Annotated[int, MOST_LOST, Asked("Dice the shield has lost", quick=(0, 1, 2), more=True)] = 0,
    reputations: Annotated[tuple[ReputationRow, ...], Asked("Reputations", more=True)] = (),
    affiliations: Annotated[tuple[AffiliationRow, ...], Asked("Affiliations", more=True)] = (),
    relationships: Annotated[tuple[PersonRow, ...], Asked("Relationships", more=True)] = (),
    contacts: Annotated[tuple[ContactRow, ...], Asked("People found through Circles", more=True)] = (),
    gear: Annotated[tuple[ThingRow, ...], Asked("Gear", more=True)] = (),
    spells: Annotated[
        tuple[SpellRow, ...], Asked("Spells", "As in: Mage Light, sustaining", lines=True, more=True)
    ] = (),
    forte_lost: Annotated[int, Between(0, 20), Asked("Forte lost to Tax", quick=(0, 1, 2), more=True)] = 0,
    mounts: Annotated[
        tuple[MountRow, ...],
        Asked("Mounts", "As in: Bramble: Riding horse; what you ride first", lines=True, more=True),
    ] = (),
    *,
    ask: Rulings,
) -> Answer:
    """Who is this, and what can they do now?"""
    check_names(abilities)
    placed = tolerances.placed
    found = hurt.together([placed.level(row.hit) for row in wounds], sum(row.back for row in wounds))
    lost = -found.dice.total
    called = name or ("An opponent" if opponent else "A new character")
    artha = {"fate": fate, "persona": persona, "deeds": deeds}
    ready = [row.name for row in abilities if _full(row, ask)]
    blocks: list[Block] = [
        _verdict(called, artha, lost, hurt=bool(wounds)),
        _table(abilities, lost, ask),
        wounds_shown.strip(placed, "", wounds=[(row.hit, placed.level(row.hit)) for row in wounds]),
    ]
    blocks += [Note(f"{name} has all its tests: one exponent higher, and the log is empty.") for name in ready]
    listed = (
        beliefs,
        instincts,
        traits,
        weapons,
        suit_of(armor),
        reputations,
        affiliations,
        relationships,
        contacts,
        debts,
    )
    blocks += _lists(*listed, gear, _shield(shield, shield_quality, shield_lost), spells, mounts)
    if forte_lost:
        blocks.append(Note(f"Tax has taken {wording.count(forte_lost, 'die', 'dice')} of Forte.", rule="SOR-13"))
    return Answer(
        values={
            "name": name,
            "abilities": {row.name: str(row.ability) for row in abilities},
            "ready": ready,
            "wound_dice": lost,
            "wound_obstacle": found.obstacle,
            "artha": artha,
        },
        blocks=tuple(blocks),
    )


def _verdict(called: str, artha: Mapping[str, int], lost: int, *, hurt: bool) -> Verdict:
    """Who it is, with their artha and what wounds take off their dice."""
    state = f"{wording.signed(-lost)}D from wounds" if lost else "hurt, no dice lost" if hurt else "unhurt"
    facts = [Fact(amount, kind.capitalize()) for kind, amount in artha.items()]
    said = ", ".join(f"{amount} {kind.capitalize()}" for kind, amount in artha.items())
    return Verdict(called, (*facts, Fact(state)), f"{called}: {said}; {state}.")


def check_names(abilities: Sequence[AbilityRow]) -> None:
    """Raises `Unusable` where two abilities have one name: what a field is filled from would be anyone's guess."""
    seen: set[str] = set()
    for index, ability in enumerate(abilities):
        key = ability.name.casefold()
        if key and key in seen:
            said = f"Two abilities are called {wording.quoted(ability.name)}; give one another name."
            raise Unusable(f"abilities.{index}.name", said)
        seen.add(key)


ON_THE_STRIP = ("Will", "Perception", "Steel")


def strip(values: Mapping[str, Any]) -> tuple[Fact, ...]:
    """What a GM sees of one character among the party: how steady they are, how badly hurt, and their artha."""
    stands = {row.name.casefold(): str(row.ability) for row in values["abilities"]}
    placed = values["tolerances"].placed
    borne = values["wounds"]
    lost = -hurt.together([placed.level(row.hit) for row in borne], sum(row.back for row in borne)).dice.total
    wounds = f"{wording.signed(-lost)}D" if lost else "hurt" if values["wounds"] else "none"
    return (
        *(Fact(stands.get(name.casefold(), "–"), name) for name in ON_THE_STRIP),
        Fact(wounds, "Wounds"),
        Fact(" ".join(str(values[name]) for name in lines.ARTHA), "F P D"),
    )


def _full(row: AbilityRow, ask: Rulings) -> bool:
    """Whether its log lifts it."""
    return not row.learning and filled(routes_of(row.tested.kind, min(row.ability.exponent, CAP), ask), row.marks)


def _table(abilities: Sequence[AbilityRow], lost: int, ask: Rulings) -> AbilityTable:
    """All abilities, each with the way to its test and the circles of its log. `lost` is what wounds take."""
    named = [one for one in abilities if one.name]
    logs = [_logs(one, ask) for one in named]
    hurt_too = any(lost and one.tested.element.wounds for one in named)
    spent = any(one.fate or one.persona or one.deeds for one in named)
    rows = []
    for one, log in zip(named, logs, strict=True):
        left = max(0, one.ability.exponent - lost)
        now = [f"{left}D" if lost and one.tested.element.wounds and not one.learning else ""] if hurt_too else []
        artha = [lines.tally(fields_of(one, lines.ARTHA), lines.ARTHA)] if spent else []
        tests = " ".join(circles.drawn for circles in log)
        rows.append((one.name, "–" if one.learning else str(one.ability), *now, *artha, tests))
    columns = ("Ability", "Dice", *(["Hurt"] if hurt_too else []), *(["Artha"] if spent else []), "Tests")
    tried = [(_tried(one), log) for one, log in zip(named, logs, strict=True)]
    marks = tuple(plain(effects.LogTest("", name)) for name in (*(one.value for one in TestClass), effects.APTITUDE))
    return AbilityTable("Abilities", columns, tuple(rows), lines=tuple(tried), effects=marks)


TRIED = {Tested.CIRCLES: Tried("CIR-04"), Tested.STEEL: Tried("STE-03"), Tested.RESOURCES: Tried("RES-02")}
"""Abilities that have tests of their own."""


def _tried(row: AbilityRow) -> Tried | None:
    if row.learning:
        return None
    return TRIED.get(row.tested) or Tried("HUB-18", links.for_row("test-builder", "ability", key_of(row.name)))


def _logs(row: AbilityRow, ask: Rulings) -> tuple[Circles, ...]:
    """The circles of each class that its log has or wants, with the effect of one more where more are wanted."""
    if row.learning:
        return (Circles("", "a test toward opening it", row.aptitude, row.aptitude + 1, len(TestClass)),)
    routes = routes_of(row.tested.kind, min(row.ability.exponent, CAP), ask)
    found = []
    for number, which in enumerate(TestClass):
        have, need = row.marks.of(which), max((route.of(which) for route in routes), default=0)
        if have or need:
            found.append(Circles(LETTERS[which], which.article, have, need, number if have < need else None))
    return tuple(found)


def _shield(shield: KeptShield, quality: Quality, lost: int) -> list[tuple[str, str]]:
    """The shield, and how it stands."""
    if shield is KeptShield.NONE:
        return []
    worn = f", {wording.MINUS}{lost}D" if lost else ""
    return [(shield.words, f"{quality.words}{worn}")]


def _noted(row: PriorityRow) -> str:
    noted = [(row.fate, "F"), (row.persona, "P"), (row.deeds, "D")]
    return " ".join(f"{amount}{letter}" for amount, letter in noted if amount)


def _armor(piece: Piece) -> str:
    """What covers a location, with its dice: "Half chainmail, 1D of 2D"."""
    worn = f"{'Half ' if piece.half else ''}{piece.type.words.lower() if piece.half else piece.type.words}"
    return f"{worn}, {f'{piece.dice}D of ' if piece.lost else ''}{piece.full}D"


LISTED: Mapping[str, Callable[[Any], tuple[str, str]]] = {
    "Beliefs": lambda row: (row.text, _noted(row)),
    "Instincts": lambda row: (row.text, _noted(row)),
    "Traits": lambda row: (row.name, f"{row.kind.words}{', used' if row.used else ''}"),
    "Weapons": lambda row: (row.called, row.figures),
    "Armor": lambda one: (one.location.words, _armor(one)),
    "Reputations": lambda row: (row.name, f"{row.dice}D{', infamous' if row.infamous else ''}"),
    "Affiliations": lambda row: (row.name, f"{row.dice}D"),
    "Relationships": lambda row: (row.name, row.note),
    "Contacts": lambda row: (row.name, ob(row.obstacle)),
    "Debts": lambda row: (row.name, f"{row.size} owed"),
    "Gear": lambda row: (row.name, row.note),
    "Shield": lambda shown: shown,
    "Spells": lambda row: (row.called, row.figures),
    "Mounts": lambda row: (row.called, row.figures),
}
"""The lists of a sheet in the order in which they are read, each with what it says of a row."""


def _lists(*lists: Iterable[Any]) -> list[Table]:
    """A table for each list that has something in it; they come in the order of `LISTED`."""
    shown = [
        (title, tuple(said(row) for row in rows)) for (title, said), rows in zip(LISTED.items(), lists, strict=True)
    ]
    return [Table(title, (title, ""), rows) for title, rows in shown if rows]

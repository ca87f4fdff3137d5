"""What stands in the lists of the character sheet: abilities, Beliefs, traits, people and things as rows."""

import dataclasses
from collections.abc import Iterable
from typing import Annotated, Self

from engine.forms import LONGEST_TEXT, Asked, Between, Longest, row
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.sheet import lines
from engine.option import Option
from engine.refused import Refused

ARTHA = Between(0, 99)
LONGEST = 240
TEXT = Longest(LONGEST)
B3 = Ability(Shade.BLACK, 3)
KINDS = {
    "will": Tested.STAT,
    "perception": Tested.PERCEPTION,
    "agility": Tested.STAT,
    "speed": Tested.SPEED,
    "power": Tested.STAT,
    "forte": Tested.STAT,
    "health": Tested.HEALTH,
    "steel": Tested.STEEL,
    "resources": Tested.RESOURCES,
    "circles": Tested.CIRCLES,
    "sorcery": Tested.MAGIC,
    "faith": Tested.FAITH,
    **dict.fromkeys(("grief", "greed", "hatred", "blasphemous hatred"), Tested.EMOTION),
}
"""Abilities whose names say of what kind they are."""


def fields_of(row: object, names: Iterable[str]) -> dict[str, int]:
    return {name: getattr(row, name) for name in names}


def _short(text: str, most: int = LONGEST) -> str:
    if len(text) > most:
        raise Refused(f"This takes at most {most} characters a line; one has {len(text)}.")
    return text


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

    @property
    def line(self) -> str:
        """All of it but its kind, as `of_line` reads it: "Carpentry B4 3R 1D (Agility)"."""
        stands = f"{lines.LEARNING} {self.aptitude}" if self.learning else str(self.ability)
        tests = "" if self.learning else lines.tally(fields_of(self, lines.TESTS), lines.TESTS)
        roots = f"({self.roots})" if self.roots else ""
        said = " ".join(part for part in (self.name, stands, tests, roots) if part)
        return lines.with_noted(said, fields_of(self, lines.ARTHA))

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """The ability that is typed in a line, or the one of `before` with what the line says of it.

        Its name says its kind, where that is no skill. Raises `Refused` for a line without a name or an exponent.
        """
        typed = lines.ability(line)
        tested = KINDS.get(typed.name.casefold(), Tested.SKILL)
        kept = dataclasses.replace(before, learning=False) if before else cls(typed.name, tested=tested)
        return dataclasses.replace(kept, **typed.more)


@row("line")
class PriorityRow:
    """A Belief or an Instinct with the artha that was spent for its sake, as a row of the form. Source: HUB-67."""

    text: Annotated[str, TEXT, Asked("In your words")] = ""
    fate: Annotated[int, ARTHA, Asked("Fate noted", more=True)] = 0
    persona: Annotated[int, ARTHA, Asked("Persona noted", more=True)] = 0
    deeds: Annotated[int, ARTHA, Asked("Deeds noted", more=True)] = 0

    @property
    def line(self) -> str:
        """As `of_line` reads it: "My sister’s mill [2F]"."""
        return lines.with_noted(self.text, fields_of(self, lines.ARTHA))

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """What is typed in a line, with the artha that is noted behind it."""
        text, artha = lines.noted(line)
        return cls(_short(text), **artha)


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

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Sure-Footed (die): on scaffolds"."""
        kind = "" if self.kind is TraitKind.CHARACTER else f" ({self.kind.words})"
        rest = f"{kind}{f': {self.effect}' if self.effect else ''}{' [used]' if self.used else ''}"
        plain = f"{self.name}{rest}"
        return plain if TraitRow.of_line(plain) == self else f"“{self.name}”{rest}"

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """What is typed in a line; a kind left out is a character trait."""
        kinds = {kind.words: kind for kind in TraitKind}
        name, kind, effect, used = lines.trait(line, kinds)
        return cls(_short(name, LONGEST_TEXT), kinds.get(kind, TraitKind.CHARACTER), _short(effect), used)


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
    *(AbilityRow.of_line(f"{name} B3") for name in ("Will", "Perception", "Agility", "Speed", "Power", "Forte")),
    *(AbilityRow.of_line(line) for line in ("Health B3", "Steel B3", "Resources B0", "Circles B2")),
)
"""What every character has, at the exponents of ordinary folk."""

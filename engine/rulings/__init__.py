"""The table's rulings: where the rules can be read in two ways, one is chosen once and every calculator follows.

The registry is data: one TOML file a chapter beside this module. A calculator that takes ``*, ask: Rulings`` gets a
reading by ``ask["dice.chain"]``; asking records it, so that the answer can name all rulings that it rests on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import forms, tables, wording


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a rule: its value in inputs, and the reading as a sentence."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Worked:
    """The example that shows what a ruling changes: a calculator, its inputs, the value shown, and words for it.

    `rulings` are readings of others that it needs, such as an edition.
    """

    calculator: str
    inputs: Mapping[str, Any]
    value: str
    words: str
    rulings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling:
    """An ambiguity: its id, the question, the readings (the first is the default), where it applies, why it is open."""

    id: str
    question: str
    readings: tuple[Reading, ...]
    rules: tuple[str, ...]
    why: str
    worked: Worked

    @property
    def default(self) -> str:
        return self.readings[0].value

    def reading(self, value: str) -> Reading:
        """The reading with this value. Raises ``KeyError`` where there is none."""
        return {reading.value: reading for reading in self.readings}[value]


def _ruling(row: Mapping[str, Any]) -> Ruling:
    readings = tuple(Reading(str(value), str(words)) for value, words in row["readings"].items())
    if len(readings) < 2:
        raise ValueError(f"{row['id']} has one reading; a ruling chooses between two or more.")
    return Ruling(
        row["id"], row["question"], readings, tuple(row["rules"].split()), row["why"], Worked(**row["worked"])
    )


MOST_NEAREST = 5
"""How often an unknown name is compared with all that are known: a damaged store can hold thousands."""

COLUMNS = ("id", "question", "rules", "why", "readings", "worked")
REGISTRY: Mapping[str, Ruling] = {
    ruling.id: ruling
    for chapter in sorted(path.name for path in Path(__file__).parent.glob("*.toml"))
    for ruling in tables.rows(__file__, chapter, "ruling", COLUMNS, _ruling)
}


@dataclass(slots=True)
class Rulings:
    """The readings in force for one answer; `used` fills with those that were asked for, in the order asked."""

    chosen: Mapping[str, str] = field(default_factory=dict)
    used: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, ruling: str) -> str:
        value = self.chosen.get(ruling, REGISTRY[ruling].default)
        self.used[ruling] = value
        return value


def read(said: Any) -> tuple[dict[str, str], dict[str, str]]:
    """The known readings in what a link or a store says, and for each one set aside, by its name, a sentence why."""
    if not isinstance(said, Mapping):
        return {}, {"": f"Rulings are names with readings; this is {wording.quoted(said)}, so the defaults hold."}
    chosen: dict[str, str] = {}
    complaints: dict[str, str] = {}
    for name, value in said.items():
        ruling = REGISTRY.get(name)
        if ruling is None:
            near = forms.closest(str(name), REGISTRY) if len(complaints) < MOST_NEAREST else ""
            complaints[str(name)] = f"There is no ruling {wording.quoted(name)}; it was set aside.{near}"
        elif value not in [reading.value for reading in ruling.readings]:
            known = wording.listed((wording.quoted(reading.value) for reading in ruling.readings), "or")
            complaints[name] = f"The ruling {name} takes {known}; {wording.quoted(value)} was set aside."
        else:
            chosen[name] = value
    return chosen, complaints

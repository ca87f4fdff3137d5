"""The table's rulings: where the rules can be read in two ways, one is chosen once and every calculator follows.

The registry is data: TOML files in each game's folder ``rulings``. A calculator that takes ``*, ask: Rulings`` gets a
reading by ``ask["dice.chain"]``; asking records it, so that the answer can name all rulings that it rests on. Outside
its game a ruling is called by the game as well: ``this-game.dice.chain``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine import forms, rules, tables, wording


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a rule: its value in inputs, and the reading as a sentence."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Worked:
    """The example that shows what a ruling changes: a calculator, its inputs, the value shown, and words for it.

    `rulings` are readings of others that it needs, such as an edition. A fraction is a chance, or an `amount`, such as
    days.
    """

    calculator: str
    inputs: Mapping[str, Any]
    value: str
    words: str
    rulings: Mapping[str, str] = field(default_factory=dict)
    amount: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """An ambiguity: its id, the question, the readings (the first is the default), where it applies, why it is open.

    `was` is what older links and stores call it, where that is something else. Where a reading is a book that someone
    owns, `books` has what each is called in short, by the readings: every page says which one holds.
    """

    id: str
    was: str
    question: str
    readings: tuple[Reading, ...]
    rules: tuple[str, ...]
    why: str
    worked: Worked
    books: Mapping[str, str] = field(default_factory=dict)

    @property
    def default(self) -> str:
        return self.readings[0].value

    def reading(self, value: str) -> Reading:
        """The reading with this value. Raises ``KeyError`` where there is none."""
        return {reading.value: reading for reading in self.readings}[value]


def _ruling(row: Mapping[str, Any], game: str, unprefixed: bool) -> Ruling:
    readings = tuple(Reading(str(value), str(words)) for value, words in row["readings"].items())
    if len(readings) < 2:
        raise ValueError(f"{row['id']} has one reading; a ruling chooses between two or more.")
    worked = row["worked"]
    others = {full(game, name): value for name, value in worked.get("rulings", {}).items()}
    return Ruling(
        full(game, row["id"]),
        row["id"] if unprefixed else "",
        row["question"],
        readings,
        tuple(row["rules"].split()),
        row["why"],
        Worked(**{**worked, "rulings": others}),
        {value: row["books"][value] for value in row["readings"]} if "books" in row else {},
    )


def full(game: str, name: str) -> str:
    """What a ruling of a game is called outside it; what belongs to no game calls it so itself."""
    return f"{game}.{name}" if game else name


MOST_NEAREST = 5
"""How often an unknown name is compared with all that are known: a damaged store can hold thousands."""

OTHERS = "others"
"""What stands in the place of a chapter's folder for rulings that concern no rule."""

COLUMNS = ("id", "question", "rules", "why", "readings", "worked")
BESIDES = ("books",)
REGISTRY: dict[str, Ruling] = {}
RENAMED: dict[str, str] = {}
"""What older links and stores call a ruling, with its id of now."""


def load(folder: Path, game: str, *, unprefixed: bool = False) -> None:
    """Add the rulings of a game, called so, from the TOML files in a folder. Raises as `engine.tables.rows` does.

    With `unprefixed` older links and stores name them without the game.
    """
    for path in sorted(folder.glob("*.toml")):
        rows = tables.rows(str(path), path.name, "ruling", COLUMNS, lambda row: _ruling(row, game, unprefixed), BESIDES)
        REGISTRY.update({ruling.id: ruling for ruling in rows})
        RENAMED.update({ruling.was: ruling.id for ruling in rows if ruling.was})


def books() -> dict[str, Ruling]:
    """The rulings that say which book a table plays by, by their ids."""
    return {name: ruling for name, ruling in REGISTRY.items() if ruling.books}


def by_chapter() -> dict[str, list[Ruling]]:
    """The rulings that do not say which book a table plays by, by the folder of pages that each belongs to.

    That is the folder in which the first rule stands that it concerns, or `OTHERS` where it concerns none.
    """
    found: dict[str, list[Ruling]] = {}
    for ruling in REGISTRY.values():
        if not ruling.books:
            rule = rules.REGISTRY.get(ruling.rules[0]) if ruling.rules else None
            folder = rule.page.split("/")[-2] if rule and "/" in rule.page else OTHERS
            found.setdefault(folder, []).append(ruling)
    return found


def unprefixed() -> dict[str, str]:
    """The first words of rulings that older links and stores call by no game, each with its game."""
    return {old.partition(".")[0]: now.partition(".")[0] for old, now in sorted(RENAMED.items())}


class Rulings:
    """The readings in force for one answer of a `game`, by what the game calls its rulings.

    `chosen` may name them by their ids, or as older links do; what concerns other games is left out. What the game
    itself has no ruling on is a ruling of the game that it `rests_on`. `used` fills with those that were asked for, in
    the order asked.
    """

    def __init__(self, game: str, chosen: Mapping[str, str] | None = None, rests_on: str = "") -> None:
        self.game = game
        self.rests_on = rests_on
        named = {RENAMED.get(name, name): value for name, value in (chosen or {}).items()}
        ids = {name if name in REGISTRY else full(game, name): value for name, value in named.items()}
        self.chosen: Mapping[str, str] = {**(self._of(rests_on, ids) if rests_on else {}), **self._of(game, ids)}
        self.used: dict[str, str] = {}

    def _of(self, game: str, ids: Mapping[str, str]) -> dict[str, str]:
        """Those of the readings that concern a game, by what it calls its rulings."""
        begins = full(game, "")
        named = {name.removeprefix(begins): value for name, value in ids.items() if name.startswith(begins)}
        return {name: value for name, value in named.items() if game == self.game or self._id(name) == full(game, name)}

    def _id(self, ruling: str) -> str:
        """What is called so here: a ruling of the game itself, or of the one that it rests on."""
        own = full(self.game, ruling)
        return full(self.rests_on, ruling) if self.rests_on and own not in REGISTRY else own

    def __getitem__(self, ruling: str) -> str:
        name = self._id(ruling)
        value = self.chosen.get(ruling) or REGISTRY[name].default
        self.used[name] = value
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulings) and (self.game, self.chosen) == (other.game, other.chosen)

    def __hash__(self) -> int:
        return hash((self.game, *self.chosen.items()))


def read(said: Any) -> tuple[dict[str, str], dict[str, str]]:
    """The known readings in what a link or a store says, by ids, and for each one set aside, by its name, why."""
    if not isinstance(said, Mapping):
        return {}, {"": f"Rulings are names with readings; this is {wording.quoted(said)}, so the defaults hold."}
    chosen: dict[str, str] = {}
    complaints: dict[str, str] = {}
    for name, value in said.items():
        ruling = REGISTRY.get(RENAMED.get(str(name), str(name)))
        if ruling is not None and ruling.id != name and ruling.id in said:
            continue  # it is said by its name of now, too
        if ruling is None:
            near = forms.closest(str(name), REGISTRY) if len(complaints) < MOST_NEAREST else ""
            complaints[str(name)] = f"There is no ruling {wording.quoted(name)}; it was set aside.{near}"
        elif value not in [reading.value for reading in ruling.readings]:
            known = wording.listed((wording.quoted(reading.value) for reading in ruling.readings), "or")
            complaints[name] = f"The ruling {name} takes {known}; {wording.quoted(value)} was set aside."
        else:
            chosen[ruling.id] = value
    return chosen, complaints

"""What a table plays by: its name, its rulings (the edition among them) and its house notes, as one code.

A link or a QR code carries it: the digit of its format, a dot, and JSON packed as `engine.links.coded` does it, primed
with our_table-1.toml. Only readings that are not the default stand in it; where it says nothing, the default holds.

Format 1 spells out each ruling with its reading. Format 2 has one digit for each row of our_table-2.toml, so that every
ruling of every game fits into a code that a phone can scan; what has no row yet is spelled out beside the digits.
"""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import forms, links, rulings, tables, wording

FORMAT = "2"
FORMATS = ("1", FORMAT)
"""What is read; the last is written."""
DIGITS = "0123456789"
LONGEST_NAME = 60
LONGEST_NOTE = 600
"""The most letters of a table's name, and of a house note."""
DAY = re.compile(r"\d{4}-[01]\d-[0-3]\d")
LATER = "The table’s rulings in this link were written by a later version of this site, so they were set aside."
CUT = "The table’s rulings in this link are damaged or cut short, so they were set aside."


@dataclass(frozen=True, slots=True)
class Note:
    """What a table adds to a ruling, and since when: a day as in "2026-05-03", or nothing."""

    text: str
    day: str = ""


@dataclass(frozen=True, slots=True)
class OurTable:
    """A table: its name, the readings that it has chosen, and its notes, both by the ids of rulings."""

    name: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, Note] = field(default_factory=dict)

    def held(self, ruling: str) -> str:
        """The reading that it plays by."""
        return self.chosen.get(ruling) or rulings.REGISTRY[ruling].default

    def differing(self, other: "OurTable") -> list[rulings.Ruling]:
        """The rulings that the two read in different ways, in the registry's order."""
        return [one for name, one in rulings.REGISTRY.items() if self.held(name) != other.held(name)]


@functools.cache
def _known() -> bytes:
    return "".join(tables.read(__file__, "our_table-1.toml")["known"]).encode()


@functools.cache
def _rows() -> tuple[tuple[str, ...], ...]:
    """What each digit stands for: the ruling as it was called when its row was added, and its readings."""
    return tuple(tuple(row.split()) for row in tables.read(__file__, "our_table-2.toml")["readings"])


def unnumbered() -> list[str]:
    """The rows that our_table-2.toml lacks for the rulings of now, as it writes them; codes spell these out."""
    numbered = {(rulings.RENAMED.get(row[0], row[0]), reading) for row in _rows() for reading in row[1:]}
    lacking = {
        name: [reading.value for reading in one.readings[1:] if (name, reading.value) not in numbered]
        for name, one in rulings.REGISTRY.items()
    }
    return [" ".join((name, *readings)) for name, readings in lacking.items() if readings]


def write(table: OurTable) -> str:
    """The code from which `read` makes this table again."""
    said: dict[str, Any] = {"name": table.name} if table.name else {}
    if table.notes:
        said["notes"] = {name: [note.day, note.text] for name, note in table.notes.items()}
    chosen = {name: table.held(name) for name, one in rulings.REGISTRY.items() if table.held(name) != one.default}
    digits = ""
    for name, *readings in _rows():
        now = rulings.RENAMED.get(name, name)
        digits += DIGITS[readings.index(chosen.pop(now)) + 1] if chosen.get(now) in readings else DIGITS[0]
    said |= {"digits": digits.rstrip(DIGITS[0])} if digits.strip(DIGITS[0]) else {}
    said |= {"rulings": chosen} if chosen else {}
    return f"{FORMAT}.{links.coded(said, _known())}"


def read(code: Any) -> tuple[OurTable, list[str]]:
    """The table in a code, and a sentence for each part of it that was set aside.

    Raises `forms.Unusable` where the code is damaged, or of another format.
    """
    number, dot, packed = (code if isinstance(code, str) else "").partition(".")
    if dot and number.isdecimal() and number not in FORMATS:
        said, known = wording.quoted(number), wording.listed(FORMATS, "and")
        raise forms.Unusable("", f"The table in this link is of format {said} and this page reads formats {known}.")
    try:
        table = links.decoded(packed, _known()) if number in FORMATS else None
    except ValueError:
        table = None
    if not isinstance(table, dict):
        raise forms.Unusable("", CUT)
    chosen, spelled = _numbered(str(table.get("digits", ""))), table.get("rulings", {})
    later = [LATER] if chosen is None else []
    named = {**(chosen or {}), **spelled} if isinstance(spelled, dict) else spelled
    found, complaints = told(table.get("name", ""), named, table.get("notes", {}))
    return found, [*later, *complaints]


def _numbered(digits: str) -> dict[str, str] | None:
    """The readings that digits stand for, or None where a row or a reading of theirs is not known here."""
    chosen = {}
    for at, digit in enumerate(digits):
        row = _rows()[at] if at < len(_rows()) else ()
        which = DIGITS.find(digit)
        if which and not 0 < which < len(row):
            return None
        if which:
            chosen[row[0]] = row[which]
    return chosen


def told(name: Any, chosen: Any, notes: Any) -> tuple[OurTable, list[str]]:
    """A table from what a page or a code says of it, and a sentence for each part that was set aside."""
    held, complaints = rulings.read(chosen)
    kept, faults = _notes(notes)
    called = " ".join(name.split())[:LONGEST_NAME] if isinstance(name, str) else ""
    return OurTable(called, held, kept), [*complaints.values(), *faults]


def _notes(said: Any) -> tuple[dict[str, Note], list[str]]:
    """The notes on known rulings, each of them a day and a text."""
    if not isinstance(said, dict):
        return {}, ["House notes stand by the rulings that they add to; these do not, so they were set aside."]
    kept, faults = {}, []
    for name, note in said.items():
        ruling = rulings.RENAMED.get(name, name)
        fits = isinstance(note, list) and len(note) == 2 and all(isinstance(part, str) for part in note)
        if ruling not in rulings.REGISTRY or not fits:
            faults.append(
                f"The house note on {wording.quoted(name)} was set aside; there is no such ruling, or no text."
            )
        elif note[1].strip():
            kept[ruling] = Note(note[1].strip()[:LONGEST_NOTE], _day(note[0]))
    return kept, faults


def _day(text: str) -> str:
    return text if DAY.fullmatch(text) else ""

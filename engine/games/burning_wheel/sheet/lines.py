"""What stands on one line of the sheet, as one types it: "Carpentry B4 3R 1D (Agility)", "My sister’s mill [2F]"."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import wording
from engine.games.burning_wheel.rules.ability import Ability
from engine.refused import Refused

TESTS = {"routine": "R", "difficult": "D", "challenging": "C"}
ARTHA = {"fate": "F", "persona": "P", "deeds": "D"}
NOTED = re.compile(r"\s*\[([^\[\]]*)\]\s*$")
ROOTS = re.compile(r"\(([^()]*)\)")
LEARNING = "learning"


def tally(amounts: Mapping[str, int], letters: Mapping[str, str]) -> str:
    """Amounts by their letters, without those of 0.

    >>> tally({"routine": 3, "difficult": 1, "challenging": 0}, TESTS)
    '3R 1D'
    """
    return " ".join(f"{amounts[name]}{letter}" for name, letter in letters.items() if amounts[name])


def amounts(said: str, letters: Mapping[str, str]) -> dict[str, int]:
    """The opposite of `tally`; the letter may also stand before. Raises `Refused` for anything else.

    >>> amounts("3R d1", TESTS)
    {'routine': 3, 'difficult': 1}
    """
    named = {letter: name for name, letter in letters.items()}
    found = {}
    for part in said.split():
        match = re.fullmatch(r"([0-9]{1,2})([A-Z])|([A-Z])([0-9]{1,2})", part.upper())
        name = named.get(match[2] or match[3]) if match else None
        if match is None or name is None:
            takes = wording.listed((f"1{letter}" for letter in letters.values()), "or")
            raise Refused(f"This takes {takes}; it says {wording.quoted(part)}.")
        found[name] = int(match[1] or match[4])
    return found


def noted(line: str) -> tuple[str, dict[str, int]]:
    """A text, and the artha that is noted behind it; brackets of the writer's own stay in the text.

    >>> noted("My sister’s mill [2F]")
    ('My sister’s mill', {'fate': 2})
    """
    match = NOTED.search(line)
    try:
        found = amounts(match[1], ARTHA) if match else {}
    except Refused:
        found = {}
    return (line[: match.start()] if match and found else line).strip(), found


def with_noted(text: str, artha: Mapping[str, int]) -> str:
    """The opposite of `noted`."""
    said = tally(artha, ARTHA) or ("0F" if noted(text)[1] else "")
    return f"{text} [{said}]" if said else text


@dataclass(frozen=True, slots=True)
class Typed:
    """An ability as it is typed; `more` are the fields of its row that the line says besides."""

    name: str
    more: Mapping[str, Any]


def ability(line: str) -> Typed:
    """Read "Carpentry B4 3R 1D (Agility) [2F]", or "Bow learning 3 (Agility)" for a skill that is not open yet.

    A shade left out is black. Raises `Refused` for a line without a name or an exponent.
    """
    text, artha = noted(line)
    roots = ROOTS.search(text)
    words = ROOTS.sub(" ", text).split()
    at = next((at for at, word in enumerate(words) if at and _ends_a_name(word)), 0)
    if not at:
        raise Refused(f"An ability is typed like “Carpentry B4”; this says {wording.quoted(line)}.")
    more: dict[str, Any] = {**artha, **({"roots": roots[1].strip()} if roots else {})}
    said, rest = words[at], words[at + 1 :]
    if said.casefold() == LEARNING:
        tests = rest[0] if len(rest) == 1 and rest[0].isdecimal() else "0"
        return Typed(" ".join(words[:at]), {**more, "learning": True, "aptitude": int(tests)})
    found = Ability.parse(said if said[0].isalpha() else f"B{said}")
    return Typed(" ".join(words[:at]), {**more, "ability": found, **amounts(" ".join(rest), TESTS)})


def _ends_a_name(word: str) -> bool:
    return word.casefold() == LEARNING or bool(re.fullmatch(r"[BGWbgw]?[0-9]{1,2}", word))


def trait(line: str, kinds: Iterable[str]) -> tuple[str, str, str, bool]:
    """A trait's name, the one of these `kinds` that it is said to be of, its effect, and whether it was called on.

    >>> trait("Sure-Footed (die): on scaffolds [used]", ["die"])
    ('Sure-Footed', 'die', 'on scaffolds', True)
    """
    used = re.search(r"\s*\[used\]\s*$", line, re.I)
    text = (line[: used.start()] if used else line).strip()
    known = "|".join(map(re.escape, kinds))
    match = re.fullmatch(rf"(?:“([^”]*)”|(.*?))\s*(?:\(({known})\))?\s*(?::\s+(.*))?", text, re.I)
    if match is None:
        return text, "", "", bool(used)
    name = match[2] if match[1] is None else match[1]
    return name, (match[3] or "").lower(), match[4] or "", bool(used)

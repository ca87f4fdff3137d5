"""The rules' ids: what each means, whose game and chapter it is, and the page that it stands on.

The registry is data: one TOML file a chapter in each game's folder ``index``.
"""

from dataclasses import dataclass
from pathlib import Path

from engine import tables


@dataclass(frozen=True, slots=True)
class Rule:
    """A mechanic of the inventory. `kind` is "calculator" or "prose"; `page` is its path below docs, without ending."""

    id: str
    title: str
    game: str
    chapter: str
    kind: str
    page: str

    def link(self, base: str) -> str:
        """Where it stands, seen from a page whose way up to the site's root is `base` ("../../")."""
        return f"{base}{self.page}/#{self.id.lower()}"


COLUMNS = ("id", "title", "chapter", "kind", "page")
REGISTRY: dict[str, Rule] = {}


def load(folder: Path, game: str) -> None:
    """Add the rules of a game, by the title of that, from the TOML files in a folder.

    Raises `engine.tables.BadTable` for a row that does not hold together, and ``ValueError`` for an id of two rules.
    """
    found = [
        Rule(game=game, **row)
        for path in sorted(folder.glob("*.toml"))
        for row in tables.rows(str(path), path.name, "rule", COLUMNS, dict)
    ]
    for rule in sorted(found, key=lambda rule: _in_order(rule.id)):
        if REGISTRY.setdefault(rule.id, rule) != rule:
            raise ValueError(f"Two rules have the id {rule.id}; an id is that of one.")


def _in_order(identity: str) -> tuple[str, int, str]:
    chapter, _, number = identity.partition("-")
    digits = "".join(letter for letter in number if letter.isdecimal())
    return chapter, int(digits or 0), number

"""The rules' ids: what each means, whose game and chapter it is, and the page that it stands on (`rules.toml`)."""

from collections.abc import Mapping
from dataclasses import dataclass

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


COLUMNS = ("id", "title", "game", "chapter", "kind", "page")
REGISTRY: Mapping[str, Rule] = {
    rule.id: rule for rule in tables.rows(__file__, "rules.toml", "rule", COLUMNS, lambda row: Rule(**row))
}

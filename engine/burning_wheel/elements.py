"""What stands on a character sheet: what each element covers and how it behaves in a test (HUB-09, HUB-105)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option


class Nature(Option):
    """The kinds of elements. Source: HUB-09."""

    STAT = "stat", "a stat"
    ATTRIBUTE = "attribute", "an attribute"
    EMOTION = "emotional attribute", "an emotional attribute"
    SKILL = "skill", "a skill"
    ABILITY = "ability", "an ability"
    MARKER = "marker", "a marker, never rolled"


class Open(Option):
    """Whether an element's rolls are open-ended. Source: HUB-07, HUB-98."""

    YES = "yes", "open-ended"
    NO = "no", "not open-ended"
    REVISED = "revised", "open-ended in the revised edition only"


class Forks(Option):
    """Whether related skills add dice to it. Source: HUB-32."""

    SKILLS = "skills", "related skills"
    SOME = "some", "only where a chapter says so"
    NONE = "none", "none"


@dataclass(frozen=True, slots=True)
class Element:
    """One element and its behaviour.

    `wounds` says whether wounds take dice from it, `helped` what may help it, `log` the table by which it advances
    ("later": only in the later edition), `success_only` whether only passed tests are marked. Source: HUB-09, HUB-105.
    """

    id: str
    name: str
    nature: Nature
    open: Open
    wounds: bool
    forks: Forks
    helped: str
    log: str
    success_only: bool
    covers: str
    feeds: str

    @property
    def tested(self) -> bool:
        return self.nature is not Nature.MARKER

    def open_ended(self, *, later: bool = False) -> bool:
        """Whether its rolls are open-ended by nature. Perception no longer is in the later edition (HUB-98)."""
        return self.open is Open.YES or (self.open is Open.REVISED and not later)


def _element(row: Mapping[str, Any]) -> Element:
    own = {"nature": Nature.of(row["kind"]), "open": Open.of(row["open"]), "forks": Forks.of(row["forks"])}
    return Element(**{**{name: value for name, value in row.items() if name != "kind"}, **own})


COLUMNS = ("id", "name", "kind", "open", "wounds", "forks", "helped", "log", "success_only", "covers", "feeds")
ELEMENTS: Mapping[str, Element] = {
    element.id: element for element in tables.rows(__file__, "elements.toml", "element", COLUMNS, _element)
}

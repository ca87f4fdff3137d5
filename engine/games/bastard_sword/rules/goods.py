"""Camping gear, tools, instruments and the rest (BSC-39 to BSC-43)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.bastard_sword.rules.money import Price
from engine.option import Option


class Group(Option):
    """The parts of the list. Source: BSC-39 to BSC-43."""

    CAMP = "camp", "camping"
    TOOLS = "tools", "tools"
    MUSIC = "music", "instruments"
    OTHER = "other", "the rest"
    FOOD = "food", "food"


@dataclass(frozen=True, slots=True)
class Good:
    """A row of the lists, of a `metre` where it is sold by length. `missing`: the source has no numbers for it.

    Source: BSC-39 to BSC-43.
    """

    key: str
    name: str
    group: Group
    price: Price
    burden: Fraction
    note: str
    metre: bool = False
    missing: bool = False


def _good(row: Mapping[str, Any]) -> Good:
    return Good(
        row["key"],
        row["name"],
        Group.of(row["group"]),
        Price(row["low"], row["high"]),
        Fraction(row["burden"]),
        row["note"],
        row.get("metre", False),
        row.get("missing", False),
    )


GOODS: Mapping[str, Good] = {
    one.key: one
    for one in tables.rows(
        __file__,
        "goods.toml",
        "good",
        ("key", "name", "group", "low", "high", "burden", "note"),
        _good,
        ("metre", "missing"),
    )
}

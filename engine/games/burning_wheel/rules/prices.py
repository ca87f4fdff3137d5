"""What things cost: the list of sample obstacles, and what in it answers to words (RES-03)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.option import Option

LOWEST, HIGHEST = 1, 10
"""The obstacles between which the list runs."""


class Kind(Option):
    """What sort of thing it is, to find it by. The book sorts by obstacle alone."""

    FOOD = "food", "Food"
    LODGING = "lodging", "Lodging and rent"
    GOODS = "goods", "Goods and tools"
    ARMS = "arms", "Arms"
    ARMOR = "armor", "Armor"
    MOUNTS = "mounts", "Horses and mules"
    BARDING = "barding", "Barding"
    TRAVEL = "travel", "Travel"
    SHIPS = "ships", "Boats and ships"
    WAGES = "wages", "Wages"
    STATION = "station", "Rank and license"
    MARVELS = "marvels", "Elven and Dwarven work"
    WORKS = "works", "Workshops and castles"


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the list: its obstacle, 1 to 10, and words under which someone `also` looks for it. Source: RES-03."""

    key: str
    name: str
    kind: Kind
    obstacle: int
    also: str


def _item(row: Mapping[str, Any]) -> Item:
    obstacle = row["obstacle"]
    if type(obstacle) is not int or not LOWEST <= obstacle <= HIGHEST:
        raise ValueError(f"obstacle is a whole number from {LOWEST} to {HIGHEST}; this says {obstacle!r}.")
    return Item(row["key"], row["name"], Kind.of(row["kind"]), obstacle, row["also"])


COLUMNS = tuple(Item.__dataclass_fields__)
ITEMS: Mapping[str, Item] = {item.key: item for item in tables.rows(__file__, "prices.toml", "item", COLUMNS, _item)}


def fitting(
    items: Iterable[Item],
    text: str = "",
    kinds: Collection[Kind] = (),
    least: int = LOWEST,
    most: int = HIGHEST,
) -> tuple[Item, ...]:
    """The items that fit, in their order: every word of `text` begins one of theirs, a plural by its singular.

    Empty `text` and `kinds` ask for nothing; `least` and `most` bound the obstacle, both included. Source: RES-03.
    """
    wanted = words_of(text)
    return tuple(
        item
        for item in items
        if (not kinds or item.kind in kinds)
        and least <= item.obstacle <= most
        and all(_found(word, words_of(f"{item.name} {item.also} {item.kind.words}")) for word in wanted)
    )


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, without punctuation."""
    return "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()


def _found(word: str, among: Iterable[str]) -> bool:
    singular = word[:-1] if word.endswith("s") and len(word) > 3 else word
    return any(one.startswith(singular) for one in among)

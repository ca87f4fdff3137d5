"""What things are carried in (BSC-26)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import tables
from engine.games.bastard_sword.rules.money import Price


@dataclass(frozen=True, slots=True)
class Container:
    """A row of the table: its own burden, what it holds, and how much of that is `free`, more where it is `slung`.

    Source: BSC-26.
    """

    key: str
    name: str
    price: Price
    burden: int
    capacity: int
    free: int
    note: str
    slung: int = 0

    def weighs(self, content: int, *, slung: bool = False) -> int:
        """What it and so much content weigh together. Source: BSC-26.

        >>> [CONTAINERS["backpack-large"].weighs(content) for content in (0, 4, 18)]
        [3, 3, 16]
        """
        return self.burden + max(0, content - max(self.free, self.slung if slung else 0))


CONTAINERS: Mapping[str, Container] = {
    one.key: one
    for one in tables.rows(
        __file__,
        "containers.toml",
        "container",
        ("key", "name", "low", "high", "burden", "capacity", "free", "note"),
        lambda row: Container(
            row["key"],
            row["name"],
            Price(row["low"], row["high"]),
            row["burden"],
            row["capacity"],
            row["free"],
            row["note"],
            row.get("slung", 0),
        ),
        ("slung",),
    )
}

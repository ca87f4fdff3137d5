"""What is in which pack, and what all of it weighs (BSC-23, BSC-26, BSC-27)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from engine.games.bastard_sword.rules.burden import SHEDDING, Load, Shed
from engine.games.bastard_sword.rules.gear import Item
from engine.games.bastard_sword.rules.weapons import Carried

MOST_LOADS, MOST_DROPPED = 12, 4


@dataclass(frozen=True, slots=True)
class Thing:
    """So many of an item, on the body, across the torso, or `inside` the container at that place of the list."""

    item: Item
    count: int = 1
    worn: bool = False
    slung: bool = False
    inside: int | None = None

    @property
    def shed(self) -> Shed | None:
        """How it sits where it is loose, or None for what cannot be shed in a fight. Source: BSC-27, BSC-28."""
        if self.item.container:
            kind = self.item.container.key.partition("-")[0]
            if kind == "haversack":
                return Shed.STRAPPED if self.slung else Shed.SHOULDER
            if kind in ("backpack", "quiver"):
                return Shed.STRAPPED
            return Shed.BELT if kind in ("pouch", "waterskin") else Shed.HANDS
        helmet = "helmet" in self.item.name.casefold()
        return None if self.worn and not helmet else Shed.HANDS


@dataclass(frozen=True, slots=True)
class Packed:
    """A list of things with what each adds to the burden, and what lies in each container. Source: BSC-23, BSC-26."""

    things: tuple[Thing, ...]
    weighs: tuple[int, ...]
    content: Mapping[int, int]
    pooled: int = 0

    @property
    def burden(self) -> int:
        """All that is carried, whatever lies in a container counted there."""
        loose = (one for one, thing in zip(self.weighs, self.things, strict=True) if thing.inside is None)
        return sum(loose) + self.pooled

    def fault(self, *, nesting: bool = True) -> tuple[int, str] | None:
        """The place of a thing that does not go where it is, and why in a sentence; or nothing. Source: BSC-26."""
        for at, thing in enumerate(self.things):
            holder = thing.item.container
            if holder and self.content.get(at, 0) > holder.capacity * thing.count:
                most = holder.capacity * thing.count
                return at, f"{holder.name}: this holds {most}, and has {self.content[at]} in it."
            if holder and thing.inside is not None and not nesting:
                return at, f"Your table puts no container into another; {thing.item.words} lies in one."
        return None

    @property
    def bulky(self) -> tuple[str, ...]:
        """What lies in a pack and should not fit there. Source: BSC-26."""
        return tuple(one.item.name for one in self.things if one.inside is not None and not one.item.fits)

    @property
    def in_hands(self) -> int:
        """How many things are in the hands. Source: BSC-27."""
        loose = (one for one in self.things if one.inside is None and not one.worn and not one.item.container)
        return sum(one.count for one in loose if one.item.carried is Carried.HANDS)

    @property
    def loads(self) -> tuple["Bundle", ...]:
        """What can be shed at once: each loose thing, each pack, and the belt with all that hangs on it."""
        found: list[Bundle] = []
        belt = Bundle("the belt", Shed.BELT, 0)
        for thing, weight in zip(self.things, self.weighs, strict=True):
            if thing.inside is None and thing.shed is Shed.BELT:
                belt = Bundle(belt.name, Shed.BELT, belt.burden + weight)
            elif thing.inside is None and thing.shed and weight:
                found.append(Bundle(thing.item.words, thing.shed, weight, thing.worn))
        return (*found, *((belt,) if belt.burden else ()))

    def relief(self, increment: Fraction) -> Iterator[tuple[Load, tuple["Bundle", ...]]]:
        """For each lower band that can be reached, the load after it and what to shed.

        That is the easiest rolls, of those the least that is worn, the fewest things, and the lightest.
        Source: BSC-25, BSC-28.
        """
        loads = sorted(self.loads, key=lambda one: -one.burden)[:MOST_LOADS]
        now = Load(Fraction(self.burden), increment)
        best: dict[int, tuple[tuple[int, int, int, int], tuple[Bundle, ...]]] = {}
        for number in range(1, MOST_DROPPED + 1):
            for chosen in combinations(loads, number):
                gone = sum(one.burden for one in chosen)
                band = Load(Fraction(self.burden - gone), increment).passed
                order = sum(one.difficulty for one in chosen), sum(one.worn for one in chosen), number, gone
                if band < now.passed and (band not in best or order < best[band][0]):
                    best[band] = order, chosen
        for band in sorted(best, reverse=True):
            chosen = best[band][1]
            yield Load(Fraction(self.burden - sum(one.burden for one in chosen)), increment), chosen


@dataclass(frozen=True, slots=True)
class Bundle:
    """What is shed at once, how it sits, what it weighs, and whether it is `worn`."""

    name: str
    shed: Shed
    burden: int
    worn: bool = False

    @property
    def difficulty(self) -> int:
        """The difficulty of shedding it; 0 takes no roll."""
        return SHEDDING[self.shed].difficulty

    @property
    def words(self) -> str:
        """As in "large backpack (16)"."""
        return f"{self.name} ({self.burden})"


def loop(things: Sequence[Thing]) -> int | None:
    """The place of a container that lies in itself, by whatever way; None where none does."""
    for start in range(len(things)):
        at, seen = things[start].inside, {start}
        while at is not None:
            if at in seen:
                return start
            seen.add(at)
            at = things[at].inside
    return None


def pack(things: Sequence[Thing], *, whole: bool = False) -> Packed:
    """Weigh a list in which no container lies in itself.

    Of what comes several to a point, each place counts whole points of one kind; with `whole` all that is carried of it
    is counted together. Source: BSC-23, BSC-26.
    """
    weighs: dict[int, int] = {}
    content: dict[int, int] = {}
    before: dict[tuple[str, int | None, bool], int] = {}

    def weigh(at: int) -> int:
        if at not in weighs:
            one = things[at]
            key = (one.item.name, one.inside, one.worn)
            had = before.get(key, 0)
            before[key] = had + one.count
            weighs[at] = one.item.weighs(had + one.count, worn=one.worn) - one.item.weighs(had, worn=one.worn)
            if holder := one.item.container:
                content[at] = sum(weigh(other) for other, thing in enumerate(things) if thing.inside == at)
                free = max(holder.free, holder.slung if one.slung else 0) * one.count
                weighs[at] += max(0, content[at] - free)
        return weighs[at]

    each = tuple(weigh(at) for at in range(len(things)))
    pooled = 0
    if whole:
        kinds = {one.item.name: one.item for one in things if one.item.burden.denominator > 1}
        for name, item in kinds.items():
            counts = [number for (kind, _, _), number in before.items() if kind == name]
            pooled += item.weighs(sum(counts)) - sum(item.weighs(number) for number in counts)
    return Packed(tuple(things), each, content, pooled)


def said(thing: Thing) -> str:
    """As in "12 heavy arrows", "plate harness", "6 × torch"."""
    name = thing.item.words
    if thing.item.lot > 1:
        return f"{thing.count} {name}"
    return name if thing.count == 1 else f"{thing.count} × {name}"

"""Covering arrays: inputs for a form in which every value of every choice meets every value of every other one.

Nothing is drawn: the same form gives the same rows. What a form holds becomes factors: a switch, a chip, a branch, the
number of a list's rows and a ruling with all that they offer, a number with its bounds, its default and its quick
values. The keys of a long table, and long texts, come once each and are not paired.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import forms, rulings
from engine.games.bastard_sword import dice as sword
from engine.games.bastard_sword.forms.gear import Weight
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.injuries import Marks, Track
from engine.games.bastard_sword.rules.money import Purse
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.grayscale import Coordinate
from tests.strategies import brief

LONG = 16
"""A choice with more values than these is met value by value, and not pair by pair."""
TEXTS: Mapping[type, Sequence[str]] = {
    Ability: ("B1", "B0", "G4", "W20"),
    Pool: ("B1", "B0", "B4*+G2", "W60"),
    Coordinate: ("B1", "G8", "W16"),
    sword.Pool: ("1d6", "0d8", "4d8w", "3d12+2d4", "60d20"),
    Modifiers: ("0/0/0", "+1/-2/X"),
    Armour: ("0/0/0", "4/3/7"),
    Marks: ("1", "", "3 1 0"),
    Track: ("3(3+1)", "2(1+3)"),
    Weight: ("1/3", "3"),
    Purse: ("5p", "2c3s7p"),
}
"""Texts of a class that reads them by itself, whose bounds no form says; the first is the least that is something."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that varies: its path and its values, the one that the form opens with first.

    The first `paired` of them meet other factors' values pair by pair. `one` is the smallest that is something, such as
    1 die. `under` are the factors, by path, with the values under which it is asked for at all.
    """

    path: str
    values: tuple[Any, ...]
    paired: int
    one: Any
    under: Mapping[str, frozenset[Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Count:
    """How many rows a list has; None for those that it opens with."""

    rows: int | None


def factors_of(
    fields: Sequence[forms.Field], at: str = "", opened: Any = None, under: Mapping[str, Any] | None = None
) -> Iterator[Factor]:
    """The factors of a form's fields, each after those that it hangs on; `opened` are defaults of the group above."""
    for one in fields:
        default = opened[one.name] if isinstance(opened, Mapping) and one.name in opened else one.default
        default = None if default is dataclasses.MISSING else default
        kind = brief(one.name, one.kind)
        default, quick = (kind.least, ()) if kind is not one.kind else (default, one.asked.quick)
        yield from _factors(kind, f"{at}{one.name}", default, quick, under or {})


def factors_of_rulings(names: Sequence[str]) -> Iterator[Factor]:
    """A factor for each ruling, with all its readings."""
    for name in names:
        yield _choice(name, [reading.value for reading in rulings.REGISTRY[name].readings], {})


def _choice(path: str, values: Sequence[Any], under: Mapping[str, Any], default: Any = None) -> Factor:
    each = tuple(dict.fromkeys([*([default] if default in values else []), *values]))
    return Factor(path, each, len(each) if len(each) <= LONG else 0, each[0], under)


def _factors(kind: Any, path: str, default: Any, quick: Sequence[Any], under: Mapping[str, Any]) -> Iterator[Factor]:
    match kind:
        case forms.Group(fields=inner):
            yield from factors_of(inner, f"{path}.", default, under)
        case forms.Branches(groups):
            branch = f"{path}.{forms.CHOICE}"
            first = default.get(forms.CHOICE) if isinstance(default, Mapping) else default
            yield _choice(branch, list(groups), under, first)
            for name, group in groups.items():
                held = default if name == first else None
                yield from factors_of(group.fields, f"{path}.", held, {**under, branch: frozenset({name})})
        case forms.FromTable(cls, own):
            branch = f"{path}.{forms.CHOICE}"
            yield _choice(branch, [*cls.table(), forms.OWN], under, default)
            yield from factors_of(own.fields, f"{path}.", None, {**under, branch: frozenset({forms.OWN})})
        case forms.Rows(row):
            counts = [Count(0), Count(1), Count(2)]
            yield _choice(path, [Count(None), *counts] if default else counts, under)
            some = {**under, path: frozenset({Count(1), Count(2)})}
            yield from factors_of(row.fields, f"{path}.0.", None, some)
        case forms.Maybe(inner):
            (whole,) = _factors(inner, path, default, quick, under)
            values = tuple(dict.fromkeys(["" if default is None else default, "", *whole.values]))
            yield dataclasses.replace(whole, values=values, paired=min(whole.paired + 1, LONG), one=values[0])
        case _:
            yield _single(kind, path, default, list(quick), under)


def _single(kind: Any, path: str, default: Any, quick: list[Any], under: Mapping[str, Any]) -> Factor:
    """The factor of a field with one value."""
    opened = [] if default is None else [default]
    match kind:
        case forms.Truth():
            return _choice(path, [False, True], under, default)
        case forms.OneOf(of):
            return _choice(path, [member.value for member in of], under, default)
        case forms.ManyOf(of):
            each = [str(member.value) for member in of]
            values = tuple(dict.fromkeys([",".join(default or ()), "", ",".join(each), *each]))
            return Factor(path, values, 3, values[0], under)
        case forms.Whole() | forms.Parsed(bounds=(_, _)):
            least, most = kind.bounds if isinstance(kind, forms.Parsed) else (kind.least, kind.most)
            one = min(max(least + 1, 1), most)
            values = tuple(dict.fromkeys([*opened, least, one, most, *quick]))
            # What opens at its least is something extra, such as dice of help; there the least is as little as can be.
            return Factor(path, values, min(len(values), LONG), values[0] if values[0] == least else one, under)
        case forms.Parsed(cls):
            texts = TEXTS.get(cls, ())
            values = tuple(dict.fromkeys([*opened, *texts, *map(str, quick)]))
            one = texts[0] if texts else values[0]
            return Factor(path, values, min(len(values), LONG), one, under)
        case forms.Words(longest):
            values = tuple(dict.fromkeys([*opened, "", "x" * longest, *quick]))
            return Factor(path, values, 1, values[0], under)
    raise TypeError(f"{kind!r} is not a kind.")


Row = dict[str, Any]
"""A value for each factor that is asked for, by path."""


def alone(factors: Sequence[Factor], *, opened: bool = True) -> Iterator[Row]:
    """Every value by itself: the others at the least that is something; before that, if `opened`, as the form opens."""
    for base in (*([lambda one: one.values[0]] if opened else []), lambda one: one.one):
        for factor in factors:
            for value in factor.values:
                needed = {path: next(iter(values)) for path, values in factor.under.items()}
                row: Row = {}
                for one in factors:
                    if all(row.get(path) in values for path, values in one.under.items()):
                        row[one.path] = value if one is factor else needed.get(one.path, base(one))
                yield row


class Covering:
    """The rows in which every pair of values of two factors stands together at least once, found greedily."""

    def __init__(self, factors: Sequence[Factor]) -> None:
        self.factors = tuple(factors)
        self._under: list[dict[int, frozenset[Any]]] = []
        place: dict[str, int] = {}
        for index, factor in enumerate(self.factors):
            # Two branches may ask for a list under one path; what hangs on it means the one that stands before it.
            self._under.append({place[path]: values for path, values in factor.under.items()})
            place[factor.path] = index
        self._slots = [(index, value) for index, factor in enumerate(self.factors) for value in factor.values]
        self._needs = [{**self._under[index], index: frozenset({value})} for index, value in self._slots]
        self._of: list[list[int]] = [[] for _ in self.factors]
        for slot, (index, _) in enumerate(self._slots):
            self._of[index].append(slot)
        self._unseen = set(range(len(self._slots)))
        self._partners = [0] * len(self._slots)
        paired = [slot for mine, factor in zip(self._of, self.factors, strict=True) for slot in mine[: factor.paired]]
        for number, one in enumerate(paired):
            for two in paired[number + 1 :]:
                if self._slots[one][0] != self._slots[two][0] and self._together(one, two):
                    self._partners[one] |= 1 << two
                    self._partners[two] |= 1 << one

    def _together(self, one: int, two: int) -> bool:
        mine, theirs = self._needs[one], self._needs[two]
        return all(mine[index] & theirs[index] for index in mine.keys() & theirs.keys())

    def rows(self) -> Iterator[Row]:
        """The rows, until every value has come and every pair has met."""
        for start in range(len(self._slots)):
            while self._partners[start] or start in self._unseen:
                yield self._row(start)

    def _row(self, start: int) -> Row:
        """A row that has this slot, and of its partners the first that it has not met."""
        forced = dict(self._needs[start])
        if left := self._partners[start]:
            for index, values in self._needs[(left & -left).bit_length() - 1].items():
                forced[index] = forced.get(index, values) & values
        held: dict[int, Any] = {}
        taken: list[int] = []
        met = 0
        for index, slots in enumerate(self._of):
            if any(held.get(above) not in values for above, values in self._under[index].items()):
                continue
            chosen = max(
                (slot for slot in slots if index not in forced or self._slots[slot][1] in forced[index]),
                key=lambda slot: (
                    (self._partners[slot] & met).bit_count(),
                    slot in self._unseen,
                    self._partners[slot].bit_count(),
                ),
            )
            taken.append(chosen)
            met |= 1 << chosen
            held[index] = self._slots[chosen][1]
        for slot in taken:
            self._partners[slot] &= ~met
            self._unseen.discard(slot)
        return {self.factors[index].path: value for index, value in held.items()}


def inputs_of(row: Row, factors: Sequence[Factor]) -> dict[str, Any]:
    """The inputs, by dotted path, that a row stands for.

    In a list of two rows the second is a value further on in every field, so that the two differ.
    """
    pairs: dict[str, Any] = {}
    for path, value in row.items():
        if not isinstance(value, Count):
            pairs[path] = value
        elif value.rows is not None:
            pairs[path] = ""
    for factor in factors:
        for path in factor.under:
            if row.get(path) == Count(2) and factor.path in row and not isinstance(row[factor.path], Count):
                other = factor.path.replace(f"{path}.0.", f"{path}.1.", 1)
                turned = len(factor.under) == 1 and not factor.path.endswith(f".{forms.CHOICE}")
                place = factor.values.index(row[factor.path]) + turned
                pairs[other] = factor.values[place % len(factor.values)]
    return pairs


def lenient(row: Row, factors: Sequence[Factor], refused: str) -> Row | None:
    """The row with what stands at the `refused` field as the form opens; None where that is what it was."""
    first = {factor.path: factor.values[0] for factor in factors}
    parts = refused.replace(".1.", ".0.")
    reset = {
        path: first[path]
        for path in row.keys() & first.keys()
        if path == parts or path.startswith(f"{parts}.") or (path == parts.rpartition(".")[0])
    }
    changed = {path: value for path, value in reset.items() if row[path] != value}
    if not changed:
        return None
    after: Row = {}
    for factor in factors:
        if all(after.get(path) in values for path, values in factor.under.items()):
            after[factor.path] = reset.get(factor.path, row.get(factor.path, first[factor.path]))
    return after

"""Two loadouts side by side, and where the source is in doubt (BSC-44, BSC-45)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Entry, Fact, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, sheet
from engine.games.bastard_sword.calculators.gear.burden import read
from engine.games.bastard_sword.calculators.gear.weapons import MAILLE, Hits, edge
from engine.games.bastard_sword.forms.gear import (
    BY_LINE,
    OwnConstitution,
    OwnSize,
    OwnStrength,
    ThingRow,
    load,
    number,
    things,
)
from engine.games.bastard_sword.forms.weapons import TheirArmour
from engine.games.bastard_sword.readings.gear import body_fault, costs
from engine.games.bastard_sword.readings.gear import weapon as as_read
from engine.games.bastard_sword.rules import armour as wearing
from engine.games.bastard_sword.rules import loadout
from engine.games.bastard_sword.rules.armour import Worn
from engine.games.bastard_sword.rules.burden import Load
from engine.games.bastard_sword.rules.damage import Armour
from engine.games.bastard_sword.rules.errata import PRINTED, SLIPS, WORD, About, Slip, Sure
from engine.games.bastard_sword.rules.money import NOTHING, Price
from engine.games.bastard_sword.rules.packing import Packed
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.weapons import Mode
from engine.rulings import Rulings
from engine.working import Mark

KNIGHT = (
    ThingRow("Plate harness", place="worn"),
    ThingRow("Open face helmet", place="worn"),
    ThingRow("Long sword"),
    ThingRow("Lucerne hammer"),
)
SERGEANT = (
    ThingRow("Gambeson", place="worn"),
    ThingRow("Maille hauberk", place="worn"),
    ThingRow("Open face helmet", place="worn"),
    ThingRow("Mace"),
    ThingRow("Strapped shield"),
)
FAR = "Far"


@dataclass(frozen=True, slots=True)
class Side:
    """One loadout, weighed and measured."""

    packed: Packed
    load: Load
    worn: Worn
    price: Price
    attacks: dict[str, tuple[Mode, str, Fraction]]

    @property
    def drops(self) -> str:
        """What to drop first, where anything is too much."""
        if not self.load.malus:
            return "nothing"
        relief = next(iter(self.packed.relief(self.load.increment)), None)
        return wording.listed(one.words for one in relief[1]) if relief else "nothing helps at once"

    @property
    def values(self) -> dict[str, Any]:
        """The loadout for programs."""
        return {
            "burden": self.packed.burden,
            "passed": self.load.passed,
            "malus": self.load.malus,
            "protection": list(self.worn.protection.each),
            "low": self.price.low,
            "high": self.price.high,
            "best": {at: mode.key for at, (mode, _, _) in self.attacks.items()},
        }


@calculator("bs-loadout", rules="BSC-45")
def compare(
    first: Annotated[
        tuple[ThingRow, ...], Asked("What the first carries", BY_LINE, lines=True), sheet("gear")
    ] = KNIGHT,
    second: Annotated[tuple[ThingRow, ...], Asked("What the second carries", "In the same way", lines=True)] = SERGEANT,
    strength: OwnStrength = 3,
    constitution: OwnConstitution = 4,
    size: OwnSize = Size.MEDIUM,
    armour: TheirArmour = MAILLE,
    hits: Hits = 3,
    visor_open: Annotated[bool, Asked("Visors are open", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Which of two loadouts serves you better?"""
    sides = []
    for at, rows in (("first", first), ("second", second)):
        packed = read(things(rows, at), ask, at)
        carried = load(packed.burden, size, strength, constitution, at)
        worn = _worn(packed, at, ask, visor_open=visor_open)
        price = sum((costs(one.item, one.count, ask) for one in packed.things), NOTHING)
        attacks = _attacks(loadout.modes(packed.things), strength, hits, armour, ask)
        sides.append(Side(packed, carried, worn, price, attacks))
    one, other = sides
    figure = f"{one.packed.burden} or {other.packed.burden} burden"
    facts = (
        Fact(f"{_malus(one.load)} or {_malus(other.load)}"),
        Fact(f"{one.worn.protection} or {other.worn.protection}", "armour"),
    )
    said = (
        f"The first: {one.packed.burden} burden, {_malus(one.load)}, armour {one.worn.protection}; "
        f"the second: {other.packed.burden}, {_malus(other.load)}, {other.worn.protection}."
    )
    table = Table("Side by side", ("What", "The first", "The second"), _rows(one, other), mark=Mark.DERIVED)
    return Answer({"first": one.values, "second": other.values}, (Verdict(figure, facts, said), table))


def _malus(carried: Load) -> str:
    return f"{wording.MINUS}{carried.malus}" if carried.malus else "no malus"


def _worn(packed: Packed, at: str, ask: Rulings, *, visor_open: bool) -> Worn:
    """The armour of a list. Raises `Unusable` for what is not worn together."""
    found = loadout.worn(packed.things, visor_open=visor_open)
    if isinstance(found, str):
        raise Unusable(at, found)
    bodies, helmet, under = found
    if fault := body_fault(bodies, ask) or wearing.head_fault(helmet, under):
        raise Unusable(at, fault)
    return wearing.dressed(bodies, helmet, under)


def _attacks(
    modes: Sequence[Mode], strength: int, hits: int, armour: Armour, ask: Rulings
) -> dict[str, tuple[Mode, str, Fraction]]:
    """The weapon that does most at each range, with its edge and its hits on average."""
    read_ = [(mode, *edge(mode, strength, hits, armour, ask)) for mode in (as_read(one, ask) for one in modes)]
    found = {}
    for at in (*(band.words.capitalize() for band in Band), FAR):
        fit = [one for one in read_ if (at == FAR and one[0].far) or at.lower() in [b.words for b in one[0].bands]]
        if fit:
            found[at] = max(fit, key=lambda one: one[2])
    return found


def _rows(one: Side, other: Side) -> tuple[tuple[Entry, ...], ...]:
    """What is compared."""
    both = (one, other)
    rows: list[tuple[Entry, ...]] = [
        ("Price", *(side.price.words for side in both)),
        ("Burden", *(side.packed.burden for side in both)),
        ("Increment", *(number(side.load.increment) for side in both)),
        ("Malus on every roll", *(_malus(side.load) for side in both)),
        ("More spirit each time", *(side.load.malus or None for side in both)),
        ("Armour, B/P/S", *(str(side.worn.protection) for side in both)),
        ("Sight", *("narrow" if side.worn.closed else "open" for side in both)),
    ]
    for at in (*(band.words.capitalize() for band in Band), FAR):
        if any(at in side.attacks for side in both):
            rows.append((f"{at}: best weapon", *(_attack(side, at) for side in both)))
    rows.append(("Things in the hands", *(side.packed.in_hands for side in both)))
    rows.append(("Drop first", *(side.drops for side in both)))
    return tuple(rows)


def _attack(side: Side, at: str) -> str | None:
    if at not in side.attacks:
        return None
    mode, kind, mean = side.attacks[at]
    return f"{mode.name}: {kind}, {wording.decimal(mean)} hits"


@calculator("bs-errata", rules="BSC-44")
def errata(
    sure: Annotated[frozenset[Sure], Asked("How sure we are")] = frozenset(Sure),
    chapter: Annotated[About, Asked("In the chapters on")] = About.BOTH,
    about: Annotated[str, Longest(40), Asked("About", "Part of a word", quick=("rapier", "village", "noble"))] = "",
    *,
    ask: Rulings,
) -> Answer:
    """Is that what the source means?"""
    said = about.casefold()
    found = [
        one
        for one in SLIPS
        if one.sure in sure
        and (chapter is one.about or About.BOTH in (chapter, one.about))
        and said in f"{one.where} {one.printed} {one.corrected} {one.why}".casefold()
    ]
    played = {one.number: _played(one, ask) for one in found}
    rows = tuple(
        (one.where, one.printed, one.corrected or None, one.why, one.sure.words, played[one.number], one.lines)
        for one in found
    )
    figure = wording.count(len(found), "place") if found else "Nothing"
    known = sum(bool(one.corrected) for one in found)
    facts = (Fact(known, "can be put right"),) if found else ()
    blocks = [Verdict(figure, facts, f"{figure} in doubt; {known} can be put right.")]
    columns = ("Where", "Printed", "Meant", "Because", "How sure", "Your table plays", "Lines of the source")
    table = Table("In doubt", columns, rows)
    values = {"found": [one.number for one in found], "played": {str(key): value for key, value in played.items()}}
    return Answer(values, (*blocks, *((table,) if rows else ())))


def _played(one: Slip, ask: Rulings) -> str:
    """What holds: a ruling's reading, or what we do with it."""
    if one.played == WORD:
        return "as meant"
    if one.played == PRINTED or ask[one.played] == "printed":
        return "as printed"
    return "put right" if one.about is About.CHARACTERS else "as in the example"

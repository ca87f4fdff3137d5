"""Melee weapons: what they do in these hands, and which of them is best (BSC-35, BSC-36)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, sheet
from engine.games.bastard_sword.dice import STANDARD, WEAK, Die
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE
from engine.games.bastard_sword.forms.weapons import TheirArmour, Weapon, YourWeapon
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.readings.gear import weapon as as_read
from engine.games.bastard_sword.readings.size import more_strength
from engine.games.bastard_sword.rules import money, ranges
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType, blows
from engine.games.bastard_sword.rules.hit_shop import Shop
from engine.games.bastard_sword.rules.injuries import Track
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.weapons import MODES, RANGED, Mode, Skill
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_HITS, SHOWN = 30, 15
GUARD = Track()
"""Someone fresh, with rows of three small boxes and a large one."""
Strength = Annotated[int, SCORE, Asked("Your strength", quick=QUICK_SCORES), sheet("strength")]
Hits = Annotated[int, Between(0, MOST_HITS), Asked("Hits you scored", quick=(1, 2, 3, 4, 6))]
LONG_SWORD = Weapon.table()["sword-long"]
MAILLE = Armour.parse("3/1/4")


class At(Option):
    """Where the fight is."""

    OWN = "own", "the weapon’s range"
    CLOSE = "close", "close"
    MEDIUM = "medium", "medium"
    LONG = "long", "long"

    def malus(self, mode: Mode) -> int:
        """The malus of a weapon here; none for what is shot or thrown. Source: BSR-40."""
        return 0 if self is At.OWN or mode.far else ranges.malus(Band.of(self.value), mode.bands)


@calculator("bs-weapon", rules="BSC-35")
def weapon_damage(
    weapon: YourWeapon = LONG_SWORD,
    strength: Strength = 4,
    hits: Hits = 3,
    armour: TheirArmour = MAILLE,
    at: Annotated[At, Asked("You fight at")] = At.OWN,
    defending: Annotated[bool, Asked("You won as the defender")] = False,
    shield: Annotated[int, Between(0, 20), Asked("Their shield", quick=(0, 1, 2, 3), more=True)] = 0,
    larger: Annotated[int, Between(0, 8), Asked("Categories you are larger", quick=(0, 1), more=True)] = 0,
    target_larger: Annotated[int, Between(0, 8), Asked("Categories they are larger", quick=(0, 1), more=True)] = 0,
    bonus: Annotated[int, Between(0, 20), Asked("More bonus dice", "From a charge or a brace", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What do your hits do with this weapon?"""
    mode = weapon.mode(ask)
    if not mode.far and not mode.bands:
        return _harmless(mode, "It is made for no range, and hurts nobody.", 0)
    off = at.malus(mode)
    dice = hits if mode.far else Shop(hits, defending, not off, shield=shield).most_damage()
    strong = strength + (more_strength(larger, ask) if mode.by_strength else 0)
    die = damage_die(mode.rating(strong), ask)
    worn = Armour.worn([armour], target_larger)
    found = blows(dice, die, mode.codes, worn, bonus)
    if off:
        return _harmless(mode, f"At {at.words} range it has a malus of {off}, and buys no damage.", off)
    if not found or die is None:
        return _harmless(mode, "It does no damage of its own.", 0)
    best = max(found, key=lambda kind: (found[kind].law.mean, found[kind].law.at_least(1)))
    law = found[best].law
    mean = wording.decimal(law.mean)
    facts = (
        Fact(best.words),
        Fact(found[best].words),
        Fact(law.at_least(1), "hurts"),
        Fact(law.at_least(GUARD.minor + 1), "wounds"),
    )
    said = f"{mode.name}, {best.words}: {mean} hits on average past {worn.of(best)} of armour."
    values = {
        "die": str(die),
        "dice": dice,
        "rating": mode.rating(strong),
        "malus": 0,
        "best": best.value,
        "pool": {kind.value: str(one.pool) if one.pool else None for kind, one in found.items()},
        "mean": {kind.value: one.law.mean for kind, one in found.items()},
        "hurts": {kind.value: one.law.at_least(1) for kind, one in found.items()},
        "wounds": {kind.value: one.law.at_least(GUARD.minor + 1) for kind, one in found.items()},
        "kills": {kind.value: one.law.at_least(GUARD.sudden) for kind, one in found.items()},
    }
    blocks: list[Block] = [
        Verdict(f"{mean} hits", facts, said, Mark.DERIVED),
        Odds(tuple(chance for _, chance in law), 1, f"{best.words.capitalize()}: hits past the armour."),
        _edges(found, worn, best),
        _row(mode),
    ]
    return Answer(values, (*blocks, *_unsaid(mode)))


def _harmless(mode: Mode, why: str, malus: int) -> Answer:
    """What does no damage here."""
    traits = wording.listed(mode.traits) if mode.traits else "no trait"
    said = f"{mode.name}: {why[:1].lower()}{why[1:]}"
    values = {"die": None, "dice": 0, "malus": malus, "best": "none"}
    return Answer(values, (Verdict("No damage", (Fact(traits),), said), _row(mode), *_unsaid(mode)))


def _unsaid(mode: Mode) -> tuple[Block, ...]:
    """What the tables leave out about the row, and what is not as they have it."""
    notes = []
    if named := [one for one in mode.traits if one in UNPRICED]:
        notes.append(Note(f"The source gives no number for {wording.listed(named)}.", Mark.MISSING, "BSC-36"))
    if mode.codes == mode.corrected:
        notes.append(Note("Its B/P/S is put right by an example of combat.", Mark.CORRECTED, "BSC-44"))
    return tuple(notes)


UNPRICED = ("brace", "entangle", "half-swording", "hook", "murder-stroke", "trip")
"""Manoeuvres and traits that should have a number behind them, and have none. Source: BSC-36."""


def _edges(found: Mapping[DamageType, Blow], worn: Armour, best: DamageType) -> Table:
    """The types side by side, with what they do to someone fresh."""
    rows: list[tuple[Entry, ...]] = []
    for kind in DamageType:
        blow = found.get(kind)
        if blow is None:
            rows.append((kind.words.capitalize(), "it cannot", worn.of(kind), *(None,) * 4))
        else:
            law = blow.law
            chances = (law.at_least(least) for least in (1, GUARD.minor + 1, GUARD.sudden))
            rows.append((kind.words.capitalize(), blow.words, worn.of(kind), *chances, wording.decimal(law.mean)))
    columns = ("Type", "You roll", "Armour", "Hurts", "Wounds: 4 or more", "Kills: 8 or more", "Hits on average")
    return Table("Each type against this armour", columns, tuple(rows), list(DamageType).index(best), Mark.DERIVED)


COLUMNS = ("Weapon", "Skill", "Range", "Damage", "B/P/S", "Burden", "Price", "Traits")


def cells(mode: Mode) -> tuple[Entry, ...]:
    """A weapon's row as it is shown."""
    traits = ", ".join(mode.traits) or None
    thing = mode.weapon
    return (
        mode.name,
        mode.skill.words,
        mode.reach_words,
        mode.damage_words,
        str(mode.codes).replace("-", wording.MINUS),
        thing.burden,
        thing.price.short,
        traits,
    )


def _row(mode: Mode) -> Table:
    """The weapon's own row."""
    return Table("Its row", COLUMNS, (cells(mode),), folded=True)


class Reach(Option):
    """Where a weapon is to be good for."""

    ANY = "any", "anywhere"
    CLOSE = "close", "close"
    MEDIUM = "medium", "medium"
    LONG = "long", "long"
    FAR = "far", "far"

    def fits(self, mode: Mode) -> bool:
        """Whether a weapon is made for it."""
        if self is Reach.FAR:
            return mode.far > 0
        return self is Reach.ANY or any(band.value == self.value for band in mode.bands)


class Order(Option):
    """What comes first."""

    HITS = "hits", "most hits past this armour"
    BURDEN = "burden", "lightest"
    PRICE = "price", "cheapest"


MELEE = frozenset(Skill) - frozenset(RANGED)


@calculator("bs-weapons", rules="BSC-36")
def choose(
    strength: Strength = 4,
    hits: Hits = 3,
    armour: TheirArmour = MAILLE,
    skills: Annotated[frozenset[Skill], Asked("Skills")] = MELEE,
    reach: Annotated[Reach, Asked("Made for")] = Reach.ANY,
    order: Annotated[Order, Asked("First comes the")] = Order.HITS,
    trait: Annotated[
        str, Longest(20), Asked("With the trait", "Part of a word", quick=("hook", "trip", "shield"), more=True)
    ] = "",
    burden: Annotated[int, Between(0, 20), Asked("Burden at most", quick=(2, 4, 20), more=True)] = 20,
    stallions: Annotated[int, Between(0, 200), Asked("Stallions at most", quick=(1, 5, 200), more=True)] = 200,
    *,
    ask: Rulings,
) -> Answer:
    """Which weapon beats this armour?"""
    said = trait.casefold()
    modes = (
        as_read(one, ask)
        for one in MODES.values()
        if one.skill in skills
        and (not said or any(said in name for name in one.traits))
        and one.weapon.burden <= burden
        and one.weapon.price.low <= stallions * money.STALLION
    )
    found = [(mode, *edge(mode, strength, hits, armour, ask)) for mode in modes if reach.fits(mode)]
    keys = {
        Order.HITS: lambda one: -one[2],
        Order.BURDEN: lambda one: one[0].weapon.burden,
        Order.PRICE: lambda one: one[0].weapon.price.low,
    }
    found.sort(key=lambda one: (keys[order](one), -one[2]))
    if not found:
        return Answer({"best": "none", "found": 0}, (Verdict("Nothing", (), "No weapon of the tables is like this."),))
    mode, kind, mean = found[0]
    facts = (Fact(kind), Fact(wording.decimal(mean), "hits on average"), Fact.count(len(found), "weapon"))
    rows = tuple((*cells(one)[:7], letter, wording.decimal(average)) for one, letter, average in found[:SHOWN])
    caption = "The first of them" if len(found) > SHOWN else "All of them"
    table_ = Table(caption, (*COLUMNS[:7], "Best edge", "Hits on average"), rows, 0, Mark.DERIVED)
    line = f"{mode.name}, {kind}: {wording.decimal(mean)} hits on average with {wording.count(hits, 'hit')} scored."
    names = [one.key for one, _, _ in found]
    return Answer(
        {"best": mode.key, "found": len(found), "mean": mean, "order": names},
        (Verdict(mode.name, facts, line, Mark.DERIVED), table_),
    )


def edge(mode: Mode, strength: int, hits: int, armour: Armour, ask: Rulings) -> tuple[str, Fraction]:
    """The type that does most, and what it does on average."""
    die = damage_die(mode.rating(strength), ask)
    found = blows(hits, die, mode.codes, armour) if die else {}
    best = max(found, key=lambda kind: found[kind].law.mean, default=None)
    return (best.words, found[best].law.mean) if best else ("no damage", Fraction(0))


@table("bs-melee-weapons")
def melee() -> Table:
    """Melee weapons, row by row."""
    rows = tuple(cells(one) for one in MODES.values() if one.weapon.key in FIGHTS)
    return Table("Melee weapons", COLUMNS, rows)


FIGHTS = frozenset(one.weapon.key for one in MODES.values() if not one.far)
"""Weapons of the table of melee weapons, which can be used in melee in one way at least. Source: BSC-36."""


@table("bs-damage-dice")
def damage_dice() -> Table:
    """Damage ratings, with the die and what it brings."""
    rows = tuple((said, die.words, _faces(die), _mean(die)) for said, die in RATINGS)
    return Table("From a rating to a die", ("Rating", "Die", "Successes", "On average"), rows)


RATINGS = tuple(zip(("2–3", "4–5", "6–7", "8–9", "10–11", "12–19", "20 on"), (WEAK, *STANDARD), strict=True))


def _faces(die: Die) -> str:
    worth = list(die)
    parts = []
    for successes in range(1, max(worth) + 1):
        faces = [face for face, one in enumerate(worth, 1) if one == successes]
        shown = f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0])
        parts.append(f"{shown}: {successes}")
    return ", ".join(parts)


def _mean(die: Die) -> str:
    mean = Fraction(sum(die), die.sides)
    return f"{float(mean):g}"

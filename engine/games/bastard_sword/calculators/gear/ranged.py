"""Ranged weapons: how far, how often, and with what ammunition (BSC-37, BSC-38)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.calculators.gear.weapons import COLUMNS, MAILLE, Hits, Strength, cells
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus
from engine.games.bastard_sword.forms.weapons import Missile, TheirArmour, YourMissile
from engine.games.bastard_sword.readings import rolling
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.readings.shooting import distance_malus
from engine.games.bastard_sword.rules import ammunition as missiles
from engine.games.bastard_sword.rules import reloading
from engine.games.bastard_sword.rules.ammunition import AMMUNITION, TIPS, Ammunition, Head
from engine.games.bastard_sword.rules.containers import CONTAINERS
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType, blows
from engine.games.bastard_sword.rules.half_orders import rung
from engine.games.bastard_sword.rules.long_tasks import Course, Kind, course
from engine.games.bastard_sword.rules.money import Price
from engine.games.bastard_sword.rules.reloading import A_MINUTE
from engine.games.bastard_sword.rules.shooting import increments
from engine.games.bastard_sword.rules.weapons import MODES, RANGED, Mode, Skill
from engine.games.bastard_sword.words import successes as counted
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

BANDS, PRINTED, MOST_METRES = 6, 4, 5000
"""Increments that are shown, and those that the source has a malus for."""
RELOAD, DEXTEROUS, BRUTE = "reload", "dexterous reload", "brute force reload"
ThreeD6 = Pool.parse("3d6")
WAR_BOW = Missile.table()["bow-war"]
Way = tuple[str, int, Sequence[Course] | None]
"""A way to load: its name, the successes that it takes, and how it goes round by round."""


@calculator("bs-range", rules="BSC-37")
def ranged(
    weapon: YourMissile = WAR_BOW,
    distance: Annotated[int, Between(0, MOST_METRES), Asked("Distance in metres", quick=(10, 30, 60, 120))] = 60,
    pool: Annotated[Pool, Asked("Your skill with it", POOL_HINT), sheet("skill")] = FourD8,
    strength: Strength = 4,
    hands: Annotated[Pool, Asked("Sleight of hand", POOL_HINT, more=True), sheet("sleight-of-hand")] = ThreeD6,
    lifting: Annotated[Pool, Asked("Lifting", POOL_HINT, more=True), sheet("lifting")] = ThreeD6,
    malus: Malus = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How far does it carry, and how often does it shoot?"""
    mode = weapon.mode(ask)
    if not mode.far:
        raise Unusable("weapon", f"This takes what is thrown or shot; {mode.name.lower()} is for melee.")
    off = distance_malus(distance, mode.far, ask)
    ways = list(_ways(mode, pool, hands, lifting, malus, ask))
    best, _, run = max(ways, key=lambda way: reloading.shots(way[2]))
    rate = reloading.shots(run)
    die = damage_die(mode.rating(strength), ask)
    hit = successes(pool).at_least(1 + malus + off)
    facts = (
        Fact(f"{mode.far} m", "increment"),
        Fact(hit, "hits, in the open"),
        Fact(die.words if die else "no die", "damage"),
        Fact(wording.decimal(rate), "shots a minute"),
    )
    figure = f"{wording.MINUS}{off}" if off else "No malus"
    taken = f"a malus of {off}" if off else "no malus"
    said = f"{mode.name} at {distance} m: {taken}, {wording.decimal(rate)} shots a minute."
    blocks: list[Block] = [
        Verdict(figure, facts, said),
        _distances(mode, distance, pool, malus, ask),
    ]
    if run is not None:
        blocks.append(_loading(ways, best))
    blocks.append(_others(pool, hands, lifting, malus, strength, ask))
    if distance >= PRINTED * mode.far:
        blocks.append(Note("From four increments on the source has no number; we go on with the ladder.", Mark.MISSING))
    values = {
        "malus": off,
        "hits": hit,
        "die": str(die) if die else None,
        "shots": rate,
        "best": best,
        "even": {name: rounds for name, _, one in ways if one and (rounds := reloading.even(one)) is not None},
    }
    return Answer(values, tuple(blocks))


def _ways(mode: Mode, pool: Pool, hands: Pool, lifting: Pool, malus: int, ask: Rulings) -> Iterator[Way]:
    """Each way to load the weapon again. Source: BSC-37, BSR-95, BSR-96, BSR-100."""
    if not (need := mode.level(RELOAD)):
        yield "none needed", 0, None
        return
    test = rolling.read(Kind.SETBACK, need, ask, malus=bool(malus))
    yield RELOAD, need, course(test, successes(pool), [malus] * A_MINUTE)
    if need := mode.level(DEXTEROUS):
        test = rolling.read(Kind.FIRST_FAIL, need, ask, malus=bool(malus))
        yield DEXTEROUS, need, course(test, successes(hands), [malus] * A_MINUTE)
    if need := mode.level(BRUTE):
        yield BRUTE, need, reloading.steady(successes(lifting).at_least(need + malus), A_MINUTE)


def _distances(mode: Mode, distance: int, pool: Pool, malus: int, ask: Rulings) -> Table:
    """The malus of each stretch of so many increments."""
    free = not distance_malus(mode.far, mode.far, ask)
    rows: list[tuple[Entry, ...]] = []
    for number in range(BANDS):
        off = rung(number)
        until = f"{'up to' if free else 'under'} {(number + 1) * mode.far} m"
        rows.append((until, off or None, successes(pool).at_least(1 + malus + off)))
    here = increments(distance, mode.far, edge_free=free)
    columns = ("Distance", "Malus", "Hits, in the open")
    return Table("By distance", columns, tuple(rows), here if here < BANDS else None, Mark.DERIVED)


HOW = {
    RELOAD: "its skill, adding up; a bad roll sets you back",
    DEXTEROUS: "sleight of hand, adding up; a blank ends it",
    BRUTE: "lifting, in one test",
}


def _loading(ways: Sequence[Way], best: str) -> Table:
    """The ways to load, with how long they take."""
    rows: list[tuple[Entry, ...]] = []
    for name, need, one in ways:
        if one is not None:
            even = reloading.even(one)
            chances = (one[rounds].done for rounds in (1, 3, A_MINUTE))
            rate = wording.decimal(reloading.shots(one))
            rows.append((f"{name.capitalize()} ({need})", HOW[name], *chances, even or f"over {A_MINUTE}", rate))
    columns = ("Way", "Test", "In a round", "In 3 rounds", "In 10", "Even odds, rounds", "Shots a minute")
    here = [name for name, _, _ in ways].index(best)
    return Table("To load again", columns, tuple(rows), here, Mark.DERIVED)


def _others(pool: Pool, hands: Pool, lifting: Pool, malus: int, strength: int, ask: Rulings) -> Table:
    """What else could be shot with the same dice."""
    rows: list[tuple[Entry, ...]] = []
    rates: dict[tuple[int, ...], tuple[Fraction, str]] = {}
    for mode in MODES.values():
        if mode.skill in RANGED and mode.skill is not Skill.THROWN:
            levels = tuple(map(mode.level, HOW))
            if levels not in rates:
                ways = _ways(mode, pool, hands, lifting, malus, ask)
                rates[levels] = max(((reloading.shots(run), name) for name, _, run in ways), key=lambda one: one[0])
            rate, name = rates[levels]
            die = damage_die(mode.rating(strength), ask)
            rows.append((mode.name, f"{mode.far} m", die.words if die else None, wording.decimal(rate), name))
    columns = ("Weapon", "Increment", "Damage die", "Shots a minute", "Loaded by")
    return Table("Others, with the same dice", columns, tuple(rows), mark=Mark.DERIVED, folded=True)


class Shooter(Option):
    """What is loaded. Source: BSC-37, BSC-38."""

    BOW_HUNTING = "bow-hunting", "hunting bow"
    BOW_WAR = "bow-war", "war bow"
    CROSSBOW_HUNTING = "crossbow-hunting", "hunting crossbow"
    CROSSBOW_HEAVY = "crossbow-heavy", "heavy crossbow"
    CROSSBOW_SIEGE = "crossbow-siege", "siege crossbow"
    SLING = "sling", "sling"
    BLUNDERBUSS = "blunderbuss", "blunderbuss"
    HAND_CANNON = "hand-cannon", "hand cannon"
    MUSKET = "musket", "musket"
    PISTOL = "pistol", "pistol"
    RIFLE = "rifle", "rifle"

    @property
    def loads(self) -> tuple[Ammunition, ...]:
        """What it takes, the usual first."""
        return tuple(one for one in AMMUNITION.values() if self.value in one.loads)


class Loaded(Option):
    """What it is loaded with."""

    USUAL = "usual", "the usual"
    ARROW_LIGHT = "arrow-light", "light arrows"
    ARROW_HEAVY = "arrow-heavy", "heavy arrows"
    BOLT_LIGHT = "bolt-light", "light bolts"
    BOLT_HEAVY = "bolt-heavy", "heavy bolts"
    BULLET_SLING = "bullet-sling", "sling bullets"
    BULLET_FIREARM = "bullet-firearm", "firearm bullets"
    LEAD_BALL = "lead-ball", "lead balls"
    PEBBLE = "pebble", "pebbles"


@calculator("bs-ammunition", rules="BSC-38")
def ammunition(
    weapon: Annotated[Shooter, Asked("You shoot with a")] = Shooter.BOW_WAR,
    loaded: Annotated[Loaded, Asked("Loaded with", more=True)] = Loaded.USUAL,
    head: Annotated[Head, Asked("Heads")] = Head.PLAIN,
    count: Annotated[int, Between(0, 500), Asked("How many you carry", quick=(12, 20, 24, 40))] = 12,
    armour: TheirArmour = MAILLE,
    hits: Hits = 3,
    strength: Strength = 4,
    *,
    ask: Rulings,
) -> Answer:
    """What does it do with this ammunition, and what does that weigh and cost?"""
    one = _missile(weapon, loaded)
    if head is not Head.PLAIN and not one.head:
        raise Unusable("head", f"Arrows and bolts have heads; {one.name.lower()} have none.")
    by_piece = count > 0 and one.each > 1 and ask["ammunition.price"] == "piece"
    cost = missiles.price(one, count, head, by_piece=by_piece)
    mode = MODES[weapon.value]
    die = damage_die(mode.rating(strength), ask)
    heads = tuple(Head) if one.head else (Head.PLAIN,)
    found = {each: blows(hits, die, each.codes(mode.codes), armour, malus=one.malus) for each in heads}
    best = {each: max(those, key=lambda kind: those[kind].law.mean) for each, those in found.items()}
    blow, kind = found[head][best[head]], best[head]
    mean = wording.decimal(blow.law.mean)
    burden = one.burden(count)
    holders = _holders(one, count)
    facts = (Fact(f"{kind.words}, {blow.words}"), Fact(burden, "burden"), Fact(cost.words), Fact(holders))
    named = f"{head.words} " if head is not Head.PLAIN else ""
    said = f"{count} {named}{one.name.lower()}: burden {burden}, {cost.words}; {mean} hits on average, {kind.words}."
    blocks: list[Block] = [Verdict(f"{mean} hits", facts, said, Mark.DERIVED)]
    blocks.append(_heads(mode, one, found, best, head, armour))
    values = {
        "codes": str(head.codes(mode.codes)),
        "off": {kind.value: blow.malus for kind, blow in found[head].items()},
        "burden": burden,
        "low": cost.low,
        "high": cost.high,
        "holders": holders,
        "best": kind.value,
        "mean": blow.law.mean,
    }
    return Answer(values, tuple(blocks))


def _missile(weapon: Shooter, loaded: Loaded) -> Ammunition:
    """What is shot. Raises `Unusable` for what the weapon does not take."""
    if loaded is Loaded.USUAL:
        return weapon.loads[0]
    one = AMMUNITION[loaded.value]
    if one not in weapon.loads:
        takes = wording.listed((other.name.lower() for other in weapon.loads), "or")
        raise Unusable("loaded", f"A {weapon.words} takes {takes}; this says {one.name.lower()}.")
    return one


def _holders(one: Ammunition, count: int) -> str:
    """How many quivers or pouches so many take, counted in whole lots. Source: BSC-26, BSC-38."""
    if not one.holder:
        return "no holder"
    held = CONTAINERS[one.holder]
    number = -(-one.lots(count) // held.capacity)
    return wording.count(number, held.name.lower(), f"{held.name.lower()}{'es' if held.name.endswith('ch') else 's'}")


def _heads(
    mode: Mode,
    one: Ammunition,
    found: Mapping[Head, Mapping[DamageType, Blow]],
    best: Mapping[Head, DamageType],
    head: Head,
    armour: Armour,
) -> Table:
    """The heads side by side."""
    rows: list[tuple[Entry, ...]] = []
    for each, blow in ((each, those[best[each]]) for each, those in found.items()):
        codes = str(each.codes(mode.codes)).replace("-", wording.MINUS)
        price = f"+{TIPS[each].price}p" if each in TIPS else None
        chances = (blow.law.at_least(least) for least in (1, 4))
        kind = best[each]
        rows.append(
            (
                each.words.capitalize() if one.head else one.name,
                price,
                codes,
                f"{kind.words}, {blow.words}",
                armour.of(kind),
                *chances,
                wording.decimal(blow.law.mean),
            )
        )
    columns = ("Head", "Price", "B/P/S", "You roll", "Armour", "Hurts", "4 or more", "Hits on average")
    return Table("Against this armour", columns, tuple(rows), list(found).index(head), Mark.DERIVED)


@table("bs-ranged-weapons")
def all_ranged() -> Table:
    """Weapons that are shot or thrown, row by row."""
    rows = tuple(cells(one) for one in MODES.values() if one.far)
    return Table("What is shot or thrown", COLUMNS, rows)


@table("bs-ammunition")
def all_ammunition() -> Table:
    """Ammunition and heads, row by row."""
    rows: list[tuple[Entry, ...]] = []
    for one in AMMUNITION.values():
        names = wording.listed(MODES[key].name.lower() for key in one.loads)
        weighs = f"1 for {one.each}" if one.each > 1 else "1"
        price = one.price.words if one.price.high else "nothing"
        note = f"{counted(one.malus)} off damage" if one.malus else None
        rows.append((one.name, names, price, weighs, _holder(one), note))
    for tip in TIPS.values():
        rows.append(
            (f"{tip.name} heads", "arrows and bolts", f"+{Price(tip.price, tip.price).words}", None, None, tip.does)
        )
    return Table("Ammunition", ("What", "For", "Price", "Burden", "In a", "Note"), tuple(rows))


def _holder(one: Ammunition) -> str | None:
    return CONTAINERS[one.holder].name.lower().removeprefix("large ") if one.holder else None

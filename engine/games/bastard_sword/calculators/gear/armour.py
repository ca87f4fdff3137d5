"""Armour: helmets, body armour, layers (BSC-32 to BSC-34)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import POOL_HINT
from engine.games.bastard_sword.readings.gear import body_fault
from engine.games.bastard_sword.rules import armour, facing
from engine.games.bastard_sword.rules.armour import BODIES, HELMETS, Body, Helmet, Light, Worn
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType
from engine.games.bastard_sword.rules.facing import Arc
from engine.games.bastard_sword.rules.money import CROWN
from engine.games.bastard_sword.views.blocks import Arcs
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

MOST_CROWNS, MOST_BURDEN, SHOWN = 60, 40, 12
ThreeD8 = Pool.parse("3d8")
OnTheHead = Annotated[Helmet, Asked("Helmet")]
UnderIt = Annotated[Light, Asked("Under the helmet", "Under a heavy helmet only", more=True)]
PADDED = frozenset({Body.GAMBESON, Body.MAILLE})


def head(helmet: Helmet, under: Light) -> None:
    """Raises `Unusable` for a helmet that does not go over the other."""
    if fault := armour.head_fault(helmet, under):
        raise Unusable("under", fault)


@calculator("bs-armour", rules="BSC-34")
def worn(
    body: Annotated[frozenset[Body], Asked("Body armour, layer over layer")] = PADDED,
    helmet: OnTheHead = Helmet.OPEN,
    under: UnderIt = Light.NONE,
    pool: Annotated[Pool, Asked("Their dice of damage", POOL_HINT, quick=("2d6", "3d8", "4d10"))] = ThreeD8,
    larger: Annotated[int, Between(0, 8), Asked("Categories you are larger", quick=(0, 1, 2), more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does your armour stop, and what gets through?"""
    if fault := body_fault(body, ask):
        raise Unusable("body", fault)
    head(helmet, under)
    found = armour.dressed(body, helmet, under)
    whole = Armour.worn([found.protection], larger)
    laws = {kind: Blow(pool.dice, pool.die, protection=whole.of(kind)).law for kind in DamageType}
    weak = max(DamageType, key=lambda kind: laws[kind].mean)
    facts = (
        Fact(found.burden, "burden worn"),
        Fact(found.price.words),
        Fact("closed helmet" if found.closed else "open sight"),
        Fact(weak.words, "hurts most"),
    )
    said = f"{found.words.capitalize()}: {whole} against B/P/S, {found.burden} burden, {found.price.words}."
    rows = tuple(
        (kind.words.capitalize(), whole.of(kind), law.at_least(1), law.at_least(4), wording.decimal(law.mean))
        for kind, law in laws.items()
    )
    columns = ("Type", "Armour", "Hurts you", "4 hits or more", "Hits on average")
    blocks: list[Block] = [
        Verdict(str(whole), facts, said),
        Table(f"{pool.words} of damage against this", columns, rows, list(DamageType).index(weak), Mark.DERIVED),
        _pieces(found, whole, larger),
    ]
    if found.closed:
        blocks.append(Note("A closed helmet leaves you 90 degrees of front and 180 of rear.", rule="BSC-32"))
    values = {
        "protection": [whole.of(kind) for kind in DamageType],
        "burden": found.burden,
        "low": found.price.low,
        "high": found.price.high,
        "closed": found.closed,
        "through": {kind.value: law.at_least(1) for kind, law in laws.items()},
    }
    return Answer(values, tuple(blocks))


def _pieces(found: Worn, whole: Armour, larger: int) -> Table:
    """Piece by piece, and all together."""
    rows: list[tuple[Entry, ...]] = [(one.name, str(one.protection), one.worn, one.price.words) for one in found.pieces]
    if larger:
        bare = Armour.worn([], larger)
        rows.append(("Your size", str(bare), None, None))
    rows.append(("All together", str(whole), found.burden, found.price.words))
    return Table("What you wear", ("Piece", "B/P/S", "Burden worn", "Price"), tuple(rows))


@calculator("bs-helmet", rules="BSC-32")
def helmets(
    helmet: OnTheHead = Helmet.VISORED,
    under: UnderIt = Light.NONE,
    angle: Annotated[int, Between(0, 180), Asked("Degrees off where you look", quick=(0, 60, 90, 120, 180))] = 90,
) -> Answer:
    """What does a helmet stop, and from where do they surprise you in it?"""
    head(helmet, under)
    found = armour.dressed((), helmet, under)
    side = facing.arc(angle, closed_helmet=found.closed)
    other = facing.arc(angle, closed_helmet=not found.closed)
    sight = "closed" if found.closed else "open"
    facts = (Fact(found.burden, "burden worn"), Fact(f"{sight} sight"), Fact(f"{angle} degrees, {side.words}"))
    bonus = f"+{wording.count(side.bonus, 'die', 'dice')}" if side.bonus else "no bonus"
    said = f"{found.words.capitalize()} stops {found.protection}; from {angle} degrees they have {bonus}."
    here = list(Arc).index(side)
    blocks: list[Block] = [
        Verdict(str(found.protection), facts, said),
        _drawn(angle, closed=found.closed, sentence=f"{angle} degrees off is your {side.words}."),
        Table("Your sides", ("Side", "Sight is open", "Helmet is closed", "Bonus dice for them"), _sides(), here),
    ]
    if side is not other and helmet in (Helmet.VISORED, Helmet.VISORED_OPEN):
        change = "Open" if found.closed else "Shut"
        blocks.append(
            Note(f"{change} the visor as a free action while you look around, and that is your {other.words}.")
        )
    values = {
        "protection": [found.protection.of(kind) for kind in DamageType],
        "burden": found.burden,
        "closed": found.closed,
        "side": side.value,
        "bonus": side.bonus,
    }
    return Answer(values, tuple(blocks))


def _drawn(angle: int, *, closed: bool, sentence: str) -> Arcs:
    """The sides from above. Source: BSR-42."""
    return Arcs(facing.HALF_CLOSED if closed else facing.HALF_FRONT, facing.FLANK, angle, sentence)


def _sides() -> tuple[tuple[Entry, ...], ...]:
    """How wide each side is, with open and with narrow sight. Source: BSR-42."""
    found: list[tuple[Entry, ...]] = []
    for one in Arc:
        wide = []
        for closed in (False, True):
            half = sum(facing.arc(angle, closed_helmet=closed) is one for angle in range(1, 181))
            wide.append(f"{half} degrees to each side" if one is Arc.FLANK else f"{2 * half} degrees")
        found.append((one.words.capitalize(), *wide, one.bonus or None))
    return tuple(found)


class Sought(Option):
    """What armour is to be good for."""

    ALL = "all", "all three together"
    BLUDGEONING = "bludgeoning", "bludgeoning"
    PIERCING = "piercing", "piercing"
    SLASHING = "slashing", "slashing"

    def points(self, protection: Armour) -> int:
        """What a protection is worth for it."""
        return sum(protection.each) if self is Sought.ALL else protection.of(DamageType.of(self.value))


class Best(Option):
    """What comes first."""

    MOST = "most", "most protection"
    LIGHT = "light", "protection for its burden"
    CHEAP = "cheap", "protection for its price"

    def order(self, points: int, found: Worn) -> tuple[Fraction, int, int]:
        """The better the higher."""
        by = {Best.MOST: 1, Best.LIGHT: found.burden, Best.CHEAP: found.price.low}[self]
        return Fraction(points, by or 1), -found.burden, -found.price.low


@calculator("bs-best-armour", rules="BSC-33")
def best(
    crowns: Annotated[int, Between(0, MOST_CROWNS), Asked("Crowns you have", quick=(1, 5, 10, 20, 55))] = 10,
    burden: Annotated[int, Between(0, MOST_BURDEN), Asked("Burden you can spare", quick=(6, 9, 12, 15, 21))] = 12,
    sought: Annotated[Sought, Asked("Against")] = Sought.ALL,
    first: Annotated[Best, Asked("First comes")] = Best.MOST,
    helmet: Annotated[bool, Asked("With a helmet")] = True,
    *,
    ask: Rulings,
) -> Answer:
    """Which armour is best for this purse and this back?"""
    every = armour.bodies(three=ask["armour.layers"] == "three", padded=ask["armour.padding"] == "gambeson")
    hats = list(armour.heads()) if helmet else [(Helmet.NONE, Light.NONE)]
    sets = (armour.dressed(body, *hat) for body in every for hat in hats if hat[0] is not Helmet.VISORED_OPEN)
    fit = [one for one in sets if one.pieces and one.burden <= burden and one.price.low <= crowns * CROWN]
    fit.sort(key=lambda one: first.order(sought.points(one.protection), one), reverse=True)
    if not fit:
        said = "Nothing can be had for so little."
        return Answer({"best": None, "sets": 0}, (Verdict("Nothing", (Fact(f"{crowns}c"),), said),))
    top = fit[0]
    rows = tuple(
        (
            one.words.capitalize(),
            str(one.protection),
            one.burden,
            one.price.words,
            wording.decimal(Fraction(points, one.burden)),
            wording.decimal(Fraction(points * CROWN, one.price.low)),
        )
        for one in fit[:SHOWN]
        for points in (sought.points(one.protection),)
    )
    facts = (Fact(top.words), Fact(top.burden, "burden worn"), Fact(top.price.words), Fact.count(len(fit), "set"))
    said = f"{top.words.capitalize()}: {top.protection}, burden {top.burden}, {top.price.words}."
    columns = ("Set", "B/P/S", "Burden worn", "Price", "Points per burden", "Points per crown")
    return Answer(
        {"best": top.words, "sets": len(fit), "protection": list(top.protection.each), "burden": top.burden},
        (Verdict(str(top.protection), facts, said), Table("The best of them", columns, rows, 0, Mark.DERIVED)),
    )


@table("bs-helmets")
def all_helmets() -> Table:
    """Helmets, row by row."""
    rows = tuple(
        (one.name, one.price.words, f"{one.carried} ({one.worn})", str(one.protection), _sight(one.closed), one.such)
        for one in HELMETS.values()
    )
    return Table("Helmets", ("Helmet", "Price", "Burden (worn)", "B/P/S", "Sight", "Such as"), rows)


def _sight(closed: bool) -> str:
    return "narrow" if closed else "open"


@table("bs-body-armour")
def all_bodies() -> Table:
    """Body armour, row by row."""
    rows = tuple(
        (
            one.name,
            one.price.words,
            f"{one.carried} ({one.worn})",
            str(one.protection),
            wording.listed((Body.of(under).words for under in one.under), "or") if one.under else None,
        )
        for one in BODIES.values()
    )
    return Table("Body armour", ("Armour", "Price", "Burden (worn)", "B/P/S", "Goes over"), rows)

"""Weapon manoeuvres (BSR-87 to BSR-92)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.calculators.combat.hurt import ByStrength, Flat, PieceRow
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.rules import ranges, weapon_manoeuvres
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType, Modifiers, blows
from engine.games.bastard_sword.rules.hit_shop import Shop
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.weapon_manoeuvres import FEATS, Manoeuvre
from engine.rulings import Rulings
from engine.working import Mark

MOST_X = 20
UNPRINTED = {"one": 1, "three": 3}
"""What a manoeuvre costs whose price no weapon's row has, by the reading of it. Source: BSR-87."""
Hits = Annotated[int, Between(0, 60), Asked("Hits to spend", quick=(1, 2, 3, 4, 5))]
Price = Annotated[int | None, Between(1, MOST_X), Asked("X, if your table has set it", quick=(1, 2, 3))]


def _price(x: int | None, ask: Rulings) -> int:
    return UNPRINTED[ask["manoeuvre.cost"]] if x is None else x


def _unprinted(x: int | None) -> tuple[Note, ...]:
    """Where the price is ours."""
    if x is not None:
        return ()
    return (Note("No weapon’s row in the source has this number; set what your table uses.", Mark.MISSING, "BSR-87"),)


@calculator("bs-weapon-manoeuvre", rules="BSR-87 BSR-90 BSR-92")
def manoeuvre(
    what: Annotated[Manoeuvre, Asked("You buy")] = Manoeuvre.TRIP,
    x: Price = None,
    hits: Hits = 3,
    defending: Annotated[bool, Asked("You were defending")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What does the weapon do for your hits, and what is left?"""
    price = _price(x, ask)
    feat = FEATS[what]
    if price > hits:
        said = f"{feat.words} costs {wording.count(price, 'hit')} here; there are {hits}."
        raise Unusable("hits", said)
    left = hits - price
    most = Shop(left, defending).most_damage()
    facts = (
        Fact(price, "spent"),
        Fact(most, "dice of damage at most"),
        Fact(feat.hands, "hands" if feat.hands > 1 else "hand"),
    )
    said = f"{feat.words}: {feat.does.replace('X', str(price))}."
    rows: list[tuple[Entry, ...]] = [
        (one.words, one.does, "both" if one.hands > 1 else "one") for one in FEATS.values()
    ]
    at = list(FEATS).index(what)
    blocks: list[Block] = [Verdict(f"{left} left", facts, said), *_unprinted(x)]
    blocks.append(Table("Weapon manoeuvres", ("What", "It does", "Hands"), tuple(rows), at))
    return Answer({"cost": price, "left": left, "most_damage": most}, tuple(blocks))


@calculator("bs-entangle", rules="BSR-88")
def entangle(
    x: Price = None,
    y: Annotated[
        int | None,
        Between(0, MOST_X),
        Asked("Y, to keep it up", "Empty: the same as X; 0: it holds by itself", quick=(0, 1), more=True),
    ] = None,
    pool: Annotated[Pool, Asked("Their brawling, to get free", POOL_HINT)] = FourD8,
    malus: Malus = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How fast are they caught, and how do they get out?"""
    price = _price(x, ask)
    upkeep = price if y is None else y
    literal = ask["shaking.malus"] == "literal"
    test = Test(pool, price, malus + (price if literal else 0))
    facts = (Fact(price, "to entangle"), Fact(upkeep or "by itself", "to keep it up"), Fact(price, "malus on them"))
    said = f"They cannot move, and are free again {wording.often(test.chance)} when they spend an action on it."
    rows = tuple((count, 1 - (1 - test.chance) ** count) for count in range(1, 6))
    return Answer(
        {"cost": price, "upkeep": upkeep, "malus": price, "free": test.chance},
        (
            Verdict(wording.percent(test.chance), facts, said, Mark.DERIVED),
            *_unprinted(x),
            test.odds(),
            Table("If they try again and again", ("Actions", "Free by then"), rows, mark=Mark.DERIVED, folded=True),
        ),
    )


@calculator("bs-half-sword", rules="BSR-89")
def half_sword(
    bands: Annotated[frozenset[Band], Asked("Your weapon is for")] = frozenset({Band.MEDIUM}),
    steps: Annotated[int, Between(0, 2), Asked("Your own steps beyond arm’s length", quick=(0, 1, 2))] = 0,
) -> Answer:
    """Does holding the blade help from here?"""
    if not bands:
        raise Unusable("bands", "A weapon is for one band at least: close, medium or long; this names none.")
    here = ranges.band_at(steps) or Band.LONG
    plain, held = ranges.malus(here, bands), weapon_manoeuvres.point_malus(here, bands)
    figure = "It helps" if held < plain else "No help"
    facts = (Fact(held, "malus of the point"), Fact(plain, "otherwise"))
    can = "and can do damage" if not held else "and no damage"
    said = f"At {here.words} range the point has a malus of {held}, {can}; otherwise {plain}."
    rows = tuple(
        (one.words.capitalize(), ranges.malus(one, bands) or None, weapon_manoeuvres.point_malus(one, bands) or None)
        for one in Band
    )
    return Answer(
        {
            "malus": held,
            "otherwise": plain,
            "damage": not held,
            "bands": sorted(one.value for one in weapon_manoeuvres.half_sworded(bands)),
        },
        (
            Verdict(figure, facts, said),
            Table(
                "This weapon", ("Used at", "Malus", "Malus of the point, half-sworded"), rows, list(Band).index(here)
            ),
        ),
    )


@calculator("bs-murder-stroke", rules="BSR-91")
def murder_stroke(
    hits: Hits = 4,
    x: Price = None,
    defending: Annotated[bool, Asked("You were defending")] = False,
    weapon: Annotated[ByStrength | Flat, Asked("The weapon’s damage is")] = ByStrength(),
    modifiers: Annotated[Modifiers, Asked("Its B/P/S", "As in 0/+1/X: X where it cannot")] = Modifiers.parse("X/+1/0"),
    armour: Annotated[tuple[PieceRow, ...], Asked("Their armour")] = (PieceRow("Chainmail", Armour.parse("1/2/4")),),
    *,
    ask: Rulings,
) -> Answer:
    """Edge, point, or the hilt?"""
    price = _price(x, ask)
    modifier = modifiers.of(DamageType.PIERCING)
    if modifier is None:
        raise Unusable("modifiers", "A murder-stroke takes the dice of a point, and this weapon has none.")
    worn = Armour.worn(piece.protection for piece in armour)
    die = damage_die(weapon.rated(ask), ask)
    dice, fewer = Shop(hits, defending).most_damage(), Shop(max(0, hits - price), defending).most_damage()
    plain = blows(dice, die, modifiers, worn)
    hilt = Blow(fewer, die, max(0, modifier), max(0, -modifier), worn.of(DamageType.BLUDGEONING))
    found = [(kind.words.capitalize(), blow) for kind, blow in plain.items()] + [("Murder-stroke", hilt)]
    best = max(range(len(found)), key=lambda at: found[at][1].law.mean)
    means = [blow.law.mean for _, blow in found]
    figure = found[best][0]
    facts = (
        Fact(wording.decimal(means[best]), "hits on average"),
        Fact(found[best][1].words),
        Fact(wording.decimal(means[-1]), "with the hilt"),
    )
    said = f"{figure} does most: {wording.decimal(means[best])} hits on average past the armour."
    rows = tuple(
        (words, blow.words, blow.protection, blow.law.at_least(1), wording.decimal(blow.law.mean))
        for words, blow in found
    )
    columns = ("Strike with", "You roll", "Armour", "1 or more", "Hits on average")
    values = {
        "best": figure,
        "cost": price,
        "dice": fewer,
        "pool": str(hilt.pool) if hilt.pool else None,
        "mean": means[-1],
        "means": means,
    }
    return Answer(
        values,
        (
            Verdict(figure, facts, said, Mark.DERIVED),
            *_unprinted(x),
            Table("All hits on damage", columns, rows, best, Mark.DERIVED),
        ),
    )


@table("bs-weapon-manoeuvres")
def feats() -> Table:
    """Weapon manoeuvres."""
    rows = tuple((one.words, one.does, "both" if one.hands > 1 else "one") for one in FEATS.values())
    return Table("Weapon manoeuvres", ("What", "It does", "Hands"), rows)

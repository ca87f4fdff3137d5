"""What hits can still buy, and what they would do to someone (BSR-43, BSR-44, BSR-51 to BSR-54)."""

from collections.abc import Mapping
from fractions import Fraction

from engine import wording
from engine.answer import Entry, Table
from engine.games.bastard_sword.rules import injuries
from engine.games.bastard_sword.rules.damage import Blow, DamageType
from engine.games.bastard_sword.rules.fighter import One
from engine.games.bastard_sword.rules.hit_shop import WARES, Shop
from engine.working import Mark


def on_offer(counter: Shop, left: int, damage: int) -> Table:
    """All that is on offer, with how often the hits that are `left` pay for it; so many dice of `damage` more."""
    rows: list[tuple[Entry, ...]] = [
        ("Damage", f"{counter.damage_price} a die", max(0, damage) or None, "roll it against their armour")
    ]
    rows += [
        (ware.words, counter.price(one), left // counter.price(one) or None, ware.does) for one, ware in WARES.items()
    ]
    return Table("What hits buy", ("What", "Hits", "Still affordable", "It does"), tuple(rows))


def lands(one: One, blows: Mapping[DamageType, Blow], best: DamageType) -> Table:
    """What each type of damage does to someone: past their armour, on their rows. Source: BSR-51 to BSR-54."""
    rows: list[tuple[Entry, ...]] = []
    for kind, blow in blows.items():
        wounds = falls = Fraction(0)
        likeliest, where = Fraction(0), ""
        for hits, chance in blow.law:
            if not hits or not chance:
                continue
            found = injuries.best(list(injuries.choices(one.fighter.track, one.marks, hits, down=not one.up)))
            wounds += chance * found.major
            falls += chance * (found.down or found.dead)
            if chance > likeliest:
                likeliest, where = chance, f"{wording.count(hits, 'hit')}: row {found.row + 1}"
        nothing = blow.law.exactly(0) if blow.law.first <= 0 else Fraction(0)
        rows.append((kind.words.capitalize(), blow.words, blow.protection, 1 - nothing, where or None, wounds, falls))
    columns = ("Damage", "Dice", "Armour", "Gets through", "Likeliest", "A wound", "Down")
    current = list(blows).index(best) if best in blows else None
    return Table(f"What it does to {one.name}", columns, tuple(rows), current, Mark.DERIVED)

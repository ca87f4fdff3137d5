"""Fighting with what lies about, and throwing it (BSR-70, BSR-82)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.dice import MOST_DICE
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.bastard_sword.calculators.combat.shooting import HasShot, Metres, NotShot
from engine.games.bastard_sword.dice import Die, successes
from engine.games.bastard_sword.forms.dodge import Dodge, Dodges, Stands, law_of
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE, FourD8, Malus, YourDice
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.readings.shooting import distance_malus
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType
from engine.games.bastard_sword.rules.improvised import HELD, OWN_DAMAGE, THROWN, Bulk, Heft
from engine.games.bastard_sword.rules.shooting import Grade, Shot, cover_malus
from engine.rulings import Rulings
from engine.working import Mark

Strength = Annotated[int, SCORE, Asked("Strength", quick=QUICK_SCORES), sheet("strength")]
BARE = Armour.parse("0/0/0")


def _pool(dice: int, die: Die | None) -> str:
    return Blow(dice, die).words


@calculator("bs-improvised", rules="BSR-70")
def improvised(
    heft: Annotated[Heft, Asked("The thing is")] = Heft.LIGHT,
    strength: Strength = 5,
    dice: Annotated[int, Between(0, 30), Asked("Dice of damage bought", quick=(1, 2, 3))] = 2,
    protection: Annotated[int, Between(0, 99), Asked("Their armour against blunt things", quick=(0, 1, 2, 3))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does it do in your hand?"""
    dies = {one: damage_die(strength + held.rating, ask) for one, held in HELD.items()}
    mine = HELD[heft]
    blow = Blow(dice, dies[heft], protection=protection)
    figure = blow.pool.words if blow.pool else "No damage"
    facts = (
        Fact(mine.malus, "malus"),
        Fact(mine.rating + strength, "rating"),
        Fact(wording.decimal(blow.law.mean), "hits on average"),
    )
    both = " in both hands" if mine.hands > 1 else ""
    said = f"{figure} of bludgeoning damage{both}, and a malus of {mine.malus} to strike."
    rows: list[tuple[Entry, ...]] = [
        (
            held.words.capitalize(),
            held.malus or None,
            strength + held.rating,
            f"d{die.sides}" if (die := dies[one]) else None,
            wording.decimal(Blow(dice, die, protection=protection).law.mean),
        )
        for one, held in HELD.items()
    ]
    columns = ("Thing", "Malus", "Rating", "Die", "Hits on average")
    return Answer(
        {
            "malus": mine.malus,
            "rating": mine.rating + strength,
            "pool": str(blow.pool) if blow.pool else None,
            "mean": blow.law.mean,
        },
        (
            Verdict(figure, facts, said),
            Table("With your strength", columns, tuple(rows), list(HELD).index(heft), Mark.DERIVED),
            Note("It may break at the first blow, if the GM says so.", rule="BSR-70"),
        ),
    )


@table("bs-improvised")
def things() -> Table:
    """Improvised weapons with examples by their length."""
    rows = tuple(
        (
            one.words.capitalize(),
            one.malus or None,
            f"strength + {one.rating}" if one.rating else "strength",
            one.close,
            one.medium,
            one.long,
        )
        for one in HELD.values()
    )
    columns = ("Thing", "Malus", "Rating", "Close", "Medium", "Long")
    return Table("What lies about", columns, rows)


# --- Throwing ---


@branch("A thing")
class ThrowsThing:
    """It does what its size does."""


@branch("A melee weapon")
class ThrowsWeapon:
    """It may do its own damage for some of the hits."""

    kind: Annotated[DamageType, Asked("It would do")] = DamageType.PIERCING
    bonus: Annotated[int, Between(-10, 20), Asked("Its bonus to strength", quick=(1, 3, 5))] = 5
    modifier: Annotated[
        int, Between(-9, 9), Asked("And in its row", "+1 is a bonus die", quick=(-1, 0, 1), more=True)
    ] = 0


@dataclass(frozen=True, slots=True)
class Way:
    """A way to do damage with what is thrown: for so many hits, with this die, against this armour."""

    words: str
    price: int
    die: Die | None
    protection: int
    modifier: int = 0

    def blow(self, hits: int) -> Blow:
        """The damage roll for so many hits."""
        more, less = max(0, self.modifier), max(0, -self.modifier)
        return Blow(max(0, hits - self.price), self.die, more, less, self.protection)

    def mean(self, hits: Mapping[int, Fraction]) -> Fraction:
        """The damage hits on average."""
        return sum((chance * self.blow(number).law.mean for number, chance in hits.items()), Fraction(0))


@calculator("bs-throw", rules="BSR-82")
def throw(
    bulk: Annotated[Bulk, Asked("It is")] = Bulk.MEDIUM,
    thing: Annotated[ThrowsThing | ThrowsWeapon, Asked("You throw")] = ThrowsWeapon(),
    pool: YourDice = FourD8,
    strength: Strength = 5,
    distance: Metres = 2,
    cover: Annotated[Grade, Asked("Cover")] = Grade.NONE,
    dodge: Dodge = Stands(),
    larger: Annotated[int, Between(-8, 8), Asked("Categories they are larger", quick=(-1, 0, 1), more=True)] = 0,
    malus: Malus = 0,
    armour: Annotated[Armour, Asked("Their armour, B/P/S", "As in 2/1/2")] = BARE,
    fell: Annotated[NotShot | HasShot, Asked("The throw")] = NotShot(),
    *,
    ask: Rulings,
) -> Answer:
    """Does it hit, and what with: its weight or its edge?"""
    one = THROWN[bulk]
    far = distance_malus(distance, one.increment, ask)
    aimed = Shot(pool, larger, False, malus + one.malus, far, law_of(dodge, ask), cover_malus(cover))
    could = fell.successes if isinstance(fell, HasShot) else successes(aimed.rolled).last
    if could > MOST_DICE:
        at = "fell.successes" if isinstance(fell, HasShot) else "pool"
        raise Unusable(at, f"A throw has at most {MOST_DICE} successes here; this may have {could}.")
    if isinstance(fell, HasShot):
        if isinstance(dodge, Dodges):
            raise Unusable("dodge", "A throw that is rolled meets a dodge that is rolled; this one is still to come.")
        dodged = aimed.dodge.first if aimed.dodge else 0
        number, _ = aimed.left(fell.successes, dodged)
        hits = {number: Fraction(1)} if number else {}
    else:
        hits = {number: chance for number, chance in aimed.outcomes.items() if isinstance(number, int)}
    ways = _ways(bulk, thing, strength, armour, ask)
    return _thrown(ways, hits, aimed, rolled=isinstance(fell, HasShot))


def _ways(bulk: Bulk, thing: ThrowsThing | ThrowsWeapon, strength: int, armour: Armour, ask: Rulings) -> list[Way]:
    """As a thing, and as the weapon that it is. Source: BSR-82."""
    rating = THROWN[bulk].rating
    die = None if rating is None else damage_die(strength + rating, ask)
    found = [Way("as a thing", 0, die, armour.of(DamageType.BLUDGEONING))]
    if isinstance(thing, ThrowsWeapon):
        price = OWN_DAMAGE[thing.kind]
        words = f"{thing.kind.words}, for {wording.count(price, 'hit')}"
        found.append(Way(words, price, damage_die(strength + thing.bonus, ask), armour.of(thing.kind), thing.modifier))
    return found


def _thrown(ways: list[Way], hits: Mapping[int, Fraction], aimed: Shot, *, rolled: bool) -> Answer:
    """A throw that hits so well, each way to use it beside the others."""
    chance = sum(hits.values(), Fraction(0))
    best = max(ways, key=lambda way: way.mean(hits))
    mean = best.mean(hits)
    values = {
        "hit": chance,
        "best": best.words,
        "mean": [way.mean(hits) for way in ways],
        "pools": [str(pool) if (pool := way.blow(max(hits, default=0)).pool) else None for way in ways],
    }
    if not hits:
        return Answer(
            values,
            (
                Verdict(
                    "Missed", (Fact(aimed.at_dice + aimed.distance + aimed.cover, "taken off"),), "The throw misses."
                ),
            ),
        )
    most = max(hits)
    if rolled:
        figure = wording.count(most, "hit")
        facts = [Fact(best.blow(most).words), Fact(wording.decimal(mean), "damage hits on average")]
        said = f"{figure}, {best.words}: {best.blow(most).words} of damage. They lose {most} spirit."
    else:
        figure = wording.percent(chance)
        facts = [Fact(aimed.rolled.words), Fact(best.words), Fact(wording.decimal(mean), "damage hits on average")]
        said = f"You hit {wording.often(chance)}; {best.words} it does most."
    rows = tuple(
        (
            way.words.capitalize(),
            way.blow(most).words if rolled else f"d{way.die.sides}" if way.die else None,
            wording.decimal(way.mean(hits)),
        )
        for way in ways
    )
    columns = ("How", "You roll" if rolled else "Die", "Damage hits on average")
    blocks: list[Block] = [Verdict(figure, tuple(facts), said, None if rolled else Mark.DERIVED)]
    blocks.append(Table("Its weight or its edge", columns, rows, ways.index(best), Mark.DERIVED))
    return Answer(values, tuple(blocks))


@table("bs-thrown")
def throwables() -> Table:
    """What is thrown, by its size."""
    rows = tuple(
        (
            one.words.capitalize(),
            one.malus or None,
            "none" if one.rating is None else f"strength + {one.rating}" if one.rating else "strength",
            f"{one.increment}{wording.NO_BREAK}m",
            one.such,
        )
        for one in THROWN.values()
    )
    return Table("What is thrown", ("Thing", "Malus", "Rating", "Range increment", "Such as"), rows)

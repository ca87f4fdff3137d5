"""The armor test: what a piece rolls, against what, how often it holds, and what it loses (ARM-01 to 09, ARM-22)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.burning_wheel.blocks.armor import becomes, dice_of, obstacle_of
from engine.games.burning_wheel.blocks.odds import drawn, odds_of
from engine.games.burning_wheel.dice import Chain, DiceCount, Obstacle, Pool, Roll, Shade, ob
from engine.games.burning_wheel.dice import read as rolled_of
from engine.games.burning_wheel.forms.armor import ArmorRow, HitPiece, Spent, TheirMight, TheirShade
from engine.games.burning_wheel.forms.rolled import FACES, faces_of
from engine.games.burning_wheel.forms.shields import TheirVa
from engine.games.burning_wheel.readings import armor as read
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules import armor as rules
from engine.games.burning_wheel.rules import armor_wear as wear
from engine.games.burning_wheel.rules.armor import ArmorType, Piece, Quality
from engine.games.burning_wheel.rules.armor_wear import Grace, Held
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.sheet.effects import BatterArmor, Spend
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

CHEST = ArmorRow()
MOST_VA = 5
FELL = Asked("What the armor dice showed", "Empty: not rolled yet", adds=FACES)

Again = Annotated[
    Annotated[int, Between(1, 6)] | None, Asked("Superior armor: the 1, rolled once more", quick=FACES, more=True)
]
Boon = Annotated[int, Between(0, 3), Asked("Persona for more dice", quick=(0, 1, 2, 3), more=True)]


@dataclass(frozen=True, slots=True)
class Met:
    """A blow on a piece: the dice with what artha does to them, the obstacle, and what may become of it."""

    piece: Piece
    attack: Shade
    va: Worked
    dice: Worked
    spent: Spent
    ask: Rulings

    @property
    def against(self) -> Worked:
        """The obstacle, line by line."""
        return rules.obstacle(self.va)

    @property
    def obstacle(self) -> int:
        """Its total."""
        return self.against.total

    @property
    def pool(self) -> Pool:
        """The dice that are rolled."""
        return Pool.of(self.dice.total, self.piece.shade, open_ended=self.spent is Spent.LUCK)

    @property
    def chain(self) -> Chain:
        """How they open, where they do."""
        return chain(self.ask) if self.pool.open_ended else Chain.CHAIN

    @property
    def wears(self) -> bool:
        """Whether 1s count."""
        return wear.can_wear(self.piece.shade, self.attack)

    @property
    def found(self) -> Mapping[Held, Fraction]:
        """The chance of everything that can become of it; a piece loses no more dice than it has."""
        grace = Grace.NONE
        if self.spent is Spent.GRACE:
            grace = Grace.FIRST if read.worn_at_first(self.ask) else Grace.FINAL
        counts = self.wears and read.counts(self.piece, self.ask)
        found: dict[Held, Fraction] = {}
        for held, chance in wear.outcomes(
            self.pool,
            self.obstacle,
            self.piece.quality,
            wears=self.wears,
            counts=counts,
            grace=grace,
            chain=self.chain,
        ).items():
            capped = replace(held, lost=min(held.lost, self.piece.dice))
            found[capped] = found.get(capped, Fraction(0)) + chance
        return found


@calculator("armor-test", rules="ARM-01 ARM-02 ARM-03 ARM-04 ARM-05 ARM-06 ARM-07 ARM-08 ARM-09 ARM-22")
def armor_test(
    piece: HitPiece = CHEST,
    va: TheirVa = 0,
    power: TheirMight = None,
    great_strike: Annotated[bool, Asked("A Great Strike for VA")] = False,
    attack: TheirShade = Shade.BLACK,
    faces: Annotated[str, Longest(60), FELL] = "",
    again: Again = None,
    artha: Annotated[Spent, Asked("Artha on this test", more=True)] = Spent.NONE,
    boon: Boon = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Does my armor stop it?"""
    force = rules.versus_armor(va, power=power, great_strike=great_strike)
    known = {"va": force.total, "obstacle": rules.obstacle(force).total}
    if not piece.dice:
        return _no_test(
            known, "no dice left", f"{piece.words} has no dice left. It stops nothing until it is repaired."
        )
    if not read.tested(piece.shade, attack, ask):
        against = f"{piece.shade.words} against {attack.words}"
        why = f"{piece.shade.words.capitalize()} armor is not tested against a {attack.words} blow: it goes through."
        return _no_test(known, against, why)
    lines = piece.worked.lines
    if more := read.boon(boon, ask):
        lines += (Line(more, "Persona", "ARM-22"),)
    met = Met(piece, attack, force, Worked(lines), artha, ask)
    verdict, *blocks = _ahead(met) if not faces.strip() else _fell(met, faces, again)
    values = {"tested": True, **known, "dice": met.dice.total, **_values(met)}
    effects: list[Effect] = [*_spent(artha, more)]
    if faces.strip():
        held = _settled(met, faces, again)
        values |= {"stopped": held.stopped, "lost": held.lost, "left": piece.dice - held.lost}
        if held.lost:
            effects.append(BatterArmor(piece.location.value, held.lost))
    shown = (verdict, *blocks, dice_of(met.dice), obstacle_of(met.against), *_others(met), *_notes(met, boon))
    return Answer(values, shown, tuple(effects))


def _no_test(known: Mapping[str, Any], fact: str, why: str) -> Answer:
    values = {"tested": False, **known, "dice": 0, "chance": Fraction(0), "wears": Fraction(0)}
    return Answer(values, (Verdict("No test", (Fact(fact),), why),))


def _values(met: Met) -> dict[str, Any]:
    found = met.found
    return {
        "chance": sum((chance for held, chance in found.items() if held.stopped), Fraction(0)),
        "wears": sum((chance for held, chance in found.items() if held.lost), Fraction(0)),
    }


def _spent(artha: Spent, boon: int) -> tuple[Spend, ...]:
    spends = {Spent.LUCK: Spend("fate", 1), Spent.GRACE: Spend("deeds", 1)}
    return (*((spends[artha],) if artha in spends else ()), *((Spend("persona", boon),) if boon else ()))


def _ahead(met: Met) -> tuple[Block, ...]:
    said = _values(met)
    facts = (
        Fact(DiceCount(met.dice.total), "dice"),
        Fact(Obstacle(met.obstacle)),
        Fact(said["wears"], "loses a die"),
    )
    sentence = f"{met.piece.words} stops it {often(said['chance'])}: {met.dice.total}D against {ob(met.obstacle)}."
    bars = () if met.spent is Spent.GRACE else (odds_of(met.pool, met.obstacle, met.ask),)
    return Verdict(wording.percent(said["chance"]), facts, sentence, Mark.DERIVED), *bars, becomes(met.found)


def _lying(met: Met, faces: str) -> Roll:
    """The dice that lie there. Raises `Unusable` where they are not those of the piece."""
    if met.spent is Spent.GRACE and read.worn_at_first(met.ask):
        said = "Your table counts the 1s that fell first: give the faces as they fell, with Saving Grace off."
        raise Unusable("faces", said)
    try:
        return rolled_of(met.pool, faces_of(faces, "faces"), met.chain)
    except Refused as error:
        raise Unusable("faces", str(error)) from None


def _settled(met: Met, faces: str, again: int | None) -> Held:
    """What became of the test. Raises `Unusable` where superior armor lacks the face that settles its wear."""
    lying = _lying(met, faces)
    if met.wears and wear.asks_again(lying.faces, met.piece.quality) and again is None:
        raise Unusable("again", "On superior armor a 1 is rolled once more; put that face here.")
    counts = read.counts(met.piece, met.ask)
    return wear.settle(lying, met.obstacle, met.piece, met.attack, again, counts=counts)


def _fell(met: Met, faces: str, again: int | None) -> tuple[Block, ...]:
    lying, held = _lying(met, faces), _settled(met, faces, again)
    left = f"{met.piece.dice - held.lost}D"
    facts = (
        Fact.count(lying.count.successes, "success", "successes"),
        Fact(Obstacle(met.obstacle)),
        Fact(f"{wording.MINUS}{held.lost}D" if held.lost else "nothing", "lost"),
        Fact(left, "left"),
    )
    end = "The blow is stopped" if held.stopped else "The whole blow goes through"
    wears = f"it loses {wording.count(held.lost, 'die', 'dice')}" if held.lost else "it loses nothing"
    sentence = f"{end}; {wears}. {met.piece.words}: {left} from the next test on."
    return Verdict("Stopped" if held.stopped else "Goes through", facts, sentence), drawn(lying, len(lying.dice))


def _others(met: Met) -> tuple[Table, ...]:
    """What each type would do in its place, unworn."""
    rows = []
    for kind in ArmorType:
        other = replace(met.piece, type=kind, lost=0)
        tested = wear.outcomes(other.pool, met.obstacle, other.quality, wears=met.wears)
        loses = sum((chance for held, chance in tested.items() if held.lost), Fraction(0))
        rows.append((kind, DiceCount(other.dice), rules.stops(other.pool, met.obstacle), loses))
    caption = f"Whole armor of each type on the {met.piece.location.words.lower()}, against {ob(met.obstacle)}"
    current = list(ArmorType).index(met.piece.type)
    return (Table(caption, ("Armor", "Dice", "Stops it", "Loses a die"), tuple(rows), current, Mark.DERIVED),)


def _notes(met: Met, boon: int) -> list[Note]:
    found = []
    if met.piece.location is Location.HEAD:
        found.append(Note(f"On the head that is {met.piece.type.made.headgear}.", rule="ARM-04"))
    if not met.wears:
        text = f"{met.piece.shade.words.capitalize()} armor takes no harm from a {met.attack.words} blow."
        found.append(Note(text, rule="ARM-11"))
    if met.spent is not Spent.NONE or boon:
        found.append(Note(rules.NOT_DOUBLED, rule="ARM-22"))
    return found


@table("armor-types")
def armor_types() -> Table:
    """The five types and their dice by location (ARM-02, ARM-03, ARM-21)."""
    rows: list[tuple[Entry, ...]] = []
    for kind in ArmorType:
        whole = (Piece(location, kind) for location in (Location.LEFT_ARM, Location.TORSO))
        dice = (DiceCount(piece.dice) for piece in (*whole, Piece(Location.LEFT_ARM, kind, half=True)))
        rows.append((kind, *dice))
    return Table("Dice of armor", ("Armor", "Whole", "On the torso", "Half"), tuple(rows))


@table("headgear")
def headgear() -> Table:
    """What is worn on the head with each type (ARM-04)."""
    rows = tuple((kind, DiceCount(Piece(Location.HEAD, kind).dice), kind.made.headgear) for kind in ArmorType)
    return Table("Headgear", ("Armor", "Dice", "On the head"), rows)


@table("armor-odds")
def armor_odds() -> Table:
    """How often black armor stops a blow, by its dice and the VA of the blow (ARM-05, ARM-07)."""
    columns = ("Dice", *(f"VA {va}" if va else "No VA" for va in range(MOST_VA)))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (DiceCount(dice), *(rules.stops(Pool.of(dice), rules.OBSTACLE + va) for va in range(MOST_VA)))
        for dice in range(1, Piece(Location.TORSO, ArmorType.FULL_PLATE).full + 1)
    )
    return Table("How often black armor stops a blow", columns, rows, mark=Mark.DERIVED)


@table("armor-wear")
def armor_wear_odds() -> Table:
    """What one test takes from armor, by its dice and its make (ARM-10)."""
    rows: list[tuple[Entry, ...]] = []
    for dice in range(1, Piece(Location.TORSO, ArmorType.FULL_PLATE).full + 1):
        poor = sum((lost * chance for lost, chance in wear.losses(dice, Quality.POOR).items()), Fraction(0))
        one = (wear.losses(dice, quality)[1] for quality in (Quality.RUN, Quality.SUPERIOR))
        rows.append((DiceCount(dice), f"{wording.decimal(poor)}D", *one))
    columns = ("Dice", "Poor: on average", "Run of the mill: a die", "Superior: a die")
    return Table("What one armor test costs", columns, tuple(rows), mark=Mark.DERIVED)

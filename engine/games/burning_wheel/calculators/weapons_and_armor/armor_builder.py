"""A suit put on a drawn figure piece by piece: its dice, its weight, and what a repair takes (ARM-01 to ARM-21)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, branch
from engine.games.burning_wheel.blocks import armor as drawn
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, Shade
from engine.games.burning_wheel.forms.armor import CHAINMAIL, Armor, ArmorRow, HeavyBoots, Trained, lines_of, suit_of
from engine.games.burning_wheel.readings import armor as read
from engine.games.burning_wheel.rules import armor_weight as weight
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import LIMBS, ArmorType, Piece, Quality, Suit
from engine.games.burning_wheel.rules.armor_wear import TRADES, Mender, repaired
from engine.games.burning_wheel.rules.armor_weight import Burden
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.sheet.effects import WearArmor
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability.parse("B4")


@branch("puts this on")
class PutOn:
    """A piece of this kind on the place that is tapped; where it is worn already, it comes off."""

    type: Annotated[ArmorType, Asked("Armor")] = ArmorType.CHAIN
    half: Annotated[bool, Asked("Half pieces on arms and legs")] = False
    quality: Annotated[Quality, Asked("How it is made", more=True)] = Quality.RUN
    shade: Annotated[Shade, Asked("Shade of the armor", more=True)] = Shade.BLACK

    def tap(self, suit: Suit, location: Location) -> Suit:
        """The suit after a tap there."""
        worn = suit.at(location)
        piece = self._piece(location)
        return suit.without(location) if worn == piece else suit.wearing(piece)

    def does(self, suit: Suit, location: Location) -> str:
        """What a tap there does."""
        piece = self._piece(location)
        if suit.at(location) == piece:
            return "Take it off"
        return f"Put on {'half ' if piece.half else ''}{piece.type.words.lower()}"

    def _piece(self, location: Location) -> ArmorRow:
        return ArmorRow(location, self.type, self.half and location in LIMBS, self.quality, self.shade)


@branch("takes a die off")
class Batter:
    """A blow has worn the place that is tapped."""

    def tap(self, suit: Suit, location: Location) -> Suit:
        """The suit after a tap there."""
        worn = suit.at(location)
        return suit if worn is None else suit.wearing(worn.less(1))

    def does(self, suit: Suit, location: Location) -> str:
        """What a tap there does."""
        worn = suit.at(location)
        return "Take a die off" if worn is not None and worn.dice else "No die to lose"


@branch("puts a die back")
class Restore:
    """Someone has repaired the place that is tapped."""

    def tap(self, suit: Suit, location: Location) -> Suit:
        """The suit after a tap there."""
        worn = suit.at(location)
        return suit if worn is None else suit.wearing(repaired(worn, 1))

    def does(self, suit: Suit, location: Location) -> str:
        """What a tap there does."""
        worn = suit.at(location)
        return "Put a die back" if worn is not None and worn.lost else "Nothing to repair"


@branch("takes it off")
class TakeOff:
    """The place that is tapped is bared."""

    def tap(self, suit: Suit, location: Location) -> Suit:
        """The suit after a tap there."""
        return suit.without(location)

    def does(self, suit: Suit, location: Location) -> str:
        """What a tap there does."""
        return "Take it off" if suit.at(location) is not None else "Bare already"


@dataclass(frozen=True, slots=True)
class Smith:
    """Who repairs the suit, as a group of fields."""

    craft: Annotated[Mender, Asked("Repaired with")] = Mender.ARMORER
    skill: Annotated[Ability, Asked("That skill", quick=("B2", "B3", "B4", "B5"))] = B4


ARMORER = Smith()


@calculator("armor-builder", rules="ARM-01 ARM-02 ARM-03 ARM-04 ARM-20 ARM-21")
def armor_builder(
    tap: Annotated[PutOn | TakeOff | Batter | Restore, Asked("A tap on the figure")] = PutOn(),
    armor: Armor = CHAINMAIL,
    trained: Trained = True,
    boots: HeavyBoots = 0,
    smith: Annotated[Smith, Asked("The repair", more=True)] = ARMORER,
    *,
    ask: Rulings,
) -> Answer:
    """What do I wear, and what does it cost me?"""
    suit = suit_of(armor)
    weighing = read.weighing(suit, ask, trained=trained)
    found = weight.burdens(suit, weighing, trained=trained, boots=boots)
    laden = drawn.Laden(suit, found, weighing)
    figure = drawn.body(suit, lambda where: tap.tap(suit, where), lambda where: tap.does(suit, where), "armor")
    values: dict[str, Any] = {
        **{where.value: piece.dice if (piece := suit.at(where)) else 0 for where in Location},
        "lost": sum(piece.lost for piece in suit),
        **laden.values,
    }
    blocks: list[Block] = [_verdict(laden), figure, _ledger(laden), drawn.felt(laden)]
    if battered := [piece for piece in suit if piece.lost]:
        repairs, more = _repairs(battered, smith, ask)
        blocks.append(repairs)
        values |= more
    if suit.pieces:
        blocks.append(_price(suit))
    kept: tuple[Effect, ...] = (WearArmor(lines_of(suit)),)
    return Answer(values, tuple(blocks), kept)


def _verdict(laden: drawn.Laden) -> Verdict:
    suit = laden.suit
    dice = [piece.dice if (piece := suit.at(where)) else 0 for where in Location]
    least, most = min(dice), max(dice)
    figure = f"{most}D" if least == most else f"{least}D to {most}D"
    lost, bare = sum(piece.lost for piece in suit), len(Location) - len(suit.pieces)
    facts = [Fact(suit.words), Fact(f"{laden.hampered} of {len(weight.Tried)}", "tests hampered")]
    if bare:
        facts.append(Fact.count(bare, "place bare", "places bare"))
    if lost:
        facts.append(Fact(f"{wording.MINUS}{lost}D", "lost to blows"))
    if not suit.pieces:
        return Verdict("Bare", (Fact.count(bare, "place bare", "places bare"),), "You wear no armor.")
    covers = "all six places" if not bare else f"{len(suit.pieces)} of six places"
    sentence = f"{suit.words} on {covers}: {figure}, and {laden.hampered} kinds of tests feel its weight."
    return Verdict(figure, tuple(facts), sentence)


def _ledger(laden: drawn.Laden) -> Table:
    """Every place with its armor, its dice and its weight; what hangs on no piece stands at the end."""
    rows: list[tuple[Entry, ...]] = []
    for where in Location:
        piece = laden.suit.at(where)
        rows.append((where, drawn.described(piece), _weighs(laden, where)))
    for burden in laden.burdens:
        if burden.location is None:
            rows.append((burden.reason, None, drawn.amounts([burden])))
    return Table("Dice and weight", ("Where", "What covers it", "Weighs on"), tuple(rows))


PAIRS = {
    Location.RIGHT_ARM: Location.LEFT_ARM,
    Location.LEFT_ARM: Location.RIGHT_ARM,
    Location.RIGHT_LEG: Location.LEFT_LEG,
    Location.LEFT_LEG: Location.RIGHT_LEG,
}


def _weighs(laden: drawn.Laden, where: Location) -> str | None:
    """What the piece there weighs on; a pair of limbs weighs once, by the heavier of the two."""
    own = _on(laden.burdens, where)
    if own:
        return drawn.amounts(own)
    other = PAIRS.get(where)
    paired = other is not None and laden.suit.at(where) is not None and _on(laden.burdens, other)
    return f"with the {other.words.lower()}" if other is not None and paired else None


def _on(burdens: Sequence[Burden], where: Location) -> list[Burden]:
    return [burden for burden in burdens if burden.location is where]


def _repairs(battered: Sequence[Piece], smith: Smith, ask: Rulings) -> tuple[Table, dict[str, Any]]:
    """What it takes to put every lost die back, a row for each place."""
    rows: list[tuple[Entry, ...]] = []
    repairs: dict[str, list[int]] = {}
    checked(smith.skill.exponent, 0, "smith.skill")
    pool = Pool.of(smith.skill.exponent, smith.skill.shade)
    for piece in battered:
        able = TRADES[smith.craft].takes(piece.type)
        found = read.repaired_by(piece, smith.craft, ask) if able else None
        obstacles = found.obstacles if found else ()
        repairs[piece.location.value] = list(obstacles)
        said = f"Ob{wording.NO_BREAK}{wording.listed(map(str, obstacles))}" if obstacles else "another craft"
        if found and found.beyond:
            said += f"; {found.beyond}D stays lost"
        rows.append((piece.location, DiceCount(piece.lost), said, found.chance(pool) if found and obstacles else None))
    caption = f"Repair: {smith.craft.words} {smith.skill}"
    columns = ("Where", "Lost", "Tests", "All pass")
    return Table(caption, columns, tuple(rows), mark=Mark.DERIVED), {"repairs": repairs}


def _price(suit: Suit) -> Note:
    heaviest = max((piece.type for piece in suit), key=lambda type: type.weight)
    price = f"{Obstacle(heaviest.made.price).words} ({heaviest.made.priced})"
    text = f"A suit of its heaviest type starts at {price}. What single pieces and repairs cost, the book does not say."
    return Note(text, Mark.MISSING, "ARM-12")

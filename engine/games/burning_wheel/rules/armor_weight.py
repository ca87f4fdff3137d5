"""The weight of armor: what each piece hampers, with and without Armor Training (ARM-13 to ARM-21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.advancement import average
from engine.games.burning_wheel.rules.armor import ARMS, LEGS, ArmorType, Piece, Suit
from engine.games.burning_wheel.rules.location import Location
from engine.option import Option
from engine.working import Line, Mark, Worked

BOOTS = 1
"""What heavy boots add where the GM lets them and says no other number. Source: ARM-16."""

MOST_BOOTS = 5


class Hampered(Option):
    """What a piece weighs on. Source: ARM-13 to ARM-19."""

    ALL = "all", "Every test"
    AGILITY = "agility", "Agility and skills from it"
    PERCEPTION = "perception", "Perception"
    SPEED = "speed", "Speed and skills from it"
    STEALTHY = "stealthy", "Stealthy"
    SWIMMING = "swimming", "Swimming"
    CLIMBING = "climbing", "Climbing"


class Tried(Option):
    """What someone in armor tests, as far as armor tells it apart. Source: ARM-14."""

    AGILITY = "agility", "Agility"
    AGILITY_SKILL = "agility-skill", "A skill from Agility"
    SHARED_SKILL = "shared-skill", "A skill from Agility and another stat"
    WEAPON = "weapon", "A weapon skill or Brawling"
    UNARMED = "unarmed", "Boxing or a martial art"
    MISSILE = "missile", "Throwing, a bow, a crossbow, a gun"
    PERCEPTION = "perception", "Perception"
    SPEED = "speed", "Speed"
    SPEED_SKILL = "speed-skill", "A skill from Speed"
    STEALTHY = "stealthy", "Stealthy"
    SWIMMING = "swimming", "Swimming"
    CLIMBING = "climbing", "Climbing"
    OTHER = "other", "Anything else"


@dataclass(frozen=True, slots=True)
class Clumsy:
    """A row of the table: what pieces of one type add to obstacles, and the dice that whole leggings take from Speed.

    `helmet_by_class` is the alternative figure of ARM-18. Source: ARM-13 to ARM-19.
    """

    type: ArmorType
    agility: int
    climbing: int
    breastplate: int
    speed: int
    speed_dice: int
    half_speed: int
    helmet: int
    helmet_by_class: int
    untrained: int


def _clumsy(row: Mapping[str, Any]) -> Clumsy:
    return Clumsy(ArmorType.of(row["type"]), *(row[column] for column in _COLUMNS[1:]))


_COLUMNS = tuple(Clumsy.__dataclass_fields__)
WEIGHTS: Mapping[ArmorType, Clumsy] = {
    row.type: row for row in tables.rows(__file__, "armor_weight.toml", "weight", _COLUMNS, _clumsy)
}


@dataclass(frozen=True, slots=True)
class Weighing:
    """How the table reads what the book leaves open about weight; the defaults are those of the rulings.

    `helmet_by_class`: the class words of the helmet rule, not the helmets it names. `pair_only`: sleeves and leggings
    weigh only where both limbs wear them. `half_keeps_climbing`: half sleeves free Agility alone. `shared`: a skill of
    two roots counts as Agility's. `unarmed`: Boxing and martial arts are hampered, unlike Brawling. `torso_trained`:
    only the torso's type asks for training. `speed_climbs`: Climbing and Swimming count as skills from Speed.
    Source: ARM-13, ARM-15, ARM-18, ARM-19.
    """

    helmet_by_class: bool = False
    pair_only: bool = False
    half_keeps_climbing: bool = False
    shared: bool = True
    unarmed: bool = False
    torso_trained: bool = False
    speed_climbs: bool = False


BOOK = Weighing()


@dataclass(frozen=True, slots=True)
class Burden:
    """One line of the weight: what it hampers, the obstacle it adds, the dice it takes, from which piece, and why."""

    on: Hampered
    obstacle: int
    dice: int
    reason: str
    rule: str
    location: Location | None = None
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Weight:
    """What armor does to one test: lines of the obstacle, and of the dice, which are 0 or less."""

    obstacle: Worked
    dice: Worked

    @property
    def nothing(self) -> bool:
        """Whether the test feels nothing of it."""
        return not self.obstacle.total and not self.dice.total


def _worn(suit: Suit, pair: Sequence[Location], weighing: Weighing) -> tuple[Piece, ...]:
    """The pieces of a pair of limbs that weigh: none where the table wants both and one is bare."""
    pieces = tuple(piece for piece in suit if piece.location in pair)
    return () if weighing.pair_only and len(pieces) < len(pair) else pieces


def _arms(suit: Suit, weighing: Weighing) -> list[Burden]:
    """Sleeves weigh as a pair, by the heavier of the two. Source: ARM-15, ARM-21."""
    worn = _worn(suit, ARMS, weighing)
    found = []
    for on, column in ((Hampered.AGILITY, "agility"), (Hampered.CLIMBING, "climbing")):
        freed = on is Hampered.AGILITY or not weighing.half_keeps_climbing
        amounts = {piece: 0 if piece.half and freed else getattr(WEIGHTS[piece.type], column) for piece in worn}
        heaviest = max(worn, key=lambda piece: amounts[piece], default=None)
        if heaviest is not None and amounts[heaviest]:
            words = f"{'Half sleeves' if heaviest.half else 'Sleeves'} of {heaviest.type.words.lower()}"
            found.append(Burden(on, amounts[heaviest], 0, words, "ARM-15", heaviest.location))
    return found


def _legs(suit: Suit, weighing: Weighing) -> list[Burden]:
    """Leggings weigh as a pair, by the heavier of the two: a die is more than an obstacle. Source: ARM-19, ARM-21."""

    def weigh(piece: Piece) -> tuple[int, int]:
        clumsy = WEIGHTS[piece.type]
        return (0, clumsy.half_speed) if piece.half else (clumsy.speed_dice, clumsy.speed)

    heaviest = max(_worn(suit, LEGS, weighing), key=weigh, default=None)
    if heaviest is None or weigh(heaviest) == (0, 0):
        return []
    dice, obstacle = weigh(heaviest)
    words = f"{'Half leggings' if heaviest.half else 'Leggings'} of {heaviest.type.words.lower()}"
    return [Burden(Hampered.SPEED, obstacle, -dice, words, "ARM-19", heaviest.location)]


def untrained(suit: Suit, *, torso_only: bool = False) -> Burden | None:
    """What someone without Armor Training suffers in every test: by the heaviest type, or the torso's.

    None where there is nothing to suffer. Source: ARM-13.
    """
    asking = [piece for piece in suit if not torso_only or piece.location is Location.TORSO]
    heaviest = max(asking, key=lambda piece: piece.type.weight, default=None)
    if heaviest is None or not WEIGHTS[heaviest.type].untrained:
        return None
    words = f"No Armor Training: {heaviest.type.words.lower()}"
    return Burden(Hampered.ALL, WEIGHTS[heaviest.type].untrained, 0, words, "ARM-13")


def burdens(suit: Suit, weighing: Weighing = BOOK, *, trained: bool = True, boots: int = 0) -> tuple[Burden, ...]:
    """Everything that a suit hampers, a line for each piece and what it weighs on; lines of one thing add up.

    `boots` is what the GM lets heavy boots add to Speed, 0 to 5. Dice that a piece has lost change nothing.
    Source: ARM-13 to ARM-21.
    """
    found: list[Burden] = []
    lacking = None if trained else untrained(suit, torso_only=weighing.torso_trained)
    if lacking is not None:
        found.append(lacking)
    helmet, breastplate = suit.at(Location.HEAD), suit.at(Location.TORSO)
    if helmet is not None:
        clumsy = WEIGHTS[helmet.type]
        amount = clumsy.helmet_by_class if weighing.helmet_by_class else clumsy.helmet
        if amount:
            words = helmet.type.made.headgear
            reason = f"{words[:1].upper()}{words[1:]}"
            found.append(Burden(Hampered.PERCEPTION, amount, 0, reason, "ARM-18", Location.HEAD))
    if breastplate is not None and WEIGHTS[breastplate.type].breastplate:
        amount = WEIGHTS[breastplate.type].breastplate
        words = f"Breastplate of {breastplate.type.words.lower()}"
        found += [
            Burden(on, amount, 0, words, "ARM-17", Location.TORSO) for on in (Hampered.STEALTHY, Hampered.SWIMMING)
        ]
    found += [*_arms(suit, weighing), *_legs(suit, weighing)]
    if boots:
        found.append(Burden(Hampered.SPEED, boots, 0, "Heavy boots", "ARM-16"))
    return tuple(found)


def reached(tried: Tried, weighing: Weighing = BOOK) -> frozenset[Hampered]:
    """What of armor's weight a test feels. Source: ARM-14 to ARM-19.

    Weapon skills and Brawling do not feel the sleeves, throwing and shooting do. Stealthy is a skill from Speed.
    """
    on = {Hampered.ALL}
    agile = {Tried.AGILITY, Tried.AGILITY_SKILL, Tried.MISSILE}
    agile |= {Tried.SHARED_SKILL} if weighing.shared else set()
    agile |= {Tried.UNARMED} if weighing.unarmed else set()
    quick = {Tried.SPEED, Tried.SPEED_SKILL, Tried.STEALTHY}
    quick |= {Tried.CLIMBING, Tried.SWIMMING} if weighing.speed_climbs else set()
    if tried in agile:
        on.add(Hampered.AGILITY)
    if tried in quick:
        on.add(Hampered.SPEED)
    named = next((one for one in Hampered if one.value == tried.value), None)
    return frozenset(on if named is None else {*on, named})


def weight(found: Sequence[Burden], tried: Tried, weighing: Weighing = BOOK) -> Weight:
    """What those burdens do to one test. Source: ARM-14.

    >>> suit = Suit.whole(ArmorType.CHAIN)
    >>> felt = weight(burdens(suit), Tried.STEALTHY)
    >>> felt.obstacle.total, felt.dice.total
    (2, -1)
    """
    on = reached(tried, weighing)
    felt = [burden for burden in found if burden.on in on]
    obstacle = tuple(Line(one.obstacle, one.reason, one.rule, one.mark) for one in felt if one.obstacle)
    dice = tuple(Line(one.dice, one.reason, one.rule, one.mark) for one in felt if one.dice)
    return Weight(Worked(obstacle), Worked(dice))


def reflexes(perception: int, agility: int, speed: int, found: Sequence[Burden] = (), *, up: bool = False) -> int:
    """Reflexes as leggings leave them: the average of three stats, with the dice off Speed, which never passes 0.

    `up` rounds the average up, as some tables do. Source: ARM-19, HUB-40.
    """
    taken = sum(burden.dice for burden in found if burden.on is Hampered.SPEED)
    return average([perception, agility, max(0, speed + taken)], up=up)

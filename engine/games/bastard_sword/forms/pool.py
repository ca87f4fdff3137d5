"""Fields that ask for dice, what they are held against, and how they fell."""

from typing import Annotated

from engine.forms import Asked, Between, Longest, Unusable, branch, sheet
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.dice.roll import Roll, read, roll
from engine.games.bastard_sword.rules.attributes import MOST_SCORE, Attribute
from engine.games.bastard_sword.rules.difficulty import MOST_DIFFICULTY, MOST_MALUS
from engine.games.bastard_sword.rules.skills import MOST_RANK
from engine.games.bastard_sword.rules.spirit import MOST_SPIRIT
from engine.refused import Refused
from engine.wording import quoted

QUICK_POOLS = ("1d6", "3d6", "3d8", "4d8", "5d10")
POOL_HINT = "As in 4d8, or 3d8+2d6 together"

YourDice = Annotated[Pool, Asked("Your dice", POOL_HINT, quick=QUICK_POOLS), sheet("skill")]
TheirDice = Annotated[Pool, Asked("Their dice", POOL_HINT, quick=QUICK_POOLS)]
SomeDice = Annotated[Pool, Asked("Dice", POOL_HINT, quick=QUICK_POOLS)]
Difficulty = Annotated[int, Between(0, MOST_DIFFICULTY), Asked("Difficulty", gm=True, quick=(0, 1, 3, 10))]
Malus = Annotated[int, Between(0, MOST_MALUS), Asked("Malus", "Successes taken off the roll", quick=(0, 1, 3))]
TheirMalus = Annotated[int, Between(0, MOST_MALUS), Asked("Their malus", quick=(0, 1, 3), more=True)]
Rank = Annotated[int, Between(0, MOST_RANK), Asked("Skill rank", quick=(0, 1, 2, 3)), sheet("rank")]
FamilyRank = Annotated[int, Between(0, MOST_RANK), Asked("Family rank", quick=(0, 1, 2)), sheet("family-rank")]
SCORE = Between(0, MOST_SCORE)
QUICK_SCORES = (2, 3, 4, 5, 6)
SpiritNow = Annotated[int | None, Between(0, MOST_SPIRIT), Asked("Your spirit now"), sheet("spirit")]
FourD8 = Pool.parse("4d8")
MOST_SEED = 999_999_999


class Pair:
    """Fields for the two attributes of a skill; one that is paired with itself counts twice."""

    First = Annotated[int, SCORE, Asked("First attribute", quick=QUICK_SCORES), sheet("first")]
    Second = Annotated[int, SCORE, Asked("Second attribute", quick=QUICK_SCORES), sheet("second")]


@branch("I rolled them")
class Typed:
    """Dice that the reader rolled."""

    faces: Annotated[str, Longest(200), Asked("Faces", "As they fell, in the order of the dice: 7 4 8 2")] = "7 4 8 2"


@branch("Roll for me")
class Seeded:
    """Dice that fall here. The same seed gives the same faces, so that a link shows the same roll."""

    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more rolls them anew")] = 1


def fallen(pool: Pool, fell: Typed | Seeded, at: str) -> Roll:
    """The dice as they lie. Raises `Unusable` at the field `at` where the faces are not those of the pool."""
    if isinstance(fell, Seeded):
        return roll(pool, fell.seed)
    said = fell.faces.replace(",", " ").split()
    if not all(face.isascii() and face.isdecimal() for face in said):
        raise Unusable(
            f"{at}.faces", f"Faces are numbers with spaces between, such as 7 4 8 2; this says {quoted(fell.faces)}."
        )
    try:
        return read(pool, [int(face) for face in said])
    except Refused as error:
        raise Unusable(f"{at}.faces", str(error)) from None


def total_of(first: int, second: int, at: tuple[str, str] = ("first", "second")) -> int:
    """The sum of a skill's two attributes. Raises `Unusable` where one of them is 0. Source: BSR-06."""
    for score, field in zip((first, second), at, strict=True):
        if not score:
            raise Unusable(
                field, "An attribute of 0 rules out every skill that rests on it; this takes 1 or more, and says 0."
            )
    return first + second


PAIRS = tuple((one, other) for place, one in enumerate(Attribute) for other in tuple(Attribute)[place:])
"""Every pair of attributes, an attribute with itself among them."""

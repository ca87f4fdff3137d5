"""Crossing the Tideway: odds, and the dice as they fall."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Dice, Face, Fact, Odds, Roll, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.rulings import Rulings
from tests.second_game.dice import Hand, worth
from tests.second_game.lamp import Lamp
from tests.second_game.sheet import Burn

DEPTH = Between(-8, 40)
TYPICAL = Hand.parse("d12 d4")


def ones_take(ask: Rulings) -> bool:
    """Whether a 1 takes a success away. Source: LAN-01."""
    return ask["ones"] == "take"


@calculator("lantern-crossing", rules="LAN-01")
def crossing(
    hand: Annotated[Hand, Asked("Dice", "As in 2d12 d4"), sheet("hand")] = TYPICAL,
    depth: Annotated[int, DEPTH, Asked("How deep it is")] = 2,
    *,
    ask: Rulings,
) -> Answer:
    """Do you get across?"""
    law = hand.law(ones_take(ask))
    chance = law.at_least(depth)
    said = f"{wording.percent(chance)} to reach {wording.number(depth)} with {hand}."
    sample = " ".join(str(max(1, sides - 2)) for sides in hand.sides)
    odds = Odds(
        tuple(weight for _, weight in law),
        depth,
        said,
        roll=Roll("lantern-throw", str(hand), f"Roll {hand}", sample),
        first=law.first,
    )
    return Answer(
        {"probability": chance, "mean": law.mean, "least": law.first},
        (Verdict(wording.percent(chance), (Fact(str(hand), "dice"), Fact(depth, "depth")), said), odds),
        effects=(Burn(1),),
    )


@dataclass(frozen=True, slots=True)
class Typed:
    """Dice that the reader rolled, those of most sides first."""

    faces: Annotated[str, Longest(40), Asked("Faces")] = "10 3"

    words: ClassVar[str] = "I rolled them"


@dataclass(frozen=True, slots=True)
class Seeded:
    """Dice that fall here."""

    seed: Annotated[int, Between(0, 999_999_999), Asked("Roll number")] = 1

    words: ClassVar[str] = "Roll for me"


@calculator("lantern-throw", rules="LAN-01")
def throw(
    pool: Annotated[Hand, Asked("Dice")] = TYPICAL,
    obstacle: Annotated[int, DEPTH, Asked("How deep it is")] = 2,
    fell: Annotated[Typed | Seeded, Asked("The roll")] = Typed(),
    *,
    ask: Rulings,
) -> Answer:
    """What do these dice say?"""
    if isinstance(fell, Seeded):
        random = Random(fell.seed)
        faces = [random.randint(1, sides) for sides in pool.sides]
    else:
        faces = read(pool, fell.faces)
    each = [worth(face, ones_take(ask)) for face in faces]
    passes = sum(each) >= obstacle
    figure = wording.number(sum(each))
    sentence = f"{figure} against {wording.number(obstacle)}: {'across' if passes else 'swept away'}."
    shown = tuple(
        Face(face, amount > 0, f"d{sides}", sides=sides)
        for face, amount, sides in zip(faces, each, pool.sides, strict=True)
    )
    return Answer(
        {
            "successes": sum(each),
            "faces": faces,
            "by_kind": by_kind(pool, faces),
            "still_to_roll": 0,
            "passes": passes,
        },
        (
            Verdict(figure, (Fact("across" if passes else "swept away"),), sentence),
            Dice(shown, sentence),
            Lamp(len([one for one in each if one > 0]), "What the dice light."),
        ),
    )


def read(pool: Hand, typed: str) -> list[int]:
    """The faces that were typed. Raises `Unusable` where they are not those of the dice."""
    said = typed.replace(",", " ").split()
    faces = [int(face) if face.isascii() and face.isdecimal() else 0 for face in said]
    if len(faces) != len(pool.sides) or not all(
        1 <= face <= most for face, most in zip(faces, pool.sides, strict=True)
    ):
        raise Unusable("fell.faces", f"This takes the faces of {pool} in that order; it says {wording.quoted(typed)}.")
    return faces


def by_kind(pool: Hand, faces: Sequence[int]) -> list[list[int]]:
    pairs = zip(pool.sides, faces, strict=True)
    return [[face for _, face in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]

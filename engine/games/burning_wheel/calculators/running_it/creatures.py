"""Traits and bodies that change a roll (NPC-11)."""

from typing import Annotated

from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.games.burning_wheel.dice import DiceCount
from engine.games.burning_wheel.rules import creatures as rules
from engine.games.burning_wheel.rules.creatures import GIVEN, Doing, Gift
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.working import Line, Mark

MOST_DICE = 20


@calculator("creature", rules="NPC-11")
def creature(
    doing: Annotated[Doing, Asked("They")] = Doing.LOCK,
    gifts: Annotated[frozenset[Gift], Asked("They have")] = frozenset({Gift.EIGHT_LEGGED, Gift.SPIDER}),
    dice: Annotated[int, Between(0, MOST_DICE), Asked("Dice without it", quick=(3, 4, 5, 6))] = 5,
    hit: Annotated[Coordinate, Asked("The blow on them", more=True)] = Coordinate(7),
) -> Answer:
    """What does its body do for it here?"""
    found, struck = rules.given(gifts, doing), doing is Doing.STRUCK
    lines = [Line(one.dice, one.gift.words, "NPC-11") for one in found if one.dice]
    lands = rules.lands(hit, gifts) if struck else hit
    total = sum(line.amount for line in lines) + (0 if struck else dice)
    if struck:
        figure, facts = str(lands), (Fact(str(hit), "the blow"), Fact(DiceCount(total), "of armor"))
        sentence = f"A blow of {hit} lands at {lands}, after {total} dice of natural armor."
    else:
        figure, facts = f"{total}D", (Fact(doing.words), Fact(dice, "without it"))
        sentence = f"{doing.words[:1].upper()}{doing.words[1:]}: {total}D, of which {total - dice} for what they are."
        lines = [Line(dice, "Dice without it"), *lines]
    blocks: list[Block] = [Verdict(figure, facts, sentence)]
    if lines:
        blocks.append(Working(tuple(lines), total, "in armor" if struck else "rolled", "D"))
    blocks += [Note(one.words) for one in found if one.words]
    if doing is Doing.MAINTAIN and Gift.EIGHT_LEGGED in gifts:
        said = "The example counts the eight legs on a Maintain once, and says later that they help Closing alone."
        blocks.append(Note(said, mark=Mark.DERIVED))
    return Answer({"dice": total, "lands": str(lands), "said": len(found)}, tuple(blocks))


@table("creature-gifts")
def gifts() -> Table:
    """What each trait does."""
    rows = tuple(
        (
            one.gift.words,
            ", ".join(do.words for do in Doing if do in one.does),
            f"{one.dice}D" if one.dice else None,
            one.words or None,
        )
        for one in GIVEN
    )
    return Table("What bodies do by the way", ("Trait or body", "When they", "Dice", "Besides"), rows)

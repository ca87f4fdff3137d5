"""The weight of armor: what each piece hampers, the mixed suit and the untrained wearer (ARM-13 to ARM-21)."""

from collections.abc import Sequence
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.armor import Laden, amounts, felt, hampers
from engine.games.burning_wheel.forms.armor import CHAINMAIL, Armor, HeavyBoots, Trained, lines_of, suit_of
from engine.games.burning_wheel.readings import armor as read
from engine.games.burning_wheel.rules import armor_weight as rules
from engine.games.burning_wheel.rules.armor import ARMS, LEGS, ArmorType, Piece, Suit
from engine.games.burning_wheel.rules.armor_weight import Tried, Weight
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.sheet.effects import WearArmor
from engine.rulings import Rulings

STAT = Between(0, 10)


@calculator("armor-weight", rules="ARM-13 ARM-14 ARM-15 ARM-16 ARM-17 ARM-18 ARM-19 ARM-20 ARM-21")
def armor_weight(
    armor: Armor = CHAINMAIL,
    tried: Annotated[Tried, Asked("What you test")] = Tried.STEALTHY,
    trained: Trained = True,
    boots: HeavyBoots = 0,
    perception: Annotated[int, STAT, Asked("Your Perception, for Reflexes", more=True), sheet("perception")] = 4,
    agility: Annotated[int, STAT, Asked("Your Agility", more=True), sheet("agility")] = 4,
    speed: Annotated[int, STAT, Asked("Your Speed", more=True), sheet("speed")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """What does my armor hamper?"""
    suit = suit_of(armor)
    weighing = read.weighing(suit, ask, trained=trained)
    laden = Laden(suit, rules.burdens(suit, weighing, trained=trained, boots=boots), weighing)
    up = read.rounds_up((perception, agility, speed), laden.burdens, ask)
    reflexes, free = (rules.reflexes(perception, agility, speed, found, up=up) for found in (laden.burdens, ()))
    tested = laden.felt(tried)
    values = {**laden.values, "obstacle": tested.obstacle.total, "dice": tested.dice.total, "reflexes": reflexes}
    blocks: list[Block] = [_verdict(laden, tried)]
    blocks += _ledgers(tested)
    blocks += [felt(laden, tried), hampers(laden.burdens)]
    if reflexes != free:
        text = f"Reflexes are worked out again with the Speed that is left: {reflexes} in place of {free}."
        blocks.append(Note(text, rule="ARM-19"))
    return Answer(values, tuple(blocks), (WearArmor(lines_of(suit)),))


def _in_words(felt: Weight) -> str:
    """ "+2 Ob", "+2 Ob, −1D", "free"."""
    said = [f"{wording.signed(felt.obstacle.total)}{wording.NO_BREAK}Ob"] if felt.obstacle.total else []
    said += [f"{wording.signed(felt.dice.total)}D"] if felt.dice.total else []
    return ", ".join(said) or "Free"


def _verdict(laden: Laden, tried: Tried) -> Verdict:
    tested = laden.felt(tried)
    facts = [Fact(laden.suit.words), Fact(f"{laden.hampered} of {len(Tried)}", "tests hampered")]
    if laden.untrained:
        facts.append(Fact(f"+{laden.untrained} Ob", "without training"))
    said = f"{tried.words} feels nothing of it." if tested.nothing else f"{tried.words}: {_in_words(tested)}."
    return Verdict(_in_words(tested), tuple(facts), said)


def _ledgers(felt: Weight) -> list[Block]:
    found: list[Block] = []
    if felt.obstacle.lines:
        found.append(Working(felt.obstacle.lines, felt.obstacle.total, "Added to the obstacle"))
    if felt.dice.lines:
        found.append(Working(felt.dice.lines, felt.dice.total, "Dice", "D"))
    return found


@table("armor-weights")
def armor_weights() -> Table:
    """What each piece of each type hampers (ARM-13 to ARM-19)."""
    shapes: dict[str, tuple[Sequence[Location], bool]] = {
        "Sleeves": (ARMS, False),
        "Half sleeves": (ARMS, True),
        "Breastplate": ((Location.TORSO,), False),
        "Leggings": (LEGS, False),
        "Half leggings": (LEGS, True),
        "Helmet": ((Location.HEAD,), False),
    }
    rows: list[tuple[Entry, ...]] = []
    for words, (places, half) in shapes.items():
        suits = (Suit(tuple(Piece(place, kind, half) for place in places)) for kind in ArmorType)
        rows.append((words, *(amounts(rules.burdens(suit)) for suit in suits)))
    bare = (rules.untrained(Suit((Piece(Location.TORSO, kind),))) for kind in ArmorType)
    rows.append(("No Armor Training", *(amounts(() if one is None else (one,)) for one in bare)))
    return Table("What each piece hampers", ("Piece", *(kind.words for kind in ArmorType)), tuple(rows))

"""The weight of armor: what each piece hampers, the mixed suit and the untrained wearer (ARM-13 to ARM-21)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.armor import hampers
from engine.games.burning_wheel.forms.armor import CHAINMAIL, Armor, Trained, lines_of, suit_of
from engine.games.burning_wheel.readings import armor as read
from engine.games.burning_wheel.rules import armor_weight as rules
from engine.games.burning_wheel.rules.armor import ARMS, LEGS, ArmorType, Piece, Suit
from engine.games.burning_wheel.rules.armor_weight import MOST_BOOTS, Burden, Hampered, Tried, Weighing, Weight
from engine.games.burning_wheel.rules.location import Location
from engine.games.burning_wheel.sheet.effects import WearArmor
from engine.rulings import Rulings

STAT = Between(0, 10)


@dataclass(frozen=True, slots=True)
class Laden:
    """Someone in armor: the suit, what it hampers, how the table reads it, and what is tested."""

    suit: Suit
    burdens: tuple[Burden, ...]
    weighing: Weighing
    tried: Tried

    def felt(self, tried: Tried) -> Weight:
        """What armor does to a test."""
        return rules.weight(self.burdens, tried, self.weighing)

    @property
    def untrained(self) -> int:
        """What lacking training adds to every test."""
        return sum(burden.obstacle for burden in self.burdens if burden.on is Hampered.ALL)


@calculator("armor-weight", rules="ARM-13 ARM-14 ARM-15 ARM-16 ARM-17 ARM-18 ARM-19 ARM-20 ARM-21")
def armor_weight(
    armor: Armor = CHAINMAIL,
    tried: Annotated[Tried, Asked("What you test")] = Tried.STEALTHY,
    trained: Trained = True,
    boots: Annotated[int, Between(0, MOST_BOOTS), Asked("Heavy boots: obstacle", gm=True, quick=(0, 1), more=True)] = 0,
    perception: Annotated[int, STAT, Asked("Your Perception, for Reflexes", more=True), sheet("perception")] = 4,
    agility: Annotated[int, STAT, Asked("Your Agility", more=True), sheet("agility")] = 4,
    speed: Annotated[int, STAT, Asked("Your Speed", more=True), sheet("speed")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """What does my armor hamper?"""
    suit = suit_of(armor)
    weighing = read.weighing(suit, ask, trained=trained)
    laden = Laden(suit, rules.burdens(suit, weighing, trained=trained, boots=boots), weighing, tried)
    up = read.rounds_up((perception, agility, speed), laden.burdens, ask)
    reflexes, free = (rules.reflexes(perception, agility, speed, found, up=up) for found in (laden.burdens, ()))
    felt = laden.felt(tried)
    values = {**_values(laden), "obstacle": felt.obstacle.total, "dice": felt.dice.total, "reflexes": reflexes}
    blocks: list[Block] = [_verdict(laden, felt)]
    blocks += _ledgers(felt)
    blocks += [_everything(laden), hampers(laden.burdens)]
    if reflexes != free:
        text = f"Reflexes are worked out again with the Speed that is left: {reflexes} in place of {free}."
        blocks.append(Note(text, rule="ARM-19"))
    return Answer(values, tuple(blocks), (WearArmor(lines_of(suit)),))


def _values(laden: Laden) -> dict[str, Any]:
    found: dict[str, Any] = {"untrained": laden.untrained}
    for tried in Tried:
        felt = laden.felt(tried)
        found[tried.value.replace("-", "_")] = felt.obstacle.total
        found[f"{tried.value.replace('-', '_')}_dice"] = felt.dice.total
    return found


def _in_words(felt: Weight) -> str:
    """ "+2 Ob", "+2 Ob, −1D", "free"."""
    said = [f"{wording.signed(felt.obstacle.total)}{wording.NO_BREAK}Ob"] if felt.obstacle.total else []
    said += [f"{wording.signed(felt.dice.total)}D"] if felt.dice.total else []
    return ", ".join(said) or "Free"


def _verdict(laden: Laden, felt: Weight) -> Verdict:
    hampered = sum(not laden.felt(tried).nothing for tried in Tried)
    facts = [Fact(laden.suit.words), Fact(f"{hampered} of {len(Tried)}", "kinds of tests hampered")]
    if laden.untrained:
        facts.append(Fact(f"+{laden.untrained} Ob", "without training"))
    what = f"{laden.tried.words}: {_in_words(felt)}."
    return Verdict(
        _in_words(felt), tuple(facts), what if not felt.nothing else f"{laden.tried.words} feels nothing of it."
    )


def _ledgers(felt: Weight) -> list[Block]:
    found: list[Block] = []
    if felt.obstacle.lines:
        found.append(Working(felt.obstacle.lines, felt.obstacle.total, "Added to the obstacle"))
    if felt.dice.lines:
        found.append(Working(felt.dice.lines, felt.dice.total, "Dice", "D"))
    return found


def _everything(laden: Laden) -> Table:
    """Every kind of test with what armor does to it."""
    rows = []
    for tried in Tried:
        felt = laden.felt(tried)
        obstacle = wording.signed(felt.obstacle.total) if felt.obstacle.total else None
        dice = f"{wording.signed(felt.dice.total)}D" if felt.dice.total else None
        rows.append((tried, obstacle, dice))
    return Table("What each test feels", ("You test", "Obstacle", "Dice"), tuple(rows), list(Tried).index(laden.tried))


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
        rows.append((words, *(_cell(rules.burdens(suit)) for suit in suits)))
    bare = (rules.untrained(Suit((Piece(Location.TORSO, kind),))) for kind in ArmorType)
    rows.append(("No Armor Training", *(_cell(() if one is None else (one,)) for one in bare)))
    return Table("What each piece hampers", ("Piece", *(kind.words for kind in ArmorType)), tuple(rows))


SHORT = {Hampered.ALL: "every test", Hampered.AGILITY: "Agility", Hampered.SPEED: "Speed"}


def _cell(found: Sequence[Burden]) -> str | None:
    amounts: dict[str, list[str]] = {}
    for burden in found:
        amount = f"+{burden.obstacle}{wording.NO_BREAK}Ob" if burden.obstacle else f"{wording.signed(burden.dice)}D"
        amounts.setdefault(amount, []).append(SHORT.get(burden.on, burden.on.words))
    return "; ".join(f"{amount} {wording.listed(on)}" for amount, on in amounts.items()) or None

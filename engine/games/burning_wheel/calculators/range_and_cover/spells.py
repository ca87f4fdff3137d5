"""Spells, prayers and bombs in the positioning test (RNC-43)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.dice import Chain, DiceCount, Pool
from engine.games.burning_wheel.forms.ranges import DICE
from engine.games.burning_wheel.forms.test import OWN
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.spells_in_conflict import as_bomb
from engine.games.burning_wheel.rules import positioning_at_range as positioning
from engine.games.burning_wheel.rules import range_spells as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.positioning_at_range import Side
from engine.games.burning_wheel.rules.range_spells import TOOLS, Cancels
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark


class Magic(Option):
    """A row of the list, by its key. Source: RNC-43."""

    PRESENCE = "presence", "Presence Origin"
    PRESENCE_AREA = "presence-area", "Presence Origin and Area"
    SIGHT = "sight", "Sight Origin"
    NATURAL = "natural", "Natural Effect"
    PACES = "paces", "an Area in paces"
    TENS = "tens", "an Area in tens of paces"
    HUNDREDS = "hundreds", "an Area in hundreds of paces"
    MILES = "miles", "an Area in miles"
    TEN_MILES = "ten-miles", "an Area in tens of miles"
    MINOR = "minor", "Minor Miracle, Purification, Hindrance, Blessing"
    INTERCESSION = "intercession", "Intercession"
    MAJOR = "major", "Major Miracle"


B4 = Ability.parse("B4")


@calculator("range-spell", rules="RNC-43 FAI-10")
def range_spell(
    magic: Annotated[Magic, Asked("You use")] = Magic.TENS,
    harder: Annotated[int, Between(0, 20), Asked("Obstacle you add for more dice", quick=(0, 1, 2, 4))] = 2,
    perception: Annotated[Ability, Asked("What you test", quick=("B3", "B4", "B5", "B6")), sheet("perception")] = B4,
    theirs: Annotated[Pool, Asked("Their dice, cover among them", quick=("B5", "B6", "B7", "B8"))] = Pool.of(6),
    cover: Annotated[int, DICE, Asked("Of these, dice of cover", more=True, quick=(0, 1, 2))] = 0,
    against: Annotated[int, DICE, Asked("Range dice of their weapon", more=True, quick=(0, 1, 2, 4))] = 2,
    faster: Annotated[bool, Asked("Their spell takes longer than yours", more=True)] = False,
    other: Annotated[int, Between(0, 20), Asked("Other dice", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How many dice does magic give in position?"""
    tool = TOOLS[magic.value]
    perceives = ELEMENTS["perception"]
    hurt = feels(wounds, perception, ask, perceives)
    if hurt.gone:
        return no_test(hurt.gone)
    bomb = as_bomb((tool,), against, ask)
    worked = rules.dice(tool, harder=harder, against=against, faster=faster, as_bomb=bomb)
    left = perception.exponent - min(hurt.lost, perception.exponent)
    pool = Pool.of(min(60, left + worked.total + other), perception.shade, open_ended(perceives, ask))
    covered = min(cover, theirs.groups[0].count)
    rival = theirs.plus(rules.cover_left(tool.cancels, covered) - covered)
    opens = chain(ask) if pool.open_ended or rival.open_ended else Chain.CHAIN
    found = positioning.chances(Side(pool, hurt.added), Side(rival), chain=opens)
    facts = (Fact(DiceCount(pool.dice), "dice in all"), Fact(found.win, "you win"), Fact(found.tie, "a tie"))
    said = f"{tool.name} gives {worked.total}D: you win {wording.often(found.win)}."
    blocks: list[Block] = [
        Verdict(f"+{worked.total}D", facts, said, Mark.DERIVED),
        Working(worked.lines, worked.total, "Range dice", "D"),
        *_notes(tool, harder),
        *ledger(hurt, perception.exponent, 0, words="What you test", against=OWN),
    ]
    values = {"dice": worked.total, "pool": pool.dice, "theirs": rival.dice, "win": found.win, "tie": found.tie}
    return Answer(values, tuple(blocks))


def _notes(tool: rules.Tool, harder: int) -> list[Note]:
    """What else it does, and obstacle that buys nothing."""
    notes = []
    if tool.cancels is not Cancels.NOTHING:
        notes.append(Note(f"{tool.cancels.words[:1].upper()}{tool.cancels.words[1:]}.", rule="RNC-43"))
    if harder and not tool.step:
        notes.append(Note("More obstacle buys no dice here.", rule="RNC-43"))
    elif tool.step and harder % tool.step:
        notes.append(Note(f"Dice come for each {tool.step} of obstacle; the rest buys none.", rule="RNC-43"))
    if not tool.prayer:
        notes.append(Note("Casting costs one success of your margin, once a volley.", rule="RNC-11"))
    return notes


@table("range-magic")
def range_magic() -> Table:
    """Range dice of spells and prayers (RNC-43)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.name, DiceCount(one.dice), _bought(one), _cover(one)) for one in TOOLS.values()
    )
    return Table("Spells and prayers in position", ("What", "Range dice", "More", "Cover"), rows)


def _bought(tool: rules.Tool) -> str | None:
    return f"+{tool.gain}D for +{tool.step} Ob" if tool.step else None


def _cover(tool: rules.Tool) -> str | None:
    return None if tool.cancels is Cancels.NOTHING else tool.cancels.words

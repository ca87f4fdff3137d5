"""One blow from start to end: what may become of it before any die falls, exactly (WPN-42)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict
from engine.calculators import calculator
from engine.games.burning_wheel.blocks.blow import SetUp, bars, ends_of, landed_on, set_up
from engine.games.burning_wheel.forms.armor import Armor, rows_of, suit_of
from engine.games.burning_wheel.forms.blows import (
    How,
    Swung,
    TheirDice,
    TheirOb,
    TheirSkill,
    YourTolerances,
    YourWounds,
)
from engine.games.burning_wheel.forms.wounds import Preset
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.games.burning_wheel.rules.blow import WOUNDS, End, Odds, odds
from engine.games.burning_wheel.rules.damage import LANDED
from engine.games.burning_wheel.rules.wounds import Level
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability.parse("B4")
PLATED = rows_of(Suit.whole(ArmorType.PLATED_LEATHER))


@calculator("one-blow", rules="WPN-42")
def one_blow(
    skill: TheirSkill = B4,
    how: How = Swung(),
    tolerances: YourTolerances = Preset(),
    armor: Armor = PLATED,
    obstacle: TheirOb = None,
    dice: TheirDice = 0,
    wounds: YourWounds = (),
    *,
    ask: Rulings,
) -> Answer:
    """They strike. What may become of it?"""
    placed = tolerances.placed
    levels = [placed.level(wound.hit) for wound in wounds]
    blow = set_up(how, skill, dice, obstacle, placed, suit_of(armor), levels, ask)
    found = odds(blow.attack, blow.foe)
    blocks: list[Block] = [
        _verdict(blow, found),
        bars(placed, found, blow.attack.damage),
        ends_of(found, blow.foe),
        landed_on(blow.attack, found, blow.foe),
    ]
    if blow.foe.suit.pieces:
        blocks.append(_worn("What the armor loses", found.lost))
    if blow.attack.guard:
        blocks.append(_worn("What the shield loses", found.shield))
    return Answer(_values(blow, found), (*blocks, *blow.blocks))


def _values(blow: SetUp, found: Odds) -> dict[str, Any]:
    """The whole distribution for programs."""
    return {
        **{end.value: chance for end, chance in found.ends.items()},
        "hit": found.hit,
        "wounded": found.wounded,
        "steel": found.steel(blow.foe),
        "wear": found.wear,
        "lost": {str(dice): chance for dice, chance in found.lost.items()},
        "shield_lost": [{"dice": dice, "chance": chance} for dice, chance in found.shield.items()],
        "stages": {stage.value: chance for stage, chance in found.stages.items()},
        "landed": {stage.value: str(blow.attack.damage.at(stage)) for stage in LANDED},
        "dice": blow.attack.pool.dice,
        "obstacle": blow.obstacle.total if blow.obstacle else None,
        "va": blow.attack.va,
    }


def _verdict(blow: SetUp, found: Odds) -> Verdict:
    ends = found.ends
    shown = wording.percent(found.wounded)
    facts = [Fact(ends[End.MISS], "no hit")]
    if blow.foe.suit.pieces:
        facts.append(Fact(ends[End.STOPPED], "armor holds"))
    deepest = next((end for end in reversed(WOUNDS) if ends[end]), None)
    if deepest and ends[deepest] != found.wounded:
        facts.append(Fact(ends[deepest], f"{deepest.words}, at worst"))
    bad = found.at_least(Level.MIDI)
    worse = f", Midi or worse {wording.percent(bad)}" if bad else ""
    said = f"a wound {shown} of the time{worse}" if found.wounded else "it cannot wound you"
    return Verdict(shown, tuple(facts), f"{blow.words}: {said}.", Mark.DERIVED)


def _worn(caption: str, lost: Mapping[int, Fraction]) -> Table:
    """What the blow takes from armor or shield."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{dice}D" if dice else "nothing", chance) for dice, chance in lost.items()
    )
    return Table(caption, ("Loses", "Chance"), rows, mark=Mark.DERIVED)

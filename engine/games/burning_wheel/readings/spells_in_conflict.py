"""Spells in a conflict as the table reads the rules; each reading is asked for only where it changes something."""

from collections.abc import Sequence

from engine.games.burning_wheel.readings.fight_positioning import dice_of_length
from engine.games.burning_wheel.rules import spells_in_conflict as rules
from engine.games.burning_wheel.rules.bombs import REACH
from engine.games.burning_wheel.rules.counter_spells import Met, met
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.range_spells import Tool
from engine.games.burning_wheel.rules.spells_in_conflict import AtRange
from engine.rulings import Rulings
from engine.working import Line


def fails_too(distracted: bool, ask: Rulings) -> bool:
    """Whether a spell that one is distracted from holding has failed as well. Source: SOR-38."""
    return distracted and ask["sorcery.held-distracted"] == "both"


def maintains(actions: int, ask: Rulings) -> int:
    """The volleys of Maintain before a spell of so many actions is out at range. Source: SOR-39."""
    capped, free = rules.maintains(actions), rules.maintains(actions, capped=False)
    return free if capped != free and ask["sorcery.range-maintains"] == "twenty" else capped


def as_bomb(tools: Sequence[Tool], against: int, ask: Rulings) -> bool:
    """Whether Presence has the second die of a bomb against a weapon of one die. Source: SOR-42."""
    asked = against == REACH.optimal and any(tool.bomb for tool in tools)
    return asked and ask["sorcery.presence-bomb"] == "bomb"


def at_range(
    tools: Sequence[Tool], ask: Rulings, *, harder: int = 0, against: int = 0, faster: bool = False
) -> AtRange:
    """The range dice of a spell or a prayer. Source: SOR-40, SOR-42, SOR-43."""
    best = len(tools) > 1 and ask["sorcery.range-dice"] == "best"
    bomb = as_bomb(tools, against, ask)
    return rules.at_range(tools, harder=harder, against=against, faster=faster, best=best, as_bomb=bomb)


def widens(tools: Sequence[Tool], harder: int, ask: Rulings) -> int:
    """The increments of area that obstacle added for dice buys as well. Source: SOR-43."""
    asked = harder and any(tool.step for tool in tools)
    return harder if asked and ask["sorcery.range-area"] == "both" else 0


def length_dice(mine: Wields, theirs: Wields, own: Distance | None, ask: Rulings, *, rival: bool) -> Line:
    """The length dice of a spell; `rival`: the other side is a sorcerer too. Source: SOR-41."""
    line = dice_of_length(mine, theirs, own, ask)
    asked = rival and mine is Wields.SIGHT and theirs is not Wields.SIGHT and line.amount
    if asked and ask["sorcery.sight-rival"] == "any":
        return Line(0, "Sight against a sorcerer", "SOR-41")
    return line


def presence_dice(mine: int, theirs: int, ask: Rulings) -> Line:
    """The length dice of the greater Presence. Source: SOR-44."""
    return rules.presence_dice(mine, theirs, twice=mine > theirs and ask["sorcery.presence-dice"] == "two")


def countered(spell: int, against: int, counter: int, counter_against: int, ask: Rulings) -> Met:
    """What comes of a spell and its counter-spell. Source: SOR-46."""
    found, other = (met(spell, against, counter, counter_against, by_total=way) for way in (False, True))
    return other if found != other and ask["sorcery.counter-surplus"] == "totals" else found


def by_total(ask: Rulings) -> bool:
    """Whether what overwhelms is counted over all successes of the spell. Source: SOR-46."""
    return ask["sorcery.counter-surplus"] == "totals"


def of_power(power: int | None, ask: Rulings) -> bool:
    """Whether a shield takes points of Power; asked for only where the spell has Power (None: none). Source: SOR-48."""
    return power is not None and ask["sorcery.shield-dice"] == "power"

"""Hesitation, ambush and set conditions in Fight! as the table reads the rules."""

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules.ambush import Watch
from engine.games.burning_wheel.rules.fight_hesitation import Spell, meanwhile, spell
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.versus import Side
from engine.rulings import Rulings


def spell_of(lost: int, layout: tuple[int, ...], failed: int, reaction: Reaction, ask: Rulings) -> Spell:
    """What hesitation takes; the reading of volleys that are partly lost is asked for only where there is one."""
    first, whole = (spell(lost, layout, failed, reaction, whole=reading) for reading in (False, True))
    return first if first == whole or ask["fight.partly-lost"] == "first" else whole


def looker(pool: Pool, watch: Watch, stealthy: bool, ask: Rulings) -> Side:
    """The target of an ambush, whose Perception may have to double what a Stealthy ambusher rolled. Source: FGT-62."""
    return Side(pool, beginner=twice(watch, stealthy, ask))


def twice(watch: Watch, stealthy: bool, ask: Rulings) -> bool:
    """Whether the target has to reach twice what the ambusher rolled; asked for only where it matters. FGT-62."""
    return watch is Watch.PERCEPTION and stealthy and ask["fight.perception-in-ambush"] == "double"


def actions_meanwhile(hesitation: int, theirs: int, yours: int, ask: Rulings) -> int:
    """Your actions while they hesitate; asked for only where Reflexes differ. Source: FGT-68."""
    if theirs == yours or ask["fight.counted-by"] == "action":
        return meanwhile(hesitation)
    return meanwhile(hesitation, theirs, yours)

"""A Fight! that begins with an ambush: who is surprised, and what that takes off the first exchange (FGT-62)."""

from collections.abc import Sequence

from engine.games.burning_wheel.rules import eaten
from engine.games.burning_wheel.rules.ambush import Lurk, surprised
from engine.games.burning_wheel.rules.blow import Nerve
from engine.games.burning_wheel.rules.fight_blows import Effect
from engine.games.burning_wheel.rules.fight_state import Cast, Made, Part, Side, Table
from engine.games.burning_wheel.rules.steel import lost
from engine.games.burning_wheel.rules.wounds import together


def sprung(sides: Sequence[Side], table: Table, lurk: Lurk) -> list[Effect]:
    """What an ambush brings: the target notices, or tests Steel and loses the head of the exchange. Source: FGT-62.

    Wounds take dice from both, and their +Ob eats successes of both. Source: INJ-09, FGT-09.
    """
    by, other = lurk.by, 1 - lurk.by
    sneak = sides[by].dice(lurk.sneak, more=lurk.more)
    look = sides[other].dice(lurk.look)
    rolls = (by, Part.SNEAK, sneak), (other, Part.LOOK, look.opened() if lurk.opens else look)
    fell = [table.cast(Cast(*roll)) for roll in rolls]
    eats = [sides[place].state.hurts for place in (by, other)]
    left = [eaten.left(one, less) for one, less in zip(fell, eats, strict=True)]
    caught = surprised(*left, doubled=lurk.doubled)
    times = 2 if lurk.doubled else 1
    table.made += [
        Made(place, part.value, pool.dice, against, passed)
        for (place, part, pool), against, passed in zip(
            rolls, (left[1] + eats[0], left[0] * times + eats[1]), (caught, not caught), strict=True
        )
        if pool.dice
    ]
    if not caught:
        return [Effect(other, "notices the ambush in time", "FGT-62")]
    return [Effect(other, "is taken by surprise", "FGT-62"), _nerve(sides[other], table, other, lurk.harder)]


def _nerve(side: Side, table: Table, place: int, harder: int) -> Effect:
    """The Steel test of whoever is surprised. Source: FGT-62, STE-03."""
    nerve, hurt = Nerve(side.fighter.steel, side.fighter.hesitation), together(side.state.levels)
    pool, obstacle = nerve.pool(hurt), nerve.obstacle(hurt) + harder
    fell = table.cast(Cast(place, Part.STEEL, pool))
    gone = lost(obstacle, fell)
    if pool.dice:
        table.made.append(Made(place, "steel", pool.dice, obstacle, not gone))
    words = f"Steel: {gone} lost" if gone else "Steel holds"
    return Effect(place, words, "FGT-62", state=lambda now: now.shaken(gone))

"""Chases and riding as the table reads the rules; each reading is asked for only where it changes something."""

from engine.games.burning_wheel.dice import Chain
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.versus import house_of
from engine.games.burning_wheel.rules import riding
from engine.games.burning_wheel.rules.chase import House, Pair
from engine.games.burning_wheel.rules.versus import CallOn, Role, Side
from engine.rulings import Rulings


def pair_of(pursuer: Side, pursued: Side, call_on: CallOn, ask: Rulings) -> Pair:
    """Both sides of a chase under the readings of a versus test. Source: MOV-04, MOV-05."""
    opens = pursuer.pool.open_ended or pursued.pool.open_ended
    house = house_of(pursuer, pursued, Role.BOTH, call_on, ask)
    return Pair(pursuer, pursued, call_on, house, chain(ask) if opens else Chain.CHAIN)


def legs_of(legs: int, ask: Rulings) -> House:
    """The readings of a chase in so many legs. Source: MOV-06."""
    if not legs:
        return House()
    return House(
        kept=legs > 2 and ask["chase.won-legs"] == "kept",
        either=legs > 1 and ask["chase.two-in-a-row"] == "either",
        slips=ask["chase.legs-run-out"] == "away",
    )


def falls(needed: int, speed: int, ask: Rulings) -> bool:
    """Whether a mount that fails falls; asked for only where both readings differ. Source: RID-06."""
    plain, table = riding.falls(needed, speed), riding.falls(needed, speed, by_table=True)
    return table if plain != table and ask["riding.hard-test"] == "table" else plain


def by_riding(ask: Rulings) -> bool:
    """Whether the Riding test says how hard a mount rolls over its rider. Source: RID-07."""
    return ask["riding.roll-stage"] == "riding"


def stays_unhurt(ask: Rulings) -> bool:
    """Whether whoever stays on a mount that rolls is not hurt. Source: RID-07."""
    return ask["riding.stays-on"] == "unhurt"


def beast_too(ask: Rulings) -> bool:
    """Whether a collision hurts the mount as well. Source: RID-08."""
    return ask["riding.collision"] == "both"

"""The successes of a pool, as the table reads the rules."""

from engine.dice import Distribution
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Chain, Pool, successes
from engine.rulings import Rulings


def chain(ask: Rulings) -> Chain:
    """The table's reading of open-ended dice."""
    return Chain.CHAIN if ask["dice.chain"] == "chain" else Chain.ONCE


def law_of(pool: Pool, ask: Rulings, need: int = 0) -> Distribution:
    """How many successes a pool rolls, listed up to 100 and up to `need`; asks for the ruling only where dice open."""
    return successes(pool, chain=chain(ask), upto=max(need, MOST_OBSTACLE)) if pool.open_ended else successes(pool)

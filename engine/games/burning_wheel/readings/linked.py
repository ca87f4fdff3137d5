"""Chains of linked tests, as the table reads the rules."""

from collections.abc import Sequence

from engine.games.burning_wheel.dice import Chain
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.linked import House, Link
from engine.rulings import Rulings


def house_of(links: Sequence[Link], before: Before, ask: Rulings) -> House:
    """The readings that a chain rests on; each is asked for only where it changes something."""
    weighed = links if before is not Before.NONE else links[1:]
    return House(
        later=bool(weighed) and ask["edition"] == "later",
        one_advantage=any(link.advantage for link in weighed) and ask["linked.advantage"] == "same",
        chain=chain(ask) if any(link.pool.open_ended for link in links) else Chain.CHAIN,
    )

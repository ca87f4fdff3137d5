"""Votes on awards, as the table reads the rules."""

from collections.abc import Sequence

from engine.games.burning_wheel.rules import awards as rules
from engine.games.burning_wheel.rules.awards import Award
from engine.rulings import Rulings


def winners_of(award: Award, poll: Sequence[int], voters: int, ask: Rulings) -> tuple[int, ...]:
    """Who of those voted for (by index) gets it; the rulings are asked for only where they tell. Source: HUB-69, 104.

    A Moldbreaker takes a majority in both editions.
    """
    by_majority = rules.winners(poll, voters, most=False)
    if by_majority or ask["edition"] == "later" or award.id == "moldbreaker" or not any(poll):
        return by_majority
    if ask["artha.most-votes"] == "majority":
        return by_majority
    tied = len([count for count in poll if count == max(poll)]) > 1
    return rules.winners(poll, voters, most=True, tied_all=tied and ask["artha.tied-votes"] == "all")

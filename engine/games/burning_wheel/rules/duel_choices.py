"""The better choice in a duel: what a volley brings, how to divide a Rebuttal, when to dismiss (DOW-10 to DOW-16).

All of it is worked out from `duel_analysis.Laws`, exactly. Sides are numbered 0 and 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.games.burning_wheel.rules.duel import Action
from engine.games.burning_wheel.rules.duel_analysis import (
    Aim,
    Choice,
    Forecast,
    Laws,
    Plan,
    Prices,
    VolleyLaw,
    forecast,
    only,
    payoff,
    start_of,
)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a volley brings on average: dice `taken` off the first argument and `dealt` to the second, and its ends.

    `wins`, `loses` and `ties` are chances for the first side. Source: DOW-15, DOW-18.
    """

    taken: Fraction
    dealt: Fraction
    wins: Fraction
    loses: Fraction
    ties: Fraction

    @property
    def margin(self) -> Fraction:
        """Dice off theirs, less dice off one's own."""
        return self.dealt - self.taken

    @property
    def ends(self) -> Fraction:
        """The chance that the duel ends there."""
        return self.wins + self.loses + self.ties


def _volley(laws: Laws, choices: tuple[Choice, Choice]) -> VolleyLaw:
    first, second = laws.sides
    return laws.volley(choices, (first.carried, second.carried))


def expected(laws: Laws, choices: tuple[Choice, Choice]) -> Expected:
    """What the volley before both sides comes to, and how likely it ends the duel. Source: DOW-15, DOW-18."""
    law = _volley(laws, choices)
    mine, theirs = (side.argument for side in laws.sides)
    return Expected(
        law.mean(lambda lost, _: lost),
        law.mean(lambda _, struck: struck),
        law.chance(lambda lost, struck: struck >= theirs and lost < mine),
        law.chance(lambda lost, struck: lost >= mine and struck < theirs),
        law.chance(lambda lost, struck: lost >= mine and struck >= theirs),
    )


def lost_next(laws: Laws, choices: tuple[Choice, Choice]) -> tuple[Fraction, Fraction]:
    """How likely the duel goes on and the volley after this one is lost already, for each side. Source: DOW-16."""
    law = _volley(laws, choices)
    mine, theirs = (side.argument for side in laws.sides)
    ways = [0, 0]
    for carries, outcomes in law.ways.items():
        goes_on = sum(weight for lost, struck, weight in outcomes if lost < mine and struck < theirs)
        for side in (0, 1):
            ways[side] += goes_on if carries[side].hesitates else 0
    return Fraction(ways[0], law.denominator), Fraction(ways[1], law.denominator)


@dataclass(frozen=True, slots=True)
class Divided:
    """A Rebuttal as it is divided: what it `gains` by the aim, dice `taken` and `dealt`, and how often it is `beaten`.

    `beaten` counts ties. Source: DOW-14.
    """

    choice: Choice
    gains: Fraction
    taken: Fraction
    dealt: Fraction
    beaten: Fraction

    @property
    def defense(self) -> int:
        """The dice of its defense."""
        return self.choice.defense or 0


def divisions(laws: Laws, against: Sequence[tuple[Choice, Fraction]], aim: Aim, costs: Prices) -> list[Divided]:
    """Every lawful way to divide the first side's Rebuttal `against` choices with their shares of 1. Source: DOW-14."""
    found = []
    for mine in laws.divisions(0):
        seen = [(share, expected(laws, (mine, other))) for other, share in against]
        found.append(
            Divided(
                mine,
                sum((share * payoff(laws, (mine, other), aim, costs) for other, share in against), Fraction(0)),
                sum((share * one.taken for share, one in seen), Fraction(0)),
                sum((share * one.dealt for share, one in seen), Fraction(0)),
                sum((share * (one.loses + one.ties) for share, one in seen), Fraction(0)),
            )
        )
    return found


def best(ways: Sequence[Divided]) -> Divided:
    """The division that gains most; of two alike the one that defends more. Source: DOW-14, DOW-19."""
    # Of two that bring as much, the one that defends more loses less of what a compromise is counted from.
    return max(ways, key=lambda way: (way.gains, way.defense))


DISMISSALS = (
    (Action.DISMISS, Action.HESITATE, Action.POINT),
    (Action.POINT, Action.DISMISS, Action.HESITATE),
    (Action.REBUTTAL, Action.DISMISS, Action.HESITATE),
    (Action.POINT, Action.POINT, Action.DISMISS),
    (Action.POINT, Action.POINT, Action.POINT),
)
"""Ways to dismiss now, later or never; where a Dismiss has not won, the next volley is lost. Source: DOW-10."""
DISMISSING = (Action.DISMISS, Action.POINT, Action.REBUTTAL)
"""The actions that they are made of."""


@dataclass(frozen=True, slots=True)
class Way:
    """One of `DISMISSALS`, with how the duel may stand `at_once`, after one volley, and `later`, after three."""

    script: tuple[Action, ...]
    at_once: Forecast
    later: Forecast

    @property
    def balance(self) -> Fraction:
        """The chance to have won after three volleys, less the chance to have lost."""
        return self.later.win - self.later.lose


def dismissals(laws: Laws, choices: Mapping[Action, Choice], against: Sequence[Plan]) -> list[Way]:
    """What each of `DISMISSALS` comes to that is made of the first side's `choices`, `against` plans for each volley.

    A Point must be among the choices: it is scripted for a volley that will be lost, and made where that is not lost
    after all. Source: DOW-10, DOW-16.
    """
    found = []
    starts = (laws.sides[0].argument, laws.sides[1].argument)
    for script in DISMISSALS:
        meant = [Action.POINT if action is Action.HESITATE else action for action in script]
        if not all(action in choices for action in meant):
            continue
        plans = [(only(choices[action]), plan) for action, plan in zip(meant, against, strict=True)]
        start = start_of(laws.sides)
        first = laws.after(start, plans[0], keep=False).law()
        law = laws.exchange(start, plans, keep=False).law()
        found.append(Way(script, forecast(first.items(), starts), forecast(law.items(), starts)))
    return found

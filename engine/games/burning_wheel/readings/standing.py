"""Standing under another name, and the price of an affiliation, as the table reads the rules."""

from collections.abc import Collection, Sequence

from engine.games.burning_wheel.rules import standing as rules
from engine.games.burning_wheel.rules.circles import Affiliation, Reputation
from engine.games.burning_wheel.rules.standing import Group, Guise
from engine.rulings import Rulings
from engine.working import Worked


def reputations_under(guise: Guise, reputations: Sequence[Reputation], ask: Rulings) -> tuple[int, ...]:
    """The dice that each reputation is worth under this name; asked for only on return. Source: CIR-16."""
    back = guise is Guise.OLD
    best_only = back and len(reputations) > 1 and ask["standing.identity-each"] == "best"
    kept = back and any(one.infamous for one in reputations) and ask["standing.identity-infamous"] == "no"
    return rules.under(guise, reputations, best_only=best_only, infamous_kept=kept)


def affiliations_under(guise: Guise, affiliations: Sequence[Affiliation], ask: Rulings) -> tuple[int, ...]:
    """The dice that each affiliation is worth under this name; asked for only on return. Source: CIR-16."""
    fades = guise is Guise.OLD and bool(affiliations) and ask["standing.identity-affiliations"] == "less"
    return tuple(rules.affiliation_under(guise, one.dice, fades=fades) for one in affiliations)


def price_of(dice: int, groups: Collection[Group], ask: Rulings) -> Worked:
    """The obstacle of the Resources test; asked for only where several surcharges meet. Source: CIR-18."""
    summed = len(groups) > 1 and ask["standing.surcharge"] == "sum"
    return rules.price(dice, groups, summed=summed)

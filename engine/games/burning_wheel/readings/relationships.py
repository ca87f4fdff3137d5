"""How a contact becomes a relationship, as the table reads the rules."""

from engine.games.burning_wheel.rules import relationships as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.rulings import Rulings
from engine.working import Worked


def aptitude_of(
    circles: Ability, rolled: int, kept: int, against: int, affiliation: int, ask: Rulings, began: Ability | None = None
) -> Worked:
    """The uses that it takes to make a relationship, under the table's rulings; `began` are Circles as they were."""
    counted = circles
    if began is not None and began.exponent != circles.exponent and ask["standing.aptitude-when"] == "then":
        counted = began
    errata = ask["standing.aptitude"] == "errata"
    scorn = not (errata and against) or ask["standing.scorn"] == "yes"
    found = rules.aptitude(counted.exponent, rolled, kept, against, affiliation, errata=errata, scorn=scorn)
    if found.total >= rules.LEAST or ask["standing.least-aptitude"] == "none":
        return found
    return rules.raised(found)


def left_of(aptitude: Worked, uses: int, ask: Rulings) -> int:
    """Uses still missing, under the table's rulings."""
    return rules.uses_left(aptitude.total, uses, first=aptitude.total <= 0 or ask["standing.first-use"] == "yes")

"""Work and the cycles to come, as the table reads the rules."""

from engine.games.burning_wheel.readings.loans import debt_house
from engine.games.burning_wheel.readings.purchase import tax_house
from engine.games.burning_wheel.rules import living
from engine.games.burning_wheel.rules.living import Plan, Stand
from engine.rulings import Rulings


def forecast_house(start: Stand, plan: Plan, ask: Rulings) -> living.House:
    """The readings of a forecast; each is asked for only where it can matter."""
    loses_for_good = plan.job is not None and (start.stakes.funds > 0 or start.stakes.exponent > 1)
    return living.House(
        of_tax=tax_house(start.stakes, ask),
        of_debt=debt_house(start.debts, ask),
        all_lost=loses_for_good and ask["money.job-obstacle"] == "all",
    )


def into_time(taxed: int, extra: int, wanted: int, ask: Rulings) -> int:
    """How many of a job's `extra` successes go into time where so many are `wanted` there.

    All of them, where they may not be split; asked for only where they are. Source: RES-18.
    """
    split = 0 < wanted < extra and living.recovered(taxed, extra - wanted) > 1
    return extra if split and ask["money.job-split"] == "one" else wanted

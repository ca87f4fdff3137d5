"""Monthly pay as the table reads the rules."""

from engine.games.burning_wheel.rules.coin import MASON, MASON_ALSO, Wage
from engine.rulings import Rulings


def monthly(wage: Wage, ask: Rulings) -> int:
    """Pay in denier a month; the mason's, for which two figures stand, under the table's reading. Source: RES-26."""
    return MASON_ALSO.denier if wage.key == MASON and ask["resources.mason-pay"] == "sous" else wage.denier

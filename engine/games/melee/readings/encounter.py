"""How a table reads the rules of a melee, as the encounter takes them."""

from engine.games.melee.rules.encounter import House
from engine.rulings import Rulings

BEYOND = 2
"""By how much lengths and Strides have to differ where a table reads them as Fight! does. Source: MEL-17."""


def house(ask: Rulings) -> House:
    """The readings in force. Source: the rulings on MEL-06 to MEL-49."""
    return House(
        cancel=ask["moves.both"] == "cancel",
        three=ask["order.brackets"] == "three",
        absolute=ask["surprise.gray"] == "bottom",
        free_swaps=ask["swap.chain"] == "free",
        top=ask["join.bracket"] == "top",
        beyond=BEYOND if ask["reach.dice"] == "beyond" else 0,
        tie_escapes=ask["dash.tie"] == "escapes",
        fixed=ask["special.hesitating"] == "base",
        shielded=ask["special.shields"] == "yes",
        reduced=ask["lock.obstacle"] == "reduced",
        at_once=ask["stagger.when"] == "at-once",
        immediate=ask["damage.when"] == "at-once",
        zero=ask["morale.zero"] == "yes",
        paid=ask["command.graduated"] == "paid",
        one_six=ask["shields.one-six"] == "one",
        alone=ask["damage.heavy"] == "alone",
        direct=ask["spent.stage"] == "direct",
        command_surprised=ask["surprise.command"] == "yes",
        forced=ask["block.choice"] == "always",
        apart=ask["aim.help"] != "together",
    )

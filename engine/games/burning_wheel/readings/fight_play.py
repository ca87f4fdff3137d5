"""A fight played out, as the table reads the rules."""

from engine.games.burning_wheel.readings.fight_script import changes_of
from engine.games.burning_wheel.rules import fight_matrix, fight_reach
from engine.games.burning_wheel.rules.fight_procedure import House
from engine.rulings import Rulings


def house_of(ask: Rulings) -> House:
    """Every reading that a fight may come to rest on. Source: FGT-67."""

    def reads(ruling: str, value: str) -> bool:
        return ask[f"fight.{ruling}"] == value

    return House(
        shared=reads("shared-distance", "shared"),
        strict=reads("track-strict", "strict"),
        tie=ask["fight.start-tie"],
        each=reads("retrieve-far", "each"),
        matrix=fight_matrix.House(riposte_always=reads("riposte", "always")),
        reach=fight_reach.House(
            out_bars_weapon=reads("out-disarm", "barred"),
            out_riposte=reads("out-riposte", "yes"),
            inside_defense=reads("inside-defense", "yes"),
        ),
        plans=changes_of(ask, paid=True),
    )

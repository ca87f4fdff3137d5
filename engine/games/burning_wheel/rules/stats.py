"""The six stats of a character (INJ-12)."""

from engine.option import Option


class Stat(Option):
    """The six stats; wounds that take all dice of one of them bring someone down. Source: INJ-12."""

    WILL = "will", "Will"
    PERCEPTION = "perception", "Perception"
    POWER = "power", "Power"
    FORTE = "forte", "Forte"
    AGILITY = "agility", "Agility"
    SPEED = "speed", "Speed"

    @property
    def physical(self) -> bool:
        """Whether it is of the body: at 0 one lies in agony, but awake. Source: INJ-12."""
        return self not in (Stat.WILL, Stat.PERCEPTION)

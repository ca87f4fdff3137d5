"""Music, dances, poems and feasts: what they restore (BSR-21)."""

from dataclasses import dataclass

from engine.games.bastard_sword.rules.half_orders import rung, rungs
from engine.games.bastard_sword.rules.long_tasks import Time, factor
from engine.option import Option


class Merry(Option):
    """What is done, with the skill that it tests. Source: BSR-21."""

    MUSIC = "music", "make music"
    DANCE = "dance", "dance"
    POEM = "poem", "recite a poem"
    FEAST = "feast", "cook a feast"

    @property
    def a_roll(self) -> Time | None:
        """The time that one roll stands for; None for a feast, whose hour is not multiplied."""
        return {Merry.MUSIC: Time.TEN_MINUTES, Merry.DANCE: Time.TEN_MINUTES, Merry.POEM: Time.THREE_MINUTES}.get(self)


class Poem(Option):
    """A poem by heart, by its length, with its malus. Source: BSR-21."""

    READ = "read", "read from the page", 0
    SHORT = "short", "by heart, about 3 minutes", 1
    LONGER = "longer", "by heart, about 10 minutes", 3
    EPIC = "epic", "by heart, about 30 minutes", 10


@dataclass(frozen=True, slots=True)
class Spirits:
    """The spirit that those who take part regain, and those who listen, watch or eat."""

    doing: int
    others: int


def restored(merry: Merry, result: int, passed: Time, diners: int = 0) -> Spirits:
    """What a result restores, over the time that it took; a feast is for so many `diners`. Source: BSR-21.

    >>> restored(Merry.MUSIC, 2, Time.HALF_HOUR), restored(Merry.DANCE, 1, Time.HALF_HOUR)
    (Spirits(doing=6, others=6), Spirits(doing=3, others=2))
    >>> restored(Merry.FEAST, 7, Time.HOUR, diners=5)
    Spirits(doing=3, others=3)
    """
    a_roll = merry.a_roll
    if a_roll is None:
        each = rung(max(0, result - diners))
        return Spirits(each, each)
    whole = max(0, result) * factor(passed, a_roll)
    if merry is Merry.DANCE:
        return Spirits(whole, rungs(whole))
    return Spirits(0 if merry is Merry.POEM else whole, whole)

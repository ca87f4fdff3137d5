"""How many successes a task needs (BSR-07, BSR-10)."""

from dataclasses import dataclass

from engine import tables

MOST_DIFFICULTY = 1000
MOST_MALUS = 100


@dataclass(frozen=True, slots=True)
class Level:
    """A difficulty level: the successes that it needs, its name, and what it asks of people."""

    needs: int
    words: str
    remark: str


LEVELS = tables.rows(__file__, "difficulty.toml", "level", ("needs", "words", "remark"), lambda row: Level(**row))


def called(difficulty: int) -> str:
    """The name of the highest level that a difficulty reaches. Source: BSR-07.

    >>> called(0), called(2), called(30)
    ('routine', 'easy', 'difficult')
    """
    return next((level.words for level in reversed(LEVELS) if level.needs <= difficulty), LEVELS[0].words)


def passes(result: int, difficulty: int) -> bool:
    """Whether a result, which may be below 0, is enough. Source: BSR-07, BSR-10."""
    return result >= difficulty


def needed(difficulty: int, malus: int) -> int:
    """The successes that dice have to show: what a malus takes off comes on top. Source: BSR-07, BSR-17."""
    return difficulty + malus

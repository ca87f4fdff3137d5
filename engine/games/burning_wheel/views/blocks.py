"""Blocks that only this game has: the grayscale with its wounds, and the experience log."""

from dataclasses import dataclass

from engine.answer import Block


@dataclass(frozen=True, slots=True)
class Flag:
    """A named place on a track."""

    place: int
    letters: str
    words: str


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit on a track: where it falls, what it is called, and whether it is the one in question or an older one."""

    place: int
    label: str
    words: str
    landed: bool = True


@dataclass(frozen=True, slots=True)
class Track(Block):
    """The grayscale: 48 places in three shades of 16, the tolerances as flags, blows as carets, wounds as discs."""

    sentence: str
    flags: tuple[Flag, ...]
    blows: tuple[Blow, ...] = ()
    wounds: tuple[Blow, ...] = ()


@dataclass(frozen=True, slots=True)
class Bubbles:
    """One short row of an experience log: `have` marks made, `need` circles wanted, the rest spare."""

    words: str
    letter: str
    have: int
    need: int
    joined: str = ""


@dataclass(frozen=True, slots=True)
class ExperienceLog(Block):
    """The experience log of one ability, as on the paper sheet. `alternatives` joins Difficult and Challenging.

    `success_only` marks an ability that logs passed tests alone; `full` is what a full log says ("B4 → B5").
    """

    rows: tuple[Bubbles, ...]
    sentence: str
    alternatives: bool = False
    success_only: bool = False
    full: str = ""

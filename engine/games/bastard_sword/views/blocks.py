"""Blocks that only this game has."""

from dataclasses import dataclass

from engine.answer import Block


@dataclass(frozen=True, slots=True)
class InjuryRows(Block):
    """The rows of an injury track: how many boxes of each are marked, before and `after` a blow, if there was one."""

    minor: int
    major: int
    marks: tuple[int, ...]
    sentence: str
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class VirtueLine(Block):
    """A virtue's ten boxes: how many are of the lack and of the excess, how many are checked, and their names."""

    names: tuple[str, str]
    lack: int
    excess: int
    lack_checked: int
    excess_checked: int
    sentence: str


@dataclass(frozen=True, slots=True)
class DieStairs(Block):
    """The dice as stairs over the sum that gives them, with a marker at `total`.

    `treads` are the sums at which a better die begins, each with that die's name; the first may be no die of its own.
    """

    treads: tuple[tuple[int, str], ...]
    total: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Arcs(Block):
    """Someone's sides from above: the front to `front` degrees either way, a flank of `flank` more, the rear behind.

    A marker stands `angle` degrees off, on the right.
    """

    front: int
    flank: int
    angle: int
    sentence: str


@dataclass(frozen=True, slots=True)
class BurdenBands(Block):
    """A load on a bar of its bands, each an increment wide: `steps` are what begins and ends them, with each malus.

    `at` is how far along the bar the load lies, in thousandths of it.
    """

    steps: tuple[tuple[str, str], ...]
    at: int
    sentence: str

"""Blocks that only this game has: the grayscale with its wounds, and the experience log."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from engine import wording
from engine.answer import Block, Table


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
class Bar:
    """A bar over the places of a track from `first` to `last`, as high as its `chance` beside those of the others."""

    first: int
    last: int
    chance: Fraction
    words: str


@dataclass(frozen=True, slots=True)
class Track(Block):
    """The grayscale: 48 places in three shades of 16, the tolerances as flags, blows as carets, wounds as discs."""

    sentence: str
    flags: tuple[Flag, ...]
    blows: tuple[Blow, ...] = ()
    wounds: tuple[Blow, ...] = ()


@dataclass(frozen=True, slots=True)
class ChanceTrack(Track):
    """The grayscale with the chance of each wound as a bar over the places at which it is dealt."""

    at_once: ClassVar[bool] = True
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a clock as `cells` of equal time, each of which is `each` long ("1 hour"; the last may be shorter).

    `gone` of them have passed. A stretch that is `held` lets no time run: the blood is staunched, the work is done.
    """

    words: str
    cells: int
    gone: int
    each: str
    held: bool = False


class Beat(enum.Enum):
    """What an action on a line of time is: still free, lost, spent waiting, or the one at which something happens."""

    FREE = "free"
    LOST = "gone"
    WAITS = "held"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A line of cells: what it is the clock of, its stretches one after the other, and what stands at its end."""

    words: str
    runs: tuple[Run, ...]
    end: str


@dataclass(frozen=True, slots=True)
class Beats:
    """A stretch of a line of time as its single actions, none where it has none; `below` is what else it brings."""

    words: str
    beats: tuple[Beat, ...]
    below: str = ""


@dataclass(frozen=True, slots=True)
class BeatLine:
    """A line of time, action by action: what it is, and its stretches one after the other."""

    words: str
    runs: tuple[Beats, ...]


@dataclass(frozen=True, slots=True)
class Clocks(Block):
    """Clocks as lines of cells, one under the other: cells that are gone are filled, those to come are open.

    The `sentence` says every line, the `legend` what the cells mean, and `rows` are the same as a table with the named
    `columns`, `behind` the words that open it.
    """

    at_once: ClassVar[bool] = True
    sentence: str
    legend: str
    lines: tuple[ClockLine | BeatLine, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    behind: str = "The clocks as a table"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the body: its name, what covers it, its dice now and when whole, and what a tap does in words.

    `at` says which it is ("left-arm"), `sets` are the inputs that the tap sets.
    """

    at: str
    name: str
    worn: str
    dice: int
    whole: int
    does: str
    sets: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Doll(Block):
    """A body with its six parts, each a button: what covers it, how many dice that has, and a tap that changes it."""

    at_once: ClassVar[bool] = True
    sentence: str
    parts: tuple[Part, ...]


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


@dataclass(frozen=True, slots=True)
class Circles:
    """The circles of one class in a log, which marks what `words` say: `have` marks of the `need` that are wanted.

    One more is the table's `effect` of that number on the sheet; nothing where no more is wanted.
    """

    letter: str
    words: str
    have: int
    need: int
    effect: int | None = None

    @property
    def drawn(self) -> str:
        """Marks made and wanted: "R ●●○○"."""
        circles = f"{'●' * self.have}{'○' * max(0, self.need - self.have)}"
        return f"{self.letter}{wording.NO_BREAK}{circles}" if self.letter else circles


@dataclass(frozen=True, slots=True)
class Tried:
    """Where an ability is tested: the rule, and what its address says of the sheet."""

    rule: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class AbilityTable(Table):
    """All abilities with their logs: a name leads to its test, a circle marks one. `lines` go with the rows."""

    at_once: ClassVar[bool] = True
    lines: tuple[tuple[Tried | None, tuple[Circles, ...]], ...] = ()
    effects: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Ladder:
    """One fighter's ladder: the `rungs` from the farthest to the nearest, and `at` which of them (from 0) it stands.

    `words` say what it is measured with ("Great bow"), `may` what can be done from there, in a phrase.
    """

    name: str
    words: str
    rungs: tuple[str, ...]
    at: int
    may: str = ""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where an outcome would leave the pair: the rung of each ladder, from 0. `words` name the outcome ("win")."""

    words: str
    rungs: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Ladders(Block):
    """Two ladders side by side and a bar that ties them, as neither moves alone; ghosts show what may come.

    The `sentence` says where both stand. Outcomes that lead to the same place share a ghost. The table behind has a row
    for what holds now and one for each ghost.
    """

    at_once: ClassVar[bool] = True
    sentence: str
    ladders: tuple[Ladder, Ladder]
    ghosts: tuple[Ghost, ...] = ()


@dataclass(frozen=True, slots=True)
class ManeuverCard:
    """A maneuver as a card: its name, its class in a word, lines of a name and what it says, and sentences below."""

    title: str
    kind: str
    lines: tuple[tuple[str, str], ...]
    does: str
    beware: str


@dataclass(frozen=True, slots=True)
class Deck(Block):
    """Cards side by side, to read and to print; the `sentence` names them."""

    sentence: str
    cards: tuple[ManeuverCard, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A line of a script sheet: its name, and the words of which one is ringed; none where something is written."""

    name: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptSheets(Block):
    """Script sheets for paper, `copies` of the same one under each other on a page, to be written on with a pencil.

    `heads` are blanks at the top, `volleys` the lines in each volley, by its name; `below` come once, and `notes` are
    empty lines. The `sentence` says what the sheet is.
    """

    sentence: str
    title: str
    heads: tuple[str, ...]
    volleys: tuple[tuple[str, tuple[Choose, ...]], ...]
    below: tuple[Choose, ...]
    copies: int = 2
    notes: int = 2


@dataclass(frozen=True, slots=True)
class WheelSlot:
    """A place on a ring of the wheel: its words, those for the picture, and how likely the ring stops there."""

    words: str
    short: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class WheelRing:
    """A ring of the wheel: its slots clockwise, the one it started from and the one it stands `at`, from 0."""

    name: str
    slots: tuple[WheelSlot, ...]
    start: int
    at: int


@dataclass(frozen=True, slots=True)
class Wheel(Block):
    """The Wheel of Magic under its pointer: where each ring started and where it stands, or how likely each slot is.

    The `sentence` says what stands under the pointer. The table behind has a row for each ring, with all of its slots.
    """

    at_once: ClassVar[bool] = True
    sentence: str
    rings: tuple[WheelRing, ...]

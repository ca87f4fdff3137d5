"""What a calculator answers: values for programs, and blocks for people, in the order in which they are read.

A block says what is shown, never how: `engine.views` draws it. All text in blocks is Markdown without raw HTML.
Chances are `Fraction`s; on the way out (see `plain`) they become "numerator/denominator".
"""

import dataclasses
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from engine import wording
from engine.effects import Effect
from engine.wording import Worded, shown
from engine.working import Line, Mark


class Block:
    """One thing that an answer shows: a dataclass. A game's own kind says itself in words by its ``sentence``.

    What is `at_once` stands above the form where it follows the figure.
    """

    __slots__ = ()
    at_once: ClassVar[bool] = False


Entry = str | int | Fraction | Worded | None
"""What stands in one cell of a table, or is a fact."""

CHANCE = "chance"
"""The name of the fact that is the chance of what is asked."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What must be seen at a glance beside a figure: a value, and in a word or two what it is ("dice", "chance")."""

    value: Entry
    name: str = ""

    @classmethod
    def count(cls, amount: int, singular: str, plural: str = "") -> "Fact":
        """A number of things: ``Fact(3, "tests")``, ``Fact(1, "test")``; `plural` as in `engine.wording.count`."""
        return cls(amount, wording.count(amount, singular, plural).partition(wording.NO_BREAK)[2])

    @property
    def words(self) -> str:
        """The fact in a line. What says itself by its ``words``, and the chance of what is asked, need no name there.

        >>> Fact(2, "over").words, Fact(Fraction(1, 2), "with help").words, Fact(Fraction(1, 2), "chance").words
        ('2 over', '50\xa0% with help', '50\xa0%')
        """
        alone = self.name in ("", CHANCE) or hasattr(self.value, "words")
        return shown(self.value) if alone else f"{shown(self.value)} {self.name}"


@dataclass(frozen=True, slots=True)
class Verdict(Block):
    """The answer in one figure, and the few facts that interpret it.

    `figure` is a word or a number ("2 to 1"); `facts`, four at most, are what else must be seen at a glance; both
    together stand in the pinned bar. `sentence` says the same aloud.
    """

    figure: str
    facts: tuple[Fact, ...]
    sentence: str
    mark: Mark | None = None

    @property
    def at_a_glance(self) -> str:
        """The facts in a line.

        >>> Verdict("2 to 1", (Fact("3d8"), Fact(Fraction(1, 2), "chance")), "").at_a_glance
        '3d8 · 50\xa0%'
        """
        return " · ".join(fact.words for fact in self.facts)

    @property
    def in_a_line(self) -> str:
        """The figure and the facts in a line.

        >>> Verdict("2 to 1", (Fact("3d8"),), "").in_a_line, Verdict("No test", (), "").in_a_line
        ('2 to 1 · 3d8', 'No test')
        """
        return " · ".join([self.figure, *(fact.words for fact in self.facts)])


@dataclass(frozen=True, slots=True)
class Working(Block):
    """A ledger: lines that add up to a total. Lines of 0 are folded, not left out."""

    lines: tuple[Line, ...]
    total: int
    words: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Table(Block):
    """Rows of values under named columns; `current` is the row that the inputs point at.

    A cell is text, a number, a chance, what says itself by its ``words`` (an obstacle, dice, a class), or None where
    there is nothing to say: the view words it (`engine.wording.shown`), a program reads it.

    >>> Table("Odds", ("Dice", "Chance"), (("4D", Fraction(1, 2)), ("3D", None))).rows[0][1]
    Fraction(1, 2)
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    current: int | None = None
    mark: Mark | None = None
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Onward:
    """What comes after dice that fell short: a calculator in the section of a rule, and its `inputs` known already.

    `faces` names the fields that take the faces, one for each kind of die in the order of the pool; `words` lead there.
    """

    calculator: str
    rule: str
    inputs: Mapping[str, Any]
    faces: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that can be thrown where their odds stand: the calculator that throws them, and the pool as it reads it.

    That calculator has the inputs ``pool``, ``obstacle`` and ``fell`` (``typed`` faces, or ``seeded``), and its values
    are ``faces``, ``by_kind`` (the same for each kind of die in the order of the pool), ``still_to_roll`` and
    ``passes``. `words` stand on the button ("Roll 3d8"), `sample` shows how faces are typed.
    """

    calculator: str
    pool: str
    words: str
    sample: str


@dataclass(frozen=True, slots=True)
class Odds(Block):
    """Chances of `first` and one more success each; from `obstacle` on they pass. The last bar is "or more" where
    `open_end`.

    `ghost` are the same chances if something else held, which `ghost_words` names, and the last of them is "or more"
    where there are more of them. With `roll` a reader may throw the
    dice against the obstacle right there, and `onward` is where they lead if they fall short.
    """

    chances: tuple[Fraction, ...]
    obstacle: int
    sentence: str
    open_end: bool = False
    ghost: tuple[Fraction, ...] = ()
    ghost_words: str = ""
    mark: Mark | None = Mark.DERIVED
    roll: Roll | None = None
    onward: Onward | None = None
    first: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid: the letter shown, the word behind it, and the inputs that it stands for.

    It is drawn by its letter, or by its `tone`: in a heat map "heat-0" (pale) to "heat-4", for each fifth of a chance.
    """

    letter: str
    words: str
    sets: Mapping[str, int | str] = dataclasses.field(default_factory=dict)
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Grid(Block):
    """A matrix to look things up in: `cells[row][column]`, the one that holds now at `current` (row, column).

    The `legend` explains letters, or tones, each with its words.
    """

    caption: str
    across: str
    down: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]
    legend: tuple[tuple[str, str], ...]
    current: tuple[int, int] | None = None
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """One die that lies on the table; `opened_by` is the index of the die that begot it, `tone` the kind of die."""

    face: int
    success: bool
    tone: str
    opened_by: int | None = None
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Dice(Block):
    """Dice that were rolled, in order, and the sentence that sums them up."""

    faces: tuple[Face, ...]
    sentence: str


class Shown(enum.Enum):
    """What a card of a stage shows: its face, its back, that it is lost, or that nothing is written on it yet."""

    FACE = "face"
    BACK = "back"
    LOST = "lost"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Card:
    """What a side does in one column of a stage; `side` counts the stage's bars from 0.

    `title` and `line` say what and with what ("Lunge", "Sword"), `icon` is the name of one, if it has one. `figure` is
    its number: what is about to be rolled, or what the `faces` came to.
    """

    side: int
    shown: Shown
    title: str
    line: str = ""
    icon: str = ""
    figure: str = ""
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """The cards that meet at one time, a card for each side; `relation` says in words how they do, or what came of it.

    `when` is "done", "now" or "to come", in words; `now` marks the one that is being played.
    """

    title: str
    when: str
    cards: tuple[Card, ...]
    relation: str = ""
    now: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """How one side stands: `left` of the `whole` that it started with (below 0 where more than all is gone).

    `side` is its name among the moves, `name` the one that readers know, `words` say what is counted and `carries` what
    else it has on it. Several of one `team`, from 0, have one ink; else each has its own.
    """

    side: str
    name: str
    words: str
    left: int
    whole: int
    carries: str = ""
    team: int | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a side of a conflict wants, and what it gets if it wins; `side` counts the stage's bars from 0."""

    side: int
    case: str
    stakes: str


@dataclass(frozen=True, slots=True)
class Stage(Verdict):
    """A conflict between two steps: whose turn it is as its figure, how each side stands, and what each does when.

    Two `bars` meet at the count of both; more stand under each other. `columns` hold any number of cards. `setup` is
    how it began, in a line.
    """

    bars: tuple[Bar, ...] = ()
    columns: tuple[Column, ...] = ()
    terms: tuple[Terms, ...] = ()
    setup: str = ""


@dataclass(frozen=True, slots=True)
class Steps(Block):
    """What to do, in order; `rules` are the rules that the steps lead to, where they lead to any ("" for none)."""

    steps: tuple[str, ...]
    words: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened: in which step (from 1; 0 is the setup), to or by whom, in words, and by which rule."""

    step: int
    text: str
    rule: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Story(Block):
    """What has happened so far and why, oldest first; `words` is its heading."""

    lines: tuple[Told, ...]
    words: str = "What happened"


@dataclass(frozen=True, slots=True)
class Note(Block):
    """A sentence or two beside the answer: a consequence, an exception, or where a number comes from."""

    text: str
    mark: Mark | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Lead(Block):
    """A way to another calculator in which all is filled in: the section of a rule, and the `pairs` of its link.

    `words` lead there, the `sentence` says what for. `place` is its section on that page, where it is not the rule’s.
    """

    sentence: str
    words: str
    calculator: str
    rule: str
    pairs: Mapping[str, str]
    place: str = ""


@dataclass(frozen=True, slots=True)
class Keep(Block):
    """A sheet that is ready to be kept: the `inputs` of its game's sheet, with a button for each number of `copies`.

    The `sentence` says who or what that is.
    """

    sentence: str
    inputs: Mapping[str, Any]
    copies: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a calculator has to say: `values` for programs, `blocks` for readers, `effects` for the sheet.

    `compared` says whether the verdict under each other reading of its rulings is worked out and shown with it; False
    where that would keep the reader waiting.
    """

    values: Mapping[str, Any]
    blocks: tuple[Block, ...]
    effects: tuple[Effect, ...] = ()
    compared: bool = True

    @property
    def verdict(self) -> Verdict | None:
        """The first verdict, which the pinned bar repeats."""
        return next((block for block in self.blocks if isinstance(block, Verdict)), None)

    @property
    def stage(self) -> Stage | None:
        """The stage, where the answer is that of a conflict."""
        return next((block for block in self.blocks if isinstance(block, Stage)), None)

    @property
    def sentence(self) -> str:
        """The answer as it is said aloud: the sentence of the first verdict, or nothing."""
        return self.verdict.sentence if self.verdict else ""


def plain(value: Any) -> Any:
    """Anything an answer holds, as JSON: dataclasses become objects named by `block`, fractions text, enums values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {"block": type(value).__name__.lower(), **fields}
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"An answer holds text, whole numbers and fractions; this is a {type(value).__name__}.")

"""What a calculator answers: values for programs, and blocks for people, in the order in which they are read.

A block says what is shown, never how: `engine.views` draws it. All text in blocks is Markdown without raw HTML.
Chances are `Fraction`s; on the way out (see `plain`) they become "numerator/denominator".
"""

import dataclasses
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.working import Line, Mark


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer in one figure, and the few words that interpret it.

    `figure` is a word or a number ("Ob 4"); `line` what else must be seen at a glance ("4D · 31.3 % · Difficult");
    both together stand in the pinned bar. `sentence` says the same aloud.
    """

    figure: str
    line: str
    sentence: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Working:
    """A ledger: lines that add up to a total. Lines of 0 are folded, not left out."""

    lines: tuple[Line, ...]
    total: int
    words: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under named columns; `current` is the row that the inputs point at."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    current: int | None = None
    mark: Mark | None = None
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Onward:
    """What comes after dice that fell short: a calculator in the section of a rule, and its `inputs` known already.

    `faces` names the fields that take the faces, one for each shade in the order of the pool.
    """

    calculator: str
    rule: str
    inputs: Mapping[str, Any]
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of 0, 1, 2 … successes; from `obstacle` on they pass. The last bar is "or more" where `open_end`.

    `ghost` are the same chances if something else held, which `ghost_words` names. `pool` are the dice as text ("B4*")
    where a reader may roll them against the obstacle right there, and `onward` is where they lead if they fall short.
    """

    chances: tuple[Fraction, ...]
    obstacle: int
    sentence: str
    open_end: bool = False
    ghost: tuple[Fraction, ...] = ()
    ghost_words: str = ""
    mark: Mark | None = Mark.DERIVED
    pool: str = ""
    onward: Onward | None = None


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
class Grid:
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
class Track:
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
class ExperienceLog:
    """The experience log of one ability, as on the paper sheet. `alternatives` joins Difficult and Challenging.

    `success_only` marks an ability that logs passed tests alone; `full` is what a full log says ("B4 → B5").
    """

    rows: tuple[Bubbles, ...]
    sentence: str
    alternatives: bool = False
    success_only: bool = False
    full: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """One die that lies on the table; `opened_by` is the index of the six that begot it."""

    face: int
    success: bool
    shade: str
    opened_by: int | None = None


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that were rolled, in order, and the sentence that sums them up."""

    faces: tuple[Face, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Steps:
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
class Story:
    """What has happened so far and why, oldest first; `words` is its heading."""

    lines: tuple[Told, ...]
    words: str = "What happened"


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence or two beside the answer: a consequence, an exception, or where a number comes from."""

    text: str
    mark: Mark | None = None
    rule: str = ""


Block = Verdict | Working | Table | Odds | Grid | Track | ExperienceLog | Dice | Steps | Story | Note


APTITUDE = "Aptitude"
"""In place of a class: a test that counts toward opening a skill. Source: HUB-56."""


@dataclass(frozen=True, slots=True)
class LogTest:
    """An effect: mark a test of this class ("Routine", or `APTITUDE`) in the log of an ability.

    `ability` is the input that holds it ("ability", "helpers.0.exponent"), or its key on the sheet ("circles"). With
    `if_passed` it is earned only if the test passes, which nobody knows yet. Of several of one ability, one is chosen.
    """

    ability: str
    test_class: str
    if_passed: bool = False


@dataclass(frozen=True, slots=True)
class Spend:
    """An effect: take `amount` of `what` (fate, persona, deeds, cash) off the sheet.

    Artha joins the tally of the ability that the input `on` holds, where there is one (HUB-83).
    """

    what: str
    amount: int
    on: str = ""


@dataclass(frozen=True, slots=True)
class SetValue:
    """An effect: a field of the sheet becomes `value`."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class SetAbility:
    """An effect: an ability takes the values of `row` ("ability" is its exponent). `ability` says which, as above."""

    ability: str
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AddRow:
    """An effect: a row (a wound, a contact) joins one of the sheet's lists."""

    rows: str
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetRow:
    """An effect: the row called `name` in one of the sheet's lists takes the values of `row`; without any, it goes.

    A Belief or an Instinct is called by its text.
    """

    rows: str
    name: str
    row: Mapping[str, Any]


Effect = LogTest | Spend | SetValue | SetAbility | AddRow | SetRow


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

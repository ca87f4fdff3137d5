"""The shapes of what a page asks of `engine.app.call`, and of what it is answered, as they stand in JSON.

``python -m hooks.commands.messages`` writes them for the pages' JavaScript, into hooks/client/messages.d.ts. Nothing
here runs in a browser: `engine.app` reads every request as if anybody had written it.
"""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

Pairs = Mapping[str, str]
Inputs = Mapping[str, Any]


class Fault(TypedDict):
    """Why something cannot be used, in a sentence; `field` is the path of the input in which it lies, or empty.

    A mistake of ours comes with the `report` that a reader may send us.
    """

    field: str
    message: str
    report: NotRequired[str]


class Refusal(TypedDict):
    """The answer to what cannot be used."""

    error: Fault


class Log(TypedDict):
    """A session from its setup on. `sealed` says of steps behind its last one what others may know of them."""

    format: int
    version: str
    setup: Inputs
    steps: list[Inputs]
    sealed: NotRequired[list[Inputs]]


class Offered(TypedDict):
    """What an answer can do to a sheet, in words, and as "apply" takes it.

    `names` is the list of the row it is for, which the input or the key `row` says, and which it `needs` or not.
    `whose` is the name of the sheet that it is for, if that is not the chosen one.
    """

    words: str
    effect: Mapping[str, Any]
    names: str
    row: str
    needs: bool
    whose: str


class Course(TypedDict, total=False):
    """Where a session is: `at` of its steps are done, `of` them there are, and the first `leaves` may leave the device.

    A page that has heard of its log gets the `steps` that were made, any other one the whole `log`. Undo goes `back` to
    so many of them, redo `on` to so many. `long` says that no link can carry it, `waits` which roll it waits for,
    `setup` how it began, and `stands` how it stands, each in a line. `origin` is what a link says of its setup
    alone, and `away` that some of it was done on another device.
    """

    at: int
    of: int
    back: int
    on: int
    setup: str
    stands: str
    origin: Pairs
    away: bool
    long: bool
    leaves: int
    sealed: list[Inputs]
    log: Log
    steps: list[Inputs]
    complaint: str
    waits: str


class Answer(Course):
    """An answer, drawn: `html` is read at once, and the `rest` stands below the form.

    `inputs` are canonical, `link` is what a link says of them, and `said` is them in words.

    `say` is said aloud, `pin` is the answer in short, `more` the number of inputs set under "More", and `complaints`
    say of rulings, by name, why they could not be used. A form is drawn where one was asked for, and `unfilled` is what
    the address says where a sheet has filled some of it.
    """

    calculator: str
    inputs: Inputs
    values: Mapping[str, Any]
    rulings: Mapping[str, str]
    html: str
    rest: str
    form: NotRequired[str]
    pin: str
    say: str
    more: int
    said: list[tuple[str, str]]
    complaints: Mapping[str, str]
    link: Pairs
    unfilled: NotRequired[Pairs]
    effects: list[Offered]


class Printed(TypedDict):
    """What the command line prints."""

    calculator: str
    inputs: Inputs
    values: Mapping[str, Any]
    blocks: list[Mapping[str, Any]]
    effects: list[Mapping[str, Any]]
    rulings: Mapping[str, str]
    log: NotRequired[Log]
    moves: NotRequired[Mapping[str, Any]]
    complaint: NotRequired[str]
    waits: NotRequired[str]


class Names(TypedDict):
    """All calculators."""

    names: list[str]
    version: str


class Found(TypedDict):
    """What a question comes to that someone typed: figure and line of the answer, which `say` says aloud.

    `said` is what was understood, by the labels of the fields, and `assumed` what was taken for granted. Where
    something is `missing`, there is no answer. The `link` leads to the filled calculator, from the root of the site.
    """

    calculator: str
    inputs: Inputs
    question: str
    figure: str
    line: str
    say: str
    said: list[tuple[str, str]]
    assumed: list[str]
    missing: list[str]
    link: str


class Understood(TypedDict):
    """What was `found`; nothing where a question is not understood, or cannot be used."""

    found: Found | None


class Text(TypedDict):
    """All that an answer came from, in words."""

    text: str


class Peeked(TypedDict):
    """What is sealed in a session, by whose it is: labels with what was chosen, and the moves that make it on another
    device, as far as they may go there."""

    sealed: Mapping[str, list[tuple[str, str]]]
    handed: Mapping[str, list[Inputs]]


class Rolled(TypedDict):
    """Dice that fell, drawn and as one line; `waiting` is how many more they brought that are still to be rolled."""

    html: str
    say: str
    text: str
    faces: list[int]
    waiting: int


class Offer(TypedDict):
    """One thing to fill a field with: the pairs that it sets, or those of a row that it adds, and the row it is of.

    It may be of `everyone`, and so of nobody's sheet alone.
    """

    words: str
    pairs: Pairs
    row: Pairs
    name: str
    everyone: bool


class Fill(TypedDict):
    """A field that is filled at once, with all pairs that this sets, and the row of the sheet that it is of."""

    path: str
    pairs: Pairs
    name: str


class Offers(TypedDict):
    """What a sheet offers, by the paths of fields, and what of it fills them before anybody chooses.

    `lacks` is what fields ask for by its name and the sheet has not, by their paths.
    """

    offers: Mapping[str, list[Offer]]
    fills: list[Fill]
    lacks: Mapping[str, str]


class Sheet(TypedDict):
    """A character. `typed` are texts, by their paths, that cannot be used."""

    id: str
    calculator: str
    inputs: Inputs
    typed: NotRequired[Pairs]


class Entry(TypedDict):
    """Something that was done to a sheet and can be undone: each change with what stood there before and after.

    `by` is the tab that typed it, `calculator` the kind of a sheet that is gone.
    """

    id: str
    sheet: str
    words: str
    changes: list[tuple[str, str | None, str | None]]
    by: NotRequired[str]
    calculator: NotRequired[str]


class Characters(TypedDict):
    """The document of the reader's characters, as it is stored and saved; see `engine.sheets`."""

    format: int
    version: str
    next: int
    sheets: list[Sheet]
    done: list[Entry]
    edits: list[Entry]


class Strip(TypedDict):
    """What is seen of each character at a glance, by its id: names and values."""

    strip: Mapping[str, list[tuple[str, str]]]


class Noted(TypedDict):
    """The document after something was done to it: in words, to which sheet, and the entry that undoes it."""

    document: Characters
    words: str
    sheet: str
    entry: str


class Differing(TypedDict):
    """A ruling that a table reads in another way: its id and question, and both readings in words."""

    ruling: str
    question: str
    theirs: str
    ours: str


class Table(TypedDict):
    """What a table plays by: readings and house notes (day and text) by the ids of rulings; and its code in a link.

    `differs` has the rulings in which it differs from the reader's table, or from the defaults; `complaints` say what
    of it was set aside.
    """

    name: str
    rulings: Mapping[str, str]
    notes: Mapping[str, tuple[str, str]]
    code: str
    differs: list[Differing]
    complaints: list[str]


class OwnRule(TypedDict):
    """A rule that a reader wrote: its name, and its lines in words."""

    name: str
    lines: list[str]


class Drawn(TypedDict):
    """A live section, drawn."""

    html: str


class Woken(TypedDict):
    """Nothing more: a calculator is at hand now."""


class Answers(TypedDict):
    """What each request is answered, by what it does."""

    names: Names
    ask: Understood
    run: Printed
    answer: Answer
    form: Answer
    step: Answer
    peek: Peeked
    roll: Rolled
    text: Text
    offers: Offers
    strip: Strip
    table: Table
    rule: OwnRule
    section: Drawn
    sheets: Noted
    wake: Woken


class Context(TypedDict):
    """For whom an answer is drawn: the readings chosen, the calculator's id on its page, the way to the root, and the
    names of the fields that show at once, where the page says which."""

    rulings: NotRequired[Mapping[str, str]]
    instance: NotRequired[str]
    base: NotRequired[str]
    fields: NotRequired[str]


class AskNames(TypedDict):
    """For all calculators."""

    do: Literal["names"]


class AskQuestion(TypedDict):
    """For what a question comes to, as it was `typed`."""

    do: Literal["ask"]
    typed: str
    rulings: NotRequired[Mapping[str, str]]


class Thrown(TypedDict):
    """What is thrown against what, by which calculator; `onward` is where dice that fall short lead."""

    roller: str
    pool: str
    obstacle: str
    onward: NotRequired[str]


class Asked(Context):
    """Inputs of a calculator, or the setup of a session and where it is: `at` which step of a `tape`.

    The tape is the page's name for it; the `log` comes along where Python does not know that name.
    """

    calculator: str
    inputs: NotRequired[Inputs]
    tape: NotRequired[str]
    log: NotRequired[Log | None]
    at: NotRequired[int]


class AskRun(Asked):
    """For what the command line prints."""

    do: Literal["run"]


class AskAnswer(Asked):
    """For an answer that is drawn, with its form where that is to be drawn anew, or after a step of a session.

    `add` or `drop` changes a list of rows first, by `several` that are typed if it says them, and a `move` is the step
    that is made; with `follow` those that ask nothing follow it. Without `compare`, rulings come without their other
    verdicts. `unfilled` are the inputs without what a sheet has filled.
    """

    do: Literal["answer", "form", "step"]
    add: NotRequired[str]
    drop: NotRequired[str]
    several: NotRequired[str]
    move: NotRequired[Mapping[str, Any]]
    follow: NotRequired[bool]
    compare: NotRequired[bool]
    unfilled: NotRequired[Pairs]


class AskPeek(Asked):
    """For what is sealed in a session, for the eyes of whose it is."""

    do: Literal["peek"]


class AskText(Asked):
    """For an answer in words, with the `link` that leads to it and the `roll` and `faces` that fell, if any did."""

    do: Literal["text"]
    link: NotRequired[str]
    roll: NotRequired[Thrown]
    faces: NotRequired[str]


class AskRoll(Context):
    """For dice that fall: the reader's `faces`, or those of a `seed`."""

    do: Literal["roll"]
    roll: Thrown
    faces: NotRequired[str]
    seed: NotRequired[int]


class AskOffers(TypedDict):
    """For what a sheet `of` one calculator offers to another; with `all`, also to fields that do not ask for it.

    `party` are all sheets of its kind, for lists that take everyone.
    """

    do: Literal["offers"]
    calculator: str
    sheet: Inputs
    of: str
    all: NotRequired[bool]
    party: NotRequired[list[Inputs]]


class AskStrip(TypedDict):
    """For what is seen of characters at a glance."""

    do: Literal["strip"]
    sheets: list[Sheet]


class AskTable(TypedDict):
    """For the code of the reader's table, or for what another table's `code` says beside it."""

    do: Literal["table"]
    name: NotRequired[str]
    rulings: NotRequired[Mapping[str, str]]
    notes: NotRequired[Mapping[str, tuple[str, str]]]
    code: NotRequired[str]


class AskRule(TypedDict):
    """For what a rule of a reader's own says, from its `code`; nothing of it is worked out."""

    do: Literal["rule"]
    code: str


class AskWake(TypedDict):
    """For the rules of a calculator, before someone asks for its answer."""

    do: Literal["wake"]
    calculator: str


class AskSection(TypedDict):
    """For the live section of a calculator, as a page would have it."""

    do: Literal["section"]
    calculator: str
    instance: str
    base: str


class AskSheets(TypedDict):
    """For something to be done to the document of characters, by what "op" says; see `engine.app`."""

    do: Literal["sheets"]
    op: Literal["read", "add", "remove", "change", "apply", "undo", "merge"]
    document: Any
    rulings: NotRequired[Mapping[str, str]]
    sheet: NotRequired[str]
    calculator: NotRequired[str]
    inputs: NotRequired[Inputs]
    copies: NotRequired[int]
    pairs: NotRequired[Pairs]
    gone: NotRequired[list[str]]
    by: NotRequired[str]
    effect: NotRequired[Mapping[str, Any]]
    name: NotRequired[str]
    entry: NotRequired[str]
    file: NotRequired[Any]


Request = (
    AskNames
    | AskQuestion
    | AskRun
    | AskAnswer
    | AskPeek
    | AskText
    | AskRoll
    | AskOffers
    | AskStrip
    | AskTable
    | AskRule
    | AskSection
    | AskSheets
    | AskWake
)

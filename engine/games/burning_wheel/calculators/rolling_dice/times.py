"""How long a test takes, a long one in instalments, and what the others do meanwhile (HUB-26, HUB-27, HUB-29)."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.games.burning_wheel.calculators.rolling_dice.methods import Stated
from engine.games.burning_wheel.rules import practice, times
from engine.games.burning_wheel.rules.times import LENGTHS, Length, Span, Unit
from engine.option import Option
from engine.session import Dice, session
from engine.working import Mark


class Category(Option):
    """The kinds of abilities, as far as their tests take different times. The values are ids of `LENGTHS`."""

    STAT = "stat", "a stat"
    ACADEMIC = "academic", "Academic"
    ARTIST = "artist", "Artist"
    CRAFTSMAN = "craftsman", "Craftsman"
    FORESTER = "forester", "Forester"
    MARTIAL = "martial", "Martial"
    MEDICINAL = "medicinal", "Medicinal"
    MILITARY = "military", "Military"
    MUSICAL = "musical", "Musical"
    PEASANT = "peasant", "Peasant"
    PHYSICAL = "physical", "Physical"
    THOUGHT = "thought", "School of Thought"
    SEAFARING = "seafaring", "Seafaring"
    SOCIAL = "social", "Social"
    SORCEROUS = "sorcerous", "Sorcerous"
    SPECIAL = "special", "Special or miscellaneous"

    @property
    def length(self) -> Length:
        return LENGTHS[self.value]


class Use(Option):
    """Whether the ability is put to a short use or to a long one."""

    SHORT = "short", "a short use"
    LONG = "long", "a long one"


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Nobody has said a time yet."""

    words: ClassVar[str] = "not said yet"


@dataclass(frozen=True, slots=True)
class Said:
    """The time that the GM asks for, or that a player gives it."""

    amount: Annotated[int, Between(1, 999), Asked("How many", quick=(1, 2, 3, 10))] = 1
    unit: Annotated[Unit, Asked("Unit")] = Unit.DAYS

    words: ClassVar[str] = "said"

    @property
    def span(self) -> Span:
        return Span(self.amount, self.unit)


@calculator("test-length", rules="HUB-26")
def length_of_test(
    category: Annotated[Category, Asked("You test")] = Category.CRAFTSMAN,
    use: Annotated[Use, Asked("For")] = Use.SHORT,
    said: Annotated[Unsaid | Said, Asked("The time for this test", gm=True)] = Unsaid(),
) -> Answer:
    """How long does a test of this kind take?"""
    length = category.length
    what, units = (length.short, length.short_units) if use is Use.SHORT else (length.long, length.long_units)
    usual = times.usual(units)
    values: dict[str, object] = {"usual": usual, "units": list(units), "like": list(length.like), "said": ""}
    takes = f"{length.name} tests usually take {usual}: {what}." if usual else f"{length.name} tests: {what}."
    blocks: list[Block]
    if isinstance(said, Said):
        words = str(said.span)
        blocks = [
            Verdict(words, f"{length.name} · usually {usual or what}", f"This test takes {words}. {takes}"),
            _ways(said.span),
            Note("Care, speed and quality, with your dice:", rule="HUB-22"),
        ]
        values |= {"said": words, "seconds": said.span.seconds}
    else:
        figure = usual or what
        line = f"{length.name} · {what}" if usual else length.name
        sentence = f"{takes} Say how long before the dice fall."
        blocks = [Verdict(figure[:1].upper() + figure[1:], line, sentence)]
    if length.note:
        blocks.append(Note(length.note))
    row = list(LENGTHS).index(length.id)
    blocks.append(replace(lengths_table(), current=row, folded=True))
    return Answer(values, tuple(blocks))


def _ways(span: Span) -> Table:
    """What a stated time comes to under each way of working. Source: HUB-19, HUB-21."""

    def takes(careful: bool, quick: int) -> str:
        return times.in_words(times.part_of(span.seconds, times.working(careful, quick).total), span.unit)

    rows = (
        ("Normally, or failing", takes(False, 0)),
        ("Carefully", takes(True, 0)),
        *(
            (f"Quickly, with {wording.count(steps, 'extra success', 'extra successes')}", takes(False, steps))
            for steps in (1, 2, 3, 5)
        ),
    )
    return Table("What it comes to", ("Way", "Takes"), rows, mark=Mark.DERIVED)


@table("test-lengths")
def lengths_table() -> Table:
    """How long tests take, by kind of ability."""
    rows = tuple(
        (length.name, _use(length.short, length.short_units), _use(length.long, length.long_units), length.note)
        for length in LENGTHS.values()
    )
    return Table("How long tests take", ("Kind", "A short use", "A long one", "Besides"), rows)


def _use(what: str, units: object) -> str:
    usual = times.usual(tuple(units)) if isinstance(units, (list, tuple)) else ""
    return f"{usual} ({what})" if usual else what


@dataclass(frozen=True, slots=True)
class Work:
    """Time spent at it: it brings the next part nearer."""

    amount: Annotated[int, Between(1, 999), Asked("How many", quick=(1, 2, 3))] = 1
    unit: Annotated[Unit, Asked("Unit")] = Unit.WEEKS

    words: ClassVar[str] = "Work at it"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Time spent elsewhere: the work waits."""

    amount: Annotated[int, Between(1, 999), Asked("How many", quick=(1, 2, 3))] = 1
    unit: Annotated[Unit, Asked("Unit")] = Unit.WEEKS

    words: ClassVar[str] = "Go elsewhere"


@dataclass(frozen=True, slots=True)
class HandOut:
    """The GM gives out the next part."""

    part: Annotated[str, Asked("What you learn or finish", gm=True)] = ""

    words: ClassVar[str] = "Hand out the next part"


@dataclass(frozen=True, slots=True)
class Underway:
    """A long test: one roll, passed; seconds at work and elsewhere, and the parts handed out."""

    what: str
    span: Span
    parts: int
    worked: int = 0
    away: int = 0
    given: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return self.span.seconds

    @property
    def due(self) -> int:
        return times.due(self.worked, self.total, self.parts)

    def until(self, part: int) -> int:
        """Seconds of work until a part (from 1) is due, 0 if it is."""
        return max(0, times.due_after(part, self.total, self.parts) - self.worked)

    def in_words(self, seconds: int) -> str:
        return times.in_words(seconds, self.span.unit)


def start(
    what: Annotated[str, Asked("The long test")] = "",
    time: Annotated[Stated, Asked("It takes, in all", gm=True)] = Stated(6, Unit.MONTHS),
    parts: Annotated[int, Between(2, 24), Asked("Parts to hand out", gm=True, quick=(3, 4, 6, 12))] = 6,
) -> Underway:
    """What has the long test brought so far?"""
    return Underway(what, time.span, parts)


def moves(state: Underway) -> dict[str, tuple[type, ...]]:
    """What can happen now."""
    work = (Work,) if state.worked < state.total else ()
    give = (HandOut,) if len(state.given) < state.due else ()
    done = len(state.given) == state.parts
    return {"test": (*give, *work, *(() if done else (Elsewhere,)))}


def step(state: Underway, side: str, move: object, dice: Dice) -> Underway:
    """The test after a stretch of time, or after a part was handed out."""
    match move:
        case Work(amount, unit):
            return replace(state, worked=min(state.total, state.worked + Span(amount, unit).seconds))
        case Elsewhere(amount, unit):
            return replace(state, away=state.away + Span(amount, unit).seconds)
        case HandOut(part):
            return replace(state, given=(*state.given, part or "handed out"))
    return state


def show(state: Underway) -> Answer:
    """The parts: handed out, due, and still to come."""
    given, waiting = len(state.given), state.due - len(state.given)
    name = state.what or "the long test"
    left = state.until(state.due + 1) if state.due < state.parts else 0
    if waiting:
        now, sentence = "due now", f"The GM hands out part {given + 1} of {state.parts} now."
    elif given == state.parts:
        now, sentence = "all done", f"{name[:1].upper()}{name[1:]} is done: every part is handed out."
    else:
        now = f"next after {state.in_words(left)} more"
        sentence = f"{given} of {state.parts} parts are handed out; the next is due after {state.in_words(left)} more."
    rows = []
    for part in range(1, state.parts + 1):
        after = state.in_words(times.due_after(part, state.total, state.parts))
        still = "due now" if part <= state.due else f"in {state.in_words(state.until(part))}"
        rows.append((str(part), after, state.given[part - 1] if part <= given else still))
    blocks: list[Block] = [
        Verdict(f"{given} of {state.parts}", now, sentence),
        Table("The parts", ("Part", "Due after", "Now"), tuple(rows), given if given < state.parts else None),
        Note(
            f"At work: {state.in_words(state.worked)} of {state.span}. Elsewhere: {state.in_words(state.away)}. "
            "One roll decides all of it; come and go as you like.",
            rule="HUB-25",
        ),
    ]
    return Answer(
        values={
            "due": state.due,
            "given": given,
            "waiting": waiting,
            "parts": state.parts,
            "worked": state.worked,
            "away": state.away,
            "next_after": left,
            "done": given == state.parts,
        },
        blocks=tuple(blocks),
    )


session("instalments", rules="HUB-27", start=start, moves=moves, step=step, show=show)


@dataclass(frozen=True, slots=True)
class Doing:
    """What one character does meanwhile, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    does: Annotated[str, Asked("Does what")] = ""
    amount: Annotated[int, Between(0, 999), Asked("How long it takes", quick=(0, 1, 2, 3))] = 0
    unit: Annotated[Unit, Asked("Unit")] = Unit.HOURS
    rolls: Annotated[int, Between(0, 20), Asked("Rolls it needs", quick=(0, 1, 2))] = 1

    singular: ClassVar[str] = "character"


@calculator("meanwhile", rules="HUB-29")
def meanwhile(
    time: Annotated[Stated, Asked("One test takes", gm=True)] = Stated(4, Unit.HOURS),
    characters: Annotated[tuple[Doing, ...], Asked("The others")] = (Doing(),),
    a_day: Annotated[
        int,
        Between(1, practice.MOST_HOURS),
        Asked("Hours a day for practice", "Most people bear eight.", quick=(2, 4, 8, 12)),
    ] = practice.USUAL_HOURS,
) -> Answer:
    """One of you is busy: what do the others do?"""
    total, unit = time.span.seconds, time.unit
    rows, answers, steps = [], [], []
    for number, row in enumerate(characters, 1):
        name = row.name or f"Player {number}"
        left = total - Span(row.amount, row.unit).seconds
        hours = times.practice_hours(max(0, left), a_day)
        if not row.does:
            steps.append(f"Ask {name}: what do you do for {time.span}?")
        if left < 0:
            over = times.in_words(-left, row.unit)
            steps.append(f"{name}: {row.does or 'that'} takes {over} too long, and goes on when the others are done.")
        if row.rolls > times.MOST_ROLLS:
            steps.append(f"{name}: {row.rolls} rolls are a scene of their own. Keep it to one or two.")
        rows.append(
            (
                name,
                row.does or "not said",
                "–" if left < 0 else times.in_words(left, unit),
                wording.count(hours, "hour"),
            )
        )
        answers.append(
            {
                "name": name,
                "left": max(0, left),
                "practice_hours": hours,
                "over": max(0, -left),
                "fits": left >= 0 and row.rolls <= times.MOST_ROLLS,
            }
        )
    unsaid = [row[0] for row, said in zip(rows, characters, strict=True) if not said.does]
    said = len(rows) - len(unsaid)
    if unsaid:
        figure, sentence = f"Ask {unsaid[0]}", f"Go round the table: {time.span} to fill for {wording.listed(unsaid)}."
    elif rows:
        figure, sentence = "All are busy", f"Everyone has something to do for {time.span}."
    else:
        figure, sentence = "Nobody else", f"Name the others, and ask each what they do for {time.span}."
    blocks: list[Block] = [Verdict(figure, f"{time.span} · {said} of {len(rows)} have said", sentence)]
    if rows:
        columns = ("Who", "Does", "Time left", "For practice, at most")
        blocks.append(Table("Meanwhile", columns, tuple(rows), mark=Mark.DERIVED))
    if steps:
        blocks.append(Steps(tuple(steps), "Before the dice"))
    if any(one["practice_hours"] for one in answers):
        blocks.append(
            Note("Practice counts by hours a day over a whole cycle; write down what is begun.", rule="HUB-52")
        )
    return Answer(
        values={"seconds": total, "characters": answers, "unsaid": unsaid, "said": said},
        blocks=tuple(blocks),
    )

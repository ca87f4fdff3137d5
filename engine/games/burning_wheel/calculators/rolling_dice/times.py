"""How long a test takes, a long one in instalments, and what the others do meanwhile (HUB-26, HUB-27, HUB-29)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, branch, row
from engine.games.burning_wheel.calculators.rolling_dice.fields import Amount, InUnits, SomeAmount, Stated
from engine.games.burning_wheel.rules import practice, times
from engine.games.burning_wheel.rules.instalments import LongTest
from engine.games.burning_wheel.rules.times import LENGTHS, Length, Span, Spare, Unit
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


@branch("not said yet")
class Unsaid:
    """Nobody has said a time yet."""


@branch("said")
class Said(Span):
    """The time that the GM asks for, or that a player gives it."""

    amount: Amount = 1
    unit: InUnits = Unit.DAYS


@calculator("test-length", rules="HUB-26")
def length_of_test(
    category: Annotated[Category, Asked("You test")] = Category.CRAFTSMAN,
    use: Annotated[Use, Asked("What you use it for")] = Use.SHORT,
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
        words = str(said)
        blocks = [
            Verdict(words, (Fact(length.name), Fact(usual or what, "usually")), f"This test takes {words}. {takes}"),
            _ways(said),
            Note("Care, speed and quality, with your dice:", rule="HUB-22"),
        ]
        values |= {"said": words, "seconds": said.seconds}
    else:
        figure = usual or what
        facts = (Fact(length.name), Fact(what)) if usual else (Fact(length.name),)
        sentence = f"{takes} Say how long before the dice fall."
        blocks = [Verdict(figure[:1].upper() + figure[1:], facts, sentence)]
    if length.note:
        blocks.append(Note(length.note))
    blocks.append(replace(lengths_table(), current=list(LENGTHS).index(length.id), folded=True))
    return Answer(values, tuple(blocks))


def _ways(span: Span) -> Table:
    """What a stated time comes to under each way of working. Source: HUB-19, HUB-21."""

    def takes(careful: bool, quick: int) -> str:
        return span.part(times.working(careful, quick).total)

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


def _use(what: str, units: Sequence[str]) -> str:
    usual = times.usual(units)
    return f"{usual} ({what})" if usual else what


@branch("Work at it")
class Work(Span):
    """Time spent at it: it brings the next part nearer."""

    amount: SomeAmount = 1
    unit: InUnits = Unit.WEEKS


@branch("Go elsewhere")
class Elsewhere(Span):
    """Time spent elsewhere: the work waits."""

    amount: SomeAmount = 1
    unit: InUnits = Unit.WEEKS


@branch("Hand out the next part")
class HandOut:
    """The GM gives out the next part."""

    part: Annotated[str, Asked("What you learn or finish", gm=True)] = ""


@dataclass(frozen=True, slots=True)
class Underway:
    """A long test with its name."""

    what: str
    test: LongTest


def start(
    what: Annotated[str, Asked("The long test")] = "",
    time: Annotated[Stated, Asked("Time it takes in all", gm=True)] = Stated(6, Unit.MONTHS),
    parts: Annotated[int, Between(2, 24), Asked("Parts to hand out", gm=True, quick=(3, 4, 6, 12))] = 6,
) -> Underway:
    """What has the long test brought so far?"""
    return Underway(what or "the long test", LongTest(time, parts))


def moves(state: Underway) -> dict[str, tuple[type, ...]]:
    """What can happen now."""
    test = state.test
    open_now = {HandOut: test.waiting, Work: not test.worked_out, Elsewhere: not test.done}
    return {"test": tuple(move for move, may in open_now.items() if may)}


def step(state: Underway, side: str, move: object, dice: Dice) -> Underway:
    """The test after a stretch of time, or after a part was handed out."""
    match move:
        case Work():
            return replace(state, test=state.test.work(move))
        case Elsewhere():
            return replace(state, test=state.test.away(move))
        case HandOut(part):
            return replace(state, test=state.test.hand_out(part or "handed out"))
    return state


def show(state: Underway) -> Answer:
    """The parts: handed out, due, and still to come."""
    name, test = state.what, state.test
    given = len(test.given)
    left = test.until(test.due + 1) if test.due < test.parts else 0

    def said(seconds: int) -> str:
        return times.in_words(seconds, test.span.unit)

    if test.waiting:
        now, sentence = Fact("due now"), f"The GM hands out part {given + 1} of {test.parts} now."
    elif test.done:
        now, sentence = Fact("all done"), f"{name[:1].upper()}{name[1:]} is done: every part is handed out."
    else:
        now = Fact(said(left), "until the next")
        sentence = f"{given} of {test.parts} parts are handed out; the next is due after {said(left)} more."
    rows = []
    for part in range(1, test.parts + 1):
        still = "due now" if part <= test.due else f"in {said(test.until(part))}"
        rows.append((part, said(test.due_after(part)), test.given[part - 1] if part <= given else still))
    return Answer(
        values={
            "due": test.due,
            "given": given,
            "waiting": test.waiting,
            "parts": test.parts,
            "worked": test.worked,
            "away": test.elsewhere,
            "next_after": left,
            "done": test.done,
        },
        blocks=(
            Verdict(f"{given} of {test.parts}", (now,), sentence),
            Table("The parts", ("Part", "Due after", "Now"), tuple(rows), None if test.done else given),
            Note(
                f"At work: {said(test.worked)} of {test.span}. Elsewhere: {said(test.elsewhere)}. "
                "One roll decides all of it; come and go as you like.",
                rule="HUB-25",
            ),
        ),
    )


session("instalments", rules="HUB-27", start=start, moves=moves, step=step, show=show)


@row("character")
class Doing:
    """What one character does meanwhile, as a row of the form."""

    name: Annotated[str, Asked("Who")] = ""
    does: Annotated[str, Asked("What they do")] = ""
    amount: Annotated[int, Between(0, 999), Asked("How long it takes", quick=(0, 1, 2, 3))] = 0
    unit: InUnits = Unit.HOURS
    rolls: Annotated[int, Between(0, 20), Asked("Rolls it needs", quick=(0, 1, 2))] = 1


HoursADay = Annotated[
    int,
    Between(1, practice.MOST_HOURS),
    Asked("Hours a day for practice", "Most people bear eight.", quick=(2, 4, 8, 12)),
]


@calculator("meanwhile", rules="HUB-29")
def meanwhile(
    time: Annotated[Stated, Asked("One test takes", gm=True)] = Stated(4, Unit.HOURS),
    characters: Annotated[tuple[Doing, ...], Asked("The others")] = (Doing(),),
    a_day: HoursADay = practice.USUAL_HOURS,
) -> Answer:
    """One of you is busy: what do the others do?"""
    names = [one.name or f"Player {number}" for number, one in enumerate(characters, 1)]
    spare = [times.spare(time, Span(one.amount, one.unit), one.rolls, a_day) for one in characters]
    unsaid = [name for name, one in zip(names, characters, strict=True) if not one.does]
    said = len(names) - len(unsaid)
    if unsaid:
        figure, sentence = f"Ask {unsaid[0]}", f"Go round the table: {time} to fill for {wording.listed(unsaid)}."
    elif names:
        figure, sentence = "All are busy", f"Everyone has something to do for {time}."
    else:
        figure, sentence = "Nobody else", f"Name the others, and ask each what they do for {time}."
    blocks: list[Block] = [
        Verdict(figure, (Fact(str(time), "to fill"), Fact(f"{said} of {len(names)}", "have said")), sentence)
    ]
    if names:
        rows = tuple(
            (
                name,
                one.does or "not said",
                None if left.over else times.in_words(left.left, time.unit),
                wording.count(left.hours, "hour"),
            )
            for name, one, left in zip(names, characters, spare, strict=True)
        )
        columns = ("Who", "Does", "Time left", "For practice, at most")
        blocks.append(Table("Meanwhile", columns, rows, mark=Mark.DERIVED))
    told = zip(names, characters, spare, strict=True)
    if steps := [step for name, one, left in told for step in _before_the_dice(name, one, left, time)]:
        blocks.append(Steps(tuple(steps), "Before the dice"))
    if any(left.hours for left in spare):
        text = "Practice counts by hours a day over a whole cycle; write down what is begun."
        blocks.append(Note(text, rule="HUB-52"))
    found = [
        {"name": name, "left": left.left, "practice_hours": left.hours, "over": left.over, "fits": left.fits}
        for name, left in zip(names, spare, strict=True)
    ]
    return Answer({"seconds": time.seconds, "characters": found, "unsaid": unsaid, "said": said}, tuple(blocks))


def _before_the_dice(name: str, one: Doing, left: Spare, time: Span) -> Iterator[str]:
    """What the GM still asks of one character."""
    if not one.does:
        yield f"Ask {name}: what do you do for {time}?"
    if left.over:
        over = times.in_words(left.over, one.unit)
        yield f"{name}: {one.does or 'that'} takes {over} too long, and goes on when the others are done."
    if one.rolls > times.MOST_ROLLS:
        yield f"{name}: {one.rolls} rolls make their own scene. Keep it to one or two."

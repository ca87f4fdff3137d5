"""A rule that a reader writes: where it begins and what its lines add, as data, which becomes a calculator when read.

The calculator's name holds the whole rule: ``own-rule:`` and its code (see `engine.links`). So a page, a link or a
command line asks it as any other, nothing has to be registered, and nothing that a reader writes is ever run as code.
"""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

from engine import forms, links, wording
from engine.answer import Answer, Fact, Table, Verdict, Working
from engine.calculators import Calculator, calculator
from engine.forms import Asked, Between, Longest, Unusable
from engine.refused import Refused
from engine.working import Line

PREFIX = "own-rule:"
WRITER = "write-a-rule"
PLACE = "#"
"""Where the number stands in how a rule reads, as in "# days"."""
LEAST, MOST = -99, 99
MOST_TIMES = 99
TIMES = 10
"""How often a line counts at most that only says "each"."""
TYPED = re.compile(
    r"(?:(?P<choice>[^:]+):)?(?P<name>[^:]*?[^:\s])\s+(?P<adds>(?:[-+−]\s*)?\d{1,2})"
    r"(?P<each>\s+each(?:\s+up\s+to\s+(?P<times>\d{1,2}))?)?"
)


@forms.row("line")
class RuleLine:
    """One line of a rule: what it is called, what it adds (−99 to 99), and how many `times` at most (1 to 99).

    Lines of the same `choice` are one question, and exactly one of them counts. A line is typed in one go:

    >>> RuleLine.of_line("Guards +2 each up to 6")
    RuleLine(name='Guards', adds=2, times=6, choice='')
    >>> RuleLine.of_line("Weather: fog +3").line
    'Weather: fog +3'
    """

    name: Annotated[str, Longest(60)] = ""
    adds: Annotated[int, Between(LEAST, MOST)] = 1
    times: Annotated[int, Between(1, MOST_TIMES)] = 1
    choice: Annotated[str, Longest(40)] = ""

    @property
    def field(self) -> str:
        """What it is asked by: its choice, or its own name."""
        return self.choice or self.name

    @property
    def line(self) -> str:
        """The line as it is typed."""
        each = f" each up to {self.times}" if self.times > 1 else ""
        return f"{self.words} {wording.signed(self.adds)}{each}"

    @property
    def words(self) -> str:
        """What it is called where all lines stand together: "Weather: fog"."""
        return f"{self.choice}: {self.name}" if self.choice else self.name

    @property
    def often(self) -> str:
        """How often it counts."""
        return "one of several" if self.choice else f"each, {self.times} at most" if self.times > 1 else "once"

    def doubles(self, other: "RuleLine") -> str:
        """The name that it has in common with another one, or nothing. Lines of one choice share that one's name."""
        if self.field.casefold() != other.field.casefold():
            return ""
        if self.choice and other.choice:
            return self.name if self.name.casefold() == other.name.casefold() else ""
        return self.field

    @classmethod
    def of_line(cls, text: str, _before: Self | None = None) -> Self:
        """The line that a reader has typed. Raises `Refused` where it does not end in what it adds."""
        found = TYPED.fullmatch(text.strip())
        if found is None:
            raise Refused(
                "A line is what it is and what it adds, as in “Rain +1”, “Guards +2 each” or “Weather: fog +3”; "
                f"this says {wording.quoted(text)}."
            )
        choice, adds = (found["choice"] or "").strip(), "".join(found["adds"].replace(wording.MINUS, "-").split())
        if choice and found["each"]:
            raise Refused(f"A line of a choice counts once, so it has no “each”; this says {wording.quoted(text)}.")
        times = int(found["times"] or TIMES) if found["each"] else 1
        return cls(found["name"].strip(), int(adds), times, choice)


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A rule as someone wrote it: its name, how its number reads (`counts`), where it begins, and its lines.

    `least` and `most` hold the number, where they are given. Raises `Unusable`, for the field of the form that writes
    it, where a name is missing or stands twice, where there is no line, or where the least is above the most.
    """

    name: str
    counts: str
    base: int
    lines: tuple[RuleLine, ...]
    least: int | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        if not self.name:
            raise Unusable("name", "A rule has a name; this is empty.")
        if not self.lines:
            raise Unusable("lines", "A rule has at least one line; this has none.")
        if self.least is not None and self.most is not None and self.least > self.most:
            least, most = wording.number(self.least), wording.number(self.most)
            raise Unusable("least", f"The least is no more than the most, {most}; this says {least}.")
        for at, line in enumerate(self.lines):
            if not line.name:
                raise Unusable("lines", f"Each line says what it is; line {at + 1} is empty.")
            if ":" in line.choice + line.name:
                said = wording.quoted(line.words)
                raise Unusable("lines", f"A colon stands behind a choice, and nowhere else; this says {said}.")
            if line.choice and line.times > 1:
                raise Unusable("lines", f"A line of a choice counts once; {wording.quoted(line.name)} counts for each.")
            if twice := next((said for said in map(line.doubles, self.lines[:at]) if said), ""):
                raise Unusable("lines", f"Each line has a name of its own; {wording.quoted(twice)} stands here twice.")

    def held(self, total: int) -> int:
        """A total within the rule's own bounds."""
        total = total if self.least is None else max(self.least, total)
        return total if self.most is None else min(self.most, total)

    def reads(self, said: str) -> str:
        """A number, or two, as the rule says it: "3 days", "2 to 5 days"."""
        return self.counts.replace(PLACE, said) if PLACE in self.counts else f"{said} {self.counts}".strip()

    @property
    def fields(self) -> dict[str, list[RuleLine]]:
        """The lines by what they are asked by, in the order written: those of a choice together.

        The names are short, as links say them ("rain", "cold-nights"); a number tells doubles apart.
        """
        by_words: dict[str, list[RuleLine]] = {}
        for line in self.lines:
            by_words.setdefault(line.field.casefold(), []).append(line)
        found: dict[str, list[RuleLine]] = {}
        for words, lines in by_words.items():
            short = "-".join(re.findall(r"[a-z0-9]+", words))
            short = short if short[:1].isalpha() and short not in TAKEN else f"line-{short}".strip("-")
            doubles = sum(name == short or name.startswith(f"{short}-no-") for name in found)
            found[f"{short}-no-{doubles + 1}" if doubles else short] = lines
        return found

    @property
    def span(self) -> tuple[int, int]:
        """The least and the most that it can come to."""
        least = most = self.base
        for lines in self.fields.values():
            amounts = [line.adds for line in lines]
            if not lines[0].choice:
                amounts = [0, lines[0].adds * lines[0].times]
            least, most = least + min(amounts), most + max(amounts)
        return self.held(least), self.held(most)

    def form(self) -> forms.Form:
        """What is asked of whoever uses the rule: a switch, a number or a choice for each of its fields."""
        return forms.Form(tuple(_field(*named) for named in self.fields.items()))

    def answer(self, **said: Any) -> Answer:
        """What the rule comes to, for what is said of its fields as `form` reads it."""
        added = [Line(self.base, "It begins with")]
        for name, lines in self.fields.items():
            line, value = lines[0], said[name]
            if line.choice:
                added.append(Line(lines[int(value)].adds, lines[int(value)].words))
            else:  # how many there are, or whether there is one
                times = f", {value}" if line.times > 1 and value else ""
                added.append(Line(line.adds * int(value), f"{line.name}{times}"))
        total = sum(line.amount for line in added)
        held = self.held(total)
        if held != total:
            added.append(Line(held - total, f"Never {'below' if held > total else 'above'} {wording.number(held)}"))
        figure = self.reads(wording.number(held))
        return Answer(
            {"total": held},
            (Verdict(figure, (), f"{self.name}: {figure}."), Working(tuple(added), held, self.name)),
        )


TAKEN = (forms.CHOICE, links.LOG)
"""What inputs and links mean otherwise."""


def _field(name: str, lines: Sequence[RuleLine]) -> forms.Field:
    line = lines[0]
    adds = wording.signed(line.adds)
    if line.choice:
        words = {str(at): f"{one.name} ({wording.signed(one.adds)})" for at, one in enumerate(lines)}
        return forms.Field(name, forms.Picked.choices(words), Asked(line.choice), "0")
    if line.times > 1:
        return forms.Field(name, forms.Whole(0, line.times), Asked(f"{line.name} ({adds} each)"), 0)
    return forms.Field(name, forms.Truth(), Asked(f"{line.name} ({adds})"), False)


def code(rule: OwnRule) -> str:
    """The rule in letters for a link: all of it, so that it means the same whatever the form's defaults become."""
    return links.code(_form().write({name: getattr(rule, name) for name in OwnRule.__slots__}))


def read(said: str) -> OwnRule:
    """The rule in a code. Raises `Unusable` where that is damaged, or is no rule."""
    inputs, _ = links.read({links.CODE: said or "?"})
    return OwnRule(**_form().read(inputs))


def _form() -> forms.Form:
    """The form in which a rule is written."""
    return forms.form_of(write_a_rule)


@functools.lru_cache(maxsize=64)
def named(name: str) -> Calculator:
    """The calculator that a name holds. Raises as `read` does."""
    rule = read(name.removeprefix(PREFIX))
    return Calculator(name, (), f"{rule.name}: what does it come to?", rule.form(), rule.answer)


def told(rule: OwnRule) -> list[str]:
    """The rule in lines, for whoever is to say whether to use it."""
    lines = (f"{line.words} {wording.signed(line.adds)}, {line.often}" for line in rule.lines)
    bounds = (("below", rule.least), ("above", rule.most))
    held = (f"Never {words} {wording.number(bound)}" for words, bound in bounds if bound is not None)
    return [f"It begins with {rule.reads(wording.number(rule.base))}", *lines, *held]


@calculator(WRITER, rules="")
def write_a_rule(
    name: Annotated[str, Longest(60), Asked("What it is called")] = "Days on the road",
    counts: Annotated[str, Longest(30), Asked("How it reads", "# is the number, as in “# days”.")] = "# days",
    base: Annotated[int, Between(LEAST, MOST), Asked("It begins with")] = 3,
    lines: Annotated[
        tuple[RuleLine, ...], Asked("Its lines", "As in: Rain +1, Guards +2 each, Weather: fog +3", lines=True)
    ] = (
        RuleLine("Carts", 1),
        RuleLine("Rivers", 1, times=6),
        RuleLine("paved", -1, choice="Road"),
        RuleLine("a track", 0, choice="Road"),
        RuleLine("none", 3, choice="Road"),
    ),
    least: Annotated[int | None, Between(LEAST, MOST), Asked("Never below", more=True)] = None,
    most: Annotated[int | None, Between(LEAST, MOST), Asked("Never above", more=True)] = None,
) -> Answer:
    """What can your rule come to?

    Answers with the least and the most, and each line as it will be read. Among the values, ``code`` is the rule for a
    link (see `read`). Raises `Unusable` for what makes it no rule.
    """
    rule = OwnRule(name, counts, base, lines, least, most)
    low, high = map(wording.number, rule.span)
    span = rule.reads(low if low == high else f"{low} to {high}")
    rows = tuple((line.words, wording.signed(line.adds), line.often) for line in rule.lines)
    return Answer(
        {"code": code(rule), "least": rule.span[0], "most": rule.span[1]},
        (
            Verdict(span, (Fact.count(len(rule.fields), "question"),), f"{rule.name} comes to {span}."),
            Table("Line by line", ("Line", "Adds", "How often"), rows),
        ),
    )

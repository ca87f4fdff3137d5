"""How results are said: obstacles, classes, marks, chances, and why artha cannot be spent."""

from dataclasses import dataclass
from fractions import Fraction

from engine import wording
from engine.answer import Fact
from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.rules.test_class import Classes, TestClass

REASONS = {
    "no-fate": "You have no Fate left.",
    "no-deeds": "You have no Deeds left.",
    "no-persona": "You have no Persona left.",
    "fate-limit": "One roll takes 1 Fate, and it is spent.",
    "persona-limit": "One roll takes 3 Persona, and they are spent.",
    "used": "It was already used on this roll.",
    "no-call-on": "No call-on that fits is left this session.",
    "passed": "The test is passed, and your table rerolls failed tests only.",
    "no-traitor": "No die has failed: nothing to roll again.",
    "not-careful": "It answers a failure while working carefully.",
    "optional": "Your table does not play this optional rule.",
    "no-cost": "It must cost something that can be named; the GM may let the failure stand.",
    "wrong-cost": "The GM may find it the wrong kind of price for this test.",
}


LETTERS = {TestClass.ROUTINE: "R", TestClass.DIFFICULT: "D", TestClass.CHALLENGING: "C"}


def logged(classes: Classes) -> Fact:
    """What a test is for the log, beside a figure."""
    return Fact(classes.short, "in the log, your choice") if len(classes) > 1 else Fact(classes, "in the log")


def choice(classes: Classes) -> tuple[Fact, ...]:
    """That the player chooses, beside a class that is the figure."""
    return (Fact("your choice"),) if len(classes) > 1 else ()


def count_words(marks: Marks) -> str:
    """Marks as a reader counts them: "2 Routine and 1 Difficult"; "nothing" where there is none."""
    parts = [f"{marks.of(one)} {one.value}" for one in TestClass if marks.of(one)]
    return wording.listed(parts) if parts else "nothing"


def _gaps(marks: Marks, needed: tuple[Marks, ...]) -> tuple[Marks, ...]:
    """What is missing by each route, without routes that ask for all that another asks for, and more."""
    gaps = list(dict.fromkeys(marks.short_of(route) for route in needed))
    return tuple(gap for gap in gaps if not any(other != gap and _within(other, gap) for other in gaps))


def _within(less: Marks, more: Marks) -> bool:
    return all(less.of(one) <= more.of(one) for one in TestClass)


def missing_parts(marks: Marks, needed: tuple[Marks, ...]) -> tuple[str, str]:
    """What every route still asks for, and after that the choice between routes; either may be empty."""
    gaps = _gaps(marks, needed)
    common = Marks(*(min((gap.of(one) for gap in gaps), default=0) for one in TestClass))
    rests = [count_words(common.short_of(gap)) for gap in gaps]
    if len(gaps) == 1:
        return count_words(gaps[0]), ""
    return count_words(common) if common.total else "", " or ".join(rests)


def missing_words(marks: Marks, needed: tuple[Marks, ...]) -> str:
    """What is missing: "3 Routine, and 2 Difficult or 1 Challenging"."""
    return ", and ".join(part for part in missing_parts(marks, needed) if part)


def brings(classes: Classes, marks: Marks, needed: tuple[Marks, ...]) -> str:
    """What a mark of this class would leave to be done."""
    if not classes or not needed:
        return "–"
    if rules.filled(needed, marks):
        return "already full"
    best = rules.best(classes, marks, needed)
    after = marks.plus(best)
    if rules.filled(needed, after):
        return "advances"
    left = f"still {missing_words(after, needed)}"
    return left if rules.useful(needed, marks, best) else f"no use; {left}"


def often_with(chance: Fraction, without: Fraction) -> str:
    """How often something happens with a help, and how often without it; said once where the help changes nothing."""
    other = "with or without it" if chance == without else f"without it {wording.often(without)}"
    return f"{wording.often(chance)}, {other}"


@dataclass(frozen=True, slots=True)
class Mean:
    """What to expect of a number of dice, said to a tenth that is rounded half away from zero.

    >>> Mean(Fraction(5, 2)).words, Mean(Fraction(-1, 3)).words, Mean(Fraction(5, 2)).signed, Mean(Fraction(1)).dice
    ('2.5', '−0.3', '+2.5', '1 die')
    """

    number: Fraction

    @property
    def words(self) -> str:
        """The number alone: "2.5", "3", "−0.3"."""
        tenths = int(abs(self.number) * 10 + Fraction(1, 2))
        text = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
        return f"{wording.MINUS}{text}" if self.number < 0 and tenths else text

    @property
    def signed(self) -> str:
        """The number with its sign: "+2.5", "−0.3", "0"."""
        return f"+{self.words}" if self.number > 0 and self.words != "0" else self.words

    @property
    def dice(self) -> str:
        """So many dice: "2.5 dice", "1 die"."""
        return f"{self.words} {'die' if self.words == '1' else 'dice'}"

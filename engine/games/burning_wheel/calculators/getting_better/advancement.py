"""Tests needed for the next exponent, and what is still missing (HUB-37 to HUB-41, HUB-45)."""

import itertools
from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.log import log_block
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.learning import EXPONENT, MARKS
from engine.games.burning_wheel.readings.advancement import AS_PRINTED, LABELS, LAST_EITHER, _as_printed, routes_of
from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules import aptitude
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.views.blocks import ExperienceLog
from engine.games.burning_wheel.words import missing_parts, missing_words
from engine.rulings import Rulings
from engine.working import Mark

NO_ROUTE = {
    "markers": "has no log: it follows the average of {parents}",
    "elsewhere": "advances by rules that stand in the Character Burner",
    "cap": "is at the top: the tables end at 9, and 10 is the cap",
    "zero": "has no row: the tables start at exponent 1",
}


def why_none(kind: Kind, exponent: int) -> tuple[str, Mark | None]:
    if kind.parents:
        return NO_ROUTE["markers"].format(parents=wording.listed(kind.parents)), None
    if exponent >= CAP:
        return NO_ROUTE["cap"], Mark.DERIVED
    if kind.emotional:
        return NO_ROUTE["elsewhere"], Mark.MISSING
    return NO_ROUTE["zero"], Mark.RULING


@dataclass(frozen=True, slots=True)
class Standing:
    """An ability on its way to the next exponent: its marks, and the routes from the exponent that counts, `at`."""

    kind: Kind
    exponent: int
    at: int
    marks: Marks
    needed: tuple[Marks, ...]

    @property
    def advances(self) -> bool:
        return rules.filled(self.needed, self.marks)

    @property
    def name(self) -> str:
        """The ability at the beginning of a sentence."""
        return self.kind.words[:1].upper() + self.kind.words[1:]

    @property
    def rise(self) -> str:
        """From what to what it goes."""
        return f"{self.exponent} → {self.exponent + 1}"

    @property
    def values(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "advances": self.advances,
            "exponent": self.exponent + self.advances,
            "needed": [rules.as_values(route) for route in self.needed],
            "erased": self.marks.total if self.advances else 0,
        }

    def no_way_on(self, line: str = "no tests lead on") -> Verdict:
        """Why no tests lift it."""
        why, mark = why_none(self.kind, self.at)
        figure = self.name if self.kind.parents else f"Exponent {self.exponent}"
        return Verdict(figure, (Fact(line),), f"{self.name} {why}.", mark)

    def log(self) -> ExperienceLog:
        """The log as on paper."""
        return log_block(self.kind, self.at, self.marks, self.needed, self.rise if self.advances else "")

    def wasted(self) -> tuple[Note, ...]:
        """Marks that no route asks for: they are never converted into what is missing."""
        useless = [
            one.value for one in TestClass if self.marks.of(one) and not any(route.of(one) for route in self.needed)
        ]
        text = f"{wording.listed(useless)} tests do not count here, and nothing turns them into others."
        return (Note(text, rule="HUB-45"),) if useless else ()


@calculator("advancement", rules="HUB-37 HUB-38 HUB-39 HUB-40 HUB-41 HUB-45")
def advancement(
    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL,
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5, 6))] = 3,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", quick=(0, 1, 2, 3, 4))] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", quick=(0, 1, 2, 3, 4))] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", quick=(0, 1, 2, 3))] = 0,
    taxed: Annotated[int, Between(0, CAP), Asked("Resources only: dice lost to Tax", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Does it advance, and what is still missing?"""
    if taxed and kind is not Kind.RESOURCES:
        raise Unusable("taxed", f"Only Resources are taxed; this is {kind.words}.")
    if taxed > exponent:
        raise Unusable("taxed", f"Tax takes at most the exponent, here {exponent}; this says {taxed}.")
    at = exponent - taxed if taxed and ask["advancement.taxed"] == "taxed" else exponent
    marks = Marks(routine, difficult, challenging)
    found = Standing(kind, exponent, at, marks, routes_of(kind, at, ask))
    values = {**found.values, "missing": [rules.as_values(marks.short_of(route)) for route in found.needed]}
    if not found.needed:
        none = found.no_way_on("no log" if kind.parents else "no tests lead on")
        return Answer(values, (none, *_notes(kind, ask)))
    if found.advances:
        erased = f"All {wording.count(marks.total, 'mark')} are erased, the spare ones too."
        spare = erased if marks.total > 1 else "The mark is erased."
        said = f"Exponent {exponent} becomes {exponent + 1}, at once and in the middle of a fight if need be. {spare}"
        verdict = Verdict(found.rise, (Fact("advances at once"),), said)
    else:
        said = f"Still missing: {missing_words(marks, found.needed)}."
        verdict = Verdict(*_still(marks, found.needed), said)
    blocks = (verdict, found.log(), *_notes(kind, ask), *found.wasted(), *_table(kind, at, ask))
    return Answer(values, blocks)


ABOUT = {
    Kind.PERCEPTION: "A stat. Mark only tests that you passed.",
    Kind.RESOURCES: "Advances like a skill. Mark only tests that you passed; at exponent 0 one of them is enough.",
    Kind.CIRCLES: "Advances like a skill. Reputation, affiliation and name dice count for the class of the test.",
    Kind.HEALTH: "Advances like a skill by its own tests, no matter what Will and Forte do.",
    Kind.STEEL: "Advances like a skill by its own tests; the GM may also award tests for what you live through.",
    Kind.REFLEXES: "Its average moves when Perception, Agility or Speed does.",
    Kind.MORTAL_WOUND: "Its average moves when Power or Forte does.",
    Kind.FAITH: "Mark only tests that you passed. The later edition advances it like a skill.",
    Kind.EMOTION: "The later edition advances it like a skill.",
}


RULE_OF = {
    Kind.PERCEPTION: "HUB-39",
    Kind.RESOURCES: "HUB-41",
    Kind.CIRCLES: "HUB-41",
}


def _notes(kind: Kind, ask: Rulings) -> tuple[Note, ...]:
    if kind not in ABOUT or (kind.emotional and ask["edition"] == "later"):
        return (Note("Mark only tests that you passed.", rule="HUB-39"),) if kind is Kind.FAITH else ()
    return (Note(ABOUT[kind], rule=RULE_OF.get(kind, "HUB-40")),)


def _table(kind: Kind, exponent: int, ask: Rulings) -> tuple[Table, ...]:
    later = kind.emotional and ask["edition"] == "later"
    by = kind.table(later=later, printed=_as_printed(kind, exponent, ask))
    if by is None:
        return ()
    found = tests_table(by)
    return (replace(found, current=exponent - 1 if 1 <= exponent < CAP else None),)


def tests_table(by: rules.Table) -> Table:
    """The whole table of tests needed, as printed."""
    rows = tuple(
        (
            row.exponent,
            row.routine or None,
            row.difficult,
            f"or {row.challenging}" if row.either else f"and {row.challenging}",
        )
        for row in rules.ROWS[by]
    )
    return Table(f"Tests needed: {by.words}", ("Exponent", *(one.value for one in TestClass)), rows)


@table("skill-tests")
def skill_tests() -> Table:
    """Tests needed to advance a skill."""
    return tests_table(rules.Table.SKILL)


@table("stat-tests")
def stat_tests() -> Table:
    """Tests needed to advance a stat."""
    return tests_table(rules.Table.STAT)


@table("what-advances-how")
def what_advances_how() -> Table:
    """Every kind of ability: by which table it advances, and whether failures are marked."""
    rows = []
    for kind in Kind:
        by = kind.table()
        how = by.words if by else f"follows {wording.listed(kind.parents)}" if kind.parents else "the Character Burner"
        tests = "passed tests only" if kind.success_only else "passed and failed tests"
        rows.append((kind.words[:1].upper() + kind.words[1:], how, None if kind.parents else tests))
    return Table("What advances how", ("Ability", "By", "Marks"), tuple(rows))


@branch("raise what you have")
class Known:
    """An ability that the character has, with its marks."""

    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5, 6)), sheet("exponent")] = 3
    routine: Annotated[int, MARKS, Asked("Routine tests marked", quick=(0, 1, 2, 3, 4)), sheet("routine")] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", quick=(0, 1, 2)), sheet("difficult")] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", quick=(0, 1, 2)), sheet("challenging")] = 0


@branch("open a new skill")
class Learned:
    """A skill that is being learned, from one root stat."""

    root: Annotated[int, Between(1, CAP), Asked("Exponent of the root stat", quick=(3, 4, 5, 6)), sheet("root")] = 4
    tests: Annotated[int, MARKS, Asked("Tests marked toward it", quick=(0, 1, 2, 3, 4, 5, 6))] = 0


@calculator("later-advancement", rules="HUB-102")
def later_advancement(
    what: Annotated[Known | Learned, Asked("You want to")] = Known(),
    *,
    ask: Rulings,
) -> Answer:
    """Does it advance, by the tables of the later edition?"""
    if isinstance(what, Learned):
        return _opening(what)
    kind, exponent = what.kind, what.exponent
    marks = Marks(what.routine, what.difficult, what.challenging)
    labelled = not kind.parents and 1 <= exponent <= LAST_EITHER
    printed = labelled and ask[LABELS] == AS_PRINTED
    found = Standing(kind, exponent, exponent, marks, rules.routes(kind, exponent, later=True, printed=printed))
    if not found.needed:
        return Answer(found.values, (found.no_way_on(),))
    by = kind.table(later=True, printed=printed)
    shown = (replace(tests_table(by), current=exponent - 1 if exponent else None),) if by else ()
    corrected = Mark.CORRECTED if labelled else None
    if found.advances:
        erased = wording.count(marks.total, "test")
        said = f"Exponent {exponent} becomes {exponent + 1}; erase {erased} marked for it."
        verdict = Verdict(found.rise, (Fact("its tests are erased"),), said, corrected)
    else:
        said = f"Still missing for exponent {exponent + 1}: {missing_words(marks, found.needed)}."
        verdict = Verdict(*_still(marks, found.needed), said, corrected)
    passed = (Note("Mark only tests that you passed.", rule="HUB-101"),) if kind.success_only else ()
    return Answer(found.values, (verdict, found.log(), *passed, *shown, *found.wasted()))


def _still(marks: Marks, needed: tuple[Marks, ...]) -> tuple[str, tuple[Fact, ...]]:
    """What is missing in any case as a figure, and the choice that comes on top."""
    certain, choice = missing_parts(marks, needed)
    return f"Still {certain or choice}", (Fact(f"and {choice}"),) if certain and choice else ()


def _opening(skill: Learned) -> Answer:
    """A new skill: as many tests as 10 less the root, and it opens at half the root. Source: HUB-102."""
    root = [Ability(Shade.BLACK, skill.root)]
    asked, opens_at = aptitude.aptitude(root).total, aptitude.opening(root).exponent
    opens = skill.tests >= asked
    left = max(0, asked - skill.tests)
    said = wording.count(asked, "test")
    if opens:
        verdict = Verdict(
            f"Opens at {opens_at}",
            (Fact(f"{skill.tests} of {asked}", "marked"),),
            f"The skill opens at exponent {opens_at}, half of the root stat of {skill.root} rounded down.",
        )
    else:
        verdict = Verdict(
            f"{left} more",
            (Fact(f"{skill.tests} of {asked}", "marked"), Fact(opens_at, "opens at")),
            f"It takes {said} with a root stat of {skill.root}; {left} more and the skill opens at {opens_at}.",
        )
    return Answer({"aptitude": asked, "opens": opens, "missing_tests": left, "opens_at": opens_at}, (verdict,))


@calculator("markers", rules="HUB-40")
def markers(
    perception: Annotated[int, EXPONENT, Asked("Perception")] = 4,
    agility: Annotated[int, EXPONENT, Asked("Agility")] = 4,
    speed: Annotated[int, EXPONENT, Asked("Speed")] = 4,
    power: Annotated[int, EXPONENT, Asked("Power")] = 4,
    forte: Annotated[int, EXPONENT, Asked("Forte")] = 4,
    *,
    ask: Rulings,
) -> Answer:
    """Where do Reflexes and Mortal Wound stand, and which stat moves them next?"""
    groups = {
        Kind.REFLEXES: (("Perception", perception), ("Agility", agility), ("Speed", speed)),
        Kind.MORTAL_WOUND: (("Power", power), ("Forte", forte)),
    }
    uneven = any(sum(value for _, value in stats) % len(stats) for stats in groups.values())
    up = uneven and ask["advancement.average"] == "up"
    found, rows = {}, []
    for kind, stats in groups.items():
        values = [value for _, value in stats]
        found[kind] = rules.average(values, up=up)
        to_go = next(
            more for more in itertools.count(1) if rules.average([*values[1:], values[0] + more], up=up) > found[kind]
        )
        rows.append((kind.words, found[kind], wording.listed(name for name, _ in stats), f"{to_go} more in all"))
    reflexes, mortal = found[Kind.REFLEXES], found[Kind.MORTAL_WOUND]
    return Answer(
        values={"reflexes": reflexes, "mortal_wound_average": mortal},
        blocks=(
            Verdict(
                f"Reflexes {reflexes}",
                (Fact(mortal, "Mortal Wound average"),),
                f"Reflexes average {reflexes}; Power and Forte average {mortal}. Neither has its own log.",
                Mark.MISSING,
            ),
            Table("What moves them", ("Marker", "Average now", "Of", "Next step at"), tuple(rows), mark=Mark.DERIVED),
            Note(
                "The Character Burner says how the average becomes a Mortal Wound; when it rises, so does the wound.",
                Mark.MISSING,
                "HUB-40",
            ),
        ),
    )

"""Tests needed for the next exponent, and what is still missing (HUB-37 to HUB-41, HUB-45)."""

import itertools
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.log import log_block
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.learning import EXPONENT, MARKS
from engine.games.burning_wheel.readings.advancement import AS_PRINTED, LABELS, LAST_EITHER, _as_printed, routes_of
from engine.games.burning_wheel.rules import advancement as rules
from engine.games.burning_wheel.rules import aptitude
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.test_class import TestClass
from engine.games.burning_wheel.words import _missing_parts, missing_words
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
    needed = routes_of(kind, at, ask)
    advances = rules.filled(needed, marks)
    after = exponent + 1 if advances else exponent
    values = {
        "advances": advances,
        "exponent": after,
        "needed": [rules.as_values(route) for route in needed],
        "missing": [rules.as_values(marks.short_of(route)) for route in needed],
        "erased": marks.total if advances else 0,
    }
    if not needed:
        why, mark = why_none(kind, at)
        name = kind.words[:1].upper() + kind.words[1:]
        shown = f"Exponent {exponent}" if not kind.parents else name
        no_log = Verdict(shown, "no tests lead on" if not kind.parents else "no log", f"{name} {why}.", mark)
        return Answer(values, (no_log, *_notes(kind, ask)))
    table_ = _table(kind, at, ask)
    if advances:
        spare = f" All {wording.count(marks.total, 'mark')} are erased, the spare ones too."
        spare = spare if marks.total > 1 else " The mark is erased."
        verdict = Verdict(
            f"{exponent} → {after}",
            "advances at once",
            f"Exponent {exponent} becomes {after}, at once and in the middle of a fight if need be.{spare}",
        )
    else:
        sure, choice = _missing_parts(marks, needed)
        line = f"{kind.words}, exponent {exponent}"
        verdict = Verdict(
            f"Still {sure or choice}",
            f"and {choice} · {line}" if sure and choice else line,
            f"Still missing: {missing_words(marks, needed)}.",
        )
    full = f"{exponent} → {after}" if advances else ""
    log = log_block(kind, at, marks, needed, full)
    return Answer(values, (verdict, log, *_notes(kind, ask), *_wasted(marks, needed), *table_))


def _wasted(marks: Marks, needed: tuple[Marks, ...]) -> tuple[Note, ...]:
    """Marks that no route asks for: they are never converted into what is missing."""
    useless = [one.value for one in TestClass if marks.of(one) and not any(route.of(one) for route in needed)]
    if not useless:
        return ()
    return (
        Note(f"{wording.listed(useless)} tests do not count here, and nothing turns them into others.", rule="HUB-45"),
    )


ABOUT = {
    Kind.PERCEPTION: "A stat. Mark only tests that you passed.",
    Kind.RESOURCES: "Advances like a skill. Mark only tests that you passed; at exponent 0 one of them is enough.",
    Kind.CIRCLES: "Advances like a skill. Reputation, affiliation and name dice count for the class of the test.",
    Kind.HEALTH: "Advances like a skill by its own tests, whatever Will and Forte do.",
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
            str(row.exponent),
            str(row.routine) if row.routine else "–",
            f"{row.difficult}",
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
        tests = "–" if kind.parents else "passed tests only" if kind.success_only else "passed and failed tests"
        rows.append((kind.words[:1].upper() + kind.words[1:], how, tests))
    return Table("What advances how", ("Ability", "By", "Marks"), tuple(rows))


@dataclass(frozen=True, slots=True)
class Known:
    """An ability that the character has, with its marks."""

    kind: Annotated[Kind, Asked("Kind of ability")] = Kind.SKILL
    exponent: Annotated[int, EXPONENT, Asked("Exponent", quick=(2, 3, 4, 5, 6)), sheet("exponent")] = 3
    routine: Annotated[int, MARKS, Asked("Routine tests marked", quick=(0, 1, 2, 3, 4)), sheet("routine")] = 0
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", quick=(0, 1, 2)), sheet("difficult")] = 0
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", quick=(0, 1, 2)), sheet("challenging")] = 0

    words: ClassVar[str] = "raise what you have"


@dataclass(frozen=True, slots=True)
class Learned:
    """A skill that is being learned, from one root stat."""

    root: Annotated[int, Between(1, CAP), Asked("Exponent of the root stat", quick=(3, 4, 5, 6)), sheet("root")] = 4
    tests: Annotated[int, MARKS, Asked("Tests marked toward it", quick=(0, 1, 2, 3, 4, 5, 6))] = 0

    words: ClassVar[str] = "open a new skill"


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
    needed = rules.routes(kind, exponent, later=True, printed=printed)
    advances = rules.filled(needed, marks)
    values = {
        "advances": advances,
        "exponent": exponent + 1 if advances else exponent,
        "needed": [rules.as_values(route) for route in needed],
        "erased": marks.total if advances else 0,
    }
    name = kind.words[:1].upper() + kind.words[1:]
    if not needed:
        why, mark = why_none(kind, exponent)
        figure = name if kind.parents else f"Exponent {exponent}"
        return Answer(values, (Verdict(figure, "no tests lead on", f"{name} {why}.", mark),))
    by = kind.table(later=True, printed=printed)
    shown = replace(tests_table(by), current=exponent - 1 if exponent else None) if by else None
    if advances:
        verdict = Verdict(
            f"{exponent} → {exponent + 1}",
            "advances, and its tests are erased",
            f"Exponent {exponent} becomes {exponent + 1}; erase {wording.count(marks.total, 'test')} marked for it.",
            Mark.CORRECTED if labelled else None,
        )
    else:
        verdict = Verdict(
            f"Still {missing_words(marks, needed)}",
            f"{kind.words}, exponent {exponent}",
            f"Still missing for exponent {exponent + 1}: {missing_words(marks, needed)}.",
            Mark.CORRECTED if labelled else None,
        )
    full = f"{exponent} → {exponent + 1}" if advances else ""
    passed = (Note("Mark only tests that you passed.", rule="HUB-101"),) if kind.success_only else ()
    log = log_block(kind, exponent, marks, needed, full)
    return Answer(values, (verdict, log, *passed, *((shown,) if shown else ()), *_wasted(marks, needed)))


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
            f"{skill.tests} of {said}",
            f"The skill opens at exponent {opens_at}, half of the root stat of {skill.root} rounded down.",
        )
    else:
        verdict = Verdict(
            f"{left} more",
            f"{skill.tests} of {said} · opens at {opens_at}",
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
        rows.append((kind.words, str(found[kind]), wording.listed(name for name, _ in stats), f"{to_go} more in all"))
    reflexes, mortal = found[Kind.REFLEXES], found[Kind.MORTAL_WOUND]
    return Answer(
        values={"reflexes": reflexes, "mortal_wound_average": mortal},
        blocks=(
            Verdict(
                f"Reflexes {reflexes}",
                f"average behind Mortal Wound {mortal}",
                f"Reflexes average {reflexes}; Power and Forte average {mortal}. Neither has a log of its own.",
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

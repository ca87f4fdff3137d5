"""Opening a new skill: roots, aptitude, and where it opens (HUB-53, HUB-54, HUB-55)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import AddRow, Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules import aptitude as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.aptitude import Mixed
from engine.rulings import Rulings
from engine.working import Mark, Worked

MARKED = Between(0, 20)
QUICK = ("B3", "B4", "B5", "B6")


ROOT = Ability(Shade.BLACK, 4)


@dataclass(frozen=True, slots=True)
class RootRow:
    """A further stat that the skill is rooted in, as a row of the form."""

    stat: Annotated[Ability, Asked("Root stat", quick=QUICK), sheet("root")] = ROOT
    began: Annotated[Ability | None, Asked("It was, at the first test", "Empty: the same.")] = None

    singular: ClassVar[str] = "root"


Others = tuple[RootRow, ...]


@dataclass(frozen=True, slots=True)
class NewSkill:
    """A skill that is not open yet: tests that open it, the sum of its roots, and the skill as it will be."""

    aptitude: Worked
    roots: Worked
    opens: Ability

    def left(self, tests: int) -> int:
        """Tests that are still missing."""
        return max(0, self.aptitude.total - tests)


def new_skill_of(root: Ability, others: Others, ask: Rulings, began: Ability | None = None) -> NewSkill:
    """What the roots make of a skill, under the table's rulings; `began` is the first as it was at the first test."""
    now = roots_of(root, others)
    then = [began or root, *(row.began or row.stat for row in others)]
    mixed = _mixed(now, ask)
    opens = rules.opening(now, mixed)
    if not opens.exponent and ask["learning.opening-minimum"] == "one":
        opens = rules.opening(now, mixed, least=1)
    aptitude = _aptitude(now, mixed, ask)
    if then != now:
        before = _aptitude(then, _mixed(then, ask), ask)
        if before != aptitude and ask["learning.root-then"] == "then":
            aptitude = before
    return NewSkill(aptitude, rules.root_sum(now, mixed), opens)


def roots_of(root: Ability, others: Others) -> list[Ability]:
    """All roots of a skill as they are now."""
    return [root, *(row.stat for row in others)]


def _mixed(roots: Sequence[Ability], ask: Rulings) -> Mixed:
    differ = len({rules.mixed_bonus(roots, mixed) for mixed in Mixed}) > 1
    return Mixed.of(ask["learning.mixed-bonus"]) if differ else Mixed.ONCE


def _aptitude(roots: Sequence[Ability], mixed: Mixed, ask: Rulings) -> Worked:
    shades = len({root.shade for root in roots}) > 1
    bonus = rules.mixed_bonus(roots, mixed) if shades and ask["learning.aptitude-bonus"] == "yes" else 0
    uneven = (sum(root.exponent for root in roots) + bonus) % len(roots)
    round_result = bool(uneven) and ask["learning.aptitude-rounding"] == "result"
    by_skill = shades and ask["learning.aptitude-shade"] == "skill"
    raw = rules.aptitude(roots, round_result=round_result, by_skill=by_skill, bonus=bonus, least=None)
    if raw.total >= 1 or ask["learning.aptitude-minimum"] == "none":
        return raw
    return rules.aptitude(roots, round_result=round_result, by_skill=by_skill, bonus=bonus)


@calculator("new-skill", rules="HUB-53 HUB-54 HUB-55")
def new_skill(
    root: Annotated[Ability, Asked("Its root", quick=QUICK), sheet("root")] = ROOT,
    others: Annotated[Others, Asked("Further roots")] = (),
    tests: Annotated[int, MARKED, Asked("Tests marked toward it", quick=(0, 1, 2, 3, 4, 5, 6)), sheet("aptitude")] = 0,
    name: Annotated[str, Asked("The skill", more=True)] = "",
    began: Annotated[Ability | None, Asked("The root at the first test", "Empty: the same.", more=True)] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How many tests open a new skill, and where does it open?"""
    found = new_skill_of(root, others, ask, began)
    roots = roots_of(root, others)
    needed, left = max(0, found.aptitude.total), found.left(tests)
    called = name or "The skill"
    rooted = f"root {wording.listed(str(stat) for stat in roots)}"
    if left:
        verdict = Verdict(
            f"{wording.count(left, 'test')} to go",
            f"aptitude {needed} · opens at {found.opens} · {rooted}",
            f"{called} takes {wording.count(needed, 'test')}; {wording.number(left)} "
            f"{'is' if left == 1 else 'are'} missing. It will open at {found.opens}.",
        )
    else:
        verdict = Verdict(
            f"Open at {found.opens}",
            f"aptitude {needed} · {rooted}",
            f"{called} opens at once, at {found.opens}, and advances like any other from now on.",
        )
    blocks: list[Block] = [
        verdict,
        Working(found.aptitude.lines, found.aptitude.total, "Aptitude"),
        Working(found.roots.lines, found.roots.total, "Sum of the roots"),
        Note(
            f"It opens at half the {'average of its roots' if others else 'root'}: {found.roots.total} divided by "
            f"{2 * len(roots)}, rounded down, in the {'darkest shade' if others else 'shade of the root'}: "
            f"{found.opens}.",
            rule="HUB-55",
        ),
    ]
    if not others and 1 <= root.exponent <= rules.FULL:
        shown = aptitude_table()
        blocks.append(Table(shown.caption, shown.columns, shown.rows, root.exponent - 1, shown.mark, True))
    if not found.opens.exponent:
        blocks.append(
            Note("At exponent 0 there is no die to roll, and the tables of advancement start at 1.", Mark.RULING)
        )
    return Answer(
        values={
            "aptitude": found.aptitude.total,
            "left": left,
            "open": not left,
            "sum": found.roots.total,
            "opens": str(found.opens),
            "exponent": found.opens.exponent,
            "shade": found.opens.shade.value,
        },
        blocks=tuple(blocks),
        effects=() if left else (AddRow("abilities", {"name": name or "New skill", "ability": str(found.opens)}),),
    )


@table("aptitudes")
def aptitude_table() -> Table:
    """Tests that open a skill, by the exponent and shade of its one root, and where it opens."""
    rows = []
    for exponent in range(1, rules.FULL + 1):
        tests = []
        for shade in Shade:
            stat = [Ability(shade, exponent)]
            least, raw = rules.aptitude(stat).total, rules.aptitude(stat, least=None).total
            tests.append(str(least) if least == raw else f"{least} ({wording.number(raw)})")
        rows.append((str(exponent), *tests, str(rules.opening([Ability(Shade.BLACK, exponent)]).exponent)))
    columns = ("Root", *(shade.words.capitalize() for shade in Shade), "Opens at")
    return Table("Tests that open a skill", columns, tuple(rows), mark=Mark.DERIVED)

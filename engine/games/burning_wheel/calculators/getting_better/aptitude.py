"""Opening a new skill: roots, aptitude, and where it opens (HUB-53, HUB-54, HUB-55)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Asked, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.learning import MARKS, QUICK, ROOT, FurtherRoots
from engine.games.burning_wheel.readings.aptitude import new_skill_of, roots_of
from engine.games.burning_wheel.rules import aptitude as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.rulings import Rulings
from engine.working import Mark


@calculator("new-skill", rules="HUB-53 HUB-54 HUB-55 HER-02 HER-03")
def new_skill(
    root: Annotated[Ability, Asked("Its root", quick=QUICK), sheet("root")] = ROOT,
    others: FurtherRoots = (),
    tests: Annotated[int, MARKS, Asked("Tests marked toward it", quick=(0, 1, 2, 3, 4, 5, 6)), sheet("aptitude")] = 0,
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
    aptitude = Fact(needed, "aptitude")
    rooted = Fact(wording.listed(str(stat) for stat in roots), "root" if len(roots) == 1 else "roots")
    if left:
        verdict = Verdict(
            f"{wording.count(left, 'test')} to go",
            (aptitude, Fact(str(found.opens), "opens at"), rooted),
            f"{called} takes {wording.count(needed, 'test')}; {wording.number(left)} "
            f"{'is' if left == 1 else 'are'} missing. It will open at {found.opens}.",
        )
    else:
        verdict = Verdict(
            f"Open at {found.opens}",
            (aptitude, rooted),
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

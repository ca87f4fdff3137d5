"""What opens a new skill, as the table reads the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.forms.learning import Others
from engine.games.burning_wheel.rules import aptitude as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.aptitude import Mixed
from engine.rulings import Rulings
from engine.working import Worked


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
    mixed = mixed_of(now, ask)
    opens = rules.opening(now, mixed)
    if not opens.exponent and ask["learning.opening-minimum"] == "one":
        opens = rules.opening(now, mixed, least=1)
    aptitude = _aptitude(now, mixed, ask)
    if then != now:
        before = _aptitude(then, mixed_of(then, ask), ask)
        if before != aptitude and ask["learning.root-then"] == "then":
            aptitude = before
    return NewSkill(aptitude, rules.root_sum(now, mixed), opens)


def roots_of(root: Ability, others: Others) -> list[Ability]:
    """All roots of a skill as they are now."""
    return [root, *(row.stat for row in others)]


def mixed_of(roots: Sequence[Ability], ask: Rulings) -> Mixed:
    """What roots of unlike shades add; asked for only where the readings differ. Source: HUB-53."""
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

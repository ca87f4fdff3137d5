"""A new skill: its roots, the tests that open it, and where it opens (HUB-53, HUB-54, HUB-55)."""

from collections.abc import Sequence

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.rules.ability import Ability
from engine.option import Option
from engine.working import Line, Mark, Worked

FULL = 10
DARKEST_FIRST = tuple(Shade)
MIXED_BONUS = 2


class Mixed(Option):
    """How much roots of different shades add before the sum is divided. Source: HUB-53."""

    ONCE = "once", "2 in all"
    STEPS = "steps", "2 for each step between the darkest and the lightest"
    ROOTS = "roots", "2 for each root and step that it is lighter than the darkest"


def steps_lighter(shade: Shade) -> int:
    """How many steps a shade is from black: 0, 1 or 2."""
    return DARKEST_FIRST.index(shade)


def root_shade(roots: Sequence[Ability]) -> Shade:
    """The darkest shade among the roots, of which there is at least one. Source: HUB-53."""
    return min((root.shade for root in roots), key=steps_lighter)


def mixed_bonus(roots: Sequence[Ability], mixed: Mixed = Mixed.ONCE) -> int:
    """What unlike shades add to the sum of the roots; 0 where all are alike. Source: HUB-53."""
    lighter = [steps_lighter(root.shade) - steps_lighter(root_shade(roots)) for root in roots]
    if not any(lighter):
        return 0
    return MIXED_BONUS * {Mixed.ONCE: 1, Mixed.STEPS: max(lighter), Mixed.ROOTS: sum(lighter)}[mixed]


def root_sum(roots: Sequence[Ability], mixed: Mixed = Mixed.ONCE) -> Worked:
    """The sum that is divided for the opening exponent. Source: HUB-53."""
    lines = [Line(root.exponent, f"Root {root}", "HUB-53") for root in roots]
    return Worked((*lines, Line(mixed_bonus(roots, mixed), "Roots of different shades", "HUB-53")))


def opening(roots: Sequence[Ability], mixed: Mixed = Mixed.ONCE, *, least: int = 0) -> Ability:
    """The skill as it opens: half the average of its roots, rounded down, in the darkest shade; at least `least`.

    Source: HUB-55.
    """
    return Ability(root_shade(roots), max(least, root_sum(roots, mixed).total // (2 * len(roots))))


def aptitude(
    roots: Sequence[Ability],
    *,
    round_result: bool = False,
    by_skill: bool = False,
    bonus: int = 0,
    least: int | None = 1,
) -> Worked:
    """The tests that open a skill: 10 less the average of its roots rounded down, 1 or 2 fewer for lighter shades.

    `round_result` rounds the difference down in place of the average. The lightest root takes off its step, or,
    `by_skill`, only the shade of the skill does. `bonus` joins the sum. `least` is the smallest aptitude; None lets it
    fall to 0 and below. Source: HUB-54.
    """
    whole = sum(root.exponent for root in roots) + bonus
    average = -(-whole // len(roots)) if round_result else whole // len(roots)
    off = steps_lighter(root_shade(roots)) if by_skill else max(steps_lighter(root.shade) for root in roots)
    raw = FULL - average - off
    words = f"The root {average}" if len(roots) == 1 and not bonus else f"The average of the roots, {average}"
    lines = [
        Line(FULL, "Everyone starts at", "HUB-54"),
        Line(-average, words, "HUB-54"),
        Line(-off, "A gray or white root", "HUB-54"),
    ]
    if least is not None and raw < least:
        lines.append(Line(least - raw, "At least one test", "HUB-54", Mark.RULING))
    return Worked(tuple(lines))

"""The class of a test, and the marks that it earns, as the table reads the rules."""

from collections.abc import Sequence

from engine import wording
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.building import Logged, logged_for
from engine.games.burning_wheel.rules.test_class import Classes, Sources, TestClass
from engine.games.burning_wheel.sheet.effects import APTITUDE, LogTest
from engine.rulings import Rulings
from engine.working import Worked

ONLY_PASSED = "Perception, Resources and Faith mark a test only if it passes."


def has_choice(ask: Rulings, dice: int, obstacle: int) -> bool:
    """Whether one die against Ob 1 leaves a choice of class; asks for the edition in that one case."""
    return ask["edition"] == "revised" if (dice, obstacle) == (1, 1) else True


def classes_of(dice: int, obstacle: int, ask: Rulings, *, later: bool | None = None) -> Classes:
    """The class of a test under the table's rulings, which matter off the printed table and for 1 die against Ob 1.

    `later` says under which edition, whichever the table plays; None is the one that it plays.
    """
    routine, challenging = TestClass.ROUTINE, TestClass.CHALLENGING
    return test_class.classes(
        dice,
        obstacle,
        choice=has_choice(ask, dice, obstacle) if later is None else not later,
        of_obstacle_0=routine if obstacle > 0 or ask["advancement.obstacle-0"] == "routine" else None,
        of_no_dice=challenging if dice > 0 or obstacle <= 0 or ask["advancement.no-dice"] == "challenging" else None,
    )


def counted_of(sources: Sources, ask: Rulings) -> tuple[Worked, Worked]:
    """The dice of a test that count for its class, and those that do not; asked for where artha or sixes brought some.

    Source: HUB-36.
    """
    restored = ask["advancement.restored"] == "yes" if sources.restored else True
    opened = ask["advancement.sixes"] == "yes" if sources.opened else False
    counted = test_class.counted(sources, restored=restored, opened=opened)
    return counted, test_class.uncounted(sources, restored=restored, opened=opened)


def marks_of(
    on: str,
    classes: Sequence[TestClass],
    kind: Kind | None = None,
    *,
    passed: bool | None = None,
    beginner: bool = False,
    all_to_skill: bool = False,
) -> tuple[LogTest, ...]:
    """What a test leaves on the sheet, in the log of what the input `on` holds; one for each class to choose from.

    `kind` is what was tested, None where nobody said, and `passed` how it went, None before the dice fall: what marks
    only successes is marked if it passes then. What has no log gets no mark, and with Beginner's Luck (`beginner`,
    `all_to_skill`) some go toward the new skill, passed or not. Source: HUB-35, HUB-36, HUB-39, HUB-40, HUB-56.
    """
    only_passed = kind is not None and kind.success_only
    found: list[LogTest] = []
    for one in classes:
        if logged_for(beginner, (one,), all_to_skill=all_to_skill) is Logged.SKILL:
            found.append(LogTest("", APTITUDE))
        elif not (no_log(kind) or (only_passed and passed is False)):
            found.append(LogTest(on, one.value, if_passed=only_passed and passed is None))
    return tuple(dict.fromkeys(found))


def no_log(kind: Kind | None) -> str:
    """Why nothing is ever marked for it, as a sentence; empty where it has a log. Source: HUB-40."""
    if kind is None or not kind.parents:
        return ""
    return f"{kind.words} is never tested; it follows {wording.listed(kind.parents)}."


def on_condition(kind: Kind, logged: Logged = Logged.ABILITY) -> str:
    """What the sentence about a mark adds before the dice fall, where only a success is marked. Source: HUB-39."""
    words = {
        Logged.ABILITY: ", marked only if it passes",
        Logged.STAT: ", and only if it passes",
        Logged.EITHER: ", and there only if it passes",
        Logged.SKILL: "",
    }
    return words[logged] if kind.success_only else ""

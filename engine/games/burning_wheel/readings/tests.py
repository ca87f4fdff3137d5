"""How a test is built, as the table reads the rules."""

from typing import Any

from engine.answer import Table
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.elements import one_advantage
from engine.games.burning_wheel.readings.hurt import everywhere
from engine.games.burning_wheel.rules import building
from engine.games.burning_wheel.rules.building import Before, House, Task, Used
from engine.games.burning_wheel.rules.rescue import Rolled
from engine.games.burning_wheel.sheet.effects import Spend
from engine.rulings import Rulings


def artha_spent(used: Used, on: str = "ability") -> tuple[Spend, ...]:
    """What a test takes from the wallet before the dice fall. Source: HUB-74 to HUB-76, HUB-80."""
    spent = (
        Spend("persona", used.boon, on),
        Spend("deeds", int(used.doubled), on),
        # What wards off a wound is spent in the scene, not on this ability.
        Spend("persona", used.gritted),
        Spend("fate", int(used.shrugged)),
    )
    return tuple(spend for spend in spent if spend.amount)


def after(used: Used, *, careful: bool = False, perception: bool = False) -> dict[str, Any]:
    """What “post-roll” has to know of a test besides its dice. Source: HUB-72, HUB-73, HUB-77."""
    spent = {"shrug": used.shrugged, "inspiration": used.doubled}
    said = {"careful": careful, "boons": used.boon, "used": [name for name, done in spent.items() if done]}
    return {**said, "rolled": Rolled.PERCEPTION.value} if perception else said


def house_of(task: Task, ask: Rulings) -> House:
    """The readings that this test rests on; each is asked for only where it changes something."""
    tools = task.lacks_tools
    stats = bool(task.forks) and (task.beginner or task.element.id in ("will", "perception", "speed"))
    persona = bool(task.boon) and not (building.takes_boons(task.element) or task.beginner)
    to_skill = task.beginner and ask["tests.beginner-log"] == "all"
    differs = to_skill or tools or persona or task.before is Before.MET or (task.advantage and task.trait)
    differs = differs or max(task.advantage, task.trait) > building.LATER_ADVANTAGE
    later = bool(differs or task.element.id == "perception") and ask["edition"] == "later"
    wounds = task.wounds
    return House(
        later=later,
        fork_stats=ask["tests.forks-into-stats"] if stats else "some",
        doubled_after_wounds=task.doubled and wounds.lost > 0 and ask["tests.doubled-wounded"] == "wounded",
        tools_add=later and tools and task.beginner and ask["tests.no-tools"] == "three",
        boon_anywhere=persona and not later and ask["tests.persona-dice"] == "all",
        wounded_obstacle_everywhere=everywhere(task.element, wounds.superficial, ask, beginner=task.beginner),
        beginner_bare=task.beginner and ask["tests.beginner-dice"] == "stat",
        beginner_whole=task.beginner and ask["tests.beginner-obstacle"] == "whole",
        beginner_all=to_skill and not later,
        one_advantage=one_advantage(task.before, task.advantage, ask, later=later),
        helper_doubled=helper_doubled(task, ask),
    )


def helper_doubled(task: Task, ask: Rulings) -> bool:
    """Whether Beginner's Luck doubles the obstacle for helpers too; asked for only where someone helps with it."""
    return task.beginner and bool(task.helpers) and ask["advancement.helper-beginner"] == "doubled"


def pool_of(shade: Shade, dice: int, gear: int, gear_shade: Shade, opens: bool) -> Pool:
    """The dice on the table: all of the ability's shade but for gear, which keeps its own. Source: HUB-02."""
    own = Pool.of(dice - gear, shade, opens)
    return own + Pool.of(gear, gear_shade, opens) if gear and gear_shade is not shade else Pool.of(dice, shade, opens)


def who_marks(task: Task, obstacle: int, ask: Rulings, *, later: bool | None = None) -> Table:
    """What each helper marks: by his own exponent against the obstacle; `later` as for `classes_of`. Source: HUB-47."""
    rows = []
    for helper in task.helpers:
        marks = "nothing"
        if not building.no_help(task, helper):
            marks = classes_of(helper.exponent, obstacle, ask, later=later).words
        rows.append((helper.words, f"{helper.exponent}D", marks))
    return Table("What helpers mark", ("Helper", "Judged by", "Marks"), tuple(rows))

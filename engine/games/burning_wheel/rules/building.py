"""A test, from an ability to the dice that are rolled, the obstacle, and what is logged (HUB-18, HUB-90 to HUB-97)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.burning_wheel.rules.elements import NOBODY, Element, Forks, Nature
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.test_class import OF_OPEN_TEST, Classes, TestClass, fork_dice, helping_dice
from engine.games.burning_wheel.rules.wounds import Felt, Wounds, felt
from engine.option import Option
from engine.working import Line, Mark, Worked

MOST_PERSONA = 3
LATER_ADVANTAGE = 2
"""Dice that the one advantage of the later edition brings at most. Source: HUB-96."""


class Before(Option):
    """How the test before this one in a chain came out. Source: HUB-15."""

    NONE = "none", "no test before it"
    EXCEEDED = "exceeded", "exceeded its obstacle"
    MET = "met", "just met it"
    FAILED = "failed", "failed"


class Manual(Option):
    """Written instructions: read beforehand, with what success. Source: HUB-34."""

    NONE = "none", "none"
    UNDERSTOOD = "understood", "read and understood"
    MISREAD = "misread", "read and misunderstood"


@dataclass(frozen=True, slots=True)
class Contributor:
    """Someone who helps with Resources: their exponent, 0 to 20. Source: RES-06."""

    name: str = ""
    exponent: int = 3

    @property
    def words(self) -> str:
        """Who it is, where someone said so."""
        return self.name or "Helper"


@dataclass(frozen=True, slots=True)
class Helper(Contributor):
    """Someone who helps: the ability's exponent, 0 to 20, and whether it is a stat. Source: HUB-30, HUB-31."""

    stat: bool = False


@dataclass(frozen=True, slots=True)
class Fork:
    """A related skill of one's own: exponent, 0 to 20. Source: HUB-32."""

    name: str = ""
    exponent: int = 3

    @property
    def words(self) -> str:
        """Which skill it is, where someone said so."""
        return self.name or "FoRK"


@dataclass(frozen=True, slots=True)
class Task:
    """Everything that the table knows of a test before the dice fall.

    `exponent` is that of the tested ability, of its root stat with `beginner`. `base` is the obstacle before anything,
    in a versus test what the opponent rolled. `advantage` are dice of the situation, `gear` and `trait` those of
    things and die traits, `other` dice that are counted without saying where each comes from. `boon` is Persona spent
    (0 to 3), `doubled` whether a Deeds point doubles the ability, and `lacks_tools` whether tools are missing, which
    counts in the later edition. Source: HUB-18, HUB-90.
    """

    exponent: int
    element: Element
    base: int
    beginner: bool = False
    lacks_tools: bool = False
    advantage: int = 0
    gear: int = 0
    trait: int = 0
    careful: bool = False
    before: Before = Before.NONE
    manual: Manual = Manual.NONE
    helpers: Sequence[Helper] = ()
    forks: Sequence[Fork] = ()
    disadvantages: Sequence[Increase] = ()
    wounds: Wounds = Wounds()
    boon: int = 0
    doubled: bool = False
    other: int = 0


@dataclass(frozen=True, slots=True)
class House:
    """The readings under which a test is built; each field's first value is the default.

    `fork_stats`: "some" (where a chapter says so), "always", "never". `doubled_after_wounds`, `tools_add` (no tools
    and Beginner's Luck make x3 in place of x4), `boon_anywhere`, `wounded_obstacle_everywhere`, and for Beginner's
    Luck: `beginner_bare` (classed by the bare stat), `beginner_whole` (by the obstacle with its disadvantages),
    `beginner_all` (every test goes toward the skill). `one_advantage`: the die of the test before is an advantage, of
    which a test takes one. `helper_doubled`: Beginner's Luck doubles the obstacle for helpers too.
    """

    later: bool = False
    fork_stats: str = "some"
    doubled_after_wounds: bool = False
    tools_add: bool = False
    boon_anywhere: bool = False
    wounded_obstacle_everywhere: bool = False
    beginner_bare: bool = False
    beginner_whole: bool = False
    beginner_all: bool = False
    one_advantage: bool = False
    helper_doubled: bool = False


@dataclass(frozen=True, slots=True)
class Used:
    """The artha that a test takes before the dice fall.

    `boon` Persona bring dice and `gritted` Persona win them back from wounds; `doubled` says whether Deeds double the
    ability, `shrugged` whether Fate takes off what Superficial wounds add. Source: HUB-74 to HUB-76, HUB-80.
    """

    boon: int = 0
    gritted: int = 0
    doubled: bool = False
    shrugged: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """A test that can be rolled: `dice` with its working, `artha_dice` of them that no log counts, and the `obstacle`.

    `refused` says in sentences what was left out and why; `impossible` why it cannot be tested at all, if so.
    `used` is the artha that it takes, without what was refused.
    """

    dice: Worked
    artha_dice: Worked
    obstacle: Worked
    refused: tuple[str, ...] = ()
    impossible: str = ""
    used: Used = Used()

    @property
    def rolled(self) -> int:
        """Dice on the table, 0 or more."""
        return max(0, self.dice.total + self.artha_dice.total)

    @property
    def logged(self) -> int:
        """Dice that count for the class. Source: HUB-36."""
        return max(0, self.dice.total)


def _helping(task: Task) -> tuple[list[Line], list[str]]:
    """The dice of all helpers, and why some of them may not. Source: HUB-30, HUB-31."""
    lines, refused = [], []
    for helper in task.helpers:
        if why := no_help(task, helper):
            refused.append(f"{helper.words}: {why}.")
        else:
            lines.append(Line(helping_dice(helper.exponent), f"{helper.words}, exponent {helper.exponent}", "HUB-31"))
    return lines, refused


def no_help(task: Task, helper: Helper) -> str:
    """Why someone brings no die and marks nothing; empty where they may help. Source: HUB-30, HUB-31."""
    nature = task.element.nature
    if helper.stat and not task.beginner and nature in (Nature.SKILL, Nature.ABILITY):
        return "a stat cannot help a skill" if nature is Nature.SKILL else f"a stat cannot help {task.element.name}"
    if task.element.helped == NOBODY:
        return f"nobody can help {task.element.name}"
    return "" if helping_dice(helper.exponent) else "exponent 0 is no help"


def _forked(task: Task, house: House) -> tuple[list[Line], list[str]]:
    """The dice of all FoRKs, and why some add nothing. Source: HUB-32."""
    if not task.forks:
        return [], []
    into_skill = task.element.forks is Forks.SKILLS and not task.beginner
    if not (into_skill or _forks_elsewhere(task, house)):
        what = "a stat" if task.element.nature is Nature.STAT else task.element.name
        what = "a root stat under Beginner’s Luck" if task.beginner else what
        return [], [f"FoRKs go into skills; none goes into {what}."]
    lines, refused = [], []
    for fork in task.forks:
        if 0 < fork.exponent <= task.wounds.lost:
            refused.append(f"{fork.words}: wounds have taken every die of it, so it adds nothing.")
        elif fork_dice(fork.exponent):
            lines.append(Line(fork_dice(fork.exponent), f"{fork.words}, exponent {fork.exponent}", "HUB-32"))
        else:
            refused.append(f"{fork.words}: exponent 0 adds nothing.")
    if not into_skill:
        lines = [Line(line.amount, line.reason, line.rule, Mark.RULING) for line in lines]
    return lines, refused


def _forks_elsewhere(task: Task, house: House) -> bool:
    if task.beginner or task.element.nature is Nature.STAT:
        some = task.element.forks is Forks.SOME and not task.beginner
        return {"always": True, "never": False, "some": some}[house.fork_stats]
    return task.element.forks is Forks.SOME


def linked_dice(before: Before, *, later: bool, taken: bool = False) -> int:
    """The die that the test before brings: for exceeding; in the later edition for any success.

    None where another advantage has `taken` its place. Source: HUB-15, HUB-96.
    """
    return int(not taken and (before is Before.EXCEEDED or (later and before is Before.MET)))


def multiplier(task: Task, house: House) -> int:
    """What the base obstacle is multiplied by. Source: HUB-33, HUB-93, HUB-94."""
    tools = task.lacks_tools and house.later
    if task.beginner and tools:
        return 3 if house.tools_add else 4
    return 2 if task.beginner or tools else 1


def build(task: Task, house: House = House()) -> Built:
    """The test that a task makes. Source: HUB-18, HUB-31 to 34, HUB-90 to 97."""
    hurt = feels(task, house)
    helping, unhelpful = _helping(task)
    forked, unforked = _forked(task, house)
    refused = [*unhelpful, *unforked]
    advantage, trait = task.advantage, task.trait
    if house.later and advantage and trait:
        refused.append("The later edition takes one advantage, from the situation or from a trait: the larger counts.")
        advantage, trait = (advantage, 0) if advantage >= trait else (0, trait)
    if house.later and max(advantage, trait) > LATER_ADVANTAGE:
        refused.append(f"An advantage of the later edition brings at most {LATER_ADVANTAGE} dice.")
        advantage, trait = min(advantage, LATER_ADVANTAGE), min(trait, LATER_ADVANTAGE)
    taken = house.one_advantage and task.advantage > 0
    if taken and linked_dice(task.before, later=house.later):
        refused.append("The die of the test before it is this test’s one advantage, and another is argued for.")
    boon = task.boon
    if boon and not (house.boon_anywhere or house.later or takes_boons(task.element) or task.beginner):
        refused.append(
            f"Persona buys dice for stats and skills, and for what is tested like them; not for {task.element.name}."
        )
        boon = 0
    if task.wounds.gritted and not hurt.gritted:
        refused.append(f"Wounds take no dice from {task.element.name}, so no Persona wins any back.")
    if task.wounds.shrugged and not hurt.shrugged:
        refused.append(f"No Superficial wound adds to an obstacle for {task.element.name}, so no Fate takes it off.")
    name = "The root stat" if task.beginner else "The ability"
    dice = [
        Line(task.exponent, name, "HUB-01"),
        Line(advantage, "Advantage", "HUB-16"),
        Line(trait, "Die traits", "HUB-63"),
        Line(task.gear, "Gear", "HUB-10"),
        Line(int(task.careful), "Working carefully", "HUB-19"),
        Line(linked_dice(task.before, later=house.later, taken=taken), "The test before it", "HUB-15"),
        Line(int(task.manual is Manual.UNDERSTOOD), "Written instructions", "HUB-34"),
        *helping,
        *forked,
        Line(task.other, "Other dice", "HUB-36"),
        hurt.dice,
    ]
    lost = hurt.lost
    twice = (max(0, task.exponent - lost) if house.doubled_after_wounds else task.exponent) if task.doubled else 0
    if task.doubled and not twice:
        refused.append("Not a die is left that Deeds could double.")
    artha = [
        Line(twice, "Divine Inspiration", "HUB-80"),
        Line(boon, "Persona", "HUB-75"),
    ]
    marker = "" if task.element.tested else f"{task.element.name} is never rolled."
    return Built(
        Worked(tuple(dice)),
        Worked(tuple(artha)),
        obstacle(task, house),
        tuple(refused),
        marker or hurt.gone,
        Used(boon, hurt.gritted, twice > 0, hurt.shrugged),
    )


def feels(task: Task, house: House) -> Felt:
    """What the test feels of the wounds of whoever makes it. Source: HUB-18."""
    return felt(
        task.wounds,
        task.exponent,
        task.element,
        beginner=task.beginner,
        everywhere=house.wounded_obstacle_everywhere,
    )


def takes_boons(element: Element) -> bool:
    """Whether Persona buys dice for it, as printed: stats, skills, Resources and Circles. Source: HUB-75."""
    return element.nature in (Nature.STAT, Nature.SKILL, Nature.ABILITY)


def obstacle(task: Task, house: House) -> Worked:
    """The obstacle: only the base is ever doubled, everything else comes on top. Source: HUB-18, HUB-33, HUB-95."""
    times = multiplier(task, house)
    lines = [Line(task.base, "Base obstacle", "HUB-06")]
    if task.beginner:
        lines.append(Line(task.base, "Beginner’s Luck doubles it", "HUB-33"))
    rest = task.base * times - sum(line.amount for line in lines)
    if rest:
        lines.append(Line(rest, "Tools are missing", "HUB-94"))
    for increase in task.disadvantages:
        words = increase.words or "Disadvantage"
        lines.append(
            Line(0, f"{words}, cancelled", "HUB-10") if increase.cancelled else Line(increase.amount, words, "HUB-17")
        )
    lines += [
        Line(int(task.before is Before.FAILED), "The test before it failed", "HUB-15"),
        Line(int(task.manual is Manual.MISREAD), "Instructions misread", "HUB-34"),
        feels(task, house).obstacle,
    ]
    return Worked(tuple(lines))


def counting(task: Task, built: Built, house: House) -> tuple[int, int]:
    """The dice and the obstacle by which the test is classed.

    Under Beginner’s Luck that is the test as it was before anything was doubled. Source: HUB-36, HUB-56.
    """
    if not task.beginner:
        return built.logged, built.obstacle.total
    added = built.obstacle.total - task.base * multiplier(task, house)
    return task.exponent if house.beginner_bare else built.logged, task.base + (added if house.beginner_whole else 0)


def for_helpers(task: Task, built: Built, house: House) -> int:
    """The obstacle that classes a helper's own test: the whole of it, but what Beginner's Luck adds. Source: HUB-47.

    With `helper_doubled` they are held against that too.
    """
    if house.helper_doubled:
        return built.obstacle.total
    tools = 2 if task.lacks_tools and house.later else 1
    return built.obstacle.total - task.base * (multiplier(task, house) - tools)


class Logged(Option):
    """Whose log a test goes into; the words follow "marked". Source: HUB-56."""

    ABILITY = "ability", "for the ability"
    SKILL = "skill", "toward the new skill"
    STAT = "stat", "for the stat"
    EITHER = "either", "toward the new skill if Routine, or else for the stat"


def logged_for(beginner: bool, classes: Sequence[TestClass], *, all_to_skill: bool = False) -> Logged:
    """Whose test it is. Where the class is the player's choice, so is that. Source: HUB-56.

    With Beginner's Luck a Routine test goes toward the new skill and any other one to the stat, or every one toward
    the skill (`all_to_skill`).
    """
    if not beginner:
        return Logged.ABILITY
    if all_to_skill:
        return Logged.SKILL
    if TestClass.ROUTINE not in classes:
        return Logged.STAT
    return Logged.SKILL if len(classes) == 1 else Logged.EITHER


def earned(classes: Classes, logged: Logged, *, passed: bool, success_only: bool) -> Classes:
    """The classes that may be marked: none for a failed test of an ability that marks successes only.

    A Routine test that goes toward a new skill is marked anyway. Source: HUB-39, HUB-56, HUB-101.
    """
    if passed or not success_only or logged is Logged.SKILL:
        return classes
    return OF_OPEN_TEST if logged is Logged.EITHER else Classes()


class Complexity(Option):
    """How hard written instructions are to read. Source: HUB-34."""

    SIMPLE = "simple", "a simple text with pictures"
    COMPLEX = "complex", "a complex matter, such as a siege engine"
    ARCANE = "arcane", "arcane"


def complexity(obstacle: int) -> Complexity:
    """The kind of text that an obstacle stands for: up to 2, up to 5, and beyond. Source: HUB-34."""
    return Complexity.SIMPLE if obstacle <= 2 else Complexity.COMPLEX if obstacle <= 5 else Complexity.ARCANE

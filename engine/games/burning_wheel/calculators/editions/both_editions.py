"""Editions side by side: one test under both, and the list of all differences (HUB-90 to HUB-103)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.learning import Category
from engine.games.burning_wheel.forms.test import BONUS, SituationalAdvantage
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.readings.classes import classes_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.elements import one_advantage
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, everywhere, ledger, no_test
from engine.games.burning_wheel.readings.tests import pool_of
from engine.games.burning_wheel.rules import building, editions, instruction, test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Before, House, Logged, Task
from engine.games.burning_wheel.rules.editions import DIFFERENCES, Share, Topic
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.spending import USES
from engine.games.burning_wheel.rules.test_class import Classes, TestClass
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

EDITIONS = (False, True)
"""Whether it is the later one, in the order in which they stand side by side."""
ARISTEIA = USES["minor"]
ALIKE, DIFFERS = "alike", "≠ differs"
B4 = Ability(Shade.BLACK, 4)
AnAbility = Annotated[Ability, Asked("Your ability", quick=("B1", "B2", "B3", "B4", "B5")), sheet("ability")]


class Kind(Option):
    """What the test asks for. Source: HUB-14, HUB-92."""

    STANDARD = "standard", "an obstacle"
    COUNTING = "counting", "as many successes as you can"


@dataclass(frozen=True, slots=True)
class Side:
    """A test under one edition. `obstacle` and `chance` are None where nothing has to be reached."""

    share: Share
    rolled: int
    logged: int
    obstacle: int | None
    chance: Fraction | None
    classes: Classes
    marked: Logged
    aristeia: str
    instruction: int

    @property
    def values(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "dice": self.rolled,
            "logged": self.logged,
            "obstacle": self.obstacle,
            "probability": self.chance,
            "class": self.classes.value,
            "marked": self.marked.value,
            "advantage": self.share.advantage,
            "linked": self.share.linked,
            "persona": self.share.persona,
            "multiplier": self.share.times,
            "open_ended": self.share.open_ended,
            "aristeia": self.aristeia,
            "instruction": self.instruction,
        }

    @property
    def words(self) -> Mapping[str, str]:
        """What stands in its column, by row."""
        return {
            "Dice rolled": f"{self.rolled}D",
            "Dice that count for the log": f"{self.logged}D",
            "Obstacle": "none" if self.obstacle is None else ob(self.obstacle),
            "Chance": "cannot fail" if self.chance is None else wording.percent(self.chance),
            "Class": self.classes.words,
            "Marked": self.marked.words,
            "Advantage and trait": f"+{self.share.advantage}D",
            "The link before": f"+{self.share.linked}D",
            "Persona for dice": f"+{self.share.persona}D",
            "Base obstacle": f"times {self.share.times}",
            "Sixes": "open by nature" if self.share.open_ended else "open with Luck only",
        }

    @property
    def beside(self) -> Mapping[str, str]:
        """What the editions ask for beside the test itself."""
        return {
            "Aristeia": self.aristeia,
            "Teaching such a test": ob(self.instruction),
        }

    @property
    def short(self) -> str:
        """The test in a few words: dice, obstacle, chance and class."""
        words = self.words
        return f"{words['Dice rolled']}, {words['Obstacle']}, {words['Chance']}, {words['Class']}"


@calculator("both-editions", rules="HUB-92 HUB-93 HUB-94 HUB-96 HUB-97 HUB-101 HUB-103")
def both_editions(
    ability: AnAbility = B4,
    obstacle: Annotated[Obstacle, Asked("Base obstacle", gm=True, quick=(1, 2, 3, 4, 5))] = Obstacle(3),
    before: Annotated[Before, Asked("The linked test before this one")] = Before.MET,
    situation: SituationalAdvantage = 0,
    trait: Annotated[int, Between(0, 2), Asked("Dice from a trait", gm=True, quick=(0, 1, 2))] = 0,
    tested: Annotated[Tested, Asked("You test"), sheet("tested")] = Tested.SKILL,
    beginner: Annotated[bool, Asked("Beginner’s Luck: this is the root stat")] = False,
    tools: Annotated[bool, Asked("Tools are missing")] = False,
    persona: Annotated[int, Between(0, building.MOST_PERSONA), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0,
    kind: Annotated[Kind, Asked("The test asks for", more=True)] = Kind.STANDARD,
    other: Annotated[int, BONUS, Asked("Help, FoRKs and other dice", more=True)] = 0,
    harder: Annotated[int, BONUS, Asked("Disadvantages: obstacle", gm=True, more=True)] = 0,
    taught: Annotated[TestClass, Asked("A lesson in it: the class taught", more=True)] = TestClass.ROUTINE,
    category: Annotated[Category, Asked("The skill taught is", more=True)] = Category.OTHER,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What would the other edition make of this test?"""
    counting = kind is Kind.COUNTING
    task = Task(
        ability.exponent,
        tested.element,
        1 if counting else obstacle,
        beginner,
        tools,
        advantage=situation,
        trait=trait,
        gear=other,
        before=before,
        disadvantages=(Increase(amount=harder),) if harder else (),
        wounds=wounds.wounds,
        boon=persona,
    )
    if gone := building.build(task).impossible:
        return no_test(gone)
    asked = _asked_house(task, ask)
    sides = [_side(task, asked, ability.shade, counting, taught, category, ask, later=later) for later in EDITIONS]
    revised, later = sides
    return Answer(
        values={
            "revised": revised.values,
            "later": later.values,
            "differs": [key for key, value in revised.values.items() if value != later.values[key]],
        },
        blocks=(
            _compared(revised, later),
            _beside_each_other("This test under both", revised.words, later.words),
            _beside_each_other("Around it", revised.beside, later.beside),
            *ledger(
                building.feels(task, asked),
                ability.exponent,
                None if counting else obstacle,
                words="Dice of the ability",
                against="Base obstacle",
            ),
            *((UNSAID,) if counting and beginner else ()),
        ),
    )


UNSAID = Note("The revised text does not speak of Beginner’s Luck here.", Mark.MISSING, "HUB-93")


def _asked_house(task: Task, ask: Rulings) -> House:
    """The readings that the test rests on in either edition; each is asked for only where it changes something."""
    beginner = task.beginner
    unnamed = bool(task.boon) and not (building.takes_boons(task.element) or beginner)
    return House(
        tools_add=task.lacks_tools and beginner and ask["tests.no-tools"] == "three",
        boon_anywhere=unnamed and ask["tests.persona-dice"] == "all",
        beginner_bare=beginner and ask["tests.beginner-dice"] == "stat",
        beginner_whole=beginner and ask["tests.beginner-obstacle"] == "whole",
        beginner_all=beginner and ask["tests.beginner-log"] == "all",
        wounded_obstacle_everywhere=everywhere(task.element, task.wounds.superficial, ask, beginner=beginner),
    )


def _compared(revised: Side, later: Side) -> Verdict:
    """How many things differ, and the test in a few words under each edition."""
    fields = [name for name, words in revised.words.items() if words != later.words[name]]
    return Verdict(
        wording.count(len(fields), "difference") if fields else "No difference",
        (
            Fact(f"{revised.rolled}D, {revised.words['Obstacle']}", "revised"),
            Fact(f"{later.rolled}D, {later.words['Obstacle']}", "later"),
        ),
        f"Revised edition: {revised.short}. Later edition: {later.short}.",
        Mark.DERIVED,
    )


def _side(
    task: Task,
    asked: House,
    shade: Shade,
    counting: bool,
    taught: TestClass,
    category: Category,
    ask: Rulings,
    *,
    later: bool,
) -> Side:
    """The test under one edition; what the readings say of Beginner's Luck holds in the edition they concern."""
    house = House(
        later=later,
        tools_add=asked.tools_add,
        boon_anywhere=asked.boon_anywhere,
        beginner_bare=asked.beginner_bare,
        beginner_whole=asked.beginner_whole,
        beginner_all=asked.beginner_all and not later,
        one_advantage=one_advantage(task.before, task.advantage, ask, later=later),
        wounded_obstacle_everywhere=asked.wounded_obstacle_everywhere,
    )
    built = building.build(task, house)
    open_test = counting and not later
    total = built.obstacle.total
    if built.rolled > MOST_DICE:
        raise Unusable("ability", f"A pool has at most {MOST_DICE} dice; this comes to {built.rolled}.")
    if total > MOST_OBSTACLE:
        raise Unusable("obstacle", f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {total}.")
    implied = task.element.id != Tested.EMOTION.value or ask["elements.emotions-open"] == "yes"
    share = editions.share(task, house, implied=implied)
    pool = pool_of(shade, built.rolled, 0, shade, share.open_ended)
    dice, against = building.counting(task, built, house)
    classes = test_class.OF_OPEN_TEST if counting else classes_of(dice, against, ask, later=later)
    return Side(
        share,
        built.rolled,
        built.logged,
        None if open_test else total,
        None if open_test else law_of(pool, ask).at_least(total),
        classes,
        building.logged_for(task.beginner, classes, all_to_skill=house.beginner_all),
        ARISTEIA.cost(later=later).words,
        instruction.teaching_obstacle(taught, category.value, later=later).total,
    )


def _beside_each_other(caption: str, revised: Mapping[str, str], later: Mapping[str, str]) -> Table:
    """Both columns, and at each row whether they differ."""
    rows = tuple(
        (name, words, later[name], ALIKE if words == later[name] else DIFFERS) for name, words in revised.items()
    )
    return Table(caption, ("", "Revised", "Later", ""), rows, mark=Mark.DERIVED)


class Shown(Option):
    """Which rows of the list of differences are shown."""

    DIFFERS = "differs", "what differs"
    ALIKE = "alike", "what is alike"
    ALL = "all", "all of it"

    def takes(self, differs: bool) -> bool:
        """Whether a row belongs to it."""
        return self is Shown.ALL or (self is Shown.DIFFERS) is differs


class About(Option):
    """One topic of the list, or all of them."""

    ALL = "all", "everything"
    OBSTACLE = Topic.OBSTACLE.value, Topic.OBSTACLE.words
    DICE = Topic.DICE.value, Topic.DICE.words
    ARTHA = Topic.ARTHA.value, Topic.ARTHA.words
    ROLL = Topic.ROLL.value, Topic.ROLL.words
    RESULT = Topic.RESULT.value, Topic.RESULT.words
    MARKS = Topic.MARKS.value, Topic.MARKS.words
    ADVANCE = Topic.ADVANCE.value, Topic.ADVANCE.words
    TEACHING = Topic.TEACHING.value, Topic.TEACHING.words
    SESSION = Topic.SESSION.value, Topic.SESSION.words
    PRINCIPLES = Topic.PRINCIPLES.value, Topic.PRINCIPLES.words


@calculator("edition-differences", rules="HUB-89 HUB-90 HUB-104")
def edition_differences(
    show: Annotated[Shown, Asked("Show")] = Shown.DIFFERS,
    about: Annotated[About, Asked("Topic")] = About.ALL,
    find: Annotated[str, Longest(40), Asked("Words to look for", "Empty: all.")] = "",
) -> Answer:
    """Where do the editions differ?"""
    of_topic = [one for one in DIFFERENCES if about.value in ("all", one.topic.value) and one.speaks_of(find)]
    rows = [one for one in of_topic if show.takes(one.differs)]
    differing = sum(one.differs for one in of_topic)
    alike = len(of_topic) - differing
    figure = f"{differing} differ" if show is not Shown.ALIKE else f"{alike} alike"
    other = Fact(alike, "alike") if show is not Shown.ALIKE else Fact.count(differing, "differs", "differ")
    about_words = "" if about is About.ALL else f" about {about.words}"
    shown = Table(
        "Both editions",
        ("", "Revised", "Later", ""),
        tuple((one.name, one.revised, one.later, DIFFERS if one.differs else ALIKE) for one in rows),
    )
    found = wording.count(len(of_topic), "thing")
    split = f"{wording.count(differing, 'differs', 'differ')} and {wording.count(alike, 'is', 'are')} alike"
    return Answer(
        values={
            "shown": len(rows),
            "differing": differing,
            "alike": alike,
            "rows": [[one.name, one.revised, one.later] for one in rows],
        },
        blocks=(
            Verdict(figure, (other,), f"Of {found}{about_words}, {split}."),
            *((shown,) if rows else (Note("Nothing of that kind is on the list."),)),
        ),
    )

"""The later edition's guided test as a session: its setup, and what each of its forms does (HUB-90)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.calculators.editions.guided_moves import (
    BaseObstacle,
    Bonus,
    CallOn,
    CheatDeath,
    CheckAdvancement,
    CheckEpiphany,
    Consequence,
    Declare,
    Double,
    Forked,
    Graduated,
    Harder,
    Helped,
    IgnoreScrapes,
    Length,
    Linked,
    Luck,
    MarkArtha,
    MarkTest,
    RerollTraitors,
    Rethink,
    RollAgainst,
    RollDice,
    Settle,
    SettleVersus,
    Standard,
    Summon,
    TestAnother,
    TestPlanned,
    ToolsMissing,
    ToolsUsedBefore,
    Untrained,
    Versus,
    WardOff,
    WinBack,
    forms_of,
)
from engine.games.burning_wheel.calculators.editions.procedure import QUICK_ABILITIES
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.learning import ChallengingMarked, DifficultMarked, RoutineMarked
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.name import NAME
from engine.games.burning_wheel.readings.course import house_of
from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.rules import course_state
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Marks
from engine.games.burning_wheel.rules.building import Fork, Helper
from engine.games.burning_wheel.rules.course import Cast, Course, Throw, Thrown
from engine.games.burning_wheel.rules.course_state import Setup, Subject
from engine.games.burning_wheel.rules.obstacles import Increase
from engine.games.burning_wheel.rules.procedure import Actor, Way
from engine.games.burning_wheel.rules.spending import Purse
from engine.rulings import Rulings
from engine.session import Dice as Falling

TALLY = Between(0, 99)
SIDES = {Actor.PLAYER: "player", Actor.GM: "GM"}
THROWN = {Thrown.ROLL: "Your roll", Thrown.FATE: "The Die of Fate", Thrown.LUCK: "Luck"}


@dataclass(frozen=True, slots=True)
class Guided:
    """A test on a page, with the readings that it was begun under."""

    course: Course
    ask: Rulings


RULINGS = (
    "dice.chain",
    "tests.forks-into-stats",
    "linked.advantage",
    "advancement.helper-beginner",
    "steel.help",
    "tests.doubled-wounded",
    "tests.no-tools",
    "tests.beginner-dice",
    "tests.beginner-obstacle",
    "advancement.obstacle-0",
    "advancement.no-dice",
    "later.doubling",
    "later.tools-wear",
    "later.tools-when",
    "later.tables",
    "rolls.reroll-opens",
    "rolls.extra-traitors",
    "rolls.call-on-session",
    "rolls.call-on-passed",
    "rolls.luck-later",
    "artha.persona-cap",
    "artha.complications",
    "artha.epiphany-scope",
)
OF_WOUNDS = ("wounds.obstacle-scope", "later.one-die", "later.health-credit", "artha.reaction-cap")
EMOTIONS_OPEN = "elements.emotions-open"


def start(
    ability: Annotated[
        Ability, Asked("The ability that you expect to test", quick=QUICK_ABILITIES), sheet("ability")
    ] = Ability(Shade.BLACK, 4),
    tested: Annotated[Tested, Asked("Kind of ability"), sheet("tested")] = Tested.SKILL,
    fast: Annotated[bool, Asked("Fast: stop only where something is said")] = False,
    wounds: Annotated[Borne, Asked("Your wounds", more=True)] = Borne(),
    routine: RoutineMarked = 0,
    difficult: DifficultMarked = 0,
    challenging: ChallengingMarked = 0,
    spent_fate: Annotated[int, TALLY, Asked("Fate spent on it so far", more=True), sheet("spent-fate")] = 0,
    spent_persona: Annotated[int, TALLY, Asked("Persona spent on it so far", more=True), sheet("spent-persona")] = 0,
    spent_deeds: Annotated[int, TALLY, Asked("Deeds spent on it so far", more=True), sheet("spent-deeds")] = 0,
    fate: Annotated[int | None, TALLY, Asked("Fate you have", "Empty: not counted.", more=True), sheet("fate")] = None,
    persona: Annotated[
        int | None, TALLY, Asked("Persona you have", "Empty: not counted.", more=True), sheet("persona")
    ] = None,
    deeds: Annotated[
        int | None, TALLY, Asked("Deeds you have", "Empty: not counted.", more=True), sheet("deeds")
    ] = None,
    *,
    ask: Rulings,
) -> Guided:
    """What comes next in this test?"""
    # What is tested may turn out to be an emotion, which matters where those of this table do not open.
    emotion = tested is Tested.EMOTION or ask.chosen.get(EMOTIONS_OPEN) == "no"
    asked = (*RULINGS, *(OF_WOUNDS if wounds.levels else ()), *((EMOTIONS_OPEN,) if emotion else ()))
    chosen = Rulings(NAME, {name: ask[name] for name in asked})
    setup = Setup(
        _subject(ability, tested, chosen),
        fast,
        tuple(wounds.levels),
        Marks(routine, difficult, challenging),
        Purse(spent_fate, spent_persona, spent_deeds),
        (fate, persona, deeds),
        house_of(chosen, wounded=bool(wounds.levels), emotion=emotion),
    )
    return Guided(Course(setup), chosen)


def _subject(ability: Ability, tested: Tested, ask: Rulings) -> Subject:
    """What is tested, with the help that the table lets it have."""
    return Subject(ability, helpable(tested.element, ask))


def moves(state: Guided) -> dict[str, tuple[type, ...]]:
    """What may be said now, and by whom."""
    course = state.course
    found: dict[str, tuple[type, ...]] = {}
    for actor, move in course.open:
        side = SIDES[actor]
        found[side] = (*found.get(side, ()), *forms_of(move, course.way))
    return found


def step(state: Guided, side: str, move: object, dice: Falling) -> Guided:
    """The test after one move."""
    course = _before_the_roll(state, move, _throw(dice)) or _from_the_roll_on(state.course, move, _throw(dice))
    return replace(state, course=course)


def _throw(dice: Falling) -> Throw:
    """Dice of the session for the rules."""

    def fall(cast: Cast) -> Sequence[int]:
        if cast.extra:
            return dice.more(cast.dice, "for sixes")
        words = f"The traitors, for {cast.by}" if cast.what is Thrown.TRAITORS else THROWN[cast.what]
        return dice.roll(words, cast.dice)

    return fall


def _before_the_roll(state: Guided, move: object, throw: Throw) -> Course | None:
    """What a form of steps 1 to 11 says, as a step of the rules; nothing for any other."""
    course = state.course
    match move:
        case Declare(intent, task):
            return course.declare(intent, task)
        case Standard():
            return course.choose(Way.STANDARD)
        case Linked(before):
            return course.choose(Way.LINKED, before)
        case Graduated():
            return course.choose(Way.GRADUATED)
        case Versus():
            return course.choose(Way.VERSUS)
        case BaseObstacle(base):
            return course.set_base(int(base))
        case Length(time):
            return course.takes(time)
        case Consequence(failure):
            return course.warn(failure)
        case Rethink():
            return course.rethink()
        case TestPlanned(doubled):
            return course.test_planned(doubled=doubled)
        case TestAnother(ability, tested, doubled):
            return course.test_another(_subject(ability, tested, state.ask), doubled=doubled)
        case Double():
            return course.double()
        case Untrained():
            return course.untrained()
        case ToolsMissing():
            return course.lack_tools()
        case ToolsUsedBefore():
            return course.use_tools(throw)
        case Harder(words, amount):
            return course.raise_obstacle(Increase(words or "Disadvantage", amount))
        case IgnoreScrapes():
            return course.ignore_scrapes()
        case Bonus(situation, trait, careful, persona):
            return course.add(course_state.Bonus(situation, trait, careful, persona))
        case Helped(name, exponent, stat):
            return course.help(Helper(name, exponent, stat))
        case Forked(name, exponent):
            return course.fork(Fork(name, exponent))
        case WinBack():
            return course.win_back()
        case Summon(effect):
            return course.summon(effect)
    return None


def _from_the_roll_on(course: Course, move: object, throw: Throw) -> Course:
    """What a form of the steps from the roll on says, as a step of the rules."""
    match move:
        case RollDice():
            return course.roll(throw)
        case RollAgainst(theirs):
            return course.roll(throw, int(theirs))
        case Luck():
            return course.luck(throw)
        case RerollTraitors():
            return course.reroll(throw)
        case CallOn(trait):
            return course.call_on(trait or "a call-on", throw)
        case Settle():
            return course.settle()
        case SettleVersus(defends, called):
            return course.settle(defends, called=called)
        case WardOff():
            return course.ward_off()
        case CheatDeath(price):
            return course.cheat_death(price)
        case MarkArtha(about):
            return course.note_artha(about)
        case CheckEpiphany():
            return course.check_epiphany()
        case MarkTest(earlier):
            return course.mark(int(earlier))
        case CheckAdvancement():
            return course.check_advancement()
    return course.go_on()

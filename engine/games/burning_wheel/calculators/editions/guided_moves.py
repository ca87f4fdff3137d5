"""The moves of the later edition's guided test: what may be said at each of its steps (HUB-90)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, Longest, branch
from engine.games.burning_wheel.calculators.editions.procedure import QUICK_ABILITIES, TraitAdvantage
from engine.games.burning_wheel.dice import Obstacle, Shade
from engine.games.burning_wheel.forms.test import BaseOb, SituationalAdvantage
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.course import Defends, Move
from engine.games.burning_wheel.rules.procedure import Aristeia, Way

LONGEST_SAID = 80


@branch("say what you want and how")
class Declare:
    """Intent and task."""

    intent: Annotated[str, Longest(LONGEST_SAID), Asked("What you want")] = ""
    task: Annotated[str, Longest(LONGEST_SAID), Asked("How you do it")] = ""


@branch("a standard test")
class Standard:
    """A standard test."""


@branch("a linked test")
class Linked:
    """A linked test."""

    before: Annotated[Before, Asked("The link before this one")] = Before.NONE


@branch("a graduated test: Ob 1")
class Graduated:
    """A graduated test."""


@branch("a versus test")
class Versus:
    """A versus test."""


@branch("set the base obstacle")
class BaseObstacle:
    """The base obstacle."""

    base: BaseOb = Obstacle(2)


@branch("say how long it takes")
class Length:
    """How long it takes."""

    time: Annotated[str, Longest(LONGEST_SAID), Asked("It takes")] = "an hour"


@branch("say what failure brings")
class Consequence:
    """What failure brings."""

    failure: Annotated[str, Longest(LONGEST_SAID), Asked("If it fails")] = ""


@branch("think again: back to step 1")
class Rethink:
    """Back to step 1."""

    gives_up: ClassVar[bool] = True


@branch("test the ability from the start")
class TestPlanned:
    """The ability from the start."""

    __test__ = False

    doubled: Annotated[bool, Asked("1 Deeds doubles its dice")] = False


@branch("test another ability")
class TestAnother:
    """Another ability."""

    __test__ = False

    ability: Annotated[Ability, Asked("Ability", quick=QUICK_ABILITIES)] = Ability(Shade.BLACK, 4)
    tested: Annotated[Tested, Asked("Kind of ability")] = Tested.SKILL
    doubled: Annotated[bool, Asked("1 Deeds doubles its dice")] = False


@branch("Beginner’s Luck: it is the root stat")
class Untrained:
    """Beginner's Luck."""


@branch("tools are missing")
class ToolsMissing:
    """Tools are missing."""


@branch("tools used before: roll the Die of Fate")
class ToolsUsedBefore:
    """Tools that were used before: the Die of Fate."""

    rolls: ClassVar[bool] = True


@branch("a disadvantage")
class Harder:
    """One disadvantage."""

    disadvantage: Annotated[str, Longest(40), Asked("Disadvantage")] = ""
    amount: Annotated[int, Between(1, 5), Asked("Obstacle", quick=(1, 2))] = 1


@branch("1 Fate ignores the Superficial wounds")
class IgnoreScrapes:
    """Fate against Superficial wounds."""


@branch("advantage, careful work, Persona")
class Bonus:
    """Bonus dice of one's own."""

    situation: SituationalAdvantage = 0
    trait: TraitAdvantage = 0
    careful: Annotated[bool, Asked("You work carefully")] = False
    persona: Annotated[int, Between(0, 3), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0


@branch("a helper")
class Helped:
    """A helper."""

    name: Annotated[str, Longest(40), Asked("Who, with what")] = ""
    exponent: Annotated[int, Between(1, 20), Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    stat: Annotated[bool, Asked("It is a stat")] = False


@branch("a FoRK")
class Forked:
    """A FoRK."""

    name: Annotated[str, Longest(40), Asked("Skill")] = ""
    exponent: Annotated[int, Between(1, 20), Asked("Exponent", quick=(2, 3, 4, 7))] = 3


@branch("1 Deeds doubles the ability")
class Double:
    """Deeds for double dice."""


@branch("1 Persona ignores −1D")
class WinBack:
    """Persona against wounds."""


@branch("Aristeia: 5 Fate, 3 Persona, 1 Deeds")
class Summon:
    """Aristeia."""

    effect: Annotated[Aristeia, Asked("Effect")] = Aristeia.PENALTIES


@branch("roll")
class RollDice:
    """The roll."""

    rolls: ClassVar[bool] = True


@branch("roll against your opponent")
class RollAgainst:
    """The roll of a versus test."""

    theirs: Annotated[Obstacle, Asked("Your opponent’s successes", quick=(0, 1, 2, 3, 4))] = Obstacle(2)

    rolls: ClassVar[bool] = True


@branch("1 Fate: Luck")
class Luck:
    """Fate after the roll."""

    rolls: ClassVar[bool] = True


@branch("1 Deeds rerolls all traitors")
class RerollTraitors:
    """Deeds after the roll."""

    rolls: ClassVar[bool] = True


@branch("a call-on rerolls all traitors")
class CallOn:
    """A call-on trait after the roll."""

    trait: Annotated[str, Longest(40), Asked("Trait")] = ""

    rolls: ClassVar[bool] = True


@branch("the dice stand")
class Settle:
    """The result."""


@branch("the dice stand")
class SettleVersus:
    """The result of a versus test."""

    defends: Annotated[Defends, Asked("If it is a tie")] = Defends.NOBODY
    called: Annotated[bool, Asked("A call-on breaks the tie")] = False


@branch("1 Persona wards off the trouble about time")
class WardOff:
    """Persona against trouble about time."""


@branch("1 Persona cheats death")
class CheatDeath:
    """Persona against death."""

    price: Annotated[str, Longest(LONGEST_SAID), Asked("What it costs instead")] = ""


@branch("note the artha")
class MarkArtha:
    """Artha noted."""

    about: Annotated[str, Longest(LONGEST_SAID), Asked("The Belief or Instinct that it was about")] = ""


@branch("check for an epiphany")
class CheckEpiphany:
    """The epiphany check."""


@branch("mark the test")
class MarkTest:
    """The mark."""

    earlier: Annotated[Obstacle, Asked("Highest obstacle marked for it in this conflict", "0 if none.")] = Obstacle(0)


@branch("check for advancement")
class CheckAdvancement:
    """The advancement check."""


@branch("nothing more here: go on")
class GoOn:
    """Nothing more here."""


WAYS = (Standard, Linked, Graduated, Versus)
FORMS: Mapping[Move, tuple[type, ...]] = {
    Move.DECLARE: (Declare,),
    Move.WAY: WAYS,
    Move.BASE: (BaseObstacle,),
    Move.LENGTH: (Length,),
    Move.CONSEQUENCE: (Consequence,),
    Move.RETHINK: (Rethink,),
    Move.PLANNED: (TestPlanned,),
    Move.ANOTHER: (TestAnother,),
    Move.DOUBLE: (Double,),
    Move.UNTRAINED: (Untrained,),
    Move.TOOLS_MISSING: (ToolsMissing,),
    Move.TOOLS_USED: (ToolsUsedBefore,),
    Move.HARDER: (Harder,),
    Move.IGNORE_SCRAPES: (IgnoreScrapes,),
    Move.BONUS: (Bonus,),
    Move.HELP: (Helped,),
    Move.FORK: (Forked,),
    Move.WIN_BACK: (WinBack,),
    Move.SUMMON: (Summon,),
    Move.ROLL: (RollDice,),
    Move.LUCK: (Luck,),
    Move.REROLL: (RerollTraitors,),
    Move.CALL_ON: (CallOn,),
    Move.SETTLE: (Settle,),
    Move.WARD_OFF: (WardOff,),
    Move.CHEAT_DEATH: (CheatDeath,),
    Move.NOTE_ARTHA: (MarkArtha,),
    Move.CHECK_EPIPHANY: (CheckEpiphany,),
    Move.MARK: (MarkTest,),
    Move.CHECK_ADVANCEMENT: (CheckAdvancement,),
    Move.GO_ON: (GoOn,),
}
"""The forms by which each move is said."""
AGAINST_SOMEONE: Mapping[Move, type] = {Move.ROLL: RollAgainst, Move.SETTLE: SettleVersus}
"""Those of a versus test."""


def forms_of(move: Move, way: Way) -> tuple[type, ...]:
    """The forms by which a move is said in a test of this kind."""
    return (AGAINST_SOMEONE[move],) if way is Way.VERSUS and move in AGAINST_SOMEONE else FORMS[move]


def words_of(move: Move) -> str:
    """What a move is called on its button."""
    return str(getattr(FORMS[move][0], "words", ""))

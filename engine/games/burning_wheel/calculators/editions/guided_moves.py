"""The moves of the later edition's guided test: what may be said at each of its steps (HUB-90)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, Longest
from engine.games.burning_wheel.calculators.editions.procedure import QUICK_ABILITIES, TraitAdvantage
from engine.games.burning_wheel.dice import Obstacle, Shade
from engine.games.burning_wheel.forms.test import BaseOb, SituationalAdvantage
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Before
from engine.games.burning_wheel.rules.course import Defends, Move
from engine.games.burning_wheel.rules.procedure import Aristeia, Way

LONGEST_SAID = 80


@dataclass(frozen=True, slots=True)
class Declare:
    """Intent and task."""

    intent: Annotated[str, Longest(LONGEST_SAID), Asked("What you want")] = ""
    task: Annotated[str, Longest(LONGEST_SAID), Asked("How you do it")] = ""

    words: ClassVar[str] = "say what you want and how"


@dataclass(frozen=True, slots=True)
class Standard:
    """A standard test."""

    words: ClassVar[str] = "a standard test"


@dataclass(frozen=True, slots=True)
class Linked:
    """A linked test."""

    before: Annotated[Before, Asked("The link before this one")] = Before.NONE

    words: ClassVar[str] = "a linked test"


@dataclass(frozen=True, slots=True)
class Graduated:
    """A graduated test."""

    words: ClassVar[str] = "a graduated test: Ob 1"


@dataclass(frozen=True, slots=True)
class Versus:
    """A versus test."""

    words: ClassVar[str] = "a versus test"


@dataclass(frozen=True, slots=True)
class BaseObstacle:
    """The base obstacle."""

    base: BaseOb = Obstacle(2)

    words: ClassVar[str] = "set the base obstacle"


@dataclass(frozen=True, slots=True)
class Length:
    """How long it takes."""

    time: Annotated[str, Longest(LONGEST_SAID), Asked("It takes")] = "an hour"

    words: ClassVar[str] = "say how long it takes"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What failure brings."""

    failure: Annotated[str, Longest(LONGEST_SAID), Asked("If it fails")] = ""

    words: ClassVar[str] = "say what failure brings"


@dataclass(frozen=True, slots=True)
class Rethink:
    """Back to step 1."""

    words: ClassVar[str] = "think again: back to step 1"
    gives_up: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TestPlanned:
    """The ability from the start."""

    __test__ = False

    doubled: Annotated[bool, Asked("1 Deeds doubles its dice")] = False

    words: ClassVar[str] = "test the ability from the start"


@dataclass(frozen=True, slots=True)
class TestAnother:
    """Another ability."""

    __test__ = False

    ability: Annotated[Ability, Asked("Ability", quick=QUICK_ABILITIES)] = Ability(Shade.BLACK, 4)
    tested: Annotated[Tested, Asked("Kind of ability")] = Tested.SKILL
    doubled: Annotated[bool, Asked("1 Deeds doubles its dice")] = False

    words: ClassVar[str] = "test another ability"


@dataclass(frozen=True, slots=True)
class Untrained:
    """Beginner's Luck."""

    words: ClassVar[str] = "Beginner’s Luck: it is the root stat"


@dataclass(frozen=True, slots=True)
class ToolsMissing:
    """Tools are missing."""

    words: ClassVar[str] = "tools are missing"


@dataclass(frozen=True, slots=True)
class ToolsUsedBefore:
    """Tools that were used before: the Die of Fate."""

    words: ClassVar[str] = "tools used before: roll the Die of Fate"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Harder:
    """One disadvantage."""

    disadvantage: Annotated[str, Longest(40), Asked("Disadvantage")] = ""
    amount: Annotated[int, Between(1, 5), Asked("Obstacle", quick=(1, 2))] = 1

    words: ClassVar[str] = "a disadvantage"


@dataclass(frozen=True, slots=True)
class IgnoreScrapes:
    """Fate against Superficial wounds."""

    words: ClassVar[str] = "1 Fate ignores the Superficial wounds"


@dataclass(frozen=True, slots=True)
class Bonus:
    """Bonus dice of one's own."""

    situation: SituationalAdvantage = 0
    trait: TraitAdvantage = 0
    careful: Annotated[bool, Asked("You work carefully")] = False
    persona: Annotated[int, Between(0, 3), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0

    words: ClassVar[str] = "advantage, careful work, Persona"


@dataclass(frozen=True, slots=True)
class Helped:
    """A helper."""

    name: Annotated[str, Longest(40), Asked("Who, with what")] = ""
    exponent: Annotated[int, Between(1, 20), Asked("Exponent", quick=(2, 3, 4, 5))] = 3
    stat: Annotated[bool, Asked("It is a stat")] = False

    words: ClassVar[str] = "a helper"


@dataclass(frozen=True, slots=True)
class Forked:
    """A FoRK."""

    name: Annotated[str, Longest(40), Asked("Skill")] = ""
    exponent: Annotated[int, Between(1, 20), Asked("Exponent", quick=(2, 3, 4, 7))] = 3

    words: ClassVar[str] = "a FoRK"


@dataclass(frozen=True, slots=True)
class Double:
    """Deeds for double dice."""

    words: ClassVar[str] = "1 Deeds doubles the ability"


@dataclass(frozen=True, slots=True)
class WinBack:
    """Persona against wounds."""

    words: ClassVar[str] = "1 Persona ignores −1D"


@dataclass(frozen=True, slots=True)
class Summon:
    """Aristeia."""

    effect: Annotated[Aristeia, Asked("Effect")] = Aristeia.PENALTIES

    words: ClassVar[str] = "Aristeia: 5 Fate, 3 Persona, 1 Deeds"


@dataclass(frozen=True, slots=True)
class RollDice:
    """The roll."""

    words: ClassVar[str] = "roll"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RollAgainst:
    """The roll of a versus test."""

    theirs: Annotated[Obstacle, Asked("Your opponent’s successes", quick=(0, 1, 2, 3, 4))] = Obstacle(2)

    words: ClassVar[str] = "roll against your opponent"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Luck:
    """Fate after the roll."""

    words: ClassVar[str] = "1 Fate: Luck"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RerollTraitors:
    """Deeds after the roll."""

    words: ClassVar[str] = "1 Deeds rerolls all traitors"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class CallOn:
    """A call-on trait after the roll."""

    trait: Annotated[str, Longest(40), Asked("Trait")] = ""

    words: ClassVar[str] = "a call-on rerolls all traitors"
    rolls: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Settle:
    """The result."""

    words: ClassVar[str] = "the dice stand"


@dataclass(frozen=True, slots=True)
class SettleVersus:
    """The result of a versus test."""

    defends: Annotated[Defends, Asked("If it is a tie")] = Defends.NOBODY
    called: Annotated[bool, Asked("A call-on breaks the tie")] = False

    words: ClassVar[str] = "the dice stand"


@dataclass(frozen=True, slots=True)
class WardOff:
    """Persona against trouble about time."""

    words: ClassVar[str] = "1 Persona wards off the trouble about time"


@dataclass(frozen=True, slots=True)
class CheatDeath:
    """Persona against death."""

    price: Annotated[str, Longest(LONGEST_SAID), Asked("What it costs instead")] = ""

    words: ClassVar[str] = "1 Persona cheats death"


@dataclass(frozen=True, slots=True)
class MarkArtha:
    """Artha noted."""

    about: Annotated[str, Longest(LONGEST_SAID), Asked("The Belief or Instinct that it was about")] = ""

    words: ClassVar[str] = "note the artha"


@dataclass(frozen=True, slots=True)
class CheckEpiphany:
    """The epiphany check."""

    words: ClassVar[str] = "check for an epiphany"


@dataclass(frozen=True, slots=True)
class MarkTest:
    """The mark."""

    earlier: Annotated[Obstacle, Asked("Highest obstacle marked for it in this conflict", "0 if none.")] = Obstacle(0)

    words: ClassVar[str] = "mark the test"


@dataclass(frozen=True, slots=True)
class CheckAdvancement:
    """The advancement check."""

    words: ClassVar[str] = "check for advancement"


@dataclass(frozen=True, slots=True)
class GoOn:
    """Nothing more here."""

    words: ClassVar[str] = "nothing more here: go on"


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

"""What is said before the dice and after them: task, intent, stakes, and contests (HUB-11, HUB-23, HUB-24, HUB-88)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine import wording
from engine.games.burning_wheel.dice import Outcome
from engine.option import Option


class Direction(Option):
    """Where a failure leads. Source: HUB-24."""

    FAILS = "task-fails", "the task fails, and it brings trouble"
    COMPLICATION = "complication", "the task succeeds, with a complication"
    DEATH = "death", "death"


class Wanted(Option):
    """What a test card has to say before dice are rolled, in the order in which it is said. Source: HUB-11, 24, 26."""

    INTENT = "intent", "What do you want out of it?"
    TASK = "task", "How do you go about it? Say what you do."
    ABILITY = "ability", "Which ability is that? Ask until both of you are sure."
    AGAINST = "against", "Against what: which obstacle, or who is in your way?"
    TIME = "time", "How long does it take, or how long do you give it?"
    STAKES = "stakes", "What does failing bring? The GM says so before the dice fall."
    REASON = "reason", "Death takes a reason: exactly what kills, and why nothing else is left."

    @property
    def gm(self) -> bool:
        """Whether it is the GM who says it."""
        return self in (Wanted.AGAINST, Wanted.STAKES, Wanted.REASON)


@dataclass(frozen=True, slots=True)
class Card:
    """What was said of a test; empty is what was not. `reason` is asked for only where failing is death."""

    intent: str = ""
    task: str = ""
    ability: str = ""
    against: str = ""
    time: str = ""
    stakes: str = ""
    direction: Direction = Direction.FAILS
    reason: str = ""

    @property
    def asked(self) -> tuple[Wanted, ...]:
        """What this card has to say."""
        return tuple(one for one in Wanted if one is not Wanted.REASON or self.direction is Direction.DEATH)

    def said(self, wanted: Wanted) -> str:
        return str(getattr(self, wanted.value))

    @property
    def only_wanted(self) -> bool:
        """Whether the task says no more than the intent: wanting is not doing. Source: HUB-11."""
        return bool(self.task) and self.task.casefold() == self.intent.casefold()

    @property
    def missing(self) -> tuple[Wanted, ...]:
        """What is not said yet, first things first; a task that repeats the intent says nothing."""
        unsaid = [one for one in self.asked if not self.said(one)]
        return tuple(one for one in self.asked if one in unsaid or (one is Wanted.TASK and self.only_wanted))


def told(outcome: Outcome, extra: int, direction: Direction, *, careful: bool = False) -> Sequence[str]:
    """What everyone does with a roll, in order: `extra` successes over the obstacle, or where a failure leads.

    `careful` tells that time has run out where a careful test failed. Source: HUB-19, HUB-23, HUB-24.
    """
    if outcome.passes:
        more = (
            f"Share out {wording.count(extra, 'extra success', 'extra successes')}: each makes the intent come true "
            "more fully, or goes into quality or speed."
            if extra
            else "You got what you came for, and no more: the effect is the least that counts as success."
        )
        return (
            "You: tell how the task is done, in the way that you said.",
            more,
            "GM: embellish, reinforce, and leave it standing. Nobody takes a success back.",
            "Everyone: things now move your way, if only for a moment.",
        )
    late = ("GM: the work was careful, so time may have run out, in earnest.",) if careful else ()
    return (*FAILED[direction], *late)


FAILED = {
    Direction.FAILS: (
        "GM: neither task nor intent comes about.",
        "GM: bring what was announced, so that the story turns instead of stopping.",
        "You: what do you do about it now?",
    ),
    Direction.COMPLICATION: (
        "GM: the task is done anyway.",
        "GM: the intent is not: bring the complication that was announced.",
        "You: you have what you did, and new trouble. What now?",
    ),
    Direction.DEATH: (
        "GM: say again what was announced, and why.",
        "You: tell the end. Artha may still have a word.",
    ),
}


class Contest(Option):
    """What two characters contend about. Source: HUB-88."""

    TAKE = "take", "both want the same thing"
    HARM = "harm", "one would hurt the other, up close"
    SHOOT = "shoot", "one would hurt the other, from afar"
    HIDE = "hide", "one hides, the other looks"
    ARGUE = "argue", "both want to win an argument"
    OTHER = "other", "something else"


class Detail(Option):
    """How much of the table's time a contest is worth. Source: HUB-88."""

    ROLL = "roll", "one roll"
    SCENE = "scene", "blow by blow"


@dataclass(frozen=True, slots=True)
class Sides:
    """Who rolls what in a contest, and the sub-system that plays it out, if there is one.

    `first` acts; `second` answers. `defends` tells whether the answer is a defense.
    """

    first: str
    second: str
    defends: bool
    system: str


SIDES = {
    Contest.TAKE: Sides("your reach for it", "theirs", False, ""),
    Contest.HARM: Sides("attack", "defense", True, "Fight!"),
    Contest.SHOOT: Sides("attack", "defense", True, "Range and Cover"),
    Contest.HIDE: Sides("hiding", "spotting", False, ""),
    Contest.ARGUE: Sides("your case", "theirs", False, "Duel of Wits"),
    Contest.OTHER: Sides("what you do", "what they do against it", False, ""),
}

"""The end of a round: all that was stored takes effect as if at once, and who has no disposition left (MEL-40, 41)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.games.burning_wheel.rules.wounds import Level, together
from engine.games.melee.rules.casting import shaken
from engine.games.melee.rules.damage import Route, route
from engine.games.melee.rules.morale import Importance, tests_nerve
from engine.games.melee.rules.order import CAUSES, Move, Order, caused
from engine.games.melee.rules.special import Maneuver, effect
from engine.option import Option

STEPS = (
    ("Take the losses off disposition, all those of one target together, down to 0.", "MEL-18"),
    ("Wound whoever had none left as the round began, and whomever something reached past it; armor counts.", "MEL-19"),
    ("See who came to 0 just now: a Superficial wound, or out of the fight.", "MEL-41"),
    ("Take what sixes cost off shields.", "MEL-49"),
    ("Note who is on the ground, disarmed, staggered, held or flanked.", "MEL-21"),
    ("Roll for spells that pain may break; see who finished loading or aiming unharmed.", "MEL-37"),
    ("Move people in the order, in the sequence in which their causes acted.", "MEL-07"),
    ("Clear what belonged to this round: dodges, moves, turns and help.", "MEL-55"),
)
"""What takes effect in which sequence, each with the rule it leads to. Source: MEL-40."""


class State(Option):
    """What a result leaves someone in. Source: MEL-40."""

    PRONE = "prone", "on the ground"
    DISARMED = "disarmed", "disarmed"
    STAGGERED = "staggered", "staggered"
    HELD = "held", "held"
    FLANKED = "flanked", "flanked"


STOPPED = frozenset({State.PRONE, State.DISARMED, State.HELD})
"""What interrupts loading and aiming. Source: MEL-30, MEL-31."""

FALLING = {
    "throw": effect(Maneuver.THROW, 0),
    "tackle": effect(Maneuver.TACKLE, 0),
    "tackle-by-3": effect(Maneuver.TACKLE, 3),
}
"""What puts people on the ground by its very name: keys of `CAUSES`. Source: MEL-24, MEL-29."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How someone stands before anything takes effect. Source: MEL-40.

    `disposition` (0 or more) is that of the start of the round. `superficial` counts the Superficial wounds that stand
    alone, 0 to 2. `shield` is the rating of the shield on the arm, 0 to 4. `spells`: they cast or sustain.
    """

    disposition: int = 0
    importance: Importance = Importance.PLAYER
    superficial: int = 0
    shield: int = 0
    spells: bool = False


@dataclass(frozen=True, slots=True)
class Stored:
    """One result of the round: who caused it and whom it meets, by their places. Source: MEL-40.

    `loss` is what it takes off disposition, `wound` what it does to a body that it reaches, as armor has left it. With
    `bypass` it reaches the body in any case. `shield` is what it costs the target's shield, `pressure` what a Lock
    adds. `cause` is a key of `CAUSES` for what it moves, empty for nothing.
    """

    by: int
    on: int
    loss: int = 0
    wound: Level = Level.NONE
    bypass: bool = False
    shield: int = 0
    states: frozenset[State] = frozenset()
    pressure: int = 0
    cause: str = ""

    def wounds(self, at_start: int) -> bool:
        """Whether it wounds someone who began the round with so much disposition. Source: MEL-19."""
        if self.wound is Level.NONE:
            return False
        return route(at_start, bypass=self.bypass) is Route.WOUND


class Fall(Option):
    """What it means to come to no disposition. Source: MEL-41."""

    NONE = "none", "still has some"
    WORN = "worn", "a Superficial wound, and fights on"
    OUT = "out", "dead or out of the fight"


def falls(importance: Importance, before: int, after: int) -> Fall:
    """What becomes of someone whose disposition goes from `before` to `after` in a round, each 0 or more. MEL-41.

    >>> falls(Importance.PLAYER, 3, 0).words, falls(Importance.EXTRA, 3, 0).words, falls(Importance.NAMED, 0, 0).words
    ('a Superficial wound, and fights on', 'dead or out of the fight', 'still has some')
    """
    if after > 0 or before <= 0:
        return Fall.NONE
    return Fall.WORN if importance.fights_on else Fall.OUT


@dataclass(frozen=True, slots=True)
class Resolved:
    """How someone stands once everything has taken effect. Source: MEL-40.

    `lost` is what went off disposition, `spilled` what was lost beyond it. `wounds` are new ones, the one for coming to
    0 last. `hit`: something reached them. `tests`: their own Steel is tested now, for a wound or a threat. `spells`:
    they may lose hold of them.
    """

    disposition: int
    lost: int
    spilled: int
    wounds: tuple[Level, ...]
    fall: Fall
    shield: int
    states: frozenset[State]
    pressure: int
    hit: bool
    tests: bool
    spells: bool

    @property
    def out(self) -> bool:
        """Whether they are out of the fight by this round."""
        return self.fall is Fall.OUT or Level.MORTAL in self.wounds


def with_falls(results: Sequence[Stored]) -> list[Stored]:
    """The same results, with whomever a maneuver puts on the ground lying there, its own attacker too. MEL-24, MEL-29.

    >>> [sorted(state.value for state in one.states) for one in with_falls([Stored(0, 1, cause="tackle")])]
    [['prone'], ['prone']]
    """
    found: list[Stored] = []
    for one in results:
        falls = FALLING.get(one.cause)
        found.append(replace(one, states=one.states | {State.PRONE}) if falls and falls.prone else one)
        if falls and falls.own_prone:
            found.append(Stored(one.by, one.by, states=frozenset({State.PRONE})))
    return found


def resolved(
    standing: Standing, results: Sequence[Stored], *, at_once: bool = False, worn_tests: bool = False
) -> Resolved:
    """What all results that meet one person come to, as if at once. Source: MEL-40, MEL-41.

    With `at_once` losses tell blow by blow, so that one who came to 0 is wounded by the next. With `worn_tests` whoever
    comes to 0 and fights on tests their Steel.

    >>> found = resolved(Standing(6), [Stored(1, 0, loss=3), Stored(2, 0, loss=7)])
    >>> found.disposition, found.spilled, [level.words for level in found.wounds]
    (0, 4, ['Superficial'])
    """
    left, spilled, wounds = standing.disposition, 0, []
    for one in results:
        before = left if at_once else standing.disposition
        wounds += [one.wound] if one.wounds(before) else []
        if before:
            left, spilled = max(0, left - one.loss), spilled + max(0, one.loss - left)
    fall = falls(standing.importance, standing.disposition, left)
    hit = bool(wounds) or any(one.loss for one in results)
    wounds += [Level.SUPERFICIAL] if fall is Fall.WORN else []
    borne, tests = standing.superficial, worn_tests and fall is Fall.WORN
    tests = tests or any(one.cause == "intimidate" for one in results)
    for level in wounds:
        borne += level is Level.SUPERFICIAL
        tests = tests or tests_nerve(level, borne)
    return Resolved(
        left,
        standing.disposition - left,
        spilled,
        tuple(wounds),
        fall,
        max(0, standing.shield - sum(one.shield for one in results)),
        frozenset(state for one in results for state in one.states),
        sum(one.pressure for one in results),
        hit,
        tests and standing.importance.fights_on and Level.MORTAL not in wounds,
        standing.spells and shaken(hit=hit, at_zero=fall is Fall.WORN, wounded=bool(wounds)),
    )


def dice_lost(superficial: int, wounds: Sequence[Level]) -> int:
    """Dice that new wounds take, Superficial ones that are borne already among those that may make three. MEL-41.

    >>> dice_lost(2, [Level.SUPERFICIAL]), dice_lost(0, [Level.MIDI])
    (1, 2)
    """
    return -together([*[Level.SUPERFICIAL] * superficial, *wounds]).dice.total


def moves(results: Sequence[Stored], after: Sequence[Resolved]) -> list[Move]:
    """Who is moved where by results in the sequence in which they were stored. Source: MEL-07, MEL-40.

    Whoever was hit or stopped is not moved for loading or aiming. Nobody is moved who is out.
    """
    found: list[Move] = []
    for one in results:
        cause = CAUSES.get(one.cause)
        if cause is None:
            continue
        own = after[one.by]
        spoiled = cause.key in ("reloaded", "aimed") and (own.hit or bool(own.states & STOPPED))
        found += [] if spoiled else [move for move in caused(cause, one.by, one.on) if not after[move.one].out]
    return found


def ordered(order: Order, after: Sequence[Resolved], moved: Sequence[Move]) -> Order:
    """The order of the next round: without those who are out, once all moves are made in turn. Source: MEL-07, 40."""
    for who, one in enumerate(after):
        if one.out:
            order = order.without(who)
    for move in moved:
        order = order.moved(move.one, move.way)
    return order

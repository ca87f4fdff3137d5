"""The Duel of Wits: seven actions, each against each, and what they leave behind (DOW-06 to DOW-16, DOW-26).

A volley is resolved from counted successes alone: `kind` and `rolls_of` say what is rolled, `resolve_volley` takes what
the dice came to and gives the state after it. Nothing here rolls dice or knows a form. Sides are numbered 0 and 1.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice import Pool, successes
from engine.option import Option
from engine.refused import Refused

VOLLEYS = 3
DISMISS_DICE = 2
LEAST_REBUTTAL = 2


class Action(Option):
    """What a side does in a volley: one of seven scripted actions, or nothing, because it hesitates. Source: DOW-15."""

    AVOID = "avoid", "Avoid the Topic"
    DISMISS = "dismiss", "Dismiss"
    FEINT = "feint", "Feint"
    INCITE = "incite", "Incite"
    OBFUSCATE = "obfuscate", "Obfuscate"
    POINT = "point", "Point"
    REBUTTAL = "rebuttal", "Rebuttal"
    HESITATE = "hesitate", "Hesitating"


SCRIPTED = tuple(action for action in Action if action is not Action.HESITATE)
ATTACKS = (Action.POINT, Action.DISMISS, Action.INCITE)
INTERRUPTS = (Action.FEINT, Action.OBFUSCATE)
RULE = {
    Action.AVOID: "DOW-09",
    Action.DISMISS: "DOW-10",
    Action.FEINT: "DOW-11",
    Action.INCITE: "DOW-12",
    Action.OBFUSCATE: "DOW-13",
    Action.POINT: "DOW-14",
    Action.REBUTTAL: "DOW-14",
    Action.HESITATE: "DOW-16",
}
"""The rule of each action."""


@dataclass(frozen=True, slots=True)
class Card:
    """An action as its header describes it: what tests it, labels, and what it does. Source: DOW-08."""

    action: Action
    tests: tuple[str, ...]
    counters: str
    countered_by: str
    defends: str
    asks: str
    does: str
    carries: str


def _card(row: Mapping[str, Any]) -> Card:
    rest = {name: value for name, value in row.items() if name not in ("id", "tests")}
    return Card(Action.of(row["id"]), tuple(row["tests"]), **rest)


COLUMNS = ("id", "tests", "counters", "countered_by", "defends", "asks", "does", "carries")
CARDS: Mapping[Action, Card] = {
    card.action: card for card in tables.rows(__file__, "duel_actions.toml", "action", COLUMNS, _card)
}


class Kind(Option):
    """What an action rolls against another one. Source: DOW-15, table 1."""

    NOTHING = "–", "nothing to roll"
    WINS = "A", "wins without a roll"
    LOST = "L", "fails without a roll"
    OPEN = "U", "rolled with nothing against it"
    OPPOSED = "V", "rolled against the other’s roll"
    TWICE = "V2", "rolled twice, both added, against the other’s roll"
    WILL = "W", "rolled against the victim’s Will"
    OPPOSED_WILL = "VW", "rolled against the other’s roll, then held against the victim’s Will"
    FREE_POINT = "AU", "wins without a roll, then strikes as a Point"
    HALVES = "VU", "the defense against the other’s roll, the riposte with nothing against it"
    BOTH_HALVES = "VV", "each half against the other’s opposite half"
    RIPOSTE = "UR", "the riposte with nothing against it; the defense is wasted"

    @property
    def rolls(self) -> bool:
        """Whether any dice are rolled."""
        return self not in (Kind.NOTHING, Kind.WINS, Kind.LOST)


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of actions as the table has it, by the default readings; `first` is the one that stands first there.

    `rolls`, `lost` and `next` hold an entry for each side: what it rolls, the formula of what comes off its body of
    argument, and what it takes along, each with its condition. Source: DOW-15.
    """

    number: int
    first: Action
    second: Action
    rolls: tuple[Kind, Kind]
    lost: tuple[str, str]
    next: tuple[tuple[str, ...], tuple[str, ...]]
    headline: str


def _pair(row: Mapping[str, Any]) -> Pair:
    first, second = (Kind.of(letters) for letters in row["rolls"])
    lost, then = row["lost"], row["next"]
    return Pair(
        row["number"],
        Action.of(row["first"]),
        Action.of(row["second"]),
        (first, second),
        (lost[0], lost[1]),
        (tuple(then[0]), tuple(then[1])),
        row["headline"],
    )


PAIRS = tables.rows(
    __file__,
    "duel_matrix.toml",
    "pair",
    ("number", "first", "second", "rolls", "lost", "next", "headline"),
    _pair,
)
_BY_ACTIONS = {(pair.first, pair.second): pair for pair in PAIRS}


def looked_up(mine: Action, other: Action) -> tuple[Pair, int]:
    """The pair in the table, and which of its sides (0 or 1) is `mine`. Source: DOW-15."""
    found = _BY_ACTIONS.get((mine, other))
    return (found, 0) if found else (_BY_ACTIONS[other, mine], 1)


@dataclass(frozen=True, slots=True)
class House:
    """The readings under which a duel is resolved; each field's default is the default reading. Source: DOW-10 to 16.

    `obfuscate_tie`: who wins it, "obfuscator", "nobody" (the action is lost anyway) or "opponent".
    `obfuscate_margin`: what breaks through does only its margin. `obfuscate_defense`: a Rebuttal stands against it with
    its defense alone. `avoid_reduces`: Avoid takes successes off an Obfuscate and wins nothing. `obfuscate_penalty`: of
    two Obfuscates only the loser's +1 Ob counts. `obfuscate_silence`: nothing comes of talking over silence.
    `cancelled_free`: a Dismiss lost to Obfuscate costs no volley. `feint_strikes`: a Feint that beats Obfuscate strikes
    as a Point. `incite_gross`: a failed Incite's margin ignores what Avoid took off. `cancelled_gives`: a cancelled
    Incite gives dice like a failed one. `point_blocks`: a Point with as many successes blocks Incite.
    `rebuttals_apart`: of two Rebuttals no defense counts. `needs_point`: no riposte without a Point or Dismiss.
    `one_die`: a Rebuttal may put its only die into one half. `penalty_once`: +1 Ob takes from one half of a Rebuttal.
    `carry_on`: Obfuscate's modifiers wait for the next action that is rolled. `add_up`: lost volleys add up.
    """

    obfuscate_tie: str = "obfuscator"
    obfuscate_margin: bool = False
    obfuscate_defense: bool = False
    avoid_reduces: bool = False
    obfuscate_penalty: bool = False
    obfuscate_silence: bool = False
    cancelled_free: bool = False
    feint_strikes: bool = False
    incite_gross: bool = False
    cancelled_gives: bool = False
    point_blocks: bool = False
    rebuttals_apart: bool = False
    needs_point: bool = False
    one_die: bool = False
    penalty_once: bool = False
    carry_on: bool = False
    add_up: bool = False


DEFAULT = House()


def kind(mine: Action, other: Action, house: House = DEFAULT) -> Kind:
    """What `mine` rolls when the opponent does `other`. Source: DOW-15, table 1."""
    match mine:
        case Action.AVOID:
            if other in (Action.FEINT, Action.REBUTTAL):
                return Kind.WINS
            return Kind.OPPOSED if other in (Action.INCITE, Action.OBFUSCATE, Action.POINT) else Kind.NOTHING
        case Action.DISMISS:
            return Kind.OPPOSED if other in (Action.OBFUSCATE, Action.REBUTTAL) else Kind.OPEN
        case Action.FEINT:
            silent = {Action.FEINT: Kind.NOTHING, Action.HESITATE: Kind.NOTHING}
            return {Action.OBFUSCATE: Kind.TWICE, Action.REBUTTAL: Kind.FREE_POINT, **silent}.get(other, Kind.LOST)
        case Action.INCITE:
            blocked = house.point_blocks and other is Action.POINT
            return Kind.OPPOSED_WILL if blocked or other in (Action.AVOID, Action.OBFUSCATE) else Kind.WILL
        case Action.OBFUSCATE:
            return Kind.NOTHING if other is Action.HESITATE and house.obfuscate_silence else Kind.OPPOSED
        case Action.POINT:
            blocked = house.point_blocks and other is Action.INCITE
            against = (Action.AVOID, Action.OBFUSCATE, Action.REBUTTAL)
            return Kind.OPPOSED if blocked or other in against else Kind.OPEN
        case Action.REBUTTAL:
            return _rebuttal_kind(other, house)
    return Kind.NOTHING


def _rebuttal_kind(other: Action, house: House) -> Kind:
    if other in (Action.AVOID, Action.FEINT):
        return Kind.LOST
    if other in (Action.POINT, Action.DISMISS):
        return Kind.HALVES
    if other is Action.OBFUSCATE:
        return Kind.OPPOSED
    if house.needs_point:
        return Kind.NOTHING
    return Kind.BOTH_HALVES if other is Action.REBUTTAL and not house.rebuttals_apart else Kind.RIPOSTE


@dataclass(frozen=True, slots=True)
class Carried:
    """What a side brings into a volley from those before it; everything 0 or more. Source: DOW-16.

    `hesitates`: volleys still lost. `dice` and `obstacle`: what Obfuscate left for the next action. `test_dice`: what a
    failed Incite gave, for the next action that is rolled.
    """

    hesitates: int = 0
    dice: int = 0
    obstacle: int = 0
    test_dice: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One side in the duel: the `argument` left (below 0 once beaten), Will's exponent, and what it carries.

    `hesitation` is the obstacle of its Steel tests, `penalty` the +Ob that wounds put on all it does.
    Source: DOW-04, DOW-12, DOW-16, HUB-18.
    """

    argument: int
    will: int
    hesitation: int
    carried: Carried = Carried()
    penalty: int = 0

    @property
    def harder(self) -> int:
        """The +Ob of its next action: what it carries, and what wounds add."""
        return self.carried.obstacle + self.penalty

    @property
    def beaten(self) -> bool:
        return self.argument <= 0


@dataclass(frozen=True, slots=True)
class State:
    """Both sides between two volleys. Source: DOW-26."""

    sides: tuple[Standing, Standing]

    @property
    def over(self) -> bool:
        """Whether a body of argument is used up. Source: DOW-18."""
        return any(side.beaten for side in self.sides)


@dataclass(frozen=True, slots=True)
class Split:
    """A Rebuttal's pool as it is divided, and the half that bears a penalty where only one does. Source: DOW-14."""

    defense: int
    riposte: int
    riposte_bears: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """The successes of one side's dice, each 0 or more, before any penalty.

    `successes` of the whole pool, of a Rebuttal's riposte, or of a Feint's first roll; `second` of a Feint's second
    roll; `defense` of a Rebuttal's defense; `steel` of the Steel test, which counts only after a successful Incite.
    """

    successes: int = 0
    second: int = 0
    defense: int = 0
    steel: int = 0
    riposte_bears: bool = False


NO_DICE = Counted()


@dataclass(frozen=True, slots=True)
class Effect:
    """What a volley does to one side: dice `lost` from its body of argument, and what it takes into the next volley.

    `silenced` says that its action was lost to an Obfuscate; `incited` that it must test Steel; `rebuked` that its
    Dismiss costs it the next volley unless the duel is won. Source: DOW-15.
    """

    lost: int = 0
    silenced: bool = False
    incited: bool = False
    rebuked: bool = False
    dice: int = 0
    obstacle: int = 0
    test_dice: int = 0


class Part(Option):
    """Which of a side's rolls in a volley it is."""

    WHOLE = "whole", "the whole pool"
    FIRST = "first", "the first of two rolls"
    SECOND = "second", "the second of two rolls"
    DEFENSE = "defense", "the defense half"
    RIPOSTE = "riposte", "the riposte half"


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll that a volley needs: whose, which, and with which dice."""

    side: int
    part: Part
    pool: Pool


def effective(state: State, scripted: tuple[Action, Action]) -> tuple[Action, Action]:
    """What both sides really do: whoever hesitates loses what was scripted. Source: DOW-16, DOW-26."""
    first, second = (
        Action.HESITATE if side.carried.hesitates else action
        for side, action in zip(state.sides, scripted, strict=True)
    )
    return first, second


def pool_for(action: Action, own: Pool, carried: Carried = Carried(), more: int = 0) -> Pool:
    """The dice of an action: its own, 2 for Dismiss, what is carried, and `more`. Source: DOW-10, DOW-16."""
    return own.plus(more + carried.dice + carried.test_dice + (DISMISS_DICE if action is Action.DISMISS else 0))


def rolls_of(
    side: int,
    pair: tuple[Action, Action],
    own: Pool,
    carried: Carried = Carried(),
    more: int = 0,
    split: Split | None = None,
    house: House = DEFAULT,
) -> tuple[Roll, ...]:
    """The rolls of one side of a `pair`, in order, with its `own` dice for the action and `more`.

    A Rebuttal that rolls needs its `split`. Raises `Refused` where there are no dice to roll or the split does not
    add up. Source: DOW-11, DOW-14, DOW-15.
    """
    mine, other = pair[side], pair[1 - side]
    needs = kind(mine, other, house)
    if not needs.rolls:
        return ()
    pool = pool_for(mine, own, carried, more)
    if not pool.dice:
        raise Refused(f"{mine.words} has no dice here; it takes at least one.")
    if mine is Action.REBUTTAL:
        if split is None:
            raise Refused("A Rebuttal is divided before any dice are rolled; this one is not yet.")
        if sentence := bad_split(split, pool.dice, house):
            raise Refused(sentence)
        halves = ((Part.DEFENSE, split.defense), (Part.RIPOSTE, split.riposte))
        return tuple(Roll(side, part, pool.plus(dice - pool.dice)) for part, dice in halves)
    if needs is Kind.TWICE:
        # What is carried or added counts once, so the second roll is of the skill alone.
        return Roll(side, Part.FIRST, pool), Roll(side, Part.SECOND, own)
    return (Roll(side, Part.WHOLE, pool),)


def counted_of(rolls: Sequence[Roll], numbers: Sequence[int], riposte_bears: bool = False) -> Counted:
    """What a side's `rolls` came to, in their order. Source: DOW-11, DOW-14."""
    found = {roll.part: number for roll, number in zip(rolls, numbers, strict=True)}
    whole = next((found[part] for part in (Part.WHOLE, Part.FIRST, Part.RIPOSTE) if part in found), 0)
    return Counted(whole, found.get(Part.SECOND, 0), found.get(Part.DEFENSE, 0), riposte_bears=riposte_bears)


def bad_split(split: Split, dice: int, house: House = DEFAULT) -> str:
    """Why a Rebuttal's pool cannot be divided so, as a sentence, or nothing. Source: DOW-14."""
    said = f"{split.defense} for defense and {split.riposte} for the riposte"
    if split.defense + split.riposte != dice:
        return f"A Rebuttal’s two halves make up its pool, here {wording.count(dice, 'die', 'dice')}; this says {said}."
    if split.defense >= 1 <= split.riposte or (dice == 1 and house.one_die and split.defense >= 0 <= split.riposte):
        return ""
    if dice < LEAST_REBUTTAL:
        return f"A Rebuttal takes at least {LEAST_REBUTTAL} dice, one for each half; this has {dice}."
    return f"A Rebuttal puts at least one die into each half; this says {said}."


def _less(successes: int, penalty: int) -> int:
    return max(0, successes - penalty)


@dataclass(frozen=True, slots=True)
class _Heard:
    """Successes after penalties: the whole (a riposte, two Feints together), and a Rebuttal's defense."""

    whole: int
    defense: int = 0


def borne(penalty: int, counted: Counted, house: House) -> tuple[int, int]:
    """What of a +Ob a Rebuttal's defense bears, and what its riposte does. Source: DOW-16."""
    if not house.penalty_once:
        return penalty, penalty
    return (0, penalty) if counted.riposte_bears else (penalty, 0)


def _heard(action: Action, other: Action, counted: Counted, penalty: int, house: House) -> _Heard:
    """+1 Ob as successes taken away, where there is no obstacle to raise; nothing without a roll. Source: DOW-16."""
    if not kind(action, other, house).rolls:
        return _Heard(0)
    if action is Action.INCITE:
        return _Heard(counted.successes)
    if action is Action.REBUTTAL:
        on_defense, on_riposte = borne(penalty, counted, house)
        return _Heard(_less(counted.successes, on_riposte), _less(counted.defense, on_defense))
    return _Heard(_less(counted.successes + counted.second, penalty))


def _stands(action: Action, heard: _Heard, house: House) -> int:
    """What an action brings into the versus test with Obfuscate. Source: DOW-13, DOW-15."""
    if action is Action.REBUTTAL:
        return heard.defense + (0 if house.obfuscate_defense else heard.whole)
    return heard.whole


def _breaks_through(margin: int, house: House) -> bool:
    """Whether an action with so many successes more than Obfuscate goes through. Source: DOW-13."""
    return margin > 0 or (margin == 0 and house.obfuscate_tie == "opponent")


def _damage(mine: Action, other: Action, own: _Heard, its: _Heard, house: House) -> int:
    """What comes off the opponent’s body of argument. Source: DOW-09 to DOW-15."""
    strikes = mine in (Action.POINT, Action.DISMISS, Action.REBUTTAL)
    if other is Action.OBFUSCATE:
        margin = _stands(mine, own, house) - its.whole
        if mine is Action.FEINT:
            strikes = house.feint_strikes
        elif mine is Action.REBUTTAL:
            strikes = not house.needs_point
        if not (strikes and _breaks_through(margin, house)):
            return 0
        return min(own.whole, margin) if house.obfuscate_margin else own.whole
    if mine is Action.FEINT:
        return own.whole
    if not strikes:
        return 0
    taken = its.defense if other is Action.REBUTTAL else its.whole if other is Action.AVOID else 0
    if mine is Action.REBUTTAL and house.rebuttals_apart:
        taken = 0
    return _less(own.whole, taken)


def _insult(other: Action, own: _Heard, its: _Heard, obstacle: int, house: House) -> Effect:
    """What an Incite does to its victim, against an `obstacle` of Will and penalty. Source: DOW-12, DOW-15."""
    margin = obstacle - own.whole
    silenced = other is Action.OBFUSCATE and not _breaks_through(own.whole - its.whole, house)
    blocked = house.point_blocks and other is Action.POINT and its.whole >= own.whole
    if silenced or blocked:
        return Effect(test_dice=max(0, margin) if house.cancelled_gives else 0)
    net = _less(own.whole, its.whole) if other is Action.AVOID else own.whole
    if net >= obstacle:
        return Effect(incited=True)
    return Effect(test_dice=max(0, margin) if house.incite_gross else obstacle - net)


def _talked_over(mine: Action, own: _Heard, its: _Heard, house: House) -> Effect:
    """What an Obfuscate does to the side that does `mine` meanwhile. Source: DOW-13, DOW-15."""
    if mine is Action.HESITATE and house.obfuscate_silence:
        return Effect()
    margin = _stands(mine, own, house) - its.whole
    if mine is Action.OBFUSCATE:
        return Effect(dice=int(margin > 0 and not house.obfuscate_penalty), obstacle=int(margin < 0))
    if mine is Action.HESITATE and margin == 0:
        return Effect()
    if _breaks_through(margin, house):
        return Effect(dice=int(not (mine is Action.AVOID and house.avoid_reduces)))
    return Effect(silenced=mine not in (Action.AVOID, Action.HESITATE), obstacle=int(margin < 0))


def effect_on(
    side: int,
    pair: tuple[Action, Action],
    counted: tuple[Counted, Counted],
    obstacles: tuple[int, int],
    penalties: tuple[int, int] = (0, 0),
    house: House = DEFAULT,
) -> Effect:
    """What a volley does to one side of a `pair`.

    `obstacles` are what an Incite of each side is held against (the other's Will), `penalties` the +Ob that each side
    carries. Source: DOW-15.
    """
    mine, other = pair[side], pair[1 - side]
    own = _heard(mine, other, counted[side], penalties[side], house)
    its = _heard(other, mine, counted[1 - side], penalties[1 - side], house)
    found = Effect()
    if other is Action.INCITE:
        found = _insult(mine, its, own, obstacles[1 - side] + penalties[1 - side], house)
    elif other is Action.OBFUSCATE:
        found = _talked_over(mine, own, its, house)
    rebuked = mine is Action.DISMISS and not (found.silenced and house.cancelled_free)
    return replace(found, lost=_damage(other, mine, its, own, house), rebuked=rebuked)


def effects_law(
    pair: tuple[Action, Action],
    rolls: tuple[Sequence[Roll], Sequence[Roll]],
    obstacles: tuple[int, int],
    penalties: tuple[int, int] = (0, 0),
    house: House = DEFAULT,
) -> dict[tuple[Effect, Effect], Fraction]:
    """How likely each outcome of a pair is, exactly, for dice that are not open-ended. See `effect_on`.

    Source: DOW-15.
    """
    law: dict[tuple[Effect, Effect], Fraction] = {}
    for first, chance in _counted_law(rolls[0]):
        for second, other in _counted_law(rolls[1]):
            counted = (first, second)
            effects = (
                effect_on(0, pair, counted, obstacles, penalties, house),
                effect_on(1, pair, counted, obstacles, penalties, house),
            )
            law[effects] = law.get(effects, Fraction(0)) + chance * other
    return law


def _counted_law(rolls: Sequence[Roll]) -> list[tuple[Counted, Fraction]]:
    """How likely each count of these rolls is; of a Feint's two rolls only their sum matters, so it is kept as one."""
    law: dict[Counted, Fraction] = {}
    for fell in itertools.product(*(list(successes(roll.pool)) for roll in rolls)):
        counted = counted_of(rolls, [number for number, _ in fell])
        counted = replace(counted, successes=counted.successes + counted.second, second=0)
        law[counted] = law.get(counted, Fraction(0)) + math.prod((chance for _, chance in fell), start=Fraction(1))
    return list(law.items())


@dataclass(frozen=True, slots=True)
class Volley:
    """A volley resolved: what each side did, what it did to them, who hesitates for it, and the state after it."""

    actions: tuple[Action, Action]
    effects: tuple[Effect, Effect]
    hesitates: tuple[bool, bool]
    state: State

    def talked_over(self, house: House) -> str:
        """Who won the versus test with an Obfuscate, as in `House.obfuscate_tie`; nothing without one. DOW-13."""
        if self.actions.count(Action.OBFUSCATE) != 1 or Action.HESITATE in self.actions:
            return ""
        effect = self.effects[1 - self.actions.index(Action.OBFUSCATE)]
        if effect.obstacle:
            return "obfuscator"
        return "opponent" if effect.dice else house.obfuscate_tie


def runs_on(sides: Sequence[Standing], pair: tuple[Action, Action]) -> bool:
    """Whether a reading of what runs on can matter: something is carried, or two losses can meet. Source: DOW-16."""
    return any(side.carried != Carried() for side in sides) or set(pair) == {Action.DISMISS, Action.INCITE}


def effects_of(
    state: State, actions: tuple[Action, Action], counted: tuple[Counted, Counted], house: House = DEFAULT
) -> tuple[Effect, Effect]:
    """What a volley of these `actions` (as `effective` says) does to each side. Source: DOW-15."""
    first, second = state.sides
    obstacles = (second.will, first.will)
    penalties = (first.harder, second.harder)
    return (
        effect_on(0, actions, counted, obstacles, penalties, house),
        effect_on(1, actions, counted, obstacles, penalties, house),
    )


def resolve_volley(
    state: State,
    action_a: Action,
    action_b: Action,
    counted_a: Counted = NO_DICE,
    counted_b: Counted = NO_DICE,
    house: House = DEFAULT,
) -> Volley:
    """A volley from what both sides scripted and what their dice came to; all its chance comes in as successes.

    Both lose at the same time. A side that is incited hesitates with fewer Steel successes than its hesitation. What is
    set for the next volley is set only where the duel goes on. Source: DOW-12, DOW-15, DOW-16, DOW-18, DOW-26.
    """
    actions = effective(state, (action_a, action_b))
    counted = (counted_a, counted_b)
    effects = effects_of(state, actions, counted, house)
    first, second = (
        replace(side, argument=side.argument - effect.lost) for side, effect in zip(state.sides, effects, strict=True)
    )
    struck = State((first, second))
    shaken = tuple(
        effect.incited and rolled.steel < side.hesitation
        for side, effect, rolled in zip(state.sides, effects, counted, strict=True)
    )
    after = []
    lost = []
    for side, standing in enumerate(struck.sides):
        rolled = kind(actions[side], actions[1 - side], house).rolls
        new = (int(effects[side].rebuked), int(shaken[side])) if not struck.over else (0, 0)
        lost.append(any(new))
        after.append(replace(standing, carried=carried_after(standing.carried, effects[side], rolled, new, house)))
    return Volley(actions, effects, (lost[0], lost[1]), State((after[0], after[1])))


def carried_after(before: Carried, effect: Effect, rolled: bool, new: tuple[int, int], house: House) -> Carried:
    """What a side takes into the next volley, `new` being volleys lost by a Dismiss and by Steel. Source: DOW-16."""
    left = max(0, before.hesitates - 1)
    kept = house.carry_on and not rolled
    return Carried(
        hesitates=left + sum(new) if house.add_up else max(left, *new),
        dice=effect.dice + (before.dice if kept else 0),
        obstacle=effect.obstacle + (before.obstacle if kept else 0),
        test_dice=effect.test_dice + (0 if rolled else before.test_dice),
    )


class Slot(Option):
    """How a side's speech stands to the other's in a volley. Source: DOW-07."""

    FIRST = "first", "speaks first"
    SECOND = "second", "speaks second"
    INTERRUPTS = "interrupts", "interrupts"
    OPENS = "opens", "opens with a dummy, then interrupts"
    ANSWERS = "answers", "answers"
    EITHER = "either", "traits decide, else the elder first"
    SILENT = "silent", "says nothing"


def slots(first: Action, second: Action) -> tuple[Slot, Slot]:
    """How both sides of a pair speak, for each side. Order never changes what a volley does. Source: DOW-07."""
    mine, its = _slot(first, second), _slot(second, first)
    return mine, its


def _slot(mine: Action, other: Action) -> Slot:
    if mine is Action.HESITATE:
        return Slot.SILENT
    if other is Action.HESITATE:
        return Slot.FIRST
    if mine in INTERRUPTS or other in INTERRUPTS:
        if mine is Action.FEINT and other is Action.REBUTTAL:
            return Slot.OPENS
        if mine is Action.REBUTTAL and other is Action.FEINT:
            return Slot.SECOND
        if mine in INTERRUPTS and other in INTERRUPTS:
            return Slot.EITHER
        return Slot.INTERRUPTS if mine in INTERRUPTS else Slot.FIRST
    ranks = [0 if one in ATTACKS else 1 if one is Action.REBUTTAL else 2 for one in (mine, other)]
    if ranks[0] == ranks[1]:
        return Slot.EITHER
    if ranks[0] < ranks[1]:
        return Slot.FIRST
    return Slot.ANSWERS if mine is Action.AVOID else Slot.SECOND


def order(pair: tuple[Action, Action], elder: int = 0) -> tuple[int, int]:
    """The sides in the order in which they speak, and so roll; `elder` is the side that goes first where it is open.

    Source: DOW-07.
    """
    first, second = slots(*pair)
    if first is second:
        return (elder, 1 - elder)
    later = (Slot.SECOND, Slot.ANSWERS, Slot.INTERRUPTS, Slot.SILENT)
    return (1, 0) if first in later else (0, 1)


def bad_script(
    script: Sequence[Action], dice: Mapping[Action, int], hesitates: int = 0, house: House = DEFAULT
) -> tuple[tuple[int, str], ...]:
    """Why a script is illegal: for each fault its volley (from 1) and a sentence; nothing where it is legal.

    `dice` are those that each action can be tested with, before what it brings itself. `hesitates` are the volleys
    crossed off at the start. Source: DOW-06, DOW-10 to DOW-14, DOW-16.
    """
    faults = []
    for volley, action in enumerate(script, 1):
        if volley <= hesitates:
            if action is not Action.HESITATE:
                faults.append((volley, f"You hesitate in volley {volley}: cross off {action.words} there."))
        elif action is Action.HESITATE:
            faults.append((volley, f"Volley {volley} needs one of the seven actions: nobody scripts hesitation."))
        elif sentence := barred(action, dice.get(action, 0), house):
            faults.append((volley, f"Volley {volley}: {sentence}"))
    return tuple(faults)


def barred(action: Action, dice: int, house: House = DEFAULT) -> str:
    """Why one of the seven actions cannot be scripted with its own `dice`, or nothing. Source: DOW-06, DOW-14."""
    if not dice:
        return f"{action.words} tests {wording.listed(CARDS[action].tests, 'or')}; you have no dice for it."
    if action is Action.REBUTTAL and dice < LEAST_REBUTTAL and not house.one_die:
        return f"a Rebuttal takes at least {LEAST_REBUTTAL} dice, one for each half; you have {dice}."
    return ""

"""Stances: what each does to an action, changing them, their dice spent on position, and losing them (FGT-50 to 53)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.option import Option
from engine.working import Line

DICE = 2
"""What a stance gives to the actions that it favors. Source: FGT-50."""
OBSTACLE = 2
"""What it adds to those that it hampers. Source: FGT-50."""


class Stance(Option):
    """How someone fights; a fight starts in Neutral. Source: FGT-50."""

    NEUTRAL = "neutral", "Neutral"
    AGGRESSIVE = "aggressive", "Aggressive"
    DEFENSIVE = "defensive", "Defensive"


class Reply(Option):
    """What is rolled without being scripted, and may feel a stance. Source: FGT-34, FGT-50, FGT-52."""

    BY_SPEED = "defense-by-speed", "Natural defense with Speed"
    BY_POWER = "defense-by-power", "Natural defense with Power or a skill"
    POSITIONING = "positioning", "Positioning"


Move = Act | Reply


@dataclass(frozen=True, slots=True)
class Effect:
    """What a stance does to one action: dice and obstacle, 0 or more, or the action is `barred`. Source: FGT-50."""

    dice: int = 0
    obstacle: int = 0
    barred: bool = False


NOTHING = Effect()


def _row(row: Mapping[str, Any]) -> tuple[Move, Mapping[Stance, Effect]]:
    key = row["id"]
    move: Move = Reply.of(key) if key in {reply.value for reply in Reply} else Act.of(key)
    return move, {stance: Effect(**row[stance.value]) for stance in Stance if stance.value in row}


EFFECTS: Mapping[Move, Mapping[Stance, Effect]] = dict(
    tables.rows(__file__, "stances.toml", "action", ("id", "aggressive", "defensive"), _row)
)
"""Only what some stance touches; ask `effect`."""

CHANGES = {
    Act.TO_AGGRESSIVE: Stance.AGGRESSIVE,
    Act.TO_NEUTRAL: Stance.NEUTRAL,
    Act.TO_DEFENSIVE: Stance.DEFENSIVE,
}
"""The actions that change a stance, each with the one it takes. Source: FGT-51."""
CHARGES = frozenset({Act.CHARGE, Act.TACKLE})
"""Nobody does these and keeps a stance; nor does anyone who hesitates. Source: FGT-53."""


@dataclass(frozen=True, slots=True)
class House:
    """How a table reads the rules on stances.

    `charge_defense`: standing off a Charge with the positioning roll counts as a natural defense with Speed, +2 Ob in
    Aggressive stance. `charge_dice`: stance dice set aside for position go into a Charge. `feint_drops`: a Feint that
    was wasted, and being Feinted, end a stance as hesitation does. Source: FGT-50, FGT-52, FGT-53.
    """

    charge_defense: bool = False
    charge_dice: bool = False
    feint_drops: bool = True


def effect(stance: Stance, move: Move, *, positioned: bool = False) -> Effect:
    """What a stance does to an action. Source: FGT-50, FGT-52.

    With `positioned` the stance dice of this volley went to position: an action has none of them, and all that is
    hampered or barred stays so. Positioning itself has them only then.

    >>> effect(Stance.AGGRESSIVE, Act.STRIKE)
    Effect(dice=2, obstacle=0, barred=False)
    """
    found = EFFECTS.get(move, {}).get(stance, NOTHING)
    takes = positioned == (move is Reply.POSITIONING)
    return found if takes else Effect(0, found.obstacle, found.barred)


def against_charge(stance: Stance, house: House = House()) -> Effect:
    """What a stance does to the positioning roll of someone who is Charged. Source: FGT-50."""
    return effect(stance, Reply.BY_SPEED) if house.charge_defense else NOTHING


def into_charge(stance: Stance, positioned: bool, house: House = House()) -> Effect:
    """What a stance brings into one's own Charge, which ends it: dice set aside for position at most. FGT-52."""
    return effect(stance, Reply.POSITIONING, positioned=positioned) if house.charge_dice else NOTHING


def lines(stance: Stance, found: Effect) -> tuple[Line, Line]:
    """The dice and the obstacle of an effect for a ledger. Source: FGT-50."""
    words = f"{stance.words} stance"
    return Line(found.dice, words, "FGT-50"), Line(found.obstacle, words, "FGT-50")


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a script, in a volley from 1 to 3.

    `feinted` means a Feint that came to nothing, or a defense that was Feinted past. Source: FGT-51, FGT-53.
    """

    act: Act
    volley: int = 1
    feinted: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """A step as a stance sees it: the stance in which it is done, what that does to it, and the stance afterwards.

    `blocks`: counts as a Block without dice, as the change to Defensive does. Source: FGT-50 to FGT-53.
    """

    step: Step
    stance: Stance
    effect: Effect
    after: Stance
    blocks: bool = False


def after(stance: Stance, step: Step, house: House = House()) -> Stance:
    """The stance once a step is done. Source: FGT-51, FGT-53."""
    if step.act in CHARGES or step.act.hesitates or (step.feinted and house.feint_drops):
        return Stance.NEUTRAL
    return CHANGES.get(step.act, stance)


def play(
    steps: Sequence[Step],
    start: Stance = Stance.NEUTRAL,
    positioned: Iterable[int] = (),
    house: House = House(),
) -> tuple[Played, ...]:
    """A script step by step; `positioned` are the volleys whose stance dice go to position, declared at their top.

    A change takes hold after its action. Whoever is Neutral at the top of a volley has no dice to set aside for it.
    Source: FGT-51, FGT-52.
    """
    at_position = frozenset(positioned)
    stance, volley, spent = start, 0, False
    found = []
    for step in steps:
        if step.volley != volley:
            volley, spent = step.volley, step.volley in at_position and stance is not Stance.NEUTRAL
        does = into_charge(stance, spent, house) if step.act in CHARGES else None
        does = effect(stance, step.act, positioned=spent) if does is None else does
        then = after(stance, step, house)
        found.append(Played(step, stance, does, then, blocks=step.act is Act.TO_DEFENSIVE))
        stance = then
    return tuple(found)

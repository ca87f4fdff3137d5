"""Charge and Tackle (FGT-38)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.fighting import left_over
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import DiceCount, Pool
from engine.games.burning_wheel.forms.fighting import QUICK_DICE, AgainstYou, Harder, YourPosture, hampered
from engine.games.burning_wheel.readings import fight_attacks as read
from engine.games.burning_wheel.readings import fight_defenses as defending
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import fight_attacks as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_attacks import Clash, From, Hits, Rush
from engine.games.burning_wheel.rules.fight_defenses import Grip, Held
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
PENALTY = Between(0, 12)


class Facing(Option):
    """What the one who is Charged does with positioning. Source: FGT-38."""

    ROLL = "roll", "roll for positioning, or Power"
    STILL = "still", "do not position"
    CHARGE = "charge", "Charge you as well"
    RUN = "run", "Run Screaming"
    HESITATE = "hesitate", "hesitate otherwise"


@dataclass(frozen=True, slots=True)
class _Met:
    """What a Charge meets: the roll against it, and an Avoid besides; None where there is none."""

    position: Roll | None
    avoid: Roll | None


@calculator("charge", rules="FGT-38")
def charge(
    power: Annotated[Ability, Asked("Your Power", quick=QUICK_DICE), sheet("power")] = B5,
    rush: Annotated[Rush, Asked("You")] = Rush.CHARGE,
    stood: Annotated[
        Ability, Asked("Their positioning dice", "With all bonuses; or Power if they Maintain.", quick=QUICK_DICE)
    ] = B4,
    avoid: Annotated[Ability | None, Asked("Their Avoid, as first action", quick=QUICK_DICE)] = None,
    closed: Annotated[bool, Asked("You Closed in the volley before", more=True)] = False,
    bonus: Annotated[
        int, Between(0, 10), Asked("Your positioning dice: speed, Reflexes, length, traits", more=True)
    ] = 0,
    start: Annotated[From, Asked("You start from", more=True)] = From.LUNGING,
    theirs: Annotated[Facing, Asked("They", more=True)] = Facing.ROLL,
    eats: Annotated[int, PENALTY, Asked("Their +Ob, on positioning and Avoid", more=True)] = 0,
    moving: Annotated[bool, Asked("They Close or Withdraw", more=True)] = False,
    weight: Annotated[int, Between(-10, 10), Asked("Other dice: weight and the like", more=True)] = 0,
    posture: YourPosture = Posture.STANDING,
    against: AgainstYou = frozenset(),
    other: Annotated[int, PENALTY, Asked("Something else: +Ob on your roll", more=True, gm=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does my Charge do?"""
    hurt = feels(wounds, power, ask, ELEMENTS["power"])
    if hurt.gone:
        return no_test(hurt.gone)
    try:
        way = read.far(rush, start, ask)
    except Refused as error:
        raise Unusable("start", str(error)) from None
    made = rules.rushing(power.exponent, closed=closed, bonus=bonus, weight=weight)
    dice = Worked((*made.lines, *((hurt.dice,) if hurt.lost else ())))
    own = (
        *way.lines,
        *hampered(Doing.POSITION, posture, against - {Harder.MOVING}, ask),
        Line(other, "Something else", "FGT-65"),
        hurt.obstacle,
    )
    penalty = Worked(tuple(line for line in own if line.amount))
    checked(max(0, dice.total), penalty.total, "bonus")
    came = Roll(Pool.of(max(0, dice.total), power.shade), penalty.total)
    met = _met(theirs, stood, avoid, eats, moving, ask)
    ledgers: list[Block] = [Working(dice.lines, dice.total, "Dice", "D")]
    ledgers += [Working(penalty.lines, penalty.total, "+Ob, each eats a success")] if penalty.lines else []
    values = {"dice": came.pool.dice, "penalty": came.penalty, "from": _since(ask)}
    if theirs is Facing.CHARGE:
        assert met.position is not None
        return _clashed(rules.clash(came, met.position), came, values, ledgers)
    return _charged(rush, came, met, values, ledgers)


def _met(theirs: Facing, stood: Ability, avoid: Ability | None, eats: int, moving: bool, ask: Rulings) -> _Met:
    """What stands against the Charge. Raises `Unusable` for an Avoid of those who cannot."""
    rolls = theirs in (Facing.ROLL, Facing.CHARGE) or (theirs is Facing.RUN and read.runner_rolls(ask))
    rolls = rolls or (theirs is Facing.STILL and defending.stands_on_power(Grip.CHARGE, Held.STILL, ask))
    if avoid and theirs in (Facing.CHARGE, Facing.RUN, Facing.HESITATE):
        raise Unusable("avoid", "Whoever Charges or hesitates has no Avoid as first action.")
    dodge = Roll(avoid.pool(), eats + int(moving)) if avoid else None
    return _Met(Roll(stood.pool(), eats) if rolls else None, dodge)


def _since(ask: Rulings) -> str:
    """From which of their actions on a Charge tells."""
    return "first action of this volley" if read.bites_at_once(ask) else "second action, or the next volley"


def _charged(rush: Rush, came: Roll, met: _Met, values: dict[str, object], ledgers: list[Block]) -> Answer:
    """The four ends with their chances."""
    found = rules.charges(came, met.position, met.avoid)
    stands = tuple(roll for roll in (met.position, met.avoid) if roll)
    moved = found[Hits.FLOORED] + found[Hits.STAGGERED]
    lost = 1 - moved
    rows: list[tuple[Entry, ...]] = []
    for hits, chance in found.items():
        ends = rules.ends(rush, hits)
        rows.append((hits, chance, ends.target, ends.attacker, ends.distance))
    columns = ("How it ends", "Chance", "They", "You", "Distance")
    facts = (
        Fact(DiceCount(came.pool.dice), "dice"),
        Fact(moved - found[Hits.FLOORED], "only off balance"),
        Fact(lost, "your next action is lost"),
    )
    shown = wording.percent(found[Hits.FLOORED])
    said = f"You knock them down {shown} of the time, and lose your next action {wording.percent(lost)}."
    chances = {hits.value: chance for hits, chance in found.items()}
    blocks: tuple[Block, ...] = (
        Verdict(shown, facts, said, Mark.DERIVED),
        Table(f"How your {rush.words} ends", columns, tuple(rows), mark=Mark.DERIVED),
        left_over(came, stands, rules.FLOORS, f"Two successes left knock them down, {shown} of the time."),
        *ledgers,
        Note(f"What it does to them counts from their {values['from']} on.", Mark.RULING, "FGT-38"),
    )
    return Answer(values | chances | {"works": moved, "lost": lost}, blocks)


FELL = "off balance, or down from two on"


def _clashed(found: Mapping[Clash, Fraction], came: Roll, values: dict[str, object], ledgers: list[Block]) -> Answer:
    """Charge against Charge."""
    rows: tuple[tuple[Entry, ...], ...] = (
        ("You have more", found[Clash.MINE], f"they lose their next action, and are {FELL}"),
        ("A tie", found[Clash.TIE], "both lose their next action"),
        ("They have more", found[Clash.THEIRS], f"you lose your next action, and are {FELL}"),
    )
    shown = wording.percent(found[Clash.MINE])
    facts = (Fact(DiceCount(came.pool.dice), "dice"), Fact(found[Clash.TIE], "both stop"))
    verdict = Verdict(shown, facts, f"Your Charge goes through {shown} of the time.", Mark.DERIVED)
    table = Table("Charge against Charge", ("Who", "Chance", "And"), rows, mark=Mark.DERIVED)
    chances = {clash.value: chance for clash, chance in found.items()}
    return Answer(values | chances, (verdict, table, *ledgers))

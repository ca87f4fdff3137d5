"""Locks: putting one on, what it leaves, and getting out (FGT-44, FGT-45)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.fight.contest import Contest, at_least
from engine.games.burning_wheel.dice import DiceCount, Pool
from engine.games.burning_wheel.forms.grips import (
    B4,
    B5,
    QUICK_DICE,
    Distanced,
    Near,
    Opposed,
    OpposedRoll,
    OtherDice,
    OtherOb,
    TheirOb,
    TheyHesitate,
    Weight,
    resists,
)
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.readings import fight_grips as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import fight_odds, locks
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.locks import Body, Captive, Held, Way
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

POWER, SPEED, SKILL = ELEMENTS["power"], ELEMENTS["speed"], ELEMENTS["skill"]
MOST_LOCK = 15
RATING = Between(0, MOST_LOCK)
Rating = Annotated[int, RATING, Asked("The Lock, in dice", quick=(1, 2, 3))]
YourPower = Annotated[Ability, Asked("Your Power", quick=QUICK_DICE), sheet("power")]
YourSpeed = Annotated[Ability, Asked("Your Speed", quick=QUICK_DICE), sheet("speed")]
YourAgility = Annotated[Ability, Asked("Your Agility", quick=QUICK_DICE), sheet("agility")]
YourForte = Annotated[Ability, Asked("Your Forte", quick=QUICK_DICE), sheet("forte")]
TheirAvoid = Annotated[Pool | None, Asked("Dice of their Avoid", quick=QUICK_DICE, more=True)]


@calculator("lock", rules="FGT-44")
def lock(
    power: YourPower = B5,
    their_power: Annotated[Ability, Asked("Their Power", quick=QUICK_DICE)] = B4,
    distance: Distanced = Near.INSIDE,
    lowest: Annotated[int, Between(1, 20), Asked("Their lowest physical stat", quick=(2, 3, 4, 5), more=True)] = 3,
    rolled: OpposedRoll = Ahead(),
    already: Annotated[int, RATING, Asked("They are in a Lock of", quick=(0, 1, 2), more=True)] = 0,
    weight: Weight = 0,
    avoid: TheirAvoid = None,
    hesitating: TheyHesitate = False,
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    their_penalty: TheirOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How tightly do I hold them?"""
    hurt = feels(wounds, power, ask, POWER)
    if hurt.gone:
        return no_test(hurt.gone)
    dice = Worked(
        (
            Line(power.exponent, "Your Power", "FGT-44"),
            Line(weight, "Weight or stature", "FGT-64"),
            Line(bonus, "Other dice", "FGT-44"),
            hurt.dice,
        )
    )
    penalty = Worked((*locks.grappling(distance.distance, other).lines, hurt.obstacle))
    resisting = resists(their_power.pool(), avoid, hesitating=hesitating, at="avoid")
    pool = hurt.leaves(power.pool(bonus + weight))
    contest = Contest(dice, penalty, pool, tuple(Roll(one, their_penalty) for one in resisting))
    if isinstance(rolled, Opposed):
        return _held(contest, rolled, already, lowest, ask)
    found = {already + net: chance for net, chance in contest.chances.items()}
    fast, tighter = at_least(found, lowest), at_least(found, already + 1)
    facts = (
        Fact(DiceCount(pool.dice), "dice"),
        Fact("nothing" if hesitating else str(their_power), "against it"),
        Fact(fast, "immobilized"),
    )
    rows = tuple((_rating(one), chance, _state(one, lowest)) for one, chance in found.items() if chance)
    return Answer(
        {
            "dice": pool.dice,
            "penalty": penalty.total,
            "locks": tighter,
            "immobilizes": fast,
            **{f"lock_{one}": chance for one, chance in found.items()},
        },
        (
            Verdict(wording.percent(tighter), facts, f"Your Lock takes dice {often(tighter)}.", Mark.DERIVED),
            Table("The Lock after it", ("Lock", "Chance", "They are"), rows, mark=Mark.DERIVED),
            *contest.ledgers,
            *_locked(),
        ),
    )


def _rating(lock: int) -> str:
    return f"{lock}D" if lock else "none"


def _state(lock: int, lowest: int) -> str:
    if not lock:
        return Held.FREE.words
    return Held.IMMOBILE.words if lock >= lowest else f"at −{lock}D"


def _locked() -> tuple[Note, ...]:
    return (
        Note("Locked or not: what resists a Lock is whole Power.", rule="FGT-44"),
        Note("You are both inside now. They may not Withdraw, and you keep your hands free for more.", rule="FGT-44"),
    )


def _held(contest: Contest, rolled: Opposed, already: int, lowest: int, ask: Rulings) -> Answer:
    """What the dice on the table do."""
    net = contest.net(rolled)
    rating = locks.after(already, net)
    marks = contest.marks("power", rolled, ask)
    state = _state(rating, lowest)
    facts = (Fact(net, "won by") if net else Fact("it slips"), Fact(state))
    sentence = f"They are in a Lock of {rating}D: {state}." if rating else "Your grip slips; they are free."
    values = {"net": net, "lock": rating, "immobilized": rating >= lowest}
    blocks = (Verdict(_rating(rating).capitalize() if not rating else f"{rating}D", facts, sentence), *contest.ledgers)
    notes = _locked() if rating else _locked()[:1]
    return Answer(values, (*blocks, *notes), marks)


@calculator("lock-tracker", rules="FGT-44")
def lock_tracker(
    rating: Rating = 2,
    skill: Annotated[Ability, Asked("Your weapon skill", quick=QUICK_DICE), sheet("skill")] = B4,
    speed: YourSpeed = B4,
    power: YourPower = B4,
    agility: Annotated[Ability, Asked("Your Agility", quick=QUICK_DICE, more=True), sheet("agility")] = B4,
    forte: Annotated[Ability, Asked("Your Forte", quick=QUICK_DICE, more=True), sheet("forte")] = B4,
    mind: Annotated[
        Annotated[Ability, Asked(quick=QUICK_DICE)] | None, Asked("A skill of the mind", "Empty: none.", more=True)
    ] = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does the Lock leave me?"""
    stats = {"Agility": agility, "Speed": speed, "Power": power, "Forte": forte}
    felt = [feels(wounds, one, ask, SPEED) for one in stats.values()]
    if gone := next((one.gone for one in (*felt, feels(wounds, skill, ask, SKILL)) if one.gone), ""):
        return no_test(gone)
    lost = felt[0].lost
    body = Body(*(max(0, one.exponent - lost) for one in stats.values()))
    held = body.held(rating)
    fast = held is Held.IMMOBILE
    rows: list[tuple[Entry, ...]] = [
        (name, str(stats[name]), DiceCount(locks.left(dice, rating)), _of_stat(locks.left(dice, rating)))
        for name, dice in body.named.items()
    ]
    whole: dict[str, Any] = {name.lower(): locks.left(dice, rating) for name, dice in body.named.items()}
    whole |= {"threshold": body.threshold, "resists": 0 if fast else body.power}
    rows.append(("Power against the Lock", str(power), DiceCount(0 if fast else body.power), "always whole"))
    left = locks.left(max(0, skill.exponent - lost), rating)
    values: dict[str, Any] = {"body": whole, "skill": left, "state": held.value}
    rows.append(("Weapon skill", str(skill), DiceCount(left), _of_skill(left)))
    if mind is not None:
        dice = max(0, mind.exponent - lost)
        values["mind"] = locks.left(dice, rating) if rating and read.mind_loses(ask) else dice
        rows.append(("Skill of the mind", str(mind), DiceCount(values["mind"]), _of_skill(values["mind"])))
    facts = (
        Fact(DiceCount(left), "weapon skill"),
        Fact(f"{body.threshold}D", "immobilizes"),
    )
    sentence = {
        Held.FREE: "You are free.",
        Held.LOCKED: f"Every physical stat and skill is at {wording.MINUS}{rating}D. {_more(body.threshold - rating)}",
        Held.IMMOBILE: "You are held fast: you cannot struggle, and only release or help from outside frees you.",
    }[held]
    figure = {Held.FREE: "Free", Held.LOCKED: f"{wording.MINUS}{rating}D", Held.IMMOBILE: "Immobilized"}[held]
    blocks = (
        Verdict(figure, facts, sentence),
        Table("What is left", ("", "Whole", "Left", ""), tuple(rows)),
        Note("Health, Steel, Reflexes and the other attributes lose nothing.", rule="FGT-44"),
        *(_locked()[1:] if rating else ()),
        *ledger(felt[0], agility.exponent, 0, words="Agility before the Lock", against="Obstacle of what you do"),
    )
    return Answer(values, blocks)


def _more(dice: int) -> str:
    return f"{wording.count(dice, 'die', 'dice')} more and you cannot move."


def _of_stat(left: int) -> str | None:
    return None if left else "held fast"


def _of_skill(left: int) -> str | None:
    return None if left else "cannot be used"


class Ways(Option):
    """What is scripted to get out."""

    BEST = "best", "whichever is better"
    ESCAPE = "escape", "Escape Lock, Power"
    AVOID = "avoid", "Avoid, Speed"

    @property
    def way(self) -> Way | None:
        """The same among the rules; None for the better one each time."""
        return None if self is Ways.BEST else Way.of(self.value)


@calculator("escape-lock", rules="FGT-45")
def escape_lock(
    rating: Rating = 3,
    power: YourPower = B4,
    speed: YourSpeed = B4,
    actions: Annotated[int, Between(1, 9), Asked("Actions you spend", quick=(1, 2, 3, 4))] = 3,
    way: Annotated[Ways, Asked("You script", more=True)] = Ways.BEST,
    agility: Annotated[Ability, Asked("Your Agility", quick=QUICK_DICE, more=True), sheet("agility")] = B4,
    forte: Annotated[Ability, Asked("Your Forte", quick=QUICK_DICE, more=True), sheet("forte")] = B4,
    struck: Annotated[
        Pool | None, Asked("Dice of a Strike at you meanwhile", "Empty: none.", quick=QUICK_DICE, more=True)
    ] = None,
    other: OtherOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do I get out of the Lock?"""
    stats = (agility, speed, power, forte)
    hurt = feels(wounds, min(stats, key=lambda one: one.exponent), ask, POWER)
    if hurt.gone:
        return no_test(hurt.gone)
    body = Body(*(max(0, one.exponent - hurt.lost) for one in stats))
    captive = Captive(body, hurt.leaves(power.pool()), hurt.leaves(speed.pool()), other + hurt.added)
    if body.held(rating) is not Held.LOCKED:
        return _stuck(body, rating, ledger(hurt, min(stats, key=lambda one: one.exponent).exponent))
    states = locks.struggle(captive, rating, (way.way,) * actions)
    free = tuple(state.get(0, Fraction(0)) for state in states)
    first = way.way or locks.better(captive.power, captive.speed, rating, (captive.penalty, captive.penalty))
    pool = locks.escaping(first, captive.power, captive.speed, rating)
    facts = (
        Fact(DiceCount(pool.dice), f"first, {'Power' if first is Way.ESCAPE else 'Speed'}"),
        Fact(free[1], "out with the first"),
        Fact(_mean(states[-1]), "left of it on average"),
    )
    spent = wording.count(actions, "action")
    verdict = Verdict(wording.percent(free[-1]), facts, f"After {spent} you are free {often(free[-1])}.", Mark.DERIVED)
    whole = power if first is Way.ESCAPE else speed
    held = (Line(min(0, pool.dice + hurt.lost - whole.exponent), "The Lock", "FGT-45"),)
    dice = Worked((Line(whole.exponent, "Your stat", "FGT-45"), hurt.dice, *held))
    blocks: list[Block] = [
        verdict,
        _chain(states, rating),
        Working(dice.lines, dice.total, "Dice of the first roll", "D"),
        *_penalty(other, hurt),
    ]
    values: dict[str, Any] = {
        "dice": pool.dice,
        "way": first.value,
        "free": free[-1],
        **{f"free_{done}": chance for done, chance in enumerate(free) if done},
        **{f"left_{one}": states[-1].get(one, Fraction(0)) for one in range(rating + 1)},
    }
    if struck is not None:
        values["struck"] = _struck(struck, first, pool, captive.penalty, ask)
        blocks.append(_meanwhile(values["struck"], first, ask))
    test = Test(pool, rating + captive.penalty, ask)
    return Answer(values, tuple(blocks), test.marks("power" if first is Way.ESCAPE else "speed"))


def _stuck(body: Body, rating: int, wounds: list[Block]) -> Answer:
    """Free already, or held fast."""
    values = {"free": Fraction(0 if rating else 1), "threshold": body.threshold}
    if not rating:
        return Answer(values, (Verdict("Free", (Fact("no Lock"),), "No Lock holds you."),))
    facts = (Fact(f"{rating}D", "Lock"), Fact(body.threshold, "lowest stat"))
    sentence = "You are held fast and cannot struggle: only release or help from outside frees you."
    return Answer(values, (Verdict("Immobilized", facts, sentence), *wounds))


def _mean(law: Mapping[int, Fraction]) -> str:
    tenths = int(sum((one * chance for one, chance in law.items()), Fraction(0)) * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}D"


def _chain(states: tuple[Mapping[int, Fraction], ...], rating: int) -> Table:
    """The chance of each Lock after each action, free first."""
    shown = range(rating + 1)
    columns = ("After action", *("free" if not one else f"{one}D" for one in shown))
    rows = tuple((done, *(state.get(one) or None for one in shown)) for done, state in enumerate(states) if done)
    return Table("The Lock, action by action", columns, rows, mark=Mark.DERIVED)


def _penalty(other: int, hurt: Felt) -> tuple[Working, ...]:
    if not other + hurt.added:
        return ()
    lines = (Line(other, "Your own +Ob", "FGT-09"), hurt.obstacle)
    return (Working(lines, other + hurt.added, "+Ob: successes eaten"),)


def _struck(attack: Pool, way: Way, pool: Pool, penalty: int, ask: Rulings) -> Fraction:
    """The chance that a Strike at Ob 1 hits whoever struggles."""
    wards = (Roll(pool, penalty),) if read.wards_too(way, ask) else ()
    return fight_odds.hits(Roll(attack), wards, 1)


def _meanwhile(struck: Fraction, way: Way, ask: Rulings) -> Note:
    against = "Your Avoid counts against it too." if read.wards_too(way, ask) else "Nothing of yours counts against it."
    return Note(f"A Strike at Ob 1 in the first action hits {often(struck)}. {against}", rule="FGT-45")

"""What a turn may hold, what comes before it, and dodging (MEL-10 to MEL-12)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, Between, Longest, row
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Pool, Shade, ob, successes
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.attack import Cover
from engine.games.melee.forms.people import B3, B4, QUICK, Fell, Speed
from engine.games.melee.readings import hitting
from engine.games.melee.readings import turn as readings
from engine.games.melee.rules import damage, dodging
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.turn import CHOICES, EARLY, EARLY_ACTS, Standing, barred
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark


class Nerve(Option):
    """Whether someone can act as they wish. Source: MEL-10, MEL-44."""

    HOLDS = "holds", "holds"
    HESITATES = "hesitates", "has broken: you hesitate"
    SWOONED = "swooned", "held again, but you still lie in a swoon"
    DOWN = "down", "you are incapacitated"


class Grip(Option):
    """Whether someone is in a Lock. Source: MEL-28."""

    FREE = "free", "nobody"
    HELD = "held", "someone holds you"
    HOLDING = "holding", "you hold someone"


@calculator("mel-turn", rules="MEL-10")
def turn(
    nerve: Annotated[Nerve, Asked("Your nerve")] = Nerve.HOLDS,
    grip: Annotated[Grip, Asked("In a Lock with")] = Grip.FREE,
    early: Annotated[bool, Asked("You acted before your turn")] = False,
    prone: Annotated[bool, Asked("You are on the ground")] = False,
    rider: Annotated[bool, Asked("You are mounted, or you fly")] = False,
) -> Answer:
    """What may you do this turn?"""
    standing = Standing(
        early,
        grip is Grip.HELD,
        grip is Grip.HOLDING,
        nerve is Nerve.HESITATES,
        nerve is Nerve.DOWN,
        nerve is Nerve.SWOONED,
        prone,
        rider,
    )
    why = {key: barred(key, standing) for key in CHOICES}
    free = [key for key in CHOICES if not why[key]]
    rows = tuple((row.words, None if why[key] else "yes", why[key] or None) for key, row in CHOICES.items())
    said = f"You may: {'; '.join(CHOICES[key].words.lower() for key in free)}." if free else why["attack"]
    blocks: list[Block] = [
        Verdict(wording.count(len(free), "choice"), (Fact("one of them"),), said),
        Table("This turn", ("Choice", "Yours", "Because"), rows),
    ]
    if nerve is Nerve.SWOONED:
        blocks.append(Note("Stay down as long as you like, unless a Command reaches you.", rule="MEL-44"))
    if prone or nerve is Nerve.SWOONED:
        blocks.append(Note("Wherever it says move, you may get up in its place.", rule="MEL-15"))
    if rider:
        blocks.append(Note("You may attack before, during or after your move.", rule="MEL-52"))
    return Answer({"may": free}, tuple(blocks))


@table("mel-turn-choices")
def choices() -> Table:
    """Every choice of a turn. Source: MEL-10."""
    rows = tuple((one.words, one.moves.words, one.order or None, one.dice) for one in CHOICES.values())
    return Table("One of these a turn", ("Choice", "Move", "In which order", "Dice"), rows)


@table("mel-early-acts")
def early_acts() -> Table:
    """Everything that may be done before one's turn. Source: MEL-11."""
    rows = tuple((one.words, one.trigger, one.modifier) for one in EARLY_ACTS.values())
    return Table("Before your turn, at the price of it", ("Act", "When", "Modifier"), rows)


class Mover(Option):
    """What someone does that others may answer. Source: MEL-11."""

    MOVES = "moves", "move within reach"
    CHARGES = "charges", "charge one of you"
    DASHES = "dashes", "dash past"


@row("watcher")
class WatcherRow:
    """Someone who could act early."""

    name: Annotated[str, Longest(24), Asked("Name")] = ""
    carries: Annotated[Carries, Asked("Fights with")] = Carries.SWORD
    ready: Annotated[bool, Asked("Loaded, or in hand")] = True
    acted: Annotated[bool, Asked("Has acted this round")] = False
    bound: Annotated[bool, Asked("Held in a Lock, or hesitates")] = False
    near: Annotated[bool, Asked("They pass within reach, or view")] = True
    target: Annotated[bool, Asked("They are the one who is charged")] = False


WATCHERS = (
    WatcherRow("Ana", Carries.SPEAR, target=True),
    WatcherRow("Bo", Carries.BOW),
    WatcherRow("Cato", Carries.DIRK, acted=True),
)


@calculator("mel-early", rules="MEL-11")
def early(
    mover: Annotated[Mover, Asked("They")] = Mover.MOVES,
    theirs: Annotated[Carries, Asked("They fight with")] = Carries.SWORD,
    flanked: Annotated[bool, Asked("They are flanked")] = False,
    watchers: Annotated[tuple[WatcherRow, ...], Asked("Who watches")] = WATCHERS,
    *,
    ask: Rulings,
) -> Answer:
    """Who may act before their turn, and at which Ob?"""
    found: list[tuple[str, str, str | None]] = []
    may: list[str] = []
    obstacles: list[int] = []
    for at, one in enumerate(watchers, 1):
        name = one.name or f"Watcher {at}"
        why, harder = _may(one, mover, theirs, flanked=flanked, ask=ask)
        if why:
            found.append((name, "no", why))
            continue
        may.append(name)
        if mover is Mover.DASHES:
            found.append((name, "gives chase", "Speed against Speed"))
            continue
        obstacles.append(1 + harder)
        found.append((name, f"attacks at {ob(1 + harder)}", None if harder else "no penalty"))
    figure = wording.listed(may) if may else "Nobody"
    said = f"{figure} may act now, at the price of the turn." if may else "Nobody may act before their turn."
    blocks: list[Block] = [Verdict(figure, (Fact(len(may), "of them"),), said)]
    if found:
        blocks.append(Table("Who watches", ("Who", "May", "Because"), tuple(found)))
    if obstacles:
        blocks.append(Note("They cannot dodge this, unless they move while dodging.", rule="MEL-11"))
    return Answer({"may": may, "obstacles": obstacles}, tuple(blocks))


def _may(one: WatcherRow, mover: Mover, theirs: Carries, *, flanked: bool, ask: Rulings) -> tuple[str, int]:
    """Why someone may not act early, or nothing and what is added to the obstacle. Source: MEL-11, MEL-26."""
    gear = one.carries.gear
    if one.acted:
        return "has had their turn", 0
    if one.bound:
        return "held, or hesitates", 0
    charged = mover is Mover.CHARGES and one.target
    if not one.near and not charged:
        return "too far away", 0
    if mover is Mover.DASHES:
        return "", 0
    if not one.ready:
        return "nothing ready to strike or shoot with", 0
    if charged and (gear.far or gear.length > theirs.gear.length):
        return "", 0
    if gear.far and not readings.shoots_early(ask):
        return "missiles do not answer a move", 0
    return "", 0 if flanked else EARLY


# --- Dodging ---

Attackers = Annotated[Ability, Asked("Their skill", quick=QUICK)]


def _this_attack(known: Mapping[str, tuple[Fraction, Fraction]]) -> Table:
    """Each way to meet an attack: how often it hits, and what it takes off on average."""
    rows = tuple(
        (name, hit, wording.decimal(off), "your turn" if name == "Dodge" else None)
        for name, (hit, off) in known.items()
    )
    return Table("This attack", ("You", "Hit", "Off disposition", "Price"), rows, mark=Mark.DERIVED)


def _from_now_on(fell: int | None, clumsy: int, *, ground: bool) -> Block:
    """What a dodge does to every attack of the round."""
    if fell is None:
        return Note("Against every attack from now on: with several foes a dodge is worth more.", rule="MEL-12")
    worked = dodging.dodged(fell, clumsy, prone=ground)
    return Working(worked.lines, worked.total, "What the dodge adds to every attack from now on")


@calculator("mel-dodge", rules="MEL-12")
def dodge(
    speed: Speed = B4,
    fell: Fell = None,
    theirs: Attackers = B3,
    their_arms: Annotated[Carries, Asked("They fight with")] = Carries.SPEAR,
    cover: Cover = 0,
    bonus: Annotated[int, Between(0, 10), Asked("Other dice of theirs", more=True, quick=(0, 1, 2))] = 0,
    clumsy: Annotated[int, Between(0, 8), Asked("Clumsy weight of your armor", more=True, quick=(0, 1, 2))] = 0,
    fewer: Annotated[int, Between(0, 6), Asked("Speed dice that leggings take", more=True, quick=(0, 1))] = 0,
    prone: Annotated[bool, Asked("You are on the ground", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Dodge, block, or neither?"""
    lost = feels(wounds, speed, ask).lost + fewer
    pool = Pool.of(max(0, speed.exponent - lost), speed.shade)
    ground = readings.ground_counts(prone, ask)
    law = law_of(pool, ask).mapped(lambda found: dodging.dodged(found, clumsy, prone=ground).total)
    if fell is not None:
        law = Distribution.of({dodging.dodged(fell, clumsy, prone=ground).total: Fraction(1)})
    gear = their_arms.gear
    extra = bonus + int(prone)
    means, dice = gear.means, theirs.exponent + extra
    alone, forced = hitting.alone(means, ask), hitting.forced(cover, ask)
    nothing = _against(dice, theirs.shade, 1, means, alone=alone)
    options = {
        "Nothing": None if forced else nothing,
        "Block": _against(dice + gear.va, theirs.shade, 1 + cover, means, alone=alone) if cover else None,
        "Dodge": _dodging(dice, theirs.shade, law, means, alone=alone),
    }
    known = {name: found for name, found in options.items() if found is not None}
    best = min(known, key=lambda name: known[name][1])
    missed = 1 - nothing[0] if readings.dodges_first(ask) else Fraction(0)
    cost = wording.decimal(known[best][1])
    facts = (
        Fact(known[best][0], "to be hit"),
        Fact(cost, "disposition, on average"),
        Fact(wording.decimal(law.mean), "Ob from the dodge, on average"),
    )
    least = {"Nothing": "To do nothing", "Block": "A block", "Dodge": "A dodge"}[best]
    said = f"{least} costs you least against this attack: {cost} disposition on average."
    blocks: list[Block] = [
        Verdict(best, facts, said, Mark.DERIVED),
        _this_attack(known),
    ]
    if forced:
        blocks.append(Note("Your cover counts whether you block or not.", Mark.RULING, "MEL-16"))
    blocks.append(_from_now_on(fell, clumsy, ground=ground))
    return Answer(
        {
            "adds": law.first if fell is not None else None,
            "mean_dodge": law.mean,
            "hit": {name.lower(): found[0] for name, found in known.items()},
            "mean": {name.lower(): found[1] for name, found in known.items()},
            "best": best.lower(),
            "rolled_for_nothing": missed,
        },
        tuple(blocks),
    )


def _against(dice: int, shade: Shade, obstacle: int, means: Means, *, alone: bool) -> tuple[Fraction, Fraction]:
    """The chance to be hit, and the disposition that it costs on average."""
    law = successes(Pool.of(dice, shade))
    return law.at_least(obstacle), damage.mean(means, law, obstacle, alone=alone)


def _dodging(dice: int, shade: Shade, dodge: Distribution, means: Means, *, alone: bool) -> tuple[Fraction, Fraction]:
    """The same over all that the dodge can bring."""
    hit = cost = Fraction(0)
    for added, chance in dodge:
        each = _against(dice, shade, min(1 + added, MOST_OBSTACLE), means, alone=alone)
        hit, cost = hit + chance * each[0], cost + chance * each[1]
    return hit, cost

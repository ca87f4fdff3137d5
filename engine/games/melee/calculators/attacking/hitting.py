"""Hitting someone, and what a hit takes off disposition (MEL-16 to MEL-20)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Obstacle
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.melee.forms.attack import (
    Arms,
    Blocks,
    Cover,
    Dodges,
    Edges,
    Hesitates,
    Locked,
    Meets,
    Open,
    Skill,
    Surroundings,
)
from engine.games.melee.forms.people import B4, MOST_DISPOSITION
from engine.games.melee.readings import hitting as readings
from engine.games.melee.rules import damage, hitting
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.damage import Means, Route
from engine.games.melee.rules.hitting import Defense, Edge, Target
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

MOST_OTHER = 10
Harder = Annotated[int, Between(-5, MOST_OTHER), Asked("Something else: Ob", more=True, quick=(0, 1, 2))]
MoreDice = Annotated[int, Between(-MOST_OTHER, MOST_OTHER), Asked("Other dice", more=True, quick=(0, 1, 2))]
OTHER_FORKS = "Other FoRKs"
SHOWN = 14
"""Losses of disposition that have a bar of their own."""


@calculator("mel-attack", rules="MEL-16")
def attack(
    skill: Skill = B4,
    carries: Arms = Carries.SWORD,
    meets: Meets = Open(),
    cover: Cover = 0,
    surroundings: Surroundings = 0,
    early: Annotated[bool, Asked("An opportunity attack: they move past")] = False,
    edges: Annotated[Edges, Asked("What gives you dice", more=True)] = Edges(),
    lying: Annotated[bool, Asked("You are on the ground", more=True)] = False,
    staggered: Annotated[bool, Asked("You are staggered", more=True)] = False,
    splinters: Annotated[bool, Asked("A destroyed shield hangs on your arm", more=True)] = False,
    wounds: Wounded = UNHURT,
    more: MoreDice = 0,
    other: Harder = 0,
    fate: Annotated[bool, Asked("Fate: sixes open", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Do you hit, and what does it take off them?"""
    target = _target(meets, cover, ask)
    hurt = feels(wounds, skill, ask)
    obstacle = hitting.obstacle(
        target,
        surroundings=surroundings,
        early=early and not edges.flanked,
        lying=lying,
        staggered=staggered,
        wounded=bool(hurt.added),
        splinters=splinters,
        other=other,
    )
    dice = _dice(skill.exponent, target.defense, carries, edges, hurt.lost, more, ask)
    test = Test.of(skill.shade, dice.total, max(0, obstacle.total), ask, opens=fate, at="more")
    means = carries.gear.means
    alone = readings.alone(means, ask)
    law = damage.law(means, test.law, test.obstacle, alone=alone)
    mean = damage.mean(means, test.law, test.obstacle, alone=alone)
    values = {
        **test.values,
        "means": means.value,
        "mean": mean,
        "loss": _chances(law),
        "defense": target.defense.value,
    }
    blocks: list[Block] = [
        Verdict(
            wording.percent(test.chance),
            (
                Fact(Obstacle(test.obstacle), "obstacle"),
                Fact(DiceCount(test.dice), "dice"),
                Fact(wording.decimal(mean), "off disposition, on average"),
            ),
            f"You hit {wording.often(test.chance)}. {_taken(mean)}",
            Mark.DERIVED,
        ),
        test.odds(),
        _bars(law),
        Working(obstacle.lines, obstacle.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    if isinstance(meets, Blocks):
        bare = Test.of(
            skill.shade,
            _dice(skill.exponent, Defense.NONE, carries, edges, hurt.lost, more, ask).total,
            max(0, obstacle.total - cover),
            ask,
            opens=fate,
            at="more",
        )
        without = damage.mean(means, bare.law, bare.obstacle, alone=alone)
        values["mean_unblocked"] = without
        if without < mean:
            said = f"The block helps you: {wording.decimal(without)} on average if they let it come."
            blocks.append(Note(said, rule="MEL-48"))
    if isinstance(meets, Hesitates) and meets.form.value == "run" and not carries.gear.far:
        blocks.append(Note("Whoever runs screaming is hit by missiles alone.", rule="MEL-44"))
    return Answer(values, tuple(blocks), test.marks("skill"))


def _target(meets: Open | Blocks | Dodges | Hesitates | Locked, cover: int, ask: Rulings) -> Target:
    """How the target stands against it. Source: MEL-16."""
    match meets:
        case Hesitates(form, speed):
            return Target(base=form.obstacle(speed), hesitates=True)
        case Locked():
            return Target(locked=True)
        case Dodges(successes):
            return Target(Defense.DODGE, dodge=successes)
        case Blocks():
            return Target(Defense.BLOCK, cover=cover)
    return Target(Defense.BLOCK if readings.forced(cover, ask) else Defense.NONE, cover=cover)


def _edge(carries: Carries, edges: Edges, ask: Rulings) -> Edge:
    """What gives dice, with aim and help as the table counts them. Source: MEL-17, MEL-31."""
    far = carries.gear.far
    aim, help = readings.aimed(edges.aim if far else 0, edges.help, far=far, ask=ask)
    return edges.edge(carries, aim=aim, help=help)


def _dice(
    exponent: int, defense: Defense, carries: Carries, edges: Edges, lost: int, more: int, ask: Rulings
) -> Worked:
    """The dice, line by line. Source: MEL-17."""
    edge, beyond = _edge(carries, edges, ask), readings.beyond(edges, carries, ask)
    found = hitting.dice(exponent, defense, edge, lost, far=carries.gear.far, beyond=beyond)
    forks = readings.forks(edges.forks, ask)
    also = (Line(forks, OTHER_FORKS, "MEL-17"), Line(more, "Something else", "MEL-17"))
    return Worked((*found.lines, *(line for line in also if line.amount)))


def _taken(mean: Fraction) -> str:
    return f"That takes {wording.decimal(mean)} off disposition on average, misses counted in."


def _chances(law: Distribution) -> list[list[int | Fraction]]:
    return [[number, chance] for number, chance in law if chance]


def _bars(law: Distribution) -> Odds:
    """How likely each loss is; the last bar is all that is more."""
    last = min(law.last, SHOWN)
    chances = (*(law.exactly(number) for number in range(last)), law.at_least(last))
    return Odds(chances, 1, "Disposition that it takes; 0 is a miss.", open_end=law.last > SHOWN)


@calculator("mel-attack-dice", rules="MEL-17")
def attack_dice(
    skill: Skill = B4,
    carries: Arms = Carries.SWORD,
    blocks: Annotated[bool, Asked("They block or duck")] = False,
    edges: Annotated[Edges, Asked("What gives you dice")] = Edges(),
    wounds: Wounded = UNHURT,
    more: MoreDice = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How many dice do you attack with?"""
    lost = feels(wounds, skill, ask).lost
    defense = Defense.BLOCK if blocks else Defense.NONE
    dice = _dice(skill.exponent, defense, carries, edges, lost, more, ask)
    whole = max(0, dice.total)
    if whole > MOST_DICE:
        raise Unusable("more", f"A pool has at most {MOST_DICE} dice; this comes to {whole}.")
    rows = tuple(_why(_edge(carries, edges, ask), edges.forks, dice, far=carries.gear.far, blocks=blocks))
    facts = (Fact(str(skill), "skill"), Fact(wording.signed(whole - skill.exponent), "beside it"))
    said = f"You roll {wording.count(whole, 'die', 'dice')}."
    return Answer(
        {"dice": whole, "lines": [[line.reason, line.amount] for line in dice.lines if line.amount]},
        (
            Verdict(f"{whole}D", facts, said),
            Working(dice.lines, dice.total, "Dice", "D"),
            Table("What gives dice, and what does not", ("From", "Now", "Because"), rows),
        ),
    )


def _why(edge: Edge, forks: int, dice: Worked, *, far: bool, blocks: bool) -> list[tuple[Entry, ...]]:
    """Each source of dice: on or off as the ledger has it, and why. Source: MEL-17."""
    lines = {line.reason for line in dice.lines if line.amount}
    stride, length = "Longer Stride" in lines, "Lengths of the weapons" in lines
    said = [
        ("VA of the weapon", "VA of the weapon" in lines, "they block" if blocks else "they do not block"),
        ("Aiming", far and edge.aim > 0, "a missile" if far else "no missile"),
        ("Help", edge.help > 0, "from someone who has not acted"),
        ("Longer Stride", stride, _legs(edge, counts=stride)),
        ("Lengths of the weapons", length, _reach(edge, far=far, counts=length)),
        ("Both hands on it", "Both hands on the weapon" in lines, "never with a shield"),
        ("Two weapons", "Two weapons, trained" in lines, "with Two-Fisted Fighting"),
        ("FoRK: your skill with their weapon", "FoRK: their own skill" in lines, "never your own weapon’s skill"),
        ("FoRK: Brawling", "FoRK: Brawling" in lines, "in melee, always"),
        ("They are on the ground", edge.prone, "every attack on them"),
        ("They are flanked", edge.flanked, "by you or a friend, last round"),
        ("Beat Aside by 3", edge.beaten, "your next action"),
    ]
    if forks:
        counts = OTHER_FORKS in lines
        said.append((OTHER_FORKS, counts, "any that fits" if counts else "those two alone"))
    return [(words, "counts" if counts else None, why) for words, counts, why in said]


def _legs(edge: Edge, *, counts: bool) -> str:
    """Why Strides bring dice or not. Source: MEL-17."""
    if counts:
        return "after a move, on longer legs"
    if not edge.charge:
        return "you did not move first"
    return "too little longer" if edge.stride > edge.their_stride else "yours is not longer"


def _reach(edge: Edge, *, far: bool, counts: bool) -> str:
    """Why lengths bring dice or not. Source: MEL-17."""
    if far:
        return "a missile"
    if edge.charge:
        return "you moved"
    if not edge.still:
        return "they have yet to act"
    if counts:
        return "they have acted"
    return "alike" if edge.length == edge.their_length else "too little apart"


@table("mel-dice-to-hit")
def dice_to_hit() -> Table:
    """Every source of dice for an attack. Source: MEL-17."""
    rows = (
        ("VA of the weapon", "as many", "the target blocks or ducks"),
        ("Aiming", "1 to 3", "one for each round aimed; a spotter’s dice count in the same three"),
        ("Help", "1 to 2", "the helper has not acted"),
        ("Longer Stride", "1 to 2", "you moved, then attacked: the difference"),
        (
            "Lengths of the weapons",
            "1 to 2",
            "you did not move, and they have had their turn: the difference, either way",
        ),
        ("Both hands on the weapon", "1", "no shield"),
        ("Two weapons", "1", "Two-Fisted Fighting"),
        ("FoRK: your skill with their weapon", "1, or 2 from 7 on", "you have it"),
        ("FoRK: Brawling", "1, or 2 from 7 on", "melee skills, always"),
        ("They are on the ground", "1", ""),
        ("They are flanked", "1", "from the round after the Flank"),
        ("Beat Aside by 3", "1", "your next action"),
    )
    return Table("Dice to hit", ("From", "Dice", "When"), tuple((a, b, c or None) for a, b, c in rows))


@calculator("mel-damage", rules="MEL-18")
def disposition_damage(
    means: Annotated[Means, Asked("You hit with")] = Means.PROPER,
    margin: Annotated[int, Between(0, 30), Asked("Successes over the obstacle", quick=(0, 1, 2, 3, 4))] = 1,
    die: Annotated[int | None, Between(1, 6), Asked("The die", "The higher of two; empty: not rolled")] = None,
    left: Annotated[int | None, Between(0, MOST_DISPOSITION), Asked("Their disposition", more=True)] = None,
    *,
    ask: Rulings,
) -> Answer:
    """How much disposition does a hit take?"""
    alone = readings.alone(means, ask)
    counted = margin if means.adds_margin and not alone else 0
    values: dict[str, object] = {"margin": counted}
    if die is not None and not means.dice:
        raise Unusable("die", f"{means.words.capitalize()} takes no die; this says {die}.")
    fixed = die is not None or not means.dice
    law = Distribution.of({face + counted: chance for face, chance in damage.DIE[means].items()})
    if fixed:
        loss = damage.dealt(means, margin, (die,) if die is not None else (), alone=alone)
        after = None if left is None else max(0, left - loss)
        facts = (Fact(counted, "of the margin"), *(() if after is None else (Fact(after, "left"),)))
        said = f"{loss} off their disposition." + ("" if after is None else f" {after} left.")
        when = _when(ask)
        return Answer(
            {**values, "loss": loss, "left": after, "at_once": when},
            (Verdict(str(loss), facts, said), _by_means()),
        )
    mean = wording.decimal(law.mean)
    said = f"{law.first} to {law.last} off their disposition, {mean} on average."
    dice = Fact(f"{means.dice}d6", "the highest" if means.dice > 1 else "the die")
    shown: tuple[Fact, ...] = (Fact(counted, "of the margin"), dice)
    if left:
        spent = law.at_least(left)
        values["to_zero"] = spent
        shown += (Fact(spent, "that none is left"),)
    return Answer(
        {**values, "mean": law.mean, "chances": _chances(law), "at_once": _when(ask)},
        (
            Verdict(mean, shown, said, Mark.DERIVED),
            Odds(tuple(chance for _, chance in law), law.first, "Every hit takes something.", first=law.first),
            _by_means(),
        ),
    )


def _when(ask: Rulings) -> bool:
    """Whether disposition falls as it is hit. Source: MEL-18, MEL-19."""
    return ask["damage.when"] == "at-once"


def _by_means() -> Table:
    """What each means takes off. Source: MEL-18."""
    rows = (
        ("a proper weapon, trained fists, teeth", "1d6 + margin"),
        ("a heavy crossbow, a long gun", "highest of 2d6, + margin"),
        ("something improvised, bare fists", "1 + margin"),
        ("a special attack", "1"),
        ("a chase that was lost", "what the chaser is ahead"),
    )
    return Table("Disposition damage", ("Attack", "Takes"), rows)


@row("hit")
class HitRow:
    """A hit of this round on the same target."""

    loss: Annotated[int, Between(0, 40), Asked("Disposition it would take", quick=(1, 3, 5, 7))] = 3
    bypass: Annotated[bool, Asked("It bypasses disposition")] = False
    weapon: Annotated[bool, Asked("A weapon is behind it")] = True


@calculator("mel-route", rules="MEL-19")
def where_damage_goes(
    disposition: Annotated[
        int, Between(0, MOST_DISPOSITION), Asked("Their disposition as the round began", quick=(0, 3, 6))
    ] = 6,
    hits: Annotated[tuple[HitRow, ...], Asked("Hits this round, in order")] = (HitRow(3), HitRow(7)),
    *,
    ask: Rulings,
) -> Answer:
    """Does it wear them down, or wound them?"""
    immediate = bool(disposition) and len(hits) > 1 and _when(ask)
    left, wounds, rows = disposition, 0, []
    for at, hit in enumerate(hits, 1):
        where = damage.route(left if immediate else disposition, bypass=hit.bypass, weapon=hit.weapon)
        lost = min(left, hit.loss) if where is Route.DISPOSITION else 0
        left -= lost
        wounds += where is Route.WOUND
        end = f"{lost} off, {left} left" if where is Route.DISPOSITION else where.words
        rows.append((f"Hit {at}", end, "past disposition" if hit.bypass else None))
    figure = wording.count(wounds, "wound") if wounds else f"{left} left"
    zero = disposition > 0 and not left
    said = f"{left} disposition left, {wording.count(wounds, 'wound')} to work out by weapon and armor."
    blocks: list[Block] = [Verdict(figure, (Fact(left, "disposition left") if wounds else Fact(0, "wounds"),), said)]
    if rows:
        blocks.append(Table("Hit by hit", ("Hit", "Goes", ""), tuple(rows)))
    if zero:
        blocks.append(Note("They came to 0 this round: a Superficial wound, or out of the fight.", rule="MEL-41"))
    return Answer({"left": left, "wounds": wounds, "at_zero": zero}, tuple(blocks))


@row("bystander")
class ShakenRow:
    """Someone whom it reaches."""

    name: Annotated[str, Asked("Name")] = ""
    disposition: Annotated[int, Between(0, MOST_DISPOSITION), Asked("Disposition", quick=(1, 4, 7))] = 4
    knows: Annotated[bool, Asked("Knows such things well")] = False


@calculator("mel-shock", rules="MEL-20")
def shock(
    amount: Annotated[int, Between(1, 10), Asked("Disposition it takes", gm=True, quick=(1, 2))] = damage.SHAKEN,
    people: Annotated[tuple[ShakenRow, ...], Asked("Whom it reaches")] = (
        ShakenRow("Ana", 7, knows=True),
        ShakenRow("First brigand", 4),
        ShakenRow("Second brigand", 1),
    ),
) -> Answer:
    """Whom does the noise shake?"""
    after = [one.disposition if one.knows else max(0, one.disposition - amount) for one in people]
    names = [one.name or f"Bystander {at}" for at, one in enumerate(people, 1)]
    fallen = [name for name, one, left in zip(names, people, after, strict=True) if one.disposition and not left]
    shaken = sum(one.disposition != left for one, left in zip(people, after, strict=True))
    rows = tuple((name, one.disposition, left) for name, one, left in zip(names, people, after, strict=True))
    said = f"{wording.count(shaken, 'combatant')} shaken." + (f" At 0: {wording.listed(fallen)}." if fallen else "")
    blocks: list[Block] = [Verdict(str(shaken), (Fact(len(fallen), "at 0"), Fact(amount, "off each")), said)]
    if rows:
        blocks.append(Table("As the round ends", ("Who", "Before", "After"), rows))
    blocks.append(Note("Hit or miss: the noise is what counts.", rule="MEL-20"))
    return Answer({"after": after, "fallen": fallen}, tuple(blocks))

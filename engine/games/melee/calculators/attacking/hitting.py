"""Hitting someone, and what a hit takes off disposition (MEL-16 to MEL-20)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, row
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, Obstacle
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.melee.forms.attack import (
    Arms,
    Blocks,
    Cover,
    Dodges,
    Edges,
    Feet,
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
from engine.games.melee.rules.hitting import Defense, Target
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

MOST_OTHER = 10
Harder = Annotated[int, Between(-5, MOST_OTHER), Asked("Something else: Ob", more=True, quick=(0, 1, 2))]
MoreDice = Annotated[int, Between(-MOST_OTHER, MOST_OTHER), Asked("Other dice", more=True, quick=(0, 1, 2))]
AFTER_THEM = "Give chase: that takes your turn, and your Speed against theirs."
NEAR = "hand to hand alone"
OTHER_FORKS = "Other FoRKs"
LATER = "It falls at the end of the round, together with all else."
AT_ONCE = "It falls at once."
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
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    if isinstance(meets, Hesitates):
        if meets.form.row.far_only and not carries.gear.far:
            return _out_of_reach()
        edges = replace(edges, prone=edges.prone or meets.form.row.prone)
    hampers = _Hampers(surroundings, early and not edges.flanked, lying, staggered, splinters, bool(hurt.added), other)
    throw = _Throw(skill, carries, edges, hampers, hurt.lost, more, fate, ask)
    means, alone = throw.means, throw.alone
    target = _target(meets, cover, ask)
    obstacle, dice, test, mean = throw.at(target)
    law = damage.law(means, test.law, test.obstacle, alone=alone)
    values: dict[str, object] = {
        **test.values,
        "means": means.value,
        "mean": mean,
        "loss": _chances(law),
        "defense": target.defense.value,
    }
    facts = (
        Fact(Obstacle(test.obstacle), "obstacle"),
        Fact(DiceCount(test.dice), "dice"),
        Fact(wording.decimal(mean), "off disposition, on average"),
    )
    said = f"You hit {wording.often(test.chance)}. {_taken(mean)}"
    blocks: list[Block] = [
        Verdict(wording.percent(test.chance), facts, said, Mark.DERIVED),
        test.odds(),
        _bars(law),
        Working(obstacle.lines, obstacle.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    if isinstance(meets, Blocks) or (cover and isinstance(meets, Open) and target.defense is Defense.NONE):
        ways = {one: throw.at(Target(one, cover=cover))[2:] for one in (Defense.NONE, Defense.BLOCK)}
        values |= {"mean_unblocked": ways[Defense.NONE][1], "mean_blocked": ways[Defense.BLOCK][1]}
        blocks += _serves(ways, target.defense)
    return Answer(values, tuple(blocks), test.marks("skill"))


@dataclass(frozen=True, slots=True)
class _Hampers:
    """What makes it harder to hit, however the target stands."""

    surroundings: int
    early: bool
    lying: bool
    staggered: bool
    splinters: bool
    wounded: bool
    other: int

    def obstacle(self, target: Target) -> Worked:
        """The obstacle to hit this target. Source: MEL-16."""
        return hitting.obstacle(
            target,
            surroundings=self.surroundings,
            early=self.early,
            lying=self.lying,
            staggered=self.staggered,
            wounded=self.wounded,
            splinters=self.splinters,
            other=self.other,
        )


@dataclass(frozen=True, slots=True)
class _Throw:
    """An attack, whoever it is aimed at."""

    skill: Ability
    carries: Carries
    edges: Edges
    hampers: _Hampers
    lost: int
    more: int
    fate: bool
    ask: Rulings

    @property
    def means(self) -> Means:
        return self.carries.gear.means

    @property
    def alone(self) -> bool:
        """Whether a hit of successes alone counts. Source: MEL-18."""
        return readings.alone(self.means, self.ask)

    def at(self, target: Target) -> tuple[Worked, Worked, Test, Fraction]:
        """The obstacle and the dice, the test of them, and what it takes off on average."""
        obstacle = self.hampers.obstacle(target)
        dice = _dice(self.skill.exponent, target.defense, self.carries, self.edges, self.lost, self.more, self.ask)
        test = Test.of(self.skill.shade, dice.total, max(0, obstacle.total), self.ask, opens=self.fate, at="more")
        return obstacle, dice, test, damage.mean(self.means, test.law, test.obstacle, alone=self.alone)


def _out_of_reach() -> Answer:
    said = "Whoever runs screaming is hit by missiles alone."
    verdict = Verdict("Out of reach", (Fact("missiles alone"),), said)
    return Answer(
        {"possible": False, "probability": Fraction(0), "mean": Fraction(0)}, (verdict, Note(AFTER_THEM, rule="MEL-14"))
    )


def _serves(ways: Mapping[Defense, tuple[Test, Fraction]], at: Defense) -> Iterator[Block]:
    """Whether a block serves them: each way's test, and what that takes off on average."""
    rows = tuple(
        (words, tried.obstacle, DiceCount(tried.dice), tried.chance, wording.decimal(taken))
        for words, (tried, taken) in zip(("Do nothing", "Block or duck"), ways.values(), strict=True)
    )
    columns = ("They", "Ob", "Dice", "Hit", "Off disposition")
    yield Table("What serves them", columns, rows, list(ways).index(at), Mark.DERIVED)
    if ways[Defense.BLOCK][1] > ways[Defense.NONE][1]:
        yield Note("A block helps you: your VA brings more than it takes away.", rule="MEL-48")


def _target(meets: Open | Blocks | Dodges | Hesitates | Locked, cover: int, ask: Rulings) -> Target:
    """How the target stands against it. Source: MEL-16."""
    match meets:
        case Hesitates(form, speed):
            return Target(base=form.row.obstacle(speed), hesitates=True)
        case Locked():
            return Target(locked=True)
        case Dodges(successes):
            return Target(Defense.DODGE, dodge=successes)
        case Blocks():
            return Target(Defense.BLOCK, cover=cover)
    return Target(Defense.BLOCK if readings.forced(cover, ask) else Defense.NONE, cover=cover)


def _dice(
    exponent: int, defense: Defense, carries: Carries, edges: Edges, lost: int, more: int, ask: Rulings
) -> Worked:
    """The dice, line by line. Source: MEL-17."""
    if edges.both_hands and edges.two_weapons:
        raise Unusable("edges.two_weapons", "With a weapon in each hand there is no second hand for either.")
    far = carries.gear.far
    aim, help = readings.aimed(edges.aim if far else 0, edges.help, far=far, ask=ask)
    edge = edges.edge(carries, aim=aim, help=help)
    found = hitting.dice(exponent, defense, edge, lost, far=far, beyond=readings.beyond(edges, carries, ask))
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
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    defense = Defense.BLOCK if blocks else Defense.NONE
    dice = _dice(skill.exponent, defense, carries, edges, hurt.lost, more, ask)
    whole = max(0, dice.total)
    if whole > MOST_DICE:
        raise Unusable("more", f"A pool has at most {MOST_DICE} dice; this comes to {whole}.")
    brought = {line.reason: line.amount for line in dice.lines}
    rows = tuple(
        (one.words, sum(brought.get(line, 0) for line in one.lines) or None, one.why)
        for one in _sources(carries, edges, brought, blocks=blocks)
    )
    facts = (Fact(str(skill), "skill"), Fact(wording.signed(whole - skill.exponent), "beside it"))
    said = f"You roll {wording.count(whole, 'die', 'dice')}."
    return Answer(
        {
            "dice": whole,
            "lines": [[line.reason, line.amount] for line in dice.lines if line.amount],
            "rows": [row[1] or 0 for row in rows],
        },
        (
            Verdict(f"{whole}D", facts, said),
            Working(dice.lines, dice.total, "Dice", "D"),
            Table("What gives dice, and what does not", ("From", "Dice", "Because"), rows),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Source:
    """A source of dice: its name, the lines of the ledger that are its own, and why they count or do not."""

    words: str
    lines: tuple[str, ...]
    why: str


def _because(*cases: tuple[object, str], otherwise: str) -> str:
    """What is said of the first case that holds."""
    return next((why for holds, why in cases if holds), otherwise)


def _sources(carries: Carries, edges: Edges, brought: Mapping[str, int], *, blocks: bool) -> list[_Source]:
    """Each source of dice: on or off, and why. Source: MEL-17."""
    return [
        *_of_weapon(carries, edges, brought, blocks=blocks),
        *_of_hands_and_skills(carries, edges, brought),
        _Source(
            "They are on the ground",
            ("They are on the ground",),
            "every attack on them" if edges.prone else "they are on their feet",
        ),
        _Source(
            "They are flanked",
            ("They are flanked",),
            "by you or a friend, last round" if edges.flanked else "nobody flanked them last round",
        ),
        _Source(
            "Beat Aside by 3",
            ("After a Beat Aside by 3",),
            "your next action" if edges.beaten else "not on your last action",
        ),
    ]


def _of_weapon(carries: Carries, edges: Edges, brought: Mapping[str, int], *, blocks: bool) -> Iterator[_Source]:
    """What a weapon brings, how it is aimed and how far it reaches."""
    gear, far = carries.gear, carries.gear.far
    longer, apart = edges.stride - edges.their_stride, abs(gear.length - edges.their_length.gear.length)
    steps = f"{wording.count(apart, 'step')} apart"
    charge, still = edges.feet is Feet.CHARGE, edges.feet is Feet.STILL
    stride, lengths = "Longer Stride", "Lengths of the weapons"
    va = _because((not blocks, "they do not block"), (gear.va, "they block"), otherwise="yours has none")
    yield _Source("VA of the weapon", ("VA of the weapon",), va)
    aimed = _because(
        (not far, "missiles alone are aimed"),
        (edges.aim and edges.help, "one for each round, and your spotter’s"),
        (edges.aim, "one for each round"),
        (edges.help, "your spotter’s"),
        otherwise="you did not aim",
    )
    yield _Source("Aiming", ("Aiming", "Aiming, and a spotter"), aimed)
    helped = _because(
        (not edges.help, "nobody helps"), (far, "it aims with you"), otherwise="from someone who has not acted"
    )
    yield _Source("Help", ("Help",), helped)
    strides = _because(
        (not charge, "you did not move first"),
        (far, NEAR),
        (longer <= 0, "yours is no longer"),
        (brought.get(stride), f"longer by {longer}, after a move"),
        otherwise=f"longer by {longer}: too little",
    )
    yield _Source(stride, (stride,), strides)
    reach = _because(
        (far, NEAR),
        (charge, "you moved"),
        (not still, "they have yet to act"),
        (not apart, "they are alike"),
        (brought.get(lengths), f"{steps}, and they have acted"),
        otherwise=f"{steps}: too little",
    )
    yield _Source(lengths, (lengths,), reach)


def _of_hands_and_skills(carries: Carries, edges: Edges, brought: Mapping[str, int]) -> Iterator[_Source]:
    """What hands, training and other skills bring."""
    far, theirs = carries.gear.far, "FoRK: your skill with their weapon"
    hands = _because(
        (not edges.both_hands, "a hand is free, or holds a shield"), (far, NEAR), otherwise="it has both your hands"
    )
    yield _Source("Both hands on it", ("Both hands on the weapon",), hands)
    two = _because(
        (not edges.two_weapons, "one weapon, or no training"),
        (far, NEAR),
        otherwise="with Two-Fisted Fighting Training",
    )
    yield _Source("Two weapons", ("Two weapons, trained",), two)
    own = "none, or the one you attack with"
    yield _Source(theirs, (theirs,), "you have it" if edges.rival else own)
    brawl = _because((not edges.brawling, own), (far, NEAR), otherwise="always")
    yield _Source("FoRK: Brawling", ("FoRK: Brawling",), brawl)
    fit = _because(
        (not edges.forks, "there are none"), (brought.get(OTHER_FORKS), "they fit"), otherwise="those two alone"
    )
    yield _Source(OTHER_FORKS, (OTHER_FORKS,), fit)


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
    at_once = _when(ask)
    when = Note(AT_ONCE if at_once else LATER, Mark.RULING, "MEL-18")
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
        return Answer(
            {**values, "loss": loss, "left": after, "at_once": at_once},
            (Verdict(str(loss), facts, said), when, _by_means(means)),
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
        {**values, "mean": law.mean, "chances": _chances(law), "at_once": at_once},
        (
            Verdict(mean, shown, said, Mark.DERIVED),
            Odds(tuple(chance for _, chance in law), law.first, "Every hit takes something.", first=law.first),
            when,
            _by_means(means),
        ),
    )


def _when(ask: Rulings) -> bool:
    """Whether disposition falls as it is hit. Source: MEL-18, MEL-19."""
    return ask["damage.when"] == "at-once"


def _by_means(means: Means) -> Table:
    """What each means takes off, and what a lost chase does. Source: MEL-18."""
    rows = (
        ("a proper weapon, trained fists, teeth", "1d6 + margin"),
        ("a heavy crossbow, a long gun", "highest of 2d6, + margin"),
        ("something improvised, bare fists", "1 + margin"),
        ("a special attack", "1"),
        ("a chase that was lost", "what the chaser is ahead"),
    )
    return Table("Disposition damage", ("Attack", "Takes"), rows, list(Means).index(means))


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

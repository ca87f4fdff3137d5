"""Fighting from the saddle: its modifiers, mounts on one's word, distance, where blows land, nerve (RID-11 to 25)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import force
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.moving_riding_breaking.common import made_up, riding_test_of
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.mounts import HORSE, YourMount
from engine.games.burning_wheel.forms.saddle import (
    B4,
    QUICK,
    Difficult,
    Gear,
    MountLost,
    MountMoves,
    OtherDice,
    Riding,
    Seated,
    Skill,
    Trained,
)
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, Wielded, YourPower, wielded
from engine.games.burning_wheel.readings import maneuvers, missiles, striking
from engine.games.burning_wheel.readings import saddle as read
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.fight_positioning import dice_of_length
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, no_test
from engine.games.burning_wheel.readings.maneuvers import Rolls
from engine.games.burning_wheel.readings.steel import hesitation_of
from engine.games.burning_wheel.rules import damage, fight_positioning, lance, steel
from engine.games.burning_wheel.rules import mounts as beasts
from engine.games.burning_wheel.rules import riding as riding_rules
from engine.games.burning_wheel.rules import saddle as rules
from engine.games.burning_wheel.rules import striking as strikes
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.armor import versus_armor
from engine.games.burning_wheel.rules.damage import LANDED
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_positioning import Outcome, Wields
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.maneuvers import Maneuver, Result
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.saddle import Bonus, Doing, Fright, Lane, Order, Spot, Stroke, Training
from engine.games.burning_wheel.rules.steel import Conflict
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

SWORD = Weapon.of(WEAPONS["sword"])
REFLEXES = Between(0, 20)


@branch("a blow")
class Blow:
    """Something done hand to hand."""

    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = SWORD
    stroke: Annotated[Stroke, Asked("You use it as")] = Stroke.STRAIGHT
    on_foot: Annotated[bool, Asked("They are on foot")] = True
    power: YourPower = 4


@branch("a shot")
class Shot:
    """A shot with a bow, a crossbow or a gun."""

    low: Annotated[bool, Asked("They are on foot, or low on the ground")] = True


@branch("your own Avoid")
class Duck:
    """The rider ducks."""


@branch("something else")
class Else:
    """Any other action of the rider's."""


Deed = Blow | Shot | Duck | Else
DOING = {Blow: Doing.MELEE, Shot: Doing.SHOOT, Duck: Doing.AVOID, Else: Doing.OTHER}


@calculator("from-the-saddle", rules="RID-12 RID-13 RID-21 RID-23 RID-25")
def from_the_saddle(
    skill: Skill = B4,
    training: Trained = Training.KNIGHT,
    mount: MountMoves = Positioning.MAINTAIN,
    does: Annotated[Deed, Asked("You try")] = Blow(),
    seated: Seated = True,
    base: Annotated[Obstacle, Asked("Obstacle on foot", gm=True, more=True, quick=(1, 2, 3))] = Obstacle(1),
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does the saddle change?"""
    felt = feels(wounds, skill, ask)
    if felt.gone:
        return no_test(felt.gone)
    doing = DOING[type(does)]
    added = read.penalty(training, mount, doing, ask)
    gained = _gained(does, training, mount, seated, ask)
    lines = (
        Line(0 if doing is Doing.AVOID else base, "On foot", "WPN-04"),
        rules.bareback(base, doing, seated=seated),
        *added.lines,
        felt.obstacle,
    )
    against = Worked(lines)
    dice = _dice(skill, gained, felt, other, "RID-23" if doing is Doing.SHOOT else "RID-21")
    test = Test.of(skill.shade, dice.total, against.total, ask, at="base")
    ledgers = (
        Working(against.lines, against.total, "Obstacle" if doing is not Doing.AVOID else "+Ob, eats successes"),
        Working(dice.lines, dice.total, "Dice", "D"),
    )
    values = {**test.values, "added": added.total, "gained": gained.dice, "lost": gained.lost}
    if isinstance(does, Blow):
        return _blow(does, gained, test, ledgers, values, ask)
    if doing is Doing.AVOID:
        return _duck(test, ledgers, values)
    return Answer(values, (test.verdict(), *ledgers, test.odds()), test.marks("skill", Kind.SKILL))


def _gained(does: Deed, training: Training, mount: Positioning, seated: bool, ask: Rulings) -> Bonus:
    """What a blow or a shot gains. Raises `Unusable` for a spear or lance that is not ridden home."""
    nothing = rules.BONUSES[Stroke.PLAIN]
    if isinstance(does, Shot):
        low = does.low and training is Training.BOWMAN
        return Bonus(rules.LOW, 0, 0, False, False) if low else nothing
    if not isinstance(does, Blow):
        return nothing
    row = wielded(does.weapon, ask).row
    if row is lance.LANCE:
        try:
            lance.ready(training, mount, seated=seated)
        except Refused as error:
            raise Unusable("does.weapon", str(error)) from None
        return nothing
    if row and not rules.fits(does.stroke, row.key):
        if does.stroke is Stroke.STRAIGHT:
            return nothing
        takes = "a sword" if does.stroke is Stroke.CURVED else "a spear"
        raise Unusable("does.stroke", f"This takes {takes}, or a weapon of your own; here it is: {row.name.lower()}.")
    try:
        return read.bonus(does.stroke, training, mount, ask)
    except Refused as error:
        raise Unusable("does.stroke", str(error)) from None


def _dice(skill: Ability, gained: Bonus, felt: Felt, other: int, rule: str) -> Worked:
    lines = (
        Line(skill.exponent, f"Skill {skill}", "WPN-04"),
        Line(gained.dice, "From the saddle", rule),
        Line(max(other, -skill.exponent), "Other dice", "HUB-10"),
    )
    total = sum(line.amount for line in lines)
    return Worked((*lines, Line(-min(felt.lost, total), felt.dice.reason, felt.dice.rule)))


def _duck(test: Test, ledgers: Sequence[Block], values: dict[str, Any]) -> Answer:
    left = Roll(test.pool, test.obstacle).law.at_least(1)
    facts = (Fact(DiceCount(test.dice), "dice"), Fact(left, "a success is left"))
    said = f"You Avoid at +{test.obstacle} Ob: a success or more is left {often(left)}."
    verdict = Verdict(f"+{test.obstacle} Ob", facts, said, Mark.DERIVED)
    return Answer({**values, "left": left}, (verdict, *ledgers))


def _blow(
    does: Blow, gained: Bonus, test: Test, ledgers: Sequence[Block], values: dict[str, Any], ask: Rulings
) -> Answer:
    held = wielded(does.weapon, ask)
    found = force(does.power, held.weapon.power, ask, weapon_words=held.words, other=gained.power)
    va = versus_armor(held.weapon.va + gained.va, power=does.power, weapon_words=held.words).total
    chances = damage.chances(test.pool, test.obstacle, held.add)
    offers = rules.offers(on_foot=does.on_foot)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (stage, str(found.damage.at(stage)) if stage in LANDED else None, chance) for stage, chance in chances.items()
    )
    blocks: list[Block] = [
        test.verdict(),
        *ledgers,
        test.odds(),
        Table("What the roll may bring", ("Stage", "Lands at", "Chance"), rows, None, Mark.DERIVED),
        found.ledger,
        *_said(does, gained, held, va),
    ]
    more = {
        **values,
        **found.values,
        "va": va,
        "offers": [one.value for one in offers],
        **{f"chance_{stage.value}": chance for stage, chance in chances.items()},
    }
    return Answer(more, tuple(blocks), test.marks("skill", Kind.SKILL))


def _said(does: Blow, gained: Bonus, held: Wielded, va: int) -> Sequence[Block]:
    notes = [Note(f"The blow has VA {va}.", rule="RID-21" if gained.va else "ARM-07")]
    if does.on_foot:
        notes.append(Note("On foot they may offer head, torso or arms, never the legs.", rule="RID-22"))
    if gained.lost:
        notes.append(Note("Hit or miss, you have dropped the spear after it.", rule="RID-21"))
    if does.stroke is Stroke.STRAIGHT and held.row and not rules.fits(does.stroke, held.row.key):
        notes.append(Note(f"Nobody brings this down from above: {held.words.lower()}.", rule="RID-21"))
    return (*notes, *held.note)


@table("saddle-penalties")
def saddle_penalties() -> Table:
    """The +Ob of riders by training and by what the mount does."""
    does = {"a blow": Doing.MELEE, "a shot": Doing.SHOOT, "anything else": Doing.OTHER}
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            f"{'untrained' if training is Training.NONE else training.words}: {words}",
            *(wording.signed(rules.penalty(training, moves, doing).total) for moves in Positioning),
        )
        for training in Training
        for words, doing in does.items()
    )
    columns = ("Training", *(moves.words for moves in Positioning))
    return Table("What the saddle adds to an obstacle", columns, rows)


# The mount on your word


def _ways(breed: beasts.Breed, *, forfeits: bool) -> Iterator[Note]:
    """What a mount does beside what it is told."""
    if forfeits:
        yield Note("It forfeits the action that it had scripted.", rule="RID-16")
    if rules.own_script(breed):
        yield Note("It scripts for itself, and often defends while it goes where you want.", rule="RID-16")


@calculator("command-mount", rules="RID-11 RID-14 RID-16")
def command_mount(
    riding: Riding = B4,
    mount: YourMount = HORSE,
    order: Annotated[Order, Asked("It is to")] = Order.PUSH,
    moves: Annotated[Positioning, Asked("This volley it is to")] = Positioning.CLOSE,
    repeats: Annotated[bool, Asked("It is its last order again")] = False,
    lane: Annotated[Lane, Asked("It has scripted")] = Lane.WAITS,
    actions: Annotated[int, Between(1, 4), Asked("Your actions this volley", quick=(1, 2))] = 1,
    training: Trained = Training.KNIGHT,
    gear: Gear = True,
    difficult: Difficult = 0,
    mount_lost: MountLost = 0,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does your mount fight on your word?"""
    felt = feels(wounds, riding, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    try:
        own = rules.told(order, beast.breed, moves)
    except Refused as error:
        raise Unusable("order", str(error)) from None
    against = Worked((*riding_rules.obstacle(beast, difficult).lines, *read.word(training, moves, ask).lines))
    test, ledgers = riding_test_of(riding, against, ask, felt, gear=gear, other=other)
    acts = rules.act(order, beast, mount_lost)
    natural = [max(0, getattr(beast, one).exponent - mount_lost) for one in rules.NATURAL]
    spent = 0 if repeats else 1
    forfeits = not repeats and rules.forfeits(lane)
    values = {
        **test.values,
        "needed": not repeats,
        "actions": spent,
        "left": actions - spent,
        "horse": own.total,
        "rolls": rules.ROLLS[order],
        "its_dice": acts.total,
        "natural": natural,
        "forfeits": forfeits,
        "own_script": rules.own_script(beast.breed),
    }
    harder = f" It acts at +{own.total} Ob." if own.total else ""
    defends = f"its Natural Defenses, Power {natural[0]}D or Speed {natural[1]}D"
    notes: list[Block] = [
        Working(acts.lines, acts.total, "What it rolls", "D"),
        Note(f"Acting as one, you use {defends}, unless a blow is plainly meant for you.{harder}", rule="RID-14"),
    ]
    notes += _ways(beast.breed, forfeits=forfeits)
    if repeats:
        said = "It does again what you said last: no test, and no action of yours."
        verdict = Verdict("No test", (Fact.count(actions, "action left", "actions left"),), said)
        return Answer(values, (verdict, *notes, *made_up(beast)))
    left = Fact.count(actions - spent, "action left", "actions left")
    blocks = (test.verdict(left), *ledgers, test.odds(), *notes, *made_up(beast))
    return Answer(values, blocks, test.marks("riding", Kind.SKILL))


# Distance


@branch("its Speed")
class BySpeed:
    """The mount's Speed."""


@branch("its Stealthy")
class ByStealth:
    """The mount's Stealthy or Inconspicuous."""


@branch("your Steel")
class BySteel:
    """The rider's own Steel, once the mount is held: a Steel Close or Withdraw of Range and Cover."""

    nerve: Annotated[Ability, Asked("Your Steel", quick=QUICK), sheet("steel")] = B4
    will: Annotated[Ability, Asked("Your Will", quick=QUICK), sheet("will")] = B4
    riding: Riding = B4
    gear: Gear = True
    difficult: Difficult = 0


How = BySpeed | ByStealth | BySteel
Arms = Annotated[Wields, Asked("Your weapon is"), sheet("weapons", at_once=True)]
TheirArms = Annotated[Wields, Asked("Their weapon is")]


@calculator("mounted-positioning", rules="RID-15")
def mounted_positioning(
    mount: YourMount = HORSE,
    how: Annotated[How, Asked("You position with")] = BySpeed(),
    reflexes: Annotated[int, REFLEXES, Asked("Your Reflexes", quick=(3, 4, 5, 6))] = 4,
    weapon: Arms = Wields.LONG,
    their_speed: Annotated[Ability, Asked("Their Speed", quick=QUICK)] = B4,
    their_reflexes: Annotated[int, REFLEXES, Asked("Their Reflexes", quick=(3, 4, 5, 6))] = 4,
    their_multiplier: Annotated[Multiplier, Asked("Their Speed multiplier")] = Multiplier.USUAL,
    their_weapon: TheirArms = Wields.LONG,
    training: Trained = Training.KNIGHT,
    doubled: Annotated[bool, Asked("More than double gives two dice", gm=True, more=True)] = False,
    mount_lost: MountLost = 0,
    other: OtherDice = 0,
    their_other: Annotated[int, Between(-10, 10), Asked("Other dice of theirs", gm=True, more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who wins the distance?"""
    beast = mount.mount
    if gone := _gone(how, wounds, ask):
        return no_test(gone)
    stride = their_multiplier.times
    yours, theirs = rules.quick(beast, reflexes, their_reflexes, stride, doubled=doubled, taken=mount_lost)
    if isinstance(how, BySteel):
        foe = Rolls(their_speed, theirs.total + max(their_other, -their_speed.exponent), Felt(), 0)
        more = (yours.total + max(other, -how.nerve.exponent), foe)
        return _by_steel(beast, how, training, wounds, more, (yours, theirs, other, their_other), ask)
    rolled = _rolls(beast, how, training)
    words = f"{'Stealthy' if isinstance(how, ByStealth) else 'Speed'} of {beast.words}"
    mine = _side(rolled.exponent, words, (dice_of_length(weapon, their_weapon, None, ask), *yours.lines), other)
    mine = Worked((*mine.lines, Line(-min(mount_lost, mine.total), "Wounds of the mount", "HUB-18")))
    length = dice_of_length(their_weapon, weapon, None, ask)
    others = _side(their_speed.exponent, "Speed", (length, *theirs.lines), their_other)
    ends = fight_positioning.chances(
        Roll(Ability(rolled.shade, mine.total).pool()), Roll(Ability(their_speed.shade, others.total).pool())
    )
    won = sum((chance for one, chance in ends.items() if one.won), Fraction(0))
    facts = (
        Fact(DiceCount(mine.total), "yours"),
        Fact(DiceCount(others.total), "theirs"),
        Fact(ends[Outcome.TIE], "a tie"),
    )
    rows: list[tuple[Entry, ...]] = [(one.words, chance) for one, chance in ends.items()]
    values = {
        "yours": mine.total,
        "theirs": others.total,
        "won": won,
        "held": Fraction(1),
        **{one.value: chance for one, chance in ends.items()},
    }
    blocks: list[Block] = [
        Verdict(wording.percent(won), facts, f"You win the distance {often(won)}.", Mark.DERIVED),
        Table("How it ends", ("For you", "Chance"), tuple(rows), mark=Mark.DERIVED),
        *_both(mine, others),
        *made_up(beast),
    ]
    return Answer(values, tuple(blocks))


def _both(mine: Worked, others: Worked) -> tuple[Block, Block]:
    return Working(mine.lines, mine.total, "Your dice", "D"), Working(others.lines, others.total, "Their dice", "D")


def _rolls(beast: beasts.Mount, how: BySpeed | ByStealth, training: Training) -> Ability:
    """What of the mount's a rider positions with. Source: RID-15, RID-23."""
    _trained(training)
    if isinstance(how, BySpeed):
        return beast.speed
    if beast.stealth is None:
        raise Unusable("how", f"{beast.words} has neither Stealthy nor Inconspicuous; choose its Speed.")
    if training is Training.BOWMAN:
        raise Unusable("how", "A mounted bowman positions with the beast’s Speed; this says its Stealthy.")
    return beast.stealth


def _trained(training: Training) -> None:
    if training is Training.NONE:
        raise Unusable("training", "To position with a mount’s Speed takes Mounted Combat; this says none.")


def _by_steel(
    beast: beasts.Mount,
    how: BySteel,
    training: Training,
    wounds: Hurt,
    more: tuple[int, Rolls],
    dice: tuple[Worked, Worked, int, int],
    ask: Rulings,
) -> Answer:
    """A Steel Close or Withdraw in the saddle, once the mount is held. Source: RID-15, RNC-21.

    `more` are the rider's dice besides Steel, and what the other side rolls; `dice` the lines that both come from.
    """
    _trained(training)
    against = riding_rules.obstacle(beast, how.difficult)
    moving = read.word(training, Positioning.CLOSE, ask)
    held, ledgers = riding_test_of(
        how.riding, Worked((*against.lines, *moving.lines)), ask, feels(wounds, how.riding, ask), gear=how.gear
    )
    felt = feels(wounds, how.nerve, ask, ELEMENTS["steel"])
    met = maneuvers.meeting_of(Maneuver.STEEL_CLOSE, Maneuver.SPEED_MAINTAIN, ask)
    nerve = max(0, hesitation_of(how.will, 0, None, ask).total)
    sides = (Rolls(how.nerve, more[0], felt, nerve), more[1])
    one, other = (rolls.contender(way, 0, ask) for rolls, way in zip(sides, met.sides, strict=True))
    volley = maneuvers.volley_of(one, other, ask)
    ends: dict[Result | None, Fraction] = dict.fromkeys((*Result, None), Fraction(0))
    for ending, chance in volley.chances.items():
        ends[maneuvers.prevails_of(ending.result, ending.mine, ending.theirs, met, ask)] += chance * held.chance
    mine = _side(how.nerve.exponent, "Your Steel", (*dice[0].lines, felt.dice), dice[2])
    others = _side(more[1].ability.exponent, "Speed", dice[1].lines, dice[3])
    won, keeps = ends[Result.WIN], volley.nerves(True, None)
    rows = (
        ("You win, and hold your nerve", won),
        ("A tie", ends[Result.TIE]),
        ("They have their way", ends[Result.LOSE]),
        ("Nobody has", ends[None]),
        ("Your mount bolts or shies", 1 - held.chance),
    )
    values = {
        "yours": one.side.pool.dice,
        "theirs": other.side.pool.dice,
        "won": won,
        "tie": ends[Result.TIE],
        "lose": ends[Result.LOSE],
        "held": held.chance,
        "obstacle": held.obstacle,
        "hesitation": one.nerve,
        "nerve": keeps,
    }
    facts = (Fact(held.chance, "the mount is held"), Fact(keeps, "your nerve is"), Fact(ends[Result.TIE], "a tie"))
    blocks: list[Block] = [
        Verdict(wording.percent(won), facts, f"You hold the mount and win the distance {often(won)}.", Mark.DERIVED),
        Table("How it ends", ("", "Chance"), rows, mark=Mark.DERIVED),
        Note(f"Steel must show {one.nerve}, your hesitation, and beat them; they have a free shot.", rule="RNC-21"),
        *_both(mine, others),
        *ledgers,
        *made_up(beast),
    ]
    return Answer(values, tuple(blocks), held.marks("how.riding", Kind.SKILL))


def _gone(how: How, wounds: Hurt, ask: Rulings) -> str:
    """Why wounds leave nothing to position with by Steel, or nothing."""
    if not isinstance(how, BySteel):
        return ""
    return feels(wounds, how.nerve, ask, ELEMENTS["steel"]).gone or feels(wounds, how.riding, ask).gone


def _side(exponent: int, words: str, lines: Sequence[Line], other: int) -> Worked:
    return Worked((Line(exponent, words, "RID-15"), *lines, Line(max(other, -exponent), "Other dice", "FGT-11")))


# Where it lands


@branch("Down from the saddle, at someone on foot")
class FromAbove:
    """A rider strikes someone on foot."""

    offered: Annotated[Target, Asked("They offer")] = Target.TORSO
    wanted: Annotated[Target, Asked("You want")] = Target.HEAD


@branch("At rider and beast, hand to hand")
class AtBoth:
    """Someone strikes at a rider."""

    shown: Annotated[Spot, Asked("The rider declares")] = Spot.RIDER
    struck: Annotated[Spot, Asked("You want")] = Spot.BODY


@branch("A shot at rider or beast")
class ByShot:
    """Someone shoots at a rider or a mount."""

    beast: Annotated[bool, Asked("You shoot at the mount")] = False
    part: Annotated[Target, Asked("You want")] = Target.TORSO


@calculator("saddle-aim", rules="RID-22")
def saddle_aim(
    blow: Annotated[FromAbove | AtBoth | ByShot, Asked("The blow comes")] = AtBoth(),
    extra: Annotated[int, Between(0, 20), Asked("Successes over the obstacle", quick=(0, 1, 2, 3))] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Where does it land, rider or beast?"""
    if isinstance(blow, FromAbove):
        if not strikes.may_offer(blow.offered, from_horseback=True):
            raise Unusable("blow.offered", "On foot nobody offers the legs to a rider: head, torso or arms.")
        adjacent = striking.adjacent(blow.offered, blow.wanted, ask)
        cost = strikes.aim_cost(blow.offered, blow.wanted, adjacent=adjacent)
        start, end, mark = blow.offered.words, blow.wanted.words, None
    elif isinstance(blow, AtBoth):
        cost = read.moves(blow.shown, blow.struck, ask)
        start, end = blow.shown.words, blow.struck.words
        mark = Mark.RULING if rules.unpriced(blow.shown, blow.struck) else None
    else:
        aim = missiles.aim(blow.part, (), ask, mounted=not blow.beast)
        cost = aim.cost or 0
        of = "the mount" if blow.beast else "the rider"
        start, end, mark = f"{aim.start.words}, {of}", f"{aim.wanted.words}, {of}", None
    reaches = cost <= extra
    left = extra - cost if reaches else extra
    lands = end if reaches else start
    facts = (Fact.count(cost, "success to aim", "successes to aim"), Fact(left, "over for damage"))
    place = lands[:1].upper() + lands[1:]
    said = f"To move it takes {wording.count(cost, 'success', 'successes')}; it lands here: {lands.lower()}."
    values = {"cost": cost, "reaches": reaches, "left": left}
    return Answer(values, (Verdict(place, facts, said, mark),))


@table("saddle-moves")
def saddle_moves() -> Table:
    """The successes that move a blow on rider and beast."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.words, *(rules.moves(one, other) for other in Spot)) for one in Spot
    )
    return Table("Successes to move a blow", ("Declared", *(f"To {one.words}" for one in Spot)), rows)


# Nerve


class Choice(Option):
    """Whether the rider tries to choose what a frightened mount does. Source: RID-24."""

    NO = "no", "you let it"
    YES = "yes", "you try to choose, with one action"


@calculator("mount-panic", rules="RID-24")
def mount_panic(
    mount: YourMount = HORSE,
    fright: Annotated[Fright, Asked("If it fails", gm=True)] = Fright.REAR,
    choice: Annotated[Choice, Asked("Then")] = Choice.YES,
    riding: Riding = B4,
    gear: Gear = True,
    harder: Annotated[int, Between(0, 10), Asked("What frightens it adds", gm=True, more=True, quick=(0, 1, 2))] = 0,
    conflict: Annotated[Conflict, Asked("In", more=True)] = Conflict.FIGHT,
    mount_lost: MountLost = 0,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Your mount is afraid. Do you stay on?"""
    felt = feels(wounds, riding, ask)
    if felt.gone:
        return no_test(felt.gone)
    beast = mount.mount
    nerve = nerve_of(beast, mount_lost, harder, ask)
    calm, ledgers = riding_test_of(riding, riding_rules.obstacle(beast, 0), ask, felt, gear=gear, other=other)
    seat = rules.throws(fright)
    on = riding_test_of(riding, seat, ask, felt, gear=gear, other=other)[0].chance if seat else Fraction(1)
    chosen = calm.chance if choice is Choice.YES else Fraction(0)
    thrown = (1 - nerve.chance) * (1 - chosen) * (1 - on)
    values = {
        "hesitation": nerve.obstacle,
        "steady": nerve.chance,
        "obstacle": calm.obstacle,
        "dice": calm.dice,
        "chooses": calm.chance,
        "seat": seat.total if seat else 0,
        "stays": on,
        "thrown": thrown,
        "reaction": fright.reaction.value,
    }
    facts = (Fact(nerve.chance, "it stands"), Fact(calm.chance, "you choose"), Fact(thrown, "you are thrown"))
    said = f"Its Steel holds {often(nerve.chance)}. You are thrown {often(thrown)}."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.words, one.reaction.words, ob(found.total) if (found := rules.throws(one)) else None) for one in Fright
    )
    at = list(Fright).index(fright)
    blocks: list[Block] = [
        Verdict(wording.percent(nerve.chance), facts, said, Mark.DERIVED),
        Table("What it does", ("It", "Is as", "Riding to stay on"), rows, at),
        Note(f"Its Steel: {nerve.dice} dice against its hesitation, {nerve.obstacle}.", rule="STE-02"),
        Note(_costs(conflict, nerve.obstacle), rule="STE-03"),
        *ledgers,
        *made_up(beast),
    ]
    marks = calm.marks("riding", Kind.SKILL) if choice is Choice.YES else ()
    return Answer(values, tuple(blocks), marks)


def _costs(conflict: Conflict, most: int) -> str:
    return f"It loses {conflict.units(steel.lost_there(conflict, most))} at the most. To choose costs you one action."


def nerve_of(beast: beasts.Mount, lost: int, harder: int, ask: Rulings) -> Test:
    """A mount's Steel test. Source: STE-02."""
    pool = beast.steel.pool(-lost, open_ended(ELEMENTS["steel"], ask))
    return Test(pool, steel.hesitation(beast.will).total + harder, ask)

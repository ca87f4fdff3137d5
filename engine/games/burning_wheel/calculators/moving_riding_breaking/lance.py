"""The lance: the charge, lance against lance, falls from the saddle, lances among shorter weapons (RID-17 to 20)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Protocol

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import Force, force
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.moving_riding_breaking.common import made_up
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.mounts import HORSE, TheirMount, YourMount
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.forms.saddle import (
    B4,
    QUICK,
    MountMoves,
    OtherDice,
    Seated,
    Skill,
    Trained,
)
from engine.games.burning_wheel.forms.test import OWN
from engine.games.burning_wheel.forms.weapons import Weapon, YourPower, wielded
from engine.games.burning_wheel.readings import saddle as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import damage, striking
from engine.games.burning_wheel.rules import lance as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.armor import versus_armor
from engine.games.burning_wheel.rules.damage import LANDED, Stage, ims
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_defenses import Counterstrike
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.lance import Couched, Hit, Joust, Pass, Seat, Timing
from engine.games.burning_wheel.rules.mounts import Mount
from engine.games.burning_wheel.rules.saddle import Doing, Training
from engine.games.burning_wheel.rules.throws import Ground, va
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

LANCE = Weapon.of(rules.LANCE)
FORKS = Between(0, 10)
TheGround = Annotated[Ground, Asked("They ride over", gm=True)]
Lance = Annotated[Ability, Asked("Your Lance", quick=QUICK), sheet("skill")]


def obstacle_of(ask: Rulings) -> Worked:
    """The obstacle of a lance that is ridden home: a Strike, by a trained rider who Closes. Source: RID-17, RID-12."""
    added = read.penalty(Training.KNIGHT, Positioning.CLOSE, Doing.MELEE, ask)
    return Worked((*striking.obstacle().lines, *added.lines))


def _damage_rows(found: Force, chances: Mapping[Stage, Fraction]) -> tuple[tuple[Entry, ...], ...]:
    return tuple(
        (stage, str(found.damage.at(stage)) if stage in LANDED else None, chance) for stage, chance in chances.items()
    )


@calculator("lanced-charge", rules="RID-17")
def lanced_charge(
    skill: Lance = B4,
    power: YourPower = 4,
    mounted: Annotated[bool, Asked("You are mounted")] = True,
    seated: Seated = True,
    training: Trained = Training.KNIGHT,
    moves: MountMoves = Positioning.CLOSE,
    again: Annotated[bool, Asked("You have charged already, and have not Withdrawn since")] = False,
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does a lanced charge do?"""
    felt = feels(wounds, skill, ask)
    if felt.gone:
        return no_test(felt.gone)
    try:
        rules.ready(training, moves, mounted=mounted, seated=seated)
    except Refused as error:
        at = "mounted" if not mounted else "seated" if not seated else "training"
        raise Unusable(at if training is not Training.KNIGHT or at != "training" else "moves", str(error)) from None
    if again:
        raise Unusable("again", "To charge once more, first script a Withdraw; this has none since the last charge.")
    against = Worked((*obstacle_of(ask).lines, felt.obstacle))
    more = max(other, -skill.exponent)
    lost = min(felt.lost, skill.exponent + more)
    lines = (
        Line(skill.exponent, f"Lance {skill}", "RID-17"),
        Line(more, "Other dice", "HUB-10"),
        Line(-lost, felt.dice.reason, felt.dice.rule),
    )
    dice = Worked(lines)
    test = Test.of(skill.shade, dice.total, against.total, ask)
    held = wielded(LANCE, ask)
    found = force(power, held.weapon.power, ask, weapon_words=held.words)
    pierces = versus_armor(held.weapon.va, power=power, weapon_words=held.words).total
    chances = damage.chances(test.pool, test.obstacle, held.add)
    actions = 2 if read.needs_set(ask) else 1
    values = {
        **test.values,
        **found.values,
        "va": pierces,
        "add": held.add,
        "actions": actions,
        **{f"chance_{stage.value}": chance for stage, chance in chances.items()},
    }
    set_up = "an action to Set it, one to Strike" if actions > 1 else "one action: the Close has Set it"
    blocks: list[Block] = [
        test.verdict(),
        Table("What the roll may bring", ("Stage", "Lands at", "Chance"), _damage_rows(found, chances), None, DERIVED),
        test.odds(),
        Working(against.lines, against.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
        found.ledger,
        Note(f"VA {pierces}; in Fight! {set_up}. To charge again, Withdraw first.", rule="RID-17"),
        *held.note,
    ]
    return Answer(values, tuple(blocks), test.marks("skill", Kind.SKILL))


DERIVED = Mark.DERIVED


# Lance against lance


@branch("The distance is rolled")
class Positioned:
    """Positioning has been rolled and counted."""

    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 3
    theirs: Annotated[int, COUNTED, Asked("Theirs", quick=QUICK_SUCCESSES)] = 2


@dataclass(frozen=True, slots=True)
class Lancer:
    """A rider with a lance as the form asks for them."""

    lance: Annotated[Ability, Asked("Lance", quick=QUICK)] = B4
    riding: Annotated[Ability, Asked("Riding", quick=QUICK)] = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK)] = B4
    forks: Annotated[int, FORKS, Asked("FoRKs", quick=(0, 1, 2))] = 0
    more: Annotated[int, Between(-10, 10), Asked("Other dice of the charge", gm=True, quick=(0, 1, 2))] = 0
    reflexes: Annotated[int, Between(0, 20), Asked("Reflexes", quick=(3, 4, 5, 6))] = 4
    mount_lost: Annotated[int, Between(0, 20), Asked("Dice the mount’s wounds take", quick=(0, 1, 2))] = 0

    @property
    def guard(self) -> Ability:
        """What keeps them in the saddle: the better of Riding and Power. Source: RID-19."""
        return max(self.riding, self.power, key=_worth)


class Charges(Protocol):
    """What any form of a rider with a lance says of the charge."""

    @property
    def lance(self) -> Ability:
        """The skill with it."""

    @property
    def riding(self) -> Ability:
        """The other skill that may help."""

    @property
    def forks(self) -> int:
        """FoRKs."""

    @property
    def more(self) -> int:
        """Other dice."""

    @property
    def mount_lost(self) -> int:
        """Dice that wounds take from the mount."""


def charge_of(one: Charges, mount: Mount, quick: Worked, ask: Rulings) -> Worked:
    """The positioning dice of a charge, with those of Reflexes and stride. Source: RID-18."""
    skill = one.lance if read.by_lance(ask) else one.riding
    return rules.position(mount, skill.exponent, one.forks, one.more, quick, one.mount_lost)


def _worth(one: Ability) -> Fraction:
    return one.exponent * one.shade.chance


@calculator("joust", rules="RID-18")
def joust(
    you: Annotated[Lancer, Asked("You")] = Lancer(),
    mount: YourMount = HORSE,
    they: Annotated[Lancer, Asked("They")] = Lancer(),
    their_mount: TheirMount = HORSE,
    ground: TheGround = Ground.ROAD,
    distance: Annotated[Ahead | Positioned, Asked("Positioning")] = Ahead(),
    *,
    ask: Rulings,
) -> Answer:
    """Lance against lance: who stays in the saddle?"""
    beasts = (mount.mount, their_mount.mount)
    quick = rules.quick((beasts[0], you.reflexes, you.mount_lost), (beasts[1], they.reflexes, they.mount_lost))
    mine, theirs = charge_of(you, beasts[0], quick[0], ask), charge_of(they, beasts[1], quick[1], ask)
    found = _joust(you, they, beasts, (mine, theirs), ask)
    who = Pass.by(distance.yours - distance.theirs) if isinstance(distance, Positioned) else None
    law = found.law(who)
    passes = {who: Fraction(1)} if who else dict(found.passes)
    values: dict[str, Any] = {
        "dice": mine.total,
        "their_dice": theirs.total,
        **{one.value: passes.get(one, Fraction(0)) for one in Pass},
        **_ends(law),
    }
    facts = [Fact(values["they_down"], "they are unhorsed"), Fact(values["you_down"], "you are unhorsed")]
    facts.append(Fact(values["quiet"], "nothing happens"))
    said = f"You unhorse them {often(values['they_down'])}, they you {often(values['you_down'])}."
    fallen = (rules.fall(beasts[0], ground), rules.fall(beasts[1], ground))
    blocks: list[Block] = [
        Verdict(wording.percent(values["they_down"]), tuple(facts), said, Mark.DERIVED),
        Table("Who strikes", ("Who", "Chance"), tuple((one.words, passes.get(one) or None) for one in Pass)),
        _what_comes(values),
        _falls(fallen),
        Working(mine.lines, mine.total, "Your dice for the charge", "D"),
        Working(theirs.lines, theirs.total, "Their dice for the charge", "D"),
        Note(f"Each lance strikes at {ob(found.lance.obstacle)}.", rule="RID-18"),
        *made_up(*beasts),
    ]
    return Answer(values, tuple(blocks))


def _joust(you: Lancer, they: Lancer, beasts: tuple[Mount, Mount], dice: tuple[Worked, Worked], ask: Rulings) -> Joust:
    obstacle = obstacle_of(ask).total
    add = wielded(LANCE, ask).add
    over = read.pushes_over(obstacle, ask)

    def couched(one: Lancer, other: Lancer) -> Couched:
        return Couched(one.lance.pool(), obstacle, add, Roll(other.guard.pool()), over)

    rolls = [
        Roll(Ability(beast.speed.shade, all_told.total).pool()) for beast, all_told in zip(beasts, dice, strict=True)
    ]
    return Joust(rolls[0], rolls[1], couched(you, they), couched(they, you))


def _ends(law: Mapping[tuple[Hit, Hit], Fraction]) -> dict[str, Fraction]:
    """The chance of what may come of it for either."""

    def share(holds: Any) -> Fraction:
        return sum((chance for pair, chance in law.items() if holds(*pair)), Fraction(0))

    return {
        **{f"they_{seat.value}": share(lambda hit, _, seat=seat: hit.seat is seat) for seat in Seat},
        **{f"you_{seat.value}": share(lambda _, hit, seat=seat: hit.seat is seat) for seat in Seat},
        **{f"they_{stage.value}": share(lambda hit, _, stage=stage: hit.stage is stage) for stage in LANDED},
        **{f"you_{stage.value}": share(lambda _, hit, stage=stage: hit.stage is stage) for stage in LANDED},
        "both_down": share(lambda hit, other: hit.seat is Seat.DOWN and other.seat is Seat.DOWN),
        "quiet": share(lambda hit, other: hit.quiet and other.quiet),
    }


def _what_comes(values: Mapping[str, Any]) -> Table:
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (what.words, values[f"they_{what.value}"], values[f"you_{what.value}"]) for what in (*LANDED, *Seat)
    )
    return Table("What comes of it", ("What", "To them", "To you"), rows, mark=Mark.DERIVED)


def _falls(fallen: tuple[Worked, Worked]) -> Table:
    """Where each stage of a fall lies, for them behind your mount, for you behind theirs."""
    hurt = [ims(one.total) for one in fallen]
    rows: tuple[tuple[Entry, ...], ...] = tuple((stage, *(str(one.at(stage)) for one in hurt)) for stage in LANDED)
    return Table("If someone hits the ground", ("Stage", "They", "You"), rows)


# Out of the saddle


class Guard(Option):
    """What someone stays in the saddle with. Source: RID-19."""

    RIDING = "riding", "Riding"
    POWER = "power", "Power"


@calculator("unhorsed", rules="RID-19")
def unhorsed(
    successes: Annotated[int, COUNTED, Asked("Successes of the lance", quick=QUICK_SUCCESSES)] = 4,
    obstacle: Annotated[Obstacle, Asked("Its obstacle", gm=True, quick=(1, 2, 3))] = Obstacle(2),
    guard: Annotated[Guard, Asked("They hold on with")] = Guard.RIDING,
    defense: Annotated[int, COUNTED, Asked("Successes of that", quick=QUICK_SUCCESSES)] = 1,
    mount: YourMount = HORSE,
    ground: TheGround = Ground.ROAD,
    *,
    ask: Rulings,
) -> Answer:
    """Are they out of the saddle?"""
    add = wielded(LANCE, ask).add
    lance = Couched(Pool.of(1), obstacle, add, None, read.pushes_over(obstacle, ask))
    net, hit = lance.pushes(successes, defense), lance.comes(successes, defense)
    fall = rules.fall(mount.mount, ground)
    place = ims(fall.total).at(hit.fall) if hit.fall in LANDED and fall.total > 0 else None
    pierces = va(mount.mount.speed.exponent)
    values = {
        "net": net,
        "seat": hit.seat.value,
        "stage": hit.stage.value,
        "fall": hit.fall.value,
        "hit": str(place) if place is not None else "",
        "power": fall.total,
        "va": pierces,
        "harder": rules.DISLODGED if hit.seat is Seat.LOOSE else 0,
    }
    title = hit.seat.words[:1].upper() + hit.seat.words[1:]
    ends = {
        Seat.FIRM: "They keep their seat.",
        Seat.LOOSE: f"All tests at +{rules.DISLODGED} Ob until they spend an action to get back.",
        Seat.DOWN: f"They hit the ground: {hit.fall.words}, {place}." if place else "They land soft, and are not hurt.",
    }
    facts = (Fact(net, "net of the Push"), Fact(hit.stage.words, "the lance itself"))
    blocks: list[Block] = [
        Verdict(title, facts, f"Pushed with {guard.words} against it, net {net}. {ends[hit.seat]}"),
        _by_net(fall),
        Working(fall.lines, fall.total, "Power behind the fall"),
        Note(f"Plates and helmets help against the fall, at VA {pierces}.", rule="MAT-05"),
        *made_up(mount.mount),
    ]
    return Answer(values, tuple(blocks))


def _by_net(fall: Worked) -> Table:
    places = ims(fall.total)
    rows: list[tuple[Entry, ...]] = []
    for net in range(6):
        stage = rules.landed(net)
        hurt = f"{stage.words}, {places.at(stage)}" if stage in LANDED and fall.total > 0 else None
        rows.append((net if net < 5 else "5 or more", rules.unseated(net).words, hurt))
    return Table("What each net does", ("Net", "They are", "The ground"), tuple(rows))


# Among shorter weapons


class Facing(Option):
    """What the other does. Source: RID-20."""

    STRIKE = Act.STRIKE.value, "Strike"
    GREAT = Act.GREAT_STRIKE.value, "Great Strike"
    DISARM = Act.DISARM.value, "Disarm"
    CHARGE = Act.CHARGE.value, "Charge"
    FEINT = Act.FEINT.value, "Feint"
    BLOCK = Act.BLOCK.value, "Block"
    AVOID = Act.AVOID.value, "Avoid"
    COUNTER = Act.COUNTERSTRIKE.value, "Counterstrike"

    @property
    def act(self) -> Act:
        """The action of Fight!."""
        return Act.of(self.value)


@calculator("lance-to-sword", rules="RID-20")
def lance_to_sword(
    facing: Annotated[Facing, Asked("They")] = Facing.STRIKE,
    won: Annotated[bool, Asked("The lancer won the Close")] = True,
    shorter: Annotated[bool, Asked("Their weapon is shorter than a lance")] = True,
    lance: Annotated[Ability, Asked("The lancer’s dice", quick=QUICK)] = B4,
    skill: Skill = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Lance against sword: who strikes first?"""
    felt = feels(wounds, skill, ask)
    if felt.gone:
        return no_test(felt.gone)
    when = read.timing(facing.act, won=won, shorter=shorter, ask=ask)
    obstacle = obstacle_of(ask).total
    attack = Roll(lance.pool())
    values: dict[str, Any] = {"timing": when.value, "obstacle": obstacle}
    title = when.words[:1].upper() + when.words[1:]
    facts = (Fact(DiceCount(lance.exponent), "the lance"), Fact(Obstacle(obstacle), "to hit"))
    blocks: list[Block] = [Verdict(title, facts, SAID[when])]
    if facing is Facing.COUNTER or skill.exponent > felt.lost:
        table_, chances = _divided(skill, felt, attack, obstacle, first=won and shorter)
        values |= chances
        blocks.append(table_)
    blocks += ledger(felt, skill.exponent, 0, against=OWN)
    return Answer(values, tuple(blocks))


SAID = {
    Timing.FIRST: "The lance strikes first. Whoever it drops or shakes does nothing more.",
    Timing.TOGETHER: "Defense and lance are rolled at once, as ever.",
    Timing.BETWEEN: "Divide the dice, roll the lance against the defending half, take the wound, then strike back.",
    Timing.USUAL: "Both act as they would on foot.",
}


def _divided(skill: Ability, felt: Felt, attack: Roll, obstacle: int, *, first: bool) -> tuple[Table, dict[str, Any]]:
    """Every way to divide a Counterstrike, with the chance that its riposte comes before any wound."""
    dice = skill.exponent - felt.lost
    ways = Counterstrike(dice, skill.shade, penalty=felt.added).splits(attack, obstacle)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one.defending}D / {one.riposte}D", one.struck, one.hits, one.good) for one in ways
    )
    last = "You hit, unhurt" if first else "You hit, they do not"
    columns = ("Defend / strike", "The lance hits", "You hit back", last)
    best = max(ways, key=lambda one: (one.good, -one.struck))
    values = {"struck": best.struck, "hits": best.hits, "good": best.good, "defend": best.defending}
    return Table("Every way to divide a Counterstrike", columns, rows, ways.index(best), Mark.DERIVED), values

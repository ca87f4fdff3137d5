"""A fight run at the table: whose turn it is, what the dice do, who is hurt (BSR-112)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Bar, Block, Card, Column, Entry, Fact, Note, Shown, Stage, Table, Told
from engine.forms import Asked, Between, Longest, Unusable, branch, row
from engine.games.bastard_sword.dice import Pool, Roll
from engine.games.bastard_sword.forms.pool import POOL_HINT, SCORE
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.rules import encounter as rules
from engine.games.bastard_sword.rules import injuries, movement, shooting
from engine.games.bastard_sword.rules.attributes import MOST_SCORE
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType, Modifiers
from engine.games.bastard_sword.rules.encounter import Attack, Encounter, Fighter, Injury, Lasts, One, Phase, Slot, Tag
from engine.games.bastard_sword.rules.facing import Arc
from engine.games.bastard_sword.rules.hit_shop import Effect
from engine.games.bastard_sword.rules.injuries import Hurt, Track
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.shooting import Grade, cover_malus
from engine.games.bastard_sword.rules.spirit import MOST_SPIRIT, cost
from engine.games.bastard_sword.words import dice as of_dice
from engine.games.bastard_sword.words import successes as counted
from engine.option import Option
from engine.rulings import Rulings
from engine.session import Dice, Offer, session

TABLE = "you"
MOST_PEOPLE, MOST_BOUGHT = 40, 3
NOBODY = "nobody"
FourD6, FourD8, NoDice = Pool.parse("4d6"), Pool.parse("4d8"), Pool.parse("0d6")
Name = Annotated[str, Longest(24), Asked("Name")]
Whom = Longest(8)
Added = Annotated[int, Between(0, 20), Asked("Bonus dice", quick=(0, 1, 2, 3))]
Bought = Annotated[int, Between(0, MOST_BOUGHT), Asked("Dice bought with spirit", quick=(0, 1, 2), more=True)]
Off = Annotated[int, Between(0, 60), Asked("Other malus", quick=(0, 1, 3), more=True)]


@row("line")
class LineRow:
    """A line of the set-up: one fighter, or several who are alike."""

    name: Name = "Brigand"
    many: Annotated[int, Between(1, 20), Asked("How many", quick=(1, 2, 4, 8))] = 1
    ours: Annotated[bool, Asked("On our side")] = False
    quickness: Annotated[Pool, Asked("Reflex or perception", POOL_HINT)] = FourD6
    weapon: Annotated[Pool, Asked("Weapon skill", POOL_HINT)] = FourD6
    band: Annotated[Band, Asked("The weapon is for")] = Band.MEDIUM
    rating: Annotated[int, Between(0, 2 * MOST_SCORE), Asked("Its damage rating", quick=(6, 8, 10))] = 8
    modifiers: Annotated[Modifiers, Asked("Its B/P/S", "As in 0/+1/X")] = Modifiers.parse("X/0/0")
    armour: Annotated[Armour, Asked("Armour, B/P/S", "As in 2/1/2")] = Armour.parse("1/0/1")
    shooting: Annotated[Pool, Asked("Ranged skill", "0d6 for none")] = NoDice
    shot_rating: Annotated[int, Between(0, 2 * MOST_SCORE), Asked("Rating of the missile", quick=(6, 8, 10))] = 8
    increment: Annotated[int, Between(1, 1000), Asked("Range increment", quick=(10, 20))] = 20
    spirit: Annotated[int, Between(0, MOST_SPIRIT), Asked("Spirit", quick=(16, 20, 24, 28))] = 20
    speed: Annotated[int, Between(0, 60), Asked("Movement", quick=(9, 12, 14))] = 12
    constitution: Annotated[int, SCORE, Asked("Constitution", quick=(3, 4, 5))] = 3
    track: Annotated[Track, Asked("Injury track", "As in 3(3+1)")] = Track()
    surprised: Annotated[bool, Asked("Surprised")] = False


# --- Moves ---


@branch("Roll initiative")
class RollInitiative:
    """One roll for each line."""

    rolls: ClassVar[bool] = True


@branch("Strike")
class Strike:
    """A blow in melee; the target says first whether it defends."""

    target: Annotated[str, Whom, Asked("At whom")] = NOBODY
    arc: Annotated[Arc, Asked("From the", more=True)] = Arc.FRONT


@branch("Shoot")
class Shoot:
    """A shot; the target says first whether it dodges."""

    target: Annotated[str, Whom, Asked("At whom")] = NOBODY
    metres: Annotated[int, Between(0, 5000), Asked("Metres", quick=(5, 10, 20, 50))] = 10
    cover: Annotated[Grade, Asked("Cover")] = Grade.NONE


@branch("Go")
class Go:
    """Steps, and where they end."""

    steps: Annotated[int, Between(0, 200), Asked("Steps", quick=(0, 3, 6, 12))] = 6
    to: Annotated[str, Whom, Asked("Up to")] = NOBODY
    band: Annotated[Band, Asked("At")] = Band.MEDIUM


@branch("Test something else")
class Test:
    """Any other action or reaction: its dice count, and what it does is marked by hand."""

    rolls: ClassVar[bool] = True
    words: Annotated[str, Longest(40), Asked("What")] = ""
    pool: Annotated[Pool, Asked("The skill", POOL_HINT)] = FourD6
    dice: Annotated[int, Between(0, 60), Asked("Base dice", quick=(1, 2, 3, 4))] = 2
    bonus: Added = 0
    bought: Bought = 0
    off: Off = 0
    free: Annotated[bool, Asked("A free action or reaction", more=True)] = False


@branch("Drop, or rise")
class LieOrRise:
    """To the ground for a step, or up for half the movement."""


@branch("Done for this round")
class Done:
    """The turn ends."""


@branch("Wait")
class Wait:
    """The turn comes below 0 instead."""


@branch("Done, and a second turn")
class Again:
    """The turn ends, and a second one comes below 0."""


@branch("Retaliate")
class Retaliate:
    """A foe in reach strikes at the one whose turn it is."""

    who: Annotated[str, Whom, Asked("Who strikes")] = NOBODY


@branch("Mark")
class MarkOne:
    """What a manoeuvre or the GM does to a fighter."""

    who: Annotated[str, Whom, Asked("Who")] = NOBODY
    words: Annotated[str, Longest(30), Asked("What it is")] = "Intimidated"
    malus: Annotated[int, Between(0, 60), Asked("Malus", quick=(0, 1, 2, 3))] = 1
    lasts: Annotated[Lasts, Asked("Lasts")] = Lasts.FIGHT
    spirit: Annotated[int, Between(-60, 60), Asked("Spirit won or lost", quick=(-3, -1, 0, 1, 5))] = 0
    initiative: Annotated[int, Between(-20, 20), Asked("Initiative up or down", quick=(-1, 0, 1))] = 0


@branch("Meet it")
class Meet:
    """Dice to defend or to dodge with."""

    dice: Annotated[int, Between(1, 60), Asked("Base dice", quick=(1, 2, 3, 4))] = 2
    bonus: Added = 0
    bought: Bought = 0
    off: Off = 0


@branch("Let it come")
class TakeIt:
    """No dice against it."""


@branch("Roll it")
class RollIt:
    """The dice of the one who acts; both sides roll."""

    rolls: ClassVar[bool] = True
    dice: Annotated[int, Between(1, 60), Asked("Base dice", quick=(1, 2, 3, 4))] = 2
    bonus: Added = 0
    bought: Bought = 0
    off: Off = 0


@branch("Spend the hits")
class Spend:
    """Control and damage for the hits; damage is rolled at once."""

    rolls: ClassVar[bool] = True
    damage: Annotated[int, Between(0, 60), Asked("Dice of damage", quick=(0, 1, 2, 3))] = 0
    kind: Annotated[DamageType, Asked("Damage is")] = DamageType.SLASHING
    shift: Annotated[int, Between(0, 60), Asked("Shift", quick=(0, 1, 2), more=True)] = 0
    push: Annotated[int, Between(0, 60), Asked("Push", quick=(0, 1, 2), more=True)] = 0
    stagger: Annotated[int, Between(0, 60), Asked("Stagger", quick=(0, 1, 2), more=True)] = 0
    drive: Annotated[int, Between(0, 60), Asked("Drive", quick=(0, 1), more=True)] = 0
    disarm: Annotated[bool, Asked("Disarm", more=True)] = False
    grab: Annotated[bool, Asked("Grab: begin a grapple", more=True)] = False
    trip: Annotated[int, Between(0, 20), Asked("Trip, for so many hits", quick=(0, 1), more=True)] = 0
    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice of damage", quick=(0, 1, 2), more=True)] = 0


@branch("Mark the injury")
class TakeHit:
    """The row that it goes to, once luck has taken off what it can."""

    row: Annotated[str, Whom, Asked("Row")] = "0"
    spared: Annotated[int, Between(0, 60), Asked("Hits that luck took", quick=(0, 1, 2), more=True)] = 0


@branch("The next round")
class NextRound:
    """Dice, steps and purchases are back."""


# --- The state ---


class Rules(Option):
    """Which text of the game counts. Source: BSR-111."""

    FULL = "full", "full rules"
    QUICK = "quick", "quick start"


@dataclass(frozen=True, slots=True)
class Kept:
    """A fight on a page: the encounter, how the table reads it, and what the last step told."""

    fight: Encounter
    repeat: bool
    bleeds_over: bool
    told: tuple[Told, ...] = ()


FOUR = (
    LineRow("Anna", ours=True, weapon=FourD8, rating=9, spirit=28, armour=Armour.parse("1/2/4")),
    LineRow("Bart", ours=True, shooting=FourD8, spirit=24),
    LineRow("Brigand", many=3, spirit=16),
)


def start(
    lines: Annotated[tuple[LineRow, ...], Asked("Who fights")] = FOUR,
    played: Annotated[Rules, Asked("By the", gm=True)] = Rules.FULL,
    *,
    ask: Rulings,
) -> Kept:
    """Who acts, and what comes of it?"""
    if not lines:
        raise Unusable("lines", "A fight takes two sides; this has nobody in it.")
    whole = sum(line.many for line in lines)
    if whole > MOST_PEOPLE:
        raise Unusable("lines", f"A fight has at most {MOST_PEOPLE} people here; this has {whole}.")
    if len({line.ours for line in lines}) < 2:
        raise Unusable("lines", "A fight takes two sides; here all of them are on one.")
    ones: list[One] = []
    for at, line in enumerate(lines):
        fighter = Fighter(
            at,
            line.ours,
            line.quickness,
            line.weapon,
            line.band,
            damage_die(line.rating, ask),
            line.modifiers,
            line.armour,
            line.shooting,
            line.increment,
            damage_die(line.shot_rating, ask),
            line.spirit,
            line.speed,
            line.constitution,
            line.track,
            line.surprised,
        )
        ones += rules.crowd(line.name or f"Line {at + 1}", line.many, fighter)
    quick = played is Rules.QUICK
    repeat = ask["injury.repeat"] == "every"
    return Kept(Encounter(tuple(ones)), repeat, quick or ask["injury.bleeding-over"] == "death")


def moves(state: Kept) -> Mapping[str, Sequence[Any]]:
    """What may be done now. Source: BSR-112."""
    found = list(_offers(state))
    return {TABLE: found} if found else {}


def _offers(state: Kept) -> Iterator[Offer]:
    fight = state.fight
    match fight.phase:
        case Phase.BEGIN:
            yield Offer(RollInitiative, "Roll initiative", says="One roll for each line.")
        case Phase.TURN:
            yield from _turn(state)
        case Phase.MEET:
            yield from _meeting(fight)
        case Phase.ROLL:
            yield _rolling(fight)
        case Phase.SPEND:
            yield _spending(fight)
        case Phase.ROW:
            yield _row(state)
        case Phase.NEXT:
            yield Offer(NextRound, f"Begin round {fight.round + 1}")
            yield _marking(fight)


def _turn(state: Kept) -> Iterator[Offer]:
    """What the one whose turn it is may do, and what others may do to them for it."""
    fight = state.fight
    at = fight.now
    assert at is not None
    one = fight.ones[at]
    near = [other for other in fight.engaged(at) if other in fight.foes(at)]
    most = one.allowed(one.fighter.weapon.dice)
    if near and not one.acted and one.armed and one.allowed(one.fighter.weapon.dice):
        yield Offer(Strike(str(near[0])), f"{one.name} strikes", picks={"target": fight.names(near)})
    foes = fight.foes(at)
    if foes and not one.acted and one.fighter.shooting.dice and one.allowed(one.fighter.shooting.dice):
        yield Offer(Shoot(str(foes[0])), f"{one.name} shoots", picks={"target": fight.names(foes)})
    left = one.left
    if left and not any(at in pair for pair in fight.holds):
        others = {NOBODY: "nobody: away from all", **fight.names(foes)}
        says = f"{wording.count(left, 'step')} of movement left; a run is a test that adds more."
        yield Offer(
            Go(min(left, 6), str(foes[0]) if foes else NOBODY), f"{one.name} goes", says=says, picks={"to": others}
        )
    yield Offer(Done, f"{one.name} is done")
    if one.slot is Slot.FIRST and one.initiative > 0:
        yield Offer(Again, f"Done, and again at {wording.number(-one.initiative)}", aside=True)
        yield Offer(Wait, f"{one.name} waits for {wording.number(-one.initiative)}", aside=True)
    other = Test(pool=one.fighter.weapon, dice=min(2, most) or 1, free=one.acted or not most)
    yield Offer(other, f"{one.name} tests something else", aside=True)
    if one.to_turn_over <= one.fighter.speed - one.steps:
        yield Offer(LieOrRise, f"{one.name} {'gets up' if one.prone else 'drops'}", aside=True)
    ready = [
        other
        for other in near
        if fight.ones[other].armed and fight.ones[other].allowed(fight.ones[other].fighter.weapon.dice)
    ]
    if ready:
        says = "Before an act that draws it."
        yield Offer(
            Retaliate(str(ready[0])), "A foe retaliates", says=says, aside=True, picks={"who": fight.names(ready)}
        )
    yield _marking(fight)


def _marking(fight: Encounter) -> Offer:
    everyone = fight.names(range(len(fight.ones)))
    return Offer(MarkOne("0"), "Mark a fighter", "What a manoeuvre does", aside=True, picks={"who": everyone})


def _meeting(fight: Encounter) -> Iterator[Offer]:
    """The target says its dice first. Source: BSR-11."""
    attack = fight.attack
    assert attack is not None
    one = fight.ones[attack.at]
    granted = (one.fighter.quickness if attack.shot else one.fighter.weapon).dice
    most = one.allowed(granted)
    if one.up and most and (attack.shot or one.armed):
        does = "dodges" if attack.shot else "defends"
        yield Offer(Meet(min(most, 2)), f"{one.name} {does}", says=f"{of_dice(most)} at most.")
    yield Offer(TakeIt, f"{one.name} lets it come")


def _rolling(fight: Encounter) -> Offer:
    attack = fight.attack
    assert attack is not None
    one = fight.ones[attack.by]
    most = one.allowed((one.fighter.shooting if attack.shot else one.fighter.weapon).dice)
    off = _off(fight, attack)
    says = f"{of_dice(most)} at most; a malus of {off} {'on the roll' if attack.shot else 'on it'}."
    return Offer(RollIt(most), "Roll it", f"{one.name} {'shoots' if attack.shot else 'strikes'}", says)


def _off(fight: Encounter, attack: Attack) -> int:
    return fight.hampered(attack.by, attack.at, melee=not attack.shot)


def _spending(fight: Encounter) -> Offer:
    won = fight.won
    one, other = fight.ones[won.winner], fight.ones[won.loser]
    most = fight.shop.most_damage() if fight.damaging() else 0
    kinds = _kinds(fight)
    kind = DamageType.PIERCING if won.shot else max(kinds, key=lambda kind: kinds[kind], default=DamageType.SLASHING)
    damage = f"{of_dice(most) if most else 'no dice'} of damage at most"
    says = f"{wording.count(won.hits, 'hit')} against {other.name}; {damage}."
    return Offer(Spend(most, kind), "Spend them", f"{one.name} has hits to spend", says)


def _kinds(fight: Encounter) -> dict[DamageType, int]:
    """The types that the winner's weapon does, with what each gains over the loser's armour."""
    won = fight.won
    mine, theirs = fight.ones[won.winner].fighter.modifiers, fight.ones[won.loser].fighter.armour
    found = {kind: mine.of(kind) for kind in DamageType}
    return {kind: more - theirs.of(kind) for kind, more in found.items() if more is not None}


def _row(state: Kept) -> Offer:
    fight = state.fight
    injury = fight.injury
    assert injury is not None
    one = fight.ones[injury.at]
    found = fight.rows(again=state.repeat)
    words = {str(hurt.row): _hurt_words(hurt) for hurt in found}
    says = f"{wording.count(injury.hits, 'hit')} of {injury.kind.words}."
    best = injuries.best(found)
    return Offer(TakeHit(str(best.row)), f"{one.name} marks it", f"{one.name} is hurt", says, picks={"row": words})


def _hurt_words(hurt: Hurt) -> str:
    end = "death" if hurt.dead else "down" if hurt.down else "a wound" if hurt.major else "no wound"
    return f"row {hurt.row + 1}: {end}"


# --- Steps ---


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The fight after one step. Source: BSR-112."""
    fight = state.fight
    match move:
        case RollInitiative():
            return _begin(state, dice)
        case Strike(target, arc):
            return _announce(state, Attack(_at(fight), int(target), bonus=arc.bonus))
        case Shoot(target, metres, cover):
            return _announce(state, Attack(_at(fight), int(target), shot=True, metres=metres, cover=cover_malus(cover)))
        case Retaliate(who):
            return _announce(state, Attack(int(who), _at(fight), retaliation=True))
        case Go():
            return _go(state, move)
        case Test():
            return _test(state, move, dice)
        case LieOrRise():
            return _posture(state)
        case Done():
            return replace(state, fight=fight.done(), told=())
        case Again():
            return replace(state, fight=fight.done(Slot.SECOND), told=())
        case Wait():
            return replace(
                state, fight=fight.put(_at(fight), replace(fight.ones[_at(fight)], slot=Slot.WAIT)).turned(), told=()
            )
        case MarkOne():
            return _mark(state, move)
        case Meet() | TakeIt():
            return _meet(state, move if isinstance(move, Meet) else None)
        case RollIt():
            return _roll(state, move, dice)
        case Spend():
            return _spend(state, move, dice)
        case TakeHit(row, spared):
            return _take(state, int(row), spared)
        case NextRound():
            after = fight.next_round()
            return replace(state, fight=after, told=(Told(0, f"Round {after.round}.", "BSR-112", TABLE),))
    return state


def _at(fight: Encounter) -> int:
    at = fight.now
    assert at is not None
    return at


def _tell(text: str, rule: str) -> tuple[Told, ...]:
    return (Told(0, text, rule, TABLE),)


def _thrown(pool: Pool, words: str, dice: Dice) -> int:
    """The successes of a pool that falls now."""
    faces = [face for group in pool for face in dice.roll(words, group.count, group.die.sides)]
    return Roll(pool, tuple(faces)).successes


def _begin(state: Kept, dice: Dice) -> Kept:
    fight = state.fight
    rolled: dict[int, int] = {}
    for one in fight.ones:
        if one.fighter.line not in rolled:
            who = one.name.rpartition(" ")[0] if one.name[-1:].isdecimal() else one.name
            rolled[one.fighter.line] = _thrown(one.fighter.quickness, f"{who}: initiative", dice)
    after = fight.begin([rolled[line] for line in sorted(rolled)])
    said = wording.listed(f"{after.ones[at].name} at {after.ones[at].initiative}" for at in after.order)
    return replace(state, fight=after, told=_tell(f"{said or 'Nobody'}.", "BSR-30"))


def _announce(state: Kept, attack: Attack) -> Kept:
    one, other = state.fight.ones[attack.by], state.fight.ones[attack.at]
    does = "shoots at" if attack.shot else "retaliates against" if attack.retaliation else "strikes at"
    rule = "BSR-62" if attack.retaliation else "BSR-45" if attack.shot else "BSR-41"
    return replace(state, fight=state.fight.attacks(attack), told=_tell(f"{one.name} {does} {other.name}.", rule))


def _go(state: Kept, move: Go) -> Kept:
    fight = state.fight
    at = _at(fight)
    one = fight.ones[at]
    if move.steps > one.left:
        raise Unusable("move.steps", f"{one.name} has {wording.count(one.left, 'step')} left; this says {move.steps}.")
    each = movement.CRAWL if one.prone else 1
    after = fight.put(at, replace(one, steps=one.steps + move.steps * each))
    for other in range(len(fight.ones)):
        if other != at and str(other) != move.to:
            after = after.stand(at, other, None)
    if move.to != NOBODY:
        after = after.stand(at, int(move.to), move.band)
    where = (
        f"up to {fight.ones[int(move.to)].name}, at {move.band.words} range" if move.to != NOBODY else "away from all"
    )
    said = f"{one.name} goes {wording.count(move.steps, 'step')}, {where}."
    return replace(state, fight=after, told=_tell(said, "BSR-35"))


def _posture(state: Kept) -> Kept:
    fight = state.fight
    at = _at(fight)
    one = fight.ones[at]
    price, left = one.to_turn_over, one.fighter.speed - one.steps
    if price > left:
        raise Unusable("move", f"That takes {wording.count(price, 'step')}; {one.name} has {left} left.")
    after = fight.put(at, replace(one, prone=not one.prone, steps=one.steps + price))
    return replace(state, fight=after, told=_tell(f"{one.name} {'gets up' if one.prone else 'lies down'}.", "BSR-74"))


def _mark(state: Kept, move: MarkOne) -> Kept:
    at = int(move.who)
    one = state.fight.ones[at]
    tags = (*one.tags, Tag(move.words, move.malus, move.lasts)) if move.malus else one.tags
    spirit = max(0, min(one.fighter.most_spirit, one.spirit + move.spirit))
    initiative = max(0, one.initiative + move.initiative) if move.initiative else one.initiative
    changes = [
        f"{move.words}, malus {move.malus}, {move.lasts.words}" if move.malus else "",
        f"spirit {wording.signed(spirit - one.spirit)}" if spirit != one.spirit else "",
        f"initiative {initiative}" if initiative != one.initiative else "",
    ]
    said = wording.listed(change for change in changes if change) or "no change"
    after = state.fight.put(at, replace(one, tags=tags, spirit=spirit, initiative=initiative))
    after = after.turned() if after.phase is Phase.TURN else after
    return replace(state, fight=after, told=_tell(f"{one.name}: {said}.", "BSR-112"))


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice of one test, as they are said: whose, from which skill, and who they are after it."""

    pool: Pool
    one: One


def _dice(one: One, skill: Pool, move: Meet | RollIt | Test, bonus: int = 0) -> Thrown:
    """The dice of a test. Raises `Unusable` for more than there are. Source: BSR-17, BSR-18, BSR-33, BSR-34."""
    most = one.allowed(skill.dice)
    if move.dice > most:
        raise Unusable("move.dice", f"{one.name} has {of_dice(most)} for this; it says {move.dice}.")
    if move.bought and one.bought:
        raise Unusable("move.bought", f"{one.name} has bought dice this round already; that goes once a round.")
    price = cost(move.bought)
    if price > one.spirit:
        raise Unusable("move.bought", f"{of_dice(move.bought)} cost {price} spirit; {one.name} has {one.spirit}.")
    added = min(move.dice, bonus + move.bonus + move.bought)
    whole = min(move.dice + added, one.spirit - price)
    after = one.rolls(skill.dice, move.dice, price)
    return Thrown(skill.at_most(move.dice).plus(whole - move.dice), after)


def _test(state: Kept, move: Test, dice: Dice) -> Kept:
    fight = state.fight
    at = _at(fight)
    one = fight.ones[at]
    if not move.dice:
        raise Unusable("move.dice", "A test takes one die at least; this says 0.")
    if move.free:
        thrown = Thrown(move.pool.at_most(move.dice).plus(min(move.bonus, move.dice)), one)
    elif one.acted:
        raise Unusable("move.free", f"{one.name} has acted this turn; only what is free goes now.")
    else:
        thrown = _dice(one, move.pool, move)
        thrown = replace(thrown, one=replace(thrown.one, acted=True))
    result = _thrown(thrown.pool, f"{one.name}: {move.words or 'a test'}", dice) - one.malus - move.off
    said = f"{one.name} tests {move.words or 'something'}: {counted(result)}."
    return replace(state, fight=fight.put(at, thrown.one), told=_tell(said, "BSR-32"))


def _meet(state: Kept, move: Meet | None) -> Kept:
    fight = state.fight
    attack = fight.attack
    assert attack is not None
    one = fight.ones[attack.at]
    if move is None:
        return replace(state, fight=fight.met(None), told=_tell(f"{one.name} does nothing about it.", "BSR-41"))
    skill = one.fighter.quickness if attack.shot else one.fighter.weapon
    thrown = _dice(one, skill, move)
    off = fight.hampered(attack.at, attack.by, melee=not attack.shot) + move.off
    after = fight.put(attack.at, thrown.one).met((thrown.pool, off))
    does = "dodges" if attack.shot else "defends"
    rule = "BSR-48" if attack.shot else "BSR-41"
    return replace(state, fight=after, told=_tell(f"{one.name} {does} with {thrown.pool.words}.", rule))


def _roll(state: Kept, move: RollIt, dice: Dice) -> Kept:
    fight = state.fight
    attack = fight.attack
    assert attack is not None
    one, other = fight.ones[attack.by], fight.ones[attack.at]
    skill = one.fighter.shooting if attack.shot else one.fighter.weapon
    thrown = _dice(one, skill, move, attack.bonus)
    fell = _thrown(thrown.pool, one.name, dice)
    answered = _thrown(attack.meets[0], other.name, dice) - attack.meets[1] if attack.meets else 0
    off = _off(fight, attack) + move.off
    after = fight.put(attack.by, thrown.one)
    if attack.shot:
        far = shooting.distance_malus(attack.metres, one.fighter.increment)
        aimed = shooting.Shot(skill, prone=other.prone, malus=off, distance=far, cover=attack.cover)
        hits, stage = aimed.left(fell, max(0, answered))
        end = wording.count(hits, "hit") if stage is None else f"the shot fails at {stage.value}"
        said = f"{one.name} has {counted(fell)}: {end}."
        return replace(state, fight=after.rolled(hits), told=_tell(said, "BSR-45"))
    result = fell - off
    margin = result - answered
    if attack.meets is None:
        margin = max(0, margin)  # who does not defend scores nothing
    whose = one.name if margin > 0 else other.name
    won = f"{whose} wins, {wording.count(abs(margin), 'hit')}" if margin else "nobody hits"
    said = f"{wording.number(result)} to {wording.number(answered)}: {won}."
    return replace(state, fight=after.rolled(margin), told=_tell(said, "BSR-41"))


def _spend(state: Kept, move: Spend, dice: Dice) -> Kept:
    fight = state.fight
    won = fight.won
    winner, loser = fight.ones[won.winner], fight.ones[won.loser]
    bought = {
        Effect.SHIFT: move.shift,
        Effect.PUSH: move.push,
        Effect.STAGGER: move.stagger,
        Effect.DRIVE: move.drive,
        Effect.DISARM: int(move.disarm),
    }
    if won.shot and (any(bought.values()) or move.grab or move.trip):
        raise Unusable("move.damage", "Hits of a shot are damage; nothing else is to be had for them.")
    after = fight.spent(bought)
    if move.damage and not after.damaging():
        raise Unusable(
            "move.damage", f"From there {winner.name}’s weapon does no damage; this buys {of_dice(move.damage)}."
        )
    whole = won.hits if won.shot else fight.shop.cost(bought, move.damage) + move.grab + move.trip
    if whole > won.hits or (won.shot and move.damage > won.hits):
        raise Unusable(
            "move.damage", f"This costs {wording.count(max(whole, move.damage), 'hit')}; there are {won.hits}."
        )
    if move.grab:
        after = replace(after, holds=after.holds | {(won.winner, won.loser)})
    if move.trip:
        after = after.put(won.loser, replace(after.ones[won.loser], prone=True))
    done = [*rules.bill(bought), *(["grab"] if move.grab else []), *(["trip"] if move.trip else [])]
    injury, damaged = _damage(winner, loser, won.loser, move, dice, shot=won.shot)
    told = [Told(0, f"{winner.name} buys {wording.listed(done)}.", "BSR-43", TABLE)] if done else []
    return replace(state, fight=after.hurt(injury), told=(*told, *damaged))


def _damage(
    winner: One, loser: One, at: int, move: Spend, dice: Dice, *, shot: bool
) -> tuple[Injury | None, tuple[Told, ...]]:
    """The roll of the damage that was bought, past armour. Source: BSR-51, BSR-52."""
    if not move.damage:
        return None, ()
    modifier = 0 if shot else winner.fighter.modifiers.of(move.kind)
    if modifier is None:
        raise Unusable("move.kind", f"{winner.name}’s weapon does no {move.kind.words} damage.")
    die = winner.fighter.shot_die if shot else winner.fighter.die
    blow = Blow(move.damage, die, move.bonus + max(0, modifier), max(0, -modifier), loser.fighter.armour.of(move.kind))
    if blow.pool is None:
        return None, _tell(f"{winner.name}’s weapon is too weak to do damage.", "BSR-51")
    fell = _thrown(blow.pool, f"{winner.name}: damage", dice)
    hits = max(0, fell - blow.malus - blow.protection)
    said = f"{blow.pool.words} of {move.kind.words}: {counted(fell)}, {wording.count(hits, 'hit')} past the armour."
    return Injury(at, move.kind, hits), _tell(said, "BSR-51")


def _take(state: Kept, row: int, spared: int) -> Kept:
    fight = state.fight
    injury = fight.injury
    assert injury is not None
    one = fight.ones[injury.at]
    left = max(0, injury.hits - spared)
    fight = fight.hurt(replace(injury, hits=left))
    if not left:
        return replace(state, fight=fight, told=_tell(f"Luck: {one.name} is unhurt.", "BSR-73"))
    found = fight.rows(again=state.repeat)
    chosen = next((hurt for hurt in found if hurt.row == row), injuries.best(found))
    after = fight.marked(chosen, bleeds_over=state.bleeds_over)
    now = after.ones[injury.at]
    end = (
        f"{one.name} is {now.fate.words}"
        if not now.up
        else f"{one.name} has {'a wound' if chosen.major else 'an injury'}"
    )
    return replace(state, fight=after, told=_tell(f"{end}: row {chosen.row + 1}.", "BSR-53"))


# --- How it stands ---


def show(state: Kept) -> Answer:
    """The order of the round as a rail, and everyone in a line."""
    fight = state.fight
    figure, sentence = _figure(fight)
    round_ = (Fact(fight.round, "round"),) if fight.round else ()
    bars = tuple(_bar(fight, ours=ours) for ours in (True, False))
    stage = Stage(figure, round_, sentence, None, bars, tuple(_rail(fight)))
    blocks: list[Block] = [stage, _everyone(fight)]
    if fight.phase is Phase.OVER:
        blocks.append(Note("Spirit surges back for those who are left, and morale for whoever won.", rule="BSR-63"))
    values = {
        "phase": fight.phase.value,
        "round": fight.round,
        "now": fight.ones[fight.now].name if fight.now is not None and fight.phase is not Phase.BEGIN else "",
        "order": [[fight.ones[at].name, fight.ones[at].count] for at in fight.order],
        "spirit": [one.spirit for one in fight.ones],
        "marks": [list(one.marks) for one in fight.ones],
        "fates": [one.fate.value for one in fight.ones],
    }
    return Answer(values, tuple(blocks))


def _figure(fight: Encounter) -> tuple[str, str]:
    attack, at = fight.attack, fight.now
    if fight.phase is Phase.BEGIN:
        return "Initiative", "Everyone rolls initiative."
    if fight.phase is Phase.OVER:
        ours = any(one.up and one.fighter.ours for one in fight.ones)
        return (
            ("Our side stands", "Nobody of theirs is up.") if ours else ("Their side stands", "Nobody of ours is up.")
        )
    if fight.phase is Phase.NEXT:
        return f"Round {fight.round} is over", f"Round {fight.round} is over."
    if fight.phase is Phase.ROW and fight.injury:
        name = fight.ones[fight.injury.at].name
        return f"{name} is hurt", f"{name} marks {wording.count(fight.injury.hits, 'hit')}."
    if attack and fight.phase is Phase.SPEND:
        name = fight.ones[fight.won.winner].name
        return f"{name} hits", f"{name} has {wording.count(fight.won.hits, 'hit')} to spend."
    if attack:
        name = fight.ones[attack.at if fight.phase is Phase.MEET else attack.by].name
        return name, f"{name} says the dice."
    name = fight.ones[at].name if at is not None else "Nobody"
    return name, f"It is {name}’s turn."


def _bar(fight: Encounter, *, ours: bool) -> Bar:
    side = [one for one in fight.ones if one.fighter.ours is ours]
    up = sum(one.up for one in side)
    return Bar("ours" if ours else "theirs", "Our side" if ours else "Their side", "up", up, len(side))


def _rail(fight: Encounter) -> Iterator[Column]:
    """Who still acts in this round, the next one first."""
    if fight.phase in (Phase.BEGIN, Phase.OVER):
        return
    for place, at in enumerate(fight.order[:8]):
        one = fight.ones[at]
        left = of_dice(max(0, one.allowed(one.fighter.weapon.dice))) if one.spirit else "no spirit"
        card = Card(0 if one.fighter.ours else 1, Shown.FACE, one.name, left)
        yield Column(wording.number(one.count or 0), "now" if not place else "", (card,), now=not place)


def _everyone(fight: Encounter) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for at, one in enumerate(fight.ones):
        near = [
            f"{fight.ones[other].name} ({band.words})" for other in fight.engaged(at) if (band := fight.band(at, other))
        ]
        state = [one.fate.words if not one.up else "", "prone" if one.prone else "", "" if one.armed else "disarmed"]
        state += [f"{tag.words} ({tag.malus})" for tag in one.tags]
        hurt = " ".join(map(str, one.marks)) if any(one.marks) else None
        rows.append(
            (
                one.name,
                f"{one.spirit} of {one.fighter.most_spirit}",
                hurt,
                one.malus or None,
                wording.listed(near) or None,
                wording.listed(word for word in state if word) or None,
            )
        )
    return Table("Everyone", ("Who", "Spirit", "Injuries", "Malus", "In melee with", "State"), tuple(rows), fight.now)


session("bs-encounter", rules="BSR-112", start=start, moves=moves, step=step, show=show)

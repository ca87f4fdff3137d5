"""Positioning in Fight!: the test, length dice, what was positioned with, advantage, missiles and spells in hand."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.fight.distance_fields import (
    B4,
    Arm,
    Both,
    Multiplier,
    OtherDice,
    Outruns,
    Pair,
    Quicker,
    Reflexes,
    TheirDistance,
    TheirOtherDice,
    Theirs,
    TheirSpeed,
    TheirWeaponMore,
    TheyScript,
    YourSpeed,
    YourWeaponMore,
    YouScript,
    capital,
    said,
    tested,
)
from engine.games.burning_wheel.dice import DiceCount
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.forms.tested import Tested
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, row_notes, wielded
from engine.games.burning_wheel.readings.fight_conditions import kneeling
from engine.games.burning_wheel.readings.fight_positioning import dice_of_length, owes, track_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.versus import logged_against
from engine.games.burning_wheel.rules import eaten, fight_posture, stances
from engine.games.burning_wheel.rules import fight_positioning as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_distance import Distance, Positioning, gap
from engine.games.burning_wheel.rules.fight_hesitation import Position
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_positioning import (
    ADVANTAGE,
    Favor,
    Hindered,
    Outcome,
    Owed,
    Trying,
    Used,
    Wields,
    chances,
    of_length,
)
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.versus import Side
from engine.games.burning_wheel.rules.weapons import WEAPONS, Length
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark

SWORD, KNIFE = (Weapon.of(WEAPONS[key]) for key in ("sword", "dirk"))


class Aid(Option):
    """What else gives dice to positioning. Source: FGT-11."""

    STANCE = "stance", "stance dice moved here", stances.DICE
    ADVANTAGE = "advantage", "terrain, or another advantage", ADVANTAGE

    @property
    def line(self) -> Line:
        """Its dice in a ledger."""
        return Line(self.amount or 0, capital(self.words), "FGT-52" if self is Aid.STANCE else "FGT-64")


YourAids = Annotated[frozenset[Aid], Asked("You also have", more=True)]
TheirAids = Annotated[frozenset[Aid], Asked("They also have", more=True)]


class Nerve(Option):
    """Whether someone hesitates, and what that makes of positioning. Source: FGT-61."""

    FREE = Position.FREE.value, "not hesitating"
    ZERO = Position.ZERO.value, "hesitating: no dice"
    FLEES = Position.FLEES.value, "Running Screaming"

    def script(self, wanted: Positioning) -> Positioning:
        """What they do instead of what they scripted."""
        return {Nerve.ZERO: Positioning.MAINTAIN, Nerve.FLEES: Positioning.WITHDRAW}.get(self, wanted)


CALM = (Nerve.FREE, Nerve.FREE)


@dataclass(frozen=True, slots=True)
class Positions:
    """Both sides of a positioning test: the ledger of each pool, and what eats their successes."""

    speeds: tuple[Ability, Ability]
    lines: tuple[tuple[Line, ...], tuple[Line, ...]]
    penalties: tuple[int, int] = (0, 0)
    frozen: tuple[bool, bool] = (False, False)

    @property
    def chances(self) -> Mapping[Outcome, Fraction]:
        """The chance of each end. Source: FGT-10, FGT-61."""
        mine, theirs = self.rolls
        if self.frozen[1]:
            return rules.against_hesitating(mine)
        return rules.turned(rules.against_hesitating(theirs)) if self.frozen[0] else chances(mine, theirs)

    def outcome(self, rolled: Both) -> Outcome:
        """How it ended. Source: FGT-09, FGT-19, FGT-61."""
        if self.frozen[1]:
            return rules.over_hesitating(rolled.own, self.penalties[0])
        if self.frozen[0]:
            lost = rules.over_hesitating(rolled.other, self.penalties[1])
            return list(Outcome)[::-1][list(Outcome).index(lost)]
        own, against = self.left(rolled)
        return Outcome.by(own - against)

    @property
    def rolls(self) -> tuple[Roll, Roll]:
        """The pools as they are rolled."""
        mine, theirs = (
            Roll(tested(lines, speed), penalty)
            for lines, speed, penalty in zip(self.lines, self.speeds, self.penalties, strict=True)
        )
        return mine, theirs

    @property
    def ledgers(self) -> tuple[Working, Working]:
        """Where the dice of both come from."""
        mine, theirs = self.rolls
        return (
            Working(self.lines[0], mine.pool.dice, "Your dice", "D"),
            Working(self.lines[1], theirs.pool.dice, "Their dice", "D"),
        )

    def left(self, rolled: Both) -> tuple[int, int]:
        """What +Ob leaves of both rolls. Source: FGT-09."""
        return eaten.left(rolled.own, self.penalties[0]), eaten.left(rolled.other, self.penalties[1])

    def marks(self, rolled: Both, ask: Rulings) -> tuple[Any, ...]:
        """What the roll leaves in the log of Speed."""
        sides = [Side(roll.pool, roll.penalty) for roll in self.rolls]
        against = logged_against(sides[0], sides[1], rolled.other, ask)
        won = self.outcome(rolled).won is True
        return Test(sides[0].pool, against, ask).marks("speed", Tested.SPEED.kind, passed=won)


def both(
    speeds: tuple[Ability, Ability],
    lengths: tuple[Line, Line],
    quicker: Quicker,
    outruns: Outruns,
    aids: tuple[Collection[Aid], Collection[Aid]] = (frozenset(), frozenset()),
    other: tuple[int, int] = (0, 0),
    lost: Line | None = None,
    penalties: tuple[int, int] = (0, 0),
    nerves: tuple[Nerve, Nerve] = CALM,
) -> Positions:
    """The ledgers of both sides; `lost` are the dice that my wounds take. Source: FGT-11, FGT-61."""
    found: list[tuple[Line, ...]] = []
    for side in (0, 1):
        if nerves[side] is Nerve.ZERO:
            found.append((Line(0, "Hesitating: no dice", "FGT-61"),))
            continue
        flees = nerves[side] is Nerve.FLEES
        lines = [
            Line(speeds[side].exponent, f"Speed {speeds[side]}", "FGT-10"),
            quicker.lines[side],
            outruns.lines[side],
            Line(0, "Running: no weapon dice", "FGT-61") if flees else lengths[side],
            *(aid.line for aid in Aid if aid in aids[side] and not (flees and aid is Aid.ADVANTAGE)),
            Line(other[side], "Other dice", "FGT-11"),
        ]
        if lost and not side:
            lines.append(Line(max(lost.amount, -sum(line.amount for line in lines)), lost.reason, lost.rule))
        found.append(tuple(lines))
    frozen = nerves[0] is Nerve.ZERO, nerves[1] is Nerve.ZERO
    return Positions(speeds, (found[0], found[1]), penalties, frozen)


@calculator("position", rules="FGT-10 FGT-11")
def position(
    speed: YourSpeed = B4,
    other: TheirSpeed = B4,
    mine: YouScript = Positioning.MAINTAIN,
    theirs: TheyScript = Positioning.CLOSE,
    weapon: YourWeaponMore = Arm.LONG,
    other_weapon: TheirWeaponMore = Arm.SHORT,
    distance: Annotated[Distance, Asked("Your distance now", more=True)] = Distance.OPTIMAL,
    other_distance: TheirDistance = Theirs.WEAPONS,
    rolled: Annotated[Ahead | Both, Asked("The dice", more=True)] = Ahead(),
    quicker: Reflexes = Quicker.NOBODY,
    outruns: Multiplier = Outruns.NOBODY,
    aids: YourAids = frozenset(),
    their_aids: TheirAids = frozenset(),
    bonus: OtherDice = 0,
    their_bonus: TheirOtherDice = 0,
    beaten: Annotated[bool, Asked("Your weapon is beaten aside", more=True)] = False,
    their_beaten: Annotated[bool, Asked("Theirs is beaten aside", more=True)] = False,
    hindered: Annotated[frozenset[Hindered], Asked("You are", more=True)] = frozenset(),
    their_hindered: Annotated[frozenset[Hindered], Asked("They are", more=True)] = frozenset(),
    nerve: Annotated[Nerve, Asked("Your nerve", more=True)] = Nerve.FREE,
    their_nerve: Annotated[Nerve, Asked("Their nerve", more=True)] = Nerve.FREE,
    idle: Annotated[bool, Asked("You have no action in this volley", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who wins the positioning?"""
    hurt = feels(wounds, speed, ask, ELEMENTS["speed"])
    if hurt.gone:
        return no_test(hurt.gone)
    idles = idle and ask["fight.position-without-action"] == "no"
    scripts = nerve.script(Positioning.STAND if idles else mine), their_nerve.script(theirs)
    one, two = weapon.wields, other_weapon.wields
    names = weapon.words, other_weapon.words
    pair = Pair.of(track_of(one, two, ask), distance, other_distance, scripts, names, ask)
    nobody = Outcome.TIE if nerve is their_nerve is Nerve.ZERO else rules.automatic(*scripts)
    if nobody is not None:
        return _unrolled(pair, nobody)
    lengths = (
        dice_of_length(one, two, pair.at[0], ask, beaten=beaten),
        dice_of_length(two, one, pair.at[1], ask, beaten=their_beaten),
    )
    eats = _eats("hindered", hindered, ask, hurt.obstacle), _eats("their_hindered", their_hindered, ask)
    penalties = sum(line.amount for line in eats[0]), sum(line.amount for line in eats[1])
    lost = hurt.dice if hurt.lost else None
    more, nerves = (bonus, their_bonus), (nerve, their_nerve)
    sides = both((speed, other), lengths, quicker, outruns, (aids, their_aids), more, lost, penalties, nerves)
    notes = (*penalized(eats), *pair.notes)
    if isinstance(rolled, Both):
        return _positioned(pair, sides, rolled, notes, ask)
    return _odds(pair, sides, notes)


def _eats(at: str, hindered: Collection[Hindered], ask: Rulings, *hurt: Line) -> tuple[Line, ...]:
    """What eats successes of one side, line by line; the refusal stands at a field. Source: FGT-09, FGT-11, FGT-26."""
    if {Hindered.DOWN, Hindered.KNEELING} <= set(hindered):
        raise Unusable(at, "On the ground or kneeling, not both; choose one.")
    lines = [Line(one.amount or 0, capital(one.words), "FGT-11") for one in Hindered if one in hindered]
    if Hindered.KNEELING in hindered:
        harder = kneeling(Posture.KNEES, Doing.POSITION, ask)
        lines.append(fight_posture.line(Posture.KNEES, Doing.POSITION, kneeling=harder))
    return tuple(line for line in (*lines, *hurt) if line.amount)


def penalized(eats: tuple[tuple[Line, ...], tuple[Line, ...]]) -> tuple[Working, ...]:
    """The ledgers of +Ob, which takes as many successes off a roll; none where there is none. Source: FGT-09."""
    found = []
    for whose, lines in zip(("your", "their"), eats, strict=True):
        if lines:
            found.append(Working(lines, sum(line.amount for line in lines), f"+Ob, eats {whose} successes"))
    return tuple(found)


def _values(pair: Pair, found: Any) -> dict[str, Any]:
    """The chance of each end, and where each leads."""
    return {
        "chance": found[Outcome.WIN_TWO] + found[Outcome.WIN],
        "theirs": found[Outcome.LOSE_TWO] + found[Outcome.LOSE],
        **{outcome.value.replace("-", "_"): found[outcome] for outcome in Outcome},
        **{f"{outcome.value.replace('-', '_')}_at": said(pair.options(outcome)[0]) for outcome in Outcome},
    }


def _odds(pair: Pair, sides: Positions, notes: Sequence[Block]) -> Answer:
    """Nobody has rolled."""
    mine, theirs = sides.rolls
    found = sides.chances
    values = _values(pair, found)
    shown = wording.percent(values["chance"])
    facts = (
        Fact(DiceCount(mine.pool.dice), "you"),
        Fact(DiceCount(theirs.pool.dice), "they"),
        Fact(found[Outcome.WIN_TWO], "by two"),
        Fact(found[Outcome.TIE], "a tie"),
    )
    sentence = f"You win {often(values['chance'])}; then {values['win_at']}, by two {values['win_two_at']}."
    blocks: list[Block] = [
        Verdict(shown, facts, sentence, Mark.DERIVED),
        pair.ladders,
        pair.ends(found),
        *sides.ledgers,
        *notes,
    ]
    return Answer({**values, "dice": mine.pool.dice, "their_dice": theirs.pool.dice}, tuple(blocks))


def _unrolled(pair: Pair, outcome: Outcome) -> Answer:
    """Someone stands still: nothing is rolled."""
    found = {one: Fraction(int(one is outcome)) for one in Outcome}
    at = pair.options(outcome)[0]
    figure = {True: "Your way", False: "Their way", None: "Nobody moves"}[outcome.won]
    facts = (Fact("no roll"), Fact(said(at)))
    sentence = f"{figure}, without a roll: {said(at)}."
    blocks = (Verdict(figure, facts, sentence), pair.ladders, pair.ends(current=outcome), *pair.notes)
    return Answer({**_values(pair, found), "dice": 0, "their_dice": 0}, blocks)


def _positioned(pair: Pair, sides: Positions, rolled: Both, notes: Sequence[Block], ask: Rulings) -> Answer:
    """Both have rolled."""
    own, against = sides.left(rolled)
    outcome = sides.outcome(rolled)
    at = pair.options(outcome)[0]
    found = {one: Fraction(int(one is outcome)) for one in Outcome}
    compared = f"{own} to {against}"
    facts = (Fact(compared, "successes"), Fact(said(at)))
    verdict = Verdict(outcome.words, facts, f"{outcome.words}, {compared}: {said(at)}.")
    mine, theirs = sides.rolls
    values = {**_values(pair, found), "dice": mine.pool.dice, "their_dice": theirs.pool.dice, "where": said(at)}
    shown = (verdict, pair.ladders, pair.ends(current=outcome), *sides.ledgers, *notes)
    return Answer(values, shown, sides.marks(rolled, ask))


class When(Option):
    """Where a fighter stands when length dice are counted. Source: FGT-13."""

    START = "start", "first test, before any script"
    OUT = "out", "out of reach"
    LUNGING = "lunging", "lunging"
    OPTIMAL = "optimal", "optimal"
    INSIDE = "inside", "inside"

    @property
    def distance(self) -> Distance | None:
        """The distance; None for the first test."""
        return None if self is When.START else Distance.of(self.value)


@calculator("length-dice", rules="FGT-12 FGT-13")
def length_dice(
    mine: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = SWORD,
    theirs: Annotated[Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS)] = KNIFE,
    distance: Annotated[When, Asked("The longer one stands")] = When.OPTIMAL,
    *,
    ask: Rulings,
) -> Answer:
    """Whose weapon is longer, and what is that worth?"""
    arms = wielded(mine, ask), wielded(theirs, ask)
    for arm, field in zip(arms, ("mine", "theirs"), strict=True):
        if arm.weapon.length is Length.AS_WEAPON:
            raise Unusable(field, "A beak is as long as the weapon that it is fixed to; choose that weapon.")
    one, two = (of_length(arm.weapon.length) for arm in arms)
    dice = dice_of_length(one, two, distance.distance, ask), dice_of_length(two, one, distance.distance, ask)
    rows: list[tuple[Entry, ...]] = [(capital(when.words), *_pair_of(one, two, when.distance, ask)) for when in When]
    steps = abs(gap(one.length, two.length))
    apart = "equal length" if not steps else f"{wording.count(steps, 'step')} apart"
    lengths = tuple(Fact(side.length.words, name) for side, name in ((one, "yours"), (two, "theirs")))
    table = Table("Length dice by distance", ("Distance", "You", "They"), tuple(rows), list(When).index(distance))
    values = {"mine": dice[0].amount, "theirs": dice[1].amount, "steps": steps}
    notes = row_notes(tuple(dict.fromkeys(arm.row for arm in arms if arm.row)))
    return Answer(values, (_lengths(dice, (*lengths, Fact(apart))), table, *notes))


def _lengths(dice: tuple[Line, Line], facts: tuple[Fact, ...]) -> Verdict:
    """Who has how many dice for length, and why."""
    mine, theirs = dice
    if mine.amount and theirs.amount:
        figure, said_by = f"+{mine.amount}D each", "Both of you"
    elif mine.amount or theirs.amount:
        who = "you" if mine.amount else "they"
        figure, said_by = f"+{mine.amount or theirs.amount}D", "You" if mine.amount else "They"
        facts = (Fact(who), *facts)
    else:
        return Verdict("No die", facts, f"Nobody gets a die for length: {mine.reason.lower()}.")
    reason = (mine if mine.amount else theirs).reason
    return Verdict(figure, facts, f"{said_by} get {figure} for length: {reason[:1].lower()}{reason[1:]}.")


def _pair_of(one: Wields, two: Wields, own: Distance | None, ask: Rulings) -> tuple[DiceCount, DiceCount]:
    mine, theirs = dice_of_length(one, two, own, ask), dice_of_length(two, one, own, ask)
    return DiceCount(mine.amount), DiceCount(theirs.amount)


class Spends(Option):
    """What an action of the volley does with what was positioned with. Source: FGT-15."""

    ATTACK = "attack", "attack with it"
    USE = "use", "use it otherwise: Block, cast"
    ATTACK_OTHER = "attack-other", "attack with something else"
    ELSE = "else", "something without it"
    NONE = "none", "no action"

    @property
    def used(self) -> Used | None:
        """The same for the rule; None where there is no action."""
        same = self in (Spends.ATTACK, Spends.USE)
        return None if self is Spends.NONE else Used(same, self in (Spends.ATTACK, Spends.ATTACK_OTHER))


OWED = {
    Owed.KEPT: ("The dice stand", "used in this volley", "It is used: the length dice stand."),
    Owed.UNUSED: ("No dice", "no action uses it", "No action of the volley uses it: it gives no length dice."),
    Owed.ANOTHER: (
        "No dice",
        "an attack uses another",
        "Another weapon attacks in the same volley: this one gives no length dice.",
    ),
}
STARTED = {
    "warn": ("Owed", "the first exchange", "You should use it in the first exchange: it placed you."),
    "must": ("No dice", "not in the first exchange", "It has to be used in the first exchange, or gives no dice."),
    "free": ("The dice stand", "nothing is owed", "Nothing is owed for the first test."),
}


@calculator("position-weapon", rules="FGT-15")
def position_weapon(
    first: Annotated[Spends, Asked("First action")] = Spends.ATTACK,
    second: Annotated[Spends, Asked("Second action")] = Spends.NONE,
    third: Annotated[Spends, Asked("Third action", more=True)] = Spends.NONE,
    start: Annotated[bool, Asked("It was the first test, before any script", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Must I use what I positioned with?"""
    actions = tuple(one.used for one in (first, second, third) if one.used is not None)
    owed = owes(actions, ask)
    if start:
        kept = any(one.same for one in actions)
        reading = "" if kept else ask["fight.start-weapon"]
        key, (figure, why, sentence) = ("kept", OWED[Owed.KEPT]) if kept else (reading, STARTED[reading])
    else:
        key, (figure, why, sentence) = owed.value, OWED[owed]
    steps = Table(
        "What each action does with it",
        ("Action", "Does", "Uses it"),
        tuple(
            (number, capital(one.words), one.used is not None and one.used.same)
            for number, one in enumerate((first, second, third), 1)
            if one is not Spends.NONE
        ),
    )
    blocks: tuple[Block, ...] = (Verdict(figure, (Fact(why),), sentence), *((steps,) if steps.rows else ()))
    return Answer({"owed": key, "dice": figure == "The dice stand"}, blocks)


@calculator("fight-advantage", rules="FGT-64")
def fight_advantage(
    reasons: Annotated[frozenset[Favor], Asked("In your favor")] = frozenset({Favor.ABOVE}),
    trying: Annotated[Trying, Asked("You try")] = Trying.POSITION,
    inside: Annotated[bool, Asked("On the inside")] = False,
    granted: Annotated[bool, Asked("The GM grants weight off the inside too", gm=True, more=True)] = False,
) -> Answer:
    """Is that worth an advantage die?"""
    dice = rules.advantage(reasons, trying, inside=inside, granted=granted)
    rows = tuple((capital(one.words), rules.favors(one, trying, inside=inside, granted=granted)) for one in Favor)
    good = [one for one in Favor if one in reasons and rules.favors(one, trying, inside=inside, granted=granted)]
    figure = f"+{dice}D" if dice else "No die"
    why = wording.listed(one.words for one in good) if good else "nothing that counts here"
    sentence = f"An advantage die: {why}." if good else f"No advantage die for {trying.words}: {why}."
    facts = (Fact(trying.words), Fact(why))
    table = Table(f"For {trying.words}{', inside' if inside else ''}", ("Circumstance", "Worth the die"), rows)
    most = Note("However many reasons you have: one lobbied die a test.", rule="FGT-64")
    return Answer({"dice": dice}, (Verdict(figure, facts, sentence), table, most))


class InHand(Option):
    """What counts as a weapon of some length, and is none. Source: FGT-14."""

    LOADED = "loaded", "a loaded bow or crossbow"
    THROWN = "thrown", "something to throw"
    UNLOADED = "unloaded", "an empty bow or crossbow"
    PISTOL = "pistol", "a loaded pistol"
    BOMB = "bomb", "a lit bomb"
    PRESENCE = "presence", "a Presence spell"
    PRAYER = "prayer", "a prayer"
    SIGHT = "sight", "a Sight spell"
    NATURAL = "natural", "a Natural Effect spell"


class Facing(Option):
    """What the other has against it. Source: FGT-12, FGT-14."""

    SHORTEST = "shortest", "Shortest"
    SHORT = "short", "Short"
    LONG = "long", "Long"
    LONGER = "longer", "Longer"
    LONGEST = "longest", "Longest"
    THROWN = "thrown", "something to throw"
    LOADED = "loaded", "a loaded bow or crossbow"
    PRESENCE = "presence", "a Presence spell or prayer"
    SIGHT = "sight", "a Sight spell"


COLUMNS = ("In hand", "Counts as", "Dice", "Inside")
INSIDE = {
    InHand.THROWN: "no use",
    InHand.LOADED: "no use",
    InHand.PISTOL: "shoots",
    InHand.UNLOADED: "+3 Ob, a club",
}


@calculator("in-hand", rules="FGT-14")
def in_hand(
    item: Annotated[InHand, Asked("In your hand")] = InHand.LOADED,
    theirs: Annotated[Facing, Asked("Their weapon is"), sheet("weapons", at_once=False)] = Facing.LONG,
    distance: Annotated[Distance, Asked("Your distance")] = Distance.OPTIMAL,
    other_distance: TheirDistance = Theirs.WEAPONS,
    start: Annotated[bool, Asked("First test, before any script", more=True)] = False,
    held: Annotated[int, Between(0, 9), Asked("Volleys that a lit bomb was held", quick=(0, 1, 2), more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What is it worth in positioning?"""
    mine, others = Wields.of(item.value), Wields.of(theirs.value)
    at = track_of(mine, others, ask).with_theirs(distance)
    own = None if start else distance
    other = None if start else other_distance.distance or at[1]
    lines = [dice_of_length(mine, others, own, ask)]
    if held and item is InHand.BOMB and ask["bomb.held"] == "positioning":
        lines.append(Line(held, "Volleys that it was held", "WPN-25"))
    against = dice_of_length(others, mine, other, ask)
    total = sum(line.amount for line in lines)
    inside = INSIDE.get(item, "normal")
    rows: list[tuple[Entry, ...]] = [
        (
            capital(one.words),
            Wields.of(one.value).length.words,
            DiceCount(dice_of_length(Wields.of(one.value), others, own, ask).amount),
            INSIDE.get(one, "normal"),
        )
        for one in InHand
    ]
    facts = (
        Fact(mine.length.words, "counts as"),
        Fact(DiceCount(against.amount), "they"),
        Fact(inside, "inside"),
    )
    figure = f"+{total}D" if total else "No die"
    reason = lines[0].reason
    why = reason[:1].lower() + reason[1:]
    sentence = f"{capital(item.words)} counts as {mine.length.words.lower()} and gives {total}D here: {why}."
    return Answer(
        {"dice": total, "theirs": against.amount, "length": mine.length.value, "inside": inside},
        (
            Verdict(figure, facts, sentence),
            Working(tuple(lines), total, "Your length dice", "D"),
            Table(
                f"Against {theirs.words[:1].lower()}{theirs.words[1:]}", COLUMNS, tuple(rows), list(InHand).index(item)
            ),
        ),
    )


LADDER_OF_LENGTHS = {
    Length.LONGEST: "spear, lance, pike; spells, what is ready to fly",
    Length.LONGER: "polearm",
    Length.LONG: "sword, axe, hammer, great mace",
    Length.SHORT: "hatchet, small sword, mace, shield; an empty bow",
    Length.SHORTEST: "knife, teeth, claws, fist, foot; a hilt",
}


@table("fight-lengths")
def fight_lengths() -> Table:
    """The five lengths, longest first (FGT-12)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple((length.words, words) for length, words in LADDER_OF_LENGTHS.items())
    return Table("Lengths, longest first", ("Length", "Such as"), rows)

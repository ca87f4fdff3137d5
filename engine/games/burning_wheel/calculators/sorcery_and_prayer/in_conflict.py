"""Spells in a conflict: held back, at range, in position, Presence against Presence (SOR-38, 39, SOR-41 to SOR-45)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import Chain, DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.ranges import DICE
from engine.games.burning_wheel.forms.spells import Area, Normally, Origin, Way, able
from engine.games.burning_wheel.forms.spells_in_conflict import (
    B8,
    CastAgainst,
    CastingDice,
    SpellActions,
    SpellArea,
    SpellOrigin,
    facets,
)
from engine.games.burning_wheel.forms.sustained import HeldToo, SpellOb, YourForte, YourWill
from engine.games.burning_wheel.readings import spells_in_conflict as read
from engine.games.burning_wheel.readings import sustaining as sustained
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import orders, positioning_at_range, range_spells
from engine.games.burning_wheel.rules import spells_in_conflict as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import kind_of
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.failed_casting import Failure, failures
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.positioning_at_range import Side
from engine.games.burning_wheel.rules.range_spells import Cancels, Tool
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.spells_in_conflict import AtRange, Aura, Ended
from engine.games.burning_wheel.rules.sustaining import Mind
from engine.games.burning_wheel.rules.wounds import Felt
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
WILL, FORTE, PERCEPTION = (ELEMENTS[name] for name in ("will", "forte", "perception"))
MOST_HOLDING, MOST_HARDER, MOST_MARGIN = 40, 20, 20


@calculator("coup-de-magie", rules="SOR-38")
def coup_de_magie(
    will: YourWill = B5,
    holds: Annotated[int, Between(1, MOST_HOLDING), Asked("Actions you hold it back", quick=(5, 6, 10, 11))] = 6,
    obstacle: SpellOb = 4,
    forte: YourForte = B5,
    held: HeldToo = 0,
    other: Annotated[int, Between(-10, 10), Asked("Other dice", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How long can I hold the last syllable?"""
    hurt, body = feels(wounds, will, ask, WILL), feels(wounds, forte, ask, FORTE)
    if gone := hurt.gone or body.gone:
        return no_test(gone)
    able(forte, 0)
    try:
        span = sustained.will_of(will.exponent, held, ask)
        mind = Mind(will, hurt.lost, hurt.added, other)
        tests = tuple(Test(mind.pool(held), against + mind.added, ask) for against in orders.held_against(holds, span))
    except Refused as error:
        raise Unusable("held" if will.exponent else "will", str(error)) from None
    tax = Test(forte.pool(-body.lost), obstacle + body.added, ask)
    chance = math.prod((test.chance for test in tests), start=Fraction(1))
    fails = read.fails_too(True, ask)
    values = {"tests": len(tests), "free": span, "holds": chance, "tax": tax.chance, "fails_too": fails}
    free = wording.count(min(holds, span), "action")
    facts = (Fact(free, "need no test"), Fact.count(len(tests), "Will test"), Fact(tax.chance, "Tax, if distracted"))
    said = f"You still hold it after {wording.count(holds, 'action')} {often(chance)}."
    also = " The spell has failed as well: roll the Die of Fate." if fails else ""
    told = f"Whatever breaks off a spell breaks this one off, at full Tax, {ob(obstacle)}.{also}"
    blocks: list[Block] = [
        Verdict(wording.percent(chance), facts, said, Mark.DERIVED if tests else None),
        _held(tests, span),
        Note(told, rule="SOR-38"),
        Note("Fail the test, and the spell is lost without Tax and without the Die of Fate.", rule="SOR-38"),
    ]
    if fails:
        found = failures(Fraction(1))
        rows: tuple[tuple[Entry, ...], ...] = tuple((one.words, found[one]) for one in Failure)
        blocks.append(Table("Distracted, on the Die of Fate", ("", "Chance"), rows, mark=Mark.DERIVED))
    blocks += ledger(hurt, will.exponent, 1, words="Will", against="Obstacle of the first test")
    # SOR-50: of several tests the hardest alone is noted, and that is the last.
    return Answer(values, tuple(blocks), tests[-1].marks("will", kind_of(WILL)) if tests else ())


def _held(tests: tuple[Test, ...], span: int) -> Table:
    """Block after block of actions: the test before each, and the chance that the spell is still there."""
    rows: list[tuple[Entry, ...]] = [(f"1 to {span}", None, None, Fraction(1))]
    through = Fraction(1)
    for number, test in enumerate(tests, 1):
        through *= test.chance
        first = number * span + 1
        rows.append((f"{first} to {first + span - 1}", Obstacle(test.obstacle), test.chance, through))
    return Table("Actions held", ("Actions", "Will against", "Chance", "Held so far"), tuple(rows), mark=Mark.DERIVED)


@calculator("cast-at-range", rules="SOR-39 SOR-45")
def cast_at_range(
    actions: SpellActions = 25,
    way: Way = Normally(),
    ended: Annotated[Ended, Asked("The volley of the spell: position")] = Ended.WON,
    margin: Annotated[int, Between(1, MOST_MARGIN), Asked("Won by", quick=(1, 2, 3))] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """In which volley is it cast, and may I?"""
    cast = way.cast
    if cast.saved > actions // 2:
        raise Unusable("way.saved", f"Haste takes no more than half of a spell’s actions, here {actions // 2}.")
    total = cast.actions(actions)
    waits = read.maintains(total, ask)
    left = rules.casts_at_range(ended, margin)
    plan = [(Intent.MAINTAIN,)] * waits + [tuple(Intent)]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (number, wording.listed([one.words for one in intents], "or"), "the spell is cast" if number > waits else None)
        for number, intents in enumerate(plan, 1)
    )
    volley = f"Volley {waits + 1}"
    facts = (
        Fact.count(total, "action"),
        Fact.count(waits, "Maintain first", "Maintains first"),
        Fact("you may cast" if left is not None else "no spell", ended.words),
    )
    if left is None:
        then = "They win that volley, so nothing is cast in it."
    elif ended is Ended.TIED:
        then = "A tie lets both sides act: you cast, and pay nothing."
    else:
        rest = f" {wording.count(left, 'success', 'successes')} of the margin buy other acts." if left else ""
        then = f"One success of the margin pays for it.{rest}"
    values = {"actions": total, "maintains": waits, "volley": waits + 1, "casts": left is not None, "left": left}
    return Answer(
        values,
        (
            Verdict(volley, facts, f"The spell is out in {volley.lower()}. {then}"),
            Table("What to script", ("Volley", "You script", ""), rows),
            Note("Say before the positioning test whether you hurry or take care.", rule="SOR-39"),
        ),
    )


@calculator("spell-length", rules="SOR-41")
def spell_length(
    origin: SpellOrigin = Origin.PRESENCE,
    area: SpellArea = Area.TARGET,
    theirs: Annotated[Wields, Asked("Against", "What the other positions with.")] = Wields.LONG,
    distance: Annotated[Distance, Asked("Your distance")] = Distance.OPTIMAL,
    start: Annotated[bool, Asked("First test, before any script", more=True)] = False,
    rival: Annotated[bool, Asked("They are a sorcerer too", more=True)] = False,
    casts: Annotated[bool, Asked("You cast in this volley")] = True,
    *,
    ask: Rulings,
) -> Answer:
    """What is my spell worth in position?"""
    mine = facets(origin, area).wields
    own = None if start else distance
    line = Line(0, "The spell has no length", "SOR-41")
    if mine is not None:
        owed = casts or start
        line = read.length_dice(mine, theirs, own, ask, rival=rival) if owed else Line(0, "Not cast", "FGT-15")
    counts = "no weapon" if mine is None else mine.length.words
    figure = f"+{line.amount}D" if line.amount else "No die"
    facts = (Fact(counts, "counts as"), Fact(theirs.length.words, "theirs"))
    sentence = f"It counts as {counts.lower()} and gives {line.amount}D: {line.reason[:1].lower()}{line.reason[1:]}."
    blocks: list[Block] = [Verdict(figure, facts, sentence), Working((line,), line.amount, "Your length dice", "D")]
    if mine is not None:
        blocks.append(_against_all(mine, theirs, own, ask, rival=rival))
    return Answer({"dice": line.amount, "counts": None if mine is None else mine.value}, tuple(blocks))


def _against_all(mine: Wields, theirs: Wields, own: Distance | None, ask: Rulings, *, rival: bool) -> Table:
    """The same spell against whatever else they might hold."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one.words[:1].upper()}{one.words[1:]}", DiceCount(line.amount) if line.amount else None, line.reason)
        for one in Wields
        for line in (read.length_dice(mine, one, own, ask, rival=rival),)
    )
    return Table("Against", ("What they hold", "Your dice", ""), rows, list(Wields).index(theirs))


@table("spell-lengths")
def spell_lengths() -> Table:
    """What spells count as in Fight! (SOR-41)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.facet, one.counts.length.words, one.exception) for one in rules.COUNTED
    )
    return Table("Spells in Fight!", ("Spell", "Counts as", "But"), rows)


@calculator("presence-contest", rules="SOR-44")
def presence_contest(
    will: YourWill = B5,
    auras: Annotated[frozenset[Aura], Asked("You have")] = frozenset(),
    theirs: Annotated[Ability, Asked("Their Will", quick=("B3", "B4", "B5", "B6"))] = B4,
    their_auras: Annotated[frozenset[Aura], Asked("They have")] = frozenset(),
    held: HeldToo = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Whose Presence is greater?"""
    try:
        own = sustained.will_of(will.exponent, held, ask)
    except Refused as error:
        raise Unusable("held", str(error)) from None
    mine, other = rules.presence(own, auras), rules.presence(theirs.exponent, their_auras)
    line, against = read.presence_dice(mine.total, other.total, ask), read.presence_dice(other.total, mine.total, ask)
    won = "Yours" if line.amount else "Theirs" if against.amount else "Neither"
    gains = f"has {wording.count(line.amount or against.amount, 'die', 'dice')} of length"
    said = f"{won} is greater and {gains}." if won != "Neither" else "They are as great as each other: no dice."
    facts = (
        Fact(f"{mine.total} to {other.total}", "paces"),
        Fact(f"+{line.amount}D" if line.amount else "no die", "you"),
    )
    values = {"mine": mine.total, "theirs": other.total, "dice": line.amount, "their_dice": against.amount}
    return Answer(
        values,
        (
            Verdict(won, facts, said),
            Working(mine.lines, mine.total, "Your Presence"),
            Working(other.lines, other.total, "Their Presence"),
        ),
    )


MOST_STEPS, MOST_POOL = 4, 60


@dataclass(frozen=True, slots=True)
class Tried:
    """A spell with so much obstacle added: its range dice, and the chances to win position, to tie, and to cast it.

    Whoever wins or ties may cast. Source: SOR-45.
    """

    harder: int
    found: AtRange
    pool: Pool
    cover: int
    wins: Fraction
    ties: Fraction
    comes: Fraction

    @property
    def both(self) -> Fraction:
        """The chance to get to cast the spell, and to cast it."""
        return (self.wins + self.ties) * self.comes


@dataclass(frozen=True, slots=True)
class Duel:
    """A spell against someone at range, before it is said how much obstacle is added for dice."""

    tools: tuple[Tool, ...]
    dice: Pool
    obstacle: int
    perception: Ability
    hurt: Felt
    theirs: Pool
    cover: int
    against: int
    faster: bool
    other: int
    ask: Rulings

    def tried(self, harder: int) -> Tried:
        """The same with so much more obstacle."""
        found = read.at_range(self.tools, self.ask, harder=harder, against=self.against, faster=self.faster)
        left = max(0, self.perception.exponent - self.hurt.lost)
        opens = open_ended(PERCEPTION, self.ask)
        pool = Pool.of(min(MOST_POOL, left + found.total + self.other), self.perception.shade, opens)
        covered = min(self.cover, self.theirs.groups[0].count)
        rest = range_spells.cover_left(found.cancels, covered)
        rival = self.theirs.plus(rest - covered)
        sixes = chain(self.ask) if pool.open_ended or rival.open_ended else Chain.CHAIN
        ends = positioning_at_range.chances(Side(pool, self.hurt.added), Side(rival), chain=sixes)
        comes = Test(self.dice.opened(), self.obstacle + harder, self.ask).chance
        return Tried(harder, found, pool, rest, ends.win, ends.tie, comes)


def _step(tools: tuple[Tool, ...]) -> int:
    """What the next dice cost; 1 where none are sold."""
    return max((one.step for one in tools), default=0) or 1


@calculator("spell-at-range", rules="SOR-42 SOR-43")
def spell_at_range(
    origin: SpellOrigin = Origin.UNKNOWN,
    area: SpellArea = Area.TENS,
    harder: Annotated[int, Between(0, MOST_HARDER), Asked("Obstacle you add for dice", quick=(0, 1, 2, 4))] = 2,
    dice: CastingDice = B8,
    obstacle: Annotated[CastAgainst, Asked("You cast against, without these", quick=(2, 3, 4, 5))] = 3,
    perception: Annotated[Ability, Asked("What you position with", quick=("B3", "B4", "B5")), sheet("perception")] = B4,
    theirs: Annotated[Pool, Asked("Their dice, cover among them", quick=("B5", "B6", "B7", "B8"))] = Pool.of(6),
    cover: Annotated[int, DICE, Asked("Of these, dice of cover", more=True, quick=(0, 1, 2))] = 0,
    against: Annotated[int, DICE, Asked("Range dice of their weapon", more=True, quick=(0, 1, 2, 4))] = 2,
    faster: Annotated[bool, Asked("Their spell takes longer than yours", more=True)] = False,
    other: Annotated[int, Between(0, 20), Asked("Other dice in position", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is it worth casting harder?"""
    hurt = feels(wounds, perception, ask, PERCEPTION)
    if hurt.gone:
        return no_test(hurt.gone)
    tools = facets(origin, area).tools
    duel = Duel(tools, dice, obstacle, perception, hurt, theirs, cover, against, faster, other, ask)
    checked(dice.dice, obstacle + harder, "harder")
    now = duel.tried(harder)
    steps = sorted({harder, *range(0, MOST_STEPS * _step(tools) + 1, _step(tools))})
    rows = [duel.tried(step) for step in steps if step <= MOST_HARDER]
    best = max(rows, key=lambda one: one.both)
    shown: tuple[tuple[Entry, ...], ...] = tuple(
        (f"+{one.harder} Ob", DiceCount(one.found.total), one.wins, one.ties, one.comes, one.both) for one in rows
    )
    facts = (Fact(now.wins, "you win"), Fact(now.ties, "a tie"), Fact(now.comes, "it comes off"))
    said = f"Your spell gives {now.found.total}D of range: you get to cast it and it comes off {often(now.both)}."
    widens = read.widens(tools, harder, ask)
    values = {
        "dice": now.found.total,
        "pool": now.pool.dice,
        "win": now.wins,
        "tie": now.ties,
        "comes": now.comes,
        "cast": now.both,
        "best": best.harder,
        "area": widens,
        "cover": now.cover,
    }
    columns = ("You add", "Range dice", "You win", "A tie", "It comes off", "All in all")
    blocks: list[Block] = [
        Verdict(f"+{now.found.total}D", facts, said, Mark.DERIVED),
        Table("What more obstacle buys", columns, shown, rows.index(now), Mark.DERIVED),
        Working(now.found.worked.lines, now.found.total, "Range dice", "D"),
        *_notes(tools, now, area, widens),
        *ledger(hurt, perception.exponent, 0, words="What you position with", against="Your own +Ob"),
    ]
    return Answer(values, tuple(blocks))


def _notes(tools: tuple[Tool, ...], now: Tried, area: Area, widens: int) -> list[Note]:
    """What else the spell does in position, and what the obstacle buys or does not buy."""
    found = []
    if not tools:
        found.append(Note("The book gives no range dice to this Origin and Area.", rule="SOR-42"))
    if any(one.key == "presence" for one in tools):
        found.append(Note("Presence reaches ten paces.", rule="SOR-42"))
    if now.found.cancels is not Cancels.NOTHING:
        words = now.found.cancels.words
        found.append(Note(f"{words[:1].upper()}{words[1:]}.", rule="SOR-42"))
    step = max((one.step for one in tools), default=0)
    if now.harder and not step:
        found.append(Note("More obstacle buys no dice here.", rule="SOR-43"))
    elif step and now.harder % step:
        found.append(Note(f"Dice come for each {step} of obstacle; the rest buys none.", rule="SOR-43"))
    if widens:
        found.append(Note(f"It widens the area by {wording.count(widens, 'increment')} too.", rule="SOR-43"))
    if area is Area.HUNDRED_MILES:
        found.append(Note("The list ends with tens of miles; this counts as much.", Mark.RULING, "SOR-42"))
    found.append(Note("Tax is as ever: obstacle added for dice does not count in it.", rule="SOR-43"))
    return found

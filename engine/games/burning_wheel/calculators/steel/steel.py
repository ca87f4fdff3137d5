"""Steel: the test and what its failure costs, and what teaches nerve without a roll (STE-01 to STE-10)."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, compress
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import likeliest
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.steel.causes import (
    Cause,
    Defeat,
    Fear,
    Fight,
    Incite,
    Nowhere,
    Place,
    Range,
    Surprise,
    Wound,
)
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.readings import steel as readings
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import Rallied, feels
from engine.games.burning_wheel.readings.tests import after, artha_spent
from engine.games.burning_wheel.rules import steel as rules
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.building import MOST_PERSONA, Used
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.steel import Conflict, Easier, Harder, Hit, Part, Reaction, Standard
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.words import brings, choice, logged
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
QUICK_WILL = ("B2", "B3", "B4", "B5", "B6")
QUICK_STEEL = ("B3", "B4", "B5", "B6", "B7")


SuccessesRolled = Annotated[int | None, Between(0, MOST_OBSTACLE), Asked("Successes rolled", quick=(0, 1, 2, 3, 4, 5))]


@calculator("steel-test", rules="STE-01 STE-02 STE-03 STE-04 STE-05 STE-06 STE-07 STE-10 INJ-14 INJ-15")
def steel_test(
    will: Annotated[Ability, Asked("Will", quick=QUICK_WILL), sheet("will")] = B4,
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_STEEL), sheet("steel")] = B5,
    cause: Annotated[Cause, Asked("What tests it", gm=True)] = Fear(),
    harder: Annotated[frozenset[Harder], Asked("Harder: obstacle", gm=True)] = frozenset(),
    easier: Annotated[frozenset[Easier], Asked("Easier: dice", gm=True)] = frozenset(),
    standard: Annotated[Standard, Asked("Or a standard test: hesitation alone", gm=True)] = Standard.NONE,
    conflict: Annotated[Place, Asked("You are in the middle of")] = Nowhere(),
    successes: SuccessesRolled = None,
    reaction: Annotated[Reaction, Asked("If you fail, you")] = Reaction.OPEN,
    wounds: Annotated[Rallied, Asked("Wounds you had before", more=True)] = Rallied(),
    traits: Annotated[int, Between(-10, 10), Asked("Traits change hesitation by", more=True, quick=(-1, 0, 1))] = 0,
    printed: Annotated[
        int | None, Between(0, 20), Asked("Hesitation as it stands on their sheet", "In place of Will.", more=True)
    ] = None,
    other: Annotated[int, Between(0, 10), Asked("Something else: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    dice: Annotated[int, Between(0, 10), Asked("Dice from traits or prayers", more=True, quick=(0, 1, 2))] = 0,
    help: Annotated[int, Between(0, 4), Asked("Help: dice, very rarely", more=True, gm=True, quick=(0, 1, 2))] = 0,
    boon: Annotated[int, Between(0, MOST_PERSONA), Asked("Persona for dice", more=True, quick=(0, 1, 2, 3))] = 0,
    doubled: Annotated[bool, Asked("Deeds double your Steel", more=True)] = False,
    mount: Annotated[bool, Asked("It is a mount that someone rides", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Steel: do you stand, and what if you do not?"""
    if mount and reaction is Reaction.SWOON:
        raise Unusable("reaction", "A mount bolts, shies, rears or rolls; it does not swoon.")
    # What the test is made of.
    hesitation = readings.hesitation_of(will, traits, printed, ask)
    bare = standard is not Standard.NONE and (easier or harder or other) and ask["steel.standard-alone"] == "alone"
    if bare:
        easier, harder, other = frozenset(), frozenset(), 0
    hurt = feels(_before(cause, wounds), steel, ask, ELEMENTS["steel"])
    obstacle = _obstacle(hesitation, readings.harder_of(harder, ask), other, cause, hurt)
    helped = readings.help_of(help, ask)
    own = _dice(steel, cause, readings.easier_of(easier, ask), dice, helped, hurt)
    bought = readings.boon_of(boon, ask)
    artha = readings.artha_of(steel, bought, doubled, hurt.lost > 0, max(0, own.total), ask)
    used = Used(bought, hurt.gritted, artha.total > bought, hurt.shrugged)
    test = Test.of(steel.shade, own.total, max(0, obstacle.total), ask, artha=artha.total, opens=True, at="dice")
    nerve = Nerve(hesitation, obstacle, own, artha, test, cause, conflict, _cost(cause, conflict, test.obstacle, ask))
    values = {**nerve.values, "left_out": bool(bare), "boon": bought}
    # What the dice did, where any fall.
    if reason := _no_test(cause, test.obstacle):
        return _nothing_rolled(nerve, values, reason)
    fell = None if successes is None else Fell(nerve, successes, reaction, mount)
    blocks: list[Block] = [_verdict(nerve) if fell is None else _rolled(fell)]
    if fell is None or fell.gone:
        blocks += [_reactions(nerve.where, reaction, mount), *_notes(nerve, fell, will if mount else None)]
        values |= _means(nerve.where, reaction)
    blocks += [*_ledgers(nerve, fell), test.odds(test.closed, "without open-ended dice", **after(used))]
    lost = (bool(bare), help > helped, boon > bought, doubled and not used.doubled)
    left_out = (*lost, wounds.shrugged and not used.shrugged, fell is not None and fell.short)
    return Answer(
        values | (Fell.UNKNOWN if fell is None else fell.values),
        (*blocks, *compress(LEFT_OUT, left_out)),
        (*test.marks("steel", Kind.STEEL), *artha_spent(used, "steel")),
    )


LEFT_OUT = (
    Note("A standard test takes no other modifier; what you chose is left out.", Mark.RULING, "STE-06"),
    Note("Nobody helps Steel here; the dice of help are left out.", Mark.RULING, "STE-03"),
    Note("Persona buys no dice for Steel here; it is left out.", Mark.RULING, "HUB-75"),
    Note("Not a die is left that Deeds could double.", rule="HUB-80"),
    Note("Three Superficial wounds become a die lost, which Fate does not give back.", rule="HUB-74"),
    Note("One short: Luck rerolls a single traitor, since Steel is open-ended already.", rule="HUB-73"),
)
"""What did not count of all that was chosen, and what a failure by one can still be saved by."""


@dataclass(frozen=True, slots=True)
class Nerve:
    """A Steel test before the dice fall: the ledgers that make it, and what so many heartbeats cost there."""

    hesitation: Worked
    obstacle: Worked
    own: Worked
    artha: Worked
    test: Test
    cause: Cause
    conflict: Place
    cost: Callable[[int], int]

    @property
    def where(self) -> Conflict:
        """Where heartbeats are lost: an insult tells in the duel, and a duel that is lost is over. Source: DOW-20."""
        return _where(self.cause, self.conflict)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The chance of losing 0, 1, 2 … of what is lost there."""
        return rules.spread(self.test.law, self.test.obstacle, self.cost)

    @property
    def values(self) -> dict[str, Any]:
        """The test for programs."""
        chances = self.chances
        return {
            **self.test.values,
            "needed": True,
            "hesitation": max(0, self.hesitation.total),
            "logged": self.test.counted,
            "conflict": self.where.value,
            "unit": self.where.words,
            "distribution": list(chances),
            "mean": rules.mean(chances),
            "likeliest": list(likeliest(dict(enumerate(chances)))),
        }


@dataclass(frozen=True, slots=True)
class Fell:
    """The same once the dice lie there: how many heartbeats are lost, and what that costs."""

    nerve: Nerve
    successes: int
    reaction: Reaction
    mount: bool

    UNKNOWN: ClassVar[dict[str, Any]] = dict.fromkeys(("stands", "heartbeats", "lost", "in_this_exchange"))

    @property
    def heartbeats(self) -> int:
        return rules.lost(self.nerve.test.obstacle, self.successes)

    @property
    def short(self) -> bool:
        """Whether one success more would have stood."""
        return self.heartbeats == 1 and self.gone > 0

    @property
    def gone(self) -> int:
        """What is lost, in the unit of the conflict."""
        return self.nerve.cost(self.heartbeats)

    @property
    def here(self) -> int | None:
        """How many of the actions lost fall into this exchange, where it is known how many are left. Source: STE-05."""
        conflict = self.nerve.conflict
        return min(self.gone, conflict.left) if isinstance(conflict, Fight) and conflict.left is not None else None

    @property
    def values(self) -> dict[str, Any]:
        """The roll for programs."""
        found = {"stands": not self.gone, "heartbeats": self.heartbeats, "lost": self.gone}
        return {**found, "in_this_exchange": self.here}


def _means(where: Conflict, reaction: Reaction) -> dict[str, Any]:
    """What the reaction means there, for programs, where one is chosen. Source: STE-05."""
    chosen = rules.BEHAVIORS.get((where, reaction))
    return {name: getattr(chosen, name) for name in ("does", "down", "flees", "aware", "longer") if chosen}


def _before(cause: Cause, wounds: Rallied) -> Rallied:
    """The wounds before this one: a third Superficial wound makes a die of them all. Source: STE-01."""
    third = isinstance(cause, Wound) and cause.hit is Hit.THIRD
    return replace(wounds, superficial=0, shrugged=False) if third else wounds


def _obstacle(hesitation: Worked, harder: Sequence[Line], other: int, cause: Cause, hurt: Felt) -> Worked:
    """Hesitation and what adds to it. Source: STE-03, STE-07."""
    below = cause.below if isinstance(cause, Defeat) else 0
    more = (Line(other, "Something else", "STE-07"), Line(below, "Body of argument below zero", "DOW-20"))
    return Worked((*hesitation.lines, *harder, *more, hurt.obstacle))


def _dice(steel: Ability, cause: Cause, easier: Sequence[Line], more: int, help: int, hurt: Felt) -> Worked:
    """The dice that count for the log. Source: STE-03, STE-06."""
    new = cause.hit.dice if isinstance(cause, Wound) else 0
    return Worked(
        (
            Line(steel.exponent, "Steel", "STE-03"),
            *easier,
            Line(more, "Traits, prayers", "STE-03"),
            Line(help, "Help", "HUB-31"),
            Line(-new, "The new wound", "STE-01"),
            replace(hurt.dice, reason="Older wounds"),
        )
    )


def _where(cause: Cause, conflict: Place) -> Conflict:
    where = Conflict.DUEL if isinstance(cause, Incite) else conflict.kind
    return Conflict.NONE if isinstance(cause, Defeat) and where is Conflict.DUEL else where


def _cost(cause: Cause, conflict: Place, obstacle: int, ask: Rulings) -> Callable[[int], int]:
    """What heartbeats cost there. Source: STE-03, STE-05."""
    where = _where(cause, conflict)
    head = isinstance(cause, Wound) and cause.part is Part.HEAD and readings.tells(cause.part, ask)
    several = obstacle + head > 1 and not (where is Conflict.DUEL and isinstance(cause, Incite))
    margin = readings.by_margin(where, several, isinstance(conflict, Range) and conflict.maneuver, ask)

    def cost(heartbeats: int) -> int:
        return rules.lost_there(where, heartbeats + int(head and heartbeats > 0), by_margin=margin)

    return cost


def _no_test(cause: Cause, obstacle: int) -> str:
    """Why nothing is rolled; nothing where something is. Source: STE-01, STE-03."""
    if isinstance(cause, Surprise) and not cause.instant:
        return "Nothing hangs on this very moment: play on, and keep Steel for when it does."
    if isinstance(cause, Wound) and cause.hit is Hit.MORTAL:
        return "A Mortal wound takes you out by itself; there is no nerve left to test."
    if isinstance(cause, Wound) and not cause.hit.tests:
        return "This wound takes no die, so its pain tests nobody. A third Superficial would."
    return "" if obstacle else "You have no hesitation to overcome: you stand, and nothing is rolled."


def _nothing_rolled(nerve: Nerve, values: Mapping[str, Any], reason: str) -> Answer:
    """The answer where no dice fall, and why."""
    test = nerve.test
    against = Fact(Obstacle(test.obstacle), "obstacle")
    facts = (against, Fact(DiceCount(test.dice), "dice")) if test.obstacle else (Fact(0, "hesitation"),)
    values = {**values, "needed": False, "class": test_class.NONE}
    return Answer(values, (Verdict("No test", facts, reason), _ledgers(nerve, None)[1]))


def _verdict(nerve: Nerve) -> Verdict:
    """The answer before the dice fall."""
    test, where = nerve.test, nerve.where
    *others, most = likeliest(dict(enumerate(nerve.chances)))
    often = wording.listed([*(str(one) if one else "none" for one in others), where.units(most)], "or")
    often = often if others or most else "nothing"
    stands = wording.percent(test.chance)
    return Verdict(
        ob(test.obstacle),
        (
            Fact(DiceCount(test.dice), "dice"),
            Fact(test.chance, "to stand"),
            Fact(often, "lost most often"),
            logged(test.classes),
        ),
        f"You roll {wording.count(test.dice, 'die', 'dice')}, open-ended, against {ob(test.obstacle)}. "
        f"To stand: {stands}. Most often you lose {often}. It is {test.classes.article}.",
        Mark.DERIVED,
    )


def _rolled(fell: Fell) -> Verdict:
    """The answer once they have fallen."""
    against = Fact(Obstacle(fell.nerve.test.obstacle), "obstacle")
    facts = (Fact.count(fell.successes, "success", "successes"), against)
    if not fell.gone:
        return Verdict("You stand", facts, "You do not even blink: go on with what you were doing.")
    units = fell.nerve.where.units(fell.gone)
    if fell.reaction is Reaction.OPEN:
        return Verdict(f"{units} lost", facts, f"You hesitate for {units}. Choose how.")
    does = rules.OF_MOUNTS[fell.reaction] if fell.mount else fell.reaction.words
    return Verdict(f"{units} lost", (*facts, Fact(does)), f"{does} for {units}.")


def _ledgers(nerve: Nerve, fell: Fell | None) -> list[Block]:
    """How much is lost how often, and where the obstacle and the dice come from."""
    so_far = accumulate(nerve.chances)
    rows = tuple(
        (nerve.where.units(number) if number else "nothing: you stand", chance, total)
        for number, (chance, total) in enumerate(zip(nerve.chances, so_far, strict=True))
    )
    gone = None if fell is None else fell.gone
    blocks: list[Block] = [
        Table("What it costs", ("You lose", "Chance", "So much or less"), rows, gone, Mark.DERIVED),
        Working(nerve.obstacle.lines, nerve.obstacle.total, "Obstacle: hesitation and what adds to it"),
        Working(nerve.own.lines, nerve.own.total, "Dice that count for the log", "D"),
    ]
    if nerve.artha.total:
        blocks.append(Working(nerve.artha.lines, nerve.artha.total, "Dice of artha: rolled, not logged", "D"))
    return blocks


def _reactions(where: Conflict, chosen: Reaction, mount: bool) -> Table:
    """The reactions to choose from, and what each means there. Source: STE-05."""
    offered = [one for one in Reaction if one is not Reaction.OPEN and (not mount or one in rules.OF_MOUNTS)]
    rows = tuple(
        (f"{rules.OF_MOUNTS[one]}, as {one.words}" if mount else one, rules.BEHAVIORS[where, one].does)
        for one in offered
    )
    caption = f"If it fails, choose: {CAPTIONS[where]}"
    mark = Mark.DERIVED if where is Conflict.DUEL else None
    return Table(caption, ("You", "What happens"), rows, offered.index(chosen) if chosen in offered else None, mark)


CAPTIONS = {
    Conflict.NONE: "outside a conflict",
    Conflict.FIGHT: "in a Fight!",
    Conflict.RANGE: "in Range and Cover",
    Conflict.DUEL: "in a Duel of Wits",
    Conflict.MELEE: "in a Melee!",
}


def _notes(nerve: Nerve, fell: Fell | None, will: Ability | None) -> list[Note]:
    """When it begins, what else it costs there, and what a wound does besides; `will` is that of a mount."""
    cause, conflict, where = nerve.cause, nerve.conflict, nerve.where
    surprised = where is Conflict.FIGHT and isinstance(cause, Surprise)
    off_the_head = "They come off the head of the exchange: you lose your first actions."
    notes = [Note(off_the_head if surprised else BEGINS[where], rule="STE-05")]
    if isinstance(cause, Wound):
        notes.append(Note("Pain takes hold at once and breaks off what you were doing.", rule="STE-01"))
        if readings.tells(cause.part, nerve.test.ask):
            falls = fell is not None and nerve.test.obstacle - fell.successes >= rules.FALLS_FROM
            prone = "You fall prone; if you run screaming from there, you withdraw at +2 Ob."
            leg = prone if falls else f"You fall to one knee, from {rules.FALLS_FROM} actions on prone."
            told = {Part.ARM: "You drop what you hold.", Part.LEG: leg, Part.HEAD: "The head costs one heartbeat more."}
            notes.append(Note(f"If it fails: {told[cause.part]}", Mark.RULING, "STE-05"))
    if isinstance(cause, Defeat):
        notes.append(Note("While you hesitate, the winner may do as they please.", rule="DOW-20"))
    if isinstance(conflict, Range) and conflict.maneuver:
        notes.append(Note("You do not break cover: the maneuver is lost, and as many volleys more.", rule="STE-05"))
    if fell and fell.here is not None:
        here = f"{Conflict.FIGHT.units(fell.here)} in this exchange, {fell.gone - fell.here} in the next."
        notes.append(Note(here, rule="STE-05"))
    if will is not None:
        notes.append(
            Note(
                f"The rider may choose instead: a Riding test at {ob(will.exponent)}, its Will, for one "
                f"action, even midway. If it rears or bucks, staying on takes Riding at {ob(2)}.",
                rule="STE-05",
            )
        )
    return notes


BEGINS = {
    Conflict.NONE: "One heartbeat of real time for each success that you fell short.",
    Conflict.FIGHT: "They begin with your next action and run on over volleys and exchanges.",
    Conflict.RANGE: "Aim, cover and range dice are gone at once, and you do not act in the next volley.",
    Conflict.DUEL: "It is your next action, and after the third volley the first of the next exchange.",
    Conflict.MELEE: "One round, whatever the margin. The margin is the obstacle of a Command that rouses you.",
}


@dataclass(frozen=True, slots=True)
class Lived:
    """What someone lived through, as the form asks it: a row of the table, or the GM's own."""

    name: Annotated[str, Asked("What happened")] = ""
    obstacle: Annotated[int, Between(1, 10), Asked("Obstacle", gm=True, quick=(1, 3, 5, 7))] = 1

    @classmethod
    def table(cls) -> Mapping[str, "Lived"]:
        """All rows by key, in the order of the book."""
        return _lived()

    @property
    def words(self) -> str:
        return f"{self.name} ({ob(self.obstacle)})"


@functools.cache
def _lived() -> Mapping[str, Lived]:
    return {one.id: Lived(one.words, one.obstacle) for one in rules.SITUATIONS.values()}


GORE = Lived.table()["gore"]


@calculator("steel-lesson", rules="STE-08 STE-09")
def steel_lesson(
    situation: Annotated[Among[Lived], Asked("You lived through", gm=True)] = GORE,
    steel: Annotated[Ability, Asked("Steel", quick=("B2", "B3", "B4", "B5", "B6")), sheet("steel")] = B4,
    rolled: Annotated[bool, Asked("You rolled Steel for it")] = False,
    routine: Annotated[int, MARKS, Asked("Routine tests marked", more=True)] = 0,
    difficult: Annotated[int, MARKS, Asked("Difficult tests marked", more=True)] = 0,
    challenging: Annotated[int, MARKS, Asked("Challenging tests marked", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does this teach your nerves?"""
    against, known = ob(situation.obstacle), Fact(Obstacle(situation.obstacle), "obstacle")
    lived = tuple(Lived.table().values())
    current = lived.index(situation) if situation in lived else None
    ladder = tuple((one.name[:1].upper() + one.name[1:], one.obstacle) for one in lived)
    found = Table("Situations that teach", ("You lived through", "Ob"), ladder, current, folded=True)

    def taught(obstacle: int) -> Classes:
        return classes_of(steel.exponent, obstacle, ask)

    needed = routes_of(Kind.STEEL, min(steel.exponent, CAP), ask)
    marks = Marks(routine, difficult, challenging)
    classes = Classes() if rolled else taught(situation.obstacle)
    then = brings(classes, marks, needed)
    counts = any(route.of(one) for one in classes for route in needed)
    values = {"obstacle": situation.obstacle, "class": classes.value, "counts": counts, "then": then}
    if rolled:
        told = "Steel was rolled for this: mark that test. What you live through counts only where no dice fell."
        return Answer(values, (Verdict("No mark", (known, Fact("already rolled")), told), found))
    useless = "" if counts else f" From exponent {LAST_ROUTINE + 1} on a Routine test counts for nothing."
    sentence = f"{against} for Steel {steel}, as if you had rolled it: {classes.article}. The log: {then}.{useless}"
    rows = tuple((obstacle, taught(obstacle), brings(taught(obstacle), marks, needed)) for obstacle in range(1, 11))
    columns, here = ("Ob", "Class", "The log"), situation.obstacle - 1
    return Answer(
        values,
        (
            Verdict(classes.short, (*choice(classes), known, Fact(str(steel), "Steel")), sentence),
            Note(
                "The GM awards it, for the whole of what happened, and only where no Steel was rolled.", rule="STE-09"
            ),
            Table("What each obstacle teaches you", columns, rows, here, Mark.DERIVED),
            found,
        ),
        marks_of("steel", classes, Kind.STEEL),
    )


LAST_ROUTINE = 4
"""Up to this exponent Routine tests help Steel along. Source: STE-08."""


@table("hesitation")
def hesitation_table() -> Table:
    """Hesitation by Will and shade."""
    rows = tuple(
        (exponent, *(rules.hesitation(Ability(shade, exponent)).total for shade in Shade)) for exponent in range(1, 11)
    )
    return Table("Hesitation", ("Will", *(shade.words for shade in Shade)), rows)


@table("steel-conditions")
def conditions_table() -> Table:
    """Everything that changes a Steel test, in one list."""
    rows = [(one.words, "hesitation alone") for one in Standard if one is not Standard.NONE]
    rows += [(one.words, f"{wording.signed(one.amount or 0)}D") for one in Easier]
    rows += [(one.words, f"{wording.signed(one.amount or 0)}{wording.NO_BREAK}Ob") for one in Harder]
    shown = tuple((words[:1].upper() + words[1:], amount) for words, amount in rows)
    return Table("What changes a Steel test", ("What happens", "Changes"), shown)

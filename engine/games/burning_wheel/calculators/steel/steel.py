"""Steel: the test and what its failure costs, and what teaches nerve without a roll (STE-01 to STE-10)."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import likeliest
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Pool, Shade, ob
from engine.games.burning_wheel.forms.learning import MARKS
from engine.games.burning_wheel.readings.advancement import routes_of
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.elements import helpable
from engine.games.burning_wheel.readings.hurt import Rallied, feels
from engine.games.burning_wheel.readings.tests import after, artha_spent
from engine.games.burning_wheel.rules import steel as rules
from engine.games.burning_wheel.rules import test_class
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import CAP, Kind, Marks
from engine.games.burning_wheel.rules.building import MOST_PERSONA, Used
from engine.games.burning_wheel.rules.elements import ELEMENTS, NOBODY
from engine.games.burning_wheel.rules.steel import Conflict, Easier, Harder, Hit, Part, Reaction, Standard
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.words import brings
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability(Shade.BLACK, 4)
B5 = Ability(Shade.BLACK, 5)
QUICK_WILL = ("B2", "B3", "B4", "B5", "B6")
QUICK_STEEL = ("B3", "B4", "B5", "B6", "B7")


@dataclass(frozen=True, slots=True)
class Fear:
    """Something terrible."""

    words: ClassVar[str] = "fear"


@dataclass(frozen=True, slots=True)
class Surprise:
    """Something sudden."""

    instant: Annotated[bool, Asked("You must react at once", gm=True)] = True

    words: ClassVar[str] = "surprise"


@dataclass(frozen=True, slots=True)
class Wound:
    """The pain of a new wound."""

    hit: Annotated[Hit, Asked("The new wound")] = Hit.LIGHT
    part: Annotated[Part, Asked("It sits in")] = Part.ELSEWHERE

    words: ClassVar[str] = "a new wound"


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell that tests nerve."""

    words: ClassVar[str] = "a spell"


@dataclass(frozen=True, slots=True)
class Incite:
    """An insult in a Duel of Wits that went home."""

    words: ClassVar[str] = "an Incite"


@dataclass(frozen=True, slots=True)
class Defeat:
    """A Duel of Wits that was lost."""

    below: Annotated[int, Between(0, 30), Asked("Dice below zero", quick=(0, 1, 2, 3, 4))] = 0

    words: ClassVar[str] = "a duel lost"


@dataclass(frozen=True, slots=True)
class Nowhere:
    """No conflict is being played out."""

    kind: ClassVar[Conflict] = Conflict.NONE
    words: ClassVar[str] = "none"


@dataclass(frozen=True, slots=True)
class Fight:
    """A Fight!."""

    left: Annotated[
        int | None, Between(0, 20), Asked("Actions you have left in this exchange", quick=(0, 1, 2, 3, 4))
    ] = None

    kind: ClassVar[Conflict] = Conflict.FIGHT
    words: ClassVar[str] = "Fight!"


@dataclass(frozen=True, slots=True)
class Range:
    """Range and Cover."""

    maneuver: Annotated[bool, Asked("You rolled it to Close or Withdraw")] = False

    kind: ClassVar[Conflict] = Conflict.RANGE
    words: ClassVar[str] = "Range and Cover"


@dataclass(frozen=True, slots=True)
class Duel:
    """A Duel of Wits."""

    kind: ClassVar[Conflict] = Conflict.DUEL
    words: ClassVar[str] = "Duel of Wits"


@dataclass(frozen=True, slots=True)
class Melee:
    """A Melee!."""

    kind: ClassVar[Conflict] = Conflict.MELEE
    words: ClassVar[str] = "Melee!"


Cause = Fear | Surprise | Wound | Spell | Incite | Defeat
Place = Nowhere | Fight | Range | Duel | Melee


@calculator("steel-test", rules="STE-01 STE-02 STE-03 STE-04 STE-05 STE-06 STE-07 STE-10")
def steel_test(
    will: Annotated[Ability, Asked("Will", quick=QUICK_WILL), sheet("will")] = B4,
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_STEEL), sheet("steel")] = B5,
    cause: Annotated[Cause, Asked("What tests it", gm=True)] = Fear(),
    harder: Annotated[frozenset[Harder], Asked("Harder: obstacle", gm=True)] = frozenset(),
    easier: Annotated[frozenset[Easier], Asked("Easier: dice", gm=True)] = frozenset(),
    standard: Annotated[Standard, Asked("Or a standard test: hesitation alone", gm=True)] = Standard.NONE,
    conflict: Annotated[Place, Asked("You are in the middle of")] = Nowhere(),
    successes: Annotated[
        int | None, Between(0, MOST_OBSTACLE), Asked("Successes rolled", quick=(0, 1, 2, 3, 4, 5))
    ] = None,
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
    """Steel! Do you stand, and what does it cost if you do not?"""
    if mount and reaction is Reaction.SWOON:
        raise Unusable("reaction", "A mount bolts, shies, rears or rolls; it does not swoon.")
    hesitation = _hesitation(will, traits, printed, ask)
    bare = standard is not Standard.NONE and (easier or harder or other) and ask["steel.standard-alone"] == "alone"
    if bare:
        easier, harder, other = frozenset(), frozenset(), 0
    # A third Superficial wound makes a die of them all.
    third = isinstance(cause, Wound) and cause.hit is Hit.THIRD
    borne = replace(wounds, superficial=0, shrugged=False) if third else wounds
    hurt = feels(borne, steel, ask, ELEMENTS["steel"])
    obstacle = Worked(
        (
            *hesitation.lines,
            *rules.harder_lines(harder, together=_together(harder, ask)),
            Line(other, "Something else", "STE-07"),
            Line(cause.below if isinstance(cause, Defeat) else 0, "Body of argument below zero", "DOW-20"),
            hurt.obstacle,
        )
    )
    against = max(0, obstacle.total)
    helped = 0 if help and helpable(ELEMENTS["steel"], ask).helped == NOBODY else help
    own = _dice(steel, cause, easier, dice, helped, hurt, ask)
    logged = max(0, own.total)
    bought = boon if boon and _may_buy(ask) else 0
    artha = _artha(steel, bought, doubled, hurt.lost > 0, logged, ask)
    used = Used(bought, hurt.gritted, artha.total > bought, hurt.shrugged)
    rolled = logged + artha.total
    pool = Pool.of(rolled, steel.shade, open_ended=True)
    where = Conflict.DUEL if isinstance(cause, Incite) else conflict.kind
    if isinstance(cause, Defeat) and where is Conflict.DUEL:
        where = Conflict.NONE
    cost = _cost(cause, conflict, where, against, ask)
    law = law_of(pool, ask)
    chances = rules.spread(law, against, cost)
    stands = law.at_least(against)
    classes = classes_of(logged, against, ask)
    reason = _no_test(cause, against)
    values = {
        "needed": not reason,
        "hesitation": max(0, hesitation.total),
        "obstacle": against,
        "dice": rolled,
        "logged": logged,
        "probability": stands,
        "class": test_class.NONE if reason else classes.value,
        "conflict": where.value,
        "unit": where.words,
        "distribution": list(chances),
        "mean": rules.mean(chances),
        "likeliest": list(likeliest(dict(enumerate(chances)))),
        "left_out": bool(bare),
        "boon": bought,
    }
    if reason:
        line = f"{ob(against)} · {rolled}D" if against else "hesitation 0"
        working = Working(obstacle.lines, obstacle.total, "Obstacle: hesitation and what adds to it")
        return Answer(values, (Verdict("No test", line, reason), working))
    heartbeats = None if successes is None else rules.lost(against, successes)
    gone = None if heartbeats is None else cost(heartbeats)
    chosen = rules.BEHAVIORS.get((where, reaction)) if gone != 0 else None
    values |= {
        "stands": None if gone is None else gone == 0,
        "heartbeats": heartbeats,
        "lost": gone,
        "in_this_exchange": _in_this_exchange(conflict, gone),
    }
    if chosen:
        values |= {
            "does": chosen.does,
            "down": chosen.down,
            "flees": chosen.flees,
            "aware": chosen.aware,
            "longer": chosen.longer,
        }
    blocks: list[Block] = [
        _verdict(pool, against, stands, chances, where, classes.article)
        if successes is None or gone is None
        else _rolled(against, successes, gone, where, reaction, mount)
    ]
    if gone != 0:
        blocks.append(_reactions(where, reaction, mount))
        short = None if successes is None else max(0, against - successes)
        blocks += _notes(cause, conflict, where, gone, short, will if mount else None, ask)
    blocks += [
        _spread_table(chances, where, gone),
        Working(obstacle.lines, obstacle.total, "Obstacle: hesitation and what adds to it"),
        Working(own.lines, own.total, "Dice that count for the log", "D"),
    ]
    if artha.total:
        blocks.append(Working(artha.lines, artha.total, "Dice of artha: rolled, not logged", "D"))
    blocks.append(odds_of(pool, against, ask, pool.closed(), "without open-ended dice", after(used)))
    if bare:
        blocks.append(
            Note("A standard test takes no other modifier; what you chose is left out.", Mark.RULING, "STE-06")
        )
    if help > helped:
        blocks.append(Note("Nobody helps Steel here; the dice of help are left out.", Mark.RULING, "STE-03"))
    if boon > bought:
        blocks.append(Note("Persona buys no dice for Steel here; it is left out.", Mark.RULING, "HUB-75"))
    if doubled and not used.doubled:
        blocks.append(Note("Not a die is left that Deeds could double.", rule="HUB-80"))
    if wounds.shrugged and not used.shrugged:
        blocks.append(Note("Three Superficial wounds become a die lost, which Fate does not give back.", rule="HUB-74"))
    if gone and heartbeats == 1:
        blocks.append(
            Note("One short: Luck rerolls a single traitor, since Steel is open-ended already.", rule="HUB-73")
        )
    return Answer(
        values,
        tuple(blocks),
        (
            *marks_of("steel", classes, Kind.STEEL),
            *artha_spent(used, "steel"),
        ),
    )


def _hesitation(will: Ability, traits: int, printed: int | None, ask: Rulings) -> Worked:
    """Hesitation from Will and traits, or as it is printed; the ruling is asked for only below 0. Source: STE-02."""
    if printed is not None:
        return Worked((Line(printed, "Hesitation, as printed", "STE-02"),))
    found = rules.hesitation(will, traits, floor=False)
    if found.total < 0:
        return rules.hesitation(will, traits, floor=ask["steel.least-hesitation"] == "zero")
    return found


def _together(harder: frozenset[Harder], ask: Rulings) -> bool:
    """Whether rows that name one fright add up; asked for only where two of them are chosen. Source: STE-07."""
    double = any(len(family & harder) > 1 for family in rules.FAMILIES)
    return double and ask["steel.same-fright"] == "sum"


def _dice(
    steel: Ability, cause: Cause, easier: frozenset[Easier], more: int, help: int, hurt: Felt, ask: Rulings
) -> Worked:
    """The dice that count for the log. Source: STE-03, STE-06."""
    highest = len(easier) > 1 and ask["steel.two-advantages"] == "higher"
    new = cause.hit.dice if isinstance(cause, Wound) else 0
    return Worked(
        (
            Line(steel.exponent, "Steel", "STE-03"),
            *rules.easier_lines(easier, highest=highest),
            Line(more, "Traits, prayers", "STE-03"),
            Line(help, "Help", "HUB-31"),
            Line(-new, "The new wound", "STE-01"),
            replace(hurt.dice, reason="Older wounds"),
        )
    )


def _may_buy(ask: Rulings) -> bool:
    """Whether Persona buys dice for Steel. Source: HUB-75."""
    return ask["edition"] == "later" or ask["tests.persona-dice"] == "all"


def _artha(steel: Ability, bought: int, doubled: bool, hurt: bool, logged: int, ask: Rulings) -> Worked:
    """The dice that artha brings, 0 or more. Source: HUB-75, HUB-80."""
    twice = steel.exponent
    if doubled and hurt and ask["tests.doubled-wounded"] == "wounded":
        twice = min(twice, logged)
    return Worked((Line(twice if doubled else 0, "Divine Inspiration", "HUB-80"), Line(bought, "Persona", "HUB-75")))


def _cost(cause: Cause, conflict: Place, where: Conflict, obstacle: int, ask: Rulings) -> Callable[[int], int]:
    """What heartbeats cost there; each reading is asked for only where it changes that. Source: STE-03, STE-05."""
    head = isinstance(cause, Wound) and cause.part is Part.HEAD and _tells(cause, ask)
    several = obstacle + head > 1
    if where is Conflict.RANGE:
        maneuver = isinstance(conflict, Range) and conflict.maneuver
        by_margin = maneuver or (several and ask["steel.volleys"] == "margin")
    else:
        open_ = where is Conflict.DUEL and several and not isinstance(cause, Incite)
        by_margin = open_ and ask["steel.in-a-duel"] == "margin"

    def cost(heartbeats: int) -> int:
        return rules.lost_there(where, heartbeats + int(head and heartbeats > 0), by_margin=by_margin)

    return cost


def _tells(cause: Wound, ask: Rulings) -> bool:
    """Whether it matters where the wound sits; asked for only where it sits somewhere. Source: STE-05."""
    return cause.part is not Part.ELSEWHERE and ask["steel.where-it-hurts"] == "yes"


def _no_test(cause: Cause, obstacle: int) -> str:
    """Why nothing is rolled; nothing where something is. Source: STE-01, STE-03."""
    if isinstance(cause, Surprise) and not cause.instant:
        return "Nothing hangs on this very moment: play on, and keep Steel for when it does."
    if isinstance(cause, Wound) and cause.hit is Hit.MORTAL:
        return "A Mortal wound takes you out by itself; there is no nerve left to test."
    if isinstance(cause, Wound) and not cause.hit.tests:
        return "This wound takes no die, so its pain tests nobody. A third Superficial would."
    return "" if obstacle else "You have no hesitation to overcome: you stand, and nothing is rolled."


def _verdict(
    pool: Pool, obstacle: int, stands: Fraction, chances: Sequence[Fraction], where: Conflict, classes: str
) -> Verdict:
    """The answer before the dice fall."""
    against = ob(obstacle)
    *others, most = likeliest(dict(enumerate(chances)))
    often = wording.listed([*(str(one) if one else "none" for one in others), where.units(most)], "or")
    often = often if others or most else "nothing"
    return Verdict(
        against,
        f"{pool.dice}D · {wording.percent(stands)} to stand · most often {often} lost",
        f"You roll {wording.count(pool.dice, 'die', 'dice')}, open-ended, against {against}. "
        f"To stand: {wording.percent(stands)}. Most often you lose {often}. It is {classes}.",
        Mark.DERIVED,
    )


def _rolled(obstacle: int, successes: int, gone: int, where: Conflict, reaction: Reaction, mount: bool) -> Verdict:
    """The answer once they have fallen."""
    line = f"{wording.count(successes, 'success', 'successes')} · {ob(obstacle)}"
    if not gone:
        return Verdict("You stand", line, "You do not even blink: go on with what you were doing.")
    units = where.units(gone)
    does = (rules.OF_MOUNTS[reaction] if mount else reaction.words) if reaction is not Reaction.OPEN else ""
    say = f"{does} for {units}." if does else f"You hesitate for {units}. Choose how."
    return Verdict(f"{units} lost", " · ".join([line, *([does] if does else [])]), say)


def _reactions(where: Conflict, chosen: Reaction, mount: bool) -> Table:
    """The reactions to choose from, and what each means there. Source: STE-05."""
    offered = [one for one in Reaction if one is not Reaction.OPEN and (not mount or one in rules.OF_MOUNTS)]
    rows = tuple(
        (
            f"{rules.OF_MOUNTS[one]}, as {one.words}" if mount else one.words,
            rules.BEHAVIORS[where, one].does,
        )
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


def _in_this_exchange(conflict: Place, gone: int | None) -> int | None:
    """How many of the actions lost fall into this exchange, where it is known how many are left. Source: STE-05."""
    if gone is None or not isinstance(conflict, Fight) or conflict.left is None:
        return None
    return min(gone, conflict.left)


def _notes(
    cause: Cause,
    conflict: Place,
    where: Conflict,
    gone: int | None,
    short: int | None,
    will: Ability | None,
    ask: Rulings,
) -> list[Note]:
    """When it begins, what else it costs there, and what a wound does besides.

    `gone` is what is lost there, `short` by how many successes it failed, `will` that of a mount.
    """
    notes = [Note(BEGINS[where], rule="STE-05")]
    if where is Conflict.FIGHT and isinstance(cause, Surprise):
        notes = [Note("They come off the head of the exchange: you lose your first actions.", rule="STE-05")]
    if isinstance(cause, Wound):
        notes.append(Note("Pain takes hold at once and breaks off whatever you were doing.", rule="STE-01"))
        if _tells(cause, ask):
            falls = short is not None and short >= rules.FALLS_FROM
            leg = "You fall prone." if falls else f"You fall to one knee, from {rules.FALLS_FROM} actions on prone."
            told = {Part.ARM: "You drop what you hold.", Part.LEG: leg, Part.HEAD: "The head costs one heartbeat more."}
            notes.append(Note(f"If it fails: {told[cause.part]}", Mark.RULING, "STE-05"))
    if isinstance(cause, Defeat):
        notes.append(Note("While you hesitate, whoever won may do as they please.", rule="DOW-20"))
    if isinstance(conflict, Range) and conflict.maneuver:
        notes.append(Note("You do not break cover: the maneuver is lost, and as many volleys more.", rule="STE-05"))
    here = _in_this_exchange(conflict, gone)
    if gone and here is not None:
        notes.append(Note(f"{Conflict.FIGHT.units(here)} in this exchange, {gone - here} in the next.", rule="STE-05"))
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


def _spread_table(chances: Sequence[Fraction], where: Conflict, gone: int | None) -> Table:
    """How much is lost how often."""
    so_far = Fraction(0)
    rows = []
    for number, chance in enumerate(chances):
        so_far += chance
        lost = where.units(number) if number else "nothing: you stand"
        rows.append((lost, wording.percent(chance), wording.percent(so_far)))
    return Table("What it costs", ("You lose", "Chance", "So much or less"), tuple(rows), gone, Mark.DERIVED)


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
    against = ob(situation.obstacle)
    classes = Classes() if rolled else classes_of(steel.exponent, situation.obstacle, ask)
    needed = routes_of(Kind.STEEL, min(steel.exponent, CAP), ask)
    marks = Marks(routine, difficult, challenging)
    then = brings(classes, marks, needed)
    counts = any(route.of(one) for one in classes for route in needed)
    values = {
        "obstacle": situation.obstacle,
        "class": classes.value,
        "counts": counts,
        "then": then,
    }
    ladder = tuple((one.name[:1].upper() + one.name[1:], str(one.obstacle)) for one in Lived.table().values())
    rows = list(Lived.table().values())
    current = rows.index(situation) if situation in rows else None
    found = Table("Situations that teach", ("You lived through", "Ob"), ladder, current, folded=True)
    if rolled:
        told = "Steel was rolled for this: mark that test. What you live through counts only where no dice fell."
        return Answer(values, (Verdict("No mark", f"{against} · already rolled", told), found))
    useless = "" if counts else f" From exponent {LAST_ROUTINE + 1} on a Routine test counts for nothing."
    blocks: list[Block] = [
        Verdict(
            classes.words,
            f"{against} · {steel} · {then}",
            f"{against} for Steel {steel}, as if you had rolled it: {classes.article}. The log: {then}.{useless}",
        ),
        Note("The GM awards it, for the whole of what happened, and only where no Steel was rolled.", rule="STE-09"),
        Table(
            "What each obstacle teaches you",
            ("Ob", "Class", "The log"),
            tuple(
                (
                    str(obstacle),
                    classes_of(steel.exponent, obstacle, ask).words,
                    brings(classes_of(steel.exponent, obstacle, ask), marks, needed),
                )
                for obstacle in range(1, 11)
            ),
            situation.obstacle - 1,
            Mark.DERIVED,
        ),
        found,
    ]
    return Answer(values, tuple(blocks), marks_of("steel", classes, Kind.STEEL))


LAST_ROUTINE = 4
"""Up to this exponent Routine tests help Steel along. Source: STE-08."""


@table("hesitation")
def hesitation_table() -> Table:
    """Hesitation by Will and shade."""
    rows = tuple(
        (str(exponent), *(str(rules.hesitation(Ability(shade, exponent)).total) for shade in Shade))
        for exponent in range(1, 11)
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

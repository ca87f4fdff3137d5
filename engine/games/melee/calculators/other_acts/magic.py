"""Spells, prayers, songs (MEL-37 to MEL-39)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Obstacle, ob
from engine.games.burning_wheel.forms.sustained import QUICK_OBS, SPELL_OB, SpellOb, SustainedRow, YourWill
from engine.games.burning_wheel.readings import sustaining as core
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, feels, no_test
from engine.games.burning_wheel.readings.hurt import Wounded as WoundsBefore
from engine.games.burning_wheel.readings.learning_sorcery import casting_log
from engine.games.burning_wheel.readings.sorcery import casting_of
from engine.games.burning_wheel.rules import sustaining
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.sustaining import Mind
from engine.games.burning_wheel.rules.wounds import SUPERFICIALS_TO_A_LIGHT
from engine.games.melee.forms.people import B4, B5, MOST_DISPOSITION
from engine.games.melee.readings import nerve as readings
from engine.games.melee.rules import casting, prone
from engine.games.melee.rules.acts import GREAT, SPELL_LIKE, Takes, Wonder
from engine.games.melee.rules.casting import Struck
from engine.games.melee.rules.damage import route
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

Sorcery = Annotated[Ability, Asked("Sorcery", quick=("B3", "B4", "B5", "B6")), sheet("sorcery")]
CastingTime = Annotated[int, Between(1, 2000), Asked("Its casting time in actions", more=True, quick=(2, 10, 11, 101))]
MOST_TESTED = 6

# --- Casting ---


@branch("nothing hit you")
class Unhit:
    """No blow landed in the round."""

    struck: ClassVar[Struck] = Struck.NONE


@branch("hit, with disposition left")
class Hit:
    """A blow landed, and took no more than disposition."""

    struck: ClassVar[Struck] = Struck.HIT


@branch("brought to 0 disposition")
class Zero:
    """A blow took the last of it, which is a Superficial wound."""

    struck: ClassVar[Struck] = Struck.ZERO


@branch("wounded")
class Wounded:
    """A blow reached the body."""

    dice: Annotated[int, Between(0, 4), Asked("Dice that the wound takes", quick=(0, 1, 2, 3))] = 1

    struck: ClassVar[Struck] = Struck.WOUNDED


@calculator("mel-casting", rules="MEL-37")
def cast(
    sorcery: Sorcery = B4,
    will: YourWill = B5,
    obstacle: SpellOb = 3,
    actions: CastingTime = 4,
    struck: Annotated[Unhit | Hit | Zero | Wounded, Asked("In the same round")] = Unhit(),
    sustained: Annotated[bool, Asked("You will sustain this spell")] = False,
    spells: Annotated[tuple[SustainedRow, ...], Asked("Spells you sustain already, oldest first")] = (),
    lying: Annotated[bool, Asked("You are on the ground")] = False,
    other: Annotated[int, Between(0, 10), Asked("Area, haste and else: obstacle", more=True, quick=(0, 1, 2))] = 0,
    wounds: WoundsBefore = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is the spell in a melee, and does it hold?"""
    if len(spells) > MOST_TESTED:
        raise Unusable("spells", f"This tests {MOST_TESTED} spells at once, no more; it has {len(spells)}.")
    if why := sustaining.no_die(will.exponent, len(spells) + sustained - 1) if spells or sustained else "":
        raise Unusable("spells" if spells else "sustained", why)
    casting_ = casting_of(sorcery, will, wounds, ask, held=len(spells))
    if casting_.gone:
        return no_test(casting_.gone)
    caster = casting_.caster
    worked = Worked(
        (
            Line(obstacle, "The spell", "SOR-02"),
            Line(casting.hurried(actions), f"In a hurry, {wording.count(actions, 'action')}", "MEL-37"),
            Line(prone.HAMPERED if lying else 0, "On the ground", "MEL-15"),
            Line(other, "Area, haste, something else", "SOR-10"),
            casting_.felt.obstacle,
        )
    )
    test = Test(caster.pool(), worked.total, ask)
    values: dict[str, Any] = {**test.values, "hurried": casting.hurried(actions), "shaken": struck.struck.shakes}
    ledgers: tuple[Block, ...] = (
        Working(worked.lines, worked.total, "Obstacle of the casting"),
        Working(caster.dice().lines, caster.dice().total, "Dice of the casting", "D"),
        test.odds(),
    )
    notes = Note("A complicated action: you cast where you stand. Tax comes after, as ever.", rule="SOR-10")
    marks = test.marks(casting_log(ask))
    if not struck.struck.shakes:
        return Answer(values, (test.verdict(), notes, *ledgers), marks)
    held = _held(will, obstacle, sustained, spells, struck, wounds, ask)
    values |= {"keeps": held.new, "sustains": list(held.old)}
    shown = _after_the_blow(test, held, obstacle, spells)
    return Answer(values, (*shown, notes, *ledgers), marks)


@dataclass(frozen=True, slots=True)
class Held:
    """The chance that the spell just cast holds, and that each sustained one does; `outright` breaks the new one."""

    new: Fraction
    old: tuple[Fraction, ...]
    outright: bool


def _after_the_blow(test: Test, held: Held, obstacle: int, spells: Sequence[SustainedRow]) -> tuple[Verdict, Table]:
    """What the blow leaves of the spell just cast, and of those that are sustained."""
    rows: list[tuple[Entry, ...]] = [
        (row.name or f"Spell {at}", Obstacle(row.obstacle), chance)
        for at, (row, chance) in enumerate(zip(spells, held.old, strict=True), 1)
    ]
    broken = held.new == 0 and held.outright
    rows.append(("The spell just cast", None if broken else Obstacle(obstacle), "broken off" if broken else held.new))
    ends = "it is broken off" if broken else f"Will is tested as the round ends, and it holds {wording.often(held.new)}"
    facts = (Fact("broken off") if broken else Fact(held.new, "it holds"), *test.facts[:2])
    said = f"{test.sentence} After the blow {ends}."
    caption = "At the end of the round: Will for each spell, oldest first"
    return (
        Verdict(ob(test.obstacle), facts, said, Mark.DERIVED),
        Table(caption, ("Spell", "Will", "Holds"), tuple(rows)),
    )


def _held(
    will: Ability,
    obstacle: int,
    sustained: bool,
    spells: Sequence[SustainedRow],
    struck: Unhit | Hit | Zero | Wounded,
    wounds: Hurt,
    ask: Rulings,
) -> Held:
    """What holds at the end of a round in which a blow shook the caster. Source: MEL-37, SOR-28."""
    outright = readings.broken(struck.struck, ask)
    felt = feels(_now(struck, wounds), will, ask, ELEMENTS["will"])
    frozen = core.frozen(len(spells) + (not outright), ask)
    mind = Mind(will, felt.lost, felt.added, 0, frozen)
    obstacles = tuple(row.obstacle for row in spells)
    taken = int(sustained and not outright)
    # The spell just cast takes a die while older ones are tested, if it is sustained.
    older = Mind(will, felt.lost, felt.added, -taken, frozen)
    law = sustaining.event(older, obstacles, (True,) * len(spells))
    new = Fraction(0)
    if not outright:
        new = sum(
            (
                chance * mind.chance((len(kept) if frozen else sum(kept)) + taken, obstacle)
                for kept, chance in law.items()
            ),
            Fraction(0),
        )
    return Held(new, tuple(sustaining.stands(law, at) for at in range(len(spells))), outright)


def _now(struck: Unhit | Hit | Zero | Wounded, wounds: Hurt) -> Hurt:
    """Wounds with the new one; a third Superficial one makes a die of them. Source: MEL-41, INJ-10."""
    if isinstance(struck, Wounded):
        return Hurt(wounds.dice + struck.dice, wounds.superficial)
    superficial = wounds.superficial + 1
    if superficial == SUPERFICIALS_TO_A_LIGHT:
        return Hurt(wounds.dice + 1, 0)
    return Hurt(wounds.dice, superficial)


# --- Spells that hurt ---


class Harmful(Option):
    """Spells that strike the body. Source: MEL-38."""

    HOWL = "deaths-howl", "Death’s Howl"
    SHARDS = "shards", "Shards"
    WHITE_FIRE = "white-fire", "White Fire"
    HAND = "havocs-hand", "Havoc’s Hand"
    OTHER = "other", "another that does damage"


@calculator("mel-offensive-spell", rules="MEL-38")
def harm(
    spell: Annotated[Harmful, Asked("Spell")] = Harmful.SHARDS,
    sorcery: Sorcery = B4,
    will: YourWill = B5,
    obstacle: Annotated[int, SPELL_OB, Asked("Its obstacle on this target", quick=QUICK_OBS)] = 2,
    disposition: Annotated[
        int, Between(0, MOST_DISPOSITION), Asked("Their disposition as the round began", quick=(0, 4, 7))
    ] = 6,
    cover: Annotated[int, Between(0, 3), Asked("Cover of their shield", quick=(0, 1, 2, 3))] = 0,
    magical: Annotated[bool, Asked("That shield is magical")] = False,
    ward: Annotated[int, Between(0, 20), Asked("Dice of an Eldritch Shield around them", quick=(0, 2, 4))] = 0,
    actions: CastingTime = 4,
    lying: Annotated[bool, Asked("You are on the ground", more=True)] = False,
    other: Annotated[int, Between(0, 10), Asked("Area, haste and else: obstacle", more=True, quick=(0, 1, 2))] = 0,
    wounds: WoundsBefore = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the spell reach the body?"""
    casting_ = casting_of(sorcery, will, wounds, ask)
    if casting_.gone:
        return no_test(casting_.gone)
    covered = casting.shielded(cover, magical=magical)
    worked = Worked(
        (
            Line(obstacle, f"{spell.words} on this target" if spell is not Harmful.OTHER else "The spell", "MEL-38"),
            Line(covered, "A magical shield", "MEL-48"),
            Line(casting.hurried(actions), f"In a hurry, {wording.count(actions, 'action')}", "MEL-37"),
            Line(prone.HAMPERED if lying else 0, "You are on the ground", "MEL-15"),
            Line(other, "Area, haste, something else", "SOR-10"),
            casting_.felt.obstacle,
        )
    )
    test = Test(casting_.caster.pool(), worked.total, ask)
    through = law_of(test.pool, ask, test.obstacle + ward).at_least(test.obstacle + ward)
    values = {
        **test.values,
        "through": through,
        "route": route(disposition, bypass=True).value,
        "disposition": disposition,
        "cover": covered,
    }
    facts = (*test.facts[:2], Fact(through, "past the Eldritch Shield")) if ward else test.facts[:2]
    said = f"{test.sentence} What comes through wounds at once, and their disposition stays at {disposition}."
    blocks: list[Block] = [
        Verdict(ob(test.obstacle), (*facts, Fact("wounds the body")), said),
        Working(worked.lines, worked.total, "Obstacle"),
    ]
    if cover and not magical:
        blocks.append(Note("A shield is nothing to a spell, unless it is magical.", rule="MEL-48"))
    if ward:
        dice = wording.count(ward, "die", "dice")
        blocks.append(Note(f"Its {dice} take as many successes off the spell.", rule="SOR-48"))
    blocks.append(Note("Damage, armor and the wound are those of the spell; a Light wound tests Steel.", rule="MEL-43"))
    return Answer(values, (*blocks, test.odds()), test.marks(casting_log(ask)))


# --- Prayers, songs, howls ---


class Like(Option):
    """Whether a miracle does what a spell does. Source: MEL-39."""

    NO = "no", "as its own list has it"
    SPELL = "spell", "as a spell does", SPELL_LIKE
    GREAT = "great", "as a very powerful spell does", GREAT


@calculator("mel-prayer", rules="MEL-39")
def pray(
    wonder: Annotated[Wonder, Asked("You ask for")] = Wonder.MIRACLE,
    like: Annotated[Like, Asked("It works", gm=True)] = Like.NO,
    obstacle: Annotated[
        int, Between(1, MOST_OBSTACLE), Asked("Obstacle by its own list", gm=True, quick=(3, 4, 5, 8, 10))
    ] = 5,
    faith: Annotated[Ability, Asked("Faith", quick=("B3", "B4", "B5", "B6")), sheet("faith")] = B5,
    rider: Annotated[bool, Asked("You ride or fly")] = False,
    more: Annotated[int, Between(0, 10), Asked("Help and the like: dice", more=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How much of your turn does it take, and how hard is it?"""
    takes = wonder.takes
    classes = Table("What takes how much of a turn", ("What", "Takes"), _wonders(), list(Wonder).index(wonder))
    if takes is Takes.NEVER:
        said = "There is no time for a Consecration while a melee goes on."
        return Answer({"class_of_action": takes.value, "possible": False}, (Verdict("Impossible", (), said), classes))
    against = obstacle if like.amount is None else like.amount
    test = Test.of(faith.shade, faith.exponent + more, against, ask, opens=True, at="faith")
    values = {**test.values, "class_of_action": takes.value, "possible": True, "moves": takes.moves}
    blocks: list[Block] = [test.verdict(Fact(takes.words)), Note(_moving(takes, rider), rule="MEL-52")]
    return Answer(values, (*blocks, classes, test.odds()), test.marks("faith", Kind.FAITH))


def _moving(takes: Takes, rider: bool) -> str:
    if takes is Takes.FREE:
        return "At once, at any moment, whatever else you do."
    if takes is Takes.COMPLICATED:
        return "It takes all of your turn, where you stand."
    if rider:
        return "You may pray in the middle of moving."
    return "You may move before it or after it, and stand still meanwhile."


def _wonders() -> tuple[tuple[Entry, ...], ...]:
    return tuple((one.words[0].upper() + one.words[1:], one.takes.words) for one in Wonder)

"""Sustaining: the Will dice set aside, concentration, and the power that still flows (SOR-26 to SOR-29)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade, ob
from engine.games.burning_wheel.forms.spells import able
from engine.games.burning_wheel.forms.sustained import (
    QUICK_OBS,
    SPELL_OB,
    HeldToo,
    SpellOb,
    SustainedRow,
    YourForte,
    YourWill,
)
from engine.games.burning_wheel.readings import sustaining as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import casting
from engine.games.burning_wheel.rules import sustaining as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.sustaining import Flow, Hour, Kept, MayNot, Mind
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.words import Mean
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark

B5, B6 = Ability(Shade.BLACK, 5), Ability(Shade.BLACK, 6)
WILL, FORTE = ELEMENTS["will"], ELEMENTS["forte"]
MOST_EVENTS, MOST_HOURS, MOST_TESTED = 12, 48, 6
Spells = Annotated[tuple[SustainedRow, ...], Asked("Spells you sustain, oldest first")]
OtherDice = Annotated[int, Between(-10, 10), Asked("Other dice", more=True, quick=(0, 1, 2))]


def _named(spells: Sequence[SustainedRow]) -> list[str]:
    """The names of the spells, by their places where they have none."""
    return [row.name or f"Spell {place}" for place, row in enumerate(spells, 1)]


def _checked(will: Ability, spells: Sequence[SustainedRow], at: str = "spells") -> int:
    """The Will dice that so many spells leave. Raises `Unusable` at their field where it sustains fewer."""
    most = rules.most(will.exponent)
    if len(spells) > most:
        said = f"Will {will} sustains {wording.count(most, 'spell')} at most; this has {len(spells)}."
        raise Unusable(at, f"{said} One die always stays.")
    return casting.will_left(will.exponent, len(spells))


@calculator("will-dice", rules="SOR-26")
def will_dice(
    will: YourWill = B5,
    spells: Spells = (SustainedRow("Ward", 4), SustainedRow("Second sight", 3)),
) -> Answer:
    """How much Will do my spells leave me?"""
    left = _checked(will, spells)
    more = rules.most(will.exponent) - len(spells)
    facts = (Fact(DiceCount(len(spells)), "set aside"), Fact.count(more, "spell more", "spells more"))
    aside = wording.count(len(spells), "die", "dice")
    sentence = f"{aside} set aside: you roll {left} for Will, to cast too. You can sustain {more} more."
    lines = (
        Line(will.exponent, f"Will {will}", "SOR-26"),
        *(Line(-1, f"{name}, sustained", "SOR-26") for name in _named(spells)),
    )
    values = {"left": left, "more": more, "most": rules.most(will.exponent)}
    blocks: tuple[Block, ...] = (
        Verdict(f"{left}D of Will", facts, sentence),
        Working(lines, left, "Will dice you may roll", "D"),
        Note("Dropping a spell takes one action. Its die is yours again.", rule="SOR-26"),
    )
    return Answer(values, blocks)


@branch("something happened")
class Happened:
    """One of the things that may not happen, or several."""

    what: Annotated[MayNot, Asked("What happened")] = MayNot.HURT
    times: Annotated[int, Between(1, MOST_EVENTS), Asked("How often", quick=(1, 2, 3))] = 1


@branch("the Tax of a new spell failed")
class NewTax:
    """A failed Tax for a spell that is being raised, which is no danger to that spell."""

    obstacle: Annotated[int, SPELL_OB, Asked("The new spell’s obstacle", quick=QUICK_OBS)] = 3
    faints: Annotated[bool, Asked("It took the last of your Forte")] = False


@calculator("concentration", rules="SOR-27 SOR-28")
def concentration(
    will: YourWill = B5,
    spells: Spells = (SustainedRow("Ward", 3), SustainedRow("Second sight", 2)),
    event: Annotated[Happened | NewTax, Asked("You lose hold because")] = Happened(),
    other: OtherDice = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do my spells hold?"""
    tested, times = list(spells), event.times if isinstance(event, Happened) else 1
    if isinstance(event, NewTax) and read.raised_too(event.faints, ask):
        tested.append(SustainedRow("The new spell", event.obstacle))
    _checked(will, tested)
    if len(spells) > MOST_TESTED:
        raise Unusable("spells", f"This tests {MOST_TESTED} spells at once, no more; it has {len(spells)}.")
    if not tested:
        return Answer({"all": Fraction(1)}, (Verdict("Nothing to test", (), "You sustain no spell."),))
    hurt = feels(wounds, will, ask, WILL)
    if hurt.gone:
        return no_test(hurt.gone)
    obstacles = tuple(row.obstacle for row in tested)
    mind = Mind(will, hurt.lost, hurt.added, other, read.frozen(len(tested), ask))
    laws = rules.after(mind, obstacles, times)
    held = Concentration(tuple(_named(tested)), obstacles, mind, laws)
    hardest = Test(mind.pool(len(tested)), max(obstacles) + mind.added, ask)
    blocks: list[Block] = [held.verdict, *held.tables, *_notes(event), *ledger(hurt, will.exponent, obstacles[0])]
    return Answer(held.values, tuple(blocks), hardest.marks("will", Kind.STAT))


@dataclass(frozen=True, slots=True)
class Concentration:
    """The tests of sustained spells, oldest first: the chance of everything left before and after each event."""

    names: tuple[str, ...]
    obstacles: tuple[int, ...]
    mind: Mind
    laws: tuple[Mapping[Kept, Fraction], ...]

    @property
    def stand(self) -> tuple[Fraction, ...]:
        """The chance of each spell to stand in the end."""
        return tuple(rules.stands(self.laws[-1], place) for place in range(len(self.names)))

    @property
    def every(self) -> Fraction:
        """The chance that all stand in the end."""
        return self.laws[-1].get((True,) * len(self.names), Fraction(0))

    @property
    def none(self) -> Fraction:
        """The chance that none does."""
        return self.laws[-1].get((False,) * len(self.names), Fraction(0))

    @property
    def values(self) -> dict[str, Any]:
        """The odds for programs."""
        return {
            "all": self.every,
            "none": self.none,
            "stand": list(self.stand),
            "mean": sum(self.stand, Fraction(0)),
            "dice": self.mind.pool(len(self.names)).dice,
        }

    @property
    def verdict(self) -> Verdict:
        """The chance that all hold."""
        dice = DiceCount(self.values["dice"])
        several = len(self.names) > 1
        facts = (Fact(dice, "first test"), *((Fact(self.none, "all lost"),) if several else ()))
        mean = (Fact(Mean(self.values["mean"]).words, "stand on average"),) if several else ()
        held = "All of them hold" if several else "It holds"
        return Verdict(wording.percent(self.every), (*facts, *mean), f"{held} {often(self.every)}.", Mark.DERIVED)

    @property
    def tables(self) -> list[Block]:
        """Spell by spell, and event by event where there are several."""
        count = len(self.names)
        rows: list[tuple[Entry, ...]] = [
            (name, Obstacle(obstacle + self.mind.added), stand)
            for name, obstacle, stand in zip(self.names, self.obstacles, self.stand, strict=True)
        ]
        found: list[Block] = [
            Table("In this order", ("Spell", "Will against", "Holds"), tuple(rows), mark=Mark.DERIVED)
        ]
        if len(self.laws) > 2:
            events: tuple[tuple[Entry, ...], ...] = tuple(
                (number, *(rules.stands(law, place) for place in range(count)), law.get((True,) * count, Fraction(0)))
                for number, law in enumerate(self.laws)
                if number
            )
            columns = ("After", *self.names, "All")
            found.append(Table("Time after time", columns, events, mark=Mark.DERIVED))
        return found


def _notes(event: Happened | NewTax) -> list[Note]:
    """What comes of it."""
    found = [Note("A spell that drops so costs nothing else: no Tax, no failed casting.", rule="SOR-28")]
    if isinstance(event, NewTax) and not event.faints:
        found.append(Note("The spell being raised is safe from its own Tax; leave it out of the list.", rule="SOR-27"))
    if isinstance(event, Happened) and event.what is MayNot.SLEEP:
        found.append(Note("Asleep you still test: the rule excepts nothing. The GM may find it absurd.", rule="SOR-27"))
    return found


@calculator("power-still-flows", rules="SOR-29")
def power_still_flows(
    forte: YourForte = B6,
    obstacle: SpellOb = 4,
    hours: Annotated[int, Between(1, MOST_HOURS), Asked("Hours you want it", quick=(2, 4, 8, 12))] = 8,
    taxed: Annotated[int, Between(0, 10), Asked("Forte already lost to Tax", quick=(0, 1, 2), more=True)] = 0,
    will: YourWill = B5,
    held: HeldToo = 1,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How long can I sustain it?"""
    able(forte, 0)
    if taxed >= forte.exponent:
        raise Unusable("taxed", f"Forte {forte} has {forte.exponent} dice; with {taxed} lost you have fainted.")
    if not 1 <= held <= rules.most(will.exponent):
        raise Unusable("held", f"Will {will} sustains 1 to {rules.most(will.exponent)} spells; this says {held}.")
    hurt, minded = feels(wounds, forte, ask, FORTE), feels(wounds, will, ask, WILL)
    if hurt.gone or minded.gone:
        return no_test(hurt.gone or minded.gone)
    left = forte.exponent - taxed
    keeps = Mind(will, minded.lost, minded.added).chance(held, obstacle)
    whole = read.whole_forte(left > obstacle or taxed > 0, ask)
    flow = Flow(forte, left, obstacle, keeps, whole, hurt.lost, hurt.added)
    gap = flow.gap(left)
    if gap <= 0:
        said = rules.too_heavy(forte.exponent if whole else left, obstacle)
        return Answer({"interval": gap, "sustains": False}, (Verdict("Not at all", (Fact(ob(obstacle)),), said),))
    found = rules.outlook(flow, hours)
    return _flowing(flow, found, gap, Test(forte.pool(-taxed - hurt.lost), obstacle + hurt.added, ask), hurt)


def _flowing(flow: Flow, found: Sequence[Hour], gap: int, tax: Test, hurt: Felt) -> Answer:
    """The hours between, and how it stands after each."""
    end = found[-1]
    facts = (
        Fact(tax.chance, "first Tax passed"),
        Fact(end.stands, f"up after {wording.count(end.hours, 'hour')}"),
        Fact(end.fainted, "fainted by then"),
    )
    every = wording.count(gap, "hour")
    sentence = (
        f"Every {every} you roll Tax at {ob(tax.obstacle)}. It is still up after {end.hours} {often(end.stands)}."
    )
    rows = tuple(
        (hour.hours, hour.stands, Mean(hour.mean).words, hour.fainted or None)
        for hour in found
        if hour.hours and (hour.hours % gap == 0 or hour is end)
    )
    values = {
        "interval": gap,
        "sustains": True,
        "dice": tax.dice,
        "obstacle": tax.obstacle,
        "first": tax.chance,
        "keeps": flow.keeps,
        "stands": end.stands,
        "fainted": end.fainted,
        "forte": end.mean,
    }
    fewer = "" if flow.whole else " With less Forte the Taxes come sooner."
    blocks: tuple[Block, ...] = (
        Verdict(f"Every {every}", facts, sentence, Mark.DERIVED),
        Table("Hour by hour", ("Hours", "Still up", "Forte left", "Fainted"), rows, mark=Mark.DERIVED),
        Note(f"A Tax that fails is a breaking event: Will keeps the spell {often(flow.keeps)}.{fewer}", rule="SOR-27"),
        Note("Dice that come back meanwhile are not counted.", Mark.DERIVED),
        *ledger(hurt, flow.left, flow.obstacle, words="Forte for the Tax", against="Obstacle of the Tax"),
    )
    return Answer(values, blocks, tax.marks("forte", Kind.STAT))


@table("while-sustaining")
def while_sustaining() -> Table:
    """What a caster who sustains may do, and what may not happen."""
    rows: list[tuple[Entry, ...]] = [("You may", one) for one in rules.MAY]
    rows += [("May not happen", one.words) for one in MayNot]
    return Table("While you sustain a spell", ("", ""), tuple(rows))

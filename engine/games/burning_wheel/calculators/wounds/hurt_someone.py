"""Hurt someone: one number, or what the rules price, and everyone's wound side by side (ARM-36)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Asked, Unusable
from engine.games.burning_wheel.blocks import bleeding, hits
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.hurting import (
    READY,
    Cast,
    Everyone,
    Fall,
    Number,
    PersonHurt,
    ShotAt,
    Struck,
    ThrownAt,
)
from engine.games.burning_wheel.forms.weapons import wielded
from engine.games.burning_wheel.readings.bleeding import blood_of
from engine.games.burning_wheel.readings.damage import staged
from engine.games.burning_wheel.rules import throws
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage, ims
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.spell_damage import harm_of
from engine.games.burning_wheel.rules.spells import Spell
from engine.games.burning_wheel.rules.throws import Ground
from engine.games.burning_wheel.rules.wounds import TOLERATED, Level, NewWound
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

MOST_PEOPLE = 8
Source = Number | Struck | ShotAt | Cast | ThrownAt | Fall


@dataclass(frozen=True, slots=True)
class _Harm:
    """What hurts: the stage at which it lands, its three stages where it has them, and how they come about."""

    words: str
    hit: Coordinate
    stage: Stage | None = None
    damage: Damage | None = None
    blocks: tuple[Block, ...] = ()
    va: int | None = None


def _harm(source: Source, ask: Rulings) -> _Harm:
    match source:
        case Number(hit):
            return _Harm("the hit", hit)
        case Struck(power, weapon, landed):
            held = wielded(weapon, ask)
            found = hits.force(power, held.weapon.power, ask, weapon_words=held.words, whose="the")
            words = held.words.lower()
            return _at(words, landed.stage, found.damage, (found.ledger, *held.note), held.weapon.va)
        case ShotAt(shot, landed):
            return _at(shot.words.lower(), landed.stage, shot.damage)
        case Cast(spell, will, effect, landed, shade):
            return _cast(spell.spell, will, effect, landed.stage, shade, ask)
        case ThrownAt(power, material, extra):
            va = throws.va(power)
            said = f"Only hard armor helps, plates and helmets, against VA {va}."
            return _priced(power, material, throws.landed(extra), "Power of the thrower", va, said)
        case Fall(power, material, landed):
            said = "The book gives no number for a fall. This takes it as a throw, with a Power that the GM chooses."
            return _priced(power, material, landed.stage, "Power of the fall", None, said)


def _cast(spell: Spell, will: Ability, effect: int, stage: Stage, shade: Shade, ask: Rulings) -> _Harm:
    """A spell: Will and what was put into its effect. Source: SOR-20."""
    try:
        harm = harm_of(spell)
    except Refused as error:
        raise Unusable("source.spell", str(error)) from None
    if effect and not spell.caret:
        raise Unusable("source.effect", f"{spell.name} is flat, as far as is known: nothing goes into its effect.")
    worked = harm.worked(will.exponent, effect)
    blocks = (Working(worked.lines, worked.total, "Power of the spell"),)
    return _at(spell.name, stage, staged(worked.total, shade, ask), blocks, 0)


def _at(words: str, stage: Stage, damage: Damage, blocks: tuple[Block, ...] = (), va: int | None = None) -> _Harm:
    return _Harm(words, damage.at(stage), stage, damage, blocks, va)


def _priced(power: int, material: Ground, stage: Stage, words: str, va: int | None, said: str) -> _Harm:
    """A throw or a fall. Source: ARM-36."""
    worked = throws.force(power, material, words)
    mark = Mark.MISSING if va is None else None
    note = Note(said, mark, "DOF-05" if va is None else "ARM-36")
    blocks = (Working(worked.lines, worked.total, "Power behind it"), note)
    what = "a fall onto" if va is None else "thrown against"
    return _at(f"{what} {material.words}", stage, ims(worked.total), blocks, va)


@dataclass(frozen=True, slots=True)
class _Hurt:
    """Someone hit: the new wound, and how many minutes until it is worse, or kills; None where it does not bleed."""

    person: PersonHurt
    name: str
    wound: NewWound
    minutes: Fraction | None

    @property
    def clock(self) -> str | None:
        """The same in words."""
        if self.minutes is None:
            return None
        end = "dead" if self.wound.level is Level.MORTAL else "worse"
        return f"{end} in {bleeding.said(self.minutes)}"

    @property
    def row(self) -> tuple[Entry, ...]:
        """All of it in cells."""
        level = self.wound.level
        steel = None if level in (Level.NONE, Level.MORTAL) else self.wound.steel_test
        takes = None if level is Level.NONE else self.wound.taken.takes
        return self.name, level.words, takes, steel, self.clock


@calculator("hurt-someone", rules="ARM-36 SOR-20")
def hurt_someone(
    source: Annotated[Number | Struck | ShotAt | Cast | ThrownAt | Fall, Asked("What hurts")] = Number(),
    people: Everyone = READY,
    *,
    ask: Rulings,
) -> Answer:
    """How bad is it, for each of them?"""
    if not people or len(people) > MOST_PEOPLE:
        raise Unusable("people", f"This takes one to {MOST_PEOPLE} people; there are {len(people)}.")
    harm = _harm(source, ask)
    hurt = [_hurt(number, one, harm.hit, ask) for number, one in enumerate(people, 1)]
    values: dict[str, Any] = {
        "hit": str(harm.hit),
        "stage": harm.stage.value if harm.stage else "",
        "va": harm.va,
        "levels": [one.wound.level.value for one in hurt],
        "minutes": [int(one.minutes or 0) for one in hurt],
    }
    rows = tuple(one.row for one in hurt)
    missed = harm.stage is Stage.MISS
    blocks: list[Block] = [_missed(harm) if missed else _verdict(harm, hurt)]
    if not missed:
        blocks.append(Table("Everyone’s wound", ("Who", "Wound", "Takes", "Steel test", "Bleeds"), rows))
    if harm.damage is not None:
        blocks.append(_stages(harm.damage, harm.stage, hurt))
    blocks.append(_numbers(hurt))
    return Answer(values, (*blocks, *harm.blocks), () if missed else _joins(harm, hurt))


def _joins(harm: _Harm, hurt: Sequence[_Hurt]) -> tuple[AddRow, ...]:
    """The wound of each onto their own sheet; where all are the book's ready rows, onto that of who is chosen."""
    row = {"hit": str(harm.hit)}
    wounded = [one for one in hurt if one.wound.level is not Level.NONE]
    if all(one.person in READY for one in hurt):
        return (AddRow("wounds", row),) if wounded else ()
    return tuple(AddRow("wounds", row, one.person.name) for one in wounded if one.person.name)


def _hurt(number: int, person: PersonHurt, hit: Coordinate, ask: Rulings) -> _Hurt:
    try:
        level = person.tolerances.placed.level(hit)
    except Unusable as error:
        raise Unusable("people", error.message) from None
    wound = NewWound(level, person.superficials + (level is Level.SUPERFICIAL))
    minutes = blood_of(person.forte, person.health, (level,), ask).span(level) if wound.effect.bleeds else None
    return _Hurt(person, person.name or f"Person {number}", wound, minutes)


def _order(one: _Hurt) -> int:
    return list(Level).index(one.wound.level)


def _verdict(harm: _Harm, hurt: Sequence[_Hurt]) -> Verdict:
    worst = max(hurt, key=_order)
    same = len({one.wound.level for one in hurt}) == 1
    lands = f", {harm.stage.words}" if harm.stage else ""
    facts = [Fact(worst.wound.level.wound, "" if same else "at worst")]
    if not same:
        facts.append(Fact(min(hurt, key=_order).wound.level.words, "at least"))
    if bleeding_ones := sum(one.wound.effect.bleeds for one in hurt):
        facts.append(Fact(bleeding_ones, "bleeds" if bleeding_ones == 1 else "bleed"))
    each = "; ".join(f"{one.name}: {one.wound.level.wound}" for one in hurt)
    return Verdict(
        str(harm.hit), tuple(facts), f"{harm.words[:1].upper()}{harm.words[1:]}{lands} at {harm.hit}. {each}."
    )


def _missed(harm: _Harm) -> Verdict:
    said = f"{harm.words[:1].upper()}{harm.words[1:]}: it takes one extra success to hurt."
    return Verdict("Unhurt", (Fact("no extra success"),), said)


def _stages(damage: Damage, landed: Stage | None, hurt: Sequence[_Hurt]) -> Table:
    """What each stage does to each."""
    columns = ("Stage", "Lands at", *(one.name for one in hurt))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (stage, str(damage.at(stage)), *(one.person.tolerances.placed.level(damage.at(stage)).words for one in hurt))
        for stage in LANDED
    )
    return Table("At each stage", columns, rows, LANDED.index(landed) if landed in LANDED else None)


def _numbers(hurt: Sequence[_Hurt]) -> Table:
    """From which number on each wound is dealt: what a GM says who wants just that wound."""
    columns = ("Wound", *(one.name for one in hurt))
    placed = [one.person.tolerances.placed.places for one in hurt]
    rows: list[tuple[Entry, ...]] = [(level, *(str(places[level]) for places in placed)) for level in TOLERATED]
    return Table("Which number to say", columns, tuple(rows), folded=True)


@table("strength-of-materials")
def strength_of_materials() -> Table:
    """The Strength of what one is thrown against (ARM-36)."""
    rows = tuple((f"{one.words[:1].upper()}{one.words[1:]}", one.amount or 0) for one in Ground)
    return Table("Strength of what you land on", ("Material", "Strength"), rows)

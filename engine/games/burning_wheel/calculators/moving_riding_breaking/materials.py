"""Walls, doors and sheets: what they bear, how long they last, every weapon against one of them (MAT-01, MAT-02)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.materials import Force, flown, force_of, swung
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.carried import WeaponRow
from engine.games.burning_wheel.forms.lists import Most, Shown, left_out
from engine.games.burning_wheel.forms.materials import Barrier, Hurl, Loose, Said, Swing, What
from engine.games.burning_wheel.forms.missiles import Missile, Thrown, Tip
from engine.games.burning_wheel.forms.weapons import Weapon, YourPower, wielded
from engine.games.burning_wheel.readings import materials as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import materials as rules
from engine.games.burning_wheel.rules import missiles, weapon_speed
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.materials import (
    SCRATCHES,
    SECTIONS,
    THROUGH,
    Behind,
    Bite,
    Damaged,
    Section,
    Seen,
)
from engine.games.burning_wheel.rules.missiles import Band
from engine.games.burning_wheel.rules.weapons import WEAPONS, Grade
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability.parse("B4")
OWN = "own-"
STRIKE = 1 + THROUGH
"""The obstacle of a Strike at someone behind it whom nothing else makes harder to hit. Source: MAT-03, WPN-04."""
MOST_BREACHES = max(section.integrity for section in SECTIONS.values()) - 1


@calculator("hack-at", rules="MAT-01 MAT-02")
def hack_at(
    what: What = Barrier.DOOR,
    how: Annotated[Swing | Loose | Hurl | Said, Asked("With")] = Swing(),
    scratches: Annotated[int, Between(0, SCRATCHES - 1), Asked("Scratches on it", quick=(0, 1, 2), more=True)] = 0,
    breaches: Annotated[int, Between(0, MOST_BREACHES), Asked("Breaches in it", quick=(0, 1, 2), more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How long until you are through?"""
    section, force = SECTIONS[what.material], force_of(how, ask)
    if breaches >= section.integrity:
        bears = wording.count(section.integrity, "breach", "breaches")
        raise Unusable("breaches", f"After {bears} nothing is left of {what.words}; this says {breaches}.")
    mark, before = force.damage.mark, Damaged(breaches, scratches)
    bite, blows = section.bite(mark), rules.blows(section, mark, before)
    hole = rules.opening(section, mark, before)
    values = {
        "mark": str(mark),
        "bite": bite.value,
        "blows": blows,
        "hole": hole,
        "actions": _actions(force, blows),
        "materials": [
            {"key": one.material.value, "bite": one.bite(mark).value, "blows": rules.blows(one, mark)}
            for one in SECTIONS.values()
        ],
    }
    blocks: list[Block] = [_hacked(section, force, before), _all_materials(mark, section)]
    if force.worked:
        blocks.append(Working(force.worked.lines, force.worked.total, "Power behind it"))
    return Answer(values, tuple(blocks))


def _hacked(section: Section, force: Force, before: Damaged) -> Verdict:
    """How many blows, and what each of them does."""
    mark, words = force.damage.mark, section.material.words
    blows, hole = rules.blows(section, mark, before), rules.opening(section, mark, before)
    each = Fact(section.bite(mark).words, "each time")
    if blows is None:
        return Verdict(
            "Never",
            (Fact(str(mark), "Mark"), Fact(str(section.surface), "would scratch it")),
            f"{mark} does not even scratch {words}.",
        )
    actions = _actions(force, blows)
    facts = [Fact(str(mark), "Mark"), each]
    if hole is not None and hole != blows:
        facts.append(Fact(hole, "until a hole"))
    if actions is not None and actions != blows:
        facts.append(Fact(actions, "actions"))
    count = wording.count(blows, "blow")
    return Verdict(
        count, tuple(facts), f"{_capital(force.words)}, Mark {mark}: it takes {count} until nothing is left of {words}."
    )


def _actions(force: Force, blows: int | None) -> int | None:
    """The fewest actions in a row that have so many Strikes; None where the weapon says nothing of it. WPN-10."""
    if blows is None or force.speed is None:
        return None
    actions = blows
    while weapon_speed.most_strikes(force.speed, actions) < blows:
        actions += 1
    return actions


def _all_materials(mark: Coordinate, section: Section) -> Table:
    """Every material against this Mark."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (_capital(one.material.words), one.bite(mark).words, rules.opening(one, mark), rules.blows(one, mark))
        for one in SECTIONS.values()
    )
    columns = ("Material", "Each blow", "Until a hole", "Until it is gone")
    return Table(f"Mark {mark} against everything", columns, rows, list(SECTIONS.values()).index(section), Mark.DERIVED)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@table("materials")
def materials() -> Table:
    """Every material with its five numbers (MAT-01)."""
    rows = tuple(
        (
            _capital(one.material.words),
            str(one.surface),
            str(one.breach),
            str(one.destroyed),
            one.integrity,
            one.strength,
        )
        for one in SECTIONS.values()
    )
    return Table("Materials", ("Material", "Surface", "Breach", "Destroyed", "Integrity", "Strength"), rows)


class Kind(Option):
    """What a weapon is, for the list."""

    MELEE = "melee", "melee"
    FOUND = "found", "found on the spot"
    SHOT = "shot", "bows, crossbows, guns"
    THROWN = "thrown", "thrown"


class By(Option):
    """What the list is sorted by."""

    GONE = "gone", "blows until it is gone"
    HOLE = "hole", "blows until a hole"
    BEHIND = "behind", "the chance to hurt someone behind it"


@dataclass(frozen=True, slots=True)
class _Arm:
    """A weapon against a section: what each blow does, how many it takes, and the chance to hurt who is behind it."""

    force: Force
    bite: Bite
    hole: int | None
    blows: int | None
    behind: Fraction

    def by(self, by: By) -> tuple[Any, ...]:
        """What sorts it: the fewest blows first, or the best chance; among equals by the other two, then by Mark."""
        blows = (self.blows is None, self.blows or 0)
        hole = (self.hole is None, self.hole or 0)
        first = {By.GONE: (blows, hole, -self.behind), By.HOLE: (hole, blows, -self.behind)}
        return (*first.get(by, (-self.behind, blows, hole)), -self.force.damage.mark.place)

    @property
    def values(self) -> dict[str, Any]:
        """It for programs."""
        mark = str(self.force.damage.mark)
        return {"mark": mark, "bite": self.bite.value, "hole": self.hole, "blows": self.blows, "behind": self.behind}


@dataclass(frozen=True, slots=True)
class _At:
    """A section, and who goes at it."""

    section: Section
    power: int
    skill: Ability
    hurt: Felt
    ask: Rulings

    def arm(self, force: Force) -> _Arm:
        """What this does to it."""
        mark = force.damage.mark
        bite, hole, blows = self.section.bite(mark), rules.opening(self.section, mark), rules.blows(self.section, mark)
        passes = rules.passes(self.section, mark)
        return _Arm(force, bite, hole, blows, self._behind(force) if passes else Fraction(0))

    def _behind(self, force: Force) -> Fraction:
        """The chance to hurt someone whom one does not see behind it, who is in nobody’s way otherwise."""
        pool = Pool.of(max(0, self.skill.exponent - self.hurt.lost), self.skill.shade)
        if force.shot is None:
            return read.hits(pool, STRIKE + self.hurt.added)
        plain = missiles.obstacle(Band.CLOSE, head=force.shot.obstacle).total
        obstacle = plain + (Seen.KNOWN.amount or 0) + self.hurt.added
        slowed = read.slowed(self.section, force.shot.va, self.ask)
        ends = rules.chances(pool, obstacle, force.shot, slowed)
        return 1 - ends[Behind.MISS] - ends[Behind.SPENT]

    def carried(self, row: WeaponRow) -> _Arm:
        """A weapon of one’s own."""
        weapon = row.weapon
        if isinstance(weapon, Missile):
            return self.arm(flown(Loose(weapon, row.tip), Band.CLOSE, self.ask))
        if isinstance(weapon, Thrown):
            return self.arm(flown(Hurl(weapon, self.power), Band.CLOSE, self.ask))
        return self.arm(swung(Swing(weapon, self.power), self.ask))


def _arms(at: _At, kinds: frozenset[Kind]) -> Iterator[tuple[str, str, _Arm]]:
    """Every weapon of the tables that is asked for: its key, its name and what it does."""
    for key, weapon in Weapon.table().items():
        kind = Kind.FOUND if WEAPONS[key].grade is Grade.FOUND else Kind.MELEE
        if not kinds or kind in kinds:
            yield key, wielded(weapon, at.ask).graded, at.arm(swung(Swing(weapon, at.power), at.ask))
    if not kinds or Kind.SHOT in kinds:
        for key, missile in Missile.table().items():
            yield key, missile.words, at.arm(flown(Loose(missile, Tip.USUAL), Band.CLOSE, at.ask))
    if not kinds or Kind.THROWN in kinds:
        for key, thrown in Thrown.table().items():
            yield key, thrown.words, at.arm(flown(Hurl(thrown, at.power), Band.CLOSE, at.ask))


@calculator("break-armory", rules="MAT-02")
def break_armory(
    what: What = Barrier.DOOR,
    power: YourPower = 4,
    skill: Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("skill")] = B4,
    by: Annotated[By, Asked("Sorted by")] = By.GONE,
    kinds: Annotated[frozenset[Kind], Asked("Only")] = frozenset(),
    most: Shown = Most.TEN,
    carried: Annotated[
        tuple[WeaponRow, ...],
        Asked("What you carry, beside them", "A weapon on each line: “Sword, superior”.", lines=True, more=True),
        sheet("weapons", at_once=True),
    ] = (),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Which weapon breaks it?"""
    hurt = feels(wounds, skill, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    at = _At(SECTIONS[what.material], power, skill, hurt, ask)
    found = {key: (words, arm) for key, words, arm in _arms(at, kinds)}
    found |= {f"{OWN}{place}": (f"{row.called} (yours)", at.carried(row)) for place, row in enumerate(carried)}
    order = sorted(found, key=lambda key: found[key][1].by(by))
    values = {"order": order, "best": order[0], "weapons": {key: found[key][1].values for key in order}}
    shown = most.first(order)
    listed = (*shown, *(key for key in order[len(shown) :] if key.startswith(OWN)))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (words, str(arm.force.damage.mark), arm.bite.words, arm.hole, arm.blows, arm.behind or None)
        for words, arm in (found[key] for key in listed)
    )
    columns = ("Weapon", "Mark", "Each blow", "Until a hole", "Until it is gone", "Hurts behind it")
    words, best = found[order[0]]
    able = sum(arm.blows is not None for _, arm in found.values())
    blocks = (
        _best(words, best, what, able, len(found)),
        Table(f"Everything against {what.words}", columns, rows, 0, Mark.DERIVED),
        *left_out(len(order) - len(listed)),
        *ledger(hurt, skill.exponent, STRIKE),
    )
    return Answer(values, blocks)


def _best(words: str, best: _Arm, what: Barrier, able: int, many: int) -> Verdict:
    """The first of the list."""
    if not able:
        return Verdict("None", (Fact(many, "weapons"),), f"Nothing on the list does anything to {what.words}.")
    count = "never" if best.blows is None else wording.count(best.blows, "blow")
    facts = (
        Fact(count, "until it is gone"),
        Fact(str(best.force.damage.mark), "Mark"),
        Fact(able, "weapons of all can"),
    )
    return Verdict(
        words,
        facts,
        f"{words} comes first: nothing is left of {what.words} after {count}."
        if best.blows
        else f"{words} comes first.",
    )

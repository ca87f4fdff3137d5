"""A shield against arrows, in Fight! and in Range and Cover (ARM-30 to ARM-32)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.dice import Chain, DiceCount, Obstacle, Pool, ob
from engine.games.burning_wheel.forms.shields import VA, ShieldLost, ShieldQuality, YourShield
from engine.games.burning_wheel.readings import shields as read
from engine.games.burning_wheel.readings.dice import chain, law_of
from engine.games.burning_wheel.rules import shields as rules
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.armor_wear import losses
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.shields import COVERED, HIDING, Carried, Kind
from engine.games.burning_wheel.rules.shots import AIM, default_target
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark


class Area(Option):
    """What a shield is held over, the parts by their names in `Target`. Source: ARM-30."""

    NONE = "none", "no one area"
    HEAD = "head", "Head"
    TORSO = "torso", "Torso"
    ARMS = "arms", "Arms"
    LEGS = "legs", "Legs"

    @property
    def target(self) -> Target | None:
        """The part, if it is one."""
        return None if self is Area.NONE else Target.of(self.value)


class Basis(Option):
    """What a maneuver in Range and Cover is made with. Source: ARM-32."""

    SPEED = "speed", "Speed"
    STEEL = "steel", "Steel"
    OTHER = "other", "something else"


@branch("in Fight!")
class InFight:
    """A shot in Fight!: the shield rolls, covers, or hides its bearer."""

    rolled: Annotated[
        Annotated[int, Between(0, 5)] | None,
        Asked("Successes of the shield’s dice", "Empty: not rolled yet", quick=(0, 1, 2, 3)),
    ] = None
    covered: Annotated[Area, Asked("You hold it over", "Only while you know that you are shot at")] = Area.NONE
    hiding: Annotated[bool, Asked("You hide behind it completely", "A great shield alone")] = False


@branch("in Range and Cover")
class AtRange:
    """A shot in Range and Cover: the shield is a step of cover."""

    cover: Annotated[Cover, Asked("Cover without it")] = Cover.OPEN
    basis: Annotated[Basis, Asked("Your maneuver is on")] = Basis.SPEED
    shooting: Annotated[bool, Asked("You shoot back")] = False


@dataclass(frozen=True, slots=True)
class _Shot:
    """A shot at someone with a shield; `obstacle` is what it is without the shield."""

    held: Carried
    shooter: Pool
    obstacle: int
    protects: bool
    ask: Rulings

    def hits(self, added: int = 0) -> Fraction:
        """The chance that it hits with so much more."""
        against = self.obstacle + added
        return law_of(self.shooter, self.ask, against).at_least(against)

    @property
    def through(self) -> Fraction:
        """The chance that it hits, before the shield is rolled."""
        if not self.protects:
            return self.hits()
        opens = chain(self.ask) if self.shooter.open_ended else Chain.CHAIN
        return rules.hit_through_cover(self.shooter, self.obstacle, self.held.dice, chain=opens)


@calculator("shield-cover", rules="ARM-30 ARM-31 ARM-32")
def shield_cover(
    where: Annotated[InFight | AtRange, Asked("You are shot at")] = InFight(),
    shield: YourShield = Kind.TARGET,
    va: Annotated[int, VA, Asked("VA of the missile", quick=(0, 1, 2, 3, 4)), sheet("shot-va", at_once=False)] = 0,
    shooter: Annotated[Pool, Asked("The shooter’s dice", quick=("B3", "B4", "B5", "B6"))] = Pool.parse("B4"),
    obstacle: Annotated[Obstacle, Asked("Their obstacle without the shield", quick=(1, 2, 3, 4))] = Obstacle(1),
    lost: ShieldLost = 0,
    quality: ShieldQuality = Quality.RUN,
    *,
    ask: Rulings,
) -> Answer:
    """Does my shield stop arrows?"""
    held = read.carried(shield, lost, ask)
    shot = _Shot(held, shooter, obstacle, rules.stops_missile(read.against_va(held, ask), va), ask)
    if isinstance(where, AtRange):
        return _at_range(shot, where, va)
    if where.hiding and not held.hides:
        raise Unusable("where.hiding", f"Only a great shield hides you completely; this says {held.name.lower()}.")
    if where.rolled is not None and where.rolled > held.dice:
        rolled = wording.count(where.rolled, "success", "successes")
        raise Unusable("where.rolled", f"This shield rolls {held.dice}D; this says {rolled}.")
    if not shot.protects:
        return _useless(shot, va)
    return _hidden(shot) if where.hiding else _rolled(shot, where, quality)


def _useless(shot: _Shot, va: int) -> Answer:
    """The missile goes through it. Source: ARM-31."""
    dice = read.against_va(shot.held, shot.ask)
    chance = shot.hits()
    said = f"VA {va} is no less than its {dice}D: the shield is no cover from this missile, and is not rolled."
    values = {"protects": False, "added": 0, "hit": chance, "hit_without": chance, "wear": Fraction(0)}
    facts = (Fact(f"VA {va}", "against"), Fact(DiceCount(dice), "of shield"), Fact(chance, "hits you"))
    return Answer(values, (Verdict("No cover", facts, said),))


def _hidden(shot: _Shot) -> Answer:
    """Complete hiding: no roll. Source: ARM-30."""
    chance, without = shot.hits(HIDING), shot.hits()
    facts = (Fact(chance, "hits you"), Fact(without, "without the shield"))
    said = f"Hidden: {ob(shot.obstacle + HIDING)} for the shooter, and no roll for you."
    values = {"protects": True, "added": HIDING, "hit": chance, "hit_without": without, "wear": Fraction(0)}
    note = Note("You may move while you hide, and do nothing else: no aiming, striking or shooting.", rule="ARM-30")
    return Answer(values, (Verdict(f"+{HIDING} Ob", facts, said), note))


def _rolled(shot: _Shot, where: InFight, quality: Quality) -> Answer:
    """The shield's own dice, rolled or about to be, and what it is held over. Source: ARM-30."""
    held, without = shot.held, shot.hits()
    added = None if where.rolled is None else rules.cover_added(where.rolled)
    chance = shot.through if added is None else shot.hits(added)
    wears = shot.ask["shields.cover-wears"] == "yes"
    wear = 1 - losses(held.dice, quality).get(0, Fraction(0)) if wears else Fraction(0)
    torso = where.covered is Area.TORSO
    reroutes = torso and shot.ask["shields.covered-torso"] == "reroute"
    default = default_target([Target.TORSO]) if reroutes else default_target()
    values: dict[str, Any] = {
        "protects": True,
        "added": added,
        "hit": chance,
        "hit_without": without,
        "wear": wear,
        "default": default.value,
        **{f"aim_{target.value}": cost for target, cost in _aims(where.covered, default)},
    }
    blocks: list[Block] = [_covering(shot, chance, added, wear)]
    if added is None:
        blocks.append(_spread(shot))
    if where.covered is not Area.NONE:
        rows = tuple((target, cost) for target, cost in _aims(where.covered, default))
        mark = Mark.RULING if torso else None
        blocks.append(Table("Successes to hit a part", ("Part", "Over the obstacle"), rows, mark=mark))
    return Answer(values, tuple(blocks))


def _aims(covered: Area, default: Target) -> Iterator[tuple[Target, int]]:
    """What it takes to hit each part: as without a shield, and one more for what it covers. Source: ARM-30, WPN-13."""
    for target in Target:
        usual = 0 if target is default else AIM[target]
        yield target, usual + (COVERED if target is covered.target else 0)


def _covering(shot: _Shot, chance: Fraction, added: int | None, wear: Fraction) -> Verdict:
    without = Fact(shot.hits(), "without the shield")
    if added is None:
        dice = shot.held.dice
        facts = (Fact(chance, "hits you"), without, Fact(wear, "wears it"))
        often = wording.percent(chance)
        sentence = f"Roll {dice}D: each success over 1 makes the shot harder. It hits you {often} of the time."
        return Verdict(f"Roll {dice}D", facts, sentence, Mark.DERIVED)
    against = ob(shot.obstacle + added)
    facts = (Fact(against, "for the shooter"), Fact(chance, "hits you"), without)
    return Verdict(f"+{added} Ob", facts, f"The shield makes it {against} for the shooter.")


def _spread(shot: _Shot) -> Table:
    """Every result of the shield's roll."""
    rows = tuple(
        (f"+{added} Ob", chance, shot.hits(added)) for added, chance in enumerate(rules.cover_chances(shot.held.dice))
    )
    columns = ("The shield adds", "Chance", "Then it hits you")
    return Table(f"What {shot.held.dice}D of shield do", columns, rows, mark=Mark.DERIVED)


def _at_range(shot: _Shot, where: AtRange, va: int) -> Answer:
    """A step of cover, or none. Source: ARM-32."""
    moves = where.basis is not Basis.OTHER
    found = read.raised(where.cover, shot.held, va, moves, where.shooting, shot.ask)
    after = found.cover
    step = (after.amount or 0) - (where.cover.amount or 0) + sum(line.amount for line in found.added)
    why = "" if step else _no_step(shot, where, va)
    chance, without = shot.hits(step), shot.hits()
    facts = (
        Fact(f"+{step} Ob", "for the shooter") if step else Fact("as without the shield"),
        Fact(chance, "hits you"),
        *((Fact(without, "without the shield"),) if step else ()),
    )
    figure = f"{after.words[:1].upper()}{after.words[1:]}"
    raised = "The shield adds 1 behind heavy cover." if found.added else ""
    said = why or raised or f"The shield raises {where.cover.words} to {after.words}."
    values = {"protects": shot.protects, "cover": after.value, "added": step, "hit": chance, "hit_without": without}
    return Answer(values, (Verdict(figure, facts, said),))


def _no_step(shot: _Shot, where: AtRange, va: int) -> str:
    if where.shooting:
        return "You shoot back, so the shield is no cover."
    if where.basis is Basis.OTHER:
        return "A shield is cover only with a maneuver on Speed or Steel."
    if not shot.protects:
        return f"VA {va} is no less than its {read.against_va(shot.held, shot.ask)}D, so the shield is no cover."
    return "No cover is better than heavy."

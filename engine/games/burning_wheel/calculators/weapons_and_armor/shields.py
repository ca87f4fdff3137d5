"""Shields in melee: what they add to a defense, Block and Strike, wear and weight, and the bash (ARM-23 to ARM-35)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import Chain, DiceCount, Obstacle, Pool
from engine.games.burning_wheel.forms.shields import (
    Articulated,
    OnTheInside,
    ShieldLost,
    TheirVa,
    YourShield,
)
from engine.games.burning_wheel.forms.weapons import ADD
from engine.games.burning_wheel.readings import shields as read
from engine.games.burning_wheel.readings.dice import chain, law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import shields as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.shields import SHIELDS, Attack, Carried, Halves, Kind, Maneuver, Stance
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark, Worked

B4 = Ability.parse("B4")
B5 = Ability.parse("B5")
THEIRS = Pool.parse("B4")
SKILL = ELEMENTS["skill"]

TheirDice = Annotated[Pool, Asked("Their dice", quick=("B3", "B4", "B5", "B6"))]
TheirOb = Annotated[Obstacle, Asked("Their obstacle to hit you", more=True)]
TheirAdd = Annotated[int, ADD, Asked("Add of their weapon", quick=(1, 2), more=True), sheet("weapon-add")]


def _chain(attack: Pool, ask: Rulings) -> Chain:
    """How their dice open; asked for only where they do."""
    return chain(ask) if attack.open_ended else Chain.CHAIN


@calculator("shield-block", rules="ARM-23 ARM-24 ARM-26 ARM-27 ARM-34 ARM-35")
def shield_block(
    skill: Annotated[
        Ability, Asked("Your weapon skill", "Of a divided skill the dice that defend."), sheet("skill")
    ] = B4,
    shield: YourShield = Kind.TARGET,
    maneuver: Annotated[Maneuver, Asked("You defend with")] = Maneuver.BLOCK,
    trained: Annotated[bool, Asked("You have Shield Training"), sheet("shield-training")] = True,
    va: TheirVa = 0,
    attack: TheirDice = THEIRS,
    great_strike: Annotated[bool, Asked("It is a Great Strike")] = False,
    lost: ShieldLost = 0,
    articulated: Articulated = False,
    inside: OnTheInside = False,
    obstacle: TheirOb = Obstacle(1),
    add: TheirAdd = 2,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does my shield add?"""
    held = read.carried(shield, lost, ask)
    blow = Attack(va, great_strike, articulated, inside)
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone, may_block=False)
    worked = read.added(held, maneuver, blow, trained, ask)
    why = read.barred_by(held, maneuver, blow, trained, ask)
    allowed = maneuver is not Maneuver.BLOCK or read.may_block(held, blow, trained, ask)
    own = Pool.of(skill.exponent - hurt.lost, skill.shade)
    checked(own.dice + worked.total, 0, "skill")
    pool = own + Pool.of(worked.total)
    struck = {
        name: rules.after_block(attack, obstacle, add, block, hurt.added, _chain(attack, ask))
        for name, block in (("with", pool if allowed else Pool.of(0)), ("without", _alone(own, maneuver, great_strike)))
    }
    values = {
        "shield": worked.total,
        "dice": pool.dice if allowed else 0,
        "may_block": allowed,
        "barred": why.value if why else "",
        "stopped": struck["with"][Stage.MISS],
        "stopped_without": struck["without"][Stage.MISS],
        **{f"chance_{stage.value}": chance for stage, chance in struck["with"].items()},
    }
    blocks: list[Block] = [
        _added(worked, pool, struck, why.words if why else "") if allowed else _no_block(why),
        Working(worked.lines, worked.total, "Shield dice", "D"),
        _stages(struck, attack, obstacle),
        *ledger(hurt, skill.exponent, 0, words="Dice of the skill", against="Obstacle of your defense"),
        *hangs(held, shield, ask),
    ]
    return Answer(values, tuple(blocks))


def _alone(own: Pool, maneuver: Maneuver, great_strike: bool) -> Pool:
    """What defends without a shield; nothing may Block a Great Strike then. Source: ARM-24."""
    return Pool.of(0) if great_strike and maneuver is Maneuver.BLOCK else own


def _added(worked: Worked, pool: Pool, struck: Mapping[str, Mapping[Stage, Fraction]], why: str) -> Verdict:
    stopped, without = struck["with"][Stage.MISS], struck["without"][Stage.MISS]
    facts = (
        Fact(DiceCount(pool.dice), "in all"),
        Fact(stopped, "they do no harm"),
        *((Fact(without, "without the shield"),) if stopped != without else ()),
    )
    said = f"{why}: the shield adds nothing. " if why else f"The shield adds {worked.total}D, {pool.dice}D in all. "
    sentence = f"{said}Their blow does no harm {wording.often(stopped)}."
    return Verdict(f"+{worked.total}D", facts, sentence)


def _no_block(why: rules.Barred | None) -> Verdict:
    reason = why.words if why else "Blocking it takes Shield Training"
    sentence = f"{reason}, so this Great Strike cannot be Blocked. Avoid it, or Counterstrike."
    return Verdict("No Block", (Fact(f"{reason[:1].lower()}{reason[1:]}"),), sentence)


def _stages(struck: Mapping[str, Mapping[Stage, Fraction]], attack: Pool, obstacle: int) -> Table:
    rows = tuple((stage, struck["with"][stage], struck["without"][stage]) for stage in Stage)
    caption = f"What becomes of their blow, {attack} against {Obstacle(obstacle).words}"
    return Table(caption, ("Their blow", "With the shield", "Without"), rows, mark=Mark.DERIVED)


def hangs(held: Carried, kind: Kind, ask: Rulings) -> tuple[Note, ...]:
    """What a destroyed shield does to whoever still has it on the arm. Source: ARM-29."""
    if not held.burden:
        return ()
    actions = read.drop_of(kind, ask)
    if not actions:
        return (Note("It is destroyed. Let it fall; that takes no action.", rule="ARM-29"),)
    drop = wording.count(actions, "action")
    return (Note(f"It is destroyed: +{held.burden} Ob on martial actions until you drop it, {drop}.", rule="ARM-29"),)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to share the skill dice out: how many strike, both halves, and the chances to hit and not to be hit."""

    strike: int
    halves: Halves
    hit: Fraction
    safe: Fraction

    @property
    def words(self) -> str:
        """ "4D / 4D"."""
        return f"{self.halves.strike.total}D / {self.halves.block.total}D"

    @property
    def both(self) -> Fraction:
        """You hit and they do not; the two rolls know nothing of each other."""
        return self.hit * self.safe


@dataclass(frozen=True, slots=True)
class _Shared:
    """Every way to share the dice out; `strike` is what the reader puts into the Strike, None for what does best."""

    ways: list[_Way]
    strike: int | None

    @property
    def best(self) -> _Way:
        """The way that most often hits and is not hit."""
        return max(self.ways, key=lambda way: way.both)

    @property
    def chosen(self) -> _Way:
        """The way that is looked at."""
        return next((way for way in self.ways if way.strike == self.strike), self.best)

    @property
    def values(self) -> dict[str, Any]:
        """The way that is looked at, for programs."""
        halves = self.chosen.halves
        return {
            "strike": halves.strike.total,
            "block": halves.block.total,
            "strike_penalty": halves.strike_penalty,
            "block_penalty": halves.block_penalty,
            "hit": self.chosen.hit,
            "safe": self.chosen.safe,
            "both": self.chosen.both,
            "best": self.best.strike,
            "most_strike": self.ways[-1].strike,
        }

    @property
    def verdict(self) -> Verdict:
        """Its dice and chances."""
        way, better = self.chosen, self.best.both > self.chosen.both
        facts = (
            Fact(way.hit, "you hit"),
            Fact(way.safe, "they do no harm"),
            Fact(way.both, "both at once"),
            *((Fact(self.best.words, "does better"),) if better else ()),
        )
        strike, block = way.halves.strike.total, way.halves.block.total
        often = wording.percent(way.both)
        sentence = f"Strike with {strike}D and Block with {block}D: you hit and are not hit {often} of the time."
        return Verdict(way.words, facts, sentence, Mark.DERIVED)

    @property
    def table(self) -> Table:
        """All ways side by side."""
        rows = tuple((way.words, way.hit, way.safe, way.both) for way in self.ways)
        columns = ("Strike / Block", "You hit", "They do no harm", "Both")
        return Table("Every way to share them out", columns, rows, self.ways.index(self.chosen), Mark.DERIVED)

    @property
    def ledgers(self) -> tuple[Block, ...]:
        """The dice of both halves, and what the stance makes harder."""
        halves = self.chosen.halves
        harder = [("Strike", halves.strike_penalty), ("Block", halves.block_penalty)]
        return (
            Working(halves.strike.lines, halves.strike.total, "Strike", "D"),
            Working(halves.block.lines, halves.block.total, "Block", "D"),
            *(Note(f"In this stance the {half} half is +{more} Ob.", rule="ARM-25") for half, more in harder if more),
        )


MOST_STRIKE = 20


@calculator("block-and-strike", rules="ARM-25")
def block_and_strike(
    skill: Annotated[Ability, Asked("Your weapon skill", quick=("B4", "B5", "B6")), sheet("skill")] = B5,
    shield: YourShield = Kind.TARGET,
    strike: Annotated[
        Annotated[int, Between(1, MOST_STRIKE)] | None,
        Asked("Skill dice in the Strike", "Empty: the split that most often hits and is not hit", quick=(1, 2, 3, 4)),
    ] = None,
    stance: Annotated[Stance, Asked("Your stance")] = Stance.NEUTRAL,
    va: TheirVa = 0,
    attack: TheirDice = THEIRS,
    own_obstacle: Annotated[Obstacle, Asked("Your obstacle to hit them", more=True)] = Obstacle(1),
    obstacle: TheirOb = Obstacle(1),
    lost: ShieldLost = 0,
    articulated: Articulated = False,
    inside: OnTheInside = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How do I share my dice out?"""
    held = read.carried(shield, lost, ask)
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    dice = skill.exponent - hurt.lost
    allowed = _splits(dice, ask)
    if strike is not None and strike not in allowed:
        raise Unusable("strike", f"Of {dice}D, {allowed[0]} to {allowed[-1]} go into the Strike; this says {strike}.")
    added = read.added(held, Maneuver.BLOCK_AND_STRIKE, Attack(va, articulated=articulated, inside=inside), True, ask)
    bonus = stance is Stance.DEFENSIVE and ask["shields.defensive-bonus"] == "yes"

    def worked_out(number: int) -> _Way:
        halves = rules.block_and_strike(dice, number, added.total, stance, defensive_bonus=bonus)
        against = own_obstacle + halves.strike_penalty + hurt.added
        hit = law_of(Pool.of(halves.strike.total, skill.shade), ask, against).at_least(against)
        blocking = Pool.of(halves.block.total - added.total, skill.shade) + Pool.of(added.total)
        penalty = halves.block_penalty + hurt.added
        struck = rules.after_block(attack, obstacle, 1, blocking, penalty, _chain(attack, ask))
        return _Way(number, halves, hit, struck[Stage.MISS])

    shared = _Shared([worked_out(number) for number in allowed], strike)
    blocks = (
        shared.verdict,
        shared.table,
        *shared.ledgers,
        *((Working(added.lines, added.total, "Shield dice", "D"),) if len(added.lines) > 1 else ()),
        *ledger(hurt, skill.exponent, own_obstacle, words="Dice of the skill", against="Obstacle of the Strike"),
        *hangs(held, shield, ask),
    )
    return Answer(shared.values, blocks)


def _splits(dice: int, ask: Rulings) -> tuple[int, ...]:
    """What may go into the Strike, as the table reads it. Raises `Unusable` where the skill is too small."""
    try:
        return rules.splits(dice, 1 if ask["shields.least-block"] == "one" else 0)
    except Refused as error:
        raise Unusable("skill", str(error)) from None


@table("shield-dice")
def shield_dice() -> Table:
    """The shields, their dice, and what else tells them apart (ARM-23, ARM-29)."""
    rows = tuple(
        (
            shield.kind,
            "not given" if shield.dice is None else DiceCount(shield.dice),
            shield.real,
            "not given" if shield.drop is None else shield.drop,
        )
        for shield in SHIELDS.values()
    )
    return Table("Shields", ("Shield", "Dice", "Blocks a Great Strike", "Actions to drop it"), rows)

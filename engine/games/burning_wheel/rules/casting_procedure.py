"""A casting from its style to its consequence: a frozen state, and what may be done in it (SOR-10).

Each method of a `Casting` gives it as it is after that, or raises `Refused` with the sentence why not. Dice come from
outside, by a function that has a pool fall. Nothing here knows a form; what a turn of the wheel makes of the spell is
in `wheel`.

A bot that casts until it drops:

>>> from random import Random
>>> from engine.games.burning_wheel.dice import roll
>>> from engine.games.burning_wheel.rules.ability import Ability
>>> from engine.games.burning_wheel.rules.spells import SPELLS
>>> chance = Random(3)
>>> b5 = Ability.parse("B5")
>>> casting = begin(Who(Caster(b5, b5), b5), Plan(SPELLS["arcane-kindness"], 4))
>>> while not casting.who.down:
...     if casting.step is Step.ALLOCATE:
...         casting = casting.allocate(effect=casting.margin)
...     casting = casting.again() if casting.step is Step.DONE else casting.roll(lambda pool: roll(pool, chance))
>>> casting.number, casting.who.lost, casting.taxed.pips
(2, 5, 4)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.games.burning_wheel.dice import Chain, Pool, Roll, Shade
from engine.games.burning_wheel.rules import casting as rules
from engine.games.burning_wheel.rules import spell_damage
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Caster, Doubled, Style
from engine.games.burning_wheel.rules.damage import Damage, Stage, ims
from engine.games.burning_wheel.rules.die_of_fate import READINGS
from engine.games.burning_wheel.rules.failed_casting import Failure, interrupted
from engine.games.burning_wheel.rules.sickness import Taxed, back, hours
from engine.games.burning_wheel.rules.spell_damage import Put, Uses
from engine.games.burning_wheel.rules.spells import Duration, Harm, Spell
from engine.games.burning_wheel.rules.sustaining import too_heavy
from engine.games.burning_wheel.rules.wheel import DESTROY, RINGS, Turn
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

SUMMONING = READINGS["summoning"]
WHEEL_DICE = 2
Fall = Callable[[Pool], Roll]


class Step(Option):
    """What a casting waits for. Source: SOR-10."""

    CAST = "cast", "the casting"
    TAX = "tax", "the Tax"
    SICKNESS = "sickness", "Health, for how long"
    FATE = "fate", "the Die of Fate"
    WHEEL = "wheel", "the Wheel of Magic"
    SUMMONING = "summoning", "what comes through"
    ALLOCATE = "allocate", "where the margin goes"
    STRIKE = "strike", "the Die of Fate of its damage"
    DONE = "done", "nothing more"


@dataclass(frozen=True, slots=True)
class House:
    """The readings: whether a failed casting is taxed, and whether Overtax deals the pips of the Tax or of the spell.

    Of a spell broken off: whether haste counts in its Tax, and whether a part of a point is rounded up. Of one that
    comes off: whether successes count over its own obstacle alone, and what those of a flat one may go into. Of its
    damage: whether the Will that is left is its Power (`free_will`), its shade, and whether it goes into the next one.
    Of a Practical: whether its Tax is doubled too, and whether one cast in a style is not. `side_by_side`: lost dice
    come back together. `whole_forte`: what can be sustained goes by the whole exponent, not by what Tax left of it.
    `short_of_own`: a garbled spell fell short of its own obstacle alone. Source: SOR-04, SOR-10, SOR-14, SOR-15,
    SOR-20, SOR-26, SOR-29, SOR-31, SOR-33, SOR-52.
    """

    failed_tax: bool = True
    pips_of_tax: bool = False
    broken_haste: bool = True
    broken_up: bool = False
    over_own: bool = False
    flat_duration: bool = False
    flat_fate: bool = True
    free_will: bool = False
    shade: Shade = Shade.BLACK
    rolls_over: bool = True
    chain: Chain = Chain.CHAIN
    practical_tax: bool = False
    styled_plain: bool = False
    side_by_side: bool = False
    whole_forte: bool = False
    short_of_own: bool = False


@dataclass(frozen=True, slots=True)
class Who:
    """Who casts: `caster`, and a body of `forte` with so many dice `lost` to Tax and `hurt` by wounds, and Health.

    `added` is what Superficial wounds add to obstacles, 0 or 1. Source: SOR-02, SOR-13, SOR-15.
    """

    caster: Caster
    forte: Ability
    health: Ability = Ability(Shade.BLACK, 4)
    lost: int = 0
    hurt: int = 0
    added: int = 0

    @property
    def left(self) -> int:
        """What Tax has left of Forte."""
        return self.forte.exponent - self.lost

    @property
    def down(self) -> bool:
        """Whether nothing is left of it: unconscious. Source: SOR-13."""
        return self.left < 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What is cast and how: the spell at its own obstacle `base` (1 or more), the style, increments of area.

    `practical` is a spell that is not mastered yet. Source: SOR-10.
    """

    spell: Spell
    base: int
    cast: Cast = Cast()
    area: int = 0
    practical: bool = False

    @property
    def actions(self) -> int | None:
        """The actions that it takes; None where the book gives none."""
        plain = self.spell.time(self.base)
        return None if plain is None else self.cast.actions(plain)


@dataclass(frozen=True, slots=True)
class Fell:
    """A roll of a casting: for which step, and how it fell."""

    step: Step
    rolled: Roll


@dataclass(frozen=True, slots=True)
class Casting:
    """A casting between two steps. `number` counts those of the day from 1. Source: SOR-10.

    `successes` is None before the roll; `taxed` before the Tax, or where none is due; `back` are the hours until each
    lost die returns; `failure` is what the Die of Fate said of a spell that failed, `turn` how the wheel went for it,
    and `comes` what came through; `put` is where the margin went, and `stage` how hard a spell that does damage struck.
    `broken` is the obstacle of the Tax of a spell that was broken off, None where none was.
    """

    who: Who
    plan: Plan
    house: House = House()
    number: int = 1
    step: Step = Step.CAST
    successes: int | None = None
    taxed: Taxed | None = None
    back: tuple[int, ...] = ()
    failure: Failure | None = None
    turn: Turn | None = None
    comes: str = ""
    put: Put | None = None
    stage: Stage | None = None
    broken: int | None = None
    log: tuple[Fell, ...] = ()

    @property
    def dice(self) -> Worked:
        """The dice of the casting, line by line."""
        return self.who.caster.dice(self.plan.cast.careful)

    @property
    def against(self) -> Worked:
        """What the casting must reach, line by line."""
        plan = self.plan
        doubled = plan.practical and not (self.house.styled_plain and plan.cast.style is not Style.NORMAL)
        return rules.obstacle(plan.base, area=plan.area, cast=plan.cast, wounds=self.who.added, doubled=doubled)

    @property
    def tax(self) -> Worked:
        """What Forte must reach, line by line."""
        if self.broken is not None:
            part = Line(self.broken, "The part that was done", "SOR-33")
            return Worked((part, Line(self.who.added, "Superficial wounds", "HUB-18")))
        return rules.tax_obstacle(
            self.plan.base, cast=self.plan.cast, wounds=self.who.added, doubled=self._doubly_taxed
        )

    @property
    def _doubly_taxed(self) -> bool:
        return self.plan.practical and self.house.practical_tax

    @property
    def pool(self) -> Pool:
        """The dice of the next roll."""
        who = self.who
        if self.step is Step.CAST:
            return who.caster.pool(self.plan.cast.careful)
        if self.step is Step.TAX:
            return who.forte.pool(self.plan.cast.patient - who.lost - who.hurt)
        if self.step is Step.SICKNESS:
            return who.health.pool()
        return Pool.of(WHEEL_DICE if self.step is Step.WHEEL else 1)

    @property
    def obstacle(self) -> int | None:
        """What the next roll is held against; None where it is against nothing."""
        return {Step.CAST: self.against.total, Step.TAX: self.tax.total}.get(self.step)

    @property
    def margin(self) -> int:
        """The successes over the obstacle of the casting, below 0 where it failed; 0 before the roll."""
        return 0 if self.successes is None else self.successes - self.against.total

    @property
    def over(self) -> int:
        """The successes that may be put somewhere: those over the obstacle, or over the spell’s own. Source: SOR-19."""
        if self.successes is None or not self.comes_off:
            return 0
        own, against = self.plan.base, self.against.total
        return spell_damage.over_own(self.successes, own, against, of_own=self.house.over_own)

    @property
    def uses(self) -> Uses:
        """What those may go into. Source: SOR-04, SOR-19."""
        house = self.house
        return spell_damage.uses(self.plan.spell, flat_duration=house.flat_duration, flat_fate=house.flat_fate)

    @property
    def power(self) -> int:
        """The Power of its damage with what was put into its effect; 0 where it does none. Source: SOR-20."""
        harm = self.plan.spell.harm
        return harm.power(self._will, self.put.effect if self.put else 0) if harm else 0

    @property
    def _will(self) -> int:
        caster = self.who.caster
        return caster.will_dice if self.house.free_will else caster.will.exponent

    @property
    def damage(self) -> Damage:
        """Where its stages fall. Source: SOR-20."""
        return ims(self.power, self.house.shade, rolls_over=self.house.rolls_over)

    @property
    def destroys(self) -> Damage | None:
        """Where the stages of a garbled spell fall that the wheel turned to Destroy; None for any other. SOR-31.

        None also for one that was broken off: it has no successes to fall short.
        """
        impetus = self.plan.spell.impetus
        if self.turn is None or self.successes is None or impetus is None:
            return None
        if RINGS[1].turned(impetus.value, self.turn.steps).key != DESTROY:
            return None
        wanted = self.plan.base if self.house.short_of_own else self.against.total
        power = Harm().power(self._will, max(0, wanted - self.successes))
        return ims(power, self.house.shade, rolls_over=self.house.rolls_over)

    @property
    def strikes(self) -> bool:
        """Whether the Die of Fate has yet to say how hard it strikes, where someone is in its way. Source: SOR-21."""
        harms = self.plan.spell.harm is not None
        return self.step is Step.DONE and self.comes_off and harms and self.stage is None

    @property
    def ends(self) -> tuple[int, ...]:
        """When each die lost is back, in hours. Source: SOR-15."""
        return back(self.back, together=self.house.side_by_side)

    @property
    def comes_off(self) -> bool:
        """Whether the spell was cast and reached its obstacle."""
        return self.successes is not None and self.margin >= 0

    @property
    def raised(self) -> bool:
        """Whether it is over, and a spell that has to be sustained came off. Source: SOR-26."""
        return self.step is Step.DONE and self.comes_off and self.plan.spell.duration is Duration.SUSTAINED

    @property
    def heavy(self) -> str:
        """Why Forte cannot carry it, were it sustained; empty where it can. Source: SOR-29."""
        return too_heavy(self.who.forte.exponent if self.house.whole_forte else self.who.left, self.plan.base)

    @property
    def sustained(self) -> bool:
        """Whether it now takes a Will die of someone who is awake, and whose Forte can carry it. Source: SOR-26, 29."""
        return self.raised and not self.who.down and not self.heavy

    def roll(self, fall: Fall) -> "Casting":
        """The next dice fall. Raises `Refused` where none do. Source: SOR-10, SOR-13, SOR-15, SOR-30."""
        if self.step in (Step.ALLOCATE, Step.DONE):
            raise Refused(f"No dice fall now: it waits for {self.step.words}.")
        rolled = fall(self.pool)
        after = replace(self, log=(*self.log, Fell(self.step, rolled)))
        good = rolled.count.successes
        match self.step:
            case Step.CAST:
                return replace(after, successes=good)._cast()
            case Step.TAX:
                return after._taxed(good)
            case Step.SICKNESS:
                return replace(after, back=(*self.back, hours(self.who.health.exponent, good)))._sick()
            case Step.WHEEL:
                return replace(after, turn=Turn(*rolled.faces), step=Step.DONE)
            case Step.SUMMONING:
                return replace(after, comes=SUMMONING.of(rolled.faces[0]), step=Step.DONE)
        failed = Failure.by(rolled.faces[0])
        leads = {Failure.GARBLED: Step.WHEEL, Failure.SUMMONING: Step.SUMMONING}
        return replace(after, failure=failed, step=leads.get(failed, Step.DONE))

    def strike(self, fall: Fall) -> "Casting":
        """The Die of Fate falls for the damage of a spell that came off. Raises `Refused` where none does. SOR-21."""
        if not self.strikes:
            raise Refused("No damage waits for the Die of Fate.")
        rolled = fall(Pool.of(1))
        found = spell_damage.stage(rolled.faces[0], self.put.fate if self.put else 0)
        return replace(self, stage=found, log=(*self.log, Fell(Step.STRIKE, rolled)))

    def interrupt(self, done: int) -> "Casting":
        """The spell is broken off after so many of its actions: Tax for that part, and it has failed. Source: SOR-33.

        Raises `Refused` where it has been cast already, or has fewer actions.
        """
        if self.step is not Step.CAST:
            raise Refused("Only a spell that is being cast is broken off.")
        if self.plan.actions is None:
            raise Refused("The book at hand gives no actions for this spell, so no part of them is known.")
        cast = self.plan.cast if self.house.broken_haste else Cast()
        whole = rules.tax_obstacle(self.plan.base, cast=cast, doubled=self._doubly_taxed).total
        part = interrupted(whole, done, self.plan.actions, up=self.house.broken_up)
        return replace(self, broken=part, step=Step.TAX)

    def _cast(self) -> "Casting":
        """The casting has fallen: Tax, unless none is due."""
        due = self.comes_off or self.house.failed_tax
        return replace(self, step=Step.TAX) if due else self._settled()

    def _taxed(self, successes: int) -> "Casting":
        """Forte has fallen: what it takes, and then Health for each lost die."""
        lost = max(0, self.tax.total - successes)
        whole = rules.tax_obstacle(self.plan.base, cast=self.plan.cast, doubled=self._doubly_taxed).total
        pips = whole if self.house.pips_of_tax else self.plan.base
        who = replace(self.who, lost=min(self.who.forte.exponent, self.who.lost + lost))
        return replace(self, taxed=Taxed(self.who.left, lost, pips), who=who)._sick()

    def _sick(self) -> "Casting":
        """Health is rolled for each lost die, then it goes on. Source: SOR-15."""
        assert self.taxed is not None
        if len(self.back) < self.taxed.before - self.taxed.after:
            return replace(self, step=Step.SICKNESS)
        return self._settled()

    def _settled(self) -> "Casting":
        """What is left after Tax: the failure, the margin, or nothing."""
        if not self.comes_off:
            return replace(self, step=Step.FATE)
        return replace(self, step=Step.ALLOCATE if self.over and self.uses else Step.DONE)

    def allocate(self, *, effect: int = 0, duration: int = 0, fate: int = 0) -> "Casting":
        """Put successes over the obstacle (each 0 or more) where they work, at most all of them. Source: SOR-19.

        Raises `Refused` where there are fewer, or where the spell has no use for them.
        """
        if self.step is not Step.ALLOCATE:
            raise Refused("No successes over the obstacle wait to be put anywhere.")
        put = Put(effect, duration, fate)
        spell_damage.check(put, self.over, self.uses, self.plan.spell.name)
        return replace(self, put=put, step=Step.DONE)

    def again(self, plan: Plan | None = None) -> "Casting":
        """The next casting, of the same spell unless a `plan` says otherwise; what is sustained keeps its Will die.

        Dice of artha were for this one alone. Raises `Refused` before this one is done, by someone unconscious, and
        where no Will die is free. Source: SOR-26.
        """
        if self.step is not Step.DONE:
            raise Refused(f"This casting still waits for {self.step.words}.")
        if self.who.down:
            raise Refused("You are unconscious and cast nothing.")
        held = self.who.caster.held + self.sustained
        caster = replace(self.who.caster, held=held, persona=0, doubled=Doubled.NOTHING)
        rules.will_left(caster.will.exponent, caster.held)
        return Casting(replace(self.who, caster=caster), plan or self.plan, self.house, self.number + 1)


def begin(who: Who, plan: Plan, house: House = House()) -> Casting:
    """A casting that is about to begin. Raises `Refused` where the style goes too far, or nothing can be cast.

    Source: SOR-10.
    """
    if who.down:
        raise Refused("You are unconscious and cast nothing.")
    rules.will_left(who.caster.will.exponent, who.caster.held)
    rules.check(
        plan.cast,
        obstacle=plan.base,
        sorcery=who.caster.sorcery.exponent,
        forte=who.forte.exponent,
        actions=plan.spell.time(plan.base),
    )
    return Casting(who, plan, house)

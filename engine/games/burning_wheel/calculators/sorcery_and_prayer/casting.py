"""Casting: dice and obstacle, how long it takes, and the five styles (SOR-02, SOR-10 to SOR-12, SOR-34 to SOR-40)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.exchange import Begins, Early, Reflexes, Volleys
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.spells import (
    KINDNESS,
    MAGE_LIGHT,
    Forte,
    ForteLost,
    Held,
    Normally,
    SaidOb,
    Sorcery,
    Spell,
    TheSpell,
    Way,
    Will,
    able,
    obstacle_of,
)
from engine.games.burning_wheel.readings import learning_sorcery as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.readings.sorcery import FORTE, Casting, hastened, tax_due
from engine.games.burning_wheel.readings.spell_effects import of_own, uses_of
from engine.games.burning_wheel.readings.spells_in_conflict import maintains
from engine.games.burning_wheel.rules import casting as rules
from engine.games.burning_wheel.rules import range_spells, spells
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Doubled, Style
from engine.games.burning_wheel.rules.exchange import slot
from engine.games.burning_wheel.rules.failed_casting import Failure, failures
from engine.games.burning_wheel.rules.spell_damage import over_own
from engine.games.burning_wheel.rules.sustaining import too_heavy
from engine.games.burning_wheel.rules.times import Unit, in_words
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark, Worked

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
DIE = {Failure.SUMMONING: "1", Failure.GARBLED: "2", Failure.DISSIPATES: "3 to 6"}
FATE = "the Die of Fate, three at most"
Rolled = Annotated[
    Annotated[int, COUNTED] | None, Asked("Successes", hint="Empty: not rolled yet", quick=QUICK_SUCCESSES)
]


@dataclass(frozen=True, slots=True)
class Plan:
    """A casting before its roll: the spell at its own `base` obstacle, who casts and how, and what it must reach."""

    spell: spells.Spell
    base: int
    casting: Casting
    cast: Cast
    against: Worked
    forte: Ability

    @property
    def dice(self) -> Worked:
        """The dice, line by line."""
        return self.casting.caster.dice(self.cast.careful)

    def test(self, ask: Rulings) -> Test:
        """The casting as a test; dice of artha count for nothing in the log."""
        caster = self.casting.caster
        checked(self.dice.total, 0, "other")
        pool = caster.pool(self.cast.careful)
        checked(pool.dice, self.against.total, "area")
        return Test(pool, self.against.total, ask, max(0, pool.dice - caster.artha))

    @property
    def actions(self) -> int | None:
        """The actions that it takes so; None where the book gives none."""
        plain = self.spell.time(self.base)
        return None if plain is None else self.cast.actions(plain)


@calculator("casting-roll", rules="SOR-02 SOR-10")
def casting_roll(
    spell: TheSpell = KINDNESS,
    stat: SaidOb = None,
    sorcery: Sorcery = B5,
    will: Will = B5,
    held: Held = 0,
    way: Way = Normally(),
    area: Annotated[int, Between(0, 20), Asked("Area you add, in increments", quick=(0, 1, 2, 3))] = 0,
    successes: Rolled = None,
    forte: Annotated[Forte, Asked("Forte, untaxed", "It caps patience.", more=True)] = B5,
    persona: Annotated[int, Between(0, 3), Asked("Dice from Persona", more=True, quick=(0, 1, 2, 3))] = 0,
    doubled: Annotated[Doubled, Asked("A Deeds point doubles", more=True)] = Doubled.NOTHING,
    other: Annotated[int, Between(0, 20), Asked("Other dice", "Help, if your GM lets you.", more=True)] = 0,
    practical: Annotated[bool, Asked("Not mastered yet: a Practical", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the spell come off?"""
    base = obstacle_of(spell, stat)
    found = casting_for(sorcery, will, held, wounds, ask, doubled=doubled, persona=persona, other=other)
    if found.gone:
        return no_test(found.gone)
    able(forte, 0)
    cast = hastened(way.cast, ask)
    _check(cast, spell, base, sorcery, forte)
    doubly = read.doubled(cast, ask, practical=practical)
    against = rules.obstacle(base, area=area, cast=cast, wounds=found.felt.added, doubled=doubly)
    plan = Plan(spell.spell, base, found, cast, against, forte)
    test, twice = plan.test(ask), read.taxed_twice(ask, practical=practical)
    values: dict[str, Any] = {
        **test.values,
        "tax": rules.tax_obstacle(base, cast=cast, wounds=found.felt.added, doubled=twice).total,
        "logged": read.casting_log(ask),
        "actions": plan.actions,
    }
    ledgers = (
        Working(plan.dice.lines, plan.dice.total, "Dice, all open-ended", "D"),
        Working(against.lines, against.total, "Obstacle"),
    )
    if successes is not None:
        return _cast(plan, test, successes, values, ledgers, ask)
    fails = failures(1 - test.chance)
    rows: tuple[tuple[Entry, ...], ...] = (
        ("It comes off", test.chance, _works(plan.spell)),
        *((f"It fails: {one.words}", chance, f"Die of Fate: {DIE[one]}") for one, chance in fails.items()),
    )
    blocks: tuple[Block, ...] = (
        test.verdict(Fact(ob(values["tax"]), "Tax")),
        test.odds(),
        Table("What comes of it", ("", "Chance", ""), rows, mark=Mark.DERIVED),
        *ledgers,
        *_after(ask),
    )
    return Answer(
        {**values, "unwanted": fails[Failure.SUMMONING], "garbled": fails[Failure.GARBLED]},
        blocks,
        test.marks(values["logged"]),
    )


def _works(spell: spells.Spell) -> str:
    """What a casting that comes off brings, in a few words."""
    if spell.caret:
        return "margin into the effect"
    return "as large as the margin" if spell.area is spells.Area.NATURAL else "all of it"


def _check(cast: Cast, spell: Spell, base: int, sorcery: Ability, forte: Ability) -> None:
    try:
        rules.check(
            cast,
            obstacle=base,
            sorcery=sorcery.exponent,
            forte=forte.exponent,
            actions=spell.spell.time(base),
        )
    except Refused as error:
        raise Unusable("way", str(error)) from None


def _after(ask: Rulings) -> tuple[Note, ...]:
    due = "whether it comes off or not" if tax_due(ask) else "if it came off"
    return (Note(f"Then test Forte against the Tax at once, {due}.", rule="SOR-10"),)


def _cast(
    plan: Plan, test: Test, successes: int, values: dict[str, Any], ledgers: tuple[Working, ...], ask: Rulings
) -> Answer:
    """What the dice on the table do."""
    margin = successes - test.obstacle
    passed = margin >= 0
    name = plan.spell.name
    values |= {"passes": passed, "margin": margin}
    marks = test.marks(values["logged"], passed=passed)
    tax = Fact(ob(values["tax"]), "Tax")
    if not passed:
        facts = (Fact(-margin, "short"), tax, Fact("1 or 2 on the die", "trouble"))
        said = f"{name} fails by {-margin}. Roll the Die of Fate: 1 summons something, 2 garbles the spell."
        rows: tuple[tuple[Entry, ...], ...] = tuple(
            (DIE[one], chance, one.words) for one, chance in failures(Fraction(1)).items()
        )
        table = Table("The failed casting", ("Die of Fate", "Chance", ""), rows)
        return Answer(values, (Verdict("It fails", facts, said), table, *ledgers, *_after(ask)), marks)
    notes: list[Block] = []
    may = uses_of(plan.spell, ask)
    over = over_own(successes, plan.base, test.obstacle, of_own=of_own(plan.base, test.obstacle, ask))
    values["over"] = over
    where = [words for use, words in zip(may.each, ("its effect", "its duration", FATE), strict=True) if use]
    said = f"{name} comes off with {over} over." if plan.spell.caret else f"{name} comes off. {plan.spell.beyond}"
    if over and where:
        notes.append(Note(f"Each success over goes into {wording.listed(where, 'or')}, once.", rule="SOR-19"))
    if plan.spell.duration is spells.Duration.SUSTAINED:
        held = "Set one Will die aside for as long as you sustain it."
        heavy = too_heavy(plan.forte.exponent, plan.base)
        notes.append(Note(heavy or held, rule="SOR-29" if heavy else "SOR-26"))
    return Answer(
        values, (Verdict("It comes off", (Fact(over, "over"), tax), said), *notes, *ledgers, *_after(ask)), marks
    )


class Where(Option):
    """Where a spell is cast. Source: SOR-11."""

    FIGHT = "fight", "Fight!"
    RANGE = "range", "Range and Cover"
    DUEL = "duel", "Duel of Wits"
    OUTSIDE = "outside", "no conflict"


@calculator("casting-time", rules="SOR-11 SOR-12 SOR-40")
def casting_time(
    spell: TheSpell = MAGE_LIGHT,
    actions: Annotated[
        Annotated[int, Between(1, 200)] | None, Asked("Its actions, where they differ", "Empty: as printed.")
    ] = None,
    reflexes: Reflexes = 4,
    way: Way = Normally(),
    theirs: Annotated[
        Annotated[int, Between(1, 400)] | None,
        Asked("Actions of another sorcerer’s spell", "Empty: no other casts.", quick=(4, 10, 20)),
    ] = None,
    stat: SaidOb = None,
    begins: Begins = 1,
    volleys: Volleys = Early.EARLY,
    *,
    ask: Rulings,
) -> Answer:
    """How long does it take to cast?"""
    plain = actions or _printed(spell, stat)
    cast = way.cast
    if cast.saved > plain // 2:
        raise Unusable("way.saved", f"Haste takes no more than half of a spell’s actions, here {plain // 2}.")
    if begins > reflexes:
        raise Unusable("begins", f"Your exchange has {wording.count(reflexes, 'action')}; this says {begins}.")
    total = cast.actions(plain)
    end = slot(begins + total - 1, volleys.layout(reflexes))
    seconds = spells.seconds(total, reflexes)
    whole = -(-seconds.numerator // seconds.denominator)
    waits = maintains(total, ask)
    duel = rules.volleys_of(total)
    rows: tuple[tuple[Entry, ...], ...] = (
        (Where.FIGHT, f"done in {end.words}"),
        (Where.RANGE, f"{_waits(waits)}, cast in volley {waits + 1}"),
        (Where.DUEL, wording.count(duel, "volley")),
        (Where.OUTSIDE, in_words(whole, Unit.HOURS)),
    )
    facts = [Fact(in_words(whole, Unit.HOURS)), Fact(f"volley {waits + 1}", "at range")]
    values: dict[str, Any] = {
        "actions": total,
        "seconds": seconds,
        "exchange": end.exchange,
        "volley": end.volley,
        "action": end.action,
        "maintains": waits,
        "duel_volleys": duel,
        "faster": None,
    }
    blocks: list[Block] = []
    if theirs is not None:
        won = total < theirs
        values["faster"] = range_spells.FASTER.amount if won else 0
        told = "Yours is faster" if won else "Theirs is faster" if theirs < total else "Neither is faster"
        gain = "you have +1D in position" if won else "they have +1D in position" if theirs < total else "no die for it"
        facts.append(Fact(told))
        blocks.append(Note(f"{told}: {gain}.", rule="SOR-40"))
    sentence = f"It takes {wording.count(total, 'action')}: {in_words(whole, Unit.HOURS)} with Reflexes B{reflexes}."
    verdict = Verdict(wording.count(total, "action"), tuple(facts), sentence)
    standing = Note("While you cast in Fight! you may only Maintain, and nothing may interrupt you.", rule="SOR-11")
    return Answer(values, (verdict, Table("When it is done", ("In", ""), rows), *blocks, standing))


def _printed(spell: Spell, stat: int | None) -> int:
    """The actions that the book prints. Raises `Unusable` where it prints none."""
    found = spell.spell
    if found.actions is None:
        raise Unusable("actions", f"The book at hand gives no actions for {found.name}; say those you play with.")
    return found.time(obstacle_of(spell, stat, sung=True)) or 1 if found.per_obstacle else found.actions


def _waits(maintains: int) -> str:
    return f"{wording.count(maintains, 'Maintain')} first" if maintains else "no Maintain first"


@dataclass(frozen=True, slots=True)
class Tried:
    """A style with its dice: what it takes, and the chances of the casting and of a Tax that costs nothing."""

    cast: Cast
    actions: int | None
    comes: Fraction
    free: Fraction

    @property
    def both(self) -> Fraction:
        """The chance of both."""
        return self.comes * self.free

    @property
    def words(self) -> str:
        """ "Carefully, +2D"."""
        style = self.cast.style
        if style is Style.NORMAL:
            return style.words
        much = f"{wording.MINUS}{self.cast.dice} actions" if style is Style.HASTY else f"+{self.cast.dice}D"
        return f"{style.words}, {much}"


class Aim(Option):
    """What a style is chosen for."""

    BOTH = "both", "it comes off and costs nothing"
    CAST = "cast", "it comes off"
    TAX = "tax", "it costs nothing"


@calculator("casting-styles", rules="SOR-34 SOR-35 SOR-36 SOR-37")
def casting_styles(
    spell: TheSpell = MAGE_LIGHT,
    stat: SaidOb = None,
    sorcery: Sorcery = B5,
    will: Will = B5,
    held: Held = 0,
    forte: Forte = B5,
    lost: ForteLost = 0,
    budget: Annotated[
        Annotated[int, Between(1, 4000)] | None,
        Asked("Actions you have", "Empty: all the time you want.", quick=(12, 20, 60)),
    ] = None,
    aim: Annotated[Aim, Asked("What matters")] = Aim.BOTH,
    area: Annotated[int, Between(0, 20), Asked("Area you add, in increments", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Careful, patient or hasty?"""
    base = obstacle_of(spell, stat)
    found = casting_for(sorcery, will, held, wounds, ask)
    body = feels(wounds, forte, ask, FORTE)
    if gone := found.gone or body.gone:
        return no_test(gone)
    able(forte, lost + body.lost)
    plain = spell.spell.time(base)
    ways = [
        _way(one, spell, base, found, forte, body.lost + lost, area, ask)
        for one in _ways(base, sorcery.exponent, forte.exponent, plain, ask)
    ]
    fitting = [one for one in ways if budget is None or (one.actions is not None and one.actions <= budget)]
    if not fitting:
        raise Unusable("budget", f"Nothing is cast in {wording.count(budget or 0, 'action')}, hurried or not.")
    best = max(fitting, key=lambda one: (_wanted(one, aim), -(one.actions or 0)))
    dice = found.caster.dice(best.cast.careful)
    against = rules.obstacle(base, area=area, cast=best.cast, wounds=found.felt.added)
    ledgers = (
        Working(dice.lines, dice.total, "Dice to cast", "D"),
        Working(against.lines, against.total, "Obstacle"),
    )
    return _best(best, fitting, aim, ledgers)


def _best(best: Tried, fitting: list[Tried], aim: Aim, ledgers: tuple[Working, ...]) -> Answer:
    """The style that serves best among those that fit."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.words, one.actions, one.comes, one.free, one.both) for one in fitting
    )
    columns = ("Style", "Actions", "It comes off", "Costs nothing", "Both")
    chance = _wanted(best, aim)
    time = Fact("not given" if best.actions is None else best.actions, "actions")
    facts = (Fact(chance, aim.words), Fact(best.comes, "comes off"), time)
    sentence = f"{best.words}: {aim.words} {often(chance)}."
    values = {
        "best": best.cast.style.value,
        "dice": best.cast.dice,
        "actions": best.actions,
        "comes": best.comes,
        "free": best.free,
        "both": best.both,
        "ways": len(fitting),
    }
    every = Table("Every style", columns, rows, fitting.index(best), Mark.DERIVED)
    return Answer(values, (Verdict(best.words, facts, sentence, Mark.DERIVED), every, *ledgers))


def _wanted(one: Tried, aim: Aim) -> Fraction:
    return {Aim.BOTH: one.both, Aim.CAST: one.comes, Aim.TAX: one.free}[aim]


def _ways(base: int, sorcery: int, forte: int, actions: int | None, ask: Rulings) -> list[Cast]:
    """Every style that may be chosen, with every number of dice or actions."""
    found = [Cast()]
    for style in tuple(Style)[1:]:
        most = rules.most(style, obstacle=base, sorcery=sorcery, forte=forte, actions=actions)
        found += [hastened(Cast(style, dice), ask) for dice in range(1, min(rules.MOST_TRIED, most) + 1)]
    return found


def _way(
    cast: Cast, spell: Spell, base: int, found: Casting, forte: Ability, gone: int, area: int, ask: Rulings
) -> Tried:
    """A style with its chances. `gone` are the dice of Forte that wounds and Tax have taken."""
    against = rules.obstacle(base, area=area, cast=cast, wounds=found.felt.added)
    test = Plan(spell.spell, base, found, cast, against, forte).test(ask)
    tax = rules.tax_obstacle(base, cast=cast, wounds=found.felt.added).total
    body = Test.of(forte.shade, forte.exponent - gone + cast.patient, tax, ask, at="forte")
    plain = spell.spell.time(base)
    return Tried(cast, None if plain is None else cast.actions(plain), test.chance, body.chance)

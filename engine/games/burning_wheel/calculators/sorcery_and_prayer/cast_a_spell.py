"""A casting played from choice to consequence: roll, Tax, the Sickness, failure or effect, the next one (SOR-10)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Told, Verdict, Working
from engine.effects import AddRow, Effect, SetValue
from engine.forms import Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import places
from engine.games.burning_wheel.blocks.odds import drawn
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.calculators.sorcery_and_prayer.wheel import rings
from engine.games.burning_wheel.dice import MOST_DICE, DiceCount, ob, successes
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms.spells import (
    KINDNESS,
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
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels
from engine.games.burning_wheel.readings.learning_sorcery import casting_house, casting_log
from engine.games.burning_wheel.readings.sorcery import FORTE, hastened
from engine.games.burning_wheel.rules import casting_procedure as rules
from engine.games.burning_wheel.rules import wheel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.casting import Cast, Doubled
from engine.games.burning_wheel.rules.casting_procedure import Casting, Fell, House, Plan, Step, Who
from engine.games.burning_wheel.rules.damage import LANDED
from engine.games.burning_wheel.rules.natural_effect import lasts
from engine.games.burning_wheel.rules.spells import Area as Covers
from engine.games.burning_wheel.rules.spells import Duration
from engine.games.burning_wheel.views.blocks import Wheel
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session
from engine.working import Mark

YOU = "you"
B4, B5 = Ability.parse("B4"), Ability.parse("B5")
Area = Annotated[int, Between(0, 20), Asked("Area you add, in increments", quick=(0, 1, 2, 3))]
Health = Annotated[Ability, Asked("Health", quick=("B3", "B4", "B5", "B6"), more=True), sheet("health")]
MARGIN = Between(0, 60)


@branch("Roll")
class RollNext:
    """The next dice fall."""

    rolls: ClassVar[bool] = True


@branch("Strike")
class StrikeNow:
    """The Die of Fate falls for the damage."""

    rolls: ClassVar[bool] = True


@branch("Something breaks it off")
class BreakOff:
    """An injury, a failed Steel test, a hand on the mouth: the spell is ruined."""

    done: Annotated[int, Between(0, 400), Asked("Actions that were done", quick=(1, 2, 4, 6))] = 1


@branch("Put it there")
class PutMargin:
    """The successes over the obstacle, each into one thing."""

    effect: Annotated[int, MARGIN, Asked("Into the effect")] = 0
    duration: Annotated[int, MARGIN, Asked("Into the duration")] = 0
    fate: Annotated[int, MARGIN, Asked("Into the Die of Fate, three at most")] = 0


@branch("Cast again")
class CastAgain:
    """Another casting, with the Forte and the Will that are left."""

    spell: TheSpell = KINDNESS
    stat: SaidOb = None
    way: Way = Normally()
    area: Area = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """A casting on a page: the table’s rulings, the log it is marked in, what is sustained, and what is told."""

    casting: Casting
    spell: Spell
    stat: int | None
    ask: Rulings
    log: str = "sorcery"
    sustains: tuple[str, ...] = ()
    told: tuple[Told, ...] = ()


def start(
    spell: TheSpell = KINDNESS,
    stat: SaidOb = None,
    sorcery: Sorcery = B5,
    will: Will = B5,
    forte: Forte = B5,
    way: Way = Normally(),
    area: Area = 0,
    held: Held = 0,
    lost: ForteLost = 0,
    health: Health = B4,
    persona: Annotated[int, Between(0, 3), Asked("Dice from Persona", more=True, quick=(0, 1, 2, 3))] = 0,
    doubled: Annotated[Doubled, Asked("A Deeds point doubles", more=True)] = Doubled.NOTHING,
    other: Annotated[int, Between(0, 20), Asked("Other dice", "Help, if your GM lets you.", more=True)] = 0,
    practical: Annotated[bool, Asked("Not mastered yet: a Practical", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Kept:
    """You cast a spell. What becomes of it, and of you?"""
    found = casting_for(sorcery, will, held, wounds, ask, doubled=doubled, persona=persona, other=other)
    hurt = feels(wounds, forte, ask, FORTE)
    if gone := found.gone or hurt.gone:
        raise Unusable("wounds", gone)
    able(forte, lost + hurt.lost)
    who = Who(found.caster, forte, health, lost, hurt.lost, found.felt.added)
    plan = _plan(spell, stat, hastened(way.cast, ask), area, practical=practical)
    begun = _begun(who, plan, casting_house(found.caster, ask, practical=practical))
    return Kept(begun, spell, stat, ask, casting_log(ask))


def _plan(spell: Spell, stat: int | None, cast: Cast, area: int, *, practical: bool = False) -> Plan:
    return Plan(spell.spell, obstacle_of(spell, stat), cast, area, practical)


def _begun(who: Who, plan: Plan, house: House) -> Casting:
    try:
        found = rules.begin(who, plan, house)
    except Refused as error:
        raise Unusable("way", str(error)) from None
    if found.dice.total > MOST_DICE or who.forte.exponent + plan.cast.patient > MOST_DICE:
        raise Unusable("other", f"A pool has at most {MOST_DICE} dice; this comes to {found.dice.total}.")
    return found


DOES = {
    Step.CAST: "Cast it",
    Step.TAX: "Resist the Tax",
    Step.SICKNESS: "Test Health for a die",
    Step.FATE: "Throw the Die of Fate",
    Step.WHEEL: "Turn the Wheel of Magic",
    Step.SUMMONING: "Throw for what comes through",
}


def moves(state: Kept) -> dict[str, Sequence[Any]]:
    """What is next. Source: SOR-10."""
    casting = state.casting
    match casting.step:
        case Step.ALLOCATE:
            most = casting.over
            into = PutMargin(effect=most) if casting.uses.effect else PutMargin()
            over = wording.count(most, "success", "successes")
            return {YOU: (Offer(into, "Put the margin to work", says=f"{over} over the obstacle."),)}
        case Step.DONE:
            strikes = (Offer(StrikeNow, "Throw for its damage", says=_bonus(casting)),) if casting.strikes else ()
            again = () if casting.who.down else (CastAgain(state.spell, state.stat),)
            return {YOU: (*strikes, *again)} if strikes or again else {}
    offers: list[Any] = [Offer(RollNext, DOES[casting.step], says=says_of(casting))]
    if casting.step is Step.CAST and casting.plan.actions:
        begun = BreakOff(casting.plan.actions // 2)
        offers.append(Offer(begun, "It is broken off", says=f"Of {casting.plan.actions} actions.", aside=True))
    return {YOU: tuple(offers)}


def _bonus(casting: Casting) -> str:
    """What the Die of Fate of its damage says."""
    added = f", +{casting.put.fate}" if casting.put and casting.put.fate else ""
    return f"One die{added}: {places(casting.damage)}."


def says_of(casting: Casting) -> str:
    """The dice of the next roll, and what they are held against."""
    against = f" against {ob(casting.obstacle)}" if casting.obstacle is not None else ""
    if casting.step is Step.WHEEL:
        return "A dark die for the way, then a light one for the steps."
    return f"{wording.count(casting.pool.dice, 'die', 'dice')}{against}."


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The casting after one step."""
    before = state.casting
    match move:
        case RollNext():
            words = before.step.words[:1].upper() + before.step.words[1:]
            after = before.roll(lambda pool: fall(dice, words, pool, before.house.chain))
            return _kept(state, after, tuple(brought(before, after)))
        case StrikeNow():
            after = before.strike(lambda pool: fall(dice, "The Die of Fate", pool, before.house.chain))
            return _kept(state, after, (_struck(after),))
        case BreakOff(done):
            try:
                after = before.interrupt(done)
            except Refused as error:
                raise Unusable("done", str(error)) from None
            of = wording.count(before.plan.actions or 0, "action")
            told = Told(0, f"Broken off after {done} of {of}: ruined, and taxed for that part.", "SOR-33", YOU)
            return _kept(state, after, (told,))
        case PutMargin(effect, duration, fate):
            try:
                after = before.allocate(effect=effect, duration=duration, fate=fate)
            except Refused as error:
                raise Unusable("effect", str(error)) from None
            return _kept(state, after, tuple(_put(after)))
        case CastAgain(spell, stat, way, area):
            return _again(state, spell, stat, hastened(way.cast, state.ask), area)
    return state


def _kept(state: Kept, after: Casting, told: tuple[Told, ...]) -> Kept:
    return replace(state, casting=after, told=told)


def _again(state: Kept, spell: Spell, stat: int | None, cast: Cast, area: int) -> Kept:
    """The next casting: what came off and is sustained keeps its Will die, a Practical stays one. Source: SOR-52."""
    before = state.casting
    practical = before.plan.practical and spell == state.spell
    plan = _plan(spell, stat, cast, area, practical=practical)
    try:
        after = before.again(plan)
    except Refused as error:
        raise Unusable("spell", str(error)) from None
    begun = replace(_begun(after.who, plan, after.house), number=after.number)
    sustains = (*state.sustains, before.plan.spell.name) if before.sustained else state.sustains
    told = Told(0, f"Casting {begun.number}: {plan.spell.name}.", "SOR-10", YOU)
    return Kept(begun, spell, stat, state.ask, state.log, sustains, (told,))


def brought(before: Casting, after: Casting) -> Iterator[Told]:
    """What a roll brought, and what follows from it without dice."""
    fell = after.log[-1]
    good = wording.count(fell.rolled.count.successes, "success", "successes")
    match fell.step:
        case Step.CAST:
            came = "it comes off" if after.comes_off else f"{-after.margin} short"
            over = f" with {after.margin} over" if after.margin > 0 else ""
            yield Told(0, f"{good} against {ob(before.obstacle or 0)}: {came}{over}.", "SOR-02", YOU)
        case Step.TAX:
            assert after.taxed is not None
            took = f"Forte loses {wording.count(after.taxed.lost, 'die', 'dice')}" if after.taxed.lost else "it holds"
            yield Told(0, f"Forte rolls {good} against {ob(before.obstacle or 0)}: {took}.", "SOR-13", YOU)
            if after.taxed.wound:
                yield Told(0, f"Overtaxed: one wound, {after.taxed.wound}.", "SOR-14", YOU)
            if after.taxed.unconscious:
                yield Told(0, "Nothing is left of Forte: unconscious.", "SOR-13", YOU)
        case Step.SICKNESS:
            took = wording.count(after.back[-1], "hour")
            yield Told(0, f"Health rolls {good}: the die is back in {took}.", "SOR-15", YOU)
        case Step.FATE:
            said = after.failure.words if after.failure else ""
            yield Told(0, f"The Die of Fate shows {fell.rolled.faces[0]}: {said}.", "SOR-30", YOU)
        case Step.WHEEL:
            assert after.turn is not None
            yield Told(0, f"The wheel turns {after.turn.words}.", "SOR-31", YOU)
        case Step.SUMMONING:
            yield Told(0, f"{after.comes[:1].upper()}{after.comes[1:]} comes through.", "SOR-32", YOU)
    if after.sustained:
        yield Told(0, "One Will die is set aside for it.", "SOR-26", YOU)


def _struck(after: Casting) -> Told:
    """What the Die of Fate said of the damage."""
    assert after.stage is not None
    face = after.log[-1].rolled.faces[0]
    said = f"The Die of Fate shows {face}: {after.stage.words} at {after.damage.at(after.stage)}."
    return Told(0, said, "SOR-21", YOU)


def _put(after: Casting) -> Iterator[Told]:
    put = after.put
    assert put is not None
    into = [
        f"{amount} into {words}"
        for amount, words in ((put.effect, "the effect"), (put.duration, "the duration"), (put.fate, "the Die of Fate"))
        if amount
    ]
    yield Told(0, f"{wording.listed(into) if into else 'Nothing is put anywhere'}.".capitalize(), "SOR-19", YOU)
    if after.sustained:
        yield Told(0, "One Will die is set aside for it.", "SOR-26", YOU)


def show(state: Kept) -> Answer:
    """How far the casting is."""
    casting = state.casting
    done = casting.step is Step.DONE
    blocks: list[Block] = [verdict_of(casting)]
    if done:
        blocks += consequences(casting)
    if casting.log:
        fell = casting.log[-1].rolled
        blocks += [drawn(fell, len(fell.dice)), _rolls(casting.log)]
    if state.sustains:
        blocks.append(Note(f"You sustain {wording.listed(state.sustains)}.", rule="SOR-26"))
    if casting.step is Step.CAST:
        dice, against = casting.dice, casting.against
        blocks.append(Working(dice.lines, dice.total, "Dice, all open-ended", "D"))
        blocks.append(Working(against.lines, against.total, "Obstacle"))
    return Answer(_values(casting), tuple(blocks), tuple(effects_of(casting, state.log, state.ask)) if done else ())


def verdict_of(casting: Casting) -> Verdict:
    """What is asked for now, or what became of it."""
    name, who = casting.plan.spell.name, casting.who
    facts: tuple[Fact, ...]
    match casting.step:
        case Step.CAST:
            chance = successes(casting.pool, chain=casting.house.chain).at_least(casting.against.total)
            facts = (Fact(ob(casting.against.total)), Fact(chance, "it comes off"), Fact(ob(casting.tax.total), "Tax"))
            said = f"Roll {says_of(casting)[:-1]} for {name}."
            return Verdict(DiceCount(casting.pool.dice).words, facts, said)
        case Step.TAX:
            came = "It comes off" if casting.comes_off else "It fails" if casting.broken is None else "Broken off"
            facts = (Fact(DiceCount(casting.pool.dice), "Forte"), Fact(ob(casting.tax.total), "Tax"))
            return Verdict(came, facts, f"{came}. Now Forte resists the Tax: {says_of(casting)}")
        case Step.SICKNESS:
            assert casting.taxed is not None
            left = casting.taxed.before - casting.taxed.after - len(casting.back)
            facts = (Fact(DiceCount(who.left), "Forte left"), Fact(left, "tests of Health"))
            return Verdict(f"{wording.MINUS}{casting.taxed.lost}D", facts, "Test Health for each die that is lost.")
        case Step.FATE:
            fell = Fact("broken off") if casting.broken is not None else Fact(-casting.margin, "short")
            return Verdict("It fails", (fell, Fact("Die of Fate")), "Throw the Die of Fate.")
        case Step.WHEEL:
            return Verdict("It is garbled", (Fact("2D", "dark and light"),), f"{name} is garbled. {says_of(casting)}")
        case Step.SUMMONING:
            return Verdict("It calls", (Fact("Die of Fate"),), "Something comes through: throw for what.")
        case Step.ALLOCATE:
            facts = (Fact(casting.over, "over"), Fact(DiceCount(who.left), "Forte left"))
            return Verdict("It comes off", facts, f"{name} comes off with {casting.over} over. Put them to work.")
    return _ended(casting)


def _ended(casting: Casting) -> Verdict:
    name, who = casting.plan.spell.name, casting.who
    facts = [Fact(DiceCount(max(0, who.left)), "Forte left")]
    if casting.taxed is not None and casting.taxed.wound:
        facts.append(Fact(str(casting.taxed.wound), "wound"))
    if who.down:
        facts.append(Fact("unconscious"))
    if casting.failure is not None:
        said = casting.comes or casting.failure.words
        return Verdict(said[:1].upper() + said[1:], tuple(facts), f"{name} fails: {said}.")
    put = casting.put.effect if casting.put else 0
    over = f" with {put} in its effect" if put else ""
    return Verdict("Cast", (Fact(casting.margin, "over"), *facts), f"{name} works{over}.")


def consequences(casting: Casting) -> Iterator[Block]:
    """What a casting that is done leaves to do."""
    plan, put = casting.plan, casting.put
    if casting.turn is not None:
        yield from _garbled(casting)
    if casting.comes_off and plan.spell.harm is not None:
        hits = tuple((stage, str(casting.damage.at(stage))) for stage in LANDED)
        current = LANDED.index(casting.stage) if casting.stage else None
        yield Table(f"It strikes with Power {casting.power}", ("Stage", "Lands at"), hits, current)
        if casting.stage is None:
            yield Note("Throw the Die of Fate for whoever is in its area.", rule="SOR-21")
    if casting.comes_off and plan.spell.duration is Duration.ELAPSED:
        yield Note(f"It lasts {lasts(put.duration if put else 0)} of its units.", rule="SOR-25")
    if casting.comes_off and plan.spell.area is Covers.NATURAL:
        yield Note(f"{casting.over} over: {plan.spell.beyond}", rule="SOR-23")
    yield from _held(casting)
    if casting.back:
        rows: tuple[tuple[Entry, ...], ...] = tuple(
            (f"Die {number}", f"after {end} h") for number, end in enumerate(casting.ends, 1)
        )
        yield Table("Forte comes back", ("Which", "When"), rows)


def _held(casting: Casting) -> Iterator[Note]:
    """What it means for the spells that one sustains, this one too. Source: SOR-27 to SOR-29."""
    if casting.raised and not casting.who.down and casting.heavy:
        yield Note(casting.heavy, rule="SOR-29")
    if casting.taxed is None or not casting.taxed.lost:
        return
    if casting.who.caster.held:
        yield Note("A Tax that fails endangers what you sustained before: test Will for each spell.", rule="SOR-27")
    if casting.raised and casting.who.down:
        yield Note("You faint, and that endangers the spell you have raised as well.", rule="SOR-27")


def _garbled(casting: Casting) -> Iterator[Block]:
    """What the wheel makes of the spell, ring by ring; drawn where all of its facets are known. Source: SOR-31."""
    assert casting.turn is not None
    steps, facets = casting.turn.steps, _facets(casting.plan)
    rows = [
        (ring.words, ring.turned(key, 0).words, ring.turned(key, steps).words)
        for ring, key in zip(wheel.RINGS, facets, strict=True)
        if key is not None
    ]
    if all(facets):
        said = wording.listed(after for _, _, after in rows)
        yield Wheel(said, rings([key for key in facets if key], steps, chances=False))
    if rows:
        yield Table("Before and after", ("Ring", "The spell", "What happens"), tuple(rows), mark=Mark.REBUILT)
    if not all(facets):
        yield Note("Facets that the book at hand leaves out have no place on the wheel.", Mark.MISSING, "SOR-56")
    if casting.destroys:
        hits = tuple((stage, str(casting.destroys.at(stage))) for stage in LANDED)
        yield Table("It destroys: damage by the Die of Fate", ("Stage", "Lands at"), hits)
    yield Note(
        "The GM says what it means, or lets you. A measured area, a time and damage take dice more.", rule="SOR-31"
    )


def _facets(plan: Plan) -> tuple[str | None, ...]:
    """Where a spell stands on each ring; None for a facet that nobody knows."""
    spell = plan.spell
    known = (spell.element, spell.impetus, spell.origin, spell.duration, spell.area)
    return tuple(one.value if one else None for one in known)


def _rolls(log: tuple[Fell, ...]) -> Table:
    rows = tuple(
        (
            fell.step.words[:1].upper() + fell.step.words[1:],
            " ".join(str(face) for face in fell.rolled.faces),
            fell.rolled.count.successes if fell.step in (Step.CAST, Step.TAX, Step.SICKNESS) else None,
        )
        for fell in log
    )
    return Table("Rolled so far", ("Roll", "Dice", "Successes"), rows)


def _values(casting: Casting) -> dict[str, Any]:
    who, taxed, put = casting.who, casting.taxed, casting.put
    return {
        "step": casting.step.value,
        "number": casting.number,
        "dice": casting.dice.total,
        "obstacle": casting.against.total,
        "tax": casting.tax.total,
        "actions": casting.plan.actions,
        "margin": casting.margin,
        "comes_off": casting.comes_off,
        "lost": taxed.lost if taxed else 0,
        "forte": max(0, who.left),
        "unconscious": who.down,
        "wound": str(taxed.wound) if taxed and taxed.wound else None,
        "back": list(casting.back),
        "failure": casting.failure.value if casting.failure else "",
        "steps": casting.turn.steps if casting.turn else 0,
        "destroys": str(casting.destroys.mark) if casting.destroys else "",
        "comes": casting.comes,
        "effect": put.effect if put else 0,
        "duration": put.duration if put else 0,
        "fate": put.fate if put else 0,
        "power": casting.power if casting.comes_off else 0,
        "hit": str(casting.damage.at(casting.stage)) if casting.stage else "",
        "sustained": who.caster.held + casting.sustained,
    }


def effects_of(casting: Casting, log: str, ask: Rulings) -> Iterator[Effect]:
    """What a casting that is done leaves on the sheet: two tests, its own in that `log`, lost Forte, a wound."""
    counted = casting.dice.total - casting.who.caster.artha
    if counted > 0 and casting.broken is None:
        found = classes_of(counted, casting.against.total, ask)
        yield from marks_of(log, found, passed=casting.comes_off)
    taxed = casting.taxed
    if taxed is None:
        return
    rolled = next(fell.rolled.pool.dice for fell in casting.log if fell.step is Step.TAX)
    if rolled:
        yield from marks_of("forte", classes_of(rolled, casting.tax.total, ask), Kind.STAT, passed=not taxed.lost)
    if taxed.lost:
        yield SetValue("forte_lost", str(casting.who.lost))
    if taxed.wound:
        yield AddRow("wounds", {"hit": str(taxed.wound)})


session("cast-a-spell", rules="SOR-10", start=start, moves=moves, step=step, show=show)

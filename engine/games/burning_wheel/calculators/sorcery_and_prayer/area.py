"""What a spell covers: area bought before the roll, touch and Presence, and its time (SOR-16 to 18, 22, 25)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.dice import Obstacle, Shade, ob
from engine.games.burning_wheel.forms.spell_effects import MAGESENSE, OVER, QUICK_OVER
from engine.games.burning_wheel.forms.spells import Held, SaidOb, Sorcery, TheSpell, Will, obstacle_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, no_test
from engine.games.burning_wheel.readings.learning_sorcery import casting_log
from engine.games.burning_wheel.readings.sustaining import will_of
from engine.games.burning_wheel.rules import casting as rules
from engine.games.burning_wheel.rules import spell_area
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.natural_effect import Span, lasts
from engine.games.burning_wheel.rules.spell_area import Delivered, Measured
from engine.games.burning_wheel.rules.spells import LASTS, STARTS, Area, Duration, Origin
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

B5 = Ability(Shade.BLACK, 5)
MOST_INCREMENTS, SHOWN = 30, 5


def _length(area: Measured, increments: int) -> str:
    """How far it reaches with so many increments, in words."""
    return wording.count(area.covers(increments), area.length.removesuffix("s"))


@calculator("spell-area", rules="SOR-16")
def spell_area_for(
    spell: TheSpell = MAGESENSE,
    wanted: Annotated[
        int, Between(1, 3000), Asked("How far it should reach", "In paces, or in miles if it is counted in miles.")
    ] = 40,
    sorcery: Sorcery = B5,
    will: Will = B5,
    held: Held = 0,
    stat: SaidOb = None,
    other: Annotated[int, Between(0, 20), Asked("Other dice", "Careful casting, help, artha.", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does a larger area cost?"""
    base = obstacle_of(spell, stat)
    try:
        area = spell_area.measured(spell.spell)
    except Refused as error:
        raise Unusable("spell", str(error)) from None
    count = area.increments(wanted)
    if count > MOST_INCREMENTS:
        raise Unusable("wanted", f"This adds {MOST_INCREMENTS} increments at most; so far takes {count}.")
    found = casting_for(sorcery, will, held, wounds, ask, other=other)
    if found.gone:
        return no_test(found.gone)
    against = rules.obstacle(base, area=count, wounds=found.felt.added)
    tax = rules.tax_obstacle(base, wounds=found.felt.added)
    pool = found.caster.pool()
    checked(pool.dice, against.total + SHOWN, "wanted")
    test = Test(pool, against.total, ask)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            _length(area, more),
            more,
            Obstacle(against.total - count + more),
            test.against(against.total - count + more).chance,
        )
        for more in range(max(count + 2, SHOWN) + 1)
    )
    reach = _length(area, count)
    facts = (Fact(reach), Fact(test.chance, "it comes off"), Fact(ob(tax.total), "Tax, as ever"))
    added = wording.count(count, "increment")
    said = f"{spell.spell.name} over {reach} takes {added}: {ob(test.obstacle)}. It comes off {often(test.chance)}."
    columns = ("Reaches", "Increments", "To cast", "It comes off")
    dice = found.caster.dice()
    blocks: tuple[Block, ...] = (
        Verdict(ob(test.obstacle), facts, said, Mark.DERIVED),
        Table("Farther and farther", columns, rows, count, Mark.DERIVED),
        Working(against.lines, against.total, "Obstacle to cast"),
        Working(tax.lines, tax.total, "Obstacle of the Tax"),
        Working(dice.lines, dice.total, "Dice, all open-ended", "D"),
    )
    values = {**test.values, "increments": count, "tax": tax.total, "covers": area.covers(count)}
    return Answer(values, blocks, test.marks(casting_log(ask)))


@calculator("spell-reach", rules="SOR-17 SOR-18 SOR-22")
def spell_reach(
    area: Annotated[Area, Asked("Area of Effect")] = Area.PRESENCE,
    origin: Annotated[Origin, Asked("Origin")] = Origin.PERSONAL,
    will: Will = B5,
    held: Annotated[Held, Asked("Spells you sustain", quick=(0, 1, 2, 3), more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Whom does the spell reach?"""
    how = spell_area.delivered(area, origin)
    measured = Area.PRESENCE is area or origin is Origin.PRESENCE
    try:
        counted = will_of(will.exponent, held, ask)
    except Refused as error:
        raise Unusable("held", str(error)) from None
    paces = spell_area.presence(counted) if measured else None
    caught = spell_area.may_catch_caster(area)
    facts = [Fact("touch")] if how is Delivered.TOUCH else []
    if paces is not None:
        facts.append(Fact(wording.count(paces, "pace"), "is your Presence"))
    facts.append(Fact("it may catch you" if caught else "not you, unless you wish"))
    figure = how.words[:1].upper() + how.words[1:]
    starts = f"It starts {STARTS[origin]}."
    blocks: list[Block] = [Verdict(figure, tuple(facts), f"The spell works {how.words}. {starts}")]
    if paces is not None:
        said = f"Presence is as many paces as your Will, here {paces}, where a measure is needed."
        blocks.append(Note(f"{said} In a fight and at range positions decide instead.", rule="SOR-18"))
    if how is Delivered.TOUCH:
        said = "How to touch someone who will not have it, the book does not say; a blow with the bare hand would do."
        blocks.append(Note(said, Mark.MISSING, "SOR-17"))
    if caught:
        said = "With more successes than you wanted, a Natural Effect may reach you too."
    else:
        said = "You are never caught in your own area unless you wish to be."
    blocks.append(Note(said, rule="SOR-22"))
    values = {"delivered": how.value, "touch": how is Delivered.TOUCH, "paces": paces, "catches_caster": caught}
    return Answer(values, tuple(blocks))


@calculator("spell-duration", rules="SOR-25")
def spell_duration(
    duration: Annotated[Duration, Asked("Its duration")] = Duration.ELAPSED,
    unit: Annotated[Span, Asked("In")] = Span.MINUTES,
    successes: Annotated[int, OVER, Asked("Successes over, put into it", quick=QUICK_OVER)] = 2,
    caret: Annotated[bool, Asked("Its obstacle has a caret")] = True,
    *,
    ask: Rulings,
) -> Answer:
    """How long does it last?"""
    if duration is not Duration.ELAPSED:
        said = LASTS[duration]
        return Answer(
            {"lasts": None, "said": said}, (Verdict(duration.words, (), f"It lasts {said}."), *_ends(duration))
        )
    counted = successes if not successes or caret or ask["sorcery.flat-duration"] == "yes" else 0
    units = lasts(counted)
    shown = wording.count(units, unit.one)
    lost = successes - counted
    facts = (Fact(counted, "put into it"), *((Fact(lost, "lost: no caret"),) if lost else ()))
    said = f"One {unit.one} by itself, and one for each success put into it: {shown}."
    rows: tuple[tuple[Entry, ...], ...] = tuple((more, wording.count(lasts(more), unit.one)) for more in range(7))
    blocks = (
        Verdict(shown, facts, said),
        Table("Success by success", ("Put into it", "It lasts"), rows, counted if counted < len(rows) else None),
        Note("A success put into the duration does nothing for the effect.", rule="SOR-19"),
    )
    return Answer({"lasts": units, "said": shown}, blocks)


def _ends(duration: Duration) -> tuple[Note, ...]:
    """What else there is to know of how it ends."""
    said = {
        Duration.PERMANENT: "Only a counter-spell ends it, or a spell of Arcana and Destroy.",
        Duration.INSTANTANEOUS: "What burned is burned: the traces stay.",
        Duration.SUSTAINED: "It also taxes you again after some hours.",
    }[duration]
    return (Note(said, rule="SOR-26" if duration is Duration.SUSTAINED else "SOR-25"),)

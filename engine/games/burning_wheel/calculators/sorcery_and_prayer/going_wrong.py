"""When a spell goes wrong: failed, unwanted summoning, broken off (SOR-30, SOR-32, SOR-33)."""

from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, branch
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Pool, Shade, ob
from engine.games.burning_wheel.forms.rolled import FACES
from engine.games.burning_wheel.forms.spells import ForteLost, able
from engine.games.burning_wheel.forms.sustained import QUICK_OBS, YourForte
from engine.games.burning_wheel.readings import failed_casting as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import failed_casting as rules
from engine.games.burning_wheel.rules import sickness
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.die_of_fate import READINGS
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.failed_casting import Break, Failure
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

B5 = Ability(Shade.BLACK, 5)
B8 = Pool.parse("B8")
QUICK_DICE = ("B7", "B8", "B9", "B10")
DIE = Between(1, 6)
MOST_OB, MOST_ACTIONS = 20, 400
AFTERWARDS = {
    Failure.SUMMONING: ("SOR-32", "Something comes through. Roll what."),
    Failure.GARBLED: ("SOR-31", "The spell does something else: turn the Wheel of Magic."),
    Failure.DISSIPATES: ("SOR-30", "Nothing further happens."),
}


@calculator("failed-spell", rules="SOR-30")
def failed_spell(
    dice: Annotated[Pool, Asked("Dice you cast with", "Sorcery and Will, as you roll them.", quick=QUICK_DICE)] = B8,
    obstacle: Annotated[
        int, Between(1, MOST_OB), Asked("You cast against", "With area and haste.", quick=QUICK_OBS)
    ] = 4,
    face: Annotated[int | None, DIE, Asked("It failed: the Die of Fate", quick=FACES)] = None,
    castings: Annotated[int, Between(1, 100), Asked("Castings like this", quick=(1, 5, 10), more=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """What becomes of a spell that fails?"""
    test = Test(dice.opened(), obstacle, ask)
    chances = rules.failures(1 - test.chance)
    values: dict[str, Any] = {"dice": test.dice, "obstacle": obstacle, "fails": 1 - test.chance}
    values |= {one.value: chance for one, chance in chances.items()}
    rows = tuple((_title(one.words), chance) for one, chance in chances.items())
    odds: tuple[Block, ...] = (
        Table("What may come of it", ("", "Chance"), (("The spell works", test.chance), *rows), mark=Mark.DERIVED),
        *_often(chances[Failure.SUMMONING], castings),
    )
    if face is not None:
        said = Failure.by(face)
        rule, then = AFTERWARDS[said]
        verdict = Verdict(_title(said.words), (Fact(face, "on the die"),), f"{_title(said.words)}. {then}")
        return Answer({**values, "becomes": said.value}, (verdict, Note(then, rule=rule), *odds))
    facts = (
        Fact(chances[Failure.SUMMONING], "a summoning"),
        Fact(chances[Failure.GARBLED], "garbled"),
        Fact(chances[Failure.DISSIPATES], "nothing further"),
    )
    sentence = f"{test.dice} open-ended dice against {ob(test.obstacle)} fail {often(1 - test.chance)}."
    return Answer(values, (Verdict(f"{wording.percent(1 - test.chance)} fail", facts, sentence, Mark.DERIVED), *odds))


def _often(summons: Fraction, castings: int) -> tuple[Note, ...]:
    """How likely one summoning is over many castings."""
    if castings == 1:
        return ()
    once = 1 - (1 - summons) ** castings
    said = f"In {castings} such castings something comes through at least once {often(once)}."
    return (Note(said, Mark.DERIVED, "SOR-32"),)


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]


@branch("the simple way")
class Simple:
    """One die: a great demon, or something small."""

    face: Annotated[int | None, DIE, Asked("The Die of Fate", quick=FACES)] = None


@branch("the Offering Wheel")
class Offering:
    """The wheel of the summoning rules."""

    first: Annotated[int | None, DIE, Asked("First die: who is called", quick=FACES)] = None
    rank: Annotated[int | None, DIE, Asked("Die for the rank", quick=FACES)] = None
    deep: Annotated[int | None, DIE, Asked("A die of its own for how far in", "Only where your table rolls two.")] = (
        None
    )


@branch("the GM had something waiting")
class Waiting:
    """What the GM had planned."""


@calculator("unwanted-summoning", rules="SOR-32")
def unwanted_summoning(
    way: Annotated[Simple | Offering | Waiting, Asked("You do it")] = Simple(), *, ask: Rulings
) -> Answer:
    """What comes through?"""
    if isinstance(way, Waiting):
        sentence = "What was waiting in the wings comes through; nothing is rolled."
        return Answer({"result": "planned"}, (Verdict("The GM’s choice", (Fact("no die"),), sentence),))
    return _simple(way.face) if isinstance(way, Simple) else _offering(way, read.two_dice(ask))


def _simple(face: int | None) -> Answer:
    reading = READINGS["summoning"]
    if face is not None:
        said = reading.of(face)
        verdict = Verdict(_title(said), (Fact(face, "on the die"),), f"{_title(said)} comes through.")
        return Answer({"result": said}, (verdict,))
    chances = reading.chances()
    demon, _ = chances.values()
    rows = tuple((totals, said, chances[said]) for totals, said in reading.totals)
    verdict = Verdict(
        "Die of Fate", (Fact(demon, "a great demon"),), f"It is a great demon {often(demon)}.", Mark.DERIVED
    )
    return Answer({"demon": demon}, (verdict, Table("The simple way", ("Die", "Comes through", "Chance"), rows)))


def _offering(way: Offering, two_dice: bool) -> Answer:
    chances = rules.sectors(two_dice=two_dice)
    rows = tuple(
        (sector.words, wording.listed((_title(sector.rank(face)) for face in (1, 3, 5)), "or"), chance)
        for sector, chance in chances.items()
    )
    every = Table("The Offering Wheel", ("Sector", "By rank", "Chance"), rows, mark=Mark.DERIVED)
    values: dict[str, Any] = {f"{one.calling.value}_{one.star.value}": chance for one, chance in chances.items()}
    if way.first is None or (two_dice and way.deep is None):
        angelic = sum((chance for one, chance in chances.items() if one.calling is rules.Calling.ANGELIC), Fraction(0))
        facts = (Fact(angelic, "angelic"), Fact(1 - angelic, "daemonic"))
        return Answer(
            values, (Verdict("Offering Wheel", facts, "Roll for the sector, then for the rank.", Mark.DERIVED), every)
        )
    sector = rules.sector(way.first, way.deep if two_dice else None)
    comes = sector.rank(way.rank) if way.rank is not None else None
    mark = None if sector.named else Mark.MISSING
    figure = _title(comes) if comes else _title(sector.words)
    facts = (Fact(sector.calling.words), Fact(sector.star.words))
    sentence = f"{figure} answers." if comes else "Roll a die for the rank: the lowest on 1 or 2."
    blocks: list[Block] = [Verdict(figure, facts, sentence, mark), every]
    if not sector.named:
        blocks.append(
            Note("The names of this sector stand in the summoning rules, another volume.", Mark.MISSING, "SOR-32")
        )
    found = {"calling": sector.calling.value, "star": sector.star.value, "comes": comes}
    return Answer({**values, **found}, tuple(blocks))


@calculator("spell-interrupt", rules="SOR-33")
def spell_interrupt(
    obstacle: Annotated[int, Between(1, MOST_OB), Asked("The spell’s obstacle", quick=(2, 3, 4, 5))] = 4,
    done: Annotated[int, Between(0, MOST_ACTIONS), Asked("Actions you had done", quick=(2, 3, 4, 6))] = 4,
    actions: Annotated[int, Between(1, MOST_ACTIONS), Asked("Of so many actions", quick=(4, 6, 8, 12))] = 8,
    forte: YourForte = B5,
    saved: Annotated[
        int, Between(0, MOST_ACTIONS), Asked("Actions that haste saved", quick=(0, 1, 2, 3), more=True)
    ] = 0,
    patient: Annotated[int, Between(0, 10), Asked("Dice from casting patiently", quick=(0, 1, 2), more=True)] = 0,
    taxed: Annotated[ForteLost, Asked("Forte already lost to Tax", quick=(0, 1, 2), more=True)] = 0,
    face: Annotated[int | None, DIE, Asked("Die of Fate for the failed spell", quick=FACES, more=True)] = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does a spell cost that was broken off?"""
    if done > actions:
        raise Unusable("done", f"The spell has {wording.count(actions, 'action')}; this says {done} were done.")
    if saved > actions:
        raise Unusable("saved", f"Haste saves no more actions than it leaves, here {actions}; this says {saved}.")
    hurt = feels(wounds, forte, ask, ELEMENTS["forte"])
    if hurt.gone:
        return no_test(hurt.gone)
    left = forte.exponent - taxed
    able(forte, taxed + hurt.lost, "taxed")
    part = read.interrupted(obstacle, saved, done, actions, ask)
    against = Worked((Line(part, "The part of the spell that was done", "SOR-33"), hurt.obstacle))
    dice = Worked(
        (
            Line(forte.exponent, "Forte", "SOR-13"),
            Line(-taxed, "Lost to Tax", "SOR-13"),
            Line(patient, "Cast patiently", "SOR-35"),
            hurt.dice,
        )
    )
    test = Test(forte.pool(patient - taxed - hurt.lost), against.total, ask)
    lost = sickness.lost_chances(dict(test.law), against.total)
    drops = sum((chance for dice_lost, chance in lost.items() if dice_lost and dice_lost >= left), Fraction(0))
    facts = (Fact(DiceCount(test.dice), "Forte"), Fact(test.chance, "no Forte lost"), Fact(drops, "you drop"))
    sentence = f"The spell is ruined. Roll Tax at {ob(against.total)}, and the Die of Fate for a failed spell."
    rows = tuple((_dice_lost(one), chance) for one, chance in lost.items() if chance)
    blocks: tuple[Block, ...] = (
        Verdict(ob(against.total), facts, sentence),
        _failed(face),
        Table("What Tax takes", ("Forte lost", "Chance"), rows, mark=Mark.DERIVED),
        Working(against.lines, against.total, "Obstacle of the Tax"),
        Working(dice.lines, dice.total, "Dice", "D"),
    )
    values = {
        "obstacle": against.total,
        "dice": test.dice,
        "passes": test.chance,
        "drops": drops,
        "becomes": None if face is None else Failure.by(face).value,
        **{f"lost_{one}": chance for one, chance in lost.items()},
    }
    return Answer(values, blocks, test.marks("forte", Kind.STAT))


def _dice_lost(lost: int) -> str:
    return f"{lost}D" if lost else "nothing"


def _failed(face: int | None) -> Block:
    """What the Die of Fate says of the failed spell, or may say."""
    if face is not None:
        said = Failure.by(face)
        rule, then = AFTERWARDS[said]
        return Note(f"{_title(said.words)}. {then}", rule=rule)
    rows = tuple((_title(one.words), chance) for one, chance in rules.failures(Fraction(1)).items())
    return Table("And the spell has failed", ("Die of Fate", "Chance"), rows)


@table("spell-interruptions")
def interruptions() -> Table:
    """What breaks a spell off."""
    rows = tuple((_title(one.words),) for one in Break)
    return Table("What breaks a spell off", ("While you cast",), rows)

"""Natural magic: skills that open, what their margin does, a song for gates, a Dwarf’s smithing (NAT-01 to NAT-04)."""

from collections.abc import Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.exchange import Reflexes
from engine.games.burning_wheel.forms.test import BONUS, BaseOb
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import natural_magic as rules
from engine.games.burning_wheel.rules import spells
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.natural_magic import Gate, Product
from engine.games.burning_wheel.rules.times import Unit, in_words
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
MAGIC = ELEMENTS["magic"]
Skill = Annotated[Ability, Asked("The song, art or rite", quick=("B3", "B4", "B5", "B6")), sheet("skill")]
More = Annotated[int, BONUS, Asked("Dice of help and FoRKs", quick=(0, 1, 2, 3))]


def _answer(
    skill: Ability,
    more: int,
    against: Worked,
    wounds: Hurt,
    ask: Rulings,
    *,
    rule: str,
    values: dict[str, Any] | None = None,
    blocks: Sequence[Block] = (),
) -> Answer:
    """The skill alone, open-ended, against an obstacle; with the values and blocks of the matter at hand."""
    hurt = feels(wounds, skill, ask, MAGIC)
    if hurt.gone:
        return no_test(hurt.gone)
    dice = skill.exponent - hurt.lost + more
    test = Test.of(skill.shade, dice, against.total + hurt.added, ask, opens=True, at="more")
    shown = wording.percent(test.chance)
    facts = (Fact(DiceCount(dice), "dice"), Fact(Obstacle(test.obstacle), "obstacle"), logged(test.classes))
    lines = (Line(skill.exponent, f"Skill {skill}, without Will", rule), hurt.dice, Line(more, "Help and FoRKs", rule))
    return Answer(
        {**test.values, "closed": test.closed.chance, **(values or {})},
        (
            Verdict(shown, facts, f"{shown} against {ob(test.obstacle)}. There is no Tax if it fails.", Mark.DERIVED),
            *blocks,
            Working(lines, dice, "Dice", "D"),
            Working((*against.lines, hurt.obstacle), test.obstacle, "Obstacle"),
            test.odds(test.closed, "without open-ended dice"),
        ),
        test.marks("skill", Kind.SKILL),
    )


@calculator("natural-skill", rules="NAT-01")
def natural_magic(
    skill: Skill = B4, obstacle: BaseOb = Obstacle(3), more: More = 0, wounds: Wounded = UNHURT, *, ask: Rulings
) -> Answer:
    """Does the magic work?"""
    return _answer(skill, more, Worked((Line(obstacle, "The magic", "NAT-01"),)), wounds, ask, rule="NAT-01")


@table("magics")
def magics() -> Table:
    """Natural magic beside sorcery and Faith (NAT-01)."""
    columns = ("", "Dice", "Open", "FoRKs, help", "Wounds", "Tax", "If it fails")
    return Table("Three magics", columns, rules.MAGICS)


@calculator("spell-like", rules="NAT-02")
def spell_like(
    skill: Skill = B4,
    obstacle: BaseOb = Obstacle(3),
    effect: Annotated[int, BONUS, Asked("Successes for the effect", quick=(0, 1, 2, 3))] = 1,
    area: Annotated[int, BONUS, Asked("Successes for the area", quick=(0, 1, 2, 3))] = 0,
    other: Annotated[int, BONUS, Asked("Successes for something else", quick=(0, 1, 2))] = 0,
    more: More = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is the margin enough for all of it?"""
    wanted = effect + area + other
    hurt = feels(wounds, skill, ask, MAGIC)
    if hurt.gone:
        return no_test(hurt.gone)
    dice, base = skill.exponent - hurt.lost + more, obstacle + hurt.added
    test = Test.of(skill.shade, dice, base, ask, opens=True, at="more")
    whole = test.against(base + wanted)
    rows: list[tuple[Entry, ...]] = [(over, test.against(base + over).chance) for over in range(max(4, wanted + 2))]
    shown = wording.percent(whole.chance)
    facts = (Fact(wanted, "over the obstacle"), Fact(Obstacle(base), "obstacle"), Fact(test.chance, "it works at all"))
    lines = (Line(skill.exponent, f"Skill {skill}", "NAT-02"), hurt.dice, Line(more, "Help and FoRKs", "NAT-01"))
    return Answer(
        {**test.values, "wanted": wanted, "whole": whole.chance},
        (
            Verdict(shown, facts, f"All of it works {shown} of the time.", Mark.DERIVED),
            Table("Successes to share out", ("At least", "Chance"), tuple(rows), wanted, Mark.DERIVED),
            Note("You share them out after the roll, as they come.", rule="NAT-02"),
            Working(lines, dice, "Dice", "D"),
            *ledger(hurt, dice, obstacle)[-1:],
            test.odds(),
        ),
        test.marks("skill", Kind.SKILL),
    )


@calculator("air-of-gates", rules="NAT-03")
def air_of_gates(
    skill: Skill = B4,
    gate: Annotated[Gate, Asked("You sing to the", gm=True)] = Gate.HOUSE,
    reflexes: Reflexes = 4,
    more: More = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the gate answer?"""
    actions = rules.song(gate)
    exchanges = -(-actions // reflexes)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one.words[:1].upper()}{one.words[1:]}", Obstacle(one.obstacle), rules.song(one)) for one in Gate
    )
    seconds = spells.seconds(actions, reflexes)
    out = in_words(-(-seconds.numerator // seconds.denominator), Unit.HOURS)
    took = f"{wording.count(actions, 'action')}: {out}, or {wording.count(exchanges, 'exchange')} of a fight"
    return _answer(
        skill,
        more,
        Worked((Line(gate.obstacle, f"The {gate.words}", "NAT-03"),)),
        wounds,
        ask,
        rule="NAT-03",
        values={"actions": actions, "seconds": seconds, "exchanges": exchanges},
        blocks=(
            Note(f"The song takes {took}.", rule="NAT-03"),
            Table("Gates", ("Gate", "Obstacle", "Actions"), rows, list(Gate).index(gate)),
        ),
    )


@calculator("black-metal", rules="NAT-04")
def black_metal(
    skill: Skill = B4,
    product: Annotated[Product, Asked("You make", gm=True)] = Product.SMITH,
    fine: Annotated[bool, Asked("So fine that it gives +1D")] = False,
    more: More = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does the Dwarf make it?"""
    lines = (
        Line(product.obstacle, f"{product.words[:1].upper()}{product.words[1:]}", "NAT-04"),
        Line(rules.FINER if fine else 0, "Fine work", "NAT-04"),
    )
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{one.words[:1].upper()}{one.words[1:]}", Obstacle(one.obstacle), Obstacle(one.obstacle + rules.FINER))
        for one in Product
    )
    current = list(Product).index(product)
    made = Table("Black-Metal Artifice", ("Work", "Obstacle", "With +1D"), rows, current)
    return _answer(skill, more, Worked(lines), wounds, ask, rule="NAT-04", values={"fine": fine}, blocks=(made,))

"""What makes it harder to fight: light, weather, footing, room, posture and a weapon too long (FGT-65)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Obstacle
from engine.games.burning_wheel.forms.test import BONUS
from engine.games.burning_wheel.readings.fight_conditions import both_rains, kneeling
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.conditions import CONDITIONS, Footing, Light, Weather, melee
from engine.games.burning_wheel.rules.fight_posture import Doing, Posture
from engine.games.burning_wheel.rules.striking import BASE, Inside
from engine.rulings import Rulings
from engine.working import Line, Worked

B4 = Ability.parse("B4")


@calculator("fight-conditions", rules="FGT-65")
def conditions(
    doing: Annotated[Doing, Asked("You roll for")] = Doing.ATTACK,
    light: Annotated[Light, Asked("Light", gm=True)] = Light.DIM,
    posture: Annotated[Posture, Asked("You are")] = Posture.STANDING,
    besides: Annotated[frozenset[Footing], Asked("And", gm=True)] = frozenset({Footing.GROUND}),
    weather: Annotated[Weather, Asked("Weather", gm=True, more=True)] = Weather.FAIR,
    inside: Annotated[Inside, Asked("On the inside, with", more=True)] = Inside.NO,
    skill: Annotated[Ability, Asked("Your ability", quick=("B3", "B4", "B5", "B6"), more=True), sheet("ability")] = B4,
    base: Annotated[int, Between(0, 20), Asked("Obstacle before all this", more=True, quick=(1, 2, 3))] = BASE,
    advantage: Annotated[int, BONUS, Asked("Advantage and other dice", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How much harder does it get?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    found = melee(
        doing,
        light=light,
        weather=weather,
        posture=posture,
        inside=inside,
        besides=besides,
        kneeling=kneeling(posture, doing, ask),
        both_rains=both_rains(weather, ask),
    )
    wounded = (hurt.obstacle,) if hurt.added else ()
    against = Worked((Line(base, "Before all this", "FGT-65"), *found.lines, *wounded))
    dice = Worked(
        (
            Line(skill.exponent, f"Ability {skill}", "HUB-01"),
            Line(advantage, "Advantage and other dice", "HUB-16"),
            *((Line(-hurt.lost, hurt.dice.reason, hurt.dice.rule),) if hurt.lost else ()),
        )
    )
    test = Test.of(skill.shade, dice.total, against.total, ask)
    added = wording.signed(found.total)
    facts = (Fact(Obstacle(against.total), "in all"), *test.facts)
    said = f"All of it adds {found.total}: {doing.words.lower()} is at {Obstacle(against.total).words}."
    blocks: list[Block] = [
        Verdict(f"{added} Ob", facts[:4], said),
        Working(against.lines, against.total, "Obstacle"),
        test.odds(),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    return Answer({**test.values, "added": found.total}, tuple(blocks), test.marks("skill"))


@table("melee-hampered")
def melee_hampered() -> Table:
    """What makes it harder to fight hand to hand (FGT-65)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            f"{one.words[:1].upper()}{one.words[1:]}",
            wording.signed(one.amount),
            "everything"
            if len(one.doing) == len(Doing)
            else wording.listed(doing.words.lower() for doing in Doing if doing in one.doing),
            one.group.words,
        )
        for one in CONDITIONS.values()
    )
    return Table("In melee", ("What", "Obstacle", "Counts in", "Group"), rows)

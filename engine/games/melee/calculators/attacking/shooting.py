"""Shooting, reloading and aiming (MEL-30, MEL-31)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.games.burning_wheel.dice import DiceCount, Pool, Shade, successes
from engine.games.melee.forms.attack import Skill
from engine.games.melee.forms.people import B4
from engine.games.melee.readings import hitting as readings
from engine.games.melee.rules import damage, shooting
from engine.games.melee.rules.hitting import MOST_AIM
from engine.games.melee.rules.shooting import RATES, Arm, Reload
from engine.rulings import Rulings
from engine.working import Mark

MOST_ROUNDS = 20
COLUMNS = ("Weapon", "Shots", "In all", "A round")
AIMED = ("Rounds aimed", "Dice", "To hit", "Off disposition", "For each round")
Rounds = Annotated[int, Between(1, MOST_ROUNDS), Asked("Rounds", quick=(2, 3, 4, 6))]
ObToHit = Annotated[int, Between(0, 12), Asked("Obstacle to hit", quick=(1, 2, 3, 4))]


@calculator("mel-rate", rules="MEL-30")
def rate(
    arm: Annotated[Arm, Asked("You shoot")] = Arm.HEAVY,
    rounds: Rounds = 4,
    skill: Skill = B4,
    obstacle: ObToHit = 1,
    weapons: Annotated[int, Between(1, 2), Asked("Loaded weapons", quick=(1, 2))] = 1,
    loader: Annotated[bool, Asked("A friend reloads")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """How much do your shots take off them?"""
    found = {one: _mean(one, rounds, skill.shade, skill.exponent, obstacle, weapons, loader, ask) for one in Arm}
    shots = arm.row.shots(rounds, weapons, loader=loader)
    whole = found[arm]
    facts = (
        Fact.count(shots, "shot"),
        Fact(wording.decimal(whole / rounds), "disposition a round"),
        Fact(arm.row.reload.words, "between shots"),
    )
    said = (
        f"{wording.count(shots, 'shot')} in {wording.count(rounds, 'round')}: {wording.decimal(whole)} off disposition."
    )
    rows: list[tuple[Entry, ...]] = [
        (
            one.words,
            one.row.shots(rounds, weapons, loader=loader),
            wording.decimal(found[one]),
            wording.decimal(found[one] / rounds),
        )
        for one in Arm
    ]
    return Answer(
        {
            "shots": {one.value: one.row.shots(rounds, weapons, loader=loader) for one in Arm},
            "mean": {one.value: found[one] for one in Arm},
        },
        (
            Verdict(wording.decimal(whole), facts, said, Mark.DERIVED),
            Table("The same dice, three weapons", COLUMNS, tuple(rows), list(Arm).index(arm), Mark.DERIVED),
            Note(
                "Held, knocked down or disarmed, you have not reloaded. A hit only keeps you from the top.",
                rule="MEL-07",
            ),
        ),
    )


def _mean(
    arm: Arm, rounds: int, shade: Shade, dice: int, obstacle: int, weapons: int, loader: bool, ask: Rulings
) -> Fraction:
    """Disposition that all shots of so many rounds take off on average. Source: MEL-30, MEL-56."""
    row = arm.row
    law = successes(Pool.of(dice, shade))
    each = damage.mean(row.means, law, obstacle, alone=readings.alone(row.means, ask))
    return row.shots(rounds, weapons, loader=loader) * each


@table("mel-rates")
def rates() -> Table:
    """How often each kind of weapon shoots. Source: MEL-30."""
    rows = tuple(
        (
            one.arm.words,
            "every round" if one.reload is Reload.NONE else "shot, reload, shot",
            one.reload.words if one.reload is not Reload.NONE else None,
            "highest of 2d6, + margin" if one.means.dice > 1 else "1d6 + margin",
        )
        for one in RATES.values()
    )
    return Table("Rates of fire", ("Weapon", "Shoots", "Reloading takes", "Disposition"), rows)


@calculator("mel-aim", rules="MEL-31")
def aim(
    arm: Annotated[Arm, Asked("You shoot")] = Arm.BOW,
    skill: Skill = B4,
    obstacle: ObToHit = 3,
    rounds: Annotated[int, Between(0, 6), Asked("Rounds that you aim", quick=(0, 1, 2, 3))] = 1,
    spotter: Annotated[int, Between(0, 2), Asked("Dice of a spotter each round", quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Aim first, or shoot now?"""
    dice = shooting.aimed(rounds, spotter)
    alone = readings.alone(arm.row.means, ask)
    rows: list[tuple[Entry, ...]] = []
    each: list[Fraction] = []
    for spent in range(4):
        more = shooting.aimed(spent, spotter)
        law = successes(Pool.of(skill.exponent + more, skill.shade))
        mean = damage.mean(arm.row.means, law, obstacle, alone=alone)
        each.append(mean)
        rows.append(
            (spent, f"+{more}D", law.at_least(obstacle), wording.decimal(mean), wording.decimal(mean / (spent + 1)))
        )
    law = successes(Pool.of(skill.exponent + dice, skill.shade))
    chance = law.at_least(obstacle)
    best = max(range(4), key=lambda spent: (each[spent] / (spent + 1), -spent))
    advice = "Shoot now" if best == 0 else f"Aim {wording.count(best, 'round')}, then shoot"
    facts = (
        Fact(DiceCount(skill.exponent + dice), "dice for the shot"),
        Fact(chance, "to hit"),
        Fact(advice.lower(), "takes most per round"),
    )
    said = (
        f"+{dice}D after {wording.count(rounds, 'round')}: you hit {wording.often(chance)}. {advice}, if rounds count."
    )
    blocks: list[Block] = [
        Verdict(f"+{dice}D", facts, said, Mark.DERIVED),
        Table("What aiming brings", AIMED, tuple(rows), min(rounds, MOST_AIM), Mark.DERIVED),
    ]
    if rounds * (1 + spotter) > MOST_AIM:
        blocks.append(Note("Three dice are the most, a spotter’s among them.", rule="MEL-31"))
    return Answer({"dice": dice, "probability": chance, "best": best}, tuple(blocks))

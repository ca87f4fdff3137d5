"""Rolling dice: pools, shades, odds, exponents, the obstacle ladder, and when to roll at all (HUB-01 to HUB-08)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import CHANCE, Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Longest, Unusable, branch, row
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.blocks.odds import BARS_PAST_POOL, drawn, said
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.rolling_dice.fields import B4, AnyOb, YourDice
from engine.games.burning_wheel.dice import (
    MOST_OBSTACLE,
    Chain,
    DiceCount,
    Die,
    Obstacle,
    Outcome,
    Pool,
    Roll,
    Shade,
    ob,
    successes,
)
from engine.games.burning_wheel.forms.rolled import FACES, Seeded, faces_of
from engine.games.burning_wheel.forms.test import QUICK_POOLS, BaseOb
from engine.games.burning_wheel.readings.dice import chain, law_of
from engine.games.burning_wheel.rules import exponents, obstacles
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.obstacles import Call
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

OpenEnded = Annotated[bool, Asked("Open-ended: every 6 brings another die")]
LONGEST_ALOUD = 24
"""Signs of a fraction that still belongs into a sentence."""


@calculator("odds", rules="HUB-01 HUB-02 HUB-07 HUB-08")
def odds(
    pool: Annotated[Pool, Asked("Dice", "Mixed shades too: B4+G2", quick=QUICK_POOLS)] = B4,
    obstacle: AnyOb = Obstacle(2),
    open_ended: OpenEnded = False,
    *,
    ask: Rulings,
) -> Answer:
    """Will these dice do it?"""
    test = Test(pool.opened() if open_ended else pool, obstacle, ask)
    rolled, law, chance = test.pool, test.law, test.chance
    fraction = f"{chance.numerator}/{chance.denominator}"
    short = len(fraction) <= LONGEST_ALOUD
    exact = f" Exactly {fraction}." if 0 < chance < 1 and short else ""
    most = min(rolled.dice + (BARS_PAST_POOL if rolled.open_ended else 0), MOST_OBSTACLE)
    facts = (Fact(DiceCount(rolled.dice), "dice"), Fact(Obstacle(obstacle), "obstacle"))
    sentence = f"{said(chance, obstacle)}{exact}"
    return Answer(
        values={
            "probability": chance,
            "percentage": wording.percent(chance),
            "meet": law.exactly(obstacle),
            "exceed": chance - law.exactly(obstacle),
            "mean": law.mean,
            "distribution": [law.exactly(number) for number in range(most + 1)],
        },
        blocks=(
            Verdict(wording.percent(chance), facts, sentence, Mark.DERIVED),
            test.odds(),
            _shades(test),
            *(() if short else (_exactly(chance),)),
        ),
    )


def _exactly(chance: Fraction) -> Table:
    row = (chance, str(chance.numerator), str(chance.denominator))
    return Table("The chance as a fraction", ("Chance", "Ways to pass", "Of"), (row,), mark=Mark.DERIVED, folded=True)


def _shades(test: Test) -> Table:
    rows = []
    for shade in Shade:
        law = law_of(Pool.of(test.dice, shade, test.pool.open_ended), test.ask)
        name = f"{shade.words} ({shade.target} or more)"
        rows.append((name, law.at_least(test.obstacle), f"{float(law.mean):.2f}"))
    held = {group.shade for group in test.pool}
    return Table(
        "The same dice in one shade",
        ("Shade", ob(test.obstacle), "Successes on average"),
        tuple(rows),
        list(Shade).index(test.pool.groups[0].shade) if len(held) == 1 else None,
        Mark.DERIVED,
        folded=True,
    )


@branch("I rolled them")
class Typed:
    """Dice that the reader rolled."""

    faces: Annotated[
        str, Longest(200), Asked("Faces", "As they fell: 6 5 2 1. Extra dice for sixes come last.", adds=FACES)
    ] = "5 4 2 1"


@calculator("roll", rules="HUB-01 HUB-03 HUB-07")
def roll(
    pool: Annotated[Pool, Asked("Dice", quick=QUICK_POOLS)] = B4,
    obstacle: AnyOb = Obstacle(2),
    fell: Annotated[Typed | Seeded, Asked("The roll")] = Typed(),
    open_ended: OpenEnded = False,
    *,
    ask: Rulings,
) -> Answer:
    """What do these dice say?"""
    rolled = pool.opened() if open_ended else pool
    rule = chain(ask) if rolled.open_ended else Chain.CHAIN
    if isinstance(fell, Seeded):
        lying, waiting = dice.roll(rolled, fell.seed, rule), 0
    else:
        lying, waiting = _read(rolled, faces_of(fell.faces, "fell.faces"), rule)
    dice_shown = lying.dice[: len(lying.dice) - waiting]
    good = sum(die.success for die in dice_shown)
    margin = good - obstacle
    result = dice.outcome(good, obstacle)
    figure = wording.count(good, "success", "successes")
    outcome = {
        Outcome.FAIL: f"fails by {-margin}",
        Outcome.MEET: "meets the obstacle",
        Outcome.EXCEED: f"passes with {margin} over",
    }[result]
    if waiting:
        outcome += " so far"
    blocks: list[Block] = [
        Verdict(
            figure,
            (Fact(Obstacle(obstacle), "obstacle"), Fact(outcome)),
            f"{figure} with {rolled} against {ob(obstacle)}: {outcome}.",
        ),
        drawn(lying, len(dice_shown)),
    ]
    if waiting:
        brought = wording.count(waiting, "more die", "more dice")
        blocks.append(
            Note(f"Your sixes bring {brought}: roll, and add what falls behind the other faces.", rule="HUB-07")
        )
    return Answer(
        values={
            "successes": good,
            "traitors": len(dice_shown) - good,
            "sixes": sum(die.face == 6 for die in dice_shown),
            "margin": margin,
            "outcome": result.value,
            "passes": result.passes,
            "faces": [die.face for die in dice_shown],
            "by_kind": _by_shade(rolled, dice_shown),
            "still_to_roll": waiting,
        },
        blocks=tuple(blocks),
    )


def _read(pool: Pool, faces: list[int], rule: Chain) -> tuple[Roll, int]:
    """The roll that faces make, and how many of its last dice are still to be rolled: those that sixes brought."""
    if len(faces) >= pool.dice:
        for waiting in range(faces.count(6) + 1):
            try:
                return dice.read(pool, [*faces, *[1] * waiting], rule), waiting
            except Refused:
                continue
    asked = wording.count(pool.dice, "face")
    sixes = ", and one for each die that a six brings" if pool.open_ended else ""
    raise Unusable("fell.faces", f"{pool} takes {asked}{sixes}; this has {len(faces)}.")


def _by_shade(pool: Pool, lying: Sequence[Die]) -> list[list[int]]:
    """The faces of each shade of a pool, in its order; extra dice, which are of their six's shade, come last."""
    return [[die.face for die in lying if die.shade is shade] for shade in dict.fromkeys(one.shade for one in pool)]


@calculator("exponent", rules="HUB-04")
def exponent(
    ability: Annotated[Ability, Asked("Ability", quick=QUICK_POOLS)] = Ability(Shade.BLACK, 3),
) -> Answer:
    """What does this exponent say about me?"""
    meaning = exponents.meaning(ability.exponent)
    law = successes(ability.pool())
    likely = max((need for need in range(1, ability.exponent + 1) if law.at_least(need) >= Fraction(1, 2)), default=0)
    words = meaning or "nothing to roll"
    beyond = ability.exponent > exponents.HIGHEST
    if beyond:
        sentence = f"{ability}: beyond the scale, whose last word for 10 is: {words}."
    elif meaning:
        sentence = f"{ability}: {words}."
    else:
        sentence = f"{ability}: no dice of your own. The scale starts at 1."
    reach = f"{ob(likely)} is the most it makes" if likely else "it makes no obstacle"
    return Answer(
        values={"meaning": meaning, "dice": ability.exponent, "even_odds_to": likely},
        blocks=(
            Verdict(str(ability), (Fact(words),), sentence),
            Note(f"Unaided, {reach} at even odds or better.", Mark.DERIVED),
            Table(
                "Exponents, and their chances unaided",
                ("Exponent", "Means", *(ob(against) for against in (1, 2, 3, 4, 5))),
                tuple(_unaided(one, ability) for one in exponents.SCALE),
                min(ability.exponent, exponents.HIGHEST) - 1 if ability.exponent else None,
                Mark.DERIVED,
            ),
        ),
    )


def _unaided(rung: exponents.Meaning, ability: Ability) -> tuple[Entry, ...]:
    law = successes(Pool.of(rung.exponent, ability.shade))
    return rung.exponent, rung.words.capitalize(), *(law.at_least(obstacle) for obstacle in (1, 2, 3, 4, 5))


ON_A_CALL = {
    Call.YES: ("no dice", "Say yes and play on: nothing hangs on it, or nobody doubts how it ends."),
    Call.TEST: ("against an obstacle", "Roll: something is at stake and nobody knows how it ends."),
    Call.VERSUS: ("against theirs", "Roll: nobody does something to another character without a test."),
}


@calculator("roll-or-yes", rules="HUB-05")
def roll_or_yes(
    at_stake: Annotated[bool, Asked("Something is at stake")] = True,
    uncertain: Annotated[bool, Asked("It could go either way")] = True,
    against_another: Annotated[bool, Asked("It is done to another character against their will")] = False,
) -> Answer:
    """Do we roll for this?"""
    call = obstacles.call(at_stake, uncertain, against_another)
    line, sentence = ON_A_CALL[call]
    return Answer(values={"call": call.value}, blocks=(Verdict(call.words, (Fact(line),), sentence),))


@row("circumstance")
class IncreaseRow(obstacles.Increase):
    """Something that makes it harder."""

    words: Annotated[str, Asked("What makes it harder")] = ""
    amount: Annotated[int, Between(1, 10), Asked("Obstacle", quick=(1, 2, 3))] = 1
    cancelled: Annotated[bool, Asked("Gear or a trait cancels it")] = False


@calculator("obstacle", rules="HUB-06")
def obstacle(
    base: BaseOb = Obstacle(2),
    pool: YourDice = B4,
    increases: Annotated[tuple[IncreaseRow, ...], Asked("What makes it harder", gm=True)] = (),
    trait: Annotated[int, Between(0, 5), Asked("A trait takes off", more=True)] = 0,
    open_ended: Annotated[bool, Asked("Open-ended dice", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What is the obstacle, and can I make it?"""
    below = ask["dice.trait-on-obstacle"] == "any" if trait else True
    found = obstacles.total(base, increases, trait, below_base=below)
    checked(0, found.total, at="increases")
    later = ask["edition"] == "later"
    test = Test(pool.opened() if open_ended else pool, found.total, ask)
    label = obstacles.label(found.total, later=later) or "nothing asked"
    # The ladder's Routine and Difficult are not the classes of HUB-35, so its words never stand alone.
    on_ladder = f"“{label}” on the ladder" if found.total else label
    sentence = said(test.chance, found.total)
    if found.total:
        sentence = f"{ob(found.total)}, {on_ladder}: {sentence}"
    ladder = tuple(
        (rung.obstacle, obstacles.label(rung.obstacle, later=later), test.against(rung.obstacle).chance)
        for rung in obstacles.LADDER
    )
    current = found.total - 1 if 1 <= found.total <= obstacles.HIGHEST_RUNG else None
    rung = Fact(f"“{label}”", "on the ladder") if found.total else Fact(label)
    facts = (Fact(DiceCount(test.dice), "dice"), Fact(test.chance, CHANCE), rung)
    blocks: list[Block] = [
        Verdict(ob(found.total), facts, sentence),
        Working(found.lines, found.total, "Obstacle"),
        Table("The ladder, with your dice", ("Ob", "On the ladder", "Chance"), ladder, current, Mark.DERIVED),
    ]
    if found.total > test.dice and not test.pool.open_ended:
        blocks.append(
            Note("The obstacle is higher than your dice. You need help, FoRKs, an advantage or artha.", rule="HUB-06")
        )
    return Answer({"obstacle": found.total, "label": label, "probability": test.chance}, tuple(blocks))


@table("obstacle-ladder")
def obstacle_ladder() -> Table:
    """The ladder's words in both editions."""
    rows = tuple((rung.obstacle, rung.revised, rung.later) for rung in obstacles.LADDER)
    return Table("The obstacle ladder", ("Ob", "Revised edition", "Later edition, in our words"), rows)


@table("exponents")
def exponent_scale() -> Table:
    """What exponents mean."""
    rows = tuple((one.exponent, one.words.capitalize()) for one in exponents.SCALE)
    return Table("What an exponent means", ("Exponent", "Means"), rows)


@table("shades")
def shades() -> Table:
    """What a die of each shade must show, and how many successes it is worth."""
    rows = []
    for shade in Shade:
        means = [successes(Pool.of(1, shade)).mean]
        means += [successes(Pool.of(1, shade, True), chain=reading).mean for reading in Chain]
        rows.append(
            (
                f"{shade.value}, {shade.words}",
                f"{shade.target} or more",
                *(f"{mean.numerator}/{mean.denominator}" if mean.denominator > 1 else str(mean) for mean in means),
            )
        )
    return Table(
        "One die of each shade",
        ("Shade", "Succeeds on", "On average", "Open-ended", "Open-ended, extra dice do not open"),
        tuple(rows),
        mark=Mark.DERIVED,
    )

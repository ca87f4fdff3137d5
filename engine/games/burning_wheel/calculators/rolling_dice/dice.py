"""Rolling dice: pools, shades, odds, exponents, the obstacle ladder, and when to roll at all (HUB-01 to HUB-08)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Dice, Face, Note, Odds, Onward, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Chain, Die, Obstacle, Outcome, Pool, Roll, Shade, successes
from engine.games.burning_wheel.rules import exponents, obstacles
from engine.games.burning_wheel.rules.ability import MOST_EXPONENT, Ability
from engine.games.burning_wheel.rules.obstacles import Call
from engine.games.burning_wheel.rules.rescue import Rolled
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

BARS_PAST_POOL = 3
MOST_SEED = 999_999_999
LONGEST_ALOUD = 24
"""Signs of a fraction that still belongs into a sentence."""
QUICK_POOLS = ("B2", "B3", "B4", "B5", "B6")
QUICK_OBSTACLES = (1, 2, 3, 4, 5, 6)


def chain(ask: Rulings) -> Chain:
    """The table's reading of open-ended dice."""
    return Chain.CHAIN if ask["dice.chain"] == "chain" else Chain.ONCE


def law_of(pool: Pool, ask: Rulings, need: int = 0) -> Distribution:
    """How many successes a pool rolls, listed up to 100 and up to `need`; asks for the ruling only where dice open."""
    return successes(pool, chain=chain(ask), upto=max(need, MOST_OBSTACLE)) if pool.open_ended else successes(pool)


def too_many(rolled: int, dice: int) -> str:
    """Why so many successes cannot come of so many dice, as a sentence, or nothing.

    Where any die is rolled artha may have brought more: Persona and Deeds add dice, and Luck opens sixes, which open
    again. Source: HUB-72, HUB-73, HUB-75, HUB-80.
    """
    if dice or not rolled:
        return ""
    return f"There is no die to roll here; this says {wording.count(rolled, 'success', 'successes')}."


def by_artha(rolled: int, dice: int) -> tuple[Note, ...]:
    """A note where more successes were rolled than dice."""
    if rolled <= dice:
        return ()
    counted = f"{wording.count(rolled, 'success', 'successes')} from {wording.count(dice, 'die', 'dice')}"
    return (
        Note(
            f"{counted}: only artha does that, with more dice or open sixes. Take what it cost off yourself.",
            rule="HUB-73",
        ),
    )


MOST_FACES = 40
"""Dice that “post-roll” can weigh."""
MOST_ASKED = 40
"""The highest obstacle there."""


def onward(pool: Pool, obstacle: int, more: Mapping[str, Any]) -> Onward | None:
    """From dice to what may be spent on them once they lie there (“post-roll”), with `more` of its inputs.

    None where it cannot weigh them: too many, of three shades, or some open-ended and some not. Source: HUB-73.
    """
    first, *rest = pool.groups
    if len(rest) > 1 or len({group.open_ended for group in pool}) > 1:
        return None
    if pool.dice > MOST_FACES or obstacle > MOST_ASKED:
        return None
    inputs: dict[str, Any] = {
        "ability": f"{first.shade.value}{min(first.count, MOST_EXPONENT)}",
        "obstacle": obstacle,
        "rolled": (Rolled.OPEN if pool.open_ended else Rolled.PLAIN).value,
    }
    if rest:
        inputs["gear_shade"] = rest[0].shade.value
    return Onward("post-roll", "HUB-73", {**inputs, **more}, ("faces", "gear_faces")[: len(pool.groups)])


def odds_of(
    pool: Pool,
    obstacle: int,
    ask: Rulings,
    ghost: Pool | None = None,
    ghost_words: str = "",
    after: Mapping[str, Any] | None = None,
) -> Odds:
    """Bars for a pool against an obstacle; `ghost` is the same test if something else held.

    `after` are inputs of “post-roll” that the dice themselves do not say: what was tested, and spent on it.
    """
    law = law_of(pool, ask, obstacle)
    last = min(pool.dice + (BARS_PAST_POOL if pool.open_ended else 0), MOST_OBSTACLE)
    sentence = f"{wording.count(pool.dice, 'die', 'dice')}: {said(law.at_least(obstacle), obstacle)}"
    ghosts: tuple[Fraction, ...] = ()
    if ghost is not None:
        other = law_of(ghost, ask, obstacle)
        ghosts = tuple(other.exactly(number) for number in range(last + 1))
        sentence += f" {ghost_words[:1].upper() + ghost_words[1:]}: {wording.percent(other.at_least(obstacle))}."
    chances = _bars(law, last, pool.open_ended)
    thrown = str(pool) if pool.dice and obstacle else ""
    leads = onward(pool, obstacle, after or {}) if thrown else None
    return Odds(chances, obstacle, sentence, pool.open_ended, ghosts, ghost_words, pool=thrown, onward=leads)


def _bars(law: Distribution, last: int, open_end: bool) -> tuple[Fraction, ...]:
    listed = tuple(law.exactly(number) for number in range(last + (0 if open_end else 1)))
    return (*listed, law.at_least(last)) if open_end else listed


def said(chance: Fraction, obstacle: int) -> str:
    """The chance of reaching an obstacle, as a sentence."""
    if obstacle <= 0:
        return f"{wording.obstacle(0)} asks for nothing and passes without a roll."
    if chance <= 0:
        return f"{wording.obstacle(obstacle)} is impossible."
    if chance >= 1:
        return f"{wording.obstacle(obstacle)} is certain."
    return f"{wording.percent(chance)} to reach {wording.obstacle(obstacle)}."


@calculator("odds", rules="HUB-01 HUB-02 HUB-07 HUB-08")
def odds(
    pool: Annotated[Pool, Asked("Dice", "Mixed shades too: B4+G2", quick=QUICK_POOLS)] = Pool.of(4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=QUICK_OBSTACLES)] = Obstacle(2),
    open_ended: Annotated[bool, Asked("Open-ended: every 6 brings another die")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Will these dice do it?"""
    rolled = pool.opened() if open_ended else pool
    law = law_of(rolled, ask)
    chance = law.at_least(obstacle)
    fraction = f"{chance.numerator}/{chance.denominator}"
    short = len(fraction) <= LONGEST_ALOUD
    exact = f" Exactly {fraction}." if 0 < chance < 1 and short else ""
    most = min(rolled.dice + (BARS_PAST_POOL if rolled.open_ended else 0), MOST_OBSTACLE)
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
            Verdict(
                wording.percent(chance),
                f"{rolled.dice}D · {wording.obstacle(obstacle)}",
                f"{said(chance, obstacle)}{exact}",
                Mark.DERIVED,
            ),
            odds_of(rolled, obstacle, ask),
            _shades(rolled, obstacle, ask),
            *(() if short else (_exactly(chance),)),
        ),
    )


def _exactly(chance: Fraction) -> Table:
    row = (wording.percent(chance), str(chance.numerator), str(chance.denominator))
    return Table("The chance as a fraction", ("Chance", "Ways to pass", "Of"), (row,), mark=Mark.DERIVED, folded=True)


def _shades(rolled: Pool, obstacle: int, ask: Rulings) -> Table:
    rows = []
    for shade in Shade:
        law = law_of(Pool.of(rolled.dice, shade, rolled.open_ended), ask)
        name = f"{shade.words} ({shade.target} or more)"
        rows.append((name, wording.percent(law.at_least(obstacle)), f"{float(law.mean):.2f}"))
    held = {group.shade for group in rolled}
    return Table(
        "The same dice in one shade",
        ("Shade", wording.obstacle(obstacle), "Successes on average"),
        tuple(rows),
        list(Shade).index(rolled.groups[0].shade) if len(held) == 1 else None,
        Mark.DERIVED,
        folded=True,
    )


FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Typed:
    """Dice that the reader rolled."""

    faces: Annotated[
        str, Longest(200), Asked("Faces", "As they fell: 6 5 2 1. Extra dice for sixes come last.", adds=FACES)
    ] = "5 4 2 1"

    words: ClassVar[str] = "I rolled them"


@dataclass(frozen=True, slots=True)
class Seeded:
    """Dice that fall here. The same seed gives the same faces, so that a link shows the same roll."""

    seed: Annotated[int, Between(0, MOST_SEED), Asked("Roll number", "One more rolls them anew")] = 1

    words: ClassVar[str] = "Roll for me"


@calculator("roll", rules="HUB-01 HUB-03 HUB-07")
def roll(
    pool: Annotated[Pool, Asked("Dice", quick=QUICK_POOLS)] = Pool.of(4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=QUICK_OBSTACLES)] = Obstacle(2),
    fell: Annotated[Typed | Seeded, Asked("The roll")] = Typed(),
    open_ended: Annotated[bool, Asked("Open-ended: every 6 brings another die")] = False,
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
            f"{wording.obstacle(obstacle)} · {outcome}",
            f"{figure} with {rolled} against {wording.obstacle(obstacle)}: {outcome}.",
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
            "by_shade": _by_shade(rolled, dice_shown),
            "still_to_roll": waiting,
        },
        blocks=tuple(blocks),
    )


def faces_of(said_faces: str, at: str) -> list[int]:
    """The faces that were typed into the field `at`. Raises `Unusable` where it holds anything else."""
    digits = said_faces.replace(",", " ").replace(" ", "")
    if not (digits.isascii() and digits.isdecimal()) or set(digits) - set("123456"):
        raise Unusable(at, f"Faces are numbers from 1 to 6, such as 6 5 2 1; this says {wording.quoted(said_faces)}.")
    return [int(digit) for digit in digits]


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


def drawn(lying: Roll, shown: int) -> Dice:
    """The dice with every extra die behind the six that brought it."""
    brought = {die.begot_by: place for place, die in enumerate(lying.dice[:shown]) if die.begot_by is not None}
    faces: list[Face] = []
    for place, die in enumerate(lying.dice[:shown]):
        if die.begot_by is not None:
            continue
        faces.append(Face(die.face, die.success, die.shade.words))
        while place in brought:
            place = brought[place]
            extra = lying.dice[place]
            faces.append(Face(extra.face, extra.success, extra.shade.words, len(faces) - 1))
    good = sum(face.success for face in faces)
    extra_dice = sum(face.opened_by is not None for face in faces)
    sentence = f"{wording.count(good, 'success', 'successes')}, {wording.count(len(faces) - good, 'traitor')}"
    if extra_dice:
        sentence += f"; sixes brought {wording.count(extra_dice, 'die', 'dice')} of them"
    return Dice(tuple(faces), f"{sentence}.")


@calculator("exponent", rules="HUB-04")
def exponent(
    ability: Annotated[Ability, Asked("Ability", quick=QUICK_POOLS)] = Ability(Shade.BLACK, 3),
) -> Answer:
    """What does this exponent say about me?"""
    meaning = exponents.meaning(ability.exponent)
    law = successes(ability.pool())
    likely = max((ob for ob in range(1, ability.exponent + 1) if law.at_least(ob) >= Fraction(1, 2)), default=0)
    words = meaning or "nothing to roll"
    beyond = ability.exponent > exponents.HIGHEST
    if beyond:
        sentence = f"{ability}: beyond the scale, whose last word for 10 is: {words}."
    elif meaning:
        sentence = f"{ability}: {words}."
    else:
        sentence = f"{ability}: no dice of your own. The scale starts at 1."
    reach = f"{wording.obstacle(likely)} is the most it makes" if likely else "it makes no obstacle"
    rows = [(str(row.exponent), row.words.capitalize(), *_chances(row.exponent, ability)) for row in exponents.SCALE]
    return Answer(
        values={"meaning": meaning, "dice": ability.exponent, "even_odds_to": likely},
        blocks=(
            Verdict(str(ability), words, sentence),
            Note(f"Unaided, {reach} at even odds or better.", Mark.DERIVED),
            Table(
                "Exponents, and their chances unaided",
                ("Exponent", "Means", *(wording.obstacle(ob) for ob in (1, 2, 3, 4, 5))),
                tuple(rows),
                min(ability.exponent, exponents.HIGHEST) - 1 if ability.exponent else None,
                Mark.DERIVED,
            ),
        ),
    )


def _chances(count: int, ability: Ability) -> tuple[str, ...]:
    law = successes(Pool.of(count, ability.shade))
    return tuple(wording.percent(law.at_least(obstacle)) for obstacle in (1, 2, 3, 4, 5))


ON_A_CALL = {
    Call.YES: ("no dice", "Say yes and play on: nothing hangs on it, or nobody doubts how it ends."),
    Call.TEST: ("against an obstacle", "Roll: something is at stake and nobody knows how it ends."),
    Call.VERSUS: ("against theirs", "Roll: nobody does something to another character without a test."),
}


@calculator("roll-or-yes", rules="HUB-05")
def roll_or_yes(
    at_stake: Annotated[bool, Asked("Something is at stake")] = True,
    uncertain: Annotated[bool, Asked("It could go either way")] = True,
    against_another: Annotated[bool, Asked("It is done to another character, who would not have it")] = False,
) -> Answer:
    """Do we roll for this?"""
    call = obstacles.call(at_stake, uncertain, against_another)
    line, sentence = ON_A_CALL[call]
    return Answer(values={"call": call.value}, blocks=(Verdict(call.words, line, sentence),))


@dataclass(frozen=True, slots=True)
class IncreaseRow:
    """Something that makes it harder, as a row of the form."""

    words: Annotated[str, Asked("What makes it harder")] = ""
    amount: Annotated[int, Between(1, 10), Asked("Obstacle", quick=(1, 2, 3))] = 1
    cancelled: Annotated[bool, Asked("Gear or a trait cancels it")] = False

    singular: ClassVar[str] = "circumstance"


@calculator("obstacle", rules="HUB-06")
def obstacle(
    base: Annotated[Obstacle, Asked("Base obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2),
    pool: Annotated[Pool, Asked("Your dice", quick=QUICK_POOLS)] = Pool.of(4),
    increases: Annotated[tuple[IncreaseRow, ...], Asked("What makes it harder", gm=True)] = (),
    trait: Annotated[int, Between(0, 5), Asked("A trait takes off", more=True)] = 0,
    open_ended: Annotated[bool, Asked("Open-ended dice", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What is the obstacle, and can I make it?"""
    rows = [obstacles.Increase(row.amount, row.words, row.cancelled) for row in increases]
    below = ask["dice.trait-on-obstacle"] == "any" if trait else True
    found = obstacles.total(base, rows, trait, below_base=below)
    if found.total > MOST_OBSTACLE:
        raise Unusable("increases", f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {found.total}.")
    later = ask["edition"] == "later"
    rolled = pool.opened() if open_ended else pool
    law = law_of(rolled, ask)
    chance = law.at_least(found.total)
    label = obstacles.label(found.total, later=later) or "nothing asked"
    # The ladder's Routine and Difficult are not the classes of HUB-35, so its words never stand alone.
    on_ladder = f"“{label}” on the ladder" if found.total else label
    ladder = [
        (str(rung.obstacle), obstacles.label(rung.obstacle, later=later), wording.percent(law.at_least(rung.obstacle)))
        for rung in obstacles.LADDER
    ]
    blocks: list[Block] = [
        Verdict(
            wording.obstacle(found.total),
            f"{on_ladder} · {rolled.dice}D · {wording.percent(chance)}",
            f"{wording.obstacle(found.total)}, {on_ladder}: {said(chance, found.total)}"
            if found.total
            else said(chance, found.total),
        ),
        Working(found.lines, found.total, "Obstacle"),
        Table(
            "The ladder, with your dice",
            ("Ob", "On the ladder", "Chance"),
            tuple(ladder),
            found.total - 1 if 1 <= found.total <= obstacles.HIGHEST_RUNG else None,
            Mark.DERIVED,
        ),
    ]
    if found.total > rolled.dice and not rolled.open_ended:
        blocks.append(
            Note("The obstacle is higher than your dice. You need help, FoRKs, an advantage or artha.", rule="HUB-06")
        )
    return Answer(
        values={"obstacle": found.total, "label": label, "probability": chance},
        blocks=tuple(blocks),
    )


@table("obstacle-ladder")
def obstacle_ladder() -> Table:
    """The ladder's words in both editions."""
    rows = tuple((str(rung.obstacle), rung.revised, rung.later) for rung in obstacles.LADDER)
    return Table("The obstacle ladder", ("Ob", "Revised edition", "Later edition, in our words"), rows)


@table("exponents")
def exponent_scale() -> Table:
    """What exponents mean."""
    rows = tuple((str(row.exponent), row.words.capitalize()) for row in exponents.SCALE)
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

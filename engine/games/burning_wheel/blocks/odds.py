"""Odds of a pool as a block."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine import answer, wording
from engine.answer import Dice, Face, Note, Odds, Onward
from engine.dice import Distribution
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Pool, Roll, ob
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.rules.ability import MOST_EXPONENT
from engine.games.burning_wheel.rules.rescue import Rolled
from engine.rulings import Rulings

BARS_PAST_POOL = 3
SAMPLE = "6 5 2 1"
SPEND = "What can still be spent on this roll?"


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
    return Onward("post-roll", "HUB-73", {**inputs, **more}, ("faces", "gear_faces")[: len(pool.groups)], SPEND)


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
        end = last if pool.open_ended else last + BARS_PAST_POOL * ghost.open_ended
        other = law_of(ghost, ask, max(obstacle, end))
        ghosts = _bars(other, end, ghost.open_ended)
        sentence += f" {ghost_words[:1].upper() + ghost_words[1:]}: {wording.percent(other.at_least(obstacle))}."
    chances = _bars(law, last, pool.open_ended)
    thrown = answer.Roll("roll", str(pool), f"Roll {pool.dice}D", SAMPLE) if pool.dice and obstacle else None
    leads = onward(pool, obstacle, after or {}) if thrown else None
    return Odds(chances, obstacle, sentence, pool.open_ended, ghosts, ghost_words, roll=thrown, onward=leads)


def _bars(law: Distribution, last: int, open_end: bool) -> tuple[Fraction, ...]:
    listed = tuple(law.exactly(number) for number in range(last + (0 if open_end else 1)))
    return (*listed, law.at_least(last)) if open_end else listed


def said(chance: Fraction, obstacle: int) -> str:
    """The chance of reaching an obstacle, as a sentence."""
    if obstacle <= 0:
        return f"{ob(0)} asks for nothing and passes without a roll."
    if chance <= 0:
        return f"{ob(obstacle)} is impossible."
    if chance >= 1:
        return f"{ob(obstacle)} is certain."
    return f"{wording.percent(chance)} to reach {ob(obstacle)}."


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

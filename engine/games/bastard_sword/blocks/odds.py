"""Odds of a pool as a block, and its dice as they lie."""

from engine import answer, wording
from engine.answer import Dice, Face, Odds
from engine.games.bastard_sword.dice import Pool, Roll, successes
from engine.games.bastard_sword.words import successes as counted

ROLLER = "bs-roll"
"""The calculator that throws dice."""


def said(pool: Pool, needed: int) -> str:
    """The chance that dice show so many successes, as a sentence."""
    if needed <= 0:
        return "You need no success, so this passes."
    chance = successes(pool).at_least(needed)
    need = counted(needed)
    if not chance:
        return f"{need} cannot fall on {pool.words}."
    return f"{wording.percent(chance)} for {need} or more on {pool.words}."


def odds_of(pool: Pool, needed: int, ghost: Pool | None = None, ghost_words: str = "") -> Odds:
    """Bars for the successes on the dice, with a gate at those that are `needed`; `ghost` is another pool."""
    chances = tuple(chance for _, chance in successes(pool))
    behind = tuple(chance for _, chance in successes(ghost)) if ghost else ()
    sentence = said(pool, needed)
    if ghost:
        sentence += f" {ghost_words[:1].upper()}{ghost_words[1:]}: {said(ghost, needed)}"
    sample = " ".join(str(max(1, group.die.sides - 1)) for group in pool for _ in range(min(group.count, 4)))
    roll = answer.Roll(ROLLER, str(pool), f"Roll {pool.words}", sample) if pool.dice else None
    return Odds(chances, max(0, needed), sentence, ghost=behind, ghost_words=ghost_words, roll=roll)


def lying(roll: Roll) -> Dice:
    """The dice as they fell, with the sentence that counts them."""
    faces = tuple(Face(face, die.worth(face) > 0, f"d{die.sides}", sides=die.sides) for die, face in roll.dice)
    return Dice(faces, f"{roll.pool.words}: {counted(roll.successes)}.")

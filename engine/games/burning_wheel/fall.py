"""A pool that falls in a step of a session, with the dice that its sixes bring."""

from engine.games.burning_wheel.dice import Chain, Pool, Roll, read
from engine.games.burning_wheel.dice.shade import SIDES
from engine.session import Dice


def fall(dice: Dice, words: str, pool: Pool, chain: Chain = Chain.CHAIN) -> Roll:
    """A pool for what the `words` say, with the dice that its sixes bring. Raises as `Dice.roll` does."""
    opens = [group.open_ended for group in pool for _ in range(group.count)]
    faces = fell = dice.roll(words, pool.dice)
    while sixes := sum(face == SIDES and opening for face, opening in zip(fell, opens, strict=True)):
        fell, opens = dice.more(sixes, "for sixes"), [chain is Chain.CHAIN] * sixes
        faces = [*faces, *fell]
    return read(pool, faces, chain)

"""A pool that falls in a step of a session, with the dice that its sixes bring."""

from collections.abc import Callable

from engine.games.burning_wheel.blocks.odds import too_many
from engine.games.burning_wheel.dice import Chain, Pool, Roll, Throw, read
from engine.games.burning_wheel.dice.shade import SIDES
from engine.refused import Refused
from engine.session import Dice


def fall(dice: Dice, words: str, pool: Pool, chain: Chain = Chain.CHAIN) -> Roll:
    """A pool for what the `words` say, with the dice that its sixes bring. Raises as `Dice.roll` does."""
    opens = [group.open_ended for group in pool for _ in range(group.count)]
    faces = fell = dice.roll(words, pool.dice)
    while sixes := sum(face == SIDES and opening for face, opening in zip(fell, opens, strict=True)):
        fell, opens = dice.more(sixes, "for sixes"), [chain is Chain.CHAIN] * sixes
        faces = [*faces, *fell]
    return read(pool, faces, chain)


def falling(dice: Dice, words: str) -> Callable[[Pool], Roll]:
    """How a procedure of the rules has a pool fall here, for what the `words` say."""
    return lambda pool: fall(dice, words, pool)


def throw(dice: Dice, words: str, rolled: int | None = None) -> Throw:
    """How a procedure of the rules gets its successes: from dice that fall here, or those `rolled` at the table.

    It raises `Refused` where the pool has no die that could have brought them.
    """

    def successes_of(pool: Pool) -> int:
        if rolled is None:
            return fall(dice, words, pool).count.successes
        if sentence := too_many(rolled, pool.dice):
            raise Refused(sentence)
        return rolled

    return successes_of

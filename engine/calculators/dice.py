"""Rolling dice: shades, odds, the obstacle ladder, and when to roll at all (HUB-01 to HUB-08)."""

from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Note, Odds, Table, Verdict
from engine.calculators import calculator
from engine.dice import MOST_OBSTACLE, Chain, Distribution, Obstacle, Pool, Shade, successes
from engine.forms import Asked
from engine.rulings import Rulings
from engine.working import Mark

BARS_PAST_POOL = 3


def chain(ask: Rulings) -> Chain:
    """The table's reading of open-ended dice."""
    return Chain.CHAIN if ask["dice.chain"] == "chain" else Chain.ONCE


def odds_of(pool: Pool, obstacle: int, ask: Rulings, ghost: Pool | None = None, ghost_words: str = "") -> Odds:
    """Bars for a pool against an obstacle; `ghost` is the same test if something else held."""
    law = successes(pool, chain=chain(ask) if pool.open_ended else Chain.CHAIN)
    last = min(pool.dice + (BARS_PAST_POOL if pool.open_ended else 0), MOST_OBSTACLE)
    sentence = f"{wording.count(pool.dice, 'die', 'dice')}: {said(law.at_least(obstacle), obstacle)}"
    ghosts = ()
    if ghost is not None:
        other = successes(ghost, chain=chain(ask))
        ghosts = tuple(other.exactly(number) for number in range(last + 1))
        sentence += f" {ghost_words[:1].upper()}{ghost_words[1:]}: {wording.percent(other.at_least(obstacle))}."
    chances = _bars(law, last, pool.open_ended)
    return Odds(chances, obstacle, sentence, pool.open_ended, ghosts, ghost_words)


def _bars(law: Distribution, last: int, open_end: bool) -> tuple[Fraction, ...]:
    listed = tuple(law.exactly(number) for number in range(last + (0 if open_end else 1)))
    return (*listed, law.at_least(last)) if open_end else listed


def said(chance: Fraction, obstacle: int) -> str:
    """The chance of reaching an obstacle, as a sentence."""
    if chance <= 0:
        return f"{wording.obstacle(obstacle)} is impossible."
    if chance >= 1:
        return f"{wording.obstacle(obstacle)} is certain."
    return f"{wording.percent(chance)} to reach {wording.obstacle(obstacle)}."


@calculator("odds", rules="HUB-01 HUB-02 HUB-07 HUB-08")
def odds(
    pool: Annotated[Pool, Asked("Dice", quick=("B2", "B3", "B4", "B5", "B6"))] = Pool.of(4),
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2),
    open_ended: Annotated[bool, Asked("Open-ended: every 6 brings another die")] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Will these dice do it?"""
    rolled = pool.opened() if open_ended else pool
    law = successes(rolled, chain=chain(ask) if rolled.open_ended else Chain.CHAIN)
    chance = law.at_least(obstacle)
    dice = f"{rolled.dice}D"
    mean = law.mean
    shades = []
    for shade in Shade:
        other = successes(
            Pool.of(rolled.dice, shade, rolled.open_ended), chain=chain(ask) if rolled.open_ended else Chain.CHAIN
        )
        shades.append(
            (
                f"{shade.words} ({shade.target} or more)",
                wording.percent(other.at_least(obstacle)),
                f"{float(other.mean):.2f}",
            )
        )
    blocks = [
        Verdict(
            wording.percent(chance),
            f"{dice} · {wording.obstacle(obstacle)}",
            f"{said(chance, obstacle)} Exactly {chance.numerator}/{chance.denominator}."
            if 0 < chance < 1
            else said(chance, obstacle),
            Mark.DERIVED,
        ),
        odds_of(rolled, obstacle, ask),
        Table(
            "The same dice in each shade",
            ("Shade", f"{wording.obstacle(obstacle)}", "Successes on average"),
            tuple(shades),
            folded=True,
        ),
    ]
    return Answer(
        values={
            "probability": chance,
            "percentage": wording.percent(chance),
            "meet": law.exactly(obstacle),
            "mean": mean,
        },
        blocks=tuple(blocks),
    )

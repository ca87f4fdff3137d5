"""A partner for a duel of wits: its scripts and how it divides, by the practice room's own mixes (DOW-06, DOW-14).

It sees what lies open: both arguments, dice, and what is carried. `debaters` leaves the scripts out, and nothing else
here is given a `Duel`.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from engine.games.burning_wheel.dice import Chain, successes
from engine.games.burning_wheel.rules import duel, duel_choices, sparring
from engine.games.burning_wheel.rules.duel import SCRIPTED, VOLLEYS, Action, Split
from engine.games.burning_wheel.rules.duel_analysis import (
    NOTHING,
    Aim,
    Choice,
    Debater,
    Laws,
    game,
    only,
    prices,
    start_of,
)
from engine.games.burning_wheel.rules.duel_procedure import Duel
from engine.games.burning_wheel.rules.mixed import Game
from engine.games.burning_wheel.rules.sparring import Afterword, Strength

Debaters = tuple[Debater, Debater]


def debaters(state: Duel) -> Debaters:
    """Both sides as they stand before a volley, as anyone at the table can see them: without their scripts."""
    found = []
    for side in state.sides:
        steel = side.steel.pool(-side.hurt, open_ended=True)
        shaken = successes(steel, chain=Chain.CHAIN, upto=max(1, side.standing.hesitation))
        found.append(
            Debater(
                max(1, side.standing.argument),
                side.standing.will,
                {action: voice.pool for action, voice in side.voices},
                _short(shaken.below(side.standing.hesitation)),
                side.standing.carried,
                side.standing.penalty,
            )
        )
    return found[0], found[1]


def _short(chance: Fraction) -> Fraction:
    """A chance to a thousandth, which keeps numbers short; it only says how likely an insult costs a volley."""
    return Fraction(round(chance * 1000), 1000)


def script(sides: Debaters, place: int, strength: Strength, house: duel.House, chance: Random) -> tuple[Action, ...]:
    """A lawful script for a side of two who stand like this. Source: DOW-06, DOW-16."""
    lost = sides[place].carried.hesitates
    if strength is Strength.RANDOM:
        return _anything(sides, place, house, chance)
    found: list[Action] = []
    laws = Laws(sides, house)
    while len(found) < VOLLEYS:
        played = game(laws)
        mine = sparring.pick(played.mix(place), chance)
        found.append(mine.action if len(found) < lost else _written(laws, place, mine, chance))
        if strength is Strength.PLAN and len(found) > lost:
            laws = Laws(_likeliest(laws, played, place, mine), house)
        else:
            laws = Laws(_later(laws.sides), house)
    return tuple(found)


def _written(laws: Laws, place: int, meant: Choice, chance: Random) -> Action:
    """What is written for a volley: nobody scripts hesitation, even where it is likely to come. Source: DOW-06."""
    if meant.action is not Action.HESITATE:
        return meant.action
    free = tuple(replace(side, carried=NOTHING) for side in laws.sides)
    return sparring.pick(game(Laws((free[0], free[1]), laws.house)).mix(place), chance).action


def _anything(sides: Debaters, place: int, house: duel.House, chance: Random) -> tuple[Action, ...]:
    """Any lawful script, each as likely. Source: DOW-06."""
    lost = sides[place].carried.hesitates
    laws = Laws(sides, house)
    able = [action for action in SCRIPTED if laws.able(place, action)]
    silent = (Action.HESITATE,) * min(lost, VOLLEYS)
    return silent + chance.choice(list(product(able, repeat=VOLLEYS - len(silent))))


def _later(sides: Sequence[Debater]) -> Debaters:
    """The same sides a volley later, what they brought along used up, and a volley of hesitation gone."""
    first, second = (
        replace(side, carried=replace(NOTHING, hesitates=max(0, side.carried.hesitates - 1))) for side in sides
    )
    return first, second


def _likeliest(laws: Laws, played: Game[Choice], place: int, mine: Choice) -> Debaters:
    """The sides as they will most likely stand after my choice and their mix; as they do, where it will be over."""
    plans = (only(mine), played.plan(1)) if place == 0 else (played.plan(0), only(mine))
    spread = laws.after(start_of(laws.sides), plans)
    ways = [(weight, carries, left) for carries, cells in spread.live.items() for left, weight in cells.items()]
    if not ways:
        return _later(laws.sides)
    _, carries, left = max(ways, key=lambda way: way[0])
    first, second = (
        replace(side, argument=argument, carried=carried)
        for side, argument, carried in zip(laws.sides, left, carries, strict=True)
    )
    return first, second


def division(
    sides: Debaters, place: int, theirs: Action, strength: Strength, house: duel.House, chance: Random
) -> Split:
    """How a side divides its Rebuttal against an action that lies open; theirs is halved, if it is one. DOW-14."""
    laws = Laws(sides if place == 0 else (sides[1], sides[0]), house)
    if strength is Strength.RANDOM:
        chosen = chance.choice(laws.divisions(0))
    else:
        ways = duel_choices.divisions(laws, [(Choice(theirs), Fraction(1))], Aim.DICE, prices(laws))
        chosen = duel_choices.best(ways).choice
    defense = chosen.defense or 0
    return Split(defense, laws.rebuttal_dice(0) - defense, chosen.riposte_bears)


def afterword(sides: Debaters, place: int, action: Action, house: duel.House) -> Afterword[Choice] | None:
    """What an action gave up against the mix of the other side, in dice of argument; None for a volley that was lost.

    A Rebuttal counts as divided at its best. Source: DOW-15.
    """
    turned = sides if place == 0 else (sides[1], sides[0])
    played = game(Laws(turned, house))
    chosen = [choice for choice in played.choices[0] if choice.action is action and action is not Action.HESITATE]
    return sparring.afterword(played.choices[0], played.worths, chosen)

"""A partner for Range and Cover: its scripts, what it declares, and what a maneuver gave away (RNC-27, RNC-28).

It sees what lies open: where both stand, dice, aim, cover, what is loaded, and whom a shot would meet. `seen` leaves
out scripts and what was declared, and everything here looks at nothing else.

Of the volleys to come it thinks as far as is quick to work out: a script takes one game of one volley, or two.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random

from engine.games.burning_wheel.rules import range_outlook, range_track, sparring
from engine.games.burning_wheel.rules.maneuvers import VOLLEYS, Maneuver, able
from engine.games.burning_wheel.rules.range_outlook import Body, Goal, Room
from engine.games.burning_wheel.rules.range_procedure import Act, Conflict, Phase, Side
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.sparring import Afterword, Strength

Bodies = tuple[Body, Body]


def seen(conflict: Conflict) -> Conflict:
    """A conflict as anyone at the table can see it: without scripts, and without what was declared in secret."""
    one, other = (replace(side, script=(), act=None) for side in conflict.sides)
    return replace(conflict, sides=(one, other), came=None, thrown=())


def _before(conflict: Conflict) -> Conflict:
    """Where both stand before the volley is revealed."""
    return replace(seen(conflict), phase=Phase.SCRIPT, pair=None, stunned=(False, False), won=None, options=())


def goal(conflict: Conflict) -> Goal:
    """What the first side plays for: the shot, or to close in or get away where one side has none."""
    first, second = (side.fighter.weapon or side.fighter.charm for side in conflict.sides)
    if first and second:
        return Goal.SHOOT
    return Goal.AWAY if first else Goal.CLOSE


def _room(conflict: Conflict, bodies: Bodies, strength: Strength = Strength.MIX) -> Room:
    """The volley before both; whoever plans counts a shot for either side from where they will stand, too."""
    found: Mapping[Stop, Fraction] = range_outlook.worth(conflict, goal(conflict))
    if strength is Strength.PLAN:
        plain = Room(conflict, bodies, found)
        stops = (state.stop for state in range_track.states(conflict.reaches.track))
        found = {stop: found[stop] + plain.standing(stop) for stop in stops}
    return Room(conflict, bodies, found)


def script(
    conflict: Conflict, bodies: Bodies, place: int, strength: Strength, chance: Random
) -> tuple[Maneuver, Maneuver, Maneuver]:
    """Three lawful maneuvers for a side. Source: RNC-17.

    By the mix all three are drawn from the volley that comes next. Whoever plans draws the second and third from where
    the first will most likely leave both.
    """
    now = _before(conflict)
    owned = able(now.sides[place].fighter.owned)
    if strength is Strength.RANDOM:
        return chance.choice(owned), chance.choice(owned), chance.choice(owned)
    free = _free(now, place)
    room = _room(free, bodies, strength)
    played = room.game()
    first = sparring.pick(played.mix(place), chance)
    if strength is Strength.PLAN:
        stop = room.likeliest(played, place, first)
        if stop not in (free.stop, Stop.TOUCHING):
            room = _room(replace(free, stop=stop), bodies, strength)
            played = room.game()
    drawn = [first, *(sparring.pick(played.mix(place), chance) for _ in range(VOLLEYS - 1))]
    one, two, three = (found or Maneuver.SPEED_MAINTAIN for found in drawn)
    return one, two, three


def _free(conflict: Conflict, place: int) -> Conflict:
    """The same with a side that does not hesitate: it scripts all the same, for when it comes to itself. RNC-36."""
    sides: list[Side] = list(conflict.sides)
    sides[place] = replace(sides[place], lost=None)
    return replace(conflict, sides=(sides[0], sides[1]))


def act(conflict: Conflict, bodies: Bodies, place: int, strength: Strength, chance: Random) -> Act:
    """What a side declares with the result of a positioning test. Source: RNC-11, RNC-16.

    A spell that may go is let go: what it does is not weighed against a shot. Source: SOR-45.
    """
    now = seen(conflict)
    if strength is Strength.RANDOM:
        return chance.choice(now.acts(place))
    if casting := [one for one in now.acts(place) if one.casts]:
        return max(casting, key=lambda one: (one.shoots, one.aim, one.cover))
    return sparring.pick(_room(now, bodies, strength).acts(now).mix(place), chance)


def stop(conflict: Conflict, bodies: Bodies, strength: Strength, chance: Random) -> Stop:
    """Where a side that won ends its move. Source: RNC-31."""
    now = seen(conflict)
    if strength is Strength.RANDOM:
        return chance.choice(now.options)
    return _room(now, bodies, strength).stop(now)


def afterword(conflict: Conflict, bodies: Bodies, place: int, maneuver: Maneuver) -> Afterword[Maneuver | None] | None:
    """What a maneuver gave up against the mix of the other side, in dice; None for one that was not to be chosen.

    `conflict` is that before the volley was rolled. Nothing is said where a spell is in play, which has no price here.
    Source: RNC-28.
    """
    if any(side.fighter.charm for side in conflict.sides):
        return None
    now = _before(conflict)
    played = _room(now, bodies).game()
    return sparring.afterword(played.choices[place], played.brings(place), (maneuver,))

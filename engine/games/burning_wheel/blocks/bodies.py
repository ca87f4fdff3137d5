"""What shooters loose in Range and Cover, and whom their shots meet, as the table reads weapons and armor."""

from engine.games.burning_wheel.blocks.hits import force
from engine.games.burning_wheel.readings.blow import foe_of
from engine.games.burning_wheel.readings.missiles import bands_of, shot_of
from engine.games.burning_wheel.rules import thrown
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import Flight
from engine.games.burning_wheel.rules.missiles import MISSILES, PISTOL, Band
from engine.games.burning_wheel.rules.range_dice import Kind, Weapon
from engine.games.burning_wheel.rules.range_outlook import Body
from engine.games.burning_wheel.rules.shots import Shot
from engine.games.burning_wheel.rules.thrown import KNIFE, THROWN
from engine.games.burning_wheel.rules.wounds import Tolerances
from engine.rulings import Rulings

LIKE = {Kind.BOW: "hunting-bow", Kind.CROSSBOW: "crossbow", Kind.GUN: PISTOL, Kind.THROWN: KNIFE}
"""The row whose damage a weapon of one's own is given, by its kind."""
BANDS = (Band.OPTIMAL, Band.EXTREME)


def shots_of(weapon: Weapon | None, power: Ability, ask: Rulings) -> tuple[Shot, Shot] | None:
    """What a weapon looses at optimal and at extreme range; None for nothing, and for a bomb. Source: WPN-14, 17."""
    if weapon is None or weapon.kind is Kind.BOMB:
        return None
    known = weapon.key in MISSILES or weapon.key in THROWN
    key = weapon.key if known else LIKE[weapon.kind]
    if key in MISSILES:
        near, far = (shot_of(MISSILES[key], band, None, ask) for band in BANDS)
        return near, far
    row = THROWN[key]
    behind = force(power.exponent, row.power, ask, power_shade=power.shade).damage
    near, far = (thrown.shot(row.name, behind, bands_of(row, ask), weapon.va.at(band), band) for band in BANDS)
    return near, far


def bodies_of(
    shots: tuple[tuple[Shot, Shot] | None, tuple[Shot, Shot] | None],
    tolerances: tuple[Tolerances, Tolerances],
    suits: tuple[Suit, Suit],
    ask: Rulings,
) -> tuple[Body, Body]:
    """Both sides as shots see them; how armor is read, is asked for only where a shot meets some."""

    def body(place: int) -> Body:
        own, met = shots[place], shots[1 - place] or shots[place]
        assert met, "one side at least has something to shoot with"
        foe = foe_of(Flight(Ability.parse("B1").pool(), 1, met[0]), tolerances[place], suits[place], (), ask)
        return Body(foe, *(own or (None, None)))

    return body(0), body(1)

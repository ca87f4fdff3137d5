"""What goes at a wall or a door, as the rules take it (MAT-02)."""

from dataclasses import dataclass

from engine.games.burning_wheel.blocks import hits
from engine.games.burning_wheel.forms.materials import Hurl, Loose, Said, Swing
from engine.games.burning_wheel.forms.missiles import tipped
from engine.games.burning_wheel.forms.weapons import wielded
from engine.games.burning_wheel.readings.missiles import bands_of, shot_of
from engine.games.burning_wheel.rules import armor, thrown
from engine.games.burning_wheel.rules.damage import Damage
from engine.games.burning_wheel.rules.missiles import Band
from engine.games.burning_wheel.rules.shots import Shot
from engine.games.burning_wheel.rules.weapons import Speed
from engine.rulings import Rulings
from engine.working import Worked


@dataclass(frozen=True, slots=True)
class Force:
    """What goes at a material: its name, where it lands, the Power behind it, its speed and Add, or what flies.

    `shot` is None for what is swung, `speed` for what is not.
    """

    words: str
    damage: Damage
    worked: Worked | None = None
    speed: Speed | None = None
    add: int = 0
    shot: Shot | None = None


def swung(how: Swing, ask: Rulings) -> Force:
    """A blow of someone with this Power. Source: WPN-02, WPN-08."""
    held = wielded(how.weapon, ask)
    found = hits.force(
        how.power,
        held.weapon.power,
        ask,
        weapon_words=held.words,
        weapon_shade=how.weapon_shade,
        great_strike=how.great_strike,
    )
    return Force(held.words, found.damage, found.worked, held.weapon.speed, held.add)


def flown(how: Loose | Hurl, band: Band, ask: Rulings) -> Force:
    """A shot or a throw at this range. Raises `Unusable` at a head that does not fit. Source: WPN-14, WPN-17."""
    if isinstance(how, Loose):
        row = how.missile.row
        shot = shot_of(row, band, tipped(how.tip, row, "how.tip"), ask)
        return Force(shot.name, shot.damage, shot=shot)
    flung = how.thrown.row
    found = hits.force(how.arm, flung.power, ask, weapon_words=flung.name)
    va = armor.versus_armor(flung.va, power=how.arm, weapon_words=flung.name)
    shot = thrown.shot(flung.name, found.damage, bands_of(flung, ask), va.total, band)
    return Force(flung.name, found.damage, found.worked, shot=shot)


def force_of(how: Swing | Loose | Hurl | Said, ask: Rulings) -> Force:
    """Whatever goes at it, up close. Source: MAT-02."""
    match how:
        case Swing():
            return swung(how, ask)
        case Said(mark):
            return Force("this", Damage(mark, mark, mark))
    return flown(how, Band.CLOSE, ask)

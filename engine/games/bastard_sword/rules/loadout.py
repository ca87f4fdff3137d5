"""All that one character wears and wields: protection, attacks, burden, price (BSC-45)."""

from collections.abc import Iterable, Sequence

from engine.games.bastard_sword.rules.armour import BODIES, HELMETS, Body, Helmet, Light
from engine.games.bastard_sword.rules.packing import Thing
from engine.games.bastard_sword.rules.weapons import MODES, Mode

BOUGHT = [one for state, one in HELMETS.items() if state is not Helmet.VISORED_OPEN]
NAMES = {one.name.partition(",")[0]: one.key for one in (*BOUGHT, *BODIES.values())}
"""Keys of armour by the name it is bought under; a visored helmet is first of all shut."""
BODY, LIGHT = {one.value for one in Body}, {one.value for one in Light}


def worn(things: Sequence[Thing], *, visor_open: bool = False) -> tuple[tuple[Body, ...], Helmet, Light] | str:
    """The body armour, the helmet, and what is under it; or, in a sentence, why they are not worn together.

    Source: BSC-32, BSC-34.
    """
    pieces = [thing for thing in things if thing.worn and thing.count and thing.item.name in NAMES]
    keys = [NAMES[thing.item.name] for thing in pieces]
    if len(set(keys)) < len(keys) or any(thing.count > 1 for thing in pieces):
        return "Each piece of armour is worn once; this has one twice."
    bodies = tuple(one for one in Body if one.value in keys)
    heads = [key for key in keys if key not in BODY]
    light, outer = [key for key in heads if key in LIGHT], [key for key in heads if key not in LIGHT]
    if len(outer) > 1 or len(light) > 1:
        return f"A head bears one helmet, and one light helmet under it; this has {len(heads)}."
    if not outer:
        return bodies, Helmet.of(light[0]) if light else Helmet.NONE, Light.NONE
    helmet = Helmet.VISORED_OPEN if visor_open and outer[0] == Helmet.VISORED.value else Helmet.of(outer[0])
    return bodies, helmet, Light.of(light[0]) if light else Light.NONE


def modes(things: Iterable[Thing]) -> list[Mode]:
    """All ways to use the weapons among things. Source: BSC-36, BSC-37."""
    names = {thing.item.name for thing in things if thing.count}
    return [mode for mode in MODES.values() if mode.weapon.name in names]

"""Armour and weapons, as the table reads them."""

from collections.abc import Collection

from engine.games.bastard_sword.rules import armour, weapons
from engine.games.bastard_sword.rules.armour import NO_LAYERS, Body
from engine.games.bastard_sword.rules.gear import Item
from engine.games.bastard_sword.rules.money import Price
from engine.games.bastard_sword.rules.weapons import WHIP, Mode
from engine.rulings import Rulings


def body_fault(worn: Collection[Body], ask: Rulings) -> str:
    """Why pieces cannot be worn together, or nothing. Source: BSC-33, BSC-34."""
    bare = armour.body_fault(worn, three=True, padded=False)
    padded = bool(bare) and any(one in worn for one in NO_LAYERS) and Body.GAMBESON in worn
    layers = not bare and len(worn) > 2
    return armour.body_fault(
        worn,
        three=not layers or ask["armour.layers"] == "three",
        padded=padded and ask["armour.padding"] == "gambeson",
    )


def weapon(mode: Mode, ask: Rulings) -> Mode:
    """A weapon's row; each ruling is asked where the row rests on it. Source: BSC-36, BSC-44."""
    return weapons.read(
        mode,
        corrected=mode.corrected is not None and ask["weapons.rapier"] == "corrected",
        example=bool(mode.example) and ask["weapons.tomahawk"] == "example",
        paired=mode.paired is not None and ask["weapons.quarterstaff"] == "paired",
        whip=mode.key == WHIP and ask["weapons.whip"] == "strength",
    )


def costs(item: Item, count: int, ask: Rulings) -> Price:
    """What so many of a thing cost. Source: BSC-30, BSC-38."""
    return item.costs(count, by_piece=item.lot > 1 and count > 0 and ask["ammunition.price"] == "piece")

"""All things that are bought and carried, by the names that players type (BSC-23, BSC-27)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.games.bastard_sword.rules.ammunition import AMMUNITION
from engine.games.bastard_sword.rules.armour import BODIES, HELMETS, Helmet
from engine.games.bastard_sword.rules.containers import CONTAINERS, Container
from engine.games.bastard_sword.rules.goods import GOODS
from engine.games.bastard_sword.rules.money import COINS, Price
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.weapons import MODES, WEAPONS, Carried


@dataclass(frozen=True, slots=True)
class Item:
    """Something that can be carried.

    `burden` is that of one, a fraction where several come to a point; `worn` is what it weighs on the body, None for
    what is not worn. `fits` says whether it goes into a pack. `lot` is how many have the price together;
    what is not `priced` has neither price nor burden in the source.
    Source: BSC-23, BSC-27.
    """

    name: str
    price: Price
    burden: Fraction
    carried: Carried = Carried.PACK
    worn: int | None = None
    fits: bool = True
    container: Container | None = None
    lot: int = 1
    priced: bool = True

    @property
    def words(self) -> str:
        """Its name within a sentence."""
        return self.name if self.name.startswith(PROPER) else self.name[:1].lower() + self.name[1:]

    def weighs(self, count: int, *, worn: bool = False) -> int:
        """What so many of it weigh in one place; what does not come to a whole point is left out. Source: BSC-23."""
        if worn and self.worn is not None:
            return self.worn * count
        return int(self.burden * count)

    def costs(self, count: int, *, by_piece: bool = False) -> Price:
        """What so many of it cost: whole lots where it is sold by the lot, unless that price is `by_piece`."""
        return self.price.times(count if by_piece else -(-count // self.lot))


PROPER = "Lucerne"
"""A name that begins with a place."""
BULKY = ("ten-foot-pole",)
"""What goes into no pack, beside weapons for long range. Source: BSC-26."""


def _items() -> Iterator[Item]:
    for state, helmet in HELMETS.items():
        if state is not Helmet.VISORED_OPEN:
            name = helmet.name.partition(",")[0]
            yield Item(name, helmet.price, Fraction(helmet.carried), Carried.WORN, helmet.worn)
    for body in BODIES.values():
        yield Item(body.name, body.price, Fraction(body.carried), Carried.WORN, body.worn)
    long = {one.weapon.key for one in MODES.values() if Band.LONG in one.bands}
    for key, weapon in WEAPONS.items():
        yield Item(weapon.name, weapon.price, Fraction(weapon.burden), weapon.carried, fits=key not in long)
    for missile in AMMUNITION.values():
        yield Item(missile.name, missile.price, Fraction(1, missile.each), lot=missile.each)
    for holder in CONTAINERS.values():
        yield Item(holder.name, holder.price, Fraction(holder.burden), container=holder)
    for key, good in GOODS.items():
        yield Item(good.name, good.price, good.burden, fits=key not in BULKY, priced=not good.missing)
    for coin in COINS:
        yield Item(coin.name, Price(coin.pawns, coin.pawns), Fraction(1, coin.each))


ITEMS: Mapping[str, Item] = {one.name.casefold(): one for one in _items()}
OTHER_NAMES = {"longsword": "long sword", "knife": "dagger or knife", "dagger": "dagger or knife"} | {
    "kettle hat": "open face helmet",
    "great helm": "heavy helmet",
    "maille": "maille hauberk",
    "plate": "plate harness",
    "javelin": "light spear",
    "throwing axe": "tomahawk",
    "ration": "dried ration",
}
"""What players say, with the name in the lists."""


def find(name: str) -> Item | None:
    """The thing that is called so, in the singular or the plural; None where the lists have none."""
    said = " ".join(name.casefold().split())
    for one in (said, said.removesuffix("s"), said.removesuffix("es"), f"{said}s"):
        if found := ITEMS.get(OTHER_NAMES.get(one, one)):
            return found
    return None

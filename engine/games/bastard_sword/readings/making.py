"""What a new character gets, as the table reads the source."""

from engine.games.bastard_sword.rules.classes import CLOSED, PRICES, Open, SocialClass, of_caste
from engine.games.bastard_sword.rules.origins import CITY_FEATURES, NAMES, Place, Price, Settlement, clashes, priced
from engine.games.bastard_sword.rules.packages import Package
from engine.games.bastard_sword.rules.people import Caste, Race
from engine.rulings import Rulings


def package(said: Package, ask: Rulings) -> Package:
    """A package as printed or put right; asked where it was put right."""
    return said.corrected if said.corrected and ask["making.misprints"] == "corrected" else said


def origin_fault(settled: Settlement, ask: Rulings) -> str:
    """Why nobody grows up in such a place; nothing where one can. Source: BSC-09 to BSC-12."""
    many = len(settled.features)
    if settled.place is Place.CITY and many != CITY_FEATURES:
        return f"A city has two features; this has {many or 'none'}."
    if pairs := clashes(settled.features):
        one, other = (NAMES[key] for key in pairs[0])
        return f"{one} and {other} do not go together."
    if settled.place is Place.VILLAGE and not many and not (settled.kinds and ask["making.village"] == "free"):
        return "A village has one feature; this has none."
    if not settled.packages and ask["making.unwritten"] == "closed":
        return f"{settled.place.words}: the source does not describe it, and your table leaves it out."
    return ""


def origin_price(people: str, settled: Settlement, ask: Rulings) -> tuple[int, Price] | None:
    """What a people pays for a place, and the entry that says so; None where no entry does. Source: BSC-08."""
    found = [(_cost(one, ask), one) for one in priced(people, settled.place, {*settled.features, *settled.kinds})]
    costs = {cost for cost, _ in found}
    if not costs:
        return None
    wanted = min(costs) if len(costs) > 1 and ask["making.tie"] == "lower" else max(costs)
    return next((cost, one) for cost, one in found if cost == wanted)


def _cost(one: Price, ask: Rulings) -> int:
    right = one.corrected is not None and ask["making.misprints"] == "corrected"
    return one.corrected if right and one.corrected is not None else one.cost


def class_price(race: Race, caste: Caste, place: Place, kind: SocialClass, special: str, ask: Rulings) -> Open:
    """What a class costs. Highland Halfmen pay by caste, where the table matches its names. Source: BSC-05, BSC-12."""
    if race is not Race.HIGHLANDER:
        return PRICES[kind, race][place]
    return of_caste(caste, kind, special) if ask["making.castes"] == "meant" else CLOSED

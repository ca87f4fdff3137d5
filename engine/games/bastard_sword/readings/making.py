"""What a new character gets, as the table reads the source."""

from collections import Counter
from collections.abc import Sequence

from engine.games.bastard_sword.rules import creation, growth
from engine.games.bastard_sword.rules.classes import CLOSED, PRICES, Open, SocialClass, of_caste
from engine.games.bastard_sword.rules.creation import Gained, Ranked
from engine.games.bastard_sword.rules.growth import Raised
from engine.games.bastard_sword.rules.origins import CITY_FEATURES, NAMES, Place, Price, Settlement, clashes, priced
from engine.games.bastard_sword.rules.packages import Package
from engine.games.bastard_sword.rules.people import Caste, Race
from engine.games.bastard_sword.rules.virtues import HALF, Line
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


def attribute_rank(exp: int, ask: Rulings) -> Raised:
    """What experience at creation lifts an attribute to; asked where the readings differ. Source: BSC-17."""
    first = 0 if ask["making.start"] == "zero" else 1
    kept = growth.raised(first, exp, carry=True)
    lost = growth.raised(first, exp)
    return kept if kept == lost or _keeps(ask) else lost


def skill_ranks(skills: Sequence[Gained], ask: Rulings, *, best: bool = False) -> tuple[list[Gained], Ranked]:
    """Skills in the order in which they were ranked, the best one if so wished, and their ranks. Source: BSC-17."""
    batch = _crowded(skills) and ask["making.family-rule"] == "batch"
    reset = any(one.xp > growth.cost(0) for one in skills) and not _keeps(ask)
    order = creation.best_order(skills, batch=batch, reset=reset) if best else list(skills)
    return order, creation.ranked(order, batch=batch, reset=reset)


def _keeps(ask: Rulings) -> bool:
    return ask["making.surplus"] == "keep"


def _crowded(skills: Sequence[Gained]) -> bool:
    """Whether a family may rise before all of its skills have had their turn."""
    count = Counter(one.family for one in skills if one.xp >= growth.cost(0))
    return any(many > growth.IN_A_FAMILY for many in count.values())


def slashes(net: int, persona: int, ask: Rulings) -> Line | None:
    """Where both slashes of a virtue begin, from its excess less its lack; None where only totals are kept.

    They stand no further from the middle than persona allows. Source: BSC-18.
    """
    if ask["making.slashes"] == "totals":
        return None
    at = max(-min(persona, HALF), min(min(persona, HALF), -net))
    return Line(at, at)

"""Fields that ask where a character grew up."""

from typing import Annotated

from engine.forms import Asked, branch
from engine.games.bastard_sword.rules.origins import (
    CityFeature,
    Place,
    Settlement,
    VillageFeature,
    VillageKind,
    WildKind,
)


@branch("City")
class City:
    """A city, with two features."""

    features: Annotated[frozenset[CityFeature], Asked("Two features")] = frozenset(
        {CityFeature.DESERT, CityFeature.SCHOLARLY_CENTRE}
    )

    @property
    def settled(self) -> Settlement:
        """The city as the rules take it."""
        return Settlement(Place.CITY, tuple(one.value for one in CityFeature if one in self.features))


@branch("Village")
class Village:
    """A village, with a feature, and kinds that only its price turns on."""

    feature: Annotated[VillageFeature, Asked("One feature")] = VillageFeature.DESERT
    also: Annotated[frozenset[VillageKind], Asked("It is also", "For its price only")] = frozenset()

    @property
    def settled(self) -> Settlement:
        """The village as the rules take it."""
        feature = () if self.feature is VillageFeature.NONE else (self.feature.value,)
        return Settlement(Place.VILLAGE, feature, frozenset(one.value for one in self.also))


@branch("Wilderness")
class Wilderness:
    """The wilderness, which is priced and not described."""

    wild: Annotated[frozenset[WildKind], Asked("What kind")] = frozenset()

    @property
    def settled(self) -> Settlement:
        """The wilderness as the rules take it."""
        return Settlement(Place.WILDERNESS, (), frozenset(one.value for one in self.wild))


@branch("Highland Citadel")
class Citadel:
    """A citadel, which is priced and not described."""

    settled = Settlement(Place.CITADEL)


@branch("Tref")
class Tref:
    """A tref, which only prices of classes know."""

    settled = Settlement(Place.TREF)


@branch("Orda")
class Orda:
    """An orda, which only prices of classes know."""

    settled = Settlement(Place.ORDA)


Origin = City | Village | Citadel | Wilderness | Tref | Orda

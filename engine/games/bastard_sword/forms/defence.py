"""Fields that ask how an attack in melee is met."""

from typing import Annotated

from engine.forms import Asked, branch
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.pool import POOL_HINT, TheirMalus
from engine.games.bastard_sword.rules.exchange import Side

ThreeD8 = Pool.parse("3d8")


@branch("They defend")
class Defends:
    """They oppose the attack."""

    pool: Annotated[Pool, Asked("Their weapon skill", POOL_HINT)] = ThreeD8
    malus: TheirMalus = 0

    @property
    def side(self) -> Side:
        """Their side of the exchange. Source: BSR-41."""
        return Side(self.pool, self.malus)


@branch("They cannot")
class Undefended:
    """No dice are left, or they choose not to."""

    @property
    def side(self) -> Side:
        """Their side of the exchange, with a result of 0. Source: BSR-41."""
        return Side(None)


Defence = Annotated[Defends | Undefended, Asked("And they")]

"""A Fight! on a page, between two moves (FGT-67)."""

from dataclasses import dataclass, replace

from engine.answer import Block, Told
from engine.games.burning_wheel.calculators.fight.fight_setup import Combatant
from engine.games.burning_wheel.calculators.fight.fight_stage import Past, name_of
from engine.games.burning_wheel.forms import partner
from engine.games.burning_wheel.forms.partner import Partner, Spar
from engine.games.burning_wheel.forms.sealing import Seals
from engine.games.burning_wheel.rules.fight_procedure import Fight
from engine.games.burning_wheel.rules.sealed import Where
from engine.rulings import Rulings


def where_of(fight: Fight, place: int) -> Where:
    """Where the codes of what a side scripts now belong. Names and dice tell one fight from another."""
    fighters = [side.fighter for side in fight.sides]
    called = ", ".join(f"{one.name} {one.skill} {one.speed} {one.power}" for one in fighters)
    return Where(f"fight: {called}", fight.exchange, fighters[place].name, 0, "fight")


@dataclass(frozen=True, slots=True)
class Played:
    """A fight on a page: both sides as they were set up, what was rolled in this volley, what wounds take, the setup in
    a line, Counterstrikes that are divided, what the last step brought, the seals that have come from other devices,
    and how many positioning tests were rolled in all; `named` says which sides have a name of their own, `partner` who
    plays one of them."""

    fight: Fight
    both: tuple[Combatant, Combatant]
    borne: tuple[Block, ...]
    setup: str
    ask: Rulings
    past: tuple[Past, ...] = ()
    divided: tuple[int | None, int | None] = (None, None)
    told: tuple[Told, ...] = ()
    seals: Seals = Seals()
    rolled: int = 0
    named: tuple[bool, bool] = (True, True)
    partner: Partner | None = None

    def sealed(self, place: int, seal: str) -> "Played":
        """The same with the seal of a side's script. Raises `Refused` where it belongs elsewhere."""
        where = where_of(self.fight, place)
        said = Told(0, f"has sealed a script for exchange {where.exchange}.", "FGT-07", where.side)
        return replace(self, seals=self.seals.with_seal(place, seal, where), told=(said,))

    def sparring(self, place: int, move: Spar) -> "Played":
        """The same with a partner who plays a side from now on."""
        said = partner.joins(move, name_of(self.fight, place), "FGT-67")
        return replace(self, partner=Partner(place, move.strength, move.seed), told=(said,))

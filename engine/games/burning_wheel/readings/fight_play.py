"""A fight played out, as the table reads the rules."""

from collections.abc import Collection
from dataclasses import replace

from engine.games.burning_wheel.readings import shields
from engine.games.burning_wheel.readings.fight_script import changes_of, every_slot_hesitates
from engine.games.burning_wheel.rules import fight_matrix, fight_reach
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_state import Guard, House
from engine.games.burning_wheel.rules.shields import Kind, Maneuver
from engine.games.burning_wheel.rules.striking import Strips
from engine.rulings import Rulings


def house_of(ask: Rulings) -> House:
    """Every reading that a fight may come to rest on. Source: FGT-67."""
    return replace(
        exchange_of(ask),
        strict=ask["fight.track-strict"] == "strict",
        tie=ask["fight.start-tie"],
        dear=ask["striking.aim-not-printed"] == "two",
        late=ask["striking.aim-when"] == "after",
        strips=Strips.DAMAGE if ask["striking.defense-takes"] == "damage" else Strips.AIM,
        plans=changes_of(ask, paid=True, emergency=True, first=True),
        magic_longer=ask["sorcery.longest"] == "longer",
        presence_twice=ask["sorcery.presence-dice"] == "two",
        long_prayers=ask["faith.against-missiles"] == "equal",
        sight_alone=ask["sorcery.sight-rival"] == "any",
        every_bid=every_slot_hesitates(ask),
        together=ask["fight.trigger"] == "together",
    )


def exchange_of(ask: Rulings, acts: Collection[Act] = tuple(Act)) -> House:
    """The readings that one exchange may come to rest on with such actions, in which nobody changes plans. FGT-67."""

    def reads(ruling: str, value: str, *where: Act) -> bool:
        return any(act in acts for act in where) and ask[f"fight.{ruling}"] == value

    return House(
        shared=ask["fight.shared-distance"] == "shared",
        each=reads("retrieve-far", "each", Act.RETRIEVE),
        matrix=fight_matrix.House(riposte_always=reads("riposte", "always", Act.COUNTERSTRIKE)),
        reach=fight_reach.House(
            out_bars_weapon=reads("out-disarm", "barred", Act.DISARM, Act.BEAT),
            out_riposte=reads("out-riposte", "yes", Act.COUNTERSTRIKE),
            inside_defense=reads("inside-defense", "yes", Act.BLOCK, Act.COUNTERSTRIKE),
        ),
    )


def guard_of(kind: Kind, lost: int, trained: bool, ask: Rulings, at: str) -> Guard:
    """A shield on the arm; raises `Unusable` at the field `at` where it never had so many dice. Source: ARM-24."""
    return Guard(
        shields.carried(kind, lost, ask, at),
        trained,
        shields.blocks_untrained(Maneuver.BLOCK, trained, ask),
        not trained and ask["shields.great-strike-training"] != "no",
    )

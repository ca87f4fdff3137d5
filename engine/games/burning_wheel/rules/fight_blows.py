"""What a blow of Fight! does: where it lands, what armor stops, the wound, and nerve (FGT-43, WPN-05 to WPN-07)."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import saddle, shields, throws
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import Flight, Foe, Nerve, Strike, armor_obstacle
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_matrix import Met, met
from engine.games.burning_wheel.rules.fight_script import Deed
from engine.games.burning_wheel.rules.fight_state import (
    Cast,
    Choice,
    Event,
    Fighter,
    House,
    Made,
    Part,
    Side,
    Standing,
    Struck,
    Table,
)
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.spell_damage import Bolt
from engine.games.burning_wheel.rules.steel import lost
from engine.games.burning_wheel.rules.striking import END_TO_END, MOVED, Aim, Landed, Spot, unpriced
from engine.games.burning_wheel.rules.weapons import Weapon
from engine.games.burning_wheel.rules.wounds import Level
from engine.records import changed

__all__ = ["Choice", "Effect", "Hit", "Landing", "held_against", "wounded"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A blow that came through: where on the grayscale, how bad before armor, with what, and on which part.

    No armor is tested against one that is `bare`, and none that is soft where something `hard` strikes all of the body.
    It may be the `beast` of a rider that is hit. Source: ARM-36, RID-22.
    """

    place: Coordinate
    level: Level
    blow: Strike | Bolt | Flight
    spot: Spot
    bare: bool = False
    hard: bool = False
    beast: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action does to a side once everything of the slot is rolled; `back` are distances it is forced away."""

    side: int
    words: str
    rule: str
    wound: Hit | None = None
    state: Callable[[Standing], Standing] | None = None
    back: int = 0


@dataclass(frozen=True, slots=True)
class Landing:
    """A blow before it lands: who strikes and who is struck, with what, and how the table reads aims.

    `fooled` by a Feint, whoever is struck offers what the other wants. Source: WPN-05 to WPN-07, FGT-42.
    """

    striker: Side
    target: Side
    deed: Deed
    kind: Met
    house: House
    fooled: bool = False

    @property
    def blow(self) -> Strike:
        """The blow itself."""
        return blow_of(self.striker, self.deed, self.kind)

    @property
    def parts(self) -> tuple[Struck, Struck]:
        """What is offered and what is wanted, of someone or of his mount. Source: WPN-05, RID-22."""
        wants, offers = self.striker.state.choice.wants, self.target.state.choice.offers
        if self.target.rider is None:
            offers = Target.TORSO if isinstance(offers, saddle.Spot) else offers
            wants = None if isinstance(wants, saddle.Spot) else wants
        if self.fooled:
            offers = wants or offers
        return offers, wants or offers

    @property
    def aim(self) -> Aim:
        """What is offered and wanted, and what the move costs; a rider's head costs more. WPN-05, WPN-06, RID-22.

        Of a move on rider and beast it has the price alone; `struck` tells which of them it is.
        """
        offers, wanted = self.parts
        if isinstance(offers, saddle.Spot) or isinstance(wanted, saddle.Spot):
            rider = self.target.rider
            price = saddle.moves(_on_both(offers), _on_both(wanted), back=rider.back if rider else saddle.ACROSS)
            return Aim(strips=self.house.strips, late=self.house.late, price=price)
        dear = self.house.dear and unpriced(offers, wanted)
        head = saddle.FAR if self.target.rider else MOVED
        return Aim(offers, wanted, END_TO_END if dear else MOVED, self.house.strips, self.house.late, head)

    def struck(self, landed: Landed) -> Struck:
        """What a blow that hit has struck."""
        offers, wanted = self.parts
        return wanted if landed.aimed else offers

    def lands(self, net: int, taken: int) -> Landed:
        """Where and how `net` successes over the obstacle hit, after a defense has `taken` some. WPN-06, WPN-07."""
        return self.aim.land(net + taken, 0, self.blow.add, taken)

    def tells(self, net: int, taken: int) -> Hashable:
        """What of the successes matters: the stage, and the part; of a lance that meets a rider, all of them."""
        found = self.lands(net, taken)
        all_of_them = net if self.unseats and net >= 0 else None
        return found.stage, found.aimed, all_of_them

    @property
    def unseats(self) -> bool:
        """Whether it is a lance that is ridden home at a rider, and pushes as well. Source: RID-19."""
        return self.striker.couches(self.deed) and self.target.rider is not None

    def effect(self, place: int, net: int, taken: int) -> Effect:
        """What `net` successes over the obstacle, 0 or more, do to the side at a `place`, before armor. WPN-01."""
        blow, landed = self.blow, self.lands(net, taken)
        hit = blow.damage.at(landed.stage)
        part, rider = self.struck(landed), self.target.rider
        words = f"is hit by a {self.deed.act.words}: {landed.stage.words} at {hit}{on(part)}"
        if isinstance(part, saddle.Spot) and rider:
            level = rider.mount.tolerances.level(hit)
            return Effect(place, words, "RID-22", wound=Hit(hit, level, blow, Target.TORSO, beast=True))
        spot = landed.spot or Target.TORSO
        level = self.target.fighter.tolerances.level(hit)
        return Effect(place, words, "WPN-01", wound=Hit(hit, level, blow, spot))


def on(part: Struck | Spot) -> str:
    """Where a blow landed, after a comma; nothing for the torso."""
    if isinstance(part, saddle.Spot):
        return f", on {part.words}"
    return "" if part is Target.TORSO else f", on the {part.words.lower()}"


def _on_both(part: Struck) -> saddle.Spot:
    """A part as rider and beast share it. Source: RID-22."""
    if isinstance(part, saddle.Spot):
        return part
    return saddle.Spot.HEAD if part is Target.HEAD else saddle.Spot.RIDER


def blow_of(side: Side, deed: Deed, kind: Met) -> Strike:
    """A side's blow; a Great Strike adds to Power, or to VA where that was chosen. Source: FGT-43, WPN-08."""
    if deed.mounts and side.rider:
        return _strike_of(side.held(deed.using), side.rider.mount.power.exponent, 0, 0)
    great, piercing = int(kind is Met.GREAT_STRIKE), side.state.choice.piercing
    power, va = (0, great) if piercing else (great, 0)
    gained = side.stroke(deed.using)
    return _strike_of(side.held(deed.using), side.fighter.power.exponent, power + gained.power, va + gained.va)


@lru_cache(maxsize=512)
def _strike_of(weapon: Weapon, power: int, more_power: int, more_va: int) -> Strike:
    return Strike.of(weapon, power, Pool.of(0), 0, more_power=more_power, more_va=more_va)


def held_against(striker: Side, target: Side, deed: Deed) -> shields.Attack:
    """An attack as a shield meets it. Source: ARM-27, ARM-35."""
    great = deed.act is Act.GREAT_STRIKE
    strikes = met(deed.act) in (Met.STRIKE, Met.GREAT_STRIKE)
    va = blow_of(striker, deed, met(deed.act)).va if strikes else 0
    return shields.Attack(va, great_strike=great, inside=target.state.at is Distance.INSIDE)


def wounded(side: Side, table: Table, place: int, hit: Hit) -> tuple[Standing, list[Event]]:
    """A hit through armor, and what pain does to nerves. Source: ARM-05, INJ-06, INJ-14."""
    fighter, state = side.fighter, side.state
    nerve = Nerve(fighter.steel, fighter.hesitation)
    suit = Suit(tuple(piece for piece in fighter.suit if throws.wards_off(piece))) if hit.hard else fighter.suit
    foe = Foe(fighter.tolerances, Suit() if hit.bare else suit, state.levels, nerve)
    piece = foe.piece(hit.blow, foe.limbs(hit.blow, hit.spot)[0])
    if piece:
        needs = armor_obstacle(hit.blow)
        (held,) = table.together([Cast(place, Part.ARMOR, piece.pool)], lambda fell: fell[0] >= needs)
        if held >= needs:
            return state, [Event(place, "armor holds", "ARM-05")]
    if hit.level is Level.NONE:
        return state, [Event(place, "no wound", "INJ-04")]
    told = [Event(place, hit.level.wound, "INJ-04")]
    hurt = foe.hurt(hit.level)
    new = changed(
        state,
        levels=(*state.levels, hit.level),
        hits=(*state.hits, hit.place),
        out=state.out or hurt.dying or _spent(fighter, hurt.dice.total),
    )
    if new.taken > state.taken:
        new = new.broken_off()
    if foe.wound(hit.level).steel_test and not new.out:
        pool = nerve.pool(hurt)
        obstacle = nerve.obstacle(hurt)
        cast = Cast(place, Part.STEEL, pool)
        fell = table.together([cast], lambda fell: lost(obstacle, fell[0]))[0] if pool.dice else 0
        gone = lost(obstacle, fell)
        if pool.dice:
            table.made.append(Made(place, "steel", pool.dice, obstacle, not gone))
        new = new.shaken(gone)
        told.append(Event(place, f"Steel: {gone} lost" if gone else "Steel holds", "INJ-14"))
    return new, told


def _spent(fighter: Fighter, taken: int) -> bool:
    """Whether wounds leave a stat no die, so that he collapses. Source: INJ-12."""
    return min(fighter.speed.exponent, fighter.power.exponent) + taken <= 0

"""What a blow does to a fighter, as the odds of a round and the forecast ask it: without a page (BSR-41 to BSR-60)."""

from dataclasses import dataclass, replace

from engine.dice import MOST_DICE
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.rules import damage, injuries
from engine.games.bastard_sword.rules.damage import MOST_MODIFIER, Blow, DamageType
from engine.games.bastard_sword.rules.fighter import Fate, Fighter, One
from engine.games.bastard_sword.rules.hit_shop import Shop
from engine.games.bastard_sword.rules.injuries import Wound
from engine.games.bastard_sword.rules.pool import Build
from engine.option import Option

MOST_DAMAGE = MOST_DICE - MOST_MODIFIER
"""More dice of damage than this are not rolled here, so that bonus dice find room."""


@dataclass(frozen=True, slots=True)
class House:
    """How the table reads what these odds rest on.

    `undefended_hits` and `again` as in `exchange.hits` and `injuries.on_row`; `weighed`: maluses weigh on damage too,
    and `capped`: spirit caps it. `after_payment` as in `pool.Build`. `bleeds_over`: a wound with more
    boxes than there are kills. `at_once`: so does a test that bleeding has no box left for. `twice`: stun counts as
    difficulty and as malus for who wakes, and with `held_out` nobody wakes under so much stun as fells. `bad_dodges`: a
    dodge below 0 helps the shot. `edge_free` as in `shooting.distance_malus`.
    """

    undefended_hits: bool = False
    again: bool = False
    weighed: bool = False
    capped: bool = False
    after_payment: bool = True
    bleeds_over: bool = False
    at_once: bool = False
    twice: bool = False
    held_out: bool = False
    bad_dodges: bool = False
    edge_free: bool = False


class How(Option):
    """How someone comes out of it, from the best to the worst. Source: BSR-53 to BSR-60."""

    UNHURT = "unhurt", "unhurt"
    HURT = "hurt", "hurt, without a wound"
    WOUNDED = "wounded", "wounded"
    OUT = "out", "unconscious"
    DOWN = "down", "incapacitated"
    DEAD = "dead", "dead"

    @property
    def up(self) -> bool:
        """Whether they can still act."""
        return self in (How.UNHURT, How.HURT, How.WOUNDED)


FATES = {Fate.OUT: How.OUT, Fate.DOWN: How.DOWN, Fate.DEAD: How.DEAD}


def how(one: One, before: tuple[int, ...]) -> How:
    """How someone came out who had so many boxes marked `before`. Source: BSR-53 to BSR-60."""
    if one.fate is not Fate.UP:
        return FATES[one.fate]
    grown = [now for now, was in zip(one.marks, before, strict=True) if now > was]
    if any(now > one.fighter.track.minor for now in grown):
        return How.WOUNDED
    return How.HURT if grown else How.UNHURT


def built(base: int, bought: int, spirit: int, house: House) -> Build:
    """The dice of a test: so many of its own, and so many bought, if spirit pays for them and caps none of the dice.

    Source: BSR-17 to BSR-19.
    """
    build = Build(base, 0, bought, spirit, after_payment=house.after_payment)
    return Build(base, 0, 0, spirit) if build.cost > spirit or build.tired else build


def pool_of(skill: Pool, build: Build) -> Pool:
    """The dice that fall. Source: BSR-04, BSR-17."""
    return skill.at_most(build.base).plus(max(0, build.dice - build.base)).at_most(build.dice)


def damage_dice(hits: int, *, defending: bool) -> int:
    """The dice of damage that all of the hits buy. Source: BSR-44."""
    return min(MOST_DAMAGE, Shop(hits, defending).most_damage())


def best_blow(
    winner: Fighter, loser: Fighter, dice: int, *, malus: int = 0, most: int | None = None
) -> tuple[DamageType, Blow] | None:
    """The damage roll that gets most through on average, of the types that the weapon does. Source: BSR-51, BSR-52.

    `malus` weighs on it and `most` caps its dice, where the table reads it so.
    """
    found = damage.blows(dice, winner.die, winner.modifiers, loser.armour, malus=malus) if dice else {}
    if not found:
        return None
    kind = max(found, key=lambda kind: found[kind].law.mean)
    return kind, replace(found[kind], most=most)


def shot_blow(shooter: Fighter, target: Fighter, dice: int, *, malus: int = 0, most: int | None = None) -> Blow:
    """The damage roll of a shot. Source: BSR-45, BSR-51."""
    return Blow(dice, shooter.shot_die, 0, malus, target.armour.of(DamageType.PIERCING), most)


def struck(one: One, kind: DamageType, hits: int, house: House, number: int = 1) -> One:
    """Someone after so many hits of damage in round `number`, marked where it hurts least. Source: BSR-53 to BSR-60."""
    again = house.again and one.fighter.track.major > 1
    chosen = injuries.best(list(injuries.choices(one.fighter.track, one.marks, hits, down=not one.up, again=again)))
    wound = injuries.wound(kind, hits) if chosen.major else Wound()
    return one.marked(chosen, wound, hits, number, bleeds_over=house.bleeds_over)

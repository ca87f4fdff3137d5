"""Range and Cover as the table reads it: weapons and their dice, shields, defenses, what a margin buys."""

from dataclasses import replace

from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.missiles import ranged, reach_of
from engine.games.burning_wheel.rules import margin, positioning_at_range, range_dice, range_shot
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver
from engine.games.burning_wheel.rules.maneuvers import Means as Tested
from engine.games.burning_wheel.rules.margin import Held, Means
from engine.games.burning_wheel.rules.missiles import MISSILES, Cover
from engine.games.burning_wheel.rules.one_volley import Tie
from engine.games.burning_wheel.rules.positioning_at_range import Away
from engine.games.burning_wheel.rules.range_dice import Category, Out, Volley, Weapon
from engine.games.burning_wheel.rules.range_shot import Basis, Missing, Sheltered
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.rulings import Rulings
from engine.working import Line


def weapon_of(weapon: Weapon, ask: Rulings) -> Weapon:
    """A weapon with the dice and paces that this table reads for it. Source: RNC-05, WPN-38, WPN-41."""
    if weapon.key in MISSILES:
        return replace(weapon, reach=ranged(MISSILES[weapon.key], None, ask))
    if weapon.key in THROWN:
        return replace(weapon, reach=reach_of(THROWN[weapon.key], ask))
    return weapon


def dice_at(
    weapon: Weapon, own: Category, their: Category | None, ask: Rulings, *, loaded: bool = True, foe: int = 0
) -> Line:
    """The range dice of a weapon, as the table reads it; asked for only out of range. Source: RNC-05, RNC-06."""
    out = Out(ask["range.out-dice"]) if own is Category.OUT and loaded else Out.BOTH
    bomb = weapon.kind is range_dice.Kind.BOMB
    reach = weapon_of(weapon, ask).reach
    return range_dice.dice(reach, own, their, loaded=loaded, foe=foe, bomb=bomb, out=out)


def start_dice(weapon: Weapon, ask: Rulings, foe: Weapon | None = None) -> Line:
    """The range dice of the test for the starting range; asked for only where the two differ. Source: RNC-07.

    A bomb has them by the weapon of the enemy, `foe`. Source: WPN-32.
    """
    reach = weapon_of(weapon, ask).reach
    if weapon.kind is range_dice.Kind.BOMB:
        against = start_dice(foe, ask).amount if foe and foe.kind is not weapon.kind else reach.optimal if foe else 0
        return range_dice.start_dice(reach, foe=against, bomb=True)
    differ = reach.optimal != reach.extreme
    return range_dice.start_dice(reach, optimal=differ and ask["range.start-dice"] == "optimal")


def loaded_after(kind: range_dice.Kind, loaded: bool, volley: Volley, ask: Rulings) -> bool:
    """Whether a weapon is loaded after a volley; asked for only where someone hesitates. Source: RNC-06."""
    waits = kind.slow and not loaded and volley.hesitates and not volley.melee
    return range_dice.loaded_after(
        kind, loaded, volley, while_hesitating=waits and ask["range.reload-hesitating"] == "yes"
    )


def sheltered(cover: Cover, shield: int, va: int, basis: Basis, shooting_back: bool, ask: Rulings) -> Sheltered:
    """The cover of someone with a shield; each ruling is asked for only where it decides. Source: RNC-04."""
    found = range_shot.sheltered(cover, shield, va, basis=basis, shooting_back=shooting_back)
    asked = found.missing in (Missing.BASIS, Missing.SHOOTS)
    anyhow = range_shot.sheltered(cover, shield, va, any_maneuver=True)
    if asked and anyhow.missing is not Missing.VA and ask["range.shield-maneuver"] == "any":
        found = anyhow
    if found.missing is Missing.CAPPED and ask["range.shield-past-heavy"] == "yes":
        return range_shot.sheltered(cover, shield, va, any_maneuver=True, past_heavy=True)
    return found


def tie_of(ask: Rulings) -> Tie:
    """What a tie in the short form does. Source: RNC-01."""
    return Tie.of(ask["range.short-tie"])


def tied_at(after: Category, before: Category, ask: Rulings) -> Category:
    """The range of a shot after a tie; asked for only where both have moved. Source: RNC-16."""
    return before if before is not after and ask["range.tie-shot"] == "before" else after


def clumsy(armor: int, ask: Rulings) -> tuple[Line, ...]:
    """What armor's weight (0 or more) adds to a shot; asked for only where it adds some. Source: RNC-38, ARM-14."""
    return (Line(armor, "Your armor’s weight", "ARM-14"),) if armor and ask["range.armor-clumsy"] == "yes" else ()


def opens(tested: Tested, ask: Rulings) -> bool:
    """Whether the dice of a maneuver are open-ended. Source: RNC-21, RNC-26, HUB-07."""
    element = {Tested.STEEL: "steel", Tested.PERCEPTION: "perception"}.get(tested)
    return element is not None and open_ended(ELEMENTS[element], ask)


def defenses(dice: int, maintains: bool, away: Away, ask: Rulings) -> Line:
    """The dice of prepared defenses; asked for only where someone has left them. Source: RNC-34."""
    asked = dice and maintains and away is not Away.INSIDE
    returns = ask["range.fort-return"] if asked else "gm"
    return positioning_at_range.fortification(dice, maintains=maintains, away=away, returns=returns)


def stacks(cover: int, fort: Line, ask: Rulings) -> bool:
    """Whether taken cover counts beside prepared defenses; asked for only where there are both. Source: RNC-34."""
    return not (cover and fort.amount) or ask["range.fort-stacks"] == "yes"


def aim_after(
    held: int,
    volley: margin.Volley,
    bought: int,
    most: int,
    ask: Rulings,
    *,
    shot: bool = False,
    steel_failed: bool = False,
    distracted: bool = False,
) -> int:
    """The aim that is left after a volley; asked for only where dice from before are at stake. Source: RNC-14."""
    gone = shot or steel_failed or distracted or volley is margin.Volley.LOST
    expires = bool(held) and not gone and ask["range.aim-expires"] == "yes"
    return margin.aim_after(
        held,
        volley,
        bought,
        most=most,
        shot=shot,
        steel_failed=steel_failed,
        distracted=distracted,
        expires=expires,
    )


def means(
    budget: int,
    held: Held,
    most_aim: int,
    maneuver: Maneuver,
    ask: Rulings,
    *,
    shoots: bool = True,
    casts: bool = False,
    free: bool = False,
) -> Means:
    """What a winner may buy, as the table reads it. Source: RNC-11, RNC-13, RNC-14."""
    card = CARDS[maneuver]
    hasty = card.price == margin.HASTY
    return Means(
        budget,
        held,
        most_aim,
        shoots,
        casts,
        card.intent is Intent.MAINTAIN,
        hasty,
        not hasty or ask["range.dear-dice"] == "yes",
        bool(budget) and ask["range.cover-pairs"] == "yes",
        free,
    )

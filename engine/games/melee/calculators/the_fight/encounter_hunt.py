"""A melee that turns into Range and Cover: the same people, as the setup of that conflict (MEL-47)."""

from collections.abc import Mapping

from engine import links, wording
from engine.calculators import find
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.melee.rules.combatant import One
from engine.games.melee.rules.encounter import Encounter
from engine.games.melee.rules.shields import Kind


def hunt(fight: Encounter) -> Mapping[str, str] | None:
    """What a link to Range and Cover says of the first two sides that are left; None where neither shoots.

    Each side is led by whoever shoots best, else by whoever is fastest, as they stand: wounds and shield come along.
    """
    sides = fight.standing[:2]
    led = [_leader(fight, side) for side in sides]
    if len(led) < len("ab") or not any(one.fighter.gear.far for one in led):
        return None
    form = find("range-play").form
    setup = form.write(form.read({}))
    for key, one, side in zip("ab", led, sides, strict=True):
        setup[key] = {**setup[key], **_shooter(one, len(_there(fight, side)) - 1)}
    return links.write(form, form.write(form.read(setup)))


def _there(fight: Encounter, side: str) -> list[One]:
    return [one for one in fight.ones if one.there and one.fighter.side == side]


def _leader(fight: Encounter, side: str) -> One:
    def rank(one: One) -> tuple[bool, int, int]:
        fighter = one.fighter
        return fighter.gear.far, fighter.skill.exponent * fighter.gear.far, fighter.stats[Stat.SPEED].exponent

    return max(_there(fight, side), key=rank)


def _shooter(one: One, beside: int) -> dict[str, object]:
    """The fields of one side. What pain was shrugged off or gritted away stays so until the scene ends."""
    fighter = one.fighter
    with_them = f" and {wording.count(beside, 'more', 'more')}" if beside else ""
    found: dict[str, object] = {
        "name": f"{fighter.name}{with_them}",
        "skill": str(fighter.skill),
        "reflexes": min(fighter.reflexes.exponent, 10),
        "steel": str(fighter.steel),
        "shield": one.rating if one.strapped and fighter.shield is not Kind.NONE else 0,
        "wounds": {"dice": one.pain.lost, "superficial": one.pain.obstacle},
        **{stat.value: str(fighter.stats[stat]) for stat in (Stat.SPEED, Stat.PERCEPTION, Stat.WILL, Stat.FORTE)},
    }
    return found | ({"weapon": fighter.carries.value} if fighter.gear.far else {"unarmed": True})

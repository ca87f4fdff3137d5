"""Casting and Tax, as the table reads the rules."""

from dataclasses import dataclass, replace

from engine.games.burning_wheel.readings.hurt import Hurt, feels
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Caster, Doubled, Style, will_left
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings

MAGIC, WILL, FORTE, HEALTH = (ELEMENTS[name] for name in ("magic", "will", "forte", "health"))


@dataclass(frozen=True, slots=True)
class Casting:
    """Who casts, and what they feel of wounds; `gone` says why there is no casting, and is empty where there is one."""

    caster: Caster
    felt: Felt
    gone: str


def casting_of(
    sorcery: Ability,
    will: Ability,
    wounds: Hurt,
    ask: Rulings,
    *,
    held: int = 0,
    doubled: Doubled = Doubled.NOTHING,
    persona: int = 0,
    other: int = 0,
) -> Casting:
    """Who casts, as the table reads wounds and shades; each is asked for only where it matters. Source: SOR-02.

    Raises `Refused` where more spells are sustained than Will has dice for.
    """
    will_left(will.exponent, held)
    skill, mind = feels(wounds, sorcery, ask, MAGIC), feels(wounds, will, ask, WILL)
    each = bool(skill.lost) and ask["sorcery.wounds"] == "each"
    darker = sorcery.shade != will.shade and ask["sorcery.shades"] == "darker"
    caster = Caster(sorcery, will, held, skill.lost, each, doubled, persona, other, darker)
    return Casting(caster, skill, skill.gone or mind.gone)


def tax_due(ask: Rulings) -> bool:
    """Whether a failed casting is taxed too. Source: SOR-10."""
    return ask["sorcery.failed-tax"] == "due"


def overtax_obstacle(spell: int, tax: int, ask: Rulings) -> int:
    """The obstacle whose pips Overtax deals; asked for only where haste makes the two differ. Source: SOR-14."""
    return tax if spell != tax and ask["sorcery.overtax"] == "tax" else spell


def side_by_side(several: bool, ask: Rulings) -> bool:
    """Whether lost dice of Forte come back all at a time; asked for only where there may be `several`. SOR-15."""
    return several and ask["sorcery.sickness"] == "together"


def hastened(cast: Cast, ask: Rulings) -> Cast:
    """A style as the table reads haste; asked for only where it is hasty. Source: SOR-37."""
    late = cast.style is Style.HASTY and ask["sorcery.haste-first"] == "none"
    return replace(cast, late=True) if late else cast

"""What gray and white bring besides better odds: two maneuvers at once, broken weapons, lighter work (HER-06 to 09)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from engine.games.burning_wheel.dice import Chain, Pool, Shade, successes, versus
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import average
from engine.games.burning_wheel.rules.aptitude import root_shade

SHADES = tuple(Shade)
AT_ONCE: Mapping[Shade, int] = {Shade.BLACK: 1, Shade.GRAY: 2, Shade.WHITE: 3}
"""Maneuvers at the same time in one action, by the shade of Reflexes; white is a guess. Source: HER-08."""


def at_once(reflexes: Shade, *, white_as_gray: bool = False) -> int:
    """How many maneuvers fit into each action; `white_as_gray` gives white Reflexes no more than gray ones.

    Source: HER-08.
    """
    return AT_ONCE[Shade.GRAY if white_as_gray and reflexes is Shade.WHITE else reflexes]


def reflexes_of(perception: Ability, agility: Ability, speed: Ability, *, up: bool = False) -> Ability:
    """Reflexes: the average of three stats, rounded down or `up`, in the darkest of their shades. Source: HER-08.

    >>> str(reflexes_of(Ability.parse("G4"), Ability.parse("W4"), Ability.parse("G3")))
    'G3'
    """
    stats = (perception, agility, speed)
    return Ability(root_shade(stats), average([stat.exponent for stat in stats], up=up))


def shatters(attack: Pool, defense: Pool | None = None, chain: Chain = Chain.CHAIN) -> Fraction:
    """The chance that an action is left without a success, which breaks an ordinary weapon in a gray or white grip.

    The defense takes its successes from those of the attack. Source: HER-06.

    >>> shatters(Pool.parse("B3")), shatters(Pool.parse("B1"), Pool.parse("B1"))
    (Fraction(1, 8), Fraction(3, 4))
    """
    if defense is None:
        return successes(attack, chain=chain).exactly(0)
    return 1 - versus(attack, defense, chain=chain).win


def makes(ability: Shade, wanted: Shade) -> bool:
    """Whether an ability of a shade can make a thing, or an effect, as light as is wanted. Source: HER-09."""
    return SHADES.index(ability) >= SHADES.index(wanted)


def lightest(abilities: Sequence[Ability]) -> Shade:
    """The lightest shade among abilities, of which there is at least one."""
    return max((one.shade for one in abilities), key=SHADES.index)

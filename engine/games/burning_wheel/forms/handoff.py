"""The same two people in another conflict: from Range and Cover to Fight!, and back (RNC-32, FGT-16)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import links
from engine.calculators import find
from engine.forms import CHOICE, branch_name, kind_of
from engine.games.burning_wheel.forms.saddle import Astride, Mounted
from engine.games.burning_wheel.forms.shields import KeptShield
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.missiles import MISSILES, Kind, Readiness
from engine.games.burning_wheel.rules.shields import SHIELDS
from engine.games.burning_wheel.rules.thrown import THROWN

SAME = ("name", "speed", "steel", "will", "stride", "magic")
"""What both forms ask for alike."""
MOST_DICE, MOST_SUPERFICIAL, MOST_EXPONENT = 20, 2, 10
"""What the forms take at most: dice that wounds take, lone superficial wounds, Perception to aim with."""


@dataclass(frozen=True, slots=True)
class Coming:
    """Someone who comes out of a conflict: their group of its form as it was `setup`, and what has happened since.

    `dice` is what wounds take by now (0 or more), `obstacle` what they add, `drained` the dice of Forte that Tax took.
    `shield` has so many dice left, `eldritch` those of an Eldritch Shield, and `loaded` says that a shot is ready. Who
    was on a mount is so no more once he is `afoot`; `beast` is what the wounds of the mount take.
    """

    setup: Any
    dice: int
    obstacle: int
    drained: int = 0
    shield: int = 0
    loaded: bool = False
    eldritch: int = 0
    afoot: bool = False
    beast: int = 0

    @property
    def asked(self) -> Mapping[str, Any]:
        """The setup as inputs."""
        written: Mapping[str, Any] = kind_of(type(self.setup)).write(self.setup)
        return written


def to_fight(two: Sequence[Coming]) -> Mapping[str, str]:
    """What a link to Play a fight says of both sides; what Range and Cover does not ask for stands as usual. RNC-32."""
    sides = [{**_same(one, Mounted), "shield": _kept(one.shield), **_in_hand(one)} for one in two]
    return _pairs("fight-play", sides)


def to_range(two: Sequence[Coming]) -> Mapping[str, str] | None:
    """What a link to Range and Cover says of both sides; None where neither shoots, throws or casts. FGT-16."""
    sides = [{**_same(one, Astride), "shield": one.shield, **_far(one)} for one in two]
    return None if all(side.get("unarmed") for side in sides) else _pairs("range-play", sides)


def _pairs(name: str, sides: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    form = find(name).form
    setup = form.write(form.read({}))
    for key, side in zip("ab", sides, strict=True):
        setup[key] = {**setup[key], **side}
    return links.write(form, form.write(form.read(setup)))


def _same(one: Coming, riding: type) -> dict[str, Any]:
    forte = Ability.parse(one.asked["forte"])
    found = {name: one.asked[name] for name in SAME}
    found["forte"] = str(Ability(forte.shade, max(1, forte.exponent - one.drained)))
    found["reflexes"] = max(1, one.asked["reflexes"])
    found["wounds"] = {"dice": min(one.dice, MOST_DICE), "superficial": min(one.obstacle, MOST_SUPERFICIAL)}
    found["eldritch"] = one.eldritch
    rides = one.asked["rides"]
    if "mount" in rides and not one.afoot:
        same = {name: rides[name] for name in ("mount", "training", "riding")}
        found["rides"] = {CHOICE: branch_name(riding), **same, "lost": one.beast}
    return found


def _kept(dice: int) -> str:
    """The smallest shield with so many dice; none for more than any has."""
    kinds = (kind.value for kind, shield in SHIELDS.items() if dice and shield.dice == dice)
    return str(next(kinds, KeptShield.NONE.value))


def _in_hand(one: Coming) -> dict[str, Any]:
    """What was shot or thrown at range, as a fight asks for it; nothing of guns and of weapons of one's own."""
    key, skill = one.asked["weapon"], one.asked["skill"]
    perception = Ability.parse(one.asked["perception"]).exponent
    sight = {"skill": skill, "perception": min(max(1, perception), MOST_EXPONENT)}
    if one.asked["unarmed"] or one.asked["magic"][CHOICE] != "no-magic" or not isinstance(key, str):
        return {}
    if key in MISSILES and MISSILES[key].kind is not Kind.GUN:
        ready = Readiness.LOADED if one.loaded else Readiness.EMPTY
        return {"ranged": {CHOICE: "shooting", "weapon": key, "ready": ready.value, **sight}}
    return {"ranged": {CHOICE: "throwing", "weapon": key, **sight}} if key in THROWN else {}


def _far(one: Coming) -> dict[str, Any]:
    """What a fight knows of shots, as Range and Cover asks for it."""
    shoots, casts = one.asked["ranged"], one.asked["magic"][CHOICE] != "no-magic"
    if not isinstance(shoots.get("weapon"), str):
        return {"unarmed": not casts}
    return {"weapon": shoots["weapon"], "skill": shoots["skill"], "perception": f"B{shoots['perception']}"}

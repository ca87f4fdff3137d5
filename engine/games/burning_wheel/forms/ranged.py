"""What someone shoots or throws in a fight, as a form asks for it."""

from dataclasses import replace
from typing import Annotated

from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.missiles import Missile, Thrown, Tip, tipped
from engine.games.burning_wheel.readings.damage import behind, staged
from engine.games.burning_wheel.readings.fight_conditions import lunging_hampers
from engine.games.burning_wheel.readings.missiles import bands_of, shot_of
from engine.games.burning_wheel.rules import damage, missiles, thrown
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import versus_armor
from engine.games.burning_wheel.rules.fight_missiles import Ranged
from engine.games.burning_wheel.rules.missiles import Band, Kind, Readiness
from engine.games.burning_wheel.rules.thrown import Carried
from engine.games.burning_wheel.rules.weapons import WEAPONS, Weapon
from engine.rulings import Rulings

B4 = Ability.parse("B4")
QUICK = ("B3", "B4", "B5", "B6")
BOW = Missile.of(missiles.MISSILES["hunting-bow"])
KNIFE = Thrown.of(thrown.THROWN[thrown.KNIFE])
EXPONENTS = Between(1, 10)
HARDER = Between(0, 12)
CLUB = WEAPONS["club"]
"""What a bow in hand strikes like; inside it is as clumsy as a pole. Source: FGT-14."""


@branch("nothing")
class NoShot:
    """Hand weapons alone."""


@branch("a bow or crossbow in hand")
class Shooting:
    """What is in hand as the fight begins; the weapon is sheathed."""

    weapon: Annotated[
        Among[Missile],
        Asked("Bow or crossbow", quick=("hunting-bow", "great-bow", "crossbow", "heavy-crossbow")),
        sheet("weapons", at_once=False),
    ] = BOW
    ready: Annotated[Readiness, Asked("To begin with")] = Readiness.EMPTY
    skill: Annotated[Ability, Asked("Skill to shoot", quick=QUICK), sheet("skill", at_once=False)] = B4
    tip: Annotated[Tip, Asked("Arrowhead or bolt head")] = Tip.USUAL
    perception: Annotated[int, EXPONENTS, Asked("Perception, for aiming", quick=(3, 4, 5))] = 4
    harder: Annotated[int, HARDER, Asked("Light, size, cover: obstacle", gm=True, quick=(0, 1, 2))] = 0


@branch("something to throw")
class Throwing:
    """What is thrown beside the weapon in hand."""

    weapon: Annotated[
        Among[Thrown],
        Asked("What is thrown", quick=("throwing-knife", "javelin", "rock")),
        sheet("weapons", at_once=False),
    ] = KNIFE
    carried: Annotated[Carried, Asked("It is")] = Carried.READY
    skill: Annotated[Ability, Asked("Skill to throw", quick=QUICK), sheet("skill", at_once=False)] = B4
    perception: Annotated[int, EXPONENTS, Asked("Perception, for aiming", quick=(3, 4, 5))] = 4
    harder: Annotated[int, HARDER, Asked("Light, size, cover: obstacle", gm=True, quick=(0, 1, 2))] = 0


Shoots = Annotated[NoShot | Shooting | Throwing, Asked("Shoots or throws", more=True)]
NO_SHOT = NoShot()
WORDS = {"ranged.skill": "the skill to shoot or throw"}
"""What shots and throws test, by the input that holds it."""
IN_LOG = {"ranged.skill": "skill"}


def ranged_of(shoots: NoShot | Shooting | Throwing, power: Ability, at: str, ask: Rulings) -> Ranged | None:
    """What a side shoots or throws, with the table's readings. Raises `Unusable` at a field of the group `at`."""
    if isinstance(shoots, NoShot):
        return None
    if isinstance(shoots, Throwing):
        row = shoots.weapon.row
        force = behind(lambda least: damage.power(power.exponent, row.power, power_shade=power.shade, least=least), ask)
        va = versus_armor(row.va, power=power.exponent).total
        flies = thrown.shot(row.name, staged(force.total, Shade.BLACK, ask), bands_of(row, ask), va, Band.CLOSE)
        found = Ranged.thrown(flies, shoots.skill, shoots.carried, shoots.perception)
    else:
        bow = shoots.weapon.row
        if bow.kind is Kind.GUN:
            raise Unusable(f"{at}.weapon", "A gun’s powder is rolled beside the fight; choose a bow or a crossbow.")
        head = tipped(shoots.tip, bow, f"{at}.tip")
        shot = shot_of(bow, Band.CLOSE, head, ask)
        found = Ranged.of(bow, shot, shoots.skill, shoots.ready, shoots.perception)
    return replace(found, harder=shoots.harder, lunging=lunging_hampers(True, ask))


def as_club(shoots: Shooting) -> Weapon:
    """A bow or crossbow that is swung. Source: FGT-14."""
    return replace(CLUB, key="bow", name=shoots.weapon.words)

"""What Range and Cover begins with: two who hunt each other (RNC-41)."""

from dataclasses import dataclass, replace
from typing import Annotated

from engine.answer import Block
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.forms.ranges import BOW, QUICK, RangeWeapon
from engine.games.burning_wheel.forms.saddle import ON_FOOT, Shooting, mount_lost, riding_borne, riding_of
from engine.games.burning_wheel.forms.spells_in_conflict import NO_MAGIC, Magic, Shielded, charm_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger
from engine.games.burning_wheel.readings.ranges import weapon_of
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.pace import Multiplier
from engine.games.burning_wheel.rules.range_procedure import Fighter
from engine.rulings import Rulings

B4 = Ability(Shade.BLACK, 4)
QUICK_DICE = ("B3", "B4", "B5", "B6")
NAMES = ("Side A", "Side B")
FIELDS = ("a", "b")
FEW = Between(0, 10)


@dataclass(frozen=True, slots=True)
class Shooter:
    """One side of the conflict, a group of fields."""

    name: Annotated[str, Asked("Who"), sheet("name")] = ""
    weapon: Annotated[Among[RangeWeapon], Asked("Weapon", quick=QUICK), sheet("weapons", at_once=True)] = BOW
    skill: Annotated[Ability, Asked("Skill with it", quick=QUICK_DICE), sheet("skill")] = B4
    speed: Annotated[Ability, Asked("Speed", quick=QUICK_DICE), sheet("speed")] = B4
    perception: Annotated[Ability, Asked("Perception", quick=QUICK_DICE), sheet("perception")] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK_DICE, more=True), sheet("steel")] = B4
    will: Annotated[Ability, Asked("Will", quick=QUICK_DICE, more=True), sheet("will")] = B4
    stealthy: Annotated[Ability | None, Asked("Stealthy", "Empty: lacking", quick=QUICK_DICE, more=True)] = None
    observation: Annotated[Ability | None, Asked("Observation", "Empty: lacking", quick=QUICK_DICE, more=True)] = None
    reflexes: Annotated[int, FEW, Asked("Reflexes", more=True, quick=(3, 4, 5))] = 4
    stride: Annotated[Multiplier, Asked("Speed multiplier", more=True)] = Multiplier.USUAL
    cover: Annotated[Cover, Asked("Around them", more=True, gm=True)] = Cover.OPEN
    shield: Annotated[
        int, Between(0, 5), Asked("Dice of a shield", more=True, quick=(0, 2, 3)), sheet("shield-dice")
    ] = 0
    fort: Annotated[int, FEW, Asked("Prepared defenses: 0, or 3 to 10 dice", more=True, gm=True, quick=(0, 3, 5))] = 0
    other: Annotated[int, FEW, Asked("FoRKs, traits: dice for position", more=True, quick=(0, 1, 2))] = 0
    aiming: Annotated[int, FEW, Asked("FoRKs, balance: dice for shots", more=True, quick=(0, 1, 2))] = 0
    unarmed: Annotated[bool, Asked("Nothing to shoot with", more=True)] = False
    magic: Magic = NO_MAGIC
    eldritch: Shielded = 0
    rides: Shooting = ON_FOOT
    forte: Annotated[Ability, Asked("Forte, for the Tax", quick=QUICK_DICE, more=True), sheet("forte")] = B4
    wounds: Wounded = UNHURT


def fighter_of(setup: Shooter, place: int, ask: Rulings) -> tuple[Fighter, list[Block]]:
    """A side as the rules take it, and what wounds take from its dice."""
    name = setup.name or NAMES[place]
    tested = {
        "skill": setup.skill,
        "speed": setup.speed,
        "perception": setup.perception,
        "steel": setup.steel,
    }
    borne: list[Block] = []
    for id, ability in tested.items():
        hurt = feels(setup.wounds, ability, ask, ELEMENTS[id])
        if hurt.gone:
            raise Unusable(f"{FIELDS[place]}.{id}", hurt.gone)
        words = f"{name}, {ELEMENTS[id].name}"
        borne += ledger(hurt, ability.exponent, 0, words=f"{words}: dice", against=f"{words}: own +Ob")
    borne += riding_borne(setup.rides, setup.wounds, f"{FIELDS[place]}.rides.riding", name, ask)
    hurt = feels(setup.wounds, setup.speed, ask, ELEMENTS["speed"])
    fighter = Fighter(
        name,
        None if setup.unarmed else weapon_of(setup.weapon.row, ask),
        setup.skill,
        setup.speed,
        setup.perception,
        setup.steel,
        setup.will,
        setup.stealthy,
        setup.observation,
        setup.reflexes,
        setup.stride.times,
        setup.shield,
        setup.cover,
        setup.fort,
        setup.other,
        setup.aiming,
        hurt.lost,
        hurt.added,
        charm=charm_of(setup.magic, setup.will, setup.forte, f"{FIELDS[place]}.magic", ask),
        rider=riding_of(setup.rides, ask),
        beast_lost=mount_lost(setup.rides),
    )
    if fighter.charm:
        fighter = replace(fighter, weapon=None)
    if setup.fort in (1, 2):
        raise Unusable(
            f"{FIELDS[place]}.fort", f"Prepared defenses give 3 to 10 dice, or none; this says {setup.fort}."
        )
    return fighter, borne


def armed_with(fighter: Fighter) -> str:
    """What someone has in hand."""
    if fighter.charm:
        return fighter.charm.name
    return fighter.weapon.name if fighter.weapon else "no missile"

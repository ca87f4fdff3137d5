"""What hurts without a weapon: being thrown against a wall, and a fall worked out like it (ARM-36, DOF-05)."""

from engine.games.burning_wheel.rules.armor import STRONG, STRONG_VA, ArmorType, Piece
from engine.games.burning_wheel.rules.damage import Stage, power, stage
from engine.games.burning_wheel.rules.location import Location
from engine.option import Option
from engine.working import Line, Worked

ADD = 2
"""What the next stage of a throw costs, counted from the first extra success. Source: ARM-36."""
VA = 1
"""How well a throw goes through armor, before a high Power. Source: ARM-36."""
BLOODY_VERSUS = (1, 2)
"""Dice that armor adds to the defense in a Bloody Versus test. Source: ARM-36."""


class Material(Option):
    """What someone lands on, with its Strength, which counts as Weapon Power. Source: ARM-36, Materials chapter."""

    CLOTH = "cloth", "cloth", 0
    POTTERY = "pottery", "pottery", 0
    THIN_WALL = "thin-wall", "a thin wall", 1
    GLASS = "glass", "a glass window", 1
    COPPER = "copper", "a copper sheet", 1
    DOOR = "door", "a heavy door", 2
    IRON = "iron", "an iron sheet", 2
    BRICK = "brick", "a brick wall", 3
    SLATE = "slate", "a slate floor", 3
    EARTH = "earth", "earthworks", 4
    GRANITE = "granite", "a granite wall", 5


class Ground(Option):
    """What someone may be thrown onto: the `Material`s, and what lies underfoot, which can be softer than a fist.

    Source: MAT-05; the ground: RID-07.
    """

    CLOTH = Material.CLOTH.value, Material.CLOTH.words, Material.CLOTH.amount
    POTTERY = Material.POTTERY.value, Material.POTTERY.words, Material.POTTERY.amount
    THIN_WALL = Material.THIN_WALL.value, Material.THIN_WALL.words, Material.THIN_WALL.amount
    GLASS = Material.GLASS.value, Material.GLASS.words, Material.GLASS.amount
    COPPER = Material.COPPER.value, Material.COPPER.words, Material.COPPER.amount
    DOOR = Material.DOOR.value, Material.DOOR.words, Material.DOOR.amount
    IRON = Material.IRON.value, Material.IRON.words, Material.IRON.amount
    BRICK = Material.BRICK.value, Material.BRICK.words, Material.BRICK.amount
    SLATE = Material.SLATE.value, Material.SLATE.words, Material.SLATE.amount
    EARTH = Material.EARTH.value, Material.EARTH.words, Material.EARTH.amount
    GRANITE = Material.GRANITE.value, Material.GRANITE.words, Material.GRANITE.amount
    MUD = "mud", "soft earth or mud", -3
    GRASS = "grass", "thick grass", -1
    ROAD = "road", "a hard dirt road", 0
    ROCKS = "rocks", "rocks or pavement", 4
    ANIMAL = "animal", "an animal", 0


def force(own: int, material: Material | Ground, words: str = "Their Power") -> Worked:
    """The Power behind a throw or a fall: that of the thrower, or what the GM gives the fall, and the Strength.

    On soft ground it is never below 0, which is no wound (a reading of MAT-05).
    """
    found = power(own, material.amount or 0, power_words=words, weapon_words=_named(material), least=0)
    return Worked(tuple(_of_material(line) if line.rule == "WPN-08" else line for line in found.lines))


def _named(material: Material | Ground) -> str:
    return f"Strength of {material.words}"


def _of_material(line: Line) -> Line:
    return Line(line.amount, line.reason, "ARM-36", line.mark)


def landed(extra: int) -> Stage:
    """How hard someone lands who was thrown with so many extra successes: one Incidental, three a Mark, five a Superb.

    They are rolled as a Strike at Ob 1. Source: ARM-36.

    >>> landed(0).words, landed(2).words, landed(3).words, landed(5).words
    ('Miss', 'Incidental', 'Mark', 'Superb')
    """
    return stage(extra - 1, ADD)


def va(power: int) -> int:
    """The VA of a throw by someone of this Power exponent. Source: ARM-36, ARM-08."""
    return VA + (STRONG_VA if power >= STRONG else 0)


def wards_off(piece: Piece) -> bool:
    """Whether a piece of armor is hard enough to be tested against a throw: plates and helmets. Source: ARM-36."""
    soft = (ArmorType.LEATHER, ArmorType.CHAIN)
    return piece.type not in soft or (piece.location is Location.HEAD and piece.type is not ArmorType.LEATHER)

"""A spell as a form asks for it, and as rows of the sheet: those of the book, and the reader's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Self

from engine.forms import Asked, Between
from engine.games.burning_wheel.rules import spells as rules
from engine.games.burning_wheel.rules.spells import Against, Harm, SpellOb
from engine.games.burning_wheel.rules.wounded import Stat
from engine.option import Option
from engine.refused import Refused

OBSTACLES = Between(1, 20)
ACTIONS = Between(1, 200)
MOST_PRICE = 200
QUICK_SPELLS = ("arcane-kindness", "mage-light", "shards", "the-fear")
UNKNOWN = ("unknown", "not known")


class Element(Option):
    """The element of a spell, where it is known. Source: SOR-07."""

    UNKNOWN = UNKNOWN
    AIR = "air", "Air"
    ANIMA = "anima", "Anima"
    ARCANA = "arcana", "Arcana"
    EARTH = "earth", "Earth"
    FIRE = "fire", "Fire"
    HEAVEN = "heaven", "Heaven"
    WATER = "water", "Water"
    WHITE = "white", "White"


class Impetus(Option):
    """The impetus of a spell, where it is known. Source: SOR-08."""

    UNKNOWN = UNKNOWN
    CONTROL = "control", "Control"
    CREATE = "create", "Create"
    DESTROY = "destroy", "Destroy"
    ENHANCE = "enhance", "Enhance"
    INFLUENCE = "influence", "Influence"
    TAX = "tax", "Tax"


class Origin(Option):
    """The origin of a spell, where it is known. Source: SOR-06."""

    UNKNOWN = UNKNOWN
    PERSONAL = "personal", "Personal"
    PRESENCE = "presence", "Presence"
    SIGHT = "sight", "Sight"


class Area(Option):
    """The area of a spell with the unit of a measured one, where it is known. Source: SOR-09."""

    UNKNOWN = UNKNOWN
    CASTER = "caster", "Caster"
    TARGET = "target", "Single Target"
    PRESENCE = "presence", "Presence"
    MEASURED = "measured", "Measured Area"
    PACES = "paces", "Paces"
    TENS = "tens", "10s of Paces"
    HUNDREDS = "hundreds", "100s of Paces"
    MILES = "miles", "Miles"
    TEN_MILES = "ten-miles", "10s of Miles"
    HUNDRED_MILES = "hundred-miles", "100s of Miles"
    NATURAL = "natural", "Natural Effect"


class Duration(Option):
    """The duration of a spell, where it is known. Source: SOR-03."""

    UNKNOWN = UNKNOWN
    INSTANTANEOUS = "instantaneous", "Instantaneous"
    SUSTAINED = "sustained", "Sustained"
    ELAPSED = "elapsed", "Elapsed time"
    PERMANENT = "permanent", "Permanent"


class Ob(Option):
    """What kind of obstacle a spell has. Source: SOR-04."""

    NUMBER = "number", "a number"
    CASTER_WILL = "caster-will", "your Will"
    CASTER_PERCEPTION = "caster-perception", "your Perception"
    CASTER_POWER = "caster-power", "your Power"
    CASTER_FORTE = "caster-forte", "your Forte"
    CASTER_AGILITY = "caster-agility", "your Agility"
    CASTER_SPEED = "caster-speed", "your Speed"
    TARGET_WILL = "target-will", "the target’s Will"
    TARGET_PERCEPTION = "target-perception", "the target’s Perception"
    TARGET_POWER = "target-power", "the target’s Power"
    TARGET_FORTE = "target-forte", "the target’s Forte"
    TARGET_AGILITY = "target-agility", "the target’s Agility"
    TARGET_SPEED = "target-speed", "the target’s Speed"


class Damage(Option):
    """What damage a spell does: its Power from Will, and from the successes put into it. Source: SOR-20."""

    NONE = "none", "none"
    WILL = "will", "Will, +1 each"
    WILL_TWO = "will-two", "Will, +1 each two"
    HALF = "half", "half of Will, +1 each"
    HALF_TWO = "half-two", "half of Will, +1 each two"


HARMS: Mapping[Damage, Harm] = {
    Damage.WILL: Harm(),
    Damage.WILL_TWO: Harm(each=2),
    Damage.HALF: Harm(part=2),
    Damage.HALF_TWO: Harm(part=2, each=2),
}


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell as the form asks for it: one of the book, or one of the reader's own."""

    name: Annotated[str, Asked("Name")] = ""
    against: Annotated[Ob, Asked("Its obstacle is")] = Ob.NUMBER
    obstacle: Annotated[
        Annotated[int, OBSTACLES] | None, Asked("Obstacle", "Of a range the least. Empty: not known.", quick=(2, 3, 4))
    ] = 3
    most: Annotated[Annotated[int, OBSTACLES] | None, Asked("A range, up to", "Empty: no range.")] = None
    caret: Annotated[bool, Asked("With a caret: what is over counts")] = False
    actions: Annotated[Annotated[int, ACTIONS] | None, Asked("Actions", "Empty: not known.", quick=(1, 4, 10))] = 4
    per_obstacle: Annotated[bool, Asked("Actions for each point of obstacle")] = False
    origin: Annotated[Origin, Asked("Origin")] = Origin.UNKNOWN
    element: Annotated[Element, Asked("Element")] = Element.UNKNOWN
    impetus: Annotated[Impetus, Asked("Impetus")] = Impetus.UNKNOWN
    area: Annotated[Area, Asked("Area of Effect")] = Area.UNKNOWN
    duration: Annotated[Duration, Asked("Duration")] = Duration.UNKNOWN
    damage: Annotated[Damage, Asked("Damage")] = Damage.NONE

    def __post_init__(self) -> None:
        """Raises `Refused` for a range that falls or hangs in the air."""
        if self.most is not None and (self.against is not Ob.NUMBER or self.obstacle is None):
            raise Refused("A range goes up from a number; a stat has none.")
        if self.most is not None and self.obstacle is not None and self.most < self.obstacle:
            raise Refused(f"A range rises; this says {self.obstacle} to {self.most}.")

    @classmethod
    def of(cls, spell: rules.Spell) -> Self:
        """A spell of the rules."""
        against, least, most = _of_obstacle(spell.obstacle)
        area = spell.unit or spell.area
        return cls(
            spell.name,
            against,
            least,
            most,
            bool(spell.caret),
            spell.actions,
            spell.per_obstacle,
            Origin.of(spell.origin.value) if spell.origin else Origin.UNKNOWN,
            Element.of(spell.element.value) if spell.element else Element.UNKNOWN,
            Impetus.of(spell.impetus.value) if spell.impetus else Impetus.UNKNOWN,
            Area.of(area.value) if area else Area.UNKNOWN,
            Duration.of(spell.duration.value) if spell.duration else Duration.UNKNOWN,
            next((kind for kind, harm in HARMS.items() if harm == spell.harm), Damage.NONE),
        )

    @classmethod
    def table(cls) -> Mapping[str, "Spell"]:
        """The spells of the book by key."""
        return _forms()

    @property
    def words(self) -> str:
        """The spell's name."""
        return self.name or "your own spell"

    @property
    def spell(self) -> rules.Spell:
        """What the rules know of it: the row of the table, or the reader's own without anything inferred."""
        key = _keys().get(self)
        if key:
            return rules.SPELLS[key]
        known = Element.UNKNOWN.value
        unit = next((one for one in rules.Unit if one.value == self.area.value), None)
        area = rules.Area.MEASURED if unit else None if self.area is Area.UNKNOWN else rules.Area.of(self.area.value)
        return rules.Spell(
            "own",
            self.words,
            self._obstacle,
            self.caret,
            self.actions,
            self.per_obstacle,
            None if self.origin.value == known else rules.Origin.of(self.origin.value),
            None if self.element.value == known else rules.Element.of(self.element.value),
            None if self.impetus.value == known else rules.Impetus.of(self.impetus.value),
            area,
            unit,
            None if self.duration.value == known else rules.Duration.of(self.duration.value),
            None,
            HARMS.get(self.damage),
            (),
            "",
        )

    @property
    def _obstacle(self) -> SpellOb | None:
        if self.against is not Ob.NUMBER:
            whose, _, stat = self.against.value.partition("-")
            return SpellOb(Against.of(whose), stat=Stat.of(stat))
        if self.obstacle is None:
            return None
        if self.most is None:
            return SpellOb.fixed(self.obstacle)
        return SpellOb(Against.RANGE, self.obstacle, self.most)


def _of_obstacle(said: SpellOb | None) -> tuple[Ob, int | None, int | None]:
    if said is None:
        return Ob.NUMBER, None, None
    if said.stat is not None:
        return Ob.of(f"{said.kind.value}-{said.stat.value}"), None, None
    return Ob.NUMBER, said.least, said.most if said.kind is Against.RANGE else None


@cache
def _forms() -> Mapping[str, Spell]:
    return {key: Spell.of(one) for key, one in rules.SPELLS.items()}


@cache
def _keys() -> Mapping[Spell, str]:
    return {spell: key for key, spell in _forms().items()}


MAGE_LIGHT = Spell.of(rules.SPELLS["mage-light"])
KINDNESS = Spell.of(rules.SPELLS["arcane-kindness"])

"""Spells as records: their facets, what they must be cast against, how long they take (SOR-03 to SOR-09, SOR-56)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine import tables
from engine.games.burning_wheel.rules.stats import Stat
from engine.option import Option
from engine.refused import Refused
from engine.working import Line, Worked

NOT_GIVEN = "not given"
ACTIONS_A_MINUTE = 20
"""For each point of Reflexes: an exchange is three seconds. Source: SOR-12."""
MINUTE = 60
HALF = 2


class Element(Option):
    """The part of the world that a spell works on. Source: SOR-07."""

    AIR = "air", "Air"
    ANIMA = "anima", "Anima"
    ARCANA = "arcana", "Arcana"
    EARTH = "earth", "Earth"
    FIRE = "fire", "Fire"
    HEAVEN = "heaven", "Heaven"
    WATER = "water", "Water"
    WHITE = "white", "White"


SPHERES: Mapping[Element, str] = {
    Element.AIR: "wind",
    Element.ANIMA: "bodies and minds of living things",
    Element.ARCANA: "magic itself",
    Element.EARTH: "stone, wood, soil",
    Element.FIRE: "flame and heat",
    Element.HEAVEN: "light",
    Element.WATER: "sea, rivers, ponds",
    Element.WHITE: "lightning and its kin",
}


class Impetus(Option):
    """What a spell does to its element. Source: SOR-08."""

    CONTROL = "control", "Control"
    CREATE = "create", "Create"
    DESTROY = "destroy", "Destroy"
    ENHANCE = "enhance", "Enhance"
    INFLUENCE = "influence", "Influence"
    TAX = "tax", "Tax"


DOES: Mapping[Impetus, str] = {
    Impetus.CONTROL: "forces its element, even into what it would never do",
    Impetus.CREATE: "makes something out of nothing",
    Impetus.DESTROY: "turns its element against others: a dark art",
    Impetus.ENHANCE: "strengthens its element beyond its nature",
    Impetus.INFLUENCE: "nudges its element, as a magnet does a compass",
    Impetus.TAX: "drains or weakens its target: a dark art",
}


class Origin(Option):
    """Where a spell may start. Source: SOR-06."""

    PERSONAL = "personal", "Personal"
    PRESENCE = "presence", "Presence"
    SIGHT = "sight", "Sight"


STARTS: Mapping[Origin, str] = {
    Origin.PERSONAL: "at the caster and nowhere else",
    Origin.PRESENCE: "at whoever could hear the caster speak; noise does not matter, walls do",
    Origin.SIGHT: "at whatever the caster sees, by magic too",
}


class Area(Option):
    """What kind of area a spell covers. Source: SOR-09."""

    CASTER = "caster", "Caster"
    TARGET = "target", "Single Target"
    PRESENCE = "presence", "Presence"
    MEASURED = "measured", "Measured Area"
    NATURAL = "natural", "Natural Effect"


COVERS: Mapping[Area, str] = {
    Area.CASTER: "the caster alone",
    Area.TARGET: "one target, or as many as the spell says",
    Area.PRESENCE: "everyone in the caster’s Presence",
    Area.MEASURED: "one unit of its measure; more before the roll, for +1 Ob each",
    Area.NATURAL: "as much as the successes over the obstacle make of it",
}


class Unit(Option):
    """The unit of a Measured Area; the first of it is what a spell covers. Source: SOR-09."""

    PACES = "paces", "Paces"
    TENS = "tens", "10s of Paces"
    HUNDREDS = "hundreds", "100s of Paces"
    MILES = "miles", "Miles"
    TEN_MILES = "ten-miles", "10s of Miles"
    HUNDRED_MILES = "hundred-miles", "100s of Miles"


class Duration(Option):
    """How long a spell lasts. Source: SOR-03, SOR-25, SOR-26."""

    INSTANTANEOUS = "instantaneous", "Instantaneous"
    SUSTAINED = "sustained", "Sustained"
    ELAPSED = "elapsed", "Elapsed time"
    PERMANENT = "permanent", "Permanent"


LASTS: Mapping[Duration, str] = {
    Duration.INSTANTANEOUS: "a moment; what it did stays done",
    Duration.SUSTAINED: "as long as the caster sets a Will die aside for it",
    Duration.ELAPSED: "one of its units, and one more for each success put into it",
    Duration.PERMANENT: "for good",
}


class Against(Option):
    """What kind of obstacle a spell has. Source: SOR-04."""

    FIXED = "fixed", "a number"
    RANGE = "range", "a range"
    CASTER = "caster", "a stat of the caster"
    TARGET = "target", "a stat of the target"


@dataclass(frozen=True, slots=True)
class SpellOb:
    """The obstacle of a spell as it is printed: one number, `least` to `most`, or a `stat` of caster or target.

    `least` and `most` are 1 or more, and alike where it is one number; 0 where a stat sets it. Raises `Refused` for a
    range that falls, and where a stat is missing. Source: SOR-04.
    """

    kind: Against
    least: int = 0
    most: int = 0
    stat: Stat | None = None

    def __post_init__(self) -> None:
        of_stat = self.kind in (Against.CASTER, Against.TARGET)
        if of_stat != (self.stat is not None):
            raise Refused("An obstacle is a number, a range, or a stat of the caster or the target.")
        if not of_stat and not 1 <= self.least <= self.most:
            raise Refused(f"A spell’s obstacle is 1 or more, and a range rises; this says {self.least} to {self.most}.")

    @classmethod
    def fixed(cls, number: int) -> "SpellOb":
        """One number."""
        return cls(Against.FIXED, number, number)

    @property
    def words(self) -> str:
        """ "4", "1 to 8", "the target’s Will"."""
        if self.stat is not None:
            return f"the {self.kind.value}’s {self.stat.words}"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    def number(self, chosen: int | None = None) -> int:
        """The obstacle before anything is added; `chosen` is the point of a range, or the exponent of the stat.

        One number needs no choice, and a range without one begins at its least. Never below 1. Raises `Refused` for a
        choice outside the range, and for a stat that nobody has said. Source: SOR-04.

        >>> SpellOb.fixed(4).number(), SpellOb(Against.RANGE, 1, 8).number(7)
        (4, 7)
        >>> SpellOb(Against.TARGET, stat=Stat.WILL).number(5)
        5
        """
        if self.stat is not None:
            if chosen is None:
                raise Refused(f"This spell is cast against {self.words}; say its exponent.")
            return max(1, chosen)
        if self.kind is Against.FIXED or chosen is None:
            return self.least
        if not self.least <= chosen <= self.most:
            raise Refused(f"This spell’s obstacle lies between {self.least} and {self.most}; this says {chosen}.")
        return chosen


@dataclass(frozen=True, slots=True)
class Harm:
    """The Power of a spell that does damage: Will divided by `part`, with `plus`, and one for each `each` over.

    Source: SOR-20; the two examples: SOR-56.
    """

    part: int = 1
    plus: int = 0
    each: int = 1

    def power(self, will: int, over: int = 0) -> int:
        """Its Power, never below 0: `will` is the whole exponent, `over` the successes put into its effect (0 or more).

        A part of Will is rounded down, and so are successes that do not fill a step. Source: SOR-20.

        >>> Harm().power(5, 3), Harm(part=2, each=2).power(5, 8)
        (8, 6)
        """
        return max(0, self.worked(will, over).total)

    def worked(self, will: int, over: int = 0) -> Worked:
        """The same line by line. Source: SOR-20."""
        of_will = "Will" if self.part == 1 else "Half of Will" if self.part == HALF else f"Will / {self.part}"
        each = "each success" if self.each == 1 else f"each {self.each} successes"
        lines = [
            Line(will // self.part, of_will, "SOR-20"),
            Line(over // self.each, f"In its effect: {over}, +1 for {each}", "SOR-20"),
        ]
        if self.plus:
            lines.insert(1, Line(self.plus, "The spell", "SOR-20"))
        return Worked(tuple(lines))


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell as its block prints it; None is what the book at hand does not give. Source: SOR-03.

    `per_obstacle` multiplies `actions` by the obstacle, `price` is in Resource Points, `harm` what it does where it
    does damage. `inferred` names the facets that are taken from its name or from what is said of it. `natural` is one
    of natural magic, which no sorcerer casts (NAT-01).
    """

    key: str
    name: str
    obstacle: SpellOb | None
    caret: bool | None
    actions: int | None
    per_obstacle: bool
    origin: Origin | None
    element: Element | None
    impetus: Impetus | None
    area: Area | None
    unit: Unit | None
    duration: Duration | None
    price: int | None
    harm: Harm | None
    inferred: tuple[str, ...]
    says: str
    natural: bool = False

    @property
    def beyond(self) -> str:
        """What successes over its obstacle do for its effect, as a sentence. Source: SOR-04, SOR-23."""
        if self.caret:
            return "Each success over makes more of it."
        if self.area is Area.NATURAL:
            return "What is over says how large it gets."
        if self.caret is None:
            return "Whether more successes make more of it, the book at hand does not say."
        return "It is flat: what is over changes nothing in its effect."

    @property
    def missing(self) -> tuple[str, ...]:
        """The facets that the book at hand does not give, in the order of a spell's block."""
        return tuple(name for name in FACETS if getattr(self, name) is None)

    @property
    def touch(self) -> bool:
        """Whether it is delivered by the caster's touch. Source: SOR-17."""
        return self.area is Area.TARGET and self.origin is Origin.PERSONAL

    def time(self, obstacle: int) -> int | None:
        """Its actions, cast as it stands at this obstacle (without area or haste); None where the book gives none.

        Source: SOR-11, SOR-12.

        >>> SPELLS["air-of-gates"].time(7)
        175
        """
        if self.actions is None:
            return None
        return self.actions * obstacle if self.per_obstacle else self.actions


FACETS = ("obstacle", "caret", "actions", "origin", "element", "impetus", "area", "duration")


def seconds(actions: int, reflexes: int) -> Fraction:
    """How long so many actions (0 or more) take outside a conflict, in seconds, with Reflexes of 1 or more.

    Raises `Refused` without Reflexes. Source: SOR-12.

    >>> seconds(120, 4) / MINUTE
    Fraction(3, 2)
    """
    if reflexes < 1:
        raise Refused("Whoever casts has Reflexes of 1 or more.")
    return Fraction(actions * MINUTE, ACTIONS_A_MINUTE * reflexes)


def _given(said: Any) -> Any:
    return None if said == NOT_GIVEN else said


def _obstacle(said: int | str | Sequence[int]) -> SpellOb | None:
    if said == NOT_GIVEN:
        return None
    if isinstance(said, str):
        whose, _, stat = said.partition(" ")
        return SpellOb(Against.of(whose), stat=Stat.of(stat))
    if isinstance(said, int):
        return SpellOb.fixed(said)
    least, most = said
    return SpellOb(Against.RANGE, least, most)


def _spell(row: Mapping[str, Any]) -> Spell:
    kinds = {"origin": Origin, "element": Element, "impetus": Impetus, "area": Area, "unit": Unit, "duration": Duration}
    facets = {name: None if row[name] == NOT_GIVEN else kind.of(row[name]) for name, kind in kinds.items()}
    plain = {name: _given(row[name]) for name in ("caret", "actions", "price")}
    return Spell(
        **{
            **{name: row[name] for name in ("key", "name", "per_obstacle", "says", "natural")},
            **facets,
            **plain,
            "obstacle": _obstacle(row["obstacle"]),
            "harm": Harm(**row["harm"]) if row["harm"] != NOT_GIVEN else None,
            "inferred": tuple(row["inferred"]),
        }
    )


SPELLS: Mapping[str, Spell] = {
    one.key: one for one in tables.rows(__file__, "spells.toml", "spell", tuple(Spell.__dataclass_fields__), _spell)
}
NAMED: tuple[str, ...] = tuple(tables.read(__file__, "spells.toml")["named"])
"""Spells that the book names and tells nothing of. Source: SOR-56."""

"""A spell as a form asks for it, and as rows of the sheet: those of the book, and the reader's own."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, Self

from engine import wording
from engine.forms import LONGEST_TEXT, Among, Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.rules import spells as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Style
from engine.games.burning_wheel.rules.spells import Against, Harm, SpellOb
from engine.games.burning_wheel.rules.stats import Stat
from engine.option import Option
from engine.refused import Refused

OBSTACLES = Between(1, 20)
ACTIONS = Between(1, 200)
STYLE = Between(1, 8)
MOST_PRICE = 200
QUICK_SPELLS = ("arcane-kindness", "mage-light", "shards", "the-fear")
UNKNOWN = ("unknown", "not known")
OWN_KEY = "own"
"""The key of a spell that is in no list."""


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
    plus: Annotated[int, Between(-9, 9), Asked("Damage: Power more or less", quick=(-1, 0, 1, 2), more=True)] = 0

    def __post_init__(self) -> None:
        """Raises `Refused` for a range that falls or hangs in the air."""
        if self.most is not None and (self.against is not Ob.NUMBER or self.obstacle is None):
            raise Refused("A range goes up from a number; a stat has none.")
        if self.most is not None and self.obstacle is not None and self.most < self.obstacle:
            raise Refused(f"A range rises; this says {self.obstacle} to {self.most}.")
        if self.plus and self.damage is Damage.NONE:
            raise Refused("Power is added to damage, and this spell does none.")

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
            *_of_harm(spell.harm),
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
            OWN_KEY,
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
            None if self.damage is Damage.NONE else replace(HARMS[self.damage], plus=self.plus),
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


def _of_harm(harm: Harm | None) -> tuple[Damage, int]:
    if harm is None:
        return Damage.NONE, 0
    return next(kind for kind, one in HARMS.items() if replace(one, plus=harm.plus) == harm), harm.plus


@cache
def _forms() -> Mapping[str, Spell]:
    return {key: Spell.of(one) for key, one in rules.SPELLS.items()}


@cache
def _keys() -> Mapping[Spell, str]:
    return {spell: key for key, spell in _forms().items()}


MAGE_LIGHT = Spell.of(rules.SPELLS["mage-light"])
KINDNESS = Spell.of(rules.SPELLS["arcane-kindness"])

OWN = "own spell"
SUSTAINING, PRACTICED = "sustaining", "not mastered"
NO_OB = "Ob not given"
NUMBER = re.compile(r"ob ([0-9]{1,2})(?: ?(?:-|–|to) ?([0-9]{1,2}))?(\^?)")
STAT = re.compile(r"ob (your|target) ([a-z]+)(\^?)")
TIME = re.compile(r"([0-9]{1,3}) actions?( ?[×x] ?ob)?")
HARM = re.compile(r"damage ([a-z-]+)(?: ([+−-]?[0-9]))?")
FACETS: Mapping[str, type[Option]] = {"origin": Origin, "element": Element, "impetus": Impetus, "area": Area}


@row("spell")
class SpellRow:
    """A spell that someone knows, as a row of the form."""

    name: Annotated[str, Asked("What you call it")] = ""
    spell: Annotated[Among[Spell], Asked("The spell")] = MAGE_LIGHT
    sustained: Annotated[bool, Asked("You sustain it now")] = False
    practiced: Annotated[bool, Asked("Not mastered yet")] = False

    @property
    def called(self) -> str:
        """Its name."""
        return self.name or self.spell.words

    @property
    def known(self) -> Spell:
        """The spell under the name that it has on the sheet, if it is the reader's own."""
        return self.spell if self.spell in _keys() or not self.name else replace(self.spell, name=self.name)

    @property
    def figures(self) -> str:
        """What a sheet says of it: "Ob 4^, 10 actions, sustaining"."""
        return ", ".join((*_said(self.spell), *self._flags))

    @property
    def line(self) -> str:
        """As `of_line` reads it: "Lantern: Mage Light, sustaining"."""
        own = self.spell not in _keys()
        named = self.name or (self.spell.name if own else "")
        said = [OWN, *_said(self.spell), *_facets(self.spell)] if own else [self.spell.name]
        return f"{f'{named}: ' if named else ''}{', '.join((*said, *self._flags))}"

    @property
    def _flags(self) -> tuple[str, ...]:
        return (*((SUSTAINING,) if self.sustained else ()), *((PRACTICED,) if self.practiced else ()))

    @classmethod
    def of_line(cls, line: str, before: Self | None = None) -> Self:
        """The spell that is typed in a line: one of the book, or one's own with its facets.

        Raises `Refused` for a line that has neither.

        >>> SpellRow.of_line("mage light, sustaining").line
        'Mage Light, sustaining'
        >>> SpellRow.of_line("Hush: own spell, ob target will^, 6 actions, element air, sustained").figures
        'Ob target Will^, 6 actions'
        """
        named, _, rest = line.rpartition(":")
        name = " ".join(named.split())[:LONGEST_TEXT]
        parts = [" ".join(part.split()) for part in rest.split(",")]
        flags = [_folded(part) for part in parts[1:] if _folded(part) in (SUSTAINING, PRACTICED)]
        said = [part for part in parts if _folded(part) not in (SUSTAINING, PRACTICED)]
        lit = (SUSTAINING in flags, PRACTICED in flags)
        if said and _folded(said[0]) == OWN:
            return cls(name, _typed(said[1:]), *lit)
        found = _called().get(_folded(said[0])) if len(said) == 1 else None
        if found is None:
            raise Refused(
                "A spell is one of the book’s, like “Mage Light”, or “Hush: own spell, Ob 3^, 6 actions, element air”; "
                f"this says {wording.quoted(line)}."
            )
        return cls(name, found, *lit)


@cache
def _called() -> Mapping[str, Spell]:
    return {_folded(one.name): one for one in _forms().values()}


def _folded(said: str) -> str:
    return said.casefold().replace("'", "’").strip()


def _said(spell: Spell) -> Iterator[str]:
    """Its obstacle and actions, as a line has them."""
    up = "^" if spell.caret else ""
    if spell.against is not Ob.NUMBER:
        whose, _, stat = spell.against.value.partition("-")
        yield f"Ob {'your' if whose == 'caster' else whose} {stat.capitalize()}{up}"
    elif spell.obstacle is None:
        yield f"{NO_OB}{up}"
    else:
        yield f"Ob {spell.obstacle}{f'–{spell.most}' if spell.most else ''}{up}"
    if spell.actions is not None:
        yield wording.count(spell.actions, "action").replace(wording.NO_BREAK, " ") + (
            " × Ob" if spell.per_obstacle else ""
        )


def _facets(spell: Spell) -> Iterator[str]:
    """The other facets of a spell of one's own, as a line has them."""
    for name in FACETS:
        value = getattr(spell, name)
        if value.value != UNKNOWN[0]:
            yield f"{name} {value.words.lower()}"
    if spell.duration is not Duration.UNKNOWN:
        yield spell.duration.words.lower()
    if spell.damage is not Damage.NONE:
        yield f"damage {spell.damage.value}{f' {wording.signed(spell.plus)}' if spell.plus else ''}"


def _typed(parts: list[str]) -> Spell:
    """A spell of one's own from the parts of its line. Raises `Refused` for one that no spell has."""
    found: dict[str, Any] = {"obstacle": None, "actions": None}
    for part in parts:
        found |= _part(part)
    return Spell(**found)


def _part(part: str) -> dict[str, Any]:
    said = _folded(part)
    name, _, rest = said.partition(" ")
    if said.removesuffix("^") == NO_OB.casefold():
        return {"caret": said.endswith("^")}
    if match := NUMBER.fullmatch(said):
        return {"obstacle": int(match[1]), "most": int(match[2]) if match[2] else None, "caret": bool(match[3])}
    if (match := STAT.fullmatch(said)) and match[2] in {one.value for one in Stat}:
        whose = "caster" if match[1] == "your" else match[1]
        return {"against": Ob.of(f"{whose}-{match[2]}"), "caret": bool(match[3])}
    if match := TIME.fullmatch(said):
        return {"actions": int(match[1]), "per_obstacle": bool(match[2])}
    if name in FACETS and (one := next((one for one in FACETS[name] if one.words.casefold() == rest), None)):
        return {name: one}
    if one := next((one for one in Duration if one.words.casefold() == said), None):
        return {"duration": one}
    if (match := HARM.fullmatch(said)) and (one := next((one for one in Damage if one.value == match[1]), None)):
        return {"damage": one, "plus": int((match[2] or "0").replace(wording.MINUS, "-"))}
    raise Refused(
        f"This says {wording.quoted(part)}; a spell of your own has “Ob 3^”, “6 actions”, “origin sight”, "
        "“element air”, “impetus create”, “area 10s of paces”, “sustained”, “damage will”."
    )


@branch("Normally")
class Normally:
    """As it stands."""

    @property
    def cast(self) -> Cast:
        return Cast()


@branch("Carefully")
class Carefully:
    """More dice to cast, for twice the time each."""

    dice: Annotated[int, STYLE, Asked("Dice you add to the casting", quick=(1, 2, 3))] = 1

    @property
    def cast(self) -> Cast:
        return Cast(Style.CAREFUL, self.dice)


@branch("Patiently")
class Patiently:
    """More dice against Tax, for three times the time each."""

    dice: Annotated[int, STYLE, Asked("Dice you add to the Tax", quick=(1, 2, 3))] = 1

    @property
    def cast(self) -> Cast:
        return Cast(Style.PATIENT, self.dice)


@branch("Patiently and carefully")
class Both:
    """The same number of dice more on both."""

    dice: Annotated[int, STYLE, Asked("Dice you add to both", quick=(1, 2, 3))] = 1

    @property
    def cast(self) -> Cast:
        return Cast(Style.BOTH, self.dice)


@branch("Hastily")
class Hastily:
    """Fewer actions, harder to cast."""

    saved: Annotated[int, Between(1, 40), Asked("Actions you save", quick=(1, 2, 3))] = 1

    @property
    def cast(self) -> Cast:
        return Cast(Style.HASTY, self.saved)


Way = Annotated[Normally | Carefully | Patiently | Both | Hastily, Asked("You cast it")]
TheSpell = Annotated[Among[Spell], Asked("The spell", quick=QUICK_SPELLS), sheet("spells", at_once=False)]
SaidOb = Annotated[
    Annotated[int, OBSTACLES] | None,
    Asked("Obstacle, where the spell leaves it open", "A stat, a point of its range. Empty: as printed.", more=True),
]
Sorcery = Annotated[Ability, Asked("Sorcery", quick=("B3", "B4", "B5", "B6")), sheet("sorcery")]
Will = Annotated[Ability, Asked("Will", quick=("B3", "B4", "B5", "B6")), sheet("will")]
Held = Annotated[int, Between(0, 19), Asked("Spells you sustain", quick=(0, 1, 2, 3)), sheet("sustained")]
Forte = Annotated[Ability, Asked("Forte, untaxed", quick=("B3", "B4", "B5", "B6")), sheet("forte")]
ForteLost = Annotated[int, Between(0, 20), Asked("Dice of Forte lost to Tax", quick=(0, 1, 2)), sheet("forte_lost")]


def obstacle_of(spell: Spell, said: int | None, at: str = "stat", own: str = "spell", *, sung: bool = False) -> int:
    """The obstacle of a spell with what was `said` where the book leaves it open.

    Raises `Unusable` at the field `at` where nothing was, and outside a range; for a spell of the reader's own without
    one at the obstacle of the field `own`, and at that field for natural magic, unless it may be `sung`.
    """
    found = spell.spell
    if found.natural and not sung:
        raise Unusable(own, f"{found.name} is natural magic: roll its skill alone, without Sorcery, Will or Tax.")
    if found.obstacle is None:
        if said is None and found.key == OWN_KEY:
            raise Unusable(f"{own}.obstacle", f"A spell has an obstacle; none is given here for {found.name}.")
        if said is None:
            raise Unusable(at, f"The book at hand gives no obstacle for {found.name}; say the one you play with.")
        return said
    try:
        return found.obstacle.number(said)
    except Refused as error:
        raise Unusable(at, str(error)) from None


def skilled(sorcery: Ability, at: str = "sorcery") -> None:
    """Raises `Unusable` at the field `at` for a Sorcery of 0: nobody casts without the skill. Source: SOR-01."""
    if not sorcery.exponent:
        raise Unusable(at, f"Whoever casts has a Sorcery of 1 or more; this says {sorcery}.")


def able(forte: Ability, lost: int, at: str = "lost") -> None:
    """Raises `Unusable` for a Forte of 0, and in field `at` where Tax and wounds took all of it (`lost`). SOR-13."""
    if not forte.exponent:
        raise Unusable("forte", f"Whoever casts has a Forte of 1 or more; this says {forte}.")
    if lost >= forte.exponent:
        raise Unusable(at, f"Tax and wounds have taken every die of Forte {forte}: you cast nothing.")

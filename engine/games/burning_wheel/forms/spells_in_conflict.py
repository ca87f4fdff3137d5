"""Spells in a conflict as forms ask for them: the facets that position, and a casting with its dice and its time."""

from dataclasses import replace
from typing import Annotated

from engine.forms import Among, Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.forms.spells import (
    ACTIONS,
    OBSTACLES,
    Area,
    Element,
    Impetus,
    Origin,
    Spell,
    obstacle_of,
    skilled,
)
from engine.games.burning_wheel.readings.failed_casting import part_up, partial
from engine.games.burning_wheel.readings.hurt import UNHURT
from engine.games.burning_wheel.readings.learning_sorcery import casting_log
from engine.games.burning_wheel.readings.sorcery import casting_of, hastened, overtax_obstacle, tax_due
from engine.games.burning_wheel.readings.spell_effects import shade_of, uses_of
from engine.games.burning_wheel.readings.spells_in_conflict import of_power
from engine.games.burning_wheel.readings.sustaining import will_of
from engine.games.burning_wheel.rules import spells
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.casting import Cast, Style
from engine.games.burning_wheel.rules.charms import BY_KEY, Charm, Works
from engine.games.burning_wheel.rules.counter_spells import NAMED, SHIELDED
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_positioning import Wields
from engine.games.burning_wheel.rules.prayers import PRAYERS, stands_still
from engine.games.burning_wheel.rules.range_spells import TOOLS
from engine.games.burning_wheel.rules.spells import Harm
from engine.games.burning_wheel.rules.spells_in_conflict import Facets
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings

QUICK_CASTING = ("B7", "B8", "B9", "B10")
B8 = Pool.parse("B8")
B4, B5 = Ability.parse("B4"), Ability.parse("B5")
MOST_SHIELD = 20
QUICK_DICE = ("B3", "B4", "B5", "B6")
FEAR = Spell.of(spells.SPELLS["the-fear"])

SpellOrigin = Annotated[Origin, Asked("Its Origin")]
SpellArea = Annotated[Area, Asked("Its Area of Effect")]
CastingDice = Annotated[Pool, Asked("Dice you cast with", "Sorcery and Will, as you roll them.", quick=QUICK_CASTING)]
TheirCasting = Annotated[Pool, Asked("Dice they cast with", "Sorcery and Will.", quick=QUICK_CASTING)]
CastAgainst = Annotated[int, OBSTACLES, Asked("You cast against", "With area and haste.", quick=(2, 3, 4, 5))]
TheyCastAgainst = Annotated[int, OBSTACLES, Asked("They cast against", "With area and haste.", quick=(2, 3, 4, 5))]
SpellActions = Annotated[int, ACTIONS, Asked("Actions of the spell", quick=(4, 9, 12, 25))]


def facets(origin: Origin, area: Area, at: str = "area") -> Facets:
    """What positioning asks of a spell. Raises `Unusable` at the field of the area for a measured one without unit."""
    unit = next((one for one in spells.Unit if one.value == area.value), None)
    if area is Area.MEASURED:
        raise Unusable(at, "A Measured Area has a unit: choose Paces, 10s of Paces, Miles or what the spell has.")
    kind = spells.Area.MEASURED if unit else None if area is Area.UNKNOWN else spells.Area.of(area.value)
    return Facets(None if origin is Origin.UNKNOWN else spells.Origin.of(origin.value), kind, unit)


def known(element: Element, impetus: Impetus) -> tuple[spells.Element | None, spells.Impetus | None]:
    """Element and impetus as the rules take them; None where they are not known."""
    return (
        None if element is Element.UNKNOWN else spells.Element.of(element.value),
        None if impetus is Impetus.UNKNOWN else spells.Impetus.of(impetus.value),
    )


class Whose(Option):
    """Whose casting it is."""

    MINE = "mine", "ours"
    THEIRS = "theirs", "theirs"


@row("casting")
class CastingRow:
    """A casting of a duel of sorcerers: whose, with how many dice, against what, when it begins and how long it takes.

    `begins` counts the caster's own actions from the first of the fight, at range volleys.
    """

    whose: Annotated[Whose, Asked("Whose")] = Whose.MINE
    name: Annotated[str, Longest(40), Asked("Spell")] = ""
    dice: Annotated[Pool, Asked("Dice", quick=QUICK_CASTING)] = B8
    obstacle: Annotated[int, OBSTACLES, Asked("Cast against", quick=(2, 3, 4, 5))] = 3
    actions: Annotated[int, ACTIONS, Asked("Actions", quick=(4, 6, 9, 12))] = 6
    reflexes: Annotated[int, Between(1, 12), Asked("Reflexes", quick=(3, 4, 5, 6))] = 4
    begins: Annotated[int, Between(1, 60), Asked("Begins with action", "At range: with volley.", quick=(1, 2, 3))] = 1
    held: Annotated[int, Between(0, 40), Asked("Actions it may be held", "Free as long as Will.", quick=(0, 4, 5))] = 0
    element: Annotated[Element, Asked("Element")] = Element.UNKNOWN
    impetus: Annotated[Impetus, Asked("Impetus")] = Impetus.UNKNOWN

    @property
    def words(self) -> str:
        """Its name, or whose it is."""
        return self.name or ("Our spell" if self.whose is Whose.MINE else "Their spell")


class Prays(Option):
    """A prayer of the list, by its id. Source: FAI-07."""

    BLESSING = "blessing", "Blessing"
    AID = "aid", "Aid"
    HINDRANCE = "hindrance", "Hindrance"
    BOON = "boon", "Boon"
    GUIDANCE = "guidance", "Guidance"
    MINOR = "minor-miracle", "Minor Miracle"
    PURIFICATION = "purification", "Purification"
    CONSECRATION = "consecration", "Consecration"
    INSPIRATION = "inspiration", "Inspiration"
    INTERCESSION = "intercession", "Intercession"
    MIRACLE = "miracle", "Miracle"


class Does(Option):
    """What a spell does to the other side, where the book does not say. Source: SOR-20, SOR-46."""

    BOOK = "book", "what the book says of it"
    HARM = "harm", "damage: their Will is its Power"
    STEEL = "steel", "a Steel test"
    COUNTER = "counter", "it counters their spell"
    SHIELD = "shield", "an Eldritch Shield for the caster"
    OTHER = "other", "something for the table"


@branch("nothing")
class NoMagic:
    """A weapon alone."""


@branch("a spell")
class Casting:
    """A spell as one record: it is positioned with, takes its actions, and does what it does."""

    spell: Annotated[Among[Spell], Asked("The spell", quick=("the-fear", "shards", "white-fire"))] = FEAR
    sorcery: Annotated[Ability, Asked("Sorcery", quick=QUICK_DICE), sheet("sorcery")] = B4
    stat: Annotated[
        Annotated[int, OBSTACLES] | None, Asked("Obstacle, where the spell leaves it open", quick=(2, 3, 4))
    ] = None
    actions: Annotated[
        Annotated[int, ACTIONS] | None, Asked("Actions, where they differ", "Empty: as printed.", quick=(2, 4, 12))
    ] = None
    saved: Annotated[int, Between(0, 40), Asked("Hastily: actions saved", quick=(0, 1, 2))] = 0
    harder: Annotated[int, Between(0, 20), Asked("Obstacle added for area or range dice", quick=(0, 1, 2))] = 0
    origin: Annotated[Origin, Asked("Origin, where the book is silent")] = Origin.UNKNOWN
    area: Annotated[Area, Asked("Area of Effect, where the book is silent")] = Area.UNKNOWN
    does: Annotated[Does, Asked("On them it has")] = Does.BOOK
    fate: Annotated[int, Between(0, 3), Asked("Of those over, into the Die of Fate", quick=(0, 1, 2, 3))] = 0
    held: Annotated[int, Between(0, 9), Asked("Spells sustained already", quick=(0, 1, 2))] = 0
    presence: Annotated[int, Between(-6, 12), Asked("Presence, more or less than Will", quick=(0, 1, 2))] = 0
    shield: Annotated[
        Annotated[int, Between(1, MOST_SHIELD)] | None,
        Asked("Dice of the Eldritch Shield it puts up", "Empty: as many as are over.", quick=(2, 3, 4)),
    ] = None


@branch("a prayer")
class Praying:
    """A prayer as one record: it is spoken beside whatever else is done."""

    prayer: Annotated[Prays, Asked("The prayer")] = Prays.HINDRANCE
    faith: Annotated[Ability, Asked("Faith", quick=QUICK_DICE), sheet("faith")] = B5
    help: Annotated[int, Between(0, 20), Asked("Dice of helpers and believers", quick=(0, 1, 2))] = 0
    volleys: Annotated[int, Between(1, 9), Asked("Volleys that its words take", quick=(1, 2, 3))] = 1


TESTED = {
    "magic.sorcery": "Sorcery and Will",
    "will": "Sorcery and Will",
    "magic.faith": "Faith",
    "forte": "Forte, for the Tax",
    "steel": "Steel",
}
"""What spells and prayers test, by the input that holds it."""
IN_LOG = {"magic.sorcery": "magic", "magic.faith": "faith"}
"""What such an input holds, where it is not called by it."""

Shielded = Annotated[int, Between(0, MOST_SHIELD), Asked("Dice of an Eldritch Shield", more=True, quick=(0, 2, 4))]
"""The shield that stands around a side as a conflict begins."""
Magic = Annotated[NoMagic | Casting | Praying, Asked("Spell or prayer", more=True)]
NO_MAGIC = NoMagic()


def charm_of(magic: NoMagic | Casting | Praying, will: Ability, forte: Ability, at: str, ask: Rulings) -> Charm | None:
    """What a side has in hand, with the table's readings. Raises `Unusable` at a field of the group `at`.

    Wounds are not in it: whoever fights with it knows those of the hour.
    """
    if isinstance(magic, Casting):
        return _spell(magic, will, forte, at, ask)
    return _prayer(magic, ask) if isinstance(magic, Praying) else None


def _placed(spell: spells.Spell, magic: Casting, at: str) -> Facets:
    """What positioning asks of a spell: what the book says of it, and what the form says where the book does not."""
    said = facets(magic.origin, magic.area, f"{at}.area")
    unit = spell.unit or (said.unit if not spell.area else None)
    return Facets(spell.origin or said.origin, spell.area or said.area, unit)


def _spell(magic: Casting, will: Ability, forte: Ability, at: str, ask: Rulings) -> Charm:
    base = obstacle_of(magic.spell, magic.stat, f"{at}.stat", f"{at}.spell")
    spell = magic.spell.spell
    plain = magic.actions or spell.time(base)
    if plain is None:
        raise Unusable(f"{at}.actions", f"The book at hand gives no actions for {spell.name}; say those you play with.")
    if magic.saved > plain // 2:
        raise Unusable(f"{at}.saved", f"Haste takes no more than half of a spell’s actions, here {plain // 2}.")
    cast = hastened(Cast(Style.HASTY, magic.saved), ask) if magic.saved else Cast()
    skilled(magic.sorcery, f"{at}.sorcery")
    try:
        found = casting_of(magic.sorcery, will, UNHURT, ask, held=magic.held)
        counted = will_of(will.exponent, magic.held, ask)
    except Refused as error:
        raise Unusable(f"{at}.held", str(error)) from None
    own = _placed(spell, magic, at)
    works = BY_KEY.get(spell.key) or (Works.HARM if spell.harm else Works.OTHER)
    if magic.does is not Does.BOOK:
        works = Works.of(magic.does.value)
    harm = (spell.harm or Harm()) if works is Works.HARM else None
    up = bool(spell.caret) or magic.does is Does.HARM
    if magic.fate and harm and not uses_of(replace(spell, harm=harm, caret=up), ask).fate:
        raise Unusable(f"{at}.fate", f"Nothing goes into the Die of Fate of {spell.name}: it is flat.")
    actions, tax = cast.actions(plain), base + cast.taxing
    against = base + cast.harder + magic.harder
    part = partial(base, tax, ask)
    return Charm(
        spell.name,
        found.caster.pool(),
        against,
        actions,
        wields=own.wields,
        tools=own.tools,
        harder=magic.harder,
        tax=tax,
        forte=forte,
        free_if_failed=not tax_due(ask),
        works=works,
        power=harm.power(counted) if harm else None,
        each=harm.each if harm else 1,
        up=up,
        fate=magic.fate,
        shade=shade_of(magic.sorcery, will, ask) if harm else Shade.BLACK,
        bare=bool(harm) and ask["sorcery.spell-armor"] == "no",
        presence=counted + magic.presence,
        per_wound=2 if ask["sorcery.wounds"] == "each" else 1,
        test="will" if casting_log(ask) == "will" else "magic.sorcery",
        pips=overtax_obstacle(base, tax, ask),
        partial=part,
        part_up=part_up(part, actions, ask),
        will=will,
        sustains=magic.held,
        free=counted,
        raised=against - base if harm and ask["sorcery.over-what"] == "own" else None,
        shielded=spell.name in NAMED or spell.impetus in SHIELDED,
        yields=harm is not None and of_power(harm.power(counted), ask),
        stands=magic.shield,
    )


def _prayer(magic: Praying, ask: Rulings) -> Charm:
    prayer = PRAYERS[magic.prayer.value]
    odd = bool(prayer.more) and magic.faith.exponent % 2 == 1 and magic.faith.exponent > 1
    still = stands_still(magic.faith.exponent, up=odd and ask["faith.half"] == "up") if prayer.more else 0
    works = BY_KEY.get(prayer.id, Works.OTHER)
    if works is Works.BREAK and ask["faith.against-sorcery"] != "yes":
        works = Works.OTHER
    return Charm(
        prayer.name,
        Pool.of(magic.faith.exponent + magic.help, magic.faith.shade, True),
        prayer.obstacle,
        volleys=magic.volleys,
        wields=Wields.PRAYER,
        tools=(TOOLS[prayer.tool],) if prayer.tool else (),
        works=works,
        hard=works is Works.BREAK and ask["faith.interrupts"] == "yes",
        still=still,
        per_wound=int(ELEMENTS["faith"].wounds),
        test="magic.faith",
    )

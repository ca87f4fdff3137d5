"""Who casts, and what a spell asks: obstacle, caret, actions, facets (SOR-01, SOR-03 to SOR-09, SOR-56)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, sheet
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.spells import KINDNESS, QUICK_SPELLS, Spell
from engine.games.burning_wheel.rules import spells as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.spells import COVERS, DOES, LASTS, SPELLS, SPHERES, STARTS, Area, SpellOb
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import Worded
from engine.working import Mark

NAMES = {
    "obstacle": "Obstacle",
    "caret": "Caret",
    "actions": "Actions",
    "origin": "Origin",
    "element": "Element",
    "impetus": "Impetus",
    "area": "Area of Effect",
    "duration": "Duration",
}


class Idiom(Option):
    """How a sorcerer casts, chosen before play. Source: SOR-05."""

    SPEECH = "speech", "spoken words"
    GESTURE = "gesture", "gestures"


@calculator("may-cast", rules="SOR-01 SOR-05")
def may_cast(
    gifted: Annotated[bool, Asked("You have the Gifted trait, or its like"), sheet("gifted")] = True,
    sorcery: Annotated[Ability, Asked("Your Sorcery", quick=("B0", "B3", "B4", "B5")), sheet("sorcery")] = (
        Ability.parse("B4")
    ),
    idiom: Annotated[Idiom, Asked("You cast with")] = Idiom.SPEECH,
    *,
    ask: Rulings,
) -> Answer:
    """Can you cast?"""
    reads = sorcery.exponent > 0
    casts = reads and gifted
    mouth = idiom is Idiom.SPEECH or ask["sorcery.mouth"] == "any"
    facts = (Fact("yes" if reads else "no", "reads spells"), Fact("yes" if casts else "no", "casts them"))
    figure = "You cast" if casts else "You read" if reads else "Neither"
    sentence = {
        (True, True): "You read spells and cast them.",
        (True, False): "You read spells and learn of them, but without the gift you cast none.",
        (False, False): "Without Sorcery you neither read spells nor cast them.",
    }[reads, casts]
    values = {"reads": reads, "casts": casts, "mouth": "interrupts" if mouth else "does not interrupt"}
    blocks: list[Block] = [Verdict(figure, facts, sentence)]
    if reads and not casts:
        blocks.append(Note("You can make the First Reading of a spell. Practicals mean casting it.", rule="SOR-01"))
    if casts:
        shown = "loud and clear" if idiom is Idiom.SPEECH else "wide and intricate"
        blocks.append(Note(f"Your {idiom.words} are {shown}: nobody casts in secret.", rule="SOR-05"))
        blocks.append(
            Note(
                "A hit in the mouth breaks off your spell." if mouth else "A hit in the mouth does not stop your hands."
            )
        )
    return Answer(values, tuple(blocks))


@calculator("spell", rules="SOR-03 SOR-04 SOR-06 SOR-07 SOR-08 SOR-09 SOR-56")
def read_spell(
    spell: Annotated[Among[Spell], Asked("The spell", quick=QUICK_SPELLS)] = KINDNESS,
    stat: Annotated[
        Annotated[int, Between(1, 20)] | None,
        Asked("The stat, or where in the range", "Empty: not known, or the spell has one number.", quick=(1, 3, 5, 7)),
    ] = None,
) -> Answer:
    """What does this spell ask of me?"""
    found = spell.spell
    number = _number(found.obstacle, stat)
    time = None if number is None and found.per_obstacle else found.time(number or 0)
    up = {True: "more is more", False: "flat", None: "not given"}[found.caret]
    facts = (
        Fact("not given" if time is None else time, "actions"),
        Fact(up),
        *((Fact(found.duration),) if found.duration else ()),
    )
    figure = _figure(found, number)
    values = {
        "obstacle": number,
        "caret": found.caret,
        "actions": time,
        "touch": found.touch,
        "missing": list(found.missing),
        "inferred": list(found.inferred),
        **{name: one.value if (one := getattr(found, name)) else None for name in ("origin", "element", "impetus")},
        **{name: one.value if (one := getattr(found, name)) else None for name in ("area", "unit", "duration")},
    }
    blocks: list[Block] = [
        Verdict(figure, facts, _sentence(found, number), Mark.MISSING if found.obstacle is None else None),
        Table(found.name, ("Facet", "", "What it means"), tuple(_rows(found))),
        *_doubts(found),
    ]
    if found.says:
        blocks.insert(1, Note(found.says, rule="SOR-56" if found.key != "arcane-kindness" else "SOR-03"))
    if found.touch:
        blocks.append(Note("A single target from a Personal Origin: the caster has to touch it.", rule="SOR-17"))
    return Answer(values, tuple(blocks))


def _number(obstacle: SpellOb | None, stat: int | None) -> int | None:
    """The obstacle as a number, where it is known."""
    if obstacle is None or (obstacle.stat is not None and stat is None):
        return None
    try:
        return obstacle.number(stat)
    except Refused as error:
        raise Unusable("stat", str(error)) from None


def _figure(spell: rules.Spell, number: int | None) -> str:
    if number is None:
        return "Not given" if spell.obstacle is None else spell.obstacle.words[:1].upper() + spell.obstacle.words[1:]
    return f"{ob(number)}{'^' if spell.caret else ''}"


def _sentence(spell: rules.Spell, number: int | None) -> str:
    if spell.obstacle is None:
        return f"The book at hand gives no obstacle for {spell.name}."
    said = f"Ob {number}" if number is not None else spell.obstacle.words
    if spell.caret:
        return f"{spell.name} is cast against {said}, and each success over makes more of it."
    return f"{spell.name} is cast against {said}."


def _rows(spell: rules.Spell) -> list[tuple[Entry, ...]]:
    """The facets of a spell, each with what it means."""
    caret = {
        None: (None, None),
        True: ("yes", "successes over the obstacle go into effect or duration"),
        False: ("no", "flat: reaching the obstacle is all"),
    }[spell.caret]
    area = spell.unit.words if spell.unit else spell.area.words if spell.area else None
    each = " for each point of obstacle" if spell.per_obstacle else ""
    told: dict[str, tuple[Entry, Entry]] = {
        "obstacle": (spell.obstacle.words if spell.obstacle else None, None),
        "caret": caret,
        "actions": (None if spell.actions is None else f"{spell.actions}{each}", None),
        "origin": (_word(spell.origin), STARTS[spell.origin] if spell.origin else None),
        "element": (_word(spell.element), SPHERES[spell.element] if spell.element else None),
        "impetus": (_word(spell.impetus), DOES[spell.impetus] if spell.impetus else None),
        "area": (area, COVERS[spell.area] if spell.area else None),
        "duration": (_word(spell.duration), LASTS[spell.duration] if spell.duration else None),
    }
    price: list[tuple[Entry, ...]] = [] if spell.price is None else [("Resource Points", spell.price, None)]
    return [*((NAMES[name], *told[name]) for name in rules.FACETS), *price]


def _word(option: Worded | None) -> str | None:
    return option.words if option else None


def _doubts(spell: rules.Spell) -> list[Block]:
    """What the book at hand leaves out, and what is taken from a name."""
    notes: list[Block] = []
    if spell.inferred:
        named = wording.listed(NAMES[one].lower() for one in spell.inferred)
        notes.append(Note(f"Taken from its name or from what is said of it: {named}.", Mark.REBUILT, "SOR-56"))
    if spell.missing and spell.key != "own":
        named = wording.listed(NAMES[one].lower() for one in spell.missing)
        notes.append(Note(f"The spell list is in another volume. Not given here: {named}.", Mark.MISSING, "SOR-56"))
    return notes


@table("spells")
def spells() -> Table:
    """The spells whose numbers the book gives (SOR-56)."""
    rows = tuple(_row(one) for one in SPELLS.values())
    columns = ("Spell", "Ob", "Actions", "Origin", "Element", "Impetus", "Area", "Duration")
    return Table("Spells with numbers in this book", columns, rows)


def _row(spell: rules.Spell) -> tuple[Entry, ...]:
    """A spell in a line; what is inferred stands in brackets."""

    def shown(name: str, words: str | None) -> str | None:
        return f"({words})" if words and name in spell.inferred else words

    obstacle = spell.obstacle.words + ("^" if spell.caret else "") if spell.obstacle else None
    each = "× Ob" if spell.per_obstacle else ""
    return (
        spell.name,
        obstacle,
        None if spell.actions is None else f"{spell.actions} {each}".strip(),
        shown("origin", _word(spell.origin)),
        shown("element", _word(spell.element)),
        shown("impetus", _word(spell.impetus)),
        shown("area", _word(spell.unit or spell.area)),
        shown("duration", _word(spell.duration)),
    )


@table("spell-origins")
def origins() -> Table:
    """Where spells start (SOR-06)."""
    return Table("Origin", ("Origin", "It starts"), tuple((one, said) for one, said in STARTS.items()))


@table("spell-elements")
def elements() -> Table:
    """The eight elements (SOR-07)."""
    return Table("Element", ("Element", "What it works on"), tuple((one, said) for one, said in SPHERES.items()))


@table("spell-impeti")
def impeti() -> Table:
    """The six impeti (SOR-08)."""
    return Table("Impetus", ("Impetus", "What it does"), tuple((one, said) for one, said in DOES.items()))


@table("spell-areas")
def areas() -> Table:
    """The kinds of area (SOR-09)."""
    rows = tuple((one, COVERS[one]) for one in Area)
    return Table("Area of Effect", ("Area", "What it covers"), rows)

"""The character sheet: attributes, spirit, and skills in their families (BSR-01, BSR-03, BSR-18)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.gear import BY_LINE, ThingRow, things
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE
from engine.games.bastard_sword.readings.dice import die_of
from engine.games.bastard_sword.rules import spirit
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.injuries import BLEEDING_BOXES, Marks, Track
from engine.games.bastard_sword.rules.packing import pack, said
from engine.games.bastard_sword.rules.pool import granted
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.skills import Family, effective
from engine.games.bastard_sword.sheet.rows import FamilyRow, LearningRow, SkillRow, TraitRow, VirtueRow
from engine.games.bastard_sword.views.blocks import InjuryRows
from engine.games.bastard_sword.words import dice as of_dice
from engine.games.bastard_sword.words import upper
from engine.refused import Refused
from engine.rulings import Rulings

SEVERAL = "Running 2 (CS), Bows 1 (AW)"


@calculator("bs-sheet", rules="BSR-01 BSR-03")
def bs_sheet(
    name: Annotated[str, Asked("Name")] = "",
    concept: Annotated[str, Longest(240), Asked("Who that is")] = "",
    opponent: Annotated[bool, Asked("One of the GM’s people")] = False,
    agility: Annotated[int, SCORE, Asked("Agility", quick=QUICK_SCORES)] = 3,
    constitution: Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES)] = 3,
    strength: Annotated[int, SCORE, Asked("Strength", quick=QUICK_SCORES)] = 3,
    erudition: Annotated[int, SCORE, Asked("Erudition", quick=QUICK_SCORES)] = 3,
    persona: Annotated[int, SCORE, Asked("Persona", quick=QUICK_SCORES)] = 3,
    wisdom: Annotated[int, SCORE, Asked("Wisdom", quick=QUICK_SCORES)] = 3,
    spirit_lost: Annotated[int, Between(0, spirit.MOST_SPIRIT), Asked("Spirit spent or lost", quick=(0, 1, 3, 10))] = 0,
    skills: Annotated[tuple[SkillRow, ...], Asked("Skills", several=SEVERAL)] = (),
    families: Annotated[tuple[FamilyRow, ...], Asked("Ranks of families")] = (),
    size: Annotated[Size, Asked("Size", more=True)] = Size.MEDIUM,
    virtues: Annotated[tuple[VirtueRow, ...], Asked("Virtues", more=True)] = (),
    learning: Annotated[tuple[LearningRow, ...], Asked("Experience of attributes", more=True)] = (),
    gear: Annotated[tuple[ThingRow, ...], Asked("Gear", BY_LINE, lines=True, more=True)] = (),
    injuries: Annotated[Marks, Asked("Boxes of injuries, row by row", "As in 3 1 0", more=True)] = Marks(),
    track: Annotated[Track, Asked("Injury track", "Rows, minor and major boxes", more=True)] = Track(),
    bleeding: Annotated[int, Between(0, BLEEDING_BOXES), Asked("Bleeding boxes", quick=(0, 1, 2), more=True)] = 0,
    stun: Annotated[int, Between(0, 60), Asked("Stun", quick=(0, 1, 3), more=True)] = 0,
    traits: Annotated[tuple[TraitRow, ...], Asked("Traits", more=True)] = (),
    *,
    ask: Rulings,
) -> Answer:
    """Who is this, and what do they roll?"""
    held = {"skills": skills, "families": families, "virtues": virtues, "learning": learning, "gear": gear}
    check({**held, "injuries": injuries, "track": track})
    scores = dict(zip(Attribute, (agility, constitution, strength, erudition, persona, wisdom), strict=True))
    most = spirit.most(constitution, persona)
    left = max(0, most - spirit_lost)
    called = name or ("An opponent" if opponent else "A new character")
    rows = [(row.name, row.family.words, row.pair, _dice(row, families, scores, ask)) for row in skills if row.name]
    facts = (Fact(f"{left} of {most}", "spirit"), Fact.count(len(rows), "skill"))
    blocks: list[Block] = [
        Verdict(called, facts, f"{called}: {left} of {most} spirit left."),
        _attributes(scores, learning),
    ]
    if rows:
        blocks.append(Table("Skills", ("Skill", "Family", "Pair", "Dice"), tuple(rows)))
    if virtues:
        lines = tuple((row.virtue.words.capitalize(), row.lack, row.right - row.left, row.excess) for row in virtues)
        blocks.append(Table("Virtues", ("Virtue", "Lack checked", "Excluded", "Excess checked"), lines))
    if gear:
        blocks.append(_gear(gear))
    if traits:
        blocks.append(
            Table("Traits", ("Trait", "At your table"), tuple((row.name, row.effect or None) for row in traits))
        )
    if any(injuries.rows) or bleeding or stun:
        hurt = f"{bleeding} bleeding, {stun} stun."
        blocks.append(InjuryRows(track.minor, track.major, injuries.on(track), hurt))
    dice = max((row[3].dice for row in rows if isinstance(row[3], Pool)), default=0)
    if not left:
        blocks.append(Note("With no spirit left you roll no dice at all.", rule="BSR-18"))
    elif left < dice:
        blocks.append(Note(f"With {left} spirit left no roll has more than {of_dice(left)}.", rule="BSR-18"))
    pools = {row[0]: str(row[3]) for row in rows}
    return Answer({"name": name, "most_spirit": most, "spirit": left, "pools": pools}, tuple(blocks))


def _attributes(scores: Mapping[Attribute, int], learning: Sequence[LearningRow]) -> Table:
    """The scores, with the experience of those that have any."""
    known = {row.attribute: f"{row.xp}{', marked' if row.marked else ''}" for row in learning}
    if not known:
        rows = tuple((one.words.capitalize(), scores[one]) for one in Attribute)
        return Table("Attributes", ("Attribute", "Score"), rows)
    return Table(
        "Attributes",
        ("Attribute", "Score", "Experience"),
        tuple((one.words.capitalize(), scores[one], known.get(one)) for one in Attribute),
    )


def _gear(gear: Sequence[ThingRow]) -> Table:
    """What is carried, with what each thing and all of it weigh. Source: BSC-23."""
    packed = pack(things(gear, "gear"))
    listed = zip(gear, packed.things, packed.weighs, strict=True)
    rows = [(upper(said(thing)), row.place or None, weight) for row, thing, weight in listed]
    return Table("Gear", ("What", "Where", "Weighs"), (*rows, ("All together", None, packed.burden)))


def check(values: Mapping[str, Any]) -> None:
    """Raises `Unusable` for two skills of one name, or a family that has two ranks: which of them counts is unclear."""
    _apart("skills", "name", "skills", [row.name for row in values["skills"]])
    _apart("families", "family", "ranks", [row.family.words for row in values["families"]])
    _apart("learning", "attribute", "rows", [row.attribute.words for row in values["learning"]])
    _apart("virtues", "virtue", "lines", [row.virtue.words for row in values["virtues"]])
    things(values["gear"], "gear")
    try:
        values["injuries"].on(values["track"])
    except Refused as error:
        raise Unusable("injuries", str(error)) from None


def _apart(rows: str, field: str, noun: str, names: Sequence[str]) -> None:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name and name.casefold() in seen:
            raise Unusable(f"{rows}.{index}.{field}", f"Two {noun} are for {wording.quoted(name)}; this takes one.")
        seen.add(name.casefold())


def rank_of(family: Family, families: Sequence[FamilyRow]) -> int:
    """The rank that a family has. Source: BSR-03."""
    return next((row.rank for row in families if row.family is family), 0)


def pool_of(row: SkillRow, families: Sequence[FamilyRow], scores: Mapping[Attribute, int], ask: Rulings) -> Pool | None:
    """What a skill rolls before anything is added; None where an attribute of its pair is 0. Source: BSR-04, BSR-06."""
    pair = scores[row.first], scores[row.second]
    if not all(pair):
        return None
    return Pool.of(granted(effective(row.rank, rank_of(row.family, families))), die_of(sum(pair), ask))


def _dice(row: SkillRow, families: Sequence[FamilyRow], scores: Mapping[Attribute, int], ask: Rulings) -> Pool | str:
    return pool_of(row, families, scores, ask) or "cannot be tested"


def strip(values: Mapping[str, Any]) -> tuple[Fact, ...]:
    """What a GM sees of one character among the party."""
    most = spirit.most(values["constitution"], values["persona"])
    return (Fact(f"{max(0, most - values['spirit_lost'])} of {most}", "Spirit"),)

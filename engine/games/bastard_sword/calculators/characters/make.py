"""Make a character (BSC-01)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Keep, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.bastard_sword.blocks import package as shown
from engine.games.bastard_sword.blocks.creation import attribute_table, skill_table
from engine.games.bastard_sword.forms.classes import Classed, Scholar, special_of
from engine.games.bastard_sword.forms.creation import LevelRow, PairRow, PickRow
from engine.games.bastard_sword.forms.gear import number
from engine.games.bastard_sword.forms.origins import City, Origin
from engine.games.bastard_sword.forms.people import Born, HighMan, race_of
from engine.games.bastard_sword.readings.character import Choices, Made, made
from engine.games.bastard_sword.readings.making import attribute_rank, skill_ranks, slashes
from engine.games.bastard_sword.rules import spirit, traits
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.burden import increment
from engine.games.bastard_sword.rules.classes import SPECIALS, SocialClass
from engine.games.bastard_sword.rules.creation import Gained, Ranked, highest_first
from engine.games.bastard_sword.rules.origins import Place
from engine.games.bastard_sword.rules.people import name
from engine.games.bastard_sword.rules.skills import PAIRS, Family
from engine.games.bastard_sword.rules.virtues import Virtue
from engine.games.bastard_sword.rules.worksheet import Picks
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_COST = 999
OF_COST = {
    "race": "race, which the source leaves blank",
    "origin": "origin",
    "class": "social class",
    "occupation": "way into an occupation",
}
RULE_OF = {"race": "BSC-03", "origin": "BSC-08", "class": "BSC-12", "occupation": "BSC-15"}
BORN, GREW, CLASS = HighMan(), City(), Scholar()
HISTORY_AND_PHYSICS = (PickRow(Family.KNOWLEDGE, "History"), PickRow(Family.SCIENCE, "Physics"))


@calculator("bs-make", rules="BSC-01")
def make(
    called: Annotated[str, Asked("Name")] = "",
    born: Annotated[Born, Asked("You are")] = BORN,
    origin: Annotated[Origin, Asked("You grew up in")] = GREW,
    of: Annotated[Classed, Asked("Social class")] = CLASS,
    picks: Annotated[
        tuple[PickRow, ...], Asked("Your choices", "One a line; the first of a family counts first", lines=True)
    ] = (HISTORY_AND_PHYSICS),
    levels: Annotated[tuple[LevelRow, ...], Asked("Years of an occupation")] = (),
    budget: Annotated[
        int | None, Between(0, MOST_COST), Asked("What it may cost", "The source says no limit", gm=True, more=True)
    ] = None,
    pairs: Annotated[
        tuple[PairRow, ...], Asked("Attributes of skills", "One a line, as in “Physics: EW”", lines=True, more=True)
    ] = (),
    *,
    ask: Rulings,
) -> Answer:
    """Who comes out of it?"""
    return worksheet(called, choices_of(born, origin, of, picks, levels), ask, budget, pairs=pairs)


def choices_of(
    born: Born, origin: Origin, of: Classed, picks: Sequence[PickRow], levels: Sequence[LevelRow] = ()
) -> Choices:
    """What a form says, as the rules take it."""
    chosen: dict[Family, list[str]] = {}
    for row in picks:
        if row.skill:
            chosen.setdefault(row.family, []).append(row.skill.casefold())
    years = tuple(row.level for row in levels for _ in range(row.times))
    return Choices(born.people, origin.settled, of.kind, special_of(of, race_of(born)), Picks(chosen), years)


def worksheet(
    called: str, choices: Choices, ask: Rulings, budget: int | None = None, *, pairs: Sequence[PairRow] = ()
) -> Answer:
    """The worksheet as an answer."""
    found = made(choices, ask)
    cost = sum(one or 0 for one in found.costs.values())
    faults = [*found.faults]
    if budget is not None and cost > budget:
        faults.append(f"It costs {cost}, and may cost {budget}.")
    done, ranks = skill_ranks(highest_first(found.skills), ask)
    own = traits.of(choices.race, city=choices.settled.place is Place.CITY)
    sheet, waiting = _sheet(called, choices, found, (done, ranks), own, pairs, ask)
    most = spirit.most(sheet["constitution"], sheet["persona"])
    noble = choices.kind is SocialClass.NOBLE
    what = f"{name(choices.people)} {choices.kind.words if noble else SPECIALS[choices.special]}"
    experience = sum(one.xp for one in found.skills)
    follows: dict[str, Entry] = {
        "spirit": most,
        "burden without a malus": number(increment(choices.block.size, sheet["strength"], sheet["constitution"])),
        "movement": f"{choices.block.steps} steps a round",
        "traits": wording.listed(own) if own else None,
    }
    facts = (
        Fact(experience, "on skills"),
        Fact(f"{cost} and the race’s", "cost"),
        Fact(found.end.age, "years old"),
        Fact(most, "spirit"),
    )
    spoken = f"{called or 'A new character'}: {choices.race.words}, {what}, {found.end.age} years old, {most} spirit."
    blocks = [
        Verdict("Not allowed" if faults else what, facts, " ".join(faults) or spoken),
        *_blocks(found, cost, (done, ranks), ask),
        Table("What follows", ("What", "Is"), tuple((what.capitalize(), is_) for what, is_ in follows.items())),
        *shown.doubts((one for _, one in found.packages), "BSC-01"),
        *([Note(f"On the sheet once you say their attributes: {waiting}.", Mark.MISSING, "BSC-21")] if waiting else []),
        *([] if faults else [Keep("Ready to play, as far as the source goes.", sheet)]),
    ]
    values = {"allowed": not faults, "faults": faults, "cost": cost, "experience": experience, "spirit": most}
    return Answer({**values, **_values(found), "traits": list(own), "sheet": sheet}, tuple(blocks))


def _values(found: Made) -> dict[str, Any]:
    """The worksheet for programs."""
    return {
        "attributes": {one.value: amount for one, amount in found.exp.items()},
        "skills": {one.skill: one.xp for one in found.skills},
        "to_choose": [one.words for one in found.to_choose],
        "virtues": {aspect.words: many for aspect, many in found.aspects.items()},
        "age": found.end.age,
        "costs": dict(found.costs),
        "equipment": list(found.end.kit),
        "crowns": found.end.crowns,
    }


def _blocks(found: Made, cost: int, skills: tuple[list[Gained], Ranked], ask: Rulings) -> list[Block]:
    """The worksheet's tables."""
    virtues = tuple((one.words.capitalize(), many) for one, many in found.aspects.items())
    lines = tuple(
        Line(amount or 0, OF_COST[part], RULE_OF[part], Mark.MISSING if amount is None else None)
        for part, amount in found.costs.items()
    )
    blocks: list[Block] = [attribute_table(found.exp, ask), skill_table(*skills)]
    if found.to_choose:
        said = wording.listed(f"{one.words.lower()} {one.xp}" for one in found.to_choose)
        blocks.append(Note(f"Still to choose: {said}.", rule="BSC-21"))
    blocks += [
        Table("Virtues", ("Aspect", "Points"), virtues),
        Working(lines, cost, "Cost"),
        shown.together(found.packages),
    ]
    if found.steps:
        kit = f"; you own: {wording.listed(found.end.kit)}" if found.end.kit else ""
        blocks.append(Note(f"{wording.count(found.end.crowns, 'crown')} of earnings{kit}.", rule="BSC-16"))
    return blocks


def _sheet(
    called: str,
    choices: Choices,
    found: Made,
    skills: tuple[list[Gained], Ranked],
    own: tuple[str, ...],
    pairs: Sequence[PairRow],
    ask: Rulings,
) -> tuple[dict[str, Any], str]:
    """The character as a sheet, and the skills that are not on it because nobody knows their attributes."""
    scores = {one: attribute_rank(amount, ask) for one, amount in found.exp.items()}
    known = {**PAIRS, **{row.skill.casefold(): (row.first, row.second) for row in pairs}}
    done, ranks = skills
    waiting = [one.skill for one in done if one.skill not in known]
    net = dict.fromkeys(Virtue, 0)
    for aspect, many in found.aspects.items():
        net[aspect.virtue] += many if aspect.excess else -many
    persona = scores[Attribute.PERSONA].rank
    lines = {virtue: slashes(amount, persona, ask) for virtue, amount in net.items()}
    sheet: Mapping[str, Any] = {
        "name": called,
        "concept": f"{choices.race.words}, {name(choices.people)}, {choices.settled.place.words}",
        **{one.value: score.rank for one, score in scores.items()},
        "skills": [
            {
                "name": one.skill.capitalize(),
                "rank": rank,
                "family": one.family.value,
                "first": known[one.skill][0].value,
                "second": known[one.skill][1].value,
                "xp": left,
            }
            for one, rank, left in zip(done, ranks.own, ranks.left, strict=True)
            if one.skill in known
        ],
        "families": [{"family": family.value, "rank": rank} for family, rank in ranks.families.items()],
        "size": choices.block.size.value,
        "virtues": [
            {"virtue": virtue.value, "left": line.left, "right": line.right}
            for virtue, line in lines.items()
            if line and line.left
        ],
        "learning": [{"attribute": one.value, "xp": score.left} for one, score in scores.items() if score.left],
        "traits": [{"name": one} for one in own],
    }
    return dict(sheet), wording.listed(waiting) if waiting else ""

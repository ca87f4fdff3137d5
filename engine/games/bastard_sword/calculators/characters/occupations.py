"""Occupation (BSC-15, BSC-16)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between
from engine.games.bastard_sword.forms.creation import LevelRow
from engine.games.bastard_sword.readings.careers import career, lacking, shut, ways
from engine.games.bastard_sword.rules.occupations import LEVELS, WAYS, Level, Standing
from engine.rulings import Rulings
from engine.working import Mark

EXP = Between(0, 9999)
MOST_AGE = 400
Erudition = Annotated[int, EXP, Asked("Experience of erudition", quick=(8, 9, 13, 21))]
Physics = Annotated[int, EXP, Asked("Experience of physics", quick=(4, 5, 12, 13))]
IsScholar = Annotated[bool, Asked("Scholar by social class")]


@calculator("bs-occupation-doors", rules="BSC-15")
def doors(
    scholar: IsScholar = True,
    academic: Annotated[bool, Asked("You had an Academic occupation before")] = False,
    erudition: Erudition = 13,
    physics: Physics = 7,
    *,
    ask: Rulings,
) -> Answer:
    """Which ways into the occupation of an engineer are open?"""
    before = (Level.HISTORIAN_STUDENT,) if academic else ()
    standing = Standing({"erudition": erudition, "physics": physics, "history": 0}, 0, taken=before)
    found = ways(standing, scholar=scholar, ask=ask)
    rows = []
    for way in WAYS:
        lacks = shut(way, standing, scholar=scholar, ask=ask)
        rows.append((way.words, "open" if not lacks else f"wants {lacks}", way.cost))
    figure = f"Cost {found[0].cost}" if found else "No way in"
    names = wording.listed((way.words.lower() for way in found), "or")
    said = f"You get in {names}, at {found[0].cost}." if found else "None of the three ways is open."
    blocks: list[Block] = [
        Verdict(figure, (Fact(len(found), "of three open"),), said),
        Table("The three ways in", ("Way", "For you", "Cost"), tuple(rows)),
        Note("For Historians the source prints no way in and no cost.", Mark.MISSING, "BSC-15"),
    ]
    return Answer({"open": [way.key for way in found], "cost": found[0].cost if found else None}, tuple(blocks))


@calculator("bs-occupation", rules="BSC-16")
def occupation(
    levels: Annotated[tuple[LevelRow, ...], Asked("Levels, in this order")] = (
        LevelRow(Level.ENGINEER_STUDENT, 2),
        LevelRow(Level.ENGINEER_INITIATED),
    ),
    scholar: IsScholar = True,
    erudition: Erudition = 13,
    physics: Physics = 7,
    history: Annotated[int, EXP, Asked("Experience of history", quick=(0, 6, 12, 13))] = 6,
    age: Annotated[int, Between(0, MOST_AGE), Asked("Your age as you begin", quick=(14, 16, 20, 23))] = 16,
    lives: Annotated[
        int | None, Between(1, MOST_AGE), Asked("Your race rarely lives past", quick=(65, 85, 115, 125), more=True)
    ] = 85,
    *,
    ask: Rulings,
) -> Answer:
    """Where do these years take you?"""
    begun = Standing({"erudition": erudition, "physics": physics, "history": history}, age)
    steps = career([one.level for one in levels for _ in range(one.times)], begun, scholar=scholar, ask=ask)
    end = steps[-1].standing if steps else begun
    fault = next((step.fault for step in steps if step.fault), "")
    paid = sum(step.paid for step in steps)
    figure = "Not open" if fault else f"Age {end.age}"
    facts = [
        Fact(end.exp[what], what) for what in ("erudition", "physics", "history") if end.exp[what] != begun.exp[what]
    ]
    spoken = f"{wording.count(end.age - age, 'year')} of work, {wording.count(end.crowns, 'crown')}, entry cost {paid}."
    rows = tuple(
        (
            step.level.words,
            "not open" if step.fault else step.standing.age,
            *step.standing.exp.values(),
            step.standing.crowns,
        )
        for step in steps
    )
    blocks: list[Block] = [Verdict(figure, tuple(facts), fault or spoken)]
    if rows:
        blocks.append(
            Table("Level by level", ("Level", "Age after", "Erudition", "Physics", "History", "Crowns"), rows)
        )
    if lives is not None and end.age > lives:
        blocks.append(Note(f"That is past {lives}, which few reach. No rule makes you pay for it.", rule="BSC-16"))
    blocks.append(_next(end, ask))
    if end.kit:
        blocks.append(Note(f"You own: {wording.listed(end.kit)}.", rule="BSC-16"))
    values = {
        "allowed": not fault,
        "fault": fault,
        "age": end.age,
        "crowns": end.crowns,
        "cost": paid,
        "kit": list(end.kit),
        **end.exp,
    }
    return Answer(values, tuple(blocks))


def _next(end: Standing, ask: Rulings) -> Table:
    """Every level, what it gives, and whether it could follow now."""
    rows = []
    for level, one in LEVELS.items():
        gives = wording.listed(f"{grant.words.lower()} {grant.xp}" for grant in one.grants)
        lacks = lacking(level, end, ask)
        rows.append((level.words, one.years, f"erudition {one.erudition}, {gives}", "; ".join(lacks) or "open"))
    return Table("And then?", ("Level", "Years", "It gives", "For you"), tuple(rows))

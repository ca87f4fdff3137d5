"""Tempo, experience, ranks and families (BSR-22 to BSR-26)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.bastard_sword.rules import growth, tempo
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.skills import MOST_RANK
from engine.games.bastard_sword.rules.tempo import Tempo
from engine.games.bastard_sword.sheet.effects import Experience, LearnAttribute, RaiseRank
from engine.rulings import Rulings

XP = Between(0, 999)
LADDER = 8


@calculator("bs-tempo", rules="BSR-22")
def change(
    now: Annotated[Tempo, Asked("You were in")] = Tempo.ACTION,
    then: Annotated[Tempo, Asked("You go on in")] = Tempo.INTERACTION,
    scene_ends: Annotated[bool, Asked("The scene ends as well")] = False,
) -> Answer:
    """The tempo changes: what is to be done?"""
    found = tempo.due(now, then, scene_ends=scene_ends)
    name = now.words.partition(":")[0]
    figure = wording.count(len(found), "thing") if found else "Nothing"
    said = f"{figure} to do as {name} tempo ends." if now is not then else f"{figure} to do; the tempo stays."
    blocks: list[Block] = [Verdict(figure, (Fact(f"{name} ends" if now is not then else "same tempo"),), said)]
    if found:
        blocks.append(Steps(tuple(one.words for one in found), "Now", tuple(one.rule for one in found)))
    return Answer({"due": [one.rule for one in found]}, tuple(blocks))


@calculator("bs-skill-xp", rules="BSR-23")
def skill_experience(
    tested: Annotated[bool, Asked("The skill was tested in the tempo that ends")] = True,
    awarded: Annotated[int, Between(0, 20), Asked("The GM awards besides", gm=True, quick=(0, 1))] = 0,
) -> Answer:
    """How much experience does the skill get?"""
    gained = int(tested) + awarded
    figure = wording.signed(gained) if gained else "None"
    said = f"{figure} experience, on this one skill." if gained else "Without a test there is no experience."
    note = Note("Each player marks one skill at each change of tempo.", rule="BSR-22")
    effects = (Experience(gained),) if gained else ()
    facts = (Fact("tested" if tested else "not tested"),)
    return Answer({"xp": gained}, (Verdict(figure, facts, said), note), effects=effects)


@calculator("bs-attribute-xp", rules="BSR-24")
def attribute_experience(
    marked: Annotated[
        frozenset[Attribute], Asked("Attributes marked since the last rest"), sheet("marked")
    ] = frozenset({Attribute.STRENGTH, Attribute.CONSTITUTION}),
    complete: Annotated[bool, Asked("The rest was complete")] = True,
) -> Answer:
    """You wake: which attribute has learned?"""
    names = [one.words for one in Attribute if one in marked]
    gains = complete and bool(names)
    figure = "+1" if gains else "None"
    if gains:
        said = f"One experience on {wording.listed(names, 'or')}, as you choose; all marks go."
    else:
        said = (
            "Marks stay until a complete rest." if names else "Nothing was marked: bonus dice bought with spirit mark."
        )
    facts = (Fact(len(names), "marked"), Fact("a complete rest" if complete else "no complete rest"))
    effects = tuple(LearnAttribute(one.value) for one in Attribute if gains and one in marked)
    values = {"xp": int(gains), "choices": names if gains else []}
    return Answer(values, (Verdict(figure, facts, said),), effects=effects)


@calculator("bs-ranks", rules="BSR-25")
def ranks(
    rank: Annotated[
        int, Between(0, MOST_RANK), Asked("Rank, with its family’s", quick=(0, 1, 2, 3)), sheet("whole-rank")
    ] = 3,
    xp: Annotated[int, XP, Asked("Experience marked", quick=(0, 4, 8, 16)), sheet("skill-xp")] = 12,
    *,
    ask: Rulings,
) -> Answer:
    """Does it rise, and what is missing?"""
    over = xp > growth.cost(rank)
    found = growth.raised(rank, xp, carry=over and ask["growth.surplus"] == "carry")
    need = growth.cost(found.rank)
    if found.times:
        figure, said = f"Rank {found.rank}", f"It rises to {found.rank}; {found.left} of {need} for the next rank."
    else:
        figure, said = f"{need - xp} to go", f"{xp} of {need} for rank {rank + 1}."
    rows = tuple((one, growth.cost(one)) for one in range(max(LADDER, found.rank + 1)))
    facts = (Fact(found.left, "experience"), Fact(need, "for the next"))
    return Answer(
        {"rank": found.rank, "left": found.left, "cost": need, "raised": found.times},
        (Verdict(figure, facts, said), Table("What a rank costs", ("From rank", "Experience"), rows, found.rank)),
        effects=(RaiseRank(found.times, found.left),) if found.times else (),
    )


@row("skill")
class RankRow:
    """A skill of the family, with the rank of its own."""

    name: Annotated[str, Asked("Skill")] = ""
    rank: Annotated[int, Between(0, MOST_RANK), Asked("Own rank", quick=(0, 1, 2))] = 1
    chosen: Annotated[bool, Asked("It gives a rank")] = False


FIVE = tuple(
    RankRow(name, rank)
    for name, rank in (("Climbing", 2), ("Jumping", 2), ("Lifting", 0), ("Running", 1), ("Swimming", 0))
)


@calculator("bs-family", rules="BSR-26")
def family(
    family_rank: Annotated[int, Between(0, MOST_RANK), Asked("Rank of the family", quick=(0, 1, 2))] = 1,
    skills: Annotated[tuple[RankRow, ...], Asked("Its skills")] = FIVE,
) -> Answer:
    """Do three skills lift their family?"""
    own = [one.rank for one in skills]
    able, chosen = growth.eligible(own), [at for at, one in enumerate(skills) if one.chosen]
    for at in chosen:
        if at not in able:
            raise Unusable(f"skills.{at}.chosen", "Only a skill with a rank of its own gives one; this has rank 0.")
    if len(able) < growth.IN_A_FAMILY:
        short = growth.IN_A_FAMILY - len(able)
        said = f"{wording.count(short, 'more skill')} with a rank of its own would lift it."
        return Answer(
            {"lifts": False, "family": family_rank, "ranks": own},
            (Verdict("Not yet", (Fact(len(able), "of 3"),), said),),
        )
    if chosen and len(chosen) != growth.IN_A_FAMILY:
        raise Unusable("skills", f"Three skills give a rank each; this chooses {len(chosen)}.")
    after, now, times = growth.lifted_on(family_rank, own, chosen)
    rows = tuple(
        (one.name or f"Skill {at + 1}", one.rank + family_rank, now[at], now[at] + after)
        for at, one in enumerate(skills)
    )
    said = f"The family rises to {after}; three skills give a rank each and lose nothing, the others gain one."
    if times > 1:
        said = f"Three skills have a rank to give {times} times, so the family rises to {after}."
    blocks: list[Block] = [
        Verdict(f"Family {after}", (Fact("three give a rank"),), said),
        Table("Afterwards", ("Skill", "Counted before", "Own rank", "Counted now"), rows),
    ]
    if len(able) > growth.IN_A_FAMILY and not chosen:
        blocks.append(Note("More than three could give a rank: choose which.", rule="BSR-26"))
    return Answer({"lifts": True, "family": after, "ranks": now, "times": times}, tuple(blocks))

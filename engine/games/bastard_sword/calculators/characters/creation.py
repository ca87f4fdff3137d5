"""From experience to ranks, the tally of virtues, and what follows (BSC-17, BSC-18, BSC-22)."""

from collections import Counter
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.bastard_sword.blocks.creation import attribute_table, skill_table
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.creation import EXP, GainRow, Order
from engine.games.bastard_sword.forms.gear import OwnSize, OwnStrength, number
from engine.games.bastard_sword.forms.pool import QUICK_SCORES, SCORE, FamilyRank, Pair, Rank, total_of
from engine.games.bastard_sword.readings.dice import die_of
from engine.games.bastard_sword.readings.making import attribute_rank, skill_ranks, slashes
from engine.games.bastard_sword.rules import spirit
from engine.games.bastard_sword.rules.attributes import Attribute
from engine.games.bastard_sword.rules.burden import increment
from engine.games.bastard_sword.rules.creation import Gained, Ranked, highest_first
from engine.games.bastard_sword.rules.pool import granted
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.rules.skills import Family, effective
from engine.games.bastard_sword.rules.virtues import ASPECTS, HALF, Virtue
from engine.games.bastard_sword.sheet.effects import KeepVirtue
from engine.games.bastard_sword.views.blocks import VirtueLine
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

QUICK = (0, 8, 9, 20)
FOUR = tuple(
    GainRow(name, family, xp)
    for name, family, xp in (
        ("Labouring", Family.CRAFTING, 4),
        ("Masonry", Family.CRAFTING, 4),
        ("Woodworking", Family.CRAFTING, 4),
        ("Logic", Family.ACUMEN, 6),
    )
)


@calculator("bs-creation-ranks", rules="BSC-17")
def creation_ranks(
    skills: Annotated[
        tuple[GainRow, ...], Asked("Skills", "One a line, as in “Physics 7”, or “Smithing 4 (crafting)”", lines=True)
    ] = FOUR,
    order: Annotated[Order, Asked("In which order")] = Order.HIGHEST,
    agility: Annotated[int, EXP, Asked("Experience of agility", quick=QUICK)] = 8,
    constitution: Annotated[int, EXP, Asked("Experience of constitution", quick=QUICK)] = 8,
    strength: Annotated[int, EXP, Asked("Experience of strength", quick=QUICK)] = 8,
    erudition: Annotated[int, EXP, Asked("Experience of erudition", quick=QUICK)] = 13,
    persona: Annotated[int, EXP, Asked("Experience of persona", quick=QUICK)] = 9,
    wisdom: Annotated[int, EXP, Asked("Experience of wisdom", quick=QUICK)] = 8,
    *,
    ask: Rulings,
) -> Answer:
    """Which ranks does it come to?"""
    given = [Gained(one.name.casefold(), one.family, one.xp) for one in skills if one.name]
    twice = [name for name, many in Counter(one.skill for one in given).items() if many > 1]
    if twice:
        raise Unusable("skills", f"A skill stands here once, with all its experience; {twice[0]} stands here twice.")
    exp = dict(zip(Attribute, (agility, constitution, strength, erudition, persona, wisdom), strict=True))
    wanted = given if order is Order.LISTED else highest_first(given)
    done, found = skill_ranks(wanted, ask, best=order is Order.BEST)
    scores = {one: attribute_rank(amount, ask) for one, amount in exp.items()}
    total = sum(found.whole(done))
    lifted = {family.words: rank for family, rank in found.families.items()}
    named = wording.listed(f"{words} {rank}" for words, rank in lifted.items())
    figure = wording.count(total, "rank") if total else "No ranks"
    best, _ = skill_ranks(highest_first(given), ask, best=True)
    most = sum(skill_ranks(best, ask)[1].whole(best))
    reached = sorted(one.rank for one in scores.values())
    span = f"{reached[0]} to {reached[-1]}" if reached[0] < reached[-1] else reached[0]
    facts = (Fact(span, "attributes"), Fact(named or "none", "families" if len(lifted) != 1 else "family"))
    said = f"{figure} of skills{f', with {named} as a family' if named else ''}."
    blocks: list[Block] = [Verdict(figure, facts, said), attribute_table(exp, ask)]
    if done:
        blocks += [skill_table(done, found), _steps(found)]
    if most > total:
        names = wording.listed(one.skill.capitalize() for one in best)
        blocks.append(
            Note(f"In the order {names} you would have {wording.count(most, 'rank')}.", Mark.DERIVED, "BSC-17")
        )
    values = {
        "attributes": {one.value: scores[one].rank for one in Attribute},
        "over": {one.value: scores[one].left for one in Attribute},
        "skills": {one.skill: rank for one, rank in zip(done, found.whole(done), strict=True)},
        "own": {one.skill: rank for one, rank in zip(done, found.own, strict=True)},
        "left": {one.skill: left for one, left in zip(done, found.left, strict=True)},
        "families": lifted,
        "ranks": total,
        "most": most,
    }
    return Answer(values, tuple(blocks))


def _steps(found: Ranked) -> Block:
    """What happened, in order."""
    lines = tuple(
        f"{skill.capitalize()} rises to {rank} of its own."
        if skill
        else f"Three skills lift {family.words} to {rank}, and give a rank each."
        for skill, family, rank in found.steps
    )
    return Steps(lines or ("Nothing rises.",), "In this order")


class Lived(Option):
    """The ten aspects, two to a virtue."""

    CRAVEN = "craven", "craven or prudent"
    DARING = "daring", "daring or reckless"
    SACRILEGIOUS = "sacrilegious", "sacrilegious or sceptic"
    DEVOUT = "devout", "devout or zealot"
    DEVIOUS = "devious", "devious or cunning"
    FRANK = "frank", "frank or pedantic"
    MEEK = "meek", "meek or humble"
    DIGNIFIED = "dignified", "dignified or vain"
    DEBAUCHED = "debauched", "debauched or epicurean"
    DISCIPLINED = "disciplined", "disciplined or insensitive"


@row("aspect")
class LivedRow:
    """An aspect, and how often it was given."""

    aspect: Annotated[Lived, Asked("Aspect")] = Lived.DEVIOUS
    times: Annotated[int, Between(0, 20), Asked("Times", quick=(1, 2, 3))] = 1


@calculator("bs-virtue-tally", rules="BSC-18")
def tally(
    aspects: Annotated[tuple[LivedRow, ...], Asked("What your packages gave")] = (
        LivedRow(Lived.DEVIOUS, 6),
        LivedRow(Lived.DIGNIFIED),
    ),
    persona: Annotated[int, SCORE, Asked("Persona", quick=QUICK_SCORES), sheet("persona")] = 3,
    *,
    ask: Rulings,
) -> Answer:
    """Where do your virtues begin?"""
    counted: Counter[str] = Counter()
    for one in aspects:
        counted[one.aspect.value] += one.times
    nets, rows, lines, effects = {}, [], [], []
    for virtue in Virtue:
        ends = ASPECTS[virtue]
        lack, excess = counted[ends.lack[0]], counted[ends.excess[0]]
        nets[virtue] = excess - lack
        rows.append((virtue.words.capitalize(), lack, excess, wording.signed(nets[virtue]) if nets[virtue] else "even"))
        line = slashes(nets[virtue], persona, ask)
        if line is not None and line.left:
            names = (" or ".join(ends.lack), " or ".join(ends.excess))
            said = f"{virtue.words.capitalize()}: {line.boxes[0]} boxes of {names[0]}, {line.boxes[1]} of {names[1]}."
            lines.append(VirtueLine(names, *line.boxes, 0, 0, said))
            effects.append(KeepVirtue(virtue.value, line.left, line.right, 0, 0))
    strongest = max(Virtue, key=lambda one: abs(nets[one]))
    figure = f"{strongest.words.capitalize()} {wording.signed(nets[strongest])}" if nets[strongest] else "Even"
    limit = min(persona, HALF)
    said = f"{wording.count(sum(counted.values()), 'point')}; persona lets a slash stand {limit} from the middle."
    columns = ("Virtue", "Lack of it", "Excess of it", "In all")
    blocks: list[Block] = [
        Verdict(figure, (Fact(limit, "from the middle"),), said),
        Table("Tally", columns, tuple(rows)),
    ]
    if not lines:
        blocks.append(Note("What these points do to the ten boxes, the source does not say.", Mark.RULING, "BSC-18"))
    values = {
        **{one.value: net for one, net in nets.items()},
        "placed": len(lines),
        "lines": [block.sentence for block in lines],
    }
    return Answer(values, (*blocks, *lines), effects=tuple(effects))


@calculator("bs-derived", rules="BSC-22")
def derived(
    constitution: Annotated[int, SCORE, Asked("Constitution", quick=QUICK_SCORES), sheet("constitution")] = 2,
    persona: Annotated[int, SCORE, Asked("Persona", quick=QUICK_SCORES), sheet("persona")] = 2,
    strength: OwnStrength = 2,
    size: OwnSize = Size.MEDIUM,
    rank: Rank = 1,
    family_rank: FamilyRank = 0,
    first: Pair.First = 2,
    second: Pair.Second = 2,
    *,
    ask: Rulings,
) -> Answer:
    """How much spirit, how much to carry, and which dice?"""
    most = spirit.most(constitution, persona)
    carried = increment(size, strength, constitution)
    pool = Pool.of(granted(effective(rank, family_rank)), die_of(total_of(first, second), ask))
    said = f"{most} spirit when rested, {number(carried)} burden without a malus, and {pool.words} for that skill."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (more, *(spirit.most(constitution + more * (at == 0), persona + more * (at == 1)) for at in (0, 1)))
        for more in range(4)
    )
    blocks: list[Block] = [
        Verdict(f"{most} spirit", (Fact(number(carried), "burden"), Fact(pool.words, "for the skill")), said),
        Table("With points more", ("More", "Of constitution", "Of persona"), rows),
    ]
    if pool.die.weak:
        blocks.append(Note("A weak pair: only an 8 is a success, and no more than one.", rule="BSR-06"))
    if not most:
        blocks.append(Note("With no spirit you roll no dice at all.", rule="BSR-18"))
    return Answer({"most_spirit": most, "increment": carried, "pool": str(pool)}, tuple(blocks))

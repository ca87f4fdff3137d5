"""Grappling (BSR-69, BSR-84 to BSR-86)."""

from collections.abc import Collection
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, Malus
from engine.games.bastard_sword.rules import grapple
from engine.games.bastard_sword.rules.grapple import HOLDS, Grips, Hold, Role, Target
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_GRAPPLES, MOST_ROUNDS = 6, 12
STANDING = {Role.FREE: "you are free", Role.GRAPPLER: "you hold them", Role.GRAPPLEE: "you are held"}
ThreeD6 = Pool.parse("3d6")


@calculator("bs-grapple", rules="BSR-69 BSR-85")
def holds(
    hits: Annotated[int, Between(0, 60), Asked("Hits to spend", quick=(1, 2, 3, 4, 5, 6))] = 5,
    role: Annotated[Role, Asked("You are")] = Role.FREE,
    defending: Annotated[bool, Asked("You were defending")] = False,
    bought: Annotated[frozenset[Hold], Asked("You buy")] = frozenset({Hold.GRAB, Hold.THROW}),
    damage: Annotated[int, Between(0, 60), Asked("Dice of damage", quick=(0, 1, 2, 3))] = 1,
    friend: Annotated[bool, Asked("A friend of yours holds them", more=True)] = False,
    mounted: Annotated[bool, Asked("One of you rides", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What do your hits buy in a grapple?"""
    if mounted:
        raise Unusable("mounted", "A rider and a fighter on foot cannot grapple each other; this says that one rides.")
    turns = defending and Hold.REVERSE in bought and damage > 0
    attacker = turns and ask["grapple.reversal"] == "attacker"
    grips = Grips(hits, role, defending, attacker, friend)
    if fault := grips.fault(bought, damage):
        raise Unusable(fault[0] if fault[0] in ("damage", "hits") else "bought", fault[1])
    spent = grips.cost(bought, damage)
    left, after = hits - spent, grips.role_after(bought)
    if Hold.RELEASE in bought:
        after = Role.FREE
    ignores = Hold.SKEWER in bought
    facts = [Fact(spent, "spent"), Fact(STANDING[after])]
    if damage:
        past = "of damage, past all armour" if ignores else "of damage"
        facts.append(Fact(wording.count(damage, "die", "dice"), past))
    said = f"{wording.count(left, 'hit')} left of {hits}; then {STANDING[after]}."
    lines = [Line(HOLDS[one].cost, HOLDS[one].words.lower(), "BSR-85") for one in Hold if one in bought]
    if damage:
        price = grips.damage_price(bought)
        lines.append(Line(damage * price, wording.count(damage, "die of damage", "dice of damage"), "BSR-44"))
    blocks: list[Block] = [Verdict(f"{left} left", tuple(facts), said)]
    if lines:
        blocks.append(Working(tuple(lines), spent, "Hits spent"))
    blocks.append(_offers(grips, left, bought))
    values = {"left": left, "role": after.value, "spent": spent}
    if ignores:
        keeps = ask["grapple.skewer"] == "size"
        what = "A larger body still has what its size gives." if keeps else "Nothing protects, not even size."
        blocks.append(Note(what, rule="BSR-85"))
        return Answer({**values, "protection": "size" if keeps else "none"}, tuple(blocks))
    return Answer(values, tuple(blocks))


def _offers(grips: Grips, left: int, bought: Collection[Hold]) -> Table:
    """All that a grapple offers, and what can still be paid."""
    after = grips.role_after(bought)
    rows: list[tuple[Entry, ...]] = [
        (
            held.words,
            held.cost,
            "bought" if one in bought else "yes" if held.who in (grips.role, after) and held.cost <= left else None,
            held.does,
        )
        for one, held in HOLDS.items()
    ]
    return Table("What a grapple offers", ("What", "Hits", "Now", "It does"), tuple(rows))


@calculator("bs-grapple-malus", rules="BSR-84 BSR-86")
def hampered(
    held: Annotated[int, Between(0, MOST_GRAPPLES), Asked("So many hold you", quick=(0, 1, 2, 3))] = 1,
    holding: Annotated[int, Between(0, MOST_GRAPPLES), Asked("You hold so many", quick=(0, 1))] = 0,
    target: Annotated[Target, Asked("You act against")] = Target.OTHER,
    brawling: Annotated[bool, Asked("With brawling")] = True,
    *,
    ask: Rulings,
) -> Answer:
    """How much does the grapple weigh on this?"""
    if not held and not holding:
        raise Unusable("held", "A grapple has two in it at least; this says that nobody holds anybody.")
    both = {flat: grapple.malus(holding, held, target, brawling=brawling, flat=flat) for flat in (False, True)}
    flat = both[True] != both[False] and ask["grapple.malus"] == "flat"
    found = both[flat]
    rows: list[tuple[Entry, ...]] = []
    for one in Target:
        for skill in (True, False):
            mine = grapple.malus(holding, held, one, brawling=skill)
            example = grapple.malus(holding, held, one, brawling=skill, flat=True)
            rows.append((f"{'Brawling' if skill else 'Anything else'}, against {one.words}", mine, example))
    current = 2 * list(Target).index(target) + (not brawling)
    figure = f"{wording.MINUS}{found}" if found else "Nothing"
    facts = (Fact(held, "hold you"), Fact(holding, "you hold"))
    said = f"A malus of {found} on this." if found else "No malus on this."
    return Answer(
        {"malus": found, "text": both[False], "example": both[True]},
        (
            Verdict(figure, facts, said),
            Table("All that you may try", ("What", "By the text", "As the example counts"), tuple(rows), current),
            Note("Free actions and free reactions have none of it, and nobody in a grapple walks.", rule="BSR-84"),
        ),
    )


@calculator("bs-choke", rules="BSR-85")
def choke(
    pool: Annotated[Pool, Asked("Their breath holding", POOL_HINT), sheet("skill")] = ThreeD6,
    malus: Malus = 0,
    rounds: Annotated[int, Between(2, MOST_ROUNDS), Asked("Rounds, with the first", quick=(2, 3, 4, 5))] = 4,
) -> Answer:
    """How long until they pass out?"""
    law = successes(pool).plus(-malus)
    awake = grapple.breath(law, rounds)
    out = 1 - awake[-1]
    mean = sum(awake, Fraction(0))
    facts = (Fact(rounds - 1, "difficulty at the end"), Fact(3 * rounds, "hits in all"))
    said = f"Out within {wording.count(rounds, 'round')}: {wording.often(out)}."
    rows = tuple((at, at - 1 or None, _holds_on(law, at - 1), 1 - one) for at, one in enumerate(awake, 1))
    return Answer(
        {"out": out, "course": awake, "mean": mean},
        (
            Verdict(wording.percent(out), facts, said, Mark.DERIVED),
            Table("Round by round", ("Round", "Difficulty", "They hold on", "Out by now"), rows, mark=Mark.DERIVED),
        ),
    )


def _holds_on(law: Distribution, difficulty: int) -> Fraction | None:
    """The chance of one test; there is none in the round in which the choke begins."""
    if not difficulty:
        return None
    return law.at_least(difficulty) if difficulty <= law.last else Fraction(0)

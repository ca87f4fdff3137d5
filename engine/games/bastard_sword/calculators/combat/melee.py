"""Melee: reach, facing, the exchange, and what its hits buy (BSR-39 to BSR-44)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.bastard_sword.blocks.hits import on_offer
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.defence import Defence, Defends, Undefended
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus
from engine.games.bastard_sword.rules import exchange, facing, hit_shop, ranges
from engine.games.bastard_sword.rules.exchange import Side
from engine.games.bastard_sword.rules.facing import Arc
from engine.games.bastard_sword.rules.hit_shop import WARES, Effect, Shop
from engine.games.bastard_sword.rules.ranges import Band
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_HITS = 60


@calculator("bs-reach", rules="BSR-39 BSR-40")
def reach(
    bands: Annotated[frozenset[Band], Asked("Your weapon is for")] = frozenset({Band.MEDIUM}),
    steps: Annotated[int, Between(0, 100), Asked("Your own steps beyond arm’s length", quick=(0, 1, 2, 3))] = 0,
    reached: Annotated[bool, Asked("Their weapon reaches you")] = False,
) -> Answer:
    """Can you hit from here, and at what cost?"""
    if not bands:
        raise Unusable("bands", "A weapon is for one band at least: close, medium or long; this names none.")
    here = ranges.band_at(steps)
    tied = reached or ranges.engaged(steps, bands)
    if here is None or not tied:
        nearest = max(one.steps for one in bands)
        said = f"Out of reach: your weapon engages from {wording.count(nearest, 'step')} on inwards."
        if tied:
            said = "They engage you, but melee ends 2 of your own steps beyond arm’s length."
        return Answer(
            {"band": here.value if here else None, "engaged": tied, "malus": None, "damage": False},
            (Verdict("Out of reach", (Fact(steps, "steps away"),), said),),
        )
    malus = ranges.malus(here, bands)
    figure = here.words.capitalize()
    damage = "damage and control" if not malus else "control effects alone"
    said = f"At {here.words} range your weapon has {f'a malus of {malus}' if malus else 'no malus'}: {damage}."
    rows = tuple((one.words.capitalize(), one.steps, ranges.malus(one, bands) or None) for one in Band)
    return Answer(
        {"band": here.value, "engaged": True, "malus": malus, "damage": not malus},
        (
            Verdict(figure, (Fact(malus, "malus"), Fact(damage)), said),
            Table("This weapon", ("Used at", "Steps", "Malus"), rows, list(Band).index(here)),
        ),
    )


@calculator("bs-facing", rules="BSR-42")
def from_where(
    angle: Annotated[int, Between(0, 180), Asked("Degrees off where they look", quick=(0, 90, 120, 180))] = 120,
    closed_helmet: Annotated[bool, Asked("They wear a closed helmet")] = False,
    face_down: Annotated[bool, Asked("They lie face down")] = False,
) -> Answer:
    """From which side do you strike?"""
    found = facing.arc(angle, closed_helmet=closed_helmet, face_down=face_down)
    front = 45 if closed_helmet else 90
    rows = (
        ("Front", f"up to {front} degrees", Arc.FRONT.bonus or None),
        ("Flank", f"up to {front + facing.FLANK} degrees", Arc.FLANK.bonus),
        ("Rear", "beyond", Arc.REAR.bonus),
    )
    figure = found.words.capitalize()
    bonus = wording.count(found.bonus, "bonus die", "bonus dice")
    return Answer(
        {"arc": found.value, "bonus": found.bonus},
        (
            Verdict(figure, (Fact(found.bonus, "bonus dice"),), f"{figure}: {bonus}."),
            Table("Sides", ("From", "To either side", "Bonus dice"), rows, list(Arc).index(found)),
        ),
    )


@calculator("bs-exchange", rules="BSR-41")
def melee(
    pool: Annotated[Pool, Asked("Your weapon skill", POOL_HINT), sheet("skill")] = FourD8,
    arc: Annotated[Arc, Asked("You strike from the")] = Arc.FRONT,
    malus: Malus = 0,
    defence: Defence = Defends(),
    bonus: Annotated[
        int, Between(0, 20), Asked("More bonus dice", "3 at the incapacitated; a shield, dice bought", more=True)
    ] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Who hits, and how well?"""
    mine = Side(pool.with_bonus(arc.bonus + bonus), malus)
    open_ = isinstance(defence, Undefended)
    against = defence.side
    below = open_ and bool(malus) and ask["melee.undefended"] == "hits"
    law = exchange.hits(mine, against, undefended_hits=below)
    win, tie, lose = law.at_least(1), law.at_least(0) - law.at_least(1), law.below(0)
    said = f"You hit {wording.often(win)}, they {wording.percent(lose)}; a tie, {wording.percent(tie)}."
    facts = (Fact(lose, "they hit"), Fact(tie, "nobody"), Fact(_mean(law, 1), "hits on average"))
    return Answer(
        {
            "win": win,
            "tie": tie,
            "lose": lose,
            "mean_hits": _hits(law, 1),
            "mean_hits_theirs": _hits(law, -1),
            "hits": [[number, chance] for number, chance in law],
        },
        (
            Verdict(wording.percent(win), facts, said, Mark.DERIVED),
            _bars(law, win),
            _table(law, open_=open_),
            Note("Whoever loses pays 1 spirit for each hit, whatever the hits then buy.", rule="BSR-41"),
        ),
    )


def _hits(law: Distribution, sign: int) -> Fraction:
    """The hits of one side on average."""
    return sum((chance * number * sign for number, chance in law if number * sign > 0), Fraction(0))


def _mean(law: Distribution, sign: int) -> str:
    return wording.decimal(_hits(law, sign))


def _bars(law: Distribution, win: Fraction) -> Odds:
    said = f"Above 0 are your hits, below 0 theirs; {wording.percent(win)} bring you one or more."
    return Odds(tuple(chance for _, chance in law), 1, said, first=law.first)


def _table(law: Distribution, *, open_: bool) -> Table:
    """How often each number of hits, or more, falls to either side."""
    most = max(law.last, -law.first)
    rows: list[tuple[Entry, ...]] = []
    for number in range(1, min(most, 10) + 1):
        theirs = None if open_ else law.below(1 - number)
        rows.append((f"{number} or more", law.at_least(number), theirs))
    return Table("Hits", ("Hits", "Yours", "Theirs"), tuple(rows), mark=Mark.DERIVED)


@calculator("bs-hit-shop", rules="BSR-43 BSR-44")
def shop(
    hits: Annotated[int, Between(0, MOST_HITS), Asked("Your hits", quick=(1, 2, 3, 4, 6))] = 3,
    defending: Annotated[bool, Asked("You won as the defender")] = False,
    in_range: Annotated[bool, Asked("Your weapon is at its range")] = True,
    damage: Annotated[int, Between(0, MOST_HITS), Asked("Dice of damage", quick=(0, 1, 2, 3))] = 0,
    shift: Annotated[int, Between(0, MOST_HITS), Asked("Shift", quick=(0, 1))] = 0,
    push: Annotated[int, Between(0, MOST_HITS), Asked("Push", quick=(0, 1))] = 0,
    stagger: Annotated[int, Between(0, MOST_HITS), Asked("Stagger", quick=(0, 1))] = 0,
    drive: Annotated[int, Between(0, MOST_HITS), Asked("Drive", quick=(0, 1))] = 0,
    disarm: Annotated[bool, Asked("Disarm")] = False,
    fling: Annotated[int, Between(0, MOST_HITS), Asked("Fling it, metres", more=True)] = 0,
    aim: Annotated[int, Between(0, 10), Asked("Aim it, halvings", more=True)] = 0,
    strapped: Annotated[int, Between(0, 20), Asked("Strapped by", more=True)] = 0,
    shield: Annotated[int, Between(0, 20), Asked("Your shield, if you used its dice", more=True)] = 0,
) -> Answer:
    """What do your hits buy?"""
    counter = Shop(hits, defending, in_range, strapped, shield)
    chosen = {
        Effect.SHIFT: shift,
        Effect.PUSH: push,
        Effect.STAGGER: stagger,
        Effect.DRIVE: drive,
        Effect.DISARM: int(disarm),
        Effect.FLING: fling,
        Effect.AIM: aim,
    }
    if fault := counter.fault(chosen, damage):
        raise Unusable(*fault)
    spent = counter.cost(chosen, damage)
    left = hits - spent
    most = counter.most_damage(spent - counter.damage_cost(damage))
    facts = (Fact(spent, "spent"), Fact(most, "dice of damage at most"), Fact(hits, "spirit they lose"))
    said = f"{wording.count(left, 'hit')} left of {hits}; they lose {hits} spirit."
    blocks: list[Block] = [Verdict(f"{left} left", facts, said), on_offer(counter, left, most - damage)]
    if spent:
        blocks.insert(1, Working(_bill(counter, chosen, damage), spent, "Hits spent"))
    if aim:
        blocks.append(Note(f"It lands within {hit_shop.sector(aim):g} degrees that you choose.", rule="BSR-43"))
    if fling:
        blocks.append(
            Note("A flung weapon may hit a bystander; we give that one die of damage.", Mark.RULING, "BSR-43")
        )
    values = {"left": left, "spent": spent, "damage": damage, "most_damage": most, "spirit_lost": hits}
    return Answer(values, tuple(blocks))


def _bill(counter: Shop, chosen: Mapping[Effect, int], damage: int) -> tuple[Line, ...]:
    """What was bought, line by line."""
    lines = [
        Line(
            counter.price(one) * number,
            f"{WARES[one].words.lower()}{f', {number} times' if number > 1 else ''}",
            "BSR-43",
        )
        for one, number in chosen.items()
        if number
    ]
    if damage:
        lines.append(
            Line(damage * counter.damage_price, wording.count(damage, "die of damage", "dice of damage"), "BSR-44")
        )
        lines.append(Line(counter.shield, "for the shield, once", "BSR-101"))
    return tuple(lines)


@table("bs-hit-shop")
def prices() -> Table:
    """Prices in hits."""
    rows: list[tuple[Entry, ...]] = [
        (
            "A die of damage",
            f"{hit_shop.ATTACKING}, or {hit_shop.DEFENDING} in defence",
            "with your weapon at its range",
        )
    ]
    rows += [(ware.words, str(ware.cost), ware.does) for ware in WARES.values()]
    return Table("What hits buy", ("What", "Hits", "It does"), tuple(rows))

"""Mounted combat (BSR-103 to BSR-109)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import margin
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.bastard_sword.blocks.odds import odds_of
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.pool import POOL_HINT, FourD8, Malus, TheirMalus
from engine.games.bastard_sword.rules import half_orders, mounted
from engine.games.bastard_sword.rules.mounted import PRICES, MountAct
from engine.games.bastard_sword.rules.size import Size
from engine.games.bastard_sword.words import dice as of_dice
from engine.working import Line, Mark

MOST_POINTS = 60
ThreeD6, FourD6 = Pool.parse("3d6"), Pool.parse("4d6")
Riding = Annotated[Pool, Asked("Your riding", POOL_HINT), sheet("skill")]
Ego = Annotated[Pool, Asked("The mount’s ego", POOL_HINT)]
Points = Annotated[int, Between(0, MOST_POINTS), Asked("Points in your riding pool", quick=(0, 1, 2, 3, 5))]
Speed = Annotated[int, Between(0, 200), Asked("The mount’s movement in steps", quick=(16, 20, 24))]


@calculator("bs-riding", rules="BSR-103")
def riding(
    pool: Riding = FourD8,
    mount_rank: Annotated[
        int, Between(0, 20), Asked("The mount’s own rank in riding", "With that of its family", quick=(0, 1, 2, 3))
    ] = 2,
    bonus: Annotated[int, Between(0, 20), Asked("Other bonus dice", quick=(0, 1), more=True)] = 0,
    malus: Malus = 0,
) -> Answer:
    """How many points does a riding test bring?"""
    added = min(mount_rank + bonus, pool.dice)
    whole = pool.plus(added)
    law = successes(whole).plus(-malus).floored(0)
    mean = wording.decimal(law.mean)
    facts = (
        Fact(whole.words),
        Fact(law.at_least(1), "one or more"),
        Fact(wording.decimal(successes(pool).plus(-malus).floored(0).mean), "without the mount"),
    )
    said = f"{mean} points on average. They replace those you had."
    rows = tuple((f"{number} or more", law.at_least(number)) for number in range(1, min(law.last, 10) + 1))
    blocks: list[Block] = [
        Verdict(f"{mean} points", facts, said, Mark.DERIVED),
        odds_of(whole, malus + 1),
    ]
    if rows:
        blocks.append(Table("Points", ("Points", "Chance"), rows, mark=Mark.DERIVED, folded=True))
    if added < mount_rank + bonus:
        blocks.append(Note(f"Bonus dice are never more than your own, {of_dice(pool.dice)}.", rule="BSR-17"))
    return Answer(
        {"mean": law.mean, "dice": whole.dice, "points": [[number, chance] for number, chance in law]}, tuple(blocks)
    )


@calculator("bs-mount-obeys", rules="BSR-104")
def obeys(
    pool: Riding = FourD8,
    malus: Malus = 0,
    ego: Ego = ThreeD6,
    ego_malus: TheirMalus = 0,
    speed: Speed = 20,
) -> Answer:
    """Does a mount that nobody has trained go where you want?"""
    apart = margin(successes(pool).plus(-malus), successes(ego).plus(-ego_malus))
    half, whole = apart.at_least(mounted.HALF), apart.at_least(mounted.WHOLE)
    facts = (Fact(whole, "at full speed"), Fact(1 - half, "it stays"))
    said = f"It moves {wording.often(half)}, at full speed {wording.often(whole)}."
    rows = []
    for hits in range(6):
        end = mounted.obeyed(hits)
        chance = apart.below(1) if not hits else apart.exactly(hits) if hits < 5 else apart.at_least(5)
        rows.append(
            (
                "none" if not hits else f"{hits}" if hits < 5 else "5 or more",
                speed * end.halves // 2 or None,
                f"{end.pool}{' and up' if hits == 5 else ''}" if end.pool else None,
                chance,
            )
        )
    return Answer(
        {"moves": half, "full": whole, "steps": [speed * mounted.obeyed(hits).halves // 2 for hits in range(4)]},
        (
            Verdict(wording.percent(half), facts, said, Mark.DERIVED),
            Odds(tuple(chance for _, chance in apart), 1, said, first=apart.first),
            Table("How far it goes", ("Hits", "Steps", "Into your pool", "Chance"), tuple(rows), mark=Mark.DERIVED),
            Note("A mount with a rank of its own in riding moves without a test, and without points.", rule="BSR-104"),
        ),
    )


@row("act")
class ActRow:
    """Something that the mount is to do."""

    what: Annotated[MountAct, Asked("The mount is to")] = MountAct.RUN
    times: Annotated[int, Between(1, 10), Asked("Times", quick=(1, 2))] = 1


@calculator("bs-riding-points", rules="BSR-105 BSR-109")
def spending(
    points: Points = 3,
    acts: Annotated[tuple[ActRow, ...], Asked("What it does")] = (ActRow(), ActRow(MountAct.ATTACK)),
    bought: Annotated[int, Between(0, 20), Asked("Bonus dice that its spirit buys", quick=(0, 1, 2))] = 0,
    riding_rank: Annotated[int, Between(0, 20), Asked("Its rank in riding", quick=(0, 1, 2))] = 1,
    brawling_rank: Annotated[int, Between(0, 20), Asked("Its rank in brawling", quick=(0, 1, 2))] = 1,
) -> Answer:
    """What can the mount do for your points?"""
    for at, one in enumerate(acts):
        price = PRICES[one.what]
        if price.brawling and not brawling_rank:
            raise Unusable(f"acts.{at}.what", "A mount attacks with one rank in brawling or more; this one has none.")
        if price.points and not riding_rank:
            raise Unusable(
                f"acts.{at}.what",
                "Without a rank in riding of its own a mount only moves in a fight; this asks for more.",
            )
    if bought and not riding_rank:
        raise Unusable(
            "bought", "Without a rank in riding of its own a mount only moves in a fight; this buys it dice."
        )
    spirit = half_orders.rung(bought)
    lines = [Line(PRICES[one.what].points * one.times, one.what.words, "BSR-105") for one in acts]
    lines.append(Line(spirit, f"spirit for {of_dice(bought)}" if bought else "its spirit", "BSR-105"))
    spent = sum(line.amount for line in lines)
    left = points - spent
    figure = f"{left} left" if left >= 0 else f"{-left} short"
    facts = (Fact(spent, "points"), Fact(spirit, "spirit of the mount"))
    said = (
        f"That takes {wording.count(spent, 'point')} of {points}."
        if left >= 0
        else f"That takes {wording.count(spent, 'point')}; there are {points}."
    )
    rows: list[tuple[Entry, ...]] = [
        (one.words.capitalize(), one.points or "none", one.needs or None) for one in PRICES.values()
    ]
    rows.append(("Spend its spirit", "1 a point", "and pays the spirit itself"))
    rows.append(("Grapple with foes on foot", "never", "nor can they with you"))
    return Answer(
        {"spent": spent, "left": left, "enough": left >= 0, "spirit": spirit},
        (
            Verdict(figure, facts, said),
            Working(tuple(lines), spent, "Riding points"),
            Table("What a mount does", ("What", "Points", "It takes"), tuple(rows)),
            Note("Other tests of strength or agility in the saddle may have a malus, as the GM says.", rule="BSR-109"),
        ),
    )


@row("foe")
class FoeRow:
    """A foe whose range the mount is to enter."""

    size: Annotated[Size, Asked("Size")] = Size.MEDIUM


@calculator("bs-mount-reach", rules="BSR-106")
def into_reach(
    size: Annotated[Size, Asked("Your size"), sheet("size")] = Size.MEDIUM,
    foes: Annotated[tuple[FoeRow, ...], Asked("Whose range it enters")] = (FoeRow(), FoeRow(Size.LARGE)),
    points: Points = 3,
) -> Answer:
    """What does it cost to ride in among them?"""
    each = mounted.into_reach(size, [one.size for one in foes])
    spent = sum(each)
    left = points - spent
    figure = wording.count(spent, "point")
    facts = (Fact(f"{left} left" if left >= 0 else f"{-left} short"), Fact.count(len(foes), "foe"))
    said = f"{figure} of {points}." if left >= 0 else f"{figure}, and there are {points}."
    lines = tuple(Line(cost, f"a {one.size.words} foe", "BSR-106") for one, cost in zip(foes, each, strict=True))
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if lines:
        blocks.append(Working(lines, spent, "Riding points"))
    return Answer({"each": each, "spent": spent, "enough": left >= 0}, tuple(blocks))


# --- Hurt in the saddle ---


@calculator("bs-mount-hurt", rules="BSR-107")
def mount_hurt(
    damage: Annotated[int, Between(1, 60), Asked("Damage hits of its major injury", quick=(2, 3, 4, 5))] = 4,
    points: Points = 3,
    pool: Riding = FourD8,
    malus: Malus = 0,
    ego: Ego = ThreeD6,
) -> Answer:
    """Does it bolt, and do you get it back?"""
    test = Test(pool, damage, malus)
    pays = points >= damage
    back = margin(successes(pool).plus(-malus), successes(ego)).at_least(1)
    figure = "Pay" if pays else wording.percent(test.chance)
    facts = (
        Fact(test.chance, "by a test"),
        Fact(f"{damage} of {points}", "points, to be sure"),
        Fact(back, "back, each try"),
    )
    how = f"{wording.count(damage, 'point')} keep it, or a riding test" if pays else "A riding test"
    said = f"{how} against {damage}: {wording.often(test.chance)}."
    rows = tuple((count, 1 - (1 - back) ** count) for count in range(1, 5))
    return Answer(
        {"pays": pays, "holds": test.chance, "back": back},
        (
            Verdict(figure, facts, said, None if pays else Mark.DERIVED),
            test.odds(),
            Note(
                "If it bolts, it moves and runs with all of its dice on its next turn, and your riding pool is gone.",
                rule="BSR-107",
            ),
            Table(
                "Getting it back: riding against its ego, an action each",
                ("Tries", "Back by then"),
                rows,
                mark=Mark.DERIVED,
            ),
        ),
    )


@calculator("bs-rider-hurt", rules="BSR-108")
def rider_hurt(
    damage: Annotated[int, Between(1, 60), Asked("Damage hits of your major injury", quick=(2, 3, 4, 5))] = 3,
    pool: Riding = FourD8,
    malus: Annotated[int, Between(0, 100), Asked("Malus, the new wound’s with it", quick=(0, 1, 3))] = 1,
) -> Answer:
    """Do you stay in the saddle?"""
    test = Test(pool, damage, malus)
    facts = (Fact(pool.words), Fact(damage, "difficulty"), Fact(malus, "malus"))
    said = f"You stay in the saddle {wording.often(test.chance)}."
    rows = tuple((hits, Test(pool, hits, malus).chance) for hits in range(1, 9))
    current = damage - 1 if damage <= len(rows) else None
    return Answer(
        {"stays": test.chance},
        (
            Verdict(wording.percent(test.chance), facts, said, Mark.DERIVED),
            test.odds(),
            Table("By the hits", ("Damage hits", "You stay up"), rows, current, Mark.DERIVED, folded=True),
            Note(
                "Else you lie prone, your pool is gone, and it leaves. The source has no damage for the fall.",
                Mark.MISSING,
                "BSR-108",
            ),
        ),
    )

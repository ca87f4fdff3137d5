"""Bows and crossbows: a shot, its obstacle, where it hits, how long it takes, and the weapons (WPN-12 to 39)."""

from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.hits import places
from engine.games.burning_wheel.blocks.shots import Flight, aimed, flown
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import Chain, DiceCount, Obstacle, ob
from engine.games.burning_wheel.forms.exchange import Early
from engine.games.burning_wheel.forms.missiles import (
    QUICK_WEAPONS,
    Balance,
    Bomb,
    Bonus,
    Die,
    FinalOb,
    Hidden,
    Hurled,
    InTheWay,
    Loosed,
    Missile,
    Mounted,
    Rolled,
    Skill,
    Snapshot,
    TheTip,
    Tip,
    Wanted,
    actions_of,
    row_notes,
    tipped,
)
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.missiles import Aim, loosed, ranged, shot_of
from engine.games.burning_wheel.rules import exchange, shots, thrown
from engine.games.burning_wheel.rules import missiles as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.location import Target
from engine.games.burning_wheel.rules.missiles import HEADS, MISSILES, Band, Cover, Hampered, Kind
from engine.games.burning_wheel.rules.shots import Bands
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
BOW = Missile.of(MISSILES["hunting-bow"])
RangeOf = Annotated[Band, Asked("Range")]


@calculator("shot", rules="WPN-14 WPN-15 WPN-16")
def shot(
    skill: Skill = B4,
    weapon: Annotated[Among[Missile], Asked("Weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = BOW,
    band: RangeOf = Band.OPTIMAL,
    tip: TheTip = Tip.USUAL,
    aim: Wanted = Target.TORSO,
    rolled: Rolled = None,
    die: Die = None,
    obstacle: FinalOb = None,
    bonus: Bonus = 0,
    balance: Balance = False,
    hidden: Hidden = frozenset(),
    mounted: Mounted = False,
    strong: Annotated[bool, Asked("Your Power is 7 or more", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does the shot do?"""
    row = weapon.row
    head = tipped(tip, row)
    found = shot_of(row, band, head, ask, strong=strong)
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    test, dice, against = flown(skill, hurt, bonus, against_of(band, obstacle, found.obstacle), ask, balance=balance)
    flight = Flight(test, found, aimed(aim, hidden, mounted, ask), rolled, die)
    blocks: list[Block] = [
        flight.verdict,
        *flight.blocks,
        Working(against.lines, against.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
        *row_notes((row,)),
    ]
    if head and head.note:
        blocks.append(barbs(found.damage.mark) if tip is Tip.BARBED else Note(head.note, rule="WPN-39"))
    passed = None if rolled is None else flight.hits
    return Answer(flight.values, tuple(blocks), test.marks("skill", passed=passed))


def against_of(band: Band, obstacle: int | None, head: int) -> Worked:
    """The obstacle that was said, or that of the range in the open, with what a head adds."""
    if obstacle is None:
        return rules.obstacle(band, head=head)
    lines = [Line(obstacle, "Obstacle", "WPN-12" if band is Band.CLOSE else "WPN-18")]
    lines += [Line(head, "Head of the shot", "WPN-39")] if head else []
    return Worked(tuple(lines))


def barbs(mark: object) -> Note:
    """What a barbed tip does when it is drawn out."""
    said = f"Drawn out badly it wounds again, at {mark}. Field Dressing Ob 4 or Surgery Ob 3 draws it well."
    return Note(said, rule="WPN-39")


@branch("in Fight!")
class InFight:
    """In a melee range counts for nothing; how the shot is made counts."""

    snapshot: Snapshot = False
    hampered: InTheWay = frozenset()


@branch("in Range and Cover")
class AtRange:
    """At a distance range and cover count, and movement is in them."""

    extreme: Annotated[bool, Asked("At extreme range")] = False
    cover: Annotated[Cover, Asked("Their cover", gm=True)] = Cover.OPEN


@calculator("shooting-obstacle", rules="WPN-12 WPN-18")
def shot_obstacle(
    where: Annotated[AtRange | InFight, Asked("You shoot")] = AtRange(),
    skill: Skill = B4,
    tip: TheTip = Tip.USUAL,
    other: Annotated[int, Between(0, 10), Asked("Weather, light and the like", gm=True, quick=(0, 1, 2))] = 0,
    bonus: Bonus = 0,
    balance: Balance = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is the shot?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    head = tip.head.obstacle if tip.head else 0
    if isinstance(where, InFight):
        plain = rules.obstacle(Band.CLOSE, hampered=where.hampered, snapshot=where.snapshot, head=head, other=other)
    else:
        band = Band.EXTREME if where.extreme else Band.OPTIMAL
        plain = rules.obstacle(band, cover=where.cover, head=head, other=other)
    test, dice, against = flown(skill, hurt, bonus, plain, ask, balance=balance)
    return Answer(
        test.values,
        (
            test.verdict(),
            test.odds(),
            Working(against.lines, against.total, "Obstacle"),
            Working(dice.lines, dice.total, "Dice", "D"),
        ),
        test.marks("skill"),
    )


@calculator("shot-aim", rules="WPN-13")
def shot_aim(
    skill: Skill = B4,
    obstacle: Annotated[int, Between(1, 30), Asked("Obstacle", quick=(1, 2, 3, 4, 5))] = 2,
    wanted: Wanted = Target.HEAD,
    hidden: Annotated[frozenset[Target], Asked("Hidden from you", gm=True)] = frozenset(),
    weapon: Annotated[Among[Missile], Asked("Weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = BOW,
    mounted: Mounted = False,
    bonus: Bonus = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Where does it hit, and what does aiming cost?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    aimed(wanted, hidden, mounted, ask, at="wanted")
    showing = [target for target in Target if target not in hidden]
    aims = {target: aimed(target, hidden, mounted, ask) for target in showing}
    checked(skill.exponent + bonus, obstacle + hurt.added)
    pool = hurt.leaves(skill.pool(bonus))
    test = Test(pool, obstacle + hurt.added, ask)
    bands = weapon.row.bands
    shares = {target: _shares(test, bands, one) for target, one in aims.items()}
    rows: list[tuple[Entry, ...]] = [
        (target, one.cost, *(shares[target] or (None, None, None))) for target, one in aims.items()
    ]
    chosen, found = aims[wanted], shares[wanted]
    there = found[0] if found else Fraction(0)
    facts = (
        Fact(there, f"lands in the {wanted.words.lower()}"),
        Fact(chosen.start.words.lower(), "hit by itself"),
        Fact(test.chance, "hits at all"),
    )
    figure = chosen.words[:1].upper() + chosen.words[1:]
    said = f"{wanted.words}: {chosen.words}. You land it there {wording.often(there)}."
    columns = ("Aimed at", "Successes over", "Lands there", "There, Mark or more", "There, Superb")
    return Answer(
        {
            "start": chosen.start.value,
            "cost": -1 if chosen.cost is None else chosen.cost,
            "said": chosen.words,
            "there": there,
            "marked": found[1] if found else Fraction(0),
        },
        (
            Verdict(figure, facts, said, Mark.DERIVED if there else None),
            Table(f"{pool} against {ob(test.obstacle)}", columns, tuple(rows), list(aims).index(wanted), Mark.DERIVED),
            *ledger(hurt, skill.exponent, obstacle),
        ),
        test.marks("skill"),
    )


def _shares(test: Test, bands: Bands, one: Aim) -> tuple[Fraction, Fraction, Fraction] | None:
    """The chance that it lands where it is aimed, and there at a Mark or more, and Superb; None where it cannot."""
    if one.cost is None:
        return None
    opens = chain(test.ask) if test.pool.open_ended else Chain.CHAIN
    there = marked = superb = Fraction(0)
    for (gained, moved), chance in shots.bonuses(test.pool, test.obstacle, one.cost, opens).items():
        if moved or not one.cost:
            stages = bands.chances(gained)
            there += chance
            marked += chance * (stages[Stage.MARK] + stages[Stage.SUPERB])
            superb += chance * stages[Stage.SUPERB]
    return there, marked, superb


@calculator("shot-time", rules="WPN-23")
def shot_time(
    weapon: Annotated[Loosed | Hurled | Bomb, Asked("You use")] = Loosed(),
    reflexes: Annotated[int, Between(1, 12), Asked("Your actions in an exchange", "Reflexes", quick=(3, 4, 5, 6))] = 4,
    snapshot: Snapshot = False,
    aiming: Annotated[int, Between(0, 5), Asked("Actions spent on aiming", quick=(0, 1, 2))] = 0,
    begins: Annotated[int, Between(1, 12), Asked("You begin with your action number", more=True)] = 1,
    volleys: Annotated[Early, Asked("Second and third actions go into", more=True)] = Early.EARLY,
) -> Answer:
    """How long until it flies?"""
    if begins > reflexes:
        raise Unusable("begins", f"Your exchange has {wording.count(reflexes, 'action')}; this says {begins}.")
    taken = actions_of(weapon, snapshot, aiming)
    layout = volleys.layout(reflexes)
    slot = exchange.slot(begins + taken.total - 1, layout)
    figure = wording.count(taken.total, "action")
    divided = "/".join(str(count) for count in layout)
    blocks: list[Block] = [
        Verdict(figure, (Fact(slot.words),), f"It flies with action {taken.total}: {slot.words}."),
        Working(taken.lines, taken.total, "Actions to the shot"),
        Note(f"Your actions lie {divided} over the three volleys of each exchange.", rule="FGT-06"),
    ]
    if aiming:
        said = "Each adds +1D. You may aim for at most half your Perception, rounded up."
        blocks.append(Note(said, rule="WPN-23"))
    values = {
        "actions": taken.total,
        "exchange": slot.exchange,
        "volley": slot.volley,
        "action": slot.action,
        "obstacle": rules.SNAPSHOT.amount if snapshot else 0,
    }
    return Answer(values, tuple(blocks))


ARROWS = tuple(tip for tip in Tip if tip.head is None or tip.head.kind is Kind.BOW)


@calculator("missiles", rules="WPN-37 WPN-38 WPN-39")
def missiles(
    kind: Annotated[frozenset[Kind], Asked("Kind")] = frozenset(),
    band: RangeOf = Band.OPTIMAL,
    arrow: Annotated[Tip, Asked("Arrowheads")] = Tip.USUAL,
    bolt: Annotated[Tip, Asked("Bolt heads")] = Tip.USUAL,
    *,
    ask: Rulings,
) -> Answer:
    """Which bow, crossbow or gun does what?"""
    _fitting(arrow, Kind.BOW, "arrow")
    _fitting(bolt, Kind.CROSSBOW, "bolt")
    tips = {Kind.BOW: arrow.head, Kind.CROSSBOW: bolt.head, Kind.GUN: None}
    shown = {key: row for key, row in MISSILES.items() if not kind or row.kind in kind}
    values: dict[str, Any] = {"count": len(shown)}
    rows: list[tuple[Entry, ...]] = []
    hardest = ("", -1)
    for key, row in shown.items():
        head = tips[row.kind]
        found = shot_of(row, band, head, ask)
        reach = ranged(row, head, ask)
        name = key.replace("-", "_")
        values |= {
            f"{name}_damage": " ".join(str(found.damage.at(stage)) for stage in LANDED),
            f"{name}_bands": found.bands.words,
            f"{name}_va": found.va,
            f"{name}_dice": reach.dice(band),
            f"{name}_paces": reach.paces,
            f"{name}_actions": row.printed,
            f"{name}_modifier": found.fate.total,
        }
        hardest = max(hardest, (row.name, found.damage.superb.place), key=lambda one: one[1])
        die = wording.signed(found.fate.total) if found.fate.total else None
        dice = None if band is Band.CLOSE else DiceCount(reach.dice(band))
        cells = (places(found.damage), found.bands.words, die, found.va, dice, reach.paces, row.printed)
        rows.append((row.name, *cells))
    columns = ("Weapon", "I / M / S", "Die of Fate", "On the die", "VA", "Range dice", "Paces", "Reload, acquire")
    names = wording.count(len(shown), "weapon")
    where = "in Fight!" if band is Band.CLOSE else f"at {band.words} range"
    verdict = Verdict(names, (Fact(hardest[0], "hits hardest"),), f"{names} {where}; the {hardest[0]} hits hardest.")
    heads = [Note(f"*{head.name}:* {head.note}", rule="WPN-39") for head in tips.values() if head and head.note]
    listing = Table(f"What they do {where}", columns, tuple(rows))
    return Answer(values, (verdict, listing, *row_notes(loosed(row, ask) for row in shown.values()), *heads))


def _fitting(tip: Tip, kind: Kind, at: str) -> None:
    """Raises `Unusable` where a head is no head for these."""
    if tip.head and tip.head.kind is not kind:
        other = {Kind.BOW: "bolts, and these are arrows", Kind.CROSSBOW: "arrows, and these are bolts"}[kind]
        raise Unusable(at, f"A {tip.words} goes on {other}.")


@table("range-obstacles")
def range_obstacles() -> Table:
    """The obstacle of a shot by range and cover (WPN-18)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{band.words.capitalize()} range", *(Obstacle(rules.obstacle(band, cover=cover).total) for cover in Cover))
        for band in (Band.OPTIMAL, Band.EXTREME)
    )
    return Table("A shot in Range and Cover", ("Range", "In the open", "Reasonable cover", "Heavy cover"), rows)


@table("shot-hampered")
def shot_hampered() -> Table:
    """What makes a shot in Fight! harder (WPN-12)."""
    rows = tuple((one.words[:1].upper() + one.words[1:], wording.signed(one.amount or 0)) for one in Hampered)
    return Table("In Fight!, besides Ob 1", ("What", "Obstacle"), (("Snapshot", "+2"), *rows))


READ = (("Bow, crossbow", Bands(2, 4)), ("Thrown", thrown.GENERIC), ("Knife", Bands(2, 5)), ("Gun", Bands(4, 5)))


@table("fate-in-sixths")
def fate_in_sixths() -> Table:
    """The chance of Incidental, Mark and Superb by what is added to the Die of Fate (WPN-15)."""
    rows = tuple(
        (
            wording.signed(modifier) if modifier else "0",
            *(" / ".join(str(chance * 6) for chance in bands.chances(modifier).values()) for _, bands in READ),
        )
        for modifier in range(-1, 4)
    )
    columns = ("On the die", *(f"{name}: {bands.words}" for name, bands in READ))
    return Table("Sixths of Incidental / Mark / Superb", columns, rows, mark=Mark.DERIVED)


@table("fate-bonus")
def fate_bonus() -> Table:
    """Successes after aiming for each bonus, by obstacle (WPN-16)."""

    def span(gained: int, obstacle: int) -> str | None:
        first, last = shots.needed(gained, obstacle), shots.needed(gained + 1, obstacle) - 1
        if shots.bonus(first, obstacle) != gained:
            return None
        return (
            f"{first} or more" if gained == shots.MOST_BONUS else f"{first} to {last}" if last > first else str(first)
        )

    rows = tuple((Obstacle(number), *(span(gained, number) for gained in (1, 2, 3))) for number in range(1, 6))
    return Table("Successes left after aiming", ("Obstacle", "+1", "+2", "+3"), rows)


@table("shot-heads")
def shot_heads() -> Table:
    """Arrowheads and bolt heads (WPN-39)."""

    def cell(amount: int) -> str | None:
        return wording.signed(amount) if amount else None

    rows = tuple(
        (
            head.name,
            "arrow" if head.kind is Kind.BOW else "bolt",
            *(cell(amount) for amount in (head.damage, head.va, head.fate, head.obstacle, head.paces)),
        )
        for head in HEADS.values()
    )
    columns = ("Head", "On", "I, M and S", "VA", "Die of Fate", "Obstacle", "Paces")
    return Table("Arrowheads and bolt heads", columns, rows)

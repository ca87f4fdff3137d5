"""Manoeuvres that attack: haste, spells under blows, charges, sniping, a second weapon (BSR-64 to BSR-66, 79, 83)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable, branch, row, sheet
from engine.games.bastard_sword.blocks.test import Test
from engine.games.bastard_sword.dice import Pool, successes
from engine.games.bastard_sword.forms.defence import Defence, Defends, Undefended
from engine.games.bastard_sword.forms.pool import POOL_HINT, Difficulty, FourD8, Malus, YourDice
from engine.games.bastard_sword.readings import rolling
from engine.games.bastard_sword.readings.moving import each_success
from engine.games.bastard_sword.rules import casting, charge, exchange, movement, rounds, shooting
from engine.games.bastard_sword.rules.exchange import Side
from engine.games.bastard_sword.rules.hit_shop import Shop
from engine.games.bastard_sword.rules.long_tasks import Course, Kind, course
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.words import average
from engine.games.bastard_sword.words import dice as of_dice
from engine.rulings import Rulings
from engine.working import Line, Mark

MOST_COUNT = 60
MOST_ROUNDS = 12
SixD6, FiveD8 = Pool.parse("6d6"), Pool.parse("5d8")
Count = Annotated[int, Between(-MOST_COUNT, MOST_COUNT)]


@calculator("bs-fast", rules="BSR-64")
def acting_fast(
    initiative: Annotated[Count, Asked("Your initiative", quick=(0, 1, 2, 3))] = 1,
    raised: Annotated[int, Between(1, rounds.MOST_HURRY), Asked("Raise it by", quick=(1, 2, 3))] = 1,
    pool: YourDice = FourD8,
    difficulty: Difficulty = 2,
    *,
    ask: Rulings,
) -> Answer:
    """What does haste cost?"""
    malus, now = rounds.hurry(raised), initiative + raised
    hurried, calm = Test(pool, difficulty, malus), Test(pool, difficulty)
    twice = now > 0 and (initiative > 0 or ask["fast.from-zero"] == "yes")
    facts = (Fact(wording.number(now), "initiative"), Fact(hurried.chance, "in haste"), Fact(calm.chance, "calmly"))
    said = f"You act at {wording.number(now)}, and every roll of this round has a malus of {malus}."
    rows = []
    for more in range(1, rounds.MOST_HURRY + 1):
        cost = rounds.hurry(more)
        rows.append((f"+{more}", wording.number(initiative + more), cost, Test(pool, difficulty, cost).chance))
    columns = ("Raised by", "You act at", "Malus", "Chance")
    held = "may wait, or act twice" if twice else "act once"
    return Answer(
        {"initiative": now, "malus": malus, "probability": hurried.chance, "without": calm.chance, "twice": twice},
        (
            Verdict(f"{wording.MINUS}{malus}", facts, said),
            Table("How much haste?", columns, tuple(rows), raised - 1, Mark.DERIVED),
            Note(f"At this number you {held}. The next round counts from {wording.number(initiative)}.", rule="BSR-64"),
        ),
    )


@row("hit")
class HurtRow:
    """An injury that interrupts a spell."""

    before: Annotated[int, Between(2, MOST_ROUNDS), Asked("Before roll", quick=(2, 3, 4))] = 2
    boxes: Annotated[int, Between(1, 20), Asked("Boxes it checks", quick=(1, 2, 3))] = 2


@calculator("bs-casting", rules="BSR-65")
def under_blows(
    pool: YourDice = FourD8,
    difficulty: Annotated[int, Between(1, 100), Asked("Difficulty of the spell", gm=True, quick=(3, 5, 10))] = 10,
    malus: Malus = 0,
    hurt: Annotated[tuple[HurtRow, ...], Asked("Injuries on the way")] = (HurtRow(),),
    rounds_left: Annotated[int, Between(1, MOST_ROUNDS), Asked("Rounds there is time for", quick=(3, 5, 8))] = 5,
    *,
    ask: Rulings,
) -> Answer:
    """Will the spell stand before they stop you?"""
    boxes = [[one.boxes for one in hurt if one.before == roll] for roll in range(1, rounds_left + 1)]
    by_hit = any(len(one) > 1 for one in boxes) and ask["casting.malus"] == "each"
    maluses = [malus + casting.malus(one, by_hit=by_hit) for one in boxes]
    law = successes(pool)
    found = course(rolling.read(Kind.FIRST_FAIL, difficulty, ask, malus=any(maluses)), law, maluses)
    calm = course(rolling.read(Kind.FIRST_FAIL, difficulty, ask, malus=bool(malus)), law, [malus] * rounds_left)
    end, unhurt = found[-1], calm[-1]
    facts = (Fact(end.failed, "lost"), Fact(end.open, "still casting"), Fact(unhurt.done, "unhurt"))
    said = f"Done within {wording.count(rounds_left, 'round')}: {wording.percent(end.done)}."
    return Answer(
        {"done": end.done, "failed": end.failed, "unhurt": unhurt.done, "maluses": maluses},
        (
            Verdict(wording.percent(end.done), facts, said, Mark.DERIVED),
            _rolls(found, maluses),
            Note("Each roll draws retaliations from those who have you in reach.", rule="BSR-62"),
        ),
    )


def _rolls(found: Sequence[Course], maluses: Sequence[int]) -> Table:
    """The spell, roll by roll."""
    rows = tuple(
        (at, malus or None, one.done, one.failed, one.open)
        for at, (malus, one) in enumerate(zip(maluses, found[1:], strict=True), 1)
    )
    return Table("Roll by roll", ("Roll", "Malus", "Done", "Lost", "Goes on"), rows, mark=Mark.DERIVED)


# --- A charge ---


@branch("I will run")
class ToRun:
    """The run is not rolled yet."""

    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice on the attack", quick=(0, 1, 2))] = 0
    defence: Defence = Defends()


@branch("I have run")
class HasRun:
    """The run was rolled, and perhaps the attack."""

    successes: Annotated[int, Between(-30, 60), Asked("Successes of the run", quick=(0, 1, 2, 3))] = 3
    bought: Annotated[int, Between(0, 60), Asked("Dice of damage bought with hits", quick=(0, 1, 2, 3))] = 2


@dataclass(frozen=True, slots=True)
class Split:
    """So many dice on the run, and what is left for the strike."""

    run: int
    arrives: Fraction
    falls: Fraction
    strike: Pool
    strikes: Fraction
    damage: Fraction


Speed = Annotated[int, Between(0, 60), Asked("Movement in steps", quick=(9, 12, 14))]
ChargeDice = Annotated[int, Between(2, 60), Asked("Dice left this round", quick=(4, 5, 6))]


def _run_or_strike(splits: Sequence[Split], best: int) -> Table:
    """What each way to split the dice comes to."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (
            this.run,
            this.arrives,
            this.falls,
            this.strike.words if this.strike.dice else None,
            this.strikes,
            average(this.damage),
        )
        for this in splits
    )
    columns = ("Run with", "You arrive", "You fall", "Strike with", "You hit", "Damage on average")
    return Table("Run or strike?", columns, rows, best, Mark.DERIVED)


@calculator("bs-charge", rules="BSR-66")
def charging(
    away: Annotated[int, Between(1, 500), Asked("Steps to the target", quick=(10, 16, 22, 30))] = 22,
    band: Annotated[Band, Asked("Your weapon is for")] = Band.LONG,
    speed: Speed = 12,
    running: Annotated[Pool, Asked("Your running", POOL_HINT), sheet("running")] = SixD6,
    weapon: Annotated[Pool, Asked("Your weapon skill", POOL_HINT), sheet("skill")] = FiveD8,
    limit: ChargeDice = 6,
    malus: Malus = 0,
    run: Annotated[ToRun | HasRun, Asked("The run")] = ToRun(),
    *,
    ask: Rulings,
) -> Answer:
    """How many dice for the run, how many for the strike?"""
    if away <= band.steps:
        raise Unusable("away", f"At {wording.count(away, 'step')} you are engaged already, and cannot charge.")
    each = each_success(speed, ask)
    steps = away - band.steps
    need = charge.needed(steps, speed, each=each)
    if need is None:
        raise Unusable("away", f"No run covers {wording.count(steps, 'step')} at a movement of {speed}.")
    if not running.dice:
        raise Unusable("running", "A charge takes one die at least for the run; this has none.")
    if isinstance(run, HasRun):
        return _charged(run, steps, need, ask)
    ladder = successes(running).last - malus > 1 and ask["charge.bonus"] == "ladder"
    splits = [
        _split(number, running, weapon, limit, malus, need, run, ladder=ladder)
        for number in range(1, min(limit, running.dice) + 1)
    ]
    best = max(range(len(splits)), key=lambda at: (splits[at].damage, splits[at].arrives))
    one = splits[best]
    left = one.strike.words if one.strike.dice else "none"
    facts = (Fact(one.arrives, "arrives"), Fact(left, "to strike"), Fact(f"{average(one.damage)} of damage"))
    figure = f"{of_dice(one.run)} to run"
    arrives = f"You arrive {wording.often(one.arrives)}"
    said = f"{figure}. {arrives}, with {average(one.damage)} of damage on average."
    values = {
        "needed": need,
        "best": one.run,
        "arrives": [this.arrives for this in splits],
        "hits": [this.strikes for this in splits],
        "damage": [this.damage for this in splits],
    }
    blocks: list[Block] = [
        Verdict(figure, facts, said, Mark.DERIVED),
        _run_or_strike(splits, best),
        Note(
            f"{wording.count(steps, 'step')} to cover take {wording.count(need, 'success', 'successes')} of the run.",
            rule="BSR-66",
        ),
    ]
    return Answer(values, tuple(blocks))


def _split(
    number: int, running: Pool, weapon: Pool, limit: int, malus: int, need: int, run: ToRun, *, ladder: bool
) -> Split:
    """What so many dice on the run do. Source: BSR-66, BSR-33."""
    law = successes(running.at_most(number)).plus(-malus)
    base = min(weapon.dice, limit - number)
    strike = weapon.at_most(base)
    strike = strike.plus(min(run.bonus, base)) if base else strike
    hits = exchange.hits(Side(strike, malus), run.defence.side)
    hits = hits if base else hits.floored(0)
    arrives = law.at_least(need)
    lands = hits.at_least(1) if base else Fraction(0)
    damage = charge.mean_damage_dice(law, hits, need, ladder=ladder) if base else Fraction(0)
    return Split(number, arrives, 1 - law.at_least(1), strike, arrives * lands, damage)


def _charged(run: HasRun, steps: int, need: int, ask: Rulings) -> Answer:
    """A charge that was run."""
    if run.successes < need:
        fell = movement.fall(run.successes)
        figure = "You fall" if fell.prone else "Too short"
        end = "and lie prone" if fell.prone else "and it was only movement"
        hurt = f" The fall does {fell.dice}d4 of bludgeoning damage." if fell.dice else ""
        have = f"You have {wording.number(run.successes)} of {need} for {wording.count(steps, 'step')}"
        said = f"{have}, {end}.{hurt}"
        values = {"reached": False, "prone": fell.prone, "damage_dice": 0}
        return Answer(values, (Verdict(figure, (Fact(need, "needed"),), said),))
    ladder = run.bought > 0 and run.successes > 1 and ask["charge.bonus"] == "ladder"
    dice = charge.damage_dice(run.bought, run.successes, ladder=ladder)
    facts = (Fact(run.bought, "bought"), Fact(dice - run.bought, "from the run"))
    said = f"You arrive, and roll {of_dice(dice)} of damage." if dice else "You arrive, and the strike may follow."
    figure = of_dice(dice) if dice else "You arrive"
    lines = (Line(run.bought, "bought with hits", "BSR-44"), Line(dice - run.bought, "from the run", "BSR-66"))
    values = {"reached": True, "prone": False, "damage_dice": dice}
    return Answer(values, (Verdict(figure, facts, said), Working(lines, dice, "Dice of damage")))


# --- Sniping, and a second weapon ---


@calculator("bs-snipe", rules="BSR-79 BSR-99")
def sniping(
    declared: Annotated[Count, Asked("You declared it at count", quick=(3, 2, 1, -1))] = 3,
    triggered: Annotated[Count, Asked("It is triggered at", quick=(1, 0, -2))] = 1,
    initiative: Annotated[Count, Asked("Your initiative", quick=(1, 2, 3), more=True)] = 3,
    ready: Annotated[bool, Asked("The weapon is Ready to Shoot")] = False,
    pool: YourDice = FourD8,
    needed: Annotated[int, Between(0, 100), Asked("What else the shot must beat", quick=(1, 2, 3), gm=True)] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """What does waiting cost the shot?"""
    own = not ready and initiative != declared and ask["snipe.base"] == "initiative"
    base = initiative if own else declared
    malus = shooting.sniped(base, triggered, ready=ready)
    waited, now = Test(pool, needed, malus), Test(pool, needed)
    figure = f"{wording.MINUS}{malus}" if malus else "Nothing"
    facts = (Fact(waited.chance, "then"), Fact(now.chance, "at once"))
    said = (
        f"From {wording.number(base)} to {wording.number(triggered)}: a malus of {malus} on the shot."
        if malus
        else "The wait costs nothing."
    )
    least = max(-abs(declared), declared - 8)
    costs = [(count, shooting.sniped(base, count, ready=ready)) for count in range(declared, least - 1, -1)]
    rows = tuple((wording.number(count), cost or None, Test(pool, needed, cost).chance) for count, cost in costs)
    blocks: list[Block] = [Verdict(figure, facts, said)]
    if len(rows) > 1:
        blocks.append(Table("As the count goes down", ("Triggered at", "Malus", "Chance"), rows, mark=Mark.DERIVED))
    blocks.append(Note("Any other action or reaction of yours, and the shot is off.", rule="BSR-79"))
    return Answer({"malus": malus, "probability": waited.chance, "at_once": now.chance}, tuple(blocks))


@calculator("bs-two-weapons", rules="BSR-83")
def second_weapon(
    hits: Annotated[int, Between(1, 60), Asked("Hits with the first weapon", quick=(1, 2, 3, 4, 5))] = 3,
    defending: Annotated[bool, Asked("You were defending")] = False,
    second: Annotated[Pool, Asked("Skill with the second weapon", POOL_HINT), sheet("skill")] = FiveD8,
    left: Annotated[int, Between(0, 60), Asked("Dice left this round", quick=(0, 1, 2, 3))] = 2,
    bonus: Annotated[int, Between(0, 20), Asked("Bonus dice on the second attack", quick=(0, 1), more=True)] = 0,
    malus: Malus = 0,
    defence: Defence = Undefended(),
    *,
    ask: Rulings,
) -> Answer:
    """Is the second weapon worth the hits?"""
    free = left < min(hits, second.dice) and ask["two-weapons.dice"] == "free"
    most = min(hits, second.dice if free else min(left, second.dice))
    if not most:
        said = "No dice are left this round, so the second weapon stays where it is."
        return Answer({"most": 0, "best": 0, "damage": []}, (Verdict("Not now", (Fact(left, "dice left"),), said),))
    shop = Shop(hits, defending)
    plain = Fraction(shop.most_damage())
    rows: list[tuple[Entry, ...]] = [("none", None, None, hits, average(plain))]
    found = [plain]
    for number in range(1, most + 1):
        law = _second(second.at_most(number), bonus, malus, defence)
        gained = sum((chance * one for one, chance in law if one > 0), Fraction(0))
        whole = gained + shop.most_damage(number)
        found.append(whole)
        rows.append((number, law.at_least(1), wording.decimal(gained), hits - number, average(whole)))
    best = max(range(len(found)), key=found.__getitem__)
    figure = f"Buy {best}" if best else "Keep them"
    facts = (Fact(average(found[best]), "of damage"), Fact(average(plain), "without"), Fact(most, "at most"))
    said = f"{figure}: {average(found[best])} of damage on average; {average(plain)} if every hit buys damage at once."
    columns = ("Hits on it", "It hits", "Its hits", "Hits kept", "Damage in all")
    values = {"most": most, "best": best, "damage": found}
    return Answer(
        values,
        (
            Verdict(figure, facts, said, Mark.DERIVED),
            Table("The second weapon", columns, tuple(rows), best, Mark.DERIVED),
        ),
    )


def _second(pool: Pool, bonus: int, malus: int, defence: Defends | Undefended) -> Distribution:
    return exchange.hits(Side(pool.plus(min(bonus, pool.dice)), malus), defence.side)

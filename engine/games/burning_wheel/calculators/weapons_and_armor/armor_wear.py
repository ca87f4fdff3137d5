"""Battered armor: how long it lasts under blows, and what it takes to put its dice back (ARM-10, ARM-11, ARM-12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.armor import dice_of, obstacle_of
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade
from engine.games.burning_wheel.forms.armor import ArmorRow, BatteredPiece, BatteredRow, HitPiece, TheirShade
from engine.games.burning_wheel.forms.shields import TheirVa
from engine.games.burning_wheel.readings import armor as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import armor as rules
from engine.games.burning_wheel.rules import armor_wear as wear
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.armor import Piece, Quality
from engine.games.burning_wheel.rules.armor_wear import TRADES, Forecast, Mender, Repair
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.wounds import Felt
from engine.games.burning_wheel.sheet.effects import BatterArmor
from engine.games.burning_wheel.words import Mean, logged
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
CHEST = ArmorRow()
BATTERED = BatteredRow()
MOST_BLOWS = 30
MOST_BACK = 6


@calculator("armor-lasts", rules="ARM-10 ARM-11")
def armor_lasts(
    piece: HitPiece = CHEST,
    va: TheirVa = 0,
    blows: Annotated[int, Between(1, MOST_BLOWS), Asked("Blows on that place", quick=(3, 5, 10))] = 5,
    attack: TheirShade = Shade.BLACK,
    *,
    ask: Rulings,
) -> Answer:
    """How long does this armor last?"""
    if not piece.dice or not read.tested(piece.shade, attack, ask):
        return _nothing_to_wear(piece, attack)
    against = rules.obstacle(rules.versus_armor(va))
    wears = wear.can_wear(piece.shade, attack)
    counts = wears and read.counts(piece, ask)
    found = wear.forecast(piece, against.total, blows, wears=wears, counts=counts)
    end, lasts = found[-1], wear.lasts(piece.dice, piece.quality) if wears else None
    values = {
        "dice": piece.dice,
        "obstacle": against.total,
        "lasts": lasts,
        "left": end.mean,
        "gone": end.left.get(0, Fraction(0)),
        "through": end.through,
        "any_through": end.any_through,
        "wears": 1 - found[0].left.get(piece.dice, Fraction(0)),
    }
    blocks: list[Block] = [_lasting(piece, end, lasts), _blow_by_blow(found)]
    if wears:
        blocks.append(_by_make(piece))
        blocks.append(_ends(end))
    else:
        text = f"{piece.shade.words.capitalize()} armor takes no harm from a {attack.words} blow."
        blocks.append(Note(text, rule="ARM-11"))
    return Answer(values, (*blocks, dice_of(piece.worked), obstacle_of(against)))


def _nothing_to_wear(piece: Piece, attack: Shade) -> Answer:
    """The answer where no test is made, and so nothing wears."""
    why = f"{piece.words} has no dice left."
    if piece.dice:
        why = f"{piece.shade.words.capitalize()} armor is not tested against a {attack.words} blow, and does not wear."
    return Answer({"dice": piece.dice, "lasts": None}, (Verdict("No test", (), why),))


def _lasting(piece: Piece, end: Forecast, lasts: Fraction | None) -> Verdict:
    mean = f"{Mean(end.mean).words}D"
    facts = (
        Fact(f"{mean} of {piece.dice}D", f"left after {end.blow}"),
        Fact(end.any_through, "something comes through"),
    )
    through = f"In {wording.count(end.blow, 'blow')} at least one comes through {often(end.any_through)}."
    if lasts is None:
        return Verdict("For good", facts, f"{piece.words} does not wear here. {through}", Mark.DERIVED)
    tests = f"{wording.decimal(lasts)}{wording.NO_BREAK}tests"
    sentence = f"{piece.words} lasts {tests} on average until no die is left. {through}"
    return Verdict(tests, facts, sentence, Mark.DERIVED)


def _blow_by_blow(found: Sequence[Forecast]) -> Table:
    rows = tuple((one.blow, f"{Mean(one.mean).words}D", one.through, one.any_through) for one in found)
    columns = ("Blow", "Dice left on average", "It comes through", "One has come through")
    return Table("Blow after blow", columns, rows, mark=Mark.DERIVED)


def _by_make(piece: Piece) -> Table:
    rows = []
    for quality in Quality:
        keeps = wear.losses(piece.dice, quality).get(0, Fraction(0))
        rows.append((quality, 1 - keeps, wording.decimal(wear.lasts(piece.dice, quality))))
    columns = ("Made", "The next test wears it", "Tests until nothing is left")
    current = list(Quality).index(piece.quality)
    return Table(f"How long {piece.dice}D last", columns, tuple(rows), current, Mark.DERIVED)


def _ends(end: Forecast) -> Table:
    rows = tuple((DiceCount(dice), chance) for dice, chance in end.left.items() if chance)
    caption = f"Dice left after {wording.count(end.blow, 'blow')}"
    return Table(caption, ("Left", "Chance"), rows, mark=Mark.DERIVED, folded=True)


@dataclass(frozen=True, slots=True)
class Job:
    """A repair: the piece, the craft, the dice it has put `back` before, and the tests that it takes now."""

    piece: Piece
    skill: Mender
    back: int
    test: Test
    hurt: Felt
    repair: Repair

    @property
    def tests(self) -> tuple[Test, ...]:
        """A test for each obstacle, wounds included, in their order."""
        return tuple(self.test.against(obstacle + self.hurt.added) for obstacle in self.repair.obstacles)

    @property
    def chance(self) -> Fraction:
        """The chance that every one of them is passed."""
        chance = Fraction(1)
        for test in self.tests:
            chance *= test.chance
        return chance

    @property
    def each(self) -> int:
        """The dice that one passed test puts back."""
        return self.piece.lost - self.repair.beyond if len(self.tests) == 1 else 1

    @property
    def obstacles(self) -> str:
        """ "Ob 2, 3 and 4"."""
        return f"Ob{wording.NO_BREAK}{wording.listed(str(test.obstacle) for test in self.tests)}"


@calculator("armor-repair", rules="ARM-12")
def armor_repair(
    piece: BatteredPiece = BATTERED,
    skill: Annotated[Mender, Asked("Repaired with")] = Mender.BLACKSMITH,
    ability: Annotated[Ability, Asked("That skill", quick=("B2", "B3", "B4", "B5")), sheet("skill")] = B4,
    helping: Annotated[
        int, Between(0, 20), Asked("Help, tools, FoRKs: dice", "A helper gives 1 die, with exponent 5 or more 2.")
    ] = 0,
    back: Annotated[int, Between(0, MOST_BACK), Asked("Dice this repair has put back already", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does it take to repair this armor?"""
    if piece.lost + back > piece.full:
        raise Unusable(
            "back", f"{piece.words} has {piece.full}D whole; this says {piece.lost} are lost and {back} are back."
        )
    if not piece.lost:
        whole = Verdict("Whole", (Fact(DiceCount(piece.dice), "dice"),), f"{piece.words} has lost nothing.")
        return Answer({"obstacles": [], "beyond": 0, "chance": Fraction(1)}, (whole,))
    hurt = feels(wounds, ability, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone)
    try:
        repair = read.repaired_by(piece, skill, ask, back)
    except Refused as error:
        wrong = Verdict("No test", (Fact("the wrong craft"),), str(error))
        values = {"obstacles": [], "beyond": piece.lost, "chance": Fraction(0)}
        return Answer(values, (wrong, _menders(piece, back, None, ask)))
    dice = Worked(
        (
            Line(ability.exponent, f"{skill.words} {ability}", "ARM-12"),
            hurt.dice,
            Line(helping, "Help, tools, FoRKs", "HUB-30"),
        )
    )
    first = repair.obstacles[0] + hurt.added if repair.obstacles else 0
    test = Test.of(ability.shade, dice.total, first, ask, at="helping")
    job = Job(piece, skill, back, test, hurt, repair)
    values = {
        "obstacles": [one.obstacle for one in job.tests],
        "beyond": repair.beyond,
        "chance": job.chance if repair.obstacles else Fraction(0),
        "dice": test.dice,
    }
    blocks: list[Block] = [_repair_verdict(job)]
    if repair.obstacles:
        against = (Line(repair.obstacles[0], "The first of these dice", "ARM-12"), hurt.obstacle)
        blocks += [test.odds(), _die_by_die(job), Working(against, test.obstacle, "Obstacle")]
    blocks += [Working(dice.lines, dice.total, "Dice", "D"), _menders(piece, back, test, ask), *_costs(piece, repair)]
    return Answer(values, tuple(blocks), _done(job))


def _done(job: Job) -> tuple[Effect, ...]:
    """The mark of the next test, and what passing it puts back."""
    if not job.repair.obstacles:
        return ()
    where = job.piece.location.value
    return (*job.test.marks("ability", Kind.SKILL), BatterArmor(where, -job.each))


def _repair_verdict(job: Job) -> Verdict:
    if not job.repair.obstacles:
        why = f"{job.skill.words} ends before this die. It stays lost, or goes to an Armorer."
        return Verdict("No test", (Fact("beyond this skill"),), why)
    tests = wording.count(len(job.tests), "test")
    facts = [Fact(DiceCount(job.test.dice), "dice"), Fact(job.chance, "all of it back")]
    facts.append(logged(job.test.classes) if len(job.tests) == 1 else Fact(job.test.chance, "the first"))
    sentence = f"{job.skill.words}: {tests} at {job.obstacles}. {_passes(job)}"
    if job.repair.beyond:
        facts[1] = Fact(job.chance, "all that can be")
        facts.append(
            Fact(DiceCount(job.repair.beyond), "lost for good" if job.skill is Mender.ARMORER else "beyond it")
        )
        sentence += f" {wording.count(job.repair.beyond, 'die stays', 'dice stay')} lost: beyond this skill."
    return Verdict(job.obstacles, tuple(facts), sentence)


def _passes(job: Job) -> str:
    if not job.chance:
        return "These dice cannot do it." if len(job.tests) == 1 else "These dice cannot do all of it."
    return f"{'It passes' if len(job.tests) == 1 else 'All of them pass'} {often(job.chance)}."


def _die_by_die(job: Job) -> Table:
    rows, so_far = [], Fraction(1)
    for place, test in enumerate(job.tests, job.back + 1):
        so_far *= test.chance
        restores = f"die {place}" if len(job.tests) > 1 else wording.count(job.each, "die", "dice")
        rows.append((restores, Obstacle(test.obstacle), test.chance, so_far, test.classes))
    columns = ("Puts back", "Obstacle", "Passes", "And all before", "In the log")
    return Table("Die after die", columns, tuple(rows), 0, Mark.DERIVED)


def _menders(piece: Piece, back: int, test: Test | None, ask: Rulings) -> Table:
    """What each craft that works on this type has to beat, with these same dice."""
    rows: list[tuple[Entry, ...]] = []
    for trade in TRADES.values():
        if trade.takes(piece.type):
            found = read.repaired_by(piece, trade.skill, ask, back)
            stays = DiceCount(found.beyond) if found.beyond else None
            obstacles = wording.listed(map(str, found.obstacles)) if found.obstacles else None
            row: tuple[Entry, ...] = (trade.skill, obstacles, stays)
            rows.append(row if test is None else (*row, found.chance(test.pool) if found.obstacles else None))
    columns = ("Craft", "Obstacles", "Stays lost", *(() if test is None else ("With the same dice",)))
    caption = f"Who repairs {piece.type.words.lower()}: {wording.count(piece.lost, 'die', 'dice')}"
    return Table(caption, columns, tuple(rows), mark=Mark.DERIVED)


def _costs(piece: Piece, repair: Repair) -> list[Note]:
    """What the book says of price and time, which is nothing."""
    price = f"A new suit starts at {Obstacle(piece.type.made.price).words} ({piece.type.made.priced})"
    text = f"The book gives a repair no price and no time. {price}; a craftsman’s work takes days or weeks."
    found = [Note(text, Mark.MISSING, "ARM-12")]
    if len(repair.obstacles) > 1:
        found.append(Note("A die that fails stays lost; those before it are back.", Mark.DERIVED, "ARM-12"))
    return found


@table("armor-repairs")
def armor_repairs() -> Table:
    """The obstacle of each die that a craft puts back (ARM-12)."""
    most = max(len(trade.obstacles) for trade in TRADES.values())
    rows = tuple(
        (trade.skill, *(Obstacle(n) for n in trade.obstacles), *[None] * (most - len(trade.obstacles)))
        for trade in TRADES.values()
    )
    return Table("Repair: the obstacle of each die", ("Craft", *map(str, range(1, most + 1))), rows)

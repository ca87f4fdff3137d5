"""The positioning test: the start, who is quicker, the pool, its margin, defenses, ties (RNC-07 to 10, 16, 34)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Among, Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Chain, DiceCount, Pool
from engine.games.burning_wheel.forms.ranges import (
    CROSSBOW,
    DICE,
    KNIFE,
    MORE,
    QUICK,
    Quick,
    RangeWeapon,
    WeaponBeside,
    YourWeapon,
)
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.forms.test import OWN, QUICK_POOLS
from engine.games.burning_wheel.readings import maneuvers as readings
from engine.games.burning_wheel.readings import ranges as read
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import positioning_at_range as rules
from engine.games.burning_wheel.rules import quickness, range_shot, range_track
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind, kind_of
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.maneuvers import CARDS, Card, Maneuver, Means, Meeting, Result, Way
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.positioning_at_range import Away, Chances, Extra, Side
from engine.games.burning_wheel.rules.range_dice import Category
from engine.games.burning_wheel.rules.range_shot import Choice
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.wounds import Felt
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

B4, B5 = Ability.parse("B4"), Ability.parse("B5")
STATS = ("B3", "B4", "B5", "B6")
LISTED = 4
"""Margins that are listed one by one."""
Theirs = Annotated[Pool, Asked("Their dice, all of them", quick=("B5", "B6", "B7", "B8"))]
QuickDice = Annotated[frozenset[Quick], Asked("You have", more=True)]
Forks = Annotated[int, MORE, Asked("FoRKs", more=True, quick=(0, 1, 2))]
Other = Annotated[int, MORE, Asked("Other dice: traits, one advantage", more=True, quick=(0, 1, 2))]


def quick_lines(found: Collection[Quick]) -> list[Line]:
    """The dice for being quicker, as lines. Raises `Unusable` for a multiplier that is far higher and not higher."""
    if Quick.FAR in found and Quick.MULTIPLIER not in found:
        raise Unusable("quick", "A multiplier more than twice theirs is the higher one too; choose both.")
    return [Line(one.amount or 0, f"{one.words[:1].upper()}{one.words[1:]}", "RNC-08") for one in Quick if one in found]


def own_obstacle(hurt: Felt) -> list[Block]:
    """What wounds take off the successes of a positioning test, as a ledger; none where they take none."""
    return ledger(replace(hurt, lost=0), 0, 0, against=OWN)


# The start


class Start(Option):
    """What is tested for the starting range. Source: RNC-07."""

    SPEED = "speed", "Speed"
    PERCEPTION = "perception", "Perception"


@calculator("range-start", rules="RNC-07")
def range_start(
    by: Annotated[Start, Asked("You test")] = Start.PERCEPTION,
    ability: Annotated[Ability, Asked("With", quick=STATS), sheet("ability")] = B5,
    weapon: YourWeapon = CROSSBOW,
    theirs: Theirs = Pool.of(8),
    against: Annotated[Among[RangeWeapon], Asked("Their weapon", quick=QUICK, more=True)] = KNIFE,
    their_perception: Annotated[bool, Asked("They test Perception", more=True)] = False,
    quick: QuickDice = frozenset(),
    forks: Forks = 0,
    other: Other = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Where does it begin?"""
    means = Means.of(by.value)
    hurt = feels(wounds, ability, ask, ELEMENTS[by.value])
    if hurt.gone:
        return no_test(hurt.gone)
    extra = Extra(read.start_dice(weapon.row, ask, against.row), quick=quick_lines(quick), forks=forks, other=other)
    dice = rules.dice(ability.exponent, by.words, extra, hurt.lost)
    mine = Side(Pool.of(dice.total, ability.shade, read.opens(means, ask)), hurt.added)
    opened = their_perception and read.opens(Means.PERCEPTION, ask)
    found = _chances(mine, Side(theirs.opened() if opened else theirs), ask)
    on_tie = "out of range" if ask["range.start-tie"] == "out" else "where the GM says"
    shown = wording.percent(found.win)
    facts = (Fact(DiceCount(dice.total), "dice"), Fact(found.tie, "a tie"), Fact(found.lose, "they choose"))
    said = f"You choose the starting range {shown} of the time. After a tie it begins {on_tie}."
    return Answer(
        {"dice": dice.total, "win": found.win, "tie": found.tie, "lose": found.lose, "on_tie": on_tie},
        (
            Verdict(shown, facts, said, Mark.DERIVED),
            _picks(weapon, against, ask),
            Working(dice.lines, dice.total, "Dice", "D"),
            *own_obstacle(hurt),
            Note(f"A tie: it begins {on_tie}.", Mark.RULING, "RNC-07"),
        ),
    )


def _picks(weapon: RangeWeapon, against: RangeWeapon, ask: Rulings) -> Table:
    """Where you may begin, and what that is for the other side. Source: RNC-07, RNC-31."""
    mine, theirs = read.weapon_of(weapon.row, ask), read.weapon_of(against.row, ask)
    reaches = range_track.compare(mine.reach.paces, theirs.reach.paces)
    rows: list[tuple[Entry, ...]] = []
    for own in (Category.OUT, Category.EXTREME, Category.OPTIMAL):
        for stop in range_track.starts(reaches.track, reaches.mover(0), own):
            categories = reaches.categories(stop)
            rows.append((own.words, *(one.words for one in categories)))
    caption = f"What the winner may choose: {mine.name}, against {theirs.name.lower()}"
    return Table(caption, ("You choose", "For your weapon", "For theirs"), tuple(dict.fromkeys(rows)))


def _chances(mine: Side, theirs: Side, ask: Rulings) -> Chances:
    opens = chain(ask) if mine.pool.open_ended or theirs.pool.open_ended else Chain.CHAIN
    return rules.chances(mine, theirs, chain=opens)


# Who is quicker


class Legs(Option):
    """A Speed multiplier, by who has it. Source: RNC-08."""

    USUAL = "usual", "Man, Elf, Orc, Troll, Roden: 3½"
    SPIDER = "spider", "Great Spider: 4"
    HORSE = "horse", "on a horse: 8"

    @property
    def multiplier(self) -> Fraction:
        return {Legs.USUAL: quickness.USUAL, Legs.SPIDER: quickness.SPIDER, Legs.HORSE: quickness.HORSE}[self]


@row("opponent")
class RivalRow:
    """Another side, as a row of the form."""

    reflexes: Annotated[int, MORE, Asked("Reflexes", quick=(3, 4, 5, 6))] = 4
    legs: Annotated[Legs, Asked("Speed multiplier")] = Legs.USUAL


@calculator("range-quickness", rules="RNC-08")
def range_quickness(
    reflexes: Annotated[int, MORE, Asked("Your Reflexes", "After wounds", quick=(3, 4, 5, 6))] = 5,
    legs: Annotated[Legs, Asked("Your Speed multiplier")] = Legs.USUAL,
    rivals: Annotated[tuple[RivalRow, ...], Asked("The other sides")] = (RivalRow(),),
    doubled: Annotated[bool, Asked("More than double gives two dice", gm=True, more=True)] = False,
) -> Answer:
    """Who is quicker?"""
    if not rivals:
        raise Unusable("rivals", "Nobody is quicker than nobody; add another side.")
    found = quickness.dice(
        [reflexes, *(one.reflexes for one in rivals)],
        [legs.multiplier, *(one.legs.multiplier for one in rivals)],
        doubled=doubled,
    )
    mine = found[0]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"Side {place + 1}" if place else "You", *(DiceCount(line.amount) for line in one.lines), DiceCount(one.total))
        for place, one in enumerate(found)
    )
    most = max(one.total for one in found[1:])
    facts = (Fact(DiceCount(most), "the other side" if len(rivals) == 1 else "the best of the others"),)
    return Answer(
        {"dice": mine.total, "theirs": [one.total for one in found[1:]]},
        (
            Verdict(f"+{mine.total}D", facts, f"You have {mine.total}D more in every positioning test."),
            Table("Each side", ("Side", "Reflexes", "Multiplier", "Together"), rows, 0),
        ),
    )


# The test


@branch("Both have rolled")
class BothRolled:
    """Both have rolled: successes as they were counted, without those that are certain."""

    yours: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 4
    theirs: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 2


@calculator("range-positioning", rules="RNC-09 RNC-10")
def range_positioning(
    maneuver: Annotated[Maneuver, Asked("Your maneuver")] = Maneuver.SPEED_MAINTAIN,
    ability: Annotated[Ability, Asked("What it tests", quick=STATS), sheet("ability")] = B5,
    weapon: YourWeapon = KNIFE,
    theirs: Theirs = Pool.of(8),
    roll: Annotated[Ahead | BothRolled, Asked("The dice", more=True)] = Ahead(),
    where: Annotated[Category, Asked("They are, for your weapon", more=True)] = Category.OPTIMAL,
    their_range: Annotated[Category, Asked("You are, for theirs", more=True)] = Category.OPTIMAL,
    loaded: Annotated[bool, Asked("Your weapon is loaded", more=True)] = True,
    foe: Annotated[int, DICE, Asked("Range dice of their weapon, against a bomb", more=True, quick=(0, 1, 2))] = 0,
    cover: Annotated[int, Between(0, 2), Asked("Cover dice", more=True, quick=(0, 1, 2))] = 0,
    fort: Annotated[int, DICE, Asked("Prepared defenses: none, or 3 to 10", gm=True, more=True)] = 0,
    quick: QuickDice = frozenset({Quick.REFLEXES, Quick.MULTIPLIER}),
    forks: Forks = 0,
    other: Other = 0,
    their_maneuver: Annotated[Maneuver, Asked("Their maneuver", more=True)] = Maneuver.SPEED_WITHDRAW,
    certain: Annotated[int, MORE, Asked("Exponent of their Stealthy, if that is certain", more=True)] = 0,
    screaming: Annotated[bool, Asked("You hesitate, and run screaming", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Who gets into position, and with how much to spend?"""
    met = readings.meeting_of(maneuver, their_maneuver, ask)
    way, their_way = met.sides
    card = CARDS[maneuver]
    if screaming and (card.intent is not Intent.WITHDRAW or way.tests is Means.STEALTHY):
        raise Unusable("screaming", "Whoever runs screaming does a Speed or a Steel Withdraw; choose one.")
    hurt = feels(wounds, ability, ask, None if way.tests.skill else ELEMENTS[way.tests.value])
    if hurt.gone:
        return no_test(hurt.gone)
    maintains = card.intent is Intent.MAINTAIN
    defended = read.defenses(fort, maintains, Away.INSIDE, ask)
    extra = Extra(
        read.dice_at(weapon.row, where, their_range, ask, loaded=loaded or not weapon.row.kind.slow, foe=foe),
        cover,
        defended,
        quick_lines(quick),
        bool(card.dice),
        forks,
        way.tests is Means.STEEL,
        other,
        screaming,
        read.stacks(cover, defended, ask),
    )
    dice = rules.dice(ability.exponent, way.tests.words, extra, hurt.lost)
    own = max(0, ability.exponent - hurt.lost) if way.fixed else 0
    mine = Side(Pool.of(dice.total - own, ability.shade, read.opens(way.tests, ask)), hurt.added, own)
    opened = read.opens(their_way.tests, ask)
    rival = Side(theirs.opened() if opened else theirs, 0, certain if their_way.fixed else 0)
    blocks: tuple[Block, ...] = (
        Working(dice.lines, dice.total, "Dice", "D"),
        *own_obstacle(hurt),
        *_ways(way, their_way, mine, certain),
    )
    pair = Pair(met, (maneuver, their_maneuver), (mine, rival), ask)
    if isinstance(roll, BothRolled):
        return _decided(pair, roll, blocks)
    return _before(pair, dice.total, blocks)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two maneuvers that meet with all their dice, mine first, and the table's readings."""

    met: Meeting
    moves: tuple[Maneuver, Maneuver]
    sides: tuple[Side, Side]
    ask: Rulings

    @property
    def card(self) -> Card:
        """My maneuver."""
        return CARDS[self.moves[0]]

    def outcome(self, result: Result) -> Result:
        """Who gets their way: a tie with a sneak may go to the one who found it. Source: RNC-20."""
        return readings.prevails_of(result, True, True, self.met, self.ask) or result

    def chances(self) -> Chances:
        """Who gets their way, before anyone has rolled."""
        found = _chances(*self.sides, self.ask)
        match self.outcome(Result.TIE) if found.tie else Result.TIE:
            case Result.WIN:
                return Chances(found.win + found.tie, Fraction(0), found.lose)
            case Result.LOSE:
                return Chances(found.win, Fraction(0), found.lose + found.tie)
        return found


def _before(pair: Pair, dice: int, blocks: tuple[Block, ...]) -> Answer:
    """Nobody has rolled: the chances, and what a win leaves to spend."""
    found, (mine, rival), card, ask = pair.chances(), pair.sides, pair.card, pair.ask
    opens = chain(ask) if mine.pool.open_ended or rival.pool.open_ended else Chain.CHAIN
    listed = rules.margins(mine, rival, LISTED, chain=opens)
    against = rules.margins(rival, mine, LISTED, chain=opens)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (f"{place} or more" if place == LISTED else str(place), place // card.price, one, two)
        for place, (one, two) in enumerate(zip(listed, against, strict=True), 1)
    )
    shown = wording.percent(found.win)
    facts = (Fact(DiceCount(dice), "dice"), Fact(found.tie, "a tie"), Fact(found.lose, "they win"))
    values = {"dice": dice, "certain": mine.certain, "win": found.win, "tie": found.tie, "lose": found.lose}
    columns = ("Margin", "Buys you", "You win by it", "They win by it")
    return Answer(
        values | {"margins": list(listed)},
        (
            Verdict(shown, facts, f"You win the positioning test {shown} of the time.", Mark.DERIVED),
            Table("What is left to spend", columns, rows, mark=Mark.DERIVED),
            *blocks,
        ),
    )


def _decided(pair: Pair, roll: BothRolled, blocks: tuple[Block, ...]) -> Answer:
    """The dice lie: the margin, and the mark in the log."""
    (mine, rival), card = pair.sides, pair.card
    result = rules.compared(mine, rival, roll.yours, roll.theirs)
    plain = Result.TIE if result.tied else Result.WIN if result.margin > 0 else Result.LOSE
    outcome = pair.outcome(plain)
    won = outcome is Result.WIN
    by = f" by {abs(result.margin)}" if result.margin else ""
    figure = "A tie" if outcome is Result.TIE else f"{'You' if won else 'They'} win{by}"
    buys = result.margin // card.price if won else 0
    after = _after(pair, outcome, buys)
    said = f"{figure}: {result.mine} to {result.theirs}. {after}"
    facts = (Fact(f"{result.mine} to {result.theirs}", "successes"),) + ((Fact(buys, "to buy"),) if won else ())
    test = Test(mine.pool, result.theirs, pair.ask)
    means = card.tests
    kind = None if means.skill else kind_of(ELEMENTS[means.value])
    tied = outcome is Result.TIE
    return Answer(
        {"margin": result.margin, "tied": tied, "mine": result.mine, "theirs": result.theirs, "buys": buys},
        (Verdict(figure, facts, said), Note(after, rule="RNC-10"), *blocks),
        _marks(mine, test, kind, won),
    )


def _after(pair: Pair, outcome: Result, buys: int) -> str:
    """What may be done with a result, in a sentence. Source: RNC-10, RNC-16, RNC-21, RNC-22, RNC-29."""
    free = pair.met.sides[0].shot
    if outcome is Result.WIN:
        acts = wording.count(buys, "act", "acts")
        return f"You may buy {acts}; a shot costs you nothing." if free else f"You may buy {acts}."
    if outcome is Result.LOSE:
        shot = "but their Steel gives you a shot for nothing" if free else "and you may not shoot"
        return f"Your aim is gone, {shot}."
    mine, theirs = (readings.tie_shoots(move, pair.ask) for move in pair.moves)
    if mine and theirs:
        return "Each of you may shoot or duck, for nothing."
    if mine or theirs:
        who, runs = ("You", "they run") if mine else ("They", "you run")
        return f"{who} may shoot or duck, for nothing; {runs}, and may only duck."
    return "Both of you run: nobody shoots."


def _marks(mine: Side, test: Test, kind: Kind | None, won: bool) -> tuple[Effect, ...]:
    """The mark of a test that was rolled; one that was certain by its exponent leaves none."""
    return () if mine.certain else test.marks("ability", kind, passed=won)


def _ways(way: Way, their_way: Way, mine: Side, certain: int) -> list[Block]:
    """What is special about how the two roll."""
    notes: list[Block] = []
    if way.fixed:
        count = wording.count(mine.certain, "success", "successes")
        notes.append(Note(f"Stealthy counts as {count}; you roll only {mine.pool}.", rule="RNC-20"))
    if their_way.fixed:
        count = wording.count(certain, "success", "successes")
        notes.append(Note(f"Their Stealthy counts as {count}, beside the dice they roll.", rule="RNC-20"))
    if way.nerve:
        notes.append(Note("The same roll has to reach your hesitation, or you stay where you are.", rule="RNC-21"))
    if way.shot:
        notes.append(Note("They trust to Steel: you have a shot for nothing, even if you lose.", rule="RNC-21"))
    if their_way.shot:
        notes.append(Note("You trust to Steel: they have a shot for nothing.", rule="RNC-21"))
    return notes


# Defenses


@calculator("range-defenses", rules="RNC-34")
def range_defenses(
    fort: Annotated[int, Between(3, 10), Asked("Dice of the defenses", gm=True, quick=(3, 5, 7, 10))] = 5,
    perception: Annotated[Ability, Asked("Your Perception", quick=STATS), sheet("perception")] = B4,
    theirs: Theirs = Pool.of(8),
    intent: Annotated[Intent, Asked("You")] = Intent.MAINTAIN,
    cover: Annotated[int, Between(0, 2), Asked("Cover dice that you took", more=True, quick=(0, 1, 2))] = 0,
    away: Annotated[Away, Asked("Since it began, your side", gm=True, more=True)] = Away.INSIDE,
    weapon: WeaponBeside = CROSSBOW,
    where: Annotated[Category, Asked("They are, for your weapon", more=True)] = Category.OPTIMAL,
    other: Other = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What are prepared defenses worth?"""
    hurt = feels(wounds, perception, ask, ELEMENTS["perception"])
    if hurt.gone:
        return no_test(hurt.gone)
    line = read.defenses(fort, intent is Intent.MAINTAIN, away, ask)
    ranged = read.dice_at(weapon.row, where, where, ask)
    stacks = read.stacks(cover, line, ask)
    found = []
    for one in (line, rules.fortification(0, maintains=True)):
        extra = Extra(ranged, cover, one, other=other, stacks=stacks)
        dice = rules.dice(perception.exponent, "Perception", extra, hurt.lost)
        pool = Pool.of(dice.total, perception.shade, read.opens(Means.PERCEPTION, ask))
        found.append((dice, _chances(Side(pool, hurt.added), Side(theirs), ask)))
    (dice, chances), (_, bare) = found
    facts = (Fact(DiceCount(dice.total), "dice"), Fact(chances.win, "you win"), Fact(bare.win, "without them"))
    said = f"The defenses give {line.amount}D: you win {wording.often(chances.win)}."
    return Answer(
        {
            "defenses": line.amount,
            "after_leaving": _after_leaving(fort, intent, away, ask),
            "dice": dice.total,
            "win": chances.win,
            "tie": chances.tie,
            "without": bare.win,
        },
        (
            Verdict(f"+{line.amount}D", facts, said, Mark.DERIVED),
            Working(dice.lines, dice.total, "Dice", "D"),
            *own_obstacle(hurt),
        ),
    )


def _after_leaving(fort: int, intent: Intent, away: Away, ask: Rulings) -> str:
    """What the defenses give someone who has left them, in words; nothing for those who have not."""
    if away is Away.INSIDE or intent is not Intent.MAINTAIN:
        return ""
    left, back = (read.defenses(fort, True, one, ask).amount for one in (Away.LEFT, Away.BACK))
    return f"{left}D" if left == back else f"{left}D, and {back}D if the GM agrees"


# A tie


@calculator("range-tie", rules="RNC-16")
def range_tie(
    mine: Annotated[Choice, Asked("You")] = Choice.SHOOT,
    other: Annotated[Choice, Asked("They")] = Choice.SHOOT,
    skill: Annotated[Ability, Asked("Your weapon skill", quick=STATS), sheet("ability")] = B4,
    theirs: Annotated[Pool, Asked("Their dice to shoot", quick=QUICK_POOLS)] = Pool.of(4),
    aim: Annotated[int, DICE, Asked("Aim dice you hold", more=True, quick=(0, 1, 2, 3))] = 0,
    own: Annotated[Category, Asked("They are, for your weapon, once all moved", more=True)] = Category.OPTIMAL,
    before: Annotated[Category, Asked("And before they moved, if both did", more=True)] = Category.OPTIMAL,
    their_range: Annotated[Category, Asked("You are, for their weapon", more=True)] = Category.OPTIMAL,
    their_cover: Annotated[Cover, Asked("Their cover", gm=True, more=True)] = Cover.OPEN,
    your_cover: Annotated[Cover, Asked("Your cover", gm=True, more=True)] = Cover.OPEN,
    harder: Annotated[int, MORE, Asked("Light, weather: obstacle of both", gm=True, more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """A tie: shoot or duck?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    here, there = range_shot.after_tie(read.tied_at(own, before, ask)), range_shot.after_tie(their_range)
    tests: dict[Choice, tuple[Test | None, Test | None]] = {}
    pool = hurt.leaves(skill.pool(aim))
    for choice in Choice:
        tests[choice] = (
            _shot(pool, here, their_cover, choice, (harder, hurt.added), ask),
            _shot(theirs, there, your_cover, choice, (harder, 0), ask),
        )
    rows: list[tuple[Entry, ...]] = []
    for one in Choice:
        for two in Choice:
            ours = tests[two][0] if one is Choice.SHOOT else None
            back = tests[one][1] if two is Choice.SHOOT else None
            rows.append((one.words, two.words, *_cells(ours), *_cells(back)))
    shot = tests[other][0] if mine is Choice.SHOOT else None
    back = tests[mine][1] if other is Choice.SHOOT else None
    current = 2 * list(Choice).index(mine) + list(Choice).index(other)
    columns = ("You", "They", "Your shot", "hits", "Their shot", "hits you")
    return Answer(
        {
            "shoots": shot is not None,
            "obstacle": shot.obstacle if shot else 0,
            "hit": shot.chance if shot else Fraction(0),
            "struck": back.chance if back else Fraction(0),
            "their_obstacle": back.obstacle if back else 0,
        },
        (
            _tied(shot, back),
            Table("Shoot or duck", columns, tuple(rows), current, Mark.DERIVED),
            *([Note(LAST, rule="RNC-33")] if Category.TOO_CLOSE in (own, their_range) else []),
            *ledger(hurt, skill.exponent + aim, shot.obstacle - hurt.added if shot else 0),
        ),
        shot.marks("skill") if shot else (),
    )


LAST = "Too close now: these are the last shots, at optimal range. Then it is Fight!."


def _shot(
    pool: Pool, where: Category, cover: Cover, their: Choice, added: tuple[int, int], ask: Rulings
) -> Test | None:
    """A shot after a tie, at someone who shoots or ducks; None where there is none from this range.

    `added` is what light and weather add, and what wounds do.
    """
    if not where.shoots or not pool.dice:
        return None
    lines = (Line(added[0], "Light and weather", "RNC-38"), Line(added[1], "Superficial wounds", "HUB-18"))
    against = range_shot.obstacle(where, cover, ducks=their is Choice.DUCK, more=lines)
    return Test(pool, against.total, ask)


def _cells(test: Test | None) -> tuple[Entry, Entry]:
    return (f"Ob {test.obstacle}", test.chance) if test else (None, None)


def _tied(shot: Test | None, back: Test | None) -> Verdict:
    """The answer in one figure: the chance of your shot."""
    struck = Fact(back.chance, "they hit you") if back else Fact("they do not shoot")
    if shot is None:
        return Verdict("No shot", (struck,), f"You do not shoot. {_back(back)}")
    shown = wording.percent(shot.chance)
    facts = (Fact(f"Ob {shot.obstacle}"), Fact(DiceCount(shot.dice), "dice"), struck)
    return Verdict(shown, facts, f"You hit {shown} of the time. {_back(back)}", Mark.DERIVED)


def _back(back: Test | None) -> str:
    return f"They hit you {wording.often(back.chance)}." if back else "They do not shoot."

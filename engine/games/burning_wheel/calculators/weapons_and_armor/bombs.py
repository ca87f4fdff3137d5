"""Bombs: fuse, throw, getting clear, the blast, and bombs in Range and Cover (WPN-24 to WPN-32)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow
from engine.forms import Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.hits import hit_words, places
from engine.games.burning_wheel.blocks.shots import flown
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Chain, Obstacle, Pool, ob, versus
from engine.games.burning_wheel.forms.missiles import Bonus, InTheWay, Rolled, Skill
from engine.games.burning_wheel.forms.test import OWN
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.versus import house_of
from engine.games.burning_wheel.rules import bombs as rules
from engine.games.burning_wheel.rules import exchange, missiles, shots
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.bombs import Delivery, Fuse, Make, Near, Victim
from engine.games.burning_wheel.rules.damage import LANDED, Stage
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.missiles import Band, Cover
from engine.games.burning_wheel.rules.versus import CallOn, Role, Side, totals
from engine.games.burning_wheel.rules.weapons import Length
from engine.games.burning_wheel.rules.wounds import EFFECTS, Level, Tolerances
from engine.games.burning_wheel.words import logged
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability.parse("B4")
FACE = Between(1, 6)
FACES = (1, 2, 3, 4, 5, 6)
OTHER = Between(0, 10)
HELD = Between(0, 9)
YourSpeed = Annotated[Ability, Asked("Your Speed", quick=("B3", "B4", "B5")), sheet("speed")]


@calculator("bomb-fuse", rules="WPN-26 WPN-31")
def bomb_fuse(
    actions: Annotated[int, Between(1, 12), Asked("Your actions in an exchange", "Reflexes", quick=(3, 4, 5, 6))] = 4,
    begins: Annotated[int, Between(1, 12), Asked("You begin to light it with action", quick=(1, 2, 3))] = 1,
    first: Annotated[
        Annotated[int, FACE] | None, Asked("Misfire die", hint="Empty: not rolled yet", quick=FACES)
    ] = None,
    second: Annotated[Annotated[int, FACE] | None, Asked("After a 1: second die", quick=FACES)] = None,
    failed: Annotated[bool, Asked("It was built on a failed test", gm=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """When does the bomb go off?"""
    if begins > actions:
        raise Unusable("begins", f"Your exchange has {wording.count(actions, 'action')}; this says {begins}.")
    if second is not None and (first != rules.MISFIRES or failed):
        raise Unusable("second", "The second die falls only after a 1, and only for a bomb that was well built.")
    layout = exchange.layouts(actions)[0]
    lit = exchange.slot(begins + rules.LIGHTING - 1, layout)
    begun = exchange.slot(begins, layout)
    off = rules.goes_off(lit if ask["bomb.fuse"] == "second" else begun)
    came = None if first is None else rules.fuse(first, second, well_made=not failed)
    chances = rules.fuse_chances(well_made=not failed)
    values: dict[str, Any] = {
        **{one.value: chance for one, chance in chances.items()},
        "lit": lit.words,
        "off": off.words,
        "fuse": came.value if came else "",
    }
    rows = tuple((SHOWS[one], one, chance) for one, chance in chances.items() if chance)
    current = [one for one in chances if chances[one]].index(came) if came else None
    table = Table("The misfire die", ("Dice", "What happens", "Chance"), rows, current, Mark.DERIVED)
    divided = "/".join(str(count) for count in layout)
    note = Note(f"Actions are counted as {divided} over the three volleys of each exchange.", rule="FGT-06")
    return Answer(values, (_fused(came, first, off, lit, chances[Fuse.BURNS]), table, note))


SHOWS = {Fuse.BURNS: "2 to 6", Fuse.DUD: "1, then 4 to 6", Fuse.NEXT: "1, then 1 to 3", Fuse.NOW: "1"}


def _fused(came: Fuse | None, first: int | None, off: exchange.Slot, lit: exchange.Slot, burns: Fraction) -> Verdict:
    if came is Fuse.DUD:
        return Verdict("A dud", (Fact("never goes off"),), "The fuse fizzles: a dud.")
    if came is Fuse.NOW:
        return Verdict("Now", (Fact("in your hand"),), "It goes off at once, in the hand of whoever lit it.")
    if came is Fuse.NEXT:
        following = f"the volley after {lit.words}"
        return Verdict("Next volley", (Fact(following),), "The fuse burns too fast: it goes off in the next volley.")
    if came is None and first is not None:
        facts = (Fact("1 to 3", "goes off in the next volley"), Fact("4 to 6", "a dud"))
        said = "A misfire: roll a second die. On 1 to 3 it goes off in the next volley, on 4 to 6 never."
        return Verdict("Misfire", facts, said)
    facts = (Fact(f"volley {off.volley}, action {off.action}"), Fact(lit.words, "lit"))
    more = (Fact(burns, "burns so"),) if came is None else ()
    return Verdict(f"Exchange {off.exchange}", (*facts, *more), f"Lit in {lit.words}, it goes off in {off.words}.")


class Position(Option):
    """How the bomber's positioning test went in the volley of the throw. Source: WPN-27."""

    WON = "won", "won"
    TIED = "tied", "a tie"
    LOST = "lost", "lost"


@branch("it is rolled")
class Known:
    """How the positioning test went."""

    result: Annotated[Position, Asked("Positioning")] = Position.WON


@branch("not rolled yet")
class Ahead:
    """The two pools of the positioning test, the bomber's without what the bomb adds."""

    yours: Annotated[Pool, Asked("Your positioning dice", "Without those for the bomb")] = Pool.of(4)
    theirs: Annotated[Pool, Asked("Their positioning dice")] = Pool.of(4)
    length: Annotated[
        Length, Asked("Their weapon is", quick=(Length.SHORT, Length.LONG)), sheet("weapons", at_once=False)
    ] = Length.LONG
    held: Annotated[int, HELD, Asked("Volleys that the lit bomb was held", quick=(0, 1, 2))] = 0


@calculator("bomb-throw", rules="WPN-27 WPN-28")
def bomb_throw(
    delivery: Annotated[Delivery, Asked("You test")] = Delivery.THROWING,
    skill: Skill = B4,
    position: Annotated[Known | Ahead, Asked("Positioning")] = Known(),
    rolled: Rolled = None,
    snapshot: Annotated[bool, Asked("No target acquired")] = False,
    hampered: Annotated[InTheWay, Asked("In the way", gm=True, more=True)] = frozenset(),
    other: Annotated[int, OTHER, Asked("Weather and the like", gm=True, quick=(0, 1, 2), more=True)] = 0,
    bonus: Bonus = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Where does the bomb land?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    shares = _shares(position, ask)
    tests = {
        won: flown(
            skill,
            hurt,
            bonus,
            rules.throw_obstacle(delivery, won=won, acquired=not snapshot, hampered=hampered, other=other),
            ask,
        )
        for won in (True, False)
    }
    likely = shares[True] >= shares[False]
    test, dice, against = tests[likely]
    hits = {won: shares[won] * tests[won][0].chance for won in (True, False)}
    each = rolled is not None and rolled >= test.obstacle and ask["bomb.bonus"] == "each"
    values: dict[str, Any] = {
        **test.values,
        "won": shares[True],
        "optimal": hits[True],
        "lunging": hits[False],
        "bonus": rules.throw_bonus(rolled or 0, test.obstacle, each=each) if rolled is not None else 0,
    }
    verdict: Verdict
    if rolled is None:
        verdict = _thrown(test, shares, hits)
    else:
        if isinstance(position, Ahead):
            raise Unusable("rolled", "Positioning comes before the throw: say first how it went.")
        verdict, values["landing"] = _landed(rolled, test.obstacle, rules.lands(won=likely), values["bonus"], ask)
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (words, rules.lands(won=won), ob(tests[won][0].obstacle), shares[won], hits[won])
        for won, words in ((True, "won"), (False, "not won"))
    )
    columns = ("Positioning", "Lands at", "Obstacle", "Chance of that", "And it hits")
    blocks: list[Block] = [
        verdict,
        Table("Where it lands", columns, rows, mark=Mark.DERIVED),
        Working(against.lines, against.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
    ]
    passed = None if rolled is None else rolled >= test.obstacle
    return Answer(values, tuple(blocks), test.marks("skill", passed=passed))


def _shares(position: Known | Ahead, ask: Rulings) -> Mapping[bool, Fraction]:
    """The chance that positioning is won, and that it is not; one of them certain where it is rolled."""
    if isinstance(position, Ahead):
        return _positioned(position, ask)
    tie_wins = position.result is Position.TIED and ask["bomb.position-tie"] == "win"
    won = position.result is Position.WON or tie_wins
    return {True: Fraction(won), False: Fraction(not won)}


def _positioned(position: Ahead, ask: Rulings) -> Mapping[bool, Fraction]:
    """The exact chance to win the positioning test with a lit bomb, and not to."""
    if position.length is Length.AS_WEAPON:
        raise Unusable("position.length", "Say how long their weapon is; “as its weapon” is no length.")
    more = rules.length_dice(position.length)
    if position.held and ask["bomb.held"] == "positioning":
        more += position.held
    yours = position.yours.plus(min(more, 60 - position.yours.dice))
    opened = yours.open_ended or position.theirs.open_ended
    contest = versus(yours, position.theirs, chain=chain(ask) if opened else Chain.CHAIN)
    won = contest.win + (contest.tie if ask["bomb.position-tie"] == "win" else 0)
    return {True: won, False: 1 - won}


def _thrown(test: Test, shares: Mapping[bool, Fraction], hits: Mapping[bool, Fraction]) -> Verdict:
    figure = wording.percent(hits[True] + hits[False])
    if max(shares.values()) < 1:
        facts = (
            Fact(hits[True], "at optimal distance"),
            Fact(hits[False], "at lunging distance"),
            Fact(shares[True], "positioning won"),
        )
        said = f"The bomb lands {figure} of the time, positioning and throw together."
        return Verdict(figure, facts, said, Mark.DERIVED)
    near = rules.lands(won=shares[True] == 1)
    at = (Fact(Obstacle(test.obstacle), "obstacle"), Fact(near.words), logged(test.classes))
    return Verdict(figure, at, f"You land the bomb at {near.words} {figure} of the time.", Mark.DERIVED)


def _landed(rolled: int, obstacle: int, near: Near, bonus: int, ask: Rulings) -> tuple[Verdict, str]:
    """The verdict of a throw that was rolled, and where the bomb is."""
    if rolled < obstacle:
        gm = ask["bomb.miss"] == "gm"
        where = "where the GM says" if gm else "out of reach"
        said = f"A miss: it lands {where}{'' if gm else ' and harms nobody'}."
        return Verdict("Miss", (Fact(f"{obstacle - rolled} short of the obstacle"), Fact(where)), said), where
    fate = bonus + rules.shot(near).fate.total
    facts = (Fact(near.amount, "VA"), Fact(wording.signed(fate) if fate else "nothing", "on the Die of Fate"))
    return Verdict(near.words.capitalize(), facts, f"It lands at {near.words} of the target."), near.value


class Lies(Option):
    """Where a bomb lies in Fight! once it was thrown. Source: WPN-27."""

    OPTIMAL = "optimal", "optimal distance"
    LUNGING = "lunging", "lunging distance"

    @property
    def near(self) -> Near:
        """The distance as the bomb's table knows it."""
        return Near.of(self.value)


@calculator("bomb-clear", rules="WPN-29")
def bomb_clear(
    speed: YourSpeed = B4,
    near: Annotated[Lies, Asked("The bomb lies at")] = Lies.OPTIMAL,
    volleys: Annotated[int, Between(1, 6), Asked("Volleys to Withdraw", "Before it goes off", quick=(1, 2, 3))] = 1,
    length: Annotated[
        Length, Asked("Your weapon is", quick=(Length.SHORT, Length.LONG)), sheet("weapons", at_once=True)
    ] = Length.LONG,
    bonus: Annotated[int, OTHER, Asked("Your other positioning dice", "Reflexes, Speed multiplier", more=True)] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you get clear of the bomb?"""
    if length is Length.AS_WEAPON:
        raise Unusable("length", "Say how long your weapon is; “as its weapon” is no length.")
    hurt = feels(wounds, speed, ask, ELEMENTS["speed"])
    if hurt.gone:
        return no_test(hurt.gone)
    pool = hurt.leaves(speed.pool(bonus))
    bomb, needed = rules.length_dice(length), near.near.distances
    two = needed < 2 or ask["bomb.win-by-two"] == "two"
    ladder = {
        count: rules.clear(pool, bomb, needed, count, win_by_two=two, penalty=hurt.added) for count in range(1, 7)
    }
    chance = ladder[volleys]
    shown = wording.percent(chance)
    facts = (
        Fact.count(needed, "distance to gain", "distances to gain"),
        Fact(f"{pool.dice}D against {bomb}D"),
    )
    rows = tuple((count, share) for count, share in ladder.items())
    blocks: list[Block] = [
        Verdict(shown, facts, f"You get clear {shown} of the time.", Mark.DERIVED),
        Table("Volleys to Withdraw", ("Volleys", "Clear of it"), rows, volleys - 1, Mark.DERIVED),
        *ledger(hurt, speed.exponent, 0, words="Dice of Speed", against=OWN),
    ]
    return Answer({"chance": chance, "needed": needed, "bomb_dice": bomb}, tuple(blocks))


@row("victim")
class VictimRow:
    """Someone else near the bomb."""

    name: Annotated[str, Asked("Who")] = ""
    speed: Annotated[Ability, Asked("Speed, after wounds", quick=("B3", "B4", "B5"))] = B4
    lunging: Annotated[bool, Asked("At lunging distance")] = False


@calculator("bomb-blast", rules="WPN-25 WPN-30")
def bomb_blast(
    speed: YourSpeed = B4,
    near: Annotated[Near, Asked("The bomb lies at")] = Near.OPTIMAL,
    bonus: Annotated[int, Between(0, 3), Asked("Thrower’s bonus on the die", quick=(0, 1, 2, 3))] = 0,
    others: Annotated[tuple[VictimRow, ...], Asked("Others near it")] = (),
    blast: Annotated[Annotated[int, Between(0, 40)] | None, Asked("Successes of the explosion", quick=FACES)] = None,
    own: Annotated[Annotated[int, Between(0, 40)] | None, Asked("Your successes", quick=(0, 1, 2, 3, 4))] = None,
    die: Annotated[Annotated[int, FACE] | None, Asked("Die of Fate", quick=FACES)] = None,
    held: Annotated[int, HELD, Asked("Volleys that the lit bomb was held", more=True)] = 0,
    tolerances: Annotated[Preset | Own, Asked("Your tolerances", more=True), sheet("tolerances")] = Preset(),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """The bomb goes off. Who is caught?"""
    hurt = feels(wounds, speed, ask, ELEMENTS["speed"])
    if hurt.gone:
        return no_test(hurt.gone)
    me, it = Side(hurt.leaves(speed.pool()), hurt.added), Side(rules.BLAST)
    house = house_of(me, it, Role.DEFEND, CallOn.NONE, ask)
    ties = ask["bomb.tie"] == "caught"
    means = ask["bomb.held"] if held else ""
    explosion = rules.BLAST.plus(held if means == "blast" else 0)
    opens = chain(ask)
    mine = rules.caught(me.pool, explosion, tie_caught=ties, penalty=me.penalty, house=house, chain=opens)
    first = Victim(near, mine, bonus)
    reading = ask["bomb.die"] if others else "each"
    found = [("You", first)]
    for number, one in enumerate(others, 1):
        share = rules.caught(one.speed.pool(), explosion, tie_caught=ties, chain=opens)
        its = Near.LUNGING if one.lunging else Near.OPTIMAL
        found.append((one.name or f"Victim {number}", Victim(its, share, 0 if reading == "target" else bonus)))
    caught = None
    if blast is not None and own is not None:
        held_up, against = totals(me, it, own, blast, house)
        caught = against > held_up or (against == held_up and ties)
    if die is not None and caught is not True:
        said = "Say what both rolled first." if caught is None else "You get away: no Die of Fate falls."
        raise Unusable("die", said)
    stage = first.shot.bands.stage(die + first.shot.fate.total + bonus) if die else None
    hit = first.shot.damage.at(stage) if stage else None
    harmed = hit is not None and tolerances.placed.level(hit) is not Level.NONE
    values = {
        **_blast_values(found, reading),
        "held_means": means,
        "dice": explosion.dice,
        "location": ask["bomb.location"],
        "caught": caught,
        "stage": stage.value if stage else "",
        "hit": str(hit or ""),
    }
    return Answer(
        values,
        (
            _blasted(first, caught, stage, tolerances.placed),
            *_victims(found, explosion, values),
            *ledger(hurt, speed.exponent, 0, words="Dice of Speed", against=OWN),
        ),
        (AddRow("wounds", {"hit": str(hit)}),) if harmed else (),
    )


def _victims(found: Sequence[tuple[str, Victim]], explosion: Pool, values: Mapping[str, Any]) -> tuple[Block, ...]:
    """Everyone's chances, and where the blast hits."""
    columns = ("Who", "Distance", "VA", "On the die", "Unhurt", *(stage.words for stage in LANDED))
    rows: list[tuple[Entry, ...]] = []
    for name, one in found:
        fate = one.bonus + one.shot.fate.total
        rows.append((name, one.near, one.near.amount, wording.signed(fate) if fate else None, *one.chances.values()))
    blocks: list[Block] = [Table(f"Each Speed against {explosion}", columns, tuple(rows), mark=Mark.DERIVED)]
    if len(found) > 1:
        often = wording.percent(values["superb_any"])
        blocks.append(Note(f"At least one takes a Superb hit {often} of the time.", Mark.DERIVED, "WPN-30"))
    where = "the torso" if values["location"] == "torso" else "where the GM says"
    said = f"It hits {where}: {places(rules.DAMAGE)}, whoever threw it. Armor may stop it."
    return (*blocks, Note(said, Mark.RULING, "WPN-25"))


def _blast_values(found: Sequence[tuple[str, Victim]], reading: str) -> dict[str, Any]:
    """The chances of the first, and that anyone takes a Superb hit; `reading` says how often the die falls."""
    first = found[0][1]
    values: dict[str, Any] = {f"chance_{stage.value}": chance for stage, chance in first.chances.items()}
    if reading != "shared":
        values["superb_any"] = 1 - prod(1 - one.chances[Stage.SUPERB] for _, one in found)
    else:
        values["superb_any"] = sum(
            (Fraction(1, 6) * (1 - prod(1 - one.reached * _superb(one, face) for _, one in found)) for face in FACES),
            Fraction(0),
        )
    return values


def _superb(one: Victim, face: int) -> int:
    return one.shot.bands.stage(face + one.bonus + one.shot.fate.total) is Stage.SUPERB


def _blasted(first: Victim, caught: bool | None, stage: Stage | None, placed: Tolerances) -> Verdict:
    """Your chance, or what the dice brought you."""
    va = Fact(first.near.amount, "VA")
    if caught is False:
        return Verdict("You get away", (Fact("unharmed"),), "You duck away: unharmed.")
    if stage is not None:
        hit = first.shot.damage.at(stage)
        level = placed.level(hit)
        takes = Fact("down, dying") if level is Level.MORTAL else Fact(EFFECTS[level].takes, "penalty")
        facts = (Fact(str(hit), f"{stage.words} hit"), va, *(() if level is Level.NONE else (takes,)))
        return Verdict(level.wound, facts, f"{hit_words(stage)} at {hit}: {level.wound}, if no armor stops it.")
    chances = first.shot.chances(first.bonus)
    if caught:
        facts = (va, *(Fact(chances[stage], stage.words) for stage in LANDED))
        return Verdict("Caught", facts, "You are caught: roll the Die of Fate.")
    shown = wording.percent(first.reached)
    all_in_all = first.chances
    facts = (va, *(Fact(all_in_all[stage], stage.words) for stage in LANDED))
    return Verdict(shown, facts, f"The blast catches you {shown} of the time.", Mark.DERIVED)


@calculator("bomb-range", rules="WPN-32")
def bomb_range(
    yours: Annotated[Pool, Asked("Your positioning dice", "Without the bomb’s", quick=("B3", "B4", "B5"))] = Pool.of(4),
    theirs: Annotated[Pool, Asked("Their positioning dice", "All of them", quick=("B3", "B4", "B5"))] = Pool.of(5),
    weapon: Annotated[int, Between(0, 6), Asked("Range dice of their weapon", quick=(0, 1, 2, 4))] = 2,
    cover: Annotated[int, Between(0, 10), Asked("Of their dice, those from cover", quick=(0, 1, 2))] = 0,
    skill: Skill = B4,
    extreme: Annotated[bool, Asked("At extreme range")] = False,
    behind: Annotated[Cover, Asked("Their cover", gm=True)] = Cover.OPEN,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does a bomb do in Range and Cover?"""
    if cover > theirs.dice:
        raise Unusable("cover", f"These are part of their {theirs.dice} dice; this says {cover}.")
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    dice = rules.range_dice(weapon)
    bomber = yours.plus(min(dice, 60 - yours.dice))
    opponent = Pool(theirs.groups).plus(-min(cover - rules.cover_dice(cover), theirs.groups[0].count))
    opened = bomber.open_ended or opponent.open_ended
    risky = ask["bomb.range-tie"] == "risk"
    wins, in_hand = rules.in_hand(bomber, opponent, tie_risks=risky, chain=chain(ask) if opened else Chain.CHAIN)
    band = Band.EXTREME if extreme else Band.OPTIMAL
    test, pool, against = flown(skill, hurt, 0, missiles.obstacle(band, cover=behind), ask)
    near = Near.EXTREME if extreme else Near.OPTIMAL
    opens = chain(ask) if test.pool.open_ended else Chain.CHAIN
    stages = shots.chances(test.pool, test.obstacle, rules.shot(near), 0, opens)
    lines = (Line(yours.dice, "Your dice", "WPN-32"), Line(dice, "The bomb", "WPN-32"))
    shown = wording.percent(in_hand)
    facts = (Fact(wins, "positioning won"), Fact(test.chance, "the throw hits"), Fact(near.amount, "VA"))
    values = {
        "wins": wins,
        "in_hand": in_hand,
        "position_dice": bomber.dice,
        "their_dice": opponent.dice,
        **test.values,
        **{f"chance_{stage.value}": chance for stage, chance in stages.items()},
    }
    rows = tuple(
        (stage, None if stage is Stage.MISS else str(rules.DAMAGE.at(stage)), chance)
        for stage, chance in stages.items()
    )
    return Answer(
        values,
        (
            Verdict(shown, facts, f"It goes off in your hand {shown} of the time.", Mark.DERIVED),
            Table("Once you throw", ("Ends as", "Lands at", "Chance"), rows, mark=Mark.DERIVED),
            Working(lines, bomber.dice, "Your positioning dice", "D"),
            Working(against.lines, against.total, "Obstacle of the throw"),
            Working(pool.lines, pool.total, "Dice of the throw", "D"),
        ),
        test.marks("skill"),
    )


@table("bomb-card")
def bomb_card() -> Table:
    """An iron-cased bomb (WPN-24, WPN-25)."""
    distances = {near: rules.shot(near) for near in Near}
    farther = {near: one for near, one in distances.items() if one.fate.lines}
    rows: tuple[tuple[Entry, ...], ...] = (
        ("Made with", wording.listed([make.words for make in Make], "or")),
        ("I / M / S", places(rules.DAMAGE)),
        ("Die of Fate", rules.BANDS.words),
        *((f"VA, {near.words}", one.va) for near, one in distances.items()),
        *((f"On the die, {near.words}", wording.signed(one.fate.total)) for near, one in farther.items()),
        ("Explosion", f"{rules.BLAST.dice}D, open-ended"),
        ("Range dice", f"{rules.REACH.optimal}D optimal, {rules.REACH.extreme}D extreme"),
        ("Farthest", f"{rules.REACH.paces} paces"),
        ("Length, once lit", Length.LONGEST),
        ("Actions in Fight!", rules.ACTIONS),
    )
    return Table("Iron-cased bomb", ("What", "Figure"), rows)

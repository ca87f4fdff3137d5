"""One volley ahead, against a twin that lets every die fall and knows the book's numbers by itself (RNC-27, RNC-28)."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from engine import app
from engine.games.burning_wheel.rules import range_outlook
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.games.burning_wheel.rules.blow import End, Foe
from engine.games.burning_wheel.rules.maneuvers import Maneuver
from engine.games.burning_wheel.rules.margin import Held
from engine.games.burning_wheel.rules.missiles import MISSILES, Band, shot
from engine.games.burning_wheel.rules.range_dice import WEAPONS
from engine.games.burning_wheel.rules.range_outlook import Body, Goal, Outlook, Room
from engine.games.burning_wheel.rules.range_procedure import Conflict, Fighter, House, Lost, Phase, begin
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounds import PRESETS
from tests.site.building import modules

app.load(modules())
BOW = MISSILES["hunting-bow"]
BODY = Body(Foe(PRESETS["B4"]), shot(BOW, Band.OPTIMAL), shot(BOW, Band.EXTREME))
SMALL = House(perception_opens=False)
"""Dice that do not open, so that every roll can be listed."""


def fighter(name: str, **dice: str | int | None) -> Fighter:
    held = {key: Ability.parse(value) if isinstance(value, str) else value for key, value in dice.items()}
    return replace(Fighter(name, WEAPONS["hunting-bow"]), **held)  # type: ignore[arg-type]


def conflict(at: Stop, one: Mapping[str, str], other: Mapping[str, str], house: House = SMALL) -> Conflict:
    return begin(fighter("one", **one), fighter("other", **other), house, at=at)


# The twin: numbers of the book, written down

TESTS = {"speed": "speed", "stealthy": "stealthy", "steel": "steel", "perception": "perception"}
NEARER = {"0": "1", "1": "3", "3": "4"}
FARTHER = {"3": "1", "1": "0", "0": "0"}
RANGE_DICE = {"0": 2, "1": 2, "3": 1}
OBSTACLE = {"1": 3, "3": 2}
PRICE = {"B4": Fraction(1, 3), "B7": Fraction(2), "B10": Fraction(8)}
WOUND = {"B4": "superficial", "B7": "midi", "B10": "mortal"}


def rolls(dice: int) -> dict[int, Fraction]:
    """The chance of each number of successes, every way that so many dice can fall counted."""
    found: dict[int, Fraction] = {}
    for way in itertools.product((0, 1), repeat=dice):
        found[sum(way)] = found.get(sum(way), Fraction(0)) + Fraction(1, 2**dice)
    return found


DEEP = 14


@cache
def opened(dice: int) -> dict[int, Fraction]:
    """The same where a six brings another die, up to a depth beyond which next to nothing is left."""
    one = {0: Fraction(1, 2)}
    for successes in range(1, DEEP):
        one[successes] = (Fraction(1, 3) if successes == 1 else 0) + one[successes - 1] / 6
    found = {0: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for had, chance in found.items():
            for new, often in one.items():
                if had + new <= DEEP:
                    more[had + new] = more.get(had + new, Fraction(0)) + chance * often
        found = more
    return found


@cache
def hit(dice: int, obstacle: int, extreme: bool) -> dict[str, Fraction]:
    """What an arrow from a hunting bow does to someone of B4 all round: 1-2, 3-4, 5-6 on the Die of Fate."""
    found: dict[str, Fraction] = {}
    for rolled, chance in rolls(dice).items():
        if rolled < obstacle:
            found["miss"] = found.get("miss", Fraction(0)) + chance
            continue
        more = 3 if rolled >= 3 * obstacle else 2 if rolled >= 2 * obstacle else 1 if rolled > obstacle else 0
        for face in range(1, 7):
            fate = face + more - extreme
            place = "B4" if fate <= 2 else "B7" if fate <= 4 else "B10"
            found[place] = found.get(place, Fraction(0)) + chance / 6
    return found


def harm(ends: Mapping[str, Fraction]) -> Fraction:
    return sum((PRICE[place] * chance for place, chance in ends.items() if place in PRICE), Fraction(0))


NO_HIT = {"miss": Fraction(1)}
Leaf = tuple[Fraction, dict[str, Fraction], dict[str, Fraction], str]
"""What a volley brings me, what becomes of me, what becomes of them, and where we stand."""


class Twin:
    """A pair of maneuvers of two archers with hunting bows, who hold neither aim nor cover."""

    def __init__(self, at: str, dice: tuple[Mapping[str, str], Mapping[str, str]], step: int) -> None:
        self.at, self.step = at, step
        self.dice = [{key: int(value[1:]) for key, value in one.items()} for one in dice]

    def tested(self, mine: str, other: str) -> str:
        means = mine.split("-")[0]
        return "perception" if means == "observation" and not other.startswith("stealthy") else means

    def thrown(self, place: int, mine: str, other: str) -> tuple[dict[int, Fraction], int, int]:
        """What a side may roll, its certain successes, and the successes that its nerve takes."""
        means, against = self.tested(mine, other), self.tested(other, mine)
        own = self.dice[place][means]
        more = RANGE_DICE[self.at] + (2 if mine == "speed-withdraw" else 0)
        if means == "stealthy" and against not in ("stealthy", "observation"):
            return rolls(more), own, 0
        if means == "steel":
            return opened(own + more), 0, 10 - self.dice[place]["will"]
        return rolls(own + more), 0, 0

    def pair(self, mine: str, theirs: str) -> Iterator[tuple[Fraction, int | None, Leaf]]:
        """Every way both rolls can fall: its chance, how far I am ahead (None: nobody), and what comes of it."""
        one, other = self.thrown(0, mine, theirs), self.thrown(1, theirs, mine)
        for rolled, chance in one[0].items():
            for against, often in other[0].items():
                lost = max(0, one[2] - rolled), max(0, other[2] - against)
                lead: int | None = one[1] + rolled - other[1] - against
                assert lead is not None
                winner = None if not lead else int(lead < 0)
                if all(lost):
                    lead, winner = None, None
                elif any(lost):
                    winner = int(lost[0] > 0)
                    lead = max(0, lead) if winner == 0 else min(0, lead)
                leaf = self.came(mine, theirs, lead, winner)
                yield chance * often, lead, (leaf[0] - lost[0] + lost[1], *leaf[1:])

    def came(self, mine: str, theirs: str, lead: int | None, winner: int | None) -> Leaf:
        names = (mine, theirs)
        moves = [name.split("-")[1] for name in names]
        stop, movers = self.at, () if winner is None else (winner,)
        if lead == 0 and winner is None and moves[0] == moves[1] != "maintain":
            movers = (0, 1)
        for place in movers:
            if stop != "4" and moves[place] != "maintain":
                stop = (NEARER if moves[place] == "close" else FARTHER)[stop]
                if stop == "0" and moves[place] == "withdraw":
                    break
        left = stop == "0" and bool(movers) and all(moves[place] == "withdraw" for place in movers)
        free = [names[1 - place].startswith("steel") for place in (0, 1)]
        tie = lead == 0 and winner is None
        where: list[str | None] = []
        for place in (0, 1):
            won = winner == place or tie
            if not won and not free[place]:
                where.append(None)
            elif left or not won:
                where.append(self.at if free[place] else None)
            else:
                where.append("3" if stop == "4" else stop)
        ways = [self.ways(place, names[place], lead or 0, winner, free[place], tie, where[place]) for place in (0, 1)]
        table = [[self.ended(one, other, where, stop) for other in ways[1]] for one in ways[0]]
        least = max(table, key=lambda row: min(leaf[0] for leaf in row))
        value = min(least, key=lambda leaf: leaf[0])
        assert value[0] == min(max(row[at][0] for row in table) for at in range(len(ways[1]))), "no saddle"
        return value

    def ways(
        self, place: int, name: str, lead: int, winner: int | None, free: bool, tie: bool, where: str | None
    ) -> list[tuple[bool, bool, int, int]]:
        """Whether one shoots, ducks, and the dice of aim and cover that one buys."""
        shoots = where in OBSTACLE
        if tie:
            return [(False, False, 0, 0), (False, True, 0, 0), *([(True, False, 0, 0)] if shoots else [])]
        if winner != place:
            return [(False, False, 0, 0), *([(True, False, 0, 0)] if free and shoots else [])]
        cost = 3 if name == "speed-withdraw" else 1
        most = (self.dice[place]["perception"] + 1) // 2
        found = []
        for fires, aim, cover in itertools.product((False, True), range(most + 1), range(3)):
            paid = cost * (aim + cover + (fires and not free))
            if paid <= abs(lead) and (shoots or not fires):
                found.append((fires, False, aim, cover))
        return found

    def ended(
        self, one: tuple[bool, bool, int, int], other: tuple[bool, bool, int, int], where: list[str | None], stop: str
    ) -> Leaf:
        ends = []
        for place, own, its in ((1, other, one), (0, one, other)):
            at = where[place]
            if own[0] and at:
                dice = self.dice[place]["skill"] + own[2]
                ends.append(hit(dice, OBSTACLE[at] + its[1], at == "1"))
            else:
                ends.append(NO_HIT)
        kept = [way[3] + (0 if way[0] else way[2]) for way in (one, other)]
        order = ["0", "1", "3", "4"]
        moved = self.step * (order.index(stop) - order.index(self.at))
        return harm(ends[1]) - harm(ends[0]) + Fraction(kept[0] - kept[1], 4) + moved, ends[0], ends[1], stop


def counted(twin: Twin, mine: str, theirs: str) -> dict[str, Fraction]:
    """What a pair comes to, by name."""
    found: dict[str, Fraction] = {}

    def more(what: str, chance: Fraction) -> None:
        if chance:
            found[what] = found.get(what, Fraction(0)) + chance

    for chance, _, (pays, taken, dealt, stop) in twin.pair(mine, theirs):
        more("pays", chance * pays)
        more(f"stop {stop}", chance)
        for whose, ends in (("taken", taken), ("dealt", dealt)):
            for place, often in ends.items():
                more(f"{whose} {WOUND.get(place, place)}", chance * often)
    return found


def told(found: Outlook) -> dict[str, Fraction]:
    said = {"pays": found.pays, **{f"stop {stop.value}": chance for stop, chance in found.stops.items()}}
    for whose, ends in zip(("taken", "dealt"), found.ends, strict=True):
        said |= {f"{whose} {end.value}": chance for end, chance in ends.items()}
    return {what: chance for what, chance in said.items() if chance}


ONE = {"skill": "B3", "speed": "B2", "perception": "B2", "steel": "B2", "will": "B8", "stealthy": "B1"}
OTHER = {"skill": "B2", "speed": "B1", "perception": "B3", "steel": "B1", "will": "B9", "observation": "B2"}


@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("at", [Stop.APART, Stop.FAR, Stop.NEAR])
def test_every_pair_is_what_letting_each_die_fall_comes_to(at: Stop, goal: Goal) -> None:
    state = conflict(at, ONE, OTHER)
    room = Room(state, (BODY, BODY), range_outlook.worth(state, goal))
    twin = Twin(at.value, (ONE, OTHER), {Goal.SHOOT: 0, Goal.CLOSE: 2, Goal.AWAY: -2}[goal])
    for mine, theirs in itertools.product(room.choices(0), room.choices(1)):
        assert mine
        assert theirs
        found, its = told(room.outlook((mine, theirs))), counted(twin, mine.value, theirs.value)
        if "steel" in mine.value + theirs.value:
            # Dice that open without end: the twin stops somewhere.
            assert set(its) == set(found)
            assert all(abs(found[what] - its[what]) < Fraction(1, 10**4) for what in its), (mine, theirs)
        else:
            assert found == its, (mine, theirs)


def test_all_that_can_happen_adds_up_to_one() -> None:
    room = Room(conflict(Stop.NEAR, ONE, OTHER, House()), (BODY, BODY), {})
    for pair in itertools.product(room.choices(0), room.choices(1)):
        found = room.outlook(pair)
        law, lost = room.law(pair)
        assert sum(one.chance for one in law) == 1, pair
        assert sum(found.stops.values()) == 1
        assert all(sum(ends.values()) == 1 for ends in found.ends)
        assert found.win + found.tie + found.lose <= 1
        assert lost == found.lost


@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("at", [Stop.FAR, Stop.NEAR])
def test_seen_from_the_other_side_it_is_the_same_volley(at: Stop, goal: Goal) -> None:
    state, turned = conflict(at, ONE, OTHER), conflict(at, OTHER, ONE)
    worth = range_outlook.worth(state, goal)
    here = Room(state, (BODY, BODY), worth)
    there = Room(turned, (BODY, BODY), {stop: -value for stop, value in worth.items()})
    for mine, theirs in itertools.product(here.choices(0), here.choices(1)):
        one, other = here.outlook((mine, theirs)), there.outlook((theirs, mine))
        assert (one.win, one.tie, one.lose, one.pays) == (other.lose, other.tie, other.win, -other.pays)
        assert (one.ends, one.shots, one.stops) == (other.ends[::-1], other.shots[::-1], other.stops)
    assert here.game().mixed.value == -there.game().mixed.value


def test_alike_the_game_is_even() -> None:
    state = conflict(Stop.NEAR, ONE, ONE)
    assert range_outlook.game(state, (BODY, BODY)).mixed.value == 0


@pytest.mark.parametrize("goal", list(Goal))
def test_the_mix_guarantees_the_value_and_no_maneuver_beats_theirs(goal: Goal) -> None:
    found = range_outlook.game(conflict(Stop.NEAR, ONE, OTHER), (BODY, BODY), goal)
    value, rows, columns = found.mixed.value, found.mixed.rows, found.mixed.columns
    assert sum(rows) == sum(columns) == 1
    for at in range(len(columns)):
        assert sum(share * pays[at] for share, pays in zip(rows, found.payoffs, strict=True)) >= value
    assert all(worth <= value for worth in found.worths)
    assert sum(share for _, share in found.mix(1)) == 1


def test_better_dice_and_armor_never_hurt() -> None:
    def value(
        more: Callable[[Conflict], Conflict] = lambda state: state, bodies: tuple[Body, Body] = (BODY, BODY)
    ) -> Fraction:
        return range_outlook.game(more(conflict(Stop.NEAR, ONE, OTHER)), bodies).mixed.value

    def held(state: Conflict) -> Conflict:
        return replace(state, sides=(replace(state.sides[0], held=Held(1, 1)), state.sides[1]))

    plain = value()
    assert value(held) > plain
    clad = replace(BODY, foe=replace(BODY.foe, suit=Suit.whole(ArmorType.CHAIN)))
    assert value(bodies=(clad, BODY)) > plain > value(bodies=(BODY, clad))


def test_whoever_stands_and_drools_has_nothing_to_choose() -> None:
    state = conflict(Stop.NEAR, ONE, OTHER)
    dazed = replace(state.sides[0], lost=Lost(2, Reaction.DROOL))
    room = Room(replace(state, sides=(dazed, state.sides[1])), (BODY, BODY), {})
    assert room.choices(0) == (None,)
    found = room.outlook((None, Maneuver.SPEED_MAINTAIN))
    assert (found.win, found.lose) == (0, 1), "whoever hesitates loses without a roll"
    running = replace(dazed, lost=Lost(1, Reaction.RUN))
    assert Room(replace(state, sides=(running, state.sides[1])), (BODY, BODY), {}).choices(0) == (
        Maneuver.SPEED_WITHDRAW,
    )


def test_the_odds_of_the_position_are_those_of_the_page_beside() -> None:
    """What a pair says of winning, tying and losing, `maneuver-odds` says."""
    dice = {"speed": "B4", "perception": "B3", "steel": "B5", "stealthy": "B3", "observation": "B2", "will": "B6"}
    room = Room(conflict(Stop.NEAR, dice, dice, House()), (BODY, BODY), {})

    def ability(one: Maneuver, other: Maneuver) -> str:
        means = one.value.split("-")[0]
        return dice["perception" if means == "observation" and not other.value.startswith("stealthy") else means]

    for mine, theirs in itertools.product(Maneuver, Maneuver):
        asked = {"mine": mine.value, "theirs": theirs.value, "ability": ability(mine, theirs)}
        asked |= {"against": ability(theirs, mine), "extra": 1, "their_extra": 1, "will": "B6", "their_will": "B6"}  # type: ignore[dict-item]
        odds = app.run("maneuver-odds", asked).answer.values
        found = room.outlook((mine, theirs))
        # Of dice that open without end the two leave out different ends, next to nothing of each.
        for name in ("win", "tie", "lose"):
            assert abs(getattr(found, name) - odds[name]) < Fraction(1, 10**11), (mine, theirs, name)


def test_it_needs_no_script_and_looks_at_none() -> None:
    state = conflict(Stop.NEAR, ONE, OTHER)
    plain = range_outlook.game(state, (BODY, BODY))
    written = state.script(0, (Maneuver.SPEED_CLOSE,) * 3)
    assert written.phase is Phase.SCRIPT
    assert range_outlook.game(written, (BODY, BODY)) == plain
    assert End.MORTAL in range_outlook.PRICES

"""What one action in Fight! may come to: counted roll by roll, apart from the tables that the rule goes by."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.rules import fight_matrix, fight_outlook
from engine.games.burning_wheel.rules.armor import ArmorType, Suit
from engine.games.burning_wheel.rules.blow import End, Foe, Strike
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_outlook import Aim, Choice, Fighter, House, Outlook
from engine.games.burning_wheel.rules.fight_reach import Handy
from engine.games.burning_wheel.rules.locks import Body
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import PRESETS

NOBODY = frozenset[str]()
TAKES_OFF = {
    # attack: the scripted defenses that come off it, and what is rolled by nature
    "strike": ({"avoid", "block", "counterstrike"}, NOBODY),
    "great-strike": ({"avoid", "counterstrike"}, NOBODY),
    "disarm": ({"avoid", "block", "counterstrike"}, NOBODY),
    "beat-and-bind": ({"avoid", "block", "counterstrike"}, {"skill"}),
    "lock": ({"avoid"}, {"power"}),
    "push": ({"avoid", "counterstrike"}, {"power", "speed"}),
    "throw-opponent": ({"avoid"}, {"speed", "hands"}),
}
COUNTERED = {"strike", "great-strike", "disarm", "beat-and-bind", "push"}
ROLLED = {"lock": "power", "push": "power", "throw-opponent": "hands", "avoid": "speed"}
DISTANCE = {
    # attack: +Ob at lunging, optimal, inside with a sword
    **dict.fromkeys(("strike", "great-strike", "feint", "disarm", "beat-and-bind", "riposte"), (1, 0, 3)),
    "push": (1, 0, 0),
    "lock": (4, 2, 0),
    "throw-opponent": (4, 2, 0),
}
STANCE = {
    "aggressive": {"strike": (2, 0), "great-strike": (2, 0), "block": (0, 2), "counterstrike": (0, 2), "speed": (0, 2)},
    "defensive": {
        "strike": (0, 2),
        "great-strike": (0, 2),
        "avoid": (2, 0),
        "block": (2, 0),
        "counterstrike": (2, 0),
    },
    "neutral": {},
}
# A sword in the hands of Power 4 against tolerances of B4: Incidental B4, Mark B7 from two over, Superb B10 from four.
# As a Great Strike with one Power more the Mark lies at B8, and the Incidental, half of it, still at B4.
WOUND = {0: "superficial", 1: "superficial", 2: "midi", 3: "midi"}
GREAT_WOUND = {0: "superficial", 1: "superficial", 2: "severe", 3: "severe"}
TORSO = {None: 0, ArmorType.LEATHER: 2, ArmorType.CHAIN: 5}
"""Dice on the chest, which has one more than the limbs."""


def fighter(
    skill: int = 3, hands: int = 1, power: int = 2, speed: int = 1, armor: ArmorType | None = None, **more: object
) -> Fighter:
    sword = Strike.of(WEAPONS["sword"], 4, Pool.of(skill), 1)
    made = Fighter(
        Pool.of(skill),
        Pool.of(hands),
        Pool.of(power),
        Pool.of(speed),
        Body(2, speed, power, 3),
        sword,
        Foe(PRESETS["B4"], Suit.whole(armor) if armor else Suit()),
        great=Strike.of(WEAPONS["sword"], 4, Pool.of(skill), 1, more_power=1),
    )
    return replace(made, **more)  # type: ignore[arg-type]


def rolls(dice: int) -> Iterator[int]:
    """The successes of every way that so many dice can fall, each way as likely."""
    return (sum(way) for way in itertools.product((0, 1), repeat=dice))


class Twin:
    """One direction of a pair of actions, counted by letting every die fall."""

    def __init__(self, mine: Choice, theirs: Choice, me: Fighter, it: Fighter) -> None:
        self.mine, self.theirs, self.me, self.it = mine, theirs, me, it
        self.found: dict[str, Fraction] = {}

    def more(self, what: str, chance: Fraction) -> None:
        self.found[what] = self.found.get(what, Fraction(0)) + chance

    def stance(self, who: Fighter, what: str) -> tuple[int, int]:
        return STANCE[who.stance.value].get(what, (0, 0))

    def pool(self, who: Fighter, name: str) -> int:
        pool: Pool = getattr(who, name)
        return pool.dice

    def far(self, what: str) -> int:
        return DISTANCE[what][("lunging", "optimal", "inside").index(self.me.at.value)]

    def count(self) -> dict[str, Fraction]:
        mine, theirs = self.mine.act.value, self.theirs.act.value
        if theirs == "avoid" and self.it.stance is Stance.AGGRESSIVE:
            theirs = "assess"
        if mine == "avoid" or mine == "block":
            return {}
        if mine == "counterstrike":
            if theirs in COUNTERED:
                dice, obstacle = self.stance(self.me, "counterstrike")
                back = self.pool(self.me, "skill") + dice - self.mine.defending
                self.strike(back, 1 + obstacle + self.me.penalty + self.me.moving + self.far("riposte"), [], WOUND)
            return self.found
        if mine == "feint":
            if theirs not in ("block", "counterstrike"):
                return {"wasted": Fraction(1)}
            obstacle = 1 + self.far("feint") + self.me.penalty + self.me.moving
            self.strike(self.pool(self.me, "skill"), obstacle, [], WOUND)
            return {**self.found, "fooled": Fraction(1)}
        self.attack(mine, self.defenses(mine, theirs))
        return self.found

    def defenses(self, mine: str, theirs: str) -> list[tuple[int, int]]:
        """Dice and eaten successes of all that comes off."""
        scripted, natural = TAKES_OFF[mine]
        found = []
        if theirs in scripted:
            dice, obstacle = self.stance(self.it, theirs)
            own = self.pool(self.it, ROLLED.get(theirs, "skill")) + dice
            if theirs == "counterstrike":
                own = self.theirs.defending
            found.append((own, obstacle + self.it.penalty + self.it.moving))
        ways = []
        for name in natural:
            _, obstacle = self.stance(self.it, name) if name == "speed" else (0, 0)
            if not (name == "power" and mine == "push" and self.it.moving):
                ways.append((self.pool(self.it, name), obstacle + self.it.penalty))
        if ways:
            found.append(max(ways, key=lambda way: sum(max(0, one - way[1]) for one in rolls(way[0])) / 2 ** way[0]))
        return found

    def attack(self, mine: str, defenses: list[tuple[int, int]]) -> None:
        dice, obstacle = self.stance(self.me, mine)
        own = self.pool(self.me, ROLLED.get(mine, "skill")) + dice
        obstacle += self.me.penalty + self.me.moving + self.far(mine)
        if mine in ("strike", "great-strike"):
            self.strike(own, 1 + obstacle, defenses, WOUND if mine == "strike" else GREAT_WOUND)
            return
        for chance, rolled, taken in self.falls(own, defenses):
            if mine == "disarm":
                self.more(
                    "disarmed", chance if rolled - taken >= self.pool(self.it, "skill") + obstacle else Fraction(0)
                )
                continue
            net = max(0, rolled - obstacle) - taken
            if net < 1:
                continue
            if mine == "lock":
                self.more(f"lock {net}", chance)
                self.more(
                    "immobile", chance if net >= min(2, self.it.speed.dice, self.it.power.dice, 3) else Fraction(0)
                )
            elif mine == "push":
                self.more("down" if net > 1 else "staggered", chance)
            elif mine == "throw-opponent":
                self.more("down", chance)
            else:
                self.more("beaten", chance)
                self.more("beaten_twice", chance if net > 1 else Fraction(0))

    def falls(self, own: int, defenses: list[tuple[int, int]]) -> Iterator[tuple[Fraction, int, int]]:
        whole = Fraction(1, 2 ** (own + sum(dice for dice, _ in defenses)))
        for mine in rolls(own):
            for others in itertools.product(*(rolls(dice) for dice, _ in defenses)):
                yield whole, mine, sum(max(0, one - eats) for one, (_, eats) in zip(others, defenses, strict=True))

    def strike(self, own: int, obstacle: int, defenses: list[tuple[int, int]], wounds: dict[int, str]) -> None:
        worn = self.it.foe.suit.pieces and next(iter(self.it.foe.suit)).type
        armor = TORSO[worn or None]
        for chance, rolled, taken in self.falls(own, defenses):
            over = rolled - taken - obstacle
            if over < 0:
                self.more("miss", chance)
                continue
            for held in rolls(armor):
                stopped = armor and held >= 1
                self.more("stopped" if stopped else wounds.get(over, "mortal"), chance / 2**armor)


def told(found: Outlook) -> dict[str, Fraction]:
    struck = {end.value: chance for end, chance in found.ends.items()}
    said = {
        **({} if struck.get("miss") == 1 else struck),
        **{f"lock {net}": chance for net, chance in found.lock.items()},
        "immobile": found.immobile,
        "disarmed": found.disarmed,
        "down": found.down,
        "staggered": found.staggered,
        "beaten": found.beaten,
        "beaten_twice": found.beaten_twice,
        "fooled": Fraction(found.fooled),
        "wasted": Fraction(found.wasted),
    }
    return {what: chance for what, chance in said.items() if chance}


def counted(mine: Choice, theirs: Choice, me: Fighter, it: Fighter) -> dict[str, Fraction]:
    found = {what: chance for what, chance in Twin(mine, theirs, me, it).count().items() if chance}
    return {what: chance for what, chance in found.items() if what != "miss" or chance < 1}


REACHED = (Distance.LUNGING, Distance.OPTIMAL, Distance.INSIDE)
STANCES = [
    (Stance.NEUTRAL, Stance.NEUTRAL),
    (Stance.AGGRESSIVE, Stance.DEFENSIVE),
    (Stance.DEFENSIVE, Stance.AGGRESSIVE),
]


@pytest.mark.parametrize("stances", STANCES)
@pytest.mark.parametrize("at", REACHED)
def test_every_pair_is_what_letting_each_die_fall_comes_to(at: Distance, stances: tuple[Stance, Stance]) -> None:
    me = fighter(3, 2, 3, 1, at=at, stance=stances[0])
    it = fighter(2, 1, 2, 2, at=at, stance=stances[1])
    for mine in fight_outlook.choices(me, it):
        for theirs in fight_outlook.choices(it, me):
            assert told(fight_outlook.outlook(mine, theirs, me, it)) == counted(mine, theirs, me, it), (mine, theirs)


@pytest.mark.parametrize("armor", [ArmorType.LEATHER, ArmorType.CHAIN])
def test_blows_through_armor_with_penalties(armor: ArmorType) -> None:
    me, it = fighter(4, penalty=1, moving=1), fighter(2, 2, 2, 2, armor=armor, moving=1)
    for mine in fight_outlook.choices(me, it):
        for theirs in fight_outlook.choices(it, me):
            assert told(fight_outlook.outlook(mine, theirs, me, it)) == counted(mine, theirs, me, it), (mine, theirs)


@pytest.mark.parametrize(("stance", "dice", "obstacle"), [(Stance.AGGRESSIVE, 5, 1), (Stance.DEFENSIVE, 3, 3)])
def test_a_free_strike_in_a_stance_where_the_table_says_so(stance: Stance, dice: int, obstacle: int) -> None:
    me, it = fighter(3, stance=stance), fighter()
    feint, block = Choice(Act.FEINT), Choice(Act.BLOCK)
    found = fight_outlook.outlook(feint, block, me, it, House(feint_stance=True))
    assert found.ends[End.MISS] == Fraction(sum(one < obstacle for one in rolls(dice)), 2**dice)
    plain = fight_outlook.outlook(feint, block, me, it)
    assert plain.ends[End.MISS] == Fraction(1, 8)


def test_it_says_the_same_as_the_table_of_pairs() -> None:
    """On the inside with dirks nothing is harder, as in the table of pairs, which knows no distance."""
    sides = [fighter(skill, 2, 3, 2, at=Distance.INSIDE, handy=Handy.HAND) for skill in (4, 3)]
    me, it = sides
    plain = [fight_matrix.Fighter(one.skill, one.hands, one.power, one.speed, defending=2) for one in sides]
    acts = fight_outlook.OFFERED
    for mine, theirs in itertools.product(acts, acts):
        choices = [Choice(act, 2) if act is Act.COUNTERSTRIKE else Choice(act) for act in (mine, theirs)]
        found = fight_outlook.outlook(choices[0], choices[1], me, it)
        bout = fight_matrix.bout(fight_matrix.met(mine), fight_matrix.met(theirs), plain[0], plain[1])
        effects = found.locked + found.down + found.staggered + found.beaten + found.disarmed
        assert 1 - found.ends.get(End.MISS, Fraction(0)) + effects == bout.hits, (mine, theirs)


def test_the_axe_that_strikes_into_a_counterstrike() -> None:
    # seed 000:4029: seven dice divided 4 and 3; here the chances that either side is struck, added up by hand
    me, it = fighter(1), fighter(2)
    found = fight_outlook.pair(Choice(Act.STRIKE), Choice(Act.COUNTERSTRIKE, 1), me, it)
    assert 1 - found.dealt.ends[End.MISS] == Fraction(1, 4), "one die hits, and one die takes nothing off"
    assert 1 - found.taken.ends[End.MISS] == Fraction(1, 2), "the other die strikes back"


def test_what_cannot_be_done_is_no_choice() -> None:
    it = fighter()
    acts = {choice.act for choice in fight_outlook.choices(fighter(stance=Stance.AGGRESSIVE, great=None), it)}
    assert acts.isdisjoint({Act.AVOID, Act.GREAT_STRIKE})
    assert Act.STRIKE in acts
    far = {choice.act for choice in fight_outlook.choices(fighter(at=Distance.OUT), fighter(at=Distance.LUNGING))}
    assert far == {Act.AVOID, Act.BLOCK, Act.COUNTERSTRIKE, Act.BEAT, Act.DISARM}
    bare = fighter(handy=Handy.HAND, armed=False)
    assert {choice.act for choice in fight_outlook.choices(it, bare)}.isdisjoint({Act.DISARM, Act.BEAT})
    own = {choice.act for choice in fight_outlook.choices(bare, it)}
    assert Act.BEAT not in own
    assert Act.DISARM in own, "whoever has no weapon may still go for theirs"
    dirk = {choice.act for choice in fight_outlook.choices(it, fighter(handy=Handy.HAND))}
    assert {Act.DISARM, Act.BEAT} <= dirk
    nobody = fighter(0, 0, 0, 0)
    assert fight_outlook.choices(nobody, it) == (Choice(Act.NOTHING),)


def test_what_is_barred_does_nothing() -> None:
    me, it = fighter(stance=Stance.AGGRESSIVE), fighter()
    against = fight_outlook.outlook(Choice(Act.STRIKE), Choice(Act.AVOID), it, me)
    assert against == fight_outlook.outlook(Choice(Act.STRIKE), Choice(Act.NOTHING), it, me)


@pytest.mark.parametrize("aim", list(Aim))
def test_alike_the_game_is_even(aim: Aim) -> None:
    me = fighter(3, 2, 3, 2, armor=ArmorType.LEATHER)
    assert fight_outlook.game(me, me, aim).mixed.value == 0


@pytest.mark.parametrize("aim", list(Aim))
def test_the_mix_guarantees_the_value_and_no_choice_beats_theirs(aim: Aim) -> None:
    found = fight_outlook.game(fighter(4, 2, 3, 2), fighter(3, 3, 4, 3, armor=ArmorType.LEATHER), aim)
    value, rows, columns = found.mixed.value, found.mixed.rows, found.mixed.columns
    assert sum(rows) == sum(columns) == 1
    for at in range(len(columns)):
        assert sum(share * pays[at] for share, pays in zip(rows, found.payoffs, strict=True)) >= value
    for row in range(len(rows)):
        assert found.worths[row] <= value
    assert sum(share for _, share in found.mix(0)) == 1


def test_more_skill_and_more_armor_never_hurt() -> None:
    it = fighter(3, 2, 3, 2)
    values = [fight_outlook.game(fighter(skill, 2, 3, 2), it, Aim.WOUNDS).mixed.value for skill in (2, 3, 4, 5)]
    assert values == sorted(values)
    worn = [
        fight_outlook.game(fighter(3, 2, 3, 2, armor=armor), it, Aim.WOUNDS).mixed.value
        for armor in (None, ArmorType.LEATHER, ArmorType.CHAIN)
    ]
    assert worn == sorted(worn)


def test_what_harm_is_worth() -> None:
    ends = {End.MISS: Fraction(1, 2), End.MIDI: Fraction(1, 4), End.MORTAL: Fraction(1, 4)}
    found = Outlook(ends, {1: Fraction(1, 2)}, Fraction(1, 8), disarmed=Fraction(1, 4), down=Fraction(1, 2))
    assert fight_outlook.harm(found, Aim.WOUNDS) == Fraction(5, 2), "two dice and eight, each a quarter of the time"
    assert fight_outlook.harm(found, Aim.OUT) == Fraction(3, 8)
    assert fight_outlook.harm(found) == Fraction(5, 2) + Fraction(1, 2) + 1 + Fraction(1, 2) + 1
    light = Outlook({End.SUPERFICIAL: Fraction(1)}, staggered=Fraction(1, 2), beaten=Fraction(1, 2))
    assert fight_outlook.harm(light) == Fraction(1, 3) + Fraction(1, 2)

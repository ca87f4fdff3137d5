"""Fights in one roll: a versus test, attacker against defender, and two who both want blood (FGT-01 to FGT-03)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Protocol

from engine import wording
from engine.answer import Answer, Block, Cell, Entry, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Among, Asked, Between, Unusable, branch, sheet
from engine.games.burning_wheel.blocks.blow import bars, ends_of
from engine.games.burning_wheel.blocks.hits import Force, force
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.forms.armor import ArmorRow, rows_of, suit_of
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES, Ahead
from engine.games.burning_wheel.forms.test import BONUS, QUICK_POOLS, YourAbility
from engine.games.burning_wheel.forms.weapons import POWER, QUICK_WEAPONS, Weapon, wielded
from engine.games.burning_wheel.forms.wounds import Own, Preset
from engine.games.burning_wheel.readings.blow import foe_of
from engine.games.burning_wheel.readings.fight_in_one_roll import divided_as, least_die, net_obstacle
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.versus import house_of, logged_against
from engine.games.burning_wheel.rules import damage, versus
from engine.games.burning_wheel.rules import fight_in_one_roll as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import ArmorType, Suit, versus_armor
from engine.games.burning_wheel.rules.blow import Foe, Odds, odds
from engine.games.burning_wheel.rules.damage import Stage
from engine.games.burning_wheel.rules.fight_in_one_roll import MOST_ARMOR_DICE, Bloody, Clash, Divided
from engine.games.burning_wheel.rules.versus import CallOn, Contest, Result, Role, Side
from engine.games.burning_wheel.rules.weapons import WEAPONS
from engine.games.burning_wheel.rules.wounds import Level
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

B3, B4, B5 = (Ability.parse(text) for text in ("B3", "B4", "B5"))
SWORD = Weapon.of(WEAPONS["sword"])
AXE = Weapon.of(WEAPONS["light-axe"])
LEATHER = rows_of(Suit.whole(ArmorType.LEATHER))
OTHER_DICE = Between(0, 20)
SPLIT = Between(0, 20)
ARMOR_DICE = Between(0, MOST_ARMOR_DICE)
OWN = "Your own +Ob"
FIFTHS = ("under 20 %", "20 % and more", "40 % and more", "60 % and more", "80 % and more")


@branch("Both have rolled")
class BothCounted:
    """Both rolled: their successes before any +Ob."""

    own: Annotated[int, COUNTED, Asked("Your successes", quick=QUICK_SUCCESSES)] = 4
    other: Annotated[int, COUNTED, Asked("Their successes", quick=QUICK_SUCCESSES)] = 4


class Acts(Option):
    """Who goes for whom."""

    YOU = "you", "you"
    THEY = "they", "they"

    @property
    def role(self) -> Role:
        """The same in a versus test."""
        return Role.ATTACK if self is Acts.YOU else Role.DEFEND


@calculator("fight-versus", rules="FGT-01")
def fight_versus(
    yours: YourAbility = B4,
    theirs: Annotated[Ability, Asked("Their ability", quick=QUICK_POOLS)] = B4,
    aggressor: Annotated[Acts, Asked("Who started it")] = Acts.YOU,
    rolled: Annotated[Ahead | BothCounted, Asked("The dice")] = Ahead(),
    dice: Annotated[int, OTHER_DICE, Asked("Your other dice", more=True, quick=(0, 1, 2))] = 0,
    their_dice: Annotated[int, OTHER_DICE, Asked("Their other dice", more=True, quick=(0, 1, 2))] = 0,
    penalty: Annotated[int, BONUS, Asked(OWN, more=True, quick=(0, 1, 2))] = 0,
    their_penalty: Annotated[int, BONUS, Asked("Their +Ob", more=True, quick=(0, 1, 2))] = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Nobody wants blood. Who gets what they want?"""
    hurt = feels(wounds, yours, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    mine = Side(hurt.leaves(yours.pool(dice)), penalty + hurt.added)
    other = Side(theirs.pool(their_dice), their_penalty)
    role = aggressor.role
    contest = Contest(mine, other, role, CallOn.NONE, house_of(mine, other, role, CallOn.NONE, ask))
    borne = ledger(hurt, yours.exponent + dice, penalty, against=OWN)
    if isinstance(rolled, BothCounted):
        return _decided(contest, rolled, borne, ask)
    found = contest.chances()
    won, holds = contest.won(found), contest.tie is Result.WIN
    whose = "You defend, so a tie is yours" if holds else "They defend, so a tie is theirs"
    rows: tuple[tuple[Entry, ...], ...] = (
        ("You have more", found.win, Result.WIN.words),
        ("A tie", found.tie, contest.tie.words),
        ("They have more", found.lose, Result.LOSE.words),
    )
    return Answer(
        {"win": found.win, "tie": found.tie, "lose": found.lose, "chance": won, "tie_goes": contest.tie.value},
        (
            Verdict(
                wording.percent(won),
                (Fact(str(mine.pool), "you"), Fact(str(other.pool), "they"), Fact(found.tie, "a tie")),
                f"You get what you want {often(won)}. {whose}.",
                Mark.DERIVED,
            ),
            Table("How it ends", ("Successes", "Chance", "Then"), rows, mark=Mark.DERIVED),
            *borne,
            Note("Let it Ride: nobody rolls for the same thing again.", rule="FGT-01"),
        ),
    )


def _decided(contest: Contest, rolled: BothCounted, borne: list[Block], ask: Rulings) -> Answer:
    """The dice lie on the table."""
    result, tied = contest.decided(rolled.own, rolled.other)
    own, other = versus.totals(contest.mine, contest.theirs, rolled.own, rolled.other, contest.house)
    passed = result is Result.WIN
    figure = "You win" if passed else "They win"
    defends = "you defend" if passed else "they defend"
    why = f"a tie, and {defends}" if tied else f"by {abs(own - other)}"
    compared = f"{own} to {other}"
    test = Test(contest.mine.pool, logged_against(contest.mine, contest.theirs, rolled.other, ask), ask)
    return Answer(
        {"winner": result.value, "tied": tied, "margin": own - other},
        (
            Verdict(figure, (Fact(compared, "successes"), Fact(why)), f"{figure}, {compared}: {why}."),
            *borne,
            Note("Let it Ride: nobody rolls for the same thing again.", rule="FGT-01"),
        ),
        test.marks("yours", passed=passed),
    )


@dataclass(frozen=True, slots=True)
class _Hit:
    """The attack of one side against the defense of the other, with its damage and all that armor makes of it."""

    blow: Bloody
    force: Force
    foe: Foe
    weapon: str
    add: int

    @property
    def odds(self) -> Odds:
        """The exact chance of each end."""
        return odds(self.blow, self.foe)

    def stage(self, net: int) -> Stage:
        """How well so many successes over the defense hit; 0 is a miss."""
        base = self.blow.obstacle - self.blow.own
        return damage.stage(net - base, self.add) if net else Stage.MISS

    def lands(self, net: int) -> str | None:
        """Where such a hit lands, and the wound that it is without armor; None for a miss."""
        stage = self.stage(net)
        if stage is Stage.MISS:
            return None
        place = self.blow.damage.at(stage)
        return f"{place}: {self.foe.tolerances.level(place).words}"

    def blocks(self, title: str) -> list[Block]:
        """The strip of wounds, the ends, and the ledger of the force."""
        found = self.odds
        ends = ends_of(found, self.foe)
        named = Table(title, ends.columns, ends.rows, mark=ends.mark, folded=True)
        return [bars(self.foe.tolerances, found, self.blow.damage), named, self.force.ledger]


class Arms(Protocol):
    """What someone fights with."""

    @property
    def weapon(self) -> Weapon: ...

    @property
    def power(self) -> int: ...


class Hide(Protocol):
    """What someone is hit on."""

    @property
    def tolerances(self) -> Preset | Own: ...

    @property
    def armor(self) -> tuple[ArmorRow, ...]: ...


def _hit(attack: Side, defense: Side, arms: Arms, hide: Hide, ask: Rulings, *, whose: str, at: str) -> _Hit:
    held = wielded(arms.weapon, ask)
    found = force(arms.power, held.weapon.power, ask, whose=whose, weapon_words=held.words)
    va = versus_armor(held.weapon.va, power=arms.power).total
    base = net_obstacle(ask)
    blow = Bloody(
        attack.pool,
        base + attack.penalty,
        found.damage,
        held.add,
        va,
        defense=defense.pool,
        penalty=defense.penalty,
        own=attack.penalty,
    )
    foe = foe_of(blow, hide.tolerances.placed, suit_of(hide.armor, at), [], ask)
    return _Hit(blow, found, foe, held.words, held.add)


@dataclass(frozen=True, slots=True)
class Blow:
    """What the attacker strikes with, and whom it meets, a group of fields."""

    weapon: Annotated[
        Among[Weapon], Asked("The attacker’s weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=False)
    ] = SWORD
    power: Annotated[int, POWER, Asked("The attacker’s Power", quick=(3, 4, 5, 6))] = 4
    tolerances: Annotated[Preset | Own, Asked("The defender’s tolerances")] = Preset()
    armor: Annotated[tuple[ArmorRow, ...], Asked("What the defender wears", "A location on each line", lines=True)] = (
        LEATHER
    )


@calculator("bloody-versus", rules="FGT-02")
def bloody_versus(
    skill: Annotated[Ability, Asked("Your skill", quick=QUICK_POOLS), sheet("skill")] = B4,
    theirs: Annotated[Ability, Asked("Their skill", quick=QUICK_POOLS)] = B3,
    attacker: Annotated[Acts, Asked("Who attacks")] = Acts.YOU,
    rolled: Annotated[Ahead | BothCounted, Asked("The dice")] = Ahead(),
    blow: Annotated[Blow, Asked("The blow", more=True)] = Blow(),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """One attacks, one defends. Who bleeds?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    own, other = Side(hurt.leaves(skill.pool()), hurt.added), Side(theirs.pool())
    attacks = attacker is Acts.YOU
    attack, defense = (own, other) if attacks else (other, own)
    hit = _hit(attack, defense, blow, blow, ask, whose="your" if attacks else "their", at="blow.armor")
    borne = ledger(hurt, skill.exponent, 0, against=OWN)
    if isinstance(rolled, BothCounted):
        return _struck(hit, own, other, rolled, borne, ask, attacks=attacks)
    nets, found = rules.net(attack, defense), hit.odds
    hits = 1 - nets[0]
    tie = versus.chances(attack, defense).tie
    shown = hits if attacks else nets[0]
    figure = wording.percent(shown)
    said = "You hit" if attacks else "You ward it off"
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (number or "none", chance, hit.stage(number), hit.lands(number)) for number, chance in enumerate(nets) if chance
    )
    columns = ("More than the defense", "Chance", "Hits as", "Without armor")
    return Answer(
        {
            "hit": hits,
            "warded": nets[0],
            "tie": tie,
            "wounded": found.wounded,
            "nets": list(nets),
            **{end.value: chance for end, chance in found.ends.items()},
        },
        (
            Verdict(
                figure,
                (Fact(found.wounded, "a wound"), Fact(found.at_least(Level.MIDI), "Midi or worse")),
                f"{said} {often(shown)}; {often(found.wounded)} it ends in a wound.",
                Mark.DERIVED,
            ),
            Table("Successes over the defense", columns, rows, mark=Mark.DERIVED),
            *hit.blocks("Through armor"),
            *borne,
        ),
    )


def _struck(
    hit: _Hit, own: Side, other: Side, rolled: BothCounted, borne: list[Block], ask: Rulings, *, attacks: bool
) -> Answer:
    """Attacker against defender, with the dice on the table."""
    mine, theirs = rules.left(rolled.own, own.penalty), rolled.other
    net = rules.left(mine, theirs) if attacks else rules.left(theirs, mine)
    stage, lands = hit.stage(net), hit.lands(net)
    passed = bool(net) is attacks
    compared = Fact(f"{mine} to {theirs}", "rolled")
    who = "You hit" if attacks else "They hit"
    if lands is None:
        figure, said = "Warded off", "The attack is warded off; the defender may withdraw, escape or flee."
    else:
        figure = f"{stage.words} {hit.blow.damage.at(stage)}"
        said = f"{who} with {net} more than the defense: {stage.words}, {lands}, unless armor holds."
    test = Test(own.pool, rolled.other, ask)
    facts = (compared, Fact(net, "net"), *([Fact(lands.partition(": ")[2], "without armor")] if lands else []))
    return Answer(
        {"net": net, "stage": stage.value, "warded": not net},
        (Verdict(figure, facts, said), hit.force.ledger, *borne),
        test.marks("skill", passed=passed),
    )


@branch("All four rolls are made")
class FourRolls:
    """Two attacks and two defenses, in successes."""

    my_attack: Annotated[int, COUNTED, Asked("Your attack", quick=QUICK_SUCCESSES)] = 1
    my_defense: Annotated[int, COUNTED, Asked("Your defense", quick=QUICK_SUCCESSES)] = 1
    other_attack: Annotated[int, COUNTED, Asked("Their attack", quick=QUICK_SUCCESSES)] = 3
    other_defense: Annotated[int, COUNTED, Asked("Their defense", quick=QUICK_SUCCESSES)] = 1


@dataclass(frozen=True, slots=True)
class _Both:
    """Both pools, and the armor dice of each, before anyone divides."""

    mine: Pool
    theirs: Pool
    penalty: int
    armor: int
    their_armor: int
    ask: Rulings

    def mine_at(self, attack: int) -> Divided:
        return divided_as(self.mine, attack, self.armor, self.penalty, self.ask)

    def theirs_at(self, attack: int) -> Divided:
        return divided_as(self.theirs, attack, self.their_armor, 0, self.ask)

    def clash(self, attack: int, their_attack: int) -> Clash:
        """Both as they divide. Raises `Refused` for dice that cannot be divided so."""
        return Clash(self.mine_at(attack), self.theirs_at(their_attack))

    def ways(self, pool: Pool) -> range:
        """How many dice may attack."""
        least = least_die(self.ask)
        return range(least, pool.dice - least + 1)


@dataclass(frozen=True, slots=True)
class Yours:
    """What you fight with, a group of fields."""

    worn: Annotated[int, ARMOR_DICE, Asked("Dice for your armor", gm=True, quick=(0, 1, 2))] = 0
    weapon: Annotated[Among[Weapon], Asked("Your weapon", quick=QUICK_WEAPONS), sheet("weapons", at_once=True)] = SWORD
    power: Annotated[int, POWER, Asked("Your Power", quick=(3, 4, 5, 6)), sheet("power")] = 4
    tolerances: Annotated[Preset | Own, Asked("Your tolerances"), sheet("tolerances")] = Preset()
    armor: Annotated[
        tuple[ArmorRow, ...], Asked("What you wear", "A location on each line", lines=True), sheet("armor")
    ] = ()


@dataclass(frozen=True, slots=True)
class Others:
    """What they fight with, a group of fields."""

    worn: Annotated[int, ARMOR_DICE, Asked("Dice for their armor", gm=True, quick=(0, 1, 2))] = 0
    weapon: Annotated[Among[Weapon], Asked("Their weapon", quick=QUICK_WEAPONS)] = AXE
    power: Annotated[int, POWER, Asked("Their Power", quick=(3, 4, 5, 6))] = 4
    tolerances: Annotated[Preset | Own, Asked("Their tolerances")] = Preset()
    armor: Annotated[tuple[ArmorRow, ...], Asked("What they wear", "A location on each line", lines=True)] = ()


@calculator("bloody-split", rules="FGT-03")
def bloody_split(
    skill: Annotated[Ability, Asked("Your skill", quick=QUICK_POOLS), sheet("skill")] = B5,
    attack: Annotated[int, SPLIT, Asked("Your dice to attack", quick=(0, 1, 2, 3, 4, 5))] = 3,
    theirs: Annotated[Ability, Asked("Their skill", quick=QUICK_POOLS)] = B4,
    their_attack: Annotated[int, SPLIT, Asked("Their dice to attack", quick=(0, 1, 2, 3, 4))] = 3,
    rolled: Annotated[Ahead | FourRolls, Asked("The dice", more=True)] = Ahead(),
    yours: Annotated[Yours, Asked("You", more=True)] = Yours(),
    others: Annotated[Others, Asked("They", more=True)] = Others(),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Both want blood. How do I divide my dice?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    pools = _Both(hurt.leaves(skill.pool()), theirs.pool(), hurt.added, yours.worn, others.worn, ask)
    for at, said, pool in (("attack", attack, pools.mine), ("their_attack", their_attack, pools.theirs)):
        ways = pools.ways(pool)
        if said not in ways:
            raise Unusable(at, f"Of {pool.dice} dice, {ways.start} to {ways.stop - 1} can attack; this says {said}.")
    clash = pools.clash(attack, their_attack)
    mine, other = clash.mine, clash.theirs
    ours = _hit(mine.attack, other.defense, yours, others, ask, whose="your", at="others.armor")
    their = _hit(other.attack, mine.defense, others, yours, ask, whose="their", at="yours.armor")
    borne = ledger(hurt, skill.exponent, 0, against=OWN)
    if isinstance(rolled, FourRolls):
        return _bled(clash, ours, their, rolled, borne)
    return _divided(_Split(pools, clash, attack, their_attack), ours, their, borne)


@dataclass(frozen=True, slots=True)
class _Split:
    """How both have divided, and all other ways to."""

    pools: _Both
    clash: Clash
    attack: int
    their_attack: int

    @property
    def best(self) -> int:
        """My best division against theirs."""
        ways = self.pools.ways(self.pools.mine)
        return rules.best({attack: self.pools.clash(attack, self.their_attack) for attack in ways})

    @property
    def grid(self) -> Grid:
        """The chance to win for each division of mine against each of theirs."""
        rows, columns = self.pools.ways(self.pools.mine), self.pools.ways(self.pools.theirs)
        cells = tuple(tuple(self._cell(one, two) for two in columns) for one in rows)
        mine, other = self.pools.mine.dice, self.pools.theirs.dice
        return Grid(
            "Your chance to win, in percent",
            "They attack with",
            "You attack with",
            tuple(f"{two}D" for two in columns),
            tuple(f"{one} of {mine}D" for one in rows),
            cells,
            tuple((f"heat-{number}", words) for number, words in enumerate(FIFTHS)),
            (self.attack - rows.start, self.their_attack - columns.start) if mine and other else None,
            Mark.DERIVED,
        )

    def _cell(self, mine: int, other: int) -> Cell:
        found = self.pools.clash(mine, other).chances
        shown = round(found.win * 100)
        words = f"{mine} against {other}: you win {wording.percent(found.win)}, they {wording.percent(found.lose)}"
        sets: dict[str, int | str] = {"attack": mine, "their_attack": other}
        return Cell(str(shown), words, sets, f"heat-{min(4, int(found.win * 5))}")


def _divided(split: _Split, ours: _Hit, others: _Hit, borne: list[Block]) -> Answer:
    """Before anyone has rolled."""
    clash, best = split.clash, split.best
    found, better = clash.chances, split.pools.clash(split.best, split.their_attack).chances
    mine, other = ours.odds, others.odds
    most = max(len(clash.my_net), len(clash.their_net))
    nets: tuple[tuple[Entry, ...], ...] = tuple(
        (number or "none", _at(clash.my_net, number), _at(clash.their_net, number)) for number in range(most)
    )
    dice = wording.count(best, "die", "dice")
    said = f"You win {often(found.win)}, they {often(found.lose)}, and {often(found.tie)} nobody does."
    advice = f"Against {split.their_attack} attacking dice, {dice} in your attack {_do(best)} best"
    sentence = f"{advice}: you win {wording.percent(better.win)}, they win {wording.percent(better.lose)}."
    return Answer(
        {
            "possible": True,
            "win": found.win,
            "tie": found.tie,
            "lose": found.lose,
            "best": best,
            "both": clash.both,
            "neither": clash.neither,
            "wound": mine.wounded,
            "wounded": other.wounded,
            "my_net": list(clash.my_net),
            "their_net": list(clash.their_net),
        },
        (
            Verdict(
                wording.percent(found.win),
                (Fact(found.lose, "they win"), Fact(found.tie, "a tie"), Fact(other.wounded, "you are wounded")),
                said,
                Mark.DERIVED,
            ),
            Note(sentence, Mark.DERIVED, rule="FGT-03"),
            split.grid,
            Table("What gets through", ("Net", "Yours", "Theirs"), nets, mark=Mark.DERIVED),
            *others.blocks("Your wounds"),
            *ours.blocks("Their wounds"),
            *borne,
        ),
    )


def _do(count: int) -> str:
    return "does" if count == 1 else "do"


def _at(nets: tuple[Fraction, ...], number: int) -> Fraction | None:
    return nets[number] if number < len(nets) else None


WINS = {Result.WIN: "You win", Result.LOSE: "They win", Result.DEADLOCK: "A tie"}
AFTER = {
    Result.WIN: "They are at your mercy",
    Result.LOSE: "You are at their mercy",
    Result.DEADLOCK: "A call-on trait breaks it, or nothing is settled",
}


def _bled(clash: Clash, ours: _Hit, others: _Hit, rolled: FourRolls, borne: list[Block]) -> Answer:
    """All four rolls are on the table."""
    mine, other, result = clash.settled(
        (rolled.my_attack, rolled.my_defense), (rolled.other_attack, rolled.other_defense)
    )
    rows: list[tuple[Entry, ...]] = []
    for who, attack, defense, net, hit in (
        ("You", rolled.my_attack, rolled.other_defense, mine, ours),
        ("They", rolled.other_attack, rolled.my_defense, other, others),
    ):
        rows.append((who, attack, defense, net, hit.stage(net), hit.lands(net)))
    columns = ("Who", "Attack", "Against", "Net", "Hits as", "Without armor")
    compared = f"{mine} to {other}"
    return Answer(
        {
            "winner": result.value,
            "mine": mine,
            "theirs": other,
            "stage": ours.stage(mine).value,
            "their_stage": others.stage(other).value,
        },
        (
            Verdict(WINS[result], (Fact(compared, "net"),), f"{WINS[result]}, {compared}. {AFTER[result]}."),
            Table("What gets through", columns, tuple(rows)),
            ours.force.ledger,
            others.force.ledger,
            *borne,
        ),
    )

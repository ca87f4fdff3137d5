"""Pushes and throws: the odds of each net, and every way to spend it (FGT-46, FGT-48)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Asked, branch, sheet
from engine.games.burning_wheel.calculators.fight.contest import Contest, at_least
from engine.games.burning_wheel.dice import DiceCount, Pool
from engine.games.burning_wheel.forms.grips import (
    B4,
    B5,
    B6,
    QUICK_DICE,
    Distanced,
    Near,
    Opposed,
    OpposedRoll,
    OtherDice,
    OtherOb,
    TheirOb,
    TheyHesitate,
    Weight,
    resists,
)
from engine.games.burning_wheel.forms.rolled import Ahead
from engine.games.burning_wheel.forms.weapons import POWER
from engine.games.burning_wheel.readings import fight_grips as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import fight_push, throws
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import Damage, Stage, ims
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_defenses import By, Grip, Held, natural
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_push import Spent
from engine.games.burning_wheel.rules.fight_reach import LUNGING
from engine.games.burning_wheel.rules.fight_throw import Thrown
from engine.games.burning_wheel.rules.locks import grappling
from engine.games.burning_wheel.rules.throws import Material
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

POWER_STAT, SKILL = ELEMENTS["power"], ELEMENTS["skill"]
Also = Annotated[
    Pool | None,
    Asked("Dice that they add", "Avoid, or the defending half of a Counterstrike.", quick=QUICK_DICE, more=True),
]
TheirAvoid = Annotated[Pool | None, Asked("Dice of their Avoid", quick=QUICK_DICE, more=True)]


def best_of(options: Mapping[By, Ability]) -> By:
    """What they had better roll: the most successes on average, the first of them where several do."""
    return max(options, key=lambda by: Roll(options[by].pool()).law.mean)


@calculator("push", rules="FGT-46")
def push(
    power: Annotated[Ability, Asked("Your Power", quick=QUICK_DICE), sheet("power")] = B6,
    their_speed: Annotated[Ability, Asked("Their Speed", quick=QUICK_DICE)] = B5,
    their_power: Annotated[Ability, Asked("Their Power", quick=QUICK_DICE)] = B4,
    held: Annotated[Held, Asked("They positioned with", more=True)] = Held.MAINTAIN,
    rolled: OpposedRoll = Ahead(),
    distance: Annotated[Near, Asked("At your distance", more=True)] = Near.OPTIMAL,
    weight: Weight = 0,
    also: Also = None,
    hesitating: TheyHesitate = False,
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    their_penalty: TheirOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does my Push do?"""
    hurt = feels(wounds, power, ask, POWER_STAT)
    if hurt.gone:
        return no_test(hurt.gone)
    stats = {By.POWER: their_power, By.SPEED: their_speed}
    by = best_of({one: stats[one] for one in natural(Grip.PUSH, held)})
    dice = Worked(
        (
            Line(power.exponent, "Your Power", "FGT-46"),
            Line(weight, "Weight or stature", "FGT-64"),
            Line(bonus, "Other dice", "FGT-46"),
            hurt.dice,
        )
    )
    far = (Line(LUNGING, "Lunging distance", "FGT-16"),) if distance is Near.LUNGING else ()
    penalty = Worked((*far, Line(other, "Your own +Ob", "FGT-09"), hurt.obstacle))
    resisting = resists(stats[by].pool(), also, hesitating=hesitating, at="also")
    pool = hurt.leaves(power.pool(bonus + weight))
    contest = Contest(dice, penalty, pool, tuple(Roll(one, their_penalty) for one in resisting))
    words = "nothing" if hesitating else f"{stats[by]} {by.words}"
    if isinstance(rolled, Opposed):
        return _pushed(contest, rolled, distance, ask)
    found = contest.chances
    moved, off = at_least(found, fight_push.DOWN), found.get(1, Fraction(0))
    rows = tuple((net, chance, _bought(net, distance, ask)) for net, chance in found.items() if net and chance)
    facts = (Fact(DiceCount(pool.dice), "dice"), Fact(words, "against it"), Fact(off, "off balance only"))
    sentence = f"You knock them down or force them back {often(moved)}, and stagger them {often(off)}."
    values = {
        "dice": pool.dice,
        "by": "" if hesitating else by.value,
        "lands": 1 - found[0],
        "moved": moved,
        "staggered": off,
        "foiled": found[0],
        **{f"net_{net}": chance for net, chance in found.items() if net},
    }
    verdict = Verdict(wording.percent(moved), facts, sentence, Mark.DERIVED)
    return Answer(values, (verdict, _spending("What the difference buys", rows), *contest.ledgers, *_notes()))


def _spending(caption: str, rows: tuple[tuple[Entry, ...], ...]) -> Table:
    return Table(caption, ("Net", "Chance", "One of"), rows, mark=Mark.DERIVED)


def _said(way: Spent, distance: Near) -> str:
    """A way to spend it, with where they stand after it."""
    end = f" (then {fight_push.ends(distance.distance, way.back).words})" if way.back else ""
    return f"{way.words}{end}"


def _bought(net: int, distance: Near, ask: Rulings) -> str:
    return "; ".join(_said(way, distance) for way in read.pushed(net, ask))


def _pushed(contest: Contest, rolled: Opposed, distance: Near, ask: Rulings) -> Answer:
    """What the dice on the table buy."""
    net, marks = contest.net(rolled), contest.marks("power", rolled, ask)
    ways = read.pushed(net, ask)
    values: dict[str, Any] = {
        "net": net,
        "ways": [way.words for way in ways],
        "idle": max((way.idle for way in ways), default=0),
    }
    if not ways:
        sentence = "They stand: their successes are as many as yours, or more."
        return Answer(values, (Verdict("Nothing", (Fact(net, "left"),), sentence), *contest.ledgers), marks)
    figure = {1: "Off balance"}.get(net, "Down, or back")
    sentence = f"{wording.count(net, 'success', 'successes')} left. Choose: {wording.listed(values['ways'], 'or')}."
    rows = tuple(
        (
            _said(way, distance),
            "yes" if way.down else None,
            way.back or None,
            "+1 Ob" if way.staggered else None,
            way.idle or None,
        )
        for way in ways
    )
    columns = ("Choose", "Down", "Back", "Next action or positioning", "Idle successes")
    blocks = (
        Verdict(figure, (Fact(net, "left"),), sentence),
        Table("Your choice", columns, rows),
        *contest.ledgers,
        *_notes(),
    )
    return Answer(values, blocks, marks)


def _notes() -> tuple[Note, ...]:
    return (
        Note("Off balance: +1 Ob on the next action or positioning test, whichever comes first.", rule="FGT-46"),
        Note("What they do in the same moment still happens.", rule="FGT-49"),
    )


@branch("open ground")
class Open:
    """Nothing that would hurt more than the fall."""


@branch("a wall or a floor")
class Into:
    """What someone is thrown into."""

    material: Annotated[Material, Asked("It is")] = Material.BRICK
    power: Annotated[int, POWER, Asked("Your Power", quick=(3, 4, 5, 6)), sheet("power")] = 4


@calculator("throw-opponent", rules="FGT-48")
def throw_opponent(
    skill: Annotated[Ability, Asked("Your Brawling or Boxing", quick=QUICK_DICE), sheet("skill")] = B5,
    theirs: Annotated[Ability, Asked("Their Speed, Brawling or Boxing", quick=QUICK_DICE)] = B4,
    distance: Distanced = Near.INSIDE,
    wall: Annotated[Open | Into, Asked("You throw them onto", more=True)] = Open(),
    rolled: OpposedRoll = Ahead(),
    avoid: TheirAvoid = None,
    hesitating: TheyHesitate = False,
    bonus: OtherDice = 0,
    other: OtherOb = 0,
    their_penalty: TheirOb = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Where does my throw send them?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    dice = Worked((Line(skill.exponent, "Your skill", "FGT-48"), Line(bonus, "Other dice", "FGT-48"), hurt.dice))
    penalty = Worked((*grappling(distance.distance, other, rule="FGT-48").lines, hurt.obstacle))
    resisting = resists(theirs.pool(), avoid, hesitating=hesitating, at="avoid")
    pool = hurt.leaves(skill.pool(bonus))
    contest = Contest(dice, penalty, pool, tuple(Roll(one, their_penalty) for one in resisting))
    landing = _Wall.of(wall) if isinstance(wall, Into) else None
    if isinstance(rolled, Opposed):
        return _thrown(contest, rolled, landing, ask)
    found = contest.chances
    down, away = at_least(found, 1), at_least(found, 3)
    rows = tuple((net, chance, _sent(net, landing, ask)) for net, chance in found.items() if net and chance)
    facts = (
        Fact(DiceCount(pool.dice), "dice"),
        Fact("nothing" if hesitating else str(theirs), "against it"),
        Fact(away, "a distance away or more"),
    )
    sentence = f"You throw them down {often(down)}, and a distance away or more {often(away)}."
    blocks: list[Block] = [
        Verdict(wording.percent(down), facts, sentence, Mark.DERIVED),
        _spending("Where it sends them", rows),
        *contest.ledgers,
        *(landing.blocks if landing else []),
    ]
    values = {
        "dice": pool.dice,
        "down": down,
        "away": away,
        "foiled": found[0],
        "penalty": penalty.total,
        **{f"net_{net}": chance for net, chance in found.items() if net},
    }
    return Answer(values, tuple(blocks))


@dataclass(frozen=True, slots=True)
class _Wall:
    """The force with which someone meets a wall."""

    force: Worked
    va: int

    @classmethod
    def of(cls, into: Into) -> "_Wall":
        """That of what the form says."""
        return cls(throws.force(into.power, into.material, "Your Power"), throws.va(into.power))

    @property
    def damage(self) -> Damage:
        return ims(self.force.total)

    def hit(self, stage: Stage) -> str:
        """How hard, and where that falls."""
        return f"{stage.words} {self.damage.at(stage)}"

    @property
    def blocks(self) -> list[Block]:
        """The force, and what armor does."""
        said = f"VA {self.va}; only plates and helmets help against it. They land on the back unless you spend one."
        return [Working(self.force.lines, self.force.total, "Power behind it"), Note(said, rule="ARM-36")]


def _way(way: Thrown, wall: _Wall | None) -> str:
    return f"{way.words}, {wall.hit(way.wall)}" if wall else way.words


def _placed(way: Thrown) -> str:
    return "where you want" if way.placed else "on the back"


def _ways(net: int, wall: _Wall | None, ask: Rulings) -> tuple[Thrown, ...]:
    """Every way to spend a net; without a wall it does not matter where on the body one lands."""
    return tuple(way for way in read.thrown(net, wall is not None, ask) if wall or not way.placed)


def _sent(net: int, wall: _Wall | None, ask: Rulings) -> str:
    return "; ".join(_way(way, wall) for way in _ways(net, wall, ask))


def _thrown(contest: Contest, rolled: Opposed, wall: _Wall | None, ask: Rulings) -> Answer:
    """Where the dice on the table send them."""
    net, marks = contest.net(rolled), contest.marks("skill", rolled, ask)
    ways = _ways(net, wall, ask)
    values: dict[str, Any] = {"net": net, "ways": [way.words for way in ways], "farthest": _most(ways, _away)}
    if not ways:
        sentence = "They keep their feet: their successes are as many as yours, or more."
        return Answer(values, (Verdict("Nothing", (Fact(net, "left"),), sentence), *contest.ledgers), marks)
    facts = [Fact(net, "left")]
    if values["farthest"]:
        facts.append(Fact(wording.count(values["farthest"], "distance"), "away at most"))
    rows = tuple((way.away or None, _placed(way), wall.hit(way.wall) if wall else None) for way in ways)
    blocks: list[Block] = [Table("Your choice", ("Distances away", "They land", "The wall"), rows), *contest.ledgers]
    if wall:
        far = next(way for way in ways if way.away == values["farthest"])
        values |= {"hardest": wall.hit(ways[0].wall), "hardest_far": wall.hit(far.wall)}
        facts.append(Fact(values["hardest"], "at most"))
        blocks += wall.blocks
    sentence = f"Down they go, with {wording.count(net, 'success', 'successes')} to spend."
    return Answer(values, (Verdict("Down", tuple(facts), sentence), *blocks), marks)


def _away(way: Thrown) -> int:
    return way.away


def _most(ways: tuple[Thrown, ...], what: Callable[[Thrown], int]) -> int:
    return max((what(way) for way in ways), default=0)


@table("push-spending")
def push_spending() -> Table:
    """Every way to spend the net of a Push (FGT-46)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (net, *(_idle(way) for way in (*fight_push.ways(net), None)[:2])) for net in range(1, 7)
    )
    return Table("What the net of a Push buys", ("Net", "Choose", "Or"), rows)


def _idle(way: Spent | None) -> str | None:
    if way is None:
        return None
    return f"{way.words}, {way.idle} idle" if way.idle else way.words

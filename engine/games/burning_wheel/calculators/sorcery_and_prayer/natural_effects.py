"""Natural Effects: how large a wind, light, fire or wave becomes, and whom Control throws down (SOR-23, SOR-24)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.dice import Distribution
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.calculators.sorcery_and_prayer.fields import casting_for
from engine.games.burning_wheel.dice import Shade, ob
from engine.games.burning_wheel.forms.grips import QUICK_DICE
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
from engine.games.burning_wheel.forms.spell_effects import OVER, QUICK_OVER
from engine.games.burning_wheel.forms.spells import Held, Sorcery, Will
from engine.games.burning_wheel.readings import spell_effects as read
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.fight_grips import thrown as ways_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded
from engine.games.burning_wheel.readings.learning_sorcery import casting_log
from engine.games.burning_wheel.readings.sorcery import Casting
from engine.games.burning_wheel.readings.sustaining import will_of
from engine.games.burning_wheel.rules import natural_effect as rules
from engine.games.burning_wheel.rules import throws
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import ims
from engine.games.burning_wheel.rules.fight_odds import Roll
from engine.games.burning_wheel.rules.fight_throw import Thrown, farthest
from engine.games.burning_wheel.rules.natural_effect import MOST, RUNGS, Force
from engine.games.burning_wheel.rules.throws import Material
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

B4, B5 = Ability(Shade.BLACK, 4), Ability(Shade.BLACK, 5)
SHOWN = 10
SaidOver = Annotated[
    Annotated[int, OVER] | None, Asked("Successes over the obstacle", "Empty: not cast yet", quick=QUICK_OVER)
]
SpellOb = Annotated[int, Between(1, 20), Asked("Its obstacle", quick=(2, 3, 4, 5))]
Raised = Annotated[int, Between(0, 20), Asked("More on it: haste", quick=(0, 1, 2), more=True)]
Other = Annotated[int, Between(0, 20), Asked("Other dice", "Careful casting, help, artha.", more=True)]


@dataclass(frozen=True, slots=True)
class Ahead:
    """A casting before its dice fall: its test and log, its ledgers, and the own obstacle where that is what counts."""

    test: Test
    log: str
    law: Distribution
    own: int | None
    blocks: tuple[Block, ...]


def _ahead(
    who: tuple[Ability, Ability, int, int], obstacle: int, raised: int, wounds: Hurt, reach: int, ask: Rulings
) -> Ahead:
    """The casting of Sorcery and Will, with spells held and other dice. Raises `Unusable` where nothing is cast."""
    sorcery, will, held, other = who
    found: Casting = casting_for(sorcery, will, held, wounds, ask, other=other)
    if found.gone:
        raise Unusable("wounds", found.gone)
    base = Line(obstacle, "The spell", "SOR-04")
    lines = (base, *((Line(raised, "More on it", "SOR-37"),) if raised else ()), found.felt.obstacle)
    against = Worked(lines)
    pool, dice = found.caster.pool(), found.caster.dice()
    checked(pool.dice, against.total)
    own = obstacle if read.of_own(obstacle, against.total, ask) else None
    blocks = (
        Working(against.lines, against.total, "Obstacle to cast"),
        Working(dice.lines, dice.total, "Dice, all open-ended", "D"),
    )
    law = law_of(pool, ask, against.total + reach)
    return Ahead(Test(pool, against.total, ask), casting_log(ask), law, own, blocks)


@calculator("natural-effect", rules="SOR-23")
def natural_effect(
    force: Annotated[Force, Asked("It is")] = Force.WIND,
    over: SaidOver = None,
    wanted: Annotated[int, Between(1, MOST), Asked("You want at least this rung", quick=(3, 5, 7, 10))] = 5,
    obstacle: SpellOb = 3,
    sorcery: Sorcery = B5,
    will: Will = B5,
    held: Held = 0,
    raised: Raised = 0,
    other: Other = 0,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How large does it get?"""
    if over is not None:
        return _reached(force, over, ask)
    cast = _ahead((sorcery, will, held, other), obstacle, raised, wounds, MOST, ask)
    found = rules.chances(cast.law, cast.test.obstacle, cast.own)
    least = read.least_rung(ask) if found[0] else 0
    reached = [sum((chance for number, chance in found.items() if number >= rung.over), Fraction(0)) for rung in RUNGS]
    if least:
        reached[0] += found[0]
    aim = RUNGS[wanted - 1]
    chance = reached[wanted - 1]
    shown = wording.percent(chance)
    facts = (Fact(cast.test.chance, "it comes off"), Fact(reached[-1], RUNGS[-1].rating), Fact(ob(cast.test.obstacle)))
    what = f": {aim.of(force)}" if aim.of(force) else ""
    said = f"{aim.rating.capitalize()} or more{what}. It gets there {often(chance)}."
    rows: list[tuple[Entry, ...]] = [
        (_over(rung.over), rung.rating, rung.of(force), share, more)
        for rung, share, more in zip(RUNGS, _exactly(reached), reached, strict=True)
    ]
    columns = ("Over", "Rating", force.words, "Chance", "This or more")
    values: dict[str, Any] = {
        **cast.test.values,
        "wanted": chance,
        "fails": 1 - cast.test.chance,
        **{f"over_{number}": share for number, share in found.items()},
    }
    blocks = (
        Verdict(shown, facts, said, Mark.DERIVED),
        Table("How large it gets", columns, tuple(rows), wanted - 1, Mark.DERIVED),
        *cast.blocks,
        Note("If it grows larger than you wanted, it may reach you too.", rule="SOR-22"),
    )
    return Answer(values, blocks, cast.test.marks(cast.log))


def _exactly(reached: list[Fraction]) -> list[Fraction]:
    """The chance of each rung from that of each or more."""
    return [here - more for here, more in zip(reached, [*reached[1:], Fraction(0)], strict=True)]


def _over(number: int) -> str:
    return f"{number} or more" if number == MOST else str(number)


def _reached(force: Force, over: int, ask: Rulings) -> Answer:
    """What so many successes over the obstacle come to."""
    rung = rules.rung(over, least=read.least_rung(ask) if not over else 0)
    rows: tuple[tuple[Entry, ...], ...] = tuple((_over(one.over), one.rating, one.of(force)) for one in RUNGS)
    listed = Table(
        f"The scale: {force.words.lower()}", ("Over", "Rating", force.words), rows, RUNGS.index(rung) if rung else None
    )
    if rung is None:
        said = "The spell comes off, and there is nothing to see of it that the scale has."
        return Answer({"rung": 0, "rating": "", "does": None}, (Verdict("Nothing", (Fact(0, "over"),), said), listed))
    does = rung.of(force)
    figure = does[:1].upper() + does[1:] if does else rung.rating.capitalize()
    facts = (Fact(rung.rating), Fact(over, "over"))
    said = (
        f"{rung.rating.capitalize()}: {does}." if does else f"{figure}. The book names no {force.words.lower()} here."
    )
    blocks: list[Block] = [Verdict(figure, facts, said, None if does else Mark.MISSING), listed]
    if over > MOST:
        blocks.append(Note(f"The scale ends at {MOST}: more is no more than that.", Mark.DERIVED, "SOR-23"))
    return Answer({"rung": rung.over, "rating": rung.rating, "does": does}, tuple(blocks))


TheirPower = Annotated[Ability, Asked("Their Power", quick=QUICK_DICE)]
TheirSpeed = Annotated[Ability, Asked("Their Speed", quick=QUICK_DICE)]


@calculator("spell-throw", rules="SOR-24")
def spell_throw(
    over: SaidOver = 3,
    power: TheirPower = B4,
    speed: TheirSpeed = B4,
    rolled: Annotated[
        Annotated[int, COUNTED] | None, Asked("Their successes", "Empty: not rolled yet", quick=QUICK_SUCCESSES)
    ] = None,
    people: Annotated[int, Between(1, 20), Asked("How many of them", "All alike.", quick=(1, 3, 5))] = 1,
    obstacle: SpellOb = 3,
    sorcery: Sorcery = B5,
    will: Will = B5,
    held: Held = 0,
    raised: Raised = 0,
    other: Other = 0,
    material: Annotated[Material, Asked("Behind them", more=True)] = Material.BRICK,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Does it throw them down?"""
    resists = tuple(Roll(one.pool()) for one in (power, speed))
    if over is None:
        if rolled is not None:
            raise Unusable("over", "They roll against the successes over: say those first.")
        cast = _ahead((sorcery, will, held, other), obstacle, raised, wounds, max(power.exponent, speed.exponent), ask)
        return _cast(cast, resists, people)
    wall = _Wall.of(will, held, material, ask) if read.walls(ask) else None
    if rolled is not None:
        return _fell(over, rolled, wall, ask)
    found = rules.thrown(over, resists)
    chance = rules.down(over, resists)
    best = rules.stands(over, resists)
    named = f"Power {power}" if best == resists[0] else f"Speed {speed}"
    away = sum((share for net, share in found.items() if farthest(net)), Fraction(0))
    facts = [Fact(named, "against it"), Fact(ob(over))]
    if away:
        facts.append(Fact(away, "a distance away or more"))
    if people > 1:
        facts.append(Fact(chance**people, f"all {people}"))
    said = f"They test {named} at {ob(over)}, and go down {often(chance)}."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (net, share, _sent(net, wall, ask)) for net, share in found.items() if net and share
    )
    values = {
        "down": chance,
        "away": away,
        "all": chance**people,
        "struck": chance * people,
        **{f"net_{net}": share for net, share in found.items()},
    }
    blocks: list[Block] = [
        Verdict(wording.percent(chance), tuple(facts), said, Mark.DERIVED),
        Table("What their shortfall does", ("Short by", "Chance", "They go"), rows, mark=Mark.DERIVED),
        *(wall.blocks if wall else ()),
        _notes(),
    ]
    return Answer(values, tuple(blocks))


def _notes() -> Note:
    return Note("Power or Speed, as they choose. Only where it fits the spell: a light throws nobody.", rule="SOR-24")


def _cast(cast: Ahead, resists: tuple[Roll, ...], people: int) -> Answer:
    """From the dice of the casting on."""
    chance = rules.cast_down(cast.law, cast.test.obstacle, resists, cast.own)
    facts = (Fact(cast.test.chance, "it comes off"), Fact(ob(cast.test.obstacle)))
    said = f"You throw each of them down {often(chance)}."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (over, cast.law.exactly(cast.test.obstacle + over), rules.down(over, resists)) for over in range(SHOWN)
    )
    values = {**cast.test.values, "down": chance, "struck": chance * people}
    blocks = (
        Verdict(wording.percent(chance), facts, said, Mark.DERIVED),
        Table("Success by success", ("Over the obstacle", "Chance", "They go down"), rows, mark=Mark.DERIVED),
        *cast.blocks,
        _notes(),
    )
    return Answer(values, blocks, cast.test.marks(cast.log))


@dataclass(frozen=True, slots=True)
class _Wall:
    """The force with which someone meets what is behind them, where Will is the Power of it."""

    force: Worked

    @classmethod
    def of(cls, will: Ability, held: int, material: Material, ask: Rulings) -> "_Wall":
        """That of someone’s Will. Raises `Unusable` at “held” where it sustains fewer spells."""
        try:
            return cls(throws.force(will_of(will.exponent, held, ask), material, "Your Will"))
        except Refused as error:
            raise Unusable("held", str(error)) from None

    def hit(self, way: Thrown) -> str:
        """How hard, and where that falls."""
        return f"{way.wall.words} {ims(self.force.total).at(way.wall)}"

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The force, line by line."""
        return (Working(self.force.lines, self.force.total, "Power behind it"),)


def _ways(net: int, wall: _Wall | None, ask: Rulings) -> tuple[Thrown, ...]:
    """Every way in which it may send them; without a wall it does not matter where on the body they land."""
    return tuple(way for way in ways_of(net, wall is not None, ask) if wall or not way.placed)


def _sent(net: int, wall: _Wall | None, ask: Rulings) -> str:
    """The ways in words, one after the other."""
    return "; ".join(f"{way.words}, {wall.hit(way)}" if wall else way.words for way in _ways(net, wall, ask))


def _fell(over: int, rolled: int, wall: _Wall | None, ask: Rulings) -> Answer:
    """Once they have rolled."""
    net = max(0, over - rolled)
    ways = _ways(net, wall, ask)
    hardest = wall.hit(ways[0]) if wall and ways else ""
    values = {"net": net, "thrown": bool(net), "farthest": farthest(net), "wall": hardest or "none"}
    if not net:
        said = f"{wording.count(rolled, 'success', 'successes')} against {ob(over)}: they stand."
        return Answer(values, (Verdict("They stand", (Fact(ob(over)),), said), _notes()))
    facts = [Fact(net, "short")]
    if farthest(net):
        facts.append(Fact(wording.count(farthest(net), "distance"), "away at most"))
    if hardest:
        facts.append(Fact(hardest, "at most"))
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (way.away or None, way.words, wall.hit(way) if wall else None) for way in ways
    )
    table = Table("You choose", ("Distances away", "They go", "The wall"), rows)
    blocks = (Verdict("Down", tuple(facts), f"Down they go, {net} short."), table, *(wall.blocks if wall else ()))
    return Answer(values, (*blocks, _notes()))


@table("natural-effects")
def natural_effects() -> Table:
    """The whole scale (SOR-23)."""
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (rung.over, rung.rating, *(rung.of(force) for force in Force)) for rung in RUNGS
    )
    return Table("The Natural Effect scale", ("Over", "Rating", *(force.words for force in Force)), rows)

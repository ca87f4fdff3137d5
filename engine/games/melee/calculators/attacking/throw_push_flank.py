"""Throws and trips, pushes and bashes with a shield, and flanking (MEL-24 to MEL-26)."""

from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.blocks.hits import places
from engine.games.burning_wheel.dice import Pool
from engine.games.burning_wheel.dice import successes as successes_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.damage import LANDED, Damage, Stage
from engine.games.melee.calculators.attacking.maneuver import (
    Attempt,
    attempt,
    no_hand,
    stagger_note,
)
from engine.games.melee.forms.foe import (
    PLAINLY,
    QUICK_STATS,
    STANDS,
    STAT,
    Acted,
    Bigger,
    Fell,
    FreeHand,
    OfTarget,
    OfYours,
    PowerOrSkill,
    Shield,
    ShieldLost,
    YourPower,
)
from engine.games.melee.forms.people import B4, B5, B6, QUICK
from engine.games.melee.readings import special as read
from engine.games.melee.rules import damage, shields, special
from engine.games.melee.rules.damage import Means
from engine.games.melee.rules.shields import Kind
from engine.games.melee.rules.special import Edge, Maneuver, Surface
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

# --- Throw and Trip ---


@calculator("mel-throw", rules="MEL-24")
def throw(
    skill: Annotated[Ability, Asked("Your Martial Arts", quick=QUICK), sheet("skill")] = B6,
    strongest: Annotated[int, Between(1, 20), Asked("Their highest physical stat", quick=QUICK_STATS)] = 4,
    surface: Annotated[Surface, Asked("They land on", gm=True)] = Surface.STONE,
    power: YourPower = B4,
    bigger: Bigger = 0,
    successes: Fell = None,
    free: FreeHand = True,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you throw them, and how hard do they land?"""
    if not free:
        return no_hand(Maneuver.THROW)
    one = attempt(Maneuver.THROW, skill, strongest, Edge(bigger), target, yours, wounds, ask)
    if one.gone:
        return no_test(one.gone)
    force = special.force(power.exponent, surface, power.shade)
    hits = special.thrown(power.exponent, surface, power.shade)
    hurts = force.total > 0
    va = special.va(power.exponent)
    ledger = Working(force.lines, force.total, "Power behind the throw")
    through = f"The margin that you spend on it goes past disposition, with Add 2 and VA {va}."
    soft = f"Onto {surface.words} nobody is hurt who is thrown with a Power of {power.exponent}."
    notes: tuple[Block, ...] = (Note(through if hurts else soft, rule="MEL-24"), _surfaces(power, surface), ledger)
    values: dict[str, Any] = {"power": force.total, "va": va, "hits": [str(hits.at(stage)) for stage in LANDED]}
    if successes is not None:
        margin = one.margin(successes)
        landed = special.struck(margin, direct=read.direct(ask)) if margin >= 0 and hurts else Stage.MISS
        hit = _hit(landed, hits)
        values |= {"stage": landed.value, "hit": str(hits.at(landed)) if landed is not Stage.MISS else ""}
        facts = (Fact(hit, "if you spend it"),) if hit else ()
        return one.rolled(successes, ("Thrown", "They stand"), "skill", facts, *notes, **values)
    said = f"They go down {wording.often(one.chance)}."
    shown: tuple[Fact, ...] = ()
    if hurts:
        chances = _stages(one, direct=read.direct(ask))
        values["chances"] = chances
        shown = (Fact(chances[0], "to wound too"),)
        said = f"They go down {wording.often(one.chance)}, and you may wound them {wording.often(chances[0])}."
        notes = (_bought(hits, chances, direct=read.direct(ask)), *notes)
    return one.answer("skill", said, shown, *notes, **values)


def _hit(landed: Stage, hits: Damage) -> str:
    """A stage and where it falls: "Mark B6"; nothing for a miss."""
    return "" if landed is Stage.MISS else f"{landed.words} {hits.at(landed)}"


def _stages(one: Attempt, *, direct: bool) -> list[Fraction]:
    """The chance that the margin buys each stage, or a higher one."""
    return [one.by(special.margin_for(stage, direct=direct)) for stage in LANDED]


def _bought(hits: Damage, chances: list[Fraction], *, direct: bool) -> Table:
    """What margin buys of damage."""
    rows = tuple(
        (stage.words, special.margin_for(stage, direct=direct), str(hits.at(stage)), chance)
        for stage, chance in zip(LANDED, chances, strict=True)
    )
    return Table("The margin, spent on damage", ("Hit", "From margin", "Lands at", "Chance"), rows, mark=Mark.RULING)


def _surfaces(power: Ability, chosen: Surface) -> Table:
    """Every surface, with what it does in the hands of someone of this Power."""
    rows = tuple(
        (
            one.words[:1].upper() + one.words[1:],
            wording.signed(one.amount or 0) if one.amount else "0",
            places(special.thrown(power.exponent, one, power.shade))
            if special.force(power.exponent, one, power.shade).total
            else "nothing",
        )
        for one in Surface
    )
    caption = f"Where they land, with Power {power}"
    columns = ("Surface", "Power", "Incidental / Mark / Superb")
    return Table(caption, columns, rows, list(Surface).index(chosen), folded=True)


# --- Push and Shield Bash ---


class Spend(Option):
    """What the margin of a Shield Bash goes into. Source: MEL-25."""

    NOTHING = "nothing", "nothing"
    DISPOSITION = "disposition", "their disposition"
    STRIKE = "strike", "a strike with the shield"


@calculator("mel-push", rules="MEL-25")
def push(
    ability: PowerOrSkill = B4,
    speed: Annotated[int, STAT, Asked("Their Speed", quick=QUICK_STATS)] = 4,
    shield: Shield = Kind.HEATER,
    trained: Annotated[bool, Asked("You have Shield Training"), sheet("shield-training")] = True,
    power: YourPower = B4,
    bigger: Bigger = 0,
    successes: Fell = None,
    spend: Annotated[Spend, Asked("Spend the margin on")] = Spend.NOTHING,
    lost: ShieldLost = 0,
    free: Annotated[bool, Asked("You have a hand free", more=True)] = True,
    acted: Acted = False,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you shove them off balance, and what does the margin buy?"""
    rating = max(0, shield.rating - lost)
    if not (free or rating):
        said = "A Push takes a free hand, or a shield that still has dice."
        return Answer({"possible": False}, (Verdict("No Push", (Fact("no hand free"),), said),))
    one = attempt(Maneuver.PUSH, ability, speed, Edge(bigger, shield=rating), target, yours, wounds, ask)
    if one.gone:
        return no_test(one.gone)
    bashes = trained and rating > 0
    hits = shields.WEAPONS[shield].damage(power.exponent, power.shade) if bashes else None
    if successes is not None:
        return _pushed(one, successes, hits, spend, acted, ask)
    three = one.by(special.BY_THREE)
    notes: list[Block] = [stagger_note(acted, ask)]
    values: dict[str, Any] = {"by_three": three}
    if hits is not None:
        direct = read.direct(ask)
        rows: list[tuple[Entry, ...]] = [
            (
                margin,
                one.just(margin),
                damage.SPECIAL + margin,
                _hit(special.struck(margin, direct=direct), hits) or None,
            )
            for margin in range(max(0, one.most) + 1)
        ]
        columns = ("Margin", "Chance", "Off disposition", "Or a strike")
        notes.insert(0, Table("Shield Bash: spend the margin", columns, tuple(rows), mark=Mark.RULING))
        values["strikes"] = [str(hits.at(stage)) for stage in LANDED]
        values["chances"] = _stages(one, direct=direct)
    said = f"They are off balance {wording.often(one.chance)}, and on the ground {wording.often(three)}."
    return one.answer("ability", said, (Fact(three, "to put them down"),), *notes, **values)


def _pushed(one: Attempt, successes: int, hits: Damage | None, spend: Spend, acted: bool, ask: Rulings) -> Answer:
    """What the dice on the table do, and what their margin buys."""
    margin = one.margin(successes)
    won = margin >= 0
    notes: list[Block] = [stagger_note(acted, ask)] if won else []
    values: dict[str, Any] = {"staggers_now": read.staggers_now(acted, ask) if won else None}
    facts: tuple[Fact, ...] = ()
    off = special.effect(Maneuver.PUSH, margin).damage
    if hits is not None and won:
        landed = special.struck(margin, direct=read.direct(ask))
        ways: list[tuple[Entry, ...]] = [
            ("Keep it", off, None),
            ("Their disposition", off + margin, None),
            ("A strike with the shield", off, _hit(landed, hits) or "too little"),
        ]
        at = list(Spend).index(spend)
        notes.insert(0, Table("Spend the margin", ("On", "Off disposition", "Wound"), tuple(ways), at))
        if spend is Spend.DISPOSITION:
            off += margin
            facts = (Fact(off, "off disposition"),)
        elif spend is Spend.STRIKE and landed is not Stage.MISS:
            facts = (Fact(_hit(landed, hits), "past disposition"),)
            values |= {"stage": landed.value, "hit": str(hits.at(landed))}
    elif won and spend is not Spend.NOTHING:
        notes.append(Note("Margin is spent with Shield Training, and on a shield that is whole enough.", rule="MEL-25"))
    down = margin >= special.BY_THREE
    figures = ("Down" if down else "Off balance", "They stand")
    return one.rolled(successes, figures, "ability", facts, *notes, **(values | ({"damage": off} if won else {})))


# --- Flank ---


@calculator("mel-flank", rules="MEL-26")
def flank(
    tactics: Annotated[Ability, Asked("Your Tactics", quick=QUICK), sheet("skill")] = B5,
    perception: Annotated[int, STAT, Asked("Their Perception", quick=QUICK_STATS)] = 4,
    bigger: Bigger = 0,
    successes: Fell = None,
    ally: Annotated[int, Between(1, 30), Asked("Dice of a friend’s attack", quick=(3, 4, 5, 6))] = 4,
    against: Annotated[int, Between(1, 12), Asked("Its obstacle", quick=(1, 2, 3, 4), more=True)] = 1,
    target: OfTarget = STANDS,
    yours: OfYours = PLAINLY,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Do you open them up for your friends?"""
    one = attempt(Maneuver.FLANK, tactics, perception, Edge(bigger), target, yours, wounds, ask)
    if one.gone:
        return no_test(one.gone)
    when = Table(
        "When it tells",
        ("Attacks by your side", "The rest of this round", "Next round"),
        (
            ("As they move away: opportunity attacks", "+1D, and no +1 Ob", "+1D, and no +1 Ob"),
            ("All others", None, "+1D"),
        ),
    )
    worth = _worth(ally, against)
    (_, hit, mean), (_, more_hit, more_mean) = worth.rows
    values = {"without": hit, "with": more_hit, "gained": _mean(ally + 1, against) - _mean(ally, against)}
    if successes is not None:
        return one.rolled(successes, ("Flanked", "Seen through"), "tactics", (), when, worth, **values)
    said = f"They are flanked {wording.often(one.chance)}. Either way you go to the bottom of the order at once."
    fact = Fact(f"{mean} to {more_mean}", "a friend’s hit on average")
    return one.answer("tactics", said, (fact,), when, worth, **values)


def _worth(dice: int, obstacle: int) -> Table:
    """What a die more is worth to an attack that goes off disposition."""
    rows = tuple(
        (words, successes_of(Pool.of(number)).at_least(obstacle), wording.decimal(_mean(number, obstacle)))
        for words, number in (("as they stand", dice), ("flanked", dice + 1))
    )
    return Table("A friend’s attack", ("They are", "Hits", "Off disposition on average"), rows, mark=Mark.DERIVED)


def _mean(dice: int, obstacle: int) -> Fraction:
    """What an attack with so many black dice takes off disposition on average. Source: MEL-56."""
    return damage.law(Means.PROPER, successes_of(Pool.of(dice)), obstacle).mean

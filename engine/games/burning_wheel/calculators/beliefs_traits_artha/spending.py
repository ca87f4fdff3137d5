"""Spending artha: plans for one roll, what a point buys, wounds, the will to live, failed tests (HUB-72 to HUB-80)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.log import rescue_rows
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Shade, ob, successes
from engine.games.burning_wheel.forms.artha import (
    POINTS,
    DeedsHeld,
    Equipment,
    FateHeld,
    PersonaHeld,
    RollsAgainst,
    RollsWith,
    WoundsBorne,
)
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.readings.artha import after_failing, around_of, limits_of, manner_of, wounds_count
from engine.games.burning_wheel.readings.hurt import ledger, no_test, untestable
from engine.games.burning_wheel.rules import relief, spending
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Built, Task, build
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.spending import (
    LIMIT,
    USES,
    Around,
    Family,
    Gain,
    Limits,
    Plan,
    Price,
    Purse,
    Refusal,
    cost,
    counted,
)
from engine.games.burning_wheel.rules.wounds import Felt, Wounds, felt
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import REASONS, often_with
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark

B4 = Ability(Shade.BLACK, 4)


class Chosen(Option):
    """The spends of a plan that are made once. The values are ids of `USES`. Source: HUB-72."""

    LUCK = "luck", "Luck"
    SHRUG = "shrug", "Shrug it Off"
    FOCUS = "focus", "Focus"
    WILL = "will", "Will to Live"
    COMPLICATION = "complication", "Complication"
    INSPIRATION = "inspiration", "Divine Inspiration"
    GRACE = "grace", "Saving Grace"
    MINOR = "minor", "Minor Epiphany"
    AURA = "aura", "Divine Aura"


def spends(price: Purse, on: str) -> tuple[Effect, ...]:
    """What a price takes from the sheet, tallied for what the input `on` holds."""
    return tuple(Spend(what, points, on) for what, points in price.parts.items() if points)


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan for one roll: what holds around it, why it is not lawful, if so, and the roll without it and with it."""

    plan: Plan
    around: Around
    purse: Purse
    limits: Limits
    faults: Sequence[Refusal]
    bare: spending.Effect
    whole: spending.Effect

    @property
    def price(self) -> Purse:
        """What it takes from the purse."""
        return self.cost(*self.plan)

    @property
    def taken(self) -> Purse:
        """What of it counts for the limits of the roll."""
        return counted(self.plan, self.limits)

    @property
    def left(self) -> Purse:
        """What stays in the purse."""
        return self.purse.less(self.price)

    def cost(self, *uses: str) -> Purse:
        """The price of some of its spends."""
        return cost({use: self.plan[use] for use in uses}, later=self.around.house.later)


def _planned(plan: Plan, around: Around, purse: Purse, ask: Rulings) -> Planned:
    """The plan against the rules; what is forbidden, and not merely too dear, brings nothing to the roll."""
    limits = limits_of(plan, ask)
    faults = spending.refusals(plan, around, purse, limits)
    forbidden = {fault.use for fault in faults if fault.code not in ("purse", "limit")}
    counting = {use: times for use, times in plan.items() if use not in forbidden}
    bare, whole = (spending.effect(one, around, manner_of(around, one, ask)) for one in ({}, counting))
    return Planned(plan, around, purse, limits, faults, bare, whole)


@calculator("artha-plan", rules="HUB-72 HUB-75 HUB-80")
def artha_plan(
    ability: RollsWith = B4,
    obstacle: RollsAgainst = 3,
    uses: Annotated[frozenset[Chosen], Asked("You spend artha on")] = frozenset({Chosen.LUCK}),
    boon: Annotated[int, Between(0, 6), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0,
    grit: Annotated[int, Between(0, 6), Asked("Persona against wounds", quick=(0, 1, 2))] = 0,
    fate: FateHeld = 2,
    persona: PersonaHeld = 2,
    deeds: DeedsHeld = 1,
    bonus: Annotated[int, Between(0, 20), Asked("Other dice: help, FoRKs, advantage", more=True)] = 0,
    tested: WhatIsTested = Tested.SKILL,
    careful: Annotated[bool, Asked("You work carefully", more=True)] = False,
    borne: WoundsBorne = Borne(),
    equipment: Equipment = False,
    *,
    ask: Rulings,
) -> Answer:
    """May I spend all this on one roll, and what does it bring?"""
    times = {**dict.fromkeys((one.value for one in uses), 1), "boon": boon, "grit": grit}
    plan = {use: times[use] for use in USES if times.get(use)}
    hurt = Wounds(borne.dice, borne.alone)
    task = Task(ability.exponent, tested.element, obstacle, other=bonus, careful=careful, wounds=hurt)
    around = around_of(task, ability.shade, borne, plan, ask, equipment=equipment)
    found = _planned(plan, around, Purse(fate, persona, deeds), ask)
    bare, whole = found.bare, found.whole
    if whole.built.impossible and not found.faults:
        return no_test(whole.built.impossible, legal=False, dice=0, before=bare.chance, after=whole.chance)
    # Artha against wounds keeps one going; it is not spent on the ability that is tested.
    warding = [use for use in plan if use in ("shrug", "grit", "will")]
    tally = found.cost(*(use for use in plan if use not in warding))
    effects = (*spends(tally, "ability"), *spends(found.cost(*warding), "health" if around.house.later else ""))
    return Answer(
        values={
            "legal": not found.faults,
            "timing": [USES[use].timing for use in plan],
            "refused": [f"{fault.use} {fault.code}" for fault in found.faults],
            "dice": whole.built.rolled,
            "logged": whole.built.logged,
            "obstacle": whole.built.obstacle.total,
            "shade": whole.pool.groups[0].shade.words,
            "before": bare.chance,
            "after": whole.chance,
            **found.price.parts,
            **{f"{what}_counted": points for what, points in found.taken.parts.items()},
            **{f"{what}_left": points for what, points in found.left.parts.items()},
        },
        blocks=(_plan_verdict(found), *_plan_tables(found), *_dice_and_obstacle(whole.built)),
        effects=() if found.faults else effects,
    )


def _plan_verdict(found: Planned) -> Verdict:
    bare, whole, price = found.bare.chance, found.whole.chance, found.price.words
    if found.faults:
        every = " ".join(dict.fromkeys(fault.why for fault in found.faults))
        return Verdict("Not like this", (), every)
    facts = (Fact(whole, "with it"), Fact(bare, "without"), Fact(found.left.words, "left"))
    said = f"Lawful, for {price}: you succeed {often_with(whole, bare)}."
    return Verdict(price, facts, said, Mark.DERIVED)


def _plan_tables(found: Planned) -> list[Block]:
    """Each spend of the plan, if any, and what all of them take from the limits and the purse."""
    blocks: list[Block] = []
    if found.plan:
        why = {use: " ".join(fault.why for fault in found.faults if fault.use == use) for use in found.plan}
        rows = tuple(
            (spending.words({use: times}), found.cost(use).words, found.limits.count(USES[use]), why[use] or "lawful")
            for use, times in found.plan.items()
        )
        blocks.append(Table("The plan", ("Spend", "Price", "Counts for the roll", "May you?"), rows))
    limits = tuple(
        (what.capitalize(), points, LIMIT.parts[what], found.price.parts[what], found.purse.parts[what])
        for what, points in found.taken.parts.items()
    )
    columns = ("Artha", "Counts for the roll", "At most", "Costs", "You have")
    return [*blocks, Table("Limits and purse", columns, limits)]


def _dice_and_obstacle(built: Built) -> list[Block]:
    blocks: list[Block] = [
        Working(built.dice.lines, built.logged, "Dice that count for the log", "D"),
        Working(built.obstacle.lines, built.obstacle.total, "Obstacle"),
    ]
    if artha := built.artha_dice.total:
        blocks.append(Working(built.artha_dice.lines, artha, "Dice of artha: rolled, not logged", "D"))
    return blocks


@calculator("artha-gain", rules="HUB-75 HUB-80")
def artha_gain(
    ability: RollsWith = B4,
    obstacle: RollsAgainst = 4,
    bonus: Annotated[int, Between(0, 20), Asked("Other dice: help, FoRKs, advantage", quick=(0, 1, 2))] = 0,
    fate: FateHeld = 1,
    persona: PersonaHeld = 3,
    deeds: DeedsHeld = 1,
    target: Annotated[int, Between(1, 100), Asked("Chance you want, in percent", quick=(50, 66, 75, 90))] = 75,
    tested: WhatIsTested = Tested.SKILL,
    borne: WoundsBorne = Borne(),
    equipment: Equipment = False,
    *,
    ask: Rulings,
) -> Answer:
    """Which point of artha buys most, and what is the cheapest way to the chance I want?"""
    task = Task(ability.exponent, tested.element, obstacle, other=bonus, wounds=Wounds(borne.dice, borne.alone))
    # All that could be weighed, so that each reading is asked for that could tell.
    every = {"luck": 1, "boon": 1, "grit": len(borne.levels), "inspiration": 1, "grace": 1, "minor": 1, "aura": 1}
    around = around_of(task, ability.shade, borne, every, ask, equipment=equipment)
    limits = Limits(wounds=bool(borne.levels) and wounds_count(ask))
    manner = manner_of(around, every, ask)

    def chance(plan: Plan) -> Fraction:
        return spending.effect(plan, around, manner).chance

    try:
        gains = spending.gains(around, limits, chance)
        best = spending.cheapest(around, Purse(fate, persona, deeds), limits, chance, Fraction(target, 100))
    except Refused as error:
        raise Unusable("bonus", str(error)) from None
    plain = build(task, around.house)
    if plain.impossible and not best.after:
        return no_test(plain.impossible, before=best.before, after=best.after, reached=False)
    without = (
        Working(plain.dice.lines, plain.logged, "Dice without artha", "D"),
        Working(plain.obstacle.lines, plain.obstacle.total, "Obstacle without artha"),
    )
    return Answer(
        values={
            "before": best.before,
            "plan": spending.words(best.plan),
            "after": best.after,
            "reached": best.after >= Fraction(target, 100),
            **best.price.parts,
            "most_for_a_point": spending.words(gains[0].plan if gains and gains[0].each else {}),
            **{f"with_{_key(one.plan)}": one.after for one in gains},
        },
        blocks=(
            _gain_verdict(best, target),
            _gains(gains),
            *(() if plain.impossible else without),
            Note("Cheapest means: fewest Deeds, then fewest Persona, then fewest Fate."),
        ),
    )


def _key(plan: Plan) -> str:
    """A single spend for programs: "luck", "boon_2"."""
    return "_".join([*plan, *(str(times) for times in plan.values() if times > 1)])


def _gain_verdict(best: Gain, target: int) -> Verdict:
    wanted, figure = Fraction(target, 100), spending.words(best.plan)
    if best.before >= wanted:
        figure, sentence = "Nothing", f"You need no artha: you succeed {often(best.before)} as it is."
    elif best.after >= wanted:
        cheapest = f"The cheapest plan for {target} percent is {figure}, {best.price.words}"
        sentence = f"{cheapest}: you succeed {often(best.after)}."
    else:
        most = wording.percent(best.after)
        sentence = f"Your purse does not reach {target} percent: the most is {most}, with {figure}."
    facts = (Fact(best.after, "with it"), Fact(best.before, "without"), Fact(best.price.words, "paid"))
    return Verdict(figure, facts, sentence, Mark.DERIVED)


def _gains(gains: Sequence[Gain]) -> Table:
    rows = tuple(
        (
            spending.words(one.plan),
            one.price.words,
            one.after,
            f"+{wording.decimal(one.gain * 100)}",
            f"+{wording.decimal(one.each * 100)}",
        )
        for one in gains
    )
    columns = ("Spend", "Price", "Chance", "Points of percent", "For each point of artha")
    return Table("What each spend buys by itself, the most for a point first", columns, rows, None, Mark.DERIVED)


@dataclass(frozen=True, slots=True)
class Relieved:
    """What artha makes of wounds: dice `back` of those `lost`, the obstacle they add, and what was `refused` and why.

    `hurt` is what the test feels then.
    """

    exponent: int
    lost: int
    back: int
    shrugged: bool
    obstacle: int
    refused: Mapping[str, Refusal]
    hurt: Felt

    @property
    def price(self) -> Purse:
        return Purse(int(self.shrugged), self.back)

    @property
    def left(self) -> int:
        """The ability less its wounds; below 0 where they take more than there is."""
        return self.exponent - self.lost + self.back

    @property
    def dice(self) -> int:
        """The dice that are rolled."""
        return 0 if self.hurt.gone else max(0, self.left)

    def done(self, use: str, wanted: int) -> str:
        """What became of a spend, for programs: yes, why not, or nothing where it was not wanted."""
        if not wanted:
            return ""
        return self.refused[use].code if use in self.refused else "yes"


@calculator("wound-artha", rules="HUB-74 HUB-76")
def wound_artha(
    borne: Annotated[Borne, Asked("Wounds")] = Borne(superficial=1),
    shrug: Annotated[bool, Asked("Shrug it Off: 1 Fate")] = True,
    grit: Annotated[int, Between(0, 9), Asked("Persona for Grit Your Teeth", quick=(0, 1, 2))] = 0,
    fresh: Annotated[int, Between(0, 9), Asked("Superficial wounds taken since", quick=(0, 1, 2))] = 0,
    ability: Annotated[Ability, Asked("The ability you need"), sheet("ability")] = B4,
    health: Annotated[Ability, Asked("Health", more=True), sheet("health")] = B4,
    fate: Annotated[int, POINTS, Asked("Fate you have", more=True), sheet("fate")] = 1,
    persona: Annotated[int, POINTS, Asked("Persona you have", more=True), sheet("persona")] = 1,
    stat: Annotated[bool, Asked("It is a stat: at no dice you are incapacitated", more=True)] = False,
    tried: Annotated[bool, Asked("You tried this before while incapacitated", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Shall I pay to shrug off the pain, and what is left of it?"""
    now = replace(borne, superficial=min(9, borne.superficial + fresh))
    down = stat and ability.exponent <= borne.dice and bool(borne.dice)
    faults = [relief.no_shrug(borne.superficial, borne.alone, fate)] if shrug else []
    if grit:
        can = borne.grittable(grit, ask)
        faults.append(relief.no_grit(grit, borne.dice, can, persona, down=down, tried=tried))
    refused = {fault.use: fault for fault in faults if fault}
    back = 0 if "grit" in refused else grit
    shrugged = shrug and "shrug" not in refused
    # A Superficial wound taken later brings the obstacle back, unless it makes three of them a Light one.
    added = int(bool(now.alone) and not (shrugged and not fresh))
    hurt = felt(Wounds(now.dice, gritted=back), ability.exponent, ELEMENTS["will"] if stat else None)
    found = Relieved(ability.exponent, now.dice, back, shrugged, added, refused, hurt)
    later = (ask["edition"] == "later") if found.price.points else False
    one_test = later and ask["later.wound-artha"] == "test"
    both = later and ask["later.health-credit"] == "both"
    return Answer(
        values={
            "dice": found.dice,
            "dice_lost": found.lost - back,
            "obstacle_before": int(bool(borne.alone)),
            "obstacle": found.obstacle,
            **found.price.parts,
            "shrug": found.done("shrug", shrug),
            "grit": found.done("grit", grit),
            "incapacitated": down,
            "lasts": "test" if one_test else "scene",
            "tallied": "Health and the ability" if both else "Health" if later else "nothing",
            "clear_obstacle": relief.CLEAR_OBSTACLE,
            "grit_obstacle": relief.GRIT_OBSTACLE,
        },
        blocks=(*_relief(found), *_relief_notes(found, now, fresh, one_test), _or_health(health)),
        effects=() if hurt.gone else spends(found.price, "health" if later else ""),
    )


def _relief(found: Relieved) -> list[Block]:
    """What is rolled then, and how it comes to that."""
    line = "+1 Ob" if found.obstacle else "no obstacle added"
    said = f"You roll {wording.count(found.dice, 'die', 'dice')} with {line}, and it costs {found.price.words}."
    rolls = Verdict(f"{found.dice}D", (Fact(line), Fact(found.price.words, "paid")), said)
    blocks: list[Block] = [untestable(found.hurt.gone) if found.hurt.gone else rolls]
    if found.dice == found.left:
        lines = (
            Line(found.exponent, "The ability", "HUB-01"),
            Line(-found.lost, "Wounds", "HUB-18"),
            Line(found.back, "Grit Your Teeth", "HUB-76"),
        )
        blocks.append(Working(lines, found.dice, "Dice", "D"))
    return [*blocks, *ledger(Felt(added=found.obstacle), 0, 0, against="On the obstacle")]


def _relief_notes(found: Relieved, now: Borne, fresh: int, one_test: bool) -> list[Note]:
    """Why something was refused, what a new wound does, and how long it lasts."""
    notes = [Note(fault.why, rule=USES[use].rule) for use, fault in found.refused.items()]
    if found.shrugged and fresh:
        text = "The new wound brings the +1 Ob back." if now.alone else "The new wound counts: three join to −1D."
        notes.append(Note(text, rule="HUB-74"))
    if found.price.points:
        until = "this one test" if one_test else "the scene"
        notes.append(Note(f"It lasts for {until}; then all of the pain is back. Nothing has healed.", rule="HUB-76"))
    return notes


def _or_health(health: Ability) -> Table:
    """The same relief for artha, or for a test of Health."""
    law = successes(health.pool())
    tests = (
        ("shrug", "1 Fate, 1 action", relief.CLEAR_OBSTACLE, "2 actions"),
        ("grit", "1 Persona, 2 actions", relief.GRIT_OBSTACLE, "4 actions, or a volley of arrows or debate"),
    )
    rows = tuple(
        (USES[use].name, paid, f"Health {ob(need)}, {time}", law.at_least(need)) for use, paid, need, time in tests
    )
    return Table("Pay, or test Health", ("Relief", "With artha", "Without", "Chance"), rows, None, Mark.DERIVED)


@calculator("will-to-live", rules="HUB-78")
def will_to_live(
    persona: PersonaHeld = 1,
    wants: Annotated[bool, Asked("You say that the character has the will to live")] = True,
    treated: Annotated[bool, Asked("Someone has treated the wound")] = False,
    health: Annotated[Ability, Asked("Health", quick=("B3", "B4", "B5", "B6")), sheet("health")] = B4,
    bonus: Annotated[int, Between(0, 20), Asked("Dice from the treatment", quick=(0, 1, 2, 3))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Mortally wounded: is there a way back?"""
    alive = wants and persona > 0
    every = bool(alive and bonus) and ask["artha.treatment-dice"] == "every"
    stages = [
        Test(health.pool(bonus if every or not place else 0), obstacle, ask)
        for place, obstacle in enumerate(relief.RECOVERY.values())
    ]
    chances = [one.chance for one in stages]
    through = math.prod(chances, start=Fraction(1))
    rows = tuple(
        (level, DiceCount(one.dice), Obstacle(one.obstacle), one.chance)
        for level, one in zip(relief.RECOVERY, stages, strict=True)
    )
    columns = ("Stage", "Health", "Against", "Chance")
    way_back = (Table("The way back, stage by stage", columns, rows, 0, Mark.DERIVED),) if alive else ()
    if not alive:
        why = "no Persona left" if wants else "no will to live"
        outcome = "dead"
        verdict = Verdict(
            "Dead", (Fact(why),), "Without the point of Persona neither art nor magic saves this character."
        )
    elif not treated:
        outcome = "treatment"
        said = "Pay 1 Persona and say so. Then someone may treat the wound, and you test Health to recover."
        verdict = Verdict("1 Persona", (Fact("someone must treat the wound"),), said)
    else:
        outcome = "recovery"
        first, facts = wording.percent(chances[0]), (Fact("Health"), Fact(Obstacle(stages[0].obstacle), "obstacle"))
        tested = f"Treated, you test Health against {ob(stages[0].obstacle)}: {first}. Five easier tests follow"
        said = f"{tested}; all six pass in {wording.percent(through)} of cases."
        verdict = Verdict(first, facts, said, Mark.DERIVED)
    return Answer(
        values={
            "outcome": outcome,
            "persona": int(alive),
            "obstacles": [one.obstacle for one in stages],
            "dice": [one.dice for one in stages],
            "chance": chances[0] if alive else 0,
            "chances": chances if alive else [],
            "through": through if alive else 0,
        },
        blocks=(verdict, *way_back, Note("The later edition’s procedure does not list this spend.", rule="HUB-78")),
        effects=(Spend("persona", 1),) if alive else (),
    )


class Answered(Option):
    """What the GM says to a proposed Complication. Source: HUB-79."""

    ACCEPTS = "accepts", "accepts it"
    REFUSES = "refuses", "lets the failure stand"


@dataclass(frozen=True, slots=True)
class Proposal:
    """The turn that a player proposes in place of disaster, a group of fields."""

    family: Annotated[Family, Asked("The test was")] = Family.MARTIAL
    price: Annotated[Price, Asked("It costs you")] = Price.GEAR
    gm: Annotated[Answered, Asked("The GM", gm=True)] = Answered.ACCEPTS

    @property
    def cheap(self) -> bool:
        """Whether it costs nothing that can be named."""
        return self.price is Price.NOTHING


IDEAS = {
    Family.MARTIAL: (
        "What do you drop, break or leave behind?",
        "Where do you end up that is worse than before?",
        "What will you need soon that is gone now?",
    ),
    Family.SOCIAL: (
        "What does the other one believe of you now?",
        "Which promise, debt or quarrel stands between you from now on?",
        "What did your studies set in motion that you did not want?",
    ),
}


@calculator("failed-test", rules="HUB-77 HUB-79")
def failed_test(
    careful: Annotated[bool, Asked("You worked carefully")] = False,
    persona: PersonaHeld = 1,
    boons: Annotated[int, Between(0, 3), Asked("Persona already spent on the roll", quick=(0, 1, 2, 3))] = 0,
    proposal: Annotated[Proposal, Asked("A Complication")] = Proposal(),
    complicated: Annotated[bool, Asked("You had a Complication on this roll already")] = False,
    days: Annotated[
        int, Between(0, 999), Asked("How long the work would have taken", "Before the half more.", more=True)
    ] = 10,
    *,
    ask: Rulings,
) -> Answer:
    """It failed. What can a point of Persona still do?"""
    failing = after_failing(careful, persona, boons, complicated, ask)
    focus, complication = failing["focus"], failing["complication"]
    fit = spending.fits(proposal.family, proposal.price)
    stands = not complication and proposal.gm is Answered.REFUSES
    refunded = stands and ask["artha.complication-refund"] == "yes"
    longer = careful and (bool(focus) or ask["artha.focus-time"] == "spent")
    result = complication or ("stands" if stands else "complicated")
    blocks: list[Block] = [
        _after_failure(failing, stands, refunded),
        Table("For 1 Persona", ("Spend", "What it does, or why not"), rescue_rows(failing)),
        Steps(_checks(complication, proposal), "A Complication, checked"),
        Steps(IDEAS[proposal.family], "Questions that lead to one"),
    ]
    if not complication and not fit and not stands:
        blocks.append(Note(REASONS["no-cost" if proposal.cheap else "wrong-cost"], rule="HUB-79"))
    return Answer(
        values={
            "focus": focus or "yes",
            "complication": complication or "yes",
            "result": result,
            "fits": fit,
            "refunded": refunded,
            "days": Fraction(days) * (Fraction(3, 2) if longer else 1),
            "passes": False,
        },
        blocks=tuple(blocks),
        effects=(Spend("persona", 1),) if not complication and not refunded else (),
    )


def _after_failure(failing: Mapping[str, str], stands: bool, refunded: bool) -> Verdict:
    """What is the best of it: a Complication, or else Focus; where neither is open the failure stands."""
    if stands:
        line = "the Persona is yours again" if refunded else "the Persona is gone"
        return Verdict("It stands", (Fact(line),), "The GM lets the failure stand.")
    if not failing["complication"]:
        said = "You tell how it turns out instead, and you do not get what you wanted."
        return Verdict("A Complication", (Fact("the test stays failed"),), said)
    if not failing["focus"]:
        said = "1 Persona keeps trouble about time away; the test stays failed."
        return Verdict("Focus", (Fact("no trouble about time"),), said)
    why = REASONS[failing["complication"]]
    return Verdict("It stands", (), f"It stays failed. {why}")


def _checks(complication: str, proposal: Proposal) -> tuple[str, ...]:
    """What a Complication asks for, and whether the proposal has it."""
    kinds = {
        Family.MARTIAL: "material, as for a martial or physical test.",
        Family.SOCIAL: "the tie to the subject, as for a social or academic test.",
    }
    fit = spending.fits(proposal.family, proposal.price)
    return (
        f"{'Open' if complication else 'Done'}: 1 Persona, within the limits of the roll.",
        f"{'Open' if proposal.cheap else 'Done'}: it costs something that can be named.",
        f"{'Done' if fit else 'Open'}: the price is {kinds[proposal.family]}",
        "The test stays failed, and the goal is not reached.",
        "One Complication for each player on one roll.",
    )


@table("artha-spending")
def spending_table() -> Table:
    """Every way to spend artha."""
    rows = []
    for use in USES.values():
        later = f"; later edition {use.later.words}" if use.later != use.price else ""
        each = " each, three at most" if use.id == "boon" else ""
        rows.append((use.name, f"{use.price.words}{each}{later}", use.timing[:1].upper() + use.timing[1:], use.effect))
    return Table("Every way to spend artha", ("Name", "Price", "When", "What it does"), tuple(rows))

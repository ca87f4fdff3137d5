"""Spending artha: plans for one roll, what a point buys, wounds, the will to live, failed tests (HUB-72 to HUB-80)."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import Effect
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.log import rescue_rows
from engine.games.burning_wheel.dice import Chain, Shade, ob, successes
from engine.games.burning_wheel.forms.artha import POINTS, DeedsHeld, FateHeld, PersonaHeld
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.forms.tested import Tested, WhatIsTested
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.readings.artha import after_failing, complications_played, wounds_count
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.hurt import ledger, no_test
from engine.games.burning_wheel.readings.tests import house_of
from engine.games.burning_wheel.rules import building, spending
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.building import Task
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.rescue import Manner
from engine.games.burning_wheel.rules.spending import (
    LIMIT,
    USES,
    Around,
    Family,
    Limits,
    Plan,
    Price,
    Purse,
    cost,
    counted,
)
from engine.games.burning_wheel.rules.wounds import Felt, Wounds, felt
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import REASONS, often, often_with
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Line, Mark

B4 = Ability(Shade.BLACK, 4)
MOST_ASKED = 40


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


def _manner(natural: bool, need: int, luck: bool, grace: bool, ask: Rulings) -> Manner:
    """How the dice will behave, each reading asked for only where it can change a chance."""
    opening = natural or luck
    several = opening and grace and need > 1
    return Manner(
        natural=natural,
        chain=chain(ask) if opening and need > 2 else Chain.CHAIN,
        rerolls_open=not several or ask["rolls.reroll-opens"] == "yes",
        extras=not (several or (natural and luck and need > 1)) or ask["rolls.extra-traitors"] == "yes",
        luck_closed=not (natural and luck and need > 1)
        or ask["edition"] != "later"
        or ask["rolls.luck-later"] == "closed",
    )


def _around(
    ability: Ability, obstacle: int, tested: Tested, bonus: int, careful: bool, borne: Borne, equipment: bool
) -> Around:
    hurt = Wounds(borne.dice, borne.alone)
    task = Task(ability.exponent, tested.element, obstacle, other=bonus, careful=careful, wounds=hurt)
    return Around(task, ability.shade, len(borne.levels), equipment)


def _summoning(around: Around, minor: bool, aura: bool, ask: Rulings) -> Around:
    """With the readings of the two forms of an Aristeia, each asked for only where it matters. Source: HUB-82."""
    return replace(
        around,
        gray_only=minor and around.shade is Shade.GRAY and ask["artha.aristeia-shade"] == "gray",
        aura_clears=aura and bool(around.task.wounds.superficial) and ask["artha.aura-obstacle"] == "all",
    )


@calculator("artha-plan", rules="HUB-72 HUB-75 HUB-80")
def artha_plan(
    ability: Annotated[Ability, Asked("Your ability", quick=("B3", "B4", "B5", "G4")), sheet("ability")] = B4,
    obstacle: Annotated[int, Between(0, MOST_ASKED), Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)] = 3,
    uses: Annotated[frozenset[Chosen], Asked("You spend artha on")] = frozenset({Chosen.LUCK}),
    boon: Annotated[int, Between(0, 6), Asked("Persona for dice", quick=(0, 1, 2, 3))] = 0,
    grit: Annotated[int, Between(0, 6), Asked("Persona against wounds", quick=(0, 1, 2))] = 0,
    fate: FateHeld = 2,
    persona: PersonaHeld = 2,
    deeds: DeedsHeld = 1,
    bonus: Annotated[int, Between(0, 20), Asked("Other dice: help, FoRKs, advantage", more=True)] = 0,
    tested: WhatIsTested = Tested.SKILL,
    careful: Annotated[bool, Asked("You work carefully", more=True)] = False,
    borne: Annotated[Borne, Asked("Wounds", more=True)] = Borne(),
    equipment: Annotated[bool, Asked("These are armor, shield or gun dice", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """May I spend all this on one roll, and what does it bring?"""
    plan: dict[str, int] = {**{one.value: 1 for one in Chosen if one in uses}, "boon": boon, "grit": grit}
    plan = {use: plan[use] for use in USES if plan.get(use)}
    around = _around(ability, obstacle, tested, bonus, careful, borne, equipment)
    house = house_of(replace(around.task, boon=boon, doubled="inspiration" in plan), ask)
    if "minor" in plan or "aura" in plan:
        house = replace(house, later=ask["edition"] == "later")
    around = replace(
        around,
        house=house,
        wounds=borne.grittable(grit, ask) if grit else around.wounds,
        complications="complication" not in plan or complications_played(ask),
    )
    around = _summoning(around, "minor" in plan, "aura" in plan, ask)
    purse = Purse(fate, persona, deeds)
    limits = _limits(plan, ask)
    price, taken = cost(plan, later=house.later), counted(plan, limits)
    faults = spending.refusals(plan, around, purse, limits)
    forbidden = {fault.use for fault in faults if fault.code not in ("purse", "limit")}
    counting = {use: times for use, times in plan.items() if use not in forbidden}
    natural = tested.element.open_ended(later=house.later) and not equipment
    try:
        bare = spending.effect({}, around, _manner(natural, obstacle, False, False, ask))
        whole = spending.effect(
            counting, around, _manner(natural, obstacle, "luck" in counting, "grace" in counting, ask)
        )
    except Refused as error:
        raise Unusable("", str(error)) from None
    if whole.built.impossible and not faults:
        return no_test(whole.built.impossible, legal=False, dice=0, before=bare.chance, after=whole.chance)
    left = purse.less(price)
    rows = []
    for use, times in plan.items():
        why = " ".join(fault.why for fault in faults if fault.use == use)
        part = "yes" if limits.count(USES[use]) else "no"
        rows.append((spending.words({use: times}), cost({use: times}, later=house.later).words, part, why or "lawful"))
    chances = f"{wording.percent(bare.chance)} → {wording.percent(whole.chance)}"
    verdict = (
        Verdict("Not like this", faults[0].why, " ".join(dict.fromkeys(fault.why for fault in faults)))
        if faults
        else Verdict(
            price.words,
            f"{chances} · {left.words} left",
            f"Lawful, for {price.words}: you succeed {often_with(whole.chance, bare.chance)}.",
            Mark.DERIVED,
        )
    )
    blocks: list[Block] = [verdict]
    if rows:
        blocks.append(Table("The plan", ("Spend", "Price", "Counts for the roll", "May you?"), tuple(rows)))
    limit_rows = tuple(
        (what.capitalize(), str(points), str(LIMIT.parts[what]), str(price.parts[what]), str(purse.parts[what]))
        for what, points in taken.parts.items()
    )
    blocks += [
        Table("Limits and purse", ("Artha", "Counts for the roll", "At most", "Costs", "You have"), limit_rows),
        Working(whole.built.dice.lines, whole.built.logged, "Dice that count for the log", "D"),
        Working(whole.built.obstacle.lines, whole.built.obstacle.total, "Obstacle"),
    ]
    if whole.built.artha_dice.total:
        lines = whole.built.artha_dice.lines
        blocks.append(Working(lines, whole.built.artha_dice.total, "Dice of artha: rolled, not logged", "D"))
    credited = {use for use in plan if use not in ("shrug", "grit", "will")}
    tally = cost({use: plan[use] for use in credited}, later=house.later)
    rest = cost({use: times for use, times in plan.items() if use not in credited}, later=house.later)
    effects = (*_spends(tally, "ability"), *_spends(rest, "health" if house.later else ""))
    return Answer(
        values={
            "legal": not faults,
            "timing": [USES[use].timing for use in plan],
            "refused": [f"{fault.use} {fault.code}" for fault in faults],
            "dice": whole.built.rolled,
            "logged": whole.built.logged,
            "obstacle": whole.built.obstacle.total,
            "shade": whole.pool.groups[0].shade.words,
            "before": bare.chance,
            "after": whole.chance,
            **price.parts,
            **{f"{what}_counted": points for what, points in taken.parts.items()},
            **{f"{what}_left": points for what, points in left.parts.items()},
        },
        blocks=tuple(blocks),
        effects=() if faults else effects,
    )


def _limits(plan: Plan, ask: Rulings) -> Limits:
    """What counts for the limits of a roll, asked for only where the plan could break one by it. Source: HUB-72."""
    every = counted(plan, Limits(wounds=True, failures=True)).less(LIMIT)
    dice = counted(plan, Limits(wounds=False, failures=False))
    could = [what for what, points in every.parts.items() if points and dice.parts[what] <= LIMIT.parts[what]]
    wounds_matter = any(
        use in plan and USES[use].price.parts[what] for use in ("shrug", "grit", "will") for what in could
    )
    failures_matter = "persona" in could and ("focus" in plan or "complication" in plan)
    return Limits(
        wounds=wounds_matter and wounds_count(ask),
        failures=not failures_matter or ask["artha.persona-cap"] == "counted",
    )


def _spends(price: Purse, on: str) -> tuple[Effect, ...]:
    return tuple(Spend(what, points, on) for what, points in price.parts.items() if points)


def _share(gain: Fraction) -> str:
    """A gain in percentage points, to a tenth."""
    tenths = int(gain * 1000 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


@calculator("artha-gain", rules="HUB-75 HUB-80")
def artha_gain(
    ability: Annotated[Ability, Asked("Your ability", quick=("B3", "B4", "B5", "G4")), sheet("ability")] = B4,
    obstacle: Annotated[int, Between(0, MOST_ASKED), Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)] = 4,
    bonus: Annotated[int, Between(0, 20), Asked("Other dice: help, FoRKs, advantage", quick=(0, 1, 2))] = 0,
    fate: FateHeld = 1,
    persona: PersonaHeld = 3,
    deeds: DeedsHeld = 1,
    target: Annotated[int, Between(1, 100), Asked("Chance you want, in percent", quick=(50, 66, 75, 90))] = 75,
    tested: WhatIsTested = Tested.SKILL,
    borne: Annotated[Borne, Asked("Wounds", more=True)] = Borne(),
    equipment: Annotated[bool, Asked("These are armor, shield or gun dice", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """Which point of artha buys most, and what is the cheapest way to the chance I want?"""
    around = _around(ability, obstacle, tested, bonus, False, borne, equipment)
    house = replace(house_of(replace(around.task, boon=1, doubled=True), ask), later=ask["edition"] == "later")
    around = replace(around, house=house, wounds=borne.grittable(len(borne.levels), ask))
    around = _summoning(around, True, True, ask)
    natural = tested.element.open_ended(later=house.later) and not equipment
    limits = Limits(wounds=bool(borne.levels) and wounds_count(ask))
    manner = _manner(natural, obstacle, True, True, ask)
    purse = Purse(fate, persona, deeds)

    def chance(plan: Plan) -> Fraction:
        try:
            return spending.effect(plan, around, manner).chance
        except Refused as error:
            raise Unusable("bonus", str(error)) from None

    bare = chance({})
    gains: list[tuple[Fraction, Plan, Fraction]] = []
    rich = Purse(99, 99, 99)
    for single in [{use: 1} for use in (*spending.ON_THE_DICE, "minor", "aura")] + [{"boon": 2}, {"boon": 3}]:
        if not spending.refusals(single, around, rich, limits):
            reached = chance(single)
            gains.append(((reached - bare) / cost(single, later=house.later).points, single, reached))
    gains.sort(key=lambda gain: (-gain[0], cost(gain[1]).scarcity))
    wanted = Fraction(target, 100)
    lawful = spending.plans(around, purse, limits)
    best: Plan = {}
    reached = bare
    for plan in lawful:
        if reached >= wanted:
            break
        if (got := chance(plan)) > reached:
            best, reached = plan, got
    plain = building.build(around.task, house)
    if plain.impossible and not reached:
        return no_test(plain.impossible, before=bare, after=reached, reached=False)
    price = cost(best, later=house.later)
    if bare >= wanted:
        figure, sentence = "Nothing", f"You need no artha: you succeed {often(bare)} as it is."
    elif reached >= wanted:
        figure = spending.words(best)
        sentence = f"The cheapest plan for {target} percent is {figure}, {price.words}: you succeed {often(reached)}."
    else:
        figure = spending.words(best)
        sentence = f"Your purse does not reach {target} percent: the most is {wording.percent(reached)}, with {figure}."
    rows = tuple(
        (
            spending.words(single),
            cost(single, later=house.later).words,
            wording.percent(got),
            f"+{_share(got - bare)}",
            f"+{_share(gain)}",
        )
        for gain, single, got in gains
    )
    most = gains[0][1] if gains and gains[0][0] else {}
    return Answer(
        values={
            "before": bare,
            "plan": spending.words(best),
            "after": reached,
            "reached": reached >= wanted,
            **price.parts,
            "most_for_a_point": spending.words(most),
            **{
                f"with_{'_'.join([*single, *(str(times) for times in single.values() if times > 1)])}": got
                for _, single, got in gains
            },
        },
        blocks=(
            Verdict(
                figure,
                f"{wording.percent(bare)} → {wording.percent(reached)} · {price.words}",
                sentence,
                Mark.DERIVED,
            ),
            Table(
                "What each spend buys by itself, the most for a point first",
                ("Spend", "Price", "Chance", "Points of percent", "For each point of artha"),
                rows,
                None,
                Mark.DERIVED,
            ),
            *(
                (
                    Working(plain.dice.lines, plain.logged, "Dice without artha", "D"),
                    Working(plain.obstacle.lines, plain.obstacle.total, "Obstacle without artha"),
                )
                if not plain.impossible
                else ()
            ),
            Note("Cheapest means: fewest Deeds, then fewest Persona, then fewest Fate."),
        ),
    )


CLEAR_OBSTACLE, GRIT_OBSTACLE = 2, 4


@calculator("wound-artha", rules="HUB-74 HUB-76")
def wound_artha(
    borne: Annotated[Borne, Asked("Wounds")] = Borne(superficial=1),
    shrug: Annotated[bool, Asked("Shrug it Off: 1 Fate")] = True,
    grit: Annotated[int, Between(0, 9), Asked("Grit Your Teeth: so many Persona", quick=(0, 1, 2))] = 0,
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
    refused: dict[str, tuple[str, str]] = {}
    if shrug:
        if borne.superficial and not borne.alone:
            refused["shrug"] = "merged", "Three Superficial wounds have become a Light one: nothing to shrug off."
        elif not borne.superficial:
            refused["shrug"] = "no-wound", "No Superficial wound: nothing to shrug off."
        elif not fate:
            refused["shrug"] = "no-fate", REASONS["no-fate"]
    if grit:
        can = borne.grittable(grit, ask)
        if not borne.dice:
            refused["grit"] = "no-wound", "No wound takes dice: nothing to grit against."
        elif grit > can:
            refused["grit"] = (
                "once",
                f"Each wound gives back one die, in the later edition one in all: {can} here, not {grit}.",
            )
        elif down and tried:
            refused["grit"] = "tried", "Who is incapacitated gets one such attempt, and it was made."
        elif down and grit > 1:
            refused["grit"] = "one-try", "Who is incapacitated gets one such attempt, for one die."
        elif grit > persona:
            refused["grit"] = "no-persona", f"It takes {grit} Persona, and you have {persona}."
    shrugged = shrug and "shrug" not in refused
    back = grit if "grit" not in refused else 0
    lost = now.dice
    obstacle_before = int(bool(borne.alone))
    # A Superficial wound taken later brings the obstacle back, unless it makes three of them a Light one.
    obstacle_after = int(bool(now.alone) and not (shrugged and not fresh))
    hurt = felt(Wounds(lost, gritted=back), ability.exponent, ELEMENTS["will"] if stat else None)
    dice = 0 if hurt.gone else max(0, ability.exponent - lost + back)
    later = (ask["edition"] == "later") if shrugged or back else False
    lasts = "test" if later and ask["later.wound-artha"] == "test" else "scene"
    both = later and ask["later.health-credit"] == "both"
    price = Purse(int(shrugged), back)
    tests = [
        (spending.USES["shrug"].name, "1 Fate, 1 action", CLEAR_OBSTACLE, "2 actions"),
        (
            spending.USES["grit"].name,
            "1 Persona, 2 actions",
            GRIT_OBSTACLE,
            "4 actions, or a volley of arrows or debate",
        ),
    ]
    rows = tuple(
        (name, paid, f"Health {ob(need)}, {time}", wording.percent(successes(health.pool()).at_least(need)))
        for name, paid, need, time in tests
    )
    lines = (
        Line(ability.exponent, "The ability", "HUB-01"),
        Line(-lost, "Wounds", "HUB-18"),
        Line(back, "Grit Your Teeth", "HUB-76"),
    )
    figure = f"{dice}D"
    line = "no obstacle added" if not obstacle_after else "+1 Ob"
    sentence = f"You roll {wording.count(dice, 'die', 'dice')} with {line}, and it costs {price.words}."
    rolls = Verdict(figure, f"{line} · {price.words}", sentence)
    blocks: list[Block] = [*no_test(hurt.gone).blocks] if hurt.gone else [rolls]
    if dice == ability.exponent - lost + back:
        blocks.append(Working(lines, dice, "Dice", "D"))
    blocks += ledger(Felt(added=obstacle_after), 0, 0, against="On the obstacle")
    blocks += [Note(why, rule=USES[use].rule) for use, (_, why) in refused.items()]
    if shrugged and fresh:
        text = "The new wound counts: three join to −1D." if not now.alone else "The new wound brings the +1 Ob back."
        blocks.append(Note(text, rule="HUB-74"))
    if shrugged or back:
        until = "this one test" if lasts == "test" else "the scene"
        blocks.append(Note(f"It lasts for {until}; then all of the pain is back. Nothing has healed.", rule="HUB-76"))
    blocks.append(Table("Pay, or test Health", ("Relief", "With artha", "Without", "Chance"), rows, None, Mark.DERIVED))
    effects = (
        *_spends(Purse(price.fate), "health" if later else ""),
        *_spends(Purse(0, price.persona), "health" if later else ""),
    )
    if hurt.gone:
        effects = ()
    return Answer(
        values={
            "dice": dice,
            "dice_lost": lost - back,
            "obstacle_before": obstacle_before,
            "obstacle": obstacle_after,
            **price.parts,
            "shrug": refused["shrug"][0] if "shrug" in refused else "yes" if shrug else "",
            "grit": refused["grit"][0] if "grit" in refused else "yes" if grit else "",
            "incapacitated": down,
            "lasts": lasts,
            "tallied": "Health and the ability" if both else "Health" if later else "nothing",
            "clear_obstacle": CLEAR_OBSTACLE,
            "grit_obstacle": GRIT_OBSTACLE,
        },
        blocks=tuple(blocks),
        effects=effects,
    )


STAGES = (("Mortal", 6), ("Traumatic", 5), ("Severe", 4), ("Midi", 3), ("Light", 2), ("Superficial", 1))


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
    outcome = ("recovery" if treated else "treatment") if alive else "dead"
    every = bool(alive and bonus) and ask["artha.treatment-dice"] == "every"
    dice = [bonus if every or not place else 0 for place in range(len(STAGES))]
    chances = [
        successes(health.pool(more)).at_least(obstacle) for (_, obstacle), more in zip(STAGES, dice, strict=True)
    ]
    rows = tuple(
        (name, f"{health.exponent + more}D", ob(obstacle), wording.percent(chance))
        for (name, obstacle), more, chance in zip(STAGES, dice, chances, strict=True)
    )
    through = math.prod(chances, start=Fraction(1))
    first = wording.percent(chances[0])
    verdicts = {
        "dead": Verdict(
            "Dead",
            "no will to live" if not wants else "no Persona left",
            "Without the point of Persona neither art nor magic saves this character.",
        ),
        "treatment": Verdict(
            "1 Persona",
            "then someone must treat the wound",
            "Pay 1 Persona and say so: the character may be treated, and then test Health to recover.",
        ),
        "recovery": Verdict(
            first,
            f"Health {ob(STAGES[0][1])}",
            f"Treated, you test Health against {ob(STAGES[0][1])}: {first}. Five easier tests follow; "
            f"all six pass in {wording.percent(through)} of cases.",
            Mark.DERIVED,
        ),
    }
    columns = ("Stage", "Health", "Against", "Chance")
    return Answer(
        values={
            "outcome": outcome,
            "persona": int(alive),
            "obstacles": [obstacle for _, obstacle in STAGES],
            "dice": [health.exponent + more for more in dice],
            "chance": chances[0] if alive else 0,
            "chances": chances if alive else [],
            "through": through if alive else 0,
        },
        blocks=(
            verdicts[outcome],
            *((Table("The way back, stage by stage", columns, rows, 0, Mark.DERIVED),) if alive else ()),
            Note(
                "The later edition’s procedure does not list this spend.",
                rule="HUB-78",
            ),
        ),
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
    cheap = proposal.price is Price.NOTHING
    fit = spending.fits(proposal.family, proposal.price)
    refused = proposal.gm is Answered.REFUSES
    stands = not complication and refused
    refunded = stands and ask["artha.complication-refund"] == "yes"
    spent = Fraction(3, 2) if not careful or focus or ask["artha.focus-time"] == "spent" else Fraction(1)
    took = Fraction(days) * (spent if careful else 1)
    result = complication or ("stands" if stands else "complicated")
    figures = {
        "complicated": (
            "A Complication",
            "the test stays failed",
            "You tell how it turns out instead, and you do not get what you wanted.",
        ),
        "stands": (
            "It stands",
            "the Persona is yours again" if refunded else "the Persona is gone",
            "The GM lets the failure stand.",
        ),
    }
    if result in figures:
        figure, line, sentence = figures[result]
    elif not focus:
        figure, line, sentence = (
            "Focus",
            "no trouble about time",
            "1 Persona keeps trouble about time away; the test stays failed.",
        )
    else:
        figure, line, sentence = "It stands", REASONS[complication], f"It stays failed. {REASONS[complication]}"
    checks = (
        f"{'Done' if not complication else 'Open'}: 1 Persona, within the limits of the roll.",
        f"{'Open' if cheap else 'Done'}: it costs something that can be named.",
        f"{'Done' if fit else 'Open'}: the price is "
        + (
            "material, as for a martial or physical test."
            if proposal.family is Family.MARTIAL
            else "the tie to the subject, as for a social or academic test."
        ),
        "The test stays failed, and the goal is not reached.",
        "One Complication for each player on one roll.",
    )
    blocks: list[Block] = [
        Verdict(figure, line, sentence),
        Table("For 1 Persona", ("Spend", "What it does, or why not"), rescue_rows(failing)),
        Steps(checks, "A Complication, checked"),
        Steps(IDEAS[proposal.family], "Questions that lead to one"),
    ]
    if not complication and not fit and not refused:
        blocks.append(Note(REASONS["no-cost" if cheap else "wrong-cost"], rule="HUB-79"))
    return Answer(
        values={
            "focus": focus or "yes",
            "complication": complication or "yes",
            "result": result,
            "fits": fit,
            "refunded": refunded,
            "days": took,
            "passes": False,
        },
        blocks=tuple(blocks),
        effects=(Spend("persona", 1),) if result == "complicated" or (stands and not refunded) else (),
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

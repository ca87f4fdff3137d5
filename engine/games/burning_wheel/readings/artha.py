"""How artha may be spent, before a roll and after a failure, as the table reads the rules."""

from dataclasses import replace

from engine.games.burning_wheel.dice import Chain, Shade
from engine.games.burning_wheel.forms.wounds import Borne
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.tests import house_of
from engine.games.burning_wheel.rules.building import Task
from engine.games.burning_wheel.rules.epiphany import NEEDED, Kind
from engine.games.burning_wheel.rules.rescue import Manner
from engine.games.burning_wheel.rules.spending import LIMIT, USES, Around, Limits, Plan, Purse, counted
from engine.rulings import Rulings


def wounds_count(ask: Rulings) -> bool:
    """Whether artha against wounds uses up the limits of a roll: in the later edition, or the other way round."""
    return (ask["edition"] == "later") == (ask["artha.reaction-cap"] == "printed")


def complications_played(ask: Rulings) -> bool:
    """Whether the table plays the optional Complication. Source: HUB-79."""
    return ask["artha.complications"] == "yes"


def after_failing(careful: bool, persona: int, boons: int, complicated: bool, ask: Rulings) -> dict[str, str]:
    """Whether Focus and a Complication are open after a failure: nothing, or a key of `REASONS`. Source: HUB-77, 79."""
    full = boons >= LIMIT.persona and ask["artha.persona-cap"] == "counted"
    common = "" if persona and not full else "persona-limit" if persona else "no-persona"
    complication = common if complications_played(ask) else "optional"
    return {
        "focus": common if careful else "not-careful",
        "complication": "used" if complicated else complication,
    }


def around_of(task: Task, shade: Shade, borne: Borne, plan: Plan, ask: Rulings, *, equipment: bool = False) -> Around:
    """What holds around a roll that a `plan` is made for; each reading is asked for only where it matters to the plan.

    `equipment` says that armor, shield or gun dice are rolled. Source: HUB-72 to HUB-82.
    """
    house = house_of(replace(task, boon=plan.get("boon", 0), doubled="inspiration" in plan), ask)
    if "minor" in plan or "aura" in plan:
        house = replace(house, later=ask["edition"] == "later")
    grit = plan.get("grit", 0)
    return Around(
        task,
        shade,
        borne.grittable(grit, ask) if grit else len(borne.levels),
        equipment,
        complications="complication" not in plan or complications_played(ask),
        house=house,
        gray_only="minor" in plan and shade is Shade.GRAY and ask["artha.aristeia-shade"] == "gray",
        aura_clears="aura" in plan and bool(task.wounds.superficial) and ask["artha.aura-obstacle"] == "all",
    )


def manner_of(around: Around, plan: Plan, ask: Rulings) -> Manner:
    """How the dice of a roll with a plan will behave, each reading asked for only where it can change a chance."""
    natural, need = around.natural, around.task.base
    luck, grace = "luck" in plan, "grace" in plan
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


def limits_of(plan: Plan, ask: Rulings) -> Limits:
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


def wounds_tallied(kind: Kind, later: bool, ask: Rulings) -> bool:
    """Whether artha against wounds counts toward the epiphany of an ability of this kind too. Source: HUB-100."""
    return later and (kind is Kind.HEALTH or ask["later.health-credit"] == "both")


def kept_of(tally: Purse, ask: Rulings) -> Purse:
    """What an epiphany leaves of the tally that brought it. Source: HUB-83."""
    kept = ask["edition"] == "revised" and ask["artha.epiphany-reset"] == "kept"
    return tally.less(NEEDED) if kept else Purse()

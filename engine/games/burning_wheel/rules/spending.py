"""Spending artha: what it buys, at what price, when, and within which limits (HUB-72 to HUB-81)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import tables, wording
from engine.games.burning_wheel.dice import MOST_DICE, Pool, Shade
from engine.games.burning_wheel.rules import rescue
from engine.games.burning_wheel.rules.building import Built, House, Task, build, takes_boons
from engine.games.burning_wheel.rules.elements import Nature
from engine.games.burning_wheel.rules.rescue import Manner, Step
from engine.option import Option
from engine.refused import Refused

MOST_BOONS = 3


@dataclass(frozen=True, slots=True)
class Purse:
    """So many points of Fate, Persona and Deeds, each 0 or more. Source: HUB-68."""

    fate: int = 0
    persona: int = 0
    deeds: int = 0

    def __add__(self, other: "Purse") -> "Purse":
        return Purse(self.fate + other.fate, self.persona + other.persona, self.deeds + other.deeds)

    def __mul__(self, times: int) -> "Purse":
        return Purse(self.fate * times, self.persona * times, self.deeds * times)

    def less(self, other: "Purse") -> "Purse":
        """What is left of it once the other is paid or reached; never below 0."""
        return Purse(
            max(0, self.fate - other.fate), max(0, self.persona - other.persona), max(0, self.deeds - other.deeds)
        )

    @property
    def points(self) -> int:
        return self.fate + self.persona + self.deeds

    @property
    def scarcity(self) -> tuple[int, int, int]:
        """Deeds, Persona, Fate: of two prices the smaller one is the cheaper."""
        return self.deeds, self.persona, self.fate

    @property
    def parts(self) -> Mapping[str, int]:
        """The points by name, as sheets and effects call them."""
        return {"fate": self.fate, "persona": self.persona, "deeds": self.deeds}

    @property
    def words(self) -> str:
        """“1 Fate, 2 Persona”, or “nothing”."""
        said = [f"{points}{wording.NO_BREAK}{what.capitalize()}" for what, points in self.parts.items() if points]
        return ", ".join(said) or "nothing"


LIMIT = Purse(1, 3, 2)
"""The most that one roll takes: two Deeds are one doubling and one reroll. Source: HUB-72."""


class Counts(Option):
    """Whether a spend uses up the limits of a roll. Source: HUB-72."""

    ROLL = "roll", "always"
    FAILURE = "failure", "after a failed test: by ruling"
    WOUND = "wound", "against wounds: by ruling"
    NEVER = "never", "never"


@dataclass(frozen=True, slots=True)
class Use:
    """One way to spend artha, a row of the table. Source: HUB-72."""

    id: str
    name: str
    price: Purse
    later: Purse
    counts: Counts
    timing: str
    effect: str
    rule: str

    def cost(self, *, later: bool = False) -> Purse:
        """The price in either edition."""
        return self.later if later else self.price


def _use(row: Mapping[str, Any]) -> Use:
    price = Purse(row["fate"], row["persona"], row["deeds"])
    return Use(
        row["id"],
        row["name"],
        price,
        replace(price, deeds=row["deeds_later"]),
        Counts.of(row["counts"]),
        row["timing"],
        row["effect"],
        row["rule"],
    )


COLUMNS = ("id", "name", "fate", "persona", "deeds", "deeds_later", "counts", "timing", "effect", "rule")
USES: Mapping[str, Use] = {use.id: use for use in tables.rows(__file__, "spending.toml", "use", COLUMNS, _use)}


@dataclass(frozen=True, slots=True)
class Limits:
    """Which spends beside those on the dice use up the limits of a roll. Source: HUB-72."""

    wounds: bool = False
    failures: bool = True

    def count(self, use: Use) -> bool:
        return {Counts.ROLL: True, Counts.WOUND: self.wounds, Counts.FAILURE: self.failures, Counts.NEVER: False}[
            use.counts
        ]


Plan = Mapping[str, int]
"""How often each use (its id in `USES`) is made around one roll."""


def cost(plan: Plan, *, later: bool = False) -> Purse:
    """What a plan takes from the purse. Source: HUB-72."""
    return sum((USES[use].cost(later=later) * times for use, times in plan.items()), Purse())


def counted(plan: Plan, limits: Limits) -> Purse:
    """What of a plan counts toward the limits of its roll. Source: HUB-72."""
    return sum((USES[use].price * times for use, times in plan.items() if limits.count(USES[use])), Purse())


@dataclass(frozen=True, slots=True)
class Around:
    """What holds around a roll, as far as it forbids a spend.

    `wounds` is how many wounds take dice, `wound_dice` how many they take, `superficial` how many Superficial wounds
    stand alone, 0 to 2. `equipment` says that armor, shield or gun dice are rolled, `complications` whether the table
    plays that optional rule, `gray_only` whether a Minor Epiphany makes gray and no lighter, `aura_clears` whether a
    Divine Aura does away with the obstacle of Superficial wounds too.
    """

    task: Task
    shade: Shade = Shade.BLACK
    wounds: int = 0
    equipment: bool = False
    complications: bool = True
    house: House = House()
    gray_only: bool = False
    aura_clears: bool = False

    @property
    def natural(self) -> bool:
        """Whether the roll is open-ended by nature, as equipment never is. Source: HUB-07, HUB-98."""
        return self.task.element.open_ended(later=self.house.later) and not self.equipment


@dataclass(frozen=True, slots=True)
class Refusal:
    """A spend that may not be made: its id in `USES`, a short code, and why."""

    use: str
    code: str
    why: str


def refusals(plan: Plan, around: Around, purse: Purse, limits: Limits) -> list[Refusal]:
    """Why a plan is not lawful, one sentence for each fault; none where it is. Source: HUB-72 to HUB-82."""
    made = {use: times for use, times in plan.items() if times}
    task, wounds = around.task, around.task.wounds
    faults = [
        ("boon", "scope", _no_boon(around), "Persona buys dice for stats, skills and what is tested like them."),
        ("boon", "times", made.get("boon", 0) > MOST_BOONS, "A Boon is at most three dice."),
        ("inspiration", "equipment", around.equipment, "Dice of armor, shields and guns are never doubled."),
        ("shrug", "no-wound", not wounds.superficial, "No Superficial wound stands alone: nothing to shrug off."),
        ("grit", "no-wound", made.get("grit", 0) > wounds.dice, "Wounds take no more dice than that."),
        (
            "grit",
            "once",
            made.get("grit", 0) > around.wounds,
            "Each wound gives back one die, in the later edition one in all.",
        ),
        ("focus", "careful", not task.careful, "Focus answers a failure while working carefully."),
        ("complication", "optional", not around.complications, "Your table does not play Complications."),
        ("minor", "kind", not _lightened(around), "In the revised edition it lightens a stat or a skill."),
        ("minor", "white", around.shade is Shade.WHITE, "White is the lightest shade."),
        ("minor", "gray", around.gray_only and around.shade is Shade.GRAY, "At your table it makes gray, no lighter."),
        ("minor", "both", "aura" in made, "An Aristeia takes one of its two forms."),
    ]
    found = [Refusal(use, code, why) for use, code, broken, why in faults if use in made and broken]
    found += [
        Refusal(use, "times", f"{USES[use].name} is bought once.")
        for use, times in made.items()
        if times > 1 and use not in ("boon", "grit")
    ]
    for what, points in cost(made, later=around.house.later).parts.items():
        if points > purse.parts[what]:
            held = f"{purse.parts[what]} {what.capitalize()}" if purse.parts[what] else f"no {what.capitalize()}"
            found.append(Refusal(_last(made, what), "purse", f"It takes {points}, and you have {held}."))
    for what, points in counted(made, limits).parts.items():
        if points > LIMIT.parts[what]:
            why = f"One roll takes {LIMIT.parts[what]} {what.capitalize()} at most; this is {points}."
            found.append(Refusal(_last(made, what), "limit", why))
    return found


def _no_boon(around: Around) -> bool:
    house = around.house
    anywhere = house.boon_anywhere or house.later or around.task.beginner or around.equipment
    return not (anywhere or takes_boons(around.task.element))


def _lightened(around: Around) -> bool:
    """Whether a Minor Epiphany may lighten what is tested: a stat or a skill, later any ability. Source: HUB-82, 97."""
    return around.house.later or around.task.element.nature in (Nature.STAT, Nature.SKILL)


def _last(plan: Plan, what: str) -> str:
    """The last spend of a plan that takes this kind of artha."""
    return [use for use in USES if plan.get(use) and USES[use].price.parts[what]][-1]


@dataclass(frozen=True, slots=True)
class Effect:
    """A test with artha spent on it: as it is built, its pool, and the chance to make it."""

    built: Built
    pool: Pool
    chance: Fraction


def lighter(shade: Shade) -> Shade:
    """One shade lighter; white stays white. Source: HUB-82, HUB-83."""
    shades = list(Shade)
    return shades[min(shades.index(shade) + 1, len(shades) - 1)]


def effect(plan: Plan, around: Around, manner: Manner) -> Effect:
    """What a plan makes of the test: dice first, then Luck and Saving Grace in the better order. Source: HUB-72 to 82.

    Raises `Refused` above 60 dice.
    """
    wounds = around.task.wounds
    aura = bool(plan.get("aura"))
    task = replace(
        around.task,
        boon=plan.get("boon", 0),
        doubled=bool(plan.get("inspiration")),
        wounds=replace(
            wounds,
            gritted=wounds.dice if aura else min(wounds.dice, wounds.gritted + plan.get("grit", 0)),
            shrugged=wounds.shrugged or bool(plan.get("shrug")) or (aura and around.aura_clears),
        ),
    )
    built = build(task, around.house)
    if built.rolled > MOST_DICE:
        raise Refused(f"A pool has at most {MOST_DICE} dice; this comes to {built.rolled}.")
    shade = lighter(around.shade) if plan.get("minor") else around.shade
    pool = Pool.of(built.rolled, shade, manner.natural)
    steps = [Step.LUCK] * bool(plan.get("luck")) + [Step.GRACE] * bool(plan.get("grace"))
    if built.impossible:
        return Effect(built, pool, Fraction(0))
    orders = {tuple(steps), tuple(reversed(steps))}
    return Effect(built, pool, max(rescue.chance_before(pool, built.obstacle.total, one, manner) for one in orders))


ON_THE_DICE = ("luck", "shrug", "boon", "grit", "inspiration", "grace")
"""The spends that change the odds of a roll, Aristeia apart."""


def plans(around: Around, purse: Purse, limits: Limits, aristeia: Sequence[str] = ()) -> list[Plan]:
    """Every lawful plan for one roll that the purse can pay, the cheapest first. Source: HUB-72.

    With `aristeia` ("minor", "aura") plans with one of these are among them.
    """
    wounds = around.task.wounds
    found: list[Plan] = [{}]
    most = {
        "luck": 1,
        "shrug": int(bool(wounds.superficial) and not wounds.shrugged),
        "boon": MOST_BOONS,
        "grit": min(wounds.dice - wounds.gritted, around.wounds),
        "inspiration": 1,
        "grace": 1,
        **dict.fromkeys(aristeia, 1),
    }
    for use, times in most.items():
        found = [{**plan, use: count} if count else plan for plan in found for count in range(times + 1)]
        found = [plan for plan in found if not refusals(plan, around, purse, limits)]
    return sorted(found, key=lambda plan: (cost(plan, later=around.house.later).scarcity, len(plan)))


@dataclass(frozen=True, slots=True)
class Gain:
    """What a plan brings: its price, and the chance before and after it."""

    plan: Plan
    price: Purse
    before: Fraction
    after: Fraction

    @property
    def gain(self) -> Fraction:
        """How much the chance grows, a share of 1."""
        return self.after - self.before

    @property
    def each(self) -> Fraction:
        """The same for each point of artha."""
        return self.gain / self.price.points


SINGLE: Sequence[Plan] = (*({use: 1} for use in (*ON_THE_DICE, "minor", "aura")), {"boon": 2}, {"boon": 3})
"""Every spend by itself, a Boon of one to three dice."""


def gains(around: Around, limits: Limits, chance: Callable[[Plan], Fraction]) -> list[Gain]:
    """What each spend that is lawful here brings by itself, the most for a point first. Source: HUB-72 to HUB-82."""
    rich, bare = Purse(99, 99, 99), chance({})
    found = [
        Gain(plan, cost(plan, later=around.house.later), bare, chance(plan))
        for plan in SINGLE
        if not refusals(plan, around, rich, limits)
    ]
    return sorted(found, key=lambda one: (-one.each, one.price.scarcity))


def cheapest(
    around: Around, purse: Purse, limits: Limits, chance: Callable[[Plan], Fraction], wanted: Fraction
) -> Gain:
    """The cheapest lawful plan that reaches the chance `wanted`, or else the one that comes nearest. Source: HUB-72."""
    bare = chance({})
    best: Plan = {}
    reached = bare
    for plan in plans(around, purse, limits):
        if reached >= wanted:
            break
        if (got := chance(plan)) > reached:
            best, reached = plan, got
    return Gain(best, cost(best, later=around.house.later), bare, reached)


def words(plan: Plan) -> str:
    """“Boon ×2, Luck”, in the order of the table."""
    said = [f"{use.name}{f' ×{times}' if times > 1 else ''}" for use in USES.values() if (times := plan.get(use.id, 0))]
    return ", ".join(said) or "nothing"


class Family(Option):
    """What kind of test failed. Source: HUB-79."""

    MARTIAL = "martial", "martial or physical"
    SOCIAL = "social", "social or academic"


class Price(Option):
    """What a Complication costs. Source: HUB-79."""

    GEAR = "gear", "a thing broken or lost"
    PLACE = "place", "a worse place to be in"
    PEOPLE = "people", "a relationship that turns difficult"
    LEARNING = "learning", "a tangle with what was studied"
    NOTHING = "nothing", "nothing that matters"

    @property
    def material(self) -> bool:
        return self in (Price.GEAR, Price.PLACE)


def fits(family: Family, price: Price) -> bool:
    """Whether the price is of the kind that such a test asks for: material, or the tie to the subject. HUB-79."""
    if price is Price.NOTHING:
        return False
    return price.material if family is Family.MARTIAL else not price.material

"""Aristeia, epiphany, and the forecast of artha (HUB-82 to HUB-84, HUB-100)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, branch, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.beliefs_traits_artha.spending import spends
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.forms.artha import POINTS, RollsAgainst
from engine.games.burning_wheel.readings.artha import kept_of, wounds_tallied
from engine.games.burning_wheel.readings.hurt import ledger, no_test
from engine.games.burning_wheel.rules import epiphany as rules
from engine.games.burning_wheel.rules import spending
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.epiphany import NEEDED, Kind, Pace
from engine.games.burning_wheel.rules.spending import USES, Purse
from engine.games.burning_wheel.rules.wounds import Wounds, felt
from engine.games.burning_wheel.sheet.effects import SetAbility
from engine.games.burning_wheel.words import often_with
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability(Shade.BLACK, 4)
TESTED = {Kind.SKILL: ELEMENTS["skill"], Kind.STAT: ELEMENTS["will"]}


class Form(Option):
    """The two forms of an Aristeia; the values are ids of `USES`. Source: HUB-82."""

    MINOR = "minor", "Minor Epiphany"
    AURA = "aura", "Divine Aura"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a Divine Aura is for, a group of fields. Source: HUB-82."""

    words: Annotated[str, Longest(60), Asked("One simple goal")] = "To win this battle"
    kill: Annotated[bool, Asked("It is someone’s death")] = False
    away: Annotated[bool, Asked("The enemy got away")] = False

    @property
    def lost(self) -> bool:
        return self.kill and self.away


@dataclass(frozen=True, slots=True)
class Summoned:
    """An Aristeia: the test `without` it and the one `now`, its price, and why it is `refused` (a key of `REFUSED`)."""

    form: Form
    price: Purse
    purse: Purse
    refused: str
    without: Test
    now: Test

    @property
    def short(self) -> Purse:
        """What the purse lacks."""
        return self.price.less(self.purse)

    @property
    def minor(self) -> bool:
        """Whether it lightens a shade."""
        return self.form is Form.MINOR

    @property
    def shade(self) -> Shade:
        """The shade that is rolled."""
        return self.now.pool.groups[0].shade


REFUSED = {
    "white": "White is the lightest shade; nothing lies beyond it.",
    "gray": "Your table lets a Minor Epiphany make an ability gray, and this one is.",
    "kind": "In the revised edition it lightens a stat or a skill.",
}


def _refused(shade: Shade, kind: Kind, ask: Rulings) -> str:
    """Why no Minor Epiphany lightens it, as a key of `REFUSED`; empty where one does. Source: HUB-82, HUB-97."""
    if shade is Shade.WHITE:
        return "white"
    if shade is Shade.GRAY and ask["artha.aristeia-shade"] == "gray":
        return "gray"
    return "" if kind.summoned(later=ask["edition"] == "later") else "kind"


DiceLost = Annotated[
    int, Between(0, 20), Asked("Dice lost to wounds and the like", quick=(0, 1, 2, 3)), sheet("wound-dice")
]
OneSuperficial = Annotated[bool, Asked("A Superficial wound adds +1 Ob", more=True), sheet("lone-superficials")]


@calculator("aristeia", rules="HUB-82")
def aristeia(
    form: Annotated[Form, Asked("You call for")] = Form.MINOR,
    ability: Annotated[Ability, Asked("Your ability", quick=("B4", "B5", "B6", "G4")), sheet("ability")] = B4,
    obstacle: RollsAgainst = 3,
    lost: DiceLost = 0,
    fate: Annotated[int, POINTS, Asked("Fate you have", quick=(5,)), sheet("fate")] = 5,
    persona: Annotated[int, POINTS, Asked("Persona you have", quick=(3,)), sheet("persona")] = 3,
    deeds: Annotated[int, POINTS, Asked("Deeds you have", quick=(1, 2)), sheet("deeds")] = 2,
    kind: Annotated[Kind, Asked("Kind of ability", more=True)] = Kind.SKILL,
    superficial: OneSuperficial = False,
    opens: Annotated[bool, Asked("Open-ended by nature", more=True)] = False,
    goal: Annotated[Goal, Asked("The goal of a Divine Aura", more=True)] = Goal(),
    *,
    ask: Rulings,
) -> Answer:
    """Is this the moment for an Aristeia?"""
    later = ask["edition"] == "later"
    minor = form is Form.MINOR
    # Whatever else is tested here, what is said to be lost is lost.
    hurt = felt(Wounds(lost, int(superficial)), ability.exponent, TESTED.get(kind, ELEMENTS["steel"]))
    if hurt.gone and minor:
        return no_test(hurt.gone, refused="gone")
    bare = hurt.leaves(ability.pool(open_ended=opens))
    refused = _refused(ability.shade, kind, ask) if minor else ""
    lightened = minor and not refused
    shade = spending.lighter(ability.shade) if lightened else ability.shade
    clears = not minor and superficial and ask["artha.aura-obstacle"] == "all"
    without = Test(Pool.of(0) if hurt.gone else bare, obstacle + hurt.added, ask)
    after = Pool.of(bare.dice if minor else ability.exponent, shade, opens)
    price, purse = USES[form.value].cost(later=later), Purse(fate, persona, deeds)
    if not refused and price.less(purse).points:
        refused = "purse"
    found = Summoned(form, price, purse, refused, without, Test(after, without.obstacle - clears, ask))
    gone = not minor and goal.lost
    ghost = without if found.now.obstacle == without.obstacle else None
    before = ledger(hurt, ability.exponent, obstacle, words="Dice without an Aristeia", against="Obstacle without it")
    return Answer(
        values={
            "refused": refused,
            "affordable": not found.short.points,
            **price.parts,
            **{f"{part}_short": points for part, points in found.short.parts.items()},
            "shade": shade.words,
            "dice": found.now.dice,
            "obstacle": found.now.obstacle,
            "before": without.chance,
            "after": found.now.chance,
            "goal_lost": gone,
        },
        blocks=(
            _summoned(found, ability, gone),
            found.now.odds(ghost, "without it" if ghost else ""),
            _price(found),
            *([] if hurt.gone else before),
            *_about(form, goal, later),
        ),
        effects=() if refused or gone else spends(price, "ability"),
    )


def _summoned(found: Summoned, ability: Ability, gone: bool) -> Verdict:
    if gone:
        return Verdict("Lost", (), "The enemy has got away, and the Divine Aura with it.")
    if found.refused:
        lacking = f"It takes {found.price.words}; you lack {found.short.words}."
        why = REFUSED.get(found.refused, lacking)
        return Verdict("Not now", (), why)
    before, after = found.without.chance, found.now.chance
    if found.minor:
        lighter = f"{found.shade.value}{ability.exponent}"
        figure, what = f"{ability} → {lighter}", f"{ability} becomes {lighter}"
        span = "for the scene"
    else:
        figure, span = f"{found.now.dice}D", "until the goal is reached"
        what = f"you roll {found.now.dice}D without penalties"
    facts = (Fact(after, "with it"), Fact(before, "without"), Fact(found.price.words, "paid"))
    said = f"For {found.price.words} {what} {span}: you succeed {often_with(after, before)}."
    return Verdict(figure, facts, said, Mark.DERIVED)


def _price(found: Summoned) -> Table:
    left = found.purse.less(found.price)
    rows = tuple(
        (part.capitalize(), points, found.purse.parts[part], left.parts[part])
        for part, points in found.price.parts.items()
    )
    return Table("The price", ("Artha", "Costs", "You have", "Left"), rows)


def _about(form: Form, goal: Goal, later: bool) -> list[Note]:
    other = USES[form.value].cost(later=not later).words
    notes = [
        Note(
            "All of it counts toward the epiphany of this ability, and none of it toward a roll’s limits.",
            rule="HUB-83",
        ),
        Note(f"In the {'revised' if later else 'later'} edition it takes {other}.", rule="HUB-82"),
    ]
    if form is Form.AURA:
        text = f"The goal, named at the outset: {goal.words or 'none yet'}."
        lasts = " It lasts while the foes stay engaged." if goal.kill else ""
        notes.append(Note(f"{text}{lasts}", rule="HUB-82"))
    return notes


@dataclass(frozen=True, slots=True)
class Points(Purse):
    """Points of artha, a group of fields."""

    fate: Annotated[int, Between(0, 20), Asked("Fate", quick=(0, 1))] = 0
    persona: Annotated[int, Between(0, 20), Asked("Persona", quick=(0, 1, 2, 3))] = 0
    deeds: Annotated[int, Between(0, 20), Asked("Deeds", quick=(0, 1, 2))] = 0


@calculator("epiphany", rules="HUB-83 HUB-100")
def epiphany(
    ability: Annotated[Ability, Asked("Ability", quick=("B4", "B5", "G4")), sheet("exponent")] = B4,
    fate: Annotated[int, POINTS, Asked("Fate spent on it", quick=(0, 5, 10, 15)), sheet("spent-fate")] = 0,
    persona: Annotated[int, POINTS, Asked("Persona spent on it", quick=(0, 3, 6, 9)), sheet("spent-persona")] = 0,
    deeds: Annotated[int, POINTS, Asked("Deeds spent on it", quick=(0, 1, 2)), sheet("spent-deeds")] = 0,
    now: Annotated[Points, Asked("Spent on this test")] = Points(),
    aristeias: Annotated[int, Between(0, 5), Asked("Aristeias besides", quick=(0, 1, 2))] = 0,
    kind: Annotated[Kind, Asked("Kind of ability", more=True)] = Kind.SKILL,
    wounds_fate: Annotated[int, Between(0, 20), Asked("Fate against wounds", "Shrug it Off", more=True)] = 0,
    wounds_persona: Annotated[int, Between(0, 20), Asked("Persona against wounds", "Grit Your Teeth", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How far is this ability from its epiphany?"""
    wounds = Purse(wounds_fate, wounds_persona)
    later = ask["edition"] == "later" if aristeias or wounds.points else False
    summons = USES["minor"].cost(later=later)
    tally = Purse(fate, persona, deeds) + now + summons * aristeias
    if wounds.points and wounds_tallied(kind, later, ask):
        tally += wounds
    closed = "kind" if kind is Kind.OTHER and ask["artha.epiphany-scope"] == "listed" else ""
    if ability.shade is Shade.WHITE:
        closed = "white"
    shift = rules.full(tally) and not closed
    after = kept_of(tally, ask) if shift else tally
    new = Ability(spending.lighter(ability.shade) if shift else ability.shade, ability.exponent)
    left, behind = rules.missing(tally), rules.behind(tally)
    blocks: list[Block] = [
        _shifted(ability, new, after) if shift else _not_yet(ability, tally, closed),
        _rings(tally, summons),
        Note("Note it on the Belief or Instinct of the scene as well, if there is one.", rule="HUB-100"),
    ]
    if wounds.points and not later:
        blocks.append(Note("The revised edition does not tally artha against wounds.", rule="HUB-100"))
    effects: list[Effect] = [*spends(now, "ability")]
    if shift:
        tallied = {what: str(points) for what, points in after.parts.items()}
        effects.append(SetAbility("ability", {"ability": str(new), **tallied}))
    return Answer(
        values={
            "shift": shift,
            "ability": str(new),
            **{f"{what}_left": points for what, points in left.parts.items()},
            **{f"{what}_tally": points for what, points in after.parts.items()},
            "behind": behind,
            "closed": closed,
        },
        blocks=tuple(blocks),
        effects=tuple(effects),
    )


def _shifted(ability: Ability, new: Ability, after: Purse) -> Verdict:
    return Verdict(
        f"{ability} → {new}",
        (Fact("at once and for good"), Fact(after.words, "tally now")),
        f"All three are met: {ability} becomes {new} at once and for good, and its tally is {after.words}.",
    )


def _not_yet(ability: Ability, tally: Purse, closed: str) -> Verdict:
    if closed == "white":
        return Verdict("No epiphany", (Fact("no lighter shade"),), "White is the lightest shade: it cannot shift.")
    if closed:
        why = "Stats, skills and Health shift; your table leaves other attributes out."
        return Verdict("No epiphany", (Fact("not this ability"),), why)
    left, last = rules.missing(tally).words, rules.behind(tally).capitalize()
    said = f"{ability} shifts once {left} more is spent on it; {last} is furthest behind."
    parts = rules.missing(tally).parts.items()
    short = tuple(Fact(points, f"{what.capitalize()} to go") for what, points in parts if points)
    return Verdict("Not yet", (*short, Fact(f"{last} holds it back")), said)


def _rings(tally: Purse, summons: Purse) -> Table:
    """How full each kind of artha is, and how full one more Aristeia would make it."""
    left, spare, behind = rules.missing(tally), tally.less(NEEDED), rules.behind(tally)
    rows = tuple(
        (
            what.capitalize(),
            _reached(tally, what) + (f", {spare.parts[what]} to spare" if spare.parts[what] else ""),
            left.parts[what],
            _filled(rules.share(tally, what)),
            _reached(tally + summons, what),
        )
        for what in NEEDED.parts
    )
    columns = ("Artha", "Spent", "To go", "Filled", "With one more Aristeia")
    return Table("Three rings to fill", columns, rows, list(NEEDED.parts).index(behind) if behind else None)


def _filled(share: Fraction) -> str | Fraction:
    return share if 0 < share < 1 else "full" if share else "empty"


def _reached(tally: Purse, what: str) -> str:
    return f"{min(tally.parts[what], NEEDED.parts[what])} of {NEEDED.parts[what]}"


class Speed(Option):
    """Where in the author’s range a game lies; the values are keys of `AUTHOR`. Source: HUB-84."""

    SLOW = "slow", "tight"
    MIDDLE = "middle", "middling"
    FAST = "fast", "generous"


@branch("The author’s pace")
class Author:
    """The pace of the game’s author, between its two ends."""

    speed: Annotated[Speed, Asked("How generous")] = Speed.MIDDLE

    @property
    def pace(self) -> Pace:
        return rules.AUTHOR[self.speed.value]


@branch("Our own")
class Ours:
    """What a character earns at this table."""

    fate: Annotated[int, Between(0, 100), Asked("Fate in ten sessions", quick=(10, 15, 20, 30))] = 15
    persona: Annotated[int, Between(0, 100), Asked("Persona in ten sessions", quick=(5, 10, 20))] = 5
    campaign: Annotated[int, Between(1, 100), Asked("Sessions in a campaign", quick=(10, 11, 12))] = 11
    end_persona: Annotated[int, Between(0, 20), Asked("Persona at its end", quick=(2, 3))] = 2
    end_deeds: Annotated[int, Between(0, 20), Asked("Deeds at its end", quick=(1, 2))] = 1

    @property
    def pace(self) -> Pace:
        ends = Fraction(self.end_persona), Fraction(self.end_deeds)
        return Pace(Fraction(self.fate, 10), Fraction(self.persona, 10), self.campaign, *ends)


def _after(sessions: int | None) -> str:
    return "never" if sessions is None else wording.count(sessions, "session")


@calculator("artha-forecast", rules="HUB-84")
def artha_forecast(
    earning: Annotated[Author | Ours, Asked("What a character earns")] = Author(),
    sessions: Annotated[int, Between(1, 200), Asked("Sessions ahead", quick=(5, 11, 22, 33))] = 11,
    held: Annotated[Points, Asked("Artha you have", more=True)] = Points(),
    spent: Annotated[Points, Asked("Spent on the ability so far", more=True)] = Points(),
    *,
    ask: Rulings,
) -> Answer:
    """How many sessions until an Aristeia, and until an epiphany?"""
    pace = earning.pace
    income = {what: pace.earned(what, sessions) for what in NEEDED.parts}
    price = USES["minor"].cost(later=ask["edition"] == "later").less(held)
    missing = rules.missing(held + spent)
    summoned, shifted = rules.wait(pace, price), rules.wait(pace, missing)
    rows = tuple(
        (
            what.capitalize(),
            wording.decimal(income[what] + points),
            _after(pace.until(what, price.parts[what])),
            _after(pace.until(what, missing.parts[what])),
        )
        for what, points in held.parts.items()
    )
    last = f"{shifted.last.capitalize()} comes last" if shifted.last else "all of it is there"
    wait = f"An Aristeia takes {_after(summoned.sessions)}, an epiphany {_after(shifted.sessions)}"
    sentence = f"{wait} if all artha goes to one ability; {last}."
    if shifted.sessions is None:
        sentence = f"At this pace there is no epiphany: {shifted.last.capitalize()} does not come."
    figure, facts = _after(shifted.sessions), (Fact(last), Fact(_after(summoned.sessions), "to an Aristeia"))
    ahead = f"After {wording.count(sessions, 'session')}"
    columns = ("Artha", ahead, "Enough for an Aristeia", "Enough for an epiphany")
    current = list(NEEDED.parts).index(shifted.last) if shifted.last else None
    return Answer(
        values={
            **income,
            "aristeia": "never" if summoned.sessions is None else summoned.sessions,
            "aristeia_last": summoned.last,
            "epiphany": "never" if shifted.sessions is None else shifted.sessions,
            "last": shifted.last,
        },
        blocks=(
            Verdict(figure, facts, sentence, Mark.DERIVED),
            Table("On average", columns, rows, current, Mark.DERIVED),
            _campaigns(pace, held),
        ),
    )


CAMPAIGNS = 4
"""How many campaigns the forecast lists."""


def _campaigns(pace: Pace, held: Purse) -> Table:
    ends = [number * pace.campaign for number in range(1, CAMPAIGNS + 1)]
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (number, end, *(wording.decimal(pace.earned(what, end) + points) for what, points in held.parts.items()))
        for number, end in enumerate(ends, 1)
    )
    columns = ("Campaign", "Sessions", "Fate", "Persona", "Deeds")
    return Table("Campaign by campaign, nothing spent", columns, rows, None, Mark.DERIVED, folded=True)

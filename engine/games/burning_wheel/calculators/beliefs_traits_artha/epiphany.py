"""Aristeia, epiphany, and the forecast of artha (HUB-82 to HUB-84, HUB-100)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import Pool, Shade
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import ledger, no_test
from engine.games.burning_wheel.rules import epiphany as rules
from engine.games.burning_wheel.rules import spending
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.epiphany import NEEDED, Kind, Pace
from engine.games.burning_wheel.rules.spending import USES, Purse
from engine.games.burning_wheel.rules.wounds import Wounds, felt
from engine.games.burning_wheel.sheet.effects import SetAbility, Spend
from engine.games.burning_wheel.words import often_with
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

B4 = Ability(Shade.BLACK, 4)
TESTED = {Kind.SKILL: ELEMENTS["skill"], Kind.STAT: ELEMENTS["will"]}
POINTS = Between(0, 99)
MOST_ASKED = 40


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


@calculator("aristeia", rules="HUB-82")
def aristeia(
    form: Annotated[Form, Asked("You call for")] = Form.MINOR,
    ability: Annotated[Ability, Asked("Your ability", quick=("B4", "B5", "B6", "G4")), sheet("ability")] = B4,
    obstacle: Annotated[int, Between(0, MOST_ASKED), Asked("Obstacle", gm=True, quick=QUICK_OBSTACLES)] = 3,
    lost: Annotated[
        int, Between(0, 20), Asked("Dice lost to wounds and the like", quick=(0, 1, 2, 3)), sheet("wound-dice")
    ] = 0,
    fate: Annotated[int, POINTS, Asked("Fate you have", quick=(5,)), sheet("fate")] = 5,
    persona: Annotated[int, POINTS, Asked("Persona you have", quick=(3,)), sheet("persona")] = 3,
    deeds: Annotated[int, POINTS, Asked("Deeds you have", quick=(1, 2)), sheet("deeds")] = 2,
    kind: Annotated[Kind, Asked("Kind of ability", more=True)] = Kind.SKILL,
    superficial: Annotated[
        bool, Asked("A Superficial wound adds +1 Ob", more=True), sheet("lone-superficials")
    ] = False,
    opens: Annotated[bool, Asked("Open-ended by nature", more=True)] = False,
    goal: Annotated[Goal, Asked("The goal of a Divine Aura", more=True)] = Goal(),
    *,
    ask: Rulings,
) -> Answer:
    """Is this the moment for an Aristeia?"""
    later = ask["edition"] == "later"
    price = USES[form.value].cost(later=later)
    purse = Purse(fate, persona, deeds)
    short = price.less(purse)
    minor = form is Form.MINOR
    # Whatever else is tested here, what is said to be lost is lost.
    hurt = felt(Wounds(lost, int(superficial)), ability.exponent, TESTED.get(kind, ELEMENTS["steel"]))
    if hurt.gone and minor:
        return no_test(hurt.gone, refused="gone")
    bare = hurt.leaves(ability.pool(open_ended=opens))
    asked = obstacle + hurt.added
    refused = ""
    if minor and ability.shade is Shade.WHITE:
        refused = "white"
    elif minor and ability.shade is Shade.GRAY and ask["artha.aristeia-shade"] == "gray":
        refused = "gray"
    elif minor and not kind.summoned(later=later):
        refused = "kind"
    elif short.points:
        refused = "purse"
    shade = spending.lighter(ability.shade) if minor and refused in ("", "purse") else ability.shade
    clears = not minor and superficial and ask["artha.aura-obstacle"] == "all"
    before = bare if not hurt.gone else Pool.of(0)
    after = Pool.of(bare.dice if minor else ability.exponent, shade, opens)
    against = asked - 1 if clears else asked
    chance, now = law_of(before, ask).at_least(asked), law_of(after, ask).at_least(against)
    gone = not minor and goal.lost
    why = {
        "white": "White is the lightest shade; nothing lies beyond it.",
        "gray": "Your table lets a Minor Epiphany make an ability gray, and this one is.",
        "kind": "In the revised edition it lightens a stat or a skill.",
        "purse": f"It takes {price.words}; you lack {short.words}.",
    }
    change = f"{wording.percent(chance)} → {wording.percent(now)}"
    what = (
        f"{ability} becomes {after.groups[0].shade.value}{ability.exponent}"
        if minor
        else f"you roll {after.dice}D without penalties"
    )
    if gone:
        verdict = Verdict("Lost", "the enemy got away", "The enemy has got away, and the Divine Aura with it.")
    elif refused:
        verdict = Verdict("Not now", why[refused], why[refused])
    else:
        span = "for the scene" if minor else "until the goal is reached"
        verdict = Verdict(
            what if minor else f"{after.dice}D",
            f"{change} · {price.words}",
            f"For {price.words} {what} {span}: you succeed {often_with(now, chance)}.",
            Mark.DERIVED,
        )
    rows = tuple(
        (part.capitalize(), str(points), str(purse.parts[part]), str(max(0, purse.parts[part] - points)))
        for part, points in price.parts.items()
    )
    ghost = before if against == asked else None
    blocks: list[Block] = [
        verdict,
        odds_of(after, against, ask, ghost, "without it" if ghost else ""),
        Table("The price", ("Artha", "Costs", "You have", "Left"), rows),
        *(
            ledger(hurt, ability.exponent, obstacle, words="Dice without an Aristeia", against="Obstacle without it")
            if not hurt.gone
            else ()
        ),
        Note(
            "All of it counts toward the epiphany of this ability, and none of it toward a roll’s limits.",
            rule="HUB-83",
        ),
    ]
    other = USES[form.value].cost(later=not later)
    blocks.append(Note(f"In the {'revised' if later else 'later'} edition it takes {other.words}.", rule="HUB-82"))
    if not minor:
        text = f"The goal, named at the outset: {goal.words or 'none yet'}."
        if goal.kill:
            text += " It lasts while the foes stay engaged."
        blocks.append(Note(text, rule="HUB-82"))
    return Answer(
        values={
            "refused": refused,
            "affordable": not short.points,
            **price.parts,
            **{f"{part}_short": points for part, points in short.parts.items()},
            "shade": shade.words,
            "dice": after.dice,
            "obstacle": against,
            "before": chance,
            "after": now,
            "goal_lost": gone,
        },
        blocks=tuple(blocks),
        effects=()
        if refused or gone
        else tuple(Spend(part, points, "ability") for part, points in price.parts.items()),
    )


def _filled(share: Fraction) -> str:
    return "full" if share == 1 else wording.percent(share) if share else "empty"


@dataclass(frozen=True, slots=True)
class Points:
    """Points of artha, a group of fields."""

    fate: Annotated[int, Between(0, 20), Asked("Fate", quick=(0, 1))] = 0
    persona: Annotated[int, Between(0, 20), Asked("Persona", quick=(0, 1, 2, 3))] = 0
    deeds: Annotated[int, Between(0, 20), Asked("Deeds", quick=(0, 1, 2))] = 0

    @property
    def purse(self) -> Purse:
        return Purse(self.fate, self.persona, self.deeds)


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
    tally = Purse(fate, persona, deeds) + now.purse + USES["minor"].cost(later=later) * aristeias
    if later and wounds.points and (kind is Kind.HEALTH or ask["later.health-credit"] == "both"):
        tally += wounds
    closed = "white" if ability.shade is Shade.WHITE else ""
    if kind is Kind.OTHER and ask["artha.epiphany-scope"] == "listed":
        closed = closed or "kind"
    shift = rules.full(tally) and not closed
    kept = Purse()
    if shift and ask["edition"] == "revised" and ask["artha.epiphany-reset"] == "kept":
        kept = tally.less(NEEDED)
    after = kept if shift else tally
    left, behind = rules.missing(tally), rules.behind(tally)
    shade = spending.lighter(ability.shade) if shift else ability.shade
    new = Ability(shade, ability.exponent)
    if shift:
        verdict = Verdict(
            f"{ability} → {new}",
            f"at once and for good · the tally is {after.words}",
            f"All three are met: {ability} becomes {new} at once and for good, and its tally is {after.words}.",
        )
    elif closed:
        why = {
            "white": "White is the lightest shade: it cannot shift.",
            "kind": "Stats, skills and Health shift; your table leaves other attributes out.",
        }[closed]
        verdict = Verdict("No epiphany", "no lighter shade" if closed == "white" else "not this ability", why)
    else:
        verdict = Verdict(
            f"{left.words} to go",
            f"{behind.capitalize()} holds it back",
            f"{ability} shifts once {left.words} more is spent on it; {behind.capitalize()} is furthest behind.",
        )
    summoned = tally + USES["minor"].cost(later=later)
    rows = tuple(
        (
            what.capitalize(),
            f"{min(points, NEEDED.parts[what])} of {NEEDED.parts[what]}"
            f"{f', {points - NEEDED.parts[what]} to spare' if points > NEEDED.parts[what] else ''}",
            str(left.parts[what]),
            _filled(rules.share(tally, what)),
            f"{min(summoned.parts[what], NEEDED.parts[what])} of {NEEDED.parts[what]}",
        )
        for what, points in tally.parts.items()
    )
    blocks: list[Block] = [
        verdict,
        Table(
            "Three rings to fill",
            ("Artha", "Spent", "To go", "Filled", "With one more Aristeia"),
            rows,
            list(tally.parts).index(behind) if behind else None,
        ),
        Note("Note it on the Belief or Instinct of the scene as well, if there is one.", rule="HUB-100"),
    ]
    if wounds.points and not later:
        blocks.append(Note("The revised edition does not tally artha against wounds.", rule="HUB-100"))
    effects: list[Effect] = [Spend(what, points, "ability") for what, points in now.purse.parts.items() if points]
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


class Speed(Option):
    """Where in the author’s range a game lies; the values are keys of `AUTHOR`. Source: HUB-84."""

    SLOW = "slow", "tight"
    MIDDLE = "middle", "middling"
    FAST = "fast", "generous"


@dataclass(frozen=True, slots=True)
class Author:
    """The pace of the game’s author, between its two ends."""

    speed: Annotated[Speed, Asked("How generous")] = Speed.MIDDLE

    words: ClassVar[str] = "The author’s pace"

    @property
    def pace(self) -> Pace:
        return rules.AUTHOR[self.speed.value]


@dataclass(frozen=True, slots=True)
class Ours:
    """What a character earns at this table."""

    fate: Annotated[int, Between(0, 100), Asked("Fate in ten sessions", quick=(10, 15, 20, 30))] = 15
    persona: Annotated[int, Between(0, 100), Asked("Persona in ten sessions", quick=(5, 10, 20))] = 5
    campaign: Annotated[int, Between(1, 100), Asked("Sessions in a campaign", quick=(10, 11, 12))] = 11
    end_persona: Annotated[int, Between(0, 20), Asked("Persona at its end", quick=(2, 3))] = 2
    end_deeds: Annotated[int, Between(0, 20), Asked("Deeds at its end", quick=(1, 2))] = 1

    words: ClassVar[str] = "Our own"

    @property
    def pace(self) -> Pace:
        ends = Fraction(self.end_persona), Fraction(self.end_deeds)
        return Pace(Fraction(self.fate, 10), Fraction(self.persona, 10), self.campaign, *ends)


def _amount(points: Fraction) -> str:
    """A mean number of points, to a tenth."""
    tenths = int(points * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def _after(wait: rules.Wait) -> str:
    return "never" if wait.sessions is None else wording.count(wait.sessions, "session")


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
    price = USES["minor"].cost(later=ask["edition"] == "later")
    summoned = rules.wait(pace, price.less(held.purse))
    shifted = rules.wait(pace, rules.missing(held.purse + spent.purse))
    rows = tuple(
        (
            what.capitalize(),
            _amount(income[what] + held.purse.parts[what]),
            _after(rules.wait(pace, _one(what, price.less(held.purse)))),
            _after(rules.wait(pace, _one(what, rules.missing(held.purse + spent.purse)))),
        )
        for what in NEEDED.parts
    )
    last = f"{shifted.last.capitalize()} comes last" if shifted.last else "all of it is there"
    sentence = (
        f"An Aristeia takes {_after(summoned)}, an epiphany {_after(shifted)} if all artha goes to one ability; {last}."
        if shifted.sessions is not None
        else f"At this pace there is no epiphany: {shifted.last.capitalize()} does not come."
    )
    campaigns = tuple(
        (
            str(number),
            str(number * pace.campaign),
            *(_amount(pace.earned(what, number * pace.campaign) + held.purse.parts[what]) for what in NEEDED.parts),
        )
        for number in range(1, CAMPAIGNS + 1)
    )
    return Answer(
        values={
            **income,
            "aristeia": summoned.sessions if summoned.sessions is not None else "never",
            "aristeia_last": summoned.last,
            "epiphany": shifted.sessions if shifted.sessions is not None else "never",
            "last": shifted.last,
        },
        blocks=(
            Verdict(_after(shifted), f"{last} · Aristeia: {_after(summoned)}", sentence, Mark.DERIVED),
            Table(
                "On average",
                (
                    "Artha",
                    f"After {wording.count(sessions, 'session')}",
                    "Enough for an Aristeia",
                    "Enough for an epiphany",
                ),
                rows,
                list(NEEDED.parts).index(shifted.last) if shifted.last else None,
                Mark.DERIVED,
            ),
            Table(
                "Campaign by campaign, nothing spent",
                ("Campaign", "Sessions", "Fate", "Persona", "Deeds"),
                campaigns,
                None,
                Mark.DERIVED,
                folded=True,
            ),
        ),
    )


CAMPAIGNS = 4
"""How many campaigns the forecast lists."""


def _one(what: str, price: Purse) -> Purse:
    """The part of a price that is of one kind."""
    return Purse(**{what: price.parts[what]})

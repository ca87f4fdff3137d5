"""Everything else you can do: the lists, wounds shrugged off, Intimidate and Command (MEL-32 to MEL-36)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Obstacle, Pool, ob
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Hurt, Wounded, feels, no_test
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.wounds import Wounds
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.melee.forms.people import B4, B5, Fell, Health
from engine.games.melee.readings import nerve as readings
from engine.games.melee.rules import acts, morale, words
from engine.games.melee.rules.acts import Act, Relief, Takes
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line, Mark

# --- The lists ---


@calculator("mel-acts", rules="MEL-32 MEL-33")
def look_up(
    text: Annotated[
        str, Longest(40), Asked("Look for", "A word or two; empty for all", quick=("shield", "torch", "reload"))
    ] = "",
    takes: Annotated[frozenset[Takes], Asked("Show only")] = frozenset(),
) -> Answer:
    """How much of your turn does it take?"""
    found = acts.fitting(text, takes)
    values = {
        "found": {one.key: one.takes.value for one in found},
        "moves": {one.key: one.takes.moves for one in found},
    }
    if not found:
        said = (
            "The lists have nothing like this. Simple where it takes a moment, complicated where it takes all of you."
        )
        return Answer(values, (Verdict("Not listed", (Fact("the GM decides"),), said),))
    shown = Table("What it takes", COLUMNS, tuple(_row(one) for one in found))
    kinds = tuple(dict.fromkeys(one.takes for one in found))
    if len(kinds) > 1:
        several = wording.count(len(found), "act")
        facts = tuple(Fact(sum(one.takes is kind for one in found), _SHORT[kind]) for kind in Takes if kind in kinds)[
            :4
        ]
        return Answer(values, (Verdict(several, facts, f"{several} in the lists."), shown))
    first, kind = found[0], kinds[0]
    facts = (
        Fact("you may move too" if kind.moves else "you do not move" if kind is not Takes.ROUND else "move included"),
    )
    if kind is Takes.NEVER:
        facts = (Fact("no way to do it here"),)
    facts = (*facts, Fact.count(len(found), "act")) if len(found) > 1 else facts
    what = f"{first.words[0].upper()}{first.words[1:]}" if len(found) == 1 else wording.count(len(found), "act")
    return Answer(values, (Verdict(_FIGURE[kind], facts, f"{what}: {kind.words}."), shown))


COLUMNS = ("What you do", "Takes", "You may move", "Tests", "Note")
_SHORT: Mapping[Takes, str] = {
    Takes.FREE: "free",
    Takes.SIMPLE: "simple",
    Takes.COMPLICATED: "complicated",
    Takes.ATTACK: "attacks",
    Takes.ROUND: "whole rounds",
    Takes.NEVER: "impossible",
}
_FIGURE: Mapping[Takes, str] = {
    Takes.FREE: "Free",
    Takes.SIMPLE: "Simple",
    Takes.COMPLICATED: "Complicated",
    Takes.ATTACK: "An attack",
    Takes.ROUND: "A whole round",
    Takes.NEVER: "Impossible",
}


def _row(one: Act) -> tuple[Entry, ...]:
    moves = {Takes.ATTACK: "before it", Takes.ROUND: "as part of it", Takes.NEVER: None}
    may: str | None = "yes" if one.takes.moves else "no"
    what = f"{one.words[0].upper()}{one.words[1:]}"
    return what, one.takes.words, moves.get(one.takes, may), one.tests or None, one.note or None


# --- Shrugging it off ---


@branch("a test of Health")
class Tested:
    """Health is tested."""

    successes: Fell = None


@branch("a point of artha")
class Paid:
    """Fate or Persona takes the place of the test."""


HURT = Hurt(1, 1)


@calculator("mel-shrug", rules="MEL-34")
def shrug(
    relief: Annotated[Relief, Asked("You")] = Relief.CLEAR,
    by: Annotated[Tested | Paid, Asked("By")] = Tested(),
    health: Health = B4,
    wounds: Annotated[Hurt, Asked("Wounds")] = HURT,
    light: Annotated[int, Between(0, 5), Asked("Light wounds among them", quick=(0, 1, 2)), sheet("light-wounds")] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """Can you shrug the wound off?"""
    if light > wounds.dice:
        raise Unusable(
            "light", f"A Light wound takes a die; {light} of them take more than the {wounds.dice} lost here."
        )
    before = Wounds(wounds.dice, wounds.superficial)
    there = bool(before.superficial) if relief is Relief.CLEAR else readings.grits(light, before, ask)
    if not there:
        what = "Superficial wound" if relief is Relief.CLEAR else "Light wound"
        said = f"There is no {what} that you could ignore."
        return Answer({"possible": False}, (Verdict("Nothing to ignore", (Fact(relief.words),), said),))
    after = acts.ignored(relief, before)
    change = Table(
        "What wounds take",
        ("", "Dice", "Obstacle"),
        (("Now", _dice(before), _added(before)), (relief.lasts.capitalize(), _dice(after), _added(after))),
    )
    values: dict[str, Any] = {"possible": True, "lost": after.lost, "added": int(after.superficial > 0)}
    simple = Note("A simple action: you may move as well.", rule="MEL-32")
    if isinstance(by, Paid):
        said = f"1 {relief.artha.capitalize()}, and the wound is ignored {relief.lasts}."
        facts = (Fact(relief.words), Fact(relief.lasts))
        return Answer(
            {**values, "passed": True, "spends": relief.artha},
            (Verdict(f"1 {relief.artha.capitalize()}", facts, said), change, simple),
            (Spend(relief.artha, 1),),
        )
    hurt = feels(wounds, health, ask, ELEMENTS["health"])
    test = Test.of(health.shade, health.exponent - hurt.lost, relief.obstacle + hurt.added, ask, at="health")
    effects: tuple[Effect, ...] = test.marks("health", Kind.HEALTH)
    values |= test.values
    if by.successes is None:
        return Answer(values, (test.verdict(), change, test.odds(), simple), effects)
    passed = by.successes >= test.obstacle
    said = f"The wound is ignored {relief.lasts}." if passed else "The wound stays as it is, and the action is gone."
    facts = (Fact.count(by.successes, "success", "successes"), Fact(Obstacle(test.obstacle), "obstacle"))
    blocks: tuple[Block, ...] = (change, simple) if passed else (simple,)
    return Answer(
        {**values, "passed": passed}, (Verdict("Ignored" if passed else "Still there", facts, said), *blocks), effects
    )


def _dice(wounds: Wounds) -> str:
    return f"{wording.signed(-wounds.lost)}D" if wounds.lost else "none lost"


def _added(wounds: Wounds) -> str | None:
    return f"+1{wording.NO_BREAK}Ob" if wounds.superficial else None


# --- Intimidate ---


@branch("one person")
class One:
    """Someone with a Steel of their own."""

    steel: Annotated[Ability, Asked("Their Steel", quick=("B3", "B4", "B5", "B6"))] = B5
    lost: Annotated[int, Between(0, 20), Asked("Dice they lost to wounds", quick=(0, 1, 2))] = 0
    superficial: Annotated[bool, Asked("They have Superficial wounds")] = False
    traits: Annotated[int, Between(-10, 10), Asked("Traits change their hesitation by", quick=(-1, 0, 1))] = 0


@branch("a group alike")
class Many:
    """Several who roll 2d6 together."""

    rank: Annotated[int, Between(0, 12), Asked("Their Steel", quick=(3, 4, 5, 6))] = 5
    members: Annotated[int, Between(1, 50), Asked("How many", quick=(3, 5, 8))] = 5


YourSkill = Annotated[Ability, Asked("Your skill", quick=("B3", "B4", "B5", "B6")), sheet("skill")]


@calculator("mel-intimidate", rules="MEL-35")
def intimidate(
    skill: YourSkill = B5,
    will: Annotated[Ability, Asked("Their Will", quick=("B3", "B4", "B5", "G4"))] = B4,
    target: Annotated[One | Many, Asked("You threaten")] = One(),
    successes: Fell = None,
    wounds: Wounded = UNHURT,
    more: Annotated[int, Between(0, 10), Asked("Help, FoRKs, advantage: dice", more=True, quick=(0, 1, 2))] = 0,
    other: Annotated[int, Between(0, 10), Asked("Something else: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Do they lose their nerve over it?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    obstacle = will.exponent + other + hurt.added
    test = Test.of(skill.shade, skill.exponent - hurt.lost + more, obstacle, ask, at="skill")
    marks = test.marks("skill", Kind.SKILL)
    if successes is not None:
        return _threatened(test, will, target, successes, ask, marks)
    law = test.law
    chance = sum(
        (likely * _breaks(will, target, number - obstacle, ask) for number, likely in law if number >= obstacle),
        Fraction(0),
    )
    blocks: list[Block] = [test.verdict(Fact(chance, "they hesitate")), test.odds()]
    reached = range(obstacle, min(obstacle + 4, test.dice + 1))
    if reached:
        rows = tuple((number - obstacle, *_against(will, target, number - obstacle, ask)) for number in reached)
        blocks.append(Table("If it comes off", ("Margin", *HEADS[type(target)]), rows, mark=Mark.DERIVED))
    blocks.append(STILL)
    return Answer({**test.values, "hesitates": chance}, tuple(blocks), marks)


HEADS: Mapping[type, tuple[str, str]] = {One: ("Their Steel", "Hesitates"), Many: ("They hold on", "Someone hesitates")}
STILL = Note(
    "A simple action. You may move too, but you stand still for the test, unless mounted or flying.", rule="MEL-52"
)


def _threatened(
    test: Test, will: Ability, target: One | Many, successes: int, ask: Rulings, marks: tuple[Effect, ...]
) -> Answer:
    """The answer once the threat is rolled."""
    margin = successes - test.obstacle
    facts = (Fact.count(successes, "success", "successes"), Fact(ob(test.obstacle), "was needed"))
    if margin < 0:
        values: dict[str, Any] = {**test.values, "margin": margin, "down": False}
        return Answer(
            values, (Verdict("Unmoved", facts, "They stand their ground, and keep their place."), STILL), marks
        )
    chance = _breaks(will, target, margin, ask)
    values = {**test.values, "margin": margin, "down": True, "hesitates": chance}
    if isinstance(target, Many):
        values["mean"] = morale.fleeing_law(target.rank, target.members, margin).mean
        figure = f"+{margin} on 2d6"
        need = morale.holds_at(target.rank) - margin
        hold = f"hold on {need} or less" if need > 1 else "cannot hold"
        said = f"They go to the bottom of the order. After this round they roll 2d6, and {hold}."
        block: Block = Note("The margin is added to what they roll.", rule="MEL-42")
    else:
        worked = words.intimidated(will, margin, target.traits)
        added = Line(int(target.superficial), "Superficial wounds", "HUB-18")
        total = worked.total + added.amount
        values["steel_obstacle"] = total
        figure = ob(total)
        said = f"They go to the bottom of the order. After this round they test Steel at {ob(total)}."
        block = Working((*worked.lines, added), total, "Obstacle of their Steel test")
    verdict = Verdict(figure, (Fact(margin, "margin"), Fact(chance, "they hesitate")), said)
    return Answer(values, (verdict, block, STILL), marks)


def _against(will: Ability, target: One | Many, margin: int, ask: Rulings) -> tuple[Entry, Entry]:
    """What they then roll against, and the chance that it fails."""
    chance = _breaks(will, target, margin, ask)
    if isinstance(target, Many):
        return f"{wording.number(morale.holds_at(target.rank) - margin)} or less", chance
    return Obstacle(_steel_obstacle(will, target, margin)), chance


def _steel_obstacle(will: Ability, target: One, margin: int) -> int:
    return max(0, words.intimidated(will, margin, target.traits).total) + target.superficial


def _breaks(will: Ability, target: One | Many, margin: int, ask: Rulings) -> Fraction:
    """The chance that a threat with this margin makes anyone hesitate. Source: MEL-35, MEL-42, MEL-43."""
    if isinstance(target, Many):
        return morale.fleeing_law(target.rank, target.members, margin).at_least(1)
    need = _steel_obstacle(will, target, margin)
    pool = Pool.of(max(0, target.steel.exponent - target.lost), target.steel.shade, open_ended=True)
    return law_of(pool, ask, need).below(need)


# --- Command ---


class Afraid(Option):
    """Why a friend does nothing. Source: MEL-36, MEL-44."""

    PRONE = "prone", "begs, on the ground"
    DROOL = "drool", "stands and stares"
    SWOON = "swoon", "has swooned"
    RUN = "run", "runs screaming"
    SURPRISED = "surprised", "was surprised"


@row("friend")
class FriendRow:
    """A friend who hesitates."""

    name: Annotated[str, Asked("Name")] = ""
    failed_by: Annotated[int, Between(0, 30), Asked("Failed Steel by", quick=(1, 2, 3, 4, 6))] = 3
    afraid: Annotated[Afraid, Asked("And now")] = Afraid.DROOL


@calculator("mel-command", rules="MEL-36")
def command(
    skill: YourSkill = B5,
    friends: Annotated[tuple[FriendRow, ...], Asked("Who hesitates on your side")] = (
        FriendRow("Bo", 3),
        FriendRow("Cilla", 6, Afraid.SWOON),
    ),
    successes: Fell = None,
    wounds: Wounded = UNHURT,
    more: Annotated[int, Between(0, 10), Asked("Help, FoRKs, advantage: dice", more=True, quick=(0, 1, 2))] = 0,
    other: Annotated[int, Between(0, 10), Asked("Something else: obstacle", more=True, gm=True, quick=(0, 1, 2))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Whom do you call back to their senses?"""
    names = [one.name or f"Friend {at}" for at, one in enumerate(friends, 1)]
    hear = [at for at, one in enumerate(friends) if _hears(one, ask)]
    deaf = [names[at] for at in range(len(friends)) if at not in hear]
    if not hear:
        said = f"Nobody can be commanded here. {_deaf(deaf)}".strip()
        return Answer({"freed": [], "obstacle": 0}, (Verdict("Nobody", (), said),))
    failed = [0 if friends[at].afraid is Afraid.SURPRISED else friends[at].failed_by for at in hear]
    paid = readings.paid(failed, ask)
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    harder = other + hurt.added
    needs = [need + harder for need in words.needed(failed, paid=paid)]
    obstacle = words.command_obstacle(failed) + harder
    test = Test.of(skill.shade, skill.exponent - hurt.lost + more, obstacle, ask, at="skill")
    law = law_of(test.pool, ask, max(needs))
    marks = test.marks("skill", Kind.SKILL)
    notes: list[Block] = [
        Note("Whoever recovers goes to the top of the order at once, and acts this round.", rule="MEL-07"),
        STILL,
    ]
    if deaf:
        notes.insert(0, Note(_deaf(deaf), rule="MEL-44"))
    values: dict[str, Any] = {**test.values, "needs": {names[at]: need for at, need in zip(hear, needs, strict=True)}}
    if successes is None:
        chances = {names[at]: law.at_least(need) for at, need in zip(hear, needs, strict=True)}
        every = law.at_least(max(needs))
        rows: tuple[tuple[Entry, ...], ...] = tuple(
            (names[at], failed[place], needs[place], law.at_least(needs[place])) for place, at in enumerate(hear)
        )
        shown = Table("Who recovers", ("Who", "Failed by", "Successes", "Chance"), rows, mark=Mark.DERIVED)
        any_ = law.at_least(min(needs))
        verdict = test.verdict(Fact(any_, "for one at least")) if len(hear) > 1 else test.verdict()
        return Answer(
            {**values, "chances": chances, "all": every, "any": any_}, (verdict, shown, test.odds(), *notes), marks
        )
    freed = [hear[place] for place in words.recovers(failed, max(0, successes - harder), paid=paid)]
    called = [_Called(names[at], failed[place], needs[place], at in freed) for place, at in enumerate(hear)]
    blocks = _recovered(called, len(friends), successes)
    return Answer({**values, "freed": [names[at] for at in freed]}, (*blocks, *notes), marks)


@dataclass(frozen=True, slots=True)
class _Called:
    """Someone who hears a Command: what they failed by, what that takes, and whether they recover."""

    name: str
    failed: int
    need: int
    recovers: bool


def _recovered(called: Sequence[_Called], many: int, successes: int) -> Iterator[Block]:
    """Who recovers of those who hear it; `many` hesitate in all."""
    freed = [one.name for one in called if one.recovers]
    figure = "All of them" if len(freed) == len(called) > 1 else wording.listed(freed) or "Nobody"
    facts = (
        Fact(len(freed), "freed"),
        Fact(many - len(freed), "still afraid"),
        Fact.count(successes, "success", "successes"),
    )
    does = "recovers" if len(freed) == 1 else "recover"
    yield Verdict(figure, facts, f"{wording.listed(freed)} {does}." if freed else "Nobody listens.")
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (one.name, one.failed, one.need, "recovers" if one.recovers else "still afraid") for one in called
    )
    yield Table("Who recovers", ("Who", "Failed by", "Successes", ""), rows)


def _hears(one: FriendRow, ask: Rulings) -> bool:
    """Whether a Command can reach them. Source: MEL-36, MEL-09."""
    if one.afraid is Afraid.SURPRISED:
        return ask["surprise.command"] == "yes"
    return one.afraid is not Afraid.RUN


def _deaf(names: list[str]) -> str:
    return f"No Command reaches {wording.listed(names)}." if names else ""

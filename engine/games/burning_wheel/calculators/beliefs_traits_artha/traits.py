"""Traits: their kinds, die traits in a test, call-ons by session, and the trait vote (HUB-61, HUB-63 to HUB-65)."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Told, Verdict, Working
from engine.calculators import calculator
from engine.effects import AddRow, Effect, SetRow
from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import DiceCount, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.test import BONUS, BaseOb, YourAbility
from engine.games.burning_wheel.readings.classes import ONLY_PASSED
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import building
from engine.games.burning_wheel.rules import traits as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.awards import Artha, Wallet
from engine.games.burning_wheel.rules.building import House, Task
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.traits import Change, DieTrait, Does, Length, Voted, Way
from engine.games.burning_wheel.sheet.rows import TraitKind
from engine.games.burning_wheel.words import logged
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark, Worked


@calculator("trait-kind", rules="HUB-61")
def trait_kind(
    does: Annotated[Does, Asked("The trait")] = Does.ROLE,
) -> Answer:
    """What kind of trait is this, and how often does it work?"""
    kind = does.kind
    everyone = table_of_kinds()
    return Answer(
        values={"kind": kind.id, "effect": kind.effect, "limit": kind.limit},
        blocks=(
            Verdict(
                kind.name,
                (Fact(kind.limit),),
                f"A trait that {does.words} is a {kind.name.lower()} trait: it {kind.effect}.",
            ),
            replace(everyone, current=[cells[0] for cells in everyone.rows].index(kind.name)),
            Note("Any trait earns 1 Fate when it turns the story or makes your life harder.", rule="HUB-69"),
        ),
    )


def table_of_kinds() -> Table:
    """The kinds of traits."""
    rows = tuple((kind.name, kind.effect, kind.limit) for kind in rules.KINDS.values())
    return Table("Kinds of traits", ("Kind", "What it does", "How often"), rows)


@row("die trait")
class DieRow(DieTrait):
    """A die trait that applies here, as a row of the form."""

    name: Annotated[str, Asked("Trait")] = ""
    change: Annotated[Change, Asked("What it does")] = Change.DICE
    amount: Annotated[int, Between(1, 10), Asked("By how much", quick=(1, 2))] = 1


@calculator("die-trait", rules="HUB-63")
def die_trait(
    ability: YourAbility = Ability(Shade.BLACK, 4),
    obstacle: BaseOb = Obstacle(3),
    penalty: Annotated[int, BONUS, Asked("What circumstances add", gm=True, quick=(0, 1, 2))] = 0,
    traits: Annotated[tuple[DieRow, ...], Asked("Die traits that apply"), sheet("traits")] = (DieRow("Sure-Footed"),),
    advantage: Annotated[int, BONUS, Asked("Advantage from the situation", more=True)] = 0,
    hesitation: Annotated[int, Between(0, 10), Asked("Hesitation, after a failed Steel test", more=True)] = 6,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What do my die traits change in this test?"""
    gives = rules.dice(traits)
    later = bool(gives and advantage) and ask["edition"] == "later"
    lowers = any(trait.change is Change.LOWERS for trait in traits)
    below = not lowers or ask["dice.trait-on-obstacle"] == "any"
    task = Task(ability.exponent, ELEMENTS["skill"], obstacle, advantage=advantage, trait=gives, wounds=wounds.wounds)
    built, bare = (building.build(one, House(later=later)) for one in (task, replace(task, trait=0)))
    hurt = feels(wounds, ability, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    against, plain = (
        Worked((*rules.obstacle(obstacle, penalty, some, below_base=below).lines, hurt.obstacle))
        for some in (traits, ())
    )
    checked(built.rolled, 0, "traits")
    checked(0, max(against.total, plain.total))
    test = Test(Pool.of(built.rolled, ability.shade), against.total, ask)
    alone = Test(Pool.of(bare.rolled, ability.shade), plain.total, ask).chance
    nerve = rules.hesitation(hesitation, traits)
    return Answer(
        values={
            "dice": test.dice,
            "obstacle": test.obstacle,
            "probability": test.chance,
            "without": alone,
            "class": test.classes.value,
            "classes": test.classes.names,
            "hesitation": nerve.total,
        },
        blocks=(
            _with_traits(test, alone),
            Working(built.dice.lines, test.dice, "Dice, all of them logged", "D"),
            Working(against.lines, against.total, "Obstacle"),
            test.odds(),
            *((Working(nerve.lines, nerve.total, "Hesitation"),) if nerve.total != hesitation else ()),
            *(Note(sentence, rule="HUB-96") for sentence in built.refused),
            Note(ONLY_PASSED, rule="HUB-39"),
        ),
        effects=test.marks("ability"),
    )


def _with_traits(test: Test, without: Fraction) -> Verdict:
    chance, bare = wording.percent(test.chance), wording.percent(without)
    rolls = f"With your traits you roll {wording.count(test.dice, 'die', 'dice')} against {ob(test.obstacle)}"
    return Verdict(
        chance,
        (
            Fact(DiceCount(test.dice), "dice"),
            Fact(Obstacle(test.obstacle), "obstacle"),
            Fact(without, "without"),
            logged(test.classes),
        ),
        f"{rolls}: {chance}, without them {bare}. It is {test.classes.article}.",
        Mark.DERIVED,
    )


# Call-ons by session


@row("trait")
class CallOnRow:
    """A trait, as a row of the form; only call-ons are called on."""

    name: Annotated[str, Asked("Trait")] = ""
    effect: Annotated[str, Longest(240), Asked("What it is good for")] = ""
    kind: Annotated[TraitKind, Asked("Kind of trait")] = TraitKind.CALL_ON
    used: Annotated[bool, Asked("Called on this session")] = False


class Use(Option):
    """What a call-on is used for. Source: HUB-61."""

    REROLL = "reroll", "failed dice rolled again"
    TIE = "tie", "a tie broken"


@branch("Call on a trait")
class CallOn:
    """Call on a trait, for one test."""

    number: Annotated[int, Between(1, 40), Asked("Number", quick=(1, 2, 3))] = 1
    use: Annotated[Use, Asked("For")] = Use.REROLL


@branch("New session")
class NewSession:
    """A new session begins: every call-on is fresh."""


@dataclass(frozen=True, slots=True)
class Called:
    """The call-ons with whether each is used, as they `began`, and what happened last."""

    traits: tuple[CallOnRow, ...]
    once: bool
    began: tuple[CallOnRow, ...]
    sitting: int = 1
    told: tuple[Told, ...] = ()

    def after(self, said: str, **changed: Any) -> "Called":
        """The call-ons after one more entry."""
        return replace(self, told=(Told(0, said, "HUB-61"),), **changed)

    def fresh(self, trait: CallOnRow) -> bool:
        """Whether this one can still be called on. Source: HUB-61."""
        return not (any(one.used for one in self.traits) if self.once else trait.used)


REFUSED = "refused, a new session makes it fresh"


def start(
    traits: Annotated[tuple[CallOnRow, ...], Asked("Traits"), sheet("traits", at_once=True)] = (
        CallOnRow("Silver Voice", "speeches to the faithful"),
        CallOnRow("Old Campaigner", "finding a way out of a fight"),
    ),
    *,
    ask: Rulings,
) -> Called:
    """Which call-ons are still fresh this session?"""
    calls = tuple(one for one in traits if one.kind is TraitKind.CALL_ON)
    return Called(calls, len(calls) > 1 and ask["rolls.call-on-session"] == "character", calls)


def moves(state: Called) -> dict[str, tuple[object, ...]]:
    """What may be entered now."""
    fresh = [number for number, one in enumerate(state.traits, 1) if state.fresh(one)]
    calls = (CallOn(fresh[0]),) if fresh else ()
    return {"player": (*calls, NewSession)}


def step(state: Called, side: str, move: object, dice: Dice) -> Called:
    """The call-ons after one entry; one that is not fresh is refused. Raises `Refused` where it is not there."""
    match move:
        case CallOn(number, use):
            if number > len(state.traits):
                raise Refused(f"The list ends at number {len(state.traits)}; this says {number}.")
            called = state.traits[number - 1]
            name = called.name or f"Trait {number}"
            if not state.fresh(called):
                return state.after(f"{name}: {REFUSED}.")
            after = (*state.traits[: number - 1], replace(called, used=True), *state.traits[number:])
            return state.after(f"{name}: {use.words}.", traits=after)
    rested = tuple(replace(one, used=False) for one in state.traits)
    sitting = state.sitting + 1
    return state.after(f"Session {sitting} begins: every call-on is fresh.", traits=rested, sitting=sitting)


def show(state: Called) -> Answer:
    """The call-ons of this session."""
    fresh = [one for one in state.traits if state.fresh(one)]
    named = [one.name or f"Trait {number}" for number, one in enumerate(state.traits, 1)]
    status = ["used" if one.used else "fresh" if state.fresh(one) else "not this session" for one in state.traits]
    effects = tuple(
        SetRow("traits", one.name, {"used": one.used})
        for one, began in zip(state.traits, state.began, strict=True)
        if one.name and one.used != began.used
    )
    left = wording.listed(name for name, one in zip(named, state.traits, strict=True) if state.fresh(one))
    rows = tuple(
        (number, name, one.effect or None, word)
        for number, (name, one, word) in enumerate(zip(named, state.traits, status, strict=True), 1)
    )
    blocks: list[Block] = [
        Verdict(
            f"{len(fresh)} of {len(state.traits)} fresh",
            (Fact(f"session {state.sitting}"),),
            f"Fresh this session: {left}." if fresh else "No call-on is left this session.",
        )
    ]
    if rows:
        blocks.append(Table("Call-ons", ("Number", "Trait", "For", "This session"), rows))
    blocks.append(Note("You decide after the roll. Each call is for one test.", rule="HUB-62"))
    return Answer(
        values={"fresh": len(fresh), "of": len(state.traits), "session": state.sitting, "used": status},
        blocks=tuple(blocks),
        effects=effects,
    )


session("call-ons", rules="HUB-61", start=start, moves=moves, step=step, show=show)


# The trait vote


@row("trait")
class VoteRow:
    """A trait that the table votes on, as a row of the form."""

    character: Annotated[str, Asked("Whose trait")] = ""
    trait: Annotated[str, Asked("Trait")] = ""
    way: Annotated[Way, Asked("The vote is to")] = Way.GAIN
    kind: Annotated[Voted, Asked("Kind of trait")] = Voted.CHARACTER
    yes: Annotated[int, Between(0, 41), Asked("Yes votes", quick=(1, 2, 3, 4, 5))] = 0
    noted: Annotated[frozenset[Artha], Asked("Artha noted on its Belief or Instinct")] = frozenset()

    @property
    def wallet(self) -> Wallet:
        """A point of each kind of artha that is noted; one is enough."""
        return Wallet(**{kind.value: int(kind in self.noted) for kind in Artha})


SHEET_KINDS = {
    Voted.CHARACTER: TraitKind.CHARACTER,
    Voted.CALL_ON: TraitKind.CALL_ON,
    Voted.MINOR: TraitKind.DIE,
    Voted.MAJOR: TraitKind.DIE,
}


@dataclass(frozen=True, slots=True)
class Counted:
    """A trait that was voted on: the votes it takes, and the artha without which it cannot come, if so."""

    row: VoteRow
    needed: int
    missing: Artha | None

    @property
    def whose(self) -> str:
        return self.row.character or "A character"

    @property
    def gained(self) -> bool:
        return self._passed and self.row.way is Way.GAIN

    @property
    def lost(self) -> bool:
        return self._passed and self.row.way is not Way.GAIN

    @property
    def _passed(self) -> bool:
        return self.row.yes >= self.needed and not self.missing

    @property
    def result(self) -> str:
        """What came of the vote."""
        if self.missing:
            return f"needs {self.missing.words} noted"
        if self.row.way is Way.GAIN:
            return "gained" if self.gained else "not gained"
        return "lost" if self.lost else "stays"


@calculator("trait-vote", rules="HUB-64 HUB-65")
def trait_vote(
    players: Annotated[int, Between(1, 40), Asked("Players, without the GM", quick=(2, 3, 4, 5))] = 4,
    votes: Annotated[tuple[VoteRow, ...], Asked("Traits to vote on")] = (VoteRow("Ilse", "Iron Nerves", yes=4),),
    length: Annotated[Length, Asked("The adventure was", more=True)] = Length.LONG,
    mine: Annotated[
        str, Asked("Your character", "Traits voted in can go onto your sheet.", more=True), sheet("name")
    ] = "",
    *,
    ask: Rulings,
) -> Answer:
    """Which traits does the table vote on and off?"""
    later = ask["edition"] == "later"
    owner = not later and ask["traits.owner-votes"] == "yes"
    voters = rules.voters(players, owner=owner, gm=ask["traits.gm-votes"] == "yes")
    bare = any(one.way is Way.GAIN and one.kind is not Voted.CHARACTER and not one.noted for one in votes)
    first = not later and bare and ask["traits.artha-first"] == "yes"
    found = []
    for index, one in enumerate(votes):
        if one.yes > voters:
            people = wording.count(voters, "person votes", "people vote")
            raise Unusable(f"votes.{index}.yes", f"{people} on this trait; this counts {one.yes}.")
        limited = one.way is Way.GAIN and not later
        missing = one.kind.lacks(one.wallet, first=first) if limited else None
        found.append(Counted(one, rules.needed(one.way, voters, later=later), missing))
    gained, lost = [one for one in found if one.gained], [one for one in found if one.lost]
    caps = Counter(one.whose for one in gained)
    usual, most = rules.CAPS[length]
    over = [] if later else [name for name, count in caps.items() if count > most]
    figure = f"{len(gained)} gained, {len(lost)} lost" if lost else f"{len(gained)} gained"
    changed = [f"{one.whose} gains {one.row.trait or 'a trait'}" for one in gained]
    changed += [f"{one.whose} loses {one.row.trait or 'a trait'}" for one in lost]
    said = f"{wording.listed(changed)}." if changed else "Everything stays as it is."
    rows = tuple(
        (one.whose, one.row.trait or "a trait", f"{one.row.yes} of {voters}", one.needed, one.result) for one in found
    )
    advised = f"{usual}" if usual == most else f"{usual} or {most}"
    return Answer(
        values={
            "gained": [one.row.trait for one in gained],
            "lost": [one.row.trait for one in lost],
            "voters": voters,
            "needed": [one.needed for one in found],
            "over": over,
        },
        blocks=(
            Verdict(figure, (Fact.count(voters, "vote on each trait", "votes on each trait"),), said),
            Table("The votes", ("Character", "Trait", "Yes", "Needed", "Result"), rows),
            *(
                Note(
                    f"{name} gains {caps[name]}; after a {length.words} adventure the book advises {advised}.",
                    rule="HUB-64",
                )
                for name in over
            ),
        ),
        effects=tuple(
            _onto_sheet(one.row) for one in gained if mine and one.row.character.casefold() == mine.casefold()
        ),
    )


def _onto_sheet(voted: VoteRow) -> Effect:
    return AddRow("traits", {"name": voted.trait, "kind": SHEET_KINDS[voted.kind].value})

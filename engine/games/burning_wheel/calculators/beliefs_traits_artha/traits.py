"""Traits: their kinds, die traits in a test, call-ons by session, and the trait vote (HUB-61, HUB-63 to HUB-65)."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Told, Verdict, Working
from engine.calculators import calculator
from engine.effects import AddRow, Effect, SetRow
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.dice import MOST_DICE, MOST_OBSTACLE, Obstacle, Pool, Shade, ob
from engine.games.burning_wheel.forms.test import BONUS, BaseOb, YourAbility
from engine.games.burning_wheel.readings.classes import ONLY_PASSED, classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import building
from engine.games.burning_wheel.rules import traits as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.awards import Artha, Wallet
from engine.games.burning_wheel.rules.building import House, Task
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.traits import Change, DieTrait, Does, Length, Voted, Way
from engine.games.burning_wheel.sheet.form import TraitKind
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, session
from engine.working import Mark, Worked

KIND_COLUMNS = ("Kind", "What it does", "How often")


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
                kind.limit,
                f"A trait that {does.words} is a {kind.name.lower()} trait: it {kind.effect}.",
            ),
            replace(everyone, current=[row[0] for row in everyone.rows].index(kind.name)),
            Note("Any trait earns 1 Fate when it turns the story or makes your life harder.", rule="HUB-69"),
        ),
    )


def table_of_kinds() -> Table:
    """The kinds of traits."""
    rows = tuple((kind.name, kind.effect, kind.limit) for kind in rules.KINDS.values())
    return Table("Kinds of traits", KIND_COLUMNS, rows)


@dataclass(frozen=True, slots=True)
class DieRow:
    """A die trait that applies here, as a row of the form."""

    name: Annotated[str, Asked("Trait")] = ""
    change: Annotated[Change, Asked("What it does")] = Change.DICE
    amount: Annotated[int, Between(1, 10), Asked("By", quick=(1, 2))] = 1

    singular: ClassVar[str] = "die trait"


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
    applied = [DieTrait(row.change, row.amount, row.name or "Die trait") for row in traits]
    gives = rules.dice(applied)
    later = bool(gives and advantage) and ask["edition"] == "later"
    lowers = any(trait.change is Change.LOWERS for trait in applied)
    below = not lowers or ask["dice.trait-on-obstacle"] == "any"
    element = ELEMENTS["skill"]
    with_traits, without = (
        building.build(
            Task(ability.exponent, element, obstacle, advantage=advantage, trait=more, wounds=wounds.wounds),
            House(later=later),
        )
        for more in (gives, 0)
    )
    hurt = feels(wounds, ability, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    against, plain = (
        Worked((*rules.obstacle(obstacle, penalty, some, below_base=below).lines, hurt.obstacle))
        for some in (applied, ())
    )
    if with_traits.rolled > MOST_DICE:
        raise Unusable("traits", f"A pool has at most {MOST_DICE} dice; this comes to {with_traits.rolled}.")
    if (highest := max(against.total, plain.total)) > MOST_OBSTACLE:
        raise Unusable("traits", f"An obstacle is at most {MOST_OBSTACLE} here; this comes to {highest}.")
    pool, bare = (Pool.of(built.rolled, ability.shade) for built in (with_traits, without))
    chance, alone = law_of(pool, ask).at_least(against.total), law_of(bare, ask).at_least(plain.total)
    classes = classes_of(pool.dice, against.total, ask)
    nerve = rules.hesitation(hesitation, applied)
    blocks: list[Block] = [
        Verdict(
            f"{pool.dice}D · {ob(against.total)}",
            f"{wording.percent(chance)} · without: {wording.percent(alone)} · {classes.words}",
            f"With your traits you roll {wording.count(pool.dice, 'die', 'dice')} against "
            f"{ob(against.total)}: {wording.percent(chance)}, without them {wording.percent(alone)}. "
            f"It is {classes.article}.",
            Mark.DERIVED,
        ),
        Working(with_traits.dice.lines, pool.dice, "Dice, all of them logged", "D"),
        Working(against.lines, against.total, "Obstacle"),
        odds_of(pool, against.total, ask),
    ]
    if nerve.total != hesitation:
        blocks.append(Working(nerve.lines, nerve.total, "Hesitation"))
    blocks += [Note(sentence, rule="HUB-96") for sentence in with_traits.refused]
    blocks.append(Note(ONLY_PASSED, rule="HUB-39"))
    return Answer(
        values={
            "dice": pool.dice,
            "obstacle": against.total,
            "probability": chance,
            "without": alone,
            "class": classes.value,
            "classes": classes.names,
            "hesitation": nerve.total,
        },
        blocks=tuple(blocks),
        effects=marks_of("ability", classes),
    )


# Call-ons by session


@dataclass(frozen=True, slots=True)
class CallOnRow:
    """A trait, as a row of the form; only call-ons are called on."""

    name: Annotated[str, Asked("Trait")] = ""
    effect: Annotated[str, Longest(240), Asked("What it is good for")] = ""
    kind: Annotated[TraitKind, Asked("Kind")] = TraitKind.CALL_ON
    used: Annotated[bool, Asked("Called on this session")] = False

    singular: ClassVar[str] = "trait"


class Use(Option):
    """What a call-on is used for. Source: HUB-61."""

    REROLL = "reroll", "failed dice rolled again"
    TIE = "tie", "a tie broken"


@dataclass(frozen=True, slots=True)
class CallOn:
    """Call on a trait, for one test."""

    number: Annotated[int, Between(1, 40), Asked("Number", quick=(1, 2, 3))] = 1
    use: Annotated[Use, Asked("For")] = Use.REROLL

    words: ClassVar[str] = "Call on a trait"


@dataclass(frozen=True, slots=True)
class NewSession:
    """A new session begins: every call-on is fresh."""

    words: ClassVar[str] = "New session"


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
    traits: Annotated[tuple[CallOnRow, ...], Asked("Traits"), sheet("traits")] = (
        CallOnRow("Silver Voice", "speeches to the faithful"),
        CallOnRow("Old Campaigner", "finding a way out of a fight"),
    ),
    *,
    ask: Rulings,
) -> Called:
    """Which call-ons are still fresh this session?"""
    calls = tuple(row for row in traits if row.kind is TraitKind.CALL_ON)
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
        (str(number), name, one.effect or "–", word)
        for number, (name, one, word) in enumerate(zip(named, state.traits, status, strict=True), 1)
    )
    blocks: list[Block] = [
        Verdict(
            f"{len(fresh)} of {len(state.traits)} fresh",
            f"session {state.sitting}",
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


@dataclass(frozen=True, slots=True)
class VoteRow:
    """A trait that the table votes on, as a row of the form."""

    character: Annotated[str, Asked("Whose trait")] = ""
    trait: Annotated[str, Asked("Trait")] = ""
    way: Annotated[Way, Asked("The vote is to")] = Way.GAIN
    kind: Annotated[Voted, Asked("Kind of trait")] = Voted.CHARACTER
    yes: Annotated[int, Between(0, 41), Asked("Yes votes", quick=(1, 2, 3, 4, 5))] = 0
    noted: Annotated[frozenset[Artha], Asked("Artha noted on its Belief or Instinct")] = frozenset()

    singular: ClassVar[str] = "trait"

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
    bare = any(row.way is Way.GAIN and row.kind is not Voted.CHARACTER and not row.noted for row in votes)
    first = not later and bare and ask["traits.artha-first"] == "yes"
    gained: list[VoteRow] = []
    lost: list[VoteRow] = []
    rows = []
    for index, row in enumerate(votes):
        if row.yes > voters:
            people = wording.count(voters, "person votes", "people vote")
            raise Unusable(f"votes.{index}.yes", f"{people} on this trait; this counts {row.yes}.")
        wanted = rules.needed(row.way, voters, later=later)
        limited = row.way is Way.GAIN and not later
        missing = row.kind.lacks(row.wallet, first=first) if limited else None
        passed = row.yes >= wanted and not missing
        if passed:
            (gained if row.way is Way.GAIN else lost).append(row)
        result = f"needs {missing.words} noted" if missing else RESULTS[row.way, passed]
        rows.append((_whose(row), row.trait or "a trait", f"{row.yes} of {voters}", str(wanted), result))
    caps = Counter(_whose(row) for row in gained)
    usual, most = rules.CAPS[length]
    over = [] if later else [name for name, count in caps.items() if count > most]
    figure = f"{len(gained)} gained" if not lost else f"{len(gained)} gained, {len(lost)} lost"
    changed = [f"{_whose(row)} gains {row.trait or 'a trait'}" for row in gained]
    changed += [f"{_whose(row)} loses {row.trait or 'a trait'}" for row in lost]
    blocks: list[Block] = [
        Verdict(
            figure,
            f"{wording.count(voters, 'vote')} on each trait",
            f"{wording.listed(changed)}." if changed else "Everything stays as it is.",
        ),
        Table("The votes", ("Character", "Trait", "Yes", "Needed", "Result"), tuple(rows)),
    ]
    advised = f"{usual}" if usual == most else f"{usual} or {most}"
    blocks += [
        Note(f"{name} gains {caps[name]}; after a {length.words} adventure the book advises {advised}.", rule="HUB-64")
        for name in over
    ]
    return Answer(
        values={
            "gained": [row.trait for row in gained],
            "lost": [row.trait for row in lost],
            "voters": voters,
            "needed": [rules.needed(row.way, voters, later=later) for row in votes],
            "over": over,
        },
        blocks=tuple(blocks),
        effects=tuple(_onto_sheet(row) for row in gained if mine and row.character.casefold() == mine.casefold()),
    )


RESULTS = {
    (Way.GAIN, True): "gained",
    (Way.GAIN, False): "not gained",
    (Way.GM_LOSES, True): "lost",
    (Way.GM_LOSES, False): "stays",
    (Way.OWNER_LOSES, True): "lost",
    (Way.OWNER_LOSES, False): "stays",
}


def _whose(row: VoteRow) -> str:
    return row.character or "A character"


def _onto_sheet(row: VoteRow) -> Effect:
    return AddRow("traits", {"name": row.trait, "kind": SHEET_KINDS[row.kind].value})

"""Standing: affiliations and reputations lost and won, infamy, another name, joining and rising (CIR-13 to CIR-19)."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow, Effect, SetRow
from engine.forms import Asked, Between, Unusable, branch, row, sheet
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.people.circles import B3, MOST_BONUS
from engine.games.burning_wheel.dice import DiceCount, Shade, ob
from engine.games.burning_wheel.forms.circles import STANDING_DICE, AffiliationRow, Circles, ReputationRow
from engine.games.burning_wheel.readings.standing import affiliations_under, price_of, reputations_under
from engine.games.burning_wheel.rules import circles, traits
from engine.games.burning_wheel.rules import standing as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.circles import Affiliation, Disposition, Occupation, Reputation, Station
from engine.games.burning_wheel.rules.standing import Amends, Feat, Group, Guise, Joined, Proposal, Ruin, Setback
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

HELD = Between(0, 5)
RAISABLE = Between(0, 4)
"""Dice that one more can join: a row of the sheet holds five."""
ROLLED = Between(0, 100)
B4 = Ability(Shade.BLACK, 4)
GROUP = "The group"


# Affiliations lost and won back


@branch("It went wrong")
class Harm:
    """A contact of the group was met, and it went wrong."""

    used: Annotated[bool, Asked("Its dice were in the Circles test")] = True
    setback: Annotated[Setback, Asked("With that contact")] = Setback.SKILL
    harmed: Annotated[bool, Asked("The group is really harmed", gm=True)] = True


@branch("I loosen the ties")
class Cut:
    """The player loosens the ties."""

    keep: Annotated[int, HELD, Asked("Dice you keep", quick=(0, 1, 2))] = 0


@branch("I win it back")
class Regain:
    """A place in the group is won back."""

    lost: Annotated[int, STANDING_DICE, Asked("Dice that were lost", quick=(1, 2))] = 1
    amends: Annotated[bool, Asked("You made good, kept your word or rejoined", gm=True)] = True
    by: Annotated[Amends, Asked("Then you test it by")] = Amends.DUEL
    won: Annotated[bool, Asked("You won")] = True


AS_BEFORE = Fact("as before")


def _before(dice: int) -> Fact:
    return Fact(f"{dice}D", "before")


@calculator("affiliation-loss", rules="CIR-13")
def affiliation_loss(
    dice: Annotated[int, HELD, Asked("Your dice with the group", quick=(0, 1, 2, 3))] = 2,
    event: Annotated[Harm | Cut | Regain, Asked("What happened")] = Harm(),
    name: Annotated[str, Asked("The group", more=True)] = "",
    *,
    ask: Rulings,
) -> Answer:
    """Do you lose your place in the group, and how do you win it back?"""
    called = name or GROUP
    match event:
        case Harm(used, setback, harmed):
            falls = rules.affiliation_falls(dice, used, setback, harmed)
            found = rules.after_harm(dice, falls)
            why = _why_it_stays(dice, event)
            if falls:
                why = f"{called}: {setback.words}, and the harm is done. You lose a die."
        case Cut(keep):
            if keep > dice:
                raise Unusable("event.keep", f"You keep at most what you have, which is {dice}D; this says {keep}D.")
            found = rules.after_cutting(dice, keep)
            why = f"{called}: your choice, at any time and without a test."
        case Regain(lost, amends, by, won):
            if dice + lost > HELD.most:
                raise Unusable(
                    "event.lost", f"An affiliation has at most {HELD.most}D here; this comes to {dice + lost}D."
                )
            whole = lost == 1 or ask["standing.regain"] == "all"
            back = amends and won
            found = rules.after_amends(dice, lost if back else 0, whole=whole)
            why = f"{called}: {by.words} is won, and they take you back."
            if not back:
                missing = f"{by.words} has to be won" if amends else "first make good, or rejoin"
                why = f"{called}: nothing comes back yet; {missing}."
    after = found.total
    facts = [_before(dice) if after != dice else AS_BEFORE]
    if dice and not after:
        facts.append(Fact("no longer one of them"))
    return Answer(
        values={"dice": after, "change": after - dice},
        blocks=(Verdict(f"{after}D", tuple(facts), why), Working(found.lines, after, "Dice of the affiliation", "D")),
        effects=_rewritten("affiliations", name, dice, after),
    )


def _rewritten(rows: str, name: str, before: int, after: int, **new: bool) -> tuple[Effect, ...]:
    """The standing of this name on the sheet: written down with what is `new` of it, changed, or struck out."""
    if not name or before == after:
        return ()
    if not before:
        return (AddRow(rows, {"name": name, "dice": after, **new}),)
    return (SetRow(rows, name, {"dice": after} if after else {}),)


def _why_it_stays(dice: int, harm: Harm) -> str:
    """Why a mishap takes no die, in one sentence."""
    if not dice:
        return "There is no die left to lose."
    if not harm.used:
        return "Nothing is lost: the group had no part in finding this contact."
    if harm.setback is Setback.NONE:
        return "Nothing is lost: it takes a crucial test or an important duel."
    return "Nothing is lost: the GM sees no real harm to the group."


# Reputations lost, and infamy


@calculator("reputation-loss", rules="CIR-14 CIR-15")
def reputation_loss(
    dice: Annotated[int, STANDING_DICE, Asked("Dice of the reputation", quick=(1, 2, 3))] = 2,
    used: Annotated[bool, Asked("Its dice were in the Circles test")] = True,
    ended: Annotated[Ruin, Asked("How it ended")] = Ruin.DUEL,
    outrage: Annotated[bool, Asked("You answer with an outrage", "Insults, a challenge, murder: infamy.")] = False,
    infamous: Annotated[int, RAISABLE, Asked("Infamous dice of that kind already", more=True)] = 0,
    name: Annotated[str, Asked("Known as", more=True)] = "",
    rewritten: Annotated[str, Asked("Infamous from now on as", more=True)] = "",
) -> Answer:
    """Does this cost you your good name, or do you live in infamy?"""
    threatened = rules.reputation_threatened(used, ended)
    outrageous = threatened and outrage
    found = rules.after_ruin(dice, threatened)
    bad = rules.after_outrage(infamous, outrageous)
    facts = [_before(dice) if threatened else AS_BEFORE]
    if not threatened:
        sentence = "No die is threatened, so nothing is lost."
        if outrage:
            sentence += " An outrage makes no name here, only trouble."
    elif outrageous:
        facts.append(Fact(f"{bad.total}D", "infamous"))
        sentence = f"Your good name drops to {found.total}D; the die goes to a bad one, now {bad.total}D."
    else:
        sentence = f"You lose a die and keep {found.total}D." if found.total else "You lose the die, and the name."
    blocks: list[Block] = [
        Verdict(f"{found.total}D", tuple(facts), sentence),
        Working(found.lines, found.total, "Dice of the good name", "D"),
    ]
    if outrageous or infamous:
        blocks.append(Working(bad.lines, bad.total, "Dice of the bad name", "D"))
    if outrageous:
        blocks.append(Note("Write the outrage into the new name. The GM may turn people against you.", rule="CIR-15"))
        blocks.append(
            Note(f"Among those it offends, your Circles tests are at +{bad.total}{wording.NO_BREAK}Ob.", rule="CIR-09")
        )
    return Answer(
        values={"dice": found.total, "infamous_dice": bad.total, "threatened": threatened},
        blocks=tuple(blocks),
        effects=(
            *_rewritten("reputations", name, dice, found.total),
            *_rewritten("reputations", rewritten, infamous, bad.total, infamous=True),
        ),
    )


# Another name


@calculator("new-identity", rules="CIR-16")
def new_identity(
    guise: Annotated[Guise, Asked("You live under")] = Guise.NEW,
    reputations: Annotated[tuple[ReputationRow, ...], Asked("Your reputations"), sheet("reputations")] = (
        ReputationRow("duelist", 2),
    ),
    affiliations: Annotated[tuple[AffiliationRow, ...], Asked("Your affiliations"), sheet("affiliations")] = (),
    *,
    ask: Rulings,
) -> Answer:
    """What is your standing worth under another name, and when you return?"""
    back = guise is Guise.OLD
    worth = reputations_under(guise, reputations, ask)
    groups = affiliations_under(guise, affiliations, ask)
    good = sum(dice for one, dice in zip(reputations, worth, strict=True) if not one.infamous)
    bad = sum(dice for one, dice in zip(reputations, worth, strict=True) if one.infamous)
    standing: list[tuple[str, Reputation | Affiliation, int]] = [
        *(("reputations", one, dice) for one, dice in zip(reputations, worth, strict=True)),
        *(("affiliations", one, dice) for one, dice in zip(affiliations, groups, strict=True)),
    ]
    before = sum(one.dice for _, one, _ in standing)
    total = good + bad + sum(groups)
    sentence = (
        f"You take up the old name again: {total}D of standing are left of {before}D."
        if back
        else f"Nobody knows you: none of your {before}D of standing counts, for you or against you."
    )
    blocks: list[Block] = [Verdict(f"{total}D", (Fact(f"{before}D", "under the old name"),), sentence)]
    if standing:
        rows = tuple((_called(one), DiceCount(one.dice), DiceCount(dice)) for _, one, dice in standing)
        blocks.append(Table("Your standing", ("Standing", "Old name", "Now"), rows))
    changed = [_rewritten(rows, one.name, one.dice, dice) for rows, one, dice in standing if back]
    return Answer(
        values={"reputation_dice": good, "infamous_dice": bad, "affiliation_dice": sum(groups), "before": before},
        blocks=tuple(blocks),
        effects=tuple(effect for effects in changed for effect in effects),
    )


def _called(one: Reputation | Affiliation) -> str:
    kind = "Affiliation" if isinstance(one, Affiliation) else "Infamous" if one.infamous else "Reputation"
    return circles.named_as(kind, one.name)


# Reputations by vote


@row("proposal")
class ProposalRow(Proposal):
    """A reputation that the table votes on, as a row of the form."""

    character: Annotated[str, Asked("Whose reputation")] = ""
    name: Annotated[str, Asked("Known as")] = ""
    feat: Annotated[Feat, Asked("The deed")] = Feat.FEUD
    held: Annotated[int, RAISABLE, Asked("Dice of it now", quick=(0, 1, 2))] = 0
    yes: Annotated[int, Between(0, 41), Asked("Yes votes", quick=(1, 2, 3, 4, 5))] = 0


@calculator("reputation-vote", rules="CIR-17")
def reputation_vote(
    players: Annotated[int, Between(1, 40), Asked("Players, without the GM", quick=(2, 3, 4, 5))] = 4,
    votes: Annotated[tuple[ProposalRow, ...], Asked("Reputations to vote on")] = (
        ProposalRow("Ilse", "peacemaker of the mills", Feat.FEUD, yes=4),
    ),
    mine: Annotated[
        str, Asked("Your character", "Reputations voted in can go onto your sheet.", more=True), sheet("name")
    ] = "",
    *,
    ask: Rulings,
) -> Answer:
    """Which reputations does the table grant or raise?"""
    voters = traits.voters(players, owner=ask["traits.owner-votes"] == "yes", gm=ask["traits.gm-votes"] == "yes")
    wanted = traits.needed(traits.Way.GAIN, voters, later=False)
    raised = Counter(one.known_as for one in votes if one.feat is Feat.RAISE)
    for index, one in enumerate(votes):
        _votable(index, one, voters, raised[one.known_as])
    granted = [one for one in votes if one.yes >= wanted]
    changed = [f"{one.whose} is known as {one.what}, {one.after}D" for one in granted]
    rows = tuple((one.whose, one.what, f"{one.yes} of {voters}", wanted, _voted(one, wanted)) for one in votes)
    own = [one for one in granted if mine and one.character.casefold() == mine.casefold()]
    return Answer(
        values={
            "granted": [one.what for one in granted],
            "dice": [one.after for one in granted],
            "voters": voters,
            "needed": wanted,
        },
        blocks=(
            Verdict(
                f"{len(granted)} of {len(votes)} granted",
                (Fact.count(wanted, "yes vote needed", "yes votes needed"), Fact("everyone")),
                f"{wording.listed(changed)}." if changed else "Everything stays as it is.",
            ),
            Table("The votes", ("Character", "Reputation", "Yes", "Needed", "Result"), rows),
        ),
        effects=tuple(
            SetRow("reputations", one.name, {"dice": one.after})
            if one.held
            else AddRow("reputations", {"name": one.name, "dice": one.after})
            for one in own
        ),
    )


def _votable(index: int, one: Proposal, voters: int, raised: int) -> None:
    """Refuse a proposal with more votes than voters, without the dice it needs, or `raised` more than once."""
    if one.yes > voters:
        people = wording.count(voters, "person votes", "people vote")
        raise Unusable(f"votes.{index}.yes", f"{people} on this; this counts {one.yes}.")
    raises = one.feat is Feat.RAISE
    if raises is not bool(one.held):
        needs = "has dice already" if raises else "starts from nothing"
        kind = "A reputation that is raised" if raises else "A new reputation"
        raise Unusable(f"votes.{index}.held", f"{kind} {needs}; this says {one.held}D.")
    if raises and raised > 1:
        raise Unusable(f"votes.{index}.feat", "A reputation rises by one die a scenario; this one stands here twice.")


def _voted(one: Proposal, wanted: int) -> str:
    if one.yes >= wanted:
        return f"{one.after}D"
    return f"{one.held}D, as before" if one.held else "not granted"


@table("reputation-sizes")
def reputation_sizes() -> Table:
    """How great a new reputation is, by what it is for."""
    rows = tuple(
        (feat.words.removeprefix("new: like ").capitalize(), DiceCount(feat.amount or 0))
        for feat in Feat
        if feat is not Feat.RAISE
    )
    return Table("How great a new reputation is", ("For a deed like", "Dice"), rows)


# Joining a group, and rising in it


class Wanted(Option):
    """The affiliation that is wanted, by its dice. Source: CIR-18."""

    ONE = "one", "1D", 1
    TWO = "two", "2D", 2
    THREE = "three", "3D", 3


@branch("I join")
class Join:
    """A new group."""

    dice: Annotated[Wanted, Asked("For an affiliation of")] = Wanted.ONE


@branch("I rise, from 1D to 2D")
class Rise:
    """Higher rank in a group that one belongs to."""


OtherDice = Between(0, MOST_BONUS)


@calculator("affiliation-price", rules="CIR-18 CIR-19")
def affiliation_price(
    way: Annotated[Join | Rise, Asked("What you want")] = Join(),
    groups: Annotated[frozenset[Group], Asked("The group is")] = frozenset(),
    resources: Annotated[Ability, Asked("Your Resources now"), sheet("resources")] = B4,
    resources_bonus: Annotated[int, OtherDice, Asked("Help, cash and other dice there")] = 0,
    circles_ability: Circles = B3,
    circles_bonus: Annotated[int, OtherDice, Asked("Reputation and other dice there")] = 0,
    occupation: Annotated[Occupation, Asked("Their trade is", more=True)] = Occupation.COMMON,
    station: Annotated[Station, Asked("Their rank is", more=True)] = Station.SAME,
    disposition: Annotated[Disposition, Asked("They think", more=True)] = Disposition.COMMON,
    invited: Annotated[bool, Asked("They have asked you in", gm=True, more=True)] = True,
    circles_rolled: Annotated[int | None, ROLLED, Asked("Successes with Circles", more=True)] = None,
    resources_rolled: Annotated[int | None, ROLLED, Asked("Successes with Resources", more=True)] = None,
    name: Annotated[str, Asked("The group’s name", more=True)] = "",
    *,
    ask: Rulings,
) -> Answer:
    """What does it take to join a group, or to rise in it?"""
    rising = isinstance(way, Rise)
    dice = 2 if isinstance(way, Rise) else way.dice.amount or 0
    if dice not in rules.PRICES and ask["standing.three-dice"] == "no":
        raise Unusable("way.dice", "By your ruling 1D or 2D can be bought; this asks for 3D.")
    price = price_of(dice, groups, ask)
    door = circles.obstacle(occupation, station, disposition=disposition)
    asked = not rising or ask["standing.rise-circles"] == "yes"
    worked = rules.resources_dice(resources.exponent, resources_bonus, rising)
    voices = circles_ability.exponent + circles_bonus
    if circles_rolled is not None and not asked:
        raise Unusable("circles_rolled", "By your ruling a rise takes no Circles test; this has one rolled.")
    if resources_rolled is not None and asked and (circles_rolled is None or circles_rolled < door.total):
        raise Unusable("resources_rolled", "Resources are tested once the Circles test has passed; it has not.")
    paying = Test.of(resources.shade, worked.total, price.total, ask, at="")
    asking = Test.of(circles_ability.shade, voices, door.total, ask, at="") if asked else None
    opened = asking.obstacle if asking else None
    stage = rules.stage(invited, opened, circles_rolled, price.total, resources_rolled)
    found = Joining(dice, rising, name, stage, paying, asking)
    working = (
        Working(price.lines, price.total, "Resources obstacle"),
        Working(worked.lines, worked.total, "Resources dice", "D"),
        *((Working(door.lines, door.total, "Circles obstacle"),) if asked else ()),
    )
    return Answer(_values(found), _blocks(found, working), _effects(found))


@dataclass(frozen=True, slots=True)
class Joining:
    """Joining a group for so many dice, or `rising` in it: how far it has come, and the tests that it takes.

    `asking` is the Circles test, None where none is asked for.
    """

    dice: int
    rising: bool
    name: str
    stage: Joined
    paying: Test
    asking: Test | None

    @property
    def opens(self) -> Fraction:
        """The chance that someone speaks for you."""
        return self.asking.chance if self.asking else Fraction(1)

    @property
    def both(self) -> Fraction:
        return self.opens * self.paying.chance


def _values(found: Joining) -> dict[str, Any]:
    paying, asking = found.paying, found.asking
    return {
        "stage": found.stage.value,
        **paying.values,
        "tests": 2 if asking else 1,
        "circles_obstacle": asking.obstacle if asking else None,
        "circles_probability": found.opens,
        "both": found.both,
    }


def _verdict(found: Joining) -> Verdict:
    paying, dice, whose = found.paying, f"{found.dice}D", found.name or GROUP.lower()
    price = f"Resources {ob(paying.obstacle)}"
    match found.stage:
        case Joined.OPEN:
            pool = wording.count(paying.dice, "die", "dice")
            test = f"{pool} against {ob(paying.obstacle)}, {paying.classes.article} if it passes"
            return Verdict(price, paying.facts, f"The way is open. Now Resources: {test}.")
        case Joined.PLAN:
            door = ob(found.asking.obstacle if found.asking else 0)
            facts = (Fact(door, "Circles first"), Fact(found.both, "for both"))
            way = f"First Circles at {door}, then Resources at {ob(paying.obstacle)}; both pass {often(found.both)}."
            return Verdict(price, facts, way, Mark.DERIVED)
        case Joined.JOINED:
            return Verdict(dice, (Fact(f"with {whose}"),), f"It is paid for: write down {dice} with {whose}.")
    return REFUSED[found.stage]


REFUSED = {
    Joined.UNINVITED: Verdict(
        "No test", (Fact("not invited"),), "Someone in the game has to ask you in first; dice cannot."
    ),
    Joined.SHUT: Verdict("No way in", (Fact("Circles failed"),), "Nobody speaks for you. The GM may send an enemy."),
    Joined.UNPAID: Verdict(
        "Not this time", (Fact("Resources failed"),), "No dice for now, and the failed test is taxed like any other."
    ),
}


def _blocks(found: Joining, working: tuple[Working, ...]) -> tuple[Block, ...]:
    blocks: list[Block] = [_verdict(found)]
    if found.stage is not Joined.UNINVITED:
        blocks += working
    if found.stage in (Joined.PLAN, Joined.OPEN):
        blocks.append(found.paying.odds())
    if found.stage is Joined.UNPAID:
        blocks.append(Note("What the failure costs your Resources is Tax.", rule="RES-08"))
    if found.stage is Joined.SHUT:
        blocks.append(Note("An enemy, if the GM wants one.", rule="CIR-08"))
    current = found.dice - 1 if found.dice in rules.PRICES else None
    return (*blocks, replace(affiliation_prices(), current=current, folded=True))


def _effects(found: Joining) -> tuple[Effect, ...]:
    if found.stage in (Joined.PLAN, Joined.OPEN, Joined.SHUT):
        return found.asking.marks("circles_ability", Kind.CIRCLES) if found.asking else ()
    if found.stage is not Joined.JOINED:
        return ()
    marks = found.paying.marks("resources", Kind.RESOURCES, passed=True)
    return (*marks, *_rewritten("affiliations", found.name, 1 if found.rising else 0, found.dice))


@table("affiliation-prices")
def affiliation_prices() -> Table:
    """The Resources obstacle of joining, by dice and by group."""
    rows = tuple(
        (DiceCount(dice), rules.price(dice, ()).total, *(rules.price(dice, (group,)).total for group in Group))
        for dice in rules.PRICES
    )
    columns = ("Dice", "Any other group", *(group.words.capitalize() for group in Group))
    return Table("Resources obstacle of an affiliation", columns, rows)

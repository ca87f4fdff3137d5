"""Standing: affiliations and reputations lost and won, infamy, another name, joining and rising (CIR-13 to CIR-19)."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow, Effect, SetRow
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.odds import odds_of
from engine.games.burning_wheel.calculators.people.circles import B3, MOST_BONUS
from engine.games.burning_wheel.dice import MOST_DICE, Pool, Shade, ob
from engine.games.burning_wheel.forms.circles import STANDING_DICE, AffiliationRow, Circles, ReputationRow
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.rules import circles, traits
from engine.games.burning_wheel.rules import standing as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.circles import Disposition, Occupation, Station
from engine.games.burning_wheel.rules.standing import Amends, Feat, Group, Guise, Ruin, Setback
from engine.games.burning_wheel.words import often
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Mark

HELD = Between(0, 5)
RAISABLE = Between(0, 4)
"""Dice that one more can join: a row of the sheet holds five."""
ROLLED = Between(0, 100)
B4 = Ability(Shade.BLACK, 4)
GROUP = "The group"


# Affiliations lost and won back


@dataclass(frozen=True, slots=True)
class Harm:
    """A contact of the group was met, and it went wrong."""

    used: Annotated[bool, Asked("Its dice were in the Circles test")] = True
    setback: Annotated[Setback, Asked("With that contact")] = Setback.SKILL
    harmed: Annotated[bool, Asked("The group is really harmed", gm=True)] = True

    words: ClassVar[str] = "It went wrong"


@dataclass(frozen=True, slots=True)
class Cut:
    """The player loosens the ties."""

    keep: Annotated[int, HELD, Asked("Dice you keep", quick=(0, 1, 2))] = 0

    words: ClassVar[str] = "I loosen the ties"


@dataclass(frozen=True, slots=True)
class Regain:
    """A place in the group is won back."""

    lost: Annotated[int, STANDING_DICE, Asked("Dice that were lost", quick=(1, 2))] = 1
    amends: Annotated[bool, Asked("You made good, kept your word or rejoined", gm=True)] = True
    by: Annotated[Amends, Asked("Then you test it by")] = Amends.DUEL
    won: Annotated[bool, Asked("You won")] = True

    words: ClassVar[str] = "I win it back"


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
    line = f"{dice}D before" if after != dice else "as before"
    if not after:
        line += " · no longer of theirs" if dice else ""
    effects: tuple[Effect, ...] = ()
    if name and after != dice:
        effects = (
            (AddRow("affiliations", {"name": name, "dice": after}),)
            if not dice
            else (SetRow("affiliations", name, {"dice": after} if after else {}),)
        )
    return Answer(
        values={"dice": after, "change": after - dice},
        blocks=(Verdict(f"{after}D", line, why), Working(found.lines, after, "Dice of the affiliation", "D")),
        effects=effects,
    )


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
    ended: Annotated[Ruin, Asked("It ended so")] = Ruin.DUEL,
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
    figure = f"{found.total}D"
    line = f"{dice}D before" if threatened else "as before"
    if not threatened:
        sentence = "No die is threatened, so nothing is lost."
        if outrage:
            sentence += " An outrage makes no name here, only trouble."
    elif outrageous:
        figure = f"{found.total}D and {bad.total}D infamous"
        sentence = f"The good name falls to {found.total}D; the die goes to a bad one, now {bad.total}D."
    else:
        sentence = f"You lose a die and keep {found.total}D." if found.total else "You lose the die, and the name."
    blocks: list[Block] = [
        Verdict(figure, line, sentence),
        Working(found.lines, found.total, "Dice of the good name", "D"),
    ]
    if outrageous or infamous:
        blocks.append(Working(bad.lines, bad.total, "Dice of the bad name", "D"))
    if outrageous:
        blocks.append(Note("Write the outrage into the new name. The GM may turn people against you.", rule="CIR-15"))
        blocks.append(
            Note(f"Among those it offends, your Circles tests are at +{bad.total}{wording.NO_BREAK}Ob.", rule="CIR-09")
        )
    effects: list[Effect] = []
    if threatened and name:
        effects.append(SetRow("reputations", name, {"dice": found.total} if found.total else {}))
    if outrageous and rewritten:
        effects.append(
            SetRow("reputations", rewritten, {"dice": bad.total})
            if infamous
            else AddRow("reputations", {"name": rewritten, "dice": bad.total, "infamous": True})
        )
    return Answer(
        values={"dice": found.total, "infamous_dice": bad.total, "threatened": threatened},
        blocks=tuple(blocks),
        effects=tuple(effects),
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
    best_only = back and len(reputations) > 1 and ask["standing.identity-each"] == "best"
    kept = back and any(one.infamous for one in reputations) and ask["standing.identity-infamous"] == "no"
    worth = rules.under(guise, reputations, best_only=best_only, infamous_kept=kept)
    fades = back and bool(affiliations) and ask["standing.identity-affiliations"] == "less"
    groups = [rules.affiliation_under(guise, row.dice, fades=fades) for row in affiliations]
    good = sum(dice for one, dice in zip(reputations, worth, strict=True) if not one.infamous)
    bad = sum(dice for one, dice in zip(reputations, worth, strict=True) if one.infamous)
    before = sum(one.dice for one in reputations) + sum(row.dice for row in affiliations)
    total = good + bad + sum(groups)
    rows = [
        (circles.named_as("Infamous" if one.infamous else "Reputation", one.name), f"{one.dice}D", f"{dice}D")
        for one, dice in zip(reputations, worth, strict=True)
    ]
    rows += [
        (circles.named_as("Affiliation", row.name), f"{row.dice}D", f"{dice}D")
        for row, dice in zip(affiliations, groups, strict=True)
    ]
    sentence = (
        f"You take up the old name again: {total}D of standing are left of {before}D."
        if back
        else f"Nobody knows you: none of your {before}D of standing counts, for you or against you."
    )
    blocks: list[Block] = [Verdict(f"{total}D", f"{before}D under the old name", sentence)]
    if rows:
        blocks.append(Table("Your standing", ("Standing", "Old name", "Now"), tuple(rows)))
    effects: list[Effect] = []
    if back:
        effects = [
            SetRow("reputations", one.name, {"dice": dice} if dice else {})
            for one, dice in zip(reputations, worth, strict=True)
            if one.name and dice != one.dice
        ]
        effects += [
            SetRow("affiliations", row.name, {"dice": dice} if dice else {})
            for row, dice in zip(affiliations, groups, strict=True)
            if row.name and dice != row.dice
        ]
    return Answer(
        values={"reputation_dice": good, "infamous_dice": bad, "affiliation_dice": sum(groups), "before": before},
        blocks=tuple(blocks),
        effects=tuple(effects),
    )


# Reputations by vote


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A reputation that the table votes on, as a row of the form."""

    character: Annotated[str, Asked("Whose reputation")] = ""
    name: Annotated[str, Asked("Known as")] = ""
    feat: Annotated[Feat, Asked("The deed")] = Feat.FEUD
    held: Annotated[int, RAISABLE, Asked("Dice of it now", quick=(0, 1, 2))] = 0
    yes: Annotated[int, Between(0, 41), Asked("Yes votes", quick=(1, 2, 3, 4, 5))] = 0

    singular: ClassVar[str] = "proposal"


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
    raised = Counter((row.character.casefold(), row.name.casefold()) for row in votes if row.feat is Feat.RAISE)
    rows, granted, effects = [], [], []
    for index, row in enumerate(votes):
        said = row.name or "a reputation"
        if row.yes > voters:
            people = wording.count(voters, "person votes", "people vote")
            raise Unusable(f"votes.{index}.yes", f"{people} on this; this counts {row.yes}.")
        if (row.feat is Feat.RAISE) is not bool(row.held):
            needs = "has dice already" if row.feat is Feat.RAISE else "starts from nothing"
            kind = "A reputation that is raised" if row.feat is Feat.RAISE else "A new reputation"
            raise Unusable(f"votes.{index}.held", f"{kind} {needs}; this says {row.held}D.")
        if row.feat is Feat.RAISE and raised[row.character.casefold(), row.name.casefold()] > 1:
            raise Unusable(
                f"votes.{index}.feat", "A reputation rises by one die a scenario; this one stands here twice."
            )
        after = row.held + (row.feat.amount or 0)
        passed = row.yes >= wanted
        rows.append(
            (
                row.character or "A character",
                said,
                f"{row.yes} of {voters}",
                str(wanted),
                f"{after}D" if passed else f"{row.held}D, as before" if row.held else "not granted",
            )
        )
        if passed:
            granted.append((row.character or "A character", said, after))
        if passed and mine and row.character.casefold() == mine.casefold():
            effects.append(
                SetRow("reputations", row.name, {"dice": after})
                if row.held
                else AddRow("reputations", {"name": row.name, "dice": after})
            )
    changed = [f"{character} is known as {name}, {dice}D" for character, name, dice in granted]
    return Answer(
        values={
            "granted": [name for _, name, _ in granted],
            "dice": [dice for _, _, dice in granted],
            "voters": voters,
            "needed": wanted,
        },
        blocks=(
            Verdict(
                f"{len(granted)} of {len(votes)} granted",
                f"{wording.count(wanted, 'yes vote')} needed: everyone",
                f"{wording.listed(changed)}." if changed else "Everything stays as it is.",
            ),
            Table("The votes", ("Character", "Reputation", "Yes", "Needed", "Result"), tuple(rows)),
        ),
        effects=tuple(effects),
    )


@table("reputation-sizes")
def reputation_sizes() -> Table:
    """How great a new reputation is, by what it is for."""
    rows = tuple(
        (feat.words.removeprefix("new: like ").capitalize(), f"{feat.amount}D")
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


@dataclass(frozen=True, slots=True)
class Join:
    """A new group."""

    dice: Annotated[Wanted, Asked("For an affiliation of")] = Wanted.ONE

    words: ClassVar[str] = "I join"


@dataclass(frozen=True, slots=True)
class Rise:
    """Higher rank in a group that one belongs to."""

    words: ClassVar[str] = "I rise, from 1D to 2D"


@calculator("affiliation-price", rules="CIR-18 CIR-19")
def affiliation_price(
    way: Annotated[Join | Rise, Asked("You")] = Join(),
    groups: Annotated[frozenset[Group], Asked("The group is")] = frozenset(),
    resources: Annotated[Ability, Asked("Your Resources now"), sheet("resources")] = B4,
    resources_bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Help, cash and other dice there")] = 0,
    circles_ability: Circles = B3,
    circles_bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Reputation and other dice there")] = 0,
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
    summed = len(groups) > 1 and ask["standing.surcharge"] == "sum"
    price = rules.price(dice, groups, summed=summed)
    door = circles.obstacle(occupation, station, disposition=disposition)
    asked = not rising or ask["standing.rise-circles"] == "yes"
    worked = rules.resources_dice(resources.exponent, resources_bonus, rising)
    voices = circles_ability.exponent + circles_bonus
    if max(worked.total, voices) > MOST_DICE:
        raise Unusable("", f"A pool has at most {MOST_DICE} dice; this comes to {max(worked.total, voices)}.")
    if circles_rolled is not None and not asked:
        raise Unusable("circles_rolled", "By your ruling a rise takes no Circles test; this has one rolled.")
    if resources_rolled is not None and asked and (circles_rolled is None or circles_rolled < door.total):
        raise Unusable("resources_rolled", "Resources are tested once the Circles test has passed; it has not.")
    paying, asking = Pool.of(worked.total, resources.shade), Pool.of(voices, circles_ability.shade)
    opens = law_of(asking, ask).at_least(door.total) if asked else Fraction(1)
    pays = law_of(paying, ask).at_least(price.total)
    classes = classes_of(worked.total, price.total, ask)
    voiced = classes_of(voices, door.total, ask) if asked else ()
    whose = name or GROUP.lower()
    stage = _stage(invited, asked, circles_rolled, resources_rolled, door.total, price.total)
    joint = opens * pays
    verdict = {
        "uninvited": Verdict("No test", "not invited", "Someone in the game has to ask you in first; dice cannot."),
        "shut": Verdict("No way in", "Circles failed", "Nobody speaks for you. The GM may send an enemy."),
        "joined": Verdict(f"{dice}D", f"with {whose}", f"It is paid for: write down {dice}D with {whose}."),
        "unpaid": Verdict(
            "Not this time", "Resources failed", "No dice for now, and the failed test is taxed like any other."
        ),
        "open": Verdict(
            f"Resources {ob(price.total)}",
            f"{worked.total}D · {wording.percent(pays)} · {classes.words}",
            f"The way is open. Now Resources: {wording.count(worked.total, 'die', 'dice')} against "
            f"{ob(price.total)}, {classes.article} if it passes.",
        ),
        "plan": Verdict(
            f"Resources {ob(price.total)}",
            f"after Circles {ob(door.total)} · {wording.percent(joint)} for both",
            f"First Circles at {ob(door.total)}, then Resources at {ob(price.total)}; both pass {often(joint)}.",
            Mark.DERIVED,
        ),
    }[stage]
    blocks: list[Block] = [verdict]
    if stage != "uninvited":
        blocks.append(Working(price.lines, price.total, "Resources obstacle"))
        blocks.append(Working(worked.lines, worked.total, "Resources dice", "D"))
        if asked:
            blocks.append(Working(door.lines, door.total, "Circles obstacle"))
    if stage in ("plan", "open"):
        blocks.append(odds_of(paying, price.total, ask))
    if stage == "unpaid":
        blocks.append(Note("What the failure costs your Resources is Tax.", rule="RES-08"))
    if stage == "shut":
        blocks.append(Note("An enemy, if the GM wants one.", rule="CIR-08"))
    everyone = affiliation_prices()
    blocks.append(Table(everyone.caption, everyone.columns, everyone.rows, dice - 1 if dice < 3 else None, folded=True))
    effects: list[Effect] = []
    if stage in ("plan", "open", "shut"):
        effects += marks_of("circles_ability", voiced, Kind.CIRCLES)
    if stage == "joined":
        effects += marks_of("resources", classes, Kind.RESOURCES, passed=True)
        if name:
            effects.append(
                SetRow("affiliations", name, {"dice": dice})
                if rising
                else AddRow("affiliations", {"name": name, "dice": dice})
            )
    return Answer(
        values={
            "stage": stage,
            "obstacle": price.total,
            "dice": worked.total,
            "probability": pays,
            "class": classes.value,
            "tests": 2 if asked else 1,
            "circles_obstacle": door.total if asked else None,
            "circles_probability": opens,
            "both": joint,
        },
        blocks=tuple(blocks),
        effects=tuple(effects),
    )


def _stage(invited: bool, asked: bool, circles: int | None, resources: int | None, door: int, price: int) -> str:
    """How far joining has come."""
    if not invited:
        return "uninvited"
    if resources is not None:
        return "joined" if resources >= price else "unpaid"
    if circles is not None:
        return "open" if circles >= door else "shut"
    return "plan" if asked else "open"


@table("affiliation-prices")
def affiliation_prices() -> Table:
    """The Resources obstacle of joining, by dice and by group."""
    rows = tuple(
        (f"{dice}D", str(rules.price(dice, ()).total), *(str(rules.price(dice, (group,)).total) for group in Group))
        for dice in rules.PRICES
    )
    columns = ("Dice", "Any other group", *(group.words.capitalize() for group in Group))
    return Table("Resources obstacle of an affiliation", columns, rows)

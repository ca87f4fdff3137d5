"""Circles: whom you can find, how hard it is, what the roll brings, enemies, bad names (CIR-02 to CIR-09, CIR-12)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.effects import AddRow, Effect
from engine.forms import Asked, Between, Unusable, row, sheet
from engine.games.burning_wheel.blocks.test import Test, checked
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, Pool, Shade, ob, successes
from engine.games.burning_wheel.forms.circles import STANDING_DICE, AffiliationRow, Circles, ReputationRow
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.elements import one_advantage
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import circles as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.circles import (
    Among,
    Business,
    Call,
    Disposition,
    Feeling,
    Linked,
    Namer,
    Occupation,
    Place,
    Reach,
    Result,
    Station,
    Tie,
    Time,
)
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Line, Mark, Worked

MOST_BONUS = 30
B3 = Ability(Shade.BLACK, 3)


FirstObstacle = Annotated[
    int | None,
    Between(1, MOST_OBSTACLE),
    Asked(
        "A contact you have named: the obstacle of the first time",
        "Without infamy, quiet or a failed linked test; those are added anew.",
        more=True,
    ),
]
KnownToThem = Annotated[tuple[ReputationRow, ...], Asked("Reputations that matter to them"), sheet("reputations")]
TheirGroups = Annotated[tuple[AffiliationRow, ...], Asked("Affiliations they belong to"), sheet("affiliations")]


@calculator("circles-obstacle", rules="CIR-02 CIR-03 CIR-04 CIR-05 CIR-06 CIR-07 CIR-09 CIR-12")
def circles_obstacle(
    occupation: Annotated[Occupation, Asked("Their trade is")] = Occupation.COMMON,
    station: Annotated[Station, Asked("Their rank is")] = Station.SAME,
    place: Annotated[Place, Asked("Where you meet")] = Place.REGION,
    disposition: Annotated[Disposition, Asked("They think")] = Disposition.COMMON,
    time: Annotated[Time, Asked("When you meet")] = Time.EVENTUALLY,
    circles: Circles = B3,
    reputations: KnownToThem = (),
    affiliations: TheirGroups = (),
    named: FirstObstacle = None,
    linked: Annotated[Linked, Asked("A linked test before this one", more=True)] = Linked.NONE,
    famous: Annotated[int, Between(0, 5), Asked("Their own reputation dice", more=True)] = 0,
    advantage: Annotated[int, Between(0, 5), Asked("Advantage dice", more=True)] = 0,
    helping: Annotated[int, Between(0, 10), Asked("Dice from help", more=True)] = 0,
    forks: Annotated[int, Between(0, 10), Asked("FoRK dice", more=True)] = 0,
    artha: Annotated[int, Between(0, 3), Asked("Dice from artha (never logged)", more=True)] = 0,
    quietly: Annotated[int, Between(0, rules.MOST_QUIET), Asked("Obstacle you add to move quietly", more=True)] = 0,
    notorious: Annotated[int, Between(0, 5), Asked("Their own infamous reputation dice", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is it to find this person?"""
    _allowed(helping, forks, ask)
    if named is not None and ask["circles.named-obstacle"] == "stored":
        found = rules.obstacle_of_named(named, reputations, linked, quietly)
    else:
        found = rules.obstacle(occupation, station, place, disposition, time, reputations, linked, quietly)
    later = linked is Linked.MET and ask["edition"] == "later"
    worked = rules.dice(
        circles,
        reputations,
        affiliations,
        named=named is not None,
        famous=famous,
        notorious=notorious if notorious and ask["circles.notorious"] == "yes" else 0,
        linked=linked,
        advantage=advantage,
        helping=helping,
        forks=forks,
        later=later,
        one_advantage=one_advantage(linked.before, advantage, ask, later=later),
    )
    test = Test.of(circles.shade, worked.total, found.total, ask, artha=artha, at="reputations")
    lucky = test.opened
    return Answer(
        values={**test.values, "dice_logged": worked.total},
        blocks=(
            test.verdict(),
            test.odds(lucky, "with Luck", boons=artha),
            Working(found.lines, found.total, "Obstacle"),
            Working(worked.lines, worked.total, "Dice that count", "D"),
            *_left_out(test, circles),
            RESULTS if named is None else RESULTS_NAMED,
        ),
        effects=test.marks("circles", Kind.CIRCLES),
    )


def _allowed(helping: int, forks: int, ask: Rulings) -> None:
    """Refuse dice that the table does not let into Circles. Source: CIR-02."""
    if helping and ask["circles.help"] == "no":
        raise Unusable("helping", "By your ruling nobody helps with Circles; this has dice from help.")
    if forks and ask["circles.forks"] == "no":
        raise Unusable("forks", "By your ruling FoRKs do not go into Circles; a Wise goes in as a linked test instead.")


RESULTS = Table(
    "What the roll brings",
    ("Roll", "Contact"),
    (
        ("More than the obstacle", rules.Result.EXCEEDS.words),
        ("Just the obstacle", rules.Result.MEETS.words),
        ("Less", f"{rules.Result.FAILS.words} Or, if the GM says so: {rules.Result.ENMITY.words}"),
    ),
)


def _left_out(test: Test, circles: Ability) -> tuple[Table, ...]:
    """What each number of dice would earn: you may leave your own bonus dice in the pouch (CIR-12).

    Dice of artha are rolled with any of them.
    """
    bonus = test.counted - circles.exponent
    if bonus <= 0:
        return ()
    ladder = [test.with_dice(-left) for left in range(bonus + 1)]
    rows = tuple((DiceCount(one.counted), one.chance, one.classes) for one in ladder)
    return (Table("Leave dice out?", ("Dice", "Chance", "Class"), rows, 0, Mark.DERIVED, folded=True),)


@row("reputation")
class ReputationThere:
    """A reputation and how far from home you are."""

    name: Annotated[str, Asked("Known as")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1
    reach: Annotated[Reach, Asked("Where you are")] = Reach.INSIDE

    @property
    def counts(self) -> int:
        """The dice that it brings there."""
        return self.dice if rules.reputation_counts(self.reach) else 0


@row("affiliation")
class AffiliationThere:
    """An affiliation and what it has to do with the matter."""

    name: Annotated[str, Asked("With which group")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1
    business: Annotated[Business, Asked("What you look for there")] = Business.MEMBER

    @property
    def counts(self) -> int:
        """The dice that it brings in this."""
        return self.dice if rules.affiliation_counts(self.business) else 0


ON_A_CALL = {
    Call.TEST: (
        "you may look for them",
        "There is a road from your life to theirs, and you have told it: test Circles.",
    ),
    Call.TELL: ("then test Circles", "There is a road. First tell the table how you come to know such a person."),
    Call.NO: ("no test", "Nothing in your life leads to this person, so Circles cannot find them."),
}


@calculator("circles-reach", rules="CIR-03")
def circles_reach(
    link: Annotated[Tie, Asked("What connects you", gm=True)] = Tie.LIFEPATH,
    story: Annotated[bool, Asked("I can tell how we know each other")] = True,
    disputed: Annotated[
        bool, Asked("The table disputes it", "Then only a lead from your lifepaths settles it.")
    ] = False,
    reputations: Annotated[tuple[ReputationThere, ...], Asked("Your reputations"), sheet("reputations")] = (),
    affiliations: Annotated[tuple[AffiliationThere, ...], Asked("Your affiliations"), sheet("affiliations")] = (),
) -> Answer:
    """Could you know this person, and what counts with them?"""
    call = rules.within_reach(link, story, disputed)
    known = sum(one.counts for one in reputations)
    inside = sum(one.counts for one in affiliations)
    line, sentence = ON_A_CALL[call]
    if call is Call.NO and disputed:
        sentence = "The table disputes it: only a lead from your lifepaths settles that, and this is none."
    facts = [Fact(line)]
    if known + inside and call is not Call.NO:
        facts.append(Fact(f"{known + inside}D", "more"))
    rows = (
        *((rules.named_as("Reputation", one.name), one.reach, DiceCount(one.counts)) for one in reputations),
        *((rules.named_as("Affiliation", one.name), one.business, DiceCount(one.counts)) for one in affiliations),
    )
    counting = (Table("What counts here", ("Standing", "Where or what", "Dice"), rows),) if rows else ()
    return Answer(
        values={"call": call.value, "reputation_dice": known, "affiliation_dice": inside},
        blocks=(Verdict(call.words, tuple(facts), sentence), *counting),
    )


WISES = range(1, 7)
WORTH = {1: ("yes", "Worth it"), 0: ("same", "No difference"), -1: ("no", "Not worth it")}
"""Whether the chance rises, stays or falls."""


@calculator("circles-wise", rules="CIR-05")
def circles_wise(
    wise: Annotated[Ability, Asked("Your Wise"), sheet("skill")] = B3,
    wise_obstacle: Annotated[Obstacle, Asked("Obstacle of the Wise", gm=True, quick=(1, 2, 3))] = Obstacle(2),
    circles: Circles = B3,
    bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Reputation, affiliation and other dice")] = 0,
    obstacle: Annotated[Obstacle, Asked("Circles obstacle", quick=(1, 2, 3, 4, 5))] = Obstacle(3),
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is it worth testing a Wise first?"""
    hurt = feels(wounds, wise, ask, ELEMENTS["skill"])
    if hurt.gone:
        return no_test(hurt.gone, worth="no")
    against = wise_obstacle + hurt.added
    dice = circles.exponent + bonus
    later = ask["edition"] == "later"

    def first(exponent: int) -> Sequence[rules.AfterLinked]:
        """How the Wise can go, and what test of Circles each end leaves."""
        law = successes(Pool.of(max(0, exponent - hurt.lost), wise.shade))
        return rules.after_linked(law, against, dice, obstacle, later=later)

    def finds(branch: rules.AfterLinked) -> Fraction:
        return successes(Pool.of(branch.dice, circles.shade)).at_least(branch.obstacle)

    def whole(exponent: int) -> Fraction:
        return sum((branch.chance * finds(branch) for branch in first(exponent)), Fraction(0))

    alone, together = successes(Pool.of(dice, circles.shade)).at_least(obstacle), whole(wise.exponent)
    worth, figure = WORTH[(together > alone) - (together < alone)]
    ways = tuple(
        (branch.linked.words.capitalize(), branch.chance, _tested(branch), finds(branch))
        for branch in first(wise.exponent)
    )
    ladder = tuple((str(replace(wise, exponent=exponent)), whole(exponent)) for exponent in WISES)
    current = wise.exponent - 1 if wise.exponent in WISES else None
    others = f"Other Wises, against {ob(against)}"
    return Answer(
        values={"with": together, "without": alone, "gain": together - alone, "worth": worth},
        blocks=(
            Verdict(
                figure,
                (Fact(together, "with the Wise"), Fact(alone, "without")),
                f"With the Wise first you find them {often(together)}; without it {often(alone)}.",
                Mark.DERIVED,
            ),
            Table(
                "How the Wise can go",
                ("The Wise", "Chance", "Circles test", "Then you find them"),
                ways,
                mark=Mark.DERIVED,
            ),
            Table(others, ("Wise", "You find them"), ladder, current, Mark.DERIVED, folded=True),
            *ledger(hurt, wise.exponent, wise_obstacle, words="Dice of the Wise", against="Obstacle of the Wise"),
        ),
    )


def _tested(branch: rules.AfterLinked) -> str:
    return f"{branch.dice}D · {ob(branch.obstacle)}"


FIGURES = {
    Result.EXCEEDS: "Found, named",
    Result.MEETS: "Found once",
    Result.FAILS: "Not found",
    Result.ENMITY: "An enemy",
}
FIGURES_NAMED = {**FIGURES, Result.EXCEEDS: "Found", Result.MEETS: "Found", Result.ENMITY: "They have turned"}
SENTENCES_NAMED = {
    Result.EXCEEDS: "You find them again. The name stays on your list.",
    Result.MEETS: "You find them again. The name stays on your list.",
    Result.FAILS: "They do not turn up this time. The name stays on your list.",
    Result.ENMITY: "They turn up as an enemy: a friend no longer.",
}
RESULTS_NAMED = Table(
    RESULTS.caption,
    RESULTS.columns,
    (
        ("The obstacle or more", SENTENCES_NAMED[Result.MEETS]),
        ("Less", f"{SENTENCES_NAMED[Result.FAILS]} Or, if the GM says so: {SENTENCES_NAMED[Result.ENMITY]}"),
    ),
)


@calculator("circles-result", rules="CIR-07 CIR-12")
def circles_result(
    successes: Annotated[int, Between(0, 100), Asked("Successes", quick=(0, 1, 2, 3, 4, 5))] = 4,
    obstacle: Annotated[int, Between(1, MOST_OBSTACLE), Asked("Obstacle", quick=(1, 2, 3, 4, 5))] = 3,
    circles: Circles = B3,
    bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Other dice you rolled", "Without artha")] = 1,
    enmity: Annotated[bool, Asked("If it fails, they come as an enemy", gm=True)] = False,
    name: Annotated[str, Asked("Their name")] = "",
    named: Annotated[bool, Asked("It was a contact you had named before", more=True)] = False,
    once: Annotated[
        int, Between(0, MOST_OBSTACLE), Asked("Obstacle from infamy, quiet or a failed linked test", more=True)
    ] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does the roll bring, and what does next time cost?"""
    if once >= obstacle:
        raise Unusable("once", f"This takes less than the obstacle, which is {obstacle}; this says {once}.")
    found = rules.result(successes, obstacle, enmity)
    dice = circles.exponent + bonus
    classed = classes_of(dice, obstacle, ask)
    namer = Namer.YOU if named else rules.NAMED_BY[found]
    who = f"{name}: " if name else ""
    figure, sentence = (FIGURES_NAMED[found], SENTENCES_NAMED[found]) if named else (FIGURES[found], found.words)
    values = {"result": found.value, "named_by": namer.value, "class": classed.value}
    effects: list[Effect] = [*marks_of("circles", classed, Kind.CIRCLES)]
    if namer is Namer.NOBODY:
        return Answer(values, (Verdict(figure, (logged(classed),), f"{who}{sentence}"),), tuple(effects))
    extra = 0 if named or (namer is Namer.GM and ask["circles.enemy-name"] == "no") else 1
    again = Test.of(circles.shade, dice + extra, rules.next_obstacle(obstacle, once), ask)
    values |= {"next_obstacle": again.obstacle, "next_dice": again.dice, "next_probability": again.chance}
    then = (
        Fact(ob(again.obstacle), "next time"),
        Fact(f"{again.dice}D", "then"),
        Fact(again.chance, CHANCE),
    )
    lines = [Line(circles.exponent, f"Circles {circles}", "CIR-02"), Line(bonus, "The other dice", "CIR-12")]
    if not named:
        mark = Mark.RULING if namer is Namer.GM else None
        lines.append(Line(extra, f"The name, written down by {namer.words}", "CIR-07", mark))
        feeling = Feeling.ENEMY if namer is Namer.GM else Feeling.FRIEND
        effects.append(AddRow("contacts", {"name": name, "obstacle": again.obstacle, "feeling": feeling.value}))
    held = (Line(obstacle, "This time", "CIR-07"), Line(-once, "Held only once", "CIR-07"))
    return Answer(
        values,
        (
            Verdict(figure, (logged(classed), *then), f"{who}{sentence}"),
            Working(held, again.obstacle, "Next time"),
            Working(tuple(lines), again.dice, "Dice next time", "D"),
        ),
        tuple(effects),
    )


@calculator("circles-enemy", rules="CIR-08")
def circles_enemy(
    feeling: Annotated[Feeling, Asked("They are")] = Feeling.ENEMY,
    obstacle: Annotated[
        Obstacle, Asked("Obstacle of your social test", "As it would be for anyone", gm=True)
    ] = Obstacle(2),
    skill: Annotated[Ability, Asked("Your social skill")] = Ability(Shade.BLACK, 4),
    bonus: Annotated[int, Between(0, MOST_BONUS), Asked("Other dice", more=True)] = 0,
    body: Annotated[int, Between(0, 60), Asked("Their body of argument in a Duel of Wits", "As rolled", gm=True)] = 6,
    *,
    ask: Rulings,
) -> Answer:
    """How much harder is it to deal with an enemy?"""
    tested = rules.social_obstacle(obstacle, feeling)
    both = feeling is Feeling.FORMER and ask["circles.former-friend"] == "both"
    argued = rules.body_of_argument(body, feeling, former=both)
    checked(skill.exponent + bonus, tested.total)
    test = Test(skill.pool(bonus), tested.total, ask)
    friendly = test.against(obstacle).chance
    facts = [Fact(DiceCount(test.dice), "dice"), Fact(test.chance, CHANCE)]
    if test.chance != friendly:
        facts.append(Fact(friendly, "if friendly"))
    return Answer(
        values={
            "obstacle": tested.total,
            "body_of_argument": argued.total,
            "probability": test.chance,
            "friendly_probability": friendly,
        },
        blocks=(
            Verdict(
                ob(tested.total),
                (*facts, Fact(argued.total, "body of argument")),
                f"{test.sentence} In a Duel of Wits their body of argument is {argued.total}.",
            ),
            test.odds(),
            Working(tested.lines, tested.total, "Obstacle"),
            Working(argued.lines, argued.total, "Body of argument", "D"),
        ),
    )


@calculator("circles-infamy", rules="CIR-09")
def circles_infamy(
    among: Annotated[Among, Asked("You look among")] = Among.OFFENDED,
    infamy: Annotated[int, STANDING_DICE, Asked("Dice of your infamous reputation", quick=(1, 2, 3))] = 1,
    obstacle: Annotated[Obstacle, Asked("Obstacle without your bad name", quick=(1, 2, 3, 4, 5))] = Obstacle(2),
    circles: Circles = B3,
    affiliation: Annotated[int, Between(0, 5), Asked("Affiliation dice that count there", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What does a bad name cost here, and what does it open?"""
    opens = ask["circles.infamy-opens"] == "dice" if among is Among.ENEMIES else False
    held = rules.infamous(infamy, among, opens=opens)
    reputations = [held] if held else []
    found = Worked((Line(obstacle, "Without your bad name", "CIR-04"), *rules.infamy(reputations)))
    worked = rules.dice(circles, reputations, [rules.Affiliation(dice=affiliation)] if affiliation else [])
    test = Test.of(circles.shade, worked.total, found.total, ask)
    without = successes(Pool.of(circles.exponent + affiliation, circles.shade)).at_least(obstacle)
    facts = [Fact(DiceCount(test.dice), "dice"), Fact(test.chance, CHANCE)]
    if test.chance != without:
        facts.append(Fact(without, "without the name"))
    blocks: list[Block] = [
        Verdict(ob(found.total), tuple(facts), test.sentence),
        test.odds(),
        Working(found.lines, found.total, "Obstacle"),
        Working(worked.lines, worked.total, "Dice that count", "D"),
    ]
    if among is Among.ENEMIES:
        blocks.append(
            Note("Your bad name makes these people reachable, even where no lifepath of yours leads.", rule="CIR-09")
        )
    return Answer(
        values={"obstacle": found.total, "dice": worked.total, "probability": test.chance, "without": without},
        blocks=tuple(blocks),
    )


@table("circles-obstacles")
def obstacle_table() -> Table:
    """What each thing that you insist on adds to Ob 1."""
    kinds = {"Trade": Occupation, "Rank": Station, "Place": Place, "Mind": Disposition, "When": Time}
    rows = [(kind, one.words, wording.signed(one.amount or 0)) for kind, of in kinds.items() for one in of]
    return Table("Whom you look for: Ob 1, and", ("", "You ask for", "Ob"), tuple(rows))

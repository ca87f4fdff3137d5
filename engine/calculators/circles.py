"""Circles: finding people, being found, enemies and contacts (CIR-01 to CIR-12)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, LogTest, Table, Verdict, Working
from engine.burning_wheel import circles as rules
from engine.burning_wheel import test_class
from engine.burning_wheel.ability import Ability
from engine.burning_wheel.circles import Disposition, Linked, Occupation, Place, Station, Time
from engine.calculators import calculator
from engine.calculators.dice import odds_of
from engine.dice import Obstacle, Pool, Shade, successes
from engine.forms import Asked, Between, Unusable, sheet
from engine.rulings import Rulings
from engine.working import Mark

STANDING_DICE = Between(1, 5)


@dataclass(frozen=True, slots=True)
class ReputationRow:
    """A reputation as a row of the form."""

    name: Annotated[str, Asked("Known as")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1
    infamous: Annotated[bool, Asked("Infamous among these people")] = False

    singular: ClassVar[str] = "reputation"


@dataclass(frozen=True, slots=True)
class AffiliationRow:
    """An affiliation as a row of the form."""

    name: Annotated[str, Asked("With")] = ""
    dice: Annotated[int, STANDING_DICE, Asked("Dice", quick=(1, 2, 3))] = 1

    singular: ClassVar[str] = "affiliation"


@calculator("circles-obstacle", rules="CIR-02 CIR-03 CIR-04 CIR-05 CIR-06 CIR-07 CIR-09 CIR-12")
def circles_obstacle(
    occupation: Annotated[Occupation, Asked("Their trade is")] = Occupation.COMMON,
    station: Annotated[Station, Asked("Their rank is")] = Station.SAME,
    place: Annotated[Place, Asked("You meet")] = Place.REGION,
    disposition: Annotated[Disposition, Asked("They think")] = Disposition.COMMON,
    time: Annotated[Time, Asked("You meet them")] = Time.EVENTUALLY,
    circles: Annotated[Ability, Asked("Your Circles"), sheet("circles")] = Ability(Shade.BLACK, 3),
    reputations: Annotated[
        tuple[ReputationRow, ...], Asked("Reputations that matter to them"), sheet("reputations")
    ] = (),
    affiliations: Annotated[
        tuple[AffiliationRow, ...], Asked("Affiliations they belong to"), sheet("affiliations")
    ] = (),
    named: Annotated[
        Obstacle | None, Asked("A contact you have named: the obstacle of the first time", more=True)
    ] = None,
    linked: Annotated[Linked, Asked("A linked test before this one", more=True)] = Linked.NONE,
    famous: Annotated[int, Between(0, 5), Asked("Their own reputation dice", more=True)] = 0,
    advantage: Annotated[int, Between(0, 5), Asked("Advantage dice", more=True)] = 0,
    helping: Annotated[int, Between(0, 10), Asked("Dice from help", more=True)] = 0,
    forks: Annotated[int, Between(0, 10), Asked("FoRK dice", more=True)] = 0,
    artha: Annotated[int, Between(0, 3), Asked("Dice from artha (never logged)", more=True)] = 0,
    quietly: Annotated[int, Between(0, rules.MOST_QUIET), Asked("Obstacle you add to move quietly", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is it to find this person?"""
    if helping and ask["circles.help"] == "no":
        raise Unusable("helping", "By your ruling nobody helps with Circles; this has dice from help.")
    if forks and ask["circles.forks"] == "no":
        raise Unusable("forks", "By your ruling FoRKs do not go into Circles; a Wise goes in as a linked test instead.")
    reputed = [rules.Reputation(row.dice, row.name, row.infamous) for row in reputations]
    if named is not None and ask["circles.named-obstacle"] == "stored":
        found = rules.obstacle_of_named(named, reputed, linked, quietly)
    else:
        found = rules.obstacle(occupation, station, place, disposition, time, reputed, linked, quietly)
    worked = rules.dice(
        circles,
        reputed,
        [rules.Affiliation(row.dice, row.name) for row in affiliations],
        named=named is not None,
        famous=famous,
        linked=linked,
        advantage=advantage,
        helping=helping,
        forks=forks,
    )
    rolled = rules.pool(circles, worked, artha)
    chance = successes(rolled).at_least(found.total)
    lucky = successes(rolled.opened()).at_least(found.total)
    classed = test_class.classes(worked.total, found.total)
    line = f"{rolled.dice}D · {wording.percent(chance)} · {test_class.words(classed)}"
    if lucky > chance:
        line += f" · {wording.percent(lucky)} with Luck"
    return Answer(
        values={
            "obstacle": found.total,
            "dice": rolled.dice,
            "dice_logged": worked.total,
            "probability": chance,
            "class": test_class.value(classed),
        },
        blocks=(
            Verdict(wording.obstacle(found.total), line, _sentence(found.total, rolled)),
            odds_of(rolled, found.total, ask, rolled.opened(), "with Luck"),
            Working(found.lines, found.total, "Obstacle"),
            Working(worked.lines, worked.total, "Dice that count", "D"),
            *_left_out(circles, worked.total, found.total),
            RESULTS,
        ),
        effects=tuple(LogTest("circles", one.value) for one in classed[:1] if len(classed) == 1),
    )


RESULTS = Table(
    "What the roll brings",
    ("Roll", "Contact"),
    (
        ("More than the obstacle", rules.Result.EXCEEDS.words),
        ("Just the obstacle", rules.Result.MEETS.words),
        ("Less", f"{rules.Result.FAILS.words} Or, if the GM says so: {rules.Result.ENMITY.words}"),
    ),
)


def _sentence(obstacle: int, rolled: Pool) -> str:
    return f"You need {wording.count(obstacle, 'success', 'successes')} on {wording.count(rolled.dice, 'die', 'dice')}."


def _left_out(circles: Ability, dice: int, obstacle: int) -> tuple[Table, ...]:
    """What each number of dice would earn: you may leave your own bonus dice in the pouch (CIR-12)."""
    if dice <= circles.exponent:
        return ()
    rows = []
    for fewer in range(dice, circles.exponent - 1, -1):
        chance = successes(Pool.of(fewer, circles.shade)).at_least(obstacle)
        rows.append((f"{fewer}D", wording.percent(chance), test_class.words(test_class.classes(fewer, obstacle))))
    return (Table("Leave dice out?", ("Dice", "Chance", "Class"), tuple(rows), 0, Mark.DERIVED, folded=True),)

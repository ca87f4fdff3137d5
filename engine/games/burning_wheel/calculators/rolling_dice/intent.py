"""The test card, the outcome card, and what a contest is settled by (HUB-11, HUB-23, HUB-24, HUB-26, HUB-88)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine import wording
from engine.answer import Answer, Block, Note, Steps, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.dice import MOST_OBSTACLE, Obstacle, ob
from engine.games.burning_wheel.readings.dice import law_of
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, untestable
from engine.games.burning_wheel.rules import intent as rules
from engine.games.burning_wheel.rules import obstacles
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.intent import SIDES, Card, Contest, Detail, Direction, Sides, Wanted
from engine.games.burning_wheel.rules.obstacles import Call
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings
from engine.working import Mark

TEXT = Longest(160)


@dataclass(frozen=True, slots=True)
class Open:
    """Neither obstacle nor opponent is named yet."""

    words: ClassVar[str] = "not said yet"

    @property
    def said(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The GM names an obstacle."""

    obstacle: Annotated[Obstacle, Asked("Obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2)

    words: ClassVar[str] = "an obstacle"

    @property
    def said(self) -> str:
        return ob(self.obstacle)


@dataclass(frozen=True, slots=True)
class Somebody:
    """Someone is in the way: a versus test."""

    who: Annotated[str, TEXT, Asked("Who")] = ""

    words: ClassVar[str] = "someone"

    @property
    def said(self) -> str:
        return self.who or "someone"


@calculator("test-card", rules="HUB-11 HUB-24 HUB-26")
def card(
    intent: Annotated[str, TEXT, Asked("What you want", "Your intent")] = "",
    task: Annotated[str, TEXT, Asked("What you do to get it", "Your task")] = "",
    ability: Annotated[str, Asked("Which ability that is")] = "",
    against: Annotated[Open | Fixed | Somebody, Asked("Against", gm=True)] = Open(),
    time: Annotated[str, Asked("How long it takes")] = "",
    stakes: Annotated[str, TEXT, Asked("What failing brings", gm=True)] = "",
    direction: Annotated[Direction, Asked("If it fails", gm=True)] = Direction.FAILS,
    reason: Annotated[str, TEXT, Asked("Death: what kills, and why", more=True, gm=True)] = "",
    rating: Annotated[Ability | None, Asked("Its shade and exponent", more=True), sheet("ability")] = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is everything said, so that we can roll?"""
    said = Card(intent, task, ability, against.said, time, stakes, direction, reason)
    missing = said.missing
    ready = not missing
    rethink = ready and ask["edition"] == "later"
    count = len(said.asked) - len(missing)
    chance = None
    hurt = Felt() if rating is None else feels(wounds, rating, ask)
    if rating is not None and isinstance(against, Fixed) and not hurt.gone:
        chance = law_of(rating.pool(-hurt.lost), ask).at_least(against.obstacle + hurt.added)
    rows = [(LABELS[one], said.said(one) or "–") for one in said.asked]
    rows.insert(-1 if direction is Direction.DEATH else len(rows), ("If it fails", direction.words))
    if rating is not None:
        rows.insert(3, ("With", str(rating)))
    blocks: list[Block] = []
    if hurt.gone:
        blocks.append(untestable(hurt.gone))
    elif ready:
        tested = "a versus test" if isinstance(against, Somebody) else against.said
        bare = [str(rating)] if rating is not None else []
        odds = [wording.percent(chance)] if chance is not None else []
        blocks.append(
            Verdict("Roll", " · ".join([tested, *bare, *odds]), "Everything is said. Count your dice and roll.")
        )
    else:
        line = f"{count} of {len(said.asked)} said"
        words = AGAIN if missing[0] is Wanted.TASK and said.only_wanted else missing[0].words
        blocks.append(Verdict("Not yet", line, f"{'The GM' if missing[0].gm else 'You'}: {words}"))
    blocks.append(Table("Test card", ("What", "Said"), tuple(rows)))
    if len(missing) > 1:
        blocks.append(Steps(tuple(one.words for one in missing), "Still to be said, in this order"))
    if Wanted.ABILITY in missing:
        blocks.append(Note("What falls under which ability:", rule="HUB-105"))
    if chance is not None:
        blocks.append(
            Note(
                f"With {rating}{_after(hurt)} alone: {wording.percent(chance)}. Help, advantage and artha come on top.",
                Mark.DERIVED,
                "HUB-18",
            )
        )
    if rating is not None and not hurt.gone:
        fixed = against.obstacle if isinstance(against, Fixed) else None
        blocks += ledger(hurt, rating.exponent, fixed, words="Dice of the ability")
    if rethink:
        blocks.append(Note("Now that you know the stakes, you may still change intent and task.", rule="HUB-90"))
    return Answer(
        values={
            "ready": ready,
            "missing": [one.value for one in missing],
            "next": missing[0].value if missing else "",
            "said": count,
            "versus": isinstance(against, Somebody),
            "possible": not hurt.gone,
            "probability": chance,
            "rethink": rethink,
        },
        blocks=tuple(blocks),
    )


def _after(hurt: Felt) -> str:
    return ", wounds counted," if hurt.lost or hurt.added else ""


AGAIN = "That is the wish once more. By what means?"
LABELS = {
    Wanted.INTENT: "Intent",
    Wanted.TASK: "Task",
    Wanted.ABILITY: "Ability",
    Wanted.AGAINST: "Against",
    Wanted.TIME: "Time",
    Wanted.STAKES: "Failing brings",
    Wanted.REASON: "Why death",
}


@calculator("outcome-card", rules="HUB-23 HUB-24")
def outcome_card(
    obstacle: Annotated[Obstacle, Asked("Obstacle", gm=True, quick=(1, 2, 3, 4, 5, 6))] = Obstacle(2),
    successes: Annotated[int, Between(0, MOST_OBSTACLE), Asked("Successes rolled", quick=(0, 1, 2, 3, 4, 5))] = 2,
    intent: Annotated[str, TEXT, Asked("What you wanted")] = "",
    stakes: Annotated[str, TEXT, Asked("What failing was said to bring", gm=True)] = "",
    direction: Annotated[Direction, Asked("A failure means", gm=True)] = Direction.FAILS,
    reason: Annotated[str, TEXT, Asked("Death: what kills, and why", more=True, gm=True)] = "",
    careful: Annotated[bool, Asked("You worked carefully", more=True)] = False,
) -> Answer:
    """The dice have fallen: what happens?"""
    outcome = dice.outcome(successes, obstacle)
    margin = successes - obstacle
    if direction is Direction.DEATH and not outcome.passes and not (stakes and reason):
        raise Unusable(
            "stakes" if not stakes else "reason",
            "Nobody dies of a roll unless the GM said before it what would happen, and why; that is not said here.",
        )
    done = outcome.passes or direction is Direction.COMPLICATION
    if outcome.passes:
        figure = "You succeed"
        line = f"{margin} over · more of your intent" if margin else "just met · the least of your intent"
        sentence = (
            f"What you set out to do is done, with {wording.count(margin, 'extra success', 'extra successes')}."
            if margin
            else "What you set out to do is done, and no more than that."
        )
    else:
        figure, line, sentence = FAILURES[direction]
        line = f"short by {-margin} · {line}"
    comes = ("comes true, and more fully" if margin else "comes true") if outcome.passes else "does not come about"
    rows = [
        ("Task", "done" if done else "not done"),
        ("Intent", f"{intent or 'what you wanted'}: {comes}"),
        ("Margin", wording.signed(margin) if margin else "none"),
    ]
    if not outcome.passes:
        rows.append(("What was announced", stakes or "nothing: say it before the dice next time"))
    if reason and direction is Direction.DEATH and not outcome.passes:
        rows.append(("Why death", reason))
    blocks: list[Block] = [
        Verdict(figure, line, sentence),
        Table("Outcome", ("What", "Now"), tuple(rows)),
        Steps(tuple(rules.told(outcome, max(0, margin), direction, careful=careful)), "Tell it, in this order"),
    ]
    if not outcome.passes and direction is not Direction.DEATH:
        blocks.append(Steps(IDEAS, "Trouble to choose from; these ideas are ours"))
    return Answer(
        values={
            "outcome": outcome.value,
            "margin": margin,
            "extra": max(0, margin),
            "task_done": done,
            "intent_comes_true": outcome.passes,
            "time_complication": careful and not outcome.passes,
        },
        blocks=tuple(blocks),
    )


FAILURES = {
    Direction.FAILS: ("You fail", "and it brings trouble", "Neither task nor intent comes about, and trouble comes."),
    Direction.COMPLICATION: (
        "Done, but …",
        "the task, not the intent",
        "The task is done and the intent is not: a complication gets in between.",
    ),
    Direction.DEATH: ("Death", "as it was announced", "What was announced comes to pass: a life ends here."),
}
IDEAS = (
    "Someone comes, at the worst moment.",
    "It works, and everyone hears it.",
    "It works, and something of yours breaks or is lost.",
    "It works, and you owe someone now.",
    "You learn something, and it is the wrong thing to know.",
    "The way back is closed.",
)


@calculator("contest", rules="HUB-88")
def contest(
    about: Annotated[Contest, Asked("What is it about?")] = Contest.TAKE,
    opposed: Annotated[bool, Asked("Another character would not have it")] = True,
    at_stake: Annotated[bool, Asked("Something is at stake")] = True,
    detail: Annotated[Detail, Asked("How much detail do you want?")] = Detail.ROLL,
    agreed: Annotated[bool, Asked("The table would rather agree on how it ends", more=True)] = False,
) -> Answer:
    """Someone is against it: what do we roll?"""
    call = obstacles.call(at_stake, True, opposed)
    sides = SIDES[about]
    against = call is Call.VERSUS
    system = sides.system if against and detail is Detail.SCENE else ""
    if not against:
        line, sentence = CALLS[call]
        blocks: list[Block] = [Verdict(call.words, line, sentence), Note("When dice are rolled:", rule="HUB-05")]
    else:
        figure = system or "Versus test"
        line = f"{sides.first} against {sides.second}"
        how = (
            f"Play it out with {system}: it has its own scripts and rolls."
            if system
            else "Both of you roll, and more successes win."
        )
        blocks = [Verdict(figure, line, f"{line[:1].upper()}{line[1:]}. {how}")]
        if not system:
            blocks.append(Steps(_steps(about, sides), "How it goes"))
        if detail is Detail.SCENE and not sides.system:
            blocks.append(Note("There is no longer game for this: one versus test settles it.", rule="HUB-13"))
        elif system:
            blocks.append(Note("A versus test settles it too, whenever you want it over in one roll.", rule="HUB-13"))
        else:
            more = f" For more detail there is {sides.system}." if sides.system else ""
            blocks.append(Note(f"Ties, and who counts as the defender, have their own rules.{more}", rule="HUB-13"))
    if agreed and call is not Call.YES:
        blocks.append(Note("Agreeing does not settle a conflict: the characters’ dice do, not the players’ charm."))
    return Answer(
        values={
            "call": call.value,
            "first": sides.first if against else "",
            "second": sides.second if against else "",
            "defender": against and sides.defends,
            "system": system,
            "systems": sides.system,
        },
        blocks=tuple(blocks),
    )


CALLS = {
    Call.YES: ("nothing is at stake", "Nobody minds and nothing hangs on it: yes."),
    Call.TEST: ("against an obstacle", "Nobody is against it, and something is at stake: the GM sets an obstacle."),
}


def _steps(about: Contest, sides: Sides) -> tuple[str, ...]:
    """How a versus test goes, in order. Source: HUB-13, HUB-88."""
    return (
        "Each of you makes the case aloud." if about is Contest.ARGUE else "Each of you says intent and task.",
        "Both count their dice: help, FoRKs, traits and artha are open to both.",
        "Both roll, and more successes win.",
        "On a tie the defender holds."
        if sides.defends
        else "On a tie, whoever only defends wins; if neither does, it is a deadlock.",
    )

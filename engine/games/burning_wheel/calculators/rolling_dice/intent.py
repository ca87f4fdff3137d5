"""The test card, the outcome card, and what a contest is settled by (HUB-11, HUB-23, HUB-24, HUB-26, HUB-88)."""

from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Steps, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Longest, Unusable, branch, sheet
from engine.games.burning_wheel import dice
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.calculators.rolling_dice.fields import GivenOb
from engine.games.burning_wheel.dice import Obstacle, ob
from engine.games.burning_wheel.forms.rolled import COUNTED, QUICK_SUCCESSES
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


@branch("not said yet")
class Open:
    """Neither obstacle nor opponent is named yet."""

    @property
    def said(self) -> str:
        return ""


@branch("an obstacle")
class Fixed:
    """The GM names an obstacle."""

    obstacle: GivenOb = Obstacle(2)

    @property
    def said(self) -> str:
        return ob(self.obstacle)


@branch("someone")
class Somebody:
    """Someone is in the way: a versus test."""

    who: Annotated[str, TEXT, Asked("Who")] = ""

    @property
    def said(self) -> str:
        return self.who or "someone"


WhatYouWant = Annotated[str, TEXT, Asked("What you want", "Your intent")]
WhatYouDo = Annotated[str, TEXT, Asked("What you do to get it", "Your task")]
WhyDeath = Annotated[str, TEXT, Asked("Death: what kills, and why", more=True, gm=True)]
Rating = Annotated[Ability | None, Asked("Its shade and exponent", more=True), sheet("ability")]


@calculator("test-card", rules="HUB-11 HUB-24 HUB-26")
def card(
    intent: WhatYouWant = "",
    task: WhatYouDo = "",
    ability: Annotated[str, Asked("Which ability that is")] = "",
    against: Annotated[Open | Fixed | Somebody, Asked("What stands against you", gm=True)] = Open(),
    time: Annotated[str, Asked("How long it takes")] = "",
    stakes: Annotated[str, TEXT, Asked("What failing brings", gm=True)] = "",
    direction: Annotated[Direction, Asked("If it fails", gm=True)] = Direction.FAILS,
    reason: WhyDeath = "",
    rating: Rating = None,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """Is everything said, so that we can roll?"""
    said = Card(intent, task, ability, against.said, time, stakes, direction, reason)
    missing, versus = said.missing, isinstance(against, Somebody)
    rethink = not missing and ask["edition"] == "later"
    hurt = Felt() if rating is None else feels(wounds, rating, ask)
    chance = None
    if rating is not None and isinstance(against, Fixed) and not hurt.gone:
        chance = Test(rating.pool(-hurt.lost), against.obstacle + hurt.added, ask).chance
    blocks: list[Block] = []
    if hurt.gone:
        blocks.append(untestable(hurt.gone))
    elif missing:
        blocks.append(_unsaid(said))
    else:
        facts = [Fact(Obstacle(against.obstacle), "obstacle") if isinstance(against, Fixed) else Fact("a versus test")]
        facts += [Fact(str(rating), "ability")] if rating is not None else []
        facts += [Fact(chance, CHANCE)] if chance is not None else []
        blocks.append(Verdict("Roll", tuple(facts), "Everything is said. Count your dice and roll."))
    blocks.append(_written(said, rating))
    if len(missing) > 1:
        blocks.append(Steps(tuple(one.words for one in missing), "Still to be said, in this order"))
    if Wanted.ABILITY in missing:
        blocks.append(Note("What falls under which ability:", rule="HUB-105"))
    if chance is not None:
        counted = ", wounds counted," if hurt.lost or hurt.added else ""
        alone = f"With {rating}{counted} alone: {wording.percent(chance)}. Help, advantage and artha come on top."
        blocks.append(Note(alone, Mark.DERIVED, "HUB-18"))
    if rating is not None and not hurt.gone:
        fixed = against.obstacle if isinstance(against, Fixed) else None
        blocks += ledger(hurt, rating.exponent, fixed, words="Dice of the ability")
    if rethink:
        blocks.append(Note("Now that you know the stakes, you may still change intent and task.", rule="HUB-90"))
    more = {"versus": versus, "possible": not hurt.gone, "probability": chance, "rethink": rethink}
    return Answer({**_values(said), **more}, tuple(blocks))


def _values(said: Card) -> dict[str, Any]:
    missing = said.missing
    return {
        "ready": not missing,
        "missing": [one.value for one in missing],
        "next": missing[0].value if missing else "",
        "said": len(said.asked) - len(missing),
    }


def _unsaid(said: Card) -> Verdict:
    """What is to be said first of all that is missing."""
    first, count = said.missing[0], len(said.asked) - len(said.missing)
    words = AGAIN if first is Wanted.TASK and said.only_wanted else first.words
    return Verdict(
        "Not yet", (Fact(f"{count} of {len(said.asked)}", "said"),), f"{'The GM' if first.gm else 'You'}: {words}"
    )


def _written(said: Card, rating: Ability | None) -> Table:
    """The card as far as it is filled in."""
    rows: list[tuple[str, str | None]] = [(LABELS[one], said.said(one) or None) for one in said.asked]
    fails = -1 if said.direction is Direction.DEATH else len(rows)
    rows.insert(fails, ("If it fails", said.direction.words))
    if rating is not None:
        rows.insert(3, ("With", str(rating)))
    return Table("Test card", ("What", "Said"), tuple(rows))


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
    obstacle: GivenOb = Obstacle(2),
    successes: Annotated[int, COUNTED, Asked("Successes rolled", quick=QUICK_SUCCESSES)] = 2,
    intent: Annotated[str, TEXT, Asked("What you wanted")] = "",
    stakes: Annotated[str, TEXT, Asked("What failing was said to bring", gm=True)] = "",
    direction: Annotated[Direction, Asked("A failure means", gm=True)] = Direction.FAILS,
    reason: WhyDeath = "",
    careful: Annotated[bool, Asked("You worked carefully", more=True)] = False,
) -> Answer:
    """The dice have fallen: what happens?"""
    outcome = dice.outcome(successes, obstacle)
    passes, margin = outcome.passes, successes - obstacle
    if direction is Direction.DEATH and not passes and not (stakes and reason):
        raise Unusable(
            "stakes" if not stakes else "reason",
            "Nobody dies of a roll unless the GM said before it what would happen, and why; that is not said here.",
        )
    done = passes or direction is Direction.COMPLICATION
    comes = ("comes true, and more fully" if margin else "comes true") if passes else "does not come about"
    rows = [
        ("Task", "done" if done else "not done"),
        ("Intent", f"{intent or 'what you wanted'}: {comes}"),
        ("Margin", wording.signed(margin) if margin else "none"),
    ]
    if not passes:
        rows.append(("What was announced", stakes or "nothing: say it before the dice next time"))
        rows += [("Why death", reason)] if reason and direction is Direction.DEATH else []
    blocks: list[Block] = [
        _succeeds(margin) if passes else _fails(direction, -margin),
        Table("Outcome", ("What", "Now"), tuple(rows)),
        Steps(tuple(rules.told(outcome, max(0, margin), direction, careful=careful)), "Tell it, in this order"),
    ]
    if not passes and direction is not Direction.DEATH:
        blocks.append(Steps(IDEAS, "Trouble to choose from; these ideas are ours"))
    return Answer(
        values={
            "outcome": outcome.value,
            "margin": margin,
            "extra": max(0, margin),
            "task_done": done,
            "intent_comes_true": passes,
            "time_complication": careful and not passes,
        },
        blocks=tuple(blocks),
    )


def _succeeds(margin: int) -> Verdict:
    if not margin:
        sentence = "What you set out to do is done, and no more than that."
        return Verdict("You succeed", (Fact("just met"), Fact("the least of your intent")), sentence)
    extra = wording.count(margin, "extra success", "extra successes")
    sentence = f"What you set out to do is done, with {extra}."
    return Verdict("You succeed", (Fact(margin, "over"), Fact("more of your intent")), sentence)


def _fails(direction: Direction, short: int) -> Verdict:
    figure, line, sentence = FAILURES[direction]
    return Verdict(figure, (Fact(short, "short"), Fact(line)), sentence)


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
    opposed: Annotated[bool, Asked("It is against another character’s will")] = True,
    at_stake: Annotated[bool, Asked("Something is at stake")] = True,
    detail: Annotated[Detail, Asked("How much detail do you want?")] = Detail.ROLL,
    agreed: Annotated[bool, Asked("The table would rather agree on how it ends", more=True)] = False,
) -> Answer:
    """Someone is against it: what do we roll?"""
    call = obstacles.call(at_stake, True, opposed)
    sides = SIDES[about]
    against = call is Call.VERSUS
    system = sides.system if against and detail is Detail.SCENE else ""
    if against:
        blocks = _contested(about, sides, system, blow_by_blow=detail is Detail.SCENE)
    else:
        line, sentence = CALLS[call]
        blocks = [Verdict(call.words, (Fact(line),), sentence), Note("When dice are rolled:", rule="HUB-05")]
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


def _contested(about: Contest, sides: Sides, system: str, *, blow_by_blow: bool) -> list[Block]:
    """How a contest is settled: by a versus test, or by the `system` that plays it out."""
    line = f"{sides.first} against {sides.second}"
    how = "Both of you roll, and more successes win."
    if system:
        how = f"Play it out with {system}: it has its own scripts and rolls."
    verdict = Verdict(system or "Versus test", (Fact(line),), f"{line[:1].upper()}{line[1:]}. {how}")
    if system:
        text = "A versus test settles it too, whenever you want it over in one roll."
        return [verdict, Note(text, rule="HUB-13")]
    more = f" For more detail there is {sides.system}." if sides.system else ""
    text = f"Ties, and who counts as the defender, have their own rules.{more}"
    if blow_by_blow:
        text = "There is no longer game for this: one versus test settles it."
    return [verdict, Steps(_steps(about, sides), "How it goes"), Note(text, rule="HUB-13")]


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
        else "On a tie the side that only defends wins; if neither does, it is a deadlock.",
    )

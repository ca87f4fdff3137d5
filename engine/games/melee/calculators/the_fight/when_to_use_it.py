"""Which rules a fight takes, what Melee! rests on, and how it ends (MEL-01, MEL-02, MEL-47)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable
from engine.games.melee.rules.systems import DOZENS, FEW, Pursuit, System, goes_on_as, suited
from engine.option import Option


@calculator("mel-which", rules="MEL-01")
def which(
    combatants: Annotated[int, Between(1, 500), Asked("Combatants, all sides together", quick=(3, 6, 12, 30))] = 12,
    sides: Annotated[int, Between(1, 8), Asked("Sides", quick=(2, 3))] = 2,
    far: Annotated[bool, Asked("They are far apart")] = False,
    shooting: Annotated[bool, Asked("Most of them shoot")] = False,
    fleeing: Annotated[bool, Asked("One side runs from the other")] = False,
    dozens: Annotated[int, Between(4, 500), Asked("“Dozens” begin with", more=True, quick=(24, 36))] = DOZENS,
) -> Answer:
    """Which rules suit this fight?"""
    if sides > combatants:
        raise Unusable("sides", f"A side has someone on it; {sides} sides take more than {combatants} combatants.")
    found = suited(combatants, far=far, shooting=shooting, fleeing=fleeing, dozens=dozens)
    why = {
        System.FIGHT: f"Up to {FEW} fight best action by action.",
        System.RANGE: "Far apart and mostly shooting is a matter of positions.",
        System.CHASE: "One side only wants to be gone.",
        System.PITCHED: f"{combatants} are an army.",
        System.MELEE: "Several of them, within reach of each other.",
    }[found]
    rows = (
        (f"{FEW} combatants or fewer", System.FIGHT.words),
        ("far apart, mostly shooting", System.RANGE.words),
        ("one side flees", System.CHASE.words),
        (f"{dozens} or more", System.PITCHED.words),
        ("anything else, three sides too", System.MELEE.words),
    )
    blocks: list[Block] = [
        Verdict(found.words, (Fact(combatants, "combatants"), Fact(sides, "sides")), why),
        Table("The first that holds", ("The fight", "Play"), rows, list(System).index(found)),
    ]
    if sides > 2 and found is not System.MELEE:
        blocks.append(Note("With three sides or more Melee! copes best all the same.", rule="MEL-01"))
    return Answer({"system": found.value}, tuple(blocks))


class Premise(Option):
    """What the rules of a melee take for granted. Source: MEL-02."""

    ONE = "one", "one action a round"
    STORED = "stored", "dice now, results later"
    LATE = "late", "low acts first"
    VERSUS = "versus", "hardly any versus tests"
    ELASTIC = "elastic", "a round is elastic"
    WORN = "worn", "worn down before wounded"


MEANS = {
    Premise.ONE: ("You do one thing a round, so you remember one number and an arrow.", "a script of several actions"),
    Premise.STORED: ("You roll as you declare; what it brings waits for the end of the round.", "in the volley"),
    Premise.LATE: ("Whoever acts last knows most; whoever acts first ties others up.", "by speed and position"),
    Premise.VERSUS: (
        "Obstacles are fixed; only chases and a close look at a swoon are versus.",
        "action against action",
    ),
    Premise.ELASTIC: ("A few seconds or most of a minute, some ten actions of Fight!.", "a heartbeat an action"),
    Premise.WORN: ("Disposition goes first; a blow that takes it off need not touch you.", "wounds from the first hit"),
}


@calculator("mel-premises", rules="MEL-02")
def premises(
    premise: Annotated[Premise, Asked("What strikes you as odd")] = Premise.STORED,
    rounds: Annotated[int, Between(1, 20), Asked("Rounds played", more=True, quick=(1, 3, 5))] = 3,
) -> Answer:
    """How does this differ from Fight!?"""
    said, there = MEANS[premise]
    rows = tuple((one.words, here, other) for one, (here, other) in MEANS.items())
    facts = (Fact(there, "in Fight!"), Fact(rounds * 10, f"actions of Fight! in {wording.count(rounds, 'round')}"))
    blocks = (
        Verdict(premise.words[:1].upper() + premise.words[1:], facts, said),
        Table("Melee! beside Fight!", ("Premise", "Here", "In Fight!"), rows, list(Premise).index(premise)),
    )
    return Answer({"premise": premise.value, "actions": rounds * 10}, blocks)


class Left(Option):
    """How the losing side stands as a round ends. Source: MEL-47."""

    FIGHTING = "fighting", "some of them still have disposition"
    WORN = "worn", "all are at 0, and some can still fight"
    HELPLESS = "helpless", "all are incapacitated"
    GONE = "gone", "all have fled or surrendered"


@calculator("mel-end", rules="MEL-47")
def end(
    losers: Annotated[Left, Asked("The worse side")] = Left.FIGHTING,
    players: Annotated[bool, Asked("Player characters are among them")] = False,
    retreat: Annotated[bool, Asked("They call a retreat")] = False,
    pursuit: Annotated[Pursuit, Asked("If they do")] = Pursuit.NONE,
    others: Annotated[int, Between(1, 7), Asked("Other sides in the fight", quick=(1, 2, 3), more=True)] = 1,
) -> Answer:
    """Is the fight over?"""
    runs = retreat and losers not in (Left.HELPLESS, Left.GONE)
    into = goes_on_as(pursuit) if runs else None
    asks = losers is Left.WORN and players
    if into is not None:
        figure, state, said = into.words, "converted", "They are after you: the same people, as Range and Cover."
    elif asks and not runs:
        figure, state, said = "Ask them", "ask", "At 0 a player character may fight on. Do they?"
    elif not runs and losers is Left.FIGHTING:
        figure, state, said = "It goes on", "on", "Another round."
    else:
        said = "They get away." if runs else OUT[losers]
        figure, state = ("It is over", "over") if others == 1 else ("It goes on", "on")
        said += "" if others == 1 else f" {wording.count(others, 'side')} fight on without them."
    wins = state == "over" and not runs
    facts = (Fact(losers.words), Fact("the other side", "wins") if wins else Fact("at the end of a round"))
    return Answer({"state": state, "winner": "other" if wins else None}, (Verdict(figure, facts, said),))


OUT = {
    Left.WORN: "All are at 0: they are at the winners’ mercy.",
    Left.HELPLESS: "The losers are at the winners’ mercy; nobody has to finish them off first.",
    Left.GONE: "Nobody of that side is left in the fight.",
}
"""What becomes of a side that is out of it. Source: MEL-47."""

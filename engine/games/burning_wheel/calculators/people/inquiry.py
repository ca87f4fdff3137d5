"""A search through your Circles, step by step (CIR-21)."""

from typing import Annotated

from engine.answer import Answer, Block, Fact, Note, Steps, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable
from engine.games.burning_wheel.dice import MOST_OBSTACLE, DiceCount, Obstacle, ob
from engine.games.burning_wheel.readings.classes import classes_of, marks_of
from engine.games.burning_wheel.readings.noticing import listening
from engine.games.burning_wheel.rules import circles, inquiry
from engine.games.burning_wheel.rules.advancement import Kind
from engine.games.burning_wheel.rules.circles import Result
from engine.games.burning_wheel.rules.inquiry import LEADS_TO, SEARCH, Stage
from engine.games.burning_wheel.rules.relationships import Who
from engine.games.burning_wheel.rules.test_class import Classes
from engine.games.burning_wheel.words import logged
from engine.rulings import Rulings

OBSTACLE = Between(1, MOST_OBSTACLE)
FIGURES = {
    Stage.OBSTACLE: ("The obstacle", "then the roll"),
    Stage.TALK: ("Talk", "no Circles test"),
    Stage.NOBODY: ("No test", "out of reach"),
}
INSTEAD = {
    Stage.TALK: "Relationships and the other players’ characters are met without a roll.",
    Stage.NOBODY: "In doubt, look at your lifepaths and their leads.",
}
OUTCOMES = {
    Result.EXCEEDS: ("Name them", "found and remembered"),
    Result.MEETS: ("Found once", "no name"),
    Result.FAILS: ("Nobody", "not found"),
    Result.ENMITY: ("An enemy", "the GM keeps the name"),
}


@calculator("circles-procedure", rules="CIR-21")
def circles_procedure(
    who: Annotated[Who, Asked("Whom you look for")] = Who.STRANGER,
    reachable: Annotated[bool, Asked("Your life could lead to them", gm=True)] = True,
    obstacle: Annotated[
        int | None, OBSTACLE, Asked("The whole obstacle", "Empty: not added up yet.", quick=(1, 2, 3, 4, 5))
    ] = None,
    dice: Annotated[DiceCount, Asked("Your dice, without artha", quick=(2, 3, 4, 5, 6))] = DiceCount(3),
    successes: Annotated[
        int | None, Between(0, 100), Asked("Successes", "Empty: not rolled yet.", quick=(0, 1, 2, 3, 4, 5))
    ] = None,
    enmity: Annotated[bool, Asked("If it fails, they come as an enemy", gm=True)] = False,
    quietly: Annotated[int, Between(0, circles.MOST_QUIET), Asked("Obstacle added to stay quiet", more=True)] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """What comes next when you look for someone?"""
    if successes is not None and obstacle is None:
        raise Unusable("obstacle", "A roll is read against an obstacle; this has none yet.")
    if obstacle is not None and quietly >= obstacle:
        raise Unusable("quietly", f"This takes less than the obstacle, which is {obstacle}; this says {quietly}.")
    found = None if successes is None or obstacle is None else circles.result(successes, obstacle, enmity)
    stage = inquiry.next_stage(who, reachable, obstacle, found)
    searching = stage in SEARCH
    classes = classes_of(dice, obstacle, ask) if searching and obstacle is not None else Classes()
    heard = listening(obstacle - quietly, quietly, 0, ask).total if found is not None and obstacle is not None else None
    if not searching:
        found, heard = None, None
    facts: tuple[Fact, ...]
    if found is not None:
        figure, line = OUTCOMES[found]
        facts = (Fact(line), logged(classes))
        sentence = f"{found.words} {stage.words}"
    elif stage is Stage.ROLL and obstacle is not None:
        figure = "Roll"
        facts = (Fact(DiceCount(dice), "dice"), Fact(Obstacle(obstacle), "obstacle"), logged(classes))
        sentence = stage.words
    else:
        figure, line = FIGURES[stage]
        facts = (Fact(line),)
        sentence = stage.words
    blocks: list[Block] = [Verdict(figure, facts, sentence)]
    if searching:
        now = SEARCH.index(stage)
        said = tuple(f"**Now:** {one.words}" if at == now else one.words for at, one in enumerate(SEARCH))
        blocks.append(Steps(said, "The whole way", tuple(LEADS_TO[one] for one in SEARCH)))
    else:
        blocks.append(Note(INSTEAD[stage], rule=LEADS_TO[stage]))
    if heard is not None:
        blocks.append(Note(f"The one you asked about listens at {ob(heard)}, if they listen at all.", rule="CIR-10"))
    return Answer(
        values={
            "next": stage.value,
            "result": found.value if found else "",
            "class": classes.value,
            "listener_obstacle": heard,
        },
        blocks=tuple(blocks),
        effects=marks_of("circles", classes, Kind.CIRCLES) if found is not None else (),
    )

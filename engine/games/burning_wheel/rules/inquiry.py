"""A search through your Circles from first to last: what comes next (CIR-21)."""

from collections.abc import Mapping

from engine.games.burning_wheel.rules.circles import Result
from engine.games.burning_wheel.rules.relationships import Who
from engine.option import Option


class Stage(Option):
    """The steps of a search, in order. Source: CIR-21."""

    REACH = "reach", "Say whom you look for, and how your life leads to them."
    WISE = "wise", "If a Wise fits, test it first: it is a linked test."
    OBSTACLE = "obstacle", "Add up the obstacle: trade, rank, place, mind, moment."
    QUIET = "quiet", "Raise it yourself if nobody is to hear of it."
    ROLL = "roll", "Roll Circles with every reputation and affiliation that counts there."
    RESULT = "result", "Read the roll: a name, one meeting, nobody, or an enemy."
    BOOK = "book", "Mark the test, and write down who has a name now."
    LISTEN = "listen", "The one you ask about may listen; the GM sets that obstacle."
    BUILD = "build", "Find the same person often enough, and they become a relationship."
    TALK = "talk", "No search: you know each other. Talk."
    NOBODY = "nobody", "No test: your life does not lead to them."


LEADS_TO: Mapping[Stage, str] = {
    Stage.REACH: "CIR-03",
    Stage.WISE: "CIR-05",
    Stage.OBSTACLE: "CIR-04",
    Stage.QUIET: "CIR-11",
    Stage.ROLL: "CIR-02",
    Stage.RESULT: "CIR-07",
    Stage.BOOK: "CIR-07",
    Stage.LISTEN: "CIR-10",
    Stage.BUILD: "CIR-20",
    Stage.TALK: "CIR-01",
    Stage.NOBODY: "CIR-03",
}
"""The rule that each step rests on."""

SEARCH = tuple(stage for stage in Stage if stage not in (Stage.TALK, Stage.NOBODY))


def next_stage(who: Who, reachable: bool, obstacle: int | None, found: Result | None) -> Stage:
    """The step that is next: an `obstacle` of None is not added up yet, `found` None is not rolled.

    Source: CIR-21.
    """
    if who is not Who.STRANGER:
        return Stage.TALK
    if not reachable:
        return Stage.NOBODY
    if obstacle is None:
        return Stage.OBSTACLE
    return Stage.ROLL if found is None else Stage.BOOK

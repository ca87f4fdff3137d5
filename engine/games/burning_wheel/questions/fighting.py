"""Dice against dice in Fight!: to Avoid, Block, Counterstrike, Beat and Charge."""

from engine.games.burning_wheel.questions.parts import about, number, rated
from engine.questions import Part, Question

AGAINST = ("vs", "v", "versus", "against")
IDLE = "a an the fight roll rolling test chance chances odds them they me my attack strike"


def theirs(field: str) -> Part:
    """Their dice behind the word that sets them against yours: "vs B4"."""
    ways = tuple(way._replace(typed=f"{word} {way.typed}") for word in AGAINST for way in rated(field, dice=True))
    return Part(ways, missing="their dice")


def yours(field: str) -> Part:
    """Your own dice."""
    return Part(rated(field, dice=True), missing="your dice")


RIPOSTE = number("riposte", "riposte #", "riposte # d", "riposte # dice", "# d riposte", "# dice riposte")

QUESTIONS = (
    Question(
        "counterstrike",
        "FGT-39",
        (about("counterstrike", "counter strike"), yours("skill"), theirs("attack")),
        (RIPOSTE,),
        idle=f"{IDLE} split divide best how",
    ),
    Question("avoid", "FGT-35", (about("avoid", "dodge"), yours("speed"), theirs("attack")), idle=f"{IDLE} speed"),
    Question("block", "FGT-37", (about("block", "parry"), yours("skill"), theirs("attack")), idle=f"{IDLE} skill"),
    Question(
        "beat-and-bind",
        "FGT-36",
        (about("beat and bind", "bind"), yours("skill"), theirs("theirs")),
        idle=f"{IDLE} weapon",
    ),
    Question("charge", "FGT-38", (about("charge", "tackle"), yours("power"), theirs("stood")), idle=f"{IDLE} power"),
)

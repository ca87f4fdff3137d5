"""What takes actions in a fight: a spell, a look around."""

from engine.games.burning_wheel.questions.parts import OBSTACLE, about, labelled, number, rated
from engine.questions import Part, Question

IDLE = "a an the my in fight during combat how long when does it take takes is done with for i can"
ACTIONS = ("# actions", "# action")

QUESTIONS = (
    Question(
        "fight-incant",
        "FGT-32",
        (
            about("cast", "casting", "incant", "incantation", "spell", "cast spell", "casting time"),
            number("spell", *ACTIONS, missing="the actions of the spell"),
        ),
        (number("reflexes", "reflexes #", "reflexes b #", "ref #"),),
        idle=f"{IDLE} spell time of",
    ),
    Question(
        "assess",
        "FGT-24",
        (about("assess", "assessing"), Part((*labelled("perception", "perception").ways, *rated("perception")))),
        (number("spent", *ACTIONS), number("obstacle", *OBSTACLE)),
        idle=f"{IDLE} test chance odds perception",
    ),
)

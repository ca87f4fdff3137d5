"""What a margin buys, and how many dice a weapon gives, in Range and Cover."""

from engine.games.burning_wheel.questions.parts import OBSTACLE, about, choice, number, rated
from engine.games.burning_wheel.rules.missiles import MISSILES
from engine.questions import Part, Question, Way

BOWS = Part(tuple(Way(row.name, {"weapon": key}) for key, row in MISSILES.items()), missing="a bow, crossbow or gun")
RANGES = {"extreme": ("extreme", "extreme range"), "optimal": ("optimal", "optimal range"), "out": ("out of range",)}

QUESTIONS = (
    Question(
        "range-dice",
        "RNC-02",
        (about("range dice", "positioning dice", "dice for range"), BOWS, choice("own", RANGES, "how far they are")),
        (),
        idle="how many dice at of",
    ),
    Question(
        "range-spend",
        "RNC-11",
        (
            number("margin", "margin #", "# margin", "margin of #", missing="your margin"),
            Part(rated("skill"), missing="your weapon skill"),
        ),
        (
            number("obstacle", *(way for way in OBSTACLE if "success" not in way)),
            number("perception", "perception #", "perception b #", "per #"),
        ),
        idle="spend shoot shot bow crossbow throwing skill buy aim what",
    ),
)

"""What a shot, a throw or a gun does, and how long it takes."""

from engine.games.burning_wheel.questions.parts import OBSTACLE, about, number, rated
from engine.games.burning_wheel.rules.missiles import MISSILES, Kind
from engine.games.burning_wheel.rules.thrown import THROWN
from engine.questions import Part, Question, Way

POWERS = ("power #", "power b #", "pow #", "# power")
SHOT = Part(tuple(Way(row.name, {"weapon": key}) for key, row in MISSILES.items()), missing="a bow, crossbow or gun")
TO_HAND = Part(
    tuple(Way(name, {"weapon": key}) for key, row in THROWN.items() for name in (row.name.split(",")[0],)),
    missing="a thrown weapon",
)
SKILL = Part(rated("skill"), missing="your skill")
AT = number("obstacle", *(way for way in OBSTACLE if "success" not in way))
ROLLED = number("rolled", "# successes", "# success", "rolled #")

QUESTIONS = (
    Question("shot", "WPN-15", (SHOT, SKILL), (AT, ROLLED), idle="shot shoot shooting fire bow damage hit chance"),
    Question(
        "throw",
        "WPN-17",
        (TO_HAND, number("power", *POWERS, missing="your Power"), SKILL),
        (AT, ROLLED),
        idle="throw throwing thrown hurl damage hit chance",
    ),
    Question(
        "shot-time",
        "WPN-23",
        (
            about("reload", "reloading", "load"),
            Part(
                tuple(
                    Way(row.name, {"weapon.is": "loosed", "weapon.weapon": key, "weapon.ready": "empty"})
                    for key, row in MISSILES.items()
                ),
                missing="a bow, crossbow or gun",
            ),
        ),
        (number("reflexes", "reflexes #", "reflexes b #", "# actions"),),
        idle="take takes long how many time shoot fire shot actions",
    ),
    Question(
        "gunpowder",
        "WPN-21",
        (about("gunpowder die", "misfire", "gunpowder", "jams", "goes off", "go off"),),
        (
            Part(
                tuple(Way(row.name, {"weapon": key}) for key, row in MISSILES.items() if row.kind is Kind.GUN),
                unsaid=Way("", {"weapon": "pistol"}, "a pistol"),
            ),
        ),
        idle="gun chance odds firearm",
    ),
)

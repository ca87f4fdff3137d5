"""Classes of tests, what an ability still needs to advance, practice, and new skills."""

from engine.games.burning_wheel.questions.parts import (
    SHADES,
    about,
    choice,
    exponent,
    labelled,
    number,
    obstacle,
    rated,
)
from engine.questions import Part, Question, Way

COUNT = [f"{word} #" for words in SHADES.values() for word in words] + ["# d", "# dice", "# die"]
ROUTINE = number("routine", "# routine", "routine #", "# r", "# routines", "r #")
DIFFICULT = number("difficult", "# difficult", "difficult #", "# d", "# difficults", "d #", "# diff")
CHALLENGING = number("challenging", "# challenging", "challenging #", "# c", "c #", "# chall")
MARKED = (ROUTINE, DIFFICULT, CHALLENGING)
ADVANCE = about(
    *("advance", "advances", "advanced", "advancing", "advancement", "next exponent", "raise", "raised", "improve"),
    *("improved", "increase", "many tests", "level up", "go up", "goes up", "went up", "gone up", "grow", "grows"),
)
KINDS = {
    "skill": ("skill",),
    "stat": ("stat", "will", "agility", "speed", "power", "forte"),
    "perception": ("perception",),
    "health": ("health",),
    "steel": ("steel",),
    "circles": ("circles",),
    "resources": ("resources",),
    "faith": ("faith",),
    "emotion": ("greed", "grief", "hate"),
    "reflexes": ("reflexes",),
}
KIND = choice("kind", KINDS, unsaid=Way("", {"kind": "skill"}, "a skill"))
TARGET = about(*(f"to {word} #" for word in ("b", "g", "w", "exponent", "black", "gray", "white")))
EXPONENT = exponent("exponent", missing="its exponent (B4)")
ASKED = "test tests mark marked need needed still yet now long until till left missing enough many to ability"

QUESTIONS = (
    Question(
        "test-class",
        "HUB-35",
        (
            about("class", "routine", "difficult", "challenging", "test class", "mark", "log", "rdc", "r d c", "kind"),
            number("dice", *COUNT, missing="your dice"),
            obstacle(),
        ),
        idle="test routine difficult challenging or mark ability class kind vs against",
    ),
    Question("advancement", "HUB-37", (ADVANCE, EXPONENT), (*MARKED, KIND, TARGET), idle=ASKED),
    Question("advancement", "HUB-37", (EXPONENT,), (*MARKED, KIND, TARGET), one_of=MARKED, idle=ASKED),
    Question(
        "new-skill",
        "HUB-54",
        (
            about("aptitude", "new skill", "open skill", "open new skill", "learn skill", "learn new skill"),
            labelled(
                "root", "root", "will", "perception", "agility", "speed", "power", "forte", missing="its root stat"
            ),
        ),
        (number("tests", "# test", "# tests", "# tests marked"),),
        idle="skill tests marked many to root open learn new",
    ),
    Question(
        "practice-plan",
        "HUB-50",
        (
            about("practice", "practicing", "train", "training", "study"),
            choice(
                "regimens.0.subject",
                {
                    **{one: (one,) for one in ("academic", "artisan", "artist", "craftsman", "forester", "martial")},
                    **{one: (one,) for one in ("medicinal", "military", "musical", "peasant", "physical", "seafaring")},
                    **{one: (one,) for one in ("social", "sorcerous", "perception", "agility", "speed", "power")},
                    **{one: (one,) for one in ("forte", "faith", "steel", "will")},
                },
                missing="what kind of skill it is (martial)",
            ),
            choice(
                "regimens.0.test_class",
                {one: (one.lower(),) for one in ("Routine", "Difficult", "Challenging")},
                missing="the class of test",
            ),
        ),
        (
            number("hours", "# hours", "# h", unsaid=Way("", {"hours": "8"}, "8 hours a day")),
            number("will", "will #", "will b #", unsaid=Way("", {"will": "4"}, "Will 4")),
        ),
        idle="long skill test day take takes until to",
    ),
    Question(
        "epiphany",
        "HUB-83",
        (about("epiphany", "gray", "shade shift"), Part(rated("ability"), missing="the ability")),
        (number("fate", "# fate"), number("persona", "# persona"), number("deeds", "# deeds", "# deed")),
        idle="far artha spent to shade",
    ),
    Question(
        "markers",
        "HUB-40",
        (
            about("reflexes", "mortal wound", "average"),
            *(number(one, f"{one} #", f"{one} b #", missing=one.capitalize()) for one in ("perception", "agility")),
            number("speed", "speed #", "speed b #", missing="Speed"),
        ),
        (
            number("power", "power #", "power b #", unsaid=Way("", {"power": "4"}, "Power 4")),
            number("forte", "forte #", "forte b #", unsaid=Way("", {"forte": "4"}, "Forte 4")),
        ),
    ),
)

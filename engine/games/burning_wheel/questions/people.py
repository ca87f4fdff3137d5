"""Finding people with Circles, and what an enemy makes harder."""

from engine.games.burning_wheel.questions.parts import OBSTACLE, ability, about, choice, labelled, number, obstacle
from engine.questions import Part, Question, Way

OCCUPATION = choice(
    "occupation",
    {
        "common": ("common trade", "common occupation", "common profession", "broad trade", "broad occupation"),
        "uncommon": ("uncommon", "uncommon trade", "uncommon occupation", "uncommon profession", "rare trade"),
        "specific": ("specific trade", "exact trade", "specific occupation", "exact occupation", "specific profession"),
    },
    unsaid=Way("", {"occupation": "common"}, "a common trade"),
)
STATION = choice(
    "station",
    {
        "same": ("same rank", "same station", "own rank", "own station"),
        "step": ("1 rank", "1 step", "step up", "step down", "1 step up", "1 step down", "higher rank", "lower rank"),
        "lowest": ("lowest rank", "lowest station", "lowest"),
        "highest": ("highest rank", "highest station", "highest"),
    },
    unsaid=Way("", {"station": "same"}, "your own rank"),
)
PLACE = choice(
    "place",
    {
        "region": ("anywhere", "around", "region"),
        "local": ("local", "locally", "nearby", "town", "city", "village"),
        "specific": ("specific place", "exact place", "right here", "here", "exactly here"),
    },
    unsaid=Way("", {"place": "region"}, "anywhere"),
)
TIME = choice(
    "time",
    {
        "eventually": ("eventually", "some day", "later", "any time"),
        "soon": ("soon", "today", "session"),
        "now": ("now", "right now", "immediately", "scene"),
    },
    unsaid=Way("", {"time": "eventually"}, "at any time"),
)
DISPOSITION = choice(
    "disposition",
    {
        "little": ("little different", "little differently", "slightly different"),
        "quite": ("quite different", "quite differently", "very different"),
        "specific": ("rare knowledge", "specific knowledge", "specific disposition", "exact disposition"),
    },
    unsaid=Way("", {"disposition": "common"}, "of ordinary mind"),
)
LOOKED_FOR = (OCCUPATION, STATION, PLACE, TIME, DISPOSITION)
CIRCLES = labelled("circles", "circles", "circle", missing="your Circles")

QUESTIONS = (
    Question(
        "circles-obstacle",
        "CIR-04",
        (CIRCLES,),
        (
            *LOOKED_FOR,
            number("affiliations.0.dice", "affiliation # d", "affiliation #", "# d affiliation", "+ # d affiliation"),
            number("reputations.0.dice", "reputation # d", "reputation #", "# d reputation", "+ # d reputation"),
            number("helping", "+ # d help", "# d help", "help # d", "# help"),
        ),
        one_of=LOOKED_FOR,
        idle="find someone person somebody test look meet who contact npc obstacle or circles",
    ),
    Question(
        "circles-enemy",
        "CIR-08",
        (about("enemy", "enmity"), ability("skill"), obstacle()),
        idle="persuade talk social test deal roll dealing",
    ),
    Question(
        "circles-procedure",
        "CIR-21",
        (
            about("circles", "enmity", "enmity clause"),
            number("successes", "# success", "# successes", "rolled #", "# hit", "# hits"),
            number("obstacle", *(way for way in OBSTACLE if "success" not in way and "hit" not in way)),
            Part(
                (Way("b #", {"dice": "#"}), Way("# d", {"dice": "#"}), Way("# dice", {"dice": "#"})),
                missing="your dice",
            ),
        ),
        idle="circles rolled roll failed fail test",
    ),
)

"""Chances, tests with help, versus and open tests."""

from collections.abc import Iterator

from engine.games.burning_wheel.dice import Shade
from engine.games.burning_wheel.questions.parts import (
    ANSWERED,
    BLACK,
    SHADES,
    ability,
    about,
    choice,
    dice,
    number,
    obstacle,
    rated,
    said,
)
from engine.games.burning_wheel.rules.wounds import EFFECTS, TOLERATED, Level
from engine.questions import Part, Question, Way

NAMED = {
    "circles": ("circles", "circle"),
    "resources": ("resources",),
    "perception": ("perception", "per"),
    "health": ("health",),
    "will": ("will", "agility", "power", "forte", "stat"),
    "speed": ("speed",),
    "faith": ("faith", "pray", "prayer"),
    "emotion": ("greed", "grief", "hate", "hatred", "spite"),
    "magic": ("sorcery", "magic", "spell"),
}


def _several(rows: str, *words: str, assumed: str) -> Iterator[Way]:
    """Ways to say how many there are, and not what they can do: "2 helpers", "a helper"."""
    for word in words:
        yield Way(word, {f"{rows}.*.exponent": 3}, assumed)
        for count in range(1, 5):
            yield Way(f"{count} {word}s", {f"{rows}.{row}.exponent": 3 for row in range(count)}, assumed)


HELPERS = Part(
    (
        *(
            Way(f"{label} {way.typed}", {"helpers.*.exponent": "#"})
            for label in ("help", "helper", "helped", "helping", "assist", "assistance")
            for way in rated("", bare=True)
        ),
        *_several("helpers", "help", "helper", assumed="helpers of exponent 4 or less"),
    ),
    rows=True,
)
FORKS = Part(
    (
        *(
            Way(f"{label} {way.typed}", {"forks.*.exponent": "#"})
            for label in ("fork", "forks", "forking", "forked")
            for way in rated("", bare=True)
        ),
        *_several("forks", "fork", assumed="FoRKs below exponent 7"),
    ),
    rows=True,
)
ADVANTAGE = number(
    "advantage",
    *(
        f"{count} {word}"
        for count in ("# d", "# dice", "#", "+ # d", "+ #")
        for word in ("advantage", "bonus", "extra")
    ),
    *("advantage #", "advantage # d", "bonus # d", "+ # d", "+ # dice", "advantage + # d"),
)
HARDER = number(
    "disadvantages.0.amount",
    *(
        "+ # ob",
        "+ # obstacle",
        "disadvantage #",
        "disadvantage + #",
        "# disadvantage",
        "+ # disadvantage",
        "# ob more",
    ),
)
WOUNDS = Part(
    (
        *(
            Way(f"{level.value} wound", {"wounds.dice": EFFECTS[level].dice})
            for level in TOLERATED
            if EFFECTS[level].dice
        ),
        *said({"wounds.superficial": 1}, f"{Level.SUPERFICIAL.value} wound", "1 superficial", "1 superficial wound"),
        *said({"wounds.superficial": 2}, "2 superficial", "2 superficial wounds"),
        Way("- # d", {"wounds.dice": "#"}, "dice lost to wounds"),
    )
)
PERSONA = number("boon", "# persona", "persona #", "# persona dice", "persona # d")
CAREFUL = Part(said({"careful": True}, "careful", "carefully", "working carefully"))
UNTRAINED = Part(
    said({"beginner": True}, "untrained", "unskilled", "beginner luck", "beginners luck", "bl", "no skill")
)
TESTED = choice("tested", NAMED)
STANDING_AT = Part(
    tuple(
        way._replace(typed=f"{label} {way.typed}", inputs={"tested": tested, "ability": f"{shade.value}#"})
        for tested, labels in NAMED.items()
        for label in labels
        for shade, words in SHADES.items()
        for way in (*(Way(f"{word} #", {}) for word in words), *([Way("#", {}, BLACK)] if shade is Shade.BLACK else []))
    )
)
BASE = obstacle()
SITUATION = (HELPERS, FORKS, ADVANTAGE, HARDER, WOUNDS, PERSONA, CAREFUL, UNTRAINED, TESTED)
OPEN = Part(
    said({"open_ended": True}, "open", "open end", "open ended", "open ending", "exploding", "explode"),
    unsaid=Way("", {"open_ended": False}, "not open-ended, no help"),
)
THEIRS = Part(
    tuple(
        way._replace(typed=f"{word} {way.typed}")
        for word in ("vs", "v", "versus", "against")
        for way in rated("theirs", dice=True)
    )
)
LUCK = Part(said({"uses": ["luck"]}, "luck", "fate", "fate point", "1 fate", "with luck"))

QUESTIONS = (
    Question("odds", "HUB-08", (dice("pool"), BASE), (OPEN,), idle=ANSWERED),
    Question(
        "test-builder",
        "HUB-18",
        (ability(), BASE),
        SITUATION,
        one_of=SITUATION,
        idle=f"{ANSWERED} skill",
    ),
    Question(
        "test-builder",
        "HUB-18",
        (STANDING_AT, BASE),
        tuple(part for part in SITUATION if part is not TESTED),
        idle=ANSWERED,
    ),
    Question(
        "versus-test", "HUB-13", (ability("yours"), THEIRS), idle="versus test tests roll win wins who chance odds"
    ),
    Question(
        "open-test",
        "HUB-14",
        (about("open test", "graduated test", "graduated", "open roll"), dice("pool")),
        (TESTED,),
        idle="roll learn",
    ),
    Question("artha-plan", "HUB-72", (LUCK, ability(), BASE), idle=f"{ANSWERED} artha spend point"),
    Question(
        "obstacle",
        "HUB-06",
        (about("hard", "difficult", "ladder", "mean", "means", "easy"), obstacle("base")),
        (Part(rated("pool", dice=True), unsaid=Way("", {"pool": "B4"}, "4 black dice")),),
        idle="ob test",
    ),
    Question(
        "exponent",
        "HUB-04",
        (about("mean", "means", "meaning", "exponent", "good", "expert"), Part(rated("ability"))),
        idle="skill stat ability",
    ),
    Question(
        "test-length",
        "HUB-26",
        (
            about("long", "time", "length", "duration"),
            choice(
                "category",
                {
                    **{one: (one,) for one in ("academic", "artist", "forester", "martial", "medicinal", "military")},
                    **{one: (one,) for one in ("musical", "peasant", "physical", "seafaring", "social", "sorcerous")},
                    "craftsman": ("craftsman", "craft", "crafting"),
                    "stat": ("stat",),
                },
            ),
        ),
        idle="take takes test skill short to",
    ),
)

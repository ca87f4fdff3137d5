"""Whether armor stops a blow, what it hampers, and what it takes to repair it."""

from engine.games.burning_wheel.forms.armor import CALLED, PLACED, lines_of
from engine.games.burning_wheel.questions.parts import about, choice, number, rated
from engine.games.burning_wheel.rules.armor import Quality, Suit
from engine.games.burning_wheel.rules.armor_wear import Mender
from engine.games.burning_wheel.rules.armor_weight import Tried
from engine.games.burning_wheel.rules.location import Location
from engine.questions import Part, Question, Way

WHERE = {**PLACED, "helmet": Location.HEAD, "breastplate": Location.TORSO, "sleeve": Location.LEFT_ARM}
"""How players call the places, and what is worn there."""
TYPE = Part(tuple(Way(name, {"piece.type": type.value}) for name, type in CALLED.items()), missing="which armor")
PLACE = Part(tuple(Way(name, {"piece.location": where.value}) for name, where in WHERE.items()))
SUIT = Part(
    tuple(Way(name, {"armor": lines_of(Suit.whole(type))}) for name, type in CALLED.items()), missing="which armor"
)
FELT = {
    Tried.STEALTHY: ("stealthy", "sneak", "sneaking", "stealth"),
    Tried.SWIMMING: ("swimming", "swim"),
    Tried.CLIMBING: ("climbing", "climb"),
    Tried.PERCEPTION: ("perception",),
    Tried.AGILITY: ("agility",),
    Tried.SPEED: ("speed",),
}

QUESTIONS = (
    Question(
        "armor-test",
        "ARM-05",
        (TYPE, number("va", "va #", "versus armor #", missing="the VA of the blow")),
        (
            PLACE,
            number("power", "power #", "power b #"),
            choice("piece.quality", {quality.value: (quality.words, quality.value) for quality in Quality}),
            Part((Way("great strike", {"great_strike": True}),)),
            number("piece.lost", "# lost", "lost #", "# dice lost"),
        ),
        idle="armor armour test stop stops hold holds blow dice against on of the does chance odds",
    ),
    Question(
        "armor-weight",
        "ARM-14",
        (
            about(
                "penalty",
                "penalties",
                "weight",
                "clumsy weight",
                "hamper",
                "hampers",
                "untrained",
                *sum(FELT.values(), ()),
            ),
            SUIT,
        ),
        (
            Part(tuple(Way(words, {"tried": tried.value}) for tried, all_words in FELT.items() for words in all_words)),
            Part((Way("untrained", {"trained": False}), Way("without training", {"trained": False}))),
        ),
        idle="armor armour in of what does the obstacle ob",
    ),
    Question(
        "armor-repair",
        "ARM-12",
        (
            about("repair", "repairing", "mend", "fix"),
            TYPE,
            number("piece.lost", "# dice", "# d", "# die", "# lost", missing="how many dice"),
            Part(tuple(Way(skill.words, {"skill": skill.value}) for skill in Mender), missing="with what skill"),
        ),
        (Part(rated("ability"), unsaid=Way("", {}, "B4")), PLACE),
        idle="armor armour obstacle ob of with what how hard",
    ),
)

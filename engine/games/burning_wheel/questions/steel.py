"""Steel tests and hesitation."""

from engine.games.burning_wheel.questions.parts import about, choice, labelled
from engine.games.burning_wheel.rules.wounds import Level
from engine.questions import Part, Question, Way

STEEL = labelled("steel", "steel", "steel test", missing="your Steel")
WILL = labelled("will", "will", missing="your Will")
CAUSE = Part(
    (
        *(Way(word, {"cause.is": "surprise"}) for word in ("surprise", "surprised", "ambush", "ambushed")),
        *(Way(word, {"cause.is": "fear"}) for word in ("fear", "afraid", "scared", "frightened", "terror")),
        *(Way(word, {"cause.is": "spell"}) for word in ("spell", "sorcery", "magic")),
        *(
            Way(f"{level.value} wound", {"cause.is": "wound", "cause.hit": level.value})
            for level in (Level.LIGHT, Level.MIDI, Level.SEVERE, Level.TRAUMATIC, Level.MORTAL)
        ),
    ),
    unsaid=Way("", {"cause.is": "fear"}, "tested by fear"),
)
HARDER = choice(
    "harder",
    {
        "shot-at": ("shot at", "being shot"),
        "killed": ("someone killed", "seeing someone killed", "see someone killed"),
        "murder": ("murder", "committing murder"),
        "explosion": ("explosion",),
        "ghost": ("ghost", "ghosts"),
        "dead": ("living dead", "undead", "zombie", "zombies"),
        "cataclysm": ("cataclysm", "volcano"),
        "supernatural": ("supernatural",),
    },
)
HESITATION = about("hesitation", "hesitate", "hesitating", "hesitates")

QUESTIONS = (
    Question(
        "steel-test", "STE-03", (STEEL, WILL), (CAUSE, HARDER), idle="steel test hesitation hesitate stand seeing see"
    ),
    Question(
        "steel-test",
        "STE-03",
        (HESITATION, WILL),
        (Part((), unsaid=Way("", {"steel": "B5"}, "Steel B5")), CAUSE, HARDER),
        idle="steel obstacle ob long",
    ),
)

"""Actions against each other, and the body of argument."""

from engine.games.burning_wheel.questions.parts import about, labelled
from engine.games.burning_wheel.rules.arguments import DuelingSkill
from engine.games.burning_wheel.rules.duel import Action
from engine.questions import Part, Question, Way

NAMES = {
    Action.AVOID: ("avoid", "avoid topic", "avoiding"),
    Action.DISMISS: ("dismiss", "dismissal", "dismissing"),
    Action.FEINT: ("feint", "feinting"),
    Action.INCITE: ("incite", "inciting"),
    Action.OBFUSCATE: ("obfuscate", "obfuscating", "obfuscation"),
    Action.POINT: ("point",),
    Action.REBUTTAL: ("rebuttal", "rebut", "rebutting"),
    Action.HESITATE: ("hesitate", "hesitating", "hesitation"),
}
MINE = Part(tuple(Way(name, {"mine": action.value}) for action, names in NAMES.items() for name in names))
THEIRS = Part(
    tuple(
        Way(f"{word} {name}", {"theirs": action.value})
        for action, names in NAMES.items()
        for name in names
        for word in ("vs", "versus", "v", "against", "beat", "beats", "meets", "or", "into")
    )
)
SKILLS = tuple({word for skill in DuelingSkill for word in (skill.words, skill.value.replace("-", " "))})

QUESTIONS = (
    Question("duel-matrix", "DOW-15", (MINE, THEIRS), idle="happens duel wits dow action script volley vs against"),
    Question(
        "who-speaks-first",
        "DOW-07",
        (about("first", "speaks first", "goes first", "speak first", "who first"), MINE, THEIRS),
        idle="who speaks goes acts resolve duel",
    ),
    Question(
        "argument-body",
        "DOW-04",
        (
            about("body argument", "boa", "argument"),
            labelled("will", "will", missing="your Will"),
            labelled("skill", *SKILLS, "skill", missing="your dueling skill"),
        ),
        (
            Part(
                (Way("big deal", {"mode": "big"}), Way("not big deal", {"mode": "small"})),
                unsaid=Way("", {"mode": "normal"}, "a normal argument"),
            ),
        ),
        idle="duel wits large big size",
    ),
    Question(
        "duel-result",
        "DOW-18",
        (
            about("won", "win", "compromise", "concession", "owe"),
            Part(
                (
                    Way("# # left", {"your_left": "#", "your_start": "#"}),
                    Way("# left started #", {"your_left": "#", "your_start": "#"}),
                    Way("started # # left", {"your_start": "#", "your_left": "#"}),
                    Way("# out # left", {"your_left": "#", "your_start": "#"}),
                ),
                missing="what you have left of what (4 of 7 left)",
            ),
        ),
        (Part((), unsaid=Way("", {"their_left": "0"}, "they have none left")),),
        idle="duel wits left argument",
    ),
)

"""How hard a weapon hits, what a hit is, and what wounds do."""

from collections.abc import Iterator

from engine.games.burning_wheel.questions.parts import about, choice, labelled, number, rated
from engine.games.burning_wheel.rules.armor import ArmorType
from engine.games.burning_wheel.rules.location import Location, Target
from engine.games.burning_wheel.rules.shields import Kind
from engine.games.burning_wheel.rules.staunching import Flow
from engine.games.burning_wheel.rules.striking import Disadvantage
from engine.games.burning_wheel.rules.treatment import TREATED, Medic
from engine.games.burning_wheel.rules.weapons import WEAPONS, Grade, Weapon
from engine.games.burning_wheel.rules.wounds import Level
from engine.questions import Part, Question, Way

RUN = Grade.RUN.words.lower()


def _names(weapon: Weapon) -> list[str]:
    """What a weapon is called: "Knife, Shiv" is two names, "Polearm, thrust" one."""
    if weapon.name.startswith("Polearm"):
        return [weapon.name, *(["Polearm"] if weapon.name.endswith("strike") else [])]
    return [name for part in weapon.name.split(",") for name in part.split(" or ")]


def _weapons() -> Iterator[tuple[str, Weapon, str]]:
    """Words for each weapon whose Add is known, with what they take for granted."""
    named: dict[str, list[Weapon]] = {}
    for weapon in WEAPONS.values():
        for name in _names(weapon):
            if weapon.add is not None:
                named.setdefault(name, []).append(weapon)
    for name, grades in named.items():
        plain = next((one for one in grades if one.grade is Grade.RUN), grades[0])
        yield name, plain, RUN if len(grades) > 1 else ""
        for one in grades:
            for words in (one.grade.value, one.grade.words):
                yield f"{words} {name}", one, ""


MORE_ARMOR = {
    ArmorType.LEATHER: ("leather", "quilting"),
    ArmorType.CHAIN: ("chain", "mail", "chain mail"),
    ArmorType.PLATED_MAIL: ("plated chain",),
    ArmorType.FULL_PLATE: ("plate",),
}
"""What else players call them."""
WEAPON = tuple(_weapons())
HELD = Part(
    tuple(Way(name, {"weapon_power": one.power, "add": one.add}, grade) for name, one, grade in WEAPON),
    missing="a melee weapon",
)
THEIRS = Part(tuple(Way(name, {"weapon": one.key}, grade) for name, one, grade in WEAPON), missing="their weapon")
POWERS = ("power #", "power b #", "pow #", "pow b #", "b # power", "# power", "strength #")
OVER = ("# over", "# extra", "over #", "# over ob", "over by #", "margin #", "# over obstacle", "# more")
SHIELD_TOO = {
    Kind.TARGET: ("target", "round shield"),
    Kind.HEATER: ("heater shield",),
    Kind.GREAT: ("kite shield", "tower shield"),
}
"""What else players call them."""
WOUND = Part(
    tuple(
        Way(f"{level.value} wound", {f"borne.{level.value}": 1})
        for level in (Level.LIGHT, Level.MIDI, Level.SEVERE, Level.TRAUMATIC)
    )
)

BLEEDS = Part(
    (
        Way("midi wound", {"severe": 0, "midi": 1}),
        Way("severe wound", {"severe": 1}),
        Way("# severe wounds", {"severe": "#"}),
        Way("traumatic wound", {"severe": 0, "traumatic": 1}),
        Way("mortal wound", {"severe": 0, "mortal": True}),
    ),
    missing="the wound",
)
HEALER = Part(
    tuple(
        way._replace(typed=f"{medic.words} {way.typed}", inputs={**way.inputs, "healer.medic": medic.value})
        for medic in Medic
        for way in rated("healer.skill", bare=True)
    ),
    missing="with what skill",
)

SHIELD = choice(
    "shield",
    {kind.value: (kind.words, *SHIELD_TOO.get(kind, ())) for kind in Kind if kind is not Kind.IMPROVISED},
    missing="which shield",
)
TENDED = Part(
    tuple(Way(words, {"wound": level.value}) for level in TREATED for words in (f"{level.value} wound", level.value)),
    missing="which wound",
)
MEDIC = Part(
    tuple(Way(medic.words, {"healer.is": "skilled", "healer.medic": medic.value}) for medic in Medic),
    missing="the skill",
)

SPOTS = {
    Target.HEAD: ("head", "face", "neck"),
    Target.TORSO: ("torso", "chest", "body"),
    Target.ARMS: ("arm", "arms"),
    Target.LEGS: ("leg", "legs"),
}
OFFERED = Part(
    tuple(
        Way(words, {"where.offered": target.value})
        for target, names in SPOTS.items()
        for name in names
        for words in (f"from {name}", f"{name} offered", f"offers {name}", f"{name} open")
    ),
    unsaid=Way("", {"where.offered": Target.TORSO.value}, "the torso offered"),
)
WANTED = Part(
    tuple(
        Way(words, {"where.is": "square", "where.wanted": target.value})
        for target, names in SPOTS.items()
        for name in names
        for words in (name, f"to {name}")
    ),
    missing="what you aim at",
)
YOUR_WEAPON = Part(
    tuple(Way(name, {"weapon": one.key}, grade) for name, one, grade in WEAPON),
    unsaid=Way("", {}, "your fist"),
)
YOURS = Part(THEIRS.ways, missing="your weapon")
HARDER = choice(
    "disadvantages",
    {
        Disadvantage.LUNGING.value: ("lunging", "lunge"),
        Disadvantage.DIM.value: ("dim light", "lantern"),
        Disadvantage.CANDLE.value: ("candlelight",),
        Disadvantage.DARK.value: ("darkness", "dark"),
        Disadvantage.GROUND.value: ("mud", "ice"),
        Disadvantage.RAIN.value: ("rain", "snow"),
        Disadvantage.DOWN.value: ("lying down", "prone", "from ground"),
    },
)
SWUNG = Part(
    tuple(Way(name, {"how.is": "swung", "how.weapon": one.key}, grade) for name, one, grade in WEAPON),
    missing="their weapon",
)
IN_ARMOR = Part(
    (
        *(
            Way(name, {"armor": f"{Location.TORSO.words}: {type.words.lower()}"}, "on the torso")
            for type in ArmorType
            for name in (type.words, *MORE_ARMOR.get(type, ()))
        ),
        *(Way(name, {"armor": ""}) for name in ("no armor", "unarmored", "naked")),
    ),
    missing="your armor",
)

QUESTIONS = (
    Question(
        "strike",
        "WPN-01",
        (about("strike", "swing", "stab", "slash", "attack"), Part(rated("skill", dice=True), missing="your skill")),
        (YOUR_WEAPON, HARDER, number("power", *POWERS, unsaid=Way("", {}, "Power 4"))),
        idle="chance hit to with someone them",
    ),
    Question(
        "aim",
        "WPN-05",
        (about("aim", "move blow", "hit location"), WANTED),
        (OFFERED, number("extra", *OVER, unsaid=Way("", {}, "1 over"))),
        idle="cost costs many successes blow melee hit at",
    ),
    Question(
        "great-strike",
        "WPN-35",
        (about("great strike"), number("power", *POWERS, missing="your Power"), YOURS),
        (choice("adds", {"va": ("va", "for va", "versus armor")}),),
        idle="damage hard hit how",
    ),
    Question(
        "balance",
        "WPN-19",
        (
            number("balance", "# balance dice", "# balance die", "balance #", missing="how many balance dice"),
            Part(rated("skill"), missing="your skill"),
        ),
        (number("obstacle", "ob #", "obstacle #"),),
        idle="weapon skill roll dice",
    ),
    Question(
        "one-blow",
        "WPN-42",
        (
            about("wound", "wounded", "get through", "gets through", "go through", "pierce", "kill", "one blow"),
            SWUNG,
            IN_ARMOR,
        ),
        (
            number("how.power", *POWERS, unsaid=Way("", {"how.power": 4}, "Power 4")),
            labelled("skill", "skill", "with skill", unsaid=Way("", {"skill": "B4"}, "skill B4")),
        ),
        idle="chance odds wound through my your armor does a in at how likely blow attack of the time to with",
    ),
    Question(
        "bleeding-clock",
        "INJ-16",
        (
            about("bleed", "bleeds", "bleeding", "bleed out", "bleed to death"),
            labelled("forte", "forte", missing="your Forte"),
            BLEEDS,
        ),
        (labelled("health", "health", unsaid=Way("", {}, "Health B4")),),
        idle="long until death time clock die dead",
    ),
    Question(
        "stop-bleeding",
        "INJ-31",
        (
            about("stop bleeding", "staunch", "stop blood", "stanch"),
            choice("wound", {flow.value: (f"{flow.value} wound", flow.value) for flow in Flow}, missing="which wound"),
            HEALER,
        ),
        (Part((), unsaid=Way("", {"healer.is": "skilled"})),),
        idle="stop the bleeding wound chance on",
    ),
    Question(
        "shield-block",
        "ARM-24",
        (Part(rated("skill", dice=True), missing="your weapon skill"), SHIELD),
        (
            choice("maneuver", {"counterstrike": ("counterstrike",)}),
            number("va", "va #", "versus armor #"),
            Part((Way("untrained", {"trained": False}), Way("without training", {"trained": False}))),
            Part((Way("great strike", {"great_strike": True}),)),
            Part((Way("flail", {"articulated": True}),)),
        ),
        idle="shield block blocking dice add adds defend defense",
    ),
    Question(
        "fate-odds",
        "DOF-01",
        (about("die of fate", "dof"),),
        (number("throws", "# times", "# dice", "# throws", "# people"),),
        idle="chance odds throw roll",
    ),
    Question(
        "ims",
        "WPN-02",
        (number("power", *POWERS, missing="your Power"), HELD),
        (number("margin", *OVER),),
        idle="hard hit hits hitting damage ims i m s incidental mark superb weapon do power",
    ),
    Question(
        "blow",
        "INJ-04",
        (
            about("hit", "hits me", "struck", "wound", "wounded", "stabbed", "bad", "hurt"),
            number("power", *POWERS, missing="their Power"),
            THEIRS,
            number("over", *OVER, missing="how many successes over"),
        ),
        (
            Part(
                tuple(
                    Way(f"{label} {way}", {"tolerances.is": "preset", "tolerances.stat": f"B{number}"})
                    for label in ("stats", "tolerances", "all stats", "stat")
                    for number in range(3, 7)
                    for way in (f"b {number}", f"{number}")
                ),
                unsaid=Way("", {"tolerances.is": "preset", "tolerances.stat": "B4"}, "your stats all B4"),
            ),
        ),
        idle="hit wound wounded bad hard they me damage",
    ),
    Question(
        "wound-artha",
        "HUB-74",
        (WOUND, Part(rated("ability"), missing="your ability")),
        (Part((), unsaid=Way("", {"borne.superficial": 0, "shrug": False}, "no artha spent")),),
        idle="left roll dice skill ability lose penalty",
    ),
    Question(
        "tolerances",
        "INJ-03",
        (
            about("tolerances", "tolerance", "ptgs", "mortal wound", "grayscale", "physical tolerances"),
            labelled("tolerances.power", "power", missing="your Power"),
            labelled("tolerances.forte", "forte", missing="your Forte"),
        ),
        (
            Part((Way("tough", {"tolerances.tough": True}),)),
            Part((), unsaid=Way("", {"tolerances.is": "power-and-forte"})),
        ),
        idle="mortal wound grayscale scale",
    ),
    Question(
        "treatment",
        "INJ-24",
        (about("treat", "treating", "treatment", "tend", "bandage", "patch up"), TENDED, MEDIC),
        (Part(rated("healer.skill"), unsaid=Way("", {"healer.skill": "B4"}, "the skill at B4")),),
        idle="a the to how hard wound with obstacle ob",
    ),
    Question(
        "recovery",
        "INJ-21",
        (about("recover", "recovery", "recovering", "heal", "healing", "heals"), TENDED),
        (labelled("health", "health", unsaid=Way("", {"health": "B4"}, "Health B4")),),
        idle="a the from how long does to take takes my wound test",
    ),
)

"""What a melee is set up with, and every move in it (MEL-54, MEL-55)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.forms import Asked, Between, Longest, Unusable, branch, row, sheet
from engine.games.burning_wheel.dice import Obstacle
from engine.games.burning_wheel.forms.wounds import Borne, Own, PowerAndForte, Preset
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Quality
from engine.games.burning_wheel.rules.grayscale import Coordinate
from engine.games.burning_wheel.rules.stats import Stat
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounds import Level, Tolerances, suggestion
from engine.games.melee.forms.people import B3, B4, B5, Health, Side, Speed, Steel, Will
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.combatant import Fate, Fighter, Trained
from engine.games.melee.rules.disposition import Grade
from engine.games.melee.rules.encounter import crowd
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.shields import Kind
from engine.games.melee.rules.special import Maneuver, Surface
from engine.games.melee.rules.systems import Pursuit
from engine.option import Option

NOBODY, NORMAL = "nobody", "normal"
MOST_PEOPLE = 40
QUICK = ("B2", "B3", "B4", "B5", "B6")

# --- The set-up ---

Reflexes = Annotated[Ability, Asked("Reflexes", quick=QUICK)]
Skill = Annotated[Ability, Asked("Skill with the weapon", quick=QUICK), sheet("skill")]
CarriedArms = Annotated[Carries, Asked("Fights with")]
Shield = Annotated[Kind, Asked("Shield")]
Make = Annotated[Quality, Asked("The shield’s make", more=True)]
Armor = Annotated[int, Between(0, 8), Asked("Armor dice", quick=(0, 1, 3, 4, 5))]
Maybe = Ability | None
Martial = Annotated[Maybe, Asked("Martial Arts", more=True)]
Brawling = Annotated[Maybe, Asked("Brawling", more=True)]
Tactics = Annotated[Maybe, Asked("Tactics", more=True)]
Voice = Annotated[Maybe, Asked("Intimidation", more=True)]
Command = Annotated[Maybe, Asked("Command", more=True)]
Sorcery = Annotated[Maybe, Asked("Sorcery", more=True)]
Faith = Annotated[Maybe, Asked("Faith", more=True)]
Stature = Annotated[int, Between(1, 12), Asked("Stature", quick=(3, 4, 5, 6), more=True)]
Stride = Annotated[int, Between(1, 20), Asked("Stride", quick=(5, 7, 8), more=True)]
Clumsy = Annotated[int, Between(0, 8), Asked("Clumsy weight", "What armor adds to Ob", quick=(0, 1, 2), more=True)]
Training = Annotated[frozenset[Trained], Asked("Training", more=True)]
BothHands = Annotated[bool, Asked("Both hands on the weapon", more=True)]
Surprised = Annotated[bool, Asked("Surprised", more=True)]
Rider = Annotated[bool, Asked("Mounted, or flying", more=True)]


@dataclass(frozen=True, slots=True)
class Stats:
    """The six stats that a fight asks for."""

    will: Will = B4
    perception: Annotated[Ability, Asked("Perception", quick=QUICK), sheet("perception")] = B4
    agility: Annotated[Ability, Asked("Agility", quick=QUICK), sheet("agility")] = B4
    speed: Speed = B4
    power: Annotated[Ability, Asked("Power", quick=QUICK), sheet("power")] = B4
    forte: Annotated[Ability, Asked("Forte", quick=QUICK), sheet("forte")] = B4

    @property
    def known(self) -> dict[Stat, Ability]:
        """The same by stat."""
        return {stat: getattr(self, stat.value) for stat in Stat}


@dataclass(frozen=True, slots=True)
class Hero:
    """The one whose sheet is at hand."""

    name: Annotated[str, Longest(24), Asked("Name"), sheet("name")] = "Ana"
    health: Health = B4
    steel: Steel = B5
    reflexes: Reflexes = B4
    skill: Skill = B4
    carries: CarriedArms = Carries.SWORD
    shield: Shield = Kind.TARGET
    armor: Armor = 3
    stats: Annotated[Stats, Asked("Stats", more=True)] = Stats()
    tolerances: Annotated[Preset | PowerAndForte | Own, Asked("Tolerances", more=True), sheet("tolerances")] = Preset()
    wounds: Annotated[Borne, Asked("Wounds you come with", more=True)] = Borne()
    quality: Make = Quality.RUN
    martial: Martial = None
    brawling: Brawling = None
    tactics: Tactics = None
    voice: Voice = None
    command: Command = None
    stature: Stature = 4
    stride: Stride = 7
    clumsy: Clumsy = 0
    trained: Training = frozenset()
    both_hands: BothHands = False
    surprised: Surprised = False
    rider: Rider = False
    sorcery: Annotated[Sorcery, sheet("sorcery")] = None
    faith: Annotated[Faith, sheet("faith")] = None

    @property
    def fighter(self) -> Fighter:
        """The same as the rules know it."""
        return _fighter(self, 0, Side.OURS, Importance.PLAYER, Grade.TOUGH, self.tolerances.placed, self.stats.known)


@row("line")
class LineRow:
    """A line of the set-up: one combatant, or several who are alike."""

    name: Annotated[str, Longest(24), Asked("Name")] = "Brigand"
    many: Annotated[int, Between(1, 20), Asked("How many", quick=(1, 2, 4, 8))] = 1
    side: Annotated[Side, Asked("Side")] = Side.THEIRS
    importance: Annotated[Importance, Asked("Each is")] = Importance.EXTRA
    grade: Annotated[Grade, Asked("Grade")] = Grade.SMALL_FRY
    health: Annotated[Ability, Asked("Health", quick=QUICK)] = B4
    steel: Annotated[Ability, Asked("Steel", quick=QUICK)] = B4
    reflexes: Annotated[Ability, Asked("Reflexes", quick=QUICK)] = B3
    skill: Annotated[Ability, Asked("Skill with the weapon", quick=QUICK)] = B3
    carries: CarriedArms = Carries.SPEAR
    shield: Shield = Kind.NONE
    armor: Armor = 1
    stats: Annotated[Ability, Asked("All six stats", quick=QUICK)] = B4
    will: Annotated[Maybe, Asked("Will, if another", more=True)] = None
    perception: Annotated[Maybe, Asked("Perception, if another", more=True)] = None
    agility: Annotated[Maybe, Asked("Agility, if another", more=True)] = None
    speed: Annotated[Maybe, Asked("Speed, if another", more=True)] = None
    power: Annotated[Maybe, Asked("Power, if another", more=True)] = None
    forte: Annotated[Maybe, Asked("Forte, if another", more=True)] = None
    quality: Make = Quality.RUN
    martial: Martial = None
    brawling: Brawling = None
    tactics: Tactics = None
    voice: Voice = None
    command: Command = None
    stature: Stature = 4
    stride: Stride = 7
    clumsy: Clumsy = 0
    trained: Training = frozenset()
    both_hands: BothHands = False
    surprised: Surprised = False
    rider: Rider = False
    sorcery: Sorcery = None
    faith: Faith = None

    @property
    def known(self) -> dict[Stat, Ability]:
        """The six stats."""
        return {stat: getattr(self, stat.value) or self.stats for stat in Stat}

    def fighter(self, line: int) -> Fighter:
        """One of them as the rules know it."""
        known = self.known
        placed = suggestion(known[Stat.POWER], known[Stat.FORTE])
        return _fighter(self, line, self.side, self.importance, self.grade, placed, known)


def _fighter(
    one: Hero | LineRow,
    line: int,
    side: Side,
    importance: Importance,
    grade: Grade,
    placed: Tolerances,
    known: dict[Stat, Ability],
) -> Fighter:
    return Fighter(
        one.name or ("You" if isinstance(one, Hero) else f"Line {line}"),
        side.value,
        line,
        importance,
        grade,
        one.health,
        one.reflexes,
        one.steel,
        known[Stat.WILL],
        known,
        one.skill,
        one.carries,
        one.shield,
        one.quality,
        one.armor,
        placed,
        one.stature,
        one.stride,
        one.clumsy,
        one.trained,
        one.martial,
        one.brawling,
        one.tactics,
        one.voice,
        one.command,
        one.surprised,
        one.rider,
        one.both_hands,
        one.sorcery,
        one.faith,
    )


# --- What moves ask ---

Whom = Longest(8)
AtWhom = Annotated[str, Whom, Asked("At whom")]
Who = Annotated[str, Whom, Asked("Who")]
Helper = Annotated[str, Whom, Asked("Who helps, at the price of their turn", more=True)]
Help = Annotated[int, Between(0, 2), Asked("Dice of help", quick=(0, 1, 2), more=True)]
More = Annotated[int, Between(-10, 10), Asked("Other dice", quick=(-1, 0, 1, 2), more=True)]
Harder = Annotated[int, Between(-5, 10), Asked("Other Ob", quick=(0, 1, 2), more=True)]
Cover = Annotated[int, Between(0, 3), Asked("Cover they can duck behind", quick=(0, 1, 2, 3), more=True)]
Moved = Annotated[bool, Asked("After a move")]
AndMove = Annotated[bool, Asked("And a move", more=True)]


class Meets(Option):
    """What the target does about it."""

    BEST = "best", "what serves them"
    BLOCK = "block", "block or duck"
    DODGE = "dodge", "dodge"
    NOTHING = "nothing", "nothing"


Met = Annotated[Meets, Asked("They")]


class Rolls(Option):
    """How initiative is rolled."""

    EACH = "each", "each by themselves"
    LINE = "line", "once for each line"


@branch("Begin")
class RollUp:
    """Disposition and initiative for everyone."""

    rolls: ClassVar[bool] = True


@branch("Attack")
class Attack:
    """A normal attack with what is in hand."""

    rolls: ClassVar[bool] = True
    target: AtWhom = NOBODY
    meets: Met = Meets.BEST
    moved: Moved = False
    bare: Annotated[bool, Asked("With bare hands", more=True)] = False
    brawling: Annotated[bool, Asked("FoRK Brawling", more=True)] = False
    rival: Annotated[Maybe, Asked("FoRK: your skill with their weapon", more=True)] = None
    two_weapons: Annotated[bool, Asked("Two weapons, trained", more=True)] = False
    helper: Helper = NOBODY
    help: Help = 0
    cover: Cover = 0
    more: More = 0
    other: Harder = 0
    fate: Annotated[bool, Asked("Fate: sixes open", more=True)] = False
    forks: Annotated[int, Between(0, 6), Asked("Dice of other FoRKs", quick=(0, 1, 2), more=True)] = 0


class Spends(Option):
    """What the margin of a throw, a bash or a bite goes into. Source: MEL-24, MEL-25, MEL-27."""

    NOTHING = "nothing", "nothing more"
    DISPOSITION = "disposition", "their disposition"
    BODY = "body", "a wound"


@branch("Special attack")
class Special:
    """One of the seven maneuvers."""

    rolls: ClassVar[bool] = True
    target: AtWhom = NOBODY
    what: Annotated[Maneuver, Asked("Which")] = Maneuver.PUSH
    meets: Met = Meets.NOTHING
    moved: Moved = False
    spends: Annotated[Spends, Asked("The margin goes into", more=True)] = Spends.NOTHING
    surface: Annotated[Surface, Asked("Thrown onto", more=True)] = Surface.GRASS
    helper: Helper = NOBODY
    help: Help = 0
    more: More = 0
    other: Harder = 0


@branch("Dodge")
class Dodge:
    """Speed against every attack of the round."""

    rolls: ClassVar[bool] = True
    moved: Annotated[bool, Asked("While moving")] = False
    more: More = 0


class Going(Option):
    """How someone gets about. Source: MEL-10."""

    MOVE = "move", "move"
    UP = "up", "get up"
    UP_AND_MOVE = "up-and-move", "get up and move"
    DASH = "dash", "dash"
    LEAVE = "leave", "dash out of the fight"


@branch("Go")
class Go:
    """Ground, or feet."""

    how: Annotated[Going, Asked("They")] = Going.MOVE


@branch("Reload")
class Reload:
    """What shoots is loaded."""

    moved: AndMove = False


@branch("Aim")
class Aim:
    """A die for the next shot at someone."""

    target: AtWhom = NOBODY
    helper: Annotated[str, Whom, Asked("A spotter, at the price of their turn", more=True)] = NOBODY
    help: Annotated[int, Between(0, 2), Asked("Dice of the spotter", quick=(0, 1, 2), more=True)] = 0


class Doing(Option):
    """Other acts, by what they change. Source: MEL-32, MEL-33."""

    SIMPLE = "simple", "a simple action"
    COMPLICATED = "complicated", "a complicated action"
    DRAW = "draw", "draw a weapon"
    FETCH = "fetch", "fetch the weapon"
    UNSTRAP = "unstrap", "get rid of the shield"


@branch("Something else")
class Act:
    """Any other action that takes no dice."""

    what: Annotated[Doing, Asked("They")] = Doing.SIMPLE
    said: Annotated[str, Longest(60), Asked("In words")] = ""
    moved: AndMove = False
    rises: Annotated[bool, Asked("And get up", more=True)] = False


@branch("A test")
class Test:
    """Any other action that is tested."""

    __test__: ClassVar[bool] = False  # pytest would take the name for a test
    rolls: ClassVar[bool] = True
    pool: Annotated[Ability, Asked("What is tested", quick=QUICK)] = B4
    obstacle: Annotated[Obstacle, Asked("Against", quick=(1, 2, 3))] = Obstacle(2)
    said: Annotated[str, Longest(60), Asked("In words")] = ""
    moved: AndMove = False


class Relief(Option):
    """Which pain is shaken off. Source: MEL-34."""

    SHRUG = "shrug", "clear the cobwebs"
    GRIT = "grit", "grit their teeth"


@branch("Shrug it off")
class Shrug:
    """Health, or artha, against pain."""

    rolls: ClassVar[bool] = True
    what: Annotated[Relief, Asked("They")] = Relief.SHRUG
    artha: Annotated[bool, Asked("Artha in place of the test")] = False
    moved: AndMove = False


@branch("Intimidate")
class Intimidate:
    """A threat against Will."""

    rolls: ClassVar[bool] = True
    target: AtWhom = NOBODY
    pool: Annotated[Ability, Asked("Intimidation, Extortion, Falsehood", quick=QUICK)] = B4
    more: More = 0
    moved: AndMove = False


@branch("Command")
class Commands:
    """Friends are called to order."""

    rolls: ClassVar[bool] = True
    pool: Annotated[Ability, Asked("Command, Howling, Sing", quick=QUICK)] = B4
    more: More = 0
    moved: AndMove = False


@branch("Spell or prayer")
class Cast:
    """A spell, a prayer, a song."""

    rolls: ClassVar[bool] = True
    spell: Annotated[str, Longest(40), Asked("Which")] = ""
    pool: Annotated[Ability, Asked("Sorcery, Faith, or what it is", quick=QUICK)] = B4
    obstacle: Annotated[Obstacle, Asked("Obstacle", quick=(2, 3, 4, 5))] = Obstacle(3)
    prayer: Annotated[bool, Asked("A prayer or song", more=True)] = False
    actions: Annotated[int, Between(0, 1000), Asked("Actions of the spell", quick=(2, 8, 20), more=True)] = 2
    target: Annotated[str, Whom, Asked("It hurts", more=True)] = NOBODY
    place: Annotated[Coordinate, Asked("Where it falls", more=True)] = Coordinate(8)
    armor: Annotated[bool, Asked("Armor helps", more=True)] = False
    va: Annotated[int, Between(0, 8), Asked("Its VA", more=True)] = 0
    moved: AndMove = False


@branch("Finish off")
class Finish:
    """The last blow on someone helpless."""

    target: AtWhom = NOBODY


@branch("Get free")
class Escape:
    """Out of a Lock, or into one."""

    rolls: ClassVar[bool] = True
    holder: Annotated[str, Whom, Asked("From whom")] = NOBODY
    pool: Annotated[Maybe, Asked("With, if not the best stat", more=True)] = None
    counter: Annotated[bool, Asked("Counter-lock with what is left")] = False
    more: More = 0


@branch("Hesitate")
class Hesitate:
    """One of the four forms."""

    form: Annotated[str, Longest(12), Asked("They")] = Reaction.PRONE.value


@branch("Stay down")
class StayDown:
    """As if dead."""


@branch("Rise")
class Rise:
    """The swoon ends."""


# --- Windows ---


@branch("Nobody acts early")
class GoOn:
    """The move is made."""

    rolls: ClassVar[bool] = True


@branch("Opportunity attack")
class Early:
    """An attack on the mover, at the price of the turn."""

    rolls: ClassVar[bool] = True
    who: Who = NOBODY
    what: Annotated[str, Longest(16), Asked("As", more=True)] = NORMAL
    brawling: Annotated[bool, Asked("FoRK Brawling", more=True)] = False
    more: More = 0
    other: Harder = 0


@branch("Give chase")
class Chase:
    """After the runner, at the price of the turn."""

    who: Who = NOBODY


# --- The round, and the table ---


@branch("Apply all")
class Apply:
    """Everything that is stored comes about; nerves are tested."""

    rolls: ClassVar[bool] = True


@branch("Trade places")
class Swap:
    """Two neighbors in the order."""

    pair: Annotated[str, Whom, Asked("Who")] = NOBODY


@branch("Reinforcements")
class Reinforce:
    """Newcomers, above everyone there."""

    rolls: ClassVar[bool] = True
    name: Annotated[str, Longest(24), Asked("Name")] = "Guard"
    many: Annotated[int, Between(1, 20), Asked("How many", quick=(1, 2, 4))] = 2
    like: Annotated[str, Whom, Asked("Like")] = NOBODY
    side: Annotated[Side, Asked("Side")] = Side.THEIRS


@branch("Retreat")
class Retreat:
    """A side has had enough."""

    gives_up: ClassVar[bool] = True
    side: Annotated[Side, Asked("Who")] = Side.THEIRS
    pursuit: Annotated[Pursuit, Asked("And")] = Pursuit.NONE


@branch("Shake everyone")
class Shock:
    """A noise, a horror: disposition off all whom it reaches."""

    sides: Annotated[frozenset[Side], Asked("Whom")] = frozenset(Side)
    amount: Annotated[int, Between(1, 10), Asked("Disposition", quick=(1, 2))] = 1


class Change(Option):
    """What the table may say of someone."""

    NOTHING = "nothing", "nothing"
    PRONE = "prone", "on the ground"
    UP = "up", "on their feet"
    DISARMED = "disarmed", "the weapon is gone"
    ARMED = "armed", "a weapon in hand"
    LOADED = "loaded", "the weapon is loaded"
    SHIELD = "shield", "the shield loses a die"


@branch("Mark someone")
class Mark:
    """What the table decides."""

    who: Who = "0"
    disposition: Annotated[int, Between(-60, 60), Asked("Disposition", quick=(-1, 0, 1))] = 0
    wound: Annotated[Level, Asked("A wound", more=True)] = Level.NONE
    fate: Annotated[Fate, Asked("They are")] = Fate.IN
    change: Annotated[Change, Asked("What else", more=True)] = Change.NOTHING
    nerve: Annotated[int, Between(0, 10), Asked("Hesitates, margin of failure", more=True)] = 0


@branch("End the fight")
class EndFight:
    """It is over."""

    gives_up: ClassVar[bool] = True
    winner: Annotated[Side, Asked("Won by")] = Side.OURS


FOES = (LineRow("Brigand", 8),)
FRIENDS = (LineRow("Bo", side=Side.OURS, importance=Importance.PLAYER, grade=Grade.TOUGH, steel=B5, skill=B4),)


def fighters(you: Hero, lines: Sequence[LineRow]) -> list[Fighter]:
    """Everyone of a set-up. Raises `Unusable` for a fight without two sides, or with too many people."""
    if all(line.side is Side.OURS for line in lines):
        raise Unusable("lines", "A fight takes two sides; here all of them are on yours.")
    whole = 1 + sum(line.many for line in lines)
    if whole > MOST_PEOPLE:
        raise Unusable("lines", f"A fight has at most {MOST_PEOPLE} people here; this has {whole}.")
    found = [you.fighter]
    for at, line in enumerate(lines, 1):
        found += crowd(line.fighter(at), line.many)
    return found

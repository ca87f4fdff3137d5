"""The sub-systems of the Rim: which of them a scene needs, and in what order to take them up (RIM-01, RIM-02)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine import rules, tables
from engine.games.burning_wheel.rules.intent import Detail
from engine.option import Option


class Kind(Option):
    """How a sub-system is used: played out between sides, rolled for, or read when it comes up. Source: RIM-01."""

    CONTEST = "contest", "played out between two sides"
    TEST = "test", "rolled for"
    LOOKUP = "lookup", "read when it comes up"


@dataclass(frozen=True, slots=True)
class Subsystem:
    """A chapter of the Rim: what it is for, the `rule` it begins with here, and what it calls for `then` (ids).

    Source: RIM-01.
    """

    id: str
    name: str
    purpose: str
    rule: str
    kind: Kind
    then: tuple[str, ...]

    @property
    def here(self) -> bool:
        """Whether this site has it yet."""
        return self.rule in rules.REGISTRY


def _subsystem(row: Mapping[str, Any]) -> Subsystem:
    return Subsystem(**{**row, "kind": Kind.of(row["kind"]), "then": tuple(row["then"])})


SUBSYSTEMS: Mapping[str, Subsystem] = {
    one.id: one
    for one in tables.rows(
        __file__, "subsystems.toml", "subsystem", ("id", "name", "purpose", "rule", "kind", "then"), _subsystem
    )
}


class What(Option):
    """What is happening; every value but "other" is the id of a sub-system. Source: RIM-01."""

    ARGUE = "duel", "two sides argue"
    FIGHT = "fight", "blows, up close"
    SHOOT = "range", "shooting, stalking, closing in"
    NERVE = "steel", "surprise, terror, pain"
    BUY = "resources", "getting or paying for something"
    FIND = "circles", "finding someone, using a name"
    CHASE = "movement", "running, chasing, covering ground"
    BLOW = "weapons", "a hit lands: how hard?"
    ARMOR = "armor", "does the armor hold?"
    WOUND = "injury", "someone is hurt"
    RIDE = "riding", "something on horseback"
    BREAK = "materials", "breaking or piercing a thing"
    SPELL = "sorcery", "a spell"
    SONG = "natural", "the magic of a people"
    PRAYER = "emotional", "prayer, grief, greed, hatred"
    SHADE = "heroic", "a gray or white ability"
    OTHER = "other", "something else"


class Crowd(Option):
    """How many take part. Source: RIM-01; the bounds stand in the rules of Melee!."""

    FEW = "few", "two or three"
    SEVERAL = "several", "several, on two sides"
    SIDES = "sides", "three sides or more"
    MANY = "many", "dozens or hundreds"


class Plain(Option):
    """What a scene needs besides the sub-systems: a word, one test, or rules that stand elsewhere. Source: RIM-01."""

    YES = "yes", "Say yes"
    TEST = "test", "One test"
    VERSUS = "versus", "Versus test"
    MELEE = "melee", "Melee!"
    BATTLE = "battle", "Pitched battle"


@dataclass(frozen=True, slots=True)
class Choice:
    """What to use, and the ids of the sub-systems that follow. Source: RIM-01."""

    used: Subsystem | Plain
    then: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """What to use, by its id."""
        return self.used.value if isinstance(self.used, Plain) else self.used.id


def choose(what: What, at_stake: bool, against: bool, detail: Detail, crowd: Crowd) -> Choice:
    """The rules that a scene needs: nothing at stake needs none, and what nobody stands against one test.

    A contest takes one versus test unless it is worth playing out; how many take part then decides between Range and
    Cover, Fight!, Melee! and a pitched battle. Source: RIM-01.
    """
    system = SUBSYSTEMS.get(what.value)
    if system and system.kind is Kind.LOOKUP:
        return Choice(system, system.then)
    if not at_stake:
        return Choice(Plain.YES)
    if system and system.kind is Kind.TEST:
        return Choice(system, system.then)
    if not against:
        return Choice(Plain.TEST)
    if system is None or detail is Detail.ROLL:
        return Choice(Plain.VERSUS)
    if what in (What.FIGHT, What.SHOOT):
        if crowd is Crowd.MANY:
            return Choice(Plain.BATTLE)
        if crowd is Crowd.SIDES or (crowd is Crowd.SEVERAL and what is What.FIGHT):
            return Choice(Plain.MELEE, system.then)
    return Choice(system, system.then)


@dataclass(frozen=True, slots=True)
class Session:
    """One evening of the path: the sub-systems that it introduces, and a scene that asks for them. Source: RIM-02."""

    introduces: tuple[str, ...]
    scene: str


PATH = tables.rows(
    __file__,
    "subsystems.toml",
    "session",
    ("introduces", "scene"),
    lambda row: Session(tuple(row["introduces"]), row["scene"]),
)


def remaining(known: Collection[str], *, singly: bool = False) -> tuple[Session, ...]:
    """The evenings that are left once the `known` are in use; `singly` with one sub-system each. Source: RIM-02."""
    left = []
    for session in PATH:
        new = tuple(one for one in session.introduces if one not in known)
        groups = [(one,) for one in new] if singly else [new] if new else []
        left += [Session(group, session.scene) for group in groups]
    return tuple(left)

"""Maneuvers of Range and Cover as the table reads the rules; each reading is asked for only where it matters."""

from dataclasses import dataclass

from engine.games.burning_wheel.dice import Chain, Pool
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.rules import maneuver_odds as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS, Element
from engine.games.burning_wheel.rules.maneuver_odds import Contender, Volley
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver, Means, Meeting, Result, Way, meeting
from engine.games.burning_wheel.rules.range_track import PAIR, Intent, Mover, Stop, Track
from engine.games.burning_wheel.rules.range_track import landings as all_landings
from engine.games.burning_wheel.rules.wounds import Felt
from engine.rulings import Rulings


def element_of(means: Means) -> Element:
    """What is tested, as the rest of the rules knows it. Source: RNC-18."""
    return ELEMENTS["skill" if means.skill else means.value]


def meeting_of(mine: Maneuver, theirs: Maneuver, ask: Rulings) -> Meeting:
    """How two maneuvers meet. Source: RNC-24, RNC-27."""
    runs = Maneuver.STEEL_WITHDRAW in (mine, theirs)
    return meeting(mine, theirs, covered=runs and ask["range.steel-withdraw"] == "none")


@dataclass(frozen=True, slots=True)
class Rolls:
    """What a side brings to a maneuver: the ability it tests, dice besides, what wounds take, and its hesitation."""

    ability: Ability
    extra: int
    hurt: Felt
    hesitation: int
    penalty: int = 0

    def contender(self, way: Way, own: int, ask: Rulings) -> Contender:
        """The dice of a maneuver that adds `own` dice by itself, met in a `way`. Source: RNC-20, RNC-21, RNC-26."""
        shade, added = self.ability.shade, own + self.extra
        left = max(0, self.ability.exponent - self.hurt.lost)
        penalty = self.penalty + self.hurt.added
        if way.fixed:
            return Contender(Pool.of(added, shade), certain=left, penalty=penalty)
        opens = open_ended(element_of(way.tests), ask)
        nerve = self.hesitation + self.hurt.added if way.nerve else 0
        if nerve and added and ask["range.nerve-dice"] == "own":
            return Contender(
                Pool.of(left, shade, opens), penalty=penalty, nerve=nerve, more=Pool.of(added, shade, opens)
            )
        whole = max(0, self.ability.exponent + added - self.hurt.lost)
        return Contender(Pool.of(whole, shade, opens), penalty=penalty, nerve=nerve)


def volley_of(mine: Contender, theirs: Contender, ask: Rulings) -> Volley:
    """Two sides who meet, with the table's reading of sixes. Source: RNC-10.

    A penalty takes no more than was rolled, in positioning as in all of Fight! (FGT-09).
    """
    opens = any(one.side.pool.open_ended for one in (mine, theirs))
    return Volley(mine, theirs, chain=chain(ask) if opens else Chain.CHAIN)


def prevails_of(result: Result, mine: bool, theirs: bool, met: Meeting, ask: Rulings) -> Result | None:
    """Whose intent happens. Source: RNC-20, RNC-21."""
    if mine and theirs:
        fixed = next((place for place, way in enumerate(met.sides) if way.fixed), None)
        if result is Result.TIE and fixed is not None and ask["range.stealthy-meet"] == "opponent":
            return Result.LOSE if fixed == 0 else Result.WIN
        return result
    open_question = mine != theirs and result is not (Result.WIN if mine else Result.LOSE)
    return rules.prevails(result, mine, theirs, stays=open_question and ask["range.nerve-lost"] == "stay")


def free_shot(way: Way, kept: bool, ask: Rulings) -> bool:
    """Whether a side has a shot for nothing against Steel; `kept` says whether that one held its nerve. RNC-21."""
    return way.shot and (kept or ask["range.shot-at-nerve"] == "always")


def before(ask: Rulings) -> bool:
    """Whether that shot is taken at the range before the move. Source: RNC-21."""
    return ask["range.steel-shot"] == "before"


def tie_shoots(maneuver: Maneuver, ask: Rulings) -> bool:
    """Whether a tie gives the shot for nothing to a side with this maneuver, too. Source: RNC-16, RNC-22."""
    return maneuver is not Maneuver.SPEED_WITHDRAW or ask["range.running-tie"] == "free"


def steps(track: Track, intents: tuple[Intent, Intent], ask: Rulings) -> int:
    """How many steps a tie of two like maneuvers takes. Source: RNC-28."""
    alike = intents[0] is intents[1] and intents[0] is not Intent.MAINTAIN
    return 1 if alike and ask["range.like-tie"] == "one" else PAIR


def landings_of(track: Track, stop: Stop, mover: Mover, intent: Intent, ask: Rulings) -> tuple[Stop, ...]:
    """Where a won maneuver may take the pair; asked for where there is a choice. Source: RNC-31."""
    found = all_landings(track, stop, mover, intent)
    return found[:1] if len(found) > 1 and ask["range.stop-short"] == "literal" else found


def watches(owned: bool, sneaks: Maneuver, scripted: Maneuver, ask: Rulings) -> bool:
    """Whether Observation may be rolled, with the skill `owned` and this maneuver `scripted`. RNC-17, RNC-26."""
    if not owned or CARDS[sneaks].tests is not Means.STEALTHY:
        return False
    if scripted is Maneuver.OBSERVATION_MAINTAIN:
        return True
    return scripted is Maneuver.PERCEPTION_MAINTAIN and ask["range.observation"] == "switch"

"""What stands between the steps of Range and Cover: both sides, what is thrown, and what a step brought (RNC-41)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.games.burning_wheel.dice import Chain, Pool, Shade, dealt
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.rules import (
    margin,
    quickness,
    range_charms,
    range_endings,
    range_track,
    riding,
)
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.charms import Charm
from engine.games.burning_wheel.rules.fight_distance import Positioning
from engine.games.burning_wheel.rules.maneuvers import Maneuver, Means, Result
from engine.games.burning_wheel.rules.margin import Held
from engine.games.burning_wheel.rules.missiles import Cover
from engine.games.burning_wheel.rules.positioning_at_range import Away
from engine.games.burning_wheel.rules.range_charms import Spelled
from engine.games.burning_wheel.rules.range_dice import Category, Out, Weapon
from engine.games.burning_wheel.rules.range_track import Stop
from engine.games.burning_wheel.rules.riders import Rider
from engine.games.burning_wheel.rules.steel import Reaction, hesitation
from engine.option import Option
from engine.refused import Refused
from engine.working import Worked

B4 = Ability(Shade.BLACK, 4)


class Phase(Option):
    """What comes next. Source: RNC-41."""

    START = "start", "the starting range is rolled for"
    PICK = "pick", "the starting range is chosen"
    SCRIPT = "script", "both sides script three volleys"
    REVEAL = "reveal", "the next volley is revealed"
    ROLL = "roll", "both sides roll for position"
    PLACE = "place", "the winner says where the move ends"
    ACT = "act", "shots and purchases are declared"
    SHOOT = "shoot", "the shots are rolled"
    HARM = "harm", "the hits are worked out"
    SPOT = "spot", "a swooner is looked for"
    REACT = "react", "whoever hesitates reacts"
    OVER = "over", "it is over"


@dataclass(frozen=True, slots=True)
class House:
    """The readings of a table; each field's first value is the default. Source: the rulings on RNC-05 to RNC-31."""

    chain: Chain = Chain.CHAIN
    perception_opens: bool = True
    out: Out = Out.BOTH
    optimal_start: bool = False
    gm_on_start_tie: bool = False
    reloads_hesitating: bool = False
    shield_always: bool = False
    shield_past_heavy: bool = False
    dear_dice: bool = True
    cover_pairs: bool = False
    aim_expires: bool = False
    tie_before: bool = False
    fort_returns: str = "gm"
    fort_stacks: bool = True
    observe: bool = True
    stealthy_found: bool = False
    nerve_own: bool = False
    shot_at_broken: bool = False
    steel_shot_after: bool = False
    nerve_stays: bool = False
    running_tie: bool = True
    covered_withdraw: bool = False
    like_steps: int = range_track.PAIR
    strict_track: bool = False
    hard_to_spot: bool = False
    tie_risks_bomb: bool = True
    charms: range_charms.House = range_charms.House()


@dataclass(frozen=True, slots=True)
class Fighter:
    """Someone in the conflict, as it begins. `weapon` is None for whoever has nothing to shoot or throw.

    `other` are dice for every positioning test (FoRKs, traits), `aiming` such for every shot; `lost` are dice that
    wounds take, `harder` what they add. `shield` has 0 to 5 dice, `fort` 0 or 3 to 10. `hesitation` None comes from
    Will. `charm` is a spell or a prayer, which takes the place of a weapon. `rider` is there for whoever is mounted,
    `beast_lost` and `beast_harder` are what the wounds of the mount take and add. Source: RNC-41, SOR-42, RID-15.
    """

    name: str
    weapon: Weapon | None
    skill: Ability = B4
    speed: Ability = B4
    perception: Ability = B4
    steel: Ability = B4
    will: Ability = B4
    stealthy: Ability | None = None
    observation: Ability | None = None
    reflexes: int = 4
    multiplier: Fraction = quickness.USUAL
    shield: int = 0
    cover: Cover = Cover.OPEN
    fort: int = 0
    other: int = 0
    aiming: int = 0
    lost: int = 0
    harder: int = 0
    nerve: int | None = None
    charm: Charm | None = None
    rider: Rider | None = None
    beast_lost: int = 0
    beast_harder: int = 0

    @property
    def owned(self) -> tuple[Means, ...]:
        """The skills of maneuvers that there are."""
        pairs = ((Means.STEALTHY, self.sneaks), (Means.OBSERVATION, self.observation))
        return tuple(means for means, ability in pairs if ability is not None)

    @property
    def hesitates(self) -> int:
        """The obstacle of nerve, with what wounds add to it. Source: RNC-21, STE-02, HUB-18."""
        return (hesitation(self.will).total if self.nerve is None else self.nerve) + self.harder

    @property
    def sneaks(self) -> Ability | None:
        """The Stealthy of a maneuver: the mount’s, where it has one and the rider may use it. Source: RID-15."""
        return (self.rider.stealth if self.rider else None) or self.stealthy

    def carried(self, means: Means) -> bool:
        """Whether a maneuver is tested with something of the mount, which no wound of the rider slows. RID-15."""
        if self.rider is None:
            return False
        return {Means.SPEED: self.rider.speed, Means.STEALTHY: self.rider.stealth}.get(means) is not None

    def wounds(self, means: Means) -> tuple[int, int]:
        """The dice that wounds take from a positioning test, and what they add. Source: HUB-18, RID-15."""
        return (self.beast_lost, self.beast_harder) if self.carried(means) else (self.lost, self.harder)

    def reins(self, moves: Positioning) -> tuple[Pool, int]:
        """Riding and its obstacle, before a maneuver by Steel in the saddle. Source: RID-15."""
        assert self.rider
        more = riding.GEAR if self.rider.seated else 0
        return self.rider.riding.pool(more - self.lost), self.rider.commands(moves).total + self.harder

    @property
    def pace(self) -> tuple[int, Fraction]:
        """Reflexes and stride that count for position. Source: RNC-08, RID-15."""
        own = max(0, self.reflexes - self.lost), self.multiplier
        return self.rider.pace(*own, taken=self.beast_lost) if self.rider else own

    def ability(self, means: Means) -> Ability:
        """What a maneuver tests. Raises `Refused` for a skill that is lacking."""
        found = {
            Means.SPEED: (self.rider.speed if self.rider else None) or self.speed,
            Means.PERCEPTION: self.perception,
            Means.STEEL: self.steel,
            Means.STEALTHY: self.sneaks,
            Means.OBSERVATION: self.observation,
        }[means]
        if found is None:
            raise Refused(f"{self.name} has no {means.words}.")
        return found


@dataclass(frozen=True, slots=True)
class Lost:
    """Volleys that someone still hesitates (1 or more), and how. Source: RNC-36.

    `runs` is the maneuver of someone who runs screaming, `hidden` the successes of one who swooned.
    """

    volleys: int
    reaction: Reaction = Reaction.OPEN
    runs: Maneuver = Maneuver.SPEED_WITHDRAW
    hidden: int = 0

    @property
    def behavior(self) -> range_endings.Lost:
        """What the reaction does at range."""
        return range_endings.reaction(self.reaction)


@dataclass(frozen=True, slots=True)
class Act:
    """What a side does after the positioning test, declared in secret. Source: RNC-11, RNC-16, RNC-21.

    `aim` and `cover` are dice bought, `other` further acts bought; `casts` lets the spell go, or ends the prayer.
    """

    shoots: bool = False
    ducks: bool = False
    aim: int = 0
    cover: int = 0
    other: int = 0
    casts: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One side between two steps: the fighter, what changes, what it scripted and declared. Source: RNC-41.

    `shaken` are volleys that it hesitates from the next one on, `hurt` says that a hit is still to be worked out.
    `chanted` are the volleys of Maintain that its spell has had, `broken` those of one that was broken off and is not
    paid for yet, and `drained` what Tax has taken of Forte. `shield` are the dice of an Eldritch Shield. Source:
    SOR-13, SOR-33, SOR-39, SOR-48.
    """

    fighter: Fighter
    held: Held = Held()
    loaded: bool = True
    away: Away = Away.INSIDE
    lost: Lost | None = None
    down: bool = False
    script: tuple[Maneuver | None, ...] = ()
    act: Act | None = None
    hurt: bool = False
    shaken: int = 0
    chanted: int = 0
    broken: int = 0
    drained: int = 0
    shield: int = 0

    def broken_off(self) -> "Side":
        """The same without the spell that it was at. Source: SOR-33."""
        return replace(self, chanted=0, broken=self.broken + self.chanted) if self.chanted else self

    @property
    def body(self) -> range_charms.Body:
        """The same as spells take it."""
        one = self.fighter
        return range_charms.Body(one.steel, one.hesitates, one.lost, one.harder, self.drained, shield=self.shield)

    @property
    def most_aim(self) -> int:
        """The dice of aim that it may hold. Source: RNC-14."""
        return margin.aim_cap(self.fighter.perception.exponent)


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice to be thrown: whose, what for, and how sixes open.

    They are for the "start", the "position", "nerve" where it is rolled apart, the "fate" of a bomb or a spell, a
    "shot", to "hide", or to "spot"; a "casting", its "tax", and "steel" against it; "riding" for Steel in the saddle.
    """

    side: int
    what: str
    pool: Pool
    chain: Chain


Throw = Callable[[Cast], Fallen]


def lying(faces: Iterable[int]) -> Throw:
    """Dice as they lie on a table, one face after the other. A throw raises `Refused` where they do not suffice."""
    left = iter(faces)
    return lambda cast: dealt(cast.pool, cast.chain, left)


@dataclass(frozen=True, slots=True)
class Won:
    """How a positioning test ended. Source: RNC-10, RNC-21, RNC-36.

    `totals` are None for a side that did not roll. `winner` is None for a tie, and where nobody gets a way (`still`).
    `failed` are volleys that each side's nerve costs. `free` says who has a shot for nothing, `burst` in whose hand a
    bomb went off. `before` is where the pair stood.
    """

    totals: tuple[int | None, int | None]
    winner: int | None
    margin: int
    failed: tuple[int, int]
    free: tuple[bool, bool]
    before: Stop
    still: bool = False
    burst: tuple[bool, bool] = (False, False)

    @property
    def tied(self) -> bool:
        """Whether both may shoot or duck."""
        return self.winner is None and not self.still

    def result(self, place: int) -> Result:
        """How it ended for a side."""
        if self.winner is None:
            return Result.TIE
        return Result.WIN if self.winner == place else Result.LOSE


@dataclass(frozen=True, slots=True)
class Started:
    """The starting test was rolled. Source: RNC-07."""

    totals: tuple[int, int]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Picked:
    """The starting range stands. Source: RNC-07."""

    stop: Stop


@dataclass(frozen=True, slots=True)
class Scripted:
    """A side has scripted, or rewritten its second volley (`forfeits`). Source: RNC-17, RNC-37."""

    side: int
    forfeits: bool = False


@dataclass(frozen=True, slots=True)
class Revealed:
    """What each side does in the volley, None for one that hesitates and stays. Source: RNC-41."""

    pair: tuple[Maneuver | None, Maneuver | None]


@dataclass(frozen=True, slots=True)
class Placed:
    """The move ended here. Source: RNC-31."""

    stop: Stop


@dataclass(frozen=True, slots=True)
class Declared:
    """A side has declared its act. Source: RNC-41."""

    side: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot: whose, at which range, what it had to reach and what it rolled. Source: RNC-12."""

    side: int
    range: Category
    obstacle: Worked
    successes: int

    @property
    def hits(self) -> bool:
        """Whether it hit."""
        return self.successes >= self.obstacle.total


@dataclass(frozen=True, slots=True)
class Shots:
    """The shots of a volley, which fell together, and its spells. Source: RNC-12, SOR-45."""

    shots: tuple[Shot, ...]
    spelled: tuple[Spelled, ...] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """Spells that were broken off are paid for. Source: SOR-33."""

    spelled: tuple[Spelled, ...]


@dataclass(frozen=True, slots=True)
class Harm:
    """What a hit did: dice and obstacle from the wound, whether it took someone out, volleys of a failed Steel test.

    Where it hit the `mount`, all of that is the mount’s: its rider hesitates with it, or is on foot. Source: RID-24.
    """

    lost: int = 0
    harder: int = 0
    down: bool = False
    volleys: int = 0
    mount: bool = False


@dataclass(frozen=True, slots=True)
class Harmed:
    """What a hit did was told. Source: RNC-41."""

    side: int
    harm: Harm


@dataclass(frozen=True, slots=True)
class Reacted:
    """Someone who hesitates has chosen how. Source: RNC-36."""

    side: int
    reaction: Reaction
    hidden: int


@dataclass(frozen=True, slots=True)
class Spotted:
    """A swooner was looked for. Source: RNC-36."""

    side: int
    obstacle: int
    successes: int


Came = Started | Picked | Scripted | Revealed | Won | Placed | Declared | Shots | Paid | Harmed | Reacted | Spotted

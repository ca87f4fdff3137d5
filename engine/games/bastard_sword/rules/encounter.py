"""A fight of any number of people, state by state: whose turn it is, what they have left, who is hurt (BSR-112).

Nothing here rolls: what dice show is handed in as successes. What a state knows is enough for every step that follows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.games.bastard_sword.dice import Die, Pool
from engine.games.bastard_sword.rules import grapple, injuries, movement, posture, ranges
from engine.games.bastard_sword.rules.damage import Armour, DamageType, Modifiers
from engine.games.bastard_sword.rules.grapple import Target
from engine.games.bastard_sword.rules.hit_shop import WARES, Effect, Shop
from engine.games.bastard_sword.rules.injuries import BLEEDING_BOXES, Hurt, Track
from engine.games.bastard_sword.rules.posture import Posture
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.rounds import Budget
from engine.option import Option


class Fate(Option):
    """How it stands with a body. Source: BSR-56 to BSR-58."""

    UP = "up", "up"
    OUT = "out", "unconscious"
    DOWN = "down", "incapacitated"
    DEAD = "dead", "dead"


class Lasts(Option):
    """How long a mark on a fighter lasts."""

    ROUND = "round", "this round"
    TURN = "turn", "until their next turn"
    FIGHT = "fight", "until the fight is over"


class Slot(Option):
    """Which turn of a round is still to come. Source: BSR-31."""

    FIRST = "first", "the turn at their number"
    WAIT = "wait", "the turn they wait for, below 0"
    SECOND = "second", "a second turn, below 0"


class Phase(Option):
    """What is waited for."""

    BEGIN = "begin", "initiative"
    TURN = "turn", "what the one whose turn it is does"
    MEET = "meet", "how the target meets it"
    ROLL = "roll", "the dice of the one who acts"
    SPEND = "spend", "what the hits buy"
    ROW = "row", "where the injury goes"
    NEXT = "next", "the next round"
    OVER = "over", "nothing more"


@dataclass(frozen=True, slots=True)
class Tag:
    """A malus on a fighter with its words, as a manoeuvre or a GM gives it, and how long it lasts."""

    words: str
    malus: int
    lasts: Lasts


@dataclass(frozen=True, slots=True)
class Fighter:
    """What one fighter rolls and bears; `die` and `shot_die` are those of their damage, None for no damage.

    `line` is the place of the line of the set-up that they are of. `shooting` of no dice: they do not shoot.
    """

    line: int
    ours: bool
    quickness: Pool
    weapon: Pool
    band: Band
    die: Die | None
    modifiers: Modifiers
    armour: Armour
    shooting: Pool
    increment: int
    shot_die: Die | None
    most_spirit: int
    speed: int
    constitution: int
    track: Track
    surprised: bool = False


@dataclass(frozen=True, slots=True)
class One:
    """A fighter in the fight, between two steps."""

    name: str
    fighter: Fighter
    spirit: int
    marks: tuple[int, ...]
    initiative: int = 0
    slot: Slot | None = None
    limit: int = 0
    used: int = 0
    bought: bool = False
    acted: bool = False
    steps: int = 0
    prone: bool = False
    armed: bool = True
    bleeding: int = 0
    stun: int = 0
    fate: Fate = Fate.UP
    tags: tuple[Tag, ...] = ()

    @property
    def up(self) -> bool:
        """Whether they can act."""
        return self.fate is Fate.UP

    @property
    def count(self) -> int | None:
        """The count of the turn that is still to come in this round; None for none. Source: BSR-31."""
        if self.slot is None or not self.up:
            return None
        return self.initiative if self.slot is Slot.FIRST else -self.initiative

    @property
    def malus(self) -> int:
        """What is taken off all of their rolls. Source: BSR-17, BSR-55, BSR-56."""
        return injuries.bleeding_malus(self.bleeding) + self.stun + sum(tag.malus for tag in self.tags)

    def allowed(self, granted: int) -> int:
        """The base dice that a skill granting so many may roll now. Source: BSR-33, BSR-18."""
        return min(Budget(self.limit, self.used).allows(granted), self.spirit)

    @property
    def left(self) -> int:
        """The steps that they still get this round; on the ground each costs two. Source: BSR-35, BSR-74."""
        return max(0, self.fighter.speed - self.steps) // (movement.CRAWL if self.prone else 1)

    @property
    def to_turn_over(self) -> int:
        """The steps that it takes to lie down, or to get up. Source: BSR-74."""
        return posture.cost(Posture.RISE if self.prone else Posture.DROP, self.fighter.speed)

    def rolls(self, granted: int, base: int, cost: int = 0) -> "One":
        """After a test with so many base dice, for which so much spirit was paid. Source: BSR-33, BSR-34."""
        return replace(
            self,
            limit=max(self.limit, granted),
            used=self.used + base,
            spirit=self.spirit - cost,
            bought=self.bought or cost > 0,
        )


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is under way, by their places; `meets` is the dice that the target answers with, if it does.

    Whoever reacts says their dice first. `shot` tells a shot, with the metres and what cover takes off, from a blow.
    Source: BSR-11, BSR-41, BSR-45.
    """

    by: int
    at: int
    shot: bool = False
    retaliation: bool = False
    bonus: int = 0
    metres: int = 0
    cover: int = 0
    meets: tuple[Pool, int] | None = None


@dataclass(frozen=True, slots=True)
class Won(Attack):
    """An attack that has ended with hits for one side, whose place is the `winner`."""

    winner: int = 0
    hits: int = 0

    @property
    def loser(self) -> int:
        """The other."""
        return self.at if self.winner == self.by else self.by


@dataclass(frozen=True, slots=True)
class Injury:
    """Damage hits that are still to be marked: whose, of which type, and how many."""

    at: int
    kind: DamageType
    hits: int


Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Encounter:
    """The fight between two steps. `near` are the bands of those in melee with each other, the lower place first."""

    ones: tuple[One, ...]
    phase: Phase = Phase.BEGIN
    round: int = 0
    near: Mapping[Pair, Band] = field(default_factory=dict)
    holds: frozenset[Pair] = frozenset()
    attack: Attack | None = None
    injury: Injury | None = None

    # --- Whose turn it is ---

    @property
    def now(self) -> int | None:
        """Whose turn it is: the highest count, and of two at one count whoever has more spirit. Source: BSR-30."""
        return next(iter(self.order), None)

    @property
    def order(self) -> list[int]:
        """All who still have a turn in this round, in their order."""
        waiting = [at for at, one in enumerate(self.ones) if one.count is not None]
        return sorted(waiting, key=lambda at: (-(self.ones[at].count or 0), -self.ones[at].spirit, at))

    @property
    def over(self) -> bool:
        """Whether one side has nobody up."""
        return not all(any(one.up and one.fighter.ours is ours for one in self.ones) for ours in (True, False))

    def names(self, places: Iterable[int]) -> dict[str, str]:
        """Their names, by their places as a form says them."""
        return {str(at): self.ones[at].name for at in places}

    def put(self, at: int, one: One) -> "Encounter":
        """The same with one of them changed."""
        return replace(self, ones=(*self.ones[:at], one, *self.ones[at + 1 :]))

    # --- Who stands where ---

    def band(self, one: int, other: int) -> Band | None:
        """How near two stand to each other; None for out of melee."""
        return self.near.get((min(one, other), max(one, other)))

    def stand(self, one: int, other: int, band: Band | None) -> "Encounter":
        """The same with two at this band, or apart."""
        pair = (min(one, other), max(one, other))
        near = {key: value for key, value in self.near.items() if key != pair}
        return replace(self, near=near if band is None else {**near, pair: band})

    def engaged(self, one: int) -> list[int]:
        """Those in melee with someone who are up."""
        return [at for at, other in enumerate(self.ones) if at != one and other.up and self.band(one, at)]

    def foes(self, one: int) -> list[int]:
        """Those of the other side who are up."""
        mine = self.ones[one].fighter.ours
        return [at for at, other in enumerate(self.ones) if other.up and other.fighter.ours is not mine]

    def hampered(self, at: int, target: int, *, melee: bool) -> int:
        """What is taken off a test of one against another. Source: BSR-17, BSR-40, BSR-74, BSR-84."""
        one, other, band = self.ones[at], self.ones[target], self.band(at, target)
        whole = one.malus
        if melee and band is not None:
            whole += ranges.malus(band, [one.fighter.band])
        if melee and one.prone and not other.prone:
            whole += posture.PRONE_MALUS
        held, holding = sum(pair[1] == at for pair in self.holds), sum(pair[0] == at for pair in self.holds)
        if held or holding:
            tied = (at, target) in self.holds or (target, at) in self.holds
            aim = Target.OTHER if tied else Target.OUTSIDER
            whole += grapple.malus(holding, held, aim, brawling=melee)
        return whole

    # --- The round ---

    def begin(self, rolled: Sequence[int]) -> "Encounter":
        """The first round, once every line has rolled initiative. Source: BSR-30, BSR-38."""
        ones = [replace(one, initiative=rolled[one.fighter.line]) for one in self.ones]
        return replace(self, ones=tuple(ones))._round(1)

    def next_round(self) -> "Encounter":
        """The next round: dice, purchases and steps are back, stun falls by 1, marks of a round go. Source: BSR-56."""
        return self._round(self.round + 1)

    def _round(self, number: int) -> "Encounter":
        ones = []
        for one in self.ones:
            surprised = number == 1 and one.fighter.surprised
            ones.append(
                replace(
                    one,
                    slot=Slot.FIRST if one.up and not surprised else None,
                    limit=0,
                    used=0,
                    bought=False,
                    acted=False,
                    steps=0,
                    stun=max(0, one.stun - (number > 1)),
                    tags=tuple(tag for tag in one.tags if tag.lasts is not Lasts.ROUND),
                )
            )
        return replace(self, ones=tuple(ones), round=number, attack=None, injury=None).turned()

    def turned(self) -> "Encounter":
        """The state in which the next one acts, or the round is over, or the fight. Source: BSR-31, BSR-112."""
        phase = Phase.OVER if self.over else Phase.NEXT if self.now is None else Phase.TURN
        return replace(self, phase=phase, attack=None, injury=None)

    def done(self, again: Slot | None = None) -> "Encounter":
        """The turn is over; `again` is a turn below 0 that is still to come. Source: BSR-31."""
        at = self.now
        if at is None:
            return self
        one = self.ones[at]
        lasting = tuple(tag for tag in one.tags if tag.lasts is not Lasts.TURN)
        later = again if one.slot is Slot.FIRST and one.initiative > 0 else None
        return self.put(at, replace(one, slot=later, tags=lasting, acted=False)).turned()

    # --- Attacks ---

    def attacks(self, attack: Attack) -> "Encounter":
        """An attack is announced: the target says first how it meets it. A retaliation is no action. Source: BSR-32."""
        one = self.ones[attack.by]
        found = self if attack.retaliation else self.put(attack.by, replace(one, acted=True))
        return replace(found, attack=attack, phase=Phase.MEET)

    def met(self, meets: tuple[Pool, int] | None) -> "Encounter":
        """The target has said their dice, or that they do not answer."""
        assert self.attack is not None
        return replace(self, attack=replace(self.attack, meets=meets), phase=Phase.ROLL)

    def rolled(self, margin: int) -> "Encounter":
        """The dice have fallen: hits for whoever has more, and spirit that the other loses. Source: BSR-41, BSR-45."""
        attack = self.attack
        assert attack is not None
        if not margin:
            return self.turned()
        winner = attack.by if margin > 0 else attack.at
        won = Won(
            attack.by,
            attack.at,
            attack.shot,
            attack.retaliation,
            attack.bonus,
            attack.metres,
            attack.cover,
            attack.meets,
            winner,
            abs(margin),
        )
        other = self.ones[won.loser]
        found = self.put(won.loser, replace(other, spirit=max(0, other.spirit - won.hits)))
        return replace(found, attack=won, phase=Phase.SPEND)

    @property
    def won(self) -> "Won":
        """The attack whose hits are to be spent."""
        assert isinstance(self.attack, Won)
        return self.attack

    @property
    def shop(self) -> Shop:
        """The prices for whoever has hits to spend. Source: BSR-44."""
        attack = self.won
        defending = attack.winner == attack.at and not attack.shot
        return Shop(attack.hits, defending, in_range=True)

    def spent(self, bought: Mapping[Effect, int]) -> "Encounter":
        """Control effects that were bought. Source: BSR-43."""
        attack = self.won
        winner, loser = attack.winner, attack.loser
        found, band = self, self.band(winner, loser)
        if band is not None:
            steps = band.steps - bought.get(Effect.SHIFT, 0)
            steps = max(0, steps) + bought.get(Effect.PUSH, 0) + bought.get(Effect.DRIVE, 0)
            found = found.stand(winner, loser, ranges.band_at(steps))
        other = found.ones[loser]
        slower = max(0, other.initiative - bought.get(Effect.STAGGER, 0)) if other.initiative > 0 else other.initiative
        disarmed = bool(bought.get(Effect.DISARM))
        return found.put(loser, replace(other, initiative=slower, armed=other.armed and not disarmed))

    def damaging(self) -> bool:
        """Whether whoever has hits may buy damage from where they stand. Source: BSR-40, BSR-44."""
        attack = self.won
        if attack.shot:
            return attack.winner == attack.by
        one, band = self.ones[attack.winner], self.band(attack.by, attack.at)
        return one.armed and band is not None and not ranges.malus(band, [one.fighter.band])

    # --- Injuries ---

    def hurt(self, injury: Injury | None) -> "Encounter":
        """Damage that got through is to be marked; without any the turn goes on."""
        if injury is None or injury.hits <= 0:
            return self.turned()
        return replace(self, injury=injury, phase=Phase.ROW)

    def rows(self, *, again: bool = False) -> list[Hurt]:
        """What the injury may do, a choice for each row that has room. Source: BSR-53."""
        injury = self.injury
        assert injury is not None
        one = self.ones[injury.at]
        down = one.fate is not Fate.UP
        return list(injuries.choices(one.fighter.track, one.marks, injury.hits, down=down, again=again))

    def marked(self, chosen: Hurt, *, bleeds_over: bool = False) -> "Encounter":
        """An injury is marked, with the wound that it brings. Source: BSR-53 to BSR-57."""
        injury = self.injury
        assert injury is not None
        one = self.ones[injury.at]
        wound = injuries.wound(injury.kind, injury.hits) if chosen.major else injuries.Wound()
        boxes, stun = one.bleeding + wound.bleeding, one.stun + wound.stun
        dead = chosen.dead or (boxes > BLEEDING_BOXES and bleeds_over)
        out = injuries.falls_unconscious(stun, one.fighter.constitution) or (chosen.down and stun > 0)
        down = chosen.down or boxes >= BLEEDING_BOXES
        fate = Fate.DEAD if dead else Fate.DOWN if down else Fate.OUT if out else one.fate
        hurt = replace(one, marks=chosen.marks, bleeding=min(boxes, BLEEDING_BOXES), stun=stun, fate=fate)
        return self.put(injury.at, hurt).turned()


def crowd(name: str, many: int, fighter: Fighter) -> Iterator[One]:
    """The people of one line of the set-up, numbered where there are several."""
    for number in range(1, many + 1):
        called = name if many == 1 else f"{name} {number}"
        yield One(called, fighter, fighter.most_spirit, (0,) * fighter.track.rows)


def bill(bought: Mapping[Effect, int]) -> list[str]:
    """What was bought, in words."""
    return [
        f"{WARES[one].words.lower()}{f' {number}' if number > 1 else ''}" for one, number in bought.items() if number
    ]

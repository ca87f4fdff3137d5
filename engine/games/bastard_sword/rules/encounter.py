"""A fight of any number of people, state by state: whose turn it is, who stands where, what is under way (BSR-112).

Nothing here rolls: what dice show is handed in as successes. What a state knows is enough for every step that follows.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.rules import grapple, injuries, posture, ranges, rounds
from engine.games.bastard_sword.rules.damage import DamageType
from engine.games.bastard_sword.rules.dodge_roll import Rolled
from engine.games.bastard_sword.rules.fighter import About, Fighter, Lasts, One, Slot, Tag
from engine.games.bastard_sword.rules.grapple import HOLDS, Grips, Hold, Role, Target
from engine.games.bastard_sword.rules.hit_shop import WARES, Effect, Shop
from engine.games.bastard_sword.rules.injuries import Hurt
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.saddle import Seat
from engine.games.bastard_sword.rules.shield_wall import LEAST_SHIELD
from engine.games.bastard_sword.rules.size import larger
from engine.games.bastard_sword.rules.weapon_manoeuvres import Manoeuvre
from engine.option import Option

HELPLESS = 3
"""Bonus dice of an attack on the incapacitated. Source: BSR-57."""


class Phase(Option):
    """What is waited for."""

    BEGIN = "begin", "initiative"
    TURN = "turn", "what the one whose turn it is does"
    MEET = "meet", "how the target meets it"
    ROLL = "roll", "the dice of the one who acts"
    SPEND = "spend", "what the hits buy"
    ROW = "row", "where the injury goes"
    BREATH = "breath", "the breath of whoever is choked"
    SEAT = "seat", "whether a rider stays in the saddle, or a mount with its rider"
    SHARE = "share", "whom successes go to"
    NEXT = "next", "the next round"
    OVER = "over", "nothing more"


class Ended(Option):
    """How a fight ended before one side was down. Source: BSR-63."""

    OURS = "ours", "our side has won"
    THEIRS = "theirs", "their side has won"
    NOBODY = "nobody", "nobody has won"


class Means(Option):
    """What an attack is made as. Source: BSR-32, BSR-62, BSR-79, BSR-83."""

    ACTION = "action", "an action"
    RETALIATION = "retaliation", "a retaliation"
    SNIPED = "sniped", "a shot that waited"
    SECOND = "second", "a blow with the other weapon"


@dataclass(frozen=True, slots=True)
class Flight:
    """What is thrown: the skill, its range increment, its damage rating (0 for none), and whether it is the weapon in
    hand.

    Source: BSR-82.
    """

    skill: Pool
    increment: int
    rating: int
    weapon: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is under way, by their places; `meets` is the dice that the target answers with, and their malus.

    Whoever reacts says their dice first, or the successes of a stance that they spend (`cancels`). `shot` tells a shot,
    with its `metres` and what cover takes off, from a blow; it may go at the `mount`, and `flight` is what is thrown.
    `charge` are the successes of the run before it, `off` what else weighs on the attacker, `shielded` the places of
    those whose shield gave dice, `most` the dice of a blow that hits have paid for. Source: BSR-11, BSR-41, BSR-45,
    BSR-66, BSR-67, BSR-82, BSR-83, BSR-101, BSR-107.
    """

    by: int
    at: int
    shot: bool = False
    means: Means = Means.ACTION
    bonus: int = 0
    metres: int = 0
    cover: int = 0
    charge: int = 0
    off: int = 0
    meets: tuple[Pool, int] | None = None
    cancels: int = 0
    shielded: frozenset[int] = frozenset()
    most: int | None = None
    mount: bool = False
    flight: Flight | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """An attack that has ended with hits for one side, whose place is the `winner`."""

    attack: Attack
    winner: int
    hits: int

    @property
    def loser(self) -> int:
        """The other."""
        return self.attack.at if self.winner == self.attack.by else self.attack.by

    @property
    def defending(self) -> bool:
        """Whether the hits are those of whoever defended."""
        return self.winner == self.attack.at


@dataclass(frozen=True, slots=True)
class Injury:
    """Damage hits that are still to be marked: whose, or their `mount`'s, of which type, and how many."""

    at: int
    kind: DamageType
    hits: int
    mount: bool = False


@dataclass(frozen=True, slots=True)
class Jolt:
    """A major injury of a rider, or of the `mount`, of so many hits: who may lose the saddle, or the mount its head.

    Source: BSR-107, BSR-108.
    """

    at: int
    hits: int
    mount: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """Successes that are still to be given to friends: points of spirit, or of initiative. Source: BSR-71, BSR-80."""

    by: int
    points: int
    initiative: bool = False


Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Choke:
    """A choke, the grappler first: the round in which it was last paid for, and how many it was kept up since.

    Source: BSR-85.
    """

    pair: Pair
    paid: int
    kept: int = 0


@dataclass(frozen=True, slots=True)
class Encounter:
    """The fight between two steps. `near` are the bands of those in melee with each other, the lower place first.

    `holds` are the grapples, the grappler first, `chokes` those that go on, the one that was paid for last at the end.
    `acting` is the one whose turn has begun, `second` a blow with another weapon that comes once this one is over.
    """

    ones: tuple[One, ...]
    phase: Phase = Phase.BEGIN
    round: int = 0
    acting: int | None = None
    near: Mapping[Pair, Band] = field(default_factory=dict)
    holds: frozenset[Pair] = frozenset()
    chokes: tuple[Choke, ...] = ()
    attack: Attack | None = None
    won: Won | None = None
    injury: Injury | None = None
    jolt: Jolt | None = None
    share: Share | None = None
    ended: Ended | None = None
    surged: bool = False
    second: Attack | None = None

    # --- Whose turn it is ---

    @property
    def now(self) -> int | None:
        """The place of the one whose turn it is; None where none is left. A turn that has begun goes on."""
        return next(iter(self.order), None)

    @property
    def order(self) -> list[int]:
        """Those who still have a turn in this round, in their order. Source: BSR-30, BSR-31."""
        waiting = [at for at, one in enumerate(self.ones) if one.count is not None]
        return sorted(
            waiting, key=lambda at: (at != self.acting, -(self.ones[at].count or 0), -self.ones[at].spirit, at)
        )

    @property
    def over(self) -> bool:
        """Whether it was ended, or one side has nobody up."""
        return bool(self.ended) or not all(self.standing(ours=ours) for ours in (True, False))

    def standing(self, *, ours: bool) -> bool:
        """Whether that side has anyone up."""
        return any(one.up and one.fighter.ours is ours for one in self.ones)

    def wins(self, *, ours: bool) -> bool:
        """Whether that side has won a fight that is over. Source: BSR-63."""
        if self.ended:
            return self.ended is (Ended.OURS if ours else Ended.THEIRS)
        return self.standing(ours=ours)

    def names(self, places: Iterable[int]) -> dict[str, str]:
        """Their names, by their places as a form says them."""
        return {str(at): self.ones[at].name for at in places}

    def put(self, at: int, one: One) -> "Encounter":
        """The same with one of them changed; who is no longer up lets go of whom they hold, and frightens nobody.

        Whoever lies, or is not up, sits in no saddle and stands in no wall; who is not up casts nothing.
        Source: BSR-65, BSR-72, BSR-77, BSR-81, BSR-84, BSR-108.
        """
        if one.prone or not one.up:
            one = replace(one, seat=one.saddle.left() if one.saddle else one.seat, wall=0)
        if not one.up:
            one = replace(one, spell=None)
        ones = (*self.ones[:at], one, *self.ones[at + 1 :])
        if one.up:
            return replace(self, ones=ones)
        freed = tuple(replace(other, tags=tuple(tag for tag in other.tags if tag.by != at)) for other in ones)
        found = replace(self, ones=freed, holds=frozenset(pair for pair in self.holds if pair[0] != at))
        return found.breathes(lambda choke: at in choke.pair)

    # --- Who stands where ---

    def band(self, one: int, other: int) -> Band | None:
        """How near two stand to each other; None for out of melee."""
        return self.near.get((min(one, other), max(one, other)))

    def stand(self, one: int, other: int, band: Band | None) -> "Encounter":
        """The same with two at this band, or apart; who parts is no longer in a grapple, and unhooked."""
        pair = (min(one, other), max(one, other))
        near = {key: value for key, value in self.near.items() if key != pair}
        if band is not None:
            return replace(self, near={**near, pair: band})
        apart = replace(self, near=near, holds=self.holds - {pair, pair[::-1]})
        for at, by in (pair, pair[::-1]):
            apart = apart.put(at, apart.ones[at].without(About.WEAPON, by))
        return apart.breathes(lambda choke: choke.pair in (pair, pair[::-1]))

    def beside(self, one: int) -> list[int]:
        """All who are in melee with someone."""
        return [at for at in range(len(self.ones)) if at != one and self.band(one, at)]

    def engaged(self, one: int) -> list[int]:
        """Those of them who are up."""
        return [at for at in self.beside(one) if self.ones[at].up]

    def walls(self, at: int) -> bool:
        """Whether someone can stand in a shield wall with a friend. Source: BSR-77."""
        able = [other for other in (at, *self.friends(at)) if self.ones[other].fighter.shield >= LEAST_SHIELD]
        return at in able and len(able) > 1

    def friends(self, one: int) -> list[int]:
        """Those of one's own side who are up, without oneself."""
        mine = self.ones[one].fighter.ours
        return [at for at, other in enumerate(self.ones) if at != one and other.up and other.fighter.ours is mine]

    def foes(self, one: int) -> list[int]:
        """Those of the other side who are up."""
        mine = self.ones[one].fighter.ours
        return [at for at, other in enumerate(self.ones) if other.up and other.fighter.ours is not mine]

    def reaches(self, one: int, other: int) -> bool:
        """Whether the weapon of the one engages the other from where they stand. Source: BSR-39."""
        band = self.band(one, other)
        return band is not None and ranges.engaged(band.steps, self.ones[one].bands)

    def aims(self, one: int) -> list[int]:
        """Foes who live, those who are up first."""
        mine = self.ones[one].fighter.ours
        living = [at for at, other in enumerate(self.ones) if other.fighter.ours is not mine and not other.dead]
        return sorted(living, key=lambda at: not self.ones[at].up)

    def targets(self, one: int) -> list[int]:
        """Those of them in melee, where either reaches the other; a weapon that entangles one is for no other.

        Source: BSR-39, BSR-40, BSR-88.
        """
        near = [at for at in self.aims(one) if self.reaches(one, at) or self.reaches(at, one)]
        netted = [at for at in near if any(tag.by == one and tag.about is About.ACTS for tag in self.ones[at].tags)]
        return netted or near

    def apart(self, attack: Attack) -> int:
        """By how many categories what an attack goes at is larger than the attacker. Source: BSR-28, BSR-107."""
        _, hit = self.ones[attack.at].met(mount=attack.mount)
        return larger(hit, self.ones[attack.by].fighter.size)

    def held(self, at: int) -> bool:
        """Whether someone is in a grapple, from either side of it."""
        return any(at in pair for pair in self.holds)

    def role(self, one: int, other: int) -> Role:
        """Who the one is in the grapple with the other. Source: BSR-84."""
        if (one, other) in self.holds:
            return Role.GRAPPLER
        return Role.GRAPPLEE if (other, one) in self.holds else Role.FREE

    def malus(
        self, at: int, target: int | None = None, *, reaction: bool = False, free: bool = False, weapon: bool = False
    ) -> int:
        """What is taken off a test of someone, meant to harm the `target` if there is one. Source: BSR-17, BSR-38.

        `weapon` tells a roll with the weapon in hand.
        """
        one, now = self.ones[at], self.now
        weighing = (tag for tag in one.tags if tag.weighs(target, reaction=reaction, free=free, weapon=weapon))
        whole = one.malus + sum(tag.malus for tag in weighing)
        if self.round == 1 and one.fighter.surprised and now is not None:
            whole += rounds.surprise(self.ones[now].count or 0)
        return whole

    def hampered(
        self, at: int, target: int, *, melee: bool, brawling: bool = True, flat: bool = False, reaction: bool = False
    ) -> int:
        """What is taken off a test of one against another. Source: BSR-17, BSR-40, BSR-74, BSR-84.

        `flat` is that of `grapple.malus`.
        """
        one, other, band = self.ones[at], self.ones[target], self.band(at, target)
        whole = self.malus(at, target, reaction=reaction, weapon=melee)
        if melee and band is not None:
            whole += ranges.malus(band, one.bands)
        if melee and one.prone and not other.prone:
            whole += posture.PRONE_MALUS
        return whole + self.gripped(at, target, brawling=melee and brawling, flat=flat)

    def gripped(self, at: int, target: int | None = None, *, brawling: bool = False, flat: bool = False) -> int:
        """What grapples take off an action or a reaction at the `target`, if there is one. Source: BSR-84, BSR-86."""
        held, holding = sum(pair[1] == at for pair in self.holds), sum(pair[0] == at for pair in self.holds)
        if not (held or holding):
            return 0
        free = target is None or self.role(at, target) is Role.FREE
        return grapple.malus(holding, held, Target.OUTSIDER if free else Target.OTHER, brawling=brawling, flat=flat)

    # --- The round ---

    def begin(self, rolled: Sequence[int]) -> "Encounter":
        """The first round, once every line has rolled initiative. Source: BSR-30, BSR-38."""
        ones = [replace(one, initiative=rolled[one.fighter.line]) for one in self.ones]
        return replace(self, ones=tuple(ones))._round(1)

    def next_round(self) -> "Encounter":
        """The next round: dice, purchases and steps are back, stun falls by 1, marks of a round go. Source: BSR-56."""
        return self._round(self.round + 1)

    def _round(self, number: int) -> "Encounter":
        ones = tuple(one.begins_round(first=number == 1) for one in self.ones)
        return replace(self, ones=ones, round=number, acting=None).turned()

    def turned(self) -> "Encounter":
        """The state in which the next one acts, or the round is over, or the fight. Source: BSR-31, BSR-112.

        A blow with the other weapon that was paid for comes first. Source: BSR-83.
        """
        ended, second = self.won.attack if self.won else self.attack, self.second
        found = replace(self, attack=None, won=None, injury=None, jolt=None, share=None, second=None)
        if ended and ended.means is Means.SECOND:
            found = found.turns_hand(ended.by)
        if found.over:
            return replace(found, phase=Phase.OVER)
        if second and found.ones[second.by].up and not found.ones[second.at].dead:
            return found.turns_hand(second.by).attacks(second)
        at = self.now
        if at is None:
            return replace(found, phase=Phase.NEXT, acting=None)
        if at != self.acting:
            again = found.ones[at].slot is Slot.SECOND  # of the same turn, as far as a net goes
            found = found.put(at, found.ones[at].begins_turn())
            found = replace(found if again else found.unmarked(at, About.ACTS), acting=at)._bolts(at)
        return replace(found, phase=Phase.TURN)

    def done(self, again: Slot | None = None) -> "Encounter":
        """The turn is over; `again` is a turn below 0 that is still to come. Source: BSR-31."""
        at = self.now
        if at is None:
            return self
        landed = self.lands(at).breathes(lambda choke: choke.pair[0] == at and choke.paid < self.round)
        one = landed.ones[at]
        later = again if one.up and one.slot is Slot.FIRST and one.number > 0 else None
        after = landed.put(at, replace(one, slot=later, acted=False, rolling=False, rolled_by=0, kick=0))
        return replace(after, acting=None).turned()

    def ends(self, how: Ended) -> "Encounter":
        """The fight is broken off. Source: BSR-63."""
        return replace(self, ended=how).turned()

    # --- Attacks ---

    def turns_hand(self, at: int) -> "Encounter":
        """The same with one of them fighting with the other weapon. Source: BSR-83."""
        return self.put(at, replace(self.ones[at], fighter=self.ones[at].fighter.turned))

    def attacks(self, attack: Attack) -> "Encounter":
        """An attack is announced: the target says first how it meets it. Source: BSR-32, BSR-57, BSR-62, BSR-68.

        Who is down meets nothing, nor does a mount for which there are no points; a retaliation against a dodge roll is
        not met.
        """
        one, other = self.ones[attack.by], self.ones[attack.at]
        acts = attack.means is Means.ACTION
        found = self.put(attack.by, replace(one, acted=True)) if acts else self.lets_breathe(attack.by)
        if not other.up:
            attack = replace(attack, bonus=attack.bonus + HELPLESS)
        still = attack.mount and not (other.saddle and other.saddle.acts)
        open_ = not other.up or still or (attack.means is Means.RETALIATION and other.rolling)
        return replace(found, attack=attack, phase=Phase.ROLL if open_ else Phase.MEET)

    def shields(self, at: int) -> "Encounter":
        """Someone uses the dice of a shield in the exchange that is under way. Source: BSR-101."""
        attack = self.attack
        assert attack is not None
        return replace(self, attack=replace(attack, shielded=attack.shielded | {at}))

    def met(self, meets: tuple[Pool, int] | None, cancels: int = 0) -> "Encounter":
        """The target has said their dice, the successes of their stance, or that they do not answer."""
        attack = self.attack
        assert attack is not None
        found = self.lets_breathe(attack.at) if meets or cancels else self
        return replace(found, attack=replace(attack, meets=meets, cancels=cancels), phase=Phase.ROLL)

    def rolled(self, margin: int, *, drains: bool = True) -> "Encounter":
        """The dice have fallen: hits for whoever has more, and spirit that the other loses. Source: BSR-41, BSR-45.

        A hook is over once the hooking weapon is used, or the hooked one hits. Source: BSR-90.
        """
        attack = self.attack
        assert attack is not None
        found = self
        for user in () if attack.shot else (attack.by, *((attack.at,) if attack.meets else ())):
            found = found.unmarked(user, About.WEAPON)
        if not margin:
            return found.turned()
        won = Won(attack, attack.by if margin > 0 else attack.at, abs(margin))
        if not attack.shot:
            found = found.put(won.winner, found.ones[won.winner].without(About.WEAPON))
        other = found.ones[won.loser]
        found = found.put(won.loser, replace(other, spirit=max(0, other.spirit - won.hits))) if drains else found
        return replace(found, won=won, phase=Phase.SPEND)

    def unmarked(self, by: int, about: About) -> "Encounter":
        """The same without the marks of this kind that someone has given to others."""
        ones = (one.without(about, by) for one in self.ones)
        return replace(self, ones=tuple(ones))

    @property
    def shop(self) -> Shop:
        """The prices for whoever has hits to spend. Source: BSR-44, BSR-101."""
        won = self.won
        assert won is not None
        shield = self.ones[won.winner].shield if won.winner in won.attack.shielded else 0
        return Shop(won.hits, won.defending and not won.attack.shot, in_range=True, shield=shield)

    def grips(self, *, attacker_price: bool = False) -> Grips:
        """The prices of a grapple for whoever has hits to spend. Source: BSR-85."""
        won = self.won
        assert won is not None
        friend = any((at, won.loser) in self.holds for at in self.friends(won.winner))
        return Grips(won.hits, self.role(won.winner, won.loser), won.defending, attacker_price, friend)

    def cost(self, bought: Mapping[Effect, int], holds: Collection[Hold], damage: int, grips: Grips) -> int:
        """What all that the hits buy costs. Source: BSR-43, BSR-44, BSR-85, BSR-101."""
        if grips.role is Role.FREE and not holds:
            return self.shop.cost(bought, damage)
        return self.shop.cost(bought, 0) + grips.cost(holds, damage) + (self.shop.shield if damage else 0)

    def spent(
        self,
        bought: Mapping[Effect, int],
        holds: Collection[Hold] = (),
        feats: Collection[Manoeuvre] = (),
        price: int = 1,
    ) -> "Encounter":
        """Control effects, those of a grapple, and manoeuvres of the weapon that were bought for `price` hits each.

        Source: BSR-43, BSR-85, BSR-88 to BSR-92.
        """
        won = self.won
        assert won is not None
        winner, loser = won.winner, won.loser
        found, band = self, self.band(winner, loser)
        if band is not None:
            steps = band.steps - bought.get(Effect.SHIFT, 0)
            together = self.role(winner, loser) is not Role.FREE or Hold.GRAB in holds
            away = 0 if together and not {Hold.RELEASE, Hold.THROW} & set(holds) else bought.get(Effect.DRIVE, 0)
            steps = max(0, steps) + bought.get(Effect.PUSH, 0) + away
            found = found.stand(winner, loser, ranges.band_at(steps))
        other = found.ones[loser]
        slower = max(0, other.initiative - bought.get(Effect.STAGGER, 0)) if other.initiative > 0 else other.initiative
        disarmed = bool(bought.get(Effect.DISARM))
        prone = other.prone or Manoeuvre.TRIP in feats or Hold.THROW in holds
        armed, half = other.armed and not disarmed, other.half_swords and not disarmed
        found = found.put(loser, replace(other, initiative=slower, armed=armed, prone=prone, half_swords=half))
        for feat, about in MARKS.items():
            if feat in feats:
                mark = Tag(f"{feat.words} of {self.ones[winner].name}", price, Lasts.FIGHT, winner, about)
                found = found.scared(loser, mark)
        if Manoeuvre.HALF_SWORD in feats:
            found = found.put(winner, replace(found.ones[winner], half_swords=True))
        kept = found.holds
        if Hold.GRAB in holds or Hold.REVERSE in holds:
            kept = kept - {(loser, winner)} | {(winner, loser)}
        if Hold.RELEASE in holds or Hold.THROW in holds:
            kept = kept - {(winner, loser)}
        found = replace(found, holds=kept).breathes(lambda choke: choke.pair not in kept)
        return found.choked((winner, loser)) if Hold.CHOKE in holds else found

    # --- Chokes ---

    def choked(self, pair: Pair) -> "Encounter":
        """A choke is paid for: it begins, or it was paid for in the round before and goes on. Source: BSR-85."""
        before = next((choke for choke in self.chokes if choke.pair == pair and choke.paid == self.round - 1), None)
        now = Choke(pair, self.round, before.kept + 1 if before else 0)
        return replace(self, chokes=(*(choke for choke in self.chokes if choke.pair != pair), now))

    def chokes_already(self, one: int, other: int) -> bool:
        """Whether a choke is paid for in this round. Source: BSR-85."""
        return any(choke.pair == (one, other) and choke.paid == self.round for choke in self.chokes)

    def breathes(self, which: Callable[[Choke], bool]) -> "Encounter":
        """The same without those chokes."""
        return replace(self, chokes=tuple(choke for choke in self.chokes if not which(choke)))

    def lets_breathe(self, at: int) -> "Encounter":
        """Whoever does anything else lets go of the throat. Source: BSR-85."""
        return self.breathes(lambda choke: choke.pair[0] == at)

    def gasps(self) -> "Encounter":
        """After a choke was paid for: whoever it goes on for holds their breath now. Source: BSR-85."""
        choke = self.chokes[-1]
        due = choke.kept and self.ones[choke.pair[1]].up
        return replace(self, phase=Phase.BREATH) if due else self.turned()

    def damaging(self, holds: Collection[Hold] = ()) -> bool:
        """Whether whoever has hits may buy damage from where they stand. Source: BSR-40, BSR-44, BSR-85."""
        won = self.won
        assert won is not None
        if won.attack.shot:
            return not won.defending
        one, band = self.ones[won.winner], self.band(won.winner, won.loser)
        grips = self.grips()
        if grips.role is not Role.FREE or Hold.GRAB in holds:
            return grips.role_after(holds) is Role.GRAPPLER
        return one.armed and band is not None and not ranges.malus(band, one.bands)

    @property
    def by_the_point(self) -> bool:
        """Whether only the point of a half-sworded weapon works where whoever has hits stands. Source: BSR-89."""
        won = self.won
        assert won is not None
        one, band = self.ones[won.winner], self.band(won.winner, won.loser)
        free = self.role(won.winner, won.loser) is Role.FREE and not won.attack.shot
        return free and one.half_swords and band is not None and band is not one.fighter.band

    # --- Injuries ---

    def hurt(self, injury: Injury | None) -> "Encounter":
        """Damage that got through is to be marked; without any the turn goes on."""
        if injury is None or injury.hits <= 0:
            return self.turned()
        return replace(self, injury=injury, phase=Phase.ROW)

    def fought_back(self, at: int) -> bool:
        """Whether someone has used the weapon in hand in the exchange that has just ended. Source: BSR-73."""
        if self.won is None or self.won.attack.shot or not self.ones[at].armed:
            return False
        attack = self.won.attack
        return at == attack.by or bool(attack.meets or attack.cancels)

    def rows(self, *, again: bool = False) -> list[Hurt]:
        """What the injury may do, a choice for each row that has room. Source: BSR-53."""
        injury = self.injury
        assert injury is not None
        one = self.ones[injury.at]
        if injury.mount and one.seat:
            return list(injuries.choices(one.seat.mount.track, one.seat.marks, injury.hits, down=False, again=again))
        return list(injuries.choices(one.fighter.track, one.marks, injury.hits, down=not one.up, again=again))

    def marked(self, chosen: Hurt, *, bleeds_over: bool = False) -> "Encounter":
        """An injury is marked, with the wound that it brings; a rider's may cost the saddle.

        Source: BSR-53 to BSR-57, BSR-108.
        """
        injury = self.injury
        assert injury is not None
        if injury.mount:
            return self._mount_marked(chosen)
        wound = injuries.wound(injury.kind, injury.hits) if chosen.major else injuries.Wound()
        hurt = self.ones[injury.at].marked(chosen, wound, injury.hits, self.round, bleeds_over=bleeds_over)
        after = self.put(injury.at, hurt)
        if chosen.major and after.ones[injury.at].saddle:
            return replace(after, jolt=Jolt(injury.at, injury.hits), phase=Phase.SEAT)
        return after.turned()

    def revival(self, at: int) -> int | None:
        """The difficulty of bringing someone back; None for whoever lives, or bled to death. Source: BSR-61."""
        one = self.ones[at]
        if not one.dead or one.death is None:
            return None
        hits, number = one.death
        return injuries.resuscitation(hits, self.round - number)

    # --- In the saddle ---

    def _mount_marked(self, chosen: Hurt) -> "Encounter":
        """An injury of a mount is marked: it may fall, or want to flee. Source: BSR-107."""
        injury = self.injury
        assert injury is not None
        at, one = injury.at, self.ones[injury.at]
        assert one.seat is not None
        seat = replace(one.seat, marks=chosen.marks)
        if chosen.down or chosen.dead:
            return self.thrown(at, seat)
        after = self.put(at, replace(one, seat=seat))
        if chosen.major and seat.on:
            return replace(after, jolt=Jolt(at, injury.hits, mount=True), phase=Phase.SEAT)
        return after.turned()

    def thrown(self, at: int, seat: Seat) -> "Encounter":
        """A rider is thrown and lies on the ground; the mount leaves the fight. Source: BSR-108."""
        return self.put(at, replace(self.ones[at], seat=seat.left(gone=True), prone=True)).turned()

    def _bolts(self, at: int) -> "Encounter":
        """A mount that flees carries its rider out of everyone's reach, at the start of their turn. Source: BSR-107."""
        found, saddle = self, self.ones[at].saddle
        for other in self.beside(at) if saddle and saddle.bolts else ():
            found = found.stand(at, other, None)
        return found

    # --- Manoeuvres ---

    def rolls_away(self, at: int, rolled: Rolled) -> "Encounter":
        """A dodge roll has ended: so many steps further from all, perhaps prone. Source: BSR-68."""
        one = self.ones[at]
        mark = replace(one, prone=one.prone or rolled.prone, rolled_away=rolled.malus, rolling=True)
        return self.put(at, replace(mark, rolled_by=rolled.hits, to_roll=rolled.moved))

    def lands(self, at: int) -> "Encounter":
        """The steps of a dodge roll are gone, once those who retaliate against it had their chance. Source: BSR-68."""
        found, one = self, self.ones[at]
        if not one.to_roll:
            return self
        for other in self.beside(at):
            band = self.band(at, other)
            found = found.stand(at, other, ranges.band_at(band.steps + one.to_roll) if band else None)
        return found.put(at, replace(one, to_roll=0))

    def scared(self, at: int, tag: Tag) -> "Encounter":
        """Someone bears a mark, in place of one with the same words from the same foe. Source: BSR-72, BSR-81."""
        one = self.ones[at]
        kept = tuple(other for other in one.tags if (other.words, other.by) != (tag.words, tag.by))
        return self.put(at, replace(one, tags=(*kept, tag) if tag.malus else kept))

    def receivers(self, share: Share) -> list[int]:
        """The friends whom a success can be given to: spirit goes to whoever lacks some. Source: BSR-71, BSR-80."""
        if share.initiative:
            return self.friends(share.by)
        mine = self.ones[share.by].fighter.ours
        hearing = (at for at, one in enumerate(self.ones) if one.fighter.ours is mine and not (one.dead or one.out))
        lacking = (at for at in hearing if self.ones[at].spirit < self.ones[at].fighter.most_spirit)
        return [at for at in lacking if at != share.by]

    def shares(self, share: Share) -> "Encounter":
        """Successes are to be given to friends; without any, or without one to take them, the turn goes on."""
        if share.points <= 0 or not self.receivers(share):
            return self.turned()
        return replace(self, share=share, phase=Phase.SHARE)


def crowd(name: str, many: int, fighter: Fighter, spirit: int | None = None) -> Iterator[One]:
    """The people of one line of the set-up, numbered where there are several; `spirit` is theirs now, if not all."""
    now = fighter.most_spirit if spirit is None else spirit
    for number in range(1, many + 1):
        called = name if many == 1 else f"{name} {number}"
        mount = fighter.mount
        seat = Seat(mount, (0,) * mount.track.rows) if mount else None
        yield One(called, fighter, now, (0,) * fighter.track.rows, seat=seat)


MARKS = {Manoeuvre.ENTANGLE: About.ACTS, Manoeuvre.HOOK: About.WEAPON}
"""On what the marks of manoeuvres weigh. Source: BSR-88, BSR-90."""


def bill(bought: Mapping[Effect, int], holds: Collection[Hold] = (), feats: Collection[Manoeuvre] = ()) -> list[str]:
    """What was bought, in words."""
    effects = [
        f"{WARES[one].words.lower()}{f' {number}' if number > 1 else ''}" for one, number in bought.items() if number
    ]
    grips = [HOLDS[one].words.lower() for one in Hold if one in holds]
    return [*effects, *grips, *(one.words.lower() for one in Manoeuvre if one in feats)]

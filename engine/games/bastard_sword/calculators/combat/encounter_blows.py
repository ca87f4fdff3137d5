"""Attacks in a fight: announced, met, rolled, spent, marked (BSR-41 to BSR-54, BSR-62, BSR-66, BSR-73, BSR-79)."""

from dataclasses import replace

from engine import wording
from engine.dice import MOST_DICE
from engine.forms import Unusable
from engine.games.bastard_sword.calculators.combat.encounter_kept import Kept, fallen, throw
from engine.games.bastard_sword.calculators.combat.encounter_saddle import pays
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms.encounter import (
    Charge,
    FromStance,
    HoldBreath,
    Hurl,
    LuckyBreak,
    Meet,
    PassOut,
    RollIt,
    Shoot,
    Sniped,
    Spend,
    TakeHit,
)
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.readings.moving import each_success
from engine.games.bastard_sword.readings.size import more_strength
from engine.games.bastard_sword.rules import charge, encounter, injuries, luck, movement, shooting
from engine.games.bastard_sword.rules.damage import Armour, Blow, DamageType
from engine.games.bastard_sword.rules.encounter import Attack, Encounter, Flight, Injury, Means, Won
from engine.games.bastard_sword.rules.grapple import Hold, Role
from engine.games.bastard_sword.rules.hit_shop import Effect
from engine.games.bastard_sword.rules.improvised import OWN_DAMAGE, THROWN
from engine.games.bastard_sword.rules.luck import Instead
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.size import larger
from engine.games.bastard_sword.rules.weapon_manoeuvres import FEATS, Manoeuvre
from engine.games.bastard_sword.words import dice as of_dice
from engine.games.bastard_sword.words import successes as counted
from engine.session import Dice

ANNOUNCED = {
    Means.ACTION: ("strikes at", "BSR-41"),
    Means.RETALIATION: ("retaliates against", "BSR-62"),
    Means.SNIPED: ("shoots at", "BSR-79"),
    Means.SECOND: ("strikes with the other weapon at", "BSR-83"),
}


def announce(state: Kept, attack: Attack, *before: tuple[str, str]) -> Kept:
    """An attack begins; `before` is what is told of the way to it. Raises `Unusable` for a shot at no mount."""
    fight = state.fight
    if attack.mount and not fight.ones[attack.at].saddle:
        raise Unusable("move.mount", f"{fight.ones[attack.at].name} sits on no mount.")
    does, rule = ("shoots at", "BSR-45") if attack.shot else ANNOUNCED[attack.means]
    if attack.flight:
        does, rule = f"throws {'the weapon' if attack.flight.weapon else 'something'} at", "BSR-82"
    whom = f"{fight.ones[attack.at].name}{'’s mount' if attack.mount else ''}"
    said = f"{fight.ones[attack.by].name} {does} {whom}."
    return state.then(fight.attacks(attack), "", "", *before, (said, rule))


def shot_of(by: int, move: Shoot | Sniped, means: Means = Means.ACTION, off: int = 0) -> Attack:
    """A shot as its form says it. Source: BSR-45."""
    cover = shooting.cover_malus(move.cover)
    target = int(move.target)
    return Attack(by, target, shot=True, means=means, metres=move.metres, cover=cover, off=off, mount=move.mount)


def hurls(state: Kept, move: Hurl) -> Kept:
    """Something is thrown at someone. Raises `Unusable` for a weapon that is not in hand. Source: BSR-82."""
    fight, at = state.fight, state.at
    one, thrown = fight.ones[at], THROWN[move.bulk]
    if move.weapon and not one.armed:
        raise Unusable("move.weapon", f"{one.name} has no weapon in hand.")
    rating = 0 if thrown.rating is None else move.strength + thrown.rating
    flight = Flight(move.skill, thrown.increment, rating, move.weapon)
    shot = Attack(
        at,
        int(move.target),
        shot=True,
        metres=move.metres,
        cover=shooting.cover_malus(move.cover),
        off=thrown.malus,
        mount=move.mount,
        flight=flight,
    )
    found = announce(state, shot)
    thrower = found.fight.ones[at]
    if move.weapon:
        thrower = replace(thrower, armed=False, half_swords=False)
    return replace(found, fight=found.fight.put(at, thrower))


def snipe(state: Kept, move: Sniped) -> Kept:
    """A shot that waited falls now. Source: BSR-79."""
    fight, by = state.fight, int(move.who)
    one, now = fight.ones[by], fight.ones[state.at].count
    if int(move.target) not in fight.aims(by):
        raise Unusable("move.target", f"{one.name} shoots at a foe who lives; this names another.")
    off = shooting.sniped(one.waiting or 0, now or 0, ready=move.ready)
    return announce(state, shot_of(by, move, Means.SNIPED, off))


def charges(state: Kept, move: Charge, dice: Dice) -> Kept:
    """A run at someone, and a blow if it arrives. Source: BSR-66."""
    at, target = state.at, int(move.target)
    fight = pays(state, at, state.fight, runs=True, reaches=target)
    one = fight.ones[at]
    thrown = throw(state, one, move.running, move)
    ground = move.ground.ground
    fell = fallen(thrown.pool, f"{one.name}: running", dice)
    result = fell - fight.malus(at, target) - move.off - ground.malus + thrown.relief
    after = fight.put(at, replace(thrown.one, acted=True, wall=0))
    if result <= 0:
        return falls(state, after, at, result, dice)
    gained = gain(state, one.speed, result)
    reach = movement.covered(one.points + gained, move.ground)
    runs = after.ones[at]
    went = (runs.slot, False) if runs.slot else None
    steps = runs.steps + min(reach, move.steps) * ground.cost
    after = after.put(at, replace(runs, ran=runs.ran + gained, steps=steps, went=went))
    for other in fight.beside(at):
        after = after.stand(at, other, None)
    ran = f"{one.name} runs, {counted(result)}: {wording.count(reach, 'step')}"
    if reach < move.steps:
        return state.then(after, f"{ran} of {move.steps}. {one.name} does not get there.", "BSR-66")
    after = after.stand(at, target, one.fighter.band)
    if not after.ones[at].allowed(one.fighter.weapon.dice):
        return state.then(after, f"{ran}, and no dice are left to strike with.", "BSR-66")
    return announce(replace(state, fight=after), Attack(at, target, charge=result), (f"{ran}.", "BSR-66"))


def gain(state: Kept, speed: int, result: int) -> int:
    """The steps that a run adds, as the table rounds them. Source: BSR-36."""
    return movement.run(speed, result, each=each_success(speed, state.ask))


def falls(state: Kept, fight: Encounter, at: int, result: int, dice: Dice) -> Kept:
    """A run has failed: prone, and hurt for each success below 0. Source: BSR-36."""
    one = fight.ones[at]
    fall = movement.fall(result)
    fight = fight.put(at, replace(one, prone=True))
    said = f"{one.name} runs, {counted(result)}, and falls"
    if not fall.dice:
        return state.then(fight, f"{said}.", "BSR-36")
    faces = dice.roll(f"{one.name}: the fall", fall.dice, movement.FALL.sides)
    protection = one.fighter.armour.of(DamageType.BLUDGEONING)
    worth = [movement.FALL.worth(face) for face in faces]
    if fall.dice > 1 and state.ask["moving.fall-dice"] == "each":
        hits = sum(max(0, one - protection) for one in worth)
    else:
        hits = max(0, sum(worth) - protection)
    after = fight.hurt(Injury(at, DamageType.BLUDGEONING, hits)) if hits else fight
    return state.then(after, f"{said}: {wording.count(hits, 'hit')}.", "BSR-36")


def meet(state: Kept, move: Meet | FromStance | None) -> Kept:
    """The target says how it meets the attack. Source: BSR-11, BSR-41, BSR-48, BSR-67."""
    fight = state.fight
    attack = fight.attack
    assert attack is not None
    one = fight.ones[attack.at]
    if move is None:
        return state.then(fight.met(None), f"{one.name} does nothing about it.", "BSR-41")
    if isinstance(move, FromStance):
        if move.successes > one.stance:
            raise Unusable(
                "move.successes", f"The stance of {one.name} has {one.stance} left; this says {move.successes}."
            )
        after = fight.put(attack.at, replace(one, stance=one.stance - move.successes))
        said = f"{one.name} spends {move.successes} of the stance."
        return state.then(after.met(None, move.successes), said, "BSR-67")
    skill = one.fighter.quickness if attack.shot else one.fighter.weapon
    fight, bonus = _with_shield(state, attack.at, move)
    thrown = throw(state, one, skill, move, bonus)
    off = _hampered(state, attack.at, attack.by, melee=not attack.shot, reaction=True)
    after = fight.put(attack.at, thrown.one).met((thrown.pool, off + move.off - thrown.relief))
    does = "dodges" if attack.shot else "defends"
    return state.then(after, f"{one.name} {does} with {thrown.pool.words}.", "BSR-48" if attack.shot else "BSR-41")


def _with_shield(state: Kept, at: int, move: Meet | RollIt) -> tuple[Encounter, int]:
    """The fight with a shield in use, if it is, and the dice that it gives. Source: BSR-101.

    Raises `Unusable` for a shield that one has not, and against or for a shot, where it is cover.
    """
    fight, attack = state.fight, state.fight.attack
    assert attack is not None
    if not move.shield:
        return fight, 0
    one = fight.ones[at]
    if not one.shield:
        raise Unusable("move.shield", f"{one.name} has no shield.")
    if attack.shot:
        raise Unusable("move.shield", "A shield gives no dice where someone shoots: it is cover, as the shot says.")
    return fight.shields(at), one.shield


def _hampered(state: Kept, at: int, target: int, *, melee: bool, reaction: bool) -> int:
    """What is taken off a test of one against another, as the table reads a grapple. Source: BSR-84."""
    fight = state.fight
    flat = fight.held(at) and state.ask["grapple.malus"] == "flat"
    return fight.hampered(at, target, melee=melee, flat=flat, reaction=reaction)


def weight(state: Kept, attack: Attack) -> int:
    """All that is taken off the attacker’s roll."""
    other = state.fight.ones[attack.at]
    reaction = attack.means is not Means.ACTION
    off = _hampered(state, attack.by, attack.at, melee=not attack.shot, reaction=reaction) + attack.off
    return off + (other.rolled_by if reaction and other.rolling and not attack.shot else 0)


def most_dice(state: Kept, attack: Attack) -> int:
    """The base dice that the attacker may roll; a second weapon's are no more than the hits that bought them.

    Source: BSR-33, BSR-83.
    """
    one, skill = state.fight.ones[attack.by], _skill(state, attack)
    most = min(skill.dice, one.spirit) if _free(state, attack) else one.allowed(skill.dice)
    return most if attack.most is None else min(most, attack.most)


def _skill(state: Kept, attack: Attack) -> Pool:
    """What an attack is rolled with."""
    fighter = state.fight.ones[attack.by].fighter
    if attack.flight:
        return attack.flight.skill
    return fighter.shooting if attack.shot else fighter.weapon


def _free(state: Kept, attack: Attack) -> bool:
    """Whether a blow takes none of the dice of the round. Source: BSR-83."""
    return attack.means is Means.SECOND and state.ask["two-weapons.dice"] == "free"


def roll(state: Kept, move: RollIt, dice: Dice) -> Kept:
    """Both sides roll. Source: BSR-41, BSR-45."""
    fight = state.fight
    attack = fight.attack
    assert attack is not None
    one, other = fight.ones[attack.by], fight.ones[attack.at]
    skill = _skill(state, attack)
    fight, bonus = _with_shield(state, attack.by, move)
    if attack.most is not None and move.dice > attack.most:
        raise Unusable("move.dice", f"{of_dice(attack.most)} were bought for this; it says {move.dice}.")
    apart = max(0, fight.apart(attack) - other.prone) if attack.shot else 0
    thrown = throw(state, one, skill, move, attack.bonus + bonus + apart, free=_free(state, attack))
    fell = fallen(thrown.pool, one.name, dice)
    answered = fallen(attack.meets[0], other.name, dice) - attack.meets[1] if attack.meets else 0
    off = weight(state, attack) + move.off - thrown.relief
    after = fight.put(attack.by, thrown.one)
    if attack.shot:
        hits, said = _shot(state, attack, skill, fell, answered, off)
        drains = not (state.quick or attack.mount)
        return state.then(after.rolled(hits, drains=drains), said, "BSR-45")
    result = fell - off
    cancelled = min(attack.cancels, max(0, result))
    margin = result - answered - cancelled
    if attack.cancels > cancelled:
        held = after.ones[attack.at]
        after = after.put(attack.at, replace(held, stance=held.stance + attack.cancels - cancelled))
    if attack.meets is None and margin < 0:
        scores = other.up and not attack.cancels and state.ask["melee.undefended"] == "hits"
        margin = margin if scores else 0
    whose = one.name if margin > 0 else other.name
    won = f"{whose} wins, {wording.count(abs(margin), 'hit')}" if margin else "nobody hits"
    said = f"{wording.number(result)} to {wording.number(answered + cancelled)}: {won}."
    return state.then(after.rolled(margin, drains=not state.quick), said, "BSR-41")


def _shot(state: Kept, attack: Attack, skill: Pool, fell: int, answered: int, off: int) -> tuple[int, str]:
    """The hits of a shot, and what is told of it. Source: BSR-45 to BSR-50."""
    one, other = state.fight.ones[attack.by], state.fight.ones[attack.at]
    increment = attack.flight.increment if attack.flight else one.fighter.increment
    at_edge = attack.metres > 0 and attack.metres % increment == 0
    free = at_edge and state.reads("shooting.edge") == "free"
    far = shooting.distance_malus(attack.metres, increment, edge_free=free)
    if answered < 0 and state.ask["shooting.bad-dodge"] != "adds":
        answered = 0
    aimed = shooting.Shot(
        skill,
        state.fight.apart(attack),
        other.prone,
        malus=off,
        distance=far,
        cover=attack.cover,
        rolled_away=other.rolled_away,
    )
    hits, stage = aimed.left(fell, answered)
    end = wording.count(hits, "hit") if stage is None else f"the shot fails at {stage.value}"
    return hits, f"{one.name} has {counted(fell)}: {end}."


# --- What hits buy ---


def spend(state: Kept, move: Spend, dice: Dice) -> Kept:
    """The hits are spent; damage is rolled. Source: BSR-43, BSR-44, BSR-51, BSR-85, BSR-87."""
    fight = state.fight
    won = fight.won
    assert won is not None
    winner, loser = fight.ones[won.winner], fight.ones[won.loser]
    bought = {
        Effect.SHIFT: move.shift,
        Effect.PUSH: move.push,
        Effect.STAGGER: move.stagger,
        Effect.DRIVE: move.drive,
        Effect.DISARM: int(move.disarm),
    }
    shot = won.attack.shot
    if move.mount and not loser.saddle:
        raise Unusable("move.mount", f"{loser.name} sits on no mount.")
    if move.mount and shot and not won.attack.mount:
        raise Unusable("move.mount", "This shot was aimed at the rider.")
    if shot and (any(bought.values()) or move.grapple or move.feats or move.second):
        raise Unusable("move.damage", "Hits of a shot are damage; nothing else is to be had for them.")
    if move.own and not (won.attack.flight and won.attack.flight.weapon):
        raise Unusable("move.own", "That is bought for a weapon that was thrown; none was.")
    whole = _bill(state, move, bought)
    if whole > won.hits:
        raise Unusable("move.damage", f"This costs {wording.count(whole, 'hit')}; there are {won.hits}.")
    after = fight.spent(bought, move.grapple, move.feats, move.price)
    if move.second:
        after = replace(after, second=follow_up(won, move.second))
    damaging = fight.damaging(move.grapple) or (not move.grapple and after.damaging())
    if move.damage and not damaging:
        said = f"From there {winner.name} does no damage; this buys {of_dice(move.damage)}."
        raise Unusable("move.damage", said)
    if move.damage and after.by_the_point and move.kind is not DamageType.PIERCING:
        said = f"So near, only the point of a half-sworded weapon works; this says {move.kind.words}."
        raise Unusable("move.kind", said)
    done = encounter.bill(bought, move.grapple, move.feats)
    done += [f"a blow with the other weapon, of {of_dice(move.second)}"] if move.second else []
    injury, damaged = _damage(state, move, dice)
    names = f"{winner.name} buys {wording.listed(done)}: {loser.name} bears it." if done else ""
    hurt = after.gasps() if Hold.CHOKE in move.grapple else after.hurt(injury)
    return state.then(hurt, names, "BSR-43", damaged)


def _bill(state: Kept, move: Spend, bought: dict[Effect, int]) -> int:
    """What all of it costs. Raises `Unusable` for what is not to be had in this grapple."""
    fight = state.fight
    won = fight.won
    assert won is not None
    if won.attack.shot:
        return move.damage + move.extra + (OWN_DAMAGE[move.kind] if move.own else 0)
    turned = Hold.REVERSE in move.grapple and won.defending
    grips = fight.grips(attacker_price=turned and bool(move.damage) and state.ask["grapple.reversal"] == "attacker")
    if Hold.CHOKE in move.grapple and fight.chokes_already(won.winner, won.loser):
        raise Unusable("move.grapple", "This choke is paid for already; that goes once a round.")
    if grips.role_after(move.grapple) is Role.GRAPPLEE and (any(bought.values()) or move.feats):
        raise Unusable("move.grapple", "Whoever is held buys no control before they become the grappler.")
    close = fight.ones[won.winner].fighter.band is Band.CLOSE
    if Hold.SKEWER in move.grapple and (not close or (move.damage and move.kind is DamageType.BLUDGEONING)):
        raise Unusable("move.grapple", "A skewer takes a point or an edge for close range; this is another weapon.")
    if move.grapple:
        if (fight.ones[won.winner].saddle is None) is not (fight.ones[won.loser].saddle is None):
            raise Unusable("move.grapple", "A rider and someone on foot do not grapple with each other.")
        if Hold.GRAB in move.grapple and fight.band(won.winner, won.loser) is not Band.CLOSE:
            raise Unusable("move.grapple", "A grab takes close range; the two of them stand further apart.")
        if fault := grips.fault(move.grapple, move.damage):
            raise Unusable("move.grapple", fault[1])
    other = _other_weapon(state, move)
    return fight.cost(bought, move.grapple, move.damage, grips) + _feats(state, move) + other + move.extra


def _other_weapon(state: Kept, move: Spend) -> int:
    """What the dice of a second weapon cost. Raises `Unusable` where there is none to strike with. Source: BSR-83."""
    won = state.fight.won
    assert won is not None
    winner = state.fight.ones[won.winner]
    if not move.second:
        return 0
    if not (winner.fighter.other and winner.armed):
        raise Unusable("move.second", f"{winner.name} has no second weapon in hand.")
    if won.attack.means is Means.SECOND and not won.defending:
        raise Unusable("move.second", "This was the other weapon already; its hits buy no further blow.")
    turned = replace(state, fight=state.fight.turns_hand(won.winner))
    if not most_dice(turned, follow_up(won, move.second)):
        raise Unusable("move.second", f"{winner.name} has no dice left for it in this round.")
    return move.second


def follow_up(won: Won, dice: int) -> Attack:
    """The blow with the other weapon, of so many dice, that hits have bought. Source: BSR-83."""
    return Attack(won.winner, won.loser, means=Means.SECOND, most=dice)


def _feats(state: Kept, move: Spend) -> int:
    """What manoeuvres of the weapon cost. Raises `Unusable` for one that this exchange does not allow.

    Source: BSR-87, BSR-89, BSR-91.
    """
    won = state.fight.won
    assert won is not None
    winner = state.fight.ones[won.winner]
    if move.feats and not winner.armed:
        raise Unusable("move.feats", f"A manoeuvre takes the weapon in hand; {winner.name} has lost it.")
    hands = max((FEATS[feat].hands for feat in move.feats), default=0)
    if hands > 1 and (winner.fighter.other or won.winner in won.attack.shielded):
        held = "another weapon" if winner.fighter.other else "a shield"
        raise Unusable("move.feats", f"That takes both hands; {winner.name} has {held} in one.")
    if Manoeuvre.MURDER_STROKE in move.feats and (not move.damage or move.kind is not DamageType.BLUDGEONING):
        what = f"{of_dice(move.damage)} of {move.kind.words}"
        raise Unusable("move.feats", f"A murder-stroke is bludgeoning damage; this buys {what}.")
    return move.price * len(move.feats)


def _damage(state: Kept, move: Spend, dice: Dice) -> tuple[Injury | None, tuple[str, str]]:
    """The roll of the damage that was bought, past armour. Source: BSR-51, BSR-52, BSR-66, BSR-85."""
    won = state.fight.won
    assert won is not None
    winner = state.fight.ones[won.winner]
    if not move.damage:
        return None, ("", "")
    skewers, murders = Hold.SKEWER in move.grapple, Manoeuvre.MURDER_STROKE in move.feats
    blow = blow_of(
        state, move.damage, move.kind, move.bonus, skewers=skewers, murders=murders, mount=move.mount, own=move.own
    )
    if blow is None:
        raise Unusable("move.kind", f"{winner.name}’s weapon does no {move.kind.words} damage.")
    if blow.pool is None:
        what = f"{winner.name}’s weapon" if move.own or not won.attack.flight else "What was thrown"
        return None, (f"{what} is too weak to do damage.", "BSR-51")
    fell = fallen(blow.pool, f"{winner.name}: damage", dice)
    hits = max(0, fell - blow.malus - blow.protection)
    said = f"{blow.pool.words} of {move.kind.words}: {counted(fell)}, {wording.count(hits, 'hit')} past the armour."
    return Injury(won.loser, move.kind, hits, move.mount or won.attack.mount), (said, "BSR-51")


def blow_of(
    state: Kept,
    dice: int,
    kind: DamageType,
    bonus: int = 0,
    *,
    skewers: bool = False,
    murders: bool = False,
    mount: bool = False,
    own: bool = False,
) -> Blow | None:
    """The damage roll of whoever has hits, with so many dice of this type; None where the weapon does none of it.

    One that `murders` has the dice of the point, one at the `mount` goes by its armour, and what was thrown may do its
    `own` damage. Source: BSR-51, BSR-52, BSR-66, BSR-82, BSR-85, BSR-91, BSR-107.
    """
    won = state.fight.won
    assert won is not None
    winner, loser = state.fight.ones[won.winner], state.fight.ones[won.loser]
    shot = won.attack.shot
    worn, size = loser.met(mount=mount or won.attack.mount)
    apart = larger(winner.fighter.size, size)
    flight = won.attack.flight
    modifier: int | None
    if shot and not flight:
        modifier, die = 0 if kind is DamageType.PIERCING else None, winner.fighter.shot_die
    else:
        thing = flight if flight and not own else None
        modifier = 0 if thing else winner.fighter.modifiers.of(DamageType.PIERCING if murders else kind)
        rating = thing.rating if thing else winner.fighter.rating
        die = damage_die(rating + more_strength(apart, state.ask) if rating else 0, state.ask)
    if modifier is None:
        return None
    run = 0 if won.defending else won.attack.charge
    ladder = run > 1 and state.ask["charge.bonus"] == "ladder"
    charged = charge.damage_dice(dice, run, ladder=ladder) - dice
    off = state.fight.malus(won.winner, won.loser, weapon=not shot)
    less = off if off and state.ask["damage.malus"] == "yes" else 0
    blow = Blow(
        dice,
        die,
        min(bonus + charged + max(0, modifier), MOST_DICE - min(dice, MOST_DICE)),
        max(0, -modifier) + less,
        0 if skewers else Armour.worn((worn,), max(0, -apart)).of(kind),
    )
    if blow.pool and winner.spirit < blow.pool.dice and state.ask["damage.spirit"] == "capped":
        return replace(blow, most=winner.spirit)
    return blow


def breath(state: Kept, move: HoldBreath | PassOut, dice: Dice) -> Kept:
    """Whoever is choked holds their breath against the rounds that the choke was kept up, or passes out.

    Source: BSR-84, BSR-85.
    """
    fight = state.fight
    choke = fight.chokes[-1]
    by, at = choke.pair
    one = fight.ones[at]
    result = 0
    if isinstance(move, HoldBreath):
        thrown = throw(state, one, one.fighter.resilience, move)
        fell = fallen(thrown.pool, f"{one.name}: breath holding", dice)
        off = _hampered(state, at, by, melee=False, reaction=True)
        one, result = thrown.one, fell - off - move.off + thrown.relief
    end = "holds on" if result >= choke.kept else "passes out"
    if result < choke.kept:
        one = one.passes_out()
    said = f"{one.name}: {counted(result)} against {choke.kept}, and {end}."
    return state.then(fight.put(at, one).turned(), said, "BSR-85")


def take(state: Kept, move: TakeHit) -> Kept:
    """An injury goes to a row. Source: BSR-53."""
    fight = state.fight
    injury = fight.injury
    assert injury is not None
    one = fight.ones[injury.at]
    left = max(0, injury.hits - move.spared)
    fight = fight.hurt(replace(injury, hits=left))
    if not left:
        return state.then(fight, f"{one.name}{'’s mount' if injury.mount else ''} is unhurt.", "BSR-53")
    found = fight.rows(again=again(state, injury.at))
    chosen = next((hurt for hurt in found if str(hurt.row) == move.row), injuries.best(found))
    over = bool(one.bleeding) and chosen.major and state.reads("injury.bleeding-over") == "death"
    after = fight.marked(chosen, bleeds_over=over)
    now, end = after.ones[injury.at], f"has {'a wound' if chosen.major else 'an injury'}"
    if injury.mount:
        falls = now.seat is not None and now.seat.gone
        return state.then(after, f"{one.name}’s mount {'falls' if falls else end}: row {chosen.row + 1}.", "BSR-107")
    end = end if now.up else f"is {now.fate.words}"
    return state.then(after, f"{one.name} {end}: row {chosen.row + 1}.", "BSR-53")


def lucky(state: Kept, move: LuckyBreak, dice: Dice) -> Kept:
    """Luck sends part of an injury into armour or a weapon; it may be tried once, whether it helps or not.

    Source: BSR-73.
    """
    fight = state.fight
    injury = fight.injury
    assert injury is not None
    one, weapon = fight.ones[injury.at], move.instead is Instead.WEAPON
    worn = one.fighter.armour
    if weapon and not fight.fought_back(injury.at):
        raise Unusable("move.instead", f"{one.name} has used no weapon in this exchange; armour alone may take it.")
    if not weapon and any(piece > whole for piece, whole in zip(move.piece.each, worn.each, strict=True)):
        raise Unusable("move.piece", f"{one.name} wears {worn} in all; no piece of that is {move.piece}.")
    thrown = throw(state, one, move.pool, move, free=True)
    fell = fallen(thrown.pool, f"{one.name}: luck", dice)
    result = fell - fight.malus(injury.at, reaction=True, free=True) - move.off + thrown.relief
    taken = luck.cancelled(injury.hits, result, None if weapon else move.piece)
    after = replace(thrown.one, lucky=True)
    if weapon:
        breaks = taken > 0 or state.ask["luck.weapon"] == "breaks"
        after, end = replace(after, armed=not breaks), "the weapon breaks" if breaks else "the weapon holds"
    else:
        left = luck.left_of(worn, move.piece, taken)
        after, end = replace(after, fighter=replace(one.fighter, armour=left)), f"armour is {left} now"
    said = f"{one.name}, luck: {wording.count(taken, 'hit')} of {injury.hits} cancelled; {end}."
    hurt = fight.put(injury.at, after).hurt(replace(injury, hits=injury.hits - taken))
    return state.then(hurt, said, "BSR-73")


def again(state: Kept, at: int) -> bool:
    """Whether a row that is major already wounds anew; asked where rows have several major boxes. Source: BSR-54."""
    one, injury = state.fight.ones[at], state.fight.injury
    track = one.seat.mount.track if one.seat and injury and injury.mount else one.fighter.track
    return track.major > 1 and state.ask["injury.repeat"] == "every"

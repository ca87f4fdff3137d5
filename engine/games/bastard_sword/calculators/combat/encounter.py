"""A fight run at the table: whose turn it is, what the dice do, who is hurt (BSR-112)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from engine import wording
from engine.forms import Asked, Unusable
from engine.games.bastard_sword.calculators.combat.encounter_ahead import ahead
from engine.games.bastard_sword.calculators.combat.encounter_blows import again, most_dice, weight
from engine.games.bastard_sword.calculators.combat.encounter_kept import TABLE, Kept, Rules
from engine.games.bastard_sword.calculators.combat.encounter_saddle import reach_price
from engine.games.bastard_sword.calculators.combat.encounter_stage import best_damage, show
from engine.games.bastard_sword.calculators.combat.encounter_steps import step
from engine.games.bastard_sword.forms import encounter as moves
from engine.games.bastard_sword.forms.encounter import NOBODY, FourD6, FourD8, Hero, LineRow, NoOther, OnFoot
from engine.games.bastard_sword.readings.damage import damage_die
from engine.games.bastard_sword.rules import encounter as rules
from engine.games.bastard_sword.rules import injuries
from engine.games.bastard_sword.rules.encounter import Encounter, Phase, Share
from engine.games.bastard_sword.rules.fighter import Fighter, One, OtherHand, Slot
from engine.games.bastard_sword.rules.injuries import Hurt
from engine.games.bastard_sword.rules.saddle import Mount
from engine.games.bastard_sword.words import dice as of_dice
from engine.rulings import Rulings
from engine.session import Offer, session

MOST_PEOPLE = 40
OTHERS = (
    LineRow("Bart", ours=True, weapon=FourD6, shooting=FourD8, spirit=24),
    LineRow("Brigand", many=3, spirit=16),
)


def start(
    you: Annotated[Hero, Asked("You")] = Hero(),
    lines: Annotated[tuple[LineRow, ...], Asked("Everyone else")] = OTHERS,
    played: Annotated[Rules, Asked("By the", gm=True)] = Rules.FULL,
    *,
    ask: Rulings,
) -> Kept:
    """Who acts, and what comes of it?"""
    if all(line.ours for line in lines):
        raise Unusable("lines", "A fight takes two sides; here all of them are on yours.")
    whole = 1 + sum(line.many for line in lines)
    if whole > MOST_PEOPLE:
        raise Unusable("lines", f"A fight has at most {MOST_PEOPLE} people here; this has {whole}.")
    ones = list(rules.crowd(you.name or "You", 1, _fighter(you, 0, ours=True, ask=ask), you.spirit))
    for at, line in enumerate(lines, 1):
        ones += rules.crowd(line.name or f"Line {at}", line.many, _fighter(line, at, ours=line.ours, ask=ask))
    return Kept(Encounter(tuple(ones)), ask, you.spirit, played is Rules.QUICK, ahead=ahead(you, lines))


def _fighter(one: Hero | LineRow, line: int, *, ours: bool, ask: Rulings) -> Fighter:
    held, ridden = one.other, one.mount
    return Fighter(
        line,
        ours,
        one.quickness,
        one.weapon,
        one.band,
        damage_die(one.rating, ask),
        one.modifiers,
        one.armour,
        one.shooting,
        one.increment,
        damage_die(one.shot_rating, ask),
        one.toughness,
        one.resilience,
        max(one.spirit, (one.most or 0) if isinstance(one, Hero) else 0),
        one.speed,
        one.constitution,
        one.track,
        one.surprised,
        one.shield,
        None
        if isinstance(held, NoOther)
        else OtherHand(held.weapon, held.band, damage_die(held.rating, ask), held.modifiers, held.rating),
        None
        if isinstance(ridden, OnFoot)
        else Mount(ridden.riding, ridden.ranks, ridden.pace, ridden.ego, ridden.hide, ridden.body, ridden.size),
        one.size,
        one.rating,
    )


def offers(state: Kept) -> Mapping[str, Sequence[Any]]:
    """What may be done now. Source: BSR-112."""
    found = list(_offers(state))
    return {TABLE: found} if found else {}


def _offers(state: Kept) -> Iterator[Offer]:
    fight = state.fight
    match fight.phase:
        case Phase.BEGIN:
            yield Offer(moves.RollInitiative, "Roll initiative", says="One roll for each line.")
        case Phase.TURN if not fight.ones[state.at].up:
            yield from _helpless(fight, state.at)
        case Phase.TURN:
            yield from _turn(state)
        case Phase.MEET:
            yield from _meeting(fight)
        case Phase.ROLL:
            yield _rolling(state)
        case Phase.SPEND:
            yield _spending(state)
        case Phase.ROW:
            yield from _row(state)
        case Phase.BREATH:
            yield from _breath(fight)
        case Phase.SEAT:
            yield from _jolted(fight)
        case Phase.SHARE:
            yield from _sharing(fight)
        case Phase.NEXT:
            yield Offer(moves.NextRound, f"Begin round {fight.round + 1}")
            yield _marking(fight)
            yield Offer(moves.EndFight, "The fight is over", aside=True)
        case Phase.OVER if not fight.surged:
            says = "Stamina for all who stand, and morale for whoever won."
            yield Offer(moves.SecondWind, "Roll for the second wind", says=says)


def _helpless(fight: Encounter, at: int) -> Iterator[Offer]:
    """The turn of someone who bleeds to death, or is unconscious. Source: BSR-58, BSR-59."""
    one = fight.ones[at]
    tests = ["natural healing"] if one.bleeds_out else []
    tests += ["resist shock"] if one.out else []
    yield Offer(moves.HoldOn, f"{one.name} holds on", says=f"A test of {wording.listed(tests)}.")
    yield _marking(fight)


def _turn(state: Kept) -> Iterator[Offer]:
    """What the one whose turn it is may do, and what others may do to them for it."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    foes, near = fight.foes(at), fight.targets(at)
    blows, held = _blows(one), fight.held(at)
    if near and not one.acted and blows:
        yield Offer(moves.Strike(str(near[0])), f"{one.name} strikes", picks={"target": fight.names(near)})
    if foes and not one.acted and one.allowed(one.fighter.shooting.dice):
        aims = fight.aims(at)
        yield Offer(moves.Shoot(str(aims[0])), f"{one.name} shoots", picks={"target": fight.names(aims)})
        yield Offer(moves.Aim, f"{one.name} waits with a shot", aside=True)
    if one.acted:
        yield Offer(moves.Done, f"{one.name} is done")
    if one.left and not held:
        others = (place for place, other in enumerate(fight.ones) if place != at and not other.dead)
        places = {NOBODY: "nobody: away from all", **fight.names(foes), **fight.names(others)}
        says = f"{wording.count(one.left, 'step')} of movement left."
        reached = [foe for foe in foes if reach_price(fight, at, foe) <= (one.saddle.points if one.saddle else 0)]
        to = str(reached[0]) if reached else NOBODY
        yield Offer(moves.Go(min(one.left, 6), to), f"{one.name} goes", says=says, picks={"to": places})
    if not one.acted:
        yield Offer(moves.Done, f"{one.name} is done")
    yield from _timing(state)
    yield from _reactions(fight, at)
    if not one.acted:
        yield from _manoeuvres(state)
    yield from _riding(fight, at)
    if not (held or one.saddle) and one.to_turn_over <= one.pace:
        yield Offer(moves.LieOrRise, f"{one.name} {'gets up' if one.prone else 'drops'}", aside=True)
    if any(pair[0] == at for pair in fight.holds):
        yield Offer(moves.LetGo, f"{one.name} lets go", aside=True)
    if one.fighter.other and one.armed:
        yield Offer(moves.TurnHand, f"{one.name} fights with the other weapon", aside=True)
    if fight.walls(at) and not one.prone:
        yield Offer(moves.ShieldWall(one.wall or 1), f"{one.name} stands in a shield wall", aside=True)
    if one.half_swords:
        yield Offer(moves.TakeHilt, f"{one.name} takes the hilt again", aside=True)
    free = one.acted or not blows
    yield Offer(
        moves.Test(one.fighter.weapon, min(2, blows) or 1, free=free), f"{one.name} tests something else", aside=True
    )
    yield _marking(fight)
    yield Offer(moves.EndFight, "The fight is over", aside=True)


def _timing(state: Kept) -> Iterator[Offer]:
    """Second turns, waiting, and acting fast. Source: BSR-31, BSR-64."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    raised = one.number > 0 >= one.initiative
    if one.slot is Slot.FIRST and one.number > 0 and not (raised and state.ask["fast.from-zero"] == "no"):
        yield Offer(moves.Again, f"Done, and again at {wording.number(-one.number)}", aside=True)
        yield Offer(moves.Wait, f"{one.name} waits for {wording.number(-one.number)}", aside=True)
    fast = [
        place
        for place, other in enumerate(fight.ones)
        if other.up and other.slot is Slot.FIRST and not (other.boost or other.acted)
    ]
    if fast:
        yield Offer(moves.ActFast(str(fast[0])), "Act fast", picks={"who": fight.names(fast)}, aside=True)


def _reactions(fight: Encounter, at: int) -> Iterator[Offer]:
    """What others may do to the one whose turn it is. Source: BSR-62, BSR-79."""
    ready = [
        other
        for other in fight.engaged(at)
        if at in fight.targets(other) and fight.reaches(other, at) and _blows(fight.ones[other])
    ]
    if ready:
        says = "Before an act that draws it."
        picks = {"who": fight.names(ready)}
        yield Offer(moves.Retaliate(str(ready[0])), "A foe retaliates", says=says, aside=True, picks=picks)
    waiting = [
        other
        for other, one in enumerate(fight.ones)
        if one.up and one.waiting is not None and one.allowed(one.fighter.shooting.dice) and fight.foes(other)
    ]
    if waiting:
        targets = sorted({foe for other in waiting for foe in fight.aims(other)})
        first = fight.aims(waiting[0])[0]
        picks = {"who": fight.names(waiting), "target": fight.names(targets)}
        yield Offer(moves.Sniped(str(waiting[0]), str(first)), "A shot that waited", aside=True, picks=picks)


def _blows(one: One) -> int:
    """The dice of melee that they have left, with a weapon in hand."""
    return one.allowed(one.fighter.weapon.dice) if one.armed else 0


def _shrugs(one: One, tough: int) -> Iterator[Offer]:
    """Shrugging an injury off, with so many dice. Source: BSR-56."""
    minor = [row for row, boxes in enumerate(one.marks) if 0 < boxes <= one.fighter.track.minor]
    if tough and minor:
        rows = {str(row): f"row {row + 1}" for row in minor}
        shrug = moves.ShrugOff(tough, row=str(minor[0]))
        yield Offer(shrug, f"{one.name} shrugs off an injury", aside=True, picks={"row": rows})


def _manoeuvres(state: Kept) -> Iterator[Offer]:
    """Other actions of a turn. Source: BSR-36, BSR-56, BSR-61, BSR-64 to BSR-81."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    blows, quick, tough = (
        _blows(one),
        *(one.allowed(pool.dice) for pool in (one.fighter.quickness, one.fighter.toughness)),
    )
    any_ = min(2, one.allowed(FourD6.dice))
    foes, held = fight.foes(at), fight.held(at)
    far = [foe for foe in foes if not fight.band(at, foe)]
    name = one.name

    def aside(move: Any, does: str, says: str = "", **picks: Iterable[int]) -> Offer:
        return Offer(
            move, f"{name} {does}", says=says, aside=True, picks={key: fight.names(picks[key]) for key in picks}
        )

    if blows:
        yield aside(moves.Stance(min(blows, 2)), "takes a defensive stance", "Successes that cancel attacks.")
    runs = one.saddle.acts if one.saddle else True
    if any_ and runs and not (held or one.prone or one.rooted):
        if saddle := one.saddle:
            far = [foe for foe in far if saddle.charges(one.fighter.size, fight.ones[foe].fighter.size)]
        if far and blows > 1:
            yield aside(moves.Charge(1, target=str(far[0])), "charges", "The dice of the run first.", target=far)
        yield aside(moves.Run(dice=any_), "runs", "Each success is half the movement more.")
        if not one.saddle:
            yield aside(moves.DodgeRoll(dice=any_), "rolls away")
    if any_ and one.prone:
        yield aside(moves.KickUp(dice=any_), "kicks up")
    if any_ and foes:
        aims = fight.aims(at)
        says = "Or the weapon in hand, whose own damage costs hits."
        yield aside(moves.Hurl(str(aims[0])), "throws something", says, target=aims)
    if not (one.armed or held):
        yield aside(moves.PickUp, "picks a weapon up", "An action, which draws retaliation.")
    if any_ and foes:
        yield aside(moves.Intimidate(dice=any_, target=str(foes[0])), "intimidates", target=foes)
        yield aside(moves.Taunt(dice=any_, target=str(foes[0])), "taunts", target=foes)
    if any_ and fight.receivers(Share(at, 1)):
        yield aside(moves.Inspire(dice=any_), "inspires", "Persuasion; each success is a point of spirit.")
    if any_ and fight.friends(at):
        yield aside(moves.Plan(dice=any_), "plans", "Tactics; each success moves an initiative by 1.")
    if any_:
        spell = one.spell
        says = f"{spell.tally} of {spell.difficulty} so far." if spell else "Roll by roll, until it stands."
        yield aside(moves.Cast(dice=any_, difficulty=spell.difficulty if spell else 5), "casts a spell", says)
    if quick:
        yield aside(moves.Reassess(quick), "reassesses", "The new number counts, even if it is worse.")
    if tough and one.stun:
        yield aside(moves.ResistShock(tough), "resists shock", f"{one.stun} stun.")
    yield from _shrugs(one, tough)
    marks = {str(place): tag.words for place, tag in enumerate(one.tags) if tag.shakes_off}
    if any_ and marks:
        shake = moves.ShakeOff(dice=any_, mark=next(iter(marks)))
        yield Offer(shake, f"{name} shakes it off", aside=True, picks={"mark": marks})
    dead = [place for place in range(len(fight.ones)) if fight.revival(place) is not None]
    if any_ and dead:
        yield aside(moves.Revive(dice=any_, who=str(dead[0])), "brings someone back", "First aid.", who=dead)


def _riding(fight: Encounter, at: int) -> Iterator[Offer]:
    """What a rider does for the mount. Source: BSR-103, BSR-104, BSR-107."""
    one = fight.ones[at]
    seat = one.seat
    if not seat or seat.gone or one.prone:
        return
    most = min(2, one.allowed(seat.mount.riding.dice))
    if seat.on and most and not one.acted:
        says = "Against its ego." if seat.tested else f"Each success is a riding point; {seat.points} now."
        ride = moves.Ride(most, 0 if seat.tested else min(most, seat.mount.ranks))
        yield Offer(ride, f"{one.name} rides", says=says, aside=bool(seat.points))
    if not (fight.held(at) or seat.bolts):
        does = "gets off" if seat.on else "gets into the saddle"
        yield Offer(moves.GetOffOrUp, f"{one.name} {does}", aside=True)


def _jolted(fight: Encounter) -> Iterator[Offer]:
    """Whether a rider stays in the saddle, or a mount with its rider. Source: BSR-107, BSR-108."""
    jolt = fight.jolt
    assert jolt is not None
    one = fight.ones[jolt.at]
    assert one.seat is not None
    seat = one.seat
    heading = f"{one.name}’s mount wants to flee" if jolt.mount else f"{one.name} may lose the saddle"
    most = min(seat.mount.riding.dice, one.spirit)
    if most:
        says = f"Riding against {jolt.hits}, with {of_dice(most)} at most; it takes none of the round’s dice."
        yield Offer(moves.StayOn(most), f"{one.name} {'holds it' if jolt.mount else 'stays on'}", heading, says)
    if jolt.mount and seat.points >= jolt.hits:
        yield Offer(moves.PayForIt, f"{one.name} pays {wording.count(jolt.hits, 'riding point')}", heading)
    yield Offer(moves.GiveWay, "The mount flees" if jolt.mount else f"{one.name} is thrown", aside=bool(most))


def _marking(fight: Encounter) -> Offer:
    everyone = fight.names(range(len(fight.ones)))
    return Offer(moves.MarkOne("0"), "Mark a fighter", "What else happens", aside=True, picks={"who": everyone})


def _sharing(fight: Encounter) -> Iterator[Offer]:
    """Whom successes go to. Source: BSR-71, BSR-80."""
    share = fight.share
    assert share is not None
    what = "initiative, up or down" if share.initiative else "spirit"
    friends = fight.receivers(share)
    says = f"{share.points} left: points of {what}."
    first = min(friends, key=lambda at: fight.ones[at].spirit)
    room = share.points if share.initiative else fight.ones[first].fighter.most_spirit - fight.ones[first].spirit
    give = moves.Give(str(first), min(share.points, room))
    yield Offer(give, "Give", f"{fight.ones[share.by].name}’s friends", says, picks={"who": fight.names(friends)})
    yield Offer(moves.Keep, "That is all")


def _meeting(fight: Encounter) -> Iterator[Offer]:
    """The target says its dice first. Source: BSR-11, BSR-67."""
    attack = fight.attack
    assert attack is not None
    one = fight.ones[attack.at]
    if attack.mount:
        yield Offer(moves.MountDodges, f"{one.name}’s mount dodges", says="For a riding point.")
        yield Offer(moves.TakeIt, f"{one.name} lets it come")
        return
    granted = (one.fighter.quickness if attack.shot else one.fighter.weapon).dice
    most = one.allowed(granted)
    if not attack.shot and one.stance:
        yield Offer(moves.FromStance(one.stance), f"{one.name} spends the stance", says=f"{one.stance} successes left.")
    if most and (attack.shot or one.armed):
        does = "dodges" if attack.shot else "defends"
        yield Offer(moves.Meet(min(most, 2)), f"{one.name} {does}", says=f"{of_dice(most)} at most.")
    yield Offer(moves.TakeIt, f"{one.name} lets it come")


def _rolling(state: Kept) -> Offer:
    attack = state.fight.attack
    assert attack is not None
    one = state.fight.ones[attack.by]
    most = most_dice(state, attack)
    says = f"{of_dice(most)} at most; a malus of {weight(state, attack)} on the roll."
    does = "throws" if attack.flight else "shoots" if attack.shot else "strikes"
    return Offer(moves.RollIt(max(1, most)), "Roll it", f"{one.name} {does}", says)


def _spending(state: Kept) -> Offer:
    fight = state.fight
    won = fight.won
    assert won is not None
    one, other = fight.ones[won.winner], fight.ones[won.loser]
    blows, kind = best_damage(state)
    most = blows[kind].dice if blows else 0
    damage = f"{of_dice(most) if most else 'no dice'} of damage at most"
    says = f"{wording.count(won.hits, 'hit')} against {other.name}; {damage}."
    return Offer(moves.Spend(most, kind), "Spend them", f"{one.name} has hits to spend", says)


def _row(state: Kept) -> Iterator[Offer]:
    """Where an injury goes, or what luck saves of it first: once in a fight for each of us. Source: BSR-53, BSR-73."""
    fight = state.fight
    injury = fight.injury
    assert injury is not None
    one = fight.ones[injury.at]
    found = fight.rows(again=again(state, injury.at))
    words = {str(hurt.row): _hurt_words(hurt) for hurt in found}
    whose = f"{one.name}{'’s mount' if injury.mount else ''}"
    says = f"{wording.count(injury.hits, 'hit')} of {injury.kind.words}."
    hit = moves.TakeHit(str(injuries.best(found).row))
    yield Offer(hit, f"{one.name} marks it", f"{whose} is hurt", says, picks={"row": words})
    if one.fighter.ours and not one.lucky and one.spirit and not injury.mount:
        luck = moves.LuckyBreak(dice=min(2, one.spirit), piece=one.fighter.armour)
        yield Offer(luck, f"{one.name} tries a lucky break", says="Once in a fight, before it is marked.", aside=True)


def _breath(fight: Encounter) -> Iterator[Offer]:
    """The test of whoever is choked. Source: BSR-85."""
    choke = fight.chokes[-1]
    one = fight.ones[choke.pair[1]]
    most = one.allowed(one.fighter.resilience.dice)
    if most:
        says = f"{of_dice(most)} at most, against {choke.kept}; grapples count, as this is no brawling."
        yield Offer(moves.HoldBreath(most), f"{one.name} holds their breath", f"{one.name} is choked", says)
    yield Offer(moves.PassOut, f"{one.name} passes out", aside=bool(most))


def _hurt_words(hurt: Hurt) -> str:
    end = "death" if hurt.dead else "down" if hurt.down else "a wound" if hurt.major else "no wound"
    return f"row {hurt.row + 1}: {end}"


session("bs-encounter", rules="BSR-112", start=start, moves=offers, step=step, show=show)

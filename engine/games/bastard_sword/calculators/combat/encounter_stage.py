"""How a fight stands, as a page shows it: the order of the round as a rail, and everyone in a line (BSR-112)."""

from collections.abc import Iterator

from engine import wording
from engine.answer import Answer, Bar, Block, Card, Column, Entry, Fact, Lead, Note, Shown, Stage, Table
from engine.dice import MOST_DICE
from engine.effects import Effect, SetValue
from engine.games.bastard_sword.blocks.hits import lands, on_offer
from engine.games.bastard_sword.calculators.combat.encounter_ahead import FORECAST, PLACE
from engine.games.bastard_sword.calculators.combat.encounter_blows import blow_of
from engine.games.bastard_sword.calculators.combat.encounter_kept import Kept
from engine.games.bastard_sword.rules.damage import Blow, DamageType
from engine.games.bastard_sword.rules.encounter import Encounter, Phase
from engine.games.bastard_sword.rules.saddle import Seat
from engine.games.bastard_sword.sheet.effects import SpendSpirit
from engine.games.bastard_sword.words import dice as of_dice

SHOWN = 8
"""How many of those who still act the rail shows."""


def show(state: Kept) -> Answer:
    """The order of the round as a rail, and everyone in a line."""
    fight = state.fight
    figure, sentence = _figure(fight)
    round_ = (Fact(f"round {fight.round}"),) if fight.round else ()
    bars = tuple(_bar(fight, ours=ours) for ours in (True, False))
    stage = Stage(figure, round_, sentence, None, bars, tuple(_rail(fight)))
    blocks: list[Block] = [stage, *_shop(state), _everyone(fight)]
    if fight.phase is Phase.BEGIN:
        blocks.append(Lead("Is this too much for us?", "How it will go", FORECAST, "BSR-112", state.ahead, PLACE))
    if fight.phase is Phase.OVER and not fight.surged:
        blocks.append(Note("Spirit surges back for those who are left, and morale for whoever won.", rule="BSR-63"))
    values = {
        "phase": fight.phase.value,
        "round": fight.round,
        "now": fight.ones[fight.now].name if fight.now is not None and fight.phase is not Phase.BEGIN else "",
        "order": [[fight.ones[at].name, fight.ones[at].count] for at in fight.order],
        "spirit": [one.spirit for one in fight.ones],
        "marks": [list(one.marks) for one in fight.ones],
        "armour": [str(one.fighter.armour) for one in fight.ones],
        "armed": [one.armed for one in fight.ones],
        "prone": [one.prone for one in fight.ones],
        "fates": [one.fate.value for one in fight.ones],
        "bleeding": [one.bleeding for one in fight.ones],
        "stun": [one.stun for one in fight.ones],
        "malus": [fight.malus(at) for at in range(len(fight.ones))],
        "spells": [one.spell.tally if one.spell else 0 for one in fight.ones],
        "shields": [one.shield for one in fight.ones],
        "saddled": [bool(one.saddle) for one in fight.ones],
        "riding": [one.seat.points if one.seat else 0 for one in fight.ones],
        "mounts": [list(one.seat.marks) if one.seat else [] for one in fight.ones],
    }
    over = fight.phase in (Phase.NEXT, Phase.OVER)
    return Answer(values, tuple(blocks), effects=tuple(_effects(state)) if over else ())


def _mount(seat: Seat) -> Iterator[str]:
    """All that there is to know of a mount."""
    if seat.on:
        yield f"in the saddle, {wording.count(seat.points, 'riding point')}"
    if seat.bolts:
        yield "the mount flees"
    if seat.gone:
        yield "the mount is gone"
    elif any(seat.marks):
        yield f"mount {' '.join(map(str, seat.marks))}"


def best_damage(state: Kept) -> tuple[dict[DamageType, Blow], DamageType]:
    """The damage roll of each type that all hits buy, and the type that gets most through."""
    fight = state.fight
    most = min(MOST_DICE, fight.shop.most_damage()) if fight.damaging() else 0
    thrown = fight.won and fight.won.attack.flight
    kinds = (DamageType.BLUDGEONING,) if thrown else (DamageType.PIERCING,) if fight.by_the_point else DamageType
    blows = {kind: blow for kind in kinds if most and (blow := blow_of(state, most, kind))}
    return blows, max(blows, key=lambda kind: blows[kind].law.mean, default=DamageType.PIERCING)


def _shop(state: Kept) -> Iterator[Block]:
    """What hits that are to be spent buy, and what they would do. Source: BSR-43, BSR-51."""
    fight = state.fight
    won = fight.won
    if fight.phase is not Phase.SPEND or won is None:
        return
    blows, best = best_damage(state)
    if blows:
        yield lands(fight.ones[won.loser], blows, best)
    if not won.attack.shot:
        yield on_offer(fight.shop, won.hits, fight.shop.most_damage() if fight.damaging() else 0)


def _effects(state: Kept) -> Iterator[Effect]:
    """What the fight has done to you so far, for the sheet. Source: BSR-18, BSR-53 to BSR-56."""
    you = state.fight.ones[0]
    if spent := state.began - you.spirit:
        yield SpendSpirit(spent, lost=True)
    if any(you.marks):
        yield SetValue("injuries", " ".join(map(str, you.marks)))
    if you.bleeding:
        yield SetValue("bleeding", str(you.bleeding))
    if you.stun:
        yield SetValue("stun", str(you.stun))


def _figure(fight: Encounter) -> tuple[str, str]:
    """What stands above all, and the same as a sentence."""
    attack, at = fight.attack, fight.now
    name = fight.ones[at].name if at is not None else "Nobody"
    match fight.phase:
        case Phase.BEGIN:
            return "Initiative", "Everyone rolls initiative."
        case Phase.OVER if fight.ended:
            return "The fight is over", f"The fight is over; {fight.ended.words}."
        case Phase.OVER:
            ours = fight.standing(ours=True)
            if not ours and not fight.standing(ours=False):
                return "Nobody stands", "Nobody is up on either side."
            said = "Nobody of theirs is up." if ours else "Nobody of ours is up."
            return ("Our side stands" if ours else "Their side stands"), said
        case Phase.NEXT:
            return f"Round {fight.round} is over", f"Round {fight.round} is over."
        case Phase.ROW if fight.injury:
            name = f"{fight.ones[fight.injury.at].name}{'’s mount' if fight.injury.mount else ''}"
            return f"{name} is hurt", f"{name} marks {wording.count(fight.injury.hits, 'hit')}."
        case Phase.SEAT if fight.jolt:
            name = fight.ones[fight.jolt.at].name
            if fight.jolt.mount:
                return f"{name}’s mount", f"{name}’s mount wants to flee."
            return name, f"{name} may lose the saddle."
        case Phase.BREATH:
            choke = fight.chokes[-1]
            name = fight.ones[choke.pair[1]].name
            return f"{name} is choked", f"{name} holds their breath against {choke.kept}."
        case Phase.SPEND if fight.won:
            name = fight.ones[fight.won.winner].name
            return f"{name} hits", f"{name} has {wording.count(fight.won.hits, 'hit')} to spend."
        case Phase.SHARE if fight.share:
            name = fight.ones[fight.share.by].name
            return name, f"{name} has {wording.count(fight.share.points, 'success', 'successes')} to give to friends."
    if attack:
        name = fight.ones[attack.at if fight.phase is Phase.MEET else attack.by].name
        return name, f"{name} says the dice."
    return name, f"It is {name}’s turn."


def _bar(fight: Encounter, *, ours: bool) -> Bar:
    side = [one for one in fight.ones if one.fighter.ours is ours]
    up = sum(one.up for one in side)
    return Bar("ours" if ours else "theirs", "Our side" if ours else "Their side", "up", up, len(side))


def _rail(fight: Encounter) -> Iterator[Column]:
    """Who still acts in this round, the next one first."""
    if fight.phase in (Phase.BEGIN, Phase.OVER):
        return
    for place, at in enumerate(fight.order[:SHOWN]):
        one = fight.ones[at]
        left = of_dice(max(0, one.allowed(one.fighter.weapon.dice))) if one.spirit else "no spirit"
        card = Card(0 if one.fighter.ours else 1, Shown.FACE, one.name, left if one.up else one.fate.words)
        yield Column(wording.number(one.count or 0), "now" if not place else "", (card,), now=not place)


def _everyone(fight: Encounter) -> Table:
    rows: list[tuple[Entry, ...]] = []
    for at, one in enumerate(fight.ones):
        near = [
            f"{fight.ones[other].name} ({band.words})" for other in fight.engaged(at) if (band := fight.band(at, other))
        ]
        hurt = " ".join(map(str, one.marks)) if any(one.marks) else None
        rows.append(
            (
                one.name,
                f"{one.spirit} of {one.fighter.most_spirit}",
                hurt,
                fight.malus(at) or None,
                wording.listed(near) or None,
                wording.listed(_state(fight, at)) or None,
            )
        )
    return Table("Everyone", ("Who", "Spirit", "Injuries", "Malus", "In melee with", "State"), tuple(rows), fight.now)


def _state(fight: Encounter, at: int) -> Iterator[str]:
    """All else that there is to know of someone."""
    one = fight.ones[at]
    if not one.up:
        yield one.fate.words
    if one.out and one.down and not one.dead:
        yield "unconscious"
    if one.bleeding:
        yield f"bleeding {one.bleeding}"
    if one.stun:
        yield f"stun {one.stun}"
    if one.prone and one.up:
        yield "prone"
    if not one.armed:
        yield "disarmed"
    if one.half_swords:
        yield "half-swords"
    if one.seat:
        yield from _mount(one.seat)
    if one.spell:
        yield f"casts, {one.spell.tally} of {one.spell.difficulty}"
    if one.wall:
        yield f"in a shield wall, shield {one.shield}"
    if one.stance:
        yield f"stance {one.stance}"
    if one.waiting is not None:
        yield "waits with a shot"
    for holder, held in fight.holds:
        if holder == at:
            chokes = any(choke.pair == (holder, held) for choke in fight.chokes)
            yield f"{'chokes' if chokes else 'holds'} {fight.ones[held].name}"
    for tag in one.tags:
        yield f"{tag.words} ({tag.malus})"

"""A Fight! of two played out: first distance, hidden scripts, action by action, to its end (FGT-67)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Told
from engine.forms import Asked, Unusable
from engine.games.burning_wheel.calculators.fight import fight_sparring
from engine.games.burning_wheel.calculators.fight.fight_end import left_behind, on_sheets, tested_fields
from engine.games.burning_wheel.calculators.fight.fight_moves import (
    AimAtMount,
    Aims,
    Announce,
    Bid,
    Divide,
    Drool,
    Emergency,
    Fright,
    Gains,
    GiveUp,
    Halt,
    OfferMount,
    Pick,
    React,
    Rein,
    RollActions,
    RollPosition,
    RollPush,
    RollStart,
    Saves,
    SetDistance,
    Spook,
    Spring,
    Sprung,
    StrikeOut,
    Trade,
    Wait,
    Wants,
    Withhold,
    Write,
    moved,
)
from engine.games.burning_wheel.calculators.fight.fight_played import Played, where_of
from engine.games.burning_wheel.calculators.fight.fight_setup import (
    Ambushed,
    Combatant,
    Openly,
    armed_with,
    lurk_of,
    lurking_takes,
    side_of,
)
from engine.games.burning_wheel.calculators.fight.fight_stage import BEFORE, Past, blocks_of, choosing, name_of
from engine.games.burning_wheel.dice import Roll as Fallen
from engine.games.burning_wheel.fall import fall
from engine.games.burning_wheel.forms import partner, sealing
from engine.games.burning_wheel.forms.partner import Partner, PartnerPlays, Spar
from engine.games.burning_wheel.forms.sealing import SIDES, OpenSealed, SealCame
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.elements import open_ended
from engine.games.burning_wheel.readings.fight_play import house_of
from engine.games.burning_wheel.rules import fight_procedure as rules
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_moment import PLAYED
from engine.games.burning_wheel.rules.fight_procedure import Cast, Fight, Part, Phase, Standing, usual_script
from engine.games.burning_wheel.rules.location import Target
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, Parts, session

TABLE = "table"


def start(
    a: Annotated[Combatant, Asked("Side A")] = Combatant(),
    b: Annotated[Combatant, Asked("Side B")] = Combatant(),
    surprise: Annotated[Openly | Ambushed, Asked("It begins", more=True)] = Openly(),
    *,
    ask: Rulings,
) -> Played:
    """How does this fight go?"""
    (first, borne), (second, others) = side_of(a, 0, ask), side_of(b, 1, ask)
    names = [side.fighter.name for side in (first, second)]
    if names[0].casefold() == names[1].casefold():
        raise Unusable("b.name", f"Both sides are called {wording.quoted(names[1])}; give them two names.")
    setup = " · ".join(
        f"{one.name}: {armed_with(one)}, Speed {one.speed}, Power {one.power}"
        + (f", on {one.rider.mount.words}" if one.rider else "")
        for one in (first.fighter, second.fighter)
    )
    fight = Fight((first, second), house_of(ask)).lurking(lurk_of(surprise, ask))
    borne += lurking_takes(surprise, (a, b), names, ask)
    return Played(fight, (a, b), (*borne, *others), setup, ask, named=(bool(a.name), bool(b.name)))


def moves(played: Played) -> dict[str, tuple[object, ...]]:
    """What each side, or the table, may do now."""
    fight = played.fight
    offered: dict[str, tuple[object, ...]] = {**fight_sparring.turn(fight, played.divided, played.partner)}
    if offered:
        return offered
    for side, offer in (*_open(played), *_replanning(fight), *_always(fight)):
        offered[side] = (*offered.get(side, ()), offer)
    return offered


def _always(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """What may come at any time: frights, how one hesitates, and giving up."""
    if fight.phase is Phase.OVER:
        return
    for place, side in enumerate(SIDES):
        name = name_of(fight, place)
        if fight.phase not in BEFORE:
            yield side, Offer(_aims(fight, place), f"{name} aims", aside=True)
            if fight.sides[place].rider:
                yield side, Offer(OfferMount, f"{name} offers that", aside=True)
            if fight.sides[1 - place].rider:
                yield side, Offer(AimAtMount, f"{name} means that", aside=True)
        if found := fight.may_save(place):
            plan = fight.sides[place].state.plan
            assert plan
            pays = plan.may_pay[-1]
            made = Emergency(found[0].action, Saves.BLOCK, pays.volley, pays.action)
            yield side, Offer(made, f"{name} changes what is announced", aside=True)
        yield side, Offer(Fright, f"{name} loses actions", aside=True)
        if fight.sides[place].state.lost:
            yield side, Offer(React, f"{name} hesitates like that", aside=True)
        if fight.sides[place].rider and fight.sides[place].state.beast.lost:
            yield side, Offer(Spook, f"{name}’s mount does that", aside=True)
        yield side, Offer(GiveUp, f"{name} gives up", aside=True)


def _aims(fight: Fight, place: int) -> Aims:
    """What a side has said of blows, for its form."""
    choice = fight.sides[place].state.choice
    offers = choice.offers if isinstance(choice.offers, Target) else Target.TORSO
    wants = Wants.of(choice.wants.value) if isinstance(choice.wants, Target) else Wants.OFFERED
    return Aims(offers, wants, Gains.VA if choice.piercing else Gains.POWER)


def _open(played: Played) -> Iterator[tuple[str, Offer]]:
    """The moves that carry the fight on."""
    fight = played.fight
    match fight.phase:
        case Phase.AMBUSH:
            yield TABLE, Offer(Spring, "Spring the ambush", "Ambush")
        case Phase.START:
            yield TABLE, Offer(RollStart, "Roll for the first distance", "First distance")
            yield TABLE, Offer(SetDistance, "Start there", "The GM sets the distance", aside=True)
        case Phase.PICK:
            yield SIDES[fight.picks or 0], Offer(Pick, "Start there", "The first distance", "For your own weapon.")
        case Phase.SCRIPT:
            for turn, place in enumerate(played.seals.last(choosing(fight))):
                main, names = _scripting(fight, place), (name_of(fight, place), name_of(fight, 1 - place))
                ways = (main,) if played.partner else sealing.offers(main, names, played.seals.codes[place])
                for offer in sealing.behind(ways, turn=turn):
                    yield SIDES[place], offer
                if played.partner is None and not any(played.seals.codes):
                    yield SIDES[place], partner.offer(name_of(fight, place), "action")
        case Phase.ANNOUNCE:
            yield from _bidding(fight)
            if not any(fight.bids.owes(place) for place in (0, 1)):
                yield TABLE, Offer(Announce, f"Announce volley {fight.volley}", f"Volley {fight.volley}")
        case Phase.FIRST:
            yield from _first(fight)
        case Phase.POSITION:
            yield TABLE, Offer(RollPosition, "Roll for position", "Position")
        case Phase.HALT:
            place = fight.won or 0
            found = [(one[place], one[1 - place]) for one in fight.options]
            says = wording.listed((f"{own.words} (theirs: {other.words})" for own, other in found), "or")
            yield SIDES[place], Offer(Halt(*found[0]), "Stop there", "Where the move ends", f"{says}.")
        case Phase.ACT:
            yield from _acting(played)


def _scripting(fight: Fight, place: int) -> Offer:
    """A side's script, unseen."""
    says = f"{wording.count(fight.sides[place].actions, 'action')}. {name_of(fight, 1 - place)}, look away."
    words = f"{name_of(fight, place)} scripts exchange {fight.exchange}"
    return Offer(Write.of(usual_script(fight.sides[place].asks)), f"Seal {name_of(fight, place)}’s script", words, says)


def _replanning(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """Before a volley after the first, and while volley 2 is played, plans of what is not announced may change."""
    if fight.phase is not Phase.ANNOUNCE and fight.phase not in PLAYED:
        return
    for place, side in enumerate(fight.sides):
        plan = side.state.plan
        if plan is None or fight.volley == 1:
            continue
        now = replace(plan, clock=fight.clock)
        name = name_of(fight, place)
        if now.may_lose:
            lost, changed = now.may_lose[-1], now.may_lose[0]
            made = Trade(lost.volley, lost.action, changed.volley, changed.action)
            yield SIDES[place], Offer(made, f"{name} changes plans", aside=True)
        if now.may_drop:
            spot = now.may_drop[-1]
            yield SIDES[place], Offer(Drool(spot.volley, spot.action), f"{name} drops an action", aside=True)


def _bidding(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """What was bid is struck out, and more may be bid. Source: FGT-58, FGT-59."""
    for place, side in enumerate(SIDES):
        name = name_of(fight, place)
        if found := fight.may_strike(place):
            left = wording.count(fight.bids.owes(place), "action")
            words = f"{name} strikes out {left}"
            says = f"{wording.listed([one.words for one in found], 'or')}, as your script has them."
            yield side, Offer(StrikeOut(found[-1].volley, found[-1].action), "Strike it out", words, says)
        if fight.may_bid(place):
            yield side, Offer(Bid, f"{name} bids", aside=True)


def _first(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """An action before all others, before positioning or after it. Source: FGT-58, FGT-60."""
    place = fight.bids.first or 0
    deed, name = fight.doing(place), name_of(fight, place)
    move = RollPush if deed and deed.act is Act.PUSH else RollActions
    yield SIDES[place], Offer(move, "Act first", f"{name} acts first")
    if not fight.bids.late:
        yield SIDES[place], Offer(Wait, f"{name} waits for position")
    yield from _holding(fight)


def _acting(played: Played) -> Iterator[tuple[str, Offer]]:
    """Counterstrikes are divided, then the actions meet."""
    fight = played.fight
    waits = False
    for place, side in enumerate(SIDES):
        dice = fight.to_divide(place)
        if dice and played.divided[place] is None:
            waits = True
            half = (dice + 1) // 2
            words = f"{name_of(fight, place)} divides {dice}D"
            parts = Parts("defense", "riposte", dice)
            yield side, Offer(Divide(half, dice - half), "Divide them like that", words, parts=parts)
    if waits:
        return
    for place, side in enumerate(SIDES):
        if fight.may_spring(place):
            name = name_of(fight, place)
            yield side, Offer(Sprung, f"{name}’s condition is met", f"{name} stays ready")
        if fight.may_rein(place):
            yield side, Offer(Rein, f"{name_of(fight, place)} takes the mount in hand", aside=True)
    deeds = (fight.doing(0), fight.doing(1))
    move = RollPush if any(deed and deed.act is Act.PUSH for deed in deeds) else RollActions
    yield TABLE, Offer(move, f"Play action {fight.slot}", f"Action {fight.slot}")
    yield from _holding(fight)


def _holding(fight: Fight) -> Iterator[tuple[str, Offer]]:
    """A spell that this action would let go may be held back. Source: SOR-38."""
    for place, side in enumerate(SIDES):
        if fight.may_hold(place):
            name, says = name_of(fight, place), "The next Incant lets it go, or holds it on."
            yield side, Offer(Withhold, f"{name} holds it back", f"{name}’s spell is done", says)


def step(played: Played, side: str, move: object, dice: Dice) -> Played:
    """The fight after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    place = SIDES.index(side) if side in SIDES else 0
    before = played.fight
    thrown: list[tuple[Cast, Fallen]] = []

    def throw(cast: Cast) -> int:
        pool = cast.pool
        if cast.part in (Part.STEEL, Part.FRIGHT):
            pool = pool.opened() if open_ended(ELEMENTS["steel"], played.ask) else pool.closed()
        fell = fall(dice, f"{name_of(before, cast.side)}: {cast.part.words}", pool, chain(played.ask))
        thrown.append((cast, fell))
        return fell.faces[0] if cast.part is Part.FATE else fell.count.successes

    if isinstance(move, SealCame):
        return played.sealed(place, move.seal)
    if isinstance(move, Spar):
        return played.sparring(place, move)
    if isinstance(move, PartnerPlays) and played.partner:
        move = _chosen(before, played.partner)
    if isinstance(move, OpenSealed):
        move = sealing.opened(move, where_of(before, place), played.seals.codes[place], Write)
    if isinstance(move, Divide):
        return _divided(played, place, move)
    after, said = moved(played, place, move, throw)
    lines = [Told(0, f"{one.words}.", one.rule, name_of(after, one.side)) for one in after.came if not said]
    lines += [Told(0, said, "FGT-67", name_of(after, place))] if said else []
    past = played.past
    if isinstance(move, RollPosition | RollActions | RollPush):
        led = before.volley == 1 and before.bids.done
        past = (*(past if led or before.phase is not Phase.POSITION else ()), _past(before, after, tuple(thrown)))
    if after.phase in (Phase.SCRIPT, Phase.START):
        past = ()
    seals = played.seals.settled(kept=after.phase is before.phase)
    rolled, told = played.rolled + isinstance(move, RollPosition), tuple(dict.fromkeys(lines))
    if isinstance(move, RollActions | RollPush):
        told += fight_sparring.said(before, played.partner)
    return replace(played, fight=after, past=past, divided=(None, None), told=told, seals=seals, rolled=rolled)


def _chosen(fight: Fight, partner: Partner) -> Write | Halt | Divide:
    """What the partner does, as if it had filled in the form."""
    if fight.phase is Phase.SCRIPT:
        return Write.of(fight_sparring.script(fight, partner))
    if fight.phase is Phase.HALT:
        places = fight_sparring.halt(fight, partner)
        return Halt(places[partner.place], places[1 - partner.place])
    defense = fight_sparring.division(fight, partner)
    return Divide(defense, fight.to_divide(partner.place) - defense)


def _divided(played: Played, place: int, move: Divide) -> Played:
    """A Counterstrike divided. Raises `Refused` where the halves do not make up the whole."""
    dice = played.fight.to_divide(place)
    if not (move.defense and move.riposte and move.defense + move.riposte == dice):
        raise Refused(f"Divide {dice}D so that both halves have a die.")
    halves = (move.defense, played.divided[1]) if place == 0 else (played.divided[0], move.defense)
    said = f"defends with {move.defense}D and strikes back with {move.riposte}D."
    return replace(played, divided=halves, told=(Told(0, said, "FGT-39", name_of(played.fight, place)),))


def _past(before: Fight, after: Fight, thrown: tuple[tuple[Cast, Fallen], ...]) -> Past:
    """What was rolled, for the stage."""
    if before.phase is Phase.POSITION:
        one, two = (side.volley(before.volley).positioning.words for side in before.sides)
        return Past(f"Volley {before.volley}: position", (one, two), thrown, after.came)
    deeds = [before.doing(place) for place in (0, 1)]
    one, two = (deed.words if deed else "no action" for deed in deeds)
    acts = "first of all" if before.phase is Phase.FIRST else f"action {before.slot}"
    return Past(f"Volley {before.volley}, {acts}", (one, two), thrown, after.came)


def show(played: Played) -> Answer:
    """Where the fight stands; what is scripted stays unseen until it is announced."""
    fight = played.fight
    blocks: list[Block] = blocks_of(fight, played.past, played.setup, played.seals)
    if fight.phase in (Phase.AMBUSH, Phase.START, Phase.SCRIPT):
        blocks += played.borne
    if fight.phase is Phase.OVER:
        blocks += left_behind(played)
    sides = fight.sides
    values = {
        "phase": fight.phase.value,
        "exchange": fight.exchange,
        "volley": fight.volley,
        "slot": fight.slot,
        "places": [at.value for at in fight.places],
        "wounds": [[str(hit) for hit in side.state.hits] for side in sides],
        "lost": [side.state.lost for side in sides],
        "lock": [side.state.lock for side in sides],
        "stance": [side.state.stance.value for side in sides],
        "posture": [side.state.posture.value for side in sides],
        "armed": [side.armed for side in sides],
        "actions": [side.actions for side in sides],
        "successes": [fell for _, fell in fight.thrown],
        "scripted": [side.state.plan is not None for side in sides],
        "waits": [side.state.waits for side in sides],
        "bids": list(fight.bids.auction.totals) if fight.bids.auction else [0, 0],
        "first": fight.bids.first,
        "incanting": [side.state.incanted for side in sides],
        "ready": [_ready(side.state) for side in sides],
        "drained": [side.state.drained for side in sides],
        "shields": [side.state.shield for side in sides],
        "mounts": [_mount(side) for side in sides],
        "prevails": fight.prevails,
    }
    over = fight.phase is Phase.OVER
    effects = on_sheets(played) if over else ()
    return Answer({**values, "tests": tested_fields(fight) if over else []}, tuple(blocks), effects)


def _mount(side: rules.Side) -> str:
    """How what a side rides stands; nothing on foot."""
    if side.rider is None:
        return ""
    beast = side.state.beast
    fright = f"{beast.fright.value} {beast.lost}" if beast.lost and beast.fright else ""
    order = beast.order.value if beast.order else ""
    loose = "loose" if beast.loose else ""
    return ", ".join(one for one in (order, fright, loose, *(str(hit) for hit in beast.hits)) if one) or "calm"


def _ready(state: Standing) -> str:
    """How far what a side shoots or throws is: "acquired, +1D"."""
    shot = state.shot
    if not shot.acquired:
        return "loaded" if shot.loaded else ""
    return f"acquired, +{shot.aimed}D" if shot.aimed else "acquired"


session("fight-play", rules="FGT-67", start=start, moves=moves, step=step, show=show)

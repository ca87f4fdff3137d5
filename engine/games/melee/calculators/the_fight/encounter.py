"""A melee run at the table: whose turn it is, what is stored, whose nerve is tested (MEL-54, MEL-55, MEL-57)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from engine import wording
from engine.forms import Asked, Between
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.melee.calculators.the_fight.encounter_kept import TABLE, Declared, Kept
from engine.games.melee.calculators.the_fight.encounter_stage import show
from engine.games.melee.calculators.the_fight.encounter_steps import step
from engine.games.melee.calculators.the_fight.forecast import ahead
from engine.games.melee.forms import encounter as moves
from engine.games.melee.forms.encounter import FOES, FRIENDS, NOBODY, NORMAL, Going, Hero, LineRow, Rolls, fighters
from engine.games.melee.readings.encounter import house
from engine.games.melee.rules.encounter import Attack, Encounter, Phase
from engine.games.melee.rules.morale import FORMS
from engine.games.melee.rules.special import Maneuver
from engine.rulings import Rulings
from engine.session import Able, Offer, session


def start(
    you: Annotated[Hero, Asked("You")] = Hero(),
    lines: Annotated[tuple[LineRow, ...], Asked("Everyone else")] = (*FRIENDS, *FOES),
    initiative: Annotated[Rolls, Asked("Initiative", gm=True)] = Rolls.EACH,
    surroundings: Annotated[
        int, Between(0, 5), Asked("Light, sight, room and ground: Ob for everyone", gm=True, quick=(0, 1, 2, 3))
    ] = 0,
    *,
    ask: Rulings,
) -> Kept:
    """Who acts, what is stored, and whose nerve holds?"""
    people = fighters(you, lines)
    wounds = tuple(you.wounds.levels)
    fight = Encounter.of(people, house(ask), [wounds])
    return Kept(fight, ask, initiative is Rolls.LINE, surroundings, len(wounds), ahead(you, lines, surroundings))


def offers(state: Kept) -> Mapping[str, Sequence[Any]]:
    """What may be done now. Source: MEL-55."""
    found = list(_offers(state))
    return {TABLE: found} if found else {}


def _offers(state: Kept) -> Iterator[Offer]:
    fight = state.fight
    match fight.phase:
        case Phase.BEGIN:
            yield Offer(moves.RollUp, "Roll disposition and initiative", says="For everyone in the fight.")
        case Phase.ORDER | Phase.TURN:
            yield from _turn(state)
            if fight.fresh:
                yield from _ordering(fight)
            yield from _table(fight)
        case Phase.WINDOW:
            yield from _window(fight)
        case Phase.RESOLVE:
            yield Offer(moves.Apply, f"Apply round {fight.round}", says="All at once; then nerves are tested.")
            yield from _table(fight)


def _turn(state: Kept) -> Iterator[Offer]:
    """What the one whose turn it is may do. Source: MEL-10, MEL-28, MEL-44."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    if one.form is Reaction.OPEN:
        forms = {form.value: form.words for form in FORMS}
        freed = "" if one.hesitation is None else f"A Command frees them at Ob {max(1, one.hesitation.failed_by)}."
        yield Offer(moves.Hesitate(), f"{one.name} hesitates", says=freed, picks={"form": forms})
        return
    if one.swooned:
        yield Offer(moves.StayDown, f"{one.name} stays down", says="Nobody knows whether they live.")
        yield Offer(moves.Rise, f"{one.name} comes to")
        return
    yield from _attacks(state)
    held = fight.held(at)
    if held:
        holders = [grip.by for grip in fight.grips if grip.at == at]
        yield Offer(
            moves.Escape(str(holders[0])),
            f"{one.name} tries to get free",
            says=f"Pressure {fight.pressure(at)}.",
            picks={"holder": fight.names(holders)},
        )
        return
    if not fight.holding(at):
        going = Going.UP if one.prone else Going.MOVE
        yield Offer(moves.Go(going), f"{one.name} goes")
    yield Offer(moves.Dodge(), f"{one.name} dodges", says="Against everything from now on.")
    yield from _acts(state)


def _attacks(state: Kept) -> Iterator[Offer]:
    """Attacks of whoever's turn it is. Source: MEL-16, MEL-21, MEL-45."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    foes = [foe for foe in fight.foes(at) if one.fighter.gear.far or not fight.running(foe)]
    foes = sorted(foes, key=lambda foe: (fight.ones[foe].swooned, fight.ones[foe].disposition))
    if not foes:
        return
    gear = one.fighter.gear
    helpers = {NOBODY: "nobody", **fight.names(_helpers(fight, at))}
    picks = {"target": fight.names(foes), "helper": helpers}
    if one.wields and (one.loaded or not gear.far):
        does = "shoots" if gear.far and gear.reloads else "attacks"
        yield Offer(moves.Attack(str(foes[0])), f"{one.name} {does}", says=gear.name.capitalize(), picks=picks)
    elif gear.reloads and one.armed and not fight.held(at):
        yield Offer(
            moves.Reload(), f"{one.name} reloads", says=f"It takes {gear.arm.row.reload.words}." if gear.arm else ""
        )
    if not (one.wields and one.loaded) and one.unarmed is not None:
        says = one.unarmed[0].name.capitalize()
        yield Offer(
            moves.Attack(str(foes[0]), bare=True), f"{one.name} strikes with bare hands", says=says, picks=picks
        )
    able = {}
    for what in Maneuver:
        trying = Attack(at, foes[0])
        barred = fight.barred(what, trying)
        line = "" if barred else f"{fight.force(what, trying)}D"
        able[what.value] = Able(what.words, line, barred=barred)
    ready = [what for what in Maneuver if not able[what.value].barred]
    if ready:
        special = moves.Special(str(foes[0]), ready[0])
        yield Offer(special, f"{one.name} tries something special", picks=picks, able=able)
    helpless = [
        other for other, victim in enumerate(fight.ones) if other != at and victim.helpless and victim.side != one.side
    ]
    if helpless and not fight.held(at):
        says = "Whoever stands next to someone helpless."
        yield Offer(
            moves.Finish(str(helpless[0])), f"{one.name} finishes someone off", says=says, aside=True,
            picks={"target": fight.names(helpless)},
        )  # fmt: skip


def _helpers(fight: Encounter, at: int) -> list[int]:
    """Friends who have not acted and can help. Source: MEL-11, MEL-32."""
    return [
        friend
        for friend in fight.friends(at)
        if fight.able(friend)
        and fight.ones[friend].acted is None
        and not (fight.ones[friend].hesitates or fight.ones[friend].swooned or fight.held(friend))
    ]


def _acts(state: Kept) -> Iterator[Offer]:
    """What else a turn can hold. Source: MEL-30 to MEL-39."""
    fight, at = state.fight, state.at
    one, foes = fight.ones[at], fight.foes(at)

    def aside(move: Any, does: str, says: str = "", **picks: Iterable[int]) -> Offer:
        return Offer(
            move, f"{one.name} {does}", says=says, aside=True, picks={key: fight.names(picks[key]) for key in picks}
        )

    yield aside(moves.Act(), "does something else", "Without dice.")
    yield aside(moves.Test(), "tests something else")
    if one.pain.obstacle:
        yield aside(moves.Shrug(), "clears the cobwebs", "Health at Ob 2, or a Fate.")
    elif one.pain.grittable:
        yield aside(moves.Shrug(moves.Relief.GRIT), "grits their teeth", "Health at Ob 4, or a Persona.")
    if one.fighter.gear.far and one.loaded and foes:
        spotters = {NOBODY: "nobody", **fight.names(_helpers(fight, at))}
        picks = {"target": fight.names(foes), "helper": spotters}
        aims = moves.Aim(str(one.aim_at if one.aim_at in foes else foes[0]))
        yield Offer(aims, f"{one.name} aims", says=f"{one.aim} dice so far.", aside=True, picks=picks)
    if foes:
        threat = moves.Intimidate(str(foes[0]), one.fighter.voice or one.fighter.will)
        yield aside(threat, "intimidates", "Against their Will.", target=foes)
    broken = fight.hesitating(at)
    if broken:
        short = [max(1, found.failed_by) for other in broken if (found := fight.ones[other].hesitation)]
        says = f"All of them at Ob {max(short, default=1)}; graduated."
        yield aside(moves.Commands(one.fighter.command or one.fighter.will), "calls them to order", says)
    everyone = [other for other, each in enumerate(fight.ones) if other != at and each.there]
    targets = {NOBODY: "nobody", **fight.names(everyone)}
    sorcery, faith = one.fighter.sorcery, one.fighter.faith
    if faith is not None:
        yield Offer(moves.Cast(pool=faith, prayer=True), f"{one.name} prays", aside=True, picks={"target": targets})
    does = "casts, prays or sings" if faith is None else "casts or sings"
    cast = moves.Cast() if sorcery is None else moves.Cast(pool=sorcery)
    yield Offer(cast, f"{one.name} {does}", aside=True, picks={"target": targets})


def _ordering(fight: Encounter) -> Iterator[Offer]:
    """What goes before the first turn of a round. Source: MEL-08, MEL-46."""
    pairs = {f"{one}-{other}": f"{fight.ones[one].name} and {fight.ones[other].name}" for one, other in fight.neighbors}
    if pairs:
        yield Offer(moves.Swap(next(iter(pairs))), "Two trade places", aside=True, picks={"pair": pairs})
    alike = {str(at): one.name for at, one in enumerate(fight.ones)}
    like = moves.Reinforce(like=str(len(fight.ones) - 1))
    yield Offer(like, "Reinforcements", aside=True, picks={"like": alike})


def _table(fight: Encounter) -> Iterator[Offer]:
    """What the table may decide at any time. Source: MEL-20, MEL-47."""
    everyone = fight.names(range(len(fight.ones)))
    yield Offer(moves.Shock(), "Everyone is shaken", "A noise, a horror", aside=True)
    yield Offer(moves.Mark("0"), "Mark someone", "What else happens", aside=True, picks={"who": everyone})
    yield Offer(moves.Retreat(), "A side retreats", aside=True)
    yield Offer(moves.EndFight(), "The fight is over", aside=True)


def _window(fight: Encounter) -> Iterator[Offer]:
    """Who may act before their turn on what was declared. Source: MEL-11, MEL-14."""
    declared = fight.declared
    assert isinstance(declared, Declared)
    yield Offer(moves.GoOn, "Nobody else: go on", says=declared.says)
    watchers = fight.names(declared.watchers)
    first = next(iter(watchers), None)
    if first is None:
        return
    if declared.runs:
        yield Offer(moves.Chase(first), "Someone gives chase", says="Speed against Speed.", picks={"who": watchers})
        return
    free = wording.listed(fight.ones[at].name for at in declared.watchers if at in declared.free)
    says = f"+1 Ob, but for {free}." if free else "+1 Ob."
    ways = {NORMAL: "a normal attack", **{what.value: what.words for what in Maneuver}}
    yield Offer(moves.Early(first), "An opportunity attack", says=says, picks={"who": watchers, "what": ways})


session("mel-encounter", rules="MEL-54 MEL-55 MEL-57", start=start, moves=offers, step=step, show=show)

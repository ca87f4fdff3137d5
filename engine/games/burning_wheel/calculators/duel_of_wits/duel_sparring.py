"""A sparring partner in a duel of wits: it plays a side, and says after each volley what the other one gave away."""

from collections.abc import Iterator
from dataclasses import replace

from engine.answer import Told
from engine.games.burning_wheel.blocks.afterwords import afterword
from engine.games.burning_wheel.calculators.duel_of_wits.debaters import EVERY
from engine.games.burning_wheel.calculators.duel_of_wits.duel_shown import Played
from engine.games.burning_wheel.forms.partner import Partner, PartnerPlays, Spar, joins
from engine.games.burning_wheel.forms.partner import offer as offered
from engine.games.burning_wheel.forms.sealing import SIDES
from engine.games.burning_wheel.readings.duel import AskedDuel, house_between
from engine.games.burning_wheel.rules import duel_sparring as rules
from engine.games.burning_wheel.rules.duel import Action, House
from engine.games.burning_wheel.rules.duel_procedure import Duel, Halves, Phase, Spoken
from engine.session import Offer


def offer(played: Played, place: int) -> tuple[Offer, ...]:
    """The move that lets a partner play a side that still scripts; none once there is a partner."""
    state = played.duel
    if state.phase is not Phase.SCRIPT or played.partner or state.sides[place].script or played.seals.codes[place]:
        return ()
    name = state.sides[place].name
    return (offered(name),)


def turn(played: Played) -> dict[str, tuple[Offer, ...]]:
    """What the partner does now, before anyone else; nothing where it has nothing to choose."""
    partner, state = played.partner, played.duel
    if partner is None:
        return {}
    scripts = state.phase is Phase.SCRIPT and not state.sides[partner.place].script
    divides = state.phase is Phase.DIVIDE and partner.place in state.dividing
    if not scripts and not divides:
        return {}
    name = state.sides[partner.place].name
    does = f"{name} scripts" if scripts else f"{name} divides the Rebuttal"
    return {SIDES[partner.place]: (Offer(PartnerPlays, does, does),)}


def joined(played: Played, place: int, move: Spar) -> Played:
    """The duel with a partner who plays a side from now on."""
    said = joins(move, played.duel.sides[place].name, "DOW-26")
    return replace(played, partner=Partner(place, move.strength, move.seed), joined=True, said=(said,))


def plays(state: Duel, partner: Partner) -> Duel:
    """The duel once the partner has scripted, or divided its Rebuttal."""
    sides, place, house = rules.debaters(state), partner.place, _house(state)
    if state.phase is Phase.SCRIPT:
        luck = partner.luck(state.exchange)
        return state.script(place, rules.script(sides, place, partner.strength, house, luck))
    luck, theirs = partner.luck(state.exchange, state.volley), state.pair[1 - place]
    return state.divide(place, Halves(rules.division(sides, place, theirs, partner.strength, house, luck)))


def spoken(before: Played, after: Played) -> Played:
    """The duel with what the partner says, if a volley was rolled."""
    came, partner = after.duel.came, after.partner
    if partner is None or not isinstance(came, Spoken):
        return after
    return replace(after, said=tuple(_afterword(before.duel, 1 - partner.place, came.volley.actions)))


def _afterword(state: Duel, place: int, actions: tuple[Action, Action]) -> Iterator[Told]:
    """What the reader’s action gave away against the partner’s safest mix. Source: DOW-15."""
    action, name = actions[place], state.sides[place].name
    found = rules.afterword(rules.debaters(state), place, action, _house(state))
    if found is None:
        return
    yield afterword(found, action.words, found.best.action.words, name, "DOW-15", " of argument")


def _house(state: Duel) -> House:
    """The table’s readings, whatever either side may do."""
    assert isinstance(state.readings, AskedDuel), "a duel of a page asks the table"
    return house_between(state.readings.ask, EVERY, rules.debaters(state))

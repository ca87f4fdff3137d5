"""A sparring partner at range: it scripts, declares and halts for a side, and says what the other one gave away."""

from engine.answer import Told
from engine.games.burning_wheel.blocks.afterwords import afterword
from engine.games.burning_wheel.blocks.bodies import bodies_of, shots_of
from engine.games.burning_wheel.calculators.range_and_cover.range_stage import name_of
from engine.games.burning_wheel.forms.partner import Partner, PartnerPlays
from engine.games.burning_wheel.forms.sealing import SIDES, Seals
from engine.games.burning_wheel.rules import range_sparring as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.armor import Suit
from engine.games.burning_wheel.rules.blow import Foe
from engine.games.burning_wheel.rules.range_outlook import Body
from engine.games.burning_wheel.rules.range_procedure import Conflict, Phase, Won, lying
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.burning_wheel.rules.wounds import PRESETS
from engine.rulings import Rulings
from engine.session import Offer

POWER, BODY = Ability.parse("B4"), PRESETS["B4"]
"""What the record does not know of either side: a partner takes both for the usual, and without armor."""


def may_join(state: Conflict, place: int, seals: Seals) -> bool:
    """Whether a partner can take over a side: while it scripts, and nothing is under seal."""
    return state.phase is Phase.SCRIPT and not state.sides[place].script and not any(seals.codes)


def turn(state: Conflict, partner: Partner | None) -> dict[str, tuple[Offer, ...]]:
    """What the partner does now, before anyone else; nothing where it has nothing to choose."""
    if partner is None:
        return {}
    place, won, does = partner.place, state.won, ""
    if state.phase is Phase.SCRIPT and not state.sides[place].script:
        does = "scripts"
    elif state.phase is Phase.ACT and place in state.acting:
        does = "declares"
    elif state.phase is Phase.PLACE and won and won.winner == place:
        does = "says where the move ends"
    elif state.phase is Phase.REACT and place in state.reacting:
        does = "says how it hesitates"
    said = f"{name_of(state, place)} {does}"
    return {SIDES[place]: (Offer(PartnerPlays, said, said),)} if does else {}


def bodies(state: Conflict, ask: Rulings) -> rules.Bodies:
    """Both sides as shots see them."""
    one, other = (shots_of(side.fighter.weapon, POWER, ask) for side in state.sides)
    if one is None and other is None:
        return Body(Foe(BODY, Suit())), Body(Foe(BODY, Suit()))
    return bodies_of((one, other), (BODY, BODY), (Suit(), Suit()), ask)


def plays(state: Conflict, partner: Partner, ask: Rulings) -> Conflict:
    """The conflict once the partner has chosen what it has to choose."""
    place, strength = partner.place, partner.strength
    luck = partner.luck(state.exchange, state.volley, state.phase.value)
    match state.phase:
        case Phase.SCRIPT:
            return state.script(place, rules.script(state, bodies(state, ask), place, strength, luck))
        case Phase.ACT:
            return state.act(place, rules.act(state, bodies(state, ask), place, strength, luck))
        case Phase.PLACE:
            return state.place(rules.stop(state, bodies(state, ask), strength, luck))
        case _:
            return state.react(place, Reaction.PRONE, lying(()))


def said(before: Conflict, after: Conflict, partner: Partner | None, ask: Rulings) -> tuple[Told, ...]:
    """What the partner says once a volley was rolled: what the reader’s maneuver gave away. Source: RNC-28."""
    if partner is None or before.phase is not Phase.ROLL or not isinstance(after.came, Won):
        return ()
    place = 1 - partner.place
    maneuver = before.maneuver(place)
    if maneuver is None:
        return ()
    found = rules.afterword(before, bodies(before, ask), place, maneuver)
    if found is None or found.best is None:
        return ()
    return (afterword(found, maneuver.words, found.best.words, name_of(before, place), "RNC-28"),)

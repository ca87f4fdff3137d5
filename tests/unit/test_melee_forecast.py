"""The forecast of a melee: the same tactics through the states of the encounter lead to the same endings."""

import dataclasses
from random import Random

import pytest

import engine.app  # noqa: F401  # it knows the games
from engine import app, games
from engine.games.burning_wheel.rules.steel import Reaction
from engine.games.melee.calculators.the_fight.encounter_kept import Kept
from engine.games.melee.forms import encounter as moves
from engine.games.melee.forms.encounter import Hero, LineRow, fighters
from engine.games.melee.forms.people import B4, B5, Side
from engine.games.melee.readings.encounter import house
from engine.games.melee.rules import forecast as rules
from engine.games.melee.rules.arms import Carries
from engine.games.melee.rules.combatant import Fighter
from engine.games.melee.rules.disposition import Grade
from engine.games.melee.rules.encounter import Encounter, Phase
from engine.games.melee.rules.morale import Importance
from engine.games.melee.rules.shields import Kind
from engine.session import Dice, Session

FOUND = app.entry("mel-encounter")
assert isinstance(FOUND, Session)
ENTRY = FOUND
FEW, MANY = 300, 1500
FRIEND = LineRow("Friend", side=Side.OURS, importance=Importance.PLAYER, grade=Grade.TOUGH)
SETUPS = {
    "even": (Hero(shield=Kind.NONE, armor=0), (LineRow("Brigand", 7, skill=B4), FRIEND)),
    "shields and bows": (
        Hero(carries=Carries.HEAVY_CROSSBOW, shield=Kind.NONE),
        (
            dataclasses.replace(FRIEND, shield=Kind.HEATER, carries=Carries.MACE),
            LineRow("Guard", 3, shield=Kind.TARGET, carries=Carries.SWORD, health=B5),
            LineRow("Captain", importance=Importance.NAMED, grade=Grade.BIG_BADDIE, armor=3, carries=Carries.HAMMER),
        ),
    ),
    "an ambush": (Hero(surprised=True), (LineRow("Wolf", 9, skill=B4, carries=Carries.CLAWS), FRIEND)),
}


READINGS: dict[str, dict[str, str]] = {
    "as the table begins": {},
    "read otherwise": {
        "melee.damage.when": "at-once",
        "melee.damage.heavy": "alone",
        "melee.morale.zero": "yes",
        "melee.shields.one-six": "one",
        "melee.reach.dice": "beyond",
    },
}


def twin(people: list[Fighter], seed: int, chosen: dict[str, str]) -> tuple[str, int]:
    """One fight through the encounter, by the tactics of the forecast: who holds the field, and the rounds."""
    chance = Random(seed)
    ask = games.rulings_of(ENTRY, chosen)
    state = Kept(Encounter.of(people, house(ask)), ask)
    while state.fight.phase not in (Phase.OVER, Phase.CONVERTED) and state.fight.round <= rules.MOST_ROUNDS:
        state = ENTRY.step(state, "table", _move(state.fight), Dice(seed=chance.randrange(10**9)))
    return state.fight.winner, state.fight.round


def _move(fight: Encounter) -> object:
    match fight.phase:
        case Phase.BEGIN:
            return moves.RollUp()
        case Phase.RESOLVE:
            return moves.Apply()
        case Phase.WINDOW:
            return moves.GoOn()
    at = fight.now
    assert at is not None
    one = fight.ones[at]
    if one.form is Reaction.OPEN:
        runs = fight.round > 1 and not one.fighter.importance.fights_on
        return moves.Hesitate((Reaction.RUN if runs else Reaction.DROOL).value)
    if one.fighter.gear.reloads and not one.loaded:
        return moves.Reload()
    stored = dict.fromkeys(range(len(fight.ones)), 0)
    for result in fight.pending:
        if result.at is not None:
            stored[result.at] += result.loss
    far = one.fighter.gear.far
    foes = [foe for foe in fight.order.all if foe in fight.foes(at) and (far or not fight.running(foe))]
    if not foes:
        return moves.Act()
    left = {foe: min(fight.ones[foe].at_start - stored[foe], fight.ones[foe].disposition) for foe in foes}
    open_ = [foe for foe in foes if not fight.ones[foe].at_start or left[foe] > 0]
    target = min(open_, key=lambda foe: left[foe]) if open_ else foes[0]
    return moves.Attack(str(target))


@pytest.mark.parametrize("readings", READINGS)
@pytest.mark.parametrize("setup", SETUPS)
def test_the_states_lead_to_the_same_endings(setup: str, readings: str) -> None:
    """Within what chance leaves open between so many fights: four standard errors, for seeds that stand here."""
    people = fighters(*SETUPS[setup])
    chosen = READINGS[readings]
    seen = rules.forecast(people, MANY, 7, house=house(games.rulings_of(ENTRY, chosen)))
    ends = [twin(people, seed, chosen) for seed in range(FEW)]
    for side in seen.sides:
        share = seen.won(side) / MANY
        error = max((share * (1 - share) / FEW) ** 0.5, 1 / FEW)
        assert abs(sum(winner == side for winner, _ in ends) / FEW - share) < 4 * error
    mean = sum(number * count for number, count in seen.rounds().items()) / MANY
    spread = sum((number - mean) ** 2 * count for number, count in seen.rounds().items()) / MANY
    assert abs(sum(rounds for _, rounds in ends) / FEW - mean) < 4 * (spread / FEW) ** 0.5


def test_the_same_seed_plays_the_same_fights() -> None:
    people = fighters(*SETUPS["even"])
    assert rules.forecast(people, 50, 3) == rules.forecast(people, 50, 3)
    assert rules.forecast(people, 50, 3) != rules.forecast(people, 50, 4)


def test_sides_that_swap_win_as_often() -> None:
    one = LineRow("Guard", 3, importance=Importance.NAMED, grade=Grade.TOUGH)
    other = dataclasses.replace(one, name="Other", side=Side.THIRD)
    there = [each for at, line in enumerate((one, other), 1) for each in [line.fighter(at)] * line.many]
    back = [each for at, line in enumerate((other, one), 1) for each in [line.fighter(at)] * line.many]
    seen, turned = rules.forecast(there, MANY, 1), rules.forecast(back, MANY, 2)
    for side in ("theirs", "third"):
        assert abs(seen.won(side) - turned.won(side)) / MANY < 4 * (2 * 0.25 / MANY) ** 0.5


def test_more_foes_never_help() -> None:
    wins = [
        rules.forecast(fighters(Hero(), (FRIEND, LineRow("Brigand", many, skill=B4))), 600, 5).won("ours")
        for many in (1, 4, 8, 16)
    ]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > wins[-1]

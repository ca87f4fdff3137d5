"""A sparring partner in a fight: lawful, seeded, blind to the other script, and true to the practice room."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from engine import app, forms, rulings, session
from engine.games.burning_wheel.calculators.fight.fight_played import where_of
from engine.games.burning_wheel.rules import fight_outlook, fight_sparring, sealed
from engine.games.burning_wheel.rules.fight_actions import Act
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_outlook import Choice
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_procedure import B5, Fight, Fighter, Phase, begin, bot_script
from engine.games.burning_wheel.rules.fight_script import Script, check
from engine.games.burning_wheel.rules.sparring import Strength
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.weapons import WEAPONS
from tests.site.building import modules

app.load(modules())
SETUP = {"a": {"name": "Hedda", "skill": "B5"}, "b": {"name": "Orm", "weapon": "spear"}}
MINE = [
    ["Maintain, Strike, Block", "Maintain, Block", "Close, Strike"],
    ["Close, Avoid", "Close, Push", "Lock, Strike"],
]


def two(weapon: str = "spear", **state: Any) -> Fight:
    fight = begin(Fighter("Hedda", skill=B5), Fighter("Orm", weapon=WEAPONS[weapon]))
    fight = fight.set_at(fight.track.started(Distance.OPTIMAL))
    return replace(fight, sides=(fight.sides[0], replace(fight.sides[1], state=replace(fight.sides[1].state, **state))))


def taped(strength: str, seed: str, script: list[str], *, first: bool = True) -> session.Tape:
    """A fight in which a partner plays Orm, who comes before or after Hedda has scripted."""
    entry = app.entry("fight-play")
    assert isinstance(entry, session.Session)
    tape = session.Tape(entry, SETUP, rulings.Rulings("burning-wheel"))
    spar = {"side": "side B", "move": {"is": "spar", "strength": strength, "seed": seed}}
    mine = {"side": "side A", "move": dict(zip(("is", "first", "second", "third"), ["write", *script], strict=True))}
    at = 0
    start = {"side": "table", "move": {"is": "set-distance", "at": "optimal"}}
    for said in (start, *((spar, mine) if first else (mine, spar))):
        made = tape.play(said, at)
        assert isinstance(made, int)
        at = tape.follow(made)
    return tape


def scripted(tape: session.Tape) -> Script:
    plan = tape.states[-1].fight.sides[1].state.plan
    assert plan
    found: Script = plan.script
    return found


def on(tape: session.Tape, most: int = 60) -> session.Tape:
    """The fight played on, Hedda doing what is offered first."""
    for number in range(most):
        turns = session.move_forms(tape.entry, tape.states[-1])
        main = [(side, name) for side, turn in turns.items() for name in turn.main]
        if not main or tape.states[-1].fight.exchange > 2:
            break
        side, name = main[0]
        made = tape.play({"side": side, "move": {"is": name}, "seed": number}, len(tape.steps))
        assert isinstance(made, int)
        tape.follow(made)
    return tape


@pytest.mark.parametrize("strength", ["random", "mix", "plan"])
@pytest.mark.parametrize("seed", ["00", "a1b2"])
def test_its_script_does_not_change_with_yours(strength: str, seed: str) -> None:
    found = {scripted(taped(strength, seed, mine, first=first)) for mine in MINE for first in (True, False)}
    assert len(found) == 1


def test_what_it_sees_holds_no_plan() -> None:
    fight = two()
    written = fight.write(0, bot_script(4, {1: [Act.FEINT]}))
    assert fight_sparring.seen(written) == fight_sparring.seen(fight)
    assert written.sides[0].state.plan
    assert all(side.state.plan is None for side in fight_sparring.seen(written).sides)


@pytest.mark.parametrize("strength", ["random", "mix", "plan"])
def test_the_same_seed_plays_the_same_and_a_log_is_replayed(strength: str) -> None:
    tape = on(taped(strength, "77", MINE[0]))
    again = session.replay(tape.entry, json.loads(json.dumps(tape.log())), tape.ask)
    assert not again.complaint
    assert again.states == tape.states
    assert any("gave" in line.text for one in tape.states for line in one.told)


def test_another_seed_is_another_partner() -> None:
    assert len({scripted(taped("random", str(seed), MINE[0])) for seed in range(12)}) > 6


def test_a_partner_leaves_your_side_to_you_and_nothing_goes_under_seal() -> None:
    entry = app.entry("fight-play")
    assert isinstance(entry, session.Session)
    tape = session.Tape(entry, SETUP, rulings.Rulings("burning-wheel"))
    at = 0
    for said in (
        {"side": "table", "move": {"is": "set-distance", "at": "optimal"}},
        {"side": "side B", "move": {"is": "spar", "strength": "mix", "seed": "1"}},
    ):
        made = tape.play(said, at)
        assert isinstance(made, int)
        at = tape.follow(made)
    turns = session.move_forms(tape.entry, tape.states[-1])
    assert "write" in turns["side A"].groups
    assert not {name for turn in turns.values() for name in turn.groups} & {"spar", "seal-came", "open-sealed"}
    with pytest.raises(forms.Unusable):
        tape.play({"side": "side A", "move": {"is": "partner-plays"}}, len(tape.steps))


def test_no_partner_joins_a_sealed_fight() -> None:
    entry = app.entry("fight-play")
    assert isinstance(entry, session.Session)
    tape = session.Tape(entry, SETUP, rulings.Rulings("burning-wheel"))
    tape.follow(tape.play({"side": "table", "move": {"is": "set-distance", "at": "optimal"}}, 0))
    offered = {name for turn in session.move_forms(tape.entry, tape.states[-1]).values() for name in turn.groups}
    assert "spar" in offered
    where = where_of(tape.states[-1].fight, 0)
    script = dict(zip(("first", "second", "third"), MINE[0], strict=True))
    code = sealed.seal(where, script, sealed.nonce_of("ab" * 16))
    tape.follow(tape.play({"side": "side A", "move": {"is": "seal-came", "seal": code}}, 1))
    offered = {name for turn in session.move_forms(tape.entry, tape.states[-1]).values() for name in turn.groups}
    assert "spar" not in offered


@pytest.mark.parametrize("strength", list(Strength))
@pytest.mark.parametrize("weapon", ["spear", "sword", "mace", "dirk", "polearm-axe", "bare-fist"])
@pytest.mark.parametrize(
    "state",
    [{}, {"lost": 2}, {"posture": Posture.GROUND}, {"lock": 1}, {"disarmed": True}, {"stance": Stance.AGGRESSIVE}],
)
def test_every_script_is_lawful(strength: Strength, weapon: str, state: dict[str, Any]) -> None:
    fight = two(weapon, **state)
    for seed in range(2):
        script = fight_sparring.script(fight, 1, strength, Random(seed))
        assert check(script, fight.sides[1].asks).lawful
        fight.write(1, script)


def test_who_lies_on_the_ground_gets_up_first() -> None:
    script = fight_sparring.script(two(posture=Posture.GROUND, lost=1), 1, Strength.MIX, Random(1))
    acts = [placed.deed.act for placed in script.placed]
    assert acts[1:3] == [Act.GET_UP, Act.GET_UP]


def test_a_fighter_is_seen_as_it_stands() -> None:
    fight = two(lock=1, stance=Stance.DEFENSIVE)
    seen = fight_sparring.fighter(fight, 1, moving=1)
    assert (seen.skill.dice, seen.power.dice, seen.stance, seen.moving) == (3, 3, Stance.DEFENSIVE, 1)
    assert seen.body.threshold == 3
    assert seen.great is None
    assert fight_sparring.fighter(two("sword", sets=1), 1).great


@pytest.mark.parametrize("place", [0, 1])
def test_the_afterword_is_what_the_practice_room_says(place: int) -> None:
    fight = two()
    game = fight_outlook.game(fight_sparring.fighter(fight, 0), fight_sparring.fighter(fight, 1))
    worth: dict[Act, Fraction] = {}
    for number, choice in enumerate(game.choices[place]):
        pays = [-row[number] for row in game.payoffs] if place else list(game.payoffs[number])
        shares = game.mixed.rows if place else game.mixed.columns
        brings = sum((often * one for often, one in zip(shares, pays, strict=True)), Fraction(0))
        worth[choice.act] = max(brings, worth.get(choice.act, brings))
    best = -game.mixed.value if place else game.mixed.value
    for act, brings in worth.items():
        found = fight_sparring.afterword(fight, place, act)
        assert found
        assert found.gave_up == best - brings >= 0
    assert fight_sparring.afterword(fight, place, Act.ASSESS) is None


def test_what_position_is_worth_is_counted_out() -> None:
    """Every roll of both, told by the procedure itself, and what an action is worth from where it leads."""
    fight = begin(Fighter("Hedda", weapon=WEAPONS["dirk"]), Fighter("Orm", weapon=WEAPONS["spear"]))
    fight = fight.set_at(fight.track.states[2])
    game = fight_sparring.positions(fight)
    dice = [fight.speed(place).dice for place in (0, 1)]
    for row, mine in enumerate(game.choices[0]):
        for column, theirs in enumerate(game.choices[1]):
            planned = fight.write(0, bot_script(4, {}, mine.value)).write(1, bot_script(4, {}, theirs.value)).announce()
            found = Fraction(0)
            for fell in product(range(dice[0] + 1), range(dice[1] + 1)):
                chance = Fraction(comb(dice[0], fell[0]) * comb(dice[1], fell[1]), 2 ** sum(dice))
                moved = planned.position(lambda cast, fell=fell: fell[cast.side])
                found += chance * fight_sparring.value(fight, moved.places)
            found -= Fraction(1, 2) * (mine.moves - theirs.moves)
            assert game.payoffs[row][column] == found


@pytest.mark.parametrize("theirs", [Act.STRIKE, Act.PUSH])
def test_a_counterstrike_is_divided_at_its_best(theirs: Act) -> None:
    fight = two("sword").write(0, bot_script(4, {1: [theirs]})).write(1, bot_script(4, {1: [Act.COUNTERSTRIKE]}))
    fight = fight.announce().position(lambda cast: 1)
    assert fight.phase is Phase.ACT
    dice = fight.to_divide(1)
    assert dice > 1
    half = fight_sparring.division(fight, 1, theirs, Strength.MIX, Random(1))
    me, it = fight_sparring.fighter(fight, 1), fight_sparring.fighter(fight, 0)

    def brings(defense: int) -> Fraction:
        pair = fight_outlook.pair(Choice(Act.COUNTERSTRIKE, defense), Choice(theirs), me, it)
        return fight_outlook.harm(pair.dealt) - fight_outlook.harm(pair.taken)

    assert brings(half) == max(brings(one) for one in range(1, dice))
    assert {fight_sparring.division(fight, 1, theirs, Strength.RANDOM, Random(seed)) for seed in range(30)} == set(
        range(1, dice)
    )

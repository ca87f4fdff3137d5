"""The forecast of a fight: the same tactics through the states of the encounter lead to the same endings."""

import dataclasses
from random import Random
from typing import Any

import pytest

import engine.app  # noqa: F401  # it knows the games
from engine import app, games, links
from engine.games.bastard_sword.calculators.combat.encounter import start
from engine.games.bastard_sword.calculators.combat.encounter_kept import Kept
from engine.games.bastard_sword.dice import Pool
from engine.games.bastard_sword.forms import encounter as moves
from engine.games.bastard_sword.forms.encounter import Hero, LineRow
from engine.games.bastard_sword.rules import forecast as rules
from engine.games.bastard_sword.rules.damage import Armour, Modifiers
from engine.games.bastard_sword.rules.encounter import Encounter, Phase
from engine.games.bastard_sword.rules.fighter import One
from engine.games.bastard_sword.rules.forecast import MOST_ROUNDS, Setting
from engine.games.bastard_sword.rules.injuries import Track
from engine.games.bastard_sword.rules.ranges import Band
from engine.games.bastard_sword.rules.rounds import Budget
from engine.rulings import Rulings
from engine.session import Dice, Session

FOUND = app.entry("bs-encounter")
assert isinstance(FOUND, Session)
ENTRY = FOUND
FEW, MANY = 150, 1500
BARE, CLUB = Armour.parse("0/0/0"), Modifiers.parse("0/X/X")
SETUPS: dict[str, tuple[Hero, tuple[LineRow, ...]]] = {
    "a duel": (Hero(armour=BARE), (LineRow("Brigand", rating=12, armour=BARE),)),
    "clubs, a long spear, a knife": (
        Hero(armour=BARE, band=Band.LONG, rating=12),
        (
            LineRow("Bart", ours=True, rating=12, band=Band.CLOSE, armour=BARE, spirit=18),
            LineRow("Brigand", 3, rating=12, modifiers=CLUB, armour=BARE, track=Track(3, 1, 2), spirit=16),
        ),
    ),
    "archers, and an ambush": (
        Hero(armour=BARE, surprised=True, rating=12),
        (
            LineRow("Bart", ours=True, shooting=Pool.parse("4d8"), armour=BARE, shot_rating=12),
            LineRow("Archer", 2, shooting=Pool.parse("3d8"), shot_rating=12, armour=BARE, spirit=14, increment=5),
        ),
    ),
}


class Twin:
    """One fight through the encounter, by the tactics of the forecast."""

    def __init__(self, hero: Hero, lines: tuple[LineRow, ...], seed: int, setting: Setting) -> None:
        self.ask, self.setting, self.chance = games.rulings_of(ENTRY, {}), setting, Random(seed)
        self.state: Kept = start(hero, lines, ask=self.ask)
        self.met: set[frozenset[int]] = set()

    @property
    def fight(self) -> Encounter:
        return self.state.fight

    def step(self, move: Any) -> None:
        self.state = ENTRY.step(self.state, "you", move, Dice(seed=self.chance.randrange(10**9)))

    def fit(self, *, ours: bool) -> bool:
        return any(one.up and one.spirit for one in self.fight.ones if one.fighter.ours is ours)

    def run(self) -> tuple[bool | None, int, list[str]]:
        self.step(moves.RollInitiative())
        between = (Phase.TURN, Phase.NEXT)
        while self.fight.phase is not Phase.OVER:
            if self.fight.phase in between and not (self.fit(ours=True) and self.fit(ours=False)):
                break
            if self.fight.phase is Phase.NEXT:
                if self.fight.round == MOST_ROUNDS:
                    break
                self.step(moves.NextRound())
            else:
                self.turn()
        ours, theirs = self.fit(ours=True), self.fit(ours=False)
        return None if ours is theirs else ours, self.fight.round, [one.fate.value for one in self.fight.ones]

    def turn(self) -> None:
        fight, at = self.fight, self.state.at
        one = fight.ones[at]
        match fight.phase:
            case Phase.TURN if not one.up:
                self.step(moves.HoldOn())
            case Phase.TURN if one.acted:
                self.step(moves.Done())
            case Phase.TURN if one.prone:
                self.step(moves.LieOrRise())
            case Phase.TURN:
                self.acts(at, one)
            case Phase.MEET:
                self.meets()
            case Phase.ROLL:
                self.step(moves.RollIt(self.blow(at), bought=self.setting.bought))
            case Phase.SPEND:
                offer = ENTRY.moves(self.state)["you"][0].move
                self.step(offer)
            case Phase.ROW:
                self.step(ENTRY.moves(self.state)["you"][0].move)

    def opponents(self, at: int) -> list[int]:
        return [foe for foe in self.fight.foes(at) if frozenset({at, foe}) in self.met]

    def shoots(self, at: int) -> bool:
        return self.fight.ones[at].fighter.shooting.dice > 0 and not self.opponents(at)

    def skill(self, at: int) -> int:
        fighter = self.fight.ones[at].fighter
        return (fighter.shooting if self.shoots(at) else fighter.weapon).dice

    def blow(self, at: int) -> int:
        granted = self.skill(at)
        allowed = self.fight.ones[at].allowed(granted)
        waits = any(self.fight.ones[foe].slot for foe in self.fight.foes(at))
        return min(allowed, (granted + 1) // 2) if waits else allowed

    def weakest(self, foes: list[int]) -> int:
        def key(foe: int) -> tuple[int, int, int]:
            one = self.fight.ones[foe]
            track = one.fighter.track
            return track.rows * (track.minor + track.major) - sum(one.marks), one.spirit, foe

        return min(foes, key=key)

    def acts(self, at: int, one: One) -> None:
        fight = self.fight
        foes = fight.foes(at)
        if self.blow(at) <= 0:
            self.step(moves.Done())
        elif self.shoots(at):
            self.step(moves.Shoot(str(self.weakest(foes)), metres=self.setting.metres))
        else:
            near = self.opponents(at)
            if not near:
                fewest = min(len(self.opponents(foe)) for foe in foes)
                near = [foe for foe in foes if len(self.opponents(foe)) == fewest]
            target = self.weakest(near)
            self.met.add(frozenset({at, target}))
            self.step(moves.Go(0, str(target), one.fighter.band))
            self.step(moves.Strike(str(target)))

    def meets(self) -> None:
        attack = self.fight.attack
        assert attack is not None
        one = self.fight.ones[attack.at]
        granted = (one.fighter.quickness if attack.shot else one.fighter.weapon).dice
        own = self.skill(attack.at) if one.slot else 0
        spare = Budget(one.limit, one.used).allows(max(own, granted)) - (own + 1) // 2
        dice = min(one.allowed(granted), spare)
        self.step(moves.Meet(dice) if dice > 0 else moves.TakeIt())


@pytest.mark.parametrize("setup", SETUPS)
def test_the_states_lead_to_the_same_endings(setup: str) -> None:
    """Within what chance leaves open between so many fights: four standard errors, for seeds that stand here."""
    hero, lines = SETUPS[setup]
    setting = Setting(metres=8, bought=int(setup == "a duel"))
    ones = start(hero, lines, ask=games.rulings_of(ENTRY, {})).fight.ones
    seen = rules.forecast(ones, MANY, 7, setting=setting)
    ends = [Twin(hero, lines, seed, setting).run() for seed in range(FEW)]
    for ours in (True, False, None):
        near(sum(winner is ours for winner, _, _ in ends), seen.won(ours) / MANY)
    for at in range(len(ones)):
        for fate in ("up", "down", "out", "dead"):
            share = sum((one.how[at].value if not one.how[at].up else "up") == fate for one in seen.endings) / MANY
            near(sum(fates[at] == fate for _, _, fates in ends), share)
    mean = sum(number * count for number, count in seen.rounds().items()) / MANY
    spread = sum((number - mean) ** 2 * count for number, count in seen.rounds().items()) / MANY
    assert abs(sum(rounds for _, rounds, _ in ends) / FEW - mean) < 4 * (spread / FEW) ** 0.5


def near(found: int, share: float) -> None:
    error = max((share * (1 - share) / FEW) ** 0.5, 1 / FEW)
    assert abs(found / FEW - share) < 4 * error


def people(*lines: LineRow, hero: Hero = Hero(), ask: Rulings | None = None) -> tuple[One, ...]:
    return start(hero, lines, ask=ask or games.rulings_of(ENTRY, {})).fight.ones


def test_the_same_seed_plays_the_same_fights() -> None:
    ones = people(LineRow("Brigand", 3))
    assert rules.forecast(ones, 50, 3) == rules.forecast(ones, 50, 3)
    assert rules.forecast(ones, 50, 3) != rules.forecast(ones, 50, 4)


def test_sides_that_swap_win_as_often() -> None:
    line = LineRow("Guard", armour=BARE, rating=12)
    same = {key.name: getattr(line, key.name) for key in dataclasses.fields(line) if hasattr(Hero, key.name)}
    seen = rules.forecast(people(line, hero=Hero(**same)), MANY, 1)
    assert abs(seen.won(True) - seen.won(False)) / MANY < 4 * (1 / MANY) ** 0.5


def test_more_foes_never_help() -> None:
    wins = [rules.forecast(people(LineRow("Brigand", many)), 400, 5).won(True) for many in (1, 2, 4)]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > wins[-1]


def test_who_has_no_dice_hurts_nobody() -> None:
    nothing = Pool.parse("0d6")
    seen = rules.forecast(people(LineRow("Brigand", 2), hero=Hero(weapon=nothing)), 50, 1)
    assert all(not counts[1] for end, counts in seen.line(1).items() if end is not rules.How.UNHURT)


def test_the_link_of_a_prepared_fight_has_its_people() -> None:
    lines = [{"name": "Wolf", "many": 4, "modifiers": "X/0/X"}]
    run = app.run("bs-encounter", {"you": {"name": "Ana"}, "lines": lines})
    lead = next(block for block in run.answer.blocks if type(block).__name__ == "Lead")
    form = app.entry("bs-forecast").form
    read = form.read(links.read(dict(lead.pairs))[0])
    assert (read["you"].name, read["lines"][0].name, read["lines"][0].many) == ("Ana", "Wolf", 4)

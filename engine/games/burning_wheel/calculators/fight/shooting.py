"""Shooting and throwing in a fight: when it flies, and how hard it is (FGT-29, FGT-30, FGT-66)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from engine import wording
from engine.answer import CHANCE, Answer, Block, Fact, Note, Verdict, Working
from engine.calculators import calculator
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.shots import flown
from engine.games.burning_wheel.blocks.slots import actions, chain_of, divided_note, when
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import Chain as Opening
from engine.games.burning_wheel.dice import DiceCount, Obstacle
from engine.games.burning_wheel.forms.exchange import REFLEXES, After, Begins, Broken, Early, Later, Reflexes, Volleys
from engine.games.burning_wheel.forms.missiles import (
    OTHER,
    Balance,
    Hurled,
    InTheWay,
    Loosed,
    Skill,
    Snapshot,
    Tip,
    actions_of,
)
from engine.games.burning_wheel.forms.shields import QUICK_VA, VA, KeptShield
from engine.games.burning_wheel.readings import shields as held_as
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.readings.fight_conditions import both_rains, broken_off, lunging_hampers
from engine.games.burning_wheel.readings.fight_hesitation import actions_meanwhile
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, no_test
from engine.games.burning_wheel.rules import missiles, shields
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.action_costs import most_aiming
from engine.games.burning_wheel.rules.conditions import CONDITIONS, Weather, weathered
from engine.games.burning_wheel.rules.fight_chain import steps_of
from engine.games.burning_wheel.rules.fight_distance import Distance
from engine.games.burning_wheel.rules.fight_hesitation import finished
from engine.games.burning_wheel.rules.missiles import Band, Hampered, Readiness
from engine.games.burning_wheel.rules.shields import Kind
from engine.games.burning_wheel.rules.thrown import Carried
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

B4 = Ability.parse("B4")
MOST_AIMING = 5
DARKENED = (Hampered.DIM, Hampered.HAZE, Hampered.DARK)
"""Rows of the list that are about what there is to see."""


@calculator("fight-shot-chain", rules="FGT-29")
def shot_chain(
    weapon: Annotated[Loosed | Hurled, Asked("You use")] = Loosed(),
    reflexes: Reflexes = 4,
    snapshot: Snapshot = False,
    aiming: Annotated[int, Between(0, MOST_AIMING), Asked("Actions spent on aiming", quick=(0, 1, 2))] = 0,
    perception: Annotated[
        Annotated[int, Between(1, 10)] | None, Asked("Your Perception", "Half of it limits aiming", more=True)
    ] = None,
    idle: Annotated[
        Annotated[int, Between(0, 60)] | None,
        Asked("They hesitate for so many actions", "Empty: they do not", more=True, quick=(4, 7)),
    ] = None,
    their_reflexes: Annotated[int, REFLEXES, Asked("Their actions in an exchange", more=True)] = 4,
    begins: Begins = 1,
    volleys: Volleys = Early.EARLY,
    later: Later = After.SAME,
    broken: Broken = None,
    *,
    ask: Rulings,
) -> Answer:
    """When does it fly?"""
    if perception is not None and aiming > most_aiming(perception):
        most = actions(most_aiming(perception))
        raise Unusable("aiming", f"With Perception {perception} you aim for at most {most}; this says {aiming}.")
    if snapshot and aiming:
        raise Unusable("aiming", "You aim at a target that you have acquired, and a snapshot acquires none.")
    taken = actions_of(weapon, snapshot, aiming)
    steps = steps_of(taken)
    if broken is not None and broken > (total := sum(step.actions for step in steps)):
        raise Unusable("broken", f"The shot takes {actions(total)}; this breaks in with number {broken}.")
    chain = chain_of(broken_off(steps, broken, ask), reflexes, begins, volleys, later)
    end = chain.end
    facts = [Fact(actions(chain.total)), Fact(f"action {end.action}", "of that volley")]
    added = missiles.SNAPSHOT.amount if snapshot else 0
    facts += [Fact(f"+{added}", "Ob")] if snapshot else []
    facts += [Fact(DiceCount(aiming), "more")] if aiming else []
    values: dict[str, Any] = {**chain.values, "obstacle": added, "aiming": aiming}
    blocks: list[Block] = [chain.grid, chain.table, divided_note(chain), *_holding(weapon)]
    if idle is not None:
        again = max(1, actions_of(_anew(weapon), snapshot, aiming).total)
        mine = actions_meanwhile(idle, their_reflexes, reflexes, ask)
        shots = finished(mine, (chain.total, *(again for _ in range(mine))))
        values["shots"] = shots
        facts.append(Fact.count(shots, "shot in time", "shots in time"))
        blocks.append(_meanwhile(idle, mine, chain.total, again, shots))
    said = f"It flies with your action {chain.taken[-1].number}: {end.words}."
    return Answer(values, (Verdict(when(end).capitalize(), tuple(facts[:4]), said), *blocks))


def _anew(weapon: Loosed | Hurled) -> Loosed | Hurled:
    """The weapon for the shot after: empty, and the next thing to throw as the first one was carried."""
    if isinstance(weapon, Loosed):
        return Loosed(weapon.weapon, Readiness.EMPTY)
    return Hurled(Carried.READY) if weapon.carried is Carried.IN_HAND else weapon


def _meanwhile(idle: int, mine: int, first: int, again: int, shots: int) -> Note:
    """What comes of the time in which they do nothing. Source: FGT-29, FGT-68."""
    took = f"The first takes {actions(first)}, each one after it {again}"
    meanwhile = f"They hesitate for {actions(idle)}"
    meanwhile += f", in which you have {mine}" if mine != idle else ""
    done = wording.count(shots, "shot") if shots else "no shot"
    return Note(f"{meanwhile}. {took}: {done} before they are back.", rule="FGT-68")


def _holding(weapon: Loosed | Hurled) -> tuple[Note, ...]:
    """How long what is ready stays ready."""
    if isinstance(weapon, Hurled) or weapon.weapon.kind is not missiles.Kind.BOW:
        return ()
    return (Note("You can hold a drawn bow for as many actions as your Power.", rule="FGT-29"),)


@dataclass(frozen=True, slots=True)
class _Target:
    """Who is shot at: what the shield on their arm makes of it. `dice` is None where no shield is rolled."""

    dice: int | None
    hidden: bool
    note: str


def _target(shield: KeptShield, hiding: bool, va: int, ask: Rulings) -> _Target:
    """The shield of the target. Raises `Unusable` at "hiding" behind anything but a great shield. Source: FGT-30."""
    if shield is KeptShield.NONE:
        if hiding:
            raise Unusable("hiding", "Nobody hides behind a shield that they do not have; choose the shield first.")
        return _Target(None, False, "")
    held = held_as.carried(Kind.of(shield.value), 0, ask)
    if hiding and not held.hides:
        raise Unusable("hiding", f"Only a great shield hides someone completely; this says {held.name.lower()}.")
    if not shields.stops_missile(held_as.against_va(held, ask), va):
        return _Target(None, False, f"VA {va} is no less than the {held.dice}D of the shield: it is no cover.")
    if hiding:
        return _Target(None, True, "")
    return _Target(held.dice, False, f"The shield rolls {held.dice}D: each success over 1 makes the shot harder by 1.")


@calculator("fight-shot", rules="FGT-30 FGT-66")
def shot(
    skill: Skill = B4,
    hampered: InTheWay = frozenset({Hampered.MAINTAINING, Hampered.MOVING_TARGET}),
    snapshot: Snapshot = False,
    aiming: Annotated[int, Between(0, MOST_AIMING), Asked("Actions spent on aiming", quick=(0, 1, 2))] = 0,
    weather: Annotated[Weather, Asked("Weather", gm=True, more=True)] = Weather.FAIR,
    distance: Annotated[Distance, Asked("They are at this distance", more=True)] = Distance.OPTIMAL,
    pistol: Annotated[bool, Asked("You fire a pistol", more=True)] = False,
    shield: Annotated[KeptShield, Asked("Their shield", more=True)] = KeptShield.NONE,
    hiding: Annotated[bool, Asked("They hide behind it completely", more=True)] = False,
    va: Annotated[int, VA, Asked("VA of your shot", more=True, quick=QUICK_VA), sheet("shot-va", at_once=True)] = 1,
    tip: Annotated[Tip, Asked("Arrowhead or bolt head", more=True), sheet("weapon-head")] = Tip.USUAL,
    bonus: Annotated[int, OTHER, Asked("Other dice: FoRKs, help, advantage", quick=(0, 1, 2), more=True)] = 0,
    balance: Balance = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """How hard is it to hit in the press?"""
    hurt = feels(wounds, skill, ask)
    if hurt.gone:
        return no_test(hurt.gone)
    if snapshot and aiming:
        raise Unusable("aiming", "You aim at a target that you have acquired, and a snapshot acquires none.")
    if distance is Distance.INSIDE and not pistol:
        raise Unusable("distance", "On the inside nothing can be shot or thrown; only a pistol can be fired there.")
    target = _target(shield, hiding, va, ask)
    head = tip.head.obstacle if tip.head else 0
    plain = missiles.obstacle(Band.CLOSE, hampered=hampered, snapshot=snapshot, head=head)
    lines = (*plain.lines, *_besides(hampered, weather, distance, target, ask))
    test, dice, against = flown(skill, hurt, bonus + aiming, Worked(lines), ask, balance=balance)
    hit = test.chance
    if target.dice is not None:
        opens = chain(ask) if test.pool.open_ended else Opening.CHAIN
        hit = shields.hit_through_cover(test.pool, test.obstacle, target.dice, chain=opens)
    blocks: list[Block] = [
        _verdict(test, hit, rolls=target.dice is not None),
        test.odds(),
        Working(against.lines, against.total, "Obstacle"),
        Working(dice.lines, dice.total, "Dice", "D"),
        *((Note(target.note, rule="ARM-30"),) if target.note else ()),
    ]
    return Answer({**test.values, "hit": hit}, tuple(blocks), test.marks("skill"))


def _besides(
    hampered: frozenset[Hampered], weather: Weather, distance: Distance, target: _Target, ask: Rulings
) -> list[Line]:
    """What the list of shooting leaves out: rain, a shield to hide behind, and by ruling lunging distance."""
    seeing = max((one.amount or 0 for one in DARKENED if one in hampered), default=0)
    lines = [weathered(weather, seeing, both=both_rains(weather, ask))]
    if lunging_hampers(distance is Distance.LUNGING, ask):
        lines.append(Line(CONDITIONS["lunging"].amount, "At lunging distance", "FGT-30", Mark.RULING))
    if target.hidden:
        lines.append(Line(shields.HIDING, "All behind a great shield", "ARM-30"))
    return [line for line in lines if line.amount]


def _verdict(test: Test, hit: Fraction, *, rolls: bool) -> Verdict:
    if not rolls:
        return test.verdict()
    dice, _, *rest = test.facts
    shown = wording.percent(hit)
    said = f"You hit {shown} of the time: {test.sentence[0].lower()}{test.sentence[1:-1]}, and more for the shield."
    return Verdict(Obstacle(test.obstacle).words, (dice, Fact(hit, CHANCE), *rest), said, Mark.DERIVED)

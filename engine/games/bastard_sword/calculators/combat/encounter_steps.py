"""What each move in a fight does, but for attacks (BSR-30 to BSR-38, BSR-55 to BSR-85, BSR-112)."""

from dataclasses import replace

from engine import wording
from engine.forms import Unusable
from engine.games.bastard_sword.calculators.combat import encounter_blows as blows
from engine.games.bastard_sword.calculators.combat import encounter_saddle as saddle
from engine.games.bastard_sword.calculators.combat.encounter_kept import Kept, fallen, off, throw
from engine.games.bastard_sword.forms import encounter as moves
from engine.games.bastard_sword.forms.encounter import NOBODY, Change
from engine.games.bastard_sword.readings import rolling
from engine.games.bastard_sword.readings.dice import rolled
from engine.games.bastard_sword.rules import casting, dodge_roll, injuries, leading, movement, rounds
from engine.games.bastard_sword.rules.casting import Spell
from engine.games.bastard_sword.rules.encounter import Attack, Means, Phase, Share
from engine.games.bastard_sword.rules.fighter import HASTE, About, Lasts, One, Slot, Tag
from engine.games.bastard_sword.rules.long_tasks import Kind
from engine.games.bastard_sword.words import spirit as of_spirit
from engine.games.bastard_sword.words import successes as counted
from engine.session import Dice

TESTED: dict[type, str] = {
    moves.Cast: "the spell",
    moves.Run: "running",
    moves.DodgeRoll: "a dodge roll",
    moves.KickUp: "a kick-up",
    moves.Inspire: "persuasion",
    moves.Plan: "tactics",
    moves.Intimidate: "intimidation",
    moves.Taunt: "insult",
    moves.ShakeOff: "shaking it off",
    moves.Revive: "first aid",
    moves.Reassess: "initiative",
    moves.Stance: "the stance",
    moves.ResistShock: "resist shock",
    moves.ShrugOff: "resist pain",
}
"""What each of these moves is a test of, as the dice are asked for."""


def step(state: Kept, side: str, move: object, dice: Dice) -> Kept:
    """The fight after one step. Source: BSR-112."""
    after = _step(state, move, dice)
    fight = after.fight
    moved_on = fight.phase is Phase.TURN and (fight.over or fight.now != fight.acting)
    return replace(after, fight=fight.turned()) if moved_on else after


def _step(state: Kept, move: object, dice: Dice) -> Kept:
    match move:
        case moves.Strike(target, arc):
            return blows.announce(state, Attack(state.at, int(target), bonus=arc.bonus))
        case moves.Charge():
            return blows.charges(state, move, dice)
        case moves.Shoot():
            return blows.announce(state, blows.shot_of(state.at, move))
        case moves.Hurl():
            return blows.hurls(state, move)
        case moves.Sniped():
            return blows.snipe(state, move)
        case moves.Retaliate(who):
            return blows.announce(state, Attack(int(who), state.at, means=Means.RETALIATION))
        case moves.Meet() | moves.FromStance():
            return blows.meet(state, move)
        case moves.TakeIt():
            return blows.meet(state, None)
        case moves.RollIt():
            return blows.roll(state, move, dice)
        case moves.Spend():
            return blows.spend(state, move, dice)
        case moves.HoldBreath() | moves.PassOut():
            return blows.breath(state, move, dice)
        case moves.LuckyBreak():
            return blows.lucky(state, move, dice)
        case moves.TakeHit():
            return blows.take(state, move)
        case moves.RollInitiative() | moves.NextRound() | moves.EndFight() | moves.SecondWind():
            return _between(state, move, dice)
        case (
            moves.Done()
            | moves.Again()
            | moves.Wait()
            | moves.ActFast()
            | moves.Aim()
            | moves.LetGo()
            | moves.TakeHilt()
            | moves.TurnHand()
            | moves.PickUp()
            | moves.ShieldWall()
        ):
            return _turn(state, move)
        case moves.Go() | moves.LieOrRise() | moves.Run() | moves.DodgeRoll() | moves.KickUp():
            return _moving(state, move, dice)
        case moves.Ride():
            return saddle.ride(state, move, dice)
        case moves.MountDodges():
            return saddle.dodges(state, move)
        case moves.GetOffOrUp():
            return saddle.sits(state)
        case moves.StayOn() | moves.PayForIt() | moves.GiveWay():
            return saddle.jolted(state, move, dice)
        case moves.Give() | moves.Keep():
            return _give(state, move)
        case moves.MarkOne():
            return _mark(state, move)
        case moves.HoldOn():
            return _hold_on(state, move, dice)
        case moves.Test():
            return _test(state, move, dice)
        case (
            moves.Inspire()
            | moves.Plan()
            | moves.Intimidate()
            | moves.Taunt()
            | moves.ShakeOff()
            | moves.Revive()
            | moves.Cast()
        ):
            return _words(state, move, dice)
        case moves.Reassess() | moves.Stance() | moves.ResistShock() | moves.ShrugOff():
            return _body(state, move, dice)
    return state


# --- Rounds and turns ---


def _between(
    state: Kept, move: moves.RollInitiative | moves.NextRound | moves.EndFight | moves.SecondWind, dice: Dice
) -> Kept:
    fight = state.fight
    if isinstance(move, moves.NextRound):
        after = fight.next_round()
        return state.then(after, f"Round {after.round}.")
    if isinstance(move, moves.EndFight):
        return state.then(fight.ends(move.how), f"It ends here: {move.how.words}.", "BSR-63")
    if isinstance(move, moves.SecondWind):
        return _second_wind(state, dice)
    found: dict[int, int] = {}
    for one in fight.ones:
        if one.fighter.line not in found:
            who = one.name.rpartition(" ")[0] if one.name[-1:].isdecimal() else one.name
            pool = rolled(one.fighter.quickness, state.ask, spirit=one.spirit)
            found[one.fighter.line] = fallen(pool, f"{who}: initiative", dice)
    after = fight.begin([found[line] for line in sorted(found)])
    said = wording.listed(f"{after.ones[at].name} at {after.ones[at].initiative}" for at in after.order)
    return state.then(after, f"{said or 'Nobody'}.", "BSR-30")


def _second_wind(state: Kept, dice: Dice) -> Kept:
    """Stamina for all who stand, and morale for whoever won. Source: BSR-63."""
    fight, told = state.fight, []
    for at, one in enumerate(fight.ones):
        wins = not one.dead and fight.wins(ours=one.fighter.ours)
        morale = wins and (one.up or state.ask["surge.down"] == "ego")
        pool, gained = rolled(one.fighter.resilience, state.ask, spirit=one.spirit), 0
        for counts, what in ((one.up, "resist fatigue"), (morale, "ego")):
            if counts:
                gained += max(0, fallen(pool, f"{one.name}: {what}", dice) - one.malus)
        spirit = min(one.fighter.most_spirit, one.spirit + gained)
        if spirit > one.spirit:
            told.append((f"{one.name} regains {of_spirit(spirit - one.spirit)}.", "BSR-63"))
        fight = fight.put(at, replace(one, spirit=spirit))
    return state.then(replace(fight, surged=True), "" if told else "Nobody regains spirit.", "BSR-63", *told)


Turned = (
    moves.Done
    | moves.Again
    | moves.Wait
    | moves.ActFast
    | moves.Aim
    | moves.LetGo
    | moves.TakeHilt
    | moves.TurnHand
    | moves.PickUp
    | moves.ShieldWall
)


def _turn(state: Kept, move: Turned) -> Kept:
    fight, at = state.fight, state.at
    one = fight.ones[at]
    if isinstance(move, moves.Done | moves.Again):
        return state.then(fight.done(Slot.SECOND if isinstance(move, moves.Again) else None))
    if isinstance(move, moves.Wait):
        waits = replace(fight.put(at, replace(one, slot=Slot.WAIT)), acting=None).turned()
        return state.then(waits, f"{one.name} waits for {wording.number(-one.number)}.", "BSR-31")
    if isinstance(move, moves.LetGo):
        after = replace(fight, holds=frozenset(pair for pair in fight.holds if pair[0] != at))
        return state.then(after, f"{one.name} lets go.", "BSR-85")
    if isinstance(move, moves.TurnHand):
        return state.then(fight.turns_hand(at), f"{one.name} fights with the other weapon now.", "BSR-83")
    if isinstance(move, moves.ShieldWall):
        after = fight.put(at, replace(one, wall=move.beside))
        stands = f"stands in a shield wall: shield {one.fighter.shield + move.beside}" if move.beside else "leaves it"
        return state.then(after, f"{one.name} {stands}.", "BSR-77")
    if isinstance(move, moves.PickUp):
        after = fight.put(at, replace(one, armed=True, acted=True))
        return state.then(after, f"{one.name} has a weapon in hand again.", "BSR-43")
    if isinstance(move, moves.TakeHilt):
        return state.then(fight.put(at, replace(one, half_swords=False)), f"{one.name} takes the hilt again.", "BSR-89")
    if isinstance(move, moves.Aim):
        low = one.slot is not Slot.FIRST and one.number > 0
        own = low and state.ask["snipe.base"] == "initiative"
        after = fight.put(at, replace(one, waiting=one.number if own else one.count or 0, acted=True))
        return state.then(after, f"{one.name} waits with a shot.", "BSR-79")
    fast = int(move.who)
    other = fight.ones[fast]
    tag = Tag(HASTE, rounds.hurry(move.by), Lasts.ROUND)
    after = fight.put(fast, replace(other, boost=move.by, tags=(*other.tags, tag)))
    if not (one.acted or one.steps or one.kick):  # a turn in which nothing was done has not begun
        after = replace(after, acting=None).turned()
    said = f"{other.name} acts at {other.initiative + move.by}, with a malus of {tag.malus}."
    return state.then(after, said, "BSR-64")


# --- Moving ---


def _moving(
    state: Kept, move: moves.Go | moves.LieOrRise | moves.Run | moves.DodgeRoll | moves.KickUp, dice: Dice
) -> Kept:
    if isinstance(move, moves.Go):
        return _go(state, move)
    if isinstance(move, moves.LieOrRise):
        return _posture(state)
    fight, at = state.fight, state.at
    one = fight.ones[at]
    free = isinstance(move, moves.KickUp) and state.ask["acts.kick-up"] == "free"
    if isinstance(move, moves.Run):
        fight = saddle.pays(state, at, fight, runs=True)
        one = fight.ones[at]
    thrown = throw(state, one, move.pool, move, free=free)
    fell = fallen(thrown.pool, f"{one.name}: {TESTED[type(move)]}", dice)
    result = fell - off(state, None, free=free) - move.off + thrown.relief
    mover = replace(thrown.one, acted=one.acted or not free, wall=one.wall if free else 0)
    after = fight.put(at, mover)
    if isinstance(move, moves.KickUp):
        kicked = after.put(at, replace(mover, kick=max(0, result)))
        steps = wording.count(kicked.ones[at].to_turn_over, "step")
        return state.then(kicked, f"{one.name}: {counted(result)}; rising takes {steps}.", "BSR-75")
    if isinstance(move, moves.Run):
        result -= move.ground.ground.malus
        if result <= 0:
            return blows.falls(state, after, at, result, dice)
        more = blows.gain(state, one.speed, result)
        went = mover.went and (mover.went[0], True)  # a run goes on from where one has gone
        runs = after.put(at, replace(mover, ran=mover.ran + more, went=went))
        return state.then(runs, f"{one.name} runs: {wording.count(more, 'step')} more.", "BSR-36")
    ladder = result > move.steps * move.ground.ground.cost + 1 and state.reads("dodge-roll.malus") == "ladder"
    found = dodge_roll.rolled(move.steps, result, move.ground, ladder=ladder)
    end = " and lies prone" if found.prone else f", {found.malus} harder to hit" if found.malus else ""
    said = f"{one.name} rolls {wording.count(found.moved, 'step')} away{end}."
    return state.then(after.rolls_away(at, found), said, "BSR-68")


def _go(state: Kept, move: moves.Go) -> Kept:
    fight, at = state.fight, state.at
    one = fight.ones[at]
    each = movement.price(move.ground, prone=one.prone)
    left = movement.covered(one.points, move.ground, prone=one.prone)
    if move.steps > left:
        raise Unusable("move.steps", f"{one.name} has {wording.count(left, 'step')} left; this says {move.steps}.")
    went = (one.slot, one.acted) if one.slot else None
    after = fight.put(at, replace(one, steps=one.steps + move.steps * each, went=went, wall=0)).lands(at)
    if move.to != NOBODY:
        after = saddle.pays(state, at, after, reaches=int(move.to))
    for other in fight.beside(at):
        if str(other) != move.to:
            after = after.stand(at, other, None)
    where = "away from all"
    if move.to != NOBODY:
        after = after.stand(at, int(move.to), move.band)
        where = f"up to {fight.ones[int(move.to)].name}, at {move.band.words} range"
    return state.then(after, f"{one.name} goes {wording.count(move.steps, 'step')}, {where}.", "BSR-35")


def _posture(state: Kept) -> Kept:
    fight, at = state.fight, state.at
    one = fight.ones[at]
    price, left = one.to_turn_over, one.pace
    if price > left:
        raise Unusable("move", f"That takes {wording.count(price, 'step')}; {one.name} has {left} left.")
    after = fight.put(at, replace(one, prone=not one.prone, steps=one.steps + price))
    return state.then(after, f"{one.name} {'gets up' if one.prone else 'lies down'}.", "BSR-74")


# --- Words ---

Spoken = moves.Inspire | moves.Plan | moves.Intimidate | moves.Taunt | moves.ShakeOff | moves.Revive | moves.Cast


def _words(state: Kept, move: Spoken, dice: Dice) -> Kept:
    """A test of any skill that is the action of this turn."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    thrown = throw(state, one, move.pool, move)
    target = int(move.target) if isinstance(move, moves.Intimidate | moves.Taunt) else None
    fell = fallen(thrown.pool, f"{one.name}: {TESTED[type(move)]}", dice)
    weighs = off(state, target) + move.off - thrown.relief
    result = fell - weighs
    state = replace(state, fight=fight.put(at, replace(thrown.one, acted=True)))
    if isinstance(move, moves.Cast):
        return _cast(state, move, fell, weighs)
    if isinstance(move, moves.Inspire | moves.Plan):
        share = Share(at, max(0, result), initiative=isinstance(move, moves.Plan))
        rule = "BSR-80" if share.initiative else "BSR-71"
        return state.then(state.fight.shares(share), f"{one.name}: {counted(result)}.", rule)
    if isinstance(move, moves.Revive):
        return _revive(state, int(move.who), result)
    if isinstance(move, moves.ShakeOff):
        return _shake_off(state, one.tags[int(move.mark)], result)
    return _scare(state, move, result, dice)


def _cast(state: Kept, move: moves.Cast, fell: int, weighs: int) -> Kept:
    """A roll of a spell: it goes on, stands, or is lost; injuries since the last roll weigh. Source: BSR-14, BSR-65."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    spell = one.spell or Spell(move.difficulty)
    by_hit = len(spell.boxes) > 1 and state.ask["casting.malus"] == "each"
    malus = weighs + casting.malus(spell.boxes, by_hit=by_hit)
    test = rolling.read(Kind.FIRST_FAIL, spell.difficulty, state.ask, malus=bool(malus))
    tally = test.after(spell.tally, fell, malus)
    stands = tally is not None and tally >= spell.difficulty
    goes_on = None if tally is None or stands else Spell(spell.difficulty, tally)
    end = "the spell is lost" if tally is None else f"{tally} of {spell.difficulty}"
    said = f"{one.name} casts, {counted(fell - malus)}: {end}{', and the spell stands' if stands else ''}."
    return state.then(fight.put(at, replace(one, spell=goes_on)), said, "BSR-65")


def _scare(state: Kept, move: moves.Intimidate | moves.Taunt, result: int, dice: Dice) -> Kept:
    """Fear or rage, against a free reaction. Source: BSR-72, BSR-81."""
    fight, at, target = state.fight, state.at, int(move.target)
    other, rage = fight.ones[target], isinstance(move, moves.Taunt)
    what, rule = ("detect motive", "BSR-81") if rage else ("ego", "BSR-72")
    answered = fallen(rolled(move.theirs, state.ask, spirit=other.spirit), f"{other.name}: {what}", dice)
    hits = result - answered + fight.malus(target, reaction=True, free=True)
    words = f"{'Taunted' if rage else 'Intimidated'} by {fight.ones[at].name}"
    before = next((tag.malus for tag in other.tags if (tag.words, tag.by) == (words, at)), 0)
    highest = bool(before) and hits > 0 and state.ask["scare.again"] == "highest"
    malus = leading.scared(before, hits, highest=highest)
    reactions = not rage or not malus or state.ask["taunt.scope"] == "rolls"
    tag = Tag(words, malus, Lasts.FIGHT, at, About.ELSEWHERE if rage else About.AT_THEM, reactions)
    said = f"{other.name} is unmoved." if malus == before else f"{other.name}: a malus of {malus} on {tag.about.words}."
    return state.then(fight.scared(target, tag), said, rule)


def _shake_off(state: Kept, tag: Tag, result: int) -> Kept:
    """A malus is shaken off, against its own height; whether it weighs on that roll is a ruling.

    What entangles goes as a whole, or not at all. Source: BSR-81, BSR-88.
    """
    fight, at = state.fight, state.at
    one, weighs = fight.ones[at], tag.weighs(None)
    if weighs and state.ask["shaking.malus"] == "exempt":
        result += tag.malus
    bit_by_bit = tag.by is not None and tag.about is not About.ACTS
    left = leading.shaken(tag.malus, result) if bit_by_bit else 0 if result >= tag.malus else tag.malus
    tags = tuple(replace(other, malus=left) if other is tag else other for other in one.tags)
    after = fight.put(at, replace(one, tags=tuple(other for other in tags if other.malus)))
    end = f"a malus of {left} is left" if left else "it is gone"
    return state.then(after, f"{one.name}, {tag.words.lower()}: {end}.", "BSR-81")


def _revive(state: Kept, who: int, result: int) -> Kept:
    """First aid for the dead. Source: BSR-61."""
    fight, difficulty = state.fight, state.fight.revival(who)
    other = fight.ones[who]
    if difficulty is None or result < difficulty:
        return state.then(fight, f"{counted(result)} against {difficulty}: {other.name} stays dead.", "BSR-61")
    after = fight.put(who, replace(other, dead=False, death=None, down=True))
    return state.then(after, f"{counted(result)} against {difficulty}: {other.name} lives again.", "BSR-61")


def _give(state: Kept, move: moves.Give | moves.Keep) -> Kept:
    fight, share = state.fight, state.fight.share
    assert share is not None
    if isinstance(move, moves.Keep):
        return state.then(fight.turned())
    at = int(move.who)
    one = fight.ones[at]
    spent = abs(move.points)
    if spent > share.points:
        raise Unusable("move.points", f"There are {share.points} to give; this says {spent}.")
    if share.initiative:
        after, rule = replace(one, initiative=rounds.shifted(one.initiative, move.points)), "BSR-80"
        said = f"{one.name} acts at {after.number}."
    else:
        room = one.fighter.most_spirit - one.spirit
        if not 0 < move.points <= room:
            raise Unusable("move.points", f"{one.name} lacks {of_spirit(room)}; this says {move.points}.")
        after, rule = replace(one, spirit=one.spirit + spent), "BSR-71"
        said = f"{one.name} regains {of_spirit(spent)}."
    left = replace(share, points=share.points - spent)
    return state.then(fight.put(at, after).shares(left), said, rule)


# --- The body ---


def _body(state: Kept, move: moves.Reassess | moves.Stance | moves.ResistShock | moves.ShrugOff, dice: Dice) -> Kept:
    """A test of a skill that is known, as the action of this turn."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    skills = {moves.Reassess: one.fighter.quickness, moves.Stance: one.fighter.weapon}
    skill = skills.get(type(move), one.fighter.toughness)
    free = isinstance(move, moves.ResistShock) and state.ask["injury.resist-shock"] == "free"
    thrown = throw(state, one, skill, move, free=free)
    fell = fallen(thrown.pool, f"{one.name}: {TESTED[type(move)]}", dice)
    weighs = off(state, None, free=free, weapon=isinstance(move, moves.Stance))
    result = fell - weighs - move.off + thrown.relief
    mine = replace(thrown.one, acted=one.acted or not free)
    if isinstance(move, moves.Reassess):
        below = result < 0 and state.ask["initiative.below-zero"] == "counts"
        after = replace(mine, initiative=rounds.initiative(result, below_zero=below))
        return state.then(fight.put(at, after), f"{one.name} acts at {after.number} from now on.", "BSR-76")
    if isinstance(move, moves.Stance):
        after = replace(mine, stance=max(0, result))
        return state.then(fight.put(at, after), f"{one.name} keeps {counted(after.stance)}.", "BSR-67")
    if isinstance(move, moves.ResistShock):
        after = mine.stunned(-min(mine.stun, max(0, result)))
        return state.then(fight.put(at, after), f"{one.name} is stunned by {after.stun}.", "BSR-56")
    row = int(move.row)
    boxes = injuries.shrugged(one.marks[row], result)
    after = replace(mine, marks=tuple(boxes if place == row else held for place, held in enumerate(one.marks)))
    said = f"{one.name}, row {row + 1}: {wording.count(boxes, 'box', 'boxes')} left."
    return state.then(fight.put(at, after), said, "BSR-78")


def _hold_on(state: Kept, move: moves.HoldOn, dice: Dice) -> Kept:
    """The tests at the start of a turn: of whoever bleeds to death, and to wake. Source: BSR-58, BSR-59."""
    fight, at = state.fight, state.at
    one = fight.ones[at]
    if move.bought and one.out:
        raise Unusable("move.bought", f"{one.name} is unconscious, and buys no dice.")
    told: list[tuple[str, str]] = []
    after = replace(one, checked=True)
    if one.bleeds_out:
        after = _bleeds(state, one, move, dice)
        end = "dies" if after.dead else "cannot be saved" if after.doomed else None
        boxes = wording.count(after.bleeding, "box", "boxes")
        told.append((f"{one.name} {end}." if end else f"{one.name} bleeds: {boxes}.", "BSR-58"))
    if after.out and not after.dead:
        limit = injuries.UNCONSCIOUS * one.fighter.constitution
        held = one.stun >= limit > 0 and state.ask["injury.recheck"] == "out"
        pool = rolled(one.fighter.toughness, state.ask, spirit=after.spirit)
        fell = fallen(pool, f"{one.name}: resist shock", dice)
        twice = bool(one.stun) and state.ask["injury.waking"] == "twice"
        fell -= injuries.bleeding_malus(after.bleeding)
        wakes = not held and fell >= injuries.to_wake(one.stun, twice=twice)
        after = replace(after, out=not wakes)
        told.append((f"{one.name} {'wakes' if wakes else 'stays unconscious'}.", "BSR-59"))
    return state.then(fight.put(at, after).turned(), "", "", *told)


def _bleeds(state: Kept, one: One, move: moves.HoldOn, dice: Dice) -> One:
    if one.doomed:
        return one.survives(0, at_once=False)
    number = min(one.fighter.toughness.dice, one.spirit)
    tested = moves.Throw(number, bought=move.bought)
    thrown = throw(state, one, one.fighter.toughness, tested, free=True) if number else None
    fell = fallen(thrown.pool, f"{one.name}: natural healing", dice) if thrown else 0
    at_once = fell < one.bleeding and state.reads("injury.bleeds-out") == "at-once"
    return (thrown.one if thrown else one).survives(fell, at_once=at_once)


# --- Anything else ---


def _test(state: Kept, move: moves.Test, dice: Dice) -> Kept:
    fight, at = state.fight, state.at
    one = fight.ones[at]
    if one.acted and not move.free:
        raise Unusable("move.free", f"{one.name} has acted this turn; only what is free goes now.")
    thrown = throw(state, one, move.pool, move, free=move.free)
    fell = fallen(thrown.pool, f"{one.name}: {move.what or 'a test'}", dice)
    result = fell - off(state, None, free=move.free) - move.off + thrown.relief
    after = fight.put(at, replace(thrown.one, acted=one.acted or not move.free))
    return state.then(after, f"{one.name} tests {move.what or 'something'}: {counted(result)}.", "BSR-32")


def _mark(state: Kept, move: moves.MarkOne) -> Kept:
    """What the table decides about a fighter; what it names as nothing stays as it is."""
    at = int(move.who)
    one = state.fight.ones[at]
    tags = (*one.tags, Tag(move.what, move.malus, move.lasts)) if move.malus else one.tags
    spirit = max(0, min(one.fighter.most_spirit, one.spirit + move.spirit))
    initiative = max(0, one.initiative + move.initiative) if move.initiative else one.initiative
    after = replace(one, tags=tags, spirit=spirit, initiative=initiative).stunned(move.stun).bleeds(move.bleeding)
    after = _changed(after, move.change)
    changes = [
        f"{move.what}, malus {move.malus}, {move.lasts.words}" if move.malus else "",
        f"spirit {wording.signed(spirit - one.spirit)}" if spirit != one.spirit else "",
        f"initiative {initiative}" if initiative != one.initiative else "",
        f"bleeding {after.bleeding}" if after.bleeding != one.bleeding else "",
        f"stun {after.stun}" if after.stun != one.stun else "",
        move.change.words if move.change is not Change.NOTHING else "",
    ]
    said = wording.listed(change for change in changes if change) or "no change"
    fight = state.fight.put(at, after)
    return state.then(fight.turned(), f"{one.name}: {said}.")


def _changed(one: One, change: Change) -> One:
    match change:
        case Change.OUT:
            return one.passes_out()
        case Change.AWAKE:
            return replace(one, out=False)
        case Change.DOWN:
            return one.falls(down=True)
        case Change.DEAD:
            return replace(one, dead=True, prone=True)
        case Change.PRONE:
            return replace(one, prone=True)
        case Change.ARMED:
            return replace(one, armed=True)
    return one

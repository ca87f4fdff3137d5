"""The scripts of three fighters or more: each writes unseen, a GM for several, and the volleys are announced to all
(FGT-07)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine import links, wording
from engine.answer import Answer, Bar, Block, Card, Column, Entry, Fact, Lead, Note, Shown, Stage, Table, Told
from engine.calculators import find
from engine.forms import Among, Asked, Between, Unusable, branch, row
from engine.games.burning_wheel.calculators.fight import several as standing
from engine.games.burning_wheel.calculators.fight.script_fields import (
    FEW,
    VOLLEY,
    ChangedAction,
    ChangedVolley,
    Into,
    LostAction,
    LostVolley,
    Volleys,
    change_of,
)
from engine.games.burning_wheel.calculators.fight.scripts import house_of_pairs, row_of, slot_words
from engine.games.burning_wheel.calculators.fight.several import NAME, Faction
from engine.games.burning_wheel.forms import sealing
from engine.games.burning_wheel.forms.fight_script import ScriptedVolley
from engine.games.burning_wheel.forms.sealing import Nonce, OpenSealed, SealCame, Seals
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, wielded
from engine.games.burning_wheel.readings import shades
from engine.games.burning_wheel.readings.fight_script import changes_of, house_of, wound_takes_at_once
from engine.games.burning_wheel.rules import fight_script, weapons
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.exchange import VOLLEYS
from engine.games.burning_wheel.rules.fight_of_several import MOST, Scripter, Several
from engine.games.burning_wheel.rules.fight_procedure import usual_script
from engine.games.burning_wheel.rules.fight_script import Script
from engine.games.burning_wheel.rules.plan_changes import Spot
from engine.games.burning_wheel.rules.sealed import Where
from engine.refused import Refused
from engine.rulings import Rulings
from engine.session import Dice, Offer, session

B4 = Ability.parse("B4")
SWORD, SPEAR, MACE = (Weapon.of(weapons.WEAPONS[name]) for name in ("sword", "spear", "mace"))
QUICK_REFLEXES = ("B3", "B4", "B5", "G4")
LEAST = 2
LOST = Between(0, 9)
SIDES = tuple(f"fighter {number}" for number in range(1, MOST + 1))
TABLE = "table"


@row("fighter")
class Fights:
    """Someone in the fight, with who scripts for them."""

    name: Annotated[str, NAME, Asked("Who")] = "Another"
    side: Annotated[Faction, Asked("Fights for")] = Faction.TWO
    gm: Annotated[bool, Asked("The GM scripts")] = True
    reflexes: Annotated[Ability, Asked("Reflexes", quick=QUICK_REFLEXES)] = B4
    weapon: Annotated[Among[Weapon], Asked("Weapon", quick=QUICK_WEAPONS)] = SWORD
    wounds: Annotated[int, LOST, Asked("Dice that wounds take", quick=(0, 1, 2))] = 0


USUAL = (
    Fights("Hedda", Faction.ONE, gm=False),
    Fights("Runa", Faction.ONE, gm=False, weapon=SPEAR),
    Fights("Orm"),
    Fights("Grim", weapon=MACE),
    Fights("Brokk", reflexes=Ability.parse("B3"), weapon=SPEAR),
)


def where_of(played: "Played", place: int) -> Where:
    """Where the codes of someone's script belong now. Names and Reflexes tell one fight from another."""
    called = ", ".join(f"{one.name} {one.reflexes}" for one in played.fighters)
    return Where(f"fight of several: {called}", played.several.exchange, played.fighters[place].name, 0, "fight")


def _sealed(played: "Played", place: int) -> bool:
    """Whether everyone but one has scripted, here or under a seal."""
    return all(at == place or played.seals.codes[at] for at in played.several.choosing)


def _handed(move: "Write", then: "Played", now: "Played", side: str) -> tuple[object, ...]:
    """The moves that make a script on another device, until the first volley is announced."""
    place = SIDES.index(side)
    if now.several.begun or now.several.exchange != then.several.exchange:
        return ()
    return sealing.handed(move, where_of(then, place), both=_sealed(now, place))


def _handed_same(move: "SameAs", then: "Played", now: "Played", side: str) -> tuple[object, ...]:
    """The same for a script that is another one's."""
    plan = then.several.plans[_who(then, move.like, "like")]
    assert plan
    return _handed(Write.of(plan.script, move.nonce), then, now, side)


@branch("Script the exchange")
class Write(Volleys):
    """Three volleys, unseen until each is announced."""

    handed = _handed


@branch("Do the same")
class SameAs:
    """The GM has one script for several."""

    like: Annotated[str, NAME, Asked("As")] = ""
    nonce: Nonce = ""

    secret: ClassVar[tuple[str, ...]] = ("like", "nonce")
    handed = _handed_same


@branch("Announce the volley")
class Announce:
    """Everyone says what they do; from here on nothing of it changes."""


@branch("The volley is played")
class GoOn:
    """On to the next volley, and after the third to new scripts."""


@branch("Change a plan")
class Replan:
    """Someone gives up one action, and writes another anew."""

    who: Annotated[str, NAME, Asked("Who")] = ""
    lost_volley: LostVolley = 2
    lost: LostAction = 1
    volley: ChangedVolley = 3
    action: ChangedAction = 1
    into: Into = "Maintain, Avoid"


@branch("Drop an action")
class Drop:
    """Someone hesitates of their own will."""

    drops: Annotated[str, NAME, Asked("Who")] = ""
    volley: Annotated[int, VOLLEY, Asked("Volley")] = 2
    action: Annotated[int, FEW, Asked("Action")] = 1


@branch("A wound takes dice")
class Hurt:
    """A wound takes dice of Reflexes, and with them actions."""

    hurt: Annotated[str, NAME, Asked("Who")] = ""
    dice: Annotated[int, Between(1, 9), Asked("Dice", quick=(1, 2, 3))] = 1


@branch("Someone is out of it")
class Leave:
    """Down, fled or given up."""

    leaves: Annotated[str, NAME, Asked("Who")] = ""


@dataclass(frozen=True, slots=True)
class Played:
    """The fight on a page: its scripts, the fighters as they were set up, the seals that have come from other devices,
    and what the last step brought."""

    several: Several
    fighters: tuple[Fights, ...]
    ask: Rulings
    seals: Seals
    told: tuple[Told, ...] = ()

    def name(self, place: int) -> str:
        """What someone is called."""
        return self.fighters[place].name

    @property
    def names(self) -> Mapping[str, str]:
        """Everyone who still fights, to pick from."""
        return {one.name: one.name for one in self.several.fighters if not one.out}


def start(
    fighters: Annotated[tuple[Fights, ...], Asked("Who fights")] = USUAL,
    *,
    ask: Rulings,
) -> Played:
    """What does everyone do, volley by volley?"""
    if not LEAST <= len(fighters) <= MOST:
        raise Unusable("fighters", f"This is for {LEAST} to {MOST} fighters; here are {len(fighters)}.")
    names = [one.name.strip().casefold() for one in fighters]
    for place, one in enumerate(fighters):
        if not one.name.strip():
            raise Unusable(f"fighters.{place}.name", "Everyone needs a name: by it a script is told from another.")
        if names.index(names[place]) < place:
            again = wording.quoted(one.name)
            raise Unusable(f"fighters.{place}.name", f"Everyone needs a name of their own; {again} is there twice.")
    several = Several.of(tuple(_scripter(one, ask) for one in fighters))
    if several.over:
        raise Unusable("fighters", "All are on one side; put someone on the other.")
    return Played(several, fighters, ask, Seals(("",) * len(fighters)))


def _scripter(one: Fights, ask: Rulings) -> Scripter:
    side = "" if one.side is Faction.ALONE else one.side.value
    speed = wielded(one.weapon, ask).weapon.speed
    return Scripter(one.name, one.reflexes.exponent, side, shades.at_once(one.reflexes.shade, ask), speed, one.wounds)


def moves(played: Played) -> dict[str, tuple[object, ...]]:
    """What each may do: script, or the table goes on."""
    found: dict[str, list[object]] = {}
    for side, offer in _offers(played):
        found.setdefault(side, []).append(offer)
    return {side: tuple(offers) for side, offers in found.items()}


def _offers(played: Played) -> Iterator[tuple[str, Offer]]:
    several = played.several
    if several.over:
        return
    for turn, place in enumerate(played.seals.last(_in_turn(played))):
        names, code = (played.name(place), "your side"), played.seals.codes[place]
        alike = () if code else _alike(played, place)
        for offer in sealing.behind((*sealing.offers(_scripting(played, place), names, code), *alike), turn=turn):
            yield SIDES[place], offer
    if not several.choosing:
        number = several.clock.volley
        if several.clock.is_out:
            does = f"Go on to volley {number + 1}" if number < VOLLEYS else f"Script exchange {several.exchange + 1}"
            yield TABLE, Offer(GoOn, does, f"Volley {number} is announced", "Play it action by action, all at once.")
        else:
            yield TABLE, Offer(Announce, f"Announce volley {number}", f"Volley {number}")
    yield from _rarely(played)


def _in_turn(played: Played) -> tuple[int, ...]:
    """Whoever still scripts: players first, then the GM one after the other."""
    return tuple(sorted(played.several.choosing, key=lambda place: played.fighters[place].gm))


def _scripting(played: Played, place: int) -> Offer:
    """Someone's script, unseen."""
    several, own = played.several, played.fighters[place]
    actions = wording.count(several.fighters[place].actions, "action")
    says = f"{actions}. {'Players' if own.gm else 'Everyone else'}, look away."
    words = f"{own.name} scripts exchange {several.exchange}"
    return Offer(Write.of(usual_script(several.fighters[place].asks)), f"Seal {own.name}’s script", words, says)


def _alike(played: Played, place: int) -> tuple[Offer, ...]:
    """For one of the GM's: to do what another one of them does, where that is lawful for this one, too."""
    if not played.fighters[place].gm:
        return ()
    asks = played.several.fighters[place].asks
    found = {
        one.name: one.name
        for one, plan in zip(played.fighters, played.several.plans, strict=True)
        if one.gm and plan and fight_script.check(plan.script, asks, house_of(plan.script, asks, played.ask)).lawful
    }
    words = f"{played.name(place)} does the same as another"
    return (Offer(SameAs(next(iter(found))), words, aside=True, picks={"like": found}),) if found else ()


def _rarely(played: Played) -> Iterator[tuple[str, Offer]]:
    """What stands behind: plans that change, wounds, and who is out of it."""
    several = played.several
    plans = [(place, plan) for place in range(len(played.fighters)) if (plan := several.plan(place))]
    changing = [(place, plan) for place, plan in plans if plan.may_lose]
    if changing:
        place, plan = changing[0]
        lost, changed = plan.may_lose[-1], plan.may_lose[0]
        made = Replan(played.name(place), lost.volley, lost.action, changed.volley, changed.action)
        who = {played.name(at): played.name(at) for at, _ in changing}
        yield TABLE, Offer(made, "Someone changes plans", aside=True, picks={"who": who})
    dropping = [(place, plan) for place, plan in plans if plan.may_drop]
    if dropping:
        place, plan = dropping[0]
        who = {played.name(at): played.name(at) for at, _ in dropping}
        spot = plan.may_drop[-1]
        made_ = Drop(played.name(place), spot.volley, spot.action)
        yield TABLE, Offer(made_, "Someone drops an action", aside=True, picks={"drops": who})
    first = next(iter(played.names))
    yield TABLE, Offer(Hurt(first), "A wound takes dice", aside=True, picks={"hurt": played.names})
    yield TABLE, Offer(Leave(first), "Someone is out of it", aside=True, picks={"leaves": played.names})


def step(played: Played, side: str, move: object, _dice: Dice) -> Played:
    """The fight after one move. Raises `Refused` with the sentence to show where the rules forbid it."""
    several = played.several
    if isinstance(move, SealCame):
        place = SIDES.index(side)
        where = where_of(played, place)
        said = Told(0, f"has sealed a script for exchange {where.exchange}.", "FGT-07", where.side)
        return replace(played, seals=played.seals.with_seal(place, move.seal, where), told=(said,))
    if isinstance(move, OpenSealed):
        place = SIDES.index(side)
        move = sealing.opened(move, where_of(played, place), played.seals.codes[place], Write)
    after, whose, said_, rule = _moved(played, side, move)
    seals = played.seals.settled(kept=after.exchange == several.exchange and not after.begun)
    return replace(played, several=after, seals=seals, told=(Told(0, said_, rule, whose),))


def _moved(played: Played, side: str, move: object) -> tuple[Several, str, str, str]:
    """What a form says, as a step of the rules: what that leads to, whose it was, in words, and by which rule."""
    several = played.several
    number = several.clock.volley
    match move:
        case Write() | SameAs():
            place = SIDES.index(side)
            sealing.readable(move.nonce)
            script = move.script if isinstance(move, Write) else _copied(played, place, move.like)
            house = house_of(script, several.fighters[place].asks, played.ask)
            after = several.script(place, script, house)
            return after, played.name(place), f"has scripted exchange {several.exchange}.", "FGT-07"
        case Announce():
            return several.announce(), "", f"Volley {number} is announced.", "FGT-08"
        case GoOn():
            return several.played(), "", f"Volley {number} is played.", "FGT-08"
        case Replan():
            place = _who(played, move.who, "who")
            lost, changed = Spot(move.lost_volley, move.lost), Spot(move.volley, move.action)
            after = several.trade(place, lost, changed, change_of(move.into), changes_of(played.ask, paid=True))
            return after, move.who, "gives up an action and changes another.", "FGT-54"
        case Drop():
            after = several.drool(_who(played, move.drops, "drops"), Spot(move.volley, move.action))
            return after, move.drops, "drops an action.", "FGT-56"
        case Hurt():
            after = several.hurt(_who(played, move.hurt, "hurt"), move.dice, at_once=wound_takes_at_once(played.ask))
            return after, move.hurt, f"loses {wording.count(move.dice, 'die', 'dice')} of Reflexes.", "FGT-05"
        case Leave():
            return several.leave(_who(played, move.leaves, "leaves")), move.leaves, "is out of it.", "FGT-04"
    raise Refused("The fight is over.")


def _copied(played: Played, place: int, who: str) -> Script:
    """What the GM has written for another. Raises `Unusable` where that is nothing."""
    at = _who(played, who, "like")
    plan = played.several.plans[at]
    if plan is None or not (played.fighters[at].gm and played.fighters[place].gm):
        raise Unusable("move.like", f"The GM has written nothing for {wording.quoted(who)} yet.")
    return plan.script


def _who(played: Played, name: str, field: str) -> int:
    """Someone who still fights, by name. Raises `Unusable` for anyone else."""
    if name not in played.names:
        listed = wording.listed(played.names, "or")
        raise Unusable(f"move.{field}", f"Name someone of this fight, {listed}; {wording.quoted(name)} is none.")
    return [one.name for one in played.fighters].index(name)


def show(played: Played) -> Answer:
    """Who has scripted, and what is announced; what is sealed stays unseen."""
    several = played.several
    blocks: list[Block] = [_stage(played)]
    if several.clock.is_out:
        blocks += _announced(played)
    values = {
        "exchange": several.exchange,
        "volley": several.clock.volley,
        "announced": several.clock.is_out,
        "to-script": [played.name(place) for place in several.choosing],
        "actions": [one.actions for one in several.fighters],
        "volleys": [_text(played, place) for place in range(len(played.fighters))] if several.clock.is_out else [],
        "over": several.over,
    }
    return Answer(values, tuple(blocks))


def _stage(played: Played) -> Stage:
    several = played.several
    where = f"Exchange {several.exchange}, volley {several.clock.volley} of {VOLLEYS}"
    turn = [place for place in played.seals.last(_in_turn(played)) if not played.seals.codes[place]]
    if several.over:
        figure = sentence = "Nobody has a foe left"
    elif turn:
        figure = f"{played.name(turn[0])} scripts"
        sentence = f"{wording.listed(played.name(place) for place in turn)} to script."
    elif several.choosing:
        figure, sentence = "Open the scripts", "All seals have come."
    elif several.clock.is_out:
        figure, sentence = f"Volley {several.clock.volley}", "It lies open, action by action."
    else:
        figure, sentence = "All have scripted", f"Volley {several.clock.volley} comes next."
    bars = tuple(_bar(played, place) for place in range(len(played.fighters)))
    return Stage(figure, (Fact(where),), f"{where}. {sentence}", None, bars, tuple(_columns(played)))


def _bar(played: Played, place: int) -> Bar:
    """A fighter: actions as cells, and how it stands with the script."""
    own, one, several = played.fighters[place], played.several.fighters[place], played.several
    parts = [own.weapon.name.lower(), "the GM’s" if own.gm else "a player’s"]
    if one.out:
        parts.append("out of it")
    elif several.plans[place]:
        parts.append("scripted")
    elif played.seals.codes[place]:
        parts.append("under seal")
    elif not one.actions:
        parts.append("does nothing in this exchange")
    words = f"{one.actions} of {wording.count(own.reflexes.exponent, 'action')}"
    team = list(Faction).index(own.side)
    return Bar(SIDES[place], own.name, words, one.actions, own.reflexes.exponent, " · ".join(parts), team)


def _columns(played: Played) -> Iterator[Column]:
    """The announced volley, action by action."""
    several = played.several
    if not several.clock.is_out:
        return
    volleys = [several.volley_of(place) for place in range(len(played.fighters))]
    for action in range(max(len(volley.slots) for volley in volleys)):
        cards = []
        for place, volley in enumerate(volleys):
            if several.fighters[place].out:
                continue
            slot = volley.slots[action] if action < len(volley.slots) else ()
            shown = Shown.FACE if slot else Shown.LOST
            cards.append(Card(place, shown, slot_words(slot) or "no action"))
        yield Column(f"Action {action + 1}", "now" if not action else "to come", tuple(cards), now=not action)


def _text(played: Played, place: int) -> str:
    return str(ScriptedVolley(played.several.volley_of(place)))


def _announced(played: Played) -> Iterator[Block]:
    """Positions of all, and what meets what between each two foes."""
    several = played.several
    fighting = [place for place, one in enumerate(several.fighters) if not one.out]
    rows: list[tuple[Entry, ...]] = []
    for place in fighting:
        volley = several.volley_of(place)
        besides = f"“{volley.says}”" if volley.says else "a song or prayer" if volley.sings else None
        rows.append((played.name(place), volley.positioning, _text(played, place) or "nothing", besides))
    yield Table(f"Volley {several.clock.volley}", ("Who", "Positioning", "As scripted", "Besides"), tuple(rows))
    if meetings := tuple(_meetings(played)):
        columns = ("Action", "Who", "Does", "Against", "Who does", "Against the first", "Against the other")
        yield Table("Should they turn on each other", columns, meetings, folded=True)
    yield Note("One roll for position counts against every foe.", rule="FGT-10")
    if standing.LEAST <= len(fighting) <= standing.MOST:
        yield Lead(
            "Who gets as close as they want:", "who stands where", "who-stands-where", "FGT-20", _standing(played)
        )


def _meetings(played: Played) -> Iterator[tuple[Entry, ...]]:
    """For each two foes, action by action, what each action has against it. Source: FGT-08."""
    several = played.several
    for one, other in several.meetings:
        found = fight_script.meetings(several.volley_of(one), several.volley_of(other))
        house = house_of_pairs(found, played.ask)
        for pair in found:
            action, own, foe, here, there = row_of(pair, house)
            yield action, played.name(one), own, played.name(other), foe, here, there


def _standing(played: Played) -> Mapping[str, str]:
    """What a link to "Who stands where?" says of those who still fight."""
    form = find("who-stands-where").form
    fighters = [
        {
            "name": own.name,
            "side": own.side.value,
            "weapon": length.value if (length := wielded(own.weapon, played.ask).weapon.length) else "long",
            "scripted": played.several.volley_of(place).positioning.value,
        }
        for place, own in enumerate(played.fighters)
        if not played.several.fighters[place].out
    ]
    return links.write(form, form.write(form.read({"fighters": fighters})))


session("fight-of-several", rules="FGT-07", start=start, moves=moves, step=step, show=show)

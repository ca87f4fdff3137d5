"""Scripts: how many actions and where, whether a script is lawful, who meets whom, what is free (FGT-04 to 08, 33)."""

from collections.abc import Sequence
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict, Working
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Between, Longest, sheet
from engine.games.burning_wheel.forms.fight_script import B4, TEXT, Bids, WoundDice, YourReflexes, asked, volley_of
from engine.games.burning_wheel.forms.weapons import QUICK_WEAPONS, Weapon, wielded
from engine.games.burning_wheel.readings import shades
from engine.games.burning_wheel.readings.fight_grips import pairs_of
from engine.games.burning_wheel.readings.fight_script import house_of, wound_takes_at_once
from engine.games.burning_wheel.rules import exchange
from engine.games.burning_wheel.rules import fight_script as rules
from engine.games.burning_wheel.rules.fight_actions import ACTIONS, Act
from engine.games.burning_wheel.rules.fight_matrix import Has, Meets, against, has, met
from engine.games.burning_wheel.rules.fight_matrix import House as MatrixHouse
from engine.games.burning_wheel.rules.fight_posture import Posture
from engine.games.burning_wheel.rules.fight_script import Fault, Script, Slot, State
from engine.games.burning_wheel.rules.stances import Stance
from engine.games.burning_wheel.rules.weapon_speed import With
from engine.games.burning_wheel.rules.weapons import WEAPONS, Speed
from engine.option import Option
from engine.rulings import Rulings
from engine.working import Line

SWORD = Weapon.of(WEAPONS["sword"])
MOST_DICE = Between(0, 9)
PLAYED = Between(0, 12)
KNIGHT = ("Maintain, Strike", "Maintain, Avoid, Push", "Maintain, Strike")
NOTHING = "–"


def layout_words(layout: tuple[int, ...]) -> str:
    """As a script sheet has it: "2/1/1", with a dash for a volley without an action."""
    return "/".join(str(count) if count else NOTHING for count in layout)


@calculator("fight-layouts", rules="FGT-04 FGT-05 FGT-06")
def fight_layouts(
    reflexes: YourReflexes = B4,
    wounds: WoundDice = 0,
    bids: Bids = 0,
    fresh: Annotated[int, MOST_DICE, Asked("Dice that a wound takes in this exchange", more=True, quick=(0, 1, 2))] = 0,
    played: Annotated[int, PLAYED, Asked("Actions you have had by then", more=True, quick=(0, 1, 2, 3))] = 0,
    *,
    ask: Rulings,
) -> Answer:
    """How many actions have you, and where do they lie?"""
    actions = rules.actions_left(reflexes.exponent, wounds, bids)
    layouts = exchange.layouts(actions)
    at_once = bool(fresh) and wound_takes_at_once(ask)
    lost = min(fresh, actions) if at_once else 0
    now = max(actions - lost, min(played, actions))
    later = rules.actions_left(reflexes.exponent, wounds + fresh)
    each = shades.at_once(reflexes.shade, ask)
    figure = wording.count(now, "action")
    listed = wording.listed([layout_words(layout) for layout in layouts], "or") if now else "none"
    facts = [Fact(listed, "over the volleys")] + ([Fact(f"{each} maneuvers", "in each")] if each > 1 else [])
    lines = (
        Line(reflexes.exponent, f"Reflexes {reflexes}", "FGT-05"),
        Line(-min(wounds, reflexes.exponent), "Wounds", "FGT-05"),
        Line(-min(bids, max(0, reflexes.exponent - wounds)), "Bid to go first", "FGT-58"),
        Line(now - actions, "A wound in this exchange", "FGT-05"),
    )
    blocks: list[Block] = [Working(lines, now, "Actions in this exchange")]
    if now:
        blocks.append(_layouts_of(layouts, lost, played))
    blocks += _later(fresh, later, now)
    said = f"You have {figure} in this exchange" + (f", laid out {listed}." if now else ": nothing gets done.")
    values = {
        "actions": actions,
        "now": now,
        "later": later,
        "layouts": ["".join(map(str, layout)) for layout in layouts],
        "maneuvers": now * each,
    }
    return Answer(values, (Verdict(figure, tuple(facts), said), *blocks))


def _layouts_of(layouts: tuple[tuple[int, ...], ...], lost: int, played: int) -> Table:
    """Each layout, with what is left of it once a wound has struck actions off its end."""
    rows: list[tuple[Entry, ...]] = []
    for layout in layouts:
        left = rules.struck_from_the_end(layout, lost, played)
        empty = [str(volley) for volley in rules.empty_volleys(left)]
        idle = f"nothing in volley {wording.listed(empty)}" if empty else None
        rows.append((layout_words(layout), *(count or None for count in left), idle))
    return Table("Where they may lie", ("Layout", "Volley 1", "Volley 2", "Volley 3", ""), tuple(rows))


def _later(fresh: int, later: int, now: int) -> list[Block]:
    if not fresh or later == now:
        return []
    return [Note(f"From the next exchange on you have {wording.count(later, 'action')}.", rule="FGT-05")]


@table("fight-layouts")
def layouts_table() -> Table:
    """Every layout from Reflexes B1 to B9."""
    rows = tuple(
        (f"B{actions}", actions, wording.listed([layout_words(one) for one in exchange.layouts(actions)], "or"))
        for actions in range(1, 10)
    )
    return Table("Actions over three volleys", ("Reflexes", "Actions", "Volley 1/2/3"), rows)


class Begun(Option):
    """A task of several actions that runs on from the last exchange."""

    NONE = "none", "nothing"
    DRAW_WEAPON = Act.DRAW_WEAPON.value, Act.DRAW_WEAPON.words
    RETRIEVE = Act.RETRIEVE.value, Act.RETRIEVE.words
    PHYSICAL = Act.PHYSICAL.value, Act.PHYSICAL.words
    NOCK = Act.NOCK.value, Act.NOCK.words
    DRAW_BOW = Act.DRAW_BOW.value, Act.DRAW_BOW.words
    RELOAD = Act.RELOAD.value, Act.RELOAD.words
    INCANT = Act.INCANT.value, Act.INCANT.words

    @property
    def act(self) -> Act | None:
        """The action."""
        return None if self is Begun.NONE else Act.of(self.value)


TYPED = "Positioning and actions, in order"


@calculator("fight-script", rules="FGT-07 FGT-69")
def fight_script(
    first: Annotated[str, TEXT, asked("Volley 1", TYPED)] = KNIGHT[0],
    second: Annotated[str, TEXT, asked("Volley 2")] = KNIGHT[1],
    third: Annotated[str, TEXT, asked("Volley 3")] = KNIGHT[2],
    reflexes: YourReflexes = B4,
    weapon: Annotated[
        Among[Weapon], Asked("Your weapon", more=True, quick=QUICK_WEAPONS), sheet("weapons", at_once=True)
    ] = SWORD,
    off: Annotated[
        Speed, Asked("The weapon of your other hand is", more=True), sheet("weapons", at_once=False)
    ] = Speed.FAST,
    length: Annotated[bool, Asked("Your weapon’s length gives you dice", more=True)] = False,
    stance: Annotated[Stance, Asked("Your stance", more=True)] = Stance.NEUTRAL,
    posture: Annotated[Posture, Asked("You are", more=True)] = Posture.STANDING,
    locked: Annotated[bool, Asked("You are Locked", more=True)] = False,
    waiting: Annotated[int, PLAYED, Asked("Actions you still wait for a condition", more=True, quick=(0, 1, 2))] = 0,
    struck: Annotated[bool, Asked("Your last action was a Strike", more=True)] = False,
    sets: Annotated[int, Between(0, 2), Asked("Sets right before", more=True, quick=(0, 1, 2))] = 0,
    begun: Annotated[Begun, Asked("Running on from before", more=True)] = Begun.NONE,
    done: Annotated[int, Between(0, 40), Asked("Actions of it done", more=True, quick=(1, 2))] = 1,
    spell: Annotated[
        int, Between(0, 60), Asked("Actions of your spell", "0: not said", more=True, quick=(1, 2, 4))
    ] = 0,
    bids: Bids = 0,
    wounds: WoundDice = 0,
    *,
    ask: Rulings,
) -> Answer:
    """Is this script lawful?"""
    script = Script((volley_of(first, "first"), volley_of(second, "second"), volley_of(third, "third")))
    tasks = {**rules.TASKS, **({Act.INCANT: spell} if spell else {})}
    state = State(
        rules.actions_left(reflexes.exponent, wounds, bids),
        at_once=shades.at_once(reflexes.shade, ask),
        speeds={With.MAIN: wielded(weapon, ask).weapon.speed, With.OFF: off},
        stance=stance,
        posture=posture,
        locked=locked,
        length=length,
        waiting=waiting,
        struck=struck,
        sets=sets,
        begun=begun.act,
        done=done if begun.act else 0,
        tasks=tasks,
    )
    found = rules.check(script, state, house_of(script, state, ask))
    notes = [Note(one.words, rule=one.law.rule) for one in (*found.faults[1:], *found.remarks)]
    values: dict[str, Any] = {
        "lawful": found.lawful,
        "laws": [fault.law.value for fault in found.faults],
        "numbers": [fault.law.amount for fault in found.faults],
        "why": found.faults[0].words if found.faults else "",
        "remarks": [remark.law.value for remark in found.remarks],
        "layout": "".join(str(count) for count in script.layout),
        "actions": state.actions,
    }
    return Answer(values, (_lawful(found.faults, script, state), _sheet(script), *notes))


def _lawful(faults: tuple[Fault, ...], script: Script, state: State) -> Verdict:
    layout = Fact(layout_words(script.layout), "over the volleys")
    if not faults:
        actions = wording.count(state.actions, "action")
        return Verdict("Lawful", (layout,), f"This script is lawful: {actions}, {layout.value}.")
    worst, more = faults[0], len(faults) - 1
    rest = f" {wording.count(more, 'more fault')} below." if more else ""
    where = Fact(f"volley {worst.volley}") if worst.volley else layout
    return Verdict("Unlawful", (where, Fact.count(len(faults), "fault")), f"{worst.words}{rest}")


def slot_words(slot: Slot) -> str:
    """What an action holds: "Strike", or two at once."""
    return " and ".join(deed.words for deed in slot)


def _sheet(script: Script) -> Table:
    """The script as on a sheet, an action a row."""
    rows: list[tuple[Entry, ...]] = []
    for number, volley in enumerate(script.volleys, 1):
        said = [f"“{volley.says}”"] if volley.says else []
        besides = ", ".join([*said, *(["a song or prayer"] if volley.sings else [])]) or None
        slots = volley.slots or ((),)
        for action, slot in enumerate(slots, 1):
            head = (number, volley.positioning) if action == 1 else (None, None)
            tests = list(dict.fromkeys(test for deed in slot for test in ACTIONS[deed.act].tests))
            tail = besides if action == 1 else None
            rows.append((*head, slot_words(slot) or None, wording.listed(tests, "or") if tests else None, tail))
    return Table("The script", ("Volley", "Positioning", "Action", "Tests", "Besides"), tuple(rows))


@calculator("fight-meeting", rules="FGT-08")
def fight_meeting(
    mine: Annotated[str, TEXT, asked("Your volley")] = KNIGHT[1],
    theirs: Annotated[str, TEXT, asked("Theirs")] = "Maintain, Strike, Push",
    full_shield: Annotated[bool, Asked("Who Blocks has a full shield", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """What meets what in this volley?"""
    found = rules.meetings(volley_of(mine, "mine"), volley_of(theirs, "theirs"))
    house = house_of_pairs(found, ask)
    rows: list[tuple[Entry, ...]] = [row_of(one, house, full_shield=full_shield) for one in found]
    kinds = [_kind(_act(one.mine), _act(one.theirs), house) for one in found]
    opposed = kinds.count("opposed")
    figure = wording.count(len(found), "pair") if found else "Nothing"
    facts = (Fact(opposed, "opposed"), Fact(kinds.count("both"), "each for itself"))
    columns = ("Action", "You", "They", "Against your action", "Against theirs")
    told = wording.count(opposed, "pair") if found else "nothing"
    said = f"First meets first, second meets second: {told} rolled against each other." if found else "Nobody acts."
    return Answer(
        {"slots": len(found), "kinds": kinds, "opposed": opposed},
        (
            Verdict(figure, facts, said),
            Table("Action by action", columns, tuple(rows)),
            Note("What happens in one action happens at once: apply all of it, then go on.", rule="FGT-08"),
        ),
    )


def house_of_pairs(found: Sequence[rules.Meeting], ask: Rulings) -> MatrixHouse:
    """The readings that these pairs of actions rest on."""
    return pairs_of([(_act(one.mine), _act(one.theirs)) for one in found], ask)


def row_of(pair: rules.Meeting, house: MatrixHouse, *, full_shield: bool = False) -> tuple[int, str, str, str, str]:
    """A pair of actions: its number, what each does, and what each has against it."""
    own, other = _act(pair.mine), _act(pair.theirs)
    return (
        pair.action,
        slot_words(pair.mine) or Act.NOTHING.words,
        slot_words(pair.theirs) or Act.NOTHING.words,
        _says(own, other, full_shield, house),
        _says(other, own, full_shield, house),
    )


def _act(slot: Slot) -> Act:
    return slot[0].act if slot else Act.NOTHING


def _kind(mine: Act, theirs: Act, house: MatrixHouse) -> str:
    """Whether two actions are rolled against each other, each for itself, one against nothing, or not at all."""
    own, other = met(mine), met(theirs)
    if own.attacks and other.attacks:
        return "both"
    if not own.attacks and not other.attacks:
        return "nothing"
    attack, defense = (own, other) if own.attacks else (other, own)
    meets = set(against(attack, defense, house=house))
    if Meets.WASTED in meets:
        return "nothing"
    if meets - _ALONE:
        return "opposed"
    return "both" if Meets.RIPOSTE in meets else "alone"


_ALONE = {
    Meets.UNOPPOSED,
    Meets.NATURAL,
    Meets.HARDER,
    Meets.USELESS,
    Meets.NOBODY,
    Meets.FREE,
    Meets.RIPOSTE,
}
"""What an attack may meet without a scripted roll against it."""


def _says(mine: Act, theirs: Act, full_shield: bool, house: MatrixHouse) -> str:
    """What someone's action meets; for what is no attack, nothing."""
    own, other = met(mine), met(theirs)
    if own.attacks:
        return ", ".join(part.words for part in against(own, other, full_shield=full_shield, house=house))
    if other.attacks:
        kept = [part.words for part in has(own, other, house=house) if part is not Has.NOTHING]
        return ", ".join(kept) or Has.NOTHING.words
    return Has.NOTHING.words


@calculator("fight-speech", rules="FGT-33")
def fight_speech(
    says: Annotated[str, Longest(80), Asked("What you call out")] = "Get away from the gate, you fools!",
    hesitating: Annotated[bool, Asked("You hesitate in this volley")] = False,
) -> Answer:
    """Does it fit into a volley?"""
    count = rules.syllables(says)
    figure = wording.count(count, "syllable")
    if hesitating:
        fits, words = False, "Who hesitates does not speak."
    elif count > rules.SOME:
        fits, words = False, f"That is {count - rules.SOME} too many: {rules.FEW} to {rules.SOME} fit into a volley."
    else:
        fits, words = True, f"That fits: {rules.FEW} to {rules.SOME} syllables go into a volley."
    return Answer(
        {"syllables": count, "fits": fits},
        (
            Verdict(figure, (Fact("fits" if fits else "does not fit"),), words),
            Note("Syllables are counted by their vowels and may be one off.", rule="FGT-33"),
        ),
    )

"""The script that actions stand in: what is legal, who speaks first, labels, and what is carried on (DOW-06 to 17)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between
from engine.games.burning_wheel.calculators.duel_of_wits.duel_actions import FEW, OWN_OBSTACLE, SKILL, WILL, pool_of
from engine.games.burning_wheel.calculators.duel_of_wits.duel_matrix import SLOTS
from engine.games.burning_wheel.calculators.duel_of_wits.duel_volley import carried_words
from engine.games.burning_wheel.calculators.duel_of_wits.fields import (
    B4,
    TEXT,
    Forking,
    SkillRow,
    Theirs,
    YourSkill,
    YourSkills,
    YourWill,
)
from engine.games.burning_wheel.dice import DiceCount, Pool, ob
from engine.games.burning_wheel.forms.test import QUICK_POOLS
from engine.games.burning_wheel.readings.duel import dice_for, house_of, joined
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import duel
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.arguments import DuelingSkill
from engine.games.burning_wheel.rules.duel import CARDS, RULE, Action, Carried, House, Slot
from engine.games.burning_wheel.rules.duel_odds import Burden, burden
from engine.option import Option
from engine.rulings import Rulings

LOST = Between(0, 2)


@calculator("duel-script", rules="DOW-06 DOW-17")
def duel_script(
    first: Annotated[Action, Asked("Volley 1")] = Action.POINT,
    second: Annotated[Action, Asked("Volley 2")] = Action.REBUTTAL,
    third: Annotated[Action, Asked("Volley 3")] = Action.DISMISS,
    skills: YourSkills = (SkillRow(),),
    will: YourWill = B4,
    hesitates: Annotated[int, LOST, Asked("Volleys you lose at the start", quick=(0, 1))] = 0,
    say_first: Annotated[str, TEXT, Asked("What you will say in volley 1", more=True)] = "",
    say_second: Annotated[str, TEXT, Asked("What you will say in volley 2", more=True)] = "",
    say_third: Annotated[str, TEXT, Asked("What you will say in volley 3", more=True)] = "",
    wounds: Wounded = UNHURT,
    forking: Forking = False,
    *,
    ask: Rulings,
) -> Answer:
    """Is this script legal?"""
    nerve = feels(wounds, will, ask, WILL)
    if nerve.gone:
        return no_test(nerve.gone, legal=False)
    felt = [feels(wounds, row.ability, ask, SKILL) for row in skills]
    left = [
        (row.skill, row.ability, row.ability.pool(-hurt.lost))
        for row, hurt in zip(skills, felt, strict=True)
        if not hurt.gone
    ]
    able = joined(left, ask) if forking else [(skill, pool) for skill, _, pool in left]
    best = dice_for(able, will.pool(-nerve.lost), ask)
    found = Written((first, second, third), (say_first, say_second, say_third), best, hesitates)
    house = House(one_die=found.divides_one and ask["duel.one-die"] == "half")
    faults = duel.bad_script(found.script, found.dice, hesitates, house)
    blocks: list[Block] = [found.verdict(faults), found.table]
    for row, hurt in zip(skills, felt, strict=True):
        words = row.skill.words
        blocks += [Note(f"{words}: {hurt.gone}", rule="HUB-18")] if hurt.gone else []
        blocks += ledger(hurt, row.ability.exponent, words=f"{words}: dice")
    blocks += ledger(nerve, will.exponent, 0, words="Will: dice", against=OWN_OBSTACLE)
    blocks += [Note(sentence, rule=RULE[found.script[volley - 1]]) for volley, sentence in faults[1:]]
    return Answer(
        {
            "legal": not faults,
            "faults": [volley for volley, _ in faults],
            "why": faults[0][1] if faults else "",
            "dice": [int(dice or 0) for dice in found.rolled],
            "volleys": duel.VOLLEYS,
            "notes": sum(bool(say) for say in found.said),
        },
        (*blocks, *found.notes),
    )


@dataclass(frozen=True, slots=True)
class Written:
    """A script as it stands on paper: three actions, what is said, and what each action is best tested with."""

    script: tuple[Action, Action, Action]
    said: tuple[str, str, str]
    best: Mapping[Action, tuple[DuelingSkill | None, Pool]]
    hesitates: int

    @property
    def dice(self) -> dict[Action, int]:
        """The dice that each action can be tested with."""
        return {action: pool.dice for action, (_, pool) in self.best.items()}

    @property
    def divides_one(self) -> bool:
        """Whether a Rebuttal stands in it that has a single die."""
        return Action.REBUTTAL in self.script and self.dice.get(Action.REBUTTAL) == 1

    @property
    def rolled(self) -> tuple[DiceCount | None, ...]:
        """The dice of each volley with what the action brings itself; None where nothing tests it."""
        pools = [self.best[action][1] if action in self.best else None for action in self.script]
        return tuple(
            None if pool is None else DiceCount(duel.pool_for(action, pool).dice)
            for action, pool in zip(self.script, pools, strict=True)
        )

    def verdict(self, faults: Sequence[tuple[int, str]]) -> Verdict:
        """Whether it is legal, or the first fault."""
        if faults:
            more = f" {wording.count(len(faults) - 1, 'more fault')} below." if len(faults) > 1 else ""
            return Verdict("Illegal", (Fact(f"volley {faults[0][0]}"),), f"{faults[0][1]}{more}")
        listed = ", ".join("–" if volley <= self.hesitates else one.words for volley, one in enumerate(self.script, 1))
        return Verdict("Legal", (), f"This script is legal: {listed}.")

    @property
    def table(self) -> Table:
        """The script, volley by volley."""
        rows = []
        for volley, (action, say, dice) in enumerate(zip(self.script, self.said, self.rolled, strict=True), 1):
            skill, pool = self.best.get(action, (None, None))
            tested = skill or ("Will" if pool else None)
            crossed = "crossed off" if volley <= self.hesitates else action
            rows.append((volley, crossed, tested, dice, say or None))
        return Table("The script", ("Volley", "Action", "Tested with", "Dice", "You say"), tuple(rows))

    @property
    def notes(self) -> list[Note]:
        """What a Dismiss costs, and that a script without speeches is half a script."""
        notes = []
        for volley, action in enumerate(self.script, 1):
            if action is Action.DISMISS and volley > self.hesitates:
                lost = f"volley {volley + 1}" if volley < duel.VOLLEYS else "volley 1 of the next exchange"
                notes.append(Note(f"Unless the Dismiss in volley {volley} wins, you lose {lost}.", rule="DOW-10"))
        if not any(self.said):
            notes.append(Note("No speeches: a word for each volley, then say it when it is revealed.", rule="DOW-17"))
        return notes


class First(Option):
    """Who goes first where both may."""

    UNKNOWN = "unknown", "not settled"
    YOU = "you", "you"
    THEY = "they", "they"


@calculator("who-speaks-first", rules="DOW-07")
def who_speaks_first(
    mine: Annotated[Action, Asked("Your action")] = Action.POINT,
    theirs: Theirs = Action.REBUTTAL,
    elder: Annotated[First, Asked("A trait says so, or the elder is", more=True)] = First.UNKNOWN,
) -> Answer:
    """Who speaks first in this volley?"""
    own, its = duel.slots(mine, theirs)
    silent = mine is theirs is Action.HESITATE
    unsettled = own is Slot.EITHER and elder is First.UNKNOWN
    you_first = duel.order((mine, theirs), 1 if elder is First.THEY else 0)[0] == 0
    if silent:
        figure, sentence = "Nobody", "Both hesitate: nobody speaks."
    elif unsettled:
        figure, sentence = "Traits decide", "Both speak alike: let traits decide, else the elder goes first."
    elif Slot.INTERRUPTS in (own, its):
        who = "You" if own is Slot.INTERRUPTS else "They"
        figure, sentence = f"{who} interrupt", f"{who} cut in while the other is speaking."
    elif Slot.OPENS in (own, its):
        who = "You" if own is Slot.OPENS else "They"
        figure = f"{who} open"
        sentence = f"{who} open with a dummy point and cut into the Rebuttal with the real one."
    else:
        who = "You" if you_first else "They"
        figure, sentence = f"{who} first", f"{who} speak first."
    first = "nobody" if silent else "either" if unsettled else "you" if you_first else "they"
    return Answer(
        {"yours": own.value, "theirs": its.value, "first": first},
        (
            Verdict(figure, (Fact(mine.words, "you"), Fact(theirs.words, "they")), sentence),
            Table(
                "Who speaks when", ("", "Action", "Speaks"), (("You", mine, SLOTS[own]), ("They", theirs, SLOTS[its]))
            ),
            Note("The order changes nothing: both results are counted once both have spoken.", rule="DOW-07"),
        ),
    )


class Scripted(Option):
    """The seven actions that a script is made of. Source: DOW-06."""

    POINT = "point", "Point"
    REBUTTAL = "rebuttal", "Rebuttal"
    AVOID = "avoid", "Avoid the Topic"
    DISMISS = "dismiss", "Dismiss"
    FEINT = "feint", "Feint"
    INCITE = "incite", "Incite"
    OBFUSCATE = "obfuscate", "Obfuscate"

    @property
    def action(self) -> Action:
        return Action.of(self.value)


@calculator("action-labels", rules="DOW-08")
def action_labels(
    action: Annotated[Scripted, Asked("Action")] = Scripted.POINT,
) -> Answer:
    """What do this action’s labels say?"""
    card = CARDS[action.action]
    rows = (
        ("Counters", card.counters, "a special power over it, mostly a versus test"),
        ("Countered by", card.countered_by, "the same, seen from the other side"),
        ("Defends against", card.defends, "a versus test in defense when both are played together"),
    )
    return Answer(
        {"counters": card.counters, "countered_by": card.countered_by, "defends": card.defends},
        (
            Verdict(
                action.words,
                tuple(
                    Fact(label.replace("–", "nothing"), name)
                    for label, name in ((card.counters, "counters"), (card.defends, "defends against"))
                ),
                f"{action.words} counters {card.counters}, is countered by {card.countered_by}, and defends against "
                f"{card.defends}.".replace("–", "nothing named"),
            ),
            Table("The labels", ("Label", "Here", "Means"), rows),
            Note("Where a label and the action’s own text disagree, the text wins.", rule="DOW-15"),
        ),
    )


@table("duel-labels")
def labels_table() -> Table:
    """The labels of all seven actions, as their headers list them."""
    rows = tuple((card.action, card.counters, card.countered_by, card.defends) for card in CARDS.values())
    return Table("What the headers say", ("Action", "Counters", "Countered by", "Defends against"), rows)


@table("duel-actions")
def actions_table() -> Table:
    """The seven actions: what tests them, what they do and what they leave behind."""
    rows = tuple((card.action, wording.listed(card.tests, "or"), card.does, card.carries) for card in CARDS.values())
    return Table("The seven actions", ("Action", "Tests", "Does", "Carries over"), rows)


@calculator("duel-carryover", rules="DOW-16")
def duel_carryover(
    action: Annotated[Action, Asked("You scripted")] = Action.POINT,
    theirs: Theirs = Action.POINT,
    skill: YourSkill = B4,
    hesitates: Annotated[int, LOST, Asked("Volleys you still lose", quick=(0, 1))] = 0,
    obstacle: Annotated[int, FEW, Asked("+Ob from Obfuscate", quick=(0, 1))] = 1,
    dice: Annotated[int, FEW, Asked("+D from Obfuscate", quick=(0, 1))] = 0,
    gift: Annotated[int, FEW, Asked("+D from a failed Incite", quick=(0, 1, 2, 3))] = 0,
    will: Annotated[Ability, Asked("Their Will, for Incite", more=True, quick=QUICK_POOLS)] = B4,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """I carry something over: what becomes of it?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    carried = Carried(hesitates, dice, obstacle, gift)
    spoken = Action.HESITATE if hesitates else action
    house = house_of(ask, (spoken, theirs), carried=carried != Carried())
    found = burden(action, theirs, pool_of(skill, -hurt.lost, "skill"), carried, house, penalty=hurt.added)
    figure, penalty, how = _borne(found, theirs, will.exponent, house)
    after, left = found.after, carried_words(found.after)
    rows = (
        ("Volleys lost", hesitates, after.hesitates),
        ("+Ob from Obfuscate", obstacle, after.obstacle),
        ("+D from Obfuscate", dice, after.dice),
        ("+D from a failed Incite", gift, after.test_dice),
    )
    blocks: list[Block] = [
        Verdict(figure, (Fact(left, "taken along"),), f"In this volley {how}. Into the next one you take {left}."),
        Table("What you carry", ("", "Now", "After this volley, if nothing new comes"), rows),
        *ledger(hurt, skill.exponent, obstacle, against=OWN_OBSTACLE),
    ]
    if spoken is Action.DISMISS:
        blocks.append(Note("A volley is counted as lost for this Dismiss, unless it wins the duel.", rule="DOW-10"))
    blocks.append(Note("All of it runs on from volley 3 into the next exchange.", rule="DOW-16"))
    return Answer(
        {
            "does": spoken.value,
            "dice": found.dice,
            "penalty": penalty,
            "hesitates": after.hesitates,
            "obstacle": after.obstacle,
            "action_dice": after.dice,
            "test_dice": after.test_dice,
        },
        tuple(blocks),
    )


def _borne(found: Burden, theirs: Action, will: int, house: House) -> tuple[str, str, str]:
    """What is rolled under a burden, `will` standing against an Incite: in a figure, the penalty, and a sentence."""
    dice, penalty = found.dice, found.penalty
    if found.does is Action.HESITATE:
        return "You hesitate", "nothing", "you say and roll nothing"
    if not found.needs.rolls:
        return "Nothing to roll", "nothing", f"{found.does.words} against {theirs.words} rolls nothing"
    if found.does is Action.INCITE:
        more = f" and {penalty}" if penalty else ""
        return f"{dice}D, {ob(will + penalty)}", f"Ob {will + penalty}", f"roll {dice} dice against Will{more}"
    halves = found.does is Action.REBUTTAL
    joins = "; dice carried over join the pool before you divide it" if halves else ""
    if not penalty:
        return f"{dice}D", "nothing", f"roll {dice} dice{joins}"
    each = "one half" if house.penalty_once else "each half"
    fewer = f"{penalty} fewer{f' in {each}' if halves else ''}"
    takes = f"take {wording.count(penalty, 'success', 'successes')} off {each if halves else 'what you roll'}"
    return f"{dice}D, {wording.MINUS}{penalty}", fewer, f"roll {dice} dice and {takes}{joins}"

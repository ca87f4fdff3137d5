"""The maneuvers one by one: a script of three, what each is for, and how one watches for a sneak (RNC-17, 18, 26)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, Unusable, sheet
from engine.games.burning_wheel.blocks.test import checked
from engine.games.burning_wheel.dice import DiceCount, Shade
from engine.games.burning_wheel.readings import maneuvers as readings
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.readings.maneuvers import Rolls
from engine.games.burning_wheel.rules import maneuvers as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.maneuver_odds import Volley
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver, Means, Result
from engine.games.burning_wheel.rules.range_track import Intent
from engine.games.burning_wheel.rules.wounds import Felt
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

B4, B5 = Ability(Shade.BLACK, 4), Ability(Shade.BLACK, 5)
QUICK = ("B3", "B4", "B5", "B6")
EXTRA = Between(0, 20)
SKILLED = {Means.STEALTHY: "Stealthy", Means.OBSERVATION: "Observation"}
WINS = {
    Intent.CLOSE: "you advance one category of their weapon",
    Intent.WITHDRAW: "you retreat one category of their weapon",
    Intent.MAINTAIN: "the range holds",
}


@calculator("range-script", rules="RNC-17")
def range_script(
    first: Annotated[Maneuver, Asked("First volley")] = Maneuver.STEALTHY_CLOSE,
    second: Annotated[Maneuver, Asked("Second volley")] = Maneuver.SPEED_CLOSE,
    third: Annotated[Maneuver, Asked("Third volley")] = Maneuver.PERCEPTION_MAINTAIN,
    stealthy: Annotated[bool, Asked("You have the skill Stealthy")] = True,
    observation: Annotated[bool, Asked("You have Observation", more=True)] = False,
) -> Answer:
    """May I script these three maneuvers?"""
    owned = [means for means, has in ((Means.STEALTHY, stealthy), (Means.OBSERVATION, observation)) if has]
    moves = (first, second, third)
    open_to = rules.able(owned)
    try:
        rules.script(moves, owned)
    except Refused as error:
        return Answer({"legal": False, "maneuvers": len(open_to)}, (_illegal(str(error), open_to),))
    rows: list[tuple[Entry, ...]] = []
    for number, move in enumerate(moves, 1):
        card = CARDS[move]
        rows.append((str(number), move, card.tests, card.intent, card.special))
    lines = "/".join(move.words for move in moves)
    verdict = Verdict(
        "Fine",
        (Fact(len(open_to), "maneuvers to choose from"), *_intents(moves)),
        f"You may script {lines}. Keep it hidden until the volley comes.",
    )
    volleys = Table("Your script", ("Volley", "Maneuver", "Tests", "For", "Mind"), tuple(rows))
    return Answer(
        {"legal": True, "maneuvers": len(open_to), "tests": [CARDS[one].tests.value for one in moves]},
        (verdict, volleys),
    )


def _illegal(sentence: str, open_to: Sequence[Maneuver]) -> Verdict:
    return Verdict("No", (Fact(len(open_to), "maneuvers to choose from"),), sentence)


def _intents(moves: Sequence[Maneuver]) -> list[Fact]:
    """How often the script closes, withdraws and maintains."""
    counts = [(intent, sum(CARDS[move].intent is intent for move in moves)) for intent in Intent]
    return [Fact(f"{count} × {intent.words}") for intent, count in counts if count]


@calculator("maneuver-card", rules="RNC-18")
def maneuver_card(
    maneuver: Annotated[Maneuver, Asked("Maneuver")] = Maneuver.SPEED_WITHDRAW,
    ability: Annotated[Ability, Asked("What you test with it", quick=QUICK), sheet("ability")] = B4,
    extra: Annotated[int, EXTRA, Asked("Range, cover and other dice", quick=(0, 1, 2, 3))] = 2,
    margin: Annotated[int, Between(0, 20), Asked("You win by", more=True, quick=(1, 2, 3))] = 3,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What does this maneuver test, and what does it bring?"""
    card = CARDS[maneuver]
    hurt = feels(wounds, ability, ask, readings.element_of(card.tests))
    if hurt.gone:
        return no_test(hurt.gone)
    before = ability.exponent + card.dice + extra
    checked(before, 0, "extra")
    dice = max(0, before - hurt.lost)
    acts = margin // card.price
    bought = wording.count(acts, "act") if margin else "nothing"
    facts = (
        Fact(card.tests, "tests"),
        Fact(WINS[card.intent], "if you win"),
        Fact(bought, f"for a margin of {margin}"),
    )
    sentence = f"{maneuver.words}: roll {wording.count(dice, 'die', 'dice')} of {card.tests.words}. {card.special}"
    rows: tuple[tuple[Entry, ...], ...] = (
        ("Win", f"{WINS[card.intent]}; each act costs {wording.count(card.price, 'success', 'successes')}"),
        ("Tie", "the range holds, unless they scripted the same: then both get their way"),
        ("Lose", "they get their way; you may not act, and what you aimed is gone"),
        ("Cover dice", "stay" if card.keeps_cover else "gone after the roll"),
        ("Behind a shield", "cover may rise by one step" if card.behind_shield else "no better cover"),
        ("Dice", "open-ended" if card.tests.open_ended else "not open-ended"),
    )
    values = {
        "dice": dice,
        "tests": card.tests.value,
        "intent": card.intent.value,
        "price": card.price,
        "acts": acts,
        "keeps_cover": card.keeps_cover,
        "behind_shield": card.behind_shield,
        "open_ended": card.tests.open_ended,
    }
    blocks: tuple[Block, ...] = (
        Verdict(DiceCount(dice).words, facts, sentence),
        Table(maneuver.words, ("", ""), rows),
        *ledger(hurt, before, 0, against="Your own +Ob"),
    )
    return Answer(values, blocks)


@table("maneuvers")
def maneuvers_table() -> Table:
    """The nine maneuvers: what each tests, what it is for, what it brings with it."""
    rows = tuple((card.maneuver, card.tests, WINS[card.intent], card.special) for card in CARDS.values())
    return Table("Nine maneuvers", ("Maneuver", "Tests", "If you win", "Mind"), rows)


@calculator("watching", rules="RNC-26")
def watching(
    perception: Annotated[Ability, Asked("Your Perception", quick=QUICK), sheet("perception")] = B5,
    observation: Annotated[
        Ability | None, Asked("Your Observation", "Empty: you lack it", quick=QUICK), sheet("skill", at_once=False)
    ] = B4,
    stealthy: Annotated[Ability, Asked("Their Stealthy", quick=QUICK)] = B4,
    scripted: Annotated[bool, Asked("You scripted Observation")] = False,
    extra: Annotated[int, EXTRA, Asked("Your range, cover and other dice", more=True, quick=(0, 1, 2, 3))] = 1,
    their_extra: Annotated[int, EXTRA, Asked("Their range, cover and other dice", more=True, quick=(0, 1, 2))] = 1,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """They sneak: do I watch with Perception or Observation?"""
    plan = Maneuver.OBSERVATION_MAINTAIN if scripted else Maneuver.PERCEPTION_MAINTAIN
    if scripted and observation is None:
        raise Unusable("observation", "You scripted Observation and have none; give it, or script Perception.")
    may = readings.watches(observation is not None, Maneuver.STEALTHY_CLOSE, plan, ask)
    checked(max(perception.exponent, observation.exponent if observation else 0) + extra, 0, "extra")
    checked(stealthy.exponent + their_extra, 0, "their_extra")
    sneak = Rolls(stealthy, their_extra, Felt(), 0)
    found: dict[Maneuver, dict[Result, Fraction]] = {}
    for maneuver, ability in ((Maneuver.PERCEPTION_MAINTAIN, perception), (Maneuver.OBSERVATION_MAINTAIN, observation)):
        if ability is not None:
            hurt = feels(wounds, ability, ask, readings.element_of(CARDS[maneuver].tests))
            if hurt.gone:
                return no_test(hurt.gone)
            found[maneuver] = _watch(maneuver, Rolls(ability, extra, hurt, 0), sneak, ask)
    open_to = [plan] if scripted else [one for one in found if one is plan or may]
    best = max(open_to, key=lambda one: found[one][Result.WIN])
    name, chances = CARDS[best].tests.words, found[best]
    win, tie, lose = (chances[result] for result in Result)
    verdict = Verdict(
        name,
        (Fact(win, "you hold them off"), Fact(tie, "a tie"), Fact(lose, "they get through")),
        f"Roll {name}: you hold the range {often(win)}.",
        Mark.DERIVED,
    )
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (CARDS[one].tests, *(chance[r] for r in Result), HOW[CARDS[one].tests]) for one, chance in found.items()
    )
    columns = ("You roll", "You win", "A tie", "They win", "How")
    blocks: list[Block] = [verdict, Table("Both ways", columns, rows, mark=Mark.DERIVED)]
    if observation is not None and not may:
        blocks.append(Note("Your table wants Observation scripted beforehand.", Mark.RULING, "RNC-17"))
    worn = feels(wounds, perception, ask, ELEMENTS["perception"])
    blocks += ledger(worn, perception.exponent + extra, 0, words="Dice of Perception", against="Your own +Ob")
    seen = found.get(Maneuver.OBSERVATION_MAINTAIN)
    values = {
        "rolls": name,
        "win": win,
        "tie": tie,
        "lose": lose,
        "perception": found[Maneuver.PERCEPTION_MAINTAIN][Result.WIN],
        "observation": seen[Result.WIN] if seen else None,
    }
    return Answer(values, tuple(blocks))


HOW = {
    Means.PERCEPTION: "open-ended, and their Stealthy succeeds by itself",
    Means.OBSERVATION: "not open-ended, and they roll their Stealthy",
}


def _watch(maneuver: Maneuver, mine: Rolls, theirs: Rolls, ask: Rulings) -> dict[Result, Fraction]:
    """The chances of a Maintain against a sneak."""
    met = readings.meeting_of(maneuver, Maneuver.STEALTHY_CLOSE, ask)
    volley: Volley = readings.volley_of(
        mine.contender(met.sides[0], 0, ask), theirs.contender(met.sides[1], 0, ask), ask
    )
    found = dict.fromkeys(Result, Fraction(0))
    for ending, chance in volley.chances.items():
        if chance:
            happens = readings.prevails_of(ending.result, True, True, met, ask)
            found[happens or ending.result] += chance
    return found

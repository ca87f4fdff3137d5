"""After the roll: what may still be spent on dice that lie there, and what a result means (HUB-62, 73, 81, 98, 99)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.log import rescue_rows
from engine.games.burning_wheel.blocks.odds import MOST_ASKED, MOST_FACES, drawn
from engine.games.burning_wheel.calculators.rolling_dice.dice import FACES, faces_of
from engine.games.burning_wheel.dice import Roll, Shade, ob
from engine.games.burning_wheel.forms.artha import DeedsHeld, FateHeld, PersonaHeld
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.readings.artha import after_failing, wounds_count
from engine.games.burning_wheel.readings.dice import chain
from engine.games.burning_wheel.rules import rescue
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.rescue import Manner, Rolled, Step, Way
from engine.games.burning_wheel.rules.spending import LIMIT, Limits, counted
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import REASONS, often
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

POINTS = Between(0, 99)
ASKED = Between(0, MOST_ASKED)


class Against(Option):
    """What the roll must beat. Source: HUB-12, HUB-13."""

    OBSTACLE = "obstacle", "an obstacle"
    DEFEND = "defend", "versus: you defend"
    ACT = "act", "versus: they defend"
    BOTH = "both", "versus: nobody defends"

    @property
    def versus(self) -> bool:
        return self is not Against.OBSTACLE

    @property
    def to_win(self) -> int:
        """How many successes more than the number given are needed: a tie goes to the defender. Source: HUB-13."""
        return int(self in (Against.ACT, Against.BOTH))


class Used(Option):
    """What was already spent on this roll. Source: HUB-72."""

    LUCK = "luck", "Luck"
    SHRUG = "shrug", "Shrug it Off"
    INSPIRATION = "inspiration", "Divine Inspiration"
    GRACE = "grace", "Saving Grace"
    COMPLICATION = "complication", "Complication"


@dataclass(frozen=True, slots=True)
class State:
    """The dice on the table and what they must come to; `rolls` are your dice, and those of gear in another shade."""

    rolls: tuple[Roll, ...]
    manner: Manner
    good: int
    need: int
    opens: bool

    @property
    def short(self) -> int:
        return max(0, self.need - self.good)

    @property
    def failed(self) -> int:
        return sum(not die.success for roll in self.rolls for die in roll.dice)

    @property
    def failed_extras(self) -> int:
        return sum(not die.success and die.begot_by is not None for roll in self.rolls for die in roll.dice)

    @property
    def sixes(self) -> int:
        return sum(roll.count.sixes for roll in self.rolls)


@calculator("post-roll", rules="HUB-62 HUB-73 HUB-81 HUB-98")
def post_roll(
    ability: Annotated[Ability, Asked("Your ability", quick=("B3", "B4", "B5", "G4")), sheet("ability")] = Ability(
        Shade.BLACK, 4
    ),
    faces: Annotated[
        str, Longest(120), Asked("Faces", "As they fell: 6 5 2 1. Extra dice come last.", adds=FACES)
    ] = "6 5 2 1",
    obstacle: Annotated[int, ASKED, Asked("Obstacle, or what they rolled", gm=True, quick=QUICK_OBSTACLES)] = 3,
    fate: FateHeld = 1,
    call_ons: Annotated[int, Between(0, 3), Asked("Call-ons that fit, unused", quick=(0, 1, 2))] = 1,
    deeds: DeedsHeld = 1,
    persona: PersonaHeld = 1,
    against: Annotated[Against, Asked("Against", more=True)] = Against.OBSTACLE,
    rolled: Annotated[Rolled, Asked("You rolled", more=True)] = Rolled.PLAIN,
    careful: Annotated[bool, Asked("You worked carefully", more=True)] = False,
    used: Annotated[frozenset[Used], Asked("Already spent on this roll", more=True)] = frozenset(),
    boons: Annotated[int, Between(0, 3), Asked("Persona already spent on it", more=True)] = 0,
    over: Annotated[int, Between(0, 20), Asked("Successes wanted beyond that", more=True, quick=(0, 1, 2))] = 0,
    gear_faces: Annotated[
        str, Longest(120), Asked("Faces of gear dice in another shade", "Armor, a shield, a tool.", more=True)
    ] = "",
    gear_shade: Annotated[Shade, Asked("Their shade", more=True)] = Shade.GRAY,
    linked: Annotated[bool, Asked("Astrology in a linked test", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """I am short. What can I still spend, and will it do?"""
    differs = rolled in (Rolled.PERCEPTION, Rolled.ASTROLOGY)
    natural = rolled.open_ended(later=differs and ask["edition"] == "later")
    manner = Manner(natural=natural, ones=natural and rolled is Rolled.ASTROLOGY and not linked)
    typed = [(ability.shade, faces, "faces"), (gear_shade, gear_faces, "gear_faces")]
    to_win = obstacle + against.to_win
    state = _state(typed[: 1 + bool(gear_faces.strip())], to_win + over, manner, natural or Used.LUCK in used, ask)
    passed = state.good >= to_win
    tied = against.versus and state.good == obstacle
    spent = {one.value: 1 for one in used} | {"boon": boons}
    refused = _refused(state, spent, fate, deeds, ask)
    usable = 1 if call_ons > 1 and ask["rolls.call-on-session"] == "character" else call_ons
    if not usable:
        refused["call_on"] = "no-call-on"
    elif passed and over and ask["rolls.call-on-passed"] == "failed":
        refused["call_on"] = "passed"
    elif state.short and not state.failed and not tied:
        refused["call_on"] = "no-traitor"
    left = {
        Step.LUCK: int("luck" not in refused),
        Step.CALL_ON: 0 if "call_on" in refused else usable,
        Step.GRACE: int("saving_grace" not in refused),
    }
    listed: Sequence[Way] = ()
    breaks = False
    if state.short:
        breaks = bool(left[Step.CALL_ON]) and not over and _breaks(against, ask)
        listed = rescue.ways(rescue.joined(state.rolls), state.need, left, _manner(state, left, ask), deadlock=breaks)
    failing = (
        {}
        if passed or (tied and against is Against.BOTH)
        else after_failing(careful, persona, boons, Used.COMPLICATION in used, ask)
    )
    serving = [way for way in listed if way.chance]
    cheapest = min(serving, key=lambda way: (way.price, -way.chance), default=None)
    best = max(serving, key=lambda way: way.chance, default=None)
    values: dict[str, object] = {
        "successes": state.good,
        "traitors": state.failed,
        "dice": sum(roll.pool.dice for roll in state.rolls),
        "short": state.short,
        "passes": passed,
        "tied": tied,
        "open_ended": natural,
        "cheapest": _key(cheapest) if cheapest else "",
        "best": _key(best) if best else "",
        "best_chance": best.chance if best else int(not state.short),
        "ways": len(listed),
        **{_key(way): way.chance for way in listed},
        **{f"{use}_refused": code for use, code in refused.items()},
        **{use: code or "yes" for use, code in failing.items()},
    }
    blocks: list[Block] = [_verdict(state, obstacle, against, tied, over, listed, cheapest, natural)]
    blocks += [drawn(roll, len(roll.dice)) for roll in state.rolls]
    blocks += _tables(listed, natural)
    if refused and state.short:
        rows = tuple((NAMES[use], REASONS[code]) for use, code in refused.items())
        blocks.append(Table("Not now", ("Spend", "Why"), rows))
    if failing:
        blocks.append(
            Table("For 1 Persona, if it stays a failure", ("Spend", "What it does, or why not"), rescue_rows(failing))
        )
    blocks += _notes(state, rolled, natural, left)
    if not natural:
        pool = sum((roll.pool.closed() for roll in state.rolls[1:]), state.rolls[0].pool.closed())
        values["before"], values["before_reroll"] = (
            rescue.chance_before(pool, state.need, steps, Manner()) for steps in ((), (Step.GRACE,))
        )
        row = tuple(wording.percent(values[key]) for key in ("before", "before_reroll"))  # type: ignore[arg-type]
        columns = ("As it is", "With failed dice rolled again")
        blocks.append(Table("The same dice before they fell", columns, (row,), None, Mark.DERIVED, folded=True))
    return Answer(values, tuple(blocks), _effects(listed, failing))


NAMES = {"luck": "Luck", "call_on": "Call-on", "saving_grace": "Saving Grace"}


def _state(typed: Sequence[tuple[Shade, str, str]], need: int, manner: Manner, opens: bool, ask: Rulings) -> State:
    """The dice that were typed: their shade, their faces, and the field that holds them."""
    fields = [(shade, faces_of(said, at), at) for shade, said, at in typed]
    every = [face for _, faces, _ in fields for face in faces]
    if len(every) > MOST_FACES:
        raise Unusable(fields[-1][2], f"This weighs at most {MOST_FACES} dice; here lie {len(every)}.")
    if opens and (6 in every or manner.ones):
        manner = replace(manner, chain=chain(ask))
    if manner.ones:
        manner = replace(manner, ones_cost=ask["rolls.astrology-ones"] == "cost")
    rolls = []
    for shade, faces, at in fields:
        try:
            rolls.append(rescue.lying(faces, shade, opens, manner))
        except Refused as error:
            raise Unusable(at, str(error)) from None
    return State(tuple(rolls), manner, sum(rescue.count(roll, manner) for roll in rolls), need, opens)


def _refused(state: State, spent: Mapping[str, int], fate: int, deeds: int, ask: Rulings) -> dict[str, str]:
    """Which artha may not go on these dice, and the code of the reason. Source: HUB-72, HUB-73, HUB-81."""
    refused = {}
    wounds = "shrug" in spent and wounds_count(ask)
    if not fate:
        refused["luck"] = "no-fate"
    elif counted(spent, Limits(wounds=wounds)).fate >= LIMIT.fate:
        refused["luck"] = "used" if "luck" in spent else "fate-limit"
    elif state.manner.natural and not state.failed:
        refused["luck"] = "no-traitor"
    if not deeds:
        refused["saving_grace"] = "no-deeds"
    elif "grace" in spent:
        refused["saving_grace"] = "used"
    elif not state.failed:
        refused["saving_grace"] = "no-traitor"
    return refused


def _breaks(against: Against, ask: Rulings) -> bool:
    """Whether a call-on may win a tie. Source: HUB-13, HUB-62."""
    return against is Against.BOTH or (against is Against.ACT and ask["versus.call-on"] == "any")


def _manner(state: State, left: Mapping[Step, int], ask: Rulings) -> Manner:
    """How the dice will behave under the table's readings, each asked for only where it can change a chance."""
    manner = state.manner
    rerolls = left[Step.CALL_ON] + left[Step.GRACE]
    opening = state.opens or left[Step.LUCK]
    several = opening and (state.short > 1 or manner.ones)
    lucky = manner.natural and left[Step.LUCK]
    if several:
        manner = replace(manner, chain=chain(ask))
        if rerolls:
            manner = replace(manner, rerolls_open=ask["rolls.reroll-opens"] == "yes")
        if lucky and ask["edition"] == "later":
            manner = replace(manner, luck_closed=ask["rolls.luck-later"] == "closed")
    if (opening and rerolls) or (lucky and state.failed_extras):
        manner = replace(manner, extras=ask["rolls.extra-traitors"] == "yes")
    return manner


def _key(way: Way) -> str:
    """A way's name among the values: its steps in order, "tie" for a call-on that wins the tie."""
    return "_".join([*(step.value.replace("-", "_") for step in way.steps), *(("tie",) if way.tie else ())])


def _named(way: Way, natural: bool) -> str:
    luck = "Luck on one traitor" if natural else "Luck"
    said = [luck if step is Step.LUCK else step.words for step in way.steps] + ["call-on for the tie"] * way.tie
    whole = ", then ".join(said)
    return whole[:1].upper() + whole[1:]


def _price(way: Way) -> str:
    prices = {Step.LUCK: "{} Fate", Step.CALL_ON: "{} use this session", Step.GRACE: "{} Deeds"}
    return ", ".join(text.format(times) for step, text in prices.items() if (times := way.times(step)))


def _tables(listed: Sequence[Way], natural: bool) -> list[Table]:
    rows = [
        (_named(way, natural), _price(way), wording.percent(way.chance), wording.percent(way.whole)) for way in listed
    ]
    single = sum(sum(way.price) == 1 for way in listed)
    columns = ("Spend", "Price", "Chance", "All of it needed")
    tables = []
    if rows[:single]:
        short = tuple(row[:3] for row in rows[:single])
        tables.append(Table("What may still be done", columns[:3], short, None, Mark.DERIVED))
    if rows[single:]:
        caption = "One after the other, as long as you are short"
        tables.append(Table(caption, columns, tuple(rows[single:]), None, Mark.DERIVED))
    return tables


def _verdict(
    state: State,
    obstacle: int,
    against: Against,
    tied: bool,
    over: int,
    listed: Sequence[Way],
    cheapest: Way | None,
    natural: bool,
) -> Verdict:
    good = wording.count(state.good, "success", "successes")
    versus = f"against their {obstacle}" if against.versus else f"against {ob(obstacle)}"
    if not state.short:
        wins = "You win the tie" if tied else "You win" if against.versus else "It passes"
        beyond = state.good - state.need + over
        line = f"{beyond} over" if beyond else "as many as it takes"
        return Verdict(good, f"{wins.lower()} · {line}", f"{good} {versus}: {wins.lower()}; nothing need be spent.")
    single = [way for way in listed if sum(way.price) == 1]
    figure = "A tie" if tied and not over else f"{state.short} short"
    chances = " · ".join(f"{_named(way, natural)} {wording.percent(way.chance)}" for way in single)
    sentence = f"{good} {versus}: {'a tie that you do not win' if tied and not over else f'{state.short} short'}. "
    if cheapest is None:
        return Verdict(figure, chances or "nothing left to spend", f"{sentence}Nothing that you may spend can help.")
    cheap = f"The cheapest that can help is {_named(cheapest, natural)}, {often(cheapest.chance)}"
    return Verdict(figure, chances or _named(cheapest, natural), f"{sentence}{cheap}.", Mark.DERIVED)


def _notes(state: State, rolled: Rolled, natural: bool, left: Mapping[Step, int]) -> list[Block]:
    notes: list[Block] = []
    if not state.short:
        return notes
    if natural and left[Step.LUCK]:
        text = "The roll was open-ended already, so Luck rolls one traitor again, and its 6 opens nothing."
        notes.append(Note(text, rule="HUB-73"))
    elif left[Step.LUCK] and not state.sixes:
        notes.append(Note("No 6 lies there, so Luck by itself opens nothing.", rule="HUB-73"))
    if rolled is Rolled.ASTROLOGY:
        text = "In the later edition astrology opens on 1s as well, except in a linked test; the revised one is silent."
        notes.append(Note(text, rule="HUB-98"))
    return notes


def _effects(listed: Sequence[Way], failing: Mapping[str, str]) -> tuple[Effect, ...]:
    """Each point that may be spent now and can help, for the purse and the tally of the ability. Source: HUB-83."""
    helpful = {way.steps for way in listed if way.chance and not way.tie}
    spends = []
    if (Step.LUCK,) in helpful:
        spends.append(Spend("fate", 1, "ability"))
    if (Step.GRACE,) in helpful:
        spends.append(Spend("deeds", 1, "ability"))
    if "" in failing.values():
        spends.append(Spend("persona", 1, "ability"))
    return tuple(spends)


@calculator("test-result", rules="HUB-99")
def result(
    successes: Annotated[int, Between(0, 100), Asked("Your successes", quick=(0, 1, 2, 3, 4, 5))] = 2,
    obstacle: Annotated[int, Between(0, 100), Asked("Obstacle, or what they rolled", quick=(1, 2, 3, 4, 5))] = 2,
    against: Annotated[Against, Asked("Against")] = Against.OBSTACLE,
    helpers: Annotated[int, Between(0, 20), Asked("Who helped you", quick=(0, 1, 2))] = 0,
    careful: Annotated[bool, Asked("You worked carefully")] = False,
    call_on: Annotated[bool, Asked("A call-on that fits is left")] = False,
    persona: Annotated[int, POINTS, Asked("Persona you have", quick=(0, 1, 2)), sheet("persona")] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """The dice are counted. What happens now?"""
    margin = successes - obstacle
    tie = against.versus and not margin
    later = ask["edition"] == "later" if margin <= 0 and (helpers or tie) else False
    deadlock = tie and against is Against.BOTH
    passes = margin > 0 or (not margin and against in (Against.OBSTACLE, Against.DEFEND))
    broken = tie and not passes and call_on and _breaks(against, ask)
    came = "pass" if passes or broken else "deadlock" if deadlock else "fail"
    shared = later and bool(helpers) and came == "fail"
    failing = after_failing(careful, persona, 0, False, ask) if came == "fail" else {}
    blocks: list[Block] = []
    if came == "pass":
        over = max(0, margin)
        figure = "You win" if against.versus else "It passes"
        how = (
            "by the call-on"
            if broken
            else "the tie is the defender’s"
            if tie
            else f"{wording.count(over, 'success', 'successes')} over"
            if over
            else "as many as it takes"
        )
        sentence = f"{figure}, {how}: what you wanted happens, as you said it."
        if over:
            text = f"The {wording.count(over, 'extra success', 'extra successes')} may go into quality, or into speed."
            blocks.append(Note(text, rule="HUB-99"))
    elif came == "deadlock":
        figure, how = "A tie", "nobody wins"
        stays = "until the conflict moves to another ability" if later else "as the result, unless a call-on breaks it"
        sentence = f"A tie without a defender: it stands {stays}."
    else:
        figure, how = "It fails", f"{-margin} short" if margin else "the tie is the defender’s"
        sentence = f"{figure}, {how}: what the GM said beforehand comes about."
        if helpers:
            text = (
                "Whoever helped shares what comes of it."
                if shared
                else "Whoever helped risks nothing by it, but for the tax of Resources."
            )
            blocks.append(Note(text, rule="HUB-99"))
        blocks.append(Table("For 1 Persona", ("Spend", "What it does, or why not"), rescue_rows(failing)))
    values = {
        "result": came,
        "over": max(0, margin) if came == "pass" else 0,
        "helpers_share": shared,
        "tie": tie,
        "stays": "conflict" if deadlock and later and not broken else "",
        **{use: code or "yes" for use, code in failing.items()},
    }
    return Answer(values, (Verdict(figure, how, sentence), *blocks))

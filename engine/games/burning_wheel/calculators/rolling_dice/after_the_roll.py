"""After the roll: what may still be spent on dice that lie there, and what a result means (HUB-62, 73, 81, 98, 99)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict
from engine.calculators import calculator
from engine.effects import Effect
from engine.forms import Asked, Between, Longest, Unusable, sheet
from engine.games.burning_wheel.blocks.log import rescue_rows
from engine.games.burning_wheel.blocks.odds import MOST_ASKED, MOST_FACES, drawn
from engine.games.burning_wheel.dice import Roll, Shade, ob
from engine.games.burning_wheel.forms.artha import DeedsHeld, FateHeld, PersonaHeld
from engine.games.burning_wheel.forms.rolled import FACES, QUICK_SUCCESSES, faces_of
from engine.games.burning_wheel.forms.test import QUICK_OBSTACLES
from engine.games.burning_wheel.readings.artha import after_failing
from engine.games.burning_wheel.readings.rescue import (
    breaks_ties,
    lying_as,
    open_to,
    rerolled_as,
    rolled_as,
)
from engine.games.burning_wheel.readings.rescue import (
    call_ons as usable_call_ons,
)
from engine.games.burning_wheel.rules import rescue
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.rescue import Against, Held, Lying, Manner, Rolled, Step, Used, Way
from engine.games.burning_wheel.sheet.effects import Spend
from engine.games.burning_wheel.words import REASONS
from engine.option import Option
from engine.refused import Refused
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

HowMuch = Between(0, MOST_ASKED)
YourAbility = Annotated[Ability, Asked("Your ability", quick=("B3", "B4", "B5", "G4")), sheet("ability")]
Faces = Annotated[str, Longest(120), Asked("Faces", "As they fell: 6 5 2 1. Extra dice come last.", adds=FACES)]
GearFaces = Annotated[
    str, Longest(120), Asked("Faces of gear dice in another shade", "Armor, a shield, a tool.", more=True)
]
AskedFor = Annotated[int, HowMuch, Asked("Obstacle, or what they rolled", gm=True, quick=QUICK_OBSTACLES)]
CallOns = Annotated[int, Between(0, 3), Asked("Call-ons that fit, unused", quick=(0, 1, 2))]
AlreadyUsed = Annotated[frozenset[Used], Asked("Already spent on this roll", more=True)]
Over = Annotated[int, Between(0, 20), Asked("Successes wanted beyond that", more=True, quick=(0, 1, 2))]


@calculator("post-roll", rules="HUB-62 HUB-73 HUB-81 HUB-98")
def post_roll(
    ability: YourAbility = Ability(Shade.BLACK, 4),
    faces: Faces = "6 5 2 1",
    obstacle: AskedFor = 3,
    fate: FateHeld = 1,
    call_ons: CallOns = 1,
    deeds: DeedsHeld = 1,
    persona: PersonaHeld = 1,
    against: Annotated[Against, Asked("Rolled against", more=True)] = Against.OBSTACLE,
    rolled: Annotated[Rolled, Asked("What you rolled", more=True)] = Rolled.PLAIN,
    careful: Annotated[bool, Asked("You worked carefully", more=True)] = False,
    used: AlreadyUsed = frozenset(),
    boons: Annotated[int, Between(0, 3), Asked("Persona already spent on it", more=True)] = 0,
    over: Over = 0,
    gear_faces: GearFaces = "",
    gear_shade: Annotated[Shade, Asked("Shade of the gear dice", more=True)] = Shade.GRAY,
    linked: Annotated[bool, Asked("Astrology in a linked test", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """I am short. What can I still spend, and will it do?"""
    held = Held(fate, deeds, persona, call_ons, used, boons)
    manner = rolled_as(rolled, ask, linked=linked)
    typed = [(ability.shade, faces, "faces"), (gear_shade, gear_faces, "gear_faces")][: 1 + bool(gear_faces.strip())]
    opens = manner.natural or Used.LUCK in used
    lying = Lying(*_rolls(typed, manner, opens, ask), opens, against, obstacle, over)
    found = _weighed(lying, held, careful, ask)
    blocks: list[Block] = [_verdict(found), *(drawn(roll, len(roll.dice)) for roll in lying.rolls), *_tables(found)]
    if lying.short and (refused := found.refused):
        rows = tuple((_capital(step.words), REASONS[code]) for step, code in refused.items())
        blocks.append(Table("Not now", ("Spend", "Why"), rows))
    if found.failing:
        columns = ("Spend", "What it does, or why not")
        blocks.append(Table("For 1 Persona, if it stays a failure", columns, rescue_rows(found.failing)))
    blocks += _notes(found, rolled)
    values = _values(found)
    if not found.natural:
        pool = sum((roll.pool.closed() for roll in lying.rolls[1:]), lying.rolls[0].pool.closed())
        before, again = (rescue.chance_before(pool, lying.need, steps, Manner()) for steps in ((), (Step.GRACE,)))
        values |= {"before": before, "before_reroll": again}
        columns = ("As it is", "With failed dice rolled again")
        same = Table("The same dice before they fell", columns, ((before, again),), None, Mark.DERIVED, folded=True)
        blocks.append(same)
    return Answer(values, tuple(blocks), _effects(found))


def _rolls(
    typed: Sequence[tuple[Shade, str, str]], manner: Manner, opens: bool, ask: Rulings
) -> tuple[tuple[Roll, ...], Manner]:
    """The dice that were typed, from their shade, their faces, and the field that holds them, and how they behave."""
    fields = [(shade, faces_of(said, at), at) for shade, said, at in typed]
    every = [face for _, faces, _ in fields for face in faces]
    if len(every) > MOST_FACES:
        raise Unusable(fields[-1][2], f"This weighs at most {MOST_FACES} dice; here lie {len(every)}.")
    manner = lying_as(manner, every, opens, ask)
    rolls = []
    for shade, faces, at in fields:
        try:
            rolls.append(rescue.lying(faces, shade, opens, manner))
        except Refused as error:
            raise Unusable(at, str(error)) from None
    return tuple(rolls), manner


@dataclass(frozen=True, slots=True)
class Weighed:
    """Dice on the table, and what can be done about them.

    `open_to` says whether each spend may be made: nothing, or a key of `REASONS`. `left` is how often, `ways` are those
    there are to go on, and `failing` is what is open once it stays a failure.
    """

    lying: Lying
    open_to: Mapping[Step, str]
    left: Mapping[Step, int]
    ways: Sequence[Way]
    failing: Mapping[str, str]

    @property
    def natural(self) -> bool:
        return self.lying.manner.natural

    @property
    def refused(self) -> dict[Step, str]:
        return {step: code for step, code in self.open_to.items() if code}

    @property
    def serving(self) -> list[Way]:
        """The ways that can help."""
        return [way for way in self.ways if way.chance]

    @property
    def cheapest(self) -> Way | None:
        return min(self.serving, key=lambda way: (way.price, -way.chance), default=None)

    @property
    def best(self) -> Way | None:
        return max(self.serving, key=lambda way: way.chance, default=None)

    @property
    def single(self) -> list[Way]:
        """The ways that are one spend."""
        return [way for way in self.ways if sum(way.price) == 1]

    def named(self, way: Way) -> str:
        """A way in words, its steps in order."""
        luck = "Luck on one traitor" if self.natural else "Luck"
        said = [luck if step is Step.LUCK else step.words for step in way.steps] + ["call-on for the tie"] * way.tie
        return _capital(", then ".join(said))


def _weighed(lying: Lying, held: Held, careful: bool, ask: Rulings) -> Weighed:
    """What can be done about these dice, under the table's rulings."""
    closed = open_to(lying, held, ask)
    often = {Step.LUCK: 1, Step.CALL_ON: usable_call_ons(held, ask), Step.GRACE: 1}
    left = {step: 0 if closed[step] else times for step, times in often.items()}
    listed: Sequence[Way] = ()
    if lying.short:
        breaks = bool(left[Step.CALL_ON]) and not lying.over and breaks_ties(lying.against, ask)
        manner = rerolled_as(lying, left, ask)
        listed = rescue.ways(rescue.joined(lying.rolls), lying.need, left, manner, deadlock=breaks)
    failing: dict[str, str] = {}
    if not lying.passed and not (lying.tied and lying.against is Against.BOTH):
        failing = after_failing(careful, held.persona, held.boons, Used.COMPLICATION in held.used, ask)
    return Weighed(lying, closed, left, listed, failing)


def _values(found: Weighed) -> dict[str, Any]:
    lying, cheapest, best = found.lying, found.cheapest, found.best
    return {
        "successes": lying.good,
        "traitors": lying.failed,
        "dice": sum(roll.pool.dice for roll in lying.rolls),
        "short": lying.short,
        "passes": lying.passed,
        "tied": lying.tied,
        "open_ended": found.natural,
        "cheapest": _key(cheapest) if cheapest else "",
        "best": _key(best) if best else "",
        "best_chance": best.chance if best else int(not lying.short),
        "ways": len(found.ways),
        **{_key(way): way.chance for way in found.ways},
        **{f"{_id(step)}_refused": code for step, code in found.refused.items()},
        **{use: code or "yes" for use, code in found.failing.items()},
    }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _id(step: Step) -> str:
    return str(step.value).replace("-", "_")


def _key(way: Way) -> str:
    """A way's name among the values: its steps in order, "tie" for a call-on that wins the tie."""
    return "_".join([*(_id(step) for step in way.steps), *(("tie",) if way.tie else ())])


def _price(way: Way) -> str:
    prices = {Step.LUCK: "{} Fate", Step.CALL_ON: "{} use this session", Step.GRACE: "{} Deeds"}
    return ", ".join(text.format(times) for step, text in prices.items() if (times := way.times(step)))


def _tables(found: Weighed) -> list[Table]:
    rows = [(found.named(way), _price(way), way.chance, way.whole) for way in found.ways]
    single = len(found.single)
    columns = ("Spend", "Price", "Chance", "All of it needed")
    tables = []
    if rows[:single]:
        short = tuple(row[:3] for row in rows[:single])
        tables.append(Table("What may still be done", columns[:3], short, None, Mark.DERIVED))
    if rows[single:]:
        caption = "One after the other, as long as you are short"
        tables.append(Table(caption, columns, tuple(rows[single:]), None, Mark.DERIVED))
    return tables


def _verdict(found: Weighed) -> Verdict:
    lying, against = found.lying, found.lying.against
    good = wording.count(lying.good, "success", "successes")
    versus = f"against their {lying.asked}" if against.versus else f"against {ob(lying.asked)}"
    if not lying.short:
        wins = "you win the tie" if lying.tied else "you win" if against.versus else "it passes"
        beyond = lying.good - lying.need + lying.over
        enough = Fact(beyond, "over") if beyond else Fact("as many as it takes")
        return Verdict(good, (Fact(wins), enough), f"{good} {versus}: {wins}; nothing need be spent.")
    tie = lying.tied and not lying.over
    figure = "A tie" if tie else f"{lying.short} short"
    chances = tuple(Fact(way.chance, found.named(way)) for way in found.single[:4])
    sentence = f"{good} {versus}: {'a tie that you do not win' if tie else figure}. "
    cheapest = found.cheapest
    if cheapest is None:
        return Verdict(
            figure, chances or (Fact("nothing left to spend"),), f"{sentence}Nothing that you may spend can help."
        )
    cheap = f"The cheapest that can help is {found.named(cheapest)}, {often(cheapest.chance)}"
    return Verdict(figure, chances or (Fact(found.named(cheapest)),), f"{sentence}{cheap}.", Mark.DERIVED)


def _notes(found: Weighed, rolled: Rolled) -> list[Block]:
    notes: list[Block] = []
    if not found.lying.short:
        return notes
    if found.natural and found.left[Step.LUCK]:
        text = "The roll was open-ended already, so Luck rolls one traitor again, and its 6 opens nothing."
        notes.append(Note(text, rule="HUB-73"))
    elif found.left[Step.LUCK] and not found.lying.sixes:
        notes.append(Note("No 6 lies there, so Luck by itself opens nothing.", rule="HUB-73"))
    if rolled is Rolled.ASTROLOGY:
        text = "In the later edition astrology opens on 1s as well, except in a linked test; the revised one is silent."
        notes.append(Note(text, rule="HUB-98"))
    return notes


def _effects(found: Weighed) -> tuple[Effect, ...]:
    """Each point that may be spent now and can help, for the purse and the tally of the ability. Source: HUB-83."""
    helpful = {way.steps for way in found.serving if not way.tie}
    may = {
        "fate": (Step.LUCK,) in helpful,
        "deeds": (Step.GRACE,) in helpful,
        "persona": "" in found.failing.values(),
    }
    return tuple(Spend(points, 1, "ability") for points, spends in may.items() if spends)


class Ending(Option):
    """What a counted roll has come to. Source: HUB-99."""

    PASS = "pass", "what you wanted happens"
    DEADLOCK = "deadlock", "nobody wins"
    FAIL = "fail", "what the GM said beforehand comes about"


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted roll: the successes over what was asked for, below 0 where they fall short, and how it ends.

    `broken` says that a call-on won a tie; `later` whether the later edition holds, asked for only where it matters.
    """

    margin: int
    against: Against
    helped: bool
    broken: bool
    later: bool

    @property
    def tie(self) -> bool:
        return self.against.versus and not self.margin

    @property
    def ending(self) -> Ending:
        if self.broken or self.margin >= self.against.to_win:
            return Ending.PASS
        return Ending.DEADLOCK if self.tie and self.against is Against.BOTH else Ending.FAIL

    @property
    def over(self) -> int:
        return max(0, self.margin)

    @property
    def shared(self) -> bool:
        """Whether those who helped share what comes of it."""
        return self.later and self.helped and self.ending is Ending.FAIL


@calculator("test-result", rules="HUB-99")
def result(
    successes: Annotated[int, Between(0, 100), Asked("Your successes", quick=QUICK_SUCCESSES)] = 2,
    obstacle: Annotated[int, Between(0, 100), Asked("Obstacle, or what they rolled", quick=(1, 2, 3, 4, 5))] = 2,
    against: Annotated[Against, Asked("Rolled against")] = Against.OBSTACLE,
    helpers: Annotated[int, Between(0, 20), Asked("Who helped you", quick=(0, 1, 2))] = 0,
    careful: Annotated[bool, Asked("You worked carefully")] = False,
    call_on: Annotated[bool, Asked("A call-on that fits is left")] = False,
    persona: Annotated[int, Between(0, 99), Asked("Persona you have", quick=(0, 1, 2)), sheet("persona")] = 1,
    *,
    ask: Rulings,
) -> Answer:
    """The dice are counted. What happens now?"""
    margin = successes - obstacle
    tie = against.versus and not margin
    later = ask["edition"] == "later" if margin <= 0 and (helpers or tie) else False
    broken = tie and margin < against.to_win and call_on and breaks_ties(against, ask)
    found = Counted(margin, against, bool(helpers), broken, later)
    failing = after_failing(careful, persona, 0, False, ask) if found.ending is Ending.FAIL else {}
    return Answer(
        values={
            "result": found.ending.value,
            "over": found.over,
            "helpers_share": found.shared,
            "tie": tie,
            "stays": "conflict" if tie and against is Against.BOTH and later and not broken else "",
            **{use: code or "yes" for use, code in failing.items()},
        },
        blocks=_told(found, failing),
    )


def _told(found: Counted, failing: Mapping[str, str]) -> tuple[Block, ...]:
    """What happens, and what may still be done about it."""
    if found.ending is Ending.PASS:
        return _passed(found)
    if found.ending is Ending.DEADLOCK:
        stays = "as the result, unless a call-on breaks it"
        stays = "until the conflict moves to another ability" if found.later else stays
        return (Verdict("A tie", (Fact("nobody wins"),), f"A tie without a defender: it stands {stays}."),)
    how = f"{-found.margin} short" if found.margin else "the tie is the defender’s"
    fact = Fact(-found.margin, "short") if found.margin else Fact(how)
    verdict = Verdict("It fails", (fact,), f"It fails, {how}: what the GM said beforehand comes about.")
    persona = Table("For 1 Persona", ("Spend", "What it does, or why not"), rescue_rows(failing))
    if not found.helped:
        return verdict, persona
    text = "Helpers risk nothing by it, except the tax of Resources."
    return verdict, Note("Helpers share what comes of it." if found.shared else text, rule="HUB-99"), persona


def _passed(found: Counted) -> tuple[Block, ...]:
    figure = "You win" if found.against.versus else "It passes"
    how = f"{wording.count(found.over, 'success', 'successes')} over" if found.over else "as many as it takes"
    if found.tie:
        how = "by the call-on" if found.broken else "the tie is the defender’s"
    fact = Fact(found.over, "over") if found.over and not found.tie else Fact(how)
    verdict = Verdict(figure, (fact,), f"{figure}, {how}: what you wanted happens, as you said it.")
    if not found.over:
        return (verdict,)
    extra = wording.count(found.over, "extra success", "extra successes")
    return verdict, Note(f"The {extra} may go into quality, or into speed.", rule="HUB-99")

"""What the calculators of the special attacks share: the test, its margins, and what they do in words (MEL-21)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Table, Verdict, Working
from engine.forms import Unusable
from engine.games.burning_wheel.blocks.odds import by_artha, too_many
from engine.games.burning_wheel.blocks.test import Test
from engine.games.burning_wheel.dice import DiceCount, Obstacle
from engine.games.burning_wheel.readings.hurt import Hurt, feels
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.words import logged
from engine.games.melee.forms.foe import Blocks, Dodges, Target, Yours
from engine.games.melee.readings import hitting as reach
from engine.games.melee.readings import special as read
from engine.games.melee.rules import hitting, special, turn
from engine.games.melee.rules.order import Way
from engine.games.melee.rules.special import Edge, Effect, Guarded, Maneuver
from engine.rulings import Rulings
from engine.working import Line, Mark, Worked

STEPS = {
    Maneuver.BEAT_ASIDE: (0, special.BY_TWO, special.BY_THREE),
    Maneuver.PUSH: (0, special.BY_THREE),
    Maneuver.TACKLE: (0, special.BY_THREE),
}
"""The margins at which a maneuver does something more."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One maneuver: its obstacle and dice line by line, the test, and why there is none, if so (`gone`)."""

    maneuver: Maneuver
    obstacle: Worked
    dice: Worked
    test: Test
    gone: str = ""

    @property
    def chance(self) -> Fraction:
        """How likely it is to work."""
        return self.test.chance

    def by(self, margin: int) -> Fraction:
        """The chance of this margin or more."""
        return self.test.law.at_least(self.test.obstacle + margin)

    def just(self, margin: int) -> Fraction:
        """The chance of just this margin."""
        return self.test.law.exactly(self.test.obstacle + margin)

    @property
    def most(self) -> int:
        """The highest margin that these dice can bring, below 0 where they cannot reach the obstacle."""
        return self.test.dice - self.test.obstacle

    @property
    def values(self) -> dict[str, Any]:
        """The test for programs."""
        return self.test.values

    @property
    def ledgers(self) -> tuple[Working, ...]:
        """Where the obstacle and the dice come from."""
        return (
            Working(self.obstacle.lines, self.obstacle.total, "Obstacle"),
            Working(self.dice.lines, self.dice.total, "Dice", "D"),
        )

    def verdict(self, sentence: str, *more: Fact) -> Verdict:
        """The chance as the figure; beside it the test, and one fact more where there is one to see."""
        test = self.test
        facts = (Fact(Obstacle(test.obstacle), "obstacle"), Fact(DiceCount(test.dice), "dice"), *more)
        return Verdict(wording.percent(test.chance), (*facts, logged(test.classes)), sentence, Mark.DERIVED)

    @property
    def table(self) -> Table:
        """How likely each effect is."""
        steps = STEPS.get(self.maneuver, (0,))
        rows: list[tuple[str, Fraction, str]] = []
        for at, least in enumerate(steps):
            above = self.by(steps[at + 1]) if at + 1 < len(steps) else Fraction(0)
            rows.append((span(steps, at), self.by(least) - above, told(special.effect(self.maneuver, least))))
        rows.append(("it fails", 1 - self.chance, told(special.effect(self.maneuver, -1))))
        return Table("What it does", ("Margin", "Chance", "What happens"), tuple(rows), mark=Mark.DERIVED)

    def answer(self, on: str, sentence: str, facts: tuple[Fact, ...], *more: Block, **values: Any) -> Answer:
        """The answer before the roll; `on` is the input that holds what is tested."""
        blocks = (self.verdict(sentence, *facts), self.table, *more, *self.ledgers, self.test.odds())
        return Answer({**self.values, **values}, blocks, self.test.marks(on))

    def rolled(
        self, successes: int, figures: tuple[str, str], on: str, facts: tuple[Fact, ...], *more: Block, **values: Any
    ) -> Answer:
        """The answer once the dice lie there; `figures` name success and failure."""
        margin = self.margin(successes)
        done = special.effect(self.maneuver, margin)
        by = Fact(margin, "margin") if done.success else Fact(-margin, "short")
        figure = figures[0] if done.success else figures[1]
        verdict = Verdict(figure, (by, Fact(Obstacle(self.test.obstacle), "obstacle"), *facts), sentence_of(told(done)))
        blocks = (verdict, *more, *by_artha(successes, self.test.dice), *self.ledgers)
        return Answer({**self.values, "margin": margin, **effect_values(done), **values}, blocks, self.test.marks(on))

    def margin(self, successes: int) -> int:
        """The margin of so many successes, below 0 a failure. Raises `Unusable` where no die is there for them."""
        if sentence := too_many(successes, self.test.dice):
            raise Unusable("successes", sentence)
        return successes - self.test.obstacle


def attempt(
    maneuver: Maneuver,
    ability: Ability,
    stat: int,
    edge: Edge,
    target: Target,
    yours: Yours,
    wounds: Hurt,
    ask: Rulings,
    *,
    guarded: Guarded = Guarded.NONE,
    shield: int = 0,
) -> Attempt:
    """A maneuver as the table reads it. `stat` is the target's, `shield` the cover of one's own, kept in a Lock."""
    hurt = feels(wounds, ability, ask)
    does = target.does
    dodge = does.dodge if isinstance(does, Dodges) else 0
    cover, va = read.sheltered(does.cover, does.va, ask) if isinstance(does, Blocks) else (0, 0)
    against = special.against(
        maneuver,
        stat,
        guarded=guarded,
        shield=shield,
        dodge=dodge,
        cover=cover,
        plain=read.plain(target.steady, ask),
    )
    early = yours.early and not target.flanked
    own = [
        Line(turn.EARLY if early else 0, "They move past you", "MEL-11"),
        *hitting.own_obstacle(
            lying=yours.lying,
            staggered=yours.staggered,
            wounded=bool(hurt.added),
            splinters=yours.splinters,
            other=yours.other,
        ),
    ]
    obstacle = Worked((*against.lines, *(line for line in own if line.amount)))
    edge = replace(
        edge,
        va=va,
        help=yours.help,
        prone=target.lying,
        flanked=target.flanked,
        beaten=yours.beaten,
        other=yours.bonus,
    )
    leaps = maneuver is Maneuver.TACKLE and edge.charge
    beyond = reach.apart_by(edge.stride - edge.their_stride, ask) if leaps else 0
    dice = special.dice(maneuver, ability.exponent, edge, hurt.lost, beyond=beyond)
    if dice.total < 0:
        dice = Worked((*dice.lines, Line(-dice.total, "Never below 0", "HUB-01")))
    test = Test.of(ability.shade, dice.total, obstacle.total, ask, at="yours.bonus")
    return Attempt(maneuver, obstacle, dice, test, hurt.gone)


def no_hand(maneuver: Maneuver) -> Answer:
    """The answer to a maneuver that grabs, where no hand is free for it. Source: MEL-24, MEL-27."""
    said = f"{maneuver.words} takes a free hand."
    return Answer({"possible": False}, (Verdict(f"No {maneuver.words}", (Fact("no hand free"),), said),))


def span(steps: tuple[int, ...], at: int) -> str:
    """A step of margins in words: "0 or 1", "2", "3 or more"."""
    least = steps[at]
    if at + 1 == len(steps):
        return f"{least} or more"
    last = steps[at + 1] - 1
    return str(least) if last == least else f"{least} or {last}" if last == least + 1 else f"{least} to {last}"


def told(done: Effect) -> str:
    """What a maneuver does, in a line: "1 off their disposition; they go to the bottom"."""
    at_once = " at once" if done.at_once else ""
    parts = [
        ("1 off their disposition", done.success),
        ("they are held, and the margin is pressure", done.grapples),
        ("they fall", done.prone and not done.own_prone),
        ("both of you fall", done.own_prone),
        ("their weapon flies off", done.disarmed),
        ("they are flanked", done.flanked),
        ("+1 Ob on their next action", done.staggered),
        ("+1D on your next action", done.next_die),
        ("you go to the top of the order", done.own is Way.UP),
        (f"you go to the bottom of the order{at_once}", done.own is Way.DOWN),
        ("they go to the bottom", done.target is Way.DOWN and done.own is not Way.DOWN),
        ("then they do, and so act before you", done.target is Way.DOWN and done.own is Way.DOWN),
    ]
    found = [words for words, holds in parts if holds]
    return "; ".join(found) if found else "nothing happens"


def sentence_of(line: str) -> str:
    """A line as a sentence."""
    return f"{line[:1].upper()}{line[1:]}."


def effect_values(done: Effect) -> dict[str, Any]:
    """An effect for programs."""
    return {
        "success": done.success,
        "damage": done.damage,
        "you_move": done.own.value if done.own else "",
        "they_move": done.target.value if done.target else "",
        "at_once": done.at_once,
        "staggered": done.staggered,
        "next_die": done.next_die,
        "prone": done.prone,
        "you_prone": done.own_prone,
    }


def stagger_note(acted: bool, ask: Rulings) -> Note:
    """When a stagger tells, as the table reads it."""
    now = read.staggers_now(acted, ask)
    when = "their action still to come this round" if now else "what they do next round"
    return Note(f"Staggered: +1 Ob on {when}.", None if acted else Mark.RULING, "MEL-22")

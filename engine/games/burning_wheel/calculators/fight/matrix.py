"""Each action of Fight! against each: what both roll and how often it lands; the deck of cards (FGT-49, FGT-70)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Entry, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.forms.grips import B3, B4, B5, QUICK_DICE, OtherOb, TheirOb
from engine.games.burning_wheel.readings import fight_grips as read
from engine.games.burning_wheel.readings.hurt import UNHURT, Wounded, feels, ledger, no_test
from engine.games.burning_wheel.rules import fight_matrix as rules
from engine.games.burning_wheel.rules.ability import Ability
from engine.games.burning_wheel.rules.elements import ELEMENTS
from engine.games.burning_wheel.rules.fight_actions import ACTIONS, Act, Action
from engine.games.burning_wheel.rules.fight_matrix import (
    ATTACKS,
    COLUMNS,
    DEFAULT,
    PASSIVE,
    Bout,
    Fighter,
    Has,
    House,
    Meets,
    Met,
)
from engine.games.burning_wheel.views.blocks import Deck, ManeuverCard
from engine.option import Option
from engine.rulings import Rulings
from engine.wording import often
from engine.working import Mark

SKILL = ELEMENTS["skill"]
TheirDice = Annotated[Ability, Asked("Their weapon skill", quick=QUICK_DICE)]
TheirOther = Annotated[Ability, Asked("Their Brawling or Boxing", quick=QUICK_DICE, more=True)]
Obstacle = Between(1, 15)
DEFENDS = "Of a Counterstrike, dice that defend"
ROWS = (*ATTACKS, *PASSIVE)


@calculator("fight-matrix", rules="FGT-49")
def fight_matrix(
    mine: Annotated[Met, Asked("Your action")] = Met.STRIKE,
    theirs: Annotated[Met, Asked("Their action")] = Met.COUNTERSTRIKE,
    skill: Annotated[Ability, Asked("Your weapon skill", quick=QUICK_DICE), sheet("skill")] = B5,
    their_skill: TheirDice = B4,
    hands: Annotated[Ability, Asked("Your Brawling or Boxing", quick=QUICK_DICE, more=True)] = B3,
    power: Annotated[Ability, Asked("Your Power", quick=QUICK_DICE, more=True), sheet("power")] = B4,
    speed: Annotated[Ability, Asked("Your Speed", quick=QUICK_DICE, more=True), sheet("speed")] = B4,
    obstacle: Annotated[int, Obstacle, Asked("Obstacle of your Strike", quick=(1, 2, 3), more=True)] = 1,
    defending: Annotated[int, Between(0, 20), Asked(DEFENDS, "0: the larger half.", more=True)] = 0,
    other: OtherOb = 0,
    their_hands: TheirOther = B3,
    their_power: Annotated[Ability, Asked("Their Power", quick=QUICK_DICE, more=True)] = B4,
    their_speed: Annotated[Ability, Asked("Their Speed", quick=QUICK_DICE, more=True)] = B4,
    their_obstacle: Annotated[int, Obstacle, Asked("Obstacle of their Strike", quick=(1, 2, 3), more=True)] = 1,
    their_penalty: TheirOb = 0,
    full_shield: Annotated[bool, Asked("Whoever Blocks has a true shield", more=True)] = False,
    wounds: Wounded = UNHURT,
    *,
    ask: Rulings,
) -> Answer:
    """What happens when these two actions meet?"""
    hurt = feels(wounds, skill, ask, SKILL)
    if hurt.gone:
        return no_test(hurt.gone)
    own_skill, own_hands, own_power, own_speed = (hurt.leaves(one.pool()) for one in (skill, hands, power, speed))
    eats = other + hurt.added
    me = Fighter(own_skill, own_hands, own_power, own_speed, obstacle, eats, defending or None, skill.exponent)
    its_hands, its_power = their_hands.pool(), their_power.pool()
    it = Fighter(their_skill.pool(), its_hands, its_power, their_speed.pool(), their_obstacle, their_penalty)
    met = Meeting(mine, theirs, me, it, full_shield, read.matrix(ask))
    own, its = met.bouts
    values = {
        "mine": met.letters(mine, theirs),
        "theirs": met.letters(theirs, mine),
        "lands": own.hits,
        "their_lands": its.hits,
        "by_two": own.by_two,
        "their_by_two": its.by_two,
        "relation": met.relation,
        "has": [part.words for part in rules.has(mine, theirs, house=met.house)],
    }
    rows = (_row("You", mine, own), _row("They", theirs, its))
    columns = ("", "Action", "Rolled with", "Against it", "It lands", "By two")
    blocks: list[Block] = [
        met.verdict,
        Table("Who rolls what", columns, rows, mark=Mark.DERIVED),
        *(Note(said, rule=rule) for said, rule in met.notes),
        met.grid,
        *ledger(hurt, skill.exponent, other, words="Dice of your skill", against="Your own +Ob"),
    ]
    return Answer(values, tuple(blocks))


def _row(who: str, action: Met, bout: Bout) -> tuple[Entry, ...]:
    lands = None if bout.rolled is None else bout.hits
    by_two = bout.by_two if action in rules.VERSUS and bout.rolled else None
    against = " + ".join(str(pool) for pool in bout.opposed) or None
    return who, action.words, str(bout.rolled) if bout.rolled else None, against, lands, by_two


LANDS: Mapping[Met, str] = {
    Met.STRIKE: "hits",
    Met.GREAT_STRIKE: "hits",
    Met.FEINT: "hits",
    Met.BEAT: "beats the weapon aside",
    Met.DISARM: "knocks the weapon away",
    Met.LOCK: "takes dice",
    Met.PUSH: "staggers or more",
    Met.THROW: "throws down",
    Met.CHARGE: "staggers or more",
    Met.SHOOT: "hits",
    Met.COUNTERSTRIKE: "hits back",
}
"""What an action does where it lands, in a word or two."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A side as a sentence speaks of it."""

    whose: str
    other: str
    hesitate: str


YOU, THEY = Voice("Your", "their", "you hesitate"), Voice("Their", "your", "they hesitate")


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two actions of one moment, with both sides' dice."""

    mine: Met
    theirs: Met
    me: Fighter
    it: Fighter
    full_shield: bool = False
    house: House = DEFAULT

    @property
    def bouts(self) -> tuple[Bout, Bout]:
        """Both directions."""
        return rules.bouts(self.mine, self.theirs, self.me, self.it, full_shield=self.full_shield, house=self.house)

    def letters(self, row: Met, column: Met) -> str:
        """A cell of the tables, with the riposte that the table's reading adds."""
        if not row.attacks:
            found = rules.has(row, column, house=self.house)
            same = found == rules.has(row, column)
            return rules.letters(row, column) if same else "+".join(part.value for part in found)
        return " ".join(part.value for part in rules.against(row, column, house=self.house))

    @property
    def relation(self) -> str:
        """How the two stand to each other, in a word or two."""
        own, its = self.bouts
        if Meets.FREE in (*own.meets, *its.meets):
            return "The Feint strikes"
        if own.rolled is None and its.rolled is None:
            return "Nothing happens"
        if own.rolled is None or its.rolled is None:
            active = self.theirs if own.rolled is None else self.mine
            return f"{active.words} alone"
        if self.mine is self.theirs is Met.CHARGE:
            return "Roll against roll"
        return "Attack and riposte" if Met.COUNTERSTRIKE in (self.mine, self.theirs) else "Each for itself"

    @property
    def verdict(self) -> Verdict:
        """The relation, how often each lands, and the same aloud."""
        own, its = self.bouts
        facts = tuple(
            Fact(bout.hits, f"{who}: {action.words}")
            for who, action, bout in (("you", self.mine, own), ("they", self.theirs, its))
            if bout.rolled is not None
        )
        said = [_said(YOU, self.mine, self.theirs, own), _said(THEY, self.theirs, self.mine, its)]
        return Verdict(self.relation, facts, " ".join(said), Mark.DERIVED)

    @property
    def notes(self) -> list[tuple[str, str]]:
        """What follows besides, with its rule."""
        pair = (self.mine, self.theirs)
        found = []
        if Met.FEINT in pair:
            found.append(("Feints come first: they take the defense away for everyone who attacks.", "FGT-49"))
        if Met.CHARGE in pair:
            found.append(("A Charge is rolled with positioning, at the top of the volley.", "FGT-38"))
        if Met.AVOID in pair:
            found.append(("Every other action of whoever Avoids is at +1 Ob in this volley.", "FGT-35"))
        if all(one.attacks for one in pair) and Met.CHARGE not in pair:
            found.append(("Both happen at once: what one does to the other tells only on the next action.", "FGT-49"))
        if Met.SHOOT in pair:
            found.append(("Nothing takes successes off a shot.", "FGT-30"))
        return found

    @property
    def grid(self) -> Grid:
        """Every action against every other; the darker, the more often it lands with these dice."""
        cells = tuple(tuple(self._cell(row, column) for column in COLUMNS) for row in ROWS)
        at = Met.OTHER if self.theirs is Met.SHOOT else self.theirs
        current = (ROWS.index(self.mine), COLUMNS.index(at))
        names = tuple(SHORT.get(column, column.words) for column in COLUMNS)
        down = tuple(SHORT.get(row, row.words) for row in ROWS)
        legend = (*(_TOGETHER.get(one, (one.value, one.words)) for one in (*Meets, *Has) if one not in _TWICE), *HEAT)
        return Grid("Each action against each", "They", "You", names, down, cells, legend, current, Mark.DERIVED)

    def _cell(self, row: Met, column: Met) -> Cell:
        letters = self.letters(row, column)
        words = f"{row.words} against {column.words}: {self._explained(row, column)}"
        chance = rules.bout(row, column, self.me, self.it, full_shield=self.full_shield, house=self.house).hits
        if chance:
            words += f"; lands {wording.percent(chance)}"
        tone = f"heat-{min(4, int(chance * 5))}"
        return Cell(letters, words, {"mine": row.value, "theirs": column.value}, tone)

    def _explained(self, row: Met, column: Met) -> str:
        """A cell in words."""
        parts = (rules.against if row.attacks else rules.has)(row, column, house=self.house)
        return ", ".join(part.words for part in parts)


_TWICE = (Has.NATURAL, Has.RIPOSTE, Has.POSITIONING, Has.PLAIN)
"""Letters of the second table that the first explains, or that another explains."""
_TOGETHER: Mapping[Option, tuple[str, str]] = {Has.TAKES_OFF: ("D/D0", "takes successes off; 0: without stance dice")}
SHORT: Mapping[Met, str] = {
    Met.BEAT: "Beat",
    Met.THROW: "Throw",
    Met.CHARGE: "Charge",
    Met.SHOOT: "Shoot",
    Met.COUNTERSTRIKE: "Counter",
    Met.GREAT_STRIKE: "Great",
    Met.TO_DEFENSIVE: "Def.",
    Met.OTHER: "Other",
    Met.NOTHING: "Idle",
    Met.HESITATING: "Hesit.",
}
HEAT = (
    ("heat-0", "under 20 %"),
    ("heat-1", "20 % and more"),
    ("heat-2", "40 % and more"),
    ("heat-3", "60 % and more"),
    ("heat-4", "80 % and more"),
)


def _said(voice: Voice, action: Met, other: Met, bout: Bout) -> str:
    """What a side rolls, against what, and how often it lands, in a sentence."""
    name = f"{voice.whose} {action.words}"
    if Meets.WASTED in bout.meets:
        return f"{name} is wasted: {voice.hesitate}."
    if action is Met.COUNTERSTRIKE and bout.rolled is None:
        what = "is void" if other is Met.FEINT else "has nothing to strike back at"
        return f"{name} {what}."
    if bout.rolled is None:
        return _idle(voice, action, other)
    lands = f"{LANDS[action]} {often(bout.hits)}"
    if action is Met.COUNTERSTRIKE:
        return f"{voice.whose} riposte {lands}."
    if Meets.FREE in bout.meets:
        return f"{name} gets its free Strike, which {lands}."
    if not bout.opposed:
        return f"Nothing stands against {name[:1].lower()}{name[1:]}: it {lands}."
    if Meets.CHARGES in bout.meets:
        return f"{name} is rolled against {voice.other} own, and {lands}."
    takes = wording.listed([part.words.removeprefix("less ") for part in bout.meets if part in _OFF])
    said = takes if voice is YOU else takes.replace("their", "your")
    return f"{name} meets {said}: it {lands}."


_OFF = (
    Meets.NATURAL,
    Meets.AVOID,
    Meets.BLOCK,
    Meets.PLAIN_BLOCK,
    Meets.COUNTER,
    Meets.POSITIONING,
)


def _idle(voice: Voice, action: Met, other: Met) -> str:
    """What a side has that rolls no attack of its own."""
    has = rules.has(action, other)
    name = f"{voice.whose} {action.words}"
    if action is Met.HESITATING:
        whole = "Hesitating, you have" if voice is YOU else "Hesitating, they have"
        return f"{whole} no defense at all."
    if Has.FOOLED in has:
        return f"{name} is fooled: nothing of it is rolled."
    if Has.TAKES_OFF in has or Has.PLAIN in has:
        return f"{name} takes successes off it."
    if Has.USELESS in has or Has.SHIELD in has:
        return f"{name} does nothing against it."
    if Has.SHOOTER in has and other is Met.SHOOT:
        return f"{name} makes the shot harder by one."
    return f"{name} rolls nothing here."


class Maneuver(Option):
    """The twelve maneuvers that have cards. Source: FGT-70."""

    AVOID = Act.AVOID.value, Act.AVOID.words
    BEAT = Act.BEAT.value, Act.BEAT.words
    BLOCK = Act.BLOCK.value, Act.BLOCK.words
    CHARGE = Act.CHARGE.value, "Charge or Tackle"
    COUNTERSTRIKE = Act.COUNTERSTRIKE.value, Act.COUNTERSTRIKE.words
    DISARM = Act.DISARM.value, Act.DISARM.words
    FEINT = Act.FEINT.value, Act.FEINT.words
    GREAT_STRIKE = Act.GREAT_STRIKE.value, Act.GREAT_STRIKE.words
    LOCK = Act.LOCK.value, Act.LOCK.words
    PUSH = Act.PUSH.value, Act.PUSH.words
    STRIKE = Act.STRIKE.value, Act.STRIKE.words
    THROW = Act.THROW.value, Act.THROW.words

    @property
    def action(self) -> Action:
        """Its card."""
        return ACTIONS[Act.of(self.value)]


@calculator("fight-cards", rules="FGT-70")
def fight_cards(
    chosen: Annotated[frozenset[Maneuver], Asked("Cards", "None ticked: all twelve.")] = frozenset(),
) -> Answer:
    """What do the twelve maneuvers do?"""
    shown = [one for one in Maneuver if not chosen or one in chosen]
    count = wording.count(len(shown), "card")
    classes = [one.action.kind.words for one in shown]
    facts = tuple(Fact(classes.count(kind), kind.lower()) for kind in dict.fromkeys(classes))
    named = wording.listed(one.words for one in shown)
    verdict = Verdict(count, facts, f"{count}: {named}.")
    values = {"count": len(shown), **{one.value: one.action.kind.value for one in shown}}
    return Answer(values, (verdict, Deck(f"{count}: {named}.", tuple(card(one) for one in shown))))


def card(one: Maneuver) -> ManeuverCard:
    """A maneuver as a card: class, tests, what stands against it, what it does, what it is weak to."""
    action = one.action
    lines = (
        ("Tests", wording.listed(action.tests, "or")),
        ("They roll", wording.listed(action.natural, "or")),
        ("Fools" if action.act is Act.FEINT else "Stops", _against(action)),
        ("Weak to", wording.listed(other.words for other in action.countered_by)),
    )
    return ManeuverCard(
        one.words, action.kind.words, tuple(line for line in lines if line[1]), _does(action), action.weak
    )


def _does(action: Action) -> str:
    if action.act is not Act.CHARGE:
        return action.does
    return f"{action.does} A Tackle takes you down with them, on the inside."


def _against(action: Action) -> str:
    """What it defends against; an Avoid against everything."""
    if action.act is Act.AVOID:
        return "everything"
    return wording.listed(other.words for other in action.defends)


@table("fight-printings")
def printings() -> Table:
    """Where the printed card of a maneuver and its text in the chapter differ (FGT-70)."""
    rows = tuple((one.words, one.action.shorter or None) for one in Maneuver)
    return Table("The printed cards beside the chapter", ("Maneuver", "On the card"), rows)


@table("fight-cards")
def cards_table() -> Table:
    """The twelve maneuvers in a line each (FGT-70)."""
    rows = tuple(
        (
            one.words,
            one.action.kind.words,
            wording.listed(one.action.tests, "or"),
            _against(one.action) or None,
            wording.listed(other.words for other in one.action.countered_by) or None,
        )
        for one in Maneuver
    )
    columns = ("Maneuver", "Class", "Tests", "Defends against", "Weak to")
    return Table("The twelve maneuvers", columns, rows)

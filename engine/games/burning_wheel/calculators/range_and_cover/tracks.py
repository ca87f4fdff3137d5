"""The ranges of two weapons side by side, and where a volley takes the pair (RNC-30, RNC-31)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Entry, Fact, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Among, Asked, Unusable
from engine.games.burning_wheel.dice import ob
from engine.games.burning_wheel.forms.ranges import BOW, QUICK, RangeWeapon, YourWeapon
from engine.games.burning_wheel.readings import maneuvers as readings
from engine.games.burning_wheel.readings.ranges import weapon_of
from engine.games.burning_wheel.rules import range_shot
from engine.games.burning_wheel.rules import range_track as rules
from engine.games.burning_wheel.rules.maneuvers import Result, moves
from engine.games.burning_wheel.rules.range_dice import WEAPONS, Category
from engine.games.burning_wheel.rules.range_track import Intent, Mover, Reaches, State, Stop, Track
from engine.games.burning_wheel.views.blocks import Ghost, Ladder, Ladders
from engine.refused import Refused
from engine.rulings import Rulings
from engine.working import Mark

GREAT_BOW = RangeWeapon.of(WEAPONS["great-bow"])
RUNGS = tuple(Category)
NAMES = ("Out", "Extreme", "Optimal", "Too close")
TheirWeapon = Annotated[Among[RangeWeapon], Asked("Their weapon", quick=QUICK)]
Unarmed = Annotated[bool, Asked("They have nothing to shoot with", more=True)]
Where = Annotated[Stop, Asked("You stand")]


@dataclass(frozen=True, slots=True)
class Two:
    """Two weapons compared, with what their holders are called."""

    reaches: Reaches
    names: tuple[str, str]
    paces: tuple[int, int | None]

    @property
    def ratio(self) -> str:
        """How many times one reaches as far as the other, to a tenth below."""
        if self.paces[1] is None:
            return ""
        short, long = sorted((self.paces[0], self.paces[1]))
        tenths = long * 10 // short if short else 0
        return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)

    def ladders(self, stop: Stop, sentence: str, ghosts: Sequence[Ghost] = ()) -> Ladders:
        """Both ladders where the pair stands."""
        ranges = self.reaches.categories(stop)
        who = ("You", "They")
        mine, theirs = (
            Ladder(name, words, NAMES, RUNGS.index(at), _may(at, armed=place == 0 or self.paces[1] is not None))
            for place, (name, words, at) in enumerate(zip(who, self.names, ranges, strict=True))
        )
        return Ladders(sentence, (mine, theirs), tuple(ghosts))

    def rungs(self, stop: Stop) -> tuple[int, int]:
        """The rungs of a stop, yours first."""
        mine, theirs = self.reaches.categories(stop)
        return RUNGS.index(mine), RUNGS.index(theirs)

    def said(self, stop: Stop) -> str:
        """Where both stand, in a phrase."""
        mine, theirs = self.reaches.categories(stop)
        if mine is theirs:
            return f"both {AT[mine]}"
        return f"you {AT[mine]}, they {AT[theirs]}"


AT = {
    Category.OUT: "out of range",
    Category.EXTREME: "at extreme range",
    Category.OPTIMAL: "at optimal range",
    Category.TOO_CLOSE: "too close to shoot",
}


def _may(at: Category, *, armed: bool) -> str:
    """What can be done there, in a phrase. Source: RNC-02, RNC-03."""
    if not armed:
        return "nothing to shoot with"
    if at is Category.TOO_CLOSE:
        return "on to Fight!"
    return f"shoots from {ob(range_shot.obstacle(at).total)}" if at.shoots else "no shot"


def compared(weapon: RangeWeapon, their_weapon: RangeWeapon, unarmed: bool, ask: Rulings) -> Two:
    """Two weapons with the paces that this table reads for them. Source: RNC-30."""
    mine = weapon_of(weapon.row, ask).reach.paces
    theirs = None if unarmed else weapon_of(their_weapon.row, ask).reach.paces
    names = weapon.words, "nothing to shoot with" if unarmed else their_weapon.words
    return Two(rules.compare(mine, theirs), names, (mine, theirs))


def _checked(two: Two, stop: Stop) -> State:
    try:
        return rules.state_of(two.reaches.track, stop)
    except Refused as error:
        raise Unusable("stop", str(error)) from None


@calculator("two-ranges", rules="RNC-30")
def two_ranges(
    weapon: YourWeapon = BOW,
    their_weapon: TheirWeapon = GREAT_BOW,
    stop: Where = Stop.NEAR,
    unarmed: Unarmed = False,
    *,
    ask: Rulings,
) -> Answer:
    """If my range is this, what is theirs?"""
    two = compared(weapon, their_weapon, unarmed, ask)
    _checked(two, stop)
    track = two.reaches.track
    found = rules.states(track)
    here = [state.stop for state in found].index(stop)
    rows: list[tuple[Entry, ...]] = []
    for state in found:
        mine, theirs = (state.of(two.reaches.mover(side)) for side in (0, 1))
        rows.append((mine, theirs, _shooters(mine, theirs, armed=two.paces[1] is not None)))
    reach = REACH[track]
    if track is not Track.EQUAL:
        whose = "yours" if two.reaches.longer == 0 else "theirs"
        reach = f"{whose} reaches {two.ratio} times as far"
    mine, theirs = two.reaches.categories(stop)
    facts = [Fact(theirs, "they")] if mine is not theirs else [Fact("both")]
    verdict = Verdict(
        NAMES[RUNGS.index(mine)],
        (*facts, Fact(reach)),
        f"You stand {two.said(stop)}: {reach}." if mine is theirs else f"{two.said(stop).capitalize()}: {reach}.",
    )
    table = Table("Every range that the two can have", ("You", "They", "Who may shoot"), tuple(rows), here)
    values = {
        "track": track.value,
        "longer": None if track is Track.EQUAL else ("you", "they")[two.reaches.longer],
        "yours": mine.value,
        "theirs": theirs.value,
        "states": [f"{one.of(two.reaches.mover(0)).value}/{one.of(two.reaches.mover(1)).value}" for one in found],
    }
    notes = [Note("Someone without a missile stands at your range and cannot shoot.", Mark.RULING)] if unarmed else []
    return Answer(values, (verdict, two.ladders(stop, verdict.sentence), table, *notes))


REACH = {
    Track.EQUAL: "both weapons reach as far",
    Track.UNEQUAL: "one reaches farther",
    Track.TENFOLD: "one reaches ten times as far",
}


def _shooters(mine: Category, theirs: Category, *, armed: bool) -> str:
    if mine is Category.TOO_CLOSE:
        return "nobody: on to Fight!"
    who = [name for name, at, has in (("you", mine, True), ("they", theirs, armed)) if at.shoots and has]
    return "both" if len(who) > 1 else who[0] if who else "nobody"


@calculator("range-move", rules="RNC-31")
def range_move(
    weapon: YourWeapon = BOW,
    their_weapon: TheirWeapon = GREAT_BOW,
    stop: Where = Stop.MIDDLE,
    mine: Annotated[Intent, Asked("You script a")] = Intent.CLOSE,
    theirs: Annotated[Intent, Asked("They script a")] = Intent.MAINTAIN,
    unarmed: Unarmed = False,
    *,
    ask: Rulings,
) -> Answer:
    """Where does this volley take us?"""
    two = compared(weapon, their_weapon, unarmed, ask)
    state = _checked(two, stop)
    if state.stop is Stop.TOUCHING:
        raise Unusable("stop", "Too close to shoot, nobody maneuvers at range any more: go on in Fight!.")
    found = {
        result: _landing(two, stop, (mine, theirs), result, ask) for result in (Result.WIN, Result.TIE, Result.LOSE)
    }
    ghosts = [Ghost(WORDS[result], two.rungs(stops[0])) for result, stops in found.items()]
    rows: list[tuple[Entry, ...]] = []
    for result, stops in found.items():
        others = wording.listed((two.said(one) for one in stops[1:]), "or") or None
        then = _after(two, stops[0], (mine, theirs), result)
        rows.append((WORDS[result].capitalize(), two.said(stops[0]), others, then))
    said = {result: two.said(stops[0]) for result, stops in found.items()}
    own = NAMES[two.rungs(found[Result.WIN][0])[0]]
    short = {result: " / ".join(NAMES[rung] for rung in two.rungs(stops[0])) for result, stops in found.items()}
    columns = ("", "You then stand", "The winner may stop instead", "And then")
    blocks: list[Block] = [
        _moved_verdict(own if mine is not Intent.MAINTAIN else f"{own}, held", said, short),
        two.ladders(stop, f"Now: {two.said(stop)}.", ghosts),
        Table("Where it takes you", columns, tuple(rows), mark=Mark.DERIVED),
    ]
    if any(len(stops) > 1 for stops in found.values()):
        whole = "The first is a whole category of the other’s weapon; the winner may halt on the way."
        blocks.append(Note(whole, Mark.RULING, "RNC-31"))
    values = {
        **{result.value: said[result] for result in said},
        "stops": max(len(stops) for stops in found.values()),
        "landings": {result.value: [one.value for one in stops] for result, stops in found.items()},
        "track": two.reaches.track.value,
    }
    return Answer(values, tuple(blocks))


def _moved_verdict(figure: str, said: Mapping[Result, str], short: Mapping[Result, str]) -> Verdict:
    """Where each result takes the pair, as a sentence has it and `short`; the figure is my own range if I win."""
    win, tie, lose = (said[result] for result in (Result.WIN, Result.TIE, Result.LOSE))
    facts = (Fact(short[Result.TIE], "on a tie"), Fact(short[Result.LOSE], "if they win"))
    return Verdict(figure, facts, f"If you win: {win}. On a tie: {tie}. If they win: {lose}.")


WORDS = {Result.WIN: "win", Result.TIE: "tie", Result.LOSE: "lose"}


def _landing(two: Two, stop: Stop, intents: tuple[Intent, Intent], result: Result, ask: Rulings) -> tuple[Stop, ...]:
    """Where a result takes the pair, the literal stop first. Source: RNC-28, RNC-31."""
    track = two.reaches.track
    moved = moves(*intents, result)
    if len(moved) > 1:
        return (rules.together(track, stop, intents[0], steps=readings.steps(track, intents, ask)),)
    if not moved:
        return (stop,)
    mover: Mover = two.reaches.mover(moved[0].side)
    return readings.landings_of(track, stop, mover, moved[0].intent, ask)


def _after(two: Two, stop: Stop, intents: tuple[Intent, Intent], result: Result) -> str | None:
    """What a landing means besides. Source: RNC-32, RNC-40."""
    moved = moves(*intents, result)
    if moved and rules.escaped(stop, moved[0].intent):
        return "it is over: out of range of both"
    if stop is Stop.TOUCHING:
        return "last shots, then Fight!"
    return None


@table("range-tracks")
def tracks_table() -> Table:
    """Every range that two weapons can have together, by how far they reach."""
    rows = tuple((REACH[state.track], state.longer, state.shorter) for track in Track for state in rules.states(track))
    return Table("Two weapons’ ranges together", ("Reach", "The longer weapon", "The shorter weapon"), rows)

"""Each maneuver against each: what both roll, who moves, and what the loser keeps (RNC-27 to RNC-29)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Cell, Entry, Fact, Grid, Note, Table, Verdict
from engine.calculators import calculator, table
from engine.forms import Asked, Between, sheet
from engine.games.burning_wheel.readings import maneuvers as readings
from engine.games.burning_wheel.rules import maneuvers as rules
from engine.games.burning_wheel.rules import margin
from engine.games.burning_wheel.rules.maneuvers import CARDS, Maneuver, Means, Meeting, Result, Tie, Way
from engine.games.burning_wheel.rules.range_dice import Kind, Volley, loaded_after
from engine.games.burning_wheel.rules.range_track import Intent
from engine.rulings import Rulings
from engine.working import Mark

LETTERS = {
    "V": "both roll all their dice",
    "S": "your Stealthy succeeds by itself",
    "T": "their Stealthy succeeds by itself",
    "N": "you must hold your nerve too, and they have a free shot",
    "M": "they must hold theirs, and you have a free shot",
    "P": "Observation is no use: as Perception Maintain",
}
TIES = {Tie.STAY: "the range holds", Tie.IN: "both advance", Tie.OUT: "both retreat"}
SHORT = {
    "speed": "Sp",
    "stealthy": "St",
    "steel": "Se",
    "perception": "Pe",
    "observation": "Ob",
    "close": "C",
    "withdraw": "W",
    "maintain": "M",
}


def code(maneuver: Maneuver) -> str:
    """A maneuver in three letters: "SpC"."""
    tests, _, intent = maneuver.value.partition("-")
    return SHORT[tests] + SHORT[intent]


def _letters(mine: Maneuver, theirs: Maneuver, met: Meeting) -> str:
    """What a cell of the matrix says."""
    useless = any(
        one is Maneuver.OBSERVATION_MAINTAIN and way.tests is Means.PERCEPTION
        for one, way in zip((mine, theirs), met.sides, strict=True)
    )
    if useless:
        return "P"
    row, column = met.sides
    kind = "S" if row.fixed else "T" if column.fixed else "V"
    return kind + "N" * row.nerve + "M" * column.nerve


def _roll(way: Way, whose: str) -> str:
    """What a side rolls, in a phrase."""
    if way.fixed:
        return f"{whose} Stealthy exponent for certain, and the other dice"
    opens = ", open-ended" if way.open_ended else ""
    nerve = "; the roll must reach hesitation too" if way.nerve else ""
    return f"{way.tests.words} and all other dice{opens}{nerve}"


@calculator("maneuver-matrix", rules="RNC-27")
def maneuver_matrix(
    mine: Annotated[Maneuver, Asked("Your maneuver")] = Maneuver.SPEED_CLOSE,
    theirs: Annotated[Maneuver, Asked("Their maneuver")] = Maneuver.STEALTHY_CLOSE,
    *,
    ask: Rulings,
) -> Answer:
    """What happens when these two maneuvers meet?"""
    met = readings.meeting_of(mine, theirs, ask)
    row, column = met.sides
    figure = "Your sneak is certain" if row.fixed else "Their sneak is certain" if column.fixed else "Both roll"
    nerves = wording.listed(who for who, way in (("you", row), ("they", column)) if way.nerve)
    facts = [Fact(TIES[met.tie], "on a tie")]
    facts += [Fact(nerves, "hold nerve first")] if nerves else []
    sentence = f"You roll {_roll(row, 'your')}. They roll {_roll(column, 'their')}."
    rows: tuple[tuple[Entry, ...], ...] = tuple(
        (who, move, way.tests, _roll(way, whose), "yes" if way.shot else None)
        for who, whose, move, way in zip(("You", "They"), ("your", "their"), (mine, theirs), met.sides, strict=True)
    )
    blocks: list[Block] = [
        Verdict(figure, tuple(facts), sentence, Mark.DERIVED),
        Table("Who rolls what", ("", "Maneuver", "Tests", "Its roll", "A free shot"), rows),
    ]
    if any(way.shot for way in met.sides):
        blocks.append(Note("A free shot costs no success, and is there even for the loser.", rule="RNC-21"))
    ends = [(result.words, _moved(CARDS[mine].intent, CARDS[theirs].intent, result)) for result in Result]
    blocks.append(Table("And then", ("", "The range"), tuple(ends)))
    blocks.append(_grid(mine, theirs))
    values = {
        "kind": "fixed-mine" if row.fixed else "fixed-theirs" if column.fixed else "versus",
        "nerve": [row.nerve, column.nerve],
        "shots": [row.shot, column.shot],
        "tests": [row.tests.value, column.tests.value],
        "tie": met.tie.value,
        "cell": _letters(mine, theirs, met),
    }
    return Answer(values, tuple(blocks))


def _grid(mine: Maneuver, theirs: Maneuver) -> Grid:
    """Every maneuver against every other, the pair that was asked for ringed."""
    every = tuple(Maneuver)
    cells = tuple(
        tuple(
            Cell(
                _letters(row, column, met := rules.meeting(row, column)),
                f"{row.words} against {column.words}; on a tie {TIES[met.tie]}",
                {"mine": row.value, "theirs": column.value},
            )
            for column in every
        )
        for row in every
    )
    names = tuple(code(one) for one in every)
    current = (every.index(mine), every.index(theirs))
    return Grid(
        "How each meets each", "They", "You", names, names, cells, tuple(LETTERS.items()), current, Mark.DERIVED
    )


def _moved(mine: Intent, theirs: Intent, result: Result) -> str:
    """Who moves, in words. Source: RNC-28."""
    found = rules.moves(mine, theirs, result)
    if not found:
        return "stays"
    does = {Intent.CLOSE: "advance", Intent.WITHDRAW: "retreat"}
    if len(found) > 1:
        return f"both {does[found[0].intent]}"
    return f"{'you' if found[0].side == 0 else 'they'} {does[found[0].intent]} one category"


@calculator("maneuver-outcome", rules="RNC-28")
def maneuver_outcome(
    mine: Annotated[Intent, Asked("You script a")] = Intent.CLOSE,
    theirs: Annotated[Intent, Asked("They script a")] = Intent.WITHDRAW,
    result: Annotated[Result, Asked("The positioning test")] = Result.WIN,
) -> Answer:
    """Who moves, and which way?"""
    moved = _moved(mine, theirs, result)
    figure = {"stays": "Nobody moves"}.get(moved, moved[:1].upper() + moved[1:])
    acts = {
        Result.WIN: "you spend the margin",
        Result.LOSE: "they spend the margin",
        Result.TIE: "nobody has a margin; each shoots or ducks",
    }[result]
    verdict = Verdict(
        figure, (Fact(acts),), f"{mine.words} against {theirs.words}, {result.words}: {figure.lower()}, and {acts}."
    )
    rows = tuple((one.words, *(_moved(one, other, result) for other in Intent)) for one in Intent)
    columns = ("You script", *(f"They {other.words}" for other in Intent))
    blocks: tuple[Block, ...] = (
        verdict,
        Table(f"Who moves: {result.words}", columns, rows, tuple(Intent).index(mine)),
        Note("One category is one of the opponent’s weapon.", rule="RNC-31"),
    )
    found = rules.moves(mine, theirs, result)
    values = {"moves": [f"{('you', 'they')[one.side]} {one.intent.value}" for one in found], "said": moved}
    return Answer(values, blocks)


@calculator("range-loser", rules="RNC-29")
def range_loser(
    maneuver: Annotated[Maneuver, Asked("You scripted")] = Maneuver.SPEED_CLOSE,
    theirs: Annotated[Maneuver, Asked("They scripted")] = Maneuver.PERCEPTION_MAINTAIN,
    cover: Annotated[int, Between(0, margin.MOST_COVER), Asked("Cover dice you had", quick=(0, 1, 2))] = 2,
    aim: Annotated[int, Between(0, 10), Asked("Dice of aim you held", quick=(0, 1, 2, 3))] = 2,
    weapon: Annotated[Kind, Asked("Your weapon is a", more=True), sheet("weapons", at_once=True)] = Kind.CROSSBOW,
    loaded: Annotated[bool, Asked("It is loaded", more=True)] = False,
    *,
    ask: Rulings,
) -> Answer:
    """I lost the positioning test: what do I keep?"""
    card = CARDS[maneuver]
    kept = margin.cover_after(cover, card.keeps_cover)
    aimed = margin.aim_after(aim, margin.Volley.LOST, most=aim)
    has = loaded or not weapon.slow
    shoots = has and readings.meeting_of(maneuver, theirs, ask).sides[0].shot
    # Who has a free shot and takes it does not reload.
    ready = loaded_after(weapon, has, Volley(shot=shoots))
    figure = f"{wording.count(kept, 'die', 'dice')} of cover"
    gone = cover - kept
    facts = [Fact(aimed, "of aim"), Fact("a free shot" if shoots else "no shot, no other act")]
    facts += [Fact("loaded" if ready else "not loaded", "next volley")] if weapon.slow else []
    why = "You maintained, so your cover stays" if card.keeps_cover else "You left your cover"
    sentence = f"{why}; aim is lost with the test. " + (
        "Their Steel gives you a shot all the same." if shoots else "You may not act."
    )
    rows: tuple[tuple[Entry, ...], ...] = (
        ("Your maneuver", "fails"),
        ("Cover dice", f"{kept}D left" if kept or not gone else f"{gone}D lost"),
        ("Dice of aim", "lost" if aim else "none"),
        ("A shot", "yes, for nothing: they used Steel" if shoots else "no"),
        ("Another act", "no"),
        ("Reloading", "not needed" if not weapon.slow else "yes, this volley" if not loaded else "already loaded"),
    )
    values = {"cover": kept, "aim": aimed, "shoots": shoots, "loaded": ready}
    return Answer(values, (Verdict(figure, tuple(facts), sentence), Table("What the loser keeps", ("", ""), rows)))


@table("maneuver-outcomes")
def outcomes_table() -> Table:
    """Who moves, by both intents and the result."""
    rows = tuple(
        (f"{one.words} against {other.words}", *(_moved(one, other, result) for result in Result))
        for one in Intent
        for other in Intent
    )
    return Table("Who moves", ("You against them", "You win", "A tie", "They win"), rows)

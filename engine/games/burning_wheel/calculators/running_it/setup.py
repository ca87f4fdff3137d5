"""Before the first session: what to settle, as a checklist to print (NPC-06)."""

from typing import Annotated

from engine import wording
from engine.answer import Answer, Block, Fact, Note, Steps, Verdict
from engine.calculators import calculator
from engine.forms import Asked, Between, Longest, Unusable
from engine.games.burning_wheel.rules import campaign as rules
from engine.games.burning_wheel.rules.campaign import Cycle, Rules, Settle, Setup
from engine.games.burning_wheel.views.blocks import Choose, ScriptSheets
from engine.refused import Refused

SAID = Longest(120)
MOST_PATHS, MOST_DAYS = 12, 36500
TODO = {
    Settle.CONCEPT: "Agree in a sentence what it is about.",
    Settle.RULES: "Choose which rules are in.",
    Settle.SCOPE: "Say whom prayers reach: believers, or everyone.",
    Settle.STRICTURES: "Say what Faith forbids, and which traits it may bring.",
}
ALWAYS = (
    "Tie each Belief, Instinct and trait to the concept; one that never comes up earns no artha.",
    "Tie each relationship to it too.",
)


@calculator("campaign", rules="NPC-06")
def campaign(
    concept: Annotated[str, SAID, Asked("What it is about", "In a sentence")] = "",
    chosen: Annotated[frozenset[Rules], Asked("Rules in play")] = frozenset(Rules),
    least: Annotated[int, Between(1, MOST_PATHS), Asked("Lifepaths, fewest", quick=(2, 3, 4))] = 3,
    most: Annotated[int, Between(1, MOST_PATHS), Asked("Lifepaths, most", quick=(4, 5, 6))] = 5,
    cycle: Annotated[Cycle, Asked("Taxed Resources recover after")] = Cycle.SEASON,
    days: Annotated[int, Between(1, MOST_DAYS), Asked("Days it is to span in play", quick=(1, 30, 365))] = 365,
    scope: Annotated[str, SAID, Asked("Whom prayers reach", "Where someone has Faith", more=True)] = "",
    strictures: Annotated[str, SAID, Asked("What Faith forbids, what it may bring", more=True)] = "",
) -> Answer:
    """What is left to settle before we play?"""
    try:
        setup = Setup(concept, chosen, least, most, scope, strictures)
    except Refused as error:
        raise Unusable("most", str(error)) from None
    left, back = setup.open, rules.recoveries(cycle, days)
    figure = wording.count(len(left), "thing") if left else "All settled"
    times = wording.count(back, "time") if back else "never"
    out = [one.words for one in Rules if one not in chosen]
    sentence = f"{figure} left to settle." if left else "All is settled."
    blocks: list[Block] = [
        Verdict(figure, (*([Fact("to settle")] if left else []), Fact(times, "Resources recover")), sentence),
        Steps((*(TODO[one] for one in left), *ALWAYS), "To do, together"),
    ]
    if not back:
        said = f"The cycle is {cycle.words}, and all is over sooner: a die that Resources lose is gone for good."
        blocks.append(Note(said, rule="NPC-06"))
    if out:
        blocks.append(Note(f"Not in play: {wording.listed(out)}."))
    blocks.append(_sheet(setup, cycle))
    values = {
        "left": [one.value for one in left],
        "recoveries": back,
        "out": [one.value for one in Rules if one not in chosen],
    }
    return Answer(values, tuple(blocks))


def _sheet(setup: Setup, cycle: Cycle) -> ScriptSheets:
    """The choices on paper, with room for those still open."""
    yes = ("in", "out")
    played = tuple(Choose(one.words, ("in",) if one in setup.rules else yes) for one in Rules)
    half = len(played) // 2
    limits = (Choose(f"Lifepaths: {setup.least} to {setup.most}"), Choose(f"Resources cycle: {cycle.words}"))
    faith = (
        Choose(_said("Reaches", setup.scope)),
        Choose(_said("Forbids", setup.strictures)),
        Choose("May bring"),
    )
    groups: list[tuple[str, tuple[Choose, ...]]] = [
        ("Rules", played[:half]),
        ("More rules", played[half:]),
        ("Limits", limits),
    ]
    if Rules.FAITH in setup.rules:
        groups.append(("Faith", faith))
    heads = (_said("About", setup.concept), "Who plays", "Date")
    sentence = "A sheet for the table, with what is settled and room for the rest."
    return ScriptSheets(
        sentence, "Before the first session", heads, tuple(groups), (Choose("Ties"),), copies=1, notes=2
    )


def _said(name: str, said: str) -> str:
    """What a line of the sheet says: its name alone where nothing is settled."""
    return f"{name}: {said}" if said else name

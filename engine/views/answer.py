"""An answer: its blocks in order, the moves of a session, and the rulings that it rests on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple, TypeGuard

from engine import answer as answers
from engine import games, rulings, wording
from engine.session import Turn, Waiting
from engine.views import dice, form, grid, marks, notes, odds, stage, story, table, working
from engine.views.chip import chip
from engine.views.markup import Html, join, tag, text
from engine.views.place import Place


def verdict(block: answers.Verdict, place: Place) -> Html:
    """The figure, large, with its facts; the sentence under it, unless it is long and the facts say most of it."""
    long = " fl-figure--long" if len(block.figure) > LONG else ""
    facts = [_fact(fact) for fact in block.facts if fact.value != ""]
    return join(
        [
            tag(
                "p",
                tag("strong", block.figure, class_=f"fl-figure{long}"),
                " ",
                tag("span", *facts, class_="fl-facts"),
                class_="fl-verdict",
            ),
            None if _spelled_out(block) else _sentence(block, place),
        ]
    )


def _spelled_out(block: answers.Block) -> TypeGuard[answers.Verdict]:
    """Whether a verdict's sentence only spells out its facts: then it stands with what the answer comes from."""
    return isinstance(block, answers.Verdict) and len(block.facts) > 1 and len(block.sentence) > LONG_SENTENCE


def _sentence(block: answers.Verdict, place: Place) -> Html:
    return tag("p", text(block.sentence), " ", marks.mark(block.mark, place), class_="fl-sentence")


def _fact(fact: answers.Fact) -> Html:
    value = tag("b", text(wording.shown(fact.value)))
    if not fact.name:
        return tag("span", value, " ", class_="fl-fact fl-fact--plain")
    return tag("span", value, " ", tag("small", fact.name), " ", class_="fl-fact")


DRAWN: Mapping[type, Callable[[Any, Place], Html]] = {
    answers.Verdict: verdict,
    answers.Working: working.working,
    answers.Table: table.table,
    answers.Odds: odds.odds,
    answers.Grid: grid.grid,
    answers.Dice: dice.dice,
    answers.Steps: notes.steps,
    answers.Story: story.story,
    answers.Stage: stage.stage,
    answers.Note: notes.note,
    answers.Lead: notes.lead,
    answers.Keep: notes.keep,
}


class Drawn(NamedTuple):
    """An answer in the two parts between which its form stands: what is read at once, and what it comes from."""

    top: str
    rest: str


LONG, LONG_SENTENCE = 9, 90
"""A figure of more characters is set smaller; a sentence of more characters takes many lines of a phone."""

AT_ONCE = (answers.Verdict, answers.Odds, answers.Dice)


def answer(
    said: answers.Answer,
    place: Place,
    used: Mapping[str, str],
    readings: Mapping[str, Mapping[str, str]],
    moves: Mapping[str, Turn] | None = None,
    complaint: str = "",
    waits: Waiting | None = None,
    own: stage.Own = stage.NOTHING,
) -> Drawn:
    """The whole answer. `readings` gives, for each ruling in `used`, its verdict under each reading, if compared.

    Verdict, dice and odds are read at once; of a session, all of it, but of one with a stage what stands on this. Where
    a step `waits` for dice, these are asked for in place of the `moves`. What a side has done
    unseen is its `own`.
    """
    drawn = [_drawing(type(block))(block, _at(place, index)) for index, block in enumerate(said.blocks)]
    warns = [tag("p", complaint, class_="fl-complaint", role="alert")] if complaint else []
    acts = [form.waiting(waits, place)] if waits else _moves(moves or {}, place)
    rests = [rests_on(used, readings, place)] if used else []
    if said.stage:
        acts = [*stage.peeks(own, said.stage, place), *acts]
        board, others = _board(said, said.stage, drawn, acts)
        return Drawn(join([*warns, board]), join([*others, *rests]))
    at_once = range(len(said.blocks)) if moves is not None else _at_once(said.blocks)
    top: list[Html] = [html for index, html in enumerate(drawn) if index in at_once]
    rest: list[Html] = []
    for index, (block, html) in enumerate(zip(said.blocks, drawn, strict=True)):
        if index not in at_once:
            rest.append(html)
        if isinstance(block, answers.Odds):
            rest.append(odds.exact(block, _at(place, index)))
        elif _spelled_out(block):
            rest.append(_sentence(block, _at(place, index)))
    return Drawn(join([*warns, *top, *acts]), join([*rest, *rests]))


def _board(
    said: answers.Answer, scene: answers.Stage, drawn: Sequence[Html], acts: Sequence[Html]
) -> tuple[Html, list[Html]]:
    """The stage with what is seen at once, what may be done, what happened and what it is about; then the others."""
    blocks = list(zip(said.blocks, drawn, strict=True))
    told = [html for block, html in blocks if isinstance(block, answers.Story)]
    about = [stage.terms(scene.terms, scene)] if scene.terms else []
    head = [html for block, html in blocks if block is scene or block.at_once]
    apart = (answers.Stage, answers.Story)
    others = [html for block, html in blocks if not (isinstance(block, apart) or block.at_once)]
    return tag("div", head, acts, tag("div", told, about, class_="fl-told"), class_="fl-board"), others


def _moves(moves: Mapping[str, Turn], place: Place) -> list[Html]:
    """A form for each side that may move, and behind a fold what is rarely done."""
    alone = "Next" if len(moves) == 1 else ""
    main = [form.move(side, turn.only(turn.main), place, alone or side) for side, turn in moves.items() if turn.main]
    rare = [
        form.move(side, turn.only([name]), place, turn.does[name], aside=True)
        for side, turn in moves.items()
        for name in turn.aside
    ]
    return [*main, *([tag("details", tag("summary", "Or something else"), rare, class_="fl-else")] if rare else [])]


def _at_once(blocks: Sequence[answers.Block]) -> set[int]:
    """Which of the blocks are read at once: those at the head that say how it stands, and the first odds."""
    seen = (isinstance(block, AT_ONCE) or block.at_once for block in blocks)
    head = {index for index, _ in takewhile(lambda pair: pair[1], enumerate(seen))}
    odds = [index for index, block in enumerate(blocks) if isinstance(block, answers.Odds)]
    return head | {*odds[:1]}


def _drawing(block: type) -> Callable[[Any, Place], Html]:
    """What draws a kind of block: one of ours, or the game's that brought it. Raises ``TypeError`` where none does."""
    found = DRAWN.get(block) or games.drawing(block)
    if found is None:
        raise TypeError(f"No game says how a {block.__name__} is drawn.")
    return found


def _at(place: Place, index: int) -> Place:
    return Place(f"{place.instance}-b{index}", place.base)


def rests_on(used: Mapping[str, str], readings: Mapping[str, Mapping[str, str]], place: Place) -> Html:
    """The book that an answer follows, and the rulings under it, folded: each question with its readings, what each
    would say, and a choice."""
    ours = sum(value != rulings.REGISTRY[name].default for name, value in used.items())
    summary = f"Rests on {wording.count(len(used), 'ruling')}" + (f", {ours} of them yours" if ours else "")
    questions = []
    for name, held in used.items():
        ruling = rulings.REGISTRY[name]
        chips = [
            chip(
                text(reading.words),
                tag("small", readings[name][reading.value], class_="fl-under") if name in readings else None,
                class_="fl-reading",
                type="radio",
                name=place.id("ruling", name),
                value=reading.value,
                checked=reading.value == held,
                data_ruling=name,
                data_default=reading.value == ruling.default,
            )
            for reading in ruling.readings
        ]
        legend = tag("legend", text(ruling.question))
        questions.append(tag("fieldset", legend, chips, class_="fl-ruling"))
    link = tag("a", "All rulings", href=f"{place.base}rulings-and-sources/our-tables-rulings/")
    return join([*_books(used), tag("details", tag("summary", summary), questions, tag("p", link), class_="fl-rests")])


def _books(used: Mapping[str, str]) -> list[Html]:
    """Which book an answer follows, where another one may differ."""
    said = []
    for name, held in used.items():
        if books := rulings.REGISTRY[name].books:
            others = wording.listed(f"the {words.lower()}" for value, words in books.items() if value != held)
            said.append(tag("p", tag("b", books[held]), f" holds here; {others} can differ.", class_="fl-edition"))
    return said


def pin(said: answers.Answer) -> str:
    """What the pinned bar repeats: figure and line of the first verdict."""
    block = said.verdict
    return join([tag("strong", block.figure), " ", tag("span", text(block.at_a_glance))]) if block else ""


def rolled(said: answers.Answer, place: Place, onward: tuple[str, str] | None = None) -> str:
    """Dice thrown where their odds stand: the dice with the verdict under them, and what else there is to know.

    `onward` is a page below the site's root that says what can still be done about them, and the words that lead there.
    """
    kept = [replace(one, sentence=said.sentence) if isinstance(one, answers.Dice) else one for one in said.blocks]
    shown = [one for one in kept if not isinstance(one, answers.Verdict)]
    drawn = [_drawing(type(block))(block, _at(place, index)) for index, block in enumerate(shown)]
    further = tag("p", tag("a", onward[1], href=place.base + onward[0])) if onward else None
    return join([*drawn, further])

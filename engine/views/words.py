"""Inputs, rulings and answers in plain words, for a chat, a bug report, the command line, and to tell two apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import __version__, answer, forms, rulings, wording

LONGEST_SETUP = 160


def inputs_in_words(whole: forms.Form, inputs: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every field of a form by its label, with what canonical `inputs` say there, in the form's order."""
    return _fields(whole.fields, inputs)


def named_in_words(whole: forms.Form, inputs: Mapping[str, Any], names: Iterable[str]) -> list[tuple[str, str]]:
    """The fields with these dotted names by their labels, with what canonical `inputs` say there.

    A choice is left out where a field of its branch is among them.
    """
    said = list(names)
    chosen = [name.removesuffix(forms.CHOICE) for name in said if name.endswith(f".{forms.CHOICE}")]
    branches = [f"{at}{forms.CHOICE}" for at in chosen if sum(name.startswith(at) for name in said) > 1]
    return [found for name in said if name not in branches and (found := _named(whole.fields, inputs, name.split(".")))]


def _named(fields: Sequence[forms.Field], inputs: Mapping[str, Any], path: Sequence[str]) -> tuple[str, str] | None:
    field = next((field for field in fields if field.name == path[0]), None)
    if field is None:
        return None
    kind, value, rest, of = field.kind, inputs[field.name], path[1:], field.words
    if isinstance(kind, forms.Rows) and rest:
        row: forms.Group = kind.row
        kind, value, rest, of = row, value[int(rest[0])], rest[1:], str(row.cls.singular)
    if isinstance(kind, forms.Branches) and rest and rest[0] != forms.CHOICE:
        kind = kind.groups[value[forms.CHOICE]]
    if not isinstance(kind, forms.Group) or not rest:
        return field.words, _value(field.kind, value)
    inner = _named(kind.fields, value, rest)
    return inner and (f"{of[:1].upper()}{of[1:]}: {inner[0]}", inner[1])


def move_in_words(group: forms.Group, move: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The fields of a move by their labels, with what it says; those that are rarely set where they say something."""
    told = (field for field in group.fields if not field.asked.draws)
    fields = [field for field in told if not field.asked.more or move[field.name] != field.default]
    return _fields(fields, move)


def setup(whole: forms.Form, inputs: Mapping[str, Any], said: answer.Answer) -> str:
    """How a session began, in a line: as its stage says it, or by the fields that are always in sight."""
    if said.stage:
        return said.stage.setup
    shown = [field for field in whole.fields if not field.asked.more]
    line = " · ".join(f"{words}: {value}" for words, value in _fields(shown, inputs))
    return line if len(line) <= LONGEST_SETUP else f"{line[:LONGEST_SETUP].rstrip()} …"


def stands(said: answer.Answer) -> str:
    """How a session stands, in a line: its verdict, and of a conflict how much each side has left."""
    stage, verdict = said.stage, said.verdict
    sides = " : ".join(f"{bar.name} {wording.number(bar.left)}" for bar in stage.bars) if stage else ""
    parts = [sides, *([verdict.figure, verdict.at_a_glance] if verdict else [])]
    return " · ".join(part for part in parts if part)


def rulings_in_words(used: Mapping[str, str]) -> list[tuple[str, str]]:
    """Every ruling in `used` by its question, with the reading that holds; one that is not the default is ours."""
    said = []
    for name, held in used.items():
        ruling = rulings.REGISTRY[name]
        ours = "" if held == ruling.default else " (our ruling, not the default)"
        said.append((ruling.question, f"{ruling.reading(held).words}{ours}"))
    return said


def _fields(fields: Sequence[forms.Field], inputs: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(field.words, _value(field.kind, inputs[field.name])) for field in fields]


def _group(fields: Sequence[forms.Field], inputs: Mapping[str, Any]) -> str:
    return ", ".join(f"{words}: {value}" for words, value in _fields(fields, inputs))


def _member(of: Any, value: Any) -> str:
    member = of(value)
    return str(getattr(member, "words", member.value))


def _value(kind: Any, value: Any) -> str:
    """A canonical value as the form shows it."""
    match kind:
        case forms.Maybe(inner):
            return "not said" if value is None else _value(inner, value)
        case forms.OneOf(of):
            return _member(of, value)
        case forms.ManyOf(of):
            return wording.listed(_member(of, one) for one in value) if value else "none"
        case forms.Group(fields=fields):
            return _group(fields, value)
        case forms.Branches(groups):
            group = groups[value[forms.CHOICE]]
            words = getattr(group.cls, "words", "") or value[forms.CHOICE].replace("-", " ")
            return f"{words} ({_group(group.fields, value)})" if group.fields else words
        case forms.Rows(row):
            return "; ".join(_group(row.fields, one) for one in value) or "none"
        case forms.FromTable(cls, own):
            return (
                f"one of your own ({_group(own.fields, value)})"
                if isinstance(value, Mapping)
                else cls.table()[value].words
            )
        case _:
            return wording.shown(value) if value != "" else "nothing"


def as_text(said: answer.Answer) -> str:
    """The answer in words."""
    lines = []
    for block in said.blocks:
        match block:
            case answer.Stage():
                lines += _staged(block)
            case answer.Verdict(figure, sentence=sentence):
                lines += [f"{figure}  {block.at_a_glance}".rstrip(), sentence]
            case answer.Working(parts, total, words, unit):
                lines += [f"  {wording.signed(part.amount):>4}  {part.reason}" for part in parts]
                lines += [f"  {wording.number(total):>4}{unit}  {words}"]
            case answer.Table(caption, columns, rows):
                lines += [caption, "  " + " | ".join(columns)]
                lines += ["  " + " | ".join(map(wording.shown, row)) for row in rows]
            case answer.Dice(faces, sentence):
                lines += [" ".join([*(str(die.face) for die in faces), f"– {sentence}"]) if faces else sentence]
            case answer.Note(text=said_text):
                lines += [said_text]
            case answer.Lead(sentence):
                lines.append(sentence)
            case answer.Steps(steps):
                lines += [f"  {number}. {step}" for number, step in enumerate(steps, 1)]
            case answer.Story(told):
                lines += [f"  {one.step}. {f'{one.side}: ' if one.side else ''}{one.text}" for one in told]
            case answer.Grid(caption):
                lines += [caption]
            case _:
                lines += [getattr(block, "sentence", "")]
    return "\n".join(lines)


def _staged(stage: answer.Stage) -> list[str]:
    """A conflict in words: how each side stands, and the cards that lie open."""
    lines = [f"{stage.figure}  {stage.at_a_glance}", stage.sentence]
    for column in stage.columns:
        cards = [f"{card.title} {card.figure}".strip() for card in column.cards]
        lines += [f"  {column.title}: {' | '.join(cards)}" + (f" – {column.relation}" if column.relation else "")]
    for one in stage.terms:
        stakes = f"; if this side wins: {one.stakes}" if one.stakes else ""
        lines += [f"  {stage.bars[one.side].name}: {one.case}{stakes}"]
    return lines


def _unfolded(block: answer.Block) -> answer.Block:
    if not isinstance(block, answer.Working):
        return block
    return replace(block, lines=tuple(line for line in block.lines if line.amount))


def whole_text(
    name: str,
    question: str,
    said: answer.Answer,
    inputs: Sequence[tuple[str, str]],
    used: Mapping[str, str],
    link: str = "",
    also: Sequence[str] = (),
) -> str:
    """All that an answer came from, to paste into a chat or a bug report; `also` are lines behind the answer.

    What the page folds, tables and lines of 0, is left out: whoever wants it follows the `link`.
    """
    shown = [_unfolded(block) for block in said.blocks if not (isinstance(block, answer.Table) and block.folded)]
    parts = [
        f"{question}\n{as_text(answer.Answer(said.values, tuple(shown)))}",
        *also,
        "\n".join(["Asked:", *(f"  {words}: {value}" for words, value in inputs)]) if inputs else "",
        "\n".join(["Rulings:", *(f"  {words} {value}" for words, value in rulings_in_words(used))]) if used else "",
        f"Felloe {__version__}, {name}",
    ]
    return "\n\n".join(part for part in parts if part) + (f"\n{link}" if link else "")

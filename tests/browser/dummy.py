"""Engines that exist only for tests: one that misbehaves on request, and one that with ours is of full size.

Both are packages written to a folder, so that they reach the browser as any other module of calculators does.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine import app

ENGINE = "dummy_engine"
PROBE = "probe_engine"
WHOLE = 800
"""As many calculators as the whole inventory will have, ours among them."""
EACH = 20
CHAPTERS = (WHOLE - sum(not name.startswith(("sample-", "dummy-", "probe-")) for name in app.names())) // EACH
CALCULATORS = CHAPTERS * EACH
NAMES = tuple(f"chapter_{chapter:02}" for chapter in range(CHAPTERS))
FULL_SIZE = tuple(f"{ENGINE}.{name}" for name in NAMES)
"""The modules of an engine that with ours is of full size."""
TABLE_BYTES = 25_000

CHAPTER = '''"""Chapter {chapter} of an engine that is as large as the real one will be."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine import tables
from engine.answer import Answer, Line, Note, Odds, Table, Verdict, Working
from engine.calculators import calculator
from engine.games.burning_wheel.dice import Pool, successes
from engine.forms import Asked, Between
from engine.option import Option


@dataclass(frozen=True, slots=True)
class Row:
    """A row of this chapter's table: what it is called, what it costs and weighs, and a remark."""

    key: str
    words: str
    cost: int
    weight: int
    remark: str


ROWS = tables.rows(__file__, "chapter_{chapter:02}.toml", "row", ("key", "words", "cost", "weight", "remark"),
                   lambda row: Row(**row))
BY_KEY: Mapping[str, Row] = {{row.key: row for row in ROWS}}


class Station(Option):
    """How far apart two people stand."""

    SAME = "same", "The same rank", 0
    NEAR = "near", "One rank apart", 1
    FAR = "far", "Worlds apart", {far}


def listed(words: str) -> list[Row]:
    """The rows whose words hold these."""
    return [row for row in ROWS if words.lower() in row.words.lower()]
'''

FUNCTION = '''

@calculator("dummy-{number:03}", rules="HUB-01")
def dummy_{number:03}(
    dice: Annotated[int, Between(0, 60), Asked("Dice", hint="How many dice are thrown?")] = {dice},
    obstacle: Annotated[int, Between(0, 100), Asked("Obstacle {number}")] = {obstacle},
    station: Annotated[Station, Asked("Station")] = Station.SAME,
    hurried: Annotated[bool, Asked("In a hurry", more=True)] = False,
) -> Answer:
    """What comes of the {name} in case {number}?"""
    row = BY_KEY["{key}"]
    lines = [Line(obstacle, "the {name} itself", "HUB-01"), Line(station.amount or 0, station.words.lower(), "HUB-02")]
    if hurried:
        lines.append(Line({hurry}, "done in a hurry: {remark}", "HUB-03"))
    total = sum(line.amount for line in lines)
    law = successes(Pool.of(dice), upto=total + 1)
    chance = law.at_least(total)
    shown = tuple((other.words, str(other.cost), str(other.weight)) for other in ROWS[{first}:{last}])
    cost = row.cost * {factor} + len(listed("{word}"))
    values: dict[str, Any] = {{"obstacle": total, "chance": chance, "cost": cost}}
    return Answer(
        values=values,
        blocks=(
            Verdict(f"Ob {{total}}", f"{{dice}}D for {{row.words}}", f"The obstacle of the {name} is {{total}}."),
            Working(tuple(lines), total, "Obstacle"),
            Odds(tuple(law.exactly(n) for n in range(total + 2)), total, f"{{dice}} dice against {{total}}."),
            Table("Like it", ("What", "Cost", "Weight"), shown, current=0),
            Note(f"{{row.remark}} Case {number} of {calculators}: {remark}."),
        ),
    )
'''

PROBE_SOURCE = '''"""Calculators that look at Python itself, or bring it down."""

import os
import sys
import time

from engine.answer import Answer, Verdict
from engine.calculators import calculator


@calculator("probe-modules", rules="HUB-01")
def modules() -> Answer:
    """Which modules of Python's library are imported?"""
    library = sorted(name for name in sys.modules if name.partition(".")[0] in sys.stdlib_module_names)
    return Answer({"modules": library, "files": os.listdir("/lib")}, (Verdict("", "", ""),))


@calculator("probe-endless", rules="HUB-01")
def endless(go: bool = False) -> Answer:
    """What if an answer does not come?"""
    end = time.monotonic() + 10  # not for ever: WebKit cannot stop WebAssembly that loops, even in a worker that ended
    while go and time.monotonic() < end:
        pass
    return Answer({}, (Verdict("0", "", ""),))


@calculator("probe-abort", rules="HUB-01")
def abort(go: bool = False) -> Answer:
    """What if Python dies?"""
    if go:
        os.abort()
    return Answer({}, (Verdict("0", "", ""),))


@calculator("probe-raise", rules="HUB-01")
def mistake(go: bool = False) -> Answer:
    """What if a calculator has a mistake in it?"""
    if go:
        raise ZeroDivisionError("the mistake")
    return Answer({}, (Verdict("0", "", ""),))
'''

VOCABULARY = """
anvil barrel cinder dagger ember falcon gauntlet hearth iron javelin kestrel lantern mantle needle orchard
pennant quiver rampart saddle timber urchin vessel warden yarrow zephyr bramble copper drover fathom gravel
"""
WORDS = VOCABULARY.split()


@contextmanager
def importable() -> Iterator[Path]:
    """A folder with both packages, on ``sys.path`` as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        sys.path.insert(0, folder)
        try:
            yield Path(folder)
        finally:
            sys.path.remove(folder)


def write(folder: Path) -> None:
    """Write both packages into `folder`; the same bytes every time, with a table in each chapter."""
    chance = random.Random(800)
    package = folder / ENGINE
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text('"""An engine of full size."""\n', encoding="utf-8")
    for chapter, name in enumerate(NAMES):
        table = _table(chance, TABLE_BYTES)
        (package / f"{name}.toml").write_text("\n".join(table), encoding="utf-8")
        functions = [_function(chance, chapter * EACH + index, len(table)) for index in range(EACH)]
        source = CHAPTER.format(chapter=chapter, far=chance.randint(2, 9)) + "".join(functions)
        (package / f"{name}.py").write_text(source, encoding="utf-8")
    probe = folder / PROBE
    probe.mkdir(parents=True, exist_ok=True)
    (probe / "__init__.py").write_text(PROBE_SOURCE, encoding="utf-8")


def _table(chance: random.Random, length: int) -> list[str]:
    rows: list[str] = []
    while sum(len(row) + 1 for row in rows) < length:
        words, remark = (" ".join(chance.choices(WORDS, k=count)) for count in (2, 12))
        rows.append(
            f'[[row]]\nkey = "row-{len(rows)}"\nwords = "{words.capitalize()}"\ncost = {chance.randint(1, 99)}\n'
            f'weight = {chance.randint(1, 99)}\nremark = "{remark.capitalize()}."\n'
        )
    return rows


def _function(chance: random.Random, number: int, rows: int) -> str:
    first = chance.randrange(rows - 8)
    return FUNCTION.format(
        number=number,
        calculators=CALCULATORS,
        name=" ".join(chance.choices(WORDS, k=2)),
        remark=" ".join(chance.choices(WORDS, k=8)),
        word=chance.choice(WORDS),
        key=f"row-{chance.randrange(rows)}",
        dice=chance.randint(1, 12),
        obstacle=chance.randint(1, 8),
        hurry=chance.randint(1, 3),
        factor=chance.randint(2, 9),
        first=first,
        last=first + chance.randint(2, 8),
    )

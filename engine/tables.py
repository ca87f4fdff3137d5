"""Tables of the rules, kept as TOML beside the modules that read them."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from engine import wording

Row = TypeVar("Row")
ENGINE = Path(__file__).parent
KEPT: dict[str, Callable[[], dict[str, Any]]] = {}
"""What gives a file's tables where the file itself is not at hand, by its path: in a browser, TOML is read no more."""


class BadTable(ValueError):
    """A table that was edited by hand and does not hold together: file, row, and what is wrong with it."""


def read(module_file: str, name: str) -> dict[str, Any]:
    """The TOML file `name` beside a module (pass its ``__file__``). Raises `BadTable` where it is not TOML."""
    path = Path(module_file).parent / name
    if str(path) in KEPT:
        return KEPT[str(path)]()
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadTable(f"{_shown(path)}: this is not TOML: {error}.") from None


def rows(
    module_file: str,
    name: str,
    table: str,
    columns: Sequence[str],
    make: Callable[[Mapping[str, Any]], Row],
    besides: Sequence[str] = (),
) -> tuple[Row, ...]:
    """The rows of one table, each made by `make` from a mapping that has all `columns`, and of others only `besides`.

    Raises `BadTable` naming file, row and column where a column is missing, unknown, or holds what `make` refuses.
    """
    where = f"{_shown(Path(module_file).parent / name)}: [[{table}]]"
    made = []
    for number, row in enumerate(read(module_file, name).get(table, []), 1):
        missing = [column for column in columns if column not in row]
        unknown = [column for column in row if column not in (*columns, *besides)]
        if missing or unknown:
            fault = f"lacks {wording.listed(missing)}" if missing else f"has an unknown {wording.listed(unknown)}"
            raise BadTable(f"{where} row {number} {fault}; a row has {wording.listed(columns)}.")
        try:
            made.append(make(row))
        except (TypeError, ValueError) as error:
            raise BadTable(f"{where} row {number}: {error}") from None
    if not made:
        raise BadTable(f"{where} has no rows; it takes at least one, with {wording.listed(columns)}.")
    return tuple(made)


def _shown(path: Path) -> str:
    return path.relative_to(ENGINE.parent).as_posix() if path.is_relative_to(ENGINE.parent) else path.name

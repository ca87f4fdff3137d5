"""Python sources without the docstrings that nothing reads, every other line where it was.

This machine's Python reads them in a tenth of the time that Python in WebAssembly takes; that one need only compile
what is left (`asleep.packed`).
"""

import ast
import re
from collections.abc import Collection, Iterator, Mapping

START = re.compile(r"\bstart=(?:\w+\.)*(\w+)")
"""The names of what stands as ``start=`` in a call: functions whose docstring a session asks."""
Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def bare(sources: Mapping[str, str]) -> dict[str, str]:
    """Modules, by path, without their docstrings; but a calculator's is its question, and so is that of a session's
    start.

    A class keeps a mark in place of its own, or `dataclass` would write one at each waking.
    """
    asked = frozenset(name for source in sources.values() for name in START.findall(source))
    return {path: _without(source, ast.parse(source, path), asked) for path, source in sources.items()}


def _without(source: str, tree: ast.Module, asked: Collection[str]) -> str:
    """One module's text, with something as many lines long in place of each docstring."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    text = b"".join(lines)
    cuts: list[tuple[int, int, bytes]] = []
    for node in _documented(tree):
        if isinstance(node, ast.FunctionDef) and (node.name in asked or _registered(node)):
            continue
        doc = node.body[0]
        assert doc.end_lineno is not None
        assert doc.end_col_offset is not None
        start, end = starts[doc.lineno - 1] + doc.col_offset, starts[doc.end_lineno - 1] + doc.end_col_offset
        cuts.append((start, end, _instead(node) + b"\n" * (doc.end_lineno - doc.lineno)))
    for start, end, instead in sorted(cuts, reverse=True):
        text = text[:start] + instead + text[end:]
    return text.decode()


def _documented(inside: ast.AST) -> Iterator[Documented]:
    """What has a docstring; only statements are gone through, in whose expressions nothing has one."""
    if isinstance(inside, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(inside, False) is not None:
        yield inside
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        blocks = getattr(inside, part, ())
        if isinstance(blocks, list):  # a lambda's body is no block
            for block in blocks:
                yield from _documented(block)


def _instead(node: Documented) -> bytes:
    if isinstance(node, ast.ClassDef):
        return b'"-"'
    return b"" if isinstance(node, ast.Module) or len(node.body) > 1 else b"pass"


def _registered(function: ast.FunctionDef) -> bool:
    """Whether a decorator with a name registers it, as ``@calculator("odds")`` does."""
    return any(isinstance(decorator, ast.Call) for decorator in function.decorator_list)

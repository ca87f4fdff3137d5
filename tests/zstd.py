"""What the build packs with zstd, packed and unpacked by the build's own Node: Python has none before 3.14."""

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hooks import runtime
from hooks.commands import fetch


def packed(content: bytes) -> bytes:
    """These bytes as the build would pack them."""
    return _by_node("12", [content])[0]


def unpacked(content: bytes) -> bytes:
    """What was packed."""
    return each_unpacked([content])[0]


def each_unpacked(contents: Sequence[bytes]) -> list[bytes]:
    """What was packed, of each."""
    return _by_node("unpack", contents)


def _by_node(how: str, contents: Sequence[bytes]) -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        pairs = [(Path(folder, f"{number}"), Path(folder, f"{number}.done")) for number in range(len(contents))]
        for (before, _), content in zip(pairs, contents, strict=True):
            before.write_bytes(content)
        command = [fetch.node(), runtime.PACKING, how, *(path for pair in pairs for path in pair)]
        subprocess.run(command, check=True)
        return [after.read_bytes() for _, after in pairs]

"""What the build packs with zstd, packed and unpacked by the build's own Node: Python has none before 3.14."""

import subprocess
import tempfile
from pathlib import Path

from hooks import runtime
from hooks.commands import fetch


def packed(content: bytes) -> bytes:
    """These bytes as the build would pack them."""
    return _by_node(content)


def unpacked(content: bytes) -> bytes:
    """What was packed."""
    return _by_node(content, "--unpack")


def _by_node(content: bytes, *options: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before"), Path(folder, "after")
        before.write_bytes(content)
        subprocess.run([fetch.node(), runtime.PACKING, *options, before, after], check=True)
        return after.read_bytes()

"""One line for each long step, and one sentence where a step cannot succeed."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path


class Failure(RuntimeError):
    """What went wrong and what to do about it, in one sentence."""


def tell(action: Callable[[], object]) -> None:
    """Do what a command is there for; a `Failure` ends it with its sentence, an interrupt without a word."""
    try:
        action()
    except Failure as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        sys.exit(130)


def step(title: str, command: Sequence[object], cwd: Path | None = None) -> str | None:
    """Run a command that takes a while: None if it succeeds, else all that it said.

    Shows ``title …  12.3 s`` on the standard error, on a terminal counting while it runs. The command gets no input,
    and it is ended with us.
    """
    started = time.monotonic()
    terminal = sys.stderr.isatty()
    print(f"{title} …", end="", file=sys.stderr, flush=True)
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            [str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
        try:
            while process.poll() is None:
                time.sleep(0.05)
                if terminal:
                    print(f"\r{title} …  {time.monotonic() - started:.0f} s ", end="", file=sys.stderr, flush=True)
        finally:
            process.kill()
            process.wait()
        took = time.monotonic() - started
        again = f"\r{title} …" if terminal else ""
        if process.returncode == 0:
            print(f"{again}  {took:.1f} s", file=sys.stderr, flush=True)
            return None
        print(f"{again}  failed after {took:.1f} s", file=sys.stderr, flush=True)
        output.seek(0)
        return output.read().decode("utf-8", "replace")

"""How ``make test`` runs the tests: one that brings its worker down fails or runs again, and takes no other with it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CRASH = """
import os
import pathlib
import pytest

@pytest.mark.flaky(reruns=1)
@pytest.mark.parametrize("number", range(8))
def test_crash(number, request):
    once = pathlib.Path("crashed")
    if "{name}" == "b" and number == 3 and not ({forgiving} and once.exists()):
        once.touch()
        {told}
        os._exit(1)
"""
# A worker says how often a test may run again and waits for no answer. A browser that dies takes longer than that
# message; this one dies in a microsecond, so it asks for the figure back first: an answer means that it has arrived.
TOLD = "request.config.failures_db.get_test_reruns(request.node.nodeid)"


@pytest.mark.parametrize(
    ("forgiving", "outcome"), [(True, "24 passed, 1 rerun"), (False, "1 failed, 23 passed, 1 rerun")]
)
def test_a_worker_that_dies_takes_no_other_test_with_it(tmp_path: Path, forgiving: bool, outcome: str) -> None:
    options = re.search(r"pytest (--numprocesses.*)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert options is not None
    for name in "abc":
        (tmp_path / f"test_{name}.py").write_text(
            CRASH.format(name=name, forgiving=forgiving, told=TOLD), encoding="utf-8"
        )
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-p", "pytest_rerunfailures", *options[1].split()]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # each of four workers would load all the others
    done = subprocess.run(
        command, cwd=tmp_path, env=alone, capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert outcome in done.stdout

"""Where things lie: Felloe's own files, the folder that is worked in, and what is fetched and kept there.

In a clone all of it is the clone. A site of one's own stands on a release (`hooks.commands.release`), which is only
read; that site is the folder in which a command is typed. ``FELLOE_CACHE`` names another folder for what is fetched, so
that several sites fetch it once. Nothing but the standard library is needed here: the bare Python of a machine asks.
"""

import os
from pathlib import Path

FELLOE = Path(__file__).parents[1]
"""The folder that ``engine`` and ``hooks`` lie in."""

SETTINGS = Path(__file__).with_name("settings.json")
"""In a release, what our mkdocs.yml says for every site."""

RELEASED = SETTINGS.exists()
HERE = Path.cwd() if RELEASED else FELLOE
KEPT = HERE / ".cache"
"""What was worked out for an earlier build."""

FETCHED = Path(os.environ.get("FELLOE_CACHE") or KEPT)
"""What came from the network: Python's packages, and npm's."""

LOCKS = Path(__file__).parent if RELEASED else FELLOE
"""The folder of the lock files of Python's packages."""

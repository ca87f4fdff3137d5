"""What make runs, as ``python -m hooks.commands.NAME``, and what these share; no module here is a hook of MkDocs.

`environment`, `address` and `progress` run in the bare Python of the machine, before anything is installed.
"""

"""Burning Wheel, revised edition: one module a chapter, pure functions over frozen dataclasses, tables as TOML."""

"""Felloe's rules engine: exact dice, the rules of three games, and the calculators that a page makes live."""

__version__ = "0.1.0"

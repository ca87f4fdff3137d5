"""Burning Wheel: its dice, rules, sheet, pictures and calculators."""

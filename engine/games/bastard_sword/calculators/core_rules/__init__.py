"""Dice, tests, spirit and growth."""

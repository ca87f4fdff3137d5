"""Melee!'s rules; its dice, and what it does not say, are Burning Wheel's."""

"""Gear: burden, money, armour, weapons, and everything else in the pack."""

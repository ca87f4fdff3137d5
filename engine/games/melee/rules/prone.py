"""Lying on the ground (MEL-15)."""

HAMPERED = 2
"""What it adds to the obstacle of one's own physical, martial and sorcerous tests. Source: MEL-15."""
EXPOSED = 1
"""Dice more for every attack on someone who lies there. Source: MEL-15."""

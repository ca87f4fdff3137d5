"""Attacking: hitting, special attacks, grabs, shooting, shields."""

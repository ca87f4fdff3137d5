"""Fights: the round, moving, melee and what hits buy."""

"""Sorcery and prayer: spells, what they cost, Faith, natural magic."""

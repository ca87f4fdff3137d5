"""The character sheet."""

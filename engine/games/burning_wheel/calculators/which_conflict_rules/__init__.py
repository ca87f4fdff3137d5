"""Which rules a conflict takes."""

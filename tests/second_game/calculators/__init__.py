"""What can be asked about this game."""

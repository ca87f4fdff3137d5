"""The fight: setting up, the round, turns, nerve, and how it ends."""

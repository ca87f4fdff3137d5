"""The Duel of Wits."""

"""Other acts: what else a turn can hold, spells and prayers, what you learned."""
